//! The things that an engine declares in its handshake: name, options, features, games.

use helgi_protocol::client::cecp;
use helgi_protocol::dialect::Dialect;
use helgi_protocol::options::{OptionKind, OptionSpec};
use helgi_protocol::suite::{SuiteNeed, SuiteProtocol};
use helgi_rules::games::GameId;
use std::collections::HashSet;

/// The options that list games, in UCI and UCCI, and in USI.
const VARIANTS: [&str; 2] = ["UCI_Variant", "USI_Variant"];

/// The option that makes Chess960 of a game.
pub(crate) const CHESS960: &str = "UCI_Chess960";

/// XBoard's name of chess.
const NORMAL: &str = "normal";

/// Features with numbers.
const NUMBERS: [&str; 22] = [
    "ping",
    "setboard",
    "playother",
    "san",
    "usermove",
    "time",
    "draw",
    "sigint",
    "sigterm",
    "reuse",
    "analyze",
    "colors",
    "ics",
    "name",
    "pause",
    "debug",
    "memory",
    "smp",
    "exclude",
    "setscore",
    "highlight",
    "done",
];

/// The most options, or features, that an engine may declare; matches have the same bound.
pub(crate) const MOST_DECLARED: usize = 1000;

/// Features that are on unless the engine says otherwise.
const ON_BY_DEFAULT: [&str; 7] = ["analyze", "colors", "draw", "reuse", "sigint", "sigterm", "time"];

/// The declarations of an engine.
#[derive(Clone, Default, Debug)]
pub(crate) struct Facts {
    /// The name that it gives itself; empty if none.
    pub name: String,
    /// Lines that announce options in UCI, as they came.
    pub option_lines: Vec<String>,
    pub options: Vec<OptionSpec>,
    /// Features of XBoard's protocol, the last value of each last.
    pub features: Vec<(String, String)>,
    /// Lines with features, as they came.
    pub feature_lines: Vec<String>,
}

impl Facts {
    /// Takes a line of the handshake of an engine that speaks UCI or another language of its family.
    pub fn read_uci(&mut self, dialect: Dialect, line: &str) {
        let line = line.trim();
        if let Some(name) = line.strip_prefix("id name ") {
            self.name = name.trim().to_owned();
        } else if let Some(text) = line.strip_prefix("option ") {
            self.option_lines.push(line.to_owned());
            self.options.extend(match dialect {
                // UCCI leaves that word out: `option usemillisec type check`.
                Dialect::Ucci => OptionSpec::read(&format!("name {}", text.trim())),
                _ => OptionSpec::read(text.trim()),
            });
        }
    }

    /// Takes a line of the handshake of XBoard's protocol.
    pub fn read_xboard(&mut self, line: &str) {
        let cecp::EngineLine::Features(features) = cecp::parse_line(line) else { return };
        self.feature_lines.push(line.trim().to_owned());
        for (name, value) in features {
            if name == "myname" {
                self.name.clone_from(&value);
            }
            if name == "option" {
                self.options.extend(xboard_option(&value));
            }
            self.features.push((name, value));
        }
    }

    /// The value of a feature; the last one counts.
    pub fn feature(&self, name: &str) -> Option<&str> {
        self.features.iter().rev().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    pub fn has_feature(&self, name: &str) -> bool {
        self.feature(name) == Some("1")
    }

    pub fn option(&self, name: &str) -> Option<&OptionSpec> {
        self.options.iter().find(|option| option.is_named(name))
    }

    /// The names of the games that it declares.
    fn variants(&self) -> impl Iterator<Item = &str> {
        let listed = self.feature("variants");
        let choices = match VARIANTS.iter().find_map(|name| self.option(name)).map(|option| &option.kind) {
            Some(OptionKind::Combo { choices, .. }) if listed.is_none() => choices.as_slice(),
            _ => &[],
        };
        let listed = listed.into_iter().flat_map(|list| list.split(',').map(str::trim));
        listed.chain(choices.iter().map(String::as_str))
    }

    /// The declared games whose rules are known here, each once, without the main game of the protocol.
    pub fn known_variants(&self, main: &str) -> Vec<String> {
        let mut seen = HashSet::new();
        let main = game(main);
        let is_known = |name: &&str| *name != NORMAL && game(name).is_some_and(|game| Some(game) != main);
        self.variants().filter(|&name| seen.insert(name)).filter(is_known).map(str::to_owned).collect()
    }

    /// Returns true if it plays the main game of its protocol: it says so, or does not say what it plays.
    pub fn plays(&self, main: &str) -> bool {
        let mut variants = self.variants().peekable();
        let is_main = |name: &str| name == main || game(name).is_some_and(|own| Some(own) == game(main));
        variants.peek().is_none() || variants.any(is_main)
    }

    /// The first condition that does not hold.
    pub fn lacks<'a>(&self, needs: &'a [SuiteNeed], each: &str) -> Option<&'a SuiteNeed> {
        needs.iter().find(|need| match need {
            SuiteNeed::Option(name) => self.option(name).is_none(),
            SuiteNeed::Feature(name, value) => {
                let default = if ON_BY_DEFAULT.contains(&name.as_str()) { "1" } else { "0" };
                self.feature(name).unwrap_or(default) != value
            }
            SuiteNeed::Variant(name) => {
                let name = name.replace("{each}", each);
                !self.variants().any(|other| other == name)
            }
        })
    }

    /// The first fault in the lines with features.
    pub fn feature_fault(&self) -> Option<String> {
        for line in &self.feature_lines {
            if line.matches('"').count() % 2 == 1 {
                return Some(format!("`{line}`, expected a closed quotation mark"));
            }
            let features = match cecp::parse_line(line) {
                cecp::EngineLine::Features(features) => features,
                _ => Vec::new(),
            };
            for (name, value) in features {
                // An engine may ask for features that nobody knows; they are rejected.
                if NUMBERS.contains(&name.as_str()) && value.parse::<u32>().is_err() {
                    return Some(format!("feature {name}=`{value}`, expected a number: `{line}`"));
                }
            }
        }
        None
    }
}

