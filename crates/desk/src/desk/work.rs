//! The work of engines for a desk, and the use of their findings.

use super::games::DueMove;
use super::job::{self, JobBoard};
use super::{
    Desk, EngineFinding, Job, JobClock, JobId, JobTask, LateReply, Reply, RequestId, Shelf, StreamId,
};
use crate::game::{EngineAnswer, MoveJob};
use crate::hint::Hint;
use crate::moment::Moment;
use crate::plan::Refusal;
use crate::puzzles::PuzzleAnswer;
use crate::review::{NODES, judged, reviewed};
use helgi_engine::internals::player::ADVICE_TIME;
use helgi_engine::search::{Limits, TimeControl};
use helgi_record::EngineStrength;
use helgi_rules::board::{Move, Side};
use helgi_rules::notation::Notation;
use helgi_rules::{AnyPosition, Line};
use helgi_study::review::{Review, ReviewProgress, ReviewTask, review_by_steps};
use helgi_study::{StudyFinding, StudySearch, StudyStep};

/// The most reviews that are remembered.
const REVIEWS: usize = 20;

/// The greatest seed, which a number of JavaScript holds.
const LARGEST_SEED: u64 = (1 << 53) - 1;

/// The work of an engine.
#[derive(Debug)]
pub(super) enum Work {
    /// Finds a player's move, which appears at a moment.
    Move { game: String, turn: u64, at: Moment },
    /// Finds a move for somebody who asked.
    Hint { request: RequestId, line: Line },
    /// Searches for the judgement of a move.
    Judgement { request: RequestId, judging: Box<JudgedMove>, position: AnyPosition },
    /// Searches for the judgement of an answer to a puzzle.
    Puzzle {
        request: RequestId,
        answer: Box<PuzzleAnswer>,
        position: AnyPosition,
        findings: Vec<StudyFinding>,
    },
    /// Analyses the end of a line.
    Analysis { stream: StreamId, line: Line },
    /// Searches for a review.
    Review { stream: StreamId, review: Box<RunningReview>, position: AnyPosition },
}

/// A move that is being judged.
#[derive(Clone, Debug)]
pub(super) struct JudgedMove {
    before: AnyPosition,
    played: Move,
    findings: Vec<StudyFinding>,
}

/// A review that goes on.
#[derive(Clone, Debug)]
pub(super) struct RunningReview {
    pub game: String,
    pub line: Line,
    pub winner: Option<Side>,
    pub findings: Vec<StudyFinding>,
}

impl Work {
    /// The stream that it is for.
    pub fn stream(&self) -> Option<StreamId> {
        match self {
            Work::Analysis { stream, .. } | Work::Review { stream, .. } => Some(*stream),
            _ => None,
        }
    }
}

impl<S: Shelf> Desk<S> {
    /// Hands out a job.
    fn begin_work(&mut self, board: JobBoard, task: JobTask, work: Work) -> JobId {
        let id = JobId(self.number());
        self.news.jobs.push(Job { id, board, task });
        self.work.insert(id, work);
        id
    }

    /// Hands out a search of a study.
    fn begin_search(&mut self, search: &StudySearch, work: impl FnOnce(AnyPosition) -> Work) {
        let (board, task) = job::of_study(search);
        self.begin_work(board, task, work(search.line.present().clone()));
    }

    /// Ends a job.
    pub(super) fn stop(&mut self, job: JobId) {
        if self.work.remove(&job).is_some() {
            self.news.stopped.push(job);
        }
    }

    /// Ends the jobs for which `is_meant` holds.
    pub(super) fn drop_work(&mut self, is_meant: impl Fn(&Work) -> bool) {
        let meant = self.work.iter().filter(|(_, work)| is_meant(work)).map(|(job, _)| *job);
        for job in meant.collect::<Vec<_>>() {
            self.stop(job);
        }
    }

    /// Lets the engine think if it is its turn, and stop if its move is not wanted any more.
    pub(super) fn go_on(&mut self, id: &str) {
        let is_watched = self.streams.values().any(|stream| stream.game == id);
        let now = self.present.moment;
        let Some(game) = self.games.get_mut(id) else { return };
        let turn = game.live.turn();
        // A move that was chosen for another turn does not appear.
        game.due.take_if(|due| due.turn != turn);
        let stale = game.thinking.take_if(|(asked, _)| *asked != turn);
        let job = game.live.job(is_watched, now);
        let at = now + game.live.pause();
        if let Some((_, job)) = stale {
            self.stop(job);
        }
        let Some(MoveJob { line, strength, clock }) = job else { return };
        let strength = strength.unwrap_or(EngineStrength::Time(ADVICE_TIME)).into();
        let task = JobTask::Move {
            strength,
            seed: self.random.u64(..=LARGEST_SEED),
            clock: clock.map(|TimeControl { remaining, increment, moves_to_go, .. }| JobClock {
                remaining: remaining.as_secs_f64(),
                increment: increment.as_secs_f64(),
                moves_to_go,
            }),
        };
        let work = Work::Move { game: id.to_owned(), turn, at };
        let job = self.begin_work(JobBoard::of(&line), task, work);
        if let Some(game) = self.games.get_mut(id) {
            game.thinking = Some((turn, job));
        }
    }

