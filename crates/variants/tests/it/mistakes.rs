//! Reports on a file with mistakes: all of them at once, each with its line.

use helgi_variants::{Finding, load};

const GAMES: &str = include_str!("../mistakes/games.ini");
const REPORT: &str = include_str!("../mistakes/report.txt");

#[test]
fn every_mistake_is_reported_with_its_line() {
    let loaded = load(GAMES);
    let report: String = loaded.findings.iter().map(|finding| format!("{finding}\n")).collect();
    assert_eq!(report, REPORT);
    assert!(loaded.findings.iter().filter(|finding| finding.is_fatal()).count() >= 20);
}

#[test]
fn sound_games_load_beside_faulty_ones() {
    let loaded = load(GAMES);
    let names: Vec<&str> = loaded.games.iter().map(|game| game.name()).collect();
    assert_eq!(names, ["fine"]);
}

/// The lines of a text's findings, and the names of its games.
fn read(text: &str) -> (Vec<String>, Vec<&'static str>) {
    let loaded = load(text);
    let names = loaded.games.iter().map(|game| game.played().info().name).collect();
    (loaded.findings.iter().map(Finding::to_string).collect(), names)
}

/// A game that starts from one with mistakes has rules that nobody has read. It is not offered, and says why.
#[test]
fn a_game_falls_with_the_one_that_it_starts_from() {
    for wrong in [
        "libertyCapture = true",
        "castling = true # yes",
        "customPiece1 = a:[W?F",
        "castling",
        "promotionPieceTypes = x",
        "customPiece26 = z:W",
    ] {
        let text = format!(
            "[go-like:chess]\n{wrong}\n[child:go-like]\ntitle = x\n[grandchild:child]\n[other:chess]\ncastling = false\n"
        );
        let (lines, names) = read(&text);
        assert_eq!(names, ["other"], "{wrong}");
        let falls = "`go-like` has mistakes, and so the games that start from it are not offered";
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(lines[0].starts_with("2:") && lines[0].contains("error: [go-like] "), "{lines:?}");
        assert_eq!(lines[1], format!("3:8: refused: [child] `go-like`: {falls}"));
        assert_eq!(lines[2], format!("5:13: refused: [grandchild] `child`: {falls}"));
    }
}

/// A name that comes along does not stand in for a game of the file that cannot be read.
#[test]
fn a_game_does_not_start_from_another_one_of_the_name() {
    let (lines, names) = read("[shogi:nowhere]\n[mine:shogi]\ntitle = x\n");
    assert_eq!(names, [""; 0]);
    assert_eq!(
        lines[1],
        "2:7: refused: [mine] `shogi`: `shogi` has mistakes, and so the games that start from it are not offered"
    );
    let (lines, names) = read("[shogi\n[mine:shogi]\ntitle = x\n");
    assert_eq!((lines.len(), names), (2, vec![]));
}

/// The games that start from a game which lacks something, such as a start position, may add it.
#[test]
fn a_game_may_complete_the_one_that_it_starts_from() {
    let (lines, names) = read(
        "[small:chess]\nmaxRank = 6\nmaxFile = 6\n[smaller:small]\nstartFen = 2k3/6/6/6/6/3K2 w - - 0 1\ncastling = false\n",
    );
    assert_eq!(names, ["smaller"]);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("1:2: error: [small] startFen: "), "{lines:?}");
}

/// A first line of a section that cannot be read is no mistake of the game before it.
#[test]
fn a_broken_first_line_does_not_spoil_the_game_before_it() {
    for (broken, at, falls) in [
        ("[second:chess", "3:1: error: `[second:chess`, expected `]`", true),
        ("second:chess]", "3:1: error: `second:chess]`, expected `[`", true),
        ("[second second:chess]", "3:2: error: [second second] `second second`, expected", false),
        ("[]", "3:2: error: ``, expected", false),
        ("[second:chess] and more", "3:16: error: [second] `and more`, expected nothing", true),
    ] {
        let (lines, names) =
            read(&format!("[first:chess]\ncastling = false\n{broken}\ncastling = true\ncastling = false\n"));
        assert_eq!(names, ["first"], "{broken} {lines:?}");
        assert!(lines[0].starts_with(at), "{broken} {lines:?}");
        let (lines, names) =
            read(&format!("[first:chess]\n{broken}\ncastling = false\n[third:second]\n[fourth:first]\n"));
        assert_eq!(names, ["first", "fourth"], "{broken} {lines:?}");
        let says = lines.iter().any(|line| line.contains("refused: [third] `second`: `second` has mistakes"));
        assert_eq!(says, falls, "{broken} {lines:?}");
    }
}

