//! Files of recorded games: their content, to choose from.

use crate::game::LiveGame;
use crate::kept::from_record;
use crate::moment::Occasion;
use crate::plan::Refusal;
use helgi_record::{Located, PgnReader, Record, Tags};
use helgi_words::{TextMessage, names};
use helgi_xboard::saved;
use serde::Serialize;
use std::fmt::Display;

/// The most games that are offered.
const OFFERED: usize = 5000;

/// A game of a file, before it is opened.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Offer {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The title of the game that is played, if it is known.
    pub title: Option<TextMessage>,
    /// White's player.
    pub white: String,
    /// Black's player.
    pub black: String,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*`.
    pub result: &'static str,
    /// The number of half-moves, as they are written.
    pub plies: usize,
    /// The event and the date, where they are known.
    pub occasion: String,
}

impl Offer {
    fn of(number: usize, record: &Record) -> Self {
        let tag = |name| known(&record.tags, name).unwrap_or("?").to_owned();
        let occasion = ["Event", "Date"].into_iter().filter_map(|name| known(&record.tags, name));
        Offer {
            number,
            title: record.game().map(names::title),
            white: tag("White"),
            black: tag("Black"),
            result: record.result.text(),
            plies: record.len(),
            occasion: occasion.collect::<Vec<_>>().join(", "),
        }
    }
}

/// Returns the value of a tag, unless it is empty or unknown.
fn known<'a>(tags: &'a Tags, name: &str) -> Option<&'a str> {
    // `????.??.??` is an unknown date, `-` no round.
    tags.get(name).filter(|text| !text.trim_matches(['?', '.', ' ', '-']).is_empty())
}

/// The content of a text of recorded games.
#[derive(Debug)]
pub enum Opened {
    /// One game, the only one or the one that was asked for.
    Game(Box<LiveGame>),
    /// Several, of which one is to be chosen.
    Choice(Vec<Offer>),
}

/// A game of a text that was not taken over.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct RefusedGame {
    /// Its number in the text, from 1.
    pub number: usize,
    /// The reason.
    pub why: String,
}

/// The reason why a game of a text is refused.
fn wrong(number: usize, why: impl Display) -> Refusal {
    Refusal::Pgn(format!("PGN, game {number}: {why}"))
}

/// The game of a text with its number, if it is one by the rules.
fn live(number: usize, located: Located, occasion: &Occasion) -> Result<LiveGame, Refusal> {
    let record = located.whole().map_err(|error| wrong(number, error))?;
    let record = saved::in_dialect(record).map_err(|error| wrong(number, error))?;
    // No two games of a text have the same names for their moves.
    let seed = occasion.seed.wrapping_add(number as u64);
    let occasion = Occasion { seed, ..*occasion };
    from_record("", record, &occasion).map_err(|error| wrong(number, error))
}

/// Reads a text of recorded games, gives all that are games by the rules to `take`, and returns the others.
///
/// # Errors
///
/// When there is none, or there are too many.
pub fn open_all(
    pgn: &str,
    occasion: &Occasion,
    mut take: impl FnMut(LiveGame),
) -> Result<Vec<RefusedGame>, Refusal> {
    let mut refused = Vec::new();
    let mut games = 0;
    for located in PgnReader::new(pgn.as_bytes()) {
        if games == OFFERED {
            return Err(too_many());
        }
        games += 1;
        let located = located.map_err(|error| wrong(games, error));
        match located.and_then(|located| live(games, located, occasion)) {
            Ok(game) => take(game),
            Err(refusal) => refused.push(RefusedGame { number: games, why: refusal.to_string() }),
        }
    }
    if games == 0 { Err(nothing()) } else { Ok(refused) }
}

fn too_many() -> Refusal {
    Refusal::Pgn(format!("PGN: more than {OFFERED} games; `helgi pgn --split` makes smaller files"))
}

fn nothing() -> Refusal {
    Refusal::Pgn("PGN: no game, expected one or more".to_owned())
}

/// The result of loading recorded games.
#[derive(Clone, Serialize, Debug)]
#[serde(untagged)]
pub enum LoadedGame {
    /// A game was taken over.
    Game {
        /// Its name in addresses.
        id: String,
        /// The name of the game that is played.
        variant: &'static str,
    },
    /// There are several, of which one is to be chosen.
    Choice {
        /// These.
        choice: Vec<Offer>,
    },
    /// All of them were taken over that are games by the rules.
    All {
        /// The number of those.
        opened: usize,
        /// The others.
        refused: Vec<RefusedGame>,
    },
}

/// Reads a text of recorded games: its only game, or the one of a number.
///
/// # Errors
///
/// When there is none, the one that is wanted cannot be read, or is none by the rules.
pub fn open(pgn: &str, number: Option<usize>, occasion: &Occasion) -> Result<Opened, Refusal> {
    let mut offers = Vec::new();
    let mut single = None;
    for (count, located) in (1..).zip(PgnReader::new(pgn.as_bytes())) {
        let located = located.map_err(|error| wrong(count, error))?;
        if number.is_some_and(|number| number != count) {
            continue;
        }
        if number.is_none() {
            if offers.len() == OFFERED {
                return Err(too_many());
            }
            offers.push(Offer::of(count, &located.record));
        }
        // A text of one game is opened at once, so the first is kept until a second one is found.
        single = Some((count, located)).filter(|_| number.is_some() || count == 1);
        if number.is_some() {
            break;
        }
    }
    match (single, number) {
        (Some((count, located)), _) => Ok(Opened::Game(Box::new(live(count, located, occasion)?))),
        (None, Some(number)) => Err(Refusal::Pgn(format!("number: {number}, expected a game of the text"))),
        (None, None) if offers.is_empty() => Err(nothing()),
        (None, None) => Ok(Opened::Choice(offers)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(pgn: &str, number: Option<usize>) -> Result<Opened, Refusal> {
        super::open(pgn, number, &Occasion::default())
    }

    const SEVERAL: &str = "[White \"A\"]\n[Date \"2026.11.22\"]\n\n1. e4 e5 (1... c5) 2. Nf3 1/2-1/2\n\n\
        [Variant \"tavreli\"]\n\n1. c1d2 *\n\n[White \"B\"]\n\n1. Ke5 *\n";

    #[test]
    fn of_several_games_one_is_chosen() {
        let Ok(Opened::Choice(offers)) = open(SEVERAL, None) else { panic!("they are not offered") };
        assert_eq!(offers.len(), 3);
        let first = &offers[0];
        assert_eq!((first.number, &*first.white, &*first.black, first.plies), (1, "A", "?", 3));
        assert_eq!((first.result, &*first.occasion), ("1/2-1/2", "2026.11.22"));
        assert_eq!(offers[1].title, Some(names::title(helgi_rules::GameId::TAVRELI)));
        let Ok(Opened::Game(board)) = open(SEVERAL, Some(2)) else { panic!("it is not opened") };
        assert_eq!((board.game.name(), board.tree.line().len()), ("tavreli", 1));
        // The only game is opened at once.
        let Ok(Opened::Game(board)) = open("1. e4 e5 (1... c5) 2. Nf3 1/2-1/2", None) else { panic!() };
        assert_eq!(board.tree.list().len(), 4);
    }

    #[test]
    fn all_games_are_opened_but_those_that_are_none() {
        let mut games = Vec::new();
        let refused = open_all(SEVERAL, &Occasion::default(), |game| {
            games.push((game.game.name(), game.tree.line().len()))
        })
        .unwrap();
        assert_eq!(games, [("chess", 3), ("tavreli", 1)]);
        let [RefusedGame { number: 3, why }] = &refused[..] else { panic!("{refused:?}") };
        assert!(why.contains("game 3: move 1. (half-move 1): `Ke5`"), "{why}");
        let none = |_| panic!("there is no game");
        assert!(
            open_all("", &Occasion::default(), none)
                .unwrap_err()
                .to_string()
                .contains("no game, expected one")
        );
        let many = "1. e4 *\n\n".repeat(OFFERED + 1);
        assert!(
            open_all(&many, &Occasion::default(), drop).unwrap_err().to_string().contains("more than 5000")
        );
    }

    #[test]
    fn unreadable_texts_are_refused_with_a_reason() {
        for (pgn, number, says) in [
            (SEVERAL, Some(3), "PGN, game 3: move 1. (half-move 1): `Ke5`"),
            (SEVERAL, Some(4), "number: 4, expected a game of the text"),
            ("[Variant \"shogi\"]\n\n*\n", None, "PGN, game 1: tag Variant: `shogi`"),
            ("", None, "PGN: no game, expected one or more"),
            ("1. e4 (1. d4 *", None, "PGN, game 1: "),
            // As XBoard saves a game that was announced to it.
            (
                "[Variant \"shogi\"]\n[VariantMen \"P:fW\"]\n\n*\n",
                None,
                "expected a game that helgi announces",
            ),
        ] {
            let why = open(pgn, number).unwrap_err().to_string();
            assert!(why.contains(says), "{pgn}: {why}");
        }
    }
}
