//! `helgi play`: a person against the engine, or two persons, in a terminal.

mod moves;
mod prompt;

use super::board::{self, Look};
use helgi::session::lines::Lines;
use helgi::session::strength;
use helgi_engine::search::{Bound, Control, Engine, Event, Iteration, Limits, moves_to_end};
use helgi_rules::board::{Move, Side};
use helgi_rules::describe::describe;
use helgi_rules::games::GameId;
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Game, Line, Position};
use moves::Moves;
pub use prompt::Prompt;
use std::io::{self, BufRead, Write};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What can be said behind `play`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Type a move such as Nf3, g1f3 or N@f3, or `help`.
Examples:
  helgi play tavreli
  helgi play chess --side black --level 3")]
pub struct Arguments {
    /// The game
    #[arg(value_parser = super::game, default_value = GameId::DEFAULT.name())]
    game: GameId,
    /// Who you are
    #[arg(long, value_enum, default_value_t = Player::White)]
    side: Player,
    /// How well the engine plays, from 1 to 10
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=10))]
    level: u32,
    /// The position to begin with, instead of the start of the game
    #[arg(long)]
    fen: Option<String>,
}

/// Whom the person plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Player {
    /// White.
    White,
    /// Black.
    Black,
    /// Both sides: the engine only helps.
    Both,
}

impl Player {
    fn plays(self, side: Side) -> bool {
        match self {
            Player::White => side == Side::White,
            Player::Black => side == Side::Black,
            Player::Both => true,
        }
    }
}

const HELP: &str = "\
  Nf3, g1f3      play a move; `helgi rules GAME` says how moves are written
  pass           end the turn without a move, where the game allows it
  moves          the legal moves; moves e2: of the piece on e2, or to e2;
                 moves N: of these pieces; moves @N: the drops of these
  hint           what the engine would play, and what it expects then
  undo           take your last move back
  board          draw the board again; fen: print the position as text
  level 1..10    how well the engine plays
  side white|black|both
  new            a new game
  resign, quit";

/// What the tab key completes to, besides moves.
const COMMANDS: [&str; 13] = [
    "board", "exit", "fen", "help", "hint", "level ", "moves", "new", "pass", "quit", "resign", "side ",
    "undo",
];

/// A pass as it is written on the wire.
const PASS: &str = "0000";

/// The size of the engine's table in megabytes.
const TABLE: usize = 64;

const FULL_TIME: Duration = Duration::from_secs(2);
const HINT_TIME: Duration = Duration::from_millis(500);

/// What the output can show.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// Whether it has colours.
    pub colours: bool,
    /// How many letters fit in a line.
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
    let game = arguments.game;
    let start = match &arguments.fen {
        Some(fen) => game.parse(fen).map_err(super::invalid)?,
        None => game.start(),
    };
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos() as u64);
    let mut table = Table {
        engine: Engine::new(TABLE, 1).map_err(io::Error::other)?,
        line: Line::new(start),
        player: arguments.side,
        level: arguments.level,
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
    player: Player,
    level: u32,
    resigned: Option<Side>,
    seed: u64,
    screen: Screen,
    out: &'a mut W,
}

/// What the game waits for.
#[derive(PartialEq, Eq)]
enum Turn {
    Person,
    Engine,
    Nobody,
}

