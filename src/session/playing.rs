//! One game at one position: everything the session does with it, behind an interface in which no
//! type of the game appears.
//!
//! [`AnyGame`] is what the event loop sees; [`Playing`] is the only code in the session that is
//! made once for each game. It keeps the position and its past, prints nothing, and starts no
//! thread: what takes long is handed out as a [`Task`].

use super::counting;
use super::lines::Lines;
use super::options::{Budget, Options};
use super::report;
use super::strength;
use super::task::{Answer, Task, Voice};
use helgi_engine::eval::{Evaluate, Tunable};
use helgi_engine::search::{Control, Engine, Event, Limits};
use helgi_protocol::info;
use helgi_protocol::notation::WireMove;
use helgi_protocol::text::Words;
use helgi_protocol::uci::{GoParams, Start};
use helgi_rules::board::{Move, Outline, Side};
use helgi_rules::diagram::Diagram;
use helgi_rules::games::GameId;
use helgi_rules::notation::{self, MoveError, Notation};
use helgi_rules::symmetry::Exchange;
use helgi_rules::{FenError, Game, History, Info, Outcome, Position, Select, verdict};
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
        /// What is wrong with it.
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
    /// What was asked for.
    pub go: &'a GoParams,
    /// The values of the options.
    pub options: &'a Options,
    /// The handle by which the search will be stopped.
    pub control: &'a Arc<Control>,
    /// What a player of limited strength throws dice with.
    pub seed: u64,
}

/// A game in progress, whichever it is.
pub trait AnyGame: Send {
    /// The facts about the game.
    fn info(&self) -> &'static Info;

    /// Sets up a position and plays the moves; after an error there is no position.
    ///
    /// # Errors
    ///
    /// When the position or one of the moves is refused.
    fn set_up(&mut self, start: &Start, moves: &Words) -> Result<(), PlayError>;

    /// Gives the position up.
    fn abandon(&mut self);

    /// Plays a move, and returns it as it is written.
    ///
    /// # Errors
    ///
    /// When there is no position, or the move is not legal in it; nothing has changed then.
    fn play(&mut self, text: &str) -> Result<WireMove, PlayError>;

    /// The squares of the board.
    fn outline(&self) -> &'static Outline;

    /// What there is to know of the position without a search; `None` if there is no position.
    fn state(&self) -> Option<State>;

    /// Every legal move and the text of the position after it; none if there is no position.
    fn successors(&self) -> Vec<(WireMove, String)>;

    /// The drawing of the position and the lines that scripts read.
    ///
    /// # Errors
    ///
    /// When there is no position.
    fn display(&self) -> Result<String, PlayError>;

    /// How the position stands by itself, without a search.
    ///
    /// # Errors
    ///
    /// When there is no position.
    fn evaluation(&self) -> Result<String, PlayError>;

    /// Exchanges the colours.
    ///
    /// # Errors
    ///
    /// When there is no position.
    fn flip(&mut self) -> Result<(), PlayError>;

    /// A search.
    ///
    /// # Errors
    ///
    /// When there is no position, or a move to search is not legal.
    fn search(&self, order: Order) -> Result<Task, PlayError>;

    /// A count of move paths.
    ///
    /// # Errors
    ///
    /// When there is no position.
    fn perft(&self, depth: u32, control: &Arc<Control>) -> Result<Task, PlayError>;
}

/// A position, as far as it can be said without the types of its game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Its text.
    pub text: String,
    /// Whose turn it is.
    pub side: Side,
    /// How the game has ended, if it has.
    pub outcome: Option<Outcome>,
    /// The number of the move, from 1.
    pub fullmove: u32,
}

