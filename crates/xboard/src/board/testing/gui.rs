//! XBoard 4.9.1 once more: the board that it shows, what it refuses, and what it hands on.
//!
//! After `ApplyMove`, `ParseOneMove`, `LegalDrop` and `SendMoveToProgram` of its `backend.c` and `moves.c`, as far
//! as they concern the games that the engine announces, with Test Legality off; and not after what the
//! rest of this crate knows of them.

use crate::board::XBoardGame;
use crate::figures::{Parent, slot};
use crate::table::{self, LetterTable, PROMOTED};
use helgi_protocol::notation::WireSquare;
use helgi_protocol::xboard::XBoardPly;
use helgi_rules::Position;
use helgi_rules::board::{Piece, Side};
use std::collections::BTreeMap;
use std::fmt;

/// A square that does not exist.
const HOLE: char = '*';
const EMPTY: char = '.';
const OBSTACLE: char = '#';

/// XBoard between two engines, or between one and its user.
#[derive(Clone, Debug)]
pub struct Gui {
    files: usize,
    ranks: usize,
    /// From `a1` on; White's letters are upper case.
    squares: Vec<char>,
    is_white: bool,
    /// The letter in the king's slot.
    king: char,
    /// True if the `piece` line of the king has an `O`.
    castles: bool,
    /// The letters that are in some slot.
    letters: Vec<char>,
    /// The one that is an obstacle, whatever its colour.
    obstacle: Option<char>,
    /// The legs of a move received so far.
    legs: String,
    /// The letters, announced ones only, and how pieces come into the hand.
    table: LetterTable,
    /// The squares of pieces that are shadows, `Q~`.
    shadows: Vec<bool>,
    /// White's hand and Black's: how often each letter is there. Empty where XBoard fills none.
    hands: [BTreeMap<char, usize>; 2],
    /// The file over which a pawn has just gone two ranks or more.
    passed: Option<u8>,
}

impl Gui {
    /// XBoard as it shows the board's present position.
    pub fn new(board: &XBoardGame) -> Self {
        let position = board.line.present();
        let table = &board.table;
        let (outline, info) = (position.outline(), board.game.info());
        let (files, ranks) = (info.files, info.ranks);
        let squares = || (0..ranks).flat_map(|rank| (0..files).map(move |file| outline.square(file, rank)));
        let has_shadow = |square| table.has_shadow(position, square);
        let hand = |side: Side| {
            let reserve = position.reserve().filter(|_| table.fills_hands());
            let held = |(kind, count)| (table.letter(Piece { kind, side: Side::White }, 1), count);
            let counted = reserve.into_iter().flat_map(|reserve| {
                reserve.kinds(side).map(move |kind| (kind, reserve.count(Piece { kind, side }).into()))
            });
            counted.map(held).collect::<BTreeMap<char, usize>>()
        };
        let content = |square| match square {
            None => HOLE,
            // To XBoard an obstacle is a piece like others.
            Some(square) if position.is_obstacle(square) => {
                table.obstacle().map_or(HOLE, |letter| letter.to_ascii_lowercase())
            }
            Some(square) => table.shown(position, square).unwrap_or(EMPTY),
        };
        let king = table.castler().or(table.dummy_king());
        let mut letters: Vec<char> = table.letters().iter().map(|(figure, _)| figure.letter).collect();
        letters.extend(king);
        Gui {
            files: files.into(),
            ranks: ranks.into(),
            squares: squares().map(content).collect(),
            is_white: position.side() == Side::White,
            king: king.unwrap_or('?'),
            castles: table.castler().is_some() && !table.castling().is_empty(),
            letters,
            obstacle: table.obstacle(),
            legs: String::new(),
            shadows: squares().map(|square| square.is_some_and(has_shadow)).collect(),
            hands: [Side::White, Side::Black].map(hand),
            passed: None,
            table: table.clone(),
        }
    }