/// The game that an engine plays as long as no other is named.
pub(crate) fn main_game(protocol: SuiteProtocol) -> &'static str {
    match protocol {
        SuiteProtocol::Uci | SuiteProtocol::Xboard => "chess",
        SuiteProtocol::Usi => "shogi",
        SuiteProtocol::Ucci => "xiangqi",
    }
}

/// The game of a name in any of the protocols.
pub(crate) fn game(name: &str) -> Option<GameId> {
    match name {
        NORMAL => Some(GameId::CHESS),
        _ => GameId::named(name),
    }
}

/// Reads `Hash -spin 16 1 1024`, an option of XBoard's protocol.
fn xboard_option(text: &str) -> Option<OptionSpec> {
    let (name, rest) = text.split_once(" -")?;
    let (kind, value) = rest.split_once(' ').unwrap_or((rest, ""));
    let value = value.trim();
    let kind = match kind {
        "check" => OptionKind::Check { default: value == "1" },
        "spin" | "slider" => {
            let mut numbers = value.split_ascii_whitespace().map(str::parse::<i64>);
            let mut next = || numbers.next()?.ok();
            OptionKind::Spin { default: next()?, min: next()?, max: next()? }
        }
        "combo" => {
            let choices: Vec<&str> = value.split("///").map(str::trim).collect();
            let bare = |choice: &&str| choice.trim_start_matches('*').to_owned();
            let default = choices.iter().find(|choice| choice.starts_with('*')).or(choices.first())?;
            OptionKind::Combo { default: bare(default), choices: choices.iter().map(bare).collect() }
        }
        "string" => OptionKind::Text { default: value.to_owned() },
        "file" | "path" => OptionKind::File { default: value.to_owned() },
        "button" | "save" | "reset" => OptionKind::Button,
        _ => return None,
    };
    Some(OptionSpec::new(name.trim(), kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_of_both_protocols() {
        let mut facts = Facts::default();
        for line in [
            "id name Some Engine 2",
            "option name Hash type spin default 16 min 1 max 64",
            "option name UCI_Variant type combo default chess var chess var tavreli var go",
        ] {
            facts.read_uci(Dialect::Uci, line);
        }
        assert_eq!((facts.name.as_str(), facts.options.len()), ("Some Engine 2", 2));
        assert_eq!(facts.known_variants("chess"), ["tavreli"]);
        assert_eq!(facts.lacks(&[SuiteNeed::Option("hash".to_owned())], ""), None);
        let missing = [SuiteNeed::Variant("{each}".to_owned())];
        assert_eq!(facts.lacks(&missing, "crazyhouse"), missing.first());

        let mut facts = Facts::default();
        facts.read_xboard(
            r#"feature ping=1 san=0 variants="normal,crazyhouse" option="Level -combo a /// *b""#,
        );
        assert!(facts.has_feature("ping") && !facts.has_feature("san"));
        assert_eq!(facts.known_variants("chess"), ["crazyhouse"]);
        let combo =
            OptionKind::Combo { default: "b".to_owned(), choices: vec!["a".to_owned(), "b".to_owned()] };
        assert_eq!(facts.option("level").map(|option| &option.kind), Some(&combo));
        assert_eq!(facts.lacks(&[SuiteNeed::Feature("setboard".into(), "0".into())], ""), None);
    }

    #[test]
    fn a_game_that_is_declared_often_is_checked_once() {
        let mut facts = Facts::default();
        facts.read_xboard(&format!("feature variants=\"normal,{}tavreli\"", "crazyhouse,".repeat(20_000)));
        assert_eq!(facts.known_variants("chess"), ["crazyhouse", "tavreli"]);
        assert_eq!(facts.lacks(&[SuiteNeed::Variant("tavreli".to_owned())], ""), None);
    }

    #[test]
    fn faults_of_features() {
        for (line, is_good) in [
            (r#"feature myname="A" done=1"#, true),
            (r#"feature myname="A done=1"#, false),
            ("feature ping=yes", false),
            ("feature pong=1", true),
        ] {
            let mut facts = Facts::default();
            facts.read_xboard(line);
            assert_eq!(facts.feature_fault().is_none(), is_good, "{line}");
        }
    }
}
