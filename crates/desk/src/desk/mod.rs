//! The desk: all that the server of the page answers, for a page without a server.
//!
//! [`Desk::handle`] takes a request, [`Desk::poll`] hands out what has happened since: events, late answers, and jobs for
//! engines, whose findings [`Desk::answered`] takes. Whoever has the desk calls `poll` after each of these, and when
//! [`News::next`] has come.
//!
//! | address | |
//! |---|---|
//! | `/api/variants…`, `/api/boards…`, `/api/positions`, `/api/puzzles…`, `/api/tasks…`, `/api/engine` | as the server's |
//! | `/api/write…` | games that are [written](crate::workbench) on the page |
//! | `/api/match` | no match |
//! | `/api/boards/NAME/guests` | no guests |

mod games;
mod job;
mod request;
mod routes;
mod shelf;
mod streams;
mod work;
mod write;

pub use job::{
    ChosenText, EngineFinding, FoundText, Job, JobBoard, JobClock, JobId, JobStrength, JobTask, LineText,
};
pub use request::{Method, PageRequest, Reply, RequestId, StreamId};
pub use shelf::{MemoryShelf, Shelf};
pub use streams::{BETWEEN, CROWDED, STREAMS};

use crate::kept::Summary;
use crate::moment::{LocalTime, Moment, Occasion, Present};
use crate::puzzles::PuzzleSets;
use fastrand::Rng;
use games::DeskGame;
use helgi_rules::games::GameId;
use helgi_study::book::Book;
use helgi_study::review::Review;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use streams::DeskStream;
use work::Work;

/// Everything of a page without a server.
#[derive(Debug)]
pub struct Desk<S> {
    shelf: S,
    random: Rng,
    present: Present,
    games: BTreeMap<String, DeskGame>,
    /// The names of the open games, in the order in which they were opened.
    opened: Vec<String>,
    /// The last name that a kept game was given, without the number behind it, and that number.
    named: (String, u64),
    summaries: BTreeMap<String, (LocalTime, Option<Summary>)>,
    /// The moves of the kept games of a game, with the number of changes of the shelf then.
    counted: BTreeMap<GameId, (u64, Book)>,
    /// The number of changes of the shelf.
    changes: u64,
    /// The last reviews that were made, by the names of their games.
    reviews: VecDeque<(String, Review)>,
    puzzles: PuzzleSets,
    /// The rules pages, by the family of the games and the language.
    pages: BTreeMap<(String, String), String>,
    streams: BTreeMap<StreamId, DeskStream>,
    work: BTreeMap<JobId, Work>,
    /// The last number that was given to a stream, a job or a request.
    last: u64,
    news: News,
}

/// The news of a desk since the last time.
#[derive(Clone, PartialEq, Default, Serialize, Debug)]
pub struct News {
    /// Events of streams.
    pub events: Vec<DeskEvent>,
    /// The streams that have ended.
    pub ended: Vec<StreamId>,
    /// Replies that come late.
    pub answers: Vec<LateReply>,
    /// Jobs for engines, those for players first.
    pub jobs: Vec<Job>,
    /// The jobs that are of no use any more.
    pub stopped: Vec<JobId>,
    /// The texts of games that were made known, which engines have to know before the jobs.
    pub rules: Vec<String>,
    /// The moment at which something may happen without a request.
    #[serde(skip)]
    pub next: Option<Moment>,
}

/// An event of a stream.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct DeskEvent {
    /// The stream.
    pub stream: StreamId,
    /// `message` or `analysis`.
    pub name: &'static str,
    /// A value, as JSON.
    pub data: String,
}

/// A reply that comes late.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct LateReply {
    /// The number of the request.
    pub later: RequestId,
    /// The reply.
    pub reply: Reply,
}

impl<S: Shelf> Desk<S> {
    /// A desk with kept games. Names, and what is drawn at random, come from the seed.
    pub fn new(shelf: S, seed: u64) -> Self {
        let mut desk = Desk {
            shelf,
            random: Rng::with_seed(seed),
            present: Present::default(),
            games: BTreeMap::new(),
            opened: Vec::new(),
            named: (String::new(), 0),
            summaries: BTreeMap::new(),
            counted: BTreeMap::new(),
            changes: 0,
            reviews: VecDeque::new(),
            puzzles: PuzzleSets::default(),
            pages: BTreeMap::new(),
            streams: BTreeMap::new(),
            work: BTreeMap::new(),
            last: 0,
            news: News::default(),
        };
        desk.restore_written();
        desk
    }

    /// The kept games.
    pub fn shelf_mut(&mut self) -> &mut S {
        &mut self.shelf
    }

    /// Hands the desk the rules page of a family of games in a language (`en`, `ru`), in Markdown.
    pub fn set_page(&mut self, family: &str, language: &str, markdown: String) {
        self.pages.insert((family.to_owned(), language.to_owned()), markdown);
    }

    /// Answers a request.
    pub fn handle(&mut self, request: &PageRequest, present: Present) -> Reply {
        self.present = present;
        self.route(request)
    }

    /// Ends a stream that nobody listens to any more.
    pub fn close(&mut self, stream: StreamId) {
        if self.streams.remove(&stream).is_some() {
            self.drop_work(|work| work.stream() == Some(stream));
        }
    }

    /// Ends a stream, and says so.
    fn end_stream(&mut self, stream: StreamId) {
        self.close(stream);
        self.news.ended.push(stream);
    }

    /// Takes what an engine has found.
    pub fn answered(&mut self, job: JobId, finding: EngineFinding, present: Present) {
        self.present = present;
        self.take_finding(job, finding);
    }

    /// Does what time asks for, and hands out what has happened.
    pub fn poll(&mut self, present: Present) -> News {
        self.present = present;
        self.pass_time();
        self.send_events();
        let mut news = std::mem::take(&mut self.news);
        let stopped: BTreeSet<JobId> = news.stopped.iter().copied().collect();
        // Nobody has seen these.
        news.stopped.retain(|job| !news.jobs.iter().any(|known| known.id == *job));
        news.jobs.retain(|job| !stopped.contains(&job.id));
        // Players wait for their moves; analyses and reviews can.
        news.jobs.sort_by_key(|job| matches!(job.task, JobTask::Analysis { .. } | JobTask::Search { .. }));
        news.next = self.next_moment();
        news
    }

    /// The circumstances in which a game begins now.
    fn occasion(&mut self) -> Occasion {
        Occasion { now: self.present.moment, today: self.present.local.date(), seed: self.random.u64(..) }
    }

    /// A number that nothing else has.
    fn number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }
}
