//! The game, and XBoard's picture of it: moves in and out, marks for the user, taking back.
//!
//! Texts and values; nothing is sent from here, and nothing searched. A GUI that does not take XBoard's
//! forms (it has rejected `highlight`) gets and sends the moves of the dialect, and no repairs.

mod hear;
mod mouse;
#[cfg(test)]
pub(super) mod tests;

use super::entry::{self, Entry};
use super::figures::NotShown;
use super::marks::Held;
use super::record::Record;
use super::screen::XBoardModel;
use super::setup;
use super::table::Table;
use crate::session::playing::{PlayError, Playing, State};
use helgi_protocol::notation::{WireMove, ranks_from_one, ranks_from_zero};
use helgi_protocol::text::Words;
use helgi_protocol::uci::Start;
use helgi_protocol::xboard::Ply;
use helgi_rules::board::Side;
use helgi_rules::fen::Fields;
use helgi_rules::games::GameId;
use helgi_rules::{AnyPosition, FenError, Game};

/// XBoard counts the ranks of a board of this many from 0.
pub(super) const RANKS_FROM_ZERO: u8 = 10;

/// This many passes before a half-move announce, to another copy of this program, the next of the
/// moves that are sent alike. They leave the turn as it was.
pub(super) const PASSES: usize = 2;

/// The side that puts XBoard's board right after the opponent's move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repairs {
    /// We do, at once: the opponent is the user.
    Ours,
    /// The opponent does, another copy of this program.
    Theirs,
    /// The repairs written in a game that XBoard goes through, if any: it listens to no moves then.
    Recorded,
}

/// The result of a text that was to be a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entered {
    /// A move, and it is made.
    Move(WireMove),
    /// A half-move that belongs to the move before, or a part of a move that is not yet known.
    Part,
    /// One of several moves; [`Board::answer`] says which.
    Question(Vec<WireMove>),
}

/// A half-move on XBoard's board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The change that it makes.
    pub ply: Ply,
    /// The side whose turn it is there.
    pub mover: Side,
    /// The letter of the piece that moves, upper case.
    pub letter: Option<char>,
}

/// The game, and XBoard's picture of it.
pub struct Board {
    game: Playing,
    table: Table,
    record: Record,
    /// True if the GUI takes XBoard's forms of moves.
    legs: bool,
    /// True if there is a position.
    holds: bool,
    held: Option<Held>,
    /// The legal moves, once they have been needed.
    entries: Option<Vec<Entry>>,
    /// A move that was begun and may be one of several.
    open: Option<(Ply, Vec<Entry>)>,
    /// Number of passes of the opponent, another copy of this program, before its move.
    announced: usize,
}

impl Board {
    /// A game at its start.
    ///
    /// # Errors
    ///
    /// If XBoard cannot show it.
    pub fn new(game: GameId, legs: bool) -> Result<Self, NotShown> {
        let table = Table::new(game.info())?;
        let game = Playing::new(game);
        let record = Record::new(Start::StartPos, Side::White, None);
        let mut board = Board {
            game,
            table,
            record,
            legs,
            holds: true,
            held: None,
            entries: None,
            open: None,
            announced: 0,
        };
        board.begin(Start::StartPos, None);
        Ok(board)
    }

    /// The game.
    pub fn game(&self) -> &Playing {
        &self.game
    }

    /// The position; `None` if there is none.
    pub fn state(&self) -> Option<State> {
        self.game.state().filter(|_| self.holds)
    }

    /// The position with its counts; `None` if there is none.
    pub fn position(&self) -> Option<&AnyPosition> {
        self.game.position().filter(|_| self.holds)
    }

    /// The number of moves made since the position was set up.
    pub fn played(&self) -> usize {
        self.record.len()
    }

    /// The lines that announce the game.
    pub fn announcement(&self) -> Vec<String> {
        setup::lines(&self.table, &self.game.game().start())
    }

    /// The GUI does not take XBoard's forms of moves.
    pub fn set_plain(&mut self) {
        self.legs = false;
        self.record.forget_screen();
        self.forget();
    }

    /// Returns true if XBoard's board still has to be put right before the game can go on.
    pub fn is_unfinished(&self) -> bool {
        self.open.is_some() || self.record.screen().is_some() && self.record.screen() != self.truth().as_ref()
    }

