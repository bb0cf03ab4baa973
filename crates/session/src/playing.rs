//! One game in progress, whichever it is: what UCI does with it.
//!
//! It keeps the position and its past, prints nothing, and starts no thread: long work is
//! handed out as a [`SessionTask`].

use super::counting;
use super::judgement;
use super::search::{self, SearchOrder, StartsSearch};
use super::task::{JobAnswer, JobSender, SessionTask};
use helgi_engine::internals::draw_offer::{self, RecentScores};
use helgi_engine::net::NetChoice;
use helgi_engine::search::{Control, Engine};
use helgi_protocol::notation::{WireMove, without_numbers};
use helgi_protocol::text::Words;
use helgi_protocol::uci::Start;
use helgi_rules::board::Move;
use helgi_rules::games::GameId;
use helgi_rules::internals::diagram::Diagram;
use helgi_rules::internals::may_declare;
use helgi_rules::internals::symmetry::Exchange;
use helgi_rules::notation::{self, MoveError, Notation};
use helgi_rules::readable::{MoveNotice, Style, read_lenient};
use helgi_rules::{AnyPosition, FenError, FenNotice, Game, Line, Position};
use std::fmt;
use std::sync::Arc;
use thiserror::Error;

/// The reason why a command about the position was refused.
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
    /// A move to which the search was to be restricted.
    #[error("go: searchmoves {0}")]
    SearchMove(MoveError),
    /// A move that was to be banned.
    #[error("banmoves: {0}")]
    BannedMove(MoveError),
    /// No move is left to search.
    #[error("go: every move is banned")]
    AllBanned,
    /// There is no position, because the last one was refused.
    #[error("{0}: no position, expected a good `position` before it")]
    NoPosition(&'static str),
}

/// A text of a client that was read otherwise than it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayNotice {
    /// A field of the position.
    Fen(FenNotice),
    /// A move, counted from 1, of the list of a command.
    Move(&'static str, usize, MoveNotice),
    /// Number of further moves of a list, which are not named.
    More(&'static str, usize),
}

impl fmt::Display for PlayNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayNotice::Fen(notice) => notice.fmt(f),
            PlayNotice::Move(list, number, notice) => write!(f, "{list}: move {number} {notice}"),
            PlayNotice::More(list, count) => write!(f, "{list}: {count} more of this kind"),
        }
    }
}

/// The moves of a list that notices name. A client writes all of a game as it writes the first of it.
const MOST_NOTICES: usize = 3;

/// The reader of one list of moves.
struct MoveList<'a> {
    command: &'static str,
    number: usize,
    unusual: usize,
    notices: &'a mut Vec<PlayNotice>,
}

impl<'a> MoveList<'a> {
    fn of(command: &'static str, notices: &'a mut Vec<PlayNotice>) -> Self {
        MoveList { command, number: 0, unusual: 0, notices }
    }

    /// Reads the next move; `None` for the number of one.
    fn read(&mut self, position: &AnyPosition, text: &str) -> Result<Option<Move>, MoveError> {
        if without_numbers(text).is_empty() {
            return Ok(None);
        }
        self.number += 1;
        let (legal, notice) = read_lenient(position, text, Style::Uci)?;
        if let Some(notice) = notice {
            self.unusual += 1;
            if self.unusual <= MOST_NOTICES {
                self.notices.push(PlayNotice::Move(self.command, self.number, notice));
            }
        }
        Ok(Some(legal))
    }
}

impl Drop for MoveList<'_> {
    fn drop(&mut self) {
        let more = self.unusual.saturating_sub(MOST_NOTICES);
        self.notices.extend((more > 0).then_some(PlayNotice::More(self.command, more)));
    }
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Playing {
    game: GameId,
    /// `None` after a position that was refused.
    line: Option<Line>,
    /// Moves of the present position that are not to be played.
    banned: Vec<Move>,
}

impl Playing {
    /// A game at its start.
    pub fn new(game: GameId) -> Self {
        Playing { game, line: Some(Line::new(game.start())), banned: Vec::new() }
    }

    /// The game.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// Sets up a position and plays the moves; returns what was mended in its text. After an error there is no position.
    ///
    /// # Errors
    ///
    /// When the position or one of the moves is refused.
    pub fn set_up(&mut self, start: &Start, moves: &Words) -> Result<Vec<PlayNotice>, PlayError> {
        // Until all of it is read: a `go` after a faulty `position` must not search the position before.
        self.line = None;
        self.banned.clear();
        let (start, notices) = match start {
            Start::StartPos => (self.game.start(), Vec::new()),
            Start::Fen(text) => self.game.parse_lenient(text)?,
        };
        let mut notices: Vec<PlayNotice> = notices.into_iter().map(PlayNotice::Fen).collect();
        let mut line = Line::new(start);
        let mut list = MoveList::of("position", &mut notices);
        for text in moves.iter() {
            let legal = list.read(line.present(), text);
            let number = list.number;
            legal
                .map_err(|error| PlayError::Move { number, error })?
                .into_iter()
                .for_each(|legal| line.play(legal));
        }
        drop(list);
        self.line = Some(line);
        Ok(notices)
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
        // By their texts: the same move may be packed otherwise in the other game.
        let moves: Words = line.moves().map(|played| notation.write(played).to_string()).collect();
        self.set_up(&Start::Fen(line.start().fen()), &moves).map(|_| ())
    }

