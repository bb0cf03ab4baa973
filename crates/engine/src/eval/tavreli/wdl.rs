//! How results follow from scores in `tavreli`, written by `helgi tune tavreli --wdl --write`.
//!
//! `helgi tune tavreli --wdl tavreli-1.games tavreli-11.games tavreli-12.games tavreli-13.games`: fitted to
//! 486174 positions of 6562 games; on the 70338 of 938 games that were held out the log-loss is 0.6185, and
//! 0.7947 without the score.

use crate::wdl::WdlModel;

pub(super) const WDL: WdlModel = WdlModel { slope: 483.1, draw_width: 20.2 };
