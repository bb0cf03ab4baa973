use super::*;
use crate::Game;
use crate::testing::outcome;
use crate::{History, verdict};

fn read(fen: &str) -> Operational2Position {
    Operational2::Range2.parse(fen).unwrap()
}

fn square(name: &str) -> Square {
    Operational2::Range2.outline().named(name).unwrap()
}

/// The moves from a square, as squares of arrival and victims.
fn from(position: &Operational2Position, name: &str) -> (Vec<String>, Vec<String>) {
    let mut moves = Vec::new();
    position.generate(GenMode::All, &mut moves);
    let (mut steps, mut shots) = (Vec::new(), Vec::new());
    for legal in moves.into_iter().filter(|legal| legal.from() == Some(square(name))) {
        let to = Operational2::Range2.outline().name(legal.to().unwrap());
        if matches!(legal.action(), Action::Shoot { .. }) { shots.push(to) } else { steps.push(to) }
    }
    (steps, shots)
}

/// Ruling 2: the soldier's gun reaches two squares, in the variant one.
/// Ruling 3: any piece in between stops a shot.
#[test]
fn guns_shoot_the_first_piece_on_a_line_within_range() {
    // b2 blockers c3, d4 is out of range; nothing is shot off the queen lines.
    let position = read("16u/17/17/17/17/17/17/3p13/2p14/1p15/P1n13U w - - 0 1");
    assert_eq!(from(&position, "a1").1, ["c1", "b2"]);
    let short = Operational2::Range1.parse("16u/17/17/17/17/17/17/17/17/p16/P1n13U w - - 0 1").unwrap();
    assert_eq!(from(&short, "a1").1, ["a2"]);
}

#[test]
fn an_airborne_takes_beyond_one_piece_and_goes_to_empty_squares_only() {
    let position = read("16u/17/17/17/17/17/17/17/17/p1r14/C2n1n10U w - - 0 1");
    let (steps, shots) = from(&position, "a1");
    assert_eq!(steps, ["b1", "c1", "f1", "b2", "c3", "d4", "e5", "f6", "g7", "h8", "i9", "j10", "k11"]);
    assert!(shots.is_empty());
}

#[test]
fn missile_and_bomber_reach_their_colour_but_not_the_enemy_back_line() {
    let position = read("u16/17/17/17/17/17/17/17/17/17/M15U w - - 0 1");
    let (steps, _) = from(&position, "a1");
    // Of the 94 squares of its colour 9 are on rank 11, q1 is its own, and one it stands on.
    assert_eq!(steps.len(), 94 - 9 - 2);
    assert!(steps.iter().all(|name| !name.ends_with("11")));
}

#[test]
fn arrival_on_the_last_rank_promotes_and_a_shot_there_does_not() {
    let start = read("u2r13/2P14/17/17/17/17/17/17/17/17/16U w - - 7 1");
    let mut promoted = start.clone();
    promoted.play(Move::step(square("c10"), square("d11")));
    assert_eq!(promoted.cells().at(square("d11")), Some(Piece { kind: FOUR_STAR, side: Side::White }));
    let mut shot = start.clone();
    assert!(shot.is_legal(Move::shot(square("c10"), square("d11"))));
    shot.play(Move::shot(square("c10"), square("d11")));
    assert_eq!(shot.cells().at(square("c10")), Some(Piece { kind: SOLDIER, side: Side::White }));
    assert_eq!((promoted.turn().halfmove, shot.turn().halfmove), (0, 0));
    // Without a capture the promotion alone is noisy and sets the clock back.
    let quiet = Move::step(square("c10"), square("c11"));
    let mut position = start.clone();
    assert!(position.is_noisy(quiet));
    position.play(quiet);
    assert_eq!(position.turn().halfmove, 0);
}

#[test]
fn the_last_objective_decides_whoever_is_to_move() {
    for side in ["w", "b"] {
        let position = read(&format!("u16/17/17/17/17/17/17/17/17/17/RNH14 {side} - - 0 1"));
        assert_eq!(position.outcome(), Some(Outcome::win(Side::Black, Reason::ObjectivesCaptured)));
        assert_eq!(position.count_moves(), 0);
    }
}

#[test]
fn a_player_without_a_move_loses() {
    let position = read("u16/17/17/17/17/17/17/17/17/17/U15S w - - 0 1");
    let outcome = verdict(&position, &History::starting_with(&position));
    assert_eq!(outcome, Some(Outcome::win(Side::Black, Reason::NoLegalMove)));
}

