//! The sides of a game in different hands: orders that speak for one side only, and the game as a guest sees it.
//!
//! A page on this machine speaks for every side that no guest has; a guest speaks for one side or for none.

use crate::game::LiveGame;
use crate::moment::Moment;
use crate::plan::{Refusal, SeatPlan, SpokenSides};
use crate::scene::side_name;
use crate::snapshot::Snapshot;
use helgi_engine::internals::draw_offer::{self, RecentScores};
use helgi_record::ending::{Ending, LossReason};
use helgi_rules::Position;
use helgi_rules::board::Side;
use std::collections::BTreeSet;

impl LiveGame {
    /// Plays a person's move after `ply` others, if it is the move of a side that is spoken for.
    ///
    /// # Errors
    ///
    /// When it is not legal, or another's turn; nothing has changed then.
    pub fn play_for(
        &mut self,
        sides: SpokenSides,
        text: &str,
        ply: usize,
        now: Moment,
    ) -> Result<(), Refusal> {
        self.check_flag(now);
        let mover = self.tree.line().present().side();
        if self.ending.is_none() && self.player(mover) == SeatPlan::Person && !sides.has(mover) {
            return Err(Refusal::Away(mover));
        }
        self.play(text, ply, now)
    }

    /// A person gives up: the one who plays the engine, or who is to move.
    ///
    /// # Errors
    ///
    /// When the game is over, or no person plays who is spoken for.
    pub fn resign(&mut self, sides: SpokenSides, now: Moment) -> Result<(), Refusal> {
        let loser = self.speaker(sides)?;
        self.end(Ending::Loss { loser, reason: LossReason::Resignation }, now);
        Ok(())
    }

    /// A person offers a draw, or takes the offer; the engine answers at once, by the rule of [`draw_offer`].
    ///
    /// # Errors
    ///
    /// When the game is over, or knows no draw. An offer that is refused is an error, too.
    pub fn draw(&mut self, sides: SpokenSides, now: Moment) -> Result<(), Refusal> {
        let speaker = self.speaker(sides)?;
        if !self.game.info().draws {
            return Err(Refusal::Draw("this game has no draws by agreement"));
        }
        let is_engine = matches!(self.player(!speaker), SeatPlan::Engine(_));
        if is_engine && !draw_offer::is_welcome(&self.scores, self.tree.line().present()) {
            return Err(Refusal::Draw("the engine wants to play on"));
        }
        // The engine has agreed above; a person agrees by offering as well.
        if self.has_engine() || self.offer.is_some_and(|offered| sides.has(!offered)) {
            self.end(Ending::Agreement, now);
        } else if self.offer.is_some() {
            return Err(Refusal::Asked);
        } else {
            self.offer = Some(speaker);
            self.changed();
        }
        Ok(())
    }

    /// Takes moves back: until it is a person's turn again, at least one. Where another device plays the other side,
    /// asks for that, or grants what was asked for.
    ///
    /// # Errors
    ///
    /// When there is no move.
    pub fn take_back(&mut self, sides: SpokenSides, now: Moment) -> Result<(), Refusal> {
        let is_here = |side: Side| self.player(side) == SeatPlan::Person && sides.has(side);
        let is_elsewhere = |side: Side| self.player(side) == SeatPlan::Person && !sides.has(side);
        if sides == SpokenSides::NEITHER {
            return Err(Refusal::Away(self.tree.line().present().side()));
        }
        let movers = self.tree.movers();
        if !Side::BOTH.into_iter().any(is_elsewhere) {
            let target = movers.iter().rposition(|&mover| is_here(mover));
            // Two engines: one move goes back.
            let target = target.or_else(|| movers.len().checked_sub(1).filter(|_| !self.has_person()));
            return self.go_back(target.ok_or(Refusal::Start)?, now);
        }
        match self.takeback {
            Some(asked) if is_here(!asked) => {
                // Back to before the last move of the one who asked.
                let target = movers.iter().rposition(|&mover| mover == asked);
                self.go_back(target.ok_or(Refusal::Start)?, now)
            }
            Some(_) => Err(Refusal::Asked),
            None => {
                let asked = Side::BOTH.into_iter().find(|&side| is_here(side));
                let asked = asked.ok_or(Refusal::Away(self.tree.line().present().side()))?;
                if !movers.contains(&asked) {
                    return Err(Refusal::Start);
                }
                self.takeback = Some(asked);
                self.changed();
                Ok(())
            }
        }
    }

    /// Takes all moves back after the first `target`.
    fn go_back(&mut self, target: usize, now: Moment) -> Result<(), Refusal> {
        while self.tree.line().len() > target {
            self.tree.take_back();
        }
        (self.ending, self.offer, self.takeback) = (None, None, None);
        self.scores = RecentScores::default();
        let side = self.tree.line().present().side();
        if let Some(clock) = &mut self.clock {
            clock.turn(side, now);
        }
        self.changed();
        Ok(())
    }

    /// Returns the side that speaks for the persons of a page.
    fn speaker(&self, sides: SpokenSides) -> Result<Side, Refusal> {
        if self.ending.is_some() {
            return Err(Refusal::Over);
        }
        let mover = self.tree.line().present().side();
        let persons: Vec<Side> =
            [mover, !mover].into_iter().filter(|side| self.player(*side) == SeatPlan::Person).collect();
        let away = persons.first().map_or(Refusal::Nobody, |&side| Refusal::Away(side));
        persons.into_iter().find(|side| sides.has(*side)).ok_or(away)
    }

    /// The sides of persons that a page does not speak for.
    pub fn away(&self, sides: SpokenSides) -> Vec<&'static str> {
        let away = |side: &Side| self.player(*side) == SeatPlan::Person && !sides.has(*side);
        Side::BOTH.into_iter().filter(away).map(side_name).collect()
    }

    /// The game as a guest sees it: the moves that were played, and nothing that was noted beside them, which may be the
    /// thoughts of the opponent, or about this machine.
    pub fn shared_snapshot(&self, sides: SpokenSides, now: Moment) -> Snapshot {
        let mut shown = self.snapshot(now);
        // A guest has an address of its own, and does not learn the game's.
        shown.id.clear();
        // Notes beside the game do not count.
        shown.version = self.turn();
        shown.introduction.clear();
        shown.marks.clear();
        shown.trouble = None;
        shown.away = self.away(sides);
        let played: BTreeSet<&String> = shown.line.iter().collect();
        shown.tree.retain(|listed| played.contains(&listed.id));
        for listed in &mut shown.tree {
            listed.before.clear();
            listed.comments.clear();
            listed.glyphs.clear();
            listed.marks.clear();
        }
        shown
    }
}
