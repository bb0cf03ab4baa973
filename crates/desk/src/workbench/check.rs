//! A text that is being written: its findings, its games, and a sketch of the one that is worked at.

use super::marks::{MarkedFinding, marked};
use crate::demonstration::ShownReach;
use crate::scene::{Hands, MoveMark, Scene, SquareContents};
use crate::variants::NamedKind;
use helgi_drawing::figures::{FigureKind, PieceFigure, figures};
use helgi_rules::board::{Outline, Side, Square};
use helgi_variants::sketch::{Sketch, SketchedMoves, SketchedPiece, SketchedPosition};
use helgi_variants::{LoadedFile, Spec, ini, load};
use helgi_words::{TextMessage, names, pieces};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A text to check.
#[derive(Clone, Deserialize, Debug)]
pub struct CheckRequest {
    /// The text.
    pub text: String,
    /// The line that is worked at, from 1: its game is drawn.
    #[serde(default)]
    pub line: usize,
}

/// The findings about a text, and its games.
#[derive(Clone, Serialize, Debug)]
pub struct Checked {
    /// The games, in the order of the text.
    pub games: Vec<CheckedGame>,
    /// The findings.
    pub findings: Vec<MarkedFinding>,
    /// The number of findings that are left out.
    pub hidden: usize,
    /// The game that is worked at, as the text names it; `None` without a section.
    pub name: Option<String>,
    /// Its sketch; `None` if it cannot be played.
    pub sketch: Option<SketchedVariant>,
}

/// A game of a text.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct CheckedGame {
    /// Its name.
    pub name: String,
    /// The line where its section begins.
    pub line: usize,
    /// True if it can be played.
    pub plays: bool,
}

/// A game that is read and not played, in the form of a [`Variant`](crate::variants::Variant).
#[derive(Clone, Serialize, Debug)]
pub struct SketchedVariant {
    name: String,
    title: TextMessage,
    summary: TextMessage,
    comes_along: bool,
    family: String,
    files: u8,
    ranks: u8,
    holes: Vec<String>,
    zones: Vec<[String; 2]>,
    draws: bool,
    obstacle: &'static str,
    foreign: bool,
    start: Scene,
    sample: Option<()>,
    starts: usize,
    shuffled: bool,
    pieces: Vec<SketchedKind>,
}

/// A kind of piece with its moves.
#[derive(Clone, Serialize, Debug)]
struct SketchedKind {
    #[serde(flatten)]
    kind: NamedKind,
    /// Its key in the file.
    key: String,
    shown: Option<SketchedShown>,
}

/// The moves of a piece, in the form of a [`ShownPiece`](crate::demonstration::ShownPiece).
#[derive(Clone, Serialize, Debug)]
pub struct SketchedShown {
    variant: String,
    scene: Scene,
    square: String,
    reach: Vec<ShownReach>,
}

impl Checked {
    /// Checks a text. Nothing of it stays.
    #[must_use]
    pub fn of(request: &CheckRequest) -> Checked {
        let CheckRequest { text, line } = request;
        let loaded = load(text);
        let games = games(text, &loaded);
        // The section that the line is in, or the first one above all.
        let worked = games.iter().rev().find(|game| game.line <= *line).or_else(|| games.first());
        let name = worked.map(|game| game.name.clone());
        let read = worked
            .filter(|game| game.plays)
            // The last game of a name counts, as in a file that is loaded.
            .and_then(|worked| loaded.games.iter().rev().find(|game| game.name() == worked.name));
        let sketch = read.and_then(|game| Some(sketched(game.spec(), &Sketch::of(game).ok()?)));
        let (findings, hidden) = marked(text, &loaded.findings);
        Checked { games, findings, hidden, name, sketch }
    }
}

/// The sections of a text, each with whether its game can be played.
fn games(text: &str, loaded: &LoadedFile) -> Vec<CheckedGame> {
    let sections = ini::sections(text, &mut Vec::new());
    let whole = sections.into_iter().filter(|section| !section.is_broken);
    let game = |section: ini::Section| CheckedGame {
        line: section.name.place.line,
        plays: loaded.games.iter().any(|game| game.name() == section.name.text),
        name: section.name.text,
    };
    whole.map(game).collect()
}

fn square_names(outline: &Outline, squares: &[Square]) -> Vec<String> {
    squares.iter().map(|&square| outline.name(square)).collect()
}

fn sketched(spec: &Spec, sketch: &Sketch) -> SketchedVariant {
    let outline = &sketch.outline;
    let name = |(file, rank): (u8, u8)| format!("{}{}", char::from(b'a' + file), rank + 1);
    let places = (0..outline.ranks()).flat_map(|rank| (0..outline.files()).map(move |file| (file, rank)));
    let common = common(&sketch.start);
    let figures = figures(sketch.pieces.iter().map(|piece| FigureKind {
        letter: piece.text.chars().find(char::is_ascii_alphabetic).unwrap_or('?'),
        mark: piece.mark,
        name: &piece.name,
        paths: (&piece.paths).into(),
    }));
    let kinds = sketch.pieces.iter().zip(figures);
    SketchedVariant {
        name: spec.name.clone(),
        title: TextMessage::literal(spec.title.clone()),
        summary: TextMessage::literal(spec.summary()),
        comes_along: false,
        family: spec.name.clone(),
        files: outline.files(),
        ranks: outline.ranks(),
        holes: places.filter(|&(file, rank)| outline.square(file, rank).is_none()).map(name).collect(),
        zones: sketch.zones.iter().map(|corners| corners.map(name)).collect(),
        draws: true,
        obstacle: sketch.obstacle.name(),
        foreign: true,
        start: scene(outline, &sketch.start, sketch.has_hands),
        sample: None,
        starts: 1,
        shuffled: false,
        pieces: kinds.map(|(piece, figure)| kind(spec, outline, piece, figure, &common)).collect(),
    }
}

