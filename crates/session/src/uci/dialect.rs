//! The parts of a session that depend on the language of its client: greeting, names of options, games that can be
//! played in it.

use super::{Facts, Session};
use crate::options;
use crate::playing::{PlayError, PlayNotice, Playing};
use crate::search::StartsSearch;
use helgi_protocol::dialect::usi::sfen_of_fen;
use helgi_protocol::dialect::{BoardSize, Dialect};
use helgi_protocol::notation::excerpt;
use helgi_protocol::options::{OptionError, OptionKind, OptionSpec, OptionValue};
use helgi_protocol::text::Words;
use helgi_protocol::uci::{Command, GoParams, ParseError, UciReply};
use helgi_rules::games::GameId;
use helgi_rules::notation::MoveError;
use helgi_rules::readable::MoveNotice;
use helgi_rules::{Captives, PieceInfo, PieceMark};
use std::io::{self, Write};

/// The option of USI that says whether the engine ends a game by an entered king, as other engines call it.
const ENTERING_KING: &str = "EnteringKingRule";

/// Its values: no such end, and the 27-point rule.
const ENTERING_KING_RULES: [&str; 2] = ["NoEnteringKing", "CSARule27"];

/// The option of UCCI that makes its times milliseconds.
const MILLISECONDS: &str = "usemillisec";

/// The option of UCCI that says that another game begins.
const NEW_GAME: &str = "newgame";

/// The options that only one language has.
#[derive(Clone, Copy, Debug)]
pub(super) struct DialectOptions {
    /// A win by an entered king is declared.
    pub declares: bool,
    /// The times of UCCI are milliseconds, not seconds.
    pub counts_milliseconds: bool,
}

impl Default for DialectOptions {
    fn default() -> Self {
        DialectOptions { declares: true, counts_milliseconds: false }
    }
}

impl DialectOptions {
    /// The options of a language.
    fn specs(self, dialect: Dialect) -> Vec<OptionSpec> {
        match dialect {
            Dialect::Usi => {
                let [off, on] = ENTERING_KING_RULES;
                let default = if self.declares { on } else { off }.to_owned();
                let choices = ENTERING_KING_RULES.map(str::to_owned).to_vec();
                vec![OptionSpec::new(ENTERING_KING, OptionKind::Combo { default, choices })]
            }
            Dialect::Ucci => {
                let default = self.counts_milliseconds;
                let milliseconds = OptionSpec::new(MILLISECONDS, OptionKind::Check { default });
                vec![milliseconds, OptionSpec::new(NEW_GAME, OptionKind::Button)]
            }
            Dialect::Uci | Dialect::Cyclone => Vec::new(),
        }
    }

    /// Keeps a value.
    fn keep(&mut self, value: &OptionValue) {
        // No language has two options of one type, so that the type names the option.
        match value {
            OptionValue::Combo(rule) => self.declares = rule == ENTERING_KING_RULES[1],
            OptionValue::Check(counts) => self.counts_milliseconds = *counts,
            _ => {}
        }
    }
}

impl<W: Write, S: StartsSearch> Session<W, S> {
    /// Takes note of the first greeting, which decides about the language from the next line on.
    pub(super) fn note_greeting(&mut self, command: &Result<Command, ParseError>) {
        let greeted = command.as_ref().ok().and_then(Dialect::greeted_by);
        if let Some(dialect) = greeted.filter(|_| !self.is_greeted) {
            self.dialect = dialect;
            self.is_greeted = true;
        }
    }

    /// Answers a greeting: with the engine's name and options, or with an error if it is not that of the client's
    /// language.
    pub(super) fn greet(&mut self, dialect: Dialect) -> io::Result<()> {
        // Cyclone's UCI has two greetings: one that names it, and that of UCI.
        let is_cyclone = dialect == Dialect::Uci && self.dialect == Dialect::Cyclone;
        if dialect != self.dialect && !is_cyclone {
            let text = format!("{}: {}", dialect.greeting(), self.other_language());
            return self.reply(&UciReply::Error(text));
        }
        self.choose_game();
        if dialect == Dialect::Cyclone { Ok(()) } else { self.introduce() }
    }

    /// Announces the options that only the client's language has.
    pub(super) fn announce_own(&mut self) -> io::Result<()> {
        let specs = self.own.specs(self.dialect);
        specs.into_iter().try_for_each(|spec| self.reply(&UciReply::Option(spec)))
    }