    /// Bans moves of the present position, and hands on what was read otherwise than it is written.
    ///
    /// # Errors
    ///
    /// When there is no position, or for the first move that is not legal; all legal ones are banned.
    pub fn ban(&mut self, moves: &Words, notices: &mut Vec<PlayNotice>) -> Result<(), PlayError> {
        let position = self.line("banmoves")?.present().clone();
        // The first error is told, and the moves behind it are banned all the same.
        let mut fault = Ok(());
        let mut list = MoveList::of("banmoves", notices);
        for text in moves.iter() {
            match list.read(&position, text) {
                Ok(banned) => self.banned.extend(banned),
                Err(error) => fault = fault.and(Err(PlayError::BannedMove(error))),
            }
        }
        fault
    }

    /// Returns true if the side to move may [declare](helgi_rules::internals::may_declare) that it has won.
    pub fn may_declare(&self) -> bool {
        self.line.as_ref().is_some_and(|line| may_declare(line.present()))
    }

    /// Returns true if the engine takes a draw that is offered in the present position.
    pub fn welcomes_draw(&self, scores: &RecentScores) -> bool {
        self.line.as_ref().is_some_and(|line| draw_offer::is_welcome(scores, line.present()))
    }

    /// Gives the position up.
    pub fn abandon(&mut self) {
        self.line = None;
    }

    /// The drawing of the position and the lines that scripts read.
    ///
    /// # Errors
    ///
    /// When there is no position.
    pub fn display(&self) -> Result<String, PlayError> {
        self.line("d").map(display)
    }

    /// The text of the position; `None` if there is none.
    pub fn fen(&self) -> Option<String> {
        self.line.as_ref().map(|line| line.present().fen())
    }

    /// Returns true if moves that follow each other can be played from the position and win the game for its side.
    pub fn is_won_by(&self, moves: &[WireMove]) -> bool {
        // On a copy: the moves are looked at, not played.
        let Some(mut line) = self.line.clone() else { return false };
        let side = line.present().side();
        let are_legal = moves.iter().all(|wire| {
            let legal = notation::read(line.present(), &wire.to_string());
            legal.is_ok_and(|legal| line.try_play(legal).is_ok())
        });
        are_legal && line.verdict().is_some_and(|outcome| outcome.winner == Some(side))
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
        self.banned.clear();
        Ok(())
    }

    /// A search. What was read otherwise than it is written is handed on.
    ///
    /// # Errors
    ///
    /// When there is no position, or a move to search is not legal.
    pub fn search<S: StartsSearch>(
        &self,
        order: SearchOrder<'_, S>,
        notices: &mut Vec<PlayNotice>,
    ) -> Result<SessionTask, PlayError> {
        let line = self.line("go")?;
        let mut list = MoveList::of("go: searchmoves", notices);
        let read = |text| list.read(line.present(), text).map_err(PlayError::SearchMove).transpose();
        let mut search_moves = order.go.searchmoves.iter().filter_map(read).collect::<Result<Vec<_>, _>>()?;
        if !self.banned.is_empty() {
            if search_moves.is_empty() {
                // No list to search means all moves, and the banned ones are taken out of these.
                search_moves = line.present().legal_moves();
            }
            search_moves.retain(|played| !self.banned.contains(played));
            if search_moves.is_empty() {
                return Err(PlayError::AllBanned);
            }
        }
        Ok(search::task(line, search_moves, order))
    }

    /// A count of move paths.
    ///
    /// # Errors
    ///
    /// When there is no position.
    pub fn perft(&self, depth: u32, control: &Arc<Control>) -> Result<SessionTask, PlayError> {
        let position = self.line("perft")?.present().clone();
        let control = control.clone();
        let run = move |_: &mut Engine, sender: &JobSender| {
            let total = counting::divide(&position, depth, 0..usize::MAX, &control, |first, nodes| {
                sender.count(first, nodes);
            });
            match total {
                Some(total) => sender.conclude(format_args!("\nNodes searched: {total}\n")),
                None => sender.note("perft was stopped"),
            }
            JobAnswer::None
        };
        Ok(SessionTask { waits: false, otherwise: JobAnswer::None, run: Box::new(run) })
    }

    fn line(&self, asking: &'static str) -> Result<&Line, PlayError> {
        self.line.as_ref().ok_or(PlayError::NoPosition(asking))
    }

    /// Returns the notation of the game's moves.
    pub fn notation(&self) -> Notation {
        Notation::of(&self.game)
    }
}

/// The drawing of a position and the lines that scripts read.
pub fn display(line: &Line) -> String {
    let position = line.present();
    let outline = position.outline();
    let names: Vec<String> = position.checkers().into_iter().map(|square| outline.name(square)).collect();
    let result = line.verdict().map_or("ongoing".to_owned(), |outcome| outcome.to_string());
    format!(
        "{}\n\nFen: {}\nKey: {:016X}\nCheckers: {}\nLegal moves: {}\nResult: {result}",
        Diagram::new(position).numbered_on_the_right(),
        position.fen(),
        position.key(),
        names.join(" "),
        position.count_moves(),
    )
}
