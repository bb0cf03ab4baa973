#![doc = include_str!("../README.md")]
//!
//! # Design
//!
//! | module | contents |
//! |---|---|
//! | this one | a position as SVG |
//! | [`pieces`] | the pieces of each game |
//! | [`figures`] | the figures of pieces of games from files, by their moves |
//! | `composed` | the drawings of these |
//! | `tiles` | the pieces of shogi, xiangqi, janggi and their kin |
//! | `raster` | SVG to pixels and PNG |
//! | `error` | the reasons why there are none |
//! | `bitmap` | pieces as bitmaps |
//! | `animation` | a game as a GIF |
//! | [`plot`], [`chart`] | values as SVG |
//!
//! The feature `raster`, on by default, brings `raster`, `bitmap` and `animation`.
//!
//! The crate knows no rule, searches nothing and touches no file.

#![deny(clippy::print_stdout, clippy::print_stderr)]

#[cfg(feature = "raster")]
mod animation;
#[cfg(feature = "raster")]
mod bitmap;
pub mod chart;
mod composed;
#[cfg(feature = "raster")]
mod error;
pub mod figures;
pub mod pieces;
pub mod plot;
#[cfg(feature = "raster")]
mod raster;
mod tiles;

#[cfg(feature = "raster")]
pub use animation::Animation;
#[cfg(feature = "raster")]
pub use bitmap::{BitmapMaker, PieceBitmaps};
#[cfg(feature = "raster")]
pub use error::{PictureError, TOO_LONG};
#[cfg(feature = "raster")]
pub use raster::png;

use helgi_rules::board::{Piece, Reserve, Side, Square};
use helgi_rules::games::GameId;
use helgi_rules::{AnyPosition, Info, Position, fen};
use pieces::KindFigures;
use std::fmt::Write;
use tiles::TileStyle;

/// The side of a square.
const CELL: u32 = 48;
/// The margin with the coordinates.
const MARGIN: u32 = 24;
/// The height of a row of reserve pieces.
const RESERVE: u32 = 40;

const LIGHT: &str = "#f0dcb8";
const DARK: &str = "#c69c6d";
const MARKED_LIGHT: &str = "#e9d866";
const MARKED_DARK: &str = "#c8ad3c";
const FRAME: &str = "#4a3a2a";
const GROUND: &str = "#fffaf0";

/// The look of the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pieces {
    /// Discs with their letters.
    Letters,
    /// The pictures of the board in the browser.
    Pictures,
    /// The same, and characters on the pieces of shogi, xiangqi, janggi and their kin.
    Characters,
}

impl Pieces {
    /// The authors of what is drawn.
    fn credits(self) -> String {
        match self {
            Pieces::Letters => "Drawn by helgi.".to_owned(),
            Pieces::Pictures => pieces::credits(),
            Pieces::Characters => pieces::credits() + pieces::CHARACTER_CREDITS,
        }
    }
}

/// Draws a position of a game, with letters; as [`svg_with`].
pub fn svg(position: &AnyPosition, marked: &[Square]) -> String {
    svg_with(position, marked, Pieces::Letters)
}

/// Draws a position of a game: a covered piece small next to the top of its stack, obstacles as dark blocks,
/// reserves above and below the board. The `marked` squares, such as those of the last move, are of another
/// colour.
pub fn svg_with(position: &AnyPosition, marked: &[Square], pieces: Pieces) -> String {
    svg_styled(position, marked, SvgStyle { pieces, flipped: false, width: None })
}

/// The look of a drawn position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SvgStyle {
    /// The look of the pieces.
    pub pieces: Pieces,
    /// True if Black sits below.
    pub flipped: bool,
    /// The width of the picture in pixels; `None` for 48 a square with a margin.
    pub width: Option<u32>,
}

