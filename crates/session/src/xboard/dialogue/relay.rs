//! Two sessions that ponder in one match of XBoard's. Their lines and the ends of their searches come in
//! any possible order: repairs arrive while the other one ponders, after a hit as after a miss, or with the
//! announcement of a new game.
//!
//! A game is played by random moves, often ones that need repairs, and the waiting side guesses
//! every other one right. One seed is one order, whatever the machine does.

use super::Session;
use crate::event_loop::{self, ProtocolSession};
use crate::options::Options;
use crate::output::SessionOutput;
use fastrand::Rng;
use helgi_engine::search::{Control, Engine, Limits, SearchEvent, SearchReport};
use helgi_rules::board::Move;
use helgi_rules::games::GameId;
use helgi_rules::{AnyPosition, Game, History, Position};
use helgi_xboard::testing::{Gui, LONGEST, needs_repairs, positions, shown_games, wanted_games};
use helgi_xboard::{LetterTable, XBoardGame};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::AddAssign;
use std::rc::Rc;
use std::thread;
use std::time::Instant;

/// The games of each kind of board in the tests of every day.
const FEW: u64 = 3;

/// Number of moves looked at for one that needs repairs.
const TRIES: usize = 6;

/// A player by chance: the same position and the same depth give the same move. The answer that it expects is
/// the one that such a player gives, or another.
fn play_by_chance(
    engine: &mut Engine,
    position: &AnyPosition,
    history: &History,
    limits: &Limits,
    control: &Control,
    on_event: &mut (dyn FnMut(SearchEvent) + Send),
) -> SearchReport {
    let seed = u64::from(limits.depth.unwrap_or(0));
    let best = choose(position, seed);
    let ponder = best.and_then(|best| {
        let after = position.after(best);
        let mut rng = Rng::with_seed(after.key() ^ seed);
        if rng.bool() { choose(&after, seed) } else { rng.choice(after.legal_moves()) }
    });
    // The search is there for its end, which comes when it may come.
    let limits = Limits { depth: Some(1), search_moves: best.into_iter().collect(), ..limits.clone() };
    let report = engine.search_any(position, history, &limits, control, on_event);
    SearchReport { best, ponder, ..report }
}

/// The type of [`play_by_chance`].
type ByChance = fn(
    &mut Engine,
    &AnyPosition,
    &History,
    &Limits,
    &Control,
    &mut (dyn FnMut(SearchEvent) + Send),
) -> SearchReport;

/// One of the legal moves, more often one that XBoard does not show right by itself.
fn choose(position: &AnyPosition, seed: u64) -> Option<Move> {
    let mut rng = Rng::with_seed(position.key().wrapping_add(seed));
    let moves = position.legal_moves();
    let tried: Vec<Move> = (0..TRIES).filter_map(|_| rng.choice(&moves).copied()).collect();
    let table = LetterTable::new(position.info()).ok()?;
    let special = tried.iter().copied().find(|&played| needs_repairs(position, played, &table));
    let special = special.filter(|_| !table.is_known());
    special.or(tried.first().copied())
}

/// The output of a session, for XBoard to read.
#[derive(Clone, Default)]
struct Pipe(Rc<RefCell<Vec<u8>>>);

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// One of the two engines, and the lines on their way to it and from it.
struct Seat {
    session: Session<Pipe, ByChance>,
    pipe: Pipe,
    told: VecDeque<String>,
    said: VecDeque<String>,
}

impl Seat {
    fn new() -> Self {
        let pipe = Pipe::default();
        let options = Options { hash: 1, ..Options::default() };
        let session =
            Session::new(SessionOutput::new(pipe.clone()), options, play_by_chance as ByChance).unwrap();
        let told = VecDeque::from(["accepted highlight".to_owned()]);
        Seat { session, pipe, told, said: VecDeque::new() }
    }

    fn send(&mut self, lines: &[&str]) {
        self.told.extend(lines.iter().map(|&line| line.to_owned()));
    }

    /// Lets the session react to its last input.
    fn settle(&mut self) {
        self.session.settle().unwrap();
        let text = String::from_utf8(std::mem::take(&mut *self.pipe.0.borrow_mut())).unwrap();
        self.said.extend(text.lines().map(str::to_owned));
    }

