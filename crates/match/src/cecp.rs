//! A player that speaks the protocol of XBoard.
//!
//! Version 2 with `ping` where the engine knows it; engines that name no features at all are taken
//! for those of version 1, and play as well. Moves go to the engine in coordinates; from it they are
//! read in SAN too, which the protocol lets it write at any time.

use super::ending::Ending;
use super::log::Log;
use super::player::{
    EngineReply, Fault, MOST_OPTIONS, NewGame, Nudge, Player, START, Thought, Turn, UnsetOption, Wait,
    set_all,
};
use super::process::{Process, Silence};
use super::settings::EngineSettings;
use super::stop::MatchStop;
use super::time::{Clock, EngineClock};
use helgi_protocol::client::cecp::{EngineLine, parse_line};
use helgi_protocol::info::{ScoreBound, SearchInfo};
use helgi_protocol::notation::{ranks_from_one, ranks_from_zero};
use helgi_rules::games::GameId;
use helgi_rules::notation::{self, Notation};
use helgi_rules::{AnyPosition, Game, Line, Position, readable};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// The most time that the features may take to begin; an engine of version 1 has none.
const FEATURES: Duration = Duration::from_secs(2);

/// A longer text is not a move, in however many parts it comes.
const LONGEST_MOVE: usize = 200;

/// The features that are used. All others are rejected: `highlight` so that moves come as text,
/// `san` because moves are sent in coordinates.
const ACCEPTED: [&str; 16] = [
    "colors",
    "debug",
    "done",
    "draw",
    "memory",
    "myname",
    "name",
    "nps",
    "option",
    "ping",
    "playother",
    "reuse",
    "setboard",
    "smp",
    "time",
    "usermove",
];

/// Accepted too, since there is nothing to do about them.
const TOLERATED: [&str; 4] = ["variants", "sigint", "sigterm", "ics"];

pub(super) struct Cecp {
    process: Process,
    name: String,
    features: HashMap<String, String>,
    /// The options it offers, by name.
    options: Vec<String>,
    pings: u32,
    /// Number of moves of the game in progress that the engine knows.
    known: usize,
    /// Its line as far as it has been looked at, if it is Chess960, in which castling has names.
    chess960: Option<Line>,
    /// True if the engine answers moves by itself.
    playing: bool,
    /// True if ranks count from 0.
    from_zero: bool,
    thinking: bool,
    /// True if it was ordered to move before a search without a clock came to its end.
    hastened: bool,
    /// True if it thinks in the other's time, too.
    ponders: bool,
    /// The most time for its start and for an answer to `ping`.
    patience: Duration,
    restart: bool,
}

impl Cecp {
    /// Starts an engine and sets its options; returns it with warnings about them.
    pub fn start(
        settings: &EngineSettings,
        log: &Log,
        stop: &MatchStop,
    ) -> Result<(Cecp, Vec<String>), Fault> {
        let process = Process::start(settings, log, stop).map_err(|error| Fault::Unfit(error.to_string()))?;
        let mut player = Cecp {
            process,
            name: settings.name.clone(),
            features: HashMap::new(),
            options: Vec::new(),
            pings: 0,
            known: 0,
            chess960: None,
            playing: false,
            from_zero: false,
            thinking: false,
            hastened: false,
            ponders: settings.ponder,
            patience: settings.scaled(START),
            restart: settings.restart,
        };
        player.send("xboard");
        player.send("protover 2");
        player.read_features(settings.scaled(FEATURES))?;
        let warnings = set_all(&settings.options, |name, value| player.set(name, value));
        Ok((player, warnings))
    }

    fn send(&self, line: &str) {
        self.process.send(line);
    }

    fn has(&self, feature: &str) -> bool {
        self.features.get(feature).is_some_and(|value| value == "1")
    }

