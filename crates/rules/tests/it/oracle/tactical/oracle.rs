//! Tactical chess a second time: slow, on a list of letters, straight from the rules page.
//!
//! Shares nothing with the engine. Positions are FEN texts, moves are move texts.

use std::collections::BTreeMap;

const ORDER: &str = "OKQRBNPTAHVCDIFJ";
const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

type Place = (i8, i8);

/// A board of letters by file and rank, and the other fields of a FEN.
#[derive(Clone)]
pub struct Mailbox {
    board: BTreeMap<Place, char>,
    reserve: Vec<char>,
    white: bool,
    clock: u32,
    turn: u32,
}

fn name((file, rank): Place) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn on_board((file, rank): Place) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

impl Mailbox {
    /// Reads a canonical FEN.
    pub fn read(fen: &str) -> Mailbox {
        let words: Vec<&str> = fen.split(' ').collect();
        let (squares, reserve) = words[0].split_once('[').unwrap();
        let mut board = BTreeMap::new();
        for (row, rank) in squares.split('/').zip((0..8).rev()) {
            let mut file = 0;
            for letter in row.chars() {
                if let Some(run) = letter.to_digit(10) {
                    file += run as i8;
                } else {
                    board.insert((file, rank), letter);
                    file += 1;
                }
            }
        }
        Mailbox {
            board,
            reserve: reserve.trim_end_matches(']').chars().collect(),
            white: words[1] == "w",
            clock: words[4].parse().unwrap(),
            turn: words[5].parse().unwrap(),
        }
    }

