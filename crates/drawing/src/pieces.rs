//! Pieces as the board in the browser shows them: icons as silhouettes or on discs, and a chess set.
//!
//! The pictures are those of `assets/pieces.json`, in fields of 100 x 100.

use crate::composed::Composed;
use crate::figures::{PieceFigure, figures};
use crate::tiles::{TileStyle, Tiles};
use helgi_rules::board::Side;
use helgi_rules::games::GameId;
use serde::Deserialize;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::LazyLock;

static PICTURES: LazyLock<Option<Pictures>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../assets/pieces.json")).ok());

/// The icons by their authors, the chess set, and which of them a game has.
#[derive(Deserialize)]
struct Pictures {
    icons: BTreeMap<String, BTreeMap<String, String>>,
    chess: BTreeMap<String, Vec<Stroke>>,
    sets: Vec<Set>,
    obstacles: BTreeMap<String, Vec<Path>>,
    /// The pieces of games with one kind, by its name: White's and Black's.
    stones: BTreeMap<String, [Vec<Path>; 2]>,
    composed: Composed,
    tiles: Tiles,
}

/// A path in a field of 100 x 100 with the colours of the inside and of the line, and its width.
type Path = (String, String, String, f64);

/// Draws paths.
fn drawn(paths: &[Path]) -> String {
    let path = |(path, fill, line, width): &Path| {
        format!(
            "<path d=\"{path}\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"{width}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
        )
    };
    paths.iter().map(path).collect()
}

/// A path of the chess set, in a field of 45 x 45.
#[derive(Clone, Deserialize)]
struct Stroke {
    d: String,
    fill: String,
    stroke: String,
    width: String,
    cap: String,
    join: String,
    transform: Option<String>,
}

impl Stroke {
    /// The same line in one colour and wider.
    fn wider(&self, colour: &str) -> Stroke {
        let (round, width) = ("round".to_owned(), self.width.parse().unwrap_or(1.5) + 4.0);
        let fill = if self.fill == "none" { "none" } else { colour }.to_owned();
        Stroke {
            fill,
            stroke: colour.to_owned(),
            width: width.to_string(),
            cap: round.clone(),
            join: round,
            ..self.clone()
        }
    }
}

/// The pictures of a game.
#[derive(Deserialize)]
struct Set {
    /// The beginning of the game's name.
    game: String,
    /// True if pieces are discs.
    discs: bool,
    /// True if the six pieces of chess are those of the chess set.
    chess: bool,
    /// By the pieces' letters, upper case.
    looks: BTreeMap<String, Look>,
}

/// The look of a piece.
#[derive(Deserialize)]
struct Look {
    icons: Vec<String>,
    badge: Option<String>,
    /// True for a pawn that moves diagonally, of which a game has another.
    #[serde(default)]
    diagonal: bool,
}

/// The top of a stack, on a board that shows nothing else of it.
#[derive(Clone, Copy, Debug)]
pub struct TopPiece<'a> {
    /// The pieces that share the picture, as positions write them in upper case.
    pub pieces: &'a [String],
    /// The number of pieces below it, each drawn as a rim.
    pub covered: usize,
    /// True if it belongs to neither side, as an obstacle.
    pub is_neutral: bool,
}

/// Returns the authors of the pictures.
pub fn credits() -> String {
    let authors = PICTURES.iter().flat_map(|pictures| pictures.icons.keys());
    format!(
        "Icons made by {} of game-icons.net, licence CC BY 3.0 (https://creativecommons.org/licenses/by/3.0/). Chess \
         pieces by Colin M.L. Burnett, BSD licence. Drawn by helgi.",
        authors.map(String::as_str).collect::<Vec<_>>().join(", ")
    )
}

/// The sign of a promoted piece, on the right or, where that has another sign, on the left.
fn star(is_left: bool) -> String {
    let x = if is_left { 14 } else { 84 };
    format!("<circle cx=\"{x}\" cy=\"16\" r=\"10\" fill=\"#d4a017\" stroke=\"#2b2620\" stroke-width=\"3\"/>")
}

/// The source of the characters on pieces, for pictures that have them.
pub(crate) const CHARACTER_CREDITS: &str = " Characters of LXGW WenKai TC, licence SIL OFL 1.1.";

