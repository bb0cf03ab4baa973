//! The legal moves of a position for a person: listed by piece, and suggestions for a text that is
//! not a move.

use helgi_rules::board::{Action, Kind, Move, Outline, Piece, Square};
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, PieceInfo, Position};
use textwrap::Options;

/// The most moves that an answer to a slip names.
const NAMED: usize = 12;

/// The legal moves of a position, each with its readable text.
pub struct TerminalMoves<'a> {
    position: &'a AnyPosition,
    texts: Vec<(Move, String)>,
}

impl<'a> TerminalMoves<'a> {
    /// All of them.
    pub fn new(position: &'a AnyPosition) -> Self {
        TerminalMoves { position, texts: readable::write_all(position, Style::San) }
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
            return Ok("No such moves.".to_owned());
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
        let kinds: Vec<Kind> = self.kinds_named(letter);
        if kinds.is_empty() {
            return Err(format!(
                "`{what}` is neither a square nor a piece; try `moves {}` or `moves {}`.",
                outline.squares().next().map_or_else(String::new, |first| outline.name(first)),
                self.position.info().pieces.first().map_or_else(String::new, |piece| piece.text()),
            ));
        }
        Ok(matching(&|legal| {
            let drops = legal.from().is_none();
            self.kind(legal).is_some_and(|kind| kinds.contains(&kind)) && (drops || !drops_only)
        }))
    }

    /// The kinds that a letter may mean, in any case.
    fn kinds_named(&self, letter: &str) -> Vec<Kind> {
        let pieces = self.position.info().pieces.iter();
        let kinds = (0..).map(Kind).zip(pieces);
        let is_named = |piece: &PieceInfo| {
            [piece.move_text(), piece.text()].iter().any(|text| text.eq_ignore_ascii_case(letter))
        };
        kinds.filter(|(_, piece)| is_named(piece)).map(|(kind, _)| kind).collect()
    }

    /// The kind that moves or is dropped.
    fn kind(&self, legal: Move) -> Option<Kind> {
        match legal.action() {
            Action::Drop { kind, .. } => Some(kind),
            _ => self.position.piece_at(legal.from()?, 0).map(|piece| piece.kind),
        }
    }

    /// Returns the piece of a move: `knight b1`, `drop a knight`.
    fn head(&self, legal: Move) -> String {
        match (self.kind(legal), legal.from()) {
            (Some(kind), Some(from)) => format!("{} {}", self.name(kind), self.position.outline().name(from)),
            (Some(kind), None) => format!("drop {}", self.name(kind)),
            (None, _) => "pass".to_owned(),
        }
    }

    fn name(&self, kind: Kind) -> &'static str {
        self.position.info().piece_name(kind)
    }

    /// Returns the advice on a text that is neither a move nor a command.
    pub fn advise(&self, text: &str) -> String {
        let squares = squares_in(self.position.outline(), text);
        let check = if self.position.in_check() { "You are in check. " } else { "" };
        match squares[..] {
            [] => {
                format!(
                    "`{text}` is neither a move nor a command; `moves` lists the moves, `help` the commands."
                )
            }
            [to] => format!("{check}{}", self.advise_arrival(text, to)),
            [from, ..] => format!("{check}{}", self.advise_departure(from)),
        }
    }

    /// Returns the advice if the square of arrival is known, and perhaps the piece.
    fn advise_arrival(&self, text: &str, to: Square) -> String {
        let name = self.position.outline().name(to);
        let there: Vec<_> = self.texts.iter().filter(|(legal, _)| legal.to() == Some(to)).collect();
        let kinds = self.kind_begun(text);
        let meant: Vec<_> = there
            .iter()
            .filter(|(legal, _)| self.kind(*legal).is_some_and(|kind| kinds.contains(&kind)))
            .collect();
        let who = kinds.first().map_or("piece", |&kind| self.name(kind));
        match (meant.is_empty(), there.is_empty()) {
            (false, _) => format!("Which one? {}.", named(meant.into_iter().map(|(_, text)| text))),
            (true, false) => {
                format!(
                    "Your {who} cannot move to {name} like that. Moves to {name}: {}.",
                    named(there.iter().map(|(_, text)| text))
                )
            }
            (true, true) => format!("None of your pieces can move to {name}; `moves` lists your moves."),
        }
    }

    /// The square is known from which the person wants to go.
    fn advise_departure(&self, from: Square) -> String {
        let name = self.position.outline().name(from);
        let Some(Piece { side, kind }) = self.position.piece_at(from, 0) else {
            return format!("There is no piece on {name}; `moves` lists your moves.");
        };
        let piece = self.name(kind);
        if side != self.position.side() {
            return format!(
                "The {piece} on {name} is not yours; it is {}'s turn.",
                self.position.side().name()
            );
        }
        let own: Vec<_> = self.texts.iter().filter(|(legal, _)| legal.from() == Some(from)).collect();
        match own[..] {
            [] => format!("The {piece} on {name} cannot move now; `moves` lists your moves."),
            _ => format!("Moves of the {piece} on {name}: {}.", named(own.iter().map(|(_, text)| text))),
        }
    }

    /// The kinds whose letter a text begins with, as in SAN; the longest letter counts.
    fn kind_begun(&self, text: &str) -> Vec<Kind> {
        let letters = self.position.info().pieces.iter().map(PieceInfo::move_text);
        let begun = letters.filter(|letter| text.starts_with(&**letter)).max_by_key(String::len);
        begun.map_or_else(Vec::new, |letter| self.kinds_named(&letter))
    }
}

