//! The UCI event loop: commands in, replies out, and at most one task at work.
//!
//! A command that would change what a running task works on waits for its turn in a queue; it never
//! makes the loop wait. `stop` is meant for everything that was asked before it, the searches in the
//! queue included, so that no order of messages leaves a search running that the client believes
//! stopped.

use super::options::{self, Change, Options};
use super::output::Output;
use super::playing::{Order, PlayError, Playing};
use super::task::{Answer, Message, Said, Task, Voice};
use super::workshop::{Event, Workshop};
use crossbeam_channel::{Receiver, RecvTimeoutError};
use helgi_engine::bench;
use helgi_engine::search::{Control, Engine};
use helgi_match::reader::{Input, LONGEST_LINE};
use helgi_protocol::text::Words;
use helgi_protocol::uci::{self, Command, GoParams, ParseError, Reply, VariantInfo};
use helgi_rules::games::GameId;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a search that has been stopped for good may take to say its last word.
const FAREWELL: Duration = Duration::from_millis(200);

/// How long a count may go on when the client leaves: scripts send `perft` and `quit` together.
const GRACE: Duration = Duration::from_millis(300);

/// The commands, for people who type them.
const HELP: &str = "\
uci, isready, ucinewgame, quit   as every UCI client uses them
setoption name N [value V]       set an option; `uci` lists them
position startpos [moves ...]    set up a position; also: position fen FEN [moves ...]
go depth 8 | movetime 1000 | ... search; `go` alone searches until `stop`
stop, ponderhit                  end a search; begin one's own time
d                                draw the position
eval                             evaluate the position without a search
go perft N, perft N              count the move paths of length N
flip                             exchange the colours
variants                         list the games; setoption name UCI_Variant value NAME plays one
bench [GAME ...] [DEPTH]         search fixed positions of all games, or of these
help                             this list
Moves: e2e4, e7e8q, N@b3 (drop), d2xd4 (shot), e5d6:2 (top two of a stack), 0000 (pass)";

/// The state of a session. It writes to `W` and to nothing else.
pub struct Session<W> {
    output: Output<W>,
    options: Options,
    game: Playing,
    workshop: Workshop,
    job: Option<Job>,
    queue: VecDeque<Waiting>,
    /// How often a new game was announced.
    games: u64,
    debug: bool,
    /// The client has said `uci`.
    speaks_uci: bool,
    /// The client has said `xboard` instead.
    switches: bool,
}

/// The task that is at work, or has ended but may not say so yet.
struct Job {
    number: u64,
    control: Arc<Control>,
    /// The client has to say `stop` or `ponderhit` before it may be answered.
    waits: bool,
    /// Whether `ponderhit` is what it waits for.
    ponders: bool,
    /// Whether it is a search; a count is allowed to end when the client leaves.
    is_search: bool,
    answer: Option<Answer>,
}

/// A command that waits for its turn.
struct Waiting {
    command: Result<Command, ParseError>,
    /// `stop` has come after it.
    stopped: bool,
}

impl<W: Write> Session<W> {
    /// A session that has not heard anything yet: chess, at its start position.
    ///
    /// # Errors
    ///
    /// If there is no memory for the transposition table.
    pub fn new(writer: W, options: Options) -> io::Result<Self> {
        Ok(Session {
            output: Output::new(writer),
            game: Playing::new(options.variant),
            workshop: Workshop::new(&options).map_err(io::Error::other)?,
            options,
            job: None,
            queue: VecDeque::new(),
            games: 0,
            debug: false,
            speaks_uci: false,
            switches: false,
        })
    }

    /// Answers what comes until the client leaves, or wants to speak XBoard's protocol: then the output
    /// is returned.
    pub fn run(mut self, input: &Receiver<Input>) -> Option<Output<W>> {
        // An error of the output means that nobody listens: there is nobody to tell either.
        self.answer_all(input).ok()?;
        self.leave().ok()?;
        self.switches.then_some(self.output)
    }

