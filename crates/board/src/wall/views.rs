//! The page's data of a match: the standing, and the games of the wall.
//!
//! Positions are followed here, for each watcher, from the notes of the match; the match itself is
//! held up no longer than it takes to copy the moves since the last time.

use super::{Game, Wall};
use helgi_desk::analysis::score_text;
use helgi_desk::ending::GameEnd;
use helgi_desk::scene::{self, Scene, SceneStep, side_name};
use helgi_match::sprt::SprtVerdict;
use helgi_match::standing::{Faults, Meeting, SequentialTest, Standing};
use helgi_match::statistics::{Difference, Estimate, MatchScore as Results};
use helgi_match::time::EngineClock;
use helgi_protocol::info::SearchScore;
use helgi_rules::board::Side;
use helgi_rules::games::GameId;
use helgi_rules::{AnyPosition, Game as _, Position, notation};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// Scores of won positions are not compared beyond this. Unit: centipawns.
const HIGHEST: i32 = 15_000;

/// The changes since the last time.
#[derive(Clone, Serialize, Debug)]
pub struct Update {
    /// The standing of the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<Box<WallHead>>,
    /// The places of the wall at which something has happened.
    pub tiles: Vec<Tile>,
    /// The games that have been finished, the last one last.
    pub finished: Vec<FinishedGame>,
}

/// The standing of a match.
#[derive(Clone, Serialize, Debug)]
pub struct WallHead {
    /// The engines.
    pub engines: Vec<Contender>,
    /// The number of games.
    pub games: usize,
    /// Number of finished games.
    pub finished: usize,
    /// `playing`, or `complete`, `decided`, `stopped`, `failed`.
    pub state: &'static str,
    /// The error with which it has failed, if it has.
    pub why: Option<String>,
    /// The table, the best engine first.
    pub table: Vec<StandingView>,
    /// The games of each two engines.
    pub meetings: Vec<MeetingView>,
    /// The same of the first two, for each game that is played.
    pub by_game: Vec<(&'static str, GameCount)>,
    /// The difference of two engines, after their first game.
    pub difference: Option<DifferenceView>,
    /// Their pairs of games, if there are any.
    pub pairs: Option<PairsView>,
    /// The engines that have lost games other than on the board.
    pub faults: Vec<FaultsView>,
    /// The sequential test.
    pub test: Option<TestView>,
    /// Requests that were not carried out.
    pub warnings: Vec<String>,
    /// Number of finished games that can be replayed, the last ones.
    pub kept: usize,
    /// The file to which all games are written.
    pub pgn: Option<String>,
}

/// An engine.
#[derive(Clone, Serialize, Debug)]
pub struct Contender {
    /// Its name.
    pub name: String,
    /// The limits for its moves.
    pub control: ContenderControl,
}

/// The limits for the moves of an engine.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct ContenderControl {
    /// The clock, as `60+1`.
    pub clock: Option<String>,
    /// The milliseconds for each move.
    pub time: Option<u64>,
    /// The nodes for each move.
    pub nodes: Option<u64>,
    /// The depth of each search.
    pub depth: Option<u32>,
}

impl From<&EngineClock> for ContenderControl {
    fn from(control: &EngineClock) -> Self {
        ContenderControl {
            clock: control.clock.map(|clock| clock.to_string()),
            time: control.move_time.map(milliseconds),
            nodes: control.nodes,
            depth: control.depth,
        }
    }
}

/// Won, drawn and lost games.
#[derive(Clone, Copy, Serialize, Debug)]
pub struct GameCount {
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

impl From<Results> for GameCount {
    fn from(Results { wins, draws, losses }: Results) -> Self {
        GameCount { wins, draws, losses }
    }
}

/// A line of the table.
#[derive(Clone, Serialize, Debug)]
pub struct StandingView {
    /// The engine, by its place among the engines.
    pub engine: usize,
    /// Its games.
    #[serde(flatten)]
    pub count: GameCount,
    /// The points of a game on average, from 0 to 1.
    pub ratio: Option<f64>,
    /// Its advantage over those it has played, `+12.3 ± 4.5`.
    pub elo: Option<String>,
}

/// The games of two engines, from the first one's side.
#[derive(Clone, Serialize, Debug)]
pub struct MeetingView {
    /// The engines, by their place among the engines.
    pub engines: [usize; 2],
    /// The games.
    #[serde(flatten)]
    pub count: GameCount,
}

/// The state of a sequential test.
#[derive(Clone, Serialize, Debug)]
pub struct TestView {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The bound at which H0 is accepted.
    pub lower: f64,
    /// The bound at which H1 is accepted.
    pub upper: f64,
    /// The hypothesis that is accepted, `H0` or `H1`.
    pub accepted: Option<&'static str>,
}

/// The difference of two engines, from the first one's side.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct DifferenceView {
    /// In Elo, `+12.3 ± 4.5`; `None` if it cannot be computed.
    pub elo: Option<String>,
    /// The probability that the first one is stronger, from 0 to 1.
    pub superiority: f64,
    /// The share of drawn games, from 0 to 1.
    pub draws: f64,
}

