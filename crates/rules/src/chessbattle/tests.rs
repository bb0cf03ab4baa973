use super::*;
use crate::Game;
use crate::board::Outline;
use crate::testing::{is_legal, outcome};

/// White squares are those on which file and rank, both counted from 1, add up to an odd number.
fn is_white(outline: &Outline, square: Square) -> bool {
    (outline.file(square) + outline.rank(square)) % 2 == 1
}

fn position(fen: &str) -> ChessBattlePosition<2, 128> {
    ChessBattle128::default().parse(fen).unwrap()
}

/// The legal moves of the piece on a square: the squares it goes to, `x` before those it shoots
/// at and between arrival and removal.
fn moves(fen: &str, from: &str) -> String {
    let game = ChessBattle128::default();
    let outline = game.outline();
    let mut moves = Vec::new();
    position(fen).generate(GenMode::All, &mut moves);
    let text = |chosen: &Move| match chosen.action() {
        Action::Shoot { target, .. } => format!("x{}", outline.name(target)),
        Action::Step { to, extra: Extra::Remove(removed), .. } => {
            format!("{}x{}", outline.name(to), outline.name(removed))
        }
        Action::Step { to, .. } => outline.name(to),
        action => panic!("{action:?}"),
    };
    moves.retain(|chosen| chosen.from() == outline.named(from));
    moves.iter().map(text).collect::<Vec<_>>().join(" ")
}

/// Ruling 5: the bomber passes over one own piece.
#[test]
fn the_bomber_passes_over_one_own_piece() {
    let fen = "**8**/**h7**/12/12/12/4s7/12/4S7/4S7/4B1SsS3/**8**/**7H** w - - 0 1";
    let along = |file: char| -> String {
        moves(fen, "e3").split(' ').filter(|to| to.starts_with(file) || to.ends_with('3')).collect()
    };
    assert_eq!(along('e'), "e1e2a3b3c3d3f3h3");
}

#[test]
fn two_shields_are_one_too_many_for_the_bomber() {
    let two = "**2b5**/**8**/4s7/4s2G4/12/12/12/12/12/12/**8**/**2H4h** w - - 0 1";
    assert!(!moves(two, "h9").contains("xe9"));
    let three = "**2b5**/**8**/4s7/4s2G4/4s7/12/12/12/12/12/**8**/**2H4h** w - - 0 1";
    assert!(moves(three, "h9").contains("xe9"));
}

#[test]
fn a_pinned_gun_may_shoot() {
    let fen = "**2b5**/**8**/12/12/12/6s5/12/4G7/12/12/**7h**/**2H5** w - - 0 1";
    assert_eq!(moves(fen, "e5"), "e4 e6 xg7");
}

#[test]
fn tanks_are_safe_from_light_weapons() {
    let fen = "**7h**/**8**/12/12/12/12/4t7/3S8/3C8/12/**8**/**H7** w - - 0 1";
    assert!(!moves(fen, "d5").contains("e6"));
    assert!(!moves(fen, "d4").contains("e6"));
    assert!(!moves(&fen.replace('S', "M"), "d5").contains("xe6"));
    assert!(moves(&fen.replace('S', "G"), "d5").contains("xe6"));
}

/// Ruling 4: an arrival is judged as a whole, whether by one square or by a capture.
#[test]
fn an_arrival_is_judged_as_a_whole() {
    // The soldier does not stay to stop the bomber, but may take it along.
    let checked = "**H6b**/**2S5**/12/12/12/12/12/12/12/12/**8**/**m6h** w - - 0 1";
    assert_eq!(moves(checked, "e11"), "d12xj12 e12xj12 f12xj12");
    let bare = "**8**/**2S5**/12/12/12/12/12/12/12/12/**8**/**H6h** w - - 0 1";
    assert!(moves(bare, "e11").ends_with("d12 e12 f12"));
    let mut arrived = position(bare);
    let game = ChessBattle128::default();
    let at = |name| game.outline().named(name).unwrap();
    arrived.play(Move::step(at("e11"), at("e12")));
    assert_eq!(game.format(&arrived), "**8**/**8**/12/12/12/12/12/12/12/12/**8**/**H6h** b - - 0 1");
}

