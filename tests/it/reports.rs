//! The reports of a search agree with its answer, in every game.

use crate::program;
use helgi_engine::net::NetChoice;
use helgi_engine::search::{Bound, Control, Engine, Iteration, Limits, SearchEvent, is_loss, is_win};
use helgi_rules::board::Move;
use helgi_rules::games::GameId;
use helgi_rules::{AnyPosition, Game, History, Position};

/// The last line of the best move that a search reports, and the move it answers.
fn last_line(engine: &mut Engine, position: &AnyPosition, limits: &Limits) -> (Iteration, Option<Move>) {
    let history = History::starting_with(position);
    let mut last = None;
    let on_event = |event| match event {
        SearchEvent::Iteration(iteration) if iteration.multipv == 1 => last = Some(iteration),
        _ => {}
    };
    let report = engine.search_any(position, &history, limits, &Control::default(), on_event);
    (last.expect("a search reports a line"), report.best)
}

#[test]
fn the_last_line_is_of_the_move_that_is_played() {
    check_last_lines(1, 12);
}

/// Threads vote, and the move that they elect may be another than the main thread's.
#[test]
fn the_last_line_is_of_the_move_that_several_threads_elect() {
    check_last_lines(3, 4);
}

/// Tools take the speed of an engine from the last line before its answer.
#[test]
fn the_last_line_counts_the_whole_search() {
    for threads in [1, 2] {
        let mut engine = Engine::new(1, threads).unwrap();
        for game in GameId::BUILT_IN {
            let position = game.start();
            for (nodes, lines) in [(1, 1), (2_500, 1), (7_000, 1), (7_000, 3)] {
                let limits = Limits { multipv: lines, ..Limits::to_nodes(nodes) };
                let mut last = None;
                let on_event = |event| {
                    if let SearchEvent::Iteration(iteration) = event {
                        last = Some(iteration.nodes);
                    }
                };
                let history = History::starting_with(&position);
                let report = engine.search_any(&position, &history, &limits, &Control::default(), on_event);
                let place = || format!("{}: {nodes} nodes, {lines} lines, {threads} threads", game.name());
                assert_eq!(last, Some(report.nodes), "{}", place());
            }
        }
    }
}

/// The same in both protocols.
#[test]
fn the_last_line_before_the_move_counts_the_whole_search() {
    let last = |input: &[&str], answer: &str| -> Vec<String> {
        let mut engine = program::Engine::start();
        input.iter().for_each(|line| engine.send_line(line));
        let lines = engine.wait_for(answer);
        lines[lines.len() - 2].split_whitespace().map(str::to_owned).collect()
    };
    let uci = last(&["position startpos", "go nodes 30000"], "bestmove *");
    let nodes =
        uci.iter().position(|word| word == "nodes").map(|place| uci[place + 1].parse::<u64>().unwrap());
    assert!(nodes >= Some(30_000), "{uci:?}");
    let xboard = last(&["xboard", "post", "nps 30000", "st 1", "go"], "move *");
    // Less than the limit, which XBoard may not see passed.
    assert!(xboard[3].parse::<u64>().unwrap() >= 29_000, "{xboard:?}");
}

/// Stops searches with `threads` threads from `positions` positions of each game everywhere: within
/// aspiration windows, before and after a change of the best move.
fn check_last_lines(threads: usize, positions: usize) {
    let mut random = fastrand::Rng::with_seed(5);
    let mut engine = Engine::new(1, threads).unwrap();
    for game in GameId::BUILT_IN {
        for number in 0..positions {
            let mut position = game.start();
            for _ in 0..random.usize(..30) {
                let legal = position.legal_moves();
                let Some(&chosen) = random.choice(&legal) else { break };
                position.play(chosen);
            }
            for lines in [1, 1, 1, 3] {
                let nodes = random.u64(50..4_000);
                let limits = Limits { multipv: lines, ..Limits::to_nodes(nodes) };
                let (last, best) = last_line(&mut engine, &position, &limits);
                let place = || format!("{} {number}: {}, {nodes} nodes", game.name(), position.fen());
                assert_eq!(last.pv.first().copied(), best, "{}", place());
            }
        }
    }
}

