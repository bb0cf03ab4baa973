//! Promptness of the program in keeping `movetime`, and in answering `stop`, `isready` in a search
//! and the end of input, in every game, as its client sees it: `cargo bench --bench latency`. A
//! busy machine shows here, so this is not a test.

#[path = "../tests/program/mod.rs"]
mod program;

use helgi_rules::games::GameId;
use program::Engine;
use std::thread;
use std::time::{Duration, Instant};

/// Number of measurements of each; the worst counts.
const TRIES: u32 = 5;

/// The time of a move, from which the engine takes its overhead, set to 0 here.
const MOVE_TIME: Duration = Duration::from_millis(200);

fn start(game: GameId) -> Engine {
    let mut engine = Engine::start();
    engine.send_line(&format!("setoption name UCI_Variant value {}", game.name()));
    engine.send_line("setoption name Move Overhead value 0");
    engine.send_line("isready");
    engine.wait_for("readyok");
    engine
}

/// From `order` to its answer.
fn time(engine: &mut Engine, order: &str, answer: &str) -> Duration {
    let since = Instant::now();
    engine.send_line(order);
    engine.wait_for(answer);
    since.elapsed()
}

fn stop(engine: &mut Engine) -> Duration {
    engine.send_line("go infinite");
    thread::sleep(MOVE_TIME);
    time(engine, "stop", "bestmove *")
}

fn is_ready(engine: &mut Engine) -> Duration {
    engine.send_line("go infinite");
    thread::sleep(MOVE_TIME / 4);
    let answered = time(engine, "isready", "readyok");
    time(engine, "stop", "bestmove *");
    answered
}

/// From the end of the input, in a search, to the end of the program.
fn end(mut engine: Engine) -> Duration {
    engine.send_line("go infinite");
    thread::sleep(MOVE_TIME / 4);
    let since = Instant::now();
    engine.input = None;
    engine.child.wait().expect("its end");
    since.elapsed()
}

/// The longest of several tries, as it is printed.
fn worst(mut measure: impl FnMut() -> Duration) -> String {
    let longest = (0..TRIES).map(|_| measure()).max().unwrap_or_default();
    format!("{:>15.1} ms", longest.as_secs_f64() * 1000.0)
}

fn main() {
    let heads = ["movetime: off by", "stop", "isready", "end of input"];
    println!("{:<24}{}", "game", heads.map(|head| format!("{head:>18}")).concat());
    for &game in GameId::BUILT_IN {
        let mut engine = start(game);
        let order = format!("go movetime {}", MOVE_TIME.as_millis());
        let row = [
            worst(|| time(&mut engine, &order, "bestmove *").abs_diff(MOVE_TIME)),
            worst(|| stop(&mut engine)),
            worst(|| is_ready(&mut engine)),
            worst(|| end(start(game))),
        ];
        println!("{:<24}{}", game.name(), row.concat());
    }
}
