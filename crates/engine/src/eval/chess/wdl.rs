//! The win, draw and loss model of `chess`, written by `helgi tune chess --wdl --write`.
//!
//! `helgi tune chess --wdl chess-36.games`: fitted to 31660 positions of 214 games; on the 4052 of 31 games
//! that were held out the log-loss is 0.5089, and 1.0934 without the score.

use crate::wdl::{WdlCurves, WdlModel};

pub(super) const WDL: WdlCurves = WdlCurves {
    full: WdlModel { slope: 68.1, draw_width: 50.1 },
    bare: WdlModel { slope: 121.6, draw_width: 415.7 },
};
