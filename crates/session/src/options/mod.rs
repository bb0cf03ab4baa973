//! The engine options: one table, from which the lines that announce them, the reading of values and
//! the page about them are made.
//!
//! Keeps values, and returns the work that a change needs; does none of it.

mod meant;
mod rows;
mod tuning;

use helgi_engine::internals::search::Params;
use helgi_protocol::options::{self, OptionError, OptionSpec};
use helgi_rules::games::GameId;
use rows::{OptionAccess, OptionRow, ROWS};
use std::time::Duration;

/// The values of all options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// `Hash`, in megabytes.
    pub hash: usize,
    /// `Threads`.
    pub threads: usize,
    /// `MultiPV`.
    pub multipv: usize,
    /// `Ponder`. If it is on, the clock is shared out more freely, because some moves will cost no time.
    pub ponder: bool,
    /// `Move Overhead`.
    pub move_overhead: Duration,
    /// `VariantPath`.
    pub variant_path: String,
    /// `UCI_Variant`.
    pub variant: GameId,
    /// `UCI_Chess960`: the variant is played as Chess960 is.
    pub chess960: bool,
    /// `UCI_ShowWDL`.
    pub show_wdl: bool,
    /// `UCI_AnalyseMode`.
    pub analyse_mode: bool,
    /// `UCI_LimitStrength`.
    pub limit_strength: bool,
    /// `UCI_Elo`.
    pub elo: u32,
    /// `EvalFile`.
    pub eval_file: String,
    /// `Book`.
    pub book: String,
    /// `Book Depth`, in full moves.
    pub book_depth: u32,
    /// `Best Book Move`.
    pub best_book_move: bool,
    /// `Book Seed`; 0 is another one each time.
    pub book_seed: u64,
    /// The numbers of the search, which are options for programs that tune them.
    pub params: Params,
    /// `Tune`: these are announced.
    pub tune: bool,
    /// The budget of the engine, whatever the client asks for; not an option of the client's.
    pub budget: Option<SessionBudget>,
}

/// The most that the engine of a session may do, whatever the client asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SessionBudget {
    /// The nodes of each search. Perft does not count deeper than one ply, and the bench nothing.
    pub nodes: u64,
    /// The size of the transposition table in megabytes.
    pub megabytes: usize,
}

/// The effect of a new value, besides being kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// No effect: it counts from the next search on.
    Kept,
    /// The table has to be resized.
    Hash,
    /// There is another number of threads.
    Threads,
    /// Another game is set up.
    Variant,
    /// A game becomes its form as Chess960, or that the game.
    Chess960,
    /// The hash table is cleared.
    ClearHash,
    /// Another net is used.
    EvalFile,
    /// Another opening book is used.
    Book,
    /// The games of a file are to be known.
    Games,
    /// The search has other numbers.
    Params,
}

/// `EvalFile` for the nets that come with the program.
pub const BUILT_IN: &str = "<built-in>";

/// The option that chooses the game.
pub const VARIANT: &str = "UCI_Variant";

/// `EvalFile` for no net at all.
pub const NO_NET: &str = "none";

impl Default for Options {
    fn default() -> Self {
        let mut options = Options {
            hash: 0,
            threads: 0,
            multipv: 0,
            ponder: false,
            move_overhead: Duration::ZERO,
            variant_path: String::new(),
            variant: GameId::default(),
            chess960: false,
            show_wdl: false,
            analyse_mode: false,
            limit_strength: false,
            elo: 0,
            eval_file: String::new(),
            book: String::new(),
            book_depth: 0,
            best_book_move: false,
            book_seed: 0,
            params: Params::DEFAULT,
            tune: tuning::IS_ON,
            budget: None,
        };
        // The table has the defaults; the values above only make a whole of it.
        ROWS.iter().for_each(|row| row.reset(&mut options));
        options
    }
}

/// Every option as UCI announces it, with its present value for the default.
pub fn specs(options: &Options) -> Vec<OptionSpec> {
    ROWS.iter().map(|row| row.spec(options)).chain(tuning::announced(options)).collect()
}

