//! The board of a game and the kinds that stand on it, as its file says.

use crate::board_size::{HUGE, capacity};
use crate::kind_facts::{KindFacts, origins};
use crate::king_castling::letters_of;
use crate::slot::Slot;
use crate::spec::Spec;
use helgi_rules::board::{Kind, Outline, Side};
use helgi_rules::{PieceInfo, PieceMark, Promotion, Royalty};

/// The most squares of a board.
pub const MOST_SQUARES: usize = capacity(HUGE);
/// The most kinds of pieces that can be in hand.
pub const MOST_IN_HAND: usize = 16;

/// The number of squares that a board has.
pub(crate) fn squares(spec: &Spec) -> usize {
    let files = |rank: u8| (0..spec.files).filter(move |&file| !spec.beyond.holes.has(file, rank));
    (0..spec.ranks).map(|rank| files(rank).count()).sum()
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
pub(crate) struct Standing {
    pub slot: Slot,
    pub base: Slot,
    pub origins: [Slot; 2],
    pub mark: PieceMark,
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
        // A letter behind `+` is a promoted piece, which does not show that its kind stands for itself.
        let is_plain = c.eq_ignore_ascii_case(&letter) && before != '+';
        before = c;
        is_plain
    });
    spec.promoted.contains(&Some(slot))
        && !stands
        && !spec.drop_loop
        && !spec.promotions.iter().chain(&spec.beyond.choices).any(|types| types.has(slot))
}

/// Returns true if a kind is in hand at the start, or comes into one in a game that begins there.
fn comes_to_hand(spec: &Spec, slot: Slot) -> bool {
    let letter = spec.letter(slot);
    let (board, hand) = spec.start.split_once('[').unwrap_or((&spec.start, ""));
    let has = |text: &str| text.chars().any(|c| c.eq_ignore_ascii_case(&letter));
    if has(hand.split(']').next().unwrap_or("")) {
        return true;
    }
    let is_taken = spec.captures_to_hand && slot != Slot::KING;
    let comes_about = || {
        let all = spec.promotions.iter().chain(&spec.beyond.choices).chain(&spec.beyond.enemy_choices);
        let mut all = all.copied();
        let turns_to = spec.beyond.bonus_turns.contains(&Some(slot));
        let drops_loop = spec.drop_loop && spec.promoted.contains(&Some(slot));
        has(board.split(' ').next().unwrap_or(""))
            || drops_loop
            || turns_to
            || all.any(|types| types.has(slot))
    };
    spec.two_boards || is_taken && comes_about()
}

/// The kinds that are never in hand. Where there are more kinds than a hand has room for, those are among them that come into
/// none from the start position on.
fn never_held(spec: &Spec) -> Vec<Slot> {
    let (mut never, others): (Vec<Slot>, Vec<Slot>) =
        spec.slots().partition(|&slot| is_only_promoted(spec, slot));
    // Only where there is no room for all is it asked which can come there.
    if others.len() > MOST_IN_HAND {
        never.extend(others.into_iter().filter(|&slot| !comes_to_hand(spec, slot)));
    }
    never
}

/// The number of kinds that can be in hand.
pub(crate) fn count_in_hand(spec: &Spec) -> usize {
    spec.slots().count() - never_held(spec).len()
}

/// The kinds on the board: plain ones first, those that can be in hand before the others, then those with a promotion
/// of their own, then promoted pawns.
pub(crate) fn pieces_of(spec: &Spec) -> Vec<Standing> {
    let never = never_held(spec);
    let (late, early): (Vec<Slot>, Vec<Slot>) = spec.slots().partition(|slot| never.contains(slot));
    let plain = early.into_iter().chain(late);
    let mut kinds: Vec<Standing> = plain.map(|slot| Standing::new(slot, slot, PieceMark::None)).collect();
    for base in spec.slots() {
        if let Some(slot) = spec.promoted[base.index()].filter(|slot| spec.pieces[slot.index()].is_some()) {
            kinds.push(Standing::new(slot, base, PieceMark::Plus));
        }
    }
    if spec.remembers_pawns() {
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

/// One kind without words.
pub(crate) fn sign(spec: &Spec, kind: &Standing) -> PieceInfo {
    let is_royal = kind.slot == Slot::KING || spec.pseudo_royal && spec.extinction_types.has(kind.slot);
    PieceInfo {
        letter: spec.letter(kind.base),
        mark: kind.mark,
        name: "",
        movement: "",
        own_paths: None,
        imitates: None,
        royalty: if is_royal { Royalty::Checked } else { Royalty::None },
        promotion: Promotion::None,
        not_captured_by: &[],
        note: None,
    }
}

/// The number of kinds that can be in hand; 0 in a game without hands.
pub(crate) fn pocket(spec: &Spec) -> u8 {
    let has_hand = (spec.drops || spec.hand_gating) && !spec.free_drops
        || spec.captures_to_hand
        || spec.start.contains('[');
    if has_hand { count_in_hand(spec).min(MOST_IN_HAND) as u8 } else { 0 }
}

/// By side: the number of its pieces on the board at the start.
pub(crate) fn pieces_at_start(spec: &Spec) -> [usize; 2] {
    let letters = letters_of(spec);
    Side::BOTH.map(|side| {
        let is_own = |letter: char| letter != '*' && letter.is_ascii_uppercase() == (side == Side::White);
        letters.iter().filter(|&&(letter, ..)| is_own(letter)).count()
    })
}