#[test]
fn refusals_name_what_is_wrong() {
    let refusal = |fen: &str| ChessBattle128::default().parse(fen).unwrap_err().to_string();
    let board = |first: &str| format!("**h7**/**8**/12/12/12/12/12/12/12/12/{first}");
    assert_eq!(
        refusal(&(board("**8**/**7HH**") + " w")),
        "FEN field board: `**7HH**`, expected 12 squares in rank 1"
    );
    assert_eq!(refusal(&(board("**8**/**6HH**") + " w")), "FEN field board: `2 White H`, expected exactly 1");
    assert_eq!(
        refusal(&(board("**TT6**/**7H**") + " w")),
        "FEN field board: `2 White T`, expected at most 1"
    );
    assert_eq!(
        refusal(&(board("**8**/**s6H**") + " w")),
        "FEN field board: `c1`, expected no Black soldier on its last rank"
    );
    assert_eq!(
        refusal(&(board("1*8**/**7H**") + " w")),
        "FEN field board: `a2`, expected `*` where the board has no square"
    );
    assert_eq!(refusal(&(board("**8**/**7H**") + " w KQ")), "FEN field castling: `KQ`, expected `-`");
    let check = board("**8**/**B6H**") + " w";
    assert!(refusal(&check).ends_with("expected Black not in check"));
}

#[test]
fn garbled_moves_are_not_legal() {
    let start = ChessBattle144::default().start();
    let mut moves = Vec::new();
    start.generate(GenMode::All, &mut moves);
    let mut bits = 1u32;
    for _ in 0..20_000 {
        bits = bits.wrapping_mul(0x9E37_79B1).wrapping_add(0x7F4A_7C15);
        if let Some(garbled) = Move::from_bits(bits) {
            assert_eq!(start.is_legal(garbled), moves.contains(&garbled));
        }
    }
}

/// Ruling 1: 128 squares, and both lower left corners black; 144 in the variant.
#[test]
fn the_boards_have_128_and_144_squares() {
    let (game, large) = (ChessBattle128::default(), ChessBattle144::default());
    let outline = game.outline();
    assert_eq!((outline.squares().count(), large.outline().squares().count()), (128, 144));
    assert!(["c1", "a3"].into_iter().all(|corner| !is_white(outline, outline.named(corner).unwrap())));
}

/// The squares as a sorted list.
fn sorted(text: &str) -> Vec<String> {
    let mut squares: Vec<String> = text.split(' ').map(String::from).collect();
    squares.sort();
    squares
}

/// Ruling 2: the cavalry has 24 leaps, of which (1,2), (1,3) and (2,3) squares.
#[test]
fn the_cavalry_has_three_leaps() {
    let fen = "**7h**/**8**/12/12/12/12/12/4C7/12/12/**8**/**H7** w - - 0 1";
    let near = "c4 c6 d3 d7 f3 f7 g4 g6 b4 b6 d2 d8 f2 f8 h4 h6";
    let far = "b3 b7 c2 c8 g2 g8 h3 h7";
    assert_eq!(sorted(&moves(fen, "e5")), sorted(&format!("{near} {far}")));
}

/// Ruling 3: a soldier captures ahead, diagonally ahead and sideways, not backwards.
#[test]
fn a_soldier_captures_everywhere_but_backwards() {
    // From e5, a black square, there are only single steps, and all neighbours are taken.
    let fen = "**7h**/**8**/12/12/12/12/3sss6/3sSs6/3sss6/12/**8**/**H7** w - - 0 1";
    assert_eq!(sorted(&moves(fen, "e5")), sorted("d5 f5 d6 e6 f6"));
}

/// Ruling 4: an arriving soldier may take a tank, also where it arrives by two squares at once.
#[test]
fn an_arrival_may_remove_a_tank() {
    // e10 is white: 5 and 10 add up to an odd number.
    let fen = "**7h**/**8**/4S7/12/12/12/12/4t7/12/12/**8**/**H7** w - - 0 1";
    let arrivals = sorted(&moves(fen, "e10")).into_iter().filter(|text| text.contains('x'));
    assert_eq!(arrivals.collect::<Vec<_>>(), ["c12xe5", "e12xe5", "g12xe5"]);
}

/// Ruling 5: a bomber gives check over its own headquarters.
#[test]
fn a_bomber_checks_over_its_headquarters() {
    let fen = "**2b5**/**8**/12/12/4h7/12/12/12/12/12/**8**/**2H5** w - - 0 1";
    assert!(position(fen).in_check());
    // In the way of a check, and pinned by it: the tank may not leave the file.
    let pinned = "**2b5**/**8**/12/12/4h7/12/12/4T7/12/12/**8**/**2H5** w - - 0 1";
    assert_eq!(sorted(&moves(pinned, "e5")), sorted("e3 e4 e6 e7"));
}

