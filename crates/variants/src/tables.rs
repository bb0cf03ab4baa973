//! One game ready to be played: its pieces, squares and rules as tables, made when it is first played.

use crate::beyond::{BeyondTables, Fates};
use crate::grid_tables::{Grid, grid};
use crate::kind_facts::{KindFacts, hand_order, hand_slot, promotion_kind};
use crate::material_tables::MaterialTables;
use crate::movement::{Movement, movement};
use crate::piece_moves::{imitated_paths, imitated_slots, imitates, line_paths, paths, region_of};
use crate::rare::numbered_outline;
use crate::region::{Region, set};
use crate::slot::{Slot, Types};
use crate::spec::{RoyalKings, Spec, Verdict, Walling};
use crate::standing::{kinds, pieces_at_start, pocket, signs};
use crate::threats::Threats;
use crate::wall_tables::WallTables;
use helgi_rules::board::{self, Bitboard, Geometry, Kind, Piece, Side, Square};
use helgi_rules::internals::EvalHints;
use helgi_rules::internals::board::path::{Passing, Path};
use helgi_rules::{Info, Phrase, PieceInfo, Royalty};
use std::sync::OnceLock;

/// The way to decide legality, chosen when the game is loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Legality {
    /// There is nothing that could be in check.
    Free,
    /// A king, guarded by the ways of the pieces that aim at it.
    Guarded,
    /// Royal pieces are the last of their kinds: each move is looked at for itself.
    Examined,
    /// A king, and walls or rules beyond the format: each move is played to see.
    Played,
}

/// From where the pieces of one side attack squares on some board.
pub(crate) struct Sites<const W: usize> {
    /// By the square attacked.
    pub origins: Box<[Bitboard<W>; 256]>,
    /// By the square attacked and the attacker's: a bit for each kind.
    kinds: Vec<u32>,
    squares: usize,
}

impl<const W: usize> Sites<W> {
    /// The kinds that attack `to` from `from`, a bit for each.
    #[inline]
    pub fn kinds(&self, to: Square, from: Square) -> u32 {
        self.kinds.get(to.index() * self.squares + from.index()).copied().unwrap_or(0)
    }
}

/// A game, ready to be played.
pub(crate) struct Rules<const W: usize> {
    pub spec: Spec,
    /// The kinds in text: letters and marks. Their words are in the [`Info`](helgi_rules::Info) of the game.
    pub signs: Vec<PieceInfo>,
    /// The number of kinds that can be in hand; 0 in a game without hands.
    pub pocket: u8,
    /// The kinds in the order in which a hand is written: as Fairy-Stockfish does, from the king down to the pawn.
    pub hand_order: Vec<Kind>,
    /// True if a royal piece can be in check.
    pub has_check: bool,
    pub geometry: Geometry<W>,
    pub kinds: Vec<KindFacts>,
    /// By side, then by kind.
    movements: [Vec<Movement<W>>; 2],
    pub sites: [Sites<W>; 2],
    pub legality: Legality,
    /// True if a game can end by what is on the board.
    pub has_ends: bool,
    /// False if every move captures, as in clobber: then none counts as noisy, or the search would go to the end of
    /// every game.
    pub has_quiet_moves: bool,
    /// True if positions tell which pieces have not moved.
    pub notes_first_moves: bool,
    /// True if moves have to be looked at one by one before they are legal.
    pub is_filtered: bool,
    /// True if some moves are legal only because, or as long as, there are no others.
    pub has_compulsion: bool,
    /// True if some piece hops, so that one more on the board may let it attack.
    pub has_hoppers: bool,
    pub king: Option<Kind>,
    /// True if it matters which of several kings of a side are royal.
    pub has_several_kings: bool,
    /// The grid of which moves have to cross a line.
    pub grid: Option<Grid<W>>,
    /// By side: the number of its pieces at the start, if some only go forward as long as none is captured.
    pub pieces_at_start: Option<[usize; 2]>,
    /// The kinds that nothing hops over and that do not capture each other.
    pub unhopped: Vec<Kind>,
    /// By side and kind.
    pub promotion_zone: [Vec<Bitboard<W>>; 2],
    pub en_passant_region: [Bitboard<W>; 2],
    /// By side and kind.
    pub drop_zone: [Vec<Bitboard<W>>; 2],
    pub files: Vec<Bitboard<W>>,
    pub dark: Bitboard<W>,
    pub flag_region: [Bitboard<W>; 2],
    /// By side and kind: the squares where such a piece wins by arriving, whatever the other side does.
    pub flag_squares: [Vec<Bitboard<W>>; 2],
    /// The squares that are filled before drops have to enclose pieces.
    pub enclosing_start: Bitboard<W>,
    /// By square: those around it.
    pub around: Box<[Bitboard<W>; 256]>,
    /// By side and kind: what it promotes to, if it promotes as pawns do.
    pub promotions: [Vec<Vec<Kind>>; 2],
    /// By side: the castling rank.
    pub castling_rank: [Bitboard<W>; 2],
    /// The squares of walls, in a game in which they are built.
    pub walls: Option<Box<WallTables<W>>>,
    /// The rules that Fairy-Stockfish's form does not have.
    pub beyond: Option<Box<BeyondTables<W>>>,
    /// The phases in words.
    pub phases: Vec<Phrase>,
    /// The facts about the game, for the words of results; `None` of tables that are made for counting alone.
    pub info: Option<&'static Info>,
    /// The kind of the piece that moved last, for pieces that imitate it; `None` before the first move, and in games without them.
    pub last: Option<Slot>,
    /// The tables after the move of each kind that is imitated; none in games without imitators, and in such tables themselves.
    after: Vec<(Slot, OnceLock<Box<Rules<W>>>)>,
    /// The facts that show whether a side can win.
    /// Made by [`insufficient`](crate::insufficient) when it is first asked for.
    pub material: OnceLock<MaterialTables>,
}

