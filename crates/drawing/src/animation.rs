//! A game as an animated GIF.
//!
//! Every content of a square is drawn once, however often it is seen, and all of them share one
//! palette; a frame holds the changes since the one before.

use super::error::PictureError;
use super::plot::escaped;
use super::raster::Raster;
use super::{CELL, FRAME, GROUND, MARGIN, Pen, Pieces, RESERVE, coordinates, line};
use color_quant::NeuQuant;
use gif::{AnyExtension, DisposalMethod, Encoder, Extension, Frame, Repeat};
use helgi_rules::board::{Move, Side, Square};
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Line, Position};
use std::collections::HashMap;
use std::time::Duration;

/// The longest game that becomes a GIF. Unit: half-moves.
const LONGEST: usize = 1000;

/// The height of the line with the move.
const CAPTION: u32 = 26;
/// One in this many pixels of a palette is looked at.
const SAMPLES: i32 = 7;
/// The colour that leaves a pixel as it is; those before it are colours.
const CLEAR: u8 = 255;
/// The longest part of a comment.
const PART: usize = 255;

/// The settings of an animation.
#[derive(Clone, Debug)]
pub struct Animation {
    /// The look of the pieces.
    pub pieces: Pieces,
    /// True if Black is at the bottom.
    pub flipped: bool,
    /// The time for which a position is seen; at most 655 s.
    pub delay: Duration,
    /// The time for the last one.
    pub last: Duration,
    /// The text below the last position, such as the result.
    pub ending: String,
}

impl Default for Animation {
    /// 700 ms for a position, 3 s for the last one, White at the bottom.
    fn default() -> Self {
        Animation {
            pieces: Pieces::Pictures,
            flipped: false,
            delay: Duration::from_millis(700),
            last: Duration::from_secs(3),
            ending: String::new(),
        }
    }
}

impl Animation {
    /// Returns the file. `progress` gets the number of parts done, and of all.
    ///
    /// # Errors
    ///
    /// If the game is [too long](crate::TOO_LONG), and errors of the libraries.
    pub fn gif(&self, game: &Line, mut progress: impl FnMut(usize, usize)) -> Result<Vec<u8>, PictureError> {
        if game.len() > LONGEST {
            return Err(PictureError::TooLong(game.len()));
        }
        let film = Film::new(self, game);
        let all = film.tiles.len() + film.frames.len();
        let raster = Raster::new();
        let mut drawn = Vec::new();
        for tile in &film.tiles {
            drawn.push(raster.draw(tile, 1.0)?);
            progress(drawn.len(), all);
        }
        // The ground and the pieces on it are opaque.
        let mut pixels: Vec<u8> = Vec::new();
        drawn.iter().for_each(|tile| pixels.extend(tile.data()));
        let palette = Palette::new(&pixels);
        let tiles: Vec<Vec<u8>> = drawn.iter().map(|tile| palette.indexes(tile.data())).collect();
        film.encode(self, &tiles, &palette.colours, |done| progress(film.tiles.len() + done, all))
            .map_err(|error| PictureError::Encoding(error.to_string()))
    }
}

/// The colours of a file.
struct Palette {
    colours: Vec<u8>,
    /// The number of every colour that occurs.
    numbers: HashMap<[u8; 4], u8>,
}

impl Palette {
    /// Finds the colours that all pixels are shown best by.
    fn new(pixels: &[u8]) -> Self {
        let quant = NeuQuant::new(SAMPLES, CLEAR.into(), pixels);
        let mut numbers = HashMap::new();
        for pixel in pixels.as_chunks::<4>().0 {
            numbers.entry(*pixel).or_insert_with(|| quant.index_of(pixel) as u8);
        }
        let mut colours = quant.color_map_rgb();
        // The colour of the number `CLEAR`: never shown, it fills the table.
        colours.extend([0; 3]);
        Palette { colours, numbers }
    }

    fn indexes(&self, pixels: &[u8]) -> Vec<u8> {
        let number = |pixel| self.numbers.get(pixel).copied().unwrap_or_default();
        pixels.as_chunks::<4>().0.iter().map(number).collect()
    }
}

