//! Tests of positions that are spelt anew.

use super::*;
use crate::board::Side;
use crate::{FenError, Game, GameId};

#[test]
fn digits_in_a_row_fit_in_one_way_or_not_at_all() {
    for (row, files, fitting) in [
        ("11111111", 8, Some("8")),
        ("44", 8, Some("8")),
        ("1p21P2", 8, Some("1p3P2")),
        ("....p...", 8, Some("4p3")),
        ("--4pp", 8, Some("6pp")),
        // Fits as it stands.
        ("12", 12, None),
        // Ten squares, or one and none.
        ("10", 8, None),
        ("441", 8, None),
        ("44", 12, None),
        ("82", 10, Some("10")),
        ("73k", 11, Some("10k")),
        // Twelve and two, or three and eleven.
        ("12k11", 15, None),
        ("k(ab)33", 8, Some("k(ab)6")),
        ("+k61", 8, Some("+k7")),
        ("7é", 8, None),
        ("", 8, None),
        ("4(kk", 8, None),
    ] {
        assert_eq!(refitted(row, files).as_deref(), fitting, "{row}");
    }
    let long = "1".repeat(LONGEST + 1);
    assert_eq!(refitted(&long, 8), None);
    assert_eq!(refitted(&"1k".repeat(1900), 8), None);
}

#[test]
fn reserves_are_counted_out() {
    for (reserve, letters) in [
        ("2P,n", Some("PPn")),
        ("PN/pn", Some("PNpn")),
        ("3p", Some("ppp")),
        ("-", None),
        ("", None),
        ("2", None),
        ("0p", None),
        ("100p", None),
        ("P é", None),
    ] {
        assert_eq!(counted_out(reserve).as_deref(), letters, "{reserve}");
    }
}
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const BOARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// Reads a text of a game as a position, and the fields of its notices.
fn read(game: GameId, text: &str) -> Result<(String, Vec<&'static str>), FenError> {
    let (position, notices) = game.parse_lenient(text)?;
    Ok((position.fen(), notices.iter().map(|notice| notice.field).collect()))
}

#[test]
fn positions_in_unusual_spellings_are_read() {
    let texts: [(String, &[&str]); 47] = [
        (START.replace("/8/8/8/8/", "/11111111/44/8/62/"), &["board", "board", "board"]),
        (START.replace("/8/8/", "/......../--------/"), &["board", "board"]),
        (START.replace(" w ", " white "), &["side"]),
        (START.replace(" w ", " White "), &["side"]),
        (START.replace(" 0 1", " - -"), &["halfmove", "fullmove"]),
        (START.replace(" 0 1", " ? 1."), &["halfmove", "fullmove"]),
        (format!("{BOARD}/ w KQkq - 0 1"), &["board"]),
        (format!("/{BOARD} w KQkq - 0 1"), &["board"]),
        (format!("\"{START}\""), &["position"]),
        (format!("'{START}'"), &["position"]),
        (format!("“{START}”"), &["position"]),
        (format!("{START};"), &["position"]),
        (format!("[FEN \"{START}\"]"), &["position"]),
        (format!("FEN: {START}"), &["position"]),
        (format!("fen {START}"), &["position"]),
        (format!("position fen {START}"), &["position"]),
        ("startpos".to_owned(), &["position"]),
        (format!("({START})"), &["position"]),
        (format!("[{START}]"), &["position"]),
        (format!("{{{START}}}"), &["position"]),
        (format!("<{START}>"), &["position"]),
        (format!("[FEN {START}]"), &["position"]),
        (format!("fen \"{BOARD}\" w KQkq - 0 1"), &["position"]),
        (START.replace(' ', ", "), &["position"]),
        (START.replace(' ', "; "), &["position"]),
        (START.replace(' ', ";"), &["position"]),
        (START.replace('/', " / "), &["position"]),
        (START.replace('/', " "), &["board"]),
        (START.replace('/', "\n"), &["board"]),
        (START.replace("KQkq", "KQ kq"), &["castling"]),
        ("StartPos".to_owned(), &["position"]),
        (START.replace(' ', "_"), &["position"]),
        (START.replace(' ', "%20"), &["position"]),
        (START.replace(' ', "%20").replace('/', "%2F"), &["position"]),
        (START.replace(' ', ","), &["position"]),
        (START.replace('/', "\\"), &["board"]),
        (START.replace('/', "|"), &["board"]),
        (START.replace(' ', "  \t"), &[]),
        (START.replace(' ', "\u{a0}"), &[]),
        (format!("\u{feff}{START}\u{200b}"), &[]),
        (START.replace("KQkq", "kqKQ"), &[]),
        (START.replace("KQkq", "QKqk"), &[]),
        (START.replace("KQkq", "KQ/kq"), &["castling"]),
        (START.replace("KQkq", "K-Q-k-q"), &["castling"]),
        (START.replace(" 0 1", ""), &["halfmove"]),
        (format!("{BOARD} white KQkq"), &["side", "en-passant"]),
        (format!("\"{}\"", START.replace(" w ", " W ").replace(' ', "_")), &["position", "side"]),
    ];
    for (text, fields) in texts {
        assert_eq!(read(GameId::CHESS, &text), Ok((START.to_owned(), fields.to_vec())), "{text}");
    }
    let late = read(GameId::CHESS, &START.replace(" 0 1", " 10000 100000")).unwrap();
    assert_eq!(late, (START.replace(" 0 1", " 9999 9999"), vec!["halfmove", "fullmove"]));
    let black =
        read(GameId::CHESS, "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR BLACK KQkq D3 0 3").unwrap();
    assert_eq!(
        black,
        ("rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3".to_owned(), vec!["side"])
    );
}

