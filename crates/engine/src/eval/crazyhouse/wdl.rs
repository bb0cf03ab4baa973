//! The win, draw and loss model of `crazyhouse`, written by `helgi tune crazyhouse --wdl --write`.
//!
//! `helgi tune crazyhouse --wdl crazyhouse-36.games`: fitted to 12793 positions of 147 games; on the 2173 of
//! 22 games that were held out the log-loss is 0.9526, and 1.0808 without the score.

use crate::wdl::{WdlCurves, WdlModel};

pub(super) const WDL: WdlCurves = WdlCurves {
    full: WdlModel { slope: 623.9, draw_width: 180.0 },
    bare: WdlModel { slope: 623.9, draw_width: 180.0 },
};
