//! Matches of bad engines and matches that are interrupted: faults are attributed to the right
//! engine, no process is left behind, and the games so far are counted and the match resumed.
//!
//! The engines are shell scripts, and leftover processes are looked for with `ps`.

#![cfg(unix)]

use crate::match_common::{HELGI, folder, helgi, helgi_match, judge, play};
use crate::side_by_side::side_by_side;
use helgi_match::openings;
use helgi_match::settings::{EngineSettings, MatchSettings, Openings, Protocol};
use helgi_match::sprt::{EloModel, Sprt, SprtVerdict};
use helgi_match::time::EngineClock;
use helgi_match::{End, Match, MatchEvent, MatchStop};
use helgi_record::PgnReader;
use helgi_rules::games::GameId;
use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

fn script(name: &str, mode: &str, token: &str) -> EngineSettings {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/match_play").join(name);
    EngineSettings {
        name: mode.to_owned(),
        arguments: vec![path.display().to_string(), mode.to_owned(), token.to_owned()],
        control: EngineClock { clock: Some("0.3".parse().unwrap()), ..EngineClock::default() },
        ..EngineSettings::new("/bin/sh")
    }
}

/// An engine of XBoard's protocol that makes these moves, and then resigns.
fn scripted(name: &str, moves: &str) -> EngineSettings {
    let settings = script("scripted_xboard.sh", moves, "");
    let clock = Some("60".parse().unwrap());
    let control = EngineClock { clock, ..EngineClock::default() };
    EngineSettings { name: name.to_owned(), protocol: Protocol::Xboard, control, ..settings }
}

/// A number of seconds that is found nowhere else in the list of processes.
fn token(number: u32) -> String {
    format!("{}{number:03}", 7_000_000 + std::process::id())
}

/// The processes whose command line holds a text.
fn processes_with(text: &str) -> Vec<String> {
    let list = Command::new("ps").args(["-A", "-o", "pid=,stat=,args="]).output().unwrap();
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    list.lines().filter(|line| line.contains(text) && !line.contains("ps -A")).map(str::to_owned).collect()
}

/// Checks the effect of a bad engine on its games as White and as Black, and on the list of processes.
fn check_bad(script_name: &str, mode: &str, protocol: Protocol, number: u32, deed: &str) {
    let token = token(number);
    let bad = EngineSettings { protocol, ..script(script_name, mode, &token) };
    let patience = Duration::from_millis(400);
    // A third game shows that the match goes on.
    let settings = MatchSettings {
        games: 3,
        recover: true,
        patience,
        ..MatchSettings::new(vec![bad, helgi("good", 200)])
    };
    let (report, endings) = play(settings);
    assert!(matches!(report.end, End::Complete), "{mode}: {:?}", report.end);
    let expected = [format!("0-1 White{deed}"), format!("1-0 Black{deed}"), format!("0-1 White{deed}")];
    assert_eq!(endings, expected, "{mode}");
    assert_eq!(processes_with(&token), Vec::<String>::new(), "{mode}");
}

#[test]
fn bad_uci_engines_are_named_as_what_they_are() {
    let cases = [
        ("illegal", " makes an illegal move: e2e5"),
        ("none", " makes an illegal move: (none)"),
        ("garbage", " makes an illegal move: \u{fffd}\u{fffd}"),
        ("crash", " disconnects"),
        ("crash-noisily", " disconnects"),
        ("close", " disconnects"),
        ("hang", "'s connection stalls"),
        ("late", " loses on time"),
        ("stay", " makes an illegal move: (none)"),
    ];
    side_by_side(6, &cases, |number, (mode, deed)| {
        check_bad("bad_uci.sh", mode, Protocol::Uci, number as u32, deed);
    });
}

#[test]
fn a_late_move_against_a_bare_king_draws() {
    let folder = folder("bare-king");
    let path = folder.join("openings.epd");
    fs::write(&path, "7k/8/8/8/8/8/8/KR6 w - -\n").unwrap();
    let (format, order) = (openings::Format::Epd, openings::OpeningOrder::Sequential);
    let late = script("bad_uci.sh", "late", &token(600));
    let settings = MatchSettings {
        games: 1,
        patience: Duration::from_millis(400),
        openings: Some(Openings::File { path, format, order, plies: None, first: 1 }),
        ..MatchSettings::new(vec![late, helgi("good", 200)])
    };
    assert_eq!(play(settings).1, ["1/2-1/2 Draw by timeout"]);
    fs::remove_dir_all(folder).unwrap();
}

