//! Games that are being played, which JavaScript knows by their numbers.

use crate::errors::WebError;
use crate::games;
use crate::saved::{self, find};
use crate::slots::Slots;
use crate::texts::{Answer, Texts, json, lines};
use helgi_drawing::{Pieces, SvgStyle};
use helgi_notation::excerpt;
use helgi_rules::actions::{ActionNumber, ActionTable};
use helgi_rules::board::{Move, Piece, Side};
use helgi_rules::internals::advice;
use helgi_rules::notation::{MoveError, Notation};
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Game, Line, Outcome, Position, fen as fen_text};
use helgi_words::{Catalogue, moves as move_words, slips};
use serde::Serialize;
use std::cell::RefCell;

thread_local! {
    static BOARDS: RefCell<Slots<Line>> = const { RefCell::new(Slots::new()) };
}

/// Runs something with a board.
fn with<T>(board: u32, run: impl FnOnce(&mut Line) -> Result<T, WebError>) -> Result<T, WebError> {
    BOARDS.with_borrow_mut(|boards| match boards.get(board) {
        Some(line) => run(line),
        None => Err(WebError::argument("board", "freed", "one that is there")),
    })
}

/// Answers by the position of a board.
fn at(board: u32, answer: impl FnOnce(&AnyPosition) -> Answer) -> Answer {
    with(board, |line| answer(line.present()))
}

/// Answers by a legal move of a board, the first text of the call.
fn by_move(texts: &Texts, board: u32, answer: impl FnOnce(&AnyPosition, Move) -> Answer) -> Answer {
    at(board, |position| answer(position, find(position, texts.text(0))?))
}

/// Keeps a line of play as a board, and answers with its number.
///
/// # Errors
///
/// None.
pub fn keep(line: Line) -> Answer {
    Ok(BOARDS.with_borrow_mut(|boards| boards.keep(line)).to_string())
}

/// Answers by the line of play of a board.
///
/// # Errors
///
/// An `ArgumentError` if the board is gone, and those of the answer.
pub fn by_line(board: u32, answer: impl FnOnce(&Line) -> Answer) -> Answer {
    with(board, |line| answer(line))
}

/// Forgets a board.
pub fn free(board: u32) {
    BOARDS.with_borrow_mut(|boards| boards.free(board));
}

fn wire(position: &AnyPosition, legal: Move) -> String {
    Notation::of(&position.game()).write(legal).to_string()
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

fn side(name: &str) -> Result<Side, WebError> {
    match name {
        "white" => Ok(Side::White),
        "black" => Ok(Side::Black),
        other => Err(WebError::argument("side", &excerpt(other), "`white` or `black`")),
    }
}

fn language(code: &str) -> Result<&'static Catalogue, WebError> {
    Catalogue::named(code).ok_or_else(|| {
        let codes: Vec<&str> = Catalogue::all().iter().map(Catalogue::code).collect();
        WebError::argument("language", &excerpt(code), &format!("one of {}", codes.join(", ")))
    })
}

/// Begins the game of the first text, at its start or at the position of the second.
///
/// # Errors
///
/// A `GameNameError` or a `FenError`.
pub fn new(texts: &Texts) -> Answer {
    let game = games::find(texts.text(0))?;
    let start = match texts.get(1) {
        None => game.start(),
        Some(fen) => game.parse(fen).map_err(|error| WebError::from(&error))?,
    };
    keep(Line::new(start))
}

/// A board of its own with the same moves.
///
/// # Errors
///
/// As [`by_line`].
pub fn copy(_: &Texts, board: u32) -> Answer {
    keep(with(board, |line| Ok(line.clone()))?)
}

#[derive(Serialize)]
struct SavedBoard {
    version: u32,
    game: &'static str,
    rules: Option<String>,
    start: String,
    moves: Vec<String>,
}

