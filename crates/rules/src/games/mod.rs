//! The games that this process knows, and how the rest of the program reaches them.
//!
//! A built-in game is one line in [`with_games!`](crate::with_games) below: its name in code, its type and its
//! value (variants of one game are values of one type). Other games are added while the program runs, by
//! [`register`], and kept for the life of the process; a handle leads to its game without a lock. Code that works on a
//! game known only at run time uses a [`GameId`] as the game that it is, or a [`GameVisitor`] where the static type of a
//! built-in game is worth having; nowhere else is there a choice between games.

mod any;
pub(crate) mod entry;
pub(crate) mod name;
pub(crate) mod names;
pub(crate) mod registry;

use crate::{FenError, Game, Info};
use helgi_notation::excerpt;
use once_cell::sync::Lazy;
use std::any::Any;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

pub use any::AnyPosition;
use entry::{Companion, Entry};
use name::{NAME_RULE, SHUFFLED};
pub use names::NameError;
pub use registry::register;

/// Hands the list of games to a macro, as lines `Name: type = value;` in two groups: `games`, the default
/// first, and `unlisted`, which are found by name but are not games of their own. The constants of variants are hidden, a part
/// of `internals`: like variants from files, these are found by their names.
///
/// For code that needs something of each game that the rules do not have, such as the engine's evaluations.
#[doc(hidden)]
#[macro_export]
macro_rules! with_games {
    ($macro:ident) => {
        $macro! {
            games {
                CHESS: $crate::chess::Chess = $crate::chess::Chess;
                TAVRELI: $crate::internals::tavreli::Tavreli = $crate::internals::tavreli::Tavreli;
                TACTICAL: $crate::internals::tactical::Tactical = $crate::internals::tactical::Tactical;
                CHESS_BATTLE: $crate::internals::chessbattle::ChessBattle128 = Default::default();
                #[doc(hidden)] CHESS_BATTLE144: $crate::internals::chessbattle::ChessBattle144 = Default::default();
                POPULAR10: $crate::internals::popular10::Popular10 = $crate::internals::popular10::Popular10::Standard;
                #[doc(hidden)] POPULAR10_DROP: $crate::internals::popular10::Popular10 = $crate::internals::popular10::Popular10::Drop;
                #[doc(hidden)] POPULAR10_BOTH: $crate::internals::popular10::Popular10 = $crate::internals::popular10::Popular10::Both;
                #[doc(hidden)] POPULAR10_WIZARD: $crate::internals::popular10::Popular10 = $crate::internals::popular10::Popular10::Wizard;
                #[doc(hidden)] POPULAR10_CALIPH: $crate::internals::popular10::Popular10 = $crate::internals::popular10::Popular10::Caliph;
                #[doc(hidden)] POPULAR10_WIZARD_CALIPH: $crate::internals::popular10::Popular10 = $crate::internals::popular10::Popular10::WizardCaliph;
                #[doc(hidden)] POPULAR10_CITADEL: $crate::internals::popular10::Popular10 = $crate::internals::popular10::Popular10::Citadel;
                OPERATIONAL2: $crate::internals::operational2::Operational2 = $crate::internals::operational2::Operational2::Range2;
                #[doc(hidden)] OPERATIONAL2_RANGE1: $crate::internals::operational2::Operational2 = $crate::internals::operational2::Operational2::Range1;
                CRAZYHOUSE: $crate::internals::crazyhouse::Crazyhouse = $crate::internals::crazyhouse::Crazyhouse;
            }
            unlisted {
                FISCHERANDOM: $crate::chess::Chess960 = $crate::chess::Chess960;
            }
        }
    };
}

/// A generic operation, run with the concrete type of a game chosen at run time.
pub trait GameVisitor {
    /// The result of the operation.
    type Output;

    /// Runs it.
    fn visit<G: Game>(self, game: G) -> Self::Output;
}

