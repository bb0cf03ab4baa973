//! PGN as it is written, and as others write it.

use crate::common::{games, moves};
use helgi_record::{
    Assessment, Colour, Evaluation, ExpectedScore, GameResult, Glyph, Located, MOST_FINDINGS, NodeId,
    PgnError, PgnNotice, PgnReader, ReadError, Record,
};
use helgi_rules::games::GameId;
use std::time::Duration;

fn errors(text: &str) -> Vec<String> {
    let games: Result<Vec<_>, ReadError> = PgnReader::new(text.as_bytes()).collect();
    games.unwrap().iter().flat_map(|game| &game.errors).map(PgnError::to_string).collect()
}

/// The moves of a game, as they are written.
fn body(text: &str) -> String {
    let written = games(text)[0].to_string();
    written.split_once("\n\n").unwrap().1.trim_end().to_owned()
}

#[test]
fn a_game_is_written_as_others_write_it() {
    let mut record = Record::new(GameId::default(), GameId::default().info().start);
    record.tags.set("GameDuration", "00:00:01");
    record.tags.set("White", "A \"B\" \\");
    record.tags.set("TimeControl", "1+0.01");
    let score = |score| {
        Some(Assessment { score: Some(score), depth: 12, time: Duration::from_millis(340) }.to_string())
    };
    record.push("f3", score(ExpectedScore::Centipawns(-25)));
    record.push("e5", score(ExpectedScore::Centipawns(5)));
    record.push("g4", score(ExpectedScore::Mate(-1)));
    record.push("Qh4#", score(ExpectedScore::Mate(1)));
    record.finish(GameResult::BlackWins, "Black mates");
    let expected = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A \"B\" \\"]
[Black "?"]
[Result "0-1"]
[TimeControl "1+0.01"]
[PlyCount "4"]
[GameDuration "00:00:01"]

1. f3 {-0.25/12 0.34s} e5 {+0.05/12 0.34s} 2. g4 {-M1/12 0.34s} Qh4# {+M1/12
0.34s} {Black mates} 0-1

"#;
    assert_eq!(record.to_string(), expected);
    assert_eq!(games(expected), [record]);

    let tavreli = GameId::named("tavreli").unwrap();
    let text = Record::new(tavreli, tavreli.info().start).to_string();
    assert!(text.contains("[Variant \"tavreli\"]\n[SetUp \"1\"]\n[FEN \"rnbqkbnr/tmadeamt/"), "{text}");
    let mut record = Record::new(GameId::default(), "4k3/8/8/8/8/8/8/4K2R b - - 0 7");
    record.push("Kd8", None);
    record.push("Kd2", None);
    assert!(record.to_string().ends_with("\n\n7... Kd8 8. Kd2 *\n\n"), "{record}");
}

/// As lichess exports games, and what pgn-extract 19-04 makes of the first.
#[test]
fn a_game_of_lichess_is_the_same_when_pgn_extract_has_written_it() {
    let (lichess, extract) = (include_str!("../pgn/lichess.pgn"), include_str!("../pgn/pgn-extract.pgn"));
    assert_eq!(errors(lichess), [""; 0]);
    assert_eq!(body(extract), body(lichess));
    let game = &games(lichess)[0];
    let blunder = game.main_line().nth(5).unwrap();
    assert_eq!(game.node(blunder).glyphs, [Glyph(4)]);
    assert_eq!(game.continuations(game.parent(blunder).unwrap()).count(), 2);
    assert!(body(lichess).contains("{[%eval #1] [%clk 0:02:50]} (3... g6 4. Qf3 Nf6 5. Ne2 {[%csl"));
}

#[test]
fn assessments_are_read_back() {
    for text in ["+0.25/12 0.34s", "-12.07/3 1.345s", "0.00/1 0.00s", "+M5/20 12.10s", "-M2/9 0.01s", "0.50s"]
    {
        assert_eq!(text.parse::<Assessment>().unwrap().to_string(), text);
    }
    let long: Assessment = "+1.00/15 1.321s, n=1250, sd=4".parse().unwrap();
    assert_eq!((long.score, long.depth), (Some(ExpectedScore::Centipawns(100)), 15));
    for text in ["", "book", "+0.25", "+0.25/x 1s", "White mates", "1/2 3", "+99999999999.00/1 1s", "1e300s"]
    {
        assert!(text.parse::<Assessment>().is_err(), "{text}");
    }
}

