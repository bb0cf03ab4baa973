use crate::Position;
use crate::testing::{after, are_same, is_legal, play};

const GAME: &str = "tavreli";

/// Ruling 1: castling waits while the Warrior is covered.
#[test]
fn a_covered_warrior_may_castle_once_it_is_free() {
    let fen = "k7/8/8/8/8/8/T5b1/4K2R b KA - 0 1";
    let (covered, _) = play(GAME, fen, &["g2h1"]);
    assert_eq!(covered.fen(), "k7/8/8/8/8/8/T7/4K2(Rb) w KA - 0 2");
    assert!(!is_legal(GAME, &covered.fen(), "e1g1"));
    let free = after(GAME, fen, &["g2h1", "a2a3", "h1d5:1"]);
    assert_eq!(free, "k7/8/8/3b4/8/T7/8/4K2R w K - 1 3");
    assert!(is_legal(GAME, &free, "e1g1"));
}

/// Ruling 1: a soldier that was covered may still go two squares, unless it has left.
#[test]
fn a_covered_soldier_keeps_its_double_step() {
    let fen = "k7/8/8/8/1N6/8/T7/4K3 w A - 0 1";
    let free = after(GAME, fen, &["b4a2", "a8b8", "a2b4:1", "b8a8"]);
    assert_eq!(free, "k7/8/8/8/1N6/8/T7/4K3 w A - 4 3");
    assert!(is_legal(GAME, &free, "a2a4"));
    let returned = after(GAME, fen, &["b4a2", "a8b8", "a2b4", "b8a8", "b4a2", "a8b8", "a2b4:1", "b8a8"]);
    assert_eq!(returned, "k7/8/8/8/1N6/8/T7/4K3 w - - 8 5");
    assert!(!is_legal(GAME, &returned, "a2a4"));
}

/// Ruling 2: a soldier uncovered on its last rank is promoted, whichever side uncovers it, and may
/// thus give check.
#[test]
fn uncovering_promotes_before_check_is_judged() {
    let enemy = "1k6/8/8/8/8/8/4K3/7(tB) w - - 5 9";
    assert_eq!(after(GAME, enemy, &["h1g2:1"]), "1k6/8/8/8/8/8/4K1B1/7+t b - - 0 9");
    let own = "(Tn)7/4k3/8/8/8/8/8/4K3 b - - 5 9";
    assert_eq!(after(GAME, own, &["a8b6:1"]), "+T7/4k3/1n6/8/8/8/8/4K3 w - - 0 10");
    // On the Magus's own rank the new Warrior would check the side that uncovers it.
    for (fen, whole, part) in [
        ("1k6/8/8/8/8/8/8/4K2(tB) w - - 0 1", "h1g2", "h1g2:1"),
        ("(Tn)3k3/8/8/8/8/8/8/4K3 b - - 0 1", "a8b6", "a8b6:1"),
    ] {
        assert!(is_legal(GAME, fen, whole) && !is_legal(GAME, fen, part), "{fen}");
    }
    // For the other side it is a check: the Horseman leaves its own soldier on rank 1.
    let (checked, _) = play(GAME, "k7/8/8/8/8/8/8/(tn)3K3 b - - 0 1", &["a1b3:1"]);
    assert!(checked.in_check());
}

/// Ruling 3: an unmoved right, a castling right and a written *en passant* square make positions
/// differ.
#[test]
fn repetition_looks_at_rights() {
    let soldier = "k7/8/8/8/8/8/T7/4K3 w";
    assert!(!are_same(GAME, &format!("{soldier} A - 0 1"), &format!("{soldier} - - 0 1")));
    let warrior = "k7/8/8/8/8/8/8/4K2R w";
    assert!(!are_same(GAME, &format!("{warrior} K - 0 1"), &format!("{warrior} - - 0 1")));
    let ready = "k7/8/8/8/3dE3/8/8/K7 b -";
    assert!(!are_same(GAME, &format!("{ready} e3 0 1"), &format!("{ready} - 0 1")));
    let alone = "k7/8/8/8/4E3/8/8/K7 b -";
    assert!(are_same(GAME, &format!("{alone} e3 0 1"), &format!("{alone} - 0 1")));
}
