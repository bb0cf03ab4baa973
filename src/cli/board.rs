//! The board on a terminal: plain, or with colours where there are any.

use helgi_rules::AnyPosition;
use helgi_rules::diagram::{Content, Diagram};

const LIGHT: &str = "\x1b[48;5;180m";
const DARK: &str = "\x1b[48;5;137m";
const MARKED_LIGHT: &str = "\x1b[48;5;186m";
const MARKED_DARK: &str = "\x1b[48;5;143m";
const WHITE: &str = "\x1b[1;38;5;231m";
const BLACK: &str = "\x1b[1;38;5;16m";
const RESET: &str = "\x1b[0m";

/// The look of a board.
#[derive(Clone, Default, Debug)]
pub struct BoardStyle {
    /// With colours, for terminals.
    pub colours: bool,
    /// Black at the bottom; without colours White always is.
    pub turned: bool,
    /// The names of squares to be marked; only colours can show them.
    pub marked: Vec<String>,
}

impl BoardStyle {
    /// Plain text.
    pub fn plain() -> Self {
        BoardStyle::default()
    }
}

/// Draws a position.
pub fn draw(position: &AnyPosition, look: &BoardStyle) -> String {
    let diagram = Diagram::new(position);
    if look.colours { coloured(&diagram, look) } else { diagram.plain() }
}

fn coloured(diagram: &Diagram, look: &BoardStyle) -> String {
    let widths = diagram.widths();
    let height = diagram.ranks.len();
    let mut files: Vec<usize> = (0..widths.len()).collect();
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
            let width = widths[file] + 2;
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
                Content::Obstacle => text.push_str(&format!("{ground}{BLACK}{:^width$}{RESET}", "▒")),
                Content::Empty => text.push_str(&format!("{ground}{:width$}{RESET}", "")),
                Content::Pieces(pieces) => text.push_str(&format!("{ground}{}{RESET}", tower(pieces, width))),
            }
        }
        text.push('\n');
    }
    text.push_str("    ");
    for &file in &files {
        text.push_str(&format!("{:^1$}", letter(file), widths[file] + 2));
    }
    if let Some([white, black]) = &diagram.reserves {
        text.push_str(&format!("\n\nReserve of White: {white}\nReserve of Black: {black}"));
    }
    text
}

/// A stack in the middle of its square, each piece in its colour.
fn tower(pieces: &str, width: usize) -> String {
    let left = (width - pieces.len()) / 2;
    let mut text = " ".repeat(left);
    let mut letters = pieces.chars().peekable();
    while let Some(first) = letters.next() {
        // The mark of a promoted piece has the colour of its letter: a `+` stands before it, a `~` behind.
        let owner = if first == '+' { letters.peek().copied().unwrap_or(first) } else { first };
        if first != '~' {
            text.push_str(if owner.is_ascii_uppercase() { WHITE } else { BLACK });
        }
        text.push(first);
    }
    text.push_str(&" ".repeat(width - pieces.len() - left));
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
        let look = BoardStyle { colours: true, turned: true, marked: vec!["a1".to_owned()] };
        let drawn = draw(&position, &look);
        let mut plain = String::new();
        let mut parts = drawn.split('\x1b');
        plain.push_str(parts.next().unwrap());
        parts.for_each(|part| plain.push_str(part.split_once('m').unwrap().1));
        let last = ["  7                 +e     tB ", "  8                 k         "];
        assert_eq!(plain.lines().skip(6).take(2).collect::<Vec<_>>(), last);
        assert!(plain.ends_with("     h  g  f  e  d  c   b  a  "), "{plain}");
        assert!(drawn.contains(MARKED_DARK));
    }
}
