//! Errors of commands.

use thiserror::Error;

use crate::text::excerpt;

/// A command whose arguments cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// A part of the command is missing.
    #[error("{command}: no {field}, expected {expected}")]
    Missing {
        /// The command.
        command: &'static str,
        /// The missing part.
        field: &'static str,
        /// The form that it should have.
        expected: &'static str,
    },
    /// A part of the command cannot be read.
    #[error("{command}: {field} `{value}`, expected {expected}")]
    Invalid {
        /// The command.
        command: &'static str,
        /// The part of the command.
        field: &'static str,
        /// The text that was found, cut short if it is long.
        value: String,
        /// The text that was expected.
        expected: &'static str,
    },
}

impl ParseError {
    /// The first word of the refused command; a refused `go` still owes its
    /// `bestmove`.
    pub fn command(&self) -> &'static str {
        match self {
            Self::Missing { command, .. } | Self::Invalid { command, .. } => command,
        }
    }

    pub(crate) fn missing(command: &'static str, field: &'static str, expected: &'static str) -> Self {
        Self::Missing { command, field, expected }
    }

    pub(crate) fn invalid(
        command: &'static str,
        field: &'static str,
        value: &str,
        expected: &'static str,
    ) -> Self {
        Self::Invalid { command, field, value: excerpt(value), expected }
    }
}
