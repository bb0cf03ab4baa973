//! Puzzles that are asked in the terminal.

use super::moves::TerminalMoves;
use super::{PASS, Prompt, Screen, TABLE, show};
use crate::cli::invalid;
use crate::cli::language::{Language, PlayWord};
use crate::cli::puzzles::report;
use helgi_engine::search::Engine;
use helgi_files::read_input;
use helgi_record::puzzle::{self, Puzzle};
use helgi_rules::board::{Move, Side};
use helgi_rules::{GameId, Line, Position};
use helgi_study::puzzles::{AnswerVerdict, SolverAnswer, words};
use helgi_study::review::StudyStop;
use helgi_words::{TextMessage, names};
use std::io::{self, BufRead, Write};
use std::path::Path;

/// The positions searched to compare an answer with the solution, if the puzzle does not record how
/// many confirmed it.
const NODES: u64 = 40_000;

/// The largest file of puzzles. Unit: bytes.
const LARGEST: u64 = 256 << 20;

/// The puzzles of a file, of one game if it is named; without a file the built-in ones.
pub fn load(file: Option<&Path>, game: Option<GameId>, language: Language) -> io::Result<Vec<Puzzle>> {
    let Some(path) = file else { return shipped(game.unwrap_or_default(), language) };
    let refuse = |error: &dyn std::fmt::Display| invalid(format!("{}: {error}", path.display()));
    let text = read_input(path, LARGEST).map_err(|error| match path.to_str().and_then(GameId::named) {
        // Somebody who names a game here wants its built-in puzzles.
        Some(game) => {
            let built_in = TextMessage::new("play.quiz.built-in").with("game", game.name());
            refuse(&format!("{error}; {}", language.write(&built_in)))
        }
        None => refuse(&error),
    })?;
    let file = puzzle::read(&text, game.unwrap_or_default());
    if file.puzzles.is_empty()
        && let Some(error) = file.errors.first()
    {
        return Err(refuse(error));
    }
    report(path, &file, &mut crate::cli::plain_text::stderr())?;
    let mut puzzles = file.puzzles;
    let is_wanted = |puzzle: &Puzzle| game.is_none_or(|game| puzzle.start.game() == game);
    puzzles.retain(is_wanted);
    match puzzles.is_empty() {
        true => Err(refuse(&language.write(&match game {
            Some(game) => TextMessage::new("play.quiz.none.of").with("game", game.name()),
            None => TextMessage::new("play.quiz.none"),
        }))),
        false => Ok(puzzles),
    }
}

/// The puzzles of a game that come with the program.
fn shipped(game: GameId, language: Language) -> io::Result<Vec<Puzzle>> {
    match helgi_study::puzzles::built_in::of_game(game) {
        Some(puzzles) => {
            puzzles.map_err(|error| invalid(format!("the built-in puzzles of {}: {error}", game.name())))
        }
        None => {
            let games: Vec<&str> =
                helgi_study::puzzles::built_in::games().into_iter().map(GameId::name).collect();
            let none = TextMessage::new("play.quiz.not-built-in").with("game", game.name());
            Err(invalid(language.write(&none.with("games", games.join(", ")))))
        }
    }
}

/// Asks puzzles until the person leaves, or all are done.
///
/// # Errors
///
/// Of input and output.
pub fn run(
    puzzles: Vec<Puzzle>,
    mut input: Prompt<impl BufRead>,
    out: &mut impl Write,
    screen: Screen,
) -> io::Result<()> {
    let Some(first) = puzzles.first() else { return Ok(()) };
    let line = Line::new(first.start.clone());
    let engine = Engine::new(TABLE, 1).map_err(io::Error::other)?;
    let tally = Tally::default();
    let mut quiz = Quiz { engine, puzzles, number: 0, line, state: State::default(), tally, screen, out };
    let language = screen.language;
    let greeting = TextMessage::new("play.quiz.greeting").with("count", quiz.puzzles.len());
    quiz.tell(greeting.with("title", names::title(quiz.line.present().game())))?;
    writeln!(quiz.out)?;
    quiz.ask()?;
    loop {
        let prompt = match quiz.state.is_over {
            true => format!("{}> ", language.text("play.quiz.next")),
            false => format!("{}> ", language.side(quiz.line.present().side())),
        };
        let words = || {
            let moves = TerminalMoves::new(quiz.line.present(), language).texts();
            PlayWord::completions(language, PlayWord::is_of_puzzles).into_iter().chain(moves).collect()
        };
        let Some(text) = input.read(&prompt, words, quiz.out)? else { break };
        if !quiz.obey(text.trim())? {
            break;
        }
    }
    quiz.leave()
}

