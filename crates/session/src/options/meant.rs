//! Options as people write them: `setoption Hash 64 MB`, `name MoveOverhead`, a value in quotes.
//!
//! A spelling that can mean one option and one value is read so, and said; everything else goes to the [options](super::Options)
//! as it is, which refuse it.

use super::{NO_NET, Options, ROWS, tuning};
use helgi_files::at_home;
use helgi_protocol::notation::excerpt;
use helgi_protocol::options::{OptionKind, OptionSpec};
use std::path::Path;

/// An option and its value as they were meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeantOption {
    /// The name.
    pub name: String,
    /// The value, if there is one.
    pub value: Option<String>,
    /// The spelling that was read otherwise than it is written, and what was made of it.
    pub notice: Option<String>,
}

impl Options {
    /// The option and the value that were meant by a name and a value as a client sends them.
    #[must_use]
    pub fn meant(&self, name: &str, value: Option<&str>) -> MeantOption {
        let specs: Vec<OptionSpec> = ROWS.iter().map(|row| row.spec(self)).chain(tuning::all(self)).collect();
        let unchanged =
            || MeantOption { name: name.to_owned(), value: value.map(str::to_owned), notice: None };
        let found = match value {
            Some(value) => named(&specs, name).map(|spec| (spec, Some(value))),
            None => named(&specs, name).map(|spec| (spec, None)).or_else(|| divided(&specs, name)),
        };
        let Some((spec, given)) = found else { return unchanged() };
        let meant = given.map(|given| meant_value(spec, given));
        let is_named = spec.is_named(name);
        if is_named && meant.as_deref() == value {
            return unchanged();
        }
        let written = match value {
            None => format!("`{}`", excerpt(name)),
            Some(value) if is_named => format!("value `{}`", excerpt(value)),
            Some(value) => format!("`{}` with value `{}`", excerpt(name), excerpt(value)),
        };
        let read = meant.as_ref().map_or(String::new(), |value| format!(" value `{}`", excerpt(value)));
        let notice = Some(format!("option {}: {written}, read as `name {}`{read}", spec.name, spec.name));
        MeantOption { name: spec.name.clone(), value: meant, notice }
    }
}

/// The option of a name in which neither case nor blanks and signs count, nor the prefix of a protocol; `None` if several
/// have it.
fn named<'a>(specs: &'a [OptionSpec], name: &str) -> Option<&'a OptionSpec> {
    if let Some(spec) = specs.iter().find(|spec| spec.is_named(name)) {
        return Some(spec);
    }
    let wanted = plain(name);
    let mut alike = specs.iter().filter(|spec| !wanted.is_empty() && plain(&spec.name) == wanted);
    alike.next().filter(|_| alike.next().is_none())
}

/// The letters and digits of a name, without `UCI` or `USI` at its beginning.
fn plain(name: &str) -> String {
    let letters: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let without = ["uci", "usi"].iter().find_map(|prefix| letters.strip_prefix(prefix));
    without.map_or(letters.clone(), str::to_owned)
}

/// The option whose name a text begins with, and the value behind it: `Hash 64`, `Hash = 64`, `name=Hash value=64`. The longest
/// name counts.
fn divided<'a, 'b>(specs: &'a [OptionSpec], text: &'b str) -> Option<(&'a OptionSpec, Option<&'b str>)> {
    let is_between = |c: char| c.is_whitespace() || matches!(c, '=' | ':');
    let behind = |text: &'b str, word: &str| -> &'b str {
        let begins = text.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word));
        let rest = text.get(word.len()..).filter(|rest| begins && rest.starts_with(is_between));
        rest.map_or(text, |rest| rest.trim_start_matches(is_between))
    };
    let text = behind(text.trim(), "name");
    // A value follows within few words: a line may have a million of them.
    let ends = text.char_indices().filter(|&(_, c)| is_between(c)).map(|(end, _)| end).take(MOST_BLANKS);
    let parts = ends.filter_map(|end| {
        let (name, value) = text.split_at_checked(end)?;
        let value = behind(value.trim_start_matches(is_between), "value").trim();
        let spec = named(specs, name).filter(|spec| !value.is_empty() && spec.kind != OptionKind::Button)?;
        Some((spec, Some(value)))
    });
    parts.last().or_else(|| Some((named(specs, text)?, None)))
}

/// The most blanks that are tried for the end of a name.
const MOST_BLANKS: usize = 8;

