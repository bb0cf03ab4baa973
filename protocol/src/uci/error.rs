//! Why a command was refused.

use thiserror::Error;

use crate::text::excerpt;

/// A command whose arguments cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// Something is not there.
    #[error("{command}: no {field}, expected {expected}")]
    Missing {
        /// The command.
        command: &'static str,
        /// What is missing.
        field: &'static str,
        /// What it should look like.
        expected: &'static str,
    },
    /// Something cannot be read.
    #[error("{command}: {field} `{value}`, expected {expected}")]
    Invalid {
        /// The command.
        command: &'static str,
        /// The part of the command.
        field: &'static str,
        /// What stands there, cut short if it is long.
        value: String,
        /// What should stand there.
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

    pub(super) fn missing(command: &'static str, field: &'static str, expected: &'static str) -> Self {
        Self::Missing { command, field, expected }
    }

    pub(super) fn invalid(
        command: &'static str,
        field: &'static str,
        value: &str,
        expected: &'static str,
    ) -> Self {
        Self::Invalid { command, field, value: excerpt(value), expected }
    }
}
