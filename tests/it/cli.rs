//! The command line as people use it: its output, and its exit status.

use crate::program;
use std::process::{Command, Output};

/// Runs the program with arguments and input. Its games are kept apart from the user's.
fn helgi(arguments: &[&str], input: &str) -> Output {
    let unrecorded = (arguments.first() == Some(&"play")).then_some("--no-record");
    let mut program = Command::new(env!("CARGO_BIN_EXE_helgi"));
    program.args(arguments).args(unrecorded);
    program::run(&mut program, input.as_bytes())
}

/// The standard output of a run that succeeds.
fn printed(arguments: &[&str], input: &str) -> String {
    let output = helgi(arguments, input);
    let text = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}\n{text}\n{errors}");
    assert!(errors.is_empty(), "{errors}");
    text
}

/// The error for wrong arguments.
fn refused(arguments: &[&str]) -> String {
    let output = helgi(arguments, "");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn perft_counts_and_divides() {
    assert!(printed(&["perft", "chess", "4"], "").starts_with("Nodes searched: 197281\n"));
    let text = printed(&["perft", "chess", "2", "--divide"], "");
    assert!(text.contains("\ne2e4: 20\n"));
    assert!(text.contains("\nNodes searched: 400\n"));
    assert!(text.contains(" nodes per second\n"));
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert!(printed(&["perft", "chess", "2", "--fen", fen], "").starts_with("Nodes searched: 568\n"));
    assert!(printed(&["perft", "tavreli", "1"], "").starts_with("Nodes searched: 39\n"));
    assert!(printed(&["perft", "chess", "0"], "").starts_with("Nodes searched: 1\n"));
}

/// Words that can mean one thing only are understood, and others named.
#[test]
fn words_of_the_command_line_are_read_liberally() {
    let perft = helgi(&["perft", "3", "chess", "--divide"], "");
    assert_eq!(perft.status.code(), Some(0));
    assert_eq!(String::from_utf8(perft.stderr).unwrap(), "helgi: perft: `3 chess`, read as `chess 3`\n");
    assert!(String::from_utf8(perft.stdout).unwrap().contains("\nNodes searched: 8902\n"));
    assert!(printed(&["PERFT", "Chess", "2"], "").starts_with("Nodes searched: 400\n"));
    for side in ["White", "BLACK", "w"] {
        let said = printed(&["play", "chess", "--side", side, "--language", "RU"], "выход\n");
        assert!(said.contains("Шахматы"), "{said}");
    }
    assert_eq!(printed(&["rules", "Сёги"], ""), printed(&["rules", "shogi"], ""));
    assert_eq!(printed(&["draw", "Сянци"], ""), printed(&["draw", "xiangqi"], ""));
    assert_eq!(printed(&["help", "match"], ""), printed(&["match", "--help"], ""));
    // A number below zero is a value, and no option.
    for (words, expected) in [
        (&["datagen", "chess", "--games", "-5"][..], "invalid value '-5' for '--games"),
        (
            &["perft", "chess", "-3"],
            "invalid value '-3' for '<DEPTH>': expected a whole number from 0 to 100",
        ),
        (&["rules", "checkers"], "expected a game that helgi plays. `helgi variants`"),
        (&["perft", "3"], "expected a game that helgi plays. `helgi variants`"),
        (&["perft", "3", "xianqgi"], "expected a game that helgi plays. `helgi variants`"),
        (&["perft", "xianqgi", "3"], "did you mean `xiangqi`?"),
    ] {
        let error = refused(words);
        assert!(error.contains(expected) && !error.contains("tip:"), "{words:?}: {error}");
    }
}

#[test]
fn xboard_settings_start_this_program() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let path = format!("{folder}/tactical settings.xop");
    let text = printed(&["xboard-settings", "tactical", "--output", &path], "");
    let pictures = format!("{folder}/tactical settings-pieces");
    let next = format!("Now run: xboard -settingsFile '{path}'");
    assert_eq!(text, format!("Wrote {path} and the pictures in {pictures}. {next}\n"));
    let settings = std::fs::read_to_string(&path).unwrap();
    assert!(settings.contains(&format!("\n-pieceImageDirectory {{{pictures}}}\n")), "{settings}");
    // Sixteen kinds of pieces in two colours, and their authors.
    let files: Vec<_> = std::fs::read_dir(&pictures).unwrap().collect();
    assert_eq!(files.len(), 33, "{files:?}");
    assert!(settings.contains("\n-variant tactical\n"), "{settings}");
    let level = "helgi --option UCI_LimitStrength=true --option UCI_Elo=950}\n";
    assert!(settings.contains("\n-fcp {") && settings.contains(level), "{settings}");
    let full = printed(&["xboard-settings", "tactical", "--level", "18", "-o", "-"], "");
    assert!(full.contains("helgi}\n"), "{full}");
    let here = printed(&["xboard-settings", "chess", "--engine", "nice helgi", "-o", "-"], "");
    assert!(here.contains("\n-variant normal\n-fcp {nice helgi}\n"), "{here}");
    let refusal = refused(&["xboard-settings", "chess", "--engine", "a } b", "-o", "-"]);
    assert!(refusal.contains("--engine: `a } b`: XBoard cannot read a command or path"), "{refusal}");
    assert!(refused(&["xboard-settings", "operational2"]).contains("17 files"));
}

