//! Captures on the way, of own pieces and of kings alone, exchanges of places, and moves that end where they began.
//!
//! `rows/xbetza-captures.tsv` has a form a line, a board, and the moves of `A` on it, worked out by programs of a few lines for
//! each piece that know no notation. `rows/lions-perft.tsv` counts the moves of a small game, by a program that knows only
//! that game.

use crate::check_perft;
use helgi_rules::board::{Action, Extra, Move, Square};
use helgi_rules::internals::describe::{self, MetPiece, MetTreatment, MoveFact};
use helgi_rules::internals::symmetry::Exchange;
use helgi_rules::notation::{self, Notation};
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Game, GameId, Line, Position};
use helgi_variants::{library, load, load_with, register};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};

const LIONS: &str = include_str!("../rows/lions.ini");

/// The games of lions.
fn register_lions() -> Vec<GameId> {
    let loaded = load(LIONS);
    assert_eq!(loaded.findings, []);
    let registered = loaded.games.iter().map(|game| {
        register(game).unwrap();
        GameId::named(game.played().info().name).unwrap()
    });
    registered.collect()
}

/// A game with a piece that moves so, on the board of chess; who has lost all his `k` has lost.
fn game(form: &str) -> GameId {
    // Tests that run at the same time have games of different names.
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let name = format!("rare-form-{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let text = format!(
        "[{name}]\ncustomPiece1 = a:{form}\nimmobile = i\ncommoner = k\nextinctionValue = loss\n\
         extinctionPieceTypes = k\nstalemateValue = loss\nstartFen = 7k/8/8/8/8/8/8/A6K w - - 0 1\n"
    );
    let loaded = load(&text);
    assert_eq!(loaded.findings, [], "{form}");
    register(&loaded.games[0]).unwrap();
    GameId::named(&name).unwrap()
}

/// Checks that a move has the effect on the board that its text says.
fn check_effect(position: &AnyPosition, legal: Move, exchanges: bool) {
    let after = position.after(legal);
    let (from, to, victims) = match legal.action() {
        Action::Pass => (None, None, Vec::new()),
        Action::Shoot { from, target, second } => {
            (Some(from), Some(from), [target].into_iter().chain(second).collect())
        }
        Action::Step {
            from,
            to,
            promote: None,
            extra: Extra::Remove(_) | Extra::Numbered(_) | Extra::None,
        } => (Some(from), Some(to), legal.removed(position.outline()).collect()),
        action => panic!("{action:?}"),
    };
    let set_down = legal.set_down(position.outline());
    let at = |position: &AnyPosition, square: Square| position.piece_at(square, 0);
    for square in position.outline().squares() {
        let is_emptied = Some(square) == from
            || victims.contains(&square)
            || set_down.is_some_and(|[piece, _]| piece == square);
        let expected = match Some(square) {
            here if here == to => from.and_then(|from| at(position, from)),
            _ if set_down.is_some_and(|[_, place]| place == square) => {
                set_down.and_then(|[piece, _]| at(position, piece))
            }
            here if here == from && exchanges => to.and_then(|to| at(position, to)),
            _ if is_emptied => None,
            _ => at(position, square),
        };
        assert_eq!(at(&after, square), expected, "{position:?} {legal:?} {square:?}");
    }
    assert_ne!(after.side(), position.side());
}

#[test]
fn every_form_has_its_moves() {
    let mut games = BTreeMap::new();
    for line in include_str!("../rows/xbetza-captures.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [form, fen, from, moves, _] = fields[..] else { panic!("{line}") };
        // Reading a game takes longer than all its rows.
        let game = *games.entry(form).or_insert_with(|| game(form));
        let position = game.parse(fen).unwrap();
        let notation = Notation::of(&game);
        let legal = position.legal_moves();
        let own = legal
            .iter()
            .filter(|legal| legal.from().is_none_or(|square| position.outline().name(square) == from));
        let mut found: Vec<(String, Move)> =
            own.map(|&legal| (notation.write(legal).to_string(), legal)).collect();
        found.sort();
        let texts: Vec<&str> = found.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(
            texts,
            moves.split(' ').filter(|text| *text != "-").collect::<Vec<_>>(),
            "{form} on {fen}"
        );
        let mut noisy = Vec::new();
        position.generate(helgi_rules::GenMode::Noisy, &mut noisy);
        for (text, legal) in found {
            assert_eq!(notation::read(&position, &text), Ok(legal), "{text}");
            // Of several legs a move says itself where a piece is set down.
            let exchanges = form.contains('u') && !form.contains(['a', '[']);
            check_effect(&position, legal, exchanges);
            assert_eq!(position.is_noisy(legal), noisy.contains(&legal), "{form} {text}");
        }
    }
    assert!(games.len() >= 40, "{} forms", games.len());
}