#[test]
fn commands_in_comments() {
    let text = "1. e4 {A pawn. [%eval 0.25,14] [%clk 1:02:03.4]} {[%csl Ga1,Rh8][%cal Be2e4,Ya10j10]} e5 {[%emt 0:00:07]\n\
                [%eval #-3]} *";
    let mut record = games(text).remove(0);
    let ids: Vec<NodeId> = record.main_line().collect();
    let (first, second) = (record.node(ids[0]), record.node(ids[1]));
    let judged = Evaluation { score: ExpectedScore::Centipawns(25), depth: Some(14) };
    assert_eq!((first.evaluation(), first.clock()), (Some(judged), Some(Duration::from_millis(3_723_400))));
    assert_eq!(first.words(), ["A pawn."]);
    let marks: Vec<String> = first.marks().iter().map(ToString::to_string).collect();
    assert_eq!(marks, ["Ga1", "Rh8", "Be2e4", "Ya10j10"]);
    assert_eq!(first.marks()[0].colour, Colour::Green);
    assert_eq!(second.time_taken(), Some(Duration::from_secs(7)));
    assert_eq!(second.evaluation(), Some(Evaluation { score: ExpectedScore::Mate(-3), depth: None }));

    let marks = first.marks();
    let node = record.node_mut(ids[0]);
    node.set_clock(Some(Duration::from_millis(59_050)));
    node.set_evaluation(None);
    node.set_marks(&marks[..2]);
    assert_eq!(node.comments, ["[%clk 0:00:59.05] [%csl Ga1,Rh8]", "A pawn."]);
    node.set_clock(None);
    node.set_marks(&[]);
    assert_eq!(node.comments, ["A pawn."]);
    for text in
        ["[%clk x]", "[%clk 1:2:]", "[%eval]", "[%eval e]", "[%csl Xa1,G]", "[%cal Ga1a]", "[%clk", "[%]"]
    {
        let record = games(&format!("1. e4 {{{text}}} *")).remove(0);
        let node = record.node(record.last());
        assert_eq!((node.clock(), node.evaluation(), node.marks()), (None, None, Vec::new()), "{text}");
    }
}

#[test]
fn games_are_read_as_people_write_them() {
    for (text, written) in [
        ("1. e4 2.100. e5 *", "1. e4 e5 *"),
        ("1.1.1.e4 2...e5 3.1-0", "1. e4 e5 1-0"),
        ("1.0000 0000 1.1/2-1/2", "1. 0000 0000 1/2-1/2"),
        (
            "1.e4!e5?? 2 . d4 ; a remark\r\n% skipped\r\n2...d5$14 *",
            "1. e4 $1 e5 $4 2. d4 {a remark} d5 $14 *",
        ),
        ("1. e4 e5 2. exd6 e.p. + 2... a8(Q) 3. Qd4+- a1=N *", "1. e4 e5 2. exd6 a8Q 3. Qd4 $18 a1=N *"),
        ("1. e4 ± e5 += 2. Nf3 N *", "1. e4 $16 e5 $14 2. Nf3 $146 *"),
        ("1. -- --+ 2. Z0 --# *", "1. -- --+ 2. Z0 --# *"),
        ("1. e4 (1. d4 1-0) (1. c4 {x}) {y} e5 1/2", "1. e4 {y} (1. d4 {1-0}) (1. c4 {x}) 1... e5 1/2-1/2"),
        ("1. e4 ({only} ) e5 *", "1. e4 {only} e5 *"),
        ("1. e4 e5 1-0 {White mates} ; at last", "1. e4 e5 {White mates} {at last} 1-0"),
        ("$11 1. e4 {} *", "$11 1. e4 {} *"),
        ("1. e4 ; a } brace\n 1... e5 *", "1. e4 ;a } brace\ne5 *"),
        ("1. e4 {a { brace} *", "1. e4 {a { brace} *"),
        ("{A long\n  comment}\n\n1. e4", "{A long comment} 1. e4 *"),
    ] {
        assert_eq!(body(text), written, "{text}");
        assert_eq!(body(&body(text)), written, "{text}");
    }
}

