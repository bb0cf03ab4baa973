//! The effects of UCI commands when their turn has come.

use super::{Facts, Session};
use crate::event_loop::ProtocolSession;
use crate::game_files;
use crate::options::{self, Change};
use crate::playing::{PlayError, PlayNotice, Playing};
use crate::search::{SearchOrder, StartsSearch};
use crate::task::{JobAnswer, JobSender, SessionTask};
use helgi_engine::internals::bench;
use helgi_engine::internals::draw_offer::RecentScores;
use helgi_engine::search::{Control, Engine};
use helgi_protocol::dialect::{Dialect, ucci, usi};
use helgi_protocol::options::OptionSpec;
use helgi_protocol::text::Words;
use helgi_protocol::uci::{Command, GoParams, ParseError, UciReply, VariantInfo};
use helgi_rules::Info;
use helgi_rules::games::GameId;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// The commands, for people who type them.
const HELP: &str = "\
uci, isready, ucinewgame, quit   as every UCI client uses them
usi, ucci, ucicyclone            speak the language of GUIs for shogi or xiangqi instead
setoption name N [value V]       set an option; `uci` lists them
position startpos [moves ...]    set up a position; also: position fen FEN [moves ...]
go depth 8 | movetime 1000 | ... search; `go` alone searches until `stop`
stop, ponderhit                  end a search; start the engine's own time
d                                draw the position
eval                             evaluate the position without a search
go perft N, perft N              count the move paths of length N
flip                             exchange the colours
variants                         list the games; setoption name UCI_Variant value NAME plays one
                                 setoption name VariantPath value FILE reads games from a file
bench [GAME ...] [DEPTH]         search fixed positions of all built-in games, or of these
help                             this list
Moves: e2e4, e7e8q, N@b3 (drop), d2xd4 (shot), e5d6:2 (top two of a stack), 0000 (pass)";

impl<W: Write, S: StartsSearch> Session<W, S> {
    /// Does what a command asks. `control` is the handle of the task that it may begin.
    pub(super) fn execute(
        &mut self,
        command: Result<Command, ParseError>,
        control: Arc<Control>,
    ) -> io::Result<()> {
        // Moves are translated into UCI's; errors name them as the client wrote them.
        let written = match &command {
            Ok(Command::Position { moves, .. } | Command::BanMoves(moves))
                if self.dialect != Dialect::Uci =>
            {
                moves.clone()
            }
            Ok(Command::Go(go)) if self.dialect != Dialect::Uci => go.searchmoves.clone(),
            _ => Words::default(),
        };
        match command.and_then(|command| self.dialect.localize(command, self.board())) {
            Ok(Command::Uci) => self.greet(Dialect::Uci),
            Ok(Command::Usi) => self.greet(Dialect::Usi),
            Ok(Command::Ucci) => self.greet(Dialect::Ucci),
            Ok(Command::Cyclone) => self.greet(Dialect::Cyclone),
            Ok(Command::BanMoves(moves)) => {
                let mut notices = Vec::new();
                let done = self.game.ban(&moves, &mut notices);
                self.report_notices(notices, &written)?;
                self.report(done.map_err(|error| self.in_words_of_client(error, &moves, &written)))
            }
            Ok(Command::Probe) if self.dialect == Dialect::Ucci => self.output.line(ucci::NOTHING_KNOWN),
            Ok(Command::Probe) => Ok(()),
            Ok(Command::IsReady) => self.reply(&UciReply::ReadyOk),
            Ok(Command::Debug(on)) => {
                self.debug = on;
                Ok(())
            }
            Ok(Command::SetOption { name, value }) => self.set_option(&name, value.as_deref()),
            Ok(Command::UciNewGame) => {
                self.begin_another();
                Ok(())
            }
            Ok(Command::Position { start, moves }) => {
                let (notices, done) = match self.game.set_up(&start, &moves) {
                    Ok(notices) => (notices, Ok(())),
                    Err(error) => (Vec::new(), Err(error)),
                };
                self.report_notices(notices, &written)?;
                self.report(done.map_err(|error| self.in_words_of_client(error, &moves, &written)))
            }
            Ok(Command::Go(go)) => self.go(&self.in_milliseconds(go), &written, control),
            Ok(Command::Perft(depth)) => match self.count(depth, &control) {
                Ok(task) => self.set_to_work(task, control, false),
                Err(error) => self.reply(&UciReply::error(&error)),
            },
            Ok(Command::Bench { args }) => self.bench(&args, control),
            Ok(Command::Display) => self.show(self.display()),
            Ok(Command::Eval) => self.show(self.game.evaluation(self.worker.net())),
            Ok(Command::Flip) => {
                let done = self.game.flip();
                self.report(done)
            }
            Ok(Command::Variants) => GameId::all().into_iter().try_for_each(|game| {
                let Info { name, files, ranks, start, .. } = game.info();
                self.output.line(format!("{name} {files}x{ranks} {start}"))
            }),
            Ok(Command::Help) => self.output.line(HELP),
            Ok(Command::XBoard) if self.is_greeted => {
                let text = format!("xboard: {}", self.other_language());
                self.reply(&UciReply::Error(text))
            }
            Ok(Command::XBoard) => {
                self.switches = true;
                Ok(())
            }
            Ok(Command::Unknown { line }) => {
                let word: String = line.chars().take_while(|c| !c.is_whitespace()).take(40).collect();
                self.reply(&UciReply::Error(format!("command `{word}`, expected one that `help` lists")))
            }
            Ok(Command::Register | Command::Empty) => Ok(()),
            // They are carried out as soon as they come.
            Ok(Command::Stop | Command::PonderHit | Command::PonderHitDraw | Command::Quit) => Ok(()),
            Err(error) => self.refuse(&error),
        }
    }

