//! `helgi play`: a person against the engine, or two persons, in a terminal.

mod book;
mod files;
mod moves;
mod prompt;
mod puzzles;
mod screen;
mod sheet;
mod start;
mod who;

use super::language::{self, Language, PlayWord, shown};
use super::rules;
use helgi_engine::ChosenMove;
use helgi_engine::internals::strength;
use helgi_engine::search::{Control, Engine, Limits, moves_to_end};
use helgi_record::{Assessment, EngineStrength, ExpectedScore, GameResult, Node};
use helgi_rules::board::{Kind, Move, Side};
use helgi_rules::games::GameId;
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Line, Position};
use helgi_study::book::Book;
use helgi_words::moves::describe;
use helgi_words::{TextMessage, ends, names};
use moves::TerminalMoves;
pub use prompt::Prompt;
pub use screen::Screen;
use screen::{score_in_words, show};
use sheet::{SheetPlace, TerminalSheet};
use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use who::{TerminalPlayer, USUAL_STRENGTH, players, recorded_opponent};

/// Arguments of `helgi play`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Type a move such as Nf3, g1f3 or N@f3, or `help`.

Examples:
  helgi play tavreli
  helgi play chess --side black --level 3
  helgi play --resume                        continue the last unfinished game
  helgi play --data games --resume           the same for another folder
  helgi play tavreli --record evening.pgn    save games to this file
  helgi play tavreli --puzzles               solve the built-in puzzles
  helgi play --puzzles mine.pgn              solve those from `helgi puzzles`
  helgi play tavreli --language ru           play in Russian

Every game is saved as PGN after each half-move, in a file of its own in your
data folder (on Linux ~/.local/share/helgi/games).")]
pub struct Arguments {
    /// Game [default: chess]
    #[arg(value_parser = super::game)]
    game: Option<GameId>,
    /// Your side [default: white]
    #[arg(long, value_enum, ignore_case = true)]
    side: Option<TerminalPlayer>,
    /// Strength of the engine, from 1 to 18 [default: 4]
    #[arg(long, value_parser = crate::cli::number::whole::<u32>(1..=u64::from(strength::HIGHEST_LEVEL)))]
    level: Option<u32>,
    /// Position to start from; by default the start of the game
    #[arg(long, conflicts_with = "resume")]
    fen: Option<String>,
    /// Number of the start position in games such as Chess960, from 0; by default a random one
    #[arg(long, value_name = "N", conflicts_with_all = ["fen", "resume"])]
    start: Option<usize>,
    /// Continue the last unfinished game
    #[arg(long)]
    resume: bool,
    /// Append the games to this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Opening book for the engine, made by `helgi book`
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Keep the games in DIR/games, as `helgi board --data DIR` does
    #[arg(long, value_name = "DIR", conflicts_with = "record")]
    data: Option<PathBuf>,
    /// Do not save the games
    #[arg(long, conflicts_with_all = ["record", "resume", "data"])]
    no_record: bool,
    /// Solve puzzles from a file, or the built-in ones
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    #[arg(conflicts_with_all = ["side", "level", "fen", "start", "resume", "record", "no_record", "data"])]
    puzzles: Option<Option<PathBuf>>,
    /// Language, such as `ru`; by default the system's, or English if that is not known
    #[arg(long, value_parser = language::read)]
    language: Option<Language>,
}

impl Arguments {
    /// The language of the game.
    pub fn language(&self) -> Language {
        self.language.unwrap_or_else(language::of_system)
    }

    fn place(&self, language: Language) -> io::Result<SheetPlace> {
        match &self.record {
            Some(path) => Ok(SheetPlace::File(path.clone())),
            None if self.no_record => Ok(SheetPlace::Nowhere),
            None => SheetPlace::usual(self.data.as_deref(), language),
        }
    }
}

/// A pass as it is written on the wire.
const PASS: &str = "0000";

/// The size of the engine's table in megabytes.
const TABLE: usize = 64;

