//! A search that pauses after each iteration, for callers that have one thread and want it back now and then.

use super::{HasEvaluation, PositionVisitor, visit_position};
use crate::net::WithNet;
use crate::search::{Control, Course, Engine, Limits, Pace, SearchEvent, SearchReport, Task};
use helgi_rules::{AnyPosition, History};

/// A search that pauses after each iteration.
///
/// It has one thread. Nothing is searched twice: with an engine of one thread its events and its result are those of
/// [`Engine::search_any`].
#[derive(Debug)]
pub struct Running {
    position: AnyPosition,
    history: History,
    limits: Limits,
    course: Course,
}

impl Engine {
    /// Begins a search of a position of any game, the last one of `history`, that pauses after each iteration.
    ///
    /// ```
    /// use helgi_engine::search::{Control, Engine, Limits, SearchEvent};
    /// use helgi_rules::{Game, GameId, Line, Position};
    ///
    /// let line = Line::new(GameId::TAVRELI.start());
    /// let mut engine = Engine::new(1, 1)?;
    /// let (limits, control) = (Limits::to_depth(4), Control::default());
    /// let mut running = engine.begin(line.present(), line.history(), &limits);
    /// let mut iterations = 1;
    /// let report = loop {
    ///     let ended = running.iterate(&mut engine, &control, |event| {
    ///         if let SearchEvent::Iteration(line) = event {
    ///             println!("depth {}: {} centipawns", line.depth, line.score);
    ///         }
    ///     });
    ///     match ended {
    ///         Some(report) => break report,
    ///         // Here is time for other things, such as a message that calls for `control.stop()`.
    ///         None => iterations += 1,
    ///     }
    /// };
    /// assert!(line.present().legal_moves().contains(&report.best.expect("the start has moves")));
    /// assert_eq!((report.depth, iterations), (4, 4));
    /// # Ok::<(), helgi_engine::search::OutOfMemory>(())
    /// ```
    #[must_use]
    pub fn begin(&self, position: &AnyPosition, history: &History, limits: &Limits) -> Running {
        let (position, history) = (position.clone(), history.clone());
        Running { position, history, limits: limits.clone(), course: Course::default() }
    }
}

impl Running {
    /// Searches the next iteration. Returns the result once a limit is met or `control` stops the search, and whenever it
    /// is asked again after that; it never waits, not even where the limits are infinite.
    ///
    /// `on_event` is called on the way, perhaps on another thread. The engine should be the same at every call. What it
    /// has searched for others meanwhile changes what this search finds in its table, and so does forgetting.
    pub fn iterate(
        &mut self,
        engine: &mut Engine,
        control: &Control,
        mut on_event: impl FnMut(SearchEvent) + Send,
    ) -> Option<SearchReport> {
        iterate(self, engine, control, &mut on_event)
    }

    /// The result as far as it is known: that of the last iteration, of which the answer expected is not checked yet.
    pub const fn report(&self) -> &SearchReport {
        self.course.report()
    }
}

/// The iteration for [`Running::iterate`]; not generic, so that it is compiled here alone.
fn iterate(
    running: &mut Running,
    engine: &mut Engine,
    control: &Control,
    on_event: &mut (dyn FnMut(SearchEvent) + Send),
) -> Option<SearchReport> {
    struct Iterate<'a> {
        engine: &'a mut Engine,
        history: &'a History,
        limits: &'a Limits,
        control: &'a Control,
        course: &'a mut Course,
        on_event: &'a mut (dyn FnMut(SearchEvent) + Send),
    }
    impl PositionVisitor for Iterate<'_> {
        type Output = Option<SearchReport>;

        fn visit<G: HasEvaluation>(
            self,
            position: &G::Position,
            evaluation: &WithNet<G::Evaluation>,
        ) -> Self::Output {
            let Iterate { engine, history, limits, control, course, on_event } = self;
            let evaluator = &evaluation.chosen(engine.net_choice());
            let task = Task { position, history, evaluator, limits, control, pace: Pace::OneIteration };
            engine.advance(&task, course, on_event)
        }
    }
    let Running { position, history, limits, course } = running;
    visit_position(position, Iterate { engine, history, limits, control, course, on_event })
}