    /// Returns true if XBoard shows the board's position as it should, with the right side to move.
    pub fn shows(&self, board: &XBoardGame) -> bool {
        let wanted = Gui::new(board);
        let is_same_hand = self.hands == wanted.hands && self.shadows == wanted.shadows;
        is_same_hand && self.is_white == wanted.is_white && self.pieces() == wanted.pieces()
    }

    /// Returns true if the session's idea of XBoard's board is this.
    pub fn is_tracked_by(&self, board: &XBoardGame) -> bool {
        let screen = board.record.screen().expect("the board is tracked");
        let letter = |square| match screen.letter(square) {
            Some((side, letter)) => side.cased(letter),
            None if screen.is_obstacle(square) => OBSTACLE,
            None => EMPTY,
        };
        screen.side() == self.side() && self.pieces() == screen.all_squares().map(letter).collect::<String>()
    }

    /// The pieces, and obstacles whose colour does not matter.
    fn pieces(&self) -> String {
        let piece = |&c: &char| match c {
            _ if self.obstacle == Some(c.to_ascii_uppercase()) => OBSTACLE,
            _ if c.is_ascii_alphabetic() => c,
            _ => EMPTY,
        };
        self.squares.iter().map(piece).collect()
    }

    fn side(&self) -> Side {
        if self.is_white { Side::White } else { Side::Black }
    }

    /// Takes a `move` line of an engine; once the move is whole, what the other engine is told.
    pub fn relay(&mut self, text: &str, speaker: &XBoardGame) -> Option<String> {
        self.legs += text;
        if text.ends_with(',') {
            return None;
        }
        let ply: XBoardPly = speaker.in_dialect(&std::mem::take(&mut self.legs)).parse().unwrap();
        let line = self.told(&ply, speaker);
        self.make(&ply);
        Some(line)
    }

    /// The same at the beginning of a half-move.
    pub fn without_legs(self) -> Self {
        Gui { legs: String::new(), ..self }
    }

    /// The line by which an engine is told a half-move that is not made yet.
    pub fn told(&self, ply: &XBoardPly, board: &XBoardGame) -> String {
        match ply {
            XBoardPly::Path { squares, letter } => {
                format!("usermove {}", board.for_gui(&self.legs_of(squares, *letter)))
            }
            XBoardPly::Drop { letter, to } => {
                format!("usermove {}", board.for_gui(&format!("{letter}@{to}")))
            }
            XBoardPly::Pass => format!("setboard {}", self.text(!self.is_white)),
            XBoardPly::Garbled { .. } => panic!("{ply}: no engine says so"),
        }
    }

    /// Makes a half-move.
    ///
    /// # Panics
    ///
    /// When XBoard refuses it, and in a match takes it for lost.
    pub fn make(&mut self, ply: &XBoardPly) {
        match ply {
            XBoardPly::Pass => self.passed = None,
            XBoardPly::Drop { letter, to } => {
                assert_eq!(self.get(*to), EMPTY, "{ply}: forfeit, the square is not empty\n{self}");
                assert!(self.letters.contains(letter), "{ply}: no piece has the letter");
                if self.table.fills_hands() {
                    let hand = &mut self.hands[self.side() as usize];
                    let count = hand.get_mut(letter);
                    *count.unwrap_or_else(|| panic!("{ply}: forfeit, not in the hand")) -= 1;
                    hand.retain(|_, count| *count > 0);
                }
                self.set(*to, self.side().cased(*letter));
                self.passed = None;
            }
            XBoardPly::Path { squares, letter } => {
                let from = squares[0];
                let mover = self.get(from);
                let is_own = mover.is_ascii_alphabetic() && mover.is_ascii_uppercase() == self.is_white;
                assert!(is_own, "{ply}: forfeit, nothing to move\n{self}");
                let to = squares[squares.len() - 1];
                assert!(from != to || squares.len() > 2, "{ply}: forfeit, it stays where it is");
                self.apply(squares, *letter);
            }
            XBoardPly::Garbled { .. } => panic!("{ply}: no engine says so"),
        }
        self.is_white = !self.is_white;
    }

