//! Positions beside games of self-play: drawn, kept, read again and learned from, in every game.

use crate::program;
use helgi_engine::internals::{EvalVisitor, HasEvaluation, visit};
use helgi_engine::net::NetChoice;
use helgi_lab::selfplay::SelfPlayPlan;
use helgi_lab::selfplay::replay::ReplayError;
use helgi_lab::selfplay::siblings::file::{
    Head, MOST_DRAWN, Reader, SiblingFamily, family_frame, head_frame,
};
use helgi_lab::selfplay::siblings::{Bases, Drawing, Label, draw, each_position};
use helgi_rules::{Game, GameId, Position};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

/// A path for a file of a test.
fn path(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// The exit status of the program and what it printed, on either output.
fn helgi(arguments: &[&str]) -> (Option<i32>, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_helgi"));
    program.args(arguments);
    let output = program::run(&mut program, b"");
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

/// Draws siblings of two games, in the order of their numbers.
fn drawn(game: GameId, label: Label, threads: usize) -> Vec<SiblingFamily> {
    let plan = SelfPlayPlan { nodes: 30, seed: 3, threads, clock: None };
    let drawing = Drawing { each: 2, label, seed: 3 };
    let mut families = Vec::new();
    let mut numbers = 0..2;
    let mut keep = |family| {
        families.push(family);
        Ok(())
    };
    let bases = Bases::Play(plan, &mut numbers);
    draw(game, &NetChoice::BuiltIn, bases, drawing, threads, &AtomicBool::new(false), &mut keep).unwrap();
    families.sort_by_key(|family| family.number);
    families
}

/// The texts of the positions of families, with what is asked of each.
fn texts(game: GameId, families: &[SiblingFamily], is_static: bool) -> Vec<String> {
    struct Texts<'a>(&'a [SiblingFamily], bool);
    impl EvalVisitor for Texts<'_> {
        type Output = Vec<String>;

        fn visit<G: HasEvaluation>(
            self,
            game: G,
            _: &helgi_engine::internals::net::WithNet<G::Evaluation>,
        ) -> Vec<String> {
            let mut texts = Vec::new();
            for family in self.0 {
                each_position(&game, family, |position, sibling| {
                    let text = game.format(position);
                    assert!(!position.in_check() && position.count_moves() > 0, "{text}");
                    assert!((1..=MOST_DRAWN).contains(&sibling.drawn.len()), "{text}");
                    if self.1 {
                        let any = GameId::named(game.info().name).unwrap().parse(&text).unwrap();
                        let expected = helgi_engine::evaluate(&any, &NetChoice::BuiltIn).score;
                        assert_eq!(sibling.score.map(i32::from), Some(expected), "{text}");
                    }
                    texts.push(text);
                })
                .unwrap();
            }
            texts
        }
    }
    visit(game, Texts(families, is_static))
}

#[test]
fn siblings_of_every_game_are_read_as_they_were_written() {
    for &game in GameId::BUILT_IN {
        let families = drawn(game, Label::Static, 1);
        assert_eq!(drawn(game, Label::Static, 2), families, "{game:?}");
        let head = Head {
            game: game.name().to_owned(),
            games: "some".to_owned(),
            revision: "test".to_owned(),
            seed: 3,
            each: 2,
            label: "static".to_owned(),
        };
        let mut bytes = head_frame(&head);
        families.iter().for_each(|family| bytes.extend(family_frame(family)));
        let mut reader = Reader::new(&bytes[..]).unwrap();
        let read: Vec<SiblingFamily> = reader.by_ref().map(Result::unwrap).collect();
        assert_eq!((reader.head(), &read), (&head, &families), "{game:?}");
        let positions = texts(game, &families, true);
        assert_eq!(texts(game, &read, true), positions, "{game:?}");
        let different: std::collections::HashSet<&String> = positions.iter().collect();
        assert!(positions.len() >= 20, "{game:?}: {}", positions.len());
        assert!(different.len() * 10 > positions.len() * 9, "{game:?}");
        assert!(bytes.len() < 40 * positions.len() + 4_000, "{game:?}: {} bytes", bytes.len());
    }
}

#[test]
fn labels_come_from_searches() {
    for label in [Label::Depth(1), Label::Nodes(60)] {
        let families = drawn(GameId::TAVRELI, label, 1);
        assert_eq!(drawn(GameId::TAVRELI, label, 2), families, "{label}");
        let mut siblings = families.iter().flat_map(|family| &family.siblings);
        assert!(siblings.all(|sibling| sibling.score.is_some()), "{label}");
    }
    let families = drawn(GameId::TAVRELI, Label::None, 1);
    let mut siblings = families.iter().flat_map(|family| &family.siblings);
    assert!(siblings.all(|sibling| sibling.score.is_none()));
    for (text, label) in [("none", Label::None), ("static", Label::Static), ("depth=3", Label::Depth(3))] {
        assert_eq!((text.parse(), label.to_string()), (Ok(label), text.to_owned()));
    }
    let error = "nodes=0".parse::<Label>().unwrap_err().to_string();
    assert!(error.contains("`nodes=0`") && error.contains("expected none, static"), "{error}");
}

