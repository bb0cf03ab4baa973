//! Recorded games checked by the rules: every move must be legal, and the result that of the position.
//!
//! A game may end in other ways than by the rules, by resignation or on time. That is accepted
//! where the position is undecided; a result that contradicts the board is not.

use super::record::FINGERPRINT;
use super::{Findings, GameResult, NodeId, Record};
use helgi_notation::excerpt;
use helgi_rules::board::{Move, Side};
use helgi_rules::games::{GameId, NameError};
use helgi_rules::internals::readable::{is_pass, read_recorded};
use helgi_rules::internals::verdict_with_moves;
use helgi_rules::notation::MoveError;
use helgi_rules::readable::{self, MoveNotice, Style};
use helgi_rules::{
    AnyPosition, FenError, FenNotice, Game, History, Line, Outcome, Position, Reason, verdict,
};
use std::fmt;
use thiserror::Error;

/// The place of a move in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovePlace {
    /// The move.
    pub node: NodeId,
    /// Its number in the game with dots, such as `12...`.
    pub number: String,
    /// Number of half-moves of the game up to it, itself counted.
    pub ply: usize,
    /// True if it was not played.
    pub is_variation: bool,
}

impl MovePlace {
    fn of(record: &Record, node: NodeId, ply: usize, is_variation: bool) -> MovePlace {
        MovePlace { node, number: record.number(ply), ply: ply + 1, is_variation }
    }
}

impl fmt::Display for MovePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_variation { "variation, " } else { "" };
        write!(f, "{kind}move {} (half-move {})", self.number, self.ply)
    }
}

/// A fault of a recorded game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Wrong {
    /// The tag `Variant` names no game of this program.
    #[error("tag Variant: {0}")]
    Variant(#[from] NameError),
    /// The game was played by other rules of this name.
    #[error(
        "tag RulesFingerprint: `{tag}`, expected `{own}`, that of the rules of `{game}` here; read the file of games that it was \
         played by, or remove the tag"
    )]
    Rules {
        /// The name of the game.
        game: &'static str,
        /// The tag's.
        tag: String,
        /// The fingerprint of the rules that this program has.
        own: String,
    },
    /// The tag `FEN` holds no position of the game.
    #[error("tag FEN: {0}")]
    Fen(#[from] FenError),
    /// A move is not legal, or not to be understood.
    #[error("{place}: {error}")]
    Move {
        /// The move.
        place: MovePlace,
        /// The fault.
        error: MoveError,
    },
    /// A pass that the game does not have. A record may have one, and shows a threat by it; a game that is played may not.
    #[error("{0}: a null move, expected a legal move")]
    NullMove(MovePlace),
    /// The tag `Result` differs from the result at the end of the moves.
    #[error("tag Result: `{tag}`, but the moves end in {result}")]
    Tag {
        /// The tag's.
        tag: String,
        /// The other.
        result: GameResult,
    },
    /// The tag `PlyCount` differs from the number of moves.
    #[error("tag PlyCount: `{tag}`, but there are {plies} half-moves")]
    PlyCount {
        /// The tag's.
        tag: String,
        /// Number of half-moves that there are.
        plies: usize,
    },
    /// The result is another than that of the position at the end.
    #[error("the result is {result}, but the position at the end is {outcome}")]
    Result {
        /// The recorded result.
        result: GameResult,
        /// The outcome on the board.
        outcome: Outcome,
    },
    /// The reason is one that the rules give, but not for the position at the end.
    #[error("the reason is `{reason}`, but {position}")]
    Reason {
        /// The recorded reason.
        reason: String,
        /// The state of the board.
        position: String,
    },
    /// Moves go on after the rules have ended the game.
    #[error("{place}: the game was over, {outcome}")]
    AfterEnd {
        /// The first move too many.
        place: MovePlace,
        /// The outcome by which it had ended.
        outcome: Outcome,
    },
}