/// The board as data: its game, the fingerprint of the rules of a game from a file, its start and its moves.
///
/// # Errors
///
/// As [`by_line`].
pub fn save(_: &Texts, board: u32) -> Answer {
    with(board, |line| {
        let (start, game) = (line.start(), line.present().game());
        let notation = Notation::of(&game);
        json(&SavedBoard {
            version: saved::VERSION,
            game: game.name(),
            rules: game.fingerprint(),
            start: start.fen(),
            moves: line.moves().map(|played| notation.write(played).to_string()).collect(),
        })
    })
}

/// Makes a board of what [`save`] has written.
///
/// # Errors
///
/// Those of [`saved::line`].
pub fn restore(texts: &Texts) -> Answer {
    keep(saved::line(texts)?)
}

/// The name of the game.
///
/// # Errors
///
/// As [`by_line`]; so are those of all functions below that name none.
pub fn game(_: &Texts, board: u32) -> Answer {
    at(board, |position| Ok(position.game().name().to_owned()))
}

/// The side to move.
///
/// # Errors
///
/// As [`by_line`].
pub fn turn(_: &Texts, board: u32) -> Answer {
    at(board, |position| Ok(side_name(position.side()).to_owned()))
}

/// The number of moves played.
///
/// # Errors
///
/// As [`by_line`].
pub fn ply(_: &Texts, board: u32) -> Answer {
    with(board, |line| Ok(line.len().to_string()))
}

/// The moves played, with a line each.
///
/// # Errors
///
/// As [`by_line`].
pub fn moves(_: &Texts, board: u32) -> Answer {
    with(board, |line| {
        let notation = Notation::of(&line.present().game());
        Ok(lines(line.moves().map(|played| notation.write(played).to_string())))
    })
}

/// The position as a text, or the one that the moves began with.
///
/// # Errors
///
/// As [`by_line`].
pub fn fen(_: &Texts, board: u32, is_root: u32) -> Answer {
    with(board, |line| Ok(if is_root == 1 { line.start().fen() } else { line.present().fen() }))
}

/// The legal moves, with a line each.
///
/// # Errors
///
/// As [`by_line`].
pub fn legal_moves(_: &Texts, board: u32) -> Answer {
    at(board, |position| {
        let (notation, moves) = (Notation::of(&position.game()), position.legal_moves());
        // Most moves have four or five letters.
        let mut answer = String::with_capacity(6 * moves.len());
        for legal in moves {
            if !answer.is_empty() {
                answer.push('\n');
            }
            // Writing to a string cannot fail.
            let _ = notation.write(legal).write_to(&mut answer);
        }
        Ok(answer)
    })
}

/// The legal moves in SAN, with a line each.
///
/// # Errors
///
/// As [`by_line`].
pub fn legal_sans(_: &Texts, board: u32) -> Answer {
    at(board, |position| {
        let written = readable::write_all(position, Style::San);
        Ok(lines(written.into_iter().map(|(_, text)| text)))
    })
}

/// The numbers of the legal moves.
///
/// # Errors
///
/// As [`by_line`].
pub fn legal_actions(_: &Texts, board: u32) -> Answer {
    at(board, |position| {
        let numbers = ActionTable::of(position.game()).numbers(position);
        json(&numbers.into_iter().map(|(_, number)| (number.first, number.second)).collect::<Vec<_>>())
    })
}

/// A legal move in a style: 0 UCI, 1 SAN, 2 LAN.
///
/// # Errors
///
/// A `MoveError`, and as [`by_line`].
pub fn write(texts: &Texts, board: u32, style: u32) -> Answer {
    let style = match style {
        0 => Style::Uci,
        1 => Style::San,
        _ => Style::Lan,
    };
    by_move(texts, board, |position, legal| Ok(readable::write(position, legal, style)))
}

/// True if a text is a legal move.
///
/// # Errors
///
/// As [`by_line`].
pub fn is_legal(texts: &Texts, board: u32) -> Answer {
    at(board, |position| json(&readable::read(position, texts.text(0)).is_ok()))
}