/// An engine of USI is sent USI's moves and clocks, may resign, and wins by an entered king only where it has one.
#[test]
fn engines_of_usi_are_heard_and_judged() {
    helgi_variants::install_library();
    let folder = folder("usi");
    let log = folder.join("log");
    let scripted = |moves| {
        let control = EngineClock { clock: Some("60".parse().unwrap()), ..EngineClock::default() };
        EngineSettings { protocol: Protocol::Usi, control, ..script("scripted.sh", moves, "usi") }
    };
    let ending = |white, black, opening: Option<&str>| {
        let file = folder.join("openings.epd");
        let openings = opening.map(|fen| {
            fs::write(&file, fen).unwrap();
            let (format, order) = (openings::Format::Epd, openings::OpeningOrder::Sequential);
            Openings::File { path: file.clone(), format, order, plies: None, first: 1 }
        });
        let settings = MatchSettings {
            games: 1,
            variants: vec![GameId::named("shogi").unwrap()],
            log: Some(log.clone()),
            openings,
            ..MatchSettings::new(vec![
                EngineSettings { name: "A".to_owned(), ..scripted(white) },
                EngineSettings { name: "B".to_owned(), ..scripted(black) },
            ])
        };
        play(settings).1.remove(0)
    };
    assert_eq!(ending("7g7f 8h2b+ B*5e", "3c3d 3a2b resign", None), "1-0 Black resigns");
    let log_text = fs::read_to_string(&log).unwrap();
    let sent = log_text.lines().filter_map(|line| line.split_once(": position ")).map(|(_, text)| text);
    assert_eq!(
        sent.collect::<Vec<_>>(),
        [
            "startpos",
            "startpos moves 7g7f",
            "startpos moves 7g7f 3c3d",
            "startpos moves 7g7f 3c3d 8h2b+",
            "startpos moves 7g7f 3c3d 8h2b+ 3a2b",
            "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e",
        ]
    );
    for line in [": usi", ": usinewgame", ": go btime 60000 wtime 60000 byoyomi 0", ": gameover win"] {
        assert!(log_text.lines().any(|sent| sent.ends_with(line)), "{line}: {log_text}");
    }
    assert_eq!(ending("7g7f", "c7c6", None), "1-0 Black makes an illegal move: c7c6, which is not USI");
    assert_eq!(ending("win", "3c3d", None), "0-1 White makes a false claim: 1-0 bestmove win");
    let entered = "2K6/9/9/9/9/9/3+n+b2+p1/+r+p+p+p+p+b3/1gk6[GGSSNNLLLPrggssnlpppppppp] b - - 0 1";
    assert_eq!(ending("7g7f", "win", Some(entered)), "0-1 Black wins by adjudication");
    fs::remove_dir_all(folder).unwrap();
}

/// helgi plays itself in both languages, in games that USI chooses by its option.
#[test]
fn usi_and_uci_play_the_same_games() {
    helgi_variants::install_library();
    for variant in ["shogi", "minishogi", "torishogi"] {
        let settings = MatchSettings {
            games: 2,
            variants: vec![GameId::named(variant).unwrap()],
            openings: Some(Openings::Random { plies: 4 }),
            seed: 7,
            max_moves: Some(60),
            ..MatchSettings::new(vec![
                EngineSettings { protocol: Protocol::Usi, ..helgi("usi", 300) },
                helgi("uci", 300),
            ])
        };
        let (report, endings) = play(settings);
        assert!(matches!(report.end, End::Complete), "{variant}: {:?}", report.end);
        for ending in endings {
            let is_good =
                !ending.contains("illegal") && !ending.contains("claim") && !ending.contains("resigns");
            assert!(is_good, "{variant}: {ending}");
        }
    }
}