    fn apply(&mut self, squares: &[WireSquare], letter: Option<char>) {
        let (from, to) = (squares[0], squares[squares.len() - 1]);
        let kill = (squares.len() > 2).then(|| squares[squares.len() - 2]);
        let killed = kill.map(|kill| self.get(kill));
        squares[1..squares.len() - 1].iter().for_each(|&square| self.set(square, EMPTY));
        let piece = self.get(from);
        let is_shadow = self.is_shadow(from);
        let mut captured = (self.get(to), self.is_shadow(to));
        let is_white = piece.is_ascii_uppercase();
        // Among XBoard's pieces the empty square and the hole come behind Black's.
        let is_whites = |piece: char| piece.is_ascii_uppercase();
        let is_king = piece.to_ascii_uppercase() == self.king;
        let is_pawn = Some(piece.to_ascii_uppercase()) == self.table.in_slot(slot::PAWN);
        let is_inside = from.file != 0 && usize::from(from.file) != self.files - 1;
        let beside = |to: WireSquare, step: i8| WireSquare { file: to.file.wrapping_add_signed(step), ..to };
        let passed = self.passed.take();
        if is_pawn && from.rank.abs_diff(to.rank) >= 2 {
            self.passed = Some((from.file + to.file) / 2);
        }
        let rook = self.table.in_slot(slot::ROOK);
        let own = |one: char, other: char| other.is_ascii_alphabetic() && is_whites(one) == is_whites(other);
        let is_rook = |piece: char| Some(piece.to_ascii_uppercase()) == rook;
        let meets_king = captured.0.to_ascii_uppercase() == self.king && self.table.castler().is_some();
        let gates = letter.is_some() && self.table.parent() == Some(Parent::Seirawan) && !is_pawn;
        let gated =
            letter.filter(|_| gates).map(|letter| Side::of_letter(piece).cased(letter.to_ascii_uppercase()));
        if let (Some(kill), Some(killed)) = (kill, killed)
            && self.castles
            && is_king
            && is_whites(killed) == is_white
        {
            self.set(to, piece);
            self.set(from, EMPTY);
            self.set(beside(to, if kill.file < from.file { 1 } else { -1 }), killed);
        } else if own(piece, captured.0)
            && (is_king && self.table.castler().is_some() && is_rook(captured.0)
                || is_rook(piece) && meets_king)
        {
            let (king, rook) = if is_king { (piece, captured.0) } else { (captured.0, piece) };
            let rank = if is_white { 1 } else { self.ranks as u8 };
            self.set(from, EMPTY);
            self.set(to, EMPTY);
            let right = self.files as u8;
            let ends = if (to.file > from.file) == is_king { [right - 2, right - 3] } else { [2, 3] };
            self.set(WireSquare { file: ends[0], rank }, king);
            self.set(WireSquare { file: ends[1], rank }, rook);
            captured.0 = EMPTY;
        } else if is_king && is_inside && from.rank == to.rank && from.file.abs_diff(to.file) > 1 {
            let step: i8 = if to.file > from.file { 1 } else { -1 };
            let end = if step > 0 { self.files - 1 } else { 0 };
            let mut rook = beside(from, step);
            while self.get(rook) == EMPTY && usize::from(rook.file) != end {
                rook = beside(rook, step);
            }
            self.set(beside(to, -step), self.get(rook));
            self.set(rook, EMPTY);
            self.set(from, EMPTY);
            self.set(to, piece);
        } else {
            let half = self.ranks / 2;
            let is_far =
                if is_white { usize::from(from.rank) > half } else { usize::from(from.rank) <= half };
            if is_pawn && is_far && passed == Some(to.file) && from.file != to.file && captured.0 == EMPTY {
                let behind = WireSquare { rank: if is_white { to.rank - 1 } else { to.rank + 1 }, ..to };
                captured = (self.get(behind), self.is_shadow(behind));
                self.set(behind, EMPTY);
            }
            self.set(from, EMPTY);
            self.set(to, piece);
            self.mark(to, is_shadow);
        }
        if captured.0.is_ascii_alphabetic() && self.table.fills_hands() {
            self.capture(captured.0, captured.1);
        }
        if let Some(gated) = gated {
            self.set(from, gated);
        } else if let Some(letter) = letter {
            let side = Side::of_letter(piece);
            let letter = match letter {
                PROMOTED => self.table.other_form(piece.to_ascii_uppercase()).expect("a form of the piece"),
                letter => letter.to_ascii_uppercase(),
            };
            self.set(to, if self.letters.contains(&letter) { side.cased(letter) } else { EMPTY });
            self.mark(to, self.table.figures().shadows.contains(&letter));
        }
    }

