//! `helgi play` keeps its games.

use crate::program;
use helgi_record::replay::replay;
use helgi_record::{GameResult, PgnReader, Record};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// An empty folder of one test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("helgi-play-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn start(folder: &Path, words: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_helgi"))
        .arg("play")
        .args(words.split_whitespace())
        .current_dir(folder)
        .env("XDG_DATA_HOME", folder.join("data"))
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Plays with these lines of input; returns the status and the output.
fn play(folder: &Path, words: &str, input: impl AsRef<[u8]>) -> (Option<i32>, String) {
    let mut child = start(folder, words);
    // A program that wants no input may have closed it.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap())
}

/// The games of a file, which are good by the rules.
fn games(path: &Path) -> Vec<Record> {
    let text = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let games = PgnReader::new(&text[..]).map(|game| game.unwrap().whole().unwrap());
    games.inspect(|record| assert_eq!(replay(record).wrong, [], "{record}")).collect()
}

fn moves(record: &Record) -> String {
    record.moves().collect::<Vec<_>>().join(" ")
}

#[test]
fn words_behind_a_command_are_carried_out_or_named() {
    let folder = folder("surplus");
    let input = "e4\nfen 4k3/8/8/8/8/8/8/4K3\nhint 5\nundo 2 3\nnew game\nd4\nnew no such game\nnew Tavreli\ne2e4\nquit now\n";
    let (status, said) = play(&folder, "chess --side both --record games.pgn", input);
    assert_eq!(status, Some(0), "{said}");
    for line in [
        "`4k3/8/8/8/8/8/8/4K3` does not belong behind `fen`; nothing was done.",
        "`5` does not belong behind `hint`; nothing was done.",
        "`3` does not belong behind `undo`; nothing was done.",
        "`no such game` is no game;",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    let games = games(&folder.join("games.pgn"));
    let played: Vec<(Option<&str>, String)> =
        games.iter().map(|game| (game.tags.get("Variant"), moves(game))).collect();
    assert_eq!(
        played,
        [(None, "e4".to_owned()), (None, "d4".to_owned()), (Some("tavreli"), "Ee4".to_owned())]
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn moves_are_typed_in_any_spelling() {
    let folder = folder("spellings");
    let input = "nf3\n1... E5\n2.e4!\nd7 d6\n(bc4)\na6\n o-o {safe} \nb5\nd4 exd4\nBC4\nquit\n";
    let (status, said) = play(&folder, "--side both --record games.pgn", input);
    assert_eq!(status, Some(0), "{said}");
    assert_eq!(moves(&games(&folder.join("games.pgn"))[0]), "Nf3 e5 e4 d6 Bc4 a6 O-O b5");
    for line in ["`nf3` was read as Nf3.", "`1... E5` was read as e5.", "`(bc4)` was read as Bc4."] {
        assert!(said.contains(line), "{line}: {said}");
    }
    assert!(said.contains("`d4 exd4` is more than one move, and nothing was played."), "{said}");
    assert!(!said.contains("`2.e4!`"), "{said}");

    let takes = ["--side", "both", "--no-record", "--fen", "4k3/8/8/8/8/2p5/1P1B4/4K3_white"];
    let (_, said) = play(&folder, &takes.join(" "), "bc3\nquit\n");
    assert!(said.contains("Which one? Bxc3 bxc3."), "{said}");
    assert!(said.contains("FEN field side: `white`, read as `w`"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_game_is_recorded_with_its_end() {
    let folder = folder("end");
    let file = folder.join("games.pgn");
    let (status, said) =
        play(&folder, "--side both --record games.pgn", "f3\ne5\na3\nundo\ng4\nQh4\nnew\nd4\nresign\nquit\n");
    assert_eq!(status, Some(0), "{said}");
    assert!(said.ends_with("The game is saved in games.pgn.\n"), "{said}");
    let recorded = games(&file);
    assert_eq!(recorded.iter().map(moves).collect::<Vec<_>>(), ["f3 e5 g4 Qh4#", "d4"]);
    assert_eq!((recorded[0].result, recorded[0].reason()), (GameResult::BlackWins, Some("Black mates")));
    assert_eq!((recorded[1].result, recorded[1].reason()), (GameResult::WhiteWins, Some("Black resigns")));
    assert_eq!(recorded[0].tags.get("White"), Some("Player"));
    assert_eq!(recorded[0].tags.get("PlyCount"), Some("4"));
    let first = recorded[0].main_line().next().unwrap();
    assert!(recorded[0].node(first).time_taken().is_some_and(|taken| taken < Duration::from_secs(60)));

    // A result that is taken back does not count.
    let (_, said) = play(&folder, "--side both --record games.pgn", "e4\ne5\nresign\nundo\nc5\nquit\n");
    let recorded = games(&file);
    assert_eq!(recorded.len(), 3);
    assert_eq!((moves(&recorded[2]).as_str(), recorded[2].result), ("e4 c5", GameResult::Unknown));
    assert_eq!((recorded[2].reason(), recorded[2].tags.get("PlyCount")), (None, None));
    assert!(
        said.ends_with("The game is saved in games.pgn; `helgi play --resume` continues it.\n"),
        "{said}"
    );
    fs::remove_dir_all(&folder).unwrap();
}

/// Such as one of a terminal with another encoding.
#[test]
fn a_byte_that_is_no_utf_8_is_no_move_and_ends_nothing() {
    let folder = folder("bytes");
    let (status, said) = play(&folder, "--side both --no-record", b"e4\n\xfc\ne5\nquit\n");
    assert!(status == Some(0) && said.contains("`\u{fffd}` is neither a move nor a command"), "{said}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn games_are_kept_in_the_folder_that_is_named() {
    let folder = folder("named");
    let (status, said) = play(&folder, "--side both --data other", "e4\nquit\n");
    assert_eq!(status, Some(0), "{said}");
    assert!(!folder.join("data").exists(), "{said}");
    let (status, said) = play(&folder, "--resume --data other --side both", "e5\nquit\n");
    assert_eq!(status, Some(0), "{said}");
    let files = fs::read_dir(folder.join("other/games")).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "pgn")).collect();
    let [file] = &files[..] else { panic!("{files:?}") };
    assert_eq!(moves(&games(file)[0]), "e4 e5");
    // The usual folder has no game to go on with.
    let (status, said) = play(&folder, "--resume", "quit\n");
    assert_ne!(status, Some(0), "{said}");
    let (status, said) = play(&folder, "--data other --no-record", "quit\n");
    assert!(status == Some(2) && said.contains("--no-record"), "{said}");
    fs::remove_dir_all(&folder).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_game_is_whole_up_to_the_last_half_move_and_goes_on() {
    let folder = folder("killed");
    let mut child = start(&folder, "tavreli --side both --level 7");
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for (text, said) in
        [("c1d2", "White plays Bd2"), ("f7f5", "Black plays Af5"), ("b1c3", "White plays Nc3")]
    {
        writeln!(input, "{text}").unwrap();
        let mut line = String::new();
        // A move is on disk before it is printed.
        while !line.contains(" plays ") {
            line.clear();
            assert!(output.read_line(&mut line).unwrap() > 0, "no `{said}`");
        }
        assert!(line.contains(said), "{line}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let data = folder.join("data/helgi/games");
    let files = fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path());
    // The lock's file stays until another program takes it.
    let files: Vec<PathBuf> = files.filter(|path| path.extension().is_none_or(|end| end != "lock")).collect();
    let [file] = &files[..] else { panic!("{files:?}") };
    let name = file.file_name().unwrap().to_str().unwrap();
    assert!(name.starts_with("tavreli-20") && name.ends_with(".pgn"), "{name}");
    assert_eq!(moves(&games(file)[0]), "Bd2 Af5 Nc3");

    let (status, said) = play(&folder, "--resume", "undo\ng1f3\nlevel 1\nside white\nquit\n");
    assert_eq!(status, Some(0), "{said}");
    assert_eq!(fs::read_dir(&data).unwrap().count(), 1);
    let record = games(file).remove(0);
    assert!(moves(&record).starts_with("Bd2 Af5 Nf3"), "{record}");
    assert!(record.len() <= 4, "{record}");
    // The engine's moves have its assessments, and it has a name.
    let (_, said) = play(&folder, "tavreli --resume", "quit\n");
    let record = games(file).remove(0);
    assert_eq!(record.len(), 4, "{said}");
    assert_eq!(record.tags.get("Black"), Some("helgi level 1"));
    assert!(record.node(record.last()).assessment().is_some(), "{record}");

    let (status, said) = play(&folder, "chess --resume", "");
    assert_eq!(status, Some(2));
    assert!(said.contains("no unfinished game of chess; `helgi play` starts one"), "{said}");
    // A finished game is not resumed.
    play(&folder, "--resume", "resign\nquit\n");
    assert_eq!(play(&folder, "--resume", "").0, Some(2));
    fs::remove_dir_all(&folder).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn games_of_the_board_are_gone_on_with_and_keep_their_variations() {
    let folder = folder("board");
    let data = folder.join("data/helgi/games");
    fs::create_dir_all(&data).unwrap();
    let file = data.join("chess-2026-11-22-140503.pgn");
    let game = "[Event \"helgi board\"]\n[White \"Player\"]\n[Black \"Player\"]\n\n\
        1. e4 {[%csl Ge4]} e5 (1... c5 $5 {sharp} 2. Nf3 (2. Nc3)) 2. Nf3 (2. f4) 2... Nc6 *\n";
    fs::write(&file, game).unwrap();
    let (status, said) = play(&folder, "--resume", "undo\nd6\nquit\n");
    assert_eq!(status, Some(0), "{said}");
    let record = games(&file).remove(0);
    assert_eq!(moves(&record), "e4 e5 Nf3 d6");
    let text = record.to_string().replace('\n', " ");
    for kept in ["{[%csl Ge4]}", "(1... c5 $5 {sharp} 2. Nf3 (2. Nc3))", "(2. f4)"] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    // Variations of a move are taken back with it.
    play(&folder, "--resume", "undo\nundo\nundo\nd5\nquit\n");
    let record = games(&file).remove(0);
    assert_eq!((moves(&record).as_str(), record.ids().count()), ("e4 d5", 2), "{record}");
    fs::remove_dir_all(&folder).unwrap();
}

/// Several begin within one second, which gives them one name to begin with.
#[test]
fn games_that_begin_at_once_have_files_of_their_own() {
    let folder = folder("at-once");
    let first_moves = ["a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4"];
    let mut programs: Vec<Child> = first_moves.iter().map(|_| start(&folder, "chess --side both")).collect();
    for (program, first) in programs.iter_mut().zip(first_moves) {
        program.stdin.take().unwrap().write_all(format!("{first}\nNf6\nquit\n").as_bytes()).unwrap();
    }
    for program in programs {
        let output = program.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    let entries = fs::read_dir(folder.join("data/helgi/games")).unwrap();
    let mut found: Vec<String> =
        entries.flat_map(|entry| games(&entry.unwrap().path())).map(|record| moves(&record)).collect();
    found.sort();
    assert_eq!(found, first_moves.map(|first| format!("{first} Nf6")));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn games_that_another_program_writes_meanwhile_stay() {
    let folder = folder("meanwhile");
    let file = folder.join("games.pgn");
    let mut first = start(&folder, "chess --side both --record games.pgn");
    let mut input = first.stdin.take().unwrap();
    input.write_all(b"e4\n").unwrap();
    let until = std::time::Instant::now() + Duration::from_secs(60);
    while !fs::read_to_string(&file).unwrap_or_default().contains("e4") {
        assert!(std::time::Instant::now() < until, "nothing is recorded");
        std::thread::sleep(Duration::from_millis(2));
    }
    // Another helgi is told who has the file, and plays without it.
    let (_, said) = play(&folder, "chess --side both --record games.pgn", "d4\nd5\nquit\n");
    assert!(said.contains("open in `helgi play`"), "{said}");
    assert_eq!(games(&file).iter().map(moves).collect::<Vec<_>>(), ["e4"]);
    // A program that knows of no locks.
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text + "\n[Event \"other\"]\n\n1. d4 d5 *\n").unwrap();
    input.write_all(b"e5\nsave kept.pgn\nquit\n").unwrap();
    drop(input);
    let output = first.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let expected = "The game is no longer saved: games.pgn: another program has written it";
    assert!(said.contains(expected), "{said}");
    let found: Vec<String> = games(&file).iter().map(moves).collect();
    assert_eq!(found, ["e4", "d4 d5"]);
    assert_eq!(moves(&games(&folder.join("kept.pgn"))[0]), "e4 e5");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = folder("load");
    let words = "--side both --no-record";
    let (_, said) =
        play(&folder, words, "e4\ne5\nsave two words.pgn\nnew\nd4\nsave two words.pgn\nsave\nquit\n");
    assert_eq!(said.matches("Saved to two words.pgn.").count(), 2, "{said}");
    assert!(said.contains("`save` needs a file name"), "{said}");
    let file = folder.join("two words.pgn");
    assert_eq!(games(&file).iter().map(moves).collect::<Vec<_>>(), ["e4 e5", "d4"]);

    let input = "load two words.pgn 1\nNf3\nsave other.pgn\nload two words.pgn\nd5\nsave other.pgn\nquit\n";
    let (_, said) = play(&folder, words, input);
    let other = games(&folder.join("other.pgn"));
    assert_eq!(other.iter().map(moves).collect::<Vec<_>>(), ["e4 e5 Nf3", "d4 d5"], "{said}");

    fs::write(folder.join("bad.pgn"), "1. e4 Ke6 *\n").unwrap();
    let input =
        "Nf3\nload bad.pgn\nload none.pgn\nload bad.pgn 2\nload\nd5\nsave bad.pgn/x\nsave kept.pgn\nquit\n";
    let (status, said) = play(&folder, words, input);
    assert_eq!(status, Some(0), "{said}");
    for text in [
        "Could not load the game: bad.pgn: move 1... (half-move 2): `Ke6`, expected a legal move.",
        "Could not load the game: none.pgn: ",
        "Could not load the game: bad.pgn: expected the number of a game; the file has 1 game.",
        "`load` needs a file name",
        "The game was not saved: ",
    ] {
        assert!(said.contains(text), "{text}: {said}");
    }
    assert_eq!(moves(&games(&folder.join("kept.pgn"))[0]), "Nf3 d5");
    // A game that XBoard has saved is resumed, too.
    let xboard = format!("{}/tests/pgn/xboard/tactical.pgn", env!("CARGO_MANIFEST_DIR"));
    let (_, said) = play(&folder, words, format!("load {xboard} 1\nundo\nfen\nquit\n"));
    assert!(said.contains("Tactical"), "{said}");
    fs::remove_dir_all(&folder).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_that_cannot_be_recorded_goes_on() {
    let folder = folder("full");
    let input = "e4\ne5\nsave kept.pgn\nquit\n";
    for (words, reason) in [
        ("--side both --record /dev/full", "/dev/full: No space left on device"),
        ("--side both --record none/games.pgn", "none/games.pgn: No such file or directory"),
    ] {
        let (status, said) = play(&folder, words, input);
        assert_eq!(status, Some(0), "{said}");
        assert_eq!(said.matches("The game is no longer saved: ").count(), 1, "{said}");
        assert!(said.contains(reason), "{said}");
    }
    assert_eq!(games(&folder.join("kept.pgn")).iter().map(moves).collect::<Vec<_>>(), ["e4 e5", "e4 e5"]);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_engine_plays_from_a_book_and_shows_it() {
    let folder = folder("book");
    let book = format!("{}/tests/books/small.book", env!("CARGO_MANIFEST_DIR"));
    let words = format!("--side both --record games.pgn --book {book}");
    let (status, said) = play(&folder, &words, "book\ne4\nbook\nc6\nbook\nresign\nbook\nquit\n");
    assert_eq!(status, Some(0), "{said}");
    for part in [
        "\nmove  played    games      won    drawn     lost     open   score\n\
         e4     62.5%        4        2        1        1        0   62.5%\n\
         Nc3    25.0%        1        1        0        0        0  100.0%\n\
         d4     12.5%",
        "\nc5     66.7%        1        1        0        0  100.0%\ne5     33.3%",
        "The book has no move here.",
        "The game is over.",
    ] {
        assert!(said.contains(part) || said.replace("White> ", "\n").contains(part), "{part}: {said}");
    }
    // After 1. e4 the book answers, from then on it is searched.
    let (_, said) = play(&folder, &format!("--record played.pgn --book {book}"), "e4\na3\nquit\n");
    let record = games(&folder.join("played.pgn")).remove(0);
    let answer = record.moves().nth(1).unwrap();
    assert!(["c5", "e5"].contains(&answer) && record.len() == 4, "{said}");
    let comments: Vec<_> = record.main_line().map(|id| record.node(id).comments.concat()).collect();
    assert_eq!(comments[1], "book");
    assert_ne!(comments[3], "book");

    let (_, said) = play(&folder, "--no-record --side both", "book\nquit\n");
    assert!(said.contains("No book is in use; `helgi play --book FILE` uses one."), "{said}");
    let (status, said) = play(&folder, &format!("tavreli --no-record --book {book}"), "");
    assert_eq!(status, Some(2));
    assert!(
        said.contains("small.book: a book of chess, expected one of tavreli; use it with `helgi play chess`"),
        "{said}"
    );
    fs::remove_dir_all(&folder).unwrap();
}

/// The owner of a locked file is unknown where it cannot be read.
#[cfg(unix)]
#[test]
fn a_game_is_played_by_one_program_at_a_time() {
    let folder = folder("twice");
    let mut first = start(&folder, "chess --side both");
    let mut input = first.stdin.take().unwrap();
    input.write_all(b"e4\n").unwrap();
    let place = folder.join("data/helgi/games");
    let of_games = || -> Vec<PathBuf> {
        let entries = fs::read_dir(&place).into_iter().flatten();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths.filter(|path| path.extension().is_some_and(|end| end == "pgn")).collect()
    };
    // The file is made at once, and claimed with the first move.
    let is_begun = |path: &PathBuf| fs::read_to_string(path).is_ok_and(|text| text.contains("e4"));
    while !of_games().iter().any(is_begun) {
        std::thread::yield_now();
    }
    let file = of_games().remove(0);
    let (status, said) = play(&folder, "--resume", "e5\nquit\n");
    let owner = format!("open in `helgi play`, process {}, expected in one program at a time", first.id());
    assert!(status == Some(2) && said.contains(&owner), "{status:?} {said}");
    let (status, said) = play(&folder, &format!("--resume --record {}", file.display()), "quit\n");
    assert!(status == Some(2) && said.contains(&owner), "{status:?} {said}");
    // However it ends, others can take the game then, and its leftovers are removed.
    first.kill().unwrap();
    first.wait().unwrap();
    let (status, said) = play(&folder, "--resume --side both", "e5\nquit\n");
    assert_eq!(status, Some(0), "{said}");
    assert_eq!(moves(&games(&file)[0]), "e4 e5");
    assert_eq!(fs::read_dir(&place).unwrap().count(), 1);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn several_moves_are_taken_back_and_the_rules_are_at_hand() {
    let folder = folder("words");
    let words = "tavreli --side both --no-record";
    let (_, said) =
        play(&folder, words, "e2e4\nd7d5\ne4d5\nundo 2\nfen\nundo 7\nfen\nundo x\nundo 0\nquit\n");
    let fens: Vec<&str> = said.lines().filter_map(|line| Some(line.split_once("> rnbqkbnr/")?.1)).collect();
    assert!(
        fens.len() == 2 && fens[0].contains(" b ") && fens[1].ends_with(" w KQkqABCDEFGHabcdefgh - 0 1"),
        "{said}"
    );
    assert_eq!(said.matches("`undo` takes the number of your moves, such as `undo 2`.").count(), 2, "{said}");
    assert!(said.contains("K Magus, Q Duke") && said.contains("White has capital letters."), "{said}");
    // Once, when there is a stack.
    assert_eq!(said.matches("Several letters on a square are a stack").count(), 1, "{said}");
    let (_, said) = play(&folder, words, "rules\nrules 3\nrules 99\nquit\n");
    assert!(
        said.contains("   3  Stacks\n") && said.contains("form a stack, and only its top piece counts"),
        "{said}"
    );
    assert!(said.contains("`rules 99`: expected a number from 1 to "), "{said}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_game_speaks_russian_and_is_recorded_in_english() {
    let folder = folder("russian");
    let words = "tavreli --language ru --side both --record games.pgn";
    let input = "помощь\nпривет\nNf4\ne7e5\nходы g1\ne2e4\nd7d5\ne4d5\nназад\nНАЗАД x\nсторона чёрные\nсторона обе\n\
        undo\nправила 99\nуровень 19\nсдаюсь\ne2e4\nвыход\n";
    let (status, said) = play(&folder, words, input);
    assert_eq!(status, Some(0), "{said}");
    let expected = [
        "Таврели, русские шахматы. Уровень 4 из 18. Введите ход или `помощь`.\n",
        "K\u{a0}волхв, Q\u{a0}князь, R\u{a0}ратоборец, B\u{a0}лучник, N\u{a0}всадник,",
        "Белые>   Nf3, g1f3         сделать ход\n",
        "Белые> `привет` — не ход и не команда; `ходы` покажет ходы, `помощь` — команды.\n",
        "Белые> Всадник не может пойти на f4. Туда ведут: Af4.\n",
        "Белые> Ратник волхва на e7: не ваша фигура, сейчас ход белых. `ходы` покажет ваши ходы.\n",
        "Белые> всадник g1  Ne2 Nf3 Nh3\n",
        "Белые> Белые ходят Ee4: ратник волхва идёт на e4.\n",
        "Чёрные> Чёрные ходят Dd5: ратник князя идёт на d5.\n",
        "Белые> Белые ходят Exd5: ратник волхва берёт в плен ратника князя на d5.\n",
        "Несколько букв на поле — это башня; последняя буква — её верх.\n",
        "После слова `назад` стоит число ваших ходов: `назад 2`.\n",
        "`правила 99`: ожидалось число от 1 до ",
        "Уровень — это число от 1 до 18.\n",
        "Результат: 0-1, белые сдались\n",
        "Партия окончена. `новая` начинает другую, `назад` возвращает ход.\n",
        "Партия записана в games.pgn.\n",
    ];
    program::assert_in_order(&said, &expected);
    let record = games(&folder.join("games.pgn")).remove(0);
    assert_eq!((moves(&record).as_str(), record.reason()), ("Ee4 Dd5", Some("White resigns")));

    // The language of the system, where nobody names one; words in English are understood in it.
    let ask = |code: &str, words: &str| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_helgi"));
        program.arg("play").args(words.split(' ')).current_dir(&folder).env("LC_ALL", code);
        program.env("XDG_DATA_HOME", folder.join("data")).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = program.stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"help\nquit\n").unwrap();
        let Output { stdout, stderr, .. } = child.wait_with_output().unwrap();
        String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap()
    };
    for (code, part) in
        [("ru_RU.UTF-8", "Шахматы. Уровень"), ("de_DE.UTF-8", "Orthodox chess. Level"), ("C", "Orthodox")]
    {
        let said = ask(code, "chess --no-record");
        assert!(said.starts_with(part), "{code}: {said}");
    }
    assert!(ask("ru_RU.UTF-8", "chess --no-record").contains("сделать ход"));
    let said = ask("ru_RU.UTF-8", "chess --resume");
    assert!(said.contains("нет неоконченной партии (chess); `helgi play` начинает новую"), "{said}");
    let said = ask("ru_RU.UTF-8", "chess --language fr");
    assert!(said.contains("expected one of en, ru"), "{said}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_game_against_a_limited_engine_is_resumed_as_it_was() {
    let folder = folder("limited");
    let file = folder.join("games.pgn");
    let tags =
        "[Variant \"tavreli\"]\n[White \"Player\"]\n[Black \"helgi 300 nodes a move\"]\n[Result \"*\"]\n\n";
    fs::write(&file, format!("{tags}1. Bd2 Af5 *\n")).unwrap();
    let (status, said) = play(&folder, "--resume --record games.pgn", "Nc3\nquit\n");
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("Full strength, 300 nodes a move. Type a move, or `help`."), "{said}");
    let record = games(&file).remove(0);
    assert_eq!((record.len(), record.tags.get("Black")), (4, Some("helgi 300 nodes a move")), "{said}");
    fs::remove_dir_all(&folder).unwrap();
}

/// Games as Chess960 begin from a random start, or from that of a number.
#[test]
fn shuffled_games_begin_from_many_starts() {
    let folder = folder("starts");
    let shown = |words: &str, input: &str| -> Vec<String> {
        let (status, said) = play(&folder, words, input);
        assert_eq!(status, Some(0), "{said}");
        let is_fen = |line: &&str| line.matches('/').count() == 7;
        said.lines().filter(is_fen).map(|line| line.trim_start_matches("White> ").to_owned()).collect()
    };
    for game in ["fischerandom", "atomic960"] {
        let words = format!("{game} --side both --no-record");
        let found = shown(&words, &("fen\nnew\n".repeat(8) + "quit\n"));
        assert_eq!(found.len(), 8, "{found:?}");
        let different: std::collections::HashSet<&String> = found.iter().collect();
        assert!(different.len() > 1, "{found:?}");
    }
    // A new game may be another one; only the first has the number.
    assert_eq!(
        shown("fischerandom --start 0 --side both --no-record", "fen\nquit\n"),
        ["bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"]
    );
    assert_eq!(shown("chess --side both --no-record", "fen\nnew\nfen\nquit\n").len(), 2);
    for (words, wrong) in [
        ("fischerandom --start 960", "--start 960: expected a number from 0 to 959"),
        ("chess --start 0", "chess begins from one position: expected no --start"),
    ] {
        let (status, said) = play(&folder, words, "");
        assert!(status != Some(0) && said.contains(wrong), "{said}");
    }
    fs::remove_dir_all(&folder).unwrap();
}
