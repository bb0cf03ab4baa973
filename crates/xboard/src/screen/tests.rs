//! The screens of XBoard and its moves on them.

use super::*;
use helgi_rules::games::GameId;

fn table(game: GameId) -> LetterTable {
    LetterTable::new(game.info()).unwrap()
}

fn screen(game: GameId, text: &str) -> XBoardModel {
    let info = game.info();
    XBoardModel::read(text, info.files, info.ranks, &table(game)).unwrap()
}

/// Returns the board shown after a half-move.
fn after(game: GameId, text: &str, ply: &str) -> XBoardModel {
    let mut screen = screen(game, text);
    screen.apply(&ply.parse().unwrap(), &table(game));
    screen
}

/// The repairs from one board to another, which have to lead there.
fn repairs(game: GameId, shown: &str, truth: &str) -> Vec<String> {
    let (mut shown, truth) = (screen(game, shown), screen(game, truth));
    let plies = shown.repairs(&truth, true, &table(game));
    plies.iter().for_each(|ply| shown.apply(ply, &table(game)));
    assert_eq!(shown, truth);
    plies.iter().map(XBoardPly::to_string).collect()
}

const TACTICAL: GameId = GameId::TACTICAL;

#[test]
fn half_moves_change_the_board_as_xboard_does() {
    for (before, ply, then) in [
        ("8/8/8/8/3p4/8/3C4/4K3 w", "d2d4", "8/8/8/8/3C4/8/8/4K3 b"),
        ("8/8/8/8/3p4/8/3C4/4K3 w", "d2d4,d4d2", "8/8/8/8/8/8/3C4/4K3 b"),
        ("8/8/8/4p3/3p4/2D5/8/4K3 w", "c3d4,d4e5,e5c3", "8/8/8/8/8/2D5/8/4K3 b"),
        ("8/8/8/4p3/3p4/2D5/8/4K3 w", "c3d4,d4e5", "8/8/8/4D3/8/8/8/4K3 b"),
        ("8/1P6/8/8/8/8/8/4K3 w", "b7b8j", "1J6/8/8/8/8/8/8/4K3 b"),
        ("8/8/8/8/8/3f4/2P5/4K3 w", "c2d3z", "8/8/8/8/8/8/8/4K3 b"),
        ("8/8/8/8/8/8/8/4K3 b", "n@b3", "8/8/8/8/8/1n6/8/4K3 w"),
        ("8/8/8/8/8/8/8/4K3 b", "@@@@", "8/8/8/8/8/8/8/4K3 w"),
        // From nowhere comes nothing, and obstacles are pieces.
        ("8/8/8/8/8/8/8/4K3 w", "a1a2", "8/8/8/8/8/8/8/4K3 b"),
        ("8/8/8/8/8/8/o7/R3K3 w", "a1a2", "8/8/8/8/8/8/R7/4K3 b"),
        ("8/8/8/8/8/8/o7/4K3 b", "a2a4", "8/8/8/8/o7/8/8/4K3 w"),
        ("8/8/8/8/8/8/8/4K3 w", "O@a2", "8/8/8/8/8/8/o7/4K3 b"),
    ] {
        assert_eq!(after(TACTICAL, before, ply), screen(TACTICAL, then), "{ply}");
    }
}

#[test]
fn a_king_takes_the_nearest_piece_beyond_along() {
    let game = GameId::POPULAR10;
    let before = "12/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*R4K3R*/12 w";
    for (ply, rank) in [("g2i2", "*R5RK2*"), ("g2j2", "*R6RK1*"), ("g2e2", "*3KR4R*"), ("g2d2", "*2KR5R*")] {
        let then = format!("12/*10*/*10*/*10*/*10*/*10*/*10*/*10*/{rank}/12 b");
        assert_eq!(after(game, before, ply), screen(game, &then), "{ply}");
    }
    for ply in ["g2h2", "g2g4", "g2i4"] {
        let shown = after(game, before, ply);
        let rooks = [1, 10].map(|file| shown.letter(WireSquare { file, rank: 2 }));
        assert_eq!(rooks, [Some((Side::White, 'R')); 2], "{ply}");
    }
    // It does so on the way to a promotion of a piece as well, even to the nearest one.
    let shown = "12/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*5KS2B*/6p5 w";
    let then = "12/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*8SK*/12 b";
    assert_eq!(after(game, shown, "g2g1,g1k2"), screen(game, then));
    // Its own rook is one to castle with, wherever the two stand, and they come to the files and the rank of chess.
    let shown = "12/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*5KS2R*/6p5 w";
    let then = "12/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*6S3*/9RK1 b";
    assert_eq!(after(game, shown, "g2g1,g1k2"), screen(game, then));
    // A piece that Black's king meets on an empty square is its own to XBoard, and put next to it.
    let shown = "12/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*5k2sr*/12 b";
    let then = "12/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*9k*/12 w";
    assert_eq!(after(game, shown, "g2g1,g1k2"), screen(game, then));
    // Only a king does; and the slot of the king is empty in games without such castling.
    let then = "12/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*7Q1R*/12 b";
    assert_eq!(after(game, "12/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*5Q3R*/12 w", "g2i2"), screen(game, then));
    let tavreli = after(GameId::TAVRELI, "8/8/8/8/8/8/8/4K2R w", "e1g1");
    assert_eq!(tavreli, screen(GameId::TAVRELI, "8/8/8/8/8/8/8/6KR b"));
}

