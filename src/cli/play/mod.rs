//! `helgi play`: a person against the engine, or two persons, in a terminal.

mod book;
mod moves;
mod prompt;
mod puzzles;
mod sheet;
mod who;

use super::board::{self, BoardStyle};
use super::rules;
use helgi_engine::player::ChosenMove;
use helgi_engine::search::{Control, Engine, moves_to_end};
use helgi_engine::strength;
use helgi_record::{Assessment, ExpectedScore, GameResult, Node};
use helgi_rules::board::{Move, Side};
use helgi_rules::describe::describe;
use helgi_rules::games::GameId;
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Game, Line, Position};
use helgi_study::book::Book;
use moves::TerminalMoves;
pub use prompt::Prompt;
use sheet::{SheetPlace, TerminalSheet};
use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use who::{TerminalPlayer, USUAL_LEVEL, players, who_played};

/// Arguments of `helgi play`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Type a move such as Nf3, g1f3 or N@f3, or `help`.

Examples:
  helgi play tavreli
  helgi play chess --side black --level 3
  helgi play --resume                        continue the last unfinished game
  helgi play tavreli --record evening.pgn    save games to this file
  helgi play tavreli --puzzles               solve the built-in puzzles
  helgi play --puzzles mine.pgn              solve those from `helgi puzzles`

Every game is saved as PGN after each half-move, in a file of its own in your
data folder (on Linux ~/.local/share/helgi/games).")]
pub struct Arguments {
    /// Game [default: chess]
    #[arg(value_parser = super::game)]
    game: Option<GameId>,
    /// Your side [default: white]
    #[arg(long, value_enum)]
    side: Option<TerminalPlayer>,
    /// Strength of the engine, from 1 to 18 [default: 4]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=i64::from(strength::HIGHEST_LEVEL)))]
    level: Option<u32>,
    /// Position to start from; by default the start of the game
    #[arg(long, conflicts_with = "resume")]
    fen: Option<String>,
    /// Continue the last unfinished game
    #[arg(long)]
    resume: bool,
    /// Append the games to this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Opening book for the engine, made by `helgi book`
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Do not save the games
    #[arg(long, conflicts_with_all = ["record", "resume"])]
    no_record: bool,
    /// Solve puzzles from a file, or the built-in ones
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    #[arg(conflicts_with_all = ["side", "level", "fen", "resume", "record", "no_record"])]
    puzzles: Option<Option<PathBuf>>,
}

impl Arguments {
    fn place(&self) -> io::Result<SheetPlace> {
        match &self.record {
            Some(path) => Ok(SheetPlace::File(path.clone())),
            None if self.no_record => Ok(SheetPlace::Nowhere),
            None => SheetPlace::usual(),
        }
    }
}

const HELP: &str = "\
  Nf3, g1f3      play a move
  rules [N]      list the parts of the rules, or print part N
  pass           end the turn without a move, if the game allows it
  moves          list the legal moves; moves e2: those from or to e2;
                 moves N: those of these pieces; moves @N: their drops
  hint           show the move that the engine would play, and its line
  book           show the book moves of this position
  undo [N]       take back your last move, or your last N moves
  board          draw the board again; fen: print the position as text
  level 1..18    set the strength of the engine
  side white|black|both
  new            start a new game
  save FILE      append the game to a file
  load FILE [N]  continue a recorded game, the last one or number N
  resign, quit";

/// The commands that the tab key completes, besides moves.
const COMMANDS: [&str; 17] = [
    "board", "book", "exit", "fen", "help", "hint", "level ", "load ", "moves", "new", "pass", "quit",
    "resign", "rules", "save ", "side ", "undo",
];

/// A pass as it is written on the wire.
const PASS: &str = "0000";

/// The size of the engine's table in megabytes.
const TABLE: usize = 64;