    /// Writes the canonical FEN.
    pub fn write(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..8).rev() {
            let row: String =
                (0..8).map(|file| self.board.get(&(file, rank)).copied().unwrap_or('1')).collect();
            rows.push((2..=8).rev().fold(row, |row, run| row.replace(&"1".repeat(run), &run.to_string())));
        }
        let mut reserve = self.reserve.clone();
        reserve.sort_by_key(|&letter| {
            (letter.is_ascii_lowercase(), ORDER.find(letter.to_ascii_uppercase()).unwrap())
        });
        let reserve: String = reserve.into_iter().collect();
        let side = if self.white { 'w' } else { 'b' };
        format!("{}[{reserve}] {side} - - {} {}", rows.join("/"), self.clock, self.turn)
    }

    fn at(&self, place: Place) -> Option<char> {
        self.board.get(&place).copied()
    }

    fn is_empty(&self, place: Place) -> bool {
        on_board(place) && self.at(place).is_none()
    }

    fn is_piece_of(&self, place: Place, white: bool) -> bool {
        self.at(place).is_some_and(|letter| letter != '*' && letter.is_ascii_uppercase() == white)
    }

    fn letter(&self, kind: char, white: bool) -> char {
        if white { kind } else { kind.to_ascii_lowercase() }
    }

    fn has_king(&self, white: bool) -> bool {
        self.board.values().any(|&letter| letter == self.letter('K', white))
    }

    /// Returns true if the piece on `from` may capture the piece on `to`, regardless of the way there.
    fn may_capture(&self, from: Place, to: Place) -> bool {
        if !self.is_piece_of(to, !self.white) {
            return false;
        }
        let kind = |place| self.at(place).unwrap().to_ascii_uppercase();
        match kind(from) {
            'F' => true,
            'J' => "KI".contains(kind(to)),
            _ => kind(to) != 'J',
        }
    }

    /// All legal moves, sorted.
    pub fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.turn >= 8 && !(self.has_king(true) && self.has_king(false)) {
            return moves;
        }
        if self.turn != 3 {
            moves.push("0000".to_owned());
        }
        let (kinds, ranks) = match self.turn {
            1 | 2 => ("O", 4),
            3 => ("K", 3),
            4..=7 => ("QRBNPTAHVCDIFJ", 3),
            _ => ("KQRBNPTAHVCDIFJ", 3),
        };
        for kind in kinds.chars().filter(|&kind| self.reserve.contains(&self.letter(kind, self.white))) {
            for rank in 0..ranks {
                for file in 0..8 {
                    let place = (file, if self.white { rank } else { 7 - rank });
                    if self.is_empty(place) {
                        moves.push(format!("{kind}@{}", name(place)));
                    }
                }
            }
        }
        if self.turn >= 8 {
            for &from in self.board.keys().filter(|&&place| self.is_piece_of(place, self.white)) {
                for to in self.destinations(from) {
                    moves.push(format!("{}{}", name(from), name(to)));
                }
                for victims in self.shots(from) {
                    let victims: Vec<String> = victims.into_iter().map(name).collect();
                    moves.push(format!("{}x{}", name(from), victims.join("x")));
                }
            }
        }
        moves.sort();
        moves
    }

    fn destinations(&self, from: Place) -> Vec<Place> {
        let mut to = Vec::new();
        let forward = if self.white { 1 } else { -1 };
        let plus = |(file, rank): Place, (files, ranks): (i8, i8), count: i8| {
            (file + files * count, rank + ranks * count)
        };
        let all: Vec<(i8, i8)> = STRAIGHT.iter().chain(&DIAGONAL).copied().collect();
        let kind = self.at(from).unwrap().to_ascii_uppercase();

        // Moves along lines of empty squares.
        let lines: &[(i8, i8)] = match kind {
            'Q' | 'I' => &all,
            'R' | 'T' | 'C' => &STRAIGHT,
            'B' | 'A' => &DIAGONAL,
            _ => &[],
        };
        for &line in lines {
            let mut at = plus(from, line, 1);
            while self.is_empty(at) || "TA".contains(kind) && self.is_piece_of(at, self.white) {
                if self.is_empty(at) {
                    to.push(at);
                }
                at = plus(at, line, 1);
            }
            if "QRBTA".contains(kind) && self.may_capture(from, at) {
                to.push(at);
            }
        }
        // Single steps and leaps.
        let captures: Vec<(i8, i8)> = match kind {
            'K' | 'I' | 'F' | 'J' => all.clone(),
            'N' | 'H' => KNIGHT.to_vec(),
            'P' | 'V' => vec![(-1, forward), (1, forward)],
            _ => Vec::new(),
        };
        for &step in &captures {
            if self.may_capture(from, plus(from, step, 1)) {
                to.push(plus(from, step, 1));
            }
            if "KN".contains(kind) && self.is_empty(plus(from, step, 1)) {
                to.push(plus(from, step, 1));
            }
        }
        match kind {
            'P' => {
                for step in [(0, forward), (0, -forward), (1, 0), (-1, 0)] {
                    if self.is_empty(plus(from, step, 1)) {
                        to.push(plus(from, step, 1));
                    }
                }
                if self.is_empty(plus(from, (0, forward), 1)) && self.is_empty(plus(from, (0, forward), 2)) {
                    to.push(plus(from, (0, forward), 2));
                }
            }
            'H' => {
                for leap in KNIGHT {
                    let mut at = plus(from, leap, 1);
                    while self.is_empty(at) {
                        to.push(at);
                        at = plus(at, leap, 1);
                    }
                }
            }
            'V' | 'F' | 'J' => {
                for step in STRAIGHT {
                    if self.is_empty(plus(from, step, 1)) {
                        to.push(plus(from, step, 1));
                    }
                    if self.at(plus(from, step, 1)) != Some('*') && self.is_empty(plus(from, step, 2)) {
                        to.push(plus(from, step, 2));
                    }
                }
            }
            'D' => {
                for line in DIAGONAL {
                    to.extend(
                        (1..8).map(|count| plus(from, line, count)).filter(|&place| self.is_empty(place)),
                    );
                }
            }
            _ => {}
        }
        to
    }

    fn shots(&self, from: Place) -> Vec<Vec<Place>> {
        let ahead = |(files, ranks): (i8, i8), count: i8| (from.0 + files * count, from.1 + ranks * count);
        let is_victim = |place: &Place| self.at(*place).is_some_and(|letter| letter != '*');
        let mut shots: Vec<Vec<Place>> = Vec::new();
        match self.at(from).unwrap().to_ascii_uppercase() {
            'C' => {
                for line in STRAIGHT {
                    for target in [ahead(line, 1), ahead(line, 2)] {
                        if self.is_piece_of(target, !self.white) {
                            shots.push(vec![target]);
                        }
                    }
                }
            }
            'D' => {
                for line in DIAGONAL.into_iter().filter(|&line| self.at(ahead(line, 1)) != Some('*')) {
                    shots.push([ahead(line, 1), ahead(line, 2)].into_iter().filter(is_victim).collect());
                }
            }
            _ => {}
        }
        shots.retain(|victims| !victims.is_empty());
        shots
    }

    /// Plays one of [`moves`](Self::moves).
    pub fn play(&mut self, text: &str) {
        let place =
            |name: &str| (name.as_bytes()[0] as i8 - b'a' as i8, name.as_bytes()[1] as i8 - b'1' as i8);
        let white = self.white;
        let had_king = [true, false].map(|white| self.has_king(white));
        let pieces = self.board.len();
        let mut resets = false;
        if text == "0000" {
        } else if let Some((kind, to)) = text.split_once('@') {
            let letter = self.letter(kind.chars().next().unwrap(), white);
            let index = self.reserve.iter().position(|&reserved| reserved == letter).unwrap();
            self.reserve.remove(index);
            self.board.insert(place(to), if kind == "O" { '*' } else { letter });
            resets = true;
        } else if text.contains('x') {
            for victim in text.split('x').skip(1) {
                self.board.remove(&place(victim));
            }
        } else {
            let (from, to) = (place(&text[..2]), place(&text[2..]));
            let mover = self.board.remove(&from).unwrap();
            let victim = self.board.remove(&to);
            resets = "PV".contains(mover.to_ascii_uppercase());
            let is_fanatic = |letter: char| letter.eq_ignore_ascii_case(&'F');
            if is_fanatic(mover) && victim.is_some() {
                self.board.retain(|&(file, rank), &mut letter| {
                    letter == '*' || (file - to.0).abs() > 1 || (rank - to.1).abs() > 1
                });
            } else if !victim.is_some_and(is_fanatic) {
                let last_rank = if white { 7 } else { 0 };
                let promoted = match mover.to_ascii_uppercase() {
                    'P' => 'J',
                    'V' => 'F',
                    'R' => 'T',
                    'B' => 'A',
                    'N' => 'H',
                    other => other,
                };
                let kind = if to.1 == last_rank { promoted } else { mover.to_ascii_uppercase() };
                self.board.insert(to, self.letter(kind, white));
            }
        }
        for (white, had_king) in [true, false].into_iter().zip(had_king) {
            if had_king && !self.has_king(white) {
                let (prince, king) = (self.letter('I', white), self.letter('K', white));
                if let Some(letter) = self.board.values_mut().find(|letter| **letter == prince) {
                    *letter = king;
                }
            }
        }
        resets |= self.board.len() < pieces;
        self.clock = if self.turn < 8 || resets { 0 } else { self.clock + 1 };
        self.turn += !white as u32;
        self.white = !white;
    }
}
