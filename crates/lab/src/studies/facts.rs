//! The counts of a study: its games are played again, and everything that happens in them is counted.

use super::material::{PieceCounts, counts, material};
use super::paths::PathTables;
use super::play::{LONGEST, OPENING, StudyGame, StudyPairing};
use super::promotions::possible;
use helgi_rules::board::{Action, Kind, Move, Piece, Side, Square};
use helgi_rules::games::GameId;
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, FenError, Game, Line, Outcome, Position, Reason};
use std::collections::{BTreeMap, HashSet};
use std::iter::Sum;
use thiserror::Error;

/// A position counts for the worth of pieces every so many half-moves.
const SAMPLED_EVERY: usize = 4;

/// The leads whose worth is counted. Unit: centipawns.
pub const LEADS: [i32; 3] = [100, 200, 400];

/// The reason why a game is not one of a study.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum StudyGameError {
    /// Its start.
    #[error("game {}: {}", u64::from(*.0) + 1, .1)]
    Start(u32, #[source] FenError),
    /// A half-move, counted from 1, that is not legal.
    #[error("game {}: half-move {} is not legal", u64::from(*.0) + 1, .1)]
    Illegal(u32, usize),
}

/// Games by their results.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ResultCount {
    /// Games that White won.
    pub white: u64,
    /// Games that Black won.
    pub black: u64,
    /// Games that nobody won.
    pub draws: u64,
}

/// The place of a result among losses, draws and wins of a side.
fn result_index(winner: Option<Side>, side: Side) -> usize {
    winner.map_or(1, |winner| if winner == side { 2 } else { 0 })
}

impl Sum for ResultCount {
    fn sum<I: Iterator<Item = ResultCount>>(counts: I) -> ResultCount {
        counts.fold(ResultCount::default(), |sum, count| ResultCount {
            white: sum.white + count.white,
            black: sum.black + count.black,
            draws: sum.draws + count.draws,
        })
    }
}

impl ResultCount {
    fn add(&mut self, winner: Option<Side>) {
        match winner {
            Some(Side::White) => self.white += 1,
            Some(Side::Black) => self.black += 1,
            None => self.draws += 1,
        }
    }

    /// Losses, draws and wins of a side.
    #[must_use]
    pub fn of(&self, side: Side) -> [u64; 3] {
        match side {
            Side::White => [self.black, self.draws, self.white],
            Side::Black => [self.white, self.draws, self.black],
        }
    }

    /// Games that White won, that were drawn, and that Black won.
    #[must_use]
    pub fn in_order(&self) -> [u64; 3] {
        self.of(Side::Black)
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.white + self.black + self.draws
    }
}

/// The moves, captures and promotions of a kind of piece, of both sides together.
#[derive(Clone, Default, Debug)]
pub struct KindCount {
    /// Positions in which there was one on the board or in hand.
    pub present: u64,
    /// Moves with which it left a square, shot or was split from a stack.
    pub moves: u64,
    /// Moves with which it took something.
    pub captures: u64,
    /// Drops.
    pub drops: u64,
    /// Promotions to it.
    pub promoted_to: u64,
    /// Promotions of it, by the kind that it became.
    pub promotions: BTreeMap<usize, u64>,
    /// Positions in which one on the board, of the side to move, had a legal move.
    pub movable: u64,
}

/// A game as the study has seen it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenGame {
    /// Its number.
    pub number: u32,
    /// Its number of half-moves.
    pub plies: usize,
    /// Its outcome by the rules; `None` if it was broken off.
    pub outcome: Option<Outcome>,
    /// The number of times that the lead of a pawn went to the other side.
    pub lead_changes: usize,
}

/// Games with the same end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndCount {
    /// The reason of the first of them.
    pub reason: Reason,
    /// Their results.
    pub results: ResultCount,
}

/// Positions with the same difference of material, by the result of their games.
pub type MaterialRows = BTreeMap<Vec<i8>, [u64; 3]>;