/// The value that was meant for an option.
fn meant_value(spec: &OptionSpec, value: &str) -> String {
    let value = unquoted(value.trim());
    let meant = match &spec.kind {
        OptionKind::Check { .. } => switch(value).map(str::to_owned),
        OptionKind::Spin { .. } if spec.name == "Hash" => megabytes(value).map(|size| size.to_string()),
        OptionKind::File { .. } | OptionKind::Text { .. } => path(&spec.name, value),
        _ => None,
    };
    meant.unwrap_or_else(|| value.to_owned())
}

/// A text without the quotes around it.
fn unquoted(text: &str) -> &str {
    let within = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    within('"').or_else(|| within('\'')).unwrap_or(text).trim()
}

/// A switch by its other words.
fn switch(value: &str) -> Option<&'static str> {
    match value.to_ascii_lowercase().as_str() {
        "on" | "yes" => Some("true"),
        "off" | "no" => Some("false"),
        _ => None,
    }
}

/// A size with its unit.
fn megabytes(value: &str) -> Option<u64> {
    let digits = value.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = value.split_at_checked(digits)?;
    let factor = match unit.trim().to_ascii_lowercase().as_str() {
        "m" | "mb" | "mib" => 1,
        "g" | "gb" | "gib" => 1024,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(factor)
}

/// A path that begins at the person's folder, `~/`, which only shells know, or a book that is none.
fn path(name: &str, value: &str) -> Option<String> {
    if name == "Book" && value.eq_ignore_ascii_case(NO_NET) && !Path::new(value).exists() {
        return Some(String::new());
    }
    at_home(value).to_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_spellings_are_read_where_they_mean_one_thing() {
        let options = Options::default();
        for (name, value, meant, expected) in [
            ("Hash 64", None, "Hash", Some("64")),
            ("Hash = 64", None, "Hash", Some("64")),
            ("hash value=64", None, "Hash", Some("64")),
            ("name=Hash value=64", None, "Hash", Some("64")),
            ("name Hash value 64", None, "Hash", Some("64")),
            ("USI_Hash 64", None, "Hash", Some("64")),
            ("Move Overhead: 30", None, "Move Overhead", Some("30")),
            ("Book my openings.bin", None, "Book", Some("my openings.bin")),
            ("ClearHash", None, "Clear Hash", None),
            ("MoveOverhead", Some("30"), "Move Overhead", Some("30")),
            ("Multi   PV", Some("3"), "MultiPV", Some("3")),
            ("UCI Variant", Some("atomic"), "UCI_Variant", Some("atomic")),
            ("Variant", Some("\"atomic\""), "UCI_Variant", Some("atomic")),
            ("Ponder", Some("on"), "Ponder", Some("true")),
            ("ponder", Some("No"), "Ponder", Some("false")),
            ("Hash", Some("64 MB"), "Hash", Some("64")),
            ("Hash", Some("1GB"), "Hash", Some("1024")),
            ("Hash", Some("'64'"), "Hash", Some("64")),
            ("Book", Some("none"), "Book", Some("")),
            ("EvalFile", Some("\"my nets/a b.net\""), "EvalFile", Some("my nets/a b.net")),
        ] {
            let found = options.meant(name, value);
            assert_eq!((found.name.as_str(), found.value.as_deref()), (meant, expected), "{name} {value:?}");
            assert!(found.notice.is_some(), "{name} {value:?}");
        }
        let notice = options.meant("hash", Some("1 G")).notice.unwrap();
        assert_eq!(notice, "option Hash: value `1 G`, read as `name Hash` value `1024`");
        let notice = options.meant("Hash 64", None).notice.unwrap();
        assert_eq!(notice, "option Hash: `Hash 64`, read as `name Hash` value `64`");
    }

    #[test]
    fn everything_else_stays_as_it_is() {
        let options = Options::default();
        for (name, value) in [
            ("Hash", Some("64")),
            ("HASH", Some("64")),
            ("Hash", None),
            ("Clear Hash", None),
            ("Clear Hash 3", None),
            ("Hush", Some("64")),
            ("hash size", Some("64")),
            ("Ponder", Some("maybe")),
            ("Hash", Some("64 KB")),
            ("Hash", Some("lots")),
            ("EvalFile", Some("none")),
            ("VariantPath", Some("a 'b'.ini")),
            ("é", None),
            ("", None),
            ("name", None),
            ("= =", Some("'")),
        ] {
            let found = options.meant(name, value);
            assert_eq!((found.name.as_str(), found.value.as_deref()), (name, value));
            assert_eq!(found.notice, None, "{name} {value:?}");
        }
        let long = "Hash ".repeat(1_000_000);
        assert!(options.meant(&long, None).notice.is_none_or(|notice| notice.len() < 500));
    }
}
