//! `helgi rules`: a game's page of `docs/rules`, and its pieces in words made from the descriptors that
//! the rules move by.

use super::{board, page};
use helgi_rules::board::movement::{self, Atom, Mode, Origin, Passing, Term};
use helgi_rules::games::GameId;
use helgi_rules::{AnyPosition, Game, Info};
use include_dir::{Dir, include_dir};
use std::io::{self, Write};

/// What can be said behind `rules`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:
  helgi rules tavreli")]
pub struct Arguments {
    /// The game
    #[arg(value_parser = super::game)]
    game: GameId,
}

/// The rules pages, one file for each game and its variants.
static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/docs/rules");

/// How positions are written, whatever the game.
const POSITIONS: &str = "In positions upper case is White, `+` a promoted piece, `(xyZ)` a stack from the bottom up, \
    `*` no square. Moves may also be written as in chess books: `Nf3`, `exd5`, `O-O`.";

/// Prints the rules: the game's page, and its pieces by their movement descriptors.
///
/// # Errors
///
/// Of the output, and if the game has no page.
pub fn run(arguments: &Arguments, out: &mut impl Write, colours: bool) -> io::Result<()> {
    let game = arguments.game;
    let page = page(game).ok_or_else(|| io::Error::other(format!("{} has no rules page", game.name())))?;
    // The title is printed with the board.
    let (_, body) = page.split_once('\n').unwrap_or_default();
    let markdown = format!("{body}\n{}\n{POSITIONS}\n", pieces_text(game.info()));
    let text = board_text(game.info(), &game.start()) + &page::render(&markdown, super::width(), colours);
    page::show(&text, out)
}

/// The page of a game: the one whose name its own begins with, and of several the longest.
fn page(game: GameId) -> Option<&'static str> {
    let pages = PAGES.files().filter_map(|file| {
        let name = file.path().to_str()?.strip_suffix(".md")?;
        game.name().starts_with(name).then_some((name.len(), file.contents_utf8()?))
    });
    pages.max_by_key(|(length, _)| *length).map(|(_, text)| text)
}

/// What the game is called, and its start.
fn board_text(info: &Info, start: &AnyPosition) -> String {
    let Info { name, title, files, ranks, start: fen, .. } = info;
    let drawing = board::draw(start, &board::Look::plain());
    format!("{title} ({name}), {files}x{ranks}\n\n{drawing}\n\n{fen}\n\n")
}

/// The pieces as a table, with their descriptors in letters and in words.
fn pieces_text(info: &Info) -> String {
    let mut table = String::from(
        "## The pieces in Betza's notation\n\n| letter | piece | movement | in words |\n|---|---|---|---|\n",
    );
    for piece in info.pieces {
        let mut facts = words(piece.movement);
        if !piece.note.is_empty() {
            facts.push(piece.note.to_owned());
        }
        if facts.is_empty() {
            facts.push("does not move".to_owned());
        }
        let mut head = format!("`{}` | {} | `{}`", piece.text(), piece.name, piece.movement);
        for fact in facts {
            table.push_str(&format!("| {head} | {fact} |\n"));
            // The first line says which piece it is, the others go on.
            head = " | | ".to_owned();
        }
    }
    table
}

/// A descriptor in words, a line for each kind of move.
fn words(descriptor: &str) -> Vec<String> {
    let terms = match movement::parse(descriptor) {
        Ok(terms) => terms,
        Err(error) => return vec![error.to_string()],
    };
    let alike = |one: &Term, other: &Term| {
        is_leap(one) && is_leap(other) && Term { atom: one.atom, ..*other } == *one
    };
    terms.chunk_by(alike).map(terms_words).collect()
}

/// Whether the term is a leap that has no simpler name.
fn is_leap(term: &Term) -> bool {
    matches!(term.atom, Atom::Leap(_, 2..)) && term.range == 1
}

/// Terms that differ in their leaps only.
fn terms_words(terms: &[Term]) -> String {
    let Some(term) = terms.first() else { return String::new() };
    let leaps: Vec<String> = terms
        .iter()
        .filter(|term| is_leap(term))
        .filter_map(|term| match term.atom {
            Atom::Leap(x, y) => Some(format!("{x} by {y}")),
            _ => None,
        })
        .collect();
    let mut text =
        if leaps.is_empty() { steps_words(term) } else { format!("a leap of {}", leaps.join(", ")) };
    text.push_str(&directions(term));
    text.push_str(match term.mode {
        Mode::Both => "",
        Mode::Move => ", without capturing",
        Mode::Capture => ", only capturing",
        Mode::Shoot => ", shooting: it stays where it is",
    });
    text.push_str(match term.origin {
        Origin::Any => "",
        Origin::Rank(_) => ", from its initial square",
        Origin::White => ", from a white square",
    });
    if term.spares_last_rank {
        text.push_str(", but not to the enemy back line");
    }
    if term.lame {
        text.push_str(", if the square between is empty");
    }
    text.push_str(match term.passing {
        Passing::Nothing => "",
        Passing::One => ", over exactly one piece",
        Passing::OneOwn => ", also over one own piece",
        Passing::Own => ", also over own pieces",
        Passing::Pieces => ", also over any pieces",
        Passing::Everything => ", also over any pieces and obstacles",
    });
    if term.en_passant {
        text.push_str(", en passant");
    }
    text
}

/// Steps and rides in words.
fn steps_words(term: &Term) -> String {
    let distance = match term.range {
        0 => "any number of squares".to_owned(),
        1 => "one square".to_owned(),
        range => format!("up to {range} squares"),
    };
    match term.atom {
        Atom::Leap(0, 1) => format!("{distance} straight"),
        Atom::Leap(1, 1) => format!("{distance} diagonally"),
        Atom::King => format!("{distance} in any direction"),
        Atom::Leap(x, y) => match term.range {
            0 => format!("any number of leaps of {x} by {y} in one line"),
            range => format!("up to {range} leaps of {x} by {y} in one line"),
        },
        Atom::Gryphon => "one square diagonally, then on outwards as a rook".to_owned(),
        Atom::Dragon => "one square straight, then on outwards as a bishop".to_owned(),
        Atom::SameColour => "a leap to any square of its colour".to_owned(),
    }
}

/// Where the steps go, if not everywhere: ` backward or sideways`.
fn directions(term: &Term) -> String {
    let name = |letter| match letter {
        'f' => "forward",
        'b' => "backward",
        'l' => "to the left",
        'r' => "to the right",
        'v' => "along the file",
        _ => "sideways",
    };
    let names: Vec<&str> = term.directions.letters().map(name).collect();
    if names.is_empty() { String::new() } else { format!(" {}", names.join(" or ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_page() {
        for &game in GameId::ALL {
            let text = page(game).unwrap_or_else(|| panic!("{}", game.name()));
            let title = text.lines().next().unwrap_or_default();
            let own = title.split('`').nth(1).unwrap_or_default();
            assert!(game.name().starts_with(own) && !own.is_empty(), "{title}");
            assert!(text.contains("the end\n") || text.contains("The end\n"), "{title} says how a game ends");
            assert!(text.contains("## In text\n"), "{title} says how moves are written");
        }
    }
}
