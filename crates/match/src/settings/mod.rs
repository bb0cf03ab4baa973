//! Settings of a match: engines, games, and when a game or the match is over.
//!
//! Plain data, which is saved as it is in the state of a match.

mod engine;
mod names;

pub use engine::{EngineBook, EngineSettings, Protocol};
pub(super) use engine::{is_program_in, on_search_path};

use super::error::Error;
use super::openings;
use super::part::{Part, rounds_together};
use super::pool_settings::PoolSettings;
use super::setting_error::SettingError;
use super::sprt::Sprt;
use helgi_files::open_to_append;
use helgi_rules::games::GameId;
use helgi_rules::readable::Style;
use names::{game_names, style_name};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf, absolute};
use std::time::Duration;
use std::{env, io};

/// The source of the openings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Openings {
    /// From a file.
    File {
        /// The file.
        path: PathBuf,
        /// The format of the file.
        format: openings::Format,
        /// In which order they are used.
        order: openings::OpeningOrder,
        /// The most moves of each game of a PGN file that are played; all if `None`.
        plies: Option<usize>,
        /// The number of the first one, from 1.
        first: usize,
    },
    /// The starts of the game themselves: one, but of Chess960 960.
    Starts {
        /// In which order they are used.
        order: openings::OpeningOrder,
        /// The number of the first one, from 1: one more than the number that it has in Chess960.
        first: usize,
    },
    /// Random moves from the start position, after which the chances are even.
    Random {
        /// Number of half-moves.
        plies: usize,
    },
}

/// The pairing of the engines.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum Tournament {
    /// Everybody plays everybody.
    #[default]
    RoundRobin,
    /// The first engines play all others.
    Gauntlet {
        /// Number of engines in front that are the seeds.
        seeds: usize,
    },
    /// Everybody plays everybody before, with White first: the second engine the first, the third both, and so on.
    Pyramid,
}

/// The point at which the next opening comes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum OpeningPolicy {
    /// After so many games of two engines as each opening is [repeated](MatchSettings::repeat).
    #[default]
    Repeat,
    /// With the next two engines that meet; between two engines alone it is always the same opening.
    Encounter,
    /// With the next round: all games of a round begin alike.
    Round,
}

/// The rule by which a game is called a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// Not before so many full moves are played, those of the opening included.
    pub move_number: usize,
    /// For this many moves of each side in a row, counted anew at each move that restarts the half-move clock …
    pub move_count: usize,
    /// … the score has been at most this far from 0, in hundredths of a pawn.
    pub score: i32,
}

/// The rule by which a game is called lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignRule {
    /// For this many own moves in a row …
    pub move_count: usize,
    /// … a side has seen itself at least this far behind, in hundredths of a pawn.
    pub score: i32,
    /// True if the other side must have seen it, too.
    pub two_sided: bool,
}

/// The facts about each move that the PGN tells beside its score, depth and time.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct PgnDetails {
    /// The positions that were searched.
    pub nodes: bool,
    /// The depth of the longest line.
    pub seldepth: bool,
    /// The speed.
    pub nps: bool,
    /// Nothing at all, and no tags about the time: at fixed nodes two such files are equal byte for byte.
    pub is_minimal: bool,
}

/// Returns true for a value that a saved match need not hold.
fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The most games of a match.
const MOST_GAMES: usize = 100_000_000;

/// The most random moves of an opening; after more hardly a game is still going on.
const MOST_PLIES: usize = 1000;

/// The longest time of any kind: a thousand days. Sums of such times do not overflow.
const LONGEST: Duration = Duration::from_secs(1000 * 24 * 60 * 60);

