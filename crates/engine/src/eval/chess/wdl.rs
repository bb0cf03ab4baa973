//! The win, draw and loss model of `chess`, written by `helgi tune chess --wdl --write`.
//!
//! `helgi tune chess --wdl chess-951.games chess-952.games`: fitted to 62676 positions of 451 games; on the
//! 9149 of 65 games that were held out the log-loss is 0.4138, and 1.0612 without the score.

use crate::wdl::{WdlCurves, WdlModel};

pub(super) const WDL: WdlCurves = WdlCurves {
    full: WdlModel { slope: 94.7, draw_width: 87.4 },
    bare: WdlModel { slope: 60.0, draw_width: 285.7 },
};
