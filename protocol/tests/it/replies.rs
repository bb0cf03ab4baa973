//! The lines that this crate prints for an engine read back with the same values for a client.

use std::time::Duration;

use helgi_protocol::client::{cecp, uci as heard};
use helgi_protocol::info::{ScoreBound, SearchInfo, SearchScore, Wdl};
use helgi_protocol::notation::{WireMove, WireSquare};
use helgi_protocol::options::{OptionKind, OptionSpec, OptionValue};
use helgi_protocol::{uci, xboard};
use proptest::prelude::*;

fn any_move() -> impl Strategy<Value = WireMove> {
    let square = || (0..17_u8, 1..=17_u8).prop_map(|(file, rank)| WireSquare { file, rank });
    prop_oneof![
        Just(WireMove::Pass),
        (square(), square()).prop_map(|(from, to)| WireMove::step(from, to)),
        (prop::char::range('A', 'Z'), square()).prop_map(|(letter, to)| WireMove::Drop {
            letter,
            to,
            promoted: false
        }),
    ]
}

fn any_score() -> impl Strategy<Value = SearchScore> {
    prop_oneof![
        (-99_999..=99_999).prop_map(SearchScore::Centipawns),
        (1..1000).prop_map(SearchScore::Mate),
        (-1000..0).prop_map(SearchScore::Mate),
    ]
}

fn any_bound() -> impl Strategy<Value = ScoreBound> {
    prop::sample::select(vec![ScoreBound::Exact, ScoreBound::Lower, ScoreBound::Upper])
}

fn any_info() -> impl Strategy<Value = SearchInfo> {
    let number = || prop::option::of(any::<u32>());
    let large = || prop::option::of(any::<u64>());
    (
        (number(), number(), number(), number()),
        (prop::option::of(any_score()), any_bound(), prop::option::of(any::<[u16; 3]>())),
        (large(), large(), large(), large(), prop::option::of(any::<u16>())),
        (prop::option::of(any_move()), prop::collection::vec(any_move(), 0..6)),
    )
        .prop_map(|(numbers, (score, bound, wdl), large, (currmove, pv))| SearchInfo {
            depth: numbers.0,
            seldepth: numbers.1,
            multipv: numbers.2,
            currmovenumber: numbers.3,
            // These depend on each other when printed.
            score,
            bound: if score.is_some() { bound } else { ScoreBound::Exact },
            wdl: wdl.filter(|_| score.is_some() && bound == ScoreBound::Exact).map(|[win, draw, loss]| Wdl {
                win,
                draw,
                loss,
            }),
            nodes: large.0,
            nps: large.1,
            tbhits: large.2,
            time: large.3.map(Duration::from_millis),
            hashfull: large.4,
            currmove,
            pv,
        })
}

fn any_option() -> impl Strategy<Value = OptionSpec> {
    let kind = prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        any::<[i64; 3]>().prop_map(|[default, min, max]| OptionKind::Spin { default, min, max }),
        prop::collection::vec("[a-z0-9-]{1,9}x|default|min|max|var", 1..5)
            .prop_map(|choices| OptionKind::Combo { default: choices[0].clone(), choices }),
        Just(OptionKind::Button),
        "([a-z]{1,5}( [a-z.]{1,5})?)?".prop_map(|default| OptionKind::Text { default }),
    ];
    ("[A-Z][a-z]{1,6}( [A-Z][a-z]{1,6})?", kind).prop_map(|(name, kind)| OptionSpec::new(name, kind))
}

