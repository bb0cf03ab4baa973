//! Positions that nobody can win any more, found by the pieces on the board.
//!
//! The rule is derived from the others, and never wrong about a win: a game in which another rule could let such pieces
//! win has no such positions. Where only mate wins, they are those in which
//!
//! * all pieces but the kings move on squares of one colour, as bishops do, or
//! * one piece is left besides the kings, and it mates a bare king on no square of the board.
//!
//! A bare king wins no game there, whatever the other side has. Where checks win as well, only bare kings cannot win; in
//! other games with kings two of them cannot, if none of their positions is decided. Atomic chess and
//! antichess have rules of their own, those of lichess (python-chess, `has_insufficient_material`).

use crate::material_tables::{MaterialRule, MaterialTables, Power};
use crate::passed::Passed;
use crate::position::FilePosition;
use crate::rare::rare_types;
use crate::rights::Castlings;
use crate::slot::{Slot, Types};
use crate::spec::{Enclosing, MaterialCount, Spec, Verdict, Walling};
use crate::tables::Rules;
use helgi_rules::board::{Bitboard, Cells, Kind, Piece, Side, Square};
use helgi_rules::{Outcome, Position};
use std::sync::OnceLock;

/// The facts of a game, made when they are first asked for.
#[inline]
fn material<const W: usize>(rules: &Rules<W>) -> &MaterialTables {
    rules.material.get_or_init(|| {
        let rule = rule(rules);
        let powers = match rule {
            MaterialRule::Mate => rules.all_kinds().map(|kind| power(rules, kind)).collect(),
            _ => Vec::new(),
        };
        MaterialTables { rule, powers, bare_kings_draw: OnceLock::new() }
    })
}

fn rule<const W: usize>(rules: &Rules<W>) -> MaterialRule {
    let spec = &rules.spec;
    if !spec.insufficient_material || !material_only_shrinks(spec) {
        return MaterialRule::Never;
    }
    let has_flags = spec.flag_region.iter().any(|region| !region.is_empty());
    let mate_decides = spec.checking && spec.checkmate == Verdict::Loss && !has_flags;
    match rules.king {
        Some(king)
            // Another way to win would let pieces win that cannot mate.
            if mate_decides
                && !spec.beyond.changes_mates()
                && spec.stalemate == Verdict::Draw
                && spec.extinction.is_none()
                && !spec.pseudo_royal
                && !spec.flying_general
                && !rules.has_imitators()
                && has_plain_king(rules, king) =>
        {
            // A king that may not move out of check is mated by any piece.
            if spec.check_counting || spec.regional.makpong {
                MaterialRule::Checks
            } else {
                MaterialRule::Mate
            }
        }
        Some(_) => MaterialRule::BareKings,
        None if spec.beyond.changes_mates() => MaterialRule::Never,
        None if mate_decides && is_atomic(spec) => MaterialRule::Atomic,
        None if is_losing(spec) => MaterialRule::Losing,
        None => MaterialRule::Never,
    }
}

/// Returns true if pieces only ever leave the board, and neither walls, repetition nor points decide games.
fn material_only_shrinks(spec: &Spec) -> bool {
    let beyond = &spec.beyond;
    !spec.captures_to_hand
        && !spec.two_boards
        && !spec.free_drops
        && spec.enclosing_drop == Enclosing::None
        && spec.flip_enclosed == Enclosing::None
        && spec.walling == Walling::None
        && spec.petrify.is_empty()
        && spec.material == MaterialCount::None
        && (spec.fold_rule == 0 || spec.fold_value == Verdict::Draw)
        && !spec.perpetual_illegal
        && !spec.chasing
        && !spec.connects()
        && !spec.regional.shatar_mate
        && spec.castling_wins == 0
        && beyond.holes.is_empty()
        && !beyond.changes_effects()
        && rare_types(spec).is_empty()
        && !beyond.has_ends()
        && !beyond.points_by_moves
        && !beyond.points_by_fold
}

/// Returns true if the king goes one step in any direction, so that two kings never attack each other.
fn has_plain_king<const W: usize>(rules: &Rules<W>, king: Kind) -> bool {
    Side::BOTH.into_iter().all(|side| {
        let movement = rules.movement(Piece { kind: king, side });
        rules.geometry.all().into_iter().all(|from| {
            let around = rules.around[from.index()];
            movement.attack_range(from) == around && movement.range[from.index()] == around
        })
    })
}

/// Returns true if the kinds of a game are among these, and move as in chess.
fn has_only(spec: &Spec, known: &[Slot]) -> bool {
    let is_known = |slot: Slot| known.contains(&slot) && spec.betza(slot) == slot.betza();
    spec.files == 8 && spec.ranks == 8 && spec.slots().all(is_known)
}

// The king of atomic chess is a commoner.
const CHESS: [Slot; 6] = [Slot::PAWN, Slot::KNIGHT, Slot::BISHOP, Slot::ROOK, Slot::QUEEN, Slot::COMMONER];

