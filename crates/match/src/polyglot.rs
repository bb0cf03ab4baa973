//! Opening books in Polyglot's form, from which the first moves of an engine of chess may be played.
//!
//! A book is a list of entries of 16 bytes, sorted by their keys, as the page of Michel Van den Bergh and H. G. Muller
//! on the form describes them: the key of a position, a move, its weight, and a field for learning. The numbers of the keys
//! are Polyglot's.

use fastrand::Rng;
use helgi_files::read_input;
use helgi_rules::AnyPosition;
use helgi_rules::fen::Fields;
use helgi_rules::notation::{self, Notation};
use std::io;
use std::path::Path;

/// The largest book. Unit: bytes.
const LARGEST: u64 = 1 << 30;

/// The size of an entry. Unit: bytes.
const ENTRY: usize = 16;

const NUMBERS: &str = include_str!("polyglot.txt");

/// The places of the numbers behind those of the pieces.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// A book.
#[derive(Clone, Debug)]
pub(super) struct PolyglotBook {
    bytes: Vec<u8>,
    numbers: Vec<u64>,
}

impl PolyglotBook {
    /// Reads a file.
    pub fn open(path: &Path) -> io::Result<PolyglotBook> {
        PolyglotBook::of(read_input(path, LARGEST)?)
    }

