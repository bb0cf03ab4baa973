//! Operational Chess 2 once more, as plainly as possible: a board of letters, and the moves found
//! by trying every square. Shares nothing with the engine but the text.

const FILES: i32 = 17;
const RANKS: i32 = 11;

/// A position as letters by rank and file, both from 0; a dot is an empty square.
struct Board {
    at: Vec<Vec<char>>,
    white_to_move: bool,
    halfmove: u32,
    fullmove: u32,
    soldier_range: i32,
}

/// The texts of all legal moves, sorted; `soldier_range` is how far a soldier shoots.
pub fn moves(fen: &str, soldier_range: i32) -> Vec<String> {
    let board = Board::read(fen, soldier_range);
    if board.is_lost(true) || board.is_lost(false) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for from in squares() {
        if !board.is_own(from) {
            continue;
        }
        for to in squares() {
            if board.can_step(from, to) {
                found.push(name(from) + &name(to));
            }
            if board.can_shoot(from, to) {
                found.push(name(from) + "x" + &name(to));
            }
        }
    }
    found.sort();
    found
}

/// The position after a legal move.
pub fn play(fen: &str, text: &str) -> String {
    let mut board = Board::read(fen, 0);
    let (first, second) = split(text);
    let (from, to) = (square(first), square(second.trim_start_matches('x')));
    let mut progress = board.get(to) != '.';
    if second.starts_with('x') {
        board.set(to, '.');
    } else {
        let last_rank = if board.white_to_move { RANKS - 1 } else { 0 };
        let piece = match board.get(from) {
            'P' if to.1 == last_rank => 'Q',
            'p' if to.1 == last_rank => 'q',
            piece => piece,
        };
        progress |= piece != board.get(from);
        board.set(to, piece);
        board.set(from, '.');
    }
    board.halfmove = if progress { 0 } else { board.halfmove + 1 };
    board.fullmove += !board.white_to_move as u32;
    board.white_to_move = !board.white_to_move;
    board.write()
}

impl Board {
    fn get(&self, (file, rank): (i32, i32)) -> char {
        self.at[rank as usize][file as usize]
    }

    fn set(&mut self, (file, rank): (i32, i32), piece: char) {
        self.at[rank as usize][file as usize] = piece;
    }

    fn is_own(&self, square: (i32, i32)) -> bool {
        let piece = self.get(square);
        piece != '.' && piece.is_uppercase() == self.white_to_move
    }

    fn is_enemy(&self, square: (i32, i32)) -> bool {
        self.get(square) != '.' && !self.is_own(square)
    }

    fn is_lost(&self, white: bool) -> bool {
        let objectives = if white { ['U', 'S'] } else { ['u', 's'] };
        !self.at.iter().flatten().any(|piece| objectives.contains(piece))
    }

    /// Returns the number of pieces between two squares of a line.
    fn pieces_between(&self, from: (i32, i32), to: (i32, i32)) -> usize {
        let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let distance = (to.0 - from.0).abs().max((to.1 - from.1).abs());
        (1..distance)
            .filter(|count| self.get((from.0 + count * step.0, from.1 + count * step.1)) != '.')
            .count()
    }

    fn can_step(&self, from: (i32, i32), to: (i32, i32)) -> bool {
        if from == to || self.is_own(to) {
            return false;
        }
        let (x, y) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
        let far = x.max(y);
        let (orthogonal, diagonal) = (x == 0 || y == 0, x == y);
        let same_colour = (x + y) % 2 == 0;
        let enemy_back_line = if self.white_to_move { RANKS - 1 } else { 0 };
        match self.get(from).to_ascii_uppercase() {
            'P' => far == 1,
            'C' => {
                let hurdles = if self.is_enemy(to) { 1 } else { 0 };
                (orthogonal || diagonal) && self.pieces_between(from, to) == hurdles
            }
            'R' => orthogonal && far <= 4,
            'B' => diagonal && far <= 4,
            'H' => far <= 4,
            'M' | 'O' => same_colour && to.1 != enemy_back_line,
            'N' => (orthogonal || diagonal) && far == 2,
            'G' => (orthogonal || diagonal) && far == 3,
            'Q' => (orthogonal || diagonal) && far == 4,
            'X' => same_colour && far <= 3,
            _ => false,
        }
    }

    fn can_shoot(&self, from: (i32, i32), to: (i32, i32)) -> bool {
        let range = match self.get(from).to_ascii_uppercase() {
            'P' => self.soldier_range,
            'R' | 'B' | 'S' => 3,
            'H' => 4,
            'U' => 1,
            _ => 0,
        };
        let (x, y) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
        self.is_enemy(to)
            && (x == 0 || y == 0 || x == y)
            && x.max(y) <= range
            && self.pieces_between(from, to) == 0
    }

    fn read(fen: &str, soldier_range: i32) -> Board {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut at = Vec::new();
        for row in fields[0].rsplit('/') {
            let mut rank = Vec::new();
            let mut run = 0;
            for letter in row.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    run = run * 10 + digit;
                } else {
                    rank.extend((0..run).map(|_| '.'));
                    rank.push(letter);
                    run = 0;
                }
            }
            rank.extend((0..run).map(|_| '.'));
            assert_eq!(rank.len(), FILES as usize, "{fen}");
            at.push(rank);
        }
        let number = |index: usize| fields[index].parse().expect("a number");
        let (halfmove, fullmove) = (number(4), number(5));
        Board { at, white_to_move: fields[1] == "w", halfmove, fullmove, soldier_range }
    }

    fn write(&self) -> String {
        let mut rows = Vec::new();
        for rank in self.at.iter().rev() {
            let mut row = String::new();
            for group in rank.chunk_by(|a, b| *a == '.' && *b == '.') {
                row += &if group[0] == '.' { group.len().to_string() } else { group[0].to_string() };
            }
            rows.push(row);
        }
        let side = if self.white_to_move { "w" } else { "b" };
        format!("{} {side} - - {} {}", rows.join("/"), self.halfmove, self.fullmove)
    }
}

fn squares() -> impl Iterator<Item = (i32, i32)> {
    (0..RANKS).flat_map(|rank| (0..FILES).map(move |file| (file, rank)))
}

fn name((file, rank): (i32, i32)) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn square(name: &str) -> (i32, i32) {
    let rank: i32 = name[1..].parse().expect("a rank");
    ((name.as_bytes()[0] - b'a') as i32, rank - 1)
}

/// A move's text as its first square and the rest.
fn split(text: &str) -> (&str, &str) {
    let second = text[1..].find(|letter: char| letter.is_ascii_alphabetic()).expect("two squares");
    text.split_at(1 + second)
}
