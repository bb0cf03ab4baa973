//! The search against plain minimax, on games that are nothing but graphs: sides that do not
//! alternate, ends of every kind, transpositions, cycles, counts.

use fastrand::Rng;
use helgi_engine::eval::chess::ChessEval;
use helgi_engine::eval::{Evaluate, MayWin};
use helgi_engine::search::{
    Bound, Control, DRAW, Engine, FullWidth, INFINITE, Iteration, Limits, SearchEvent, SearchReport,
    TimeControl, is_loss, is_win, mate_in, moves_to_end, params::FULL_WIDTH_DEPTH, params::PROOF_DEPTH,
    plies_to_end,
};
use helgi_rules::board::{Move, MoveSink, Piece, Side, Square, ZobristKey, zobrist};
use helgi_rules::chess::Chess;
use helgi_rules::{Game, GenMode, History, Outcome, Position, Reason, Turn};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

// ---------------------------------------------------------------------------------------------
// Games that are graphs.

/// A node of a game.
#[derive(Clone, Debug)]
struct Node {
    side: Side,
    /// The value for White.
    value: i32,
    moves: Vec<Edge>,
    /// The game has ended here.
    end: Option<Outcome>,
    /// The verdict if there is no move.
    stuck: Outcome,
    check: bool,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    to: usize,
    noisy: bool,
    /// The clock restarts and nothing before can repeat.
    resets: bool,
}

/// The data that the nodes of a game share.
#[derive(Debug)]
struct Graph {
    nodes: Vec<Node>,
    /// The verdict of the count, when the clock has reached 100.
    by_count: Outcome,
    /// The verdict of the third occurrence.
    by_repetition: Outcome,
}

#[derive(Clone, Debug)]
struct State {
    graph: Arc<Graph>,
    at: usize,
    clock: u32,
    reversible: u32,
}

impl State {
    fn node(&self) -> &Node {
        &self.graph.nodes[self.at]
    }

    fn edge(&self, played: Move) -> Option<Edge> {
        let number = played.from()?.index();
        let edge = self.node().moves.get(number)?;
        (played == step(number)).then_some(*edge)
    }
}

fn step(number: usize) -> Move {
    Move::step(Square(number as u8), Square(0))
}

impl Position for State {
    fn turn(&self) -> Turn {
        Turn { side: self.node().side, halfmove: self.clock as u16, fullmove: 1 }
    }

    fn key(&self) -> ZobristKey {
        zobrist::fact(1, self.at as u64)
    }

    fn piece_at(&self, _: Square, _: usize) -> Option<Piece> {
        None
    }

    fn visit(&self, select: GenMode, moves: &mut impl MoveSink) {
        if self.outcome().is_none() {
            let wanted = |edge: &Edge| select == GenMode::All || edge.noisy;
            let numbered = self.node().moves.iter().enumerate();
            numbered.filter(|(_, edge)| wanted(edge)).for_each(|(number, _)| moves.add(step(number)));
        }
    }

    fn is_noisy(&self, legal: Move) -> bool {
        self.edge(legal).is_some_and(|edge| edge.noisy)
    }

    fn play(&mut self, legal: Move) {
        let edge = self.edge(legal).expect("a legal move");
        self.at = edge.to;
        self.clock = if edge.resets { 0 } else { self.clock + 1 };
        self.reversible = if edge.resets { 0 } else { self.reversible + 1 };
    }

    fn outcome(&self) -> Option<Outcome> {
        self.node().end
    }

    fn no_moves(&self) -> Outcome {
        self.node().stuck
    }

    fn checkers(&self) -> Vec<Square> {
        Vec::new()
    }

    fn in_check(&self) -> bool {
        self.node().check
    }

    fn gives_check(&self) -> impl Fn(Move) -> bool + '_ {
        |legal| self.edge(legal).is_some_and(|edge| self.graph.nodes[edge.to].check)
    }

    fn flip_turn(&self) -> Option<Self> {
        // A position outside the graph: the same moves are not available to the other side, so a
        // pass leads to the first child, if the turn passes there.
        let to = self.node().moves.first()?.to;
        let child = State { at: to, ..self.clone() };
        (child.side() != self.side() && child.outcome().is_none()).then_some(child)
    }

    fn reversible_plies(&self) -> u32 {
        self.reversible
    }

    fn count_verdict(&self) -> Option<Outcome> {
        (self.clock >= 100 && self.outcome().is_none()).then_some(self.graph.by_count)
    }

    fn repetition_verdict(&self) -> Outcome {
        self.graph.by_repetition
    }
}

