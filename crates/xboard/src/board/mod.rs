//! The game, and XBoard's picture of it: moves in and out, marks for the user, taking back.
//!
//! Texts and values; nothing is sent from here, and nothing searched. A GUI that does not take XBoard's
//! forms (it has not accepted `highlight`) gets and sends the moves of the dialect, and no repairs.

mod edit;
mod entered;
mod mouse;
pub mod testing;
#[cfg(test)]
mod tests;

pub use edit::EditedBoard;
pub use entered::EntryError;

use super::entry::{self, EnteredMove};
use super::figures::NotShown;
use super::marks::Held;
use super::record::XBoardRecord;
use super::screen::XBoardModel;
use super::setup;
use super::table::{LetterTable, PROMOTED};
use helgi_protocol::notation::{WireMove, ranks_from_one, ranks_from_zero};
use helgi_protocol::xboard::XBoardPly;
use helgi_rules::board::{Move, Side};
use helgi_rules::fen::Fields;
use helgi_rules::games::GameId;
use helgi_rules::notation::{MoveError, Notation};
use helgi_rules::readable;
use helgi_rules::readable::MoveNotice;
use helgi_rules::{AnyPosition, FenError, FenNotice, Game, IllegalMove, Line, Outcome, Position};

/// On a board of so many ranks XBoard counts them from 0.
pub(crate) const RANKS_FROM_ZERO: u8 = 10;

/// So many passes before a half-move announce, to another copy of this program, the next of the moves
/// that are sent so. They leave the turn as it was.
pub(crate) const PASSES: usize = 2;

/// The names of castlings.
const CASTLINGS: [&str; 2] = ["O-O", "O-O-O"];

/// The place of the castling field among the words of a position's text, from 0.
const CASTLING: usize = 2;

/// The place of the en passant field.
const EN_PASSANT: usize = 3;

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
pub enum EnteredPly {
    /// A move, and it is made.
    Move(Move),
    /// Something that belongs to the move before, or a part of a move that is not yet known.
    Part,
    /// One of several moves; [`XBoardGame::answer`] says which.
    Question(Vec<Move>),
}

/// A half-move on XBoard's board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownPly {
    /// The change that it makes.
    pub ply: XBoardPly,
    /// The side whose turn it is there.
    pub mover: Side,
    /// The letter of the piece that moves, upper case.
    pub letter: Option<char>,
}

/// The game, and XBoard's picture of it.
#[derive(Debug)]
pub struct XBoardGame {
    game: GameId,
    /// The moves since the position was set up; after one that was refused, those of the position before.
    line: Line,
    table: LetterTable,
    record: XBoardRecord,
    /// True if the GUI takes XBoard's forms of moves.
    legs: bool,
    /// True if there is a position.
    holds: bool,
    held: Option<Held>,
    /// The legal moves, once they have been needed.
    entries: Option<Vec<EnteredMove>>,
    /// A move that was begun and may be one of several.
    open: Option<(XBoardPly, Vec<EnteredMove>)>,
    /// Number of passes of the opponent, another copy of this program, before its move.
    announced: usize,
    /// The notice of the last move of the GUI, if it was read otherwise than it is written.
    notice: Option<MoveNotice>,
}

impl XBoardGame {
    /// A game at its start.
    ///
    /// # Errors
    ///
    /// If XBoard cannot show it.
    pub fn new(game: GameId, legs: bool) -> Result<Self, NotShown> {
        Ok(Self::with_table(game, LetterTable::new(game.info())?, legs))
    }

    /// The same with the letters of the game, which are known already.
    pub fn with_table(game: GameId, table: LetterTable, legs: bool) -> Self {
        let line = Line::new(game.start());
        let record = XBoardRecord::new(line.present().side(), None);
        let mut board = XBoardGame {
            game,
            line,
            table,
            record,
            legs,
            holds: true,
            held: None,
            entries: None,
            open: None,
            announced: 0,
            notice: None,
        };
        board.begin(None);
        board
    }

