//! Many boards of one game, stepped at once: the part of `helgi.vector` that needs speed.

mod layout;

use crate::arguments::{self, Text};
use crate::board::Board;
use crate::errors;
use helgi_rules::actions::{ActionNumber, ActionTable};
use helgi_rules::board::{Move, Side, ZobristKey};
use helgi_rules::internals::verdict_with_moves;
use helgi_rules::{AnyPosition, Line, Outcome, Position};
use layout::Layout;
use pyo3::exceptions::{PyIndexError, PyMemoryError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::{Mutex, PoisonError};

/// The most boards, and the most plies of a game.
const MOST_BOARDS: u64 = 1 << 16;
const MOST_PLIES: u64 = 1 << 16;

/// A reward is a number of four bytes, and there is one for each side.
const REWARDS: usize = 8;

/// Boards of one game, for `helgi.vector.Boards`.
#[pyclass(module = "helgi", frozen)]
pub struct BoardRows {
    rows: Mutex<Vec<Row>>,
    /// The state in which every game begins.
    start: Row,
    layout: Layout,
    table: ActionTable,
    count: usize,
    plies: usize,
}

/// A game that is being played in parts of moves.
#[derive(Clone, Debug)]
struct Row {
    line: Line,
    /// The keys of all positions so far.
    seen: Vec<ZobristKey>,
    legal: Vec<(Move, ActionNumber)>,
    /// The first part of a move, while the second is to come.
    first: Option<u32>,
}

/// The effect of a legal action.
#[derive(Clone, Copy, Debug)]
enum Taken {
    /// It is the first part of a move.
    Part(u32),
    Whole(Move),
}

/// The end of a game: by its rules, or cut off.
#[derive(Clone, Copy, Debug)]
enum End {
    Ruled(Outcome),
    Cut,
}

impl Row {
    fn new(start: AnyPosition, table: &ActionTable) -> Row {
        let (seen, legal) = (vec![start.key()], table.numbers(&start));
        Row { line: Line::new(start), seen, legal, first: None }
    }

    /// The legal actions.
    fn allowed(&self) -> impl Iterator<Item = u32> {
        self.legal.iter().filter_map(|&(_, number)| match self.first {
            None => Some(number.first),
            Some(first) => number.second.filter(|_| number.first == first),
        })
    }

    /// The effect of an action; `None` if it is not legal.
    fn take(&self, action: i64) -> Option<Taken> {
        let action = u32::try_from(action).ok()?;
        let of_first = |first| self.legal.iter().filter(move |(_, number)| number.first == first);
        match self.first {
            Some(first) => {
                let (played, _) = of_first(first).find(|(_, number)| number.second == Some(action))?;
                Some(Taken::Whole(*played))
            }
            None => match of_first(action).next()? {
                (_, ActionNumber { second: Some(_), .. }) => Some(Taken::Part(action)),
                (played, _) => Some(Taken::Whole(*played)),
            },
        }
    }

    /// Does what a legal action does, and returns the end of the game, if it is one.
    fn step(&mut self, taken: Taken, table: &ActionTable, plies: usize) -> Option<End> {
        match taken {
            Taken::Part(first) => {
                self.first = Some(first);
                return None;
            }
            Taken::Whole(played) => self.line.play(played),
        }
        let present = self.line.present();
        self.first = None;
        self.seen.push(present.key());
        self.legal = table.numbers(present);
        // Moves are generated already, and none of them is needed to see that there are none.
        let verdict = if self.legal.is_empty() {
            self.line.verdict()
        } else {
            verdict_with_moves(present, self.line.history())
        };
        let cut = || (self.line.len() >= plies).then_some(End::Cut);
        verdict.map(End::Ruled).or_else(cut)
    }

    /// The number of earlier occurrences of the present position.
    fn earlier(&self) -> usize {
        let Some((last, before)) = self.seen.split_last() else { return 0 };
        // Only the key is compared: two positions with the same key are as good as equal.
        before.iter().filter(|&key| key == last).count()
    }
}

/// Parts of the bytes of an answer, which are of one board each.
struct Answer<'a> {
    observation: &'a mut [u8],
    mask: &'a mut [u8],
    reward: &'a mut [u8],
    ended: &'a mut u8,
}

impl BoardRows {
    /// The number of bytes of an answer for one board.
    fn answer_len(&self) -> usize {
        self.layout.observation_len() + self.layout.actions + REWARDS + 1
    }