/// helgi plays itself in UCCI and in UCI, in games with ten ranks and with fewer, with clocks and without.
#[test]
fn ucci_and_uci_play_the_same_games() {
    helgi_variants::install_library();
    let folder = folder("ucci");
    let log = folder.join("log");
    for variant in ["xiangqi", "minixiangqi", "chess"] {
        let settings = MatchSettings {
            games: 2,
            variants: vec![GameId::named(variant).unwrap()],
            openings: Some(Openings::Random { plies: 4 }),
            seed: 7,
            max_moves: Some(40),
            log: Some(log.clone()),
            ..MatchSettings::new(vec![
                EngineSettings { protocol: Protocol::Ucci, ..helgi("ucci", 300) },
                helgi("uci", 300),
            ])
        };
        let (report, endings) = play(settings);
        assert!(matches!(report.end, End::Complete), "{variant}: {:?}", report.end);
        for ending in endings {
            assert!(!ending.contains("illegal") && !ending.contains("resigns"), "{variant}: {ending}");
        }
        let log_text = fs::read_to_string(&log).unwrap();
        for line in [": ucci", ": setoption usemillisec true", ": setoption newgame", ": go nodes 300"] {
            assert!(log_text.lines().any(|sent| sent.ends_with(line)), "{line}: {log_text}");
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

/// An engine of UCCI is sent the clock of the side to move in its unit, may resign, and plays moves of UCCI alone.
#[test]
fn engines_of_ucci_are_heard_and_judged() {
    helgi_variants::install_library();
    let folder = folder("scripted-ucci");
    let log = folder.join("log");
    let scripted = |name: &str, moves| {
        let control = EngineClock { clock: Some("60+2".parse().unwrap()), ..EngineClock::default() };
        let settings = script("scripted.sh", moves, "ucci");
        EngineSettings { name: name.to_owned(), protocol: Protocol::Ucci, control, ..settings }
    };
    let ending = |white, black| {
        let settings = MatchSettings {
            games: 1,
            variants: vec![GameId::named("xiangqi").unwrap()],
            log: Some(log.clone()),
            ..MatchSettings::new(vec![scripted("A", white), scripted("B", black)])
        };
        play(settings).1.remove(0)
    };
    assert_eq!(ending("h2e2", "h9g7"), "0-1 White resigns");
    let log_text = fs::read_to_string(&log).unwrap();
    let sent = log_text.lines().filter_map(|line| line.split_once(": position ")).map(|(_, text)| text);
    let expected = ["startpos", "startpos moves h2e2", "startpos moves h2e2 h9g7"];
    assert_eq!(sent.collect::<Vec<_>>(), expected);
    for line in [": ucci", ": setoption newgame", ": go time 60 increment 2 opptime 60 oppincrement 2"] {
        assert!(log_text.lines().any(|sent| sent.ends_with(line)), "{line}: {log_text}");
    }
    assert_eq!(ending("h2e2", "h10g8"), "1-0 Black makes an illegal move: h10g8, which is not UCCI");
    assert_eq!(ending("h2e2", "h9g7_resign"), "1-0 Black resigns");
    // An offer stands for one move.
    assert_eq!(ending("h2e2_draw b0c2 a0a1", "h9g7 b9c7_draw"), "1-0 Black resigns");
    fs::remove_file(&log).unwrap();
    assert_eq!(ending("h2e2_ponder_h9g7_draw", "h9g7_draw"), "1/2-1/2 Draw by agreement");
    let log_text = fs::read_to_string(&log).unwrap();
    let sent = log_text.lines().filter_map(|line| line.split_once(": go ")).map(|(_, go)| go);
    assert_eq!(sent.map(|go| go.starts_with("draw time ")).collect::<Vec<_>>(), [false, true], "{log_text}");
    fs::remove_dir_all(folder).unwrap();
}

/// A pass is a piece's move to where it stands, as programs of Fairy-Stockfish's kind read it, until the engine itself has
/// written `0000`.
#[test]
fn passes_are_sent_in_the_form_of_the_engine() {
    helgi_variants::install_library();
    let folder = folder("passes");
    let log = folder.join("log");
    let scripted = |moves| {
        let control = EngineClock { clock: Some("60".parse().unwrap()), ..EngineClock::default() };
        EngineSettings { control, ..script("scripted.sh", moves, "uci") }
    };
    let settings = MatchSettings {
        games: 1,
        variants: vec![GameId::named("janggi").unwrap()],
        log: Some(log.clone()),
        ..MatchSettings::new(vec![scripted("e2e2 a4a5 c4c5"), scripted("a7a6 0000")])
    };
    assert_eq!(play(settings).1, ["1-0 Black makes an illegal move: (none)"]);
    let log = fs::read_to_string(log).unwrap();
    let sent: Vec<&str> = log
        .lines()
        .filter_map(|line| line.split_once(": position startpos"))
        .map(|(_, moves)| moves)
        .collect();
    assert_eq!(
        sent,
        [
            "",
            " moves e2e2",
            " moves e2e2 a7a6",
            " moves e2e2 a7a6 a4a5",
            " moves e2e2 a7a6 a4a5 e9e9",
            " moves 0000 a7a6 a4a5 0000 c4c5",
        ]
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn bad_xboard_engines_are_named_as_what_they_are() {
    let cases = [
        ("resign", " resigns"),
        ("claim-draw", " makes a false claim: 1/2-1/2 Draw by repetition"),
        ("refuse", " refuses a legal move: Illegal move (no such thing): e2e4"),
        ("crash", " disconnects"),
    ];
    side_by_side(6, &cases, |number, (mode, deed)| {
        check_bad("bad_xboard.sh", mode, Protocol::Xboard, 100 + number as u32, deed);
    });
}

#[test]
fn without_a_clock_a_silent_engine_is_given_up_too() {
    let limits = |nodes, depth| EngineClock { nodes, depth, ..EngineClock::default() };
    let cases = [
        ("bad_uci.sh", "hang", Protocol::Uci, limits(Some(100), None), "0-1 White's connection stalls"),
        ("bad_uci.sh", "hang", Protocol::Uci, limits(None, Some(3)), "0-1 White's connection stalls"),
        // It is quiet, but answers when asked.
        (
            "bad_uci.sh",
            "quiet",
            Protocol::Uci,
            limits(Some(100), None),
            "0-1 White makes an illegal move: (none)",
        ),
        ("bad_xboard.sh", "mute", Protocol::Xboard, limits(None, Some(3)), "0-1 White's connection stalls"),
        // In XBoard's protocol it can only be ordered to move.
        ("bad_xboard.sh", "hurried", Protocol::Xboard, limits(None, Some(3)), "0-1 White resigns"),
    ];
    side_by_side(6, &cases, |number, (script_name, mode, protocol, control, ending)| {
        let token = token(500 + number as u32);
        let bad = EngineSettings {
            protocol: *protocol,
            control: control.clone(),
            ..script(script_name, mode, &token)
        };
        let patience = Duration::from_millis(200);
        let settings =
            MatchSettings { recover: true, patience, ..MatchSettings::new(vec![bad, helgi("good", 200)]) };
        let began = Instant::now();
        let (mut endings, mut warnings) = (Vec::new(), Vec::new());
        let report =
            Match::new(settings).unwrap().run(&MatchStop::new(), &mut judge(), &mut |event| match event {
                MatchEvent::Finished { record, .. } => {
                    endings.push(format!("{} {}", record.ending.result(), record.ending.reason()))
                }
                MatchEvent::Pooled(pool) => panic!("{pool:?}"),
                MatchEvent::Warning(text) => warnings.push(text.to_string()),
                MatchEvent::Started { .. } | MatchEvent::Moved { .. } => {}
            });
        assert!(matches!(report.end, End::Complete), "{mode}: {:?}", report.end);
        assert_eq!(endings, [*ending], "{mode}");
        assert!(began.elapsed() < Duration::from_secs(60), "{mode}: {:?}", began.elapsed());
        let is_hastened = warnings.iter().any(|text| text.starts_with("hurried: told to move"));
        assert_eq!(is_hastened, *mode == "hurried", "{warnings:?}");
        assert_eq!(processes_with(&token), Vec::<String>::new(), "{mode}");
    });
}

#[test]
fn a_false_claim_of_a_win_loses_and_one_of_a_loss_resigns() {
    let bad = EngineSettings { protocol: Protocol::Xboard, ..script("bad_xboard.sh", "claim-win", "0") };
    let (_, endings) = play(MatchSettings { games: 2, ..MatchSettings::new(vec![bad, helgi("good", 200)]) });
    assert_eq!(endings, ["0-1 White makes a false claim: 1-0 White mates", "1-0 Black resigns"]);
}

#[test]
fn an_engine_that_never_reads_holds_nobody_up() {
    let token = token(200);
    let mut deaf = script("bad_uci.sh", "deaf", &token);
    // Far more than a pipe holds.
    deaf.options.push(("Big".to_owned(), "x".repeat(300_000)));
    let patience = Duration::from_millis(300);
    let settings =
        MatchSettings { recover: true, patience, ..MatchSettings::new(vec![deaf, helgi("good", 200)]) };
    let began = Instant::now();
    let (report, endings) = play(settings);
    assert!(matches!(report.end, End::Complete), "{:?}", report.end);
    assert_eq!(endings, ["0-1 White's connection stalls"]);
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    assert_eq!(processes_with(&token), Vec::<String>::new());
}

#[test]
fn without_recovery_a_crash_ends_the_match() {
    let bad = script("bad_uci.sh", "crash", "0");
    let (report, endings) =
        play(MatchSettings { games: 4, ..MatchSettings::new(vec![bad, helgi("good", 200)]) });
    assert_eq!(endings, ["0-1 White disconnects"]);
    let End::Failed(error) = report.end else { panic!("{:?}", report.end) };
    assert!(error.to_string().contains("White disconnects"), "{error}");
}

#[test]
fn engines_that_do_not_start_are_an_error() {
    let nothing =
        EngineSettings { control: helgi("", 1).control, ..EngineSettings::new("/nonexistent/engine") };
    let dumb = EngineSettings { control: helgi("", 1).control, ..EngineSettings::new("/bin/true") };
    for (engine, problem) in [(nothing, "/nonexistent/engine: "), (dumb, "true: disconnects at its start")] {
        let (report, _) = play(MatchSettings::new(vec![engine, helgi("good", 200)]));
        let End::Failed(error) = report.end else { panic!("{:?}", report.end) };
        assert!(error.to_string().starts_with(problem), "{error}");
    }
}

#[test]
fn engines_of_xboard_may_write_moves_as_san() {
    // On a board of ten ranks XBoard counts them from 0, in SAN too.
    for (variant, white, black, expected) in [
        (
            "chess",
            "e4 Ng1-f3 exd5 Bb5+ O-O Re1+ d3 B1d2",
            "e5 d5! Qxd5 c6 Nf6 Be7 cxb5",
            "e2e4 e7e5 g1f3 d7d5 e4d5 d8d5 f1b5 c7c6 e1g1 g8f6 f1e1 f8e7 d2d3 c6b5 c1d2 {Black resigns}",
        ),
        ("popular10", "e3 Jb3", "g6", "e3e4 g8g7 a1b4 {Black resigns}"),
    ] {
        let mut played = Vec::new();
        let settings = MatchSettings {
            variants: vec![GameId::named(variant).unwrap()],
            ..MatchSettings::new(vec![scripted("A", white), scripted("B", black)])
        };
        Match::new(settings).unwrap().run(&MatchStop::new(), &mut judge(), &mut |event| {
            if let MatchEvent::Finished { record, .. } = event {
                let texts: Vec<&str> = record.moves.iter().map(|played| played.text.as_str()).collect();
                played.push(format!("{} {{{}}}", texts.join(" "), record.ending.reason()));
            }
        });
        assert_eq!(played, [expected], "{variant}");
    }
}

/// A match against an engine that resigns each game, tested for whether the first is stronger.
fn against_resigning(resigning: EngineSettings, concurrency: usize) -> MatchSettings {
    let sprt = Some(Sprt::new(0.0, 300.0, 0.05, 0.05, EloModel::Logistic).unwrap());
    MatchSettings { games: 100, concurrency, sprt, ..MatchSettings::new(vec![helgi("good", 200), resigning]) }
}

#[test]
fn no_game_begins_or_counts_after_the_verdict() {
    let folder = folder("verdict");
    for concurrency in [1, 2, 4] {
        let resigning =
            EngineSettings { protocol: Protocol::Xboard, ..script("bad_xboard.sh", "resign", "0") };
        let (pgn, config) =
            (folder.join(format!("{concurrency}.pgn")), folder.join(format!("{concurrency}.json")));
        let settings = MatchSettings { pgn: Some(pgn.clone()), ..against_resigning(resigning, concurrency) };
        let (mut is_decided, mut finished, mut after) = (false, 0, Vec::new());
        let new = Match::new(settings).unwrap().save_in(&config).unwrap();
        let report = new.run(&MatchStop::new(), &mut judge(), &mut |event| {
            if is_decided {
                after.push(match event {
                    MatchEvent::Started { fixture, .. } => format!("game {} begins", fixture.number),
                    MatchEvent::Moved { fixture, .. } => format!("game {} goes on", fixture.number),
                    MatchEvent::Finished { fixture, .. } => format!("game {} ends", fixture.number),
                    MatchEvent::Pooled(pool) => panic!("{pool:?}"),
                    MatchEvent::Warning(text) => format!("warning {text}"),
                });
            }
            if let MatchEvent::Finished { standing, .. } = event {
                finished += 1;
                is_decided |= standing.verdict().is_some();
                // Time enough for the other games to end, and for new ones to begin.
                thread::sleep(Duration::from_millis(100));
            }
        });
        assert!(matches!(report.end, End::Decided(SprtVerdict::AcceptH1)), "{concurrency}: {:?}", report.end);
        assert_eq!(after, Vec::<String>::new(), "{concurrency}");
        let saved = Match::resume(&config).unwrap().finished();
        assert_eq!(
            (report.standing.finished(), games_of(&pgn).len(), saved),
            (finished, finished, finished),
            "{concurrency}"
        );
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn games_in_progress_are_given_up_with_the_verdict() {
    let folder = folder("given-up");
    let first = folder.join("first");
    let clock = Some("200".parse().unwrap());
    let resigning = EngineSettings {
        protocol: Protocol::Xboard,
        control: EngineClock { clock, ..EngineClock::default() },
        ..script("bad_xboard.sh", "one-hangs", first.to_str().unwrap())
    };
    let (mut started, mut finished) = (0, 0);
    let began = Instant::now();
    let report = Match::new(against_resigning(resigning, 2)).unwrap().run(
        &MatchStop::new(),
        &mut judge(),
        &mut |event| {
            started += usize::from(matches!(event, MatchEvent::Started { .. }));
            finished += usize::from(matches!(event, MatchEvent::Finished { .. }));
        },
    );
    assert!(matches!(report.end, End::Decided(SprtVerdict::AcceptH1)), "{:?}", report.end);
    assert_eq!((started - finished, report.standing.finished()), (1, finished));
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    assert_eq!(processes_with(first.to_str().unwrap()), Vec::<String>::new());
    fs::remove_dir_all(folder).unwrap();
}

/// Waits until a file holds a text this many times.
fn wait_for(path: &Path, text: &str, times: usize) {
    let until = Instant::now() + Duration::from_secs(60);
    while fs::read_to_string(path).unwrap_or_default().matches(text).count() < times {
        assert!(Instant::now() < until, "{}: `{text}` not {times} times", path.display());
        thread::sleep(Duration::from_millis(5));
    }
}

/// The names of the players, the moves and the openings of all games of a file.
fn games_of(pgn: &Path) -> Vec<String> {
    let text = fs::read_to_string(pgn).unwrap();
    let game = |game: Result<helgi_record::Located, _>| {
        let record = game.unwrap().record;
        let moves: Vec<&str> = record.moves().collect();
        format!("{:?} {} {}", record.tags.get("White"), record.result, moves.join(" "))
    };
    PgnReader::new(text.as_bytes()).map(game).collect()
}

#[test]
fn a_killed_match_loses_at_most_the_games_in_progress() {
    let folder = folder("killed");
    let (config, pgn, whole) =
        (folder.join("match.json"), folder.join("games.pgn"), folder.join("whole.pgn"));
    let token = token(300);
    let words = |config: &Path, pgn: &Path| {
        format!(
            "-engine cmd={HELGI} name=A nodes=300 args= -engine cmd={HELGI} name=B nodes=400 -each option.Hash=1 \
             -rounds 5 -games 2 -repeat -openings random plies=4 -srand 3 -maxmoves 60 -event {token} \
             -config file={} -pgnout file={}",
            config.display(),
            pgn.display()
        )
    };
    let run = |words: &str| {
        let words: Vec<&str> = words.split_whitespace().collect();
        helgi_match(&words).wait_with_output().unwrap()
    };
    for kill_after in [2, 5] {
        let text = words(&config, &pgn);
        let split: Vec<&str> = text.split_whitespace().collect();
        let mut child = helgi_match(&split);
        wait_for(&pgn, "[Result ", kill_after);
        // Ctrl-C leaves whole files, too, and says so by its status.
        if kill_after == 2 {
            assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
            assert_eq!(child.wait().unwrap().code(), Some(130));
        } else {
            child.kill().unwrap();
            child.wait().unwrap();
        }
        assert!(games_of(&pgn).len() >= kill_after);
    }
    // As a kill between two writes would leave it.
    let text = fs::read_to_string(&pgn).unwrap();
    fs::write(&pgn, &text[..text.len() - 40]).unwrap();
    let output = run(&format!("-config file={}", config.display()));
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{printed}{}", String::from_utf8_lossy(&output.stderr));
    assert!(printed.contains("Continuing after "), "{printed}");
    // The same as an uninterrupted match.
    assert!(run(&words(&folder.join("whole.json"), &whole)).status.success());
    assert_eq!(games_of(&pgn), games_of(&whole));
    // The engines of the killed match have ended with their input.
    thread::sleep(Duration::from_millis(700));
    assert_eq!(processes_with(&token), Vec::<String>::new());
    // Another match in the same file is refused.
    let other = words(&config, &pgn).replace("-rounds 5", "-rounds 6");
    let output = run(&other);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("another match is saved there"));
    fs::remove_dir_all(folder).unwrap();
}

/// A match in which an engine hangs that can be found by a word of its arguments.
fn hanging_match(token: &str, more: &str) -> Child {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/match_play/bad_uci.sh");
    let words = format!(
        "-engine cmd=/bin/sh args={}!hang!{token} name=hang tc=60 -engine cmd={HELGI} nodes=100 {more}",
        script.display()
    );
    let words: Vec<String> = words.split_whitespace().map(|word| word.replace('!', " ")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    helgi_match(&words)
}

/// Waits until it is so of the processes with the word.
fn wait_until(token: &str, is_so: impl Fn(&[String]) -> bool) {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let processes = processes_with(token);
        if is_so(&processes) {
            return;
        }
        assert!(Instant::now() < until, "{processes:?}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_terminated_match_says_how_it_stands_and_leaves_nobody_behind() {
    let token = token(400);
    let child = hanging_match(&token, "-games 4");
    wait_until(&token, |processes| processes.iter().any(|line| line.contains(" sleep ")));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    // A script can tell it from a match that is finished.
    assert_eq!(output.status.code(), Some(130), "{printed}");
    assert!(printed.contains("Score of hang vs helgi: 0 - 0 - 0  [0.000] 0"), "{printed}");
    assert!(printed.ends_with("Stopped match\n"), "{printed}");
    assert_eq!(processes_with(&token), Vec::<String>::new());
}

#[test]
fn no_engine_outlives_a_match_that_is_killed() {
    let token = token(401);
    let mut child = hanging_match(&token, "");
    wait_until(&token, |processes| processes.iter().any(|line| line.contains(" sleep ")));
    child.kill().unwrap();
    child.wait().unwrap();
    // The end of its input means nothing to it.
    wait_until(&token, <[String]>::is_empty);
}
