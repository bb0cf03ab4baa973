//! Recorded games and the rules.

use crate::common::{games, moves};
use helgi_record::replay::{line_to, replay, rewrite};
use helgi_record::{PgnReader, Record};
use helgi_rules::games::GameId;
use helgi_rules::readable::Style;

#[test]
fn files_of_other_programs_are_read_and_checked() {
    let foreign = games(include_str!("../pgn/foreign.pgn"));
    let texts: Vec<String> = foreign.iter().map(|game| moves(game).join(" ")).collect();
    assert_eq!(texts, ["f3 e5 g4 Qh4#", "e4 e5 Nf3 Nf6", "K@a1 k@h8 C@d2 -- -- 0000"]);
    let reasons: Vec<Option<&str>> = foreign.iter().map(Record::reason).collect();
    let clocks = "xboard exit (Clocks: 299, 280)";
    assert_eq!(reasons, [Some("Black mates"), Some("engine2 loses on time"), Some(clocks)]);
    assert_eq!(foreign[2].game(), GameId::named("tactical"));

    let python = games(include_str!("../pgn/python-chess.pgn"));
    assert_eq!(python.len(), 10);
    assert_eq!(python[0].tags.get("Event"), Some("A \"quoted\" \\ event"));
    for record in foreign.iter().chain(&python) {
        let mut san = record.clone();
        let replayed = rewrite(&mut san, Style::San);
        assert_eq!(replayed.wrong, [], "{record}");
        // python-chess and helgi agree on SAN.
        if record.game() == Some(GameId::default()) {
            assert_eq!(&san, record);
        }
        for style in [Style::Lan, Style::Uci] {
            let mut other = record.clone();
            rewrite(&mut other, style);
            assert_eq!(replay(&other).moves, replayed.moves);
            rewrite(&mut other, Style::San);
            assert_eq!(other, san);
        }
    }
}

/// Moves in no usual spelling are read if they can mean one only, and a remark says so; the record is rewritten in SAN.
#[test]
fn moves_in_other_spellings_are_read_with_a_remark() {
    let text = "[FEN \"\"]\n\n1. E4 e5 2. nf3 (2. BC4 NF6) NC6 3. Bb5 *\n";
    let mut record = games(text).remove(0);
    let replayed = rewrite(&mut record, Style::San);
    assert_eq!(replayed.wrong, [], "{text}");
    let remarks: Vec<String> = replayed.remarks.iter().map(ToString::to_string).collect();
    let start = GameId::CHESS.info().start;
    assert_eq!(
        remarks,
        [
            format!("tag FEN: FEN field position: ``, read as `{start}`"),
            "move 1. (half-move 1): `E4`, read as `e4`, and 4 more of this kind".to_owned()
        ]
    );
    assert!(record.to_string().contains("1. e4 e5 2. Nf3 (2. Bc4 Nf6) 2... Nc6 3. Bb5 *"), "{record}");
    assert_eq!(line_to(&games(text)[0], games(text)[0].last()).unwrap().len(), 5);
    assert_eq!(games(text)[0].number(1), "1...");

    // A capital letter is a piece, as the standard has it.
    let takes = "[FEN \"4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1\"]\n\n";
    for (written, wire) in [("bc3", "b2c3"), ("Bc3", "d2c3")] {
        let replayed = replay(&games(&format!("{takes}1. {written} *\n"))[0]);
        assert_eq!(replayed.remarks, []);
        let played = replayed.moves.into_iter().flatten().next().unwrap();
        assert_eq!(GameId::CHESS.display(played).to_string(), wire);
    }
    let twice = wrong_of(&format!("{takes}1. BC3 *\n"));
    assert!(twice.contains("`BC3`, expected one move: it can mean Bxc3 bxc3"), "{twice}");
}

