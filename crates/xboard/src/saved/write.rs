//! Games for XBoard to replay: half-moves of its own instead of moves, so that after each move its
//! board shows that of the game.

use super::MEN;
use crate::board::{Repairs, ShownPly, XBoardGame};
use crate::figures::NotShown;
use crate::setup;
use crate::table::LetterTable;
use helgi_protocol::xboard::XBoardPly;
use helgi_record::replay::Replay;
use helgi_record::{NodeId, Record};
use helgi_rules::games::GameId;
use helgi_rules::{Game, IllegalMove};
use thiserror::Error;

/// The reason why a game cannot be written for XBoard.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotWritten {
    /// It breaks the rules.
    #[error("not written for XBoard: the game is wrong; mend it first")]
    Wrong,
    /// XBoard cannot show it.
    #[error("not written for XBoard: {0}")]
    NotShown(#[from] NotShown),
    /// XBoard sets up the start of the game after it has read the file, so that another position is lost.
    #[error(
        "not written for XBoard: it begins at {0}; XBoard goes through games of {1} from their start only"
    )]
    Start(String, &'static str),
    /// A piece comes back to its square, as in a shot. XBoard 4.9 loses it when it goes through a record.
    #[error(
        "not written for XBoard: {0}: XBoard loses pieces that return to their square in a recorded game"
    )]
    Returns(String),
    /// A move cannot be played.
    #[error("not written for XBoard: {0}")]
    Move(#[from] IllegalMove),
}

/// The result of converting a game.
#[derive(Clone, PartialEq, Debug)]
pub struct ForXBoard {
    /// The game.
    pub record: Record,
    /// Number of variations left out.
    pub left_out: usize,
}

/// A game, played through by the rules, as XBoard reads it. In the games that it knows that is with moves in
/// the style they have; in those that are announced to it, with its letters, repairs and `--`, as it saves
/// them itself, and without variations.
///
/// # Errors
///
/// If the game is wrong, or XBoard cannot show it.
pub fn for_xboard(record: &Record, replayed: &Replay) -> Result<ForXBoard, NotWritten> {
    let is_good = replayed.wrong.is_empty() && replayed.null_move().is_none();
    let game = replayed.game.filter(|_| is_good).ok_or(NotWritten::Wrong)?;
    let table = LetterTable::new(game.info())?;
    if table.is_known() {
        let mut record = record.clone();
        if game != GameId::default() {
            record.tags.set("Variant", table.variant());
        }
        return Ok(ForXBoard { record, left_out: 0 });
    }
    let start = record.start(game).map_err(|_| NotWritten::Wrong)?;
    if start != game.start() {
        return Err(NotWritten::Start(start.fen(), game.info().title));
    }
    announced(game, &table, record, replayed)
}

fn announced(
    game: GameId,
    table: &LetterTable,
    record: &Record,
    replayed: &Replay,
) -> Result<ForXBoard, NotWritten> {
    let mut new = Record::default();
    for (name, value) in record.tags.iter().filter(|(name, _)| *name != GONE) {
        new.tags.set(name, value);
    }
    new.tags.set("Variant", table.variant());
    new.tags.set("SetUp", "1");
    new.tags.set("FEN", table.position_text(&game.start()));
    let men: Vec<String> =
        setup::movements(table).map(|(piece, movement)| format!("{piece}:{movement}")).collect();
    new.tags.set(MEN, men.join(";"));
    new.result = record.result;
    new.node_mut(NodeId::START).comments.clone_from(&record.node(NodeId::START).comments);
    let mut board = XBoardGame::with_table(game, table.clone(), true);
    let mut last = NodeId::START;
    for (ply, id) in record.main_line().enumerate() {
        let played = replayed.moves.get(id.index()).copied().flatten().ok_or(NotWritten::Wrong)?;
        let shown = board.show(played, Repairs::Recorded)?;
        if shown.iter().any(returns) {
            let played = game.display(played);
            return Err(NotWritten::Returns(format!("move {} {played}", record.number(ply))));
        }
        let mut first = None;
        for shown in &shown {
            last = new.add(last, &board.for_gui(&written(shown, table)));
            first.get_or_insert(last);
        }
        if let Some(first) = first {
            let (own, node) = (record.node(id), new.node_mut(first));
            node.comments.clone_from(&own.comments);
            node.glyphs.clone_from(&own.glyphs);
        }
    }
    let beside = |id| record.continuations(id).count().saturating_sub(1);
    let left_out = std::iter::once(NodeId::START).chain(record.main_line()).map(beside).sum();
    Ok(ForXBoard { record: new, left_out })
}

fn returns(ShownPly { ply, .. }: &ShownPly) -> bool {
    matches!(ply, XBoardPly::Path { squares, .. } if squares.first() == squares.last())
}

/// A half-move as XBoard reads it without knowing how pieces move: with all its squares.
fn written(ShownPly { ply, letter, .. }: &ShownPly, table: &LetterTable) -> String {
    match (ply, letter) {
        (XBoardPly::Pass, _) => "--".to_owned(),
        (XBoardPly::Path { squares, letter: becomes }, Some(piece)) => {
            let mut text = table.wire_text(*piece);
            for (number, square) in squares.iter().enumerate() {
                match number {
                    0 => {}
                    // Pieces met on the way are gone; on the last square, the letter is enough.
                    number if number + 1 < squares.len() => text.push('x'),
                    _ if squares.len() > 2 => text.push('-'),
                    _ => {}
                }
                text += &square.to_string();
            }
            text.extend(becomes.iter().flat_map(|becomes| ['=', becomes.to_ascii_uppercase()]));
            text
        }
        _ => ply.to_string(),
    }
}

/// The tag that is no longer true.
const GONE: &str = "PlyCount";
