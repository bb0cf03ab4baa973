//! `helgi train`.

use super::about;
use super::curve;
use super::place::try_file;
use super::progress::Progress;
use helgi_engine::net::{Net, WIDTHS};
use helgi_engine::selfplay::replay::Filter;
use helgi_engine::train::{self, Beginning, Samples, Settings, Trained};
use helgi_record::files::NewFile;
use helgi_rules::games::GameId;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What can be said behind `train`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The games are replayed, and of their quiet positions a net learns what a deeper look at them said. Every
twentieth game is held out: the error over its positions tells what the net is worth, beside that of the
hand-written evaluation. The net of the best epoch is kept, with a card that says how it was made and a
picture of the errors. The same files and settings make the same net. docs/training.md tells the rest.

Examples:
  helgi train tavreli tavreli-1.games
  helgi train tavreli tavreli-*.games --hidden 64 -o tavreli.net
  helgi train tavreli tavreli-9.games --start tavreli.net --rate 2e-4 -o better.net    learns on
  helgi --option EvalFile=tavreli.net                  play with it
  helgi train chess chess-*.games --alone              a net that takes the evaluation's place")]
pub struct Arguments {
    /// The game
    #[arg(value_parser = super::game)]
    game: GameId,
    /// The files that `helgi datagen` wrote
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The file of the net; beside it are written its card (.md) and the picture of its errors (.svg). By
    /// default GAME.net
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// A net that learns on, instead of one from nothing; it keeps its shape, but may get more hidden units
    #[arg(long, value_name = "NET", conflicts_with_all = ["outputs", "alone"])]
    start: Option<PathBuf>,
    /// How many hidden units for each side's view: 16, 32, 64 or 128; by default 32, or as many as --start has
    #[arg(long, value_parser = hidden)]
    hidden: Option<usize>,
    /// How many outputs, one of which is taken by how much is on the board
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=8))]
    outputs: u8,
    /// The net is to take the hand-written evaluation's place instead of being added to it
    #[arg(long)]
    alone: bool,
    /// How often all positions are looked at, at most
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=1000))]
    epochs: u16,
    /// The number of positions between two steps
    #[arg(long, default_value_t = 4_096, value_parser = clap::value_parser!(u32).range(8..=1 << 20))]
    batch: u32,
    /// The learning rate at the beginning
    #[arg(long, default_value_t = 5e-4)]
    rate: f32,
    /// The weight decay: large, because what inputs share is to carry what they have in common; 30 for
    /// 200,000 positions, 1 for a million
    #[arg(long, default_value_t = 5.0)]
    decay: f32,
    /// How much of what is learned is the result of the game, not the search's word: 0 to 1
    #[arg(long, default_value_t = 0.0)]
    result_share: f32,
    /// The first half-move of a game that is learned from
    #[arg(long, default_value_t = 8)]
    from_ply: u16,
    /// The largest score that is learned from, in centipawns
    #[arg(long, default_value_t = 3_000, value_parser = clap::value_parser!(i16).range(1..))]
    most: i16,
    /// What is drawn is drawn with this
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads to use, at most 8; by default as many as there are cores. The net is the same
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=8))]
    threads: Option<u16>,
}

/// How many hidden units a net has if nobody says.
const HIDDEN: usize = 32;

fn hidden(text: &str) -> Result<usize, String> {
    let width = text.parse().ok().filter(|width| WIDTHS.contains(width));
    width.ok_or_else(|| "expected 16, 32, 64 or 128".to_owned())
}

/// Reads, learns, and writes.
///
/// # Errors
///
/// Of the files and the output, and when an option is refused.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    let settings = settings(arguments)?;
    let path = arguments.out.clone().unwrap_or_else(|| format!("{}.net", arguments.game.name()).into());
    let (card_path, picture) = (path.with_extension("md"), path.with_extension("svg"));
    // Before hours of work, whether its result can be kept.
    [&path, &card_path, &picture].into_iter().try_for_each(|path| try_file(path))?;
    let started = Instant::now();
    let samples = read(arguments, out)?;
    let (games, trained, held_out) = samples.counts();
    if trained == 0 || held_out == 0 {
        return Err(super::invalid(format!(
            "{trained} positions to learn from and {held_out} held out of {games} games: expected some of both; \
             play more with `helgi datagen {}`",
            arguments.game.name()
        )));
    }
    writeln!(out, "{games} games: {trained} positions to learn from, {held_out} held out")?;
    let learning = Instant::now();
    let trained = learn(&samples, &settings, out)?;
    let seconds = learning.elapsed().as_secs_f64().max(1e-3);
    let rate = (samples.counts().1 * last_epoch(&trained)) as f64 / seconds;
    writeln!(out, "{:.0} positions a second", rate)?;

    let begin = |path: &Path, bytes: &[u8]| {
        let mut file = NewFile::create(path)?;
        file.write_all(bytes)?;
        file.flush().map(|()| file)
    };
    // No net gets its name that has another's card.
    let files = [
        begin(&path, &trained.net.to_bytes())?,
        begin(&card_path, card(arguments, &samples, &trained, started.elapsed()).as_bytes())?,
        begin(&picture, curve::draw(arguments.game.info().title, &trained).as_bytes())?,
    ];
    files.into_iter().try_for_each(NewFile::finish)?;
    writeln!(
        out,
        "written: {}, and beside it its card (.md) and the picture of its errors (.svg); play with it by\n  \
         helgi --option EvalFile={}",
        path.display(),
        path.display()
    )
}

