//! Chess-Battle against its second, independent generator: at the positions of random games and of
//! random set-ups, on both boards.

mod oracle;

use fastrand::Rng;
use helgi_rules::board::{Action, Extra, Move, Outline};
use helgi_rules::internals::chessbattle::{ChessBattle128, ChessBattle144};
use helgi_rules::{Game, GenMode, Position};
use std::fmt::Debug;

fn text(outline: &Outline, chosen: Move) -> String {
    let name = |square| outline.name(square);
    match chosen.action() {
        Action::Step { from, to, extra: Extra::Remove(removed), .. } => {
            format!("{}{}x{}", name(from), name(to), name(removed))
        }
        Action::Step { from, to, .. } => name(from) + &name(to),
        Action::Shoot { from, target, .. } => format!("{}x{}", name(from), name(target)),
        action => panic!("{action:?}"),
    }
}

/// Compares everything that can be asked about the moves of a position; gives the moves.
fn compare<G: Game>(game: &G, position: &G::Position) -> Vec<Move>
where
    G::Position: PartialEq + Debug,
{
    let fen = game.format(position);
    let again = game.parse(&fen).unwrap();
    assert_eq!((&again, again.key()), (position, position.key()), "{fen}");
    let mut moves = Vec::new();
    position.generate(GenMode::All, &mut moves);
    assert_eq!(position.count_moves(), moves.len(), "{fen}");
    let mut texts: Vec<(String, String)> = moves
        .iter()
        .map(|&chosen| {
            assert!(position.is_legal(chosen), "{chosen:?} in {fen}");
            let mut child = position.clone();
            child.play(chosen);
            let after = game.format(&child).split(' ').next().unwrap().to_owned();
            let material = |board: &str| board.chars().filter(char::is_ascii_alphabetic).count();
            let noisy = material(&after) != material(&fen[..fen.find(' ').unwrap()]);
            assert_eq!(position.is_noisy(chosen), noisy, "{chosen:?} in {fen}");
            (text(game.outline(), chosen), after)
        })
        .collect();
    texts.sort();
    assert_eq!(texts, oracle::moves(&fen), "{fen}");
    let mut noisy = Vec::new();
    position.generate(GenMode::Noisy, &mut noisy);
    noisy.sort();
    let mut expected: Vec<Move> = moves.iter().copied().filter(|&chosen| position.is_noisy(chosen)).collect();
    expected.sort();
    assert_eq!(noisy, expected, "{fen}");
    moves
}

fn random_games<G: Game>(game: &G, games: usize, plies: usize, random: &mut Rng)
where
    G::Position: PartialEq + Debug,
{
    for _ in 0..games {
        let mut position = game.start();
        for _ in 0..plies {
            let moves = compare(game, &position);
            // Half of the moves come from the noisy ones, so that the board empties.
            let noisy: Vec<Move> = moves.iter().copied().filter(|&m| position.is_noisy(m)).collect();
            let list = if noisy.is_empty() || random.usize(..2) == 0 { &moves } else { &noisy };
            if list.is_empty() {
                break;
            }
            position.play(list[random.usize(..list.len())]);
        }
    }
}

/// Random armies on random squares; the illegal ones are not counted.
fn random_setups<G: Game>(game: &G, setups: usize, random: &mut Rng)
where
    G::Position: PartialEq + Debug,
{
    let outline = game.outline();
    let mut compared = 0;
    while compared < setups {
        let mut letters = vec!['.'; outline.len()];
        let sparse = 1 + random.usize(..3);
        for (letter, most) in [('H', 1), ('B', 1), ('T', 1), ('G', 2), ('M', 2), ('C', 2), ('S', 15)] {
            for side in [letter, letter.to_ascii_lowercase()] {
                let count = if letter == 'H' { 1 } else { random.usize(..most / sparse + 2).min(most) };
                for _ in 0..count {
                    letters[random.usize(..outline.len())] = side;
                }
            }
        }
        let board = helgi_rules::fen::write_board(outline, |square, text| {
            text.extend(Some(letters[square.index()]).filter(|&letter| letter != '.'));
        });
        let fen = format!("{board} {} - - 0 1", ['w', 'b'][random.usize(..2)]);
        if let Ok(position) = game.parse(&fen) {
            compare(game, &position);
            compared += 1;
        }
    }
}

#[test]
fn random_games_agree() {
    let random = &mut Rng::with_seed(1);
    random_games(&ChessBattle128::default(), 12, 150, random);
    random_games(&ChessBattle144::default(), 6, 150, random);
}

#[test]
fn random_setups_agree() {
    let random = &mut Rng::with_seed(2);
    random_setups(&ChessBattle128::default(), 2000, random);
    random_setups(&ChessBattle144::default(), 700, random);
}
