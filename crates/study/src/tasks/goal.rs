//! The goal of a task: facts that have to hold after a move, in words.
//!
//! | word | holds if |
//! |---|---|
//! | `less 2` | the opponent has at least two pieces fewer on top of squares |
//! | `less R` | the opponent has fewer of a kind there |
//! | `more N` | the mover has more of a kind there |
//! | `prisoners 2` | at least two more pieces of the opponent are covered by pieces of the mover |
//! | `keeps` | the mover has no fewer pieces and prisoners than before |
//! | `safe` | no reply takes, covers or frees anything from the mover |
//! | `at e4 (NE)` | the square has this content, as in the text of a position; `*` is an obstacle |
//! | `shot`, `drop` | the move is one |
//! | `wins` | the mover has won |

use helgi_rules::board::{Action, Move, Piece, Side, Square};
use helgi_rules::{AnyPosition, History, Position, fen, verdict};

/// The conditions that a move has to fulfil: all those of a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskGoal(Vec<Condition>);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Condition {
    Fewer(usize),
    LessOf(String),
    MoreOf(String),
    Prisoners(usize),
    Keeps,
    Safe,
    At(Square, String),
    Shot,
    Drop,
    Wins,
}

/// The pieces of a side that matter to goals.
struct Holdings {
    /// Its pieces on top of squares, by the text of their kind.
    tops: Vec<String>,
    /// Number of enemy pieces below them.
    prisoners: usize,
}

impl Holdings {
    fn of(position: &AnyPosition, side: Side) -> Self {
        let mut found = Holdings { tops: Vec::new(), prisoners: 0 };
        for square in position.outline().squares() {
            let mut pieces = position.pieces_on(square);
            // A covered piece of the side is not one of its tops: it is the enemy's prisoner.
            if let Some(top) = pieces.next().filter(|top| top.side == side) {
                found.tops.push(kind_text(position, top));
                found.prisoners += pieces.filter(|covered| covered.side != side).count();
            }
        }
        found
    }

    fn count(&self, kind: &str) -> usize {
        self.tops.iter().filter(|top| *top == kind).count()
    }

    /// Returns true if nothing of what another had is missing.
    fn has_no_less_than(&self, other: &Holdings) -> bool {
        self.tops.len() >= other.tops.len() && self.prisoners >= other.prisoners
    }
}

/// The text of a piece's kind, in upper case.
fn kind_text(position: &AnyPosition, piece: Piece) -> String {
    fen::piece_text(Piece { side: Side::White, ..piece }, position.info().pieces)
}

/// The content of a square as in the text of a position.
fn content(position: &AnyPosition, square: Square) -> String {
    if position.is_obstacle(square) {
        return "*".to_owned();
    }
    let written = |piece| fen::piece_text(piece, position.info().pieces);
    let mut pieces: Vec<String> = position.pieces_on(square).map(written).collect();
    pieces.reverse();
    match pieces.as_slice() {
        [one] => one.clone(),
        [] => String::new(),
        several => format!("({})", several.concat()),
    }
}

impl TaskGoal {
    /// Reads a goal in the words of the [module](self); `None` if there is another word.
    pub(super) fn read(text: &str, start: &AnyPosition) -> Option<Self> {
        let kind = |text: &str| {
            start.info().pieces.iter().any(|piece| piece.text() == text).then(|| text.to_owned())
        };
        let conditions = text.split(", ").map(|condition| {
            let words: Vec<&str> = condition.split(' ').collect();
            Some(match *words.as_slice() {
                ["less", count] if count.parse::<usize>().is_ok() => Condition::Fewer(count.parse().ok()?),
                ["less", text] => Condition::LessOf(kind(text)?),
                ["more", text] => Condition::MoreOf(kind(text)?),
                ["prisoners", count] => Condition::Prisoners(count.parse().ok()?),
                ["at", square, text] => Condition::At(start.outline().named(square)?, text.to_owned()),
                ["keeps"] => Condition::Keeps,
                ["safe"] => Condition::Safe,
                ["shot"] => Condition::Shot,
                ["drop"] => Condition::Drop,
                ["wins"] => Condition::Wins,
                _ => return None,
            })
        });
        conditions.collect::<Option<Vec<_>>>().map(TaskGoal)
    }

    /// Returns true if a legal move of a position reaches the goal.
    pub fn is_reached_by(&self, before: &AnyPosition, played: Move) -> bool {
        let side = before.side();
        let after = before.after(played);
        let [own_before, own] = [before, &after].map(|position| Holdings::of(position, side));
        let [enemy_before, enemy] = [before, &after].map(|position| Holdings::of(position, !side));
        self.0.iter().all(|condition| match condition {
            Condition::Fewer(count) => enemy.tops.len() + count <= enemy_before.tops.len(),
            Condition::LessOf(kind) => enemy.count(kind) < enemy_before.count(kind),
            Condition::MoreOf(kind) => own.count(kind) > own_before.count(kind),
            Condition::Prisoners(count) => own.prisoners >= own_before.prisoners + count,
            Condition::Keeps => own.has_no_less_than(&own_before),
            Condition::Safe => after
                .legal_moves()
                .into_iter()
                .all(|reply| Holdings::of(&after.after(reply), side).has_no_less_than(&own)),
            Condition::At(square, text) => content(&after, *square) == *text,
            Condition::Shot => matches!(played.action(), Action::Shoot { .. }),
            Condition::Drop => matches!(played.action(), Action::Drop { .. }),
            Condition::Wins => verdict(&after, &History::starting_with(&after))
                .is_some_and(|outcome| outcome.winner == Some(side)),
        })
    }
}
