//! Xiangqi's rule against chases: known verdicts on repetitions, the diagrams of the federation's book, and a second reading
//! of the rule beside the first.

use crate::plain_xiangqi::{self, Plain, Play, Step, judged, text};
use helgi_rules::games::GameId;
use helgi_rules::{Game, Line, Outcome, notation};

/// The games from positions whose last move repeats, each with its verdict and source.
const CASES: &str = include_str!("../rows/chases.tsv");

/// The diagrams of the Asian Xiangqi Federation's rules, 1 to 104 and an appendix, which the World Federation has taken over:
/// position, a line of moves until the position has occurred three times, the book's verdict, and that of the library where
/// it differs. Orange's tests have the positions as data (its authors typed them in for arXiv 2412.17334). The numbers that
/// they do not give are those of the English text, whose moves are the same: pages `d1to3.htm` and so on of
/// www.wxf.org/xq/rule/asia and www.clubxiangqi.com/rules. Of 5, 17 and 71 to 75 the pages were not to be had: 5 is the one
/// example of its rule, 17 is left over between 16 and 18, and 71 to 75 have one position too many. Lines that the book does
/// not have are called "another line", and positions "additional" (of the World Federation's edition) or "none".
const DIAGRAMS: &str = include_str!("../rows/diagrams.tsv");

/// Random games on which Fairy-Stockfish decides otherwise (pyffish 0.0.90), each with the sentence of the rule that decides:
/// all of the games of `a_second_reading_of_the_rule_agrees`, with the withdrawal that only it calls a chase, and of 15,000
/// more those with another reason.
const DIFFERENCES: &str = include_str!("../rows/chase-differences.tsv");

/// The verdict after the moves of a game.
fn verdict(fen: &str, moves: &str) -> Option<Outcome> {
    helgi_variants::install_library();
    let game = GameId::named("xiangqi").unwrap();
    let mut line = Line::new(game.parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}")));
    for text in moves.split(' ') {
        let legal =
            notation::read(line.present(), text).unwrap_or_else(|error| panic!("{fen} {text}: {error}"));
        line.play(legal);
    }
    line.verdict()
}

