//! Tests of the words of `helgi match`.

use super::super::openings::OpeningOrder;
use super::super::settings::{Openings, PgnDetails, Protocol};
use super::super::sprt::EloModel;
use super::*;
use helgi_rules::games::GameId;

fn order(text: &str) -> Result<Request, String> {
    read(&shlex::split(text).unwrap())
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
    assert_eq!(one.options, [pair("Threads", "2"), pair("Hash", "16")]);
    assert_eq!((two.name.as_str(), two.protocol), ("B", Protocol::Xboard));
    assert_eq!(two.control.move_time, Some(Duration::from_millis(1500)));
    assert_eq!(two.margin, Duration::from_millis(20));
    assert_eq!(settings.variants.len(), 2);
    assert_eq!((settings.rounds, settings.games, settings.repeat, settings.seed), (3, 2, 2, 7));
    assert_eq!((settings.max_moves, settings.recover), (Some(200), true));
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
    assert_eq!(order.notes, ["-pgnout match_line=^info: lines of engines are kept by -log, not in the PGN"]);
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
        ("-engine cmd=a proto=usi", "-engine proto: `usi`, expected uci or xboard"),
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
        (
            &format!("{TWO}-pgnout x append=false"),
            "-pgnout append: `false`, expected true: games are always appended",
        ),
        ("-join", "-join: no files, expected the saved matches of the parts"),
        (
            "-join a.json -rounds 3",
            "-rounds: not with -join, expected only -config, -pgnout and words about output",
        ),
        (&format!("{TWO}-draw score=1"), "-draw: expected movecount=…"),
        (&format!("{TWO}-board port=99999"), "-board port: `99999`, expected a number from 0 to 65535"),
        (&format!("{TWO}-board noopen"), "-board: `noopen` is not known here"),
        (&format!("{TWO}-seeds 1"), "-seeds: expected -tournament gauntlet with it"),
        (
            &format!("{TWO}-sprt elo0=5 elo1=0"),
            "sprt elo1: `0`, expected a number greater than elo0, up to 4000",
        ),
        (&format!("{TWO}-openings file=x format=san"), "-openings: `san`, expected epd or pgn"),
        (
            &format!("{TWO}-resign movecount=1 score=1 twosided=maybe"),
            "-resign twosided: `maybe`, expected true or false",
        ),
    ] {
        assert_eq!(order(text).unwrap_err(), problem, "{text}");
    }
    assert!(order("-foo").unwrap_err().starts_with("`-foo`, expected one of: -engine "));
    assert!(order(&format!("{TWO}-variant tavrely")).unwrap_err().contains("did you mean `tavreli`?"));
    assert!(
        order(&format!("{TWO}-variant shogi"))
            .unwrap_err()
            .starts_with("-variant: `shogi`, expected a game that helgi plays")
    );
}