/// The counts of the games of a study. Sums of integers: the order of the games makes no difference.
#[derive(Clone, Debug)]
pub struct StudyFacts {
    /// The game.
    pub game: GameId,
    /// The side that moves first.
    pub first: Side,
    /// The games, in the order in which they were added.
    pub games: Vec<SeenGame>,
    /// Different games.
    pub different: usize,
    /// Results of games between the weak players, between the strong players, and of the others.
    pub results: [ResultCount; 3],
    /// Losses, draws and wins of the strong player against the weak one.
    pub strong: [u64; 3],
    /// By the names of the reasons for the end: games. Those that were broken off have none.
    pub ends: BTreeMap<&'static str, EndCount>,
    /// Games that were broken off.
    pub unfinished: u64,
    /// By the number of legal moves: positions.
    pub choices: BTreeMap<usize, u64>,
    /// By the half-moves played: the number of positions, and the sum of their legal moves.
    pub choices_by_ply: Vec<[u64; 2]>,
    /// Positions in which a side was in check.
    pub checks: u64,
    /// Half-moves that took something.
    pub captures: u64,
    /// Castlings.
    pub castlings: u64,
    /// By kind.
    pub kinds: Vec<KindCount>,
    /// By square: the pieces that arrived, and the positions in which one stood there.
    pub squares: Vec<[u64; 2]>,
    /// By the first half-moves, in SAN: results.
    pub openings: [BTreeMap<String, ResultCount>; 2],
    /// By [lead](LEADS): losses, draws and wins of the side that was ahead first.
    pub leads: [[u64; 3]; LEADS.len()],
    /// Differences of material, White's pieces less Black's by kind.
    pub material: MaterialRows,
    /// By kind and described move: the number of times that it was made.
    pub paths: PathTables,
    /// Pairs of kinds of which the first becomes the second by losing its promotion.
    demotions: Vec<(usize, usize)>,
    known: HashSet<(String, Vec<Move>)>,
}

/// The lengths of the openings that are counted. Unit: half-moves.
pub const OPENING_LENGTHS: [usize; 2] = [1, 4];

impl StudyFacts {
    /// No games yet.
    #[must_use]
    pub fn new(game: GameId) -> Self {
        let (start, info) = (game.start(), game.info());
        StudyFacts {
            game,
            first: start.side(),
            games: Vec::new(),
            different: 0,
            results: [ResultCount::default(); 3],
            strong: [0; 3],
            ends: BTreeMap::new(),
            unfinished: 0,
            choices: BTreeMap::new(),
            choices_by_ply: Vec::new(),
            checks: 0,
            captures: 0,
            castlings: 0,
            kinds: vec![KindCount::default(); info.pieces.len()],
            squares: vec![[0; 2]; game.outline().squares().count()],
            openings: Default::default(),
            leads: Default::default(),
            material: MaterialRows::new(),
            paths: PathTables::new(game),
            demotions: demotions(game),
            known: HashSet::new(),
        }
    }

    /// The line of a game of this study.
    ///
    /// # Errors
    ///
    /// If its start or a move does not belong to the game.
    pub fn line(&self, played: &StudyGame) -> Result<Line, StudyGameError> {
        let start = self.game.parse(&played.start);
        let start = start.map_err(|error| StudyGameError::Start(played.number, error))?;
        let mut line = Line::new(start);
        for (ply, &legal) in played.moves.iter().enumerate() {
            line.try_play(legal).map_err(|_| StudyGameError::Illegal(played.number, ply + 1))?;
        }
        Ok(line)
    }

    /// Counts a game.
    ///
    /// # Errors
    ///
    /// If its start or a move does not belong to the game; then nothing is counted.
    pub fn add(&mut self, played: &StudyGame) -> Result<(), StudyGameError> {
        let line = self.line(played)?;
        let outcome = line.verdict();
        let winner = outcome.and_then(|outcome| outcome.winner);
        self.count_result(played, outcome);
        let mut position = line.start().clone();
        let mut pieces = counts(&position);
        let mut opening = String::new();
        for (ply, legal) in line.moves().enumerate() {
            if OPENING_LENGTHS.iter().any(|length| *length > ply) {
                let text = readable::write(&position, legal, Style::San);
                opening = if opening.is_empty() { text } else { format!("{opening} {text}") };
                if let Some(index) = OPENING_LENGTHS.iter().position(|length| *length == ply + 1) {
                    self.openings[index].entry(opening.clone()).or_default().add(winner);
                }
            }
            let after = position.after(legal);
            let pieces_after = counts(&after);
            self.count_position(&position, &pieces, ply);
            self.count_move(&position, legal, &after);
            self.count_promotion(&position, legal, [&pieces, &pieces_after]);
            (position, pieces) = (after, pieces_after);
            // Positions in check, and those of the drawn opening, say little about the worth of material.
            let is_sampled = ply >= OPENING && ply % SAMPLED_EVERY == 0;
            if is_sampled && outcome.is_some() && !position.in_check() {
                let row = self.material.entry(material(&position)).or_default();
                row[result_index(winner, Side::White)] += 1;
            }
        }
        let lead_changes = self.count_leads(played, line.start().side(), outcome);
        self.games.push(SeenGame { number: played.number, plies: line.len(), outcome, lead_changes });
        // Two games are the same if they begin alike and have the same moves.
        if self.known.insert((played.start.clone(), played.moves.clone())) {
            self.different += 1;
        }
        Ok(())
    }

