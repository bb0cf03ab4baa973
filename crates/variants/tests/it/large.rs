//! Boards of more than 192 squares.
//!
//! `rows/large-perft.tsv` counts the moves of a game on 196, by a program that knows only that game.

use crate::{check_perft, registered};
use helgi_rules::notation::{self, Notation};
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Game, Position};
use helgi_variants::load;
use helgi_variants::sketch::Sketch;

const GAMES: &str = include_str!("../rows/large.ini");

#[test]
fn the_numbers_of_move_paths_are_known() {
    check_perft(&load(GAMES), include_str!("../rows/large-perft.tsv"));
}

/// Returns true if moves and the position after them are written as they are read, in all styles.
fn is_read_back(position: &AnyPosition) -> bool {
    let game = position.game();
    let again = game.parse(&position.fen()).unwrap();
    again == *position
        && again.key() == position.key()
        && readable::write_all(position, Style::San).into_iter().all(|(legal, text)| {
            let wire = Notation::of(&game).write(legal).to_string();
            readable::read(position, &text) == Ok(legal) && notation::read(position, &wire) == Ok(legal)
        })
}

/// Games on them are drawn while they are written, up to the last square.
#[test]
fn they_are_sketched() {
    let loaded = load(GAMES);
    for (name, piece, count) in
        [("fourteen", "rook", 26), ("outermost", "bishop", 28), ("amazons14", "customPiece1", 51)]
    {
        let game = loaded.games.iter().find(|game| game.name() == name).unwrap();
        let sketch = Sketch::of(game).unwrap();
        let last = sketch.outline.squares().last().unwrap();
        assert_eq!(last.index() + 1, sketch.outline.len());
        let piece = sketch.pieces.iter().find(|sketched| sketched.key == piece).unwrap();
        let shown = piece.shown.as_ref().unwrap();
        assert_eq!(shown.quiet.len(), count, "{name} {}", piece.key);
    }
    let game = loaded.games.iter().find(|game| game.name() == "fourteen").unwrap();
    let position = game.sketched("k13/14/14/14/14/14/14/14/14/14/14/14/14/1K11R w - - 0 1").unwrap();
    assert_eq!(position.cells.len(), 3);
}

/// Haphazard games, up to the last rank and file, with walls and with full hands.
#[test]
fn games_on_them_go_on_to_their_ends() {
    for (name, squares, has_hands) in [
        ("fourteen", 196, false),
        ("fourteenhouse", 196, true),
        ("outermost", 255, false),
        ("amazons14", 196, false),
    ] {
        let game = registered(GAMES, name);
        assert_eq!(game.outline().len(), squares);
        let (mut position, mut reached, mut held) = (game.start(), 0, 0);
        for ply in 0..600 {
            let legal = position.legal_moves();
            // Looked at from time to time: there are hundreds of moves.
            assert!(ply % 20 != 0 || is_read_back(&position), "{}", position.fen());
            // The keys are as good as random numbers.
            let Some(at) = (position.key() as usize).checked_rem(legal.len()) else { break };
            reached += usize::from(legal[at].to().is_some_and(|to| to.index() >= 192));
            position.play(legal[at]);
            held = held.max(position.reserve().map_or(0, |reserve| reserve.kinds(position.side()).count()));
        }
        assert!(reached > 0, "{name}: {reached} moves to squares from the 193rd on");
        assert_eq!(held > 0, has_hands, "{name}");
    }
}

/// A piece in hand has another number than the piece on any square.
#[test]
fn hands_and_the_last_squares_have_keys_of_their_own() {
    let game = registered(GAMES, "fourteenhouse");
    let key = |fen: &str| game.parse(fen).unwrap().key();
    let bare = "6k7/14/14/14/14/14/14/14/14/14/14/14/14/6K7";
    let mut keys = vec![key(&format!("{bare}[] w - - 0 1"))];
    for count in 1..=3 {
        keys.push(key(&format!("{bare}[{}] w - - 0 1", "N".repeat(count))));
        let on = format!("6k{}N{}/{}[] w - - 0 1", 6 - count, count, bare.split_once('/').unwrap().1);
        keys.push(key(&on));
    }
    let all = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), all);
}

#[test]
fn larger_boards_are_refused() {
    let text = "[vast:chess]\nmaxFile = p\nmaxRank = 16\nstartFen = k15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15 w - - 0 1\n";
    let loaded = load(text);
    let [finding] = &loaded.findings[..] else { panic!("{:?}", loaded.findings) };
    assert_eq!(
        finding.to_string(),
        "3:11: error: [vast] maxRank: `16x16 is 256 squares`, expected at most 255 squares"
    );
    // With a hole it has a square less.
    let text = text.replace("maxRank = 16\n", "maxRank = 16\nholes = p1\n").replace("K15 w", "K14* w");
    assert_eq!(load(&text).games.len(), 1, "{:?}", load(&text).findings);
}
