//! Random games on XBoard's board: every move is entered, understood, shown and taken back.

mod relay;
mod walk;

use super::testing::{Gui, LONGEST, positions, shown_games, wanted_games};
use super::*;
use fastrand::Rng;
use helgi_protocol::notation::WireSquare;

/// The games of the library whose hands XBoard fills.
const FILLED: [&str; 9] =
    ["loop", "chessgi", "capahouse", "shogi", "minishogi", "judkins", "gorogoro", "dobutsu", "mansindam"];

/// The games of the library in which kings castle onto their rooks, or pieces come from the hand with the moves of others.
const GATED: [&str; 2] = ["seirawan960", "caparandom"];

/// The games of the library in which walls are built.
const WALLED: [&str; 9] = [
    "duck",
    "amazons",
    "amazons6",
    "isolation",
    "isolation7x7",
    "snailtrail",
    "joust",
    "atlantis",
    "petrified",
];

/// The games that XBoard can show, some from files among them.
fn tested_games() -> impl Iterator<Item = GameId> {
    helgi_variants::install_library();
    let from_files =
        FILLED.into_iter().chain(WALLED).chain(GATED).map(|name| GameId::named(name).expect(name));
    shown_games().chain(from_files)
}

/// Positions of a game from all its phases.
fn beginnings(game: GameId) -> Vec<AnyPosition> {
    if GameId::BUILT_IN.contains(&game) {
        return positions(game);
    }
    let mut rng = Rng::with_seed(11);
    let mut found = vec![game.start()];
    for plies in [8, 16, 30, 50, 80] {
        let mut line = Line::new(game.start());
        for _ in 0..plies {
            let Some(&played) = rng.choice(&line.present().legal_moves()) else { break };
            line.play(played);
            if line.verdict().is_some() {
                line.undo();
                break;
            }
        }
        found.push(line.present().clone());
    }
    found
}

const GAMES: u64 = 3;
const PLIES: usize = 60;

/// One of the legal moves, more often one that is entered in an unusual way.
fn pick(board: &mut XBoardGame, rng: &mut Rng) -> Option<EnteredMove> {
    let entries = board.entries();
    let is_special = |entry: &&EnteredMove| match &entry.entered {
        XBoardPly::Path { squares, letter } => letter.is_some() || squares.len() > 2,
        ply => *ply != XBoardPly::Pass,
    };
    let special: Vec<&EnteredMove> = entries.iter().filter(is_special).collect();
    let from = if rng.bool() && !special.is_empty() { special } else { entries.iter().collect() };
    rng.choice(from).cloned()
}

/// Makes the mouse actions that the marks allow, and returns the text that XBoard sends then.
fn click(board: &mut XBoardGame, entry: &EnteredMove) -> String {
    let XBoardPly::Path { squares, letter } = &entry.entered else {
        return board.for_gui(&entry.entered.to_string());
    };
    let name = |board: &XBoardGame, square: &WireSquare| board.for_gui(&square.to_string());
    if entry.played.gate().is_some() {
        // The piece that comes is taken up first, beside the board, then the one that leaves.
        let held = board.lift("z9").expect("there is a position");
        assert!(!held.contains(['C', 'B', 'M', 'R', 'Y']), "{held} for {}", entry.entered);
        let marks = board.lift(&name(board, &squares[0])).expect("there is a position");
        assert!(marks.contains(['Y', 'R']), "{marks} for {}", entry.entered);
        assert_eq!(board.put(&name(board, squares.last().unwrap())), None);
        return board.for_gui(&entry.entered.to_string());
    }
    let mut chosen = None;
    for leg in squares.windows(2) {
        let (from, to) = (name(board, &leg[0]), name(board, &leg[1]));
        let marks = board.lift(&from).expect("there is a position");
        assert!(marks.contains(['C', 'B', 'M', 'R', 'Y']), "{marks} for {from} of {:?}", entry.entered);
        chosen = board.put(&to);
    }
    let text = board.for_gui(&XBoardPly::path(squares.clone(), None).to_string());
    match (chosen, letter) {
        (None, None) => text,
        // XBoard offers both forms of a piece.
        (None, Some(PROMOTED)) => format!("{text}+"),
        (None, Some(letter)) => panic!("{text} becomes {letter}, and nobody asks"),
        (Some(letters), wanted) => {
            let own = board.truth_of_game().letter(squares[0]).unwrap().1;
            let wanted = wanted.map_or(own, |letter| letter.to_ascii_uppercase());
            assert!(letters.contains(wanted), "{text}: {letters} without {wanted}");
            format!("{text}{}", wanted.to_ascii_lowercase())
        }
    }
}

