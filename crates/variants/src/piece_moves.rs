//! The moves of the pieces of a game: read once, kept as data, lowered to the paths of the rules.

use crate::betza::{self, BetzaMoves, BetzaTerm};
use crate::region::{KindRegions, Region};
use crate::slot::Slot;
use crate::spec::{MoveDialect, PieceMoves, Spec};
use crate::standing::outline;
use helgi_rules::Phrase;
use helgi_rules::board::{Bitboard, Outline, Side, Square};
use helgi_rules::internals::board::movement::Term;
use helgi_rules::internals::board::path::{Course, Mode, Origin, Passing, Path, Step, Taken};
use std::sync::LazyLock;

/// The moves of the kinds that have names of their own, by kind; none of custom ones.
static NAMED: LazyLock<Vec<BetzaMoves>> = LazyLock::new(|| {
    let moves = |slot: Slot| {
        let text = slot.betza();
        // The texts are constants; a test reads them all.
        betza::read(text).unwrap_or_else(|error| panic!("{text}: {}", error.expected.words))
    };
    Slot::all().map(moves).collect()
});

/// The first steps of pawns.
static DOUBLE_STEP: LazyLock<BetzaMoves> =
    LazyLock::new(|| betza::read("ifmnD").unwrap_or_else(|error| panic!("{}", error.expected.words)));

/// The longer first steps of pawns, from a region of their own.
static TRIPLE_STEP: LazyLock<BetzaMoves> =
    LazyLock::new(|| betza::read("ifmnH").unwrap_or_else(|error| panic!("{}", error.expected.words)));

/// The moves of a kind in XBetza; those of its name where the file has none, or writes them in helgi's own notation.
pub(crate) fn xbetza(spec: &Spec, slot: Slot) -> &BetzaMoves {
    match spec.moves(slot) {
        Some(PieceMoves { dialect: MoveDialect::XBetza(moves), .. }) => moves,
        _ => &NAMED[slot.index()],
    }
}

/// The terms of a kind in XBetza; a pawn has its double step and its triple step among them.
pub(crate) fn terms(spec: &Spec, slot: Slot) -> Vec<BetzaTerm> {
    let mut terms = xbetza(spec, slot).terms.clone();
    if slot == Slot::PAWN {
        terms.extend_from_slice(&DOUBLE_STEP.terms);
    }
    if !spec.double_step {
        terms.retain(|term| !term.initial);
    }
    if slot == Slot::PAWN && spec.has_triple_steps() {
        terms.extend_from_slice(&TRIPLE_STEP.terms);
    }
    terms
}

/// The squares of a kind: its own by side and kind, or else those of all kinds.
pub(crate) fn region_of<'a>(
    own: &'a [KindRegions; 2],
    of_all: &'a [Region; 2],
    slot: Slot,
    side: Side,
) -> &'a Region {
    let own = &own[side.index()][slot];
    if own.is_empty() { &of_all[side.index()] } else { own }
}

/// The path of White's pieces as a side goes it: Black sees the board turned round.
fn seen_by(side: Side, path: &Path) -> Path {
    let mut path = path.clone();
    if side == Side::Black {
        let turn = |(files, ranks): &mut Step| (*files, *ranks) = (-*files, -*ranks);
        path.steps.iter_mut().for_each(turn);
        if let Course::Routes(routes) = &mut path.course {
            routes.iter_mut().flatten().for_each(|leg| turn(&mut leg.step));
        }
    }
    path
}

/// The path of a term of a kind, as a side goes it from anywhere.
fn path_of(spec: &Spec, slot: Slot, side: Side, term: &BetzaTerm) -> Path {
    let mut path = seen_by(side, &term.path);
    if slot == Slot::JANGGI_CANNON && spec.moves(slot).is_none() {
        // It hops over a piece, but over none of its kind.
        path.passing = Passing::One;
    }
    path
}

