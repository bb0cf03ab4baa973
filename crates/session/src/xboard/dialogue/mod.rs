//! The session of XBoard's protocol: decides the engine's work at any time.
//!
//! Every command takes effect at once. The engine's work, thinking, pondering,
//! analysing or nothing, follows from the state alone ([`Session::wanted`]); a task that does something
//! else is stopped and its answer thrown away, and the wanted one begins when the engine is back. Only
//! `pong` waits, for the move of a search in progress, and for a hint.

mod commands;
mod facts;
mod partner;
#[cfg(test)]
mod relay;
mod state;

use super::clock::XBoardClock;
use crate::book;
use crate::event_loop::{self, Leaving, ProtocolSession, SHUTDOWN};
use crate::options::{Change, Options};
use crate::output::SessionOutput;
use crate::search::{self, SearchOrder, StartsSearch};
use crate::task::{JobAnswer, JobOutput, SessionTask};
use crate::worker::EngineWorker;
use crossbeam_channel::Receiver;
use facts::{Facts, centipawns};
use helgi_engine::internals::search::MAX_DEPTH;
use helgi_engine::internals::search::POLL_INTERVAL;
use helgi_engine::search::Control;
use helgi_protocol::info::SearchInfo;
use helgi_protocol::input::ClientInput;
use helgi_protocol::notation::WireMove;
use helgi_protocol::uci::GoParams;
use helgi_protocol::xboard::{self, Command, Setting, XBoardReply};
use helgi_rules::board::{Move, Side};
use helgi_rules::games::GameId;
use helgi_rules::{Line, Outcome};
use helgi_xboard::{Repairs, XBoardGame};
use state::{Expected, GameState, GuiSettings, Introduction, Mode, PositionState, Work};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The search for a hint, in nodes.
const HINT_NODES: u64 = 100_000;

/// The state of a session. It writes to `W` and to nothing else.
pub struct Session<W, S> {
    searcher: S,
    output: SessionOutput<W>,
    options: Options,
    worker: EngineWorker<Facts>,
    board: XBoardGame,
    clock: XBoardClock,
    mode: Mode,
    gui: GuiSettings,
    game: GameState,
    present: PositionState,
    /// `?` has come: a search for the move that is still to begin is stopped at once.
    hurried: bool,
    /// Changes of the engine that wait until it has no job, and the lines that asked for them.
    changes: Vec<(Change, String)>,
    /// The numbers of the `ping`s that have not been answered yet.
    pings: Vec<String>,
}

impl<W: Write, S: StartsSearch> Session<W, S> {
    /// A session that takes over after the word `xboard`.
    ///
    /// # Errors
    ///
    /// If there is no memory for the transposition table, or the default game cannot be shown.
    pub fn new(output: SessionOutput<W>, options: Options, searcher: S) -> io::Result<Self> {
        Ok(Session {
            searcher,
            output,
            worker: EngineWorker::new(&options)?,
            options,
            board: XBoardGame::new(GameId::default(), false).map_err(io::Error::other)?,
            clock: XBoardClock::new(),
            mode: Mode::Force,
            gui: GuiSettings {
                introduction: Introduction::Unasked,
                is_xboard: false,
                post: false,
                computer: false,
                edited: None,
            },
            game: GameState::default(),
            present: PositionState::default(),
            hurried: false,
            changes: Vec::new(),
            pings: Vec::new(),
        })
    }

    /// Handles input until the client leaves.
    pub fn run(mut self, input: &Receiver<ClientInput>) {
        // An error of the output means that nobody reads it: there is nobody to tell.
        let _ = event_loop::run(&mut self, input);
    }

    /// Returns the side that puts XBoard's board right.
    fn repairs(&self) -> Repairs {
        match self.mode {
            Mode::Play(_) if self.gui.computer => Repairs::Theirs,
            Mode::Play(_) => Repairs::Ours,
            Mode::Force | Mode::Analyze => Repairs::Recorded,
        }
    }

    /// The moves to choose from.
    fn candidates(&self) -> Vec<Move> {
        let legal = self.board.legal().into_iter();
        legal.filter(|played| !self.present.excluded.contains(played)).collect()
    }

    fn claim(&mut self, outcome: Outcome) -> io::Result<()> {
        self.reply(&XBoardReply::Result(outcome.to_string()))
    }

    /// Stops the engine's work; its answer is not wanted.
    fn interrupt(&mut self) {
        self.interrupt_if(|_| true);
    }

    fn interrupt_if(&mut self, concerns: impl Fn(Work) -> bool) {
        if let Some(job) = self.worker.job_mut().filter(|job| concerns(job.facts.work)) {
            job.facts.is_stale = true;
            job.control.stop();
        }
        self.present.done = false;
    }

    fn position_changed(&mut self) {
        self.interrupt();
        self.forget_position();
    }

