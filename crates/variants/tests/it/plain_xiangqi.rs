//! Xiangqi on a plain board, slow and without tables: a second reading of its rules for the tests.

/// A file and a rank, from 0.
pub type Point = [usize; 2];
/// A move from a square to another.
pub type Step = [Point; 2];

/// A board of letters, `.` where nothing stands.
#[derive(Clone, PartialEq, Eq)]
pub struct Plain([[u8; 9]; 10]);

/// A position of a game, and the move that led to it.
pub struct Play {
    pub board: Plain,
    pub white: bool,
    pub step: Option<Step>,
}

/// The text of a move.
pub fn text([from, to]: Step) -> String {
    let square = |[file, rank]: Point| format!("{}{}", (b'a' + file as u8) as char, rank + 1);
    square(from) + &square(to)
}

/// The square of a text.
pub fn point(text: &str) -> Point {
    let (file, rank) = text.split_at(1);
    [usize::from(file.as_bytes()[0] - b'a'), rank.parse::<usize>().unwrap() - 1]
}

/// The move of a text.
pub fn step(text: &str) -> Step {
    let end = 1 + text[1..].find(|letter: char| letter.is_ascii_alphabetic()).unwrap();
    [point(&text[..end]), point(&text[end..])]
}

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

fn shifted([file, rank]: Point, (files, ranks): (i8, i8)) -> Option<Point> {
    let file = file.checked_add_signed(files.into()).filter(|&file| file < 9)?;
    let rank = rank.checked_add_signed(ranks.into()).filter(|&rank| rank < 10)?;
    Some([file, rank])
}

impl Plain {
    pub fn empty() -> Self {
        Plain([[b'.'; 9]; 10])
    }

    /// The board of a FEN.
    pub fn parse(fen: &str) -> Self {
        let mut board = Self::empty();
        for (rank, row) in fen.split([' ', '/']).take(10).enumerate() {
            let mut file = 0;
            for letter in row.bytes() {
                if letter.is_ascii_digit() {
                    file += usize::from(letter - b'0');
                } else {
                    board.put([file, 9 - rank], letter);
                    file += 1;
                }
            }
        }
        board
    }

    pub fn at(&self, [file, rank]: Point) -> u8 {
        self.0[rank][file]
    }

    pub fn put(&mut self, [file, rank]: Point, piece: u8) {
        self.0[rank][file] = piece;
    }

    pub fn fen(&self) -> String {
        let rank = |rank: &[u8; 9]| {
            let runs = rank.chunk_by(|one, other| one == other && *one == b'.');
            let run = |run: &[u8]| match run[0] {
                b'.' => run.len().to_string(),
                piece => (piece as char).to_string(),
            };
            runs.map(run).collect::<String>()
        };
        self.0.iter().rev().map(rank).collect::<Vec<String>>().join("/")
    }

    pub fn after(&self, [from, to]: Step) -> Plain {
        let mut after = self.clone();
        after.put(to, self.at(from));
        after.put(from, b'.');
        after
    }

    fn points(&self, wanted: impl Fn(u8) -> bool) -> Vec<Point> {
        let all = (0..10).flat_map(|rank| (0..9).map(move |file| [file, rank]));
        all.filter(|&point| wanted(self.at(point))).collect()
    }

    fn own(&self, white: bool) -> Vec<Point> {
        self.points(|piece| piece != b'.' && piece.is_ascii_uppercase() == white)
    }