/// The paths of a kind of a side in XBetza; first steps from its region of double steps, or of triple ones.
fn xbetza_paths(spec: &Spec, slot: Slot, side: Side) -> Vec<Path> {
    let double = region_of(&spec.beyond.double_step_regions, &spec.double_step_region, slot, side);
    let origins = |region: &Region| match region.whole_ranks(spec.files, spec.ranks) {
        // Helgi's own notation has words for whole ranks, such as `i2`, and none for single squares.
        Some(ranks) => {
            let own_rank = |rank: u8| if side == Side::White { rank } else { spec.ranks - 1 - rank };
            ranks.into_iter().map(|rank| Origin::Rank(own_rank(rank) + 1)).collect()
        }
        None => {
            let outline = outline(spec);
            let has = |&square: &_| region.has(outline.file(square), outline.rank(square));
            vec![Origin::Squares(outline.squares().filter(has).collect())]
        }
    };
    let mut paths = Vec::new();
    let until_check = spec.beyond.first_until_check.has(slot);
    for term in terms(spec, slot) {
        let path = path_of(spec, slot, side, &term);
        match term.initial {
            true if TRIPLE_STEP.terms.contains(&term) && slot == Slot::PAWN => {
                let origins = origins(&spec.triple_step_region[side.index()]).into_iter();
                paths.extend(origins.map(|origin| Path { origin, ..path.clone() }));
            }
            true if spec.beyond.first_movers.has(slot) => {
                paths.push(Path { origin: Origin::Unmoved { until_check }, ..path });
            }
            true => {
                let path = from_region(path);
                paths.extend(origins(double).into_iter().map(|origin| Path { origin, ..path.clone() }));
            }
            false => paths.push(path),
        }
    }
    paths
}

/// The terms of a kind in helgi's own notation, if the file writes them so. In a game that does, those of named kinds
/// are put into it; `None` if it has no words for them.
pub(crate) fn own_terms(spec: &Spec, slot: Slot) -> Option<Vec<Term>> {
    match spec.moves(slot) {
        Some(PieceMoves { dialect: MoveDialect::Own(terms), .. }) => Some(terms.clone()),
        _ if spec.beyond.own_dialect => {
            let moves = xbetza(spec, slot);
            let paths = moves.terms.iter().map(|term| term.path.clone()).collect();
            with_en_passant(paths, moves.en_passant)?.iter().map(Term::of_path).collect()
        }
        _ => None,
    }
}

/// The paths of a kind of a side, in whichever notation the file has them.
pub(crate) fn paths(spec: &Spec, slot: Slot, side: Side) -> Vec<Path> {
    match own_terms(spec, slot) {
        Some(terms) => terms.iter().map(|term| term.path(side)).collect(),
        None => xbetza_paths(spec, slot, side),
    }
}

/// The moves of the piece that moved last which a kind has besides its own, by their occasion; `None` if it has none.
pub(crate) fn imitates(spec: &Spec, slot: Slot) -> Option<Mode> {
    match spec.moves(slot) {
        Some(PieceMoves { dialect: MoveDialect::XBetza(moves), .. }) => moves.imitates,
        _ => None,
    }
}

/// The paths that a kind of a side has besides its own after a move of a piece of kind `last`: those of that kind but for first
/// moves, as the imitator's side sees the board. Captures en passant, castling and the diagonal lines of the board belong to the
/// imitated kind alone.
pub(crate) fn imitated_paths(spec: &Spec, slot: Slot, last: Slot, side: Side) -> Vec<Path> {
    let Some(wanted) = imitates(spec, slot) else { return Vec::new() };
    let lasting = terms(spec, last).into_iter().filter(|term| !term.initial);
    let mut imitated: Vec<Path> = lasting.map(|term| path_of(spec, last, side, &term)).collect();
    if last == Slot::SOLDIER {
        limit_soldiers(spec, &outline(spec), side, &mut imitated);
    }
    imitated.into_iter().filter_map(|path| restricted(path, wanted)).collect()
}

