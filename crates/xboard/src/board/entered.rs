//! Moves of the GUI: finds the move of the game that each stands for.

use super::{EnteredPly, PASSES, Repairs, XBoardGame};
use crate::entry::{self, EnteredMove};
use crate::screen::XBoardModel;
use helgi_protocol::notation::excerpt;
use helgi_protocol::xboard::XBoardPly;
use helgi_rules::board::Move;
use helgi_rules::notation::{self, MoveError};
use helgi_rules::readable::{self, MoveNotice, Style};
use thiserror::Error;

/// The reason for refusing a move of the GUI, in the words of XBoard's users.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum EntryError {
    /// The GUI has set up no position that is one.
    #[error("no position")]
    NoPosition,
    /// It is a move, but not a legal one.
    #[error("not legal here")]
    NotLegal,
    /// It is no move, or may be several.
    #[error("{0}")]
    NotRead(MoveError),
    /// It answers a question that was not asked.
    #[error("nothing was asked")]
    NotAsked,
    /// It is none of the answers to the question that was asked.
    #[error("none of the moves that were asked for")]
    NoAnswer,
}

impl From<MoveError> for EntryError {
    fn from(error: MoveError) -> Self {
        match error {
            MoveError::Illegal(_) => EntryError::NotLegal,
            other => EntryError::NotRead(other),
        }
    }
}

impl XBoardGame {
    /// Takes in a move of the GUI.
    ///
    /// # Errors
    ///
    /// The reason why it is not a move; nothing has changed then.
    pub fn read_entry(&mut self, text: &str, repairs: Repairs) -> Result<EnteredPly, EntryError> {
        self.notice = None;
        if !self.holds {
            return Err(EntryError::NoPosition);
        }
        let written = text;
        let text = self.in_dialect(text);
        let ply = text.parse::<XBoardPly>().ok().filter(|_| self.record.screen().is_some());
        // A piece that the user's hand has just held is not part of a record.
        let is_ours = repairs == Repairs::Ours || repairs == Repairs::Recorded && self.held.is_some();
        if let Some(ply) = ply.as_ref().filter(|_| !is_ours) {
            if self.is_part(ply) {
                return Ok(self.take_part(ply.clone()));
            }
            if let Some(heard) = self.understand(ply, repairs) {
                return Ok(heard);
            }
            if !self.announced.is_multiple_of(PASSES) {
                return Err(EntryError::NotLegal);
            }
        }
        // A move made with the mouse has only squares and letters; read as a move of the dialect it could
        // be another one than the user meant.
        if let Some(ply) = ply.as_ref().filter(|_| self.held.is_some())
            && let Some(heard) = self.interpret(ply, repairs)
        {
            return Ok(heard);
        }
        // In the games that XBoard knows it may call castling by its name.
        let castling = self.castling(&text);
        match castling.map_or_else(|| notation::read(self.line.present(), &text), Ok) {
            Ok(played) => {
                self.play(played, ply, repairs);
                Ok(EnteredPly::Move(played))
            }
            Err(error) => {
                if let Some(heard) = ply.and_then(|ply| self.interpret(&ply, repairs)) {
                    return Ok(heard);
                }
                let (played, notice) = self.read_otherwise(written)?.ok_or(error)?;
                self.notice = Some(notice);
                self.play(played, None, repairs);
                Ok(EnteredPly::Move(played))
            }
        }
    }

    /// Reads a move in a spelling that neither XBoard nor the dialect has; `None` if it is none in any.
    ///
    /// # Errors
    ///
    /// When it can be several.
    pub(super) fn read_otherwise(&self, text: &str) -> Result<Option<(Move, MoveNotice)>, MoveError> {
        let written = |moves: String| {
            let moves: Vec<String> = moves.split(' ').map(|text| self.for_gui(text)).collect();
            moves.join(" ")
        };
        match readable::read_lenient(self.line.present(), &self.in_dialect(text), Style::Uci) {
            Ok((played, notice)) => Ok(notice.map(|notice| {
                (played, MoveNotice { value: excerpt(text), read_as: written(notice.read_as) })
            })),
            Err(MoveError::Several { moves, .. }) => {
                Err(MoveError::Several { text: excerpt(text), moves: written(moves) })
            }
            Err(_) => Ok(None),
        }
    }

    /// Returns true if a text is a move in such a spelling, or can be several.
    pub fn is_otherwise(&self, text: &str) -> bool {
        self.holds && !matches!(self.read_otherwise(text), Ok(None))
    }

