//! Starts an engine as a player that speaks the protocol of its settings.

use super::cecp::Cecp;
use super::log::Log;
use super::player::{Fault, Player};
use super::settings::{EngineSettings, Protocol};
use super::stop::MatchStop;
use super::uci::Uci;

/// Starts an engine. Returned with it are warnings about its options, a line each.
///
/// # Errors
///
/// If it does not start, does not get ready, or the match is stopped in the meantime.
pub(super) fn launch(
    settings: &EngineSettings,
    log: &Log,
    stop: &MatchStop,
) -> Result<(Box<dyn Player>, Vec<String>), Fault> {
    Ok(match settings.protocol {
        Protocol::Uci | Protocol::Usi | Protocol::Ucci => {
            let (player, warnings) = Uci::start(settings, log, stop)?;
            (Box::new(player), warnings)
        }
        Protocol::Xboard => {
            let (player, warnings) = Cecp::start(settings, log, stop)?;
            (Box::new(player), warnings)
        }
    })
}