    fn answer_all(&mut self, input: &Receiver<Input>) -> io::Result<()> {
        loop {
            match self.workshop.wait(input) {
                Some(Event::Input(input)) => {
                    if self.hear(input)?.is_break() {
                        return Ok(());
                    }
                }
                Some(Event::Message(message)) => self.relay(message)?,
                None => return Ok(()),
            }
            self.take_turns()?;
            if self.switches {
                return Ok(());
            }
        }
    }

    /// Takes in what the reader sends; breaks if the client leaves.
    fn hear(&mut self, input: Input) -> io::Result<ControlFlow<()>> {
        match input {
            Input::End => return Ok(ControlFlow::Break(())),
            Input::TooLong(length) => {
                self.reply(&Reply::Error(format!("line: {length} bytes, expected at most {LONGEST_LINE}")))?;
            }
            Input::Line { text, arrived } => match uci::parse(&text) {
                Ok(Command::Quit) => return Ok(ControlFlow::Break(())),
                Ok(Command::Stop) => self.stop(),
                Ok(Command::PonderHit) => self.ponderhit(),
                command if self.must_wait(&command) => {
                    self.queue.push_back(Waiting { command, stopped: false });
                }
                command => self.execute(command, Arc::new(Control::new(arrived)))?,
            },
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Whether a command has to wait until the running task has ended.
    fn must_wait(&self, command: &Result<Command, ParseError>) -> bool {
        match command {
            Ok(
                Command::SetOption { .. }
                | Command::UciNewGame
                | Command::Position { .. }
                | Command::Go(_)
                | Command::Bench { .. }
                | Command::Perft(_)
                | Command::Flip,
            ) => self.job.is_some(),
            // These only look; but what they look at must not be older than the client thinks.
            Ok(Command::Display | Command::Eval) => !self.queue.is_empty(),
            // A refused command may still change or owe something.
            Err(_) => self.job.is_some(),
            Ok(_) => false,
        }
    }

    /// Answers the task that has ended, if it may be answered, and does what has waited for it.
    fn take_turns(&mut self) -> io::Result<()> {
        loop {
            if let Some(job) = &self.job {
                let Some(answer) = job.answer.filter(|_| !job.waits) else { return Ok(()) };
                self.job = None;
                if let Answer::Best { best, ponder } = answer {
                    self.reply(&Reply::BestMove { best, ponder })?;
                }
            }
            let Some(Waiting { command, stopped }) = self.queue.pop_front() else { return Ok(()) };
            let control = Control::default();
            if stopped {
                control.stop();
            }
            self.execute(command, Arc::new(control))?;
        }
    }

    /// Does what a command asks. `control` is the handle of the task that it may begin.
    fn execute(&mut self, command: Result<Command, ParseError>, control: Arc<Control>) -> io::Result<()> {
        match command {
            Ok(Command::Uci) => {
                self.speaks_uci = true;
                self.introduce()
            }
            Ok(Command::IsReady) => self.reply(&Reply::ReadyOk),
            Ok(Command::Debug(on)) => {
                self.debug = on;
                Ok(())
            }
            Ok(Command::SetOption { name, value }) => self.set_option(&name, value.as_deref()),
            Ok(Command::UciNewGame) => {
                self.games += 1;
                self.forget();
                Ok(())
            }
            Ok(Command::Position { start, moves }) => {
                let done = self.game.set_up(&start, &moves);
                self.report(done)
            }
            Ok(Command::Go(go)) => self.go(&go, control),
            Ok(Command::Perft(depth)) => match self.count(depth, &control) {
                Ok(task) => self.begin(task, control, false),
                Err(error) => self.reply(&Reply::error(&error)),
            },
            Ok(Command::Bench { args }) => self.bench(&args, control),
            Ok(Command::Display) => self.show(self.game.display()),
            Ok(Command::Eval) => self.show(self.game.evaluation()),
            Ok(Command::Flip) => {
                let done = self.game.flip();
                self.report(done)
            }
            Ok(Command::Variants) => GameId::ALL.iter().try_for_each(|game| self.output.line(game.summary())),
            Ok(Command::Help) => self.output.line(HELP),
            Ok(Command::XBoard) if self.speaks_uci => {
                self.reply(&Reply::Error("xboard: UCI is spoken since `uci`, expected no other".to_owned()))
            }
            Ok(Command::XBoard) => {
                self.switches = true;
                Ok(())
            }
            Ok(Command::Unknown { line }) => {
                let word: String = line.chars().take_while(|c| !c.is_whitespace()).take(40).collect();
                self.reply(&Reply::Error(format!("command `{word}`, expected one that `help` lists")))
            }
            Ok(Command::Register | Command::Empty) => Ok(()),
            // They never wait for a turn.
            Ok(Command::Stop | Command::PonderHit | Command::Quit) => Ok(()),
            Err(error) => self.refuse(&error),
        }
    }

    /// Reports a command whose arguments cannot be read, and does what it owes all the same.
    fn refuse(&mut self, error: &ParseError) -> io::Result<()> {
        self.reply(&Reply::error(error))?;
        match error.command() {
            "go" => self.reply(&Reply::BestMove { best: None, ponder: None }),
            "position" => {
                self.game.abandon();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.reply(&Reply::Name(format!("helgi {}", env!("CARGO_PKG_VERSION"))))?;
        self.reply(&Reply::Author("the helgi authors".to_owned()))?;
        options::specs().into_iter().try_for_each(|spec| self.reply(&Reply::Option(spec)))?;
        self.reply(&Reply::UciOk)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        let before = self.options.clone();
        let change = match self.options.set(name, value) {
            Ok(change) => change,
            Err(error) => return self.reply(&Reply::error(&error)),
        };
        match change {
            Change::Kept => Ok(()),
            Change::ClearHash => {
                self.forget();
                Ok(())
            }
            Change::Threads => {
                let threads = self.options.search_threads();
                self.workshop.engine().into_iter().for_each(|engine| engine.set_threads(threads));
                Ok(())
            }
            Change::Hash => {
                let megabytes = self.options.table_size();
                match self.workshop.engine().map(|engine| engine.resize_table(megabytes)) {
                    Some(Err(error)) => {
                        self.options = before;
                        self.reply(&Reply::Error(format!("option Hash: {error}, the old table stays")))
                    }
                    _ => Ok(()),
                }
            }
            Change::Variant => {
                self.game = Playing::new(self.options.variant);
                // Positions of different games may have equal keys.
                self.forget();
                let info = self.game.game().info();
                self.reply(&Reply::Variant(VariantInfo {
                    name: info.name.to_owned(),
                    files: info.files,
                    ranks: info.ranks,
                    pocket: info.pocket,
                    startpos: info.start.to_owned(),
                }))
            }
        }
    }

    fn forget(&mut self) {
        self.workshop.engine().into_iter().for_each(Engine::forget);
    }

    fn go(&mut self, go: &GoParams, control: Arc<Control>) -> io::Result<()> {
        if self.debug && !go.unknown.is_empty() {
            self.reply(&Reply::InfoString(format!("go: not understood: {}", go.unknown)))?;
        }
        if let Some(depth) = go.perft {
            return match self.count(depth, &control) {
                Ok(task) => self.begin(task, control, false),
                // Whoever says `go` waits for something.
                Err(error) => self.decline(&error, false, control),
            };
        }
        let order = Order { go, options: &self.options, control: &control, seed: self.games };
        match self.game.search(order) {
            Ok(task) => self.begin(task, control, go.ponder),
            Err(error) => self.decline(&error, go.infinite || go.ponder, control),
        }
    }

    fn count(&self, depth: u32, control: &Arc<Control>) -> Result<Task, PlayError> {
        if depth > 1 && self.options.budget.is_some() {
            control.stop();
        }
        self.game.perft(depth, control)
    }

    /// Answers a `go` that cannot be carried out, at the time at which it wants to be answered.
    fn decline(&mut self, error: &PlayError, waits: bool, control: Arc<Control>) -> io::Result<()> {
        self.reply(&Reply::error(error))?;
        let waits = waits && !control.is_stopped();
        let answer = Some(Answer::NO_MOVE);
        let number = self.workshop.number();
        self.job = Some(Job { number, control, waits, ponders: waits, is_search: true, answer });
        Ok(())
    }

    fn bench(&mut self, args: &Words, control: Arc<Control>) -> io::Result<()> {
        let (mut games, mut depth) = (Vec::new(), bench::DEPTH);
        for word in args.iter() {
            match (GameId::named(word), word.parse()) {
                (Some(game), _) => games.push(game),
                (None, Ok(number)) => depth = number,
                (None, Err(_)) => {
                    let text = format!("bench: `{word}`, expected games and a depth");
                    return self.reply(&Reply::Error(text));
                }
            }
        }
        if games.is_empty() {
            games.extend(GameId::ALL);
        }
        if self.options.budget.is_some() {
            control.stop();
        }
        self.begin(bench_task(games, depth, control.clone()), control, false)
    }

    /// Sets a task to work.
    fn begin(&mut self, task: Task, control: Arc<Control>, ponders: bool) -> io::Result<()> {
        let (waits, otherwise) = (task.waits && !control.is_stopped(), task.otherwise);
        let is_search = otherwise != Answer::None;
        let (number, answer) = match self.workshop.begin(task, &self.options) {
            Ok(number) => (number, None),
            Err(error) => {
                self.reply(&Reply::Error(format!("no thread: {error}")))?;
                (self.workshop.number(), Some(otherwise))
            }
        };
        self.job = Some(Job { number, control, waits, ponders, is_search, answer });
        Ok(())
    }

    /// Prints what the task says; when it has ended, takes its answer and the engine back.
    fn relay(&mut self, message: Message) -> io::Result<()> {
        let Some(job) = self.job.as_mut().filter(|job| job.number == message.task) else { return Ok(()) };
        if let Some(said) = message.said {
            return match said {
                Said::Info(info) => self.reply(&Reply::Info(*info)),
                Said::Error(text) => self.reply(&Reply::Error(text)),
                Said::Note(text) => self.reply(&Reply::InfoString(text)),
                Said::Line(line) => self.output.line(line),
            };
        }
        job.answer = self.workshop.end().or(job.answer).or(Some(Answer::NO_MOVE));
        Ok(())
    }

    /// Ends everything that was asked so far.
    fn stop(&mut self) {
        self.queue.iter_mut().for_each(|waiting| waiting.stopped = true);
        if let Some(job) = &mut self.job {
            job.waits = false;
            job.control.stop();
        }
    }

    /// The expected move was played: whoever ponders, now or in the queue, has its own time.
    fn ponderhit(&mut self) {
        for waiting in &mut self.queue {
            if let Ok(Command::Go(go)) = &mut waiting.command {
                go.ponder = false;
            }
        }
        if let Some(job) = self.job.as_mut().filter(|job| job.ponders) {
            job.waits = false;
            job.control.ponderhit();
        }
    }

    /// Ends in good order: the search gets its answer, what waits is dropped.
    fn leave(&mut self) -> io::Result<()> {
        self.queue.clear();
        let Some(job) = &self.job else { return Ok(()) };
        let patience = if job.is_search { FAREWELL } else { GRACE };
        if job.is_search {
            self.stop();
        }
        let (until, messages) = (Instant::now() + patience, self.workshop.messages());
        loop {
            self.take_turns()?;
            if self.job.is_none() {
                return Ok(());
            }
            match messages.recv_deadline(until) {
                Ok(message) => self.relay(message)?,
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    }

    fn reply(&mut self, reply: &Reply) -> io::Result<()> {
        self.output.line(reply)
    }

    /// Prints a text, or why there is none.
    fn show(&mut self, text: Result<String, PlayError>) -> io::Result<()> {
        match text {
            Ok(text) => self.output.line(text),
            Err(error) => self.reply(&Reply::error(&error)),
        }
    }

    /// Prints why something was refused, if it was.
    fn report(&mut self, done: Result<(), PlayError>) -> io::Result<()> {
        done.or_else(|error| self.reply(&Reply::error(&error)))
    }
}

/// The bench of some games, one line for each and the sum.
fn bench_task(games: Vec<GameId>, depth: u32, control: Arc<Control>) -> Task {
    let run = move |_: &mut Engine, voice: &Voice| {
        let mut nodes = 0;
        for game in games {
            match bench::run(game, depth, &control) {
                Ok(Some(row)) => {
                    voice.say(row);
                    nodes += row.nodes;
                }
                Ok(None) => {
                    voice.note("bench was stopped");
                    return Answer::None;
                }
                Err(error) => {
                    voice.fail(format_args!("bench: {error}"));
                    return Answer::None;
                }
            }
        }
        voice.say(format_args!("Bench: {nodes}"));
        Answer::None
    };
    Task { waits: false, otherwise: Answer::None, run: Box::new(run) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossbeam_channel::unbounded;
    use helgi_engine::eval::Evaluate;
    use helgi_engine::search::{Event, Limits, Report};
    use helgi_rules::board::Move;
    use helgi_rules::chess::{Chess, ChessPosition};
    use helgi_rules::games::GameId;
    use helgi_rules::{AnyPosition, Game, History};
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;

    /// An opinion that lasts for some positions and then fails.
    #[derive(Clone, Default)]
    struct Fragile(Arc<AtomicU32>);

    fn fragile_search(
        engine: &mut Engine,
        position: &AnyPosition,
        history: &History,
        limits: &Limits,
        control: &Control,
        on_event: &mut (dyn FnMut(Event) + Send),
    ) -> Report {
        let position = position.typed::<Chess>().unwrap();
        engine.search(position, history, &Fragile::default(), limits, control, on_event)
    }

    impl Evaluate<ChessPosition> for Fragile {
        fn evaluate(&self, _: &ChessPosition) -> i32 {
            assert!(self.0.fetch_add(1, Ordering::Relaxed) < 500, "no more opinions");
            0
        }

        fn gain(&self, _: &ChessPosition, _: Move) -> i32 {
            0
        }

        fn trusts_pass(&self, _: &ChessPosition) -> bool {
            false
        }
    }

    /// What was written, for reading along.
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

    fn line(text: &str) -> Input {
        Input::Line { text: text.to_owned(), arrived: Instant::now() }
    }

    #[test]
    fn a_search_that_panics_is_answered_when_it_may_be() {
        let paper = Paper::default();
        let mut session = Session::new(paper.clone(), Options::default()).unwrap();
        session.game = Playing::with_searcher(GameId::Chess, fragile_search);
        let (sender, receiver) = unbounded();
        thread::scope(|scope| {
            scope.spawn(|| session.run(&receiver));
            let say = |text| sender.send(line(text)).unwrap();
            say("go depth 30");
            paper.wait_for("bestmove ");
            let text = paper.text();
            assert!(text.contains("info string error search: no more opinions"), "{text}");
            let best = text.split("bestmove ").nth(1).unwrap().split_whitespace().next().unwrap();
            assert!(helgi_rules::notation::read(&GameId::Chess.start(), best).is_ok(), "{best}");

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
    fn what_a_task_of_the_past_says_is_not_heard() {
        let paper = Paper::default();
        let mut session = Session::new(paper.clone(), Options::default()).unwrap();
        let said = Some(Said::Line("bestmove a1a1".to_owned()));
        session.relay(Message { task: 7, said }).unwrap();
        session.relay(Message { task: 7, said: None }).unwrap();
        session.take_turns().unwrap();
        assert_eq!(paper.text(), "");
    }
}
