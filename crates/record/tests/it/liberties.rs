//! PGN that is not what the standard wants, and means only one thing.

use crate::common::{games, moves};
use helgi_record::replay::{replay, rewrite};
use helgi_record::{GameResult, Glyph, Located, NodeId, PgnNotice, PgnReader, Record};
use helgi_rules::readable::Style;

fn located(text: &str) -> Vec<Located> {
    PgnReader::new(text.as_bytes()).map(Result::unwrap).collect()
}

/// The liberties taken with a text, which has no faults; what was read is written so that it reads back without any.
fn notices(text: &str) -> Vec<String> {
    let read = located(text);
    for game in &read {
        assert!(game.errors.is_empty(), "{text}: {:?}", game.errors);
        let again = &located(&game.record.to_string())[..];
        assert!(again.len() == 1 && again[0].record == game.record, "{text}: {}", game.record);
        assert!(again[0].notices.is_empty(), "{text}: {:?}", again[0].notices);
    }
    read.iter().flat_map(|game| &game.notices).map(PgnNotice::to_string).collect()
}

fn tag<'a>(record: &'a Record, name: &str) -> &'a str {
    record.tags.get(name).unwrap_or("none")
}

/// The moves of the only game as SAN; all are legal.
fn san(text: &str) -> String {
    let mut record = games(text).remove(0);
    let replayed = rewrite(&mut record, Style::San);
    assert!(replayed.wrong.is_empty(), "{text}: {:?}", replayed.wrong);
    assert_eq!(games(&record.to_string()), [record.clone()]);
    moves(&record).join(" ")
}

#[test]
fn games_without_moves_stay_games() {
    let events = |text: &str| -> Vec<(String, String, usize)> {
        assert!(located(text).iter().all(|game| game.errors.is_empty()), "{text}");
        let read = games(text);
        let of = |record: &Record| {
            (tag(record, "Event").to_owned(), tag(record, "White").to_owned(), record.len())
        };
        read.iter().map(of).collect()
    };
    let game = |event: &str, white: &str, plies| (event.to_owned(), white.to_owned(), plies);
    let first = "[Event \"A\"]\n[White \"x\"]\n[Result \"1-0\"]\n";
    let second = "[Event \"B\"]\n[White \"y\"]\n[Result \"0-1\"]\n\n1. e4 e5 0-1\n";
    for between in ["\n\n", "\n", "\n \t\n", "\r\n\r\n", "\n% remark\n", "\n{a comment}\n\n", ""] {
        let found = events(&format!("{first}{between}{second}"));
        assert_eq!(found, [game("A", "x", 0), game("B", "y", 2)], "{between:?}");
    }
    // The tags of the second begin with another than those of the first.
    let found = events("[White \"x\"]\n[Black \"z\"]\n\n[Event \"B\"]\n[White \"y\"]\n\n1. e4 *\n");
    assert_eq!(found, [game("?", "x", 0), game("B", "y", 1)]);
    // An empty line among the tags of one game.
    let found = events("[White \"x\"]\n\n[Event \"A\"]\n[Black \"z\"]\n\n1. e4 *\n");
    assert_eq!(found, [game("A", "x", 1)]);
    // Tags only, at the end of the file and throughout.
    let found = events(&format!("{second}\n{first}"));
    assert_eq!(found, [game("B", "y", 2), game("A", "x", 0)]);
    let found = events(&format!("{first}\n").repeat(605));
    assert_eq!(found.len(), 605);
    assert!(games(&format!("{first}\n").repeat(3)).iter().all(|game| game.result == GameResult::WhiteWins));
    // Lines: where each game stands.
    let lines: Vec<usize> = located(&format!("{first}\n{second}")).iter().map(|game| game.line).collect();
    assert_eq!(lines, [1, 5]);
}

