//! Ends of games.

use crate::board::{Kind, Side};
use crate::notation::WireSquare;
use crate::{GameId, Info, Phrase};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A result and its reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The reason.
    pub reason: Reason,
}

/// The reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// A royal piece is attacked and there is no defence.
    Mate,
    /// No legal move; a draw, or a loss for the side without moves in some games.
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
    /// A repetition in which the loser has chased one piece of the winner with all its moves.
    Chase(ChasedPiece),
    /// Too many half-moves without progress.
    MoveCount,
    /// Neither side has the pieces to win; always a draw.
    InsufficientMaterial,
    /// A rule of a game that is not built in, in words that follow the winner's name, such as `reaches the last
    /// rank`; of a draw, the whole sentence. It is one of [`Info::reasons`](crate::Info::reasons).
    Rule(Phrase),
}

/// A piece that has been chased all the time, where it stands at last.
///
/// It knows its game, so that it has a name; two are equal if game, kind and square are.
#[derive(Clone, Copy)]
pub struct ChasedPiece {
    info: &'static Info,
    kind: Kind,
    square: WireSquare,
}

impl ChasedPiece {
    /// A piece of a kind of a game on a square; `None` if the game has no such kind.
    #[doc(hidden)] // a part of `internals`
    #[must_use]
    pub fn new(info: &'static Info, kind: Kind, square: WireSquare) -> Option<Self> {
        info.pieces.get(kind.index()).map(|_| ChasedPiece { info, kind, square })
    }

    /// The facts about its game.
    #[doc(hidden)] // a part of `internals`
    #[must_use]
    pub const fn info(&self) -> &'static Info {
        self.info
    }

    /// Its kind.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Its square.
    #[must_use]
    pub const fn square(&self) -> WireSquare {
        self.square
    }

    fn facts(&self) -> (&'static str, Kind, WireSquare) {
        // By name: the facts of one game may lie at two addresses, after a file was read again.
        (self.info.name, self.kind, self.square)
    }

    /// Reads what follows `chases`, in lower case: `the cannon on c3`.
    fn read(info: &'static Info, text: &str) -> Option<Self> {
        let (name, square) = text.strip_prefix("the ")?.rsplit_once(" on ")?;
        let number = info.pieces.iter().position(|piece| piece.name == name)?;
        ChasedPiece::new(info, Kind(u8::try_from(number).ok()?), square.parse().ok()?)
    }
}

impl PartialEq for ChasedPiece {
    fn eq(&self, other: &Self) -> bool {
        self.facts() == other.facts()
    }
}

impl Eq for ChasedPiece {}

impl Hash for ChasedPiece {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.facts().hash(state);
    }
}

impl fmt::Debug for ChasedPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {self}", self.info.name)
    }
}

/// As it is written in a reason: `the cannon on c3`.
impl fmt::Display for ChasedPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.info.pieces.get(self.kind.index()).map_or("piece", |piece| piece.name);
        write!(f, "the {name} on {}", self.square)
    }
}

impl Outcome {
    /// A win of `winner`.
    #[must_use]
    pub const fn win(winner: Side, reason: Reason) -> Self {
        Outcome { winner: Some(winner), reason }
    }

