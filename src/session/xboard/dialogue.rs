//! The session of XBoard's protocol: decides the engine's work at any time.
//!
//! Every command takes effect at once. The engine's work, thinking, pondering,
//! analysing or nothing, follows from the state alone ([`Session::wanted`]); a task that does something
//! else is stopped and its answer thrown away, and the wanted one begins when the engine is back. Only
//! `pong` waits, for the move of a search in progress, and for a hint.

mod commands;
mod facts;
#[cfg(test)]
mod relay;

use super::clock::Clock;
use crate::session::book;
use crate::session::event_loop::{self, Leaving, ProtocolSession, SHUTDOWN};
use crate::session::options::{Change, Options};
use crate::session::output::Output;
use crate::session::search::{self, Order, Searcher};
use crate::session::task::{Answer, JobOutput, Task};
use crate::session::worker::EngineWorker;
use crossbeam_channel::Receiver;
use facts::{Facts, centipawns};
use helgi_engine::search::params::POLL_INTERVAL;
use helgi_engine::search::{Control, MAX_DEPTH};
use helgi_protocol::info::Info;
use helgi_protocol::input::Input;
use helgi_protocol::notation::WireMove;
use helgi_protocol::uci::GoParams;
use helgi_protocol::xboard::{self, Command, Reply};
use helgi_rules::board::{Move, Side};
use helgi_rules::games::GameId;
use helgi_rules::{Line, Outcome};
use helgi_xboard::{Board, Repairs};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The search for a hint, in nodes.
const HINT_NODES: u64 = 100_000;

/// The state of a session. It writes to `W` and to nothing else.
pub struct Session<W, S> {
    searcher: S,
    output: Output<W>,
    options: Options,
    worker: EngineWorker<Facts>,
    board: Board,
    clock: Clock,
    mode: Mode,
    /// True if thinking is shown.
    post: bool,
    /// True if the opponent is a program.
    computer: bool,
    /// True if the GUI takes XBoard's forms of moves.
    legs: bool,
    /// True if lines are skipped because `edit` has come and its `.` has not.
    editing: bool,
    /// A hint was asked for and has not been given yet.
    hints: bool,
    /// The moves that are not to be considered.
    excluded: Vec<Move>,
    /// The move expected from the opponent.
    expected: Option<Move>,
    /// There was no search from which to know what to expect, and there is to be one.
    guesses: bool,
    /// The book answers the move that the opponent is expected to play: there is nothing to ponder.
    is_answered: bool,
    /// The client has been warned in this game that the book is for another.
    is_book_told: bool,
    /// The score of the engine's last move, for the engine.
    score: Option<i32>,
    /// `?` has come: a search for the move that is still to begin is stopped at once.
    hurried: bool,
    /// The work that is wanted has been done for this position.
    done: bool,
    /// Changes of the engine that wait until it has no job, and the lines that asked for them.
    changes: Vec<(Change, String)>,
    pongs: Vec<String>,
    /// Number of new games begun.
    games: u64,
}

/// The mode of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// It plays neither side.
    Force,
    /// It plays this side.
    Play(Side),
    /// It thinks about any position.
    Analyze,
}

/// The engine's work at the moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Work {
    /// It thinks about its move.
    Think,
    /// It thinks about its move after the answer that it expects.
    Ponder(Move),
    /// It analyses.
    Analyze,
    /// It looks for a hint.
    Hint,
    /// It looks for the move that it should expect, to ponder then.
    Guess,
}

impl<W: Write, S: Searcher> Session<W, S> {
    /// A session that takes over after the word `xboard`.
    ///
    /// # Errors
    ///
    /// If there is no memory for the transposition table, or the default game cannot be shown.
    pub fn new(output: Output<W>, options: Options, searcher: S) -> io::Result<Self> {
        Ok(Session {
            searcher,
            output,
            worker: EngineWorker::new(&options)?,
            options,
            board: Board::new(GameId::DEFAULT, true).map_err(io::Error::other)?,
            clock: Clock::new(),
            mode: Mode::Force,
            post: false,
            computer: false,
            legs: true,
            editing: false,
            hints: false,
            excluded: Vec::new(),
            expected: None,
            guesses: false,
            is_answered: false,
            is_book_told: false,
            score: None,
            hurried: false,
            done: false,
            changes: Vec::new(),
            pongs: Vec::new(),
            games: 0,
        })
    }

    /// Handles input until the client leaves.
    pub fn run(mut self, input: &Receiver<Input>) {
        // An error of the output means that nobody reads it: there is nobody to tell.
        let _ = event_loop::run(&mut self, input);
    }

