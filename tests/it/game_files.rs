//! Games from files, as people use them: checked, counted, searched, played, and in a match.

use crate::program::run;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A game that nobody has seen: walls, a cannon, drops and a flag on nine files and ranks.
const GAMES: &str = "\
[walled]
title = Walled game
rules = The first king on the last rank wins.
url = https://example.org/walled
maxRank = 9
maxFile = i
startFen = r1c1k1c1r/9/2*3*2/p1p1p1p1p/9/P1P1P1P1P/2*3*2/9/R1C1K1C1R[Nn] w - - 0 1
king = k
rook = r
cannon = c
horse = n
soldier = p
promotionPieceTypes = -
castling = false
doubleStep = false
pieceDrops = true
capturesToHand = true
flagPiece = k
flagRegionWhite = *9
flagRegionBlack = *1
stalemateValue = loss

[broken:chess]
casteling = false
";

/// Writes the games into a file of this test's own.
fn file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, GAMES).unwrap();
    path
}

fn helgi(arguments: &[&str], input: &str) -> Output {
    run(Command::new(env!("CARGO_BIN_EXE_helgi")).args(arguments).env_remove("HELGI_GAMES"), input.as_bytes())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_file_is_checked() {
    let path = file("checked.ini");
    let name = path.to_str().unwrap();
    let checked = helgi(&["variants", "check", name], "");
    let expected = format!(
        "{name}:24:1: error: [broken] `casteling`, expected a key of this format; did you mean `castling`?\n\
         {name}: games that can be played: walled\n"
    );
    assert_eq!((text(&checked.stdout), checked.status.code()), (expected, Some(1)));
    let missing = helgi(&["variants", "check", "no-such.ini"], "");
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("no-such.ini"));
    assert!(
        text(&helgi(&["variants", "--keys"], "").stdout).contains("\n  castling (true or false; true): ")
    );
}

/// Hints are counted, and stand behind what is wrong, so that it can be seen.
#[test]
fn hints_are_one_line_behind_the_mistakes() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hints.ini");
    let sections =
        (0..40).map(|number| format!("[hinted{number}:chess]\npieceToCharTable = x\npocketSize = 2\n"));
    std::fs::write(&path, sections.collect::<String>() + "[chess]\nking = k\ncastling = maybe\n").unwrap();
    let name = path.to_str().unwrap();
    let count = "80 notes, which change nothing: pieceToCharTable 40, pocketSize 40; ";
    let checked = text(&helgi(&["variants", "check", name], "").stdout);
    let lines: Vec<&str> = checked.lines().collect();
    assert_eq!(lines.len(), 3, "{checked}");
    assert!(lines[0].contains("error: [chess] castling: `maybe`") && lines[1].contains(count), "{checked}");
    let listed = text(&helgi(&["variants", "check", "--notes", name], "").stdout);
    assert_eq!(listed.lines().filter(|line| line.contains(": note: [hinted")).count(), 80, "{listed}");
    let session = format!("setoption name VariantPath value {name}\nquit\n");
    let said = text(&helgi(&[], &session).stdout);
    assert_eq!(said.matches(": note: ").count(), 0, "{said}");
    assert!(said.contains(&format!("info string {name}: {count}")), "{said}");
}

