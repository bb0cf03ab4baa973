//! The win, draw and loss model of `crazyhouse`, written by `helgi tune crazyhouse --wdl --write`.
//!
//! `helgi tune crazyhouse --wdl crazyhouse-923.games`: fitted to 30696 positions of 418 games; on the 4644 of
//! 60 games that were held out the log-loss is 0.4415, and 0.6931 without the score.

use crate::wdl::{WdlCurves, WdlModel};

pub(super) const WDL: WdlCurves = WdlCurves {
    full: WdlModel { slope: 303.3, draw_width: 19.2 },
    bare: WdlModel { slope: 303.3, draw_width: 19.2 },
};
