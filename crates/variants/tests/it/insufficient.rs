//! Positions that nobody can win any more: as python-chess and Fairy-Stockfish's bindings know them, where these agree.

use helgi_rules::board::Side;
use helgi_rules::{Game, GameId, History, Outcome, Position, Reason, verdict};
use helgi_variants::{AnyFileGame, ReadGame, library, load, with_file_game};

/// A game, a position without its counts, and whether White and Black cannot win.
type Case = (&'static str, &'static str, [bool; 2]);

const CASES: &[Case] = &[
    // Only mate wins.
    ("nocastle", "k7/8/8/8/8/8/8/K7 w - -", [true, true]),
    ("nocastle", "k7/8/8/8/8/8/8/KN6 w - -", [true, true]),
    ("nocastle", "k7/8/8/8/8/8/8/KB6 b - -", [true, true]),
    ("nocastle", "k1b5/8/8/8/8/8/8/KB6 w - -", [true, true]),
    ("nocastle", "kb6/8/8/8/8/8/8/KB6 w - -", [false, false]),
    ("nocastle", "k7/8/8/8/8/8/8/KNN5 w - -", [false, true]),
    ("nocastle", "k7/8/8/8/8/8/8/KR6 w - -", [false, true]),
    ("nocastle", "k7/8/8/8/8/8/7P/K7 w - -", [false, true]),
    ("nocastle", "kn6/8/8/8/8/8/8/KN6 w - -", [false, false]),
    ("capablanca", "k9/10/10/10/10/10/10/K1N7 w - -", [true, true]),
    ("capablanca", "k9/10/10/10/10/10/10/K1A7 w - -", [false, true]),
    ("capablanca", "k9/10/10/10/10/10/10/K1C7 w - -", [false, true]),
    ("makruk", "k7/8/8/8/8/8/8/K1M5 w - -", [true, true]),
    ("makruk", "k7/8/8/8/8/8/8/K1MM4 w - -", [false, true]),
    ("makruk", "k7/8/8/8/8/8/8/K1S5 w - -", [false, true]),
    ("makruk", "k7/8/8/8/8/8/8/K1N5 w - -", [true, true]),
    ("makruk", "k7/8/8/8/8/P7/8/K7 w - -", [false, true]),
    // Checks win as well.
    ("3check", "k7/8/8/8/8/8/8/K7 w - - 3+3", [true, true]),
    ("3check", "k7/8/8/8/8/8/8/KN6 w - - 3+3", [false, true]),
    ("3check", "kb6/8/8/8/8/8/8/KB6 w - - 1+3", [false, false]),
    ("5check", "k7/8/8/8/8/8/8/K7 w - - 5+5", [true, true]),
    // Captures explode.
    ("atomic", "k7/8/8/8/8/8/8/K7 w - -", [true, true]),
    ("atomic", "k7/8/8/8/8/8/8/KN6 w - -", [true, true]),
    ("atomic", "k7/8/8/8/8/8/8/KB6 w - -", [true, true]),
    ("atomic", "k7/8/8/8/8/8/8/KR6 w - -", [true, true]),
    ("atomic", "k7/8/8/8/8/8/8/KNN5 w - -", [true, true]),
    ("atomic", "k7/8/8/8/8/8/8/KNNN4 w - -", [false, true]),
    ("atomic", "k7/8/8/8/8/8/8/KBN5 w - -", [false, true]),
    ("atomic", "k7/8/8/8/8/8/8/KQ6 w - -", [false, true]),
    ("atomic", "k7/8/8/8/8/8/P7/K7 w - -", [false, true]),
    ("atomic", "kn6/8/8/8/8/8/8/KN6 w - -", [false, false]),
    ("atomic", "kb6/8/8/8/8/8/8/KB6 w - -", [true, true]),
    ("atomic", "k1b5/8/8/8/8/8/8/KB6 w - -", [false, false]),
    ("atomic", "kbb5/8/8/8/8/8/8/KB6 w - -", [false, false]),
    ("nocheckatomic", "k7/8/8/8/8/8/8/K7 w - -", [false, false]),
    // Whoever loses all wins.
    ("antichess", "1b6/8/8/8/8/8/8/1B6 w - -", [true, true]),
    ("antichess", "2b5/8/8/8/8/8/8/1B6 w - -", [false, false]),
    ("antichess", "1bb5/8/8/8/8/8/8/1B6 w - -", [false, true]),
    ("antichess", "1n6/8/8/8/8/8/8/1N6 w - -", [true, false]),
    ("antichess", "1n6/8/8/8/8/8/8/1N6 b - -", [false, true]),
    ("antichess", "k7/8/8/8/8/8/8/K7 w - -", [false, false]),
    ("suicide", "1b6/8/8/8/8/8/8/1B6 w - -", [true, true]),
    ("giveaway", "1b6/8/8/8/8/8/8/1B6 w - -", [true, true]),
    // A king alone can win, or nothing is ever lost.
    ("kingofthehill", "k7/8/8/8/8/8/8/K7 w - -", [false, false]),
    ("racingkings", "8/8/8/8/8/8/k7/7K w - -", [false, false]),
    ("horde", "k7/8/8/8/8/8/8/1N6 w - -", [false, false]),
    ("losers", "kn6/8/8/8/8/8/8/KN6 w - -", [false, false]),
    ("misere", "k7/8/8/8/8/8/8/KN6 w - -", [false, false]),
    ("shogi", "4k4/9/9/9/9/9/9/9/4K4[] w - -", [false, false]),
    ("duck", "k7/8/8/8/8/8/8/K7 w - -", [false, false]),
    // Kings that are not plain, or win by more than mate.
    ("misere", "k7/8/8/8/8/8/8/K7 w - -", [true, true]),
    ("minixiangqi", "3k3/7/7/7/7/7/2K4 w - -", [false, false]),
];

