//! The evaluation of a game of which only the rules are known: a piece is worth what it reaches.
//!
//! Everything comes from the movements of the pieces and from the hints of the game: a piece's worth is the number of
//! squares that it reaches on a board one third full, captures counted twice; a square is as good as what is reached from
//! it; pieces that cannot go back gain by going forward, runners by coming near their goal. Where losing pieces wins, all
//! of it counts against its side. Where nothing is captured and walls close the board, room counts instead.

use super::erased::Erased;
use super::territory::Territory;
use super::{CorrectionKeys, MayWin};
use crate::net::{ActiveFeatures, NetBoard};
use helgi_rules::board::{Bitboard, Kind, Move, Outline, Piece, Side, Square, movement};
use helgi_rules::games::GameId;
use helgi_rules::kit::{Geometry, Movement, Occupancy};
use helgi_rules::{AnyPosition, EvalHints, Game, Position, Royalty};
use std::sync::Arc;

/// The words of the largest boards.
const WORDS: usize = 3;

/// Centipawns for a square that is reached on average.
const OF_A_SQUARE: f64 = 60.0;
/// The part of that which a square more or less than on average counts on one square of the board.
const OF_A_PLACE: f64 = 0.12;
/// Centipawns for the whole way forward of a piece that cannot go back.
const OF_THE_WAY: f64 = 70.0;
/// Centipawns for a runner at its goal, compared with one as far away as possible.
const OF_THE_GOAL: f64 = 120.0;
/// The worth of a piece whose movement is known only to the rules.
const UNKNOWN: i32 = 300;
/// Centipawns for the turn.
const OF_THE_TURN: i32 = 10;
/// The part of its worth, in hundredths, that a piece in hand has.
const IN_HAND: i32 = 105;
/// The least worth of a piece that makes a null move sound enough.
const WORTH_OF_A_PIECE: i32 = 180;

/// The evaluation by what pieces reach.
#[derive(Clone)]
pub(crate) struct ByReach {
    game: GameId,
    board: NetBoard,
    /// By kind.
    worths: Vec<i32>,
    /// By side and kind: by square, worth included.
    places: [Vec<Vec<i32>>; 2],
    is_royal: Vec<bool>,
    losing_wins: bool,
    only_mate_wins: bool,
    territory: Option<Arc<Territory>>,
}

/// The squares that a piece reaches from each square of a board, captures counted twice.
fn reach(geometry: &Geometry<WORDS>, movement: &Movement<WORDS>) -> Vec<f64> {
    let outline = geometry.outline();
    // Three boards, each one third full, of which every square is occupied once.
    let boards: Vec<Bitboard<WORDS>> = (0..3)
        .map(|part| {
            geometry.select(|file, rank| (5 * usize::from(file) + 7 * usize::from(rank) / 2) % 3 == part)
        })
        .collect();
    let from = |square: Square| {
        let on = |board: &Bitboard<WORDS>| {
            let mut occupied = *board;
            occupied.remove(square);
            let seen = Occupancy::from(occupied);
            let reached = movement.quiet.targets(geometry, square, &seen);
            let quiet = reached.len() + (reached - occupied).len();
            let capture = movement.capture.targets(geometry, square, &seen).len();
            let shots = movement.shoot.targets(geometry, square, &seen).len();
            (quiet as f64 / 2.0 + 2.0 * (capture + shots) as f64) / 3.0
        };
        boards.iter().map(on).sum::<f64>() / boards.len() as f64
    };
    outline.squares().map(from).collect()
}

/// The distance of two squares in steps of a king.
fn distance(outline: &Outline, a: Square, b: Square) -> u8 {
    outline.file(a).abs_diff(outline.file(b)).max(outline.rank(a).abs_diff(outline.rank(b)))
}

