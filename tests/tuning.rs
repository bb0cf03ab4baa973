//! What `helgi tune` relies on, in every game: evaluations are linear in their weights, so that what
//! one unit of each does foretells what all of them do together. And what it writes: the files in which
//! the weights stand.

use fastrand::Rng;
use helgi_engine::Judged;
use helgi_engine::eval::chess::ChessEval;
use helgi_engine::eval::{Evaluate, Tunable, Weights};
use helgi_engine::net::WithNet;
use helgi_engine::tune::samples::Sample;
use helgi_engine::tune::{rows, source, wdl};
use helgi_engine::wdl::WdlModel;
use helgi_rules::games::GameId;
use helgi_rules::{Game, Position, Select};
use std::path::Path;
use std::process::{self, Command, Output};
use std::{fs, thread};

struct Linear;

impl helgi_engine::Visitor for Linear {
    type Output = ();

    fn visit<G: Judged>(self, game: G, evaluation: &'static WithNet<G::Evaluation>) {
        let evaluator = evaluation.hand_written();
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

/// The file of a game's weights, and whether it is what `helgi tune --write` makes of them.
struct Written;

impl helgi_engine::Visitor for Written {
    type Output = String;

    fn visit<G: Judged>(self, game: G, evaluation: &'static WithNet<G::Evaluation>) -> String {
        let evaluator = evaluation.hand_written();
        let name = game.info().name;
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(source::path(G::Evaluation::NAME));
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let origin = source::origin(&text).unwrap_or_else(|| panic!("{name}: no origin"));
        assert_eq!(source::write(G::Evaluation::NAME, evaluator.weights(), &origin), text, "{name}");
        assert!(text.lines().all(|line| line.chars().count() <= 110), "{name}");
        assert!(
            GameId::named(G::Evaluation::NAME).is_some(),
            "{name}: `helgi tune {}` is no command",
            G::Evaluation::NAME
        );
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(wdl::path(G::Evaluation::NAME));
        let results = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let origin = source::origin(&results).unwrap_or_else(|| panic!("{name}: no origin"));
        assert_eq!(wdl::write(G::Evaluation::NAME, G::WDL, &origin), results, "{name}");
        text
    }
}

#[test]
fn files_of_weights_are_as_they_are_written() {
    let mut files: Vec<String> = GameId::ALL.iter().map(|&game| helgi_engine::visit(game, Written)).collect();
    files.sort();
    files.dedup();
    assert!(files.len() > 1 && files.len() < GameId::ALL.len(), "variants share their game's file");
}

fn helgi(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_helgi")).args(arguments).output().unwrap()
}

#[test]
fn a_fit_of_no_rounds_writes_the_weights_that_play() {
    let folder = std::env::temp_dir().join(format!("helgi-tuning-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    let data = folder.join("chess.games");
    let (data, folder_name) = (data.to_str().unwrap(), folder.to_str().unwrap());
    let output = helgi(&["datagen", "chess", "--games", "8", "--nodes", "20", "-o", data]);
    assert!(output.status.success(), "{output:?}");
    let output = helgi(&["tune", "chess", data, "--rounds", "0", "--write", folder_name]);
    assert!(output.status.success(), "{output:?}");
    let written = fs::read_to_string(folder.join("weights.rs")).unwrap();
    let evaluator = ChessEval::default();
    let origin = source::origin(&written).unwrap();
    assert_eq!(source::write("chess", evaluator.weights(), &origin), written);
    // The folder of the games is nobody's business.
    assert!(origin.starts_with("`helgi tune chess chess.games --rounds 0 "), "{origin}");
    // How results follow from scores.
    let output = helgi(&["tune", "chess", data, "--wdl", "--write", folder_name]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && said.contains("held out, by tenths of the expectation:"), "{said}");
    let fitted = said.lines().find_map(|line| line.strip_prefix("fitted: slope ")).unwrap();
    let (slope, rest) = fitted.split_once(", draw width ").unwrap();
    let draw_width = rest.split(' ').next().unwrap();
    let model = WdlModel { slope: slope.parse().unwrap(), draw_width: draw_width.parse().unwrap() };
    let written = fs::read_to_string(folder.join("wdl.rs")).unwrap();
    let origin = source::origin(&written).unwrap();
    assert!(origin.starts_with("`helgi tune chess --wdl chess.games`: fitted to "), "{origin}");
    assert_eq!(wdl::write("chess", model, &origin), written);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_cannot_be_tuned_is_refused_at_once() {
    let refused = |arguments: &[&str], said: &str| {
        let output = helgi(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(said), "{error}");
    };
    refused(&["tune", "chess"], "<FILES>...");
    refused(&["tune", "chess", "no.games", "--freedom", "0"], "--freedom 0: expected more than 0");
    refused(&["tune", "chess", "no.games", "--wdl", "--rounds", "3"], "cannot be used with");
    let write = "no/such/folder/weights.rs";
    refused(&["tune", "chess", "no.games", "--write", write], "its folder is not there");
}