#[test]
fn damage_is_named_with_its_place() {
    let families = drawn(GameId::CHESS, Label::Static, 1);
    let head = Head {
        game: "chess".to_owned(),
        games: "some".to_owned(),
        revision: "test".to_owned(),
        seed: 3,
        each: 2,
        label: "static".to_owned(),
    };
    let (first, second) = (head_frame(&head), family_frame(&families[0]));
    let whole = [&first[..], &second].concat();
    for cut in [first.len() + 1, first.len() + 5, first.len() + 100, whole.len() - 1] {
        let damage = Reader::new(&whole[..cut]).unwrap().next().unwrap().unwrap_err();
        assert_eq!((damage.offset, damage.games), (first.len() as u64, 0));
        assert!(damage.to_string().contains("cut off"), "{damage}");
    }
    for place in (0..whole.len()).step_by(7) {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x55;
        let read = Reader::new(&bytes[..]).map(Iterator::collect::<Vec<_>>).unwrap_or_default();
        assert!(!read.iter().any(Result::is_ok), "byte {place}");
    }
    let error = Reader::new(&b"helgi games"[..]).err().unwrap().to_string();
    assert!(error.contains("helgi datagen --siblings"), "{error}");
    // A checksum that fits does not make a move legal.
    let mut family = families[0].clone();
    family.siblings[0].drawn[0] =
        helgi_rules::board::Move::step(helgi_rules::board::Square(0), helgi_rules::board::Square(63));
    let error = each_position(&helgi_rules::chess::Chess, &family, |_, _| ()).unwrap_err();
    assert_eq!(error, ReplayError::IllegalBeside(usize::from(family.siblings[0].ply) + 1));
}

/// The families of a file in the order of their numbers.
fn families(path: &Path) -> Vec<SiblingFamily> {
    let bytes = fs::read(path).unwrap();
    let mut families: Vec<SiblingFamily> = Reader::new(&bytes[..]).unwrap().map(Result::unwrap).collect();
    families.sort_by_key(|family| family.number);
    families
}

#[test]
fn siblings_come_of_games_played_for_them_or_before() {
    let played = path("base.games");
    let (file, resumed, from) = (path("base.siblings"), path("resumed.siblings"), path("from.siblings"));
    let [played_text, file_text, resumed_text, from_text] =
        [&played, &file, &resumed, &from].map(|path| path.to_str().unwrap());
    let common = ["datagen", "chess", "--seed", "4"];
    let games = ["--games", "5", "--nodes", "40"];
    let siblings = ["--siblings", "3", "--threads", "2"];
    let (status, said) = helgi(&[&common[..], &games, &["-o", played_text]].concat());
    assert_eq!(status, Some(0), "{said}");
    let (status, said) = helgi(&[&common[..], &games, &siblings, &["-o", file_text]].concat());
    assert!(status == Some(0) && said.contains("positions beside 5 games"), "{said}");
    let expected = families(&file);
    assert_eq!(expected.len(), 5);

    // What a killed run leaves is gone on with.
    let whole = fs::read(&file).unwrap();
    fs::write(&resumed, &whole[..whole.len() * 2 / 3]).unwrap();
    let again = [&common[..], &games, &siblings, &["-o", resumed_text, "--resume"]].concat();
    let (status, said) = helgi(&again);
    assert_eq!(status, Some(0), "{said}");
    assert_eq!(fs::read(&resumed).unwrap(), whole);
    let (status, said) = helgi(&[&again[..], &["--label", "depth=1"]].concat());
    assert!(status == Some(2) && said.contains("label depth=1"), "{said}");

    let given = ["--from", played_text, "-o", from_text];
    let (status, said) = helgi(&[&common[..], &siblings, &given].concat());
    assert_eq!(status, Some(0), "{said}");
    assert_eq!(families(&from), expected);
    let other = [&["datagen", "tavreli"], &siblings[..], &["--from", played_text]].concat();
    let (status, said) = helgi(&other);
    assert!(status == Some(2) && said.contains("games of chess: expected those of tavreli"), "{said}");
}

