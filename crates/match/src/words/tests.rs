//! Tests of the words of `helgi match`.

use super::super::openings::{Format, OpeningOrder};
use super::super::pool_settings::PoolSettings;
use super::super::settings::{
    DrawRule, EngineBook, OpeningPolicy, Openings, PgnDetails, Protocol, ResignRule,
};
use super::super::sprt::EloModel;
use super::*;
use helgi_rules::games::GameId;
use std::time::Duration;

fn order(text: &str) -> Result<Request, String> {
    read(&shlex::split(text).unwrap()).map_err(|error| error.to_string())
}

fn settings(text: &str) -> MatchSettings {
    order(text).unwrap().settings.unwrap()
}

const TWO: &str = "-engine cmd=a -engine cmd=a -each nodes=5 ";
const PARTS: &str = "-rounds 8 -sprt elo0=0 elo1=5 -part 1/4 ";

#[test]
fn engines_and_what_is_common_to_them() {
    let settings = settings(
        "-engine cmd=./one args='-x \"a b\"' tc=40/60+0.5 option.Hash=16 -engine cmd=two proto=xboard st=1.5 name=B \
         -each option.Hash=8 option.Threads=2 timemargin=20 dir=/tmp -variant tavreli,chess -rounds 3 -games 2 \
         -repeat -srand 7 -maxmoves 200 -recover",
    );
    let [one, two] = settings.engines.as_slice() else { panic!() };
    assert_eq!(
        (one.name.as_str(), one.arguments.as_slice()),
        ("one", ["-x".to_owned(), "a b".to_owned()].as_slice())
    );
    assert_eq!(one.control.clock, Some("40/60+0.5".parse().unwrap()));
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    // What is said of each engine wins, as in cutechess-cli and fastchess.
    assert_eq!(one.options, [pair("Hash", "8"), pair("Threads", "2")]);
    assert_eq!((two.name.as_str(), two.protocol), ("B", Protocol::Xboard));
    assert_eq!(two.control.move_time, Some(Duration::from_millis(1500)));
    assert_eq!(two.margin, Duration::from_millis(20));
    assert_eq!(settings.variants.len(), 2);
    assert_eq!((settings.rounds, settings.games, settings.repeat, settings.seed), (3, 2, 2, 7));
    assert_eq!((settings.max_moves, settings.recover), (Some(200), true));
}

#[test]
fn words_in_other_spellings_mean_the_same() {
    let strict = settings(
        "-engine cmd=a proto=uci ponder=true restart=on st=0.5 -engine cmd=a -each nodes=10000 tc=3600+1 -rounds 2 -repeat 2 \
         -openings random plies=4 -sprt elo0=0 elo1=5 model=normalized -tournament gauntlet -resign movecount=3 score=500",
    );
    let other = settings(
        "-engine CMD=a Proto=UCI ponder=on restart=Yes st=0,5s -engine cmd=a -each nodes=10k tc=1:00:00+1 -rounds=2 --repeat=2 \
         -openings random plies=4 -sprt elo0=0 elo1=5 model=Normalized -tournament Gauntlet -resign MoveCount=3 Score=500",
    );
    assert_eq!(format!("{strict:?}"), format!("{other:?}"));
    let thousand = settings(&TWO.replace("nodes=5", "nodes=1e3"));
    assert_eq!(thousand.engines[0].control.nodes, Some(1000));
    // A file may stand without its key.
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let alone = settings(&format!(
        "-engine {here} -engine cmd=a -each nodes=5 -openings {here} order=Random format=EPD"
    ));
    assert_eq!(alone.engines[0].command, PathBuf::from(here));
    let Some(Openings::File { path, format: Format::Epd, order: OpeningOrder::Random, .. }) = alone.openings
    else {
        panic!()
    };
    assert_eq!(path, PathBuf::from(here));
    assert!(order("-engine ./no-such-program -engine cmd=a").unwrap_err().contains("is not known here"));
    assert!(order(&format!("-engine cmd=a {here} -engine cmd=a")).unwrap_err().contains("is not known here"));
    assert!(order(&TWO.replace("nodes=5", "st=1,000")).unwrap_err().contains("expected seconds"));
}

