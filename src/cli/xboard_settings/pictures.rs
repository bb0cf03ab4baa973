//! The folder with the pieces of a game, as the board in the browser shows them.

use super::gui::BoardProgram;
use helgi_drawing::pieces::{TopPiece, credits, document, lettered, picture, top_picture, wall};
use helgi_drawing::{BitmapMaker, PieceBitmaps};
use helgi_files::NewFile;
use helgi_rules::board::Side;
use helgi_rules::games::GameId;
use helgi_xboard::{BITMAP_SIZES, BitmapRole, Face, LetterTable};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// The file in the folder that names the authors.
const CREDITS: &str = "credits.txt";
/// The width of a picture for XBoard, which scales it. Unit: pixels.
const WIDTH: u32 = 100;

/// Returns true if a game's pieces are drawn for a program: in games that it does not know by itself, and for XBoard,
/// which has pictures for all pieces, only where the browser shows other pictures than letters, or where XBoard's go with
/// the places that pieces have in its hand, or there are walls.
pub fn are_drawn(game: GameId, table: &LetterTable, gui: BoardProgram) -> bool {
    let has_picture = |face: &Face| drawn(game, face, Side::White).is_some();
    let is_drawn = gui == BoardProgram::WinBoard || table.fills_hands() || table.has_walls();
    !table.is_known() && (is_drawn || Face::all(table).iter().all(has_picture))
}

/// Writes the pictures of all pieces of a game into a folder.
///
/// # Errors
///
/// Of the output, and when a picture cannot be drawn.
pub fn write(game: GameId, table: &LetterTable, gui: BoardProgram, folder: &Path) -> io::Result<()> {
    let in_folder = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(in_folder)?;
    let maker = BitmapMaker::new();
    for face in Face::all(table) {
        let [white, black] = [Side::White, Side::Black].map(|side| {
            // Without a picture the letter is shown, as XBoard writes it.
            let picture = drawn(game, &face, side).or_else(|| alike(game, &face, side));
            picture.unwrap_or_else(|| lettered(&face.text, side))
        });
        match gui {
            BoardProgram::XBoard => {
                for (side, picture) in [(Side::White, &white), (Side::Black, &black)] {
                    let Some(name) = face.svg_file(side) else { continue };
                    write_picture(&folder.join(name), document(picture, WIDTH).as_bytes())?;
                }
            }
            BoardProgram::WinBoard => {
                for pixels in BITMAP_SIZES {
                    let PieceBitmaps { mask, white, black } = maker
                        .draw(&document(&white, pixels), &document(&black, pixels))
                        .map_err(io::Error::other)?;
                    for (role, bytes) in [
                        (BitmapRole::Mask, mask),
                        (BitmapRole::Piece(Side::White), white),
                        (BitmapRole::Piece(Side::Black), black),
                    ] {
                        write_picture(&folder.join(face.bitmap_file(pixels, role)), &bytes)?;
                    }
                }
            }
        }
    }
    write_picture(&folder.join(CREDITS), format!("{}\n", credits()).as_bytes())
}

/// Writes a picture, which can be made again at any time.
fn write_picture(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    file.write_all(bytes)?;
    file.finish_unsynced()
}

/// The picture of a face in a field of 100 x 100.
fn drawn(game: GameId, face: &Face, side: Side) -> Option<String> {
    let Face { pieces, covered, is_neutral, .. } = face;
    top_picture(game, &TopPiece { pieces, covered: *covered, is_neutral: *is_neutral }, side)
}

/// The picture of a wall, or of the piece of chess that moves as a piece does.
fn alike(game: GameId, face: &Face, side: Side) -> Option<String> {
    let Some(text) = face.pieces.first() else { return Some(wall()) };
    picture(game, &if side == Side::White { text.clone() } else { text.to_lowercase() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Every piece of every game is drawn, and no two of a game look alike.
    #[test]
    fn pieces_are_told_apart() {
        for &game in GameId::BUILT_IN {
            let Ok(table) = LetterTable::new(game.info()) else { continue };
            assert_eq!(are_drawn(game, &table, BoardProgram::XBoard), !table.is_known(), "{}", game.name());
            let mut seen = HashSet::new();
            for face in Face::all(&table) {
                for side in [Side::White, Side::Black] {
                    let picture = drawn(game, &face, side).unwrap_or_else(|| panic!("{face:?}"));
                    // The two sides' obstacles are one.
                    let is_new = seen.insert(picture);
                    assert!(is_new || face.is_neutral && side == Side::Black, "{}: {face:?}", game.name());
                }
            }
        }
    }
}
