//! The facts about each game that the page needs before it begins.

use crate::scene::Scene;
use crate::shared::is_foreign;
use crate::showcase::{self, ShownPosition};
use helgi_drawing::figures::{PieceFigure, figures};
use helgi_rules::games::GameId;
use helgi_rules::internals::games::names;
use helgi_rules::{Game, PieceInfo};
use helgi_variants::written::is_written;
use helgi_words::{TextMessage, names, pieces};
use serde::Serialize;

/// One game.
#[derive(Clone, Serialize, Debug)]
pub struct Variant {
    /// Its name on the wire.
    pub name: &'static str,
    /// Its name for people.
    pub title: TextMessage,
    /// One sentence about it.
    pub summary: TextMessage,
    /// True if it is one of the many games that come along and are not listed with the others.
    pub comes_along: bool,
    /// True if it was played while it was [written](crate::workbench): it is not listed with the others.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub written: bool,
    /// True if others need its rules to play it.
    pub foreign: bool,
    /// The name of the game that it is a variant of, or its own.
    pub family: &'static str,
    /// The number of files.
    pub files: u8,
    /// The number of ranks.
    pub ranks: u8,
    /// The squares that the board does not have.
    pub holes: Vec<String>,
    /// The thing that closes squares: `wall`, `duck`, `arrow`, `hole` or `water`.
    pub obstacle: &'static str,
    /// The parts of the board that some pieces never leave: the lower left and the upper right square of each.
    pub zones: Vec<[String; 2]>,
    /// True if it can end in a draw.
    pub draws: bool,
    /// The position at the start.
    pub start: Scene,
    /// A position of it that can occur, for its picture; `None` if none is known.
    pub sample: Option<ShownPosition>,
    /// The number of positions that it can begin with.
    pub starts: usize,
    /// True if one of them is drawn at random, unless somebody chooses.
    pub shuffled: bool,
    /// The pieces.
    pub pieces: Vec<NamedKind>,
}

/// One kind of piece.
#[derive(Clone, Serialize, Debug)]
pub struct NamedKind {
    /// Its letter, in upper case.
    pub text: String,
    /// Its name for people.
    pub name: TextMessage,
    /// Its moves, a line for each kind of move.
    pub words: Vec<TextMessage>,
    /// Its [figure](helgi_drawing::figures::PieceFigure), if it has one and the game has no pictures of its own.
    pub figure: Option<String>,
}

/// The built-in games, and those that the user has brought.
pub fn all() -> Vec<GameId> {
    GameId::all()
}

/// The games that come along.
pub fn more() -> Vec<GameId> {
    let games = names().into_iter().filter_map(GameId::named);
    games.filter(|game| game.comes_along()).collect()
}

/// One game.
pub fn of(game: GameId) -> Variant {
    let (info, outline) = (game.info(), game.outline());
    let name = |(file, rank): (u8, u8)| format!("{}{}", char::from(b'a' + file), rank + 1);
    let places = (0..info.ranks).flat_map(|rank| (0..info.files).map(move |file| (file, rank)));
    let holes = places.filter(|&(file, rank)| outline.square(file, rank).is_none()).map(name).collect();
    // Built-in games have pictures of their own, and finding figures takes a while.
    let figures = match game.source() {
        None => vec![None; info.pieces.len()],
        Some(_) => figures(info.pieces.iter().map(Into::into)),
    };
    let kind = |(piece, figure): (&PieceInfo, Option<PieceFigure>)| NamedKind {
        text: piece.text(),
        name: names::piece(info, piece),
        words: pieces::rules(piece, info),
        figure: figure.map(|figure| figure.to_string()),
    };
    Variant {
        name: info.name,
        title: names::title(game),
        summary: names::summary(game),
        comes_along: game.comes_along(),
        written: is_written(info.name),
        foreign: is_foreign(game),
        family: info.family,
        files: info.files,
        ranks: info.ranks,
        holes,
        obstacle: info.obstacle.name(),
        zones: info.zones.iter().map(|corners| corners.map(name)).collect(),
        draws: info.draws,
        start: Scene::of(&game.start()),
        sample: showcase::picture(game),
        starts: game.starts().len(),
        shuffled: info.chess960.is_some(),
        pieces: info.pieces.iter().zip(figures).map(kind).collect(),
    }
}