/// An unusual but valid feature of a recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// The game has no result, as studies and broken-off files have none, but its position is decided.
    NoResult(Outcome),
    /// A pass that the game does not have stands among the moves that were played, as in lessons.
    NullMove {
        /// The first one.
        first: MovePlace,
        /// The number of them.
        count: usize,
    },
    /// The game goes on although neither side has the pieces to win, as programs play on that do not know this rule.
    PlayedOn {
        /// The first move too many.
        place: MovePlace,
        /// The outcome by which it had ended.
        outcome: Outcome,
    },
    /// The tag `FEN` was not read as it is written.
    Fen(FenNotice),
    /// A move is written in no usual way, but can mean one only.
    Move {
        /// The first one.
        first: MovePlace,
        /// The text, and the move that was read.
        notice: MoveNotice,
        /// The number of them.
        count: usize,
    },
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Remark::NoResult(outcome) => {
                write!(f, "the game has no result, but the position at the end is {outcome}")
            }
            Remark::NullMove { first, count: 1 } => write!(f, "{first}: a null move, which is kept"),
            Remark::NullMove { first, count } => {
                write!(f, "{first}: a null move, which is kept, as {} more are", count - 1)
            }
            Remark::PlayedOn { place, outcome } => write!(f, "{place}: the game was over, {outcome}"),
            Remark::Fen(notice) => write!(f, "tag FEN: {notice}"),
            Remark::Move { first, notice, count: 1 } => write!(f, "{first}: {notice}"),
            Remark::Move { first, notice, count } => {
                write!(f, "{first}: {notice}, and {} more of this kind", count - 1)
            }
        }
    }
}

impl Remark {
    /// The move that it is about, the first one if it is about several.
    pub fn node(&self) -> Option<NodeId> {
        match self {
            Remark::NullMove { first: place, .. }
            | Remark::Move { first: place, .. }
            | Remark::PlayedOn { place, .. } => Some(place.node),
            Remark::NoResult(_) | Remark::Fen(_) => None,
        }
    }

    /// Returns true if it is about a text that was read otherwise than it is written.
    pub fn is_reading(&self) -> bool {
        matches!(self, Remark::Fen(_) | Remark::Move { .. })
    }
}

impl Wrong {
    /// The move that it is about.
    pub fn node(&self) -> Option<NodeId> {
        match self {
            Wrong::Move { place, .. } | Wrong::AfterEnd { place, .. } | Wrong::NullMove(place) => {
                Some(place.node)
            }
            _ => None,
        }
    }

    /// The move that it is about, or the last one that was played if it is about the end of the game; `None` for faults of tags.
    pub fn node_or_last(&self, record: &Record) -> Option<NodeId> {
        match self {
            Wrong::Result { .. } | Wrong::Reason { .. } => Some(record.last()),
            other => other.node(),
        }
    }
}

/// A recorded game, played through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The game; `None` if it is unknown.
    pub game: Option<GameId>,
    /// The moves by [`NodeId::index`], variations included; `None` for the start, for an illegal
    /// move, and for those after it. A null move is [`Move::PASS`].
    pub moves: Vec<Option<Move>>,
    /// The outcome of the position at the end by the rules, if it is decided.
    pub outcome: Option<Outcome>,
    /// The faults; the game is good if there are none.
    pub wrong: Findings<Wrong>,
    /// The unusual features, which a good game may have as well.
    pub remarks: Vec<Remark>,
}

impl Replay {
    /// Returns the first pass among the moves that were played that the game does not have, as the fault that it is
    /// where a game is to be played on.
    pub fn null_move(&self) -> Option<Wrong> {
        self.remarks.iter().find_map(|remark| match remark {
            Remark::NullMove { first, .. } => Some(Wrong::NullMove(first.clone())),
            Remark::NoResult(_) | Remark::PlayedOn { .. } | Remark::Fen(_) | Remark::Move { .. } => None,
        })
    }

    /// Returns the main line of the record that was replayed, up to its first wrong move, and the nodes of its moves;
    /// `None` if the game is unknown or its start is wrong.
    pub fn playable(&self, record: &Record) -> Option<(Line, Vec<NodeId>)> {
        let start = record.start(self.game?).ok()?;
        let mut line = Line::new(start);
        let mut nodes = Vec::new();
        for id in record.main_line() {
            match self.moves.get(id.index()) {
                // A null move was kept by the replay, and cannot be played on from.
                Some(&Some(played)) if line.present().is_legal(played) => line.play(played),
                _ => break,
            }
            nodes.push(id);
        }
        Some((line, nodes))
    }
}

/// Plays a recorded game through, with all its variations.
///
/// A draw by repetition or by count of moves, which the players of many recorded games did not claim,
/// may be played past, and one by insufficient material with a remark. The line is not followed beyond an illegal move.
pub fn replay(record: &Record) -> Replay {
    let (replay, _) = through(record, None);
    replay
}