fn is_atomic(spec: &Spec) -> bool {
    spec.blast
        && spec.blast_immune.is_empty()
        && spec.mutually_immune.is_empty()
        && spec.pseudo_royal
        && spec.extinction == Some(Verdict::Loss)
        && spec.extinction_types == Types::of(&[Slot::COMMONER])
        && spec.extinction_count == 0
        && !spec.extinction_claim
        && !spec.check_counting
        && spec.stalemate == Verdict::Draw
        && has_only(spec, &CHESS)
}

fn is_losing(spec: &Spec) -> bool {
    spec.must_capture
        && !spec.blast
        && !spec.pseudo_royal
        && spec.extinction == Some(Verdict::Win)
        && spec.extinction_types.is_together()
        && spec.extinction_count == 0
        && spec.extinction_opponent_count == 0
        && !spec.extinction_claim
        && !spec.check_counting
        && spec.flag_region.iter().all(|region| region.is_empty())
        && has_only(spec, &CHESS)
}

fn power<const W: usize>(rules: &Rules<W>, kind: Kind) -> Power {
    let movements = Side::BOTH.map(|side| rules.movement(Piece { kind, side }));
    if movements.iter().any(|movement| !movement.is_plain || movement.shoots()) {
        return Power::Mates;
    }
    let all = rules.geometry.all();
    let keeps_colour = movements.iter().all(|movement| {
        all.into_iter().all(|from| {
            let same = if rules.dark.has(from) { rules.dark } else { all - rules.dark };
            movement.everywhere(from).is_subset(same)
        })
    });
    // On a single file or rank two squares of one colour may be all that a king can reach.
    if keeps_colour && rules.spec.files > 1 && rules.spec.ranks > 1 {
        return Power::Bound;
    }
    let mates = movements.iter().any(|movement| {
        all.into_iter().any(|king| mates_on(rules, king, |from| movement.attack_range(from)))
    });
    if mates { Power::Mates } else { Power::Weak }
}

