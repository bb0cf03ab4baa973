//! The languages of the terminal: everything that a person reads in `helgi play`, the words to type there, and the
//! titles in `helgi rules`.
//!
//! A language is one type in a file of its own, which [`ALL`] lists. The compiler finds a text that is missing, that
//! nobody uses, or that leaves out a value. Moves, positions and files are the same in every language.

mod english;
mod russian;

use english::English;
use helgi_record::EngineStrength;
use helgi_rules::advice::MoveAdvice;
use helgi_rules::board::{Kind, Move, Side};
use helgi_rules::describe::MoveFact;
use helgi_rules::{AnyPosition, GameId, Line, Outcome};
use helgi_study::puzzles::AnswerVerdict;
use russian::Russian;
use std::fmt::{self, Display};

/// The languages, English first.
pub const ALL: [&dyn Language; 2] = [ENGLISH, &Russian];

/// The language of a system whose own is not among [`ALL`].
pub const ENGLISH: &dyn Language = &English;

/// The texts of one language.
///
/// Sentences come whole, with their full stop, and without a line break at their end.
pub trait Language: Sync {
    /// The name on the command line and in the system's settings, such as `en`.
    fn code(&self) -> &'static str;

    /// Returns true for English.
    fn is_english(&self) -> bool {
        self.code() == ENGLISH.code()
    }