/// Names with dashes, underscores and digits are the same word in every protocol, in records and on the command line.
/// Capital letters are made small.
#[test]
fn games_have_names_as_on_pychess() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("names.ini");
    let longest = "a".repeat(32);
    std::fs::write(
        &path,
        format!(
            "[my_game-2:chess]\ncastling = false\n[My_Own:MY_GAME-2]\ndoubleStep = false\n[{longest}:chess]\n"
        ),
    )
    .unwrap();
    let name = path.to_str().unwrap();
    let checked = helgi(&["variants", "check", name], "");
    let expected = format!(
        "{name}:3:2: warning: [my_own] `My_Own`: the game is called `my_own`: names have no capital letters\n\
         {name}: games that can be played: my_game-2 my_own {longest}\n"
    );
    assert_eq!((text(&checked.stdout), checked.status.code()), (expected, Some(0)));
    let counted = text(&helgi(&["--games", name, "perft", "my_game-2", "2"], "").stdout);
    assert!(counted.starts_with("Nodes searched: 400"), "{counted}");
    let session = format!(
        "setoption name VariantPath value {name}\nsetoption name UCI_Variant value My_Own\ngo perft 1\nquit\n"
    );
    let said = text(&helgi(&[], &session).stdout);
    assert!(said.contains("info string variant my_own files 8"), "{said}");
    assert!(said.contains("Nodes searched: 12"), "{said}");
    let session =
        format!("xboard\nprotover 2\noption VariantPath={name}\nnew\nvariant my_own\nping 1\nquit\n");
    let said = text(&helgi(&[], &session).stdout);
    assert!(said.contains("setup ") && !said.contains("Error"), "{said}");
    let record = "[Variant \"My_Own\"]\n[Result \"*\"]\n\n1. e3 e6 *\n";
    let read = helgi(&["--games", name, "pgn", "-"], record);
    assert_eq!(read.status.code(), Some(0), "{read:?}");
    for bad in ["my game", "my.game", "über", &"a".repeat(33)] {
        std::fs::write(&path, format!("[{bad}:chess]\ncastling = false\n")).unwrap();
        let checked = text(&helgi(&["variants", "check", name], "").stdout);
        let expected =
            "expected at most 32 lower-case letters, digits, dashes and underscores, as in `[my-game]`";
        assert!(checked.contains(&format!("1:2: error: [{bad}] `{bad}`, {expected}")), "{checked}");
    }
}

#[test]
fn commands_know_the_games_of_files() {
    let path = file("known.ini");
    let name = path.to_str().unwrap();
    let counted = |arguments: &[&str]| text(&helgi(arguments, "").stdout).lines().next().unwrap().to_owned();
    let expected = "Nodes searched: 7176";
    assert_eq!(counted(&["--games", name, "perft", "walled", "2"]), expected);
    assert_eq!(
        counted(&["--option", "Hash=1", &format!("--games={name}"), "perft", "walled", "2"]),
        expected
    );
    let mut by_variable = Command::new(env!("CARGO_BIN_EXE_helgi"));
    let output = run(by_variable.args(["perft", "walled", "2"]).env("HELGI_GAMES", &path), b"");
    assert!(text(&output.stdout).starts_with(expected), "{output:?}");
    assert!(text(&output.stderr).contains("did you mean `castling`?"));
    // Those that come along need no file.
    assert_eq!(counted(&["perft", "makruk", "3"]), "Nodes searched: 12012");
    assert!(text(&helgi(&["variants"], "").stdout).contains("makruk"));
    assert_eq!(helgi(&["perft", "walled", "2"], "").status.code(), Some(2));
}

#[test]
fn uci_reads_a_file_and_searches_its_game() {
    let path = file("uci.ini");
    let input = format!(
        "uci\nsetoption name VariantPath value {}\nsetoption name UCI_Variant value walled\n\
         position startpos moves e1e2 N@e5\nd\ngo depth 3\nquit\n",
        path.display()
    );
    let said = text(&helgi(&[], &input).stdout);
    assert!(said.contains("info string games loaded: walled\n"), "{said}");
    assert!(said.contains("did you mean `castling`?"), "{said}");
    assert!(
        said.lines().any(|line| line.starts_with("option name UCI_Variant") && line.contains(" var walled "))
    );
    assert!(said.contains("info string variant walled files 9 ranks 9"), "{said}");
    let fen = "Fen: r1c1k1c1r/9/2*3*2/p1p1p1p1p/4n4/P1P1P1P1P/2*3*2/4K4/R1C3C1R[N] w - - 0 2\n";
    assert!(said.contains(fen), "{said}");
    assert!(said.lines().any(|line| line.starts_with("bestmove ") && line != "bestmove 0000"), "{said}");
    let wrong = text(&helgi(&[], "setoption name VariantPath value no-such.ini\nquit\n").stdout);
    assert!(wrong.contains("info string error option VariantPath: no-such.ini: "), "{wrong}");
    let own = text(&helgi(&[], "setoption name UCI_Variant value makruk\ngo depth 2\nquit\n").stdout);
    assert!(own.contains("info string variant makruk") && own.contains("bestmove "), "{own}");
}

