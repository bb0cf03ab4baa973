//! The engine, and the job that it works on: one task at a time, on a thread of its own.
//!
//! Keeps the engine between jobs and gets it back after each; whatever happens to it, there is always
//! one. The session decides when a job may begin or be answered.

use super::book;
use super::options::{self, Change, Options};
use super::task::{JobAnswer, JobOutput, JobSender, Message, RunningTask, SessionTask, TaskThread};
use crate::nets;
use crossbeam_channel::{Receiver, Sender, at, never, select, unbounded};
use helgi_engine::internals::search::Params;
use helgi_engine::net::{NetChoice, NetError};
use helgi_engine::search::{Control, Engine, OutOfMemory};
use helgi_protocol::input::ClientInput;
use helgi_rules::games::GameId;
use helgi_study::book::Book;
use helgi_study::book::file::BookError;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use thiserror::Error;

/// The engine and its job. `F` is the session's own data about a job.
#[derive(Debug)]
pub struct EngineWorker<F> {
    /// `None` while a task has it, and if one has lost it.
    engine: Option<Engine>,
    running: Option<RunningTask>,
    /// The thread of the tasks, started with the first of them.
    thread: Option<TaskThread>,
    job: Option<SessionJob<F>>,
    /// The number of the last job.
    jobs: u64,
    sender: Sender<Message>,
    receiver: Receiver<Message>,
    /// True if the client is heard only between tasks, which makes sessions repeatable.
    in_turn: bool,
    /// The size of the transposition table in megabytes, for an engine that has to be replaced.
    megabytes: usize,
    /// The number of threads that search, for the same.
    threads: usize,
    /// The numbers of the search, for the same.
    params: Params,
    /// The net, for the same.
    net: NetChoice,
    /// The value of `EvalFile` that it is of.
    eval_file: String,
    /// The opening book, and the value of `Book` that it is of.
    book: (Option<Arc<Book>>, String),
}

/// A job from its beginning until the session has dealt with its answer.
#[derive(Debug)]
pub struct SessionJob<F> {
    number: u64,
    answer: Option<JobAnswer>,
    /// The handle by which it is stopped.
    pub control: Arc<Control>,
    /// The session's facts about it.
    pub facts: F,
}

/// An event that a session waits for.
#[derive(Debug)]
pub enum SessionEvent {
    /// The client has sent a line, or left.
    Input(ClientInput),
    /// A task has.
    Message(Message),
    /// Neither has by the time at which the session does something by itself.
    Due,
}

/// The reason why the file of a net cannot be used, without its path.
#[derive(Error, Debug)]
pub enum NetFileError {
    /// It cannot be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// It is no net of a game.
    #[error(transparent)]
    Net(#[from] NetError),
}

/// The reason why an option's new value is not taken, and what stays instead.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum ChangeError {
    /// There is no memory for the table.
    #[error("{0}, the old table stays")]
    Table(#[from] OutOfMemory),
    /// The file of a net cannot be used.
    #[error("{tried}: {error}; {kept} stays")]
    Net {
        /// The value that was tried.
        tried: String,
        /// The reason.
        error: NetFileError,
        /// The value that stays.
        kept: String,
    },
    /// The file of a book cannot be used.
    #[error("{tried}: {error}; {kept} stays")]
    Book {
        /// The value that was tried.
        tried: String,
        /// The reason.
        error: BookError,
        /// The book that stays.
        kept: String,
    },
}

impl<F> EngineWorker<F> {
    /// An engine that has nothing to do yet.
    ///
    /// # Errors
    ///
    /// If there is no memory for the transposition table, or the file of the net or the book is invalid.
    pub fn new(options: &Options) -> io::Result<Self> {
        let (megabytes, threads) = (options.table_size(), options.search_threads());
        let (sender, receiver) = unbounded();
        let net = choose_net(&options.eval_file).map_err(|error| {
            let what = format!("option EvalFile: {}: {error}", options.eval_file);
            io::Error::new(io::ErrorKind::InvalidInput, what)
        })?;
        let book = book::load(&options.book).map_err(|error| {
            let what = format!("option Book: {}: {error}", options.book);
            io::Error::new(io::ErrorKind::InvalidInput, what)
        })?;
        let mut engine = Engine::new(megabytes, threads).map_err(io::Error::other)?;
        engine.choose_net(net.clone());
        engine.set_params(options.params);
        Ok(EngineWorker {
            engine: Some(engine),
            running: None,
            thread: None,
            job: None,
            jobs: 0,
            sender,
            receiver,
            in_turn: options.budget.is_some(),
            megabytes,
            threads,
            params: options.params,
            net,
            eval_file: options.eval_file.clone(),
            book: (book, options.book.clone()),
        })
    }

