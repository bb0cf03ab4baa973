//! The rules of games from files as parts of links: packed for others, and unpacked as the text of a stranger.
//!
//! Packed rules are the section of the game, deflated, in the letters of base64url. A stranger's text is unpacked within
//! limits, checked, and shown before anything is made of it. A game that begins by it is [registered
//! apart](helgi_variants::register_apart) from those of the program and the user, and is not kept: another program would not
//! know its rules.

use crate::findings;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD_INDIFFERENT;
use helgi_notation::{excerpt, is_invisible};
use helgi_rules::games::GameId;
use helgi_variants::{Finding, ReadGame, register_apart, spec_of, taken_apart};
use helgi_words::{Catalogue, TextMessage};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use serde::{Deserialize, Serialize};

/// The longest packed rules. Unit: characters.
pub const LONGEST_PACKED: usize = 8000;

/// The longest text of rules. Unit: bytes.
pub const LONGEST_RULES: usize = 1 << 16;

/// The level of compression: the best one.
const BEST: u8 = 10;

/// A game as a link has it.
#[derive(Clone, PartialEq, Eq, Deserialize, Debug)]
pub struct LinkedGame {
    /// Its name.
    pub variant: String,
    /// Its rules, packed.
    pub rules: String,
}

/// A game of a link, as it is shown before it is played.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct OfferedGame {
    /// Its name for people.
    pub title: String,
    /// Its rules as they are written.
    pub text: String,
}

/// The rules of a game that others need to play it; none for games that they have.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
pub struct PackedRules {
    /// The name of the game in a link.
    pub variant: Option<String>,
    /// Its rules, packed; none for games that no single section describes.
    pub rules: Option<String>,
}

/// Returns true if only this page has a game: it is from a file of the user's, or from a link.
pub fn is_foreign(game: GameId) -> bool {
    spec_of(game).is_some() && (!game.comes_along() || is_apart(game))
}

/// Returns true if a game is from a link.
pub fn is_apart(game: GameId) -> bool {
    taken_apart(game).is_some()
}

/// Packs the rules of a game.
pub fn packed(game: GameId) -> PackedRules {
    let Some(spec) = spec_of(game).filter(|_| is_foreign(game)) else { return PackedRules::default() };
    let name = taken_apart(game).unwrap_or(game.name()).to_owned();
    // Under its own name, not the one with a fingerprint that it has in this process.
    let mut spec = spec.clone();
    spec.name.clone_from(&name);
    let rules = helgi_variants::section_of(&spec).map(|text| pack(&text));
    PackedRules { variant: Some(name), rules }
}

/// Packs a text.
fn pack(text: &str) -> String {
    URL_SAFE_NO_PAD_INDIFFERENT.encode(compress_to_vec(text.as_bytes(), BEST))
}

/// A fault of the rules in a link, in words of the catalogues.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", Catalogue::english().write(.0))]
pub struct RulesFault(pub Box<TextMessage>);

/// A fault of rules.
fn wrong(message: TextMessage) -> RulesFault {
    RulesFault(Box::new(message))
}

/// Unpacks a text, up to the limit.
fn unpack(rules: &str) -> Result<String, RulesFault> {
    let too_long = || wrong(TextMessage::new("link.rules.long").with("most", LONGEST_RULES as u64));
    let damaged = || wrong(TextMessage::new("link.rules.damaged"));
    if rules.len() > LONGEST_PACKED {
        return Err(too_long());
    }
    // Decoders differ in what they skip, so that odd letters are refused here.
    let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '=');
    if let Some((place, odd)) = rules.chars().enumerate().find(|&(_, c)| !is_letter(c)) {
        let message = TextMessage::new("link.rules.letter").with("found", shown(odd));
        return Err(wrong(message.with("place", place as u64 + 1)));
    }
    let bytes = URL_SAFE_NO_PAD_INDIFFERENT.decode(rules).map_err(|_| damaged())?;
    let text = decompress_to_vec_with_limit(&bytes, LONGEST_RULES).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => too_long(),
        _ => damaged(),
    })?;
    String::from_utf8(text).map_err(|_| damaged())
}

/// A character as it can be seen.
fn shown(c: char) -> String {
    if steers(c) { format!("U+{:04X}", u32::from(c)) } else { excerpt(&c.to_string()) }
}

