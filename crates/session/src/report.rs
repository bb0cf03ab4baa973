//! Reports of a search as `info` lines of the protocol.

use helgi_engine::internals::bench::per_second;
use helgi_engine::search::{Bound, Iteration, moves_to_end};
use helgi_engine::{Chances, WdlModel};
use helgi_protocol::info::{self, SearchInfo, SearchScore, Wdl};
use helgi_rules::notation::Notation;

/// The line that reports an iteration, with chances by this model if there is one.
pub fn info(iteration: &Iteration, notation: Notation, model: Option<WdlModel>) -> SearchInfo {
    let score = match moves_to_end(iteration.score) {
        Some(moves) => SearchScore::Mate(moves),
        None => SearchScore::Centipawns(iteration.score),
    };
    SearchInfo {
        depth: Some(iteration.depth),
        seldepth: Some(iteration.seldepth),
        multipv: u32::try_from(iteration.multipv).ok(),
        score: Some(score),
        bound: match iteration.bound {
            Bound::Exact => info::ScoreBound::Exact,
            Bound::Lower => info::ScoreBound::Lower,
            Bound::Upper => info::ScoreBound::Upper,
        },
        wdl: model.map(|model| wdl(model, iteration.score)),
        nodes: Some(iteration.nodes),
        nps: Some(per_second(iteration.nodes, iteration.elapsed)),
        hashfull: u16::try_from(iteration.hashfull).ok(),
        tbhits: Some(0),
        time: Some(iteration.elapsed),
        pv: iteration.pv.iter().map(|&played| notation.write(played)).collect(),
        ..SearchInfo::default()
    }
}

/// The chances that a score stands for, in thousandths.
fn wdl(model: WdlModel, score: i32) -> Wdl {
    let Chances { win, loss, .. } = model.chances(score);
    let thousandths = |share: f64| (share * 1000.0).round() as u16;
    // If both are halves that would be rounded up, one is enough.
    let win = thousandths(win);
    let loss = thousandths(loss).min(1000_u16.saturating_sub(win));
    Wdl { win, draw: 1000_u16.saturating_sub(win + loss), loss }
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_engine::search::mate_in;
    use std::time::Duration;

    #[test]
    fn chances_add_up_and_follow_the_score() {
        for draw_width in [0.0, 90.0] {
            let wdl = |score| wdl(WdlModel { slope: 110.0, draw_width }, score);
            let mut last = 0;
            for score in (-3000..=3000).step_by(7) {
                let Wdl { win, draw, loss } = wdl(score);
                assert_eq!(win + draw + loss, 1000);
                assert!(win >= last);
                last = win;
                let other = wdl(-score);
                assert!(other.win.abs_diff(loss) <= 1 && other.loss.abs_diff(win) <= 1);
            }
            assert_eq!(wdl(mate_in(3)), Wdl { win: 1000, draw: 0, loss: 0 });
            assert_eq!(wdl(-mate_in(3)), Wdl { win: 0, draw: 0, loss: 1000 });
        }
    }

    #[test]
    fn rates_stand_any_time() {
        assert_eq!(per_second(500, Duration::from_millis(250)), 2000);
        assert_eq!(per_second(0, Duration::ZERO), 0);
        assert_eq!(per_second(u64::MAX, Duration::ZERO), u64::MAX);
    }
}