    /// Returns true if the opponent, another copy of this program, has announced its move but not made it.
    pub fn is_announced(&self) -> bool {
        self.announced > 0
    }

    /// Sets a position up. Afterwards there is none if it is refused.
    ///
    /// # Errors
    ///
    /// When the text is neither a position of the game nor what XBoard writes for one.
    pub fn set_up(&mut self, text: &str) -> Result<(), PlayError> {
        let seen = self.read(text);
        let is_start = seen.as_ref() == Some(&self.start_screen()) && self.has_full_reserve(text);
        self.holds = false;
        let start = if is_start { Start::StartPos } else { Start::Fen(self.in_full(text)?) };
        self.game.set_up(&start, &Words::default())?;
        self.holds = true;
        self.begin(start, seen);
        Ok(())
    }

    /// The text of a position with what XBoard has not kept of it, as far as the board says it: which
    /// piece a letter is, which turn it is, and that who stands at home may castle.
    fn in_full(&self, text: &str) -> Result<String, FenError> {
        let game = self.game.game();
        let text = self.table.dialect_text(text);
        if !self.is_incomplete() {
            return Ok(text);
        }
        let read = |text: &str| game.parse_shown(text).map(|_| text.to_owned());
        let text = read(&text).or_else(|error| match self.table.likely_text(&text, &game.start()) {
            Some(likely) => read(&likely),
            None => Err(error),
        })?;
        let mut fields = Fields::split(&text)?;
        let all = Fields::split(game.info().start)?.castling;
        let allowed: String;
        if fields.castling == "-" {
            let is_allowed = |right: &char| {
                game.parse_shown(&Fields { castling: &right.to_string(), ..fields.clone() }.to_string())
                    .is_ok()
            };
            allowed = all.chars().filter(is_allowed).collect();
            fields.castling = if allowed.is_empty() { "-" } else { &allowed };
        }
        Ok(game.parse_shown(&fields.to_string())?.fen())
    }

    /// Returns true if the GUI writes less in a position than belongs to the game.
    fn is_incomplete(&self) -> bool {
        self.legs && !self.table.is_known()
    }

    /// Returns true if a position's text is XBoard's board with the other side to move: a pass.
    pub fn is_pass(&self, text: &str) -> bool {
        let passed = self.record.screen().map(XBoardModel::passed);
        passed.is_some() && self.read(text) == passed
    }

    /// The texts of the half-moves that put XBoard's board right; it is taken that they are sent.
    pub fn repair(&mut self) -> Vec<String> {
        self.put_right(Repairs::Ours).iter().flat_map(|shown| self.lines(shown)).collect()
    }

    /// Plays a move of the engine; returns the texts by which it is sent, repairs included. Another
    /// copy of this program also gets the command that disambiguates moves with the same encoding.
    ///
    /// # Errors
    ///
    /// When it is not legal.
    pub fn say(&mut self, wire: WireMove, repairs: Repairs) -> Result<Vec<String>, PlayError> {
        let castling = self.game.castling_name(wire).filter(|_| self.table.is_known());
        let shown = self.show(wire, repairs)?;
        if shown.is_empty() {
            return Ok(vec![castling.map_or_else(|| self.for_gui(&wire.to_string()), str::to_owned)]);
        }
        Ok(shown.iter().flat_map(|shown| self.lines(shown)).collect())
    }

    /// Plays a move; the half-moves that show it on XBoard's board, repairs included, and before them what
    /// tells another copy of this program which of the moves that are sent alike it is. There are none where
    /// XBoard's board is not tracked.
    ///
    /// # Errors
    ///
    /// When it is not legal.
    pub fn show(&mut self, wire: WireMove, repairs: Repairs) -> Result<Vec<Shown>, PlayError> {
        let before = self.record.screen().cloned();
        let announced = if repairs == Repairs::Ours { 0 } else { PASSES * self.number_of(wire) };
        self.game.play(&wire.to_string())?;
        let mut shown: Vec<Shown> = Vec::new();
        for _ in 0..announced {
            shown.extend(self.next(Ply::Pass));
            self.record.push_ply(Ply::Pass, false, &self.table);
        }
        let ply =
            before.zip(self.truth()).map(|(before, after)| entry::sent(wire, &before, &after, &self.table));
        shown.extend(ply.clone().and_then(|ply| self.next(ply)));
        self.made(wire, ply, Repairs::Ours);
        shown.extend(self.put_right(repairs));
        Ok(shown)
    }