#[test]
fn a_first_move_begins_a_game_without_tags() {
    let read = |text: &str| -> Vec<String> { games(text).iter().map(|game| moves(game).join(" ")).collect() };
    let number = "the number of a first move behind other moves, read as the beginning of the next game";
    // The line of the second game, and the moves of both.
    for (text, line, expected) in [
        ("1. e4 e5 2. Nf3\n\n1. d4 d5\n", 3, ["e4 e5 Nf3", "d4 d5"]),
        ("1. e4 e5 2. Nf3\r\n\r\n\r\n1.d4 d5\r\n", 4, ["e4 e5 Nf3", "d4 d5"]),
        ("1. e4\n \t\n1. d4 d5", 3, ["e4", "d4 d5"]),
        ("1 e4 e5\n\n1 d4 d5", 3, ["e4 e5", "d4 d5"]),
        ("e4 e5\n\n1. d4 d5", 3, ["e4 e5", "d4 d5"]),
        ("1.\ne4\ne5\n\n1.\nd4\nd5", 5, ["e4 e5", "d4 d5"]),
        // Nothing but lines between them.
        ("1. e4 e5 2. Nf3\n1. d4 d5\n", 2, ["e4 e5 Nf3", "d4 d5"]),
        ("1. e4 e5\n1. d4 d5\n", 2, ["e4 e5", "d4 d5"]),
        ("1 e4 e5 2 Nf3\n1 d4 d5\n", 2, ["e4 e5 Nf3", "d4 d5"]),
        // Of a single move the rules tell whose the next one can be.
        ("1. e4\n1. d4 d5\n", 2, ["e4", "d4 d5"]),
        ("1 e4\n1 nf3! d5", 2, ["e4", "nf3 d5"]),
        ("1. e4 (1. c4\n\n1... c5) e5 {a\n\nb}\n\n1. d4 d5", 7, ["e4 e5", "d4 d5"]),
        ("[White \"x\"]\n\n1. e4 e5\n\n1. d4 d5 *\n\n", 5, ["e4 e5", "d4 d5"]),
    ] {
        assert_eq!(notices(text), [format!("line {line}: {number}")], "{text}");
        assert_eq!(read(text), expected, "{text}");
    }
    assert_eq!(read("1. e4\n\n1. d4\n\n1. c4\n\n1. b4"), ["e4", "d4", "c4", "b4"]);
    // With tags or a result nothing is guessed, and nothing said.
    for text in [
        "1. e4 e5 *\n\n1. d4 d5 *",
        "[White \"x\"]\n\n1. e4 e5\n\n[Event \"b\"]\n\n1. d4 d5",
        "1. e4 e5 1-0\n1. d4 d5",
    ] {
        assert_eq!((notices(text), read(text)), (vec![], vec!["e4 e5".into(), "d4 d5".into()]), "{text}");
    }
    // One game: in comments, variations and remarks, before moves of Black, and where lines are numbered in another way.
    for text in [
        "1. e4 {so\n\n1. d4} e5 2. Nf3",
        "1. e4 e5 2. Nf3 (2. f4\n\n1. d4)",
        "1. e4\n\n1... e5\n\n2. Nf3",
        "1. e4\n\n1. ... e5\n\n2. Nf3",
        "1. e4\n1. e5\n2. Nf3",
        "1. e4\n\n1. e5\n\n2. Nf3",
        "1 e4\n\n1 e5\n\n2 Nf3",
        "1. e4\n\n1.e5{x} 2. Nf3",
        "0 e4 e5\n\n1 Nf3",
        "0 e4 e5\n1 Nf3",
        "1. e4\n{x}\n1... e5 2. Nf3",
        "1. e4 e5 1. Nf3",
        "1. e4 e5\n; x\n% 1. d4\n\n2. Nf3\n\n1-0",
        "0. e4 e5\n\n1. Nf3",
        "0. e4 e5\n1. Nf3",
        "1. e4 e5 2. Nf3\n\n1/2",
    ] {
        assert_eq!(read(text), ["e4 e5 Nf3"], "{text}");
    }
    // One game that begins elsewhere, or is another game than chess.
    for (tag, text) in [
        ("FEN \"4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1\"", "1. e5\n\n1. e4 Kd7"),
        ("FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 40\"", "40. e4 Kd7\n1. e5"),
        ("Variant \"Tavreli\"", "1. Ee4 Dd5\n1. Ac4"),
    ] {
        assert_eq!(games(&format!("[{tag}]\n\n{text} *\n")).len(), 1, "{text}");
    }
    // A comment of a paragraph of its own belongs to what follows; the result of the tag is that of the first.
    let text = "[Result \"0-1\"]\n\n1. e4 e5\n{mine}\n\n{yours}\n1. d4 d5\n";
    let two = games(text);
    let comments = |game: &Record| game.node(NodeId::START).comments.clone();
    assert_eq!((comments(&two[0]), comments(&two[1])), (vec![], vec!["yours".to_owned()]));
    assert_eq!(two[0].node(two[0].last()).comments, ["mine"]);
    assert_eq!([two[0].result, two[1].result], [GameResult::BlackWins, GameResult::Unknown]);
    // Both lose, and another game follows.
    for text in ["[Result \"0-0\"]\n\n1. e4 e5 0-0\n\n1. d4 *", "[Result \"0-0\"]\n\n1. e4 e5 0-0\n1. d4 *"] {
        let two = games(text);
        assert_eq!(
            (read(text), tag(&two[0], "Result")),
            (vec!["e4 e5".into(), "d4".into()], "0-0"),
            "{text}"
        );
        assert_eq!(notices(text).len(), 2, "{text}");
    }
}

