//! The games behind their handles.

use super::{AnyPosition, GameId};
use crate::board::Outline;
use crate::{EvalHints, FenError, Game, Info, OtherSpelling};
use std::any::Any;
use std::sync::OnceLock;

/// The place for what another crate keeps of a game.
pub type Companion = OnceLock<Box<dyn Any + Send + Sync>>;

/// A game behind a pointer.
trait ErasedGame: Send + Sync + Any {
    fn info(&self) -> &'static Info;
    fn hints(&self) -> EvalHints;
    fn fingerprint(&self) -> Option<String>;
    fn other_spelling(&self) -> OtherSpelling;
    fn source(&self) -> Option<&(dyn Any + Send + Sync)>;
    fn outline(&self) -> &'static Outline;
    fn starts(&self) -> Vec<String>;
    fn start(&self, id: GameId) -> AnyPosition;
    fn parse(&self, id: GameId, fen: &str) -> Result<AnyPosition, FenError>;
    fn parse_shown(&self, id: GameId, fen: &str) -> Result<AnyPosition, FenError>;
}

/// A game of a static type, to be put behind a pointer.
struct Holder<G>(G);

impl<G: Game> ErasedGame for Holder<G> {
    fn info(&self) -> &'static Info {
        self.0.info()
    }

    fn hints(&self) -> EvalHints {
        self.0.hints()
    }

    fn fingerprint(&self) -> Option<String> {
        self.0.fingerprint()
    }

    fn other_spelling(&self) -> OtherSpelling {
        self.0.other_spelling()
    }

    fn source(&self) -> Option<&(dyn Any + Send + Sync)> {
        self.0.source()
    }

    fn outline(&self) -> &'static Outline {
        self.0.outline()
    }

    fn starts(&self) -> Vec<String> {
        self.0.starts()
    }

    fn start(&self, id: GameId) -> AnyPosition {
        AnyPosition::of(id, self.0.clone(), self.0.start())
    }

    fn parse(&self, id: GameId, fen: &str) -> Result<AnyPosition, FenError> {
        let position = self.0.parse(fen)?;
        Ok(AnyPosition::of(id, self.0.clone(), position))
    }

    fn parse_shown(&self, id: GameId, fen: &str) -> Result<AnyPosition, FenError> {
        let position = self.0.parse_shown(fen)?;
        Ok(AnyPosition::of(id, self.0.clone(), position))
    }
}

/// The entry that a [`GameId`] is a handle of. All that is kept of a game hangs on it.
pub(crate) struct Entry {
    game: Box<dyn ErasedGame>,
    /// Made when it is asked for first: records by the thousand begin with it.
    start: OnceLock<AnyPosition>,
    pub(crate) companion: Companion,
}

impl Entry {
    /// The game in its own type; `None` if that is another one.
    pub(crate) fn typed<G: Game>(&self) -> Option<&G> {
        let game: &dyn Any = &*self.game;
        game.downcast_ref::<Holder<G>>().map(|holder| &holder.0)
    }

    pub(crate) fn new<G: Game>(game: G) -> Self {
        Entry::with(game, Companion::new())
    }

    pub(crate) fn with<G: Game>(game: G, companion: Companion) -> Self {
        Entry { game: Box::new(Holder(game)), start: OnceLock::new(), companion }
    }

    pub(crate) fn source(&self) -> Option<&(dyn Any + Send + Sync)> {
        self.game.source()
    }

    pub(crate) fn info(&self) -> &'static Info {
        self.game.info()
    }
}

impl Game for GameId {
    type Position = AnyPosition;

    fn info(&self) -> &'static Info {
        GameId::info(*self)
    }

    fn hints(&self) -> EvalHints {
        self.entry().game.hints()
    }

    fn fingerprint(&self) -> Option<String> {
        self.entry().game.fingerprint()
    }

    fn source(&self) -> Option<&(dyn Any + Send + Sync)> {
        GameId::source(*self)
    }

    fn other_spelling(&self) -> OtherSpelling {
        self.entry().game.other_spelling()
    }

    fn outline(&self) -> &'static Outline {
        self.entry().game.outline()
    }

    fn starts(&self) -> Vec<String> {
        self.entry().game.starts()
    }

    fn start(&self) -> AnyPosition {
        self.entry().start.get_or_init(|| self.entry().game.start(*self)).clone()
    }

    fn parse(&self, fen: &str) -> Result<AnyPosition, FenError> {
        self.entry().game.parse(*self, fen)
    }

    fn parse_shown(&self, fen: &str) -> Result<AnyPosition, FenError> {
        self.entry().game.parse_shown(*self, fen)
    }

    fn format(&self, position: &AnyPosition) -> String {
        position.fen()
    }
}