/// The piece that a position has most of, as Black's: what others hop over in drawings.
fn common(start: &SketchedPosition) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    // Small letters are Black's pieces.
    for (_, text) in start.cells.iter().filter(|(_, text)| text.to_lowercase() == *text) {
        *counts.entry(text).or_default() += 1;
    }
    counts
        .into_iter()
        .max_by_key(|(_, count)| *count)
        .map_or_else(|| "p".to_owned(), |(text, _)| text.to_owned())
}

fn scene(outline: &Outline, position: &SketchedPosition, has_hands: bool) -> Scene {
    let [white, black] = position.hands.clone();
    Scene {
        text: position.text.clone(),
        side: if position.side == Side::White { "white" } else { "black" },
        number: 1,
        phase: None,
        cells: position
            .cells
            .iter()
            .map(|(square, text)| (outline.name(*square), vec![text.clone()]))
            .collect(),
        blocks: square_names(outline, &position.walls),
        reserve: has_hands.then_some(Hands { white, black }),
        checkers: Vec::new(),
        checked: None,
        prey: None,
        frozen: None,
    }
}

fn kind(
    spec: &Spec,
    outline: &Outline,
    piece: &SketchedPiece,
    figure: Option<PieceFigure>,
    common: &str,
) -> SketchedKind {
    SketchedKind {
        kind: NamedKind {
            text: piece.text.clone(),
            name: names::called(&piece.name),
            words: pieces::moves(&piece.paths, piece.imitates),
            figure: figure.map(|figure| figure.to_string()),
        },
        key: piece.key.clone(),
        shown: piece.shown.as_ref().map(|moves| shown(spec, outline, piece, moves, common)),
    }
}

fn shown(
    spec: &Spec,
    outline: &Outline,
    piece: &SketchedPiece,
    moves: &SketchedMoves,
    common: &str,
) -> SketchedShown {
    let from = outline.name(moves.from);
    let other = |square: &Square| (outline.name(*square), vec![common.to_owned()]);
    let mut cells: SquareContents = moves.others.iter().map(other).collect();
    cells.insert(from.clone(), vec![piece.text.clone()]);
    let marks = [
        (MoveMark::Quiet, &moves.quiet),
        (MoveMark::Capture, &moves.captures),
        (MoveMark::Shot, &moves.shots),
    ];
    let reached = |(mark, squares): (MoveMark, &Vec<Square>)| {
        let names = square_names(outline, squares).into_iter();
        names.map(|to| ShownReach { from: from.clone(), to, mark }).collect::<Vec<_>>()
    };
    let reach = marks.into_iter().flat_map(reached).collect();
    // The drawing of one piece needs no position of its own: all but its squares is empty.
    let position = SketchedPosition {
        text: String::new(),
        side: Side::White,
        cells: Vec::new(),
        walls: Vec::new(),
        hands: [Vec::new(), Vec::new()],
    };
    let scene = Scene { cells, ..scene(outline, &position, false) };
    SketchedShown { variant: spec.name.clone(), scene, square: from, reach }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_that_is_worked_at_is_drawn() {
        let text = "[a:chess]\ncastling = false\n\n[b:chess]\nmaxFile = 3\n[c:chess]\nflagPiece = k\n";
        let checked = |line| Checked::of(&CheckRequest { text: text.to_owned(), line });
        let names: Vec<Option<String>> = [0, 2, 5, 9].map(|line| checked(line).name).to_vec();
        let expected = ["a", "a", "b", "c"].map(|name| Some(name.to_owned()));
        assert_eq!(names, expected);
        let plays: Vec<bool> = checked(1).games.iter().map(|game| game.plays).collect();
        assert_eq!(plays, [true, false, true]);
        assert!(checked(5).sketch.is_none() && checked(5).findings.len() == 1);
        let sketch = serde_json::to_value(checked(1).sketch).unwrap();
        assert_eq!(sketch["start"]["cells"]["e1"], serde_json::json!(["K"]));
        let knight = &sketch["pieces"][1];
        assert_eq!((&knight["key"], &knight["figure"]), (&"knight".into(), &"N".into()));
        assert_eq!(knight["shown"]["reach"].as_array().unwrap().len(), 8);
    }

    #[test]
    fn a_text_that_is_checked_makes_no_game_known() {
        let text = "[unheard-of:chess]\ncastling = false\n";
        assert!(Checked::of(&CheckRequest { text: text.to_owned(), line: 1 }).sketch.is_some());
        assert!(helgi_rules::games::GameId::named("unheard-of").is_none());
    }
}
