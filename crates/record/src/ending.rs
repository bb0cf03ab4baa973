//! Endings of games between players: by the rules, or by an act of the players or of a match.

use crate::GameResult;
use helgi_rules::board::Side;
use helgi_rules::games::GameId;
use helgi_rules::{Outcome, Reason};
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// The result of a game and why it is so.
///
/// Its text is that of an [`Outcome`], `1-0 {Black resigns}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(into = "SavedEnding")]
pub enum Ending {
    /// By the rules of the game.
    Rules(Outcome),
    /// A player has lost otherwise than on the board.
    Loss {
        /// The side that lost.
        loser: Side,
        /// The reason.
        reason: LossReason,
    },
    /// A player was late, and the other one cannot win.
    Timeout,
    /// Both players have offered a draw.
    Agreement,
    /// By a rule of the match about the engines' scores: won by a side, or drawn.
    Adjudication(Option<Side>),
    /// Drawn by the match's limit on the number of moves.
    TooLong,
}

/// The reason for a loss other than on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LossReason {
    /// It has resigned, or reported that the other has won.
    Resignation,
    /// It was late.
    LossOnTime,
    /// It has made a move that is not legal: the move in its words.
    IllegalMove(String),
    /// It has falsely claimed a win or a draw: its words.
    FalseClaim(String),
    /// It has not taken a legal move of the other: its words.
    Refusal(String),
    /// It has ended, or closed its output.
    Disconnection,
    /// It was silent until long after its time.
    Stall,
}

/// The ending of a game, in the words of the PGN tag `Termination`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Termination {
    /// By the rules, or by resignation or agreement.
    Normal,
    /// By a rule of the match.
    Adjudication,
    /// A player was late.
    TimeForfeit,
    /// A player made an illegal move or a false claim.
    IllegalMove,
    /// An engine has ended.
    Abandoned,
    /// An engine hung.
    Stalled,
}

impl Termination {
    /// The words.
    pub fn as_str(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::Adjudication => "adjudication",
            Termination::TimeForfeit => "time forfeit",
            Termination::IllegalMove => "illegal move",
            Termination::Abandoned => "abandoned",
            Termination::Stalled => "stalled connection",
        }
    }

    /// Returns true if the engine that lost has ended or hung.
    pub fn is_crash(self) -> bool {
        matches!(self, Termination::Abandoned | Termination::Stalled)
    }

    /// Returns true if the engine that lost may see the game differently, and should be restarted.
    pub fn is_fault(self) -> bool {
        self.is_crash() || self == Termination::IllegalMove
    }
}

impl Ending {
    /// The winner; `None` for a draw.
    pub fn winner(&self) -> Option<Side> {
        match *self {
            Ending::Rules(outcome) => outcome.winner,
            Ending::Loss { loser, .. } => Some(!loser),
            Ending::Adjudication(winner) => winner,
            Ending::Agreement | Ending::Timeout | Ending::TooLong => None,
        }
    }

    /// The result as PGN knows it; never unknown.
    pub fn result(&self) -> GameResult {
        self.winner().map_or(GameResult::Draw, GameResult::win)
    }

    /// The reason in words: `White mates`, `Draw by repetition`, `Black disconnects`.
    pub fn reason(&self) -> String {
        match self {
            Ending::Rules(outcome) => outcome.reason_text().to_string(),
            Ending::Loss { loser, reason } => format!("{}{reason}", loser.name()),
            Ending::Timeout => "Draw by timeout".to_owned(),
            Ending::Agreement => "Draw by agreement".to_owned(),
            Ending::Adjudication(Some(winner)) => format!("{} wins by adjudication", winner.name()),
            Ending::Adjudication(None) => "Draw by adjudication".to_owned(),
            Ending::TooLong => "Draw by adjudication: maximum game length".to_owned(),
        }
    }

    /// The reason as a report or a record of a game says it: in chess, and where a rule of the match ends a game, in the
    /// words of cutechess and fastchess, by which scripts count endings. Saved matches keep those of
    /// [`reason`](Self::reason).
    pub fn reason_in(&self, game: GameId) -> String {
        let words = match self {
            Ending::Rules(Outcome { winner: None, reason }) if game.is_chess() => match reason {
                Reason::Stalemate => Some("Draw by stalemate"),
                Reason::Repetition => Some("Draw by 3-fold repetition"),
                Reason::MoveCount => Some("Draw by fifty moves rule"),
                Reason::InsufficientMaterial => Some("Draw by insufficient mating material"),
                _ => None,
            },
            Ending::TooLong => Some("Draw by adjudication: maximal game length"),
            _ => None,
        };
        words.map_or_else(|| self.reason(), str::to_owned)
    }

    /// The result with the reason in a game: `1/2-1/2 {Draw by 3-fold repetition}`.
    pub fn text_in(&self, game: GameId) -> String {
        format!("{} {{{}}}", self.result(), self.reason_in(game))
    }

