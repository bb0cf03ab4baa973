//! The program as a process, for tests.

// Not every test needs all of it.
#![allow(dead_code)]

use helgi_protocol::transcript::{DEFAULT_LIMIT, Pattern};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// What is added to the time limits of the dialogues, because the machine may be busy with other
/// tests. Promptness itself is measured by `benches/latency.rs`.
pub const SLACK: Duration = Duration::from_secs(20);

/// What is sent to get the program into each of its states.
pub const STATES: [&[&str]; 7] = [
    &[],
    &["uci"],
    &["position startpos", "go infinite"],
    &["position startpos", "go ponder wtime 1000 btime 1000"],
    &["position startpos", "go infinite", "position startpos moves e2e4", "go infinite"],
    &["position fen bad", "go infinite"],
    &["go perft 30"],
];

/// What is sent to XBoard's side of the program to get it into each of its states.
pub const XBOARD_STATES: [&[&str]; 6] = [
    &["xboard"],
    &["xboard", "new", "st 1000", "usermove e2e4"],
    &["xboard", "new", "hard", "st 0.01", "usermove e2e4"],
    &["xboard", "new", "analyze"],
    &["xboard", "new", "analyze", "variant tactical", "go", "hint"],
    &["xboard", "new", "setboard bad", "edit"],
];

/// The program with its ends in our hands; killed when dropped.
pub struct Engine {
    pub child: Child,
    pub input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Taken away to close the reading end.
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

    /// A program to whose output nobody listens.
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

    pub fn say(&mut self, line: &str) {
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
