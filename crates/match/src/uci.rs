//! A player that speaks UCI, USI or UCCI.

use super::ending::Ending;
use super::log::Log;
use super::player::{
    EngineReply, Fault, MOST_OPTIONS, NewGame, Nudge, Player, START, Thought, Turn, UnsetOption, Wait,
    set_all,
};
use super::process::Process;
use super::settings::{EngineSettings, Protocol};
use super::stop::MatchStop;
use super::time::EngineClock;
use helgi_protocol::client::uci::{EngineLine, parse_line};
use helgi_protocol::dialect::ucci::{self, UcciClock};
use helgi_protocol::dialect::{BoardSize, Dialect, usi};
use helgi_protocol::info::{ScoreBound, SearchInfo, SearchScore};
use helgi_protocol::options::{OptionKind, OptionSpec, find};
use helgi_protocol::uci::{Command, GoParams, Start};
use helgi_record::GameResult;
use helgi_rules::board::Side;
use helgi_rules::games::GameId;
use helgi_rules::internals::notation::in_place;
use helgi_rules::notation::{self, Notation};
use std::time::{Duration, Instant};

pub(super) struct Uci {
    process: Process,
    name: String,
    /// Its name and version in its own words.
    own_name: Option<String>,
    options: Vec<OptionSpec>,
    /// Its language.
    dialect: Dialect,
    /// True if the times that it is sent are milliseconds, which UCCI's are not by themselves.
    in_milliseconds: bool,
    /// The board, on which the squares of USI and UCCI depend.
    board: BoardSize,
    /// The side that it plays.
    side: Option<Side>,
    /// The game that the engine has set.
    variant: String,
    /// True if it has been set to play a game as Chess960.
    chess960: bool,
    start: Start,
    thinking: bool,
    /// The move that it expects of the other side.
    expected: Option<String>,
    /// The move on which it ponders, and its last report about it.
    pondering: Option<(String, Option<SearchInfo>)>,
    /// True if it is to ponder, and can.
    ponders: bool,
    /// The most time for its start and for an answer to `isready`.
    patience: Duration,
    restart: bool,
    /// True if it has been given a file of games.
    reads_games: bool,
    /// True if it has passed by `0000`, as helgi does and programs of Fairy-Stockfish's kind do not.
    passes_by_null: bool,
}

/// The game of an engine that speaks USI and has no option for others.
const SHOGI: &str = "shogi";

const SHOGI_BOARD: BoardSize = BoardSize { files: 9, ranks: 9 };

/// The game of an engine that speaks UCCI and has no option for others.
const XIANGQI: &str = "xiangqi";

/// The option of UCCI that makes its times milliseconds.
const MILLISECONDS: &str = "usemillisec";

/// The button of UCCI that begins a new game.
const NEW_GAME: &str = "newgame";

/// The options of USI that engines have without a word.
const UNANNOUNCED: [&str; 2] = ["USI_Hash", "USI_Ponder"];

/// The option that names a file of games.
const VARIANT_PATH: &str = "VariantPath";

const VARIANT: &str = "UCI_Variant";

/// The text of a pass.
const NULL_MOVE: &str = "0000";

/// The option that announces that the engine will be asked to ponder.
const PONDER: &str = "Ponder";

/// The most lines of an answer to `eval`.
const MOST_LINES: usize = 1_000;

/// The option that makes Chess960 of a game.
const CHESS960: &str = "UCI_Chess960";