/// Draws a position of a game as [`svg_with`], in a style.
pub fn svg_styled(position: &AnyPosition, marked: &[Square], style: SvgStyle) -> String {
    let SvgStyle { pieces, flipped, width: wanted } = style;
    let pen = Pen::new(position.game(), pieces, flipped);
    let (info, outline) = (position.info(), position.outline());
    let reserves = position.reserve();
    let strip = if reserves.is_some() { RESERVE } else { 0 };
    let width = info.files as u32 * CELL + 2 * MARGIN;
    let height = info.ranks as u32 * CELL + 2 * (MARGIN + strip);
    let shown = wanted.unwrap_or(width);
    // Widths are those of screens: the product fits into 64 bits.
    let shown_height = u64::from(shown) * u64::from(height) / u64::from(width);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{shown}\" height=\"{shown_height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"DejaVu Sans, Verdana, sans-serif\" text-anchor=\"middle\">\n\
         <title>{}</title>\n{}<rect width=\"{width}\" height=\"{height}\" fill=\"{GROUND}\"/>\n",
        plot::escaped(info.title),
        pen.metadata()
    );
    let top = MARGIN + strip;
    // The left edge of a file and the upper edge of a rank.
    let left_of = |file: u8| MARGIN + u32::from(if flipped { info.files - 1 - file } else { file }) * CELL;
    let top_of = |rank: u8| top + u32::from(if flipped { rank } else { info.ranks - 1 - rank }) * CELL;
    for rank in (0..info.ranks).rev() {
        for file in 0..info.files {
            let Some(on) = outline.square(file, rank) else { continue };
            let (x, y) = (left_of(file), top_of(rank));
            pen.cell(&mut out, position, on, (x, y), marked.contains(&on));
        }
    }
    for &[(left, low), (right, high)] in info.zones {
        let (x, y) = (left_of(left).min(left_of(right)), top_of(low).min(top_of(high)));
        let (width, height) = ((right - left + 1) as u32 * CELL, (high - low + 1) as u32 * CELL);
        line(
            &mut out,
            format_args!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"{FRAME}\" \
                 stroke-width=\"3\"/>"
            ),
        );
    }
    coordinates(&mut out, info, top, flipped);
    if let Some(reserves) = reserves {
        let (above, below) = if flipped { (Side::White, Side::Black) } else { (Side::Black, Side::White) };
        pen.reserve(&mut out, reserves, above, info, 4);
        pen.reserve(&mut out, reserves, below, info, height - RESERVE);
    }
    out.push_str("</svg>\n");
    out
}

/// The pen that draws pieces.
struct Pen {
    game: GameId,
    pieces: Pieces,
    /// True if Black sits below.
    flipped: bool,
    figures: KindFigures,
}

impl Pen {
    fn new(game: GameId, pieces: Pieces, flipped: bool) -> Pen {
        Pen { game, pieces, flipped, figures: KindFigures::default() }
    }

    /// Returns the authors of the pictures, if there are any.
    fn metadata(&self) -> String {
        match self.pieces {
            Pieces::Letters => String::new(),
            Pieces::Pictures | Pieces::Characters => {
                format!("<metadata>{}</metadata>\n", self.pieces.credits())
            }
        }
    }

    /// The picture of a piece; `None` if it is drawn as a letter.
    fn picture(&self, text: &str) -> Option<String> {
        if self.pieces == Pieces::Letters {
            return None;
        }
        let style = TileStyle { is_written: self.pieces == Pieces::Characters, is_flipped: self.flipped };
        pieces::tile(self.game, text, style)
            .or_else(|| pieces::picture_with(&self.figures, self.game, text, self.flipped))
    }

    /// A square with its content.
    fn cell(
        &self,
        out: &mut String,
        position: &AnyPosition,
        on: Square,
        (x, y): (u32, u32),
        is_marked: bool,
    ) {
        let outline = position.outline();
        square(out, x, y, (outline.file(on) + outline.rank(on)) % 2 == 1, is_marked);
        if position.is_obstacle(on) {
            self.obstacle(out, x, y);
        }
        let pieces = position.info().pieces;
        let texts: Vec<String> = position.pieces_on(on).map(|piece| fen::piece_text(piece, pieces)).collect();
        match &texts[..] {
            [] => {}
            [text] => self.piece(out, x + CELL / 2, y + CELL / 2, 19, text),
            [above, covered @ ..] => self.stack(out, x, y, above, covered),
        }
    }

    /// The thing that closes a square.
    fn obstacle(&self, out: &mut String, x: u32, y: u32) {
        let drawn = pieces::obstacle(self.game).filter(|_| self.pieces != Pieces::Letters);
        let Some(drawn) = drawn else { return block(out, x, y) };
        let scale = f64::from(CELL) / 100.0;
        line(out, format_args!("<g transform=\"translate({x} {y}) scale({scale})\">{drawn}</g>"));
    }

    /// A piece in a circle.
    fn piece(&self, out: &mut String, x: u32, y: u32, radius: u32, text: &str) {
        let Some(drawn) = self.picture(text) else { return disc(out, x, y, radius, text) };
        let scale = f64::from(radius) / 41.0;
        let (left, top) = (f64::from(x) - 50.0 * scale, f64::from(y) - 50.0 * scale);
        line(
            out,
            format_args!("<g transform=\"translate({left:.2} {top:.2}) scale({scale:.4})\">{drawn}</g>"),
        );
    }

    /// Draws the top piece large, those below it small next to it, from the top down.
    fn stack(&self, out: &mut String, x: u32, y: u32, top: &str, covered: &[String]) {
        // Low stacks look alike; higher ones are pressed together until they fit into the square.
        let step = (CELL - 4) / (covered.len().max(3) as u32);
        for (index, text) in (0..).zip(covered) {
            self.piece(out, x + CELL - 8, y + 2 + step / 2 + index * step, (step / 2).clamp(2, 7), text);
        }
        self.piece(out, x + 17, y + CELL / 2, 15, top);
    }

