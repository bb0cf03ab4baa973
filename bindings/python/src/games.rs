//! The games: their names, their facts, and games from files.

use crate::arguments::{self, Source, Text};
use crate::errors;
use helgi_files::read_input;
use helgi_rules::Game;
use helgi_rules::internals::symmetry::Exchange;
use helgi_variants::ini::MOST_BYTES;
use helgi_variants::{Finding, Severity};
use helgi_words::facts::{GameFacts, PieceFacts};
use pyo3::prelude::*;
use std::path::PathBuf;

/// The facts about a game.
///
/// >>> import helgi
/// >>> info = helgi.info("tavreli")
/// >>> info.title, info.files, info.ranks
/// ('Tavreli, Russian chess', 8, 8)
#[pyclass(module = "helgi", frozen, get_all)]
#[derive(Debug)]
pub struct GameInfo {
    /// The name by which helgi finds the game.
    name: &'static str,
    /// The name for people.
    title: &'static str,
    /// One sentence about the game, or an empty text.
    summary: &'static str,
    /// The name of the game that it is a variant of; its own if of none.
    family: &'static str,
    /// Other names by which it is found.
    aliases: Vec<&'static str>,
    /// The number of files, named from a on.
    files: u8,
    /// The number of ranks, counted from 1.
    ranks: u8,
    /// The squares of the board by name, from a1 on.
    squares: Vec<String>,
    /// The squares of `squares` as Black sees them: the board turned as `Board.legal_actions` turns it.
    squares_for_black: Vec<String>,
    /// The position at the start.
    start: String,
    /// The kinds of pieces.
    pieces: Vec<Py<PieceInfo>>,
    /// True if the game has reserves (hands).
    has_reserve: bool,
    /// True if captured pieces come into the captor's hand.
    captures_to_hand: bool,
    /// True if there is check.
    has_check: bool,
    /// The number of half-moves without progress that ends the game, if one does.
    move_limit: Option<u16>,
    /// True if a game can be drawn.
    has_draws: bool,
    /// The number of first numbers that `Board.legal_actions` can have.
    actions: usize,
    /// The number of second numbers.
    choices: usize,
    /// True if the game is read from a file or comes with helgi as one.
    is_from_file: bool,
}

/// The facts about a kind of piece.
///
/// >>> import helgi
/// >>> next(piece for piece in helgi.info("chess").pieces if piece.text == "N")
/// <PieceInfo 'N' knight: a leap of 1 by 2>
#[pyclass(module = "helgi", frozen, get_all)]
#[derive(Debug)]
pub struct PieceInfo {
    /// Its text in a position, in upper case: `"N"`, `"+N"`, `"N~"`.
    text: String,
    /// Its name in lower case.
    name: &'static str,
    /// Its moves in helgi's notation for pieces; empty where that cannot say them.
    movement: String,
    /// Its moves and its other rules in English, a line each.
    words: Vec<String>,
    /// True for the promoted form of another piece.
    is_promoted: bool,
    /// The texts of what it becomes on the last rank.
    promotes_to: Vec<String>,
}

#[pymethods]
impl GameInfo {
    fn __repr__(&self) -> String {
        let GameInfo { name, files, ranks, .. } = self;
        format!("<GameInfo '{name}', {files}x{ranks}>")
    }
}

#[pymethods]
impl PieceInfo {
    fn __repr__(&self) -> String {
        format!("<PieceInfo '{}' {}: {}>", self.text, self.name, self.words.join("; "))
    }
}

/// The names of all games that helgi finds: built-in ones, those that come along as a file, and loaded ones.
///
/// >>> import helgi
/// >>> "chess" in helgi.games() and "shogi" in helgi.games()
/// True
#[pyfunction]
#[must_use]
pub fn games() -> Vec<&'static str> {
    helgi_rules::internals::games::names()
}

