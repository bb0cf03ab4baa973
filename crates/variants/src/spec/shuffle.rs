//! Games that are played as Chess960 is.

use super::{Spec, TranslatedText};
use helgi_rules::internals::games::{LONGEST_NAME, SHUFFLED};

impl Spec {
    /// The name that other programs have for the game beside `UCI_Chess960`: its own without `960`. `None` if it is not
    /// played as Chess960 is.
    pub(crate) fn chess960_name(&self) -> Option<&str> {
        self.chess960.then(|| self.name.strip_suffix(SHUFFLED).unwrap_or(&self.name))
    }

    /// The same game as Chess960 is played, with `960` behind its name. `None` for a game without castling, for one that is
    /// played so already, and where the name would be too long.
    pub(crate) fn as_chess960(&self) -> Option<Spec> {
        let name = format!("{}{SHUFFLED}", self.name);
        if !self.castling || self.chess960 || name.len() > LONGEST_NAME {
            return None;
        }
        let title = format!("{} {SHUFFLED}", self.title);
        let mut translations = self.translations.clone();
        let titles = translations.iter_mut().filter(|known| known.text == TranslatedText::Title);
        titles.for_each(|known| known.words = format!("{} {SHUFFLED}", known.words));
        let mut said = self.said.clone();
        said.insert("chess960".to_owned(), "true".to_owned());
        Some(Spec { name, title, translations, said, chess960: true, ..self.clone() })
    }
}