/// Plays a legal move and answers with its own text.
///
/// # Errors
///
/// A `MoveError`, and as [`by_line`].
pub fn push(texts: &Texts, board: u32) -> Answer {
    with(board, |line| {
        let legal = find(line.present(), texts.text(0))?;
        let text = wire(line.present(), legal);
        line.play(legal);
        Ok(text)
    })
}

/// Plays the legal move of a number and answers with its text.
///
/// # Errors
///
/// A `MoveError`, and as [`by_line`].
pub fn push_action(_: &Texts, board: u32, first: u32, second: u32, has_second: u32) -> Answer {
    with(board, |line| {
        let number = ActionNumber { first, second: (has_second == 1).then_some(second) };
        let legal = ActionTable::of(line.present().game()).find(line.present(), number).ok_or_else(|| {
            let text = number.second.map_or_else(|| first.to_string(), |second| format!("{first}, {second}"));
            WebError::played(&text, &MoveError::Illegal(text.clone()))
        })?;
        let text = wire(line.present(), legal);
        line.play(legal);
        Ok(text)
    })
}

/// Takes the last move back and answers with its text.
///
/// # Errors
///
/// A `MoveError` if there is none, and as [`by_line`].
pub fn pop(_: &Texts, board: u32) -> Answer {
    with(board, |line| {
        // The line stands before the move then, and the text of a move depends on the position before it.
        let undone = line.undo();
        let none = || WebError::argument("pop", "a board without moves", "one with a move that was played");
        let undone = undone.ok_or_else(none)?;
        Ok(wire(line.present(), undone))
    })
}

/// True if the side to move is in check.
///
/// # Errors
///
/// As [`by_line`].
pub fn is_check(_: &Texts, board: u32) -> Answer {
    at(board, |position| json(&position.in_check()))
}

/// The squares of the pieces that give check.
///
/// # Errors
///
/// As [`by_line`].
pub fn checkers(_: &Texts, board: u32) -> Answer {
    at(board, |position| {
        let outline = position.outline();
        json(&position.checkers().into_iter().map(|square| outline.name(square)).collect::<Vec<_>>())
    })
}

/// True if a legal move gives check.
///
/// # Errors
///
/// A `MoveError`, and as [`by_line`].
pub fn gives_check(texts: &Texts, board: u32) -> Answer {
    by_move(texts, board, |position, legal| json(&position.gives_check()(legal)))
}

/// True if a legal move captures.
///
/// # Errors
///
/// A `MoveError`, and as [`by_line`].
pub fn is_capture(texts: &Texts, board: u32) -> Answer {
    by_move(texts, board, |position, legal| json(&position.is_capture(legal)))
}

#[derive(Serialize)]
struct WebOutcome {
    winner: Option<&'static str>,
    reason: &'static str,
    text: String,
    score: &'static str,
}

impl From<Outcome> for WebOutcome {
    fn from(outcome: Outcome) -> Self {
        WebOutcome {
            winner: outcome.winner.map(side_name),
            reason: outcome.reason.id(),
            text: outcome.reason_text().to_string(),
            score: outcome.score(),
        }
    }
}

/// The end of the game by its rules; null while it goes on.
///
/// # Errors
///
/// As [`by_line`].
pub fn outcome(_: &Texts, board: u32) -> Answer {
    with(board, |line| json(&line.verdict().map(WebOutcome::from)))
}

/// True if a side can no longer win.
///
/// # Errors
///
/// An `ArgumentError` for what is no side, and as [`by_line`].
pub fn cannot_win(texts: &Texts, board: u32) -> Answer {
    at(board, |position| json(&position.cannot_win(side(texts.text(0))?)))
}

