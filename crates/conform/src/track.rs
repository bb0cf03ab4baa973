//! The position that a dialogue has led to, by the rules, in all protocols.

use crate::facts;
use helgi_protocol::dialect::{BoardSize, Dialect};
use helgi_protocol::notation::ranks_from_one;
use helgi_protocol::suite::SuiteProtocol;
use helgi_protocol::text::Words;
use helgi_protocol::uci::{Command, Start};
use helgi_rules::board::Move;
use helgi_rules::games::GameId;
use helgi_rules::notation::MoveError;
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Game, Line, Position, notation};
use thiserror::Error;

/// The seed of random moves: the same in every run.
const SEED: u64 = 4711;

/// The position of a dialogue.
#[derive(Clone)]
pub(crate) struct Track {
    protocol: SuiteProtocol,
    game: GameId,
    chess960: bool,
    /// `None` if it is not known: after a position that is not one.
    line: Option<Line>,
}

impl Track {
    pub fn new(protocol: SuiteProtocol) -> Track {
        let game = facts::game(facts::main_game(protocol));
        let line = game.map(|game| Line::new(game.start()));
        Track { protocol, game: game.unwrap_or(GameId::CHESS), chess960: false, line }
    }

    pub fn position(&self) -> Option<&AnyPosition> {
        self.line.as_ref().map(Line::present)
    }

    pub fn game(&self) -> GameId {
        self.game.chess960().filter(|_| self.chess960).unwrap_or(self.game)
    }

    /// Takes a line that was sent to the engine.
    pub fn sent(&mut self, line: &str) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match self.protocol {
            SuiteProtocol::Uci => self.sent_uci(&words),
            SuiteProtocol::Usi => self.sent_in(Dialect::Usi, line),
            SuiteProtocol::Ucci => self.sent_in(Dialect::Ucci, line),
            SuiteProtocol::Xboard => self.sent_xboard(&words),
        }
    }

    fn sent_uci(&mut self, words: &[&str]) {
        match words {
            ["position", rest @ ..] => self.line = self.read_position(rest),
            ["setoption", "name", name, "value", value] => {
                if name.eq_ignore_ascii_case(facts::CHESS960) {
                    self.chess960 = *value == "true";
                } else if name.eq_ignore_ascii_case("UCI_Variant")
                    && let Some(game) = facts::game(value)
                {
                    self.game = game;
                    self.line = Some(Line::new(self.game().start()));
                }
            }
            _ => {}
        }
    }

    /// Takes a line of a dialect of UCI. The words of the suite are those of its specification, which helgi's reader knows.
    fn sent_in(&mut self, dialect: Dialect, line: &str) {
        match dialect.parse(line) {
            Ok(Command::Position { start, moves }) => self.line = self.read_start(dialect, &start, &moves),
            Ok(Command::SetOption { name, value: Some(value) })
                if ["UCI_Variant", "USI_Variant"].iter().any(|own| name.eq_ignore_ascii_case(own)) =>
            {
                if let Some(game) = facts::game(&value) {
                    self.game = game;
                    self.line = Some(Line::new(game.start()));
                }
            }
            Err(_) if line.split_ascii_whitespace().next() == Some("position") => self.line = None,
            _ => {}
        }
    }

    fn read_start(&self, dialect: Dialect, start: &Start, moves: &Words) -> Option<Line> {
        let position = match start {
            Start::StartPos => self.game().start(),
            Start::Fen(fen) => self.game().parse_shown(fen).ok()?,
        };
        let mut line = Line::new(position);
        for text in moves.iter() {
            let text = dialect.read_move(text, board(line.present()))?;
            let legal = notation::read(line.present(), &text).ok()?;
            line.play(legal);
        }
        Some(line)
    }

    /// Reads `startpos moves …` or `fen … moves …`.
    fn read_position(&self, words: &[&str]) -> Option<Line> {
        let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (start, moves) = words.split_at_checked(end)?;
        let position = match start {
            ["startpos"] => self.game().start(),
            ["fen", fen @ ..] => self.game().parse(&fen.join(" ")).ok()?,
            _ => return None,
        };
        let mut line = Line::new(position);
        for text in moves.iter().skip(1) {
            let legal = notation::read(line.present(), text).ok()?;
            line.play(legal);
        }
        Some(line)
    }

    fn sent_xboard(&mut self, words: &[&str]) {
        match words {
            ["new"] => {
                self.game = GameId::CHESS;
                self.line = Some(Line::new(self.game.start()));
            }
            ["variant", name] => {
                if let Some(game) = facts::game(name) {
                    self.game = game;
                    self.line = Some(Line::new(game.start()));
                }
            }
            ["setboard", fen @ ..] => {
                self.line = self.game.parse_shown(&fen.join(" ")).ok().map(Line::new);
            }
            // The old editor is not followed: what it makes is not known.
            ["edit"] => self.line = None,
            ["undo"] => self.undo(1),
            ["remove"] => self.undo(2),
            ["usermove", text] => {
                // An illegal one changes nothing.
                let _ = self.play(text);
            }
            _ => {}
        }
    }

    fn undo(&mut self, count: usize) {
        if let Some(line) = &mut self.line {
            for _ in 0..count {
                line.undo();
            }
        }
    }

    /// Plays a move that a line of XBoard's protocol has; the error says why it is not legal.
    pub fn play(&mut self, text: &str) -> Result<(), AnswerError> {
        let Some(line) = &mut self.line else { return Ok(()) };
        let legal = read(line.present(), text)?;
        line.play(legal);
        Ok(())
    }

    /// Moves at random from the present position, as texts. The game goes on after them.
    pub fn random_moves(&self, count: usize) -> String {
        let Some(mut line) = self.line.clone() else { return String::new() };
        let mut rng = fastrand::Rng::with_seed(SEED);
        let mut texts: Vec<String> = Vec::new();
        while texts.len() < count {
            let moves = line.present().legal_moves();
            let Some(&legal) = rng.choice(&moves) else { break };
            let text = readable::write(line.present(), legal, Style::Uci);
            let text = match (self.protocol.dialect(), text.parse()) {
                (Some(dialect), Ok(wire)) => dialect.write_move(wire, board(line.present())),
                _ => text,
            };
            line.play(legal);
            if line.verdict().is_some() {
                line.undo();
                break;
            }
            texts.push(text);
        }
        texts.join(" ")
    }
}

