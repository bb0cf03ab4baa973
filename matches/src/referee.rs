//! The referee: one game from its first move to its end, by the rules of the game.
//!
//! Every move is checked, every ending found here; what the players say about it counts only where
//! the rules agree. A player that breaks off or breaks the rules loses, and the reason says how.
//!
//! | what a player does | result | reason |
//! |---|---|---|
//! | an illegal move, or no move at all | loses | `White makes an illegal move: e2e5` |
//! | an answer after its time | loses | `White loses on time` |
//! | no answer, even long after its time | loses | `White's connection stalls` |
//! | ends, or closes its output | loses | `White disconnects` |
//! | resigns, or says that the other has won | loses | `White resigns` |
//! | says that it has won, or that it is a draw, and it is not so | loses | `White makes a false claim: …` |
//! | does not take a legal move | loses | `White refuses a legal move: …` |
//! | offers a draw | a draw, if the other does too | `Draw by agreement` |

use super::adjudication::{Adjudicator, Verdict};
use super::openings::Opening;
use super::pgn::{Assessment, Expected};
use super::player::{Fault, NewGame, Player, Said, Thought, Turn};
use super::schedule::Fixture;
use super::settings::Settings;
use super::time::Clock;
use helgi_protocol::info::{Info, Score};
use helgi_rules::board::Side;
use helgi_rules::games::GameId;
use helgi_rules::notation::{self, Notation};
use helgi_rules::{Game, Line, Outcome, Position};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant, SystemTime};

/// How a game has ended, in the words of the PGN tag `Termination`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Termination {
    /// By the rules, or by resignation or agreement.
    Normal,
    /// By a rule of the match.
    Adjudication,
    /// A player was late.
    TimeForfeit,
    /// A player made an illegal move or a false claim.
    IllegalMove,
    /// An engine has ended.
    Abandoned,
    /// An engine hung.
    Stalled,
}

impl Termination {
    /// The words.
    pub fn as_str(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::Adjudication => "adjudication",
            Termination::TimeForfeit => "time forfeit",
            Termination::IllegalMove => "illegal move",
            Termination::Abandoned => "abandoned",
            Termination::Stalled => "stalled connection",
        }
    }

    /// Whether the engine that lost has ended or hung.
    pub fn is_crash(self) -> bool {
        matches!(self, Termination::Abandoned | Termination::Stalled)
    }

    /// Whether the engine that lost may see the game otherwise, and had better be started anew.
    pub fn is_fault(self) -> bool {
        self.is_crash() || self == Termination::IllegalMove
    }
}

/// The result of a game and why it is so.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub score: String,
    /// `White mates`, `Draw by repetition`, `Black disconnects`.
    pub reason: String,
    /// Of which kind it is.
    pub termination: Termination,
}

impl Ending {
    /// Who has won; `None` for a draw.
    pub fn winner(&self) -> Option<Side> {
        match self.score.as_str() {
            "1-0" => Some(Side::White),
            "0-1" => Some(Side::Black),
            _ => None,
        }
    }

    fn new(winner: Option<Side>, reason: String, termination: Termination) -> Self {
        let score = match winner {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        };
        Ending { score: score.to_owned(), reason, termination }
    }

    /// The side loses, and what it did is the reason.
    fn loss(loser: Side, deed: &str, termination: Termination) -> Self {
        Ending::new(Some(!loser), format!("{}{deed}", loser.name()), termination)
    }

    fn by_rules(outcome: &Outcome) -> Self {
        // The reason stands in braces behind the score.
        let text = outcome.to_string();
        let reason = text.split_once('{').map_or(text.as_str(), |(_, reason)| reason.trim_end_matches('}'));
        Ending::new(outcome.winner, reason.to_owned(), Termination::Normal)
    }
}

/// One move of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The move in the dialect's text.
    pub text: String,
    /// What the engine thought, and for how long; `None` for moves of the opening.
    pub thought: Option<(Option<Info>, Duration)>,
}

