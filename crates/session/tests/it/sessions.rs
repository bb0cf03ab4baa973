//! Whole sessions in one process: a refusal leaves a session as it was.

use helgi_protocol::client::uci::{EngineLine, parse_line};
use helgi_protocol::options::{OptionKind, OptionSpec};
use helgi_rules::games::GameId;
use helgi_session::{SessionBudget, converse};
use helgi_xboard::LetterTable;
use proptest::prelude::*;

const BUDGET: SessionBudget = SessionBudget { nodes: 300, megabytes: 1 };

/// The output of a session without the parts that depend on time.
fn said(lines: &[String]) -> Vec<String> {
    let input = lines.join("\n") + "\n";
    let text = String::from_utf8(converse(input.as_bytes(), BUDGET).unwrap()).unwrap();
    text.lines().map(without_times).collect()
}

fn without_times(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    if words[0] == "info" && words.get(1) != Some(&"string") {
        for name in ["time", "nps"] {
            if let Some(place) = words.iter().position(|word| *word == name) {
                words[place + 1] = "_";
            }
        }
    }
    let numbers = words.iter().filter(|word| word.parse::<i64>().is_ok()).count();
    // XBoard's line of thinking: ply score time nodes moves.
    if words.len() > 4 && numbers >= 4 && words[..4].iter().all(|word| word.parse::<i64>().is_ok()) {
        words[2] = "_";
        // The nodes in a second.
        if let Some(rate) = words.get_mut(5) {
            *rate = "_";
        }
    }
    if words[0] == "stat01:" {
        words[1] = "_";
    }
    words.join(" ")
}

/// A UCI session of a client that knows what it does.
fn good_uci() -> impl Strategy<Value = Vec<String>> {
    let game = prop::sample::select(GameId::BUILT_IN.to_vec());
    let variant = game.prop_map(|game| format!("setoption name UCI_Variant value {}", game.name()));
    let line = prop::sample::select(vec![
        "setoption name MultiPV value 2",
        "setoption name MultiPV value 1",
        "setoption name UCI_ShowWDL value true",
        "setoption name Hash value 2",
        "ucinewgame",
        "position startpos",
        "position startpos moves e2e4",
        "go nodes 100",
        "go infinite",
        "go ponder wtime 1000 btime 1000",
        "go depth 2",
        "go perft 1",
        "stop",
        "ponderhit",
        "isready",
        "d",
        "eval",
    ]);
    prop::collection::vec(prop_oneof![1 => variant, 6 => line.prop_map(str::to_owned)], 1..14)
}

/// A line that is refused whatever the state, and changes nothing.
fn refused_by_uci() -> impl Strategy<Value = String> {
    let fixed = prop::sample::select(vec![
        "setoption name Hash value 0",
        "setoption name Hash value -1",
        "setoption name Hash value 99999999999999999999",
        "setoption name Threads value many",
        "setoption name MultiPV value 0",
        "setoption name UCI_Variant value nosuchgame",
        "setoption name UCI_Elo value 1",
        "setoption name Move Overhead value",
        "setoption name Ponder",
        "setoption name Nothing value 3",
        "setoption",
        "setoption value 3",
        "debug maybe",
        "bench nowhere",
        "perft",
        "perft x",
        "usermove e2e4",
        "(none)",
    ]);
    prop_oneof![
        fixed.prop_map(str::to_owned),
        "zz[a-z]{0,6}( \\PC{0,20})?".prop_filter("a line with a command in it", |line| matches!(
            helgi_protocol::uci::parse(line),
            Ok(helgi_protocol::uci::Command::Unknown { .. })
        ))
    ]
}

fn good_xboard() -> impl Strategy<Value = Vec<String>> {
    let shown = GameId::BUILT_IN
        .iter()
        .filter_map(|game| Some(LetterTable::new(game.info()).ok()?.variant().to_owned()));
    let variant = prop::sample::select(shown.collect::<Vec<_>>()).prop_map(|name| format!("variant {name}"));
    let line = prop::sample::select(vec![
        "accepted highlight",
        "rejected highlight",
        "new",
        "force",
        "go",
        "playother",
        "post",
        "nopost",
        "analyze",
        "exit",
        "hint",
        "undo",
        "remove",
        "usermove e2e4",
        "usermove e7e5",
        "option MultiPV=2",
        "memory 2",
        "hard",
        "easy",
        "ping 1",
        "d",
    ]);
    prop::collection::vec(prop_oneof![1 => variant, 6 => line.prop_map(str::to_owned)], 1..14)
}

fn refused_by_xboard() -> impl Strategy<Value = String> {
    let fixed = prop::sample::select(vec![
        "level",
        "level x y z",
        "level 0 5 nan",
        "st nan",
        "sd x",
        "sd -1",
        "nps x",
        "time x",
        "otim nan",
        "memory -1",
        "memory x",
        "cores -1",
        "option",
        "option Nothing=1",
        "option MultiPV=0",
        "option UCI_Elo=high",
        "variant nosuchgame",
        "exclude z9z8",
        "include z9z8",
        "usermove z9z8",
        "usermove",
        "protover x",
        "zz",
        "go!",
        "MOVE 3",
    ]);
    fixed.prop_map(str::to_owned)
}

