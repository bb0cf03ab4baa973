//! How results follow from scores in `chessbattle`, written by `helgi tune chessbattle --wdl --write`.
//!
//! `helgi tune chessbattle --wdl chessbattle-1.games chessbattle-11.games chessbattle-12.games`: fitted to
//! 1048420 positions of 3675 games; on the 149299 of 525 games that were held out the log-loss is 0.8782, and
//! 1.0574 without the score.

use crate::wdl::WdlModel;

pub(super) const WDL: WdlModel = WdlModel { slope: 653.9, draw_width: 905.5 };