    /// Sets an option that only the client's language has; `None` if it is not one.
    pub(super) fn set_own(&mut self, name: &str, value: Option<&str>) -> Option<io::Result<()>> {
        let spec = self.own.specs(self.dialect).into_iter().find(|spec| spec.is_named(name))?;
        Some(match spec.check_value(value) {
            Ok(OptionValue::Button) => {
                self.begin_another();
                Ok(())
            }
            Ok(value) => {
                self.own.keep(&value);
                Ok(())
            }
            Err(error) => self.reply(&UciReply::error(&error)),
        })
    }

    /// Reports an option that cannot be set, by the names that the client knows.
    pub(super) fn refuse_option(&mut self, error: OptionError) -> io::Result<()> {
        let dialect = self.dialect;
        let own = |name: String| dialect.option_name(&name).unwrap_or(name);
        let error = match error {
            // Clients of UCCI set what they know, whether or not an engine announces it, and show its messages to people.
            OptionError::Unknown { .. } if dialect == Dialect::Ucci => return Ok(()),
            OptionError::Unknown { name, near } if near.is_empty() => {
                let text = format!("option {name}: unknown, expected one that `{}` lists", self.greeting());
                return self.reply(&UciReply::Error(text));
            }
            OptionError::Unknown { name, near } => {
                OptionError::Unknown { name, near: near.into_iter().map(own).collect() }
            }
            OptionError::Missing { name, expected } => OptionError::Missing { name: own(name), expected },
            OptionError::Invalid { name, value, expected } => {
                OptionError::Invalid { name: own(name), value, expected }
            }
        };
        self.reply(&UciReply::error(&error))
    }