impl<const W: usize> Rules<W> {
    /// The tables of a game of which the board fits. `phases` are its phases in words.
    pub fn new(spec: &Spec, phases: Vec<Phrase>, info: Option<&'static Info>) -> Self {
        Self::with_moves(spec, None, kinds(spec), phases, info, |_, _, paths| paths.to_vec())
    }

    /// The tables with which a position can be read, and nothing else: without the moves of pieces that cannot give check in it
    /// to the side that is not to move. A file with a hundred games is checked while it is typed.
    pub fn for_position(spec: &Spec, position: &str) -> Self {
        let kinds = kinds(spec);
        let threats = Threats::new(spec, &kinds, position);
        let wanted = |kind: Kind, side: Side, paths: &[Path]| threats.among(kind, side, paths);
        Self::with_moves(spec, None, kinds, Vec::new(), None, wanted)
    }

    /// The tables after a move of a piece of this kind; `None` if nobody imitates it.
    pub fn after(&self, slot: Slot) -> Option<&Rules<W>> {
        let (_, tables) = self.after.iter().find(|(imitated, _)| *imitated == slot)?;
        Some(tables.get_or_init(|| {
            let (spec, phases) = (&self.spec, self.phases.clone());
            let all = |_: Kind, _: Side, paths: &[Path]| paths.to_vec();
            Box::new(Self::with_moves(spec, Some(slot), kinds(spec), phases, self.info, all))
        }))
    }

    /// Returns true if some piece moves as the last one did.
    pub fn has_imitators(&self) -> bool {
        self.last.is_some() || !self.after.is_empty()
    }