/// A place that is redrawn when it changes. Unit: pixels.
#[derive(Clone, Copy)]
struct Slot {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

/// The pictures, frame by frame.
struct Film {
    width: usize,
    height: usize,
    slots: Vec<Slot>,
    /// The contents of slots, as SVG; the first is the whole ground.
    tiles: Vec<String>,
    /// The tile of each slot.
    frames: Vec<Vec<usize>>,
}

impl Film {
    fn new(look: &Animation, game: &Line) -> Self {
        let mut stage = Stage::new(look, game.start());
        let mut position = game.start().clone();
        let mut frames = vec![stage.frame(&position, None, game.start().info().title)];
        let count = game.len();
        for (ply, played) in game.moves().enumerate() {
            let mut says = spoken(&position, played);
            position.play(played);
            if ply + 1 == count && !look.ending.is_empty() {
                says = format!("{says}, {}", look.ending);
            }
            frames.push(stage.frame(&position, Some(played), &says));
        }
        Film { width: stage.width, height: stage.height, slots: stage.slots(), tiles: stage.tiles, frames }
    }

    fn encode(
        &self,
        look: &Animation,
        tiles: &[Vec<u8>],
        palette: &[u8],
        mut progress: impl FnMut(usize),
    ) -> Result<Vec<u8>, gif::EncodingError> {
        let mut file = Vec::new();
        let size = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
        let mut encoder = Encoder::new(&mut file, size(self.width), size(self.height), palette)?;
        encoder.set_repeat(Repeat::Infinite)?;
        let said = look.pieces.credits();
        // GIF stores data in blocks whose length is one byte.
        let parts: Vec<&[u8]> = said.as_bytes().chunks(PART).collect();
        encoder.write_raw_extension(AnyExtension(Extension::Comment as u8), &parts)?;
        let mut screen = tiles.first().cloned().unwrap_or_default();
        let mut shown = vec![CLEAR; screen.len()];
        let mut before: Option<&Vec<usize>> = None;
        for (number, frame) in self.frames.iter().enumerate() {
            // Equal contents have one number, so that comparing numbers is enough.
            let changed = |slot: &usize| before.is_none_or(|before| before.get(*slot) != frame.get(*slot));
            let slots: Vec<usize> = (0..self.slots.len()).filter(changed).collect();
            for &slot in &slots {
                self.put(&mut screen, slot, frame, tiles);
            }
            // The first frame holds the whole ground.
            let seen = if before.is_none() { self.all() } else { self.around(&slots) };
            let is_last = number + 1 == self.frames.len();
            let delay = if is_last { look.last } else { look.delay };
            encoder.write_frame(&Frame {
                // GIF counts in hundredths of a second.
                delay: u16::try_from(delay.as_millis() / 10).unwrap_or(u16::MAX),
                dispose: DisposalMethod::Keep,
                left: size(seen.left),
                top: size(seen.top),
                width: size(seen.width),
                height: size(seen.height),
                transparent: Some(CLEAR),
                buffer: self.cut(&screen, &shown, seen).into(),
                ..Frame::default()
            })?;
            before = Some(frame);
            shown.clone_from(&screen);
            progress(number + 1);
        }
        drop(encoder);
        Ok(file)
    }

    /// Puts a frame's content of a slot on the screen.
    fn put(&self, screen: &mut [u8], slot: usize, frame: &[usize], tiles: &[Vec<u8>]) {
        let place = self.slots.get(slot).copied();
        let tile = frame.get(slot).and_then(|&tile| tiles.get(tile));
        let Some((place, tile)) = place.zip(tile) else { return };
        for (row, pixels) in tile.chunks(place.width.max(1)).enumerate() {
            let begin = (place.top + row) * self.width + place.left;
            if let Some(line) = screen.get_mut(begin..begin + pixels.len()) {
                line.copy_from_slice(pixels);
            }
        }
    }

    fn all(&self) -> Slot {
        Slot { left: 0, top: 0, width: self.width, height: self.height }
    }

    /// The smallest part with all of these slots; a pixel if there are none.
    fn around(&self, slots: &[usize]) -> Slot {
        let slots = || slots.iter().filter_map(|&slot| self.slots.get(slot));
        let left = slots().map(|slot| slot.left).min().unwrap_or(0);
        let top = slots().map(|slot| slot.top).min().unwrap_or(0);
        let right = slots().map(|slot| slot.left + slot.width).max().unwrap_or(1);
        let bottom = slots().map(|slot| slot.top + slot.height).max().unwrap_or(1);
        Slot { left, top, width: right - left, height: bottom - top }
    }

