//! The commands that wait for a search to end, within bounds: a client that never stops sending must not fill the memory.

use helgi_protocol::uci::{Command, ParseError};
use std::collections::VecDeque;
use std::time::Instant;

/// The most bytes that waiting commands hold, as [`Waiting::cost`] counts them. A client that waits for answers has some
/// dozens of commands there; one that does not, such as a file, may have thousands.
const MOST: usize = 32 << 20;

/// The bytes of a command beside its text, about.
const OVERHEAD: usize = 256;

/// From so many waiting commands on, a `position` replaces the one directly before it, of which nothing would be seen
/// but its faults.
const MANY: usize = 1000;

/// A command that waits for its turn.
pub(super) struct Waiting {
    pub command: Result<Command, ParseError>,
    pub arrived: Instant,
    /// `stop` has come after it.
    pub stopped: bool,
    /// The bytes that it holds.
    cost: usize,
}

/// The commands for which there was no room.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Overflow {
    /// Their number.
    pub commands: usize,
    /// The number of those that want an answer.
    pub searches: usize,
    /// True if there was a `position` among them.
    pub has_position: bool,
}

/// The waiting commands in their order; those that have no room come after all others.
#[derive(Default)]
pub(super) struct CommandQueue {
    waiting: VecDeque<Waiting>,
    cost: usize,
    overflow: Overflow,
}

impl CommandQueue {
    /// Returns true if nothing waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.overflow == Overflow::default()
    }

    /// Adds a command whose line has this many bytes.
    pub fn push(&mut self, command: Result<Command, ParseError>, length: usize, arrived: Instant) {
        let is_position =
            |command: &Result<Command, ParseError>| matches!(command, Ok(Command::Position { .. }));
        if self.waiting.len() >= MANY
            && is_position(&command)
            && self.waiting.back().is_some_and(|last| is_position(&last.command))
        {
            self.cost -= self.waiting.pop_back().map_or(0, |last| last.cost);
        }
        let cost = length + OVERHEAD;
        // Once commands are left out, so are all that follow: they would be carried out in another order.
        if self.overflow.commands > 0 || self.cost + cost > MOST {
            let name = command.as_ref().err().map(ParseError::command);
            self.overflow.commands += 1;
            self.overflow.searches +=
                usize::from(matches!(command, Ok(Command::Go(_))) || name == Some("go"));
            self.overflow.has_position |= is_position(&command) || name == Some("position");
            return;
        }
        self.cost += cost;
        self.waiting.push_back(Waiting { command, arrived, stopped: false, cost });
    }

    /// Takes out the next command.
    pub fn pop(&mut self) -> Option<Waiting> {
        let next = self.waiting.pop_front()?;
        self.cost -= next.cost;
        Some(next)
    }

    /// Takes the account of the commands that were left out, if there are any.
    pub fn take_overflow(&mut self) -> Option<Overflow> {
        let overflow = std::mem::take(&mut self.overflow);
        (overflow.commands > 0).then_some(overflow)
    }

    /// `stop` is meant for all that waits.
    pub fn stop(&mut self) {
        self.waiting.iter_mut().for_each(|waiting| waiting.stopped = true);
    }

    /// The expected move was played: what was to ponder is on the engine's own time.
    pub fn ponderhit(&mut self, draw_offered: bool) {
        for waiting in &mut self.waiting {
            if let Ok(Command::Go(go)) = &mut waiting.command {
                go.draw_offered |= draw_offered && go.ponder;
                go.ponder = false;
            }
        }
    }

    /// `stop` is meant for what came before that time.
    pub fn stop_before(&mut self, began: Instant) {
        let earlier = self.waiting.iter_mut().take_while(|waiting| waiting.arrived < began);
        earlier.for_each(|waiting| waiting.stopped = true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_protocol::uci;

    fn filled(lines: &[&str], times: usize) -> CommandQueue {
        let mut queue = CommandQueue::default();
        for line in lines.iter().cycle().take(lines.len() * times) {
            queue.push(uci::parse(line), line.len(), Instant::now());
        }
        queue
    }

    #[test]
    fn of_many_positions_in_a_row_the_last_is_kept() {
        let mut queue = filled(&["position startpos moves e2e4"], 400_000);
        queue.push(uci::parse("position startpos moves d2d4"), 28, Instant::now());
        assert!(queue.waiting.len() <= MANY && queue.overflow == Overflow::default());
        let last = queue.waiting.pop_back().unwrap().command.unwrap();
        assert_eq!(last, uci::parse("position startpos moves d2d4").unwrap());
        // Below that, and where something lies between them, all are carried out.
        assert_eq!(filled(&["position startpos"], 900).waiting.len(), 900);
        assert_eq!(filled(&["position startpos", "d"], 2000).waiting.len(), 4000);
    }

    #[test]
    fn dropped_commands_are_counted() {
        let mut queue =
            filled(&["go nodes 1", "setoption name Hash value 16", "go x", "position startpos"], 100_000);
        let kept = queue.waiting.len();
        assert!(queue.cost <= MOST && kept > 100_000, "{kept}");
        let mut costs = 0;
        while let Some(waiting) = queue.pop() {
            costs += waiting.cost;
        }
        assert!(costs <= MOST && queue.cost == 0 && !queue.is_empty());
        let overflow = queue.take_overflow().unwrap();
        assert_eq!(overflow.commands, 400_000 - kept);
        assert!(
            overflow.has_position && overflow.searches.abs_diff(overflow.commands / 2) <= 2,
            "{overflow:?}"
        );
        assert!(queue.is_empty() && queue.take_overflow().is_none());
    }
}
