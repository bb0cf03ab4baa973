//! The program as a process, for tests.

// Not every test needs all of it.
#![allow(dead_code)]

use helgi_protocol::transcript::{DEFAULT_LIMIT, Pattern, TranscriptEntry, TranscriptStep};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Added to the time limits of the dialogues, because the machine may be busy with other tests.
/// Promptness itself is measured by `benches/latency.rs`.
pub const SLACK: Duration = Duration::from_secs(20);

/// Asserts that a text has these parts one after the other, and perhaps more between them.
pub fn assert_in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let place = rest.find(part).unwrap_or_else(|| panic!("{part}\n--\n{rest}\n--\n{text}"));
        rest = &rest[place + part.len()..];
    }
}

/// The lines that get the program into each of its states.
pub const STATES: [&[&str]; 7] = [
    &[],
    &["uci"],
    &["position startpos", "go infinite"],
    &["position startpos", "go ponder wtime 1000 btime 1000"],
    &["position startpos", "go infinite", "position startpos moves e2e4", "go infinite"],
    &["position fen bad", "go infinite"],
    &["go perft 30"],
];

/// The lines that get XBoard's side of the program into each of its states.
pub const XBOARD_STATES: [&[&str]; 6] = [
    &["xboard"],
    &["xboard", "new", "st 1000", "usermove e2e4"],
    &["xboard", "new", "hard", "st 0.01", "usermove e2e4"],
    &["xboard", "new", "analyze"],
    &["xboard", "new", "analyze", "variant tactical", "go", "hint"],
    &["xboard", "new", "setboard bad", "edit"],
];

/// Runs the program to its end, with all of its input at once.
pub fn run(program: &mut Command, input: &[u8]) -> Output {
    let program =
        program.env("LC_ALL", "C").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    // A program that wants no input may have closed it.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// The program with its ends in our hands; killed when dropped.
pub struct Engine {
    pub child: Child,
    pub input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Set to false to close the reading end.
    open: Arc<Mutex<bool>>,
}

impl Engine {
    pub fn start() -> Engine {
        Self::start_with(&mut Command::new(env!("CARGO_BIN_EXE_helgi")))
    }

    pub fn start_with(program: &mut Command) -> Engine {
        let mut child =
            program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let output = child.stdout.take().unwrap();
        let (sender, lines) = channel();
        let open = Arc::new(Mutex::new(true));
        let still_open = open.clone();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                // Leaving drops the reading end of the pipe.
                if !*still_open.lock().unwrap()
                    || sender.send(line.trim_end_matches('\r').to_owned()).is_err()
                {
                    return;
                }
            }
        });
        Engine { input: child.stdin.take(), child, lines, open }
    }

    /// A program whose output nobody reads.
    pub fn unheard(mut child: Child) -> Engine {
        let input = child.stdin.take();
        Engine { child, input, lines: channel().1, open: Arc::default() }
    }

    /// Closes the reading end of the output, as soon as another line has come.
    pub fn stop_listening(&self) {
        *self.open.lock().unwrap() = false;
    }

    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        input.write_all(bytes)?;
        input.flush()
    }

    pub fn send_line(&mut self, line: &str) {
        self.send(format!("{line}\n").as_bytes()).unwrap();
    }

    pub fn next_line(&self, limit: Duration) -> Result<String, RecvTimeoutError> {
        self.lines.recv_timeout(limit)
    }

    /// Waits for a line that fits, and returns it with those before it.
    pub fn wait_for(&self, pattern: &str) -> Vec<String> {
        let pattern = Pattern::new(pattern);
        let mut seen = Vec::new();
        loop {
            match self.next_line(DEFAULT_LIMIT + SLACK) {
                Ok(line) => seen.push(line),
                Err(error) => panic!("{}: {error}, after {seen:#?}", pattern.as_str()),
            }
            if pattern.matches(seen.last().unwrap()) {
                return seen;
            }
        }
    }

    pub fn exit_status(&mut self, limit: Duration) -> Option<std::process::ExitStatus> {
        let until = Instant::now() + limit;
        loop {
            match self.child.try_wait().unwrap() {
                None if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                status => return status,
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Takes the steps of a dialogue; the line and the reason of the first that does not hold.
pub fn replay(entries: &[TranscriptEntry]) -> Result<(), (usize, String)> {
    let mut engine = Engine::start();
    let mut limit = DEFAULT_LIMIT;
    let (mut forbidden, mut allowed) = (Vec::new(), Vec::new());
    for TranscriptEntry { line, step } in entries {
        let fail = |reason: String| Err((*line, reason));
        match step {
            TranscriptStep::Send { bytes, times } => {
                for _ in 0..*times {
                    // The end of an engine shows in the next expectation.
                    let _ = engine.send(bytes);
                }
            }
            TranscriptStep::Forbid(pattern) => forbidden.push(pattern),
            TranscriptStep::Allow(pattern) => allowed.push(pattern),
            TranscriptStep::Limit(time) => limit = *time,
            TranscriptStep::Wait(time) => thread::sleep(*time),
            TranscriptStep::EndOfInput => engine.input = None,
            TranscriptStep::CloseOutput => engine.stop_listening(),
            TranscriptStep::Expect { pattern, times } => {
                for _ in 0..*times {
                    loop {
                        let next = match engine.next_line(limit + SLACK) {
                            Ok(next) => next,
                            Err(error) => return fail(format!("`{}`: {error}", pattern.as_str())),
                        };
                        if pattern.matches(&next) {
                            break;
                        }
                        check(&next, &forbidden, &allowed).or_else(fail)?;
                    }
                }
                forbidden.clear();
                allowed.clear();
            }
            TranscriptStep::Exit(status) => {
                match engine.exit_status(limit + SLACK) {
                    None => return fail("it does not end".to_owned()),
                    Some(found) if found.code() != Some(*status) => return fail(format!("{found}")),
                    Some(_) => {}
                }
                while let Ok(next) = engine.next_line(Duration::from_millis(100)) {
                    check(&next, &forbidden, &allowed).or_else(fail)?;
                }
                forbidden.clear();
                allowed.clear();
            }
        }
    }
    Ok(())
}

fn check(line: &str, forbidden: &[&Pattern], allowed: &[&Pattern]) -> Result<(), String> {
    let fits = |pattern: &&&Pattern| pattern.matches(line);
    if let Some(pattern) = forbidden.iter().find(fits) {
        return Err(format!("`{line}` comes, which `{}` forbids", pattern.as_str()));
    }
    if !allowed.is_empty() && !allowed.iter().any(|pattern| pattern.matches(line)) {
        return Err(format!("`{line}` comes, which nothing allows"));
    }
    Ok(())
}
