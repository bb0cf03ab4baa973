//! The legal moves of a position for a person: listed by piece, and suggestions for a text that is
//! not a move.

use crate::cli::language::Language;
use helgi_notation::excerpt;
use helgi_record::movetext;
use helgi_rules::AnyPosition;
use helgi_rules::board::{Kind, Move};
use helgi_rules::internals::advice;
use helgi_rules::readable::{self, Style};
use helgi_words::{TextMessage, names, slips};
use textwrap::Options;

/// The legal moves of a position, each with its readable text.
pub struct TerminalMoves<'a> {
    position: &'a AnyPosition,
    texts: Vec<(Move, String)>,
    language: Language,
}

impl<'a> TerminalMoves<'a> {
    /// All of them, in a language.
    pub fn new(position: &'a AnyPosition, language: Language) -> Self {
        TerminalMoves { position, texts: readable::write_all(position, Style::San), language }
    }

    /// Their texts.
    pub fn texts(self) -> impl Iterator<Item = String> {
        self.texts.into_iter().map(|(_, text)| text)
    }

    /// A line or more for each piece that can move, no wider than `width`. `what` chooses: a square, of
    /// whose piece the moves are listed, or those that go there; a piece's letter; `@` and a letter of
    /// the reserve. The error names what was expected.
    pub fn list(&self, what: Option<&str>, width: usize) -> Result<String, String> {
        let chosen = match what {
            None => self.texts.iter().collect(),
            Some(what) => self.choose(what)?,
        };
        if chosen.is_empty() {
            return Ok(self.language.text("play.moves.none"));
        }
        let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
        for (legal, text) in chosen {
            let head = self.head(*legal);
            match groups.iter_mut().find(|(other, _)| *other == head) {
                Some((_, texts)) => texts.push(text),
                None => groups.push((head, vec![text])),
            }
        }
        let widest = groups.iter().map(|(head, _)| head.chars().count()).max().unwrap_or(0);
        let lines = groups.into_iter().map(|(head, texts)| {
            let (first, rest) = (format!("{head:<widest$}  "), " ".repeat(widest + 2));
            let options = Options::new(width).initial_indent(&first).subsequent_indent(&rest);
            // A move is never broken.
            textwrap::fill(&texts.join(" "), options.break_words(false))
        });
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }

    fn choose(&self, what: &str) -> Result<Vec<&(Move, String)>, String> {
        let matching =
            |test: &dyn Fn(Move) -> bool| self.texts.iter().filter(|(legal, _)| test(*legal)).collect();
        let outline = self.position.outline();
        if let Some(square) = outline.named(&what.to_ascii_lowercase()) {
            let from: Vec<_> = matching(&|legal| legal.from() == Some(square));
            return Ok(if from.is_empty() { matching(&|legal| legal.to() == Some(square)) } else { from });
        }
        let (letter, drops_only) = match what.strip_prefix('@').or_else(|| what.strip_suffix('@')) {
            Some(letter) => (letter, true),
            None => (what, false),
        };
        let kinds: Vec<Kind> = advice::kinds_named(self.position, letter);
        if kinds.is_empty() {
            let square = outline.squares().next().map_or_else(String::new, |first| outline.name(first));
            let piece = self.position.info().pieces.first().map_or_else(String::new, |piece| piece.text());
            let usage = TextMessage::new("play.moves.usage").with("typed", what);
            return Err(self.language.write(&usage.with("square", square).with("piece", piece)));
        }
        Ok(matching(&|legal| {
            let drops = legal.from().is_none();
            advice::kind_of(self.position, legal).is_some_and(|kind| kinds.contains(&kind))
                && (drops || !drops_only)
        }))
    }

    /// Returns the piece of a move: `knight b1`, `drop a knight`.
    fn head(&self, legal: Move) -> String {
        let piece = |kind| names::kind(self.position.info(), kind);
        self.language.write(&match (advice::kind_of(self.position, legal), legal.from()) {
            (Some(kind), Some(from)) => {
                let square = self.position.outline().name(from);
                TextMessage::new("play.piece-from").with("piece", piece(kind)).with("square", square)
            }
            (Some(kind), None) => TextMessage::new("play.drop").with("piece", piece(kind)),
            (None, _) => TextMessage::new("play.pass"),
        })
    }

