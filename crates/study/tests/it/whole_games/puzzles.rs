use super::line;
use helgi_engine::search::Engine;
use helgi_rules::{AnyPosition, Game, GameId, Line, Position, readable};
use helgi_study::puzzles::{
    AnswerVerdict, FoundPuzzle, PuzzleSearch, SolverAnswer, Source, Theme, arrange, find,
};
use helgi_study::review::StudyStop;

fn position(game: GameId, fen: &str) -> AnyPosition {
    game.parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The game of these moves from a position.
fn source(game: GameId, fen: &str, moves: &str) -> Source {
    let line = line(game, Some(fen), moves);
    Source { start: line.start().clone(), moves: line.moves().collect(), scores: Vec::new() }
}

fn found(game: GameId, fen: &str, moves: &str, nodes: u64) -> Vec<FoundPuzzle> {
    let task = PuzzleSearch { nodes, per_game: 9 };
    let mut engine = Engine::new(4, 1).unwrap();
    find(&mut engine, &source(game, fen, moves), &task, &StudyStop::default()).expect("nobody stops it")
}

/// Before the last move nothing else wins, and before Black's last move all was even.
const SCHOLARS_MATE: &str = "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7";

#[test]
fn known_scores_save_searches() {
    let mut game = source(GameId::CHESS, GameId::CHESS.info().start, SCHOLARS_MATE);
    let mut plies = |scores: &[Option<i32>]| {
        game.scores = scores.to_vec();
        let task = PuzzleSearch { nodes: 1_000, per_game: 9 };
        let found = find(&mut Engine::new(4, 1).unwrap(), &game, &task, &StudyStop::default());
        found.expect("nobody stops it").iter().map(|puzzle| puzzle.ply).collect::<Vec<_>>()
    };
    let scores = |last_two: [Option<i32>; 2]| [[Some(0); 5].as_slice(), &last_two].concat();
    assert_eq!(plies(&[]), [6]);
    assert_eq!(plies(&scores([Some(0), Some(900)])), [6]);
    assert_eq!(plies(&scores([Some(0), None])), [6]);
    // He knew it before.
    assert!(plies(&scores([Some(-900), Some(900)])).is_empty());
}

fn solution(puzzle: &FoundPuzzle) -> String {
    let mut position = puzzle.start.clone();
    let mut words = Vec::new();
    for &played in &puzzle.moves {
        words.push(readable::write(&position, played, readable::Style::San));
        position.play(played);
    }
    words.join(" ")
}

#[test]
fn a_solution_goes_on_to_the_mate_and_is_found_once() {
    // Material is even, and nothing but the sacrifice wins.
    let fen = "r5k1/5ppp/8/8/2q5/8/3Q1PPP/3R2K1 w - - 0 1";
    let puzzles = found(GameId::CHESS, fen, "Qd8 Rxd8 Rxd8", 3_000);
    let [puzzle] = &puzzles[..] else { panic!("{puzzles:?}") };
    assert_eq!((solution(puzzle).as_str(), puzzle.win, puzzle.ply), ("Qd8+ Rxd8 Rxd8#", Some(2), 0));
    assert_eq!(puzzle.themes, [Theme::Mate, Theme::Sacrifice, Theme::Short]);
}

#[test]
fn more_nodes_find_no_less() {
    let start = GameId::CHESS.info().start;
    for nodes in [600, 1_000, 2_000, 3_000, 5_000] {
        let puzzles = found(GameId::CHESS, start, SCHOLARS_MATE, nodes);
        assert_eq!(puzzles.iter().map(|puzzle| puzzle.ply).collect::<Vec<_>>(), [6], "{nodes}");
    }
}

#[test]
fn positions_without_a_choice_are_no_puzzles() {
    for fen in ["7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "k7/8/8/8/8/8/1r6/K7 w - - 0 1"] {
        let puzzles = found(GameId::CHESS, fen, "", 2_000);
        assert_eq!(puzzles, [], "{fen}");
    }
}

#[test]
fn to_take_back_what_was_taken_is_no_puzzle() {
    let exchange = "4k3/8/8/3q4/8/4P3/8/3QK3 b - - 0 1";
    let puzzles = found(GameId::CHESS, exchange, "Qxd1", 2_000);
    assert!(puzzles.iter().all(|puzzle| puzzle.ply == 0), "{puzzles:?}");
    // A capture of the same piece that has not captured is a puzzle.
    let hanging = "4k3/8/8/8/8/4P3/8/3qK3 w - - 0 1";
    assert_eq!(found(GameId::CHESS, hanging, "", 2_000).len(), 1);
}

#[test]
fn the_same_position_in_other_colours_is_dropped_and_the_easy_come_first() {
    let start = position(GameId::CHESS, "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1");
    let mirrored = position(GameId::CHESS, "k3r3/8/8/8/8/8/5PPP/6K1 b - - 0 1");
    let puzzle = |start: &AnyPosition, effort, themes: &[Theme]| FoundPuzzle {
        start: start.clone(),
        moves: start.legal_moves()[..1].to_vec(),
        themes: themes.to_vec(),
        win: None,
        expected: [1.0, 0.0],
        effort,
        nodes: 1,
        ply: 0,
    };
    let other = position(GameId::CHESS, "6k1/5ppp/8/8/8/8/8/1K2R3 w - - 0 1");
    let third = position(GameId::CHESS, "6k1/5ppp/8/8/8/8/8/2K1R3 w - - 0 1");
    let all = vec![
        puzzle(&start, 5_000, &[Theme::Mate]),
        puzzle(&mirrored, 70, &[Theme::Mate]),
        puzzle(&other, 4_900, &[Theme::Mate]),
        puzzle(&third, 100, &[Theme::Drop]),
    ];
    let efforts = |puzzles: Vec<FoundPuzzle>| puzzles.iter().map(|puzzle| puzzle.effort).collect::<Vec<_>>();
    assert_eq!(efforts(arrange(all.clone(), None)), [100, 4_900, 5_000]);
    // Of the others the one least like the first is taken.
    assert_eq!(efforts(arrange(all.clone(), Some(2))), [100, 5_000]);
    assert_eq!(all.iter().map(FoundPuzzle::difficulty).collect::<Vec<_>>(), [9, 3, 9, 3]);
}

#[test]
fn answers_are_judged() {
    let mut engine = Engine::new(4, 1).unwrap();
    let start = position(GameId::CHESS, "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1");
    let game = source(GameId::CHESS, &start.fen(), "Ra7 Kg8 Rb8");
    let mut judge = |done, text: &str| {
        let mut line = Line::new(start.clone());
        game.moves[..done].iter().for_each(|&played| line.play(played));
        let played = readable::read(line.present(), text).unwrap();
        let answer =
            SolverAnswer { start: &start, moves: &game.moves, alternatives: &[], done, nodes: 3_000 };
        answer.judge(&mut engine, played, &StudyStop::default()).expect("nobody stops it")
    };
    assert_eq!(judge(0, "Ra7"), AnswerVerdict::Right);
    assert_eq!(judge(0, "Rb7"), AnswerVerdict::AsGood(Some(2)));
    assert_eq!(judge(2, "Rb8"), AnswerVerdict::Right);
    let AnswerVerdict::Wrong { misses_win, refutation, expected, best } = judge(2, "Rg7") else {
        panic!("it gives a rook away")
    };
    assert!(misses_win && !refutation.is_empty() && expected < best && best == 1.0);
}
