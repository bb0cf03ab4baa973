//! How results follow from scores in `crazyhouse`, written by `helgi tune crazyhouse --wdl --write`.
//!
//! `helgi tune crazyhouse --wdl crazyhouse-11.games`: fitted to 81936 positions of 1312 games; on the 11159
//! of 188 games that were held out the log-loss is 0.5628, and 0.6931 without the score.

use crate::wdl::WdlModel;

pub(super) const WDL: WdlModel = WdlModel { slope: 857.4, draw_width: 25.8 };
