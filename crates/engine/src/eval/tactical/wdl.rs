//! The win, draw and loss model of `tactical`, written by `helgi tune tactical --wdl --write`.
//!
//! `helgi tune tactical --wdl tactical-901.games tactical-911.games tactical-921.games tactical-931.games`:
//! fitted to 38629 positions of 182 games; on the 5020 of 27 games that were held out the log-loss is 0.5309,
//! and 0.7783 without the score.

use crate::wdl::{WdlCurves, WdlModel};

pub(super) const WDL: WdlCurves = WdlCurves {
    full: WdlModel { slope: 215.6, draw_width: 112.1 },
    bare: WdlModel { slope: 215.6, draw_width: 112.1 },
};