impl ByReach {
    /// The evaluation of a game.
    pub fn new(game: GameId) -> Self {
        let info = game.info();
        let outline = game.outline();
        let hints = game.hints();
        let exists = |file, rank| outline.square(file, rank).is_some();
        let geometry = Geometry::<WORDS>::new(Outline::new(outline.files(), outline.ranks(), exists));
        let mut worths = Vec::new();
        let mut places = [Vec::new(), Vec::new()];
        for (index, piece) in info.pieces.iter().enumerate() {
            let is_royal = piece.royalty == Royalty::Checked;
            let given = hints.worths.get(index).copied().flatten();
            let is_known = !piece.movement.is_empty() && movement::parse(piece.movement).is_ok();
            let mut worth = if is_royal { 0 } else { given.unwrap_or(UNKNOWN) };
            for side in Side::BOTH {
                let mut by_square = vec![0.0; outline.len()];
                if is_known {
                    let movement = Movement::new(&geometry, piece.movement, side);
                    let reached = reach(&geometry, &movement);
                    let mean = reached.iter().sum::<f64>() / reached.len().max(1) as f64;
                    if !is_royal && given.is_none() {
                        worth = (mean * OF_A_SQUARE).round() as i32;
                    }
                    let place = if is_royal { 0.0 } else { OF_A_SQUARE * OF_A_PLACE };
                    let goes_back = outline.squares().any(|from| {
                        let here = outline.rank_of(side, from);
                        movement.quiet.range(from).into_iter().any(|to| outline.rank_of(side, to) <= here)
                    });
                    for square in outline.squares() {
                        let value = &mut by_square[square.index()];
                        *value += place * (reached[square.index()] - mean);
                        if !goes_back && !movement.quiet.is_nothing() {
                            let way = f64::from(outline.rank_of(side, square))
                                / f64::from(outline.ranks().saturating_sub(1).max(1));
                            *value += OF_THE_WAY * way * way;
                        }
                    }
                }
                Self::add_goals(outline, &hints, side, Kind(index as u8), &mut by_square);
                let rounded = by_square.into_iter().map(|value| value.round() as i32 + worth);
                places[side.index()].push(rounded.collect());
            }
            worths.push(worth);
        }
        ByReach {
            game,
            board: NetBoard::new(outline, info.symmetry),
            is_royal: info.pieces.iter().map(|piece| piece.royalty == Royalty::Checked).collect(),
            worths,
            places,
            losing_wins: hints.losing_wins,
            only_mate_wins: hints.only_mate_wins,
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

    fn worth(&self, piece: Piece) -> i32 {
        self.worths.get(piece.kind.index()).copied().unwrap_or(0)
    }

    fn held(&self, position: &AnyPosition, side: Side) -> i32 {
        let Some(reserve) = position.reserve() else { return 0 };
        let worth = |kind: Kind| {
            let piece = Piece { kind, side };
            i32::from(reserve.count(piece)) * self.worth(piece) * IN_HAND / 100
        };
        reserve.kinds(side).map(worth).sum()
    }
}

impl Erased for ByReach {
    fn evaluate(&self, position: &AnyPosition) -> i32 {
        if let Some(territory) = &self.territory {
            let lead = territory.lead(position);
            return OF_THE_TURN + if position.side() == Side::White { lead } else { -lead };
        }
        let mut sum = self.held(position, Side::White) - self.held(position, Side::Black);
        for square in position.outline().squares() {
            let mut depth = 0;
            while let Some(piece) = position.piece_at(square, depth) {
                let places = &self.places[piece.side.index()];
                let value = places.get(piece.kind.index()).and_then(|places| places.get(square.index()));
                let value = value.copied().unwrap_or(0);
                sum += if piece.side == Side::White { value } else { -value };
                depth += 1;
            }
        }
        let own = if position.side() == Side::White { sum } else { -sum };
        // The turn is worth a little; where nobody wants to move, it is not.
        if self.losing_wins { -own } else { own + OF_THE_TURN }
    }

    fn see(&self, position: &AnyPosition, legal: Move) -> i32 {
        let (Some(from), Some(to)) = (legal.from(), legal.to()) else { return 0 };
        let (Some(mover), Some(victim)) = (position.piece_at(from, 0), position.piece_at(to, 0)) else {
            return 0;
        };
        if victim.side == mover.side {
            return 0;
        }
        let (gain, risk) = (self.worth(victim), self.worth(mover));
        let is_royal = self.is_royal.get(mover.kind.index()).copied().unwrap_or(false);
        if self.losing_wins {
            return -gain;
        }
        if is_royal || gain >= risk {
            return gain;
        }
        // Whether the captor can be taken back is known only to the rules.
        let after = position.after(legal);
        let mut answers = Vec::new();
        after.generate(helgi_rules::GenMode::Noisy, &mut answers);
        if answers.into_iter().any(|answer| answer.to() == Some(to)) { gain - risk } else { gain }
    }

    /// Without pieces that can be checked, zugzwang may be the point of the game.
    fn allows_null_move(&self, position: &AnyPosition) -> bool {
        let side = position.side();
        let is_piece = |square: Square| {
            let piece = position.piece_at(square, 0).filter(|piece| piece.side == side);
            piece.is_some_and(|piece| self.worth(piece) >= WORTH_OF_A_PIECE)
        };
        !self.losing_wins && self.is_royal.contains(&true) && position.outline().squares().any(is_piece)
    }

    fn correction_keys(&self, _: &AnyPosition) -> Option<CorrectionKeys> {
        None
    }

    fn may_win_at_once(&self, _: &AnyPosition) -> MayWin {
        if self.only_mate_wins { MayWin::Checks } else { MayWin::All }
    }

    fn name(&self) -> &'static str {
        self.game.name()
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
        0
    }

    fn net(&self) -> &'static [u8] {
        &[]
    }

