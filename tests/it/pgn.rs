//! `helgi pgn`.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn helgi(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_helgi")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

fn data(name: &str) -> String {
    format!("{}/crates/record/tests/pgn/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// An empty folder of one test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("helgi-pgn-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn games_are_checked_and_converted() {
    let (foreign, python) = (data("foreign.pgn"), data("python-chess.pgn"));
    let (status, out, errors) = helgi(&["pgn", &foreign, &python]);
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{out}");
    assert!(
        out.contains("game 1, line 2: Alpha - Beta, chess, 4 half-moves, 0-1 {Black mates}: good\n"),
        "{out}"
    );
    assert!(out.ends_with("13 games, 0 wrong\n"), "{out}");
    assert_eq!(helgi(&["pgn", "-q", &foreign]), (Some(0), String::new(), String::new()));

    let (status, out, errors) = helgi(&["pgn", "--to", "uci", &foreign]);
    assert_eq!(status, Some(0), "{errors}");
    let out = out.replace('\n', " ");
    assert!(out.contains("1. f2f3 {book} e7e5") && out.contains("K@a1 K@h8"), "{out}");
    assert!(out.contains("(2. f2f4 e5f4 (2... d7d5 {a variation}))") && out.contains("g1f3 $1"), "{out}");
    assert!(out.contains("0000"), "{out}");
    assert!(errors.contains("3 games, 0 wrong, 3 written"), "{errors}");

    for arguments in [
        &["pgn"][..],
        &["pgn", "/no/such/file"],
        &["pgn", &foreign, "--to", "wxf"],
        &["pgn", &foreign, "--result", "2-0"],
        &["pgn", &foreign, "--position", "x"],
        &["pgn", &foreign, "--split", "2"],
    ] {
        assert_eq!(helgi(arguments).0, Some(2), "{arguments:?}");
    }
}

#[test]
fn a_dash_is_standard_output() {
    let folder = folder("dash");
    let run = |words: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_helgi"));
        let output = command.args(words.split(' ')).current_dir(&folder).output().unwrap();
        (output.status.code(), output.stdout, String::from_utf8(output.stderr).unwrap())
    };
    fs::write(folder.join("g.pgn"), "1. e2e4 *\n").unwrap();
    let (plain, dash) = (run("pgn g.pgn --to san"), run("pgn g.pgn --to san -o -"));
    let split = run("pgn g.pgn --split 1 -o -");
    // Elsewhere it is no output, and no file of this name either.
    for words in [
        "analyze g.pgn --nodes 100 --graph -",
        "datagen chess --games 1 -o -",
        "train chess g.pgn -o -",
        "tune chess g.pgn --write -",
    ] {
        let (status, _, errors) = run(words);
        assert!(errors.ends_with(": `-`, expected a file\n"), "{words}: {errors}");
        assert_eq!(status, Some(2), "{words}");
    }
    let files = fs::read_dir(&folder).unwrap().count();
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(dash, plain);
    assert!(String::from_utf8(dash.1).unwrap().contains("1. e4 *"));
    assert_eq!((split.0, split.2.as_str()), (Some(2), "helgi: -o: `-`, expected a file\n"));
    assert_eq!(files, 1);
}

#[test]
fn wrong_games_are_named_and_written_all_the_same() {
    let folder = folder("wrong");
    let (bad, new) = (folder.join("bad.pgn"), folder.join("new.pgn"));
    fs::write(&bad, "1. e2e4 (1. d2d4\nKd6) Ke6 *\n\n1. d4 {open\n").unwrap();
    let (bad, new) = (bad.to_str().unwrap(), new.to_str().unwrap());
    let (status, out, errors) = helgi(&["pgn", "--quiet", bad, "--to", "san", "--output", new]);
    let written = fs::read_to_string(new).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(status, Some(1));
    let expected = [
        "game 1, line 2: variation, move 1... (half-move 2): `Kd6`, expected a legal move",
        "game 1, line 2: move 1... (half-move 2): `Ke6`, expected a legal move",
        "game 2, line 4: `{`, expected a `}` after it",
    ];
    let said: Vec<&str> = out.lines().map(|line| line.split_once(", ").unwrap().1).collect();
    assert_eq!(said, expected, "{out}");
    assert_eq!(errors, "helgi: 2 of 2 games are wrong\n");
    assert!(written.contains("1. e4 (1. d4 Kd6) 1... Ke6 *\n"), "{written}");
    assert!(written.contains("1. d4 {open} *\n"), "{written}");
}

/// A mate without a result, zero bytes in one game, and no tag for the result: all is written.
#[test]
fn unusual_games_are_remarked_on_and_written() {
    let folder = folder("unusual");
    let (bad, new) = (folder.join("bad.pgn"), folder.join("new.pgn"));
    fs::write(&bad, "1. f3 e5 2. g4 Qh4 *\n\n[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n").unwrap();
    let (bad, new) = (bad.to_str().unwrap(), new.to_str().unwrap());
    let (status, out, errors) = helgi(&["pgn", bad, "--to", "san", "-o", new]);
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{out}");
    assert!(out.contains("0-1 {Black mates}: good\n"), "{out}");
    let remark = "game 1, line 1: the game has no result, but the position at the end is 0-1 {Black mates}\n";
    assert!(out.contains(remark), "{out}");
    let written = fs::read_to_string(new).unwrap();
    assert!(written.contains("1. f3 e5 2. g4 Qh4# *\n"), "{written}");
    assert!(written.contains("[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n"), "{written}");
    assert_eq!(helgi(&["pgn", "-q", bad]), (Some(0), String::new(), String::new()));

    fs::write(bad, b"1. e4 *\n\n1. d4 \0*\n\n1. c4 *\n\0\0").unwrap();
    let (status, out, _) = helgi(&["pgn", "-q", bad, "-o", new]);
    let written = fs::read_to_string(new).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(status, Some(1));
    assert!(
        out.ends_with("game 2, line 3: a zero byte, expected text; the game's zero bytes are left out\n"),
        "{out}"
    );
    assert_eq!(written.matches("[Event ").count(), 3, "{written}");
}

/// Moves that are spelt in no usual way are named with their lines, by every command that reads games, and written as others
/// read them.
#[test]
fn misspelt_moves_are_named_and_written_in_san() {
    let folder = folder("misspelt");
    let (bad, new) = (folder.join("bad.pgn"), folder.join("new.pgn"));
    fs::write(&bad, "[White \"A\"]\n\n1. e2-e4 e5\n2. nf3 NC6 (2... d6)\n3. qe2 a6 *\n").unwrap();
    let (bad, new) = (bad.to_str().unwrap(), new.to_str().unwrap());
    let remark = format!(
        "{bad}, game 1, line 4: move 2. (half-move 3): `nf3`, read as `Nf3`, and 2 more of this kind\n"
    );
    for more in [&["--to", "san"][..], &[]] {
        let (status, out, errors) = helgi(&[&["pgn", bad, "-o", new][..], more].concat());
        assert_eq!((status, errors.as_str()), (Some(0), ""), "{out}");
        assert!(out.contains(&remark), "{out}");
        let first = if more.is_empty() { "e2-e4" } else { "e4" };
        let moves = format!("\n\n1. {first} e5 2. Nf3 Nc6 (2... d6) 3. Qe2 a6 *\n");
        assert!(fs::read_to_string(new).unwrap().contains(&moves), "{more:?}");
    }
    // Without notices the same is written.
    let whole = fs::read_to_string(new).unwrap();
    assert_eq!(helgi(&["pgn", "-q", bad, "-o", new]), (Some(0), String::new(), String::new()));
    assert_eq!(fs::read_to_string(new).unwrap(), whole);
    let picture = folder.join("x.svg");
    let (status, _, errors) = helgi(&["draw", bad, "-o", picture.to_str().unwrap()]);
    let said = "game 1, move 2. (half-move 3): `nf3`, read as `Nf3`, and 2 more of this kind\n";
    assert!(status == Some(0) && errors.ends_with(said), "{errors}");
    let book = folder.join("x.book");
    for words in [
        &["book", bad, "--min-games", "1", "-o", book.to_str().unwrap()][..],
        &["puzzles", bad, "--nodes", "100"],
        &["analyze", bad, "--nodes", "100"],
    ] {
        let (status, _, errors) = helgi(words);
        assert_eq!(status, Some(0), "{words:?}: {errors}");
        assert!(errors.contains(&remark), "{words:?}: {errors}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// The fields that a position leaves out may be any.
#[test]
fn positions_are_found_by_what_they_give() {
    let folder = folder("given");
    let file = folder.join("games.pgn");
    let games = "[Variant \"crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nf3 *\n\n\
                 [Variant \"3check\"]\n\n1. e4 d5 2. Bb5+ c6 3. Bf1 *\n";
    fs::write(&file, games).unwrap();
    let count = |position: &str| {
        let (status, out, errors) = helgi(&["pgn", file.to_str().unwrap(), "--position", position]);
        assert_eq!(status, Some(0), "{errors}");
        assert!(!errors.contains("missing"), "{errors}");
        out.matches("[Event ").count()
    };
    let house = "rnb1kbnr/ppp1pppp/8/3q4/8/5N2/PPPP1PPP/RNBQKB1R";
    let checked = "rnbqkbnr/pp2pppp/2p5/3p4/4P3/8/PPPP1PPP/RNBQKBNR";
    for (position, expected) in [
        (house.to_owned(), 1),
        (format!("{house} b"), 1),
        (format!("{house} b KQkq - 1 3"), 1),
        (format!("{house}[Pp] b KQkq - 1 3"), 1),
        (format!("{house}[Pp]"), 1),
        (format!("{house}[Ppp]"), 0),
        (format!("{house}[] b KQkq - 1 3"), 0),
        (format!("{house} w"), 0),
        (format!("{house} b Kkq - 1 3"), 0),
        (checked.to_owned(), 1),
        (format!("{checked} b"), 1),
        (format!("{checked} b KQkq - 1 3"), 1),
        (format!("{checked} b KQkq - 2+3 1 3"), 1),
        (format!("{checked} b KQkq - 3+3 1 3"), 0),
    ] {
        assert_eq!(count(&position), expected, "{position}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn games_are_chosen_split_and_joined() {
    let folder = folder("chosen");
    let (foreign, python) = (data("foreign.pgn"), data("python-chess.pgn"));
    let count = |arguments: &[&str]| {
        let (status, out, errors) = helgi(&[&["pgn", &foreign, &python], arguments].concat());
        assert_eq!(status, Some(0), "{errors}");
        out.matches("[Event ").count()
    };
    assert_eq!(count(&["--game", "tactical"]), 1);
    assert_eq!(count(&["--game", "chess"]) + count(&["--game", "fischerandom"]), 12);
    assert_eq!(count(&["--result", "0-1"]) + count(&["--result", "1-0", "--max-plies", "4"]), 2);
    assert_eq!(count(&["--player", "alpha"]), 1);
    assert_eq!(count(&["--min-plies", "5", "--player", "ANN"]), count(&["--player", "ann"]));
    let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(count(&["--position", after]), 1);
    // Where nothing could be read nothing is written.
    let kept = folder.join("kept.pgn");
    fs::write(&kept, "precious").unwrap();
    let words = ["pgn", "/no/a.pgn", "/no/b.pgn", "-o", kept.to_str().unwrap()];
    assert_eq!(helgi(&words).0, Some(2));
    assert_eq!(fs::read_to_string(&kept).unwrap(), "precious");
    fs::remove_file(kept).unwrap();
    // A board alone: whoever is to move.
    assert_eq!(count(&["--position", after.split_once(' ').unwrap().0]), 1);
    assert_eq!(
        count(&["--position", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"]),
        count(&["--position", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"])
    );
    assert_eq!(helgi(&["pgn", &foreign, "--position", after, "--game", "tactical"]).0, Some(2));

    let joined = folder.join("all.pgn").display().to_string();
    assert_eq!(count(&["-o", &joined]), 0);
    let part = folder.join("part.pgn").display().to_string();
    let (status, out, _) = helgi(&["pgn", &joined, "--split", "6", "-o", &part]);
    assert_eq!(status, Some(0), "{out}");
    assert!(out.ends_with(&format!("13 games, 0 wrong, 13 written to {part}\n")), "{out}");
    let parts: Vec<String> = (1..=3)
        .map(|number| fs::read_to_string(folder.join(format!("part-{number}.pgn"))).unwrap())
        .collect();
    assert_eq!(parts.iter().map(|part| part.matches("[Event ").count()).collect::<Vec<_>>(), [6, 6, 1]);
    assert_eq!(parts.concat(), fs::read_to_string(&joined).unwrap());
    let left: Vec<_> = fs::read_dir(&folder).unwrap().collect();
    assert_eq!(left.len(), 4, "{left:?}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_file_that_cannot_be_read_does_not_end_the_run() {
    let folder = folder("unread");
    let at = |name: &str| folder.join(name).display().to_string();
    for (name, text) in
        [("a.pgn", &b"1. e4 *\n"[..]), ("bad.pgn", b"\x7fELF\0\n"), ("b.pgn", b"1. d4 Ke2 *\n")]
    {
        fs::write(at(name), text).unwrap();
    }
    let files = [at("a.pgn"), at("bad.pgn"), at("none.pgn"), at("b.pgn")];
    let [a, bad, none, b] = &files;
    let (status, out, errors) = helgi(&["pgn", a, bad, none, b, "-o", &at("new.pgn")]);
    assert_eq!(status, Some(1), "{errors}");
    assert!(errors.contains(&format!("helgi: {bad}, game 2, line 1: a zero byte")), "{errors}");
    assert!(errors.contains(&format!("helgi: {none}: ")), "{errors}");
    assert!(errors.ends_with("helgi: 1 of 2 games is wrong; 2 of 4 files could not be read\n"), "{errors}");
    assert!(out.ends_with(&format!("2 games, 1 wrong, 2 written to {}\n", at("new.pgn"))), "{out}");
    assert_eq!(fs::read_to_string(at("new.pgn")).unwrap().matches("[Event ").count(), 2);
    // Games on standard output.
    let (status, out, errors) = helgi(&["pgn", "-q", bad, a, "--to", "uci"]);
    assert!(errors.ends_with("helgi: 1 of 2 files could not be read\n"), "{errors}");
    assert!(status == Some(1) && out.contains("1. e2e4 *"), "{out}");
    // An input is not replaced by what could be read of it.
    let (status, _, errors) = helgi(&["pgn", a, bad, "-o", bad]);
    let expected = format!("helgi: -o: {bad} is read, and not all files could be: expected another file\n");
    assert!(status == Some(2) && errors.ends_with(&expected), "{errors}");
    assert_eq!(fs::read(bad).unwrap(), b"\x7fELF\0\n");
    // A single file is refused as before, and so are wrong options.
    assert_eq!(helgi(&["pgn", bad]).0, Some(2));
    let games = at("games.ini");
    fs::write(&games, "[mine:chess]\n").unwrap();
    let (status, out, _) = helgi(&["variants", "check", none, &games]);
    assert!(status == Some(1) && out.contains("none.pgn: ") && out.contains("can be played: mine"), "{out}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_file_is_whole_or_not_there() {
    let folder = folder("whole");
    let broken = folder.join("broken.pgn");
    fs::write(&broken, b"\x7fELF\0\n").unwrap();
    let (broken, new) = (broken.display().to_string(), folder.join("new.pgn").display().to_string());
    fs::write(&new, "old").unwrap();
    let (status, _, errors) = helgi(&["pgn", &broken, "-o", &new]);
    assert_eq!(status, Some(2));
    assert!(errors.contains("game 1, line 1: a zero byte, expected text"), "{errors}");
    assert_eq!(fs::read_to_string(&new).unwrap(), "old");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    let (status, _, errors) = helgi(&["pgn", &data("foreign.pgn"), "-o", "/no/such/folder/x.pgn"]);
    assert_eq!(status, Some(1));
    assert!(errors.contains("/no/such/folder/x.pgn: "), "{errors}");
    #[cfg(target_os = "linux")]
    {
        let (status, _, errors) = helgi(&["pgn", &data("foreign.pgn"), "-o", "/dev/full"]);
        assert_eq!(status, Some(1));
        assert!(errors.contains("/dev/full: No space left on device"), "{errors}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// The moves of the games of a text, a line each, without annotations.
fn bare(text: &str) -> Vec<String> {
    let games = helgi_record::PgnReader::new(text.as_bytes()).map(|game| game.unwrap().record);
    games
        .map(|record| format!("{} {}", record.moves().collect::<Vec<_>>().join(" "), record.result))
        .collect()
}

/// Games that XBoard 4.9.1 has saved of two copies of the program, and the moves that they were.
#[test]
fn games_saved_by_xboard_are_read() {
    for game in ["tavreli", "tactical", "chessbattle", "popular10", "shogi", "capahouse", "duck"] {
        let file = format!("{}/tests/pgn/xboard/{game}.pgn", env!("CARGO_MANIFEST_DIR"));
        let (status, out, errors) = helgi(&["pgn", &file, "--to", "uci"]);
        assert_eq!(status, Some(0), "{errors}");
        let expected = fs::read_to_string(file.replace(".pgn", ".moves")).unwrap();
        assert_eq!(bare(&out), expected.lines().collect::<Vec<_>>(), "{game}");
        assert!(!out.contains("VariantMen") && !out.contains("1000.0"), "{out}");
    }
}

#[test]
fn games_that_xboard_cannot_have_saved_are_refused() {
    let folder = folder("xboard");
    let file = folder.join("games.pgn");
    let saved = include_str!("../pgn/xboard/tavreli.pgn");
    for (from, to, message) in [
        ("Nf6#", "Nf5#", "line 25: saved by XBoard: half-move 2: `Nf5#`, expected a legal move"),
        ("9. R@f1#", "9. R@h4#", "saved by XBoard: half-move 17: `R@h4#`, expected what puts XBoard's board"),
        ("Nf6#", "Nf6c7d8h2#", "saved by XBoard: half-move 2: `Nf6c7d8h2#`, expected a legal move"),
        ("Nf6#", "e", "half-move 2: `e`, expected one such as `Nc6`, `P@d2`, `Dxe5-d4` or `--`"),
        (
            "[Variant \"tavreli\"]",
            "[Variant \"shogi\"]",
            "tag Variant: `shogi`, expected a game that helgi announces",
        ),
        ("rnbqkbnr/tmadeamt/8", "rnbqkbnr/tmadeamt/9", "tag FEN: position: FEN field board"),
    ] {
        fs::write(&file, saved.replacen(from, to, 1)).unwrap();
        let (status, out, _) = helgi(&["pgn", file.to_str().unwrap(), "--to", "uci"]);
        let errors = helgi(&["pgn", "-q", file.to_str().unwrap()]).1;
        assert_eq!(status, Some(1), "{errors}");
        assert!(errors.contains(message), "{message}: {errors}");
        // The game is there as it was.
        assert!(out.contains(to.split(' ').next_back().unwrap()), "{out}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// A game written for XBoard is as XBoard would have saved it: it reads back as the same moves.
#[test]
fn games_written_for_xboard_are_read_back() {
    let folder = folder("for-xboard");
    let file = folder.join("x.pgn");
    let file = file.to_str().unwrap();
    let saved = |game: &str| format!("{}/tests/pgn/xboard/{game}.pgn", env!("CARGO_MANIFEST_DIR"));
    let (status, out, errors) = helgi(&["pgn", &saved("tavreli"), "--for", "xboard", "-o", file]);
    assert_eq!(status, Some(0), "{out}{errors}");
    let written = fs::read_to_string(file).unwrap();
    // Every square of a half-move is there: XBoard does not know where pieces may go.
    assert!(written.contains("1. Qd1d2=U {-0.02/3} Ng8f6"), "{written}");
    assert!(written.contains("37. -- {+35.95/1} -- 38. Fc4f1=O -- 39. U@c4 Rd7d1=W"), "{written}");
    assert!(written.contains("[FEN \"rnbqkbnr/tmadeamt/8/8/8/8/TMADEAMT/RNBQKBNR w - - 0 1\"]"), "{written}");
    for game in ["tavreli", "shogi", "capahouse", "duck"] {
        let (status, out, errors) = helgi(&["pgn", &saved(game), "--for", "xboard", "-o", file]);
        assert_eq!(status, Some(0), "{out}{errors}");
        let (status, out, errors) = helgi(&["pgn", file, "--to", "uci"]);
        assert_eq!(status, Some(0), "{errors}");
        let expected = fs::read_to_string(saved(game).replace(".pgn", ".moves")).unwrap();
        assert_eq!(bare(&out), expected.lines().collect::<Vec<_>>(), "{game}");
    }

    // XBoard reads its own variants as everybody does.
    let chess = "[Variant \"chess960\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. O-O-O (1. Ra2) Ke7 *\n";
    fs::write(file, chess).unwrap();
    let (status, out, errors) = helgi(&["pgn", file, "--for", "xboard"]);
    assert_eq!(status, Some(0), "{errors}");
    assert!(
        out.contains("[Variant \"fischerandom\"]") && out.contains("1. O-O-O (1. Ra2) 1... Ke7"),
        "{out}"
    );
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn games_that_xboard_cannot_replay_are_not_written() {
    let folder = folder("not-for-xboard");
    let file = folder.join("games.pgn");
    let start =
        "[Variant \"tavreli\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Ra2 *\n";
    let battle =
        fs::read_to_string(format!("{}/tests/pgn/xboard/chessbattle.pgn", env!("CARGO_MANIFEST_DIR")));
    for (text, message) in [
        (start, "it begins at 4k3/8/8/8/8/8/8/R3K3 w - - 0 1; XBoard goes through games of"),
        (battle.unwrap().as_str(), "move 44. h3xh8: XBoard loses pieces that return to their square"),
        ("[Variant \"operational2\"]\n\n*\n", "not written for XBoard: "),
        ("[Variant \"tavreli\"]\n\n1. Ke5 *\n", "not written for XBoard: the game is wrong"),
    ] {
        fs::write(&file, text).unwrap();
        let (status, out, errors) = helgi(&["pgn", file.to_str().unwrap(), "--for", "xboard"]);
        assert_eq!((status, out.as_str()), (Some(1), ""), "{errors}");
        assert!(errors.contains(message), "{message}: {errors}");
    }
    let variation = "[Variant \"tavreli\"]\n\n1. Nf3 (1. Nc3) Nc6 (1... Nf6) *\n";
    fs::write(&file, variation).unwrap();
    let (status, out, errors) = helgi(&["pgn", file.to_str().unwrap(), "--for", "xboard"]);
    assert_eq!(status, Some(0), "{errors}");
    assert!(
        errors.contains("2 variations left out for XBoard") && out.contains("1. Ng1f3 Nb8c6 *"),
        "{out}{errors}"
    );
    fs::remove_dir_all(&folder).unwrap();
}