/// Plays until the person leaves.
///
/// # Errors
///
/// Of input and output, and when the position is refused.
pub fn run(
    arguments: &Arguments,
    input: Prompt<impl BufRead>,
    out: &mut impl Write,
    look: Screen,
) -> io::Result<()> {
    if let Some(file) = &arguments.puzzles {
        return puzzles::run(
            puzzles::load(file.as_deref(), arguments.game, look.language)?,
            input,
            out,
            look,
        );
    }
    let place = arguments.place(look.language)?;
    let (sheet, line) = if arguments.resume {
        TerminalSheet::resume(place, arguments.game, look.language)?
    } else {
        let game = arguments.game.unwrap_or_default();
        let start = start::first(game, arguments.fen.as_deref(), arguments.start, look.language)?;
        (TerminalSheet::new(place, &start), Line::new(start))
    };
    // Only a resumed game has an opponent of its own; a new one asks the arguments.
    let (player, strength) = recorded_opponent(sheet.record()).filter(|_| arguments.resume).unzip();
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos() as u64);
    let game = line.present().game();
    let book = arguments.book.as_deref().map(|path| book::open(path, game, look.language)).transpose()?;
    let mut table = Table {
        engine: Engine::new(TABLE, 1).map_err(io::Error::other)?,
        line,
        sheet,
        player: arguments.side.or(player).unwrap_or(TerminalPlayer::White),
        strength: arguments.level.map(EngineStrength::Level).or(strength).unwrap_or(USUAL_STRENGTH),
        book,
        since: Instant::now(),
        knows_stacks: false,
        resigned: None,
        seed,
        screen: look,
        out,
    };
    table.play(input)
}

/// The board between the two, and all that belongs to it.
struct Table<'a, W> {
    engine: Engine,
    line: Line,
    sheet: TerminalSheet,
    player: TerminalPlayer,
    strength: EngineStrength,
    book: Option<Book>,
    resigned: Option<Side>,
    seed: u64,
    /// The time at which the present half-move began.
    since: Instant,
    /// True once the person was told how stacks are written.
    knows_stacks: bool,
    screen: Screen,
    out: &'a mut W,
}

/// The input that the game waits for.
#[derive(PartialEq, Eq)]
enum Turn {
    Person,
    Engine,
    Nobody,
}

