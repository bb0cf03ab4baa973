//! Messages for people who solve puzzles, in the terminal and in the browser. None gives the right
//! move away before its time.

use super::{AnswerVerdict, Theme};
use helgi_rules::board::{Action, Move};
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Line, Position};
use helgi_words::{TextMessage, ends, moves, names};

/// Returns the message on an answer that is not the solution's: that it is as good, or what is wrong
/// with it. `None` for the right move.
///
/// ```
/// use helgi_rules::{Game, GameId, readable};
/// use helgi_study::puzzles::{AnswerVerdict, words};
/// use helgi_words::Catalogue;
///
/// let start = GameId::CHESS.start();
/// let played = readable::read(&start, "e4").unwrap();
/// let answer = words::answer(&start, played, &AnswerVerdict::AsGood(Some(3))).unwrap();
/// assert_eq!(Catalogue::english().write(&answer), "e4 forces a win, too, in 3.");
/// ```
pub fn answer(position: &AnyPosition, played: Move, verdict: &AnswerVerdict) -> Option<TextMessage> {
    let said = |id: &'static str| TextMessage::new(id).with("move", san(position, played));
    Some(match verdict {
        AnswerVerdict::Right => return None,
        AnswerVerdict::AsGood(Some(moves)) => said("puzzle.as-good.forced").with("count", *moves),
        AnswerVerdict::AsGood(None) => said("puzzle.as-good"),
        AnswerVerdict::Wrong { expected, best, misses_win, refutation } => {
            let after = position.after(played);
            let reply = refutation.first().copied().filter(|&reply| after.is_legal(reply));
            let reply = reply.map_or_else(
                || TextMessage::literal(""),
                |reply| {
                    let answered = TextMessage::new("puzzle.wrong.reply").with("move", san(&after, reply));
                    answered.with("side", names::side(after.side()))
                },
            );
            let points = |share: f64| (share * 100.0).round().to_string();
            let wrong = said(if *misses_win { "puzzle.wrong.missed" } else { "puzzle.wrong" });
            wrong.with("expected", points(*expected)).with("best", points(*best)).with("reply", reply)
        }
    })
}

/// Returns the message on the right move in a position, before it is played: `Qxf7+: the queen takes
/// the pawn on f7.`
pub fn right(position: &AnyPosition, played: Move) -> TextMessage {
    let does = moves::describe(position, played);
    TextMessage::new("puzzle.right").with("move", san(position, played)).with("does", does)
}

/// Returns the message on the other side's answer to a right move, before its answer is played.
pub fn reply(position: &AnyPosition, reply: Move) -> TextMessage {
    let answered = TextMessage::new("puzzle.reply").with("side", names::side(position.side()));
    answered.with("move", san(position, reply)).with("does", moves::describe(position, reply))
}

/// Returns the message after the last move of the solution: `White mates. That is it!`
pub fn end(line: &Line) -> TextMessage {
    match line.verdict() {
        Some(outcome) => TextMessage::new("puzzle.end.reason").with("reason", ends::outcome(outcome)),
        None => TextMessage::new("puzzle.end"),
    }
}

/// Returns the message on a solved puzzle, after this many wrong answers and hints.
///
/// ```
/// use helgi_study::puzzles::words;
/// use helgi_words::Catalogue;
///
/// assert_eq!(Catalogue::english().write(&words::solved(2, 0)), "Solved at try 3.");
/// ```
pub fn solved(wrong: usize, hints: usize) -> TextMessage {
    match (wrong, hints) {
        (0, 0) => TextMessage::new("puzzle.solved"),
        (0, _) => TextMessage::new("puzzle.solved.hint"),
        (wrong, _) => TextMessage::new("puzzle.solved.later").with("try", wrong + 1),
    }
}

/// Returns the themes of a puzzle by their names: `Theme: drop.`; `None` without themes.
///
/// ```
/// use helgi_study::puzzles::words;
/// use helgi_words::Catalogue;
///
/// let themes = words::about(&["drop".to_owned()]).unwrap();
/// assert_eq!(Catalogue::english().write(&themes), "Theme: drop.");
/// ```
pub fn about(themes: &[String]) -> Option<TextMessage> {
    let listed = TextMessage::new("puzzle.themes").with("count", themes.len()).with("themes", named(themes));
    (!themes.is_empty()).then_some(listed)
}

/// The names of themes. Files have others than those that are known, which stay as they are.
fn named(themes: &[String]) -> Vec<TextMessage> {
    themes
        .iter()
        .map(|theme| TextMessage::new(format!("theme.{theme}")).with_own("en", theme.clone()))
        .collect()
}

/// Returns a hint for the next move of the solution in a position: first the names of its themes,
/// then the piece; `number` counts from 1.
///
/// ```
/// use helgi_rules::{Game, GameId, readable};
/// use helgi_study::puzzles::words;
/// use helgi_words::Catalogue;
///
/// let start = GameId::CHESS.start();
/// let next = readable::read(&start, "Nf3").unwrap();
/// let hint = words::hint(&start, next, &[], 1);
/// assert_eq!(Catalogue::english().write(&hint), "Look at the knight on g1.");
/// ```
pub fn hint(position: &AnyPosition, next: Move, themes: &[String], number: usize) -> TextMessage {
    // Files have other themes than those that are known.
    let is_known = |theme: &&String| Theme::ALL.iter().any(|known| known.name() == theme.as_str());
    let about = themes.iter().filter(is_known).map(|theme| TextMessage::new(format!("about.{theme}")));
    let about: Vec<TextMessage> = about.collect();
    if number == 1 && !about.is_empty() {
        return TextMessage::new("puzzle.hint.themes").with("themes", about);
    }
    let info = position.info();
    match (next.action(), next.from()) {
        (Action::Drop { kind, .. }, _) => {
            TextMessage::new("puzzle.hint.drop").with("piece", names::kind(info, kind))
        }
        (Action::Wall { .. }, _) => TextMessage::new("puzzle.hint.wall"),
        (_, Some(from)) => {
            let piece = position.piece_at(from, 0);
            let piece =
                piece.map_or_else(|| TextMessage::new("piece"), |piece| names::kind(info, piece.kind));
            let square = position.outline().name(from);
            TextMessage::new("puzzle.hint.piece").with("piece", piece).with("square", square)
        }
        (_, None) => TextMessage::new("puzzle.hint.pass"),
    }
}

/// The solution from the position of the puzzle on: `The solution is Qxf7+ Kd8 Qf8#: White mates.`
///
/// # Panics
///
/// If its moves are not legal.
pub fn solution(start: &AnyPosition, moves: &[Move]) -> TextMessage {
    let mut line = Line::new(start.clone());
    let mut texts = Vec::new();
    for &played in moves {
        texts.push(san(line.present(), played));
        line.play(played);
    }
    let found = match line.verdict() {
        Some(outcome) => TextMessage::new("puzzle.solution.reason").with("reason", ends::outcome(outcome)),
        None => TextMessage::new("puzzle.solution"),
    };
    found.with("moves", texts.join(" "))
}

/// Several messages, one after the other.
pub fn together(messages: impl IntoIterator<Item = Option<TextMessage>>) -> TextMessage {
    TextMessage::new("puzzle.all").with("sentences", messages.into_iter().flatten().collect::<Vec<_>>())
}

fn san(position: &AnyPosition, played: Move) -> String {
    readable::write(position, played, Style::San)
}
