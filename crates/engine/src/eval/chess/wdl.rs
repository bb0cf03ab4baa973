//! How results follow from scores in `chess`, written by `helgi tune chess --wdl --write`.
//!
//! `helgi tune chess --wdl chess-11.games chess-12.games chess-13.games`: fitted to 1079621 positions of 7875
//! games; on the 152972 of 1125 games that were held out the log-loss is 0.8202, and 1.0985 without the
//! score.

use crate::wdl::WdlModel;

pub(super) const WDL: WdlModel = WdlModel { slope: 307.2, draw_width: 318.8 };
