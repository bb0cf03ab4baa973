//! The session of UCI and of the languages of its family: when each command is carried out.
//!
//! A command that would change what a running task works on waits for its turn in a queue; it never
//! makes the loop wait. `stop` is meant for everything that was asked before it, the searches in the
//! queue included, so that no order of messages leaves a search running that the client believes
//! stopped. `quit` and the end of the input mean that, too, for the work that the client has seen begin; commands
//! written together with them, as in a file of commands, are carried out first, and in full.

mod commands;
mod dialect;
mod queue;

use self::dialect::DialectOptions;
use super::event_loop::{self, Leaving, ProtocolSession, SHUTDOWN};
use super::options::Options;
use super::output::SessionOutput;
use super::playing::Playing;
use super::search::StartsSearch;
use super::task::{JobAnswer, JobOutput};
use super::worker::EngineWorker;
use crossbeam_channel::Receiver;
use helgi_engine::internals::draw_offer::RecentScores;
use helgi_engine::search::Control;
use helgi_protocol::dialect::{Dialect, ucci, usi};
use helgi_protocol::info::{ScoreBound, SearchInfo, SearchScore};
use helgi_protocol::input::{ClientInput, PAUSE};
use helgi_protocol::notation::WireMove;
use helgi_protocol::uci::{Command, ParseError, UciReply};
use queue::{CommandQueue, Overflow, Waiting};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// The state of a session. It writes to `W` and to nothing else.
pub struct Session<W, S> {
    searcher: S,
    output: SessionOutput<W>,
    options: Options,
    game: Playing,
    worker: EngineWorker<Facts>,
    queue: CommandQueue,
    /// Number of new games announced.
    games: u64,
    debug: bool,
    /// The language of the client.
    dialect: Dialect,
    /// The client has chosen it by a greeting.
    is_greeted: bool,
    /// The options that only this language has.
    own: DialectOptions,
    /// The scores of the last moves, by which the engine takes draws.
    scores: RecentScores,
    /// The client has sent `xboard` instead.
    switches: bool,
    /// The client has left: endless work does not begin.
    leaves: bool,
    burst: InputBurst,
    /// The time at which the present command was read.
    asked: Instant,
}

/// Lines that were read without a [`PAUSE`] between them.
#[derive(Default)]
struct InputBurst {
    /// The times at which its first and its last line were read.
    times: Option<(Instant, Instant)>,
}

impl InputBurst {
    /// Takes note of a line, which continues the burst or begins a new one. Returns the time of its
    /// first line.
    fn note(&mut self, arrived: Instant) -> Instant {
        let began = match self.times {
            Some((began, last)) if arrived.duration_since(last) < PAUSE => began,
            _ => arrived,
        };
        self.times = Some((began, arrived));
        began
    }
}

/// The score of a mate, for the rule about draws. Unit: hundredths of a pawn.
const MATE: i32 = 30_000;

/// The session's facts about its job.
#[derive(Default)]
pub struct Facts {
    /// Its answer has to wait for the client's `stop` or `ponderhit`.
    waits: bool,
    /// True if it waits for `ponderhit`.
    ponders: bool,
    /// The time of its request.
    asked: Option<Instant>,
    /// The line that is printed when it has ended.
    last_line: Option<String>,
    /// The line to a mate that it has found, if it looks for one: then that is its answer.
    mate: Option<Vec<WireMove>>,
    /// True if the answer is the line to a mate.
    seeks_mate: bool,
    /// The last exact score of the best line in hundredths of a pawn.
    score: Option<i32>,
    /// True if the other side has offered a draw.
    draw_offered: bool,
}

impl Facts {
    /// Takes note of the score of the best line, and of the line if it leads to a mate that is looked for.
    fn note(&mut self, info: &SearchInfo) {
        if info.bound != ScoreBound::Exact || info.multipv.unwrap_or(1) != 1 {
            return;
        }
        match info.score {
            Some(SearchScore::Centipawns(value)) => self.score = Some(value),
            Some(SearchScore::Mate(moves)) => self.score = Some(MATE * moves.signum()),
            None => {}
        }
        if self.seeks_mate && matches!(info.score, Some(SearchScore::Mate(1..))) {
            self.mate = Some(info.pv.clone());
        }
    }
}