    fn count_result(&mut self, played: &StudyGame, outcome: Option<Outcome>) {
        let winner = outcome.and_then(|outcome| outcome.winner);
        let pairing = StudyPairing::of(played.number);
        let class = match pairing {
            StudyPairing::Weak => 0,
            StudyPairing::Strong => 1,
            StudyPairing::Mixed(_) => 2,
        };
        self.results[class].add(winner);
        if let StudyPairing::Mixed(strong) = pairing {
            self.strong[result_index(winner, strong)] += 1;
        }
        match outcome {
            Some(Outcome { reason, .. }) => {
                let none = EndCount { reason, results: ResultCount::default() };
                self.ends.entry(reason_name(reason)).or_insert(none).results.add(winner);
            }
            None => self.unfinished += 1,
        }
    }

    /// Counts a position before a half-move.
    fn count_position(&mut self, position: &AnyPosition, pieces: &PieceCounts, ply: usize) {
        let legal = position.legal_moves();
        *self.choices.entry(legal.len()).or_default() += 1;
        if self.choices_by_ply.len() <= ply {
            self.choices_by_ply.resize(LONGEST.max(ply + 1), [0; 2]);
        }
        self.choices_by_ply[ply][0] += 1;
        self.choices_by_ply[ply][1] += legal.len() as u64;
        self.checks += u64::from(position.in_check());
        let mut is_movable = vec![false; self.kinds.len()];
        for from in legal.iter().filter_map(|legal| legal.from()) {
            if let Some(piece) = position.piece_at(from, 0)
                && let Some(is_movable) = is_movable.get_mut(piece.kind.index())
            {
                *is_movable = true;
            }
        }
        for (kind, count) in self.kinds.iter_mut().enumerate() {
            count.present += u64::from(pieces.all(kind) > 0);
            count.movable += u64::from(is_movable[kind]);
        }
        position.for_each_piece(|square, depth, _| {
            if let Some(count) = self.squares.get_mut(square.index()).filter(|_| depth == 0) {
                count[1] += 1;
            }
        });
    }

    fn count_move(&mut self, position: &AnyPosition, legal: Move, after: &AnyPosition) {
        let is_capture = position.is_capture(legal);
        self.captures += u64::from(is_capture);
        let castling = readable::castling(position, legal);
        self.castlings += u64::from(castling.is_some());
        let mover = mover(position, legal);
        if let Some(count) = mover.and_then(|piece| self.kinds.get_mut(piece.kind.index())) {
            count.moves += 1;
            count.captures += u64::from(is_capture);
        }
        if let Some(count) = dropped(legal).and_then(|kind| self.kinds.get_mut(kind.index())) {
            count.drops += 1;
        }
        // Compared by what stands there, so that the rook of a castling arrives too.
        let arrived = |square: &Square| {
            let top = after.piece_at(*square, 0);
            top.is_some() && top != position.piece_at(*square, 0)
        };
        for square in position.outline().squares().filter(arrived) {
            self.squares[square.index()][0] += 1;
        }
        if castling.is_none() {
            self.paths.count(position, legal);
        }
    }

    /// Counts the kinds of which there are more after a move without a drop: something has become one. The pieces are those
    /// before the move and after it.
    fn count_promotion(&mut self, position: &AnyPosition, legal: Move, [before, after]: [&PieceCounts; 2]) {
        let Some(mover) = mover(position, legal) else { return };
        let (mover, dropped) = (mover.kind.index(), dropped(legal).map(Kind::index));
        let side = position.side().index();
        let is_less = |kind: usize| after.board[side][kind] < before.board[side][kind];
        for kind in 0..self.kinds.len() {
            let is_more =
                after.board[side][kind] > before.board[side][kind] && after.all(kind) > before.all(kind);
            let is_demoted = || self.demotions.iter().any(|(from, to)| *to == kind && is_less(*from));
            // A piece that loses its promotion becomes another kind without being promoted.
            if !is_more || kind == mover || dropped == Some(kind) || is_demoted() {
                continue;
            }
            self.kinds[kind].promoted_to += 1;
            // A piece besides the one that moved may have been promoted.
            let less = || (0..self.kinds.len()).find(|&other| is_less(other));
            let origin = if is_less(mover) { Some(mover) } else { less() };
            if let Some(origin) = origin {
                *self.kinds[origin].promotions.entry(kind).or_default() += 1;
            }
        }
    }

