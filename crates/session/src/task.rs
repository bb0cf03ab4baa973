//! Long work on another thread: a search, a count, the bench.
//!
//! A task sends its output through a [`JobSender`] and never writes. Whatever happens in it, a
//! panic included, it ends with an answer and gives back the engine it was lent.

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use helgi_engine::internals::search::{panic_message, spawn_on_large_stack};
use helgi_engine::search::Engine;
use helgi_protocol::info::SearchInfo;
use helgi_rules::board::Move;
use std::fmt::Display;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// The result of a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobAnswer {
    /// A search: the move to play, if there is one, and the answer that is expected.
    Best {
        /// The move.
        best: Option<Move>,
        /// The expected answer.
        ponder: Option<Move>,
    },
    /// All output has been sent.
    None,
}

impl JobAnswer {
    /// The answer when there is no move to play.
    pub const NO_MOVE: JobAnswer = JobAnswer::Best { best: None, ponder: None };
}

/// The work of a task.
pub type TaskWork = Box<dyn FnOnce(&mut Engine, &JobSender) -> JobAnswer + Send>;

/// A task that takes long.
pub struct SessionTask {
    /// True if its answer must wait for another command of the client.
    pub waits: bool,
    /// The answer should the task not come to an end.
    pub otherwise: JobAnswer,
    /// The work.
    pub run: TaskWork,
}

/// A message of a running task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// The number of the task; messages of an earlier one are out of date.
    pub task: u64,
    /// The output, or `None` when the task has ended.
    pub said: Option<JobOutput>,
}

/// The output of a task, whatever the protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JobOutput {
    /// The state of a search.
    Info(Box<SearchInfo>),
    /// An error.
    Error(String),
    /// A note for the client.
    Note(String),
    /// A line of a count of move paths: the first move, and the number of paths.
    Count(Move, u64),
    /// A line of the output that was asked for.
    Line(String),
    /// The last line of it, by which a client knows that the task has ended: it comes when that is so.
    LastLine(String),
}

/// Through which a task sends messages.
#[derive(Debug)]
pub struct JobSender {
    task: u64,
    sender: Sender<Message>,
    favourite: Mutex<Option<Move>>,
}

impl JobSender {
    /// The sender for the task of this number.
    pub const fn new(task: u64, sender: Sender<Message>) -> Self {
        JobSender { task, sender, favourite: Mutex::new(None) }
    }

    /// Reports how a search stands.
    pub fn report(&self, info: SearchInfo) {
        self.send(Some(JobOutput::Info(Box::new(info))));
    }

    /// Reports an error.
    pub fn fail(&self, text: impl Display) {
        self.send(Some(JobOutput::Error(text.to_string())));
    }

    /// Reports a note.
    pub fn note(&self, text: impl Display) {
        self.send(Some(JobOutput::Note(text.to_string())));
    }

    /// Has a line of a count of move paths printed.
    pub fn count(&self, first: Move, nodes: u64) {
        self.send(Some(JobOutput::Count(first, nodes)));
    }

    /// Has a line printed.
    pub fn print(&self, text: impl Display) {
        self.send(Some(JobOutput::Line(text.to_string())));
    }

    /// Has the last line printed, once the task has ended.
    pub fn conclude(&self, text: impl Display) {
        self.send(Some(JobOutput::LastLine(text.to_string())));
    }

    /// Notes which move would be played at present, for the case of a panic.
    pub fn favour(&self, best: Move) {
        // A panic elsewhere may have poisoned the lock; a move is whole all the same.
        *self.favourite.lock().unwrap_or_else(PoisonError::into_inner) = Some(best);
    }

    fn favourite(&self) -> Option<Move> {
        *self.favourite.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, said: Option<JobOutput>) {
        // If nobody receives it, the session has ended.
        let _ = self.sender.send(Message { task: self.task, said });
    }
}

/// A task that runs; it gives back the engine, and its answer, before its last message.
pub type RunningTask = Receiver<(Engine, JobAnswer)>;

