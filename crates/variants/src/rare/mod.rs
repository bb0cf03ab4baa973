//! Moves of pieces that are neither steps nor captures by arrival on an enemy's square: captures on the way, of own pieces or
//! of kings alone, exchanges of places, moves that end where they began, and those that a piece has until it has moved. XBetza
//! has letters for them.
//!
//! Each kind with such moves has a table of its own. Games with them test whether a move is legal by playing it.

mod moves;

use crate::board_size::HUGE;
use crate::piece_moves::paths;
use crate::slot::Types;
use crate::spec::Spec;
use crate::standing::outline;
use helgi_rules::board::{Bitboard, Geometry, Occupancy, Side, Square};
use helgi_rules::internals::board::Reach;
use helgi_rules::internals::board::path::{Detour, Mode, Path, Taken};

/// A detour of a piece, with the occasions on which it makes it.
struct DetourWay<const W: usize> {
    detour: Detour<W>,
    is_quiet: bool,
    captures: bool,
}

impl<const W: usize> DetourWay<W> {
    /// Returns true if the squares passed are as the route needs them.
    fn is_open(&self, all: Bitboard<W>) -> bool {
        self.detour.passed & all == self.detour.marked
    }

    /// The squares of the pieces that it takes on its way.
    fn victims(&self) -> impl Iterator<Item = Square> + use<W> {
        [self.detour.victim, self.detour.second].into_iter().flatten()
    }

    /// Returns true if a piece may end it on its square, of which `all` and `enemy` say what stands there. The squares that
    /// it has left and where it has taken a piece are empty.
    fn may_end(&self, all: Bitboard<W>, enemy: Bitboard<W>) -> bool {
        let Detour { from, to, .. } = self.detour;
        let is_empty = to == from || self.victims().any(|victim| victim == to) || !all.has(to);
        if is_empty { self.is_quiet } else { self.captures && enemy.has(to) }
    }
}

/// The rare moves of one kind and side.
pub(crate) struct RareMoves<const W: usize> {
    /// By square of departure.
    detours: Vec<Vec<DetourWay<W>>>,
    kings: Reach<W>,
    own: Reach<W>,
    own_in_exchange: Reach<W>,
    enemies_in_exchange: Reach<W>,
    /// The moves of a piece that has not moved, without a capture.
    first_quiet: Reach<W>,
    /// Those with a capture.
    first_captures: Reach<W>,
    /// The squares that the pieces are confined to.
    region: Bitboard<W>,
}

impl<const W: usize> RareMoves<W> {
    /// The moves among these paths; `None` if there are none.
    pub fn new(geometry: &Geometry<W>, paths: &[Path], side: Side, region: Bitboard<W>) -> Option<Box<Self>> {
        let outline = geometry.outline();
        let mut detours: Vec<Vec<DetourWay<W>>> = Vec::new();
        let is_common = |path: &Path| path.taken == Taken::Enemies && !path.is_first();
        for path in paths.iter().filter(|path| is_common(path)) {
            path.visit_detours(outline, side, |detour: Detour<W>| {
                if region.has(detour.to) {
                    detours.resize_with(outline.len(), Vec::new);
                    let captures = matches!(path.mode, Mode::Both | Mode::Capture);
                    detours[detour.from.index()].push(DetourWay {
                        detour,
                        is_quiet: path.is_quiet(),
                        captures,
                    });
                }
            });
        }
        if detours.is_empty() && paths.iter().all(is_common) {
            return None;
        }
        let reach =
            |taken: Taken| Reach::new(geometry, paths.iter().filter(|path| path.taken == taken), side);
        let first = |is_wanted: fn(&Path) -> bool| {
            let wanted = |path: &&Path| path.is_first() && is_wanted(path);
            Reach::new(geometry, paths.iter().filter(wanted), side)
        };
        let (first_quiet, first_captures) = (first(Path::is_quiet), first(Path::attacks));
        let [kings, own, own_in_exchange, enemies_in_exchange] =
            [Taken::Kings, Taken::Own, Taken::OwnInExchange, Taken::EnemiesInExchange].map(reach);
        Some(Box::new(RareMoves {
            detours,
            kings,
            own,
            own_in_exchange,
            enemies_in_exchange,
            first_quiet,
            first_captures,
            region,
        }))
    }