    /// The tables after a move of a piece of this kind, with the moves of each kind and side on those of its paths that are wanted.
    fn with_moves(
        spec: &Spec,
        last: Option<Slot>,
        kinds: Vec<KindFacts>,
        phases: Vec<Phrase>,
        info: Option<&'static Info>,
        wanted: impl Fn(Kind, Side, &[Path]) -> Vec<Path>,
    ) -> Self {
        let (spec, signs) = (spec.clone(), signs(spec));
        let geometry = Geometry::<W>::new(numbered_outline(&spec));
        let all_paths = Side::BOTH.map(|side| -> Vec<Vec<Path>> {
            let all = kinds.iter().map(|facts| {
                let imitated = last.map(|last| imitated_paths(&spec, facts.slot, last, side));
                [paths(&spec, facts.slot, side), imitated.unwrap_or_default()].concat()
            });
            all.collect()
        });
        let has_imitators = spec.slots().any(|slot| imitates(&spec, slot).is_some());
        let imitated = imitated_slots(&spec).filter(|_| has_imitators && last.is_none());
        let after = imitated.map(|slot| (slot, OnceLock::new())).collect();
        let still = board::Movement::of_paths(&geometry, &[], Side::White);
        let movement = |side: Side| {
            let of_kind = |(index, (facts, paths)): (usize, (&KindFacts, &Vec<Path>))| {
                let paths = wanted(Kind(index as u8), side, paths);
                movement(&spec, &geometry, facts, side, paths, &still)
            };
            kinds.iter().zip(&all_paths[side.index()]).enumerate().map(of_kind).collect()
        };
        let movements: [Vec<Movement<W>>; 2] = Side::BOTH.map(movement);
        let grid = grid(&spec, &geometry);
        let pieces_at_start = (!spec.beyond.forward_first.is_empty()).then(|| pieces_at_start(&spec));
        let sites = movements.each_ref().map(|movements| sites(&geometry, movements, grid.as_ref()));
        let king = kinds.iter().position(|facts| facts.slot == Slot::KING).map(|index| Kind(index as u8));
        let has_shots = movements.iter().flatten().any(Movement::shoots);
        let has_rare_moves = movements.iter().flatten().any(|movement| movement.rare.is_some());
        let beyond =
            BeyondTables::new(&spec, &signs, &geometry, &kinds, (has_shots, has_rare_moves)).map(Box::new);
        // Guards count the pieces on a way; on these ways it matters where each of them stands.
        let is_marked = |path: &Path| matches!(path.passing, Passing::Marked | Passing::Several);
        let of_white = || all_paths[Side::White.index()].iter().flatten();
        let has_marks = of_white().any(is_marked);
        // Walls that are built instead of a move are tested one by one, in `visit_walls`.
        let builds_always = spec.walling != Walling::None && !spec.wall_or_move;
        // From the cheapest that is right for the game: guards see all at once, playing sees one move at a time.
        let legality = match king {
            _ if spec.pseudo_royal => Legality::Examined,
            // A move changes what imitators attack, too.
            Some(_) if beyond.is_some() || builds_always || has_marks || has_imitators => Legality::Played,
            Some(_) => Legality::Guarded,
            None => Legality::Free,
        };
        let is_filtered = matches!(legality, Legality::Examined | Legality::Played)
            || !spec.checking
            || !spec.drop_checks
            || spec.drop_opposite_bishops
            || spec.no_pawn_drop_mate
            || spec.regional.makpong
            || grid.is_some()
            || pieces_at_start.is_some();
        let has_compulsion = spec.must_capture || spec.must_drop || spec.pass_on_stalemate.contains(&true);
        let has_ends = spec.extinction.is_some()
            || spec.flag_region.iter().any(|region| !region.is_empty())
            || spec.check_counting
            || spec.pass.contains(&true)
            || spec.pass_on_stalemate.contains(&true)
            || spec.full_board
            || spec.bikjang
            || spec.shuttling_illegal
            || spec.castling_wins != 0
            || spec.beyond.has_ends()
            || spec.connects();
        let hops = |path: &Path| path.passing.hops();
        let hops_along_lines =
            |facts: &KindFacts| line_paths(&spec, facts.slot, Side::White).iter().any(hops);
        // Without hoppers another piece on the board never opens a line.
        let has_hoppers = of_white().any(hops) || kinds.iter().any(hops_along_lines);
        let has_quiet_moves = spec.drops || spec.beyond.own_dialect || of_white().any(Path::is_quiet);
        let own_rank = |rank: u8| [geometry.rank(rank), geometry.rank(spec.ranks.saturating_sub(1 + rank))];
        let first_rank = own_rank(0);
        let drop_zone = |side: Side| {
            let zone =
                |facts: &KindFacts| drop_zone(&spec, &geometry, facts.slot, side, first_rank[side.index()]);
            kinds.iter().map(zone).collect()
        };
        let promotion_zone = |side: Side| {
            kinds.iter().map(|facts| set(&geometry, promotion_region(&spec, facts.slot, side))).collect()
        };
        let promotions = |side: Side| {
            let of_kind = |facts: &KindFacts| {
                let origin = hand_slot(&kinds, facts, side);
                let of_type = |slot: Slot| promotion_kind(&spec, &signs, &kinds, origin, side, slot);
                spec.promotions[side.index()].iter().filter_map(of_type).collect()
            };
            kinds.iter().map(of_kind).collect()
        };
        // Where moves have effects of their own, a look at where one leads is not enough.
        let flag_ends =
            !spec.flag_move && !spec.flag_safe && spec.flag_count <= 1 && !spec.beyond.changes_moves();
        let flag_region = spec.flag_region.each_ref().map(|region| set(&geometry, region));
        let flag_squares = |side: Side| {
            let squares = flag_region[side.index()].when(flag_ends);
            kinds.iter().map(|facts| squares.when(spec.is_runner(facts.slot, side))).collect()
        };
        let around = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
        let around: Vec<(i8, i8)> = around.filter(|&step| step != (0, 0)).collect();
        Rules {
            promotion_zone: Side::BOTH.map(promotion_zone),
            en_passant_region: spec.en_passant_region.each_ref().map(|region| set(&geometry, region)),
            flag_region,
            flag_squares: Side::BOTH.map(flag_squares),
            drop_zone: Side::BOTH.map(drop_zone),
            files: (0..spec.files).map(|file| geometry.select(|its_file, _| its_file == file)).collect(),
            dark: geometry.select(|file, rank| (file + rank) % 2 == 0),
            enclosing_start: set(&geometry, &spec.enclosing_start),
            around: geometry.leaps(&around),
            promotions: Side::BOTH.map(promotions),
            castling_rank: own_rank(spec.castling_rank),
            walls: WallTables::new(&spec, &geometry).map(Box::new),
            pocket: pocket(&spec),
            hand_order: hand_order(&kinds),
            has_check: signs.iter().any(|piece| piece.royalty == Royalty::Checked),
            unhopped: unhopped(&spec, &kinds),
            has_several_kings: spec.beyond.royal_kings != RoyalKings::First,
            pieces_at_start,
            grid,
            notes_first_moves: spec.has_gates() || !spec.beyond.first_movers.is_empty(),
            spec,
            signs,
            geometry,
            kinds,
            movements,
            sites,
            legality,
            is_filtered,
            has_compulsion,
            has_ends,
            has_quiet_moves,
            has_hoppers,
            king,
            beyond,
            phases,
            info,
            last,
            after,
            material: OnceLock::new(),
        }
    }