/// The thread of all tasks. On a busy machine a new one for each would have to wait for its turn.
#[derive(Debug)]
pub struct TaskThread {
    orders: Sender<TaskOrder>,
}

impl TaskThread {
    /// Starts the thread, which ends when this is dropped and its tasks have ended.
    ///
    /// # Errors
    ///
    /// If the system gives no thread.
    pub fn start() -> io::Result<Self> {
        let (orders, given) = unbounded::<TaskOrder>();
        spawn_on_large_stack("task", move || given.into_iter().for_each(TaskOrder::carry_out))?;
        Ok(TaskThread { orders })
    }

    /// Runs a task after those before it. Its last message reports its end.
    ///
    /// # Errors
    ///
    /// If the thread has died; the engine is lost then.
    pub fn run(&self, task: SessionTask, engine: Engine, sender: JobSender) -> io::Result<RunningTask> {
        // Room for the answer, so that a task can end although nobody waits for it.
        let (done, running) = bounded(1);
        let order = TaskOrder { task, engine, sender, done };
        self.orders.send(order).map_err(|_| io::Error::other("the thread of the tasks has died"))?;
        Ok(running)
    }
}

/// A task with everything that it needs.
struct TaskOrder {
    task: SessionTask,
    engine: Engine,
    sender: JobSender,
    done: Sender<(Engine, JobAnswer)>,
}

impl TaskOrder {
    fn carry_out(self) {
        let TaskOrder { task: SessionTask { otherwise, run, .. }, mut engine, sender, done } = self;
        // The thread serves all later tasks, and must outlive a panic of this one.
        let caught = catch_unwind(AssertUnwindSafe(|| run(&mut engine, &sender)));
        let answer = caught.unwrap_or_else(|panic| {
            // The entry that it was writing at that moment may be incomplete.
            engine.forget();
            sender.fail(format_args!("search: {}", panic_message(&*panic)));
            match otherwise {
                JobAnswer::Best { best, .. } => {
                    JobAnswer::Best { best: sender.favourite().or(best), ponder: None }
                }
                JobAnswer::None => JobAnswer::None,
            }
        });
        // If nobody receives it, the session has ended.
        let _ = done.send((engine, answer));
        // Last: who reads this message finds engine and answer waiting.
        sender.send(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::board::Square;

    fn run(task: SessionTask) -> (JobAnswer, Vec<Message>) {
        let (sender, receiver) = unbounded();
        let engine = Engine::new(1, 1).unwrap();
        let running = TaskThread::start().unwrap().run(task, engine, JobSender::new(7, sender)).unwrap();
        let (_, answer) = running.recv().unwrap();
        (answer, receiver.iter().collect())
    }

    #[test]
    fn a_panic_is_told_and_answered_with_the_best_so_far() {
        let [first, better] =
            [(8, 16), (12, 28)].map(|(from, to)| Some(Move::step(Square(from), Square(to))));
        for (favourite, best) in [(None, first), (better, better)] {
            let task = SessionTask {
                waits: false,
                otherwise: JobAnswer::Best { best: first, ponder: None },
                run: Box::new(move |_, sender| {
                    favourite.into_iter().for_each(|favourite| sender.favour(favourite));
                    panic!("no way")
                }),
            };
            let (answer, messages) = run(task);
            assert_eq!(answer, JobAnswer::Best { best, ponder: None });
            let error = JobOutput::Error("search: no way".to_owned());
            assert_eq!(messages, [Some(error), None].map(|said| Message { task: 7, said }));
        }
    }

    #[test]
    fn the_last_message_is_the_end() {
        let run_it = |_: &mut Engine, sender: &JobSender| {
            sender.print("hello");
            JobAnswer::None
        };
        let (answer, messages) =
            run(SessionTask { waits: false, otherwise: JobAnswer::None, run: Box::new(run_it) });
        assert_eq!(answer, JobAnswer::None);
        let said: Vec<_> = messages.into_iter().map(|message| message.said).collect();
        assert_eq!(said, [Some(JobOutput::Line("hello".to_owned())), None]);
    }
}
