//! The effects of commands. The engine is not touched here: its work follows from the state that
//! the commands leave behind.

use super::state::{Expected, GameState, Introduction, Mode, Work};
use super::{Facts, Session};
use crate::book;
use crate::game_files;
use crate::options::{self, Change};
use crate::playing::{PlayError, display};
use crate::search::StartsSearch;
use helgi_engine::internals::draw_offer::{self, RecentScores};
use helgi_protocol::xboard::{self, ParseError, Query, Setting, XBoardReply};
use helgi_rules::board::{Move, Side};
use helgi_rules::{FenNotice, GameId};
use helgi_xboard::{EnteredPly, LetterTable, Repairs, XBoardGame, game_called, listed, offered};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// The word before the answer to a question.
const QUESTION: &str = "MOVE";

/// The feature by which XBoard is recognized. Many GUIs answer only some features or none, so silence means another GUI.
const HIGHLIGHT: &str = "highlight";

/// The most `ping`s that wait for the end of a search.
const MOST_PINGS: usize = 10_000;

/// The time for a GUI to answer [`HIGHLIGHT`]. XBoard answers as soon as it reads the line; its own patience with the
/// features is twice as long, and without a limit after `done=0`.
const ANSWER: Duration = Duration::from_secs(1);

/// The features, but for the list of variants and the options, which follow when it is known for whom.
const FEATURES: [&str; 5] = [
    "done=0",
    "ping=1 setboard=1 usermove=1 playother=1 colors=0 san=0 time=1 draw=1",
    "sigint=0 sigterm=0 reuse=1 analyze=1 name=1 ics=0 pause=0 nps=1",
    "memory=1 smp=1 debug=1 exclude=1 highlight=1 setscore=0",
    concat!("myname=\"helgi ", env!("CARGO_PKG_VERSION"), "\""),
];

impl<W: Write, S: StartsSearch> Session<W, S> {
    /// Does what a command asks that may be answered; `line` is its text.
    pub(super) fn answer(&mut self, query: Query, line: &str) -> io::Result<()> {
        match query {
            Query::ProtoVer(_) => self.introduce(),
            Query::Variant(name) => self.variant(&name, line),
            Query::Go => self.play_side(|turn| turn, line),
            Query::PlayOther => self.play_other(line),
            Query::White => self.play_side(|_| Side::Black, line),
            Query::Black => self.play_side(|_| Side::White, line),
            Query::UserMove(text) => self.user_move(&text),
            Query::Draw => self.draw(),
            Query::SetBoard(text) => self.set_board(&text),
            Query::Hint => {
                self.present.hints = true;
                self.answer_hint()
            }
            Query::Book => self.show_book(),
            Query::Undo => self.take_back(1, line),
            Query::Remove => self.take_back(2, line),
            Query::Dot => self.status(),
            Query::Exclude(text) => self.exclude(&text, line),
            Query::Include(text) => self.include(&text, line),
            Query::Memory(megabytes) => {
                self.set_option("Hash", Some(&options::within("Hash", megabytes)), line)
            }
            Query::Cores(number) => {
                self.set_option("Threads", Some(&options::within("Threads", number)), line)
            }
            Query::Option { name, value } => {
                self.set_option(options::name_with_blanks(&name), value.as_deref(), line)
            }
            Query::Lift(square) => {
                let marks = self.board.lift(&square);
                marks.map_or(Ok(()), |marks| self.reply(&XBoardReply::Highlight(marks)))
            }
            Query::Put(square) => {
                let letters = self.board.put(&square);
                letters.map_or(Ok(()), |letters| self.reply(&XBoardReply::Choice(letters)))
            }
            Query::Hover(square) => {
                let marks = self.board.hover(&square);
                marks.map_or(Ok(()), |marks| self.reply(&XBoardReply::Highlight(marks)))
            }
            Query::Holding(text) => self.hold(&text, line),
            Query::Partner(name) => self.meet_partner(name),
            Query::PartnerSays(text) => self.hear_partner(&text),
            Query::Display => self.display(),
            Query::Other(line) => self.other(&line),
        }
    }