    /// The squares where a piece may go if its king is left aside, own pieces on the target included.
    fn reach(&self, from: Point) -> Vec<Point> {
        let piece = self.at(from);
        let white = piece.is_ascii_uppercase();
        let home = |[_, rank]: Point| if white { rank } else { 9 - rank };
        let in_palace = |point: &Point| (3..6).contains(&point[0]) && home(*point) < 3;
        let steps =
            |steps: &[(i8, i8)]| steps.iter().filter_map(|&step| shifted(from, step)).collect::<Vec<Point>>();
        match piece.to_ascii_uppercase() {
            b'K' => steps(&STRAIGHT).into_iter().filter(in_palace).collect(),
            b'A' => steps(&DIAGONAL).into_iter().filter(in_palace).collect(),
            b'B' => {
                let leap = |&(files, ranks): &(i8, i8)| {
                    let eye = shifted(from, (files, ranks)).filter(|&eye| self.at(eye) == b'.')?;
                    shifted(eye, (files, ranks)).filter(|&to| home(to) < 5)
                };
                DIAGONAL.iter().filter_map(leap).collect()
            }
            b'N' => {
                let leaps = |&(files, ranks): &(i8, i8)| {
                    let leg = shifted(from, (files, ranks)).filter(|&leg| self.at(leg) == b'.');
                    let turn = [-1, 1].map(|turn| if files == 0 { (turn, ranks) } else { (files, turn) });
                    leg.into_iter()
                        .flat_map(move |leg| turn.into_iter().filter_map(move |turn| shifted(leg, turn)))
                };
                STRAIGHT.iter().flat_map(leaps).collect()
            }
            b'P' => {
                let ahead = if white { 1 } else { -1 };
                let mut found = steps(&[(0, ahead)]);
                if home(from) >= 5 {
                    found.extend(steps(&[(1, 0), (-1, 0)]));
                }
                found
            }
            letter => {
                let mut found = Vec::new();
                for step in STRAIGHT {
                    let mut next = shifted(from, step);
                    while let Some(to) = next.filter(|&to| self.at(to) == b'.') {
                        found.push(to);
                        next = shifted(to, step);
                    }
                    if letter == b'C' {
                        // Over the hurdle to the next piece.
                        next = next.and_then(|hurdle| shifted(hurdle, step));
                        while let Some(to) = next.filter(|&to| self.at(to) == b'.') {
                            next = shifted(to, step);
                        }
                    }
                    found.extend(next);
                }
                found
            }
        }
    }

    fn pseudo(&self, white: bool) -> Vec<Step> {
        let of_piece = |from: Point| self.reach(from).into_iter().map(move |to| [from, to]);
        let all = self.own(white).into_iter().flat_map(of_piece);
        all.filter(|&[_, to]| self.at(to) == b'.' || self.at(to).is_ascii_uppercase() != white).collect()
    }

    fn king(&self, white: bool) -> Option<Point> {
        self.points(|piece| piece == if white { b'K' } else { b'k' }).first().copied()
    }

    fn checkers(&self, white: bool) -> Vec<Point> {
        let Some(king) = self.king(white) else { return Vec::new() };
        self.pseudo(!white).into_iter().filter(|&[_, to]| to == king).map(|[from, _]| from).collect()
    }

    /// Returns true if the kings face each other, or one is missing.
    fn is_open(&self) -> bool {
        let (Some([file, low]), Some([other, high])) = (self.king(true), self.king(false)) else {
            return true;
        };
        file == other && (low + 1..high).all(|rank| self.at([file, rank]) == b'.')
    }

    /// Returns true if a side's king is attacked, or faces the other one.
    pub fn is_in_check(&self, white: bool) -> bool {
        self.is_open() || !self.checkers(white).is_empty()
    }

    pub fn legal(&self, white: bool) -> Vec<Step> {
        self.pseudo(white).into_iter().filter(|&step| !self.after(step).is_in_check(white)).collect()
    }

    /// Returns true if a piece can go somewhere without letting a check in, checks that `known` pieces give aside.
    fn may_go(&self, [from, to]: Step, known: &[Point]) -> bool {
        let white = self.at(from).is_ascii_uppercase();
        let is_king = self.at(from).eq_ignore_ascii_case(&b'K');
        let after = self.after([from, to]);
        let is_known = |checker: &Point| !is_king && known.contains(checker);
        self.reach(from).contains(&to) && !after.is_open() && after.checkers(white).iter().all(is_known)
    }

    /// Returns true if a side could make a capture if it were to move, and if it were not in check.
    pub fn may_take(&self, step: Step, white: bool) -> bool {
        self.may_go(step, &self.checkers(white))
    }

    /// Returns true if a side gains by a capture that it may make.
    fn is_gain(&self, step: Step, white: bool) -> bool {
        let [from, to] = step;
        let (hunter, prey) = (self.at(from).to_ascii_uppercase(), self.at(to).to_ascii_uppercase());
        match (hunter, prey) {
            (b'N' | b'C', b'R') | (b'A' | b'B', b'R' | b'N' | b'C') => return true,
            _ => {}
        }
        // Checks that have to be answered now are no reason not to take back, those that the capture uncovers are.
        let known = self.checkers(!white);
        let after = self.after(step);
        let takes_back = after.own(!white).into_iter().any(|root| after.may_go([root, to], &known));
        !takes_back && (hunter != prey || !self.may_go([to, from], &known))
    }

