//! Matches: bad engines are named as what they are and leave nothing behind, matches are broken off
//! and gone on with, and the results are those that must be.

use helgi::openings::Judge;
use helgi_match::openings::Opening;
use helgi_match::pgn::Reader;
use helgi_match::settings::{DrawRule, EngineSettings, Openings, Protocol, Settings};
use helgi_match::sprt::{Model, Sprt, Verdict};
use helgi_match::time::Control;
use helgi_match::{End, Event, Match, Report, Stop};
use helgi_rules::Line;
use helgi_rules::games::GameId;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const HELGI: &str = env!("CARGO_BIN_EXE_helgi");

/// The engine, limited in its nodes, so that what it plays does not depend on time.
fn helgi(name: &str, nodes: u64) -> EngineSettings {
    EngineSettings {
        name: name.to_owned(),
        options: vec![("Hash".to_owned(), "1".to_owned())],
        control: Control { nodes: Some(nodes), ..Control::default() },
        ..EngineSettings::new(HELGI)
    }
}

fn script(name: &str, mode: &str, token: &str) -> EngineSettings {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/match_play").join(name);
    EngineSettings {
        name: mode.to_owned(),
        arguments: vec![path.display().to_string(), mode.to_owned(), token.to_owned()],
        control: Control { clock: Some("0.3".parse().unwrap()), ..Control::default() },
        ..EngineSettings::new("/bin/sh")
    }
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

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("helgi-matches-{}-{name}", std::process::id()));
    // A run that failed may have left one of this name.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Judges random openings as `helgi match` does.
fn judge() -> impl FnMut(&Line) -> Option<u32> {
    let mut judge = Judge::new().unwrap();
    move |line| judge.advantage(line)
}

/// Plays a match; also how each game ended, by the games' numbers.
fn play(settings: Settings) -> (Report, Vec<String>) {
    let mut endings = Vec::new();
    let report = Match::new(settings).unwrap().run(&Stop::new(), &mut judge(), &mut |event| {
        if let Event::Finished { fixture, record, .. } = event {
            endings.push((fixture.number, format!("{} {}", record.ending.result(), record.ending.reason())));
        }
    });
    endings.sort();
    (report, endings.into_iter().map(|(_, ending)| ending).collect())
}

/// What a bad engine does to a game as White and as Black, and to the list of processes.
fn check_bad(script_name: &str, mode: &str, protocol: Protocol, number: u32, deed: &str) {
    let token = token(number);
    let bad = EngineSettings { protocol, ..script(script_name, mode, &token) };
    let patience = Duration::from_millis(400);
    // A third game shows that the match goes on.
    let settings =
        Settings { games: 3, recover: true, patience, ..Settings::new(vec![bad, helgi("good", 200)]) };
    let (report, endings) = play(settings);
    assert!(matches!(report.end, End::Complete), "{mode}: {:?}", report.end);
    let expected = [format!("0-1 White{deed}"), format!("1-0 Black{deed}"), format!("0-1 White{deed}")];
    assert_eq!(endings, expected, "{mode}");
    assert_eq!(processes_with(&token), Vec::<String>::new(), "{mode}");
}

#[test]
fn bad_uci_engines_are_named_as_what_they_are() {
    for (number, (mode, deed)) in [
        ("illegal", " makes an illegal move: e2e5"),
        ("none", " makes an illegal move: (none)"),
        ("garbage", " makes an illegal move: \u{fffd}\u{fffd}"),
        ("crash", " disconnects"),
        ("crash-noisily", " disconnects"),
        ("close", " disconnects"),
        ("hang", "'s connection stalls"),
        ("late", " loses on time"),
        ("stay", " makes an illegal move: (none)"),
    ]
    .into_iter()
    .enumerate()
    {
        check_bad("bad_uci.sh", mode, Protocol::Uci, number as u32, deed);
    }
}

#[test]
fn bad_xboard_engines_are_named_as_what_they_are() {
    for (number, (mode, deed)) in [
        ("resign", " resigns"),
        ("claim-draw", " makes a false claim: 1/2-1/2 Draw by repetition"),
        ("refuse", " refuses a legal move: Illegal move (no such thing): e2e4"),
        ("crash", " disconnects"),
    ]
    .into_iter()
    .enumerate()
    {
        check_bad("bad_xboard.sh", mode, Protocol::Xboard, 100 + number as u32, deed);
    }
}

