//! A position of a game from a file, and what a move does to it.

use crate::passed::Passed;
use crate::prey::Chased;
use crate::rights::Castlings;
use crate::shuttle::Shuttle;
use crate::slot::{Slot, Types};
use crate::spec::{Counting, Enclosing};
use crate::tables::Rules;
use crate::wall_set::WallSet;
use helgi_rules::board::{
    Action, Bitboard, Cells, Extra, Kind, Move, MoveSink, Piece, Reserve, Side, Square, ZobristKey,
};
use helgi_rules::internals::gives_check_when_played;
use helgi_rules::{Extras, GenMode, Outcome, Position, Turn};
use std::fmt;

/// A position of a game on a board of `N` squares in `W` words, with the tables of its game. Games that are played have
/// theirs for the life of the process; those that are only looked at, while they are read, have them no longer than that.
#[derive(Clone)]
pub struct FilePosition<'r, const W: usize, const N: usize> {
    /// The tables at present: those after the last move, in a game in which pieces imitate the one that made it.
    pub(crate) rules: &'r Rules<W>,
    /// The tables of the game before anybody moves.
    pub(crate) game: &'r Rules<W>,
    pub(crate) cells: Cells<W, N, 5>,
    pub(crate) reserve: Reserve,
    /// The squares that nothing can enter.
    pub(crate) walls: WallSet<W>,
    /// The squares on which the side to move may capture en passant; only if one of its pieces stands ready.
    pub(crate) passed: Passed,
    pub(crate) castlings: Castlings,
    /// The squares of the pieces that have not moved, where that means something: they have first moves, or bring a piece from
    /// the hand with theirs.
    pub(crate) unmoved: Bitboard<W>,
    /// By side: how many checks it has still to give.
    pub(crate) checks: [u8; 2],
    /// The number of moves in a row that were passes, two at most.
    pub(crate) passes: u8,
    /// By side: how many of its last moves gave check without a break; only where perpetual check matters.
    pub(crate) checking: [u8; 2],
    /// By side: whether its checks without a break up to its last move had a strong one; only where mates need one.
    pub(crate) shak: [bool; 2],
    /// By side: its checks since the last progress; only where chases matter.
    pub(crate) given: [u8; 2],
    /// The pieces that moves have chased; only where chases matter.
    pub(crate) chased: Chased,
    /// The half-moves after which a side that is counted out draws, 0 while nobody is; the half-move clock counts them.
    pub(crate) count_limit: u16,
    /// A piece of the side to move that may not move in this turn and attacks nothing.
    pub(crate) frozen: Option<Square>,
    /// By side: its last moves; only where moving to and fro is forbidden.
    pub(crate) shuttles: [Shuttle; 2],
    /// True if the last move has gone to and fro once too often.
    pub(crate) has_shuttled: bool,
    /// True if the last move has won by the bonus of its capture.
    pub(crate) has_bonus_win: bool,
    pub(crate) turn: Turn,
}

