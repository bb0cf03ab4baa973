//! The source of a person's lines: a terminal, with editing, history and completion, or any other input.

use rustyline::completion::Completer;
use rustyline::config::{CompletionType, Config};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use std::io::{self, BufRead, Write};

/// The input of a person.
pub enum Prompt<R> {
    /// A terminal.
    Terminal(Box<Editor<Completions, MemHistory>>),
    /// Lines without a person to edit them.
    Plain(R),
}

impl<R: BufRead> Prompt<R> {
    /// The terminal that the program was started in.
    ///
    /// # Errors
    ///
    /// Of the terminal.
    pub fn terminal() -> io::Result<Self> {
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let history = MemHistory::with_config(&config);
        Ok(Prompt::Terminal(Box::new(Editor::with_history(config, history).map_err(error_of)?)))
    }

    /// The next line, without its end; `None` when the person leaves. `words` are the completions
    /// of the tab key.
    ///
    /// # Errors
    ///
    /// Of the input or the output.
    pub fn read(
        &mut self,
        prompt: &str,
        words: impl FnOnce() -> Vec<String>,
        out: &mut impl Write,
    ) -> io::Result<Option<String>> {
        match self {
            Prompt::Terminal(editor) => {
                // The editor writes to the terminal itself, past `out`.
                out.flush()?;
                editor.set_helper(Some(Completions(words())));
                match editor.readline(prompt) {
                    Ok(line) => Ok(Some(line)),
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                    Err(error) => Err(error_of(error)),
                }
            }
            Prompt::Plain(input) => {
                write!(out, "{prompt}")?;
                out.flush()?;
                let mut line = Vec::new();
                // A terminal may write another encoding: a word that is none is answered as such.
                if input.read_until(b'\n', &mut line)? == 0 {
                    // The prompt has no end of line.
                    writeln!(out)?;
                    return Ok(None);
                }
                let line = String::from_utf8_lossy(&line);
                Ok(Some(line.trim_end_matches(['\n', '\r']).to_owned()))
            }
        }
    }
}

fn error_of(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// The words that can be entered now: commands and moves.
pub struct Completions(Vec<String>);

impl Completer for Completions {
    type Candidate = String;

    fn complete(&self, line: &str, place: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = line.get(..place).unwrap_or_default();
        Ok((0, self.0.iter().filter(|word| word.starts_with(begun)).cloned().collect()))
    }
}

impl Helper for Completions {}
impl Highlighter for Completions {}
impl Hinter for Completions {
    type Hint = String;
}
impl Validator for Completions {}