/// The value that is written on the node.
#[derive(Clone, Copy, Debug)]
struct Written;

impl Evaluate<State> for Written {
    fn evaluate(&self, position: &State) -> i32 {
        match position.side() {
            Side::White => position.node().value,
            Side::Black => -position.node().value,
        }
    }

    fn see(&self, position: &State, legal: Move) -> i32 {
        i32::from(legal.bits() as u8) * 37 % 200 - 60 + position.at as i32 % 50
    }

    fn allows_null_move(&self, position: &State) -> bool {
        position.at.is_multiple_of(3)
    }

    /// As little as is true.
    fn may_win_at_once(&self, position: &State) -> MayWin {
        let graph = &position.graph;
        if [graph.by_count, graph.by_repetition].iter().any(|outcome| outcome.winner.is_some()) {
            return MayWin::All;
        }
        let node = position.node();
        let wins = |edge: &&Edge| {
            let child = &graph.nodes[edge.to];
            let outcome = child.end.or_else(|| child.moves.is_empty().then_some(child.stuck));
            outcome.is_some_and(|outcome| outcome.winner == Some(node.side))
        };
        let mut winning = node.moves.iter().filter(wins).peekable();
        if winning.peek().is_none() {
            MayWin::Nothing
        } else if winning.clone().all(|edge| edge.noisy) {
            MayWin::Noisy
        } else if winning.all(|edge| graph.nodes[edge.to].check) {
            MayWin::Checks
        } else {
            MayWin::All
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Games in writing: `(A(B=)C)`.

/// Reads a tree. `(…)` is a node with the moves within, its side the opposite of the one above and
/// White at the top; `+` and `-` are wins of White and Black, `=` a draw, a digit a leaf with that
/// value for White and no further moves to be seen, `#` a node whose side is mated.
fn tree(text: &str) -> State {
    let mut nodes = Vec::new();
    let mut rest = text.chars().peekable();
    read(&mut nodes, &mut rest, Side::White);
    state(nodes)
}

fn read(nodes: &mut Vec<Node>, rest: &mut std::iter::Peekable<std::str::Chars>, side: Side) -> usize {
    let at = nodes.len();
    nodes.push(node(side));
    match rest.next().expect("a node") {
        '(' => {
            while rest.next_if_eq(&')').is_none() {
                let to = read(nodes, rest, !side);
                nodes[at].moves.push(Edge { to, noisy: false, resets: true });
            }
        }
        '+' => nodes[at].end = Some(Outcome::win(Side::White, Reason::KingCaptured)),
        '-' => nodes[at].end = Some(Outcome::win(Side::Black, Reason::KingCaptured)),
        '=' => nodes[at].end = Some(Outcome::draw(Reason::Stalemate)),
        '#' => (nodes[at].stuck, nodes[at].check) = (Outcome::win(!side, Reason::Mate), true),
        digit => {
            nodes[at].value = digit.to_digit(10).expect("a digit") as i32;
            // It goes on without anything new.
            let to = nodes.len();
            nodes[at].moves.push(Edge { to, noisy: false, resets: true });
            nodes.push(Node { value: nodes[at].value, end: None, ..node(!side) });
            nodes[to].moves.push(Edge { to: at, noisy: false, resets: true });
        }
    }
    at
}

fn node(side: Side) -> Node {
    Node {
        side,
        value: 0,
        moves: Vec::new(),
        end: None,
        stuck: Outcome::draw(Reason::Stalemate),
        check: false,
    }
}

fn state(nodes: Vec<Node>) -> State {
    let draw = Outcome::draw(Reason::MoveCount);
    let graph = Graph { nodes, by_count: draw, by_repetition: draw };
    State { graph: Arc::new(graph), at: 0, clock: 0, reversible: 0 }
}

// ---------------------------------------------------------------------------------------------
// Games by chance.

/// Seeded, so that every run is the same.
struct Dice(Rng);

impl Dice {
    fn new(seed: u64) -> Self {
        Dice(Rng::with_seed(seed))
    }

    fn roll(&mut self, faces: usize) -> usize {
        self.0.usize(..faces)
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.roll(times) == 0
    }

    fn outcome(&mut self) -> Outcome {
        match self.roll(5) {
            0 => Outcome::draw(Reason::Stalemate),
            1 | 2 => Outcome::win(Side::White, Reason::KingCaptured),
            _ => Outcome::win(Side::Black, Reason::ObjectivesCaptured),
        }
    }
}

/// A game in layers: every move leads to the next one, several to the same node. Sides mostly
/// alternate.
fn layered(dice: &mut Dice, layers: usize, width: usize, lively: bool) -> State {
    let mut nodes = Vec::new();
    for layer in 0..layers {
        for _ in 0..width {
            let usual = if layer % 2 == 0 { Side::White } else { Side::Black };
            let mut node = node(if dice.once_in(6) { !usual } else { usual });
            node.value = dice.roll(400) as i32 - 200;
            node.stuck = dice.outcome();
            let ends = layer > 0 && dice.once_in(8);
            node.end = ends.then(|| dice.outcome());
            node.check = lively && dice.once_in(5);
            if layer + 1 < layers && !dice.once_in(12) {
                let moves = 1 + dice.roll(5);
                node.moves = (0..moves)
                    .map(|_| Edge {
                        to: (layer + 1) * width + dice.roll(width),
                        noisy: lively && dice.once_in(3),
                        resets: true,
                    })
                    .collect();
            }
            nodes.push(node);
        }
    }
    state(nodes)
}

/// A game on few nodes, in which everything comes back.
fn cyclic(dice: &mut Dice, size: usize) -> State {
    let mut nodes = Vec::new();
    for at in 0..size {
        let mut node = node(Side::BOTH[at % 2]);
        node.value = dice.roll(400) as i32 - 200;
        node.end = (at > 0 && dice.once_in(7)).then(|| dice.outcome());
        node.stuck = dice.outcome();
        node.check = dice.once_in(6);
        let moves = 1 + dice.roll(3);
        // Mostly to the other side's nodes.
        node.moves = (0..moves)
            .map(|_| {
                let to = dice.roll(size / 2) * 2 + usize::from(at % 2 == 0 || dice.once_in(12));
                Edge { to: to % size, noisy: dice.once_in(4), resets: dice.once_in(9) }
            })
            .collect();
        nodes.push(node);
    }
    let graph = Graph { nodes, by_count: dice.outcome(), by_repetition: dice.outcome() };
    let clock = if dice.once_in(2) { 100 - dice.roll(12) as u32 } else { 0 };
    State { graph: Arc::new(graph), at: 0, clock, reversible: 0 }
}

// ---------------------------------------------------------------------------------------------
// Plain minimax.

/// The score of a position by minimax `depth` plies deep; evaluations at the leaves are `judge`'s.
fn minimax(
    position: &State,
    history: &mut History,
    depth: usize,
    ply: usize,
    judge: &dyn Fn(&State) -> i32,
) -> i32 {
    let side = position.side();
    let worth = |outcome: Outcome| match outcome.winner {
        None => DRAW,
        Some(winner) if winner == side => mate_in(ply),
        Some(_) => -mate_in(ply),
    };
    if let Some(outcome) = position.outcome() {
        return worth(outcome);
    }
    let mut moves = Vec::new();
    position.generate(GenMode::All, &mut moves);
    if moves.is_empty() {
        return worth(position.no_moves());
    }
    if ply > 0
        && let Some(outcome) = position.count_verdict()
    {
        return worth(outcome);
    }
    if ply > 0 && history.earlier_occurrences(position) >= 2 {
        return worth(position.repetition_verdict());
    }
    if depth == 0 {
        return judge(position);
    }
    let mut best = -INFINITE;
    for played in moves {
        let mut child = position.clone();
        child.play(played);
        history.push(child.key());
        let score = minimax(&child, history, depth - 1, ply + 1, judge);
        history.pop();
        best = best.max(if child.side() == side { score } else { -score });
    }
    best
}

fn written(position: &State) -> i32 {
    Written.evaluate(position)
}

// ---------------------------------------------------------------------------------------------
// Searches.

fn engine() -> Engine {
    Engine::new(1, 1).expect("a megabyte")
}

fn search(engine: &mut Engine, position: &State, limits: &Limits) -> (SearchReport, Vec<Iteration>) {
    search_with(engine, position, &Written, limits, &Control::default())
}

fn search_with<P: Position, E: Evaluate<P>>(
    engine: &mut Engine,
    position: &P,
    evaluator: &E,
    limits: &Limits,
    control: &Control,
) -> (SearchReport, Vec<Iteration>) {
    let mut lines = Vec::new();
    let history = History::starting_with(position);
    let report = engine.search(position, &history, evaluator, limits, control, |event| match event {
        SearchEvent::Iteration(line) => lines.push(line),
        SearchEvent::Failure(message) => panic!("{message}"),
        SearchEvent::CurrentMove { .. } => {}
    });
    (report, lines)
}

fn score_at(position: &State, depth: u32) -> i32 {
    search(&mut engine(), position, &Limits::to_depth(depth)).0.score
}

#[test]
fn written_trees_have_their_scores() {
    assert_eq!(score_at(&tree("(1 2)".replace(' ', "").as_str()), 1), 2);
    assert_eq!(score_at(&tree("((12)(34))"), 2), 3);
    assert_eq!(score_at(&tree("((1+)(+2))"), 2), 2);
    assert_eq!(score_at(&tree("((=)(-))"), 2), DRAW);
    assert_eq!(score_at(&tree("((+)(-))"), 2), mate_in(2));
    assert_eq!(score_at(&tree("(#9)"), 1), mate_in(1));
    assert_eq!(score_at(&tree("((-)(--))"), 2), -mate_in(2));
}

#[test]
fn a_win_in_two_is_found_by_iteration_three() {
    // Whatever Black answers to the second move, White mates; the first looks better for a long time.
    let position = tree("((9)((#1)(2#)(#))(8))");
    let (report, lines) = search(&mut engine(), &position, &Limits::to_depth(3));
    assert_eq!((report.score, report.best), (mate_in(3), Some(step(1))));
    assert_eq!(moves_to_end(report.score), Some(2));
    assert_eq!(lines.last().map(|line| line.pv.len()), Some(3));
    assert_eq!(report.ponder, lines.last().map(|line| line.pv[1]));
}

#[test]
fn full_width_iterations_equal_minimax() {
    for seed in 0..1_500 {
        let position = layered(&mut Dice::new(seed), 7, 9, false);
        let mut history = History::starting_with(&position);
        let mut engine = engine();
        for depth in 1..=FULL_WIDTH_DEPTH as usize {
            let expected = minimax(&position, &mut history, depth, 0, &written);
            let (report, lines) = search(&mut engine, &position, &Limits::to_depth(depth as u32));
            if position.count_moves() > 0 {
                assert_eq!(report.score, expected, "seed {seed} depth {depth}");
                let last = lines.last().expect("a line");
                assert_eq!((last.bound, last.score), (Bound::Exact, expected));
            }
        }
    }
}

#[test]
fn no_win_in_two_is_hidden_by_what_was_searched_before() {
    for seed in 0..600 {
        let position = layered(&mut Dice::new(seed), 10, 9, false);
        let mut history = History::starting_with(&position);
        let mut engine = engine();
        search(&mut engine, &position, &Limits::to_depth(9));
        let depth = PROOF_DEPTH as usize;
        let expected = minimax(&position, &mut history, depth, 0, &written);
        if is_win(expected) {
            let (report, _) = search(&mut engine, &position, &Limits::to_depth(depth as u32));
            assert_eq!(report.score, expected, "seed {seed}");
        }
    }
}

/// Asserts that `score` is right: a win or loss that minimax, with all the rules of history, finds
/// in as many plies.
fn assert_proven(position: &State, score: i32, what: &str) {
    let Some(plies) = plies_to_end(score) else { return };
    let mut history = History::starting_with(position);
    let against = if is_win(score) { -1 } else { 1 };
    // Beyond the plies that are claimed, everything goes against the claim.
    let judge = |leaf: &State| if leaf.side() == position.side() { against } else { -against };
    let truth = minimax(position, &mut history, plies, 0, &judge);
    let holds = if is_win(score) { truth >= score } else { is_loss(truth) };
    assert!(holds, "{what}: {score} is claimed, {truth} is true");
}

#[test]
fn claimed_wins_are_wins() {
    for seed in 0..1_500 {
        let position = layered(&mut Dice::new(seed), 11, 8, true);
        let mut engine = engine();
        for depth in [3, 5, 8, 12] {
            let (_, lines) = search(&mut engine, &position, &Limits::to_depth(depth));
            for line in lines {
                assert_proven(&position, line.score, &format!("seed {seed} depth {depth}"));
            }
        }
    }
}

#[test]
fn claimed_wins_are_wins_where_history_counts() {
    let mut claims = 0;
    for seed in 0..3_000 {
        let mut dice = Dice::new(seed);
        let size = 6 + 2 * dice.roll(5);
        let position = cyclic(&mut dice, size);
        let mut engine = engine();
        let (_, lines) = search(&mut engine, &position, &Limits::to_depth(10));
        for line in lines {
            if plies_to_end(line.score).is_some_and(|plies| plies > 0 && plies <= 10) {
                claims += 1;
                assert_proven(&position, line.score, &format!("seed {seed} depth {}", line.depth));
            }
        }
    }
    assert!(claims > 3_000, "{claims}");
}

#[test]
fn several_lines_come_in_order_and_are_the_best() {
    const DEPTH: u32 = FULL_WIDTH_DEPTH as u32;
    for seed in 0..200 {
        let position = layered(&mut Dice::new(seed), 6, 9, false);
        let mut engine = engine();
        let count = position.count_moves();
        let limits = Limits { multipv: 3, ..Limits::to_depth(DEPTH) };
        let (_, lines) = search(&mut engine, &position, &limits);
        if count == 0 {
            continue;
        }
        let last: Vec<&Iteration> = lines.iter().filter(|line| line.depth == DEPTH).collect();
        assert_eq!(last.len(), count.min(3), "seed {seed}");
        assert!(last.iter().enumerate().all(|(place, line)| line.multipv == place + 1));
        assert!(last.is_sorted_by(|a, b| a.score >= b.score), "seed {seed}");

        let mut scores: Vec<i32> = (0..count)
            .map(|number| {
                let only = Limits { search_moves: vec![step(number)], ..Limits::to_depth(DEPTH) };
                let (report, _) = search(&mut engine, &position, &only);
                assert_eq!(report.best, Some(step(number)));
                report.score
            })
            .collect();
        scores.sort_by_key(|score| -score);
        scores.truncate(3);
        assert_eq!(last.iter().map(|line| line.score).collect::<Vec<_>>(), scores, "seed {seed}");
    }
}

#[test]
fn without_a_move_there_is_a_verdict() {
    let (report, lines) = search(&mut engine(), &tree("#"), &Limits::to_depth(5));
    assert_eq!((report.best, lines.len()), (None, 1));
    assert_eq!((lines[0].depth, moves_to_end(lines[0].score)), (0, Some(0)));
    let (_, lines) = search(&mut engine(), &tree("="), &Limits::new());
    assert_eq!(lines[0].score, DRAW);
}

#[test]
fn go_mate_ends_with_the_proof() {
    let position = tree("(5((#1)(2#)))");
    let limits = Limits { mate: Some(2), ..Limits::new() };
    let (report, _) = search(&mut engine(), &position, &limits);
    assert_eq!((report.depth, report.score), (3, mate_in(3)));
}

// ---------------------------------------------------------------------------------------------
// A game without an end.

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
            assert_eq!(lines.last().map(|line| line.score), Some(report.score));
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
    let clock = Some(TimeControl { remaining, increment: SLACK / 10, moves_to_go: None });
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

#[test]
fn hundreds_of_moves_and_great_depths_are_no_trouble() {
    let (report, _) = search_with(
        &mut engine(),
        &Endless::new(700),
        &Moody::patient(),
        &Limits::to_nodes(100_000),
        &Control::default(),
    );
    assert!(report.depth >= 2, "{}", report.depth);
    let (report, _) = search_with(
        &mut engine(),
        &Endless::new(1),
        &Moody::patient(),
        &Limits::to_depth(5_000),
        &Control::default(),
    );
    assert_eq!(report.depth, helgi_engine::search::MAX_DEPTH as u32);
}

#[test]
fn full_width_takes_a_small_part_of_a_player_s_search() {
    let depth = |full_width| {
        let limits = Limits { full_width, ..Limits::to_nodes(20_000) };
        let (report, _) =
            search_with(&mut engine(), &Endless::new(200), &Moody::patient(), &limits, &Control::default());
        report.depth
    };
    assert_eq!(depth(FullWidth::Always), FULL_WIDTH_DEPTH as u32);
    assert!(depth(FullWidth::Affordable) > FULL_WIDTH_DEPTH as u32);
}

// ---------------------------------------------------------------------------------------------
// Chess.

#[test]
fn mates_in_two_are_found_by_iteration_three() {
    for fen in [
        "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
        "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 0 1",
        "1rb4r/pkPp3p/1b1P3n/1Q6/N3Pp2/8/P1P3PP/7K w - - 0 1",
        "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 1",
        "r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 0 1",
        "5rkr/pp2Rp2/1b1p1Pb1/3P2Q1/2n3P1/2p5/P4P2/4R1K1 w - - 0 1",
    ] {
        let position = Chess.parse(fen).expect("a position");
        // Also when a deeper search has filled the table before.
        let mut engine = engine();
        for depth in [3, 8, 3] {
            let (report, _) = search_with(
                &mut engine,
                &position,
                &ChessEval::default(),
                &Limits::to_depth(depth),
                &Control::default(),
            );
            assert_eq!(moves_to_end(report.score), Some(2), "{fen} depth {depth}");
        }
    }
}
