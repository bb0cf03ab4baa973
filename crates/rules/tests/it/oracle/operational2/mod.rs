//! Operational Chess 2 against a second, naive generator, at positions of seeded random play.

use fastrand::Rng;
use helgi_rules::board::{Action, Move, Square};
use helgi_rules::internals::operational2::{FOUR_STAR, Operational2, Operational2Position};
use helgi_rules::{Game, GenMode, Position};

mod oracle;

/// The plies played from each position of the perft data.
const PLIES: usize = 120;

#[test]
fn moves_and_positions_agree_with_the_oracle() {
    let data = include_str!("../../../../../../tests/perft/operational2.perft");
    let mut random = Rng::with_seed(2006);
    let mut seen = Seen::default();
    for game in Operational2::ALL {
        // Every position serves both variants.
        for fen in data.lines().filter_map(|line| line.strip_prefix("fen ")) {
            play_on(game, fen, &mut random, &mut seen);
        }
    }
    // The comparison is worth something: it has met everything that the rules mention.
    assert!(seen.positions > 5000, "{seen:?}");
    assert!(seen.shots > 500 && seen.promotions > 20 && seen.lost > 10, "{seen:?}");
}

#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    shots: usize,
    promotions: usize,
    lost: usize,
}

fn play_on(game: Operational2, fen: &str, random: &mut Rng, seen: &mut Seen) {
    let soldier_range = if game == Operational2::Range1 { 1 } else { 2 };
    let mut position = game.parse(fen).unwrap();
    let mut fen = fen.to_owned();
    for _ in 0..PLIES {
        assert_eq!(game.format(&position), fen);
        assert_eq!(position.key(), game.parse(&fen).unwrap().key(), "{fen}");
        let moves = generate(&position, GenMode::All);
        let mut texts: Vec<String> = moves.iter().map(|&legal| text(game, legal)).collect();
        texts.sort();
        assert_eq!(texts, oracle::moves(&fen, soldier_range), "{fen}");
        assert_eq!(position.count_moves(), moves.len(), "{fen}");
        let noisy: Vec<Move> = moves.iter().copied().filter(|&legal| position.is_noisy(legal)).collect();
        assert_eq!(generate(&position, GenMode::Noisy), noisy, "{fen}");
        check_attackers(&position, &moves);
        seen.positions += 1;
        seen.lost += position.outcome().is_some() as usize;
        let pool = if noisy.is_empty() || random.usize(..2) == 0 { &moves } else { &noisy };
        if pool.is_empty() {
            return;
        }
        let chosen = pool[random.usize(..pool.len())];
        let chosen_text = text(game, chosen);
        fen = oracle::play(&fen, &chosen_text);
        seen.shots += chosen_text.contains('x') as usize;
        let mover = position.side();
        let generals = position.cells().of(mover, FOUR_STAR).len();
        position.play(chosen);
        seen.promotions += (position.cells().of(mover, FOUR_STAR).len() > generals) as usize;
    }
}

/// Compares the reported attackers of a square with the legal moves.
fn check_attackers(position: &Operational2Position, moves: &[Move]) {
    if position.outcome().is_some() {
        return;
    }
    let side = position.side();
    for target in position.cells().side(!side) {
        let (shots, captures): (Vec<Move>, Vec<Move>) = moves
            .iter()
            .filter(|legal| legal.to() == Some(target))
            .partition(|legal| matches!(legal.action(), Action::Shoot { .. }));
        let capturers: Vec<Square> = captures.into_iter().filter_map(Move::from).collect();
        let occupied = position.cells().occupied();
        assert_eq!(position.is_shot_at(target, side, occupied), !shots.is_empty(), "{target:?}");
        let said: Vec<Square> = position.capturers(target, side, occupied).into_iter().collect();
        assert_eq!(said, capturers, "{target:?}");
    }
}

/// Sorted, so that two lists can be compared.
fn generate(position: &impl Position, select: GenMode) -> Vec<Move> {
    let mut moves = Vec::new();
    position.generate(select, &mut moves);
    moves.sort();
    moves
}

fn text(game: Operational2, legal: Move) -> String {
    let name = |square| game.outline().name(square);
    match legal.action() {
        Action::Step { from, to, .. } => name(from) + &name(to),
        Action::Shoot { from, target, .. } => name(from) + "x" + &name(target),
        action => panic!("no move of this game: {action:?}"),
    }
}
