//! Games that are [written](helgi_desk::workbench) on the page: the address, and the folder with their texts.
//!
//! One request is carried out at a time: a text that takes long delays the next one, and nothing else.

use crate::response::{apart, failed};
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use chrono::{DateTime, Local};
use helgi_desk::desk::Method;
use helgi_desk::moment::LocalTime;
use helgi_desk::workbench::{self, LONGEST_KEPT, LONGEST_WRITTEN, TextNotKept, TextStore, WriteRefusal};
use helgi_files::{FileLock, LockError, NewFile, read_ordinary, with_ending};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// The ending of the files.
const ENDING: &str = "ini";

/// The name of the file beside which the lock of a folder stands.
const LOCKED: &str = "texts";

/// The time to wait for another program that writes.
const PATIENCE: Duration = Duration::from_secs(5);

/// The texts of games that are written: in a folder, or in memory without one.
#[derive(Debug, Default)]
pub struct WrittenTexts {
    folder: Option<PathBuf>,
    memory: BTreeMap<String, (LocalTime, String)>,
}

/// The time where the user is, by the clock that showed it then.
fn local(time: SystemTime) -> LocalTime {
    let time = DateTime::<Local>::from(time);
    LocalTime::since_1970(time.timestamp() + i64::from(time.offset().local_minus_utc()))
}

impl WrittenTexts {
    /// The texts in a folder, whose games that were played are made known; the folder is made with the first text.
    pub fn new(folder: Option<PathBuf>) -> Self {
        let texts = WrittenTexts { folder, memory: BTreeMap::new() };
        workbench::restore(&texts);
        texts
    }

    fn file(folder: &Path, name: &str) -> PathBuf {
        folder.join(format!("{name}.{ENDING}"))
    }
}

impl TextStore for WrittenTexts {
    fn list(&self) -> Vec<(String, LocalTime)> {
        let Some(folder) = &self.folder else {
            let mut all: Vec<_> = self.memory.iter().map(|(name, (when, _))| (name.clone(), *when)).collect();
            all.sort_by_key(|(_, when)| std::cmp::Reverse(*when));
            return all;
        };
        let files = with_ending(folder, ENDING).into_iter();
        let known = files.filter_map(|path| {
            let when = path.metadata().ok()?.modified().ok()?;
            Some((when, path.file_stem()?.to_str()?.to_owned()))
        });
        let mut known: Vec<(SystemTime, String)> = known.collect();
        known.sort_by_key(|(when, _)| std::cmp::Reverse(*when));
        known.into_iter().map(|(when, name)| (name, local(when))).collect()
    }

    fn read(&self, name: &str) -> Option<String> {
        match &self.folder {
            Some(folder) => {
                let bytes = read_ordinary(&Self::file(folder, name), LONGEST_KEPT as u64).ok()?;
                String::from_utf8(bytes).ok()
            }
            None => self.memory.get(name).map(|(_, text)| text.clone()),
        }
    }

    fn write(&mut self, name: &str, text: &str, when: LocalTime) -> Result<(), TextNotKept> {
        let Some(folder) = &self.folder else {
            self.memory.insert(name.to_owned(), (when, text.to_owned()));
            return Ok(());
        };
        let written = std::fs::create_dir_all(folder).and_then(|()| {
            let mut file = NewFile::create(&Self::file(folder, name))?;
            file.write_all(text.as_bytes())?;
            file.finish()
        });
        written.map_err(|reason| TextNotKept { folder: folder.clone(), reason })
    }

    fn remove(&mut self, name: &str) {
        match &self.folder {
            // One that is gone already is as good.
            Some(folder) => drop(std::fs::remove_file(Self::file(folder, name))),
            None => drop(self.memory.remove(name)),
        }
    }
}

/// The texts, which one request at a time has.
type Texts = Arc<Mutex<WrittenTexts>>;

/// The addresses.
pub fn routes(texts: WrittenTexts) -> Router {
    Router::new()
        .route("/api/write", get(look))
        .route("/api/write/{*rest}", get(look).post(carry_out))
        .layer(DefaultBodyLimit::max(LONGEST_WRITTEN))
        .with_state(Arc::new(Mutex::new(texts)))
}

async fn look(State(texts): State<Texts>, uri: Uri) -> Response {
    answer(texts, Method::Get, uri.path().to_owned(), Bytes::new()).await
}

async fn carry_out(State(texts): State<Texts>, uri: Uri, body: Bytes) -> Response {
    answer(texts, Method::Post, uri.path().to_owned(), body).await
}

async fn answer(texts: Texts, method: Method, path: String, body: Bytes) -> Response {
    let answer = apart(move || {
        // Names of texts and of games have no letters that an address escapes.
        let below = path.strip_prefix("/api/write").unwrap_or_default();
        let parts: Vec<&str> = below.split('/').filter(|part| !part.is_empty()).collect();
        let body = String::from_utf8_lossy(&body);
        let now = local(SystemTime::now());
        let mut texts = texts.lock().unwrap_or_else(PoisonError::into_inner);
        // Another program may write the same folder; on a disk without locks the last one counts.
        let folder = texts.folder.as_ref().filter(|_| method == Method::Post);
        let _lock = match folder.map(|folder| FileLock::take(&folder.join(LOCKED), PATIENCE)) {
            Some(Err(LockError::InUse { path, .. })) => {
                let folder = path.parent().unwrap_or(&path).display().to_string();
                return Err(WriteRefusal::new(409, "workbench.in-use").with("folder", folder));
            }
            lock => lock.and_then(Result::ok).map(FileLock::tidy),
        };
        workbench::answer(&mut *texts, now, (method, &parts), &body)
    });
    match answer.await {
        Some(Ok(answer)) => Json(answer.value).into_response(),
        Some(Err(refusal)) => {
            let status = StatusCode::from_u16(refusal.status).unwrap_or(StatusCode::UNPROCESSABLE_ENTITY);
            (status, Json(refusal.body())).into_response()
        }
        None => failed(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_files_of_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("written");
        let mut texts = WrittenTexts::new(Some(place.clone()));
        assert!(texts.list().is_empty() && !place.exists());
        let now = local(SystemTime::now());
        texts.write("my", "[my:chess]\n", now).unwrap();
        texts.write("my.0001", "[my:chess]\n", now).unwrap();
        assert_eq!(texts.read("my").as_deref(), Some("[my:chess]\n"));
        let mut names: Vec<String> = texts.list().into_iter().map(|(name, _)| name).collect();
        names.sort();
        assert_eq!(names, ["my", "my.0001"]);
        let seconds = texts.list()[0].1.seconds() - now.seconds();
        assert!((-5..=5).contains(&seconds), "{seconds}");
        texts.remove("my");
        assert_eq!(texts.read("my"), None);
    }
}