    /// Returns true if a position may occur again after a move that counts as progress: pieces come back from the hand, or
    /// only some rule calls it so.
    #[inline]
    pub fn comes_back(&self) -> bool {
        let beyond = &self.spec.beyond;
        self.spec.captures_to_hand
            || beyond.clock_always
            // A pawn may come back as another piece, or as one of the other side.
            || !beyond.move_changes_side.is_empty()
            || beyond.move_turns.iter().any(Option::is_some)
    }

    /// Returns true if captors are never captured back, because they stay where they are or change sides.
    fn ends_exchanges(&self) -> bool {
        let fates = self.beyond.as_ref().and_then(|beyond| beyond.fates.as_ref());
        fates.is_some_and(Fates::ends_exchanges)
    }

    /// The first rank of a side.
    pub fn first_rank(&self, side: Side) -> Bitboard<W> {
        self.geometry.rank(if side == Side::White { 0 } else { self.spec.ranks.saturating_sub(1) })
    }

    /// The moves of a piece.
    #[inline]
    pub fn movement(&self, piece: Piece) -> &Movement<W> {
        &self.movements[piece.side.index()][piece.kind.index()]
    }

    /// The facts about a kind.
    #[inline]
    pub fn facts(&self, kind: Kind) -> &KindFacts {
        &self.kinds[kind.index()]
    }

    /// Returns true if nothing hops over a kind.
    #[inline]
    pub fn is_unhopped(&self, kind: Kind) -> bool {
        // Asked for each piece, and there are none in nearly all games.
        !self.unhopped.is_empty() && self.unhopped.contains(&kind)
    }

    /// Returns true if any piece has [rare moves](crate::rare).
    #[inline]
    pub fn has_rare_moves(&self) -> bool {
        self.beyond.as_ref().is_some_and(|beyond| beyond.has_rare_moves)
    }

    /// Returns true if passes of the game itself are counted, of which two end it. Those of a piece that goes and comes back
    /// are not.
    #[inline]
    pub fn counts_passes(&self) -> bool {
        let has_passes = self.spec.pass != [false; 2] || self.spec.pass_on_stalemate != [false; 2];
        has_passes && self.spec.beyond.phases.is_empty()
    }

    /// All kinds on the board.
    #[inline]
    pub fn all_kinds(&self) -> impl Iterator<Item = Kind> + use<W> {
        (0..self.kinds.len() as u8).map(Kind)
    }