impl Uci {
    /// Starts an engine and sets its options; returns it with warnings about them.
    pub fn start(
        settings: &EngineSettings,
        log: &Log,
        stop: &MatchStop,
    ) -> Result<(Uci, Vec<String>), Fault> {
        let process = Process::start(settings, log, stop).map_err(|error| Fault::Unfit(error.to_string()))?;
        let dialect = match settings.protocol {
            Protocol::Usi => Dialect::Usi,
            Protocol::Ucci => Dialect::Ucci,
            Protocol::Uci | Protocol::Xboard => Dialect::Uci,
        };
        let mut player = Uci {
            process,
            name: settings.name.clone(),
            own_name: None,
            options: Vec::new(),
            dialect,
            in_milliseconds: false,
            board: SHOGI_BOARD,
            side: None,
            variant: match dialect {
                Dialect::Usi => SHOGI,
                Dialect::Ucci | Dialect::Cyclone => XIANGQI,
                Dialect::Uci => "chess",
            }
            .to_owned(),
            chess960: false,
            start: Start::StartPos,
            thinking: false,
            expected: None,
            pondering: None,
            ponders: false,
            patience: settings.scaled(START),
            restart: settings.restart,
            reads_games: settings.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(VARIANT_PATH)),
            passes_by_null: false,
        };
        player.process.send(dialect.greeting());
        let until = Instant::now() + player.patience;
        loop {
            let line = player.process.receive_by(until)?;
            match player.read(&line) {
                EngineLine::Option(_) if player.options.len() >= MOST_OPTIONS => {
                    return Err(Fault::Unfit(format!("{}: more than {MOST_OPTIONS} options", player.name)));
                }
                EngineLine::Option(option) => player.options.push(option),
                EngineLine::Name(name) => player.own_name = Some(name),
                EngineLine::UciOk => break,
                _ => {}
            }
        }
        let warnings = set_all(&settings.options, |name, value| player.set(name, value));
        // Engines that cannot ponder have no such option.
        player.ponders = settings.ponder && player.set(PONDER, "true").is_ok();
        player.in_milliseconds = dialect != Dialect::Ucci || player.set(MILLISECONDS, "true").is_ok();
        if settings.debug && dialect == Dialect::Uci {
            player.process.send("debug on");
        }
        player.wait_until_ready()?;
        Ok((player, warnings))
    }

    fn send(&self, command: &Command) {
        let first_moves = self.side != Some(Side::Black);
        let clock = UcciClock { first_moves, in_milliseconds: self.in_milliseconds };
        self.process.send(&match self.dialect {
            Dialect::Usi => usi::write_command(command, self.board),
            Dialect::Ucci => ucci::write_command(command, self.board, clock),
            Dialect::Uci | Dialect::Cyclone => command.to_string(),
        });
    }

    /// Reads a line of the engine.
    fn read(&self, line: &str) -> EngineLine {
        self.dialect.read_reply(line, self.board)
    }

    /// Sets an option, if the engine has it and the value is one of its values.
    fn set(&self, name: &str, value: &str) -> Result<(), UnsetOption> {
        let own = self.dialect.option_name(name);
        let name =
            own.as_deref().filter(|own| find(&self.options, name).is_err() || *own == name).unwrap_or(name);
        if self.dialect == Dialect::Usi && UNANNOUNCED.contains(&name) && find(&self.options, name).is_err() {
            let (name, value) = (name.to_owned(), Some(value.to_owned()));
            self.send(&Command::SetOption { name, value });
            return Ok(());
        }
        let fits =
            find(&self.options, name).and_then(|option| option.check_value(Some(value)).map(|_| option));
        let option = fits.map_err(|error| UnsetOption::Unfit { engine: self.name.clone(), error })?;
        let is_button = option.kind == OptionKind::Button;
        let value = (!is_button).then(|| value.to_owned());
        self.send(&Command::SetOption { name: option.name.clone(), value });
        Ok(())
    }

    /// The moves of the game in the engine's own form. Programs of Fairy-Stockfish's kind skip a pass or a wall that is not
    /// a move of a piece, and helgi reads both.
    fn moves<'a>(&self, turn: &Turn<'a>) -> &'a [String] {
        if self.passes_by_null { turn.moves } else { turn.moves_in_place }
    }

    fn wait_until_ready(&mut self) -> Result<(), Fault> {
        self.send(&Command::IsReady);
        let until = Instant::now() + self.patience;
        while self.process.receive_by(until).map(|line| self.read(&line))? != EngineLine::ReadyOk {}
        Ok(())
    }
}

/// Pondering.
impl Uci {
    /// Ends the pondering before a search in `position`: true, with the last report, if the expected move came.
    fn end_pondering(&mut self, played: Option<&String>) -> Result<Option<Option<SearchInfo>>, Fault> {
        let Some((expected, mut info)) = self.pondering.take() else { return Ok(None) };
        let mut has_answered = false;
        for line in self.process.pending() {
            match self.read(&line) {
                EngineLine::Info(report) => keep(&mut info, report),
                // It must wait, but there are engines that do not.
                EngineLine::BestMove { .. } => has_answered = true,
                _ => {}
            }
        }
        if has_answered {
            self.thinking = false;
            return Ok(None);
        }
        if played == Some(&expected) {
            return Ok(Some(info));
        }
        self.send(&Command::Stop);
        let until = Instant::now() + self.patience;
        while !matches!(
            self.process.receive_by(until).map(|line| self.read(&line))?,
            EngineLine::BestMove { .. }
        ) {}
        self.thinking = false;
        // An engine of UCCI that had answered already says `nobestmove` to `stop`, which is no answer to the next search.
        if self.dialect == Dialect::Ucci {
            self.wait_until_ready()?;
        }
        Ok(None)
    }
}