    /// The command that lists the options.
    fn greeting(&self) -> &'static str {
        if self.dialect == Dialect::Cyclone { Dialect::Uci.greeting() } else { self.dialect.greeting() }
    }

    /// A move of UCI's as the client writes it; what is no move stays as it is.
    fn in_dialect(&self, text: &str) -> String {
        text.parse().map_or(text.to_owned(), |wire| self.dialect.write_move(wire, self.board()))
    }

    /// An error about a position or a list of moves, with the moves as the client writes them: `read` are those of the list as
    /// they were read, `written` as they came.
    pub(super) fn in_words_of_client(&self, error: PlayError, read: &Words, written: &Words) -> PlayError {
        let own = |text: String| {
            let at = read.iter().position(|word| excerpt(word) == text);
            at.and_then(|at| written.iter().nth(at)).map_or(text, excerpt)
        };
        let moved = |error| match error {
            MoveError::Illegal(text) => MoveError::Illegal(own(text)),
            MoveError::Ambiguous(text) => MoveError::Ambiguous(own(text)),
            // Of a move with a letter in front, whose squares were translated, UCI's form says nothing to the client.
            MoveError::Notation(error) if own(error.token.clone()) != error.token => {
                MoveError::Illegal(own(error.token))
            }
            MoveError::Several { text, moves } => {
                let moves: Vec<String> = moves.split(' ').map(|text| self.in_dialect(text)).collect();
                MoveError::Several { text: own(text), moves: moves.join(" ") }
            }
            other => other,
        };
        match error {
            PlayError::Move { number, error } => PlayError::Move { number, error: moved(error) },
            PlayError::SearchMove(error) => PlayError::SearchMove(moved(error)),
            PlayError::BannedMove(error) => PlayError::BannedMove(moved(error)),
            other => other,
        }
    }

    /// A notice with the moves as the client writes them; `written` are those of its list.
    pub(super) fn notice_in_words_of_client(&self, notice: PlayNotice, written: &Words) -> PlayNotice {
        match notice {
            PlayNotice::Move(list, number, MoveNotice { value, read_as }) => {
                let value = written.iter().nth(number.saturating_sub(1)).map_or(value, excerpt);
                PlayNotice::Move(list, number, MoveNotice { value, read_as: self.in_dialect(&read_as) })
            }
            other => other,
        }
    }

    /// The limits of a search with times in milliseconds.
    pub(super) fn in_milliseconds(&self, go: GoParams) -> GoParams {
        if self.dialect != Dialect::Ucci || self.own.counts_milliseconds {
            return go;
        }
        let times = [go.wtime, go.btime, go.winc, go.binc];
        let [wtime, btime, winc, binc] = times.map(|time| time.map(|seconds| seconds.saturating_mul(1000)));
        GoParams { wtime, btime, winc, binc, ..go }
    }

    /// Returns true if the engine ends the game by declaring a win, instead of a search for a move.
    pub(super) fn declares_win(&self, go: &GoParams) -> bool {
        let is_for_move = !go.infinite && !go.ponder && !go.checkmate;
        self.dialect == Dialect::Usi && self.own.declares && is_for_move && self.game.may_declare()
    }

    /// Returns true if the engine takes a draw that was offered with a search whose answer it gives now.
    pub(super) fn takes_draw(&mut self, facts: &Facts) -> bool {
        self.scores.note(facts.score);
        facts.draw_offered && self.game.welcomes_draw(&self.scores)
    }

    /// The reason why another greeting is refused.
    pub(super) fn other_language(&self) -> String {
        format!("{} is spoken since `{}`, expected no other", self.dialect.name(), self.dialect.greeting())
    }

    /// Chooses a game that can be played in the client's language, if the present one cannot.
    fn choose_game(&mut self) {
        // A game that was asked for stays, if the language can say its positions.
        let is_chosen = self.options.variant != GameId::default() || self.dialect == Dialect::Uci;
        if is_chosen && serves(self.dialect, self.options.game()) {
            return;
        }
        let name = match self.dialect {
            Dialect::Usi => "shogi",
            Dialect::Ucci | Dialect::Cyclone => "xiangqi",
            Dialect::Uci => return,
        };
        if let Some(game) = GameId::named(name) {
            self.options.variant = game;
            self.game = Playing::new(game);
            self.worker.forget();
        }
    }

    /// An option as the client's language has it; `None` if it means nothing there.
    pub(super) fn announced(&self, spec: OptionSpec) -> Option<OptionSpec> {
        self.dialect.option_name(&spec.name)?;
        Some(match spec.kind {
            OptionKind::Combo { default, choices }
                if spec.name == options::VARIANT && self.dialect == Dialect::Usi =>
            {
                let serves =
                    |name: &String| GameId::named(name).is_some_and(|game| serves(self.dialect, game));
                let choices = choices.into_iter().filter(serves).collect();
                OptionSpec { kind: OptionKind::Combo { default, choices }, ..spec }
            }
            _ => spec,
        })
    }

    /// UCI's name of an option by its name in the client's language; the same name if there is none.
    pub(super) fn uci_name(&self, name: &str) -> String {
        if self.dialect == Dialect::Uci {
            return name.to_owned();
        }
        let is_called = |spec: &OptionSpec| {
            self.dialect.option_name(&spec.name).is_some_and(|own| own.eq_ignore_ascii_case(name))
        };
        let spec = options::specs(&self.options).into_iter().find(is_called);
        spec.map_or(name.to_owned(), |spec| spec.name)
    }

    /// The reason why the client cannot play a game in its language, if it asks for such a one.
    pub(super) fn refused_game(&self, option: &str, value: Option<&str>) -> Option<String> {
        let is_variant = option.eq_ignore_ascii_case(options::VARIANT);
        let game = value.filter(|_| is_variant).and_then(GameId::named)?;
        (!serves(self.dialect, game)).then(|| {
            let name = self.dialect.option_name(options::VARIANT).unwrap_or_default();
            format!("option {name}: value `{}`, expected a game whose positions have an SFEN", game.name())
        })
    }

    /// The size of the board that is played on.
    pub(super) fn board(&self) -> BoardSize {
        let info = self.game.game().info();
        BoardSize { files: info.files, ranks: info.ranks }
    }

    /// A drawing of the position with the line that the client's language adds.
    pub(super) fn display(&self) -> Result<String, PlayError> {
        let text = self.game.display()?;
        let added = self.game.fen().and_then(|fen| self.dialect.position_line(&fen));
        Ok(added.map_or(text.clone(), |line| format!("{text}\n{line}")))
    }
}

/// Returns true if a game can be played in a language.
fn serves(dialect: Dialect, game: GameId) -> bool {
    match dialect {
        Dialect::Uci | Dialect::Ucci | Dialect::Cyclone => true,
        Dialect::Usi => has_sfen(game),
    }
}

/// Returns true if an SFEN can say what the positions of a game hold: nothing but a board of at most nine files, pieces
/// that are plain or promoted, and hands with what was captured.
fn has_sfen(game: GameId) -> bool {
    let info = game.info();
    let is_plain = |piece: &PieceInfo| piece.mark != PieceMark::Tilde;
    info.files <= 9
        && info.captives != Captives::Gone
        && !info.walls
        && !info.gates
        && info.pieces.iter().all(is_plain)
        && sfen_of_fen(info.start).is_some()
}
