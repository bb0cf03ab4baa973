//! Games as they can be shown while they are written: nothing of them stays when a sketch is dropped.

use crate::board_size::{HUGE, on_board};
use crate::file_game::ReadGame;
use crate::game::{obstacle, zones};
use crate::piece_moves::{imitates, paths, paths_with_en_passant};
use crate::position::FilePosition;
use crate::spec::Spec;
use crate::standing::{Standing, outline, pieces_of, pocket, sign, squares};
use crate::tables::Rules;
use helgi_rules::board::{Bitboard, Geometry, Movement, Occupancy, Outline, Piece, Side, Square};
use helgi_rules::internals::board::Reach;
use helgi_rules::internals::board::path::{Bend, Course, Mode, Origin, Path, Taken};
use helgi_rules::{FenError, Obstacle, PieceMark, Position, fen};
use std::ops::ControlFlow;

/// The words of 64 squares that the boards of sketches have: as many as the largest board has.
const W: usize = HUGE;

/// A game that is read and not played: its board, its pieces with their moves, and its start.
///
/// ```
/// use helgi_variants::{load, sketch::Sketch};
///
/// let loaded = load("[mini:chess]\nmaxRank = 6\nstartFen = rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\ncastling = false\n");
/// let sketch = Sketch::of(&loaded.games[0]).unwrap();
/// let knight = sketch.pieces.iter().find(|piece| piece.key == "knight").unwrap();
/// assert_eq!(knight.shown.as_ref().unwrap().quiet.len(), 8);
/// assert_eq!(sketch.start.cells.len(), 32);
/// ```
#[derive(Clone, Debug)]
pub struct Sketch {
    /// The squares of the board.
    pub outline: Outline,
    /// The parts of the board that some pieces never leave, each by two corners.
    pub zones: Vec<[(u8, u8); 2]>,
    /// The pieces, in the order of the game.
    pub pieces: Vec<SketchedPiece>,
    /// The start position.
    pub start: SketchedPosition,
    /// The kind of obstacle that closes squares.
    pub obstacle: Obstacle,
    /// True if pieces can be in hand.
    pub has_hands: bool,
}

/// A kind of piece of a sketch.
#[derive(Clone, Debug)]
pub struct SketchedPiece {
    /// The key of its kind in the file: `knight`, `customPiece1`.
    pub key: String,
    /// Its text in positions, as White's.
    pub text: String,
    /// Its name for people.
    pub name: String,
    /// Its mark.
    pub mark: PieceMark,
    /// Its paths as White's piece.
    pub paths: Vec<Path>,
    /// Those moves of the piece that moved last which it has as well.
    pub imitates: Option<Mode>,
    /// Its moves on a board where little else stands; `None` on a board without squares.
    pub shown: Option<SketchedMoves>,
}

/// The moves of a piece from a square, if it were its turn and nothing else mattered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SketchedMoves {
    /// The square where it stands.
    pub from: Square,
    /// The squares on which other pieces stand, for it to hop over.
    pub others: Vec<Square>,
    /// The squares that it moves to.
    pub quiet: Vec<Square>,
    /// The squares that it only captures on.
    pub captures: Vec<Square>,
    /// The squares that it shoots at.
    pub shots: Vec<Square>,
}

/// A position of a sketch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SketchedPosition {
    /// Its text, as the game writes it.
    pub text: String,
    /// The side to move.
    pub side: Side,
    /// The occupied squares with the text of the piece on each.
    pub cells: Vec<(Square, String)>,
    /// The squares with walls.
    pub walls: Vec<Square>,
    /// The pieces in hand by side, with how many there are of each.
    pub hands: [Vec<(String, u8)>; 2],
}

impl Sketch {
    /// Draws a game.
    ///
    /// # Errors
    ///
    /// If its start is no position of it, which is so of no game that was read without a finding.
    pub fn of(game: &ReadGame) -> Result<Sketch, FenError> {
        let spec = game.spec();
        let start = game.sketched(&spec.start)?;
        let geometry = Geometry::<W>::new(outline(spec));
        let kinds = pieces_of(spec);
        let piece = |kind: &Standing| {
            let text = sign(spec, kind).text();
            let stands = start.cells.iter().filter(|(_, other)| *other == text).map(|(square, _)| *square);
            SketchedPiece {
                key: kind.slot.key(),
                name: name(spec, kind),
                mark: kind.mark,
                paths: paths_with_en_passant(spec, kind.slot, Side::White),
                imitates: imitates(spec, kind.slot),
                shown: shown(spec, kind, &geometry, stands),
                text,
            }
        };
        let pieces = kinds.iter().map(piece).collect();
        let zones = zones(spec, &kinds);
        let (outline, obstacle) = (outline(spec), obstacle(spec));
        Ok(Sketch { outline, zones, pieces, start, obstacle, has_hands: pocket(spec) > 0 })
    }
}

