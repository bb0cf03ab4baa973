//! The languages of the terminal: everything that a person reads in `helgi play`, the words to type there, and the
//! titles in `helgi rules`. The texts are those of the [catalogues](helgi_words), as on the page of the browser: a
//! language more is a file more.

use helgi_notation::excerpt;
use helgi_rules::board::Side;
use helgi_rules::{FenError, GameId};
use helgi_words::{Catalogue, TextMessage, names, positions};
use std::fmt::Display;

/// A language.
#[derive(Clone, Copy, Debug)]
pub struct Language(&'static Catalogue);

impl Language {
    /// English.
    pub fn english() -> Self {
        Language(Catalogue::english())
    }

    /// All languages, English first.
    pub fn all() -> impl Iterator<Item = Self> {
        Catalogue::all().iter().map(Language)
    }

    /// The name on the command line and in the system's settings, such as `en`.
    pub fn code(self) -> &'static str {
        self.0.code()
    }

    /// Returns true for English.
    pub fn is_english(self) -> bool {
        self.code() == Self::english().code()
    }

    /// A message in words.
    pub fn write(self, message: &TextMessage) -> String {
        self.0.write(message)
    }

    /// The text of a name.
    pub fn text(self, id: &'static str) -> String {
        self.0.text(id)
    }

    /// A side, as the subject of a sentence.
    pub fn side(self, side: Side) -> String {
        self.write(&names::side(side))
    }

    /// The title of a game.
    pub fn title(self, game: GameId) -> String {
        self.write(&names::title(game))
    }

    /// The reason why a text is no position of a game: in English the error's own words, which say more.
    pub fn fault(self, game: GameId, error: &FenError) -> String {
        if self.is_english() { error.to_string() } else { self.write(&positions::fault(game, error)) }
    }

    /// The words that can be typed for something: several are separated by spaces, in lower case, `ё` written as `е`.
    pub fn typed(self, name: &str) -> Vec<String> {
        let words = self.write(&TextMessage::new(format!("word.{name}")));
        words.split(' ').map(str::to_owned).collect()
    }

    /// Returns true if a typed word is one of those for something, in this language or in English.
    pub fn has_typed(self, name: &str, word: &str) -> bool {
        let word = word.to_lowercase().replace('ё', "е");
        [self, Self::english()].into_iter().any(|language| language.typed(name).contains(&word))
    }
}

/// A value that is shown as it is: a path, an error, a result.
pub fn shown(value: &(impl Display + ?Sized)) -> String {
    value.to_string()
}

macro_rules! play_words {
    ($($meaning:ident $name:literal $about:literal)+) => {
        /// The meaning of a word that is typed in `helgi play`.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum PlayWord {
            $(#[doc = $about] $meaning,)+
        }

        impl PlayWord {
            /// All of them.
            const ALL: &[PlayWord] = &[$(PlayWord::$meaning),+];

            /// The name of its words in the catalogues, without `word.`.
            fn name(self) -> &'static str {
                match self { $(PlayWord::$meaning => $name,)+ }
            }
        }
    };
}

play_words! {
    Board "board" "Shows the board."
    Book "book" "Shows the moves of the book."
    Fen "fen" "Prints the position as text."
    Help "help" "Lists the commands."
    Hint "hint" "Gives a hint."
    Level "level" "Sets the level."
    Load "load" "Continues a game of a file."
    Moves "moves" "Lists moves."
    New "new" "Begins a game."
    Next "next" "Goes to the next puzzle."
    Pass "pass" "Ends the turn without a move."
    Puzzle "puzzle" "Goes to a puzzle."
    Quit "quit" "Leaves."
    Resign "resign" "Resigns the game."
    Rules "rules" "Lists or prints the rules."
    Save "save" "Writes the game to a file."
    Side "side" "Sets the side of the person."
    Solution "solution" "Shows the solution of the puzzle."
    Undo "undo" "Takes moves back."
}

impl PlayWord {
    /// The most words that may follow it.
    const fn most_arguments(self) -> usize {
        match self {
            PlayWord::Level
            | PlayWord::Moves
            | PlayWord::Puzzle
            | PlayWord::Rules
            | PlayWord::Side
            | PlayWord::Undo => 1,
            // Names of games and files have blanks, and who leaves leaves.
            PlayWord::New | PlayWord::Load | PlayWord::Save | PlayWord::Quit => usize::MAX,
            _ => 0,
        }
    }