impl Played {
    /// The comment on the move: `+0.25/12 0.34s`, with the score as the mover sees it; `book`.
    pub fn comment(&self) -> String {
        let Some((info, taken)) = &self.thought else { return "book".to_owned() };
        let score = info.as_ref().and_then(|info| info.score).map(|score| match score {
            Score::Centipawns(value) => Expected::Centipawns(value),
            Score::Mate(moves) => Expected::Mate(moves),
        });
        let depth = info.as_ref().and_then(|info| info.depth).unwrap_or(0);
        Assessment { score, depth, time: *taken }.to_string()
    }
}

/// A game that has been played to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The position it began with.
    pub start: String,
    /// The moves, those of the opening first.
    pub moves: Vec<Played>,
    /// The last position.
    pub last: String,
    /// How it has ended.
    pub ending: Ending,
    /// When it began.
    pub began: SystemTime,
    /// How long it took.
    pub duration: Duration,
    /// The least that was left on the clock of each side after a move.
    pub least: [Option<Duration>; 2],
}

/// Has two players play a game; a [`Fault`] is one that is nobody's loss.
pub(super) struct Referee<'a> {
    pub settings: &'a Settings,
    pub fixture: &'a Fixture,
    pub opening: &'a Opening,
    /// White and Black.
    pub players: [&'a mut dyn Player; 2],
}

impl Referee<'_> {
    /// Plays the game.
    pub fn conduct(self) -> Result<Record, Fault> {
        let Referee { settings, fixture, opening, mut players } = self;
        let (began, timer) = (SystemTime::now(), Instant::now());
        let mut table = Table::set_up(fixture.variant, opening).map_err(Fault::Unfit)?;
        let mut clocks = fixture.players.map(|engine| Clock::new(&settings.engines[engine].control));
        let mut least = [None; 2];
        let ending = match table.welcome(settings, fixture, opening, &mut players, &clocks) {
            Ok(()) => table.play(settings, fixture, &mut players, &mut clocks, &mut least)?,
            Err((side, fault)) => on_fault(side, fault)?,
        };
        for player in &mut players {
            player.end(&ending.score, &ending.reason);
        }
        Ok(Record {
            start: opening.fen.clone(),
            last: table.line.present().fen(),
            moves: table.played,
            ending,
            began,
            duration: timer.elapsed(),
            least,
        })
    }
}

/// What a fault of a player makes of the game.
fn on_fault(side: Side, fault: Fault) -> Result<Ending, Fault> {
    match fault {
        Fault::Disconnected => Ok(Ending::loss(side, " disconnects", Termination::Abandoned)),
        Fault::Stalled => Ok(Ending::loss(side, "'s connection stalls", Termination::Stalled)),
        Fault::Stopped | Fault::Unfit(_) => Err(fault),
    }
}

/// The referee's board and sheet.
struct Table {
    line: Line,
    /// The texts of the moves.
    texts: Vec<String>,
    played: Vec<Played>,
}

impl Table {
    fn set_up(game: GameId, opening: &Opening) -> Result<Self, String> {
        let fen = &opening.fen;
        let start = game.parse(fen).map_err(|error| format!("opening `{fen}`: {error}"))?;
        let mut table = Table { line: Line::new(start), texts: Vec::new(), played: Vec::new() };
        for text in &opening.moves {
            table.push(text, None).map_err(|error| format!("opening: {error}"))?;
        }
        Ok(table)
    }

    fn push(
        &mut self,
        text: &str,
        thought: Option<(Option<Info>, Duration)>,
    ) -> Result<(), notation::MoveError> {
        let position = self.line.present();
        let legal = notation::read(position, text)?;
        let text = Notation::of(&position.game()).write(legal).to_string();
        self.texts.push(text.clone());
        self.played.push(Played { text, thought });
        self.line.play(legal);
        Ok(())
    }

