//! The screen that a game and its puzzles are shown on.

use crate::cli::board::{self, BoardStyle};
use crate::cli::language::Language;
use helgi_engine::search::moves_to_end;
use helgi_rules::{Line, Position};
use helgi_words::{TextMessage, names};
use std::io::{self, Write};

/// The abilities of the output.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// True if it has colours.
    pub colours: bool,
    /// Number of letters that fit in a line.
    pub width: usize,
    /// True for a terminal, which would break long sentences within words.
    pub wraps: bool,
    /// The language.
    pub language: Language,
}

impl Screen {
    /// A sentence as it is shown.
    pub fn fitted(self, text: &str) -> String {
        // A path or an address longer than a line stays whole, to be copied.
        let options = textwrap::Options::new(self.width).break_words(false);
        if self.wraps { textwrap::fill(text, options) } else { text.to_owned() }
    }
}

/// Shows the end of a line of play: the board, Black at the bottom or not, and the facts about it.
pub fn show(line: &Line, turned: bool, screen: Screen, out: &mut impl Write) -> io::Result<()> {
    let present = line.present();
    let marked = line.moves().next_back().map_or(Vec::new(), |last| {
        let squares = [last.from(), last.to()].into_iter().flatten();
        squares.map(|square| present.outline().name(square)).collect()
    });
    let Screen { colours, language, .. } = screen;
    let drawing = board::draw(present, &BoardStyle { colours, turned, marked, language });
    writeln!(out, "{drawing}")?;
    if present.in_check() {
        writeln!(out, "{}", language.text("play.check"))?;
    }
    writeln!(out)?;
    match names::phase(present) {
        Some(phase) => {
            let turn = TextMessage::new("play.turn")
                .with("number", u32::from(present.turn().fullmove))
                .with("phase", phase);
            writeln!(out, "{}\n", screen.fitted(&language.write(&turn)))
        }
        None => Ok(()),
    }
}

/// A score for the side to move: `+0.35` pawns, or in how many moves the game is won or lost.
pub fn score_in_words(score: i32, language: Language) -> String {
    match moves_to_end(score) {
        Some(moves) => {
            let id = if score > 0 { "play.wins-in" } else { "play.loses-in" };
            language.write(&TextMessage::new(id).with("count", moves.unsigned_abs()))
        }
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::play::{self, Arguments, Prompt};
    use clap::{Args, FromArgMatches};

    /// Everything that is said on a screen of 80 columns, for these arguments and lines of input.
    fn said(words: &str, input: &str, wraps: bool) -> String {
        let matches = Arguments::augment_args(clap::Command::new("play"))
            .get_matches_from(std::iter::once("play").chain(words.split(' ')));
        let arguments = Arguments::from_arg_matches(&matches).unwrap();
        let screen = Screen { colours: false, width: 80, wraps, language: arguments.language() };
        let mut out = Vec::new();
        play::run(&arguments, Prompt::Plain(input.as_bytes()), &mut out, screen).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_terminal_of_80_columns_breaks_no_word() {
        let input = "help\nhello\nCome on, show me what can be done here\nO@d3\npass\nK@e1\nrules\nrules 99\nmoves\n\
            moves z\nlevel 99\nside x\nbook\nsave\nload\nundo x\nundo\nsave /none/none.pgn\nload /none/none.pgn\n";
        let mut count = 0;
        for language in Language::all() {
            for game in ["tactical", "tavreli", "operational2", "popular10-drop"] {
                let words = format!("{game} --side both --no-record --language {}", language.code());
                // Boards are as wide as they are. A prompt stands before an answer only where nobody presses Enter.
                for line in said(&words, input, true).lines().filter(|line| !line.contains(['|', '+'])) {
                    let line = line.rsplit("> ").next().unwrap_or_default();
                    assert!(line.chars().count() <= 80, "{game}: {line}");
                    count += 1;
                }
            }
        }
        assert!(count > 200, "{count}");
        // A file keeps sentences whole.
        let long = "`hello` is neither a move nor a command; `moves` lists the moves, `help` the commands.\n";
        let words = "chess --no-record --language en";
        assert!(said(words, "hello\n", false).contains(long));
        assert!(!said(words, "hello\n", true).contains(long));
    }
}
