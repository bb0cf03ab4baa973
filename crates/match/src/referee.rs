//! The referee: one game from its first move to its end, by the rules of the game.
//!
//! Every move is checked, every ending found here; the players' claims count only where the rules agree. A
//! player that breaks off or breaks the rules loses, and the reason tells how.
//!
//! | the player | result | reason |
//! |---|---|---|
//! | an illegal move, or no move at all | loses | `White makes an illegal move: e2e5` |
//! | an answer after its time | loses | `White loses on time` |
//! | the same, against a side that cannot win | draws | `Draw by timeout` |
//! | no answer, even long after its time | loses | `White's connection stalls` |
//! | ends, or closes its output | loses | `White disconnects` |
//! | resigns, or concedes that the other has won | loses | `White resigns` |
//! | claims a win or a draw that is not there | loses | `White makes a false claim: …` |
//! | does not take a legal move | loses | `White refuses a legal move: …` |
//! | declares a win by an entered king that it has | wins | `White wins by adjudication` |
//! | offers a draw | a draw, if the other does too | `Draw by agreement` |

use super::adjudication::{Adjudicator, JudgedMove, SprtVerdict};
use super::ending::{Ending, LossReason};
use super::openings::{Opening, random};
use super::player::{EngineReply, Fault, NewGame, Player, Thought, Turn};
use super::polyglot::PolyglotBook;
use super::schedule::Fixture;
use super::settings::{EngineSettings, MatchSettings};
use super::sheet::{GameSheet, PlayedMove};
use super::time::Clock;
use fastrand::Rng;
use helgi_protocol::info::{SearchInfo, SearchScore};
use helgi_record::GameResult;
use helgi_rules::FenError;
use helgi_rules::board::Side;
use helgi_rules::games::GameId;
use helgi_rules::internals::may_declare;
use helgi_rules::internals::notation::in_place;
use helgi_rules::notation::{self, Notation};
use helgi_rules::{AnyPosition, Game, Line, Position};
use std::time::{Duration, Instant, SystemTime};
use thiserror::Error;

/// Called for each move of a player: the side, the move, and both clocks after it.
pub(super) type OnMove<'a> = &'a dyn Fn(Side, &PlayedMove, [Option<Duration>; 2]);

/// Has two players play a game; a [`Fault`] is one that loses the game for neither.
pub(super) struct Referee<'a> {
    pub settings: &'a MatchSettings,
    pub fixture: &'a Fixture,
    pub opening: &'a Opening,
    /// White and Black.
    pub players: [&'a mut dyn Player; 2],
    /// The books from which their first moves are played.
    pub books: [Option<&'a PolyglotBook>; 2],
    /// The callback for moves.
    pub heard: OnMove<'a>,
}

impl Referee<'_> {
    /// Plays the game.
    pub fn conduct(self) -> Result<GameSheet, Fault> {
        let Referee { settings, fixture, opening, mut players, books, heard } = self;
        let books = Books { books, random: random(settings.seed, fixture.number) };
        let (began, timer) = (SystemTime::now(), Instant::now());
        let mut course =
            Course::set_up(fixture.variant, opening).map_err(|error| Fault::Unfit(error.to_string()))?;
        let mut clocks = fixture.players.map(|engine| Clock::new(&settings.engines[engine].control));
        let ending = match course.announce(settings, fixture, opening, &mut players, &clocks) {
            Ok(()) => course.play(settings, fixture, &mut players, books, &mut clocks, heard)?,
            Err((side, fault)) => on_fault(side, fault)?,
        };
        for player in &mut players {
            player.end(&ending);
        }
        Ok(GameSheet {
            start: opening.fen.clone(),
            last: course.line.present().fen(),
            moves: course.played,
            ending,
            began,
            duration: timer.elapsed(),
        })
    }
}

/// Returns the ending to which a player's fault leads.
fn on_fault(loser: Side, fault: Fault) -> Result<Ending, Fault> {
    match fault {
        Fault::Disconnected => Ok(Ending::Loss { loser, reason: LossReason::Disconnection }),
        Fault::Stalled => Ok(Ending::Loss { loser, reason: LossReason::Stall }),
        Fault::Stopped | Fault::Unfit(_) => Err(fault),
    }
}

