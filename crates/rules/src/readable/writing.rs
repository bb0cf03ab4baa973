//! Moves as texts.

use super::Style;
use super::board::{Board, Letter, without_marks};
use crate::board::{Action, Extra, Move, Outline, Square};
use crate::notation::Notation;
use crate::{AnyPosition, Outcome, PieceInfo, Position};

/// The part of the square it leaves that a move is written with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    Nothing,
    File,
    Rank,
    Whole,
}

impl Board<'_> {
    /// The move without a mark of check.
    pub(super) fn text(&self, played: Move, style: Style) -> String {
        if let Some(castling) = self.castling_text(played) {
            return castling;
        }
        let (Some(from), Some(letter)) = (played.from(), self.letter(played)) else {
            return match played.action() {
                Action::Pass => "--".to_owned(),
                _ => Notation::of(&self.position.game()).write(played).to_string(),
            };
        };
        // A mark of check follows.
        let mut text = String::with_capacity(8);
        if self.is_shot(played) {
            letter.push_to(&mut text);
            self.push_tail(played, &mut text);
            return text;
        }
        // Only where the piece is a pawn does SAN leave out the letter, and then a capture needs the file.
        let (captures, is_pawn) = (self.captures(played), letter == Letter::PAWN);
        let origin = match (played.action(), style) {
            (Action::Split { .. }, _) | (_, Style::Lan) => Origin::Whole,
            _ if is_pawn && !captures && self.promotes_aside(played) => Origin::Whole,
            _ => self.origin(played, from, is_pawn && captures),
        };
        // A pawn's letter is left out, unless what is left would be a shot of its.
        let is_like_shot =
            || captures && origin == Origin::Whole && played.to().is_some_and(|to| self.can_shoot(from, to));
        if !is_pawn || is_like_shot() {
            letter.push_to(&mut text);
        }
        match origin {
            Origin::Nothing => {}
            Origin::File => text.push(self.file_letter(from)),
            Origin::Rank => self.push_rank(from, &mut text),
            Origin::Whole => self.push_square(from, &mut text),
        }
        if captures {
            text.push('x');
        } else if style == Style::Lan {
            text.push('-');
        }
        self.push_tail(played, &mut text);
        text
    }

    /// The text `O-O` or `O-O-O` of a castling, if it is the only one that is called so. A king that castles as far as its
    /// player likes has several, and those are written with the square it goes to.
    pub(super) fn castling_text(&self, played: Move) -> Option<String> {
        let name = self.castling(played)?;
        let text = format!("{name}{}{}", self.wall(played), self.gate(played, true));
        (self.castlings(&without_marks(&text)).len() == 1).then_some(text)
    }

    fn file_letter(&self, square: Square) -> char {
        char::from(b'a' + self.outline.file(square))
    }

    fn push_rank(&self, square: Square, text: &mut String) {
        let rank = self.outline.rank(square) + 1;
        if rank >= 10 {
            text.push(char::from(b'0' + rank / 10));
        }
        text.push(char::from(b'0' + rank % 10));
    }

    fn push_square(&self, square: Square, text: &mut String) {
        text.push(self.file_letter(square));
        self.push_rank(square, text);
    }

    /// Returns true if a piece promotes on another square, to which it does not go otherwise. Sittuyin's pawns do, and other
    /// programs write the whole square that they leave.
    fn promotes_aside(&self, played: Move) -> bool {
        let Action::Step { from, to, promote: Some(_), .. } = played.action() else { return false };
        let outline = self.outline();
        let difference = |of: fn(&Outline, Square) -> u8| of(outline, to) as i8 - of(outline, from) as i8;
        let (files, ranks) = (difference(Outline::file), difference(Outline::rank));
        let leads = |&(file, rank): &(i8, i8)| {
            (1..=files.abs().max(ranks.abs())).any(|count| (file * count, rank * count) == (files, ranks))
        };
        let goes = |mover: &PieceInfo| {
            let paths = mover.paths(self.side());
            paths.iter().any(|path| path.is_quiet() && path.steps.iter().any(leads))
        };
        from != to && self.mover(played).is_some_and(|mover| !goes(mover))
    }

    /// As much of the square it leaves as tells the move from others that end alike.
    fn origin(&self, played: Move, from: Square, needs_file: bool) -> Origin {
        let letter = self.letter(played);
        let (mut is_rivalled, mut shares_file, mut shares_rank) = (false, false, false);
        let rivals = played.to().into_iter().flat_map(|to| self.arriving(to));
        for other in rivals.filter(|&other| other != played) {
            let Some(rival) = other.from() else { continue };
            if self.letter(other) == letter && self.ends_alike(other, played) {
                is_rivalled = true;
                shares_file |= self.outline.file(rival) == self.outline.file(from);
                shares_rank |= self.outline.rank(rival) == self.outline.rank(from);
            }
        }
        match () {
            () if !is_rivalled && !needs_file => Origin::Nothing,
            // The file is preferred to the rank, as SAN has it.
            () if !shares_file => Origin::File,
            () if !needs_file && !shares_rank => Origin::Rank,
            () => Origin::Whole,
        }
    }

    /// Returns true if two moves to the same square have the same [`tail`](Self::tail).
    fn ends_alike(&self, one: Move, other: Move) -> bool {
        let effects = |played: Move| match played.action() {
            // Steps lead to other squares from other ones.
            Action::Step { extra: Extra::Numbered(_), .. } => None,
            Action::Step { promote, extra, .. } => Some((promote, extra)),
            _ => None,
        };
        // Nearly all moves have none.
        let are_same = effects(one).is_some_and(|own| effects(other) == Some(own));
        are_same || self.tail(one) == self.tail(other)
    }

    /// The part after the square of departure: the square of arrival, and the further effects.
    pub(super) fn tail(&self, played: Move) -> String {
        let mut text = String::new();
        self.push_tail(played, &mut text);
        text
    }

    fn push_tail(&self, played: Move, text: &mut String) {
        let behind = |mark: char, square, text: &mut String| {
            text.push(mark);
            self.push_square(square, text);
        };
        match played.action() {
            Action::Pass => {}
            Action::Drop { to: square, .. } | Action::Wall { at: square } => self.push_square(square, text),
            Action::Shoot { from, target, second } => {
                behind('x', target, text);
                second.into_iter().for_each(|second| behind('x', second, text));
                behind('-', from, text);
            }
            Action::Split { to, count, .. } => {
                self.push_square(to, text);
                *text += &format!(":{count}");
            }
            Action::Step { to, promote, extra, .. } => {
                // It is named behind what is taken, as for a shot.
                if !self.is_shot(played) {
                    self.push_square(to, text);
                }
                if let Some(kind) = promote {
                    text.push('=');
                    *text += &self.becomes(kind);
                }
                match extra {
                    Extra::None => {}
                    Extra::Remove(victim) => behind('x', victim, text),
                    Extra::Numbered(_) => {
                        let set_down = played.set_down(self.outline());
                        let displaced = set_down.map(|[piece, _]| piece).filter(|&piece| piece != to);
                        let named = played.removed(self.outline()).chain(displaced);
                        named.for_each(|victim| behind('x', victim, text));
                        set_down.into_iter().for_each(|[_, place]| behind('@', place, text));
                        if self.is_shot(played) {
                            behind('-', to, text);
                        }
                    }
                    Extra::Reward(own) => behind('+', own, text),
                    Extra::Place(place) => behind('@', place, text),
                    Extra::Wall(_) => *text += &self.wall(played),
                    Extra::Gate { .. } => *text += &self.gate(played, false),
                }
            }
        }
    }

    /// The wall behind a move, with the comma before it.
    pub(super) fn wall(&self, played: Move) -> String {
        played.built().map_or(String::new(), |square| format!(",{}", self.whole(square)))
    }

    /// The piece from the hand that comes with a move, behind a stroke, and perhaps its square.
    pub(super) fn gate(&self, played: Move, with_square: bool) -> String {
        let Some((kind, on)) = played.gate() else { return String::new() };
        let square = if with_square { self.whole(on) } else { String::new() };
        format!("/{}{square}", self.becomes(kind))
    }

    /// `+` for a check, `#` for a move that wins on the board. The move is played in `after`.
    pub(super) fn end_mark(&self, played: Move, after: &mut AnyPosition) -> &'static str {
        after.clone_from(self.position);
        after.play(played);
        let wins = |outcome: &Outcome| outcome.winner == Some(self.side());
        if let Some(outcome) = after.outcome() {
            return if wins(&outcome) { "#" } else { "" };
        }
        // Most moves neither give check nor could win, and the answers to them need not be looked for.
        // Where the same side moves again it is its own king that would be in check.
        let checks = after.side() != self.side() && after.in_check();
        let would_win = wins(&after.no_moves());
        if (checks || would_win) && !after.has_moves() {
            return if would_win { "#" } else { "" };
        }
        if checks { "+" } else { "" }
    }
}
