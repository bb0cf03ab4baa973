//! `helgi train`.

use super::about;
use super::command_files::CommandFiles;
use super::curve;
use super::place::{expect_file, try_file, write_net};
use super::progress::CommandProgress;
use helgi_engine::internals::net::{Net, WIDTHS};
use helgi_files::open_ordinary;
use helgi_lab::selfplay::replay::SampleFilter;
use helgi_lab::selfplay::siblings;
use helgi_lab::train::{self, Beginning, Samples, TrainError, Trained, TrainingSettings};
use helgi_rules::games::GameId;
use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Arguments of `helgi train`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The net learns from quiet positions of the games what the searches of them
and of the positions after them said. Every twentieth game is held out for
validation; the error on these games, compared with that of the hand-written
evaluation, shows what the net is worth. The net of the best epoch is kept,
with a card that records how it was made and a plot of the errors. The same
files and settings give the same net. See docs/training.md.

Examples:
  helgi train tavreli tavreli-1.games
  helgi train tavreli tavreli-*.games --hidden 64 -o tavreli.net
  helgi train tavreli tavreli-9.games --start tavreli.net --rate 2e-4 -o b.net
  helgi train chess chess-*.games --alone    in place of the evaluation
  helgi --option EvalFile=tavreli.net        play with a net")]
pub struct Arguments {
    /// Game
    #[arg(value_parser = super::game)]
    game: GameId,
    /// Files from `helgi datagen`, all of games or all of siblings; the latter are not kept in memory
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Output file, by default GAME.net; its card (.md) and a plot of the errors (.svg) are written beside
    /// it
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Net to continue from; it keeps its shape but may get more hidden units
    #[arg(long, value_name = "NET", conflicts_with_all = ["outputs", "alone"])]
    start: Option<PathBuf>,
    /// Hidden units for each side's view: 16, 32, 64, 128 or 256; by default 32, or as many as --start has
    #[arg(long, value_parser = hidden)]
    hidden: Option<usize>,
    /// Number of outputs; one is selected by how much material is on the board
    #[arg(long, default_value_t = 1, value_parser = crate::cli::number::whole::<u8>(1..=8))]
    outputs: u8,
    /// Replace the hand-written evaluation instead of adding to it
    #[arg(long)]
    alone: bool,
    /// Maximum number of passes over all positions
    #[arg(long, default_value_t = 8, value_parser = crate::cli::number::whole::<u16>(1..=1000))]
    epochs: u16,
    /// Positions in each training step
    #[arg(long, default_value_t = 4_096, value_parser = crate::cli::number::whole::<u32>(8..=1 << 20))]
    batch: u32,
    /// Initial learning rate
    #[arg(long, default_value_t = 5e-4)]
    rate: f32,
    /// Weight decay; large values leave more to the weights that inputs share. Use 30 for 200,000
    /// positions, 1 for a million
    #[arg(long, default_value_t = 5.0)]
    decay: f32,
    /// Share of a position's score that is taken from the next one of its game, which does likewise, from 0 to 1; the
    /// rest is what its own search said. Not for siblings [default: 0.8]
    #[arg(long)]
    lambda: Option<f32>,
    /// Share of the game's result in the training target, from 0 to 1; the rest is the search's score
    #[arg(long, default_value_t = 0.0)]
    result_share: f32,
    /// Half-moves to skip at the start of each game
    #[arg(long, default_value_t = 8)]
    from_ply: u16,
    /// Ignore positions with a larger score, in centipawns
    #[arg(long, default_value_t = 3_000, value_parser = clap::value_parser!(i16).range(1..))]
    most: i16,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads, at most 8; by default the number of cores. The net does not depend on it
    #[arg(long, value_parser = crate::cli::number::whole::<u16>(1..=8))]
    threads: Option<u16>,
}

/// The share of the score that is taken from the next position, by default: on average it looks four half-moves ahead.
pub(super) const LAMBDA: f32 = 0.8;

impl Arguments {
    /// The share of a score that is taken from the next one.
    fn lambda(&self) -> f32 {
        self.lambda.unwrap_or(LAMBDA)
    }
}

/// Number of hidden units of a net by default.
const HIDDEN: usize = 32;

pub(super) fn hidden(text: &str) -> Result<usize, String> {
    let width = text.parse().ok().filter(|width| WIDTHS.contains(width));
    width.ok_or_else(|| "expected 16, 32, 64, 128 or 256".to_owned())
}

/// Reads, learns, and writes.
///
/// # Errors
///
/// Of the files and the output, and when an option is refused.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    let path = arguments.out.clone().unwrap_or_else(|| format!("{}.net", arguments.game.name()).into());
    let (card_path, picture) = (path.with_extension("md"), path.with_extension("svg"));
    let mut files = CommandFiles::reading(&arguments.files);
    expect_file("-o", &path)?;
    files.write("-o", &path)?;
    // The new net may replace the one that it began as.
    arguments.start.iter().for_each(|start| files.read(start));
    files.write("card of -o", &card_path)?;
    files.write("picture of -o", &picture)?;
    let settings = settings(arguments)?;
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
    writeln!(out, "{games} games: {trained} positions for training, {held_out} held out")?;
    let learning = Instant::now();
    let trained = learn(&samples, &settings, out)?;
    let seconds = learning.elapsed().as_secs_f64().max(1e-3);
    // Of a net that goes on, epoch 0 learns nothing and is not counted.
    let rate = (samples.counts().1 * last_epoch(&trained)) as f64 / seconds;
    writeln!(out, "{:.0} positions per second", rate)?;

    let facts = CardFacts {
        game: arguments.game,
        command: format!("helgi {}", command()),
        samples: &samples,
        trained: &trained,
        elapsed: started.elapsed(),
    };
    let (card, curve) = (card(&facts), curve::draw(arguments.game.info().title, &trained));
    let about_it = [(&*card_path, card.as_bytes()), (&*picture, curve.as_bytes())];
    write_net(&path, &trained.net.to_bytes(), &about_it)?;
    writeln!(
        out,
        "written: {}, and beside it its card (.md) and the picture of its errors (.svg); play with it by\n  \
         helgi --option EvalFile={}",
        path.display(),
        path.display()
    )
}