    fn forget_position(&mut self) {
        self.present = PositionState::default();
    }

    /// Other moves are to be considered, in the same position.
    fn candidates_changed(&mut self) {
        self.interrupt_if(|work| work == Work::Analyze);
    }

    fn move_now(&mut self) {
        self.go_on();
        self.hurried = self.is_thinking() || self.waits_for_repairs();
        if let Some(job) = self.worker.job().filter(|job| job.facts.work == Work::Think) {
            job.control.stop();
        }
    }

    /// Returns true if the engine thinks about its move, or will as soon as its earlier work has ended.
    fn is_thinking(&self) -> bool {
        self.worker.job().is_some_and(|job| match job.facts.is_stale {
            true => self.wanted() == Some(Work::Think),
            false => job.facts.work == Work::Think,
        })
    }

    /// Returns true if a hint was asked for that the engine's search will give.
    fn is_looking_for_hint(&self) -> bool {
        let work = self.worker.job().and_then(|job| match job.facts.is_stale {
            true => self.wanted(),
            false => Some(job.facts.work),
        });
        self.present.hints
            && match work {
                Some(Work::Hint | Work::Guess) => true,
                // Without a legal move, an analysis waits in silence.
                Some(Work::Analyze) => !self.candidates().is_empty(),
                _ => false,
            }
    }

    /// Returns true if the opponent, another copy of this program, has not yet shown all of its move.
    fn waits_for_repairs(&self) -> bool {
        matches!(self.mode, Mode::Play(_)) && self.gui.computer && self.board.is_unfinished()
    }

    /// Lets a search whose expected move was played count its time, once all of that move has been shown.
    fn begin_own_time(&mut self) {
        if self.waits_for_repairs() {
            return;
        }
        let is_due = |facts: &Facts| facts.is_hit && !facts.is_stale;
        if let Some(job) = self.worker.job_mut().filter(|job| is_due(&job.facts)) {
            (job.facts.work, job.facts.is_hit) = (Work::Think, false);
            job.control.ponderhit();
            if std::mem::take(&mut self.hurried) {
                job.control.stop();
            }
        }
    }

    /// Returns the work that the engine should be doing.
    fn wanted(&self) -> Option<Work> {
        let turn = self.board.side()?;
        let is_over = self.outcome().is_some();
        let can_choose = || self.present.excluded.is_empty() || !self.candidates().is_empty();
        match self.mode {
            Mode::Analyze if self.present.done => Some(Work::Hint).filter(|_| self.present.hints),
            Mode::Analyze => Some(Work::Analyze).filter(|_| can_choose()),
            // Before the opponent has shown all of its move, it is unknown what to think about.
            Mode::Play(_) if self.waits_for_repairs() => None,
            Mode::Play(side) if side == turn && !is_over => {
                let work = if self.game.partner.is_sitting { Work::Sit } else { Work::Think };
                Some(work).filter(|_| !self.present.done && can_choose())
            }
            Mode::Force | Mode::Play(_) if self.present.hints => Some(Work::Hint),
            Mode::Play(_) if self.options.ponder && !self.present.done && !is_over => {
                match self.present.expected {
                    Expected::Move(expected) => Some(Work::Ponder(expected)),
                    Expected::Sought => Some(Work::Guess),
                    Expected::Nothing | Expected::InBook(_) => None,
                }
            }
            Mode::Force | Mode::Play(_) => None,
        }
    }

    /// Changes the engine between two jobs.
    fn make_changes(&mut self) -> io::Result<()> {
        for (change, line) in std::mem::take(&mut self.changes) {
            match self.worker.apply(change, &mut self.options) {
                Ok(()) if matches!(change, Change::Book | Change::EvalFile) => {
                    self.game.is_unused_told = false
                }
                Ok(()) => {}
                Err(reason) => self.error(reason.to_string(), &line)?,
            }
        }
        Ok(())
    }

    /// Sets the engine to work.
    fn work(&mut self, work: Work) -> io::Result<()> {
        let control = Arc::new(Control::default());
        if work == Work::Think && !std::mem::replace(&mut self.game.is_unused_told, true) {
            let game = self.board.game();
            let said = [self.worker.net_note(game), self.worker.book_mismatch(game)];
            said.into_iter().flatten().try_for_each(|text| self.reply(&XBoardReply::Comment(text)))?;
        }
        let Some(task) = self.task(work, &control) else {
            (self.present.done, self.present.hints) = (true, false);
            return Ok(());
        };
        if std::mem::take(&mut self.hurried) && work == Work::Think {
            control.stop();
        }
        if work == Work::Sit {
            self.sits();
        }
        self.begin(task, control, Facts::new(work))
    }

