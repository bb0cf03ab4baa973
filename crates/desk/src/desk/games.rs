//! The open games of a desk: begun, read, changed, kept.

use super::write::TEXT;
use super::{Desk, JobId, Shelf};
use crate::game::{EngineAnswer, LiveGame};
use crate::kept::{LISTED, LONGEST_PGN, Summary, from_record, to_record};
use crate::moment::Moment;
use crate::plan::{BegunGame, GamePlan, Refusal};
use crate::shared::is_apart;
use helgi_record::{PgnReader, Record};

/// The most games that are open at once; the one opened first is closed then.
const MOST: usize = 200;

/// A game at the desk.
#[derive(Debug)]
pub(super) struct DeskGame {
    pub live: LiveGame,
    /// True if it is kept.
    is_kept: bool,
    /// The turn in which an engine thinks, and its job.
    pub thinking: Option<(u64, JobId)>,
    /// The move that an engine has found, which appears at a moment.
    pub due: Option<DueMove>,
}

/// A move that an engine has found, which appears at a moment.
#[derive(Debug)]
pub(super) struct DueMove {
    pub turn: u64,
    pub at: Moment,
    pub wire: String,
    pub answer: EngineAnswer,
}

/// The last record of a text; `None` if there is none, or it cannot be read.
pub(super) fn record_of(pgn: &str) -> Option<Record> {
    if pgn.len() > LONGEST_PGN {
        return None;
    }
    PgnReader::new(pgn.as_bytes()).last()?.ok()?.whole().ok()
}

impl<S: Shelf> Desk<S> {
    /// Begins a game.
    ///
    /// # Errors
    ///
    /// When the plan is not a game.
    pub(super) fn begin(&mut self, plan: &GamePlan, is_kept: bool) -> Result<BegunGame, Refusal> {
        let live = LiveGame::new(plan, &self.occasion())?;
        let variant = live.game().name();
        Ok(BegunGame { id: self.admit(live, is_kept), variant })
    }

    /// Gives a game its name, and lets it go on.
    pub(super) fn admit(&mut self, mut live: LiveGame, is_kept: bool) -> String {
        let is_kept = is_kept && !is_apart(live.game());
        let id = if is_kept { self.kept_name(&live) } else { self.other_name() };
        live.id.clone_from(&id);
        self.open(&id, live, is_kept);
        self.save(&id);
        self.go_on(&id);
        id
    }

    /// A name for a kept game that begins now.
    fn kept_name(&mut self, live: &LiveGame) -> String {
        let local = self.present.local;
        let date = local.date().to_string().replace('.', "-");
        let [hours, minutes, seconds] = local.clock();
        let first = format!("{}-{date}-{hours:02}{minutes:02}{seconds:02}", live.game().name());
        let is_free = |name: &str| self.shelf.read(name).is_none() && !self.games.contains_key(name);
        // Thousands of games can be taken over within a second: those before have the numbers below.
        let mut number = if self.named.0 == first { self.named.1 + 1 } else { 1 };
        let name = loop {
            let name = if number == 1 { first.clone() } else { format!("{first}-{number}") };
            if is_free(&name) {
                break name;
            }
            number += 1;
        };
        self.named = (first, number);
        name
    }

    /// A name for a game that is not kept.
    fn other_name(&mut self) -> String {
        std::iter::repeat_with(|| self.random.alphanumeric()).take(10).collect()
    }

    fn open(&mut self, id: &str, live: LiveGame, is_kept: bool) {
        self.games.insert(id.to_owned(), DeskGame { live, is_kept, thinking: None, due: None });
        self.opened.push(id.to_owned());
        if self.opened.len() > MOST {
            let first = self.opened.remove(0);
            self.shut(&first);
        }
    }

    /// Closes a game, with the streams of those who look at it.
    pub(super) fn shut(&mut self, id: &str) {
        self.opened.retain(|name| name != id);
        if let Some((_, job)) = self.games.remove(id).and_then(|game| game.thinking) {
            self.stop(job);
        }
        let streams: Vec<_> =
            self.streams.iter().filter(|(_, stream)| stream.game == id).map(|(stream, _)| *stream).collect();
        for stream in streams {
            self.end_stream(stream);
        }
    }

    /// A game, which is read if it is not open; `None` if there is none of that name, or it cannot be read.
    pub(super) fn game(&mut self, id: &str) -> Option<&mut DeskGame> {
        if id.starts_with(TEXT) {
            return None;
        }
        if !self.games.contains_key(id) {
            let record = self.shelf.read(id).and_then(record_of)?;
            let live = from_record(id, record, &self.occasion()).ok()?;
            self.open(id, live, true);
            self.go_on(id);
        }
        self.games.get_mut(id)
    }

    /// Looks at a game; `None` if there is none of that name.
    pub(super) fn look<T>(&mut self, id: &str, look: impl FnOnce(&LiveGame) -> T) -> Option<T> {
        self.game(id).map(|game| look(&game.live))
    }

    /// Changes a game, and lets it go on; `None` if there is none of that name.
    ///
    /// # Errors
    ///
    /// From `act`; nothing has changed then.
    pub(super) fn change<T>(
        &mut self,
        id: &str,
        act: impl FnOnce(&mut LiveGame) -> Result<T, Refusal>,
    ) -> Option<Result<T, Refusal>> {
        let live = &mut self.game(id)?.live;
        let before = live.version();
        let done = act(live);
        if live.version() != before {
            self.save(id);
        }
        self.go_on(id);
        Some(done)
    }

    fn save(&mut self, id: &str) {
        let Some(game) = self.games.get_mut(id).filter(|game| game.is_kept) else { return };
        game.live.trouble = None;
        let pgn = to_record(&game.live).to_string();
        self.shelf.write(id, pgn, self.present.local);
        // Times are those of a second: a second change within one would not show.
        self.summaries.remove(id);
        self.changes += 1;
    }

    /// Deletes a game; `None` if there is none of that name.
    pub(super) fn forget(&mut self, id: &str) -> Option<()> {
        if self.game(id)?.is_kept {
            self.shelf.remove(id);
            self.summaries.remove(id);
            self.changes += 1;
        }
        self.shut(id);
        Some(())
    }

    /// The kept games in which something was played, the last first.
    pub(super) fn list(&mut self) -> Vec<Summary> {
        let Desk { shelf, summaries, .. } = self;
        let listed = shelf.list().into_iter().filter_map(|(name, when)| {
            if summaries.get(&name).is_none_or(|(known, _)| *known != when) {
                let record = shelf.read(&name).and_then(record_of);
                let summary = record.and_then(|record| Summary::of(name.clone(), &record));
                summaries.insert(name.clone(), (when, summary));
            }
            let (_, summary) = summaries.get(&name)?;
            Some(Summary { when: when.to_minutes(), ..summary.clone()? })
        });
        listed.take(LISTED).collect()
    }

    /// All kept games in which something was played as one PGN, the last at its end.
    pub(super) fn all_games(&self) -> String {
        let names = self.shelf.list().into_iter().rev().map(|(name, _)| name);
        let records = names.filter_map(|name| record_of(self.shelf.read(&name)?));
        let texts = records.filter(|record| !record.is_empty()).map(|record| record.to_string());
        texts.collect::<Vec<_>>().join("\n")
    }
}
