//! The nets that come along: they give the same values on every machine, and both sides see the board alike.
//!
//! Their values are in `nets.tsv`, a line for each position with the game, the value for the side
//! to move in centipawns, and the position. `HELGI_WRITE_NETS=1 cargo test --test nets` writes it
//! again.

use fastrand::Rng;
use helgi_engine::internals::net::Net;
use helgi_engine::net::NetChoice;
use helgi_rules::internals::symmetry::Exchange;
use helgi_rules::{AnyPosition, Game, GameId, Position};
use helgi_variants::library::{NETS, lent};
use std::fs;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/nets.tsv");

/// Number of positions of each game in the file.
const WRITTEN: usize = 12;

/// The built-in games, and those of the library that bring a net or play with that of another game.
fn games() -> Vec<GameId> {
    helgi_variants::install_library();
    helgi_engine::internals::offer_nets(helgi_variants::net_of, helgi_variants::lender_of);
    let names = NETS.iter().map(|(name, _)| *name).chain(lent().map(|(borrower, _)| borrower));
    let brought = names.map(|name| GameId::named(name).unwrap_or_else(|| panic!("{name}")));
    GameId::BUILT_IN.iter().copied().chain(brought).collect()
}

fn learned(position: &AnyPosition) -> Option<i32> {
    helgi_engine::evaluate(position, &NetChoice::BuiltIn).learned
}

/// Positions of random games in progress.
fn positions(game: GameId, count: usize) -> Vec<AnyPosition> {
    let mut random = Rng::with_seed(3);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = game.start();
        for ply in 0..80 {
            if ply % 16 == 4 && position.outcome().is_none() {
                found.push(position.clone());
            }
            let Some(&played) = random.choice(&position.legal_moves()) else { break };
            position.play(played);
        }
    }
    found.truncate(count);
    found
}

#[test]
fn nets_say_what_is_written_down() {
    if std::env::var_os("HELGI_WRITE_NETS").is_some() {
        let mut text = "game\tlearned\tposition\n".to_owned();
        for game in games() {
            for position in positions(game, WRITTEN) {
                if let Some(value) = learned(&position) {
                    text += &format!("{}\t{value}\t{}\n", game.name(), position.fen());
                }
            }
        }
        fs::write(FILE, text).unwrap();
    }
    let text = fs::read_to_string(FILE).unwrap();
    let all = games();
    let mut games: Vec<&str> = Vec::new();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[game, value, fen] = &fields[..] else { panic!("{line}") };
        let position = GameId::named(game).unwrap().parse(fen).unwrap();
        assert_eq!(learned(&position), value.parse().ok(), "{line}");
        games.push(game);
    }
    games.dedup();
    let with_net = all.iter().filter(|game| learned(&game.start()).is_some());
    assert_eq!(games, with_net.map(|game| game.name()).collect::<Vec<_>>());
    assert!(games.len() >= 6 + NETS.len() + lent().count(), "{games:?}");
}

/// A position and the same with the colours exchanged are worth the same to the side to move.
#[test]
fn nets_see_both_sides_alike() {
    let mut uneven = Vec::new();
    for game in games() {
        let exchange = Exchange::new(game.outline(), game.info().symmetry);
        if game.parse(&exchange.text(game.info().start).unwrap()).is_err() {
            uneven.push(game.name());
            continue;
        }
        let mut compared = 0;
        for position in positions(game, 60) {
            let text = exchange.text(&position.fen()).unwrap();
            let Ok(exchanged) = game.parse(&text) else { continue };
            assert_eq!(learned(&position), learned(&exchanged), "{}: {text}", game.name());
            compared += 1;
        }
        assert!(compared > 20, "{}: {compared}", game.name());
    }
    // With the sides exchanged it is another game: the horde has no king.
    assert_eq!(uneven, ["horde"]);
}

/// The nets that come with the sources, built in or for comparison, are nets of their games, and say how they were made.
#[test]
fn every_net_in_the_folders_can_be_played_with() {
    games();
    let mut nets = 0;
    for folder in ["engine", "variants"] {
        let folder = format!("{}/crates/{folder}/nets", env!("CARGO_MANIFEST_DIR"));
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "net") {
                continue;
            }
            let bytes = fs::read(&path).unwrap();
            let read = helgi_engine::read_net(&bytes);
            read.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            // Those of earlier versions of the format would be larger.
            let net = Net::from_bytes(&bytes).unwrap();
            let again = net.to_bytes();
            assert_eq!((again[9], again.len()), (bytes[9], bytes.len()), "{}", path.display());
            assert_eq!(Net::from_bytes(&again), Ok(net), "{}", path.display());
            let card = path.with_extension("md");
            let text =
                fs::read_to_string(&card).unwrap_or_else(|error| panic!("{}: {error}", card.display()));
            assert!(
                text.contains("helgi train"),
                "{}: expected the command that made the net",
                card.display()
            );
            nets += 1;
        }
    }
    assert!(nets > 7 + NETS.len(), "{nets}");
}

/// The forms as Chess960 play with the nets of their games.
#[test]
fn shuffled_forms_have_the_nets_of_their_games() {
    let mut forms = Vec::new();
    for game in games().into_iter().skip(GameId::BUILT_IN.len()) {
        let Some(form) = game.chess960() else { continue };
        forms.push(form.name());
        assert_eq!(
            helgi_engine::internals::net_in_use(form),
            helgi_engine::internals::net_in_use(game),
            "{}",
            form.name()
        );
        for position in positions(game, 30) {
            let fields: Vec<String> = position.fen().split(' ').map(str::to_owned).collect();
            if fields[2] == "-" {
                let same = form.parse(&position.fen()).unwrap();
                assert!(learned(&same).is_some());
                assert_eq!(learned(&same), learned(&position), "{}", position.fen());
            }
        }
        let net = helgi_engine::internals::net_in_use(game).unwrap();
        let loaded = helgi_engine::read_net(&net).unwrap();
        assert!(helgi_engine::internals::is_in_use(&loaded, form), "{}", form.name());
        helgi_engine::use_net(form, &net, "of its game").unwrap();
    }
    forms.sort_unstable();
    assert_eq!(
        forms,
        [
            "3check960",
            "5check960",
            "antichess960",
            "atlantis960",
            "atomic960",
            "berolina960",
            "capablanca960",
            "capahouse960",
            "chessgi960",
            "coregal960",
            "crazyhouse960",
            "embassy960",
            "empire960",
            "extinction960",
            "gothhouse960",
            "gothic960",
            "hoppelpoppel960",
            "horde960",
            "khans960",
            "kingofthehill960",
            "loop960",
            "losers960",
            "nocheckatomic960",
            "orda960",
            "ordamirror960",
            "placement960",
            "pocketknight960",
            "racingkings960",
            "seirawan960",
            "shako960",
            "shinobi960",
            "shinobiplus960",
            "shogun960",
            "spartan960",
            "synochess960",
            "threekings960",
            "torpedo960",
        ]
    );
}