/// Plays a recorded game through and writes its legal moves in a style; all other texts stay as they are.
///
/// ```
/// use helgi_record::replay::rewrite;
/// use helgi_record::PgnReader;
/// use helgi_rules::readable::Style;
///
/// let text = "1. e2-e4 e7e5 (1... c7-c5 2. Ng1-f3) *";
/// let mut record = PgnReader::new(text.as_bytes()).next().expect("a game")?.record;
/// let replayed = rewrite(&mut record, Style::San);
/// assert!(replayed.wrong.is_empty());
/// assert!(record.to_string().ends_with("1. e4 e5 (1... c5 2. Nf3) *\n\n"));
/// # Ok::<(), helgi_record::ReadError>(())
/// ```
pub fn rewrite(record: &mut Record, style: Style) -> Replay {
    rewritten(record, Some(style))
}

/// Plays a recorded game through and writes the moves that are spelt in no usual way in SAN; all other texts stay as they are.
///
/// ```
/// use helgi_record::replay::mend;
/// use helgi_record::PgnReader;
///
/// let text = "1. e2-e4 e7e5 2. nf3 *";
/// let mut record = PgnReader::new(text.as_bytes()).next().expect("a game")?.record;
/// let replayed = mend(&mut record);
/// assert_eq!(replayed.remarks[0].to_string(), "move 2. (half-move 3): `nf3`, read as `Nf3`");
/// assert!(record.to_string().ends_with("1. e2-e4 e7e5 2. Nf3 *\n\n"));
/// # Ok::<(), helgi_record::ReadError>(())
/// ```
pub fn mend(record: &mut Record) -> Replay {
    rewritten(record, None)
}

fn rewritten(record: &mut Record, style: Option<Style>) -> Replay {
    let (replay, texts) = through(record, style);
    for (id, text) in texts {
        record.node_mut(id).set_text(&text);
    }
    replay
}

/// The line of play that leads to a node, the node's move included.
///
/// # Errors
///
/// If the game is unknown, its start is not a position of it, or a move on the way is not legal.
pub fn line_to(record: &Record, id: NodeId) -> Result<Line, Wrong> {
    let (start, _) = start(record)?;
    let mut line = Line::new(start);
    for (ply, id) in record.path(id).into_iter().enumerate() {
        let text = record.node(id).text();
        let played = read_recorded(line.present(), text).map(|(legal, _)| line.play(legal));
        if let Err(error) = played
            // A pass that the game does not have may stand in a record, as a threat.
            && !(is_pass(text) && line.pass())
        {
            return Err(Wrong::Move { place: MovePlace::of(record, id, ply, false), error });
        }
    }
    Ok(line)
}

fn start(record: &Record) -> Result<(AnyPosition, Vec<FenNotice>), Wrong> {
    let game = record.find_game()?;
    if let (Some(tag), Some(own)) = (record.tags.get(FINGERPRINT), game.fingerprint())
        // The same name may be that of other rules, by which other moves are legal.
        && tag.trim() != own
    {
        return Err(Wrong::Rules { game: game.name(), tag: excerpt(tag), own });
    }
    Ok(record.start_with_notices(game)?)
}

/// A game that is played through with its variations. It keeps the position at the end of the moves, and those in which
/// variations begin: nobody takes back the others.
struct Walk {
    present: AnyPosition,
    history: History,
    /// The positions after so many half-moves in which several moves were played.
    branches: Vec<(usize, AnyPosition)>,
}

/// A move that was played.
struct Played {
    legal: Move,
    /// True if it is a pass that the game does not have.
    is_null: bool,
    text: Option<String>,
    /// It was read otherwise than it is written.
    notice: Option<MoveNotice>,
}

impl Walk {
    fn new(start: AnyPosition) -> Walk {
        Walk { history: History::starting_with(&start), present: start, branches: Vec::new() }
    }

    /// The number of half-moves so far.
    fn len(&self) -> usize {
        self.history.len().saturating_sub(1)
    }

    /// Several moves are going to be played here.
    fn branch(&mut self) {
        self.branches.push((self.len(), self.present.clone()));
    }

    /// Goes back to a branch that is so many half-moves from the start.
    fn back_to(&mut self, ply: usize) {
        // A branch behind the one that is gone back to is not needed any more.
        while self.branches.pop_if(|&mut (at, _)| at > ply).is_some() {}
        if let Some((_, position)) = self.branches.last() {
            self.present.clone_from(position);
        }
        while self.len() > ply {
            self.history.pop();
        }
    }

