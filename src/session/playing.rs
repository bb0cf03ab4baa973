//! One game in progress: everything that the session does with it, whichever game it is.
//!
//! It keeps the position and its past, prints nothing, and starts no thread: long work is
//! handed out as a [`Task`].

use super::book;
use super::counting;
use super::judgement;
use super::lines::Lines;
use super::options::{Budget, Options};
use super::report;
use super::strength::Limited;
use super::task::{Answer, JobSender, Task};
use crate::books;
use helgi_engine::net::NetChoice;
use helgi_engine::search::{Control, Engine, Event, Limits, Report};
use helgi_engine::wdl::WdlModel;
use helgi_protocol::info;
use helgi_protocol::notation::WireMove;
use helgi_protocol::text::Words;
use helgi_protocol::uci::{GoParams, Start};
use helgi_rules::board::{Move, Side};
use helgi_rules::diagram::Diagram;
use helgi_rules::games::GameId;
use helgi_rules::notation::{self, MoveError, Notation};
use helgi_rules::readable;
use helgi_rules::symmetry::Exchange;
use helgi_rules::{AnyPosition, FenError, Game, History, Line, Outcome, Position};
use helgi_study::book::{Book, Choice};
use std::sync::Arc;
use thiserror::Error;

/// Why something that concerns the position was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayError {
    /// The text of the position.
    #[error("position: {0}")]
    Fen(#[from] FenError),
    /// A move of the list, counted from 1.
    #[error("position: move {number} {error}")]
    Move {
        /// Its number.
        number: usize,
        /// The fault.
        error: MoveError,
    },
    /// A move that was to be played.
    #[error("{0}")]
    Refused(MoveError),
    /// A move to which the search was to be restricted.
    #[error("go: searchmoves {0}")]
    SearchMove(MoveError),
    /// There is no position, because the last one was refused.
    #[error("{0}: no position, expected a good `position` before it")]
    NoPosition(&'static str),
}

/// A search to be prepared.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// The request.
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

/// A position, as far as it can be described without the types of its game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Its text.
    pub text: String,
    /// The side to move.
    pub side: Side,
    /// The outcome of the game, if it is over.
    pub outcome: Option<Outcome>,
}

/// The function that searches a position.
pub type Searcher =
    fn(&mut Engine, &AnyPosition, &History, &Limits, &Control, &mut (dyn FnMut(Event) + Send)) -> Report;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Playing {
    game: GameId,
    searcher: Searcher,
    /// `None` after a position that was refused.
    line: Option<Line>,
}

impl Playing {
    /// A game at its start.
    pub fn new(game: GameId) -> Self {
        Self::with_searcher(game, |engine, position, history, limits, control, on_event| {
            engine.search_any(position, history, limits, control, on_event)
        })
    }

    /// A game at its start, with a search of its own.
    pub fn with_searcher(game: GameId, searcher: Searcher) -> Self {
        Playing { game, searcher, line: Some(Line::new(game.start())) }
    }

    /// The game.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// Sets up a position and plays the moves; after an error there is no position.
    ///
    /// # Errors
    ///
    /// When the position or one of the moves is refused.
    pub fn set_up(&mut self, start: &Start, moves: &Words) -> Result<(), PlayError> {
        self.line = None;
        let mut line = Line::new(match start {
            Start::StartPos => self.game.start(),
            Start::Fen(text) => self.game.parse(text)?,
        });
        for (number, text) in (1..).zip(moves.iter()) {
            let legal =
                notation::read(line.present(), text).map_err(|error| PlayError::Move { number, error })?;
            line.play(legal);
        }
        self.line = Some(line);
        Ok(())
    }

    /// Continues as another game that has the same positions and moves, with the same past; a position
    /// that was refused stays so.
    ///
    /// # Errors
    ///
    /// When the position or a move does not belong to that game; there is no position then.
    pub fn go_on_as(&mut self, game: GameId) -> Result<(), PlayError> {
        let notation = self.notation();
        self.game = game;
        let Some(line) = self.line.take() else { return Ok(()) };
        let moves: Words = line.moves().map(|played| notation.write(played).to_string()).collect();
        self.set_up(&Start::Fen(line.start().fen()), &moves)
    }

    /// The castling that a name stands for, `O-O` or `O-O-O` in letters or noughts, as it is written;
    /// `None` if it is no name, or there is no such castling.
    pub fn castling(&self, name: &str) -> Option<WireMove> {
        let name = name.to_ascii_uppercase().replace('0', "O");
        let found = matches!(name.as_str(), "O-O" | "O-O-O")
            .then(|| readable::read(self.position()?, &name).ok())
            .flatten()?;
        Some(self.notation().write(found))
    }

