use super::*;
use crate::Game;
use crate::{GameId, History, testing, verdict};

const NAME: &str = "tactical";

fn at(name: &str) -> Square {
    Tactical.outline().named(name).unwrap()
}

/// The position after moves, each checked to be legal.
fn after(fen: &str, moves: &[Move]) -> TacticalPosition {
    let mut position = Tactical.parse(fen).unwrap();
    for &chosen in moves {
        assert!(position.is_legal(chosen), "{chosen:?}");
        position.play(chosen);
        assert_eq!(position.key(), Tactical.parse(&Tactical.format(&position)).unwrap().key());
    }
    position
}

fn text_after(fen: &str, moves: &[Move]) -> String {
    Tactical.format(&after(fen, moves))
}

fn step(from: &str, to: &str) -> Move {
    Move::step(at(from), at(to))
}

#[test]
fn the_reserve_is_what_the_start_position_says() {
    let start = Tactical.start();
    let reserved: u8 =
        (0..16).map(|kind| start.reserve.count(Piece { kind: Kind(kind), side: Side::White })).sum();
    assert_eq!(reserved, ARMY.iter().sum::<u8>());
    assert_eq!(usize::from(INFO.pocket), ARMY.iter().filter(|&&count| count > 0).count());
    assert_eq!(Tactical.format(&start), INFO.start);
}

/// Ruling 1: the phases count turns of each player.
/// Ruling 2: obstacles come in the first phase only.
#[test]
fn phases_follow_the_turn() {
    let moves = |fen| Tactical.parse(fen).unwrap().count_moves();
    assert_eq!(moves("8/8/8/8/8/8/8/8[KQk] w - - 0 2"), 1);
    assert_eq!(moves("8/8/8/8/8/8/8/8[OKQk] w - - 0 3"), 24);
    assert_eq!(moves("4k3/8/8/8/8/8/8/4K3[OQ] w - - 0 7"), 1 + 23);
    assert_eq!(moves("4k3/8/8/8/8/8/8/4K3[OQ] w - - 0 8"), 1 + 23 + 5);
}