#[test]
fn every_move_can_be_clicked_and_is_shown_right() {
    for game in tested_games() {
        for seed in 0..GAMES {
            let mut rng = Rng::with_seed(seed);
            let mut board = XBoardGame::new(game, true).unwrap();
            for _ in 0..PLIES {
                let Some(entry) = pick(&mut board, &mut rng) else { break };
                if entry.wire == WireMove::Pass {
                    let passed = board.record.screen().map(XBoardModel::passed);
                    assert!(passed.is_none_or(|passed| passed.side() != board.side().unwrap()));
                }
                let text = click(&mut board, &entry);
                let heard = board.read_entry(&text, Repairs::Ours);
                match heard {
                    Ok(EnteredPly::Move(played)) => assert_eq!(played, entry.played, "{game:?} {text}"),
                    Ok(EnteredPly::Question(moves)) => {
                        assert!(moves.contains(&entry.played), "{game:?} {text}: {moves:?}");
                        let answer = board.text(entry.played);
                        assert_eq!(board.answer(&answer, Repairs::Ours), Ok(entry.played));
                    }
                    other => panic!("{game:?} {text} {other:?}"),
                }
                board.repair();
                assert!(!board.is_unfinished(), "{game:?} {text}: {:?}", board.record.screen());
            }
        }
    }
}

#[test]
fn victims_come_into_the_hand_as_in_the_game() {
    helgi_variants::install_library();
    for (name, moves, after) in [
        (
            "capahouse",
            "e2e4 a7a6 e4e5 d7d5 e5d6",
            "rnabqkbcnr/1pp1pppppp/p2P6/10/10/10/PPPP1PPPPP/RNABQKBCNR[P] b",
        ),
        (
            "chessgi",
            "e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 g1f3 a5a4 P@g1",
            "rnbqkbnr/1pp1pppp/3P4/8/p7/5N2/PPPP1PPP/RNBQKBPR[] b",
        ),
        (
            "capahouse",
            "a2a4 b7b5 a4b5 j7j6 b5b6 j6j5 b6a7 j5j4 a7b8q a8b8",
            "1rabqkbcnr/2ppppppp1/10/10/9p/10/1PPPPPPPPP/RNABQKBCNR[NPPp] w",
        ),
    ] {
        let game = GameId::named(name).unwrap();
        let mut board = XBoardGame::new(game, true).unwrap();
        let mut gui = Gui::new(&board);
        for text in moves.split(' ') {
            let played = board.find(text).unwrap_or_else(|| panic!("{name}: {text}"));
            for line in board.announce(played, Repairs::Ours).unwrap() {
                gui.relay(&line, &board);
            }
            assert!(gui.shows(&board) && gui.is_tracked_by(&board), "{name}: {text}\n{gui}");
        }
        let shown = board.position().unwrap().fen().replace('~', "");
        assert!(shown.starts_with(after), "{name}: {shown}");
    }
    // A position that is loaded has no history.
    let mut board = XBoardGame::new(GameId::named("loop").unwrap(), true).unwrap();
    board.set_up("4k3/8/8/2Pp4/8/8/8/4K3[] w - d6 0 1").unwrap();
    assert_eq!(board.find("c5d6"), None);
}

#[test]
fn walls_are_pieces_that_xboard_moves_and_drops() {
    helgi_variants::install_library();
    for (name, moves) in [
        // The side to move places the duck; the other side's turn comes after it has been moved.
        ("duck", "e2e4,e4e5:e2e5,e5e4,o@e5,@@@@ d7d5,d5d4:d7d4,d4d5,@@@@,e5d4"),
        ("amazons6", "a4a2,a2a4:a4a2,o@a4,@@@@ d6d4,d4d6:d6d4,O@d6,@@@@ a2b2,b2d2:a2d2,d2b2,o@d2,@@@@"),
        ("snailtrail", "a1b2,b2a1:a1b2,o@a1,@@@@"),
        ("atlantis", "a2a3:a2a3 *@h4:o@h4"),
    ] {
        let mut board = XBoardGame::new(GameId::named(name).unwrap(), true).unwrap();
        let mut gui = Gui::new(&board);
        for text in moves.split(' ') {
            let (text, lines) = text.split_once(':').unwrap();
            let played = board.find(text).unwrap_or_else(|| panic!("{name}: {text}"));
            let said = board.announce(played, Repairs::Ours).unwrap();
            for line in &said {
                gui.relay(line, &board);
            }
            assert_eq!(said.join(",").replace(",,", ","), lines, "{name}: {text}");
            assert!(gui.shows(&board) && gui.is_tracked_by(&board), "{name}: {text}\n{gui}");
        }
    }
}

