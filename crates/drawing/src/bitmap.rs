//! Pieces as bitmaps, for boards that draw with masks.

use super::error::PictureError;
use super::raster::Raster;
use resvg::tiny_skia::Pixmap;

/// The colour between light and dark squares, over which half transparent edges are drawn.
const GROUND: [u8; 3] = [0xa0, 0xb3, 0x69];
/// The least opacity of a pixel that belongs to a piece.
const OPAQUE: u8 = 80;

/// The bitmaps of a piece, as BMP files.
#[derive(Clone, Debug)]
pub struct PieceBitmaps {
    /// The shape of both colours: black where the piece is, white elsewhere.
    pub mask: Vec<u8>,
    /// The piece of White, on white.
    pub white: Vec<u8>,
    /// The piece of Black, on white.
    pub black: Vec<u8>,
}

/// The maker of bitmaps; it has the font.
pub struct BitmapMaker(Raster);

impl BitmapMaker {
    /// A new one.
    #[must_use]
    pub fn new() -> Self {
        BitmapMaker(Raster::new())
    }

    /// The bitmaps of a piece, as large as the SVG documents of its two colours.
    ///
    /// # Errors
    ///
    /// When a document cannot be drawn, or the two differ in size.
    pub fn draw(&self, white: &str, black: &str) -> Result<PieceBitmaps, PictureError> {
        let (white, black) = (self.0.draw(white, 1.0)?, self.0.draw(black, 1.0)?);
        let size = (white.width(), white.height());
        if (black.width(), black.height()) != size {
            return Err(PictureError::DifferentSizes);
        }
        let is_inside: Vec<bool> = white
            .pixels()
            .iter()
            .zip(black.pixels())
            // One mask serves both colours, so that it covers what either paints.
            .map(|(one, other)| one.alpha().max(other.alpha()) >= OPAQUE)
            .collect();
        let mask = is_inside.iter().map(|&inside| if inside { [0; 3] } else { [255; 3] });
        Ok(PieceBitmaps {
            mask: bmp(size, mask),
            white: bmp(size, on_ground(&white, &is_inside)),
            black: bmp(size, on_ground(&black, &is_inside)),
        })
    }
}

impl Default for BitmapMaker {
    fn default() -> Self {
        BitmapMaker::new()
    }
}

/// The colours of the pixels over the ground, white outside of the piece.
fn on_ground<'a>(picture: &'a Pixmap, is_inside: &'a [bool]) -> impl Iterator<Item = [u8; 3]> + 'a {
    picture.pixels().iter().zip(is_inside).map(|(pixel, &inside)| {
        if !inside {
            return [255; 3];
        }
        let clear = u16::from(255 - pixel.alpha());
        let over = |colour: u8, ground: u8| {
            // The pixels are multiplied by their opacity already, so that only the ground is.
            let shining = u16::from(ground) * clear / 255;
            u8::try_from(u16::from(colour) + shining).unwrap_or(255)
        };
        let [red, green, blue] = GROUND;
        [over(pixel.red(), red), over(pixel.green(), green), over(pixel.blue(), blue)]
    })
}

/// A BMP file with 24 bits a pixel, from pixels as red, green and blue, the upper row first.
fn bmp((width, height): (u32, u32), pixels: impl Iterator<Item = [u8; 3]>) -> Vec<u8> {
    const HEAD: u32 = 54;
    let pixels: Vec<[u8; 3]> = pixels.collect();
    // A row is filled up to whole words of four bytes.
    let row_length = (width * 3).next_multiple_of(4);
    let length = HEAD + row_length * height;
    let mut file = b"BM".to_vec();
    // The two heads: 40 bytes for the second, one plane and 24 bits in one number, 2835 pixels a metre, which is 72 an inch.
    for number in [length, 0, HEAD, 40, width, height, 1 | 24 << 16, 0, row_length * height, 2835, 2835, 0, 0]
    {
        file.extend(number.to_le_bytes());
    }
    // The lowest row comes first, and blue before red.
    for row in pixels.chunks(width.max(1) as usize).rev() {
        let begin = file.len();
        file.extend(row.iter().flat_map(|&[red, green, blue]| [blue, green, red]));
        file.resize(begin + row_length as usize, 0);
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::{document, lettered};
    use helgi_rules::board::Side;

    /// The pixel of a bitmap, counted from the upper left corner, as blue, green and red.
    fn pixel(file: &[u8], width: usize, (x, y): (usize, usize)) -> &[u8] {
        let row = (width * 3).next_multiple_of(4);
        let begin = 54 + (width - 1 - y) * row + 3 * x;
        &file[begin..begin + 3]
    }

    #[test]
    fn pieces_are_cut_out_of_white() {
        let drawn = |side| document(&lettered("I", side), 33);
        let maker = BitmapMaker::default();
        let PieceBitmaps { mask, white, black } =
            maker.draw(&drawn(Side::White), &drawn(Side::Black)).unwrap();
        for file in [&mask, &white, &black] {
            assert_eq!((&file[..2], file.len()), (&b"BM"[..], 54 + 33 * 100));
            assert_eq!(file.len(), u32::from_le_bytes(file[2..6].try_into().unwrap()) as usize);
            assert_eq!(pixel(file, 33, (0, 0)), [255; 3]);
        }
        // Below the letter.
        let inside = (16, 28);
        assert_eq!(pixel(&mask, 33, inside), [0; 3]);
        assert!(pixel(&white, 33, inside)[0] > 240 && pixel(&black, 33, inside)[0] < 50);
        // The letter itself is dark on light and light on dark.
        assert!(pixel(&white, 33, (16, 17))[0] < 100 && pixel(&black, 33, (16, 17))[0] > 150);
        let other = document("", 49);
        assert_eq!(maker.draw(&drawn(Side::White), &other).err(), Some(PictureError::DifferentSizes));
    }
}