    /// Takes the notice of the last move of the GUI, if that was read otherwise than it is written.
    pub fn take_notice(&mut self) -> Option<MoveNotice> {
        self.notice.take()
    }

    /// Chooses one of several moves by the text.
    ///
    /// # Errors
    ///
    /// When it is none of them; the move that was begun is then off.
    pub fn answer(&mut self, text: &str, repairs: Repairs) -> Result<Move, EntryError> {
        let Some((ply, entries)) = self.open.take() else { return Err(EntryError::NotAsked) };
        let text = self.in_dialect(text);
        // The moves of a question are numbered from 1.
        let number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let meant = match number {
            Some(index) => entries.get(index),
            None => entries.iter().find(|entry| entry.wire.to_string() == text),
        };
        let entry = meant.ok_or(EntryError::NoAnswer)?;
        let shown = self.record.screen().map(|before| on_screen(entry, &ply, before));
        self.play(entry.played, shown, repairs);
        Ok(entry.played)
    }

    /// Returns true if a half-move of the opponent's belongs to its move before.
    fn is_part(&self, ply: &XBoardPly) -> bool {
        let (Some(screen), Some(truth)) = (self.record.screen(), self.truth()) else { return false };
        let mut after = screen.clone();
        after.apply(ply, &self.table);
        // A half-move that brings the boards no nearer is a new move.
        let repairs = *ply == XBoardPly::Pass || after.difference(&truth) < screen.difference(&truth);
        self.announced == 0 && *screen != truth && repairs
    }

    /// Takes in a part of the move before.
    fn take_part(&mut self, ply: XBoardPly) -> EnteredPly {
        self.record.push_ply(ply, false, &self.table);
        if self.record.screen() == self.truth().as_ref() {
            self.record.finish();
        }
        EnteredPly::Part
    }

    /// Returns another copy's meaning of a half-move: of the moves that it sends alike, the one
    /// with the announced number.
    fn understand(&mut self, ply: &XBoardPly, repairs: Repairs) -> Option<EnteredPly> {
        let before = self.truth()?;
        let number = self.announced / PASSES;
        let is_begun = self.announced.is_multiple_of(PASSES);
        let said = entry::said(self.entries(), ply, &before);
        if let Some((played, sent)) = said.get(number).map(|entry| (entry.played, entry.sent.clone()))
            && is_begun
        {
            self.play(played, Some(sent), repairs);
            return Some(EnteredPly::Move(played));
        }
        (*ply == XBoardPly::Pass).then(|| {
            self.announced += 1;
            self.record.push_ply(XBoardPly::Pass, false, &self.table);
            EnteredPly::Part
        })
    }

    /// Returns the meaning of a half-move that is not a move of the dialect.
    fn interpret(&mut self, ply: &XBoardPly, repairs: Repairs) -> Option<EnteredPly> {
        let before = self.record.screen()?.clone();
        let found: Vec<EnteredMove> =
            entry::matching(self.entries(), ply, &before).into_iter().cloned().collect();
        match found.as_slice() {
            [] => None,
            [only] => {
                self.play(only.played, Some(on_screen(only, ply, &before)), repairs);
                Some(EnteredPly::Move(only.played))
            }
            several => {
                let moves = several.iter().map(|entry| entry.played).collect();
                self.open = Some((ply.clone(), found));
                Some(EnteredPly::Question(moves))
            }
        }
    }

    /// Plays a legal move, which XBoard shows as `ply`.
    fn play(&mut self, legal: Move, ply: Option<XBoardPly>, repairs: Repairs) {
        self.line.play(legal);
        self.made(legal, ply, repairs);
    }
}

/// Returns the half-move that XBoard's board shows for an entry received as this one: XBoard may
/// have left the letter out, or garbled the way, but its board shows all of it.
fn on_screen(entry: &EnteredMove, ply: &XBoardPly, before: &XBoardModel) -> XBoardPly {
    match (ply, &entry.entered) {
        (_, entered) if entry::is_garbled_to(entered, ply, before) => entered.clone(),
        (XBoardPly::Path { squares, letter: None }, XBoardPly::Path { squares: way, .. })
            if squares == way =>
        {
            entry.entered.clone()
        }
        (XBoardPly::Garbled { .. }, entered) => entered.clone(),
        _ => ply.clone(),
    }
}