#[test]
fn choices_may_be_called_as_facts_are() {
    let heard = |line: &str| match heard::parse_line(line) {
        heard::EngineLine::Option(option) => option.kind,
        other => panic!("{line}: {other:?}"),
    };
    let combo = |default: &str, choices: &[&str]| OptionKind::Combo {
        default: default.to_owned(),
        choices: choices.iter().map(|&choice| choice.to_owned()).collect(),
    };
    for (text, expected) in [
        ("default max var max", combo("max", &["max"])),
        ("default default var min var default", combo("default", &["min", "default"])),
        ("default var var var", combo("var", &["var"])),
        ("default very max var very max var min min", combo("very max", &["very max", "min min"])),
        ("default var a var b", combo("", &["a", "b"])),
        ("var a var b", combo("", &["a", "b"])),
        ("default", combo("", &[])),
    ] {
        assert_eq!(heard(&format!("option name Style type combo {text}")), expected, "{text}");
    }
    let spin = |default, min, max| OptionKind::Spin { default, min, max };
    assert_eq!(heard("option name Hash type spin default 16 min 1 max 512"), spin(16, 1, 512));
    assert_eq!(heard("option name Hash type spin min 1 max 512"), spin(0, 1, 512));
    assert_eq!(heard("option name Hash type spin default min 1 max 512"), spin(0, 1, 512));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn reports_are_heard_as_they_were_meant(info in any_info()) {
        let line = uci::UciReply::Info(info.clone()).to_string();
        prop_assert_eq!(heard::parse_line(&line), heard::EngineLine::Info(info), "{}", line);
    }

    #[test]
    fn best_moves_are_heard(best in prop::option::of(any_move()), ponder in prop::option::of(any_move())) {
        let ponder = ponder.filter(|_| best.is_some());
        let line = uci::UciReply::BestMove { best, ponder }.to_string();
        let heard::EngineLine::BestMove { best: text, ponder: expected } = heard::parse_line(&line) else {
            return Err(TestCaseError::fail(line));
        };
        prop_assert_eq!(text.parse().ok(), best);
        prop_assert_eq!(expected.and_then(|text| text.parse().ok()), ponder);
    }

    #[test]
    fn options_are_heard_and_their_defaults_are_values(option in any_option()) {
        let line = uci::UciReply::Option(option.clone()).to_string();
        prop_assert_eq!(heard::parse_line(&line), heard::EngineLine::Option(option.clone()), "{}", line);
        if let OptionKind::Spin { default, min, max } = option.kind {
            let value = option.check_value(Some(&default.to_string()));
            prop_assert_eq!(value.is_ok(), (min..=max).contains(&default));
        }
        if let OptionKind::Combo { default, .. } = &option.kind {
            let value = option.check_value(Some(&default.to_uppercase()));
            prop_assert_eq!(value, Ok(OptionValue::Combo(default.clone())));
        }
    }

    #[test]
    fn any_text_stays_on_its_line(text in "\\PC{0,20}[\n\r\0]\\PC{0,20}") {
        for reply in [
            uci::UciReply::Error(text.clone()),
            uci::UciReply::InfoString(text.clone()),
            uci::UciReply::Name(text.clone()),
        ] {
            prop_assert_eq!(reply.to_string().lines().count(), 1);
        }
        for reply in [
            xboard::XBoardReply::Error { reason: text.clone(), line: text.clone() },
            xboard::XBoardReply::IllegalMove { reason: text.clone(), text: text.clone() },
            xboard::XBoardReply::TellUserError(text.clone()),
            xboard::XBoardReply::Comment(text),
        ] {
            prop_assert_eq!(reply.to_string().lines().count(), 1);
        }
    }

    #[test]
    fn thinking_is_heard_in_xboards_protocol(info in any_info()) {
        let full = SearchInfo {
            depth: Some(info.depth.unwrap_or(1)),
            seldepth: Some(info.seldepth.unwrap_or(1)),
            score: Some(info.score.unwrap_or(SearchScore::Centipawns(0))),
            nodes: Some(info.nodes.unwrap_or(0)),
            nps: Some(info.nps.unwrap_or(0)),
            tbhits: Some(info.tbhits.unwrap_or(0)),
            // Hundredths of a second are all there is.
            time: Some(Duration::from_millis(info.nodes.unwrap_or(0) % 1_000_000 * 10)),
            bound: ScoreBound::Exact,
            pv: info.pv,
            ..SearchInfo::default()
        };
        let pv: Vec<String> = full.pv.iter().map(WireMove::to_string).collect();
        let line = xboard::XBoardReply::Thinking { info: Box::new(full.clone()), pv: pv.join(" ") }.to_string();
        prop_assert_eq!(cecp::parse_line(&line), cecp::EngineLine::Thinking(full), "{}", line);
    }

    #[test]
    fn results_and_errors_are_heard(reason in "[A-Za-z ]{1,20}[a-z]", text in "[a-h1-8]{4}") {
        let line = xboard::XBoardReply::Result(format!("1-0 {{{reason}}}")).to_string();
        let comment = reason.trim().to_owned();
        prop_assert_eq!(cecp::parse_line(&line), cecp::EngineLine::Result { score: "1-0", comment });
        let line = xboard::XBoardReply::IllegalMove { reason, text: text.clone() }.to_string();
        prop_assert_eq!(cecp::parse_line(&line), cecp::EngineLine::Illegal(line.clone()));
        let line = xboard::XBoardReply::Move(text.clone()).to_string();
        prop_assert_eq!(cecp::parse_line(&line), cecp::EngineLine::Move { text, more: false });
    }
}
