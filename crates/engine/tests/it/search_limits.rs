//! The limits of the search, on a game without an end.

use crate::searches::{engine, search_with};
use helgi_engine::eval::Evaluate;
use helgi_engine::internals::search::{FULL_WIDTH_DEPTH, FullWidth};
use helgi_engine::search::{
    Bound, Control, Engine, Iteration, Limits, SearchEvent, SearchReport, TimeControl,
};
use helgi_rules::board::{Move, MoveSink, Piece, Side, Square, ZobristKey, zobrist};
use helgi_rules::{GenMode, History, Outcome, Position, Reason, Turn};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Every position has as many moves as the next, and none occurs twice.
#[derive(Clone, Debug)]
struct Endless {
    key: ZobristKey,
    side: Side,
    moves: usize,
}

impl Endless {
    fn new(moves: usize) -> Self {
        Endless { key: 7, side: Side::White, moves }
    }
}

impl Position for Endless {
    fn turn(&self) -> Turn {
        Turn { side: self.side, halfmove: 0, fullmove: 1 }
    }

    fn key(&self) -> ZobristKey {
        self.key
    }

    fn piece_at(&self, _: Square, _: usize) -> Option<Piece> {
        None
    }

    fn visit(&self, select: GenMode, moves: &mut impl MoveSink) {
        if select == GenMode::All {
            (0..self.moves)
                .map(|n| Move::step(Square((n % 192) as u8), Square((n / 192) as u8)))
                .for_each(|candidate| moves.add(candidate));
        }
    }

    fn is_noisy(&self, _: Move) -> bool {
        false
    }

    fn play(&mut self, legal: Move) {
        self.key = zobrist::fact(2, self.key ^ u64::from(legal.bits()));
        self.side = !self.side;
    }

    fn no_moves(&self) -> Outcome {
        Outcome::draw(Reason::Stalemate)
    }

    fn checkers(&self) -> Vec<Square> {
        Vec::new()
    }

    fn in_check(&self) -> bool {
        false
    }

    fn flip_turn(&self) -> Option<Self> {
        None
    }

    fn reversible_plies(&self) -> u32 {
        0
    }

    fn count_verdict(&self) -> Option<Outcome> {
        None
    }
}

/// Values by chance; panics when its patience is at an end.
#[derive(Clone, Debug)]
struct Moody {
    patience: Arc<AtomicU64>,
}

impl Moody {
    fn new(patience: u64) -> Self {
        Moody { patience: Arc::new(AtomicU64::new(patience)) }
    }

    fn patient() -> Self {
        Moody::new(u64::MAX)
    }
}

impl Evaluate<Endless> for Moody {
    fn evaluate(&self, position: &Endless) -> i32 {
        let left = self.patience.fetch_sub(1, Ordering::Relaxed);
        assert!((1..=u64::MAX).contains(&left) && left != 1, "out of patience");
        (position.key % 601) as i32 - 300
    }

    fn see(&self, _: &Endless, _: Move) -> i32 {
        0
    }

    fn allows_null_move(&self, _: &Endless) -> bool {
        true
    }
}

/// Every search of an endless tree that ends at all has ended by a limit or an order. How promptly is
/// for `benches/latency.rs`; here it is only not never.
const SLACK: Duration = Duration::from_secs(20);

fn endless(threads: usize, limits: &Limits, control: &Control) -> (SearchReport, Vec<Iteration>) {
    let mut engine = Engine::new(4, threads).expect("four megabytes");
    let (report, lines) = search_with(&mut engine, &Endless::new(30), &Moody::patient(), limits, control);
    assert!(report.best.is_some());
    assert!(lines.iter().any(|line| line.bound == Bound::Exact));
    (report, lines)
}

/// The control of a search whose order came so long ago.
fn asked(ago: Duration) -> Control {
    Control::new(Instant::now() - ago)
}

#[test]
fn node_limits_are_kept() {
    for threads in [1, 3] {
        for nodes in [1, 1_000, 10_000, 300_000] {
            let (report, lines) = endless(threads, &Limits::to_nodes(nodes), &Control::default());
            let most = nodes + (nodes / 100).max(2_000);
            assert!(report.nodes <= most, "{} of {nodes} with {threads} threads", report.nodes);
            assert!(report.nodes >= nodes || nodes == 1);
            // A search that takes seconds, as on a busy machine, also tells the bounds of iterations that it breaks off.
            let told =
                lines.iter().rev().find(|line| line.bound == Bound::Exact || line.score == report.score);
            assert_eq!(told.map(|line| line.score), Some(report.score));
        }
    }
}

#[test]
fn a_fixed_time_is_used_up() {
    let time = Duration::from_millis(200);
    let (report, _) = endless(1, &Limits::for_time(time), &Control::default());
    assert!((time..time + SLACK).contains(&report.elapsed), "{:?}", report.elapsed);
}

#[test]
fn time_counts_from_the_arrival_of_the_order() {
    let (began, time) = (Instant::now(), 10 * SLACK);
    let (report, _) = endless(1, &Limits::for_time(time), &asked(time - Duration::from_millis(50)));
    assert!(report.elapsed >= time, "{:?}", report.elapsed);
    assert!(began.elapsed() < SLACK, "{:?}", began.elapsed());
}

