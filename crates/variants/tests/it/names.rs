//! The names under which games are found, and the page that lists them:
//! `HELGI_WRITE_NAMES=1 cargo test -p helgi-variants --test it names::` writes its table.

use helgi_rules::games::GameId;
use helgi_rules::internals::games::{folded, known};
use helgi_variants::{Finding, ReadGame, install_library, library, load, reference};
use std::collections::{HashMap, HashSet};

const PAGE: &str = include_str!("../../../../docs/game-names.md");

/// The games of sites, of Fairy-Stockfish c19b5f6c and of cutechess 5e84232b: offered `alone`, with a `file` of games that has them, or not.
const SITES: &str = include_str!("../rows/sites.tsv");

/// Names as other programs write them: `lichess`, its keys, chess.com, python-chess, cutechess, XBoard, pychess.
const WRITTEN: &[(&str, &[&str])] = &[
    (
        "chess",
        &[
            "Standard",
            "standard",
            "normal",
            "From Position",
            "fromPosition",
            "Classical",
            "chess",
            "Normal chess",
        ],
    ),
    (
        "fischerandom",
        &["Chess960", "Chess 960", "Fischerandom", "fischer-random", "FRC", "wild/fr", "Freestyle"],
    ),
    ("crazyhouse", &["Crazyhouse", "Crazy House", "crazy_house", "ZH"]),
    ("kingofthehill", &["King of the Hill", "kingOfTheHill", "KOTH", "king-of-the-hill", "KING OF THE HILL"]),
    (
        "3check",
        &[
            "Three-check",
            "Three check",
            "threeCheck",
            "3-check",
            "3 check",
            "Three Check Chess",
            "Three-Check",
        ],
    ),
    ("5check", &["Five-check", "5check"]),
    ("racingkings", &["Racing Kings", "racingKings", "Racing", "Race"]),
    ("horde", &["Horde", "Horde chess"]),
    ("antichess", &["Antichess", "Anti chess", "Anti", "anti-chess"]),
    ("giveaway", &["Giveaway", "Giveaway chess", "Give away", "Give away chess"]),
    ("suicide", &["Suicide", "Suicide chess"]),
    ("losers", &["Losers", "Loser's chess", "losers chess"]),
    ("atomic", &["Atomic", "Atom", "Atomic chess"]),
    ("nocastle", &["nocastle", "No castling", "Chess without castling"]),
    ("duck", &["Duck chess", "Duck Chess", "duckchess"]),
    ("grand", &["Grand chess", "grand"]),
    ("capablanca", &["Capablanca chess", "Capablanca’s chess"]),
    ("hoppelpoppel", &["Hoppel-Poppel", "hoppel poppel"]),
    ("ai-wok", &["aiwok", "Ai wok", "ai_wok"]),
    ("ordamirror", &["Orda mirror"]),
    ("khans", &["Khan's chess", "Khans"]),
    ("makruk", &["Makruk", "Thai chess"]),
    ("kyotoshogi", &["Kyoto shogi"]),
    ("dobutsu", &["Dobutsu", "Dobutsu shogi"]),
    ("losalamos", &["Los Alamos"]),
    ("cfour", &["Connect four", "Connect 4"]),
    ("tavreli", &["Tavreli, Russian chess", "Russian chess"]),
    ("popular10-drop", &["popular10 drop", "10x10 game, generals dropped"]),
];

#[test]
fn games_are_found_by_the_names_of_other_programs() {
    install_library();
    for (game, names) in WRITTEN {
        for name in *names {
            assert_eq!(GameId::named(name).map(GameId::name), Some(*game), "{name}");
        }
    }
}

/// A game may start from another under each of its names.
#[test]
fn bases_are_found_by_the_names_of_other_programs() {
    let read = |base: &str| {
        let loaded = load(&format!("[mine:{base}]\nnMoveRule = 40\n"));
        (loaded.games.into_iter().next(), loaded.findings)
    };
    for (game, names) in WRITTEN {
        // Built-in games are no data; Chess960 is chess from other starts.
        let own = match *game {
            "tavreli" | "popular10-drop" => None,
            "fischerandom" => {
                load("[mine:chess]\nchess960 = true\nnMoveRule = 40\n").games.into_iter().next()
            }
            game => read(game).0,
        };
        for name in names.iter().chain([game]) {
            let (found, findings) = read(name);
            let spec = |game: &Option<ReadGame>| game.as_ref().map(|game| game.spec().clone());
            assert_eq!(spec(&found), spec(&own), "{name}: {findings:?}");
            let is_own = own.is_none() || name.to_lowercase() == *game;
            let warning = format!(
                "1:7: warning: [mine] `{}`: read as `{game}`, helgi's name for this game",
                name.to_ascii_lowercase()
            );
            let said: Vec<String> =
                findings.iter().filter(|finding| !finding.is_fatal()).map(Finding::to_string).collect();
            assert_eq!(said, if is_own { vec![] } else { vec![warning] }, "{name}");
        }
    }
    // Forms as Chess960, also of games before the section, and those that there are not.
    for (base, expected) in [
        ("atomic960", Some("atomic960")),
        ("Shako 960", Some("shako960")),
        ("wild/fr", Some("fischerandom")),
        ("makruk960", None),
        ("tavreli", None),
        ("berolina rifle", None),
    ] {
        let (found, findings) = read(base);
        assert_eq!(
            found.is_some_and(|game| game.spec().chess960),
            expected.is_some(),
            "{base}: {findings:?}"
        );
    }
    let text = "[chess:chess]\ncastling = false\n[a:normal]\n[b:chess960]\n";
    let loaded = load(text);
    assert_eq!(loaded.games.iter().map(|game| game.spec().castling).collect::<Vec<_>>(), [false, false]);
    assert_eq!(loaded.findings.len(), 2, "{:?}", loaded.findings);
}

