//! `helgi book`: opening books made of games, joined, and shown.

mod input;
mod show;

use super::command_files::CommandFiles;
use super::place::{OutputPlace, is_standard};
use super::{counted, invalid, wrong_games};
use helgi_rules::board::Side;
use helgi_rules::games::GameId;
use helgi_study::book::Recipe;
use input::BookInput;
pub use show::text;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Arguments of `helgi book`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A book lists positions with the moves played in them, how often, and with what
results. A move's weight is two for each game that its player won and one for
each draw; moves are played in proportion to their weights. To play from a
book, use the engine option Book, `helgi play --book` or option.Book in `helgi
match`. See docs/book.md.

Input files are PGN, games from `helgi datagen`, and other books, whose counts
are added; `-` is PGN on standard input. If a game contains an error, its
moves before the error count, and the exit status is 1.

Examples:
  helgi book games.pgn -o tavreli.book            moves of at least 3 games
  helgi book *.pgn --game tavreli --max-ply 24 --min-games 5 -o tavreli.book
  helgi book tavreli-1.games --searched -o tavreli.book
  helgi book white.book black.book -o both.book   merge books
  helgi book tavreli.book --show                  its moves at the start
  helgi book chess.book --show e4 c5              and after e4 c5
  helgi --option Book=chess.book                  use it in a chess program")]
pub struct Arguments {
    /// PGN files, games from `helgi datagen`, or books; `-` is PGN on standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Output file; `-` is standard output
    #[arg(short, long, value_name = "FILE", required_unless_present = "show", conflicts_with = "show")]
    output: Option<PathBuf>,
    /// Show a book's moves in the position after these moves
    #[arg(long, value_name = "MOVE", num_args = 0.., conflicts_with = "game")]
    show: Option<Vec<String>>,
    /// Position before these moves; by default the start of the game
    #[arg(long, value_name = "FEN", requires = "show")]
    start: Option<String>,
    /// Use only games of this kind; without it, all games must be of the same kind
    #[arg(long, value_parser = super::game)]
    game: Option<GameId>,
    /// Use the first N half-moves of each game
    #[arg(long, value_name = "N", default_value_t = 40, help_heading = "Which moves",
        value_parser = crate::cli::number::at_least::<u32>(1))]
    max_ply: u32,
    /// Leave out moves played in fewer than N games
    #[arg(long, value_name = "N", default_value_t = 3, help_heading = "Which moves",
        value_parser = crate::cli::number::at_least::<u64>(1))]
    min_games: u64,
    /// Leave out moves that scored less than this for the player
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, help_heading = "Which moves", value_parser = read_percent)]
    min_score: f64,
    /// Use only moves of White
    #[arg(long, help_heading = "Which moves", conflicts_with = "only_black")]
    only_white: bool,
    /// Use only moves of Black
    #[arg(long, help_heading = "Which moves")]
    only_black: bool,
    /// Leave out moves played without thinking: `{book}` in PGN, random ones from datagen
    #[arg(long, help_heading = "Which moves")]
    searched: bool,
    /// Give all moves the same weight
    #[arg(long)]
    uniform: bool,
}

fn read_percent(text: &str) -> Result<f64, String> {
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
    // A book of the inputs is in the new one, which may therefore replace it.
    let games = arguments.files.iter().filter(|path| !input::is_book(path));
    CommandFiles::reading(games).write("-o", path)?;
    // Opened before the games are read, to find out whether it can be written.
    let (place, is_standard) = (OutputPlace::open(path)?, is_standard(path));
    // On standard output nothing must mix with the book.
    let mut errors = crate::cli::plain_text::stderr();
    let report: &mut dyn Write = if is_standard { &mut errors } else { &mut *out };
    let mut input = BookInput::new(arguments);
    for file in &arguments.files {
        input.read(file, report)?;
    }
    let (games, wrong) = (input.games, input.wrong);
    let builder = input
        .builder
        .ok_or_else(|| invalid("no games: expected PGN files, games from `helgi datagen`, or books"))?;
    let book = builder.finish();
    if book.entries().is_empty() {
        let text =
            format!("no move of {} qualifies; lower --min-games or --min-score", counted(games, "game"));
        return Err(invalid(text));
    }
    let (moves, positions) = (book.entries().len(), book.positions());
    let name = book.game().name();
    let mut bytes = Vec::new();
    book.write(&mut bytes)?;
    place.write(&bytes, out)?;
    let report: &mut dyn Write = if is_standard { &mut errors } else { &mut *out };
    let (moves, positions, games_read) =
        (counted(moves, "move"), counted(positions, "position"), counted(games, "game"));
    writeln!(report, "{}: {name}, {moves} in {positions}, from {games_read}", path.display())?;
    match wrong {
        0 => Ok(()),
        wrong => Err(io::Error::other(format!(
            "{}; the moves before the errors are counted",
            wrong_games(wrong, games)
        ))),
    }
}