#[test]
fn variations_are_where_they_were() {
    let text = "1. e4 e5 ({first} 1... c5 $1 {good} 2. Nf3 (2. Nc3 Nc6 (2... e6) 3. g3) d6) (1... e6) 2. Nf3 \
                (2. f4 exf4) Nc6 *";
    let record = games(text).remove(0);
    assert_eq!(moves(&record), ["e4", "e5", "Nf3", "Nc6"]);
    let first = record.main_line().next().unwrap();
    let texts: Vec<&str> = record.continuations(first).map(|id| record.node(id).text()).collect();
    assert_eq!(texts, ["e5", "c5", "e6"]);
    let sicilian = record.continuations(first).nth(1).unwrap();
    let node = record.node(sicilian);
    assert_eq!((&node.before[..], &node.glyphs[..]), (&["first".to_owned()][..], &[Glyph::GOOD][..]));
    let order: Vec<&str> = record.ids().map(|id| record.node(id).text()).collect();
    assert_eq!(order.join(" "), "e4 e5 c5 Nf3 Nc3 Nc6 e6 g3 d6 e6 Nf3 f4 exf4 Nc6");
    assert_eq!(
        body(text).replace('\n', " "),
        "1. e4 e5 ({first} 1... c5 $1 {good} 2. Nf3 (2. Nc3 Nc6 (2... e6) 3. g3) 2... d6) (1... e6) 2. Nf3 (2. f4 \
         exf4) 2... Nc6 *"
    );
}

#[test]
fn the_tree_changes_as_it_is_told() {
    let mut record = games("1. e4 (1. d4 d5) (1. c4) e5 *").remove(0);
    let [e4, d4, c4] = record.continuations(NodeId::START).collect::<Vec<_>>()[..] else { panic!() };
    record.promote(c4);
    assert_eq!(record.continuations(NodeId::START).collect::<Vec<_>>(), [c4, e4, d4]);
    assert_eq!(moves(&record), ["c4"]);
    record.remove(e4);
    assert_eq!(record.continuations(NodeId::START).collect::<Vec<_>>(), [c4, d4]);
    assert_eq!((record.id(e4.index()), record.id(d4.index()), record.id(99)), (None, Some(d4), None));
    record.remove(c4);
    assert_eq!(moves(&record), ["d4", "d5"]);
    assert_eq!(record, games("1. d4 d5 *").remove(0));
    assert_ne!(record, games("1. d4 d5 2. c4 *").remove(0));
    assert_ne!(record, games("1. d4 d5! *").remove(0));
    assert_eq!(record.path(record.last()).len(), 2);
    record.remove(NodeId::START);
    assert_eq!(record.len(), 2);
}

#[test]
fn errors_name_the_line_and_the_rest_is_kept() {
    assert_eq!(
        errors("\n[Event]\n"),
        ["line 2: tag `[Event]`, expected a name and a value in quotes, as in `[Event \"?\"]`"]
    );
    let nameless = PgnReader::new("[Event]\n\n1. e4".as_bytes()).next().unwrap().unwrap();
    assert!(nameless.record.to_string().ends_with("\n\n{[Event]} 1. e4 *\n\n"), "{}", nameless.record);
    assert_eq!(errors("1. e4\n{never ends"), ["line 2: `{`, expected a `}` after it"]);
    assert_eq!(
        errors("1. e4\r\n\r\n((1. d4) *"),
        ["line 3: `(`, expected a move before it", "line 3: `(`, expected a `)` after it"]
    );
    assert_eq!(errors("1. e4 ) *"), ["line 1: `)`, expected a move, a comment or the result"]);
    assert_eq!(errors("1. e4 $ e5 $70000 *").len(), 2);
    assert_eq!(
        errors("[White \"A\"]\n[White \"B\"]\n\n*"),
        ["line 2: tag White: a second value, expected one"]
    );

    let mixed = "[Event oops]\n[White \"A\"]\n\n1. e4 {open\n\n[Event \"good\"]\n\n1. d4 *\n\n1. c4 1-0";
    let read: Vec<_> = PgnReader::new(mixed.as_bytes()).map(Result::unwrap).collect();
    let all: Vec<(usize, usize, Vec<&str>)> =
        read.iter().map(|game| (game.line, game.errors.len(), moves(&game.record))).collect();
    assert_eq!(all, [(1, 1, vec!["e4"]), (6, 0, vec!["d4"]), (10, 0, vec!["c4"])]);
    assert_eq!(read[0].record.node(read[0].record.last()).comments, ["open"]);
    assert_eq!(read[0].lines, [1, 4]);
    assert_eq!(PgnReader::new("\u{feff}% nothing\r\n\r\n".as_bytes()).count(), 0);
    assert_eq!(PgnReader::new("1. e4\n% x\n%y\n*".as_bytes()).next().unwrap().unwrap().escaped, 2);
}

