//! The table of all options.

use super::{BUILT_IN, Change, Options};
use helgi_engine::internals::strength;
use helgi_protocol::options::{OptionKind, OptionSpec, OptionValue};
use helgi_rules::games::GameId;
use helgi_rules::internals::games::names;
use std::time::Duration;

/// One option: its announcement, its purpose, and the place of its value.
pub struct OptionRow {
    /// The name.
    pub name: &'static str,
    /// Its type, range and place.
    pub kind: OptionAccess,
    /// The effect of a new value.
    pub change: Change,
    /// True if it is offered to XBoard. The others have commands of their own there, or no meaning.
    pub xboard: bool,
    doc: &'static str,
}

/// The type of an option, its default, its range, and how its value is read and kept.
#[derive(Clone, Copy)]
pub enum OptionAccess {
    Check { default: bool, get: fn(&Options) -> bool, set: fn(&mut Options, bool) },
    Spin { default: i64, min: i64, max: i64, get: fn(&Options) -> i64, set: fn(&mut Options, i64) },
    Game { default: GameId, get: fn(&Options) -> GameId, set: fn(&mut Options, GameId) },
    Text { default: &'static str, get: fn(&Options) -> &str, set: fn(&mut Options, String) },
    File { get: fn(&Options) -> &str, set: fn(&mut Options, String) },
    Button,
}

/// All options, in the order in which they are announced.
pub const ROWS: [OptionRow; 18] = [
    OptionRow {
        name: "Hash",
        kind: OptionAccess::Spin {
            default: 16,
            min: 1,
            max: 1 << 16,
            get: |options| options.hash as i64,
            set: |options, value| options.hash = positive(value),
        },
        change: Change::Hash,
        xboard: false,
        doc: "size of the transposition table in megabytes",
    },
    OptionRow {
        name: "Threads",
        kind: OptionAccess::Spin {
            default: 1,
            min: 1,
            max: 512,
            get: |options| options.threads as i64,
            set: |options, value| options.threads = positive(value),
        },
        change: Change::Threads,
        xboard: false,
        doc: "number of search threads",
    },
    OptionRow {
        name: "MultiPV",
        kind: OptionAccess::Spin {
            default: 1,
            min: 1,
            max: 1000,
            get: |options| options.multipv as i64,
            set: |options, value| options.multipv = positive(value),
        },
        change: Change::Kept,
        xboard: true,
        doc: "number of best lines to report",
    },
    OptionRow {
        name: "Ponder",
        kind: OptionAccess::Check {
            default: false,
            get: |options| options.ponder,
            set: |options, value| options.ponder = value,
        },
        change: Change::Kept,
        xboard: false,
        doc: "whether the client may let the engine think on the opponent's time",
    },
    OptionRow {
        name: "Move Overhead",
        kind: OptionAccess::Spin {
            default: 30,
            min: 0,
            max: 10_000,
            get: |options| options.move_overhead.as_millis() as i64,
            set: |options, value| options.move_overhead = Duration::from_millis(value.unsigned_abs()),
        },
        change: Change::Kept,
        xboard: true,
        doc: "milliseconds lost between the engine and the clock in each move; of `movetime`, at most a twentieth is \
              reserved for it",
    },
    OptionRow {
        name: "VariantPath",
        kind: OptionAccess::File {
            get: |options| &options.variant_path,
            set: |options, value| options.variant_path = value,
        },
        change: Change::Games,
        xboard: true,
        doc: "file of games, in the form of Fairy-Stockfish's `variants.ini`; its games can be chosen from then on",
    },
    OptionRow {
        name: super::VARIANT,
        kind: OptionAccess::Game {
            default: GameId::CHESS,
            get: |options| options.variant,
            set: |options, value| options.variant = value,
        },
        change: Change::Variant,
        xboard: false,
        doc: "the game",
    },
    OptionRow {
        name: "UCI_Chess960",
        kind: OptionAccess::Check {
            default: false,
            get: |options| options.chess960,
            set: |options, value| options.chess960 = value,
        },
        change: Change::Chess960,
        xboard: false,
        doc: "play the game as Chess960: castling is written as the king's move onto its rook",
    },
    OptionRow {
        name: "UCI_ShowWDL",
        kind: OptionAccess::Check {
            default: false,
            get: |options| options.show_wdl,
            set: |options, value| options.show_wdl = value,
        },
        change: Change::Kept,
        xboard: false,
        doc: "report the chances of win, draw and loss beside scores",
    },
    OptionRow {
        name: "UCI_AnalyseMode",
        kind: OptionAccess::Check {
            default: false,
            get: |options| options.analyse_mode,
            set: |options, value| options.analyse_mode = value,
        },
        change: Change::Kept,
        xboard: false,
        doc: "analysis, in which strength is never limited",
    },
    OptionRow {
        name: "UCI_LimitStrength",
        kind: OptionAccess::Check {
            default: false,
            get: |options| options.limit_strength,
            set: |options, value| options.limit_strength = value,
        },
        change: Change::Kept,
        xboard: true,
        doc: "limit the strength to `UCI_Elo`",
    },
    OptionRow {
        name: "UCI_Elo",
        kind: OptionAccess::Spin {
            default: strength::STRONGEST as i64,
            min: strength::WEAKEST as i64,
            max: strength::STRONGEST as i64,
            get: |options| options.elo.into(),
            set: |options, value| options.elo = u32::try_from(value).unwrap_or(strength::STRONGEST),
        },
        change: Change::Kept,
        xboard: true,
        doc: "strength to play at, if it is limited",
    },
    OptionRow {
        name: "EvalFile",
        kind: OptionAccess::Text {
            default: BUILT_IN,
            get: |options| &options.eval_file,
            set: |options, value| options.eval_file = value,
        },
        change: Change::EvalFile,
        xboard: true,
        doc: "net file made by `helgi train`; `<built-in>` for the program's own nets, `none` for the hand-written \
              evaluation alone",
    },
    OptionRow {
        name: "Clear Hash",
        kind: OptionAccess::Button,
        change: Change::ClearHash,
        xboard: true,
        doc: "forgets what earlier searches found",
    },
    OptionRow {
        name: "Book",
        kind: OptionAccess::File { get: |options| &options.book, set: |options, value| options.book = value },
        change: Change::Book,
        xboard: true,
        doc: "opening book made by `helgi book`; empty for none",
    },
    OptionRow {
        name: "Book Depth",
        kind: OptionAccess::Spin {
            default: 255,
            min: 1,
            max: 1000,
            get: |options| options.book_depth.into(),
            set: |options, value| options.book_depth = u32::try_from(value).unwrap_or(1),
        },
        change: Change::Kept,
        xboard: true,
        doc: "last full move played from the book",
    },
    OptionRow {
        name: "Best Book Move",
        kind: OptionAccess::Check {
            default: false,
            get: |options| options.best_book_move,
            set: |options, value| options.best_book_move = value,
        },
        change: Change::Kept,
        xboard: true,
        doc: "always play the book move with the greatest weight, instead of choosing at random by weight",
    },
    OptionRow {
        name: "Book Seed",
        kind: OptionAccess::Spin {
            default: 0,
            min: 0,
            max: i32::MAX as i64,
            get: |options| options.book_seed as i64,
            set: |options, value| options.book_seed = value.unsigned_abs(),
        },
        change: Change::Kept,
        xboard: true,
        doc: "seed for choosing book moves: with the same number, the first game of a session gets the same moves, and \
              so on; 0 chooses differently each time",
    },
];

impl OptionRow {
    /// The option as the protocols announce it, with its present value for the default.
    pub fn spec(&self, options: &Options) -> OptionSpec {
        let kind = match self.kind {
            OptionAccess::Check { get, .. } => OptionKind::Check { default: get(options) },
            OptionAccess::Spin { min, max, get, .. } => OptionKind::Spin { default: get(options), min, max },
            OptionAccess::Game { get, .. } => OptionKind::Combo {
                default: get(options).name().to_owned(),
                choices: names().into_iter().map(str::to_owned).collect(),
            },
            OptionAccess::Text { get, .. } => OptionKind::Text { default: get(options).to_owned() },
            OptionAccess::File { get, .. } => OptionKind::File { default: get(options).to_owned() },
            OptionAccess::Button => OptionKind::Button,
        };
        OptionSpec::new(self.name, kind)
    }

