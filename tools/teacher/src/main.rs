//! Scores the positions of a file of siblings of chess by Stockfish 15.1's net.

use clap::Parser;
use helgi_engine::internals::eval::fade;
use helgi_engine::net::NetChoice;
use helgi_files::NewFile;
use helgi_lab::selfplay::siblings::each_position;
use helgi_lab::selfplay::siblings::file::{Head, Reader, family_frame, head_frame};
use helgi_rules::chess::Chess;
use helgi_rules::{Game, GameId, Position};
use helgi_teacher::{Teacher, about, centipawns, finish};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Scores the positions of a file of siblings of chess by Stockfish 15.1's net
#[derive(Parser)]
struct Arguments {
    /// The net, nn-ad9b42354671.nnue, or Debian's program stockfish 15.1, which carries it
    net: PathBuf,
    /// File from `helgi datagen chess --siblings N --label none`
    file: PathBuf,
    /// Output file
    #[arg(short, long)]
    out: PathBuf,
    /// Centipawns for each of the net's units
    #[arg(long, default_value_t = 0.44)]
    scale: f64,
}

fn main() -> ExitCode {
    finish("helgi-teacher", run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> io::Result<()> {
    let Arguments { net, file, out, scale } = arguments;
    let teacher = Teacher::open(net)?;
    let input = File::open(file).map_err(|error| about(file, &error))?;
    let mut reader =
        Reader::new(BufReader::with_capacity(1 << 20, input)).map_err(|damage| about(file, &damage))?;
    let mut output =
        BufWriter::with_capacity(1 << 20, NewFile::create(out).map_err(|error| about(out, &error))?);
    let (mut positions, mut slope) = (0_u64, Slope::default());
    let mut head: Option<Head> = None;
    while let Some(family) = reader.next() {
        let mut family = family.map_err(|damage| about(file, &damage))?;
        if head.as_ref() != Some(reader.head()) {
            if reader.head().game != GameId::CHESS.name() {
                let game = &reader.head().game;
                return Err(about(file, &format!("positions of {game}: expected those of chess")));
            }
            head = Some(reader.head().clone());
            let label = format!("Stockfish 15.1's net nn-ad9b42354671, static, x {scale}");
            output.write_all(&head_frame(&Head { label, ..reader.head().clone() }))?;
        }
        let mut scores = Vec::with_capacity(family.siblings.len());
        each_position(&Chess, &family, |position, _| {
            let found = teacher.score(position);
            let bound = i32::from(i16::MAX);
            scores.push(Some(centipawns(position, found, *scale).clamp(-bound, bound) as i16));
            positions += 1;
            if positions.is_multiple_of(1_000) {
                slope.add(position, found);
            }
        })
        .map_err(|what| about(file, &format!("game {}: {what}", family.number)))?;
        family.siblings.iter_mut().zip(scores).for_each(|(sibling, score)| sibling.score = score);
        output.write_all(&family_frame(&family))?;
    }
    let output = output.into_inner().map_err(io::IntoInnerError::into_error)?;
    output.finish().map_err(|error| about(out, &error))?;
    println!("{}: {positions} positions; {slope}", out.display());
    Ok(())
}

/// The relation of helgi's built-in evaluation to the net's units.
#[derive(Default)]
struct Slope {
    count: u32,
    /// Of the net's units squared, of both multiplied, of the evaluation squared.
    sums: [f64; 3],
}

impl Slope {
    fn add(&mut self, position: &helgi_rules::chess::ChessPosition, found: i32) {
        // Faded as helgi's own, and only where scores are not yet wins.
        let own = GameId::CHESS
            .parse(&Chess.format(position))
            .map(|position| helgi_engine::evaluate(&position, &NetChoice::BuiltIn).score);
        let found = f64::from(fade(found, position.turn().halfmove.into()));
        if let Ok(own) = own
            && found.abs() < 2_000.0
        {
            let own = f64::from(own);
            self.count += 1;
            for (sum, value) in self.sums.iter_mut().zip([found * found, found * own, own * own]) {
                *sum += value;
            }
        }
    }
}

impl std::fmt::Display for Slope {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [net, both, own] = self.sums;
        write!(
            f,
            "of {} below 2,000 units, helgi's evaluation is {:.3} (least squares) or {:.3} (by size) of the net's, \
             correlation {:.3}",
            self.count,
            both / net,
            (own / net).sqrt(),
            both / (net * own).sqrt()
        )
    }
}
