//! A match of the engine against itself over UCI, refereed by its own rules:
//!
//! ```text
//! cargo run --release --example selfplay -- --game tavreli --games 200 --time-ms 1000 --inc-ms 10
//! ```
//!
//! Two copies of the program play from openings of a few random moves, each opening twice with the
//! sides exchanged. Every move has to be legal, every clock is measured from writing `go` to reading
//! `bestmove`, and the result is what the rules say. The exit status is 1 if anything went wrong.

use clap::Parser;
use fastrand::Rng;
use helgi::board::Move;
use helgi::eval::Evaluate;
use helgi::rules::{Game, History, Outcome, Position, Select, verdict};
use helgi::session::games::{GameId, Visitor};
use helgi::session::moves::{self, Notation};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A match of two copies of helgi.
#[derive(Parser, Clone, Debug)]
struct Arguments {
    /// The game, by its name on the wire
    #[arg(long, default_value = "chess")]
    game: String,
    /// The number of games
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// Each side's time in milliseconds
    #[arg(long, default_value_t = 1000)]
    time_ms: u64,
    /// What is added to it after each move
    #[arg(long, default_value_t = 10)]
    inc_ms: u64,
    /// How many games are played at once
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// The number of random moves at the beginning
    #[arg(long, default_value_t = 6)]
    opening: usize,
    /// What the openings are drawn with
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A game of so many half-moves is broken off and counted as endless
    #[arg(long, default_value_t = 1000)]
    longest: usize,
    /// The programs, instead of a fresh build: one for both players, or two
    #[arg(long, num_args = 1..=2)]
    engine: Vec<PathBuf>,
    /// An option for both players, as NAME=VALUE
    #[arg(long)]
    option: Vec<String>,
}

/// How long past its time a player may still answer, before it counts as hanging.
const PATIENCE: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let Some(game) = GameId::named(&arguments.game) else {
        eprintln!("no game `{}`", arguments.game);
        return ExitCode::from(2);
    };
    match game.visit(Match { arguments }) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("selfplay: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The two programs to play: those that were named, or the one this build makes.
fn engines(named: &[PathBuf]) -> io::Result<[PathBuf; 2]> {
    match named {
        [both] => Ok([both.clone(), both.clone()]),
        [first, second, ..] => Ok([first.clone(), second.clone()]),
        [] => {
            // Beside this program's folder; cargo does not build it along with an example.
            let own = std::env::current_exe()?;
            let profile = own.parent().and_then(Path::parent).unwrap_or(Path::new("."));
            let mut build = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
            build.current_dir(env!("CARGO_MANIFEST_DIR")).args(["build", "--quiet", "--bin", "helgi"]);
            if profile.ends_with("release") {
                build.arg("--release");
            }
            if !build.status()?.success() {
                return Err(io::Error::other("the engine could not be built"));
            }
            let engine = profile.join(format!("helgi{}", std::env::consts::EXE_SUFFIX));
            Ok([engine.clone(), engine])
        }
    }
}

/// How a game came to its end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum End {
    /// By the rules.
    Over(String),
    /// It was broken off.
    Endless,
    /// A player failed: which, and how.
    Fault(String),
}

/// What is kept of a game.
struct Record {
    end: End,
    /// Who won: the first engine, the second, or nobody.
    winner: Option<usize>,
    plies: usize,
    /// The least time that was left on a clock.
    least: Duration,
    text: String,
}

struct Match {
    arguments: Arguments,
}

impl Visitor for Match {
    type Output = io::Result<bool>;

    fn visit<G: Game, E: Evaluate<G::Position>>(self, game: G, _: E) -> io::Result<bool> {
        let Match { arguments } = self;
        let programs = engines(&arguments.engine)?;
        let next = AtomicUsize::new(0);
        let records = Mutex::new(Vec::new());
        let style = ProgressStyle::with_template("{bar:40} {pos} of {len} games, {eta} to go {msg}");
        let bar = ProgressBar::new(arguments.games as u64)
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        thread::scope(|scope| {
            for _ in 0..arguments.concurrency.clamp(1, 256) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= arguments.games {
                            return;
                        }
                        let record = play(&game, &arguments, &programs, number);
                        if let End::Fault(fault) = &record.end {
                            bar.suspend(|| eprintln!("game {number}: {fault}\n  {}", record.text));
                        }
                        bar.inc(1);
                        if let Ok(mut records) = records.lock() {
                            records.push(record);
                        }
                    }
                });
            }
        });
        bar.finish_and_clear();
        let records = records.into_inner().map_err(|_| io::Error::other("a game panicked"))?;
        Ok(summarise(&arguments, &records))
    }
}