#[test]
fn malformed_tags_keep_their_values() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 7";
    for (text, name, value) in [
        ("[Event Foo]", "Event", "Foo"),
        ("[Event “Foo”]", "Event", "Foo"),
        ("[White \"a]", "White", "a"),
        ("[Event \"C:\\games\\\"]", "Event", "C:\\games\\"),
        ("[SetUp 1]", "SetUp", "1"),
        ("[Event \"Foo\"", "Event", "Foo"),
        ("[Event \"Foo\n  bar\"]", "Event", "Foo bar"),
        ("[White Elo \"2000\"]", "WhiteElo", "2000"),
        ("[Event: \"Foo\"]", "Event", "Foo"),
    ] {
        let text = format!("{text}\n[Black \"z\"]\n\n1. e4 *");
        let said = notices(&text);
        assert_eq!(said.len(), 1, "{text}: {said:?}");
        assert!(
            said[0].starts_with("line 1: tag ") && said[0].contains(&format!("read as {name}")),
            "{said:?}"
        );
        let record = games(&text).remove(0);
        assert_eq!((tag(&record, name), tag(&record, "Black"), record.len()), (value, "z", 1), "{text}");
    }
    for text in [
        format!("[FEN {fen}]"),
        format!("[FEN “{fen}”]"),
        format!("[FEN \"{fen}]"),
        format!("[FEN '{fen}']"),
        format!("[fen \"{fen}\"]"),
        format!("[Fen {fen}]"),
        format!("[FEN: \"{fen}\"]"),
        format!("[SetUp 1][FEN {fen}][White \"a] [Black \"b\"]"),
    ] {
        let text = format!("{text}\n\n7. O-O *");
        assert!(!notices(&text).is_empty(), "{text}");
        let record = games(&text).remove(0);
        assert_eq!(tag(&record, "FEN"), fen, "{text}");
        assert!(
            record.to_string().ends_with("\n7. O-O *\n\n") && replay(&record).wrong.is_empty(),
            "{record}"
        );
    }
    // Another tag has the name already.
    let both = games(&format!("[fen \"x\"]\n[FEN \"{fen}\"]\n\n7. O-O *")).remove(0);
    assert_eq!((tag(&both, "fen"), tag(&both, "FEN")), ("x", fen));
    // A game without result ends before them, too.
    let two = located("[White \"x\"]\n\n1. e4\n\n[Event Foo]\n[White y]\n\n1. d4");
    assert_eq!(two.iter().map(|game| tag(&game.record, "White")).collect::<Vec<_>>(), ["x", "y"]);
    assert_eq!(notices("[fen \"8\"]\n\n*"), ["line 1: tag `fen`, read as FEN"]);
    assert_eq!(
        notices("[Event Foo]\n\n*"),
        ["line 1: tag `[Event Foo]`, read as Event with the value `Foo`"]
    );
}