    /// The reason in a game without an engine's own words, to be counted.
    pub fn kind_in(&self, game: GameId) -> String {
        let own_words = match self {
            Ending::Loss { loser, reason: LossReason::IllegalMove(_) } => Some((loser, ILLEGAL_MOVE)),
            Ending::Loss { loser, reason: LossReason::FalseClaim(_) } => Some((loser, FALSE_CLAIM)),
            Ending::Loss { loser, reason: LossReason::Refusal(_) } => Some((loser, REFUSAL)),
            _ => None,
        };
        match own_words {
            Some((loser, deed)) => format!("{}{}", loser.name(), deed.trim_end_matches(": ")),
            None => self.reason_in(game),
        }
    }

    /// The kind of ending.
    pub fn termination(&self) -> Termination {
        match self {
            Ending::Rules(_) | Ending::Agreement => Termination::Normal,
            Ending::Timeout => Termination::TimeForfeit,
            Ending::Adjudication(_) | Ending::TooLong => Termination::Adjudication,
            Ending::Loss { reason, .. } => match reason {
                LossReason::Resignation => Termination::Normal,
                LossReason::LossOnTime => Termination::TimeForfeit,
                LossReason::IllegalMove(_) | LossReason::FalseClaim(_) | LossReason::Refusal(_) => {
                    Termination::IllegalMove
                }
                LossReason::Disconnection => Termination::Abandoned,
                LossReason::Stall => Termination::Stalled,
            },
        }
    }

    /// The ending of a game with this result and this [reason in words](Self::reason); `None` for a reason that no match
    /// gives.
    pub fn with_reason(game: GameId, result: GameResult, reason: &str) -> Option<Ending> {
        let winners = [None, Some(Side::White), Some(Side::Black)];
        let mut endings = winners.into_iter().filter_map(|winner| Ending::read(&[game], winner, reason));
        endings.find(|ending| ending.result() == result)
    }

    /// The ending with this winner and this reason, of one of these games.
    fn read(games: &[GameId], winner: Option<Side>, reason: &str) -> Option<Ending> {
        // The reason may be one of several games: a match can have more than one.
        let by_rules = || {
            let mut outcomes = games.iter().map(|&game| Outcome::with_reason(game, winner, reason));
            outcomes.find_map(|outcome| outcome.map(Ending::Rules))
        };
        let by_match = || {
            let all = [Ending::Timeout, Ending::Agreement, Ending::Adjudication(winner), Ending::TooLong];
            all.into_iter().find(|ending| ending.winner() == winner && ending.reason() == reason)
        };
        let by_player = || {
            let loser = !winner?;
            let reason = LossReason::read(reason.strip_prefix(loser.name())?)?;
            Some(Ending::Loss { loser, reason })
        };
        by_rules().or_else(by_match).or_else(by_player)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{{}}}", self.result(), self.reason())
    }
}

/// The text before an engine's own words.
const ILLEGAL_MOVE: &str = " makes an illegal move: ";
const FALSE_CLAIM: &str = " makes a false claim: ";
const REFUSAL: &str = " refuses a legal move: ";

impl LossReason {
    fn read(text: &str) -> Option<LossReason> {
        let plain =
            [LossReason::Resignation, LossReason::LossOnTime, LossReason::Disconnection, LossReason::Stall];
        let said = |head, reason: fn(String) -> LossReason| Some(reason(text.strip_prefix(head)?.to_owned()));
        // Compared as a whole, since the other reasons have words of the engine behind them.
        let plain = plain.into_iter().find(|reason| reason.to_string() == text);
        plain
            .or_else(|| said(ILLEGAL_MOVE, LossReason::IllegalMove))
            .or_else(|| said(FALSE_CLAIM, LossReason::FalseClaim))
            .or_else(|| said(REFUSAL, LossReason::Refusal))
    }
}

/// The reason, after the name of the side.
impl fmt::Display for LossReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LossReason::Resignation => f.write_str(" resigns"),
            LossReason::LossOnTime => f.write_str(" loses on time"),
            LossReason::IllegalMove(words) => write!(f, "{ILLEGAL_MOVE}{words}"),
            LossReason::FalseClaim(words) => write!(f, "{FALSE_CLAIM}{words}"),
            LossReason::Refusal(words) => write!(f, "{REFUSAL}{words}"),
            LossReason::Disconnection => f.write_str(" disconnects"),
            LossReason::Stall => f.write_str("'s connection stalls"),
        }
    }
}

/// An ending as it stands in the state of a match: words, which mean something in the games of the match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedEnding {
    score: String,
    reason: String,
    termination: Termination,
}

impl From<Ending> for SavedEnding {
    fn from(ending: Ending) -> SavedEnding {
        let (score, reason) = (ending.result().text().to_owned(), ending.reason());
        SavedEnding { score, reason, termination: ending.termination() }
    }
}

/// A saved ending that no game of the match has.
#[derive(Debug, Error)]
#[error("ending `{score} {{{reason}}}`, {termination:?}: expected one that a game may have")]
pub struct NoEnding {
    score: String,
    reason: String,
    termination: Termination,
}