fn found(game: &ReadGame, fen: &str) -> [bool; 2] {
    fn of<G: Game>(game: &G, fen: &str) -> [bool; 2] {
        let position = game.parse(&format!("{fen} 0 1")).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let found = Side::BOTH.map(|side| position.cannot_win(side));
        let moves = position.perft(1);
        let dead = found == [true; 2];
        assert_eq!(position.is_dead(), dead, "{fen}");
        assert!(moves > 0 && position.outcome().is_none(), "{fen}: the game goes on for the moves");
        let end = verdict(&position, &History::starting_with(&position));
        assert_eq!(end == Some(Outcome::draw(Reason::InsufficientMaterial)), dead, "{fen}");
        found
    }
    with_file_game!(game.played(), game => of(&game, fen))
}

#[test]
fn games_that_come_along_know_such_positions() {
    for &(name, fen, expected) in CASES {
        let game = library::game(name).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(found(&game, fen), expected, "{name}: {fen}");
    }
}

#[test]
fn other_rules_may_let_them_win() {
    // A knight is not enough in chess, nor in the first of these.
    for (keys, expected) in [
        ("castling = false", [true; 2]),
        ("nMoveRule = 0", [true; 2]),
        ("insufficientMaterial = false", [false; 2]),
        ("stalemateValue = loss", [false; 2]),
        ("flagRegionWhite = *8", [false; 2]),
        ("checkCounting = true", [false, true]),
        ("pieceDrops = true\ncapturesToHand = true", [false; 2]),
        ("wallingRule = static", [false; 2]),
        ("nFoldValue = loss", [false; 2]),
        ("perpetualCheckIllegal = true", [false; 2]),
        ("materialCounting = unweighted", [false; 2]),
        ("flyingGeneral = true", [false; 2]),
        ("extinctionValue = loss\nextinctionPieceTypes = k", [false; 2]),
        ("connectN = 2", [false; 2]),
        ("knight = -\ncustomPiece1 = n:NW", [true; 2]),
        ("knight = -\ncustomPiece1 = n:NF", [false, true]),
        ("knight = -\ncustomPiece1 = n:NmQ", [true; 2]),
        ("promotedPieceType = n:q", [false, true]),
        ("promotionPawnTypes = n", [false, true]),
        ("king = k:KN", [false; 2]),
        ("mobilityRegionBlackKing = a8 a7 b8", [false; 2]),
    ] {
        let loaded = load(&format!("[new:chess]\n{keys}\n"));
        let [game] = loaded.games.as_slice() else { panic!("{keys}: {:?}", loaded.findings) };
        let counts = if keys.starts_with("check") { " 3+3" } else { "" };
        let hand = if keys.starts_with("pieceDrops") { "[]" } else { "" };
        assert_eq!(found(game, &format!("k7/8/8/8/8/8/8/2KN4{hand} w - -{counts}")), expected, "{keys}");
    }
}

#[test]
fn games_without_such_a_rule_have_none() {
    for &game in GameId::BUILT_IN.iter().filter(|game| game.name() != "chess") {
        let start = game.start();
        assert!(Side::BOTH.into_iter().all(|side| !start.cannot_win(side)) && !start.is_dead(), "{game:?}");
    }
    for board in ["k7/8/8/8/8/8/8/K7[]", "k7/8/8/8/8/8/8/KN6[]"] {
        let position = GameId::named("crazyhouse").unwrap().parse(&format!("{board} w - - 0 1")).unwrap();
        assert!(!position.is_dead() && !position.cannot_win(Side::White), "{board}");
    }
}

#[test]
fn chess_from_a_file_agrees_with_chess() {
    let AnyFileGame::Small(file) = library::game("chess").unwrap().played() else {
        panic!("a board of 64 squares")
    };
    for board in [
        "k7/8/8/8/8/8/8/K7",
        "kb6/8/8/8/8/8/8/K7",
        "k1b5/8/8/8/8/8/8/KB6",
        "kb6/8/8/8/8/8/8/KB6",
        "kbn5/8/8/8/8/8/8/K7",
        "kn6/8/8/8/8/8/8/KN6",
        "kn6/8/8/8/8/8/8/K7",
        "kr6/8/8/8/8/8/8/K7",
    ] {
        let fen = format!("{board} w - - 0 1");
        let (there, here) = (file.parse(&fen).unwrap(), GameId::CHESS.parse(&fen).unwrap());
        assert_eq!(there.is_dead(), here.is_dead(), "{fen}");
    }
}