#[test]
fn a_result_in_the_tag_alone_counts() {
    let text = "[Result \"0-1\"]\n\n1. e4 e5\n\n[Result \"1/2\"]\n\n1. d4";
    assert_eq!(
        notices(text),
        [
            "line 1: no result behind the moves; the tag Result says 0-1",
            "line 5: no result behind the moves; the tag Result says 1/2-1/2",
            "line 5: result `1/2`, read as 1/2-1/2",
        ]
    );
    let read = games(text);
    assert!(read[0].to_string().ends_with("1. e4 e5 0-1\n\n") && replay(&read[0]).wrong.is_empty());
    assert_eq!((read[1].result, tag(&read[1], "Result")), (GameResult::Draw, "1/2-1/2"));
    // What contradicts itself still does.
    let contradiction = games("[Result \"0-1\"]\n\n1. e4 e5 *").remove(0);
    assert_eq!(replay(&contradiction).wrong[0].to_string(), "tag Result: `0-1`, but the moves end in *");
}

#[test]
fn penalties_are_kept_in_the_tag() {
    let moves = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5";
    let read = |tag_text: &str, behind: &str| {
        let text = format!("[Result \"{tag_text}\"]\n\n{moves} {behind}\n");
        let mut found = games(&text);
        assert_eq!(found.len(), 1, "{text}");
        (notices(&text), found.remove(0))
    };
    for (of_tag, behind, score) in [
        ("0-0", "0-0", "0-0"),
        ("0:0", "4. 0–0", "0-0"),
        ("0-0", "", "0-0"),
        ("1/2-0", "1/2-0", "1/2-0"),
        ("*", "½-0", "1/2-0"),
        ("?", "4. 0-1/2", "0-1/2"),
    ] {
        let (notices, record) = read(of_tag, behind);
        let expected =
            format!(", kept as {score} in the tag Result; read as *, since PGN has no such result");
        assert_eq!(notices.len(), 1, "{of_tag} {behind}: {notices:?}");
        assert!(notices[0].ends_with(&expected), "{of_tag} {behind}: {notices:?}");
        assert_eq!((record.len(), record.result, tag(&record, "Result")), (6, GameResult::Unknown, score));
        assert!(replay(&record).wrong.is_empty(), "{of_tag} {behind}");
        // It is written without a notice, and read again as the same.
        let text = record.to_string();
        assert!(text.ends_with(&format!("{moves} *\n\n")), "{text}");
        assert_eq!((self::notices(&text), games(&text)), (vec![], vec![record]));
    }
    // Comments stay, and what follows is another game.
    let text = "[Result \"0-0\"]\n\n0-0 {nobody came}\n\n[Event \"b\"]\n\n1. e4 *";
    let two = games(text);
    assert_eq!((two.len(), two[0].len(), two[1].len()), (2, 0, 1));
    assert!(two[0].to_string().contains("{nobody came} *"), "{}", two[0]);
    assert_eq!(notices(text)[0].split(',').next(), Some("line 3: result `0-0`"));
    // Castling: without the tag, with a result behind it, and in a variation.
    for (of_tag, behind, plies) in
        [("*", "0-0", 7), ("0-0", "0-0 *", 7), ("0-0", "0-0 0-0 0-0", 8), ("1-0", "0-0 1-0", 7)]
    {
        let (_, record) = read(of_tag, behind);
        assert_eq!(record.len(), plies, "{of_tag} {behind}");
        assert!(replay(&record).wrong.is_empty(), "{of_tag} {behind}");
    }
    let (_, varied) = read("0-0", "4. d3 (4. 0-0) 0-0");
    assert!(varied.to_string().ends_with("4. d3 (4. 0-0) *\n\n"), "{varied}");
    // Another result in the tag is a contradiction.
    let (_, other) = read("1-0", "1/2-0");
    assert_eq!(replay(&other).wrong[0].to_string(), "tag Result: `1-0`, but the moves end in *");
}

