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
        // Fields that are left out make way for others, but only rights and squares have letters.
        let names_squares = |field: &str| field.contains(|letter: char| letter.is_ascii_alphabetic());
        let is_passed = fields.skip(1).any(names_squares);
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
        // Lines of the board go with whatever else the kind has, and what relays its moves is no attacker itself.
        let is_relaying = !self.spec.beyond.relays[self.slots[kind.index()].index()].is_empty();
        if is_relaying || line_paths(self.spec, self.slots[kind.index()], side).iter().any(leads) {
            return paths.to_vec();
        }
        let narrowed = |path: &Path| match path.origin {
            Origin::Any => {
                Path { origin: Origin::Squares(standing.iter().copied().collect()), ..path.clone() }
            }
            _ => path.clone(),
        };
        paths.iter().filter(|path| may_take(path) && leads(path)).map(narrowed).collect()
    }
}

/// Returns true if a piece may take on a path. Those that turn may do so on their way, without a capture at the end.
fn may_take(path: &Path) -> bool {
    path.attacks() || matches!(path.course, Course::Bent { .. } | Course::Routes(_))
}

/// Returns true if a path may lead from one square to the other. Of paths that turn it is not asked where.
fn may_lead(outline: &Outline, path: &Path, from: Square, to: Square) -> bool {
    let apart = |of: fn(&Outline, Square) -> u8| i16::from(of(outline, to)) - i16::from(of(outline, from));
    let (files, ranks) = (apart(Outline::file), apart(Outline::rank));
    // The number of steps to a square on one line through the first, and on the same side of it.
    let count = |&(x, y): &(i8, i8)| {
        let (x, y) = (i16::from(x), i16::from(y));
        let count = if x == 0 { ranks.checked_div(y) } else { files.checked_div(x) };
        count.filter(|&count| count > 0 && (count * x, count * y) == (files, ranks))
    };
    match path.course {
        _ if path.wraps => true,
        Course::Leap | Course::Lame => {
            path.steps.iter().any(|&(x, y)| (i16::from(x), i16::from(y)) == (files, ranks))
        }
        Course::Ride { least, most } => {
            let is_within = |count: i16| count >= least.into() && (most == 0 || count <= most.into());
            path.steps.iter().filter_map(count).any(is_within)
        }
        Course::Bent { .. } | Course::Routes(_) | Course::SameColour => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;
    use crate::piece_moves::paths;
    use crate::sketch::board_text;
    use crate::standing::kinds;
    use crate::tables::Rules;
    use helgi_rules::internals::board::path::Mode;

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

    #[test]
    fn short_rides_lead_as_far_as_they_go() {
        let outline = Outline::new(8, 8, |_, _| true);
        let from = outline.named("b1").unwrap();
        let ride = Path::new(Mode::Capture, vec![(0, 1), (1, 2)], Course::Ride { least: 2, most: 3 });
        let reached = outline.squares().filter(|&to| may_lead(&outline, &ride, from, to));
        let reached: Vec<String> = reached.map(|to| outline.name(to)).collect();
        assert_eq!(reached, ["b3", "b4", "d5", "e7"]);
        assert!(may_take(&ride) && !may_take(&Path { mode: Mode::Move, ..ride }));
    }

    /// With the other king on any empty square, pieces of all games give check to it, or do not.
    #[test]
    fn checks_are_seen_as_with_all_moves() {
        let mut counts = [0, 0];
        for game in library::names() {
            let read = library::game(game).unwrap();
            let (spec, start) = (read.spec(), read.sketched(&read.spec().start).unwrap());
            let letter = spec.letter(Slot::KING);
            let king =
                if start.side == Side::White { letter.to_ascii_lowercase() } else { letter }.to_string();
            let Some(home) = start.cells.iter().find(|(_, text)| *text == king).map(|(home, _)| *home) else {
                continue;
            };
            let (outline, whole) = (outline(spec), Rules::<4>::new(spec, Vec::new(), None));
            let content = |square: Square| start.cells.iter().find(|(other, _)| *other == square);
            for to in outline.squares().filter(|&to| content(to).is_none() && !start.walls.contains(&to)) {
                let board = board_text(spec, |name| match outline.named(name) {
                    Some(square) if square == to => king.clone(),
                    Some(square) if square == home => String::new(),
                    Some(square) if start.walls.contains(&square) => "*".to_owned(),
                    square => square.and_then(content).map_or_else(String::new, |(_, text)| text.clone()),
                });
                let (_, rest) = start.text.split_at(start.text.find(['[', ' ']).unwrap());
                let mut fields: Vec<&str> = rest.split(' ').collect();
                fields[2] = "-";
                let text = format!("{board}{}", fields.join(" "));
                let few = Rules::<4>::for_position(spec, &text);
                let refusal = |rules: &Rules<4>| {
                    let read = crate::position::FilePosition::<4, 255>::read(rules, &text);
                    read.err().map(|error| error.to_string())
                };
                assert_eq!(refusal(&few), refusal(&whole), "{game} {text}");
                counts[usize::from(refusal(&few).is_some())] += 1;
            }
        }
        assert!(counts.iter().all(|count| *count > 500), "{counts:?}");
    }

    /// Positions with a check to the side that is not to move are refused as with all tables, and no others.
    #[test]
    fn positions_are_read_as_with_all_moves() {
        for game in library::names() {
            let spec = library::spec(game).unwrap();
            let turned = spec.start.replacen(" w ", " b ", 1);
            // Without the fields between the side and the counts.
            let mut fields: Vec<&str> = turned.split(' ').collect();
            fields.drain(2.min(fields.len())..fields.len().saturating_sub(2));
            for text in [&spec.start, &turned, &fields.join(" ")] {
                let whole = Rules::<4>::new(spec, Vec::new(), None);
                let few = Rules::<4>::for_position(spec, text);
                let read = |rules: &Rules<4>| {
                    let position = crate::position::FilePosition::<4, 255>::read(rules, text);
                    position.map(|position| position.text()).map_err(|error| error.to_string())
                };
                assert_eq!(read(&few), read(&whole), "{game} {text}");
            }
        }
    }
}