/// An opening that the game cannot begin with.
#[derive(Error, Debug)]
enum OpeningError {
    /// Its start is no position of the game.
    #[error("opening `{fen}`: {error}")]
    Start { fen: String, error: FenError },
    /// One of its moves is not legal.
    #[error("opening: {0}")]
    Moves(#[from] notation::MoveError),
}

/// The moves of a game in progress.
struct Course {
    line: Line,
    /// The texts of the moves.
    texts: Vec<String>,
    /// The same, but passes and walls as moves of a piece, as programs of Fairy-Stockfish's kind write them.
    texts_in_place: Vec<String>,
    played: Vec<PlayedMove>,
}

impl Course {
    fn set_up(game: GameId, opening: &Opening) -> Result<Self, OpeningError> {
        let fen = &opening.fen;
        let start = game.parse(fen).map_err(|error| OpeningError::Start { fen: fen.clone(), error })?;
        let mut course = Course {
            line: Line::new(start),
            texts: Vec::new(),
            texts_in_place: Vec::new(),
            played: Vec::new(),
        };
        for text in &opening.moves {
            course.push(text, None)?;
        }
        Ok(course)
    }

    fn push(
        &mut self,
        text: &str,
        thought: Option<(Option<SearchInfo>, Duration)>,
    ) -> Result<(), notation::MoveError> {
        let position = self.line.present();
        let legal = notation::read(position, text)?;
        let text = Notation::of(&position.game()).write(legal).to_string();
        self.texts_in_place.push(in_place(position, legal).to_string());
        self.texts.push(text.clone());
        self.played.push(PlayedMove { text, thought });
        self.line.play(legal);
        Ok(())
    }

    /// Announces the game to both players.
    fn announce(
        &self,
        settings: &MatchSettings,
        fixture: &Fixture,
        opening: &Opening,
        players: &mut [&mut dyn Player; 2],
        clocks: &[Clock; 2],
    ) -> Result<(), (Side, Fault)> {
        let info = self.line.start().info();
        for side in Side::BOTH {
            let opponent = &settings.engines[fixture.players[(!side).index()]].name;
            let new = NewGame {
                variant: info.name,
                ranks: info.ranks,
                start: Some(opening.fen.as_str()).filter(|&fen| fen != info.start),
                clock: &clocks[side.index()],
                opponent,
            };
            players[side.index()].begin(&new).map_err(|fault| (side, fault))?;
        }
        Ok(())
    }

    fn play(
        &mut self,
        settings: &MatchSettings,
        fixture: &Fixture,
        players: &mut [&mut dyn Player; 2],
        mut books: Books,
        clocks: &mut [Clock; 2],
        heard: OnMove,
    ) -> Result<Ending, Fault> {
        let mut adjudicator = Adjudicator::new(settings.draw, settings.resign);
        let mut draw_offered = false;
        loop {
            // Before anybody is asked: a player whose game is over cannot lose it by a late answer.
            if let Some(outcome) = self.line.verdict() {
                return Ok(Ending::Rules(outcome));
            }
            let side = self.line.present().side();
            let engine = &settings.engines[fixture.players[side.index()]];
            let of_book = books.choose(side, engine, self.line.present(), self.texts.len());
            if of_book.is_some_and(|text| self.push(&text, None).is_ok()) {
                if let Some(played) = self.played.last() {
                    heard(side, played, [0, 1].map(|side: usize| clocks[side].left()));
                }
                draw_offered = false;
                // It is a move without a score.
                match self.adjudicate(settings, &mut adjudicator, side, None) {
                    Some(ending) if self.line.verdict().is_none() => return Ok(ending),
                    _ => continue,
                }
            }
            let position = self.line.present();
            let (margin, patience) = (engine.margin, engine.scaled(settings.patience));
            let (moves, moves_in_place) = (&*self.texts, &*self.texts_in_place);
            let turn = Turn { side, moves, moves_in_place, position, clocks, draw_offered, margin, patience };
            let thought = match players[side.index()].think(&turn) {
                Ok(thought) => thought,
                Err(fault) => return on_fault(side, fault),
            };
            let Thought { taken, said, mut info, offers_draw } = thought;
            if let Some(info) = info.as_mut().filter(|_| engine.white_view && side == Side::Black) {
                info.score = info.score.map(reversed);
            }
            let clock = &mut clocks[side.index()];
            // Time comes before the move: an illegal move after the flag has fallen is a loss on time.
            if clock.limit().is_some_and(|limit| taken > limit + margin) {
                return Ok(match self.line.present().cannot_win(!side) {
                    true => Ending::Timeout,
                    false => Ending::Loss { loser: side, reason: LossReason::LossOnTime },
                });
            }
            let text = match said {
                EngineReply::Move(text) => text,
                EngineReply::Claim { score, .. }
                    if score == GameResult::win(side).text() && may_declare(self.line.present()) =>
                {
                    return Ok(Ending::Adjudication(Some(side)));
                }
                said => return Ok(ending_of(side, &said)),
            };
            // After the flag, which is judged by what the clock showed before the move.
            clock.spend(taken);
            let score = info.as_ref().and_then(|info| info.score);
            if self.push(&text, Some((info, taken))).is_err() {
                return Ok(Ending::Loss { loser: side, reason: LossReason::IllegalMove(one_line(&text)) });
            }
            if let Some(played) = self.played.last() {
                heard(side, played, [0, 1].map(|side: usize| clocks[side].left()));
            }
            // The rules decide before an agreement or the match's own limits.
            if self.line.verdict().is_some() {
                continue;
            }
            if draw_offered && offers_draw {
                return Ok(Ending::Agreement);
            }
            draw_offered = offers_draw;
            if let Some(ending) = self.adjudicate(settings, &mut adjudicator, side, score) {
                return Ok(ending);
            }
            let position = self.line.present();
            let (moves, moves_in_place) = (&*self.texts, &*self.texts_in_place);
            let draw_offered = false;
            let turn = Turn { side, moves, moves_in_place, position, clocks, draw_offered, margin, patience };
            players[side.index()].ponder(&turn);
        }
    }

