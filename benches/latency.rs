//! How promptly the program keeps `movetime` and `stop`, in every game, as its client sees it:
//! `cargo bench --bench latency`. A busy machine shows here, so this is no test.

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
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(game: GameId) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_helgi"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take().expect("its input");
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let mut engine = Engine { child, input, lines };
        engine.say(&format!("setoption name UCI_Variant value {}", game.name()));
        engine.say("setoption name Move Overhead value 0");
        engine.say("isready");
        engine.wait_for("readyok");
        engine
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine listens");
    }

    fn wait_for(&mut self, word: &str) {
        let found = self.lines.any(|line| line.is_ok_and(|line| line.starts_with(word)));
        assert!(found, "no {word}");
    }

    /// From `order` to the best move.
    fn time(&mut self, order: &str) -> Duration {
        let since = Instant::now();
        self.say(order);
        self.wait_for("bestmove");
        since.elapsed()
    }

    fn stop(&mut self) -> Duration {
        self.say("go infinite");
        thread::sleep(MOVE_TIME);
        self.time("stop")
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.say("quit");
        // It ends by itself; if it does not, the next line waits and shows it.
        let _ = self.child.wait();
    }
}

fn main() {
    println!("{:<24} {:>22} {:>22}", "game", "movetime 200: off by", "stop: answered after");
    for &game in GameId::ALL {
        let mut engine = Engine::start(game);
        let order = format!("go movetime {}", MOVE_TIME.as_millis());
        let off = (0..TRIES).map(|_| engine.time(&order).abs_diff(MOVE_TIME)).max().unwrap_or_default();
        let stop = (0..TRIES).map(|_| engine.stop()).max().unwrap_or_default();
        let millis = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1000.0);
        println!("{:<24} {:>22} {:>22}", game.name(), millis(off), millis(stop));
    }
}