fn wrong_of(text: &str) -> String {
    let record = PgnReader::new(text.as_bytes()).next().unwrap().unwrap().record;
    replay(&record).wrong.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

#[test]
fn faults_of_a_game_are_named() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    assert_eq!(wrong_of(&format!("{mate} 0-1")), "");
    // A game without a result has no false one.
    assert_eq!(wrong_of(&format!("{mate} *")), "");
    let remarks = replay(&games(&format!("{mate} *"))[0]).remarks;
    assert_eq!(
        remarks.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["the game has no result, but the position at the end is 0-1 {Black mates}"]
    );
    assert_eq!(replay(&games(&format!("{mate} 0-1"))[0]).remarks, []);
    assert_eq!(replay(&games("1. e4 *")[0]).remarks, []);
    assert_eq!(
        wrong_of(&format!("{mate} 1-0")),
        "the result is 1-0, but the position at the end is 0-1 {Black mates}"
    );
    assert!(wrong_of(&format!("{mate} {{Stalemate}} 0-1")).starts_with("the reason is `Stalemate`"));
    assert_eq!(
        wrong_of("1. e4 e5 {Black mates} 0-1"),
        "the reason is `Black mates`, but the game could go on at its end"
    );
    assert_eq!(wrong_of("1. e4 e5 {Black resigns} 1-0"), "");
    assert_eq!(wrong_of("1. e4 e5 2. Ke3 *"), "move 2. (half-move 3): `Ke3`, expected a legal move");
    assert_eq!(wrong_of("1. e4 Ke6 *"), "move 1... (half-move 2): `Ke6`, expected a legal move");
    assert_eq!(
        wrong_of(&format!("{mate} 3. a3 0-1")),
        "move 3. (half-move 5): the game was over, 0-1 {Black mates}"
    );
    assert_eq!(wrong_of("[Result \"1-0\"]\n\n*"), "tag Result: `1-0`, but the moves end in *");
    assert_eq!(wrong_of("[PlyCount \"3\"]\n\n1. e4 *"), "tag PlyCount: `3`, but there are 1 half-moves");
    assert_eq!(
        wrong_of("[Variant \"shogi\"]\n\n*"),
        "tag Variant: `shogi`, expected a game that helgi plays"
    );
    assert!(wrong_of("[FEN \"8/8 w\"]\n\n*").starts_with("tag FEN: FEN field board"));
    // A threefold repetition that nobody claimed, and one that is a draw.
    let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    assert_eq!(wrong_of(&format!("{shuffle} 5. e4 *")), "");
    assert_eq!(wrong_of(&format!("{shuffle} {{Draw by repetition}} 1/2-1/2")), "");
}

#[test]
fn games_go_on_without_the_pieces_to_mate_with_a_remark() {
    let said = |moves: &str| {
        let record = games(&format!("[FEN \"7k/8/8/8/8/8/1r6/K7 w - - 0 60\"]\n\n60. {moves}")).remove(0);
        let replayed = replay(&record);
        let remarks: Vec<String> = replayed.remarks.iter().map(ToString::to_string).collect();
        let wrong: Vec<String> = replayed.wrong.iter().map(ToString::to_string).collect();
        (remarks.join("; "), wrong.join("; "))
    };
    let over = "the game was over, 1/2-1/2 {Draw by insufficient material}";
    for (moves, remarks, wrong) in [
        ("Kxb2 1/2-1/2", String::new(), String::new()),
        ("Kxb2 {Draw by insufficient material} 1/2-1/2", String::new(), String::new()),
        ("Kxb2 Kg7 61. Kb3 1/2-1/2", format!("move 60... (half-move 2): {over}"), String::new()),
        // Out of time, in a program that does not know the rule.
        ("Kxb2 Kg7 1-0", format!("move 60... (half-move 2): {over}"), String::new()),
        ("Kxb2 (60. Kxb2 Kg7 61. Kb3) 1/2-1/2", String::new(), String::new()),
        (
            "Kxb2 {Stalemate} 1/2-1/2",
            String::new(),
            "the reason is `Stalemate`, but the position at the end is 1/2-1/2 {Draw by insufficient material}"
                .to_owned(),
        ),
    ] {
        assert_eq!(said(moves), (remarks, wrong), "{moves}");
    }
}

#[test]
fn wrong_moves_in_variations_are_named_and_all_else_is_kept() {
    let text = "1. e4 (1. d4 Ke6 2. c4 (2. g9)) e5 (1... c5 2. Nf3) (1... c6 2. Kf7) 2. Nf3 *";
    assert_eq!(
        wrong_of(text),
        "variation, move 1... (half-move 2): `Ke6`, expected a legal move; \
         variation, move 2. (half-move 3): `Kf7`, expected a legal move"
    );
    let mut record = games(text).remove(0);
    let before = record.clone();
    let replayed = rewrite(&mut record, Style::San);
    assert_eq!(record, before);
    // All moves but the two wrong ones and the two after the first of them.
    assert_eq!(replayed.moves.iter().flatten().count(), 7);
    rewrite(&mut record, Style::Uci);
    let texts: Vec<&str> = record.ids().map(|id| record.node(id).text()).collect();
    assert_eq!(texts.join(" "), "e2e4 d2d4 Ke6 c4 g9 e7e5 c7c5 g1f3 c7c6 Kf7 g1f3");
}