/// The text of an engine that is no legal move.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub(crate) enum AnswerError {
    /// XBoard's protocol has readers that say why.
    #[error("{error} in {fen}")]
    Read {
        /// The reason.
        error: MoveError,
        /// The position.
        fen: String,
    },
    /// In the languages of UCI's family a move has one text.
    #[error("`{text}` is no legal move of {game} in {fen}")]
    Illegal {
        /// The text.
        text: String,
        /// The game.
        game: &'static str,
        /// The position.
        fen: String,
    },
}

impl AnswerError {
    fn illegal(position: &AnyPosition, text: &str) -> Self {
        AnswerError::Illegal { text: text.to_owned(), game: position.game().name(), fen: position.fen() }
    }
}

/// Reads a move of XBoard's protocol, in coordinates or in SAN.
fn read(position: &AnyPosition, text: &str) -> Result<Move, AnswerError> {
    let game = position.game();
    // XBoard counts the ranks of such boards from 0.
    let text = if game.info().ranks == 10 { ranks_from_one(text) } else { text.to_owned() };
    readable::read(position, &text).map_err(|error| AnswerError::Read { error, fen: position.fen() })
}

/// Writes a move of XBoard's protocol in coordinates; one that is not legal as it is.
pub(crate) fn in_coordinates(position: &AnyPosition, text: &str) -> String {
    read(position, text)
        .map_or_else(|_| text.to_owned(), |legal| readable::write(position, legal, Style::Uci))
}

/// The size of the board of a position.
pub(crate) fn board(position: &AnyPosition) -> BoardSize {
    let game = position.game();
    BoardSize { files: game.info().files, ranks: game.info().ranks }
}

