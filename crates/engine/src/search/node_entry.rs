//! The entry of every node, in the search and in the quiescence search: the game may have ended,
//! mate distance pruning may leave nothing to find, and the table may know the score.

use super::limits::MAX_PLY;
use super::score::{DRAW, from_table, is_loss, is_win, mate_in, of_outcome};
use super::table::{Bound, TableEntry};
use super::window::Window;
use super::worker::{SearchResult, Worker, table_key};
use crate::eval::{Evaluate, MayWin};
use helgi_rules::board::ZobristKey;
use helgi_rules::{GenMode, Position};
use std::ops::ControlFlow::{self, Break, Continue};

/// The facts about a node that has to be searched.
#[derive(Clone, Copy, Debug)]
pub struct EnteredNode {
    /// The window, narrowed to the possible results of a game in progress.
    pub window: Window,
    /// The position's key in the table.
    pub key: ZobristKey,
    /// The entry in the table.
    pub entry: Option<TableEntry>,
}

impl<P: Position, E: Evaluate<P>> Worker<'_, P, E> {
    /// Begins a node that is to be searched `depth` plies deep, or not at all if that
    /// `goes_too_deep`. Breaks with its score if it is already known.
    #[inline]
    pub fn enter(
        &mut self,
        position: &P,
        window: Window,
        depth: i32,
        goes_too_deep: bool,
        ply: usize,
    ) -> SearchResult<ControlFlow<i32, EnteredNode>> {
        self.count_node(ply)?;
        // A cut node returns no line, and the one of a sibling must not be taken for it.
        self.path[ply].line.clear();

        if let Some(score) = self.verdict(position, ply) {
            return Ok(Break(score));
        }
        if ply >= MAX_PLY || goes_too_deep {
            // The arrays of the path end at `MAX_PLY`.
            return Ok(Break(self.evaluate(position)));
        }
        let window = match self.mate_distance_pruning(position, window, ply) {
            Break(score) => return Ok(Break(score)),
            Continue(window) => window,
        };
        // Nothing but a win with this very move is above alpha, so a whole node is not needed.
        if window.alpha >= mate_in(ply + 2)
            && let Some(score) = self.win_at_once(position, window.alpha, ply)?
        {
            return Ok(Break(score));
        }
        // The score is not taken from the table on the principal variation, which would be cut short.
        let key = table_key(position);
        // The memory was asked for when the move was played, and has had time to arrive.
        let entry = self.shared.table.probe(key);
        if let Some(entry) = &entry
            && !window.is_open()
            && let Some(score) = self.known_score(entry, depth, window, ply)
        {
            return Ok(Break(score));
        }
        Ok(Continue(EnteredNode { window, key, entry }))
    }

    /// The score of a position in which the game has ended: on the board, by material with which nobody can win, by the
    /// move count unless it is mate, or by repetition. `None` while the game goes on, so far as can be
    /// seen without generating moves.
    #[inline]
    fn verdict(&mut self, position: &P, ply: usize) -> Option<i32> {
        let outcome = if let Some(visible) = position.outcome() {
            visible
        } else if position.is_dead() {
            // Whether there is a legal move makes no difference: without one it is stalemate.
            return Some(DRAW);
        } else if let Some(by_count) = position.count_verdict() {
            // Mate on the board comes before the count: a mating move may be the one that fills it.
            if self.has_moves(position) {
                self.path.won_by_history |= by_count.winner.is_some();
                by_count
            } else {
                position.no_moves()
            }
        } else {
            return self.repetition(position, ply);
        };
        Some(of_outcome(outcome, position.side(), ply))
    }

    /// The score of a position that repeats an earlier one.
    ///
    /// If repetition draws, the second occurrence within the search counts as the third: any
    /// improvement could have been played the first time. If it decides the game, only the occurrence that
    /// the game counts to is a fact.
    fn repetition(&mut self, position: &P, ply: usize) -> Option<i32> {
        // Games that repetition does not end save the search through their history.
        position.repetition_limit()?;
        let history = self.path.history();
        let back = history.plies_since_occurrence(position)?;
        if back <= ply && position.repetition_verdict(back).winner.is_none() {
            return Some(DRAW);
        }
        let outcome = history.repetition(position)?;
        self.path.won_by_history |= outcome.winner.is_some();
        Some(of_outcome(outcome, position.side(), ply))
    }

    /// Mate distance pruning: narrows the window to the possible results of a game that goes on at `ply`.
    /// Nothing is better than winning next ply, or worse than having lost. Breaks with a score, if
    /// that leaves no window.
    #[inline]
    fn mate_distance_pruning(
        &mut self,
        position: &P,
        window: Window,
        ply: usize,
    ) -> ControlFlow<i32, Window> {
        let alpha = window.alpha.max(-mate_in(ply));
        let beta = window.beta.min(mate_in(ply + 1));
        if alpha >= beta {
            // In some games a side may have won by having no move.
            // Generating moves is the expensive part, so it is done only where it could change the score.
            let ended = alpha < mate_in(ply) && !self.has_moves(position);
            return Break(if ended { of_outcome(position.no_moves(), position.side(), ply) } else { alpha });
        }
        Continue(Window { alpha, beta })
    }

    /// The score of a position that is worth no more than `alpha` unless its side to move wins with this
    /// move: that win if there is one, and else `alpha`. `None` where the game cannot say which moves may win.
    #[cold]
    fn win_at_once(&mut self, position: &P, alpha: i32, ply: usize) -> SearchResult<Option<i32>> {
        let may_win = self.evaluator.may_win_at_once(position);
        // In some games a side may have won by having no move.
        if may_win == MayWin::All || !self.has_moves(position) {
            return Ok(None);
        }
        if may_win == MayWin::Nothing {
            return Ok(Some(alpha));
        }
        let mut legal = Vec::new();
        position.generate(GenMode::All, &mut legal);
        let gives_check = position.gives_check();
        for &candidate in
            legal.iter().filter(|&&candidate| may_win.includes(position, candidate, &gives_check))
        {
            self.count_node(ply + 1)?;
            let mut child = position.clone();
            // Without the path: the child is only looked at, never searched.
            child.play(candidate);
            let outcome = child.outcome().or_else(|| (!self.has_moves(&child)).then(|| child.no_moves()));
            if outcome.is_some_and(|outcome| outcome.winner == Some(position.side())) {
                self.path[ply].line = vec![candidate];
                return Ok(Some(mate_in(ply + 1)));
            }
        }
        Ok(Some(alpha))
    }

    /// The score that the table knows of a position at `ply`, if it may stand for a search `depth`
    /// plies deep with this window.
    fn known_score(&self, entry: &TableEntry, depth: i32, window: Window, ply: usize) -> Option<i32> {
        let score = from_table(entry.score, ply);
        let settles = i32::from(entry.depth) >= depth
            && self.trusted_bound(entry)?.settles(score, window.alpha, window.beta);
        settles.then_some(score)
    }

    /// Returns the bound that an entry's score proves. In full width a search that left moves out
    /// only proves that there is a win or loss, not that there is no quicker one.
    fn trusted_bound(&self, entry: &TableEntry) -> Option<Bound> {
        // Only the kind of the score matters, not how far off the end is.
        let score = from_table(entry.score, 0);
        match entry.bound {
            bound if !self.progress.full_width || entry.full_width => Some(bound),
            Bound::Exact | Bound::Lower if is_win(score) => Some(Bound::Lower),
            Bound::Exact | Bound::Upper if is_loss(score) => Some(Bound::Upper),
            _ => None,
        }
    }
}
