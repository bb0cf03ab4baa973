use super::*;
use crate::Game;
use crate::testing::{is_legal, outcome};
use Popular10::{Both, Citadel, Drop, Standard};

fn position(game: Popular10, fen: &str) -> Popular10Position {
    game.parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A position with these rows between the second and the ninth rank, the kings on g2 and f9.
fn middle(rows: &str, rest: &str) -> Popular10Position {
    position(Standard, &format!("12/*4k5*/{rows}/*5K4*/12 {rest}"))
}

fn squares(game: Popular10, from: &str, to: &str) -> (Square, Square) {
    (game.outline().named(from).unwrap(), game.outline().named(to).unwrap())
}

fn moves(position: &Popular10Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.generate(GenMode::All, &mut moves);
    moves
}

fn count(position: &Popular10Position, from: &str, to: &str) -> usize {
    let (from, to) = squares(position.game, from, to);
    moves(position).iter().filter(|played| (played.from(), played.to()) == (Some(from), Some(to))).count()
}

/// The position after the first of the moves between two squares: the one without an extra.
fn after(position: &Popular10Position, from: &str, to: &str) -> Popular10Position {
    let (from, to) = squares(position.game, from, to);
    let played = moves(position).into_iter().find(|m| (m.from(), m.to()) == (Some(from), Some(to)));
    let mut after = position.clone();
    after.play(played.unwrap());
    after
}

fn kind(position: &Popular10Position, square: &str) -> Option<Kind> {
    position.cells().at(position.game.outline().named(square).unwrap()).map(|piece| piece.kind)
}

#[test]
fn the_table_is_consistent() {
    assert!(Popular10::ALL.iter().enumerate().all(|(index, &game)| game as usize == index));
    assert_eq!(
        Standard.start().doubled_points(Side::White) + 1,
        Standard.start().doubled_points(Side::Black)
    );
    for kind in (0..KINDS as u8).map(Kind) {
        assert_eq!(kind != KING && !is_special(kind), becomes(kind) != kind);
        assert!(kind == becomes(kind) || points(becomes(kind)) > points(kind));
    }
}

/// Ruling 6: pawns of both sorts may be chosen to grow, the captor may not.
#[test]
fn pawns_and_sergeants_that_take_a_sergeant_en_passant_get_the_bonus() {
    let position = middle("*10*/*10*/*10*/*3ppYy3*/*10*/*10*", "b - g4g5 0 1");
    let by_pawn = after(&position, "f5", "g4");
    assert_eq!((kind(&by_pawn, "g5"), kind(&by_pawn, "g4")), (None, Some(SERGEANT)));
    // A sergeant promotes another piece: none, e5 or f5.
    assert_eq!(count(&position, "h5", "g4"), 3);
    assert_eq!(count(&position, "e5", "e4"), 1);
}

#[test]
fn a_field_without_a_taker_is_dropped() {
    let alone = middle("*10*/*10*/*10*/*3P6*/*10*/*10*", "b - e4e5 0 1");
    assert!(Standard.format(&alone).ends_with(" b - - 0 1"));
}

/// Ruling 4: a frozen general gives no check; it does after its owner has moved something else.
#[test]
fn a_frozen_general_checks_only_after_a_turn() {
    let before = position(Standard, "12/*3PK5*/*10*/*10*/*10*/*10*/*10*/*10*/*k2r6*/12 w - - 0 1");
    let (from, to) = squares(Standard, "e9", "e10");
    let mut frozen = before.clone();
    frozen.play(Move::promotion(from, to, GOLD_GENERAL));
    assert!(Standard.format(&frozen).contains(" b - !e10 "));
    assert!(moves(&frozen).iter().all(|played| played.from() != Some(to)));
    assert!(after(&frozen, "e2", "e3").in_check());
    assert!(frozen.pass().is_some_and(|passed| passed.in_check()));
}

/// Ruling 8: a general that is not frozen may not be put where it attacks the own king.
#[test]
fn a_thawed_general_may_not_be_dropped_against_the_own_king() {
    let fen = "12/*3P6*/*10*/*10*/*10*/*5K4*/*10*/*10*/*k2r6*/12 w - - 0 1";
    let places = |game| count(&position(game, fen), "e9", "e10") - 6;
    // 101 empty squares once the pawn has gone, e10 among them; a general attacks g5 from six.
    assert_eq!((places(Both), places(Drop)), (101, 101 - 6));
    assert_eq!(places(Standard), 1);
}

/// Ruling 5: a bare king that captures a special piece wins, before points are counted.
#[test]
fn the_bonus_rule_wins_before_bare_kings() {
    let position = position(Standard, "12/*9k*/*10*/*10*/*10*/*10*/*10*/*3f6*/*4K5*/12 w - - 0 1");
    let won = after(&position, "f2", "e3");
    assert_eq!(won.outcome(), Some(Outcome::win(Side::White, Reason::BonusRule)));
    assert!(moves(&won).is_empty() && won.pass().is_none());
    let read = Standard.parse(&Standard.format(&won)).unwrap();
    assert_ne!(read.key(), won.key());
    assert_eq!(read.outcome().map(|outcome| outcome.winner), Some(Some(Side::Black)));
}

/// Ruling 5: the bonus rule is judged when the king or a special piece captures, by the side's
/// pieces then; a piece that grows by its own capture or by choice was still there to grow.
#[test]
fn the_bonus_rule_asks_what_could_have_grown() {
    let board = |rows: &str| format!("12/*4k5*/*10*/{rows}/*10*/*10*/*5K4*/12 w - - 0 1");
    let won = Some(Outcome::win(Side::White, Reason::BonusRule));
    let queen = board("*4f5*/*10*/*3Q6*");
    assert_eq!(outcome("popular10", &queen.replace("4f5", "3f6"), &["e5e7"]), won);
    let knight = board("*4f5*/*10*/*3N6*");
    assert_eq!(outcome("popular10", &knight, &["e5f7"]), None);
    let both = board("*3f6*/*10*/*N2Q6*");
    for capture in ["e5e7", "e5e7+b5"] {
        assert_eq!(outcome("popular10", &both, &[capture]), None, "{capture}");
    }
}

/// Ruling 3: a rook that has grown at home gives up its castling.
#[test]
fn a_rook_turned_at_home_cannot_castle() {
    let position = position(Standard, "12/*4k5*/*10*/*10*/*10*/*10*/*10*/*5f4*/*5K3R*/12 w K - 0 1");
    let (from, to) = squares(Standard, "g2", "g3");
    let (square, _) = squares(Standard, "k2", "k2");
    let mut turned = position.clone();
    turned.play(Action::Step { from, to, promote: None, extra: Extra::Reward(square) }.into());
    assert_eq!((kind(&turned, "k2"), turned.rights), (Some(QUEEN), 0));
    assert_eq!((count(&position, "g2", "i2"), count(&position, "g2", "j2")), (0, 0));
}

/// Ruling 9: entering the citadel wins; with the king's owner to move a position goes on.
#[test]
fn a_king_wins_by_entering_the_far_citadel_not_by_standing_there() {
    let fen = "12/*K9*/*10*/*10*/*4k5*/*10*/*10*/*10*/*10*/1r10 w - - 0 1";
    let won = after(&position(Citadel, fen), "b9", "a10");
    assert_eq!(won.outcome(), Some(Outcome::win(Side::White, Reason::KingInCitadel)));
    let own_turn = "K11/*10*/*10*/*10*/*4k5*/*10*/*10*/*10*/*10*/2r9 w - - 0 1";
    assert_eq!(position(Citadel, own_turn).outcome(), None);
}

#[test]
fn a_king_enters_the_far_citadel_by_a_noisy_move() {
    let noisy = |game: Popular10, fen: &str| {
        let mut moves = Vec::new();
        let position = position(game, fen);
        position.generate(GenMode::Noisy, &mut moves);
        assert!(moves.iter().all(|&legal| position.is_noisy(legal)));
        moves.into_iter().filter_map(|legal| legal.to()).collect::<Vec<_>>()
    };
    let outline = Standard.outline();
    for (game, fen, goals) in [
        (Citadel, "12/*K9*/*10*/*10*/*4k5*/*10*/*10*/*10*/*10*/1r10 w - - 0 1", ["a10"].as_slice()),
        (Citadel, "12/*10*/*10*/*10*/*4K5*/*R9*/*10*/*10*/*9k*/12 b - - 0 1", &["l1"]),
        (Citadel, "1r10/*10*/*10*/*10*/*4k5*/*10*/*10*/*10*/*K9*/12 w - - 0 1", &[]),
        (Standard, "12/*K9*/*10*/*10*/*4k5*/*10*/*10*/*10*/*10*/1r10 w - - 0 1", &[]),
    ] {
        let goals: Vec<_> = goals.iter().filter_map(|name| outline.named(name)).collect();
        assert_eq!(noisy(game, fen), goals, "{fen}");
    }
}

/// Ruling 9: who is still in the citadel at the end of an own turn wins; the own citadels, an attacked
/// one, and those of the other variants win nothing.
#[test]
fn a_king_wins_by_staying_in_the_far_citadel() {
    let won = Some(Outcome::win(Side::White, Reason::KingInCitadel));
    let inside = "K11/*10*/*10*/*10*/*4k5*/*10*/*10*/*10*/*R9*/12 w - - 0 1";
    assert_eq!(outcome("popular10-citadel", inside, &[]), None);
    assert_eq!(outcome("popular10-citadel", inside, &["b2b3"]), won);
    assert_eq!(outcome("popular10-citadel", inside, &["a10b9"]), None);
    assert_eq!(outcome("popular10", inside, &["b2b3"]), None);
    let own_end = "12/*10*/*10*/*10*/*4k5*/*10*/*10*/*9R*/*K9*/12 w - - 0 1";
    assert_eq!(outcome("popular10-citadel", own_end, &["b2a1"]), None);
    let attacked = "4r7/*K9*/*10*/*10*/*4k5*/*10*/*10*/*9R*/*10*/12 w - - 0 1";
    assert!(!is_legal("popular10-citadel", attacked, "b9a10"));
}

#[test]
fn refusals_name_the_field() {
    let field = |game: Popular10, fen: &str| game.parse(fen).err().map(|error| error.field);
    let board = |row: &str, rest: &str| format!("{row}/*4k5*/*10*/*10*/*10*/*10*/*10*/*10*/*5K4*/12 {rest}");
    let empty = |rest: &str| board("12", rest);
    assert_eq!(field(Standard, &empty("w - - 0 1")), None);
    assert_eq!(field(Standard, &empty("w K - 0 1")), Some("castling"));
    assert_eq!(field(Standard, &empty("w x - 0 1")), Some("castling"));
    assert_eq!(field(Standard, &empty("w - e4 0 1")), Some("en-passant"));
    assert_eq!(field(Standard, &empty("w - e4e5 0 1")), Some("en-passant"));
    assert_eq!(field(Standard, &empty("w - !e4 0 1")), Some("en-passant"));
    assert_eq!(field(Standard, &board("Y11", "w - - 0 1")), Some("board"));
    assert_eq!(field(Standard, &board("y11", "w - - 0 1")), None);
    assert_eq!(field(Standard, &board("4f7", "b - !e10 0 1")), None);
    assert_eq!(field(Standard, &board("4f7", "w - !e10 0 1")), Some("en-passant"));
    assert_eq!(field(Standard, &board("4f7", "b - -!e10 0 1")), Some("en-passant"));
    assert_eq!(field(Drop, &board("4f7", "b - !e10 0 1")), Some("en-passant"));
    assert_eq!(field(Standard, &board("5Q6", "w - - 0 1")), Some("position"));
}

/// Ruling 1: White's array is Black's turned by half a turn, with two bows a side.
#[test]
fn the_array_is_turned_by_half_a_turn() {
    let start = Standard.start();
    let outline = Standard.outline();
    for square in start.cells().side(Side::Black) {
        let turned = outline.square(11 - outline.file(square), 9 - outline.rank(square)).unwrap();
        let kinds = [square, turned].map(|at| start.cells().at(at).map(|piece| piece.kind));
        assert_eq!(kinds[0], kinds[1], "{}", outline.name(square));
    }
    assert_eq!((start.cells().of(Side::White, BOW).len(), start.cells().of(Side::Black, BOW).len()), (2, 2));
}

/// Ruling 2: the rook goes where the king has passed, and no check may come about by its going.
#[test]
fn castling_is_by_two_or_three_squares() {
    let row = |first: &str| format!("12/*4k5*/*10*/*10*/*10*/*10*/*10*/*10*/*{first}/12 w K - 0 1");
    let free = position(Standard, &row("5K3R*"));
    for (to, rook) in [("i2", "h2"), ("j2", "i2")] {
        let castled = after(&free, "g2", to);
        assert_eq!((kind(&castled, to), kind(&castled, rook)), (Some(KING), Some(ROOK)));
    }
    // The rook would become the one piece over which the cannon captures.
    let cannon = position(Standard, &row("c4K3R*"));
    assert_eq!((count(&cannon, "g2", "i2"), count(&cannon, "g2", "j2")), (0, 0));
}

/// Ruling 2: each square of the king's way is tested, and no other.
#[test]
fn castling_leads_over_squares_that_are_not_attacked() {
    let castlings = ["g2d2", "g2e2", "g2i2", "g2j2"];
    let legal = |eighth: &str, first: &str| {
        let fen = format!("12/*4k5*/*{eighth}*/*10*/*10*/*10*/*10*/*10*/*R4K3R*/{first} w KQ - 0 1");
        castlings.into_iter().filter(|text| is_legal("popular10", &fen, text)).collect::<Vec<_>>().join(" ")
    };
    for (rook, expected) in [
        ("10", "g2d2 g2e2 g2i2 g2j2"),
        ("r9", "g2d2 g2e2 g2i2 g2j2"),
        ("1r8", "g2d2 g2e2 g2i2 g2j2"),
        ("2r7", "g2e2 g2i2 g2j2"),
        ("3r6", "g2i2 g2j2"),
        ("4r5", "g2i2 g2j2"),
        ("5r4", ""),
        ("6r3", "g2d2 g2e2"),
        ("7r2", "g2d2 g2e2"),
        ("8r1", "g2d2 g2e2 g2i2"),
        ("9r", "g2d2 g2e2 g2i2 g2j2"),
    ] {
        assert_eq!(legal(rook, "12"), expected, "{rook}");
    }
    // The rook at home is the corner of the gryphon's ride along the rank.
    assert_eq!(legal("10", "11g"), "g2d2 g2e2");
}

/// Ruling 7: sergeants do not promote to generals.
#[test]
fn sergeants_become_no_generals() {
    let fen = "12/*3YK5*/*10*/*10*/*10*/*10*/*10*/*10*/*k9*/12 w - - 0 1";
    assert_eq!(count(&position(Standard, fen), "e9", "e10"), 6);
    assert_eq!(count(&position(Standard, &fen.replace('Y', "P")), "e9", "e10"), 6 + 1);
}

/// Ruling 10: what makes positions differ.
#[test]
fn repetition_looks_at_rights_and_frozen_generals() {
    let board = |row: &str| format!("{row}/*4k5*/*10*/*10*/*10*/*10*/*10*/*10*/*5K3R*/12");
    let key = |row: &str, rest: &str| position(Standard, &format!("{} {rest}", board(row))).key();
    assert_ne!(key("12", "w K - 0 1"), key("12", "w - - 0 1"));
    assert_ne!(key("12", "w - - 0 1"), key("12", "b - - 0 1"));
    assert_ne!(key("4f7", "b - !e10 0 1"), key("4f7", "b - - 0 1"));
    assert_eq!(key("12", "w K - 0 1"), key("12", "w K - 7 9"));
    let jumped = |field: &str| middle("*10*/*10*/*10*/*3pP5*/*10*/*10*", &format!("b - {field} 0 1")).key();
    assert_ne!(jumped("f4f5"), jumped("-"));
}

/// Ruling 10: mate and stalemate come before the hundredth half-move, which ends a game on points.
#[test]
fn the_hundredth_half_move_comes_after_mate_and_stalemate() {
    let won = |reason| Some(Outcome::win(Side::White, reason));
    let fen = |eighth: &str| format!("5k6/*R9*/*{eighth}*/*10*/*10*/*10*/*10*/*10*/*5K4*/12 w - - 99 80");
    let (mate, stalemate) = (fen("1R8"), fen("3R2R3"));
    assert_eq!(outcome("popular10", &mate, &["c8c10"]), won(Reason::Mate));
    assert_eq!(outcome("popular10", &stalemate, &["h8g8"]), won(Reason::Stalemate));
    // Two rooks are 12 points, and Black's half point is doubled too.
    assert_eq!(outcome("popular10", &mate, &["c8c7"]), won(Reason::Points { white: 24, black: 1 }));
    assert_eq!(outcome("popular10", &mate.replace("99", "98"), &["c8c7"]), None);
}

/// Ruling 10: the third occurrence of a position ends a game on points.
#[test]
fn the_third_occurrence_ends_on_points() {
    let fen = "12/*4k5*/*10*/*10*/*10*/*10*/*10*/*10*/*R4K4*/12 w - - 0 1";
    let there_and_back = ["b2b3", "f9e9", "b3b2", "e9f9", "b2b3", "f9e9", "b3b2", "e9f9"];
    let points = Outcome::win(Side::White, Reason::Points { white: 12, black: 1 });
    assert_eq!(outcome("popular10", fen, &there_and_back[..7]), None);
    assert_eq!(outcome("popular10", fen, &there_and_back), Some(points));
}
