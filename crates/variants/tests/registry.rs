//! Games that are registered, registered again, and replaced. Each test has names of its own, since the games of a process
//! are known to all of its tests.

use helgi_rules::games::{self, RegisterError};
use helgi_rules::internals::games::names;
use helgi_rules::{Game, GameId, Line, Outcome, Phrase, Position, Reason, notation};
use helgi_variants::ini::{MOST_GAMES, sections};
use helgi_variants::{RegisteredFile, library, load, register, spec_of};

/// Registers the only game of a text.
fn game(text: &str) -> GameId {
    let loaded = load(text);
    assert_eq!(loaded.findings, [], "{text}");
    match register(&loaded.games[0]) {
        Ok(RegisteredFile::Plays(id)) => id,
        other => panic!("{text}: {other:?}"),
    }
}

/// The position after some moves on the wire.
fn after(game: GameId, moves: &[&str]) -> Line {
    let mut line = Line::new(game.start());
    for text in moves {
        line.play(notation::read(line.present(), text).unwrap());
    }
    line
}

#[test]
fn the_same_words_are_the_same_game() {
    let one = game("[same:chess]\nstalemateValue = loss\n");
    assert_eq!(game("# A remark.\n\n[same:chess]\nstalemateValue  =  loss\n"), one);
    assert_ne!(game("[same:chess]\nstalemateValue = win\n"), one);
    assert_eq!(game("[same:chess]\nstalemateValue = loss\n"), one);
    assert_eq!(GameId::named("SAME"), Some(one));
    // A game without a change of its own is another one than that which it starts from.
    assert_ne!(game("[same2:chess]\nstalemateValue = loss\n"), one);
}

#[test]
fn a_changed_game_takes_the_name_and_the_old_one_lives_on() {
    let text = |region: &str| format!("[changed:chess]\nflagPiece = k\nflagRegionWhite = {region}\n");
    let old = game(&text("e2"));
    let opening = ["e2e4", "e7e5"];
    let mut before = after(old, &opening);
    let new = game(&text("e3"));
    assert_ne!(old, new);
    assert_eq!((old.name(), new.name()), ("changed", "changed"));
    assert_eq!(GameId::named("changed"), Some(new));
    assert_ne!(old.fingerprint(), new.fingerprint());
    assert!(spec_of(old).is_some() && spec_of(old) != spec_of(new));
    let list = GameId::all();
    assert!(list.contains(&new) && !list.contains(&old));
    assert_eq!(names().iter().filter(|name| **name == "changed").count(), 1);

    // The line goes on by the rules that it began with, and so does what is begun anew with the old handle.
    let win = Some(Outcome::win(
        helgi_rules::board::Side::White,
        Reason::Rule(Phrase::new("goal", "reaches the goal")),
    ));
    before.play(notation::read(before.present(), "e1e2").unwrap());
    assert_eq!((before.present().game(), before.verdict()), (old, win));
    assert_eq!(after(old, &[&opening[..], &["e1e2"]].concat()).verdict(), win);
    let other = after(new, &[&opening[..], &["e1e2"]].concat());
    assert_eq!((other.present().game(), other.verdict()), (new, None));
    // The same board, but by other rules.
    assert_ne!(other.present(), before.present());
    assert_eq!(old.parse(&before.present().fen()).unwrap(), *before.present());

    // The old words come back as the old game, in the same place of the list.
    assert_eq!(game(&text("e2")), old);
    assert_eq!(GameId::named("changed"), Some(old));
    let place = |list: &[GameId], game| list.iter().position(|&listed| listed == game);
    assert_eq!(place(&GameId::all(), old), place(&list, new));
}

#[test]
fn a_game_of_the_users_goes_before_one_that_comes_along() {
    helgi_variants::install_library();
    let [known, unknown] = ["makruk", "shako"].map(|name| {
        assert!(library::names().contains(&name));
        name
    });
    let from_library = GameId::named(known).unwrap();
    assert!(from_library.comes_along() && !GameId::all().contains(&from_library));
    // Whether the other one was asked for before makes no difference.
    for name in [known, unknown] {
        let own = game(&format!("[{name}:chess]\nstalemateValue = win\n"));
        assert_eq!(GameId::named(name), Some(own), "{name}");
        assert!(!own.comes_along() && GameId::all().contains(&own), "{name}");
        assert_eq!(names().iter().filter(|other| **other == name).count(), 1);
    }
    // The one that comes along is another game, and plays on.
    assert_eq!(from_library.start().count_moves(), 23);
    assert!(helgi_variants::net_of(from_library).is_some());
    assert!(helgi_variants::net_of(GameId::named(known).unwrap()).is_none());
}

