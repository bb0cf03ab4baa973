//! A game of a match as it is written down: its record as PGN.

use super::pgn;
use super::referee::Record;
use super::schedule::Fixture;
use super::settings::Settings;
use chrono::{DateTime, Local, SecondsFormat};

/// A game as PGN.
pub(super) fn pgn(settings: &Settings, fixture: &Fixture, record: &Record) -> pgn::Record {
    let mut game = pgn::Record::new(fixture.variant, &record.start);
    let engines = fixture.players.map(|engine| &settings.engines[engine]);
    let began = DateTime::<Local>::from(record.began);
    let controls = engines.map(|engine| engine.control.to_string());
    let tags = &mut game.tags;
    tags.set("Event", &settings.event);
    tags.set("Site", &settings.site);
    tags.set("Date", began.format("%Y.%m.%d").to_string());
    tags.set("Round", (fixture.round + 1).to_string());
    tags.set("White", &engines[0].name);
    tags.set("Black", &engines[1].name);
    tags.set("GameStartTime", began.to_rfc3339_opts(SecondsFormat::Millis, false));
    tags.set("GameDuration", clock_text(record.duration.as_secs()));
    tags.set("Termination", record.ending.termination().as_str());
    let [white, black] = &controls;
    if white == black {
        tags.set("TimeControl", white);
    } else {
        tags.set("WhiteTimeControl", white);
        tags.set("BlackTimeControl", black);
    }
    for played in &record.moves {
        game.push(&played.text, Some(played.comment()));
    }
    game.finish(record.ending.result(), &record.ending.reason());
    game
}

/// Hours, minutes and seconds.
fn clock_text(seconds: u64) -> String {
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