/// The name of a kind for people.
fn name(spec: &Spec, kind: &Standing) -> String {
    let own = spec.piece_names.iter().rev().find(|(slot, _)| *slot == kind.base);
    let name = own.map_or_else(|| kind.base.words(), |(_, name)| name.to_lowercase());
    if kind.mark == PieceMark::None { name } else { format!("promoted {name}") }
}

/// The moves of a kind from the middle of the board, or from where it stands at the start if it has first steps of its own there.
fn shown(
    spec: &Spec,
    kind: &Standing,
    geometry: &Geometry<W>,
    stands: impl Iterator<Item = Square>,
) -> Option<SketchedMoves> {
    let paths = paths(spec, kind.slot, Side::White);
    let has_first_steps = paths.iter().any(|path| path.origin != Origin::Any);
    // The piece that is shown has not moved.
    let unmoved = |path: Path| if path.is_first() { Path { origin: Origin::Any, ..path } } else { path };
    let origins: Vec<Square> =
        middle(geometry.outline()).into_iter().chain(stands.filter(|_| has_first_steps)).collect();
    // The tables of other squares would take most of the time.
    let narrowed = |path: Path| match path.origin {
        Origin::Any => Path { origin: Origin::Squares(origins.iter().copied().collect()), ..path },
        _ => path,
    };
    let paths: Vec<Path> = paths.into_iter().map(unmoved).map(narrowed).collect();
    let movement = Movement::of_paths(geometry, &paths, Side::White);
    let mut best: Option<SketchedMoves> = None;
    let size = |moves: &SketchedMoves| moves.quiet.len() + moves.captures.len() + moves.shots.len();
    for &from in &origins {
        // First steps can lead farther from where the piece starts than its moves do from the middle.
        let moves = moves_from(spec, kind, geometry, &paths, &movement, from);
        if best.as_ref().is_none_or(|best| size(&moves) > size(best)) {
            best = Some(moves);
        }
    }
    best
}

/// The square in the middle of the board, or the one next to it that there is.
fn middle(outline: &Outline) -> Option<Square> {
    let (files, ranks) = (i16::from(outline.files() - 1) / 2, i16::from(outline.ranks() - 1) / 2);
    let far = |&square: &Square| {
        let apart = |at: u8, middle: i16| (i16::from(at) - middle).abs();
        apart(outline.file(square), files) + apart(outline.rank(square), ranks)
    };
    outline.squares().min_by_key(far)
}

/// Returns true if a path needs another piece on its way.
fn hops(path: &Path) -> bool {
    let is_bent = |course: &Course| match course {
        Course::Routes(routes) => {
            routes.iter().flatten().any(|leg| !matches!(leg.bend, Bend::Empty | Bend::Any))
        }
        _ => false,
    };
    path.passing.hops() || is_bent(&path.course)
}

fn moves_from(
    spec: &Spec,
    kind: &Standing,
    geometry: &Geometry<W>,
    paths: &[Path],
    movement: &Movement<W>,
    from: Square,
) -> SketchedMoves {
    let outline = geometry.outline();
    let mut others = Bitboard::<W>::EMPTY;
    if paths.iter().any(hops) {
        // Two squares away in each direction: room for a hop, and a step before it.
        let steps = [(0, 2), (2, 2), (2, 0), (2, -2), (0, -2), (-2, -2), (-2, 0), (-2, 2)];
        steps
            .iter()
            .filter_map(|&(x, y)| outline.offset(from, x, y))
            .for_each(|square| others.insert(square));
    }
    let mut seen = others;
    seen.insert(from);
    let occupancy = Occupancy::from(seen);
    let of = |reach: &Reach<W>| reach.targets(geometry, from, &occupancy);
    let mut captures = of(&movement.capture);
    // Exchanges and captures of own pieces, and those on the way.
    for path in paths.iter().filter(|path| path.taken != Taken::Enemies) {
        let plain = Path { taken: Taken::Enemies, mode: Mode::Capture, ..path.clone() };
        captures |= of(&Movement::of_paths(geometry, &[plain], Side::White).capture);
    }
    for path in paths {
        path.visit_detours::<W>(outline, Side::White, |detour| {
            if detour.from == from {
                captures.insert(detour.to);
                captures |= detour.victims.iter().map(|victim| victim.square).collect();
            }
            ControlFlow::Continue(())
        });
    }
    let region = &spec.mobility[Side::White.index()][kind.slot];
    let is_open =
        |square: &Square| region.is_empty() || region.has(outline.file(*square), outline.rank(*square));
    let squares = |set: Bitboard<W>| -> Vec<Square> {
        // Routes of several legs may end where they began, which is no square to show.
        set.into_iter().filter(|to| *to != from && is_open(to)).collect()
    };
    let is_free = |square: &Square| !others.has(*square);
    let quiet: Vec<Square> = squares(of(&movement.quiet)).into_iter().filter(is_free).collect();
    let captures = squares(captures).into_iter().filter(|to| !quiet.contains(to)).collect();
    let shots = squares(of(&movement.shoot));
    SketchedMoves { from, others: others.into_iter().collect(), quiet, captures, shots }
}