/// A match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchSettings {
    /// The players: two or more.
    pub engines: Vec<EngineSettings>,
    /// The games, dealt in turn to the openings.
    #[serde(with = "game_names")]
    pub variants: Vec<GameId>,
    /// The pairing of the engines.
    pub tournament: Tournament,
    /// Number of times that every two engines meet.
    pub rounds: usize,
    /// Number of games at each meeting, with alternating colours.
    pub games: usize,
    /// Number of games in a row that begin with the same opening.
    pub repeat: usize,
    /// The point at which the next opening comes.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub policy: OpeningPolicy,
    /// True if the colours stay the same from game to game.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub same_colours: bool,
    /// True if the second engine of each pairing begins with White.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub reverse: bool,
    /// Number of games played at once.
    pub concurrency: usize,
    /// The processors to which games are bound, one each; all that there are if the list is empty.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub processors: Option<Vec<usize>>,
    /// The source of the openings; the start position if `None`.
    pub openings: Option<Openings>,
    /// The seed of everything random.
    pub seed: u64,
    /// The sequential test that may decide the match before its end.
    pub sprt: Option<Sprt>,
    /// The rule by which a game is called a draw.
    pub draw: Option<DrawRule>,
    /// The rule by which a game is called lost.
    pub resign: Option<ResignRule>,
    /// After how many full moves a game is a draw.
    pub max_moves: Option<usize>,
    /// True if the match goes on after an engine has crashed or hung.
    pub recover: bool,
    /// The pause between two games.
    pub wait: Duration,
    /// The longest silence after its time before an engine counts as hanging. An engine without a
    /// clock may be silent this long, but at least a second, until it is asked whether it is still
    /// there (in XBoard's protocol, for its move), and this long again until it counts as hanging.
    pub patience: Duration,
    /// The file to which the games are appended as PGN.
    pub pgn: Option<PathBuf>,
    /// The notation of moves in the PGN. Matches that were saved before there was a choice continue in
    /// coordinates.
    #[serde(with = "style_name", default = "style_name::before_there_was_a_choice")]
    #[serde(skip_serializing_if = "style_name::was_before_there_was_a_choice")]
    pub notation: Style,
    /// The facts about each move that the PGN tells.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub pgn_details: PgnDetails,
    /// The file to which the last position of each game is appended, one on a line.
    pub epd: Option<PathBuf>,
    /// The PGN tag `MatchEvent`.
    pub event: String,
    /// The PGN tag `Site`.
    pub site: String,
    /// The file to which the lines between the match and the engines are appended.
    pub log: Option<PathBuf>,
    /// The part of the games that is played here; all of them if `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
    /// The saved matches of all parts, whose results decide the sequential test together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<PoolSettings>,
}

impl MatchSettings {
    /// One game of chess of each two engines, one at a time.
    pub fn new(engines: Vec<EngineSettings>) -> Self {
        MatchSettings {
            engines,
            variants: vec![GameId::default()],
            tournament: Tournament::RoundRobin,
            rounds: 1,
            games: 1,
            repeat: 1,
            policy: OpeningPolicy::default(),
            same_colours: false,
            reverse: false,
            concurrency: 1,
            processors: None,
            openings: None,
            seed: 0,
            sprt: None,
            draw: None,
            resign: None,
            max_moves: None,
            recover: false,
            wait: Duration::ZERO,
            patience: Duration::from_secs(5),
            pgn: None,
            notation: Style::San,
            pgn_details: PgnDetails::default(),
            epd: None,
            event: "?".to_owned(),
            site: "?".to_owned(),
            log: None,
            part: None,
            pool: None,
        }
    }

    /// The same match with absolute paths, so that it means the same in every folder. Engines
    /// without a folder get the present one.
    ///
    /// # Errors
    ///
    /// When there is no present folder.
    pub fn with_absolute_paths(&self) -> io::Result<MatchSettings> {
        let mut settings = self.clone();
        for engine in &mut settings.engines {
            let is_name = engine.folder.is_none() && engine.command.components().count() == 1;
            if is_name && is_program_in(&env::current_dir()?, &engine.command) {
                // Another program of this name lies here, which a name with a folder would mean.
                engine.command = on_search_path(&engine.command).unwrap_or_else(|| engine.command.clone());
            }
            let folder = env::current_dir()?.join(engine.folder.as_deref().unwrap_or(Path::new("")));
            engine.folder = Some(absolute(folder)?);
            let EngineSettings { errors, book, .. } = engine;
            for path in errors.iter_mut().chain(book.iter_mut().map(|book| &mut book.path)) {
                *path = absolute(&*path)?;
            }
        }
        let MatchSettings { pgn, epd, log, openings, pool, .. } = &mut settings;
        let of_openings = match openings {
            Some(Openings::File { path, .. }) => Some(path),
            Some(Openings::Random { .. } | Openings::Starts { .. }) | None => None,
        };
        for path in [pgn.as_mut(), epd.as_mut(), log.as_mut(), of_openings].into_iter().flatten() {
            *path = absolute(&*path)?;
        }
        if let Some(pool) = pool {
            pool.pattern = pool.absolute()?;
        }
        Ok(settings)
    }

