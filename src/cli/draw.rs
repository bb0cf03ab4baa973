//! `helgi draw`: a picture of a position, as SVG or PNG, or of a game, as an animated GIF.

use super::command_files::CommandFiles;
use super::progress::CommandProgress;
use super::{invalid, plain_text};
use helgi_drawing::{Animation, Pieces, png};
use helgi_files::{NewFile, open_input};
use helgi_record::PgnReader;
use helgi_record::replay::{line_to, replay};
use helgi_rules::board::Square;
use helgi_rules::games::GameId;
use helgi_rules::internals::diagram;
use helgi_rules::{AnyPosition, Game, Line, Position};
use helgi_xboard::saved;
use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Arguments of `helgi draw`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  helgi draw tavreli -o tavreli.svg
  helgi draw chess --moves '1. e4 e5 2. Nf3' -o game.png
  helgi draw games.pgn --number 2 --ply 17 -o position.png
  helgi draw '4k3/8/(nQ)7/8/3(dR)4/8/4E3/4K3 w - - 0 1' --game tavreli > x.svg
  helgi draw chess --reach b1 -o knight.png
  helgi draw games.pgn --number 2 -o game.gif --delay 1000
  helgi draw chess > start.svg

The squares of the last move are marked. A GIF shows the game from its first
position on.")]
pub struct Arguments {
    /// Game (for its start position), position in FEN, or PGN file
    what: String,
    /// Game of the position; by default the first one that accepts it
    #[arg(long, value_parser = super::game)]
    game: Option<GameId>,
    /// Moves to play from there, as in `helgi play` or in PGN
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Number of the game in the PGN file
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = crate::cli::number::at_least::<u32>(1))]
    number: u32,
    /// Show the position after N half-moves; by default after all of them
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Mark the piece on this square and its moves, instead of the last move
    #[arg(long, value_name = "SQUARE")]
    reach: Option<String>,
    /// Draw pieces as letters, as in the notation, as pictures, as in the browser, or as pictures with characters on the
    /// pieces of shogi, xiangqi and janggi [default: pictures]
    #[arg(long, value_enum, ignore_case = true)]
    pieces: Option<Look>,
    /// Milliseconds for which a GIF shows each position [default: 700]
    #[arg(long, value_name = "MS", value_parser = crate::cli::number::whole::<u64>(20..=60_000))]
    delay: Option<u64>,
    /// Milliseconds for which it shows the last one [default: 3000]
    #[arg(long, value_name = "MS", value_parser = crate::cli::number::whole::<u64>(20..=600_000))]
    last_delay: Option<u64>,
    /// Show the GIF from Black's side
    #[arg(long)]
    flip: bool,
    /// Output file, whose name ends in .svg, .png or .gif, instead of an SVG on standard output
    #[arg(short, long)]
    output: Option<PathBuf>,
}

/// The look of the pieces.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Look {
    Letters,
    Pictures,
    Characters,
}

impl From<Look> for Pieces {
    fn from(look: Look) -> Self {
        match look {
            Look::Letters => Pieces::Letters,
            Look::Pictures => Pieces::Pictures,
            Look::Characters => Pieces::Characters,
        }
    }
}

/// Draws.
///
/// # Errors
///
/// Of the files and the output, when no game accepts the position, and when a move is not legal.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    let mut line = line(arguments)?;
    super::play_moves(&mut line, "--moves", &arguments.moves)?;
    let output = arguments.output.as_deref();
    output.map_or(Ok(()), |path| CommandFiles::reading([&arguments.what]).write("-o", path))?;
    let ends_in = |end: &str| output.and_then(Path::extension).is_some_and(|it| it.eq_ignore_ascii_case(end));
    if let Some(path) = output.filter(|_| ends_in("gif")) {
        return animate(arguments, &line, path);
    }
    let Arguments { flip, delay, last_delay, .. } = arguments;
    // These options have no effect on a single picture, and are refused rather than ignored.
    if *flip || delay.is_some() || last_delay.is_some() {
        return Err(invalid("--flip, --delay, --last-delay: expected an output that ends in .gif"));
    }
    if let Some(path) = output.filter(|_| !(ends_in("svg") || ends_in("png"))) {
        return Err(invalid(format_args!(
            "--output {}: expected a name that ends in .svg, .png or .gif",
            path.display()
        )));
    }
    let pieces = arguments.pieces.map_or(Pieces::Pictures, Pieces::from);
    let picture =
        helgi_drawing::svg_with(line.present(), &marked(&line, arguments.reach.as_deref())?, pieces);
    let Some(path) = output else { return out.write_all(picture.as_bytes()) };
    let mut file = NewFile::create(path)?;
    if ends_in("png") {
        file.write_all(&png(&picture).map_err(io::Error::other)?)?;
    } else {
        file.write_all(picture.as_bytes())?;
    }
    file.finish()
}

