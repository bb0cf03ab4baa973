//! Likeness: whether two engines play exactly alike, as they do where an option was not taken.

use super::schedule::Fixture;
use super::sheet::GameSheet;
use std::collections::HashMap;

/// After so many pairs of games it is no chance.
const PAIRS: usize = 20;

/// Compares both games of each pair, as they come in.
#[derive(Debug, Default)]
pub(super) struct Likeness {
    /// The moves of games whose partner is not finished, by pairing and pair.
    open: HashMap<(usize, usize), Vec<String>>,
    /// The number of pairs of each pairing that were alike; `None` once one was not, or they are reported.
    alike: HashMap<usize, Option<usize>>,
}

impl Likeness {
    /// Takes a game. Returns the number of pairs if these two have played all of them alike so far: at the twentieth.
    pub fn add(&mut self, fixture: &Fixture, record: &GameSheet) -> Option<usize> {
        let count = self.alike.entry(fixture.pairing).or_insert(Some(0));
        let before = (*count)?;
        let moves: Vec<String> = record.moves.iter().map(|played| played.text.clone()).collect();
        let pair = (fixture.pairing, fixture.pair);
        let Some(other) = self.open.remove(&pair) else {
            self.open.insert(pair, moves);
            return None;
        };
        *count = Some(before + 1).filter(|_| moves == other);
        if *count == Some(PAIRS) {
            *count = None;
            return Some(PAIRS);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::ending::Ending;
    use super::super::sheet::PlayedMove;
    use super::*;
    use helgi_rules::games::GameId;
    use std::time::{Duration, SystemTime};

    fn game(number: usize, moves: &str) -> (Fixture, GameSheet) {
        let (pair, players) = (number / 2, [number % 2, 1 - number % 2]);
        let variant = GameId::CHESS;
        let fixture = Fixture { number, players, pairing: 0, pair, opening: pair, variant, round: pair };
        let played = |text: &str| PlayedMove { text: text.to_owned(), thought: None };
        let record = GameSheet {
            start: String::new(),
            moves: moves.split(' ').map(played).collect(),
            last: String::new(),
            ending: Ending::Agreement,
            began: SystemTime::UNIX_EPOCH,
            duration: Duration::ZERO,
        };
        (fixture, record)
    }

    /// The games, from 1, at which likeness is reported.
    fn reported(games: impl Iterator<Item = (Fixture, GameSheet)>) -> Vec<usize> {
        let mut likeness = Likeness::default();
        let said =
            games.filter_map(|(fixture, record)| likeness.add(&fixture, &record).map(|_| fixture.number + 1));
        said.collect()
    }

    #[test]
    fn engines_that_play_alike_are_reported_once() {
        assert_eq!(reported((0..200).map(|number| game(number, &format!("e2e4 {}", number / 2)))), [40]);
        // The last pair differs.
        let differ = |number: usize| game(number, if number == 39 { "e2e4 e7e6" } else { "e2e4 e7e5" });
        assert!(reported((0..200).map(differ)).is_empty());
        // Games of different pairs come in turns.
        let order = (0..20).flat_map(|pair| [pair * 2, (pair * 2 + 3) % 40]);
        assert_eq!(reported(order.map(|number| game(number, "e2e4"))), [2]);
    }
}
