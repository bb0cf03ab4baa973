//! A half-move as XBoard writes it in a file: its squares and letters. No rules are known here.

use crate::figures::slot;
use crate::screen::XBoardModel;
use crate::table::{LetterTable, PROMOTED};
use helgi_protocol::notation::WireSquare;
use helgi_protocol::xboard::XBoardPly;

/// A half-move of a saved game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WrittenPly {
    /// `--`.
    Pass,
    /// `P@d2`.
    Drop { letter: char, to: WireSquare },
    /// `O-O`, `O-O-O`: the castler goes to the right or to the left.
    Castling { is_right: bool },
    /// `Nc6`, `Bc1xb2=A`, `Dxe5xf6-d4`, `Sf1xi4z`, `+Rb7`, and of a pawn `e4`.
    Way { piece: WrittenPiece, parts: Vec<PlyPart>, becomes: Option<char> },
}

/// The piece of a half-move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrittenPiece {
    /// Nothing: the pawn that XBoard knows.
    Pawn,
    /// A letter.
    Plain(char),
    /// A letter behind `+`.
    Promoted(char),
}

impl WrittenPiece {
    /// Takes the piece off the beginning of a text.
    fn read(text: &str) -> (WrittenPiece, &str) {
        let (is_promoted, name) = text.strip_prefix('+').map_or((false, text), |name| (true, name));
        match name.chars().next().filter(char::is_ascii_uppercase) {
            Some(letter) if is_promoted => (WrittenPiece::Promoted(letter), &name[1..]),
            Some(letter) => (WrittenPiece::Plain(letter), &name[1..]),
            None => (WrittenPiece::Pawn, text),
        }
    }

    /// Its letter on XBoard's board.
    fn letter(self, table: &LetterTable) -> Option<char> {
        match self {
            WrittenPiece::Pawn => table.in_slot(slot::PAWN),
            WrittenPiece::Plain(letter) => Some(letter),
            WrittenPiece::Promoted(letter) => table.other_form(letter),
        }
    }
}

/// A square of a way, or as much of one as tells where the piece comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyPart {
    /// True if an `x` or a `-` precedes it, so that the piece goes there.
    is_arrival: bool,
    file: Option<u8>,
    rank: Option<u8>,
}

impl PlyPart {
    fn square(self) -> Option<WireSquare> {
        Some(WireSquare { file: self.file?, rank: self.rank? })
    }

    /// Returns true if it does not contradict a square.
    fn is_of(self, square: WireSquare) -> bool {
        self.file.is_none_or(|file| file == square.file) && self.rank.is_none_or(|rank| rank == square.rank)
    }
}

impl WrittenPly {
    /// Reads a text; `first_rank` is the number of the lowest rank. `None` if it is not a half-move.
    pub fn read(text: &str, first_rank: u8) -> Option<WrittenPly> {
        let text = text.trim_end_matches('#');
        let text = if text.ends_with("=+") { text } else { text.trim_end_matches('+') };
        match text {
            "--" | "@@@@" => return Some(WrittenPly::Pass),
            "O-O" | "0-0" => return Some(WrittenPly::Castling { is_right: true }),
            "O-O-O" | "0-0-0" => return Some(WrittenPly::Castling { is_right: false }),
            _ => {}
        }
        let (piece, ways) = WrittenPiece::read(text);
        if let (WrittenPiece::Plain(letter), Some(square)) = (piece, ways.strip_prefix('@')) {
            let (parts, rest) = parts(square, first_rank)?;
            return match (&parts[..], rest) {
                ([to], "") => Some(WrittenPly::Drop { letter, to: to.square()? }),
                _ => None,
            };
        }
        let (parts, rest) = parts(ways, first_rank)?;
        let mut becomes = rest.strip_prefix('=').unwrap_or(rest).chars();
        let (letter_after, end) = (becomes.next(), becomes.next());
        let is_letter = letter_after.is_none_or(|letter| letter.is_ascii_alphabetic() || letter == PROMOTED);
        let is_whole = parts.last().is_some_and(|last| last.square().is_some());
        let becomes = letter_after.map(|letter| letter.to_ascii_lowercase());
        (end.is_none() && is_letter && is_whole).then_some(WrittenPly::Way { piece, parts, becomes })
    }

    /// All half-moves on a board that are written so.
    pub fn plies(&self, screen: &XBoardModel, table: &LetterTable) -> Vec<XBoardPly> {
        let of_letter = |letter: char| {
            let own = Some((screen.side(), letter));
            screen.all_squares().filter(move |&square| screen.shown(square, table) == own)
        };
        match self {
            WrittenPly::Pass => vec![XBoardPly::Pass],
            WrittenPly::Drop { letter, to } => vec![XBoardPly::Drop { letter: *letter, to: *to }],
            WrittenPly::Castling { is_right } => {
                let kings = table.castler().into_iter().flat_map(of_letter);
                let goes = |from: WireSquare, to: WireSquare| {
                    to.rank == from.rank
                        && to.file.abs_diff(from.file) >= 2
                        && (to.file > from.file) == *is_right
                };
                let ways = kings.flat_map(|from| {
                    screen.all_squares().filter(move |&to| goes(from, to)).map(move |to| [from, to])
                });
                ways.map(|way| XBoardPly::path(way, None)).collect()
            }
            WrittenPly::Way { piece, parts, becomes } => {
                let standing = piece.letter(table).into_iter().flat_map(of_letter);
                let ways = standing.flat_map(|from| ways(parts, from));
                ways.map(|way| XBoardPly::path(way, *becomes)).collect()
            }
        }
    }
}

