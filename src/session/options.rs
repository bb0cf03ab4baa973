//! The engine options: one table, from which the lines that announce them, the reading of values and
//! the page about them are made.
//!
//! Keeps values, and says what has to be done when one changes; does none of it.

use super::strength;
use helgi_protocol::options::{self, OptionError, OptionKind, OptionSpec, OptionValue};
use helgi_rules::games::GameId;
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
    /// `UCI_Variant`.
    pub variant: GameId,
    /// `UCI_Chess960`: chess is played as Chess960.
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
    /// How much the engine may do, whatever it is asked for; no option of the client's.
    pub budget: Option<Budget>,
}

/// How much the engine of a session may do, whatever it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The nodes of each search. Perft does not count deeper than one ply, and the bench nothing.
    pub nodes: u64,
    /// The size of the transposition table in megabytes.
    pub megabytes: usize,
}

/// What a new value asks for besides being kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing: it counts from the next search on.
    Kept,
    /// The table has to be resized.
    Hash,
    /// There is another number of threads.
    Threads,
    /// Another game is set up.
    Variant,
    /// Chess goes on as Chess960, or Chess960 as chess.
    Chess960,
    /// What was learned is to be forgotten.
    ClearHash,
    /// Another net is to be used.
    EvalFile,
}

/// One option: what is announced, what it is for, and where its value is kept.
struct Row {
    name: &'static str,
    kind: Kind,
    change: Change,
    /// Whether XBoard is offered it. The others have commands of their own there, or no meaning.
    xboard: bool,
    doc: &'static str,
}

/// The type of an option, its default, its range, and how its value is read and kept.
#[derive(Clone, Copy)]
enum Kind {
    Check { default: bool, get: fn(&Options) -> bool, set: fn(&mut Options, bool) },
    Spin { default: i64, min: i64, max: i64, get: fn(&Options) -> i64, set: fn(&mut Options, i64) },
    Game { default: GameId, get: fn(&Options) -> GameId, set: fn(&mut Options, GameId) },
    Text { default: &'static str, get: fn(&Options) -> &str, set: fn(&mut Options, String) },
    Button,
}

/// `EvalFile` for the nets that come with the program.
pub const BUILT_IN: &str = "<built-in>";

/// `EvalFile` for no net at all.
pub const NO_NET: &str = "none";

/// All options, in the order in which they are announced.
const ROWS: [Row; 13] = [
    Row {
        name: "Hash",
        kind: Kind::Spin {
            default: 16,
            min: 1,
            max: 1 << 16,
            get: |options| options.hash as i64,
            set: |options, value| options.hash = positive(value),
        },
        change: Change::Hash,
        xboard: false,
        doc: "megabytes of the transposition table",
    },
    Row {
        name: "Threads",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: 512,
            get: |options| options.threads as i64,
            set: |options, value| options.threads = positive(value),
        },
        change: Change::Threads,
        xboard: false,
        doc: "threads that search",
    },
    Row {
        name: "MultiPV",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: 1000,
            get: |options| options.multipv as i64,
            set: |options, value| options.multipv = positive(value),
        },
        change: Change::Kept,
        xboard: true,
        doc: "the number of best lines to report",
    },
    Row {
        name: "Ponder",
        kind: Kind::Check {
            default: false,
            get: |options| options.ponder,
            set: |options, value| options.ponder = value,
        },
        change: Change::Kept,
        xboard: false,
        doc: "whether the client will let the engine think on the opponent's time",
    },
    Row {
        name: "Move Overhead",
        kind: Kind::Spin {
            default: 30,
            min: 0,
            max: 10_000,
            get: |options| options.move_overhead.as_millis() as i64,
            set: |options, value| options.move_overhead = Duration::from_millis(value.unsigned_abs()),
        },
        change: Change::Kept,
        xboard: true,
        doc: "milliseconds of each move that are lost between the engine and the clock; of `movetime` a twentieth at \
              most is kept back for it",
    },
    Row {
        name: "UCI_Variant",
        kind: Kind::Game {
            default: GameId::DEFAULT,
            get: |options| options.variant,
            set: |options, value| options.variant = value,
        },
        change: Change::Variant,
        xboard: false,
        doc: "the game",
    },
    Row {
        name: "UCI_Chess960",
        kind: Kind::Check {
            default: false,
            get: |options| options.chess960,
            set: |options, value| options.chess960 = value,
        },
        change: Change::Chess960,
        xboard: false,
        doc: "whether chess is Chess960: castling is written as the king's move onto its rook",
    },
    Row {
        name: "UCI_ShowWDL",
        kind: Kind::Check {
            default: false,
            get: |options| options.show_wdl,
            set: |options, value| options.show_wdl = value,
        },
        change: Change::Kept,
        xboard: false,
        doc: "whether chances are reported beside scores",
    },
    Row {
        name: "UCI_AnalyseMode",
        kind: Kind::Check {
            default: false,
            get: |options| options.analyse_mode,
            set: |options, value| options.analyse_mode = value,
        },
        change: Change::Kept,
        xboard: false,
        doc: "whether this is an analysis, in which strength is never limited",
    },
    Row {
        name: "UCI_LimitStrength",
        kind: Kind::Check {
            default: false,
            get: |options| options.limit_strength,
            set: |options, value| options.limit_strength = value,
        },
        change: Change::Kept,
        xboard: true,
        doc: "whether to play at the strength of `UCI_Elo` only",
    },
    Row {
        name: "UCI_Elo",
        kind: Kind::Spin {
            default: strength::STRONGEST as i64,
            min: strength::WEAKEST as i64,
            max: strength::STRONGEST as i64,
            get: |options| options.elo.into(),
            set: |options, value| options.elo = u32::try_from(value).unwrap_or(strength::STRONGEST),
        },
        change: Change::Kept,
        xboard: true,
        doc: "the strength to play at, if it is limited",
    },
    Row {
        name: "EvalFile",
        kind: Kind::Text {
            default: BUILT_IN,
            get: |options| &options.eval_file,
            set: |options, value| options.eval_file = value,
        },
        change: Change::EvalFile,
        xboard: true,
        doc: "the file of a net that `helgi train` made; `<built-in>` for those of the program, `none` for the \
              hand-written evaluation alone",
    },
    Row {
        name: "Clear Hash",
        kind: Kind::Button,
        change: Change::ClearHash,
        xboard: true,
        doc: "what was learned is forgotten",
    },
];

