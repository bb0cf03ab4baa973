//! Moves of pieces that are neither steps nor captures by arrival on an enemy's square: captures on the way, of own pieces, of
//! kings alone or of all but kings, exchanges of places, pieces that are set down elsewhere, ways over own pieces, moves that
//! end where they began, and those that a piece has until it has moved. XBetza has letters for them.
//!
//! Each kind with such moves has a table of its own. Games with them test whether a move is legal by playing it.

mod effects;
mod moves;

pub(crate) use effects::{numbered_outline, too_many};

use crate::board_size::HUGE;
use crate::piece_moves::possible_paths;
use crate::slot::Types;
use crate::spec::Spec;
use crate::standing::outline;
use helgi_rules::board::{Bitboard, Geometry, Occupancy, Side, Square};
use helgi_rules::internals::board::Reach;
use helgi_rules::internals::board::path::{Detour, Mode, Path, Taken, Victim};
use std::ops::ControlFlow;

/// A detour of a piece, with the occasions on which it makes it.
struct DetourWay<const W: usize> {
    detour: Detour<W>,
    is_quiet: bool,
    /// The pieces that it takes where it ends, if it takes any there.
    captures: Option<Taken>,
    /// The numbers of its effects, as far as they have some: with nothing taken where it ends, and with something.
    numbers: [Option<u16>; 2],
}

/// The pieces that a piece finds on the board, by what it may do with them.
struct Quarry<const W: usize> {
    all: Bitboard<W>,
    own: Bitboard<W>,
    /// All of the enemy.
    others: Bitboard<W>,
    /// Those of them that it may take.
    enemy: Bitboard<W>,
    /// The royal ones of these.
    kings: Bitboard<W>,
}

impl<const W: usize> Quarry<W> {
    /// The pieces that are taken as such.
    fn of(&self, taken: Taken) -> Bitboard<W> {
        match taken {
            Taken::Enemies => self.enemy,
            Taken::Kings => self.kings,
            Taken::Commoners => self.enemy - self.kings,
            Taken::Own | Taken::OwnInExchange => self.own,
            Taken::EnemiesInExchange => self.others,
        }
    }
}

impl<const W: usize> DetourWay<W> {
    /// Returns true if it takes nothing on its way and goes over no own piece, but comes back.
    fn only_returns(&self) -> bool {
        let Detour { victims, set_down, own, .. } = &self.detour;
        victims.is_empty() && set_down.is_none() && own.is_empty()
    }

    /// Returns true if the squares on the way are as the route needs them.
    fn is_open(&self, quarry: &Quarry<W>) -> bool {
        let Detour { passed, marked, own, victims, .. } = &self.detour;
        *passed & quarry.all == *marked
            && own.is_subset(quarry.own)
            && victims.iter().all(|victim| quarry.of(victim.taken).has(victim.square))
    }

    /// The pieces on its way that leave the board.
    fn victims(&self) -> impl Iterator<Item = Victim> {
        let stays = self.detour.set_down.and_then(|(_, index)| index).map(usize::from);
        let victims = self.detour.victims.iter().enumerate();
        victims.filter(move |&(index, _)| Some(index) != stays).map(|(_, victim)| *victim)
    }

    /// Returns true if a piece has left a square on its way, so that it is empty there in the end.
    fn has_cleared(&self, square: Square) -> bool {
        square == self.detour.from || self.detour.victims.iter().any(|victim| victim.square == square)
    }

    /// Returns true if a piece may end it on its square. The squares that it has left and where it has taken a piece are
    /// empty.
    fn may_end(&self, quarry: &Quarry<W>) -> bool {
        if !self.takes_at_end(quarry) {
            return self.is_quiet;
        }
        self.captures.is_some_and(|taken| quarry.of(taken).has(self.detour.to))
    }

    /// Returns true if there is a piece where it ends, which it has to take or to set down elsewhere.
    fn takes_at_end(&self, quarry: &Quarry<W>) -> bool {
        let to = self.detour.to;
        quarry.all.has(to) && !self.has_cleared(to)
    }
}

