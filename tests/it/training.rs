//! From games to a net that plays: `helgi datagen`, `helgi train` and `EvalFile`, with the possible
//! errors on the way.

use crate::program;
use fastrand::Rng;
use helgi_engine::internals::net::{Net, NetParts};
use helgi_engine::net::NetChoice;
use helgi_lab::selfplay::file::{
    Head, Reader, SelfPlayGame, SelfPlayPly, SelfPlayResult, game_frame, head_frame,
};
use helgi_lab::selfplay::replay::SampleFilter;
use helgi_lab::train::{Beginning, Epoch, Samples, TrainingSettings, train, widened};
use helgi_rules::board::Side;
use helgi_rules::{AnyPosition, Game, GameId, Position};
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::Command;

/// A path for a file of a test.
fn path(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// Runs the program; returns the exit status and both outputs.
fn helgi(arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_helgi"));
    program.args(arguments);
    let output = program::run(&mut program, input.as_bytes());
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

/// The games of a file in the order of their numbers.
fn games(path: &PathBuf) -> Vec<SelfPlayGame> {
    let bytes = fs::read(path).unwrap();
    let mut games: Vec<SelfPlayGame> = Reader::new(&bytes[..]).unwrap().map(Result::unwrap).collect();
    games.sort_by_key(|game| game.number);
    games
}

/// Progress that nobody hears.
fn unheard(_: usize, _: usize, _: Option<Epoch>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn games_depend_on_seed_and_number_alone() {
    let datagen = |file: &PathBuf, more: &[&str]| {
        let file = file.to_str().unwrap();
        let arguments =
            [&["datagen", "tactical", "--games", "12", "--nodes", "60", "--seed", "5", "-o", file], more];
        helgi(&arguments.concat(), "")
    };
    let (one, several) = (path("one.games"), path("several.games"));
    let (status, text) = datagen(&one, &["--threads", "1"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains(": 12 games (+"), "{text}");
    assert_eq!(datagen(&several, &["--threads", "3"]).0, Some(0));
    let expected = games(&one);
    assert_eq!(games(&several), expected);
    assert_eq!(expected.len(), 12);
    // The whole file is the same, in the same order.
    assert_eq!(fs::read(&several).unwrap(), fs::read(&one).unwrap());
    // The placement is partly drawn, and partly the engine's own.
    let searched = |game: &SelfPlayGame| game.plies[9..14].iter().filter(|ply| ply.score.is_some()).count();
    let placed: usize = expected.iter().map(searched).sum();
    assert!((20..58).contains(&placed), "{placed}");

    // A run that was killed while it wrote a game loses that one, and continues.
    let (status, text) = datagen(&one, &[]);
    assert!(status == Some(2) && text.contains("--resume"), "{text}");
    let whole = fs::read(&one).unwrap();
    fs::write(&one, &whole[..whole.len() - 5]).unwrap();
    assert_eq!(datagen(&one, &["--resume"]).0, Some(0));
    assert_eq!(fs::read(&one).unwrap(), whole);
    let file = one.to_str().unwrap();
    let (status, text) = helgi(&["datagen", "tactical", "--games", "12", "-o", file, "--resume"], "");
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains("seed 5 at 60 nodes") && text.contains("expected tactical with seed 1"), "{text}");
}

/// A file of random games of chess in which the search's word is the hand-written evaluation and
/// something that it does not know: a knight on the edge is bad, more so than it thinks.
fn games_with_a_secret(file: &PathBuf, count: u32) {
    let head = Head { game: "chess".into(), revision: "test".into(), seed: 1, nodes: 1 };
    let mut bytes = head_frame(&head);
    let mut random = Rng::with_seed(8);
    for number in 0..count {
        let mut position = GameId::CHESS.start();
        let mut plies = Vec::new();
        for _ in 0..60 {
            let moves = position.legal_moves();
            let Some(&played) = random.choice(&moves) else { break };
            let known = helgi_engine::evaluate(&position, &NetChoice::None).hand_written;
            let score = known + secret(&position, position.side()) - secret(&position, !position.side());
            plies.push(SelfPlayPly { played, score: Some(score.clamp(-2_500, 2_500) as i16) });
            position.play(played);
        }
        bytes.extend(game_frame(&SelfPlayGame { number, ending: SelfPlayResult::Draw, start: None, plies }));
    }
    fs::write(file, bytes).unwrap();
}

fn secret(position: &AnyPosition, side: Side) -> i32 {
    let outline = position.outline();
    let is_on_edge = |&square: &_| [0, 7].contains(&outline.file(square));
    let knight = helgi_rules::chess::KNIGHT;
    let is_knight =
        |square| position.piece_at(square, 0).is_some_and(|piece| piece.kind == knight && piece.side == side);
    -90 * outline.squares().filter(is_on_edge).filter(|&square| is_knight(square)).count() as i32
}

#[test]
fn a_net_learns_what_the_evaluation_does_not_know() {
    let file = path("secret.games");
    games_with_a_secret(&file, 1_200);
    let mut samples = Samples::new(GameId::CHESS);
    assert!(
        samples
            .add(&file, SampleFilter { from_ply: 2, most: 3_000, only_quiet: true }, 0.0)
            .unwrap()
            .is_none()
    );
    let (games, learned, held_out) = samples.counts();
    assert!(games == 1_200 && learned > 30_000 && held_out > 1_000, "{games} {learned} {held_out}");
    let settings = TrainingSettings {
        beginning: Beginning::Nothing { hidden: 16, outputs: 2, adds: true },
        epochs: 8,
        batch: 512,
        rate: 3e-3,
        decay: 0.0,
        result_share: 0.0,
        seed: 4,
        threads: 2,
    };
    let trained = train(&samples, &settings, unheard).unwrap();
    let (before, after) = (trained.hand_written, trained.best.held_out);
    assert!(after * 8.0 < before, "{before} {after}");

    // The integers give the same as the real numbers did.
    let choice = NetChoice::Loaded(trained.net.clone().into());
    let fen = "r1bqkb1r/pppppppp/8/3n4/8/N6N/PPPPPPPP/R1BQKB1R w KQkq - 0 1";
    let learned = helgi_engine::evaluate(&GameId::CHESS.parse(fen).unwrap(), &choice).learned.unwrap();
    assert!((-240..=-120).contains(&learned), "{learned}");

    // Another number of threads makes the same net.
    let [two, three] = [2, 3].map(|threads| {
        let settings = TrainingSettings { threads, epochs: 2, ..settings.clone() };
        train(&samples, &settings, unheard).unwrap().net
    });
    assert_eq!(two, three);

    // Training resumes where it stopped, from the net rounded to integers.
    let beginning = Beginning::Net(trained.net.clone());
    let on = TrainingSettings { beginning, rate: 3e-4, epochs: 2, ..settings };
    let further = train(&samples, &on, unheard).unwrap();
    let start = further.epochs[0];
    assert_eq!((start.number, further.net.hidden, further.net.outputs.len()), (0, 16, 2));
    assert!(start.held_out * 100.0 < before, "{start:?}");
    assert!(further.best.held_out <= start.held_out, "{:?}", further.epochs);

    // Additional units contribute nothing at first.
    let wide = widened(&trained.net, 32, 1).unwrap();
    assert!(widened(&trained.net, 33, 1).is_err());
    let choice = NetChoice::Loaded(wide.clone().into());
    let position = GameId::CHESS.parse(fen).unwrap();
    assert_eq!((wide.hidden, helgi_engine::evaluate(&position, &choice).learned), (32, Some(learned)));
    let beginning = Beginning::Net(wide);
    let wider = train(&samples, &TrainingSettings { beginning, ..on.clone() }, unheard).unwrap();
    assert_eq!((wider.net.hidden, wider.epochs[0].held_out), (32, start.held_out));

    // No epoch makes it better: it stays as it was.
    let same = train(&samples, &TrainingSettings { rate: 0.0, ..on.clone() }, unheard).unwrap();
    assert_eq!((same.best.number, same.net), (0, trained.net.clone()));

    let parts = NetParts { game: "tavreli".to_owned(), ..trained.net.into_parts() };
    let beginning = Beginning::Net(Net::new(parts).unwrap());
    let refused = train(&samples, &TrainingSettings { beginning, ..on }, unheard).unwrap_err();
    assert_eq!(refused.to_string(), "a net of tavreli: expected one of chess");
}

#[test]
fn a_net_is_made_and_played_with() {
    let (file, net) = (path("short.games"), path("short.net"));
    let (games, out) = (file.to_str().unwrap(), net.to_str().unwrap());
    let (status, text) = helgi(&["datagen", "tavreli", "--games", "40", "--nodes", "20", "-o", games], "");
    assert_eq!(status, Some(0), "{text}");
    let damaged = path("damaged.games");
    let other = path("other.games");
    let words = [
        "datagen",
        "tavreli",
        "--games",
        "40",
        "--nodes",
        "20",
        "--seed",
        "2",
        "-o",
        other.to_str().unwrap(),
    ];
    let (status, text) = helgi(&words, "");
    assert_eq!(status, Some(0), "{text}");
    let bytes = fs::read(&other).unwrap();
    fs::write(&damaged, &bytes[..bytes.len() - 7]).unwrap();
    let arguments =
        ["train", "tavreli", games, damaged.to_str().unwrap(), "--hidden", "16", "--epochs", "2", "-o", out];
    let (status, text) = helgi(&arguments, "");
    assert_eq!(status, Some(0), "{text}");
    assert!(
        text.contains("after 39 whole games: ") && text.contains("the rest of the file is ignored"),
        "{text}"
    );
    assert!(text.contains("79 games: ") && text.contains("hand-written evaluation"), "{text}");
    let card = fs::read_to_string(net.with_extension("md")).unwrap();
    assert!(card.contains("(4480 → 16)×2 → 1"), "{card}");
    assert!(fs::read_to_string(net.with_extension("svg")).unwrap().ends_with("</svg>\n"));

    let play = |path: &str| {
        let input =
            format!("setoption name UCI_Variant value tavreli\nsetoption name EvalFile value {path}\neval\n");
        helgi(&[], &input).1
    };
    let text = play(out);
    assert!(text.contains("\nNet  ") && !text.contains("error"), "{text}");
    assert!(!play("none").contains("\nNet  "));

    // A file that is not a net of the game is refused by name, and the present net stays.
    let bytes = fs::read(&net).unwrap();
    let mut changed = bytes.clone();
    changed[400] ^= 1;
    let mut renamed = bytes.clone();
    renamed.splice(11..18, *b"nowhere");
    let sum = crc32fast::hash(&renamed[..renamed.len() - 4]).to_le_bytes();
    let at = renamed.len() - 4;
    renamed.splice(at.., sum);
    for (contents, why) in [
        (&bytes[..bytes.len() - 9], "cut off or damaged"),
        (&bytes[..20], "cut off or damaged"),
        (&changed[..], "checksum"),
        (&renamed[..], "a net of nowhere"),
        (b"helgi games", "expected a file that `helgi train` wrote"),
    ] {
        let bad = path("bad.net");
        fs::write(&bad, contents).unwrap();
        let text = play(bad.to_str().unwrap());
        let error =
            text.lines().find(|line| line.starts_with("info string error option EvalFile: ")).expect(&text);
        assert!(error.contains(why) && error.ends_with("; <built-in> stays"), "{error}");
    }
    assert!(play("no/such.net").contains("no/such.net: No such file"));
    let (status, text) = helgi(&["--option", "EvalFile=no/such.net"], "");
    assert!(status == Some(2) && text.contains("option EvalFile: no/such.net: No such file"), "{text}");
}
