//! XBoard 4.9.1 once more: the board that it shows, what it refuses, and what it hands on.
//!
//! After `ApplyMove`, `ParseOneMove`, `LegalDrop` and `SendMoveToProgram` of its `backend.c` and `moves.c`, as far
//! as they concern the games that the engine announces, with Test Legality off; and not after what the
//! rest of this crate knows of them.

use crate::board::XBoardGame;
use crate::table;
use helgi_protocol::notation::WireSquare;
use helgi_protocol::xboard::XBoardPly;
use helgi_rules::Position;
use helgi_rules::board::Side;
use std::fmt;

/// A square that does not exist.
const HOLE: char = '*';
const EMPTY: char = '.';

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
}

impl Gui {
    /// XBoard as it shows the board's present position.
    pub fn new(board: &XBoardGame) -> Self {
        let position = board.line.present();
        let table = &board.table;
        let (outline, info) = (position.outline(), board.game.info());
        let (files, ranks) = (info.files, info.ranks);
        let names = (0..ranks).flat_map(|rank| (0..files).map(move |file| outline.square(file, rank)));
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
            squares: names.map(content).collect(),
            is_white: position.side() == Side::White,
            king: king.unwrap_or('?'),
            castles: table.castler().is_some() && !table.castling().is_empty(),
            letters,
            obstacle: table.obstacle(),
            legs: String::new(),
        }
    }

    /// Returns true if XBoard shows the board's position as it should, with the right side to move.
    pub fn shows(&self, board: &XBoardGame) -> bool {
        let wanted = Gui::new(board);
        self.is_white == wanted.is_white && self.pieces() == wanted.pieces()
    }

    /// Returns true if the session's idea of XBoard's board is this.
    pub fn is_tracked_by(&self, board: &XBoardGame) -> bool {
        let screen = board.record.screen().expect("the board is tracked");
        let letter = |square| screen.letter(square).map_or(EMPTY, |(side, letter)| side.cased(letter));
        screen.side() == self.side() && self.pieces() == screen.all_squares().map(letter).collect::<String>()
    }

    /// The pieces, without obstacles.
    fn pieces(&self) -> String {
        let is_piece = |c: char| c.is_ascii_alphabetic() && self.obstacle != Some(c.to_ascii_uppercase());
        self.squares.iter().map(|&c| if is_piece(c) { c } else { EMPTY }).collect()
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
            XBoardPly::Pass => {}
            XBoardPly::Drop { letter, to } => {
                assert_eq!(self.get(*to), EMPTY, "{ply}: forfeit, the square is not empty\n{self}");
                assert!(self.letters.contains(letter), "{ply}: no piece has the letter");
                self.set(*to, self.side().cased(*letter));
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
        let is_white = piece.is_ascii_uppercase();
        // Among XBoard's pieces the empty square and the hole come behind Black's.
        let is_whites = |piece: char| piece.is_ascii_uppercase();
        let is_king = piece.to_ascii_uppercase() == self.king;
        let is_inside = from.file != 0 && usize::from(from.file) != self.files - 1;
        let beside = |to: WireSquare, step: i8| WireSquare { file: to.file.wrapping_add_signed(step), ..to };
        if let (Some(kill), Some(killed)) = (kill, killed)
            && self.castles
            && is_king
            && is_whites(killed) == is_white
        {
            self.set(to, piece);
            self.set(from, EMPTY);
            self.set(beside(to, if kill.file < from.file { 1 } else { -1 }), killed);
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
            self.set(from, EMPTY);
            self.set(to, piece);
        }
        if let Some(letter) = letter {
            let letter = letter.to_ascii_uppercase();
            let side = Side::of_letter(piece);
            self.set(to, if self.letters.contains(&letter) { side.cased(letter) } else { EMPTY });
        }
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
            let letters: Vec<Option<char>> = rank.iter().map(|&c| (c != EMPTY).then_some(c)).collect();
            table::with_runs(&letters)
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
        }
    }
}

impl fmt::Display for Gui {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(self.is_white))
    }
}
