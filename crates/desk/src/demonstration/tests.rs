//! The positions that are shown, for every piece and for the enemy in check.

use super::*;
use helgi_rules::internals::board::movement;
use helgi_rules::internals::board::path::Mode;
use std::thread;

#[test]
fn every_piece_that_moves_is_shown_moving() {
    thread::scope(|scope| {
        for &game in GameId::BUILT_IN {
            scope.spawn(move || shows_every_piece(game));
        }
    });
}

fn shows_every_piece(game: GameId) {
    for (piece, shown) in game.info().pieces.iter().zip(all(game)) {
        let name = format!("{} {}", game.name(), piece.name);
        let Some(shown) = shown else {
            assert_eq!(piece.movement, "", "{name} is not shown");
            continue;
        };
        let wanted: BTreeSet<_> = shown.reach.iter().map(|reach| reach.mark).collect();
        assert_eq!(piece.movement.is_empty(), wanted.is_empty(), "{name}");
        let strikes = [MoveMark::Capture, MoveMark::Shot, MoveMark::Burst];
        assert!(strikes.iter().any(|mark| wanted.contains(mark)), "{name}: {}", shown.scene.text);
        assert!(wanted.contains(&MoveMark::Shot) == piece.movement.contains('x'), "{name}");
        let terms = movement::parse(piece.movement).unwrap();
        let goes = terms.iter().any(|term| matches!(term.mode, Mode::Both | Mode::Move));
        assert_eq!(wanted.contains(&MoveMark::Quiet), goes, "{name}: {}", shown.scene.text);
    }
}

/// A piece that moves as the last one did is shown after a move of a piece with many moves, which is named.
#[test]
fn imitators_are_shown_moving() {
    let text = "[shown-jokers:chess]\nqueen = -\ncustomPiece1 = j:I\npromotionPieceTypes = rbn\n\
                startFen = rnbjkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBJKBNR w KQkq - 0 1\n";
    helgi_variants::register(&helgi_variants::load(text).games[0]).unwrap();
    let game = GameId::named("shown-jokers").unwrap();
    let (_, shown) = game.info().pieces.iter().zip(all(game)).find(|(piece, _)| piece.letter == 'J').unwrap();
    let shown = shown.unwrap();
    assert!(
        shown.scene.text.contains(" w - -=R 0 50") && shown.scene.phase.is_some(),
        "{}",
        shown.scene.text
    );
    let marks: BTreeSet<_> = shown.reach.iter().map(|reach| reach.mark).collect();
    assert_eq!(marks, [MoveMark::Quiet, MoveMark::Capture].into());
}

#[test]
fn checking_pieces_can_be_inspected() {
    let position = GameId::CHESS.parse("7k/8/8/4r3/8/8/4P1r1/4K3 b - - 0 1").unwrap();
    let checked = position.after(helgi_rules::notation::read(&position, "e5e2").unwrap());
    assert!(checked.in_check() && checked.pass().is_none());
    let of = |from: &str| others(&checked).into_iter().filter(|one| one.from == from).collect::<Vec<_>>();
    let strike = ShownReach { from: "e2".to_owned(), to: "e1".to_owned(), mark: MoveMark::Capture };
    assert!(of("e2").contains(&strike) && of("e2").len() == 1 + 6 + 4 + 1, "{:?}", of("e2"));
    assert!(of("g2").len() == 1 + 6 + 1 + 1, "{:?}", of("g2"));
}

#[test]
fn the_enemy_is_shown_in_check_and_elsewhere_in_every_game() {
    thread::scope(|scope| {
        for &game in GameId::BUILT_IN.iter().filter(|game| game.info().checked_kind().is_some()) {
            scope.spawn(move || shows_the_enemy(game));
        }
    });
}

fn shows_the_enemy(game: GameId) {
    let mut random = fastrand::Rng::with_seed(17);
    let (mut checks, mut strikes) = (0, 0);
    for _ in 0..3 {
        let mut position = game.start();
        for _ in 0..120 {
            let shown = others(&position);
            match royal(&position).filter(|_| position.in_check()) {
                None => {
                    let passed = position.pass().map(|passed| reach(&passed, |_| true));
                    assert_eq!(shown, passed.unwrap_or_default(), "{position:?}");
                }
                Some(royal) => {
                    checks += 1;
                    let name = position.outline().name(royal);
                    strikes += usize::from(shown.iter().any(|one| one.to == name));
                }
            }
            let mut moves = position.legal_moves();
            let checking: Vec<Move> =
                moves.iter().copied().filter(|&it| position.gives_check()(it)).collect();
            if random.bool() && !checking.is_empty() {
                moves = checking;
            }
            let Some(&played) = random.choice(&moves) else { break };
            position.play(played);
        }
    }
    assert!(checks > 10 && strikes == checks, "{}: {strikes} of {checks}", game.name());
}