#[test]
fn an_empty_clock_still_gets_a_move_with_a_score() {
    let clock = Some(TimeControl::default());
    let limits = Limits { clock, overhead: Duration::from_millis(30), ..Limits::new() };
    let (report, lines) = endless(1, &limits, &Control::default());
    assert!(report.depth >= 1 && lines.iter().any(|line| line.depth == 1));
    assert!(report.elapsed < SLACK, "{:?}", report.elapsed);
}

#[test]
fn a_clock_is_not_overdrawn() {
    let remaining = 10 * SLACK;
    let clock = Some(TimeControl {
        remaining,
        increment: SLACK / 10,
        byoyomi: Duration::ZERO,
        moves_to_go: None,
        pondering: false,
    });
    let limits = Limits { clock, ..Limits::new() };
    let began = Instant::now();
    // No move may take more than a quarter of the time left.
    endless(2, &limits, &asked(remaining / 4));
    assert!(began.elapsed() < SLACK, "{:?}", began.elapsed());
}

/// Runs a search in a thread, does `meanwhile`, and returns how long the search went on after it.
fn interrupted(threads: usize, limits: &Limits, meanwhile: impl FnOnce(&Control)) -> Duration {
    let control = Control::default();
    thread::scope(|scope| {
        let search = scope.spawn(|| endless(threads, limits, &control));
        thread::sleep(Duration::from_millis(150));
        assert!(!search.is_finished());
        let said = Instant::now();
        meanwhile(&control);
        search.join().expect("a report");
        said.elapsed()
    })
}

#[test]
fn stop_is_obeyed() {
    for threads in [1, 2] {
        let limits = Limits { infinite: true, ..Limits::new() };
        let took = interrupted(threads, &limits, Control::stop);
        assert!(took < SLACK, "{took:?}");
    }
}

#[test]
fn an_infinite_search_waits_though_it_has_nothing_to_do() {
    let limits = Limits { infinite: true, ..Limits::to_depth(1) };
    assert!(interrupted(1, &limits, Control::stop) < SLACK);
}

#[test]
fn pondering_takes_no_time_until_it_is_a_hit() {
    let time = Duration::from_millis(100);
    let limits = Limits { ponder: true, ..Limits::for_time(time) };
    let took = interrupted(1, &limits, Control::ponderhit);
    assert!((time..time + SLACK).contains(&took), "{took:?}");
    // Having come to its end, it waits for the hit, and for nothing else.
    let limits = Limits { ponder: true, ..Limits::to_depth(1) };
    assert!(interrupted(1, &limits, Control::ponderhit) < SLACK);
    assert!(interrupted(1, &limits, Control::stop) < SLACK);
}

#[test]
fn a_stop_before_the_beginning_still_gets_a_move_with_a_score() {
    let control = Control::default();
    control.stop();
    let (report, _) = endless(1, &Limits { infinite: true, ..Limits::new() }, &control);
    assert!(report.elapsed < SLACK, "{:?}", report.elapsed);
}

#[test]
fn a_panic_is_caught_and_a_move_played_all_the_same() {
    for (threads, patience) in [(1, 1), (1, 5_000), (2, 20_000)] {
        let mut engine = Engine::new(1, threads).expect("a megabyte");
        let position = Endless::new(30);
        let mut failures = Vec::new();
        let report = engine.search(
            &position,
            &History::starting_with(&position),
            &Moody::new(patience),
            &Limits::to_nodes(400_000),
            &Control::default(),
            |event| {
                if let SearchEvent::Failure(message) = event {
                    failures.push(message);
                }
            },
        );
        assert!(report.best.is_some_and(|best| position.is_legal(best)));
        assert!(failures.iter().any(|message| message == "out of patience"), "{failures:?}");
        // The engine is as good as new.
        let limits = Limits::to_depth(3);
        let (report, _) =
            search_with(&mut engine, &position, &Moody::patient(), &limits, &Control::default());
        assert_eq!(report.depth, 3);
    }
}

/// The depth that a search among so many moves reaches.
fn depth(moves: usize, limits: &Limits) -> u32 {
    search_with(&mut engine(), &Endless::new(moves), &Moody::patient(), limits, &Control::default()).0.depth
}

#[test]
fn hundreds_of_moves_and_great_depths_are_no_trouble() {
    let reached = depth(700, &Limits::to_nodes(100_000));
    assert!(reached >= 2, "{reached}");
    assert_eq!(depth(1, &Limits::to_depth(5_000)), helgi_engine::internals::search::MAX_DEPTH as u32);
}

#[test]
fn full_width_takes_a_small_part_of_a_player_s_search() {
    let reached = |full_width| depth(200, &Limits { full_width, ..Limits::to_nodes(20_000) });
    assert_eq!(reached(FullWidth::Always), FULL_WIDTH_DEPTH as u32);
    assert!(reached(FullWidth::Affordable) > FULL_WIDTH_DEPTH as u32);
}
