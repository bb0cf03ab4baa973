//! The starts of games that have several, in the order of their numbers: of those whose sides choose their first ranks, and of
//! those that are played as Chess960 is.
//!
//! In the latter pieces are placed as Reinhard Scharnagl numbers the starts of Chess960, of which 518 is the orthodox one: the bishops,
//! other pairs on squares of both colours, the queen, other single pieces, kinds with several pieces, and what is left is
//! for the king between its rooks. The square that is chosen first counts least.

use crate::first_moves::with_first_movers;
use crate::slot::Slot;
use crate::spec::{BlackRows, Spec};
use crate::standing::{Standing, outline, pieces_of, sign};
use helgi_rules::board::{Outline, Piece, Side, Square};
use helgi_rules::fen::{self, Cell};
use helgi_rules::internals::sort_short_by_key;
use helgi_rules::{FenError, PieceInfo};

/// The most starts that are listed. Games with more begin with their start position alone.
const MOST: usize = 100_000;

/// The texts of the starts of a game: with the first ranks that each side may choose, or shuffled. Its start position alone where
/// there is nothing to choose and nothing is shuffled: where the game is not played as
/// Chess960 is, where the armies of the sides differ, and where a king that castles does not stand between two rooks.
pub(crate) fn starts(spec: &Spec) -> Vec<String> {
    if !spec.start_rows.is_empty() {
        return with_rows(spec);
    }
    let shuffled = match spec.chess960 {
        true => Board::read(spec).ok().and_then(|board| board.starts()),
        false => None,
    };
    let Some(shuffled) = shuffled else { return vec![spec.start.clone()] };
    shuffled.into_iter().map(|start| with_first_movers(spec, start)).collect()
}

/// The starts with each of the first ranks for White, and for each of them with each for Black that it may have.
fn with_rows(spec: &Spec) -> Vec<String> {
    let (board, rest) = spec.start.split_at(spec.start.find(['[', ' ']).unwrap_or(spec.start.len()));
    let ranks: Vec<&str> = board.split('/').collect();
    let [_, between @ .., _] = &ranks[..] else { return vec![spec.start.clone()] };
    let between = between.join("/");
    let with = |white: &str, black: &str| {
        format!("{}/{between}/{}{rest}", black.to_ascii_lowercase(), white.to_ascii_uppercase())
    };
    let rows = &spec.start_rows;
    let of_black = |white: &String| match spec.black_rows {
        BlackRows::Own => rows.clone(),
        BlackRows::Same => vec![white.clone()],
        BlackRows::Turned => vec![white.chars().rev().collect()],
    };
    let all = rows
        .iter()
        .flat_map(|white| of_black(white).into_iter().map(move |black| (white, black)))
        .map(|(white, black)| with(white, &black));
    all.map(|start| with_first_movers(spec, start)).collect()
}

/// The start position of a game.
struct Board<'a> {
    spec: &'a Spec,
    outline: Outline,
    kinds: Vec<Standing>,
    signs: Vec<PieceInfo>,
    pieces: Vec<(Square, Piece)>,
    blocks: Vec<Square>,
    /// The hand in its brackets.
    hand: &'a str,
    /// The castling field, and what follows it.
    rights: &'a str,
    rest: &'a str,
    side: &'a str,
}

/// The squares of one side that are shuffled, in their order, with the kinds that stand there at the start.
type Army = Vec<(Square, Slot)>;

/// A way to place some pieces on free squares.
enum Unit {
    /// Two pieces on squares of both colours. The second number says whether they may also stand the other way round.
    Pair([Slot; 2], bool),
    /// Several pieces of a kind.
    Several(Slot, usize),
    /// A king on certain squares.
    King(Slot),
}