#[test]
fn without_a_clock_a_silent_engine_is_given_up_too() {
    let limits = |nodes, depth| Control { nodes, depth, ..Control::default() };
    for (number, (script_name, mode, protocol, control, ending)) in [
        ("bad_uci.sh", "hang", Protocol::Uci, limits(Some(100), None), "0-1 White's connection stalls"),
        ("bad_uci.sh", "hang", Protocol::Uci, limits(None, Some(3)), "0-1 White's connection stalls"),
        // It is quiet, but says that it is there.
        (
            "bad_uci.sh",
            "quiet",
            Protocol::Uci,
            limits(Some(100), None),
            "0-1 White makes an illegal move: (none)",
        ),
        ("bad_xboard.sh", "mute", Protocol::Xboard, limits(None, Some(3)), "0-1 White's connection stalls"),
        // Of XBoard's protocol it can only be asked for its move.
        ("bad_xboard.sh", "hurried", Protocol::Xboard, limits(None, Some(3)), "0-1 White resigns"),
    ]
    .into_iter()
    .enumerate()
    {
        let token = token(500 + number as u32);
        let bad = EngineSettings { protocol, control, ..script(script_name, mode, &token) };
        let patience = Duration::from_millis(200);
        let settings = Settings { recover: true, patience, ..Settings::new(vec![bad, helgi("good", 200)]) };
        let began = Instant::now();
        let (mut endings, mut warnings) = (Vec::new(), Vec::new());
        let report =
            Match::new(settings).unwrap().run(&Stop::new(), &mut judge(), &mut |event| match event {
                Event::Finished { record, .. } => {
                    endings.push(format!("{} {}", record.ending.result(), record.ending.reason()))
                }
                Event::Warning(text) => warnings.push(text.to_string()),
                Event::Started { .. } => {}
            });
        assert!(matches!(report.end, End::Complete), "{mode}: {:?}", report.end);
        assert_eq!(endings, [ending], "{mode}");
        assert!(began.elapsed() < Duration::from_secs(60), "{mode}: {:?}", began.elapsed());
        let is_hastened = warnings.iter().any(|text| text.starts_with("hurried: told to move"));
        assert_eq!(is_hastened, mode == "hurried", "{warnings:?}");
        assert_eq!(processes_with(&token), Vec::<String>::new(), "{mode}");
    }
}

#[test]
fn a_false_claim_of_a_win_loses_and_one_of_a_loss_resigns() {
    let bad = EngineSettings { protocol: Protocol::Xboard, ..script("bad_xboard.sh", "claim-win", "0") };
    let (_, endings) = play(Settings { games: 2, ..Settings::new(vec![bad, helgi("good", 200)]) });
    assert_eq!(endings, ["0-1 White makes a false claim: 1-0 White mates", "1-0 Black resigns"]);
}

#[test]
fn an_engine_that_never_reads_holds_nobody_up() {
    let token = token(200);
    let mut deaf = script("bad_uci.sh", "deaf", &token);
    // Far more than a pipe holds.
    deaf.options.push(("Big".to_owned(), "x".repeat(300_000)));
    let patience = Duration::from_millis(300);
    let settings = Settings { recover: true, patience, ..Settings::new(vec![deaf, helgi("good", 200)]) };
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
    let (report, endings) = play(Settings { games: 4, ..Settings::new(vec![bad, helgi("good", 200)]) });
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
        let (report, _) = play(Settings::new(vec![engine, helgi("good", 200)]));
        let End::Failed(error) = report.end else { panic!("{:?}", report.end) };
        assert!(error.to_string().starts_with(problem), "{error}");
    }
}

/// An engine of XBoard's protocol that says these moves, and then resigns.
fn scripted(name: &str, moves: &str) -> EngineSettings {
    let settings = script("scripted_xboard.sh", moves, "");
    let clock = Some("60".parse().unwrap());
    let control = Control { clock, ..Control::default() };
    EngineSettings { name: name.to_owned(), protocol: Protocol::Xboard, control, ..settings }
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
        let settings = Settings {
            variants: vec![GameId::named(variant).unwrap()],
            ..Settings::new(vec![scripted("A", white), scripted("B", black)])
        };
        Match::new(settings).unwrap().run(&Stop::new(), &mut judge(), &mut |event| {
            if let Event::Finished { record, .. } = event {
                let texts: Vec<&str> = record.moves.iter().map(|played| played.text.as_str()).collect();
                played.push(format!("{} {{{}}}", texts.join(" "), record.ending.reason()));
            }
        });
        assert_eq!(played, [expected], "{variant}");
    }
}