    /// Reads a line that somebody has typed as a move, with a message if something of it had to be guessed. The error is
    /// the advice on it.
    pub fn read(&self, typed: &str) -> Result<(Move, Option<TextMessage>), String> {
        let whole = readable::read_lenient(self.position, typed, Style::San);
        let (legal, notice) = match (whole, movetext(typed).map(|read| read.moves)) {
            (Ok(read), _) => read,
            // A move may have a comment or a glyph.
            (Err(_), Ok(moves)) if moves.len() == 1 => {
                let read = moves
                    .iter()
                    .find_map(|text| readable::read_lenient(self.position, text, Style::San).ok());
                read.ok_or_else(|| self.advise(typed))?
            }
            (Err(_), Ok(moves)) if moves.len() > 1 && self.begins_with_move(&moves) => {
                let first = moves.into_iter().next().unwrap_or_default();
                let one = TextMessage::new("play.one-move").with("typed", excerpt(typed));
                return Err(self.language.write(&one.with("move", excerpt(&first))));
            }
            _ => return Err(self.advise(typed)),
        };
        let notice = notice.map(|notice| {
            TextMessage::new("play.read-as").with("typed", notice.value).with("move", notice.read_as)
        });
        Ok((legal, notice))
    }

    fn begins_with_move(&self, moves: &[String]) -> bool {
        moves.first().is_some_and(|text| readable::read_lenient(self.position, text, Style::San).is_ok())
    }

    /// Returns the advice on a text that is neither a move nor a command.
    pub fn advise(&self, text: &str) -> String {
        let said = match advice::advise(self.position, text) {
            // Some letters of other alphabets look like Latin ones.
            None if text.contains(is_foreign) && text.contains(|letter: char| letter.is_ascii_digit()) => {
                TextMessage::new("play.not-latin").with("typed", text)
            }
            None => TextMessage::new("play.not-understood").with("typed", text),
            Some(advice) => {
                let slip = slips::advice(self.position, &advice);
                if advice.names_moves() { slip } else { TextMessage::new("play.slip").with("slip", slip) }
            }
        };
        self.language.write(&said)
    }
}

/// Returns true for letters that no move is written with.
fn is_foreign(letter: char) -> bool {
    letter.is_alphabetic() && !letter.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::Game;
    use helgi_rules::games::GameId;

    #[test]
    fn a_slip_is_answered_by_what_is_possible() {
        let start = GameId::CHESS.start();
        let moves = TerminalMoves::new(&start, Language::english());
        for (text, expected) in [
            ("e5", "None of your pieces can go to e5. `moves` lists your moves."),
            ("Bf3", "Your bishop cannot go to f3. What can: Nf3 f3."),
            (
                "hello",
                "`hello` is neither a move nor a command; `moves` lists the moves, `help` the commands.",
            ),
        ] {
            assert_eq!(moves.advise(text), expected);
        }
    }

    #[test]
    fn moves_are_listed_by_piece_and_no_move_is_broken() {
        let start = GameId::CHESS.start();
        let moves = TerminalMoves::new(&start, Language::english());
        assert_eq!(moves.list(Some("b1"), 80), Ok("knight b1  Na3 Nc3".to_owned()));
        assert_eq!(moves.list(Some("f3"), 80), Ok("knight g1  Nf3\npawn f2    f3".to_owned()));
        assert_eq!(moves.list(Some("n"), 80).unwrap().lines().count(), 2);
        assert_eq!(moves.list(Some("@n"), 80), Ok("No such moves.".to_owned()));
        assert!(moves.list(Some("z9"), 80).is_err());
        let reserve = GameId::TACTICAL.parse("4k3/8/8/8/8/8/8/4K3[NPPR] w - - 0 9").unwrap();
        let text = TerminalMoves::new(&reserve, Language::english()).list(Some("@N"), 40).unwrap();
        assert!(text.starts_with("drop knight  N@"), "{text}");
        assert!(text.lines().all(|line| line.len() <= 40) && text.lines().count() > 2, "{text}");
        assert_eq!(text.matches("N@").count(), 23, "{text}");
    }
}
