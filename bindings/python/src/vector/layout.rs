//! Observations: a position as numbers, with the same planes as `helgi.planes.Layout`, where each is described.

use helgi_rules::actions::ActionTable;
use helgi_rules::board::{Outline, Piece, Side, Square};
use helgi_rules::internals::symmetry::Exchange;
use helgi_rules::{AnyPosition, Game, GameId, Position};

/// The places of a game's facts among the planes of its observations.
#[derive(Debug)]
pub struct Layout {
    outline: &'static Outline,
    /// By side and square: the number of the cell in which that side sees it.
    cells: [Vec<usize>; 2],
    cell_count: usize,
    has_reserve: bool,
    kinds: usize,
    planes: usize,
    /// The number of actions: those of the first part of a move, or of the second, which takes the same numbers.
    pub actions: usize,
    second: usize,
    beneath: usize,
    reserve: usize,
    obstacles: usize,
    rights: usize,
    passed: usize,
    checks: usize,
    limit: usize,
    part: usize,
}

impl Layout {
    /// The planes of a game.
    pub fn new(game: GameId) -> Self {
        let (info, outline, table) = (game.info(), game.outline(), ActionTable::of(game));
        let exchange = Exchange::new(outline, info.symmetry);
        // A cell for each square of the rectangle, so that boards with holes keep their form.
        let cell = |square| {
            usize::from(outline.rank(square)) * usize::from(outline.files())
                + usize::from(outline.file(square))
        };
        let kinds = info.pieces.len();
        let has_reserve = info.pocket > 0;
        // Two planes for the number of pieces further down in a stack, one for each side.
        let reserve = 4 * kinds + 2;
        let obstacles = reserve + if has_reserve { 2 * kinds } else { 0 };
        let rights = obstacles + 1;
        let passed = rights + 6;
        let checks = passed + 1;
        let limit = checks + 2;
        let part = limit + 4;
        Layout {
            outline,
            cells: [
                outline.squares().map(cell).collect(),
                outline.squares().map(|square| cell(exchange.square(square))).collect(),
            ],
            cell_count: usize::from(outline.ranks()) * usize::from(outline.files()),
            has_reserve,
            kinds,
            planes: part + 3,
            actions: table.len().max(table.choices()),
            second: 2 * kinds,
            beneath: 4 * kinds,
            reserve,
            obstacles,
            rights,
            passed,
            checks,
            limit,
            part,
        }
    }

    /// The number of bytes of an observation.
    pub fn observation_len(&self) -> usize {
        self.cell_count * self.planes
    }

    /// Writes a position as the side to move sees it into an observation of zeros. `earlier` is the number of times that it
    /// has occurred before, `first` the first part of a move of which the second is to come.
    pub fn write(&self, position: &AnyPosition, earlier: usize, first: Option<u32>, into: &mut [u8]) {
        let viewer = position.side();
        let mut canvas = Canvas { layout: self, cells: &self.cells[viewer.index()], bytes: into };
        position.for_each_piece(|square, depth, piece| {
            // The viewer's pieces come first, whichever side has the move.
            let other = usize::from(piece.side != viewer);
            let kind = other * self.kinds + piece.kind.index();
            match depth {
                0 => canvas.set(square, kind, 1),
                1 => canvas.set(square, self.second + kind, 1),
                _ => canvas.count(square, self.beneath + other),
            }
        });
        for square in self.outline.squares().filter(|&square| position.is_obstacle(square)) {
            canvas.set(square, self.obstacles, 1);
        }
        if let Some(reserve) = position.reserve().filter(|_| self.has_reserve) {
            for (other, side) in [viewer, !viewer].into_iter().enumerate() {
                for kind in reserve.kinds(side) {
                    let plane = self.reserve + other * self.kinds + kind.index();
                    canvas.fill(plane, reserve.count(Piece { kind, side }));
                }
            }
        }
        self.write_fields(&position.fen(), viewer, &mut canvas);
        canvas.fill(self.limit + 2, at_most(earlier));
        canvas.fill(self.limit + 3, u8::from(viewer == Side::Black));
        if let Some(first) = first {
            self.write_first(first as usize, &mut canvas);
        }
    }