    /// The message about words that follow it and do not belong there; `None` if there are none. Somebody who writes them
    /// expects something else than would be done.
    pub fn surplus(self, word: &str, rest: &str) -> Option<TextMessage> {
        let surplus: Vec<&str> = rest.split_whitespace().skip(self.most_arguments()).collect();
        let message = TextMessage::new("play.surplus").with("word", shown(&excerpt(word)));
        (!surplus.is_empty()).then(|| message.with("rest", shown(&excerpt(&surplus.join(" ")))))
    }

    /// Returns the meaning of a word in a language, or in English.
    pub fn read(language: Language, word: &str) -> Option<PlayWord> {
        Self::ALL.iter().copied().find(|meaning| language.has_typed(meaning.name(), word))
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
    pub fn completions(language: Language, is_wanted: impl Fn(PlayWord) -> bool) -> Vec<String> {
        let languages =
            // English words work in every language, so the tab key offers them too.
            if language.is_english() { vec![language] } else { vec![Language::english(), language] };
        let mut words = Vec::new();
        for (language, &meaning) in
            languages.iter().flat_map(|language| Self::ALL.iter().map(move |meaning| (language, meaning)))
        {
            let typed = language.typed(meaning.name()).into_iter();
            let typed = typed.filter(|word| is_wanted(meaning) && word != "?");
            words.extend(typed.map(|word| if meaning.has_argument() { word + " " } else { word }));
        }
        words
    }
}

/// Returns the language of a code, such as `ru`.
pub fn named(code: &str) -> Option<Language> {
    Catalogue::named(code).map(Language)
}

/// Returns the language of the system, or English if it is not known.
pub fn of_system() -> Language {
    of_locale(&sys_locale::get_locale().unwrap_or_default()).unwrap_or_else(Language::english)
}

/// Returns the language of a locale, which systems write `ru-RU` or `ru_RU.UTF-8`.
fn of_locale(locale: &str) -> Option<Language> {
    named(&locale.split(['-', '_', '.', '@']).next().unwrap_or_default().to_ascii_lowercase())
}

/// Reads the code of a language on the command line.
pub fn read(code: &str) -> Result<Language, String> {
    let codes = || Language::all().map(Language::code).collect::<Vec<_>>();
    of_locale(code.trim()).ok_or_else(|| format!("expected one of {}", codes().join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_language_has_a_word_for_every_command() {
        let complete = |is_wanted: fn(PlayWord) -> bool| {
            let mut words = PlayWord::completions(Language::english(), is_wanted);
            words.sort();
            words
        };
        let expected = [
            "board", "book", "exit", "fen", "help", "hint", "level ", "load ", "moves", "new", "pass",
            "quit", "resign", "rules", "save ", "side ", "undo",
        ];
        assert_eq!(complete(PlayWord::is_of_games), expected);
        let expected =
            ["board", "exit", "fen", "help", "hint", "moves", "next", "puzzle ", "quit", "skip", "solution"];
        assert_eq!(complete(PlayWord::is_of_puzzles), expected);
        for language in Language::all() {
            let mut seen = HashSet::new();
            for &meaning in PlayWord::ALL {
                for word in language.typed(meaning.name()) {
                    assert!(seen.insert(word.clone()), "{language:?}: {word} stands twice");
                    assert_eq!(PlayWord::read(language, &word), Some(meaning), "{word}");
                    assert_eq!(PlayWord::read(language, &word.to_uppercase()), Some(meaning), "{word}");
                }
            }
        }
        assert_eq!(PlayWord::read(named("ru").unwrap(), "Ещё"), None);
        for code in ["ru", "RU", "ru_RU.UTF-8", "ru-RU"] {
            assert_eq!(read(code).map(Language::code).as_deref(), Ok("ru"), "{code}");
        }
        assert!(read("xx").unwrap_err().starts_with("expected one of en, "));
    }

    /// A word in code quotes of a text is one that can be typed, and a line fits a terminal of 80 columns.
    #[test]
    fn texts_name_words_that_are_understood() {
        let mut count = 0;
        for language in Language::all() {
            for (id, text) in language.0.texts().filter(|(id, _)| id.starts_with("play.")) {
                for quoted in text.forms().flat_map(|form| form.split('`').skip(1).step_by(2)) {
                    let word = quoted.split(' ').next().unwrap_or_default();
                    let is_understood = PlayWord::read(language, word).is_some();
                    // What the person has typed stands there, too.
                    let is_other = word == "helgi" || word.starts_with('{');
                    assert!(is_understood || is_other, "{language:?}: {id}");
                    count += 1;
                }
            }
            // The first line stands in its column, too.
            for help in ["play.help", "play.quiz.help"].map(|id| language.text(id)) {
                assert!(help.starts_with("  Nf3"));
                assert!(help.lines().all(|line| line.chars().count() < 80), "{help}");
            }
        }
        assert!(count > 40, "{count}");
    }
}
