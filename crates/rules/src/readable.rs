//! Moves as people write them: SAN, the standard algebraic notation of chess, extended to the other
//! games.
//!
//! For chess it is SAN to the letter. The other games keep its rules and add what they need, in the
//! marks of the wire: `N@b3` drops, `Rd1d4:2` takes the top two of a stack along, `Se12xg10` removes
//! the piece on g10 too, `Rd8+b2` lets the own one on b2 grow, `e10=F@c5` puts a hostile piece on
//! c5. A piece that comes from the hand with a move stands behind a stroke, as in `Nf3/H`, and with its square where the move
//! castles: `O-O/He1`, `O-O/Hh1`. A shot ends where it began, so it is written with the way back, as XBoard writes it:
//! `Cxd4-d2`, `Dxd4xe5-c3`. A wall stands behind a comma, as in `Nf3,d6` and `O-O,e4`; one that is built alone is
//! `*@e4`. A pass is `--`. A promoted piece keeps its `+`, as in `+Ed6` and `Bd8=+B`, unless it moves
//! as its letter says: then it has the plain letter, as in crazyhouse: `a8=Q`, `Qa5`.
//!
//! Upper and lower case differ here, as in SAN. Each legal move of a position has one text, no two
//! have the same, and every text reads back to its move. The reader also takes long algebraic
//! notation, the wire's own text, and SAN with more or fewer marks than it needs. Of promotions it takes
//! the letter of what comes about, as in `Bd8=H`, and none at all where there is no choice. What is still no move is
//! spelt anew by `spelling`, and read again, and so is a text with letters that [other programs](crate::OtherLetters)
//! have for pieces.

use super::notation::{self, MoveError, Notation};
use super::{plain_san, spelling};
use crate::board::{Action, Extra, Kind, Move, Outline, Piece, Side, Square};
use crate::{AnyPosition, Game, OtherLetters, Outcome, PieceInfo, PieceMark, Position};
use helgi_notation::excerpt;
use std::str::FromStr;
use thiserror::Error;

pub use super::spelling::is_pass;

/// A way to write moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// Standard algebraic notation: `Nf3`.
    San,
    /// Long algebraic notation, with the square the piece leaves: `Ng1-f3`.
    Lan,
    /// As on the wire: `g1f3`.
    Uci,
}

/// A word that names no [`Style`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}`, expected san, lan or uci")]
pub struct UnknownStyle(String);

impl FromStr for Style {
    type Err = UnknownStyle;

    fn from_str(name: &str) -> Result<Self, UnknownStyle> {
        match name {
            "san" => Ok(Style::San),
            "lan" => Ok(Style::Lan),
            "uci" => Ok(Style::Uci),
            _ => Err(UnknownStyle(name.to_owned())),
        }
    }
}

/// Writes a legal move of a position.
#[must_use]
pub fn write(position: &AnyPosition, legal: Move, style: Style) -> String {
    match style {
        Style::Uci => Notation::of(&position.game()).write(legal).to_string(),
        _ => {
            let board = Board::new(position);
            board.text(legal, style) + board.end_mark(legal, &mut position.clone())
        }
    }
}

/// All legal moves of a position, each with its text.
#[must_use]
pub fn write_all(position: &AnyPosition, style: Style) -> Vec<(Move, String)> {
    let board = Board::new(position).with_arrivals();
    let mut after = position.clone();
    let mut text = |legal| match style {
        Style::Uci => Notation::of(&position.game()).write(legal).to_string(),
        _ => board.text(legal, style) + board.end_mark(legal, &mut after),
    };
    board.legal.iter().map(|&legal| (legal, text(legal))).collect()
}

/// The name of a castling, `O-O` or `O-O-O`; `None` for all other moves.
#[must_use]
pub fn castling(position: &AnyPosition, legal: Move) -> Option<&'static str> {
    Board::new(position).castling(legal)
}

