//! Stockfish 15.1's net as a teacher: its static score of positions of chess.
//!
//! The net is the one that Stockfish 15.1 carries (CC0). `nnue-rs` reads nets of the same shape, but only
//! with their numbers packed, as later versions of Stockfish write them; so they are packed here first.

use helgi_engine::internals::eval::fade;
use helgi_rules::Position;
use helgi_rules::board::Side;
use helgi_rules::chess::{BISHOP, ChessPosition, KING, KNIGHT, PAWN, QUEEN, ROOK};
use nnue_rs::{Board, Color, Network, Piece, PieceKind};
use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;
use std::{fs, io};

/// The size of the net's file. Unit: bytes.
const SIZE: usize = 47_001_499;

/// The place of the net in Debian's program `stockfish` 15.1-4. Unit: bytes.
const PLACE: usize = 249_888;

/// The place of the length of a text, behind the version and a hash. Unit: bytes.
const TEXT_LENGTH: usize = 8;

const HIDDEN: usize = 1_024;
const INPUTS: usize = 22_528;
const BUCKETS: usize = 8;

/// The worth of a pawn in Stockfish's own numbers, as its command `eval` counts it.
pub const PAWN_OF_EVAL: i32 = 361;

/// A net that scores positions.
pub struct Teacher {
    net: Network,
}

impl Teacher {
    /// Reads the net from its own file, or from Debian's program `stockfish` 15.1.
    ///
    /// # Errors
    ///
    /// If the bytes are neither.
    pub fn new(bytes: &[u8]) -> io::Result<Teacher> {
        let is_program = bytes.starts_with(b"\x7fELF");
        let net = if is_program { bytes.get(PLACE..PLACE + SIZE).unwrap_or_default() } else { bytes };
        let net = packed(net).filter(|_| net.len() == SIZE).ok_or_else(|| {
            invalid(format!(
                "no net of Stockfish 15.1: expected its file nn-ad9b42354671.nnue of {SIZE} bytes, or Debian's \
                 /usr/games/stockfish 15.1"
            ))
        })?;
        let net = Network::from_bytes(&net).map_err(|error| invalid(error.to_string()))?;
        Ok(Teacher { net })
    }

    /// Reads the net like [`new`](Self::new), from a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or holds neither.
    pub fn open(path: &Path) -> io::Result<Teacher> {
        fs::read(path).and_then(|bytes| Teacher::new(&bytes)).map_err(|error| about(path, &error))
    }

    /// The score for the side to move, in Stockfish's own numbers.
    pub fn score(&self, position: &ChessPosition) -> i32 {
        self.net.evaluate(&Seen(position))
    }
}

/// A score of the net in centipawns, so many for each of its units, faded as helgi's own evaluation.
pub fn centipawns(position: &ChessPosition, score: i32, scale: f64) -> i32 {
    fade((f64::from(score) * scale).round() as i32, position.turn().halfmove.into())
}

/// The net as later versions of Stockfish write it.
fn packed(net: &[u8]) -> Option<Vec<u8>> {
    let text: [u8; 4] = net.get(TEXT_LENGTH..TEXT_LENGTH + 4)?.try_into().ok()?;
    let (head, mut rest) = net.split_at_checked(TEXT_LENGTH + 4 + u32::from_le_bytes(text) as usize + 4)?;
    let mut bytes = head.to_vec();
    for (count, size) in [(HIDDEN, 2), (HIDDEN * INPUTS, 2), (BUCKETS * INPUTS, 4)] {
        let (numbers, behind) = rest.split_at_checked(count * size)?;
        rest = behind;
        let mut contents = Vec::with_capacity(numbers.len());
        for number in numbers.chunks_exact(size) {
            let number = match *number {
                [a, b] => i16::from_le_bytes([a, b]).into(),
                [a, b, c, d] => i32::from_le_bytes([a, b, c, d]),
                _ => return None,
            };
            // The weights of this version are read as they are, those of later ones doubled.
            pack(number, &mut contents);
        }
        bytes.extend(b"COMPRESSED_LEB128");
        bytes.extend(u32::try_from(contents.len()).ok()?.to_le_bytes());
        bytes.extend(contents);
    }
    bytes.extend(rest);
    Some(bytes)
}

/// Appends a number in signed LEB128.
fn pack(mut number: i32, bytes: &mut Vec<u8>) {
    loop {
        let byte = (number & 0x7f) as u8;
        number >>= 7;
        let is_last = number == 0 && byte & 0x40 == 0 || number == -1 && byte & 0x40 != 0;
        bytes.push(if is_last { byte } else { byte | 0x80 });
        if is_last {
            return;
        }
    }
}

/// A position as the net sees it.
struct Seen<'a>(&'a ChessPosition);

impl Board for Seen<'_> {
    fn side_to_move(&self) -> Color {
        colour(self.0.side())
    }

    fn king_square(&self, color: Color) -> u8 {
        self.0.king(if color == Color::White { Side::White } else { Side::Black }).0
    }

    fn for_each_piece(&self, each: &mut dyn FnMut(u8, Piece)) {
        const KINDS: [(helgi_rules::board::Kind, PieceKind); 6] = [
            (PAWN, PieceKind::Pawn),
            (KNIGHT, PieceKind::Knight),
            (BISHOP, PieceKind::Bishop),
            (ROOK, PieceKind::Rook),
            (QUEEN, PieceKind::Queen),
            (KING, PieceKind::King),
        ];
        for side in Side::BOTH {
            for (kind, name) in KINDS {
                for square in self.0.cells().of(side, kind) {
                    each(square.0, Piece::new(colour(side), name));
                }
            }
        }
    }
}

fn colour(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

/// An error of what was given.
pub fn invalid(what: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// An error about a file.
pub fn about(path: &Path, error: &dyn Display) -> io::Error {
    invalid(format!("{}: {error}", path.display()))
}

/// The exit status of a program, whose error is printed.
pub fn finish(program: &str, result: io::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{program}: {error}");
            ExitCode::from(2)
        }
    }
}