const _: () = assert!(size_of::<FilePosition<1, 64>>() <= 512);
const _: () = assert!(size_of::<FilePosition<3, 192>>() <= 584);
const _: () = assert!(size_of::<FilePosition<4, 255>>() <= 720);

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// The squares of all pieces and walls.
    #[inline]
    pub(crate) fn occupied(&self) -> Bitboard<W> {
        self.cells.occupied() | self.walls.squares()
    }

    /// The square of a side's king, if it has one.
    #[inline]
    pub(crate) fn king(&self, side: Side) -> Option<Square> {
        let kings = self.cells.of(side, self.rules.king?);
        // Few games have several, and this is asked for at every step.
        if self.rules.has_several_kings { self.one_of_kings(kings, side) } else { kings.first() }
    }

    /// The squares of one side's pieces of one kind of the file, promoted or not.
    pub(crate) fn of_slot(&self, side: Side, slot: Slot) -> Bitboard<W> {
        self.union(side, self.rules.of_slot(slot))
    }

    /// The squares of one side's pieces of these kinds of the file.
    pub(crate) fn of_types(&self, side: Side, types: Types) -> Bitboard<W> {
        // All kinds at once are one set that is kept anyway.
        if types.is_together() { self.cells.side(side) } else { self.union(side, self.rules.of_types(types)) }
    }

    fn union(&self, side: Side, kinds: impl Iterator<Item = Kind>) -> Bitboard<W> {
        kinds.fold(Bitboard::EMPTY, |set, kind| set | self.cells.of(side, kind))
    }

    /// The number of a side's pieces of one kind of the file in hand.
    pub(crate) fn in_hand(&self, side: Side, slot: Slot) -> usize {
        let kinds = self.rules.of_slot(slot);
        kinds.map(|kind| usize::from(self.reserve.count(Piece { kind, side }))).sum()
    }

    /// The number of a side's pieces in hand.
    pub(crate) fn hand_size(&self, side: Side) -> usize {
        self.reserve.kinds(side).map(|kind| usize::from(self.reserve.count(Piece { kind, side }))).sum()
    }

    /// Returns true if a step takes en passant.
    #[inline]
    pub(crate) fn takes_en_passant(&self, mover: Piece, from: Square, to: Square) -> bool {
        self.passed.has(to) && {
            let movement = self.rules.movement(mover);
            let (geometry, seen) = (&self.rules.geometry, self.seen_by(mover.side));
            if let Some(own) = movement.own_en_passant(from) {
                // Moves that name their captures en passant are taken at their word.
                return own.has(to) && !seen.all.has(to);
            }
            movement.takes_en_passant
                && !seen.all.has(to)
                && movement.attacks(geometry, from, &seen).has(to)
                // A piece that could also go there without a capture does just that.
                && !movement.arrivals(geometry, from, &seen, to.into(), Bitboard::EMPTY).has(to)
        }
    }

    /// The square of what a step captures, if it does.
    #[inline]
    pub(crate) fn captured_square(&self, mover: Piece, from: Square, to: Square) -> Option<Square> {
        match self.cells.at(to) {
            // Castling goes onto the own rook.
            Some(piece) if self.rules.has_rare_moves() => self.taken_at(mover, from, to, piece),
            Some(piece) => (piece.side != mover.side).then_some(to),
            None => self.takes_en_passant(mover, from, to).then_some(self.passed.victim()),
        }
    }

    /// Returns true if a piece that arrives on a square leaves the board there.
    pub(crate) fn leaves_board(&self, from: Square, to: Square) -> bool {
        let Some(beyond) = &self.rules.beyond else { return false };
        self.cells.at(from).is_some_and(|mover| {
            let index = mover.kind.index();
            beyond.leaves[index] && self.rules.promotion_zone[mover.side.index()][index].has(to)
        })
    }

    /// Returns true if a piece that arrives on a square wins there, whatever the other side does.
    fn reaches_flag(&self, from: Square, to: Square) -> bool {
        self.cells
            .at(from)
            .is_some_and(|mover| self.rules.flag_squares[mover.side.index()][mover.kind.index()].has(to))
    }

    /// Returns true if a move sets the piece on a square down elsewhere, which is no capture.
    fn displaces(&self, legal: Move, square: Square) -> bool {
        let displaced = || legal.set_down(self.rules.geometry.outline());
        self.rules.has_rare_moves() && displaced().is_some_and(|[piece, _]| piece == square)
    }

    /// Returns true if a legal move captures.
    pub(crate) fn captures(&self, legal: Move) -> bool {
        let (Some(from), Some(to)) = (legal.from(), legal.to()) else { return false };
        // On the way: a capture after which the piece comes back is written as a shot.
        let takes_besides = || {
            matches!(legal.action(), Action::Shoot { .. })
                || legal.removed(self.rules.geometry.outline()).next().is_some()
        };
        if self.rules.has_rare_moves() && takes_besides() {
            return true;
        }
        // Where a move ends there may be a piece that it sets down elsewhere, or the one that moves.
        if self.displaces(legal, to) || matches!(legal.action(), Action::Step { .. }) && from == to {
            return false;
        }
        self.cells.at(from).is_some_and(|mover| self.captured_square(mover, from, to).is_some())
    }
}

