//! The facts about a game and its pieces, with English words, as programs in other languages ask for them.

use crate::{Catalogue, pieces};
use helgi_rules::actions::ActionTable;
use helgi_rules::board::Kind;
use helgi_rules::{Game, GameId, Info, PieceInfo, Promotion};
use serde::Serialize;

/// The facts about a game.
///
/// ```
/// use helgi_rules::GameId;
/// use helgi_words::facts::GameFacts;
///
/// let facts = GameFacts::of(GameId::TAVRELI);
/// assert_eq!((facts.title, facts.files, facts.squares[0].as_str()), ("Tavreli, Russian chess", 8, "a1"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameFacts {
    /// The name by which the game is found.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// One sentence about the game, or an empty text.
    pub summary: &'static str,
    /// The name of the game that it is a variant of; its own if of none.
    pub family: &'static str,
    /// Other names by which it is found.
    pub aliases: Vec<&'static str>,
    /// The number of files, named from a on.
    pub files: u8,
    /// The number of ranks, counted from 1.
    pub ranks: u8,
    /// The squares of the board by name, from a1 on.
    pub squares: Vec<String>,
    /// The position at the start.
    pub start: String,
    /// The kinds of pieces.
    pub pieces: Vec<PieceFacts>,
    /// True if the game has reserves.
    pub has_reserve: bool,
    /// True if captured pieces come into the captor's hand.
    pub captures_to_hand: bool,
    /// True if there is check.
    pub has_check: bool,
    /// The number of half-moves without progress that ends the game, if one does.
    pub move_limit: Option<u16>,
    /// True if a game can be drawn.
    pub has_draws: bool,
    /// The number of first numbers that an action can have.
    pub actions: usize,
    /// The number of second numbers.
    pub choices: usize,
    /// True if the game is read from a file or comes along as one.
    pub is_from_file: bool,
}

/// The facts about a kind of piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PieceFacts {
    /// Its text in a position, in upper case.
    pub text: String,
    /// Its name in lower case.
    pub name: &'static str,
    /// Its moves in helgi's notation for pieces; empty where that cannot say them.
    pub movement: String,
    /// Its moves and its other rules in English, a line each.
    pub words: Vec<String>,
    /// True for the promoted form of another piece.
    pub is_promoted: bool,
    /// The texts of what it becomes on the last rank.
    pub promotes_to: Vec<String>,
}

impl GameFacts {
    /// The facts about a game.
    #[must_use]
    pub fn of(game: GameId) -> GameFacts {
        let (info, outline, actions) = (game.info(), game.outline(), ActionTable::of(game));
        GameFacts {
            name: info.name,
            title: info.title,
            summary: info.summary,
            family: info.family,
            aliases: info.aliases.to_vec(),
            files: info.files,
            ranks: info.ranks,
            squares: outline.squares().map(|square| outline.name(square)).collect(),
            start: info.start.to_owned(),
            pieces: info.pieces.iter().map(|piece| PieceFacts::of(piece, info)).collect(),
            has_reserve: info.pocket > 0,
            captures_to_hand: info.captures_to_hand(),
            has_check: info.checked_kind().is_some(),
            move_limit: info.move_limit,
            has_draws: info.draws,
            actions: actions.len(),
            choices: actions.choices(),
            is_from_file: game.source().is_some(),
        }
    }
}

impl PieceFacts {
    fn of(piece: &PieceInfo, info: &Info) -> PieceFacts {
        let english = Catalogue::english();
        let text = |kind: &Kind| info.pieces.get(kind.index()).map(PieceInfo::text);
        PieceFacts {
            text: piece.text(),
            name: piece.name,
            movement: piece.movement.to_owned(),
            words: pieces::rules(piece, info).iter().map(|line| english.write(line)).collect(),
            is_promoted: piece.is_promoted(),
            promotes_to: match piece.promotion {
                Promotion::To { kinds, .. } => kinds.iter().filter_map(text).collect(),
                Promotion::None | Promotion::Leaves => Vec::new(),
            },
        }
    }
}