/// Positions without a game around them.
impl Uci {
    /// Sets the game.
    pub fn set_variant(&mut self, variant: &str) -> Result<(), Fault> {
        // Engines know a game as Chess960 by the name of the plain one and an option.
        let name = GameId::named(variant).and_then(|game| game.info().chess960);
        let chess960 = name.is_some();
        let variant = name.unwrap_or(variant);
        if self.variant != variant {
            match self.set(VARIANT, variant) {
                // An engine that has read a file of games knows more of them than it said at first.
                Err(_) if self.reads_games => {
                    let (name, value) = (VARIANT.to_owned(), Some(variant.to_owned()));
                    self.send(&Command::SetOption { name, value });
                }
                set => set?,
            }
            self.variant = variant.to_owned();
        }
        if self.chess960 != chess960 {
            self.set(CHESS960, if chess960 { "true" } else { "false" })?;
            self.chess960 = chess960;
        }
        Ok(())
    }

    /// The lines that answer `eval` in a position.
    pub fn eval(&mut self, fen: &str, patience: Duration) -> Result<Vec<String>, Fault> {
        self.send(&Command::Position { start: Start::Fen(fen.to_owned()), moves: [""; 0].iter().collect() });
        self.process.send("eval");
        self.send(&Command::IsReady);
        let mut lines = Vec::new();
        loop {
            let line = self.process.receive_by(Instant::now() + patience)?;
            if parse_line(&line) == EngineLine::ReadyOk {
                return Ok(lines);
            }
            // An engine that never stops writing has no evaluation either.
            if lines.len() >= MOST_LINES {
                return Err(Fault::Stalled);
            }
            lines.push(line);
        }
    }

    /// The last exact score of a search of a position for the side to move.
    pub fn search(
        &mut self,
        fen: &str,
        control: &EngineClock,
        patience: Duration,
    ) -> Result<Option<SearchScore>, Fault> {
        self.send(&Command::Position { start: Start::Fen(fen.to_owned()), moves: [""; 0].iter().collect() });
        let go = GoParams { nodes: control.nodes, depth: control.depth, ..GoParams::default() };
        self.thinking = true;
        self.send(&Command::Go(go));
        let mut last = None;
        loop {
            match parse_line(&self.process.receive_by(Instant::now() + patience)?) {
                EngineLine::Info(info) => keep(&mut last, info),
                EngineLine::BestMove { .. } => {
                    self.thinking = false;
                    return Ok(last.and_then(|info| info.score));
                }
                _ => {}
            }
        }
    }
}

impl Player for Uci {
    fn begin(&mut self, game: &NewGame) -> Result<(), Fault> {
        self.expected = None;
        self.set_variant(game.variant)?;
        if let Some(info) = GameId::named(game.variant).map(GameId::info) {
            self.board = BoardSize { files: info.files, ranks: info.ranks };
        }
        self.side = None;
        self.start = game.start.map_or(Start::StartPos, |fen| Start::Fen(fen.to_owned()));
        if self.dialect != Dialect::Ucci || self.set(NEW_GAME, "").is_err() {
            self.send(&Command::UciNewGame);
        }
        self.wait_until_ready()
    }

