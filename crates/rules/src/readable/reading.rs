//! Texts as moves.

use super::board::{Board, Letter, without_marks};
use super::{LONG_CASTLING, SHORT_CASTLING, Style};
use crate::board::{Action, Extra, Kind, Move, Outline, Square};
use crate::kit::passing::staying;
use crate::notation::{MoveError, Notation, builds_alone};
use crate::{Game, OtherSpelling, PieceMark};
use helgi_notation::excerpt;

impl Board<'_> {
    /// Finds the legal move that a text means.
    pub(super) fn find(&self, text: &str) -> Result<Move, MoveError> {
        let plain = without_marks(text);
        // First, since the letters of a castling could be taken for a piece and a square.
        let mut found = self.castlings(&plain);
        if found.is_empty() {
            // A cheap look at the end of the text leaves a handful of moves, whose texts are then made.
            let likely = self.legal.iter().copied().filter(|&candidate| self.may_be_meant(candidate, &plain));
            found = likely.filter(|&candidate| self.is_meant(candidate, &plain)).collect();
        }
        if found.is_empty() {
            found = self.promotions(&plain);
        }
        if found.is_empty() {
            found = self.by_promoted_letter(&plain);
        }
        if found.is_empty() && self.legal.contains(&Move::PASS) && self.is_pass_in_place(&plain) {
            // Last: where a king may stay in place by a move, that move was found above.
            found.push(Move::PASS);
        }
        if found.is_empty() {
            found = self.beside_or_alone(&plain);
        }
        if found.len() > 1 {
            // One of them may be written exactly so.
            let exact: Vec<Move> = found
                .iter()
                .copied()
                .filter(|&candidate| without_marks(&self.text(candidate, Style::San)) == plain)
                .collect();
            found = if exact.is_empty() { found } else { exact };
        }
        match found[..] {
            [only] => Ok(only),
            [] => Err(MoveError::Illegal(excerpt(text))),
            _ => Err(MoveError::Ambiguous(excerpt(text))),
        }
    }

    /// Returns true if a text without marks is the move of a king of the side to move to where it stands, by which other
    /// programs pass, or without kings that of its first piece.
    fn is_pass_in_place(&self, plain: &str) -> bool {
        let first = staying(self.position);
        let passes = |square: &Square| {
            first == Some(*square) || self.top(*square).is_some_and(|piece| self.is_king(piece))
        };
        self.outline().squares().filter(passes).any(|square| self.stays(square, plain))
    }

    /// Returns true if a text without marks is the move of an own piece on a square to where it stands.
    fn stays(&self, square: Square, plain: &str) -> bool {
        let own = self.top(square).filter(|piece| piece.side == self.side);
        let Some(info) = own.and_then(|piece| self.pieces.get(piece.kind.index())) else { return false };
        let letter = Letter::of(info);
        let fits = |rest: &str| !rest.contains('x') && self.fits(square, rest, &self.whole(square));
        letter.strip(plain).is_some_and(fits) || letter == Letter::PAWN && fits(plain)
    }

    /// The moves that a text without marks means where a move builds a wall or does something else, as Fairy-Stockfish
    /// writes them: `Ra1,e4` of a rook on a1 is the wall on e4, `Nf3,a1` the move of the knight.
    fn beside_or_alone(&self, plain: &str) -> Vec<Move> {
        let Some((before, wall)) = plain.rsplit_once(',') else { return Vec::new() };
        if !builds_alone(self.position) {
            return Vec::new();
        }
        if self.outline().squares().any(|square| self.stays(square, before)) {
            let is_it = |played: &Move| match played.action() {
                Action::Wall { at } => self.whole(at) == wall,
                _ => false,
            };
            return self.legal.iter().copied().filter(is_it).collect();
        }
        let is_plain = self.outline().squares().next().is_some_and(|first| self.whole(first) == wall);
        if is_plain { self.find(before).into_iter().collect() } else { Vec::new() }
    }

    /// The promotions that a text without marks means which helgi writes otherwise: with the letter of what comes about, or
    /// without a letter where there is no choice.
    fn promotions(&self, plain: &str) -> Vec<Move> {
        let OtherSpelling { promotions, .. } = self.position.game().other_spelling();
        let promotes = |played: &Move| match played.action() {
            Action::Step { promote, extra: Extra::None | Extra::Wall(_), .. } => promote,
            _ => None,
        };
        let arrival = |played: &Move| played.to().map_or(String::new(), |to| self.whole(to));
        let by_letter = self.legal.iter().copied().filter(|played| {
            let letter =
                promotes(played).and_then(|kind| promotions.iter().find(|(other, _)| *other == kind));
            letter.is_some_and(|(_, letter)| {
                let tail = format!("{}{letter}{}", arrival(played), self.wall(*played));
                self.has_tail(*played, plain, &tail)
            })
        });
        let found: Vec<Move> = by_letter.collect();
        if !found.is_empty() {
            return found;
        }
        let is_alone = |played: &Move| {
            let is_alike = |other: &&Move| {
                (other.from(), other.to(), other.built()) == (played.from(), played.to(), played.built())
            };
            self.legal.iter().filter(is_alike).count() == 1
        };
        let without_letter = |played: &Move| {
            let tail = format!("{}{}", arrival(played), self.wall(*played));
            promotes(played).is_some() && self.has_tail(*played, plain, &tail) && is_alone(played)
        };
        self.legal.iter().copied().filter(without_letter).collect()
    }

    /// The moves of promoted pieces that a text without marks means with the letter of what they move as: `Hd5` of shogi's
    /// promoted bishop, `R@a1` of the pawn that Kyoto shogi drops as a rook.
    fn by_promoted_letter(&self, plain: &str) -> Vec<Move> {
        let OtherSpelling { promotions, .. } = self.position.game().other_spelling();
        let after_letter = |kind: Kind| {
            let (_, letter) = promotions.iter().find(|(promoted, _)| *promoted == kind)?;
            plain.strip_prefix(*letter)
        };
        let is_it = |played: &Move| {
            if let Action::Drop { kind, to } = played.action() {
                let square = after_letter(kind).and_then(|rest| rest.strip_prefix('@'));
                return square == Some(&*self.whole(to));
            }
            let Some((from, mover)) = played.from().and_then(|from| Some((from, self.top(from)?))) else {
                return false;
            };
            let rest = after_letter(mover.kind);
            rest.is_some_and(|rest| self.fits(from, rest, &without_marks(&self.tail(*played))))
        };
        self.legal.iter().copied().filter(is_it).collect()
    }

    /// Returns true if a text is some part of a square, perhaps a mark between squares, and a tail.
    fn fits(&self, from: Square, text: &str, tail: &str) -> bool {
        let origin = text.strip_suffix(tail).map(|origin| origin.strip_suffix(['x', '-']).unwrap_or(origin));
        origin.is_some_and(|origin| origins(self.outline(), from).iter().any(|own| own == origin))
    }

    /// Returns true if a text without marks has what it would have if it were this move. This alone
    /// rules out most moves, so that their texts need not be made.
    fn may_be_meant(&self, candidate: Move, plain: &str) -> bool {
        match candidate.action() {
            Action::Step { to, promote: None, extra: Extra::None, .. } => {
                let name = plain.trim_end_matches(|c: char| c.is_ascii_digit());
                // Parsed as a number: ranks may have two digits.
                let rank = plain[name.len()..].parse() == Ok(u32::from(self.outline().rank(to)) + 1);
                rank && name.as_bytes().last().copied() == Some(b'a' + self.outline().file(to))
            }
            Action::Step { extra: Extra::Wall(wall), .. } => {
                let before = plain.strip_suffix(&*self.whole(wall));
                before.is_some_and(|before| before.ends_with(','))
            }
            Action::Step { extra: Extra::Gate { kind, .. }, .. } => plain.ends_with(&*self.becomes(kind)),
            Action::Drop { .. } | Action::Wall { .. } => plain.contains('@'),
            Action::Shoot { .. } => plain.contains('x'),
            Action::Split { .. } => plain.contains(':'),
            Action::Step { .. } | Action::Pass => true,
        }
    }

    /// Returns true if a text without marks is this move, with any part of the square it leaves.
    fn is_meant(&self, candidate: Move, plain: &str) -> bool {
        if candidate.from().is_none() {
            return match candidate.action() {
                Action::Pass => matches!(plain, "--" | "Z0"),
                _ => self.is_drop(candidate, plain),
            };
        }
        // If a king castles by going onto its rook, only `O-O` will do, unless several castlings are called so.
        if candidate.to().is_some_and(|to| self.top(to).is_some()) && self.castling_text(candidate).is_some()
        {
            return false;
        }
        self.has_tail(candidate, plain, &without_marks(&self.tail(candidate)))
    }

    /// Returns true if a text without marks is a move that ends like this, with any part of the square that it leaves.
    fn has_tail(&self, candidate: Move, plain: &str, tail: &str) -> bool {
        let (Some(from), Some(letter)) = (candidate.from(), self.letter(candidate)) else { return false };
        let fits = |rest: &str| self.fits(from, rest, tail);
        // A promoted piece may have a `+` that it does not need.
        let mover = self.mover(candidate).filter(|mover| mover.mark == PieceMark::Tilde);
        let marked = mover.and(plain.strip_prefix('+'));
        let behind_letter = |text: &str| letter.strip(text).is_some_and(fits);
        behind_letter(plain) || marked.is_some_and(behind_letter) || letter == Letter::PAWN && fits(plain)
    }

    /// Returns true if a text is this drop; a pawn's letter may be missing.
    fn is_drop(&self, drop: Move, plain: &str) -> bool {
        let text = Notation::of(&self.position.game()).write(drop).to_string();
        text == plain || text.strip_prefix(Letter::PAWN.letter) == Some(plain)
    }

    /// The legal castlings of a text without marks: a name in letters or noughts, perhaps with a wall, or with a piece from
    /// the hand, which comes to the king's square if none is named.
    pub(super) fn castlings(&self, text: &str) -> Vec<Move> {
        let Some((name, rest)) = castling_name(text) else { return Vec::new() };
        let is_meant = |candidate: &Move| {
            if self.castling(*candidate) != Some(name) {
                return false;
            }
            let gate = |with_square| without_marks(&self.gate(*candidate, with_square));
            let is_at_king = candidate.gate().is_some_and(|(_, on)| candidate.from() == Some(on));
            format!("{}{}", self.wall(*candidate), gate(true)) == rest || is_at_king && gate(false) == rest
        };
        self.legal.iter().copied().filter(is_meant).collect()
    }
}

/// The ways to write the square a piece leaves: not at all, its file, its rank, the whole.
pub(super) fn origins(outline: &Outline, square: Square) -> [String; 4] {
    let name = outline.name(square);
    let (file, rank) = name.split_at(1);
    [String::new(), file.to_owned(), rank.to_owned(), name.clone()]
}

/// The name of a castling in letters or noughts at the beginning of a text, and what follows it.
fn castling_name(text: &str) -> Option<(&'static str, &str)> {
    [LONG_CASTLING, SHORT_CASTLING].into_iter().find_map(|name| {
        let is_it = text.len() >= name.len()
            && name
                .bytes()
                .zip(text.bytes())
                // Many programs write zeros.
                .all(|(own, other)| own == other || (own, other) == (b'O', b'0'));
        is_it.then(|| (name, &text[name.len()..]))
    })
}

/// Returns true for the name of a castling in letters or noughts, perhaps with a wall or a piece from the hand behind it.
pub(super) fn is_castling(text: &str) -> bool {
    castling_name(text).is_some_and(|(_, rest)| {
        let rest = rest.trim_end_matches(['+', '#', '!', '?']);
        rest.is_empty() || rest.starts_with([',', '/'])
    })
}
