//! English. Sentences about moves and puzzles are those of the libraries, which the browser shows, too.

use super::{Language, PlayWord};
use crate::cli::counted;
use helgi_record::EngineStrength;
use helgi_rules::advice::MoveAdvice;
use helgi_rules::board::{Kind, Move, Side};
use helgi_rules::describe::{self, MoveFact};
use helgi_rules::{AnyPosition, GameId, Line, Outcome};
use helgi_session::books;
use helgi_study::puzzles::{AnswerVerdict, words};
use std::fmt::Display;

/// The texts in English.
pub struct English;

impl Language for English {
    fn code(&self) -> &'static str {
        "en"
    }

    fn words(&self) -> &'static [(&'static str, PlayWord)] {
        &[
            ("board", PlayWord::Board),
            ("book", PlayWord::Book),
            ("exit", PlayWord::Quit),
            ("fen", PlayWord::Fen),
            ("help", PlayWord::Help),
            ("?", PlayWord::Help),
            ("hint", PlayWord::Hint),
            ("level", PlayWord::Level),
            ("load", PlayWord::Load),
            ("moves", PlayWord::Moves),
            ("new", PlayWord::New),
            ("next", PlayWord::Next),
            ("pass", PlayWord::Pass),
            ("puzzle", PlayWord::Puzzle),
            ("quit", PlayWord::Quit),
            ("resign", PlayWord::Resign),
            ("rules", PlayWord::Rules),
            ("save", PlayWord::Save),
            ("side", PlayWord::Side),
            ("skip", PlayWord::Next),
            ("solution", PlayWord::Solution),
            ("undo", PlayWord::Undo),
        ]
    }

    fn side_words(&self) -> [&'static [&'static str]; 3] {
        [&["white"], &["black"], &["both"]]
    }

    fn side(&self, side: Side) -> &'static str {
        side.name()
    }

    fn title(&self, game: GameId) -> String {
        game.info().title.to_owned()
    }

    fn piece(&self, game: GameId, kind: Kind) -> &'static str {
        game.info().piece_name(kind)
    }

    fn reason(&self, outcome: Outcome) -> String {
        outcome.reason_text().to_string()
    }

    fn resigns(&self, loser: Side) -> String {
        format!("{} resigns", loser.name())
    }

    fn phase(&self, phase: &'static str) -> &'static str {
        phase
    }

    fn facts(&self, position: &AnyPosition, facts: &[MoveFact]) -> String {
        describe::sentence(position, facts)
    }

    fn reserves(&self, white: &str, black: &str) -> String {
        format!("Reserve of White: {white}\nReserve of Black: {black}")
    }

    fn legend(&self, pieces: &[(String, &'static str)]) -> String {
        let names: Vec<String> = pieces.iter().map(|(letter, name)| format!("{letter} {name}")).collect();
        format!("{}. White has capital letters.", names.join(", "))
    }

    fn stacks(&self) -> &'static str {
        "Several letters on a square are a stack; the last one is its top."
    }

    fn check(&self) -> &'static str {
        "Check!"
    }

    fn turn(&self, number: u32, phase: &'static str) -> String {
        format!("Turn {number}, {phase}.")
    }

    fn greeting(&self, title: &str, strength: EngineStrength, highest: u32) -> String {
        let strength = match strength {
            EngineStrength::Level(level) => format!("Level {level} of {highest}"),
            limited => format!("Full strength, {limited}"),
        };
        format!("{title}. {strength}. Type a move, or `help`.")
    }

    fn help(&self) -> &'static str {
        "  Nf3, g1f3      play a move
  rules [N]      list the parts of the rules, or print part N
  pass           end the turn without a move, if the game allows it
  moves          list the legal moves; moves e2: those from or to e2;
                 moves N: those of these pieces; moves @N: their drops
  hint           show the move that the engine would play, and its line
  book           show the book moves of this position
  undo [N]       take back your last move, or your last N moves
  board          draw the board again; fen: print the position as text
  level 1..18    set the strength of the engine
  side white|black|both
  new            start a new game
  save FILE      append the game to a file
  load FILE [N]  continue a recorded game, the last one or number N
  resign, quit"
    }

    fn plays(&self, side: Side, text: &str, sense: &str) -> String {
        format!("{} plays {text}: {sense}.", side.name())
    }

    fn result(&self, result: &dyn Display, reason: &str) -> String {
        format!("Result: {result} {{{reason}}}")
    }

    fn over(&self) -> &'static str {
        "The game is over."
    }

    fn over_what_now(&self) -> &'static str {
        "The game is over. `new` starts another, `undo` takes back a move."
    }

    fn cannot_pass(&self) -> &'static str {
        "You cannot pass here; `moves` lists your moves."
    }

    fn nothing_to_undo(&self) -> &'static str {
        "There is nothing to take back."
    }

    fn undo_usage(&self) -> &'static str {
        "`undo` takes the number of your moves, such as `undo 2`."
    }

    fn level(&self, level: u32) -> String {
        format!("Level {level}.")
    }

    fn level_usage(&self, highest: u32) -> String {
        format!("A level is a number from 1 to {highest}.")
    }

    fn side_usage(&self) -> &'static str {
        "A side is white, black or both."
    }

    fn hint(&self, first: &str, score: Option<&str>, rest: &str) -> String {
        let score = score.map_or(String::new(), |score| format!(" ({score})"));
        let then = if rest.is_empty() { String::new() } else { format!(", then {rest}") };
        format!("Try {first}{score}{then}.")
    }

    fn wins_in(&self, moves: u32) -> String {
        format!("wins in {moves}")
    }

    fn loses_in(&self, moves: u32) -> String {
        format!("loses in {moves}")
    }

    fn rules_elsewhere(&self, game: GameId) -> String {
        format!("`helgi rules {}` prints the rules.", game.name())
    }

    fn rules_parts(&self) -> &'static str {
        "`rules N` prints a part."
    }

    fn rules_usage(&self, typed: &str, parts: usize) -> String {
        format!("`rules {typed}`: expected a number from 1 to {parts}.")
    }

    fn rules_of_others(&self) -> &'static str {
        "`helgi rules GAME` prints the rules; `helgi variants` lists variants and games from files."
    }

    fn not_recorded(&self, error: &dyn Display) -> String {
        format!("The game is no longer saved: {error}. `save FILE` saves it elsewhere.")
    }

    fn save_usage(&self) -> &'static str {
        "`save` needs a file name, such as `save game.pgn`."
    }

    fn saved(&self, path: &str) -> String {
        format!("Saved to {path}.")
    }

    fn not_saved(&self, error: &dyn Display) -> String {
        format!("The game was not saved: {error}.")
    }

    fn load_usage(&self) -> &'static str {
        "`load` needs a file name, such as `load game.pgn`."
    }

    fn not_loaded(&self, error: &dyn Display) -> String {
        format!("Could not load the game: {error}.")
    }

    fn no_such_game(&self, games: usize) -> String {
        format!("expected the number of a game; the file has {}", counted(games, "game"))
    }

    fn kept(&self, path: &dyn Display) -> String {
        format!("The game is saved in {path}.")
    }

    fn kept_open(&self, path: &dyn Display) -> String {
        format!("The game is saved in {path}; `helgi play --resume` continues it.")
    }

    fn no_folder(&self) -> &'static str {
        "no folder for games, as there is no home folder: use --record FILE or --no-record"
    }

    fn nothing_to_resume(&self, place: Option<&dyn Display>, game: Option<GameId>) -> String {
        let place = place.map_or_else(|| "nowhere".to_owned(), ToString::to_string);
        let kind = game.map_or(String::new(), |game| format!(" of {}", game.name()));
        format!("{place}: no unfinished game{kind}; `helgi play` starts one")
    }

    fn no_book(&self) -> &'static str {
        "No book is in use; `helgi play --book FILE` uses one."
    }

    fn book_of_another(&self, book: GameId, game: GameId) -> String {
        format!("The book is for {}, not for {}.", book.name(), game.name())
    }

    fn book_is_silent(&self) -> &'static str {
        "The book has no move here."
    }

    fn book_columns(&self) -> [&'static str; 8] {
        books::COLUMNS
    }

    fn wrong_book(&self, found: GameId, expected: GameId) -> String {
        format!(
            "a book of {0}, expected one of {1}; use it with `helgi play {0}`",
            found.name(),
            expected.name()
        )
    }

    fn no_such_moves(&self) -> &'static str {
        "No such moves."
    }

    fn moves_usage(&self, typed: &str, square: &str, piece: &str) -> String {
        format!("`{typed}` is neither a square nor a piece; try `moves {square}` or `moves {piece}`.")
    }

    fn piece_from(&self, name: &str, square: &str) -> String {
        format!("{name} {square}")
    }

    fn drop(&self, name: &str) -> String {
        format!("drop {name}")
    }

    fn pass(&self) -> &'static str {
        "pass"
    }

    fn advice(&self, position: &AnyPosition, advice: &MoveAdvice) -> String {
        let text = advice.text(position);
        if advice.names_moves() { text } else { format!("{text} `moves` lists your moves.") }
    }

    fn not_understood(&self, typed: &str) -> String {
        format!("`{typed}` is neither a move nor a command; `moves` lists the moves, `help` the commands.")
    }

    fn quiz_greeting(&self, title: &str, puzzles: usize) -> String {
        format!("{title}, {}. Type a move, or `help`.", counted(puzzles, "puzzle"))
    }

    fn quiz_help(&self) -> &'static str {
        "  Nf3, g1f3      answer with a move, written as in `helgi play`
  moves          list the legal moves; moves e2, moves N, moves @N: some
  hint           show the theme; a second time: the piece to move
  solution       show the solution; the puzzle then counts as not solved
  next, skip     go to the next puzzle; puzzle 12: go to that one
  board, fen     draw the board again; print the position as text
  quit"
    }

    fn quiz_next(&self) -> &'static str {
        "next"
    }

    fn puzzle(&self, number: usize, count: usize, difficulty: Option<u32>, side: Side) -> String {
        let difficulty = difficulty.map_or(String::new(), |degree| format!(", difficulty {degree} of 10"));
        format!("Puzzle {number} of {count}{difficulty}. {} to move.", side.name())
    }

    fn puzzle_usage(&self, count: usize) -> String {
        format!("A puzzle is a number from 1 to {count}.")
    }

    fn puzzle_finished(&self) -> &'static str {
        "This puzzle is finished; `next` shows another."
    }

    fn tally(&self, solved: usize, asked: usize, at_first_try: usize) -> String {
        format!("Solved: {solved} of {}, {at_first_try} at the first try.", counted(asked, "puzzle"))
    }

    fn no_puzzles(&self, game: Option<GameId>) -> String {
        let kind = game.map_or(String::new(), |game| format!(" of {}", game.name()));
        format!("no puzzles{kind}: expected PGN or EPD as written by `helgi puzzles`")
    }

    fn built_in_puzzles(&self, game: GameId) -> String {
        format!("`helgi play {} --puzzles` uses the built-in ones", game.name())
    }

    fn no_built_in_puzzles(&self, game: GameId, games: &str) -> String {
        format!(
            "there are no built-in puzzles for {}: expected --puzzles FILE, or one of {games}",
            game.name()
        )
    }

    fn answer(&self, position: &AnyPosition, played: Move, verdict: &AnswerVerdict) -> String {
        words::answer(position, played, verdict)
    }

    fn right(&self, position: &AnyPosition, played: Move) -> String {
        words::right(position, played)
    }

    fn reply(&self, position: &AnyPosition, reply: Move) -> String {
        words::reply(position, reply)
    }

    fn puzzle_end(&self, line: &Line) -> String {
        words::end(line)
    }

    fn solved(&self, wrong: usize, hints: usize) -> String {
        words::solved(wrong, hints)
    }

    fn themes(&self, themes: &[String]) -> String {
        words::about(themes)
    }

    fn puzzle_hint(&self, position: &AnyPosition, next: Move, themes: &[String], number: usize) -> String {
        words::hint(position, next, themes, number)
    }

    fn solution(&self, start: &AnyPosition, moves: &[Move]) -> String {
        words::solution(start, moves)
    }
}