    fn board(&self) -> &NetBoard {
        &self.board
    }

    fn is_mirrored(&self, _: &AnyPosition, _: Side) -> bool {
        false
    }

    fn collect(&self, position: &AnyPosition, active: &mut ActiveFeatures<'_>) {
        for square in position.outline().squares() {
            for piece in position.pieces_on(square) {
                active.piece(piece.side, piece.kind.index(), square);
            }
            if position.is_obstacle(square) {
                active.neutral(self.planes() - 1, square);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(evaluation: &ByReach, letter: char) -> i32 {
        let pieces = evaluation.game.info().pieces;
        let index = pieces.iter().position(|piece| piece.letter == letter).unwrap();
        evaluation.worths[index]
    }

    /// The pieces of chess come out in their known order, without knowledge of chess.
    #[test]
    fn pieces_are_worth_what_they_reach() {
        let evaluation = ByReach::new(GameId::CHESS);
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
        let evaluation = ByReach::new(GameId::CRAZYHOUSE);
        let at = |fen: &str| evaluation.evaluate(&GameId::CRAZYHOUSE.parse(fen).unwrap());
        let start = at("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1");
        assert!(start.abs() <= 20, "{start}");
        let ahead = at("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1");
        assert!(ahead > 500 && at("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] b KQkq - 0 1") < -500);
        assert!(at("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[q] w KQkq - 0 1") < ahead - 500);
        let far = at("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1");
        assert!(far > at("4k3/8/8/8/8/8/P7/4K3[] w - - 0 1") + 30);
    }

    /// A queen that takes a guarded pawn loses by it.
    #[test]
    fn exchanges_look_one_capture_ahead() {
        let evaluation = ByReach::new(GameId::CHESS);
        let see = |fen: &str, text: &str| {
            let position = GameId::CHESS.parse(fen).unwrap();
            evaluation.see(&position, helgi_rules::notation::read(&position, text).unwrap())
        };
        assert!(see("4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1", "d1d6") < -500);
        assert!(see("4k3/8/3p4/8/8/8/8/3QK3 w - - 0 1", "d1d6") > 50);
        assert_eq!(see("4k3/8/3p4/8/8/8/8/3QK3 w - - 0 1", "d1d2"), 0);
    }
}