    /// Does what a command asks that is never answered by itself, except that the introduction goes on.
    pub(super) fn change(&mut self, setting: Setting) -> io::Result<()> {
        match setting {
            Setting::Accepted(feature) => return self.accepted(&feature),
            Setting::Rejected(feature) => return self.rejected(&feature),
            Setting::New => return self.new_game(),
            Setting::Force => {
                self.interrupt();
                self.mode = Mode::Force;
            }
            Setting::Level(level) => self.clock.set_level(level, self.made() / 2),
            Setting::MoveTime(time) => self.clock.set_move_time(time),
            Setting::Depth(depth) => self.clock.set_depth(depth),
            Setting::NodesPerSecond(nodes) => self.clock.set_nodes_per_second(nodes),
            Setting::Time(time) => self.clock.set_remaining(time),
            Setting::MoveNow => self.move_now(),
            Setting::Ping(number) if self.pings.len() >= MOST_PINGS => {
                return self
                    .error(format!("{MOST_PINGS} pings wait, expected fewer"), &format!("ping {number}"));
            }
            Setting::Ping(number) => self.pings.push(number),
            Setting::Result(_) => {
                self.interrupt();
                if self.mode != Mode::Analyze {
                    self.mode = Mode::Force;
                }
            }
            Setting::Edit => self.gui.edited = Some(self.board.edit()),
            Setting::Hard => self.options.ponder = true,
            Setting::Easy => {
                self.options.ponder = false;
                self.interrupt_if(|work| matches!(work, Work::Ponder(_)));
            }
            Setting::Post => self.gui.post = true,
            Setting::NoPost => self.gui.post = false,
            Setting::Analyze => {
                self.interrupt();
                self.mode = Mode::Analyze;
            }
            Setting::Exit => {
                self.interrupt_if(|work| work == Work::Analyze);
                if self.mode == Mode::Analyze {
                    self.mode = Mode::Force;
                }
            }
            Setting::Computer => self.gui.computer = true,
            // The protocol is spoken already; time is the engine's own.
            Setting::XBoard | Setting::OpponentTime(_) => {}
        }
        Ok(())
    }

    pub(super) fn refuse(&mut self, error: &ParseError) -> io::Result<()> {
        self.error(error.to_string(), &error.line)
    }

    /// Begins the introduction. The list of games is for XBoard or for others: its answer about `highlight` decides.
    fn introduce(&mut self) -> io::Result<()> {
        FEATURES.iter().try_for_each(|features| self.reply(&XBoardReply::Feature((*features).to_owned())))?;
        self.gui.introduction = Introduction::Begun(Instant::now() + ANSWER);
        if self.gui.is_xboard { self.end_introduction() } else { Ok(()) }
    }

    /// Sends the rest of the introduction, if it has begun.
    pub(super) fn end_introduction(&mut self) -> io::Result<()> {
        let Introduction::Begun(_) = self.gui.introduction else { return Ok(()) };
        self.list_games()?;
        options::xboard_specs(&self.options)
            .into_iter()
            .try_for_each(|spec| self.reply(&XBoardReply::Option(spec)))?;
        self.reply(&XBoardReply::Feature("done=1".to_owned()))
    }

    fn list_games(&mut self) -> io::Result<()> {
        let for_xboard = self.gui.is_xboard;
        self.gui.introduction = Introduction::Over { for_xboard };
        let names = if for_xboard { offered(self.options.variant) } else { listed() };
        self.reply(&XBoardReply::Feature(format!("variants=\"{}\"", names.join(","))))
    }

    /// Only XBoard and WinBoard know `highlight`; whoever accepts another feature may be any GUI.
    fn accepted(&mut self, feature: &str) -> io::Result<()> {
        if feature != HIGHLIGHT {
            return Ok(());
        }
        self.gui.is_xboard = true;
        self.board.set_tracked();
        match self.gui.introduction {
            // It has answered late, and takes the list that it reads last.
            Introduction::Over { for_xboard: false } => self.list_games(),
            _ => self.end_introduction(),
        }
    }

    /// A GUI without `highlight` is not XBoard, and takes the moves of the dialect.
    fn rejected(&mut self, feature: &str) -> io::Result<()> {
        if feature != HIGHLIGHT {
            return Ok(());
        }
        self.gui.is_xboard = false;
        self.board.set_plain();
        self.end_introduction()
    }

    fn new_game(&mut self) -> io::Result<()> {
        let board = XBoardGame::new(GameId::default(), self.gui.is_xboard).map_err(io::Error::other)?;
        self.interrupt();
        if self.mode != Mode::Analyze {
            self.mode = Mode::Play(Side::Black);
        }
        self.gui.computer = false;
        self.clock.reset();
        self.begin(board);
        Ok(())
    }

    /// Goes on with the board of a new game.
    fn begin(&mut self, board: XBoardGame) {
        self.game = GameState { number: self.game.number + 1, ..GameState::default() };
        self.options.variant = board.game();
        self.board = board;
        // Positions of different games may have equal keys.
        self.changes.push((Change::ClearHash, String::new()));
        self.position_changed();
    }