fn settings(arguments: &Arguments) -> io::Result<TrainingSettings> {
    let &Arguments { hidden, outputs, alone, rate, decay, result_share, seed, .. } = arguments;
    for (name, value, most) in [
        ("--rate", rate, 1.0),
        ("--decay", decay, 100.0),
        ("--lambda", arguments.lambda(), 1.0),
        ("--result-share", result_share, 1.0),
    ] {
        if !(0.0..=most).contains(&value) {
            return Err(super::invalid(format!("{name} {value}: expected 0 to {most}")));
        }
    }
    let beginning = match &arguments.start {
        None => {
            Beginning::Nothing { hidden: hidden.unwrap_or(HIDDEN), outputs: outputs.into(), adds: !alone }
        }
        Some(path) => {
            let bytes = helgi_session::nets::read(path).map_err(|error| about(path, &error))?;
            let net = Net::from_bytes(&bytes).map_err(|error| about(path, &super::invalid(error)))?;
            let least = net.hidden;
            let hidden = hidden.unwrap_or(least);
            if hidden < least {
                return Err(super::invalid(format!(
                    "--hidden {hidden}: expected {least} or more, as --start has"
                )));
            }
            Beginning::Net(train::widened(&net, hidden, seed).map_err(super::invalid)?)
        }
    };
    Ok(TrainingSettings {
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

/// Reads the positions of the files; damage is printed, and the positions before it are taken.
fn read(arguments: &Arguments, out: &mut impl Write) -> io::Result<Samples> {
    let &Arguments { game, most, ref files, .. } = arguments;
    let of_siblings = files.iter().map(|path| is_of_siblings(path)).collect::<io::Result<Vec<bool>>>()?;
    if of_siblings.iter().all(|&is| is) {
        if let Some(lambda) = arguments.lambda {
            return Err(super::invalid(format!(
                "--lambda {lambda}: expected files of games; leave it out: no position follows those of `helgi datagen \
                 --siblings`"
            )));
        }
        writeln!(out, "counting the positions of {}", super::counted(files.len(), "file"))?;
        let (samples, damaged) =
            Samples::of_siblings(game, files, most.unsigned_abs()).map_err(super::invalid)?;
        for (path, damage) in damaged {
            writeln!(out, "{}: {damage}; the rest of the file is ignored", path.display())?;
        }
        return Ok(samples);
    }
    if let Some((path, _)) = files.iter().zip(of_siblings).find(|&(_, is)| is) {
        return Err(super::invalid(format!(
            "{}: positions of `helgi datagen --siblings` among files of games: expected one kind; train on either \
             alone",
            path.display()
        )));
    }
    let filter = SampleFilter { from_ply: arguments.from_ply.into(), most, only_quiet: true };
    let mut samples = Samples::new(game);
    super::read_games(files, out, |path| samples.add(path, filter, arguments.lambda()))?;
    Ok(samples)
}

/// Returns true if a file begins as one of siblings.
fn is_of_siblings(path: &Path) -> io::Result<bool> {
    let mut begin = Vec::new();
    let file = open_ordinary(path, u64::MAX).map_err(|error| about(path, &error))?;
    // The head and its first letters are in the first bytes.
    file.take(64).read_to_end(&mut begin).map_err(|error| about(path, &error))?;
    Ok(siblings::file::is_of_siblings(&begin))
}

/// Makes the net, with a line for each epoch.
fn learn(samples: &Samples, settings: &TrainingSettings, out: &mut impl Write) -> io::Result<Trained> {
    let mut bar = CommandProgress::new("{bar:40} {percent} %, {eta} to go");
    let mut printed = writeln!(out, "epoch  training error        held out");
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
        ControlFlow::Continue(())
    });
    bar.finish();
    printed?;
    let trained = trained.map_err(|error| match error {
        TrainError::Net(error) => super::invalid(format!("--start: {error}")),
        TrainError::Io(error) => error,
        stopped @ TrainError::Stopped => io::Error::other(stopped),
    })?;
    writeln!(out, "hand-written evaluation      {:.6}", trained.hand_written)?;
    Ok(trained)
}

/// Returns the number of epochs.
fn last_epoch(trained: &Trained) -> usize {
    trained.epochs.last().map_or(0, |epoch| epoch.number)
}

/// The facts of a net's card.
pub(super) struct CardFacts<'a> {
    pub game: GameId,
    /// The command that made it, without the program's name.
    pub command: String,
    pub samples: &'a Samples,
    pub trained: &'a Trained,
    pub elapsed: Duration,
}

/// Returns the card of a net, with the facts about it.
pub(super) fn card(facts: &CardFacts<'_>) -> String {
    let &CardFacts { game, ref command, samples, trained, elapsed } = facts;
    let info = game.info();
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
    row("command", format!("`{command}`"));
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

/// Returns the command line, without folders.
fn command() -> String {
    let words = std::env::args_os().skip(1).map(|word| {
        let path = Path::new(&word);
        path.file_name().unwrap_or(&word).to_string_lossy().into_owned()
    });
    words.collect::<Vec<_>>().join(" ")
}
