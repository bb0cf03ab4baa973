//! One game of a live match, move by move.

use super::views::{Pairing, Thought, Times, ending, milliseconds, thought, times};
use super::{Heard, Wall};
use helgi_desk::ending::GameEnd;
use helgi_desk::scene::{self, Scene, SceneStep, side_name};
use helgi_protocol::notation::WireMove;
use helgi_rules::{AnyPosition, Game as _, Position, notation, readable};
use serde::Serialize;

/// The most moves shown of an engine's line.
const LONGEST: usize = 8;

/// A game move by move.
#[derive(Clone, Serialize, Debug)]
pub struct LiveSheet {
    /// The players and the variant.
    #[serde(flatten)]
    pub pairing: Pairing,
    /// The position at the start.
    pub start: Scene,
    /// Number of half-moves that are not sent since they are known.
    pub from: usize,
    /// The others.
    pub moves: Vec<SheetLine>,
    /// The lines that White and Black expect, as moves from their last own one on.
    pub lines: [Vec<String>; 2],
    /// The clocks.
    pub times: Times,
    /// The ending.
    pub ending: Option<GameEnd>,
}

/// A move of a sheet.
#[derive(Clone, Serialize, Debug)]
pub struct SheetLine {
    /// Its step.
    #[serde(flatten)]
    pub step: SceneStep,
    /// The side that made it.
    pub side: &'static str,
    /// The number of the move, from 1.
    pub number: u32,
    /// The engine's report; `None` for moves of the opening.
    pub thought: Option<Thought>,
    /// The engine's time, in milliseconds.
    pub time: Option<u64>,
    /// Both clocks after it, in milliseconds.
    pub clocks: [Option<u64>; 2],
    /// The piece that is in check afterwards, and the pieces that give it.
    pub check: Option<(String, Vec<String>)>,
}

impl Wall {
    /// A game move by move, but for the first `from` half-moves; `None` if it is not there.
    pub fn sheet(&self, number: usize, from: usize) -> Option<LiveSheet> {
        let state = self.lock();
        let game = state.games.get(&number)?;
        let (variant, fen) = (game.fixture.variant, game.opening.fen.clone());
        let (book, moves) = (game.opening.moves.clone(), game.moves.clone());
        let (lines, since) = (game.lines.clone(), game.turned.elapsed());
        let (pairing, ending, clocks) = (self.pairing(game), ending(game), self.clocks(game));
        // The rules run without the lock, for which the match waits.
        drop(state);
        let heard = book.iter().map(|text| (text.as_str(), None));
        let heard = heard.chain(moves.iter().map(|heard| (&*heard.text, Some(heard))));
        let start = variant.parse(&fen).ok()?;
        let (mut position, mut sent) = (start.clone(), Vec::new());
        let mut expects = [Vec::new(), Vec::new()];
        for (ply, (text, heard)) in heard.enumerate() {
            for ((first, line), expected) in lines.iter().zip(&mut expects) {
                // Read from the position in which the engine expected it.
                if *first == ply {
                    *expected = readable_line(&position, line);
                }
            }
            let Ok(legal) = notation::read(&position, text) else { break };
            let before = (ply >= from).then(|| position.clone());
            position.play(legal);
            sent.extend(before.map(|before| line(&before, scene::step(&before, legal), heard, &position)));
        }
        let times = times(clocks, since, &position, ending.is_some());
        let start = Scene::of(&start);
        Some(LiveSheet { pairing, start, from, moves: sent, lines: expects, times, ending })
    }
}

fn line(before: &AnyPosition, step: SceneStep, heard: Option<&Heard>, after: &AnyPosition) -> SheetLine {
    let thought = |heard: &Heard| Some(thought(before, heard.side, heard.score?, heard.depth));
    let outline = after.outline();
    let checkers = || after.checkers().into_iter().map(|square| outline.name(square)).collect();
    SheetLine {
        step,
        side: side_name(before.side()),
        number: before.turn().fullmove.into(),
        thought: heard.and_then(thought),
        time: heard.map(|heard| milliseconds(heard.time)),
        clocks: heard.map_or([None, None], |heard| heard.clocks.map(|clock| clock.map(milliseconds))),
        check: scene::checked(after).map(|square| (square, checkers())),
    }
}

/// A line of an engine, as far as it is one by the rules.
fn readable_line(position: &AnyPosition, line: &[WireMove]) -> Vec<String> {
    let mut place = position.clone();
    let mut words = Vec::new();
    for text in line.iter().take(LONGEST) {
        let Ok(legal) = notation::read(&place, &text.to_string()) else { break };
        words.push(readable::write(&place, legal, readable::Style::San));
        place.play(legal);
    }
    words
}