    /// Writes the fields behind the side to move in a position's text, which all games write alike.
    fn write_fields(&self, fen: &str, viewer: Side, canvas: &mut Canvas<'_>) {
        let mut words = fen.split(' ').skip(2);
        let (castling, passed) = (words.next().unwrap_or("-"), words.next().unwrap_or("-"));
        for letter in castling.chars().filter(char::is_ascii_alphabetic) {
            let base = self.rights + if Side::of_letter(letter) == viewer { 0 } else { 3 };
            match letter.to_ascii_uppercase() {
                'K' => canvas.fill(base, 1),
                'Q' => canvas.fill(base + 1, 1),
                file => {
                    let is_on_it = |&square: &Square| self.outline.file(square) + b'A' == file as u8;
                    if let Some(square) = self.outline.squares().find(is_on_it) {
                        canvas.fill_file(square, base + 2);
                    }
                }
            }
        }
        // In this field some games have the moves that are left, others the squares passed over.
        if let Ok(limit) = passed.parse::<usize>() {
            canvas.fill(self.limit, at_most(limit));
        } else {
            for name in names(passed) {
                if let Some(square) = self.outline.named(name) {
                    canvas.set(square, self.passed, 1);
                }
            }
        }
        let rest: Vec<&str> = words.collect();
        let [extra @ .., clock, _fullmove] = &rest[..] else { return };
        for field in extra {
            let Some((white, black)) = field.split_once('+') else { continue };
            if let (Ok(white), Ok(black)) = (white.parse::<usize>(), black.parse::<usize>()) {
                let (own, other) = if viewer == Side::White { (white, black) } else { (black, white) };
                canvas.fill(self.checks, at_most(own));
                canvas.fill(self.checks + 1, at_most(other));
            }
        }
        canvas.fill(self.limit + 1, at_most(clock.parse().unwrap_or(0)));
    }

    /// Writes the first part of a move. Its number is seen from the side to move, as the planes are.
    fn write_first(&self, first: usize, canvas: &mut Canvas<'_>) {
        canvas.fill(self.part, 1);
        // A part of a move is a pair of squares, or a kind and a square.
        let count = self.cells[0].len();
        let mut mark = |index: usize, plane| {
            if let Some(&cell) = self.cells[0].get(index) {
                canvas.set_cell(cell, plane, 1);
            }
        };
        if first < count * count {
            mark(first / count, self.part + 1);
            mark(first % count, self.part + 2);
        } else if first < count * (count + self.kinds) {
            mark(first % count, self.part + 2);
        }
    }
}

/// An observation that is being written.
struct Canvas<'a> {
    layout: &'a Layout,
    /// The cells of squares as the viewer sees them.
    cells: &'a [usize],
    bytes: &'a mut [u8],
}

impl Canvas<'_> {
    /// Writes a plane of one cell.
    fn set_cell(&mut self, cell: usize, plane: usize, value: u8) {
        if let Some(byte) = self.bytes.get_mut(cell * self.layout.planes + plane) {
            *byte = value;
        }
    }

    /// Writes a plane of one square.
    fn set(&mut self, square: Square, plane: usize, value: u8) {
        if let Some(&cell) = self.cells.get(square.index()) {
            self.set_cell(cell, plane, value);
        }
    }

    /// Adds one to a plane of one square.
    fn count(&mut self, square: Square, plane: usize) {
        if let Some(&cell) = self.cells.get(square.index())
            && let Some(byte) = self.bytes.get_mut(cell * self.layout.planes + plane)
        {
            *byte = byte.saturating_add(1);
        }
    }

    /// Writes a whole plane.
    fn fill(&mut self, plane: usize, value: u8) {
        if value == 0 {
            return;
        }
        for cell in self.bytes.chunks_exact_mut(self.layout.planes) {
            cell[plane] = value;
        }
    }

    /// Writes a 1 into a plane on the file of a square.
    fn fill_file(&mut self, square: Square, plane: usize) {
        let files = usize::from(self.layout.outline.files());
        let Some(&cell) = self.cells.get(square.index()) else { return };
        for cell in (cell % files..self.layout.cell_count).step_by(files) {
            self.set_cell(cell, plane, 1);
        }
    }
}

/// A number in a plane; larger ones are written as the largest.
fn at_most(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

/// The names of squares that follow each other in a text, whatever stands between them.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let begin = rest.find(|c: char| c.is_ascii_alphabetic())?;
        let digits = rest[begin + 1..].bytes().take_while(u8::is_ascii_digit).count();
        let (name, tail) = rest[begin..].split_at(1 + digits);
        rest = tail;
        Some(name)
    })
}
