//! The win, draw and loss model of `tactical`, written by `helgi tune tactical --wdl --write`.
//!
//! `helgi tune tactical --wdl tactical-36.games`: fitted to 18607 positions of 88 games; on the 2411 of 13
//! games that were held out the log-loss is 0.5212, and 0.9656 without the score.

use crate::wdl::{WdlCurves, WdlModel};

pub(super) const WDL: WdlCurves = WdlCurves {
    full: WdlModel { slope: 388.7, draw_width: 131.1 },
    bare: WdlModel { slope: 388.7, draw_width: 131.1 },
};
