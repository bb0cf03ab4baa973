//! The win, draw and loss model of `chessbattle`, written by `helgi tune chessbattle --wdl --write`.
//!
//! `helgi tune chessbattle --wdl chessbattle-904.games chessbattle-924.games`: fitted to 29736 positions of
//! 209 games; on the 4096 of 30 games that were held out the log-loss is 0.8435, and 1.0857 without the
//! score.

use crate::wdl::{WdlCurves, WdlModel};

pub(super) const WDL: WdlCurves = WdlCurves {
    full: WdlModel { slope: 237.7, draw_width: 351.7 },
    bare: WdlModel { slope: 237.7, draw_width: 351.7 },
};
