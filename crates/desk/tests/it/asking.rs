//! A desk with an engine that does its jobs.

use helgi_desk::desk::{
    ChosenText, Desk, DeskEvent, EngineFinding, FoundText, Job, JobStrength, JobTask, LineText, MemoryShelf,
    Method, PageRequest, Reply, RequestId, StreamId,
};
use helgi_desk::moment::{LocalTime, Moment, Present};
use helgi_engine::ChosenMove;
use helgi_engine::internals::search::{BestLines, FullWidth};
use helgi_engine::search::{Control, Engine, Iteration, Limits, SearchEvent};
use helgi_rules::notation::Notation;
use helgi_rules::{Game, GameId, Line, readable};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// The time of day at which the desks begin: 2026-11-27 16:00:05.
pub const BEGIN: i64 = 1_795_795_205;

/// A page without a server.
pub struct Page {
    pub desk: Desk<MemoryShelf>,
    pub present: Present,
    pub events: Vec<DeskEvent>,
    pub ended: Vec<StreamId>,
    pub jobs: Vec<Job>,
    answers: BTreeMap<RequestId, Reply>,
    engine: Engine,
}

impl Page {
    pub fn new() -> Page {
        Page::with(MemoryShelf::default())
    }

    pub fn with(shelf: MemoryShelf) -> Page {
        Page {
            desk: Desk::new(shelf, 7),
            present: Present { moment: Moment::default(), local: LocalTime::since_1970(BEGIN) },
            events: Vec::new(),
            ended: Vec::new(),
            jobs: Vec::new(),
            answers: BTreeMap::new(),
            engine: Engine::new(1, 1).unwrap(),
        }
    }

    /// Lets time pass.
    pub fn wait(&mut self, milliseconds: u64) {
        let seconds = i64::try_from(milliseconds / 1000).unwrap();
        self.present.moment += Duration::from_millis(milliseconds);
        self.present.local = LocalTime::since_1970(self.present.local.seconds() + seconds);
        self.poll();
    }

    fn poll(&mut self) {
        let news = self.desk.poll(self.present);
        self.events.extend(news.events);
        self.ended.extend(news.ended);
        self.answers.extend(news.answers.into_iter().map(|late| (late.later, late.reply)));
        self.jobs.retain(|job| !news.stopped.contains(&job.id));
        self.jobs.extend(news.jobs);
    }

    pub fn handle(&mut self, method: Method, path: &str, body: &str) -> Reply {
        let request = PageRequest { method, path: path.to_owned(), body: body.to_owned() };
        let reply = self.desk.handle(&request, self.present);
        self.poll();
        reply
    }

    /// Does all jobs, and those that follow, until a moment a second later; analyses but once.
    pub fn think(&mut self) {
        for _ in 0..10_000 {
            if self.jobs.is_empty() {
                break;
            }
            let job = self.jobs.remove(0);
            let thought = perform(&mut self.engine, &job);
            self.desk.answered(job.id, thought, self.present);
            self.poll();
        }
        self.wait(1000);
    }

    /// The status of a reply, and its value, for which an engine may have to think.
    pub fn settle(&mut self, reply: Reply) -> (u16, Value) {
        match reply {
            Reply::Json { status, body } => (status, serde_json::from_str(&body).unwrap()),
            Reply::Later { later } => {
                self.think();
                let reply = self.answers.remove(&later).expect("an engine has thought");
                self.settle(reply)
            }
            other => panic!("{other:?}"),
        }
    }

    pub fn get(&mut self, path: &str) -> (u16, Value) {
        let reply = self.handle(Method::Get, path, "");
        self.settle(reply)
    }

    pub fn post(&mut self, path: &str, body: &Value) -> (u16, Value) {
        let reply = self.handle(Method::Post, path, &body.to_string());
        self.settle(reply)
    }

    /// The value that an address has.
    pub fn value(&mut self, path: &str) -> Value {
        let (status, value) = self.get(path);
        assert_eq!(status, 200, "{path}: {value}");
        value
    }

    /// Orders something that is granted.
    pub fn order(&mut self, path: &str, body: &Value) -> Value {
        let (status, value) = self.post(path, body);
        assert_eq!(status, 200, "{path} {body}: {value}");
        value
    }

