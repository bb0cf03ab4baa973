//! Games that are written on a page without a server: their texts are on the shelf, beside the games.

use super::{Desk, Method, Reply, Shelf};
use crate::moment::LocalTime;
use crate::workbench::{self, TextNotKept, TextStore};

/// The texts of a shelf.
struct ShelfTexts<'a, S>(&'a mut S);

fn key(name: &str) -> String {
    format!("{TEXT}{name}")
}

/// The beginning of the names of texts on a shelf, which no game has.
pub(super) const TEXT: &str = "write:";

impl<S: Shelf> TextStore for ShelfTexts<'_, S> {
    fn list(&self) -> Vec<(String, LocalTime)> {
        let all = self.0.texts().into_iter();
        all.filter_map(|(name, when)| Some((name.strip_prefix(TEXT)?.to_owned(), when))).collect()
    }

    fn read(&self, name: &str) -> Option<String> {
        self.0.read(&key(name)).map(str::to_owned)
    }

    fn write(&mut self, name: &str, text: &str, when: LocalTime) -> Result<(), TextNotKept> {
        self.0.write(&key(name), text.to_owned(), when);
        Ok(())
    }

    fn remove(&mut self, name: &str) {
        self.0.remove(&key(name));
    }
}

impl<S: Shelf> Desk<S> {
    /// Makes the games known that were played here while they were written, to the engines too.
    pub(super) fn restore_written(&mut self) {
        self.news.rules.extend(workbench::restore(&ShelfTexts(&mut self.shelf)));
    }

    /// Answers a request about games that are written.
    pub(super) fn write(&mut self, method: Method, parts: &[&str], body: &str) -> Result<Reply, Reply> {
        let texts = &mut ShelfTexts(&mut self.shelf);
        let answer = workbench::answer(texts, self.present.local, (method, parts), body)?;
        self.news.rules.extend(answer.rules);
        Ok(Reply::of(&answer.value))
    }
}
