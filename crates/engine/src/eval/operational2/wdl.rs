//! The win, draw and loss model of `operational2`, written by `helgi tune operational2 --wdl --write`.
//!
//! `helgi tune operational2 --wdl operational2-927.games operational2-929.games`: fitted to 30877 positions
//! of 104 games; on the 4153 of 15 games that were held out the log-loss is 0.7594, and 1.0884 without the
//! score.

use crate::wdl::{WdlCurves, WdlModel};

pub(super) const WDL: WdlCurves = WdlCurves {
    full: WdlModel { slope: 400.9, draw_width: 404.7 },
    bare: WdlModel { slope: 400.9, draw_width: 404.7 },
};