    /// The half-moves that put XBoard's board right; it is taken that they are made.
    fn put_right(&mut self, repairs: Repairs) -> Vec<Shown> {
        let (Some(screen), Some(truth)) = (self.record.screen(), self.truth()) else { return Vec::new() };
        // In a record a piece that returns to its square is lost.
        let plies = screen.repairs(&truth, repairs != Repairs::Recorded, &self.table);
        let count = plies.len();
        let mut repairs = Vec::new();
        for (number, ply) in (1..).zip(plies) {
            repairs.extend(self.next(ply.clone()));
            self.record.push_ply(ply, number == count, &self.table);
        }
        repairs
    }

    /// A half-move as the next on XBoard's board.
    fn next(&self, ply: Ply) -> Option<Shown> {
        let screen = self.record.screen()?;
        let from = match &ply {
            Ply::Path { squares, .. } => squares.first().copied(),
            Ply::Pass | Ply::Drop { .. } | Ply::Garbled { .. } => None,
        };
        let letter = from.and_then(|from| screen.letter(from)).map(|(_, letter)| letter);
        Some(Shown { ply, mover: screen.side(), letter })
    }

    /// Takes back half-moves of the GUI; if `turn` is given, enough moves to give that side the
    /// turn. False, and nothing changes, if there are not that many or there is no position.
    pub fn take_back(&mut self, count: usize, turn: Option<Side>) -> bool {
        if !self.holds || !self.record.take_back(count, turn, &self.table) {
            return false;
        }
        // Moves that could be played once can be played again.
        self.holds = self.game.set_up(self.record.start(), &self.record.moves()).is_ok();
        self.forget();
        true
    }

    /// Plays a move for the time of `look`, which sees the game after it.
    ///
    /// # Errors
    ///
    /// When the move is not legal.
    pub fn suppose<T>(&mut self, wire: WireMove, look: impl FnOnce(&Playing) -> T) -> Result<T, PlayError> {
        self.game.play(&wire.to_string())?;
        let seen = look(&self.game);
        self.game.set_up(self.record.start(), &self.record.moves())?;
        Ok(seen)
    }

    /// The move that a text means here, without playing it.
    pub fn find(&self, text: &str) -> Option<WireMove> {
        if let Some(castling) = self.game.castling(text).filter(|_| self.table.is_known()) {
            return Some(castling);
        }
        let text = self.in_dialect(text);
        let wire = text.parse::<WireMove>().ok()?;
        self.game.successors().into_iter().map(|(legal, _)| legal).find(|legal| *legal == wire)
    }

    /// The moves that a text means here: one, or all that the GUI enters as this half-move.
    pub fn meant(&mut self, text: &str) -> Vec<WireMove> {
        if let Some(wire) = self.find(text) {
            return vec![wire];
        }
        let (Ok(ply), Some(before)) = (self.in_dialect(text).parse::<Ply>(), self.seen()) else {
            return Vec::new();
        };
        let entries = self.entries().unwrap_or_default();
        entry::matching(entries, &ply, &before).into_iter().map(|entry| entry.wire).collect()
    }

    /// All legal moves.
    pub fn legal(&self) -> Vec<WireMove> {
        self.game.successors().into_iter().map(|(legal, _)| legal).collect()
    }

    /// A move, or several, as the GUI writes squares.
    pub fn for_gui(&self, text: &str) -> String {
        if self.counts_from_zero() { ranks_from_zero(text) } else { text.to_owned() }
    }

    /// A move by which the GUI can show it: a pass as XBoard writes it.
    pub fn shown(&self, wire: WireMove) -> String {
        match wire {
            WireMove::Pass if self.legs => Ply::Pass.to_string(),
            wire => self.for_gui(&wire.to_string()),
        }
    }

