//! The event loop of a session, whatever its protocol: input and messages of the job are handled as
//! they come, and the program ends in good order.
//!
//! The [`ProtocolSession`] decides the meaning of a line, and the work of the engine.

use super::task::{JobOutput, Message, SessionTask};
use super::worker::{EngineWorker, SessionEvent};
use crossbeam_channel::Receiver;
use helgi_engine::search::Control;
use helgi_protocol::input::{ClientInput, LONGEST_LINE};
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most time for a stopped search to end when the client leaves.
pub const SHUTDOWN: Duration = Duration::from_millis(200);

/// The work that is still done when the client leaves.
pub enum Leaving {
    /// Everything it has asked for.
    AfterAll,
    /// A stopped job may end in good order, if it takes no longer than this.
    Within(Duration),
}

/// A session of one protocol.
pub trait ProtocolSession {
    /// Its facts about a job.
    type Facts;

    /// The engine and its job.
    fn worker(&mut self) -> &mut EngineWorker<Self::Facts>;

    /// Takes in a line; breaks if the client leaves.
    ///
    /// # Errors
    ///
    /// Of the output: nobody reads any more.
    fn handle_line(&mut self, line: &str, arrived: Instant) -> io::Result<ControlFlow<()>>;

    /// Refuses a line that is too long to be read.
    ///
    /// # Errors
    ///
    /// Of the output.
    fn refuse_line(&mut self, reason: String) -> io::Result<()>;

    /// Passes on the job's output.
    ///
    /// # Errors
    ///
    /// Of the output.
    fn pass_on(&mut self, said: JobOutput) -> io::Result<()>;

    /// Tells the user that the engine has failed.
    ///
    /// # Errors
    ///
    /// Of the output.
    fn report_failure(&mut self, reason: String) -> io::Result<()>;

    /// Answers a job that has ended, and begins the next one.
    ///
    /// # Errors
    ///
    /// Of the output.
    fn settle(&mut self) -> io::Result<()>;

    /// The time at which the session does something by itself, in [`settle`](Self::settle), unless the client is heard
    /// before; `None` while it waits for others.
    fn due(&self) -> Option<Instant> {
        None
    }

    /// Handles the client's leaving, which was read at that time: stops the jobs that nobody waits for.
    fn leave(&mut self, arrived: Instant) -> Leaving;

    /// Starts a task; reports it if that fails.
    ///
    /// # Errors
    ///
    /// Of the output.
    fn begin(&mut self, task: SessionTask, control: Arc<Control>, facts: Self::Facts) -> io::Result<()> {
        match self.worker().begin(task, control, facts) {
            Ok(()) => Ok(()),
            Err(error) => self.report_failure(format!("no thread: {error}")),
        }
    }
}

/// Handles input and messages until the client leaves, and ends the jobs.
///
/// # Errors
///
/// Of the output: nobody reads any more.
pub fn run(session: &mut impl ProtocolSession, input: &Receiver<ClientInput>) -> io::Result<()> {
    let left = loop {
        let due = session.due();
        let Some(event) = session.worker().wait(input, due) else { break Instant::now() };
        match event {
            SessionEvent::Input(ClientInput::End { arrived }) => break arrived,
            SessionEvent::Input(ClientInput::TooLong(length)) => {
                session.refuse_line(format!("{length} bytes, expected at most {LONGEST_LINE}"))?;
            }
            SessionEvent::Input(ClientInput::Line { text, arrived }) => {
                if session.handle_line(&text, arrived)?.is_break() {
                    break arrived;
                }
            }
            SessionEvent::Message(message) => relay(session, message)?,
            SessionEvent::Due => {}
        }
        session.settle()?;
    };
    let messages = session.worker().messages();
    match session.leave(left) {
        Leaving::AfterAll => {
            session.settle()?;
            while session.worker().is_busy() {
                let Ok(message) = messages.recv() else { break };
                relay(session, message)?;
                session.settle()?;
            }
        }
        Leaving::Within(rest) => {
            // From now on: the client has left and reads no more than what is on its way.
            let until = Instant::now() + rest;
            while session.worker().is_busy() {
                let Ok(message) = messages.recv_deadline(until) else { break };
                relay(session, message)?;
            }
        }
    }
    Ok(())
}

/// Passes on the output of the present job, but not of an earlier one.
pub fn relay(session: &mut impl ProtocolSession, message: Message) -> io::Result<()> {
    match session.worker().receive(message) {
        Some(said) => session.pass_on(said),
        None => Ok(()),
    }
}