/// Ruling 6: colours are counted by file and rank on 144 squares too.
#[test]
fn colours_on_144_squares_are_counted_the_same() {
    let fen = "***7h***/***8***/14/14/14/14/14/14/14/1SSSS9/***8***/***H7*** w - - 0 1";
    for (jump, expected) in [("b3b5", true), ("c3c5", false), ("d3d5", true), ("e3e5", false)] {
        assert_eq!(is_legal("chessbattle144", fen, jump), expected, "{jump}");
    }
}

/// Ruling 7: missing squares stop a soldier's two squares.
#[test]
fn missing_squares_stop_two_squares() {
    // l3 is white. k2 has no square, so that j1 beyond it is out of reach.
    let fen = "**7h**/**8**/12/12/12/12/12/12/12/11S/**8**/**H7** w - - 0 1";
    assert_eq!(sorted(&moves(fen, "l3")), sorted("k3 k4 l4 j3 j5 l5"));
}

/// Ruling 7: missing squares stop lines and shots, not the cavalry.
#[test]
fn missing_squares_stop_lines() {
    // From a3 the diagonal to c1 leads over b2, which has no square.
    let fen = |piece: &str| format!("**6h1**/**8**/12/12/12/12/12/12/12/{piece}11/**8**/**g6H** w - - 0 1");
    assert_eq!(sorted(&moves(&fen("M"), "a3")), sorted("a4 b3 b4"));
    let bomber = moves(&fen("B"), "a3");
    assert!(bomber.contains("l3") && bomber.contains("j12") && !bomber.contains("c1"), "{bomber}");
    assert_eq!(sorted(&moves(&fen("C"), "a3")), sorted("b5 b6 c2 c4 c6 d1 d2 d4 d5"));
    assert!(!position("**7h**/**8**/12/12/12/12/12/12/12/b11/**8**/**H7** w - - 0 1").in_check());
}

/// Ruling 8: stalemate, repetition and a hundred half-moves are draws.
#[test]
fn draws_are_those_of_chess() {
    let name = "chessbattle";
    let fen = "**7h**/**8**/12/12/12/12/12/12/12/12/**8**/**H7** w - - 98 70";
    let back = ["c1c2", "j12j11", "c2c1", "j11j12", "c1c2", "j12j11", "c2c1", "j11j12"];
    assert_eq!(outcome(name, fen, &back[..1]), None);
    assert_eq!(outcome(name, fen, &back[..2]), Some(Outcome::draw(Reason::MoveCount)));
    let young = fen.replace("98", "0");
    assert_eq!(outcome(name, &young, &back[..7]), None);
    assert_eq!(outcome(name, &young, &back), Some(Outcome::draw(Reason::Repetition)));
}

/// Ruling 8: stalemate is a draw.
#[test]
fn stalemate_is_a_draw() {
    let fen = "**7h**/**8**/12/12/12/12/12/12/3m8/12/**3m4**/**H7** w - - 0 1";
    assert_eq!(outcome("chessbattle", fen, &[]), Some(Outcome::draw(Reason::Stalemate)));
}

/// Ruling 8: the count restarts when a piece leaves the board, not when a soldier goes; mate on the
/// hundredth half-move is mate.
#[test]
fn half_moves_are_counted_from_a_piece_leaving() {
    let fen = "**7h**/**2S5**/12/12/12/12/s11/T11/3Gs7/12/**8**/**H7** w - - 99 70";
    let draw = Some(Outcome::draw(Reason::MoveCount));
    for (played, expected) in
        [("c1c2", draw), ("e11e10", draw), ("d4xe4", None), ("a5a6", None), ("e11e12xe4", None)]
    {
        assert_eq!(outcome("chessbattle", fen, &[played]), expected, "{played}");
    }
    let mate = "**7h**/**8**/12/8M3/9M2/12/12/12/12/12/**8**/**H7** w - - 99 70";
    assert_eq!(outcome("chessbattle", mate, &["j8j9"]), Some(Outcome::win(Side::White, Reason::Mate)));
    assert_eq!(outcome("chessbattle", mate, &["i9h9"]), draw);
}