#[test]
fn the_numbers_of_move_paths_are_known() {
    let loaded = load_with(LIONS, &library::specs());
    assert_eq!(loaded.findings, []);
    check_perft(&loaded, include_str!("../rows/lions-perft.tsv"));
}

/// In games with such pieces moves have one text each, which is read back, and positions too, with the same key.
#[test]
fn moves_and_positions_are_read_back() {
    let mut special = 0;
    for game in register_lions() {
        for seed in 0..12 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut line = Line::new(game.start());
            for _ in 0..50 {
                let position = line.present().clone();
                let legal = position.legal_moves();
                let wire = Notation::of(&game);
                let texts: HashSet<String> =
                    legal.iter().map(|&legal| wire.write(legal).to_string()).collect();
                assert_eq!(texts.len(), legal.len(), "{position:?}");
                for (legal, text) in readable::write_all(&position, Style::San) {
                    assert_eq!(readable::read(&position, &text), Ok(legal), "{position:?} {text}");
                    let text = wire.write(legal).to_string();
                    assert_eq!(notation::read(&position, &text), Ok(legal), "{position:?} {text}");
                    let is_special = matches!(legal.action(), Action::Pass | Action::Shoot { .. })
                        || legal.removed(position.outline()).next().is_some()
                        || legal.set_down(position.outline()).is_some();
                    special += usize::from(is_special);
                }
                // The same moves, seen from the other side of the board.
                let exchange = Exchange::new(game.outline(), game.info().symmetry);
                let turned = game.parse(&exchange.text(&position.fen()).unwrap()).unwrap();
                let images: HashSet<Move> =
                    legal.iter().map(|&legal| exchange.exchange_move(legal)).collect();
                assert_eq!(images, turned.legal_moves().into_iter().collect(), "{position:?}");
                let read = game.parse(&position.fen()).unwrap();
                assert_eq!((read.key(), read.fen()), (position.key(), position.fen()));
                assert_eq!(read.legal_moves(), legal);
                if line.verdict().is_some() || legal.is_empty() {
                    break;
                }
                line.play(legal[random.usize(..legal.len())]);
            }
        }
    }
    assert!(special > 3_000, "{special}");
}

/// Moves of a position that concern a square of departure, by their texts for people.
fn told(game: &str, fen: &str) -> BTreeSet<String> {
    let position = GameId::named(game).unwrap().parse(fen).unwrap();
    readable::write_all(&position, Style::San).into_iter().map(|(_, text)| text).collect()
}

/// Captures on the way go with promotion, with hands and with compulsory captures.
#[test]
fn captures_on_the_way_go_with_other_rules() {
    register_lions();
    let promoting = told("lions-promotion", "k5/6/2m3/3M2/6/K5 w - - 0 1");
    assert_eq!(promoting, BTreeSet::from(["Mb5xc4".to_owned()]), "no other move, and not yet in the zone");
    let promoting = told("lions-promotion", "k5/2m3/3M2/6/6/K5 w - - 0 1");
    assert_eq!(promoting, BTreeSet::from(["Mb6=+Mxc5+".to_owned(), "Mb6xc5".to_owned()]));
    let game = GameId::named("lions-drops").unwrap();
    let after = |fen: &str, text: &str| {
        let position = game.parse(fen).unwrap();
        position.after(notation::read(&position, text).unwrap()).fen()
    };
    let fen = "k5/6/2mn2/3L2/2N3/K4R[] w - - 0 1";
    assert_eq!(after(fen, "d3d4xc4"), "k5/6/3L2/6/2N3/K4R[NM] b - - 0 1");
    assert_eq!(after(fen, "d3xc4"), "k5/6/3n2/3L2/2N3/K4R[M] b - - 0 1");
    assert_eq!(after(fen, "0000"), "k5/6/2mn2/3L2/2N3/K4R[] b - - 1 1");
    // A piece that its own side takes comes into nobody's hand.
    assert_eq!(after("k5/6/6/1N4/6/K1N3[] w - - 0 1", "b3c1"), "k5/6/6/6/6/K1N3[] b - - 0 1");
    assert_eq!(after("k5/6/6/1N4/6/K1R3[] w - - 0 1", "c1a1"), "k5/6/6/1N4/6/R1K3[] b - - 1 1");
}