#[test]
fn engines_of_one_name_are_numbered() {
    let names: Vec<String> = settings(TWO).engines.into_iter().map(|engine| engine.name).collect();
    assert_eq!(names, ["a", "a 2"]);
}

#[test]
fn rules_of_the_match() {
    let text = "-draw movenumber=40 movecount=8 score=10 -resign movecount=3 score=500 twosided=true \
                -sprt elo0=0 elo1=5 model=logistic -tournament gauntlet -openings random plies=4";
    let settings = settings(&format!("{TWO}{text}"));
    assert_eq!(settings.draw, Some(DrawRule { move_number: 40, move_count: 8, score: 10 }));
    assert_eq!(settings.resign, Some(ResignRule { move_count: 3, score: 500, two_sided: true }));
    assert_eq!(settings.sprt.map(|sprt| sprt.model), Some(EloModel::Logistic));
    assert_eq!(settings.tournament, Tournament::Gauntlet { seeds: 1 });
    assert_eq!(settings.openings, Some(Openings::Random { plies: 4 }));
}

#[test]
fn chess960_begins_with_its_starts_by_number() {
    let one = settings(&format!("{TWO}-variant fischerandom -openings starts start=518"));
    assert_eq!(one.variants, [GameId::FISCHERANDOM]);
    assert_eq!(one.openings, Some(Openings::Starts { order: OpeningOrder::Sequential, first: 519 }));
    let any = settings(&format!("{TWO}-variant chess960 -openings starts order=random"));
    assert_eq!(any.openings, Some(Openings::Starts { order: OpeningOrder::Random, first: 1 }));
}

#[test]
fn a_saved_match_needs_no_engines() {
    let order = order("-config file=x.json -ratinginterval 5 -board port=8000 open=false").unwrap();
    assert_eq!((order.settings, order.output.interval), (None, 5));
    assert_eq!(order.board, Some(BoardWords { port: Some(8000), open: false, keep: None }));
    assert_eq!(order.config, Some(PathBuf::from("x.json")));
}

#[test]
fn words_of_openbench_are_taken() {
    let text = "-recover -testEnv -variant standard -games 8 -repeat -openings file=b.epd format=epd order=random \
                start=3 -srand 9 -pgnout file=F.pgn seldepth=true nodes=true nps=false append=true match_line=^info";
    let order = order(&format!("{TWO}{text}")).unwrap();
    let details = order.settings.unwrap().pgn_details;
    assert_eq!(details, PgnDetails { nodes: true, seldepth: true, ..PgnDetails::default() });
    assert_eq!(
        order.notes,
        [
            "known, without effect: -testEnv",
            "known, without effect: -pgnout match_line=^info (-log keeps lines of engines, the PGN does not)"
        ]
    );
    let minimal = settings(&format!("{TWO}-pgnout F.pgn min"));
    assert!(minimal.pgn_details.is_minimal);
}

#[test]
fn parts_and_their_union() {
    let part = order(&format!("{TWO}{PARTS}-pool run/p-*.json every=0.5 -config run/p-1.json")).unwrap();
    let settings = part.settings.unwrap();
    assert_eq!(settings.part, super::super::part::Part::new(1, 4));
    let pause = Duration::from_millis(500);
    assert_eq!(settings.pool, Some(PoolSettings { pause, ..PoolSettings::new("run/p-*.json") }));
    let joined = order("-join a.json b.json -config all.json -pgnout all.pgn").unwrap();
    let files = ["a.json", "b.json"].map(PathBuf::from).to_vec();
    assert_eq!(joined.join, Some(JoinWords { files, pgn: Some(PathBuf::from("all.pgn")) }));
    assert_eq!(joined.config, Some(PathBuf::from("all.json")));
}