/// Returns true if a bare king on a square may be mated by a king and a piece that attacks these squares; what stands in
/// the way of the piece is not looked at.
fn mates_on<const W: usize>(rules: &Rules<W>, king: Square, attacks: impl Fn(Square) -> Bitboard<W>) -> bool {
    let (all, around) = (rules.geometry.all(), &rules.around);
    let escapes = around[king.index()];
    let others = all - Bitboard::from(king);
    others.into_iter().filter(|&piece| attacks(piece).has(king)).any(|piece| {
        // The piece does not guard its own square, on which the king may take it.
        let left = escapes - (attacks(piece) - Bitboard::from(piece));
        (others - escapes - Bitboard::from(piece))
            .into_iter()
            .any(|helper| left.is_subset(around[helper.index()]))
    })
}

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// Returns true if no play of both sides lets `side` win, as far as the pieces show.
    pub(crate) fn cannot_win_by_material(&self, side: Side) -> bool {
        let tables = material(self.rules);
        let is_lost = match tables.rule {
            MaterialRule::Never => return false,
            MaterialRule::Mate => self.is_bare(side) || self.cannot_mate(tables),
            MaterialRule::Checks => self.is_bare(side),
            MaterialRule::BareKings => self.have_bare_kings_drawn(tables),
            MaterialRule::Atomic => self.cannot_blow_up(side),
            MaterialRule::Losing => self.cannot_lose_all(side),
        };
        is_lost && self.is_plain_board()
    }

    /// Returns true if neither side can win, as far as the pieces show.
    #[inline]
    pub(crate) fn is_dead_by_material(&self) -> bool {
        let tables = material(self.rules);
        match tables.rule {
            MaterialRule::Never => false,
            MaterialRule::Mate => self.cannot_mate(tables) && self.is_plain_board(),
            MaterialRule::BareKings => self.have_bare_kings_drawn(tables) && self.is_plain_board(),
            // Quick to see in most positions.
            MaterialRule::Checks if self.cells.occupied().len() > 2 => false,
            _ => Side::BOTH.into_iter().all(|side| self.cannot_win_by_material(side)),
        }
    }

    /// Returns true if nothing is in hand, and there are no walls.
    fn is_plain_board(&self) -> bool {
        let has_hands = self.rules.pocket > 0;
        self.walls.squares().is_empty()
            && !(has_hands && Side::BOTH.into_iter().any(|side| self.hand_size(side) > 0))
    }

    /// Returns true if a side has its king and nothing else, and the other side has its king.
    fn is_bare(&self, side: Side) -> bool {
        let Some(king) = self.rules.king else { return false };
        let own = self.cells.of(side, king);
        own == self.cells.side(side) && own.len() == 1 && self.cells.of(!side, king).len() == 1
    }

    /// Returns true if the pieces on the board, whosever they are, can mate neither king.
    fn cannot_mate(&self, tables: &MaterialTables) -> bool {
        let Some(king) = self.rules.king else { return false };
        let (mut weak, mut colours) = (0, [false; 2]);
        for square in self.cells.occupied() {
            let Some(piece) = self.cells.at(square).filter(|piece| piece.kind != king) else { continue };
            match tables.powers.get(piece.kind.index()) {
                Some(Power::Bound) => colours[usize::from(self.rules.dark.has(square))] = true,
                Some(Power::Weak) => weak += 1,
                _ => return false,
            }
            if weak > 1 || colours == [true; 2] || weak == 1 && colours != [false; 2] {
                return false;
            }
        }
        Side::BOTH.into_iter().all(|side| self.cells.of(side, king).len() == 1)
    }

    fn have_bare_kings_drawn(&self, tables: &MaterialTables) -> bool {
        self.cells.occupied().len() == 2
            && self.is_bare(Side::White)
            && self.is_bare(Side::Black)
            && *tables.bare_kings_draw.get_or_init(|| self.bare_kings_draw())
    }

    /// Tries all positions of two bare kings: returns true if none of them is decided.
    fn bare_kings_draw(&self) -> bool {
        let Some(kind) = self.rules.king else { return false };
        let squares = |side: Side| self.rules.movement(Piece { kind, side }).region;
        let checks = if self.rules.spec.check_counting { [u8::MAX; 2] } else { [0; 2] };
        squares(Side::White).into_iter().all(|white| {
            (squares(Side::Black) - Bitboard::from(white)).into_iter().all(|black| {
                let mut cells = Cells::default();
                cells.put(white, Piece { kind, side: Side::White });
                cells.put(black, Piece { kind, side: Side::Black });
                Side::BOTH.into_iter().all(|side| {
                    let mut position = self.clone();
                    position.cells = cells.clone();
                    (position.castlings, position.checks) = (Castlings::NONE, checks);
                    (position.passed, position.frozen, position.passes) = (Passed::NONE, None, 0);
                    (position.checking, position.count_limit, position.turn.side) = ([0; 2], 0, side);
                    position.is_undecided()
                })
            })
        })
    }

    /// Returns true if nobody has won in a position without repetition and counts, or if it cannot come about.
    fn is_undecided(&self) -> bool {
        let side = self.turn.side;
        let can_capture =
            self.king(!side).is_some_and(|king| self.is_attacked(king, side, self.occupied(), true));
        let has_winner = |outcome: Outcome| outcome.winner.is_some();
        can_capture
            || !self.outcome().is_some_and(has_winner) && (self.has_moves() || !has_winner(self.no_moves()))
    }

    /// Atomic chess: returns true if the king of the other side cannot be blown up by any play.
    fn cannot_blow_up(&self, side: Side) -> bool {
        let counts = |slot: Slot| Side::BOTH.map(|side| self.of_slot(side, slot).len());
        let kings = counts(Slot::COMMONER);
        if kings != [1; 2] {
            return false;
        }
        let [own, theirs] = [side, !side].map(|side| self.cells.side(side).len() - 1);
        if own == 0 {
            return true;
        }
        let bishops = Side::BOTH.map(|side| self.of_slot(side, Slot::BISHOP));
        if theirs > 0 {
            // Their own pieces can explode beside their king, unless bishops never meet.
            let dark = self.rules.dark;
            let are_bound = bishops.iter().all(|bishops| bishops.is_subset(dark) || !bishops.meets(dark));
            // Bishops of one colour a side, and not of the same, never meet: nothing can be captured.
            let are_all = bishops[0].len() + bishops[1].len() == own + theirs;
            return are_all && are_bound && bishops[0].meets(dark) != bishops[1].meets(dark);
        }
        // The bare king has nothing beside it that could be taken: only mate wins, and these pieces never mate.
        let number = |slot: Slot| counts(slot)[side.index()];
        let (knights, minors) = (number(Slot::KNIGHT), number(Slot::BISHOP) + number(Slot::ROOK));
        knights + minors == own && (own == 1 || own == 2 && minors == 0)
    }

    /// Antichess: returns true if some piece of a side can never be captured.
    fn cannot_lose_all(&self, side: Side) -> bool {
        let occupied = self.cells.occupied();
        let [own, theirs] = [side, !side].map(|side| self.cells.side(side));
        if own.is_empty() || theirs.is_empty() {
            return false;
        }
        let dark = self.rules.dark;
        let is_all = |slot: Slot| {
            occupied.into_iter().all(|square| {
                self.cells.at(square).is_some_and(|piece| self.rules.facts(piece.kind).slot == slot)
            })
        };
        if is_all(Slot::BISHOP) {
            let is_safe = |colour: Bitboard<W>| own.meets(colour) && !theirs.meets(colour);
            return is_safe(dark) || is_safe(self.rules.geometry.all() - dark);
        }
        // Each knight changes the colour of its square with each move: one of two never meets the other to move.
        let differs = own.meets(dark) != theirs.meets(dark);
        own.len() == 1 && theirs.len() == 1 && is_all(Slot::KNIGHT) && differs == (self.turn.side == side)
    }
}
