//! The file of games of self-play: whole games, some six bytes a half-move, one format for all games.
//!
//! A file is a row of frames. Numbers are little-endian; a text is its length in two bytes and its
//! letters in UTF-8.
//!
//! | frame | bytes |
//! |---|---|
//! | any | its kind (1), the length of its contents (4), the contents, their CRC-32 (4) |
//! | head, `h` | `helgi games`, version (1), game (text), revision of the engine (text), seed (8), nodes a move (8) |
//! | game, `g` | number (4), ending (1), start position (text; none is the game's own), half-moves (2), and for each the move ([`Move::bits`], 4) and the score for the side that moved, in centipawns (2; -32768 if it was not searched) |
//!
//! A head holds for the games after it, so files can be concatenated. A game is written
//! at once and checked by its sum: the file of a killed program is whole up to the last game.
//! Knows no rule: the code that replays a game checks whether its moves are legal.

use helgi_rules::board::{Move, Side};
use std::fmt;
use std::io::{self, Read};

const MAGIC: &[u8] = b"helgi games";
const VERSION: u8 = 1;
const HEAD: u8 = b'h';
const GAME: u8 = b'g';

/// The longest frame: one that claims more is damaged. Unit: bytes.
const LONGEST: u32 = 1 << 20;

/// The value that stands for a missing score.
const UNSEARCHED: i16 = i16::MIN;

/// The settings of the games in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The game's name on the wire.
    pub game: String,
    /// The engine that played: its version or commit.
    pub revision: String,
    /// The seed of the openings.
    pub seed: u64,
    /// The nodes for each move.
    pub nodes: u64,
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Head { game, revision, seed, nodes } = self;
        write!(f, "{game} with seed {seed} at {nodes} nodes a move by {revision}")
    }
}

/// The ending of a game of self-play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// White won, on the board or by a hopeless score of the other side.
    White,
    /// Black won.
    Black,
    /// A draw by the rules, or as good as one.
    Draw,
    /// The game was too long, and its result is unknown.
    Unfinished,
}

impl Ending {
    /// Returns the result of the game for a side, from 0 to 1.
    pub const fn result_for(self, side: Side) -> f32 {
        match (self, side) {
            (Ending::White, Side::White) | (Ending::Black, Side::Black) => 1.0,
            (Ending::White | Ending::Black, _) => 0.0,
            (Ending::Draw | Ending::Unfinished, _) => 0.5,
        }
    }
}

/// A half-move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move.
    pub played: Move,
    /// The search's score of the position before it, for the side to move, in centipawns; `None`
    /// for a random move.
    pub score: Option<i16>,
}

/// A game of self-play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its number among those of its seed, from 0.
    pub number: u32,
    /// Its ending.
    pub ending: Ending,
    /// The start position, if it is not the game's own.
    pub start: Option<String>,
    /// The half-moves.
    pub plies: Vec<Ply>,
}

/// Damage in a file, and its place.
#[derive(Debug)]
pub struct Damage {
    /// The place of the frame that is damaged. Unit: bytes from the start of the file.
    pub offset: u64,
    /// The number of whole games before it.
    pub games: usize,
    /// The fault.
    pub error: io::Error,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Damage { offset, games, error } = self;
        write!(f, "byte {offset}, after {games} whole games: {error}")
    }
}

impl std::error::Error for Damage {}

/// Returns true if the beginning is that of a file of self-play games: it has to be read on to be sure.
pub fn is_of_games(begin: &[u8]) -> bool {
    // After the kind of the frame and its length.
    begin.first() == Some(&HEAD) && begin.get(5..).is_some_and(|contents| contents.starts_with(MAGIC))
}

/// The frame that a file begins with.
pub fn head_frame(head: &Head) -> Vec<u8> {
    let mut contents = MAGIC.to_vec();
    contents.push(VERSION);
    put_text(&mut contents, &head.game);
    put_text(&mut contents, &head.revision);
    contents.extend(head.seed.to_le_bytes());
    contents.extend(head.nodes.to_le_bytes());
    frame(HEAD, &contents)
}