impl<W: Write> Table<'_, W> {
    fn play(&mut self, mut input: Prompt<impl BufRead>) -> io::Result<()> {
        let language = self.language();
        let strength = match self.strength {
            EngineStrength::Level(level) => TextMessage::new("play.strength.level")
                .with("level", level)
                .with("highest", strength::HIGHEST_LEVEL),
            EngineStrength::Time(time) => {
                TextMessage::new("play.strength.time").with("seconds", shown(&time.as_secs_f64()))
            }
            EngineStrength::Nodes(nodes) => TextMessage::new("play.strength.nodes").with("nodes", nodes),
        };
        let greeting = TextMessage::new("play.greeting").with("title", names::title(self.present().game()));
        self.tell(greeting.with("strength", strength))?;
        writeln!(self.out)?;
        self.legend()?;
        self.draw()?;
        let mut announced = false;
        loop {
            let turn = self.turn();
            // Set back when the game goes on, so that its next end is announced too.
            if turn != Turn::Nobody {
                announced = false;
            }
            match turn {
                Turn::Engine => {
                    self.answer()?;
                    continue;
                }
                Turn::Nobody if !announced => {
                    self.announce()?;
                    announced = true;
                }
                Turn::Nobody | Turn::Person => {}
            }
            let prompt = format!("{}> ", language.side(self.present().side()));
            let present = self.line.present();
            let words = || {
                let words = PlayWord::completions(language, PlayWord::is_of_games).into_iter();
                words.chain(TerminalMoves::new(present, language).texts()).collect()
            };
            // The end of the input is a way to leave.
            let Some(line) = input.read(&prompt, words, self.out)? else { return self.leave() };
            let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
            match PlayWord::read(language, word) {
                Some(PlayWord::Quit) => return self.leave(),
                Some(meaning) if meaning.is_of_games() => self.obey(meaning, word, rest.trim())?,
                _ if word.is_empty() => {}
                _ => self.try_move(line.trim())?,
            }
        }
    }

    fn language(&self) -> Language {
        self.screen.language
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", self.screen.fitted(text))
    }

    fn tell(&mut self, message: TextMessage) -> io::Result<()> {
        self.say(&self.language().write(&message))
    }

    fn present(&self) -> &AnyPosition {
        self.line.present()
    }

    fn turn(&self) -> Turn {
        if self.resigned.is_some() || self.line.verdict().is_some() {
            Turn::Nobody
        } else if self.player.plays(self.present().side()) {
            Turn::Person
        } else {
            Turn::Engine
        }
    }

    fn obey(&mut self, meaning: PlayWord, word: &str, rest: &str) -> io::Result<()> {
        let argument = rest.split_whitespace().next();
        let language = self.language();
        if let Some(surplus) = meaning.surplus(word, rest) {
            return self.tell(surplus);
        }
        match meaning {
            PlayWord::Help => writeln!(self.out, "{}", language.text("play.help")),
            PlayWord::Moves => self.list(argument),
            PlayWord::Hint => self.hint(),
            PlayWord::Book => self.show_book(),
            PlayWord::Undo => match argument.map_or(Ok(1), str::parse) {
                Ok(count @ 1..) => self.undo(count),
                _ => self.tell(TextMessage::new("play.undo.usage")),
            },
            PlayWord::Rules => self.rules(argument),
            PlayWord::Board => self.draw(),
            PlayWord::Fen => writeln!(self.out, "{}", self.present().fen()),
            PlayWord::Level => match argument.and_then(|level| level.parse().ok()) {
                Some(level @ 1..=strength::HIGHEST_LEVEL) => {
                    self.strength = EngineStrength::Level(level);
                    self.tell(TextMessage::new("play.level").with("level", level))
                }
                _ => self.tell(TextMessage::new("play.level.usage").with("highest", strength::HIGHEST_LEVEL)),
            },
            PlayWord::Side => match argument.and_then(|word| TerminalPlayer::read(language, word)) {
                Some(player) => {
                    self.player = player;
                    self.draw()
                }
                None => self.tell(TextMessage::new("play.side.usage")),
            },
            PlayWord::New if rest.is_empty() || language.has_typed("game", rest) => {
                self.begin(self.present().game())
            }
            PlayWord::New => match rest.parse() {
                Ok(game) => self.begin(game),
                Err(error) => self.tell(TextMessage::new("play.new.usage").with("name", shown(&error.name))),
            },
            PlayWord::Save => self.save(rest),
            PlayWord::Load => self.load(rest),
            PlayWord::Resign => {
                self.resigned = (self.turn() != Turn::Nobody).then(|| self.present().side());
                Ok(())
            }
            PlayWord::Pass => self.try_pass(),
            // They belong to the loop around this, and to puzzles.
            PlayWord::Quit | PlayWord::Next | PlayWord::Puzzle | PlayWord::Solution => self.try_move(word),
        }
    }

    /// Begins a game anew.
    fn begin(&mut self, game: GameId) -> io::Result<()> {
        let is_other = game != self.present().game();
        self.book.take_if(|book| book.game() != game);
        // A seed of its own, so that a new game does not repeat the start of the last.
        let start = game.new_start(fastrand::u64(..));
        self.sheet.begin(sheet::new_record(&start));
        self.line = Line::new(start.clone());
        if is_other {
            self.knows_stacks = false;
            self.say(&self.language().write(&names::title(game)))?;
            self.legend()?;
        }
        self.go_on(Line::new(start))
    }

    fn try_move(&mut self, text: &str) -> io::Result<()> {
        if self.turn() == Turn::Nobody {
            return self.tell(TextMessage::new("play.over.now"));
        }
        let moves = TerminalMoves::new(self.line.present(), self.language());
        match moves.read(text) {
            Ok((played, notice)) => {
                if let Some(notice) = notice {
                    self.tell(notice)?;
                }
                self.make_own(played)
            }
            Err(advice) => self.say(&advice),
        }
    }

    fn try_pass(&mut self) -> io::Result<()> {
        if self.turn() == Turn::Nobody {
            return self.tell(TextMessage::new("play.over.now"));
        }
        match readable::read(self.present(), PASS) {
            Ok(played) => self.make_own(played),
            Err(_) => self.tell(TextMessage::new("play.no-pass")),
        }
    }

    /// Plays a move of the person.
    fn make_own(&mut self, played: Move) -> io::Result<()> {
        let taken = self.since.elapsed();
        self.make(played, |node| node.set_time_taken(Some(taken)))
    }

    /// Plays a move, describes it, and shows the board.
    fn make(&mut self, played: Move, say: impl FnOnce(&mut Node)) -> io::Result<()> {
        let present = self.line.present();
        let text = readable::write(present, played, Style::San);
        let plays = TextMessage::new("play.plays").with("side", names::side(present.side()));
        let plays = plays.with("move", text.clone()).with("does", describe(present, played));
        self.line.play(played);
        self.sheet.set_players(players(self.player, self.strength));
        let recorded = self.sheet.push(&text, say);
        self.warn(recorded)?;
        self.since = Instant::now();
        self.tell(plays)?;
        writeln!(self.out)?;
        self.draw()
    }

    /// Takes back until the person is to move again, so many times or to the start.
    fn undo(&mut self, count: u32) -> io::Result<()> {
        if self.line.is_empty() {
            return self.tell(TextMessage::new("play.undo.none"));
        }
        self.resigned = None;
        for _ in 0..count {
            self.line.undo();
            // The engine's answer goes back with the move that it answered.
            while !self.line.is_empty() && !self.player.plays(self.present().side()) {
                self.line.undo();
            }
            if self.line.is_empty() {
                break;
            }
        }
        let recorded = self.sheet.take_back(self.line.len());
        self.warn(recorded)?;
        self.since = Instant::now();
        self.draw()
    }

    /// Lists the parts of the rules, or prints one.
    fn rules(&mut self, what: Option<&str>) -> io::Result<()> {
        let (game, language) = (self.present().game(), self.language());
        let parts = rules::parts(game, language);
        if parts.is_empty() {
            return self.tell(TextMessage::new("play.rules.elsewhere").with("game", game.name()));
        }
        let Some(what) = what else {
            for (number, part) in (1..).zip(&parts) {
                writeln!(self.out, "  {number:2}  {}", part.title)?;
            }
            return self.tell(TextMessage::new("play.rules.parts"));
        };
        let chosen = what.parse().ok().and_then(|number: usize| parts.get(number.checked_sub(1)?));
        match chosen {
            Some(part) => {
                let text = part.text(game, self.screen.width, self.screen.colours);
                writeln!(self.out, "{}\n{}", part.title, text.trim_end())
            }
            None => {
                let usage =
                    TextMessage::new("play.rules.usage").with("typed", what).with("parts", parts.len());
                self.tell(usage)
            }
        }
    }

    /// Explains the letters of the pieces to someone who sees the board for the first time.
    fn legend(&mut self) -> io::Result<()> {
        let (present, language) = (self.present(), self.language());
        let standing = present.outline().squares().flat_map(|square| present.pieces_on(square));
        let known: BTreeSet<u8> = standing.map(|piece| piece.kind.0).collect();
        let kinds = (0..).map(Kind).zip(present.info().pieces);
        // On an empty board, as at the start of some games, all pieces are named.
        let named = kinds.filter(|(kind, _)| known.is_empty() || known.contains(&kind.0));
        let named = named.map(|(kind, piece)| {
            let piece = TextMessage::new("play.legend.piece").with("letter", piece.text());
            piece.with("piece", names::kind(present.info(), kind))
        });
        let text = language.write(&TextMessage::new("play.legend").with("pieces", named.collect::<Vec<_>>()));
        writeln!(self.out, "{}\n", textwrap::fill(&text, self.screen.width))
    }

    fn list(&mut self, what: Option<&str>) -> io::Result<()> {
        let moves = TerminalMoves::new(self.line.present(), self.language());
        match moves.list(what, self.screen.width) {
            Ok(listed) => writeln!(self.out, "{listed}"),
            Err(slip) => self.say(&slip),
        }
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.turn() == Turn::Nobody {
            return self.tell(TextMessage::new("play.over"));
        }
        // A game in progress has a move.
        let Some(found) = self.engine.advise(&self.line, &Control::default()) else { return Ok(()) };
        let mut place = self.present().clone();
        let mut texts = Vec::new();
        for played in found.line {
            texts.push(readable::write(&place, played, Style::San));
            place.play(played);
        }
        let Some((first, rest)) = texts.split_first() else { return Ok(()) };
        let language = self.language();
        let score = found.score.map(|score| score_in_words(score, language));
        let score = score.map(|score| TextMessage::new("play.hint.score").with("score", score));
        let then = TextMessage::new("play.hint.rest").with("moves", rest.join(" "));
        let nothing = || TextMessage::literal("");
        let hint = TextMessage::new("play.hint").with("move", first.as_str());
        let hint = hint.with("score", score.unwrap_or_else(nothing));
        let hint = hint.with("rest", if rest.is_empty() { nothing() } else { then });
        writeln!(self.out, "{}", textwrap::fill(&language.write(&hint), self.screen.width))
    }

    /// The engine's move.
    fn answer(&mut self) -> io::Result<()> {
        if let Some(played) = self.book_move() {
            return self.make(played, |node| node.comments.push("book".to_owned()));
        }
        let begun = Instant::now();
        let (line, control) = (&self.line, Control::default());
        let found = match self.strength {
            EngineStrength::Level(level) => self.engine.play_at_level(line, level, None, self.seed, &control),
            EngineStrength::Time(time) => self.engine.play_within(line, &Limits::for_time(time), &control),
            EngineStrength::Nodes(nodes) => self.engine.play_within(line, &Limits::to_nodes(nodes), &control),
        };
        // A game in progress has a move.
        let Some(ChosenMove { best, score, depth, .. }) = found else { return Ok(()) };
        let thought = Assessment {
            score: score.map(|score| ExpectedScore::new(score, moves_to_end(score))),
            depth,
            time: begun.elapsed(),
        };
        self.make(best, |node| node.comments.push(thought.to_string()))
    }

    /// Plays on from the end of a line.
    fn go_on(&mut self, line: Line) -> io::Result<()> {
        self.line = line;
        self.resigned = None;
        self.since = Instant::now();
        // What the engine knows is of the game before.
        self.engine.forget();
        self.draw()
    }

    fn announce(&mut self) -> io::Result<()> {
        // Records are in English, which other programs understand.
        let (result, recorded, reason) = match (self.resigned, self.line.verdict()) {
            (Some(loser), _) => {
                (GameResult::win(!loser), format!("{} resigns", loser.name()), ends::resigns(loser))
            }
            (None, Some(outcome)) => {
                (outcome.into(), outcome.reason_text().to_string(), ends::outcome(outcome))
            }
            (None, None) => return Ok(()),
        };
        let recorded = self.sheet.finish(result, &recorded);
        self.warn(recorded)?;
        self.tell(TextMessage::new("play.result").with("result", shown(&result)).with("reason", reason))
    }

    fn draw(&mut self) -> io::Result<()> {
        show(&self.line, self.player == TerminalPlayer::Black, self.screen, self.out)?;
        let present = self.present();
        // A piece at depth 1 lies below another one.
        let has_stack = present.outline().squares().any(|square| present.piece_at(square, 1).is_some());
        if has_stack && !self.knows_stacks {
            self.knows_stacks = true;
            self.tell(TextMessage::new("play.stacks"))?;
            writeln!(self.out)?;
        }
        Ok(())
    }
}
