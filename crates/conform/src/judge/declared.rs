//! Judgements of the options that an engine announces in UCI and its family.

use crate::dialogue::Failure;
use crate::facts::Facts;
use helgi_protocol::options::OptionKind;
use helgi_protocol::suite::SuiteProtocol;
use std::collections::HashSet;

/// The words of an announcement that begin a part of it.
const PARTS: [&str; 4] = ["default", "min", "max", "var"];

/// Options whose meaning and type are fixed.
const FIXED: [(&str, &str); 14] = [
    ("Hash", "spin"),
    ("NalimovPath", "string"),
    ("NalimovCache", "spin"),
    ("Ponder", "check"),
    ("OwnBook", "check"),
    ("MultiPV", "spin"),
    ("UCI_ShowCurrLine", "check"),
    ("UCI_ShowRefutations", "check"),
    ("UCI_LimitStrength", "check"),
    ("UCI_Elo", "spin"),
    ("UCI_AnalyseMode", "check"),
    ("UCI_Opponent", "string"),
    ("UCI_EngineAbout", "string"),
    ("UCI_Chess960", "check"),
];

/// The same in USI.
const FIXED_USI: [(&str, &str); 4] =
    [("USI_Hash", "spin"), ("USI_Ponder", "check"), ("USI_OwnBook", "check"), ("USI_MultiPV", "spin")];

/// The same in UCCI.
const FIXED_UCCI: [(&str, &str); 8] = [
    ("usemillisec", "check"),
    ("batch", "check"),
    ("debug", "check"),
    ("ponder", "check"),
    ("usebook", "check"),
    ("hashsize", "spin"),
    ("threads", "spin"),
    ("newgame", "button"),
];

/// The options of a protocol whose meaning and type are fixed.
fn fixed_of(protocol: SuiteProtocol) -> &'static [(&'static str, &'static str)] {
    match protocol {
        SuiteProtocol::Uci | SuiteProtocol::Xboard => &FIXED,
        SuiteProtocol::Usi => &FIXED_USI,
        SuiteProtocol::Ucci => &FIXED_UCCI,
    }
}

/// The type in an announcement.
fn kind_of(line: &str) -> &str {
    line.split_once(" type ").map_or("", |(_, rest)| rest.split_ascii_whitespace().next().unwrap_or_default())
}

pub(super) fn syntax(protocol: SuiteProtocol, facts: &Facts) -> Result<(), Failure> {
    for line in &facts.option_lines {
        let fault = |expected: &str| Err(format!("`{line}`, expected {expected}"));
        let (start, form) = match protocol {
            SuiteProtocol::Ucci => ("option ", "`option NAME type TYPE …`"),
            _ => ("option name ", "`option name NAME type TYPE …`"),
        };
        let Some((name, _)) = line.strip_prefix(start).and_then(|rest| rest.split_once(" type ")) else {
            return fault(form);
        };
        if matches!(protocol, SuiteProtocol::Usi | SuiteProtocol::Ucci) && name.contains(' ') {
            return fault("a name without blanks");
        }
        let kind = kind_of(line);
        let rest = line.split_once(" type ").map_or("", |(_, rest)| rest);
        let words: Vec<&str> = rest.split_ascii_whitespace().skip(1).collect();
        let count = |part: &str| words.iter().filter(|word| **word == part).count();
        let number = |part: &str| {
            let at = words.iter().position(|word| *word == part)?;
            words.get(at + 1)?.parse::<i64>().ok()
        };
        match kind {
            "spin" if PARTS[..3].iter().any(|part| number(part).is_none()) => {
                return fault("`default`, `min` and `max` with whole numbers");
            }
            // Three words with a value each.
            "spin" if words.len() != 6 => return fault("nothing but `default`, `min` and `max`"),
            "check" if !matches!(words[..], ["default", "true" | "false"]) => {
                return fault("`default true` or `default false`");
            }
            "combo" if count("default") != 1 || count("var") < 1 => {
                return fault("one `default` and at least one `var`");
            }
            "string" if words.first() != Some(&"default") => {
                return fault("`default` with a text or `<empty>`");
            }
            "button" if !words.is_empty() => return fault("nothing behind `button`"),
            "spin" | "check" | "combo" | "string" | "button" => {}
            // A type of USI's own, as `label` is of UCCI's.
            "filename" if protocol == SuiteProtocol::Usi => {}
            "label" if protocol == SuiteProtocol::Ucci => {}
            _ => return fault("the type check, spin, combo, button or string"),
        }
    }
    Ok(())
}