/// The ways of a piece that stands on a square: all parts are squares to go to, or the first tells where
/// it stands.
fn ways(parts: &[PlyPart], from: WireSquare) -> Vec<Vec<WireSquare>> {
    let way = |parts: &[PlyPart]| -> Option<Vec<WireSquare>> {
        let squares: Option<Vec<WireSquare>> = parts.iter().map(|part| part.square()).collect();
        squares.filter(|squares| (1..=3).contains(&squares.len())).map(|mut squares| {
            squares.insert(0, from);
            squares
        })
    };
    let mut ways: Vec<Vec<WireSquare>> = way(parts).into_iter().collect();
    if let [origin, rest @ ..] = parts
        && !origin.is_arrival
        && origin.is_of(from)
    {
        ways.extend(way(rest));
    }
    ways
}

/// The squares, or parts of them, that a text begins with, and the rest of it.
fn parts(text: &str, first_rank: u8) -> Option<(Vec<PlyPart>, &str)> {
    let (mut parts, mut rest) = (Vec::new(), text);
    loop {
        let after_mark = rest.strip_prefix(['x', '-']);
        let mut characters = after_mark.unwrap_or(rest).chars();
        let is_file = |c: &char| c.is_ascii_lowercase() && *c != 'x';
        let next = characters.clone().next();
        let file = next.filter(is_file).map(|c| c as u8 - b'a');
        if file.is_some() {
            characters.next();
        }
        let after_file = characters.as_str();
        let digits = after_file.bytes().take_while(u8::is_ascii_digit).count();
        let rank = match &after_file[..digits] {
            "" => None,
            // Within 99, so that it fits with any first rank.
            number => Some(number.parse::<u8>().ok().filter(|&rank| rank < 99)? + 1 - first_rank),
        };
        // A letter alone at the end is the piece that the mover becomes.
        let is_letter = file.is_some() && rank.is_none() && after_file[digits..].is_empty();
        if (file.is_none() && rank.is_none()) || is_letter {
            return Some((parts, rest));
        }
        parts.push(PlyPart { is_arrival: after_mark.is_some(), file, rank });
        rest = &after_file[digits..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LetterTable;
    use helgi_rules::games::GameId;

    #[test]
    fn half_moves_are_found_on_the_board() {
        let table = LetterTable::new(GameId::TACTICAL.info()).unwrap();
        let text = "4k3/1P6/5r2/4p3/3p4/2D3D1/4P3/R3K2R w";
        let screen = XBoardModel::read(text, 8, 8, &table).unwrap();
        for (written, plies) in [
            ("--#", "@@@@"),
            ("R@a2#", "R@a2"),
            ("Rb1", "a1b1 h1b1"),
            ("Rab1", "a1b1"),
            ("R1b1", "a1b1 h1b1"),
            ("Rh1b1", "a1h1,h1b1 h1b1 h1h1,h1b1"),
            ("Pb8=J", "b7b8j e2b8j"),
            ("Pb7b8z", "b7b7,b7b8z b7b8z e2b7,b7b8z"),
            ("Dxd4xe5-c3#", "c3d4,d4e5,e5c3 g3d4,d4e5,e5c3"),
            ("Dcxd4-c3", "c3d4,d4c3"),
            ("Qd4", ""),
            // No pawn is XBoard's.
            ("e4", ""),
        ] {
            let read = WrittenPly::read(written, 1).expect(written);
            let mut found: Vec<String> =
                read.plies(&screen, &table).iter().map(ToString::to_string).collect();
            found.sort_unstable();
            assert_eq!(found.join(" "), plies, "{written}");
        }
        let table = LetterTable::new(GameId::POPULAR10.info()).unwrap();
        let text = "12/*7k2*/*10*/*10*/*10*/*10*/*10*/*10*/*R4K3R*/12 w";
        let screen = XBoardModel::read(text, 12, 10, &table).unwrap();
        let plies = WrittenPly::read("O-O", 0).unwrap().plies(&screen, &table);
        let found: Vec<String> = plies.iter().map(ToString::to_string).collect();
        assert_eq!(found, ["g2i2", "g2j2", "g2k2", "g2l2"]);
        for text in ["", "N", "Nb", "N@", "N@b", "Nb8=JJ", "Né4", "Nb999", "@b3"] {
            assert_eq!(WrittenPly::read(text, 1), None, "{text}");
        }
        let from_zero = WrittenPly::read("P@b0", 0);
        assert_eq!(from_zero, Some(WrittenPly::Drop { letter: 'P', to: WireSquare { file: 1, rank: 1 } }));
    }
}
