//! The keys of a game's file that have changed nothing in its games.
//!
//! The games are played again by the same file without the key: with the rule of the game that this one starts from, or with
//! the default. As long as all legal moves and all verdicts are the same, the key has not acted.

use super::play::StudyGame;
use helgi_rules::board::Move;
use helgi_rules::games::GameId;
use helgi_rules::{Game, Line, Outcome, Position};
use helgi_variants::keys::{self, FAMILIES, Setter, piece_region};
use helgi_variants::{AnyFileGame, LeftOutLine, ReadGame, Slot, Spec, each_left_out, library, load, spec_of};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};

/// Families of keys that are no rules, or without which there is no game.
const NO_RULES: [&str; 3] = ["The game", "Values of pieces", "For other programs"];

/// The keys of a file that were tried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TriedKeys {
    /// Those without which it is another game.
    pub tried: Vec<String>,
    /// Those of them that have changed nothing, as lines of the file.
    pub idle: Vec<String>,
    /// The lines of the game's own section without which it is the same game: they say what the game that it starts from
    /// says, or what is the default.
    pub repeated: Vec<String>,
}

/// A position of a game: its legal moves in order, and the verdict on it.
struct Expected {
    legal: Vec<Move>,
    verdict: Option<Outcome>,
}

/// The keys of the game's file that have changed nothing in these lines of play. `text` is the file, if it is the user's.
///
/// The keys of the section of the game itself are tried against the game that it starts from, those of that game against the
/// default. `None` for a game that is not from a file, or nothing of which can be tried, and where it was stopped.
pub fn idle(game: GameId, text: Option<&str>, games: &[StudyGame], stop: &AtomicBool) -> Option<TriedKeys> {
    let spec = spec_of(game)?;
    let own = text.or_else(|| library::text_of(&spec.name)).map_or(Vec::new(), |text| own_lines(spec, text));
    // The game in one section, with what it has from others.
    let is_one_section = read(spec, None).is_some_and(|whole| is_same(spec, &whole));
    if own.is_empty() && !is_one_section {
        return None;
    }
    // The legal moves are found once, and compared with those of every key that is left out.
    let expected = games.iter().map(|played| Some((played, expected(game, played)?)));
    let expected = expected.collect::<Option<Vec<_>>>()?;
    let mut found = TriedKeys { tried: Vec::new(), idle: Vec::new(), repeated: Vec::new() };
    for (key, value) in spec.said.iter().filter(|(key, _)| is_rule(key)) {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let line = || format!("{key} = {value}");
        let own = own.iter().find(|own| own.key == *key);
        let without = match own {
            Some(own) => own.game.clone(),
            None if is_one_section => read(spec, Some(key)),
            None => None,
        };
        let Some(without) = without else { continue };
        // Without this line it is the same game, so there is nothing to try.
        if is_same(spec, &without) {
            found.repeated.extend(own.map(|_| line()));
            continue;
        }
        found.tried.push(key.clone());
        let other = without.played();
        if expected.iter().all(|(played, expected)| is_alike(&other, played, expected)) {
            found.idle.push(line());
        }
    }
    Some(found)
}

/// Returns true for a key of a rule that the game can do without.
fn is_rule(name: &str) -> bool {
    let of_family = || FAMILIES.iter().find(|family| family.keys.iter().any(|key| key.name == name));
    match keys::named(name) {
        Some(key) => {
            let is_text = matches!(key.value, Setter::Noted(_) | Setter::Text(_) | Setter::Names(_));
            !is_text && of_family().is_some_and(|family| !NO_RULES.contains(&family.title))
        }
        None => Slot::of_key(name).is_none() && piece_region(name).is_some(),
    }
}

/// The lines of the game's own section, if this is the text that it is from.
fn own_lines(spec: &Spec, text: &str) -> Vec<LeftOutLine> {
    let is_from_there = load(text).games.iter().any(|game| game.spec() == spec);
    if is_from_there { each_left_out(text, &spec.name) } else { Vec::new() }
}

/// The game in one section, with what it has from others, without a key.
fn read(spec: &Spec, without: Option<&str>) -> Option<ReadGame> {
    let mut text = format!("[{}]\n", spec.name);
    for (key, value) in spec.said.iter().filter(|(key, _)| Some(key.as_str()) != without) {
        text += &format!("{key} = {value}\n");
    }
    load(&text).games.into_iter().next()
}

/// Returns true if both are the same game, words for people apart.
fn is_same(spec: &Spec, other: &ReadGame) -> bool {
    let other = other.spec();
    let words = spec.clone();
    let other = Spec {
        name: words.name,
        title: words.title,
        rules: words.rules,
        url: words.url,
        piece_names: words.piece_names,
        translations: words.translations,
        synonyms: words.synonyms,
        said: words.said,
        ..other.clone()
    };
    *spec == other
}

fn expected(game: GameId, played: &StudyGame) -> Option<Vec<Expected>> {
    let look = |line: &Line| {
        let mut legal = line.present().legal_moves();
        legal.sort_unstable();
        Expected { legal, verdict: line.verdict() }
    };
    let mut line = Line::new(game.parse(&played.start).ok()?);
    let mut found = vec![look(&line)];
    for &legal in &played.moves {
        line.try_play(legal).ok()?;
        found.push(look(&line));
    }
    Some(found)
}

/// Returns true if all positions of a game of the study have the same moves and verdicts by the rules of another game.
fn is_alike(other: &AnyFileGame, played: &StudyGame, expected: &[Expected]) -> bool {
    let mut rest = expected.iter();
    let followed = other.follow(&played.start, &played.moves, &mut |mut legal, verdict| {
        legal.sort_unstable();
        rest.next().is_some_and(|expected| legal == expected.legal && verdict == expected.verdict)
    });
    followed.unwrap_or(false)
}