    fn variant(&mut self, name: &str, line: &str) -> io::Result<()> {
        let game = match game_called(name) {
            Some((game, _)) => game,
            None => match name.parse::<GameId>() {
                Ok(game) => game,
                Err(error) if error.meant.is_empty() => {
                    return self.error("unknown variant".to_owned(), line);
                }
                Err(error) => {
                    return self.error(format!("unknown variant, expected {}", error.expected), line);
                }
            },
        };
        // What is not offered is not played either; a client that only speaks the protocol has no board to go wrong.
        let is_xboard = self.gui.is_xboard;
        let shown =
            LetterTable::new(game.info()).and_then(|table| match table.fault().filter(|_| is_xboard) {
                Some(fault) => Err(fault),
                None => Ok(table),
            });
        let table = match shown {
            Ok(table) => table,
            Err(fault) => return self.error(fault.to_string(), line),
        };
        self.interrupt();
        self.begin(XBoardGame::with_table(game, table, is_xboard));
        self.board.announcement().into_iter().try_for_each(|line| self.reply(&XBoardReply::Line(line)))
    }

    /// Plays the side that is computed from the side to move.
    fn play_side(&mut self, side: impl Fn(Side) -> Side, line: &str) -> io::Result<()> {
        self.interrupt();
        let Some(to_move) = self.board.side() else {
            return self.error("no position".to_owned(), line);
        };
        // XBoard says `go` to the second engine behind the first half-move, which may only announce the move.
        let turn = if self.gui.computer && self.board.is_announced() { !to_move } else { to_move };
        self.mode = Mode::Play(side(turn));
        self.present.done = false;
        if !self.gui.computer {
            self.send_moves(|board| board.repair())?;
        }
        // A game that is over has nothing to think about, but whoever says `go` has to be told.
        match self.outcome() {
            Some(outcome) if side(turn) == to_move && !self.waits_for_repairs() => self.claim(outcome),
            _ => Ok(()),
        }
    }

    /// Plays the side that is not to move. The opponent's possible moves have to be found out
    /// before the engine can ponder, unless one has been expected before.
    fn play_other(&mut self, line: &str) -> io::Result<()> {
        self.play_side(|turn| !turn, line)?;
        if self.board.position().is_some() && self.present.expected.known().is_none() {
            self.present.expected = Expected::Sought;
        }
        Ok(())
    }

    fn user_move(&mut self, text: &str) -> io::Result<()> {
        if let Mode::Play(side) = self.mode
            && self.board.side() == Some(side)
            && self.outcome().is_none()
            && !self.board.is_unfinished()
        {
            let reason = format!("{} is played by the engine", side.name());
            return self.illegal(reason, text);
        }
        let entered = self.board.read_entry(text, self.repairs());
        self.comment_on_move()?;
        match entered {
            Ok(EnteredPly::Move(played)) => self.moved(played),
            Ok(EnteredPly::Part) => self.claim_if_over(),
            Ok(EnteredPly::Question(moves)) => self.ask(&moves),
            Err(reason) => self.illegal(reason.to_string(), text),
        }
    }

    /// The opponent has moved, or somebody for both sides.
    fn moved(&mut self, played: Move) -> io::Result<()> {
        // After the end of the game there is nothing to think about.
        let goes_on = self.outcome().is_none();
        let is_hit = |facts: &Facts| facts.work == Work::Ponder(played) && !facts.is_stale && goes_on;
        match self.worker.job_mut().filter(|job| is_hit(&job.facts)) {
            Some(job) => {
                job.facts.is_hit = true;
                self.game.score = job.facts.score.or(self.game.score);
                self.forget_position();
            }
            None => self.position_changed(),
        }
        if self.repairs() == Repairs::Ours {
            self.send_moves(|board| board.repair())?;
        }
        self.claim_if_over()
    }

    /// Claims the end of the game, if it is over: once all of the last move is shown, for then
    /// XBoard saves the game.
    fn claim_if_over(&mut self) -> io::Result<()> {
        match (self.mode, self.outcome()) {
            (Mode::Play(_), Some(outcome)) if !self.waits_for_repairs() => self.claim(outcome),
            _ => Ok(()),
        }
    }