#[test]
fn texts_that_are_no_position_are_refused() {
    let refusal = |fen: &str| Operational2::Range2.parse(fen).unwrap_err().to_string();
    let board = |first: &str, last: &str| format!("{first}/17/17/17/17/17/17/17/17/17/{last} w - - 0 1");
    assert_eq!(
        refusal(&board("17", "16Q")),
        "FEN field board: `17/17/17/17/17/17/17/17/17/17/16Q`, \
         expected an outpost or a stronghold of at least one side"
    );
    assert_eq!(
        refusal(&board("P15u", "16U")),
        "FEN field board: `a11`, expected no soldier on its last rank, where it promotes"
    );
    assert_eq!(refusal(&board("uuuu13", "16U")), "FEN field board: `4 u`, expected at most 3");
    assert_eq!(
        refusal(&board("*15u", "16U")),
        "FEN field board: `a11`, expected a piece or none, no obstacle"
    );
    assert_eq!(refusal(&board("(mn)15u", "16U")), "FEN field board: `a11`, expected at most one piece");
    assert_eq!(
        refusal("16u/17/17/17/17/17/17/17/17/17/16U w K - 0 1"),
        "FEN field castling: `K`, expected `-`"
    );
    // A soldier of either side may go back to its own first rank.
    assert!(Operational2::Range2.parse(&board("p15u", "P15U")).is_ok());
}

#[test]
fn garbled_bits_are_no_legal_moves() {
    let position = Operational2::Range2.start();
    for tag in 0..=255u32 {
        for squares in [0xFF_FFFF, 0xFF_0101, 0x00_FF00, 0xBB_BBBB] {
            if let Some(garbled) = Move::from_bits(tag | squares << 8) {
                assert!(!position.is_legal(garbled), "{garbled:?}");
            }
        }
    }
}

/// Ruling 1: the start position agrees with the words of the source.
#[test]
fn the_start_position_is_as_described() {
    let start = Operational2::Range2.start();
    let outline = Operational2::Range2.outline();
    for side in Side::BOTH {
        let first_rank =
            |kind| start.cells().of(side, kind).into_iter().all(|at| outline.rank_of(side, at) == 0);
        assert_eq!((start.cells().of(side, OUTPOST).len(), start.cells().of(side, STRONGHOLD).len()), (3, 2));
        assert!([OUTPOST, STRONGHOLD, MISSILE, BOMBER].into_iter().all(first_rank));
        let colour = |kind| {
            let at = start.cells().of(side, kind).first().unwrap();
            (outline.file(at) + outline.rank(at)) % 2
        };
        assert_ne!(colour(MISSILE), colour(BOMBER));
    }
}

/// Ruling 4: the helicopter reaches all within four king steps, a general exact distances.
#[test]
fn helicopter_and_generals_have_their_distances() {
    let alone = |letter: &str| read(&format!("u16/17/17/17/17/8{letter}8/17/17/17/17/16U w - - 0 1"));
    assert_eq!(from(&alone("H"), "i6").0.len(), 9 * 9 - 1);
    assert_eq!(from(&alone("N"), "i6").0, ["g4", "i4", "k4", "g6", "k6", "g8", "i8", "k8"]);
    assert_eq!(from(&alone("G"), "i6").0, ["f3", "i3", "l3", "f6", "l6", "f9", "i9", "l9"]);
    assert_eq!(from(&alone("Q"), "i6").0, ["e2", "i2", "m2", "e6", "m6", "e10", "i10", "m10"]);
}

/// Ruling 5: outposts and strongholds shoot and do not move.
#[test]
fn objectives_do_not_move() {
    let position = read("u16/17/17/17/17/17/17/17/17/Sr15/Ur15 w - - 0 1");
    assert_eq!(from(&position, "a1"), (vec![], vec!["b1".into(), "b2".into()]));
    assert_eq!(from(&position, "a2"), (vec![], vec!["b1".into(), "b2".into()]));
}

/// Ruling 6: the third occurrence of a position is a draw.
#[test]
fn the_third_occurrence_is_a_draw() {
    let fen = "u15r/17/17/17/17/17/17/17/17/17/R15U w - - 0 1";
    let back = ["a1b1", "q11p11", "b1a1", "p11q11", "a1b1", "q11p11", "b1a1", "p11q11"];
    assert_eq!(outcome("operational2", fen, &back[..7]), None);
    assert_eq!(outcome("operational2", fen, &back), Some(Outcome::draw(Reason::Repetition)));
}