/// A match of pairs over random openings that ends as soon as it is decided.
fn sprt(first: u64, second: u64) -> Report {
    let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05, Model::Normalized).unwrap();
    let settings = Settings {
        rounds: 200,
        games: 2,
        repeat: 2,
        concurrency: 2,
        openings: Some(Openings::Random { plies: 4 }),
        seed: 1,
        sprt: Some(sprt),
        max_moves: Some(100),
        ..Settings::new(vec![helgi("first", first), helgi("second", second)])
    };
    play(settings).0
}

#[test]
fn the_sequential_test_finds_the_stronger_engine_both_ways() {
    for (first, second, expected) in [(1_200, 150, Verdict::AcceptH1), (150, 1_200, Verdict::AcceptH0)] {
        let report = sprt(first, second);
        assert!(matches!(report.end, End::Decided(verdict) if verdict == expected), "{:?}", report.end);
        assert!(report.standing.finished() < 400);
    }
}

/// A match against an engine that resigns each game, tested for whether the first is stronger.
fn against_resigning(resigning: EngineSettings, concurrency: usize) -> Settings {
    let sprt = Some(Sprt::new(0.0, 300.0, 0.05, 0.05, Model::Logistic).unwrap());
    Settings { games: 100, concurrency, sprt, ..Settings::new(vec![helgi("good", 200), resigning]) }
}

#[test]
fn nothing_begins_and_nothing_is_counted_after_the_verdict() {
    let folder = folder("verdict");
    for concurrency in [1, 2, 4] {
        let resigning =
            EngineSettings { protocol: Protocol::Xboard, ..script("bad_xboard.sh", "resign", "0") };
        let (pgn, config) =
            (folder.join(format!("{concurrency}.pgn")), folder.join(format!("{concurrency}.json")));
        let settings = Settings { pgn: Some(pgn.clone()), ..against_resigning(resigning, concurrency) };
        let (mut is_decided, mut finished, mut after) = (false, 0, Vec::new());
        let new = Match::new(settings).unwrap().save_in(&config).unwrap();
        let report = new.run(&Stop::new(), &mut judge(), &mut |event| {
            if is_decided {
                after.push(match event {
                    Event::Started { fixture } => format!("game {} begins", fixture.number),
                    Event::Finished { fixture, .. } => format!("game {} ends", fixture.number),
                    Event::Warning(text) => format!("warning {text}"),
                });
            }
            if let Event::Finished { standing, .. } = event {
                finished += 1;
                is_decided |= standing.verdict().is_some();
                // Time enough for the other games to end, and for new ones to begin.
                thread::sleep(Duration::from_millis(100));
            }
        });
        assert!(matches!(report.end, End::Decided(Verdict::AcceptH1)), "{concurrency}: {:?}", report.end);
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
        control: Control { clock, ..Control::default() },
        ..script("bad_xboard.sh", "one-hangs", first.to_str().unwrap())
    };
    let (mut started, mut finished) = (0, 0);
    let began = Instant::now();
    let report =
        Match::new(against_resigning(resigning, 2)).unwrap().run(&Stop::new(), &mut judge(), &mut |event| {
            started += usize::from(matches!(event, Event::Started { .. }));
            finished += usize::from(matches!(event, Event::Finished { .. }));
        });
    assert!(matches!(report.end, End::Decided(Verdict::AcceptH1)), "{:?}", report.end);
    assert_eq!((started - finished, report.standing.finished()), (1, finished));
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    assert_eq!(processes_with(first.to_str().unwrap()), Vec::<String>::new());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let games = |seed, concurrency| {
        let mut games = Vec::new();
        let settings = Settings {
            games: 6,
            repeat: 2,
            concurrency,
            seed,
            openings: Some(Openings::Random { plies: 4 }),
            variants: vec![GameId::Chess, GameId::named("tactical").unwrap()],
            max_moves: Some(20),
            ..Settings::new(vec![helgi("A", 150), helgi("B", 250)])
        };
        Match::new(settings).unwrap().run(&Stop::new(), &mut judge(), &mut |event| {
            if let Event::Finished { fixture, record, .. } = event {
                let texts: Vec<String> = record.moves.iter().map(|played| played.text.clone()).collect();
                games.push((fixture.number, texts));
            }
        });
        games.sort();
        games
    };
    let once = games(5, 1);
    assert_eq!(once.len(), 6);
    // Both games of a pair begin alike, the next pair otherwise.
    assert_eq!(once[0].1[..4], once[1].1[..4]);
    assert_ne!(once[0].1[..4], once[4].1[..4]);
    assert_eq!(once, games(5, 2));
    assert_ne!(once, games(6, 1));
}

