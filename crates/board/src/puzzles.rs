//! Puzzles for the page: positions in which it asks for the best moves.
//!
//! | address | |
//! |---|---|
//! | `GET /api/puzzles` | the sets, as a list of [`Set`] |
//! | `POST /api/puzzles` | takes puzzles as `helgi puzzles` writes them, [`Own`]; answers with [`TakenPuzzles`] |
//! | `GET /api/puzzles/SET` | the themes of its puzzles, a list of names for each |
//! | `POST /api/puzzles/SET/NUMBER` | a [`Question`] about one of them; numbers begin with 1 |
//!
//! The page gets no solution before it asks for it, and it counts the solved puzzles itself. Its
//! moves are played in a game of two that is not kept, where everything else can be done as well.

use crate::boards::Boards;
use crate::keep::LONGEST_PGN;
use crate::plan::{GamePlan, Refusal};
use crate::response::{answered, apart, error, found, malformed, refused};
use crate::scene::side_name;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use helgi_record::puzzle::{self, Puzzle, PuzzleFile};
use helgi_rules::board::Move;
use helgi_rules::games::GameId;
use helgi_rules::notation::Notation;
use helgi_rules::{Line, Position, readable};
use helgi_study::puzzles::{AnswerVerdict, SolverAnswer, built_in, words};
use helgi_study::review::StudyStop;
use helgi_words::{TextMessage, names};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The most sets that are taken; the one taken first is forgotten then.
const MOST: usize = 20;

/// Number of positions searched to compare an answer with the solution, if the puzzle does not
/// record how many confirmed it.
const NODES: u64 = 40_000;

/// All puzzles.
#[derive(Debug)]
pub struct Puzzles {
    boards: Arc<Boards>,
    sets: Mutex<Sets>,
}

#[derive(Debug, Default)]
struct Sets {
    /// The sets that were looked at or taken, by name.
    known: BTreeMap<String, Arc<Vec<Puzzle>>>,
    /// Number of sets taken.
    taken: usize,
}

/// A set of puzzles.
#[derive(Clone, Serialize, Debug)]
pub struct Set {
    /// Its name in addresses: that of its game, or `own-1`.
    pub name: String,
    /// Its title.
    pub title: TextMessage,
    /// Number of puzzles.
    pub count: usize,
}

/// Puzzles of the user's own.
#[derive(Clone, Deserialize, Debug)]
pub struct Own {
    /// PGN or EPD.
    pub text: String,
    /// The game of the puzzles that do not name one.
    pub variant: String,
}

/// The response to puzzles that were taken.
#[derive(Clone, Serialize, Debug)]
pub struct TakenPuzzles {
    /// The name of their set.
    pub set: String,
    /// Number of texts that hold no puzzle.
    pub left_out: usize,
    /// The findings about these and others, each with its line; of many of a kind the first hundred.
    pub findings: Vec<String>,
}

/// A request about a puzzle.
#[derive(Clone, Deserialize, Debug)]
#[serde(rename_all = "lowercase", tag = "do")]
pub enum Question {
    /// Begins the puzzle; answered with a [`PuzzleTask`].
    Begin,
    /// Asks if a move is right; answered with [`PuzzleVerdict`].
    Answer {
        /// The move, readable or as on the wire.
        #[serde(rename = "move")]
        text: String,
        /// Number of half-moves of the solution that have been made.
        done: usize,
        /// Number of wrong answers.
        wrong: usize,
        /// Number of hints given.
        hints: usize,
    },
    /// A hint; answered with `{"says": …}`.
    Hint {
        /// Number of half-moves of the solution that have been made.
        done: usize,
        /// The number of the hint, from 1.
        number: usize,
    },
    /// The solution; answered with [`PuzzleVerdict`].
    Solution {
        /// Number of half-moves of it that have been made.
        done: usize,
    },
}

/// A puzzle to be solved.
#[derive(Clone, Serialize, Debug)]
pub struct PuzzleTask {
    /// The name of the game in which it is solved.
    pub id: String,
    /// The name of the variant.
    pub variant: &'static str,
    /// Number of puzzles in the set.
    pub count: usize,
    /// The side that is to find the moves.
    pub side: &'static str,
    /// The difficulty, from 1 to 10.
    pub difficulty: Option<u32>,
}

/// The response to an answer.
#[derive(Clone, Serialize, Debug)]
pub struct PuzzleVerdict {
    /// The message for the solver.
    pub says: TextMessage,
    /// The moves that are made now, as on the wire: none after a wrong answer.
    pub moves: Vec<String>,
    /// True if it was right, or as good.
    pub right: bool,
    /// True if that was all.
    pub over: bool,
}

impl Puzzles {
    /// The built-in puzzles, and room for sets that are taken later.
    pub fn new(boards: Arc<Boards>) -> Arc<Self> {
        Arc::new(Puzzles { boards, sets: Mutex::default() })
    }

