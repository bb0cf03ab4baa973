//! The search against plain minimax, on games that are nothing but graphs: sides that do not
//! alternate, ends of every kind, transpositions, cycles, counts.

use crate::searches::{engine, search_with};
use fastrand::Rng;
use helgi_engine::eval::{Evaluate, MayWin};
use helgi_engine::internals::eval::ChessEval;
use helgi_engine::internals::search::{FULL_WIDTH_DEPTH, INFINITE, PROOF_DEPTH, plies_to_end};
use helgi_engine::search::{
    Bound, Control, DRAW, Engine, Iteration, Limits, SearchReport, is_loss, is_win, mate_in, moves_to_end,
};
use helgi_rules::board::{Move, MoveSink, Piece, Side, Square, ZobristKey, zobrist};
use helgi_rules::chess::Chess;
use helgi_rules::{Game, GenMode, History, Outcome, Position, Reason, Turn};
use std::sync::Arc;

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
    gain_of_check: Option<i32>,
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

    fn must_capture(&self) -> bool {
        let moves = &self.node().moves;
        !moves.is_empty() && moves.iter().all(|edge| edge.noisy)
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

    fn repetition_verdict(&self, _plies: usize) -> Outcome {
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

    fn gain_of_check(&self, position: &State) -> Option<i32> {
        position.graph.gain_of_check
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
    let graph = Graph { nodes, by_count: draw, by_repetition: draw, gain_of_check: None };
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
    let gain_of_check = dice.once_in(2).then_some(100);
    let graph = Graph { nodes, by_count: dice.outcome(), by_repetition: dice.outcome(), gain_of_check };
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
        return worth(position.repetition_verdict(2));
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

fn search(engine: &mut Engine, position: &State, limits: &Limits) -> (SearchReport, Vec<Iteration>) {
    search_with(engine, position, &Written, limits, &Control::default())
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

/// White moves to one of two positions; in the first, whose value is 0, Black has one move, to a position of this value
/// that goes on without anything new. The second is worth 100.
fn choice(answer: Edge, check: bool, value: i32) -> State {
    let quiet = |to| vec![Edge { to, noisy: false, resets: true }];
    let of = |side, value, moves| Node { value, moves, ..node(side) };
    let (white, black) = (Side::White, Side::Black);
    let root = of(white, 0, [quiet(1), quiet(3)].concat());
    let answered = Node { check, ..of(white, value, quiet(4)) };
    state(vec![
        root,
        of(black, 0, vec![answer]),
        answered,
        of(black, 100, quiet(5)),
        of(black, value, quiet(2)),
        of(white, 100, quiet(3)),
    ])
}

#[test]
fn a_compulsory_capture_is_no_choice() {
    let capture = Edge { to: 2, noisy: true, resets: true };
    assert_eq!(score_at(&choice(capture, false, 900), 1), 900);
    assert_eq!(score_at(&choice(capture, false, -900), 1), 100);
    // A quiet move need not be made at the leaf: the position is worth what it is.
    assert_eq!(score_at(&choice(Edge { noisy: false, ..capture }, false, 900), 1), 100);
}

#[test]
fn counted_checks_are_gains() {
    let check = Edge { to: 2, noisy: false, resets: true };
    let at_first = |gain_of_check, is_check| {
        let mut state = choice(check, is_check, -300);
        let graph = Arc::get_mut(&mut state.graph).unwrap();
        graph.gain_of_check = gain_of_check;
        // White must let Black give the check.
        graph.nodes[0].moves.truncate(1);
        score_at(&state, 1)
    };
    assert_eq!(at_first(Some(100), true), -300);
    assert_eq!(at_first(Some(100), false), 0);
    assert_eq!(at_first(None, true), 0);
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
