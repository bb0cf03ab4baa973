//! Evaluations behind a pointer.

use super::{CorrectionKeys, MayWin};
use crate::net::{ActiveFeatures, Meanings, Net, NetBoard};
use helgi_rules::AnyPosition;
use helgi_rules::board::{Move, Side};
use std::sync::Arc;

/// The methods of an evaluation behind a pointer, for positions whose game is known only at run time.
pub(crate) trait Erased: Send + Sync {
    fn evaluate(&self, position: &AnyPosition) -> i32;
    fn see(&self, position: &AnyPosition, legal: Move) -> i32;
    fn allows_null_move(&self, position: &AnyPosition) -> bool;
    fn correction_keys(&self, position: &AnyPosition) -> Option<CorrectionKeys>;
    fn may_win_at_once(&self, position: &AnyPosition) -> MayWin;
    fn gain_of_check(&self, position: &AnyPosition) -> Option<i32>;
    fn name(&self) -> &'static str;
    fn weights(&self) -> Vec<i32>;
    fn with_weights(&self, weights: &[i32]) -> Arc<dyn Erased>;
    fn planes(&self) -> usize;
    fn facts(&self) -> usize;
    fn net(&self) -> &'static [u8];
    fn board(&self) -> &NetBoard;
    fn is_mirrored(&self, position: &AnyPosition, view: Side) -> bool;
    fn collect(&self, position: &AnyPosition, active: &mut ActiveFeatures<'_>);
    fn meanings(&self) -> Meanings;
    fn borrowed(&self, net: &Net) -> Option<Net>;
}