    fn think(&mut self, turn: &Turn) -> Result<Thought, Fault> {
        self.side = Some(turn.side);
        // Only UCCI has a word for it.
        let draw_offered = turn.draw_offered && self.dialect == Dialect::Ucci;
        let (order, mut last) = match self.end_pondering(turn.moves.last())? {
            Some(info) if draw_offered => (Command::PonderHitDraw, info),
            Some(info) => (Command::PonderHit, info),
            None => {
                self.process.pending();
                self.send(&Command::Position {
                    start: self.start.clone(),
                    moves: self.moves(turn).iter().collect(),
                });
                (Command::Go(GoParams { draw_offered, ..go(turn) }), None)
            }
        };
        let mut wait = Wait::begin(turn);
        self.thinking = true;
        self.send(&order);
        loop {
            let (at, line) = wait.receive(&mut self.process, |process, nudge| {
                // An engine that thinks answers that all the same.
                let command = if nudge == Nudge::Ask { Command::IsReady } else { Command::Stop };
                process.send(&command.to_string());
            })?;
            match self.read(&line) {
                EngineLine::Info(info) => keep(&mut last, info),
                EngineLine::BestMove { best, ponder } => {
                    self.thinking = false;
                    self.expected = ponder;
                    self.passes_by_null |= best == NULL_MOVE;
                    let words = match self.dialect {
                        Dialect::Ucci => ucci::AnswerWords::read(&line),
                        _ => ucci::AnswerWords::default(),
                    };
                    let said = match (self.dialect, best.as_str()) {
                        (Dialect::Usi, "resign") | (Dialect::Ucci, ucci::NO_MOVE) => EngineReply::Resign,
                        _ if words.resign => EngineReply::Resign,
                        (Dialect::Usi, "win") => EngineReply::Claim {
                            score: GameResult::win(turn.side).text(),
                            comment: "bestmove win".to_owned(),
                        },
                        // What another language would say is no move here.
                        (dialect, _) if !is_best_move(dialect, &line, self.board) => {
                            EngineReply::Move(format!("{best}, which is not {}", dialect.name()))
                        }
                        _ => EngineReply::Move(best),
                    };
                    return Ok(Thought { taken: wait.taken(at), said, info: last, offers_draw: words.draw });
                }
                _ => {}
            }
        }
    }

    fn ponder(&mut self, turn: &Turn) {
        let Some(expected) = self.expected.take().filter(|_| self.ponders) else { return };
        let Ok(legal) = notation::read(turn.position, &expected) else { return };
        let expected = if self.passes_by_null {
            Notation::of(&turn.position.game()).write(legal)
        } else {
            in_place(turn.position, legal)
        };
        let expected = expected.to_string();
        let moves = self.moves(turn).iter().chain([&expected]).collect();
        self.send(&Command::Position { start: self.start.clone(), moves });
        self.send(&Command::Go(GoParams { ponder: true, ..go(turn) }));
        self.thinking = true;
        self.pondering = Some((expected, None));
    }

    fn end(&mut self, ending: &Ending) {
        // An engine that has gone shows that at the next game.
        let _ = self.end_pondering(None);
        if let Some(side) = self.side.take().filter(|_| self.dialect == Dialect::Usi) {
            self.process.send(usi::game_over(ending.winner().map(|winner| winner == side)));
        }
    }

    fn own_name(&self) -> Option<&str> {
        self.own_name.as_deref()
    }

    fn is_reusable(&self) -> bool {
        !self.restart
    }

    fn take_warnings(&mut self) -> Vec<String> {
        self.process.take_dropped().warning(&self.name).into_iter().collect()
    }
}

/// An engine that is thinking may not listen to `quit`.
impl Drop for Uci {
    fn drop(&mut self) {
        if self.thinking {
            self.send(&Command::Stop);
        }
    }
}

/// Returns true for a `bestmove` whose move is one of the dialect; the referee reads those of UCI.
fn is_best_move(dialect: Dialect, line: &str, board: BoardSize) -> bool {
    let best = line.split_ascii_whitespace().nth(1).unwrap_or_default();
    dialect == Dialect::Uci || dialect.read_move(best, board).is_some()
}

/// Keeps a report about the best line.
fn keep(last: &mut Option<SearchInfo>, info: SearchInfo) {
    if info.score.is_some() && info.bound == ScoreBound::Exact && info.multipv.unwrap_or(1) == 1 {
        *last = Some(info);
    }
}

fn go(turn: &Turn) -> GoParams {
    let milliseconds = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    let [white, black] = turn.clocks;
    let own = &turn.clocks[turn.side.index()];
    let control = own.control();
    // A player without a clock learns nothing of the other's. One that plays against a player
    // without a clock is given two like its own, since there are engines that expect both.
    let timed =
        |theirs: Option<Duration>, own: Option<Duration>| own.map(|own| milliseconds(theirs.unwrap_or(own)));
    GoParams {
        wtime: timed(white.left(), own.left()),
        btime: timed(black.left(), own.left()),
        winc: timed(white.increment(), own.increment()),
        binc: timed(black.increment(), own.increment()),
        movestogo: own.moves_to_go(),
        depth: control.depth,
        nodes: control.nodes,
        movetime: control.move_time.map(milliseconds),
        ..GoParams::default()
    }
}
