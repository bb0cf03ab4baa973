//! The catalogues are complete, and agree with the rules.

use helgi_rules::board::Side;
use helgi_rules::{Game, GameId, Outcome, Phrase, PieceInfo, Position, Reason};
use helgi_words::catalogue::{Text, files, is_on_pages};
use helgi_words::{Catalogue, TextMessage, ends, names};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The texts of a language by their names.
fn texts(catalogue: &Catalogue) -> BTreeMap<&str, &Text> {
    catalogue.texts().collect()
}

/// The names of the places in a text, in small letters and without forms.
fn places(text: &Text) -> BTreeSet<String> {
    let in_form = |form: &str| -> Vec<String> {
        let parts = form.split('{').skip(1).filter(|part| part.starts_with(char::is_alphabetic));
        let named = parts.filter_map(|part| part.split_once('}'));
        named.map(|(place, _)| place.split(':').next().unwrap_or_default().to_lowercase()).collect()
    };
    text.forms().flat_map(in_form).collect()
}

#[test]
fn every_file_is_a_catalogue() {
    let codes: Vec<&str> = files().map(|(code, _)| code).collect();
    assert!(codes.contains(&"en") && codes.contains(&"ru"), "{codes:?}");
    for (code, json) in files() {
        Catalogue::parse(code, json).unwrap_or_else(|error| panic!("{error}"));
    }
    assert_eq!(Catalogue::all().len(), codes.len());
    assert_eq!(Catalogue::all()[0].code(), "en");
    let wrong = Catalogue::parse("xx-nothing", "{}").unwrap_err().to_string();
    assert!(wrong.contains("xx-nothing") && wrong.contains("expected"), "{wrong}");
    assert!(Catalogue::parse("de", "[]").is_err());
}

#[test]
fn every_language_has_every_text_with_the_same_places() {
    let english = texts(Catalogue::english());
    for catalogue in Catalogue::all() {
        let own = texts(catalogue);
        // Rules for forms of words are the language's own.
        let names = |texts: &BTreeMap<&str, &Text>| -> BTreeSet<String> {
            texts.keys().filter(|id| !id.starts_with("form.")).map(|id| (*id).to_owned()).collect()
        };
        let (wanted, found) = (names(&english), names(&own));
        assert_eq!(
            wanted.difference(&found).collect::<Vec<_>>(),
            Vec::<&String>::new(),
            "{catalogue:?}: missing"
        );
        assert_eq!(
            found.difference(&wanted).collect::<Vec<_>>(),
            Vec::<&String>::new(),
            "{catalogue:?}: too many"
        );
        for (id, text) in own.iter().filter(|(id, _)| !id.starts_with("form.")) {
            assert!(text.forms().all(|form| !form.is_empty()), "{catalogue:?}: {id} is empty");
            let (wanted, found) = (places(english[id]), places(text));
            assert_eq!(found, wanted, "{catalogue:?}: {id}");
            // In JSON values stand beside the name of a message and its own texts.
            assert!(!found.contains("id") && !found.contains("own"), "{catalogue:?}: {id}");
        }
    }
}

#[test]
fn forms_are_those_of_the_language() {
    for catalogue in Catalogue::all() {
        let plurals: BTreeSet<&str> =
            (0..=200).map(|count| catalogue.plural(count)).chain(["other"]).collect();
        for (id, text) in catalogue.texts() {
            let Text::Forms(forms) = text else { continue };
            let own: BTreeSet<&str> = forms.keys().map(String::as_str).collect();
            if own.contains("other") {
                assert_eq!(own, plurals, "{catalogue:?}: {id}");
            } else {
                assert!(own.contains("base"), "{catalogue:?}: {id}: {own:?}, expected the form `base`");
            }
        }
    }
    let russian = Catalogue::named("ru").unwrap();
    for (count, form) in [
        (0, "many"),
        (1, "one"),
        (2, "few"),
        (4, "few"),
        (5, "many"),
        (11, "many"),
        (12, "many"),
        (21, "one"),
        (104, "few"),
        (112, "many"),
    ] {
        assert_eq!(russian.plural(count), form, "{count}");
    }
}

/// The games that come with the program and are not from files.
fn built_in() -> impl Iterator<Item = GameId> {
    GameId::BUILT_IN.iter().chain(GameId::UNLISTED).copied()
}

/// Asserts that all languages know a message, and that English writes it so.
fn is_known(message: &TextMessage, english: &str) {
    assert_eq!(Catalogue::english().write(message), english);
    for catalogue in Catalogue::all() {
        assert!(catalogue.has(message.id()), "{catalogue:?} has no `{}`, {english}", message.id());
    }
}