    fn ask(&mut self, moves: &[Move]) -> io::Result<()> {
        let list: Vec<String> = (1..)
            .zip(moves)
            .map(|(number, &played)| format!("{number} = {}", self.board.text(played)))
            .collect();
        let question = format!("Which move? {}", list.join(", "));
        self.reply(&XBoardReply::AskUser { tag: QUESTION, question })
    }

    /// Handles a line that is not a command: the answer to a question, or a bare move.
    fn other(&mut self, line: &str) -> io::Result<()> {
        if let Some(answer) = line.strip_prefix(QUESTION) {
            return match self.board.answer(answer.trim(), self.repairs()) {
                Ok(played) => self.moved(played),
                Err(reason) => self.illegal(reason.to_string(), answer.trim()),
            };
        }
        let is_move = self.board.find(line).is_some()
            || line.parse::<xboard::XBoardPly>().is_ok()
            || self.board.is_otherwise(line);
        if is_move { self.user_move(line) } else { self.error("unknown command".to_owned(), line) }
    }

    /// Handles a line of the editor.
    pub(super) fn edit(&mut self, line: &str) -> io::Result<()> {
        let text = line.trim();
        let Some(mut edited) = self.gui.edited.take() else { return Ok(()) };
        if text == "." {
            return match self.board.edited(&edited) {
                // Rights that the pieces do not have were asked for by nobody.
                Some(text) => self.put_board(&text, |notice| notice.field != "castling"),
                None => Ok(()),
            };
        }
        let is_taken = self.board.take_edit(&mut edited, text);
        self.gui.edited = Some(edited);
        if is_taken || text.is_empty() || text.starts_with('#') {
            return Ok(());
        }
        self.error("edit: expected `#`, `c`, a piece with its square such as `Pa4`, or `.`".to_owned(), line)
    }

    fn set_board(&mut self, text: &str) -> io::Result<()> {
        if self.board.is_pass(text) {
            let heard = self.board.read_entry("@@@@", self.repairs());
            match heard {
                Ok(EnteredPly::Move(played)) => return self.moved(played),
                Ok(_) => return self.claim_if_over(),
                // Then it is not a pass, but an edited position.
                Err(_) => {}
            }
        }
        self.put_board(text, |_| true)
    }

    /// Sets up a position, with comments on what was read otherwise than it is written, as far as that is told.
    fn put_board(&mut self, text: &str, is_told: impl Fn(&FenNotice) -> bool) -> io::Result<()> {
        self.interrupt();
        self.forget_scores();
        let done = self.board.set_up(text).map_err(PlayError::Fen);
        self.game.moves_before = 0;
        self.position_changed();
        match done {
            Ok(notices) => {
                let told = notices.iter().filter(|&notice| is_told(notice));
                let comments: Vec<XBoardReply> =
                    told.map(|notice| XBoardReply::Comment(notice.to_string())).collect();
                comments.into_iter().try_for_each(|comment| self.reply(&comment))
            }
            Err(error) => self.reply(&XBoardReply::TellUserError(format!("Illegal position: {error}"))),
        }
    }

    /// The scores are of another line of play.
    fn forget_scores(&mut self) {
        (self.game.score, self.game.scores) = (None, RecentScores::default());
    }