    /// The words for commands, in lower case, `ё` written as `е`. English ones are understood everywhere.
    fn words(&self) -> &'static [(&'static str, PlayWord)];
    /// The names of the sides, as arguments of the command `side`: White, Black, both.
    fn side_words(&self) -> [&'static [&'static str]; 3];

    // Names.
    /// A side, as the subject of a sentence.
    fn side(&self, side: Side) -> &'static str;
    /// The title of a game.
    fn title(&self, game: GameId) -> String;
    /// A kind of piece.
    fn piece(&self, game: GameId, kind: Kind) -> &'static str;
    /// The reason for the end of a game, as `White mates`.
    fn reason(&self, outcome: Outcome) -> String;
    /// The reason after a resignation.
    fn resigns(&self, loser: Side) -> String;
    /// A phase of a game, from its English words.
    fn phase(&self, phase: &'static str) -> &'static str;
    /// A move from the facts about it, as a part of a sentence.
    fn facts(&self, position: &AnyPosition, facts: &[MoveFact]) -> String;

    // The board.
    /// The pieces in reserve below the board: a line for each side.
    fn reserves(&self, white: &str, black: &str) -> String;
    /// The letters of the pieces with their names, before the first move.
    fn legend(&self, pieces: &[(String, &'static str)]) -> String;
    /// The way in which a stack is written, once there is one.
    fn stacks(&self) -> &'static str;
    /// The side to move is in check.
    fn check(&self) -> &'static str;
    /// The number of a turn and its phase, from the English words.
    fn turn(&self, number: u32, phase: &'static str) -> String;

    // The game.
    /// The first line: the game, and the strength of the engine.
    fn greeting(&self, title: &str, strength: EngineStrength, highest: u32) -> String;
    /// The commands of a game.
    fn help(&self) -> &'static str;
    /// A move that is played: its text, and the same from the facts.
    fn plays(&self, side: Side, text: &str, sense: &str) -> String;
    /// The end of a game.
    fn result(&self, result: &dyn Display, reason: &str) -> String;
    /// The game is over.
    fn over(&self) -> &'static str;
    /// The game is over; the commands that go on.
    fn over_what_now(&self) -> &'static str;
    /// Passing is not a legal move.
    fn cannot_pass(&self) -> &'static str;
    /// No move has been played.
    fn nothing_to_undo(&self) -> &'static str;
    /// The argument of `undo`.
    fn undo_usage(&self) -> &'static str;
    /// The level from now on.
    fn level(&self, level: u32) -> String;
    /// The argument of `level`.
    fn level_usage(&self, highest: u32) -> String;
    /// The argument of `side`.
    fn side_usage(&self) -> &'static str;
    /// The move that the engine would play, its score in words and the moves that it expects afterwards.
    fn hint(&self, first: &str, score: Option<&str>, rest: &str) -> String;
    /// A score: the side to move wins in so many moves.
    fn wins_in(&self, moves: u32) -> String;
    /// A score: the side to move loses in so many moves.
    fn loses_in(&self, moves: u32) -> String;

    // The rules.
    /// The command that prints the rules of a game without parts.
    fn rules_elsewhere(&self, game: GameId) -> String;
    /// The command that prints a part of the rules.
    fn rules_parts(&self) -> &'static str;
    /// The argument of `rules`.
    fn rules_usage(&self, typed: &str, parts: usize) -> String;
    /// The end of the list of games whose rules can be printed.
    fn rules_of_others(&self) -> &'static str;

    // Files.
    /// The game cannot be written to its file.
    fn not_recorded(&self, error: &dyn Display) -> String;
    /// The argument of `save`.
    fn save_usage(&self) -> &'static str;
    /// The game was written to a file.
    fn saved(&self, path: &str) -> String;
    /// The game could not be written to a file.
    fn not_saved(&self, error: &dyn Display) -> String;
    /// The argument of `load`.
    fn load_usage(&self) -> &'static str;
    /// A game could not be read from a file.
    fn not_loaded(&self, error: &dyn Display) -> String;
    /// The fault of a file that has fewer games than were asked for.
    fn no_such_game(&self, games: usize) -> String;
    /// The file of a finished game.
    fn kept(&self, path: &dyn Display) -> String;
    /// The file of an unfinished game.
    fn kept_open(&self, path: &dyn Display) -> String;
    /// The fault that the user has no folder for games.
    fn no_folder(&self) -> &'static str;
    /// The fault that a place has no unfinished game.
    fn nothing_to_resume(&self, place: Option<&dyn Display>, game: Option<GameId>) -> String;

    // The opening book.
    /// The game is played without a book.
    fn no_book(&self) -> &'static str;
    /// The book is of another game, which was played before.
    fn book_of_another(&self, book: GameId, game: GameId) -> String;
    /// The book does not have the position.
    fn book_is_silent(&self) -> &'static str;
    /// The heads of the columns: move, share, games, won, drawn, lost, open, score.
    fn book_columns(&self) -> [&'static str; 8];
    /// The fault of a book of another game on the command line.
    fn wrong_book(&self, found: GameId, expected: GameId) -> String;

    // Lists of moves.
    /// No move fits the argument of `moves`.
    fn no_such_moves(&self) -> &'static str;
    /// The argument of `moves`, with two examples.
    fn moves_usage(&self, typed: &str, square: &str, piece: &str) -> String;
    /// A piece and its square, before its moves.
    fn piece_from(&self, name: &str, square: &str) -> String;
    /// A piece of the reserve, before its moves.
    fn drop(&self, name: &str) -> String;
    /// A pass, before its text.
    fn pass(&self) -> &'static str;
    /// The answer to a text that names squares and is not a legal move.
    fn advice(&self, position: &AnyPosition, advice: &MoveAdvice) -> String;
    /// The answer to a text that is neither a move nor a command.
    fn not_understood(&self, typed: &str) -> String;

    // Puzzles.
    /// The first line before puzzles.
    fn quiz_greeting(&self, title: &str, puzzles: usize) -> String;
    /// The commands while puzzles are solved.
    fn quiz_help(&self) -> &'static str;
    /// The prompt after the end of a puzzle.
    fn quiz_next(&self) -> &'static str;
    /// The head of a puzzle.
    fn puzzle(&self, number: usize, count: usize, difficulty: Option<u32>, side: Side) -> String;
    /// The argument of `puzzle`.
    fn puzzle_usage(&self, count: usize) -> String;
    /// The present puzzle takes no more answers.
    fn puzzle_finished(&self) -> &'static str;
    /// The last line after puzzles.
    fn tally(&self, solved: usize, asked: usize, at_first_try: usize) -> String;
    /// The fault that a file has no puzzles, of a game if one is named.
    fn no_puzzles(&self, game: Option<GameId>) -> String;
    /// The command for built-in puzzles, after the fault of a file that has the name of a game.
    fn built_in_puzzles(&self, game: GameId) -> String;
    /// The fault that a game has no built-in puzzles, with the games that have some.
    fn no_built_in_puzzles(&self, game: GameId, games: &str) -> String;
    /// An answer that is not the solution's.
    fn answer(&self, position: &AnyPosition, played: Move, verdict: &AnswerVerdict) -> String;
    /// A right answer, before it is played.
    fn right(&self, position: &AnyPosition, played: Move) -> String;
    /// The other side's answer to it, before it is played.
    fn reply(&self, position: &AnyPosition, reply: Move) -> String;
    /// The end of the solution.
    fn puzzle_end(&self, line: &Line) -> String;
    /// A puzzle is solved, after so many wrong answers and hints.
    fn solved(&self, wrong: usize, hints: usize) -> String;
    /// The themes by their names; nothing without themes.
    fn themes(&self, themes: &[String]) -> String;
    /// A hint for the next move: first the themes, then the piece. `number` counts from 1.
    fn puzzle_hint(&self, position: &AnyPosition, next: Move, themes: &[String], number: usize) -> String;
    /// The solution, from the position of the puzzle on.
    fn solution(&self, start: &AnyPosition, moves: &[Move]) -> String;
}

impl fmt::Debug for dyn Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// The meaning of a word that is typed in `helgi play`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayWord {
    /// Shows the board.
    Board,
    /// Shows the moves of the book.
    Book,
    /// Prints the position as text.
    Fen,
    /// Lists the commands.
    Help,
    /// Gives a hint.
    Hint,
    /// Sets the level.
    Level,
    /// Continues a game of a file.
    Load,
    /// Lists moves.
    Moves,
    /// Begins a game.
    New,
    /// Goes to the next puzzle.
    Next,
    /// Ends the turn without a move.
    Pass,
    /// Goes to a puzzle.
    Puzzle,
    /// Leaves.
    Quit,
    /// Resigns the game.
    Resign,
    /// Lists or prints the rules.
    Rules,
    /// Writes the game to a file.
    Save,
    /// Sets the side of the person.
    Side,
    /// Shows the solution of the puzzle.
    Solution,
    /// Takes moves back.
    Undo,
}

impl PlayWord {
    /// Returns the meaning of a word in a language, or in English.
    pub fn read(language: &dyn Language, word: &str) -> Option<PlayWord> {
        let word = word.to_lowercase().replace('ё', "е");
        let mut words = language.words().iter().chain(ENGLISH.words());
        words.find(|(known, _)| *known == word).map(|&(_, meaning)| meaning)
    }

    /// Returns true if the word is understood in a game.
    pub fn is_of_games(self) -> bool {
        !matches!(self, PlayWord::Next | PlayWord::Puzzle | PlayWord::Solution)
    }

    /// Returns true if the word is understood while puzzles are solved.
    pub fn is_of_puzzles(self) -> bool {
        use PlayWord::{Board, Fen, Help, Hint, Moves, Next, Puzzle, Quit, Solution};
        matches!(self, Board | Fen | Help | Hint | Moves | Next | Puzzle | Quit | Solution)
    }

    /// Returns true if the word needs an argument.
    fn has_argument(self) -> bool {
        matches!(self, PlayWord::Level | PlayWord::Load | PlayWord::Puzzle | PlayWord::Save | PlayWord::Side)
    }

    /// Returns the words of a language and of English whose meanings are wanted, as the tab key completes them.
    pub fn completions(
        language: &dyn Language,
        is_wanted: impl Fn(PlayWord) -> bool,
    ) -> impl Iterator<Item = String> {
        let own = language.words().iter().filter(|_| !language.is_english());
        let words = ENGLISH.words().iter().chain(own).filter(move |(_, meaning)| is_wanted(*meaning));
        words.filter(|(word, _)| *word != "?").map(|(word, meaning)| match meaning.has_argument() {
            true => format!("{word} "),
            false => (*word).to_owned(),
        })
    }
}

/// Returns the language of a code, such as `ru`.
pub fn named(code: &str) -> Option<&'static dyn Language> {
    ALL.into_iter().find(|language| language.code() == code)
}

/// Returns the language of the system, or English if it is not known.
pub fn of_system() -> &'static dyn Language {
    let wanted = sys_locale::get_locale().unwrap_or_default();
    named(wanted.split(['-', '_', '.']).next().unwrap_or_default()).unwrap_or(ENGLISH)
}

/// Reads the code of a language on the command line.
pub fn read(code: &str) -> Result<&'static dyn Language, String> {
    named(code).ok_or_else(|| format!("expected one of {}", ALL.map(Language::code).join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::Game;
    use std::collections::HashSet;

    #[test]
    fn every_language_has_a_word_for_every_command() {
        let complete = |is_wanted: fn(PlayWord) -> bool| -> Vec<String> {
            PlayWord::completions(ENGLISH, is_wanted).collect()
        };
        let expected = [
            "board", "book", "exit", "fen", "help", "hint", "level ", "load ", "moves", "new", "pass",
            "quit", "resign", "rules", "save ", "side ", "undo",
        ];
        assert_eq!(complete(PlayWord::is_of_games), expected);
        let expected =
            ["board", "exit", "fen", "help", "hint", "moves", "next", "puzzle ", "quit", "skip", "solution"];
        assert_eq!(complete(PlayWord::is_of_puzzles), expected);
        for language in ALL {
            let meanings = |words: &[(&str, PlayWord)]| {
                let mut found: Vec<String> =
                    words.iter().map(|(_, meaning)| format!("{meaning:?}")).collect();
                found.sort();
                found.dedup();
                found
            };
            assert_eq!(meanings(language.words()), meanings(ENGLISH.words()), "{}", language.code());
            let words: HashSet<&str> = language.words().iter().map(|(word, _)| *word).collect();
            assert_eq!(words.len(), language.words().len(), "{}: a word twice", language.code());
            for &(word, meaning) in language.words().iter().chain(ENGLISH.words()) {
                assert_eq!(PlayWord::read(language, word), Some(meaning), "{word}");
                assert_eq!(PlayWord::read(language, &word.to_uppercase()), Some(meaning), "{word}");
            }
        }
        assert_eq!(PlayWord::read(named("ru").unwrap(), "Ещё"), None);
    }

    /// A word in code quotes of a text is one that can be typed, and a line fits a terminal of 80 columns.
    #[test]
    fn texts_name_words_that_are_understood() {
        let mut count = 0;
        for language in ALL {
            let position = GameId::CHESS.start();
            let texts = [
                language.help().to_owned(),
                language.quiz_help().to_owned(),
                language.greeting("", EngineStrength::Level(1), 18),
                language.greeting("", EngineStrength::Nodes(7), 18),
                language.over_what_now().to_owned(),
                language.undo_usage().to_owned(),
                language.rules_parts().to_owned(),
                language.rules_usage("x", 3),
                language.save_usage().to_owned(),
                language.load_usage().to_owned(),
                language.cannot_pass().to_owned(),
                language.not_recorded(&"x"),
                language.moves_usage("x", "a1", "N"),
                language.quiz_greeting("", 3),
                language.puzzle_finished().to_owned(),
                language.advice(&position, &helgi_rules::advice::advise(&position, "e5").unwrap()),
            ];
            for text in texts {
                for quoted in text.split('`').skip(1).step_by(2).filter(|quoted| *quoted != "x") {
                    let word = quoted.split(' ').next().unwrap_or_default();
                    let is_understood = PlayWord::read(language, word).is_some();
                    assert!(is_understood || word == "helgi", "{}: {quoted}", language.code());
                    count += 1;
                }
            }
            // The first line stands in its column, too.
            assert!([language.help(), language.quiz_help()].iter().all(|help| help.starts_with("  Nf3")));
            for line in [language.help(), language.quiz_help()].iter().flat_map(|help| help.lines()) {
                assert!(line.chars().count() < 80, "{line}");
            }
        }
        assert!(count > 20, "{count}");
    }
}
