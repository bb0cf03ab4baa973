//! A search of the present position of a game, as a task.

use super::book;
use super::options::{Options, SessionBudget};
use super::report;
use super::task::{JobAnswer, JobSender, SessionTask};
use helgi_engine::WdlModel;
use helgi_engine::internals::lines::ReadableLines;
use helgi_engine::internals::strength::Limited;
use helgi_engine::search::{Control, Engine, Limits, SearchEvent, SearchReport};
use helgi_protocol::info;
use helgi_protocol::uci::GoParams;
use helgi_rules::board::Move;
use helgi_rules::notation::Notation;
use helgi_rules::{AnyPosition, History, Line, Position};
use helgi_study::book::Book;
use std::sync::Arc;

/// A function that searches a position, as [`any`] does.
pub trait StartsSearch:
    Fn(
        &mut Engine,
        &AnyPosition,
        &History,
        &Limits,
        &Control,
        &mut (dyn FnMut(SearchEvent) + Send),
    ) -> SearchReport
    + Copy
    + Send
    + 'static
{
}

impl<F> StartsSearch for F where
    F: Fn(
            &mut Engine,
            &AnyPosition,
            &History,
            &Limits,
            &Control,
            &mut (dyn FnMut(SearchEvent) + Send),
        ) -> SearchReport
        + Copy
        + Send
        + 'static
{
}

/// Searches with the evaluation of the position's game.
pub fn any(
    engine: &mut Engine,
    position: &AnyPosition,
    history: &History,
    limits: &Limits,
    control: &Control,
    on_event: &mut (dyn FnMut(SearchEvent) + Send),
) -> SearchReport {
    engine.search_any(position, history, limits, control, on_event)
}

/// A search to be prepared.
#[derive(Clone, Copy, Debug)]
pub struct SearchOrder<'a, S> {
    /// The search.
    pub searcher: S,
    /// The arguments of `go`.
    pub go: &'a GoParams,
    /// The values of the options.
    pub options: &'a Options,
    /// The handle by which the search will be stopped.
    pub control: &'a Arc<Control>,
    /// The seed of the random choices of a player of limited strength, and of a book.
    pub seed: u64,
    /// The opening book, if one may be asked.
    pub book: Option<&'a Book>,
}

/// A search of these moves, or of all legal ones if there are none.
pub fn task<S: StartsSearch>(line: &Line, search_moves: Vec<Move>, order: SearchOrder<'_, S>) -> SessionTask {
    let SearchOrder { searcher, go, options, control, seed, book } = order;
    let (position, history) = (line.present().clone(), line.history().clone());
    let notation = Notation::of(&position.game());
    let mut limits = super::limits::limits(go, position.side(), options, search_moves);
    let from_book = book.and_then(|book| book::answer(book, &position, &limits, options, seed));
    if let Some(answer) = from_book {
        return book::task(answer, &position, notation, options);
    }
    // Before the budget takes both away: the client's `stop` is still waited for.
    let waits = limits.infinite || limits.ponder;
    if let Some(budget) = options.budget {
        keep_to(budget, &mut limits);
    }
    let ladder = helgi_engine::internals::ladder(position.game());
    // Each position has a choice of its own, and the same one with the same seed.
    let limited = options.limited_elo().map(|elo| Limited { elo, ladder, seed: seed ^ position.key() });
    if let Some(player) = limited {
        player.restrict(&mut limits);
    }
    // The first move to search, for want of a better.
    let first = limits.search_moves.first().copied().or(position.legal_moves().first().copied());
    let otherwise = JobAnswer::Best { best: first, ponder: None };
    let thinking = Thinking {
        searcher,
        limits,
        control: control.clone(),
        notation,
        shown: options.multipv,
        wdl: options.show_wdl.then(|| helgi_engine::wdl(&position)),
        limited,
        position,
        history,
    };
    SessionTask { waits, otherwise, run: Box::new(move |engine, sender| thinking.run(engine, sender)) }
}

/// Lets a search end by its nodes alone, which are the same in every run.
fn keep_to(budget: SessionBudget, limits: &mut Limits) {
    limits.nodes = Some(limits.nodes.map_or(budget.nodes, |nodes| nodes.min(budget.nodes)));
    (limits.infinite, limits.ponder) = (false, false);
    // Time differs from run to run.
    (limits.clock, limits.move_time) = (None, None);
}

/// A search that is ready to run.
struct Thinking<S> {
    searcher: S,
    position: AnyPosition,
    history: History,
    limits: Limits,
    control: Arc<Control>,
    notation: Notation,
    /// The number of lines that the client wants to see.
    shown: usize,
    /// The model of results by scores, if chances are to be reported.
    wdl: Option<WdlModel>,
    limited: Option<Limited>,
}

impl<S: StartsSearch> Thinking<S> {
    fn run(self, engine: &mut Engine, sender: &JobSender) -> JobAnswer {
        let Thinking { searcher, position, history, limits, control, notation, shown, wdl, limited } = self;
        let mut lines = ReadableLines::default();
        let mut on_event = |event| match event {
            SearchEvent::Iteration(iteration) => {
                // More lines may be searched than the client wants to see, to choose from.
                if iteration.multipv <= shown {
                    sender.report(report::info(&iteration, notation, wdl));
                }
                if let (1, Some(&best)) = (iteration.multipv, iteration.pv.first()) {
                    sender.favour(best);
                }
                lines.add(iteration);
            }
            SearchEvent::CurrentMove { depth, played, number } => sender.report(info::SearchInfo {
                depth: Some(depth),
                currmove: Some(notation.write(played)),
                currmovenumber: u32::try_from(number).ok(),
                ..info::SearchInfo::default()
            }),
            SearchEvent::Failure(message) => sender.fail(format_args!("search: {message}")),
        };
        let found = searcher(engine, &position, &history, &limits, &control, &mut on_event);
        let (mut best, mut ponder) = (found.best, found.ponder);
        if let Some(player) = limited
            && let Some(chosen) = lines.choose(player)
            && let Some(&first) = chosen.pv.first()
        {
            (best, ponder) = (Some(first), chosen.pv.get(1).copied());
            // The last line told is that of the move that is played.
            sender.report(report::info(&chosen, notation, wdl));
        }
        JobAnswer::Best { best, ponder }
    }
}
