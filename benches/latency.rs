//! How promptly the program keeps `movetime`, and answers `stop`, `isready` in a search and the end of
//! input, in every game, as its client sees it: `cargo bench --bench latency`. A busy machine shows here, so this is no test.

use helgi::session::games::GameId;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How often each is measured; the worst counts.
const TRIES: u32 = 5;

/// The time of a move, from which the engine takes its overhead, set to 0 here.
const MOVE_TIME: Duration = Duration::from_millis(200);

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(game: GameId) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_helgi"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take();
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let mut engine = Engine { child, input, lines };
        engine.say(&format!("setoption name UCI_Variant value {}", game.name()));
        engine.say("setoption name Move Overhead value 0");
        engine.say("isready");
        engine.wait_for("readyok");
        engine
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("its input");
        writeln!(input, "{line}").expect("the engine listens");
    }

    fn wait_for(&mut self, word: &str) {
        let found = self.lines.any(|line| line.is_ok_and(|line| line.starts_with(word)));
        assert!(found, "no {word}");
    }

    /// From `order` to its answer.
    fn time(&mut self, order: &str, answer: &str) -> Duration {
        let since = Instant::now();
        self.say(order);
        self.wait_for(answer);
        since.elapsed()
    }

    fn stop(&mut self) -> Duration {
        self.say("go infinite");
        thread::sleep(MOVE_TIME);
        self.time("stop", "bestmove")
    }

    fn is_ready(&mut self) -> Duration {
        self.say("go infinite");
        thread::sleep(MOVE_TIME / 4);
        let time = self.time("isready", "readyok");
        self.time("stop", "bestmove");
        time
    }

    /// From the end of the input, in a search, to the end of the program.
    fn end(mut self) -> Duration {
        self.say("go infinite");
        thread::sleep(MOVE_TIME / 4);
        let since = Instant::now();
        drop(self.input.take());
        self.child.wait().expect("its end");
        since.elapsed()
    }
}

/// The longest of several tries, as it is printed.
fn worst(mut measure: impl FnMut() -> Duration) -> String {
    let longest = (0..TRIES).map(|_| measure()).max().unwrap_or_default();
    format!("{:>15.1} ms", longest.as_secs_f64() * 1000.0)
}

fn main() {
    let heads = ["movetime: off by", "stop", "isready", "end of input"];
    println!("{:<24}{}", "game", heads.map(|head| format!("{head:>18}")).concat());
    for &game in GameId::ALL {
        let mut engine = Engine::start(game);
        let order = format!("go movetime {}", MOVE_TIME.as_millis());
        let row = [
            worst(|| engine.time(&order, "bestmove").abs_diff(MOVE_TIME)),
            worst(|| engine.stop()),
            worst(|| engine.is_ready()),
            worst(|| Engine::start(game).end()),
        ];
        engine.end();
        println!("{:<24}{}", game.name(), row.concat());
    }
}