    /// Waits for the client or a task, whichever comes first, or until something is `due`; `None` when the client's
    /// lines have ended.
    pub fn wait(&self, input: &Receiver<ClientInput>, due: Option<Instant>) -> Option<SessionEvent> {
        // The next line waits, so that the output does not depend on how fast the task is.
        if self.in_turn && self.running.is_some() {
            return self.receiver.recv().ok().map(SessionEvent::Message);
        }
        select! {
            recv(input) -> input => input.ok().map(SessionEvent::Input),
            recv(self.receiver) -> message => message.ok().map(SessionEvent::Message),
            recv(due.map_or_else(never, at)) -> _ => Some(SessionEvent::Due),
        }
    }

    /// The messages of tasks, for a caller that cannot wait for long.
    pub fn messages(&self) -> Receiver<Message> {
        self.receiver.clone()
    }

    /// The job.
    pub fn job(&self) -> Option<&SessionJob<F>> {
        self.job.as_ref()
    }

    /// The job, to be changed.
    pub fn job_mut(&mut self) -> Option<&mut SessionJob<F>> {
        self.job.as_mut()
    }

    /// Returns true if there is a job that has not ended.
    pub fn is_busy(&self) -> bool {
        self.job.as_ref().is_some_and(|job| job.answer.is_none())
    }

    /// Sets a task to work, which must be the only one. `control` is the handle of the search in it.
    ///
    /// # Errors
    ///
    /// If the system gives no thread. There is a job all the same, which has ended with the answer that
    /// the task has for such cases.
    pub fn begin(&mut self, task: SessionTask, control: Arc<Control>, facts: F) -> io::Result<()> {
        let otherwise = task.otherwise;
        self.job = Some(self.numbered(control, facts));
        let begun = self.spawn(task);
        if begun.is_err() {
            self.answer(otherwise);
        }
        begun
    }

    /// A job that needs no task: its answer is known.
    pub fn begin_answered(&mut self, answer: JobAnswer, control: Arc<Control>, facts: F) {
        self.job = Some(self.numbered(control, facts));
        self.answer(answer);
    }

    /// Takes in a message: output of the present job. The last message of a job ends it; those of
    /// an earlier job are out of date.
    pub fn receive(&mut self, message: Message) -> Option<JobOutput> {
        // A task that was stopped may have sent lines before it noticed.
        if self.job.as_ref().is_none_or(|job| job.number != message.task) {
            return None;
        }
        if message.said.is_none() {
            // The thread has nothing left to do but to return.
            let (engine, answer) = match self.running.take().map(|task| task.recv()) {
                Some(Ok((engine, answer))) => (Some(engine), answer),
                // It has died without an answer, and so has the engine.
                _ => (None, JobAnswer::NO_MOVE),
            };
            self.engine = self.engine.take().or(engine);
            self.answer(answer);
        }
        message.said
    }

    /// Takes the job if it has ended: its answer, and the session's facts about it.
    pub fn take_ended(&mut self) -> Option<(JobAnswer, F)> {
        let answer = self.job.as_ref()?.answer?;
        self.job.take().map(|job| (answer, job.facts))
    }

    /// The net that is used.
    pub const fn net(&self) -> &NetChoice {
        &self.net
    }

    /// The opening book.
    pub fn book(&self) -> Option<Arc<Book>> {
        self.book.0.clone()
    }

    /// Returns the warning if the book is not used in a game.
    pub fn book_mismatch(&self, game: GameId) -> Option<String> {
        let (book, path) = &self.book;
        book::mismatch(book.as_deref(), game, path)
    }

    /// Returns what is to be said about the net in a game: that of `EvalFile` is not used, or one that the game has
    /// learned is.
    pub fn net_note(&self, game: GameId) -> Option<String> {
        match &self.net {
            NetChoice::BuiltIn => {
                let source = helgi_engine::internals::net_source(game)?;
                Some(format!("{} plays with the net {source}", game.name()))
            }
            NetChoice::None => None,
            NetChoice::Loaded(net) => {
                let text = || {
                    let (file, other) = (&self.eval_file, &net.game);
                    format!("net {file} is of {other}, not of {}: it is not used", game.name())
                };
                (!helgi_engine::internals::is_in_use(&self.net, game)).then(text)
            }
        }
    }

