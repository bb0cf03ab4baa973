//! The file of siblings: for each game its moves once, and for each sibling the moves that lead to it from
//! the game. So a position takes some twelve bytes, in every game, and the rules check each as it is read.
//!
//! A file is a row of [frames].
//!
//! | frame | bytes |
//! |---|---|
//! | head, `h` | `helgi siblings`, version (1), game (text), the games around which they lie (text), revision of the engine (text), seed (8), siblings of a position (2), label (text) |
//! | family, `f` | number (4), start position (text; none is the game's own), half-moves (2), and for each the move ([`Move::bits`], 4); siblings (4), and for each the half-move of the game from which it was drawn and, in the upper two bits, how many moves were (2), its score for the side to move, in centipawns (2; -32768 if it has none), and these moves (4 each) |
//!
//! A head holds for the families after it, so files can be concatenated.

use super::super::frames::{self, FileFormat, FrameFields, UNSCORED, invalid, put_text};
use helgi_rules::board::Move;
use std::fmt;
use std::io;

/// The half-move and the number of drawn moves share a number.
const PLY_BITS: u32 = 14;

/// The most moves that lead from a game to a sibling.
pub const MOST_DRAWN: usize = 3;

/// The half-moves of a game from which siblings can be drawn.
pub const MOST_PLIES: usize = 1 << PLY_BITS;

/// The settings of the siblings in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The game's name on the wire.
    pub game: String,
    /// A description of the games around which they lie.
    pub games: String,
    /// The engine that drew them: its version or commit.
    pub revision: String,
    /// The seed that they were drawn with.
    pub seed: u64,
    /// The number drawn around each position.
    pub each: u16,
    /// The source of the scores, as `depth=3`; `none` without scores.
    pub label: String,
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Head { games, revision, seed, each, label, .. } = self;
        write!(
            f,
            "{each} siblings a position with seed {seed} and label {label} by {revision} around {games}"
        )
    }
}

/// A position beside a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sibling {
    /// The half-moves of the game before the position from which it was drawn.
    pub ply: u16,
    /// The drawn moves, at most [`MOST_DRAWN`].
    pub drawn: Vec<Move>,
    /// The score for the side to move, in centipawns.
    pub score: Option<i16>,
}

/// The siblings of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiblingFamily {
    /// The game's number in its file.
    pub number: u32,
    /// The start position, if it is not the game's own.
    pub start: Option<String>,
    /// The game's moves.
    pub moves: Vec<Move>,
    /// The siblings, in the order of their half-moves.
    pub siblings: Vec<Sibling>,
}

/// The format of such a file.
#[derive(Debug)]
pub struct SiblingsFile;

/// Reads the families of a file one by one.
pub type Reader<R> = frames::Reader<R, SiblingsFile>;

/// Returns true if a file that begins so is one of siblings: it has to be read on to be sure.
pub fn is_of_siblings(begin: &[u8]) -> bool {
    frames::begins_with_head::<SiblingsFile>(begin)
}

/// Returns the frame that a file begins with.
pub fn head_frame(head: &Head) -> Vec<u8> {
    frames::head_frame::<SiblingsFile>(head)
}

/// Returns the frame of a family.
pub fn family_frame(family: &SiblingFamily) -> Vec<u8> {
    frames::entry_frame::<SiblingsFile>(family)
}

impl FileFormat for SiblingsFile {
    const MAGIC: &'static [u8] = b"helgi siblings";
    const VERSION: u8 = 1;
    const KIND: u8 = b'f';
    const NAME: &'static str = "file of siblings, expected one that `helgi datagen --siblings` wrote";
    type Head = Head;
    type Entry = SiblingFamily;

    fn write_head(head: &Head, bytes: &mut Vec<u8>) {
        put_text(bytes, &head.game);
        put_text(bytes, &head.games);
        put_text(bytes, &head.revision);
        bytes.extend(head.seed.to_le_bytes());
        bytes.extend(head.each.to_le_bytes());
        put_text(bytes, &head.label);
    }

    fn read_head(fields: &mut FrameFields<'_>) -> io::Result<Head> {
        Ok(Head {
            game: fields.text()?,
            games: fields.text()?,
            revision: fields.text()?,
            seed: u64::from_le_bytes(fields.number()?),
            each: u16::from_le_bytes(fields.number()?),
            label: fields.text()?,
        })
    }

    fn write_entry(family: &SiblingFamily, bytes: &mut Vec<u8>) {
        let SiblingFamily { number, start, moves, siblings } = family;
        bytes.extend(number.to_le_bytes());
        put_text(bytes, start.as_deref().unwrap_or(""));
        let moves = &moves[..moves.len().min(MOST_PLIES)];
        bytes.extend((moves.len() as u16).to_le_bytes());
        moves.iter().for_each(|played| bytes.extend(played.bits().to_le_bytes()));
        bytes.extend((siblings.len() as u32).to_le_bytes());
        for Sibling { ply, drawn, score } in siblings {
            let drawn = &drawn[..drawn.len().min(MOST_DRAWN)];
            // The upper two bits are the number of drawn moves, up to three.
            let place = ply & (MOST_PLIES - 1) as u16 | (drawn.len() as u16) << PLY_BITS;
            bytes.extend(place.to_le_bytes());
            bytes.extend(score.unwrap_or(UNSCORED).to_le_bytes());
            drawn.iter().for_each(|drawn| bytes.extend(drawn.bits().to_le_bytes()));
        }
    }

    fn read_entry(fields: &mut FrameFields<'_>) -> io::Result<SiblingFamily> {
        let number = u32::from_le_bytes(fields.number()?);
        let start = Some(fields.text()?).filter(|text| !text.is_empty());
        let plies = usize::from(u16::from_le_bytes(fields.number()?));
        let moves = (0..plies).map(|_| fields.played()).collect::<io::Result<Vec<_>>>()?;
        let count = u32::from_le_bytes(fields.number()?);
        let mut siblings: Vec<Sibling> = Vec::new();
        let mut last = 0;
        for _ in 0..count {
            let place = u16::from_le_bytes(fields.number()?);
            let (ply, count) = (place & (MOST_PLIES - 1) as u16, place >> PLY_BITS);
            let score = fields.score()?;
            let drawn = (0..count).map(|_| fields.played()).collect::<io::Result<Vec<_>>>()?;
            // In the order of their half-moves, so that the game is played again once.
            if usize::from(ply) > plies || ply < last {
                return Err(invalid(&format!("a sibling of half-move {ply}: expected {last} to {plies}")));
            }
            last = ply;
            siblings.push(Sibling { ply, drawn, score });
        }
        Ok(SiblingFamily { number, start, moves, siblings })
    }

    fn number(family: &SiblingFamily) -> u32 {
        family.number
    }
}
