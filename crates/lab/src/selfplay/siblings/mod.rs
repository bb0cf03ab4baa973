//! Siblings: positions one to three random moves beside a game, like those at the leaves of a search.
//!
//! A net that is to judge leaves has to have seen such positions: those of games are too even. Siblings are
//! quiet, neither in check nor with a capture that wins, so that a static score can be right about them.
//! They depend on the game, its number and the seed alone.

pub mod file;
mod replay;

pub use replay::{each_position, read};

use super::file::SelfPlayGame;
use super::{SelfPlayError, SelfPlayPlan, TABLE, game, player};
use crate::random::random_of;
use fastrand::Rng;
use file::{MOST_DRAWN, MOST_PLIES, Sibling, SiblingFamily};
use helgi_engine::internals::search::is_decided;
use helgi_engine::internals::search::{FullWidth, Panicked};
use helgi_engine::internals::side_by_side::side_by_side_in_order;
use helgi_engine::internals::{static_score, wins_exchange};
use helgi_engine::net::NetChoice;
use helgi_engine::search::{Control, Engine, Limits, OutOfMemory};
use helgi_rules::board::Move;
use helgi_rules::games::GameId;
use helgi_rules::{AnyPosition, Game, GenMode, History, Position, verdict};
use std::collections::HashSet;
use std::fmt;
use std::io;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// No siblings are drawn around a position with a larger score. Unit: centipawns.
const MOST_SCORE: u16 = 3_000;

/// At most this many positions are drawn for each that is wanted: many are not quiet.
const ATTEMPTS: usize = 5;

/// The source of the scores of siblings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    /// None yet: another program is to say them.
    None,
    /// The evaluation.
    Static,
    /// A search to this depth.
    Depth(u32),
    /// A search of about so many nodes, as in games of self-play.
    Nodes(u64),
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Label::None => f.write_str("none"),
            Label::Static => f.write_str("static"),
            Label::Depth(depth) => write!(f, "depth={depth}"),
            Label::Nodes(nodes) => write!(f, "nodes={nodes}"),
        }
    }
}

/// A text that is no [label](Label).
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[error("label `{0}`: expected none, static, depth=1 to 100 or nodes=1 to 100000000")]
pub struct LabelError(pub String);

impl FromStr for Label {
    type Err = LabelError;

    fn from_str(text: &str) -> Result<Label, LabelError> {
        let expected = || LabelError(text.to_owned());
        match text.split_once('=') {
            None if text == "none" => Ok(Label::None),
            None if text == "static" => Ok(Label::Static),
            Some(("depth", number)) => {
                let depth = number.parse().ok().filter(|depth| (1..=100).contains(depth));
                depth.map(Label::Depth).ok_or_else(expected)
            }
            Some(("nodes", number)) => {
                let nodes = number.parse().ok().filter(|nodes| (1..=100_000_000).contains(nodes));
                nodes.map(Label::Nodes).ok_or_else(expected)
            }
            _ => Err(expected()),
        }
    }
}

impl Label {
    fn limits(self) -> Option<Limits> {
        match self {
            Label::None | Label::Static => None,
            Label::Depth(depth) => {
                Some(Limits { depth: Some(depth), full_width: FullWidth::Never, ..Limits::new() })
            }
            Label::Nodes(nodes) => Some(game::about(nodes)),
        }
    }
}

/// The settings of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// The number around each searched position of a game.
    pub each: u16,
    /// Their scores.
    pub label: Label,
    /// The seed.
    pub seed: u64,
}

/// The games around which siblings are drawn.
pub enum Bases<'a> {
    /// Games of these numbers, played for the purpose.
    Play(SelfPlayPlan, &'a mut (dyn Iterator<Item = u32> + Send)),
    /// Games that have been played.
    Played(&'a mut (dyn Iterator<Item = io::Result<SelfPlayGame>> + Send)),
}

impl fmt::Debug for Bases<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bases::Play(plan, _) => f.debug_tuple("Play").field(plan).finish_non_exhaustive(),
            Bases::Played(_) => f.debug_tuple("Played").finish_non_exhaustive(),
        }
    }
}

