//! Conditions that tuning relies on, in every game: evaluations are linear in their weights, so
//! that the effect of one unit of each predicts the effect of all together; and the files of
//! weights are as they are written.

use super::samples::Sample;
use super::source::{self, Constant};
use super::{TuningSettings, rows, tune, wdl};
use fastrand::Rng;
use helgi_engine::eval::Evaluate;
use helgi_engine::internals::eval::ChessEval;
use helgi_engine::internals::eval::{Tunable, Weights};
use helgi_engine::internals::net::WithNet;
use helgi_engine::internals::{EvalVisitor, HasEvaluation, visit};
use helgi_rules::board::Side;
use helgi_rules::chess::Chess;
use helgi_rules::{Game, GameId, GenMode, Position};
use std::path::Path;
use std::{fs, thread};

struct Linear;

impl EvalVisitor for Linear {
    type Output = ();

    fn visit<G: HasEvaluation>(self, game: G, evaluation: &WithNet<G::Evaluation>) {
        // Variants have the evaluation of their game.
        let evaluator = evaluation.hand_written();
        if game.info().name != evaluator.name() {
            return;
        }
        let mut random = Rng::with_seed(11);
        let samples = positions(&game, &mut random);
        let rows = rows(evaluator, &samples, |_| ());
        // The table of weights in the source is what plays.
        let same = evaluator.with_weights(evaluator.weights());
        let mut changed = evaluator.weights().clone();
        let mut changes = Vec::new();
        changed.each(&mut |weight| {
            let change = random.i32(-9..=9);
            changes.push(change);
            *weight += change;
        });
        let changed = evaluator.with_weights(&changed);
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
            position.generate(GenMode::All, &mut moves);
            let Some(&played) = random.choice(&moves) else { break };
            position.play(played);
            if ply % 12 == number {
                found.push(Sample { game: number, result: 0.5, score: 0, position: position.clone() });
            }
        }
    }
    found
}

#[test]
fn evaluations_are_linear_in_their_weights() {
    thread::scope(|scope| {
        for &game in GameId::BUILT_IN {
            scope.spawn(move || visit(game, Linear));
        }
    });
}

/// The file of a game's weights, and whether it is what `helgi tune --write` makes of them.
struct Written;

impl EvalVisitor for Written {
    type Output = String;

    fn visit<G: HasEvaluation>(self, game: G, evaluation: &WithNet<G::Evaluation>) -> String {
        let evaluator = evaluation.hand_written();
        let name = game.info().name;
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(source::path(evaluator.name()));
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let origin = source::origin(&text).unwrap_or_else(|| panic!("{name}: no origin"));
        assert_eq!(
            source::write(evaluator.name(), &Constant::of(evaluator.weights()), &origin),
            text,
            "{name}"
        );
        assert!(text.lines().all(|line| line.chars().count() <= 110), "{name}");
        assert!(
            GameId::named(evaluator.name()).is_some(),
            "{name}: `helgi tune {}` is no command",
            evaluator.name()
        );
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(wdl::path(evaluator.name()));
        let results = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let origin = source::origin(&results).unwrap_or_else(|| panic!("{name}: no origin"));
        assert_eq!(wdl::write(evaluator.name(), game.wdl(), &origin), results, "{name}");
        text
    }
}

#[test]
fn files_of_weights_are_as_they_are_written() {
    let mut files: Vec<String> = GameId::BUILT_IN.iter().map(|&game| visit(game, Written)).collect();
    files.sort();
    files.dedup();
    assert!(files.len() > 1 && files.len() < GameId::BUILT_IN.len(), "variants share their game's file");
}

#[test]
fn a_search_that_knows_better_is_believed() {
    let evaluator = ChessEval::default();
    let mut random = Rng::with_seed(3);
    let mut samples: Vec<_> = (0..40).flat_map(|_| positions(&Chess, &mut random)).collect();
    samples.retain(|sample| evaluator.evaluate(&sample.position).abs() < 300);
    let mut known = evaluator.weights().clone();
    known.tempo += 60;
    let knowing = ChessEval::default().with_weights(&known);
    for sample in &mut samples {
        let for_white = |score: i32| if sample.position.side() == Side::White { score } else { -score };
        // Results are those of who does not know it.
        let expected =
            1.0 / (1.0 + (f64::from(-for_white(evaluator.evaluate(&sample.position))) / 200.0).exp());
        sample.result = f64::from(u8::from(random.f64() < expected));
        sample.score = for_white(knowing.evaluate(&sample.position));
    }
    let tempo = |search_share| {
        let settings = TuningSettings { rounds: 200, freedom: 4.0, search_share, curve: None };
        let tuned = tune(&evaluator, &samples, settings, &mut |_| ());
        assert!(tuned.fitted.after <= tuned.fitted.before);
        tuned.weights.tempo - evaluator.weights().tempo
    };
    let learned = tempo(1.0);
    assert!((10..=70).contains(&learned), "{learned}");
    assert!(tempo(0.0) < learned);
}