/// Reads the move of a `bestmove` or a `pv` in a language of UCI's family.
///
/// # Errors
///
/// As [`read_uci`].
pub(crate) fn read_answer(
    protocol: SuiteProtocol,
    position: &AnyPosition,
    text: &str,
) -> Result<Move, AnswerError> {
    let Some(dialect) = protocol.dialect().filter(|dialect| *dialect != Dialect::Uci) else {
        return read_uci(position, text);
    };
    let in_uci = dialect.read_move(text, board(position));
    in_uci
        .and_then(|text| notation::read(position, &text).ok())
        .ok_or_else(|| AnswerError::illegal(position, text))
}

/// Reads the move of a `bestmove` or a `pv`. Chess has one text for each move; in other games readers have the
/// liberties of the notation.
///
/// # Errors
///
/// If it is not a legal move of the position; the error says so with the position.
fn read_uci(position: &AnyPosition, text: &str) -> Result<Move, AnswerError> {
    let error = || AnswerError::illegal(position, text);
    if [GameId::CHESS, GameId::FISCHERANDOM].contains(&position.game()) {
        let moves = readable::write_all(position, Style::Uci);
        return moves.iter().find(|(_, own)| own == text).map(|(legal, _)| *legal).ok_or_else(error);
    }
    notation::read(position, text).map_err(|_| error())
}

/// The first move of a line of play that is not legal; nothing follows the end of a game on the board.
pub(crate) fn illegal_in(protocol: SuiteProtocol, position: &AnyPosition, moves: &[&str]) -> Option<String> {
    let mut position = position.clone();
    for text in moves {
        match read_answer(protocol, &position, text) {
            Ok(legal) => position.play(legal),
            Err(error) => return Some(error.to_string()),
        }
    }
    None
}

/// The same for a line of XBoard's protocol, in which moves may be numbered and have comments.
pub(crate) fn illegal_in_text(position: &AnyPosition, pv: &str) -> Option<String> {
    let mut position = position.clone();
    let is_move = |word: &&str| {
        let is_number = word.trim_end_matches('.').chars().all(|c| c.is_ascii_digit());
        !is_number && word.chars().any(|c| c.is_ascii_alphanumeric())
    };
    for word in pv.split_ascii_whitespace().filter(is_move) {
        // A number has a point behind it: castling may be written `0-0`.
        let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let text = if behind.starts_with('.') { behind.trim_start_matches('.') } else { word };
        match read(&position, text.trim_end_matches(['!', '?', ';', ','])) {
            Ok(legal) => position.play(legal),
            Err(error) => return Some(error.to_string()),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uci_positions_are_followed() {
        let mut track = Track::new(SuiteProtocol::Uci);
        track.sent("  position   startpos moves e2e4 e7e5");
        let position = track.position().unwrap().clone();
        assert!(read_uci(&position, "g1f3").is_ok());
        assert!(read_uci(&position, "G1F3").is_err());
        assert_eq!(illegal_in(SuiteProtocol::Uci, &position, &["g1f3", "b8c6"]), None);
        assert!(illegal_in(SuiteProtocol::Uci, &position, &["g1f3", "g1f3"]).is_some());
        track.sent("position startpos moves e2e5");
        assert!(track.position().is_none());
        track.sent("setoption name UCI_Variant value tavreli");
        assert_eq!(track.game(), GameId::TAVRELI);
        assert_eq!(track.random_moves(6).split(' ').count(), 6);
    }

    #[test]
    fn xboard_moves_are_followed_and_taken_back() {
        let mut track = Track::new(SuiteProtocol::Xboard);
        for line in ["new", "usermove e2e4", "usermove e2e4", "setboard", "usermove x"] {
            track.sent(line);
        }
        assert!(track.position().is_none());
        track.sent("new");
        track.sent("usermove e2e4");
        assert_eq!(track.play("e5"), Ok(()));
        track.sent("remove");
        assert_eq!(track.position(), Some(&GameId::CHESS.start()));
        assert!(illegal_in_text(track.position().unwrap(), "1. e4 e5 2.Nf3 ... ").is_none());
        assert!(illegal_in_text(track.position().unwrap(), "1. e4 e4").is_some());
        let castling = "1.e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4.0-0 0-0";
        assert_eq!(illegal_in_text(track.position().unwrap(), castling), None);
        assert_eq!(in_coordinates(track.position().unwrap(), "Nf3"), "g1f3");
        assert_eq!(in_coordinates(track.position().unwrap(), "Nf4"), "Nf4");
    }
}
