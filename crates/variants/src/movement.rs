//! The moves of a kind of piece of one side, as tables.

use crate::kind_facts::KindFacts;
use crate::piece_moves::{first_steps, limit_soldiers, line_paths};
use crate::rare::RareMoves;
use crate::region::set;
use crate::slot::Slot;
use crate::spec::Spec;
use helgi_rules::board::{self, Bitboard, Geometry, Occupancy, Side, Square};
use helgi_rules::internals::board::path::{Course, Mode, Origin, Path};
use helgi_rules::internals::board::{Direction, Reach, Way};
use std::sync::Arc;

/// The moves of a side's pieces of a kind.
pub(crate) struct Movement<const W: usize> {
    /// Without the squares that it is confined to.
    moves: board::Movement<W>,
    /// A king's attack on the other king along an open line.
    facing: Option<Reach<W>>,
    /// The squares that it is confined to.
    pub region: Bitboard<W>,
    /// The squares from which it moves without capturing, on some board.
    pub mobile: Bitboard<W>,
    /// By square: where it goes without capturing on some board, but for initial moves.
    pub range: Arc<[Bitboard<W>; 256]>,
    /// By square: what only its initial moves reach.
    pub initial_range: Option<Box<[Bitboard<W>; 256]>>,
    /// True if its moves name the squares of its captures en passant themselves.
    names_en_passant: bool,
    /// The attack of a pawn on a square passed over, without whether it captures there otherwise.
    pub takes_en_passant: bool,
    /// True if it promotes as pawns do.
    pub is_pawn: bool,
    /// True if it promotes or turns back, or takes en passant.
    pub is_plain: bool,
    /// Its moves that are neither steps nor usual captures, if it has any.
    pub rare: Option<Box<RareMoves<W>>>,
}

impl<const W: usize> Movement<W> {
    /// Returns true if it attacks nothing on any board.
    pub fn attacks_nothing(&self) -> bool {
        self.moves.attack.is_nothing() && self.rare.is_none() && self.facing.is_none()
    }

    /// Returns true if it shoots.
    pub fn shoots(&self) -> bool {
        !self.moves.shoot.is_nothing()
    }

    /// The squares that it shoots at, those of its own side and empty ones as well.
    pub fn shots(&self, geometry: &Geometry<W>, from: Square, seen: &Occupancy<W>) -> Bitboard<W> {
        self.moves.shoot.targets(geometry, from, seen)
    }

    /// Returns true if it attacks a square, by a capture there or a shot.
    pub fn attacks_square(
        &self,
        geometry: &Geometry<W>,
        from: Square,
        to: Square,
        seen: &Occupancy<W>,
        with_facing: bool,
    ) -> bool {
        self.region.has(to) && self.moves.capture.reaches(geometry, from, to, seen)
            || self.moves.shoot.reaches(geometry, from, to, seen)
            || with_facing
                && self.facing.as_ref().is_some_and(|facing| facing.reaches(geometry, from, to, seen))
    }

    /// Everything that it attacks from a square on some board.
    pub fn attack_range(&self, from: Square) -> Bitboard<W> {
        let rare = self.rare.as_ref().map_or(Bitboard::EMPTY, |rare| rare.attack_range(from));
        self.moves.capture.range(from) & self.region | self.moves.shoot.range(from) | rare
    }

    /// The squares where it would see the other king from a square on some board.
    pub fn facing_range(&self, from: Square) -> Bitboard<W> {
        self.facing.as_ref().map_or(Bitboard::EMPTY, |facing| facing.range(from))
    }

    /// Everywhere it goes or attacks from a square on some board.
    pub fn everywhere(&self, from: Square) -> Bitboard<W> {
        let initial = self.initial_range.as_ref().map_or(Bitboard::EMPTY, |initial| initial[from.index()]);
        let rare = self
            .rare
            .as_ref()
            .map_or(Bitboard::EMPTY, |rare| rare.quiet_range(from) | rare.first_range(from));
        self.attack_range(from) | self.range[from.index()] | initial | rare
    }

    /// The squares where it captures en passant, if its moves name them.
    pub fn own_en_passant(&self, from: Square) -> Option<Bitboard<W>> {
        self.names_en_passant.then(|| self.moves.en_passant.leaps(from))
    }

    /// The square that a move without a capture passes so that it can be answered en passant, where the moves name
    /// such captures themselves.
    pub fn own_passed(&self, geometry: &Geometry<W>, from: Square, to: Square) -> Option<Square> {
        let quiet = &self.moves.quiet;
        if !self.names_en_passant || self.moves.en_passant.is_nothing() || quiet.leaps(from).has(to) {
            return None;
        }
        quiet.way(geometry, from, to)?.squares.first()
    }

