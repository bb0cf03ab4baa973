//! A file of games on disk, to which games are added one by one.

use super::frames::{FileFormat, Reader, entry_frame, head_frame};
use helgi_files::open_for_update;
use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::Path;

/// A file of games that one program writes at a time.
#[derive(Debug)]
pub struct Store<F> {
    file: File,
    format: PhantomData<F>,
}

impl<F: FileFormat> Store<F> {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// If it exists or cannot be written.
    pub fn create(path: &Path, head: &F::Head) -> io::Result<Self> {
        let mut file = File::create_new(path)?;
        lock(&file)?;
        let written = file.write_all(&head_frame::<F>(head));
        if written.is_err() {
            // Half a head is useless.
            let _ = fs::remove_file(path);
        }
        written.map(|()| Store { file, format: PhantomData })
    }

    /// Resumes a file, and returns the numbers of its games. An incomplete last game is cut off.
    ///
    /// # Errors
    ///
    /// If it cannot be read or written, another program writes it, or it was begun with another head.
    pub fn resume(path: &Path, head: &F::Head) -> io::Result<(Self, HashSet<u32>)> {
        let mut file = open_for_update(path)?;
        lock(&file)?;
        let whole = head_frame::<F>(head);
        let mut there = Vec::new();
        (&file).take(whole.len() as u64).read_to_end(&mut there)?;
        file.rewind()?;
        if there.len() < whole.len() && whole.starts_with(&there) {
            // The program was killed before the head was there.
            file.write_all(&whole)?;
            return Ok((Store { file, format: PhantomData }, HashSet::new()));
        }
        let mut reader = Reader::<_, F>::new(BufReader::new(&file)).map_err(io::Error::other)?;
        if reader.head() != head {
            let found = reader.head();
            return Err(invalid(format!("it was begun as {found}: expected {head}")));
        }
        let mut numbers = HashSet::new();
        for entry in reader.by_ref() {
            match entry {
                Ok(entry) => numbers.insert(F::number(&entry)),
                Err(damage) if damage.error.kind() == io::ErrorKind::UnexpectedEof => break,
                Err(damage) => return Err(invalid(damage.to_string())),
            };
        }
        let end = reader.offset();
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok((Store { file, format: PhantomData }, numbers))
    }

    /// Adds a game, at once and as a whole.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn add(&mut self, entry: &F::Entry) -> io::Result<()> {
        self.file.write_all(&entry_frame::<F>(entry))
    }
}

fn lock(file: &File) -> io::Result<()> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => invalid("another program is writing it".to_owned()),
        TryLockError::Error(error) => error,
    })
}

fn invalid(what: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, what)
}