    /// A part of the screen, without the pixels that are already shown.
    fn cut(&self, screen: &[u8], shown: &[u8], seen: Slot) -> Vec<u8> {
        let row = |top: usize| {
            let place = top * self.width + seen.left;
            let part = place..place + seen.width;
            let (now, before) = (screen.get(part.clone()), shown.get(part));
            now.into_iter().flatten().zip(before.into_iter().flatten())
        };
        let pixels = (seen.top..seen.top + seen.height).flat_map(row);
        pixels.map(|(now, before)| if now == before { CLEAR } else { *now }).collect()
    }
}

/// A half-move with its number.
fn spoken(position: &AnyPosition, played: Move) -> String {
    let dots = if position.side() == Side::White { "." } else { "..." };
    format!("{}{dots} {}", position.turn().fullmove, readable::write(position, played, Style::San))
}

/// The layout, and the drawings so far.
struct Stage {
    pen: Pen,
    flipped: bool,
    width: usize,
    height: usize,
    squares: Vec<(Square, u32, u32)>,
    has_reserve: bool,
    tiles: Vec<String>,
    known: HashMap<String, usize>,
}

impl Stage {
    fn new(look: &Animation, start: &AnyPosition) -> Self {
        let info = start.info();
        let has_reserve = start.reserve().is_some();
        let strip = if has_reserve { RESERVE } else { 0 };
        let top = MARGIN + strip;
        let width = u32::from(info.files) * CELL + 2 * MARGIN;
        let height = u32::from(info.ranks) * CELL + 2 * (MARGIN + strip) + CAPTION;
        let outline = start.outline();
        let place = |square: Square| {
            let (file, rank) = (outline.file(square), outline.rank(square));
            let (column, row) =
                if look.flipped { (info.files - 1 - file, rank) } else { (file, info.ranks - 1 - rank) };
            (square, MARGIN + u32::from(column) * CELL, top + u32::from(row) * CELL)
        };
        let mut ground = String::new();
        coordinates(&mut ground, info, top, look.flipped);
        let mut stage = Stage {
            pen: Pen::new(start.game(), look.pieces, look.flipped),
            flipped: look.flipped,
            width: width as usize,
            height: height as usize,
            squares: outline.squares().map(place).collect(),
            has_reserve,
            tiles: Vec::new(),
            known: HashMap::new(),
        };
        stage.tile(width, height, &ground);
        stage
    }

