//! What `helgi tune` relies on, in every game: evaluations are linear in their weights, so that what
//! one unit of each does foretells what all of them do together.

use fastrand::Rng;
use helgi_engine::Judged;
use helgi_engine::eval::{Evaluate, Tunable, Weights};
use helgi_engine::tune::rows;
use helgi_engine::tune::samples::Sample;
use helgi_rules::games::GameId;
use helgi_rules::{Game, Position, Select};
use std::thread;

struct Linear;

impl helgi_engine::Visitor for Linear {
    type Output = ();

    fn visit<G: Judged>(self, game: G, evaluator: &'static G::Evaluation) {
        let mut random = Rng::with_seed(11);
        let samples = positions(&game, &mut random);
        let rows = rows(evaluator, &samples, |_| ());
        // The table of weights in the source is what plays.
        let same = G::Evaluation::with_weights(evaluator.weights());
        let mut changed = evaluator.weights().clone();
        let mut changes = Vec::new();
        changed.each(&mut |weight| {
            let change = random.i32(-9..=9);
            changes.push(change);
            *weight += change;
        });
        let changed = G::Evaluation::with_weights(&changed);
        let mut moved = 0;
        for (row, Sample { position, .. }) in rows.iter().zip(&samples) {
            let name = game.info().name;
            let text = game.format(position);
            assert_eq!(evaluator.evaluate(position), same.evaluate(position), "{name}: {text}");
            let change: f64 =
                row.slopes.iter().map(|&(weight, slope)| f64::from(changes[weight]) * f64::from(slope)).sum();
            let found = f64::from(changed.evaluate(position));
            assert!((row.score + change - found).abs() <= 6.0, "{name}: {text}: {row:?} {change} {found}");
            moved += i32::from(change.abs() > 10.0);
        }
        assert!(moved > 10, "the changes hardly change anything");
    }
}

/// Positions of random games.
fn positions<G: Game>(game: &G, random: &mut Rng) -> Vec<Sample<G::Position>> {
    let mut found = Vec::new();
    for number in 0..6 {
        let mut position = game.start();
        for ply in 0..80 {
            let mut moves = Vec::new();
            position.generate(Select::All, &mut moves);
            let Some(&played) = random.choice(&moves) else { break };
            position.play(played);
            if ply % 8 == number {
                found.push(Sample { game: number, result: 0.5, score: 0, position: position.clone() });
            }
        }
    }
    found
}

#[test]
fn evaluations_are_linear_in_their_weights() {
    thread::scope(|scope| {
        for &game in GameId::ALL {
            scope.spawn(move || helgi_engine::visit(game, Linear));
        }
    });
}
