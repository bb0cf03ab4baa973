//! An engine as a process: bytes to it, lines from it, its end, and the resources that it holds.

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use helgi_match::group;
use helgi_match::settings::EngineSettings;
use helgi_protocol::input::{ClientInput, read_lines};
use std::io::{self, Write};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The most lines of an engine that wait to be read; then it has to wait.
const QUEUE: usize = 1 << 14;

/// The most bytes in such lines.
const QUEUED_BYTES: usize = 4 << 20;

/// The longest line of an engine that is read, in bytes.
const LONGEST_LINE: usize = 1 << 18;

/// The interval at which the end of an engine is checked.
const POLL: Duration = Duration::from_millis(2);

/// An engine that is being tested; killed when dropped.
pub(crate) struct Tested {
    child: Child,
    /// `None` once its input is closed.
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<(Instant, String)>,
    /// The bytes of the lines in `output`.
    queued: Arc<AtomicUsize>,
    /// A line that came after the time until which one was waited for.
    early: Option<(Instant, String)>,
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
        let queued = Arc::new(AtomicUsize::new(0));
        let heard = Arc::clone(&queued);
        let tested = Tested { child, input: Some(input), output, queued, early: None, status: None };
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
                let pass_on = |line: (Instant, String)| {
                    let bytes = line.1.len();
                    while heard.load(Ordering::Relaxed) + bytes > QUEUED_BYTES {
                        if Arc::strong_count(&heard) == 1 {
                            // Nobody listens any more.
                            return false;
                        }
                        thread::sleep(POLL);
                    }
                    heard.fetch_add(bytes, Ordering::Relaxed);
                    sender.send(line).is_ok()
                };
                read_lines(stdout, LONGEST_LINE, |input, _| match input {
                    ClientInput::Line { text, arrived } => pass_on((arrived, text)),
                    ClientInput::TooLong(bytes) => {
                        pass_on((Instant::now(), format!("(a line of {bytes} bytes)")))
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

    /// The next line that came until then, and when. An engine that never stops writing is late, too: its later lines
    /// wait for the next call.
    pub fn line(&mut self, until: Instant) -> Result<(Instant, String), NoLine> {
        let line = match self.early.take() {
            Some(line) => line,
            None => match self.output.recv_deadline(until) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Err(NoLine::Late),
                Err(RecvTimeoutError::Disconnected) => return Err(NoLine::Closed),
            },
        };
        if line.0 > until {
            self.early = Some(line);
            return Err(NoLine::Late);
        }
        Ok(self.taken(line))
    }

    /// The number of lines that are here already.
    pub fn ready_lines(&self) -> usize {
        self.output.len() + usize::from(self.early.is_some())
    }

    /// A line that is here already.
    pub fn ready_line(&mut self) -> Option<(Instant, String)> {
        let line = self.early.take().or_else(|| self.output.try_recv().ok())?;
        Some(self.taken(line))
    }

    fn taken(&self, line: (Instant, String)) -> (Instant, String) {
        self.queued.fetch_sub(line.1.len(), Ordering::Relaxed);
        line
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
        // 100 ticks a second, USER_HZ of Linux.
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
        // `utime` and `stime`, fields 14 and 15 of proc(5); these here begin with the third.
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

    /// Lines that nobody takes wait within bounds, and one who waits for a line is late all the same.
    #[cfg(unix)]
    #[test]
    fn a_flood_waits_and_does_not_keep_those_who_listen() {
        for (script, bytes) in [("exec yes", 2), ("exec yes $(head -c 9000 /dev/zero | tr '\\0' a)", 9000)] {
            let arguments = vec!["-c".to_owned(), script.to_owned()];
            let mut tested =
                Tested::start(&EngineSettings { arguments, ..EngineSettings::new("/bin/sh") }).unwrap();
            let until = Instant::now() + Duration::from_secs(20);
            while tested.ready_lines() * bytes < QUEUED_BYTES / 2 && tested.ready_lines() < QUEUE {
                assert!(Instant::now() < until, "{} lines", tested.ready_lines());
                thread::sleep(POLL);
            }
            assert!(tested.queued.load(Ordering::Relaxed) <= QUEUED_BYTES);
            let until = Instant::now() + Duration::from_millis(100);
            let mut heard = 0;
            while tested.line(until).is_ok() {
                heard += 1;
            }
            // The flood goes on, and is heard by whoever listens again.
            assert!(heard > 0 && tested.line(Instant::now() + Duration::from_secs(20)).is_ok());
        }
    }

    #[test]
    fn figures_of_a_process_are_read() {
        let text = "42 (a b) c) S 1 40 40 0 -1 0 0 0 0 0 7 5 0 0 20 0 1 0 0 0 300 18446744073709551615 1";
        assert_eq!(Stat::read(text), Some(Stat { group: 40, ticks: 12, pages: 300 }));
        assert_eq!(Stat::read("42 (x) S 1"), None);
    }
}