#[test]
fn all_games_are_played_to_their_end() {
    let all = GameId::ALL.to_vec();
    let settings = Settings {
        games: all.len(),
        variants: all,
        concurrency: 2,
        openings: Some(Openings::Random { plies: 2 }),
        max_moves: Some(300),
        ..Settings::new(vec![helgi("A", 60), helgi("B", 60)])
    };
    let (report, endings) = play(settings);
    assert!(matches!(report.end, End::Complete), "{:?}", report.end);
    assert_eq!(endings.len(), GameId::ALL.len());
    assert!([0, 1].iter().all(|&engine| report.standing.faults_line(engine).is_none()), "{endings:?}");
}

#[test]
fn games_are_called_drawn_and_the_sheet_says_so() {
    let folder = folder("draw");
    let pgn = folder.join("games.pgn");
    let draw = Some(DrawRule { move_number: 5, move_count: 2, score: 30_000 });
    let settings =
        Settings { draw, pgn: Some(pgn.clone()), ..Settings::new(vec![helgi("A", 100), helgi("B", 100)]) };
    let (_, endings) = play(settings);
    assert_eq!(endings, ["1/2-1/2 Draw by adjudication"]);
    let text = fs::read_to_string(&pgn).unwrap();
    let game = Reader::new(&text).next().unwrap().unwrap().record;
    assert_eq!(game.moves.len(), 9);
    assert_eq!(game.tags.get("Termination"), Some("adjudication"));
    assert_eq!(game.reason(), Some("Draw by adjudication"));
    fs::remove_dir_all(folder).unwrap();
}

/// Runs `helgi match` with these words.
fn helgi_match(words: &[&str]) -> Child {
    let mut command = Command::new(HELGI);
    command.arg("match").args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits until a file holds a text so many times.
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
    let game = |game: Result<helgi_match::pgn::Located, _>| {
        let record = game.unwrap().record;
        let moves: Vec<&str> = record.moves.iter().map(|played| played.text.as_str()).collect();
        format!("{:?} {} {}", record.tags.get("White"), record.result, moves.join(" "))
    };
    Reader::new(&text).map(game).collect()
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
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(games_of(&pgn).len() >= kill_after);
    }
    // As a kill between two writes would leave it.
    let text = fs::read_to_string(&pgn).unwrap();
    fs::write(&pgn, &text[..text.len() - 40]).unwrap();
    let output = run(&format!("-config file={}", config.display()));
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{printed}{}", String::from_utf8_lossy(&output.stderr));
    assert!(printed.contains("Going on after "), "{printed}");
    // The same as a match that nobody has killed.
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