    fn of(bytes: Vec<u8>) -> io::Result<PolyglotBook> {
        let is_whole = bytes.len().is_multiple_of(ENTRY);
        let keys: Vec<u64> = bytes.chunks_exact(ENTRY).map(key_of).collect();
        if !is_whole || !keys.is_sorted() {
            let problem = "no book of Polyglot, expected entries of 16 bytes, sorted by their keys";
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        let lines = NUMBERS.lines().filter(|line| !line.starts_with('#'));
        let numbers =
            lines.flat_map(str::split_whitespace).filter_map(|text| u64::from_str_radix(text, 16).ok());
        Ok(PolyglotBook { bytes, numbers: numbers.collect() })
    }

    /// A move of the book in a position of chess, chosen by its weight.
    pub fn choose(&self, position: &AnyPosition, random: &mut Rng) -> Option<String> {
        let key = self.key(position)?;
        let entries = self.bytes.as_chunks::<ENTRY>().0;
        let first = entries.partition_point(|entry| key_of(entry) < key);
        let of_key = entries.get(first..)?.iter().take_while(|entry| key_of(&entry[..]) == key);
        let moves: Vec<(String, u64)> = of_key
            .filter_map(|entry| {
                let coded = u16::from_be_bytes([entry[8], entry[9]]);
                let weight = u16::from_be_bytes([entry[10], entry[11]]);
                Some((text_of(position, coded)?, u64::from(weight)))
            })
            .collect();
        // An entry with the weight 0 is never chosen.
        let total: u64 = moves.iter().map(|(_, weight)| weight).sum();
        let mut rest = random.u64(..total.max(1));
        moves.into_iter().find_map(|(text, weight)| {
            let is_chosen = rest < weight;
            rest = rest.saturating_sub(weight);
            is_chosen.then_some(text)
        })
    }

    /// The key of a position; `None` if it is not one of chess.
    fn key(&self, position: &AnyPosition) -> Option<u64> {
        if !position.game().is_chess() {
            return None;
        }
        let fen = position.fen();
        let fields = Fields::split(&fen).ok()?;
        let mut key = 0;
        let mut add = |place: usize| key ^= self.numbers.get(place).copied().unwrap_or_default();
        let mut board = [[' '; 8]; 8];
        for (row, text) in fields.board.split('/').enumerate() {
            let rank = 7_usize.checked_sub(row)?;
            let mut file = 0;
            for letter in text.chars() {
                if let Some(gap) = letter.to_digit(10) {
                    file += gap as usize;
                    continue;
                }
                // The numbers of the pieces follow in this order of kinds.
                let kind = "pPnNbBrRqQkK".find(letter)?;
                *board.get_mut(rank)?.get_mut(file)? = letter;
                add(64 * kind + 8 * rank + file);
                file += 1;
            }
        }
        for letter in fields.castling.chars() {
            // Rights of Chess960 are named by files.
            let place = match letter {
                'K' | 'H' => 0,
                'Q' | 'A' => 1,
                'k' | 'h' => 2,
                'q' | 'a' => 3,
                _ => continue,
            };
            add(CASTLING + place);
        }
        let is_white = fen.split(' ').nth(1) == Some("w");
        let en_passant = fields.en_passant.bytes().next().filter(u8::is_ascii_lowercase);
        if let Some(file) = en_passant.map(|letter| usize::from(letter - b'a')) {
            // The form counts the square only where a pawn stands beside to capture.
            let (rank, pawn) = if is_white { (4, 'P') } else { (3, 'p') };
            let beside = [file.checked_sub(1), Some(file + 1)].into_iter().flatten();
            if beside.filter_map(|file| board[rank].get(file)).any(|&letter| letter == pawn) {
                add(EN_PASSANT + file);
            }
        }
        if is_white {
            add(WHITE_TO_MOVE);
        }
        Some(key)
    }
}

fn key_of(entry: &[u8]) -> u64 {
    entry.iter().take(8).fold(0, |key, &byte| key << 8 | u64::from(byte))
}

/// The move of an entry as text, if it is legal. Castling goes onto the rook there.
fn text_of(position: &AnyPosition, coded: u16) -> Option<String> {
    let square = |bits: u16| {
        let (file, rank) = (b'a' + (bits & 7) as u8, b'1' + (bits >> 3 & 7) as u8);
        format!("{}{}", char::from(file), char::from(rank))
    };
    let promotion = match coded >> 12 & 7 {
        0 => "",
        1 => "n",
        2 => "b",
        3 => "r",
        4 => "q",
        _ => return None,
    };
    let (from, to) = (square(coded >> 6 & 63), square(coded & 63));
    // A rook may move from e1 to h1, too: castling is tried where the plain move is none.
    let plain = format!("{from}{to}{promotion}");
    let castling = match (from.as_str(), to.as_str()) {
        ("e1", "h1") => Some("e1g1"),
        ("e1", "a1") => Some("e1c1"),
        ("e8", "h8") => Some("e8g8"),
        ("e8", "a8") => Some("e8c8"),
        _ => None,
    };
    let texts = [Some(plain.as_str()), castling].into_iter().flatten();
    let legal = texts.filter_map(|text| notation::read(position, text).ok()).next()?;
    Some(Notation::of(&position.game()).write(legal).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::Game;
    use helgi_rules::games::GameId;

    fn after(moves: &str) -> AnyPosition {
        let mut position = GameId::CHESS.start();
        for text in moves.split_whitespace() {
            let legal = notation::read(&position, text).unwrap();
            position = position.after(legal);
        }
        position
    }

    /// An entry: the moves before it, the move by its bits, and the weight.
    fn entry(moves: &str, coded: u16, weight: u16) -> [u8; ENTRY] {
        let key = PolyglotBook::of(Vec::new()).unwrap().key(&after(moves)).unwrap();
        let mut bytes = [0; ENTRY];
        bytes[..8].copy_from_slice(&key.to_be_bytes());
        bytes[8..10].copy_from_slice(&coded.to_be_bytes());
        bytes[10..12].copy_from_slice(&weight.to_be_bytes());
        bytes
    }

    #[test]
    fn keys_are_those_of_polyglot() {
        let book = PolyglotBook::of(Vec::new()).unwrap();
        assert_eq!(book.numbers.len(), 781);
        // The examples of the page on the form.
        for (moves, key) in [
            ("", 0x463b_9618_1691_fc9c),
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
            ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        ] {
            assert_eq!(book.key(&after(moves)), Some(key), "{moves}");
        }
        assert_eq!(book.key(&GameId::named("tavreli").unwrap().start()), None);
    }

    #[test]
    fn moves_are_chosen_by_their_weight() {
        let castles = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5";
        // e2e4 three times as often as d2d4; a move that is not legal and one without weight never; O-O as e1h1.
        let mut entries = [
            entry("", 0b000_001_100_011_100, 3),
            entry("", 0b000_001_011_011_011, 1),
            entry("", 0b000_001_100_100_100, 9),
            entry("", 0b000_001_000_010_000, 0),
            entry(castles, 0b000_000_100_000_111, 1),
        ];
        entries.sort_by_key(|entry| key_of(&entry[..]));
        let book = PolyglotBook::of(entries.concat()).unwrap();
        let mut random = Rng::with_seed(1);
        let chosen: Vec<String> = (0..400).filter_map(|_| book.choose(&after(""), &mut random)).collect();
        let count = |text: &str| chosen.iter().filter(|other| *other == text).count();
        assert_eq!(count("e2e4") + count("d2d4"), 400);
        assert!((260..340).contains(&count("e2e4")), "{}", count("e2e4"));
        assert_eq!(book.choose(&after(castles), &mut random).as_deref(), Some("e1g1"));
        assert_eq!(book.choose(&after("a2a3"), &mut random), None);
    }

    #[test]
    fn other_files_are_refused() {
        let unsorted = [entry("", 1, 1), [0; ENTRY]].concat();
        for bytes in [vec![1; 15], unsorted] {
            assert!(PolyglotBook::of(bytes).unwrap_err().to_string().starts_with("no book of Polyglot"));
        }
    }
}
