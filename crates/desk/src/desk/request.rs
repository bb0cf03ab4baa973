//! Requests and replies, as those of HTTP.

use crate::plan::Refusal;
use crate::reply;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The method of a request, as HTTP has it.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "UPPERCASE")]
pub enum Method {
    /// Asks for something, and changes nothing.
    Get,
    /// Orders something.
    Post,
}

/// A request of the page.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct PageRequest {
    /// The method.
    pub method: Method,
    /// The address: `/api/boards/NAME/at/MOVE`.
    pub path: String,
    /// The order as JSON; empty for a question.
    #[serde(default)]
    pub body: String,
}

/// The number of a stream of events.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Debug)]
#[serde(transparent)]
pub struct StreamId(pub u64);

/// The number of a request that is answered later.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Debug)]
#[serde(transparent)]
pub struct RequestId(pub u64);

/// The reply to a request.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Reply {
    /// A value, or the reason for a refusal.
    Json {
        /// The status, as that of HTTP: 200, or what kind of refusal it is.
        status: u16,
        /// The value, as JSON.
        body: String,
    },
    /// A file for the user.
    File {
        /// Its name.
        name: String,
        /// Its media type.
        media_type: String,
        /// Its text.
        text: String,
    },
    /// Events follow.
    Stream {
        /// The number of the stream.
        stream: StreamId,
    },
    /// The reply comes once an engine has thought.
    Later {
        /// The number with which it comes.
        later: RequestId,
    },
}

impl Reply {
    /// A value that was asked for.
    pub fn of(value: &impl Serialize) -> Reply {
        Reply::with(200, value)
    }

    /// A value with a status.
    pub fn with(status: u16, value: &impl Serialize) -> Reply {
        // The values of the desk have texts as keys, and finite numbers.
        Reply::Json { status, body: serde_json::to_string(value).unwrap_or_default() }
    }

    /// A refusal in words.
    pub fn error(status: u16, why: &str) -> Reply {
        Reply::with(status, &reply::error(why))
    }

    /// There is no such game or position.
    pub fn missing() -> Reply {
        Reply::with(reply::NOT_FOUND, &reply::missing())
    }
}

impl From<&Refusal> for Reply {
    fn from(refusal: &Refusal) -> Reply {
        Reply::with(refusal.status(), &refusal.body())
    }
}

impl<T: Serialize> From<Result<T, Refusal>> for Reply {
    fn from(done: Result<T, Refusal>) -> Reply {
        done.map_or_else(|refusal| Reply::from(&refusal), |value| Reply::of(&value))
    }
}

/// Reads the body of an order of at most so many bytes.
///
/// # Errors
///
/// The reply, if it is longer, or no order of the form that is expected.
pub(super) fn read<T: DeserializeOwned>(body: &str, longest: usize) -> Result<T, Reply> {
    if body.len() > longest {
        return Err(Reply::error(413, &format!("body: {} bytes, expected {longest} at most", body.len())));
    }
    serde_json::from_str(body).map_err(|error| match error.classify() {
        serde_json::error::Category::Data => {
            Reply::error(422, &format!("Failed to deserialize the JSON body into the target type: {error}"))
        }
        _ => Reply::error(400, &format!("Failed to parse the request body as JSON: {error}")),
    })
}

/// The parts of an address below `/api/`, without their escapes; `None` for another address.
pub(super) fn parts(path: &str) -> Option<Vec<String>> {
    let path = path.strip_prefix("/api/")?.split(['?', '#']).next()?;
    path.split('/').map(unescaped).collect()
}

/// A part of an address without its escapes; `None` if they are broken.
fn unescaped(part: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.bytes();
    while let Some(byte) = rest.next() {
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        bytes.push(match byte {
            b'%' => {
                let (high, low) = (digit(rest.next())?, digit(rest.next())?);
                u8::try_from(high * 16 + low).ok()?
            }
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_apart() {
        let parts = |path: &str| parts(path).map(|parts| parts.join("|"));
        assert_eq!(parts("/api/boards/a%2Db/at/x1?y").as_deref(), Some("boards|a-b|at|x1"));
        assert_eq!(parts("/api/boards/%D0%B6").as_deref(), Some("boards|ж"));
        for broken in ["/boards", "/api/%", "/api/%f", "/api/%zz", "/api/%ff"] {
            assert_eq!(parts(broken), None, "{broken}");
        }
    }

    #[test]
    fn bodies_are_refused_by_their_fault() {
        let status = |body: &str| match read::<Vec<u8>>(body, 8) {
            Err(Reply::Json { status, .. }) => status,
            _ => 200,
        };
        assert_eq!(["[1]", "[1", "[\"a\"]", "[1,2,3,4]"].map(status), [200, 400, 422, 413]);
    }
}