    /// The hints to an evaluation that is not made for the game.
    pub fn hints(&self) -> EvalHints {
        let spec = &self.spec;
        let worth =
            |facts: &KindFacts| spec.worths[facts.slot.index()].map(|[middle, end]| (middle + end) / 2);
        let runners = |side: Side| {
            let is_runner = |kind: &Kind| spec.is_runner(self.facts(*kind).slot, side);
            self.all_kinds().filter(is_runner).collect()
        };
        let wins_at = |side: Side| {
            self.flag_squares[side.index()].iter().map(|squares| squares.into_iter().collect()).collect()
        };
        // By what the tables say of every square: a game in which no piece attacks anything.
        let captures_nothing =
            self.sites.iter().all(|sites| sites.origins.iter().all(|from| from.is_empty()));
        let wins_by_losing = spec.extinction.is_some_and(|verdict| verdict != Verdict::Loss);
        EvalHints {
            worths: self.kinds.iter().map(worth).collect(),
            runners: Side::BOTH.map(runners),
            goals: Side::BOTH.map(|side| self.flag_region[side.index()].into_iter().collect()),
            wins_at: Side::BOTH.map(wins_at),
            losing_wins: wins_by_losing && spec.extinction_types.is_together()
                || self.king.is_none() && spec.must_capture && spec.stalemate == Verdict::Win,
            room_decides: self.walls.is_some() && spec.stalemate == Verdict::Loss && captures_nothing,
            no_recapture: spec.blast || self.ends_exchanges(),
            only_mate_wins: self.king.is_some() && !self.has_ends && spec.stalemate == Verdict::Draw,
        }
    }

    /// The kinds that are of one kind of the file, promoted or not.
    pub fn of_slot(&self, slot: Slot) -> impl Iterator<Item = Kind> + '_ {
        let all = self.kinds.iter().enumerate();
        all.filter(move |(_, facts)| facts.slot == slot).map(|(index, _)| Kind(index as u8))
    }

    /// The kinds that are of these kinds of the file.
    pub fn of_types(&self, types: Types) -> impl Iterator<Item = Kind> + '_ {
        let all = self.kinds.iter().enumerate();
        all.filter(move |(_, facts)| types.has(facts.slot)).map(|(index, _)| Kind(index as u8))
    }
}

/// The squares where a kind promotes.
fn promotion_region(spec: &Spec, slot: Slot, side: Side) -> &Region {
    region_of(&spec.beyond.promotion_regions, &spec.promotion_region, slot, side)
}

/// The kinds of janggi's cannon, with the moves that it has by its name.
fn unhopped(spec: &Spec, kinds: &[KindFacts]) -> Vec<Kind> {
    let cannon = Slot::JANGGI_CANNON;
    let all = kinds.iter().enumerate().filter(|_| spec.moves(cannon).is_none());
    all.filter(|(_, facts)| facts.slot == cannon).map(|(index, _)| Kind(index as u8)).collect()
}

fn sites<const W: usize>(
    geometry: &Geometry<W>,
    movements: &[Movement<W>],
    grid: Option<&Grid<W>>,
) -> Sites<W> {
    let squares = geometry.outline().len();
    let mut sites =
        Sites { origins: Box::new([Bitboard::EMPTY; 256]), kinds: vec![0; squares * squares], squares };
    for (kind, movement) in movements.iter().enumerate().filter(|(_, movement)| !movement.attacks_nothing()) {
        for from in geometry.all() {
            let mut to = movement.attack_range(from);
            to |= movement.facing_range(from);
            if let Some(fields) = grid {
                to -= fields[from.index()];
            }
            for to in to {
                sites.origins[to.index()].insert(from);
                sites.kinds[to.index() * squares + from.index()] |= 1 << kind;
            }
        }
    }
    sites
}

/// The squares where a side may drop a kind, but for what depends on the position.
fn drop_zone<const W: usize>(
    spec: &Spec,
    geometry: &Geometry<W>,
    slot: Slot,
    side: Side,
    first_rank: Bitboard<W>,
) -> Bitboard<W> {
    let index = side.index();
    let mut zone = set(geometry, region_of(&spec.beyond.drop_regions, &spec.drop_region, slot, side));
    let region = set(geometry, &spec.mobility[index][slot]);
    if !region.is_empty() {
        zone &= region;
    }
    if slot == Slot::ROOK && spec.regional.sittuyin_rook_drop {
        zone &= first_rank;
    }
    if slot == Slot::PAWN {
        if !spec.promotion_zone_pawn_drops {
            zone -= set(geometry, promotion_region(spec, slot, side));
        }
        if !spec.first_rank_pawn_drops {
            zone -= first_rank;
        }
    }
    zone
}
