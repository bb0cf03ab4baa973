//! The engine, and the thread that has it while a task is at work.
//!
//! Keeps the engine between tasks and gets it back after each; whatever happens to it, there is
//! always one. When a task may begin or be answered is not decided here.

use super::options::Options;
use super::task::{self, Answer, Message, Running, Task, Voice};
use crossbeam_channel::{Receiver, Sender, select, unbounded};
use helgi_engine::search::{Engine, OutOfMemory};
use helgi_match::reader::Input;
use std::io;

/// The engine, at home or away with a task.
#[derive(Debug)]
pub struct Workshop {
    /// Away while a task has it.
    engine: Option<Engine>,
    running: Option<Running>,
    /// The number of the last task.
    tasks: u64,
    sender: Sender<Message>,
    receiver: Receiver<Message>,
    /// Whether the client is heard only between tasks, which makes sessions repeatable.
    in_turn: bool,
}

/// What a session waits for.
#[derive(Debug)]
pub enum Event {
    /// The client has said something.
    Input(Input),
    /// A task has.
    Message(Message),
}

impl Workshop {
    /// An engine that has nothing to do yet.
    ///
    /// # Errors
    ///
    /// If there is no memory for the transposition table.
    pub fn new(options: &Options) -> Result<Self, OutOfMemory> {
        let engine = Some(Engine::new(options.table_size(), options.search_threads())?);
        let (sender, receiver) = unbounded();
        let in_turn = options.budget.is_some();
        Ok(Workshop { engine, running: None, tasks: 0, sender, receiver, in_turn })
    }

    /// Waits for the client or a task, whichever comes first; `None` when the client will not be heard again.
    pub fn wait(&self, input: &Receiver<Input>) -> Option<Event> {
        if self.in_turn && self.running.is_some() {
            return self.receiver.recv().ok().map(Event::Message);
        }
        select! {
            recv(input) -> input => input.ok().map(Event::Input),
            recv(self.receiver) -> message => message.ok().map(Event::Message),
        }
    }

    /// Where the tasks are heard, for those who cannot wait for long.
    pub fn messages(&self) -> Receiver<Message> {
        self.receiver.clone()
    }

    /// The engine, if it is at home.
    pub fn engine(&mut self) -> Option<&mut Engine> {
        self.engine.as_mut()
    }

    /// Takes a number for a task that has nothing to do.
    pub fn number(&mut self) -> u64 {
        self.tasks += 1;
        self.tasks
    }

    /// Sets a task to work, and returns its number. The engine must be at home.
    ///
    /// # Errors
    ///
    /// If the system gives no thread; the task has not begun then.
    pub fn begin(&mut self, task: Task, options: &Options) -> io::Result<u64> {
        let number = self.number();
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => Self::replace(options)?,
        };
        self.running = Some(task::spawn(task, engine, Voice::new(number, self.sender.clone()))?);
        Ok(number)
    }

    /// Takes the engine back from a task that has said that it has ended. `None` if the task has died
    /// without an answer.
    pub fn end(&mut self) -> Option<Answer> {
        // The thread has nothing left to do but to return.
        let (engine, answer) = self.running.take()?.join().ok()?;
        self.engine = Some(engine);
        Some(answer)
    }

    /// An engine instead of one that was lost with its thread.
    fn replace(options: &Options) -> io::Result<Engine> {
        let engine = Engine::new(options.table_size(), options.search_threads());
        engine.or_else(|_| Engine::new(1, 1)).map_err(io::Error::other)
    }
}
