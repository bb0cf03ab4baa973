//! A game from a file as a game of the rules: its pieces, its facts, and the size of its board.

use crate::betza;
use crate::ends::REASONS;
use crate::house;
use crate::kind_facts::{KindFacts, origins, remembers_pawns};
use crate::position::FilePosition;
use crate::slot::Slot;
use crate::spec::{Spec, Walling};
use crate::tables::{Rules, terms};
use helgi_rules::board::{Kind, Outline};
use helgi_rules::{
    Captives, EvalHints, FenError, Game, Info, OtherLetters, PieceInfo, PieceMark, Promotion, Royalty,
    Symmetry,
};
use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A game from a file that can be played, on a board of up to `N` squares in `W` words. It is kept for the life of the
/// process; its tables are made when its first position is.
#[derive(Clone, Copy)]
pub struct DescribedGame<const W: usize, const N: usize> {
    kept: &'static Kept<W>,
}

/// A game that is kept: what a file says of it, its facts, and its tables once it is played.
struct Kept<const W: usize> {
    spec: Arc<Spec>,
    info: Info,
    outline: Outline,
    tables: OnceLock<Rules<W>>,
}

/// The most squares of a board.
pub const MOST_SQUARES: usize = 192;
/// The most kinds of pieces that can be in hand.
pub const MOST_IN_HAND: usize = 16;

impl<const W: usize, const N: usize> DescribedGame<W, N> {
    /// The game of a specification that has been checked.
    pub(crate) fn new(spec: Arc<Spec>) -> Self {
        let (info, outline) = (info(&spec), outline(&spec));
        DescribedGame { kept: Box::leak(Box::new(Kept { spec, info, outline, tables: OnceLock::new() })) }
    }

    /// The game as plain data.
    #[must_use]
    pub fn spec(&self) -> &'static Spec {
        &self.kept.spec
    }

    fn tables(&self) -> &'static Rules<W> {
        self.kept.tables.get_or_init(|| {
            let spec = &self.kept.spec;
            let phases = spec.beyond.phases.iter().map(|phase| leak(phase.words(spec)));
            Rules::new(spec, phases.collect())
        })
    }
}

impl<const W: usize, const N: usize> fmt::Debug for DescribedGame<W, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kept.spec.name)
    }
}

impl<const W: usize, const N: usize> Game for DescribedGame<W, N> {
    type Position = FilePosition<'static, W, N>;

    fn info(&self) -> &'static Info {
        &self.kept.info
    }

    fn outline(&self) -> &'static Outline {
        &self.kept.outline
    }

    fn fingerprint(&self) -> Option<String> {
        Some(self.kept.spec.fingerprint())
    }

    fn source(&self) -> Option<&(dyn Any + Send + Sync)> {
        Some(&*self.kept.spec)
    }

    /// The start position was read together with the game.
    fn check_start(&self) -> Result<(), FenError> {
        Ok(())
    }

    fn hints(&self) -> EvalHints {
        self.tables().hints()
    }

    fn other_letters(&self) -> OtherLetters {
        let rules = self.tables();
        let is_promoted = |kind: &Kind| rules.signs[kind.index()].mark == PieceMark::Plus;
        let letter = |kind: Kind| (kind, rules.spec.letter(rules.facts(kind).slot));
        OtherLetters {
            pieces: rules.spec.other_letters(),
            promotions: rules.all_kinds().filter(is_promoted).map(letter).collect(),
        }
    }

    fn parse(&self, fen: &str) -> Result<Self::Position, FenError> {
        FilePosition::read(self.tables(), fen)
    }

    fn format(&self, position: &Self::Position) -> String {
        position.text()
    }
}

/// A text that is kept for the life of the process, with a game that is.
fn leak(text: impl Into<String>) -> &'static str {
    Box::leak(text.into().into_boxed_str())
}

