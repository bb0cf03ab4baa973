//! The games that come along against known numbers of move paths.
//!
//! `rows/perft.tsv` has the source of each number: other programs' own tests, or two programs that agree.
//! `tools/games` counts any table of that form with any files.

use helgi_variants::{AnyFileGame, library, load_with, with_file_game};
use std::collections::BTreeMap;

fn games() -> BTreeMap<&'static str, AnyFileGame> {
    let mut games = BTreeMap::new();
    for (_, text) in library::TEXTS {
        let loaded = load_with(text, &library::specs());
        assert_eq!(loaded.findings, []);
        games.extend(loaded.games.iter().map(|game| (game.played().info().name, game.played())));
    }
    games
}

#[test]
fn the_games_that_come_along_have_no_mistakes() {
    assert_eq!(library::findings(), []);
    let read: Vec<String> = library::specs().iter().map(|spec| spec.name.clone()).collect();
    assert_eq!(library::names(), read);
    let games = games();
    assert_eq!(games.len(), library::names().len(), "all of them can be played");
    assert!(games.len() >= 60, "{} games", games.len());
    for (name, game) in &games {
        let spec = game.spec();
        assert!(!spec.title.is_empty() && spec.title != spec.name, "{name} has no title");
        assert!(spec.url.starts_with("https://"), "{name} has no link");
    }
}

#[test]
fn the_numbers_of_move_paths_are_known() {
    let games = games();
    let mut counted = BTreeMap::new();
    for line in include_str!("../rows/perft.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [variant, fen, depth, nodes, _] = fields[..] else { panic!("{line}") };
        let found = games[variant].perft(fen, depth.parse().unwrap());
        assert_eq!(found, Ok(nodes.parse().unwrap()), "{variant} {fen} depth {depth}");
        *counted.entry(variant).or_insert(0) += 1;
    }
    assert!(counted.len() >= 60, "{} variants", counted.len());
}

/// Old mistakes: the last check by a dropped pawn is no mate, a king is not dropped into check, and a hopper's
/// range counts all its steps. The numbers are Fairy-Stockfish's.
#[test]
fn drops_and_hoppers_of_limited_range() {
    let text = "[counted:shogi]\ncheckCounting = true\nstartFen = lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 5+5 0 1\n\
                [screened:placement]\ndropNoDoubled = p\nstartFen = 8/8/8/8/8/8/8/8[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1\n\
                dropRegionWhite = *1 *2 *3 *4\ndropRegionBlack = *8 *7 *6 *5\n\
                [cannons:shogi]\ndropNoDoubled = -\nshogiPawnDropMateIllegal = false\nsoldier = p\ncannon = u\n\
                customPiece1 = a:pR\ncustomPiece2 = c:mBcpB\ncustomPiece3 = i:pB\ncustomPiece4 = w:mRpRmFpB2\n\
                customPiece5 = f:mBpBmWpR2\npromotedPieceType = u:w a:w c:f i:f p:g\n";
    let loaded = load_with(text, &library::specs());
    assert_eq!(loaded.findings, []);
    let [counted, screened, cannons] = &loaded.games[..] else { panic!("{:?}", loaded.games) };
    for (game, fen, nodes) in [
        (
            counted,
            "3gs1sn1/4gkrbl/l1n1p1p1p/p4p1p1/1pPP5/PR2P4/1PN2PPPP/1B2S2S1/L2GKG1NL[Pp] w - - 1+1 2 24",
            816,
        ),
        (screened, "n7/2b5/8/3b1nq1/3N4/3P3Q/6B1/7K[RRBNPPPPPPPkrrpppppppp] w - - 0 6", 5830),
        (cannons, "1nsgk1snl/lrc1g1ab1/pgp1p1p1p/9/3g5/P1PU3i1/N3P1PCP/1BA2I1RL/L1SuK1SN1[] w - - 2 9", 2248),
        (
            cannons,
            "lns1k1s1l/r2ig2b1/pcp2pp1n/5G1+up/4a1a2/3BP1P2/NP1PI3P/3U2CR1/L1SGKGSNL[] b - - 1 15",
            2926,
        ),
    ] {
        assert_eq!(game.perft(fen, 2), Ok(nodes), "{fen}");
    }
}

/// Positions are written as they are read.
#[test]
fn the_text_of_positions_is_read_back() {
    use helgi_rules::board::Move;
    use helgi_rules::{Game, Position};
    fn check<G: Game>(game: &G, fen: &str)
    where
        G::Position: PartialEq,
    {
        let mut position = game.parse(fen).unwrap();
        for ply in 0..40 {
            let text = game.format(&position);
            let read = game.parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(read == position, "{text} is read as {}", game.format(&read));
            assert_eq!(read.key(), position.key(), "{text}");
            let moves = position.legal_moves();
            assert_eq!(moves.len(), position.count_moves(), "{text}");
            let noisy = {
                let mut noisy = Vec::new();
                position.generate(helgi_rules::GenMode::Noisy, &mut noisy);
                noisy
            };
            let mut expected: Vec<_> = moves.iter().copied().filter(|&m| position.is_noisy(m)).collect();
            let mut noisy: Vec<_> = noisy.into_iter().collect();
            expected.sort_unstable();
            noisy.sort_unstable();
            assert_eq!(noisy, expected, "{text}");
            // A text does not say that the last move was a pass.
            let steps: Vec<_> = moves.iter().filter(|&&legal| legal != Move::PASS).collect();
            let Some(&&next) = steps.get(ply * 7919 % steps.len().max(1)) else { break };
            assert!(position.is_legal(next), "{text} {next:?}");
            let says = position.gives_check()(next);
            position.play(next);
            assert_eq!(says, position.in_check(), "{text} {next:?}");
        }
    }
    for game in games().values() {
        with_file_game!(game, game => check(game, game.info().start))
    }
}
