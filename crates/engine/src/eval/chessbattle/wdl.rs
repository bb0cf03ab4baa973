//! The win, draw and loss model of `chessbattle`, written by `helgi tune chessbattle --wdl --write`.
//!
//! `helgi tune chessbattle --wdl chessbattle-36.games`: fitted to 16861 positions of 91 games; on the 2481 of
//! 14 games that were held out the log-loss is 0.8227, and 0.9696 without the score.

use crate::wdl::{WdlCurves, WdlModel};

pub(super) const WDL: WdlCurves = WdlCurves {
    full: WdlModel { slope: 360.7, draw_width: 337.4 },
    bare: WdlModel { slope: 355.3, draw_width: 626.2 },
};