    /// Reports a command whose arguments cannot be read: a `go` is answered all the same, and after a
    /// `position` there is none.
    fn refuse(&mut self, error: &ParseError) -> io::Result<()> {
        self.reply(&UciReply::error(error))?;
        match error.command() {
            "go" => self.reply(&UciReply::BestMove { best: None, ponder: None }),
            "position" => {
                self.game.abandon();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    pub(super) fn introduce(&mut self) -> io::Result<()> {
        self.reply(&UciReply::Name(format!("helgi {}", env!("CARGO_PKG_VERSION"))))?;
        self.reply(&UciReply::Author("the helgi authors".to_owned()))?;
        options::specs(&self.options).into_iter().try_for_each(|spec| self.announce(spec))?;
        self.announce_own()?;
        self.report_net()?;
        self.reply(&UciReply::UciOk)
    }

    /// Announces an option, if it means anything in the client's language.
    fn announce(&mut self, spec: OptionSpec) -> io::Result<()> {
        self.announced(spec).map_or(Ok(()), |spec| self.reply(&UciReply::Option(spec)))
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        if let Some(done) = self.set_own(name, value) {
            return done;
        }
        let meant = self.options.meant(&self.uci_name(name), value);
        if let Some(notice) = meant.notice {
            self.reply(&UciReply::InfoString(notice))?;
        }
        let (name, value) = (meant.name.as_str(), meant.value.as_deref());
        if let Some(reason) = self.refused_game(name, value) {
            return self.reply(&UciReply::Error(reason));
        }
        match self.options.set(name, value) {
            Err(error) => self.refuse_option(error),
            Ok(Change::Variant) => self.begin_game(),
            Ok(Change::Games) => self.read_games(),
            Ok(Change::Chess960) => {
                let done = self.game.go_on_as(self.options.game());
                self.report(done)?;
                self.report_net()?;
                self.report_unused_book()
            }
            Ok(change) => match self.worker.apply(change, &mut self.options) {
                Ok(()) if change == Change::Book => self.report_unused_book(),
                Ok(()) if change == Change::EvalFile => self.report_net(),
                Ok(()) => Ok(()),
                Err(reason) => self.reply(&UciReply::Error(format!("option {name}: {reason}"))),
            },
        }
    }

    /// Takes note that the next position belongs to another game.
    pub(super) fn begin_another(&mut self) {
        self.games += 1;
        self.scores = RecentScores::default();
        self.worker.forget();
    }

    /// Makes the games of the file known that `VariantPath` names, and announces them. If the game that is played is among
    /// them with other rules than before, it begins anew.
    fn read_games(&mut self) -> io::Result<()> {
        if self.options.variant_path.is_empty() {
            return Ok(());
        }
        match game_files::read(Path::new(&self.options.variant_path)) {
            Err(error) => self.reply(&UciReply::Error(format!("option VariantPath: {error}"))),
            Ok(report) => {
                report.lines.into_iter().try_for_each(|line| self.reply(&UciReply::InfoString(line)))?;
                let names: Vec<&str> = report.games.iter().map(|game| game.name()).collect();
                self.reply(&UciReply::InfoString(format!("games loaded: {}", names.join(" "))))?;
                let variant = options::variant_spec(&self.options);
                variant.map_or(Ok(()), |spec| self.announce(spec))?;
                if self.options.renew_variant() { self.begin_game() } else { Ok(()) }
            }
        }
    }

    /// Sets up the game that was chosen, and announces it.
    fn begin_game(&mut self) -> io::Result<()> {
        self.game = Playing::new(self.options.game());
        // Positions of different games may have equal keys.
        self.worker.forget();
        let info = self.options.variant.info();
        self.reply(&UciReply::Variant(VariantInfo {
            name: info.name.to_owned(),
            files: info.files,
            ranks: info.ranks,
            pocket: info.pocket,
            startpos: info.start.to_owned(),
        }))?;
        self.report_net()?;
        self.report_unused_book()
    }

    /// Says which net is used, where that is not a matter of course.
    fn report_net(&mut self) -> io::Result<()> {
        let said = self.worker.net_note(self.game.game());
        said.map_or(Ok(()), |text| self.reply(&UciReply::InfoString(text)))
    }

    /// Warns if there is a book that is not of the game.
    fn report_unused_book(&mut self) -> io::Result<()> {
        let said = self.worker.book_mismatch(self.game.game());
        said.map_or(Ok(()), |text| self.reply(&UciReply::InfoString(text)))
    }

    /// Begins a search; `written` are the moves to search as the client wrote them.
    fn go(&mut self, go: &GoParams, written: &Words, control: Arc<Control>) -> io::Result<()> {
        if !go.unknown.is_empty() {
            self.reply(&UciReply::InfoString(format!("go: not understood: {}", go.unknown)))?;
        }
        if let Some(depth) = go.perft {
            return match self.count(depth, &control) {
                Ok(task) => self.set_to_work(task, control, false),
                // A client that sends `go` waits for an answer.
                Err(error) => self.decline(&error, go, control),
            };
        }
        if self.declares_win(go) {
            return self.output.line(usi::WIN);
        }
        let (options, book) = (&self.options, self.worker.book());
        let order = SearchOrder {
            searcher: self.searcher,
            go,
            options,
            control: &control,
            seed: self.games,
            book: book.as_deref(),
        };
        let mut notices = Vec::new();
        let task = self.game.search(order, &mut notices);
        self.report_notices(notices, written)?;
        match task {
            Ok(task) => {
                let facts = Facts {
                    seeks_mate: go.checkmate,
                    draw_offered: go.draw_offered,
                    ..self.facts(&task, &control, go.ponder)
                };
                self.begin(task, control, facts)
            }
            Err(error) => {
                self.decline(&self.in_words_of_client(error, &go.searchmoves, written), go, control)
            }
        }
    }

    /// Reports what was read otherwise than the client wrote it.
    fn report_notices(&mut self, notices: Vec<PlayNotice>, written: &Words) -> io::Result<()> {
        notices.into_iter().try_for_each(|notice| {
            let notice = self.notice_in_words_of_client(notice, written);
            self.reply(&UciReply::InfoString(notice.to_string()))
        })
    }

    fn count(&self, depth: u32, control: &Arc<Control>) -> Result<SessionTask, PlayError> {
        // Nodes of perft are not limited by a budget, which is for searches.
        if depth > 1 && self.options.budget.is_some() {
            control.stop();
        }
        self.game.perft(depth, control)
    }

    /// Answers a `go` that cannot be carried out: an endless one only after `stop` or `ponderhit`.
    fn decline(&mut self, error: &PlayError, go: &GoParams, control: Arc<Control>) -> io::Result<()> {
        self.reply(&UciReply::error(error))?;
        let is_endless = go.perft.is_none() && !go.checkmate && (go.infinite || go.ponder);
        let waits = is_endless && !control.is_stopped() && !self.leaves;
        let seeks_mate = go.checkmate;
        let asked = Some(self.asked);
        let facts = Facts { waits, ponders: waits, asked, seeks_mate, ..Facts::default() };
        self.worker.begin_answered(JobAnswer::NO_MOVE, control, facts);
        Ok(())
    }

    fn bench(&mut self, args: &Words, control: Arc<Control>) -> io::Result<()> {
        let (mut games, mut depth) = (Vec::new(), bench::DEPTH);
        for word in args.iter() {
            match (GameId::named(word), word.parse()) {
                (Some(game), _) => games.push(game),
                (None, Ok(number)) => depth = number,
                (None, Err(_)) => {
                    let text = format!("bench: `{word}`, expected games and a depth");
                    return self.reply(&UciReply::Error(text));
                }
            }
        }
        if games.is_empty() {
            games.extend(GameId::BUILT_IN);
        }
        if self.options.budget.is_some() {
            control.stop();
        }
        self.set_to_work(bench_task(games, depth, control.clone()), control, false)
    }

    /// Sets a task to work.
    fn set_to_work(&mut self, task: SessionTask, control: Arc<Control>, ponders: bool) -> io::Result<()> {
        let facts = self.facts(&task, &control, ponders);
        self.begin(task, control, facts)
    }

    /// The facts about a task that is to begin. It is stopped at once if it would wait for a client that has left.
    fn facts(&self, task: &SessionTask, control: &Control, ponders: bool) -> Facts {
        if task.waits && self.leaves {
            control.stop();
        }
        let waits = task.waits && !control.is_stopped();
        Facts { waits, ponders, asked: Some(self.asked), ..Facts::default() }
    }

    /// Prints a text, or the reason why there is none.
    fn show(&mut self, text: Result<String, PlayError>) -> io::Result<()> {
        match text {
            Ok(text) => self.output.line(text),
            Err(error) => self.reply(&UciReply::error(&error)),
        }
    }

    /// Prints why something was refused, if it was.
    fn report(&mut self, done: Result<(), PlayError>) -> io::Result<()> {
        done.or_else(|error| self.reply(&UciReply::error(&error)))
    }
}

/// The bench of some games, one line for each and the sum.
fn bench_task(games: Vec<GameId>, depth: u32, control: Arc<Control>) -> SessionTask {
    let run = move |_: &mut Engine, sender: &JobSender| {
        let mut nodes = 0;
        for game in games {
            match bench::run(game, depth, &control) {
                Ok(Some(row)) => {
                    sender.print(row);
                    nodes += row.nodes;
                }
                Ok(None) => {
                    sender.note("bench was stopped");
                    return JobAnswer::None;
                }
                Err(error) => {
                    sender.fail(format_args!("bench: {error}"));
                    return JobAnswer::None;
                }
            }
        }
        sender.conclude(format_args!("Bench: {nodes}"));
        JobAnswer::None
    };
    SessionTask { waits: false, otherwise: JobAnswer::None, run: Box::new(run) }
}
