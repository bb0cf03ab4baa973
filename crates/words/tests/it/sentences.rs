//! Sentences about moves and pieces.

use helgi_rules::{Game, GameId, notation};
use helgi_words::{Catalogue, TextMessage, moves, pieces};

/// Compares the moves of a table with a language.
fn compare(table: &str, language: &str) {
    helgi_variants::install_library();
    let catalogue = Catalogue::named(language).unwrap();
    let mut lines = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [game, fen, played, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("four fields: {line}")
        };
        let position = GameId::named(game).unwrap().parse(fen).unwrap();
        let played = notation::read(&position, played).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(catalogue.write(&moves::describe(&position, played)), expected, "{line}");
        lines += 1;
    }
    assert!(lines > 15);
}

#[test]
fn moves_are_described_in_every_game() {
    compare(include_str!("english.tsv"), "en");
    compare(include_str!("russian.tsv"), "ru");
}

/// The rules of a piece, in one line.
fn rules(game: GameId, name: &str, language: &str) -> String {
    let info = game.info();
    let piece = info.pieces.iter().find(|piece| piece.name == name).unwrap();
    let catalogue = Catalogue::named(language).unwrap();
    pieces::rules(piece, info).iter().map(|line| catalogue.write(line)).collect::<Vec<_>>().join("; ")
}

#[test]
fn rules_of_pieces_are_made_from_the_facts() {
    for (game, name, expected) in [
        (GameId::CHESS, "pawn", "promotes to queen, rook, bishop or knight on the last rank"),
        (GameId::CHESS, "king", "royal: it must not be left attacked"),
        (GameId::TAVRELI, "soldier of the Magus", "promotes to Helgi on the last rank"),
        (GameId::TAVRELI, "soldier of the Duke", "promotes to Duke on the last rank"),
        (GameId::TACTICAL, "rook", "promotes to royal rook on the last rank"),
        (GameId::CHESS_BATTLE, "tank", "cannot be captured by machine-gun, cavalry and soldier"),
        (GameId::CHESS_BATTLE, "soldier", "leaves the board on the last rank"),
        (GameId::OPERATIONAL2, "outpost", "an objective: a side that has lost all of them has lost"),
        (
            GameId::POPULAR10,
            "pawn",
            "promotes to rook, knight, marshal, gryphon, war machine, cannon or an enemy gold general on the last \
             rank",
        ),
    ] {
        let words = rules(game, name, "en");
        assert!(words.contains(expected), "{name}: {words}");
    }
    let pawn = rules(GameId::CHESS, "pawn", "ru");
    let promotes = "на последней горизонтали превращается в ферзя, ладью, слона или коня";
    assert!(pawn.ends_with(promotes), "{pawn}");
}

/// Nothing is left in English: all letters are Cyrillic.
#[test]
fn rules_of_pieces_are_russian_in_every_built_in_game() {
    let russian = Catalogue::named("ru").unwrap();
    for &game in GameId::BUILT_IN {
        for piece in game.info().pieces {
            for line in pieces::rules(piece, game.info()) {
                let text = russian.write(&line);
                assert!(
                    !text.contains(|letter: char| letter.is_ascii_alphabetic()),
                    "{}: {text}",
                    game.name()
                );
                assert!(!text.contains(['{', '}']), "{text}");
            }
        }
    }
}

/// A third language is one file: English in capital letters.
#[test]
fn a_language_is_a_file() {
    let mut loud = serde_json::Map::new();
    for (id, text) in Catalogue::english().texts() {
        let forms: Vec<String> = text.forms().map(louder).collect();
        let value = match text {
            helgi_words::catalogue::Text::Plain(_) => forms.concat().into(),
            helgi_words::catalogue::Text::Forms(names) => {
                names.keys().cloned().zip(forms.into_iter().map(serde_json::Value::from)).collect()
            }
        };
        loud.insert(id.to_owned(), value);
    }
    let json = serde_json::Value::Object(loud).to_string();
    let catalogue = Catalogue::parse("eo", &json).unwrap();
    let position = GameId::CHESS.parse("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    let played = notation::read(&position, "e7d8q").unwrap();
    let text = catalogue.write(&moves::describe(&position, played));
    assert_eq!(text, "THE PAWN TAKES THE ROOK ON d8 AND BECOMES A QUEEN");
    for (count, text) in [(1, "1 MOVE"), (2, "2 MOVES")] {
        assert_eq!(catalogue.write(&TextMessage::new("moves.count").with("count", count as u32)), text);
    }
}

/// A text in capital letters, with its places as they are.
fn louder(text: &str) -> String {
    let mut is_place = false;
    let louder = |letter: char| {
        is_place = letter == '{' || is_place && letter != '}';
        if is_place { letter } else { letter.to_uppercase().next().unwrap_or(letter) }
    };
    text.chars().map(louder).collect()
}

/// The page's tests compare the same file with what the page writes.
#[test]
fn messages_are_written_as_by_the_page() {
    let cases: serde_json::Value = serde_json::from_str(include_str!("messages.json")).unwrap();
    let cases = cases.as_array().unwrap();
    assert!(cases.len() > 10);
    for case in cases {
        let message = read(&case["message"]);
        assert_eq!(serde_json::to_value(&message).unwrap(), case["message"]);
        for (language, expected) in case.as_object().unwrap().iter().filter(|(name, _)| *name != "message") {
            assert_eq!(Catalogue::named(language).unwrap().write(&message), expected.as_str().unwrap());
        }
    }
}

/// The message of JSON.
fn read(json: &serde_json::Value) -> TextMessage {
    use helgi_words::Value;
    let mut message = TextMessage::new(json["id"].as_str().unwrap().to_owned());
    for (name, value) in json.as_object().unwrap() {
        let name: &'static str = name.clone().leak();
        message = match value {
            _ if name == "id" => message,
            serde_json::Value::Object(own) if name == "own" => {
                own.iter().fold(message, |message, (code, text)| {
                    message.with_own(code.clone(), text.as_str().unwrap().to_owned())
                })
            }
            serde_json::Value::Object(_) => message.with(name, read(value)),
            serde_json::Value::Array(items) => message.with(name, items.iter().map(read).collect::<Vec<_>>()),
            serde_json::Value::Number(number) => message.with(name, Value::Number(number.as_u64().unwrap())),
            other => message.with(name, other.as_str().unwrap()),
        };
    }
    message
}
