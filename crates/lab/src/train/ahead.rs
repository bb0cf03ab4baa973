//! Scores that look ahead: what a search said of a position, mixed with what the searches of the positions after it said.
//!
//! The search of self-play sees a few half-moves; the game went on and shows what it did not see. This is the λ-return of
//! Sutton, *Learning to Predict by the Methods of Temporal Differences* (1988), with searches in the place of predictions.

use super::scale::{result_of, score_of};
use crate::selfplay::file::SelfPlayGame;
use crate::selfplay::replay::{self, ReplayError};
use helgi_rules::board::Side;
use helgi_rules::{Game, Position};

/// Returns the game with scores that look ahead: on the scale of results, each has a share of `1 - lambda` of its own and
/// takes the rest from the next one, which does likewise; the last is all its own. 0 changes nothing.
///
/// # Errors
///
/// If the start or a move does not belong to the game.
pub(super) fn looking_ahead<G: Game>(
    game: &G,
    played: &SelfPlayGame,
    lambda: f32,
) -> Result<SelfPlayGame, ReplayError> {
    let mut ahead = played.clone();
    if lambda == 0.0 {
        return Ok(ahead);
    }
    let mut sides = Vec::with_capacity(played.plies.len());
    replay::walk(game, played, |position, _, _| sides.push(position.side()))?;
    // The result for White that the searches from here on promise.
    let mut promised = None;
    for (ply, side) in ahead.plies.iter_mut().zip(sides).rev() {
        let Some(score) = &mut ply.score else { continue };
        let for_white = |result: f32| if side == Side::White { result } else { 1.0 - result };
        let own = for_white(result_of(*score));
        let mixed = promised.map_or(own, |next: f32| own + lambda * (next - own));
        *score = score_of(for_white(mixed));
        promised = Some(mixed);
    }
    Ok(ahead)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::file::{SelfPlayPly, SelfPlayResult};
    use helgi_engine::internals::net::WithNet;
    use helgi_engine::internals::{EvalVisitor, HasEvaluation, visit};
    use helgi_rules::GameId;

    /// The scores of a game of chess, where White's and Black's half-moves take turns, after looking ahead.
    fn ahead(scores: &[Option<i16>], lambda: f32) -> Vec<Option<i16>> {
        struct Ahead<'a>(&'a [Option<i16>], f32);
        impl EvalVisitor for Ahead<'_> {
            type Output = Vec<Option<i16>>;

            fn visit<G: HasEvaluation>(self, game: G, _: &WithNet<G::Evaluation>) -> Self::Output {
                let mut position = game.start();
                let plies = self.0.iter().map(|&score| {
                    let played = position.legal_moves()[0];
                    position.play(played);
                    SelfPlayPly { played, score }
                });
                let plies = plies.collect();
                let played = SelfPlayGame { number: 0, ending: SelfPlayResult::Draw, start: None, plies };
                let ahead = looking_ahead(&game, &played, self.1).expect("its moves are legal");
                ahead.plies.iter().map(|ply| ply.score).collect()
            }
        }
        visit(GameId::named("chess").expect("it is built in"), Ahead(scores, lambda))
    }

    #[test]
    fn each_score_takes_its_share_from_the_next_one() {
        let scores = [None, Some(0), None, Some(40), Some(-400)];
        assert_eq!(ahead(&scores, 0.0), scores);
        // In the end White's result is 0.269. Black's half-move before promised White 0.475, together 0.372; with the 0.5
        // of the first one that is 0.436.
        assert_eq!(ahead(&scores, 0.5), [None, Some(103), None, Some(209), Some(-400)]);
        assert_eq!(ahead(&scores, 1.0), [None, Some(400), None, Some(400), Some(-400)]);
    }

    #[test]
    fn certain_scores_are_still_left_out() {
        for score in [i16::MAX, 31_000, -31_000, -i16::MAX] {
            let sign = score.signum();
            let scores = ahead(&[Some(score), Some(-score)], 0.5);
            assert!(scores[0].unwrap() * sign > 5_000 && scores[1].unwrap() * -sign > 5_000, "{scores:?}");
        }
    }
}
