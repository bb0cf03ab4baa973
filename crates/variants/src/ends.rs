//! Ends of games: kinds that die out, checks given, goals reached, no move left.

use crate::beyond::EVEN_POINTS;
use crate::in_place::ONLY_PROMOTIONS;
use crate::past::COUNTED;
use crate::position::FilePosition;
use crate::shak::{KNIGHT_MATE, NIOL};
use crate::spec::{MaterialCount, Verdict};
use helgi_rules::board::{Move, Side};
use helgi_rules::internals::board::AnyMove;
use helgi_rules::{GenMode, Outcome, Phrase, Reason};

/// The reasons of ends that only games from files have, as they follow the winner's name or stand for a draw.
pub(crate) const REASONS: &[Phrase] = &[
    EXTINCT,
    EXTINCT_DRAW,
    FLAG,
    FLAG_DRAW,
    CHECKS,
    CONNECTED,
    CONNECTED_DRAW,
    MATED,
    MATE_DRAW,
    PASSES,
    FACING,
    SHUTTLED,
    FULL,
    MATERIAL,
    STALEMATED,
    COUNTED,
    EVEN_POINTS,
    ONLY_PROMOTIONS,
    KNIGHT_MATE,
    NIOL,
    CASTLED,
    UNCASTLED,
];

const EXTINCT: Phrase = Phrase::new("extinction", "wins by extinction");
const EXTINCT_DRAW: Phrase = Phrase::new("extinction", "Draw by extinction");
const FLAG: Phrase = Phrase::new("goal", "reaches the goal");
const FLAG_DRAW: Phrase = Phrase::new("goal", "Both sides reach the goal");
const CHECKS: Phrase = Phrase::new("checks", "has given all checks");
const CONNECTED: Phrase = Phrase::new("connection", "wins by a connection");
const CONNECTED_DRAW: Phrase = Phrase::new("connection", "Draw by a connection");
const MATED: Phrase = Phrase::new("mated-wins", "is mated and wins");
const MATE_DRAW: Phrase = Phrase::new("mate-draws", "Mate is a draw");
const FULL: Phrase = Phrase::new("full-board", "The board is full");
const MATERIAL: Phrase = Phrase::new("material", "wins by material");
const PASSES: Phrase = Phrase::new("passes", "Both sides pass");
const FACING: Phrase = Phrase::new("facing", "The kings face each other, and nobody objects");
const SHUTTLED: Phrase = Phrase::new("shuttling", "wins because the opponent moved a piece to and fro");
const CASTLED: Phrase = Phrase::new("castling", "wins by castling");
const UNCASTLED: Phrase =
    Phrase::new("castling-lost", "wins because the opponent has lost the right to castle");
const STALEMATED: Phrase = Phrase::new("no-move-wins", "has no move and wins");