/// Draws the siblings of games, by so many threads, and hands each family to `keep`, in the order of
/// the games. When `stop` is set, games and families that are not done are given up, and with them the few behind them
/// that are.
///
/// # Errors
///
/// If there is no memory or no thread, a search panics, a game is not one of the rules, or `keep` fails.
pub fn draw(
    game: GameId,
    net: &NetChoice,
    bases: Bases<'_>,
    drawing: Drawing,
    threads: usize,
    stop: &AtomicBool,
    keep: &mut dyn FnMut(SiblingFamily) -> io::Result<()>,
) -> Result<(), SelfPlayError> {
    let is_stopped = &|| stop.load(Ordering::Relaxed);
    let mut bases: Box<dyn Iterator<Item = Base> + Send + '_> = match bases {
        Bases::Play(plan, numbers) => Box::new(numbers.map(move |number| Base::Play(plan, number))),
        Bases::Played(games) => Box::new(games.map(Base::Played)),
    };
    let engines = (0..threads.max(1)).map(|_| player(net, TABLE));
    let engines = engines.collect::<Result<Vec<_>, OutOfMemory>>()?;
    let workers = engines.into_iter().map(|mut engine| {
        move |base| {
            let played = match base {
                Base::Play(plan, number) => game::play(game, &mut engine, &plan, number, is_stopped)
                    .map_err(|panicked| SelfPlayError::Panic(number, panicked))?,
                Base::Played(played) => Some(played?),
            };
            let Some(played) = played else { return Ok(None) };
            around(game, &mut engine, &played, drawing, is_stopped)
        }
    });
    let give_up = || stop.store(true, Ordering::Relaxed);
    side_by_side_in_order(workers.collect(), &mut bases, &give_up, &mut |family| Ok(keep(family)?))
}

/// A game around which siblings are drawn.
enum Base {
    Play(SelfPlayPlan, u32),
    Played(io::Result<SelfPlayGame>),
}

/// Draws the siblings of a game; `None` if it was told to stop.
fn around(
    game: GameId,
    engine: &mut Engine,
    played: &SelfPlayGame,
    drawing: Drawing,
    is_stopped: impl Fn() -> bool,
) -> Result<Option<SiblingFamily>, SelfPlayError> {
    let SelfPlayGame { number, start, plies, .. } = played;
    let refuse = |what: String| {
        let what = format!("game {number}: {what}; expected a game that `helgi datagen` wrote");
        SelfPlayError::Io(io::Error::new(io::ErrorKind::InvalidData, what))
    };
    let mut position = match start {
        Some(start) => game.parse(start).map_err(|error| refuse(error.to_string()))?,
        None => game.start(),
    };
    // What another game has left in the table would change the scores, and a family depends on its number
    // alone.
    engine.forget();
    let mut random = random_of(drawing.seed, *number);
    let mut known = HashSet::from([position.key()]);
    let mut siblings = Vec::new();
    for (ply, base) in plies.iter().enumerate().take(MOST_PLIES) {
        if is_stopped() {
            return Ok(None);
        }
        let is_open = |score: i16| score.unsigned_abs() <= MOST_SCORE && !is_decided(score.into());
        if base.score.is_some_and(is_open) {
            let mut missing = usize::from(drawing.each);
            // Each missing sibling may cost some attempts, since most drawn positions are not quiet.
            for _ in 0..ATTEMPTS * missing {
                if missing == 0 {
                    break;
                }
                let Some((sibling, drawn)) = draw_one(&position, &mut random) else { continue };
                if known.insert(sibling.key()) {
                    let score = label(engine, &sibling, drawing.label)
                        .map_err(|panicked| SelfPlayError::Panic(*number, panicked))?;
                    siblings.push(Sibling { ply: ply as u16, drawn, score });
                    missing -= 1;
                }
            }
        }
        position.try_play(base.played).map_err(|_| refuse(format!("half-move {} is not legal", ply + 1)))?;
        // A sibling may not be a position of the game either.
        known.insert(position.key());
    }
    let moves = plies.iter().take(MOST_PLIES).map(|ply| ply.played).collect();
    Ok(Some(SiblingFamily { number: *number, start: start.clone(), moves, siblings }))
}

/// Draws moves from a position; `None` if that leads to no quiet position.
fn draw_one(position: &AnyPosition, random: &mut Rng) -> Option<(AnyPosition, Vec<Move>)> {
    let mut sibling = position.clone();
    let count = random.usize(1..=MOST_DRAWN);
    let mut drawn = Vec::with_capacity(count);
    let mut moves = Vec::new();
    for _ in 0..count {
        moves.clear();
        sibling.generate(GenMode::All, &mut moves);
        let played = random.choice(&moves).copied()?;
        sibling.play(played);
        drawn.push(played);
    }
    if sibling.in_check() {
        return None;
    }
    moves.clear();
    sibling.generate(GenMode::Noisy, &mut moves);
    let is_over = verdict(&sibling, &History::starting_with(&sibling)).is_some();
    // Captures are judged by their exchange, since a static score cannot see them.
    (!is_over && !wins_exchange(&sibling, &moves)).then_some((sibling, drawn))
}

/// The score of a position for the side to move.
fn label(engine: &mut Engine, position: &AnyPosition, label: Label) -> Result<Option<i16>, Panicked> {
    let score = match label.limits() {
        Some(limits) => {
            let history = History::starting_with(position);
            engine.search_any_here(position, &history, &limits, &Control::default())?.score
        }
        None if label == Label::Static => static_score(position, engine.net_choice()),
        None => return Ok(None),
    };
    let bound = i32::from(i16::MAX);
    Ok(Some(score.clamp(-bound, bound) as i16))
}