    /// The task that does the work; `None` where there is nothing to search.
    fn task(&mut self, work: Work, control: &Arc<Control>) -> Option<SessionTask> {
        let made = self.made();
        let side = match self.mode {
            Mode::Play(side) => side,
            Mode::Force | Mode::Analyze => Side::White,
        };
        // Each side has made every other move.
        let mut go = match work {
            Work::Think | Work::Ponder(_) => self.clock.limits(side, made / 2),
            Work::Analyze | Work::Sit => GoParams { infinite: true, ..GoParams::default() },
            Work::Hint | Work::Guess => GoParams { nodes: Some(HINT_NODES), ..GoParams::default() },
        };
        go.ponder = matches!(work, Work::Ponder(_));
        // Nodes that count as time are not to be exceeded.
        go.nodes = go.nodes.map(|nodes| self.kept_nodes(nodes));
        let is_restricted = !self.present.excluded.is_empty() && !matches!(work, Work::Ponder(_));
        let chosen = if is_restricted { self.candidates() } else { Vec::new() };
        let (search_moves, options) = self.as_partner_wishes(work, chosen);
        // What is pondered, analysed or advised is searched.
        let book = self.worker.book().filter(|_| work == Work::Think);
        let order = SearchOrder {
            searcher: self.searcher,
            go: &go,
            options: &options,
            control,
            seed: self.game.number,
            book: book.as_deref(),
        };
        let task = |line: &Line| search::task(line, search_moves, order);
        match work {
            Work::Ponder(expected) => self.board.suppose(expected, task).ok(),
            _ => self.board.line().map(task),
        }
    }

    /// Returns the limit for a search that must not exceed this many nodes: it looks at its limit
    /// only at intervals.
    fn kept_nodes(&self, nodes: u64) -> u64 {
        let unseen = POLL_INTERVAL * self.options.search_threads() as u64;
        nodes.saturating_sub(unseen).max(1)
    }

    /// Shows thinking, if the user wants to see it.
    fn show(&mut self, mut info: SearchInfo) -> io::Result<()> {
        let Some(work) = self.worker.job().map(|job| job.facts.work) else { return Ok(()) };
        if work == Work::Think {
            self.game.score = self.worker.job().and_then(|job| job.facts.score).or(self.game.score);
        }
        if !self.gui.post || matches!(work, Work::Hint | Work::Guess) {
            return Ok(());
        }
        let mut line: Vec<String> = info.pv.iter().map(WireMove::to_string).collect();
        if let Work::Ponder(expected) = work {
            // The search stands after the expected move, and users want to see the line from the board that they see.
            line.insert(0, self.board.wire(expected).to_string());
        }
        if work == Work::Analyze && info.depth == Some(0) {
            // The deepest iteration is complete, whatever depth was asked for.
            info.depth = u32::try_from(MAX_DEPTH).ok();
        }
        let pv = self.board.for_gui(&line.join(" "));
        self.reply(&XBoardReply::Thinking { info: Box::new(info), pv })
    }

    /// Handles an answer.
    fn finish(&mut self, answer: JobAnswer, facts: Facts) -> io::Result<()> {
        let JobAnswer::Best { best, ponder } = answer else { return Ok(()) };
        match (facts.work, best) {
            // A search that failed while it waited for repairs is restarted after them.
            _ if facts.is_stale || facts.is_hit => Ok(()),
            (Work::Think, Some(best)) => {
                let chosen = self.needed(best, &facts.lines);
                self.make_move(chosen, ponder.filter(|_| chosen == best), facts.began.elapsed())
            }
            (Work::Hint, best) => {
                self.present.hints = false;
                let text = best.map(|best| self.board.shown(self.board.wire(best)));
                text.map_or(Ok(()), |text| self.reply(&XBoardReply::Hint(text)))
            }
            (Work::Guess, Some(best)) => {
                self.expect(Some(best));
                self.answer_hint()
            }
            _ => {
                self.present.done = true;
                Ok(())
            }
        }
    }

    /// Takes note of what the opponent is expected to play.
    fn expect(&mut self, expected: Option<Move>) {
        let book = self.worker.book();
        self.present.expected = expected.map_or(Expected::Nothing, |expected| {
            let has_move =
                |line: &Line| book.as_ref().is_some_and(|book| book::has_move(book, line.present()));
            match self.board.suppose(expected, has_move) {
                Ok(true) => Expected::InBook(expected),
                Ok(false) | Err(_) => Expected::Move(expected),
            }
        });
    }