impl<W: Write> Table<'_, W> {
    fn play(&mut self, mut input: Prompt<impl BufRead>) -> io::Result<()> {
        let title = self.present().info().title;
        writeln!(self.out, "{title}. Level {} of 10. Type a move, or `help`.\n", self.level)?;
        self.draw()?;
        let mut announced = false;
        loop {
            match self.turn() {
                Turn::Engine => {
                    self.answer()?;
                    continue;
                }
                Turn::Nobody if !announced => {
                    self.announce()?;
                    announced = true;
                }
                Turn::Nobody => {}
                Turn::Person => announced = false,
            }
            let prompt = format!("{}> ", self.present().side().name());
            let present = self.line.present();
            let words =
                || COMMANDS.map(str::to_owned).into_iter().chain(Moves::new(present).texts()).collect();
            let Some(line) = input.read(&prompt, words, self.out)? else { return Ok(()) };
            let mut words = line.split_whitespace();
            let word = words.next().unwrap_or_default();
            if matches!(&*word.to_ascii_lowercase(), "quit" | "exit") {
                return Ok(());
            }
            self.obey(word, words.next())?;
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

    fn obey(&mut self, word: &str, argument: Option<&str>) -> io::Result<()> {
        match &*word.to_ascii_lowercase() {
            "" => Ok(()),
            "help" | "?" => writeln!(self.out, "{HELP}"),
            "moves" => self.list(argument),
            "hint" => self.hint(),
            "undo" => self.undo(),
            "board" => self.draw(),
            "fen" => writeln!(self.out, "{}", self.present().fen()),
            "level" => match argument.and_then(|level| level.parse().ok()) {
                Some(level @ 1..=strength::HIGHEST_LEVEL) => {
                    self.level = level;
                    writeln!(self.out, "Level {level}.")
                }
                _ => writeln!(self.out, "A level is a number from 1 to 10."),
            },
            "side" => match argument.map(|side| <Player as clap::ValueEnum>::from_str(side, true)) {
                Some(Ok(player)) => {
                    self.player = player;
                    self.draw()
                }
                _ => writeln!(self.out, "A side is white, black or both."),
            },
            "new" => {
                self.line = Line::new(self.present().game().start());
                self.resigned = None;
                self.engine.forget();
                self.draw()
            }
            "resign" => {
                self.resigned = (self.turn() != Turn::Nobody).then(|| self.present().side());
                Ok(())
            }
            _ => self.try_move(word),
        }
    }

    fn try_move(&mut self, text: &str) -> io::Result<()> {
        if self.turn() == Turn::Nobody {
            return writeln!(self.out, "The game is over. `new` begins another, `undo` takes back.");
        }
        let is_pass = text.eq_ignore_ascii_case("pass");
        match readable::read(self.present(), if is_pass { PASS } else { text }) {
            Ok(played) => self.make(played),
            Err(_) if is_pass => {
                writeln!(self.out, "A pass is not allowed here; `moves` lists what you can do.")
            }
            Err(_) => writeln!(self.out, "{}", Moves::new(self.line.present()).advise(text)),
        }
    }

    /// Plays a move, says what it does, and shows the board.
    fn make(&mut self, played: Move) -> io::Result<()> {
        let present = self.line.present();
        let text = readable::write(present, played, Style::San);
        let (side, sense) = (present.side().name(), describe(present, played));
        self.line.play(played);
        writeln!(self.out, "{side} plays {text}: {sense}.\n")?;
        self.draw()
    }

    /// Takes back until the person is to move again.
    fn undo(&mut self) -> io::Result<()> {
        if self.line.is_empty() {
            return writeln!(self.out, "There is nothing to take back.");
        }
        self.resigned = None;
        loop {
            self.line.undo();
            if self.line.is_empty() || self.player.plays(self.present().side()) {
                return self.draw();
            }
        }
    }

    fn list(&mut self, what: Option<&str>) -> io::Result<()> {
        let listed = Moves::new(self.line.present()).list(what, self.screen.width);
        writeln!(self.out, "{}", listed.unwrap_or_else(|slip| slip))
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.turn() == Turn::Nobody {
            return writeln!(self.out, "The game is over.");
        }
        let limits = Limits::for_time(HINT_TIME);
        let (position, history) = (self.line.present(), self.line.history());
        let mut last = None;
        let on_event = |event| match event {
            Event::Iteration(iteration) if iteration.bound == Bound::Exact => last = Some(iteration),
            _ => {}
        };
        self.engine.search_any(position, history, &limits, &Control::default(), on_event);
        // A game that goes on has a move, and a search of it an exact line.
        let Some(Iteration { score, pv, .. }) = last else { return Ok(()) };
        let mut place = position.clone();
        let mut texts = Vec::new();
        for played in pv {
            texts.push(readable::write(&place, played, Style::San));
            place.play(played);
        }
        let Some((first, rest)) = texts.split_first() else { return Ok(()) };
        let then = if rest.is_empty() { String::new() } else { format!(", then {}", rest.join(" ")) };
        let advice = format!("Try {first} ({}){then}.", score_text(score));
        writeln!(self.out, "{}", textwrap::fill(&advice, self.screen.width))
    }

    /// The engine's move.
    fn answer(&mut self) -> io::Result<()> {
        let elo = strength::elo_of_level(self.level);
        let limits = match elo {
            Some(elo) => {
                let multipv = strength::LINES;
                Limits { move_time: Some(FULL_TIME), multipv, ..Limits::to_nodes(strength::nodes(elo)) }
            }
            None => Limits::for_time(FULL_TIME),
        };
        let (position, history) = (self.line.present(), self.line.history());
        let mut lines = Lines::default();
        let on_event = |event| {
            if let Event::Iteration(line) = event {
                lines.add(line);
            }
        };
        let found = self.engine.search_any(position, history, &limits, &Control::default(), on_event);
        let seed = self.seed ^ position.key();
        let chosen = elo.and_then(|elo| lines.choose(elo, seed)?.pv.first().copied());
        // A game that goes on has a move.
        let Some(best) = chosen.or(found.best) else { return Ok(()) };
        self.make(best)
    }

    fn announce(&mut self) -> io::Result<()> {
        match (self.resigned, self.line.verdict()) {
            (Some(loser), _) => {
                let score = if loser == Side::White { "0-1" } else { "1-0" };
                writeln!(self.out, "Result: {score} {{{} resigns}}", loser.name())
            }
            (None, Some(outcome)) => writeln!(self.out, "Result: {outcome}"),
            (None, None) => Ok(()),
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        let outline = self.present().outline();
        let marked = self.line.moves().next_back().map_or(Vec::new(), |last| {
            [last.from(), last.to()].into_iter().flatten().map(|square| outline.name(square)).collect()
        });
        let look = Look { colours: self.screen.colours, turned: self.player == Player::Black, marked };
        let drawing = board::draw(self.present(), &look);
        let check = if self.present().in_check() { "\nCheck!" } else { "" };
        writeln!(self.out, "{drawing}{check}\n")?;
        match self.present().phase_text() {
            Some(phase) => writeln!(self.out, "Turn {}, {phase}.\n", self.present().fullmove_number()),
            None => Ok(()),
        }
    }
}

/// A score for the side to move: `+0.35` pawns, or in how many moves the game is won or lost.
fn score_text(score: i32) -> String {
    match moves_to_end(score) {
        Some(moves) if score > 0 => format!("wins in {moves}"),
        Some(moves) => format!("loses in {}", moves.abs()),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}
