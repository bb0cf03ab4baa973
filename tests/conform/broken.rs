//! A broken engine: the program whose path it is given, with faults that other engines really have.
//!
//! It takes a line that ends with CR for another one, answers stalemate and mate with a move, ends with a value that
//! is no number, outlives the end of its input, and repeats a move in its lines of play.

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Command, ExitCode, Stdio, exit};
use std::thread;
use std::time::Duration;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("broken_engine: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> io::Result<()> {
    let program = env::args_os().nth(1).ok_or_else(|| io::Error::other("expected a program"))?;
    let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(io::Error::other("a program without pipes"));
    };
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if writeln!(io::stdout(), "{}", answer(&line)).is_err() {
                return;
            }
        }
    });
    let mut bytes = Vec::new();
    let mut commands = io::stdin().lock();
    while commands.read_until(b'\n', &mut bytes)? > 0 {
        if String::from_utf8_lossy(&bytes).contains("banana") {
            exit(3);
        }
        // A word with a CR behind it is an unknown word.
        if bytes.ends_with(b"\r\n") {
            bytes.truncate(bytes.len() - 2);
            bytes.extend_from_slice(b"_\n");
        }
        let is_quit = bytes == b"quit\n";
        input.write_all(&bytes)?;
        input.flush()?;
        if is_quit {
            child.wait()?;
            return Ok(());
        }
        bytes.clear();
    }
    // It does not see that nobody is there any more.
    thread::sleep(Duration::from_secs(60));
    child.kill()?;
    Ok(())
}

fn answer(line: &str) -> String {
    if line.starts_with("bestmove (none)") {
        return "bestmove a1a1".to_owned();
    }
    match line.split_once(" pv ") {
        Some((head, moves)) if line.starts_with("info ") => {
            let first = moves.split(' ').next().unwrap_or_default();
            format!("{head} pv {first} {first}")
        }
        _ => line.to_owned(),
    }
}