#[test]
fn null_moves_are_kept_and_remarked_on_where_they_were_played() {
    for text in ["--", "Z0", "0000", "--+", "—", "–", "null", "Pass", "@@@@"] {
        let remarks = |text: &str| {
            let replayed = replay(&games(text)[0]);
            assert!(replayed.wrong.is_empty(), "{text}: {:?}", replayed.wrong);
            replayed.remarks.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(remarks(&format!("1. e4 e5 (1... {text} 2. d4 d5 3. exd5) *")), [""; 0], "{text}");
        let one = "move 1... (half-move 2): a null move, which is kept";
        assert_eq!(remarks(&format!("1. e4 {text} 2. e5 d5 3. exd6 *")), [one]);
        let several = "move 1... (half-move 2): a null move, which is kept, as 2 more are";
        assert_eq!(remarks(&format!("1. e4 {text} 2. e5 {text} 3. d4 {text} *")), [several]);
        let mut record = games(&format!("1. e4 {text} *")).remove(0);
        let fault = rewrite(&mut record, Style::San).null_move().unwrap().to_string();
        assert_eq!(fault, "move 1... (half-move 2): a null move, expected a legal move");
        assert!(record.to_string().ends_with("1. e4 -- *\n\n"), "{record}");
    }
    // There is no pass out of check.
    assert!(wrong_of("1. f3 e5 2. g4 (2. h3 Qh4+ 3. --) *").contains("half-move 5"));
    assert!(wrong_of("1. f3 e5 2. h3 Qh4+ 3. -- *").contains("half-move 5"));
    let mut record = games("1. e4 e5 (1... Z0 2. d4) *").remove(0);
    rewrite(&mut record, Style::Uci);
    assert!(record.to_string().ends_with("1. e2e4 e7e5 (1... -- 2. d2d4) *\n\n"), "{record}");
}

/// A game may have a wrong move in each of a million variations.
#[test]
fn the_first_hundred_faults_are_listed() {
    let replayed = replay(&games(&format!("1. e4 {}Ke6 *", "(1. Kd6) ".repeat(5_000)))[0]);
    assert_eq!((replayed.wrong.len(), replayed.wrong.count()), (100, 5_001));
    // As they stand in the file.
    assert!(replayed.wrong.windows(2).all(|pair| pair[0].node() < pair[1].node()));
    assert!(replayed.wrong[0].to_string().starts_with("variation, move 1. (half-move 1): `Kd6`"));
}

#[test]
fn long_words_are_cut_where_they_are_named() {
    let long = "Q".repeat(1_000_000);
    for text in [
        format!("1. {long} *"),
        format!("[Variant \"{long}\"]\n\n*"),
        format!("[Result \"{long}\"]\n\n1. e4 1-0"),
        format!("[PlyCount \"{long}\"]\n\n1. e4 *"),
        format!("[FEN \"{long}\"]\n\n1. e4 *"),
        format!("[FEN \"{long} w - -\"]\n\n1. e4 *"),
        format!("[FEN \"8/8/8/8/8/8/8/8 w {long} -\"]\n\n1. e4 *"),
        format!("1. f3 e5 2. g4 Qh4# {{{long} wins on points {long}}} 0-1"),
    ] {
        let wrong = wrong_of(&text);
        assert!(!wrong.is_empty() && wrong.chars().count() < 400, "{} characters", wrong.chars().count());
    }
}

#[test]
fn a_line_leads_to_every_move() {
    let record = games("1. e4 (1. d4 d5) e5 2. Ke3 *").remove(0);
    let positions: Vec<Option<usize>> =
        record.ids().map(|id| line_to(&record, id).ok().map(|line| line.len())).collect();
    assert_eq!(positions, [Some(1), Some(1), Some(2), Some(2), None]);
}

#[test]
fn moves_are_found_as_people_write_them() {
    let san = |text: &str| {
        let mut record = games(text).remove(0);
        let replayed = rewrite(&mut record, Style::San);
        assert!(replayed.wrong.is_empty(), "{text}: {:?}", replayed.wrong);
        moves(&record).join(" ")
    };
    assert_eq!(
        san("1. e2-e4 g8-h6 2. e4-e5 d7d5+ 3. exd6 e.p. h6xg4 4. d6xc7 b8xd7 *"),
        "e4 Nh6 e5 d5 exd6 Ng4 dxc7 Nd7"
    );
    let promotion = "[FEN \"3n4/P3P3/8/8/k7/8/8/4K2R w K - 0 40\"]\n\n40. ";
    for (text, expected) in [
        ("a8(Q) Kb3 0-0 *", "a8=Q+ Kb3 O-O"),
        ("exd8(N) *", "exd8=N"),
        ("exd8/R *", "exd8=R"),
        ("a7-a8=B! *", "a8=B"),
        ("e7xd8Q+- *", "exd8=Q"),
        ("Ke1-f2 *", "Kf2"),
    ] {
        assert_eq!(san(&format!("{promotion}{text}")), expected, "{text}");
    }
    let book = games(include_str!("../pgn/book.pgn"));
    for record in &book {
        let mut san = record.clone();
        assert!(rewrite(&mut san, Style::San).wrong.is_empty(), "{record}");
        assert_eq!(games(&san.to_string()), [san]);
    }
    assert_eq!(book.len(), 2);
}
