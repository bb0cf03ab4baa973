//! The right to change a game that is kept: of all programs that have opened it, one has it at a time.
//!
//! A program that changes a game claims its file first. The claim lasts as long as pages look at the game or
//! the engine thinks about its move; then another program, such as `helgi play --resume`, can take the game.

use crate::boards::{Boards, LOOK};
use crate::open_game::OpenGame;
use crate::response::apart;
use helgi_desk::plan::Refusal;
use helgi_files::LockError;
use std::sync::{Arc, Weak};

impl OpenGame {
    /// Claims the file of the game, if it has one; `true` if it was not claimed before. If it
    /// cannot be claimed for any reason other than another owner, it cannot be written either,
    /// which is reported then.
    ///
    /// # Errors
    ///
    /// When another program has it.
    pub(crate) fn claim(&mut self) -> Result<bool, Refusal> {
        let Some(file) = &mut self.file else { return Ok(false) };
        let was_claimed = file.is_claimed();
        match file.claim() {
            Err(LockError::InUse { owner, .. }) => {
                let refusal = Refusal::InUse(owner.to_string());
                let trouble = Some(refusal.to_string());
                if self.live.trouble != trouble {
                    self.live.trouble = trouble;
                    self.live.noted();
                    self.announce();
                }
                Err(refusal)
            }
            _ => Ok(!was_claimed && file.is_claimed()),
        }
    }

    /// Lets others have the game, unless it is still looked at or the engine is to move; whether it did.
    pub(crate) fn leave(&mut self) -> bool {
        let is_left = self.version.receiver_count() == 0 && !self.live.is_engines_turn();
        if is_left && let Some(file) = &mut self.file {
            file.release();
        }
        is_left
    }

    /// Replaces a board that is read again: takes over its claim, and its watchers.
    pub(crate) fn follow(&mut self, mut old: OpenGame) {
        if let (Some(file), Some(known)) = (&mut self.file, old.file.take()) {
            file.inherit(known);
        }
        // Pages wait on the old channel: the new board keeps it, and wakes them to look at everything again.
        self.version = old.version;
        self.guests = old.guests;
        self.version.send_modify(|version| *version += 1);
    }
}

impl Boards {
    /// Gives a game up to other programs once nobody looks at it.
    pub(crate) fn leave_later(self: &Arc<Self>, id: &str) {
        // Weak, so that waiting for the last page does not keep the games of a server that has ended.
        let (boards, id) = (Arc::downgrade(self), id.to_owned());
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(LOOK).await;
                let Some(boards) = Weak::upgrade(&boards) else { return };
                let id = id.clone();
                if apart(move || boards.leave(&id)).await != Some(false) {
                    return;
                }
            }
        });
    }
}
