//! Finds the moves of the game that the half-moves of a saved game were.
//!
//! A move is one half-move, and after it come those by which the board was put right. Before a move of
//! another copy of this program there may be passes that announce which of several moves it is. The
//! meaning of a half-move is sometimes clear only from those that follow, so that every possible
//! one is tried.

use super::written::WrittenPly;
use crate::board::PASSES;
use crate::entry::{self, EnteredMove};
use crate::screen::XBoardModel;
use crate::table::LetterTable;
use helgi_protocol::xboard::XBoardPly;
use helgi_rules::AnyPosition;
use helgi_rules::board::Move;
use std::rc::Rc;

/// A move of the game and the half-moves that show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SavedMove {
    /// The move.
    pub played: Move,
    /// The first of its half-moves, from 0.
    pub first: usize,
}

/// The place where no meaning was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lost {
    /// The half-move, from 0.
    pub ply: usize,
    /// True if XBoard's board was not yet put right before it.
    pub is_unfinished: bool,
}

/// The state of a game up to a half-move.
#[derive(Clone)]
struct State {
    position: AnyPosition,
    /// The board that XBoard shows.
    screen: XBoardModel,
    /// Number of passes by which the mover has announced its move.
    passes: usize,
    /// The next half-move.
    ply: usize,
    last: Option<Rc<Made>>,
}

struct Made {
    found: SavedMove,
    before: Option<Rc<Made>>,
}

/// Number of half-moves looked at for each in the file, before the search is given up.
const EFFORT: usize = 50;

/// Finds the moves of a game.
pub fn moves(
    start: &AnyPosition,
    written: &[WrittenPly],
    table: &LetterTable,
) -> Result<Vec<SavedMove>, Lost> {
    let screen = XBoardModel::of(start, table);
    let mut lost = Lost { ply: 0, is_unfinished: false };
    let mut states = vec![State { position: start.clone(), screen, passes: 0, ply: 0, last: None }];
    // Each half-move may have several meanings, and a hostile file could have as many ways as there are combinations.
    let mut effort = EFFORT * (written.len() + 1);
    while let Some(state) = states.pop() {
        let Some(next) = written.get(state.ply) else { return Ok(state.found()) };
        let truth = XBoardModel::of(&state.position, table);
        // The furthest half-move that was reached is where the fault is likeliest.
        if state.ply >= lost.ply {
            lost = Lost { ply: state.ply, is_unfinished: state.screen != truth };
        }
        if effort == 0 {
            break;
        }
        effort -= 1;
        // Likelier states come first in the list, and are to be tried first.
        states.extend(state.goes_on(next, &truth, table).into_iter().rev());
    }
    Err(lost)
}

impl State {
    fn found(&self) -> Vec<SavedMove> {
        let made = std::iter::successors(self.last.as_deref(), |made| made.before.as_deref());
        let mut found: Vec<SavedMove> = made.map(|made| made.found).collect();
        found.reverse();
        found
    }

    /// All that a half-move may have been, the likeliest first.
    fn goes_on(&self, written: &WrittenPly, truth: &XBoardModel, table: &LetterTable) -> Vec<State> {
        let plies = written.plies(&self.screen, table);
        let mut states = Vec::new();
        if self.passes.is_multiple_of(PASSES) {
            let is_right = self.screen == *truth;
            if !is_right {
                let gone = plies.iter().filter_map(|ply| with_letter(ply, table.vanish()));
                let repairs = plies.iter().cloned().chain(gone);
                states.extend(repairs.filter_map(|ply| self.repaired(&ply, truth, table)));
            }
            if is_right || states.is_empty() {
                states.extend(self.moved(&plies, table));
            }
        }
        let announces =
            *written == WrittenPly::Pass && (self.screen == *truth || self.screen == truth.passed());
        if announces {
            let (screen, passes) = (self.screen.passed(), self.passes + 1);
            states.push(State { screen, passes, ply: self.ply + 1, ..self.clone() });
        }
        states
    }

    /// The half-move puts the board right, or does something towards that.
    fn repaired(&self, ply: &XBoardPly, truth: &XBoardModel, table: &LetterTable) -> Option<State> {
        let mut screen = self.screen.clone();
        screen.apply(ply, table);
        let is_nearer = screen.difference(truth) < self.screen.difference(truth);
        (self.passes == 0 && (*ply == XBoardPly::Pass || is_nearer)).then(|| State {
            screen,
            ply: self.ply + 1,
            ..self.clone()
        })
    }

    /// The half-move is a move of the game.
    fn moved(&self, plies: &[XBoardPly], table: &LetterTable) -> Vec<State> {
        let truth = XBoardModel::of(&self.position, table);
        let entries = entry::entries(&self.position, table);
        let number = self.passes / PASSES;
        let mut states: Vec<(Move, State)> = Vec::new();
        for (entry, shown) in plies.iter().flat_map(|ply| meant(&entries, ply, &truth, number)) {
            // Several readings of one half-move may be the same move.
            if states.iter().all(|(known, _)| *known != entry.played) {
                states.push((entry.played, self.after(entry, &shown, table)));
            }
        }
        states.into_iter().map(|(_, state)| state).collect()
    }

    fn after(&self, entry: &EnteredMove, shown: &XBoardPly, table: &LetterTable) -> State {
        let mut screen = self.screen.clone();
        screen.apply(shown, table);
        let found = SavedMove { played: entry.played, first: self.ply - self.passes };
        let last = Some(Rc::new(Made { found, before: self.last.clone() }));
        State { position: entry.position.clone(), screen, passes: 0, ply: self.ply + 1, last }
    }
}

/// The moves that a half-move may show, and its full form: XBoard often leaves out the piece that
/// the mover becomes. `number` selects one of those that are sent alike.
fn meant<'a>(
    entries: &'a [EnteredMove],
    ply: &XBoardPly,
    truth: &XBoardModel,
    number: usize,
) -> Vec<(&'a EnteredMove, XBoardPly)> {
    let is_same = |made: &XBoardPly| {
        made == ply
            || matches!((made, ply), (XBoardPly::Path { squares, .. }, XBoardPly::Path { squares: way, letter: None }) if squares == way)
    };
    if number == 0 {
        let exact = entry::matching(entries, ply, truth).into_iter().map(|entry| (entry, ply.clone()));
        let sent =
            entries.iter().filter(|entry| is_same(&entry.sent)).map(|entry| (entry, entry.sent.clone()));
        let entered = entries
            .iter()
            .filter(|entry| is_same(&entry.entered))
            .map(|entry| (entry, entry.entered.clone()));
        return sent.chain(entered).chain(exact).collect();
    }
    let mut sent: Vec<&XBoardPly> = Vec::new();
    for entry in entries.iter().filter(|entry| is_same(&entry.sent)) {
        if !sent.contains(&&entry.sent) {
            sent.push(&entry.sent);
        }
    }
    let numbered = |ply: &XBoardPly| entry::said(entries, &truth.handed_on(ply), truth).get(number).copied();
    sent.into_iter().filter_map(|ply| Some((numbered(ply)?, ply.clone()))).collect()
}

/// The way of a piece that does not become another, if it became one.
fn with_letter(ply: &XBoardPly, letter: char) -> Option<XBoardPly> {
    match ply {
        XBoardPly::Path { squares, letter: None } => Some(XBoardPly::path(squares.clone(), Some(letter))),
        _ => None,
    }
}
