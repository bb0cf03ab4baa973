//! Counts and repetition.

use crate::position::FilePosition;
use crate::prey::Chase;
use crate::shuttle::Shuttle;
use crate::slot::Slot;
use crate::spec::{Counting, Verdict};
use helgi_rules::board::{Action, Move, Piece, Side, Square};
use helgi_rules::notation::WireSquare;
use helgi_rules::{ChasedPiece, Outcome, Phrase, Position, Reason};
use std::cmp::Ordering;

/// Ends by a count of the moves of a side that cannot win.
pub(crate) const COUNTED: Phrase = Phrase::new("counting", "Draw by the counting rule");

/// The checks of a side since the last progress that count as moves without progress, where the rule of xiangqi holds.
const COUNTED_CHECKS: u8 = 10;

/// Numbers of moves of makruk's rule; a side with a rook has fewer of them to mate.
const BOARD: u16 = 64;

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// The verdict of the move count, or of the count of a side that cannot win. Mate comes first.
    pub(crate) fn counted_out(&self) -> Option<Outcome> {
        if let Some(outcome) = self.declined_promotion() {
            return Some(outcome);
        }
        let clock = u32::from(self.turn.halfmove);
        if self.count_limit > 0 {
            let is_over = clock > self.count_limit.into() && (!self.is_checked() || self.has_moves());
            return is_over.then(|| Outcome::draw(Reason::Rule(COUNTED)));
        }
        let limit = 2 * self.rules.spec.move_rule;
        let is_over = limit > 0 && clock >= limit + self.uncounted_checks() && self.end().is_none();
        is_over.then(|| match self.rules.spec.beyond.points_by_moves {
            true => self.points_verdict(),
            false => self.drawn(Reason::MoveCount),
        })
    }

    /// The verdict on a position that has occurred too often.
    pub(crate) fn repeated(&self) -> Outcome {
        let spec = &self.rules.spec;
        if spec.beyond.points_by_fold {
            return self.points_verdict();
        }
        let side = if spec.fold_absolute { Side::White } else { self.turn.side };
        match spec.fold_value {
            Verdict::Win => Outcome::win(side, Reason::Repetition),
            Verdict::Loss => Outcome::win(!side, Reason::Repetition),
            Verdict::Draw => self.drawn(Reason::Repetition),
        }
    }

    /// The half-moves that do not count for the move count because one side has given so many checks: each of them with
    /// its answer.
    fn uncounted_checks(&self) -> u32 {
        let [white, black] = self.given;
        2 * u32::from(white.max(black).saturating_sub(COUNTED_CHECKS))
    }

    /// The verdict on a repetition that one side has forced: by checks, or else by chases.
    pub(crate) fn forced(&self, plies: usize) -> Option<Outcome> {
        self.perpetual(plies).or_else(|| self.chase(plies))
    }

    /// The verdict on a repetition in which a side has chased one piece with all its moves: it loses, unless the other has
    /// done so too, and no better.
    fn chase(&self, plies: usize) -> Option<Outcome> {
        if !self.rules.spec.chasing {
            return None;
        }
        let [white, black] = Side::BOTH.map(|side| self.chased.chase(side, plies / 2));
        match white.cmp(&black) {
            Ordering::Equal if white == Chase::None => None,
            Ordering::Equal => Some(Outcome::draw(Reason::Repetition)),
            Ordering::Greater => Some(Outcome::win(Side::Black, self.chased_by(Side::White, white))),
            Ordering::Less => Some(Outcome::win(Side::White, self.chased_by(Side::Black, black))),
        }
    }

    /// The reason of a side's loss: the piece that it has chased for longest.
    fn chased_by(&self, side: Side, chase: Chase) -> Reason {
        let square = self.chased.longest(side, chase);
        let chased = self.rules.info.zip(self.cells.at(square)).and_then(|(info, piece)| {
            let outline = self.rules.geometry.outline();
            let (file, rank) = (outline.file(square), outline.rank(square).saturating_add(1));
            ChasedPiece::new(info, piece.kind, WireSquare { file, rank })
        });
        chased.map_or(Reason::Repetition, Reason::Chase)
    }

    /// The verdict on a repetition in which a side has given check with all its moves: it loses, unless both have.
    fn perpetual(&self, plies: usize) -> Option<Outcome> {
        if !self.rules.spec.perpetual_illegal {
            return None;
        }
        let side = self.turn.side;
        let checks = |side: Side| usize::from(self.checking[side.index()]);
        // The position that began it was a check too if the last mover has given them.
        let (theirs, ours) = (checks(!side) > plies / 2, checks(side) >= plies / 2);
        match (theirs, ours) {
            (false, false) => None,
            (true, true) => Some(self.drawn(Reason::Repetition)),
            (true, false) => Some(Outcome::win(side, Reason::Repetition)),
            (false, true) => Some(Outcome::win(!side, Reason::Repetition)),
        }
    }

    /// Keeps the count of a side that cannot win, after a move: what it captured, whether it promoted, and the
    /// half-move clock before it.
    pub(crate) fn count_on(&mut self, captured: Option<Piece>, promotes: bool, halfmove: u16) {
        let (next, mover) = (self.turn.side, !self.turn.side);
        let rule = self.rules.spec.counting;
        let pieces = self.cells.occupied().len() as u16;
        let count = |side: Side| self.cells.side(side).len();
        if self.count_limit > 0 {
            self.turn.halfmove = halfmove.saturating_add(1);
        }
        let took_pawn = captured.is_some_and(|piece| self.rules.facts(piece.kind).slot == Slot::PAWN);
        let (mover_limit, next_limit) = (self.moves_to_win_against(mover), self.moves_to_win_against(next));
        if rule != Counting::Asean && took_pawn && count(mover) == 1 && !self.has_pawns() && mover_limit > 0 {
            // A bare king has taken the last pawn.
            self.count_limit = 2 * mover_limit;
            self.turn.halfmove = 2 * pieces - 1;
        }
        let is_bared = (captured.is_some() || promotes) && count(next) == 1;
        if (self.count_limit == 0 || is_bared) && next_limit > 0 {
            self.count_limit = 2 * next_limit;
            let from_start = rule == Counting::Asean || count(next) > 1;
            self.turn.halfmove = if from_start { 0 } else { 2 * pieces };
        }
    }

    fn has_pawns(&self) -> bool {
        Side::BOTH.into_iter().any(|side| !self.of_slot(side, Slot::PAWN).is_empty())
    }

    /// The moves that the other side of a weak one has to mate it; 0 if they are not counted.
    fn moves_to_win_against(&self, weak: Side) -> u16 {
        let (own, strong) = (self.cells.side(weak).len(), self.cells.side(!weak).len());
        let of = |slot: Slot| self.of_slot(!weak, slot).len();
        let (rooks, silvers, knights) = (of(Slot::ROOK), of(Slot::SILVER), of(Slot::KNIGHT));
        let by_pieces = match (rooks, silvers, knights) {
            (2.., _, _) => 8,
            (1, _, _) => 16,
            (_, 2.., _) => 22,
            (_, _, 2..) => 32,
            (_, 1, _) => 44,
            _ => BOARD,
        };
        match self.rules.spec.counting {
            Counting::None => 0,
            Counting::Makruk if self.has_pawns() || strong == 1 => 0,
            Counting::Makruk if own > 1 => BOARD,
            Counting::Makruk => by_pieces,
            Counting::Cambodian if own > 3 || strong == 1 => 0,
            // Cambodia counts one move less.
            Counting::Cambodian if own > 1 => BOARD - 1,
            Counting::Cambodian if self.has_pawns() => 0,
            Counting::Cambodian => by_pieces - 1,
            Counting::Asean if self.has_pawns() || own > 1 => 0,
            Counting::Asean => match (rooks, silvers, knights) {
                (1.., _, _) => 16,
                (_, 1.., _) => 44,
                (_, _, 1..) => BOARD,
                _ => 0,
            },
        }
    }
}

