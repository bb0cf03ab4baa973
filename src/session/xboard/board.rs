//! The game, and what XBoard makes of it: moves in and out, marks for the user, taking back.
//!
//! Texts and values; nothing is sent from here, and nothing searched. A GUI that does not take XBoard's
//! forms (it has rejected `highlight`) gets and sends the moves of the dialect, and no repairs.

use super::entry::{self, Entry};
use super::figures::NotShown;
use super::marks::{self, Held};
use super::record::Record;
use super::screen::Screen;
use super::setup;
use super::table::Table;
use crate::session::playing::{PlayError, Playing, State};
use helgi_protocol::notation::{WireMove, WireSquare, ranks_from_one, ranks_from_zero};
use helgi_protocol::text::Words;
use helgi_protocol::uci::Start;
use helgi_protocol::xboard::Ply;
use helgi_rules::Game;
use helgi_rules::board::Side;
use helgi_rules::fen::Fields;
use helgi_rules::games::GameId;
use helgi_rules::notation::MoveError;

/// On a board of so many ranks XBoard counts them from 0.
const RANKS_FROM_ZERO: u8 = 10;

/// Who puts XBoard's board right after the opponent's move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repairs {
    /// We do, at once: the opponent is the user.
    Ours,
    /// The opponent does, another copy of this program.
    Theirs,
    /// Nobody: XBoard would not hear.
    Nobodys,
}

/// What a text that was to be a move has turned out to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A move, and it is made.
    Move(WireMove),
    /// Something that belongs to the move before, or a part of a move that is not yet known.
    Part,
    /// One of several moves; [`Board::answer`] says which.
    Question(Vec<WireMove>),
}

/// The game and what XBoard makes of it.
pub struct Board {
    game: Playing,
    table: Table,
    record: Record,
    /// Whether the GUI takes XBoard's forms of moves.
    legs: bool,
    /// Whether there is a position.
    holds: bool,
    held: Option<Held>,
    /// The legal moves, once somebody has asked for them.
    entries: Option<Vec<Entry>>,
    /// A move that was begun and may be one of several.
    open: Option<(Ply, Vec<Entry>)>,
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
        let mut board =
            Board { game, table, record, legs, holds: true, held: None, entries: None, open: None };
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

    /// Whether XBoard's board still has to be put right before the game can go on.
    pub fn is_unfinished(&self) -> bool {
        self.open.is_some() || self.record.screen().is_some() && self.record.screen() != self.truth().as_ref()
    }

    /// Sets a position up. Afterwards there is none if it is refused.
    ///
    /// # Errors
    ///
    /// When the text is neither a position of the game nor what XBoard writes for one.
    pub fn set_up(&mut self, text: &str) -> Result<(), PlayError> {
        let seen = self.read(text);
        let is_start = seen.as_ref() == Some(&self.start_screen()) && self.has_full_reserve(text);
        let start = if is_start { Start::StartPos } else { Start::Fen(self.table.dialect_text(text)) };
        self.holds = false;
        self.game.set_up(&start, &Words::default())?;
        self.holds = true;
        self.begin(start, seen);
        Ok(())
    }

    /// Whether a position's text is XBoard's board with the other side to move: a pass.
    pub fn is_pass(&self, text: &str) -> bool {
        let passed = self.record.screen().map(Screen::passed);
        passed.is_some() && self.read(text) == passed
    }

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
        // With the mouse one says no more than squares and letters; a text says all.
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

    /// The texts of the half-moves that put XBoard's board right; it is taken that they are sent.
    pub fn repair(&mut self) -> Vec<String> {
        let (Some(screen), Some(truth)) = (self.record.screen(), self.truth()) else { return Vec::new() };
        let plies = screen.repairs(&truth, &self.table);
        let (count, mut mover) = (plies.len(), screen.side());
        let mut lines = Vec::new();
        for (number, ply) in (1..).zip(plies) {
            lines.extend(self.lines(&ply, mover));
            mover = !mover;
            self.record.push_ply(ply, number == count, &self.table);
        }
        lines
    }

    /// Plays a move of the engine; the texts by which it is sent, repairs included.
    ///
    /// # Errors
    ///
    /// When it is not legal.
    pub fn say(&mut self, wire: WireMove) -> Result<Vec<String>, PlayError> {
        let before = self.record.screen().cloned();
        self.game.play(&wire.to_string())?;
        let ply =
            before.zip(self.truth()).map(|(before, after)| entry::sent(wire, &before, &after, &self.table));
        let mut lines = match (&ply, self.record.screen()) {
            (Some(ply), Some(before)) => self.lines(ply, before.side()),
            _ => vec![self.for_gui(&wire.to_string())],
        };
        self.made(wire, ply, Repairs::Ours);
        lines.extend(self.repair());
        Ok(lines)
    }