/// Sets up a game at its start position.
pub fn begin(game: GameId) -> Box<dyn AnyGame> {
    struct Begin;
    impl helgi_engine::Visitor for Begin {
        type Output = Box<dyn AnyGame>;

        fn visit<G: Game, E: Tunable<G::Position>>(self, game: G, evaluator: E) -> Box<dyn AnyGame> {
            Box::new(Playing::new(game, evaluator))
        }
    }
    helgi_engine::visit(game, Begin)
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Playing<G: Game, E> {
    game: G,
    evaluator: E,
    present: Option<Present<G::Position>>,
}

/// A position and how it came about.
#[derive(Clone, Debug)]
struct Present<P> {
    position: P,
    history: History,
}

impl<P: Position> Present<P> {
    fn new(position: P) -> Self {
        let history = History::starting_with(&position);
        Present { position, history }
    }

    fn play(&mut self, legal: Move) {
        self.position.play(legal);
        self.history.push(self.position.key());
    }
}

impl<G: Game, E: Evaluate<G::Position>> Playing<G, E> {
    /// The game at its start.
    pub fn new(game: G, evaluator: E) -> Self {
        let present = Some(Present::new(game.start()));
        Playing { game, evaluator, present }
    }

    fn present(&self, asking: &'static str) -> Result<&Present<G::Position>, PlayError> {
        self.present.as_ref().ok_or(PlayError::NoPosition(asking))
    }

    fn replay(&self, start: &Start, moves: &Words) -> Result<Present<G::Position>, PlayError> {
        let mut present = Present::new(match start {
            Start::StartPos => self.game.start(),
            Start::Fen(text) => self.game.parse(text)?,
        });
        for (number, text) in (1..).zip(moves.iter()) {
            let legal = notation::read(&self.game, &present.position, text)
                .map_err(|error| PlayError::Move { number, error })?;
            present.play(legal);
        }
        Ok(present)
    }

    fn search_moves(&self, position: &G::Position, words: &Words) -> Result<Vec<Move>, PlayError> {
        let read = |text| notation::read(&self.game, position, text).map_err(PlayError::SearchMove);
        words.iter().map(read).collect()
    }
}

impl<G: Game, E: Evaluate<G::Position>> AnyGame for Playing<G, E> {
    fn info(&self) -> &'static Info {
        self.game.info()
    }

    fn set_up(&mut self, start: &Start, moves: &Words) -> Result<(), PlayError> {
        self.present = None;
        self.present = Some(self.replay(start, moves)?);
        Ok(())
    }

    fn abandon(&mut self) {
        self.present = None;
    }

    fn play(&mut self, text: &str) -> Result<WireMove, PlayError> {
        let present = self.present.as_mut().ok_or(PlayError::NoPosition("move"))?;
        let legal = notation::read(&self.game, &present.position, text).map_err(PlayError::Refused)?;
        present.play(legal);
        Ok(Notation::of(&self.game).write(legal))
    }

    fn outline(&self) -> &'static Outline {
        self.game.outline()
    }

    fn state(&self) -> Option<State> {
        let Present { position, history } = self.present.as_ref()?;
        Some(State {
            text: self.game.format(position),
            side: position.side(),
            outcome: verdict(position, history),
            fullmove: position.fullmove_number(),
        })
    }

    fn successors(&self) -> Vec<(WireMove, String)> {
        let Some(Present { position, .. }) = &self.present else { return Vec::new() };
        let notation = Notation::of(&self.game);
        let mut legal = Vec::new();
        position.generate(Select::All, &mut legal);
        let after = |&played: &Move| {
            let mut after = position.clone();
            after.play(played);
            (notation.write(played), self.game.format(&after))
        };
        legal.iter().map(after).collect()
    }

    fn display(&self) -> Result<String, PlayError> {
        let Present { position, history } = self.present("d")?;
        let fen = self.game.format(position);
        let diagram = Diagram::new(self.game.outline(), &fen)?.plain();
        let names: Vec<String> =
            position.checkers().into_iter().map(|square| self.game.outline().name(square)).collect();
        let result = match verdict(position, history) {
            Some(outcome) => outcome.to_string(),
            None => "ongoing".to_owned(),
        };
        Ok(format!(
            "{diagram}\n\nFen: {fen}\nKey: {:016X}\nCheckers: {}\nLegal moves: {}\nResult: {result}",
            position.key(),
            names.join(" "),
            position.count_moves(),
        ))
    }

    fn evaluation(&self) -> Result<String, PlayError> {
        let Present { position, history } = self.present("eval")?;
        if let Some(outcome) = verdict(position, history) {
            return Ok(format!("Evaluation: none, the game is over: {outcome}"));
        }
        let pawns = f64::from(self.evaluator.evaluate(position)) / 100.0;
        Ok(format!("Evaluation: {pawns:+.2} pawns for {}, who is to move", position.side().name()))
    }

    fn flip(&mut self) -> Result<(), PlayError> {
        let text = self.game.format(&self.present("flip")?.position);
        let exchange = Exchange::new(self.game.outline(), self.game.info().symmetry);
        let exchanged = self.game.parse(&exchange.text(&text)?)?;
        self.present = Some(Present::new(exchanged));
        Ok(())
    }

    fn search(&self, order: Order) -> Result<Task, PlayError> {
        let Order { go, options, control, seed } = order;
        let present = self.present("go")?.clone();
        let chosen = self.search_moves(&present.position, &go.searchmoves)?;
        let mut limits = super::limits::limits(go, present.position.side(), options, chosen);
        let waits = limits.infinite || limits.ponder;
        if let Some(budget) = options.budget {
            keep_to(budget, &mut limits);
        }
        let elo = options.limited_elo();
        if let Some(elo) = elo {
            limits.multipv = limits.multipv.max(strength::LINES);
            let nodes = strength::nodes(elo);
            limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
        }
        let (notation, key) = (Notation::of(&self.game), present.position.key());
        let first = first_move(&present.position, &limits).map(|first| notation.write(first));
        let otherwise = Answer::Best { best: first, ponder: None };
        let thinking = Thinking {
            present,
            evaluator: self.evaluator.clone(),
            limits,
            control: control.clone(),
            notation,
            shown: options.multipv,
            show_wdl: options.show_wdl,
            limited: elo.map(|elo| (elo, seed ^ key)),
        };
        Ok(Task { waits, otherwise, run: Box::new(move |engine, voice| thinking.run(engine, voice)) })
    }

    fn perft(&self, depth: u32, control: &Arc<Control>) -> Result<Task, PlayError> {
        let position = self.present("perft")?.position.clone();
        let notation = Notation::of(&self.game);
        let control = control.clone();
        let run = move |_: &mut Engine, voice: &Voice| {
            let total = counting::divide(&position, depth, &control, |first, nodes| {
                voice.say(format_args!("{}: {nodes}", notation.write(first)));
            });
            match total {
                Some(total) => voice.say(format_args!("\nNodes searched: {total}")),
                None => voice.note("perft was stopped"),
            }
            Answer::None
        };
        Ok(Task { waits: false, otherwise: Answer::None, run: Box::new(run) })
    }
}