    /// The number of a tile, which is a new one if nothing like it has been drawn.
    fn tile(&mut self, width: u32, height: u32, drawn: &str) -> usize {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} \
             {height}\" font-family=\"DejaVu Sans\" text-anchor=\"middle\"><rect width=\"{width}\" height=\"{height}\" \
             fill=\"{GROUND}\"/>{drawn}</svg>"
        );
        let next = self.tiles.len();
        let number = *self.known.entry(text.clone()).or_insert(next);
        if number == next {
            self.tiles.push(text);
        }
        number
    }

    /// The squares, the reserves of Black and White, and the line with the move.
    fn slots(&self) -> Vec<Slot> {
        let cell = CELL as usize;
        let of = |&(_, left, top): &(Square, u32, u32)| Slot {
            left: left as usize,
            top: top as usize,
            width: cell,
            height: cell,
        };
        let mut slots: Vec<Slot> = self.squares.iter().map(of).collect();
        let strip = |top, height| Slot { left: 0, top, width: self.width, height };
        let (reserve, caption) = (RESERVE as usize, CAPTION as usize);
        if self.has_reserve {
            slots.push(strip(0, reserve));
            slots.push(strip(self.height - caption - reserve, reserve));
        }
        slots.push(strip(self.height - caption, caption));
        slots
    }

    /// Returns the tiles that the slots show of a position.
    fn frame(&mut self, position: &AnyPosition, last: Option<Move>, says: &str) -> Vec<usize> {
        let marked = last.map(|last| [last.from(), last.to()]).unwrap_or_default();
        let mut frame = Vec::new();
        for (square, ..) in self.squares.clone() {
            let mut drawn = String::new();
            self.pen.cell(&mut drawn, position, square, (0, 0), marked.contains(&Some(square)));
            frame.push(self.tile(CELL, CELL, &drawn));
        }
        let width = self.width as u32;
        if let Some(reserve) = position.reserve() {
            let above = if self.flipped { Side::White } else { Side::Black };
            for side in [above, !above] {
                let mut drawn = String::new();
                self.pen.reserve(&mut drawn, reserve, side, position.info(), 2);
                frame.push(self.tile(width, RESERVE, &drawn));
            }
        }
        let mut drawn = String::new();
        let says = escaped(says);
        line(
            &mut drawn,
            format_args!(
                "<text x=\"{}\" y=\"16\" font-size=\"15\" fill=\"{FRAME}\">{says}</text>",
                width / 2
            ),
        );
        frame.push(self.tile(width, CAPTION, &drawn));
        frame
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gif::{ColorOutput, DecodeOptions};
    use helgi_rules::Game;
    use helgi_rules::games::GameId;

    /// The frames of a file: delays, sizes and the colours of the whole screen after each.
    fn screens(file: &[u8]) -> Vec<(u16, Vec<u8>)> {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(file).unwrap();
        let width = usize::from(decoder.width());
        let mut screen = vec![0; width * usize::from(decoder.height()) * 4];
        let mut found = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (row, line) in frame.buffer.chunks(usize::from(frame.width) * 4).enumerate() {
                let begin = ((usize::from(frame.top) + row) * width + usize::from(frame.left)) * 4;
                let pixels = screen[begin..begin + line.len()].chunks_mut(4).zip(line.chunks(4));
                pixels.filter(|(_, new)| new[3] > 0).for_each(|(old, new)| old.copy_from_slice(new));
            }
            found.push((frame.delay, screen.clone()));
        }
        found
    }

    fn line_of(game: GameId, moves: &[&str]) -> Line {
        let mut line = Line::new(game.start());
        for text in moves {
            let legal = readable::read(line.present(), text).unwrap();
            line.play(legal);
        }
        line
    }

    #[test]
    fn frames_add_up_to_what_is_drawn_at_once() {
        for (game, moves) in
            [(GameId::TAVRELI, &["c1d2", "f7f5", "Nf3"][..]), (GameId::TACTICAL, &["O@d4", "0000", "O@e4"])]
        {
            for flipped in [false, true] {
                let look = Animation { flipped, ending: "1-0 & <end>".to_owned(), ..Animation::default() };
                let line = line_of(game, moves);
                let mut last = (0, 0);
                let file = look.gif(&line, |done, all| last = (done, all)).unwrap();
                assert!(last.0 == last.1 && last.1 > moves.len(), "{last:?}");
                let seen = screens(&file);
                assert_eq!(seen.iter().map(|one| one.0).collect::<Vec<_>>(), [70, 70, 70, 300]);
                // The last position by itself: the same screen, put together at once.
                let film = Film::new(&look, &line);
                let only = Film { frames: film.frames[3..].to_vec(), ..film };
                let raster = Raster::new();
                let drawn: Vec<_> = only.tiles.iter().map(|tile| raster.draw(tile, 1.0).unwrap()).collect();
                let mut pixels = Vec::new();
                drawn.iter().for_each(|tile| pixels.extend(tile.data()));
                let palette = Palette::new(&pixels);
                let tiles: Vec<_> = drawn.iter().map(|tile| palette.indexes(tile.data())).collect();
                let at_once = only.encode(&look, &tiles, &palette.colours, |_| ()).unwrap();
                assert!(screens(&at_once)[0].1 == seen[3].1, "{}", game.name());
                let text = String::from_utf8_lossy(&file);
                assert!(text.contains("of game-icons.net, licence CC BY 3.0"));
            }
        }
    }

    #[test]
    fn games_have_to_end() {
        let knights = ["Nf3", "Nf6", "Ng1", "Ng8"];
        let line = line_of(GameId::CHESS, &knights.repeat(251));
        let why = Animation::default().gif(&line, |_, _| ()).unwrap_err();
        assert_eq!(why.to_string(), "the game has 1004 half-moves, expected 1000 half-moves at most");
    }
}