    /// Forgets the results of earlier searches.
    pub fn forget(&mut self) {
        self.engine.iter_mut().for_each(Engine::forget);
    }

    /// Changes the engine as a new value of an option asks for. It must be between two jobs.
    ///
    /// # Errors
    ///
    /// If there is no memory for a table of the new size, or if the file of a net or a book is invalid; the
    /// old table, net or book and the old value stay then.
    pub fn apply(&mut self, change: Change, options: &mut Options) -> Result<(), ChangeError> {
        // Without an engine the values are kept for the next one.
        let engine = self.engine.as_mut();
        match change {
            Change::Hash => {
                if let Some(engine) = engine
                    && let Err(error) = engine.resize_table(options.table_size())
                {
                    options.hash = engine.table_size();
                    return Err(error.into());
                }
            }
            Change::Params => {
                if let Some(engine) = engine {
                    engine.set_params(options.params);
                }
            }
            Change::Threads => {
                if let Some(engine) = engine {
                    engine.set_threads(options.search_threads());
                }
            }
            Change::ClearHash => self.forget(),
            Change::EvalFile => match choose_net(&options.eval_file) {
                Ok(choice) => {
                    self.net = choice.clone();
                    self.eval_file.clone_from(&options.eval_file);
                    if let Some(engine) = engine {
                        engine.choose_net(choice);
                    }
                }
                Err(error) => {
                    let tried = std::mem::replace(&mut options.eval_file, self.eval_file.clone());
                    return Err(ChangeError::Net { tried, error, kept: self.eval_file.clone() });
                }
            },
            Change::Book => match book::load(&options.book) {
                Ok(book) => self.book = (book, options.book.clone()),
                Err(error) => {
                    let tried = std::mem::replace(&mut options.book, self.book.1.clone());
                    let kept =
                        if self.book.1.is_empty() { "no book".to_owned() } else { self.book.1.clone() };
                    return Err(ChangeError::Book { tried, error, kept });
                }
            },
            Change::Kept | Change::Variant | Change::Chess960 | Change::Games => {}
        }
        (self.megabytes, self.threads) = (options.table_size(), options.search_threads());
        self.params = options.params;
        Ok(())
    }

    fn numbered(&mut self, control: Arc<Control>, facts: F) -> SessionJob<F> {
        self.jobs += 1;
        SessionJob { number: self.jobs, answer: None, control, facts }
    }

    fn spawn(&mut self, task: SessionTask) -> io::Result<()> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            // The last one was lost with its thread.
            None => {
                let mut engine = Engine::new(self.megabytes, self.threads)
                    // Where the memory has become short, the smallest engine plays on.
                    .or_else(|_| Engine::new(1, 1))
                    .map_err(io::Error::other)?;
                engine.choose_net(self.net.clone());
                engine.set_params(self.params);
                engine
            }
        };
        let thread = match self.thread.take() {
            Some(thread) => thread,
            None => TaskThread::start()?,
        };
        let sender = JobSender::new(self.jobs, self.sender.clone());
        self.running = Some(thread.run(task, engine, sender)?);
        self.thread = Some(thread);
        Ok(())
    }

    fn answer(&mut self, answer: JobAnswer) {
        self.job.iter_mut().for_each(|job| job.answer = Some(answer));
    }
}

/// The net that the value of `EvalFile` asks for.
fn choose_net(value: &str) -> Result<NetChoice, NetFileError> {
    match value {
        options::BUILT_IN | "" => Ok(NetChoice::BuiltIn),
        options::NO_NET => Ok(NetChoice::None),
        path => {
            let bytes = nets::read(Path::new(path))?;
            Ok(helgi_engine::read_net(&bytes)?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_kept_for_the_engine_after_a_lost_one() {
        let mut options = Options::default();
        let mut worker = EngineWorker::<()>::new(&options).unwrap();
        worker.engine = None;
        options.hash = 3;
        worker.apply(Change::Hash, &mut options).unwrap();
        assert_eq!((worker.megabytes, options.hash), (3, 3));
        options.eval_file = "no such file".to_owned();
        assert!(worker.apply(Change::EvalFile, &mut options).is_err());
    }
}