    /// The rules of the match, after a move of `side`.
    fn adjudicate(
        &self,
        settings: &MatchSettings,
        adjudicator: &mut Adjudicator,
        side: Side,
        score: Option<SearchScore>,
    ) -> Option<Ending> {
        let is_too_long = settings.max_moves.is_some_and(|most| self.texts.len() >= 2 * most);
        let full_moves = self.texts.len() / 2;
        let zeroes = self.line.present().turn().halfmove == 0;
        match adjudicator.judge(&JudgedMove { side, full_moves, zeroes, score }) {
            Some(SprtVerdict::Draw) => Some(Ending::Adjudication(None)),
            Some(SprtVerdict::Win(winner)) => Some(Ending::Adjudication(Some(winner))),
            None => is_too_long.then_some(Ending::TooLong),
        }
    }
}

/// The books of both players in one game.
struct Books<'a> {
    books: [Option<&'a PolyglotBook>; 2],
    random: Rng,
}

impl Books<'_> {
    /// The move of the book for the engine of a side, after so many half-moves.
    fn choose(
        &mut self,
        side: Side,
        engine: &EngineSettings,
        position: &AnyPosition,
        played: usize,
    ) -> Option<String> {
        let depth = engine.book.as_ref()?.depth;
        if depth.is_some_and(|depth| played / 2 >= depth as usize) {
            return None;
        }
        self.books[side.index()]?.choose(position, &mut self.random)
    }
}

/// A score from the other side's view.
fn reversed(score: SearchScore) -> SearchScore {
    match score {
        SearchScore::Centipawns(value) => SearchScore::Centipawns(value.saturating_neg()),
        SearchScore::Mate(moves) => SearchScore::Mate(moves.saturating_neg()),
    }
}

/// The end of a game in which a player answers with something other than a move. A game that the rules end
/// was over before the player was asked, so a claim of more than a loss is false.
fn ending_of(loser: Side, said: &EngineReply) -> Ending {
    let reason = match said {
        EngineReply::Claim { score, .. } if *score == GameResult::win(!loser).text() => {
            LossReason::Resignation
        }
        EngineReply::Claim { score, comment } => {
            LossReason::FalseClaim(format!("{score} {}", one_line(comment)).trim_end().to_owned())
        }
        EngineReply::Refusal(line) => LossReason::Refusal(one_line(line)),
        EngineReply::Resign | EngineReply::Move(_) => LossReason::Resignation,
    };
    Ending::Loss { loser, reason }
}

/// An engine's words, short and without the characters that would end a comment.
fn one_line(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !"{}".contains(*c)).take(60).collect()
}
