//! Walls, against a slow look at the same rules: the steps are those of a game without walls, and where a wall may be
//! built after each is read off the board as text.

use helgi_rules::board::{Move, Outline, Side, Square};
use helgi_rules::{Game, Position};
use helgi_variants::{AnyFileGame, DescribedGame, load};
use std::collections::BTreeSet;

type Small = DescribedGame<1, 64>;

fn small(text: &str) -> Small {
    let loaded = load(text);
    assert_eq!(loaded.findings, [], "{text}");
    let [game] = &loaded.games[..] else { panic!("{text}") };
    match game.played() {
        AnyFileGame::Small(game) => game,
        _ => panic!("{text}"),
    }
}

/// A game of these lines, with `;` between them, that starts from chess.
fn game_of(lines: &str) -> Small {
    small(&format!("[t:chess]\n{lines}\n").replace(';', "\n"))
}

/// The games that a game with walls is compared with.
struct Twins {
    walled: Small,
    /// Without walls, and without a royal piece: who steps need not care for it.
    careless: Small,
    /// Without walls and without ends, to see where a piece could go next.
    endless: Small,
}

impl Twins {
    fn new(rule: &str, lines: &str, careless: &str) -> Self {
        Twins {
            walled: game_of(&format!("{lines};wallingRule = {rule}")),
            careless: game_of(careless),
            endless: game_of("king = -;commoner = k;castling = false"),
        }
    }
}

const KINGLESS: &str =
    "king = -;commoner = k;castlingKingPiece = k;extinctionValue = loss;extinctionPieceTypes = k";
const CARELESS_ATOMIC: &str = "king = -;commoner = k;castling = false;blastOnCapture = true";
const ATOMIC: &str = "king = -;commoner = k;castling = false;blastOnCapture = true;extinctionValue = loss;\
                      extinctionPieceTypes = k;extinctionPseudoRoyal = true";

/// The squares of a position's text: `.` is an empty one.
fn board(text: &str) -> Vec<char> {
    let mut ranks: Vec<Vec<char>> = Vec::new();
    for rank in text.split(' ').next().unwrap().split('/') {
        let mut cells = Vec::new();
        for c in rank.chars() {
            match c.to_digit(10) {
                Some(count) => cells.extend(std::iter::repeat_n('.', count as usize)),
                None => cells.push(c),
            }
        }
        ranks.push(cells);
    }
    ranks.reverse();
    ranks.concat()
}

/// The text of a position with another board.
fn with_board(text: &str, board: &[char]) -> String {
    let ranks: Vec<String> = board.chunks(8).rev().map(|rank| rank.iter().collect()).collect();
    let rest = text.split_once(' ').unwrap().1;
    let digits =
        |text: String| (1..=8).rev().fold(text, |text, n| text.replace(&".".repeat(n), &n.to_string()));
    format!("{} {rest}", digits(ranks.join("/")))
}

/// The squares beside one along files and ranks.
fn beside(outline: &Outline, square: Square) -> Vec<Square> {
    let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    steps.iter().filter_map(|&(files, ranks)| outline.offset(square, files, ranks)).collect()
}

/// The moves that a position should have, each as a step with its wall.
fn expected(rule: &str, twins: &Twins, text: &str) -> BTreeSet<Move> {
    let outline = twins.walled.outline();
    let before = board(text);
    let walls: Vec<Square> = outline.squares().filter(|square| before[square.index()] == '*').collect();
    let position = twins.careless.parse(text).unwrap();
    let mut moves = BTreeSet::new();
    for step in position.legal_moves() {
        let (from, to) = (step.from().unwrap(), step.to().unwrap());
        let mut after = position.clone();
        after.play(step);
        let after_text = twins.careless.format(&after);
        let left = board(&after_text);
        for wall in outline.squares().filter(|square| left[square.index()] == '.') {
            let fits = match rule {
                "past" => wall == from,
                "edge" => {
                    let near = beside(outline, wall);
                    near.len() < 4 || near.iter().any(|square| walls.contains(square))
                }
                "arrow" => twins.shoots(&after_text, before[from.index()], to, wall),
                _ => true,
            };
            let mut closed = left.clone();
            if rule == "duck" {
                walls.iter().for_each(|&square| closed[square.index()] = '.');
            }
            closed[wall.index()] = '*';
            if fits && twins.is_safe(&with_board(&after_text, &closed), position.side()) {
                moves.insert(step.with_wall(wall));
            }
        }
    }
    moves
}