/// The figures of the kinds of a game, found when the first of them is needed: that takes a while.
#[derive(Debug, Default)]
pub(crate) struct KindFigures(OnceCell<Vec<Option<PieceFigure>>>);

impl KindFigures {
    fn of(&self, game: GameId) -> &[Option<PieceFigure>] {
        self.0.get_or_init(|| figures(game.info().pieces.iter().map(Into::into)))
    }
}

/// The picture of a piece as positions write it, in a field of 100 x 100; `None` if there is none. In a game that has no
/// pictures of its own a piece has that of its [figure](crate::figures).
pub fn picture(game: GameId, text: &str) -> Option<String> {
    picture_with(&KindFigures::default(), game, text, false)
}

/// The [`picture`] of a piece, with the figures of the kinds of that game alone; Black sits below if it is flipped.
pub(crate) fn picture_with(
    figures: &KindFigures,
    game: GameId,
    text: &str,
    is_flipped: bool,
) -> Option<String> {
    let pictures = PICTURES.as_ref()?;
    let Some(set) = set_of(game) else { return composed(figures, game, text, is_flipped) };
    // `+` before and `~` behind a letter mark promoted pieces.
    let (bare, look) = (text.trim_matches(['+', '~']), look_of(set, text)?);
    let is_white = bare.starts_with(|letter: char| letter.is_ascii_uppercase());
    if set.discs {
        return pictures.disc(look, is_white, text != bare);
    }
    let cross = if look.diagonal { diagonal(is_white) } else { String::new() };
    let star = if text == bare { String::new() } else { star(false) };
    let drawn = match pictures.chess.get(bare).filter(|_| set.chess) {
        Some(strokes) => chess(strokes),
        None => pictures.figure(look, silhouette(is_white))?,
    };
    Some(drawn + &cross + &star)
}

/// The piece of a game of shogi's, xiangqi's or janggi's kin, in a field of 100 x 100; `None` for all others.
pub(crate) fn tile(game: GameId, text: &str, style: TileStyle) -> Option<String> {
    let pictures = PICTURES.as_ref()?;
    pictures.tiles.piece(|name| pictures.icon_path(name), game, text, style)
}

/// The figure of a piece, with the star of a promoted one if it is one; or a stone.
fn composed(figures: &KindFigures, game: GameId, text: &str, is_flipped: bool) -> Option<String> {
    let pictures = PICTURES.as_ref()?;
    let bare = text.trim_matches(['+', '~']);
    let side = Side::of_letter(bare.chars().next()?);
    let kinds = game.info().pieces;
    let number = |text: &str| kinds.iter().position(|piece| piece.text().eq_ignore_ascii_case(text));
    if let (Some(stones), [piece]) = (pictures.stones.get(kinds.first()?.name), kinds) {
        return piece.text().eq_ignore_ascii_case(bare).then(|| drawn(&stones[side.index()]));
    }
    let figures = figures.of(game);
    // A promoted piece that has none looks like the plain one.
    let figure_of = |text: &str| *figures.get(number(text)?)?;
    let figure = figure_of(text).or_else(|| figure_of(bare))?;
    let drawn = pictures
        .composed
        .draw(&figure, side, is_flipped, |letter, gap| pictures.chessman(letter, side, gap))?;
    let is_left = figure.second.is_some() && figure.sign.is_some();
    Some(if text == bare { drawn } else { drawn + &star(is_left) })
}

/// The picture of a piece on a board that shows only the tops of stacks, in a field of 100 x 100; `None` if there is
/// none. Pieces that share a picture have no badge, and those below the top, whose owners are not known there, are
/// rims of one colour.
pub fn top_picture(game: GameId, top: &TopPiece, side: Side) -> Option<String> {
    let (pictures, set) = (PICTURES.as_ref()?, set_of(game)?);
    let text = top.pieces.first()?;
    let look = look_of(set, text)?;
    if top.is_neutral {
        return pictures.figure(look, ("#8d867b", "#2b2620"));
    }
    if !set.discs {
        let cased = if side == Side::White { text.clone() } else { text.to_lowercase() };
        return picture(game, &cased);
    }
    let shared = Look { icons: look.icons.clone(), badge: None, diagonal: false };
    let is_shared =
        top.pieces.iter().any(|other| look_of(set, other).is_none_or(|it| it.badge != look.badge));
    let disc = pictures.disc(if is_shared { &shared } else { look }, side == Side::White, false)?;
    Some(on_rims(&disc, top.covered))
}

