//! helgi's search of chess with Stockfish 15.1's net as its evaluation, a UCI engine for matches: what it loses against
//! Stockfish with the same net, the search loses.

use clap::Parser;
use helgi_engine::eval::{CorrectionKeys, Evaluate, MayWin};
use helgi_engine::internals::eval::ChessEval;
use helgi_engine::search::{Control, Engine, Limits, SearchEvent};
use helgi_rules::board::Move;
use helgi_rules::chess::{Chess, ChessPosition};
use helgi_rules::{Game, GameId, Line, notation};
use helgi_teacher::{Teacher, centipawns, finish, invalid};
use std::io::{self, BufRead};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Plays chess over UCI by helgi's search and Stockfish 15.1's net
///
/// Knows the commands position, go with depth, nodes or movetime, setoption name Hash, ucinewgame, isready and quit; it
/// answers when the search is over.
#[derive(Parser)]
struct Arguments {
    /// The net, nn-ad9b42354671.nnue, or Debian's program stockfish 15.1, which carries it
    net: PathBuf,
    /// Centipawns for each of the net's units
    #[arg(long, default_value_t = 0.44)]
    scale: f64,
}

fn main() -> ExitCode {
    finish("helgi-taught", run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> io::Result<()> {
    let Arguments { net, scale } = arguments;
    let evaluation =
        Taught { teacher: Arc::new(Teacher::open(net)?), scale: *scale, exchanges: ChessEval::default() };
    let mut engine = Engine::new(16, 1).map_err(|error| invalid(error.to_string()))?;
    let mut line = Line::new(GameId::CHESS.start());
    for command in io::stdin().lock().lines() {
        let command = command?;
        let words: Vec<&str> = command.split_whitespace().collect();
        match words[..] {
            ["uci"] => {
                println!("id name helgi taught\noption name Hash type spin default 16 min 1 max 4096\nuciok")
            }
            ["isready"] => println!("readyok"),
            ["ucinewgame"] => engine.forget(),
            ["setoption", "name", "Hash", "value", size] => {
                let size = size.parse().map_err(|_| invalid(format!("Hash {size}: expected megabytes")))?;
                engine.resize_table(size).map_err(|error| invalid(error.to_string()))?;
            }
            ["position", ref words @ ..] => line = read_line(words)?,
            ["go", ref words @ ..] => println!("{}", search(&mut engine, &line, &evaluation, words)?),
            ["quit"] => break,
            _ => (),
        }
    }
    Ok(())
}

/// The line of play that a command `position` gives.
fn read_line(words: &[&str]) -> io::Result<Line> {
    let (start, moves) = match words.iter().position(|&word| word == "moves") {
        Some(place) => (&words[..place], &words[place + 1..]),
        None => (words, &[][..]),
    };
    let start = match start {
        ["fen", fen @ ..] => {
            let fen = fen.join(" ");
            GameId::CHESS.parse(&fen).map_err(|error| invalid(format!("{fen}: {error}")))?
        }
        ["startpos"] => GameId::CHESS.start(),
        _ => return Err(invalid(format!("position {}: expected startpos or fen", start.join(" ")))),
    };
    let mut line = Line::new(start);
    for text in moves {
        let played =
            notation::read(line.present(), text).map_err(|error| invalid(format!("position: {error}")))?;
        line.play(played);
    }
    Ok(line)
}

/// Searches within the limits of a command `go`, and returns the lines that answer it.
fn search(engine: &mut Engine, line: &Line, evaluation: &Taught, words: &[&str]) -> io::Result<String> {
    let mut limits = Limits::new();
    for pair in words.chunks(2) {
        let &[name, value] = pair else { return Err(invalid(format!("go {}: expected a number", pair[0]))) };
        let value =
            value.parse::<u64>().map_err(|_| invalid(format!("go {name} {value}: expected a number")))?;
        match name {
            "nodes" => limits.nodes = Some(value),
            "depth" => limits.depth = Some(u32::try_from(value).unwrap_or(u32::MAX)),
            "movetime" => limits.move_time = Some(Duration::from_millis(value)),
            _ => return Err(invalid(format!("go {name}: expected nodes, depth or movetime"))),
        }
    }
    let Some(position) = line.present().typed::<Chess>() else { unreachable!("a line of chess") };
    let mut last = String::new();
    let notation = notation::Notation::of(&Chess);
    let control = Control::new(Instant::now());
    let report = engine.search(position, line.history(), evaluation, &limits, &control, |event| {
        if let SearchEvent::Iteration(found) = event {
            let pv: Vec<_> = found.pv.iter().map(|&played| notation.write(played).to_string()).collect();
            last = format!(
                "info depth {} seldepth {} score cp {} nodes {} time {} pv {}\n",
                found.depth,
                found.seldepth,
                found.score,
                found.nodes,
                found.elapsed.as_millis(),
                pv.join(" ")
            );
        }
    });
    let best = report.best.map_or("0000".to_owned(), |best| notation.write(best).to_string());
    Ok(format!("{last}bestmove {best}"))
}

/// The net's evaluation, with the exchange values of the hand-written one.
#[derive(Clone)]
struct Taught {
    teacher: Arc<Teacher>,
    scale: f64,
    exchanges: ChessEval,
}

impl Evaluate<ChessPosition> for Taught {
    fn evaluate(&self, position: &ChessPosition) -> i32 {
        centipawns(position, self.teacher.score(position), self.scale)
    }

    fn see(&self, position: &ChessPosition, legal: Move) -> i32 {
        self.exchanges.see(position, legal)
    }

    fn allows_null_move(&self, position: &ChessPosition) -> bool {
        self.exchanges.allows_null_move(position)
    }

    fn correction_keys(&self, position: &ChessPosition) -> Option<CorrectionKeys> {
        self.exchanges.correction_keys(position)
    }

    fn may_win_at_once(&self, position: &ChessPosition) -> MayWin {
        self.exchanges.may_win_at_once(position)
    }
}
