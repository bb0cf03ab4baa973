//! Files of recorded games: their content, to choose from.

use crate::game::LiveGame;
use crate::kept::from_record;
use crate::moment::Occasion;
use crate::plan::Refusal;
use crate::unread::UnreadText;
use helgi_record::{Located, PgnReader, Record, Tags};
use helgi_words::{TextMessage, names};
use helgi_xboard::saved;
use serde::Serialize;

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
    /// The reason, with the place, the value and what was expected.
    pub why: String,
    /// The same as a sentence for people.
    pub says: TextMessage,
}

/// The game of a text with its number, if it is one by the rules.
fn live(number: usize, located: Located, occasion: &Occasion) -> Result<LiveGame, UnreadText> {
    let record = located.whole().map_err(|error| UnreadText::pgn(&error))?;
    let record = saved::in_dialect(record).map_err(UnreadText::other)?;
    let game = record.game();
    // No two games of a text have the same names for their moves.
    let seed = occasion.seed.wrapping_add(number as u64);
    let occasion = Occasion { seed, ..*occasion };
    from_record("", record, &occasion).map_err(|error| UnreadText::wrong(&error, game))
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
        let located = located.map_err(UnreadText::other);
        match located.and_then(|located| live(games, located, occasion)) {
            Ok(game) => take(game),
            Err(fault) => {
                let fault = fault.of_game(games, false);
                refused.push(RefusedGame {
                    number: games,
                    why: fault.to_string(),
                    says: fault.message().clone(),
                });
            }
        }
    }
    if games == 0 { Err(nothing()) } else { Ok(refused) }
}

fn too_many() -> Refusal {
    let says = TextMessage::new("unread.too-many").with("most", OFFERED);
    UnreadText::new(format!("PGN: more than {OFFERED} games; `helgi pgn --split` makes smaller files"), says)
        .into()
}

fn nothing() -> Refusal {
    UnreadText::new("PGN: no game, expected one or more", TextMessage::new("unread.none")).into()
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
        let located = located.map_err(|error| UnreadText::other(error).of_game(count, false))?;
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
        (Some((count, located)), _) => {
            let game =
                live(count, located, occasion).map_err(|fault| fault.of_game(count, number.is_none()))?;
            Ok(Opened::Game(Box::new(game)))
        }
        (None, Some(number)) => {
            let english = format!("number: {number}, expected a game of the text");
            Err(UnreadText::new(english, TextMessage::new("unread.number").with("number", number)).into())
        }
        (None, None) if offers.is_empty() => Err(nothing()),
        (None, None) => Ok(Opened::Choice(offers)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_words::Catalogue;

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
        let [RefusedGame { number: 3, why, .. }] = &refused[..] else { panic!("{refused:?}") };
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

    #[test]
    fn refusals_are_sentences_in_every_language() {
        const PUZZLING: &str = "[FEN \"4k3/8/8/8/8/8/8/4R2K w - - 0 1\"]\n\n*\n";
        for (pgn, number, english, russian) in [
            (
                "1. e4 e5 2. Ke3",
                None,
                "Read as Chess: Ke3 is not possible at move 2.",
                "Прочитано как «Шахматы»: ход 2 – Ke3 – невозможен.",
            ),
            (
                SEVERAL,
                Some(3),
                "Game 3. Read as Chess: Ke5 is not possible at move 1.",
                "Партия 3. Прочитано как «Шахматы»: ход 1 – Ke5 – невозможен.",
            ),
            (
                "[Variant \"tavreli\"]\n\n1. e2e4 e7e5 2. e4e9 *",
                None,
                "Read as Tavreli: e4e9 is not possible at move 2.",
                "Прочитано как «Таврели»: ход 2 – e4e9 – невозможен.",
            ),
            (
                "1. e4 e5 2. Nf3 Nc6 3. Nc3 Nf6 4. Nd5 a6 5. d3 a5 6. Be3 a4 7. Qd2 a3 8. N3 *",
                None,
                "Read as Chess: N3 is not possible at move 8.",
                "Прочитано как «Шахматы»: ход 8 – N3 – невозможен.",
            ),
            (
                "1. Nf3 a6 2. Nd4 a5 3. Nc3 a4 4. Nb5 *",
                None,
                "Read as Chess: Nb5 can be several moves at move 4.",
                "Прочитано как «Шахматы»: ход 4 – Nb5 – может значить несколько ходов.",
            ),
            (
                "1. f3 e5 2. g4 Qh4# 3. a3 *",
                None,
                "Read as Chess: the game was over before move 3.",
                "Прочитано как «Шахматы»: партия закончилась раньше хода 3.",
            ),
            (
                PUZZLING,
                None,
                "Read as Chess, it begins with an impossible position. Black is in check and not to move.",
                "Прочитано как «Шахматы»: партия начинается с невозможной позиции. Чёрные под шахом, а ход не за ними.",
            ),
            (
                "[Variant \"shogiwort\"]\n\n*\n",
                None,
                "Its game, shogiwort, is not known here.",
                "Игра shogiwort здесь неизвестна.",
            ),
            ("1. e4 (1. d4 *", None, "Line 1 is not written as PGN.", "Строка 1 записана не в PGN."),
            ("", None, "There is no game in this text.", "Здесь нет ни одной партии."),
            (SEVERAL, Some(4), "There is no game 4 in this text.", "Партии 4 здесь нет."),
        ] {
            let refusal = open(pgn, number).unwrap_err();
            let message = refusal.message().unwrap_or_else(|| panic!("{pgn}: {refusal}"));
            let said = ["en", "ru"].map(|language| Catalogue::named(language).unwrap().write(message));
            assert_eq!(said, [english, russian], "{pgn}");
        }
    }
}