/// The facts about a move that the rule asks for, found before it is played.
#[derive(Clone, Copy)]
pub(crate) struct ShuttleMove {
    side: Side,
    action: Action,
    captures: bool,
    was_checked: bool,
}

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// The facts about a move of the side to move, where the rule holds.
    pub(crate) fn before_shuttle(&self, legal: Move) -> Option<ShuttleMove> {
        self.rules.spec.shuttling_illegal.then(|| ShuttleMove {
            side: self.turn.side,
            action: legal.action(),
            captures: self.captures(legal),
            was_checked: self.is_king_attacked(),
        })
    }

    /// Keeps the memory of a side's moves, after one of them.
    pub(crate) fn note_shuttle(&mut self, played: ShuttleMove) {
        let ShuttleMove { side, action, captures, was_checked } = played;
        let before = self.shuttles[side.index()];
        self.has_shuttled = false;
        self.shuttles[side.index()] = match action {
            _ if was_checked || captures => Shuttle::NONE,
            Action::Pass => before.with_pass(),
            Action::Step { from, to, promote, .. } => {
                let (after, is_over) = before.with(from, to);
                // Nothing has been captured by either side meanwhile, where captures set the clock back.
                let plies = if before.has_passed() { 10 } else { 8 };
                let is_quiet = self.rules.spec.captures_to_hand || self.turn.halfmove >= plies;
                self.has_shuttled = is_over && is_quiet && promote.is_none() && self.nears_king(to, side);
                after
            }
            Action::Drop { to, .. } => Shuttle::arrived(to),
            _ => Shuttle::NONE,
        };
    }

    /// Returns true if the piece of a side on a square may come where the other side's king may be.
    fn nears_king(&self, square: Square, side: Side) -> bool {
        let Some(mover) = self.cells.at(square) else { return false };
        let Some(king) = self.rules.king else { return true };
        let theirs = self.rules.movement(Piece { kind: king, side: !side }).region;
        self.rules.movement(mover).region.meets(theirs)
    }
}