    /// Counts the results of the side that was first ahead, and returns the number of times that the lead of a pawn went to
    /// the other side.
    fn count_leads(&mut self, played: &StudyGame, first: Side, outcome: Option<Outcome>) -> usize {
        let mut side = first;
        // Scores are those of the side to move; the leads are compared as White sees them.
        let scores: Vec<i32> = played
            .scores
            .iter()
            .map(|&score| {
                let score = if side == Side::White { i32::from(score) } else { -i32::from(score) };
                side = !side;
                score
            })
            .collect();
        for (lead, count) in LEADS.iter().zip(&mut self.leads) {
            let ahead = scores.iter().find(|score| score.abs() >= *lead);
            if let (Some(score), Some(outcome)) = (ahead, outcome) {
                let leader = if *score > 0 { Side::White } else { Side::Black };
                count[result_index(outcome.winner, leader)] += 1;
            }
        }
        let leaders = scores.iter().filter(|score| score.abs() >= LEADS[0]).map(|score| *score > 0);
        let mut leaders: Vec<bool> = leaders.collect();
        // However long a side stays ahead, it takes the lead once.
        leaders.dedup();
        leaders.len().saturating_sub(1)
    }
}

/// The name of a reason that does not depend on pieces, points and winners: `move count`.
fn reason_name(reason: Reason) -> &'static str {
    match reason {
        Reason::Mate => "mate",
        Reason::Stalemate => "stalemate",
        Reason::NoLegalMove => "no legal move",
        Reason::KingCaptured => "the king captured",
        Reason::BothKingsGone => "both kings gone",
        Reason::ObjectivesCaptured => "all objectives captured",
        Reason::KingInCitadel => "a king in the citadel",
        Reason::BonusRule => "the bonus rule",
        Reason::Points { .. } => "points",
        Reason::Repetition => "repetition",
        Reason::Chase(_) => "chasing one piece",
        Reason::MoveCount => "move count",
        Reason::InsufficientMaterial => "insufficient material",
        // A phrase is a sentence of its own: "Draw by the counting rule".
        Reason::Rule(phrase) => phrase.words.strip_prefix("Draw by ").unwrap_or(phrase.words),
        _ => reason.id(),
    }
}

/// The pairs of kinds of which the first can be promoted from the second and not to it.
fn demotions(game: GameId) -> Vec<(usize, usize)> {
    let kinds = 0..game.info().pieces.len();
    let goals = |kind| possible(game, kind).into_iter().flat_map(|promotion| promotion.goals);
    let promotions: Vec<(usize, usize)> =
        kinds.flat_map(|kind| goals(kind).map(move |goal| (kind, goal))).collect();
    let is_one_way = |&(kind, goal): &(usize, usize)| !promotions.contains(&(goal, kind));
    promotions.iter().filter(|pair| is_one_way(pair)).map(|&(kind, goal)| (goal, kind)).collect()
}

/// The piece that a move starts with.
fn mover(position: &AnyPosition, legal: Move) -> Option<Piece> {
    legal.from().and_then(|from| position.piece_at(from, 0))
}

/// The kind that a move puts on the board from outside.
fn dropped(legal: Move) -> Option<Kind> {
    match legal.action() {
        Action::Drop { kind, .. } => Some(kind),
        _ => legal.gate().map(|(kind, _)| kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::notation;

    #[test]
    fn losing_a_promotion_is_no_promotion() {
        let game = GameId::TAVRELI;
        let kind = |text: &str| game.info().pieces.iter().position(|piece| piece.text() == text).unwrap();
        for (start, text, promoted_to, times) in [
            // The Warrior covers a promoted soldier, which is a soldier again.
            ("+T7/6k1/8/8/8/8/8/R6K w - - 0 1", "a1a8", "T", 0),
            ("8/T5k1/8/8/8/8/8/R6K w - - 0 1", "a7a8", "+T", 1),
        ] {
            let played = notation::read(&game.parse(start).unwrap(), text).unwrap();
            let moves = vec![played];
            let mut facts = StudyFacts::new(game);
            facts.add(&StudyGame { number: 0, start: start.to_owned(), moves, scores: vec![0] }).unwrap();
            assert_eq!(facts.kinds[kind(promoted_to)].promoted_to, times, "{start}");
            assert_eq!(facts.kinds.iter().map(|kind| kind.promoted_to).sum::<u64>(), times, "{start}");
        }
    }
}
