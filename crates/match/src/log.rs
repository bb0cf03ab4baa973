//! The log: every line between the match and the engines.

use helgi_files::open_to_append;
use helgi_protocol::notation::one_line;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// A log; without a file nothing is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Log(Option<Arc<Mutex<Open>>>);

#[derive(Debug)]
struct Open {
    file: File,
    began: Instant,
    /// The first thing that went wrong.
    error: Option<io::Error>,
}

impl Log {
    /// A log at the end of a file.
    pub fn append_to(path: &Path) -> io::Result<Log> {
        let file = open_to_append(path)?;
        Ok(Log(Some(Arc::new(Mutex::new(Open { file, began: Instant::now(), error: None })))))
    }

    pub fn is_open(&self) -> bool {
        self.0.is_some()
    }

    pub fn sent(&self, engine: &str, line: &str) {
        self.write(engine, '>', line);
    }

    pub fn received(&self, engine: &str, line: &str) {
        self.write(engine, '<', line);
    }

    /// A line of an engine's standard error.
    pub fn errors(&self, engine: &str, line: &str) {
        self.write(engine, '!', line);
    }

    /// The first error of writing, if there was one; returned once.
    pub fn take_error(&self) -> Option<io::Error> {
        self.0.as_ref()?.lock().ok()?.error.take()
    }

    fn write(&self, engine: &str, sign: char, line: &str) {
        let Some(open) = &self.0 else { return };
        let Ok(mut open) = open.lock() else { return };
        let milliseconds = open.began.elapsed().as_millis();
        // `tail -f` of it shows what engines write on a terminal.
        let line = format!("{milliseconds} {sign}{}: {}\n", one_line(engine), one_line(line));
        if let Err(error) = open.file.write_all(line.as_bytes()) {
            open.error.get_or_insert(error);
        }
    }
}
