use super::Chess;
use crate::board::{Kind, Move, Side};
use crate::notation::Notation;
use crate::testing::{after, are_same, is_legal, outcome, position};
use crate::{Game, GameId, Outcome, Position, Reason};
use std::collections::HashSet;

const GAME: &str = "chess";

/// Ruling 1: repetition and the count of half-moves end the game at once; mate comes first.
#[test]
fn draws_come_without_a_claim() {
    let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"];
    let start = GameId::CHESS.info().start;
    assert_eq!(outcome(GAME, start, &there_and_back[..7]), None);
    assert_eq!(outcome(GAME, start, &there_and_back), Some(Outcome::draw(Reason::Repetition)));
    let rook = "7k/8/6K1/8/8/8/8/R7 w - - 99 80";
    assert_eq!(outcome(GAME, rook, &[]), None);
    assert_eq!(outcome(GAME, rook, &["a1a7"]), Some(Outcome::draw(Reason::MoveCount)));
    assert_eq!(outcome(GAME, rook, &["a1a8"]), Some(Outcome::win(Side::White, Reason::Mate)));
}

/// Ruling 1: the game ends where neither side has the pieces to mate, and moves stay legal.
#[test]
fn it_ends_without_the_pieces_to_mate() {
    let dead = Some(Outcome::draw(Reason::InsufficientMaterial));
    for name in [GAME, "fischerandom"] {
        assert_eq!(outcome(name, "7k/8/8/8/8/8/8/K7 w - - 0 1", &[]), dead);
        assert_eq!(outcome(name, "7k/8/8/8/8/8/8/K7 w - - 0 1", &["a1a2", "h8h7"]), dead);
        assert_eq!(outcome(name, "7k/8/8/8/8/8/1r6/K7 w - - 0 1", &[]), None);
        assert_eq!(outcome(name, "7k/8/8/8/8/8/1r6/K7 w - - 0 1", &["a1b2"]), dead);
    }
    assert_eq!(outcome("crazyhouse", "7k/8/8/8/8/8/8/K7[] w - - 0 1", &["a1a2", "h8h7"]), None);
}

/// Ruling 2: what makes positions differ, and when the *en passant* field is written.
#[test]
fn repetition_looks_at_rights() {
    let rook = "4k3/8/8/8/8/8/8/4K2R w";
    assert!(!are_same(GAME, &format!("{rook} K - 0 1"), &format!("{rook} - - 0 1")));
    let legal = after(GAME, "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", &["d2d4"]);
    assert_eq!(legal, "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1");
    assert!(!are_same(GAME, &legal, &legal.replace("d3", "-")));
    // The black pawn is pinned, so that nobody can capture on d3.
    let pinned = after(GAME, "4k3/8/8/8/4p3/8/3P4/K3R3 w - - 0 1", &["d2d4"]);
    assert_eq!(pinned, "4k3/8/8/8/3Pp3/8/8/K3R3 b - - 0 1");
    assert!(are_same(GAME, &pinned, &pinned.replace("- -", "- d3")));
}

/// Ruling 3: castling from other squares, its letters and how it is written.
#[test]
fn kings_and_rooks_may_castle_from_other_squares() {
    let rooks = |right: &str| format!("4k3/8/8/8/8/8/8/1K4RR w {right} - 0 1");
    assert_eq!(after(GAME, &rooks("G"), &[]), rooks("G"));
    assert_eq!(after(GAME, &rooks("H"), &[]), rooks("K"));
    assert_eq!(after(GAME, &rooks("G"), &["b1g1"]), "4k3/8/8/8/8/8/8/5RKR b - - 1 1");
    // The rook on g1 stands where the king would go.
    assert!(!is_legal(GAME, &rooks("K"), "b1h1"));
    let orthodox = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(after(GAME, orthodox, &["e1g1"]), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    let castling = position(GAME, orthodox)
        .legal_moves()
        .into_iter()
        .map(|legal| Notation::of(&Chess).write(legal).to_string());
    let castling: Vec<String> = castling.filter(|text| text == "e1g1" || text == "e1h1").collect();
    assert_eq!(castling, ["e1g1"]);
}

/// Ruling 4: positions that are refused.
#[test]
fn positions_that_no_game_has_are_refused() {
    let field = |fen: &str| GameId::CHESS.parse(fen).err().map(|error| error.field);
    assert_eq!(field("4k3/8/8/8/8/8/8/8 w - - 0 1"), Some("board"));
    assert_eq!(field("4k3/8/8/8/8/8/8/3KK3 w - - 0 1"), Some("board"));
    assert_eq!(field("4k3/8/8/8/8/8/8/P3K3 w - - 0 1"), Some("board"));
    assert_eq!(field("4k3/8/8/8/8/8/PPPPPPP1/QQ2K3 w - - 0 1"), None);
    assert_eq!(field("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1"), Some("board"));
    assert_eq!(field("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1"), Some("position"));
    assert_eq!(field("4k3/8/8/8/8/8/8/4R1K1 b - - 0 1"), None);
}

/// In random games: the moves to a square are those of all legal moves that go there.
#[test]
fn moves_to_a_square_are_those_that_go_there() {
    let mut random = fastrand::Rng::with_seed(3);
    for name in [GAME, "fischerandom"] {
        let game = GameId::named(name).unwrap();
        for start in game.starts().iter().take(6) {
            let mut position = game.parse(start).unwrap();
            while position.turn().fullmove < 60 {
                let legal = position.legal_moves();
                let Some(&played) = random.choice(&legal) else { break };
                for kind in (0..6).map(Kind) {
                    let has_kind =
                        |square| position.piece_at(square, 0).is_some_and(|piece| piece.kind == kind);
                    for to in position.outline().squares() {
                        let goes =
                            |played: &&Move| played.to() == Some(to) && played.from().is_some_and(has_kind);
                        let expected: HashSet<Move> = legal.iter().filter(goes).copied().collect();
                        let mut found = Vec::new();
                        position.generate_to(1 << kind.0, to, &mut |legal| found.push(legal));
                        assert_eq!(
                            found.len(),
                            expected.len(),
                            "{} {}",
                            position.fen(),
                            position.outline().name(to)
                        );
                        assert_eq!(found.into_iter().collect::<HashSet<_>>(), expected);
                    }
                }
                position.play(played);
            }
        }
    }
}