#[test]
fn winboard_settings_have_bitmaps_of_all_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.xop").display().to_string();
    let settings = ["xboard-settings", "tavreli", "--winboard", "-o", &path];
    let text = printed(&[&settings[..], &["--engine", r"C:\helgi\helgi.exe"]].concat(), "");
    assert!(text.contains("-pieces. Now run: winboard @"), "{text}");
    let settings_text = std::fs::read_to_string(&path).unwrap();
    assert!(settings_text.contains("\n-boardSize Bulky\n"), "{settings_text}");
    // Six kinds of pieces at three heights, five soldiers and one on others: each has three bitmaps in three sizes; and
    // their authors.
    let files: Vec<_> = std::fs::read_dir(folder.path().join("t-pieces")).unwrap().collect();
    assert_eq!(files.len(), (6 * 3 + 5 + 1) * 3 * 3 + 1, "{files:?}");
    if cfg!(unix) {
        assert!(refused(&settings).contains("expected --engine"));
    }
}

#[cfg(unix)]
#[test]
fn xboard_settings_start_this_program_from_any_folder() {
    let program = |name: &str| {
        let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("helgi");
        let _ = std::fs::remove_file(&path);
        // Not a copy: a process that another test starts meanwhile may hold what was just written, which cannot be run then.
        std::fs::hard_link(env!("CARGO_BIN_EXE_helgi"), &path).unwrap();
        let output = Command::new(&path).args(["xboard-settings", "chess", "-o", "-"]).output().unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        (path.display().to_string(), output)
    };
    let (path, output) = program("a b");
    let settings = String::from_utf8(output.stdout).unwrap();
    assert!(settings.contains(&format!("\n-fcp {{\"{path}\" --option ")), "{settings}");
    let (_, output) = program("a } b");
    assert_eq!(output.status.code(), Some(2));
    let refusal = String::from_utf8(output.stderr).unwrap();
    assert!(refusal.contains("`}`") && refusal.contains("use --engine"), "{refusal}");
}

#[test]
fn options_are_set_from_the_beginning() {
    let arguments = ["--option", "UCI_LimitStrength=true", "--option", "uci_elo=900"];
    let text = printed(&arguments, "uci\nquit\n");
    assert!(text.contains("option name UCI_LimitStrength type check default true\n"), "{text}");
    assert!(text.contains("option name UCI_Elo type spin default 900 min 500 max 2900\n"), "{text}");
    assert!(refused(&["--option", "Hash=0"]).contains("option Hash: "));
    assert!(refused(&["--option", "Hash"]).contains("expected NAME=VALUE"));
}

