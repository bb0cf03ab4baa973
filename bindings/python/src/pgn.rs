//! Recorded games: `read_pgn` and `to_pgn`.

use crate::arguments::{Source, Text};
use crate::board::Board;
use crate::errors;
use helgi_files::open_input;
use helgi_notation::excerpt;
use helgi_record::replay::{self, Wrong};
use helgi_record::{Located, Node, NodeId, PgnReader, ReadError, Record};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::io::{BufRead, BufReader, Cursor};
use std::path::PathBuf;
use std::sync::Arc;

/// The games of a file, read one at a time. Made by `read_pgn`.
#[pyclass(module = "helgi")]
pub struct PgnGames {
    reader: PgnReader<Box<dyn BufRead + Send + Sync>>,
}

#[pymethods]
impl PgnGames {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<RecordedGame>> {
        let reader = &mut self.reader;
        // Other threads of Python run on while a game is read.
        let next: Option<Result<Located, ReadError>> = py.detach(|| reader.next());
        // Ctrl-C ends a loop over a large file.
        py.check_signals()?;
        match next {
            None => Ok(None),
            Some(Ok(located)) => Ok(Some(RecordedGame(Arc::new(located)))),
            Some(Err(error)) => Err(errors::unread(py, error)),
        }
    }
}

/// A game of a PGN file.
///
/// >>> import helgi
/// >>> game = next(helgi.read_pgn(text="[White \"A\"]\n\n1. e4 {a pawn} e5 (1... c5) 2. Qh5?! *"))
/// >>> game.tags["White"], game.moves, game.result
/// ('A', ['e4', 'e5', 'Qh5'], '*')
/// >>> [variation.text for variation in game.tree.next[0].next]
/// ['e5', 'c5']
/// >>> game.board().fen()
/// 'rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2'
#[pyclass(module = "helgi", frozen)]
#[derive(Debug)]
pub struct RecordedGame(Arc<Located>);

/// A move of a recorded game, or its start, with what follows.
#[pyclass(module = "helgi", frozen)]
#[derive(Debug)]
pub struct GameTree {
    located: Arc<Located>,
    id: NodeId,
}

/// A fault in a recorded game, with its line.
#[pyclass(module = "helgi", frozen, eq, get_all)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnProblem {
    /// The line of the file, counted from 1; 0 for what is on no line.
    line: usize,
    /// The fault in words.
    text: String,
}

#[pymethods]
impl PgnProblem {
    fn __repr__(&self) -> String {
        format!("<PgnProblem in line {}: {}>", self.line, self.text)
    }

    fn __hash__(&self) -> u64 {
        crate::board::hash(&(self.line, &self.text))
    }
}

impl RecordedGame {
    fn tree_at(&self, id: NodeId) -> GameTree {
        GameTree { located: Arc::clone(&self.0), id }
    }

    /// The line of a fault that replaying has found.
    fn line_of(&self, wrong: &Wrong) -> usize {
        let node = wrong.node_or_last(&self.0.record);
        node.and_then(|node| self.0.lines.get(node.index()).copied()).unwrap_or(self.0.line)
    }
}

#[pymethods]
impl RecordedGame {
    /// The tags in their order.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        for (name, value) in self.0.record.tags.iter() {
            tags.set_item(name, value)?;
        }
        Ok(tags)
    }

    /// The result behind the moves: `"1-0"`, `"0-1"`, `"1/2-1/2"` or `"*"`.
    #[getter]
    fn result(&self) -> &'static str {
        self.0.record.result.text()
    }

    /// The moves that were played, as they are written.
    #[getter]
    fn moves(&self) -> Vec<&str> {
        self.0.record.moves().collect()
    }

    /// The start, with all that follows it.
    #[getter]
    fn tree(&self) -> GameTree {
        self.tree_at(NodeId::START)
    }

    /// The line of the file at which the game begins, counted from 1.
    #[getter]
    fn line(&self) -> usize {
        self.0.line
    }

    /// The parts of the text that could not be read, and were left out.
    #[getter]
    fn errors(&self) -> Vec<PgnProblem> {
        let errors = self.0.errors.iter();
        errors.map(|error| PgnProblem { line: error.line, text: error.problem.to_string() }).collect()
    }

    /// The texts in an unusual form, and how they were read.
    #[getter]
    fn notices(&self) -> Vec<PgnProblem> {
        let notices = self.0.notices.iter();
        notices.map(|notice| PgnProblem { line: notice.line, text: notice.reading.to_string() }).collect()
    }

    /// Plays the game through with its variations, and returns everything that the rules do not allow.
    ///
    /// >>> import helgi
    /// >>> game = next(helgi.read_pgn(text="1. e4 e5 2. Ke3 *"))
    /// >>> [problem.text for problem in game.check()]
    /// ['move 2. (half-move 3): `Ke3`, expected a legal move']
    fn check(&self, py: Python<'_>) -> Vec<PgnProblem> {
        let replayed = py.detach(|| replay::replay(&self.0.record));
        let problem = |wrong: &Wrong| PgnProblem { line: self.line_of(wrong), text: wrong.to_string() };
        replayed.wrong.iter().map(problem).collect()
    }

    /// The board after the moves that were played.
    ///
    /// Raises PgnError if a move is not legal, FenError if the start is no position, GameNameError if helgi does not have
    /// the game.
    fn board(&self, py: Python<'_>) -> PyResult<Board> {
        self.tree_at(self.0.record.last()).board(py)
    }

    /// The game as PGN.
    fn __str__(&self) -> String {
        self.0.record.to_string()
    }

    fn __repr__(&self) -> String {
        let (count, result) = (self.0.record.len(), self.result());
        format!("<RecordedGame in line {}: {count} half-moves, {result}>", self.0.line)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<RecordedGame>() else { return Ok(py.NotImplemented()) };
        let equal = self.0.record == other.get().0.record;
        Ok(equal.into_pyobject(py)?.to_owned().into_any().unbind())
    }
}