#[test]
fn nesting_is_no_recursion() {
    let deep = format!("1. e4 {} {} e5 *", "e5 (e6 ".repeat(100_000), ")".repeat(100_000));
    let record = games(&deep).remove(0);
    assert_eq!(games(&record.to_string()), [record]);
}

/// The number of repetitions with which anything quadratic would not end.
const MANY: usize = 100_000;

#[test]
fn many_variations_of_one_move_take_their_time_only_once() {
    let mut record = games(&format!("1. e4 {}e5 *", "(1. d4) ".repeat(MANY))).remove(0);
    assert_eq!(record.continuations(NodeId::START).count(), 1 + MANY);
    assert_eq!(moves(&record), ["e4", "e5"]);
    assert_eq!(games(&record.to_string()), [record.clone()]);
    // The first of them goes each time.
    assert!(record.take_back() && record.take_back());
    assert_eq!((record.continuations(NodeId::START).count(), record.take_back()), (0, false));
}

#[test]
fn continuations_keep_their_order_whatever_goes() {
    let mut record = games("1. e4 (1. d4) (1. c4) *").remove(0);
    let [e4, d4, c4] = record.continuations(NodeId::START).collect::<Vec<_>>()[..] else { panic!() };
    let texts = |record: &Record| {
        let ids = record.continuations(NodeId::START);
        ids.map(|id| record.node(id).text().to_owned()).collect::<Vec<_>>().join(" ")
    };
    record.remove(c4);
    record.add(NodeId::START, "b4");
    assert_eq!(texts(&record), "e4 d4 b4");
    record.promote(record.continuations(NodeId::START).last().unwrap());
    record.add(NodeId::START, "a4");
    assert_eq!(texts(&record), "b4 e4 d4 a4");
    record.promote(e4);
    record.promote(e4);
    record.remove(e4);
    record.add(NodeId::START, "g4");
    assert_eq!(texts(&record), "b4 d4 a4 g4");
    record.continuations(NodeId::START).collect::<Vec<_>>().into_iter().for_each(|id| record.remove(id));
    assert_eq!((texts(&record).as_str(), record.id(d4.index())), ("", None));
    record.add(NodeId::START, "h4");
    assert_eq!(texts(&record), "h4");
}

#[test]
fn many_tags_take_their_time_only_once() {
    let tags: String = (0..MANY).map(|number| format!("[T{number} \"{number}\"]\n")).collect();
    let mut record = games(&format!("{tags}\n1. e4 *")).remove(0);
    assert_eq!(record.tags.get("T99999"), Some("99999"));
    assert_eq!(games(&record.to_string()), [record.clone()]);
    record.tags.set("T7", "seven");
    record.tags.remove("T6");
    let others: Vec<_> = record.tags.iter().skip(7 + 5).take(3).collect();
    assert_eq!(others, [("T5", "5"), ("T7", "seven"), ("T8", "8")]);
    assert_eq!((record.tags.get("T6"), record.tags.get("T9")), (None, Some("9")));
}