/// A path without its captures, or with nothing else; `None` if nothing is left.
fn restricted(path: Path, wanted: Mode) -> Option<Path> {
    let captures = !matches!(path.taken, Taken::OwnInExchange | Taken::EnemiesInExchange);
    let mode = match (wanted, path.mode) {
        (Mode::Both, mode) => mode,
        // Changing places is no capture.
        (Mode::Move, mode) if !captures => mode,
        (Mode::Capture, _) if !captures => return None,
        (Mode::Move, Mode::Both | Mode::Move) => Mode::Move,
        (Mode::Capture, Mode::Both | Mode::Capture) => Mode::Capture,
        (Mode::Capture, Mode::Shoot) => Mode::Shoot,
        _ => return None,
    };
    Some(Path { mode, ..path })
}

/// The paths that a kind of a side may have in some position: its own, and those of all kinds that it imitates.
pub(crate) fn possible_paths(spec: &Spec, slot: Slot, side: Side) -> Vec<Path> {
    let mut possible = paths(spec, slot, side);
    if imitates(spec, slot).is_some() {
        for last in imitated_slots(spec) {
            possible.extend(imitated_paths(spec, slot, last, side));
        }
    }
    possible
}

/// The kind whose moves contradict those of an imitator itself, and why.
pub(crate) fn imitated_contradiction(spec: &Spec, slot: Slot) -> Option<(Slot, Phrase)> {
    imitates(spec, slot)?;
    let own = || paths(spec, slot, Side::White);
    imitated_slots(spec).find_map(|last| {
        let all = [own(), imitated_paths(spec, slot, last, Side::White)].concat();
        Some((last, betza::contradiction(&all)?))
    })
}

/// The kinds that can be imitated: all that do not imitate themselves.
pub(crate) fn imitated_slots(spec: &Spec) -> impl Iterator<Item = Slot> {
    spec.slots().filter(|&slot| imitates(spec, slot).is_none())
}

/// Lets soldiers go sideways from their rank on only.
pub(crate) fn limit_soldiers(spec: &Spec, outline: &Outline, side: Side, paths: &mut Vec<Path>) {
    // `soldierPromotionRank = 1` is the first rank: it limits nothing.
    if spec.soldier_rank == 0 {
        return;
    }
    let is_far = |&square: &Square| outline.rank_of(side, square) >= spec.soldier_rank;
    let far = outline.squares().filter(is_far).collect();
    for index in 0..paths.len() {
        let path = &mut paths[index];
        let (ahead, sideways): (Vec<_>, Vec<_>) =
            path.steps.iter().copied().partition(|&(files, _)| files == 0);
        if path.course == Course::Leap && !sideways.is_empty() {
            path.steps = ahead;
            let path = Path { steps: sideways, origin: Origin::Squares(far), ..path.clone() };
            paths.push(path);
        }
    }
}

/// The paths of a kind of a side along the diagonal lines of the board, beside its own: between squares that have such
/// lines, whatever is between them, as Fairy-Stockfish has it.
pub(crate) fn line_paths(spec: &Spec, slot: Slot, side: Side) -> Vec<Path> {
    let ahead = if side == Side::White { 1 } else { -1 };
    let is_wazir = || {
        let own = own_terms(spec, slot).is_none() && matches!(slot, Slot::WAZIR | Slot::KING);
        own && terms(spec, slot) == NAMED[Slot::WAZIR.index()].terms
    };
    let far = spec.files.max(spec.ranks);
    let (ranks, most, passing) = match slot {
        _ if spec.diagonal_lines.is_empty() => return Vec::new(),
        Slot::ROOK => (vec![1, -1], far, Passing::Nothing),
        Slot::JANGGI_CANNON => (vec![1, -1], far, Passing::One),
        Slot::SOLDIER => (vec![ahead], 1, Passing::Nothing),
        _ if is_wazir() => (vec![1, -1], 1, Passing::Nothing),
        _ => return Vec::new(),
    };
    let outline = outline(spec);
    let has = |square: Square| spec.diagonal_lines.has(outline.file(square), outline.rank(square));
    let mut paths = Vec::new();
    for (files, ranks) in ranks.into_iter().flat_map(|ranks| [(-1i8, ranks), (1, ranks)]) {
        // The cannon needs a piece to hop over, so it goes two squares or more.
        let least = if passing == Passing::One { 2 } else { 1 };
        // Each length is a path of its own, because both its ends must have diagonal lines.
        for length in least..=most {
            let steps = length as i8;
            let leads = |&from: &Square| {
                let to = outline.offset(from, files * steps, ranks * steps);
                has(from) && to.is_some_and(has)
            };
            let origins: Bitboard<4> = outline.squares().filter(leads).collect();
            if !origins.is_empty() {
                let course = match length {
                    1 => Course::Leap,
                    _ => Course::Ride { least: length, most: length },
                };
                let path = Path::new(Mode::Both, vec![(files, ranks)], course);
                paths.push(Path { origin: Origin::Squares(origins), passing, ..path });
            }
        }
    }
    paths
}

