//! A user who plays with the mouse, changes its mind with a piece in hand, and retracts moves, against the engine.

use super::*;
use std::thread;

/// The walks for each game in the tests of every day.
const FEW: u64 = 12;

/// The most actions of the user and the engine in a walk, moves and retractions.
const LONGEST: usize = 50;

/// The percentage of its turns at which the user takes its last move back.
const RETRACTIONS: u32 = 30;

/// XBoard with one engine and its user.
struct UserGame {
    board: XBoardGame,
    gui: Gui,
    /// XBoard's board before each of its half-moves.
    history: Vec<Gui>,
    user: Side,
    rng: Rng,
}

impl UserGame {
    /// The engine sends moves.
    fn send(&mut self, lines: &[String]) {
        for line in lines {
            let before = self.gui.clone().without_legs();
            if self.gui.relay(line, &self.board).is_some() {
                self.history.push(before);
            }
        }
    }

    /// XBoard's `remove`, and the engine's reply.
    fn retract(&mut self) -> String {
        let before = self.history.len() - 2;
        self.gui = self.history[before].clone();
        self.history.truncate(before);
        assert!(self.board.take_back(2, Some(self.user)));
        let lines = self.board.repair();
        self.send(&lines);
        format!("remove {lines:?}")
    }

    /// The user makes a move, perhaps after another one that it has thought better of.
    fn make(&mut self, entry: &EnteredMove) -> String {
        if self.rng.u8(..3) == 0
            && let Some(other) = pick(&mut self.board, &mut self.rng)
        {
            self.begin(&other);
        }
        let text = click(&mut self.board, entry);
        let ply: XBoardPly = self.board.in_dialect(&text).parse().unwrap();
        let told = self.gui.told(&ply, &self.board);
        self.history.push(self.gui.clone());
        self.gui.make(&ply);
        let heard = match told.split_once(' ').unwrap() {
            ("usermove", text) => self.board.read_entry(text, Repairs::Ours),
            (_, text) => {
                assert!(self.board.is_pass(text), "{told}");
                self.board.read_entry("@@@@", Repairs::Ours)
            }
        };
        match heard {
            Ok(EnteredPly::Move(played)) => assert_eq!(played, entry.played, "{told}"),
            Ok(EnteredPly::Question(moves)) => {
                assert!(moves.contains(&entry.played), "{told}: {moves:?}");
                let answer = self.board.text(entry.played);
                assert_eq!(self.board.answer(&answer, Repairs::Ours), Ok(entry.played));
            }
            other => panic!("{told} {other:?}"),
        }
        let lines = self.board.repair();
        self.send(&lines);
        format!("{told} {lines:?}")
    }

    /// The user begins a move, and puts the piece nowhere for good.
    fn begin(&mut self, entry: &EnteredMove) {
        let XBoardPly::Path { squares, .. } = &entry.entered else { return };
        let legs = self.rng.usize(1..squares.len());
        for (number, square) in squares.iter().take(legs).enumerate() {
            let name = self.board.for_gui(&square.to_string());
            if number > 0 {
                assert_eq!(self.board.put(&name), None, "the way of {:?} goes on", entry.entered);
            }
            self.board.lift(&name);
            self.board.hover(&name);
        }
    }

    /// Lets one of the two act; returns the action, or `None` at the end of the game.
    fn step(&mut self) -> Option<String> {
        let is_users = self.board.side()? == self.user;
        if is_users && self.history.len() > 1 && self.rng.u32(..100) < RETRACTIONS {
            return Some(self.retract());
        }
        let entry = pick(&mut self.board, &mut self.rng)?;
        if is_users {
            return Some(self.make(&entry));
        }
        let lines = self.board.announce(entry.played, Repairs::Ours).unwrap();
        self.send(&lines);
        Some(format!("{lines:?}"))
    }
}

fn walk(game: GameId, positions: &[AnyPosition], seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let start = rng.choice(positions).unwrap();
    let mut board = XBoardGame::new(game, true).unwrap();
    board.begin_at(start);
    let user = if rng.bool() { Side::White } else { Side::Black };
    let mut play = UserGame { gui: Gui::new(&board), board, history: Vec::new(), user, rng };
    let mut done = Vec::new();
    for _ in 0..LONGEST {
        let Some(what) = play.step() else { break };
        done.push(what);
        let UserGame { gui, board, .. } = &play;
        assert!(
            gui.shows(board) && gui.is_tracked_by(board),
            "{game:?} {seed} {start:?} {done:#?}\n{gui}\n{:?}",
            board.position()
        );
    }
}

/// `HELGI_RELAY_GAMES=300` in the environment makes this many walks in each game; without it, a few of them.
#[test]
fn clicks_and_retractions_leave_the_board_right() {
    let walks = wanted_games(FEW);
    thread::scope(|scope| {
        for game in tested_games().filter(|game| !LetterTable::new(game.info()).unwrap().is_known()) {
            scope.spawn(move || {
                let positions = beginnings(game);
                (0..walks).for_each(|seed| walk(game, &positions, seed));
            });
        }
    });
}
