//! The options: what is offered, and the values that are set.
//!
//! Keeps values, and says what has to be done when one changes; does none of it.

use super::strength;
use helgi_protocol::options::{self, OptionError, OptionKind, OptionSpec, OptionValue};
use helgi_rules::games::GameId;
use std::time::Duration;

/// The values of all options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The size of the transposition table in megabytes.
    pub hash: usize,
    /// The number of threads that search.
    pub threads: usize,
    /// The number of lines to report.
    pub multipv: usize,
    /// Whether the client may let the engine think on the opponent's time. The clock is then shared
    /// out more freely, because some moves will cost none.
    pub ponder: bool,
    /// What is lost between this program and the clock that counts.
    pub move_overhead: Duration,
    /// The game.
    pub variant: GameId,
    /// Whether chances are reported beside scores.
    pub show_wdl: bool,
    /// Whether this is an analysis: then strength is never limited.
    pub analyse_mode: bool,
    /// Whether to play at [`elo`](Self::elo) only.
    pub limit_strength: bool,
    /// The strength to play at, if it is limited.
    pub elo: u32,
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
    /// What was learned is to be forgotten.
    ClearHash,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            hash: 16,
            threads: 1,
            multipv: 1,
            ponder: false,
            move_overhead: Duration::from_millis(30),
            variant: GameId::DEFAULT,
            show_wdl: false,
            analyse_mode: false,
            limit_strength: false,
            elo: strength::STRONGEST,
            budget: None,
        }
    }
}

/// Every option, in the order in which they are announced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Name {
    Hash,
    Threads,
    MultiPv,
    Ponder,
    MoveOverhead,
    Variant,
    ShowWdl,
    AnalyseMode,
    LimitStrength,
    Elo,
    ClearHash,
}

impl Name {
    const ALL: [Name; 11] = [
        Name::Hash,
        Name::Threads,
        Name::MultiPv,
        Name::Ponder,
        Name::MoveOverhead,
        Name::Variant,
        Name::ShowWdl,
        Name::AnalyseMode,
        Name::LimitStrength,
        Name::Elo,
        Name::ClearHash,
    ];

    fn spec(self) -> OptionSpec {
        let spin = |default, min, max| OptionKind::Spin { default, min, max };
        let check = || OptionKind::Check { default: false };
        let (name, kind) = match self {
            Name::Hash => ("Hash", spin(16, 1, 1 << 16)),
            Name::Threads => ("Threads", spin(1, 1, 512)),
            Name::MultiPv => ("MultiPV", spin(1, 1, 1000)),
            Name::Ponder => ("Ponder", check()),
            Name::MoveOverhead => ("Move Overhead", spin(30, 0, 10_000)),
            Name::Variant => {
                let choices = GameId::ALL.iter().map(|game| game.name().to_owned()).collect();
                ("UCI_Variant", OptionKind::Combo { default: GameId::DEFAULT.name().to_owned(), choices })
            }
            Name::ShowWdl => ("UCI_ShowWDL", check()),
            Name::AnalyseMode => ("UCI_AnalyseMode", check()),
            Name::LimitStrength => ("UCI_LimitStrength", check()),
            Name::Elo => {
                let (weakest, strongest) = (strength::WEAKEST.into(), strength::STRONGEST.into());
                ("UCI_Elo", spin(strongest, weakest, strongest))
            }
            Name::ClearHash => ("Clear Hash", OptionKind::Button),
        };
        OptionSpec::new(name, kind)
    }
}

/// Every option as it is announced.
pub fn specs() -> Vec<OptionSpec> {
    Name::ALL.into_iter().map(Name::spec).collect()
}

/// The value of a numeric option that comes nearest to what is asked for.
pub fn within(name: &str, number: u64) -> String {
    let number = i64::try_from(number).unwrap_or(i64::MAX);
    match options::find(&specs(), name).map(|spec| spec.kind.clone()) {
        Ok(OptionKind::Spin { min, max, .. }) => number.clamp(min, max).to_string(),
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
        let specs = specs();
        let spec = options::find(&specs, name)?;
        let value = spec.check_value(value)?;
        let name = Name::ALL.into_iter().zip(&specs).find(|(_, other)| *other == spec);
        let Some((name, _)) = name else { return Ok(Change::Kept) };
        Ok(self.keep(name, value))
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

    fn keep(&mut self, name: Name, value: OptionValue) -> Change {
        match (name, value) {
            (Name::Hash, OptionValue::Spin(value)) => {
                self.hash = positive(value);
                return Change::Hash;
            }
            (Name::Threads, OptionValue::Spin(value)) => {
                self.threads = positive(value);
                return Change::Threads;
            }
            (Name::Variant, OptionValue::Combo(value)) => {
                self.variant = GameId::named(&value).unwrap_or(self.variant);
                return Change::Variant;
            }
            (Name::ClearHash, _) => return Change::ClearHash,
            (Name::MultiPv, OptionValue::Spin(value)) => self.multipv = positive(value),
            (Name::MoveOverhead, OptionValue::Spin(value)) => {
                self.move_overhead = Duration::from_millis(value.unsigned_abs());
            }
            (Name::Elo, OptionValue::Spin(value)) => self.elo = value.try_into().unwrap_or(self.elo),
            (Name::Ponder, OptionValue::Check(value)) => self.ponder = value,
            (Name::ShowWdl, OptionValue::Check(value)) => self.show_wdl = value,
            (Name::AnalyseMode, OptionValue::Check(value)) => self.analyse_mode = value,
            (Name::LimitStrength, OptionValue::Check(value)) => self.limit_strength = value,
            // The value has been checked against the option's kind.
            _ => {}
        }
        Change::Kept
    }
}

/// A number that has been checked to be at least 1.
fn positive(value: i64) -> usize {
    usize::try_from(value).unwrap_or(1).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_the_announced_ones() {
        let mut options = Options::default();
        for spec in specs() {
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