    /// The captures by which a side would gain if it were to move.
    fn gainful(&self, white: bool) -> Vec<Step> {
        let is_left_alone = |&[from, to]: &Step| {
            let (hunter, prey) = (self.at(from).to_ascii_uppercase(), self.at(to).to_ascii_uppercase());
            let crossed = if white { to[1] < 5 } else { to[1] >= 5 };
            matches!(hunter, b'K' | b'P') || matches!(prey, b'.' | b'K') || prey == b'P' && !crossed
        };
        let captures = self.pseudo(white).into_iter().filter(|step| !is_left_alone(step));
        captures.filter(|&step| self.may_take(step, white) && self.is_gain(step, white)).collect()
    }

    /// The pieces that a side could take for gain if it were to move.
    pub fn gains(&self, white: bool) -> Vec<Point> {
        let mut found: Vec<Point> = self.gainful(white).into_iter().map(|[_, to]| to).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns true for a rook without which a horse would give check.
    fn is_pinned_rook(&self, point: Point) -> bool {
        let white = self.at(point).is_ascii_uppercase();
        let horses = |board: &Plain| {
            let checkers = board.checkers(white).into_iter();
            checkers.filter(|&from| board.at(from).eq_ignore_ascii_case(&b'N')).count()
        };
        let mut without = self.clone();
        without.put(point, b'.');
        self.at(point).eq_ignore_ascii_case(&b'R') && horses(&without) > horses(self)
    }
}

/// The result of a game whose last position is that which it began with, by what the moves in between have done: checks, or
/// else chases of one piece.
pub fn judged(plays: &[Play]) -> &'static str {
    // By side, White first: whether all moves gave check, and the pieces that all have chased, by where they stood at first.
    let mut checks = [true; 2];
    let everything: Vec<Point> = plays[0].board.points(|piece| piece != b'.');
    let mut chased = [everything.clone(), everything.clone()];
    let mut pinned = chased.clone();
    let mut attacked: [Vec<Point>; 2] = Default::default();
    let mut now: Vec<Point> = everything.clone();
    for pair in plays.windows(2) {
        let [before, after] = pair else { continue };
        let [from, to] = after.step.unwrap_or([[0; 2]; 2]);
        now.iter_mut().filter(|place| **place == from).for_each(|place| *place = to);
        let (white, side) = (before.white, usize::from(!before.white));
        checks[side] &= after.board.is_in_check(after.white);
        let (mut aimed_at, mut bared) = (Vec::new(), Vec::new());
        for [hunter, prey] in after.board.gainful(white) {
            let old = [if hunter == to { from } else { hunter }, prey];
            if !before.board.may_take(old, white) {
                aimed_at.push(prey);
            } else if !before.board.is_gain(old, white) {
                bared.push(prey);
            }
        }
        let square = |first: &Point| {
            let index = everything.iter().position(|known| known == first);
            index.map_or([usize::MAX; 2], |index| now[index])
        };
        attacked[side].extend(everything.iter().filter(|first| aimed_at.contains(&square(first))));
        chased[side].retain(|first| aimed_at.contains(&square(first)) || bared.contains(&square(first)));
        let is_chased: Vec<Point> = chased[side].clone();
        pinned[side].retain(|first| is_chased.contains(first) && after.board.is_pinned_rook(square(first)));
    }
    let chase = |side: usize| {
        if !pinned[side].is_empty() {
            3
        } else if chased[side].iter().any(|first| attacked[side].contains(first)) {
            2
        } else {
            i32::from(!chased[side].is_empty())
        }
    };
    let levels = if checks == [false; 2] { [chase(0), chase(1)] } else { checks.map(i32::from) };
    match levels[0].cmp(&levels[1]) {
        std::cmp::Ordering::Equal => "1/2-1/2",
        std::cmp::Ordering::Greater => "0-1",
        std::cmp::Ordering::Less => "1-0",
    }
}