/// Puts lines of the second list between those of the first, each at its place.
fn mixed(good: &[String], refused: &[(usize, String)]) -> Vec<String> {
    let mut lines = Vec::new();
    for (place, line) in good.iter().enumerate() {
        let here = refused.iter().filter(|(index, _)| index % good.len() == place);
        lines.extend(here.map(|(_, line)| line.clone()));
        lines.push(line.clone());
    }
    lines
}

/// The last lines: they end the work in progress, and look at the state.
fn ended(mut lines: Vec<String>, last: &[&str]) -> Vec<String> {
    lines.extend(last.iter().map(|&line| line.to_owned()));
    lines
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn lines_refused_by_uci_change_nothing(
        good in good_uci(),
        refused in prop::collection::vec((any::<usize>(), refused_by_uci()), 1..8),
    ) {
        let last = ["stop", "d", "go depth 3", "quit"];
        let plain = said(&ended(good.clone(), &last));
        let disturbed = said(&ended(mixed(&good, &refused), &last));
        // A command that only looks, such as `d`, waits for those before it: the order may differ.
        let sorted = |mut lines: Vec<String>| {
            lines.sort();
            lines
        };
        let (errors, rest): (Vec<String>, Vec<String>) =
            disturbed.into_iter().partition(|line| line.starts_with("info string error"));
        let (known, plain): (Vec<String>, Vec<String>) =
            plain.into_iter().partition(|line| line.starts_with("info string error"));
        prop_assert_eq!(errors.len() - known.len(), refused.len());
        prop_assert_eq!(rest.last(), plain.last());
        prop_assert_eq!(sorted(rest), sorted(plain));
    }

    #[test]
    fn lines_refused_by_xboard_change_nothing(
        good in good_xboard(),
        refused in prop::collection::vec((any::<usize>(), refused_by_xboard()), 1..8),
    ) {
        let last = ["?", "exit", "force", "d", "ping 7", "quit"];
        let begun = |lines: Vec<String>| [vec!["xboard".to_owned()], lines].concat();
        let is_error = |line: &String| line.starts_with("Error (") || line.starts_with("Illegal move");
        let plain = said(&ended(begun(good.clone()), &last));
        let disturbed = said(&ended(begun(mixed(&good, &refused)), &last));
        let errors = disturbed.iter().filter(|line| is_error(line)).count();
        let known = plain.iter().filter(|line| is_error(line)).count();
        prop_assert_eq!(errors - known, refused.len(), "{:?}", disturbed);
        let rest = |lines: Vec<String>| lines.into_iter().filter(|line| !is_error(line)).collect::<Vec<_>>();
        prop_assert_eq!(rest(disturbed), rest(plain));
    }
}

/// The options as they are announced.
fn announced() -> Vec<OptionSpec> {
    let lines = said(&["uci".to_owned()]);
    let options: Vec<OptionSpec> = lines
        .iter()
        .filter_map(|line| match parse_line(line) {
            EngineLine::Option(spec) => Some(spec),
            _ => None,
        })
        .collect();
    assert!(options.len() > 8, "{lines:?}");
    options
}

#[test]
fn nonsense_for_any_option_is_named_and_its_value_stays() {
    for spec in announced() {
        let nonsense: &[&str] = match spec.kind {
            OptionKind::Spin { .. } => {
                &["", "x", "-1000000", "1e3", "99999999999999999999", "0x10", "3 4", "é", "true", "nan"]
            }
            OptionKind::Check { .. } => &["", "x", "2", "maybe", "truefalse", "é"],
            OptionKind::Combo { .. } => &["", "x", "chess2", "chess tavreli", "é"],
            // Any value is all right.
            OptionKind::Button | OptionKind::Text { .. } | OptionKind::File { .. } => continue,
        };
        let other = match &spec.kind {
            OptionKind::Spin { min, .. } => min.max(&2).to_string(),
            OptionKind::Check { default } => (!default).to_string(),
            OptionKind::Combo { choices, .. } => choices[1].clone(),
            OptionKind::Button | OptionKind::Text { .. } | OptionKind::File { .. } => continue,
        };
        let set = format!("setoption name {} value {other}", spec.name);
        let look = ["position startpos", "go depth 3", "d", "quit"];
        let plain = said(&ended(vec![set.clone()], &look));
        for value in nonsense {
            let wrong = format!("setoption name {} value {value}", spec.name);
            let mut lines = said(&ended(vec![set.clone(), wrong], &look));
            let error = format!("info string error option {}: ", spec.name);
            let place = lines.iter().position(|line| line.starts_with(&error));
            let place = place.unwrap_or_else(|| panic!("{} {value}: {lines:?}", spec.name));
            lines.remove(place);
            assert_eq!(lines, plain, "{} {value}", spec.name);
        }
    }
}

#[test]
fn the_same_session_says_the_same() {
    let lines: Vec<String> =
        ["go infinite", "d", "go wtime 5", "stop", "xboard", "new", "post", "go", "hint"]
            .map(str::to_owned)
            .to_vec();
    assert_eq!(said(&lines), said(&lines));
    assert!(said(&lines).iter().any(|line| line.starts_with("move ")));
}

#[test]
fn memory_and_processors_beyond_the_most_are_the_most() {
    let lines =
        ["xboard", "memory 18446744073709551615", "cores 4000000000", "memory 0", "cores 0", "ping 1"];
    assert_eq!(said(&ended(lines.map(str::to_owned).to_vec(), &["quit"])), ["pong 1"]);
}