    /// Listens until the features are done, or none come in the `first` time.
    fn read_features(&mut self, first: Duration) -> Result<(), Fault> {
        let mut until = Instant::now() + first;
        let mut count = 0;
        loop {
            let line = match self.process.receive_by(until) {
                Ok(line) => line,
                Err(Silence::Late) => return Ok(()),
                Err(silence) => return Err(silence.into()),
            };
            let EngineLine::Features(features) = parse_line(&line) else { continue };
            count += features.len();
            if count > MOST_OPTIONS {
                return Err(Fault::Unfit(format!("{}: more than {MOST_OPTIONS} features", self.name)));
            }
            for (name, value) in features {
                let is_welcome = ACCEPTED.contains(&name.as_str()) || TOLERATED.contains(&name.as_str());
                self.send(&format!("{} {name}", if is_welcome { "accepted" } else { "rejected" }));
                match (name.as_str(), value.as_str()) {
                    ("done", "1") => return Ok(()),
                    // It needs more time.
                    ("done", _) => until = Instant::now() + self.patience,
                    ("option", text) => self.options.push(text.split(" -").next().unwrap_or(text).to_owned()),
                    _ if is_welcome => {
                        self.features.insert(name, value);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Sets an option, if the engine has it; `Hash` and `Threads` by XBoard's own words.
    fn set(&self, name: &str, value: &str) -> Result<(), UnsetOption> {
        let is_named = |option: &&String| option.eq_ignore_ascii_case(name);
        if let Some(option) = self.options.iter().find(is_named) {
            // Switches are 0 and 1 here.
            let value = match value {
                "true" => "1",
                "false" => "0",
                value => value,
            };
            self.send(&format!("option {option}={value}"));
        } else if name.eq_ignore_ascii_case("Hash") && self.has("memory") {
            self.send(&format!("memory {value}"));
        } else if name.eq_ignore_ascii_case("Threads") && self.has("smp") {
            self.send(&format!("cores {value}"));
        } else {
            let known = self.options.join(", ");
            return Err(UnsetOption::Unknown { engine: self.name.clone(), name: name.to_owned(), known });
        }
        Ok(())
    }

    /// Waits until all commands are carried out, as far as the engine can tell.
    fn wait_until_ready(&mut self) -> Result<(), Fault> {
        if !self.has("ping") {
            return Ok(());
        }
        self.pings += 1;
        self.send(&format!("ping {}", self.pings));
        let until = Instant::now() + self.patience;
        loop {
            match parse_line(&self.process.receive_by(until)?) {
                EngineLine::Pong(number) if number == self.pings => return Ok(()),
                EngineLine::UserError(text) => {
                    return Err(Fault::Unfit(format!("{}: {text}", self.name)));
                }
                _ => {}
            }
        }
    }

    /// Chooses the game and its first position.
    fn set_up(&mut self, game: &NewGame) -> Result<(), Fault> {
        let unfit = |what: String| Err(Fault::Unfit(format!("{}: {what}", self.name)));
        self.send("new");
        if game.variant != "chess" {
            let variants = self.features.get("variants").map_or("", String::as_str);
            if !variants.split(',').any(|variant| variant.trim() == game.variant) {
                return unfit(format!("variant {}: unknown, expected one of: {variants}", game.variant));
            }
            self.send(&format!("variant {}", game.variant));
        }
        self.send("force");
        if let Some(fen) = game.start {
            if !self.has("setboard") {
                return unfit("it takes no positions, expected the feature setboard".to_owned());
            }
            self.send(&format!("setboard {fen}"));
        }
        Ok(())
    }

    fn set_limits(&self, clock: &Clock) -> Result<(), Fault> {
        let EngineClock { clock, move_time, nodes, depth } = clock.control();
        if let Some(period) = clock {
            let moves = period.moves.unwrap_or(0);
            // The fine clock comes with `time`.
            let seconds = period.base.as_secs_f64().ceil().max(1.0) as u64;
            let increment = period.increment.as_secs_f64();
            self.send(&format!("level {moves} {}:{:02} {increment}", seconds / 60, seconds % 60));
        }
        if let Some(time) = move_time {
            self.send(&format!("st {}", time.as_secs_f64()));
        }
        if let Some(nodes) = nodes {
            if !self.has("nps") {
                return Err(Fault::Unfit(format!("{}: nodes={nodes}, expected the feature nps", self.name)));
            }
            self.send("nps 1");
            self.send(&format!("st {nodes}"));
        }
        if let Some(depth) = depth {
            self.send(&format!("sd {depth}"));
        }
        Ok(())
    }

    /// The move of this number in the engine's own form.
    fn write(&mut self, moves: &[String], number: usize) -> String {
        let played = moves.get(number).map_or("", String::as_str);
        let text = match self.castling(moves, number).unwrap_or(played) {
            "0000" => "@@@@".to_owned(),
            text if self.from_zero => ranks_from_zero(text),
            text => text.to_owned(),
        };
        if self.has("usermove") { format!("usermove {text}") } else { text }
    }

    /// The name of a castling in Chess960; `None` if the move is not one.
    fn castling(&mut self, moves: &[String], number: usize) -> Option<&'static str> {
        let line = self.chess960.as_mut()?;
        while let Some(text) = moves.get(line.len()).filter(|_| line.len() < number) {
            line.play(notation::read(line.present(), text).ok()?);
        }
        let position = line.present();
        let legal = notation::read(position, moves.get(number)?).ok()?;
        let (from, to) = (legal.from()?, legal.to()?);
        // Only castling goes onto an own piece.
        let rook = position.piece_at(to, 0).filter(|piece| piece.side == position.side());
        rook.map(|_| if to > from { "O-O" } else { "O-O-O" })
    }

    /// Sends the moves that are new to the engine, but for the line that makes it think, which is
    /// returned.
    fn send_moves(&mut self, turn: &Turn) -> String {
        let new = self.known..turn.moves.len();
        if self.playing && new.len() != 1 {
            // Its own move came from a book.
            self.send("force");
            self.playing = false;
        }
        let mut lines: Vec<String> = new.map(|number| self.write(turn.moves, number)).collect();
        let last = lines.pop();
        lines.iter().for_each(|line| self.send(line));
        // In force mode the move comes first; the order to think is the one from which time counts.
        if self.playing {
            last.unwrap_or_default()
        } else {
            last.iter().for_each(|line| self.send(line));
            "go".to_owned()
        }
    }

    fn send_time(&self, turn: &Turn) {
        let [own, theirs] = [turn.side, !turn.side].map(|side| turn.clocks[side.index()].left());
        let Some(own) = own else { return };
        for (word, left) in [("time", own), ("otim", theirs.unwrap_or(own))] {
            self.send(&format!("{word} {}", left.as_millis() / 10));
        }
    }

    /// Returns the reply that ends a game if the engine sends one unasked.
    fn ends(heard: &EngineLine) -> Option<EngineReply> {
        match heard {
            EngineLine::Resign => Some(EngineReply::Resign),
            EngineLine::Result { score, comment } => {
                Some(EngineReply::Claim { score, comment: comment.clone() })
            }
            EngineLine::Illegal(line) => Some(EngineReply::Refusal(line.clone())),
            _ => None,
        }
    }
}

impl Player for Cecp {
    fn begin(&mut self, game: &NewGame) -> Result<(), Fault> {
        self.known = 0;
        self.playing = false;
        self.from_zero = game.ranks == 10;
        let chess960 = Some(GameId::FISCHERANDOM).filter(|chess960| chess960.name() == game.variant);
        let start =
            chess960.and_then(|chess960| chess960.parse(game.start.unwrap_or(chess960.info().start)).ok());
        self.chess960 = start.map(Line::new);
        self.set_up(game)?;
        self.set_limits(game.clock)?;
        self.send("post");
        self.send(if self.ponders { "hard" } else { "easy" });
        // The opponent's name, only for engines that ask: the others need not know these words, and
        // fairymax takes an unknown one for a move and crashes in half of all starts.
        if self.has("name") {
            self.send(&format!("name {}", game.opponent));
            self.send("computer");
        }
        self.wait_until_ready()?;
        // Its late lines about the last game.
        self.process.pending();
        Ok(())
    }

    fn think(&mut self, turn: &Turn) -> Result<Thought, Fault> {
        let mut offers_draw = false;
        for line in self.process.pending() {
            let heard = parse_line(&line);
            offers_draw |= heard == EngineLine::OfferDraw;
            if let Some(said) = Self::ends(&heard) {
                return Ok(Thought { taken: Duration::ZERO, said, info: None, offers_draw });
            }
        }
        if turn.draw_offered && self.features.get("draw").is_none_or(|value| value == "1") {
            self.send("draw");
        }
        let order = self.send_moves(turn);
        self.send_time(turn);
        let mut wait = Wait::begin(turn);
        self.thinking = true;
        self.send(&order);
        self.playing = true;
        self.known = turn.moves.len();
        let (mut info, mut parts) = (None, String::new());
        loop {
            // There is no question that an engine answers while it thinks, other than for its move.
            let (at, line) = wait.receive(&mut self.process, |process, nudge| {
                self.hastened |= nudge == Nudge::Ask;
                process.send("?");
            })?;
            let heard = parse_line(&line);
            let said = match heard {
                EngineLine::Thinking(report) => {
                    keep(&mut info, report);
                    continue;
                }
                EngineLine::OfferDraw => {
                    offers_draw = true;
                    continue;
                }
                EngineLine::Move { text, more } => {
                    parts.push_str(&text);
                    if more && parts.len() <= LONGEST_MOVE {
                        parts.push(',');
                        continue;
                    }
                    self.known += 1;
                    EngineReply::Move(from_engine(turn.position, &parts))
                }
                heard => match Self::ends(&heard) {
                    Some(said) => said,
                    None => continue,
                },
            };
            self.thinking = false;
            return Ok(Thought { taken: wait.taken(at), said, info, offers_draw });
        }
    }

    fn end(&mut self, ending: &Ending) {
        self.send(&format!("result {ending}"));
        self.send("force");
    }

    fn own_name(&self) -> Option<&str> {
        self.features.get("myname").map(String::as_str)
    }

    fn is_reusable(&self) -> bool {
        !self.restart && self.features.get("reuse").is_none_or(|value| value == "1")
    }

    fn take_warnings(&mut self) -> Vec<String> {
        let is_hastened = std::mem::take(&mut self.hastened);
        let hastened = is_hastened.then(|| {
            format!(
                "{}: told to move in a search without a clock, silent for longer than -patience",
                self.name
            )
        });
        self.process.take_dropped().warning(&self.name).into_iter().chain(hastened).collect()
    }
}

/// An engine that is thinking may not listen to `quit`.
impl Drop for Cecp {
    fn drop(&mut self) {
        if self.thinking {
            self.send("force");
        }
    }
}

/// A move from an engine's own form in the dialect's text: coordinates, or SAN, which an engine may
/// write without having said so. Anything else stays as it is.
///
/// On boards of ten ranks both count them from 0.
fn from_engine(position: &AnyPosition, text: &str) -> String {
    let text = if position.info().ranks == 10 { ranks_from_one(text) } else { text.to_owned() };
    // Castling is written in small letters and noughts, too.
    let is_castling = text.trim_end_matches(['+', '#', '!', '?']).chars().all(|c| "oO0-".contains(c));
    let text = if is_castling { text.to_ascii_uppercase() } else { text };
    match readable::read(position, &text) {
        Ok(legal) => Notation::of(&position.game()).write(legal).to_string(),
        Err(_) => text,
    }
}

/// Keeps a report about the best line.
fn keep(last: &mut Option<SearchInfo>, info: SearchInfo) {
    if info.bound == ScoreBound::Exact {
        *last = Some(info);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;
    use helgi_rules::games::GameId;
    use helgi_rules::readable::Style;
    use helgi_rules::{Game, Position};

    #[test]
    fn moves_of_all_games_are_read_in_every_notation() {
        let mut random = Rng::with_seed(14);
        for &game in GameId::BUILT_IN {
            let own = |text: String| if game.info().ranks == 10 { ranks_from_zero(&text) } else { text };
            let mut position = game.start();
            for _ in 0..80 {
                let legal = position.legal_moves();
                if position.outcome().is_some() || legal.is_empty() {
                    break;
                }
                let played = legal[random.usize(..legal.len())];
                let expected = readable::write(&position, played, Style::Uci);
                for style in [Style::San, Style::Lan, Style::Uci] {
                    let written = own(readable::write(&position, played, style));
                    let fen = position.fen();
                    assert_eq!(from_engine(&position, &written), expected, "{} {fen}", game.name());
                }
                position = position.after(played);
            }
        }
    }

    #[test]
    fn castling_is_read_however_it_is_written() {
        let castles = GameId::CHESS.parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        for (text, expected) in [("O-O", "e1g1"), ("o-o-o", "e1c1"), ("0-0", "e1g1"), ("0-0-0!", "e1c1")] {
            assert_eq!(from_engine(&castles, text), expected);
        }
        for text in ["e2e4", "Nf3", "", "@@@@", "0000", "(none)"] {
            assert_eq!(from_engine(&castles, text), text);
        }
    }
}