#[test]
fn a_net_learns_from_siblings_with_any_number_of_threads() {
    let file = path("learned.siblings");
    let bare = path("bare.siblings");
    let text = |path: &PathBuf| path.to_str().unwrap().to_owned();
    let datagen = |label: &str, file: &PathBuf| {
        let games = ["datagen", "chess", "--games", "40", "--nodes", "30", "--seed", "6"];
        let siblings = ["--siblings", "4", "--label", label, "-o", &text(file)];
        let (status, said) = helgi(&[&games[..], &siblings].concat());
        assert_eq!(status, Some(0), "{said}");
    };
    datagen("static", &file);
    let train = |file: &str, net: &PathBuf, more: &[&str]| {
        let common = ["train", "chess", file, "--hidden", "16", "--alone", "--epochs", "3", "--rate", "2e-3"];
        let more = [&["--decay", "0.1", "--batch", "256", "-o", net.to_str().unwrap()], more].concat();
        helgi(&[&common[..], &more].concat())
    };
    let (one, two) = (path("one-thread.net"), path("two-threads.net"));
    let (status, said) = train(&text(&file), &one, &["--threads", "1"]);
    assert!(status == Some(0) && said.contains("40 games: "), "{said}");
    assert_eq!(train(&text(&file), &two, &["--threads", "2"]).0, Some(0));
    assert_eq!(fs::read(&one).unwrap(), fs::read(&two).unwrap());
    let card = fs::read_to_string(one.with_extension("md")).unwrap();
    assert!(card.contains("4 siblings a position with seed 6 and label static"), "{card}");

    // They are not followed by others, from which a score could take its share.
    for lambda in ["0.5", "0"] {
        let (status, said) = train(&text(&file), &one, &["--lambda", lambda]);
        assert!(
            status == Some(2) && said.contains(&format!("--lambda {lambda}: expected files of games")),
            "{said}"
        );
    }
    let (status, said) = train(&text(&file), &one, &["--lambda", "1.5"]);
    assert!(status == Some(2) && said.contains("--lambda 1.5: expected 0 to 1"), "{said}");

    // What is behind damage is left out, and that is said with its place.
    let whole = fs::read(&file).unwrap();
    let cut = path("cut.siblings");
    fs::write(&cut, &whole[..whole.len() - 9]).unwrap();
    let (status, said) = train(&text(&cut), &one, &[]);
    assert!(status == Some(0) && said.contains("after 39 whole games: the file is cut off"), "{said}");

    datagen("none", &bare);
    let (status, said) = train(&text(&bare), &one, &[]);
    assert!(status == Some(2) && said.contains("helgi label"), "{said}");
}

#[test]
fn another_engine_scores_siblings() {
    let program = env!("CARGO_BIN_EXE_helgi");
    let (bare, own, scored) = (path("to-score.siblings"), path("own.siblings"), path("scored.siblings"));
    let [bare_text, own_text, scored_text] = [&bare, &own, &scored].map(|path| path.to_str().unwrap());
    for (label, file) in [("none", bare_text), ("static", own_text)] {
        let games = ["datagen", "tavreli", "--games", "3", "--nodes", "30", "--seed", "8"];
        let siblings = ["--siblings", "1", "--label", label, "-o", file];
        assert_eq!(helgi(&[&games[..], &siblings].concat()).0, Some(0));
    }
    let command = format!("cmd={program}");
    let label = |more: &[&str]| {
        helgi(&[&["label", bare_text, "-o", scored_text, "--engine", &command], more].concat())
    };
    // The engine is this program: its word is its own evaluation.
    let (status, said) = label(&["eval"]);
    assert!(status == Some(0) && said.contains("positions scored"), "{said}");
    assert_eq!(families(&scored), families(&own));
    let (status, said) = label(&["eval"]);
    assert!(status == Some(2) && said.contains("--resume"), "{said}");
    let whole = fs::read(&scored).unwrap();
    fs::write(&scored, &whole[..whole.len() - 20]).unwrap();
    assert_eq!(label(&["eval", "--resume"]).0, Some(0));
    assert_eq!(families(&scored), families(&own));
    let (status, said) = label(&["depth=1", "--resume"]);
    assert!(status == Some(2) && said.contains("depth=1 x 1"), "{said}");

    fs::remove_file(&scored).unwrap();
    let (status, said) = label(&["depth=1", "--scale", "0.5"]);
    assert_eq!(status, Some(0), "{said}");
    let scores = |path: &Path| -> Vec<i32> {
        let siblings = families(path).into_iter().flat_map(|family| family.siblings);
        siblings.map(|sibling| sibling.score.unwrap().into()).collect()
    };
    let halves =
        scores(&scored).iter().zip(scores(&own)).filter(|(half, own)| (2 * *half - own).abs() < 200).count();
    assert!(halves * 2 > scores(&own).len(), "{halves}");

    for (more, expected) in [
        (&["eval", "nodes=5"][..], "expected exactly one of"),
        (&["st=1", "depth=1"], "expected nodes= or depth="),
        (&["depth=1", "--scale", "0"], "--scale 0"),
        (&["depth=1", "proto=xboard"], "expected UCI"),
        (&["depth=1", "colour=red"], "`colour=red`"),
    ] {
        let _ = fs::remove_file(&scored);
        let (status, said) = label(more);
        assert!(status != Some(0) && said.contains(expected), "{more:?}: {said}");
    }
}
