//! Texts, numbers, names and files as Python hands them in.

use crate::errors;
use helgi_notation::excerpt;
use helgi_rules::GameId;
use helgi_rules::board::Side;
use helgi_words::Catalogue;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyString};
use std::path::PathBuf;
use std::time::Duration;

/// A text. One with half a character (a lone surrogate), which UTF-8 does not have, is an `ArgumentError`.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a>(pub &'a str);

impl<'a, 'py> FromPyObject<'a, 'py> for Text<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object.extract::<&'a str>().map(Text).map_err(|error| match object.cast::<PyString>() {
            Ok(text) => {
                let shown = excerpt(&text.to_string_lossy());
                errors::argument(object.py(), "text", &shown, "whole characters, no lone surrogates")
            }
            Err(_) => error,
        })
    }
}

/// Anything that Python takes for true or false: 0, 1 and `None` too.
#[derive(Clone, Copy, Debug)]
pub struct Truth(pub bool);

impl<'a, 'py> FromPyObject<'a, 'py> for Truth {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object.is_truthy().map(Truth)
    }
}

/// The name of a game as Python hands it in.
///
/// # Errors
///
/// `GameNameError` if there is none of this name.
pub fn game(py: Python<'_>, name: Text<'_>) -> PyResult<GameId> {
    name.0.parse::<GameId>().map_err(|error| errors::name(py, &error))
}

/// A side: `white` or `black`.
///
/// # Errors
///
/// `ArgumentError` for any other text.
pub fn side(py: Python<'_>, name: Text<'_>) -> PyResult<Side> {
    match name.0 {
        "white" => Ok(Side::White),
        "black" => Ok(Side::Black),
        other => Err(errors::argument(py, "side", &excerpt(other), "`white` or `black`")),
    }
}

/// The name of a side.
#[must_use]
pub const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// The catalogue of a language, by its code.
///
/// # Errors
///
/// `ArgumentError` if there is none.
pub fn language(py: Python<'_>, code: Text<'_>) -> PyResult<&'static Catalogue> {
    Catalogue::named(code.0).ok_or_else(|| {
        let codes: Vec<&str> = Catalogue::all().iter().map(Catalogue::code).collect();
        errors::argument(py, "language", &excerpt(code.0), &format!("one of {}", codes.join(", ")))
    })
}

/// A whole number within bounds.
///
/// # Errors
///
/// `ArgumentError` if it is outside them, TypeError if it is no whole number.
pub fn whole(field: &str, value: &Bound<'_, PyAny>, least: u64, most: u64) -> PyResult<u64> {
    if !value.is_instance_of::<PyInt>() {
        let kind = value.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{field}: expected an int, not {kind}")));
    }
    let number = value.extract::<u64>().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| {
        // Python does not write numbers of more than 4,300 digits.
        let shown = value.str().map_or_else(|_| "a huge number".to_owned(), |text| text.to_string());
        let expected = format!("a whole number from {least} to {most}");
        errors::argument(value.py(), field, &excerpt(&shown), &expected)
    })
}

/// A whole number within bounds, or none.
///
/// # Errors
///
/// As [`whole`].
pub fn whole_or_none(
    field: &str,
    value: Option<&Bound<'_, PyAny>>,
    least: u64,
    most: u64,
) -> PyResult<Option<u64>> {
    value.map(|value| whole(field, value, least, most)).transpose()
}

/// A time in seconds.
///
/// # Errors
///
/// `ArgumentError` if it is negative, endless or no number; TypeError if it is neither an int nor a float.
pub fn seconds(field: &str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    // A year; the search adds to times.
    const MOST: f64 = 366.0 * 86_400.0;
    if !value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyFloat>() {
        let kind = value.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{field}: expected a float, not {kind}")));
    }
    let number = value.extract::<f64>().ok().filter(|number| (0.0..=MOST).contains(number));
    number.and_then(|number| Duration::try_from_secs_f64(number).ok()).ok_or_else(|| {
        let shown = value.str().map_or_else(|_| "a huge number".to_owned(), |text| text.to_string());
        errors::argument(value.py(), field, &excerpt(&shown), "seconds, from 0 to a year")
    })
}

/// A file or a text, of which there must be one.
#[derive(Clone, Debug)]
pub enum Source {
    /// The file of this name.
    File(PathBuf),
    /// The text itself.
    Text(String),
}

impl Source {
    /// The source of a function that has the arguments `path` and `text`.
    ///
    /// # Errors
    ///
    /// TypeError if there are both or neither.
    pub fn new(path: Option<PathBuf>, text: Option<Text<'_>>) -> PyResult<Source> {
        match (path, text) {
            (Some(path), None) => Ok(Source::File(path)),
            (None, Some(Text(text))) => Ok(Source::Text(text.to_owned())),
            (Some(_), Some(_)) => Err(PyTypeError::new_err("expected a path or text=, not both")),
            (None, None) => Err(PyTypeError::new_err("expected a path or text=")),
        }
    }
}