#[test]
fn own_games_have_the_same_spellings() {
    let hand = "4k3/8/8/8/8/8/8/4K3";
    let rows: [(GameId, String, String, &[&str]); 6] = [
        (GameId::CRAZYHOUSE, format!("{hand} [Pn] w - - 0 1"), format!("{hand}[Pn] w - - 0 1"), &[]),
        (
            GameId::CRAZYHOUSE,
            format!("{hand}[2P,n] w - - 0 1"),
            format!("{hand}[PPn] w - - 0 1"),
            &["reserve"],
        ),
        (GameId::CRAZYHOUSE, format!("{hand}[P n] w - - 0 1"), format!("{hand}[Pn] w - - 0 1"), &[]),
        (
            GameId::TACTICAL,
            "4k3/11111111/44/8/3p4/8/3C4/4K3[N/p] white - - 0 9".to_owned(),
            "4k3/8/8/8/3p4/8/3C4/4K3[Np] w - - 0 9".to_owned(),
            &["board", "board", "reserve", "side"],
        ),
        (
            GameId::TAVRELI,
            "\"4k3/8/11111111/8/3(dR)4/8/4E12/4K3 white - - 0 1\"".to_owned(),
            "4k3/8/8/8/3(dR)4/8/4E3/4K3 w - - 0 1".to_owned(),
            &["position", "board", "board", "side"],
        ),
        (
            GameId::named("operational2").unwrap(),
            "runbsxhmouxhsnbur_2q1c2g3cgq3_17_89_17_3p13_2PPP12_4P66_17_2Q1C2G3CGQ3_RUNBSXHMOUXHSNBUR w"
                .replace('_', "|"),
            String::new(),
            &["board", "board", "board", "castling"],
        ),
    ];
    for (game, text, fen, fields) in rows {
        let (found, notices) = read(game, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(notices, fields, "{text}");
        assert!(fen.is_empty() || found == fen, "{text}: {found}");
    }
}

#[test]
fn spellings_with_two_meanings_or_none_are_refused() {
    for (text, field) in [
        (START.replace("/8/8/", "/10/8/"), "board"),
        (START.replace("/8/8/", "/441/8/"), "board"),
        (START.replace("/8/8/", "//8/"), "board"),
        (START.replace(" w ", " weiss "), "side"),
        (START.replace(" 0 1", " -1 1"), "halfmove"),
        (START.replace(" 0 1", " 0 99999999999"), "fullmove"),
        (format!("{BOARD}// w KQkq - 0 1"), "board"),
        ("\"\"".to_owned(), "board"),
        ("start position".to_owned(), "side"),
        ("_".repeat(3000), "board"),
        ("\"".repeat(1_000_000), "board"),
    ] {
        let error = read(GameId::CHESS, &text).unwrap_err();
        assert_eq!(error.field, field, "{}", &text[..text.len().min(90)]);
        assert!(error.to_string().len() < 200);
    }
}

#[test]
fn the_first_turn_is_read_in_any_spelling() {
    for (text, turn) in [
        (format!("\"{BOARD} black KQkq - 0 12\""), Some((Side::Black, 12))),
        (START.replace(" w ", " B ").replace(' ', "_"), Some((Side::Black, 1))),
        (START.replace(" 0 1", " 0 100000"), Some((Side::White, 9999))),
        (START.replace(" w ", " x "), None),
    ] {
        assert_eq!(super::super::lenient::turn(&text), turn, "{text}");
    }
}