#[test]
fn built_in_games_have_their_names_in_every_language() {
    for game in built_in() {
        let info = game.info();
        is_known(&names::title(game), info.title);
        // Whatever a page or a list calls it, it is found so.
        for catalogue in Catalogue::all() {
            for title in [names::title(game), names::short_title(game)].map(|title| catalogue.write(&title)) {
                assert_eq!(GameId::named(&title), Some(game), "{title}");
            }
        }
        is_known(&names::summary(game), info.summary);
        for piece in info.pieces {
            is_known(&names::piece(info, piece), piece.name);
            if let Some(note) = piece.note {
                is_known(&TextMessage::of_phrase("note", note), note.words);
            }
        }
    }
    let (tactical, start) = (GameId::TACTICAL, GameId::TACTICAL.start().fen());
    let mut phases = BTreeSet::new();
    for turn in 1..=8 {
        // The kings are there from the fourth turn on.
        let turns =
            if turn < 4 { start.replace(" 0 1", "") } else { "4k3/8/8/8/8/8/8/4K3[N] w - -".to_owned() };
        let fen = format!("{turns} 0 {turn}");
        let position = tactical.parse(&fen).unwrap();
        if let Some(phase) = position.extras().phase {
            is_known(&names::phase(&position).unwrap(), phase.words);
            phases.insert(phase.id);
        }
    }
    assert_eq!(phases, BTreeSet::from(["armies", "kings", "obstacles"]));
}

#[test]
fn reasons_have_words_in_every_language() {
    let points = Reason::Points { white: 34, black: 31 };
    let by_count = [Reason::Repetition, Reason::MoveCount, Reason::InsufficientMaterial];
    let drawn = [Reason::Stalemate, Reason::BothKingsGone].into_iter().chain(by_count);
    let mut outcomes: Vec<Outcome> = drawn.map(Outcome::draw).collect();
    for reason in Reason::IN_WORDS.into_iter().chain([points]) {
        outcomes.extend(Side::BOTH.map(|winner| Outcome::win(winner, reason)));
    }
    outcomes.push(Outcome::draw(Reason::Points { white: 30, black: 30 }));
    for outcome in outcomes {
        is_known(&ends::outcome(outcome), &outcome.reason_text().to_string());
    }
    for loser in Side::BOTH {
        is_known(&ends::resigns(loser), &format!("{} resigns", loser.name()));
    }
}

/// The rules of games from files are the same in all of them.
#[test]
fn reasons_of_games_from_files_have_words_in_every_language() {
    helgi_variants::install_library();
    let reasons = GameId::named("kingofthehill").unwrap().info().reasons;
    assert!(reasons.len() > 10);
    for &phrase in reasons {
        let draw = Outcome::draw(Reason::Rule(phrase));
        let wins = Side::BOTH.map(|winner| Outcome::win(winner, Reason::Rule(phrase)));
        // Words that begin with a capital letter are a whole sentence, of a draw.
        let is_draw = phrase.words.starts_with(char::is_uppercase);
        let possible = if is_draw { vec![draw] } else { wins.to_vec() };
        for outcome in possible {
            is_known(&ends::outcome(outcome), &outcome.reason_text().to_string());
        }
    }
}

/// Their places are compared with them: a place without a value stays as it is.
#[test]
fn texts_about_files_of_games_are_in_every_language() {
    use helgi_rules::internals::board::movement::EXPECTED_IN_DESCRIPTORS;
    let phrases = helgi_variants::FINDING_PHRASES;
    for phrase in phrases.iter().chain(EXPECTED_IN_DESCRIPTORS) {
        is_known(&TextMessage::new(phrase.id), phrase.words);
    }
    let ids: BTreeSet<&str> = phrases.iter().map(|phrase| phrase.id).collect();
    assert_eq!(ids.len(), phrases.len());
    for (id, _) in Catalogue::english().texts() {
        let is_frame = id.starts_with("finding.frame.") || id.starts_with("finding.severity.");
        assert!(
            is_frame || !id.starts_with("finding.") || ids.contains(id),
            "{id}: expected a text of a finding"
        );
    }
}

#[test]
fn texts_about_games_of_other_programs_are_in_every_language() {
    let phrases = helgi_variants::exchange::EXCHANGE_PHRASES;
    for phrase in phrases {
        is_known(&TextMessage::new(phrase.id), phrase.words);
    }
    let ids: BTreeSet<&str> = phrases.iter().map(|phrase| phrase.id).chain(["exchange.error"]).collect();
    for (id, _) in Catalogue::english().texts().filter(|(id, _)| id.starts_with("exchange.")) {
        assert!(ids.contains(id), "{id}: expected a text about a game of another program");
    }
}