/// The frame of a game.
pub fn game_frame(played: &Played) -> Vec<u8> {
    let mut contents = played.number.to_le_bytes().to_vec();
    contents.push(match played.ending {
        Ending::White => 0,
        Ending::Black => 1,
        Ending::Draw => 2,
        Ending::Unfinished => 3,
    });
    put_text(&mut contents, played.start.as_deref().unwrap_or(""));
    let plies = &played.plies[..played.plies.len().min(u16::MAX.into())];
    contents.extend((plies.len() as u16).to_le_bytes());
    for ply in plies {
        contents.extend(ply.played.bits().to_le_bytes());
        contents.extend(ply.score.unwrap_or(UNSEARCHED).to_le_bytes());
    }
    frame(GAME, &contents)
}

fn frame(kind: u8, contents: &[u8]) -> Vec<u8> {
    let mut bytes = vec![kind];
    bytes.extend((contents.len() as u32).to_le_bytes());
    bytes.extend(contents);
    bytes.extend(crc32fast::hash(contents).to_le_bytes());
    bytes
}

/// Appends a text of at most 65,535 bytes; ours are names and positions.
fn put_text(bytes: &mut Vec<u8>, text: &str) {
    let length = u16::try_from(text.len()).unwrap_or(0);
    bytes.extend(length.to_le_bytes());
    bytes.extend(&text.as_bytes()[..length.into()]);
}

/// Reads the games of a file one by one.
///
/// ```
/// use helgi_lab::selfplay::file::{Ending, Head, Played, Reader, game_frame, head_frame};
///
/// let head = Head { game: "chess".into(), revision: "1".into(), seed: 7, nodes: 1_000 };
/// let game = Played { number: 0, ending: Ending::Draw, start: None, plies: Vec::new() };
/// let bytes = [head_frame(&head), game_frame(&game)].concat();
/// let mut reader = Reader::new(&bytes[..])?;
/// assert_eq!(reader.head(), &head);
/// assert_eq!(reader.next().transpose()?, Some(game));
/// # Ok::<(), helgi_lab::selfplay::file::Damage>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    head: Head,
    /// The end of the last whole frame. Unit: bytes.
    offset: u64,
    games: usize,
    is_over: bool,
}

impl<R: Read> Reader<R> {
    /// A reader of a file, which has to begin with a head.
    ///
    /// # Errors
    ///
    /// If it does not, or cannot be read.
    pub fn new(input: R) -> Result<Self, Damage> {
        let head = Head { game: String::new(), revision: String::new(), seed: 0, nodes: 0 };
        let mut reader = Reader { input, head, offset: 0, games: 0, is_over: false };
        let found = reader.frame().and_then(|frame| match frame {
            Some((HEAD, contents)) => reader.read_head(&contents),
            _ => Err(invalid("no head")),
        });
        found.map(|()| reader).map_err(|error| {
            let what =
                format!("no file of games of self-play, expected one that `helgi datagen` wrote: {error}");
            Damage { offset: 0, games: 0, error: io::Error::new(error.kind(), what) }
        })
    }

    /// Returns the head that applies to the game read last, or to the first one before any is read.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The end of the last whole frame. Unit: bytes.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The kind and contents of the next frame; `None` at the end of the file.
    fn frame(&mut self) -> io::Result<Option<(u8, Vec<u8>)>> {
        let mut start = [0; 5];
        let mut length = 0;
        while length < start.len() {
            match self.input.read(&mut start[length..])? {
                0 if length == 0 => return Ok(None),
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                read => length += read,
            }
        }
        let [kind, size @ ..] = start;
        let size = u32::from_le_bytes(size);
        if size > LONGEST || !matches!(kind, HEAD | GAME) {
            return Err(invalid("neither a head nor a game"));
        }
        let mut contents = vec![0; size as usize];
        let mut sum = [0; 4];
        self.input.read_exact(&mut contents)?;
        self.input.read_exact(&mut sum)?;
        if crc32fast::hash(&contents) != u32::from_le_bytes(sum) {
            return Err(invalid("the checksum is not that of the contents"));
        }
        self.offset += 9 + u64::from(size);
        Ok(Some((kind, contents)))
    }

    fn read_head(&mut self, contents: &[u8]) -> io::Result<()> {
        let mut fields = Fields(contents);
        if fields.take(MAGIC.len())? != MAGIC {
            return Err(invalid("the head does not begin with `helgi games`"));
        }
        let version = fields.number::<1>()?[0];
        if version != VERSION {
            return Err(invalid(&format!("version {version}: expected {VERSION}")));
        }
        self.head = Head {
            game: fields.text()?,
            revision: fields.text()?,
            seed: u64::from_le_bytes(fields.number()?),
            nodes: u64::from_le_bytes(fields.number()?),
        };
        Ok(())
    }