/// Prints the summary; whether all is well.
fn summarise(arguments: &Arguments, records: &[Record]) -> bool {
    let games = records.len().max(1);
    let mut ends: BTreeMap<&End, usize> = BTreeMap::new();
    records.iter().for_each(|record| *ends.entry(&record.end).or_default() += 1);
    let plies: usize = records.iter().map(|record| record.plies).sum();
    let won = |player| records.iter().filter(|record| record.winner == player).count();
    let faults = records.iter().filter(|record| matches!(record.end, End::Fault(_))).count();
    let least = records.iter().map(|record| record.least).min().unwrap_or_default();
    println!(
        "{}: {} games at {} ms + {} ms, {:.1} half-moves on average",
        arguments.game,
        records.len(),
        arguments.time_ms,
        arguments.inc_ms,
        plies as f64 / games as f64,
    );
    for (end, count) in &ends {
        let (share, name) = (
            100.0 * *count as f64 / games as f64,
            match end {
                End::Over(outcome) => outcome.clone(),
                End::Endless => format!("broken off after {} half-moves", arguments.longest),
                End::Fault(fault) => format!("FAULT: {fault}"),
            },
        );
        println!("{count:>6} {share:>5.1} %  {name}");
    }
    println!("first engine +{} ={} -{}", won(Some(0)), won(None), won(Some(1)));
    println!("least time left on a clock: {} ms", least.as_millis());
    println!("faults (illegal moves, time, crashes): {faults}");
    faults == 0 && records.len() == arguments.games
}

/// Plays one game; the opening belongs to the pair of games that this is one of.
fn play<G: Game>(game: &G, arguments: &Arguments, programs: &[PathBuf; 2], number: usize) -> Record {
    let mut random = Rng::with_seed(arguments.seed.wrapping_mul(1_000_003) ^ (number as u64 / 2));
    let opening = opening(game, arguments.opening, &mut random);
    let mut board = Board::new(game);
    opening.iter().for_each(|&legal| board.push(legal));
    // The first engine has White in even games.
    let first_side = number % 2;
    let mut clocks = [Duration::from_millis(arguments.time_ms); 2];
    let mut least = clocks[0];
    let mut winner = None;
    let end = (|| {
        let mut players = Vec::new();
        for program in programs {
            let player = Player::start(program, arguments).map_err(|error| format!("start: {error}"));
            players.push(match player {
                Ok(player) => player,
                Err(fault) => return End::Fault(fault),
            });
        }
        loop {
            if let Some(outcome) = board.verdict() {
                winner = outcome.winner.map(|side| (side.index() + first_side) % 2);
                return End::Over(outcome.to_string());
            }
            if board.texts.len() >= arguments.longest {
                return End::Endless;
            }
            let side = board.position.side().index();
            let mover = (side + first_side) % 2;
            let asked = players[mover].ask(&board.texts, clocks, arguments);
            let (best, taken) = match asked {
                Ok(answer) => answer,
                Err(fault) => return End::Fault(fault),
            };
            if taken > clocks[side] {
                let (taken, left) = (taken.as_millis(), clocks[side].as_millis());
                return End::Fault(format!("loses on time: {taken} ms of {left} ms"));
            }
            clocks[side] -= taken;
            least = least.min(clocks[side]);
            clocks[side] += Duration::from_millis(arguments.inc_ms);
            match moves::read(game, &board.position, &best) {
                // What is printed has to be the canonical text, too.
                Ok(legal) if Notation::of(game).write(legal).to_string() == best => board.push(legal),
                Ok(_) => return End::Fault(format!("unusual text `{best}`")),
                Err(_) => return End::Fault(format!("illegal move `{best}`")),
            }
        }
    })();
    Record { end, winner, plies: board.texts.len(), least, text: board.texts.join(" ") }
}

