//! The evaluation of a game of which only the rules are known: a piece is worth what it reaches.
//!
//! Everything comes from the movements of the pieces and from the hints of the game: a piece's worth is the number of
//! squares that it reaches on a board one third full, captures counted twice; a square is as good as what is reached from
//! it; pieces that cannot go back gain by going forward, runners by coming near their goal, checks by being given where
//! they are counted. Where losing pieces wins, all of it counts against its side. Where nothing is captured and walls close
//! the board, room counts instead.

mod exchange;

use self::exchange::{AnyAttacks, Attacks};
use super::erased::Erased;
use super::terms::seen_by;
use super::territory::Territory;
use super::{CorrectionKeys, MayWin};
use crate::games::lent;
use crate::net::{ActiveFeatures, Meaning, Meanings, Net, NetBoard};
use helgi_rules::board::{
    Action, Bitboard, Geometry, Kind, Move, Movement, Occupancy, Outline, Piece, Side, Square, zobrist,
};
use helgi_rules::games::GameId;
use helgi_rules::internals::EvalHints;
use helgi_rules::internals::board::LARGEST_BOARD;
use helgi_rules::{AnyPosition, Extras, Game, Info, PieceInfo, Position, Royalty};
use std::sync::Arc;

/// Centipawns for a square that is reached on average.
const OF_A_SQUARE: f64 = 60.0;
/// The part of that which a square more or less than on average counts on one square of the board.
const OF_A_PLACE: f64 = 0.12;
/// Centipawns for the whole way forward of a piece that cannot go back.
const OF_THE_WAY: f64 = 70.0;
/// Centipawns for a runner at its goal, compared with one as far away as possible.
const OF_THE_GOAL: f64 = 120.0;
/// The worth of a piece that never moves, such as a stone of reversi.
const OF_A_STONE: i32 = 300;
/// Centipawns for the turn.
const OF_THE_TURN: i32 = 10;
/// The part of its worth, in hundredths, that a piece in hand has.
const IN_HAND: i32 = 105;
/// The same of a piece that can come only with the first move of another one.
const BEFORE_A_GATE: i32 = 85;
/// Centipawns for having given so many of the last checks that a side has to give, by how many are left.
const CHECKS_LEFT: [i32; 6] = [1_000, 450, 180, 70, 20, 0];
/// Centipawns for the last check and for a move to the goal: more than any piece, for they win.
const OF_A_WIN: i32 = 2_000;
/// The pieces of a kind in hand, and the checks left to give, that a net tells apart.
const COUNTED: usize = 8;
/// The least worth of a piece that makes a null move sound enough.
const WORTH_OF_A_PIECE: i32 = 180;

/// Centipawns for the checks given by a side that has this many left to give.
fn given_of(left: u8) -> i32 {
    CHECKS_LEFT[usize::from(left).min(CHECKS_LEFT.len() - 1)]
}

/// The evaluation by what pieces reach.
#[derive(Clone)]
pub(crate) struct ByReach {
    game: GameId,
    board: NetBoard,
    /// The contents of the net that comes along with the game; empty without one.
    net: &'static [u8],
    /// By kind.
    worths: Vec<i32>,
    /// By side and kind: by square, worth included.
    places: [Vec<Vec<i32>>; 2],
    is_royal: Vec<bool>,
    /// By kind: true if it can never come back, like a pawn.
    is_pawn: Vec<bool>,
    attacks: Arc<AnyAttacks>,
    hands: bool,
    counts_checks: bool,
    /// True if left and right are alike, and each side has one royal piece.
    is_alike: bool,
    losing_wins: bool,
    no_recapture: bool,
    only_mate_wins: bool,
    /// By side and kind: the squares where such a piece wins by arriving.
    wins_at: [Vec<Vec<Square>>; 2],
    territory: Option<Arc<Territory>>,
}

/// The squares that a piece reaches from each square of a board, captures counted twice.
fn reach<const W: usize>(geometry: &Geometry<W>, movement: &Movement<W>) -> Vec<f64> {
    let outline = geometry.outline();
    // Three boards, on each of which another third of the squares is occupied.
    let boards = geometry.thirds();
    let from = |square: Square| {
        let on = |board: &Bitboard<W>| {
            let mut occupied = *board;
            // The piece does not block itself.
            occupied.remove(square);
            let seen = Occupancy::from(occupied);
            let reached = movement.quiet.targets(geometry, square, &seen);
            // Movements reach occupied squares as well; those count half for a quiet move.
            let quiet = reached.len() + (reached - occupied).len();
            let capture = movement.capture.targets(geometry, square, &seen).len();
            let shots = movement.shoot.targets(geometry, square, &seen).len();
            (quiet as f64 / 2.0 + 2.0 * (capture + shots) as f64) / 3.0
        };
        boards.iter().map(on).sum::<f64>() / boards.len() as f64
    };
    outline.squares().map(from).collect()
}

