//! Names of games and positions as other programs write them, at the doors of the program.

use crate::program;
use crate::program::assert_in_order;
use std::process::{Command, Output};

fn helgi(arguments: &[&str], input: &str) -> Output {
    program::run(Command::new(env!("CARGO_BIN_EXE_helgi")).args(arguments), input.as_bytes())
}

/// The standard output and the standard error of a run.
fn both(arguments: &[&str], input: &str) -> (String, String) {
    let output = helgi(arguments, input);
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn games_are_named_as_elsewhere() {
    for name in ["King of the Hill", "KOTH", "kingOfTheHill", "Three-check", "Standard"] {
        let (printed, said) = both(&["perft", name, "1"], "");
        assert!(printed.starts_with("Nodes searched: 20\n"), "{name}: {printed}{said}");
    }
    let (_, said) = both(&["perft", "tavrely", "1"], "");
    assert!(said.contains("did you mean `tavreli`?") && said.len() < 400, "{said}");
    // A form as Chess960 is another game, of which the games that have none are no spelling.
    let (printed, said) = both(&["perft", "Atomic960", "1"], "");
    assert!(printed.starts_with("Nodes searched: 20\n"), "{printed}{said}");
    let (_, said) = both(&["perft", "Tavreli960", "1"], "");
    assert!(said.contains("expected `tavreli`"), "{said}");
}

#[test]
fn a_session_of_uci_takes_both() {
    let (printed, _) = both(
        &[],
        "uci\nsetoption name UCI_Variant value King of the Hill\nposition fen 4k3/8/8/8/8/8/8/4K2R w KQ e3\nd\n\
         setoption name UCI_Variant value standard\nposition fen 4k3/8/8/8/8/8/8/4K2R W K -- 3 9\nd\n\
         setoption name UCI_Variant value tavreli960\nposition fen 4k3/8/8/8/8/8/8/4K2R w K - bm Rh8;\nd\nquit\n",
    );
    assert_in_order(
        &printed,
        &[
            "info string FEN field halfmove: missing, read as `0 1`\n",
            "info string FEN field castling: `KQ`, read as `K`, without rights that have no pieces\n",
            "info string FEN field en-passant: `e3`, read as `-`, as nothing can have passed there\n",
            "Fen: 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n",
            "info string FEN field side: `W`, read as `w`\n",
            "info string FEN field en-passant: `--`, read as `-`\n",
            "Fen: 4k3/8/8/8/8/8/8/4K2R w K - 3 9\n",
            "info string error option UCI_Variant: value `tavreli960`, expected `tavreli`",
            "info string error position: FEN field halfmove: `bm`",
        ],
    );
}

/// The reserve that python-chess sends through XBoard's protocol has pieces beyond the set.
#[test]
fn a_session_of_xboard_takes_both() {
    let (printed, _) = both(
        &[],
        "xboard\nprotover 2\nnew\nvariant Crazy House\nforce\n\
         setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[r] w KQkq - 0 1\nusermove e2e4\nd\n\
         variant standard\nsetboard 7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1\nvariant tavrely\nquit\n",
    );
    assert_in_order(
        &printed,
        &[
            "# FEN field reserve: 5 `R`, more than the set has, read as it stands\n",
            "RNBQKBNR[r] b KQkq",
            "# FEN field castling: `KQkq`, read as `-`, without rights that have no pieces\n",
            "Error (unknown variant, expected a game that helgi plays; did you mean `tavreli`?): variant tavrely\n",
        ],
    );
    assert!(!printed.contains("tellusererror") && !printed.contains("Illegal"), "{printed}");
}

#[test]
fn recorded_games_keep_their_tags() {
    let pgn = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
               [Result \"1-0\"]\n[Variant \"Standard\"]\n[FEN \"7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1\"]\n\n1. Rh6# 1-0\n\n";
    let output = helgi(&["pgn", "-", "--to", "san"], pgn);
    let (printed, said) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(0), "{printed}{said}");
    let all = format!("{printed}{said}");
    assert!(all.contains("tag FEN: FEN field castling: `KQkq`, read as `-`"), "{all}");
    assert!(all.contains("[Variant \"Standard\"]\n") && all.contains("w KQkq - 0 1\"]\n"), "{all}");
    assert!(all.contains("1. Rh6# 1-0"), "{all}");
    let hill = pgn.replace("Standard", "King of the Hill");
    assert_eq!(helgi(&["pgn", "-"], &hill).status.code(), Some(0));
}

#[test]
fn commands_say_what_they_read() {
    for arguments in [
        &["perft", "chess", "1", "--fen", "7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1"][..],
        &["draw", "7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1", "--game", "chess"],
        &["draw", "7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1"],
        &["analyze", "--start", "7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1", "--moves", "Rh6", "--nodes", "100"],
    ] {
        let output = helgi(arguments, "");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {said}");
        assert!(said.contains("helgi: FEN field castling: `KQkq`, read as `-`"), "{arguments:?}: {said}");
    }
}
