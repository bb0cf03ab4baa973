//! Chess-Battle a second time, as plainly as it can be written: a grid of letters, every move
//! tried out on a copy. Slow, and shares nothing with the engine.

/// A square by file and rank, from 0.
type At = (i32, i32);

const ALL: [At; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The board, from rank 1 up: piece letters, `.` for an empty square, `*` for a missing one.
#[derive(Clone)]
struct Grid(Vec<Vec<char>>);

impl Grid {
    fn read(board: &str) -> Grid {
        let row = |text: &str| {
            let mut row = Vec::new();
            let mut run = 0;
            for letter in text.chars() {
                match letter.to_digit(10) {
                    Some(digit) => run = run * 10 + digit as usize,
                    None => {
                        row.extend(vec!['.'; run]);
                        run = 0;
                        row.push(letter);
                    }
                }
            }
            row.extend(vec!['.'; run]);
            row
        };
        Grid(board.rsplit('/').map(row).collect())
    }

    fn write(&self) -> String {
        let row = |row: &Vec<char>| {
            let (mut text, mut run) = (String::new(), 0);
            for &letter in row.iter().chain(&['|']) {
                if letter == '.' {
                    run += 1;
                } else {
                    text += &if run > 0 { run.to_string() } else { String::new() };
                    text.push(letter);
                    run = 0;
                }
            }
            text.trim_end_matches('|').to_owned()
        };
        self.0.iter().rev().map(row).collect::<Vec<_>>().join("/")
    }

    fn at(&self, (file, rank): At) -> char {
        let row = self.0.get(rank as usize);
        row.and_then(|row| row.get(file as usize)).copied().unwrap_or('*')
    }

    fn set(&mut self, (file, rank): At, letter: char) {
        self.0[rank as usize][file as usize] = letter;
    }

    fn pieces(&self, white: bool) -> Vec<At> {
        let squares = (0..self.0.len() as i32)
            .flat_map(|rank| (0..self.0[0].len() as i32).map(move |file| (file, rank)));
        squares.filter(|&at| is_of(self.at(at), white)).collect()
    }

    /// Returns the squares where the piece on `from` captures or shoots, and those where it goes
    /// without capturing.
    fn reach(&self, from: At) -> (Vec<At>, Vec<At>) {
        let letter = self.at(from);
        let white = letter.is_uppercase();
        let ahead = if white { 1 } else { -1 };
        let go = |(file, rank): At, count: i32| (from.0 + file * count, from.1 + rank * count);
        let (mut takes, mut steps) = (Vec::new(), Vec::new());
        // Along a line: up to `most` squares, over at most `over` own pieces.
        let line = |direction: At, most: i32, mut over: i32, takes: &mut Vec<At>, steps: &mut Vec<At>| {
            for to in (1..=most).map(|count| go(direction, count)) {
                match self.at(to) {
                    '.' => steps.push(to),
                    '*' => break,
                    piece if is_of(piece, white) => {
                        over -= 1;
                        if over < 0 {
                            break;
                        }
                    }
                    _ => {
                        takes.push(to);
                        break;
                    }
                }
            }
        };
        let mut ignored = Vec::new();
        for direction in ALL {
            let straight = direction.0 == 0 || direction.1 == 0;
            let onward = direction.1 != -ahead;
            match letter.to_ascii_uppercase() {
                'H' => line(direction, 1, 0, &mut takes, &mut steps),
                'B' => line(direction, 20, 1, &mut takes, &mut steps),
                'T' if straight => line(direction, 2, 0, &mut takes, &mut steps),
                'G' => {
                    line(direction, 1, 0, &mut ignored, &mut steps);
                    if onward {
                        line(direction, 5, 0, &mut takes, &mut ignored);
                    }
                }
                'M' => {
                    line(direction, 1, 0, &mut ignored, &mut steps);
                    line(direction, 3, 0, &mut takes, &mut ignored);
                }
                'S' => {
                    // The letters a, c, e ... and the ranks 1, 3, 5 ... are 0, 2, 4 ... here.
                    let most = 1 + (from.0 + from.1) % 2;
                    line(direction, most, 0, &mut ignored, &mut steps);
                    if onward {
                        line(direction, 1, 0, &mut takes, &mut ignored);
                    }
                }
                _ => {}
            }
        }
        if letter.eq_ignore_ascii_case(&'C') {
            for (long, short) in [(2, 1), (3, 1), (3, 2)] {
                for (right, up) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    for to in [go((long * right, short * up), 1), go((short * right, long * up), 1)] {
                        line_of_one(self.at(to), white, to, &mut takes, &mut steps);
                    }
                }
            }
        }
        if "MCS".contains(letter.to_ascii_uppercase()) {
            takes.retain(|&to| !self.at(to).eq_ignore_ascii_case(&'T'));
        }
        (takes, steps)
    }

    fn in_check(&self, white: bool) -> bool {
        let attacked = |from: At| self.reach(from).0.into_iter().any(|to| "Hh".contains(self.at(to)));
        self.pieces(!white).into_iter().any(attacked)
    }
}

fn line_of_one(found: char, white: bool, to: At, takes: &mut Vec<At>, steps: &mut Vec<At>) {
    if found == '.' {
        steps.push(to);
    } else if is_of(found, !white) {
        takes.push(to);
    }
}

fn is_of(letter: char, white: bool) -> bool {
    if white { letter.is_ascii_uppercase() } else { letter.is_ascii_lowercase() }
}

fn name((file, rank): At) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// The legal moves of a position text, each with the board field after it, sorted.
pub fn moves(fen: &str) -> Vec<(String, String)> {
    let mut fields = fen.split(' ');
    let grid = Grid::read(fields.next().unwrap());
    let white = fields.next() == Some("w");
    let last_rank = if white { 11 } else { 0 };
    let mut found: Vec<(String, Grid)> = Vec::new();
    for from in grid.pieces(white) {
        let letter = grid.at(from);
        let (takes, steps) = grid.reach(from);
        if "GgMm".contains(letter) {
            for &target in &takes {
                let mut after = grid.clone();
                after.set(target, '.');
                found.push((format!("{}x{}", name(from), name(target)), after));
            }
        }
        let captures = if "GgMm".contains(letter) { Vec::new() } else { takes };
        for to in steps.into_iter().chain(captures) {
            let text = name(from) + &name(to);
            let mut after = grid.clone();
            after.set(from, '.');
            after.set(to, letter);
            if "Ss".contains(letter) && to.1 == last_rank {
                after.set(to, '.');
                let mut choice = after.pieces(!white);
                choice.retain(|&at| !"Hh".contains(after.at(at)));
                if !choice.is_empty() {
                    for removed in choice {
                        let mut after = after.clone();
                        after.set(removed, '.');
                        found.push((format!("{text}x{}", name(removed)), after));
                    }
                    continue;
                }
            }
            found.push((text, after));
        }
    }
    found.retain(|(_, after)| !after.in_check(white));
    let mut texts: Vec<_> = found.into_iter().map(|(text, after)| (text, after.write())).collect();
    texts.sort();
    texts
}