    fn take_back(&mut self, count: usize, line: &str) -> io::Result<()> {
        self.interrupt();
        let turn = match self.mode {
            // After `remove` it is the opponent's turn again.
            Mode::Play(side) if count > 1 => Some(!side),
            _ => None,
        };
        if !self.board.take_back(count, turn) {
            return self.error("command not legal now".to_owned(), line);
        }
        self.forget_scores();
        self.position_changed();
        match self.repairs() {
            Repairs::Ours => self.send_moves(|board| board.repair()),
            _ => Ok(()),
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        let mut scores = self.game.scores;
        if self.is_thinking() {
            scores.note(self.game.score);
        }
        let position = self.board.position().filter(|_| matches!(self.mode, Mode::Play(_)));
        let is_welcome = position.is_some_and(|position| draw_offer::is_welcome(&scores, position));
        if is_welcome { self.reply(&XBoardReply::OfferDraw) } else { Ok(()) }
    }

    /// Answers a hint that was asked for, if there is one without a search of its own.
    pub(super) fn answer_hint(&mut self) -> io::Result<()> {
        let best = self.analysis().and_then(|facts| facts.last.pv.first().copied());
        match self.present.expected.known().map(|expected| self.board.wire(expected)).or(best) {
            Some(wire) if self.present.hints => {
                self.present.hints = false;
                let text = self.board.shown(wire);
                self.reply(&XBoardReply::Hint(text))
            }
            _ => Ok(()),
        }
    }

    /// The analysis that is going on.
    fn analysis(&self) -> Option<&Facts> {
        let facts = self.worker.job().map(|job| &job.facts);
        facts.filter(|facts| facts.work == Work::Analyze && !facts.is_stale)
    }

    fn status(&mut self) -> io::Result<()> {
        let Some(facts) = self.analysis() else { return Ok(()) };
        let total = self.candidates().len();
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let left = facts.current.map(|(_, number)| count(total).saturating_sub(number));
        let reply = XBoardReply::Status {
            time: facts.began.elapsed(),
            nodes: facts.last.nodes.unwrap_or(0),
            depth: facts.last.depth.unwrap_or(0),
            moves: Some((left.unwrap_or(0), count(total))),
            current: facts.current.map(|(wire, _)| self.board.for_gui(&wire.to_string())),
        };
        self.reply(&reply)
    }

    /// The moves that a text means, with a comment if it was read otherwise than it is written; `None` after an error.
    fn meant(&mut self, text: &str, line: &str) -> io::Result<Option<Vec<Move>>> {
        let meant = self.board.meant(text);
        self.comment_on_move()?;
        let reason = match meant {
            Ok(meant) if !meant.is_empty() => return Ok(Some(meant)),
            Ok(_) => "not a legal move here".to_owned(),
            Err(error) => error.to_string(),
        };
        self.error(reason, line).map(|()| None)
    }

    /// Writes a comment on a move that was read otherwise than it is written.
    fn comment_on_move(&mut self) -> io::Result<()> {
        match self.board.take_notice() {
            Some(notice) => self.reply(&XBoardReply::Comment(format!("move {notice}"))),
            None => Ok(()),
        }
    }

    fn exclude(&mut self, text: &str, line: &str) -> io::Result<()> {
        if text == "all" {
            self.present.excluded = self.board.legal();
        } else {
            let Some(meant) = self.meant(text, line)? else { return Ok(()) };
            self.present.excluded.retain(|excluded| !meant.contains(excluded));
            self.present.excluded.extend(meant);
        }
        self.candidates_changed();
        Ok(())
    }

    fn include(&mut self, text: &str, line: &str) -> io::Result<()> {
        if text == "all" {
            self.present.excluded.clear();
        } else {
            let Some(meant) = self.meant(text, line)? else { return Ok(()) };
            self.present.excluded.retain(|excluded| !meant.contains(excluded));
        }
        self.candidates_changed();
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: Option<&str>, line: &str) -> io::Result<()> {
        let meant = self.options.meant(name, value);
        if let Some(notice) = meant.notice {
            self.output.line(format!("# {notice}"))?;
        }
        let (name, value) = (meant.name.as_str(), meant.value.as_deref());
        match self.options.set(name, value) {
            Ok(Change::Kept | Change::Variant | Change::Chess960) => Ok(()),
            Ok(Change::Games) => match game_files::read(Path::new(&self.options.variant_path)) {
                Ok(report) => report.lines.iter().try_for_each(|text| self.output.line(format!("# {text}"))),
                Err(error) => self.error(error.to_string(), line),
            },
            Ok(change) => {
                // An earlier change of the same kind is overtaken.
                self.changes.retain(|(other, _)| *other != change);
                self.changes.push((change, line.to_owned()));
                // A move that is being thought about is not disturbed.
                self.interrupt_if(|work| work != Work::Think);
                Ok(())
            }
            Err(error) => self.error(error.to_string(), line),
        }
    }

    /// Shows the book's entries here, each line after a tab, and an empty line at the end.
    fn show_book(&mut self) -> io::Result<()> {
        let shown = |played| self.board.shown(self.board.wire(played));
        let lines = match (self.worker.book(), self.worker.book_mismatch(self.board.game())) {
            (None, _) => vec!["no book; the option Book names one".to_owned()],
            (Some(_), Some(text)) => vec![text],
            (Some(book), None) => {
                self.board.position().map_or(Vec::new(), |position| book::table(&book, position, shown))
            }
        };
        if lines.is_empty() {
            self.output.line("\tthe book has no move here")?;
        }
        lines.into_iter().try_for_each(|line| self.output.line(format_args!("\t{line}")))?;
        self.output.line("")
    }

    fn display(&mut self) -> io::Result<()> {
        let Some(line) = self.board.line() else {
            return self.error(PlayError::NoPosition("d").to_string(), "d");
        };
        display(line).lines().try_for_each(|line| self.reply(&XBoardReply::Comment(line.to_owned())))
    }
}