impl GameTree {
    fn node(&self) -> &Node {
        self.located.record.node(self.id)
    }
}

#[pymethods]
impl GameTree {
    /// The move as it is written; empty at the start.
    #[getter]
    fn text(&self) -> &str {
        self.node().text()
    }

    /// The moves that follow: first the one that was played, then its variations.
    #[getter]
    fn next(&self) -> Vec<GameTree> {
        let following = self.located.record.continuations(self.id);
        following.map(|id| GameTree { located: Arc::clone(&self.located), id }).collect()
    }

    /// The comments behind the move.
    #[getter]
    fn comments(&self) -> Vec<String> {
        self.node().comments.clone()
    }

    /// The comments in front of the move, where it begins a variation.
    #[getter]
    fn comments_before(&self) -> Vec<String> {
        self.node().before.clone()
    }

    /// The numbers of the glyphs, as in `$2`.
    #[getter]
    fn glyphs(&self) -> Vec<u16> {
        self.node().glyphs.iter().map(|glyph| glyph.0).collect()
    }

    /// The line of the file on which the move stands, counted from 1.
    #[getter]
    fn line(&self) -> usize {
        self.located.lines.get(self.id.index()).copied().unwrap_or(self.located.line)
    }

    /// The board after this move.
    ///
    /// Raises as `RecordedGame.board`.
    fn board(&self, py: Python<'_>) -> PyResult<Board> {
        let record = &self.located.record;
        let found = py.detach(|| replay::line_to(record, self.id));
        let line = found.map_err(|wrong| {
            let line = RecordedGame(Arc::clone(&self.located)).line_of(&wrong);
            errors::wrong(py, &wrong, line)
        })?;
        Ok(Board { line })
    }

    fn __repr__(&self) -> String {
        format!("<GameTree '{}' in line {}>", self.text(), self.line())
    }
}

/// Reads the games of a PGN file, or of a text, one at a time.
///
/// A game with faults is read as far as that goes, and tells of them in `errors`. Raises PgnError where nothing more can
/// be read, and OSError if the file cannot be opened.
#[pyfunction]
#[pyo3(signature = (path = None, *, text = None))]
pub fn read_pgn(py: Python<'_>, path: Option<PathBuf>, text: Option<Text<'_>>) -> PyResult<PgnGames> {
    let input: Box<dyn BufRead + Send + Sync> = match Source::new(path, text)? {
        Source::Text(text) => Box::new(Cursor::new(text)),
        Source::File(path) => {
            let file = py.detach(|| open_input(&path)).map_err(|error| errors::file(error, &path))?;
            Box::new(BufReader::new(file))
        }
    };
    Ok(PgnGames { reader: PgnReader::new(input) })
}

/// Writes a board with its moves, or a recorded game, as PGN.
///
/// >>> import helgi
/// >>> board = helgi.Board()
/// >>> for move in ["f3", "e5", "g4", "Qh4"]:
/// ...     _ = board.push(move)
/// >>> print(helgi.to_pgn(board, {"White": "A"}).splitlines()[-1])
/// 1. f3 e5 2. g4 Qh4# {Black mates} 0-1
#[pyfunction]
#[pyo3(signature = (game, tags = None))]
pub fn to_pgn(py: Python<'_>, game: &Bound<'_, PyAny>, tags: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
    let mut record = if let Ok(board) = game.cast::<Board>() {
        Record::of_line(&board.borrow().line)
    } else if let Ok(recorded) = game.cast::<RecordedGame>() {
        recorded.get().0.record.clone()
    } else {
        let kind = game.get_type().name()?;
        return Err(PyTypeError::new_err(format!("expected a Board or a RecordedGame, not {kind}")));
    };
    for (name, value) in tags.into_iter().flatten() {
        let (name, value): (Text<'_>, Text<'_>) = (name.extract()?, value.extract()?);
        // Tags with other characters could not be read again.
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.0.is_empty() || !name.0.chars().all(is_word) {
            return Err(errors::argument(py, "tag", &excerpt(name.0), "letters, digits and `_`"));
        }
        record.tags.set(name.0, value.0);
    }
    Ok(record.to_string().trim_end().to_owned() + "\n")
}
