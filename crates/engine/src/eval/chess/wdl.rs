//! The win, draw and loss model of `chess`, written by `helgi tune chess --wdl --write`.
//!
//! `helgi tune chess --wdl chess-37.games`: fitted to 26232 positions of 185 games; on the 3438 of 27 games
//! that were held out the log-loss is 0.4553, and 1.0320 without the score.

use crate::wdl::{WdlCurves, WdlModel};

pub(super) const WDL: WdlCurves = WdlCurves {
    full: WdlModel { slope: 94.5, draw_width: 97.9 },
    bare: WdlModel { slope: 90.5, draw_width: 350.9 },
};