/// The thing that closes squares in a game where it is no wall, such as the duck, in a field of 100 x 100.
pub(crate) fn obstacle(game: GameId) -> Option<String> {
    let drawings = &PICTURES.as_ref()?.obstacles;
    Some(drawn(drawings.get(game.info().obstacle.name())?))
}

/// A wall, in a field of 100 x 100.
pub fn wall() -> String {
    "<rect x=\"9\" y=\"9\" width=\"82\" height=\"82\" rx=\"9\" fill=\"#8d867b\" stroke=\"#2b2620\" stroke-width=\"4\"/>\
     <path d=\"M11 37H89M11 63H89M50 11V37M30 37V63M70 37V63M50 63V89\" fill=\"none\" stroke=\"#2b2620\" stroke-width=\"3\"/>"
        .to_owned()
}

/// A disc with a letter, or two, for pieces without a picture, in a field of 100 x 100.
pub fn lettered(text: &str, side: Side) -> String {
    let (fill, ink) = if side == Side::White { ("#fffefa", "#231f1b") } else { ("#2b2927", "#fffaf0") };
    // The baseline of the letters, which puts capitals into the middle of the disc.
    let (y, size) = if text.chars().nth(1).is_none() { (69, 54) } else { (65, 42) };
    format!(
        "<circle cx=\"50\" cy=\"50\" r=\"43\" fill=\"{fill}\" stroke=\"#2b2620\" stroke-width=\"3.5\"/>\
         <text x=\"50\" y=\"{y}\" font-size=\"{size}\" font-family=\"DejaVu Sans\" text-anchor=\"middle\" fill=\"{ink}\">\
         {text}</text>"
    )
}

/// A picture in a field of 100 x 100 as an SVG file of a width, with the authors of the pictures.
pub fn document(drawn: &str, width: u32) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{width}\" viewBox=\"0 0 100 100\">\
         <metadata>{}</metadata>{drawn}</svg>\n",
        credits()
    )
}

/// The set of a game. Those from files have none, whatever they are called.
fn set_of(game: GameId) -> Option<&'static Set> {
    let is_called = |set: &&Set| game.source().is_none() && game.name().starts_with(&set.game);
    PICTURES.as_ref()?.sets.iter().find(is_called)
}

/// The look of a piece as positions write it.
fn look_of<'a>(set: &'a Set, text: &str) -> Option<&'a Look> {
    let upper = text.to_ascii_uppercase();
    set.looks.get(&upper).or_else(|| set.looks.get(upper.trim_matches(['+', '~'])))
}

/// A disc that lies on others, of which the rims are seen.
fn on_rims(disc: &str, covered: usize) -> String {
    // The more rims, the smaller is all, so that it stays in its field.
    let (count, scale, step) = match covered {
        0 => return disc.to_owned(),
        1 | 2 => (1, 0.92, 9.0),
        _ => (3, 0.84, 7.5),
    };
    let radius = 43.0 * scale;
    let highest = 50.0 - step * f64::from(count) / 2.0;
    let rim = |below: i32| {
        let y = highest + step * f64::from(below);
        format!(
            "<circle cx=\"50\" cy=\"{y:.2}\" r=\"{radius:.2}\" fill=\"#c9b084\" stroke=\"#2b2620\" stroke-width=\"3\"/>"
        )
    };
    let rims: String = (1..=count).rev().map(rim).collect();
    let (left, top) = (50.0 - 50.0 * scale, highest - 50.0 * scale);
    format!("{rims}<g transform=\"translate({left:.2} {top:.2}) scale({scale})\">{disc}</g>")
}

/// The colours of a silhouette: its inside and its edge.
fn silhouette(is_white: bool) -> (&'static str, &'static str) {
    if is_white { ("#fffefa", "#2b2620") } else { ("#2b2927", "#f4ecdf") }
}

