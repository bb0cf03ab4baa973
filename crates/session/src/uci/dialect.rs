//! The parts of a session that depend on the language of its client: greeting, names of options, games that can be
//! played in it.

use super::Session;
use crate::options;
use crate::playing::{PlayError, Playing};
use crate::search::StartsSearch;
use helgi_protocol::dialect::usi::sfen_of_fen;
use helgi_protocol::dialect::{BoardSize, Dialect};
use helgi_protocol::notation::excerpt;
use helgi_protocol::options::{OptionKind, OptionSpec};
use helgi_protocol::text::Words;
use helgi_protocol::uci::{Command, ParseError, UciReply};
use helgi_rules::games::GameId;
use helgi_rules::notation::MoveError;
use helgi_rules::{Captives, PieceInfo, PieceMark};
use std::io::{self, Write};

/// The game of a client that speaks USI and names none.
const SHOGI: &str = "shogi";

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
        if dialect != self.dialect {
            let text = format!("{}: {}", dialect.greeting(), self.other_language());
            return self.reply(&UciReply::Error(text));
        }
        self.choose_game();
        self.introduce()
    }

    /// The reason why another greeting is refused.
    pub(super) fn other_language(&self) -> String {
        format!("{} is spoken since `{}`, expected no other", self.dialect.name(), self.dialect.greeting())
    }

    /// Chooses a game that can be played in the client's language, if the present one cannot.
    fn choose_game(&mut self) {
        if serves(self.dialect, self.options.game()) {
            return;
        }
        if let Some(shogi) = GameId::named(SHOGI) {
            self.options.variant = shogi;
            self.game = Playing::new(shogi);
            self.worker.forget();
        }
    }

    /// An option as the client's language has it; `None` if it means nothing there.
    pub(super) fn announced(&self, spec: OptionSpec) -> Option<OptionSpec> {
        self.dialect.option_name(&spec.name)?;
        Some(match spec.kind {
            OptionKind::Combo { default, choices }
                if spec.name == options::VARIANT && self.dialect != Dialect::Uci =>
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
        Dialect::Uci => true,
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

/// An error about a position with the moves as the client wrote them.
pub(super) fn in_words_of_client(error: PlayError, moves: &Words) -> PlayError {
    match error {
        PlayError::Move { number, error: MoveError::Illegal(text) } => {
            let written = moves.iter().nth(number.saturating_sub(1)).map_or(text, excerpt);
            PlayError::Move { number, error: MoveError::Illegal(written) }
        }
        other => other,
    }
}
