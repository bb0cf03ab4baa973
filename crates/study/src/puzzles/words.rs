//! Texts for people who solve puzzles, in the terminal and in the browser. None gives the right
//! move away before its time.

use super::{AnswerVerdict, Theme};
use helgi_rules::board::{Action, Move};
use helgi_rules::describe::describe;
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Line, Position};

/// Returns the text on an answer that is not the solution's: that it is as good, or what is wrong
/// with it. Empty for the right move.
///
/// ```
/// use helgi_study::puzzles::{AnswerVerdict, words};
/// use helgi_rules::{Game, GameId, readable};
///
/// let start = GameId::CHESS.start();
/// let played = readable::read(&start, "e4").unwrap();
/// assert_eq!(words::answer(&start, played, &AnswerVerdict::AsGood(Some(3))), "e4 forces a win, too, in 3.");
/// ```
pub fn answer(position: &AnyPosition, played: Move, verdict: &AnswerVerdict) -> String {
    let text = readable::write(position, played, Style::San);
    match verdict {
        AnswerVerdict::Right => String::new(),
        AnswerVerdict::AsGood(Some(moves)) => format!("{text} forces a win, too, in {moves}."),
        AnswerVerdict::AsGood(None) => format!("{text} is as good."),
        AnswerVerdict::Wrong { expected, best, misses_win, refutation } => {
            let after = position.after(played);
            let reply = refutation.first().copied().filter(|&reply| after.is_legal(reply));
            let reply = reply.map(|reply| readable::write(&after, reply, Style::San));
            let because =
                reply.map_or(String::new(), |reply| format!(" {} answers {reply}.", after.side().name()));
            let [expected, best] = [expected, best].map(|share| (share * 100.0).round());
            let missed = match misses_win {
                true => "a win can be forced".to_owned(),
                false => format!("the right move leaves {best}"),
            };
            format!(
                "{text} leaves you {expected} of 100 points to expect, but {missed}.{because} Another try!"
            )
        }
    }
}

/// Returns the text on the right move in a position, before it is played: `Qxf7+: the queen takes
/// the pawn on f7.`
pub fn right(position: &AnyPosition, played: Move) -> String {
    format!("{}: {}.", readable::write(position, played, Style::San), describe(position, played))
}

/// Returns the text on the other side's answer to a right move, before its answer is played.
pub fn reply(position: &AnyPosition, reply: Move) -> String {
    let answer = readable::write(position, reply, Style::San);
    format!("{} answers {answer}: {}. Go on!", position.side().name(), describe(position, reply))
}

/// Returns the text after the last move of the solution: `White mates. That is it!`
pub fn end(line: &Line) -> String {
    let end = line.verdict().map_or(String::new(), |outcome| format!("{}. ", outcome.reason_text()));
    format!("{end}That is it!")
}

/// Returns the text on a solved puzzle, after this many wrong answers and hints.
///
/// ```
/// use helgi_study::puzzles::words;
///
/// assert_eq!(words::solved(2, 0), "Solved at try 3.");
/// ```
pub fn solved(wrong: usize, hints: usize) -> String {
    match (wrong, hints) {
        (0, 0) => "Solved at the first try.".to_owned(),
        (0, _) => "Solved with a hint.".to_owned(),
        (wrong, _) => format!("Solved at try {}.", wrong + 1),
    }
}

/// Returns the themes of a puzzle by their names: `Theme: fork, drop.`; empty without themes.
///
/// ```
/// use helgi_study::puzzles::words;
///
/// assert_eq!(words::about(&["drop".to_owned()]), "Theme: drop.");
/// ```
pub fn about(themes: &[String]) -> String {
    if themes.is_empty() { String::new() } else { format!("Theme: {}.", themes.join(", ")) }
}

/// Returns a hint for the next move of the solution in a position: first the names of its themes,
/// then the piece; `number` counts from 1.
///
/// ```
/// use helgi_study::puzzles::words;
/// use helgi_rules::{Game, GameId, readable};
///
/// let start = GameId::CHESS.start();
/// let next = readable::read(&start, "Nf3").unwrap();
/// assert_eq!(words::hint(&start, next, &[], 1), "Look at the knight on g1.");
/// ```
pub fn hint(position: &AnyPosition, next: Move, themes: &[String], number: usize) -> String {
    let themes: Vec<&str> = themes.iter().filter_map(|name| meaning(name)).collect();
    if number == 1 && !themes.is_empty() {
        return format!("What it is about: {}.", themes.join("; "));
    }
    let info = position.info();
    match (next.action(), next.from()) {
        (Action::Drop { kind, .. }, _) => {
            format!("Something comes from the reserve: a {}.", info.piece_name(kind))
        }
        (Action::Wall { .. }, _) => "A wall is built.".to_owned(),
        (_, Some(from)) => {
            let piece = position.piece_at(from, 0).map_or("piece", |piece| info.piece_name(piece.kind));
            format!("Look at the {piece} on {}.", position.outline().name(from))
        }
        (_, None) => "The turn is given up.".to_owned(),
    }
}

/// The solution from the position of the puzzle on: `The solution is Qxf7+ Kd8 Qf8#: White mates.`
///
/// # Panics
///
/// If its moves are not legal.
pub fn solution(start: &AnyPosition, moves: &[Move]) -> String {
    let mut line = Line::new(start.clone());
    let mut words = Vec::new();
    for &played in moves {
        words.push(readable::write(line.present(), played, Style::San));
        line.play(played);
    }
    let end = line.verdict().map_or(String::new(), |outcome| format!(": {}", outcome.reason_text()));
    format!("The solution is {}{end}.", words.join(" "))
}

/// Returns the meaning of a theme.
fn meaning(name: &str) -> Option<&'static str> {
    Theme::ALL.iter().find(|theme| theme.name() == name).map(|theme| theme.meaning())
}