    fn detours(&self, from: Square) -> &[DetourWay<W>] {
        self.detours.get(from.index()).map_or(&[], Vec::as_slice)
    }

    /// Everything that it attacks from a square on some board.
    pub fn attack_range(&self, from: Square) -> Bitboard<W> {
        let mut range = (self.kings.range(from) | self.first_captures.range(from)) & self.region;
        for way in self.detours(from) {
            range |= way.victims().collect();
            // A detour that ends where it began attacks only the piece on its way.
            range |= Bitboard::from(way.detour.to).when(way.captures && way.detour.to != from);
        }
        range
    }

    /// Everywhere it goes from a square without a capture where it ends, or exchanging places, on some board.
    pub fn quiet_range(&self, from: Square) -> Bitboard<W> {
        let exchanged = self.own_in_exchange.range(from) | self.enemies_in_exchange.range(from);
        let ends = self.detours(from).iter().filter(|way| way.is_quiet).map(|way| way.detour.to);
        ((exchanged | self.own.range(from)) & self.region) | ends.collect()
    }

    /// Everywhere it goes from a square without a capture while it has not moved, on some board.
    pub fn first_range(&self, from: Square) -> Bitboard<W> {
        self.first_quiet.range(from) & self.region
    }

    /// Returns true if it attacks a piece on a square while it has not moved.
    pub fn attacks_first(
        &self,
        geometry: &Geometry<W>,
        from: Square,
        square: Square,
        seen: &Occupancy<W>,
    ) -> bool {
        self.region.has(square) && self.first_captures.reaches(geometry, from, square, seen)
    }

    /// Returns true if it attacks a piece on a square, as a king or on a detour. `enemy` are the pieces that it may take on
    /// the other squares of one.
    pub fn attacks(
        &self,
        geometry: &Geometry<W>,
        from: Square,
        square: Square,
        seen: &Occupancy<W>,
        enemy: Bitboard<W>,
    ) -> bool {
        // The square may be empty: what will stand there counts as an enemy's piece.
        let there = Bitboard::from(square);
        let (all, enemy) = (seen.all | there, enemy | there);
        let takes = |way: &DetourWay<W>| {
            let Detour { to, .. } = way.detour;
            let concerns = way.victims().any(|victim| victim == square)
                || way.detour.victim.is_some() && to == square && to != from;
            concerns
                && way.victims().all(|victim| enemy.has(victim))
                && way.is_open(all)
                && way.may_end(all, enemy)
        };
        self.region.has(square) && self.kings.reaches(geometry, from, square, seen)
            || self.detours(from).iter().any(takes)
    }

    /// Returns true if it changes places with a piece on a square.
    fn exchanges(
        &self,
        geometry: &Geometry<W>,
        from: Square,
        to: Square,
        is_own: bool,
        seen: &Occupancy<W>,
    ) -> bool {
        let reach = if is_own { &self.own_in_exchange } else { &self.enemies_in_exchange };
        self.region.has(to) && reach.reaches(geometry, from, to, seen)
    }
}

/// The kinds of a game with such moves.
pub(crate) fn rare_types(spec: &Spec) -> Types {
    let outline = outline(spec);
    let is_rare = |path: &Path| {
        let mut has_detours = false;
        path.visit_detours(&outline, Side::White, |_: Detour<HUGE>| has_detours = true);
        has_detours || path.taken != Taken::Enemies || path.is_first()
    };
    let mut types = Types::EMPTY;
    for slot in spec.slots() {
        if paths(spec, slot, Side::White).iter().any(is_rare) {
            types.insert(slot);
        }
    }
    types
}