pub(super) fn names(facts: &Facts) -> Result<(), Failure> {
    let mut names = HashSet::new();
    match facts.options.iter().find(|option| !names.insert(option.name.to_ascii_lowercase())) {
        Some(option) => Err(format!("option `{}` is announced twice", option.name)),
        None => Ok(()),
    }
}

pub(super) fn defaults(facts: &Facts) -> Result<(), Failure> {
    for option in &facts.options {
        let fault = match &option.kind {
            OptionKind::Spin { default, min, max } if default < min || default > max => {
                format!("{default}, expected a number from {min} to {max}")
            }
            OptionKind::Combo { default, choices } if !choices.contains(default) => {
                format!("`{default}`, expected one of: {}", choices.join(", "))
            }
            _ => continue,
        };
        return Err(format!("default of option {}: {fault}", option.name));
    }
    Ok(())
}

pub(super) fn types(protocol: SuiteProtocol, facts: &Facts) -> Result<(), Failure> {
    for (option, line) in facts.options.iter().zip(&facts.option_lines) {
        let fixed = fixed_of(protocol).iter().find(|(name, _)| option.is_named(name));
        if let Some((name, kind)) = fixed.filter(|(_, kind)| *kind != kind_of(line)) {
            return Err(format!("option {name} has the type `{}`, expected {kind}", kind_of(line)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_protocol::dialect::Dialect;

    fn facts(line: &str) -> Facts {
        let mut facts = Facts::default();
        facts.read_uci(Dialect::Uci, line);
        facts
    }

    #[test]
    fn announcements_are_read_to_the_letter() {
        for (line, is_good) in [
            ("option name Hash type spin default 16 min 1 max 64", true),
            ("option name Hash type spin default 16 min 1", false),
            ("option name Hash type spin min 1 max 64", false),
            ("option name Ponder type check default on", false),
            ("option name Style type combo default a var a var b c", true),
            ("option name Style type combo default a", false),
            ("option name Clear Hash type button", true),
            ("option name Path type string default <empty>", true),
            ("option name Path type string", false),
            ("option name Path type text default x", false),
            ("option Path type string default x", false),
        ] {
            assert_eq!(syntax(SuiteProtocol::Uci, &facts(line)).is_ok(), is_good, "{line}");
        }
    }

    #[test]
    fn announcements_of_other_languages() {
        for (protocol, line, is_good) in [
            (SuiteProtocol::Usi, "option name USI_Hash type spin default 16 min 1 max 64", true),
            (SuiteProtocol::Usi, "option name Book type filename default <empty>", true),
            (SuiteProtocol::Usi, "option name Clear Hash type button", false),
            (SuiteProtocol::Ucci, "option hashsize type spin min 1 max 64 default 16", true),
            (SuiteProtocol::Ucci, "option name hashsize type spin min 1 max 64 default 16", false),
            (SuiteProtocol::Ucci, "option Book type filename default <empty>", false),
        ] {
            let mut facts = Facts::default();
            facts.read_uci(protocol.dialect().unwrap(), line);
            assert_eq!(syntax(protocol, &facts).is_ok(), is_good, "{line}");
        }
        assert!(
            types(SuiteProtocol::Usi, &facts("option name USI_Ponder type spin default 1 min 0 max 1"))
                .is_err()
        );
    }

    #[test]
    fn types_and_defaults() {
        assert!(types(SuiteProtocol::Uci, &facts("option name hash type string default 16")).is_err());
        assert!(types(SuiteProtocol::Uci, &facts("option name Own type string default 16")).is_ok());
        assert!(defaults(&facts("option name Hash type spin default 0 min 1 max 64")).is_err());
        assert!(defaults(&facts("option name A type combo default b var a")).is_err());
    }
}