/// The moves of a kind that are possible only as first moves.
pub(crate) fn first_terms(spec: &Spec, slot: Slot) -> impl Iterator<Item = BetzaTerm> {
    let terms = if own_terms(spec, slot).is_some() { Vec::new() } else { terms(spec, slot) };
    terms.into_iter().filter(|term| term.initial)
}

/// A first step from a region of squares, which never captures.
fn from_region(path: Path) -> Path {
    let mode = if path.mode == Mode::Both { Mode::Move } else { path.mode };
    Path { mode, ..path }
}

/// The first steps of a kind of a side that can be answered en passant, as if they were from everywhere: those from its region
/// of double steps, and those of a piece that has not moved which a piece on their way stops, but for kings.
pub(crate) fn first_steps(spec: &Spec, slot: Slot, side: Side) -> Vec<Path> {
    let moves_first = spec.beyond.first_movers.has(slot);
    let is_passed = |term: &BetzaTerm| !moves_first || term.path.course == Course::Lame && slot != Slot::KING;
    let terms = first_terms(spec, slot).filter(is_passed);
    terms.map(|term| from_region(seen_by(side, &term.path))).collect()
}

/// The paths of a kind of a side, captures en passant among them where it has such squares of its own.
pub(crate) fn paths_with_en_passant(spec: &Spec, slot: Slot, side: Side) -> Vec<Path> {
    let paths = paths(spec, slot, side);
    let is_named = paths.iter().any(|path| path.en_passant);
    let en_passant = !is_named && xbetza(spec, slot).en_passant;
    with_en_passant(paths.clone(), en_passant).unwrap_or(paths)
}

/// Adds the captures en passant, which are where the piece captures by a leap and does nothing else; `None` if it has
/// no such captures.
fn with_en_passant(mut paths: Vec<Path>, en_passant: bool) -> Option<Vec<Path>> {
    if en_passant {
        let captures = |path: &&Path| !path.is_quiet() && path.course == Course::Leap;
        let captures = paths.iter().find(captures)?.clone();
        paths.push(Path { mode: Mode::Capture, en_passant: true, ..captures });
    }
    Some(paths)
}