/// The rare moves of one kind and side.
pub(crate) struct RareMoves<const W: usize> {
    /// By square of departure.
    detours: Vec<Vec<DetourWay<W>>>,
    /// True if a detour takes kings alone, or others alone: only then it matters who is royal.
    minds_kings: bool,
    kings: Reach<W>,
    /// Captures that spare kings.
    commoners: Reach<W>,
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
        for path in paths.iter().filter(|path| !path.is_first()) {
            path.visit_detours(outline, side, |detour: Detour<W>| {
                if region.has(detour.to) {
                    detours.resize_with(outline.len(), Vec::new);
                    let captures = matches!(path.mode, Mode::Both | Mode::Capture).then_some(path.taken);
                    let numbers = DetourWay::numbers_of(&detour, outline);
                    let from = detour.from.index();
                    detours[from].push(DetourWay { detour, is_quiet: path.is_quiet(), captures, numbers });
                }
                ControlFlow::Continue(())
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
        let [kings, commoners, own, own_in_exchange, enemies_in_exchange] =
            [Taken::Kings, Taken::Commoners, Taken::Own, Taken::OwnInExchange, Taken::EnemiesInExchange]
                .map(reach);
        let minds = |taken: Taken| matches!(taken, Taken::Kings | Taken::Commoners);
        let minds_kings = detours.iter().flatten().any(|way| {
            way.captures.is_some_and(minds) || way.detour.victims.iter().any(|victim| minds(victim.taken))
        });
        Some(Box::new(RareMoves {
            detours,
            minds_kings,
            kings,
            commoners,
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
        let threatens = |taken: Taken| matches!(taken, Taken::Enemies | Taken::Kings);
        for way in self.detours(from) {
            let victims = way.victims().filter(|victim| threatens(victim.taken));
            range |= victims.map(|victim| victim.square).collect();
            // A detour that ends where it began attacks only the piece on its way.
            let ends_on_prey = way.captures.is_some_and(threatens) && way.detour.to != from;
            range |= Bitboard::from(way.detour.to).when(ends_on_prey);
        }
        range
    }

    /// Everywhere it goes from a square on some board without attacking a king there.
    pub fn quiet_range(&self, from: Square) -> Bitboard<W> {
        let exchanged = self.own_in_exchange.range(from) | self.enemies_in_exchange.range(from);
        let taken = self.own.range(from) | self.commoners.range(from);
        let spares_kings = |taken: Taken| !matches!(taken, Taken::Enemies | Taken::Kings);
        let is_wanted = |way: &&DetourWay<W>| way.is_quiet || way.captures.is_some_and(spares_kings);
        let ends = self.detours(from).iter().filter(is_wanted).map(|way| way.detour.to);
        ((exchanged | taken) & self.region) | ends.collect()
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

    /// Returns true if it attacks a king on a square, as a king or on a detour. `quarry` are the pieces on the other squares.
    fn attacks(
        &self,
        geometry: &Geometry<W>,
        from: Square,
        square: Square,
        seen: &Occupancy<W>,
        quarry: &Quarry<W>,
    ) -> bool {
        // The square may be empty: what will stand there counts as the enemy's king.
        let there = Bitboard::from(square);
        let quarry = Quarry {
            all: quarry.all | there,
            own: quarry.own - there,
            others: quarry.others | there,
            enemy: quarry.enemy | there,
            kings: quarry.kings | there,
        };
        let takes = |way: &DetourWay<W>| {
            let to = way.detour.to;
            let takes_there = || {
                way.captures
                    .is_some_and(|taken| matches!(taken, Taken::Enemies | Taken::Kings | Taken::Commoners))
            };
            let concerns = way.victims().any(|victim| victim.square == square)
                || !way.only_returns() && to == square && to != from && takes_there();
            concerns && way.is_open(&quarry) && way.may_end(&quarry)
        };
        self.region.has(square) && self.kings.reaches(geometry, from, square, seen)
            || self.detours(from).iter().any(takes)
    }

    /// Returns true if it takes an own piece where a step of it ends.
    fn takes_own(&self, geometry: &Geometry<W>, from: Square, to: Square, seen: &Occupancy<W>) -> bool {
        // A detour may also end where it has taken one before.
        let on_way = |victim: &Victim| victim.square == to && victim.taken == Taken::Own;
        let on_detour = |way: &DetourWay<W>| {
            way.detour.to == to && (way.captures == Some(Taken::Own) || way.detour.victims.iter().any(on_way))
        };
        self.own.reaches(geometry, from, to, seen) || self.detours(from).iter().any(on_detour)
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
        path.visit_detours(&outline, Side::White, |_: Detour<HUGE>| {
            has_detours = true;
            ControlFlow::Break(())
        });
        has_detours || path.taken != Taken::Enemies || path.is_first()
    };
    let mut types = Types::EMPTY;
    for slot in spec.slots() {
        if possible_paths(spec, slot, Side::White).iter().any(is_rare) {
            types.insert(slot);
        }
    }
    types
}
