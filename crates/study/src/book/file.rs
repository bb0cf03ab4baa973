//! The file of an opening book. Numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 10 | `helgi book` |
//! | 1 | version, 1 |
//! | 1 | the length of the game's name |
//! | … | the game's name, as on the wire |
//! | 8 | the [key](helgi_rules::board::ZobristKey) of the game's start position |
//! | 4 | the number of records |
//! | 32 each | records |
//! | 4 | CRC-32 of all that is before |
//!
//! A record is the key of a position (8), the move as [`Move::bits`] (4), its weight (4), and how many games with it
//! the mover won (4), drew (4), lost (4), and had no result (4). Records are sorted by key and move, so that a position is
//! found by halving; each move of a position stands there once.
//!
//! Keys are those of this program. Should another release make others, the start position's tells.

use super::{Book, BookEntry, Counts};
use helgi_rules::board::{Move, ZobristKey};
use helgi_rules::games::GameId;
use helgi_rules::{Game, Position};
use std::io::{self, Read, Write};
use thiserror::Error;

/// The first bytes of a book.
pub const MAGIC: &[u8] = b"helgi book";
const VERSION: u8 = 1;

/// The length of a record. Unit: bytes.
const RECORD: usize = 32;

/// Number of records read at once.
const CHUNK: u64 = 1 << 11;

/// The most records of a book: 512 MiB.
const MOST: u32 = 1 << 24;

/// The reason why a file is not a book.
#[derive(Debug, Error)]
pub enum BookError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It begins differently.
    #[error("no opening book: expected a file that `helgi book` has made")]
    Magic,
    /// Another program has made it.
    #[error("version {0} of books, expected {VERSION}: make it anew with `helgi book`")]
    Version(u8),
    /// The game is unknown.
    #[error("game `{0}`, expected one that this program plays; `helgi variants` lists them")]
    Game(String),
    /// The keys are made in another way.
    #[error(
        "the start of {game} has the key {found:016x} there, expected {expected:016x}: it was made by a release \
         with other keys, make it anew with `helgi book`"
    )]
    Keys {
        /// The game.
        game: &'static str,
        /// The key in the file.
        found: ZobristKey,
        /// The key that the position has.
        expected: ZobristKey,
    },
    /// It claims more than any book has.
    #[error("{0} records, expected at most {MOST}: it is damaged, or choose fewer moves with `--min-games`")]
    Size(u32),
    /// It is cut short.
    #[error("cut off after {found} bytes, expected {expected}: copy it or make it anew")]
    Truncated {
        /// The bytes that there are.
        found: u64,
        /// The bytes that there should be.
        expected: u64,
    },
    /// There are bytes after its end.
    #[error(
        "it goes on behind its end at byte {0}: it is damaged; books are joined by `helgi book A B -o BOTH`"
    )]
    Behind(u64),
    /// The sum is another.
    #[error("its checksum is {found:08x}, expected {expected:08x}: it is damaged, copy it or make it anew")]
    Checksum {
        /// The sum in the file.
        found: u32,
        /// The checksum in the file.
        expected: u32,
    },
    /// A record is invalid, or in the wrong place.
    #[error("record {0}: expected a move behind that of the record before, by key and move: make it anew")]
    Record(usize),
}

impl Book {
    /// Reads a book, in memory in proportion to the file, whatever size it claims.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is damaged, or is of a game or of keys that this program does not know.
    pub fn read(input: impl Read) -> Result<Book, BookError> {
        let mut input = Input { input, sum: crc32fast::Hasher::new(), taken: 0 };
        let magic = input.take(MAGIC.len() as u64 + 2).map_err(no_book)?;
        let (magic, rest) = magic.split_at(MAGIC.len());
        let [version, length] = rest[..] else { return Err(BookError::Magic) };
        if magic != MAGIC {
            return Err(BookError::Magic);
        }
        if version != VERSION {
            return Err(BookError::Version(version));
        }
        let name = String::from_utf8_lossy(&input.take(length.into())?).into_owned();
        let game = GameId::named(&name).ok_or(BookError::Game(name))?;
        let head = input.take(12)?;
        let mut fields = Fields(&head);
        let (found, count) = (fields.long(), fields.word());
        let expected = game.start().key();
        if found != expected {
            return Err(BookError::Keys { game: game.name(), found, expected });
        }
        if count > MOST {
            return Err(BookError::Size(count));
        }
        let mut records = Records::default();
        let mut left = u64::from(count);
        while left > 0 {
            let next = left.min(CHUNK);
            let missing = (left - next) * RECORD as u64;
            records.take(&input.take(next * RECORD as u64).map_err(|error| short_by(missing, error))?);
            left -= next;
        }
        // A wrong record is only reported in a file whose checksum is right.
        input.finish()?;
        records
            .wrong
            .map_or(Ok(Book { game, entries: records.entries }), |number| Err(BookError::Record(number)))
    }