/// Returns true if what is reached from each square is on the other side of the board what is reached from its opposite.
fn is_mirror_image<const W: usize>(outline: &Outline, range: impl Fn(Square) -> Bitboard<W>) -> bool {
    let opposite = |square| outline.square(outline.files() - 1 - outline.file(square), outline.rank(square));
    outline.squares().all(|from| {
        let Some(other) = opposite(from) else { return false };
        let other = range(other);
        range(from).into_iter().all(|to| opposite(to).is_some_and(|to| other.has(to)))
    })
}

/// Adds to the worth of pieces that move as the last one did what the others are worth on average.
fn add_imitated(info: &Info, hints: &EvalHints, worths: &mut [i32], places: &mut [Vec<Vec<i32>>; 2]) {
    let is_imitated = |piece: &PieceInfo| piece.imitates.is_none() && piece.royalty != Royalty::Checked;
    let imitated = info.pieces.iter().zip(&*worths).filter(|(piece, _)| is_imitated(piece));
    let (count, sum) = imitated.fold((0, 0), |(count, sum), (_, worth)| (count + 1, sum + worth));
    let mean = sum / count.max(1);
    for (index, piece) in info.pieces.iter().enumerate() {
        let is_given = hints.worths.get(index).copied().flatten().is_some();
        if piece.imitates.is_none() || piece.royalty == Royalty::Checked || is_given {
            continue;
        }
        // What stands for a piece without moves goes.
        let more = if piece.paths(Side::White).is_empty() { mean - OF_A_STONE } else { mean };
        worths[index] += more;
        for by_square in places.iter_mut().filter_map(|places| places.get_mut(index)) {
            by_square.iter_mut().for_each(|value| *value += more);
        }
    }
}

/// The distance of two squares in steps of a king.
fn distance(outline: &Outline, a: Square, b: Square) -> u8 {
    outline.file(a).abs_diff(outline.file(b)).max(outline.rank(a).abs_diff(outline.rank(b)))
}

impl ByReach {
    /// The evaluation of a game, with the contents of the net that comes along with it, empty without one.
    pub fn new(game: GameId, net: &'static [u8]) -> Self {
        match game.outline().len() {
            0..=192 => Self::in_words::<3>(game, net, AnyAttacks::Large),
            _ => Self::in_words::<LARGEST_BOARD>(game, net, AnyAttacks::Huge),
        }
    }