/// Reads a move of a position in any of the styles.
///
/// A text that is no move as it stands is read in the spellings of other programs and books: figurines, `o-o`, `OO`,
/// dashes of all kinds, `e:d5`, `exd6ep`, `e8=q`.
///
/// ```
/// use helgi_rules::{Game, GameId, readable};
///
/// let start = GameId::CHESS.start();
/// assert_eq!(readable::read(&start, "♘f3"), readable::read(&start, "Nf3"));
/// assert!(readable::read(&start, "♕f3").is_err());
/// ```
///
/// # Errors
///
/// When the text is not a legal move, or could be several.
pub fn read(position: &AnyPosition, text: &str) -> Result<Move, MoveError> {
    let exact = exactly(position, text);
    if matches!(exact, Ok(_) | Err(MoveError::Ambiguous(_))) {
        return exact;
    }
    let spelt = spelling::respelt(position, text);
    let translated = with_own_letters(position, spelt.as_deref().unwrap_or(text));
    let in_spelling = spelt.map(|spelt| exactly(position, &spelt));
    let in_letters = || translated.map(|translated| Board::new(position).find(&translated));
    for read in in_spelling.into_iter().chain(std::iter::once_with(in_letters).flatten()) {
        match read {
            Err(MoveError::Ambiguous(_)) => return Err(MoveError::Ambiguous(excerpt(text))),
            Err(_) => {}
            found => return found,
        }
    }
    exact
}

/// The text with the letters of the game in place of those of other programs; `None` if it has none. No piece of the game
/// has one of them, so that they cannot mean anything else.
fn with_own_letters(position: &AnyPosition, text: &str) -> Option<String> {
    let others = position.game().other_letters().pieces;
    let own =
        |letter: char| others.iter().find(|&&(other, _)| other == letter).map_or(letter, |&(_, own)| own);
    let translated: String = text.chars().map(own).collect();
    (translated != text && !is_castling(text)).then_some(translated)
}

/// Reads a move as it is spelt.
fn exactly(position: &AnyPosition, text: &str) -> Result<Move, MoveError> {
    plain_san::read(position, text).map_or_else(|| whole(position, text), Ok)
}

/// Reads a move as it is spelt, whatever its form.
pub(crate) fn whole(position: &AnyPosition, text: &str) -> Result<Move, MoveError> {
    let on_the_wire = || notation::read(position, text);
    let readable = || Board::new(position).find(text);
    // `b1d2` is a move from b1, and `B1d2` one of a bishop on the first rank.
    if text.starts_with(|c: char| c.is_ascii_uppercase() || matches!(c, '+' | '-')) {
        match readable() {
            Err(MoveError::Illegal(_)) => on_the_wire().map_err(|_| MoveError::Illegal(excerpt(text))),
            found => found,
        }
    } else {
        // A wire text, too, may be followed by a mark of check, and have one between its squares.
        let unmarked = || {
            let text = text.trim_end_matches(['+', '#']);
            notation::read(position, text).or_else(|error| {
                let squares = text.replacen(['-', 'x'], "", 1);
                if squares.len() < text.len() { notation::read(position, &squares) } else { Err(error) }
            })
        };
        on_the_wire().or_else(|_| readable()).or_else(|error| unmarked().map_err(|_| error))
    }
}

/// A position as readable moves see it.
struct Board<'a> {
    position: &'a AnyPosition,
    outline: &'static Outline,
    pieces: &'static [PieceInfo],
    side: Side,
    legal: Vec<Move>,
    /// By square: the piece on top.
    tops: [Option<Piece>; 256],
    /// Worth its making where all moves are written.
    arrivals: Option<Arrivals>,
}

/// The legal moves by the square that they go to.
struct Arrivals {
    moves: Vec<Move>,
    /// By square: the place of the first of its moves. They end where those of the next square begin.
    firsts: [u32; 257],
}