/// An own piece that is taken on the way comes into nobody's hand, as one does that is taken where a move ends.
#[test]
fn own_pieces_on_the_way_come_into_no_hand() {
    let keys = "capturesToHand = true\npieceDrops = true\nking = k\ncastling = false\nknight = -";
    let loaded = load(&format!(
        "[own-takers:chess]\n{keys}\ncustomPiece1 = a:cdabK\ncustomPiece2 = n:cdacdafK\n\
         startFen = k7/8/8/8/8/8/8/K7[] w - - 0 1\n"
    ));
    assert_eq!(loaded.findings, []);
    register(&loaded.games[0]).unwrap();
    let after = |fen: &str, text: &str| {
        let position = GameId::named("own-takers").unwrap().parse(fen).unwrap();
        position.after(notation::read(&position, text).unwrap()).fen()
    };
    let fen = "k7/8/8/3p4/3A4/3P4/8/K7[] w - - 0 1";
    assert_eq!(after(fen, "d4xd3"), "k7/8/8/3p4/3A4/8/8/K7[] b - - 0 1");
    assert_eq!(after(fen, "d4xd5"), "k7/8/8/8/3A4/3P4/8/K7[P] b - - 0 1");
    let fen = "k7/8/8/3p4/3P4/3N4/8/K7[] w - - 0 1";
    assert_eq!(after(fen, "d3d6xd4xd5"), "k7/8/3N4/8/8/8/8/K7[P] b - - 0 1");
}

/// A piece that can go and come back adds no second pass to that of a phase.
#[test]
fn a_side_passes_in_one_way() {
    let loaded = load(&format!("{LIONS}\n[lions-phases:lions]\nphase1 = 1- move pass\n"));
    assert_eq!(loaded.findings, []);
    for (name, passes) in [("lions", 1), ("lions-phases", 1)] {
        let game = loaded.games.iter().find(|game| game.name() == name).unwrap();
        register(game).unwrap();
        let position = GameId::named(name).unwrap().parse("k5/6/6/3L2/6/K5 w - - 0 1").unwrap();
        let count = position.legal_moves().into_iter().filter(|&legal| legal == Move::PASS).count();
        assert_eq!(count, passes, "{name}");
    }
}

/// Two pieces of one kind change places, although the board is then as before.
#[test]
fn exchanges_of_equal_pieces_are_told() {
    let position = game("RudR").parse("7k/8/8/8/8/8/8/A2A3K w - - 0 1").unwrap();
    let legal = notation::read(&position, "a1d1").unwrap();
    let facts = describe::facts(&position, legal);
    let is_exchange = |fact: &MoveFact| {
        matches!(
            fact,
            MoveFact::Arrival { met: Some(MetPiece { treatment: MetTreatment::Exchanged, .. }), .. }
        )
    };
    assert!(facts.iter().any(is_exchange), "{facts:?}");
}