impl<W: Write, S: StartsSearch> Session<W, S> {
    /// A session that has not heard anything yet: chess, at its start position.
    ///
    /// # Errors
    ///
    /// If there is no memory for the transposition table.
    pub fn new(writer: W, options: Options, searcher: S) -> io::Result<Self> {
        Ok(Session {
            searcher,
            output: SessionOutput::new(writer),
            game: Playing::new(options.variant),
            worker: EngineWorker::new(&options)?,
            options,
            queue: CommandQueue::default(),
            games: 0,
            debug: false,
            dialect: Dialect::default(),
            is_greeted: false,
            own: DialectOptions::default(),
            scores: RecentScores::default(),
            switches: false,
            leaves: false,
            burst: InputBurst::default(),
            asked: Instant::now(),
        })
    }

    /// Handles input until the client leaves, or switches to XBoard's protocol: then the output
    /// is returned.
    pub fn run(mut self, input: &Receiver<ClientInput>) -> Option<SessionOutput<W>> {
        // An error of the output means that nobody reads it: there is nobody to tell.
        event_loop::run(&mut self, input).ok()?;
        // The search that was stopped in the end is answered.
        self.settle().ok()?;
        if self.dialect == Dialect::Ucci {
            self.output.line(ucci::BYE).ok()?;
        }
        self.switches.then_some(self.output)
    }

    /// Returns true if a command has to wait until the running task has ended.
    fn must_wait(&self, command: &Result<Command, ParseError>) -> bool {
        match command {
            Ok(
                Command::SetOption { .. }
                | Command::UciNewGame
                | Command::Position { .. }
                | Command::Go(_)
                | Command::Bench { .. }
                | Command::Perft(_)
                | Command::Flip
                | Command::BanMoves(_)
                | Command::Usi
                | Command::Ucci
                | Command::Cyclone,
            ) => self.worker.job().is_some(),
            // These only show the position; but commands that change it may be in the queue.
            Ok(Command::Display | Command::Eval) => !self.queue.is_empty(),
            // A refused command may still change the position or have to be answered.
            Err(_) => self.worker.job().is_some(),
            Ok(_) => false,
        }
    }

    /// Returns true if nothing runs and nothing waits.
    fn is_idle(&self) -> bool {
        self.worker.job().is_none() && self.queue.is_empty()
    }

    /// Stops everything that was asked for so far.
    fn stop(&mut self) {
        self.queue.stop();
        if let Some(job) = self.worker.job_mut() {
            job.facts.waits = false;
            job.control.stop();
        }
    }

    /// The expected move was played, perhaps with the offer of a draw: a search that ponders, now or in the queue, is on the
    /// engine's own time.
    fn ponderhit(&mut self, draw_offered: bool) {
        self.queue.ponderhit(draw_offered);
        if let Some(job) = self.worker.job_mut().filter(|job| job.facts.ponders) {
            job.facts.waits = false;
            job.facts.draw_offered |= draw_offered;
            job.control.ponderhit();
        }
    }

    /// Refuses the commands for which the queue had no room, once those that it holds are carried out: in one line,
    /// but each `go` is answered, and after a `position` there is none.
    fn refuse_overflow(&mut self) -> io::Result<()> {
        let Some(Overflow { commands, searches, has_position }) = self.queue.take_overflow() else {
            return Ok(());
        };
        let text =
            format!("queue: {commands} more commands, expected fewer while a search runs; they are left out");
        self.reply(&UciReply::Error(text))?;
        if has_position {
            self.game.abandon();
        }
        (0..searches).try_for_each(|_| self.reply(&UciReply::BestMove { best: None, ponder: None }))
    }

    fn reply(&mut self, reply: &UciReply) -> io::Result<()> {
        self.output.line(self.dialect.write(reply, self.board()))
    }

