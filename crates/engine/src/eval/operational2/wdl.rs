//! The win, draw and loss model of `operational2`, written by `helgi tune operational2 --wdl --write`.
//!
//! `helgi tune operational2 --wdl operational2-1.games operational2-11.games operational2-12.games
//! operational2-13.games`: fitted to 442183 positions of 1881 games; on the 65347 of 269 games that were held
//! out the log-loss is 0.9430, and 1.0983 without the score.

use crate::wdl::{WdlCurves, WdlModel};

pub(super) const WDL: WdlCurves = WdlCurves {
    full: WdlModel { slope: 568.4, draw_width: 398.9 },
    bare: WdlModel { slope: 568.4, draw_width: 398.9 },
};