    /// A draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Self {
        Outcome { winner: None, reason }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn score(&self) -> &'static str {
        match self.winner {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// The reason alone in words, as it stands in the text of the outcome: `White mates`.
    #[must_use]
    pub fn reason_text(self) -> impl fmt::Display {
        ReasonText(self)
    }

    /// The outcome of a game with a winner, `None` for a draw, and with a [reason in words](Self::reason_text),
    /// in upper or lower case; `None` if it is not a reason for that result. Of the reasons that only some games
    /// have, those of this game count.
    ///
    /// ```
    /// use helgi_rules::board::Side;
    /// use helgi_rules::{GameId, Outcome, Reason};
    ///
    /// let mate = Outcome::with_reason(GameId::CHESS, Some(Side::White), "White mates");
    /// assert_eq!(mate, Some(Outcome::win(Side::White, Reason::Mate)));
    /// assert_eq!(Outcome::with_reason(GameId::CHESS, None, "White mates"), None);
    /// ```
    #[doc(hidden)] // a part of `internals`, for records
    pub fn with_reason(game: GameId, winner: Option<Side>, text: &str) -> Option<Outcome> {
        let points = || {
            // From behind: the winner's name and the words before may change.
            let (head, black) = text.rsplit_once(" : ")?;
            let (_, white) = head.rsplit_once(' ')?;
            Some(Reason::Points { white: Halves::read(white)?, black: Halves::read(black)? })
        };
        let chase = || {
            let text = text.to_ascii_lowercase();
            let (_, chased) = text.split_once(" chases ")?;
            Some(Reason::Chase(ChasedPiece::read(game.info(), chased)?))
        };
        let own_reasons = game.info().reasons.iter().copied().map(Reason::Rule);
        let reasons = Reason::IN_WORDS.into_iter().chain(points()).chain(chase()).chain(own_reasons);
        let mut outcomes = reasons.map(|reason| Outcome { winner, reason });
        let is_it = |outcome: &Outcome| {
            let own = outcome.reason_text().to_string();
            // It would fit any draw, whatever its reason.
            own != MERE_DRAW && (text.eq_ignore_ascii_case(&own) || outcome.had_text(text))
        };
        outcomes.find(is_it)
    }
}

impl Outcome {
    /// Returns true for the words that this had in records of helgi 0.1.
    fn had_text(&self, text: &str) -> bool {
        let before = || self.winner.map(|winner| format!("{} king in the citadel", winner.name()));
        self.reason == Reason::KingInCitadel
            && before().is_some_and(|before| text.eq_ignore_ascii_case(&before))
    }
}

impl Reason {
    /// All reasons without numbers, pieces or words of their own.
    #[doc(hidden)] // a part of `internals`
    pub const IN_WORDS: [Reason; 11] = [
        Reason::Mate,
        Reason::Stalemate,
        Reason::NoLegalMove,
        Reason::KingCaptured,
        Reason::BothKingsGone,
        Reason::ObjectivesCaptured,
        Reason::KingInCitadel,
        Reason::BonusRule,
        Reason::Repetition,
        Reason::MoveCount,
        Reason::InsufficientMaterial,
    ];

    /// The name under which catalogues have the reason's words in every language: `move-count`. It never changes.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Reason::Mate => "mate",
            Reason::Stalemate => "stalemate",
            Reason::NoLegalMove => "no-legal-move",
            Reason::KingCaptured => "king-captured",
            Reason::BothKingsGone => "both-kings-gone",
            Reason::ObjectivesCaptured => "objectives-captured",
            Reason::KingInCitadel => "king-in-citadel",
            Reason::BonusRule => "bonus-rule",
            Reason::Points { .. } => "points",
            Reason::Repetition => "repetition",
            Reason::Chase(_) => "chase",
            Reason::MoveCount => "move-count",
            Reason::InsufficientMaterial => "insufficient-material",
            Reason::Rule(phrase) => phrase.id,
        }
    }
}

/// The result and the reason as protocols write them: `1-0 {White mates}`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{{}}}", self.score(), self.reason_text())
    }
}

/// An outcome's reason in words.
struct ReasonText(Outcome);