    fn verdict(&self) -> Option<Outcome> {
        verdict(&self.present, &self.history)
    }

    /// Plays a move by its text, and writes it in a style; a null move, too.
    fn step(&mut self, text: &str, style: Option<Style>) -> Result<Played, MoveError> {
        // A null move is none in any spelling.
        let played = match read_recorded(&self.present, text) {
            Ok((legal, notice)) => {
                let text = style.map(|style| readable::write(&self.present, legal, style));
                self.present.play(legal);
                Played { legal, is_null: false, text, notice }
            }
            Err(error) => {
                let passed = self.present.pass().filter(|_| is_pass(text)).ok_or(error)?;
                let is_null = !self.present.is_legal(Move::PASS);
                let text = style.map(|style| match is_null {
                    true => NULL_MOVE.to_owned(),
                    false => readable::write(&self.present, Move::PASS, style),
                });
                self.present = passed;
                Played { legal: Move::PASS, is_null, text, notice: None }
            }
        };
        self.history.push(self.present.key());
        Ok(played)
    }
}

/// A move that is still to be played.
struct Open {
    id: NodeId,
    /// Number of half-moves before it.
    ply: usize,
    is_variation: bool,
}

/// The texts that moves get: those of a style, or of moves that are spelt in no usual way.
type Texts = Vec<(NodeId, String)>;

fn through(record: &Record, style: Option<Style>) -> (Replay, Texts) {
    let game = record.game();
    let moves = vec![None; record.limit()];
    let mut replay = Replay { game, moves, outcome: None, wrong: Findings::default(), remarks: Vec::new() };
    let mut texts = Texts::new();
    let mut walk = match start(record) {
        Ok((start, notices)) => {
            replay.remarks.extend(notices.into_iter().map(Remark::Fen));
            Walk::new(start)
        }
        Err(wrong) => {
            replay.wrong.push(wrong);
            return (replay, texts);
        }
    };
    // With a stack instead of calls to itself: variations may be nested as deep as a file has room.
    let (mut open, mut is_whole) = (Vec::new(), true);
    let follow = |open: &mut Vec<Open>, walk: &mut Walk, id: NodeId, is_variation: bool| {
        let (begin, ply) = (open.len(), walk.len());
        let moves = record.continuations(id).zip(0..);
        open.extend(moves.map(|(id, nth)| Open { id, ply, is_variation: is_variation || nth > 0 }));
        if open.len() > begin + 1 {
            walk.branch();
        }
        // The first one written is played first: the main move, and then those that replace it.
        open[begin..].reverse();
    };
    follow(&mut open, &mut walk, NodeId::START, false);
    // A record without moves may still be decided at its start.
    if open.is_empty() {
        replay.outcome = walk.verdict();
    }
    while let Some(Open { id, ply, is_variation }) = open.pop() {
        if walk.len() > ply {
            walk.back_to(ply);
        }
        let played = play(record, &mut walk, (id, ply, is_variation), style, &mut replay);
        let Some((played, text)) = played else {
            is_whole &= is_variation;
            continue;
        };
        replay.moves[id.index()] = Some(played);
        texts.extend(text.map(|text| (id, text)));
        follow(&mut open, &mut walk, id, is_variation);
        if !is_variation && record.node(id).first.is_none() {
            replay.outcome = walk.verdict();
        }
    }
    // After a wrong move the end of the record is not the end on the board.
    if is_whole {
        replay.wrong.extend(check_end(record, walk.present.game(), replay.outcome));
        let decided = replay.outcome.filter(|&outcome| !may_be_played_past(outcome));
        let decided = decided.filter(|_| record.result == GameResult::Unknown);
        replay.remarks.extend(decided.map(Remark::NoResult));
    }
    (replay, texts)
}

