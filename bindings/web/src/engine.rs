//! The engine of a worker, and what it is doing: a search that pauses after each iteration.

use crate::errors::WebError;
use crate::games;
use crate::saved;
use crate::texts::{Answer, Texts, json};
use helgi_engine::Running;
use helgi_engine::internals::player::RunningMove;
use helgi_engine::internals::search::{BestLines, FullWidth};
use helgi_engine::internals::strength::elo_of_level;
use helgi_engine::net::NetChoice;
use helgi_engine::search::{
    Control, Engine, Iteration, Limits, SearchEvent, SearchReport, TimeControl, moves_to_end,
};
use helgi_rules::GameId;
use helgi_rules::board::Move;
use helgi_rules::internals::games::names;
use helgi_rules::notation::Notation;
use serde::Serialize;
use std::cell::RefCell;
use std::mem;
use std::time::Duration;

/// A clock: the milliseconds since some moment.
pub type Now = extern "C" fn() -> f64;

/// The engine of the worker.
struct Desk {
    engine: Engine,
    now: Now,
    task: Option<Task>,
}

/// The search of the present.
struct Task {
    game: GameId,
    control: Control,
    work: Work,
}

enum Work {
    Analysis {
        running: Running,
        lines: BestLines,
        /// The lines that were not told yet.
        news: Vec<Iteration>,
    },
    Move(RunningMove),
}

thread_local! {
    // A worker has a module of its own, and one thread.
    static DESK: RefCell<Option<Desk>> = const { RefCell::new(None) };
}

/// Runs something with the engine.
fn with<T>(run: impl FnOnce(&mut Desk) -> Result<T, WebError>) -> Result<T, WebError> {
    DESK.with_borrow_mut(|desk| match desk {
        Some(desk) => run(desk),
        None => Err(WebError::argument("engine", "none", "one that was made")),
    })
}

fn nothing() -> Answer {
    Ok(String::new())
}

/// Makes the engine, with a table of so many megabytes and this clock.
///
/// # Errors
///
/// An `ArgumentError` if there is no memory for the table.
pub fn new(megabytes: u32, now: Now) -> Answer {
    let refused =
        |_| WebError::argument("hash", &megabytes.to_string(), "megabytes that fit into the memory");
    let engine = Engine::new(megabytes as usize, 1).map_err(refused)?;
    DESK.set(Some(Desk { engine, now, task: None }));
    nothing()
}

/// Lets every game be played without a net.
///
/// # Errors
///
/// An `ArgumentError` if there is no engine; so do those of all functions below.
pub fn without_net(_: &Texts) -> Answer {
    with(|desk| {
        desk.engine.choose_net(NetChoice::None);
        nothing()
    })
}

/// Chooses the net whose contents are the text, for the game that it is of.
///
/// # Errors
///
/// A `NetError` if it is no net of any game.
pub fn with_net(texts: &Texts) -> Answer {
    with(|desk| {
        let net = helgi_engine::read_net(texts.bytes(0).unwrap_or_default());
        desk.engine.choose_net(net.map_err(|error| WebError::net(&error))?);
        nothing()
    })
}

/// Lets the game of the first text play with the net whose contents are the second, unless another one was chosen.
///
/// # Errors
///
/// A `GameNameError`, or a `NetError` if it is no net of that game.
pub fn offer_net(texts: &Texts) -> Answer {
    let game = games::find(texts.text(0))?;
    let used = helgi_engine::use_net(game, texts.bytes(1).unwrap_or_default(), "page");
    used.map_err(|error| WebError::net(&error))?;
    nothing()
}

/// The names of the games that a net fits, in all their forms.
///
/// # Errors
///
/// None.
pub fn games_of_net(texts: &Texts) -> Answer {
    // Read once for all games.
    let Ok(net) = helgi_engine::read_net(texts.bytes(0).unwrap_or_default()) else {
        return json(&[""; 0]);
    };
    let all = names().into_iter().filter_map(GameId::named);
    let mut names: Vec<&str> = all
        .flat_map(|game| [Some(game), game.chess960()])
        .flatten()
        .filter(|&game| helgi_engine::internals::is_in_use(&net, game))
        .map(|game| game.name())
        .collect();
    names.sort_unstable();
    names.dedup();
    json(&names)
}