/// The abilities of the output.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// True if it has colours.
    pub colours: bool,
    /// Number of letters that fit in a line.
    pub width: usize,
}

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
        return puzzles::run(puzzles::load(file.as_deref(), arguments.game)?, input, out, look);
    }
    let place = arguments.place()?;
    let (sheet, line) = if arguments.resume {
        TerminalSheet::resume(place, arguments.game)?
    } else {
        let game = arguments.game.unwrap_or(GameId::DEFAULT);
        let start = match &arguments.fen {
            Some(fen) => game.parse(fen).map_err(super::invalid)?,
            None => game.start(),
        };
        (TerminalSheet::new(place, &start), Line::new(start))
    };
    let (player, level) = who_played(sheet.record()).filter(|_| arguments.resume).unzip();
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos() as u64);
    let game = line.present().game();
    let book = arguments.book.as_deref().map(|path| book::open(path, game)).transpose()?;
    let mut table = Table {
        engine: Engine::new(TABLE, 1).map_err(io::Error::other)?,
        line,
        sheet,
        player: arguments.side.or(player).unwrap_or(TerminalPlayer::White),
        level: arguments.level.or(level).unwrap_or(USUAL_LEVEL),
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
    level: u32,
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
        let title = self.present().info().title;
        writeln!(
            self.out,
            "{title}. Level {} of {}. Type a move, or `help`.\n",
            self.level,
            strength::HIGHEST_LEVEL
        )?;
        self.legend()?;
        self.draw()?;
        let mut announced = false;
        loop {
            let turn = self.turn();
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
            let prompt = format!("{}> ", self.present().side().name());
            let present = self.line.present();
            let words = || {
                COMMANDS.map(str::to_owned).into_iter().chain(TerminalMoves::new(present).texts()).collect()
            };
            let Some(line) = input.read(&prompt, words, self.out)? else { return self.leave() };
            let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
            if matches!(&*word.to_ascii_lowercase(), "quit" | "exit") {
                return self.leave();
            }
            self.obey(word, rest.trim())?;
        }
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

    fn obey(&mut self, word: &str, rest: &str) -> io::Result<()> {
        let argument = rest.split_whitespace().next();
        match &*word.to_ascii_lowercase() {
            "" => Ok(()),
            "help" | "?" => writeln!(self.out, "{HELP}"),
            "moves" => self.list(argument),
            "hint" => self.hint(),
            "book" => self.show_book(),
            "undo" => match argument.map_or(Ok(1), str::parse) {
                Ok(count @ 1..) => self.undo(count),
                _ => writeln!(self.out, "`undo` takes the number of your moves, such as `undo 2`."),
            },
            "rules" => self.rules(argument),
            "board" => self.draw(),
            "fen" => writeln!(self.out, "{}", self.present().fen()),
            "level" => match argument.and_then(|level| level.parse().ok()) {
                Some(level @ 1..=strength::HIGHEST_LEVEL) => {
                    self.level = level;
                    writeln!(self.out, "Level {level}.")
                }
                _ => {
                    writeln!(self.out, "A level is a number from 1 to {}.", strength::HIGHEST_LEVEL)
                }
            },
            "side" => match argument.map(|side| <TerminalPlayer as clap::ValueEnum>::from_str(side, true)) {
                Some(Ok(player)) => {
                    self.player = player;
                    self.draw()
                }
                _ => writeln!(self.out, "A side is white, black or both."),
            },
            "new" => {
                let start = self.present().game().start();
                self.sheet.begin(sheet::new_record(&start));
                self.go_on(Line::new(start))
            }
            "save" => self.save(rest),
            "load" => self.load(rest),
            "resign" => {
                self.resigned = (self.turn() != Turn::Nobody).then(|| self.present().side());
                Ok(())
            }
            _ => self.try_move(word),
        }
    }

    fn try_move(&mut self, text: &str) -> io::Result<()> {
        if self.turn() == Turn::Nobody {
            return writeln!(self.out, "The game is over. `new` starts another, `undo` takes back a move.");
        }
        let is_pass = text.eq_ignore_ascii_case("pass");
        match readable::read(self.present(), if is_pass { PASS } else { text }) {
            Ok(played) => {
                let taken = self.since.elapsed();
                self.make(played, |node| node.set_time_taken(Some(taken)))
            }
            Err(_) if is_pass => {
                writeln!(self.out, "You cannot pass here; `moves` lists your moves.")
            }
            Err(_) => writeln!(self.out, "{}", TerminalMoves::new(self.line.present()).advise(text)),
        }
    }

    /// Plays a move, describes it, and shows the board.
    fn make(&mut self, played: Move, say: impl FnOnce(&mut Node)) -> io::Result<()> {
        let present = self.line.present();
        let text = readable::write(present, played, Style::San);
        let (side, sense) = (present.side().name(), describe(present, played));
        self.line.play(played);
        self.sheet.set_players(players(self.player, self.level));
        let recorded = self.sheet.push(&text, say);
        self.warn(recorded)?;
        self.since = Instant::now();
        writeln!(self.out, "{side} plays {text}: {sense}.\n")?;
        self.draw()
    }

    /// Takes back until the person is to move again, so many times or to the start.
    fn undo(&mut self, count: u32) -> io::Result<()> {
        if self.line.is_empty() {
            return writeln!(self.out, "There is nothing to take back.");
        }
        self.resigned = None;
        for _ in 0..count {
            self.line.undo();
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
        let game = self.present().game();
        let parts = rules::parts(game);
        if parts.is_empty() {
            return writeln!(self.out, "`helgi rules {}` prints the rules.", game.name());
        }
        let Some(what) = what else {
            for (number, part) in (1..).zip(&parts) {
                writeln!(self.out, "  {number:2}  {}", part.title)?;
            }
            return writeln!(self.out, "`rules N` prints a part.");
        };
        let chosen = what.parse().ok().and_then(|number: usize| parts.get(number.checked_sub(1)?));
        match chosen {
            Some(part) => {
                let text = part.text(game, self.screen.width, self.screen.colours);
                writeln!(self.out, "{}\n{}", part.title, text.trim_end())
            }
            None => writeln!(self.out, "`rules {what}`: expected a number from 1 to {}.", parts.len()),
        }
    }

    /// Explains the letters of the pieces to someone who sees the board for the first time.
    fn legend(&mut self) -> io::Result<()> {
        let info = self.present().info();
        let standing = self.present().outline().squares().flat_map(|square| self.present().pieces_on(square));
        let known: BTreeSet<usize> = standing.map(|piece| usize::from(piece.kind.0)).collect();
        let named =
            info.pieces.iter().enumerate().filter(|(kind, _)| known.is_empty() || known.contains(kind));
        let names: Vec<String> = named.map(|(_, piece)| format!("{} {}", piece.text(), piece.name)).collect();
        let text = format!("{}. White has capital letters.", names.join(", "));
        writeln!(self.out, "{}\n", textwrap::fill(&text, self.screen.width))
    }

    fn list(&mut self, what: Option<&str>) -> io::Result<()> {
        let listed = TerminalMoves::new(self.line.present()).list(what, self.screen.width);
        writeln!(self.out, "{}", listed.unwrap_or_else(|slip| slip))
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.turn() == Turn::Nobody {
            return writeln!(self.out, "The game is over.");
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
        let score = found.score.map_or(String::new(), |score| format!(" ({})", score_in_words(score)));
        let then = if rest.is_empty() { String::new() } else { format!(", then {}", rest.join(" ")) };
        let advice = format!("Try {first}{score}{then}.");
        writeln!(self.out, "{}", textwrap::fill(&advice, self.screen.width))
    }

    /// The engine's move.
    fn answer(&mut self) -> io::Result<()> {
        if let Some(played) = self.book_move() {
            return self.make(played, |node| node.comments.push("book".to_owned()));
        }
        let begun = Instant::now();
        let found = self.engine.play_at_level(&self.line, self.level, None, self.seed, &Control::default());
        // A game in progress has a move.
        let Some(ChosenMove { best, score, depth, .. }) = found else { return Ok(()) };
        let thought = Assessment {
            score: score.map(|score| ExpectedScore::new(score, moves_to_end(score))),
            depth,
            time: begun.elapsed(),
        };
        self.make(best, |node| node.comments.push(thought.to_string()))
    }

    /// Warns that the game is recorded no longer, if that is so.
    fn warn(&mut self, recorded: io::Result<()>) -> io::Result<()> {
        match recorded {
            Ok(()) => Ok(()),
            Err(error) => {
                writeln!(self.out, "The game is no longer saved: {error}. `save FILE` saves it elsewhere.")
            }
        }
    }

    /// Plays on from the end of a line.
    fn go_on(&mut self, line: Line) -> io::Result<()> {
        self.line = line;
        self.resigned = None;
        self.since = Instant::now();
        self.engine.forget();
        self.draw()
    }

    fn save(&mut self, path: &str) -> io::Result<()> {
        if path.is_empty() {
            return writeln!(self.out, "`save` needs a file name, such as `save game.pgn`.");
        }
        self.sheet.set_players(players(self.player, self.level));
        match self.sheet.save(Path::new(path)) {
            Ok(()) => writeln!(self.out, "Saved to {path}."),
            Err(error) => writeln!(self.out, "The game was not saved: {error}."),
        }
    }

    fn load(&mut self, what: &str) -> io::Result<()> {
        let number = |(path, number): (&str, &str)| Some((path.trim_end().to_owned(), number.parse().ok()?));
        let (path, number) = match what.rsplit_once(char::is_whitespace).and_then(number) {
            Some((path, number)) => (path, Some(number)),
            None => (what.to_owned(), None),
        };
        if path.is_empty() {
            return writeln!(self.out, "`load` needs a file name, such as `load game.pgn`.");
        }
        match sheet::load(Path::new(&path), number) {
            Ok((record, line)) => {
                writeln!(self.out, "{}\n", line.present().info().title)?;
                self.sheet.begin(record);
                self.go_on(line)
            }
            Err(error) => writeln!(self.out, "Could not load the game: {error}."),
        }
    }

    /// The person leaves, and sees where the game is saved.
    fn leave(&mut self) -> io::Result<()> {
        let is_over = self.turn() == Turn::Nobody;
        match self.sheet.path() {
            None => Ok(()),
            Some(path) if is_over => writeln!(self.out, "The game is saved in {}.", path.display()),
            Some(path) => {
                writeln!(
                    self.out,
                    "The game is saved in {}; `helgi play --resume` continues it.",
                    path.display()
                )
            }
        }
    }

    fn announce(&mut self) -> io::Result<()> {
        let (result, reason) = match (self.resigned, self.line.verdict()) {
            (Some(loser), _) => (GameResult::win(!loser), format!("{} resigns", loser.name())),
            (None, Some(outcome)) => (outcome.into(), outcome.reason_text().to_string()),
            (None, None) => return Ok(()),
        };
        let recorded = self.sheet.finish(result, &reason);
        self.warn(recorded)?;
        writeln!(self.out, "Result: {result} {{{reason}}}")
    }

    fn draw(&mut self) -> io::Result<()> {
        show(&self.line, self.player == TerminalPlayer::Black, self.screen, self.out)?;
        let present = self.present();
        let has_stack = present.outline().squares().any(|square| present.piece_at(square, 1).is_some());
        if has_stack && !self.knows_stacks {
            self.knows_stacks = true;
            writeln!(self.out, "Several letters on a square are a stack; the last one is its top.\n")?;
        }
        Ok(())
    }
}

/// Shows the end of a line of play: the board, Black at the bottom or not, and the facts about it.
fn show(line: &Line, turned: bool, screen: Screen, out: &mut impl Write) -> io::Result<()> {
    let present = line.present();
    let marked = line.moves().next_back().map_or(Vec::new(), |last| {
        let squares = [last.from(), last.to()].into_iter().flatten();
        squares.map(|square| present.outline().name(square)).collect()
    });
    let drawing = board::draw(present, &BoardStyle { colours: screen.colours, turned, marked });
    let check = if present.in_check() { "\nCheck!" } else { "" };
    writeln!(out, "{drawing}{check}\n")?;
    match present.phase_text() {
        Some(phase) => writeln!(out, "Turn {}, {phase}.\n", present.fullmove_number()),
        None => Ok(()),
    }
}

/// A score for the side to move: `+0.35` pawns, or in how many moves the game is won or lost.
fn score_in_words(score: i32) -> String {
    match moves_to_end(score) {
        Some(moves) if score > 0 => format!("wins in {moves}"),
        Some(moves) => format!("loses in {}", moves.abs()),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}