    /// Keeps a value that fits the option.
    pub fn set(&self, options: &mut Options, value: &OptionValue) {
        match (self.kind, value) {
            (OptionAccess::Check { set, .. }, OptionValue::Check(value)) => set(options, *value),
            (OptionAccess::Spin { set, .. }, OptionValue::Spin(value)) => set(options, *value),
            (OptionAccess::Game { set, .. }, OptionValue::Combo(name)) => {
                GameId::named(name).into_iter().for_each(|game| set(options, game));
            }
            (OptionAccess::Text { set, .. } | OptionAccess::File { set, .. }, OptionValue::Text(value)) => {
                set(options, value.clone())
            }
            // A button has no value, and others have been checked against the option's kind.
            _ => {}
        }
    }

    /// Keeps the default.
    pub fn reset(&self, options: &mut Options) {
        match self.kind {
            OptionAccess::Check { default, set, .. } => set(options, default),
            OptionAccess::Spin { default, set, .. } => set(options, default),
            OptionAccess::Game { default, set, .. } => set(options, default),
            OptionAccess::Text { default, set, .. } => set(options, default.to_owned()),
            OptionAccess::File { set, .. } => set(options, String::new()),
            OptionAccess::Button => {}
        }
    }

    /// The option in a Markdown table: name, type, default, values, meaning.
    pub fn describe(&self) -> String {
        let (kind, default, values) = match self.kind {
            OptionAccess::Check { default, .. } => {
                ("check", format!("`{default}`"), "`true`, `false`".to_owned())
            }
            OptionAccess::Spin { default, min, max, .. } => {
                ("spin", default.to_string(), format!("{min} to {max}"))
            }
            OptionAccess::Game { default, .. } => {
                ("combo", format!("`{}`", default.name()), "the games".to_owned())
            }
            OptionAccess::Text { default, .. } => ("string", format!("`{default}`"), "a path".to_owned()),
            OptionAccess::File { .. } => ("string", "`<empty>`".to_owned(), "a path".to_owned()),
            OptionAccess::Button => ("button", String::new(), String::new()),
        };
        format!("| `{}` | {kind} | {default} | {values} | {} |", self.name, self.doc)
    }
}

/// A number that has been checked to be at least 1.
fn positive(value: i64) -> usize {
    usize::try_from(value).unwrap_or(1).max(1)
}