/// Games in which everything captures, or in which there are thousands of moves, are searched as deep as others.
#[test]
fn games_of_captures_and_of_many_moves_are_searched() {
    for (game, depth, most) in [("clobber10", 6, 1_000_000), ("amazons", 3, 1_000_000)] {
        let input = format!("setoption name UCI_Variant value {game}\nposition startpos\ngo depth {depth}\n");
        let said = text(&helgi(&[], &input).stdout);
        let last =
            said.lines().rfind(|line| line.starts_with(&format!("info depth {depth} "))).unwrap_or(&said);
        let nodes = last.split(" nodes ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<u64>().ok());
        assert!(nodes.is_some_and(|nodes| nodes < most), "{game}: {last}");
    }
}

#[test]
fn games_that_come_along_are_offered_and_played_in_matches() {
    let said = text(&helgi(&[], "uci\nquit\n").stdout);
    let offer = said.lines().find(|line| line.starts_with("option name UCI_Variant")).unwrap();
    let offered: Vec<&str> = offer.split(" var ").skip(1).collect();
    assert!(["chess", "tavreli", "makruk", "duck"].iter().all(|name| offered.contains(name)), "{offer}");
    assert!(offered.len() > 90, "{}", offered.len());
    let said = text(&helgi(&[], "xboard\nprotover 2\nnew\nvariant makruk\nping 1\nquit\n").stdout);
    assert!(said.contains("setup ") && !said.contains("Error"), "{said}");

    let engine = |name: &str| {
        ["-engine".to_owned(), format!("cmd={}", env!("CARGO_BIN_EXE_helgi")), format!("name={name}")]
    };
    let mut words: Vec<String> = vec!["match".to_owned()];
    words.extend(["a", "b"].iter().flat_map(|name| engine(name)));
    let rest = "-each nodes=200 -variant duck,makruk -rounds 1 -games 2 -maxmoves 6";
    words.extend(rest.split(' ').map(str::to_owned));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let played = helgi(&words, "");
    let said = text(&played.stdout) + &text(&played.stderr);
    assert_eq!(played.status.code(), Some(0), "{said}");
    assert!(!said.contains("illegal") && !said.contains("error"), "{said}");
}

/// A game that comes along is known only once it is named, and a net names its game.
#[test]
fn games_that_come_along_bring_their_nets_and_take_others() {
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/variants/nets/3check.net");
    let variant = "setoption name UCI_Variant value 3check";
    let evaluated = |options: &str| {
        let output = helgi(&[], &format!("{options}\nposition startpos moves e2e4\neval\nquit\n"));
        let said = text(&output.stdout);
        assert!(!said.contains("info string error"), "{said}");
        said.lines().find(|line| line.starts_with("Net ")).map(str::to_owned)
    };
    let own = evaluated(variant);
    assert!(own.is_some());
    assert_eq!(evaluated(&format!("setoption name EvalFile value {net}\n{variant}")), own);
    assert_eq!(evaluated(&format!("{variant}\nsetoption name EvalFile value none")), None);
}

/// Fewer checks to give are worth something, to a net as without one.
#[test]
fn checks_given_count() {
    let final_evaluation = |options: &str, checks: &str| -> f64 {
        let position =
            format!("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - {checks} 0 1");
        let input = format!("setoption name UCI_Variant value 3check\n{options}\n{position}\neval\nquit\n");
        let said = text(&helgi(&[], &input).stdout);
        let line = said.lines().find(|line| line.starts_with("Final evaluation")).expect(&said);
        line.split_whitespace().nth(2).and_then(|word| word.parse().ok()).expect(line)
    };
    for options in ["", "setoption name EvalFile value none"] {
        let [equal, ahead, won] = ["3+3", "2+3", "1+3"].map(|checks| final_evaluation(options, checks));
        assert!(equal + 0.3 < ahead && ahead + 0.3 < won, "{options}: {equal} {ahead} {won}");
    }
}

/// Lines of nothing but compulsory captures do not take all the time.
#[test]
fn compulsory_captures_leave_depth() {
    let input = "setoption name UCI_Variant value antichess\nposition startpos\ngo nodes 100000\nquit\n";
    let said = text(&helgi(&[], input).stdout);
    let depths =
        said.lines().filter_map(|line| line.strip_prefix("info depth ")?.split(' ').next()?.parse().ok());
    let depth: u32 = depths.max().expect(&said);
    // With all captures to the end of the quiescence search it is 4.
    assert!(depth >= 6, "{said}");
}

/// The queen may take the rook, and then Black's king goes to the hill: the leaves see such a step, with a net as without one.
#[test]
fn a_step_to_the_goal_is_seen_at_the_leaves() {
    for options in ["", "setoption name EvalFile value none\n"] {
        let position = "position fen 8/1r6/4k3/8/8/8/8/K6Q w - - 0 1";
        let input = format!(
            "setoption name UCI_Variant value kingofthehill\n{options}{position}\ngo depth 1\nquit\n"
        );
        let said = text(&helgi(&[], &input).stdout);
        let best = said.lines().find_map(|line| line.strip_prefix("bestmove ")).expect(&said);
        assert_ne!(best.split_whitespace().next(), Some("h1b7"), "{said}");
    }
}

#[test]
fn xboard_reads_a_file_and_plays_its_game() {
    let path = file("xboard.ini");
    let input = format!(
        "xboard\nprotover 2\naccepted highlight\noption VariantPath={}\nnew\nvariant walled\nsd 2\nusermove e1e2\nping 1\nquit\n",
        path.display()
    );
    let said = text(&helgi(&[], &input).stdout);
    assert!(said.contains("setup "), "{said}");
    assert!(!said.contains("Error"), "{said}");
}

/// S-Chess as XBoard sends and reads it: the letter of the piece that comes stands behind the move, for the rook's square behind
/// the rook's move onto the king (`ApplyMove` in `backend.c` of XBoard 4.9.1).
#[test]
fn s_chess_is_played_as_xboard_writes_it() {
    let played = |variant: &str, moves: &str, more: &str| {
        let input = format!(
            "xboard\nprotover 2\naccepted highlight\nnew\nvariant {variant}\nforce\n{moves}\nping 1\n{more}\nd\nquit\n"
        );
        let said = text(&helgi(&[], &input).stdout);
        let fen = said.lines().find_map(|line| line.split_once("Fen: ")).map(|(_, fen)| fen.to_owned());
        (fen, said)
    };
    let has = |(fen, said): (Option<String>, String), wanted: &str| {
        assert_eq!(fen.as_deref(), Some(wanted), "{said}")
    };
    has(
        played("seirawan", "usermove g1f3h\nusermove b8c6e", ""),
        "rebqkbnr/pppppppp/2n5/8/8/5N2/PPPPPPPP/RNBQKBHR[Eh] w KQBCDFkqcdfg - 2 2",
    );
    let castles = "setboard r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[HEhe] w KQkq - 0 1\n";
    for (moves, board) in [
        ("usermove e1g1h", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3HRK1[Eeh]"),
        ("usermove h1e1h", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R4RKH[Eeh]"),
        ("usermove e1c1", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/2KR3R[EHeh]"),
    ] {
        let (fen, said) = played("seirawan", &format!("{castles}{moves}"), "");
        let fen = fen.expect(&said);
        assert_eq!(fen.split(' ').next(), Some(board), "{moves}: {said}");
    }
    // XBoard asks what a piece becomes where a move is marked as a choice; a gate is chosen before.
    let (_, said) = played("seirawan", "lift g1", "put f3");
    assert!(said.contains("highlight 8/8/8/8/8/5Y1Y/8/8"), "{said}");
    assert!(!said.contains("choice"), "{said}");
    // With pieces shuffled it is announced, on XBoard's own rules.
    let (_, said) = played("s-eirawan9-60", "usermove b1c3h", "");
    assert!(said.contains("setup (PNBRQ..HEKpnbrq..hek) 8x8+"), "{said}");
    assert!(said.contains("_seirawan "), "{said}");
    assert!(!said.contains("Error") && !said.contains("Illegal"), "{said}");
}

#[test]
fn a_game_from_a_file_is_played_in_the_terminal() {
    let path = file("played.ini");
    let words = ["--games", path.to_str().unwrap(), "play", "walled", "--level", "1", "--no-record"];
    let played = helgi(&words, "e1e2\nquit\n");
    assert_eq!(played.status.code(), Some(0), "{played:?}");
    assert!(text(&played.stdout).contains("e2"), "{played:?}");
}

#[test]
fn its_rules_are_shown() {
    let path = file("rules.ini");
    let shown = text(&helgi(&["--games", path.to_str().unwrap(), "rules", "walled"], "").stdout);
    assert!(shown.starts_with("Walled game (walled), 9x9\n"), "{shown}");
    for part in ["The first king on the last rank wins.", "https://example.org/walled", "mRcpR", "XBetza"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

#[test]
fn two_engines_play_a_match_of_it() {
    let path = file("match.ini");
    let program = env!("CARGO_BIN_EXE_helgi");
    let command = |name: &str| format!("cmd={program} name={name}");
    let (one, two) = (command("one"), command("two"));
    let mut words = vec!["match", "-variants", path.to_str().unwrap(), "-variant", "walled"];
    let engine = |engine: &str| engine.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let (one, two) = (engine(&one), engine(&two));
    words.push("-engine");
    words.extend(one.iter().map(String::as_str));
    words.push("-engine");
    words.extend(two.iter().map(String::as_str));
    words.extend(["-each", "nodes=60", "option.Hash=1", "-rounds", "1", "-games", "2", "-maxmoves", "20"]);
    let output = helgi(&words, "");
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}{}", text(&output.stderr));
    assert!(said.contains("Finished match"), "{said}");
    assert_eq!(said.lines().filter(|line| line.starts_with("Finished game")).count(), 2, "{said}");
    assert!(!said.contains("illegal") && !said.contains("forfeit"), "{said}");
}

/// A game that only helgi's keys can say: holes, cannons that shoot, drops and a flag.
const CROSSFIRE: &str = "\
[crossfire]
title = Crossfire
rules = Chess on nine files and ranks with three holes in the middle. Cannons move as rooks and shoot up to two squares
  along ranks and files. Captured pieces change sides and are dropped. A king on the middle square of the enemy's first
  rank wins.
maxRank = 9
maxFile = i
holes = b5 e5 h5
startFen = rncbkbcnr/ppppppppp/9/9/1*2*2*1/9/9/PPPPPPPPP/RNCBKBCNR[] w - - 0 1
pawn = p
knight = n
bishop = b
rook = r
king = k
customPiece1 = c:mRxR2
pieceName = c:cannon
promotionRegionWhite = *9
promotionRegionBlack = *1
promotionPieceTypes = nbr
doubleStepRegionBlack = *8
castling = false
pieceDrops = true
capturesToHand = true
flagPiece = k
flagRegionWhite = e9
flagRegionBlack = e1
";

/// A folder of a test's own, with the file of the game.
fn crossfire(name: &str) -> (PathBuf, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("crossfire.ini");
    std::fs::write(&file, CROSSFIRE).unwrap();
    let file = file.to_str().unwrap().to_owned();
    (folder, file)
}

/// Runs a command with the games of a file, and expects success.
fn with_file(file: &str, words: &[&str], input: &str) -> String {
    let output = helgi(&[&["--games", file], words].concat(), input);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{words:?}: {said}");
    said
}

/// As in the browser, a piece whose moves are those of one or two of chess looks like them, and others are letters.
#[test]
fn known_pieces_are_drawn_as_such() {
    for (game, letters, is_there) in
        [("capahouse", "ACRKP", false), ("cwda-clobberers", "AD", true), ("cwda-clobberers", "KP", false)]
    {
        let drawn = text(&helgi(&["draw", game], "").stdout);
        for letter in letters.chars() {
            assert_eq!(drawn.contains(&format!(">{letter}</text>")), is_there, "{game}: {letter}");
        }
    }
    let letters = text(&helgi(&["draw", "capahouse", "--pieces", "letters"], "").stdout);
    assert!(letters.contains(">R</text>"));
}

/// Recorded games go through all commands, and only by the rules that they were played by.
#[test]
fn its_games_are_recorded_judged_and_drawn() {
    let (folder, file) = crossfire("crossfire-records");
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let pgn = "[Event \"x\"]\n[Variant \"crossfire\"]\n[Result \"*\"]\n\n1. d4 d6 2. Ng3 Ng7 3. e4 f6 *\n";
    std::fs::write(at("in.pgn"), pgn).unwrap();
    let checked = with_file(&file, &["pgn", &at("in.pgn"), "--to", "san", "-o", &at("out.pgn")], "");
    assert!(checked.contains("1 game, 0 wrong"), "{checked}");
    let judged = with_file(&file, &["analyze", &at("in.pgn"), "--nodes", "200"], "");
    assert!(judged.contains("d4"), "{judged}");
    with_file(&file, &["draw", "crossfire", "-o", &at("start.svg")], "");
    let picture = std::fs::read_to_string(at("start.svg")).unwrap();
    assert!(picture.starts_with("<svg") || picture.contains("<svg"), "no picture");
    with_file(&file, &["draw", &at("in.pgn"), "-o", &at("game.gif")], "");
    with_file(&file, &["book", &at("in.pgn"), "--min-games", "1", "-o", &at("crossfire.book")], "");
    assert!(std::fs::metadata(at("crossfire.book")).unwrap().len() > 0);

    // A match writes the fingerprint; other rules of the same name do not take the game.
    let program = env!("CARGO_BIN_EXE_helgi");
    let engine = |name: &str| ["-engine".to_owned(), format!("cmd={program}"), format!("name={name}")];
    let mut words: Vec<String> =
        ["match", "-variants", &file, "-variant", "crossfire"].into_iter().map(str::to_owned).collect();
    words.extend(engine("one"));
    words.extend(engine("two"));
    let rest =
        ["-each", "nodes=20", "option.Hash=1", "-rounds", "1", "-games", "2", "-maxmoves", "8", "-pgnout"];
    words.extend(rest.into_iter().map(str::to_owned));
    words.push(at("match.pgn"));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let played = helgi(&words, "");
    assert_eq!(played.status.code(), Some(0), "{}{}", text(&played.stdout), text(&played.stderr));
    let games = std::fs::read_to_string(at("match.pgn")).unwrap();
    assert!(games.contains("[Variant \"crossfire\"]\n[RulesFingerprint \""), "{games}");
    with_file(&file, &["pgn", &at("match.pgn")], "");
    let other = at("other.ini");
    std::fs::write(&other, CROSSFIRE.replace("c:mRxR2", "c:mRxR3")).unwrap();
    let refused = helgi(&["--games", &other, "pgn", &at("match.pgn")], "");
    let said = text(&refused.stdout) + &text(&refused.stderr);
    assert!(refused.status.code() != Some(0) && said.contains("tag RulesFingerprint: `"), "{said}");
    let renamed = at("renamed.ini");
    std::fs::write(&renamed, CROSSFIRE.replace("title = Crossfire", "title = Fire across")).unwrap();
    with_file(&renamed, &["pgn", &at("match.pgn")], "");
}

/// Self-play and training give a net, which is found beside the file.
#[test]
fn a_net_is_trained_for_it_and_found_beside_the_file() {
    let (folder, file) = crossfire("crossfire-net");
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let eval = "setoption name UCI_Variant value crossfire\nposition startpos moves d2d4\neval\nquit\n";
    let plain = with_file(&file, &[], eval);
    with_file(
        &file,
        &["datagen", "crossfire", "--games", "40", "--nodes", "20", "--seed", "4", "-o", &at("c.games")],
        "",
    );
    let net = at("crossfire.net");
    with_file(
        &file,
        &["train", "crossfire", &at("c.games"), "--hidden", "16", "--epochs", "2", "-o", &net],
        "",
    );
    let learned = with_file(&file, &[], eval);
    assert_ne!(plain, learned);
    // A net that is none is reported, and the game plays without it.
    std::fs::write(&net, "no net").unwrap();
    let broken = with_file(&file, &["perft", "crossfire", "1"], "");
    assert!(broken.contains("crossfire.net: ") && broken.contains("crossfire plays without it"), "{broken}");
}

/// XBoard plays it, by settings that tell the engine of the file and of the game, under a name in which XBoard finds
/// none of its own. What would go wrong on its board is refused.
#[test]
fn xboard_is_told_how_to_play_it() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join("xboard-settings.ini");
    std::fs::write(&path, "[fastatomic:atomic]\ncastling = false\n").unwrap();
    let file = path.to_str().unwrap();
    let settings = with_file(file, &["xboard-settings", "fastatomic", "--output", "-"], "");
    assert!(settings.contains("\n-variant fasta-tomic\n"), "{settings}");
    assert!(settings.contains(&format!(" --games {file} --option UCI_Variant=fastatomic ")), "{settings}");
    let input = "xboard\nprotover 2\naccepted highlight\nquit\n";
    let offered = with_file(file, &["--option", "UCI_Variant=fastatomic"], input);
    // Behind the built-in games and those that XBoard knows by itself.
    assert!(offered.contains(",twokings,fasta-tomic,"), "{offered}");

    for game in ["kyotoshogi", "chennis"] {
        let reason = "captured pieces by the rules of this game";
        let refused = helgi(&["xboard-settings", game, "--output", "-"], "");
        let said = text(&refused.stderr);
        assert_eq!((refused.status.code(), text(&refused.stdout).as_str()), (Some(2), ""), "{said}");
        assert!(said.contains(reason) && said.ends_with(&format!("helgi board {game}\n")), "{said}");
    }
}
