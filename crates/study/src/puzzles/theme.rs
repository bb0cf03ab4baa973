//! Themes of puzzles, recognised from the effects of the moves on the board and from the end of the game.
//!
//! No rule is known here, and no game: a theme is seen by comparing positions.

use super::solution::Solution;
use crate::review::Grade;
use helgi_engine::net::NetChoice;
use helgi_rules::board::{Action, Extra, Move, Piece, Side, Square};
use helgi_rules::readable;
use helgi_rules::{AnyPosition, Line, Position, Reason};
use std::collections::BTreeSet;

macro_rules! themes {
    ($($theme:ident $name:literal $meaning:literal)+) => {
        /// A theme of a puzzle.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Theme {
            $(#[doc = $meaning] $theme,)+
        }

        impl Theme {
            /// All themes: first the goal, then the means, then the length.
            pub const ALL: &[Theme] = &[$(Theme::$theme),+];

            /// Its name in files, one word.
            pub const fn name(self) -> &'static str {
                match self { $(Theme::$theme => $name,)+ }
            }

            /// Returns its meaning, as part of a sentence.
            pub const fn meaning(self) -> &'static str {
                match self { $(Theme::$theme => $meaning,)+ }
            }
        }
    };
}

themes! {
    Mate "mate" "the solution ends in mate"
    KingCapture "kingCapture" "the solution captures, shoots or blows up the king"
    Objectives "objectives" "the solution captures the last objective"
    Citadel "citadel" "the solution brings the king into the citadel"
    OtherWin "otherWin" "the solution wins by another rule"
    ForcedWin "forcedWin" "the win is forced, and the solution stops where there is more than one way"
    Crushing "crushing" "the solution leaves at least 90 of 100 points to expect"
    Advantage "advantage" "the solution leaves more than half of the points to expect"
    Equality "equality" "the solution saves the balance"
    Shot "shot" "a piece shoots"
    DoubleShot "doubleShot" "a shot removes two pieces"
    Drop "drop" "a piece of the reserve comes to the board"
    StackRelease "stackRelease" "an own piece that was covered comes to the top"
    StackSplit "stackSplit" "part of a stack leaves the rest"
    Mount "mount" "a piece comes to stand on another"
    Prisoner "prisoner" "a piece is taken prisoner"
    Explosion "explosion" "other pieces than the captured one are gone"
    Removal "removal" "another piece is chosen for removal"
    Promotion "promotion" "a piece becomes another"
    EnPassant "enPassant" "a pawn is taken in passing"
    Castling "castling" "the king castles"
    Pass "pass" "the turn is given up"
    Sacrifice "sacrifice" "material is given up for what comes later"
    DoubleCheck "doubleCheck" "two pieces give check at once"
    QuietMove "quietMove" "a move neither takes nor checks nor promotes"
    Defence "defence" "the solver stands in check or is worse before"
    OneMove "oneMove" "one own move"
    Short "short" "two own moves"
    Long "long" "three own moves"
    VeryLong "veryLong" "four own moves or more"
}

/// The themes of a solution that begins in a position, in the order of [`Theme::ALL`].
pub fn themes(start: &AnyPosition, solution: &Solution, net: &NetChoice) -> Vec<Theme> {
    let mut found = BTreeSet::new();
    let mut line = Line::new(start.clone());
    for (ply, &played) in solution.moves.iter().enumerate() {
        if ply % 2 == 0 {
            found.extend(of_move(line.present(), played));
        }
        line.play(played);
        // Looked at after the answer, when the other side may have taken what was given up.
        if ply % 2 == 1 && gives_up(start, line.present(), net) {
            found.insert(Theme::Sacrifice);
        }
    }
    found.insert(goal(start.side(), solution, &line));
    if start.in_check() || is_worse(start, net) {
        found.insert(Theme::Defence);
    }
    found.insert(match solution.own_moves() {
        1 => Theme::OneMove,
        2 => Theme::Short,
        3 => Theme::Long,
        _ => Theme::VeryLong,
    });
    found.into_iter().collect()
}

/// Returns the themes of one legal move.
pub fn of_move(before: &AnyPosition, played: Move) -> BTreeSet<Theme> {
    Deed { before, after: &before.after(played), played }.themes().into_iter().collect()
}

/// Returns the goal of a puzzle.
fn goal(solver: Side, solution: &Solution, end: &Line) -> Theme {
    // The score of the first move, since later ones are searched for what is left of the game.
    let expected = solution.first.best.expected;
    match end.verdict().filter(|outcome| outcome.winner == Some(solver)) {
        Some(outcome) => match outcome.reason {
            Reason::Mate => Theme::Mate,
            Reason::KingCaptured => Theme::KingCapture,
            Reason::ObjectivesCaptured => Theme::Objectives,
            Reason::KingInCitadel => Theme::Citadel,
            _ => Theme::OtherWin,
        },
        None if solution.first.is_won() => Theme::ForcedWin,
        None if expected >= 0.9 => Theme::Crushing,
        None if expected > 0.55 => Theme::Advantage,
        None => Theme::Equality,
    }
}

/// Returns the expected score of the side to move by the evaluation alone.
fn standing(position: &AnyPosition, net: &NetChoice) -> f64 {
    helgi_engine::wdl(position).expected(helgi_engine::evaluate(position, net).score)
}

/// Returns true if the side to move stands worse already, if one looks no further.
fn is_worse(start: &AnyPosition, net: &NetChoice) -> bool {
    standing(start, net) <= 0.5 - Grade::Mistake.least_loss()
}

/// Returns true if the solver stands worse after an answer than at the start, if one looks no further.
fn gives_up(start: &AnyPosition, now: &AnyPosition, net: &NetChoice) -> bool {
    standing(now, net) + Grade::Inaccuracy.least_loss() <= standing(start, net)
}