/// The outcome of a verdict for a side.
pub(crate) fn outcome(side: Side, verdict: Verdict, win: Reason, draw: Reason) -> Outcome {
    match verdict {
        Verdict::Win => Outcome::win(side, win),
        Verdict::Loss => Outcome::win(!side, win),
        Verdict::Draw => Outcome::draw(draw),
    }
}

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// Returns the end of the game by the pieces on the board, if it has ended.
    #[inline]
    pub(crate) fn end(&self) -> Option<Outcome> {
        if !self.rules.has_ends {
            return None;
        }
        if self.rules.spec.beyond.has_ends()
            && let Some(outcome) = self.end_beyond()
        {
            return Some(outcome);
        }
        self.extinct()
            .or_else(|| self.flagged())
            .or_else(|| self.checked_out())
            .or_else(|| self.connected_end())
            .or_else(|| self.castled_end())
            .or_else(|| self.faced_out())
            .or_else(|| self.has_shuttled.then(|| Outcome::win(self.turn.side, Reason::Rule(SHUTTLED))))
            .or_else(|| (self.passes >= 2).then(|| self.drawn(Reason::Rule(PASSES))))
            .or_else(|| {
                let is_over = self.rules.spec.full_board && self.is_full();
                is_over.then(|| self.drawn(Reason::Rule(FULL)))
            })
    }

    /// A kind has died out.
    fn extinct(&self) -> Option<Outcome> {
        let spec = &self.rules.spec;
        let verdict = spec.extinction?;
        // There the last of a kind is never taken: its side is mated instead.
        if spec.pseudo_royal && !spec.blast {
            return None;
        }
        if self.is_early() {
            return None;
        }
        if spec.beyond.extinct_together {
            return self.extinct_together(verdict);
        }
        let mover = self.turn.side;
        let together = spec.extinction_types.is_together();
        let slots = || spec.extinction_types.iter().filter(|_| !together).map(Some);
        // The side that has not moved comes first: of two ends at once the last mover's counts.
        for side in [!mover, mover] {
            let needed =
                spec.extinction_opponent_count as usize + usize::from(spec.extinction_claim && side == mover);
            for slot in slots().chain(together.then_some(None)) {
                let count = |side: Side| match slot {
                    Some(slot) if spec.beyond.extinct_on_board => self.of_slot(side, slot).len(),
                    Some(slot) => self.of_slot(side, slot).len() + self.in_hand(side, slot),
                    None => self.cells.side(side).len() + self.hand_size(side),
                };
                if count(side) <= spec.extinction_count as usize && count(!side) >= needed {
                    if spec.beyond.extinct_both_draw && count(!side) <= spec.extinction_count as usize {
                        return Some(Outcome::draw(Reason::BothKingsGone));
                    }
                    let (win, draw) = (Reason::Rule(EXTINCT), Reason::Rule(EXTINCT_DRAW));
                    return Some(outcome(side, verdict, win, draw));
                }
            }
        }
        None
    }

    /// All kinds of a side that must not die out have died out.
    fn extinct_together(&self, verdict: Verdict) -> Option<Outcome> {
        let spec = &self.rules.spec;
        let (most, types) = (spec.extinction_count as usize, spec.extinction_types);
        let held = |side: Side| types.iter().map(|slot| self.in_hand(side, slot)).sum::<usize>();
        let count = |side: Side| {
            let held = if spec.beyond.extinct_on_board { 0 } else { held(side) };
            self.of_types(side, types).len() + held
        };
        let is_out = |side: Side| count(side) <= most;
        let mover = self.turn.side;
        if spec.beyond.extinct_both_draw && is_out(mover) && is_out(!mover) {
            return Some(Outcome::draw(Reason::Rule(EXTINCT_DRAW)));
        }
        let side = [!mover, mover].into_iter().find(|&side| is_out(side))?;
        Some(outcome(side, verdict, Reason::ObjectivesCaptured, Reason::Rule(EXTINCT_DRAW)))
    }

    /// Returns true if a side has reached its flag.
    fn has_flag(&self, side: Side) -> bool {
        let spec = &self.rules.spec;
        let region = self.rules.flag_region[side.index()];
        if region.is_empty() {
            return false;
        }
        let pieces = match spec.flag_piece[side.index()] {
            Some(slot) => self.of_slot(side, slot),
            None => self.cells.side(side),
        };
        let there = region & pieces;
        let count = spec.flag_count as usize;
        let is_there = !there.is_empty()
            && (there.len() >= count || spec.flag_blocked_win && region.is_subset(self.occupied()));
        // With an extra move for the other side, only pieces that are in danger give one.
        let must_be_safe = spec.flag_safe && (!spec.flag_move || side != self.turn.side);
        if is_there && must_be_safe && there.len() == count {
            let occupied = self.occupied();
            return !there.into_iter().any(|square| self.is_attacked(square, !side, occupied, false));
        }
        is_there
    }

    /// A side has reached its flag, and the other one cannot answer it.
    fn flagged(&self) -> Option<Outcome> {
        let spec = &self.rules.spec;
        let mover = self.turn.side;
        let is_royal = |side: Side| {
            self.rules
                .king
                .is_some_and(|king| spec.flag_piece[side.index()] == Some(self.rules.facts(king).slot))
        };
        if (spec.flag_move || spec.flag_safe) && self.has_flag(mover) {
            let may_tie = spec.flag_move && mover == Side::White && is_royal(!mover)
                || spec.flag_safe && !spec.flag_move;
            return Some(match may_tie && self.has_flag(!mover) {
                true => Outcome::draw(Reason::Rule(FLAG_DRAW)),
                false => Outcome::win(mover, Reason::Rule(FLAG)),
            });
        }
        let answers = spec.flag_move && !spec.flag_safe && !is_royal(mover);
        if answers || !self.has_flag(!mover) {
            return None;
        }
        let may_follow =
            spec.flag_move && is_royal(mover) && mover == Side::Black && self.king_can_reach_flag();
        (!may_follow).then(|| Outcome::win(!mover, Reason::Rule(FLAG)))
    }

    /// Returns true if the king of the side to move has a legal move to its flag.
    fn king_can_reach_flag(&self) -> bool {
        let side = self.turn.side;
        let region = self.rules.flag_region[side.index()];
        let Some(king) = self.king(side).filter(|_| !self.is_king_attacked()) else { return false };
        // As a trait object: the generator would be compiled once more for the closure.
        let reaches_flag: &dyn Fn(Move) -> bool =
            &|legal| legal.from() == Some(king) && legal.to().is_some_and(|to| region.has(to));
        let mut search = AnyMove::new(reaches_flag);
        self.visit_moves(GenMode::All, &mut search);
        search.is_found
    }

    /// A side has given all its checks.
    fn checked_out(&self) -> Option<Outcome> {
        let last = !self.turn.side;
        let is_over = self.rules.spec.check_counting && self.checks[last.index()] == 0;
        is_over.then(|| Outcome::win(last, Reason::Rule(CHECKS)))
    }

    /// A side has passed while the kings face each other, which accepts the offer. Every other move ends the facing.
    fn faced_out(&self) -> Option<Outcome> {
        let is_over = self.passes > 0 && self.is_bikjang();
        is_over.then(|| self.drawn(Reason::Rule(FACING)))
    }

    /// A side has castled as it has to, or can do so no more.
    fn castled_end(&self) -> Option<Outcome> {
        if self.rules.spec.castling_wins == 0 {
            return None;
        }
        let last = !self.turn.side;
        if self.castlings.has_won {
            return Some(Outcome::win(last, Reason::Rule(CASTLED)));
        }
        let has_lost = |side: Side| {
            // Two bits a side, for either wing.
            let own = self.rules.spec.castling_wins & 0b11 << (2 * side.index());
            own != 0 && !self.castlings.has_one_of(own)
        };
        let loser = [last, !last].into_iter().find(|&side| has_lost(side))?;
        Some(Outcome::win(!loser, Reason::Rule(UNCASTLED)))
    }

    fn connected_end(&self) -> Option<Outcome> {
        let last = !self.turn.side;
        let (win, draw) = (Reason::Rule(CONNECTED), Reason::Rule(CONNECTED_DRAW));
        self.is_connected(last).then(|| outcome(last, self.rules.spec.connect_value, win, draw))
    }

    /// The verdict on a side that has no legal move.
    pub(crate) fn without_moves(&self) -> Outcome {
        let spec = &self.rules.spec;
        let side = self.turn.side;
        if self.is_checked() {
            if let Some(outcome) = self.mated_without_shak(side) {
                return outcome;
            }
            return match spec.checkmate {
                Verdict::Win => Outcome::win(side, Reason::Rule(MATED)),
                Verdict::Loss => Outcome::win(!side, Reason::Mate),
                Verdict::Draw => Outcome::draw(Reason::Rule(MATE_DRAW)),
            };
        }
        let verdict = if spec.stalemate_by_pieces {
            match self.cells.side(side).len().cmp(&self.cells.side(!side).len()) {
                std::cmp::Ordering::Less => spec.stalemate,
                std::cmp::Ordering::Equal => Verdict::Draw,
                std::cmp::Ordering::Greater => spec.stalemate.turned(),
            }
        } else {
            spec.stalemate
        };
        // Without check nobody can be stalemated in the usual sense, and the reason says so.
        let has_check = self.rules.has_check;
        let loss = if has_check { Reason::Stalemate } else { Reason::NoLegalMove };
        match verdict {
            Verdict::Loss => Outcome::win(!side, loss),
            Verdict::Win => Outcome::win(side, Reason::Rule(STALEMATED)),
            Verdict::Draw => self.drawn(Reason::Stalemate),
        }
    }

    /// The outcome of a drawn game: a draw, unless a count of material decides.
    pub(crate) fn drawn(&self, reason: Reason) -> Outcome {
        if self.rules.spec.material == MaterialCount::Points {
            return self.points_verdict();
        }
        match self.material_winner() {
            Some(side) => Outcome::win(side, Reason::Rule(MATERIAL)),
            None => Outcome::draw(reason),
        }
    }
}