/// The largest number of lines of a search.
const MOST_LINES: u32 = 500;

/// A whole number that is 0 where none was given.
fn given(number: f64) -> Option<u64> {
    (number > 0.0).then_some(number as u64)
}

/// A time in seconds that is 0 or less where none was given; a very long one is as long as there is.
fn duration(seconds: f64) -> Option<Duration> {
    (seconds > 0.0).then(|| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

fn begin(desk: &mut Desk, game: GameId, work: Work) -> Answer {
    // A module has no clock of its own: JavaScript's is asked.
    let now = desk.now;
    let began = now();
    let control = Control::with_clock(move || Duration::from_secs_f64((now() - began).max(0.0) / 1000.0));
    desk.task = Some(Task { game, control, work });
    nothing()
}

/// Begins to search a saved board: within so many nodes, to a depth, for a time, each 0 for no limit, with so many lines; in
/// full width or where it costs little; the moves of the text behind the board alone, if it has some.
///
/// # Errors
///
/// Those of [`saved::line`], and a `MoveError`.
pub fn analyse(
    texts: &Texts,
    nodes: f64,
    depth: u32,
    seconds: f64,
    lines: u32,
    is_full_width: u32,
) -> Answer {
    let line = saved::line(texts)?;
    let search_moves = texts.text(5).split('\n').filter(|text| !text.is_empty());
    let search_moves =
        search_moves.map(|text| saved::find(line.present(), text)).collect::<Result<_, _>>()?;
    let lines = lines.clamp(1, MOST_LINES) as usize;
    let limits = Limits {
        nodes: given(nodes),
        depth: (depth > 0).then_some(depth),
        move_time: duration(seconds),
        multipv: lines,
        search_moves,
        full_width: if is_full_width > 0 { FullWidth::Always } else { FullWidth::Affordable },
        ..Limits::new()
    };
    with(|desk| {
        let running = desk.engine.begin(line.present(), line.history(), &limits);
        let work = Work::Analysis { running, lines: BestLines::new(lines), news: Vec::new() };
        begin(desk, line.present().game(), work)
    })
}

/// Begins to choose a move for a saved board: by a level or an Elo with a seed, within so many nodes, or for a time, each 0
/// where it was not asked for; and by a clock with so many seconds, if `has_clock` is not 0.
///
/// # Errors
///
/// Those of [`saved::line`].
#[expect(clippy::too_many_arguments, reason = "numbers are what a module is called with")]
pub fn play(
    texts: &Texts,
    level: u32,
    elo: u32,
    nodes: f64,
    seconds: f64,
    seed: f64,
    has_clock: u32,
    remaining: f64,
    increment: f64,
    moves_to_go: u32,
) -> Answer {
    let line = saved::line(texts)?;
    let clock = (has_clock > 0).then(|| TimeControl {
        remaining: duration(remaining).unwrap_or_default(),
        increment: duration(increment).unwrap_or_default(),
        byoyomi: Duration::ZERO,
        moves_to_go: (moves_to_go > 0).then_some(moves_to_go),
        pondering: false,
    });
    with(|desk| {
        let elo = if level > 0 { elo_of_level(level) } else { (elo > 0).then_some(elo) };
        let moving = match (given(nodes), duration(seconds)) {
            (None, None) => desk.engine.begin_move_at_elo(&line, elo, clock, seed as u64),
            (nodes, move_time) => {
                desk.engine.begin_move_within(&line, &Limits { nodes, move_time, clock, ..Limits::new() })
            }
        };
        begin(desk, line.present().game(), Work::Move(moving))
    })
}

/// A time on its way to JavaScript: whole numbers are written without the tables of 10 kB that fractions need.
fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[derive(Serialize)]
struct WebLine {
    depth: u32,
    seldepth: u32,
    multipv: usize,
    score: i32,
    mate: Option<i32>,
    bound: &'static str,
    nodes: u64,
    time: u64,
    hashfull: u32,
    pv: Vec<String>,
}

#[derive(Serialize)]
struct WebAnalysis {
    best: Option<String>,
    ponder: Option<String>,
    score: i32,
    mate: Option<i32>,
    depth: u32,
    nodes: u64,
    time: u64,
    lines: Vec<WebLine>,
}

/// The state of a search after an iteration.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Step {
    is_over: bool,
    infos: Vec<WebLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    analysis: Option<WebAnalysis>,
    chosen: Option<WebChoice>,
}

/// A move that was chosen.
#[derive(Serialize)]
struct WebChoice {
    #[serde(rename = "move")]
    played: String,
    score: Option<i32>,
    mate: Option<i32>,
    depth: u32,
    line: Vec<String>,
}

/// Writes the moves of a game.
struct Writer(Notation);

impl Writer {
    fn text(&self, played: Move) -> String {
        self.0.write(played).to_string()
    }

    fn line(&self, line: &Iteration) -> WebLine {
        WebLine {
            depth: line.depth,
            seldepth: line.seldepth,
            multipv: line.multipv,
            score: line.score,
            mate: moves_to_end(line.score),
            bound: line.bound.name(),
            nodes: line.nodes,
            time: microseconds(line.elapsed),
            hashfull: line.hashfull,
            pv: line.pv.iter().map(|&played| self.text(played)).collect(),
        }
    }

    fn analysis(&self, report: &SearchReport, lines: &BestLines) -> WebAnalysis {
        WebAnalysis {
            best: report.best.map(|best| self.text(best)),
            ponder: report.ponder.map(|answer| self.text(answer)),
            score: report.score,
            mate: moves_to_end(report.score),
            depth: report.depth,
            nodes: report.nodes,
            time: microseconds(report.elapsed),
            lines: lines.iter().map(|line| self.line(line)).collect(),
        }
    }
}

/// Searches the next iteration, and answers with what is known then.
///
/// # Errors
///
/// An `ArgumentError` if nothing is being searched.
pub fn iterate(_: &Texts) -> Answer {
    with(|desk| {
        let Desk { engine, task, .. } = desk;
        let Some(Task { game, control, work }) = task else {
            return Err(WebError::argument("search", "none", "one that was begun"));
        };
        let writer = Writer(Notation::of(game));
        let step = match work {
            Work::Analysis { running, lines, news } => {
                let ended = running.iterate(engine, control, |event| {
                    let SearchEvent::Iteration(line) = event else { return };
                    lines.hear(&line);
                    news.push(line);
                });
                Step {
                    is_over: ended.is_some(),
                    infos: mem::take(news).iter().map(|line| writer.line(line)).collect(),
                    analysis: Some(writer.analysis(running.report(), lines)),
                    chosen: None,
                }
            }
            Work::Move(moving) => {
                let is_over = !moving.iterate(engine, control);
                let chosen = moving.chosen().map(|chosen| WebChoice {
                    played: writer.text(chosen.best),
                    score: chosen.score,
                    mate: chosen.score.and_then(moves_to_end),
                    depth: chosen.depth,
                    line: chosen.line.iter().map(|&played| writer.text(played)).collect(),
                });
                Step { is_over, infos: Vec::new(), analysis: None, chosen }
            }
        };
        if step.is_over {
            *task = None;
        }
        json(&step)
    })
}

/// Ends what is being searched.
///
/// # Errors
///
/// None of its own.
pub fn stop(_: &Texts) -> Answer {
    with(|desk| {
        if let Some(task) = &desk.task {
            task.control.stop();
        }
        nothing()
    })
}

/// Forgets all that was learned from positions that were searched.
///
/// # Errors
///
/// None of its own.
pub fn forget(_: &Texts) -> Answer {
    with(|desk| {
        desk.engine.forget();
        nothing()
    })
}
