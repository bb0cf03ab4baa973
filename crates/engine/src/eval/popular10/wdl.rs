//! The win, draw and loss model of `popular10`, written by `helgi tune popular10 --wdl --write`.
//!
//! `helgi tune popular10 --wdl popular10-925.games popular10-926.games popular10-928.games`: fitted to 39151
//! positions of 237 games; on the 5505 of 34 games that were held out the log-loss is 0.4231, and 0.6931
//! without the score.

use crate::wdl::{WdlCurves, WdlModel};

pub(super) const WDL: WdlCurves = WdlCurves {
    full: WdlModel { slope: 259.3, draw_width: 0.0 },
    bare: WdlModel { slope: 259.3, draw_width: 0.0 },
};