/// Some random moves after which the game still goes on and nobody has a move less than the other.
fn opening<G: Game>(game: &G, plies: usize, random: &mut Rng) -> Vec<Move> {
    for _ in 0..1000 {
        let mut position = game.start();
        let mut history = History::starting_with(&position);
        let mut line = Vec::new();
        while line.len() < plies && verdict(&position, &history).is_none() {
            let mut legal = Vec::new();
            position.generate(Select::All, &mut legal);
            // Quiet moves keep the chances even.
            let quiet: Vec<_> = legal.iter().copied().filter(|&legal| !position.is_noisy(legal)).collect();
            let choice = if quiet.is_empty() { &legal } else { &quiet };
            let Some(&played) = random.choice(choice) else { break };
            position.play(played);
            history.push(position.key());
            line.push(played);
        }
        if line.len() == plies && verdict(&position, &history).is_none() && !position.in_check() {
            return line;
        }
    }
    Vec::new()
}

/// The referee's board.
struct Board<P> {
    notation: Notation,
    position: P,
    history: History,
    texts: Vec<String>,
}

impl<P: Position> Board<P> {
    fn new<G: Game<Position = P>>(game: &G) -> Self {
        let position = game.start();
        let history = History::starting_with(&position);
        Board { notation: Notation::of(game), position, history, texts: Vec::new() }
    }

    fn push(&mut self, legal: Move) {
        self.texts.push(self.notation.write(legal).to_string());
        self.position.play(legal);
        self.history.push(self.position.key());
    }

    fn verdict(&self) -> Option<Outcome> {
        verdict(&self.position, &self.history)
    }
}

/// One copy of the program.
struct Player {
    child: Child,
    input: ChildStdin,
    lines: Receiver<(Instant, String)>,
}

impl Player {
    fn start(program: &Path, arguments: &Arguments) -> io::Result<Player> {
        let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
        let input = child.stdin.take().ok_or_else(gone)?;
        let output = child.stdout.take().ok_or_else(gone)?;
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        let mut player = Player { child, input, lines };
        player.say("uci")?;
        player.say(&format!("setoption name UCI_Variant value {}", arguments.game))?;
        for option in &arguments.option {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            player.say(&format!("setoption name {name} value {value}"))?;
        }
        player.say("isready")?;
        player.wait_for("readyok", Duration::from_secs(30)).map_err(io::Error::other)?;
        Ok(player)
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        self.input.write_all(format!("{line}\n").as_bytes())?;
        self.input.flush()
    }

    /// The next line that begins so, and when it came.
    fn wait_for(&self, start: &str, limit: Duration) -> Result<(Instant, String), String> {
        let until = Instant::now() + limit;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok((at, line)) if line.starts_with(start) => return Ok((at, line)),
                Ok((_, line)) if line.starts_with("info string error") => return Err(line),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Err("hangs".to_owned()),
                Err(RecvTimeoutError::Disconnected) => return Err("crashes".to_owned()),
            }
        }
    }

    /// The best move, and how long it took.
    fn ask(
        &mut self,
        moves: &[String],
        clocks: [Duration; 2],
        arguments: &Arguments,
    ) -> Result<(String, Duration), String> {
        let tail = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        let [white, black] = clocks.map(|clock| clock.as_millis());
        let go = format!("go wtime {white} btime {black} winc {0} binc {0}", arguments.inc_ms);
        let crash = |error: io::Error| format!("crashes: {error}");
        self.say(&format!("position startpos{tail}")).map_err(crash)?;
        let asked = Instant::now();
        self.say(&go).map_err(crash)?;
        let limit = Duration::from_millis(arguments.time_ms) + PATIENCE;
        let (answered, line) = self.wait_for("bestmove", limit)?;
        let best = line.split(' ').nth(1).unwrap_or_default().to_owned();
        Ok((best, answered.saturating_duration_since(asked)))
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
