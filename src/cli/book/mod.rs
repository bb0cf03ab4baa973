//! `helgi book`: opening books made of games, joined, and shown.

mod input;
mod show;

use super::invalid;
use super::place::{Place, is_standard};
use helgi_engine::book::Recipe;
use helgi_rules::board::Side;
use helgi_rules::games::GameId;
use input::Input;
pub use show::text;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What can be said behind `book`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A book holds positions, the moves that were played in them, how often, and what came of it. A move weighs two
for each game that its mover won and one for each draw, and is played in proportion. The option Book of the
engine, --book of `helgi play` and option.Book of `helgi match` name a book to play from. docs/book.md has the
format.

Files are PGN, games of `helgi datagen`, and other books, whose counts are added; `-` is PGN on standard input.
Of a wrong game the moves before the wrong one count; the exit status is 1 then.

Examples:
  helgi book games.pgn -o tavreli.book            moves of three games or more
  helgi book *.pgn --game tavreli --max-ply 24 --min-games 5 --min-score 45 -o tavreli.book
  helgi book tavreli-1.games --searched -o tavreli.book
  helgi book white.book black.book -o both.book   join books
  helgi book tavreli.book --show                  what is played at the start
  helgi book chess.book --show e4 c5              and then
  printf 'setoption name Book value chess.book\\nposition startpos\\ngo depth 8\\n' | helgi")]
pub struct Arguments {
    /// PGN files, games of `helgi datagen`, books; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write the book to this file; `-` is standard output
    #[arg(short, long, value_name = "FILE", required_unless_present = "show", conflicts_with = "show")]
    output: Option<PathBuf>,
    /// Show what a book has for the position after these moves
    #[arg(long, value_name = "MOVE", num_args = 0.., conflicts_with = "game")]
    show: Option<Vec<String>>,
    /// The position in which these moves begin, if it is not the game's own
    #[arg(long, value_name = "FEN", requires = "show")]
    start: Option<String>,
    /// Only games of this game; if it is not named, all have to be of one
    #[arg(long, value_parser = super::game)]
    game: Option<GameId>,
    /// Count so many half-moves of each game
    #[arg(long, value_name = "N", default_value_t = 40, help_heading = "Which moves",
        value_parser = clap::value_parser!(u32).range(1..))]
    max_ply: u32,
    /// Leave out what was played in fewer games
    #[arg(long, value_name = "N", default_value_t = 3, help_heading = "Which moves",
        value_parser = clap::value_parser!(u64).range(1..))]
    min_games: u64,
    /// Leave out what made less of 100 points a game for its mover
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, help_heading = "Which moves", value_parser = percent)]
    min_score: f64,
    /// Only moves of White
    #[arg(long, help_heading = "Which moves", conflicts_with = "only_black")]
    only_white: bool,
    /// Only moves of Black
    #[arg(long, help_heading = "Which moves")]
    only_black: bool,
    /// Leave out moves that nobody thought about: `{book}` in PGN, those that datagen drew
    #[arg(long, help_heading = "Which moves")]
    searched: bool,
    /// Give all moves the same weight
    #[arg(long)]
    uniform: bool,
}

fn percent(text: &str) -> Result<f64, String> {
    let percent = text.trim_end_matches('%').parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
    percent.ok_or_else(|| "expected a number from 0 to 100".to_owned())
}

impl Arguments {
    fn recipe(&self) -> Recipe {
        let only = match (self.only_white, self.only_black) {
            (true, _) => Some(Side::White),
            (_, true) => Some(Side::Black),
            _ => None,
        };
        let max_ply = self.max_ply.try_into().unwrap_or(usize::MAX);
        let &Arguments { min_games, min_score, uniform, .. } = self;
        Recipe { max_ply, min_games, min_score: min_score / 100.0, only, uniform }
    }
}

/// Makes a book, or shows one.
///
/// # Errors
///
/// Of files and output; if there is nothing to make a book of; and when a game is wrong.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    match (&arguments.show, &arguments.output) {
        (Some(moves), _) => show::show(&arguments.files, arguments.start.as_deref(), moves, out),
        (None, Some(path)) => make(arguments, path, out),
        (None, None) => Err(invalid("expected --output or --show")),
    }
}

fn make(arguments: &Arguments, path: &Path, out: &mut impl Write) -> io::Result<()> {
    let (place, is_standard) = (Place::open(path)?, is_standard(path));
    // On standard output nothing must mix with the book.
    let mut errors = io::stderr();
    let report: &mut dyn Write = if is_standard { &mut errors } else { &mut *out };
    let mut input = Input::new(arguments);
    for file in &arguments.files {
        input.read(file, report)?;
    }
    let (games, wrong) = (input.games, input.wrong);
    let builder = input.builder.ok_or_else(|| invalid("no games: expected PGN, .games or books"))?;
    let book = builder.finish();
    if book.entries().is_empty() {
        let text =
            format!("no move of {games} games is left; fewer --min-games or a lower --min-score takes more");
        return Err(invalid(text));
    }
    let (moves, positions) = (book.entries().len(), book.positions());
    let name = book.game().name();
    let mut bytes = Vec::new();
    book.write(&mut bytes)?;
    place.write(&bytes, out)?;
    let report: &mut dyn Write = if is_standard { &mut errors } else { &mut *out };
    writeln!(report, "{}: {name}, {moves} moves in {positions} positions, of {games} games", path.display())?;
    match wrong {
        0 => Ok(()),
        wrong => Err(io::Error::other(format!(
            "{wrong} of {games} games are wrong; their moves before that count"
        ))),
    }
}