#[test]
fn errors_say_what_was_expected() {
    for (text, problem) in [
        ("engine", "`engine`, expected a word with a dash, such as -engine"),
        ("-rounds 5", "-rounds: no engines, expected at least two of -engine cmd=…"),
        ("-engine cmd=a nodes=1", "engines: 1, expected at least 2"),
        ("-engine cmd=a -engine cmd=b", "a: no limit, expected at least one of tc, st, nodes and depth"),
        (
            "-engine cmd=a tc=x",
            "-engine tc: `x`, expected MOVES/MINUTES:SECONDS+INCREMENT such as 60+0.6, 1:30 or 40/60, or `inf`",
        ),
        ("-engine name=a", "-engine: expected cmd=…"),
        ("-engine cmd=a nodes=many", "-engine nodes: `many`, expected a whole number, not negative"),
        ("-engine cmd=a foo=1", "-engine: `foo=1` is not known here"),
        ("-engine cmd=a proto=ugi", "-engine proto: `ugi`, expected uci, usi, ucci or xboard"),
        (&format!("{TWO}-rounds x"), "-rounds: `x`, expected a whole number, not negative"),
        (&format!("{TWO}-rounds 0"), "rounds: 0, expected at least 1"),
        (&format!("{TWO}-pgnout"), "-pgnout: no file, expected file=…"),
        (&format!("{TWO}-part 5/4"), "-part: `5/4`, expected a part and the number of parts, such as 3/16"),
        (&format!("{TWO}-part 1/4"), "part: 1/4 of 1 rounds, expected at most 1 parts"),
        (&format!("{TWO}-pool x-*"), "pool: `x-*`, expected a part with it"),
        (&format!("{TWO}{PARTS}-pool x-* every=11"), "pool: 11 s between two looks, expected at most 10 s"),
        (
            &format!("{TWO}{PARTS}-pool x-*"),
            "-pool: no -config, expected a file that the other parts can read",
        ),
        (
            &format!("{TWO}{PARTS}-pool x-* -config y-1"),
            "pool: `x-*` does not find `y-1`, expected a pattern of the saved matches of all parts",
        ),
        ("-join", "-join: no files, expected the saved matches of the parts"),
        (
            "-join a.json -rounds 3",
            "-rounds: not with -join, expected only -config, -pgnout and words about output",
        ),
        (&format!("{TWO}-draw"), "-draw: expected movenumber=N movecount=N score=CP"),
        (&format!("{TWO}-resign score=-5"), "-resign score: `-5`, expected a number, not negative"),
        (
            &format!("{TWO}-tournament knockout"),
            "-tournament: `knockout`, whose pairings depend on results, is not played, expected roundrobin, gauntlet or \
             pyramid",
        ),
        (&format!("{TWO}-use-affinity 3-1"), "-use-affinity: `3-1`, expected processors such as 3,5,7-11"),
        (
            &format!("{TWO}-use-affinity 0 -concurrency 2"),
            "use-affinity: 1 processor, expected 2, one for each game at once",
        ),
        (
            &format!("{TWO}-openings file=x policy=game"),
            "-openings policy: `game`, expected default, encounter or round",
        ),
        ("-engine cmd=a tscale=500", "-engine tscale: `500`, expected 0.2 to 120"),
        ("-engine cmd=a tc=hg60", "-engine tc: `hg60`, expected no hourglass: such clocks are not played"),
        ("-quick cmd=a book=x.epd", "-quick: 1 programs, expected two of cmd=…"),
        (
            "-engine cmd=a optoin.Hash=1",
            "-engine: `optoin.Hash=1` is not known here; did you mean `option.NAME=`?",
        ),
        ("-engine cmd=a node=1", "-engine: `node=1` is not known here; did you mean `nodes`?"),
        ("-engine cmd=a timemargn=1", "-engine: `timemargn=1` is not known here; did you mean `timemargin`?"),
        ("--compliance ./a", "-compliance: expected no such word; `helgi conform` checks an engine"),
        ("-engin cmd=a", "`-engin`: unknown; did you mean `-engine`? `helgi match --help` lists all words"),
        (
            "-ratinginteval 5",
            "`-ratinginteval`: unknown; did you mean `-ratinginterval`? `helgi match --help` lists all words",
        ),
        (&format!("{TWO}-openings fiel=x"), "-openings: expected file=…"),
        (
            &format!("{TWO}-openings file=x oder=random"),
            "-openings: `oder=random` is not known here; did you mean `order`?",
        ),
        (&format!("{TWO}-board port=99999"), "-board port: `99999`, expected a number from 0 to 65535"),
        (&format!("{TWO}-board noopen"), "-board: `noopen` is not known here; did you mean `open`?"),
        (
            &format!("{TWO}-sprt elo0=5 elo1=0"),
            "sprt elo1: `0`, expected a number greater than elo0, up to 4000",
        ),
        (&format!("{TWO}-openings file=x format=san"), "-openings format: `san`, expected epd or pgn"),
        (
            &format!("{TWO}-resign movecount=1 score=1 twosided=maybe"),
            "-resign twosided: `maybe`, expected true or false",
        ),
    ] {
        assert_eq!(order(text).unwrap_err(), problem, "{text}");
    }
    assert!(order("-xyzzy").unwrap_err().starts_with("`-xyzzy`, expected one of: -engine "));
    assert!(order(&format!("{TWO}-variant tavrely")).unwrap_err().contains("did you mean `tavreli`?"));
    assert!(
        order(&format!("{TWO}-variant shogi"))
            .unwrap_err()
            .starts_with("-variant: `shogi`, expected a game that helgi plays")
    );
}