/// In files of others the last of two values counts, as it does there. A key that only helgi has shows that a file was
/// written for it.
#[test]
fn a_key_twice() {
    let twice = "[a:chess]\nstalemateValue = loss\nstalemateValue = win\n";
    let loaded = load(twice);
    assert_eq!(
        loaded.findings[0].to_string(),
        "3:1: warning: [a] stalemateValue: `win`: it stands in line 2 already, with another value; the last counts"
    );
    assert_eq!(loaded.games[0].spec().stalemate, helgi_variants::Verdict::Win);
    let (lines, names) = read(&format!("{twice}[b:chess]\ntitle = B\n"));
    assert_eq!(names, ["b"]);
    assert_eq!(
        lines,
        [
            "3:1: error: [a] stalemateValue: `win`, expected each key once; it stands in line 2 already, with another value"
        ]
    );
    // A value goes on in the lines after the one that counts.
    let loaded =
        load("[a:chess]\npromotionRegionWhite = *7\ncastling = false\npromotionRegionWhite = *6\n  *7\n");
    let promotes = |rank| loaded.games[0].spec().promotion_region[0].has(0, rank);
    assert_eq!([5, 6, 7].map(promotes), [true, true, false]);
    // The same value twice is no more than a hint.
    let (lines, names) = read("[a:chess]\ncastling = false\ncastling = false\n");
    assert_eq!(
        (lines, names),
        (vec!["3:1: note: [a] castling: the same stands in line 2 already".to_owned()], vec!["a"])
    );
}

#[test]
fn a_slip_in_a_word_is_an_error_with_the_nearest_word() {
    let (lines, names) = read("[a:chess]\nmaterialCounting = janggy\n");
    assert!(names.is_empty());
    assert!(
        lines[0].starts_with("2:20: error: [a] materialCounting: `janggy`, expected one of"),
        "{lines:?}"
    );
    assert!(lines[0].ends_with("did you mean `janggi`?"), "{lines:?}");
}

/// The cannon of janggi is told from others by the pieces as they stand, which a look at moves before they are played
/// does not see.
#[test]
fn janggis_cannon_goes_with_no_pseudo_royal_piece() {
    let (lines, names) = read(
        "[a:chess]\njanggiCannon = c\nking = -\ncommoner = k\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true\n",
    );
    assert!(names.is_empty());
    assert_eq!(
        lines,
        ["6:25: error: [a] extinctionPseudoRoyal: `true`, expected no `janggiCannon` beside it"]
    );
}

/// The position of another board is no start.
#[test]
fn a_board_of_another_size_needs_a_start() {
    let (lines, _) = read("[small:chess]\nmaxRank = 6\nmaxFile = 6\n");
    assert!(lines[0].ends_with("; write a `startFen` of this board, which is 6x6"), "{lines:?}");
    let (lines, _) = read("[small:chess]\nmaxRank = 6\nstartFen = 8/8 w - - 0 1\n");
    assert!(!lines[0].contains("write a `startFen`"), "{lines:?}");
}

#[test]
fn synonyms_are_letters_that_no_piece_has() {
    for (value, column) in [("n:r", 17), ("x:h", 17), ("n:h b:h", 21), ("nh", 17), ("n:", 17), ("n:1", 17)] {
        let (lines, names) = read(&format!("[a:chess]\npieceSynonyms = {value}\n"));
        assert!(names.is_empty(), "{value}");
        assert!(
            lines[0].starts_with(&format!("2:{column}: error: [a] pieceSynonyms: ")),
            "{value} {lines:?}"
        );
    }
    // A piece that a later game adds wins over a synonym.
    let loaded = load("[a:chess]\npieceSynonyms = n:hs b:e\n[c:a]\narchbishop = h\nbishop = -\n");
    let c = loaded.specs.iter().find(|spec| spec.name == "c").unwrap();
    assert_eq!(c.other_letters(), [('S', 'N')]);
}