    /// Writes the book.
    ///
    /// # Errors
    ///
    /// Of the output, and if there are more moves than a file holds.
    pub fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let count = u32::try_from(self.entries.len()).ok().filter(|&count| count <= MOST);
        let count = count.ok_or_else(|| {
            let what = format!("{} moves, expected at most {MOST}: choose fewer", self.entries.len());
            io::Error::new(io::ErrorKind::InvalidInput, what)
        })?;
        let name = self.game.name().as_bytes();
        let mut head = MAGIC.to_vec();
        // A name has at most 32 letters.
        head.extend([VERSION, name.len() as u8]);
        head.extend(name);
        head.extend(self.game.start().key().to_le_bytes());
        head.extend(count.to_le_bytes());
        let mut sum = crc32fast::Hasher::new();
        let mut write = |bytes: &[u8]| {
            sum.update(bytes);
            output.write_all(bytes)
        };
        write(&head)?;
        self.entries.iter().try_for_each(|entry| write(&record(entry)))?;
        output.write_all(&sum.finalize().to_le_bytes())
    }
}

/// Returns the error for a missing part.
fn short_by(missing: u64, error: BookError) -> BookError {
    match error {
        BookError::Truncated { found, expected } => {
            // The checksum follows the records.
            BookError::Truncated { found, expected: expected + missing + 4 }
        }
        other => other,
    }
}

/// The error for a file that is too short for the first words of a book.
fn no_book(error: BookError) -> BookError {
    if matches!(error, BookError::Truncated { .. }) { BookError::Magic } else { error }
}

fn record(entry: &BookEntry) -> [u8; RECORD] {
    let BookEntry { key, played, weight, counts: Counts { wins, draws, losses, unknown } } = *entry;
    let mut bytes = [0; RECORD];
    let (head, numbers) = bytes.split_at_mut(8);
    head.copy_from_slice(&key.to_le_bytes());
    let words = [played.bits(), weight, wins, draws, losses, unknown];
    for (place, word) in numbers.chunks_exact_mut(4).zip(words) {
        place.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// The moves of records that have been read.
#[derive(Default)]
struct Records {
    entries: Vec<BookEntry>,
    /// The number of the first record that is invalid or in the wrong place, from 1.
    wrong: Option<usize>,
}

impl Records {
    fn take(&mut self, records: &[u8]) {
        for bytes in records.chunks_exact(RECORD) {
            let entry = entry(bytes);
            let is_next =
                |entry: &BookEntry| self.entries.last().is_none_or(|last| last.place() < entry.place());
            match entry.filter(is_next) {
                Some(entry) if self.wrong.is_none() => self.entries.push(entry),
                Some(_) => {}
                None => self.wrong = self.wrong.or(Some(self.entries.len() + 1)),
            }
        }
    }
}

/// The move of a record, if there is one in it.
fn entry(bytes: &[u8]) -> Option<BookEntry> {
    let mut fields = Fields(bytes);
    let key = fields.long();
    let played = Move::from_bits(fields.word())?;
    let weight = fields.word();
    let [wins, draws, losses, unknown] = [(); 4].map(|()| fields.word());
    Some(BookEntry { key, played, weight, counts: Counts { wins, draws, losses, unknown } })
}

/// Numbers one after the other; 0 past the end.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        match self.0.split_first_chunk() {
            Some((bytes, rest)) => {
                self.0 = rest;
                *bytes
            }
            None => [0; N],
        }
    }

    fn word(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    fn long(&mut self) -> u64 {
        u64::from_le_bytes(self.take())
    }
}

/// A file that is read to its end, and summed up.
struct Input<R> {
    input: R,
    sum: crc32fast::Hasher,
    taken: u64,
}

impl<R: Read> Input<R> {
    /// Reads the next `length` bytes.
    fn take(&mut self, length: u64) -> Result<Vec<u8>, BookError> {
        let mut bytes = Vec::new();
        // Missing bytes take no memory, whatever length the file claims.
        self.input.by_ref().take(length).read_to_end(&mut bytes)?;
        self.taken += bytes.len() as u64;
        if (bytes.len() as u64) < length {
            let expected = self.taken - bytes.len() as u64 + length;
            return Err(BookError::Truncated { found: self.taken, expected });
        }
        self.sum.update(&bytes);
        Ok(bytes)
    }

    /// Reads the sum, which has to be right, and the end.
    fn finish(mut self) -> Result<(), BookError> {
        let expected = self.sum.clone().finalize();
        let found = Fields(&self.take(4)?).word();
        // Nothing may follow the checksum.
        match self.take(1) {
            Err(BookError::Truncated { .. }) if found == expected => Ok(()),
            Err(BookError::Truncated { .. }) => Err(BookError::Checksum { found, expected }),
            Err(error) => Err(error),
            Ok(_) => Err(BookError::Behind(self.taken - 1)),
        }
    }
}