#[test]
fn bad_arguments_are_refused_with_status_2() {
    let text = refused(&["perft", "no-game", "3"]);
    assert!(text.contains("no-game") && text.contains("`helgi variants` lists all games"), "{text}");
    assert!(refused(&["perft", "chess", "x"]).contains('x'));
    let text = refused(&["perft", "chess", "3", "--fen", "8/8 w"]);
    assert!(text.contains("FEN field board") && text.contains("8 ranks"), "{text}");
    refused(&["play", "chess", "--level", "19"]);
    refused(&["bench", "--depth", "0"]);
    refused(&["juggle"]);
}

#[test]
fn bench_prints_its_signature() {
    let text = printed(&["bench", "tavreli", "chess", "--depth", "3"], "");
    let nodes = |line: &str| -> u64 {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|&word| word == "nodes").unwrap();
        words[at - 1].parse().unwrap()
    };
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("tavreli ") && lines[1].starts_with("chess "), "{text}");
    let total = nodes(lines[0]) + nodes(lines[1]);
    assert_eq!(lines.last().unwrap(), &format!("Bench: {total}"));
    let again = printed(&["bench", "chess", "tavreli", "--depth", "3"], "");
    assert_eq!(again.lines().last(), text.lines().last());
}

#[test]
fn help_has_examples() {
    let text = printed(&["--help"], "");
    assert!(text.contains("helgi play tavreli"));
    for command in ["play", "rules", "variants", "perft", "pgn", "bench"] {
        assert!(text.contains(&format!("\n  {command} ")), "{command}");
    }
    for command in ["play", "rules", "perft", "pgn", "bench"] {
        assert!(printed(&[command, "--help"], "").contains(&format!("  helgi {command}")), "{command}");
    }
}

/// Every help text fits in a terminal of 80 columns, and no line of it is broken within a word.
#[test]
fn help_fits_in_80_columns() {
    let all = printed(&["--help"], "");
    let commands = all.split_once("Commands:\n").unwrap().1.split_once("\n\n").unwrap().0;
    let names = commands.lines().filter(|line| !line.starts_with("    "));
    let names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 12, "{names:?}");
    let mut wide = Vec::new();
    let pages = names.iter().map(|&name| vec![name]).chain([vec![], vec!["tune", "search"]]);
    for mut arguments in pages.filter(|arguments| *arguments != ["help"]) {
        arguments.push("--help");
        let text = printed(&arguments, "");
        let lines = text.lines().filter(|line| line.chars().count() > 80);
        wide.extend(lines.map(|line| format!("{}: {line}", arguments.join(" "))));
    }
    assert!(wide.is_empty(), "{}", wide.join("\n"));
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("man1");
    assert_eq!(printed(&["man", "--folder", path.to_str().unwrap()], ""), "");
    let read = |name: &str| std::fs::read_to_string(path.join(name)).unwrap();
    let whole = read("helgi.1");
    assert_eq!(printed(&["man"], ""), whole);
    let all = printed(&["--help"], "");
    let commands = all.split_once("Commands:\n").unwrap().1.split_once("\n\n").unwrap().0;
    let names = commands.lines().filter(|line| !line.starts_with("    "));
    for name in names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        // Dashes are written so that they are not taken for hyphens.
        let title = format!("helgi\\-{}(1)", name.replace('-', "\\-"));
        assert!(whole.contains(&title), "{name}: {whole}");
        let page = read(&format!("helgi-{name}.1"));
        assert!(page.contains(".SH SYNOPSIS"), "{name}: {page}");
    }
    // The words of a match are not options of the program.
    assert!(read("helgi-match.1").contains("tournament") && read("helgi-tune-search.1").contains("try"));
}