/// Each of them might be a tag, but has no name, or no end in the line.
#[test]
fn many_brackets_that_begin_no_tag_take_their_time_only_once() {
    for (bracket, end) in
        [("[a \"x ", ""), ("[a \"x\\\"] ", ""), ("[\"x ", "\"]"), ("[\"x\" ", "]"), ("[ ", "")]
    {
        let text = format!("1. e4 {}{end} e5 *", bracket.repeat(MANY));
        let game = PgnReader::new(text.as_bytes()).next().unwrap().unwrap();
        assert!(game.errors.count() >= MANY, "{bracket}: {}", game.errors.count());
        assert_eq!(game.errors.len(), MOST_FINDINGS);
    }
    // The next line is another one.
    let read: Vec<_> =
        PgnReader::new("1. e4 [a \"x\n[Event \"y\"]\n*".as_bytes()).map(Result::unwrap).collect();
    assert_eq!(read.len(), 2);
}

#[test]
fn zero_bytes_are_named_and_the_rest_is_read() {
    let text = "1. e4 *\n\n1. d4 \0\0d5\n\0\n{a\0b} *\n\0\0\n\n\0\0\n1. c4 *\n\n1. b\x004 *\n\0\0\0";
    let read: Vec<_> = PgnReader::new(text.as_bytes()).map(Result::unwrap).collect();
    let bodies: Vec<String> = read
        .iter()
        .map(|game| game.record.to_string().split_once("\n\n").unwrap().1.trim().to_owned())
        .collect();
    assert_eq!(bodies, ["1. e4 *", "1. d4 d5 {ab} *", "1. c4 *", "1. b4 *"]);
    let errors = read.iter().flat_map(|game| &game.errors).map(PgnError::to_string).collect::<Vec<_>>();
    assert_eq!(
        errors,
        [3, 11].map(|line| format!(
            "line {line}: a zero byte, expected text; the game's zero bytes are left out"
        ))
    );
}

/// As in files that were joined and each began with a mark.
#[test]
fn byte_order_marks_are_nothing() {
    let one = "\u{feff}[White \"A\"]\n\n1. e4 *";
    let expected = games(&one[3..]);
    for end in ["", "\n", "\n\n", "\r\n"] {
        let joined = format!("{one}{end}{one}{end}\u{feff}\u{feff}{one}{end}\u{feff}");
        let read = games(&joined);
        assert!(read.len() == 3 && read.iter().all(|game| *game == expected[0]), "{joined}");
    }
    assert_eq!(body("1. e4\n\u{feff}e5 {a\u{feff}b}\u{feff} *"), "1. e4 e5 {a\u{feff}b} *");
    let latin = [&b"\xef\xbb\xbf[White \"M\xfcller\"]\n\n*\n"[..]; 2].concat();
    let read: Vec<_> = PgnReader::new(&latin[..]).map(|game| game.unwrap().whole().unwrap()).collect();
    assert!(read.len() == 2 && read.iter().all(|game| game.tags.get("White") == Some("Müller")), "{read:?}");
}