    /// Answers a search with its move, or with the line to a mate that it was to find.
    fn answer(&mut self, answer: JobAnswer, facts: Facts) -> io::Result<()> {
        let JobAnswer::Best { best, ponder } = answer else { return Ok(()) };
        if facts.seeks_mate {
            // A line that was cut short shows no mate.
            let line = facts.mate.filter(|line| self.game.is_won_by(line));
            return self.output.line(usi::checkmate(line.as_deref(), self.board()));
        }
        let notation = self.game.notation();
        let takes_draw = best.is_some() && self.takes_draw(&facts);
        let [best, ponder] = [best, ponder].map(|played| played.map(|played| notation.write(played)));
        let line = self.dialect.write(&UciReply::BestMove { best, ponder }, self.board());
        self.output.line(if takes_draw { ucci::with_draw(&line) } else { line })
    }
}

impl<W: Write, S: StartsSearch> ProtocolSession for Session<W, S> {
    type Facts = Facts;

    fn worker(&mut self) -> &mut EngineWorker<Facts> {
        &mut self.worker
    }

    fn handle_line(&mut self, line: &str, arrived: Instant) -> io::Result<ControlFlow<()>> {
        self.burst.note(arrived);
        let command = self.dialect.parse(line);
        self.note_greeting(&command);
        match command {
            Ok(Command::Quit) => return Ok(ControlFlow::Break(())),
            Ok(Command::Stop) if self.dialect == Dialect::Ucci && self.is_idle() => {
                // A GUI that takes the engine for thinking waits for an answer.
                self.reply(&UciReply::BestMove { best: None, ponder: None })?;
            }
            Ok(Command::Stop) => self.stop(),
            Ok(Command::PonderHit) => self.ponderhit(false),
            Ok(Command::PonderHitDraw) => self.ponderhit(true),
            command if self.must_wait(&command) => {
                self.queue.push(command, line.len(), arrived);
            }
            command => {
                self.asked = arrived;
                self.execute(command, Arc::new(Control::new(arrived)))?;
            }
        }
        Ok(if self.switches { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn refuse_line(&mut self, reason: String) -> io::Result<()> {
        self.reply(&UciReply::Error(format!("line: {reason}")))
    }

    fn pass_on(&mut self, said: JobOutput) -> io::Result<()> {
        match said {
            JobOutput::Info(info) => {
                self.worker.job_mut().into_iter().for_each(|job| job.facts.note(&info));
                self.reply(&UciReply::Info(*info))
            }
            JobOutput::Count(first, nodes) => {
                let first = self.game.notation().write(first);
                self.reply(&UciReply::Count { first, nodes })
            }
            JobOutput::Error(text) => self.reply(&UciReply::Error(text)),
            JobOutput::Note(text) => self.reply(&UciReply::InfoString(text)),
            JobOutput::Line(line) => self.output.line(line),
            JobOutput::LastLine(line) => {
                self.worker.job_mut().into_iter().for_each(|job| job.facts.last_line = Some(line.clone()));
                Ok(())
            }
        }
    }

    fn report_failure(&mut self, reason: String) -> io::Result<()> {
        self.reply(&UciReply::Error(reason))
    }

    /// Answers the job that has ended, if it may be answered, and carries out the commands that
    /// waited for it.
    fn settle(&mut self) -> io::Result<()> {
        loop {
            if self.worker.is_busy() || self.worker.job().is_some_and(|job| job.facts.waits) {
                return Ok(());
            }
            if let Some((answer, mut facts)) = self.worker.take_ended() {
                facts.last_line.take().map_or(Ok(()), |line| self.output.line(line))?;
                self.answer(answer, facts)?;
            }
            let Some(Waiting { command, arrived, stopped, .. }) = self.queue.pop() else {
                return self.refuse_overflow();
            };
            self.asked = arrived;
            let control = Control::default();
            if stopped {
                control.stop();
            }
            self.execute(command, Arc::new(control))?;
        }
    }

    /// Commands of the same burst as the shutdown are carried out in full, the earlier ones as if `stop` had come: every
    /// `go` is answered.
    fn leave(&mut self, arrived: Instant) -> Leaving {
        let began = self.burst.note(arrived);
        self.leaves = true;
        self.queue.stop_before(began);
        let mut goes_on = !self.queue.is_empty();
        if let Some(job) = self.worker.job_mut() {
            if job.facts.asked < Some(began) || job.facts.waits {
                job.facts.waits = false;
                job.control.stop();
            } else {
                goes_on = true;
            }
        }
        if goes_on { Leaving::AfterAll } else { Leaving::Within(SHUTDOWN) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search;
    use crate::task::Message;
    use crossbeam_channel::unbounded;
    use helgi_engine::eval::Evaluate;
    use helgi_engine::search::{Engine, Limits, SearchEvent, SearchReport};
    use helgi_rules::board::Move;
    use helgi_rules::chess::{Chess, ChessPosition};
    use helgi_rules::games::GameId;
    use helgi_rules::{AnyPosition, Game, History};
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;
    use std::time::Duration;

    /// An opinion that lasts for some positions and then fails.
    #[derive(Clone, Default)]
    struct Fragile(Arc<AtomicU32>);

    fn fragile_search(
        engine: &mut Engine,
        position: &AnyPosition,
        history: &History,
        limits: &Limits,
        control: &Control,
        on_event: &mut (dyn FnMut(SearchEvent) + Send),
    ) -> SearchReport {
        let position = position.typed::<Chess>().unwrap();
        engine.search(position, history, &Fragile::default(), limits, control, on_event)
    }

    impl Evaluate<ChessPosition> for Fragile {
        fn evaluate(&self, _: &ChessPosition) -> i32 {
            assert!(self.0.fetch_add(1, Ordering::Relaxed) < 500, "no more opinions");
            0
        }

        fn see(&self, _: &ChessPosition, _: Move) -> i32 {
            0
        }

        fn allows_null_move(&self, _: &ChessPosition) -> bool {
            false
        }
    }

    /// A copy of the output.
    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Paper {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }

        fn wait_for(&self, part: &str) {
            let since = Instant::now();
            while !self.text().contains(part) {
                assert!(since.elapsed() < Duration::from_secs(30), "no `{part}` in {}", self.text());
                thread::sleep(Duration::from_millis(1));
            }
        }
    }

    fn line(text: &str) -> ClientInput {
        ClientInput::Line { text: text.to_owned(), arrived: Instant::now() }
    }

    #[test]
    fn a_search_that_panics_is_answered_when_it_may_be() {
        let paper = Paper::default();
        let session = Session::new(paper.clone(), Options::default(), fragile_search).unwrap();
        let (sender, receiver) = unbounded();
        thread::scope(|scope| {
            scope.spawn(|| session.run(&receiver));
            let say = |text| sender.send(line(text)).unwrap();
            say("go depth 30");
            paper.wait_for("bestmove ");
            let text = paper.text();
            assert!(text.contains("info string error search: no more opinions"), "{text}");
            let best = text.split("bestmove ").nth(1).unwrap().split_whitespace().next().unwrap();
            assert!(helgi_rules::notation::read(&GameId::CHESS.start(), best).is_ok(), "{best}");

            say("go infinite");
            paper.wait_for("opinions\n");
            say("isready");
            paper.wait_for("readyok");
            assert_eq!(paper.text().matches("bestmove ").count(), 1);
            say("stop");
            say("d");
            paper.wait_for("Result: ongoing");
            say("quit");
        });
        assert_eq!(paper.text().matches("bestmove ").count(), 2);
    }

    #[test]
    fn output_of_past_tasks_is_ignored() {
        let paper = Paper::default();
        let mut session = Session::new(paper.clone(), Options::default(), search::any).unwrap();
        let said = Some(JobOutput::Line("bestmove a1a1".to_owned()));
        event_loop::relay(&mut session, Message { task: 7, said }).unwrap();
        event_loop::relay(&mut session, Message { task: 7, said: None }).unwrap();
        session.settle().unwrap();
        assert_eq!(paper.text(), "");
    }
}
