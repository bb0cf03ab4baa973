//! Endings of games as the page shows them: a result, and the reason as a message.

use helgi_record::GameResult;
use helgi_record::ending::{Ending, LossReason};
use helgi_rules::board::Side;
use helgi_rules::{GameId, Outcome};
use helgi_words::{TextMessage, ends};
use serde::Serialize;

/// The ending of a game.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct GameEnd {
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that was broken off.
    pub score: &'static str,
    /// The reason as records have it, in English, which other programs read.
    #[serde(skip)]
    pub text: String,
    /// The reason, for people.
    pub reason: TextMessage,
}

impl GameEnd {
    /// The ending of a game of a match that has been given up.
    pub fn given_up() -> Self {
        let text = "given up with the match".to_owned();
        GameEnd { score: "*", text, reason: TextMessage::new("end.given-up") }
    }

    /// The ending of a record of a game with this reason; words of others stay as they are.
    pub fn recorded(game: Option<GameId>, result: GameResult, text: String) -> Self {
        let ending = game.and_then(|game| Ending::with_reason(game, result, &text));
        let reason = ending.as_ref().map_or_else(|| TextMessage::literal(text.clone()), message);
        GameEnd { score: result.text(), text, reason }
    }
}

impl From<Outcome> for GameEnd {
    fn from(outcome: Outcome) -> Self {
        GameEnd::from(Ending::Rules(outcome))
    }
}

impl From<Ending> for GameEnd {
    fn from(ending: Ending) -> Self {
        GameEnd { score: ending.result().text(), text: ending.reason(), reason: message(&ending) }
    }
}

/// The reason of an ending.
fn message(ending: &Ending) -> TextMessage {
    match ending {
        Ending::Rules(outcome) => ends::outcome(*outcome),
        Ending::Loss { loser, reason } => of_loss(*loser, reason),
        Ending::Timeout => TextMessage::new("end.timeout"),
        Ending::Agreement => TextMessage::new("end.agreement"),
        Ending::Adjudication(Some(winner)) => ends::won("end.adjudication.won", *winner),
        Ending::Adjudication(None) => TextMessage::new("end.adjudication.drawn"),
        Ending::TooLong => TextMessage::new("end.too-long"),
    }
}

fn of_loss(loser: Side, reason: &LossReason) -> TextMessage {
    let lost = |id| ends::lost(id, loser);
    match reason {
        LossReason::Resignation => ends::resigns(loser),
        LossReason::LossOnTime => lost("end.time"),
        LossReason::IllegalMove(words) => lost("end.illegal-move").with("words", words.clone()),
        LossReason::FalseClaim(words) => lost("end.false-claim").with("words", words.clone()),
        LossReason::Refusal(words) => lost("end.refusal").with("words", words.clone()),
        LossReason::Disconnection => lost("end.disconnects"),
        LossReason::Stall => lost("end.stalls"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_words::Catalogue;

    /// Endings beside the rules, of either side where there are two.
    fn endings() -> Vec<Ending> {
        let words = || "e2e9".to_owned();
        let losses = [
            LossReason::Resignation,
            LossReason::LossOnTime,
            LossReason::IllegalMove(words()),
            LossReason::FalseClaim(words()),
            LossReason::Refusal(words()),
            LossReason::Disconnection,
            LossReason::Stall,
        ];
        let losses = losses
            .into_iter()
            .flat_map(|reason| Side::BOTH.map(|loser| Ending::Loss { loser, reason: reason.clone() }));
        let won = [None, Some(Side::White), Some(Side::Black)].map(Ending::Adjudication);
        losses.chain(won).chain([Ending::Timeout, Ending::Agreement, Ending::TooLong]).collect()
    }

    #[test]
    fn endings_beside_the_rules_have_words_in_every_language() {
        let chess = Some(GameId::CHESS);
        for ending in endings() {
            let end = GameEnd::from(ending.clone());
            assert_eq!(Catalogue::english().write(&end.reason), end.text);
            assert_eq!(GameEnd::recorded(chess, ending.result(), end.text.clone()), end, "{ending}");
            for language in Catalogue::all() {
                assert!(language.has(end.reason.id()), "{language:?}: {}", end.reason.id());
            }
        }
        for language in Catalogue::all() {
            assert!(language.has(GameEnd::given_up().reason.id()), "{language:?}");
        }
        let english = |end: &GameEnd| Catalogue::english().write(&end.reason);
        assert_eq!(english(&GameEnd::given_up()), GameEnd::given_up().text);
        let foreign = GameEnd::recorded(chess, GameResult::WhiteWins, "Black is tired".to_owned());
        assert_eq!(english(&foreign), "Black is tired");
    }
}