#[test]
fn the_board_tells_the_possible_turns() {
    const BLACK: &str = "qrbnpppppppptahvvccddifj";
    let white = BLACK.to_uppercase();
    for (board, reserve, side, counts, turn) in [
        ("8/8/8/8/8/8/8/8", format!("OOK{white}ook{BLACK}"), "w", "0 1", 1),
        ("8/8/8/8/8/8/8/8", format!("OOK{white}ook{BLACK}"), "w", "5 2", 2),
        ("8/8/8/3*4/8/8/8/8", format!("OK{white}ook{BLACK}"), "b", "0 1", 1),
        ("8/8/3*4/8/3*4/8/8/8", format!("OK{white}ok{BLACK}"), "w", "2 1", 2),
        ("8/8/8/3*4/8/8/8/8", format!("OOK{white}ok{BLACK}"), "b", "0 1", 2),
        ("8/8/*7/3*4/*7/*7/8/8", format!("K{white}k{BLACK}"), "w", "4 1", 3),
        ("8/8/8/8/8/8/8/4K3", format!("OO{white}ook{BLACK}"), "b", "1 1", 3),
        ("4k3/8/8/8/8/8/8/4K3", format!("OO{white}oo{BLACK}"), "w", "2 1", 4),
        ("4k3/8/8/8/8/8/8/4KQ2", format!("OO{}oo{BLACK}", &white[1..]), "b", "2 1", 4),
        ("4k3/8/8/8/8/8/8/4KQ2", format!("OO{}oo{BLACK}", &white[1..]), "w", "2 1", 5),
        ("4k3/8/8/8/8/8/8/4KQ2", format!("OO{}oo{BLACK}", &white[1..]), "w", "2 6", 6),
        ("4k3/8/8/8/8/8/8/4KQRB", format!("{}{BLACK}", &white[3..]), "w", "2 1", 7),
        ("4k3/8/8/8/8/8/8/3NKQRB", format!("{}{BLACK}", &white[4..]), "w", "2 1", 8),
        ("4k3/8/8/8/8/8/8/3NKQRB", format!("{}{BLACK}", &white[4..]), "w", "2 9", 9),
        // A king in hand comes next, whatever is missing.
        ("8/8/8/8/8/8/8/8", "Kk".to_owned(), "w", "0 1", 3),
        ("8/8/8/8/8/8/8/8", format!("OOK{white}ook{BLACK}"), "w", "4 20", 3),
        ("8/8/8/8/8/8/8/8", format!("OOK{white}ook{BLACK}"), "b", "4 20", 2),
        ("8/8/8/8/8/8/8/4K3", "k".to_owned(), "b", "4 20", 3),
        // Somebody has moved, or is gone: the battle.
        ("4k3/8/8/8/3K4/8/8/8", format!("{white}{BLACK}"), "w", "2 1", 8),
        ("4k3/8/8/8/8/8/8/4K3", format!("{white}{}", &BLACK[1..]), "w", "2 1", 8),
        ("8/4k3/3p4/2p5/3C4/5D2/8/4K3", "PPpp".to_owned(), "w", "0 1", 8),
        // The king has fallen, the prince is king.
        ("4k3/8/8/8/8/8/8/4I3", "".to_owned(), "b", "0 1", 8),
        ("4k3/8/8/8/8/8/8/4K3", "".to_owned(), "b", "7 12", 12),
    ] {
        let text = format!("{board}[{reserve}] {side} - - {counts}");
        let read = Tactical.parse_shown(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let clock = if counts == "7 12" || counts == "2 9" { counts[..1].parse().unwrap() } else { 0 };
        assert_eq!((read.turn.fullmove, read.turn.halfmove), (turn, clock), "{text}");
        assert_eq!(Tactical.parse(&Tactical.format(&read)), Ok(read), "{text}");
    }
    for (text, king) in [
        ("8/8/8/8/8/8/8/4Q3[Kk] w - - 0 1", 'K'),
        ("4k3/8/8/8/8/8/8/4Q3[K] b - - 0 20", 'K'),
        ("8/8/8/8/8/8/8/3QK3[k] b - - 0 20", 'k'),
    ] {
        let error = Tactical.parse_shown(text).unwrap_err().to_string();
        assert_eq!(
            error,
            format!("FEN field reserve: `{king}`, expected no king once another piece is on the board"),
            "{text}"
        );
    }
    // A board that is no position at any time is rejected.
    for text in ["4k3/8/8/8/8/8/8/4K2p[] w - - 0 1", "4k3/8/8/8/8/8/8/4KK2[] w - - 0 1"] {
        assert_eq!(Tactical.parse_shown(text).err(), Tactical.parse(&text.replace("0 1", "0 9")).err());
    }
}

#[test]
fn a_fanatic_takes_its_surroundings_with_it() {
    // Kings, killers and fanatics too; obstacles stay, and nothing further off.
    let fen = "7k/8/8/1jJ*4/2pf4/1F1n4/8/K5i1[] w - - 3 20";
    assert_eq!(text_after(fen, &[step("b3", "c4")]), "7k/8/8/3*4/8/8/8/K5i1[] b - - 0 20");
    // A piece that captures a fanatic by moving onto it is gone; a shooter is safe.
    let fen = "7k/8/8/8/1Qf1C3/8/8/K7[] w - - 3 20";
    assert_eq!(text_after(fen, &[step("b4", "c4")]), "7k/8/8/8/4C3/8/8/K7[] b - - 0 20");
    let shot = Move::shot(at("e4"), at("c4"));
    assert_eq!(text_after(fen, &[shot]), "7k/8/8/8/1Q2C3/8/8/K7[] b - - 0 20");
}

#[test]
fn a_veteran_that_promotes_by_capture_does_not_explode() {
    let fen = "1tk5/V7/8/8/8/8/8/K7[] w - - 0 20";
    assert_eq!(text_after(fen, &[step("a7", "b8")]), "1Fk5/8/8/8/8/8/8/K7[] b - - 0 20");
}

/// Ruling 6: a king and a prince that leave together leave no successor.
#[test]
fn the_prince_takes_over_unless_it_leaves_too() {
    let fen = "7k/8/6i1/8/8/8/8/K6Q[] w - - 0 8";
    assert_eq!(text_after(fen, &[step("h1", "h8")]), "7Q/8/6k1/8/8/8/8/K7[] b - - 0 8");
    let gone = after("8/8/8/3i4/2k5/1F6/8/7K[] w - - 0 8", &[step("b3", "c4")]);
    assert_eq!(gone.outcome(), Some(Outcome::win(Side::White, Reason::KingCaptured)));
    // A fanatic that blows up both kings, one of which has a successor far away.
    let fen = "8/8/8/1Kk5/2p5/1F6/8/8[] w - - 0 8";
    assert_eq!(after(fen, &[step("b3", "c4")]).outcome(), Some(Outcome::draw(Reason::BothKingsGone)));
    let fen = "7i/8/8/1Kk5/2p5/1F6/8/8[] w - - 0 8";
    let won = after(fen, &[step("b3", "c4")]);
    assert_eq!(won.outcome(), Some(Outcome::win(Side::Black, Reason::KingCaptured)));
    assert_eq!((won.count_moves(), won.no_moves()), (0, won.outcome().unwrap()));
}

#[test]
fn dragons_take_all_they_hit() {
    let fen = "7k/8/8/8/3p4/2N5/1D6/K7[] w - - 0 8";
    let both = Action::Shoot { from: at("b2"), target: at("c3"), second: Some(at("d4")) }.into();
    assert_eq!(text_after(fen, &[both]), "7k/8/8/8/8/8/1D6/K7[] b - - 0 8");
    let position = Tactical.parse(fen).unwrap();
    assert!(!position.is_legal(Move::shot(at("b2"), at("c3"))));
    let suicide = after(fen, &[Move::shot(at("b2"), at("a1"))]);
    assert_eq!(suicide.outcome(), Some(Outcome::win(Side::Black, Reason::KingCaptured)));
}

/// Ruling 4: passes end nothing until the position has occurred three times.
#[test]
fn passes_repeat_positions_and_drops_do_not() {
    let mut position = Tactical.parse("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 7").unwrap();
    let mut history = History::starting_with(&position);
    for _ in 0..5 {
        position.play(Move::PASS);
        history.push(position.key());
        assert_eq!(verdict(&position, &history), None);
    }
    position.play(Move::PASS);
    history.push(position.key());
    assert_eq!((position.turn().halfmove, position.reversible_plies()), (4, 4));
    assert_eq!(verdict(&position, &history), Some(Outcome::draw(Reason::Repetition)));
    position.play(Move::drop(QUEEN, at("a1")));
    assert_eq!((position.turn().halfmove, position.reversible_plies()), (0, 0));
}

#[test]
fn pawn_moves_reset_the_clock_but_can_be_undone() {
    let position = after("7k/8/8/8/8/8/3P4/K7[] w - - 5 20", &[step("d2", "d3"), Move::PASS]);
    assert_eq!((position.turn().halfmove, position.reversible_plies()), (1, 7));
    // A rook promotes for good, though that does not reset the clock.
    let position = after("7k/R7/8/8/8/8/8/K7[] w - - 5 20", &[step("a7", "a8")]);
    assert_eq!((position.turn().halfmove, position.reversible_plies()), (6, 0));
}

#[test]
fn texts_are_refused_with_a_reason() {
    let refusal = |fen: &str| Tactical.parse(fen).unwrap_err().to_string();
    for (fen, expected) in [
        (
            "R6k/8/8/8/8/8/8/K7[] w - - 0 8",
            "FEN field board: `a8`, expected no unpromoted rook on its last rank",
        ),
        (
            "7k/8/8/8/8/8/8/K2p4[] w - - 0 8",
            "FEN field board: `d1`, expected no unpromoted pawn on its last rank",
        ),
        (
            "7k/8/8/3O4/8/8/8/K7[] w - - 0 8",
            "FEN field board: `d5`, expected `*` for an obstacle; `O` is one in reserve",
        ),
        (
            "7k/8/8/3*4/8/8/*7/K7[OOo] w - - 0 8",
            "FEN field board: `5 obstacles`, expected at most 4 on the board and in reserve together",
        ),
        ("8/8/8/8/8/8/8/8[OOOKk] w - - 0 1", "FEN field reserve: `3 O`, expected at most 2"),
        (
            "7k/8/8/8/8/8/8/K6Q[Q] w - - 0 8",
            "FEN field board: `2 Q`, expected at most 1 on the board and in reserve together",
        ),
        (
            "7k/8/8/8/8/8/8/KT5T[R] w - - 0 8",
            "FEN field board: `1 R and 2 T`, expected at most 1 R, less one for each T but the first",
        ),
        ("7k/8/8/8/8/8/8/K7[] w - - 3 7", "FEN field halfmove: `3`, expected 0 before full move 8"),
        ("7k/8/8/8/8/8/8/K7[] w - - 0 2", "FEN field board: `1 White kings`, expected 0 at full move 2"),
        ("8/8/8/8/8/8/8/K7[] w - - 0 5", "FEN field board: `0 Black kings`, expected 1 at full move 5"),
        ("8/8/8/8/8/8/8/8[K] w - - 0 1", "FEN field reserve: `0`, expected 1 Black king at full move 1"),
        (
            "7k/8/8/8/8/8/8/K7[X] w - - 0 8",
            "FEN field reserve: `X`, expected one of the pieces O K Q R B N P T A H V C D I F J",
        ),
        ("7k/8/8/8/8/8/8/K7[] w KQ - 0 8", "FEN field castling: `KQ`, expected `-`"),
        ("7k/8/8/8/8/8/8/K7[] w - e3 0 8", "FEN field en-passant: `e3`, expected `-`"),
    ] {
        assert_eq!(refusal(fen), expected, "{fen}");
    }
    for fen in ["7k/8/8/8/8/8/8/K7[-] w - - 0 8", "7k/8/8/8/8/8/8/K7 w - - 0 8"] {
        assert_eq!(Tactical.format(&Tactical.parse(fen).unwrap()), "7k/8/8/8/8/8/8/K7[] w - - 0 8");
    }
    let mixed = Tactical.parse("7k/8/8/8/8/8/8/K7[pJOqP] w - - 120 9").unwrap();
    assert_eq!(Tactical.format(&mixed), "7k/8/8/8/8/8/8/K7[OPJqp] w - - 120 9");
    assert_eq!(mixed.count_verdict(), Some(Outcome::draw(Reason::MoveCount)));
}

#[test]
fn any_bits_are_judged_without_panic() {
    let position = Tactical.parse("2k2d2/1c3t2/1h2i3/2*2v2/2V1*3/3I2H1/2T3C1/3DK3[Ff] w - - 4 30").unwrap();
    let mut legal = Vec::new();
    position.generate(GenMode::All, &mut legal);
    let mut seed = 1u32;
    for _ in 0..20_000 {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        for bits in [seed, seed & 0x3F3F_3F07] {
            if let Some(candidate) = Move::from_bits(bits) {
                assert_eq!(position.is_legal(candidate), legal.contains(&candidate), "{candidate:?}");
            }
        }
    }
    for &candidate in &legal {
        assert!(position.is_legal(candidate));
    }
}

/// Ruling 1: a pass uses up one of the turns of a phase.
#[test]
fn a_pass_uses_up_a_turn() {
    let start = GameId::TACTICAL.info().start;
    let passed = testing::play(NAME, start, &["0000"; 4]).0;
    // Turn 3: the king on one of 24 squares, and no pass.
    assert_eq!(passed.legal_moves().len(), 24);
    assert!(!testing::is_legal(NAME, &passed.fen(), "0000"));
}

/// The squares to which the piece on d4 goes.
fn from_d4(fen: &str) -> String {
    let moves = testing::position(NAME, fen).legal_moves();
    let steps = moves.into_iter().filter(|legal| matches!(legal.action(), Action::Step { .. }));
    let mut names: Vec<String> = steps
        .filter(|legal| legal.from() == Some(at("d4")))
        .map(|legal| Tactical.outline().name(legal.to().unwrap()))
        .collect();
    names.sort();
    names.join(" ")
}

/// Ruling 3: veterans, fanatics and killers leap over pieces, not over obstacles.
#[test]
fn obstacles_are_not_leapt_over() {
    let fen = "7k/8/8/3*4/3Vp3/3P4/8/K7[] w - - 0 20";
    assert_eq!(from_d4(fen), "b4 c4 d2 f4");
    assert_eq!(from_d4(&fen.replace('V', "F")), "b4 c4 d2 e4 f4");
    assert_eq!(from_d4(&fen.replace('V', "J")), "b4 c4 d2 f4");
}

/// Ruling 5: who passes over pieces passes over enemy killers; a royal rook passes own pieces only.
#[test]
fn enemy_killers_are_passed_over() {
    let veteran = "7k/8/8/8/3Vj3/8/8/K7[] w - - 0 20";
    assert_eq!(from_d4(veteran), "b4 c4 d2 d3 d5 d6 f4");
    let rook = "7k/8/8/8/3Tj3/8/8/K7[] w - - 0 20";
    assert_eq!(from_d4(rook), "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8");
    assert_eq!(from_d4(&rook.replace('j', "P")), "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 f4 g4 h4");
    let cannon = "7k/8/8/8/3Cjp2/8/8/K7[] w - - 0 20";
    assert!(testing::is_legal(NAME, cannon, "d4xf4"));
}

/// Ruling 7: a fanatic explodes on a fanatic, and a king that captures one is gone with it.
#[test]
fn fanatics_are_captured_by_fanatics_and_kings() {
    let fen = "7k/8/8/3n4/2f5/1F6/8/K7[] w - - 3 20";
    assert_eq!(testing::after(NAME, fen, &["b3c4"]), "7k/8/8/8/8/8/8/K7[] b - - 0 20");
    let king = "7k/8/8/8/8/8/1f6/K7[] w - - 3 20";
    let lost = Outcome::win(Side::Black, Reason::KingCaptured);
    assert_eq!(testing::outcome(NAME, king, &["a1b2"]), Some(lost));
}

/// Ruling 8: the count of half-moves, and what makes positions the same.
#[test]
fn draws_are_counted_and_repeated() {
    let fen = "7k/8/8/8/8/8/8/K7[Q] w - - 99 70";
    assert_eq!(testing::outcome(NAME, fen, &["0000"]), Some(Outcome::draw(Reason::MoveCount)));
    assert_eq!(testing::outcome(NAME, fen, &["Q@b1"]), None);
    for other in ["7k/8/8/8/8/8/8/K7[q] w - - 99 70", "7k/8/8/8/8/8/8/K7[Q] b - - 99 70"] {
        assert!(!testing::are_same(NAME, fen, other));
    }
    assert!(testing::are_same(NAME, fen, "7k/8/8/8/8/8/8/K7[Q] w - - 3 20"));
}
