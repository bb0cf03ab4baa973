//! Puzzles as text: a position, the solution and facts about it, as PGN or EPD.
//!
//! In PGN a puzzle is a game that begins in the position and consists of the solution; themes and the like are tags.
//! In EPD it is a line with the opcodes of the standard. Only the legality of the moves is checked
//! here, not whether a solution is right.

use crate::replay::{Wrong, line_to};
use crate::{PgnError, PgnReader, ReadError, Record};
use helgi_rules::board::Move;
use helgi_rules::games::NameError;
use helgi_rules::notation::MoveError;
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, FenError, Game, GameId, Line, Position};

/// A position with moves to find.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The position; its side to move is the solver.
    pub start: AnyPosition,
    /// The solution, of at least one move: the solver's first, then alternating.
    pub moves: Vec<Move>,
    /// The themes: words without blanks.
    pub themes: Vec<String>,
    /// The difficulty, from 1 to 10.
    pub difficulty: Option<u32>,
    /// In how many own moves a win is forced.
    pub win: Option<u32>,
    /// The positions that an engine searched before it had found the moves.
    pub effort: Option<u64>,
    /// The positions for each move with which it was confirmed.
    pub nodes: Option<u64>,
    /// The source.
    pub source: Option<String>,
}

/// The reason why a text is not a puzzle.
#[derive(Debug, thiserror::Error)]
pub enum NoPuzzle {
    /// The position is not one of the game.
    #[error(transparent)]
    Position(#[from] FenError),
    /// The game is not known.
    #[error(transparent)]
    Game(#[from] NameError),
    /// There is no solution.
    #[error("no solution: expected {0}")]
    NoMoves(&'static str),
    /// A move of the solution is not legal.
    #[error("move {ply} of the solution: {error}")]
    Move {
        /// The half-move, from 1.
        ply: usize,
        /// The fault.
        error: MoveError,
    },
    /// The solution is not a line of play.
    #[error(transparent)]
    Wrong(#[from] Wrong),
    /// The game is not whole.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// The file cannot be read on.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// There are too few fields.
    #[error("`{0}`: expected four fields, the position, the side to move, castling and en passant")]
    Fields(String),
}

/// A text that holds no puzzle where one was expected.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct PuzzleError {
    /// The line at which the puzzle begins, from 1.
    pub line: usize,
    /// The fault.
    pub problem: NoPuzzle,
}

/// Reads the puzzles of a file, which is PGN if it begins with a tag and otherwise EPD. Lines of EPD that name
/// no game are of the one that is given.
///
/// # Errors
///
/// At the first text that is not a puzzle.
///
/// ```
/// use helgi_record::puzzle;
/// use helgi_rules::GameId;
///
/// let text = "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8#; id \"back rank\";\n";
/// let puzzles = puzzle::read(text.as_bytes(), GameId::CHESS)?;
/// assert_eq!(puzzles[0].moves.len(), 1);
/// assert_eq!(puzzle::read(puzzles[0].epd(1).as_bytes(), GameId::TAVRELI)?, puzzles);
/// assert_eq!(puzzle::read(puzzles[0].record(1).to_string().as_bytes(), GameId::TAVRELI)?, puzzles);
/// # Ok::<(), puzzle::PuzzleError>(())
/// ```
pub fn read(text: &[u8], game: GameId) -> Result<Vec<Puzzle>, PuzzleError> {
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    if text.trim_ascii_start().starts_with(b"[") {
        return PgnReader::new(text).map(of_game).collect();
    }
    let text = String::from_utf8_lossy(text);
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(|(text, line)| from_epd(text, game).map_err(|problem| PuzzleError { line, problem })).collect()
}

fn of_game(located: Result<crate::Located, ReadError>) -> Result<Puzzle, PuzzleError> {
    let located = located.map_err(|error| PuzzleError { line: 0, problem: error.into() })?;
    let line = located.line;
    let record = located.whole().map_err(NoPuzzle::from);
    record.and_then(|record| from_record(&record)).map_err(|problem| PuzzleError { line, problem })
}

/// The puzzle of a game whose moves are the solution.
fn from_record(record: &Record) -> Result<Puzzle, NoPuzzle> {
    let tag = |name| record.tags.get(name);
    record.find_game()?;
    let line = line_to(record, record.last())?;
    if line.is_empty() {
        return Err(NoPuzzle::NoMoves("moves behind the tags"));
    }
    let mut place = line.start().clone();
    for (played, ply) in line.moves().zip(1..) {
        // A null move leads somewhere, but the game may not have it.
        if !place.is_legal(played) {
            return Err(NoPuzzle::Move { ply, error: MoveError::Illegal("--".to_owned()) });
        }
        place.play(played);
    }
    let number = |name| tag(name).and_then(|text| text.parse::<u64>().ok());
    let small = |name| number(name).and_then(|number| u32::try_from(number).ok());
    Ok(Puzzle {
        start: line.start().clone(),
        moves: line.moves().collect(),
        themes: words(tag("Theme").unwrap_or_default()),
        difficulty: small("Difficulty"),
        win: small("Win"),
        effort: number("Effort"),
        nodes: number("Nodes"),
        source: tag("Source").map(str::to_owned),
    })
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The puzzle of a line of EPD.
fn from_epd(text: &str, game: GameId) -> Result<Puzzle, NoPuzzle> {
    let (fields, opcodes) = split(text).ok_or_else(|| NoPuzzle::Fields(text.trim().to_owned()))?;
    let operand =
        |name: &str| opcodes.iter().find(|(opcode, _)| opcode == name).map(|(_, operand)| &**operand);
    let number = |name| operand(name).and_then(|text| text.parse::<u64>().ok());
    let small = |name| number(name).and_then(|number| u32::try_from(number).ok());
    let game = match operand("variant") {
        Some(name) => GameId::find(name)?,
        None => game,
    };
    let counts = [number("hmvc").unwrap_or(0), number("fmvn").unwrap_or(1)];
    let start = game.parse(&format!("{fields} {} {}", counts[0], counts[1]))?;
    let mut line = Line::new(start.clone());
    // A whole line counts more than its first move.
    let solution = operand("pv")
        .map(words)
        .or_else(|| operand("bm").map(|text| words(text).into_iter().take(1).collect()));
    for (index, text) in solution.unwrap_or_default().iter().enumerate() {
        let legal = readable::read(line.present(), text);
        line.play(legal.map_err(|error| NoPuzzle::Move { ply: index + 1, error })?);
    }
    if line.is_empty() {
        return Err(NoPuzzle::NoMoves("the opcode `bm` or `pv`"));
    }
    Ok(Puzzle {
        start,
        moves: line.moves().collect(),
        themes: words(operand("c0").unwrap_or_default()),
        difficulty: small("difficulty"),
        win: small("dm"),
        effort: number("effort"),
        nodes: number("acn"),
        source: operand("c1").map(str::to_owned),
    })
}

/// The first four fields of a line of EPD, and its opcodes with their operands, which may stand in quotes. Two
/// numbers after the fields, as in FEN, are read as the opcodes of the same meaning.
fn split(text: &str) -> Option<(String, Vec<(String, String)>)> {
    let mut rest = text.trim_start();
    let mut word = || {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, tail) = rest.split_at(end);
        rest = tail.trim_start();
        (!word.is_empty()).then(|| word.to_owned())
    };
    let fields = [word()?, word()?, word()?, word()?].join(" ");
    let mut opcodes = Vec::new();
    for name in ["hmvc", "fmvn"] {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        if end > 0 && rest[..end].bytes().all(|byte| byte.is_ascii_digit()) {
            opcodes.push((name.to_owned(), rest[..end].to_owned()));
            rest = rest[end..].trim_start();
        }
    }
    let mut is_quoted = false;
    let is_end = |letter| {
        is_quoted ^= letter == '"';
        letter == ';' && !is_quoted
    };
    for operation in rest.split(is_end).map(str::trim).filter(|operation| !operation.is_empty()) {
        let (opcode, operand) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        opcodes.push((opcode.to_owned(), operand.trim().trim_matches('"').to_owned()));
    }
    Some((fields, opcodes))
}

impl Puzzle {
    /// The line of play that is the solution.
    pub fn line(&self) -> Line {
        let mut line = Line::new(self.start.clone());
        self.moves.iter().for_each(|&played| line.play(played));
        line
    }

    /// The puzzle as a game, with its number in a set as the tag `Round`.
    pub fn record(&self, number: usize) -> Record {
        let mut record = Record::new(self.start.game(), &self.start.fen());
        if record.tags.get("FEN").is_none() {
            record.tags.set("SetUp", "1");
            record.tags.set("FEN", self.start.fen());
        }
        record.tags.set("Event", "helgi puzzles");
        record.tags.set("Round", number.to_string());
        let themes = Some(self.themes.join(" ")).filter(|themes| !themes.is_empty());
        let text = |number: Option<u64>| number.map(|number| number.to_string());
        for (name, value) in [
            ("Theme", themes),
            ("Difficulty", text(self.difficulty.map(u64::from))),
            ("Win", text(self.win.map(u64::from))),
            ("Effort", text(self.effort)),
            ("Nodes", text(self.nodes)),
            ("Source", self.source.clone()),
        ] {
            if let Some(value) = value {
                record.tags.set(name, value);
            }
        }
        let line = self.written(&mut |text| {
            record.push(text, None);
        });
        if let Some(outcome) = line.verdict() {
            record.finish(outcome.into(), &outcome.reason_text().to_string());
            record.tags.remove("PlyCount");
        }
        record
    }

    /// The puzzle as a line of EPD with its end, with its number in a set in the opcode `id`.
    pub fn epd(&self, number: usize) -> String {
        let fen = self.start.fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let (position, counts) = fields.split_at(fields.len().min(4));
        let mut solution = Vec::new();
        self.written(&mut |text| solution.push(text.to_owned()));
        let mut text = position.join(" ");
        let mut add = |opcode: &str, operand: Option<String>| {
            text += &operand.map_or(String::new(), |operand| format!(" {opcode} {operand};"));
        };
        let count = |index: usize| counts.get(index).map(|&count| count.to_owned());
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "'"));
        add("hmvc", count(0));
        add("fmvn", count(1));
        add("bm", solution.first().cloned());
        add("pv", Some(solution.join(" ")));
        add("dm", self.win.map(|moves| moves.to_string()));
        add("acn", self.nodes.map(|nodes| nodes.to_string()));
        add("id", Some(quoted(&format!("{} {number}", self.start.info().name))));
        add("c0", (!self.themes.is_empty()).then(|| quoted(&self.themes.join(" "))));
        add("c1", self.source.as_deref().map(quoted));
        add("difficulty", self.difficulty.map(|degree| degree.to_string()));
        add("effort", self.effort.map(|effort| effort.to_string()));
        add("variant", Some(quoted(self.start.info().name)));
        text + "\n"
    }

    /// Hands over the moves of the solution as they are written, and returns the line.
    fn written(&self, take: &mut dyn FnMut(&str)) -> Line {
        let mut line = Line::new(self.start.clone());
        for &played in &self.moves {
            take(&readable::write(line.present(), played, Style::San));
            line.play(played);
        }
        line
    }
}