impl Twins {
    /// Returns true if the piece of this letter that has gone to one square reaches another one without a capture.
    fn shoots(&self, after: &str, letter: char, to: Square, wall: Square) -> bool {
        let mut again = board(after);
        // As it was before it became another.
        again[to.index()] = letter;
        let side = if letter.is_ascii_uppercase() { "w" } else { "b" };
        let text = with_board(after, &again);
        let board = text.split(' ').next().unwrap();
        let again = self.endless.parse(&format!("{board} {side} - - 0 1")).unwrap();
        again.legal_moves().iter().any(|next| next.from() == Some(to) && next.to() == Some(wall))
    }

    /// Returns true if a side has not left its king in check, nor blown it up.
    fn is_safe(&self, text: &str, side: Side) -> bool {
        let board = text.split(' ').next().unwrap();
        let (own, theirs, letter) = if side == Side::White { ('K', 'k', "w") } else { ('k', 'K', "b") };
        if !board.contains(own) {
            return false;
        }
        // A king is refused where it waits in check; others are looked at.
        let turned = self.walled.parse(&format!("{board} {letter} - - 0 1"));
        !board.contains(theirs)
            || self.walled.parse(text).is_ok() && !turned.is_ok_and(|turned| turned.in_check())
    }
}

/// Plays games and compares the moves of each position.
fn compare(rule: &str, lines: &str, careless: &str, starts: &[&str]) {
    let twins = Twins::new(rule, lines, careless);
    let walled = twins.walled;
    let mut positions = 0;
    for start in starts {
        let mut position = walled.parse(start).unwrap();
        for ply in 0..12usize {
            let moves: Vec<Move> = position.legal_moves();
            if position.outcome().is_some() {
                break;
            }
            let text = walled.format(&position);
            let found: BTreeSet<Move> = moves.iter().copied().collect();
            assert_eq!(found.len(), moves.len(), "{rule} {text}: a move twice");
            let wanted = expected(rule, &twins, &text);
            let missing: Vec<_> = wanted.difference(&found).collect();
            let surplus: Vec<_> = found.difference(&wanted).collect();
            assert!(missing.is_empty() && surplus.is_empty(), "{rule} {text}: {missing:?} {surplus:?}");
            assert_eq!(position.count_moves(), moves.len(), "{text}");
            positions += 1;
            // Captures are rare among so many moves.
            let noisy: Vec<Move> = moves.iter().copied().filter(|&legal| position.is_noisy(legal)).collect();
            let from = if ply % 3 == 2 && !noisy.is_empty() { &noisy } else { &moves };
            let Some(&next) = from.get((ply + 1) * 7919 % from.len().max(1)) else { break };
            position.play(next);
        }
    }
    assert!(positions >= 2 * starts.len(), "{rule}: {positions} positions");
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const OPEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const PASSED: &str = "rnbqkbnr/pp1ppppp/8/8/1Pp5/8/P1PPPPPP/RNBQKBNR b KQkq b3 0 1";
const PROMOTES: &str = "r1b4k/1P4pp/8/8/8/8/p5PP/1N4RK w - - 0 1";

#[test]
fn walls_come_with_every_step() {
    for rule in ["arrow", "duck", "edge", "past", "static"] {
        compare(rule, KINGLESS, KINGLESS, &[START, OPEN, PASSED, PROMOTES]);
    }
}

/// A wall shuts out a check, and the square that a pinned piece has left may be walled up.
#[test]
fn walls_save_kings_and_endanger_them() {
    const CHECKED: &str = "4k3/8/8/4r3/8/8/3P1P2/3QK2R w - - 0 1";
    const PINNED: &str = "4k3/4r3/8/8/7b/8/4NP2/3QK3 w - - 0 1";
    for rule in ["duck", "past", "static"] {
        let careless = "king = -;commoner = k;castling = false";
        compare(rule, "castling = false", careless, &[CHECKED, PINNED, OPEN]);
    }
}

/// Squares that an explosion has emptied may be walled up.
#[test]
fn walls_are_built_where_something_exploded() {
    const BEFORE: &str = "rnb1kbnr/ppp1pppp/8/3q4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 1";
    compare("duck", ATOMIC, CARELESS_ATOMIC, &[BEFORE]);
    let walled = game_of(&format!("{ATOMIC};wallingRule = duck"));
    let outline = walled.outline();
    let at = |name: &str| outline.named(name).unwrap();
    let position = walled.parse(BEFORE).unwrap();
    for wall in ["c3", "d5", "e4"] {
        let takes = Move::step(at("e4"), at("d5")).with_wall(at(wall));
        assert_eq!(position.is_legal(takes), wall != "c3", "{wall}");
    }
}

/// In place of a move, also as an answer to a check; who mates has to count with it.
#[test]
fn a_wall_is_an_answer_to_a_check() {
    let game = game_of("wallingRule = edge;wallOrMove = true");
    let texts = |fen: &str| {
        let position = game.parse(fen).unwrap();
        let name = |square: Square| game.outline().name(square);
        let walls = position.legal_moves().into_iter().filter(|legal| legal.from().is_none());
        (position.in_check(), walls.map(|legal| name(legal.to().unwrap())).collect::<Vec<_>>())
    };
    let (in_check, walls) = texts("r6k/8/8/8/8/8/1PPP4/K7 w - - 0 1");
    assert!(in_check);
    assert_eq!(walls, ["a2", "a3", "a4", "a5", "a6", "a7"]);
    let (in_check, walls) = texts("7k/8/8/8/8/8/8/K6N w - - 0 1");
    assert!(!in_check);
    assert_eq!(walls.len(), 28 - 3);
    let (_, walls) = texts("7k/8/8/8/8/1*6/8/K6N w - - 0 1");
    // a3 is at the edge already.
    for square in ["b2", "b4", "c3"] {
        assert!(walls.iter().any(|wall| wall == square), "{square}");
    }
    assert_eq!(walls.len(), 28 - 3 + 3);
}

#[test]
fn contradictions_are_named() {
    for (lines, key, expected) in [
        ("wallOrMove = true", "wallOrMove", "a `wallingRule` beside it"),
        ("wallingRule = past\nwallOrMove = true", "wallOrMove", "the others need a move"),
        ("wallingRule = duck\npetrifyOnCaptureTypes = q", "wallingRule", "such a wall would move on as well"),
        ("wallingRule = static\npieceDrops = true", "wallingRule", "a drop has no wall"),
        ("wallingRule = static\ncustomPiece1 = z:xW", "wallingRule", "no shots"),
        ("wallingRule = static\ndeadlyTypes = n", "wallingRule", "that concern moves"),
        (
            "wallingRule = static\nextinctionPseudoRoyal = true\nextinctionPieceTypes = q\nextinctionValue = loss",
            "extinctionPseudoRoyal",
            "no `king` beside `wallingRule`",
        ),
        ("wallingRule = ducks", "wallingRule", "did you mean `duck`?"),
        ("wallingRule = duck\nstartFen = 4k3/8/8/2*2*2/8/8/8/4K3 w - - 0 1", "startFen", "one `*` at most"),
    ] {
        let loaded = load(&format!("[t:chess]\n{lines}\n"));
        let fatal: Vec<String> =
            loaded.findings.iter().filter(|finding| finding.is_fatal()).map(ToString::to_string).collect();
        assert!(fatal.iter().any(|line| line.contains(key) && line.contains(expected)), "{lines}: {fatal:?}");
        assert!(loaded.games.is_empty(), "{lines}");
    }
}