/// Nothing that a text can hold makes the reader panic.
#[test]
fn garbled_files_are_refused_and_no_more() {
    for cut in (0..GAMES.len()).filter(|&cut| GAMES.is_char_boundary(cut)).step_by(7) {
        let _ = load(&GAMES[..cut]);
        let swapped = format!("{}{}", &GAMES[cut..], &GAMES[..cut]);
        let _ = load(&swapped.replace('=', "= ="));
    }
    for text in
        ["[", "[]", "[:]", "[a:]", "=", "[a]\n=\n", "[a]\nk=\n", "[a:chess]\nstartFen =\n", "\u{feff}[ä]\n"]
    {
        let _ = load(text);
    }
}

/// Such games are played: other programs have them, and take the keys in silence.
#[test]
fn doubtful_keys_are_named() {
    let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    for (lines, warning) in [
        ("promotionRank = 9", "promotionRank: `9`: nothing of it is on the board, 8x8"),
        ("flagRegionWhite = *9", "flagRegionWhite: `*9`: nothing of it is on the board, 8x8"),
        ("dropRegionBlack = j1 j2", "dropRegionBlack: `j1 j2`: nothing of it is on the board, 8x8"),
        ("castlingKingsideFile = j", "castlingKingsideFile: `j`: nothing of it is on the board, 8x8"),
        (
            "mobilityRegionWhiteQueen = *9 *10",
            "mobilityRegionWhiteQueen: `*9 *10`: nothing of it is on the board, 8x8",
        ),
        (
            &format!("startFen = {chess}"),
            &format!(
                "startFen: `{chess}`: no castling rights, though king and rook stand where they castle; `KQkq` in place of \
                 `-` gives them"
            ),
        ),
    ] {
        let (found, names) = read(&format!("[a:chess]\n{lines}\n"));
        assert_eq!(names, ["a"], "{lines}");
        assert_eq!(found.len(), 1, "{lines}: {found:?}");
        let text = found[0].split_once(' ').unwrap().1;
        // The place of the value is named, too.
        assert!(found[0].starts_with("2:"), "{found:?}");
        assert_eq!(text, format!("warning: [a] {warning}"));
    }
    // Some rights, and those that could not be.
    let board = "r3k3/pppppppp/8/8/8/8/PPPPPPPP/4KR1R w - - 0 1";
    let (found, _) = read(&format!("[a:chess]\nstartFen = {board}\n"));
    assert!(found[0].ends_with("; `Kq` in place of `-` gives them"), "{found:?}");
    for lines in [
        "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w K - 0 1",
        "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\ncastling = false",
        "startFen = 1n1qk3/pppppppp/8/8/8/8/PPPPPPPP/1N1QK3 w - - 0 1",
        "startFen = r2kr3/pppppppp/8/8/8/8/PPPPPPPP/R2KR3 w - - 0 1",
        "promotionRank = 8",
        "flagRegionWhite = -",
        "flagRegionWhite = *8 *9",
        "dropRegionBlack = j*  h*",
        "mobilityRegionWhiteQueen = *8 *9",
        "maxRank = 9\nmaxFile = 9\nstartFen = 4k4/9/9/9/9/9/9/9/4K4 w - - 0 1\npromotionRank = 9\ncastlingKingsideFile = i",
    ] {
        let (found, names) = read(&format!("[a:chess]\n{lines}\n"));
        assert_eq!((found, names), (vec![], vec!["a"]), "{lines}");
    }
    // Only the game that says so is named, not those that start from it or from a larger one.
    let small =
        "maxRank = 6\nstartFen = rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\ncastling = false\n";
    let (found, _) =
        read(&format!("[a:chess]\n{small}[b:a]\nstalemateValue = loss\n[c:a]\npromotionRegionWhite = *8\n"));
    assert_eq!(found, ["8:24: warning: [c] promotionRegionWhite: `*8`: nothing of it is on the board, 8x6"]);
}
