//! The settings of a match read back as they were written.

use helgi_match::openings::{Format, OpeningOrder};
use helgi_match::settings::{
    DrawRule, EngineSettings, MatchSettings, Openings, Protocol, ResignRule, Tournament,
};
use helgi_match::time::EngineClock;
use helgi_match::{Match, words};
use helgi_record::time::Period;
use helgi_rules::games::GameId;
use proptest::prelude::*;
use std::path::PathBuf;
use std::time::Duration;

/// A time control as people write them.
fn any_period() -> impl Strategy<Value = String> {
    let moves = prop::option::of(1..500_u32);
    let base = ("[0-9]{1,4}(:[0-9]{1,2})?", prop::option::of(0..1000_u32));
    (moves, base, prop::option::of((0..100_u32, 0..1000_u32))).prop_map(|(moves, (base, part), increment)| {
        let moves = moves.map_or(String::new(), |moves| format!("{moves}/"));
        let part = part.map_or(String::new(), |part| format!(".{part:03}"));
        let increment = increment.map_or(String::new(), |(whole, part)| format!("+{whole}.{part:03}"));
        format!("{moves}{base}{part}{increment}")
    })
}

fn any_engine(name: &'static str) -> impl Strategy<Value = EngineSettings> {
    let limits = (prop::option::of(any_period()), prop::option::of(1..100_000_u64), 1..100_u32);
    let text = || "\\PC{0,8}";
    (limits, prop::collection::vec((text(), text()), 0..3), any::<bool>(), prop::option::of(text())).prop_map(
        move |((clock, nodes, depth), options, is_uci, folder)| EngineSettings {
            name: name.to_owned(),
            arguments: options.iter().map(|(name, _)| name.clone()).collect(),
            folder: folder.map(PathBuf::from),
            protocol: if is_uci { Protocol::Uci } else { Protocol::Xboard },
            control: EngineClock {
                clock: clock.and_then(|text| text.parse().ok()),
                move_time: None,
                nodes,
                depth: Some(depth),
            },
            margin: Duration::from_millis(depth.into()),
            options,
            ..EngineSettings::new("engine")
        },
    )
}

fn any_settings() -> impl Strategy<Value = MatchSettings> {
    let counts = (1..1000_usize, 1..4_usize, 1..4_usize, 1..4_usize);
    let games = prop::collection::vec(prop::sample::select(GameId::BUILT_IN.to_vec()), 1..4);
    let openings = prop_oneof![
        Just(None),
        (0..20_usize).prop_map(|plies| Some(Openings::Random { plies })),
        ("\\PC{1,9}", prop::option::of(0..9_usize), 1..9_usize).prop_map(|(path, plies, first)| {
            let path = PathBuf::from(path);
            Some(Openings::File { path, format: Format::Pgn, order: OpeningOrder::Random, plies, first })
        }),
    ];
    let rules = (prop::option::of((0..90_usize, 1..9_usize, 0..99)), any::<bool>(), any::<u64>());
    (counts, games, openings, rules, any_engine("a"), any_engine("b")).prop_map(
        |((rounds, games, repeat, concurrency), variants, openings, (rule, flag, seed), a, b)| {
            MatchSettings {
                rounds,
                games,
                repeat,
                concurrency,
                variants,
                openings,
                seed,
                draw: rule.map(|(move_number, move_count, score)| DrawRule {
                    move_number,
                    move_count,
                    score,
                }),
                resign: rule.map(|(_, move_count, score)| ResignRule { move_count, score, two_sided: flag }),
                tournament: if flag { Tournament::Gauntlet { seeds: 1 } } else { Tournament::RoundRobin },
                recover: flag,
                pgn: flag.then(|| PathBuf::from("games.pgn")),
                ..MatchSettings::new(vec![a, b])
            }
        },
    )
}

proptest! {
    #[test]
    fn time_controls_read_back(text in any_period()) {
        if let Ok(period) = text.parse::<Period>() {
            prop_assert_eq!(period.to_string().parse(), Ok(period), "{}", text);
        }
    }

    #[test]
    fn a_saved_match_reads_back(settings in any_settings()) {
        let new = Match::new(settings.clone()).map_err(|error| TestCaseError::fail(error.to_string()))?;
        let text = new.text().map_err(|error| TestCaseError::fail(error.to_string()))?;
        let read = Match::read(&text).map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
        prop_assert_eq!(read.settings(), &settings);
        prop_assert_eq!(read.text().unwrap(), text);
    }

    #[test]
    fn any_words_are_read_or_refused_with_a_reason(
        list in prop::collection::vec(
            "-engine|-each|cmd=a|name=b|tc=[0-9/:+.]{0,6}|st=[0-9.-]{0,4}|nodes=[0-9]{0,21}|-rounds|-games|-sprt|\
             elo0=-?[0-9]{0,5}|elo1=[0-9]{0,4}|-draw|movecount=[0-9]{0,3}|-openings|random|plies=[0-9]{0,21}|-variant|\
             all|chess|-patience|-wait|[0-9]{1,21}|\\PC{0,5}",
            0..14,
        ),
    ) {
        match words::read(&list) {
            Err(error) => prop_assert!(!error.to_string().is_empty()),
            Ok(request) => {
                if let Some(settings) = request.settings {
                    prop_assert!(Match::new(settings).is_ok());
                }
            }
        }
    }
}
