//! Chess960, Fischer's random chess (`fischerandom`): orthodox chess from 960 other starts.
//!
//! The moves are those of chess, which knows kings and castling rooks on any squares of their first
//! rank. Only castling is written differently: always as the king's move onto its own rook, and its rights by the files of the
//! rooks, as Shredder does. Letters of the wings are read too (X-FEN).

use super::{Chess, ChessPosition, INFO, PIECES};
use crate::board::Outline;
use crate::{FenError, Game, Info};

/// Chess960.
#[derive(Clone, Copy, Default, Debug)]
pub struct Chess960;

/// Number of starts.
const STARTS: usize = 960;

static INFO_960: Info = Info {
    name: "fischerandom",
    title: "Chess960",
    aliases: &[
        "960 chess",
        "Fischer random",
        "Fischer random chess",
        "Fischerandom chess",
        "Fischer chess",
        "Freestyle",
        "Freestyle chess",
        "FRC",
        "wild/fr",
        "wild/22",
        "Chess 9LX",
        "Шахматы-960",
        "Шахматы Фишера",
    ],
    summary: "Chess that starts with the pieces behind the pawns shuffled.",
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
    pieces: PIECES,
    chess960: Some(INFO.name),
    ..INFO
};

impl Game for Chess960 {
    type Position = ChessPosition;

    fn info(&self) -> &'static Info {
        &INFO_960
    }

    fn outline(&self) -> &'static Outline {
        Chess.outline()
    }

    fn parse(&self, text: &str) -> Result<ChessPosition, FenError> {
        let position = Chess.parse(text)?;
        Ok(ChessPosition { castles_onto_rook: true, ..position })
    }

    fn starts(&self) -> Vec<String> {
        (0..STARTS).map(start).collect()
    }

    fn castling_field(&self, position: &ChessPosition) -> String {
        position.castling_files(self.outline())
    }

    fn en_passant_field(&self, position: &ChessPosition) -> String {
        Chess.en_passant_field(position)
    }
}

/// The start of a number from 0 to 959, as a position's text; larger numbers begin again from 0.
///
/// The numbers are those of Reinhard Scharnagl, in which 518 is the orthodox start.
#[must_use]
fn start(number: usize) -> String {
    /// The squares of the two knights among the five that are left.
    const KNIGHTS: [[usize; 2]; 10] =
        [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];
    let number = number % STARTS;
    // The digits of the number: four light squares, four dark ones, six for the queen, ten pairs for the knights.
    let (number, light) = (number / 4, number % 4);
    let (number, dark) = (number / 4, number % 4);
    let (knights, queen) = (number / 6, number % 6);
    let mut rank = [None; 8];
    rank[2 * light + 1] = Some('b');
    rank[2 * dark] = Some('b');
    let mut put = |letters: &[(usize, char)]| {
        let free: Vec<usize> = (0..8).filter(|&file| rank[file].is_none()).collect();
        letters.iter().for_each(|&(place, letter)| rank[free[place]] = Some(letter));
    };
    put(&[(queen, 'q')]);
    put(&KNIGHTS[knights].map(|place| (place, 'n')));
    // Three squares are left, and the king has to stand between the rooks.
    put(&[(0, 'r'), (1, 'k'), (2, 'r')]);
    let rank: String = rank.into_iter().flatten().collect();
    let rooks: Vec<char> =
        ('a'..='h').zip(rank.chars()).filter(|&(_, piece)| piece == 'r').map(|(file, _)| file).collect();
    let rights: String = rooks.iter().rev().collect();
    let white = rank.to_ascii_uppercase();
    format!("{rank}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {}{rights} - 0 1", rights.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;
    use crate::{GameId, Position};
    use std::collections::HashSet;

    #[test]
    fn starts_have_scharnagl_s_numbers() {
        for (number, rank) in
            [(0, "BBQNNRKR"), (1, "BQNBNRKR"), (518, "RNBQKBNR"), (534, "RNBKQBNR"), (959, "RKRNNQBB")]
        {
            assert!(start(number).contains(&format!("/{rank} w")), "{number}: {}", start(number));
        }
        let starts: HashSet<String> = (0..STARTS).map(start).collect();
        assert_eq!(starts.len(), STARTS);
        for text in starts {
            let position = Chess960.parse(&text).unwrap();
            assert_eq!(Chess960.format(&position), text);
            assert!(position.count_moves() >= 18, "{text}");
        }
        assert_eq!(start(518), Chess960.info().start);
    }

    /// As Stockfish writes rights with `UCI_Chess960`, and reads them.
    #[test]
    fn rights_are_written_by_files_and_read_by_files_and_wings() {
        for (read, written) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"),
            ("r3k2r/8/8/8/8/8/8/R3K2R b Hq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b Ha - 0 1"),
            // The outermost rook, and another one, whose letter was its file before.
            ("4k3/8/8/8/8/8/8/1K3RR1 w K - 0 1", "4k3/8/8/8/8/8/8/1K3RR1 w G - 0 1"),
            ("4k3/8/8/8/8/8/8/1K3RR1 w F - 0 1", "4k3/8/8/8/8/8/8/1K3RR1 w F - 0 1"),
            ("4k3/8/8/8/8/8/8/1K3RR1 w - - 0 1", "4k3/8/8/8/8/8/8/1K3RR1 w - - 0 1"),
        ] {
            let position = GameId::FISCHERANDOM.parse(read).unwrap();
            assert_eq!(position.fen(), written);
            assert_eq!(GameId::FISCHERANDOM.parse(written).unwrap(), position);
        }
    }

    #[test]
    fn castling_is_written_onto_the_rook_and_read_both_ways() {
        let text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let position = GameId::FISCHERANDOM.parse(text).unwrap();
        let write = |text: &str| {
            notation::read(&position, text)
                .map(|played| notation::Notation::of(&GameId::FISCHERANDOM).write(played).to_string())
        };
        for (read, written) in [("e1h1", "e1h1"), ("e1g1", "e1h1"), ("e1a1", "e1a1"), ("e1c1", "e1a1")] {
            assert_eq!(write(read).as_deref(), Ok(written));
        }
        let castled = position.after(notation::read(&position, "e1g1").unwrap());
        assert_eq!(castled.fen(), "r3k2r/8/8/8/8/8/8/R4RK1 b ha - 1 1");
        // The same after the move, and from other squares.
        assert_eq!(notation::read(&castled, "e8c8"), notation::read(&castled, "e8a8"));
        let other = GameId::FISCHERANDOM.parse("4k3/8/8/8/8/8/8/1R3KR1 w KQ - 0 1").unwrap();
        let short = notation::read(&other, "f1g1").unwrap();
        assert_eq!(other.after(short).fen(), "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1");
        assert!(notation::read(&other, "f1c1").is_err());
    }

    #[test]
    fn the_moves_are_those_of_chess() {
        for number in [0, 356, 518, 959] {
            let text = start(number);
            assert_eq!(
                Chess960.parse(&text).unwrap().perft(3),
                Chess.parse(&text).unwrap().perft(3),
                "{text}"
            );
        }
    }
}