/// The option that chooses the game, as UCI announces it.
pub fn variant_spec(options: &Options) -> Option<OptionSpec> {
    ROWS.iter().find(|row| row.name == VARIANT).map(|row| row.spec(options))
}

/// The options that XBoard is offered, by names of one word: there are clients that end a name at a blank.
pub fn xboard_specs(options: &Options) -> Vec<OptionSpec> {
    let offered = ROWS.iter().filter(|row| row.xboard).map(|row| row.spec(options));
    offered.map(|spec| OptionSpec { name: without_blanks(&spec.name), ..spec }).collect()
}

/// The name of the option that has this name without blanks; the same if there is none.
pub fn name_with_blanks(name: &str) -> &str {
    let plain = without_blanks(name);
    let row = ROWS.iter().find(|row| without_blanks(row.name).eq_ignore_ascii_case(&plain));
    row.map_or(name, |row| row.name)
}

fn without_blanks(name: &str) -> String {
    name.split_whitespace().collect()
}

/// The rows of a Markdown table of all options, one on a line: name, type, default, values, meaning.
pub fn describe() -> String {
    let rows: Vec<String> = ROWS.iter().map(OptionRow::describe).collect();
    rows.join("\n")
}

/// The nearest valid value of a numeric option.
pub fn within(name: &str, number: u64) -> String {
    let number = i64::try_from(number).unwrap_or(i64::MAX);
    match ROWS.iter().find(|row| row.name == name).map(|row| row.kind) {
        Some(OptionAccess::Spin { min, max, .. }) => number.clamp(min, max).to_string(),
        _ => number.to_string(),
    }
}