/// Plays one move; `None` if the line cannot be followed further.
fn play(
    record: &Record,
    walk: &mut Walk,
    (id, ply, is_variation): (NodeId, usize, bool),
    style: Option<Style>,
    replay: &mut Replay,
) -> Option<(Move, Option<String>)> {
    let place = || MovePlace::of(record, id, ply, is_variation);
    // As they stand in a file that was read.
    let mut wrong = |wrong| replay.wrong.insert_by(wrong, Wrong::node);
    let goes_on = |outcome: &Outcome| may_be_played_past(*outcome);
    let verdict = verdict_with_moves(&walk.present, &walk.history);
    match verdict {
        Some(outcome) if !goes_on(&outcome) => {
            wrong(Wrong::AfterEnd { place: place(), outcome });
            return None;
        }
        // Told once, at the first move that was played past it.
        Some(outcome) if outcome.reason == Reason::InsufficientMaterial && !is_variation => {
            let is_told = |remark: &Remark| matches!(remark, Remark::PlayedOn { .. });
            if !replay.remarks.iter().any(is_told) {
                replay.remarks.push(Remark::PlayedOn { place: place(), outcome });
            }
        }
        _ => {}
    }
    let Played { legal, is_null, text, notice } = match walk.step(record.node(id).text(), style) {
        Ok(played) => played,
        Err(error) => {
            wrong(match walk.verdict().filter(|outcome| !goes_on(outcome)) {
                Some(outcome) => Wrong::AfterEnd { place: place(), outcome },
                None => Wrong::Move { place: place(), error },
            });
            return None;
        }
    };
    // What helgi alone understands must not reach other programs.
    let text = text.or_else(|| Some(notice.as_ref()?.read_as.clone()));
    if let Some(notice) = notice {
        match replay.remarks.iter_mut().find(|remark| matches!(remark, Remark::Move { .. })) {
            Some(Remark::Move { count, .. }) => *count += 1,
            _ => replay.remarks.push(Remark::Move { first: place(), notice, count: 1 }),
        }
    }
    if is_null && !is_variation {
        match replay.remarks.iter_mut().find(|remark| matches!(remark, Remark::NullMove { .. })) {
            Some(Remark::NullMove { count, .. }) => *count += 1,
            _ => replay.remarks.push(Remark::NullMove { first: place(), count: 1 }),
        }
    }
    Some((legal, text))
}

/// A null move, as it is written in all styles.
const NULL_MOVE: &str = "--";

/// Returns true if the outcome is a draw that had to be claimed before there were referees, or that not all programs know.
fn may_be_played_past(outcome: Outcome) -> bool {
    let reasons = [Reason::Repetition, Reason::MoveCount, Reason::InsufficientMaterial];
    outcome.winner.is_none() && reasons.contains(&outcome.reason)
}

/// Returns the faults in the parts of the record of a game that tell the end and that the board does not decide.
fn check_end(record: &Record, game: GameId, outcome: Option<Outcome>) -> Vec<Wrong> {
    let mut wrong = Vec::new();
    let result = record.result;
    let tag = record.tags.get("Result").unwrap_or_default();
    let agrees = match GameResult::read(tag) {
        // `*` in the tag is that of an unfinished file.
        Some(told) => told == result || told == GameResult::Unknown,
        // The tag alone keeps a penalty.
        None => result == GameResult::Unknown && GameResult::penalty(tag).is_some(),
    };
    if !agrees {
        wrong.push(Wrong::Tag { tag: excerpt(tag), result });
    }
    if let Some(tag) = record.tags.get("PlyCount") {
        let plies = record.len();
        if tag != plies.to_string() {
            wrong.push(Wrong::PlyCount { tag: excerpt(tag), plies });
        }
    }
    let reason = record.reason().filter(|reason| is_rules_reason(game, reason));
    match outcome {
        Some(outcome) => {
            let agrees = result == GameResult::from(outcome);
            // A draw that nobody claimed is no contradiction to another result.
            if !agrees && result != GameResult::Unknown && !may_be_played_past(outcome) {
                wrong.push(Wrong::Result { result, outcome });
            }
            if let Some(reason) = reason.filter(|reason| agrees && !is_reason_of(reason, outcome)) {
                let position = format!("the position at the end is {outcome}");
                wrong.push(Wrong::Reason { reason: excerpt(reason), position });
            }
        }
        None => {
            if let Some(reason) = reason {
                let position = "the game could go on at its end".to_owned();
                wrong.push(Wrong::Reason { reason: excerpt(reason), position });
            }
        }
    }
    wrong
}

fn is_reason_of(reason: &str, outcome: Outcome) -> bool {
    reason.eq_ignore_ascii_case(&outcome.reason_text().to_string())
}

/// Returns true if the reason is one of the rules of the game.
fn is_rules_reason(game: GameId, reason: &str) -> bool {
    let winners = [None, Some(Side::White), Some(Side::Black)];
    let by_rules = winners.iter().any(|&winner| Outcome::with_reason(game, winner, reason).is_some());
    // Points in another form than ours are a claim about the board all the same.
    by_rules || reason.contains(" wins on points ")
}
