//! Advice on a text that was meant as a move and is none: what the piece that was meant can do, in sentences for people.
//!
//! The terminal and the browser say the same.

use crate::board::{Kind, Move, Piece, Square};
use crate::readable::{self, LONG_CASTLING, SHORT_CASTLING, Style};
use crate::{AnyPosition, PieceInfo, Position};

/// The most moves that an answer to a slip names.
const NAMED: usize = 12;

/// The longest name of a square: a letter and two digits.
const LONGEST_NAME: usize = 3;

/// Advice on a text that is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveAdvice {
    /// One or two sentences.
    pub text: String,
    /// True if they name moves that are possible.
    pub names_moves: bool,
}

impl MoveAdvice {
    fn plain(text: String) -> Self {
        MoveAdvice { text, names_moves: false }
    }

    fn with_moves(text: String) -> Self {
        MoveAdvice { text, names_moves: true }
    }
}

/// Returns advice on a text that is not a legal move of a position; `None` if it names no square and is no castling,
/// so that nothing is known of what was meant.
///
/// ```
/// use helgi_rules::{Game, advice, games::GameId};
///
/// let start = GameId::CHESS.start();
/// let advice = advice::advise(&start, "Bf3").unwrap();
/// assert_eq!(advice.text, "Your bishop cannot go to f3. What can: Nf3 f3.");
/// assert_eq!(advice::advise(&start, "hello"), None);
/// ```
#[must_use]
pub fn advise(position: &AnyPosition, text: &str) -> Option<MoveAdvice> {
    let slip = Slip { position, texts: readable::write_all(position, Style::San) };
    let found = if [SHORT_CASTLING, LONG_CASTLING].contains(&&*text.to_ascii_uppercase().replace('0', "O")) {
        MoveAdvice::plain("You cannot castle there now.".to_owned())
    } else {
        let names = square_names(text);
        if names.iter().any(|name| name.len() > LONGEST_NAME) {
            return None;
        }
        let named: Result<Vec<Square>, &String> =
            names.iter().map(|name| position.outline().named(name).ok_or(name)).collect();
        match named.as_deref() {
            Err(missing) => MoveAdvice::plain(format!("The board has no {missing}.")),
            Ok([]) => return None,
            Ok(&[to]) => slip.arrival(text, to),
            Ok(&[from, ..]) => slip.departure(from),
        }
    };
    let check = if position.in_check() { "You are in check. " } else { "" };
    Some(MoveAdvice { text: format!("{check}{}", found.text), ..found })
}

/// Returns the kinds that a letter may mean, in any case.
#[must_use]
pub fn kinds_named(position: &AnyPosition, letter: &str) -> Vec<Kind> {
    let pieces = position.info().pieces.iter();
    let kinds = (0..).map(Kind).zip(pieces);
    let is_named = |piece: &PieceInfo| {
        [piece.move_text(), piece.text()].iter().any(|text| text.eq_ignore_ascii_case(letter))
    };
    kinds.filter(|(_, piece)| is_named(piece)).map(|(kind, _)| kind).collect()
}

/// Returns the kind that a move of a position moves or drops.
#[must_use]
pub fn kind_of(position: &AnyPosition, legal: Move) -> Option<Kind> {
    match legal.action() {
        crate::board::Action::Drop { kind, .. } => Some(kind),
        _ => position.piece_at(legal.from()?, 0).map(|piece| piece.kind),
    }
}

/// A text that is not a move, and the moves there are.
struct Slip<'a> {
    position: &'a AnyPosition,
    texts: Vec<(Move, String)>,
}