    /// Begins a record at the present position, which the GUI shows as `seen` if that is known.
    fn begin(&mut self, start: Start, seen: Option<XBoardModel>) {
        let screen = seen.or_else(|| self.truth_of_game()).filter(|_| self.is_incomplete());
        let first = self.game.state().map_or(Side::White, |state| state.side);
        self.record = Record::new(start, first, screen);
        self.forget();
    }

    /// Forgets what was found out about the position before.
    fn forget(&mut self) {
        self.entries = None;
        self.held = None;
        self.open = None;
        self.announced = 0;
    }

    /// A move has been made that XBoard shows as `ply`, or as we would send it.
    fn made(&mut self, wire: WireMove, ply: Option<Ply>, repairs: Repairs) {
        let next = self.game.state().map_or(Side::White, |state| state.side);
        self.record.push_move(wire.to_string(), next);
        self.forget();
        let truth = self.truth();
        let ply = match (ply, self.record.screen(), &truth) {
            (Some(ply), ..) => ply,
            (None, Some(before), Some(after)) => entry::sent(wire, before, after, &self.table),
            // If XBoard's board is not tracked, only the number of half-moves matters.
            _ => Ply::Pass,
        };
        let mut shown = self.record.screen().cloned();
        shown.iter_mut().for_each(|screen| screen.apply(&ply, &self.table));
        let whole = repairs == Repairs::Recorded || shown == truth.filter(|_| shown.is_some());
        self.record.push_ply(ply, whole, &self.table);
    }

    /// The number of a move, from 0, among those that the other engine of a match hears alike.
    fn number_of(&mut self, wire: WireMove) -> usize {
        let (Some(before), Some(entries)) = (self.truth(), self.entries()) else { return 0 };
        let Some(meant) = entries.iter().find(|entry| entry.wire == wire) else { return 0 };
        let said = entry::said(entries, &before.handed_on(&meant.sent), &before);
        said.iter().position(|entry| entry.wire == wire).unwrap_or(0)
    }

    fn entries(&mut self) -> Option<&[Entry]> {
        if self.entries.is_none() {
            let before = self.truth_of_game()?;
            self.entries = Some(entry::entries(self.game.successors(), &before, &self.table));
        }
        self.entries.as_deref()
    }

    /// The board to which marks refer.
    fn seen(&self) -> Option<XBoardModel> {
        self.truth_of_game().filter(|_| self.holds)
    }

    /// Returns the board that XBoard should show, if it is tracked.
    fn truth(&self) -> Option<XBoardModel> {
        self.record.screen()?;
        self.truth_of_game()
    }

    fn truth_of_game(&self) -> Option<XBoardModel> {
        self.game.position().map(|position| XBoardModel::of(position, &self.table))
    }

    fn start_screen(&self) -> XBoardModel {
        XBoardModel::of(&self.game.game().start(), &self.table)
    }

    /// Returns true if a position's text has the reserve of the start, in whatever order.
    fn has_full_reserve(&self, text: &str) -> bool {
        let sorted = |text: &str| {
            let reserve = Fields::split(text).ok().and_then(|fields| fields.reserve).unwrap_or_default();
            let mut letters: Vec<char> = reserve.chars().collect();
            letters.sort_unstable();
            letters
        };
        sorted(text) == sorted(self.game.game().info().start)
    }

    /// A position as XBoard writes it, which knows no stacks.
    fn read(&self, text: &str) -> Option<XBoardModel> {
        let info = self.game.game().info();
        let text = text.replace('~', "");
        if self.table.is_known() || text.contains('(') {
            return None;
        }
        XBoardModel::read(&text, info.files, info.ranks, &self.table).ok()
    }

    /// The texts by which a half-move is sent.
    fn lines(&self, Shown { ply, mover, .. }: &Shown) -> Vec<String> {
        if let Ply::Drop { letter, to } = ply {
            return vec![self.for_gui(&format!("{}@{to}", mover.cased(*letter)))];
        }
        ply.lines().iter().map(|line| self.for_gui(line)).collect()
    }

    fn in_dialect(&self, text: &str) -> String {
        if self.counts_from_zero() { ranks_from_one(text) } else { text.to_owned() }
    }

    fn counts_from_zero(&self) -> bool {
        self.game.game().info().ranks == RANKS_FROM_ZERO
    }
}