#[cfg(unix)]
#[test]
fn a_terminated_match_says_how_it_stands_and_leaves_nobody_behind() {
    let token = token(400);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/match_play/bad_uci.sh");
    let words = format!(
        "-engine cmd=/bin/sh args={0}!hang!{token} name=hang tc=60 -engine cmd={HELGI} nodes=100 -games 4",
        script.display()
    );
    let words: Vec<String> = words.split(' ').map(|word| word.replace('!', " ")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let child = helgi_match(&words);
    let until = Instant::now() + Duration::from_secs(20);
    while !processes_with(&token).iter().any(|line| line.contains(" sleep ")) {
        assert!(Instant::now() < until);
        thread::sleep(Duration::from_millis(20));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{printed}");
    assert!(printed.contains("Score of hang vs helgi: 0 - 0 - 0 [0.000] 0"), "{printed}");
    assert!(printed.ends_with("Stopped match\n"), "{printed}");
    assert_eq!(processes_with(&token), Vec::<String>::new());
}

#[cfg(unix)]
#[test]
fn no_engine_outlives_a_match_that_is_killed() {
    let token = token(401);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/match_play/bad_uci.sh");
    let words = format!(
        "-engine cmd=/bin/sh args={}!hang!{token} name=hang tc=60 -engine cmd={HELGI} nodes=100",
        script.display()
    );
    let words: Vec<String> = words.split(' ').map(|word| word.replace('!', " ")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut child = helgi_match(&words);
    let wait_until = |is_so: &dyn Fn(&[String]) -> bool| {
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            let processes = processes_with(&token);
            if is_so(&processes) {
                return;
            }
            assert!(Instant::now() < until, "{processes:?}");
            thread::sleep(Duration::from_millis(20));
        }
    };
    wait_until(&|processes| processes.iter().any(|line| line.contains(" sleep ")));
    child.kill().unwrap();
    child.wait().unwrap();
    // The end of its input means nothing to it.
    wait_until(&|processes| processes.is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_match_with_an_error() {
    for word in ["-pgnout file=/dev/full", "-epdout file=/dev/full", "-log file=/dev/full"] {
        let words =
            format!("-engine cmd={HELGI} -engine cmd={HELGI} -each nodes=50 -games 4 -maxmoves 5 {word}");
        let words: Vec<&str> = words.split(' ').collect();
        let output = helgi_match(&words).wait_with_output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{word}: {errors}");
        assert!(errors.contains("/dev/full: No space left on device"), "{word}: {errors}");
    }
}

#[test]
fn what_is_printed_is_what_scripts_look_for() {
    let words = format!(
        "-engine cmd={HELGI} name=A -engine cmd={HELGI} name=B -engine cmd={HELGI} name=C -each nodes=50 \
         -tournament gauntlet -games 2 -repeat -maxmoves 5 -ratinginterval 2"
    );
    let words: Vec<&str> = words.split_whitespace().collect();
    let output = helgi_match(&words).wait_with_output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    for line in [
        "Started game 1 of 4 (A vs B)",
        "Finished game 1 (A vs B): 1/2-1/2 {Draw by adjudication: maximum game length}",
        "Score of A vs B: 0 - 0 - 2 [0.500] 2",
        "Started game 4 of 4 (C vs A)",
        "Finished match",
    ] {
        assert!(printed.lines().any(|printed| printed == line), "{line}\n{printed}");
    }
    assert!(printed.contains("Rank Name "), "{printed}");
}

/// The program in the usual places; says so loudly if it is not there.
fn installed(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let found = folders.map(|folder| folder.join(name)).find(|path| path.is_file());
    if found.is_none() {
        eprintln!("SKIPPED: {name} is not installed, its games are not played");
    }
    found
}

#[test]
fn other_engines_play_chess_by_the_same_rules() {
    // gnuchess dies in a game out of thirty of an assertion about its own output (engine.cc, line 558):
    // what counts is a match without that. The others have no reason to.
    for (name, arguments, protocol, attempts) in [
        ("fairymax", "", Protocol::Xboard, 1),
        ("sjaakii", "", Protocol::Xboard, 1),
        ("sjaakii", "-uci", Protocol::Uci, 1),
        ("gnuchess", "--uci", Protocol::Uci, 4),
        ("stockfish", "", Protocol::Uci, 1),
    ] {
        let Some(path) = installed(name) else { continue };
        let control = Control { clock: Some("1+0.02".parse().unwrap()), ..Control::default() };
        let margin = Duration::from_secs(2);
        let other = EngineSettings {
            arguments: arguments.split_whitespace().map(str::to_owned).collect(),
            protocol,
            control,
            margin,
            ..EngineSettings::new(path)
        };
        let settings = Settings {
            games: 2,
            max_moves: Some(80),
            recover: true,
            ..Settings::new(vec![helgi("A", 500), other])
        };
        let without_crash = |(report, _): &(Report, _)| report.standing.faults(1).crashes == 0;
        let (report, endings) = (0..attempts)
            .map(|_| play(settings.clone()))
            .find(without_crash)
            .unwrap_or_else(|| panic!("{name} crashes in each match"));
        assert!(matches!(report.end, End::Complete), "{name}: {:?}", report.end);
        assert_eq!(report.standing.faults_line(0), None, "{name}: {endings:?}");
        assert_eq!(report.standing.faults_line(1), None, "{name}: {endings:?}");
    }
}

#[test]
fn openings_come_from_a_file() {
    let folder = folder("book");
    let path = folder.join("openings.epd");
    let fens = ["4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/4p3/8/8/8/8/8/4K3 b - -"];
    fs::write(&path, fens.map(|fen| format!("{fen} id \"x\";\n")).concat()).unwrap();
    let words = ["format=epd", "order=sequential"].map(|word| word.split_once('=').unwrap().1);
    let openings = Openings::File {
        path,
        format: words[0].parse().unwrap(),
        order: words[1].parse().unwrap(),
        plies: None,
        first: 2,
    };
    let mut starts = Vec::new();
    let settings = Settings {
        games: 2,
        openings: Some(openings),
        max_moves: Some(3),
        ..Settings::new(vec![helgi("A", 50), helgi("B", 50)])
    };
    Match::new(settings).unwrap().run(&Stop::new(), &mut judge(), &mut |event| {
        if let Event::Finished { record, .. } = event {
            starts.push(Opening { fen: record.start.clone(), moves: Vec::new() });
        }
    });
    let [one, other] = starts.as_slice() else { panic!("{starts:?}") };
    assert!(one.fen.starts_with(fens[1]) && other.fen.starts_with(fens[0]), "{starts:?}");
    fs::remove_dir_all(folder).unwrap();
}