impl Slip<'_> {
    fn name(&self, kind: Kind) -> &'static str {
        self.position.info().piece_name(kind)
    }

    /// The square of arrival is known, and perhaps the piece.
    fn arrival(&self, text: &str, to: Square) -> MoveAdvice {
        let name = self.position.outline().name(to);
        let there: Vec<_> = self.texts.iter().filter(|(legal, _)| legal.to() == Some(to)).collect();
        let kinds = self.kind_begun(text);
        let is_meant = |legal| kind_of(self.position, legal).is_some_and(|kind| kinds.contains(&kind));
        let meant: Vec<_> = there.iter().filter(|(legal, _)| is_meant(*legal)).collect();
        let who = kinds.first().map_or("piece", |&kind| self.name(kind));
        match (meant.is_empty(), there.is_empty()) {
            (false, _) => MoveAdvice::with_moves(format!(
                "Which one? {}.",
                named(meant.into_iter().map(|(_, text)| text))
            )),
            (true, false) => MoveAdvice::with_moves(format!(
                "Your {who} cannot go to {name}. What can: {}.",
                named(there.iter().map(|(_, text)| text))
            )),
            (true, true) => MoveAdvice::plain(format!("None of your pieces can go to {name}.")),
        }
    }

    /// The square is known from which the person wants to go.
    fn departure(&self, from: Square) -> MoveAdvice {
        let name = self.position.outline().name(from);
        let Some(Piece { side, kind }) = self.position.piece_at(from, 0) else {
            return MoveAdvice::plain(format!("There is no piece on {name}."));
        };
        let piece = self.name(kind);
        if side != self.position.side() {
            let turn = self.position.side().name();
            return MoveAdvice::plain(format!("The {piece} on {name} is not yours; it is {turn}'s turn."));
        }
        let own: Vec<_> = self.texts.iter().filter(|(legal, _)| legal.from() == Some(from)).collect();
        match own[..] {
            [] => MoveAdvice::plain(format!("The {piece} on {name} cannot move now.")),
            _ => MoveAdvice::with_moves(format!(
                "Moves of the {piece} on {name}: {}.",
                named(own.iter().map(|(_, text)| text))
            )),
        }
    }

    /// The kinds whose letter a text begins with, as in SAN; the longest letter counts.
    fn kind_begun(&self, text: &str) -> Vec<Kind> {
        let letters = self.position.info().pieces.iter().map(PieceInfo::move_text);
        let begun = letters.filter(|letter| text.starts_with(&**letter)).max_by_key(String::len);
        begun.map_or_else(Vec::new, |letter| kinds_named(self.position, &letter))
    }
}

/// Returns the first of the texts, and the number of the others.
fn named<'t>(texts: impl Iterator<Item = &'t String>) -> String {
    let texts: Vec<&str> = texts.map(String::as_str).collect();
    let (first, rest) = texts.split_at(texts.len().min(NAMED));
    let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
    first.join(" ") + &more
}

/// The parts of a text that have the form of a square: a letter and digits.
fn square_names(text: &str) -> Vec<String> {
    let text = text.to_ascii_lowercase();
    let starts =
        text.char_indices().filter(|(_, letter)| letter.is_ascii_lowercase()).map(|(start, _)| start);
    let name = |start: usize| {
        let rest = &text[start..];
        let digits = rest.chars().skip(1).take_while(char::is_ascii_digit).count();
        (digits > 0).then(|| rest[..=digits].to_owned())
    };
    starts.filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::games::GameId;

    #[test]
    fn a_slip_is_answered_by_what_is_possible() {
        let start = GameId::CHESS.start();
        for (text, expected, names_moves) in [
            ("e5", "None of your pieces can go to e5.", false),
            ("Bf3", "Your bishop cannot go to f3. What can: Nf3 f3.", true),
            ("e2e5", "Moves of the pawn on e2: e3 e4.", true),
            ("e4e5", "There is no piece on e4.", false),
            ("e7e5", "The pawn on e7 is not yours; it is White's turn.", false),
            ("Ke1e2", "The king on e1 cannot move now.", false),
            ("Ke9", "The board has no e9.", false),
            ("e2e9", "The board has no e9.", false),
            ("i1e2", "The board has no i1.", false),
            ("0-0", "You cannot castle there now.", false),
            ("o-o-o", "You cannot castle there now.", false),
        ] {
            let advice = advise(&start, text).unwrap();
            assert_eq!((&*advice.text, advice.names_moves), (expected, names_moves), "{text}");
        }
        for text in ["hello", "", "é4", "e1234567", "1", "ÿ"] {
            assert_eq!(advise(&start, text), None, "{text}");
        }
        let knights = GameId::CHESS.parse("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1").unwrap();
        assert_eq!(advise(&knights, "Nd2").unwrap().text, "Which one? Nbd2 Nfd2.");
        let check = GameId::CHESS.parse("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").unwrap();
        assert_eq!(advise(&check, "a1").unwrap().text, "You are in check. None of your pieces can go to a1.");
    }
}