/// Returns true for characters that make a text look like another one.
fn steers(c: char) -> bool {
    c.is_control() || is_invisible(c) || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Reads the rules of a link: their text, and the game.
fn read(LinkedGame { variant, rules }: &LinkedGame) -> Result<(String, ReadGame), RulesFault> {
    let text = unpack(rules)?;
    for (number, line) in (1_u64..).zip(text.lines()) {
        // A hidden character could show other rules than those that are played.
        if let Some(odd) = line.chars().find(|&c| c != '\t' && steers(c)) {
            let message = TextMessage::new("link.rules.hidden").with("found", shown(odd));
            return Err(wrong(message.with("line", number)));
        }
    }
    let loaded = helgi_variants::load(&text);
    if let Some(fault) = loaded.findings.iter().find(|finding| Finding::is_fatal(finding)) {
        return Err(fault_of(findings::line(fault)));
    }
    // The section that a link is about stands last, behind those that it starts from.
    let game = loaded.games.into_iter().next_back().filter(|game| game.name() == variant);
    let game =
        game.ok_or_else(|| wrong(TextMessage::new("link.rules.game").with("game", excerpt(variant))))?;
    Ok((text, game))
}

fn fault_of(fault: TextMessage) -> RulesFault {
    wrong(TextMessage::new("link.rules.fault").with("fault", fault))
}

/// Returns a game of a link as it is shown; nothing is registered.
///
/// # Errors
///
/// If its rules cannot be read.
pub fn offered(linked: &LinkedGame) -> Result<OfferedGame, RulesFault> {
    let (text, game) = read(linked)?;
    Ok(OfferedGame { title: game.spec().title.clone(), text })
}

/// Makes a game of a link known to the process.
///
/// # Errors
///
/// If its rules cannot be read, or there is no room for it.
pub fn accept(linked: &LinkedGame) -> Result<GameId, RulesFault> {
    let (_, game) = read(linked)?;
    register_apart(&game).map_err(|error| fault_of(findings::text(&error.into())))
}

/// The rules of a game from a link, for an engine that knows only the games that come along.
pub(crate) fn definition(game: GameId) -> Option<String> {
    helgi_variants::section_of(spec_of(game).filter(|_| is_apart(game))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::internals::games::names;

    fn linked(variant: &str, text: &str) -> LinkedGame {
        LinkedGame { variant: variant.to_owned(), rules: pack(text) }
    }

    fn why(linked: &LinkedGame) -> String {
        let why = offered(linked).unwrap_err();
        assert_eq!(crate::plan::Refusal::from(why.clone()).code(), Some("rules"));
        assert_eq!(accept(linked).unwrap_err(), why);
        why.to_string()
    }

    #[test]
    fn rules_are_offered_before_they_are_used() {
        let text = "[losers-of-kings:chess]\ntitle = Losers\nstalemateValue = loss\n";
        let linked = linked("losers-of-kings", text);
        let before = names();
        assert_eq!(offered(&linked), Ok(OfferedGame { title: "Losers".to_owned(), text: text.to_owned() }));
        assert_eq!((GameId::named("losers-of-kings"), names()), (None, before.clone()));
        let game = accept(&linked).unwrap();
        assert!(is_apart(game) && is_foreign(game), "{}", game.name());
        assert_eq!((accept(&linked), names()), (Ok(game), before));
        // It goes on to others as it came.
        let PackedRules { variant, rules } = packed(game);
        let again = LinkedGame { variant: variant.unwrap(), rules: rules.unwrap() };
        assert_eq!(
            (again.variant.as_str(), offered(&again).unwrap().title.as_str()),
            ("losers-of-kings", "Losers")
        );
        assert_eq!(accept(&again), Ok(game));
        assert!(definition(game).unwrap().starts_with(&format!("[{}:chess]", game.name())));
    }

    #[test]
    fn games_of_the_program_stay() {
        helgi_variants::install_library();
        for name in ["chess", "tavreli", "duck", "shogi"] {
            let known = GameId::named(name).unwrap();
            let game = accept(&linked(name, &format!("[{name}:makruk]\nnMoveRule = 7\n"))).unwrap();
            assert!(game != known && is_apart(game), "{name}");
            assert_eq!(GameId::named(name), Some(known));
            assert_eq!(packed(known), PackedRules::default());
        }
        // The same rules are the same game.
        let duck = GameId::named("duck").unwrap();
        let text = helgi_variants::section_of(spec_of(duck).unwrap()).unwrap();
        assert_eq!(accept(&linked("duck", &text)), Ok(duck));
    }

    #[test]
    fn wrong_rules_are_refused_by_their_fault() {
        let text = "[a:chess]\nstalemateValue = loss\n";
        for (variant, rules, says) in [
            ("a", "ab%c", "“%” at place 3"),
            ("a", "ab\u{202e}c", "“U+202E” at place 3"),
            ("a", "abc", "damaged or cut off"),
            ("a", "", "damaged or cut off"),
            ("a", &pack(text)[..20], "damaged or cut off"),
            ("a", &"a".repeat(LONGEST_PACKED + 1), "too long: at most 65536"),
            ("b", &pack(text), "“b”"),
            ("a", &pack(""), "“a”"),
            (
                "a",
                &pack("[a:chess]\nstalemateValue = perhaps\n"),
                "2:18: error: [a] stalemateValue: `perhaps`, expected",
            ),
            (
                "a",
                &pack("[a:chess]\ntitle = \u{202e}ssehc\n"),
                "Line 2 of its rules has the invisible character U+202E",
            ),
            (
                "a",
                &pack("[a:chess]\ntitle = \u{1b}[2J\n"),
                "Line 2 of its rules has the invisible character U+001B",
            ),
            (
                "a",
                &URL_SAFE_NO_PAD_INDIFFERENT.encode(compress_to_vec(b"[a:chess]\xff", BEST)),
                "damaged or cut off",
            ),
        ] {
            let found = why(&LinkedGame { variant: variant.to_owned(), rules: rules.to_owned() });
            assert!(found.contains(says), "{rules}: {found}");
        }
    }

    #[test]
    fn a_small_text_does_not_become_a_large_one() {
        let bomb = linked("a", &"#\n".repeat(1_000_000));
        assert!(bomb.rules.len() < LONGEST_PACKED, "{}", bomb.rules.len());
        assert!(why(&bomb).contains("too long: at most 65536"));
    }
}
