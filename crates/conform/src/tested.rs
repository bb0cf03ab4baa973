//! An engine as a process: bytes to it, lines from it, its end, and the resources that it holds.

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use helgi_match::group;
use helgi_match::settings::EngineSettings;
use helgi_protocol::input::{ClientInput, read_lines};
use std::io::{self, Write};
use std::process::{Child, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The most lines of an engine that wait to be read; then it has to wait.
const QUEUE: usize = 1 << 16;

/// The longest line of an engine that is read, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// The interval at which the end of an engine is checked.
const POLL: Duration = Duration::from_millis(2);

/// An engine that is being tested; killed when dropped.
pub(crate) struct Tested {
    child: Child,
    /// `None` once its input is closed.
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<(Instant, String)>,
    status: Option<ExitStatus>,
}

/// The reason why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoLine {
    /// None came in time.
    Late,
    /// The engine has closed its output.
    Closed,
}

impl Tested {
    pub fn start(settings: &EngineSettings) -> io::Result<Tested> {
        let mut command = settings.to_command()?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = group::start(&mut command)?;
        let (sender, output) = bounded(QUEUE);
        let (input, lines) = unbounded::<Vec<u8>>();
        let pipes = (child.stdin.take(), child.stdout.take());
        // From here on the process is ended by being dropped.
        let tested = Tested { child, input: Some(input), output, status: None };
        if let (Some(mut stdin), Some(stdout)) = pipes {
            thread::Builder::new().name("to an engine".to_owned()).spawn(move || {
                // Leaving closes the engine's input.
                for bytes in lines {
                    if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                        return;
                    }
                }
            })?;
            thread::Builder::new().name("from an engine".to_owned()).spawn(move || {
                read_lines(stdout, LONGEST_LINE, |input, _| match input {
                    ClientInput::Line { text, arrived } => sender.send((arrived, text)).is_ok(),
                    ClientInput::TooLong(bytes) => {
                        sender.send((Instant::now(), format!("(a line of {bytes} bytes)"))).is_ok()
                    }
                    ClientInput::End { .. } => false,
                });
            })?;
        }
        Ok(tested)
    }

    /// Sends bytes. An engine that does not take them shows in the answer that does not come.
    pub fn send(&self, bytes: Vec<u8>) {
        if let Some(input) = &self.input {
            let _ = input.send(bytes);
        }
    }

    /// Closes the engine's input, once everything sent has been taken.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line and when it came.
    pub fn line(&self, until: Instant) -> Result<(Instant, String), NoLine> {
        match self.output.recv_deadline(until) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => Err(NoLine::Late),
            Err(RecvTimeoutError::Disconnected) => Err(NoLine::Closed),
        }
    }

    /// A line that is here already.
    pub fn ready_line(&self) -> Option<(Instant, String)> {
        self.output.try_recv().ok()
    }

    /// The engine's status, if it ends by then.
    pub fn exit_status(&mut self, until: Instant) -> Option<ExitStatus> {
        loop {
            if self.status.is_some() {
                return self.status;
            }
            if group::has_ended(&mut self.child) {
                group::kill(&mut self.child);
                self.status = self.child.wait().ok();
            } else if Instant::now() >= until {
                return None;
            } else {
                thread::sleep(POLL);
            }
        }
    }

    /// The time of a processor that the engine has used, with all that it has started; `None` where the
    /// system does not tell.
    pub fn processor_time(&self) -> Option<Duration> {
        /// The unit of Linux's figures for programs, which is the same on all its machines.
        const TICK: Duration = Duration::from_millis(10);
        let ticks: u32 = self.stats()?.iter().map(|stat| stat.ticks).sum();
        Some(TICK * ticks)
    }

    /// The memory that it holds, in MiB.
    pub fn memory(&self) -> Option<u64> {
        let pages: u64 = self.stats()?.iter().map(|stat| stat.pages).sum();
        // Pages of 4 KiB, which all systems of Debian's larger ones use.
        Some(pages / 256)
    }

    /// The figures of the processes of its group.
    fn stats(&self) -> Option<Vec<Stat>> {
        let group = self.child.id();
        let mut stats = Vec::new();
        for entry in std::fs::read_dir("/proc").ok()?.flatten() {
            // Processes come and go meanwhile.
            let stat = std::fs::read_to_string(entry.path().join("stat")).ok();
            stats.extend(stat.and_then(|text| Stat::read(&text)).filter(|stat| stat.group == group));
        }
        (!stats.is_empty()).then_some(stats)
    }
}

/// Figures of a process, from `/proc/PID/stat`.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    group: u32,
    ticks: u32,
    pages: u64,
}

impl Stat {
    fn read(text: &str) -> Option<Stat> {
        // The name, in parentheses, may hold anything.
        let (_, fields) = text.rsplit_once(')')?;
        let fields: Vec<&str> = fields.split_ascii_whitespace().collect();
        let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
        let ticks = number(11)? + number(12)?;
        Some(Stat {
            group: u32::try_from(number(2)?).ok()?,
            ticks: u32::try_from(ticks).ok()?,
            pages: number(21)?,
        })
    }
}

impl Drop for Tested {
    fn drop(&mut self) {
        self.input = None;
        if self.status.is_none() {
            group::kill(&mut self.child);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_process_are_read() {
        let text = "42 (a b) c) S 1 40 40 0 -1 0 0 0 0 0 7 5 0 0 20 0 1 0 0 0 300 18446744073709551615 1";
        assert_eq!(Stat::read(text), Some(Stat { group: 40, ticks: 12, pages: 300 }));
        assert_eq!(Stat::read("42 (x) S 1"), None);
    }
}
