use super::line;
use helgi_engine::search::{Engine, Limits, is_loss, is_win};
use helgi_rules::board::Side;
use helgi_rules::readable::Style;
use helgi_rules::{GameId, Line, readable};
use helgi_study::review::{Decision, DecisionKind, Grade, Review, ReviewTask, StudyStop, review};

fn reviewed(line: &Line, winner: Option<Side>) -> Review {
    let mut engine = Engine::new(4, 1).unwrap();
    let task = ReviewTask { line, limits: &Limits::to_nodes(4_000), winner };
    review(&mut engine, &task, &StudyStop::default(), |_| ()).unwrap()
}

#[test]
fn a_quick_mate_is_a_blunder_that_decides() {
    let line = line(GameId::CHESS, None, "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#");
    let review = reviewed(&line, None);
    assert_eq!(review.positions.len(), 8);
    let blunder = &review.moves[5];
    assert_eq!(blunder.grade, Some(Grade::Blunder));
    assert_eq!(blunder.after, 0.0);
    assert!(!blunder.better.is_empty() && blunder.better[0] != blunder.played);
    assert_eq!(review.decision, Some(Decision { ply: 5, kind: DecisionKind::Lost }));
    let mate = &review.moves[6];
    assert_eq!((mate.loss, mate.grade, mate.missed_win), (0.0, None, None));
    assert!(is_win(review.positions[6].score) && is_loss(review.positions[7].score));
    let [white, black] = review.accuracy.map(Option::unwrap);
    assert!(white > 55.0 && black < 30.0, "{white} {black}");
    assert_eq!(review.count(Side::Black, Grade::Blunder), 1);
}

#[test]
fn the_review_depends_on_nothing_but_the_game() {
    let line = line(GameId::TAVRELI, None, "d1c2 b8c6 c2e4 d8c7 c1b2 g8f6 b1d2 c7d6 g1f3 e7e6");
    let first = reviewed(&line, None);
    let mut engine = Engine::new(4, 1).unwrap();
    let task = ReviewTask { line: &line, limits: &Limits::to_nodes(4_000), winner: None };
    let mut heard = Vec::new();
    for _ in 0..2 {
        heard.clear();
        let again =
            review(&mut engine, &task, &StudyStop::default(), |progress| heard.push(progress)).unwrap();
        assert_eq!(again, first);
    }
    let last = heard.last().unwrap();
    assert_eq!((last.done, heard.len()), (last.all, last.all));
    assert!(last.all >= 11);
}

#[test]
fn a_win_that_was_missed_is_shown_and_a_forced_move_is_not_judged() {
    // White mates by Ra8#; after Ra2 Black does, by Qc1#.
    let line = line(GameId::CHESS, Some("6k1/5ppp/7q/8/8/8/5PPP/R5K1 w - - 0 1"), "Ra2 Qc1#");
    let review = reviewed(&line, None);
    let missed = &review.moves[0];
    assert_eq!((missed.missed_win, missed.grade, missed.loss), (Some(1), Some(Grade::Blunder), 1.0));
    let better: Vec<String> =
        missed.better.iter().map(|&played| readable::write(line.start(), played, Style::San)).collect();
    assert_eq!(better, ["Ra8#"]);
    assert_eq!(review.decision, Some(Decision { ply: 0, kind: DecisionKind::Lost }));

    // The king can only take.
    let line = super::line(GameId::CHESS, Some("7k/6Q1/8/8/8/8/8/K7 b - - 0 1"), "Kxg7 Kb2");
    let review = reviewed(&line, None);
    assert!(review.moves[0].is_forced);
    assert_eq!((review.moves[0].loss, review.moves[0].grade, review.accuracy[1]), (0.0, None, None));
}

#[test]
fn a_review_can_be_stopped() {
    let line = line(GameId::CHESS, None, "e4 e5 Nf3 Nc6");
    let mut engine = Engine::new(4, 1).unwrap();
    let stop = StudyStop::default();
    let endless = ReviewTask { line: &line, limits: &Limits::new(), winner: None };
    std::thread::scope(|scope| {
        let running = scope.spawn(|| review(&mut engine, &endless, &stop, |_| ()));
        stop.stop();
        assert_eq!(running.join().unwrap(), None);
    });
    assert!(stop.is_stopped());
    assert_eq!(review(&mut Engine::new(1, 1).unwrap(), &endless, &stop, |_| ()), None);
}

#[test]
fn a_game_without_moves_has_a_review_without_moves() {
    let review = reviewed(&line(GameId::TACTICAL, None, ""), None);
    assert_eq!((review.positions.len(), review.moves.len()), (1, 0));
    assert_eq!((review.accuracy, review.decision), ([None, None], None));
}