    fn make_move(&mut self, best: Move, ponder: Option<Move>, time: Duration) -> io::Result<()> {
        self.forget_position();
        self.game.scores.note(self.game.score);
        let made = self.made() / 2;
        let said = self.board.announce(best, self.repairs());
        match said {
            Ok(lines) => lines.into_iter().try_for_each(|line| self.reply(&XBoardReply::Move(line)))?,
            Err(error) => {
                // It was searched for in this position.
                self.present.done = true;
                return self.reply(&XBoardReply::Comment(format!("move: {error}")));
            }
        }
        self.clock.spend(time, made);
        self.expect(ponder);
        match self.outcome() {
            Some(outcome) => {
                self.present.expected = Expected::Nothing;
                self.claim(outcome)
            }
            None => Ok(()),
        }
    }

    fn send_moves(&mut self, moves: impl FnOnce(&mut XBoardGame) -> Vec<String>) -> io::Result<()> {
        let lines = moves(&mut self.board);
        lines.into_iter().try_for_each(|line| self.reply(&XBoardReply::Move(line)))
    }

    fn illegal(&mut self, reason: String, text: &str) -> io::Result<()> {
        self.reply(&XBoardReply::IllegalMove { reason, text: text.to_owned() })
    }

    fn error(&mut self, reason: String, line: &str) -> io::Result<()> {
        self.reply(&XBoardReply::Error { reason, line: line.to_owned() })
    }

    fn reply(&mut self, reply: &XBoardReply) -> io::Result<()> {
        self.output.line(reply)
    }
}

impl<W: Write, S: StartsSearch> ProtocolSession for Session<W, S> {
    type Facts = Facts;

    fn worker(&mut self) -> &mut EngineWorker<Facts> {
        &mut self.worker
    }

    fn handle_line(&mut self, line: &str, _: Instant) -> io::Result<ControlFlow<()>> {
        let command = xboard::parse(line);
        if !matches!(
            command,
            Ok(Command::Nothing | Command::Setting(Setting::Accepted(_) | Setting::Rejected(_)))
        ) {
            self.end_introduction()?;
        }
        match command {
            Ok(Command::Quit) => return Ok(ControlFlow::Break(())),
            _ if self.gui.edited.is_some() => self.edit(line)?,
            Ok(Command::Nothing) => {}
            Ok(Command::Setting(setting)) => self.change(setting)?,
            Ok(Command::Query(query)) => self.answer(query, line)?,
            Err(error) => self.refuse(&error)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn refuse_line(&mut self, reason: String) -> io::Result<()> {
        self.error(reason, "line")
    }

    fn pass_on(&mut self, said: JobOutput) -> io::Result<()> {
        let Some(job) = self.worker.job_mut().filter(|job| !job.facts.is_stale) else { return Ok(()) };
        match said {
            JobOutput::Info(info) => {
                if let Some(current) = info.currmove {
                    job.facts.current = Some((current, info.currmovenumber.unwrap_or(0)));
                    return Ok(());
                }
                job.facts.last = (*info).clone();
                job.facts.score = centipawns(&info).or(job.facts.score);
                job.facts.note_line(&info);
                self.answer_hint()?;
                self.show(*info)
            }
            // No command of this protocol counts move paths.
            JobOutput::Count(..) => Ok(()),
            JobOutput::Error(text) => self.reply(&XBoardReply::Comment(format!("error {text}"))),
            JobOutput::Note(text) | JobOutput::Line(text) | JobOutput::LastLine(text) => {
                self.reply(&XBoardReply::Comment(text))
            }
        }
    }

    fn report_failure(&mut self, reason: String) -> io::Result<()> {
        self.reply(&XBoardReply::TellUserError(reason))
    }

    /// Starts the engine's present work, and sends the answers that have waited for it.
    fn settle(&mut self) -> io::Result<()> {
        if self.due().is_some_and(|due| due <= Instant::now()) {
            self.end_introduction()?;
        }
        self.go_on_in_time()?;
        self.begin_own_time();
        while !self.worker.is_busy() {
            if let Some((answer, facts)) = self.worker.take_ended() {
                self.finish(answer, facts)?;
                continue;
            }
            self.make_changes()?;
            match self.wanted() {
                Some(work) => self.work(work)?,
                None => break,
            }
        }
        if !self.is_thinking() {
            self.hurried &= self.waits_for_repairs();
        }
        if !self.is_thinking() && !self.is_looking_for_hint() {
            for number in std::mem::take(&mut self.pings) {
                self.reply(&XBoardReply::Pong(number))?;
            }
        }
        Ok(())
    }

    fn due(&self) -> Option<Instant> {
        self.gui.introduction.due().into_iter().chain(self.game.partner.until).min()
    }

    /// Nobody wants a move any more; but each `ping` is answered, and so is the first question.
    fn leave(&mut self, _: Instant) -> Leaving {
        // An error of the output means that nobody reads it: there is nobody to tell.
        let _ = self.end_introduction();
        self.interrupt();
        for number in std::mem::take(&mut self.pings) {
            let _ = self.reply(&XBoardReply::Pong(number));
        }
        Leaving::Within(SHUTDOWN)
    }
}
