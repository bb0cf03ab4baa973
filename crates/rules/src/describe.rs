//! Descriptions of moves in words, for every game.
//!
//! The sentence is made from the position before the move and the one after it; no rules are needed here.

use crate::board::{Action, Kind, Move, Piece, Square};
use crate::readable;
use crate::{AnyPosition, Position};

/// Describes a legal move of a position as a part of a sentence without its full stop: `the
/// airborne takes the helicopter on g1`.
///
/// ```
/// use helgi_rules::{Game, describe, games::GameId, readable};
///
/// let position = GameId::CHESS.parse("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
/// let played = readable::read(&position, "exd5").unwrap();
/// assert_eq!(describe::describe(&position, played), "the pawn takes the pawn on d5");
/// ```
#[must_use]
pub fn describe(before: &AnyPosition, legal: Move) -> String {
    let scene = Scene { before, after: &before.after(legal) };
    let name = |square| before.outline().name(square);
    let main = match legal.action() {
        Action::Pass => format!("{} passes", before.side().name()),
        Action::Drop { kind, to } => format!("{} comes to {}", with_article(scene.kind(kind)), name(to)),
        Action::Shoot { from, target, second } => {
            let victims: Vec<String> =
                [Some(target), second].into_iter().flatten().map(|square| scene.piece(square)).collect();
            format!("{} shoots {}", scene.piece(from), listed(&victims))
        }
        Action::Split { from, to, count } => {
            let part =
                if count == 1 { "the top piece".to_owned() } else { format!("the top {count} pieces") };
            format!("{part} of the stack on {} {}", name(from), scene.arrival(to, count > 1))
        }
        Action::Step { from, to, .. } => match readable::castling(before, legal) {
            Some(castling) => {
                let way = if castling == readable::SHORT_CASTLING { "short" } else { "long" };
                return format!("{} castles {way}", before.side().name());
            }
            None => scene.step(from, to),
        },
    };
    let (from, to) = (legal.from(), legal.to());
    // A shot's victims have been named.
    let is_shot = matches!(legal.action(), Action::Shoot { .. });
    let mut parts = vec![main];
    for square in before.outline().squares().filter(|&square| Some(square) != from && Some(square) != to) {
        parts.extend(scene.loss(square).filter(|_| !is_shot));
        parts.extend(scene.change(square));
    }
    parts.join("; ")
}

/// The two positions.
struct Scene<'a> {
    before: &'a AnyPosition,
    after: &'a AnyPosition,
}

impl Scene<'_> {
    /// Describes the move of a piece, alone or with the pieces below it.
    fn step(&self, from: Square, to: Square) -> String {
        let Some(mover) = self.before.piece_at(from, 0) else { return String::new() };
        let height = self.before.pieces_on(from).count() - self.after.pieces_on(from).count();
        let name = self.kind(mover.kind);
        let stack = if height > 1 { " with its stack" } else { "" };
        let text = format!("the {name}{stack} {}", self.arrival(to, false));
        match self.after.piece_at(to, 0) {
            None => text + " and is gone",
            Some(piece) if piece != mover => {
                let whose = if piece.side == mover.side { "" } else { "hostile " };
                let new = format!("{whose}{}", self.kind(piece.kind));
                format!("{text} and becomes {}", with_article(&new))
            }
            Some(_) => text,
        }
    }

    /// Describes what happens on the square where a move ends.
    fn arrival(&self, to: Square, many: bool) -> String {
        let name = self.before.outline().name(to);
        let verb = |one: &'static str, several: &'static str| if many { several } else { one };
        let Some(there) = self.before.piece_at(to, 0) else {
            return format!("{} {name}", verb("goes to", "go to"));
        };
        let stays = self.after.pieces_on(to).filter(|&piece| piece == there).count()
            >= self.before.pieces_on(to).filter(|&piece| piece == there).count();
        let is_own = there.side == self.before.side();
        match (is_own, stays) {
            (true, _) => format!("{} the {} on {name}", verb("mounts", "mount"), self.kind(there.kind)),
            (false, true) => {
                format!("{} the {} on {name} prisoner", verb("takes", "take"), self.kind(there.kind))
            }
            (false, false) => format!("{} the {} on {name}", verb("takes", "take"), self.kind(there.kind)),
        }
    }

    /// Describes a loss on another square: `the rook on e5 is gone`.
    fn loss(&self, square: Square) -> Option<String> {
        let mut left: Vec<Piece> = self.after.pieces_on(square).collect();
        if left.len() >= self.before.pieces_on(square).count() {
            return None;
        }
        let mut gone = Vec::new();
        for piece in self.before.pieces_on(square) {
            match left.iter().position(|&other| other == piece) {
                Some(index) => drop(left.remove(index)),
                None => gone.push(format!("the {}", self.kind(piece.kind))),
            }
        }
        let verb = if gone.len() == 1 { "is" } else { "are" };
        Some(format!("{} on {} {verb} gone", listed(&gone), self.before.outline().name(square)))
    }

    /// Describes what has appeared on another square, or become something else there.
    fn change(&self, square: Square) -> Option<String> {
        let name = self.before.outline().name(square);
        match (self.before.piece_at(square, 0), self.after.piece_at(square, 0)) {
            (None, Some(new)) => {
                let whose = if new.side == self.before.side() { "" } else { "hostile " };
                Some(format!(
                    "{} appears on {name}",
                    with_article(&format!("{whose}{}", self.kind(new.kind)))
                ))
            }
            (Some(old), Some(new))
                if old != new
                    && self.before.pieces_on(square).count() == self.after.pieces_on(square).count() =>
            {
                let becomes = if old.side == new.side {
                    with_article(self.kind(new.kind))
                } else {
                    format!("{}'s {}", new.side.name(), self.kind(new.kind))
                };
                Some(format!("{} becomes {becomes}", self.piece(square)))
            }
            _ => None,
        }
    }

    /// The piece on top of a square: `the pawn on e4`.
    fn piece(&self, square: Square) -> String {
        let name = self.before.piece_at(square, 0).map_or("obstacle", |piece| self.kind(piece.kind));
        format!("the {name} on {}", self.before.outline().name(square))
    }

    fn kind(&self, kind: Kind) -> &'static str {
        self.before.info().piece_name(kind)
    }
}

fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// `a`, `a and b`, `a, b and c`.
fn listed(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameId;
    use crate::{Game, notation};

    #[test]
    fn what_moves_do_is_said_in_every_game() {
        let table = include_str!("../tests/describe.tsv");
        let mut lines = 0;
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let [game, fen, played, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("four fields: {line}")
            };
            let position = GameId::named(game).unwrap().parse(fen).unwrap();
            let played = notation::read(&position, played).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(describe(&position, played), expected, "{line}");
            lines += 1;
        }
        assert!(lines > 15);
    }
}