impl<'a> Board<'a> {
    fn read(spec: &'a Spec) -> Result<Board<'a>, FenError> {
        let kinds = pieces_of(spec);
        let signs: Vec<PieceInfo> = kinds.iter().map(|kind| sign(spec, kind)).collect();
        let outline = outline(spec);
        let mut fields = spec.start.splitn(4, ' ');
        let mut next = || fields.next().unwrap_or_default();
        let (board, side, rights, rest) = (next(), next(), next(), next());
        let (rows, hand) = board.split_at(board.find('[').unwrap_or(board.len()));
        let (mut pieces, mut blocks) = (Vec::new(), Vec::new());
        for (square, cell) in fen::board(rows, &outline, &signs)? {
            match cell {
                Cell::Block => blocks.push(square),
                Cell::Pieces(stack) => pieces.extend(stack.into_iter().map(|piece| (square, piece))),
            }
        }
        Ok(Board { spec, outline, kinds, signs, pieces, blocks, hand, rights, rest, side })
    }

    fn slot(&self, piece: Piece) -> Slot {
        self.kinds[piece.kind.index()].slot
    }

    /// The pieces of a side that are shuffled: those on the rank on which it castles, and in a game without castling all
    /// but its pawns.
    fn army(&self, side: Side) -> Army {
        let spec = self.spec;
        let is_shuffled = |&(square, piece): &(Square, Piece)| {
            let slot = self.slot(piece);
            let rank = self.outline.rank_of(side, square);
            piece.side == side
                && slot != Slot::PAWN
                && !spec.promotion_pawns[side.index()].has(slot)
                && (!spec.castling || rank == spec.castling_rank)
        };
        let mut army: Army = self
            .pieces
            .iter()
            .copied()
            .filter(is_shuffled)
            .map(|(square, piece)| (square, self.slot(piece)))
            .collect();
        sort_short_by_key(&mut army, |(square, _)| *square);
        army
    }

    fn starts(&self) -> Option<Vec<String>> {
        let armies = Side::BOTH.map(|side| self.army(side));
        let reflection = match armies.each_ref().map(Vec::is_empty) {
            [true, true] => return None,
            [false, false] => Some(self.reflection(&armies[0], &armies[1])?),
            _ => None,
        };
        let first = if armies[0].is_empty() { Side::Black } else { Side::White };
        let army = &armies[first.index()];
        let arrangements = self.arrangements(first, army)?;
        let texts = arrangements.into_iter().map(|slots| {
            let placed: Vec<(Square, Side, Slot)> = army
                .iter()
                .zip(&slots)
                .flat_map(|(&(square, _), &slot)| {
                    let opposite = reflection.and_then(|reflection| self.reflected(square, reflection));
                    [Some((square, first, slot)), opposite.map(|square| (square, !first, slot))]
                })
                .flatten()
                .collect();
            self.text(&armies, &placed)
        });
        Some(texts.collect())
    }

    /// The square opposite another one, by exchange of the files or of the ranks or of both.
    fn reflected(&self, square: Square, [files, ranks]: [bool; 2]) -> Option<Square> {
        let (file, rank) = (self.outline.file(square), self.outline.rank(square));
        let file = if files { self.spec.files - 1 - file } else { file };
        let rank = if ranks { self.spec.ranks - 1 - rank } else { rank };
        self.outline.square(file, rank)
    }

    /// The exchange that makes Black's army of White's.
    fn reflection(&self, white: &Army, black: &Army) -> Option<[bool; 2]> {
        let makes_it = |reflection: &[bool; 2]| {
            white.len() == black.len()
                && white.iter().all(|&(square, slot)| {
                    self.reflected(square, *reflection).is_some_and(|square| black.contains(&(square, slot)))
                })
        };
        // Across the board, as nearly all games begin, before sideways and through the middle.
        [[false, true], [true, false], [true, true]].into_iter().find(makes_it)
    }

    /// All ways to place the pieces of an army on its squares, in the order of their numbers.
    fn arrangements(&self, side: Side, army: &Army) -> Option<Vec<Vec<Slot>>> {
        let spec = self.spec;
        let count = |slot: Slot| army.iter().filter(|(_, other)| *other == slot).count();
        // As the side counts ranks, so that opposite starts have one number.
        let is_light =
            |square: Square| (self.outline.file(square) + self.outline.rank_of(side, square)) % 2 == 1;
        let on_both_colours = |slots: [Slot; 2]| {
            let of = |slot| {
                army.iter().filter(move |(_, other)| *other == slot).map(|(square, _)| is_light(*square))
            };
            slots[0] != slots[1] || of(slots[0]).any(|light| light) && of(slots[0]).any(|light| !light)
        };
        let king = spec.castling_king[side.index()];
        let is_rook = |slot: Slot| spec.castling_rooks[side.index()].has(slot);
        let rook_places: Vec<usize> = (0..army.len()).filter(|&at| is_rook(army[at].1)).collect();
        let king_place = army.iter().position(|(_, slot)| *slot == king);
        let is_one_rank =
            army.iter().all(|(square, _)| self.outline.rank(*square) == self.outline.rank(army[0].0));
        let between: Option<[Slot; 3]> = match (rook_places[..].as_ref(), king_place) {
            (&[left, right], Some(at)) if left < at && at < right && is_one_rank && count(king) == 1 => {
                Some([army[left].1, king, army[right].1])
            }
            _ => None,
        };
        if spec.castling && between.is_none() {
            return None;
        }
        let mut rest: Vec<Slot> = army.iter().map(|(_, slot)| *slot).collect();
        rest.retain(|&slot| between.is_none_or(|between| !between.contains(&slot)));
        let mut units = Vec::new();
        if rest.contains(&king) && count(king) == 1 && !spec.beyond.shuffle_king.is_empty() {
            units.push(Unit::King(king));
            rest.retain(|&slot| slot != king);
        }
        let bishops = [Slot::BISHOP; 2];
        if count(Slot::BISHOP) == 2 && rest.contains(&Slot::BISHOP) && on_both_colours(bishops) {
            units.push(Unit::Pair(bishops, false));
            rest.retain(|&slot| slot != Slot::BISHOP);
        }
        for slot in Slot::all() {
            let Some(other) = spec.beyond.shuffle_colours[slot.index()] else { continue };
            if other != slot && [slot, other].iter().all(|slot| rest.contains(slot) && count(*slot) == 1) {
                units.push(Unit::Pair([slot, other], true));
                rest.retain(|&left| left != slot && left != other);
            }
        }
        // The queen comes before the other single pieces, and kinds with several pieces last.
        let mut kinds: Vec<Slot> = Slot::all().filter(|slot| rest.contains(slot)).collect();
        sort_short_by_key(&mut kinds, |&slot| (count(slot) > 1, slot != Slot::QUEEN, slot));
        units.extend(kinds.into_iter().map(|slot| Unit::Several(slot, count(slot))));

        let mut search =
            Search { board: self, side, army, units, between, is_light: &is_light, found: Vec::new() };
        search.place(0, &mut vec![None; army.len()], &mut Vec::new());
        let mut found = search.found;
        if found.len() > MOST {
            return None;
        }
        // Each list has its last choice first, so this is the order of Scharnagl's numbers.
        found.sort();
        Some(found.into_iter().map(|(_, slots)| slots).collect())
    }

    /// The text of the start with some pieces elsewhere.
    fn text(&self, armies: &[Army; 2], placed: &[(Square, Side, Slot)]) -> String {
        let is_shuffled = |square| armies.iter().flatten().any(|(other, _)| *other == square);
        let mut text = fen::write_board(&self.outline, |square, text| {
            if self.blocks.contains(&square) {
                text.push('*');
            } else if let Some(&(_, side, slot)) = placed.iter().find(|(other, ..)| *other == square) {
                text.push(side.cased(self.spec.letter(slot)));
            } else if let Some(&(_, piece)) =
                self.pieces.iter().find(|(other, _)| *other == square && !is_shuffled(square))
            {
                text.push_str(&fen::piece_text(piece, &self.signs));
            }
        });
        let rights: String = Side::BOTH.map(|side| self.rights_of(side, placed)).concat();
        let rights = if rights.is_empty() { "-" } else { &rights };
        text.push_str(self.hand);
        format!("{text} {} {rights} {}", self.side, self.rest)
    }

    /// The rights of a side that has some at the start, by the files of its rooks, that of the king's side first, and then by
    /// those of its other pieces where their first moves matter.
    fn rights_of(&self, side: Side, placed: &[(Square, Side, Slot)]) -> String {
        let has = |letter: char| self.rights.contains(side.cased(letter));
        let rooks = self.spec.castling_rooks[side.index()];
        let own = placed.iter().filter(|(_, other, slot)| *other == side && rooks.has(*slot));
        let files: Vec<u8> = own.map(|(square, ..)| self.outline.file(*square)).collect();
        let (Some(&left), Some(&right)) = (files.iter().min(), files.iter().max()) else {
            return String::new();
        };
        // A right of Chess960 is named by the file of its outermost rook.
        let wings = [('K', right), ('Q', left)].into_iter().filter(|(letter, _)| has(*letter));
        let mut named: Vec<u8> = wings.map(|(_, file)| file).collect();
        if self.spec.gating {
            let own = placed.iter().filter(|(_, other, _)| *other == side);
            let mut others: Vec<u8> = own.map(|(square, ..)| self.outline.file(*square)).collect();
            others.sort_unstable();
            others.retain(|file| !named.contains(file));
            named.extend(others);
        }
        named.into_iter().map(|file| side.cased((b'A' + file) as char)).collect()
    }
}

/// Some pieces with the numbers of their squares.
type Placed = Vec<(usize, Slot)>;

/// A walk through all arrangements, each with the numbers of its choices, the last one first.
struct Search<'a, 'b> {
    board: &'b Board<'a>,
    side: Side,
    army: &'b Army,
    units: Vec<Unit>,
    between: Option<[Slot; 3]>,
    is_light: &'b dyn Fn(Square) -> bool,
    found: Vec<(Vec<usize>, Vec<Slot>)>,
}

impl Search<'_, '_> {
    /// Places the pieces of the units from a number on.
    fn place(&mut self, unit: usize, placed: &mut Vec<Option<Slot>>, choices: &mut Vec<usize>) {
        // One start more than is allowed tells that there are too many.
        if self.found.len() > MOST {
            return;
        }
        let free: Vec<usize> = (0..placed.len()).filter(|&at| placed[at].is_none()).collect();
        let ways: Vec<(Vec<usize>, Placed)> = match self.units.get(unit) {
            None => {
                // Three squares are left, whose order is that of the pieces: the king stands between its rooks.
                let last = self.between.into_iter().flatten();
                free.iter().zip(last).for_each(|(&at, slot)| placed[at] = Some(slot));
                let slots: Option<Vec<Slot>> = placed.iter().copied().collect();
                let numbers = choices.iter().rev().copied().collect();
                self.found.extend(slots.map(|slots| (numbers, slots)));
                free.iter().for_each(|&at| placed[at] = None);
                return;
            }
            Some(&Unit::King(king)) => {
                let may_stand = |at: &usize| {
                    let square = self.army[*at].0;
                    let outline = &self.board.outline;
                    let rank = outline.rank_of(self.side, square);
                    self.board.spec.beyond.shuffle_king.has(outline.file(square), rank)
                };
                let squares = free.iter().copied().filter(may_stand);
                squares.enumerate().map(|(number, at)| (vec![number], vec![(at, king)])).collect()
            }
            Some(&Unit::Pair(slots, either_way)) => {
                let (light, dark): (Vec<usize>, Vec<usize>) =
                    free.iter().partition(|&&at| (self.is_light)(self.army[at].0));
                let orders = [slots, [slots[1], slots[0]]].into_iter().take(if either_way { 2 } else { 1 });
                let mut ways = Vec::new();
                for (order, [on_light, on_dark]) in orders.enumerate() {
                    for (first, &light) in light.iter().enumerate() {
                        for (second, &dark) in dark.iter().enumerate() {
                            let mut numbers = vec![first, second];
                            numbers.extend(either_way.then_some(order));
                            ways.push((numbers, vec![(light, on_light), (dark, on_dark)]));
                        }
                    }
                }
                ways
            }
            Some(&Unit::Several(slot, count)) => {
                let choices = combinations(&free, count).into_iter().enumerate();
                choices
                    .map(|(number, at)| (vec![number], at.into_iter().map(|at| (at, slot)).collect()))
                    .collect()
            }
        };
        for (numbers, pieces) in ways {
            let length = choices.len();
            choices.extend(numbers);
            pieces.iter().for_each(|&(at, slot)| placed[at] = Some(slot));
            self.place(unit + 1, placed, choices);
            pieces.iter().for_each(|&(at, _)| placed[at] = None);
            choices.truncate(length);
        }
    }
}

/// The sets of so many of some places, in order.
fn combinations(places: &[usize], count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (at, &first) in places.iter().enumerate() {
        for mut others in combinations(&places[at + 1..], count - 1) {
            others.insert(0, first);
            found.push(others);
        }
    }
    found
}