impl Row {
    /// The option as the protocols announce it, with its present value for the default.
    fn spec(&self, options: &Options) -> OptionSpec {
        let kind = match self.kind {
            Kind::Check { get, .. } => OptionKind::Check { default: get(options) },
            Kind::Spin { min, max, get, .. } => OptionKind::Spin { default: get(options), min, max },
            Kind::Game { get, .. } => OptionKind::Combo {
                default: get(options).name().to_owned(),
                choices: GameId::ALL.iter().map(|game| game.name().to_owned()).collect(),
            },
            Kind::Text { get, .. } => OptionKind::Text { default: get(options).to_owned() },
            Kind::Button => OptionKind::Button,
        };
        OptionSpec::new(self.name, kind)
    }

    /// Keeps a value that fits the option.
    fn set(&self, options: &mut Options, value: &OptionValue) {
        match (self.kind, value) {
            (Kind::Check { set, .. }, OptionValue::Check(value)) => set(options, *value),
            (Kind::Spin { set, .. }, OptionValue::Spin(value)) => set(options, *value),
            (Kind::Game { set, .. }, OptionValue::Combo(name)) => {
                GameId::named(name).into_iter().for_each(|game| set(options, game));
            }
            (Kind::Text { set, .. }, OptionValue::Text(value)) => set(options, value.clone()),
            // A button has no value, and others have been checked against the option's kind.
            _ => {}
        }
    }

    /// Keeps the default.
    fn reset(&self, options: &mut Options) {
        match self.kind {
            Kind::Check { default, set, .. } => set(options, default),
            Kind::Spin { default, set, .. } => set(options, default),
            Kind::Game { default, set, .. } => set(options, default),
            Kind::Text { default, set, .. } => set(options, default.to_owned()),
            Kind::Button => {}
        }
    }