    /// Begins a game, and returns its address.
    pub fn begin(&mut self, plan: &Value) -> String {
        let begun = self.order("/api/boards", plan);
        format!("/api/boards/{}", begun["id"].as_str().unwrap())
    }

    pub fn stream(&mut self, path: &str) -> StreamId {
        match self.handle(Method::Get, path, "") {
            Reply::Stream { stream } => stream,
            other => panic!("{path}: {other:?}"),
        }
    }

    /// The values of a stream so far.
    pub fn heard(&self, stream: StreamId, name: &str) -> Vec<Value> {
        let own = self.events.iter().filter(|event| event.stream == stream && event.name == name);
        own.map(|event| serde_json::from_str(&event.data).unwrap()).collect()
    }
}

/// A plan of a game of two people.
pub fn of_two(variant: &str) -> Value {
    json!({ "variant": variant, "white": { "kind": "person" }, "black": { "kind": "person" } })
}

/// Does a job as the engine of the package for JavaScript does.
pub fn perform(engine: &mut Engine, job: &Job) -> EngineFinding {
    let game: GameId = job.board.game.parse().unwrap();
    assert_eq!(job.board.rules, game.fingerprint());
    let mut line = Line::new(game.parse(&job.board.start).unwrap());
    for text in &job.board.moves {
        line.play(readable::read(line.present(), text).unwrap());
    }
    // A clock that stands: searches are limited by what they look at.
    let control = Control::with_clock(|| Duration::ZERO);
    let notation = Notation::of(&game);
    let few = Limits::to_nodes(300);
    let chosen = |found: Option<ChosenMove>| {
        EngineFinding::Chosen(found.map(|found| ChosenText {
            played: notation.write(found.best).to_string(),
            score: found.score,
            depth: found.depth,
            line: found.line.iter().map(|&played| notation.write(played).to_string()).collect(),
        }))
    };
    match &job.task {
        JobTask::Move { strength: JobStrength::Level(level), seed, .. } => {
            chosen(engine.play_at_level(&line, *level, None, *seed, &control))
        }
        JobTask::Move { strength: JobStrength::Nodes(nodes), .. } => {
            chosen(engine.play_within(&line, &Limits::to_nodes(*nodes), &control))
        }
        JobTask::Move { .. } | JobTask::Advice { .. } => chosen(engine.play_within(&line, &few, &control)),
        JobTask::Analysis { lines } => {
            let limits = Limits { multipv: *lines, ..Limits::to_depth(4) };
            EngineFinding::Lines(search(engine, &line, &limits, &control).1)
        }
        JobTask::Search { nodes, moves, fresh } => {
            if *fresh {
                engine.forget();
            }
            let search_moves =
                moves.iter().map(|text| readable::read(line.present(), text).unwrap()).collect();
            let limits = Limits { search_moves, full_width: FullWidth::Always, ..Limits::to_nodes(*nodes) };
            EngineFinding::Found(search(engine, &line, &limits, &control).0)
        }
    }
}

fn search(
    engine: &mut Engine,
    line: &Line,
    limits: &Limits,
    control: &Control,
) -> (FoundText, Vec<LineText>) {
    let notation = Notation::of(&line.present().game());
    let text = |found: &Iteration| LineText {
        depth: found.depth,
        multipv: found.multipv,
        score: found.score,
        bound: found.bound.name().to_owned(),
        nodes: found.nodes,
        time: found.elapsed.as_secs_f64(),
        pv: found.pv.iter().map(|&played| notation.write(played).to_string()).collect(),
    };
    let (mut best, mut all) = (BestLines::new(limits.multipv), Vec::new());
    let report = engine.search_any(line.present(), line.history(), limits, control, |event| {
        if let SearchEvent::Iteration(found) = event {
            best.hear(&found);
            all.push(text(&found));
        }
    });
    let found = FoundText {
        best: report.best.map(|best| notation.write(best).to_string()),
        score: report.score,
        depth: report.depth,
        nodes: report.nodes,
        lines: best.iter().map(text).collect(),
    };
    (found, all)
}