    /// The evaluation of a game whose board fits in so many words.
    fn in_words<const W: usize>(
        game: GameId,
        net: &'static [u8],
        sized: fn(Attacks<W>) -> AnyAttacks,
    ) -> Self {
        let info = game.info();
        let outline = game.outline();
        let hints = game.hints();
        let geometry = Geometry::<W>::new(outline.clone());
        let movements = |piece: &PieceInfo| {
            Side::BOTH.map(|side| Movement::of_paths(&geometry, &piece.paths(side), side))
        };
        let movements: Vec<[Movement<W>; 2]> = info.pieces.iter().map(movements).collect();
        let is_royal: Vec<bool> = info.pieces.iter().map(|piece| piece.royalty == Royalty::Checked).collect();
        let mut worths = Vec::new();
        let mut places = [Vec::new(), Vec::new()];
        let mut is_pawn = vec![false; info.pieces.len()];
        let mut is_alike = true;
        for (index, &is_royal) in is_royal.iter().enumerate() {
            let given = hints.worths.get(index).copied().flatten();
            let moves = !info.pieces[index].paths(Side::White).is_empty();
            // A king cannot be exchanged, so it needs no price.
            let mut worth = if is_royal { 0 } else { given.unwrap_or(OF_A_STONE) };
            for side in Side::BOTH {
                let mut by_square = vec![0.0; outline.len()];
                let movement = &movements[index][side.index()];
                let reached = reach(&geometry, movement);
                let mean = reached.iter().sum::<f64>() / reached.len().max(1) as f64;
                if moves && !is_royal && given.is_none() {
                    worth = (mean * OF_A_SQUARE).round() as i32;
                }
                // Only a game whose pieces move alike to the left and to the right may be mirrored for its net.
                is_alike &= [&movement.quiet, &movement.capture]
                    .into_iter()
                    .all(|reach| is_mirror_image(outline, |from| reach.range(from)));
                let place = if is_royal { 0.0 } else { OF_A_SQUARE * OF_A_PLACE };
                let goes_back = outline.squares().any(|from| {
                    let here = outline.rank_of(side, from);
                    movement.quiet.range(from).into_iter().any(|to| outline.rank_of(side, to) <= here)
                });
                is_pawn[index] |= !goes_back && !movement.quiet.is_nothing();
                for square in outline.squares() {
                    let value = &mut by_square[square.index()];
                    *value += place * (reached[square.index()] - mean);
                    if !goes_back && !movement.quiet.is_nothing() {
                        // Squared: the last ranks of the way count most, as a pawn's do.
                        let way = f64::from(outline.rank_of(side, square))
                            / f64::from(outline.ranks().saturating_sub(1).max(1));
                        *value += OF_THE_WAY * way * way;
                    }
                }
                Self::add_goals(outline, &hints, side, Kind(index as u8), &mut by_square);
                let rounded = by_square.into_iter().map(|value| value.round() as i32 + worth);
                places[side.index()].push(rounded.collect());
            }
            worths.push(worth);
        }
        add_imitated(info, &hints, &mut worths, &mut places);
        let start = game.start();
        let mut royals = [0; 2];
        start.for_each_piece(|_, depth, piece| {
            royals[piece.side.index()] += usize::from(depth == 0 && is_royal[piece.kind.index()]);
        });
        ByReach {
            game,
            is_pawn,
            attacks: Arc::new(sized(Attacks { geometry, movements })),
            hands: start.reserve().is_some(),
            counts_checks: start.extras().checks_left.is_some(),
            is_alike: is_alike && royals == [1, 1],
            no_recapture: hints.no_recapture,
            board: NetBoard::new(outline, info.symmetry),
            net,
            is_royal,
            worths,
            places,
            losing_wins: hints.losing_wins,
            only_mate_wins: hints.only_mate_wins,
            wins_at: hints.wins_at,
            territory: hints.room_decides.then(|| Arc::new(Territory::new(game))),
        }
    }

    /// Adds the worth of being near the goal.
    fn add_goals(outline: &Outline, hints: &EvalHints, side: Side, kind: Kind, by_square: &mut [f64]) {
        let goals = &hints.goals[side.index()];
        if goals.is_empty() || !hints.runners[side.index()].contains(&kind) {
            return;
        }
        // Where any piece may run, each of them counts little.
        let share = OF_THE_GOAL / hints.runners[side.index()].len().max(1) as f64;
        let longest = f64::from(outline.files().max(outline.ranks()).max(2) - 1);
        for square in outline.squares() {
            let nearest = goals.iter().map(|&goal| distance(outline, square, goal)).min().unwrap_or(0);
            by_square[square.index()] += share * (1.0 - f64::from(nearest) / longest);
        }
    }

    /// The checks that each side has left to give; `None` in games that do not count them.
    fn checks_left(&self, position: &AnyPosition) -> Option<[u8; 2]> {
        if self.counts_checks { position.extras().checks_left } else { None }
    }

    fn worth(&self, piece: Piece) -> i32 {
        self.worths.get(piece.kind.index()).copied().unwrap_or(0)
    }

    /// The worth of a side's pieces in hand; `gates` lead to the board where nothing else does.
    fn held(&self, position: &AnyPosition, side: Side, gates: Option<[u8; 2]>) -> i32 {
        let Some(reserve) = position.reserve() else { return 0 };
        if let Some(gates) = gates.map(|gates| gates[side.index()]) {
            let all = reserve.kinds(side).flat_map(|kind| {
                let piece = Piece { kind, side };
                std::iter::repeat_n(self.worth(piece), reserve.count(piece).into())
            });
            let mut worths: Vec<i32> = all.collect();
            // The best first: gates are few, and nobody spends one on a weaker piece.
            worths.sort_unstable_by(|one, other| other.cmp(one));
            return worths.into_iter().take(gates.into()).map(|worth| worth * BEFORE_A_GATE / 100).sum();
        }
        let worth = |kind: Kind| {
            let piece = Piece { kind, side };
            i32::from(reserve.count(piece)) * self.worth(piece) * IN_HAND / 100
        };
        reserve.kinds(side).map(worth).sum()
    }