    /// A captured piece comes into the hand of the other side.
    fn capture(&mut self, captured: char, is_shadow: bool) {
        let letter = captured.to_ascii_uppercase();
        let letter = self.table.plain_form(letter).unwrap_or(letter);
        let mut kinds: Vec<_> = self.table.letters().iter().map(|(figure, _)| *figure).collect();
        kinds.retain(|figure| self.table.plain_form(figure.letter).is_none());
        kinds.sort_by_key(|figure| figure.slot);
        let number = kinds.iter().position(|figure| figure.letter == letter).expect("a slot");
        let is_held = number < self.table.holdings().into() && !is_shadow;
        let held = if is_held { letter } else { self.table.in_slot(slot::PAWN).unwrap_or('?') };
        let captor = !Side::of_letter(captured);
        *self.hands[captor as usize].entry(held).or_default() += 1;
    }

    /// The legs of a move as XBoard writes them, which takes some for castling.
    fn legs_of(&self, squares: &[WireSquare], letter: Option<char>) -> String {
        let letter = letter.map_or(String::new(), String::from);
        let file = |square: WireSquare| i16::from(square.file);
        let is_white = |square| self.get(square).is_ascii_uppercase();
        match *squares {
            [from, to] => format!("{from}{to}{letter}"),
            [from, .., kill, to] if is_white(kill) == is_white(from) => {
                let beside = file(to) + if file(from) > file(kill) { 1 } else { -1 };
                let beside = char::from((i16::from(b'a') + beside) as u8);
                format!("{from}{to},{kill}{beside}{}", to.rank)
            }
            [from, kill, to] => format!("{from}{kill},{kill}{to}{letter}"),
            [from, first, kill, to] => format!("{from}{first},{first}{kill},{kill}{to}{letter}"),
            _ => panic!("{squares:?}: too many legs"),
        }
    }

    /// The position as XBoard writes it, with this side to move.
    fn text(&self, is_white: bool) -> String {
        let rank = |rank: &[char]| {
            let text = |&c: &char| (c != EMPTY).then(|| self.table.wire_text(c));
            table::with_runs(&rank.iter().map(text).collect::<Vec<_>>())
        };
        let ranks: Vec<String> = self.squares.chunks(self.files).rev().map(rank).collect();
        format!("{} {} - - 0 1", ranks.join("/"), if is_white { 'w' } else { 'b' })
    }

    /// XBoard also has memory outside the board, which is not shown.
    fn index(&self, square: WireSquare) -> Option<usize> {
        let (file, rank) = (usize::from(square.file), usize::from(square.rank) - 1);
        (file < self.files && rank < self.ranks).then_some(rank * self.files + file)
    }

    fn get(&self, square: WireSquare) -> char {
        self.index(square).map_or(HOLE, |index| self.squares[index])
    }

    fn set(&mut self, square: WireSquare, content: char) {
        if let Some(index) = self.index(square) {
            self.squares[index] = content;
            self.shadows[index] = false;
        }
    }

    fn is_shadow(&self, square: WireSquare) -> bool {
        self.index(square).is_some_and(|index| self.shadows[index])
    }

    fn mark(&mut self, square: WireSquare, is_shadow: bool) {
        if let Some(index) = self.index(square) {
            self.shadows[index] = is_shadow;
        }
    }
}

impl fmt::Display for Gui {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(self.is_white))
    }
}