/// The page counts the games of each site, and those that helgi brings along.
#[test]
fn the_page_counts_the_games_of_sites() {
    install_library();
    let mut counts: Vec<(&str, [usize; 3])> = Vec::new();
    for line in SITES.lines().skip(1) {
        let [site, name, offered, exact] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert_eq!(GameId::named(name).is_some(), offered == "alone", "{line}");
        assert!(!exact.is_empty(), "{line}");
        if counts.last().is_none_or(|(last, _)| *last != site) {
            counts.push((site, [0; 3]));
        }
        let place = ["alone", "file", "no"].iter().position(|word| *word == offered).unwrap();
        counts.last_mut().unwrap().1[place] += 1;
    }
    let (_, table) = PAGE.split_once("|---|---|---|---|---|\n").unwrap();
    let rows: Vec<&str> = table.lines().take_while(|line| line.starts_with('|')).collect();
    assert_eq!(rows.len(), counts.len());
    for (row, (site, [alone, file, no])) in rows.iter().zip(&counts) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        assert_eq!(cells[2..4], [(alone + file + no).to_string(), alone.to_string()], "{site}");
        let number = cells[4].split(',').next().unwrap();
        assert_eq!(number.parse().unwrap_or(0), *file, "{site}");
        assert_eq!(cells[5].is_empty(), *no == 0, "{site}");
    }
    assert_eq!(counts[2].1[..2].iter().chain(&counts[3].1[..2]).sum::<usize>(), 264);
}

/// Every name of the table stands for one game.
#[test]
fn no_two_games_share_a_name() {
    install_library();
    let mut owners: HashMap<String, &str> = HashMap::new();
    for game in known() {
        let mut own: Vec<String> = game.aliases.iter().map(|alias| folded(alias)).collect();
        own.extend([folded(game.name), folded(game.title)]);
        let different: HashSet<&String> = own[..game.aliases.len()].iter().collect();
        assert_eq!(different.len(), game.aliases.len(), "an alias of {} twice", game.name);
        let is_needed = |alias: &String| !own[game.aliases.len()..].contains(alias);
        assert!(
            own[..game.aliases.len()].iter().all(is_needed),
            "an alias of {} is its name or title",
            game.name
        );
        for name in [game.name, game.title].into_iter().chain(game.aliases) {
            let owner = owners.entry(folded(name)).or_insert(game.name);
            assert_eq!(*owner, game.name, "{name}");
            assert_eq!(GameId::named(name).map(GameId::name), Some(game.name), "{name}");
        }
    }
    assert!(owners.len() > 200, "{} names", owners.len());
}

/// A line of the data file that names no game would be without effect.
#[test]
fn aliases_belong_to_games_that_come_along() {
    let lines = include_str!("../../games/aliases.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (name, aliases) = line.split_once(": ").unwrap_or_else(|| panic!("{line}"));
        assert!(library::names().contains(&name), "{name}");
        assert!(aliases.split(", ").all(|alias| !folded(alias).is_empty()), "{line}");
    }
}

#[test]
fn unknown_games_are_refused() {
    install_library();
    let names = [
        "Makruk960",
        "Tavreli 960",
        "wildcastle",
        "fourkings",
        "fogofwar",
        "Fog of War",
        "wild/5",
        "Berolina rifle",
        "",
        " - ",
    ];
    for name in names {
        assert_eq!(GameId::named(name), None, "{name}");
    }
    let error = |name: &str| name.parse::<GameId>().unwrap_err().to_string();
    assert_eq!(error("tavrely"), "`tavrely`, expected a game that helgi plays; did you mean `tavreli`?");
    assert_eq!(
        error("King of the Hil"),
        "`King of the Hil`, expected a game that helgi plays; did you mean `kingofthehill`?"
    );
    assert_eq!(error("draughts"), "`draughts`, expected a game that helgi plays");
    assert_eq!(
        error("Makruk960"),
        "`Makruk960`, expected `makruk`: helgi plays it from its own start, not from shuffled ones"
    );
    assert!(error(&"x".repeat(1_000_000)).len() < 200);
}

#[test]
fn the_page_has_the_table() {
    install_library();
    let (head, table) = PAGE.split_once("\n\n| game |").unwrap();
    if std::env::var_os("HELGI_WRITE_NAMES").is_some() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/game-names.md");
        std::fs::write(page, format!("{head}\n\n{}", reference::names())).unwrap();
        return;
    }
    for (here, there) in format!("| game |{table}").lines().zip(reference::names().lines()) {
        assert_eq!(here, there);
    }
    assert_eq!(format!("| game |{table}"), reference::names());
}
