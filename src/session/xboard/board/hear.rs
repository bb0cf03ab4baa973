//! What the GUI calls a move: which move of the game it stands for.

use super::{Board, Heard, Repairs};
use crate::session::playing::PlayError;
use crate::session::xboard::entry::{self, Entry};
use helgi_protocol::notation::WireMove;
use helgi_protocol::xboard::Ply;
use helgi_rules::board::Side;
use helgi_rules::notation::MoveError;

impl Board {
    /// Takes in what the GUI calls a move.
    ///
    /// # Errors
    ///
    /// Why it is no move; nothing has changed then.
    pub fn hear(&mut self, text: &str, repairs: Repairs) -> Result<Heard, String> {
        if !self.holds {
            return Err("no position".to_owned());
        }
        let text = self.in_dialect(text);
        let ply = text.parse::<Ply>().ok().filter(|_| self.record.screen().is_some());
        if let Some(ply) = ply.as_ref().filter(|_| repairs == Repairs::Theirs)
            && self.is_part(ply)
        {
            return Ok(self.take_part(ply.clone()));
        }
        // A move made with the mouse has only squares and letters; read as a move of the dialect it could
        // be another one than the user meant.
        if let Some(ply) = ply.as_ref().filter(|_| self.held.is_some())
            && let Some(heard) = self.interpret(ply, repairs)
        {
            return Ok(heard);
        }
        match self.game.play(&text) {
            Ok(wire) => {
                self.made(wire, ply, repairs);
                Ok(Heard::Move(wire))
            }
            Err(error) => ply.and_then(|ply| self.interpret(&ply, repairs)).ok_or_else(|| why(&error)),
        }
    }

    /// Says which of several moves was meant.
    ///
    /// # Errors
    ///
    /// When it is none of them; the move that was begun is then off.
    pub fn answer(&mut self, text: &str, repairs: Repairs) -> Result<WireMove, String> {
        let Some((ply, entries)) = self.open.take() else { return Err("nothing was asked".to_owned()) };
        let text = self.in_dialect(text);
        let number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let meant = match number {
            Some(index) => entries.get(index),
            None => entries.iter().find(|entry| entry.wire.to_string() == text),
        };
        let wire = meant.map(|entry| entry.wire).ok_or("none of the moves that were asked for")?;
        self.game.play(&wire.to_string()).map_err(|error| why(&error))?;
        self.made(wire, Some(ply), repairs);
        Ok(wire)
    }

    /// Whether a half-move of the opponent's belongs to its move before.
    fn is_part(&self, ply: &Ply) -> bool {
        if self.open.is_some() {
            return true;
        }
        let (Some(screen), Some(truth)) = (self.record.screen(), self.truth()) else { return false };
        let mut after = screen.clone();
        after.apply(ply, &self.table);
        *screen != truth && (*ply == Ply::Pass || after.difference(&truth) < screen.difference(&truth))
    }

    /// Takes in a part of a move; if it shows which one is meant, the move is made.
    fn take_part(&mut self, ply: Ply) -> Heard {
        self.record.push_ply(ply, false, &self.table);
        let shown = self.record.screen().cloned();
        if let Some((first, entries)) = self.open.take() {
            let meant = entries.iter().find(|entry| Some(&entry.after) == shown.as_ref());
            match meant.map(|entry| entry.wire) {
                Some(wire) if self.game.play(&wire.to_string()).is_ok() => {
                    let next = self.game.state().map_or(Side::White, |state| state.side);
                    self.record.push_move(wire.to_string(), next);
                    self.forget();
                    self.record.finish();
                    return Heard::Move(wire);
                }
                _ => self.open = Some((first, entries)),
            }
        } else if shown == self.truth() {
            self.record.finish();
        }
        Heard::Part
    }

    /// What a half-move means that is no move of the dialect.
    fn interpret(&mut self, ply: &Ply, repairs: Repairs) -> Option<Heard> {
        let before = self.record.screen()?.clone();
        let found: Vec<Entry> = {
            let entries = self.entries()?;
            entry::matching(entries, ply, &before).into_iter().cloned().collect()
        };
        match found.as_slice() {
            [] => None,
            [only] => {
                let wire = only.wire;
                self.game.play(&wire.to_string()).ok()?;
                // XBoard may have left the letter out, but its board shows what the piece has become.
                let ply = match (ply, &only.entered) {
                    (Ply::Path { squares, letter: None }, Ply::Path { squares: way, .. })
                        if squares == way =>
                    {
                        only.entered.clone()
                    }
                    _ => ply.clone(),
                };
                self.made(wire, Some(ply), repairs);
                Some(Heard::Move(wire))
            }
            several => {
                let wires = several.iter().map(|entry| entry.wire).collect();
                if repairs == Repairs::Theirs {
                    self.record.push_ply(ply.clone(), false, &self.table);
                }
                self.open = Some((ply.clone(), found));
                Some(if repairs == Repairs::Theirs { Heard::Part } else { Heard::Question(wires) })
            }
        }
    }
}

/// Why a move was refused, in the words of XBoard's users.
fn why(error: &PlayError) -> String {
    match error {
        PlayError::Refused(MoveError::Illegal(_)) => "not legal here".to_owned(),
        PlayError::Refused(MoveError::Notation(error)) => error.to_string(),
        other => other.to_string(),
    }
}
