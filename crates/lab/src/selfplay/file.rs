//! The file of games of self-play: whole games, some six bytes a half-move, one format for all games.
//!
//! A file is a row of [frames].
//!
//! | frame | bytes |
//! |---|---|
//! | head, `h` | `helgi games`, version (1), game (text), revision of the engine (text), seed (8), nodes a move (8) |
//! | game, `g` | number (4), ending (1), start position (text; none is the game's own), half-moves (2), and for each the move ([`Move::bits`], 4) and the score for the side that moved, in centipawns (2; -32768 if it was not searched) |
//!
//! A head holds for the games after it, so files can be concatenated. A game is written
//! at once and checked by its sum: the file of a killed program is whole up to the last game.
//! Knows no rule: the code that replays a game checks whether its moves are legal.

use super::frames::{self, FileFormat, FrameFields, UNSCORED, invalid, put_text};
use helgi_rules::board::{Move, Side};
use std::fmt;
use std::io;

pub use super::frames::Damage;

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
pub enum SelfPlayResult {
    /// White won, on the board or by a hopeless score of the other side.
    White,
    /// Black won.
    Black,
    /// A draw by the rules, or as good as one.
    Draw,
    /// The game was too long, and its result is unknown.
    Unfinished,
}

impl SelfPlayResult {
    /// Returns the result of the game for a side, from 0 to 1.
    pub const fn result_for(self, side: Side) -> f32 {
        match (self, side) {
            (SelfPlayResult::White, Side::White) | (SelfPlayResult::Black, Side::Black) => 1.0,
            (SelfPlayResult::White | SelfPlayResult::Black, _) => 0.0,
            (SelfPlayResult::Draw | SelfPlayResult::Unfinished, _) => 0.5,
        }
    }
}

/// A half-move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlayPly {
    /// The move.
    pub played: Move,
    /// The search's score of the position before it, for the side to move, in centipawns; `None`
    /// for a random move.
    pub score: Option<i16>,
}

/// A game of self-play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlayGame {
    /// Its number among those of its seed, from 0.
    pub number: u32,
    /// Its ending.
    pub ending: SelfPlayResult,
    /// The start position, if it is not the game's own.
    pub start: Option<String>,
    /// The half-moves.
    pub plies: Vec<SelfPlayPly>,
}

impl SelfPlayGame {
    /// Returns the number of positions that were searched.
    pub fn searched(&self) -> usize {
        self.plies.iter().filter(|ply| ply.score.is_some()).count()
    }
}

/// Returns true if the beginning is that of a file of self-play games: it has to be read on to be sure.
pub fn is_of_games(begin: &[u8]) -> bool {
    frames::begins_with_head::<GamesFile>(begin)
}

/// Returns the frame that a file begins with.
pub fn head_frame(head: &Head) -> Vec<u8> {
    frames::head_frame::<GamesFile>(head)
}

/// Returns the frame of a game.
pub fn game_frame(played: &SelfPlayGame) -> Vec<u8> {
    frames::entry_frame::<GamesFile>(played)
}

/// Reads the games of a file one by one.
///
/// ```
/// use helgi_lab::selfplay::file::{SelfPlayResult, Head, SelfPlayGame, Reader, game_frame, head_frame};
///
/// let head = Head { game: "chess".into(), revision: "1".into(), seed: 7, nodes: 1_000 };
/// let game = SelfPlayGame { number: 0, ending: SelfPlayResult::Draw, start: None, plies: Vec::new() };
/// let bytes = [head_frame(&head), game_frame(&game)].concat();
/// let mut reader = Reader::new(&bytes[..])?;
/// assert_eq!(reader.head(), &head);
/// assert_eq!(reader.next().transpose()?, Some(game));
/// # Ok::<(), helgi_lab::selfplay::file::Damage>(())
/// ```
pub type Reader<R> = frames::Reader<R, GamesFile>;

/// The format of such a file.
#[derive(Debug)]
pub struct GamesFile;

impl FileFormat for GamesFile {
    const MAGIC: &'static [u8] = b"helgi games";
    const VERSION: u8 = 1;
    const KIND: u8 = b'g';
    const NAME: &'static str = "file of games of self-play, expected one that `helgi datagen` wrote";
    type Head = Head;
    type Entry = SelfPlayGame;

    fn write_head(head: &Head, bytes: &mut Vec<u8>) {
        put_text(bytes, &head.game);
        put_text(bytes, &head.revision);
        bytes.extend(head.seed.to_le_bytes());
        bytes.extend(head.nodes.to_le_bytes());
    }

    fn read_head(fields: &mut FrameFields<'_>) -> io::Result<Head> {
        Ok(Head {
            game: fields.text()?,
            revision: fields.text()?,
            seed: u64::from_le_bytes(fields.number()?),
            nodes: u64::from_le_bytes(fields.number()?),
        })
    }

    fn write_entry(played: &SelfPlayGame, bytes: &mut Vec<u8>) {
        bytes.extend(played.number.to_le_bytes());
        bytes.push(match played.ending {
            // These numbers are part of the format.
            SelfPlayResult::White => 0,
            SelfPlayResult::Black => 1,
            SelfPlayResult::Draw => 2,
            SelfPlayResult::Unfinished => 3,
        });
        put_text(bytes, played.start.as_deref().unwrap_or(""));
        // A game is abandoned long before that.
        let plies = &played.plies[..played.plies.len().min(u16::MAX.into())];
        bytes.extend((plies.len() as u16).to_le_bytes());
        for ply in plies {
            bytes.extend(ply.played.bits().to_le_bytes());
            bytes.extend(ply.score.unwrap_or(UNSCORED).to_le_bytes());
        }
    }

    fn read_entry(fields: &mut FrameFields<'_>) -> io::Result<SelfPlayGame> {
        let number = u32::from_le_bytes(fields.number()?);
        let ending = match fields.number::<1>()?[0] {
            0 => SelfPlayResult::White,
            1 => SelfPlayResult::Black,
            2 => SelfPlayResult::Draw,
            3 => SelfPlayResult::Unfinished,
            other => return Err(invalid(&format!("ending {other}: expected 0 to 3"))),
        };
        let start = Some(fields.text()?).filter(|text| !text.is_empty());
        let count = u16::from_le_bytes(fields.number()?);
        let mut plies = Vec::with_capacity(count.into());
        for _ in 0..count {
            let played = fields.played()?;
            let score = fields.score()?;
            plies.push(SelfPlayPly { played, score });
        }
        Ok(SelfPlayGame { number, ending, start, plies })
    }

    fn number(played: &SelfPlayGame) -> u32 {
        played.number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::board::Square;

    fn head(seed: u64) -> Head {
        Head { game: "tavreli".into(), revision: "abc".into(), seed, nodes: 1_000 }
    }

    fn played(number: u32) -> SelfPlayGame {
        let played = Move::step(Square(1), Square(18));
        let plies = vec![SelfPlayPly { played, score: None }, SelfPlayPly { played, score: Some(-37) }];
        SelfPlayGame { number, ending: SelfPlayResult::Black, start: Some("8/8 w - - 0 1".into()), plies }
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