    /// Lets the session read the next line.
    fn receive(&mut self) {
        let line = self.told.pop_front().unwrap();
        assert!(self.session.handle_line(&line, Instant::now()).unwrap().is_continue());
        self.settle();
    }

    /// Returns true if there is a search that ends by itself.
    fn is_ending(&mut self) -> bool {
        self.session.worker.is_busy()
            && self.session.worker.job().is_some_and(|job| {
                job.facts.is_stale || !matches!(job.facts.work, super::state::Work::Ponder(_))
            })
    }

    /// The search ends.
    fn end(&mut self) {
        let messages = self.session.worker.messages();
        while self.session.worker.is_busy() {
            event_loop::relay(&mut self.session, messages.recv().unwrap()).unwrap();
        }
        self.settle();
    }

    fn board(&self) -> &XBoardGame {
        &self.session.board
    }

    /// Returns true if it is about to receive that its expected move has been played, with repairs to follow.
    fn is_pondering(&self) -> bool {
        self.session
            .worker
            .job()
            .is_some_and(|job| matches!(job.facts.work, super::state::Work::Ponder(_)) && !job.facts.is_stale)
    }
}

/// Counts of events.
#[derive(Clone, Copy, Default, Debug)]
struct Counts {
    moves: usize,
    /// Half-moves that came after the one that was the move.
    repairs: usize,
    /// The repairs that came to a session while it had something to ponder.
    met_pondering: usize,
    hits: usize,
    misses: usize,
    results: usize,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.moves += other.moves;
        self.repairs += other.repairs;
        self.met_pondering += other.met_pondering;
        self.hits += other.hits;
        self.misses += other.misses;
        self.results += other.results;
    }
}

/// A match in XBoard, of which one game is played after the other by the same two sessions.
struct Match {
    game: GameId,
    seats: [Seat; 2],
    /// `None` in games that XBoard knows by itself.
    gui: Option<Gui>,
    rng: Rng,
    /// True while nobody has moved yet, and the second one has not been told to go.
    is_first: bool,
    result: Option<String>,
    counts: Counts,
}

impl Match {
    fn new(game: GameId) -> Self {
        Match {
            game,
            seats: [Seat::new(), Seat::new()],
            gui: None,
            rng: Rng::with_seed(0),
            is_first: true,
            result: None,
            counts: Counts::default(),
        }
    }

    /// Plays a game; it ends by the rules, or somewhere.
    fn play(&mut self, start: &AnyPosition, seed: u64) {
        self.rng = Rng::with_seed(seed);
        self.begin(start, seed);
        let weights = [(); 3].map(|()| if self.rng.bool() { 1 } else { 12 });
        let longest = if self.rng.u8(..4) == 0 { self.rng.usize(1..LONGEST) } else { LONGEST };
        self.counts = Counts::default();
        while self.result.is_none() && self.counts.moves < longest {
            assert!(self.step(weights), "nobody has anything to say\n{}", self.place(seed));
        }
        if self.result.is_some() {
            self.counts.results += 1;
            while self.step(weights) {}
            let [one, other] = [0, 1].map(|number| self.seats[number].board());
            assert_eq!(one.position(), other.position(), "{}", self.place(seed));
        }
        self.seats.iter_mut().for_each(|seat| seat.send(&["result * {the end}", "force"]));
    }

    /// The seats before a game, in the order in which they have the move.
    fn begin(&mut self, start: &AnyPosition, seed: u64) {
        let table = LetterTable::new(self.game.info()).unwrap();
        let variant = table.variant();
        for seat in &mut self.seats {
            seat.send(&["new", "random", &format!("variant {variant}"), "hard", "easy", "hard"]);
            seat.send(&["level 0 5 3", &format!("sd {}", seed + 1)]);
            while !seat.told.is_empty() {
                seat.receive();
            }
            // Lines still on their way from the game before are ignored: XBoard waits for a `pong`.
            while seat.is_ending() {
                seat.end();
            }
            seat.said.clear();
            seat.session.board.begin_at(start);
        }
        self.gui = (!LetterTable::new(self.game.info()).unwrap().is_known())
            .then(|| Gui::new(self.seats[0].board()));
        (self.is_first, self.result) = (true, None);
        let [first, second] = &mut self.seats;
        if self.rng.bool() {
            std::mem::swap(first, second);
        }
        first.send(&["force", "computer", "name helgi"]);
        second.send(&["force", "computer", "name helgi"]);
        first.send(&["time 30000", "otim 30000", "go"]);
    }

