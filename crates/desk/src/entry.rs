//! Entry of legal moves on the board: as a way through the legal moves, step by step.
//!
//! Every step is a token. The page offers the next tokens of all moves that begin as the user has begun,
//! and a move is played when its way is complete:
//!
//! | token | step |
//! |---|---|
//! | `e2` | a square: of the piece, of its arrival, of the victim of a shot |
//! | `N@` | a piece in reserve |
//! | `pass` | the turn passes |
//! | `:2` | this many pieces from the top of the stack |
//! | `go`, `shoot` | the manner on a square where both are possible |
//! | `=Q`, `=` | the promotion; no promotion |
//! | `xg10`, `x` | another piece that leaves the board, or that is set down elsewhere; none. More of them follow |
//! | `+b2`, `+` | the other piece that is promoted; none |
//! | `@c5`, `@` | the square for the promoted piece, or for one that is displaced; the square of arrival, or none |
//! | `*d5` | the square that becomes a wall |
//! | `/Hg1`, `/` | the piece of the reserve that comes to a square that has been left; none |
//! | `wall` | a wall instead of a move |
//!
//! A step without a choice is left out. So no way is the beginning of another, and all are
//! different. No rule is known here, and no game.

use helgi_rules::board::{Action, Extra, Kind, Move, Square};
use helgi_rules::{AnyPosition, PieceInfo, Position};

/// The levels that are entered even without a choice: departure and arrival.
const ALWAYS: [usize; 2] = [0, 2];

/// The way of every move, in the order of the moves, which are all legal moves of the position.
///
/// ```
/// use helgi_desk::entry;
/// use helgi_rules::{Game, Position, games::GameId, readable};
///
/// let position = GameId::CHESS.parse("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1")?;
/// let moves = position.legal_moves();
/// let ways = entry::ways(&position, &moves);
/// let promotion = readable::read(&position, "b8=N").unwrap();
/// let place = moves.iter().position(|&legal| legal == promotion).unwrap();
/// assert_eq!(ways[place], ["b7", "b8", "=N"]);
/// # Ok::<(), helgi_rules::FenError>(())
/// ```
pub fn ways(position: &AnyPosition, moves: &[Move]) -> Vec<Vec<String>> {
    let full: Vec<Vec<Option<String>>> = moves.iter().map(|&legal| levels(position, legal)).collect();
    let mut ways = vec![Vec::new(); moves.len()];
    let mut groups: Vec<Vec<usize>> = vec![(0..moves.len()).collect()];
    for level in 0..full.iter().map(Vec::len).max().unwrap_or(0) {
        let always = ALWAYS.contains(&level);
        groups = groups.into_iter().flat_map(|group| split(group, &full, level, always, &mut ways)).collect();
    }
    ways
}

/// Splits moves with the same steps so far by their tokens on a level, and adds that step to
/// their ways where they differ, or `always`.
fn split(
    group: Vec<usize>,
    full: &[Vec<Option<String>>],
    level: usize,
    always: bool,
    ways: &mut [Vec<String>],
) -> Vec<Vec<usize>> {
    let mut parts: Vec<(&Option<String>, Vec<usize>)> = Vec::new();
    for index in group {
        let token = full.get(index).and_then(|levels| levels.get(level)).unwrap_or(&None);
        match parts.iter_mut().find(|(other, _)| *other == token) {
            Some((_, members)) => members.push(index),
            None => parts.push((token, vec![index])),
        }
    }
    let differ = parts.len() > 1;
    // To decline is written as the sign of the other moves' token.
    let without = parts.iter().find_map(|(token, _)| token.as_ref()?.get(..1)).filter(|_| differ);
    for (token, members) in &parts {
        let step = token.as_deref().or(without).filter(|_| always || differ);
        for &index in members {
            if let (Some(step), Some(way)) = (step, ways.get_mut(index)) {
                way.push(step.to_owned());
            }
        }
    }
    parts.into_iter().map(|(_, members)| members).collect()
}