/// The pairs of games with the same opening, from the first engine's side.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct PairsView {
    /// The numbers of pairs with 0, ½, 1, 1½ and 2 points.
    pub counts: [u64; 5],
    /// The normalized difference in Elo, `+12.3 ± 4.5`; `None` if it cannot be computed.
    pub normalized: Option<String>,
}

/// The games that an engine has lost other than on the board.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct FaultsView {
    /// The engine, by its place among the engines.
    pub engine: usize,
    /// It has ended or hung.
    pub crashes: usize,
    /// It was late.
    pub late: usize,
    /// It has made an illegal move or a false claim.
    pub illegal: usize,
}

/// An engine's report about its last move.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct Thought {
    /// The score for White, for people.
    pub text: String,
    /// White's expected score of the game, from 0 to 1.
    pub expected: f64,
    /// The depth of its search.
    pub depth: u32,
}

/// The players and the variant of a game.
#[derive(Clone, Serialize, Debug)]
pub struct Pairing {
    /// The number of the game, from 1.
    pub number: usize,
    /// The name of the game.
    pub variant: &'static str,
    /// White's and Black's names.
    pub names: [String; 2],
}

/// A game as it stands on the wall.
#[derive(Clone, Serialize, Debug)]
pub struct Tile {
    /// Its place, from 0.
    pub slot: usize,
    /// The players and the variant.
    #[serde(flatten)]
    pub pairing: Pairing,
    /// The number of half-moves.
    pub plies: usize,
    /// The position.
    pub scene: Scene,
    /// The last move.
    pub last: Option<SceneStep>,
    /// White's and Black's reports about their last moves.
    pub thoughts: [Option<Thought>; 2],
    /// The clocks.
    pub times: Times,
    /// The ending of the game.
    pub ending: Option<GameEnd>,
}

/// The clocks of a game.
#[derive(Clone, Serialize, Debug)]
pub struct Times {
    /// White's and Black's clocks after the last move, in milliseconds.
    pub clocks: [Option<u64>; 2],
    /// The side whose clock is running.
    pub running: Option<&'static str>,
    /// The time for which it has been running, in milliseconds.
    pub since: u64,
}

/// A game that is finished.
#[derive(Clone, Serialize, Debug)]
pub struct FinishedGame {
    /// The players and the variant.
    #[serde(flatten)]
    pub pairing: Pairing,
    /// The number of half-moves.
    pub plies: usize,
    /// The ending.
    pub ending: GameEnd,
}

/// The state that a watcher has seen.
#[derive(Debug, Default)]
pub struct Seen {
    version: u64,
    count: usize,
    tiles: BTreeMap<usize, Place>,
}

/// A game of the wall as it was seen last.
#[derive(Debug)]
struct Place {
    number: usize,
    position: AnyPosition,
    plies: usize,
    is_over: bool,
}

/// The data copied of a game of the wall.
struct Copied {
    slot: usize,
    pairing: Pairing,
    game: GameId,
    fen: String,
    plies: usize,
    /// The moves that have not been seen.
    moves: Vec<String>,
    thoughts: [Option<SearchScore>; 2],
    depths: [u32; 2],
    clocks: [Option<Duration>; 2],
    since: Duration,
    ending: Option<GameEnd>,
}

impl Wall {
    /// Returns the changes since `seen`.
    pub fn update(&self, seen: &mut Seen) -> Update {
        let state = self.lock();
        let head = (state.version != seen.version).then(|| Box::new(self.head(&state)));
        seen.version = state.version;
        // Of more games than are kept, the older ones are gone.
        let fresh = (state.count - seen.count).min(state.finished.len());
        let fresh = state.finished.iter().skip(state.finished.len() - fresh);
        let finished = fresh.filter_map(|number| self.finished(state.games.get(number)?)).collect();
        seen.count = state.count;
        let slots = state.slots.iter().enumerate();
        let copied = slots.filter_map(|(slot, number)| self.copied(slot, state.games.get(number)?, seen));
        let copied: Vec<Copied> = copied.collect();
        // The rules run without the lock, for which the match waits.
        drop(state);
        let tiles = copied.into_iter().filter_map(|copied| tile(copied, seen)).collect();
        Update { head, tiles, finished }
    }

