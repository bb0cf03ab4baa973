//! From the arguments of `go` to the limits of a search.

use super::options::Options;
use helgi_engine::search::{Limits, TimeControl};
use helgi_protocol::uci::GoParams;
use helgi_rules::board::{Move, Side};
use std::time::Duration;

/// The limits of a search that `go` asks for. Without any limit it is endless.
pub fn limits(go: &GoParams, side: Side, options: &Options, search_moves: Vec<Move>) -> Limits {
    let clock = clock(go, side, options.ponder);
    let bounded = clock.is_some()
        || go.depth.is_some()
        || go.nodes.is_some()
        || go.mate.is_some()
        || go.movetime.is_some()
        || go.checkmate;
    // Depth 0 and no nodes would find no move: at least one iteration is searched.
    Limits {
        clock,
        move_time: go.movetime.map(milliseconds),
        overhead: options.move_overhead,
        depth: go.depth.map(|depth| depth.max(1)),
        nodes: go.nodes.map(|nodes| nodes.max(1)),
        // Any mate will do, and the search that finds one need not wait.
        mate: if go.checkmate { Some(u32::MAX) } else { go.mate },
        infinite: !go.checkmate && (go.infinite || !bounded && !go.ponder),
        ponder: go.ponder && !go.infinite,
        search_moves,
        multipv: options.multipv,
        ..Limits::new()
    }
}

/// The clock of the side to move. A client that names only the other side's clock means both.
fn clock(go: &GoParams, side: Side, pondering: bool) -> Option<TimeControl> {
    let (own, other, increment) = match side {
        Side::White => (go.wtime, go.btime, go.winc),
        Side::Black => (go.btime, go.wtime, go.binc),
    };
    Some(TimeControl {
        // With byoyomi, a clock that nobody names has run out.
        remaining: milliseconds(own.or(other).or(go.byoyomi.map(|_| 0))?),
        increment: milliseconds(increment.unwrap_or(0)),
        byoyomi: milliseconds(go.byoyomi.unwrap_or(0)),
        moves_to_go: go.movestogo,
        pondering,
    })
}

/// A negative time counts as zero.
fn milliseconds(value: i64) -> Duration {
    Duration::from_millis(u64::try_from(value).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_protocol::uci::{Command, parse};

    fn read(line: &str, side: Side) -> Limits {
        let Ok(Command::Go(go)) = parse(line) else { panic!("{line}") };
        limits(&go, side, &Options::default(), Vec::new())
    }

    #[test]
    fn each_side_has_its_clock() {
        let line = "go wtime 1000 btime 2000 winc 10 movestogo 5";
        let clock = |millis, increment| {
            let (remaining, increment) = (Duration::from_millis(millis), Duration::from_millis(increment));
            Some(TimeControl {
                remaining,
                increment,
                byoyomi: Duration::ZERO,
                moves_to_go: Some(5),
                pondering: false,
            })
        };
        assert_eq!(read(line, Side::White).clock, clock(1000, 10));
        assert_eq!(read(line, Side::Black).clock, clock(2000, 0));
        assert_eq!(read("go btime 100", Side::White).clock, read("go wtime 100", Side::White).clock);
        let late = read("go wtime -50", Side::White).clock.unwrap();
        assert_eq!(late.remaining, Duration::ZERO);
    }

    #[test]
    fn a_clock_knows_whether_the_engine_ponders() {
        for ponder in [true, false] {
            let Ok(Command::Go(go)) = parse("go wtime 60000 winc 1000") else { panic!("no order") };
            let options = Options { ponder, ..Options::default() };
            let clock = limits(&go, Side::White, &options, Vec::new()).clock;
            assert_eq!(clock.map(|clock| clock.pondering), Some(ponder));
        }
    }

    #[test]
    fn byoyomi_is_a_clock() {
        for (line, left, byoyomi) in [("go byoyomi 500", 0, 500), ("go wtime 7 byoyomi -5", 7, 0)] {
            let clock = read(line, Side::White).clock.unwrap();
            let expected = [left, byoyomi].map(Duration::from_millis);
            assert_eq!([clock.remaining, clock.byoyomi], expected, "{line}");
        }
    }

    #[test]
    fn a_problem_of_mate_ends_with_any_mate() {
        for go in [
            GoParams { checkmate: true, infinite: true, ..GoParams::default() },
            GoParams { checkmate: true, ..GoParams::default() },
        ] {
            let limits = limits(&go, Side::White, &Options::default(), Vec::new());
            assert_eq!((limits.mate, limits.infinite), (Some(u32::MAX), false));
        }
    }

    #[test]
    fn no_limit_is_no_end() {
        assert!(read("go", Side::White).infinite);
        assert!(read("go infinite depth 3", Side::White).infinite);
        assert!(!read("go depth 3", Side::White).infinite);
        assert!(!read("go ponder", Side::White).infinite);
    }

    #[test]
    fn an_empty_limit_is_still_a_limit() {
        let limits = read("go depth 0 nodes 0", Side::White);
        assert_eq!((limits.depth, limits.nodes), (Some(1), Some(1)));
    }
}