    /// Makes sure that the files for games, positions and lines can be written; those that are not there
    /// are made.
    pub(super) fn open_outputs(&self) -> Result<(), Error> {
        let open = |path: &PathBuf| {
            let file = open_to_append(path);
            file.map(drop).map_err(|error| Error::file(path, error))
        };
        [&self.pgn, &self.epd, &self.log].into_iter().flatten().try_for_each(open)
    }

    /// Checks the settings; the error names the field, the value, and what was expected.
    ///
    /// # Errors
    ///
    /// When no match can be made of them.
    pub(super) fn check(&self) -> Result<(), SettingError> {
        let positive = [
            ("rounds", self.rounds),
            ("games", self.games),
            ("repeat", self.repeat),
            ("concurrency", self.concurrency),
            ("variants", self.variants.len()),
        ];
        if let Some((name, _)) = positive.iter().find(|(_, value)| *value == 0) {
            return Err(SettingError::said(*name, 0, "at least 1"));
        }
        // No kind of tournament has more meetings in a round.
        let meetings = self.engines.len().saturating_mul(self.engines.len());
        let games = self.rounds.saturating_mul(self.games).saturating_mul(meetings);
        if games > MOST_GAMES {
            let found = format!("{} and {}", self.rounds, self.games);
            return Err(SettingError::said(
                "rounds and games",
                found,
                format!("at most {MOST_GAMES} games in all"),
            ));
        }
        if self.engines.len() < 2 {
            return Err(SettingError::said("engines", self.engines.len(), "at least 2"));
        }
        for (index, engine) in self.engines.iter().enumerate() {
            if self.engines.iter().take(index).any(|other| other.name == engine.name) {
                let found = format!("two are called `{}`", engine.name);
                return Err(SettingError::said("engines", found, "a name for each"));
            }
        }
        if let Some(engine) = self.engines.iter().find(|engine| engine.control.is_unlimited()) {
            let expected = "at least one of tc, st, nodes and depth";
            return Err(SettingError::said(&engine.name, "no limit", expected));
        }
        if let Some(Openings::Random { plies }) = self.openings
            && plies > MOST_PLIES
        {
            let found = format!("{plies} random moves");
            return Err(SettingError::said("openings", found, format!("at most {MOST_PLIES}")));
        }
        self.check_times()?;
        self.check_part()?;
        self.check_processors()?;
        if let Some(Sprt { elo0, elo1, alpha, beta, model }) = self.sprt {
            Sprt::new(elo0, elo1, alpha, beta, model).map_err(|error| SettingError::said("", error, ""))?;
        }
        match self.tournament {
            Tournament::Gauntlet { seeds } if seeds == 0 || seeds >= self.engines.len() => {
                Err(SettingError::said("seeds", seeds, format!("1 to {}", self.engines.len() - 1)))
            }
            _ if self.sprt.is_some() && self.engines.len() > 2 => {
                Err(SettingError::said("engines", self.engines.len(), "2 with sprt"))
            }
            _ => Ok(()),
        }
    }

    /// Checks the part, and that a pool has something to find.
    fn check_part(&self) -> Result<(), SettingError> {
        if let Some(part) = self.part {
            let most = self.rounds.div_ceil(self.rounds_together());
            if part.of() > most {
                let found = format!("{part} of {} rounds", self.rounds);
                return Err(SettingError::said("part", found, format!("at most {most} parts")));
            }
        }
        let Some(pool) = &self.pool else { return Ok(()) };
        if self.part.is_none() || self.sprt.is_none() {
            let missing = if self.part.is_none() { "a part" } else { "sprt" };
            return Err(SettingError::value("pool", pool.pattern.display(), format!("{missing} with it")));
        }
        pool.check()
    }