/// A move between two positions.
struct Deed<'a> {
    before: &'a AnyPosition,
    after: &'a AnyPosition,
    played: Move,
}

impl Deed<'_> {
    fn themes(&self) -> Vec<Theme> {
        let mut themes = Vec::new();
        let mut add = |theme, is_so: bool| themes.extend(is_so.then_some(theme));
        let action = self.played.action();
        add(Theme::Shot, matches!(action, Action::Shoot { .. }));
        add(Theme::DoubleShot, matches!(action, Action::Shoot { second: Some(_), .. }));
        add(Theme::Drop, matches!(action, Action::Drop { .. }));
        add(Theme::StackSplit, matches!(action, Action::Split { .. }));
        add(Theme::Pass, matches!(action, Action::Pass));
        add(Theme::Removal, self.played.removed(self.before.outline()).next().is_some());
        let is_castling = readable::castling(self.before, self.played).is_some();
        add(Theme::Castling, is_castling);
        add(Theme::StackRelease, self.releases());
        add(Theme::Mount, self.mounts() && !is_castling);
        add(Theme::Prisoner, self.takes_prisoner());
        let besides = self.gone_besides();
        let in_passing = self.is_in_passing(&besides);
        add(Theme::EnPassant, in_passing);
        add(Theme::Explosion, !besides.is_empty() && !in_passing && !is_castling);
        add(Theme::Promotion, self.promotes());
        add(Theme::DoubleCheck, self.after.checkers().len() > 1);
        let is_quiet = !self.before.is_noisy(self.played) && !self.after.in_check() && !is_castling;
        let is_over = self.after.outcome().is_some();
        add(Theme::QuietMove, is_quiet && !is_over && matches!(action, Action::Step { .. }));
        themes
    }

    fn side(&self) -> Side {
        self.before.side()
    }

    fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.before.outline().squares()
    }

    /// The squares that the move names.
    fn named(&self) -> Vec<Square> {
        let third = match self.played.action() {
            Action::Shoot { second, .. } => second,
            Action::Step { extra: Extra::Reward(square), .. } => Some(square),
            Action::Step { extra: Extra::Place(square), .. } => Some(square),
            _ => None,
        };
        let set_down = self.played.set_down(self.before.outline());
        let own = [self.played.from(), self.played.to(), third].into_iter().flatten();
        own.chain(self.played.removed(self.before.outline())).chain(set_down.into_iter().flatten()).collect()
    }

    /// An own piece stood under another, and is on top now.
    fn releases(&self) -> bool {
        // The top piece must have gone away, not only have been replaced.
        self.squares().any(|square| {
            let covered: Vec<Piece> = self.before.pieces_on(square).skip(1).collect();
            let top = self.after.piece_at(square, 0);
            let is_lower = self.after.pieces_on(square).count() <= covered.len();
            is_lower && top.is_some_and(|top| top.side == self.side() && covered.contains(&top))
        })
    }

    /// Returns the piece that stood on the square of arrival.
    fn met(&self) -> Option<Piece> {
        self.before.piece_at(self.played.to()?, 0)
    }

    fn mounts(&self) -> bool {
        let is_own = self.met().is_some_and(|met| met.side == self.side());
        is_own
            && matches!(
                self.played.action(),
                Action::Step { .. } | Action::Split { .. } | Action::Drop { .. }
            )
    }

    /// The enemy's piece on the square of arrival is still there, covered.
    fn takes_prisoner(&self) -> bool {
        let Some((to, met)) = self.played.to().zip(self.met()) else { return false };
        let is_step = matches!(self.played.action(), Action::Step { .. } | Action::Split { .. });
        let count = |position: &AnyPosition| position.pieces_on(to).filter(|&piece| piece == met).count();
        met.side != self.side() && is_step && count(self.after) >= count(self.before)
    }

    /// The pieces that are gone from squares that the move does not name.
    fn gone_besides(&self) -> Vec<(Square, Piece)> {
        let named = self.named();
        let mut gone = Vec::new();
        for square in self.squares().filter(|&square| !named.contains(&square)) {
            let left = self.after.pieces_on(square).count();
            let there = self.before.pieces_on(square).count();
            let top = self.before.piece_at(square, 0).filter(|_| left < there);
            gone.extend(top.map(|piece| (square, piece)));
        }
        gone
    }

    /// Returns true if one enemy of the mover's own kind is gone from next to the square that was left.
    fn is_in_passing(&self, besides: &[(Square, Piece)]) -> bool {
        let (&[(square, gone)], Some(from), Some(to)) = (besides, self.played.from(), self.played.to())
        else {
            return false;
        };
        let outline = self.before.outline();
        let mover = self.before.piece_at(from, 0);
        self.met().is_none()
            // Of the same kind, on the file of arrival and the rank of departure: a pawn passed by.
            && mover.is_some_and(|mover| mover.kind == gone.kind && mover.side != gone.side)
            && outline.file(square) == outline.file(to)
            && outline.rank(square) == outline.rank(from)
    }

    /// An own piece has become another.
    fn promotes(&self) -> bool {
        match self.played.action() {
            Action::Step { promote: Some(_), .. } | Action::Step { extra: Extra::Reward(_), .. } => true,
            Action::Step { from, to, .. } => {
                let mover = self.before.piece_at(from, 0);
                let now = self.after.piece_at(to, 0).filter(|now| now.side == self.side());
                mover.zip(now).is_some_and(|(mover, now)| mover.kind != now.kind)
                    // A piece that mounts an own one is on top of it, and has not become one.
                    && self.met().is_none_or(|met| met.side != self.side())
            }
            _ => false,
        }
    }
}