/// Returns the first of the texts, and the number of the others.
fn named<'t>(texts: impl Iterator<Item = &'t String>) -> String {
    let texts: Vec<&str> = texts.map(String::as_str).collect();
    let (first, rest) = texts.split_at(texts.len().min(NAMED));
    let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
    first.join(" ") + &more
}

/// The squares of the board that a text names, in its order.
fn squares_in(outline: &Outline, text: &str) -> Vec<Square> {
    let text = text.to_ascii_lowercase();
    let mut squares = Vec::new();
    let starts =
        text.char_indices().filter(|(_, letter)| letter.is_ascii_lowercase()).map(|(start, _)| start);
    for start in starts {
        let rest = &text[start..];
        let digits = rest.chars().skip(1).take_while(char::is_ascii_digit).count();
        squares.extend(rest.get(..1 + digits).and_then(|name| outline.named(name)));
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::Game;
    use helgi_rules::games::GameId;

    #[test]
    fn a_slip_is_answered_by_what_is_possible() {
        let start = GameId::CHESS.start();
        let moves = TerminalMoves::new(&start);
        for (text, expected) in [
            ("e5", "None of your pieces can move to e5; `moves` lists your moves."),
            ("Bf3", "Your bishop cannot move to f3 like that. Moves to f3: Nf3 f3."),
            ("e2e5", "Moves of the pawn on e2: e3 e4."),
            ("e4e5", "There is no piece on e4; `moves` lists your moves."),
            ("e7e5", "The pawn on e7 is not yours; it is White's turn."),
            ("Ke1e2", "The king on e1 cannot move now; `moves` lists your moves."),
            (
                "hello",
                "`hello` is neither a move nor a command; `moves` lists the moves, `help` the commands.",
            ),
        ] {
            assert_eq!(moves.advise(text), expected);
        }
        let knights = GameId::CHESS.parse("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1").unwrap();
        assert_eq!(TerminalMoves::new(&knights).advise("Nd2"), "Which one? Nbd2 Nfd2.");
    }

    #[test]
    fn moves_are_listed_by_piece_and_no_move_is_broken() {
        let start = GameId::CHESS.start();
        let moves = TerminalMoves::new(&start);
        assert_eq!(moves.list(Some("b1"), 80), Ok("knight b1  Na3 Nc3".to_owned()));
        assert_eq!(moves.list(Some("f3"), 80), Ok("knight g1  Nf3\npawn f2    f3".to_owned()));
        assert_eq!(moves.list(Some("n"), 80).unwrap().lines().count(), 2);
        assert_eq!(moves.list(Some("@n"), 80), Ok("No such moves.".to_owned()));
        assert!(moves.list(Some("z9"), 80).is_err());
        let reserve = GameId::TACTICAL.parse("4k3/8/8/8/8/8/8/4K3[NPPR] w - - 0 9").unwrap();
        let text = TerminalMoves::new(&reserve).list(Some("@N"), 40).unwrap();
        assert!(text.starts_with("drop knight  N@"), "{text}");
        assert!(text.lines().all(|line| line.len() <= 40) && text.lines().count() > 2, "{text}");
        assert_eq!(text.matches("N@").count(), 23, "{text}");
    }
}
