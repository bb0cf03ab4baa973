//! `helgi puzzles`, `helgi play --puzzles`, and the puzzles that come with the program.

use crate::program;
use helgi_record::puzzle::{self, Puzzle};
use helgi_rules::{GameId, Position};
use helgi_study::puzzles::Theme;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("helgi-puzzles-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the program in a folder; returns the exit status, standard output and standard error.
fn helgi(folder: &Path, words: &str, input: &str) -> (Option<i32>, String, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_helgi"));
    program.args(words.split_whitespace()).current_dir(folder);
    let output = program::run(&mut program, input.as_bytes());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The output of a quiz of a file, without the boards.
fn quiz(folder: &Path, words: &str, input: &str) -> String {
    let (status, said, besides) = helgi(folder, &format!("play {words}"), input);
    assert_eq!((status, besides.as_str()), (Some(0), ""), "{said}");
    let is_board =
        |line: &&str| line.starts_with(|c: char| c.is_ascii_digit() || c == ' ') || line.is_empty();
    said.lines().filter(|line| !is_board(line)).map(|line| format!("{line}\n")).collect()
}

/// Mate in two by a sacrifice; two ways to win; a shot of Tactical chess.
const FILE: &str = r#"[Event "a"]
[SetUp "1"]
[FEN "r5k1/5ppp/8/8/2q5/8/3Q1PPP/3R2K1 w - - 0 1"]
[Theme "mate sacrifice short"]
[Difficulty "3"]
[Nodes "3000"]

1. Qd8+ Rxd8 2. Rxd8# *

[Event "b"]
[SetUp "1"]
[FEN "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"]
[Nodes "3000"]

1. Ra7 Kg8 2. Rb8# *

[Event "c"]
[Variant "tactical"]
[SetUp "1"]
[FEN "8/3k4/8/5D2/8/8/8/1K6[] w - - 0 9"]
[Theme "kingCapture shot oneMove"]

9. Dxd7-f5 *

"#;

#[test]
fn puzzles_are_asked_answered_and_counted() {
    let folder = folder("quiz");
    fs::write(folder.join("a.pgn"), FILE).unwrap();
    let said =
        quiz(&folder, "--puzzles a.pgn", "h3\nhint\nhint\nQd8\nRd8\nsolution\n\nRb7\nnext\nDxd7-f5\n\n");
    let expected = [
        "Orthodox chess, 3 puzzles. Type a move, or `help`.",
        "Puzzle 1 of 3, difficulty 3 of 10. White to move.",
        "White> h3 leaves you ",
        "What it is about: the solution ends in mate; material is given up",
        "White> Look at the queen on d2.",
        "White> Qd8+: the queen goes to d8.",
        "Black answers Rxd8: the rook takes the queen on d8. Go on!",
        "White> Rxd8#: the rook takes the rook on d8.",
        "White mates. That is it! Solved at try 2. Themes: mate, sacrifice, two",
        "next> The solution is Qd8+ Rxd8 Rxd8#: White mates.",
        "Puzzle 2 of 3. White to move.",
        "White> Rb7 forces a win, too, in 2. Solved at the first try.",
        "next> Tactical chess",
        "Puzzle 3 of 3. White to move.",
        "Solved at the first try. Themes:",
        "Solved: 3 of 3 puzzles, 2 at the first try.",
    ];
    program::assert_in_order(&said, &expected);
    assert!(said.contains("but a win can be forced. Black answers"), "{said}");
    assert!(!said.split("White> Qd8+").next().unwrap().contains("Qd8"), "it gives nothing away: {said}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn abandoned_puzzles_are_unsolved_and_slips_are_answered() {
    let folder = folder("given-up");
    fs::write(folder.join("a.pgn"), FILE).unwrap();
    let said =
        quiz(&folder, "chess --puzzles a.pgn", "solution\nRa1\npuzzle 9\nhello\npuzzle 2\nRa9\nfen\nquit\n");
    for part in [
        "Orthodox chess, 2 puzzles.",
        "The solution is Qd8+ Rxd8 Rxd8#: White mates. Themes: mate, sacrifice, two",
        "This puzzle is finished; `next` shows another.",
        "A puzzle is a number from 1 to 2.",
        "Puzzle 2 of 2. White to move.",
        "White> 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1",
        "Solved: 0 of 1 puzzle, 0 at the first try.",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    // A puzzle that was tried counts, one that was only looked at does not.
    for (input, solved) in [("puzzle 2\nquit\n", "0 of 0 puzzles"), ("h3\npuzzle 2\nh3\n", "0 of 1 puzzle,")]
    {
        let said = quiz(&folder, "--puzzles a.pgn", input);
        assert!(said.contains(solved), "{said}");
    }
    for (words, part) in [
        ("--puzzles none.pgn", "none.pgn: "),
        ("--puzzles tavreli", "`helgi play tavreli --puzzles` uses the built-in ones"),
        ("tavreli --puzzles a.pgn", "a.pgn: no puzzles of tavreli: expected PGN or EPD"),
        ("chessbattle144 --puzzles", "there are no built-in puzzles for chessbattle144"),
        ("--puzzles a.pgn --level 3", "cannot be used with"),
    ] {
        let (status, _, said) = helgi(&folder, &format!("play {words}"), "");
        assert_eq!(status, Some(2), "{words}: {said}");
        assert!(said.contains(part), "{words}: {said}");
    }
    fs::write(folder.join("b.pgn"), "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n*\n").unwrap();
    fs::write(folder.join("b.epd"), "\n4k3/8/8/8/8/8/8/4K3 w - - bm Ke5; id \"x\";\n").unwrap();
    for (file, part) in [
        ("b.pgn", "b.pgn: line 1: no solution: expected moves behind the tags"),
        ("b.epd", "b.epd: line 2: move 1 of the solution: "),
    ] {
        let (status, _, said) = helgi(&folder, &format!("play --puzzles {file}"), "");
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains(part), "{said}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn puzzles_are_asked_in_russian() {
    let folder = folder("russian");
    fs::write(folder.join("a.pgn"), FILE).unwrap();
    let input = "h3\nподсказка\nhint\nQd8\nRd8\nрешение\n\nRb7\nдальше\nрешение\ne4\nзадача 9\nвыход\n";
    let said = quiz(&folder, "--language ru --puzzles a.pgn", input);
    let expected = [
        "Шахматы, 3 задачи. Введите ход или `помощь`.",
        "Задача 1 из 3, трудность 3 из 10. Ход белых.",
        "Белые> h3: вы можете ждать ",
        ", а победу можно форсировать. Чёрные отвечают",
        "О чём она: решение кончается матом; материал отдают ради того,",
        "Белые> Посмотрите на ферзя на d2.",
        "Белые> Верно, Qd8+: ферзь идёт на d8.",
        "Чёрные отвечают Rxd8: ладья берёт ферзя на d8. Дальше!",
        "Белые> Верно, Rxd8#: ладья берёт ладью на d8.",
        "Белые поставили мат. Это всё! Решено с попытки номер 2. Темы: мат, жертва, два",
        "дальше> Решение: Qd8+ Rxd8 Rxd8# (белые поставили мат).",
        "Задача 2 из 3. Ход белых.",
        "Белые> Rb7 тоже форсирует победу, в 2 хода. Решено с первой попытки.",
        "дальше> Тактические шахматы",
        "Решение: Dxd7-f5# (белые взяли короля). Темы: взятие короля, выстрел, один ход.",
        "Эта задача закончена; `дальше` покажет следующую.",
        "Задача — это число от 1 до 3.",
        "Решено: 2 из 3 задач, с первой попытки: 1.",
    ];
    program::assert_in_order(&said, &expected);
    fs::remove_dir_all(&folder).unwrap();
}

/// Two games of chess with a blunder each, and one of Tavreli.
const GAMES: &str = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n\
    [SetUp \"1\"]\n[FEN \"r5k1/5ppp/8/8/2q5/8/3Q1PPP/3R2K1 w - - 0 1\"]\n\n1. Qd8+ Rxd8 2. Rxd8# 1-0\n\n\
    [SetUp \"1\"]\n[FEN \"8/8/8/8/2b5/3R2k1/5p2/5K2 b - - 3 77\"]\n\n77... Bxd3# 0-1\n\n\
    [Variant \"tavreli\"]\n\n1. Bd2 Af5 *\n\n";

#[test]
fn the_same_games_make_the_same_puzzles_with_any_number_of_threads() {
    let folder = folder("threads");
    fs::write(folder.join("games.pgn"), GAMES).unwrap();
    let (_, said, besides) =
        helgi(&folder, "datagen tactical --games 3 --nodes 60 --seed 5 -o own.games", "");
    assert!(folder.join("own.games").exists(), "{said}{besides}");
    let search = |more: &str, input: &str| {
        let (status, out, besides) = helgi(&folder, &format!("puzzles --nodes 3000 {more}"), input);
        assert_eq!(status, Some(0), "{besides}");
        out
    };
    let one = search("games.pgn own.games --threads 1 --per-game 3", "");
    assert_eq!(search("games.pgn own.games --threads 2 --per-game 3", ""), one);
    let puzzles = puzzle::read(one.as_bytes(), GameId::CHESS).whole().unwrap();
    let solutions: HashSet<usize> = puzzles.iter().map(|puzzle| puzzle.moves.len()).collect();
    assert!(solutions.contains(&1) && solutions.contains(&3), "{one}");
    assert!(
        one.contains("[Source \"games.pgn, game 1, half-move 7\"]\n\n4. Qxf7# {White mates} 1-0\n"),
        "{one}"
    );
    assert!(one.contains("[Theme \"mate defence oneMove\"]\n[Difficulty \""), "{one}");

    // The other form holds the same, and the selection is part of it.
    let said = search("games.pgn own.games --per-game 3 -o all.epd", "");
    assert!(said.starts_with(&format!("{} puzzles from 7 games: mate ", puzzles.len())), "{said}");
    let epd = fs::read(folder.join("all.epd")).unwrap();
    assert_eq!(puzzle::read(&epd, GameId::TAVRELI).whole().unwrap(), puzzles);
    let chosen = search("- --count 1", GAMES);
    let chosen = puzzle::read(chosen.as_bytes(), GameId::CHESS).whole().unwrap();
    assert_eq!(chosen.len(), 1);
    assert!(puzzles.iter().any(|puzzle| puzzle.moves == chosen[0].moves));

    // They are correct, and a wrong one is not.
    let check = |file: &str| helgi(&folder, &format!("puzzles --check {file}"), "").1;
    assert_eq!(check("all.epd"), format!("{} puzzles correct\n", puzzles.len()));
    let wrong = "r5k1/5ppp/8/8/2q5/8/3Q1PPP/3R2K1 w - - bm h3;\n";
    fs::write(folder.join("wrong.epd"), [&epd, wrong.as_bytes()].concat()).unwrap();
    let (status, said, besides) = helgi(&folder, "puzzles --check wrong.epd --nodes 3000 -o good.epd", "");
    assert_eq!(status, Some(1), "{besides}");
    let said = said.replace('\n', " ");
    assert!(
        said.contains(&format!("wrong.epd, puzzle {}: Qd8+ is better than h3", puzzles.len() + 1)),
        "{said}"
    );
    assert!(!fs::read_to_string(folder.join("good.epd")).unwrap().contains("bm h3"));
    fs::remove_dir_all(&folder).unwrap();
}

/// As test suites are: several best moves, some only to be avoided, and lines of other kinds.
#[test]
fn lines_without_a_puzzle_do_not_spoil_the_rest() {
    let folder = folder("suite");
    let mate = "6k1/5ppp/8/8/8/8/qq3PPP/4R1K1 w - -";
    let two = "6k1/5ppp/8/8/8/8/qq3PPP/3RR1K1 w - -";
    let three = mate.trim_end_matches(" -").to_owned() + " -";
    let suite = format!(
        "# a suite\n{mate} bm Re8#; id \"1\";\n{mate} am Re7; id \"2\";\n{two} bm Re8# Rd8#; id \"3\";\nno position\n\
         {two} bm Rd8+, Re8+;\n{three} bm Re8;\n{mate} bm Ke8;\n"
    );
    fs::write(folder.join("suite.epd"), suite).unwrap();
    let (status, _, said) = helgi(&folder, "puzzles --check suite.epd --nodes 3000 -o good.epd", "");
    assert_eq!(status, Some(1), "{said}");
    for part in [
        "suite.epd, line 3: opcode am: `Re7`, which is to be avoided; expected `bm` or `pv`",
        "suite.epd, line 5: FEN field ",
        "suite.epd, line 7: 3 fields of a position, expected four; read as `6k1/5ppp/8/8/8/8/qq3PPP/4R1K1 w - - 0 1`",
        "suite.epd, line 8: move 1 of the solution: `Ke8`, expected a legal move",
        "4 puzzles correct; left out 3 texts that hold no puzzle",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let good = fs::read_to_string(folder.join("good.epd")).unwrap();
    assert!(good.contains("bm Re8# Rd8#;") && good.contains("bm Rd8# Re8#;"), "{good}");
    // Any of the moves solves it.
    let (_, out, said) = helgi(&folder, "play --puzzles suite.epd", "next\nRd8\nnext\nRe8\nquit\n");
    assert!(said.contains("line 3: opcode am") && out.contains("2 of "), "{out}{said}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn faults_are_named_before_the_work_begins() {
    let folder = folder("wrong");
    fs::write(folder.join("games.pgn"), "1. e4 e5 2. Ke5 *\n\n").unwrap();
    fs::write(folder.join("empty.pgn"), "").unwrap();
    for (words, status, part) in [
        ("puzzles", 2, "required"),
        ("puzzles none.pgn", 2, "none.pgn: No such file"),
        ("puzzles empty.pgn", 2, "no games: expected PGN files, or games from `helgi datagen`"),
        ("puzzles games.pgn -o out.txt", 2, "-o out.txt: expected a name that ends in .pgn or .epd"),
        ("puzzles games.pgn -o none/out.pgn", 1, "none/out.pgn"),
        ("puzzles games.pgn --nodes 5", 2, "--nodes"),
        ("puzzles --check empty.pgn", 2, "empty.pgn: no puzzles: expected PGN or EPD"),
        ("puzzles --check games.pgn --count 3", 2, "cannot be used with"),
        // The valid part of the game is analysed.
        ("puzzles games.pgn --nodes 100 -o out.pgn", 1, "game 1, line 1: move 2. (half-move 3): `Ke5`"),
    ] {
        let (found, out, said) = helgi(&folder, words, "");
        assert_eq!(found, Some(status), "{words}: {out}{said}");
        assert!(said.contains(part), "{words}: {said}");
        assert_eq!(folder.join("out.pgn").exists(), words.ends_with("--nodes 100 -o out.pgn"), "{words}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// The puzzles that come with the program, by game.
fn shipped() -> Vec<(GameId, Vec<Puzzle>)> {
    let read = |game| (game, helgi_study::puzzles::built_in::of_game(game).unwrap().unwrap());
    helgi_study::puzzles::built_in::games().into_iter().map(read).collect()
}

#[test]
fn the_puzzles_of_the_program_are_whole() {
    let themes: HashSet<&str> = Theme::ALL.iter().map(|theme| theme.name()).collect();
    let sets = shipped();
    assert_eq!(sets.len(), 7);
    for (game, puzzles) in sets {
        assert_eq!(puzzles.len(), 50, "{}", game.name());
        let mut seen = HashSet::new();
        let mut difficulty = 0;
        for puzzle in &puzzles {
            let name = format!("{}: {}", game.name(), puzzle.start.fen());
            assert_eq!(puzzle.start.game(), game, "{name}");
            assert!(seen.insert(puzzle.start.fen()), "twice: {name}");
            assert!(puzzle.start.count_moves() > 1 && puzzle.moves.len() % 2 == 1, "{name}");
            assert!(!puzzle.themes.is_empty(), "{name}");
            assert!(
                puzzle.themes.iter().all(|theme| themes.contains(&**theme)),
                "{name}: {:?}",
                puzzle.themes
            );
            assert!(puzzle.difficulty >= Some(difficulty), "easy ones first: {name}");
            difficulty = puzzle.difficulty.unwrap();
            assert!(puzzle.nodes.is_some() && puzzle.effort.is_some() && puzzle.source.is_some(), "{name}");
            let verdict = puzzle.line().verdict();
            let is_mate = puzzle.themes.iter().any(|theme| theme == "mate");
            assert_eq!(verdict.is_some_and(|end| end.reason == helgi_rules::Reason::Mate), is_mate, "{name}");
            if let Some(outcome) = verdict {
                assert_eq!(outcome.winner, Some(puzzle.start.side()), "{name}");
            }
        }
        let lengths: HashSet<usize> = puzzles.iter().map(|puzzle| puzzle.moves.len()).collect();
        assert!(lengths.len() > 1, "{}", game.name());
    }
}

#[test]
fn the_first_moves_are_what_the_files_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/study/puzzles");
    for (game, puzzles) in shipped() {
        let text = fs::read_to_string(folder.join(format!("{}.pgn", game.name()))).unwrap();
        // The puzzles are written again to the letter: moves, tags and results.
        let written: String =
            puzzles.iter().zip(1..).map(|(puzzle, number)| puzzle.record(number).to_string()).collect();
        assert_eq!(written, text, "{}", game.name());
        let (status, _, said) = helgi(&folder, &format!("pgn --quiet {}.pgn", game.name()), "");
        assert_eq!(status, Some(0), "{said}");
        let first = puzzles[0].record(1);
        let answer = first.moves().next().unwrap().to_owned();
        let said = quiz(&folder, &format!("{} --puzzles", game.name()), &format!("{answer}\nquit\n"));
        let is_right = said.contains("Solved at the first try") || said.contains("Go on!");
        assert!(is_right, "{}: {said}", game.name());
    }
}

#[test]
fn the_page_names_all_themes() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/puzzles.md");
    let page = fs::read_to_string(page).unwrap();
    for theme in Theme::ALL {
        let row = format!("| `{}` | {} |", theme.name(), theme.meaning());
        assert!(page.contains(&row), "{row}");
    }
}