#[test]
fn texts_about_keys_are_in_every_language() {
    use helgi_variants::keys::{KEY_PHRASES, all};
    let phrases = KEY_PHRASES.iter().map(|phrase| (phrase.id.to_owned(), phrase.words));
    let texts: BTreeMap<String, &str> =
        all().map(|key| (format!("key.{}", key.name), key.text)).chain(phrases).collect();
    for (id, words) in &texts {
        is_known(&TextMessage::new(id.clone()), words);
    }
    for (id, _) in Catalogue::english().texts().filter(|(id, _)| id.starts_with("key.")) {
        assert!(texts.contains_key(id), "{id}: expected a text about a key");
    }
}

/// A message brings one form of a text along.
#[test]
fn texts_that_pages_are_not_sent_have_one_form() {
    for catalogue in Catalogue::all() {
        for (id, text) in catalogue.texts().filter(|(id, _)| !is_on_pages(id) && !id.starts_with("play.")) {
            let forms: Vec<&str> = text.forms().collect();
            let message = TextMessage::new(id.to_owned()).with_texts();
            assert_eq!(forms, [message.own(catalogue.code()).unwrap()], "{id}");
        }
    }
    assert!(is_on_pages("end.mate.won") && !is_on_pages("finding.key-unknown"));
}

/// Words in Latin letters are those of the file, and names of programs.
#[test]
fn texts_about_files_of_games_are_russian() {
    let kinds = ["exchange.", "finding.", "key.", "workbench."];
    let is_about_files = |id: &str| kinds.iter().any(|kind| id.starts_with(kind));
    for (id, text) in Catalogue::named("ru").unwrap().texts().filter(|(id, _)| is_about_files(id)) {
        for form in text.forms() {
            let own: String = form.split('`').step_by(2).collect();
            let plain = own.split(['{', '}']).step_by(2).collect::<String>();
            const NAMES: [&str; 6] =
                ["Fairy-Max", "Fairy-Stockfish", "helgi", "XBetza", "XBoard", "от a до z"];
            let plain = NAMES.iter().fold(plain, |plain, name| plain.replace(name, ""));
            assert!(!plain.contains(|letter: char| letter.is_ascii_alphabetic()), "{id}: {form}");
        }
    }
}

#[test]
fn a_game_of_ones_own_keeps_its_english_words() {
    let end = Outcome::win(Side::Black, Reason::Rule(Phrase::new("breaks-through", "breaks through")));
    for catalogue in Catalogue::all() {
        assert_eq!(catalogue.write(&ends::outcome(end)), "Black breaks through");
    }
}

#[test]
fn promoted_pieces_of_games_from_files_are_named_by_what_they_were() {
    helgi_variants::install_library();
    let shogi = GameId::named("shogi").unwrap().info();
    let is_promoted_pawn =
        |piece: &&PieceInfo| piece.name == "promoted pawn" || piece.name == "promoted shogi pawn";
    let pawn = shogi.pieces.iter().find(is_promoted_pawn).unwrap();
    let name = names::piece(shogi, pawn);
    assert_eq!(Catalogue::english().write(&name), pawn.name);
    assert!(Catalogue::named("ru").unwrap().write(&name).ends_with("(после превращения)"));
}

/// A module with these kinds alone says everything that the crate says.
#[test]
fn the_kinds_of_the_library_are_those_that_it_writes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: PathBuf| fs::read_to_string(path).expect("a file of the crate");
    let lists: BTreeMap<String, BTreeSet<String>> =
        serde_json::from_str(&read(root.join("apart.json"))).expect("lists of kinds");
    let kinds: BTreeSet<&str> =
        Catalogue::english().texts().map(|(id, _)| id.split('.').next().unwrap_or_default()).collect();
    let mut written = BTreeSet::new();
    for entry in fs::read_dir(root.join("src")).expect("the sources") {
        let source = read(entry.expect("a source").path());
        let code = source.lines().map(str::trim).filter(|line| !line.starts_with("//"));
        // Every second part stands between quotation marks; escaped ones are in no name of a text.
        let literals = code.flat_map(|line| line.split('"').skip(1).step_by(2));
        let named = literals.filter_map(|literal| kinds.get(literal.split('.').next().unwrap_or_default()));
        written.extend(named.map(|kind| (*kind).to_owned()));
    }
    assert_eq!(lists["library"], written);
}