    /// The squares it goes to: without a capture onto `free`, with one onto `enemy`.
    // Always: the generator spends a tenth of its time here, and the compiler weighs the number of callers.
    #[inline(always)]
    pub fn arrivals(
        &self,
        geometry: &Geometry<W>,
        from: Square,
        seen: &Occupancy<W>,
        free: Bitboard<W>,
        enemy: Bitboard<W>,
    ) -> Bitboard<W> {
        self.moves.arrivals(geometry, from, seen, free, enemy) & self.region
    }

    /// The squares that it attacks.
    #[inline]
    pub fn attacks(&self, geometry: &Geometry<W>, from: Square, seen: &Occupancy<W>) -> Bitboard<W> {
        self.moves.capture.targets(geometry, from, seen) & self.region
    }

    /// Calls `visit` for each way on which it attacks a square, until it returns true.
    #[inline]
    pub fn any_attack(
        &self,
        geometry: &Geometry<W>,
        from: Square,
        to: Square,
        with_facing: bool,
        mut visit: impl FnMut(Way<W>) -> bool,
    ) -> bool {
        // A king that sees the other one along a line may do so beyond its region, but captures only within it.
        if self.region.has(to) && self.moves.capture.any_way(geometry, from, to, &mut visit) {
            return true;
        }
        match &self.facing {
            Some(facing) if with_facing => facing.any_way(geometry, from, to, visit),
            _ => false,
        }
    }
}

/// The attack of a king along an open line.
fn facing() -> Path {
    let straight =
        Direction::ALL.map(Direction::step).into_iter().filter(|&(files, ranks)| files * ranks == 0);
    Path::new(Mode::Capture, straight.collect(), Course::LINE)
}

/// The moves of a kind on these paths. `still` are those on none, which are made once for all kinds that have none.
pub(crate) fn movement<const W: usize>(
    spec: &Spec,
    geometry: &Geometry<W>,
    facts: &KindFacts,
    side: Side,
    mut paths: Vec<Path>,
    still: &board::Movement<W>,
) -> Movement<W> {
    let slot = facts.slot;
    if slot == Slot::SOLDIER {
        limit_soldiers(spec, geometry.outline(), side, &mut paths);
    }
    if !paths.is_empty() {
        // Kinds that `for_position` leaves out get no moves along the lines either.
        paths.extend(line_paths(spec, slot, side));
    }
    let moves =
        if paths.is_empty() { still.clone() } else { board::Movement::of_paths(geometry, &paths, side) };
    let region = set(geometry, &spec.mobility[side.index()][slot]);
    // Nothing given means no limits.
    let region = if region.is_empty() { geometry.all() } else { region };
    let first_steps = if paths.is_empty() { Vec::new() } else { first_steps(spec, slot, side) };
    let is_first = |path: &Path| {
        let anywhere = Path { origin: Origin::Any, ..path.clone() };
        path.is_first() || path.origin != Origin::Any && first_steps.contains(&anywhere)
    };
    let (range, initial_range) = if first_steps.is_empty() {
        (moves.quiet.ranges(), None)
    } else {
        let lasting = paths.iter().filter(|path| path.is_quiet() && !is_first(path));
        let range = Reach::new(geometry, lasting, side).ranges();
        let mut only = Box::new(*Reach::new(geometry, &first_steps, side).ranges());
        // What is reached later as well is no first leap.
        only.iter_mut().zip(range.iter()).for_each(|(only, range)| *only -= *range);
        (range, Some(only))
    };
    let faces = slot == Slot::KING && (spec.flying_general || spec.bikjang);
    let is_pawn = slot == Slot::PAWN || spec.promotion_pawns[side.index()].has(slot);
    let names_en_passant = spec.beyond.own_dialect;
    let takes_en_passant = if names_en_passant {
        !moves.en_passant.is_nothing()
    } else {
        slot == Slot::PAWN || spec.en_passant_types[side.index()].has(slot)
    };
    let beyond = &spec.beyond;
    let is_special = !beyond.bonus.is_empty()
        || !beyond.choices[slot.index()].is_empty()
        || !beyond.enemy_choices[slot.index()].is_empty()
        || beyond.leaving.has(slot);
    let changes = facts.promoted.is_some() || facts.demoted.is_some();
    let rare = RareMoves::new(geometry, &paths, side, region);
    let mut mobile: Bitboard<W> =
        geometry.all().into_iter().filter(|from| !range[from.index()].is_empty()).collect();
    // A piece that only exchanges places, or makes a detour, is not stuck.
    if let Some(rare) = &rare {
        mobile |= geometry.all().into_iter().filter(|&from| !rare.quiet_range(from).is_empty()).collect();
    }
    Movement {
        facing: faces.then(|| Reach::new(geometry, &[facing()], side)),
        mobile,
        is_plain: !is_pawn && !takes_en_passant && !changes && !is_special && slot != Slot::KING,
        moves,
        region,
        range,
        initial_range,
        names_en_passant,
        takes_en_passant,
        is_pawn,
        rare,
    }
}