    fn set(&self, name: &str) -> Option<Arc<Vec<Puzzle>>> {
        let mut sets = self.sets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = sets.known.get(name) {
            return Some(known.clone());
        }
        let game = built_in::games().into_iter().find(|game| game.name() == name)?;
        let read = Arc::new(built_in::of_game(game)?.ok()?);
        sets.known.insert(name.to_owned(), read.clone());
        Some(read)
    }

    fn list(&self) -> Vec<Set> {
        let shipped = built_in::games().into_iter().filter_map(|game| {
            let count = self.set(game.name())?.len();
            Some(Set { name: game.name().to_owned(), title: names::title(game), count })
        });
        let mut all: Vec<Set> = shipped.collect();
        let sets = self.sets.lock().unwrap_or_else(PoisonError::into_inner);
        let own = sets.known.iter().filter(|(name, _)| name.starts_with("own-"));
        let named = |(name, puzzles): (&String, &Arc<Vec<Puzzle>>)| Set {
            name: name.clone(),
            title: TextMessage::new("puzzles.own").with("name", name.trim_start_matches("own-")),
            count: puzzles.len(),
        };
        all.extend(own.map(named));
        all
    }

    fn take(&self, own: &Own) -> Result<TakenPuzzles, Refusal> {
        let refuse = |why: String| Refusal::Pgn(format!("puzzles: {why}"));
        let game = GameId::find(&own.variant)?;
        let PuzzleFile { puzzles: read, errors, notices } = puzzle::read(own.text.as_bytes(), game);
        if read.is_empty() {
            let none = || "none, expected PGN or EPD, such as `helgi puzzles` writes".to_owned();
            return Err(refuse(errors.first().map_or_else(none, ToString::to_string)));
        }
        let mut findings: Vec<String> = errors.iter().map(ToString::to_string).collect();
        findings.extend(notices.iter().map(ToString::to_string));
        let left_out = errors.count();
        let mut sets = self.sets.lock().unwrap_or_else(PoisonError::into_inner);
        sets.taken += 1;
        let name = format!("own-{}", sets.taken);
        if let Some(oldest) = sets.taken.checked_sub(MOST) {
            sets.known.remove(&format!("own-{oldest}"));
        }
        sets.known.insert(name.clone(), Arc::new(read));
        Ok(TakenPuzzles { set: name, left_out, findings })
    }

    fn begin(&self, puzzle: &Puzzle, count: usize) -> Result<PuzzleTask, Refusal> {
        let variant = puzzle.start.game().name();
        let id = self.boards.begin_unkept(&GamePlan::of_two_from(&puzzle.start))?;
        let (side, difficulty) = (side_name(puzzle.start.side()), puzzle.difficulty);
        Ok(PuzzleTask { id, variant, count, side, difficulty })
    }
}

/// Returns the puzzle so far; `None` if this much of the solution cannot have been made.
fn line_to(puzzle: &Puzzle, done: usize) -> Option<Line> {
    let mut line = Line::new(puzzle.start.clone());
    let before = puzzle.moves.get(..done).filter(|_| done < puzzle.moves.len())?;
    before.iter().for_each(|&played| line.play(played));
    Some(line)
}

fn wire(played: Move, line: &Line) -> String {
    Notation::of(&line.present().game()).write(played).to_string()
}

/// Returns the response to an answer with a verdict.
fn judged(
    puzzle: &Puzzle,
    mut line: Line,
    played: Move,
    verdict: &AnswerVerdict,
    tries: [usize; 2],
) -> PuzzleVerdict {
    let [wrong, hints] = tries;
    let praise = || [Some(words::solved(wrong, hints)), words::about(&puzzle.themes)];
    let said = words::answer(line.present(), played, verdict);
    match verdict {
        AnswerVerdict::Wrong { .. } => {
            let says = words::together([said]);
            PuzzleVerdict { says, moves: Vec::new(), right: false, over: false }
        }
        AnswerVerdict::AsGood(_) => {
            let moves = vec![wire(played, &line)];
            let says = words::together([said].into_iter().chain(praise()));
            PuzzleVerdict { says, moves, right: true, over: true }
        }
        AnswerVerdict::Right => {
            let is_expected = puzzle.moves.get(line.len()) == Some(&played);
            let right = Some(words::right(line.present(), played));
            let mut moves = vec![wire(played, &line)];
            line.play(played);
            let rest = puzzle.moves.get(line.len()..).unwrap_or_default();
            if let [reply, _, ..] = *rest
                && is_expected
            {
                let says = words::together([right, Some(words::reply(line.present(), reply))]);
                moves.push(wire(reply, &line));
                return PuzzleVerdict { says, moves, right: true, over: false };
            }
            let says = words::together([right, Some(words::end(&line))].into_iter().chain(praise()));
            PuzzleVerdict { says, moves, right: true, over: true }
        }
    }
}

