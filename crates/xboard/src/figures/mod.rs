//! Figures of the pieces of each game in XBoard: letters and the slots in which they stand.
//!
//! Games are looked up by their names in [`games`]; a game that is not there gets figures made from
//! its [`Info`] in [`automatic`], so that a new game needs nothing here. No protocol command is known
//! here; [`setup`](super::setup) makes the lines for XBoard.

mod automatic;
mod captives;
mod free;
mod games;
mod name;
pub mod slot;
mod types;

pub use automatic::{KNOWN, likely};
pub use captives::SHADOW;
pub use name::foreign;
pub use types::{Figure, Figures, NotShown, Parent};

use helgi_rules::Info;

/// The most files of XBoard's board.
const MOST_FILES: u8 = 16;

/// The most files of a board that has room for hands, two files on each side.
const MOST_FILES_WITH_HANDS: u8 = 12;

/// The most ranks of XBoard's board.
const MOST_RANKS: u8 = 15;

/// The figures of a game: its own, or else those made from its facts.
///
/// # Errors
///
/// When the board is too large for XBoard, or there are too many kinds of pieces.
pub fn of(info: &Info) -> Result<Figures, NotShown> {
    let most = if info.pocket > 0 { MOST_FILES_WITH_HANDS } else { MOST_FILES };
    if info.files > most {
        return Err(NotShown::Files(info.files));
    }
    if info.ranks > MOST_RANKS {
        return Err(NotShown::Ranks(info.ranks));
    }
    match games::figures(info) {
        Some(figures) => Ok(figures),
        None => automatic::figures(info),
    }
}

/// The facts about a game, but for some.
#[cfg(test)]
pub(crate) fn changed(
    mut info: helgi_rules::Info,
    change: impl FnOnce(&mut helgi_rules::Info),
) -> helgi_rules::Info {
    change(&mut info);
    info
}
