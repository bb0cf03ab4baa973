//! The libraries' errors as exceptions of Python. Their classes are in `helgi._errors`.
//!
//! They are written in Python because a class of Rust's cannot be below ValueError before abi3 of Python 3.12.

use helgi_engine::net::NetError;
use helgi_notation::excerpt;
use helgi_record::ReadError;
use helgi_record::replay::Wrong;
use helgi_rules::FenError;
use helgi_rules::games::NameError;
use helgi_rules::notation::MoveError;
use helgi_variants::Finding;
use pyo3::BoundObject;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::io;
use std::path::Path;

/// Makes an exception of a class of `helgi._errors`; what hinders that becomes the exception.
fn raise<'py>(py: Python<'py>, class: &str, arguments: impl IntoPyObject<'py, Target = PyTuple>) -> PyErr {
    let made = py.import("helgi._errors").and_then(|errors| {
        let arguments = arguments.into_pyobject(py).map_err(Into::into)?.into_bound();
        errors.getattr(class)?.call1(arguments)
    });
    made.map_or_else(|error| error, PyErr::from_value)
}

/// A number or a text out of its range.
pub fn argument(py: Python<'_>, field: &str, value: &str, expected: &str) -> PyErr {
    raise(py, "ArgumentError", (format!("{field}: `{value}`, expected {expected}"), field, value, expected))
}

/// A text that is no position.
pub fn fen(py: Python<'_>, error: &FenError) -> PyErr {
    let FenError { field, value, expected, fault } = error;
    raise(py, "FenError", (error.to_string(), *field, value, expected, fault.id()))
}

/// A text that is no legal move.
pub fn played(py: Python<'_>, text: &str, error: &MoveError) -> PyErr {
    let text = excerpt(text);
    let message = error.to_string();
    let (reason, expected) = match error {
        MoveError::Ambiguous(_) => ("ambiguous", "more of the square that the piece leaves"),
        _ => ("illegal", "a legal move"),
    };
    raise(py, "MoveError", (message, "move", text, expected, reason))
}

/// A name of no game.
pub fn name(py: Python<'_>, error: &NameError) -> PyErr {
    raise(py, "GameNameError", (format!("game: {error}"), "game", &error.name, &error.expected))
}

/// A file that is no net.
pub fn net(py: Python<'_>, error: &NetError) -> PyErr {
    argument(py, "net", "the file", &error.to_string())
}

/// An engine that is closed.
pub fn closed(py: Python<'_>) -> PyErr {
    let message = "engine: `closed`, expected one that is open";
    raise(py, "EngineClosedError", (message, "engine", "closed", "one that is open"))
}

/// A file of recorded games that cannot be read further.
pub fn unread(py: Python<'_>, error: ReadError) -> PyErr {
    match error {
        ReadError::Io { error, .. } => PyErr::from(error),
        other => raise(py, "PgnError", (other.to_string(), "pgn", "", "", other.line())),
    }
}

/// A recorded game that the rules do not allow.
pub fn wrong(py: Python<'_>, wrong: &Wrong, line: usize) -> PyErr {
    match wrong {
        Wrong::Variant(error) => name(py, error),
        Wrong::Fen(error) => fen(py, error),
        other => raise(py, "PgnError", (other.to_string(), "game", "", "", line)),
    }
}

/// A pickled board that cannot be made again.
pub fn pickle(py: Python<'_>, field: &str, value: &str, expected: &str) -> PyErr {
    let message = format!("pickled board, {field}: `{value}`, expected {expected}");
    raise(py, "HelgiError", (message, field, value, expected))
}

/// A file of the system, with its name.
pub fn file(error: io::Error, path: &Path) -> PyErr {
    PyErr::from(io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

/// A report about a file of games, as an object of Python.
///
/// # Errors
///
/// Python's own, such as MemoryError.
pub fn finding<'py>(py: Python<'py>, finding: &Finding) -> PyResult<Bound<'py, PyAny>> {
    let Finding { place, section, key, found, suggestion, .. } = finding;
    let (severity, expected) = (finding.severity.name(), finding.expected.to_string());
    let text = finding.to_string();
    let class = py.import("helgi._errors")?.getattr("Finding")?;
    class.call1((severity, place.line, place.column, section, key, found, expected, suggestion, text))
}

/// A file of games of which some cannot be played.
///
/// # Errors
///
/// Python's own, such as MemoryError.
pub fn game_file(py: Python<'_>, findings: &[Finding], games: &[&str]) -> PyResult<PyErr> {
    let fatal: Vec<&Finding> = findings.iter().filter(|finding| finding.is_fatal()).collect();
    let first = fatal.first().map_or_else(String::new, ToString::to_string);
    let message = match fatal.len() {
        0 | 1 => first,
        count => format!("{first} (and {} more)", count - 1),
    };
    let findings: Vec<Bound<'_, PyAny>> =
        findings.iter().map(|each| finding(py, each)).collect::<PyResult<_>>()?;
    let arguments = (message, PyTuple::new(py, findings)?, PyTuple::new(py, games)?);
    Ok(raise(py, "GameFileError", arguments))
}

/// Warns by a class of `helgi`: of a text in a file of games that could be a slip, or of one that was read otherwise than it is
/// written.
///
/// # Errors
///
/// If the program has made this warning an error.
pub fn warn(py: Python<'_>, class: &str, text: &str) -> PyResult<()> {
    let class = py.import("helgi._errors")?.getattr(class)?;
    py.import("warnings")?.call_method1("warn", (text, class, 2)).map(|_| ())
}