    fn is_royal(&self, piece: Piece) -> bool {
        self.is_royal.get(piece.kind.index()).copied().unwrap_or(false)
    }

    /// The worth of a side's pieces less the other's, on the board.
    fn material(&self, position: &AnyPosition, side: Side) -> i32 {
        let mut sum = 0;
        position.for_each_piece(|_, _, piece| {
            sum += if piece.side == side { self.worth(piece) } else { -self.worth(piece) };
        });
        sum
    }

    /// Returns true if a move wins by where it leads.
    fn wins_at_goal(&self, position: &AnyPosition, legal: Move) -> bool {
        let Action::Step { from, to, promote: None, .. } = legal.action() else { return false };
        let goal = |mover: Piece| self.wins_at[mover.side.index()].get(mover.kind.index());
        position.piece_at(from, 0).and_then(goal).is_some_and(|goal| goal.contains(&to))
    }

    /// The square of a side's only royal piece.
    fn royal(&self, position: &AnyPosition, side: Side) -> Option<Square> {
        let mut found = None;
        position.for_each_piece(|square, _, piece| {
            if piece.side == side && self.is_royal(piece) {
                found = Some(square);
            }
        });
        found
    }
}

impl Erased for ByReach {
    fn evaluate(&self, position: &AnyPosition) -> i32 {
        // Pieces are worth nothing there but the squares that they come to.
        if let Some(territory) = &self.territory {
            let lead = territory.lead(position);
            return OF_THE_TURN + seen_by(position.side(), lead);
        }
        let Extras { checks_left, gates_of_hand, .. } = position.extras();
        let held = |side| self.held(position, side, gates_of_hand);
        let mut sum = held(Side::White) - held(Side::Black);
        if let Some(left) = checks_left {
            let [white, black] = left.map(given_of);
            sum += white - black;
        }
        position.for_each_piece(|square, _, piece| {
            let places = &self.places[piece.side.index()];
            let value = places.get(piece.kind.index()).and_then(|places| places.get(square.index()));
            let value = value.copied().unwrap_or(0);
            sum += seen_by(piece.side, value);
        });
        let own = seen_by(position.side(), sum);
        // The turn is worth a little; where nobody wants to move, it is not.
        if self.losing_wins { -own } else { own + OF_THE_TURN }
    }

    fn see(&self, position: &AnyPosition, legal: Move) -> i32 {
        if self.wins_at_goal(position, legal) {
            return OF_A_WIN;
        }
        if self.losing_wins {
            let victim = legal.to().and_then(|to| position.piece_at(to, 0));
            // A capture is a loss here: the side with no pieces left wins.
            return -victim
                .filter(|victim| victim.side != position.side())
                .map_or(0, |victim| self.worth(victim));
        }
        if self.no_recapture && position.is_noisy(legal) {
            // No recapture follows: compare the material before and after.
            return self.material(&position.after(legal), position.side())
                - self.material(position, position.side());
        }
        self.attacks.see(position, legal, |piece| self.worth(piece), |piece| self.is_royal(piece))
    }

    /// Without pieces that can be checked, zugzwang may be the point of the game.
    fn allows_null_move(&self, position: &AnyPosition) -> bool {
        if self.losing_wins || !self.is_royal.contains(&true) {
            return false;
        }
        let (side, mut has_piece) = (position.side(), false);
        position.for_each_piece(|_, depth, piece| {
            // The top piece alone can move.
            has_piece |= depth == 0 && piece.side == side && self.worth(piece) >= WORTH_OF_A_PIECE;
        });
        has_piece
    }

    fn correction_keys(&self, position: &AnyPosition) -> Option<CorrectionKeys> {
        let mut keys = [0; 3];
        position.for_each_piece(|square, _, piece| {
            let is_pawn = self.is_pawn.get(piece.kind.index()).copied().unwrap_or(false);
            keys[if is_pawn { 0 } else { 1 + piece.side.index() }] ^= zobrist::piece(piece, square);
        });
        Some(keys)
    }

    fn may_win_at_once(&self, _: &AnyPosition) -> MayWin {
        if self.only_mate_wins { MayWin::Checks } else { MayWin::All }
    }

    fn gain_of_check(&self, position: &AnyPosition) -> Option<i32> {
        let left = self.checks_left(position)?[position.side().index()];
        Some(if left <= 1 { OF_A_WIN } else { given_of(left - 1) - given_of(left) })
    }

