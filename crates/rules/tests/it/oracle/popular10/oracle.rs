//! A second generator for `popular10` and its variants, from the rules page alone: a mailbox, every
//! move made on a copy, and those dropped that leave the king attacked. Slow and plain on purpose.

/// A square: file from 0 (a to l), rank from 0 (1 to 10).
type At = (i32, i32);

/// A legal move and the position after it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Child {
    pub text: String,
    pub fen: String,
    /// True if the move wins by the bonus rule.
    pub wins: bool,
}

#[derive(Clone)]
struct Board {
    /// By rank and file: a piece letter, `.` for an empty square, `*` for none.
    cells: [[char; 12]; 10],
    white: bool,
    castling: String,
    /// The square passed over and the jumper's.
    jump: Option<(At, At)>,
    frozen: Option<At>,
    halfmove: u32,
    fullmove: u32,
}

/// The changes of a variant.
#[derive(Clone, Copy)]
struct Rules {
    drops: bool,
    freezes: bool,
    wizard: bool,
    caliph: bool,
    citadel: bool,
}

impl Rules {
    fn of(variant: &str) -> Rules {
        Rules {
            drops: matches!(variant, "popular10-drop" | "popular10-both"),
            freezes: variant != "popular10-drop",
            wizard: variant.contains("wizard"),
            caliph: variant.contains("caliph"),
            citadel: variant == "popular10-citadel",
        }
    }
}

/// The legal moves of a position, sorted by text.
pub fn children(variant: &str, fen: &str) -> Vec<Child> {
    let rules = Rules::of(variant);
    let board = Board::read(fen);
    let mut children = Vec::new();
    if board.is_over(rules) {
        return children;
    }
    for from in squares() {
        if board.own(from) && board.frozen != Some(from) {
            board.moves_of(rules, from, &mut children);
        }
    }
    children.sort();
    children
}

fn squares() -> impl Iterator<Item = At> {
    (0..120).map(|index| (index % 12, index / 12))
}

fn name((file, rank): At) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn square(name: &str) -> At {
    (name.as_bytes()[0] as i32 - 'a' as i32, name[1..].parse::<i32>().unwrap() - 1)
}

fn is_special(letter: char) -> bool {
    "QZOUTIYFL".contains(letter.to_ascii_uppercase())
}

fn is_pawn(letter: char) -> bool {
    "PSY".contains(letter.to_ascii_uppercase())
}

/// Returns the piece that a plain piece turns into by the bonus, in its own colour.
fn turned(letter: char) -> char {
    let turned = match letter.to_ascii_uppercase() {
        'R' | 'B' => 'Q',
        'N' | 'J' => 'U',
        'A' | 'M' => 'Z',
        'C' | 'V' => 'T',
        'E' | 'W' => 'I',
        'G' | 'D' => 'O',
        'P' | 'S' => 'Y',
        other => other,
    };
    if letter.is_uppercase() { turned } else { turned.to_ascii_lowercase() }
}

/// Returns the parts that a piece is composed of: `+` and `x` steps, `2` and `4` two-step leaps,
/// knight, camel, rook, bishop, cannon, bow (`v`), gryphon, dragon.
fn parts(rules: Rules, letter: char) -> &'static str {
    match letter.to_ascii_uppercase() {
        'K' => "+x",
        'R' => "r",
        'B' => "b",
        'N' if rules.wizard => "n+",
        'N' => "n",
        'J' if rules.wizard => "jx",
        'J' => "j",
        'A' if rules.caliph => "bj",
        'A' => "bn",
        'M' => "rn",
        'C' => "c",
        'V' => "v",
        'E' => "x4",
        'W' => "+2",
        'G' => "g",
        'D' => "d",
        'Q' => "rb",
        'Z' if rules.caliph => "rbnj",
        'Z' => "rbn",
        'O' => "gd",
        'U' if rules.wizard => "nj+x",
        'U' => "nj",
        'T' => "cv",
        'I' => "+x24",
        _ => "",
    }
}