/// Command lines of cutechess-cli and fastchess, from their manuals, from testing frameworks and from reports, as a shell
/// hands them on.
const LINES: &str = include_str!("lines.txt");

#[test]
fn lines_of_other_runners_are_read() {
    let mut count = 0;
    for line in LINES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let order = order(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(order.settings.is_some(), "{line}");
        count += 1;
    }
    assert!(count >= 40, "{count} lines");
}

#[test]
fn words_of_the_manuals_are_read() {
    // Each word with its values; all of them leave the two engines as they are.
    for words in [
        // cutechess-cli
        "-variant standard",
        "-concurrency 2",
        "-draw movenumber=40 movecount=8 score=10",
        "-resign movecount=3 score=500",
        "-resign movecount=3 score=500 twosided=true",
        "-maxmoves 200",
        "-tb /a;/b",
        "-tbpieces 5",
        "-tbignore50",
        "-tournament round-robin",
        "-tournament gauntlet",
        "-tournament pyramid",
        "-event x y",
        "-games 2",
        "-rounds 5",
        "-sprt elo0=0 elo1=5 alpha=0.05 beta=0.05",
        "-ratinginterval 10",
        "-outcomeinterval 10",
        "-debug",
        "-debug all",
        "-openings file=a.pgn format=pgn order=random plies=16 start=3",
        "-openings file=a.pgn policy=default",
        "-openings file=a.pgn policy=encounter",
        "-openings file=a.pgn policy=round",
        "-bookmode disk",
        "-bookmode ram",
        "-pgnout a.pgn",
        "-pgnout a.pgn min",
        "-pgnout a.pgn fi",
        "-pgnout a.pgn min fi",
        "-epdout a.epd",
        "-recover",
        "-repeat",
        "-repeat 3",
        "-noswap",
        "-reverse",
        "-seeds 1",
        "-site x",
        "-srand 7",
        "-wait 10",
        "-resultformat wide",
        // fastchess
        "-force-concurrency",
        "-repeat -noswap",
        "-variant fischerandom",
        "-tbadjudicate WIN_LOSS",
        "-output format=fastchess",
        "-output format=cutechess",
        "-scoreinterval 0",
        "-report penta=false",
        "-autosaveinterval 0",
        "-pgnout file=a notation=lan append=false nodes=true seldepth=true nps=true hashfull=true tbhits=true pv=true \
         timeleft=true latency=true min=false match_line=^info",
        "-epdout file=a append=false",
        "-config file=a discard=true",
        "-config outname=a",
        "-config file=a outname=a stats=true",
        "-crc32 pgn=true",
        "-check-mate-pvs",
        "-show-latency",
        "-testEnv",
        "-strict",
        "-log file=a level=trace append=false compress=true realtime=false engine=true",
        "-log level=warn",
        "-use-affinity",
        "-use-affinity 3,5,7-11",
        "-startup-ms 10",
        "-ucinewgame-ms 10",
        "-ping-ms 10",
        "-concurrency -1",
        "-concurrency 0",
        "-randomseed",
        "-draw movenumber=34",
        "-draw score=5",
        "-resign movecount=4",
    ] {
        let order = order(&format!("{TWO}{}", words.replace(';', "\\;")));
        assert!(order.as_ref().is_ok_and(|order| order.settings.is_some()), "{words}: {order:?}");
    }
    // Those of engines.
    for words in [
        "dir=/x",
        "stderr=a.err",
        "proto=xboard",
        "tc=40/1:30+1",
        "tc=inf depth=3",
        "tc=inf/10+0.1",
        "tc=10s+0.1s",
        "st=0.5",
        "st=2s",
        "arg=a arg=b",
        "args='a b'",
        "initstr=a\\\\nb",
        "restart=auto",
        "trust",
        "ponder",
        "whitepov",
        "debug",
        "timemargin=50",
        "book=a.bin bookdepth=8",
        "depth=9",
        "plies=9",
        "nodes=100",
        "tscale=2",
        "option.A.B=c",
    ] {
        let order = order(&format!("-engine cmd=a -engine cmd=b -each nodes=1 {words}"));
        assert!(order.is_ok(), "{words}: {order:?}");
    }
}