    /// A form as Chess960 shares the nets of the game whose rules it has, as Chess960 itself does.
    fn name(&self) -> &'static str {
        self.game.info().chess960.unwrap_or(self.game.name())
    }

    fn weights(&self) -> Vec<i32> {
        Vec::new()
    }

    fn with_weights(&self, _: &[i32]) -> Arc<dyn Erased> {
        Arc::new(self.clone())
    }

    fn planes(&self) -> usize {
        // One more for obstacles.
        self.game.info().pieces.len() + 1
    }

    fn facts(&self) -> usize {
        // A net has inputs for pieces in hand only where the game has hands: each input is a row of weights.
        let in_hand = if self.hands { self.game.info().pieces.len() * COUNTED } else { 0 };
        in_hand + if self.counts_checks { COUNTED } else { 0 }
    }

    fn net(&self) -> &'static [u8] {
        self.net
    }

    fn board(&self) -> &NetBoard {
        &self.board
    }

    fn is_mirrored(&self, position: &AnyPosition, view: Side) -> bool {
        let outline = position.outline();
        self.is_alike
            && self.royal(position, view).is_some_and(|square| 2 * outline.file(square) >= outline.files())
    }

    fn collect(&self, position: &AnyPosition, active: &mut ActiveFeatures<'_>) {
        position.for_each_piece(|square, _, piece| active.piece(piece.side, piece.kind.index(), square));
        for square in position.outline().squares().filter(|&square| position.is_obstacle(square)) {
            active.neutral(self.planes() - 1, square);
        }
        let checks_left = self.checks_left(position);
        for side in Side::BOTH {
            let mut facts = |from: usize, count: u8| {
                // Thermometer code: the second piece of a kind switches on an input beside the first one's.
                (0..COUNTED.min(count.into())).for_each(|number| active.fact(side, from + number));
            };
            if let Some(reserve) = position.reserve().filter(|_| self.hands) {
                for kind in reserve.kinds(side) {
                    facts(kind.index() * COUNTED, reserve.count(Piece { kind, side }));
                }
            }
            if let Some(left) = checks_left {
                facts(self.facts() - COUNTED, left[side.index()]);
            }
        }
    }

    fn meanings(&self) -> Meanings {
        let letters = self.game.info().pieces.iter().map(|piece| piece.letter);
        let planes = letters.clone().map(Meaning::Piece).chain([Meaning::Obstacle]).collect();
        let in_hand = letters
            .filter(|_| self.hands)
            .flat_map(|letter| (0..COUNTED).map(move |number| Meaning::InHand(letter, number)));
        let checks_left = (0..COUNTED).filter(|_| self.counts_checks).map(Meaning::ChecksLeft);
        Meanings { planes, facts: in_hand.chain(checks_left).collect() }
    }

    fn borrowed(&self, net: &Net) -> Option<Net> {
        lent(net, self.game, self.name(), &self.board, &self.meanings())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::NetFeatures;
    use helgi_rules::board::{Move, Square};

    fn worth(evaluation: &ByReach, letter: char) -> i32 {
        let pieces = evaluation.game.info().pieces;
        let index = pieces.iter().position(|piece| piece.letter == letter).unwrap();
        evaluation.worths[index]
    }

    /// The pieces of chess come out in their known order, without knowledge of chess.
    #[test]
    fn pieces_are_worth_what_they_reach() {
        let evaluation = ByReach::new(GameId::CHESS, &[]);
        let [pawn, knight, bishop, rook, queen, king] =
            ['P', 'N', 'B', 'R', 'Q', 'K'].map(|letter| worth(&evaluation, letter));
        assert!(
            pawn * 2 < knight && knight < rook && bishop < rook && rook + bishop <= queen + 60,
            "{pawn} {knight} {bishop} {rook} {queen}"
        );
        assert!((60..160).contains(&pawn) && (700..1300).contains(&queen) && king == 0);
    }

    #[test]
    fn material_and_squares_count_for_their_side() {
        let evaluation = ByReach::new(GameId::CRAZYHOUSE, &[]);
        let at = |fen: &str| evaluation.evaluate(&GameId::CRAZYHOUSE.parse(fen).unwrap());
        let start = at("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1");
        assert!(start.abs() <= 20, "{start}");
        let ahead = at("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1");
        assert!(ahead > 500 && at("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] b KQkq - 0 1") < -500);
        assert!(at("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[q] w KQkq - 0 1") < ahead - 500);
        let far = at("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1");
        assert!(far > at("4k3/8/8/8/8/8/P7/4K3[] w - - 0 1") + 30);
    }

    /// A queen that takes a guarded pawn loses by it; a piece behind another one takes part; a king does not go where it
    /// would be taken.
    #[test]
    fn exchanges_go_on_as_long_as_they_pay() {
        let evaluation = ByReach::new(GameId::CHESS, &[]);
        let see = |fen: &str, text: &str| {
            let position = GameId::CHESS.parse(fen).unwrap();
            evaluation.see(&position, helgi_rules::notation::read(&position, text).unwrap())
        };
        let [pawn, rook, queen] = ['P', 'R', 'Q'].map(|letter| worth(&evaluation, letter));
        assert_eq!(see("4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1", "d1d6"), pawn - queen);
        assert_eq!(see("4k3/8/3p4/8/8/8/8/3QK3 w - - 0 1", "d1d6"), pawn);
        assert_eq!(see("4k3/8/3p4/8/8/8/8/3QK3 w - - 0 1", "d1d2"), 0);
        assert_eq!(see("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), pawn - rook);
        assert_eq!(see("4k3/8/2p5/3p4/8/3R4/3R4/4K3 w - - 0 1", "d3d5"), 2 * pawn - rook);
        assert_eq!(see("3rk3/8/8/3p4/8/3R4/3R4/4K3 w - - 0 1", "d3d5"), pawn);
        assert_eq!(see("8/8/3k4/3p4/8/3R4/3R4/4K3 w - - 0 1", "d3d5"), pawn);
        assert_eq!(see("4k3/8/2p5/8/8/8/8/3RK3 w - - 0 1", "d1d5"), -rook);
    }

    /// A piece that is taken on the way neither stands in the way of the exchange nor takes part in it.
    #[test]
    fn pieces_taken_on_the_way_are_gone() {
        let evaluation = ByReach::new(GameId::CHESS, &[]);
        let see = |fen: &str, [from, to, removed]: [u8; 3]| {
            let position = GameId::CHESS.parse(fen).unwrap();
            evaluation.see(&position, Move::step_removing(Square(from), Square(to), Square(removed)))
        };
        let [pawn, rook] = ['P', 'R'].map(|letter| worth(&evaluation, letter));
        let [d1, d5, c6, d6] = [3, 35, 42, 43];
        assert_eq!(see("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", [d1, d5, c6]), 2 * pawn);
        assert_eq!(see("3rk3/8/3p4/3p4/8/8/8/3RK3 w - - 0 1", [d1, d5, d6]), 2 * pawn - rook);
    }

    struct Inputs<'a>(&'a ByReach);

    impl NetFeatures<AnyPosition> for Inputs<'_> {
        fn planes(&self) -> usize {
            self.0.planes()
        }

        fn facts(&self) -> usize {
            self.0.facts()
        }

        fn board(&self) -> &NetBoard {
            self.0.board()
        }

        fn is_mirrored(&self, position: &AnyPosition, view: Side) -> bool {
            self.0.is_mirrored(position, view)
        }

        fn collect(&self, position: &AnyPosition, active: &mut ActiveFeatures<'_>) {
            self.0.collect(position, active);
        }
    }

    /// Pieces in hand are seen by nets, each by an input of its own; the board is seen with the king on the left.
    #[test]
    fn nets_see_hands_and_the_kings_half() {
        let evaluation = ByReach::new(GameId::CRAZYHOUSE, &[]);
        let seen = |fen: &str| {
            let position = GameId::CRAZYHOUSE.parse(fen).unwrap();
            let inputs = Inputs(&evaluation);
            let active = ActiveFeatures::of(&position, &inputs);
            let mut seen = Side::BOTH.map(|view| active.seen_by(view).to_vec());
            seen.iter_mut().for_each(|inputs| inputs.sort_unstable());
            seen
        };
        let [empty, one, two] =
            ["", "P", "PP"].map(|hand| seen(&format!("4k3/8/8/8/8/8/8/4K3[{hand}] w - - 0 1")));
        assert_eq!((empty[0].len(), one[0].len(), two[0].len()), (2, 3, 4));
        assert_eq!(seen("3k4/8/8/8/8/8/8/3K1N2[] w - - 0 1"), seen("4k3/8/8/8/8/8/8/2N1K3[] w - - 0 1"));
    }
}