#[test]
fn files_in_utf16_are_read_with_a_notice() {
    let text = "[White \"Ваня\"]\n\n1. e4 {𝄞}\n\ne5 *\n\n[White \"Müller\"]\n\n1. ♘f3 \0Nf6\n\n1. d4 *";
    let expected: Vec<_> = PgnReader::new(text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(expected.len(), 3);
    for end in ["\n", "\r\n", "\r"] {
        for order in [u16::to_le_bytes, u16::to_be_bytes] {
            let bytes: Vec<u8> =
                format!("\u{feff}{}", text.replace('\n', end)).encode_utf16().flat_map(order).collect();
            // In parts of any size, also half a unit.
            for size in [1, 2, 3, 64, 10_000] {
                let input = std::io::BufReader::with_capacity(size, &bytes[..]);
                let read: Vec<_> = PgnReader::new(input).map(Result::unwrap).collect();
                for (game, expected) in read.iter().zip(&expected) {
                    assert_eq!((&game.record, game.line), (&expected.record, expected.line));
                    assert_eq!(game.errors, expected.errors);
                }
                let notices =
                    |game: &Located| game.notices.iter().map(PgnNotice::to_string).collect::<Vec<_>>();
                assert_eq!(
                    notices(&read[0]),
                    ["line 1: a text in UTF-16, read as such; PGN is written in UTF-8"]
                );
                assert_eq!(read.iter().map(|game| game.notices.count()).collect::<Vec<_>>(), [1, 0, 1]);
                assert_eq!(read.len(), 3);
            }
        }
    }
    // Half a unit at the end, half a pair, and letters that could begin a mark.
    let names = |bytes: &[u8]| {
        games_of(bytes).iter().map(|game| game.tags.get("White").unwrap_or("").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(b"\xff\xfe[\0W\0h\0i\0t\0e\0 \0\"\0\0\xd8\"\0]\0\n\0*\0\n"), ["\u{fffd}"]);
    assert_eq!(names(b"\xff\n[White \"\xff\xfe\"]\n\n*").last().unwrap(), "ÿþ");
    assert_eq!(names(b"\xfe"), ["?"]);
    assert!(names(b"\xff\xfe").is_empty() && names(b"").is_empty());
}

fn games_of(bytes: &[u8]) -> Vec<Record> {
    PgnReader::new(bytes).map(|game| game.unwrap().record).collect()
}

#[test]
fn the_result_is_in_the_tags_too() {
    let tag = |text: &str| games(text)[0].tags.get("Result").unwrap().to_owned();
    assert_eq!(tag("[Event \"a\"]\n\n1. e4 1-0"), "1-0");
    assert_eq!(tag("[Result \"*\"]\n\n1. e4 1/2"), "1/2-1/2");
    assert_eq!(tag("1. e4 *"), "*");
    assert_eq!(tag("[Result \"?\"]\n\n1. e4 1-0"), "1-0");
    // The reader does not settle contradictions.
    assert_eq!(tag("[Result \"1-0\"]\n\n1. e4 0-1"), "1-0");
}

#[test]
fn files_that_are_no_text_end_with_the_line() {
    let last = |bytes: &[u8]| PgnReader::new(bytes).last().unwrap().unwrap_err().to_string();
    let zero = "line 1: a zero byte, expected text in UTF-8, Latin-1 or UTF-16 with a byte order mark";
    for bytes in [&b"\x7fELF\0\0\n1. e4 *"[..], b"1\0.\0 \0e\x004\0", b"\xff\xfe\0\x001\0\0\0"] {
        assert_eq!(last(bytes), zero);
    }
    let packed = |by: &str, command: &str| {
        format!("line 1: a file packed by {by}, expected text: unpack it first, as with `{command}`")
    };
    assert_eq!(last(b"\x28\xb5\x2f\xfd\x04\x58\0"), packed("zstd", "unzstd"));
    assert_eq!(last(b"\x1f\x8b\x08\x08\n1. e4 *"), packed("gzip", "gunzip"));
    assert_eq!(last(b"BZh91AY&SY\n"), packed("bzip2", "bunzip2"));
    let long = "x".repeat((16 << 20) + 1);
    assert_eq!(last(long.as_bytes()), "line 1: longer than 16 MiB, expected the lines of a PGN file");
    let endless = format!("[White \"A\"]\n\n1. e4 {{\n{}", "no end\n".repeat(10_000_000));
    assert!(last(endless.as_bytes()).starts_with("line 1: the game that begins here is longer than 64 MiB"));
    assert!(PgnReader::new(&b"\0\n*"[..]).nth(1).is_none());
}

#[test]
fn line_ends_and_letters_of_all_kinds() {
    let text = "[White \"Müller\"]\n\n1. e4 {“x”}\n% y\ne5 ; z\n*\n\n[White \"B\"]\n\n*\n";
    let expected = games(text);
    for end in ["\r\n", "\r"] {
        let games: Vec<_> = PgnReader::new(text.replace('\n', end).as_bytes()).map(Result::unwrap).collect();
        assert!(games.iter().zip(&expected).all(|(game, expected)| game.record == *expected));
        assert_eq!(games.iter().map(|game| game.line).collect::<Vec<_>>(), [1, 8], "{end:?}");
    }
    let bytes: Vec<u8> = text
        .chars()
        .map(|c| match c {
            '“' => 0x93,
            '”' => 0x94,
            c => u8::try_from(c).unwrap(),
        })
        .collect();
    let latin: Vec<Record> = PgnReader::new(&bytes[..]).map(|game| game.unwrap().record).collect();
    assert_eq!(latin, expected);
}