#[test]
fn results_in_other_forms() {
    for (text, result) in [
        ("1/2", GameResult::Draw),
        ("1:0", GameResult::WhiteWins),
        ("1–0", GameResult::WhiteWins),
        ("0—1", GameResult::BlackWins),
        ("0 - 1", GameResult::BlackWins),
        ("0.5-0.5", GameResult::Draw),
        ("½–½", GameResult::Draw),
        ("1/2 - 1/2", GameResult::Draw),
    ] {
        for game in [
            format!("1. e4 e5 {text}"),
            format!("1. e4 e5 2.{text}\n\n"),
            format!("[Result \"{text}\"]\n\n1. e4 e5 {text} {{so}}"),
            format!("[Result \"{text}\"]\n\n1. e4 e5"),
        ] {
            let read = games(&game);
            assert_eq!((read.len(), moves(&read[0])), (1, vec!["e4", "e5"]), "{game}");
            assert_eq!((read[0].result, tag(&read[0], "Result")), (result, result.text()), "{game}");
            assert!(replay(&read[0]).wrong.is_empty(), "{game}");
        }
    }
    assert_eq!(notices("1. e4 1:0"), ["line 1: result `1:0`, read as 1-0"]);
    assert_eq!(moves(&games("1. e4 (1. d4 1:0) e5 1-0")[0]), ["e4", "e5"]);
}

#[test]
fn moves_as_books_and_programs_write_them() {
    for (text, expected) in [
        ("1. ♙e4 e5 2. ♘f3 ♞c6 3. ♗b5 *", "e4 e5 Nf3 Nc6 Bb5"),
        ("1. ♘\u{fe0e}f3 ♞\u{fe0f}f6 *", "Nf3 Nf6"),
        ("1. N\u{200b}f3 \u{200e}Nf6\u{200f} 2.\u{2060}g3 *", "Nf3 Nf6 g3"),
        ("1.\u{a0}e4\u{202f}e5 *", "e4 e5"),
        ("1. e2–e4 e7—e5 2. Ng1−f3 *", "e4 e5 Nf3"),
        ("1. e4 d5 2. e:d5 Q:d5 3. Nc3 Qa5 *", "e4 d5 exd5 Qxd5 Nc3 Qa5"),
        ("1. e4 d5 2. ed5: Q×d5 *", "e4 d5 exd5 Qxd5"),
        ("1. e4 a6 2. e5 d5 3. exd6ep *", "e4 a6 e5 d5 exd6"),
        ("1. e4 a6 2. e5 d5 3. exd6e.p. *", "e4 a6 e5 d5 exd6"),
        ("1. e4 a6 2. e5 d5 3. exd6 (e.p.) cxd6 *", "e4 a6 e5 d5 exd6 cxd6"),
        ("1. e4 a6 2. e5 d5 3. exd6 EP cxd6 *", "e4 a6 e5 d5 exd6 cxd6"),
        ("1. e4 (D) e5 (0:12) 2. Nf3(D) Nc6(1:02:03) *", "e4 e5 Nf3 Nc6"),
        ("1. f3 e5 2. g4 Qh4mate 0-1", "f3 e5 g4 Qh4#"),
        ("1. f3 e5 2. g4 Qh4‡ 0-1", "f3 e5 g4 Qh4#"),
    ] {
        assert_eq!(san(text), expected, "{text}");
    }
    for castling in ["O-O", "o-o", "OO", "oo", "0-0", "00", "O–O", "0—0", "О-О", "O-O+", "0-0!", "o‑o"]
    {
        let text = format!("[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n1. {castling} Ke7 *");
        assert_eq!(san(&text), "O-O Ke7", "{castling}");
    }
    for castling in ["O-O-O", "o-o-o", "OOO", "000", "0-0-0#", "O–O–O", "o—o—o", "0-0-0+", "ooo"] {
        let text = format!("[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n1. {castling} Ke7 *");
        assert_eq!(san(&text), "O-O-O Ke7", "{castling}");
    }
    for promotion in ["a8=q", "a8q", "a8(q)", "a8/q", "a8 (Q)", "a8=♕", "a8♛", "a7-a8=q+", "a8=Q (D)", "а8=Q"]
    {
        let text = format!("[FEN \"8/P6k/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. {promotion} Kg7 *");
        // The first letter of the last is Cyrillic: nobody knows which keyboard.
        if promotion.starts_with('a') {
            assert_eq!(san(&text), "a8=Q Kg7", "{promotion}");
        } else {
            assert!(!replay(&games(&text)[0]).wrong.is_empty());
        }
    }
}