#[test]
fn completions_know_commands_and_options() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = printed(&["completions", shell], "");
        for word in ["xboard-settings", "conform", "divide"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn variants_are_listed() {
    let text = printed(&["variants"], "");
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(words(text.lines().next().unwrap()), "chess 8x8 Orthodox chess");
    assert_eq!(words(text.lines().nth(1).unwrap()), "tavreli 8x8 Tavreli, Russian chess");
    assert!(!text.contains("rnbqkbnr/"));
    assert!(printed(&["variants", "--fen"], "").contains(" rnbqkbnr/tmadeamt/"));
}

#[test]
fn games_go_to_other_programs_and_back() {
    let diagram = printed(&["variants", "export", "gothic"], "");
    assert!(diagram.starts_with("files=10\nranks=8\n"), "{diagram}");
    let file = std::env::temp_dir().join(format!("helgi-diagram-{}.txt", std::process::id()));
    std::fs::write(&file, diagram).unwrap();
    let output = helgi(&["variants", "import", file.to_str().unwrap(), "--name", "Gothic again"], "");
    std::fs::remove_file(&file).unwrap();
    assert_eq!(output.status.code(), Some(0));
    let notes = String::from_utf8(output.stderr).unwrap();
    assert!(notes.lines().count() > 10 && notes.lines().all(|line| line.ends_with(": taken")), "{notes}");
    let section = String::from_utf8(output.stdout).unwrap();
    assert!(section.starts_with("[gothic-again]\n"), "{section}");
    assert!(section.contains("archbishop = a\n"), "{section}");
}

#[test]
fn rules_come_from_the_descriptors() {
    let text = printed(&["rules", "tavreli"], "");
    for fact in [
        "Tavreli, Russian chess (tavreli), 8x8",
        "  8 | r | n | b | q | k | b | n | r |",
        "+E ",
        " any number of squares in\n",
        " a leap of 1 by 2\n",
        " one square diagonally\n",
        "Mate wins; stalemate is a draw.",
        "In text\n",
        "moves only its top piece,",
    ] {
        assert!(text.contains(fact), "{fact}\n{text}");
    }
}

#[test]
fn a_game_is_played_to_its_end() {
    let text =
        printed(&["play", "chess", "--side", "both"], "f2f3\ne7e5\ng2g4\nd8h4\nresign\nnew\nfen\nquit\n");
    assert!(text.contains("Check!"), "{text}");
    assert!(text.contains("Result: 0-1 {Black mates}\n"), "{text}");
    assert!(text.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"), "{text}");
    assert_eq!(text.matches("Result: ").count(), 1);
}

#[test]
fn the_engine_answers_and_undo_takes_both_moves_back() {
    let text = printed(&["play", "tavreli", "--level", "1"], "c1d2\nfen\nundo\nfen\nhint\nquit\n");
    assert!(text.contains("| DB |"), "{text}");
    assert_eq!(text.matches("Black plays ").count(), 1, "{text}");
    // The engine, which plays at random here, may have moved its king or a rook.
    let fens: Vec<&str> = text.lines().filter(|line| line.contains(" w KQ")).collect();
    assert_eq!(fens.len(), 2, "{text}");
    assert!(fens[0].contains("(DB)") && fens[0].ends_with(" 2"), "{text}");
    assert!(fens[1].ends_with("TMADEAMT/RNBQKBNR w KQkqABCDEFGHabcdefgh - 0 1"), "{text}");
    assert!(text.contains("Try "), "{text}");
}

#[test]
fn the_engine_begins_for_a_person_who_plays_black() {
    let text = printed(&["play", "chess", "--side", "black", "--level", "1"], "moves e7\nside white\n");
    assert_eq!(text.matches("White plays ").count(), 1, "{text}");
    assert!(text.contains("pawn e7  e6 e5\n") || text.contains("pawn e7  e5 e6\n"), "{text}");
    // Having changed sides, the person sees the engine move again.
    assert_eq!(text.matches("Black plays ").count(), 1, "{text}");
}

#[test]
fn play_helps_and_forgives() {
    let input = "help\nmoves e2\nmoves z9\ne2e5\nhello\nlevel 99\nlevel 2\nside green\nundo\nresign\ne2e4\n";
    let text = printed(&["play", "chess"], input);
    for fact in [
        "moves e2: those from or to e2",
        "pawn e2  e3 e4\n",
        "`z9` is neither a square nor a piece; try `moves a1` or `moves K`.",
        "Moves of the pawn on e2: e3 e4.",
        "`hello` is neither a move nor a command; `moves` lists the moves, `help` the commands.",
        "A level is a number from 1 to 18.",
        "Level 2.",
        "A side is white, black or both.",
        "There is nothing to take back.",
        "Result: 0-1 {White resigns}",
        "The game is over.",
    ] {
        assert!(text.contains(fact), "{fact}\n{text}");
    }
    assert!(!text.contains('\x1b'), "colours without a terminal");
}

#[test]
fn moves_may_be_written_as_people_write_them() {
    let text =
        printed(&["play", "chess", "--side", "both"], "Nf3\nb8c6\ne4\nE7E5\nBb5\nNf6\nO-O\npass\nfen\n");
    assert!(text.contains("r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 4\n"), "{text}");
    assert!(text.contains("White plays Bb5: the bishop goes to b5.\n"), "{text}");
    assert!(text.contains("White plays O-O: White castles short.\n"), "{text}");
    assert!(text.contains("You cannot pass here; `moves` lists your moves.\n"), "{text}");
}

#[test]
fn the_phases_of_tactical_chess_are_said() {
    let text =
        printed(&["play", "tactical", "--side", "both"], "O@d3\npass\nmoves @o\npass\npass\nmoves K\npass\n");
    for fact in [
        "Turn 1, obstacles: put an obstacle on your half of the board, or pass.\n",
        "White plays O@d3: an obstacle is dropped on d3.\n",
        "Black plays --: Black passes.\n",
        "drop obstacle  O@",
        "Turn 3, kings: put your king on one of your first three ranks.\n",
        "drop king  K@",
        "You cannot pass here",
    ] {
        assert!(text.contains(fact), "{fact}\n{text}");
    }
}

#[test]
fn a_position_can_be_played_on() {
    let fen = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";
    let text = printed(&["play", "chess", "--side", "both", "--fen", fen], "b1b7\nh8g8\na2a8\n");
    assert!(text.contains("Result: 1-0 {White mates}"), "{text}");
}

#[test]
fn draw_takes_recorded_games_and_makes_png() {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/record/tests/pgn/python-chess.pgn");
    let folder = env!("CARGO_TARGET_TMPDIR");
    let picture = format!("{folder}/drawn.png");
    printed(&["draw", games, "--ply", "3", "-o", &picture], "");
    let bytes = std::fs::read(&picture).unwrap();
    assert!(bytes.starts_with(b"\x89PNG\r\n"));
    let text = refused(&["draw", games, "--number", "9999"]);
    assert!(text.contains("python-chess.pgn, game 9999: the file has "), "{text}");
    let text = refused(&["draw", games, "--ply", "9999"]);
    assert!(text.contains("--ply 9999: the game has "), "{text}");
    let film = format!("{folder}/drawn.gif");
    printed(&["draw", games, "--ply", "3", "--flip", "--delay", "200", "-o", &film], "");
    let bytes = std::fs::read(&film).unwrap();
    assert!(bytes.starts_with(b"GIF89a") && String::from_utf8_lossy(&bytes).contains("Icons made by"));
    // The first of four frames, and the last, in hundredths of a second.
    let delays = bytes.windows(6).filter(|part| part.starts_with(&[0x21, 0xF9, 4]));
    let delays: Vec<u16> = delays.map(|part| u16::from_le_bytes([part[4], part[5]])).collect();
    assert_eq!(delays, [20, 20, 20, 300]);
    assert!(
        refused(&["draw", "chess", "--flip"]).contains("--flip, --delay, --last-delay: expected an output")
    );
    assert!(refused(&["draw", games, "--reach", "a1", "-o", &film]).contains("--reach: a GIF shows moves"));
    assert!(
        refused(&["draw", "chess", "--reach", "e4"]).contains("--reach e4: expected a square with a piece")
    );
    let text = refused(&["draw", "missing.pgn"]);
    assert!(text.contains("missing.pgn: "), "{text}");
    let output = helgi(&["draw", "chess", "-o", "/no/such/folder/x.svg"], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("/no/such/folder/x.svg: "));
}

#[test]
fn draw_makes_pictures_of_starts_and_of_positions() {
    let start = printed(&["draw", "tavreli", "--pieces", "letters"], "");
    assert!(start.starts_with("<svg ") && start.trim_end().ends_with("</svg>"), "{start}");
    assert_eq!(start.matches("<circle").count(), 32);
    let stacks = "4k3/8/(nQ)7/8/3(dR)4/8/4E3/4K3 w - - 0 1";
    assert_eq!(
        printed(&["draw", stacks, "--game", "tavreli", "--pieces", "letters"], "").matches("<circle").count(),
        7
    );
    // The pieces of the browser, without being asked.
    assert_eq!(printed(&["draw", "tavreli"], ""), printed(&["draw", "tavreli", "--pieces", "pictures"], ""));
    assert!(
        refused(&["draw", "tavreli", "-o", "x.jpg"])
            .contains("--output x.jpg: expected a name that ends in .svg")
    );

    // Without a name the first game that accepts the position is taken.
    let folder = std::env::temp_dir().join(format!("helgi-draw-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("start.svg");
    printed(&["draw", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "-o", file.to_str().unwrap()], "");
    let picture = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(picture.contains("<title>Orthodox chess</title>"), "{picture}");

    let moved = printed(&["draw", "chess", "--moves", "e4 e7e5 Nf3"], "");
    assert_eq!(moved.matches("#e9d866").count() + moved.matches("#c8ad3c").count(), 2, "g1 and f3");
    let as_in_pgn = "1.e4 {a pawn} e5! (1... c5 2. d4) 2.Nf3 *";
    assert_eq!(printed(&["draw", "chess", "--moves", as_in_pgn], ""), moved);
    for (moves, notice) in [
        ("e4;e5;Nf3", "helgi: --moves: `;e5`, read as moves; a comment is written in braces\n"),
        ("1. e4 e5 {a; b}\n2. Nf3 ; as Greco", "helgi: --moves: `; as Greco`, read as a comment\n"),
        ("1. e4 ; the best\n1... e5 2. Nf3", "helgi: --moves: `; the best`, read as a comment\n"),
    ] {
        let output = helgi(&["draw", "chess", "--moves", moves], "");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), moved, "{moves}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with(notice), "{said}");
    }
    assert!(refused(&["draw", "chess", "--moves", "e4 e4"]).contains("--moves: `e4`"));
    assert!(
        refused(&["draw", "chess", "--moves", "1. e4 {"]).contains("--moves: `{`, expected a `}` after it")
    );
    assert!(
        refused(&["draw", "chess", "--moves", "e4 e5 1-0 d4"]).contains("--moves: `d4` behind the result")
    );
    assert!(refused(&["draw", "nonsense"]).contains("nonsense"));
    assert!(refused(&["draw", "8/8 w", "--game", "chess"]).contains("8 ranks"));
}

#[test]
fn draw_writes_characters_on_the_pieces_of_shogi_and_its_kin() {
    for game in ["shogi", "xiangqi", "janggi"] {
        let draw = |pieces| printed(&["draw", game, "--pieces", pieces], "");
        let (signs, written) = (draw("pictures"), draw("characters"));
        assert_ne!(signs, written);
        // Only the coordinates are letters.
        for picture in [&signs, &written] {
            assert_eq!(picture.matches("<text").count(), draw("letters").matches("font-size=\"12\"").count());
        }
        assert!(written.contains("Characters of LXGW WenKai TC") && !signs.contains("LXGW"));
    }
    // Elsewhere they are pictures as before.
    let paths = |pieces| printed(&["draw", "chess", "--pieces", pieces], "").matches("<path").count();
    assert_eq!(paths("characters"), paths("pictures"));
}

#[test]
fn draw_shows_what_closes_squares_as_the_game_calls_it() {
    let duck = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P1*1/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let drawn = |game, fen, pieces| printed(&["draw", fen, "--game", game, "--pieces", pieces], "");
    let block = "rx=\"6\" fill=\"#5b5148\"";
    // The yellow of the duck, the blue of the sea.
    let atlantis = "rnbqkbnr/pppppppp/*7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2";
    for (game, fen, colour) in [("duck", duck, "#f7c325"), ("atlantis", atlantis, "#2f7fb5")] {
        let [picture, letters] = ["pictures", "letters"].map(|pieces| drawn(game, fen, pieces));
        assert!(picture.contains(colour) && !picture.contains(block), "{game}");
        assert!(!letters.contains(colour) && letters.contains(block), "{game}");
    }
}