    /// The name of a castling that is written as the king's move onto its rook; `None` for other moves.
    pub fn castling_name(&self, wire: WireMove) -> Option<&'static str> {
        let names = ["O-O", "O-O-O"];
        names.into_iter().find(|name| self.castling(name) == Some(wire)).filter(|_| {
            let WireMove::Step { to, .. } = wire else { return false };
            let position = self.position();
            let square = position.and_then(|position| position.outline().named(&to.to_string()));
            position.zip(square).is_some_and(|(position, square)| position.piece_at(square, 0).is_some())
        })
    }

    /// Gives the position up.
    pub fn abandon(&mut self) {
        self.line = None;
    }

    /// Plays a move, and returns it as it is written.
    ///
    /// # Errors
    ///
    /// When there is no position, or the move is not legal in it; nothing has changed then.
    pub fn play(&mut self, text: &str) -> Result<WireMove, PlayError> {
        let line = self.line.as_mut().ok_or(PlayError::NoPosition("move"))?;
        let legal = notation::read(line.present(), text).map_err(PlayError::Refused)?;
        line.play(legal);
        Ok(self.notation().write(legal))
    }

    /// The position; `None` if there is none.
    pub fn position(&self) -> Option<&AnyPosition> {
        self.line.as_ref().map(Line::present)
    }

    /// Returns the facts about the position without a search; `None` if there is no position.
    pub fn state(&self) -> Option<State> {
        let line = self.line.as_ref()?;
        let position = line.present();
        Some(State { text: position.fen(), side: position.side(), outcome: line.verdict() })
    }

    /// Every legal move and the position after it; none if there is no position.
    pub fn successors(&self) -> Vec<(WireMove, AnyPosition)> {
        let Some(position) = self.position() else { return Vec::new() };
        let notation = self.notation();
        let after = |played: Move| (notation.write(played), position.after(played));
        position.legal_moves().into_iter().map(after).collect()
    }

    /// The drawing of the position and the lines that scripts read.
    ///
    /// # Errors
    ///
    /// When there is no position.
    pub fn display(&self) -> Result<String, PlayError> {
        let line = self.line("d")?;
        let position = line.present();
        let outline = position.outline();
        let names: Vec<String> = position.checkers().into_iter().map(|square| outline.name(square)).collect();
        let result = line.verdict().map_or("ongoing".to_owned(), |outcome| outcome.to_string());
        Ok(format!(
            "{}\n\nFen: {}\nKey: {:016X}\nCheckers: {}\nLegal moves: {}\nResult: {result}",
            Diagram::new(position).numbered_on_the_right(),
            position.fen(),
            position.key(),
            names.join(" "),
            position.count_moves(),
        ))
    }

    /// Returns the static evaluation of the position; see [`judgement`].
    ///
    /// # Errors
    ///
    /// When there is no position.
    pub fn evaluation(&self, net: &NetChoice) -> Result<String, PlayError> {
        let line = self.line("eval")?;
        if let Some(outcome) = line.verdict() {
            // Scripts expect a reason in parentheses, and no other than this.
            let reason = if line.present().in_check() { "in check" } else { "game over" };
            return Ok(format!(
                "Evaluation: none, the game is over: {outcome}\nFinal evaluation: none ({reason})"
            ));
        }
        Ok(judgement::describe(line.present(), net))
    }

    /// Exchanges the colours.
    ///
    /// # Errors
    ///
    /// When there is no position.
    pub fn flip(&mut self) -> Result<(), PlayError> {
        let position = self.line("flip")?.present();
        let exchange = Exchange::new(position.outline(), position.info().symmetry);
        let exchanged = self.game.parse(&exchange.text(&position.fen())?)?;
        self.line = Some(Line::new(exchanged));
        Ok(())
    }

    /// A search.
    ///
    /// # Errors
    ///
    /// When there is no position, or a move to search is not legal.
    pub fn search(&self, order: Order) -> Result<Task, PlayError> {
        let Order { go, options, control, seed, book } = order;
        let line = self.line("go")?;
        let (position, history) = (line.present().clone(), line.history().clone());
        let read = |text| notation::read(&position, text).map_err(PlayError::SearchMove);
        let chosen = go.searchmoves.iter().map(read).collect::<Result<_, _>>()?;
        let mut limits = super::limits::limits(go, position.side(), options, chosen);
        let from_book = book.and_then(|book| book::answer(book, &position, &limits, options, seed));
        if let Some(answer) = from_book {
            return Ok(book::task(answer, &position, self.notation(), options));
        }
        let waits = limits.infinite || limits.ponder;
        if let Some(budget) = options.budget {
            keep_to(budget, &mut limits);
        }
        let ladder = helgi_engine::ladder(position.game());
        let limited = options.limited_elo().map(|elo| Limited { elo, ladder, seed: seed ^ position.key() });
        if let Some(player) = limited {
            player.restrict(&mut limits);
        }
        // The first move to search, for lack of a better one.
        let first = limits.search_moves.first().copied().or(position.legal_moves().first().copied());
        let notation = self.notation();
        let otherwise = Answer::Best { best: first.map(|first| notation.write(first)), ponder: None };
        let thinking = Thinking {
            searcher: self.searcher,
            limits,
            control: control.clone(),
            notation,
            shown: options.multipv,
            wdl: options.show_wdl.then(|| helgi_engine::wdl(&position)),
            limited,
            position,
            history,
        };
        Ok(Task { waits, otherwise, run: Box::new(move |engine, voice| thinking.run(engine, voice)) })
    }

    /// Returns true if the book has a move to play here.
    pub fn is_in(&self, book: &Book) -> bool {
        self.position().is_some_and(|position| book.answer(position, Choice::Best).is_some())
    }

    /// Returns the book's entries for the position, as a table; empty if there are none.
    pub fn book_table(&self, book: &Book, show: impl Fn(WireMove) -> String) -> Vec<String> {
        let moves = self.position().map_or(Vec::new(), |position| book.moves(position));
        if moves.is_empty() {
            return Vec::new();
        }
        books::table(&moves, |played| show(self.notation().write(played)))
    }

    /// A count of move paths.
    ///
    /// # Errors
    ///
    /// When there is no position.
    pub fn perft(&self, depth: u32, control: &Arc<Control>) -> Result<Task, PlayError> {
        let position = self.line("perft")?.present().clone();
        let notation = self.notation();
        let control = control.clone();
        let run = move |_: &mut Engine, voice: &JobSender| {
            let total = counting::divide(&position, depth, &control, |first, nodes| {
                voice.say(format_args!("{}: {nodes}", notation.write(first)));
            });
            match total {
                Some(total) => voice.say(format_args!("\nNodes searched: {total}\n")),
                None => voice.note("perft was stopped"),
            }
            Answer::None
        };
        Ok(Task { waits: false, otherwise: Answer::None, run: Box::new(run) })
    }

    fn line(&self, asking: &'static str) -> Result<&Line, PlayError> {
        self.line.as_ref().ok_or(PlayError::NoPosition(asking))
    }

    fn notation(&self) -> Notation {
        Notation::of(&self.game)
    }
}

