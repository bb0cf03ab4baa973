//! Positions and moves of USI, against numbers of other programs.

use helgi_protocol::dialect::usi::{fen_of_sfen, read_move, sfen_of_fen, write_move};
use helgi_protocol::dialect::{BoardSize, Dialect};
use helgi_protocol::uci::Command;
use helgi_rules::games::GameId;
use helgi_rules::internals::may_declare;
use helgi_rules::notation::{self, Notation};
use helgi_rules::{Game, Position};
use helgi_session::{SessionBudget, converse};
use helgi_variants::{RegisteredFile, library, load, register};

const SHOGI: BoardSize = BoardSize { files: 9, ranks: 9 };

fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

/// FNV-1a with 64 bits.
fn sum(text: &str) -> u64 {
    let step = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// python-shogi and cshogi have the same SFENs and the same moves.
#[test]
fn shogi_has_the_moves_of_other_programs() {
    helgi_variants::install_library();
    let shogi = GameId::named("shogi").unwrap();
    let mut count = 0;
    for row in rows(include_str!("../rows/usi-shogi.tsv")) {
        let [sfen, moves, hash] = row[..] else { panic!("{row:?}") };
        let position = shogi.parse(&fen_of_sfen(sfen).unwrap()).unwrap();
        assert_eq!(sfen_of_fen(&position.fen()).as_deref(), Some(sfen));
        let notation = Notation::of(&shogi);
        let mut texts: Vec<String> = Vec::new();
        for legal in position.legal_moves() {
            let text = write_move(notation.write(legal), SHOGI);
            let wire = read_move(&text, SHOGI).unwrap();
            assert_eq!(notation::read(&position, &wire.to_string()), Ok(legal), "{sfen}: {text}");
            texts.push(text);
        }
        texts.sort_unstable();
        let found = (texts.len().to_string(), format!("{:016x}", sum(&texts.join(" "))));
        assert_eq!(found, (moves.to_owned(), hash.to_owned()), "{sfen}: {texts:?}");
        count += 1;
    }
    assert_eq!(count, 403);
}

/// An SFEN with the pieces of its hands in the order of the alphabet: only shogi has a customary one.
fn in_any_order(sfen: &str) -> String {
    let mut fields: Vec<String> = sfen.split(' ').map(str::to_owned).collect();
    let mut hands: Vec<String> = Vec::new();
    let mut count = String::new();
    for letter in fields[2].chars() {
        count.push(letter);
        if !letter.is_ascii_digit() {
            hands.push(std::mem::take(&mut count));
        }
    }
    hands.sort_unstable();
    fields[2] = hands.concat();
    fields.join(" ")
}

/// pyffish writes the same SFENs for shogi's kin.
#[test]
fn shogis_kin_has_the_positions_of_another_program() {
    helgi_variants::install_library();
    let mut count = 0;
    for row in rows(include_str!("../rows/usi-sfens.tsv")) {
        let [game, fen, sfen] = row[..] else { panic!("{row:?}") };
        let game = GameId::named(game).unwrap();
        let position = game.parse(fen).unwrap();
        let written = sfen_of_fen(&position.fen()).unwrap();
        assert_eq!(in_any_order(&written), in_any_order(sfen), "{}", game.name());
        let written = game.parse(&fen_of_sfen(&written).unwrap()).unwrap();
        assert_eq!(written.key(), position.key(), "{}: {sfen}", game.name());
        // An SFEN does not count the moves without progress.
        let read = game.parse(&fen_of_sfen(sfen).unwrap()).unwrap();
        assert_eq!(read.key(), position.key(), "{}: {sfen}", game.name());
        count += 1;
    }
    assert_eq!(count, 84);
}

fn said(lines: &str) -> Vec<String> {
    helgi_variants::install_library();
    let budget = SessionBudget { nodes: 3000, megabytes: 1 };
    let text = String::from_utf8(converse(lines.as_bytes(), budget).unwrap()).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn a_client_of_usi_hears_usi_alone() {
    let lines = said("usi\nisready\nusinewgame\nposition startpos moves 7g7f 3c3d\ngo nodes 2000\nquit\n");
    assert!(lines.contains(&"option name USI_Hash type spin default 16 min 1 max 65536".to_owned()));
    assert!(lines.contains(&"option name USI_Ponder type check default false".to_owned()));
    let variants = lines.iter().find(|line| line.starts_with("option name USI_Variant ")).unwrap();
    assert!(
        variants.starts_with("option name USI_Variant type combo default shogi var shogi var minishogi ")
    );
    assert!(variants.contains(" var torishogi") && !variants.contains(" var chess "), "{variants}");
    assert!(lines.contains(&"usiok".to_owned()) && !lines.contains(&"uciok".to_owned()));
    for line in lines.iter().filter(|line| line.starts_with("info depth ")) {
        let pv = line.split(" pv ").nth(1).unwrap();
        assert!(pv.split(' ').all(|text| read_move(text, SHOGI).is_some()), "{line}");
    }
    let best = lines.iter().find(|line| line.starts_with("bestmove ")).unwrap();
    assert!(read_move(best.split(' ').nth(1).unwrap(), SHOGI).is_some(), "{best}");
}

#[test]
fn a_refusal_is_in_the_words_of_the_client() {
    for (lines, text) in [
        (
            "position startpos moves 7g7f 7g7f",
            "info string error position: move 2 `7g7f`, expected a legal move",
        ),
        (
            "position startpos moves e2e4",
            "info string error position: move `e2e4`, expected a move such as `7g7f`, `8h2b+` or `P*5e`",
        ),
        ("uci", "info string error uci: USI is spoken since `usi`, expected no other"),
        (
            "setoption name USI_Variant value chess",
            "info string error option USI_Variant: value `chess`, expected a game whose positions have an SFEN",
        ),
    ] {
        let lines = said(&format!("usi\n{lines}\n"));
        assert_eq!(lines.last().map(String::as_str), Some(text));
    }
    let lines = said("uci\nusi\n");
    let text = "info string error usi: UCI is spoken since `uci`, expected no other";
    assert_eq!(lines.last().map(String::as_str), Some(text));
}

/// Moves as people write them, with the squares of USI, and in its words again.
#[test]
fn readable_moves_are_read_and_named_as_usi_has_them() {
    let lines =
        said("usi\nposition startpos moves P-7f P3d 8h2b+ Sx2b\nposition startpos moves P7f P7e\nquit\n");
    assert_eq!(
        lines[lines.len() - 4..],
        [
            "info string position: move 1 `P-7f`, read as `7g7f`",
            "info string position: move 2 `P3d`, read as `3c3d`",
            "info string position: move 4 `Sx2b`, read as `3a2b`",
            "info string error position: move 2 `P7e`, expected a legal move",
        ]
    );
}

/// A search that runs when the client greets is answered before the game changes.
#[test]
fn a_greeting_waits_for_the_search() {
    let lines = said("go nodes 500\nusi\nd\nquit\n");
    let place = |text: &str| lines.iter().position(|line| line.starts_with(text)).unwrap();
    assert!(place("bestmove ") < place("id name "));
    let sfen = "Sfen: lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    assert_eq!(lines.last().map(String::as_str), Some(sfen));
}

#[test]
fn problems_of_mate_are_answered_by_the_line() {
    // A gold before the king, or two moves of a rook that a piece must be put between.
    for (sfen, answers) in [
        ("4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1", vec!["checkmate G*5b"]),
        ("4k4/9/9/9/9/9/9/9/4K4 b P 1", vec!["checkmate timeout"]),
    ] {
        let lines = said(&format!("usi\nposition sfen {sfen}\ngo mate 1000\n"));
        let last = lines.last().unwrap();
        assert!(answers.contains(&last.as_str()), "{sfen}: {last}");
    }
    let lines = said("usi\nposition sfen 4k4/9/9 b - 1\ngo mate 1000\n");
    assert_eq!(lines.last().map(String::as_str), Some("checkmate timeout"));
}

/// A side without moves has lost.
#[test]
fn mate_is_answered_by_resigning() {
    let lines = said("usi\nposition sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2\ngo depth 3\n");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove resign"));
    assert_eq!(Dialect::Usi.parse("gameover lose"), Ok(Command::Stop));
}

/// cshogi counts the same points.
#[test]
fn wins_by_an_entered_king_are_those_of_another_program() {
    helgi_variants::install_library();
    let shogi = GameId::named("shogi").unwrap();
    let mut counts = [0; 2];
    for row in rows(include_str!("../rows/usi-declarations.tsv")) {
        let [sfen, wins] = row[..] else { panic!("{row:?}") };
        let position = shogi.parse(&fen_of_sfen(sfen).unwrap()).unwrap();
        assert_eq!(may_declare(&position), wins == "yes", "{sfen}");
        counts[usize::from(wins == "yes")] += 1;
    }
    assert_eq!(counts, [60; 2]);
}

/// A win of White's entered king.
const ENTERED: &str = "2K6/9/9/9/9/9/3+n+b2+p1/+r+p+p+p+p+b3/1gk6 w 2G2S2N3L5Prg2snl8p 1";

/// A game that is built on shogi has the rule unless it says otherwise, and of those that come along shogi alone has it.
#[test]
fn a_win_is_declared_where_the_rule_is_set() {
    helgi_variants::install_library();
    let loaded = load("[heir-of-shogi:shogi]\n[undeclared-shogi:shogi]\nenteringKingRule = none\n");
    assert_eq!(loaded.findings, []);
    let declares = loaded.games.iter().map(|game| {
        let Ok(RegisteredFile::Plays(game)) = register(game) else { panic!("{}", game.name()) };
        may_declare(&game.parse(&fen_of_sfen(ENTERED).unwrap()).unwrap())
    });
    assert_eq!(declares.collect::<Vec<_>>(), [true, false]);
    let has_rule = |name: &&str| GameId::named(name).is_some_and(|game| game.info().declaration.is_some());
    let with_rule: Vec<&str> = library::names().into_iter().filter(has_rule).collect();
    assert_eq!(with_rule, ["shogi"]);
}

#[test]
fn a_win_is_declared_unless_the_option_is_off() {
    let sfen = ENTERED;
    for (option, go, answer) in [
        ("", "go depth 1", "bestmove win"),
        ("setoption name EnteringKingRule value CSARule27\n", "go byoyomi 10", "bestmove win"),
        ("setoption name EnteringKingRule value NoEnteringKing\n", "go depth 1", "bestmove "),
        ("", "go mate 100", "checkmate "),
    ] {
        let lines = said(&format!("usi\n{option}position sfen {sfen}\n{go}\n"));
        let last = lines.last().unwrap();
        let is_win = last == "bestmove win";
        assert!(last.starts_with(answer) && is_win == (answer == "bestmove win"), "{option}: {last}");
    }
    let lines = said("usi\nsetoption name EnteringKingRule value TryRule\n");
    let text = "info string error option EnteringKingRule: value `TryRule`, expected one of: NoEnteringKing, CSARule27";
    assert_eq!(lines.last().map(String::as_str), Some(text));
}