/// The squares with pieces in pairs with their stacks, from the top down.
///
/// # Errors
///
/// As [`by_line`].
pub fn pieces(_: &Texts, board: u32) -> Answer {
    at(board, |position| {
        let kinds = position.info().pieces;
        let stack = |square| -> Vec<String> {
            position.pieces_on(square).map(|piece| fen_text::piece_text(piece, kinds)).collect()
        };
        let squares =
            position.outline().squares().map(|square| (position.outline().name(square), stack(square)));
        json(&squares.filter(|(_, stack)| !stack.is_empty()).collect::<Vec<_>>())
    })
}

/// The pieces that a side has in reserve in pairs with their numbers.
///
/// # Errors
///
/// An `ArgumentError` for what is no side, and as [`by_line`].
pub fn reserve(texts: &Texts, board: u32) -> Answer {
    at(board, |position| {
        let (side, mut counts) = (side(texts.text(0))?, Vec::new());
        if let Some(reserve) = position.reserve() {
            for kind in reserve.kinds(side) {
                let piece = Piece { kind, side };
                counts.push((fen_text::piece_text(piece, position.info().pieces), reserve.count(piece)));
            }
        }
        json(&counts)
    })
}

/// The squares with obstacles.
///
/// # Errors
///
/// As [`by_line`].
pub fn obstacles(_: &Texts, board: u32) -> Answer {
    at(board, |position| {
        let outline = position.outline();
        let obstacles = outline.squares().filter(|&square| position.is_obstacle(square));
        json(&obstacles.map(|square| outline.name(square)).collect::<Vec<_>>())
    })
}

/// The key of the position, in digits.
///
/// # Errors
///
/// As [`by_line`].
pub fn key(_: &Texts, board: u32) -> Answer {
    // A number of JavaScript has 53 bits; `BigInt` reads the digits.
    at(board, |position| Ok(position.key().to_string()))
}

/// The number of ways to play so many moves, in digits.
///
/// # Errors
///
/// As [`by_line`].
pub fn perft(_: &Texts, board: u32, depth: u32) -> Answer {
    at(board, |position| Ok(position.perft(depth).to_string()))
}

/// A legal move in words of the language of the second text.
///
/// # Errors
///
/// A `MoveError`, an `ArgumentError` for the language, and as [`by_line`].
pub fn describe(texts: &Texts, board: u32) -> Answer {
    let language = language(texts.text(1))?;
    by_move(texts, board, |position, legal| Ok(language.write(&move_words::describe(position, legal))))
}

/// Advice on a text that is no legal move in words of the language of the second text; null if there is none.
///
/// # Errors
///
/// An `ArgumentError` for the language, and as [`by_line`].
pub fn advice(texts: &Texts, board: u32) -> Answer {
    let (text, language) = (texts.text(0), language(texts.text(1))?);
    at(board, |position| {
        if readable::read(position, text).is_ok() {
            return json(&None::<String>);
        }
        let advice = advice::advise(position, text);
        json(&advice.map(|advice| language.write(&slips::advice(position, &advice))))
    })
}

/// A picture of the position; its width is in pixels, and 0 for the usual one.
///
/// # Errors
///
/// As [`by_line`].
pub fn svg(_: &Texts, board: u32, width: u32, is_flipped: u32, has_last: u32) -> Answer {
    with(board, |line| {
        let last = line.moves().next_back().filter(|_| has_last == 1);
        // A drop has no square that it comes from.
        let marked: Vec<_> = last.into_iter().flat_map(|last| [last.from(), last.to()]).flatten().collect();
        let width = (width > 0).then_some(width);
        let style = SvgStyle { pieces: Pieces::Pictures, flipped: is_flipped == 1, width };
        Ok(helgi_drawing::svg_styled(line.present(), &marked, style))
    })
}

/// The board in letters, White below.
///
/// # Errors
///
/// As [`by_line`].
pub fn diagram(_: &Texts, board: u32) -> Answer {
    at(board, |position| Ok(position.diagram()))
}
