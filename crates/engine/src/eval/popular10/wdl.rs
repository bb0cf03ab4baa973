//! The win, draw and loss model of `popular10`, written by `helgi tune popular10 --wdl --write`.
//!
//! `helgi tune popular10 --wdl popular10-1.games popular10-11.games popular10-12.games popular10-13.games`:
//! fitted to 483668 positions of 3237 games; on the 67629 of 463 games that were held out the log-loss is
//! 0.5374, and 0.7487 without the score.

use crate::wdl::{WdlCurves, WdlModel};

pub(super) const WDL: WdlCurves = WdlCurves {
    full: WdlModel { slope: 493.1, draw_width: 10.7 },
    bare: WdlModel { slope: 493.1, draw_width: 10.7 },
};