impl SavedEnding {
    /// The ending that the words stand for in one of these games.
    ///
    /// # Errors
    ///
    /// If none of them can end so.
    pub fn read(self, games: &[GameId]) -> Result<Ending, NoEnding> {
        let SavedEnding { score, reason, termination } = self;
        let winners = [None, Some(Side::White), Some(Side::Black)];
        let mut endings = winners.into_iter().filter_map(|winner| Ending::read(games, winner, &reason));
        endings
            .find(|ending| ending.result().text() == score && ending.termination() == termination)
            .ok_or(NoEnding { score, reason, termination })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_said_and_read_back() {
        let loss = |reason| Ending::Loss { loser: Side::White, reason };
        let words = || "e2e5 {".to_owned();
        for (ending, text, termination) in [
            (Ending::Rules(Outcome::win(Side::White, Reason::Mate)), "1-0 {White mates}", "normal"),
            (Ending::Rules(Outcome::draw(Reason::MoveCount)), "1/2-1/2 {Draw by move count}", "normal"),
            (
                Ending::Rules(Outcome::draw(Reason::InsufficientMaterial)),
                "1/2-1/2 {Draw by insufficient material}",
                "normal",
            ),
            (Ending::Timeout, "1/2-1/2 {Draw by timeout}", "time forfeit"),
            (Ending::Agreement, "1/2-1/2 {Draw by agreement}", "normal"),
            (Ending::Adjudication(None), "1/2-1/2 {Draw by adjudication}", "adjudication"),
            (Ending::Adjudication(Some(Side::Black)), "0-1 {Black wins by adjudication}", "adjudication"),
            (Ending::TooLong, "1/2-1/2 {Draw by adjudication: maximum game length}", "adjudication"),
            (loss(LossReason::Resignation), "0-1 {White resigns}", "normal"),
            (loss(LossReason::LossOnTime), "0-1 {White loses on time}", "time forfeit"),
            (
                loss(LossReason::IllegalMove(words())),
                "0-1 {White makes an illegal move: e2e5 {}",
                "illegal move",
            ),
            (
                loss(LossReason::FalseClaim(words())),
                "0-1 {White makes a false claim: e2e5 {}",
                "illegal move",
            ),
            (loss(LossReason::Refusal(words())), "0-1 {White refuses a legal move: e2e5 {}", "illegal move"),
            (loss(LossReason::Disconnection), "0-1 {White disconnects}", "abandoned"),
            (loss(LossReason::Stall), "0-1 {White's connection stalls}", "stalled connection"),
        ] {
            assert_eq!((ending.to_string().as_str(), ending.termination().as_str()), (text, termination));
            let saved = serde_json::to_string(&ending).unwrap();
            let read = serde_json::from_str::<SavedEnding>(&saved).unwrap().read(&[GameId::CHESS]);
            assert_eq!(read.unwrap(), ending, "{saved}");
        }
    }

    #[test]
    fn chess_has_the_words_of_other_runners() {
        let tavreli = GameId::named("tavreli").unwrap();
        for (reason, in_chess, elsewhere) in [
            (Reason::Stalemate, "Draw by stalemate", "Stalemate"),
            (Reason::Repetition, "Draw by 3-fold repetition", "Draw by repetition"),
            (Reason::MoveCount, "Draw by fifty moves rule", "Draw by move count"),
            (
                Reason::InsufficientMaterial,
                "Draw by insufficient mating material",
                "Draw by insufficient material",
            ),
        ] {
            let ending = Ending::Rules(Outcome::draw(reason));
            assert_eq!(ending.reason_in(GameId::CHESS), in_chess);
            assert_eq!(ending.reason_in(GameId::FISCHERANDOM), in_chess);
            assert_eq!(ending.text_in(tavreli), format!("1/2-1/2 {{{elsewhere}}}"));
        }
        let mate = Ending::Rules(Outcome::win(Side::White, Reason::Mate));
        assert_eq!(mate.text_in(GameId::CHESS), "1-0 {White mates}");
        assert_eq!(Ending::TooLong.reason_in(tavreli), "Draw by adjudication: maximal game length");
        let illegal = Ending::Loss { loser: Side::White, reason: LossReason::IllegalMove("e2e5".to_owned()) };
        assert_eq!(illegal.kind_in(GameId::CHESS), "White makes an illegal move");
    }

    #[test]
    fn impossible_endings_are_refused() {
        for (score, reason, termination) in [
            ("1-0", "Black mates", "Normal"),
            ("1-0", "White resigns", "Normal"),
            ("1-0", "Black resigns", "Stalled"),
            ("*", "Draw by agreement", "Normal"),
            ("1/2-1/2", "Draw", "Normal"),
        ] {
            let saved = format!(r#"{{"score":"{score}","reason":"{reason}","termination":"{termination}"}}"#);
            let read = serde_json::from_str::<SavedEnding>(&saved).unwrap().read(GameId::BUILT_IN);
            let error = read.unwrap_err().to_string();
            assert!(error.contains(reason) && error.contains("expected one that a game may have"), "{error}");
        }
    }
}
