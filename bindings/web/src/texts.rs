//! Texts on their way from JavaScript and back.

use crate::errors::WebError;
use serde::Serialize;
use std::cell::RefCell;

/// An answer to JavaScript.
pub type Answer = Result<String, WebError>;

thread_local! {
    /// The texts of the present call: their number, then each with its length in front; numbers have four bytes, the
    /// lowest first.
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The last answer.
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Makes room for the texts of the next call and returns its address; null if there is no memory.
pub fn room(length: usize) -> *mut u8 {
    // `vec![0; length]` would end the module where there is no memory.
    let mut bytes = Vec::new();
    if bytes.try_reserve_exact(length).is_err() {
        return std::ptr::null_mut();
    }
    // The address stays the same when the vector is moved into its place.
    bytes.resize(length, 0);
    INPUT.replace(bytes);
    INPUT.with_borrow_mut(|bytes| bytes.as_mut_ptr())
}

/// Keeps an answer and returns its length.
pub fn keep(text: String) -> usize {
    let length = text.len();
    OUTPUT.set(text);
    length
}

/// The address of the last answer.
pub fn answer() -> *const u8 {
    OUTPUT.with_borrow(|text| text.as_ptr())
}

/// The length of the last answer.
pub fn answer_length() -> usize {
    OUTPUT.with_borrow(String::len)
}

/// An answer in JSON.
///
/// # Errors
///
/// None for the types of this crate, whose maps have texts as keys.
pub fn json(value: &impl Serialize) -> Answer {
    serde_json::to_string(value).map_err(|error| WebError::argument("answer", "", &error.to_string()))
}

/// The lines of an answer, without an end of the last.
pub fn lines(texts: impl Iterator<Item = impl AsRef<str>>) -> String {
    let mut answer = String::new();
    for (index, text) in texts.enumerate() {
        if index > 0 {
            answer.push('\n');
        }
        answer.push_str(text.as_ref());
    }
    answer
}

/// The texts of a call.
#[derive(Debug)]
pub struct Texts(Vec<u8>);

impl Texts {
    /// Takes what JavaScript has written.
    #[must_use]
    pub fn take() -> Texts {
        // Taken, not looked at: a call without texts must not find those of the call before.
        Texts(INPUT.take())
    }

    fn number(&self, at: usize) -> Option<usize> {
        let bytes = self.0.get(at..at.checked_add(4)?)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
    }

    /// The bytes of a text by its place in the call; `None` if the call has fewer.
    #[must_use]
    pub fn bytes(&self, place: usize) -> Option<&[u8]> {
        if place >= self.number(0)? {
            return None;
        }
        let mut at = 4;
        for _ in 0..place {
            at += 4 + self.number(at)?;
        }
        // Lengths that point outside, as a faulty caller might write them, give no text.
        let length = self.number(at)?;
        self.0.get(at + 4..(at + 4).checked_add(length)?)
    }

    /// A text that may be left out.
    #[must_use]
    pub fn get(&self, place: usize) -> Option<&str> {
        std::str::from_utf8(self.bytes(place)?).ok()
    }

    /// A text; empty if the call has fewer.
    #[must_use]
    pub fn text(&self, place: usize) -> &str {
        self.get(place).unwrap_or_default()
    }
}