/// A king is in check by a piece that takes it on its way, if that piece has where to go.
#[test]
fn kings_are_taken_on_the_way() {
    register_lions();
    let checked = |fen: &str| GameId::named("lions").unwrap().parse(fen).unwrap().in_check();
    assert!(checked("6/2k3/1M4/6/6/K5 b - - 0 1"), "d6 is empty");
    assert!(!checked("3m2/2k3/1M4/6/6/K5 b - - 0 1"));
    assert!(!checked("2k3/1M4/6/6/6/K5 b - - 0 1"), "nothing is behind the edge");
    // A lion takes a pawn, then the king behind it.
    assert!(checked("1k4/1m4/1L4/6/6/K5 b - - 0 1"));
    let hunted = |fen: &str| told("lions-hunt", fen);
    let checked = |fen: &str| GameId::named("courtiers").unwrap().parse(fen).unwrap().in_check();
    // A knight takes a king beside it if it can go on from there, and none by a leap.
    assert!(checked("6/2k3/2N3/6/6/K5 b - - 0 1"));
    assert!(checked("2m3/2k3/2N3/6/6/K5 b - - 0 1"));
    assert!(!checked("2M3/2k3/2N3/6/6/K5 b - - 0 1"));
    assert!(!checked("2k3/2N3/6/6/6/K5 b - - 0 1"), "nothing is behind the edge");
    assert!(!checked("2k3/6/1N4/6/6/K5 b - - 0 1"));
    // A tame lady gives no check, and a courtier does over an own piece that it takes.
    assert!(!checked("2k3/6/2T3/6/6/K5 b - - 0 1"));
    assert!(checked("6/2k3/2M3/2M3/6/K5 b - - 0 1"));
    assert!(!checked("6/2k3/6/2M3/6/K5 b - - 0 1"));
    assert!(!checked("6/2k3/2m3/2M3/6/K5 b - - 0 1"));
    // A tower takes a king behind one piece of its own side, not behind two or one of the other.
    assert!(checked("2k3/2N3/6/6/2R3/K5 b - - 0 1"));
    assert!(!checked("2k3/2N3/6/2N3/2R3/K5 b - - 0 1"));
    assert!(!checked("2k3/2m3/6/6/2R3/K5 b - - 0 1"));
    assert!(!checked("2k3/6/6/6/2R3/K5 b - - 0 1"));
    // A tiger takes a king as the third of three, if it has where to go; a thrower moves one, which is no check.
    let checked = |fen: &str| GameId::named("porters").unwrap().parse(fen).unwrap().in_check();
    assert!(checked("7/7/7/3k3/3m3/3m3/K2T3 b - - 0 1"));
    assert!(!checked("7/7/7/3k3/3m3/7/K2T3 b - - 0 1"), "it takes three, no fewer");
    assert!(!checked("7/3s3/3m3/3k3/7/3m3/K2T3 b - - 0 1"), "nothing stands between");
    assert!(!checked("7/4k2/7/3S3/7/7/K6 b - - 0 1"));
    assert!(checked("7/7/3k3/3S3/7/7/K6 b - - 0 1"));
    let porters = GameId::named("porters").unwrap();
    let thrown = porters.parse("7/4k2/7/3S3/7/7/K6 w - - 0 1").unwrap();
    let after = thrown.after(notation::read(&thrown, "d4e6@e5").unwrap());
    assert_eq!(after.fen(), "7/4S2/4k2/7/7/7/K6 b - - 1 1");
    // A huntsman takes kings alone.
    assert!(hunted("k5/6/6/F1m3/6/K5 w - - 0 1").contains("Fxa6#"));
    assert!(!hunted("k5/6/6/F1m3/6/K5 w - - 0 1").iter().any(|text| text.contains("xc3")));
}

/// Any number of pieces may be taken on the way, as far as there is time and room for all ways on the board.
#[test]
fn ways_are_counted_before_they_are_made() {
    for (form, found) in [
        ("cacacaK", None),
        ("cacaNX", None),
        ("cafcafW3", None),
        ("cyacaK", None),
        ("[cR-cK-K]", None),
        ("ocacaK", None),
        ("(acf)F", None),
        ("c(acf)afF", None),
        ("c(afac)afmF", None),
        ("[cF-cF-cF-F]", None),
        ("cacacacaK", Some("fewer ways: these legs have more than 16384")),
        ("c(ac)K", Some("fewer ways: these legs have more than 16384")),
        ("[cR-csR-csR-csR-csR]", Some("each leg that rides")),
        ("[R-sR-sR-sR-sR-sR-sR]", Some("each leg that rides")),
        ("aaaaaR", Some("each leg that rides")),
    ] {
        let loaded = load(&format!("[far:chess]\ncustomPiece1 = a:{form}\n"));
        let faults: Vec<String> = loaded.findings.iter().map(ToString::to_string).collect();
        match found {
            None => assert_eq!(faults, [""; 0], "{form}"),
            Some(found) => {
                assert!(faults.len() == 1 && faults[0].contains(found), "{form}: {faults:?}");
                assert!(faults[0].contains("customPiece1"), "{form}: {faults:?}");
            }
        }
    }
}

/// A move with a promotion has less room for what it does elsewhere.
#[test]
fn promotions_limit_the_ways() {
    let board =
        "maxFile = e\nmaxRank = 4\nking = k\nrook = r\ncastling = false\nstartFen = k4/5/5/K3A w - - 0 1";
    for (form, promotes, is_read) in [
        ("cacacaQ", false, true),
        ("cacacaQ", true, false),
        ("cacacaN", true, true),
        ("cacaR", true, true),
        ("afudQucafmQ", true, true),
    ] {
        let promotion = if promotes { "promotedPieceType = a:r\npromotionRegionWhite = *4\n" } else { "" };
        let loaded = load(&format!("[far]\n{board}\ncustomPiece1 = a:{form}\n{promotion}"));
        let faults: Vec<String> = loaded.findings.iter().map(ToString::to_string).collect();
        assert_eq!(faults.is_empty(), is_read, "{form} {promotes}: {faults:?}");
        let expected = "customPiece1: `A`, expected at most 255 ways between two squares";
        assert!(is_read || faults[0].contains(expected), "{faults:?}");
    }
}

