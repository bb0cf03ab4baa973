//! Adjudication of games before the rules end them, by the engines' scores.

use super::settings::{DrawRule, ResignRule};
use helgi_protocol::info::SearchScore;
use helgi_rules::board::Side;

/// The score of a mate, in hundredths of a pawn.
const MATE: i32 = 30_000;

/// The verdict by which a game was adjudicated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SprtVerdict {
    /// Both see a draw.
    Draw,
    /// This side has won.
    Win(Side),
}

/// A move as far as adjudication needs to know it.
#[derive(Clone, Copy, Debug)]
pub(super) struct JudgedMove {
    /// The side that made it.
    pub side: Side,
    /// The full moves that have been played with it, those of the opening included.
    pub full_moves: usize,
    /// True if the move restarts the half-move clock, as captures and pawn moves do in chess.
    pub zeroes: bool,
    /// The score from the mover's view.
    pub score: Option<SearchScore>,
}

/// Follows the scores of one game.
#[derive(Clone, Debug)]
pub(super) struct Adjudicator {
    draw: Option<DrawRule>,
    resign: Option<ResignRule>,
    /// The number of plies in a row with a score near 0.
    even: usize,
    /// For each side, the number of its moves in a row with a score far below 0, and far above.
    lost: [usize; 2],
    won: [usize; 2],
}

impl Adjudicator {
    pub fn new(draw: Option<DrawRule>, resign: Option<ResignRule>) -> Self {
        Adjudicator { draw, resign, even: 0, lost: [0; 2], won: [0; 2] }
    }

    /// Notes a move. A move without a score restarts every count.
    pub fn judge(&mut self, judged: &JudgedMove) -> Option<SprtVerdict> {
        let score = judged.score.map(centipawns);
        self.judge_draw(judged, score).or_else(|| self.judge_loss(judged.side, score))
    }

    fn judge_draw(&mut self, judged: &JudgedMove, score: Option<i32>) -> Option<SprtVerdict> {
        let rule = self.draw?;
        let number = judged.full_moves;
        // A capture or a pawn move begins the count anew, and is the first of it.
        let before = if judged.zeroes { 0 } else { self.even };
        let is_even = score.is_some_and(|score| score.saturating_abs() <= rule.score);
        self.even = if is_even { before + 1 } else { 0 };
        let is_drawn = number >= rule.move_number && self.even >= rule.move_count.saturating_mul(2);
        is_drawn.then_some(SprtVerdict::Draw)
    }

    fn judge_loss(&mut self, side: Side, score: Option<i32>) -> Option<SprtVerdict> {
        let rule = self.resign?;
        let count = |before: usize, holds: bool| if holds { before + 1 } else { 0 };
        let own = side.index();
        self.lost[own] =
            count(self.lost[own], score.is_some_and(|score| score <= rule.score.saturating_neg()));
        self.won[own] = count(self.won[own], score.is_some_and(|score| score >= rule.score));
        [side, !side].into_iter().find_map(|loser| {
            let agreed = !rule.two_sided || self.won[(!loser).index()] >= rule.move_count;
            (self.lost[loser.index()] >= rule.move_count && agreed).then_some(SprtVerdict::Win(!loser))
        })
    }
}

fn centipawns(score: SearchScore) -> i32 {
    match score {
        SearchScore::Centipawns(value) => value,
        SearchScore::Mate(moves) if moves > 0 => MATE,
        // Mated already, with `mate 0`.
        SearchScore::Mate(_) => -MATE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{Black, White};

    fn cp(value: i32) -> Option<SearchScore> {
        Some(SearchScore::Centipawns(value))
    }

    fn judged(ply: usize, zeroes: bool, score: Option<SearchScore>) -> JudgedMove {
        JudgedMove { side: [White, Black][ply % 2], full_moves: ply.div_ceil(2), zeroes, score }
    }

    /// The half-move, from 1, after which the game is called a draw.
    fn drawn_after(rule: DrawRule, scores: &[Option<SearchScore>], zeroing: &[usize]) -> Option<usize> {
        let mut adjudicator = Adjudicator::new(Some(rule), None);
        let mut verdicts = scores
            .iter()
            .enumerate()
            .map(|(ply, &score)| adjudicator.judge(&judged(ply, zeroing.contains(&(ply + 1)), score)));
        verdicts.position(|verdict| verdict == Some(SprtVerdict::Draw)).map(|ply| ply + 1)
    }

    #[test]
    fn a_draw_needs_both_sides_for_some_moves_after_some_move() {
        let rule = DrawRule { move_number: 3, move_count: 2, score: 10 };
        let scores = [cp(0), cp(-10), cp(10), cp(0), cp(11), cp(0), None, cp(0), cp(0), cp(0), cp(0)];
        assert_eq!(drawn_after(rule, &scores, &[]), Some(11));
    }

    #[test]
    fn so_many_full_moves_have_to_be_played() {
        for move_number in [1, 2, 25] {
            let rule = DrawRule { move_number, move_count: 1, score: 0 };
            assert_eq!(drawn_after(rule, &[cp(0); 60], &[]), Some(2 * move_number));
        }
    }

    #[test]
    fn captures_and_pawn_moves_begin_the_count_anew() {
        let rule = DrawRule { move_number: 0, move_count: 2, score: 10 };
        assert_eq!(drawn_after(rule, &[cp(0); 12], &[]), Some(4));
        // 1. e4 e5 2. d4 exd4 3. c3 dxc3 4. Nxc3 Nf6 5. Nf3 Nc6: the last that counts anew is the first of four.
        assert_eq!(drawn_after(rule, &[cp(0); 12], &[1, 2, 3, 4, 5, 6, 7]), Some(10));
        assert_eq!(drawn_after(rule, &[cp(0); 12], &[4, 8]), Some(7));
        // It does not bring back a count that a score has ended.
        let scores = [cp(0), cp(0), cp(99), cp(0), cp(0), cp(0), cp(0)];
        assert_eq!(drawn_after(rule, &scores, &[3]), Some(7));
    }

    #[test]
    fn a_loss_is_seen_by_the_loser_or_by_both() {
        for (two_sided, when) in [(false, Some(3)), (true, Some(6))] {
            let rule = ResignRule { move_count: 2, score: 500, two_sided };
            let mut adjudicator = Adjudicator::new(None, Some(rule));
            let white = [cp(499), cp(499), cp(500), Some(SearchScore::Mate(3)), cp(500)];
            let black = [cp(-500), cp(-600), Some(SearchScore::Mate(-3)), Some(SearchScore::Mate(0)), cp(0)];
            let scores = white.into_iter().zip(black).flat_map(|(white, black)| [white, black]);
            // Captures do not matter here.
            let judge = |(ply, score)| adjudicator.judge(&judged(ply, true, score));
            let verdicts: Vec<_> = scores.enumerate().map(judge).collect();
            assert_eq!(verdicts.iter().position(Option::is_some), when, "{two_sided}");
            assert_eq!(verdicts[when.unwrap()], Some(SprtVerdict::Win(White)));
        }
    }
}