    /// Returns true if both games of each pair begin alike with colours exchanged, so that pairs may be counted.
    pub(super) fn are_pairs(&self) -> bool {
        let begin_alike = match self.policy {
            OpeningPolicy::Repeat => self.repeat == 2,
            OpeningPolicy::Round => self.games.is_multiple_of(2),
            OpeningPolicy::Encounter => self.engines.len() == 2 || self.games.is_multiple_of(2),
        };
        begin_alike && !self.same_colours
    }

    /// The number of rounds that one part of the match plays together.
    pub(super) fn rounds_together(&self) -> usize {
        let repeat = if self.policy == OpeningPolicy::Repeat { self.repeat } else { 1 };
        rounds_together(self.games, repeat)
    }

    /// Checks that there is a processor for each game.
    fn check_processors(&self) -> Result<(), SettingError> {
        let Some(processors) = self.processors.as_ref().filter(|list| !list.is_empty()) else {
            return Ok(());
        };
        if processors.len() < self.concurrency {
            return Err(SettingError::too_few_processors(processors.len(), self.concurrency));
        }
        Ok(())
    }

    /// Checks the times: a saved match may hold values that no command line allows.
    fn check_times(&self) -> Result<(), SettingError> {
        let clocks = || self.engines.iter().filter_map(|engine| engine.control.clock);
        if clocks().any(|clock| clock.moves == Some(0)) {
            return Err(SettingError::said("tc", "0 moves", "at least 1"));
        }
        let of_engines =
            self.engines.iter().flat_map(|engine| [engine.control.move_time, Some(engine.margin)]);
        let of_clocks = clocks().flat_map(|clock| [Some(clock.base), Some(clock.increment)]);
        let all = of_engines.chain(of_clocks).chain([Some(self.wait), Some(self.patience)]);
        if let Some(engine) = self.engines.iter().find(|engine| !engine.has_valid_scale()) {
            let (least, most) = EngineSettings::SCALES;
            let found = format!("tscale {}", engine.time_scale);
            return Err(SettingError::said(&engine.name, found, format!("{least} to {most}")));
        }
        match all.flatten().find(|&time| time > LONGEST) {
            Some(time) => {
                let (found, most) = (format!("{} s", time.as_secs()), LONGEST.as_secs());
                Err(SettingError::said("times", found, format!("at most {most} s")))
            }
            None => Ok(()),
        }
    }
}

/// The shortest match, for tests: two engines, a node a move.
#[cfg(test)]
pub(crate) fn two() -> MatchSettings {
    use super::time::EngineClock;
    let engine = |name: &str| EngineSettings {
        control: EngineClock { nodes: Some(1), ..EngineClock::default() },
        ..EngineSettings::new(name)
    };
    MatchSettings::new(vec![engine("a"), engine("b")])
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_record::time::Period;

    #[test]
    fn more_games_than_can_be_counted_are_refused() {
        for (rounds, games) in [(usize::MAX, 2), (2, usize::MAX), (1 << 40, 1 << 40), (100_000_001, 1)] {
            let error = MatchSettings { rounds, games, ..two() }.check().unwrap_err();
            assert_eq!(error.field(), "rounds and games", "{error}");
        }
        let many = MatchSettings { rounds: 25_000_000, ..two() };
        assert_eq!(many.check(), Ok(()));
    }

    #[test]
    fn impossible_saved_settings_are_refused() {
        let with = |clock: Period| {
            let mut settings = two();
            settings.engines[0].control.clock = Some(clock);
            settings.check()
        };
        let (base, increment) = (Duration::from_secs(1), Duration::ZERO);
        assert_eq!(with(Period { moves: Some(1), base, increment }), Ok(()));
        assert!(
            with(Period { moves: Some(0), base, increment })
                .unwrap_err()
                .to_string()
                .starts_with("tc: 0 moves")
        );
        assert!(with(Period { moves: None, base: Duration::MAX, increment }).is_err());
        assert!(MatchSettings { wait: Duration::MAX, ..two() }.check().is_err());
        let sprt = Some(Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.7, beta: 0.7, model: Default::default() });
        assert!(MatchSettings { sprt, ..two() }.check().is_err());
        let openings = Some(Openings::Random { plies: usize::MAX });
        assert!(MatchSettings { openings, ..two() }.check().is_err());
    }
}