/// The facts about a game.
///
/// Raises GameNameError if helgi has no such game.
#[pyfunction]
pub fn info(py: Python<'_>, name: Text<'_>) -> PyResult<GameInfo> {
    let game = arguments::game(py, name)?;
    let (info, outline) = (game.info(), game.outline());
    let exchange = Exchange::new(outline, info.symmetry);
    let GameFacts {
        name,
        title,
        summary,
        family,
        aliases,
        files,
        ranks,
        squares,
        start,
        pieces,
        has_reserve,
        captures_to_hand,
        has_check,
        move_limit,
        has_draws,
        actions,
        choices,
        is_from_file,
    } = GameFacts::of(game);
    let pieces = pieces.into_iter().map(|piece| Py::new(py, PieceInfo::from(piece)));
    Ok(GameInfo {
        name,
        title,
        summary,
        family,
        aliases,
        files,
        ranks,
        squares,
        squares_for_black: outline.squares().map(|square| outline.name(exchange.square(square))).collect(),
        start,
        pieces: pieces.collect::<PyResult<_>>()?,
        has_reserve,
        captures_to_hand,
        has_check,
        move_limit,
        has_draws,
        actions,
        choices,
        is_from_file,
    })
}

impl From<PieceFacts> for PieceInfo {
    fn from(facts: PieceFacts) -> Self {
        let PieceFacts { text, name, movement, words, is_promoted, promotes_to } = facts;
        PieceInfo { text, name, movement, words, is_promoted, promotes_to }
    }
}

/// Loads the games of a file, or of a text in its form, and returns their names.
///
/// The form is that of Fairy-Stockfish's variants.ini. A game of a name that is there already replaces that one; boards
/// that play the old one go on. One that is built in stays: a game of its name is an error, unless both agree in the
/// positions of a dozen games. Warns with GameFileWarning of what could be a slip.
///
/// Raises GameFileError, with everything that is wrong, if at least one of the games cannot be played; the others are
/// loaded. Raises OSError if the file cannot be read.
///
/// >>> import helgi
/// >>> helgi.load_games(text="[three-kings:chess]\ncheckCounting = true\n")
/// ['three-kings']
/// >>> helgi.Board("three-kings").fen()
/// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1+1 0 1'
#[pyfunction]
#[pyo3(signature = (path = None, *, text = None))]
pub fn load_games(
    py: Python<'_>,
    path: Option<PathBuf>,
    text: Option<Text<'_>>,
) -> PyResult<Vec<&'static str>> {
    let text = contents(py, &Source::new(path, text)?)?;
    // Python's other threads go on meanwhile.
    let (names, findings) = py.detach(|| helgi_variants::load(&text).register());
    if findings.iter().any(Finding::is_fatal) {
        return Err(errors::game_file(py, &findings, &names)?);
    }
    for finding in findings.iter().filter(|finding| finding.severity == Severity::Warning) {
        errors::warn(py, "GameFileWarning", &finding.to_string())?;
    }
    Ok(names)
}

/// Reads the games of a file, or of a text in its form, without loading them, and returns all that is to be said.
///
/// >>> import helgi
/// >>> helgi.check_games(text="[my-game:chess]\ncasteling = false\n")[0].suggestion
/// 'castling'
#[pyfunction]
#[pyo3(signature = (path = None, *, text = None))]
pub fn check_games<'py>(
    py: Python<'py>,
    path: Option<PathBuf>,
    text: Option<Text<'_>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let text = contents(py, &Source::new(path, text)?)?;
    let findings = py.detach(|| helgi_variants::load(&text).findings);
    findings.iter().map(|finding| errors::finding(py, finding)).collect()
}

/// The text of a file of games.
fn contents(py: Python<'_>, source: &Source) -> PyResult<String> {
    match source {
        Source::Text(text) => Ok(text.clone()),
        Source::File(path) => {
            let read = py.detach(|| read_input(path, MOST_BYTES as u64));
            let bytes = read.map_err(|error| errors::file(error, path))?;
            String::from_utf8(bytes).map_err(|_| {
                errors::argument(py, "path", &path.display().to_string(), "a file with text in UTF-8")
            })
        }
    }
}