impl Arrivals {
    fn of(legal: &[Move]) -> Self {
        let arriving = || legal.iter().filter_map(|&played| Some((played, played.to()?.index())));
        let mut firsts = [0_u32; 257];
        arriving().for_each(|(_, to)| firsts[to + 1] += 1);
        for square in 0..256 {
            firsts[square + 1] += firsts[square];
        }
        let mut next = firsts;
        let mut moves = vec![Move::PASS; firsts[256] as usize];
        for (played, to) in arriving() {
            moves[next[to] as usize] = played;
            next[to] += 1;
        }
        Arrivals { moves, firsts }
    }

    fn at(&self, to: Square) -> &[Move] {
        let place = |square: usize| self.firsts[square] as usize;
        &self.moves[place(to.index())..place(to.index() + 1)]
    }
}

/// The letter of a kind before a move, behind a `+` if it has that mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Letter {
    has_plus: bool,
    letter: char,
}

impl Letter {
    const PAWN: Letter = Letter { has_plus: false, letter: 'P' };

    /// As [`PieceInfo::move_text`].
    fn of(info: &PieceInfo) -> Letter {
        Letter { has_plus: info.mark == PieceMark::Plus, letter: info.letter }
    }

    fn push_to(self, text: &mut String) {
        if self.has_plus {
            text.push('+');
        }
        text.push(self.letter);
    }

    /// The text behind the letter; `None` if it does not begin with it.
    fn strip(self, text: &str) -> Option<&str> {
        if self.has_plus { text.strip_prefix('+') } else { Some(text) }?.strip_prefix(self.letter)
    }
}

/// The part of the square it leaves that a move is written with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    Nothing,
    File,
    Rank,
    Whole,
}

impl<'a> Board<'a> {
    fn new(position: &'a AnyPosition) -> Self {
        let mut tops = [None; 256];
        position.for_each_piece(|square, depth, piece| {
            if depth == 0 {
                tops[square.index()] = Some(piece);
            }
        });
        Board {
            position,
            outline: position.outline(),
            pieces: position.info().pieces,
            side: position.side(),
            legal: position.legal_moves(),
            tops,
            arrivals: None,
        }
    }

    /// The same, for many questions about other moves to the same square.
    fn with_arrivals(self) -> Self {
        Board { arrivals: Some(Arrivals::of(&self.legal)), ..self }
    }

    /// The legal moves that go to a square.
    fn arriving(&self, to: Square) -> impl Iterator<Item = Move> {
        let moves = self.arrivals.as_ref().map_or(&self.legal[..], |arrivals| arrivals.at(to));
        moves.iter().copied().filter(move |other| other.to() == Some(to))
    }

    /// The move without a mark of check.
    fn text(&self, played: Move, style: Style) -> String {
        let castling = self
            .castling(played)
            .map(|name| format!("{name}{}{}", self.wall(played), self.gate(played, true)));
        if let Some(castling) = castling.filter(|text| self.castlings(&without_marks(text)).len() == 1) {
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
            () if !shares_file => Origin::File,
            () if !needs_file && !shares_rank => Origin::Rank,
            () => Origin::Whole,
        }
    }

    /// Returns true if two moves to the same square have the same [`tail`](Self::tail).
    fn ends_alike(&self, one: Move, other: Move) -> bool {
        let effects = |played: Move| match played.action() {
            Action::Step { promote, extra, .. } => Some((promote, extra)),
            _ => None,
        };
        // Nearly all moves have none.
        let are_same = effects(one).is_some_and(|own| effects(other) == Some(own));
        are_same || self.tail(one) == self.tail(other)
    }

