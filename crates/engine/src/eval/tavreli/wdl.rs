//! The win, draw and loss model of `tavreli`, written by `helgi tune tavreli --wdl --write`.
//!
//! `helgi tune tavreli --wdl tavreli-36.games`: fitted to 7343 positions of 93 games; on the 1314 of 14 games
//! that were held out the log-loss is 0.4303, and 0.6931 without the score.

use crate::wdl::{WdlCurves, WdlModel};

pub(super) const WDL: WdlCurves = WdlCurves {
    full: WdlModel { slope: 301.8, draw_width: 41.0 },
    bare: WdlModel { slope: 301.8, draw_width: 41.0 },
};