#[test]
fn known_repetitions_are_judged_as_known() {
    let mut wrong = Vec::new();
    for line in CASES.lines().skip(1) {
        let [name, fen, moves, result, _] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let found = verdict(fen, moves).map(|outcome| outcome.score());
        if found != Some(result) {
            wrong.push(format!("{name}: {found:?}, not {result}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every diagram is played; where the library differs from the book, it is known to, and the page of the key says why.
#[test]
fn the_diagrams_of_the_book_are_judged_as_there() {
    let mut wrong = Vec::new();
    let mut decided = 0;
    for line in DIAGRAMS.lines().skip(1) {
        let [name, fen, moves, result, here, _] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let expected = if here.is_empty() { result } else { here };
        let found = verdict(fen, moves).map(|outcome| outcome.score());
        if found != Some(expected) {
            wrong.push(format!("{name}: {found:?}, not {expected}"));
        }
        decided += usize::from(result != "1/2-1/2");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(decided > 60, "{decided} diagrams are decided");
}

/// The reason names the piece, is read back, and is known in advance when the position occurs for the second time.
#[test]
fn the_piece_that_is_chased_is_named() {
    helgi_variants::install_library();
    let game = GameId::named("xiangqi").unwrap();
    let fen = "2bakabnr/9/r1n1c4/2p1p1p1p/PP7/9/4P1P1P/2C3NC1/9/1NBAKAB1R w - - 0 1";
    let mut line = Line::new(game.parse(fen).unwrap());
    let mut ahead = Vec::new();
    for text in ["c3a3", "a8b8", "a3b3", "b8a8", "b3a3", "a8b8", "a3b3", "b8a8", "b3a3"] {
        assert_eq!(line.verdict(), None);
        line.play(notation::read(line.present(), text).unwrap());
        ahead.push(line.repetition_ahead().map(|outcome| outcome.to_string()));
    }
    let lost = line.verdict().unwrap();
    assert_eq!(lost.to_string(), "0-1 {White chases the chariot on a8}");
    assert_eq!(Outcome::with_reason(game, lost.winner, "white chases the chariot on A8"), Some(lost));
    assert_eq!(Outcome::with_reason(game, lost.winner, "White chases the queen on a8"), None);
    assert_eq!(ahead[..4], [const { None }; 4]);
    assert_eq!(ahead[4].as_deref(), Some("0-1 {White chases the chariot on a8}"));
    assert_eq!(ahead[8], None, "it is over");
}

/// A move that makes the difference attacks nothing that its piece could not take before it: an attack that does not change is
/// no chase (the second diagram of the appendix).
#[test]
fn differences_from_another_program_are_explained() {
    let mut withdrawals = 0;
    for line in DIFFERENCES.lines().skip(1) {
        let [fen, moves, here, there, step, prey, _] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        assert_eq!(verdict(fen, moves).map(|outcome| outcome.score()), Some(here), "{line}");
        assert_ne!(here, there, "{line}");
        let (mut board, mut white) = (Plain::parse(fen), fen.contains(" w "));
        for text in moves.split(' ') {
            let [from, to] = plain_xiangqi::step(text);
            let next = board.after([from, to]);
            if text == step {
                let prey = plain_xiangqi::point(prey);
                assert!(board.may_take([from, prey], white) && next.may_take([to, prey], white), "{line}");
                withdrawals += 1;
                break;
            }
            (board, white) = (next, !white);
        }
    }
    assert_eq!(withdrawals, 15);
}

/// A random position with few pieces, in which nobody is in check.
fn position(random: &mut fastrand::Rng) -> (Plain, bool) {
    loop {
        let mut board = Plain::empty();
        board.put([random.usize(3..6), random.usize(..3)], b'K');
        board.put([random.usize(3..6), random.usize(7..10)], b'k');
        for _ in 0..random.usize(3..10) {
            let piece = random.choice(b"RRCCNNrrccnnPpAaBb".iter().copied()).unwrap();
            let (far, own) = (random.usize(3..10), piece.is_ascii_uppercase());
            let file = random.usize(..9);
            let square = match piece.to_ascii_uppercase() {
                b'P' => [file, if own { far } else { 9 - far }],
                b'A' => [4, if own { 1 } else { 8 }],
                b'B' => [2 + 4 * (file % 2), if own { 0 } else { 9 }],
                _ => [file, random.usize(..10)],
            };
            if board.at(square) == b'.' {
                board.put(square, piece);
            }
        }
        if !board.is_in_check(true) && !board.is_in_check(false) {
            return (board, random.bool());
        }
    }
}

/// A random game that repeats its first position twice, often with chases: its moves go to and fro.
fn repeating(random: &mut fastrand::Rng) -> Option<Vec<Play>> {
    let (start, white) = position(random);
    let mut plays = vec![Play { board: start, white, step: None }];
    let length = if random.u8(..4) == 0 { 2 } else { 1 };
    let mut steps: Vec<Step> = Vec::new();
    for ply in 0..2 * length {
        let last = plays.last()?;
        let quiet: Vec<Step> =
            last.board.legal(last.white).into_iter().filter(|&step| last.board.at(step[1]) == b'.').collect();
        let prey = if ply == 0 { Vec::new() } else { last.board.gains(!last.white) };
        let is_wanted = |&&step: &&Step| match ply % 2 {
            0 => !last.board.after(step).gains(last.white).is_empty(),
            _ => prey.contains(&step[0]),
        };
        let wanted: Vec<Step> = quiet.iter().filter(is_wanted).copied().collect();
        let step = random.choice(if wanted.is_empty() { &quiet } else { &wanted }).copied()?;
        steps.push(step);
        let next = Play { board: last.board.after(step), white: !last.white, step: Some(step) };
        plays.push(next);
    }
    let back = |[from, to]: Step| [to, from];
    let returns: Vec<Step> =
        (0..length).rev().flat_map(|turn| [back(steps[2 * turn]), back(steps[2 * turn + 1])]).collect();
    steps.extend(returns);
    for &step in steps.iter().cycle().skip(2 * length).take(6 * length) {
        let last = plays.last()?;
        if !last.board.legal(last.white).contains(&step) {
            return None;
        }
        let next = Play { board: last.board.after(step), white: !last.white, step: Some(step) };
        plays.push(next);
    }
    Some(plays)
}

/// The rule is read twice: by counts that positions carry along, and by going through the repetition move by move on plain
/// boards, on which every move is made to see what answers it.
#[test]
fn a_second_reading_of_the_rule_agrees() {
    let mut random = fastrand::Rng::with_seed(53);
    let (mut games, mut decided) = (0, 0);
    while games < 4000 {
        let Some(plays) = repeating(&mut random) else { continue };
        let fen = format!("{} {} - - 0 1", plays[0].board.fen(), if plays[0].white { 'w' } else { 'b' });
        let moves: Vec<String> = plays.iter().filter_map(|play| play.step).map(text).collect();
        let expected = judged(&plays);
        let found = verdict(&fen, &moves.join(" ")).map(|outcome| outcome.score());
        assert_eq!(found, Some(expected), "{fen} {}", moves.join(" "));
        games += 1;
        decided += usize::from(expected != "1/2-1/2");
    }
    assert!(decided > 80, "{decided} of {games} games are decided");
}

/// Boards are drawn with these: two palaces, and the halves that the elephants never leave, between which the river is.
#[test]
fn the_board_has_palaces_and_a_river() {
    helgi_variants::install_library();
    let zones = |game: &str| GameId::named(game).unwrap().info().zones;
    assert_eq!(
        zones("xiangqi"),
        [[(0, 0), (8, 4)], [(0, 5), (8, 9)], [(3, 0), (5, 2)], [(3, 7), (5, 9)]],
        "halves and palaces"
    );
    assert_eq!(zones("kingofthehill"), [] as [[(u8, u8); 2]; 0]);
}
