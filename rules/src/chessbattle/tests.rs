use super::*;
use crate::Game;

fn position(fen: &str) -> ChessBattlePosition<2, 128> {
    ChessBattle128::default().parse(fen).unwrap()
}

/// The legal moves of the piece on a square: the squares it goes to, `x` before those it shoots
/// at and between arrival and removal.
fn moves(fen: &str, from: &str) -> String {
    let game = ChessBattle128::default();
    let outline = game.outline();
    let mut moves = Vec::new();
    position(fen).generate(Select::All, &mut moves);
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
    start.generate(Select::All, &mut moves);
    let mut bits = 1u32;
    for _ in 0..20_000 {
        bits = bits.wrapping_mul(0x9E37_79B1).wrapping_add(0x7F4A_7C15);
        if let Some(garbled) = Move::from_bits(bits) {
            assert_eq!(start.is_legal(garbled), moves.contains(&garbled));
        }
    }
}