/// The counts of the puzzles.
#[derive(Default)]
struct Tally {
    /// The puzzles that were answered or given up.
    asked: usize,
    solved: usize,
    at_first_try: usize,
}

/// The state of the present puzzle.
#[derive(Default)]
struct State {
    /// Wrong answers.
    wrong: usize,
    hints: usize,
    is_over: bool,
}

struct Quiz<'a, W> {
    engine: Engine,
    puzzles: Vec<Puzzle>,
    number: usize,
    /// The puzzle as far as it has been solved.
    line: Line,
    state: State,
    tally: Tally,
    screen: Screen,
    out: &'a mut W,
}

impl<W: Write> Quiz<'_, W> {
    fn language(&self) -> Language {
        self.screen.language
    }

    fn puzzle(&self) -> &Puzzle {
        &self.puzzles[self.number]
    }

    fn solver(&self) -> Side {
        self.line.start().side()
    }

    /// Begins the present puzzle.
    fn ask(&mut self) -> io::Result<()> {
        self.state = State::default();
        let (puzzle, language) = (self.puzzle(), self.language());
        let (line, difficulty) = (Line::new(puzzle.start.clone()), puzzle.difficulty);
        // The title is shown where the game changes, not with every puzzle.
        let is_new = line.present().game() != self.line.present().game();
        self.line = line;
        if is_new {
            writeln!(self.out, "{}\n", language.title(self.line.present().game()))?;
        }
        let difficulty = difficulty.map_or_else(
            || TextMessage::literal(""),
            |degree| TextMessage::new("play.quiz.difficulty").with("degree", degree),
        );
        let head = TextMessage::new("play.quiz.puzzle").with("number", self.number + 1);
        let head = head.with("count", self.puzzles.len()).with("difficulty", difficulty);
        self.tell(head.with("side", names::side(self.solver())))?;
        writeln!(self.out)?;
        self.draw()
    }

    fn draw(&mut self) -> io::Result<()> {
        show(&self.line, self.solver() == Side::Black, self.screen, self.out)
    }

    /// Carries out a line of input; false at the end.
    fn obey(&mut self, text: &str) -> io::Result<bool> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let language = self.language();
        let meaning = PlayWord::read(language, word);
        if let Some(surplus) = meaning.and_then(|meaning| meaning.surplus(word, rest)) {
            self.tell(surplus)?;
            return Ok(true);
        }
        match meaning {
            Some(PlayWord::Quit) => return Ok(false),
            Some(PlayWord::Next) => return self.go_on_to(self.number + 1, true),
            // Enter goes on to the next puzzle, but never leaves one that is not over.
            None if word.is_empty() && self.state.is_over => return self.go_on_to(self.number + 1, true),
            None if word.is_empty() => {}
            Some(PlayWord::Puzzle) => match rest.trim().parse::<usize>() {
                Ok(number) if (1..=self.puzzles.len()).contains(&number) => {
                    return self.go_on_to(number - 1, false);
                }
                _ => self.tell(TextMessage::new("play.quiz.usage").with("count", self.puzzles.len()))?,
            },
            Some(PlayWord::Help) => writeln!(self.out, "{}", language.text("play.quiz.help"))?,
            Some(PlayWord::Moves) => {
                let moves = TerminalMoves::new(self.line.present(), language);
                match moves.list(rest.split_whitespace().next(), self.screen.width) {
                    Ok(listed) => writeln!(self.out, "{listed}")?,
                    Err(slip) => self.say_whole(&slip)?,
                }
            }
            Some(PlayWord::Board) => self.draw()?,
            Some(PlayWord::Fen) => writeln!(self.out, "{}", self.line.present().fen())?,
            Some(PlayWord::Solution) => self.solution()?,
            _ if self.state.is_over => self.tell(TextMessage::new("play.quiz.finished"))?,
            Some(PlayWord::Hint) => self.hint()?,
            Some(PlayWord::Pass) => self.answer(PASS, word)?,
            _ => self.answer(text.trim(), text.trim())?,
        }
        Ok(true)
    }

    /// Moves to another puzzle, the next one or one to look at; false if there is none.
    fn go_on_to(&mut self, number: usize, is_next: bool) -> io::Result<bool> {
        self.give_up(is_next);
        if number >= self.puzzles.len() {
            return Ok(false);
        }
        self.number = number;
        self.ask()?;
        Ok(true)
    }

    /// Answers with a move, for which a word was typed.
    fn answer(&mut self, text: &str, typed: &str) -> io::Result<()> {
        let (present, language) = (self.line.present(), self.language());
        let read = TerminalMoves::new(present, language).read(text);
        let (played, notice) = match read {
            Ok(read) => read,
            Err(advice) if text == typed => return self.say_whole(&advice),
            // The word for a pass is no move of the notation.
            Err(_) => return self.say_whole(&TerminalMoves::new(present, language).advise(typed)),
        };
        if let Some(notice) = notice {
            self.tell(notice)?;
        }
        let present = self.line.present();
        let Puzzle { start, moves, alternatives, nodes, .. } = &self.puzzles[self.number];
        let (done, nodes) = (self.line.len(), nodes.unwrap_or(NODES));
        let answer = SolverAnswer { start, moves, alternatives, done, nodes };
        // Nobody stops it: it takes a moment.
        let Some(verdict) = answer.judge(&mut self.engine, played, &StudyStop::default()) else {
            return Ok(());
        };
        let said = words::answer(present, played, &verdict);
        match verdict {
            AnswerVerdict::Right => self.go_on(played),
            AnswerVerdict::AsGood(_) => self.finish(said),
            AnswerVerdict::Wrong { .. } => {
                self.state.wrong += 1;
                self.say([said])
            }
        }
    }

    /// Plays a right answer, and the other side's reply.
    fn go_on(&mut self, played: Move) -> io::Result<()> {
        let is_expected = self.puzzle().moves.get(self.line.len()) == Some(&played);
        self.tell(words::right(self.line.present(), played))?;
        self.line.play(played);
        let rest = self.puzzle().moves.get(self.line.len()..).unwrap_or_default().to_vec();
        // A reply is played only where the solver has a move after it.
        if let [reply, _, ..] = rest[..]
            && is_expected
        {
            self.tell(words::reply(self.line.present(), reply))?;
            writeln!(self.out)?;
            self.line.play(reply);
            return self.draw();
        }
        writeln!(self.out)?;
        self.draw()?;
        self.finish(Some(words::end(&self.line)))
    }

    /// The puzzle is solved.
    fn finish(&mut self, said: Option<TextMessage>) -> io::Result<()> {
        self.state.is_over = true;
        self.tally.asked += 1;
        self.tally.solved += 1;
        let is_first = self.state.wrong == 0 && self.state.hints == 0;
        self.tally.at_first_try += usize::from(is_first);
        let how = words::solved(self.state.wrong, self.state.hints);
        self.say([said, Some(how), words::about(&self.puzzle().themes)])
    }

    /// Shows a message, wrapped on a terminal only.
    fn tell(&mut self, message: TextMessage) -> io::Result<()> {
        self.say_whole(&self.language().write(&message))
    }

    /// Shows a sentence that is wrapped on a terminal only.
    fn say_whole(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", self.screen.fitted(text))
    }

    /// Shows messages one after the other, wrapped everywhere.
    fn say(&mut self, messages: impl IntoIterator<Item = Option<TextMessage>>) -> io::Result<()> {
        let text = self.language().write(&words::together(messages));
        writeln!(self.out, "{}", textwrap::fill(&text, self.screen.width))
    }

    fn hint(&mut self) -> io::Result<()> {
        self.state.hints += 1;
        let Some(&next) = self.puzzle().moves.get(self.line.len()) else { return Ok(()) };
        let (themes, hints) = (&self.puzzle().themes, self.state.hints);
        let hint = words::hint(self.line.present(), next, themes, hints);
        self.say([Some(hint)])
    }

    /// Shows the solution from here, and gives the puzzle up if it is not over.
    fn solution(&mut self) -> io::Result<()> {
        let Puzzle { start, moves, .. } = self.puzzle();
        let said = [Some(words::solution(start, moves)), words::about(&self.puzzle().themes)];
        self.give_up(true);
        self.say(said)
    }

    /// Ends the present puzzle; if it was not over, it counts as unsolved. One that nobody has
    /// tried counts only if `without_a_try`: to look at another one first is no defeat.
    fn give_up(&mut self, without_a_try: bool) {
        let is_tried = self.state.wrong > 0 || self.state.hints > 0 || !self.line.is_empty();
        if !self.state.is_over && (is_tried || without_a_try) {
            self.tally.asked += 1;
        }
        self.state.is_over = true;
    }

    /// Prints the number of solved puzzles.
    fn leave(&mut self) -> io::Result<()> {
        self.give_up(false);
        let Tally { asked, solved, at_first_try } = self.tally;
        let tally = TextMessage::new("play.quiz.tally").with("solved", solved).with("count", asked);
        self.tell(tally.with("first", at_first_try))
    }
}