    /// Takes back half-moves of the GUI; if `turn` is given, so many moves that it is the turn of that
    /// side. False, and nothing changes, if there are not so many or there is no position.
    pub fn take_back(&mut self, count: usize, turn: Option<Side>) -> bool {
        if !self.holds || !self.record.take_back(count, turn, &self.table) {
            return false;
        }
        // What could be played once can be played again.
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

    /// The user takes up a piece: where it may go.
    pub fn lift(&mut self, text: &str) -> Option<String> {
        let before = self.seen()?;
        let held = match (self.square(text), self.held.take()) {
            (Some(square), Some(Held::Board(way))) if way.len() > 1 && way.last() == Some(&square) => {
                Held::Board(way)
            }
            (Some(square), _) => Held::Board(vec![square]),
            (None, _) => Held::Hand(self.letter_in_hand(text, before.side())),
        };
        let orthodox = self.table.is_known();
        let marks = marks::highlight(self.entries()?, &held, &before, orthodox);
        self.held = Some(held);
        Some(marks)
    }

    /// The user puts it down: what it may become.
    pub fn put(&mut self, text: &str) -> Option<String> {
        let (before, square) = (self.seen()?, self.square(text)?);
        let held = self.held.clone()?;
        let entries = self.entries()?;
        if marks::goes_on(entries, &held, square) {
            if let Some(Held::Board(way)) = &mut self.held {
                way.push(square);
            }
            return None;
        }
        marks::choice(entries, &held, &before, square)
    }

    /// The user considers a capture: what it takes.
    pub fn hover(&mut self, text: &str) -> Option<String> {
        let (before, square, held) = (self.seen()?, self.square(text)?, self.held.clone()?);
        let orthodox = self.table.is_known();
        Some(marks::hover(self.entries()?, &held, &before, orthodox, square))
    }

    /// Begins a record at the present position, which the GUI shows as `seen` if that is known.
    fn begin(&mut self, start: Start, seen: Option<Screen>) {
        let shows = self.legs && !self.table.is_known();
        let screen = seen.or_else(|| self.truth_of_game()).filter(|_| shows);
        let first = self.game.state().map_or(Side::White, |state| state.side);
        self.record = Record::new(start, first, screen);
        self.forget();
    }

    /// Forgets what was found out about the position before.
    fn forget(&mut self) {
        self.entries = None;
        self.held = None;
        self.open = None;
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
            // Without a board to keep in mind only the number of half-moves matters.
            _ => Ply::Pass,
        };
        let mut shown = self.record.screen().cloned();
        shown.iter_mut().for_each(|screen| screen.apply(&ply, &self.table));
        let whole = repairs == Repairs::Nobodys || shown == truth.filter(|_| shown.is_some());
        self.record.push_ply(ply, whole, &self.table);
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

    fn entries(&mut self) -> Option<&[Entry]> {
        if self.entries.is_none() {
            let before = self.truth_of_game()?;
            self.entries = Some(entry::entries(&self.game, &before, &self.table));
        }
        self.entries.as_deref()
    }

    /// The board to which marks refer.
    fn seen(&self) -> Option<Screen> {
        self.truth_of_game().filter(|_| self.holds)
    }

    /// What XBoard should show, if its board is kept in mind.
    fn truth(&self) -> Option<Screen> {
        self.record.screen()?;
        self.truth_of_game()
    }

    fn truth_of_game(&self) -> Option<Screen> {
        self.game.position().map(|position| Screen::of(position, &self.table))
    }

    fn start_screen(&self) -> Screen {
        Screen::of(&self.game.game().start(), &self.table)
    }

    /// Whether a position's text has the reserve of the start, in whatever order.
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
    fn read(&self, text: &str) -> Option<Screen> {
        let info = self.game.game().info();
        let text = text.replace('~', "");
        if self.table.is_known() || text.contains('(') {
            return None;
        }
        Screen::read(&text, info.files, info.ranks, &self.table).ok()
    }

    /// The texts by which a half-move of the side to move is sent.
    fn lines(&self, ply: &Ply, mover: Side) -> Vec<String> {
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

    /// A square of the board.
    fn square(&self, text: &str) -> Option<WireSquare> {
        let square: WireSquare = self.in_dialect(text).parse().ok()?;
        let info = self.game.game().info();
        (square.file < info.files && square.rank <= info.ranks).then_some(square)
    }

    /// The letter of the piece in hand that XBoard shows beside the board at this square.
    fn letter_in_hand(&self, text: &str, side: Side) -> Option<char> {
        let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
        self.table.in_hand(digits.parse().ok()?, side)
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

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    const GAMES: u64 = 3;
    const PLIES: usize = 60;

    fn shown_games() -> impl Iterator<Item = GameId> {
        GameId::ALL.iter().copied().filter(|game| Table::new(game.info()).is_ok())
    }

    /// One of the legal moves, more often one that is entered in an unusual way.
    fn pick(board: &mut Board, rng: &mut Rng) -> Option<Entry> {
        let entries = board.entries()?;
        let is_special = |entry: &&Entry| !matches!(&entry.entered, Ply::Path { squares, letter: None } if squares.len() == 2);
        let special: Vec<&Entry> = entries.iter().filter(is_special).collect();
        let from = if rng.bool() && !special.is_empty() { special } else { entries.iter().collect() };
        rng.choice(from).cloned()
    }

    /// Does with the mouse what the marks allow, and returns the text that XBoard sends then.
    fn click(board: &mut Board, entry: &Entry) -> String {
        let Ply::Path { squares, letter } = &entry.entered else {
            return board.for_gui(&entry.entered.to_string());
        };
        let name = |board: &Board, square: &WireSquare| board.for_gui(&square.to_string());
        let mut chosen = None;
        for leg in squares.windows(2) {
            let (from, to) = (name(board, &leg[0]), name(board, &leg[1]));
            let marks = board.lift(&from).expect("there is a position");
            assert!(marks.contains(['C', 'B', 'M', 'R', 'Y']), "{marks} for {from} of {:?}", entry.entered);
            chosen = board.put(&to);
        }
        let text = board.for_gui(&Ply::path(squares.clone(), None).to_string());
        match (chosen, letter) {
            (None, None) => text,
            (None, Some(letter)) => panic!("{text} becomes {letter}, and nobody asks"),
            (Some(letters), wanted) => {
                let own = board.truth_of_game().unwrap().letter(squares[0]).unwrap().1;
                let wanted = wanted.map_or(own, |letter| letter.to_ascii_uppercase());
                assert!(letters.contains(wanted), "{text}: {letters} without {wanted}");
                format!("{text}{}", wanted.to_ascii_lowercase())
            }
        }
    }

    #[test]
    fn every_move_can_be_clicked_and_is_shown_right() {
        for game in shown_games() {
            for seed in 0..GAMES {
                let mut rng = Rng::with_seed(seed);
                let mut board = Board::new(game, true).unwrap();
                for _ in 0..PLIES {
                    let Some(entry) = pick(&mut board, &mut rng) else { break };
                    if entry.wire == WireMove::Pass {
                        let passed = board.record.screen().map(Screen::passed);
                        assert!(passed.is_none_or(|passed| passed.side() != board.state().unwrap().side));
                    }
                    let text = click(&mut board, &entry);
                    let heard = board.hear(&text, Repairs::Ours);
                    match heard {
                        Ok(Heard::Move(wire)) => assert_eq!(wire, entry.wire, "{game:?} {text}"),
                        Ok(Heard::Question(wires)) => {
                            assert!(wires.contains(&entry.wire), "{game:?} {text}: {wires:?}");
                            let answer = board.for_gui(&entry.wire.to_string());
                            assert_eq!(board.answer(&answer, Repairs::Ours), Ok(entry.wire));
                        }
                        other => panic!("{game:?} {text} {other:?}"),
                    }
                    board.repair();
                    assert!(!board.is_unfinished(), "{game:?} {text}: {:?}", board.record.screen());
                }
            }
        }
    }

    #[test]
    fn two_copies_understand_each_other() {
        // Of high stacks letters do not say how many pieces go.
        for game in shown_games().filter(|&game| game != GameId::Tavreli) {
            for seed in 0..GAMES {
                let mut rng = Rng::with_seed(seed);
                let mut boards = [(); 2].map(|()| Board::new(game, true).unwrap());
                for ply in 0..PLIES {
                    let [mover, other] = &mut boards;
                    let (mover, other) = if ply % 2 == 0 { (mover, other) } else { (other, mover) };
                    let Some(entry) = pick(mover, &mut rng) else { break };
                    let said = mover.say(entry.wire).unwrap();
                    assert!(!mover.is_unfinished());
                    let mut legs = String::new();
                    let mut moves = Vec::new();
                    for line in &said {
                        legs += line;
                        if !line.ends_with(',') {
                            // XBoard turns the form with `x` into legs.
                            let ply: Ply = mover.in_dialect(&legs).parse().unwrap();
                            let text = mover.for_gui(&ply.to_string());
                            legs.clear();
                            if let Heard::Move(wire) = other.hear(&text, Repairs::Theirs).unwrap() {
                                moves.push(wire);
                            }
                        }
                    }
                    assert_eq!(moves, [entry.wire], "{game:?} {said:?}");
                    assert!(!other.is_unfinished(), "{game:?} {said:?}");
                    assert_eq!(mover.state(), other.state());
                }
            }
        }
    }

    #[test]
    fn taking_everything_back_leads_to_the_start() {
        for game in shown_games() {
            let mut rng = Rng::with_seed(7);
            let mut board = Board::new(game, true).unwrap();
            let start = board.state();
            let mut sent = 0;
            for _ in 0..30 {
                let Some(entry) = pick(&mut board, &mut rng) else { break };
                let said = board.say(entry.wire).unwrap();
                sent += said.iter().filter(|line| !line.ends_with(',')).count();
            }
            assert!(!board.take_back(sent + 1, None));
            for _ in 0..sent {
                assert!(board.take_back(1, None));
            }
            assert_eq!(board.state(), start, "{game:?}");
            assert!(!board.is_unfinished());
        }
    }
}