#[test]
fn a_piece_that_cannot_be_dropped_goes_where_it_is_missing() {
    helgi_variants::install_library();
    let game = GameId::named("loop").unwrap();
    let found = repairs(game, "4k3/8/8/8/8/8/8/2K4R b", "4k3/8/8/8/8/8/8/2KR4 b");
    assert_eq!(found, ["@@@@", "h1d1"]);
}

#[test]
fn sound_boards_are_not_repaired() {
    let text = "4k3/8/8/8/8/8/8/4K3 w";
    assert!(repairs(TACTICAL, text, text).is_empty());
}

#[test]
fn each_kind_of_repair() {
    for (shown, truth, plies) in [
        // The turn alone.
        ("4k3/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/8/4K3 b", vec!["@@@@"]),
        // One enemy piece, two, and three.
        ("4k3/8/8/8/8/8/p7/4K3 w", "4k3/8/8/8/8/8/8/4K3 b", vec!["e1a2,a2e1"]),
        ("4k3/8/8/8/8/8/pp6/4K3 w", "4k3/8/8/8/8/8/8/4K3 b", vec!["e1a2,a2b2,b2e1"]),
        ("4k3/8/8/8/8/8/ppp5/4K3 w", "4k3/8/8/8/8/8/8/4K3 w", vec!["e1a2,a2b2,b2e1", "c2a1z"]),
        // An own piece leaves, by a square on another rank.
        ("4k3/8/8/8/8/8/P7/4K3 w", "4k3/8/8/8/8/8/8/4K3 b", vec!["a2a1z"]),
        ("4k3/8/8/8/8/8/8/P3K3 w", "4k3/8/8/8/8/8/8/4K3 b", vec!["a1a2z"]),
        // A piece comes, of the side to move or of the other.
        ("4k3/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/P7/4K3 b", vec!["P@a2"]),
        ("4k3/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/p7/4K3 w", vec!["@@@@", "P@a2"]),
        // An obstacle is anybody's.
        ("4k3/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/o7/4K3 b", vec!["O@a2"]),
        // One for another: the square is emptied first.
        ("4k3/8/8/8/8/8/p7/4K3 w", "4k3/8/8/8/8/8/P7/4K3 w", vec!["e1a2,a2e1", "@@@@", "P@a2", "@@@@"]),
    ] {
        assert_eq!(repairs(TACTICAL, shown, truth), plies, "{shown} {truth}");
    }
}

#[test]
fn squares_are_written_from_the_top() {
    let screen = screen(TACTICAL, "4k3/8/8/8/8/8/8/R3K3 w");
    assert_eq!(screen.map(|square| screen.letter(square).map(|(_, letter)| letter)), "4K3/8/8/8/8/8/8/R3K3");
    assert_eq!(screen.passed().side(), Side::Black);
    assert_eq!(screen.difference(&screen.passed()), 0);
}

#[test]
fn boards_differ_by_what_has_to_leave_and_to_come() {
    let screen = |text| screen(TACTICAL, text);
    let before = screen("4k3/8/8/8/8/8/p7/4K3 w");
    for (text, changes) in
        [("4k3/8/8/8/8/8/8/4K3 w", 1), ("4k3/8/8/8/8/8/P7/4K3 w", 2), ("8/8/8/8/8/8/pP6/4K3 w", 2)]
    {
        assert_eq!(before.difference(&screen(text)), changes, "{text}");
    }
}

#[test]
fn moves_that_xboard_takes_for_castling_are_garbled() {
    for (before, ply, handed_on) in [
        ("4k3/8/8/8/5P2/4p3/3D4/4K3 w", "d2e3,e3f4,f4d2", "d2d2,f4c2"),
        ("4k3/8/8/8/5p2/4P3/3D4/4K3 w", "d2e3,e3f4,f4d2", "d2e3,e3f4,f4d2"),
        ("4k3/8/8/8/8/1P6/D7/4K3 w", "a2b3,b3a2", "a2a2,b3`2"),
        ("4k3/8/8/8/8/1p6/D7/4K3 w", "a2b3,b3a2", "a2b3,b3a2"),
        // An empty square is Black's.
        ("4k3/8/8/8/8/8/D7/4K3 w", "a2b3,b3a2", "a2b3,b3a2"),
        ("4k3/8/8/8/8/8/d7/4K3 b", "a2b3,b3a2", "a2a2,b3`2"),
        ("4k3/8/8/8/8/8/d7/4K3 b", "a2b3", "a2b3"),
    ] {
        let found = screen(TACTICAL, before).handed_on(&ply.parse().unwrap());
        assert_eq!(found.to_string(), handed_on, "{before}");
    }
}
