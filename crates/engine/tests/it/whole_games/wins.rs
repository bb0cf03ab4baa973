//! Wins on the spot, as the games report them.

use fastrand::Rng;
use helgi_engine::eval::Evaluate;
use helgi_engine::internals::net::WithNet;
use helgi_engine::internals::{EvalVisitor, HasEvaluation, visit};
use helgi_rules::{GameId, GenMode, Position};

/// Number of random games played of each game, and the most half-moves of one.
const GAMES: u64 = 24;
const PLIES: usize = 400;

/// Counts the moves that win in random games; each has to be one that may.
struct Winning;

impl EvalVisitor for Winning {
    type Output = usize;

    fn visit<G: HasEvaluation>(self, game: G, evaluation: &WithNet<G::Evaluation>) -> usize {
        let mut wins = 0;
        for seed in 0..GAMES {
            let mut random = Rng::with_seed(seed);
            let mut position = game.start();
            for _ in 0..PLIES {
                let mut legal = Vec::new();
                position.generate(GenMode::All, &mut legal);
                let may_win = evaluation.may_win_at_once(&position);
                for &candidate in &legal {
                    let mut child = position.clone();
                    child.play(candidate);
                    let visible = child.outcome();
                    let outcome = visible.or_else(|| (child.count_moves() == 0).then(|| child.no_moves()));
                    if outcome.is_some_and(|outcome| outcome.winner == Some(position.side())) {
                        wins += 1;
                        let included = may_win.includes(&position, candidate, position.gives_check());
                        assert!(included, "{candidate:?} wins: {}", game.format(&position));
                    }
                }
                // Some games end soon enough only where much is taken, and others only where little is.
                let noisy = legal.iter().filter(|&&candidate| position.is_noisy(candidate));
                let noisy = random.choice(noisy.collect::<Vec<_>>()).filter(|_| seed % 2 == 1);
                let Some(&chosen) = noisy.or_else(|| random.choice(&legal)) else { break };
                position.play(chosen);
            }
        }
        wins
    }
}

#[test]
fn every_move_that_wins_on_the_spot_may_do_so() {
    for &game in GameId::BUILT_IN {
        assert!(visit(game, Winning) > 0, "{}: no move won in {GAMES} random games", game.name());
    }
}