/// Lets a search end by its nodes alone, which are the same in every run.
fn keep_to(budget: Budget, limits: &mut Limits) {
    limits.nodes = Some(limits.nodes.map_or(budget.nodes, |nodes| nodes.min(budget.nodes)));
    (limits.infinite, limits.ponder) = (false, false);
    (limits.clock, limits.move_time) = (None, None);
}

/// A search that is ready to run.
struct Thinking {
    searcher: Searcher,
    position: AnyPosition,
    history: History,
    limits: Limits,
    control: Arc<Control>,
    notation: Notation,
    /// Number of lines that the client wants to see.
    shown: usize,
    /// The win, draw and loss model, if chances are to be reported.
    wdl: Option<WdlModel>,
    limited: Option<Limited>,
}

impl Thinking {
    fn run(self, engine: &mut Engine, voice: &JobSender) -> Answer {
        let Thinking { searcher, position, history, limits, control, notation, shown, wdl, limited } = self;
        let mut lines = Lines::default();
        let mut on_event = |event| match event {
            Event::Iteration(iteration) => {
                if iteration.multipv <= shown {
                    voice.report(report::info(&iteration, notation, wdl));
                }
                if let (1, Some(&best)) = (iteration.multipv, iteration.pv.first()) {
                    voice.favour(notation.write(best));
                }
                lines.add(iteration);
            }
            Event::CurrentMove { depth, played, number } => voice.report(info::Info {
                depth: Some(depth),
                currmove: Some(notation.write(played)),
                currmovenumber: u32::try_from(number).ok(),
                ..info::Info::default()
            }),
            Event::Failure(message) => voice.fail(format_args!("search: {message}")),
        };
        let found = searcher(engine, &position, &history, &limits, &control, &mut on_event);
        let (mut best, mut ponder) = (found.best, found.ponder);
        if let Some(player) = limited
            && let Some(chosen) = lines.choose(player)
            && let Some(&first) = chosen.pv.first()
        {
            (best, ponder) = (Some(first), chosen.pv.get(1).copied());
            voice.report(report::info(&chosen, notation, wdl));
        }
        let write = |played: Option<Move>| played.map(|played| notation.write(played));
        Answer::Best { best: write(best), ponder: write(ponder) }
    }
}
