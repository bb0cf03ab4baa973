//! A game that is being played: `helgi.Board`.

use crate::arguments::{self, Text, side_name};
use crate::errors;
use helgi_drawing::{Pieces, SvgStyle};
use helgi_notation::excerpt;
use helgi_rules::actions::{ActionNumber, ActionTable};
use helgi_rules::board::{Move, Piece};
use helgi_rules::internals::advice;
use helgi_rules::notation::{MoveError, Notation};
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Game, Line, Position, fen};
use helgi_words::{moves, slips};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

/// The number of the form in which boards are pickled.
const PICKLE: u32 = 1;

/// The time between two looks at signals.
const PATIENCE: Duration = Duration::from_millis(20);

/// The most plies that perft counts.
const DEEPEST: u64 = 99;

/// A game of chess, or of any other game that helgi knows: a position and the moves that led to it.
///
/// >>> import helgi
/// >>> board = helgi.Board()
/// >>> for move in ["f3", "e7e5", "g4", "Qh4"]:
/// ...     _ = board.push(move)
/// >>> board.outcome().text
/// 'Black mates'
/// >>> sorted(helgi.Board("tavreli").legal_moves())[:3]
/// ['a1a2', 'a1b1', 'a2a3']
///
/// Moves are texts: `legal_moves` writes them as UCI does, and every function that takes a move also reads SAN, LAN
/// and the spellings of other programs. Sides are `"white"` and `"black"`, squares are `"a1"`.
///
/// Two boards are equal if they hold the same position of the same game with the same counts, whatever led to it. The
/// hash of a board changes when a move is played.
#[pyclass(module = "helgi", weakref)]
#[derive(Clone, Debug)]
pub struct Board {
    /// The moves and the positions.
    pub line: Line,
}

/// The end of a game.
///
/// >>> import helgi
/// >>> helgi.Board("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome()
/// Outcome(winner=None, reason='stalemate', text='Stalemate', score='1/2-1/2')
#[pyclass(module = "helgi", frozen, eq, get_all)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winner, `"white"` or `"black"`; None for a draw.
    winner: Option<&'static str>,
    /// A name that stays the same: `"mate"`, `"stalemate"`, `"repetition"`.
    reason: &'static str,
    /// The reason in words, such as `"White mates"`.
    text: String,
    /// `"1-0"`, `"0-1"` or `"1/2-1/2"`.
    score: &'static str,
}

#[pymethods]
impl Outcome {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = PyString::new(py, &self.text).repr()?;
        let winner = self.winner.map_or_else(|| "None".to_owned(), |winner| format!("'{winner}'"));
        let Outcome { reason, score, .. } = self;
        Ok(format!("Outcome(winner={winner}, reason='{reason}', text={text}, score='{score}')"))
    }

    fn __hash__(&self) -> u64 {
        hash(&(self.winner, self.reason, &self.text))
    }
}

impl From<helgi_rules::Outcome> for Outcome {
    fn from(outcome: helgi_rules::Outcome) -> Self {
        Outcome {
            winner: outcome.winner.map(side_name),
            reason: outcome.reason.id(),
            text: outcome.reason_text().to_string(),
            score: outcome.score(),
        }
    }
}

/// The hash of a value.
pub fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl Board {
    /// The position at the end of the moves.
    #[must_use]
    pub fn present(&self) -> &AnyPosition {
        self.line.present()
    }

    /// A game of this name at its start, or at a position.
    ///
    /// # Errors
    ///
    /// `GameNameError` if there is no such game, and `FenError` if the text is no position of it; a `FenWarning` about what was
    /// read otherwise than it is written, if the program has made that an error.
    pub fn begin(py: Python<'_>, game: Text<'_>, fen: Option<Text<'_>>) -> PyResult<Self> {
        let game = arguments::game(py, game)?;
        let start = match fen {
            None => game.start(),
            Some(Text(fen)) => match game.parse(fen) {
                Ok(position) => position,
                Err(error) => {
                    let (position, notices) = game.parse_lenient(fen).map_err(|_| errors::fen(py, &error))?;
                    let mut texts = notices.iter().map(ToString::to_string);
                    texts.try_for_each(|text| errors::warn(py, "FenWarning", &text))?;
                    position
                }
            },
        };
        Ok(Board { line: Line::new(start) })
    }

    /// The legal move of a text.
    ///
    /// # Errors
    ///
    /// `MoveError` if there is none.
    pub fn find(&self, py: Python<'_>, text: Text<'_>) -> PyResult<Move> {
        readable::read(self.present(), text.0).map_err(|error| errors::played(py, text.0, &error))
    }

    fn written(&self, py: Python<'_>, text: Text<'_>, style: Style) -> PyResult<String> {
        Ok(readable::write(self.present(), self.find(py, text)?, style))
    }
}

