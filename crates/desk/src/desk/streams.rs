//! The streams of events of a desk.

use super::work::RunningReview;
use super::{Desk, DeskEvent, Reply, Shelf, StreamId};
use crate::analysis::{Analysis, MOST_LINES};
use crate::moment::Moment;
use crate::review::{ReviewMessage, Reviewed};
use crate::snapshot::Snapshot;
use helgi_engine::search::Iteration;
use helgi_rules::Line;
use helgi_study::review::ReviewProgress;
use serde::Serialize;
use std::time::Duration;

/// No more streams of events are open at once.
pub const STREAMS: usize = 100;

/// The time between two events of an analysis: people cannot read more.
pub const BETWEEN: Duration = Duration::from_millis(100);

/// The refusal of a stream beyond these.
pub const CROWDED: &str = "too many pages are open: close some";

/// A stream of events about a game.
#[derive(Debug)]
pub(super) struct DeskStream {
    pub game: String,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// The game whenever it changes: the version that was sent last.
    Game { sent: Option<u64>, analysis: Option<Paced<Analysis>> },
    /// The review of the game.
    Review(Paced<ReviewMessage>),
}

/// A value that is sent now and then, after it has changed.
#[derive(Debug)]
struct Paced<T> {
    value: T,
    is_new: bool,
    /// It is not sent before.
    next: Moment,
}

impl<T: Serialize> Paced<T> {
    fn new(value: T, now: Moment) -> Self {
        Paced { value, is_new: false, next: now + BETWEEN }
    }

    /// The value as JSON, if it is to be sent now.
    fn take(&mut self, now: Moment) -> Option<String> {
        if !self.is_new || now < self.next {
            return None;
        }
        (self.is_new, self.next) = (false, now + BETWEEN);
        serde_json::to_string(&self.value).ok()
    }

    /// The moment at which it is to be sent.
    fn due(&self) -> Option<Moment> {
        self.is_new.then_some(self.next)
    }
}

impl DeskStream {
    /// The moment at which something is to be sent.
    pub fn next(&self) -> Option<Moment> {
        match &self.content {
            Content::Game { analysis, .. } => analysis.as_ref()?.due(),
            Content::Review(review) => review.due(),
        }
    }
}

impl<S: Shelf> Desk<S> {
    fn begin_stream(&mut self, game: &str, content: Content) -> Result<StreamId, Reply> {
        if self.streams.len() >= STREAMS {
            return Err(Reply::error(503, CROWDED));
        }
        let stream = StreamId(self.number());
        self.streams.insert(stream, DeskStream { game: game.to_owned(), content });
        Ok(stream)
    }

    /// Begins to watch a game.
    pub(super) fn watch(&mut self, id: &str) -> Result<StreamId, Reply> {
        self.game(id).ok_or_else(Reply::missing)?;
        let stream = self.begin_stream(id, Content::Game { sent: None, analysis: None })?;
        // Two engines may have waited for somebody who looks.
        self.go_on(id);
        Ok(stream)
    }

    /// Begins to watch a game and the analysis of a position of its tree, with this many best lines, or of the threats of
    /// the other side there.
    pub(super) fn watch_analysis(
        &mut self,
        id: &str,
        at: &str,
        lines: usize,
        threats: bool,
    ) -> Result<StreamId, Reply> {
        let line = self.look(id, |live| live.line_to_analyse(at, threats)).ok_or_else(Reply::missing)?;
        // If the turn cannot be given up, as in check, there are no threats to report.
        let Some(line) = line else { return if threats { self.watch(id) } else { Err(Reply::missing()) } };
        let stream = self.watch(id)?;
        let now = self.present.moment;
        if let Some(DeskStream { content: Content::Game { analysis, .. }, .. }) =
            self.streams.get_mut(&stream)
        {
            *analysis = Some(Paced::new(Analysis::begin(at), now));
        }
        self.analyse(stream, line, lines.clamp(1, MOST_LINES));
        Ok(stream)
    }

    /// Begins to review a game.
    pub(super) fn watch_review(&mut self, id: &str) -> Result<StreamId, Reply> {
        let (line, winner) = self.look(id, |live| live.to_review()).ok_or_else(Reply::missing)?;
        let message = ReviewMessage { all: line.len() + 1, ..ReviewMessage::default() };
        let stream = self.begin_stream(id, Content::Review(Paced::new(message, self.present.moment)))?;
        let review = RunningReview { game: id.to_owned(), line, winner, findings: Vec::new() };
        self.review_on(stream, Box::new(review));
        Ok(stream)
    }

    /// Takes note of how far a review is, and of the review.
    pub(super) fn progress(
        &mut self,
        stream: StreamId,
        progress: ReviewProgress,
        done: Option<Box<Reviewed>>,
    ) {
        if let Some(DeskStream { content: Content::Review(review), .. }) = self.streams.get_mut(&stream) {
            review.value = ReviewMessage { done: progress.done, all: progress.all, review: done };
            review.is_new = progress.done > 0 || review.value.review.is_some();
        }
    }

    /// Takes note of what an analysis has found at the end of a line.
    pub(super) fn found(&mut self, stream: StreamId, line: &Line, lines: &[Iteration]) {
        let stream = self.streams.get_mut(&stream);
        if let Some(DeskStream { content: Content::Game { analysis: Some(analysis), .. }, .. }) = stream {
            lines.iter().for_each(|found| analysis.value.note(line, found));
            analysis.is_new = true;
        }
    }

    /// The state of a game.
    pub(super) fn snapshot(&mut self, id: &str) -> Option<Snapshot> {
        let now = self.present.moment;
        self.look(id, |live| live.snapshot(now))
    }

    /// Sends what has changed.
    pub(super) fn send_events(&mut self) {
        let now = self.present.moment;
        let Desk { streams, games, news, .. } = self;
        for (&stream, DeskStream { game, content }) in streams {
            let mut send = |name, data| news.events.push(DeskEvent { stream, name, data });
            match content {
                Content::Game { sent, analysis } => {
                    let live = games.get(game).map(|game| &game.live);
                    if let Some(live) = live
                        && sent.replace(live.version()) != Some(live.version())
                    {
                        send("message", serde_json::to_string(&live.snapshot(now)).unwrap_or_default());
                    }
                    if let Some(data) = analysis.as_mut().and_then(|analysis| analysis.take(now)) {
                        send("analysis", data);
                    }
                }
                Content::Review(review) => {
                    if let Some(data) = review.take(now) {
                        send("message", data);
                    }
                }
            }
        }
    }
}
