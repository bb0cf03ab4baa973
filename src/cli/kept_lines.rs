//! Finished work, kept on disk next to an output until all is done: a crash of the program or the machine
//! loses only what is in progress.
//!
//! A file of lines of JSON: the settings, then a line for each piece of work, in the order in which they were finished. A
//! line that is cut short does not count.

use super::{about, invalid};
use helgi_files::{open_for_update, open_ordinary};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The largest such file. Unit: bytes.
const LARGEST: u64 = 4 << 30;

/// A file of finished work that is open for more.
#[derive(Debug)]
pub struct KeptLines {
    path: PathBuf,
    file: File,
}

impl KeptLines {
    /// The file next to an output: `judged.pgn.part`.
    pub fn beside(output: &Path) -> PathBuf {
        let mut name = output.as_os_str().to_owned();
        name.push(".part");
        PathBuf::from(name)
    }

    /// Begins the file of some work, such as `a study`, with its settings; with `resume` goes on with the file of a run that was
    /// interrupted, and returns its lines. `check` refuses other settings before the file is changed.
    ///
    /// # Errors
    ///
    /// When it cannot be read or written, is there and not to be resumed, is damaged, belongs to a program that runs, or is
    /// refused.
    pub fn open<H: Serialize + DeserializeOwned, L: DeserializeOwned>(
        path: PathBuf,
        (work, head): (&str, &H),
        resume: bool,
        check: impl FnOnce(&H) -> Result<(), String>,
    ) -> io::Result<(KeptLines, Vec<L>)> {
        if let Some(file) = KeptLines::begin(path.clone(), head)? {
            return Ok((file, Vec::new()));
        }
        if !resume {
            return Err(invalid(format_args!(
                "{}: {work} was interrupted there; use --resume to continue it, or delete the file",
                path.display()
            )));
        }
        KeptLines::resume(path, check)
    }

    /// Begins a file with the settings; `None` if there is one already.
    fn begin(path: PathBuf, head: &impl Serialize) -> io::Result<Option<KeptLines>> {
        let mut file = match File::create_new(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(None),
            Err(error) => return Err(about(&path, &error)),
        };
        lock(&file).map_err(|error| about(&path, &error))?;
        let written = write_line(&mut file, head);
        if written.is_err() {
            // Half a line cannot be resumed.
            let _ = fs::remove_file(&path);
        }
        written.map_err(|error| about(&path, &error))?;
        Ok(Some(KeptLines { path, file }))
    }

    /// Opens the file of a run that was interrupted, and returns its lines with it.
    fn resume<H: DeserializeOwned, L: DeserializeOwned>(
        path: PathBuf,
        check: impl FnOnce(&H) -> Result<(), String>,
    ) -> io::Result<(KeptLines, Vec<L>)> {
        let failed = |error| about(&path, &error);
        let refuse = |what: &str| invalid(format_args!("{}: {what}", path.display()));
        open_ordinary(&path, LARGEST).map_err(failed)?;
        let mut file = open_for_update(&path).map_err(failed)?;
        lock(&file).map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let mut rows = bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
        let head = rows.next().unwrap_or_default();
        let own: H = serde_json::from_slice(head)
            .map_err(|_| refuse("the file is damaged; delete it to start again"))?;
        check(&own).map_err(|why| refuse(&format!("{why}; delete the file to start again")))?;
        let (mut lines, mut whole) = (Vec::new(), head.len());
        for row in rows {
            let Ok(line) = serde_json::from_slice(row) else { break };
            whole += row.len();
            lines.push(line);
        }
        file.set_len(whole as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok((KeptLines { path, file }, lines))
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps a piece of work.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn add(&mut self, line: &impl Serialize) -> io::Result<()> {
        write_line(&mut self.file, line).map_err(|error| about(&self.path, &error))
    }

    /// Removes the file once everything is written elsewhere.
    ///
    /// # Errors
    ///
    /// When it cannot be.
    pub fn remove(self) -> io::Result<()> {
        let KeptLines { path, file } = self;
        drop(file);
        fs::remove_file(&path).map_err(|error| about(&path, &error))
    }
}

fn write_line(file: &mut File, line: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_string(line).map_err(io::Error::other)?;
    file.write_all((text + "\n").as_bytes())?;
    file.sync_data()
}

/// Locks the file for as long as it is open: two runs that resume it would each repeat the other's work.
fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(invalid("another program writes it, expected nobody to; wait until it has ended"))
        }
        // There are disks without locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}