impl Options {
    /// Sets an option as `setoption` names it.
    ///
    /// # Errors
    ///
    /// When there is no such option, or the value does not fit; nothing has changed then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Change, OptionError> {
        if without_blanks(name).eq_ignore_ascii_case(VARIANT)
            && let Some(value) = value.map(str::trim).filter(|value| !value.is_empty())
        {
            // Games have more names than are announced.
            let game = value.parse::<GameId>().map_err(|error| OptionError::Invalid {
                name: VARIANT.to_owned(),
                value: error.name,
                expected: error.expected,
            })?;
            self.variant = game;
            return Ok(Change::Variant);
        }
        let specs: Vec<OptionSpec> = ROWS.iter().map(|row| row.spec(self)).chain(tuning::all(self)).collect();
        let Ok(spec) = options::find(&specs, name) else {
            // The numbers of the search are no hints for people who do not tune.
            return Err(OptionError::unknown(&self::specs(self), name));
        };
        let value = spec.check_value(value)?;
        let Some(row) = ROWS.iter().find(|row| row.name == spec.name) else {
            return Ok(tuning::keep(self, &spec.name, &value));
        };
        row.set(self, &value);
        Ok(row.change)
    }

    /// The game to play: the variant, or its form as Chess960, if that is wanted and there is one.
    pub fn game(&self) -> GameId {
        self.variant.chess960().filter(|_| self.chess960).unwrap_or(self.variant)
    }

    /// Takes the game that the variant's name leads to now, which a file may have replaced; returns true if it is another
    /// one.
    pub fn renew_variant(&mut self) -> bool {
        let before = self.variant;
        self.variant = GameId::named(before.name()).unwrap_or(before);
        self.variant != before
    }

    /// The strength to play at, if it is limited.
    pub fn limited_elo(&self) -> Option<u32> {
        (self.limit_strength && !self.analyse_mode).then_some(self.elo)
    }

    /// The size of the transposition table in megabytes, within the budget.
    pub fn table_size(&self) -> usize {
        self.budget.map_or(self.hash, |budget| self.hash.min(budget.megabytes))
    }

    /// The number of threads that search, within the budget.
    pub fn search_threads(&self) -> usize {
        self.budget.map_or(self.threads, |_| 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_protocol::options::OptionKind;

    /// The reference of the protocols has the options as they are.
    #[test]
    fn the_page_has_the_table_and_the_error() {
        let page = include_str!("../../../../protocol/README.md");
        let head = "| name | type | default | values | meaning |\n|---|---|---|---|---|\n";
        assert!(page.contains(&format!("{head}{}\n\n", describe())), "{}", describe());
        let error = Options::default().set("Hash", Some("0")).unwrap_err();
        assert!(page.contains(&format!("info string error {error}\n")), "{error}");
    }

    #[test]
    fn xboard_is_offered_what_it_has_no_command_for() {
        let names: Vec<String> =
            xboard_specs(&Options::default()).into_iter().map(|spec| spec.name).collect();
        assert_eq!(
            names,
            [
                "MultiPV",
                "MoveOverhead",
                "VariantPath",
                "UCI_LimitStrength",
                "UCI_Elo",
                "EvalFile",
                "ClearHash",
                "Book",
                "BookDepth",
                "BestBookMove",
                "BookSeed"
            ]
        );
        for (name, full) in [
            ("moveoverhead", "Move Overhead"),
            ("Clear Hash", "Clear Hash"),
            ("MultiPV", "MultiPV"),
            ("No Such", "No Such"),
        ] {
            assert_eq!(name_with_blanks(name), full);
        }
    }

    #[test]
    fn defaults_are_the_announced_ones() {
        let mut options = Options::default();
        for spec in specs(&Options::default()) {
            let value = match &spec.kind {
                OptionKind::Check { default } => default.to_string(),
                OptionKind::Spin { default, .. } => default.to_string(),
                OptionKind::Combo { default, .. }
                | OptionKind::Text { default }
                | OptionKind::File { default } => default.clone(),
                OptionKind::Button => continue,
            };
            options.set(&spec.name, Some(&value)).unwrap();
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn every_option_is_kept() {
        let mut options = Options::default();
        for (name, value, change) in [
            ("hash", "64", Change::Hash),
            ("THREADS", "2", Change::Threads),
            ("MultiPV", "3", Change::Kept),
            ("Ponder", "true", Change::Kept),
            ("move overhead", "100", Change::Kept),
            ("UCI_ShowWDL", "true", Change::Kept),
            ("UCI_LimitStrength", "true", Change::Kept),
            ("UCI_Elo", "1500", Change::Kept),
            ("Clear Hash", "", Change::ClearHash),
            ("Book", "a b.book", Change::Book),
            ("Book Depth", "12", Change::Kept),
            ("Best Book Move", "1", Change::Kept),
            ("Book Seed", "7", Change::Kept),
        ] {
            assert_eq!(options.set(name, Some(value)), Ok(change), "{name}");
        }
        let expected = Options {
            hash: 64,
            threads: 2,
            multipv: 3,
            ponder: true,
            move_overhead: Duration::from_millis(100),
            show_wdl: true,
            limit_strength: true,
            elo: 1500,
            book: "a b.book".to_owned(),
            book_depth: 12,
            best_book_move: true,
            book_seed: 7,
            ..Options::default()
        };
        assert_eq!(options, expected);
        assert_eq!(options.limited_elo(), Some(1500));
        options.set("UCI_AnalyseMode", Some("true")).unwrap();
        assert_eq!(options.limited_elo(), None);
    }

    #[test]
    fn the_nearest_value_is_in_the_range() {
        for (number, nearest) in [(0, "1"), (64, "64"), (65_537, "65536"), (u64::MAX, "65536")] {
            assert_eq!(within("Hash", number), nearest);
        }
    }

    #[test]
    fn a_refused_value_changes_nothing() {
        let mut options = Options::default();
        for (name, value) in
            [("Hash", Some("0")), ("UCI_Elo", Some("x")), ("Nothing", None), ("Ponder", None)]
        {
            assert!(options.set(name, value).is_err());
        }
        assert_eq!(options, Options::default());
    }
}