#[test]
fn diagrams_and_clocks_are_kept() {
    let record = games("(D) 1. e4 (D) e5 (0:12) 2. Nf3 (N) Nc6 (=) (2... d6 (12s)) *").remove(0);
    let ids: Vec<NodeId> = record.main_line().collect();
    assert_eq!(record.node(NodeId::START).glyphs, [Glyph::DIAGRAM]);
    assert_eq!(record.node(ids[0]).glyphs, [Glyph::DIAGRAM]);
    assert_eq!(record.node(ids[1]).comments, ["0:12"]);
    assert_eq!(record.node(ids[2]).glyphs, [Glyph::NOVELTY]);
    assert_eq!(record.node(ids[3]).comments, ["(=)"]);
    assert!(record.to_string().contains("(2... d6 {12s}) *"), "{record}");
    assert_eq!(games(&record.to_string()), [record]);
    // In a game with such a piece it is one.
    let pawn = "[Variant \"tavreli\"]\n\n1. c1d2 *";
    assert_eq!(games(pawn).len(), 1);
}

#[test]
fn comments_before_the_tags_belong_to_the_game_behind_them() {
    let text = "{An opening\nfile}\n\n[Event \"A\"]\n[White \"x\"]\n\n1. e4 *\n\n{second}\n[Event \"B\"]\n{third}\n[White \
                \"y\"]\n\n1. d4 *\n";
    let read = games(text);
    assert_eq!(read.len(), 2);
    assert_eq!(read[0].node(NodeId::START).comments, ["An opening file"]);
    assert_eq!(read[1].node(NodeId::START).comments, ["second", "third"]);
    assert_eq!([tag(&read[0], "White"), tag(&read[1], "White")], ["x", "y"]);
    assert_eq!(located(text).iter().map(|game| game.line).collect::<Vec<_>>(), [1, 9]);
    // A comment behind the tags and an empty line is the whole of a game.
    assert_eq!(games("[Event \"A\"]\n\n{none}\n\n[White \"y\"]\n\n1. d4 *").len(), 2);
}

#[test]
fn texts_that_could_mean_two_things_are_refused() {
    // Two knights, and a bishop beside a pawn of the b-file: letters keep their case.
    for (fen, text) in [
        ("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "♘e4"),
        ("4k3/8/8/2p5/1P1B4/8/8/4K3 w - - 0 1", "b:d5"),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "OO"),
        ("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a8=k"),
        ("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a8"),
    ] {
        let record = games(&format!("[FEN \"{fen}\"]\n\n1. {text} *")).remove(0);
        assert_eq!(replay(&record).wrong.len(), 1, "{text}");
    }
}

#[test]
fn a_flood_of_faults_is_counted() {
    for (text, least) in [
        (format!("1. e4 *\n\n1. e4\n{}", format!("{}\n", "}".repeat(99)).repeat(20_000)), 1_980_000),
        ("(".repeat(1_000_000), 1_999_999),
        ("$ ".repeat(100_000), 100_000),
        ("[\n".repeat(100_000), 100_000),
        ("[a b\n".repeat(100_000), 99_999),
    ] {
        let read = located(&text);
        let last = read.last().unwrap();
        assert!(last.errors.len() == 100 && last.errors.count() >= least, "{}", last.errors.count());
    }
    // Liberties, too.
    let many: String = (0..100_000).map(|number| format!("[T{number} x]\n")).collect();
    assert_eq!(located(&many)[0].notices.count(), 100_000);
}