/// Writes a game as an animated GIF.
fn animate(arguments: &Arguments, line: &Line, path: &Path) -> io::Result<()> {
    if arguments.reach.is_some() {
        return Err(invalid("--reach: a GIF shows moves; expected an output that ends in .svg or .png"));
    }
    let mut file = NewFile::create(path)?;
    let outcome = line.verdict();
    let usual = Animation::default();
    let look = Animation {
        pieces: arguments.pieces.map_or(Pieces::Pictures, Pieces::from),
        flipped: arguments.flip,
        delay: arguments.delay.map_or(usual.delay, Duration::from_millis),
        last: arguments.last_delay.map_or(usual.last, Duration::from_millis),
        ending: outcome
            .map(|outcome| format!("{} {}", outcome.score(), outcome.reason_text()))
            .unwrap_or_default(),
    };
    let mut bar = CommandProgress::new("{bar:40} {pos} of {len} parts, {eta} to go");
    let drawn = look.gif(line, |done, all| bar.set(done as u64, all as u64));
    bar.finish();
    file.write_all(
        &drawn.map_err(|why| invalid(format_args!("{why}; --ply N uses only the first N half-moves")))?,
    )?;
    file.finish()
}

/// The squares of the last move, or those of a piece and its targets.
fn marked(line: &Line, reach: Option<&str>) -> io::Result<Vec<Square>> {
    let Some(name) = reach else {
        let last = line.moves().next_back();
        return Ok(last.into_iter().flat_map(|last| [last.from(), last.to()]).flatten().collect());
    };
    let position = line.present();
    let piece = position.outline().named(name).filter(|&square| position.piece_at(square, 0).is_some());
    let square =
        piece.ok_or_else(|| invalid(format_args!("--reach {name}: expected a square with a piece")))?;
    Ok(std::iter::once(square).chain(diagram::reach(position, square)).collect())
}

/// The game, or the position without a past, to draw.
fn line(arguments: &Arguments) -> io::Result<Line> {
    let what = arguments.what.as_str();
    let is_file = Path::new(what).extension() == Some(OsStr::new("pgn"));
    let mut line = match GameId::named(what) {
        Some(game) => Line::new(game.start()),
        None if is_file => recorded(&arguments.what, arguments.number)?,
        None => Line::new(position(what, arguments.game)?),
        // A name of a game has no dot, so it is never a file of games.
    };
    match arguments.ply {
        Some(ply) if ply > line.len() => Err(invalid(format_args!(
            "--ply {ply}: the game has {}",
            super::counted(line.len(), "half-move")
        ))),
        Some(ply) => {
            while line.len() > ply {
                line.undo();
            }
            Ok(line)
        }
        None => Ok(line),
    }
}

fn position(text: &str, game: Option<GameId>) -> io::Result<AnyPosition> {
    let games = GameId::all();
    // Only after all exact readings: another game may accept a mended form of the text.
    let mended = || games.iter().find_map(|&game| super::position(game, text).ok());
    match game {
        Some(game) => super::position(game, text).map_err(invalid),
        // A game whose position it is exactly comes first.
        None => games.iter().find_map(|game| game.parse(text).ok()).or_else(mended).ok_or_else(|| {
            invalid(format_args!(
                "`{text}`, expected a game, a position of one, or a file whose name ends in .pgn; --game says \
                 what is wrong with a position"
            ))
        }),
    }
}

/// Game number `number` of a PGN file.
fn recorded(path: &str, number: u32) -> io::Result<Line> {
    let wrong = |reason: String| invalid(format_args!("{path}, game {number}: {reason}"));
    let file = open_input(Path::new(path)).map_err(|error| invalid(format_args!("{path}: {error}")))?;
    let mut count = 0;
    for located in PgnReader::new(io::BufReader::new(file)) {
        let located = located.map_err(|error| wrong(error.to_string()))?;
        count += 1;
        if count == number {
            let tell = |said: &dyn Display| plain_text::tell(format_args!("{path}, game {number}, {said}"));
            located.notices.iter().for_each(|notice| tell(notice));
            located.errors.iter().for_each(|error| tell(error));
            let record = saved::in_dialect(located.record).map_err(|error| wrong(error.to_string()))?;
            for remark in replay(&record).remarks.iter().filter(|remark| remark.is_reading()) {
                tell(remark);
            }
            return line_to(&record, record.last()).map_err(|error| wrong(error.to_string()));
        }
    }
    Err(wrong(format!("the file has {}", super::counted(count as usize, "game"))))
}