fn settings(arguments: &Arguments) -> io::Result<Settings> {
    let &Arguments { hidden, outputs, alone, rate, decay, result_share, seed, .. } = arguments;
    for (name, value, most) in
        [("--rate", rate, 1.0), ("--decay", decay, 100.0), ("--result-share", result_share, 1.0)]
    {
        if !(0.0..=most).contains(&value) {
            return Err(super::invalid(format!("{name} {value}: expected 0 to {most}")));
        }
    }
    let beginning = match &arguments.start {
        None => {
            Beginning::Nothing { hidden: hidden.unwrap_or(HIDDEN), outputs: outputs.into(), adds: !alone }
        }
        Some(path) => {
            let bytes = helgi::nets::read(path).map_err(|error| about(path, &error))?;
            let net = Net::from_bytes(&bytes).map_err(|error| about(path, &super::invalid(error)))?;
            let least = net.hidden;
            let hidden = hidden.unwrap_or(least);
            if hidden < least {
                return Err(super::invalid(format!(
                    "--hidden {hidden}: expected {least} or more, as --start has"
                )));
            }
            Beginning::Net(train::widened(&net, hidden, seed))
        }
    };
    Ok(Settings {
        beginning,
        epochs: arguments.epochs.into(),
        batch: arguments.batch as usize,
        rate,
        decay,
        result_share,
        seed,
        threads: super::threads(arguments.threads),
    })
}

/// The positions of the files; damage is said, and what is before it taken.
fn read(arguments: &Arguments, out: &mut impl Write) -> io::Result<Samples> {
    let filter = Filter { from_ply: arguments.from_ply.into(), most: arguments.most, only_quiet: true };
    let mut samples = Samples::new(arguments.game);
    super::read_games(&arguments.files, out, |path| samples.add(path, filter))?;
    Ok(samples)
}

/// Makes the net, with a line for each epoch.
fn learn(samples: &Samples, settings: &Settings, out: &mut impl Write) -> io::Result<Trained> {
    let mut bar = Progress::new("{bar:40} {percent} %, {eta} to go");
    let mut printed = writeln!(out, "epoch  error while learning  held out");
    let trained = train::train(samples, settings, |done, all, epoch| {
        bar.set(done as u64, all as u64);
        if let Some(epoch) = epoch {
            let line = format!("{:>5}  {:>20.6}  {:.6}", epoch.number, epoch.trained, epoch.held_out);
            bar.suspend(|| {
                if printed.is_ok() {
                    printed = writeln!(out, "{line}").and_then(|()| out.flush());
                }
            });
        }
    });
    bar.finish();
    printed?;
    let trained = trained.map_err(|error| super::invalid(format!("--start: {error}")))?;
    writeln!(out, "hand-written evaluation      {:.6}", trained.hand_written)?;
    Ok(trained)
}

/// How many epochs there were.
fn last_epoch(trained: &Trained) -> usize {
    trained.epochs.last().map_or(0, |epoch| epoch.number)
}

/// What has to be known of a net.
fn card(arguments: &Arguments, samples: &Samples, trained: &Trained, elapsed: Duration) -> String {
    let info = arguments.game.info();
    let (games, learned, held_out) = samples.counts();
    let net = &trained.net;
    let kind = if net.adds {
        "added to the hand-written evaluation"
    } else {
        "in the place of the hand-written evaluation"
    };
    let mut text = format!("# The net of {}\n\n", info.title);
    let mut row = |name: &str, value: String| {
        // Writing to a string does not fail.
        let _ = writeln!(text, "| {name} | {value} |");
    };
    row("what", "value".to_owned());
    row("---", "---".to_owned());
    row("shape", format!("({} → {})×2 → 1, {} outputs, {kind}", net.inputs, net.hidden, net.outputs.len()));
    row("trained by", format!("revision {}", env!("HELGI_REVISION")));
    row("command", format!("`helgi {}`", command()));
    row(
        "games",
        format!("{games}: {learned} positions learned from, {held_out} of every twentieth game held out"),
    );
    for head in samples.heads() {
        row("played", head.to_string());
    }
    if let Some(start) = trained.epochs.first().filter(|epoch| epoch.number == 0) {
        row("error held out of the net that it began as", format!("{:.6}", start.held_out));
    }
    row("epochs", format!("{}, of which number {} was best", last_epoch(trained), trained.best.number));
    row(
        "mean squared error held out",
        format!("{:.6}; the hand-written evaluation's is {:.6}", trained.best.held_out, trained.hand_written),
    );
    row("time", format!("{:.0} s", elapsed.as_secs_f64()));
    text
}

/// What was typed, without folders.
fn command() -> String {
    let words = std::env::args_os().skip(1).map(|word| {
        let path = Path::new(&word);
        path.file_name().unwrap_or(&word).to_string_lossy().into_owned()
    });
    words.collect::<Vec<_>>().join(" ")
}