    /// Asks for the move that the engine would play; `None` if there is no such game.
    pub(super) fn hint(&mut self, id: &str) -> Option<Reply> {
        let job = match self.look(id, |live| live.question())? {
            Ok(job) => job,
            Err(refusal) => return Some(Reply::from(&refusal)),
        };
        let request = RequestId(self.number());
        let task = JobTask::Advice { time: ADVICE_TIME.as_secs_f64() };
        self.begin_work(JobBoard::of(&job.line), task, Work::Hint { request, line: job.line });
        Some(Reply::Later { later: request })
    }

    /// Asks for the judgement of a move in a position.
    pub(super) fn judge(&mut self, before: AnyPosition, played: Move) -> Reply {
        let request = RequestId(self.number());
        self.judge_on(request, Box::new(JudgedMove { before, played, findings: Vec::new() }));
        Reply::Later { later: request }
    }

    fn judge_on(&mut self, request: RequestId, judging: Box<JudgedMove>) {
        let JudgedMove { before, played, findings } = &*judging;
        let mut line = Line::new(before.clone());
        line.play(*played);
        // One move is reviewed as a game of one move, whose winner does not matter.
        let task = ReviewTask { line: &line, limits: &Limits::to_nodes(NODES), winner: None };
        // Asked anew with all findings so far, the review names its next search or is done.
        match review_by_steps(&task, findings, |_| ()) {
            Some(StudyStep::Search(search)) => {
                self.begin_search(&search, |position| Work::Judgement { request, judging, position });
            }
            Some(StudyStep::Done(Review { moves, .. })) => {
                let reply = match moves.first() {
                    Some(review) => Reply::of(&judged(before, review)),
                    None => Reply::from(&Refusal::Over),
                };
                self.reply_late(request, reply);
            }
            None => self.refuse_late(request),
        }
    }

    /// Asks for the judgement of an answer to a puzzle.
    pub(super) fn judge_answer(&mut self, answer: Box<PuzzleAnswer>) -> Reply {
        let request = RequestId(self.number());
        self.judge_answer_on(request, answer, Vec::new());
        Reply::Later { later: request }
    }

    fn judge_answer_on(
        &mut self,
        request: RequestId,
        answer: Box<PuzzleAnswer>,
        findings: Vec<StudyFinding>,
    ) {
        match answer.judge(|answer, played| answer.judge_by_steps(played, &findings)) {
            Some(StudyStep::Search(search)) => {
                let work = |position| Work::Puzzle { request, answer, position, findings };
                self.begin_search(&search, work);
            }
            Some(StudyStep::Done(verdict)) => {
                let reply = Reply::of(&answer.says(&verdict));
                self.reply_late(request, reply);
            }
            None => self.refuse_late(request),
        }
    }

    /// Begins the analysis of the end of a line for a stream.
    pub(super) fn analyse(&mut self, stream: StreamId, line: Line, lines: usize) {
        let (board, task) = (JobBoard::of(&line), JobTask::Analysis { lines });
        self.begin_work(board, task, Work::Analysis { stream, line });
    }

    /// Goes on with a review for a stream.
    pub(super) fn review_on(&mut self, stream: StreamId, review: Box<RunningReview>) {
        let RunningReview { game, line, winner, findings } = &*review;
        let mut progress = ReviewProgress { done: 0, all: line.len() + 1 };
        let task = ReviewTask { line, limits: &Limits::to_nodes(NODES), winner: *winner };
        let step = review_by_steps(&task, findings, |now| progress = now);
        let done = match &step {
            Some(StudyStep::Done(found)) => Some(Box::new(reviewed(line, found))),
            _ => None,
        };
        self.progress(stream, progress, done);
        match step {
            Some(StudyStep::Search(search)) => {
                self.begin_search(&search, |position| Work::Review { stream, review, position });
            }
            Some(StudyStep::Done(found)) => {
                // A game that is reviewed again comes last, as the newest.
                self.reviews.retain(|(name, _)| name != game);
                self.reviews.push_back((game.clone(), found));
                if self.reviews.len() > REVIEWS {
                    self.reviews.pop_front();
                }
            }
            None => self.end_stream(stream),
        }
    }