/// Lets a search end by its nodes alone, which are the same in every run.
fn keep_to(budget: Budget, limits: &mut Limits) {
    limits.nodes = Some(limits.nodes.map_or(budget.nodes, |nodes| nodes.min(budget.nodes)));
    (limits.infinite, limits.ponder) = (false, false);
    (limits.clock, limits.move_time) = (None, None);
}

/// The first move to search, for want of a better.
fn first_move<P: Position>(position: &P, limits: &Limits) -> Option<Move> {
    let mut legal = Vec::new();
    position.generate(Select::All, &mut legal);
    limits.search_moves.first().or(legal.first()).copied()
}

/// A search that is ready to run.
struct Thinking<P, E> {
    present: Present<P>,
    evaluator: E,
    limits: Limits,
    control: Arc<Control>,
    notation: Notation,
    /// How many lines the client wants to see.
    shown: usize,
    show_wdl: bool,
    /// The strength and the seed, if strength is limited.
    limited: Option<(u32, u64)>,
}

impl<P: Position, E: Evaluate<P>> Thinking<P, E> {
    fn run(self, engine: &mut Engine, voice: &Voice) -> Answer {
        let Thinking { present, evaluator, limits, control, notation, shown, show_wdl, limited } = self;
        let mut lines = Lines::default();
        let on_event = |event| match event {
            Event::Iteration(iteration) => {
                if iteration.multipv <= shown {
                    voice.report(report::info(&iteration, notation, show_wdl));
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
        let Present { position, history } = &present;
        let found = engine.search(position, history, &evaluator, &limits, &control, on_event);
        let (mut best, mut ponder) = (found.best, found.ponder);
        if let Some((elo, seed)) = limited
            && let Some(chosen) = lines.choose(elo, seed)
            && let Some(&first) = chosen.pv.first()
        {
            (best, ponder) = (Some(first), chosen.pv.get(1).copied());
            voice.report(report::info(&chosen, notation, show_wdl));
        }
        let write = |played: Option<Move>| played.map(|played| notation.write(played));
        Answer::Best { best: write(best), ponder: write(ponder) }
    }
}