    /// The option in a Markdown table: name, type, default, values, meaning.
    fn describe(&self) -> String {
        let (kind, default, values) = match self.kind {
            Kind::Check { default, .. } => ("check", format!("`{default}`"), "`true`, `false`".to_owned()),
            Kind::Spin { default, min, max, .. } => ("spin", default.to_string(), format!("{min} to {max}")),
            Kind::Game { default, .. } => ("combo", format!("`{}`", default.name()), "the games".to_owned()),
            Kind::Text { default, .. } => ("string", format!("`{default}`"), "a path".to_owned()),
            Kind::Button => ("button", String::new(), String::new()),
        };
        format!("| `{}` | {kind} | {default} | {values} | {} |", self.name, self.doc)
    }
}

impl Default for Options {
    fn default() -> Self {
        let mut options = Options {
            hash: 0,
            threads: 0,
            multipv: 0,
            ponder: false,
            move_overhead: Duration::ZERO,
            variant: GameId::DEFAULT,
            chess960: false,
            show_wdl: false,
            analyse_mode: false,
            limit_strength: false,
            elo: 0,
            eval_file: String::new(),
            budget: None,
        };
        ROWS.iter().for_each(|row| row.reset(&mut options));
        options
    }
}

/// Every option as UCI announces it, with its present value for the default.
pub fn specs(options: &Options) -> Vec<OptionSpec> {
    ROWS.iter().map(|row| row.spec(options)).collect()
}

/// The options that XBoard is offered, by names of one word: there are clients that end a name at a blank.
pub fn xboard_specs(options: &Options) -> Vec<OptionSpec> {
    let offered = ROWS.iter().filter(|row| row.xboard).map(|row| row.spec(options));
    offered.map(|spec| OptionSpec { name: without_blanks(&spec.name), ..spec }).collect()
}

/// The name of the option that is called so when blanks do not count; the same if there is none.
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
    let rows: Vec<String> = ROWS.iter().map(Row::describe).collect();
    rows.join("\n")
}

/// The value of a numeric option that comes nearest to what is asked for.
pub fn within(name: &str, number: u64) -> String {
    let number = i64::try_from(number).unwrap_or(i64::MAX);
    match ROWS.iter().find(|row| row.name == name).map(|row| row.kind) {
        Some(Kind::Spin { min, max, .. }) => number.clamp(min, max).to_string(),
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
        let specs = specs(self);
        let spec = options::find(&specs, name)?;
        let value = spec.check_value(value)?;
        let Some(row) = ROWS.iter().find(|row| row.name == spec.name) else { return Ok(Change::Kept) };
        row.set(self, &value);
        Ok(row.change)
    }

    /// The game to play: the variant, or Chess960 in the place of chess.
    pub fn game(&self) -> GameId {
        if self.chess960 && self.variant == GameId::Chess { GameId::Fischerandom } else { self.variant }
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

/// A number that has been checked to be at least 1.
fn positive(value: i64) -> usize {
    usize::try_from(value).unwrap_or(1).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the reference of the protocols says of the options is what they are.
    #[test]
    fn the_page_has_the_table_and_the_error() {
        let page = include_str!("../../protocol/README.md");
        let head = "| name | type | default | values | meaning |\n|---|---|---|---|---|\n";
        assert!(page.contains(&format!("{head}{}\n\n", describe())), "{}", describe());
        let error = Options::default().set("Hash", Some("0")).unwrap_err();
        assert!(page.contains(&format!("info string error {error}\n")), "{error}");
    }

    #[test]
    fn the_page_names_games_as_they_are() {
        let page = include_str!("../../protocol/README.md");
        let table = page.split("| name | game | board | |\n|---|---|---|---|\n").nth(1).unwrap();
        let rows: Vec<&str> = table.lines().take_while(|line| !line.is_empty()).collect();
        assert!(rows.len() > 3, "{rows:?}");
        for row in rows {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let info = GameId::named(cells[1].trim_matches('`')).expect(row).info();
            assert_eq!(cells[2..4], [info.title, &format!("{}x{}", info.files, info.ranks)], "{row}");
        }
    }

    #[test]
    fn xboard_is_offered_what_it_has_no_command_for() {
        let names: Vec<String> =
            xboard_specs(&Options::default()).into_iter().map(|spec| spec.name).collect();
        assert_eq!(
            names,
            ["MultiPV", "MoveOverhead", "UCI_LimitStrength", "UCI_Elo", "EvalFile", "ClearHash"]
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
                OptionKind::Combo { default, .. } | OptionKind::Text { default } => default.clone(),
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
