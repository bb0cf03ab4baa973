//! The pieces of a position that could take the king that is not to move: the only ones whose moves its reading asks for.

use crate::kind_facts::KindFacts;
use crate::piece_moves::line_paths;
use crate::slot::Slot;
use crate::spec::Spec;
use crate::standing::{outline, signs};
use helgi_rules::board::{Kind, Outline, Side, Square};
use helgi_rules::fen::{self, Cell};
use helgi_rules::internals::board::path::{Course, Origin, Path};

/// The pieces of the side to move, and the square of the other king.
pub(crate) struct Threats<'a> {
    spec: &'a Spec,
    /// By kind.
    slots: Vec<Slot>,
    outline: Outline,
    mover: Side,
    /// True if the text names a square that was passed, which concerns the moves of all pieces.
    is_passed: bool,
    /// `None` for a board that is written otherwise than the game writes its own.
    board: Option<Board>,
}

/// The pieces on a board.
#[derive(Default)]
struct Board {
    /// The pieces to move.
    own: Vec<(Square, Kind)>,
    /// The squares of the other kings.
    kings: Vec<Square>,
}

impl<'a> Threats<'a> {
    /// Those of a position in text.
    pub fn new(spec: &'a Spec, kinds: &[KindFacts], position: &str) -> Self {
        let mut fields = position.split_ascii_whitespace();
        let board = fields.next().unwrap_or_default();
        let mover = if fields.next() == Some("b") { Side::Black } else { Side::White };
        let is_passed = fields.nth(1).is_some_and(|squares| squares != "-");
        let outline = outline(spec);
        let rows = board.split('[').next().unwrap_or_default();
        let board = fen::board(rows, &outline, &signs(spec)).ok().map(|cells| {
            let mut board = Board::default();
            for (square, cell) in cells {
                let Cell::Pieces(stack) = cell else { continue };
                for piece in stack {
                    if piece.side == mover {
                        board.own.push((square, piece.kind));
                    } else if kinds[piece.kind.index()].slot == Slot::KING {
                        board.kings.push(square);
                    }
                }
            }
            board
        });
        Threats {
            spec,
            slots: kinds.iter().map(|facts| facts.slot).collect(),
            outline,
            mover,
            is_passed,
            board,
        }
    }

    /// The paths among those of a kind of a side on which it may take the king, whatever stands between, from where such pieces
    /// stand.
    pub fn among(&self, kind: Kind, side: Side, paths: &[Path]) -> Vec<Path> {
        let Some(Board { own, kings }) = self.board.as_ref().filter(|_| !self.is_passed) else {
            return if self.is_passed || side == self.mover { paths.to_vec() } else { Vec::new() };
        };
        if side != self.mover || kings.is_empty() {
            return Vec::new();
        }
        let standing: Vec<Square> =
            own.iter().filter(|(_, other)| *other == kind).map(|(from, _)| *from).collect();
        let leads = |path: &Path| {
            let to_king =
                |&from: &Square| kings.iter().any(|&king| may_lead(&self.outline, path, from, king));
            standing.iter().any(to_king)
        };
        // Lines of the board go with whatever else the kind has.
        if line_paths(self.spec, self.slots[kind.index()], side).iter().any(leads) {
            return paths.to_vec();
        }
        let narrowed = |path: &Path| match path.origin {
            Origin::Any => {
                Path { origin: Origin::Squares(standing.iter().copied().collect()), ..path.clone() }
            }
            _ => path.clone(),
        };
        paths.iter().filter(|path| leads(path)).map(narrowed).collect()
    }
}

/// Returns true if a path may lead from one square to the other. Of paths that turn it is not asked where.
fn may_lead(outline: &Outline, path: &Path, from: Square, to: Square) -> bool {
    let apart = |of: fn(&Outline, Square) -> u8| i16::from(of(outline, to)) - i16::from(of(outline, from));
    let (files, ranks) = (apart(Outline::file), apart(Outline::rank));
    let is_multiple = |&(x, y): &(i8, i8)| {
        let (x, y) = (i16::from(x), i16::from(y));
        // On one line through the square, and on the same side of it.
        x * ranks == y * files && x * files + y * ranks > 0
    };
    match path.course {
        _ if path.wraps => true,
        Course::Leap | Course::Lame => {
            path.steps.iter().any(|&(x, y)| (i16::from(x), i16::from(y)) == (files, ranks))
        }
        Course::Ride { .. } => path.steps.iter().any(is_multiple),
        Course::Bent { .. } | Course::Routes(_) | Course::SameColour => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;
    use crate::piece_moves::paths;
    use crate::standing::kinds;
    use crate::tables::Rules;

    /// The kinds of White that count in a position.
    fn counted(game: &str, position: &str) -> String {
        let spec = library::spec(game).unwrap();
        let kinds = kinds(spec);
        let threats = Threats::new(spec, &kinds, position);
        let counts = |kind: &Kind| {
            let slot = kinds[kind.index()].slot;
            !threats.among(*kind, Side::White, &paths(spec, slot, Side::White)).is_empty()
        };
        let all = (0..kinds.len() as u8).map(Kind).filter(counts);
        all.map(|kind| spec.letter(kinds[kind.index()].slot)).collect()
    }

    #[test]
    fn kinds_that_aim_at_the_king_count() {
        assert_eq!(counted("capablanca", "4k5/10/10/10/10/10/10/RNABQKBCNR w - - 0 1"), "Q");
        assert_eq!(counted("capablanca", "10/10/10/10/10/3k6/10/RNABQKBCNR w - - 0 1"), "A");
        assert_eq!(counted("capablanca", "4K5/10/10/10/10/10/10/rnabqkbcnr b - - 0 1"), "");
        // A board that is not this game's is read with all moves of the mover, and refused.
        assert_eq!(counted("capablanca", "8/8 w - - 0 1").len(), 8);
    }

    /// Positions with a check to the side that is not to move are refused as with all tables, and no others.
    #[test]
    fn positions_are_read_as_with_all_moves() {
        for game in library::names() {
            let spec = library::spec(game).unwrap();
            let turned = spec.start.replacen(" w ", " b ", 1);
            for text in [&spec.start, &turned] {
                let whole = Rules::<3>::new(spec, Vec::new(), None);
                let few = Rules::<3>::for_position(spec, text);
                let read = |rules: &Rules<3>| {
                    let position = crate::position::FilePosition::<3, 192>::read(rules, text);
                    position.map(|position| position.text()).map_err(|error| error.to_string())
                };
                assert_eq!(read(&few), read(&whole), "{game} {text}");
            }
        }
    }
}
