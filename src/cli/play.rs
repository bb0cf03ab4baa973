//! `helgi play`: a person against the engine, or two persons, in a terminal.

use super::board::{self, Look};
use helgi::session::lines::Lines;
use helgi::session::strength;
use helgi_engine::search::{Control, Engine, Event, Limits};
use helgi_rules::board::Side;
use helgi_rules::games::GameId;
use helgi_rules::notation::{self, Notation};
use helgi_rules::{AnyPosition, Game, Line, Position};
use std::io::{self, BufRead, Write};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What can be said behind `play`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Type a move such as e2e4, or `help`.
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
  e2e4           play a move; `helgi rules GAME` says how moves are written
  moves          all legal moves; moves e2: those of the piece on e2
  hint           what the engine would play
  undo           take your last move back
  board          draw the board again; fen: print the position as text
  level 1..10    how well the engine plays
  side white|black|both
  new            a new game
  resign, quit";

/// The size of the engine's table in megabytes.
const TABLE: usize = 64;

/// The level that has no limit but time.
const FULL_STRENGTH: u32 = 10;

const FULL_TIME: Duration = Duration::from_secs(2);
const HINT_TIME: Duration = Duration::from_millis(500);

/// Plays until the person leaves.
///
/// # Errors
///
/// Of input and output, and when the position is refused.
pub fn run(
    arguments: &Arguments,
    input: impl BufRead,
    out: &mut impl Write,
    colours: bool,
) -> io::Result<()> {
    let game = arguments.game;
    let start = match &arguments.fen {
        Some(fen) => game.parse(fen).map_err(super::invalid)?,
        None => game.start(),
    };
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos() as u64);
    let mut table = Table {
        notation: Notation::of(&game),
        engine: Engine::new(TABLE, 1).map_err(io::Error::other)?,
        line: Line::new(start),
        player: arguments.side,
        level: arguments.level,
        resigned: None,
        seed,
        colours,
        out,
    };
    table.play(input)
}

/// The board between the two, and all that belongs to it.
struct Table<'a, W> {
    notation: Notation,
    engine: Engine,
    line: Line,
    player: Player,
    level: u32,
    resigned: Option<Side>,
    seed: u64,
    colours: bool,
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
    fn play(&mut self, mut input: impl BufRead) -> io::Result<()> {
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
            write!(self.out, "{}> ", self.present().side().name())?;
            self.out.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                return writeln!(self.out);
            }
            let mut words = line.split_whitespace();
            let word = words.next().unwrap_or_default().to_ascii_lowercase();
            if matches!(word.as_str(), "quit" | "exit") {
                return Ok(());
            }
            self.obey(&word, words.next())?;
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
        match word {
            "" => Ok(()),
            "help" | "?" => writeln!(self.out, "{HELP}"),
            "moves" => self.list(argument),
            "hint" => self.hint(),
            "undo" => self.undo(),
            "board" => self.draw(),
            "fen" => writeln!(self.out, "{}", self.present().fen()),
            "level" => match argument.and_then(|level| level.parse().ok()) {
                Some(level @ 1..=FULL_STRENGTH) => {
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
            text => self.try_move(text),
        }
    }

    fn try_move(&mut self, text: &str) -> io::Result<()> {
        if self.turn() == Turn::Nobody {
            return writeln!(self.out, "The game is over. `new` begins another, `undo` takes back.");
        }
        match notation::read(self.present(), text) {
            Ok(played) => {
                self.line.play(played);
                self.draw()
            }
            Err(error) => writeln!(self.out, "{error}. `moves` lists the legal ones, `help` the commands."),
        }
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

    fn list(&mut self, square: Option<&str>) -> io::Result<()> {
        let outline = self.present().outline();
        let from = match square.map(|name| (name, outline.named(name))) {
            None => None,
            Some((_, Some(square))) => Some(square),
            Some((name, None)) => return writeln!(self.out, "`{name}` is no square of this board."),
        };
        let mut legal = self.present().moves();
        legal.retain(|candidate| from.is_none() || candidate.from() == from);
        if legal.is_empty() {
            return writeln!(self.out, "There are none.");
        }
        writeln!(self.out, "{}", self.notation.write_line(&legal))
    }

    fn hint(&mut self) -> io::Result<()> {
        let limits = Limits::for_time(HINT_TIME);
        let (position, history) = (self.line.present(), self.line.history());
        let found = self.engine.search_any(position, history, &limits, &Control::default(), |_| ());
        match found.best {
            Some(best) => writeln!(self.out, "Try {}.", self.notation.write(best)),
            None => writeln!(self.out, "There are no moves."),
        }
    }

    /// The engine's move.
    fn answer(&mut self) -> io::Result<()> {
        let elo = (self.level < FULL_STRENGTH).then(|| elo(self.level));
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
        let side = position.side().name();
        self.line.play(best);
        writeln!(self.out, "{side} plays {}\n", self.notation.write(best))?;
        self.draw()
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
        let look = Look { colours: self.colours, turned: self.player == Player::Black, marked };
        let drawing = board::draw(self.present(), &look);
        let check = if self.present().in_check() { "\nCheck!" } else { "" };
        writeln!(self.out, "{drawing}{check}\n")
    }
}

/// The strength of a level below the highest.
fn elo(level: u32) -> u32 {
    let step = (strength::STRONGEST - strength::WEAKEST) / (FULL_STRENGTH - 2);
    strength::WEAKEST + (level - 1) * step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_span_the_strengths() {
        assert_eq!(elo(1), strength::WEAKEST);
        assert_eq!(elo(FULL_STRENGTH - 1), strength::STRONGEST);
    }
}