    /// Draws one side's pieces in hand, equal ones once with their number.
    fn reserve(&self, out: &mut String, reserve: &Reserve, side: Side, info: &Info, y: u32) {
        for (index, kind) in (0..).zip(reserve.kinds(side)) {
            let piece = Piece { kind, side };
            let count = reserve.count(piece);
            let x = MARGIN + 14 + index * 25;
            self.piece(out, x, y + 14, 10, &fen::piece_text(piece, info.pieces));
            if count > 1 {
                line(
                    out,
                    format_args!(
                        "<text x=\"{x}\" y=\"{}\" font-size=\"10\" fill=\"{FRAME}\">×{count}</text>",
                        y + 36
                    ),
                );
            }
        }
    }
}

fn square(out: &mut String, x: u32, y: u32, light: bool, marked: bool) {
    let colour = match (light, marked) {
        (true, false) => LIGHT,
        (false, false) => DARK,
        (true, true) => MARKED_LIGHT,
        (false, true) => MARKED_DARK,
    };
    line(
        out,
        format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{colour}\" stroke=\"{FRAME}\" stroke-width=\"0.5\"/>"
        ),
    );
}

fn block(out: &mut String, x: u32, y: u32) {
    let inner = CELL - 12;
    line(
        out,
        format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{inner}\" height=\"{inner}\" rx=\"6\" fill=\"#5b5148\" stroke=\"#2c2620\"/>",
            x + 6,
            y + 6
        ),
    );
}

/// A piece as a disc with its letter: light for White, dark for Black.
fn disc(out: &mut String, x: u32, y: u32, radius: u32, text: &str) {
    let white = text.chars().any(|letter| letter.is_ascii_uppercase());
    let (fill, ink) = if white { ("#ffffff", "#1b1b1b") } else { ("#2b2b2b", "#ffffff") };
    let size = radius * 22 / if text.len() > 1 { 22 } else { 18 };
    line(
        out,
        format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#1b1b1b\"/>\
             <text x=\"{x}\" y=\"{}\" font-size=\"{size}\" fill=\"{ink}\">{}</text>",
            // Half the height of a capital below the middle: capitals of the font are 0.73 of its size.
            y + size * 36 / 100,
            text.to_ascii_uppercase()
        ),
    );
}

fn coordinates(out: &mut String, info: &Info, top: u32, flipped: bool) {
    let bottom = top + info.ranks as u32 * CELL;
    let mut label = |x: u32, y: u32, text: &str| {
        line(out, format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"12\" fill=\"{FRAME}\">{text}</text>"));
    };
    for file in 0..info.files {
        let letter = ((b'a' + file) as char).to_string();
        let column = if flipped { info.files - 1 - file } else { file };
        label(MARGIN + column as u32 * CELL + CELL / 2, bottom + 16, &letter);
    }
    for rank in (0..info.ranks).rev() {
        let row = if flipped { rank } else { info.ranks - 1 - rank };
        label(MARGIN / 2, top + row as u32 * CELL + CELL / 2 + 4, &(rank + 1).to_string());
    }
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::Game;
    use helgi_rules::games::GameId;

    #[test]
    fn every_piece_is_drawn() {
        let position = GameId::TAVRELI.parse("4k3/8/(nQ)7/8/3(dR)4/8/4E3/4K3 w - - 0 1").unwrap();
        let d4 = position.outline().named("d4").unwrap();
        let picture = svg(&position, &[d4]);
        assert_eq!(picture.matches(MARKED_DARK).count(), 1);
        assert_eq!(picture.matches("<circle").count(), 7);
        assert_eq!(picture.matches("<rect").count(), 65);
        let picture = svg_with(&position, &[d4], Pieces::Pictures);
        assert!(picture.contains("<metadata>Icons made by") && !picture.contains("<text x=\"60\""));
        #[cfg(feature = "raster")]
        assert!(png(&picture).is_ok_and(|bytes| bytes.starts_with(b"\x89PNG")));
    }

    #[test]
    fn a_board_is_turned_and_has_the_width_that_is_asked_for() {
        let start = GameId::CHESS.start();
        let style = SvgStyle { pieces: Pieces::Letters, flipped: false, width: None };
        let plain = svg_styled(&start, &[], style);
        assert_eq!(plain, svg(&start, &[]));
        assert!(plain.contains("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"432\" height=\"432\""));
        let small = svg_styled(&start, &[], SvgStyle { width: Some(216), ..style });
        assert!(small.contains("width=\"216\" height=\"216\" viewBox=\"0 0 432 432\""));
        // White's king stands on the fifth file from the left, and then on the fourth from the right, above.
        let king_at = |text: &str| {
            let discs = text.lines().filter(|line| line.contains("fill=\"#ffffff\" stroke"));
            let king = discs.into_iter().find(|line| line.ends_with(">K</text>")).unwrap();
            king.split_once(" r=").unwrap().0.to_owned()
        };
        assert_eq!(king_at(&plain), "<circle cx=\"240\" cy=\"384\"");
        let turned = svg_styled(&start, &[], SvgStyle { flipped: true, ..style });
        assert_eq!(king_at(&turned), "<circle cx=\"192\" cy=\"48\"");
    }
}
