//! The win, draw and loss model of `crazyhouse`, written by `helgi tune crazyhouse --wdl --write`.
//!
//! `helgi tune crazyhouse --wdl crazyhouse-38.games`: fitted to 14598 positions of 202 games; on the 1943 of
//! 29 games that were held out the log-loss is 0.3883, and 0.6931 without the score.

use crate::wdl::{WdlCurves, WdlModel};

pub(super) const WDL: WdlCurves = WdlCurves {
    full: WdlModel { slope: 282.4, draw_width: 2.0 },
    bare: WdlModel { slope: 453.8, draw_width: 354.2 },
};
