//! The score sheet of a match game: the moves with the engines' assessments, the ending, and all of
//! it as PGN.

use super::ending::Ending;
use super::schedule::Fixture;
use super::settings::{MatchSettings, PgnDetails};
use chrono::{DateTime, Local, SecondsFormat};
use helgi_protocol::info::{SearchInfo, SearchScore};
use helgi_record::replay::rewrite;
use helgi_record::{Assessment, ExpectedScore};
use helgi_rules::readable::Style;
use std::time::{Duration, SystemTime};

/// One move of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedMove {
    /// The move in the dialect's text.
    pub text: String,
    /// The engine's report and its time; `None` for moves of the opening.
    pub thought: Option<(Option<SearchInfo>, Duration)>,
}

impl PlayedMove {
    /// The comment on the move: `+0.25/12 0.34s`, with the score as the mover sees it; `book`.
    pub fn comment(&self) -> String {
        self.comment_with(PgnDetails::default())
    }

    /// The same with further facts, as fastchess writes them: `+0.25/12 0.34s, n=1234, sd=20`.
    fn comment_with(&self, details: PgnDetails) -> String {
        let Some((info, taken)) = &self.thought else { return "book".to_owned() };
        let score = info.as_ref().and_then(|info| info.score).map(|score| match score {
            SearchScore::Centipawns(value) => ExpectedScore::Centipawns(value),
            SearchScore::Mate(moves) => ExpectedScore::Mate(moves),
        });
        let depth = info.as_ref().and_then(|info| info.depth).unwrap_or(0);
        let mut text = Assessment { score, depth, time: *taken }.to_string();
        let PgnDetails { nodes, seldepth, nps, is_minimal: _ } = details;
        let info = info.as_ref();
        let facts = [
            ("n", info.and_then(|info| info.nodes).filter(|_| nodes)),
            ("sd", info.and_then(|info| info.seldepth).map(u64::from).filter(|_| seldepth)),
            ("nps", info.and_then(|info| info.nps).filter(|_| nps)),
        ];
        for (name, value) in facts {
            if let Some(value) = value {
                text += &format!(", {name}={value}");
            }
        }
        text
    }
}

/// A game that has been played to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSheet {
    /// The position it began with.
    pub start: String,
    /// The moves, those of the opening first.
    pub moves: Vec<PlayedMove>,
    /// The last position.
    pub last: String,
    /// Its ending.
    pub ending: Ending,
    /// The time of its beginning.
    pub began: SystemTime,
    /// Its duration.
    pub duration: Duration,
}

/// The tag with the number of a game in its match, from 1.
pub(super) const NUMBER: &str = "GameNumber";

/// A game as PGN.
pub fn pgn(settings: &MatchSettings, fixture: &Fixture, record: &GameSheet) -> helgi_record::Record {
    let mut game = helgi_record::Record::new(fixture.variant, &record.start);
    let engines = fixture.players.map(|engine| &settings.engines[engine]);
    let began = DateTime::<Local>::from(record.began);
    let controls = engines.map(|engine| engine.control.to_string());
    let details = settings.pgn_details;
    let tags = &mut game.tags;
    tags.set("Event", &settings.event);
    tags.set("Site", &settings.site);
    tags.set("Date", began.format("%Y.%m.%d").to_string());
    tags.set("Round", (fixture.round + 1).to_string());
    tags.set("White", &engines[0].name);
    tags.set("Black", &engines[1].name);
    tags.set(NUMBER, (fixture.number + 1).to_string());
    if !details.is_minimal {
        tags.set("GameStartTime", began.to_rfc3339_opts(SecondsFormat::Millis, false));
        tags.set("GameDuration", clock_text(record.duration.as_secs()));
    }
    tags.set("Termination", record.ending.termination().as_str());
    let [white, black] = &controls;
    // PGN's own tag holds one control for both sides.
    if white == black {
        tags.set("TimeControl", white);
    } else {
        tags.set("WhiteTimeControl", white);
        tags.set("BlackTimeControl", black);
    }
    for played in &record.moves {
        game.push(&played.text, (!details.is_minimal).then(|| played.comment_with(details)));
    }
    if settings.notation != Style::Uci {
        rewrite(&mut game, settings.notation);
    }
    game.finish(record.ending.result(), &record.ending.reason_in(fixture.variant));
    game
}

/// Hours, minutes and seconds.
fn clock_text(seconds: u64) -> String {
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