    /// The part after the square of departure: the square of arrival, and the further effects.
    fn tail(&self, played: Move) -> String {
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
                self.push_square(to, text);
                if let Some(kind) = promote {
                    text.push('=');
                    *text += &self.becomes(kind);
                }
                match extra {
                    Extra::None => {}
                    Extra::Remove(victim) => behind('x', victim, text),
                    Extra::Reward(own) => behind('+', own, text),
                    Extra::Place(place) => behind('@', place, text),
                    Extra::Wall(_) => *text += &self.wall(played),
                    Extra::Gate { .. } => *text += &self.gate(played, false),
                }
            }
        }
    }

    /// The wall behind a move, with the comma before it.
    fn wall(&self, played: Move) -> String {
        played.built().map_or(String::new(), |square| format!(",{}", self.whole(square)))
    }

    /// The piece from the hand that comes with a move, behind a stroke, and perhaps its square.
    fn gate(&self, played: Move, with_square: bool) -> String {
        let Some((kind, on)) = played.gate() else { return String::new() };
        let square = if with_square { self.whole(on) } else { String::new() };
        format!("/{}{square}", self.becomes(kind))
    }

    /// `+` for a check, `#` for a move that wins on the board. The move is played in `after`.
    fn end_mark(&self, played: Move, after: &mut AnyPosition) -> &'static str {
        after.clone_from(self.position);
        after.play(played);
        let wins = |outcome: &Outcome| outcome.winner == Some(self.side());
        if let Some(outcome) = after.outcome() {
            return if wins(&outcome) { "#" } else { "" };
        }
        // Most moves neither give check nor could win, and the answers to them need not be looked for.
        let checks = after.side() != self.side() && after.in_check();
        let would_win = wins(&after.no_moves());
        if (checks || would_win) && !after.has_moves() {
            return if would_win { "#" } else { "" };
        }
        if checks { "+" } else { "" }
    }

    /// Finds the legal move that a text means.
    fn find(&self, text: &str) -> Result<Move, MoveError> {
        let plain = without_marks(text);
        let mut found = self.castlings(&plain);
        if found.is_empty() {
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
            found.push(Move::PASS);
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
    /// programs pass.
    fn is_pass_in_place(&self, plain: &str) -> bool {
        let is_it = |square: Square| {
            let is_own_king = |piece: Piece| piece.side == self.side && self.is_king(piece);
            let rest = plain.strip_prefix(KING).filter(|rest| !rest.contains('x'));
            self.top(square).is_some_and(is_own_king)
                && rest.is_some_and(|rest| self.fits(square, rest, &self.whole(square)))
        };
        self.outline().squares().any(is_it)
    }

    /// The promotions that a text without marks means which helgi writes otherwise: with the letter of what comes about, or
    /// without a letter where there is no choice.
    fn promotions(&self, plain: &str) -> Vec<Move> {
        let OtherLetters { promotions, .. } = self.position.game().other_letters();
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
    /// promoted bishop.
    fn by_promoted_letter(&self, plain: &str) -> Vec<Move> {
        let OtherLetters { promotions, .. } = self.position.game().other_letters();
        let is_it = |played: &Move| {
            let Some((from, mover)) = played.from().and_then(|from| Some((from, self.top(from)?))) else {
                return false;
            };
            let letter = promotions.iter().find(|(kind, _)| *kind == mover.kind);
            let rest = letter.and_then(|&(_, letter)| plain.strip_prefix(letter));
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
        // If a king castles by going onto its rook, only `O-O` will do.
        if self.castling(candidate).is_some() && candidate.to().is_some_and(|to| self.top(to).is_some()) {
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
    fn castlings(&self, text: &str) -> Vec<Move> {
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

    /// The name of a castling: a king's step after which another piece of its side, the rook or what stands for it, is
    /// elsewhere as well, or the king beside the square it was sent to.
    fn castling(&self, played: Move) -> Option<&'static str> {
        let played = played.without_gate();
        let Action::Step { from, to, promote: None, extra: Extra::None | Extra::Wall(_) } = played.action()
        else {
            return None;
        };
        let outline = self.outline();
        let king = self.top(from).filter(|piece| self.is_king(*piece))?;
        let is_own = |piece: Piece| piece.side == king.side && piece.kind != king.kind;
        let far = outline.file(from).abs_diff(outline.file(to)) > 1;
        if !self.top(to).map_or(far, is_own) {
            return None;
        }
        let after = self.position.after(played);
        let goes = |piece: Piece| {
            let stands = |square| after.piece_at(square, 0) == Some(piece);
            outline.squares().any(|square| self.top(square) != Some(piece) && stands(square))
        };
        let mut left = outline.squares().filter_map(|square| {
            self.top(square).filter(|&piece| is_own(piece) && after.piece_at(square, 0) != Some(piece))
        });
        let is_castling = left.any(goes) || after.piece_at(to, 0) != Some(king);
        is_castling
            .then(|| if outline.file(to) > outline.file(from) { SHORT_CASTLING } else { LONG_CASTLING })
    }

    /// Returns true for a piece with the text of a king. A promoted one has another text, and does not castle.
    fn is_king(&self, piece: Piece) -> bool {
        let info = self.pieces.get(piece.kind.index());
        info.is_some_and(|info| info.letter == KING && info.mark == PieceMark::None)
    }

    /// Returns true if the move captures an enemy piece by going somewhere: the piece there, or
    /// another one *en passant*.
    fn captures(&self, played: Move) -> bool {
        let Some(to) = played.to() else { return false };
        let is_enemy = |piece: Piece| piece.side != self.side();
        if let Some(there) = self.top(to) {
            return is_enemy(there);
        }
        if !self.position.is_noisy(played) {
            return false;
        }
        let removed = match played.action() {
            Action::Step { extra: Extra::Remove(square), .. } => Some(square),
            _ => None,
        };
        let after = self.position.after(played);
        self.outline().squares().filter(|&square| Some(square) != removed).any(|square| {
            let before = self.top(square).filter(|&piece| is_enemy(piece));
            before.is_some() && after.piece_at(square, 0) != before
        })
    }

    fn can_shoot(&self, from: Square, to: Square) -> bool {
        self.legal
            .iter()
            .any(|&other| self.is_shot(other) && (other.from(), other.to()) == (Some(from), Some(to)))
    }

    fn is_shot(&self, played: Move) -> bool {
        matches!(played.action(), Action::Shoot { .. })
    }

    fn side(&self) -> Side {
        self.side
    }

    fn outline(&self) -> &'static Outline {
        self.outline
    }

    /// The piece on top of a square.
    fn top(&self, square: Square) -> Option<Piece> {
        self.tops.get(square.index()).copied().flatten()
    }

    fn whole(&self, square: Square) -> String {
        self.outline().name(square)
    }

    /// The letter of the piece that moves.
    fn letter(&self, played: Move) -> Option<Letter> {
        self.mover(played).map(Letter::of)
    }

    /// The piece that moves.
    fn mover(&self, played: Move) -> Option<&'static PieceInfo> {
        self.top(played.from()?).and_then(|piece| self.pieces.get(piece.kind.index()))
    }

    /// The text of what a promotion makes.
    fn becomes(&self, kind: Kind) -> String {
        self.pieces.get(kind.index()).map(PieceInfo::move_text).unwrap_or_default()
    }
}

const KING: char = 'K';
/// The text of castling on the king's side.
pub const SHORT_CASTLING: &str = "O-O";
/// The text of castling on the queen's side.
pub const LONG_CASTLING: &str = "O-O-O";

/// The ways to write the square a piece leaves: not at all, its file, its rank, the whole.
fn origins(outline: &Outline, square: Square) -> [String; 4] {
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
                .all(|(own, other)| own == other || (own, other) == (b'O', b'0'));
        is_it.then(|| (name, &text[name.len()..]))
    })
}

/// Returns true for the name of a castling in letters or noughts, perhaps with a wall or a piece from the hand behind it.
fn is_castling(text: &str) -> bool {
    castling_name(text).is_some_and(|(_, rest)| {
        let rest = rest.trim_end_matches(['+', '#', '!', '?']);
        rest.is_empty() || rest.starts_with([',', '/'])
    })
}

/// A text without what SAN may have or not: checks, opinions, what marks a promotion, as in `e8=Q`,
/// `e8(Q)` and `e8/Q`, or a promoted piece, as in `e8=Q~`.
fn without_marks(text: &str) -> String {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let text = text.strip_suffix("e.p.").unwrap_or(text);
    text.replace(['=', '(', ')', '/', '~'], "")
}