/// Lines that are reported together come in the order of their scores, also when the last iteration was
/// interrupted.
#[test]
fn lines_are_in_the_order_of_their_scores() {
    let mut engine = Engine::new(1, 1).unwrap();
    for &game in GameId::BUILT_IN {
        let position = game.start();
        for nodes in (1_000..9_000).step_by(613) {
            let limits = Limits { multipv: 4, ..Limits::to_nodes(nodes) };
            let mut lines = Vec::new();
            let on_event = |event| match event {
                SearchEvent::Iteration(line) if line.bound == Bound::Exact => lines.push(line),
                _ => {}
            };
            engine.search_any(
                &position,
                &History::starting_with(&position),
                &limits,
                &Control::default(),
                on_event,
            );
            for pair in lines.windows(2).filter(|pair| pair[0].multipv < pair[1].multipv) {
                let in_order = pair[0].depth > pair[1].depth || pair[0].score >= pair[1].score;
                assert!(in_order, "{}, {nodes} nodes: {pair:?}", game.name());
            }
        }
    }
}

/// Positions in which a change of mind takes long to be confirmed.
const IN_DOUBT: [(&str, &str); 5] = [
    ("chess", "8/4kp2/5np1/1N1p4/1P6/8/5PP1/6K1 w - - 1 40"),
    ("chess", "5b1k/pp6/2b1N1Q1/6p1/P1P5/1P6/8/5K2 b - - 1 41"),
    ("chess", "2R1r2k/1p6/4Nn1p/2PQ2pP/1p2p1p1/4P1P1/5PK1/8 b - - 0 34"),
    ("tavreli", "rnb(qk)1b1r/tmad(en)1mt/5a2/3(DQ)4/4E2T/8/TMA2AM1/RNB1KBNR b KQABCFGabcdegh - 0 4"),
    (
        "popular10-both",
        "1cvewgdw1vcj/*rnbmkq1bnr*/*ss4p2p*/*1s3seppR*/*1s3pS3*/*4j5*/*PEP4SS1*/*3PPASS2*/*RNBQK1MBN1*/\
         JCV1WDGWEVCJ w kq - 2 14",
    ),
];

/// A move that has just proved better than its window allows, when the search is stopped.
#[test]
fn a_move_whose_score_is_only_bounded_is_reported_with_its_bound() {
    let mut engine = Engine::new(1, 1).unwrap();
    // The doubt is that of the hand-written evaluation, which changes less often than nets do.
    engine.choose_net(NetChoice::None);
    let mut bounds = 0;
    for (game, text) in IN_DOUBT {
        let position = GameId::named(game).unwrap().parse(text).unwrap();
        for nodes in (500..6_000).step_by(41) {
            engine.forget();
            let (last, best) = last_line(&mut engine, &position, &Limits::to_nodes(nodes));
            assert_eq!(last.pv.first().copied(), best, "{text}, {nodes} nodes");
            bounds += usize::from(last.bound == Bound::Lower);
        }
    }
    assert!(bounds > 0, "no search was broken off at such a moment");
}

/// In a game that `helgi analyze` judged, the favourite of a search that ended early lost by force, and other
/// moves did not.
#[test]
fn a_position_is_not_lost_while_moves_have_not_been_looked_at() {
    let text = "8/2(BnmB)5/1m(TRbk)2(artqndNr+T)2/3(RaN)4/8/1MA5/6M(tK)/2(EDQeb)2A2 b G - 2 59";
    let position = GameId::TAVRELI.parse(text).unwrap();
    let history = History::starting_with(&position);
    for nodes in (5_000..20_000).step_by(777) {
        let mut engine = Engine::new(1, 1).unwrap();
        let on_event = |event| match event {
            SearchEvent::Iteration(line) if line.bound == Bound::Exact => {
                assert!(!is_loss(line.score), "{line:?}")
            }
            _ => {}
        };
        let limits = Limits::to_nodes(nodes);
        let report = engine.search_any(&position, &history, &limits, &Control::default(), on_event);
        assert!(!is_loss(report.score), "{nodes} nodes: {report:?}");
        let mut child = position.clone();
        child.play(report.best.unwrap());
        // The favourite loses at once.
        let answer = engine.search_any(
            &child,
            &History::starting_with(&child),
            &Limits::to_depth(3),
            &Control::default(),
            |_| (),
        );
        assert!(!is_win(answer.score), "{nodes} nodes: {report:?}, {answer:?}");
    }
}
