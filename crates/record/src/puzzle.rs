//! Puzzles as text: a position, the solution and facts about it, as PGN or EPD.
//!
//! In PGN a puzzle is a game that begins in the position and consists of the solution; themes and the like are tags.
//! In EPD it is a line with the opcodes of the standard. Only the legality of the moves is checked
//! here, not whether a solution is right.

use crate::replay::{Wrong, line_to};
use crate::{EpdLine, Findings, PgnError, PgnReader, ReadError, Record, epd};
use helgi_notation::{NoText, TextEncoding, decode_text, excerpt, without_numbers};
use helgi_rules::board::Move;
use helgi_rules::games::NameError;
use helgi_rules::internals::readable::read_recorded;
use helgi_rules::notation::MoveError;
use helgi_rules::readable::{self, MoveNotice, Style};
use helgi_rules::{AnyPosition, FenError, FenNotice, Game, GameId, Line, Position};

/// A position with moves to find.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The position; its side to move is the solver.
    pub start: AnyPosition,
    /// The solution, of at least one move: the solver's first, then alternating.
    pub moves: Vec<Move>,
    /// Other first moves that solve it as well: collections name several best moves.
    pub alternatives: Vec<Move>,
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
    /// There is only a move to avoid.
    #[error(
        "opcode am: `{0}`, which is to be avoided; expected `bm` or `pv` with a move that solves the puzzle"
    )]
    Avoided(String),
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
    /// The file is no text.
    #[error(transparent)]
    NoText(#[from] NoText),
    /// The file cannot be read on.
    #[error(transparent)]
    Read(#[from] ReadError),
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

/// A puzzle whose position is not written as it was read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PuzzleNotice {
    /// It has fewer fields than the standard wants.
    #[error("line {line}: {fields} fields of a position, expected four; read as `{position}`")]
    Fields {
        /// The line, from 1.
        line: usize,
        /// The number of fields.
        fields: usize,
        /// The position.
        position: String,
    },
    /// The text is in another encoding than UTF-8.
    #[error("a text in {0}, read as such")]
    Encoding(TextEncoding),
    /// A field was mended.
    #[error("line {line}: {notice}")]
    Fen {
        /// The line, from 1.
        line: usize,
        /// The field, and the text that was read in its place.
        notice: FenNotice,
    },
    /// A move is in no usual spelling.
    #[error("line {line}: {notice}")]
    Move {
        /// The line, from 1.
        line: usize,
        /// The text, and the move that was read.
        notice: MoveNotice,
    },
}

/// A part of a puzzle that is read otherwise than it is written.
enum Mend {
    Fen(FenNotice),
    Move(MoveNotice),
}

/// Reads a move, also one in no usual spelling.
fn read_move(position: &AnyPosition, text: &str, mends: &mut Vec<Mend>) -> Result<Move, MoveError> {
    let (legal, notice) = read_recorded(position, text)?;
    mends.extend(notice.map(Mend::Move));
    Ok(legal)
}

/// The puzzles of a file, and the findings about it.
#[derive(Debug, Default)]
pub struct PuzzleFile {
    /// The puzzles, in their order.
    pub puzzles: Vec<Puzzle>,
    /// The texts that hold no puzzle, which were left out.
    pub errors: Findings<PuzzleError>,
    /// The liberties that were taken.
    pub notices: Findings<PuzzleNotice>,
}

impl PuzzleFile {
    /// The puzzles.
    ///
    /// # Errors
    ///
    /// The first text that is not a puzzle.
    pub fn whole(self) -> Result<Vec<Puzzle>, PuzzleError> {
        self.errors.into_iter().next().map_or(Ok(self.puzzles), Err)
    }

    fn take(&mut self, line: usize, found: Result<(Puzzle, Vec<Mend>), NoPuzzle>) {
        match found {
            Ok((puzzle, notices)) => {
                self.puzzles.push(puzzle);
                notices.into_iter().for_each(|mend| {
                    self.notices.push(match mend {
                        Mend::Fen(notice) => PuzzleNotice::Fen { line, notice },
                        Mend::Move(notice) => PuzzleNotice::Move { line, notice },
                    });
                });
            }
            Err(problem) => self.errors.push(PuzzleError { line, problem }),
        }
    }
}

/// Reads the puzzles of a file, which is PGN if it begins with a tag or a comment and otherwise EPD. Lines of EPD that
/// name no game are of the one that is given. A text that is no puzzle is left out, with a finding.
///
/// ```
/// use helgi_record::puzzle;
/// use helgi_rules::GameId;
///
/// let text = "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8#; id \"back rank\";\n6k1/8/8/8/8/8/8/K3R3 w - - am Re7;\n";
/// let file = puzzle::read(text.as_bytes(), GameId::CHESS);
/// assert!(file.errors[0].to_string().starts_with("line 2: opcode am: `Re7`"));
/// let puzzles = file.puzzles;
/// assert_eq!((puzzles.len(), puzzles[0].moves.len()), (1, 1));
/// assert_eq!(puzzle::read(puzzles[0].epd(1).as_bytes(), GameId::TAVRELI).whole()?, puzzles);
/// assert_eq!(puzzle::read(puzzles[0].record(1).to_string().as_bytes(), GameId::TAVRELI).whole()?, puzzles);
/// # Ok::<(), puzzle::PuzzleError>(())
/// ```
pub fn read(text: &[u8], game: GameId) -> PuzzleFile {
    let mut file = PuzzleFile::default();
    let (decoded, encoding) = match decode_text(text) {
        Ok(decoded) => decoded,
        Err(error) => {
            file.errors.push(PuzzleError { line: 1, problem: error.into() });
            return file;
        }
    };
    file.notices.extend((encoding != TextEncoding::Utf8).then_some(PuzzleNotice::Encoding(encoding)));
    // The reader of PGN looks at each line: files in different encodings may have been joined.
    let text = if encoding == TextEncoding::Utf16 { decoded.as_bytes() } else { text };
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    if text.trim_ascii_start().starts_with(b"[") || text.trim_ascii_start().starts_with(b"{") {
        for located in PgnReader::new(text) {
            let (line, found) = match located {
                Ok(located) => (located.line, located.whole().map_err(NoPuzzle::from)),
                Err(error) => (error.line(), Err(error.into())),
            };
            let found = found.and_then(|record| Ok((from_record(&record)?, mended(&record))));
            file.take(line, found);
        }
        return file;
    }
    for (line, text) in epd::lines(&decoded) {
        let Some(operations) = EpdLine::read(text) else { continue };
        let found = from_epd(&operations, game);
        if let (Ok((puzzle, _)), fields @ ..4) = (&found, operations.fields()) {
            file.notices.push(PuzzleNotice::Fields { line, fields, position: puzzle.start.fen() });
        }
        file.take(line, found);
    }
    file
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
    let named = tag(ALTERNATIVES).unwrap_or_default().split_whitespace();
    Ok(Puzzle {
        start: line.start().clone(),
        moves: line.moves().collect(),
        alternatives: others(first_moves(line.start(), named, &mut Vec::new())?, &line),
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

/// The tag with the other moves that solve a puzzle.
const ALTERNATIVES: &str = "Alternatives";

/// The moves of a list from a position, with commas between them or without.
fn first_moves<'a>(
    start: &AnyPosition,
    words: impl Iterator<Item = &'a str>,
    mends: &mut Vec<Mend>,
) -> Result<Vec<Move>, NoPuzzle> {
    let mut moves = Vec::new();
    let mut add = |text: &str| {
        let text = without_numbers(text);
        if !text.is_empty() {
            moves.push(read_move(start, text, mends)?);
        }
        Ok(())
    };
    for word in words {
        let word = word.trim_matches(',');
        // A comma may be a part of a move, as in `Nf3,d6`.
        add(word)
            .or_else(|error: MoveError| match word.contains(',') {
                true => word.split(',').try_for_each(&mut add),
                false => Err(error),
            })
            .map_err(|error| NoPuzzle::Move { ply: 1, error })?;
    }
    Ok(moves)
}

/// The moves that are not the first of a line, each once.
fn others(moves: Vec<Move>, line: &Line) -> Vec<Move> {
    let mut others: Vec<Move> = Vec::new();
    for played in moves {
        if line.moves().next() != Some(played) && !others.contains(&played) {
            others.push(played);
        }
    }
    others
}

/// The puzzle of a line of EPD.
fn from_epd(epd: &EpdLine, game: GameId) -> Result<(Puzzle, Vec<Mend>), NoPuzzle> {
    let operand = |name: &str| epd.operand(name);
    let number = |name| operand(name).and_then(|text| text.parse::<u64>().ok());
    let small = |name| number(name).and_then(|number| u32::try_from(number).ok());
    let game = match operand("variant") {
        Some(name) => name.parse()?,
        None => game,
    };
    let (start, notices) = game.parse_lenient(&epd.fen())?;
    let mut mends: Vec<Mend> = notices.into_iter().map(Mend::Fen).collect();
    let best = first_moves(&start, epd.moves("bm"), &mut mends)?;
    let mut line = Line::new(start.clone());
    // A whole line counts more than its first move.
    for (index, text) in epd.moves("pv").enumerate() {
        let text = without_numbers(text.trim_matches(','));
        if !text.is_empty() {
            let legal = read_move(line.present(), text, &mut mends);
            line.play(legal.map_err(|error| NoPuzzle::Move { ply: index + 1, error })?);
        }
    }
    if line.is_empty() {
        best.first().into_iter().for_each(|&played| line.play(played));
    }
    if line.is_empty() {
        let avoided = operand("am").map(|text| NoPuzzle::Avoided(excerpt(text)));
        return Err(avoided.unwrap_or(NoPuzzle::NoMoves("the opcode `bm` or `pv`")));
    }
    let puzzle = Puzzle {
        start,
        alternatives: others(best, &line),
        moves: line.moves().collect(),
        themes: words(operand("c0").unwrap_or_default()),
        difficulty: small("difficulty"),
        win: small("dm"),
        effort: number("effort"),
        nodes: number("acn"),
        source: operand("c1").map(str::to_owned),
    };
    Ok((puzzle, mends))
}

/// The mends of the position of a game.
fn mended(record: &Record) -> Vec<Mend> {
    let start = record.game().and_then(|game| record.start_with_notices(game).ok());
    start.map(|(_, notices)| notices.into_iter().map(Mend::Fen).collect()).unwrap_or_default()
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
        let alternatives = Some(self.written_alternatives().join(" ")).filter(|moves| !moves.is_empty());
        for (name, value) in [
            (ALTERNATIVES, alternatives),
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
        let best: Vec<String> =
            solution.first().cloned().into_iter().chain(self.written_alternatives()).collect();
        add("bm", Some(best.join(" ")));
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

    /// The other first moves, as they are written.
    fn written_alternatives(&self) -> Vec<String> {
        self.alternatives.iter().map(|&played| readable::write(&self.start, played, Style::San)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    const MATE: &str = "6k1/5ppp/8/8/8/8/8/K2RR3 w - -";

    fn read(text: &str) -> PuzzleFile {
        super::read(text.as_bytes(), GameId::CHESS)
    }

    #[test]
    fn any_of_several_best_moves_solves_a_puzzle() {
        for best in ["Re8# Rd8#", "Re8, Rd8", "Re8,Rd8", "1.Re8 Rd8 Re8", "e1e8 d1d8", "Re8+, Rd8+,"] {
            let file = read(&format!("{MATE} bm {best}; id \"x\";"));
            assert!(file.errors.is_empty(), "{best}: {:?}", file.errors);
            let puzzle = &file.puzzles[0];
            assert_eq!((puzzle.moves.len(), puzzle.alternatives.len()), (1, 1), "{best}");
            for text in [puzzle.epd(1), puzzle.record(1).to_string()] {
                assert_eq!(read(&text).whole().unwrap(), file.puzzles, "{text}");
            }
        }
        let line = read(&format!("{MATE} bm Rd8 Re8; pv Re8;"));
        assert_eq!(line.puzzles[0].alternatives.len(), 1);
        // A comma may be a part of a move.
        let duck = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e2e4,e4e5;";
        assert!(read(duck).puzzles.is_empty());
    }

    #[test]
    fn the_rest_of_a_file_counts() {
        let text =
            format!("junk\n{MATE} am Kb1;\n{MATE}\n{MATE} bm Ke4;\n{MATE} bm Re8 Ke4;\r\n{MATE} bm Re8;");
        let file = read(&text);
        let lines: Vec<usize> = file.errors.iter().map(|error| error.line).collect();
        assert_eq!((file.puzzles.len(), lines), (1, vec![1, 2, 3, 4, 5]));
        let games = "[FEN \"8/8\"]\n\n1. e4 *\n\n[FEN \"6k1/5ppp/8/8/8/8/8/K2RR3 w - - 0 1\"]\n\n1. Re8# 1-0\n\n1. e9 *";
        let file = read(games);
        let lines: Vec<usize> = file.errors.iter().map(|error| error.line).collect();
        assert_eq!((file.puzzles.len(), lines), (1, vec![1, 9]));
        let many = read(&"junk\n".repeat(100_000));
        assert_eq!((many.errors.len(), many.errors.count()), (100, 100_000));
        let few = read("6k1/5ppp/8/8/8/8/8/K2RR3 bm Re8;");
        assert_eq!(
            few.notices[0].to_string(),
            "line 1: 1 fields of a position, expected four; read as `6k1/5ppp/8/8/8/8/8/K2RR3 w - - 0 1`"
        );
        let long = read(&format!("{MATE} bm {};", "Q".repeat(1_000_000)));
        assert!(long.errors[0].to_string().len() < 200);
    }
}