/// A game that this process knows: built in, or added by [`register`].
///
/// It is itself a [`Game`], whose positions are [`AnyPosition`]s.
///
/// ```
/// use helgi_rules::GameId;
///
/// let game = GameId::named("tavreli").unwrap();
/// assert_eq!(game, GameId::TAVRELI);
/// assert_eq!(game.info().files, 8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(u16);

/// Reasons not to [`register`] a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum RegisterError {
    /// The name is not a plain word.
    #[error("name of the game: `{}`, expected {NAME_RULE}, such as `my-chess`", excerpt(.0))]
    Name(String),
    /// There is a game of this name.
    #[error("name of the game: `{}` is taken, expected another name", excerpt(.0))]
    Taken(String),
    /// The game refuses its own start position.
    #[error("start position of `{name}`: {error}")]
    Start {
        /// The name of the game.
        name: String,
        /// The reason.
        #[source]
        error: FenError,
    },
    /// There are as many games as a [`GameId`] can number.
    #[error("the game `{0}` is one too many: expected at most 65535 games in a process")]
    Full(String),
}

macro_rules! games {
    (
        games { $($(#[$hidden:meta])* $name:ident: $type:ty = $game:expr;)+ }
        unlisted { $($other:ident: $other_type:ty = $other_game:expr;)+ }
    ) => {
        /// The built-in games in the order of their numbers.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($name,)+ $($other,)+ COUNT }

        impl GameId {
            $(
                #[doc = concat!("`", stringify!($game), "`.")]
                $(#[$hidden])*
                pub const $name: GameId = GameId(Number::$name as u16);
            )+
            $(
                #[doc = concat!("`", stringify!($other_game), "`, which is found by its name and not listed.")]
                pub const $other: GameId = GameId(Number::$other as u16);
            )+

            /// The built-in games, the default first.
            pub const BUILT_IN: &[GameId] = &[$(GameId::$name),+];

            /// Games that are found by name but are not games of their own: Chess960, which is offered as a
            /// way to play chess.
            #[doc(hidden)] // a part of `internals`
            pub const UNLISTED: &[GameId] = &[$(GameId::$other),+];

            /// Runs an operation with the game: in the game's own type if it is built in, otherwise with the
            /// `GameId` itself, whose positions are [`AnyPosition`]s.
            pub fn visit<V: GameVisitor>(self, visitor: V) -> V::Output {
                match self {
                    $(GameId::$name => visitor.visit::<$type>($game),)+
                    $(GameId::$other => visitor.visit::<$other_type>($other_game),)+
                    // A registered game has no type of its own that this crate knows.
                    registered => visitor.visit::<GameId>(registered),
                }
            }
        }

        static BUILT_IN: Lazy<[Entry; Number::COUNT as usize]> = Lazy::new(|| [
            $(Entry::new::<$type>($game),)+
            $(Entry::new::<$other_type>($other_game),)+
        ]);
    };
}

with_games!(games);

/// The other name of [`GameId::FISCHERANDOM`].
const CHESS960: &str = "chess960";

impl GameId {
    /// Returns the listed games: the built-in ones, then those that were [registered](register), of
    /// one name the last. For lists only: what is true of one game must not depend on the others.
    #[must_use]
    pub fn all() -> Vec<GameId> {
        Self::BUILT_IN.iter().copied().chain(registry::listed()).collect()
    }

    /// The entry behind the handle.
    pub(crate) fn entry(self) -> &'static Entry {
        let number = usize::from(self.0);
        // The registry counts on behind the built-in games.
        BUILT_IN.get(number).unwrap_or_else(|| registry::entry(number - BUILT_IN.len()))
    }

    /// The facts about the game.
    #[must_use]
    pub fn info(self) -> &'static Info {
        self.entry().info()
    }

    /// The game's name on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Returns the game of a name: its own in any case of letters, or else its title or one that other programs have
    /// for it, such as `King of the Hill`. Of games that replaced one another it is the last one.
    ///
    /// ```
    /// use helgi_rules::GameId;
    ///
    /// assert_eq!(GameId::named("From Position"), Some(GameId::CHESS));
    /// assert_eq!(GameId::named("fischer-random"), GameId::named("Chess 960"));
    /// assert_eq!(GameId::named("Crazyhouse960"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<GameId> {
        let name = name.trim();
        // Own names come before those of other programs, so that no alias hides a game.
        Self::named_exactly(name)
            .or_else(|| names::one_meant(name).and_then(Self::named_exactly))
            .or_else(|| names::one_shuffled(name).and_then(Self::chess960))
    }

    /// Returns the game with the rules of this one that is played [as Chess960](Info::chess960) is: the game itself if
    /// it is such a one, Chess960 of chess, and of any other the one called so with `960` behind the name. `None` if
    /// there is none.
    ///
    /// ```
    /// use helgi_rules::GameId;
    ///
    /// assert_eq!(GameId::CHESS.chess960(), Some(GameId::FISCHERANDOM));
    /// assert_eq!(GameId::FISCHERANDOM.chess960(), Some(GameId::FISCHERANDOM));
    /// assert_eq!(GameId::TAVRELI.chess960(), None);
    /// ```
    #[must_use]
    pub fn chess960(self) -> Option<GameId> {
        if self.info().chess960.is_some() {
            return Some(self);
        }
        let found = match self {
            GameId::CHESS => Some(GameId::FISCHERANDOM),
            game => Self::named_exactly(&format!("{}{SHUFFLED}", game.name())),
        };
        found.filter(|found| found.info().chess960 == Some(self.name()))
    }

    /// Returns true for chess, from whatever start position.
    #[doc(hidden)] // a part of `internals`
    #[must_use]
    pub fn is_chess(self) -> bool {
        matches!(self, GameId::CHESS | GameId::FISCHERANDOM)
    }

    /// Returns the position that a new game begins with: the one of its [`starts`](Game::starts) that a random number
    /// chooses if it is played [as Chess960](Info::chess960) is, otherwise its start position.
    ///
    /// ```
    /// use helgi_rules::{Game, GameId, Position};
    ///
    /// assert_eq!(GameId::FISCHERANDOM.new_start(960 + 518).fen(), GameId::FISCHERANDOM.starts()[518]);
    /// assert_eq!(GameId::TAVRELI.new_start(518), GameId::TAVRELI.start());
    /// ```
    #[must_use]
    pub fn new_start(self, random: u64) -> AnyPosition {
        if self.info().chess960.is_none() {
            return self.start();
        }
        let starts = self.starts();
        let count = starts.len().max(1) as u64;
        let chosen = starts.get((random % count) as usize).and_then(|text| self.parse(text).ok());
        chosen.unwrap_or_else(|| unreachable!("{} refuses one of its own starts", self.name()))
    }

    /// The game of exactly this name, in any case of letters.
    fn named_exactly(name: &str) -> Option<GameId> {
        Self::built_in(name).or_else(|| registry::current(name)).or_else(|| registry::on_demand(name))
    }

    /// The built-in game of exactly this name; Chess960 by both of its names.
    fn built_in(name: &str) -> Option<GameId> {
        let is_called = |game: &GameId| game.name().eq_ignore_ascii_case(name);
        let chess960 = || name.eq_ignore_ascii_case(CHESS960).then_some(GameId::FISCHERANDOM);
        Self::BUILT_IN.iter().chain(Self::UNLISTED).copied().find(is_called).or_else(chess960)
    }

    /// Returns true for a game that is found by its name although nobody has registered it: one that comes along as an
    /// [offer](registry::offer).
    #[doc(hidden)] // a part of `internals`
    #[must_use]
    pub fn comes_along(self) -> bool {
        registry::comes_along(self)
    }

    /// The description that the game was made of, as [`Game::source`] has it.
    #[doc(hidden)] // a part of `internals`
    #[must_use]
    pub fn source(self) -> Option<&'static (dyn Any + Send + Sync)> {
        self.entry().source()
    }

    /// The place for what another crate keeps of the game as long as the process lives, such as its evaluation. A value
    /// that is there already may have been brought by [`register_with`](registry::register_with).
    #[doc(hidden)] // a part of `internals`
    #[must_use]
    pub fn companion(self) -> &'static Companion {
        &self.entry().companion
    }
}

