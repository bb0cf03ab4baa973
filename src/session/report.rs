//! Reports of a search as `info` lines of the protocol.

use helgi_engine::bench::per_second;
use helgi_engine::search::{Bound, Iteration, moves_to_end};
use helgi_protocol::info::{self, Info, Score, Wdl};
use helgi_rules::notation::Notation;

/// The line that reports an iteration, with chances if they are wanted.
pub fn info(iteration: &Iteration, notation: Notation, show_wdl: bool) -> Info {
    let score = match moves_to_end(iteration.score) {
        Some(moves) => Score::Mate(moves),
        None => Score::Centipawns(iteration.score),
    };
    Info {
        depth: Some(iteration.depth),
        seldepth: Some(iteration.seldepth),
        multipv: u32::try_from(iteration.multipv).ok(),
        score: Some(score),
        bound: match iteration.bound {
            Bound::Exact => info::Bound::Exact,
            Bound::Lower => info::Bound::Lower,
            Bound::Upper => info::Bound::Upper,
        },
        wdl: show_wdl.then(|| wdl(iteration.score)),
        nodes: Some(iteration.nodes),
        nps: Some(per_second(iteration.nodes, iteration.elapsed)),
        hashfull: u16::try_from(iteration.hashfull).ok(),
        tbhits: Some(0),
        time: Some(iteration.elapsed),
        pv: iteration.pv.iter().map(|&played| notation.write(played)).collect(),
        ..Info::default()
    }
}

/// The chances that a score stands for: two logistic curves, one for winning and, mirrored, one
/// for losing; what they leave is the draw.
fn wdl(score: i32) -> Wdl {
    /// The score at which winning is as likely as not.
    const EVEN: f64 = 150.0;
    /// The slope: how many centipawns multiply the odds by e.
    const SLOPE: f64 = 90.0;
    let (win, loss) = match moves_to_end(score) {
        Some(_) if score > 0 => (1000, 0),
        Some(_) => (0, 1000),
        None => {
            let curve = |score: f64| (1000.0 / (1.0 + ((EVEN - score) / SLOPE).exp())) as u16;
            (curve(score.into()), curve((-score).into()))
        }
    };
    Wdl { win, draw: 1000_u16.saturating_sub(win + loss), loss }
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_engine::search::mate_in;
    use std::time::Duration;

    #[test]
    fn chances_add_up_and_follow_the_score() {
        let mut last = 0;
        for score in (-3000..=3000).step_by(7) {
            let Wdl { win, draw, loss } = wdl(score);
            assert_eq!(win + draw + loss, 1000);
            assert!(win >= last);
            last = win;
            let other = wdl(-score);
            assert_eq!((other.win, other.loss), (loss, win));
        }
        assert_eq!(wdl(mate_in(3)), Wdl { win: 1000, draw: 0, loss: 0 });
        assert_eq!(wdl(-mate_in(3)), Wdl { win: 0, draw: 0, loss: 1000 });
    }

    #[test]
    fn rates_stand_any_time() {
        assert_eq!(per_second(500, Duration::from_millis(250)), 2000);
        assert_eq!(per_second(0, Duration::ZERO), 0);
        assert_eq!(per_second(u64::MAX, Duration::ZERO), u64::MAX);
    }
}
