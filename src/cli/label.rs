//! `helgi label`.

use super::progress::CommandProgress;
use super::{about, datagen, invalid};
use helgi_engine::internals::bench::per_second;
use helgi_engine::internals::net::WithNet;
use helgi_engine::internals::{EvalVisitor, HasEvaluation, visit};
use helgi_files::open_ordinary;
use helgi_lab::selfplay::replay::ReplayError;
use helgi_lab::selfplay::siblings::each_position;
use helgi_lab::selfplay::siblings::file::{Head, Reader, SiblingFamily, SiblingsFile};
use helgi_match::scorer::{ScoreError, ScoreSource, Scorer};
use helgi_match::{MatchStop, words};
use helgi_rules::board::Side;
use helgi_rules::{GameId, Position};
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Arguments of `helgi label`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
An engine that speaks UCI scores every position of the file, by a search of
nodes= or depth=, or by its static evaluation with the word eval. The words
behind --engine are those of `helgi match`, such as option.Hash=64 and args=.
An engine's centipawns may be larger or smaller than helgi's: --scale
multiplies them. Ctrl-C stops the run; --resume continues it.

Examples:
  helgi label chess-1.siblings -o chess-1.scored --engine cmd=stockfish eval
  helgi label chess-1.siblings -o chess-1.scored --scale 0.8 \\
      --engine cmd=stockfish nodes=1000 option.Hash=64
  helgi label ch-1.siblings -o ch-1.scored --resume \\
      --engine cmd=fairy-stockfish depth=6")]
pub struct Arguments {
    /// File from `helgi datagen --siblings`
    file: PathBuf,
    /// Output file
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// The engine: cmd=PROGRAM, with nodes=N, depth=D or eval
    #[arg(long, required = true, num_args = 1.., value_name = "WORDS")]
    engine: Vec<String>,
    /// Number by which the engine's centipawns are multiplied
    #[arg(long, default_value_t = 1.0)]
    scale: f64,
    /// Continue an existing output file
    #[arg(long)]
    resume: bool,
}

/// Reads, asks the engine, and writes.
///
/// # Errors
///
/// Of the files, the engine and the output.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    let Arguments { file, out: path, scale, resume, .. } = arguments;
    if !(0.001..=1_000.0).contains(scale) {
        return Err(invalid(format!("--scale {scale}: expected 0.001 to 1000")));
    }
    let (mut words, mut source) = (arguments.engine.clone(), ScoreSource::Search);
    // `eval` is no word of `helgi match`, which reads the rest.
    words.retain(|word| {
        let is_eval = word == "eval";
        source = if is_eval { ScoreSource::Eval } else { source };
        !is_eval
    });
    let settings = words::read_engine(&words).map_err(invalid)?;
    let by = match (source, settings.control.nodes, settings.control.depth) {
        (ScoreSource::Eval, None, None) => "eval".to_owned(),
        (ScoreSource::Search, Some(nodes), None) => format!("nodes={nodes}"),
        (ScoreSource::Search, None, Some(depth)) => format!("depth={depth}"),
        _ => return Err(invalid("--engine: expected exactly one of nodes=N, depth=D and eval")),
    };
    if settings.control.clock.is_some() || settings.control.move_time.is_some() {
        return Err(invalid(
            "--engine: tc= and st= make scores that nobody can repeat: expected nodes= or depth=",
        ));
    }

    // Read once for its end: damage and a second head are known before the engine starts.
    let (head, games) = count(file)?;
    let label = format!("{} {by} x {scale}", settings.name);
    let (mut store, there) = datagen::open::<SiblingsFile>(path, &Head { label, ..head.clone() }, *resume)?;
    let stop = MatchStop::new();
    let asked = stop.clone();
    ctrlc::set_handler(move || asked.stop()).map_err(io::Error::other)?;
    let engine = |error: ScoreError| match error {
        ScoreError::Stopped => super::stopped("stopped before the engine was ready"),
        error => io::Error::other(error),
    };
    let (mut scorer, warnings) = Scorer::start(&settings, &head.game, source, &stop).map_err(engine)?;
    warnings.iter().try_for_each(|warning| writeln!(out, "{warning}"))?;

    let started = Instant::now();
    let (mut families, mut positions) = (there.len(), 0);
    let mut bar = CommandProgress::new(
        "{bar:30} {pos} of {len} games, {msg} positions per second, {eta_precise} to go",
    );
    for family in read(file)? {
        let mut family = family.map_err(|damage| invalid(format!("{}: {damage}", file.display())))?;
        if there.contains(&family.number) {
            continue;
        }
        match score(&mut family, &head, &mut scorer, *scale) {
            Err(Failure::Engine(ScoreError::Stopped)) => break,
            Err(Failure::Engine(error)) => return Err(engine(error)),
            Err(Failure::Rules(what)) => {
                return Err(invalid(format!("{}: game {}: {what}", file.display(), family.number)));
            }
            Ok(()) => (),
        }
        positions += family.siblings.len() as u64;
        families += 1;
        store.add(&family).map_err(|error| about(path, &error))?;
        bar.set(families as u64, games as u64);
        bar.set_message(per_second(positions, started.elapsed()).to_string());
    }
    bar.finish();
    let rate = per_second(positions, started.elapsed());
    writeln!(out, "{}: {positions} positions scored, {rate} per second", path.display())?;
    datagen::check_missing(games.saturating_sub(families))
}

/// The reason why a family has no scores.
enum Failure {
    Engine(ScoreError),
    Rules(ReplayError),
}

/// Gives each position of a family its score.
fn score(family: &mut SiblingFamily, head: &Head, scorer: &mut Scorer, scale: f64) -> Result<(), Failure> {
    struct Texts<'a>(&'a SiblingFamily);
    impl EvalVisitor for Texts<'_> {
        type Output = Result<Vec<(String, Side)>, ReplayError>;

        fn visit<G: HasEvaluation>(self, game: G, _: &WithNet<G::Evaluation>) -> Self::Output {
            let mut texts = Vec::with_capacity(self.0.siblings.len());
            each_position(&game, self.0, |position, _| texts.push((game.format(position), position.side())))?;
            Ok(texts)
        }
    }
    let game = GameId::named(&head.game)
        .ok_or_else(|| Failure::Rules(ReplayError::UnknownGame(head.game.clone())))?;
    let texts = visit(game, Texts(family)).map_err(Failure::Rules)?;
    for (sibling, (fen, side)) in family.siblings.iter_mut().zip(texts) {
        let score = f64::from(scorer.score(&fen, side).map_err(Failure::Engine)?) * scale;
        // The least number of 16 bits stands for no score.
        let bound = f64::from(i16::MAX);
        sibling.score = Some(score.round().clamp(-bound, bound) as i16);
    }
    Ok(())
}

/// The head of the file, and the number of its games.
fn count(path: &Path) -> io::Result<(Head, usize)> {
    let mut reader = read(path)?;
    let head = reader.head().clone();
    let mut games = 0;
    for family in &mut reader {
        family.map_err(|damage| invalid(format!("{}: {damage}", path.display())))?;
        games += 1;
    }
    if *reader.head() != head {
        return Err(invalid(format!("{}: siblings of several runs; score each file alone", path.display())));
    }
    Ok((head, games))
}

fn read(path: &Path) -> io::Result<Reader<BufReader<File>>> {
    // It is read twice.
    let file = open_ordinary(path, u64::MAX).map_err(|error| about(path, &error))?;
    Reader::new(BufReader::with_capacity(1 << 20, file))
        .map_err(|damage| invalid(format!("{}: {damage}", path.display())))
}
