//! The pictures that XBoard and WinBoard take from a folder instead of their own: which pieces they show, and the names
//! of their files. Nothing is drawn here.
//!
//! XBoard 4.9 reads `WhiteKing.svg`, by the names of its slots. WinBoard reads three bitmaps a piece and size:
//! `k49w.bmp` is the mask, black where it paints the piece white; `k49o.bmp` and `k49s.bmp`, White's and Black's
//! piece, are laid over that so that only what both have is left. It has names for the slots of its own bitmaps, and
//! numbers for the others.

use super::figures::{SHADOW, slot};
use super::table::LetterTable;
use helgi_rules::board::Side;

/// The sizes of squares in which WinBoard shows pieces beyond those of chess. Unit: pixels.
pub const BITMAP_SIZES: [u32; 3] = [33, 49, 72];

/// One of the three bitmaps of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BitmapRole {
    /// The shape.
    Mask,
    /// The piece of a side.
    Piece(Side),
}

/// A picture on XBoard's board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Face {
    /// The pieces that it shows, as positions write them in upper case; none if it is a wall.
    pub pieces: Vec<String>,
    /// XBoard's letter for them, behind `+` for a promoted form, before `~` for a promoted pawn.
    pub text: String,
    /// The least number of pieces below them.
    pub covered: usize,
    /// True for an obstacle, which belongs to neither side.
    pub is_neutral: bool,
    slot: u8,
}

impl Face {
    /// The faces of a game, each once.
    pub fn all(table: &LetterTable) -> Vec<Face> {
        let figures = table.figures();
        let mut faces: Vec<Face> = Vec::new();
        for (piece, of_heights) in table.info().pieces.iter().zip(&figures.pieces) {
            for (class, figure) in of_heights.iter().enumerate() {
                let is_shadow = table.is_shadow(piece);
                let slot = if is_shadow { figure.slot + SHADOW } else { figure.slot };
                let text = piece.text();
                match faces.iter_mut().find(|face| face.slot == slot) {
                    // Stacks of several heights may look alike.
                    Some(face) if face.pieces.contains(&text) => {}
                    Some(face) => face.pieces.push(text),
                    None => faces.push(Face {
                        pieces: vec![text],
                        text: table.wire_text(figure.letter) + if is_shadow { "~" } else { "" },
                        covered: covered(figures.heights, class),
                        is_neutral: figures.obstacle == Some(figure.letter),
                        slot,
                    }),
                }
            }
        }
        if let (Some(letter), Some(slot)) = (figures.obstacle, figures.wall) {
            faces.push(Face {
                pieces: Vec::new(),
                text: letter.to_string(),
                covered: 0,
                is_neutral: true,
                slot,
            });
        }
        faces
    }

    /// The name of its file for XBoard.
    pub fn svg_file(&self, side: Side) -> Option<String> {
        let colour = if side == Side::White { "White" } else { "Black" };
        Some(format!("{colour}{}.svg", slot::picture_name(self.slot)?))
    }

    /// The name of one of its files for WinBoard, with squares of one of the [sizes](BITMAP_SIZES).
    pub fn bitmap_file(&self, pixels: u32, role: BitmapRole) -> String {
        let suffix = match role {
            BitmapRole::Mask => 'w',
            BitmapRole::Piece(Side::White) => 'o',
            BitmapRole::Piece(Side::Black) => 's',
        };
        format!("{}{pixels}{suffix}.bmp", slot::bitmap_name(self.slot))
    }
}

/// The least number of pieces below the top of a stack of a class of heights.
fn covered(heights: &[usize], class: usize) -> usize {
    class.checked_sub(1).and_then(|before| heights.get(before)).map_or(0, |least| least.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::games::GameId;
    use std::collections::HashSet;

    fn faces(game: GameId) -> Vec<Face> {
        Face::all(&LetterTable::new(game.info()).unwrap())
    }

    #[test]
    fn every_face_has_files_of_its_own() {
        for &game in GameId::BUILT_IN {
            let Ok(table) = LetterTable::new(game.info()) else { continue };
            let faces = Face::all(&table);
            let svgs: HashSet<String> =
                faces.iter().map(|face| face.svg_file(Side::White).unwrap()).collect();
            let mask = |face: &Face| face.bitmap_file(49, BitmapRole::Mask);
            let bitmaps: HashSet<String> = faces.iter().map(mask).collect();
            assert_eq!((svgs.len(), bitmaps.len()), (faces.len(), faces.len()), "{}", game.name());
            let pieces: usize =
                faces.iter().filter(|face| face.covered == 0).map(|face| face.pieces.len()).sum();
            assert_eq!(pieces, game.info().pieces.len(), "{}", game.name());
        }
        assert!(slot::HARMLESS.iter().all(|&slot| slot::picture_name(slot).is_some()));
    }

    #[test]
    fn stacks_have_faces_by_their_heights() {
        let faces = faces(GameId::TAVRELI);
        let face = |letter| faces.iter().find(|face| face.text == letter).unwrap();
        assert_eq!((face("R").covered, face("W").covered, face("P").covered), (0, 1, 3));
        assert_eq!(face("R").pieces, ["R", "+T"]);
        assert_eq!((face("T").covered, face("T").pieces.as_slice()), (0, &["T".to_owned()][..]));
        assert_eq!((face("S").covered, face("S").pieces.len()), (1, 5));
        assert_eq!(face("U").svg_file(Side::Black).as_deref(), Some("BlackCrown.svg"));
    }

    #[test]
    fn files_have_the_names_that_winboard_reads() {
        let tactical = faces(GameId::TACTICAL);
        let face = |letter| tactical.iter().find(|face| face.text == letter).unwrap();
        assert!(face("O").is_neutral && !face("K").is_neutral);
        assert_eq!(face("O").bitmap_file(33, BitmapRole::Mask), "piece25_33w.bmp");
        assert_eq!(face("Q").bitmap_file(49, BitmapRole::Piece(Side::White)), "q49o.bmp");
        assert_eq!(face("K").bitmap_file(72, BitmapRole::Piece(Side::Black)), "piece50_72s.bmp");
    }
}
