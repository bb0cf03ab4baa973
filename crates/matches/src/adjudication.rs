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

    /// Notes a move made by `side` as the `number`th full move, with this score from its own view.
    /// A move without a score restarts every count.
    pub fn judge(&mut self, side: Side, number: usize, score: Option<SearchScore>) -> Option<SprtVerdict> {
        let score = score.map(centipawns);
        self.judge_draw(number, score).or_else(|| self.judge_loss(side, score))
    }

    fn judge_draw(&mut self, number: usize, score: Option<i32>) -> Option<SprtVerdict> {
        let rule = self.draw?;
        let is_even = score.is_some_and(|score| score.saturating_abs() <= rule.score);
        self.even = if is_even { self.even + 1 } else { 0 };
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

    #[test]
    fn a_draw_needs_both_sides_for_some_moves_after_some_move() {
        let rule = DrawRule { move_number: 3, move_count: 2, score: 10 };
        let mut adjudicator = Adjudicator::new(Some(rule), None);
        let scores = [cp(0), cp(-10), cp(10), cp(0), cp(11), cp(0), None, cp(0), cp(0), cp(0), cp(0)];
        let verdicts: Vec<_> = scores
            .into_iter()
            .enumerate()
            .map(|(ply, score)| adjudicator.judge([White, Black][ply % 2], ply / 2 + 1, score))
            .collect();
        assert_eq!(verdicts.iter().position(Option::is_some), Some(10));
        assert_eq!(verdicts[10], Some(SprtVerdict::Draw));
    }

    #[test]
    fn a_loss_is_seen_by_the_loser_or_by_both() {
        for (two_sided, when) in [(false, Some(3)), (true, Some(6))] {
            let rule = ResignRule { move_count: 2, score: 500, two_sided };
            let mut adjudicator = Adjudicator::new(None, Some(rule));
            let white = [cp(499), cp(499), cp(500), Some(SearchScore::Mate(3)), cp(500)];
            let black = [cp(-500), cp(-600), Some(SearchScore::Mate(-3)), Some(SearchScore::Mate(0)), cp(0)];
            let scores =
                white.into_iter().zip(black).flat_map(|(white, black)| [(White, white), (Black, black)]);
            let verdicts: Vec<_> = scores.map(|(side, score)| adjudicator.judge(side, 1, score)).collect();
            assert_eq!(verdicts.iter().position(Option::is_some), when, "{two_sided}");
            assert_eq!(verdicts[when.unwrap()], Some(SprtVerdict::Win(White)));
        }
    }
}