#[test]
fn forms_are_promoted_and_written_as_xboard_does() {
    helgi_variants::install_library();
    let game = GameId::named("minishogi").unwrap();
    let mut board = XBoardGame::new(game, true).unwrap();
    board.set_up("4k/2P2/2r2/1R3/K1+P2[] w - - 0 1").unwrap();
    assert_eq!(board.lift("b2").as_deref(), Some("1M3/1Y3/1Y3/Y1YYY/1Y3"));
    // XBoard offers both itself.
    assert_eq!(board.put("b5"), None);
    assert_eq!(board.lift("c4").as_deref(), Some("2B2/5/5/5/5"));
    assert_eq!(board.put("c5").as_deref(), Some("+"));
    let heard = board.read_entry("c4c5+", Repairs::Ours);
    assert!(matches!(heard, Ok(EnteredPly::Move(_))), "{heard:?}");
    assert_eq!(Gui::new(&board).to_string(), "2+P1k/5/2r2/1R3/K1+P2 b - - 0 1");
    let played = board.find("c3c1+").unwrap();
    assert_eq!(board.announce(played, Repairs::Ours), Ok(vec!["c3c1+".to_owned()]));
    assert_eq!(board.position().unwrap().fen(), "2+P1k/5/5/1R3/K1+r2[p] w - - 0 2");
}

#[test]
fn taking_everything_back_leads_to_the_start() {
    for game in tested_games() {
        let mut rng = Rng::with_seed(7);
        let mut board = XBoardGame::new(game, true).unwrap();
        let start = board.position().cloned();
        let mut sent = 0;
        for _ in 0..30 {
            let Some(entry) = pick(&mut board, &mut rng) else { break };
            let said = board.announce(entry.played, Repairs::Ours).unwrap();
            sent += said.iter().filter(|line| !line.ends_with(',')).count();
        }
        assert!(!board.take_back(sent + 1, None));
        for _ in 0..sent {
            assert!(board.take_back(1, None));
        }
        assert_eq!(board.position(), start.as_ref(), "{game:?}");
        assert!(!board.is_unfinished());
    }
}

#[test]
fn after_a_refused_position_there_is_none() {
    for game in [GameId::CHESS, GameId::TAVRELI] {
        let mut board = XBoardGame::new(game, true).unwrap();
        let played = board.legal()[0];
        board.announce(played, Repairs::Ours).unwrap();
        assert!(board.set_up("8/8 w - - 0 1").is_err());
        assert!(board.line().is_none() && board.side().is_none() && board.outcome().is_none(), "{game:?}");
        assert!(
            board.legal().is_empty()
                && board.find("e7e5").is_none()
                && board.meant("e7e5").unwrap().is_empty()
        );
        assert_eq!(board.read_entry("e7e5", Repairs::Ours), Err(EntryError::NoPosition));
        assert!(board.lift("e7").is_none() && !board.take_back(1, None));
        assert!(board.set_up(game.info().start).is_ok());
        assert_eq!(board.position(), Some(&game.start()), "{game:?}");
    }
}

#[test]
fn a_supposed_move_is_undone() {
    for game in tested_games() {
        let mut board = XBoardGame::new(game, true).unwrap();
        let start = board.position().cloned();
        for played in board.legal() {
            let seen = board.suppose(played, |line| line.present().clone());
            assert_eq!(seen, Ok(game.start().after(played)), "{game:?}");
        }
        assert_eq!((board.position(), board.played()), (start.as_ref(), 0), "{game:?}");
        assert_eq!(board.line().unwrap().history().earlier_occurrences(&game.start()), 0, "{game:?}");
    }
}
