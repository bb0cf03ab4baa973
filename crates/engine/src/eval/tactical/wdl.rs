//! How results follow from scores in `tactical`, written by `helgi tune tactical --wdl --write`.
//!
//! `helgi tune tactical --wdl tactical-1.games tactical-11.games tactical-12.games tactical-13.games`: fitted
//! to 435899 positions of 2975 games; on the 60245 of 425 games that were held out the log-loss is 0.7606,
//! and 0.8506 without the score.

use crate::wdl::WdlModel;

pub(super) const WDL: WdlModel = WdlModel { slope: 730.9, draw_width: 66.9 };