/// The sign of a pawn that moves diagonally.
fn diagonal(is_white: bool) -> String {
    let (fill, ink) = silhouette(is_white);
    format!(
        "<circle cx=\"78\" cy=\"24\" r=\"16\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"3\"/>\
         <path d=\"M70.5 16.5 85.5 31.5M85.5 16.5 70.5 31.5\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"4\"/>"
    )
}

impl Pictures {
    /// The path of an icon, in a field of 512 x 512.
    fn icon_path(&self, name: &str) -> Option<&str> {
        self.icons.values().find_map(|icons| icons.get(name)).map(String::as_str)
    }

    /// The figure of a letter, of chess or not, and the gap around it in a colour.
    fn chessman(&self, letter: char, side: Side, gap: &str) -> Option<(String, String)> {
        if let Some(strokes) = self.chess.get(side.cased(letter).encode_utf8(&mut [0; 4]) as &str) {
            // White's strokes have no light lines inside.
            let outline = self.chess.get(letter.encode_utf8(&mut [0; 4]) as &str)?;
            let wide: Vec<Stroke> = outline.iter().map(|stroke| stroke.wider(gap)).collect();
            return Some((chess(strokes), chess(&wide)));
        }
        let icon = self.composed.icon(letter)?;
        let look = Look { icons: vec![icon.to_owned()], badge: None, diagonal: false };
        let drawn = self.figure(&look, silhouette(side == Side::White))?;
        let wide = format!("fill=\"{gap}\" stroke=\"{gap}\" stroke-width=\"84\" stroke-linejoin=\"round\"");
        Some((drawn, self.icon(icon, (8.0, 8.0, 84.0), &wide)?))
    }

    /// An icon at a place of the field.
    fn icon(&self, name: &str, (x, y, size): (f32, f32, f32), look: &str) -> Option<String> {
        let path = self.icon_path(name)?;
        // The icon's field of 512 and a margin of 16 on each side, since its outline is drawn 30 wide.
        let scale = size / 544.0;
        let (x, y) = (x + 16.0 * scale, y + 16.0 * scale);
        Some(format!("<path d=\"{path}\" transform=\"translate({x:.2} {y:.2}) scale({scale:.4})\" {look}/>"))
    }

    /// Icons as silhouettes, one or several.
    fn figure(&self, look: &Look, (fill, edge): (&str, &str)) -> Option<String> {
        let places: &[(f32, f32, f32)] = match look.icons.len() {
            1 => &[(8.0, 8.0, 84.0)],
            2 => &[(5.0, 28.0, 46.0), (49.0, 28.0, 46.0)],
            3 => &[(28.0, 8.0, 44.0), (6.0, 48.0, 44.0), (50.0, 48.0, 44.0)],
            _ => &[(7.0, 7.0, 43.0), (50.0, 7.0, 43.0), (7.0, 50.0, 43.0), (50.0, 50.0, 43.0)],
        };
        let look_of = format!(
            "fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"30\" stroke-linejoin=\"round\" paint-order=\"stroke\""
        );
        // An icon that is missing leaves the whole piece without a picture.
        look.icons.iter().zip(places).map(|(name, &place)| self.icon(name, place, &look_of)).collect()
    }

    /// An icon on a disc, with a badge for soldiers, and a ring if it is promoted.
    fn disc(&self, look: &Look, is_white: bool, is_promoted: bool) -> Option<String> {
        let (fill, edge, ink, faint) = if is_white {
            ("#fffefa", "#2b2620", "#231f1b", "#000000")
        } else {
            ("#2b2927", "#0f0e0d", "#fffaf0", "#ffffff")
        };
        let ring = if is_promoted {
            "stroke=\"#d4a017\" stroke-width=\"8\"".to_owned()
        } else {
            format!("stroke=\"{faint}\" stroke-opacity=\"0.15\" stroke-width=\"1.5\"")
        };
        let ink = format!("fill=\"{ink}\"");
        let (name, badge) = (look.icons.first()?, look.badge.as_deref());
        let place = if badge.is_some() { (16.0, 14.0, 58.0) } else { (18.0, 18.0, 64.0) };
        let main = self.icon(name, place, &ink)?;
        let (under, over) = if is_white { ("#cfe3f7", "#2b2620") } else { ("#35506e", "#f4ecdf") };
        let badge = match badge {
            Some(name) => {
                let icon = self.icon(name, (59.0, 59.0, 28.0), &ink)?;
                format!(
                    "<circle cx=\"73\" cy=\"73\" r=\"20\" fill=\"{under}\" stroke=\"{over}\" stroke-width=\"2.5\"/>{icon}"
                )
            }
            None => String::new(),
        };
        Some(format!(
            "<circle cx=\"50\" cy=\"50\" r=\"43\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"3.5\"/>\
             <circle cx=\"50\" cy=\"50\" r=\"37\" fill=\"none\" {ring}/>{main}{badge}"
        ))
    }
}