/// The moves of a kind in helgi's own notation; `None` if it has no words for them.
pub(crate) fn descriptor(spec: &Spec, slot: Slot) -> Option<String> {
    if let Some(PieceMoves { text, dialect: MoveDialect::Own(_) }) = spec.moves(slot) {
        return Some(text.clone());
    }
    if imitates(spec, slot).is_some() {
        return None;
    }
    if spec.beyond.own_dialect {
        return Some(own_terms(spec, slot)?.iter().map(Term::to_string).collect());
    }
    let paths = with_en_passant(xbetza_paths(spec, slot, Side::White), xbetza(spec, slot).en_passant)?;
    paths.iter().map(|path| Term::of_path(path).map(|term| term.to_string())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::internals::board::movement;

    /// A game on the board of chess with a king of these moves.
    fn spec(xbetza: &str, double_steps: &str) -> Spec {
        let region = Region::read(double_steps).unwrap();
        let mut spec = Spec { double_step: true, double_step_region: [region; 2], ..Spec::default() };
        let moves = betza::read(xbetza).unwrap();
        let moves = PieceMoves { text: xbetza.to_owned(), dialect: MoveDialect::XBetza(moves) };
        spec.add_piece(Slot::KING, 'a', Some(moves));
        spec
    }

    fn described(xbetza: &str, double_steps: &str) -> Option<String> {
        descriptor(&spec(xbetza, double_steps), Slot::KING)
    }

    #[test]
    fn black_sees_the_board_turned_round() {
        let of = |xbetza, side| paths(&spec(xbetza, "*2 e7"), Slot::KING, side);
        assert_eq!(of("frF", Side::White)[0].steps, [(1, 1)]);
        assert_eq!(of("frF", Side::Black)[0].steps, [(-1, -1)]);
        let [step] = &of("ifmnD", Side::Black)[..] else { panic!("one path from several squares") };
        let Origin::Squares(squares) = step.origin else { panic!("{step:?}") };
        assert_eq!((squares.len(), &step.steps[..]), (9, &[(0, -2)][..]));
    }

    #[test]
    fn whole_ranks_are_counted_by_the_side() {
        let origins = |side| -> Vec<Origin> {
            paths(&spec("ifmnD", "*2 *7"), Slot::KING, side).iter().map(|path| path.origin).collect()
        };
        assert_eq!(origins(Side::White), [Origin::Rank(2), Origin::Rank(7)]);
        assert_eq!(origins(Side::Black), [Origin::Rank(7), Origin::Rank(2)]);
        assert_eq!(first_steps(&spec("KifmnD", "*2"), Slot::KING, Side::White).len(), 1);
    }

    #[test]
    fn moves_in_helgis_own_notation_are_mirrored() {
        let terms = movement::parse("frF").unwrap();
        let mut spec = Spec::default();
        let moves = PieceMoves { text: "frF".to_owned(), dialect: MoveDialect::Own(terms) };
        spec.add_piece(Slot::KING, 'a', Some(moves));
        let steps = |side| paths(&spec, Slot::KING, side)[0].steps.clone();
        assert!(steps(Side::White).contains(&(1, -1)) && steps(Side::Black).contains(&(-1, -1)));
        assert_eq!(descriptor(&spec, Slot::KING).as_deref(), Some("frF"));
    }

    #[test]
    fn descriptors_say_what_xbetza_does() {
        for (xbetza, expected) in [
            ("K", Some("WF")),
            ("fmWfceF", Some("fmWfcFfceF")),
            ("RN", Some("RN")),
            ("mRcpR", Some("mRcpR")),
            ("FfW", Some("FfW")),
            ("fsW", Some("fsW")),
            ("W3", Some("W3")),
            ("NN", Some("N0")),
            ("nA", Some("nA")),
            ("fN", None),
            ("nN", None),
            ("gQ", None),
            ("pR3", None),
            ("KeN", None),
            ("ifmnD", Some("fmi2nD")),
        ] {
            let text = described(xbetza, "*2");
            assert_eq!(text.as_deref(), expected, "{xbetza}");
            if let Some(text) = text {
                movement::parse(&text).unwrap();
            }
        }
    }

    #[test]
    fn a_first_step_may_start_from_several_ranks() {
        assert_eq!(described("fmWfceFifmnD", "*1 *2").as_deref(), Some("fmWfcFfmi1nDfmi2nDfceF"));
        assert_eq!(described("fmWifmnD", "e2"), None);
    }

    #[test]
    fn named_kinds_have_moves() {
        for slot in Slot::all() {
            assert_eq!(NAMED[slot.index()].terms.is_empty(), slot.betza().is_empty(), "{}", slot.key());
        }
        assert!(DOUBLE_STEP.terms[0].initial);
    }
}