    fn next_game(&mut self) -> io::Result<Option<Played>> {
        loop {
            match self.frame()? {
                None => return Ok(None),
                Some((HEAD, contents)) => self.read_head(&contents)?,
                Some((_, contents)) => return read_game(&contents).map(Some),
            }
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Played, Damage>;

    /// Returns the next game. After damage there is none: its end is unknown.
    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let offset = self.offset;
        match self.next_game() {
            Ok(Some(played)) => {
                self.games += 1;
                Some(Ok(played))
            }
            end => {
                self.is_over = true;
                end.err().map(|error| Err(Damage { offset, games: self.games, error }))
            }
        }
    }
}

fn read_game(contents: &[u8]) -> io::Result<Played> {
    let mut fields = Fields(contents);
    let number = u32::from_le_bytes(fields.number()?);
    let ending = match fields.number::<1>()?[0] {
        0 => Ending::White,
        1 => Ending::Black,
        2 => Ending::Draw,
        3 => Ending::Unfinished,
        other => return Err(invalid(&format!("ending {other}: expected 0 to 3"))),
    };
    let start = Some(fields.text()?).filter(|text| !text.is_empty());
    let count = u16::from_le_bytes(fields.number()?);
    let mut plies = Vec::with_capacity(count.into());
    for _ in 0..count {
        let bits = u32::from_le_bytes(fields.number()?);
        let score = i16::from_le_bytes(fields.number()?);
        let played = Move::from_bits(bits).ok_or_else(|| invalid("a move of no form"))?;
        plies.push(Ply { played, score: Some(score).filter(|&score| score != UNSEARCHED) });
    }
    Ok(Played { number, ending, start, plies })
}

/// The rest of a frame's contents.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn take(&mut self, count: usize) -> io::Result<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or_else(|| invalid("a frame is too short"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn number<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        self.take(N)?.try_into().map_err(|_| invalid("a frame is too short"))
    }

    fn text(&mut self) -> io::Result<String> {
        let length = u16::from_le_bytes(self.number()?);
        String::from_utf8(self.take(length.into())?.to_vec()).map_err(|error| invalid(&error.to_string()))
    }
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::board::Square;

    fn head(seed: u64) -> Head {
        Head { game: "tavreli".into(), revision: "abc".into(), seed, nodes: 1_000 }
    }

    fn played(number: u32) -> Played {
        let played = Move::step(Square(1), Square(18));
        let plies = vec![Ply { played, score: None }, Ply { played, score: Some(-37) }];
        Played { number, ending: Ending::Black, start: Some("8/8 w - - 0 1".into()), plies }
    }

    fn bytes() -> Vec<u8> {
        [head_frame(&head(1)), game_frame(&played(0)), head_frame(&head(2)), game_frame(&played(1))].concat()
    }

    #[test]
    fn files_one_behind_the_other_are_one() {
        let bytes = bytes();
        let mut reader = Reader::new(&bytes[..]).unwrap();
        assert_eq!(reader.next().unwrap().unwrap(), played(0));
        assert_eq!(reader.head(), &head(1));
        assert_eq!(reader.next().unwrap().unwrap(), played(1));
        assert_eq!(reader.head(), &head(2));
        assert!(reader.next().is_none());
        assert_eq!(reader.offset(), bytes.len() as u64);
    }

    #[test]
    fn damage_is_named_with_its_place() {
        let whole = bytes();
        let heads = head_frame(&head(1)).len();
        for cut in heads + 1..heads + game_frame(&played(0)).len() {
            let mut reader = Reader::new(&whole[..cut]).unwrap();
            let damage = reader.next().unwrap().unwrap_err();
            assert_eq!((damage.offset, damage.games), (heads as u64, 0));
            assert!(reader.next().is_none());
        }
        // Any byte that is changed is noticed, and no game before it is lost.
        for place in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[place] ^= 0x55;
            let games = Reader::new(&bytes[..]).map(Iterator::collect::<Vec<_>>).unwrap_or_default();
            let intact = games.iter().filter(|game| game.is_ok()).count();
            assert!(intact < 2, "byte {place}");
        }
        assert!(Reader::new(&b"8/8 w"[..]).unwrap_err().to_string().contains("helgi datagen"));
    }
}