fn chess(strokes: &[Stroke]) -> String {
    let parts = strokes.iter().map(|stroke| {
        let Stroke { d, fill, stroke, width, cap, join, transform } = stroke;
        let transform = transform.as_ref().map(|it| format!(" transform=\"{it}\"")).unwrap_or_default();
        format!(
            "<path d=\"{d}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{width}\" stroke-linecap=\"{cap}\" \
             stroke-linejoin=\"{join}\" fill-rule=\"evenodd\"{transform}/>"
        )
    });
    // The field of 45 becomes 96 of 100: a margin of 2 on each side.
    format!("<g transform=\"translate(2 2) scale(2.133)\">{}</g>", parts.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::{FigureSign, Second};
    use helgi_rules::Game;

    #[test]
    fn tiles_have_two_forms_and_wedges_point_away_from_their_owners() {
        let pictures = PICTURES.as_ref().unwrap();
        for is_flipped in [false, true] {
            for (name, is_wedge, is_black, drawn) in
                pictures.tiles.all(|icon| pictures.icon_path(icon), is_flipped)
            {
                let drawn = drawn.unwrap_or_else(|| panic!("{name}"));
                assert!(drawn.matches("<path").count() >= 3, "{name}");
                assert_eq!(drawn.contains("rotate(180"), is_wedge && is_black != is_flipped, "{name}");
            }
        }
        let style = TileStyle { is_written: true, is_flipped: false };
        assert_eq!(tile(GameId::CHESS, "K", style), None);
    }

    #[test]
    fn figures_of_two_pieces_and_of_signs_are_drawn_for_both_sides() {
        let pictures = PICTURES.as_ref().unwrap();
        let figure = |main, second, sign| PieceFigure { main, second, sign };
        let steps = FigureSign::Steps(0b1000_0011);
        for (figure, turns) in [
            (figure(Some('R'), Some((Second::Both, 'N')), None), false),
            (figure(Some('Q'), Some((Second::Captures, 'K')), None), false),
            (figure(Some('C'), Some((Second::Both, 'B')), Some(FigureSign::Hop)), false),
            (figure(Some('N'), None, Some(FigureSign::Ride)), false),
            (figure(Some('E'), None, Some(FigureSign::Lame)), false),
            (figure(Some('J'), None, None), false),
            (figure(Some('R'), None, Some(FigureSign::Ahead)), true),
            (figure(None, None, Some(steps)), true),
        ] {
            let drawn = |side, is_flipped| {
                let piece = |letter, gap: &str| pictures.chessman(letter, side, gap);
                pictures.composed.draw(&figure, side, is_flipped, piece).unwrap_or_else(|| panic!("{figure}"))
            };
            let (white, black) = (drawn(Side::White, false), drawn(Side::Black, false));
            assert_ne!(white, black, "{figure}");
            // What shows directions points away from its owner.
            assert_eq!((white.contains("rotate"), black.contains("rotate")), (false, turns), "{figure}");
            assert_eq!(drawn(Side::White, true).contains("rotate"), turns, "{figure}");
        }
    }

    #[test]
    fn every_piece_has_a_picture() {
        for &game in GameId::BUILT_IN {
            for piece in game.info().pieces {
                for text in [piece.text(), piece.text().to_lowercase()] {
                    let drawn = picture(game, &text).unwrap_or_else(|| panic!("{}: {text}", game.name()));
                    assert!(drawn.contains("<path"), "{}: {text}", game.name());
                }
            }
        }
        assert!(credits().starts_with("Icons made by Cathelineau, Delapouite"), "{}", credits());
        assert!(GameId::TAVRELI.start().game() == GameId::TAVRELI && picture(GameId::CHESS, "X").is_none());
    }
}