    /// Announces the game to both players.
    fn welcome(
        &self,
        settings: &Settings,
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
        settings: &Settings,
        fixture: &Fixture,
        players: &mut [&mut dyn Player; 2],
        clocks: &mut [Clock; 2],
        least: &mut [Option<Duration>; 2],
    ) -> Result<Ending, Fault> {
        let mut adjudicator = Adjudicator::new(settings.draw, settings.resign);
        let mut draw_offered = false;
        loop {
            if let Some(outcome) = self.line.verdict() {
                return Ok(Ending::by_rules(&outcome));
            }
            let side = self.line.present().side();
            let margin = settings.engines[fixture.players[side.index()]].margin;
            let turn =
                Turn { side, moves: &self.texts, clocks, draw_offered, margin, patience: settings.patience };
            let thought = match players[side.index()].think(&turn) {
                Ok(thought) => thought,
                Err(fault) => return on_fault(side, fault),
            };
            let Thought { taken, said, info, offers_draw } = thought;
            let clock = &mut clocks[side.index()];
            if clock.limit().is_some_and(|limit| taken > limit + margin) {
                return Ok(Ending::loss(side, " loses on time", Termination::TimeForfeit));
            }
            let text = match said {
                Said::Move(text) => text,
                said => return Ok(end_said(side, &said)),
            };
            if let Some(left) = clock.left() {
                let left = left.saturating_sub(taken);
                let least = &mut least[side.index()];
                *least = Some(least.map_or(left, |before: Duration| before.min(left)));
            }
            clock.spend(taken);
            let score = info.as_ref().and_then(|info| info.score);
            if self.push(&text, Some((info, taken))).is_err() {
                let deed = format!(" makes an illegal move: {}", one_line(&text));
                return Ok(Ending::loss(side, &deed, Termination::IllegalMove));
            }
            if self.line.verdict().is_some() {
                continue;
            }
            if draw_offered && offers_draw {
                return Ok(Ending::new(None, "Draw by agreement".to_owned(), Termination::Normal));
            }
            draw_offered = offers_draw;
            if let Some(ending) = self.adjudicate(settings, &mut adjudicator, side, score) {
                return Ok(ending);
            }
        }
    }

    /// The rules of the match, after a move of `side`.
    fn adjudicate(
        &self,
        settings: &Settings,
        adjudicator: &mut Adjudicator,
        side: Side,
        score: Option<Score>,
    ) -> Option<Ending> {
        let number = self.texts.len().div_ceil(2);
        let ending = |winner, reason: String| Some(Ending::new(winner, reason, Termination::Adjudication));
        match adjudicator.judge(side, number, score) {
            Some(Verdict::Draw) => ending(None, "Draw by adjudication".to_owned()),
            Some(Verdict::Win(side)) => ending(Some(side), format!("{} wins by adjudication", side.name())),
            None if settings.max_moves.is_some_and(|most| self.texts.len() >= 2 * most) => {
                ending(None, "Draw by adjudication: maximum game length".to_owned())
            }
            None => None,
        }
    }
}

/// The end of a game in which a player says something else than a move. Whatever the rules end was
/// over before the player was asked, so a claim of more than a loss is false.
fn end_said(side: Side, said: &Said) -> Ending {
    let lost = if side == Side::White { "0-1" } else { "1-0" };
    match said {
        Said::Claim { score, .. } if *score == lost => Ending::loss(side, " resigns", Termination::Normal),
        Said::Claim { score, comment } => {
            let deed = format!(" makes a false claim: {score} {}", one_line(comment));
            Ending::loss(side, deed.trim_end(), Termination::IllegalMove)
        }
        Said::Refusal(line) => {
            let deed = format!(" refuses a legal move: {}", one_line(line));
            Ending::loss(side, &deed, Termination::IllegalMove)
        }
        Said::Resign | Said::Move(_) => Ending::loss(side, " resigns", Termination::Normal),
    }
}

/// An engine's words, short and without what would end a comment.
fn one_line(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !"{}".contains(*c)).take(60).collect()
}