    fn head(&self, state: &super::State) -> WallHead {
        let standing = &state.standing;
        let engines = self.settings.engines.iter();
        let engine = |it: &helgi_match::settings::EngineSettings| Contender {
            name: it.name.clone(),
            control: (&it.control).into(),
        };
        let meeting = |it: &Meeting| MeetingView { engines: it.engines, count: it.score.into() };
        let games = self.settings.variants.iter().map(|variant| variant.name());
        WallHead {
            engines: engines.map(engine).collect(),
            games: self.games,
            finished: standing.finished(),
            state: state.over.as_ref().map_or("playing", |over| over.state),
            why: state.over.as_ref().and_then(|over| over.why.clone()),
            table: standing.table().into_iter().map(row).collect(),
            meetings: standing.meetings().iter().map(meeting).collect(),
            by_game: games.zip(state.by_game.iter().map(|&results| results.into())).collect(),
            difference: difference(standing),
            pairs: pairs(standing),
            faults: faults(standing),
            test: test(standing),
            warnings: state.warnings.iter().cloned().collect(),
            kept: super::KEPT,
            pgn: self.settings.pgn.as_ref().map(|path| path.display().to_string()),
        }
    }

    pub(super) fn pairing(&self, game: &Game) -> Pairing {
        Pairing {
            number: game.fixture.number + 1,
            variant: game.fixture.variant.name(),
            names: self.names(&game.fixture),
        }
    }

    fn finished(&self, game: &Game) -> Option<FinishedGame> {
        let plies = game.opening.moves.len() + game.moves.len();
        Some(FinishedGame { pairing: self.pairing(game), plies, ending: ending(game)? })
    }

    /// Copies the data of a game of the wall; `None` if nothing has happened there.
    fn copied(&self, slot: usize, game: &Game, seen: &Seen) -> Option<Copied> {
        // Another game may have come to this place of the wall.
        let known = seen.tiles.get(&slot).filter(|place| place.number == game.fixture.number);
        let plies = game.opening.moves.len() + game.moves.len();
        let is_over = game.ending.is_some() || game.given_up;
        if known.is_some_and(|place| place.plies == plies && place.is_over == is_over) {
            return None;
        }
        let from = known.map_or(0, |place| place.plies);
        let last = |side: Side| game.moves.iter().rev().find(|heard| heard.side == side);
        Some(Copied {
            slot,
            pairing: self.pairing(game),
            game: game.fixture.variant,
            fen: game.opening.fen.clone(),
            plies,
            moves: texts(game).skip(from).map(str::to_owned).collect(),
            thoughts: Side::BOTH.map(|side| last(side)?.score),
            depths: Side::BOTH.map(|side| last(side).map_or(0, |heard| heard.depth)),
            clocks: self.clocks(game),
            since: game.turned.elapsed(),
            ending: ending(game),
        })
    }

    /// Returns both clocks, as far as there are any.
    pub(super) fn clocks(&self, game: &Game) -> [Option<Duration>; 2] {
        let engines = game.fixture.players.map(|engine| self.settings.engines.get(engine));
        let start = || engines.map(|engine| Some(engine?.control.clock?.base));
        game.moves.last().map_or_else(start, |heard| heard.clocks)
    }
}

fn row(row: helgi_match::standing::StandingRow) -> StandingView {
    StandingView {
        engine: row.engine,
        count: row.score.into(),
        ratio: row.score.ratio(),
        elo: row.difference.and_then(|difference| elo(difference.elo)),
    }
}

/// Returns the text of a difference: `12.3 ± 4.5`, or without the error.
fn elo(Estimate { value, error }: Estimate) -> Option<String> {
    let error = error.map(|error| format!(" ± {error:.1}")).unwrap_or_default();
    // What rounds to nothing has no sign.
    let value =
        value.map(|value| if value.abs() < 0.05 { "0.0".to_owned() } else { format!("{value:+.1}") })?;
    Some(format!("{value}{error}"))
}

/// The games of the only two engines.
fn only_meeting(standing: &Standing) -> Option<&Meeting> {
    match standing.meetings() {
        [meeting] => Some(meeting),
        _ => None,
    }
}

