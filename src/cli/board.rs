//! The board on a terminal: plain, or with colours where there are any.

use super::language::Language;
use helgi_rules::AnyPosition;
use helgi_rules::internals::diagram::Content;
use helgi_rules::internals::diagram::Diagram;
use helgi_words::TextMessage;

/// The squares: on all of them, discs of both colours stand out (a contrast of 3 or more).
const LIGHT: &str = "\x1b[48;5;137m";
const DARK: &str = "\x1b[48;5;94m";
const MARKED_LIGHT: &str = "\x1b[48;5;143m";
const MARKED_DARK: &str = "\x1b[48;5;100m";
/// The dots on empty squares.
const DOT: &str = "\x1b[38;5;180m";
/// Pieces are letters on discs of their side's colour.
const WHITE: &str = "\x1b[1;38;5;16;48;5;231m";
const BLACK: &str = "\x1b[1;38;5;231;48;5;16m";
/// The edges of the discs.
const WHITE_EDGE: &str = "\x1b[38;5;231m";
const BLACK_EDGE: &str = "\x1b[38;5;16m";
const OBSTACLE: &str = "\x1b[38;5;16m";
const RESET: &str = "\x1b[0m";

/// Of a higher stack only the top is drawn. Unit: letters.
const WIDEST: usize = 5;

/// The look of a board.
#[derive(Clone, Debug)]
pub struct BoardStyle {
    /// With colours, for terminals.
    pub colours: bool,
    /// Black at the bottom; without colours White always is.
    pub turned: bool,
    /// The names of squares to be marked; only colours can show them.
    pub marked: Vec<String>,
    /// The language of the words below the board.
    pub language: Language,
}

impl BoardStyle {
    /// Plain text.
    pub fn plain() -> Self {
        BoardStyle { colours: false, turned: false, marked: Vec::new(), language: Language::english() }
    }
}

/// Draws a position. A stack is written from the bottom up; of one that is wider than five letters only the top.
pub fn draw(position: &AnyPosition, look: &BoardStyle) -> String {
    let mut diagram = Diagram::new(position);
    for content in diagram.ranks.iter_mut().flatten() {
        if let Content::Pieces(pieces) = content {
            *pieces = shortened(pieces);
        }
    }
    let reserves = diagram.reserves.take();
    let drawing = if look.colours { coloured(&diagram, look) } else { diagram.plain() };
    match reserves {
        Some([white, black]) => {
            let reserves = TextMessage::new("play.reserves").with("white", white).with("black", black);
            format!("{drawing}\n\n{}", look.language.write(&reserves))
        }
        None => drawing,
    }
}

/// The top of a stack, if all of it is too wide.
fn shortened(pieces: &str) -> String {
    if pieces.len() <= WIDEST {
        return pieces.to_owned();
    }
    let top = &pieces[pieces.len() - (WIDEST - 2)..];
    // The mark of a promoted piece stays with its letter.
    let top = top.strip_prefix('~').unwrap_or(top);
    let cut = &pieces[..pieces.len() - top.len()];
    format!("..{}{top}", if cut.ends_with('+') { "+" } else { "" })
}

fn coloured(diagram: &Diagram, look: &BoardStyle) -> String {
    let width = diagram.width() + 2;
    let height = diagram.ranks.len();
    let mut files: Vec<usize> = (0..diagram.files()).collect();
    let mut ranks: Vec<usize> = (0..height).collect();
    if look.turned {
        files.reverse();
        ranks.reverse();
    }
    let mut text = String::new();
    for rank in ranks {
        let number = height - rank;
        text.push_str(&format!("{number:3} "));
        for &file in &files {
            let content = &diagram.ranks[rank][file];
            let name = format!("{}{number}", letter(file));
            let is_light = (file + number).is_multiple_of(2);
            let ground = match (look.marked.contains(&name), is_light) {
                (true, true) => MARKED_LIGHT,
                (true, false) => MARKED_DARK,
                (false, true) => LIGHT,
                (false, false) => DARK,
            };
            match content {
                Content::Missing => text.push_str(&" ".repeat(width)),
                Content::Obstacle => text.push_str(&format!("{ground}{OBSTACLE}{:^width$}{RESET}", "▒")),
                Content::Empty => text.push_str(&format!("{ground}{DOT}{:^width$}{RESET}", "·")),
                Content::Pieces(pieces) => text.push_str(&tower(pieces, width, ground)),
            }
        }
        text.push('\n');
    }
    text.push_str("    ");
    for &file in &files {
        text.push_str(&format!("{:^width$}", letter(file)));
    }
    text
}

/// A stack in the middle of its square, each piece on a disc of its colour.
fn tower(pieces: &str, width: usize, ground: &str) -> String {
    let all: Vec<char> = pieces.chars().collect();
    // The mark of a promoted piece has the colour of its letter: a `+` stands before it, a `~` behind.
    let is_white = |index: usize| {
        let following = all[index..].iter().find(|letter| letter.is_ascii_alphabetic());
        let letter = match all[index] {
            '~' => all[..index].last(),
            _ => following,
        };
        letter.is_some_and(char::is_ascii_uppercase)
    };
    let edge = |index: usize| if is_white(index) { WHITE_EDGE } else { BLACK_EDGE };
    let left = (width - 2 - all.len()) / 2;
    let right = width - 2 - all.len() - left;
    let mut text = format!("{ground}{:left$}{}▐", "", edge(0));
    for (index, letter) in all.iter().enumerate() {
        text.push_str(if is_white(index) { WHITE } else { BLACK });
        text.push(*letter);
    }
    text.push_str(&format!("{RESET}{ground}{}▌{:right$}{RESET}", edge(all.len() - 1), ""));
    text
}

fn letter(file: usize) -> char {
    ('a'..='z').nth(file).unwrap_or('?')
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::Game;
    use helgi_rules::games::GameId;

    #[test]
    fn colours_change_nothing_but_colours() {
        let position = GameId::TAVRELI.parse("2k5/(tB)1+e5/8/8/8/8/8/7K w - - 0 1").unwrap();
        let look =
            BoardStyle { colours: true, turned: true, marked: vec!["a1".to_owned()], ..BoardStyle::plain() };
        let drawn = draw(&position, &look);
        let mut plain = String::new();
        let mut parts = drawn.split('\x1b');
        plain.push_str(parts.next().unwrap());
        parts.for_each(|part| plain.push_str(part.split_once('m').unwrap().1));
        let last = ["  7  ·   ·   ·   ·   ·  ▐+e▌ ·  ▐tB▌", "  8  ·   ·   ·   ·   ·  ▐k▌  ·   ·  "];
        assert_eq!(plain.lines().skip(6).take(2).collect::<Vec<_>>(), last);
        assert!(plain.ends_with("     h   g   f   e   d   c   b   a  "), "{plain}");
        assert!(drawn.contains(MARKED_DARK));
    }

    #[test]
    fn of_a_high_stack_the_top_is_drawn() {
        for (pieces, expected) in [
            ("tB", "tB"),
            ("rBnqN", "rBnqN"),
            ("rBNneqN", "..eqN"),
            ("rBN+eqN", "..+eqN"),
            ("rBQ~qN", "..qN"),
        ] {
            assert_eq!(shortened(pieces), expected);
        }
        let position = GameId::TAVRELI.parse("2k5/(rnbqtB)7/8/8/8/8/8/7K w - - 0 1").unwrap();
        assert!(draw(&position, &BoardStyle::plain()).contains("..qtB"));
    }
}
