//! The output of `helgi tune`: files of weights, and the model of results by score.

use helgi_engine::WdlModel;
use helgi_engine::internals::eval::ChessEval;
use helgi_engine::internals::eval::Tunable;
use helgi_engine::internals::wdl::WdlCurves;
use helgi_lab::tune::source::Constant;
use helgi_lab::tune::{source, wdl};
use helgi_rules::GameId;
use std::fs;
use std::path::Path;
use std::process::{self, Command, Output};

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
    assert_eq!(source::write("chess", &Constant::of(evaluator.weights()), &origin), written);
    // The folder of the games is private.
    assert!(origin.starts_with("`helgi tune chess chess.games --rounds 0 "), "{origin}");
    // The model of results by score.
    let output = helgi(&["tune", "chess", data, "--wdl", "--write", folder_name]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && said.contains("held out, by tenths of the expectation:"), "{said}");
    let model = |board: &str| {
        let begin = format!("fitted, {board} board: slope ");
        let fitted = said.lines().find_map(|line| line.strip_prefix(&*begin)).unwrap();
        let (slope, rest) = fitted.split_once(", draw width ").unwrap();
        let draw_width = rest.split(' ').next().unwrap();
        WdlModel { slope: slope.parse().unwrap(), draw_width: draw_width.parse().unwrap() }
    };
    let curves = WdlCurves { full: model("full"), bare: model("bare") };
    let written = fs::read_to_string(folder.join("wdl.rs")).unwrap();
    let origin = source::origin(&written).unwrap();
    assert!(origin.starts_with("`helgi tune chess --wdl chess.games`: fitted to "), "{origin}");
    assert_eq!(wdl::write("chess", curves, &origin), written);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn untunable_arguments_are_refused_at_once() {
    let refused = |arguments: &[&str], said: &str| {
        let output = helgi(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(said), "{error}");
    };
    refused(&["tune", "chess"], "<FILES>...");
    refused(
        &["tune", "chess", "no.games", "--freedom", "0"],
        "--freedom 0: expected a number greater than 0",
    );
    refused(&["tune", "chess", "no.games", "--wdl", "--rounds", "3"], "cannot be used with");
    let write = "no/such/folder/weights.rs";
    refused(&["tune", "chess", "no.games", "--write", write], "the folder does not exist");
}

/// The levels have been measured as docs/strength.md says; a new curve of results must not change them.
#[test]
fn the_levels_are_those_that_were_measured() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/strength.md");
    let page = fs::read_to_string(page).unwrap();
    let header =
        "| game | nodes of levels 1, 5, 9, 13, 17 | largest error at level 1, centipawns |\n|---|---|---|\n";
    let (_, table) = page.split_once(header).unwrap();
    let rows: Vec<&str> = table.lines().take_while(|line| line.starts_with('|')).collect();
    for row in &rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [name, nodes, error] = cells[..] else { panic!("three cells: {row}") };
        let number = |text: &str| text.replace(',', "").parse::<u32>().unwrap();
        let ladder = helgi_engine::internals::ladder(GameId::named(name).unwrap());
        let nodes: Vec<u32> = nodes.split(", ").map(number).collect();
        assert_eq!((&ladder.nodes[..], ladder.error), (&nodes[..], number(error) as i32), "{name}");
    }
    assert_eq!(rows.len(), 7);
}
