//! Engines as processes: starts them, talks to them, and never leaves one behind.
//!
//! An engine is a [group] of processes of its own, so that the processes that a wrapper script has started
//! end with it. Lines are read and written on threads of their own: an engine that neither reads nor writes
//! blocks nobody. At most twice [`QUEUE`] lines of [`LONGEST_LINE`] bytes of its output are kept: when
//! they are there it has to wait until they are read. Longer lines are dropped and counted.

use super::group;
use super::log::Log;
use super::settings::EngineSettings;
use super::stop::MatchStop;
use crossbeam_channel::{Receiver, Sender, at, bounded, select, unbounded};
use helgi_files::open_to_append;
use helgi_protocol::input::{ClientInput, read_lines};
use helgi_protocol::notation::excerpt;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The most lines of an engine that wait to be read.
const QUEUE: usize = 32;

/// The longest line of an engine that is read, in bytes.
const LONGEST_LINE: usize = 1 << 16;

/// The most time that an engine may take to end once it has been ordered to.
const TIME_TO_QUIT: Duration = Duration::from_millis(1000);

/// The interval at which its end is checked.
const QUIT_POLL: Duration = Duration::from_millis(5);

/// An engine that is running.
pub(super) struct Process {
    name: String,
    child: Child,
    /// `None` once its input is closed.
    input: Option<Sender<String>>,
    output: Receiver<ClientInput>,
    /// Lines that have been taken out of the queue, many at once: both threads would sleep and wake for each line of a flood.
    fetched: VecDeque<ClientInput>,
    dropped: Dropped,
    log: Log,
    stop: MatchStop,
}

/// The lines of an engine that were too long.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Dropped {
    lines: u64,
    bytes: u64,
}

impl Dropped {
    /// A warning about them; `None` if there are none.
    pub fn warning(&self, name: &str) -> Option<String> {
        let Dropped { lines, bytes } = self;
        let count = if *lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") };
        let verb = if *lines == 1 { "was" } else { "were" };
        (*lines > 0).then(|| {
            format!("{name}: {count} of more than {LONGEST_LINE} bytes {verb} dropped, {bytes} bytes in all")
        })
    }
}

/// The reason why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// It did not come in time.
    Late,
    /// The engine has gone.
    Gone,
    /// The match is to end.
    Stopped,
}

impl Process {
    /// Starts an engine.
    pub fn start(settings: &EngineSettings, log: &Log, stop: &MatchStop) -> io::Result<Process> {
        let named = |error: io::Error| helgi_files::at(&settings.command, &error);
        if let Some(folder) = settings.folder.as_deref().filter(|folder| !folder.is_dir()) {
            let text =
                format!("dir `{}`, expected a folder that is there", excerpt(&folder.to_string_lossy()));
            return Err(io::Error::new(io::ErrorKind::NotFound, text));
        }
        let mut command = settings.to_command().map_err(named)?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(match &settings.errors {
            Some(path) => open_to_append(path).map_err(|error| helgi_files::at(path, &error))?.into(),
            None if log.is_open() => Stdio::piped(),
            None => Stdio::null(),
        });
        let mut child = group::start(&mut command).map_err(named)?;
        // Bounded: an engine that floods its output waits, and takes no memory of the match.
        let (sender, output) = bounded(QUEUE);
        // Unbounded: the match itself writes few lines, and must never wait for an engine that does not read.
        let (input, lines) = unbounded();
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let name = settings.name.clone();
        // From here on the process is ended by being dropped.
        let process = Process {
            name: name.clone(),
            child,
            input: Some(input),
            output,
            fetched: VecDeque::new(),
            dropped: Dropped::default(),
            log: log.clone(),
            stop: stop.clone(),
        };
        let thread = |what: &str| thread::Builder::new().name(format!("{what} {name}"));
        if let (Some(stdin), Some(stdout), stderr) = pipes {
            thread("to").spawn(move || write_all(stdin, &lines))?;
            // Each line waits for its place in the queue, and with it the engine.
            let receive = move |input, _| sender.send(input).is_ok();
            thread("from").spawn(move || read_lines(stdout, LONGEST_LINE, receive))?;
            if let Some(stderr) = stderr {
                let (log, name) = (log.clone(), name.clone());
                let write = move |input, _| text_of(input).inspect(|text| log.errors(&name, text)).is_some();
                thread("errors of").spawn(move || read_lines(stderr, LONGEST_LINE, write))?;
            }
        }
        settings.greeting.iter().for_each(|line| process.send(line));
        Ok(process)
    }