    /// The game.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// The moves since the position was set up, and what they have led to; `None` if there is no position.
    pub fn line(&self) -> Option<&Line> {
        self.holds.then_some(&self.line)
    }

    /// The position; `None` if there is none.
    pub fn position(&self) -> Option<&AnyPosition> {
        self.line().map(Line::present)
    }

    /// The side to move; `None` if there is no position.
    pub fn side(&self) -> Option<Side> {
        self.position().map(Position::side)
    }

    /// The result, if there is a position and the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.line()?.verdict()
    }

    /// The number of moves made since the position was set up.
    pub fn played(&self) -> usize {
        self.line.len()
    }

    /// The lines that announce the game.
    pub fn announcement(&self) -> Vec<String> {
        setup::lines(&self.table, &self.game.start())
    }

    /// The GUI does not take XBoard's forms of moves.
    pub fn set_plain(&mut self) {
        self.legs = false;
        self.record.forget_screen();
        self.forget();
    }

    /// The GUI is XBoard, whose picture is tracked from the next position on, or from this one if no move has been
    /// made in it.
    pub fn set_tracked(&mut self) {
        self.legs = true;
        if self.holds && self.line.is_empty() && self.record.screen().is_none() {
            self.begin(None);
        }
    }

    /// Returns true if XBoard's board still has to be put right before the game can go on.
    pub fn is_unfinished(&self) -> bool {
        self.open.is_some() || self.record.screen().is_some() && self.record.screen() != self.truth().as_ref()
    }

    /// Returns true if the opponent, another copy of this program, has announced its move but not made it.
    pub fn is_announced(&self) -> bool {
        self.announced > 0
    }

    /// Sets a position up, and returns what was mended in its text. Afterwards there is no position if it is refused.
    ///
    /// # Errors
    ///
    /// When the text is neither a position of the game nor what XBoard writes for one.
    pub fn set_up(&mut self, text: &str) -> Result<Vec<FenNotice>, FenError> {
        let seen = self.read(text).filter(|_| self.is_incomplete());
        // XBoard writes the start of such a game without what it does not know of it, such as rights.
        let is_start = seen.as_ref() == Some(&self.start_screen())
            && word(text, CASTLING) == "-"
            && self.has_full_reserve(text);
        // Should the text be refused, a move that comes meanwhile must not be played in the old position.
        self.holds = false;
        let (start, notices) = match self.in_full(text) {
            _ if is_start => (self.game.start(), Vec::new()),
            Ok(text) => self.game.parse_lenient(&text)?,
            Err(error) => self.mended(text).ok_or(error)?,
        };
        self.line = Line::new(start);
        self.holds = true;
        self.begin(seen);
        Ok(notices)
    }

    /// Reads a position that another program than XBoard may have written; `None` if it is none, or not one that the GUI
    /// can show.
    fn mended(&self, text: &str) -> Option<(AnyPosition, Vec<FenNotice>)> {
        let (position, notices) = self.game.parse_lenient(&self.table.dialect_text(text)).ok()?;
        let is_shown = !self.is_incomplete() || self.game.parse_shown(&position.fen()).is_ok();
        is_shown.then_some((position, notices))
    }

    /// Completes the text of a position with the parts that XBoard has not kept, as far as the
    /// board decides them: the piece of each letter, the turn, and castling for pieces at home. Takes away what XBoard
    /// would not do.
    fn in_full(&self, text: &str) -> Result<String, FenError> {
        let game = self.game;
        let text = self.table.dialect_text(text);
        if !self.is_incomplete() {
            return Ok(text);
        }
        let read = |text: &str| game.parse_shown(text).map(|_| text.to_owned());
        let text = read(&text).or_else(|error| match self.table.likely_text(&text, &game.start()) {
            Some(likely) => read(&likely),
            None => Err(error),
        })?;
        let mut words: Vec<&str> = text.split_ascii_whitespace().collect();
        // The words are exchanged by their places below, which have to be there.
        words.resize(words.len().max(EN_PASSANT + 1), "-");
        let allowed: String;
        if words.get(CASTLING) == Some(&"-") {
            let is_allowed =
                |right: &char| game.parse_shown(&with_word(&words, CASTLING, &right.to_string())).is_ok();
            allowed = word(game.info().start, CASTLING).chars().filter(is_allowed).collect();
            words.splice(CASTLING..=CASTLING, [if allowed.is_empty() { "-" } else { allowed.as_str() }]);
        }
        if self.table.fills_hands() {
            // XBoard 4.9.1 does not know which pawn has passed in a position that it has loaded, and the victim would
            // never come into the hand.
            words.splice(EN_PASSANT..=EN_PASSANT, ["-"]);
        }
        Ok(game.parse_shown(&words.join(" "))?.fen())
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
    pub fn announce(&mut self, played: Move, repairs: Repairs) -> Result<Vec<String>, IllegalMove> {
        let castling = self.castling_name(played);
        let shown = self.show(played, repairs)?;
        if shown.is_empty() {
            return Ok(vec![castling.map_or_else(|| self.text(played), str::to_owned)]);
        }
        Ok(shown.iter().flat_map(|shown| self.lines(shown)).collect())
    }

    /// Plays a move; returns the half-moves that show it on XBoard's board, repairs included, and
    /// before them the command that disambiguates moves with the same encoding for another copy of
    /// this program. There are none if XBoard's board is not tracked.
    ///
    /// # Errors
    ///
    /// When it is not legal.
    pub fn show(&mut self, played: Move, repairs: Repairs) -> Result<Vec<ShownPly>, IllegalMove> {
        let before = self.record.screen().cloned();
        // The user's board shows the move itself; only another copy of this program has to be told which it is.
        let announced = if repairs == Repairs::Ours { 0 } else { PASSES * self.number_of(played) };
        self.line.try_play(played)?;
        let mut shown: Vec<ShownPly> = Vec::new();
        for _ in 0..announced {
            shown.extend(self.next(XBoardPly::Pass));
            self.record.push_ply(XBoardPly::Pass, false, &self.table);
        }
        let ply = before
            .zip(self.truth())
            .map(|(before, after)| entry::sent(self.wire(played), &before, &after, &self.table));
        shown.extend(ply.clone().and_then(|ply| self.next(ply)));
        self.made(played, ply, Repairs::Ours);
        shown.extend(self.put_right(repairs));
        Ok(shown)
    }

    /// The half-moves that put XBoard's board right; it is taken that they are made.
    fn put_right(&mut self, repairs: Repairs) -> Vec<ShownPly> {
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
    fn next(&self, ply: XBoardPly) -> Option<ShownPly> {
        let screen = self.record.screen()?;
        let from = match &ply {
            XBoardPly::Path { squares, .. } => squares.first().copied(),
            XBoardPly::Pass | XBoardPly::Drop { .. } | XBoardPly::Garbled { .. } => None,
        };
        let letter = from.and_then(|from| screen.shown(from, &self.table)).map(|(_, letter)| letter);
        Some(ShownPly { ply, mover: screen.side(), letter })
    }

    /// Takes back half-moves of the GUI; if `turn` is given, enough moves to give that side the
    /// turn. False, and nothing changes, if there are not that many or there is no position.
    pub fn take_back(&mut self, count: usize, turn: Option<Side>) -> bool {
        if !self.holds {
            return false;
        }
        // The record counts half-moves as the GUI does, of which one move may have several.
        let Some(left) = self.record.take_back(count, turn, &self.table) else { return false };
        while self.line.len() > left {
            self.line.undo();
        }
        self.forget();
        true
    }

    /// Plays a move for the time of `look`, which sees the game after it.
    ///
    /// # Errors
    ///
    /// When the move is not legal.
    pub fn suppose<T>(&mut self, played: Move, look: impl FnOnce(&Line) -> T) -> Result<T, IllegalMove> {
        self.line.try_play(played)?;
        let seen = look(&self.line);
        self.line.undo();
        Ok(seen)
    }

    /// The move that a text means here, without playing it.
    pub fn find(&self, text: &str) -> Option<Move> {
        if let Some(castling) = self.castling(text) {
            return Some(castling);
        }
        let wire = self.in_dialect(text).parse::<WireMove>().ok()?;
        self.legal().into_iter().find(|&legal| self.wire(legal) == wire)
    }

    /// The moves that a text means here: one, or all that the GUI enters as this half-move; none if it is no move. If it was
    /// read otherwise than it is written, there is a [notice](Self::take_notice).
    ///
    /// # Errors
    ///
    /// When it can be several moves that the GUI enters in different ways.
    pub fn meant(&mut self, text: &str) -> Result<Vec<Move>, MoveError> {
        if let Some(played) = self.find(text) {
            return Ok(vec![played]);
        }
        let entered = match (self.in_dialect(text).parse::<XBoardPly>(), self.seen()) {
            (Ok(ply), Some(before)) => {
                let entries = entry::matching(self.entries(), &ply, &before);
                entries.into_iter().map(|entry| entry.played).collect()
            }
            _ => Vec::new(),
        };
        if entered.is_empty() {
            let other = self.read_otherwise(text)?;
            let (found, notice) = other.map_or((None, None), |(played, notice)| (Some(played), Some(notice)));
            self.notice = notice;
            return Ok(found.into_iter().collect());
        }
        Ok(entered)
    }

    /// All legal moves; none if there is no position.
    pub fn legal(&self) -> Vec<Move> {
        self.position().map_or(Vec::new(), Position::legal_moves)
    }

    /// The castling that a name stands for, `O-O` or `O-O-O` in letters or noughts, in the games that XBoard knows;
    /// `None` if it is no name, or there is no such castling.
    fn castling(&self, name: &str) -> Option<Move> {
        let name = name.to_ascii_uppercase().replace('0', "O");
        let is_name = CASTLINGS.contains(&name.as_str()) && self.table.is_known();
        is_name.then(|| readable::read(self.position()?, &name).ok()).flatten()
    }

    /// The name of a castling that is written as the king's move onto its rook, in the games that XBoard knows;
    /// `None` for other moves.
    fn castling_name(&self, played: Move) -> Option<&'static str> {
        CASTLINGS.into_iter().find(|name| self.castling(name) == Some(played)).filter(|_| {
            let WireMove::Step { to, .. } = self.wire(played) else { return false };
            let position = self.line.present();
            let square = position.outline().named(&to.to_string());
            square.is_some_and(|square| position.piece_at(square, 0).is_some())
        })
    }

    /// A move, or several, as the GUI writes squares.
    pub fn for_gui(&self, text: &str) -> String {
        if self.counts_from_zero() { ranks_from_zero(text) } else { text.to_owned() }
    }

    /// A move as it is written, with squares as the GUI writes them.
    pub fn text(&self, played: Move) -> String {
        self.for_gui(&self.wire(played).to_string())
    }

    /// A move by which the GUI can show it: a pass as XBoard writes it.
    pub fn shown(&self, wire: WireMove) -> String {
        match wire {
            WireMove::Pass if self.legs => XBoardPly::Pass.to_string(),
            wire => self.for_gui(&wire.to_string()),
        }
    }

    /// A move as it is written.
    pub fn wire(&self, played: Move) -> WireMove {
        Notation::of(&self.game).write(played)
    }

    /// Begins a record at the present position, which the GUI shows as `seen` if that is known.
    fn begin(&mut self, seen: Option<XBoardModel>) {
        let screen = self.is_incomplete().then(|| seen.unwrap_or_else(|| self.truth_of_game()));
        self.record = XBoardRecord::new(self.line.present().side(), screen);
        self.forget();
    }

    /// Forgets the findings about the position before.
    fn forget(&mut self) {
        self.entries = None;
        self.held = None;
        self.open = None;
        self.announced = 0;
    }

    /// A move has been made that XBoard shows as `ply`, or as we would send it.
    fn made(&mut self, played: Move, ply: Option<XBoardPly>, repairs: Repairs) {
        self.record.push_move(self.line.present().side());
        self.forget();
        let truth = self.truth();
        let ply = match (ply, self.record.screen(), &truth) {
            (Some(ply), ..) => ply,
            (None, Some(before), Some(after)) => entry::sent(self.wire(played), before, after, &self.table),
            // Where XBoard's board is not tracked, only the number of half-moves matters.
            _ => XBoardPly::Pass,
        };
        let mut shown = self.record.screen().cloned();
        shown.iter_mut().for_each(|screen| screen.apply(&ply, &self.table));
        let whole = repairs == Repairs::Recorded || shown == truth.filter(|_| shown.is_some());
        self.record.push_ply(ply, whole, &self.table);
    }

    /// The number of a move, from 0, among those that the other engine of a match hears alike.
    fn number_of(&mut self, played: Move) -> usize {
        let Some(before) = self.truth() else { return 0 };
        let entries = self.entries();
        let Some(meant) = entries.iter().find(|entry| entry.played == played) else { return 0 };
        // As the other engine would hear it: the GUI hands a move on in its own form.
        let said = entry::said(entries, &before.handed_on(&meant.sent), &before);
        said.iter().position(|entry| entry.played == played).unwrap_or(0)
    }

    fn entries(&mut self) -> &[EnteredMove] {
        self.entries.get_or_insert_with(|| entry::entries(self.line.present(), &self.table))
    }

    /// The board to which marks refer.
    fn seen(&self) -> Option<XBoardModel> {
        self.holds.then(|| self.truth_of_game())
    }

    /// Returns the board that XBoard should show, if it is tracked.
    fn truth(&self) -> Option<XBoardModel> {
        self.record.screen().map(|_| self.truth_of_game())
    }

    fn truth_of_game(&self) -> XBoardModel {
        XBoardModel::of(self.line.present(), &self.table)
    }

    fn start_screen(&self) -> XBoardModel {
        XBoardModel::of(&self.game.start(), &self.table)
    }

    /// Returns true if a position's text has the reserve of the start, in whatever order.
    fn has_full_reserve(&self, text: &str) -> bool {
        let sorted = |text: &str| {
            let reserve = Fields::split(text).ok().and_then(|fields| fields.reserve).unwrap_or_default();
            let mut letters: Vec<char> = reserve.chars().collect();
            letters.sort_unstable();
            letters
        };
        sorted(text) == sorted(self.game.info().start)
    }

    /// A position as XBoard writes it, which knows no stacks.
    fn read(&self, text: &str) -> Option<XBoardModel> {
        let info = self.game.info();
        // A promoted piece looks like a plain one on the GUI's board.
        let text = text.replace('~', "");
        // XBoard writes no stacks, and a `+` before a letter only if it knows the form: the text is the engine's own.
        let is_own = text.contains('(') || text.contains(PROMOTED) && !self.table.has_forms();
        if self.table.is_known() || is_own {
            return None;
        }
        XBoardModel::read(&text, info.files, info.ranks, &self.table).ok()
    }

    /// The texts by which a half-move is sent.
    fn lines(&self, ShownPly { ply, mover, .. }: &ShownPly) -> Vec<String> {
        if let XBoardPly::Drop { letter, to } = ply {
            return vec![self.for_gui(&format!("{}@{to}", mover.cased(*letter)))];
        }
        ply.lines().iter().map(|line| self.for_gui(line)).collect()
    }

    fn in_dialect(&self, text: &str) -> String {
        if self.counts_from_zero() { ranks_from_one(text) } else { text.to_owned() }
    }

    fn counts_from_zero(&self) -> bool {
        self.game.info().ranks == RANKS_FROM_ZERO
    }
}

/// A word of a position's text, counted from 0; `-` where the text ends before it. Games may have fields of their own
/// behind the en passant field, so that the words are counted and not the fields of chess.
fn word(text: &str, place: usize) -> &str {
    text.split_ascii_whitespace().nth(place).unwrap_or("-")
}

/// The words of a position's text with one of them exchanged.
fn with_word(words: &[&str], place: usize, new: &str) -> String {
    let exchanged: Vec<&str> =
        words.iter().enumerate().map(|(here, &old)| if here == place { new } else { old }).collect();
    exchanged.join(" ")
}