#[test]
fn words_that_change_nothing_are_named_once() {
    let notes = |words: &str| order(&format!("{TWO}{words}")).unwrap().notes;
    assert_eq!(
        notes("-tb /x -show-latency -tb /x"),
        ["known, without effect: -tb (no tablebases are read)", "known, without effect: -show-latency"]
    );
    assert_eq!(notes("-engine cmd=c trust nodes=1 -each trust"), ["known, without effect: trust"]);
    assert_eq!(notes("-seeds 3"), ["known, without effect: -seeds (only -tournament gauntlet has seeds)"]);
    assert_eq!(notes("-log file=x level=trace engine=true"), ["known, without effect: -log level=trace"]);
    assert_eq!(notes("-output format=cutechess -pgnout x fi"), Vec::<String>::new());
    assert!(notes("-rounds 200 -repeat")[0].starts_with("-repeat without -games: one game each round"));
    assert_eq!(notes("-rounds 200 -games 2 -repeat"), Vec::<String>::new());
}

#[test]
fn words_that_change_games_are_carried_out() {
    let all = settings(&format!(
        "{TWO}--noswap -reverse -openings file=x.PGN policy=round -use-affinity 1,3-4 -tournament pyramid -concurrency 2"
    ));
    assert!(all.same_colours && all.reverse);
    assert_eq!((all.policy, all.tournament), (OpeningPolicy::Round, Tournament::Pyramid));
    assert!(matches!(all.openings, Some(Openings::File { format: Format::Pgn, .. })), "{:?}", all.openings);
    if cfg!(target_os = "linux") {
        assert_eq!(all.processors, Some(vec![1, 3, 4]));
    }
    let threaded = order(&format!("{TWO}-each option.Threads=2 -use-affinity")).unwrap();
    assert_eq!(threaded.settings.unwrap().processors, None);
    assert!(
        threaded.notes[0].contains("-use-affinity (an engine has several threads)"),
        "{:?}",
        threaded.notes
    );

    let files =
        order(&format!("{TWO}-pgnout a append=false -epdout b append=true -log c append=false")).unwrap();
    assert_eq!(files.emptied, ["a", "c"].map(PathBuf::from));
    let config = order(&format!("{TWO}-config file=a discard=true")).unwrap();
    assert!(config.is_new && config.config == Some(PathBuf::from("a")));
    assert!(
        order(&format!("{TWO}-config file=a outname=b")).unwrap_err().starts_with("-config outname: `b`")
    );

    let drawn = order(&format!("{TWO}-randomseed")).unwrap();
    assert!(drawn.is_seed_drawn && drawn.notes[0].contains(&drawn.settings.unwrap().seed.to_string()));
    assert!(settings(&format!("{TWO}-concurrency -1000")).concurrency == 1);
    for (games, rounds) in [("", 500_000), ("-games 2 ", 500_000), ("-games 16 ", 1), ("-rounds 7 ", 7)] {
        assert_eq!(settings(&format!("{TWO}{games}-sprt elo0=0 elo1=5")).rounds, rounds, "{games}");
    }
    assert_eq!(
        settings(&format!("{TWO}-draw movenumber=9")).draw,
        Some(DrawRule { move_number: 9, move_count: 1, score: 0 })
    );

    let quick = settings("-quick cmd=a cmd=b book=x.epd");
    assert_eq!((quick.rounds, quick.games, quick.repeat, quick.recover), (25_000, 2, 2, true));
    assert_eq!(quick.draw, Some(DrawRule { move_number: 30, move_count: 8, score: 8 }));
    assert_eq!(quick.engines[1].control.clock, Some("10+0.1".parse().unwrap()));

    let engines = settings(
        "-engine cmd='gnuchess --uci \"a b\"' arg=c initstr='x\\ny' ponder whitepov debug tscale=2 stderr=e book=k.bin \
         bookdepth=7 -engine cmd=b depth=1 name=B -each depth=3 plies=4 ponder=false tc=inf",
    )
    .engines;
    let [one, two] = engines.as_slice() else { panic!() };
    assert_eq!((one.command.clone(), one.name.as_str()), (PathBuf::from("gnuchess"), "gnuchess"));
    assert_eq!(one.arguments, ["--uci", "a b", "c"]);
    assert_eq!(one.greeting, ["x", "y"]);
    assert!(!one.ponder && one.white_view && one.debug);
    assert_eq!((one.time_scale, one.errors.clone()), (2.0, Some(PathBuf::from("e"))));
    assert_eq!(one.book, Some(EngineBook { path: PathBuf::from("k.bin"), depth: Some(7) }));
    assert_eq!((two.control.depth, two.name.as_str()), (Some(4), "B"));
}

#[test]
fn a_program_with_blanks_in_its_path_is_one() {
    let folder = std::env::temp_dir().join(format!("helgi words {}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("my engine"), "").unwrap();
    let path = folder.join("my engine").display().to_string();
    let of = |words: &[String]| read_engine(words).unwrap();
    let whole = of(&[format!("cmd={path}")]);
    assert_eq!((whole.command, whole.name.as_str()), (PathBuf::from(&path), "my engine"));
    let inside = of(&[format!("dir={}", folder.display()), "cmd=my engine".to_owned()]);
    assert_eq!(inside.arguments, [""; 0]);
    assert_eq!(inside.program().unwrap(), folder.join("my engine"));
    let quoted = of(&[format!("cmd=\"{path}\" --uci")]);
    assert_eq!((quoted.command, quoted.arguments), (PathBuf::from(&path), vec!["--uci".to_owned()]));
    std::fs::remove_dir_all(folder).unwrap();
}