/// Returns the token of a move on each level: origin, part of the stack, target, manner, promotion, further squares.
fn levels(position: &AnyPosition, legal: Move) -> Vec<Option<String>> {
    let outline = position.outline();
    let name = |square: Square| outline.name(square);
    let kind = |kind: Kind| position.info().pieces.get(kind.index()).map(PieceInfo::text);
    let whole = |from| Some(format!(":{}", position.pieces_on(from).count()));
    match legal.action() {
        Action::Pass => vec![Some("pass".to_owned())],
        Action::Wall { at } => vec![Some("wall".to_owned()), None, Some(name(at))],
        Action::Drop { kind: dropped, to } => {
            let piece = format!("{}@", kind(dropped).unwrap_or_default());
            vec![Some(piece), None, Some(name(to))]
        }
        Action::Shoot { from, target, second } => {
            let second = format!("x{}", second.map(name).unwrap_or_default());
            let manner = Some("shoot".to_owned());
            vec![Some(name(from)), whole(from), Some(name(target)), manner, None, Some(second)]
        }
        Action::Split { from, to, count } => {
            vec![Some(name(from)), Some(format!(":{count}")), Some(name(to)), going()]
        }
        Action::Step { from, to, promote, extra } => {
            let promotion = format!("={}", promote.and_then(kind).unwrap_or_default());
            let victim = |victim| format!("x{}", name(victim));
            let third = match extra {
                Extra::None | Extra::Remove(_) | Extra::Numbered(_) => None,
                Extra::Reward(own) => Some(format!("+{}", name(own))),
                Extra::Place(place) => Some(format!("@{}", name(place))),
                Extra::Wall(square) => Some(format!("*{}", name(square))),
                Extra::Gate { kind: held, on } => {
                    Some(format!("/{}{}", kind(held).unwrap_or_default(), name(on)))
                }
            };
            let set_down = legal.set_down(outline);
            let displaced = set_down.map(|[piece, _]| piece).filter(|&piece| piece != to);
            // A piece that comes back goes to its first victim, as one that shoots.
            let first = legal.removed(outline).chain(displaced).next().filter(|_| from == to);
            let manner = if first.is_some() { Some("shoot".to_owned()) } else { going() };
            let target = first.unwrap_or(to);
            let mut levels = vec![Some(name(from)), whole(from), Some(name(target)), manner, Some(promotion)];
            let besides = legal.removed(outline).chain(displaced).skip(usize::from(first.is_some()));
            levels.extend(besides.map(victim).map(Some));
            levels.extend(set_down.map(|[_, place]| Some(format!("@{}", name(place)))));
            levels.extend(third.map(Some));
            levels
        }
    }
}

fn going() -> Option<String> {
    Some("go".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::{Game, GameId};

    /// Pieces that are set down and several that are taken are entered square by square, no way being the beginning of another.
    #[test]
    fn several_squares_are_entered_one_after_the_other() {
        let loaded = helgi_variants::load(include_str!("../../variants/tests/rows/lions.ini"));
        let game = loaded.games.iter().find(|game| game.name() == "porters").unwrap();
        helgi_variants::register(game).unwrap();
        let game = GameId::named("porters").unwrap();
        let ways_of = |fen: &str, from: &str| {
            let position = game.parse(fen).unwrap();
            let moves = position.legal_moves();
            let ways = ways(&position, &moves);
            for (at, way) in ways.iter().enumerate() {
                let others = || ways.iter().enumerate().filter(|&(other, _)| other != at);
                assert!(others().all(|(_, other)| !other.starts_with(way)), "{way:?}");
            }
            let own = ways.into_iter().filter(|way| way[0] == from).map(|way| way[1..].join(" "));
            let mut own: Vec<String> = own.collect();
            own.sort();
            own
        };
        let porter = ways_of("k6/7/7/7/7/7/P2M2K w - - 0 1", "a1");
        assert_eq!(porter, ["a2", "b1", "d1 @b1", "d1 @c1"]);
        let tiger = ways_of("k6/7/7/7/3mm2/3mT2/6K w - - 0 1", "e2");
        let to_c3 = tiger.iter().filter(|way| way.starts_with("c3")).count();
        assert!(to_c3 > 0 && tiger.contains(&"f2 xd2".to_owned()), "{tiger:?}");
        let man = ways_of("k6/1m1m3/7/1m1m3/2M4/7/6K w - - 0 1", "c3");
        // Around all four, and back.
        assert!(man.contains(&"b4".to_owned()), "{man:?}");
    }
}