/// Returns the rest of the solution, and its text.
fn solution(puzzle: &Puzzle, mut line: Line) -> PuzzleVerdict {
    let found = words::solution(&puzzle.start, &puzzle.moves);
    let says = words::together([Some(found), words::about(&puzzle.themes)]);
    let rest = puzzle.moves.get(line.len()..).unwrap_or_default();
    let moves = rest.iter().map(|&played| {
        let text = wire(played, &line);
        line.play(played);
        text
    });
    PuzzleVerdict { moves: moves.collect(), says, right: false, over: true }
}

/// The addresses.
pub fn routes(puzzles: Arc<Puzzles>) -> Router {
    Router::new()
        .route("/api/puzzles", get(list).post(take).layer(DefaultBodyLimit::max(LONGEST_PGN)))
        .route("/api/puzzles/{set}", get(themes))
        .route("/api/puzzles/{set}/{number}", post(ask))
        .with_state(puzzles)
}

async fn list(State(puzzles): State<Arc<Puzzles>>) -> Response {
    found(apart(move || Some(puzzles.list())).await)
}

/// The response for a set that is not there.
fn no_set(set: &str) -> Response {
    error(StatusCode::NOT_FOUND, &format!("puzzles: `{set}`, expected one of the sets that there are"))
}

/// A set, which is read when it is first asked for.
async fn set_of(puzzles: &Arc<Puzzles>, name: &str) -> Option<Arc<Vec<Puzzle>>> {
    let (puzzles, name) = (puzzles.clone(), name.to_owned());
    apart(move || puzzles.set(&name)).await.flatten()
}

async fn themes(State(puzzles): State<Arc<Puzzles>>, Path(set): Path<String>) -> Response {
    let Some(all) = set_of(&puzzles, &set).await else { return no_set(&set) };
    Json(all.iter().map(|puzzle| puzzle.themes.clone()).collect::<Vec<_>>()).into_response()
}

async fn take(State(puzzles): State<Arc<Puzzles>>, own: Result<Json<Own>, JsonRejection>) -> Response {
    match own {
        Ok(Json(own)) => answered(apart(move || Some(puzzles.take(&own))).await),
        Err(rejection) => malformed(&rejection),
    }
}

async fn ask(
    State(puzzles): State<Arc<Puzzles>>,
    Path((set, number)): Path<(String, usize)>,
    question: Result<Json<Question>, JsonRejection>,
) -> Response {
    let question = match question {
        Ok(Json(question)) => question,
        Err(rejection) => return malformed(&rejection),
    };
    let Some(all) = set_of(&puzzles, &set).await else { return no_set(&set) };
    let Some(puzzle) = number.checked_sub(1).and_then(|number| all.get(number)).cloned() else {
        return error(StatusCode::NOT_FOUND, &format!("puzzle: {number}, expected 1 to {}", all.len()));
    };
    let at = |done| line_to(&puzzle, done).ok_or(Refusal::Ply(done, puzzle.moves.len()));
    let answered = match question {
        Question::Begin => {
            return answered(apart(move || Some(puzzles.begin(&puzzle, all.len()))).await);
        }
        Question::Hint { done, number } => at(done).map(|line| {
            let next = puzzle.moves.get(done).copied();
            let says = next.map(|next| words::hint(line.present(), next, &puzzle.themes, number));
            Json(json!({ "says": says })).into_response()
        }),
        Question::Solution { done } => at(done).map(|line| Json(solution(&puzzle, line)).into_response()),
        Question::Answer { text, done, wrong, hints } => match at(done) {
            Ok(line) => judge(&puzzles, puzzle, line, &text, [wrong, hints]).await,
            Err(refusal) => Err(refusal),
        },
    };
    answered.unwrap_or_else(|refusal| refused(&refusal))
}

async fn judge(
    puzzles: &Puzzles,
    puzzle: Puzzle,
    line: Line,
    text: &str,
    tries: [usize; 2],
) -> Result<Response, Refusal> {
    let played = readable::read(line.present(), text)?;
    let judged = puzzles.boards.engines().find(move |engine| {
        let Puzzle { start, moves, alternatives, nodes, .. } = &puzzle;
        let (done, nodes) = (line.len(), nodes.unwrap_or(NODES));
        let answer = SolverAnswer { start, moves, alternatives, done, nodes };
        // Nobody stops it: it takes a moment.
        let verdict = answer.judge(engine, played, &StudyStop::default())?;
        Some(judged(&puzzle, line, played, &verdict, tries))
    });
    judged.await.map(|judged| Json(judged).into_response()).ok_or(Refusal::Over)
}