    /// Returns the side that puts XBoard's board right.
    fn repairs(&self) -> Repairs {
        match self.mode {
            Mode::Play(_) if self.computer => Repairs::Theirs,
            Mode::Play(_) => Repairs::Ours,
            Mode::Force | Mode::Analyze => Repairs::Recorded,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.board.outcome()
    }

    /// The moves to choose from.
    fn candidates(&self) -> Vec<Move> {
        let legal = self.board.legal().into_iter();
        legal.filter(|played| !self.excluded.contains(played)).collect()
    }

    fn claim(&mut self, outcome: Outcome) -> io::Result<()> {
        self.reply(&Reply::Result(outcome.to_string()))
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
        self.done = false;
    }

    fn position_changed(&mut self) {
        self.interrupt();
        self.forget_position();
    }

    fn forget_position(&mut self) {
        self.excluded.clear();
        self.expected = None;
        self.guesses = false;
        self.hints = false;
        self.done = false;
    }

    /// Other moves are to be considered, in the same position.
    fn candidates_changed(&mut self) {
        self.interrupt_if(|work| work == Work::Analyze);
    }

    fn move_now(&mut self) {
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
        self.hints
            && match work {
                Some(Work::Hint | Work::Guess) => true,
                // Without a legal move, an analysis waits in silence.
                Some(Work::Analyze) => !self.candidates().is_empty(),
                _ => false,
            }
    }

    /// Returns true if the opponent, another copy of this program, has not yet shown all of its move.
    fn waits_for_repairs(&self) -> bool {
        matches!(self.mode, Mode::Play(_)) && self.computer && self.board.is_unfinished()
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
        let can_choose = || self.excluded.is_empty() || !self.candidates().is_empty();
        match self.mode {
            Mode::Analyze if self.done => Some(Work::Hint).filter(|_| self.hints),
            Mode::Analyze => Some(Work::Analyze).filter(|_| can_choose()),
            // Before the opponent has shown all of its move, it is unknown what to think about.
            Mode::Play(_) if self.waits_for_repairs() => None,
            Mode::Play(side) if side == turn && !is_over => {
                Some(Work::Think).filter(|_| !self.done && can_choose())
            }
            Mode::Force | Mode::Play(_) if self.hints => Some(Work::Hint),
            Mode::Play(_) if self.options.ponder && !self.done && !is_over && !self.is_answered => {
                let guess = Some(Work::Guess).filter(|_| self.guesses);
                self.expected.map(Work::Ponder).or(guess)
            }
            Mode::Force | Mode::Play(_) => None,
        }
    }

    /// Changes the engine between two jobs.
    fn make_changes(&mut self) -> io::Result<()> {
        for (change, line) in std::mem::take(&mut self.changes) {
            if let Err(reason) = self.worker.apply(change, &mut self.options) {
                self.error(reason, &line)?;
            }
        }
        Ok(())
    }

    /// Sets the engine to work.
    fn work(&mut self, work: Work) -> io::Result<()> {
        let control = Arc::new(Control::default());
        if work == Work::Think && !std::mem::replace(&mut self.is_book_told, true) {
            let said = self.worker.book_mismatch(self.board.game());
            said.map_or(Ok(()), |text| self.reply(&Reply::Comment(text)))?;
        }
        let Some(task) = self.task(work, &control) else {
            (self.done, self.hints) = (true, false);
            return Ok(());
        };
        if std::mem::take(&mut self.hurried) && work == Work::Think {
            control.stop();
        }
        let (began, last) = (Instant::now(), Info::default());
        let (is_stale, is_hit) = (false, false);
        self.begin(task, control, Facts { work, is_stale, is_hit, began, last, score: None, current: None })
    }

    /// The task that does the work; `None` where there is nothing to search.
    fn task(&mut self, work: Work, control: &Arc<Control>) -> Option<Task> {
        let made = self.board.played();
        let side = match self.mode {
            Mode::Play(side) => side,
            Mode::Force | Mode::Analyze => Side::White,
        };
        // Each side has made every other move.
        let mut go = match work {
            Work::Think | Work::Ponder(_) => self.clock.limits(side, made / 2),
            Work::Analyze => GoParams { infinite: true, ..GoParams::default() },
            Work::Hint | Work::Guess => GoParams { nodes: Some(HINT_NODES), ..GoParams::default() },
        };
        go.ponder = matches!(work, Work::Ponder(_));
        // Nodes that count as time are not to be exceeded.
        go.nodes = go.nodes.map(|nodes| self.kept_nodes(nodes));
        let is_restricted = !self.excluded.is_empty() && !matches!(work, Work::Ponder(_));
        let search_moves = if is_restricted { self.candidates() } else { Vec::new() };
        // What is pondered, analysed or advised is searched.
        let book = self.worker.book().filter(|_| work == Work::Think);
        let order = Order {
            searcher: self.searcher,
            go: &go,
            options: &self.options,
            control,
            seed: self.games,
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
    fn show(&mut self, mut info: Info) -> io::Result<()> {
        let Some(work) = self.worker.job().map(|job| job.facts.work) else { return Ok(()) };
        if work == Work::Think {
            self.score = self.worker.job().and_then(|job| job.facts.score).or(self.score);
        }
        if !self.post || matches!(work, Work::Hint | Work::Guess) {
            return Ok(());
        }
        let mut line: Vec<String> = info.pv.iter().map(WireMove::to_string).collect();
        if let Work::Ponder(expected) = work {
            line.insert(0, self.board.wire(expected).to_string());
        }
        if work == Work::Analyze && info.depth == Some(0) {
            // The deepest iteration is complete, whatever depth was asked for.
            info.depth = u32::try_from(MAX_DEPTH).ok();
        }
        let pv = self.board.for_gui(&line.join(" "));
        self.reply(&Reply::Thinking { info: Box::new(info), pv })
    }

    /// Handles an answer.
    fn finish(&mut self, answer: Answer, facts: Facts) -> io::Result<()> {
        let Answer::Best { best, ponder } = answer else { return Ok(()) };
        match (facts.work, best) {
            // A search that failed while it waited for repairs is restarted after them.
            _ if facts.is_stale || facts.is_hit => Ok(()),
            (Work::Think, Some(best)) => self.make_move(best, ponder, facts.began.elapsed()),
            (Work::Hint, best) => {
                self.hints = false;
                let text = best.map(|best| self.board.shown(self.board.wire(best)));
                text.map_or(Ok(()), |text| self.reply(&Reply::Hint(text)))
            }
            (Work::Guess, Some(best)) => {
                self.guesses = false;
                self.expect(Some(best));
                self.answer_hint()
            }
            _ => {
                self.done = true;
                Ok(())
            }
        }
    }

    /// Takes note of what the opponent is expected to play.
    fn expect(&mut self, expected: Option<Move>) {
        self.expected = expected;
        let book = self.worker.book();
        self.is_answered = book.zip(expected).is_some_and(|(book, expected)| {
            self.board.suppose(expected, |line| book::has_move(&book, line.present())).unwrap_or(false)
        });
    }

    fn make_move(&mut self, best: Move, ponder: Option<Move>, time: Duration) -> io::Result<()> {
        self.forget_position();
        let said = self.board.say(best, self.repairs());
        match said {
            Ok(lines) => lines.into_iter().try_for_each(|line| self.reply(&Reply::Move(line)))?,
            Err(error) => {
                // It was searched for in this position.
                self.done = true;
                return self.reply(&Reply::Comment(format!("move: {error}")));
            }
        }
        self.clock.spend(time);
        self.expect(ponder);
        match self.outcome() {
            Some(outcome) => {
                self.expected = None;
                self.claim(outcome)
            }
            None => Ok(()),
        }
    }

    fn send_moves(&mut self, moves: impl FnOnce(&mut Board) -> Vec<String>) -> io::Result<()> {
        let lines = moves(&mut self.board);
        lines.into_iter().try_for_each(|line| self.reply(&Reply::Move(line)))
    }

    fn illegal(&mut self, reason: String, text: &str) -> io::Result<()> {
        self.reply(&Reply::IllegalMove { reason, text: text.to_owned() })
    }

    fn error(&mut self, reason: String, line: &str) -> io::Result<()> {
        self.reply(&Reply::Error { reason, line: line.to_owned() })
    }

    fn reply(&mut self, reply: &Reply) -> io::Result<()> {
        self.output.line(reply)
    }
}

impl<W: Write, S: Searcher> ProtocolSession for Session<W, S> {
    type Facts = Facts;

    fn worker(&mut self) -> &mut EngineWorker<Facts> {
        &mut self.worker
    }

    fn hear(&mut self, line: &str, _: Instant) -> io::Result<ControlFlow<()>> {
        match xboard::parse(line) {
            Ok(Command::Quit) => return Ok(ControlFlow::Break(())),
            Ok(Command::Dot) if self.editing => self.editing = false,
            _ if self.editing => {}
            Ok(command) => self.execute(command, line)?,
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
                self.answer_hint()?;
                self.show(*info)
            }
            JobOutput::Error(text) => self.reply(&Reply::Comment(format!("error {text}"))),
            JobOutput::Note(text) | JobOutput::Line(text) => self.reply(&Reply::Comment(text)),
        }
    }

    fn tell_failure(&mut self, reason: String) -> io::Result<()> {
        self.reply(&Reply::TellUserError(reason))
    }

    /// Starts the engine's present work, and sends the answers that have waited for it.
    fn settle(&mut self) -> io::Result<()> {
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
            for number in std::mem::take(&mut self.pongs) {
                self.reply(&Reply::Pong(number))?;
            }
        }
        Ok(())
    }

    /// Nobody wants an answer any more.
    fn leave(&mut self, _: Instant) -> Leaving {
        self.interrupt();
        Leaving::Within(SHUTDOWN)
    }
}
