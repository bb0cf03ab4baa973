//! `-board` of `helgi match`: the match in the browser.

use super::{browser, folder};
use crossbeam_channel::Receiver;
use helgi_board::ServerSettings;
use helgi_board::key::Address;
use helgi_board::wall::Wall;
use helgi_match::words::BoardWords;
use helgi_match::{End, Match, MatchEvent, MatchReport};
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;

/// A match that is shown.
pub struct ShownMatch {
    wall: Arc<Wall>,
    address: Address,
    keeps: bool,
}

impl ShownMatch {
    /// Shows a match that is about to be played.
    ///
    /// # Errors
    ///
    /// If the port is taken, and of the output.
    pub fn begin(board: BoardWords, to_play: &Match, out: &mut impl Write) -> io::Result<ShownMatch> {
        let wall = Arc::new(Wall::new(to_play));
        // A match that is resumed later has its page at the same address.
        let data = folder::data().map(|data| data.join("match"));
        let settings = ServerSettings {
            port: board.port,
            data,
            opens: Some("match".to_owned()),
            pages: super::rules::pages(),
            ..ServerSettings::default()
        };
        let started = helgi_board::show(settings, wall.clone())?;
        let address = started.address;
        writeln!(out, "Watch the match at {address}")?;
        browser::report(&started.notices, out)?;
        browser::show(&address, board.open, out)?;
        // A person at the terminal can end it.
        let by_hand = || io::stdin().is_terminal() && io::stdout().is_terminal();
        Ok(ShownMatch { wall, address, keeps: board.keep.unwrap_or_else(by_hand) })
    }

    /// Takes note of an event.
    pub fn update(&self, event: &MatchEvent) {
        self.wall.record_event(event);
    }

    /// Takes note of the match's end; `true` if the page is to stay.
    pub fn end(&self, report: &MatchReport) -> bool {
        self.wall.end(report);
        // A user who stops a match wants it gone.
        self.keeps && !matches!(report.end, End::Stopped)
    }

    /// Keeps the page until there is a signal.
    ///
    /// # Errors
    ///
    /// Of the output.
    pub fn stay(&self, signals: &Receiver<()>, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "Replay the games at {}; press Ctrl-C to stop", self.address)?;
        out.flush()?;
        // A closed channel ends it too.
        let _ = signals.recv();
        Ok(())
    }
}