/// The game that is played when none is asked for: chess.
impl Default for GameId {
    fn default() -> Self {
        GameId::CHESS
    }
}

/// Finds a game as [`GameId::named`] does; the error says which names are near.
///
/// ```
/// use helgi_rules::GameId;
///
/// assert_eq!("tavreli".parse(), Ok(GameId::TAVRELI));
/// let error = "chss".parse::<GameId>().unwrap_err();
/// assert_eq!(error.to_string(), "`chss`, expected a game that helgi plays; did you mean `chess`?");
/// ```
impl FromStr for GameId {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, NameError> {
        Self::named(name).ok_or_else(|| names::fault(name.trim()))
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::name::{LONGEST_NAME, is_name};
    use super::*;
    use crate::Position;
    use crate::board::Square;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_words_and_chess_is_the_default() {
        let names: HashSet<&str> = GameId::BUILT_IN.iter().map(|game| game.name()).collect();
        assert_eq!(names.len(), GameId::BUILT_IN.len());
        for name in names {
            assert!(is_name(name), "{name}");
        }
        let longest = "a".repeat(LONGEST_NAME);
        assert!(NAME_RULE.contains(&LONGEST_NAME.to_string()));
        assert!(is_name(&longest) && !is_name(&format!("{longest}a")) && !is_name(""));
        assert_eq!(GameId::BUILT_IN.first(), Some(&GameId::default()));
        assert_eq!(GameId::default().name(), "chess");
    }

