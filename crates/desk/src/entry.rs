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
//! | `xg10`, `x` | the other piece that leaves the board; none. A second one follows |
//! | `+b2`, `+` | the other piece that is promoted; none |
//! | `@c5`, `@` | the square for the promoted piece; the square of arrival |
//! | `*d5` | the square that becomes a wall |
//! | `/Hg1`, `/` | the piece of the reserve that comes to a square that has been left; none |
//! | `wall` | a wall instead of a move |
//!
//! A step without a choice is left out. So no way is the beginning of another, and all are
//! different. No rule is known here, and no game.

use helgi_rules::board::{Action, Extra, Kind, Move, Square};
use helgi_rules::{AnyPosition, PieceInfo, Position};

/// The levels on which moves can differ, in the order in which they are entered.
const LEVELS: usize = 7;
/// The levels that are entered even without a choice: departure and arrival.
const ALWAYS: [bool; LEVELS] = [true, false, true, false, false, false, false];

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
    let full: Vec<[Option<String>; LEVELS]> = moves.iter().map(|&legal| levels(position, legal)).collect();
    let mut ways = vec![Vec::new(); moves.len()];
    let mut groups: Vec<Vec<usize>> = vec![(0..moves.len()).collect()];
    for (level, always) in ALWAYS.into_iter().enumerate() {
        groups = groups.into_iter().flat_map(|group| split(group, &full, level, always, &mut ways)).collect();
    }
    ways
}

/// Splits moves with the same steps so far by their tokens on a level, and adds that step to
/// their ways where they differ, or `always`.
fn split(
    group: Vec<usize>,
    full: &[[Option<String>; LEVELS]],
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

/// Returns the token of a move on each level: origin, part of the stack, target, manner, promotion,
/// third square, fourth square.
fn levels(position: &AnyPosition, legal: Move) -> [Option<String>; LEVELS] {
    let outline = position.outline();
    let name = |square: Square| outline.name(square);
    let kind = |kind: Kind| position.info().pieces.get(kind.index()).map(PieceInfo::text);
    let whole = |from| Some(format!(":{}", position.pieces_on(from).count()));
    match legal.action() {
        Action::Pass => [Some("pass".to_owned()), None, None, None, None, None, None],
        Action::Wall { at } => [Some("wall".to_owned()), None, Some(name(at)), None, None, None, None],
        Action::Drop { kind: dropped, to } => {
            let piece = format!("{}@", kind(dropped).unwrap_or_default());
            [Some(piece), None, Some(name(to)), None, None, None, None]
        }
        Action::Shoot { from, target, second } => {
            let second = format!("x{}", second.map(name).unwrap_or_default());
            let manner = Some("shoot".to_owned());
            [Some(name(from)), whole(from), Some(name(target)), manner, None, Some(second), None]
        }
        Action::Split { from, to, count } => {
            [Some(name(from)), Some(format!(":{count}")), Some(name(to)), going(), None, None, None]
        }
        Action::Step { from, to, promote, extra } => {
            let promotion = format!("={}", promote.and_then(kind).unwrap_or_default());
            let [victim, second] =
                legal.removed(outline).map(|victim| victim.map(|victim| format!("x{}", name(victim))));
            let third = match extra {
                Extra::None => None,
                Extra::Remove(_) | Extra::RemoveTwo(_) => victim,
                Extra::Reward(own) => Some(format!("+{}", name(own))),
                Extra::Place(place) => Some(format!("@{}", name(place))),
                Extra::Wall(square) => Some(format!("*{}", name(square))),
                Extra::Gate { kind: held, on } => {
                    Some(format!("/{}{}", kind(held).unwrap_or_default(), name(on)))
                }
            };
            [Some(name(from)), whole(from), Some(name(to)), going(), Some(promotion), third, second]
        }
    }
}

fn going() -> Option<String> {
    Some("go".to_owned())
}