impl<const W: usize, const N: usize> fmt::Debug for FilePosition<'_, W, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rules.spec.name, self.text())
    }
}

impl<const W: usize, const N: usize> PartialEq for FilePosition<'_, W, N> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.rules, other.rules)
            && self.cells == other.cells
            && self.reserve == other.reserve
            && self.turn == other.turn
            && self.key() == other.key()
    }
}

impl<const W: usize, const N: usize> Position for FilePosition<'_, W, N> {
    #[inline]
    fn turn(&self) -> Turn {
        self.turn
    }

    #[inline]
    fn key(&self) -> ZobristKey {
        self.cells.key() ^ self.state_key()
    }

    #[inline]
    fn visit(&self, select: GenMode, moves: &mut impl MoveSink) {
        if self.outcome().is_none() {
            self.visit_moves(select, moves);
        }
    }

    #[inline]
    fn is_noisy(&self, legal: Move) -> bool {
        self.rules.has_quiet_moves
            && match legal.action() {
                Action::Step { promote: Some(_), .. } | Action::Shoot { .. } => true,
                Action::Step { from, to, .. } => {
                    self.captures(legal) || self.leaves_board(from, to) || self.reaches_flag(from, to)
                }
                _ => false,
            }
    }

    fn play(&mut self, legal: Move) {
        let side = self.turn.side;
        let action = legal.action();
        // Chases compare what is attacked before the move and after it; no other game pays for the copy.
        let before = self.rules.spec.chasing.then(|| self.clone());
        let captured = match action {
            Action::Step { from, to, .. } if self.rules.spec.counting != Counting::None => self
                .cells
                .at(from)
                .and_then(|mover| match legal.removed(self.rules.geometry.outline()).next() {
                    Some(victim) if self.rules.has_rare_moves() => Some(victim),
                    _ if self.displaces(legal, to) => None,
                    _ => self.captured_square(mover, from, to),
                })
                .and_then(|square| self.cells.at(square)),
            _ => None,
        };
        let double_step = match action {
            Action::Step { extra: Extra::Remove(_) | Extra::Numbered(_), .. } => None,
            Action::Step { from, to, promote: None, .. } => self.double_step(from, to),
            _ => None,
        };
        // Read from the position before the move.
        let shuttle = self.before_shuttle(legal);
        let flips = match self.rules.spec.flip_enclosed {
            Enclosing::None => Bitboard::EMPTY,
            _ => self.flipped_by(legal),
        };
        let next_rules = self.rules_after(action);
        let moved = if self.rules.notes_first_moves { self.moved_by(legal) } else { Bitboard::EMPTY };
        self.frozen = None;
        self.castlings.has_won = false;
        let progress = match action {
            Action::Drop { kind, to } => {
                self.aim_at_leaper(kind, to);
                self.play_drop(kind, to);
                true
            }
            Action::Step { from, to, promote, extra } => self.play_step(from, to, promote, extra),
            Action::Shoot { target, second, .. } => {
                if let Some(beyond) = &self.rules.beyond {
                    self.play_shot(beyond, [Some(target), second]);
                }
                true
            }
            _ => false,
        };
        if let Some(rules) = next_rules {
            self.rules = rules;
        }
        self.flip(flips);
        if let Some((kind, square)) = legal.gate() {
            self.play_drop(kind, square);
        }
        if self.rules.notes_first_moves {
            self.end_first_moves(moved);
        }
        if let Some(square) = legal.built() {
            self.build(square);
        }
        // In the first phases pieces are placed, which cannot be taken back.
        let progress = progress || self.is_early();
        let halfmove = self.turn.halfmove;
        let is_counted = action == Action::Pass && self.rules.counts_passes();
        // Two are enough: more of them make no difference to any rule.
        self.passes = if is_counted { (self.passes + 1).min(2) } else { 0 };
        self.turn = self.turn.next(progress);
        self.passed = Passed::NONE;
        if let Some(passed) = double_step {
            self.set_passed(passed);
        }
        let spec = &self.rules.spec;
        // The turn has changed by now, so this is the enemy's king.
        if spec.check_counting && self.is_king_attacked() {
            let left = &mut self.checks[side.index()];
            *left = left.saturating_sub(1);
        }
        if spec.perpetual_illegal {
            let gives_check = self.is_king_attacked();
            let count = &mut self.checking[side.index()];
            *count = if gives_check { count.saturating_add(1) } else { 0 };
        }
        if self.rules.notes_first_moves {
            self.end_checked_first_moves();
        }
        if self.rules.spec.regional.shatar_mate {
            self.note_shak();
        }
        if let Some(before) = before {
            self.count_chases(&before, action, progress);
        }
        if let Some(shuttle) = shuttle {
            self.note_shuttle(shuttle);
        }
        if self.rules.spec.counting != Counting::None {
            let promotes = matches!(action, Action::Step { promote: Some(_), .. });
            self.count_on(captured, promotes, halfmove);
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.end()
    }

    fn no_moves(&self) -> Outcome {
        self.without_moves()
    }

    fn checkers(&self) -> Vec<Square> {
        self.find_checkers().into_iter().collect()
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.is_checked()
    }

    #[inline]
    fn must_capture(&self) -> bool {
        // What must be dropped goes before.
        self.rules.spec.must_capture && !self.rules.spec.must_drop && self.has_capture()
    }

    #[inline]
    fn gives_check(&self) -> impl Fn(Move) -> bool + '_ {
        let has_check = self.rules.king.is_some() || self.rules.spec.pseudo_royal;
        move |legal| has_check && gives_check_when_played(self, legal)
    }

    fn flip_turn(&self) -> Option<Self> {
        if self.outcome().is_some() {
            return None;
        }
        let turn = self.turn.next(false);
        Some(FilePosition {
            turn,
            passed: Passed::NONE,
            passes: 0,
            frozen: None,
            has_shuttled: false,
            ..self.clone()
        })
    }

    fn extras(&self) -> Extras {
        Extras {
            checks_left: self.rules.spec.check_counting.then_some(self.checks),
            gates_of_hand: self.gates_of_hand(),
            frozen: self.frozen,
            imitated: self.rules.last.and_then(|last| self.rules.of_slot(last).next()),
            phase: self.phase_phrase(),
        }
    }

    fn piece_at(&self, square: Square, depth: usize) -> Option<Piece> {
        self.cells.at(square).filter(|_| depth == 0)
    }

    fn is_obstacle(&self, square: Square) -> bool {
        square.0 < Bitboard::<W>::CAPACITY && self.walls.squares().has(square)
    }

    fn reserve(&self) -> Option<&Reserve> {
        (self.rules.pocket > 0).then_some(&self.reserve)
    }

    #[inline]
    fn reversible_plies(&self) -> u32 {
        if self.rules.comes_back() { u32::MAX } else { self.turn.halfmove.into() }
    }

    #[inline]
    fn recurring_keys(&self) -> [ZobristKey; 2] {
        // A single pass before it makes no other position, but two end the game.
        let key = self.key();
        let other = if self.may_pass() { key ^ Self::pass_key() } else { key };
        [key, other]
    }

    #[inline]
    fn count_verdict(&self) -> Option<Outcome> {
        self.counted_out()
    }

    fn cannot_win(&self, side: Side) -> bool {
        self.cannot_win_by_material(side)
    }

    #[inline]
    fn is_dead(&self) -> bool {
        self.is_dead_by_material()
    }

    #[inline]
    fn repetition_limit(&self) -> Option<usize> {
        Some(self.rules.spec.fold_rule as usize).filter(|&limit| limit > 0)
    }

    fn repetition_verdict(&self, plies: usize) -> Outcome {
        self.forced(plies).unwrap_or_else(|| self.repeated())
    }
}