impl ReadGame {
    /// Reads a position of the game with tables that are dropped again.
    ///
    /// # Errors
    ///
    /// If the text is no position of the game.
    pub fn sketched(&self, fen: &str) -> Result<SketchedPosition, FenError> {
        on_board!(squares(self.spec()), self.sketched_on(fen))
    }

    fn sketched_on<const W: usize, const N: usize>(&self, fen: &str) -> Result<SketchedPosition, FenError> {
        let rules = Rules::<W>::for_position(self.spec(), fen);
        let position = FilePosition::<W, N>::read(&rules, fen)?;
        let outline = rules.geometry.outline();
        let text = |piece: Piece| fen::piece_text(piece, &rules.signs);
        let cells = outline.squares().filter_map(|at| Some((at, text(position.cells.at(at)?))));
        let hands = Side::BOTH.map(|side| {
            let counted = rules.hand_order.iter().map(|&kind| {
                let piece = Piece { kind, side };
                (text(piece), position.reserve.count(piece))
            });
            counted.filter(|(_, count)| *count > 0).collect()
        });
        Ok(SketchedPosition {
            text: position.text(),
            side: position.side(),
            cells: cells.collect(),
            walls: position.walls.squares().into_iter().collect(),
            hands,
        })
    }
}

/// The text of a board with these pieces: the first field of a position of the game.
#[must_use]
pub fn board_text(spec: &Spec, content: impl Fn(&str) -> String) -> String {
    let outline = outline(spec);
    fen::write_board(&outline, |square, text| text.push_str(&content(&outline.name(square))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load;

    fn sketch(text: &str) -> Sketch {
        let loaded = load(text);
        assert_eq!(loaded.findings, [], "{text}");
        Sketch::of(&loaded.games[0]).unwrap()
    }

    fn names(sketch: &Sketch, squares: &[Square]) -> Vec<String> {
        squares.iter().map(|&square| sketch.outline.name(square)).collect()
    }

    #[test]
    fn pieces_show_their_moves() {
        let sketch = sketch(
            "[a:chess]\ncustomPiece1 = a:mRcpR\nqueen = -\nstartFen = rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1\n",
        );
        let find = |key: &str| sketch.pieces.iter().find(|piece| piece.key == key).unwrap();
        let pawn = find("pawn").shown.clone().unwrap();
        assert_eq!(names(&sketch, &[pawn.from]), ["b2"]);
        let cannon = find("customPiece1").shown.clone().unwrap();
        assert_eq!(names(&sketch, &[cannon.from]), ["d4"]);
        assert!(names(&sketch, &cannon.captures).contains(&"d7".to_owned()), "{cannon:?}");
        assert!(names(&sketch, &cannon.quiet).contains(&"d5".to_owned()), "{cannon:?}");
        assert_eq!(cannon.others.len(), 8);
        let knight = find("knight").shown.clone().unwrap();
        assert_eq!((knight.quiet.len(), knight.captures.len()), (8, 0));
    }

    #[test]
    fn the_start_is_read_without_staying() {
        let sketch = sketch(
            "[b:crazyhouse]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn] w KQkq - 0 1\n",
        );
        assert!(sketch.has_hands);
        assert_eq!(sketch.start.hands, [vec![("N".to_owned(), 1)], vec![("n".to_owned(), 1)]]);
        assert_eq!(sketch.start.cells.len(), 32);
        let loaded = load("[b:chess]\n");
        let text =
            board_text(
                loaded.games[0].spec(),
                |square| if square == "a1" { "R".to_owned() } else { String::new() },
            );
        assert_eq!(text, "8/8/8/8/8/8/8/R7");
    }
}