    /// Lets one of the possible things happen; false if there is none.
    fn step(&mut self, [hearing, ending, relaying]: [usize; 3]) -> bool {
        let mut chances: Vec<(usize, usize)> = Vec::new();
        for (number, seat) in self.seats.iter_mut().enumerate() {
            let events = [
                (hearing, !seat.told.is_empty()),
                (ending, seat.is_ending()),
                (relaying, !seat.said.is_empty()),
            ];
            for (kind, (weight, _)) in events.into_iter().enumerate().filter(|(_, (_, can))| *can) {
                chances.extend(std::iter::repeat_n((number, kind), weight));
            }
        }
        let Some((number, kind)) = self.rng.choice(chances) else { return false };
        match kind {
            0 => self.receive(number),
            1 => self.seats[number].end(),
            _ => self.relay(number),
        }
        true
    }

    fn receive(&mut self, number: usize) {
        let seat = &mut self.seats[number];
        let is_move = ["usermove ", "setboard "].iter().any(|word| seat.told[0].starts_with(word));
        let (played, was_pondering) = (seat.board().played(), seat.is_pondering());
        seat.receive();
        if is_move && seat.board().played() > played {
            let is_hit = was_pondering && seat.session.worker.job().is_some_and(|job| !job.facts.is_stale);
            self.counts.moves += 1;
            self.counts.hits += usize::from(is_hit);
            self.counts.misses += usize::from(was_pondering && !is_hit);
        } else if is_move {
            self.counts.repairs += 1;
            self.counts.met_pondering += usize::from(was_pondering);
        }
    }

    /// XBoard reads the next line of an engine.
    fn relay(&mut self, number: usize) {
        let line = self.seats[number].said.pop_front().unwrap();
        if self.result.is_some() {
            // The engine has not yet read it.
            return;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let (speaker, other) = match &mut self.seats {
            [first, second] if number == 0 => (first, second),
            [first, second] => (second, first),
        };
        match word {
            "move" => {
                let told = match &mut self.gui {
                    Some(gui) => gui.relay(rest, speaker.board()),
                    None => Some(format!("usermove {rest}")),
                };
                let Some(told) = told else { return };
                other.send(&["time 30000", "otim 30000", &told]);
                if std::mem::take(&mut self.is_first) {
                    other.send(&["go"]);
                }
            }
            "1-0" | "0-1" | "1/2-1/2" => {
                let is_right = self.gui.as_ref().is_none_or(|gui| gui.shows(speaker.board()));
                self.result = Some(line);
                assert!(is_right, "the end before the board is right\n{}", self.place(0));
            }
            "#" if !rest.contains("error") => {}
            _ => panic!("{line}\n{}", self.place(0)),
        }
    }

    /// Describes the state of the game for a person.
    fn place(&self, seed: u64) -> String {
        let one = |seat: &Seat| {
            let position = seat.board().position();
            format!("{:?} told {:?} said {:?}", position.map(AnyPosition::fen), seat.told, seat.said)
        };
        let shown = self.gui.as_ref().map(Gui::to_string);
        format!(
            "{:?} {seed} {:?}: {shown:?}\n{}\n{}",
            self.game,
            self.result,
            one(&self.seats[0]),
            one(&self.seats[1])
        )
    }
}

/// `HELGI_RELAY_GAMES=300` in the environment plays this many games of each game; without it, a few of them.
#[test]
fn two_copies_that_ponder_understand_each_other() {
    let games = wanted_games(FEW);
    thread::scope(|scope| {
        for game in shown_games().chain([GameId::FISCHERANDOM]) {
            scope.spawn(move || {
                let is_known = LetterTable::new(game.info()).unwrap().is_known();
                let starts = if is_known { Vec::new() } else { positions(game) };
                let mut all = Match::new(game);
                let mut total = Counts::default();
                for seed in 0..games {
                    let start = Rng::with_seed(seed).choice(&starts).cloned();
                    all.play(&start.unwrap_or_else(|| game.start()), seed);
                    total += all.counts;
                }
                assert!(total.hits > 0 && total.misses > 0, "{game:?} {total:?}");
            });
        }
    });
}
