//! How games end.

use crate::board::Side;
use std::fmt;

/// A result and its reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who has won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
}

/// Why a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// A royal piece is attacked and there is no defence.
    Mate,
    /// No legal move; a draw, or a loss for the side without moves where a game says so.
    Stalemate,
    /// A player with no legal move loses, in a game without check.
    NoLegalMove,
    /// The king was captured, shot or blown up.
    KingCaptured,
    /// Both kings have left the board in one move.
    BothKingsGone,
    /// The loser's last objective was captured.
    ObjectivesCaptured,
    /// A king stands in the far citadel.
    KingInCitadel,
    /// A bonus was due and the mover had no piece for it.
    BonusRule,
    /// A count of points, in halves of a point.
    Points {
        /// White's points, doubled.
        white: u16,
        /// Black's points, doubled.
        black: u16,
    },
    /// The third occurrence of a position.
    Repetition,
    /// Too many half-moves without progress.
    MoveCount,
}

impl Outcome {
    /// A win of `winner`.
    pub const fn win(winner: Side, reason: Reason) -> Self {
        Outcome { winner: Some(winner), reason }
    }

    /// A draw.
    pub const fn draw(reason: Reason) -> Self {
        Outcome { winner: None, reason }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn score(&self) -> &'static str {
        match self.winner {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// The result and the reason as protocols write them: `1-0 {White mates}`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{", self.score())?;
        match (self.winner, self.reason) {
            (Some(winner), reason) => {
                let (winner, loser) = (winner.name(), (!winner).name());
                match reason {
                    Reason::Mate => write!(f, "{winner} mates"),
                    Reason::Stalemate => write!(f, "{loser} is stalemated"),
                    Reason::NoLegalMove => write!(f, "{loser} has no legal move"),
                    Reason::KingCaptured => write!(f, "{winner} captures the king"),
                    Reason::BothKingsGone => write!(f, "Both kings are gone"),
                    Reason::ObjectivesCaptured => write!(f, "{winner} captures all objectives"),
                    Reason::KingInCitadel => write!(f, "{winner} king in the citadel"),
                    Reason::BonusRule => write!(f, "{winner} wins by the bonus rule"),
                    Reason::Points { white, black } => {
                        write!(f, "{winner} wins on points {} : {}", Halves(white), Halves(black))
                    }
                    Reason::Repetition => write!(f, "{winner} wins by repetition"),
                    Reason::MoveCount => write!(f, "{winner} wins by move count"),
                }
            }
            (None, Reason::Stalemate) => write!(f, "Stalemate"),
            (None, Reason::BothKingsGone) => write!(f, "Both kings are gone"),
            (None, Reason::Repetition) => write!(f, "Draw by repetition"),
            (None, Reason::MoveCount) => write!(f, "Draw by move count"),
            (None, _) => write!(f, "Draw"),
        }?;
        f.write_str("}")
    }
}

/// A doubled number of points, written plainly: 17, 15.5.
struct Halves(u16);

impl fmt::Display for Halves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0 / 2, if self.0 % 2 == 1 { ".5" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_read_as_protocols_want_them() {
        let points = Reason::Points { white: 34, black: 31 };
        assert_eq!(Outcome::win(Side::White, Reason::Mate).to_string(), "1-0 {White mates}");
        assert_eq!(Outcome::draw(Reason::Stalemate).to_string(), "1/2-1/2 {Stalemate}");
        assert_eq!(Outcome::win(Side::White, Reason::Stalemate).to_string(), "1-0 {Black is stalemated}");
        assert_eq!(Outcome::win(Side::White, points).to_string(), "1-0 {White wins on points 17 : 15.5}");
    }
}