    /// Answers that no engine has found anything.
    fn refuse_late(&mut self, later: RequestId) {
        self.reply_late(later, Reply::from(&Refusal::Over));
    }

    fn reply_late(&mut self, later: RequestId, reply: Reply) {
        self.news.answers.push(LateReply { later, reply });
    }

    /// Takes what an engine has found.
    pub(super) fn take_finding(&mut self, job: JobId, finding: EngineFinding) {
        // An analysis goes on.
        if let Some(Work::Analysis { stream, line }) = self.work.get(&job) {
            if let EngineFinding::Lines(lines) = finding {
                let lines: Vec<_> = lines.iter().map(|found| found.read(line.present())).collect();
                let (stream, line) = (*stream, line.clone());
                self.found(stream, &line, &lines);
            } else {
                self.work.remove(&job);
            }
            return;
        }
        let Some(work) = self.work.remove(&job) else { return };
        match (work, finding) {
            (Work::Move { game, turn, at }, finding) => self.take_move(&game, turn, at, finding),
            (Work::Hint { request, line }, EngineFinding::Chosen(chosen)) => {
                let chosen = chosen.and_then(|chosen| chosen.read(line.present()));
                let reply = chosen.map_or_else(
                    || Reply::from(&Refusal::Over),
                    |chosen| Reply::of(&Hint::of(&line, &chosen)),
                );
                self.reply_late(request, reply);
            }
            (Work::Judgement { request, mut judging, position }, EngineFinding::Found(found)) => {
                judging.findings.push(found.read(&position));
                self.judge_on(request, judging);
            }
            (Work::Puzzle { request, answer, position, mut findings }, EngineFinding::Found(found)) => {
                findings.push(found.read(&position));
                self.judge_answer_on(request, answer, findings);
            }
            (Work::Review { stream, mut review, position }, EngineFinding::Found(found)) => {
                review.findings.push(found.read(&position));
                self.review_on(stream, review);
            }
            (
                Work::Hint { request, .. } | Work::Judgement { request, .. } | Work::Puzzle { request, .. },
                _,
            ) => self.refuse_late(request),
            (Work::Review { stream, .. }, _) => self.end_stream(stream),
            (Work::Analysis { .. }, _) => {}
        }
    }

    fn take_move(&mut self, id: &str, turn: u64, at: Moment, finding: EngineFinding) {
        // The person may have taken a move back meanwhile.
        let Some(game) = self.games.get_mut(id).filter(|game| game.live.turn() == turn) else { return };
        game.thinking = None;
        let position = game.live.tree().line().present();
        let chosen = match &finding {
            EngineFinding::Chosen(Some(chosen)) => chosen.read(position),
            _ => None,
        };
        match chosen {
            Some(chosen) => {
                // The pause is measured from the question, so a move that took longer appears at once.
                let wire = Notation::of(&position.game()).write(chosen.best).to_string();
                let answer = EngineAnswer { chosen, is_from_book: false };
                game.due = Some(DueMove { turn, at, wire, answer });
            }
            None => {
                let why = if let EngineFinding::Failed(why) = finding { why } else { "no move".to_owned() };
                game.live.trouble = Some(format!("the engine has found no move: {why}"));
                game.live.noted();
            }
        }
    }

    /// Does what time asks for: moves that are due, and clocks that have run out.
    pub(super) fn pass_time(&mut self) {
        let now = self.present.moment;
        let is_late = |time: Option<std::time::Duration>| time.is_some_and(|left| left.is_zero());
        let ids: Vec<String> = self
            .games
            .iter()
            .filter(|(_, game)| {
                game.due.as_ref().is_some_and(|due| due.at <= now) || is_late(game.live.time_left(now))
            })
            .map(|(id, _)| id.clone())
            .collect();
        for id in ids {
            let Some(game) = self.games.get_mut(&id) else { continue };
            let due = game.due.take_if(|due| due.at <= now);
            let _ = self.change(&id, |live| {
                live.check_flag(now);
                if let Some(DueMove { turn, wire, answer, .. }) = due {
                    live.answer(&wire, &answer, turn, now);
                }
                Ok(())
            });
        }
    }

    /// The moment at which something may happen without a request.
    pub(super) fn next_moment(&self) -> Option<Moment> {
        let now = self.present.moment;
        let of_game = |game: &super::games::DeskGame| {
            // A clock that runs out ends its game without a request.
            let flag = game.live.time_left(now).map(|left| now + left);
            [game.due.as_ref().map(|due| due.at), flag]
        };
        let games = self.games.values().flat_map(of_game).flatten();
        games.chain(self.streams.values().filter_map(|stream| stream.next())).min()
    }
}