fn difference(standing: &Standing) -> Option<DifferenceView> {
    let meeting = only_meeting(standing)?;
    let found = Difference::of(&meeting.score, &meeting.pairs)?;
    let draws = meeting.score.draw_ratio()?;
    Some(DifferenceView { elo: elo(found.elo), superiority: found.superiority, draws })
}

fn pairs(standing: &Standing) -> Option<PairsView> {
    let meeting = only_meeting(standing).filter(|meeting| meeting.pairs.count() > 0)?;
    let found = Difference::of(&meeting.score, &meeting.pairs)?;
    Some(PairsView { counts: meeting.pairs.0, normalized: elo(found.normalized) })
}

fn faults(standing: &Standing) -> Vec<FaultsView> {
    let view = |engine| {
        let Faults { crashes, time_losses, illegal_moves } = standing.faults(engine);
        FaultsView { engine, crashes, late: time_losses, illegal: illegal_moves }
    };
    let has_any = |view: &FaultsView| view.crashes + view.late + view.illegal > 0;
    (0..standing.engines()).map(view).filter(has_any).collect()
}

fn test(standing: &Standing) -> Option<TestView> {
    let SequentialTest { llr, lower, upper } = standing.test()?;
    let accepted = standing.verdict().map(|verdict| match verdict {
        SprtVerdict::AcceptH0 => "H0",
        SprtVerdict::AcceptH1 => "H1",
    });
    Some(TestView { llr, lower, upper, accepted })
}

fn texts(game: &Game) -> impl Iterator<Item = &str> {
    let book = game.opening.moves.iter().map(String::as_str);
    book.chain(game.moves.iter().map(|heard| &*heard.text))
}

pub(super) fn ending(game: &Game) -> Option<GameEnd> {
    match &game.ending {
        Some((ending, _)) => Some(GameEnd::from(ending.clone())),
        None => game.given_up.then(GameEnd::given_up),
    }
}

/// A game of the wall; `None` if a position cannot be followed, which the referee would have seen.
fn tile(copied: Copied, seen: &mut Seen) -> Option<Tile> {
    let Copied { slot, pairing, game, fen, plies, moves, thoughts, depths, clocks, since, ending } = copied;
    let number = pairing.number - 1;
    let known = seen.tiles.remove(&slot).filter(|place| place.number == number);
    let mut position = match known {
        Some(place) => place.position,
        None => game.parse(&fen).ok()?,
    };
    let mut last = None;
    // The moves that are left are counted down, so that the last one is known by 0.
    for (left, text) in (0..moves.len()).rev().zip(&moves) {
        let legal = notation::read(&position, text).ok()?;
        if left == 0 {
            last = Some(scene::step(&position, legal));
        }
        position.play(legal);
    }
    let mut sides = Side::BOTH.into_iter().zip(depths);
    let thoughts = thoughts.map(|score| {
        let (side, depth) = sides.next()?;
        Some(thought(&position, side, score?, depth))
    });
    let times = times(clocks, since, &position, ending.is_some());
    let scene = Scene::of(&position);
    let is_over = ending.is_some();
    seen.tiles.insert(slot, Place { number, position, plies, is_over });
    Some(Tile { slot, pairing, plies, scene, last, thoughts, times, ending })
}

pub(super) fn times(
    clocks: [Option<Duration>; 2],
    since: Duration,
    position: &AnyPosition,
    is_over: bool,
) -> Times {
    Times {
        clocks: clocks.map(|clock| clock.map(milliseconds)),
        running: (!is_over).then(|| side_name(position.side())),
        since: milliseconds(since),
    }
}

pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Returns the report of the engine that plays `side` on a position, as White sees it.
pub(super) fn thought(position: &AnyPosition, side: Side, score: SearchScore, depth: u32) -> Thought {
    let sign = if side == Side::White { 1 } else { -1 };
    let (text, expected) = match score {
        SearchScore::Centipawns(value) => {
            // An engine's number may be any, also one that would be read as a mate.
            let value = value.clamp(-HIGHEST, HIGHEST);
            let (text, expected) = (score_text(sign * value), helgi_engine::wdl(position).expected(value));
            (text, expected)
        }
        SearchScore::Mate(moves) => {
            let is_won = moves > 0;
            // The sign says who mates: nothing for White.
            let sign = if is_won == (side == Side::White) { "" } else { "−" };
            (format!("#{sign}{}", moves.unsigned_abs()), f64::from(u8::from(is_won)))
        }
    };
    Thought { text, expected: if side == Side::White { expected } else { 1.0 - expected }, depth }
}