/// The squares of the board.
pub(crate) fn outline(spec: &Spec) -> Outline {
    Outline::new(spec.files, spec.ranks, |file, rank| !spec.beyond.holes.has(file, rank))
}

/// The number of kinds that a game has on the board, promoted ones counted.
pub(crate) fn count_kinds(spec: &Spec) -> usize {
    pieces_of(spec).len()
}

/// One kind on the board: the kind of the file that it moves as, the one that it is in hand or turns back to, by side
/// the one that it was before it was promoted as a pawn, and its mark.
struct Standing {
    slot: Slot,
    base: Slot,
    origins: [Slot; 2],
    mark: PieceMark,
}

impl Standing {
    fn new(slot: Slot, base: Slot, mark: PieceMark) -> Self {
        Standing { slot, base, origins: [base; 2], mark }
    }
}

/// Returns true if a kind comes about only by the promotion of another one, so that it is never in hand.
fn is_only_promoted(spec: &Spec, slot: Slot) -> bool {
    let letter = spec.letter(slot);
    let mut before = ' ';
    let stands = spec.start.split(' ').next().unwrap_or("").chars().any(|c| {
        let is_plain = c.eq_ignore_ascii_case(&letter) && before != '+';
        before = c;
        is_plain
    });
    spec.promoted.contains(&Some(slot))
        && !stands
        && !spec.drop_loop
        && !spec.promotions.iter().chain(&spec.beyond.choices).any(|types| types.has(slot))
}

/// The number of kinds that can be in hand.
pub(crate) fn count_in_hand(spec: &Spec) -> usize {
    spec.slots().filter(|&slot| !is_only_promoted(spec, slot)).count()
}

/// The kinds on the board: plain ones first, those that can be in hand before the others, then those with a promotion
/// of their own, then promoted pawns.
fn pieces_of(spec: &Spec) -> Vec<Standing> {
    let (late, early): (Vec<Slot>, Vec<Slot>) = spec.slots().partition(|&slot| is_only_promoted(spec, slot));
    let plain = early.into_iter().chain(late);
    let mut kinds: Vec<Standing> = plain.map(|slot| Standing::new(slot, slot, PieceMark::None)).collect();
    for base in spec.slots() {
        if let Some(slot) = spec.promoted[base.index()].filter(|slot| spec.pieces[slot.index()].is_some()) {
            kinds.push(Standing::new(slot, base, PieceMark::Plus));
        }
    }
    if remembers_pawns(spec) {
        let promotions = |slot: &Slot| {
            let beyond = [&spec.beyond.choices, &spec.beyond.enemy_choices];
            let all = spec.promotions.iter().chain(beyond.into_iter().flatten());
            all.into_iter().any(|types| types.has(*slot))
        };
        for slot in spec.slots().filter(promotions) {
            kinds.extend(
                origins(spec, slot)
                    .into_iter()
                    .map(|origins| Standing { origins, ..Standing::new(slot, slot, PieceMark::Tilde) }),
            );
        }
    }
    kinds
}

/// The kinds of the board.
pub(crate) fn kinds(spec: &Spec) -> Vec<KindFacts> {
    let standing = pieces_of(spec);
    let find = |slot: Slot, mark: PieceMark| {
        let index = standing.iter().position(|kind| kind.base == slot && kind.mark == mark);
        index.map(|index| Kind(index as u8))
    };
    let plain = |slot: Slot| find(slot, PieceMark::None);
    let facts = standing.iter().enumerate().map(|(index, kind)| {
        let itself = Kind(index as u8);
        let in_hand = [0, 1].map(|side| {
            let base = match kind.mark {
                PieceMark::None => kind.slot,
                _ if spec.drop_loop => kind.slot,
                PieceMark::Plus => kind.base,
                PieceMark::Tilde => kind.origins[side],
            };
            plain(base).unwrap_or(itself)
        });
        let is_plus = kind.mark == PieceMark::Plus;
        KindFacts {
            slot: kind.slot,
            in_hand,
            promoted: find(kind.slot, PieceMark::Plus).filter(|_| kind.mark == PieceMark::None),
            demoted: plain(kind.base).filter(|_| is_plus && spec.demotion),
            dropped_as: plain(kind.base).filter(|_| is_plus),
        }
    });
    facts.collect()
}