#[test]
fn games_that_were_registered_for_good_keep_their_names() {
    #[derive(Clone)]
    struct Own;

    impl Game for Own {
        type Position = helgi_rules::AnyPosition;

        fn info(&self) -> &'static helgi_rules::Info {
            static INFO: std::sync::LazyLock<helgi_rules::Info> = std::sync::LazyLock::new(|| {
                let mut info = *GameId::CHESS.info();
                info.name = "for-good";
                info
            });
            &INFO
        }

        fn outline(&self) -> &'static helgi_rules::board::Outline {
            GameId::CHESS.outline()
        }

        fn parse(&self, fen: &str) -> Result<helgi_rules::AnyPosition, helgi_rules::FenError> {
            GameId::CHESS.parse(fen)
        }
    }

    let own = games::register(Own).unwrap();
    let loaded = load("[for-good:chess]\nstalemateValue = win\n");
    assert_eq!(register(&loaded.games[0]), Err(RegisterError::Taken("for-good".to_owned())));
    assert_eq!(GameId::named("for-good"), Some(own));
    let agrees = |text: &str| match register(&load(text).games[0]) {
        Ok(RegisteredFile::BuiltIn(_, agrees)) => agrees,
        other => panic!("{text}: {other:?}"),
    };
    assert!(agrees("[chess:chess]\n"));
    assert!(agrees("[chess:chess]\ntitle = The game of kings\n"));
    assert!(agrees("[crazyhouse:chess]\npieceDrops = true\ncapturesToHand = true\n"));
    // None of these shows in the first half-moves.
    let changes = [
        "castling = false",
        "enPassantRegion = -",
        "promotionPieceTypes = qrb",
        "promotionPieceTypes = qrbnk",
        "stalemateValue = loss",
        "checkCounting = true",
        "nMoveRule = 40",
        "nFoldRule = 2",
        "castlingKingsideFile = f",
        "checking = false",
        "king = k:KN",
    ];
    let missed = changes.iter().filter(|change| agrees(&format!("[chess:chess]\n{change}\n")));
    assert_eq!(missed.collect::<Vec<_>>(), [""; 0].iter().collect::<Vec<_>>());
    let (names, findings) = load("[chess:chess]\ncastling = false\n").register();
    assert_eq!(names, [""; 0]);
    assert!(
        findings[0]
            .to_string()
            .ends_with("expected another name: the built-in game of this name has other rules")
    );
}

#[test]
fn a_file_has_a_bound_on_its_games() {
    let file = |count: usize| (0..count).map(|number| format!("[n{number}:chess]\n")).collect::<String>();
    let mut findings = Vec::new();
    assert_eq!(sections(&file(MOST_GAMES), &mut findings).len(), MOST_GAMES);
    assert_eq!(findings, []);
    for count in [MOST_GAMES + 1, 60_000] {
        let loaded = load(&file(count));
        assert!(loaded.games.is_empty());
        let report: Vec<String> = loaded.findings.iter().map(ToString::to_string).collect();
        let expected = "1001:1: error: `1001 games or more`, expected at most 1000 games in a file; divide it into \
                        several files";
        assert_eq!(report, [expected]);
    }
}

/// Somebody's own games come first under their exact names, and are found by their titles.
#[test]
fn names_of_own_games_win() {
    helgi_variants::install_library();
    let text = "[koth:chess]\ncastling = false\n\n[mine:chess]\ntitle = My own game\ncastling = false\n\n\
                [other:chess]\ntitle = Duck chess\ncastling = false\n";
    let loaded = load(text);
    assert_eq!(loaded.games.len(), 3, "{:?}", loaded.findings);
    loaded.games.iter().for_each(|game| {
        register(game).unwrap();
    });
    assert_eq!(GameId::named("KOTH").map(GameId::name), Some("koth"));
    assert_eq!(GameId::named("my-own game").map(GameId::name), Some("mine"));
    assert_eq!(GameId::named("duck").map(GameId::name), Some("duck"));
    let error = "Duck chess".parse::<GameId>().unwrap_err();
    assert_eq!((error.name.as_str(), error.meant), ("Duck chess", vec!["duck", "other"]));
    assert_eq!(error.expected, "`duck` or `other`: more than one game is called so");
}