    #[test]
    fn no_piece_stands_off_the_board() {
        for &game in GameId::BUILT_IN {
            let (start, squares) = (game.start(), game.outline().len());
            for square in (squares..256).map(|index| Square(index as u8)) {
                assert!((0..3).all(|depth| start.piece_at(square, depth).is_none()), "{game:?} {square:?}");
                assert_eq!((start.pieces_on(square).count(), start.is_obstacle(square)), (0, false));
                assert_eq!(game.outline().offset(square, 0, 0), None);
            }
        }
    }

    #[test]
    fn games_are_found_by_name() {
        for &game in GameId::BUILT_IN {
            assert_eq!(GameId::named(&game.name().to_uppercase()), Some(game));
        }
        assert_eq!(GameId::named("shogi"), None);
        for (name, game) in [
            ("Standard", GameId::CHESS),
            ("from  position", GameId::CHESS),
            ("Tavreli, Russian chess", GameId::TAVRELI),
            ("crazy_house", GameId::CRAZYHOUSE),
            ("ZH", GameId::CRAZYHOUSE),
            ("Operational Chess 2", GameId::OPERATIONAL2),
            ("wild/fr", GameId::FISCHERANDOM),
        ] {
            assert_eq!(GameId::named(name), Some(game), "{name}");
        }
        for name in ["fischerandom", "Chess960"] {
            assert_eq!(GameId::named(name), Some(GameId::FISCHERANDOM));
        }
        let meant = |name: &str| name.parse::<GameId>().unwrap_err().meant;
        assert_eq!((meant("tavrely"), meant("Crazyhouse960")), (vec!["tavreli"], vec!["crazyhouse"]));
        assert_eq!(meant("the game of the goose"), [""; 0]);
        assert_eq!(GameId::UNLISTED, [GameId::FISCHERANDOM]);
        assert!(!GameId::BUILT_IN.contains(&GameId::FISCHERANDOM));
    }
}