    /// Sends a line. That it is not taken shows in the answer that does not come.
    pub fn send(&self, line: &str) {
        self.log.sent(&self.name, line);
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The next line and when it came; a line that comes later than `until` may still be returned, if it is
    /// there.
    pub fn receive(&mut self, until: Instant) -> Result<(Instant, String), Silence> {
        loop {
            if self.fetched.is_empty() && !self.stop.is_stopped() {
                self.fetched.extend(self.output.try_iter().take(QUEUE));
            }
            let input = match self.fetched.pop_front() {
                Some(input) => input,
                None => select! {
                    recv(self.output) -> input => input.map_err(|_| Silence::Gone)?,
                    recv(self.stop.waiter()) -> _ => return Err(Silence::Stopped),
                    recv(at(until)) -> _ => match self.output.try_recv() {
                        Ok(input) => input,
                        Err(_) => return Err(Silence::Late),
                    },
                },
            };
            if let Some(line) = self.take(input)? {
                return Ok(line);
            }
        }
    }

    /// The next line, which has to come until then.
    pub fn receive_by(&mut self, until: Instant) -> Result<String, Silence> {
        let (at, line) = self.receive(until)?;
        // An engine that never stops writing is late, too.
        if at > until { Err(Silence::Late) } else { Ok(line) }
    }

    /// The lines that wait to be read now; the engine decides how many more come in the meantime.
    pub fn pending(&mut self) -> Vec<String> {
        let waiting = self.output.try_iter().take(QUEUE);
        let inputs: Vec<ClientInput> = self.fetched.drain(..).chain(waiting).collect();
        let lines = inputs.into_iter().filter_map(|input| self.take(input).ok().flatten());
        lines.map(|(_, line)| line).collect()
    }

    /// The lines that were dropped since this was asked last.
    pub fn take_dropped(&mut self) -> Dropped {
        std::mem::take(&mut self.dropped)
    }

    /// A line, if the input is one that is kept.
    fn take(&mut self, input: ClientInput) -> Result<Option<(Instant, String)>, Silence> {
        if let ClientInput::TooLong(bytes) = input {
            self.dropped.lines += 1;
            self.dropped.bytes += bytes;
        }
        let arrived = match input {
            ClientInput::Line { arrived, .. } => Some(arrived),
            _ => None,
        };
        let text = text_of(input).ok_or(Silence::Gone)?;
        self.log.received(&self.name, &text);
        Ok(arrived.map(|arrived| (arrived, text)))
    }
}

/// The text of a line, or the log's note about one that is not kept; `None` at the end.
fn text_of(input: ClientInput) -> Option<String> {
    match input {
        ClientInput::Line { text, .. } => Some(text),
        ClientInput::TooLong(bytes) => Some(format!("a line of {bytes} bytes, dropped")),
        ClientInput::End { .. } => None,
    }
}

fn write_all(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Tells it to quit, waits a little, and kills whatever is left.
impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        self.input = None;
        let until = Instant::now() + TIME_TO_QUIT;
        while !group::has_ended(&mut self.child) && Instant::now() < until {
            // An engine that is waiting for a place in the queue does not read.
            self.pending();
            thread::sleep(QUIT_POLL);
        }
        group::kill(&mut self.child);
    }
}