impl fmt::Display for ReasonText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Outcome { winner, reason } = self.0;
        let Some(winner) = winner else {
            return f.write_str(match reason {
                Reason::Stalemate => "Stalemate",
                Reason::BothKingsGone => "Both kings are gone",
                Reason::Repetition => "Draw by repetition",
                Reason::MoveCount => "Draw by move count",
                Reason::InsufficientMaterial => "Draw by insufficient material",
                Reason::Rule(phrase) => phrase.words,
                _ => MERE_DRAW,
            });
        };
        let (winner, loser) = (winner.name(), (!winner).name());
        match reason {
            Reason::Mate => write!(f, "{winner} mates"),
            Reason::Stalemate => write!(f, "{loser} is stalemated"),
            Reason::NoLegalMove => write!(f, "{loser} has no legal move"),
            Reason::KingCaptured => write!(f, "{winner} captures the king"),
            Reason::BothKingsGone => write!(f, "Both kings are gone"),
            Reason::ObjectivesCaptured => write!(f, "{winner} captures all objectives"),
            Reason::KingInCitadel => write!(f, "{winner}'s king is in the citadel"),
            Reason::BonusRule => write!(f, "{winner} wins by the bonus rule"),
            Reason::Points { white, black } => {
                write!(f, "{winner} wins on points {} : {}", Halves(white), Halves(black))
            }
            Reason::Repetition => write!(f, "{winner} wins by repetition"),
            Reason::Chase(chased) => write!(f, "{loser} chases {chased}"),
            Reason::MoveCount => write!(f, "{winner} wins by move count"),
            Reason::InsufficientMaterial => write!(f, "{winner} wins by insufficient material"),
            Reason::Rule(phrase) => write!(f, "{winner} {}", phrase.words),
        }
    }
}

/// The text for a draw with no reason of its own.
const MERE_DRAW: &str = "Draw";

/// A doubled number of points, written plainly: 17, 15.5.
struct Halves(u16);

impl Halves {
    /// The doubled number of what [`Display`](fmt::Display) writes.
    fn read(text: &str) -> Option<u16> {
        let (whole, half) = text.strip_suffix(".5").map_or((text, 0), |whole| (whole, 1));
        whole.parse::<u16>().ok()?.checked_mul(2)?.checked_add(half)
    }
}

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

    #[test]
    fn reasons_are_read_back() {
        let points = [(0, 0), (34, 31), (u16::MAX, 1)].map(|(white, black)| Reason::Points { white, black });
        for reason in Reason::IN_WORDS.into_iter().chain(points) {
            // A new reason belongs into that list.
            match reason {
                Reason::Mate | Reason::Stalemate | Reason::NoLegalMove | Reason::KingCaptured => {}
                Reason::BothKingsGone | Reason::ObjectivesCaptured | Reason::KingInCitadel => {}
                Reason::BonusRule | Reason::Points { .. } | Reason::Repetition | Reason::MoveCount => {}
                Reason::InsufficientMaterial => {}
                // Read back where its game is known.
                Reason::Rule(_) | Reason::Chase(_) => unreachable!("not in the list"),
            }
            for winner in Side::BOTH {
                let outcome = Outcome::win(winner, reason);
                let text = outcome.reason_text().to_string();
                assert_eq!(outcome.to_string(), format!("{} {{{text}}}", outcome.score()));
                assert_eq!(Outcome::with_reason(GameId::CHESS, Some(winner), &text), Some(outcome), "{text}");
                assert_eq!(
                    Outcome::with_reason(GameId::CHESS, Some(winner), &text.to_uppercase()),
                    Some(outcome),
                    "{text}"
                );
            }
        }
        let by_count = [Reason::Repetition, Reason::MoveCount, Reason::InsufficientMaterial];
        for reason in [Reason::Stalemate, Reason::BothKingsGone].into_iter().chain(by_count) {
            let text = Outcome::draw(reason).reason_text().to_string();
            assert_eq!(
                Outcome::with_reason(GameId::CHESS, None, &text),
                Some(Outcome::draw(reason)),
                "{text}"
            );
        }
        for text in
            ["", "Draw", "White resigns", "White wins on points 1 : x", "White wins on points 99999 : 1"]
        {
            for winner in [None, Some(Side::White), Some(Side::Black)] {
                assert_eq!(Outcome::with_reason(GameId::CHESS, winner, text), None, "{text}");
            }
        }
    }
}