/// The kinds of the board without words: what is needed to read positions and to write them.
pub(crate) fn signs(spec: &Spec) -> Vec<PieceInfo> {
    pieces_of(spec).iter().map(|kind| sign(spec, kind)).collect()
}

fn sign(spec: &Spec, kind: &Standing) -> PieceInfo {
    let is_royal = kind.slot == Slot::KING || spec.pseudo_royal && spec.extinction_types.has(kind.slot);
    PieceInfo {
        letter: spec.letter(kind.base),
        mark: kind.mark,
        name: "",
        movement: "",
        royalty: if is_royal { Royalty::Checked } else { Royalty::None },
        promotion: Promotion::None,
        not_captured_by: &[],
        note: "",
    }
}

fn piece_info(spec: &Spec, kind: &Standing) -> PieceInfo {
    let xbetza = spec.betza(kind.slot);
    let en_passant = betza::read(xbetza).is_ok_and(|moves| moves.en_passant);
    let board = (spec.files, spec.ranks);
    let movement = if spec.beyond.own_dialect {
        house::own_descriptor(spec, kind.slot)
    } else {
        house::descriptor(&terms(spec, kind.slot), en_passant, &spec.double_step_region[0], board)
    };
    let mut note = Vec::new();
    if movement.is_none() {
        note.push(format!("moves as `{xbetza}` in XBetza"));
    }
    let own = spec.piece_names.iter().rev().find(|(slot, _)| *slot == kind.base);
    let name = own.map_or_else(|| kind.base.words(), |(_, name)| name.to_lowercase());
    let name = if kind.mark == PieceMark::None { name } else { format!("promoted {name}") };
    PieceInfo {
        name: leak(name),
        movement: leak(movement.unwrap_or_default()),
        note: leak(note.join("; ")),
        ..sign(spec, kind)
    }
}

/// The fate of captured pieces.
fn captives(spec: &Spec) -> Captives {
    let keeps_marks = spec.drop_promoted || spec.drop_loop && spec.promoted.iter().any(Option::is_some);
    let takes_others = spec.blast || !spec.petrify.is_empty() || spec.beyond.changes_moves();
    match (spec.captures_to_hand, keeps_marks || takes_others) {
        (false, _) => Captives::Gone,
        (true, false) => Captives::Unmarked,
        (true, true) => Captives::Otherwise,
    }
}

/// The number of kinds that can be in hand; 0 in a game without hands.
pub(crate) fn pocket(spec: &Spec) -> u8 {
    let has_hand = spec.drops && !spec.free_drops || spec.captures_to_hand || spec.start.contains('[');
    if has_hand { count_in_hand(spec).min(MOST_IN_HAND) as u8 } else { 0 }
}

fn info(spec: &Spec) -> Info {
    let pieces: Vec<PieceInfo> = pieces_of(spec).iter().map(|kind| piece_info(spec, kind)).collect();
    Info {
        name: leak(spec.name.clone()),
        title: leak(spec.title.clone()),
        aliases: &[],
        summary: leak(spec.summary()),
        family: leak(spec.name.clone()),
        files: spec.files,
        ranks: spec.ranks,
        pocket: pocket(spec),
        captives: captives(spec),
        start: leak(spec.start.clone()),
        pieces: Box::leak(pieces.into_boxed_slice()),
        move_limit: u16::try_from(2 * spec.move_rule).ok().filter(|&limit| limit > 0),
        draws: true,
        walls: spec.walling != Walling::None || !spec.petrify.is_empty(),
        symmetry: Symmetry::Mirror,
        reasons: REASONS,
    }
}