/// Pieces in random forms, and others that imitate them, are read or refused, and what is read plays: no form is too long for the
/// time there is.
#[test]
fn random_forms_are_read_or_refused() {
    let mut random = fastrand::Rng::with_seed(31);
    let mut played = 0;
    let pick = |random: &mut fastrand::Rng, from: &[&'static str]| from[random.usize(..from.len())];
    for _ in 0..400 {
        let mut form = String::new();
        let brackets = random.u8(..4) == 0;
        let legs = random.usize(1..=5);
        form += if brackets { "[" } else { "" };
        for leg in 0..legs {
            for _ in 0..random.usize(..4) {
                form += pick(
                    &mut random,
                    &["c", "d", "u", "m", "k", "t", "p", "g", "f", "s", "b", "y", "o", "(", ")"],
                );
            }
            let is_last = leg + 1 == legs;
            if brackets || is_last {
                form += pick(&mut random, &["K", "W", "F", "N", "Q", "R", "B", "W2", "NX", "D"]);
            }
            form += match (brackets, is_last) {
                (true, true) => "]",
                (true, false) => pick(&mut random, &["-", "?"]),
                (false, true) => "",
                (false, false) => pick(&mut random, &["a", "(a"]),
            };
        }
        let closing = form.matches('(').count().saturating_sub(form.matches(')').count());
        if let Some(at) = form.find(|letter: char| letter.is_ascii_uppercase()).filter(|_| closing > 0) {
            form.insert(at, ')');
        }
        let imitation =
            pick(&mut random, &["I", "mI", "cI", "WI", "FmI", "cafKI", "udFI", "[F-ucW]I", "mKxQcI"]);
        let loaded = load(&format!(
            "[random-form]\nmaxFile = g\nmaxRank = 7\nking = k\npawn = p\ncastling = false\ncustomPiece1 = a:{form}\n\
             customPiece2 = i:{imitation}\nstartFen = aa1k1aa/pip1pip/7/7/7/PIP1PIP/AA1K1AA w - - 0 1\n"
        ));
        let Some(game) = loaded.games.first() else { continue };
        register(game).unwrap();
        let game = GameId::named("random-form").unwrap();
        let mut line = Line::new(game.start());
        for _ in 0..12 {
            let position = line.present().clone();
            let legal = position.legal_moves();
            let texts: HashSet<String> =
                legal.iter().map(|&legal| Notation::of(&game).write(legal).to_string()).collect();
            assert_eq!(texts.len(), legal.len(), "{form} {imitation}: {position:?}");
            let read = game.parse(&position.fen()).unwrap();
            assert_eq!(
                (read.key(), read.legal_moves()),
                (position.key(), legal.clone()),
                "{form} {imitation}: {position:?}"
            );
            if line.verdict().is_some() || legal.is_empty() {
                break;
            }
            line.play(legal[random.usize(..legal.len())]);
        }
        played += 1;
    }
    assert!(played > 50, "{played}");
}

/// Rules that leave open what such captures would mean are refused with the reason.
#[test]
fn contradictions_are_refused() {
    for (keys, found) in [
        ("wallingRule = duck", "wallingRule"),
        ("blastOnCapture = true\nking = -", "blastOnCapture"),
        ("castling = true\nking = k:KdR", "king"),
        ("castling = true\nking = k:KdafmW", "king"),
        ("promotionChoices = l:r", "promotionChoices"),
        (
            "commoner = c\nextinctionValue = loss\nextinctionPieceTypes = c\nextinctionPseudoRoyal = true",
            "extinctionPseudoRoyal",
        ),
    ] {
        let text = format!("{}\n[odd:lions]\n{keys}\n", LIONS.split("[lions-drops").next().unwrap());
        let loaded = load(&text);
        let named = loaded.findings.iter().any(|finding| finding.key == found);
        assert!(named && loaded.games.len() == 1, "{keys}: {:?}", loaded.findings);
    }
}