    /// Makes an answer, all zeros but for what `fill` writes: observations of all boards, then masks, rewards and ends.
    ///
    /// Memory is there before `fill` changes anything.
    fn answer<'py>(
        &self,
        py: Python<'py>,
        fill: impl FnOnce(&mut [Row], Vec<Answer<'_>>) -> Result<(), Illegal> + Send,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let count = self.count;
        let len = self.answer_len().checked_mul(count).ok_or_else(|| PyMemoryError::new_err(()))?;
        PyBytes::new_with(py, len, |bytes| {
            // The lock is taken without the interpreter, so that it cannot wait for a thread that waits for
            // that.
            let filled = py.detach(|| {
                let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
                let (observations, rest) = bytes.split_at_mut(count * self.layout.observation_len());
                let (masks, rest) = rest.split_at_mut(count * self.layout.actions);
                let (rewards, ended) = rest.split_at_mut(count * REWARDS);
                let observations = observations.chunks_exact_mut(self.layout.observation_len());
                let masks = masks.chunks_exact_mut(self.layout.actions);
                let answers = observations.zip(masks).zip(rewards.chunks_exact_mut(REWARDS)).zip(ended);
                let answers = answers.map(|(((observation, mask), reward), ended)| Answer {
                    observation,
                    mask,
                    reward,
                    ended,
                });
                fill(&mut rows, answers.collect())
            });
            filled.map_err(|Illegal { row, action }| {
                errors::argument(py, &format!("actions[{row}]"), &action.to_string(), "a legal one")
            })
        })
    }

    /// Writes a board's observation and mask, as the side to move has them.
    fn look(&self, row: &Row, answer: &mut Answer<'_>) {
        for action in row.allowed() {
            if let Some(place) = answer.mask.get_mut(action as usize) {
                *place = 1;
            }
        }
        self.layout.write(row.line.present(), row.earlier(), row.first, answer.observation);
    }
}

/// An action that is not legal on the board of this number.
struct Illegal {
    row: usize,
    action: i64,
}

#[pymethods]
impl BoardRows {
    /// Begins a game on each of so many boards, at its start or at a position.
    #[new]
    fn new(
        py: Python<'_>,
        game: Text<'_>,
        n: &Bound<'_, PyAny>,
        fen: Option<Text<'_>>,
        plies: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let count = arguments::whole("n", n, 1, MOST_BOARDS)? as usize;
        let plies = arguments::whole("plies", plies, 1, MOST_PLIES)? as usize;
        let start = Board::begin(py, game, fen)?.line;
        if start.verdict().is_some() {
            let text = start.present().fen();
            return Err(errors::argument(py, "fen", &text, "a position in which the game goes on"));
        }
        let game = start.present().game();
        let table = ActionTable::of(game);
        let start = Row::new(start.present().clone(), &table);
        let mut rows = Vec::new();
        // An answer that memory has no room for is Python's error, not the end of the process.
        rows.try_reserve_exact(count).map_err(|_| PyMemoryError::new_err(()))?;
        rows.resize(count, start.clone());
        Ok(BoardRows { rows: Mutex::new(rows), start, layout: Layout::new(game), table, count, plies })
    }

    /// Begins all games anew.
    fn reset<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.answer(py, |rows, answers| {
            for (row, mut answer) in rows.iter_mut().zip(answers) {
                row.clone_from(&self.start);
                self.look(row, &mut answer);
            }
            Ok(())
        })
    }

    /// Takes an action on each board: whole numbers of eight bytes. A game that ends begins anew.
    fn step<'py>(&self, py: Python<'py>, actions: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let (actions, _) = actions.as_chunks();
        let actions: Vec<i64> = actions.iter().copied().map(i64::from_ne_bytes).collect();
        if actions.len() != self.count {
            let expected = format!("{} numbers", self.count);
            return Err(errors::argument(py, "actions", &actions.len().to_string(), &expected));
        }
        self.answer(py, |rows, answers| {
            // All actions are looked at before one is taken, so that an illegal one changes no board.
            let mut taken = Vec::with_capacity(rows.len());
            for (index, (row, &action)) in rows.iter().zip(&actions).enumerate() {
                taken.push(row.take(action).ok_or(Illegal { row: index, action })?);
            }
            for ((row, taken), mut answer) in rows.iter_mut().zip(taken).zip(answers) {
                if let Some(end) = row.step(taken, &self.table, self.plies) {
                    // 1 is an end by the rules, 2 a game that was cut off.
                    *answer.ended = match end {
                        End::Ruled(outcome) => {
                            write_rewards(outcome.winner, answer.reward);
                            1
                        }
                        End::Cut => 2,
                    };
                    row.clone_from(&self.start);
                }
                self.look(row, &mut answer);
            }
            Ok(())
        })
    }

    /// A copy of one board, with its moves.
    fn board(&self, py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<Board> {
        let index = index.extract::<isize>()?;
        let line = py.detach(|| {
            let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
            rows.get(usize::try_from(index).ok()?).map(|row| row.line.clone())
        });
        let line = line.ok_or_else(|| PyIndexError::new_err("board index out of range"))?;
        Ok(Board { line })
    }
}

/// Writes the rewards of both sides: 1 and -1, or nothing where nobody wins.
fn write_rewards(winner: Option<Side>, bytes: &mut [u8]) {
    let Some(winner) = winner else { return };
    let (places, _) = bytes.as_chunks_mut();
    for (place, side) in places.iter_mut().zip(Side::BOTH) {
        let reward: f32 = if side == winner { 1.0 } else { -1.0 };
        *place = reward.to_ne_bytes();
    }
}