#[pymethods]
impl Board {
    /// Begins a game at its start, or at a position.
    ///
    /// A text that differs from a position's in what can mean one thing only, such as a field that is missing, is read so, with
    /// a FenWarning. Raises GameNameError if helgi has no such game, and FenError if the text is no position of it.
    #[new]
    #[pyo3(signature = (game = Text("chess"), fen = None), text_signature = "(game='chess', fen=None)")]
    fn new(py: Python<'_>, game: Text<'_>, fen: Option<Text<'_>>) -> PyResult<Self> {
        Board::begin(py, game, fen)
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.present().game().name()
    }

    /// The side to move, `"white"` or `"black"`.
    #[getter]
    fn turn(&self) -> &'static str {
        side_name(self.present().side())
    }

    /// The number of moves played since the board was made.
    #[getter]
    fn ply(&self) -> usize {
        self.line.len()
    }

    /// The moves played since the board was made.
    #[getter]
    fn moves(&self) -> Vec<String> {
        let notation = Notation::of(&self.present().game());
        self.line.moves().map(|played| notation.write(played).to_string()).collect()
    }

    /// The position as a text; `root=True` gives the one that the moves began with.
    ///
    /// >>> import helgi
    /// >>> board = helgi.Board()
    /// >>> _ = board.push("e4")
    /// >>> board.fen()
    /// 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    #[pyo3(signature = (*, root = false))]
    fn fen(&self, root: bool) -> String {
        if root { self.line.start().fen() } else { self.present().fen() }
    }

    /// The legal moves, none in a game that has ended on the board.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (position, mut text) = (self.present(), String::new());
        let notation = Notation::of(&position.game());
        let texts = position.legal_moves().into_iter().map(|legal| {
            // One buffer for all moves: this is asked at every move of millions of games.
            text.clear();
            // Writing to a string cannot fail.
            let _ = write!(text, "{}", notation.write(legal));
            PyString::new(py, &text)
        });
        PyList::new(py, texts.collect::<Vec<_>>())
    }

    /// The legal moves in SAN, in the order of `legal_moves`.
    ///
    /// >>> import helgi
    /// >>> helgi.Board("chess", "7k/8/8/8/8/8/8/K2R4 w - - 0 1").legal_sans()[:3]
    /// ['Kb1', 'Ka2', 'Kb2']
    fn legal_sans(&self) -> Vec<String> {
        readable::write_all(self.present(), Style::San).into_iter().map(|(_, text)| text).collect()
    }

    /// A legal move in SAN: `"Nf3"`.
    #[pyo3(name = "san")]
    fn to_san(&self, py: Python<'_>, r#move: Text<'_>) -> PyResult<String> {
        self.written(py, r#move, Style::San)
    }

    /// A legal move in long algebraic notation: `"Ng1-f3"`.
    #[pyo3(name = "lan")]
    fn to_lan(&self, py: Python<'_>, r#move: Text<'_>) -> PyResult<String> {
        self.written(py, r#move, Style::Lan)
    }

    /// A legal move, written in whatever way, as `legal_moves` has it.
    ///
    /// Raises MoveError if there is no such move, or several.
    ///
    /// >>> import helgi
    /// >>> helgi.Board().parse("Nf3")
    /// 'g1f3'
    #[pyo3(name = "parse")]
    fn to_uci(&self, py: Python<'_>, text: Text<'_>) -> PyResult<String> {
        self.written(py, text, Style::Uci)
    }

    /// True if a text is a legal move.
    fn is_legal(&self, r#move: Text<'_>) -> bool {
        readable::read(self.present(), r#move.0).is_ok()
    }

    /// Plays a legal move and returns it as `legal_moves` has it.
    ///
    /// A game that has ended by repetition or by a count can be played on; one that has ended on the board has no legal
    /// moves. Raises MoveError if the move is not legal; the board is as before then.
    fn push(&mut self, py: Python<'_>, r#move: Text<'_>) -> PyResult<String> {
        let legal = self.find(py, r#move)?;
        let text = Notation::of(&self.present().game()).write(legal).to_string();
        self.line.play(legal);
        Ok(text)
    }

    /// Takes the last move back and returns it.
    ///
    /// Raises IndexError if no move has been played.
    fn pop(&mut self) -> PyResult<String> {
        let undone = self.line.undo();
        let undone = undone.ok_or_else(|| PyIndexError::new_err("pop from a board without moves"))?;
        Ok(Notation::of(&self.present().game()).write(undone).to_string())
    }

    /// A board of its own with the same moves.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// True if the side to move is in check.
    fn is_check(&self) -> bool {
        self.present().in_check()
    }

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<String> {
        let outline = self.present().outline();
        self.present().checkers().into_iter().map(|square| outline.name(square)).collect()
    }

    /// True if a legal move gives check.
    fn gives_check(&self, py: Python<'_>, r#move: Text<'_>) -> PyResult<bool> {
        let legal = self.find(py, r#move)?;
        Ok(self.present().gives_check()(legal))
    }

    /// True if a legal move captures: also in passing, by a shot or an explosion, and where prisoners are taken.
    fn is_capture(&self, py: Python<'_>, r#move: Text<'_>) -> PyResult<bool> {
        let legal = self.find(py, r#move)?;
        Ok(self.present().is_capture(legal))
    }

    /// The numbers of the legal moves, in the order of `legal_moves`.
    ///
    /// The first number of a move is below `info(game).actions`. Where several legal moves share it, the second one,
    /// below `info(game).choices`, tells them apart; otherwise it is None. Both are seen from the side to move, and are
    /// the same in every position.
    ///
    /// >>> import helgi
    /// >>> dict(zip(helgi.Board().legal_moves(), helgi.Board().legal_actions()))["e2e4"]
    /// (796, None)
    fn legal_actions(&self) -> Vec<(u32, Option<u32>)> {
        let numbers = ActionTable::of(self.present().game()).numbers(self.present());
        numbers.into_iter().map(|(_, number)| (number.first, number.second)).collect()
    }

    /// Plays the legal move of a number, as `legal_actions` has it, and returns it as `legal_moves` has it.
    ///
    /// Raises MoveError if no legal move has it; the board is as before then.
    #[pyo3(signature = (first, second = None))]
    fn push_action(
        &mut self,
        first: &Bound<'_, PyAny>,
        second: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let (py, table) = (first.py(), ActionTable::of(self.present().game()));
        let most = u64::from(u32::MAX);
        let number = ActionNumber {
            first: arguments::whole("first", first, 0, most)? as u32,
            second: arguments::whole_or_none("second", second, 0, most)?.map(|second| second as u32),
        };
        let ActionNumber { first, second } = number;
        let legal = table.find(self.present(), number).ok_or_else(|| {
            let text = second.map_or_else(|| first.to_string(), |second| format!("{first}, {second}"));
            errors::played(py, &text, &MoveError::Illegal(text.clone()))
        })?;
        let text = Notation::of(&self.present().game()).write(legal).to_string();
        self.line.play(legal);
        Ok(text)
    }

    /// The end of the game by its rules, repetition and counts included; None while it goes on.
    fn outcome(&self) -> Option<Outcome> {
        self.line.verdict().map(Outcome::from)
    }

    /// True if a side can no longer win, however both play. False does not mean that it can.
    ///
    /// >>> import helgi
    /// >>> helgi.Board("chess", "7k/8/8/8/8/8/8/K5N1 w - - 0 1").cannot_win("white")
    /// True
    fn cannot_win(&self, py: Python<'_>, side: Text<'_>) -> PyResult<bool> {
        Ok(self.present().cannot_win(arguments::side(py, side)?))
    }

    /// The pieces by their squares, each list from the top of a stack down: `{"e1": ["K"], ...}`.
    ///
    /// Letters are those of the position's text: capital for White, with a mark for promoted pieces.
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (position, by_square) = (self.present(), PyDict::new(py));
        for square in position.outline().squares() {
            let text = |piece| fen::piece_text(piece, position.info().pieces);
            let stack: Vec<String> = position.pieces_on(square).map(text).collect();
            if !stack.is_empty() {
                by_square.set_item(position.outline().name(square), stack)?;
            }
        }
        Ok(by_square)
    }

    /// The pieces that a side has in reserve (in hand), with their numbers; empty in games without.
    ///
    /// >>> import helgi
    /// >>> board = helgi.Board("crazyhouse")
    /// >>> for move in ["e4", "d5", "exd5"]:
    /// ...     _ = board.push(move)
    /// >>> board.reserve("white")
    /// {'P': 1}
    fn reserve<'py>(&self, py: Python<'py>, side: Text<'_>) -> PyResult<Bound<'py, PyDict>> {
        let (position, side, counts) = (self.present(), arguments::side(py, side)?, PyDict::new(py));
        if let Some(reserve) = position.reserve() {
            for kind in reserve.kinds(side) {
                let piece = Piece { kind, side };
                counts.set_item(fen::piece_text(piece, position.info().pieces), reserve.count(piece))?;
            }
        }
        Ok(counts)
    }

    /// The squares with obstacles, which belong to nobody.
    fn obstacles(&self) -> Vec<String> {
        let (position, outline) = (self.present(), self.present().outline());
        let obstacles = outline.squares().filter(|&square| position.is_obstacle(square));
        obstacles.map(|square| outline.name(square)).collect()
    }

    /// The key of the position: equal for positions that repetition does not tell apart.
    fn key(&self) -> u64 {
        self.present().key()
    }

    /// The number of ways to play so many moves.
    ///
    /// >>> import helgi
    /// >>> helgi.Board().perft(3)
    /// 8902
    #[pyo3(signature = (depth))]
    fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>) -> PyResult<u64> {
        let depth = arguments::whole("depth", depth, 0, DEEPEST)?;
        let position = self.present().clone();
        // Other threads of Python run meanwhile.
        py.detach(move || {
            let mut looked = Instant::now();
            count(&position, depth as u32, &mut || {
                if looked.elapsed() < PATIENCE {
                    return Ok(());
                }
                looked = Instant::now();
                Python::attach(|py| py.check_signals())
            })
        })
    }

    /// A legal move in words.
    ///
    /// >>> import helgi
    /// >>> helgi.Board().describe("Nf3")
    /// 'the knight goes to f3'
    #[pyo3(signature = (r#move, *, language = Text("en")), text_signature = "($self, move, *, language='en')")]
    fn describe(&self, py: Python<'_>, r#move: Text<'_>, language: Text<'_>) -> PyResult<String> {
        let language = arguments::language(py, language)?;
        Ok(language.write(&moves::describe(self.present(), self.find(py, r#move)?)))
    }

    /// Advice on a text that is not a legal move: what can be played instead. None if nothing is known of what was meant,
    /// or the text is a legal move.
    ///
    /// >>> import helgi
    /// >>> helgi.Board().advice("Bf3")
    /// 'Your bishop cannot go to f3. What can: Nf3 f3.'
    #[pyo3(signature = (text, *, language = Text("en")), text_signature = "($self, text, *, language='en')")]
    fn advice(&self, py: Python<'_>, text: Text<'_>, language: Text<'_>) -> PyResult<Option<String>> {
        let language = arguments::language(py, language)?;
        let position = self.present();
        if self.is_legal(text) {
            return Ok(None);
        }
        let advice = advice::advise(position, text.0);
        Ok(advice.map(|advice| language.write(&slips::advice(position, &advice))))
    }

    /// A picture of the position as SVG.
    ///
    /// size is the width in pixels, by default 48 a square; flipped puts Black below; last_move marks the squares of
    /// the last move.
    #[pyo3(signature = (size = None, flipped = false, last_move = true))]
    fn svg(&self, size: Option<&Bound<'_, PyAny>>, flipped: bool, last_move: bool) -> PyResult<String> {
        let width = arguments::whole_or_none("size", size, 1, 100_000)?.map(|width| width as u32);
        let last = self.line.moves().next_back().filter(|_| last_move);
        let marked: Vec<_> = last.into_iter().flat_map(|last| [last.from(), last.to()]).flatten().collect();
        let style = SvgStyle { pieces: Pieces::Pictures, flipped, width };
        Ok(helgi_drawing::svg_styled(self.present(), &marked, style))
    }

    /// The picture that notebooks show.
    #[pyo3(signature = (size = None, flipped = false, last_move = true))]
    fn _repr_svg_(
        &self,
        size: Option<&Bound<'_, PyAny>>,
        flipped: bool,
        last_move: bool,
    ) -> PyResult<String> {
        self.svg(size, flipped, last_move)
    }

    fn __repr__(&self) -> String {
        format!("Board('{}', '{}')", self.game(), self.present().fen())
    }

    /// The board in letters, White below.
    fn __str__(&self) -> String {
        self.present().diagram()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Board>() else { return Ok(py.NotImplemented()) };
        let equal = self.says_the_same(&other.borrow());
        Ok(equal.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> u64 {
        // Boards that are equal have equal texts, of which these are parts.
        hash(&(self.present().game(), self.present().key(), self.present().turn().fullmove))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, PickledBoard)> {
        let game = self.present().game();
        let state = (PICKLE, game.name().to_owned(), game.fingerprint(), self.fen(true), self.moves());
        Ok((py.import("helgi._helgi")?.getattr("_restore_board")?, state))
    }
}

impl Board {
    fn says_the_same(&self, other: &Board) -> bool {
        let (one, another) = (self.present(), other.present());
        // Keys come first: to write both texts takes longer.
        one.game() == another.game() && one.key() == another.key() && one.fen() == another.fen()
    }
}

/// The form of pickled boards, its name of the game, the fingerprint of its rules, the start, and the moves.
type PickledBoard = (u32, String, Option<String>, String, Vec<String>);

/// Makes a board of its pickled form. Raises HelgiError if that is of another version or of other rules.
#[pyfunction]
#[pyo3(name = "_restore_board")]
pub fn restore_board(
    py: Python<'_>,
    version: u32,
    game: Text<'_>,
    fingerprint: Option<Text<'_>>,
    start: Text<'_>,
    moves: Vec<String>,
) -> PyResult<Board> {
    if version != PICKLE {
        return Err(errors::pickle(py, "version", &version.to_string(), &PICKLE.to_string()));
    }
    let id = arguments::game(py, game)?;
    let own = id.fingerprint();
    // The file with the game may have been changed since, or another one of this name been loaded.
    if fingerprint.map(|text| text.0) != own.as_deref() {
        let shown = excerpt(fingerprint.map_or("", |text| text.0));
        let expected = own.unwrap_or_else(|| "a game that is built in".to_owned());
        return Err(errors::pickle(py, "rules", &shown, &expected));
    }
    let start = id.parse(start.0).map_err(|error| errors::fen(py, &error))?;
    let mut line = Line::new(start);
    for text in &moves {
        let illegal = || MoveError::Illegal(excerpt(text));
        let legal = readable::read(line.present(), text).map_err(|_| errors::played(py, text, &illegal()))?;
        line.play(legal);
    }
    Ok(Board { line })
}

/// Counts lines of play, and lets `look` end it.
fn count(position: &AnyPosition, depth: u32, look: &mut impl FnMut() -> PyResult<()>) -> PyResult<u64> {
    // Below that a look would cost more than the counting.
    const UNSEEN: u32 = 2;
    if depth <= UNSEEN {
        look()?;
        return Ok(position.perft(depth));
    }
    let mut total: u64 = 0;
    for legal in position.legal_moves() {
        total = total.saturating_add(count(&position.after(legal), depth - 1, look)?);
    }
    Ok(total)
}
