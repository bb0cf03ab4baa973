//! Engines as processes: started, heard, spoken to, and never left behind.
//!
//! An engine is a group of processes of its own, so that what a wrapper script has started ends with
//! it. Lines are read and written on threads of their own: an engine that neither reads nor writes
//! blocks nobody.

use super::log::Log;
use super::settings::EngineSettings;
use super::stop::Stop;
use crate::reader::{self, Input};
use crossbeam_channel::{Receiver, Sender, at, never, select, unbounded};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// How long an engine may take to end once it was told to.
const TIME_TO_QUIT: Duration = Duration::from_millis(1000);

/// How often it is checked whether it has ended.
const QUIT_POLL: Duration = Duration::from_millis(5);

/// The groups of processes that are alive, by the number of their first.
static ALIVE: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Kills all engines of this program at once, for a program that ends without waiting for its matches.
pub fn kill_all() {
    if let Ok(alive) = ALIVE.lock() {
        alive.iter().for_each(|&id| system::kill_group(id));
    }
}

/// An engine that is running.
pub(super) struct Process {
    name: String,
    child: Child,
    /// `None` once its input is closed.
    input: Option<Sender<String>>,
    output: Receiver<Input>,
    log: Log,
    stop: Stop,
}

/// Why there is no line.
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
    pub fn start(settings: &EngineSettings, log: &Log, stop: &Stop) -> io::Result<Process> {
        let mut command = Command::new(&settings.command);
        command.args(&settings.arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(if log.is_open() { Stdio::piped() } else { Stdio::null() });
        if let Some(folder) = &settings.folder {
            command.current_dir(folder);
        }
        system::own_group(&mut command);
        let mut child = {
            // The lock keeps `kill_all` from coming between the start and the list.
            let mut alive = ALIVE.lock().map_err(|_| io::Error::other("a thread has panicked"))?;
            let child = command.spawn()?;
            alive.push(child.id());
            child
        };
        let (sender, output) = unbounded();
        let (input, lines) = unbounded();
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let name = settings.name.clone();
        // From here on the process is ended by being dropped.
        let process = Process {
            name: name.clone(),
            child,
            input: Some(input),
            output,
            log: log.clone(),
            stop: stop.clone(),
        };
        if let (Some(stdin), Some(stdout), stderr) = pipes {
            thread::Builder::new().name(format!("to {name}")).spawn(move || write_all(stdin, &lines))?;
            reader::spawn(stdout, sender, |_| ())?;
            if let Some(stderr) = stderr {
                let (log, name) = (log.clone(), name);
                thread::Builder::new().name(format!("errors of {name}")).spawn(move || {
                    for line in BufReader::new(stderr).split(b'\n').map_while(Result::ok) {
                        log.errors(&name, &String::from_utf8_lossy(&line));
                    }
                })?;
            }
        }
        Ok(process)
    }

    /// Sends a line. That it is not taken shows in the answer that does not come.
    pub fn say(&self, line: &str) {
        self.log.sent(&self.name, line);
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The next line and when it came, unless there is none until then.
    pub fn hear(&self, until: Option<Instant>) -> Result<(Instant, String), Silence> {
        loop {
            let late = until.map_or_else(never, at);
            let input = select! {
                recv(self.output) -> input => input.map_err(|_| Silence::Gone)?,
                recv(self.stop.waiter()) -> _ => return Err(Silence::Stopped),
                recv(late) -> _ => match self.output.try_recv() {
                    Ok(input) => input,
                    Err(_) => return Err(Silence::Late),
                },
            };
            match input {
                Input::Line { text, arrived } => {
                    self.log.heard(&self.name, &text);
                    return Ok((arrived, text));
                }
                Input::TooLong(bytes) => {
                    self.log.heard(&self.name, &format!("a line of {bytes} bytes, skipped"))
                }
                Input::End { .. } => return Err(Silence::Gone),
            }
        }
    }

    /// The lines that have come by now.
    pub fn pending(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for input in self.output.try_iter() {
            if let Input::Line { text, .. } = input {
                self.log.heard(&self.name, &text);
                lines.push(text);
            }
        }
        lines
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
        self.say("quit");
        self.input = None;
        let id = self.child.id();
        let until = Instant::now() + TIME_TO_QUIT;
        while !system::has_ended(id) && Instant::now() < until {
            thread::sleep(QUIT_POLL);
        }
        // Before the first process is reaped nobody else can have its number.
        system::kill_group(id);
        let _ = self.child.kill();
        if let Ok(mut alive) = ALIVE.lock() {
            alive.retain(|&other| other != id);
        }
        let _ = self.child.wait();
    }
}

/// What differs between systems.
#[cfg(unix)]
mod system {
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    pub fn own_group(command: &mut Command) {
        command.process_group(0);
    }

    fn pid(id: u32) -> Option<Pid> {
        Pid::from_raw(i32::try_from(id).ok()?)
    }

    pub fn kill_group(id: u32) {
        if let Some(pid) = pid(id) {
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }

    /// Whether it has ended; it stays to be reaped.
    pub fn has_ended(id: u32) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        pid(id).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
    }
}

#[cfg(not(unix))]
mod system {
    use std::process::Command;

    pub fn own_group(_: &mut Command) {}

    pub fn kill_group(_: u32) {}

    /// There is no way to know without reaping it: it gets the whole time.
    pub fn has_ended(_: u32) -> bool {
        false
    }
}