const STRAIGHT: [At; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const SLANTED: [At; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

fn turns_of(a: i32, b: i32) -> Vec<At> {
    let all = [(a, b), (b, a), (-a, b), (-b, a), (a, -b), (b, -a), (-a, -b), (-b, -a)];
    let mut turns = Vec::new();
    for turn in all {
        if !turns.contains(&turn) {
            turns.push(turn);
        }
    }
    turns
}

fn plus(a: At, b: At) -> At {
    (a.0 + b.0, a.1 + b.1)
}

impl Board {
    fn read(fen: &str) -> Board {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut cells = [['.'; 12]; 10];
        for (row, text) in fields[0].split('/').enumerate() {
            let (mut file, mut run) = (0, 0);
            for letter in text.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    run = run * 10 + digit as usize;
                } else {
                    file += run;
                    run = 0;
                    cells[9 - row][file] = letter;
                    file += 1;
                }
            }
        }
        let (jump, frozen) = fields[3].split_once('!').map_or((fields[3], ""), |both| both);
        let second = jump.rfind(char::is_alphabetic).unwrap_or(0);
        Board {
            cells,
            white: fields[1] == "w",
            castling: fields[2].replace('-', ""),
            jump: (second > 0).then(|| (square(&jump[..second]), square(&jump[second..]))),
            frozen: (!frozen.is_empty()).then(|| square(frozen)),
            halfmove: fields[4].parse().unwrap(),
            fullmove: fields[5].parse().unwrap(),
        }
    }

    fn write(&self) -> String {
        let rows: Vec<String> = (0..10)
            .rev()
            .map(|rank| {
                let mut row: String = self.cells[rank].iter().collect();
                for run in (1..=12).rev() {
                    row = row.replace(&".".repeat(run), &run.to_string());
                }
                row
            })
            .collect();
        let dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let jump = self.jump.map_or(String::new(), |(passed, jumper)| name(passed) + &name(jumper));
        let frozen = self.frozen.map_or(String::new(), |at| format!("!{}", name(at)));
        format!(
            "{} {} {} {} {} {}",
            rows.join("/"),
            if self.white { "w" } else { "b" },
            dash(self.castling.clone()),
            dash(jump + &frozen),
            self.halfmove,
            self.fullmove
        )
    }

    /// Returns the content of a square; `*` outside the board.
    fn at(&self, (file, rank): At) -> char {
        if (0..12).contains(&file) && (0..10).contains(&rank) {
            self.cells[rank as usize][file as usize]
        } else {
            '*'
        }
    }

    fn set(&mut self, (file, rank): At, letter: char) {
        self.cells[rank as usize][file as usize] = letter;
    }

    fn empty(&self, at: At) -> bool {
        self.at(at) == '.'
    }

    fn own(&self, at: At) -> bool {
        self.at(at).is_alphabetic() && self.at(at).is_uppercase() == self.white
    }

    fn enemy(&self, at: At) -> bool {
        self.at(at).is_alphabetic() && self.at(at).is_uppercase() != self.white
    }

    fn king(&self, white: bool) -> At {
        squares().find(|&at| self.at(at) == if white { 'K' } else { 'k' }).unwrap()
    }

    /// Ended on the board; a win by the bonus rule cannot be seen there.
    fn is_over(&self, rules: Rules) -> bool {
        let pieces = squares().filter(|&at| self.at(at).is_alphabetic()).count();
        let (file, rank) = self.king(!self.white);
        let far = if self.white { 0 } else { 9 };
        pieces == 2 || rules.citadel && rank == far && (file == 0 || file == 11)
    }

    /// The empty squares in a direction, and the first square after them.
    fn ray(&self, from: At, step: At) -> (Vec<At>, At) {
        let (mut way, mut at) = (Vec::new(), plus(from, step));
        while self.empty(at) {
            way.push(at);
            at = plus(at, step);
        }
        (way, at)
    }

    /// Returns the squares where a piece can go without capturing, if they are empty, and those
    /// where it can capture, if an enemy is there.
    fn reach(&self, rules: Rules, from: At) -> (Vec<At>, Vec<At>) {
        let letter = self.at(from);
        let forward = if letter.is_uppercase() { 1 } else { -1 };
        let (mut goes, mut takes) = (Vec::new(), Vec::new());
        let mut leaps: Vec<At> = Vec::new();
        for part in parts(rules, letter).chars() {
            match part {
                '+' => leaps.extend(STRAIGHT),
                'x' => leaps.extend(SLANTED),
                '2' => leaps.extend(turns_of(0, 2)),
                '4' => leaps.extend(turns_of(2, 2)),
                'n' => leaps.extend(turns_of(1, 2)),
                'j' => leaps.extend(turns_of(1, 3)),
                'r' | 'b' => {
                    for step in if part == 'r' { STRAIGHT } else { SLANTED } {
                        let (way, end) = self.ray(from, step);
                        goes.extend(way);
                        takes.push(end);
                    }
                }
                'c' | 'v' => {
                    for step in if part == 'c' { STRAIGHT } else { SLANTED } {
                        let (way, screen) = self.ray(from, step);
                        goes.extend(way);
                        if self.at(screen) != '*' {
                            takes.push(self.ray(screen, step).1);
                        }
                    }
                }
                _ => {
                    let (firsts, seconds) =
                        if part == 'g' { (SLANTED, STRAIGHT) } else { (STRAIGHT, SLANTED) };
                    for first in firsts {
                        let corner = plus(from, first);
                        leaps.push(first);
                        // Outwards: not back towards the start, nor past it.
                        let outwards = |step: &&At| step.0 * first.0 + step.1 * first.1 > 0;
                        for &step in seconds.iter().filter(outwards) {
                            if self.empty(corner) {
                                let (way, end) = self.ray(corner, step);
                                goes.extend(way);
                                takes.push(end);
                            }
                        }
                    }
                }
            }
        }
        match letter.to_ascii_uppercase() {
            'F' => leaps.extend([(0, 1), (1, 0), (0, -1), (-1, 0), (1, forward), (-1, forward)]),
            'L' => leaps.extend([(1, 1), (1, -1), (-1, -1), (-1, 1), (0, forward)]),
            'P' | 'S' | 'Y' => {
                let files: &[i32] = match letter.to_ascii_uppercase() {
                    'P' => &[0],
                    'S' => &[-1, 1],
                    _ => &[-1, 0, 1],
                };
                for &file in files {
                    let step = (file, forward);
                    let one = plus(from, step);
                    goes.push(one);
                    if from.1 == if forward == 1 { 2 } else { 7 } && self.empty(one) {
                        goes.push(plus(one, step));
                    }
                }
                for file in [-1, 0, 1] {
                    let straight = file == 0;
                    if letter.eq_ignore_ascii_case(&'Y') || straight == letter.eq_ignore_ascii_case(&'S') {
                        takes.push(plus(from, (file, forward)));
                    }
                }
            }
            _ => {}
        }
        for leap in leaps {
            goes.push(plus(from, leap));
            takes.push(plus(from, leap));
        }
        (goes, takes)
    }

    /// Returns true if a piece of a side attacks a square; a frozen general attacks nothing.
    fn attacked(&self, rules: Rules, target: At, by_white: bool) -> bool {
        squares().any(|from| {
            self.at(from).is_alphabetic()
                && self.at(from).is_uppercase() == by_white
                && self.frozen != Some(from)
                && self.reach(rules, from).1.contains(&target)
        })
    }

    fn moves_of(&self, rules: Rules, from: At, children: &mut Vec<Child>) {
        let letter = self.at(from);
        let (goes, takes) = self.reach(rules, from);
        let mut targets: Vec<(At, Option<At>)> = Vec::new();
        let passed = self.jump.filter(|(passed, _)| is_pawn(letter) && takes.contains(passed));
        for to in goes {
            if self.empty(to) && passed.is_none_or(|(square, _)| square != to) {
                targets.push((to, None));
            }
        }
        targets.extend(takes.iter().filter(|&&to| self.enemy(to)).map(|&to| (to, Some(to))));
        targets.extend(passed.map(|(square, jumper)| (square, Some(jumper))));
        targets.sort();
        targets.dedup();
        for (to, victim) in targets {
            self.step(rules, from, to, victim, children);
        }
        if letter.eq_ignore_ascii_case(&'K') {
            self.castlings(rules, from, children);
        }
    }

    /// All the choices within one step.
    fn step(&self, rules: Rules, from: At, to: At, victim: Option<At>, children: &mut Vec<Child>) {
        let letter = self.at(from);
        let taken_special = victim.is_some_and(|at| is_special(self.at(at)));
        let mut after = self.clone();
        if let Some(at) = victim {
            after.set(at, '.');
        }
        after.set(from, '.');
        after.pass_turn(victim.is_some() || is_pawn(letter));
        for at in [from, to] {
            after.lose_right(at);
        }
        let plain_captor = !letter.eq_ignore_ascii_case(&'K') && !is_special(letter);
        let arriving = if taken_special && plain_captor { turned(letter) } else { letter };
        let mut text = name(from) + &name(to);
        let last = if self.white { 9 } else { 0 };
        if is_pawn(letter) && to.1 == last {
            let own = match arriving.to_ascii_uppercase() {
                'P' => "RNMGWC",
                'S' => "BJEVDA",
                _ => "QZOUTI",
            };
            for promoted in own.chars() {
                let mut after = after.clone();
                after.set(to, if self.white { promoted } else { promoted.to_ascii_lowercase() });
                let text = format!("{text}{}", promoted.to_ascii_lowercase());
                self.bonus(rules, taken_special && !plain_captor, after, text, children);
            }
            let general = match arriving.to_ascii_uppercase() {
                'P' => 'F',
                'S' => 'L',
                _ => return,
            };
            text.push(general.to_ascii_lowercase());
            after.set(to, '.');
            for place in squares() {
                if after.empty(place) && (rules.drops || place == to) {
                    let mut after = after.clone();
                    after.set(place, if self.white { general.to_ascii_lowercase() } else { general });
                    after.frozen = rules.freezes.then_some(place);
                    let elsewhere = if place == to { String::new() } else { format!("@{}", name(place)) };
                    self.finish(rules, after, format!("{text}{elsewhere}"), false, children);
                }
            }
            return;
        }
        after.set(to, arriving);
        if is_pawn(letter) && (to.1 - from.1).abs() == 2 {
            let passed = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
            let ready = |&at: &At| {
                after.own(at) && is_pawn(after.at(at)) && { after.reach(rules, at).1.contains(&passed) }
            };
            after.jump = squares().any(|at| ready(&at)).then_some((passed, to));
        }
        self.bonus(rules, taken_special && !plain_captor, after, text, children);
    }

    /// The choice that king and special pieces have after the capture of a special piece.
    fn bonus(&self, rules: Rules, due: bool, after: Board, text: String, children: &mut Vec<Child>) {
        let plain = |&at: &At| {
            let letter = after.at(at);
            letter.is_alphabetic()
                && letter.is_uppercase() == self.white
                && !letter.eq_ignore_ascii_case(&'K')
                && !is_special(letter)
        };
        let plain: Vec<At> = squares().filter(plain).collect();
        self.finish(rules, after.clone(), text.clone(), due && plain.is_empty(), children);
        if due {
            for at in plain {
                let mut after = after.clone();
                after.set(at, turned(after.at(at)));
                after.lose_right(at);
                self.finish(rules, after, format!("{text}+{}", name(at)), false, children);
            }
        }
    }

    /// Keeps a move that does not leave the king attacked.
    fn finish(&self, rules: Rules, after: Board, text: String, wins: bool, children: &mut Vec<Child>) {
        if !after.attacked(rules, after.king(self.white), !self.white) {
            children.push(Child { text, fen: after.write(), wins });
        }
    }

    fn castlings(&self, rules: Rules, king: At, children: &mut Vec<Child>) {
        for right in self.castling.chars().filter(|right| right.is_uppercase() == self.white) {
            let towards = if right.eq_ignore_ascii_case(&'K') { 1 } else { -1 };
            let rook = (if towards == 1 { 10 } else { 1 }, king.1);
            let between = (king.0.min(rook.0) + 1)..king.0.max(rook.0);
            if !between.clone().all(|file| self.empty((file, king.1))) {
                continue;
            }
            for steps in 2..=3 {
                let safe = (0..=steps).all(|count| {
                    let mut there = self.clone();
                    there.set(king, '.');
                    let at = (king.0 + towards * count, king.1);
                    there.set(at, self.at(king));
                    !there.attacked(rules, at, !self.white)
                });
                if safe {
                    let to = (king.0 + towards * steps, king.1);
                    let mut after = self.clone();
                    after.set(to, self.at(king));
                    after.set((to.0 - towards, to.1), self.at(rook));
                    after.set(king, '.');
                    after.set(rook, '.');
                    after.pass_turn(false);
                    after.lose_right(king);
                    self.finish(rules, after, name(king) + &name(to), false, children);
                }
            }
        }
    }

    fn pass_turn(&mut self, progress: bool) {
        self.jump = None;
        self.frozen = None;
        self.halfmove = if progress { 0 } else { self.halfmove + 1 };
        self.fullmove += !self.white as u32;
        self.white = !self.white;
    }

    /// The rights that end when a piece moves from or to a square.
    fn lose_right(&mut self, at: At) {
        let ended = match name(at).as_str() {
            "g2" => "KQ",
            "k2" => "K",
            "b2" => "Q",
            "f9" => "kq",
            "k9" => "k",
            "b9" => "q",
            _ => "",
        };
        self.castling.retain(|right| !ended.contains(right));
    }
}
