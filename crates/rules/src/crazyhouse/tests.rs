use super::*;
use crate::board::{Extra, Move, Side};
use crate::notation::{self, MoveError};
use crate::readable::{self, Style};
use crate::testing::{are_same, is_legal, outcome};
use crate::{Game, GameId, Line, Outcome, Reason};

const NAME: &str = "crazyhouse";

fn read(fen: &str) -> CrazyhousePosition {
    Crazyhouse.parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The text of the position after some moves.
fn after(fen: &str, moves: &[&str]) -> String {
    let mut position = GameId::CRAZYHOUSE.parse(fen).unwrap();
    for text in moves {
        position.play(notation::read(&position, text).unwrap_or_else(|error| panic!("{fen}: {error}")));
    }
    position.fen()
}

/// Ruling 1: a captured piece comes to the reserve of its captor.
#[test]
fn captured_pieces_change_sides() {
    let text = after(INFO.start, &["e2e4", "d7d5", "e4d5", "d8d5", "P@e6", "d5d2"]);
    assert_eq!(text, "rnb1kbnr/ppp1pppp/4P3/8/8/8/PPPq1PPP/RNBQKBNR[pp] w KQkq - 0 4");
    let en_passant = after("4k3/8/8/8/3p4/8/4P3/4K3[] w - - 0 1", &["e2e4", "d4e3"]);
    assert_eq!(en_passant, "4k3/8/8/8/8/4p3/8/4K3[p] w - - 0 2");
}

/// Ruling 7: what was captured may be dropped again, so that a position occurs again after captures.
#[test]
fn positions_occur_again_after_captures() {
    let mut line = Line::new(GameId::CRAZYHOUSE.parse("7K/8/8/8/8/8/5k2/8[Rb] w - - 0 1").unwrap());
    let round = ["R@e1", "B@f1", "e1f1", "f2f1", "B@e3", "R@f2", "e3f2", "f1f2"];
    for text in [round, round].concat() {
        assert_eq!(line.verdict(), None, "before {text}");
        line.play(notation::read(line.present(), text).unwrap_or_else(|error| panic!("{error}")));
    }
    assert_eq!(line.verdict(), Some(Outcome::draw(Reason::Repetition)));
}

/// Ruling 1: a piece that was promoted comes as a pawn.
#[test]
fn a_promoted_piece_is_a_pawn_again_once_it_is_captured() {
    let fen = "1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1";
    assert_eq!(after(fen, &["a7a8q"]), "Q~r2k3/8/8/8/8/8/8/4K3[] b - - 0 1");
    assert_eq!(after(fen, &["a7a8q", "b8a8"]), "r3k3/8/8/8/8/8/8/4K3[p] w - - 0 2");
    // It stays promoted wherever it goes; another piece that comes to its square is not promoted.
    assert_eq!(after(fen, &["a7a8q", "e8e7", "a8a4"]), "1r6/4k3/8/8/Q~7/8/8/4K3[] b - - 2 2");
    assert_eq!(after(fen, &["a7b8r", "e8e7"]), "1R~6/4k3/8/8/8/8/8/4K3[R] w - - 1 2");
}

#[test]
fn positions_of_other_programs_are_read() {
    let own = read("4k3/1Q~6/8/8/4b3/8/Kpp5/8[Pn] b - - 0 1");
    assert_eq!(read("4k3/1+Q6/8/8/4b3/8/Kpp5/8[Pn] b - - 0 1"), own);
    assert_eq!(read("4k3/1Q~6/8/8/4b3/8/Kpp5/8/Pn b - -"), own);
    assert_eq!(read("4k3/1Q~6/8/8/4b3/8/Kpp5/8[nP] b - -"), own);
    assert_eq!(read("4k3/8/8/8/8/8/8/4K3/ w - -"), read("4k3/8/8/8/8/8/8/4K3[] w - -"));
    assert_ne!(own.key(), read("4k3/1Q6/8/8/4b3/8/Kpp5/8[Pn] b - -").key());
}

/// Ruling 2: drops go to empty squares, pawns not to an end rank.
/// Ruling 3: a drop may answer a check by coming between.
#[test]
fn a_check_is_answered_by_a_drop_between() {
    let drops = |fen: &str| {
        let mut moves = Vec::new();
        read(fen).generate(GenMode::All, &mut moves);
        moves.into_iter().filter(|legal| matches!(legal.action(), Action::Drop { .. })).count()
    };
    assert_eq!(drops("k3r3/8/8/8/8/8/8/4K3[NP] w - - 0 1"), 12);
    // A knight's check leaves nothing between, and neither do two checks.
    assert_eq!(drops("k7/8/8/8/8/3n4/8/4K3[N] w - - 0 1"), 0);
    assert_eq!(drops("k3r3/8/8/8/8/3n4/8/4K3[N] w - - 0 1"), 0);
    // No pawn on an end rank: 62 empty squares, 14 of them on end ranks.
    assert_eq!(drops("k7/8/8/8/8/8/8/4K3[NP] w - - 0 1"), 62 + 48);
}

/// Ruling 8: captures, moves and drops of pawns set the count of half-moves back.
#[test]
fn the_clock_goes_on_with_drops_but_of_pawns() {
    let fen = "4k3/8/8/8/8/8/8/4K3[NP] w - - 7 20";
    assert!(after(fen, &["N@d4"]).ends_with("[P] b - - 8 20"));
    assert!(after(fen, &["P@d4"]).ends_with("[N] b - - 0 20"));
}

#[test]
fn castling_takes_no_rook() {
    let text = after("4k3/8/8/8/8/8/8/4K2R[] w K - 0 1", &["e1g1"]);
    assert_eq!(text, "4k3/8/8/8/8/8/8/5RK1[] b - - 1 1");
    let position = read("4k3/8/8/8/8/8/8/5KR1[] w G - 0 1");
    let mut castled = position.clone();
    let [from, to] = ["f1", "g1"].map(|name| Crazyhouse.outline().named(name).unwrap());
    castled.play(Action::Step { from, to, promote: None, extra: Extra::None }.into());
    assert_eq!(Crazyhouse.format(&castled), "4k3/8/8/8/8/8/8/5RK1[] b - - 1 1");
    assert!(position.is_legal(Move::step(from, to)));
}

#[test]
fn refusals_name_the_field() {
    let field = |fen: &str| Crazyhouse.parse(fen).err().map(|error| error.field);
    let sixteen = "P".repeat(16);
    assert_eq!(field(&format!("4k3/8/8/8/8/8/8/4K3[{sixteen}] w - - 0 1")), None);
    // Other programs have positions with more pieces in hand than the set.
    assert_eq!(field(&format!("4k3/8/8/8/8/8/P7/4K3[{sixteen}] w - - 0 1")), None);
    assert_eq!(field(&format!("4k3/8/8/8/8/8/8/4K3[{}] w - - 0 1", "Q".repeat(64))), None);
    assert_eq!(field(&format!("4k3/8/8/8/8/8/8/4K3[{}] w - - 0 1", "Qn".repeat(33))), Some("reserve"));
    assert_eq!(field("4k3/3qq3/3Q4/8/8/8/8/4K3[] w - - 0 1"), Some("board"));
    assert_eq!(field("4k3/8/8/8/8/8/8/4K3[K] w - - 0 1"), Some("reserve"));
    assert_eq!(field("4k3/8/8/8/8/8/8/4K3[x] w - - 0 1"), Some("reserve"));
    assert_eq!(field("4k3/8/8/8/8/8/8/8[] w - - 0 1"), Some("board"));
    for board in ["4k3/~7", "4k3/P~7", "4k~3/8", "4k3/+Q~7", "4k3/Q~~7", "4k3/(Q~q)7"] {
        assert_eq!(field(&format!("{board}/8/8/8/8/8/4K3[] w - - 0 1")), Some("board"), "{board}");
    }
    assert_eq!(field("4k3/8/8/8/8/8/8/4K3[Q~] w - - 0 1"), Some("reserve"));
    assert_eq!(field("P3k3/8/8/8/8/8/8/4K3[] w - - 0 1"), Some("board"));
}

/// Ruling 3: a drop may give mate, and must not leave the own king attacked.
#[test]
fn a_drop_may_give_mate() {
    let corner = "7k/8/5NK1/8/8/8/8/8[R] w - - 0 1";
    assert_eq!(outcome(NAME, corner, &["R@h7"]), Some(Outcome::win(Side::White, Reason::Mate)));
    let checked = "k3r3/8/8/8/8/8/8/4K3[N] w - - 0 1";
    assert!(is_legal(NAME, checked, "N@e4") && !is_legal(NAME, checked, "N@d4"));
}

/// Ruling 4: a dropped pawn has its double step and is captured en passant.
#[test]
fn a_dropped_pawn_is_like_any_other() {
    let text = after("4k3/8/8/8/3p4/8/8/4K3[P] w - - 0 1", &["P@e2", "e8e7", "e2e4", "d4e3"]);
    assert_eq!(text, "8/4k3/8/8/8/4p3/8/4K3[p] w - - 0 3");
}

/// Ruling 5: a rook dropped on its first square does not castle.
#[test]
fn a_dropped_rook_does_not_castle() {
    let dropped = after("4k3/8/8/8/8/8/8/4K3[R] w - - 0 1", &["R@h1", "e8d7"]);
    assert_eq!(dropped, "8/3k4/8/8/8/8/8/4K2R[] w - - 2 2");
    assert!(!is_legal(NAME, &dropped, "e1g1"));
}

/// Ruling 6: who can drop a piece is neither mated nor stalemated.
#[test]
fn a_drop_saves_from_mate_and_stalemate() {
    let mated = |reserve: &str| format!("R5k1/5ppp/8/8/8/8/8/4K3[{reserve}] b - - 0 1");
    assert_eq!(outcome(NAME, &mated(""), &[]), Some(Outcome::win(Side::White, Reason::Mate)));
    assert_eq!(outcome(NAME, &mated("n"), &[]), None);
    let stalemated = |reserve: &str| format!("k7/8/1Q6/8/8/8/8/4K3[{reserve}] b - - 0 1");
    assert_eq!(outcome(NAME, &stalemated(""), &[]), Some(Outcome::draw(Reason::Stalemate)));
    assert_eq!(outcome(NAME, &stalemated("p"), &[]), None);
}

/// Ruling 7: the third occurrence is a draw, and what makes positions differ.
#[test]
fn repetition_looks_at_reserves_and_promoted_pieces() {
    let back = ["e1d1", "e8d8", "d1e1", "d8e8", "e1d1", "e8d8", "d1e1", "d8e8"];
    let fen = "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1";
    assert_eq!(outcome(NAME, fen, &back[..7]), None);
    assert_eq!(outcome(NAME, fen, &back), Some(Outcome::draw(Reason::Repetition)));
    assert!(!are_same(NAME, fen, "4k3/8/8/8/8/8/8/4K3[pN] w - - 0 1"));
    let queen = "4k3/8/8/8/8/8/8/Q3K3[] w - - 0 1";
    assert!(!are_same(NAME, queen, &queen.replace('Q', "Q~")));
}

/// Ruling 8: a hundred half-moves without a capture or a pawn are a draw.
#[test]
fn a_hundred_half_moves_are_a_draw() {
    let fen = "4k3/8/8/8/8/8/8/4K3[NP] w - - 99 80";
    assert_eq!(outcome(NAME, fen, &["N@d4"]), Some(Outcome::draw(Reason::MoveCount)));
    assert_eq!(outcome(NAME, fen, &["P@d4"]), None);
}

/// Moves are written as everybody writes them: a promoted piece by the letter of the one it moves like,
/// with as much of its square as tells it from plain ones, too.
#[test]
fn promoted_pieces_move_under_their_plain_letter() {
    let texts = |fen: &str, moves: &[&str]| {
        let mut position = GameId::CRAZYHOUSE.parse(fen).unwrap();
        for text in moves {
            let played = readable::read(&position, text).unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(readable::write(&position, played, Style::San), *text, "{fen}");
            position.play(played);
        }
        position.fen()
    };
    let end = texts("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", &["a8=Q+", "Kd7", "Qb7+"]);
    assert_eq!(end, "8/1Q~1k4/8/8/8/8/8/4K3[] b - - 2 2");
    // A plain and a promoted queen, a plain and a promoted rook on one file, two promoted knights.
    let both = "7k/8/8/Q2Q~4/8/R7/1N~1N~4/R~3K3[] w - - 0 1";
    for text in ["Qab5", "Qdb5", "R1a2", "R3a2", "Nbc4", "Ndc4"] {
        texts(both, &[text]);
    }
    let position = GameId::CRAZYHOUSE.parse(both).unwrap();
    let wire = |text: &str| {
        readable::read(&position, text)
            .map(|played| notation::Notation::of(&Crazyhouse).write(played).to_string())
    };
    assert_eq!(wire("Qb5"), Err(MoveError::Ambiguous("Qb5".to_owned())));
    // The `+` of before tells them apart as well.
    assert_eq!(wire("+Qb5"), Ok("d5b5".to_owned()));
    assert_eq!(wire("+Ra2"), Ok("a1a2".to_owned()));
    assert_eq!(wire("+Nbc4"), Ok("b2c4".to_owned()));
    assert_eq!(wire("+Qa5b5"), Err(MoveError::Illegal("+Qa5b5".to_owned())));
    assert_eq!(wire("+Ke2"), Err(MoveError::Illegal("+Ke2".to_owned())));
}

/// A promoted rook does not castle, wherever it stands.
#[test]
fn a_promoted_rook_does_not_castle() {
    let position = read("4k3/8/8/8/8/8/8/4K2R~[] w - - 0 1");
    assert!(!is_legal(NAME, &Crazyhouse.format(&position), "e1g1"));
}
