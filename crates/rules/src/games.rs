//! The one list of games, and how the rest of the program reaches them.
//!
//! A game is added by one line in [`with_games!`](crate::with_games) below: its name in code, its type and its value
//! (variants of one game are values of one type). Whoever wants to do something with a game that is
//! known only at run time writes a [`Visitor`]; nowhere else is there a choice between games.

use crate::{Game, Info};

/// Hands the list of games to a macro, as lines `Name: type = value;` in two groups: `games`, the default
/// first, and `unlisted`, what is found by its name but is no game of its own.
///
/// For those who need something of each game that the rules do not have, as the engine its
/// evaluations.
#[macro_export]
macro_rules! with_games {
    ($macro:ident) => {
        $macro! {
            games {
                Chess: $crate::chess::Chess = $crate::chess::Chess;
                Tavreli: $crate::tavreli::Tavreli = $crate::tavreli::Tavreli;
                Tactical: $crate::tactical::Tactical = $crate::tactical::Tactical;
                ChessBattle: $crate::chessbattle::ChessBattle128 = Default::default();
                ChessBattle144: $crate::chessbattle::ChessBattle144 = Default::default();
                Popular10: $crate::popular10::Popular10 = $crate::popular10::Popular10::Standard;
                Popular10Drop: $crate::popular10::Popular10 = $crate::popular10::Popular10::Drop;
                Popular10Both: $crate::popular10::Popular10 = $crate::popular10::Popular10::Both;
                Popular10Wizard: $crate::popular10::Popular10 = $crate::popular10::Popular10::Wizard;
                Popular10Caliph: $crate::popular10::Popular10 = $crate::popular10::Popular10::Caliph;
                Popular10WizardCaliph: $crate::popular10::Popular10 = $crate::popular10::Popular10::WizardCaliph;
                Popular10Citadel: $crate::popular10::Popular10 = $crate::popular10::Popular10::Citadel;
                Operational2: $crate::operational2::Operational2 = $crate::operational2::Operational2::Range2;
                Operational2Range1: $crate::operational2::Operational2 = $crate::operational2::Operational2::Range1;
                Crazyhouse: $crate::crazyhouse::Crazyhouse = $crate::crazyhouse::Crazyhouse;
            }
            unlisted {
                Fischerandom: $crate::chess::Chess960 = $crate::chess::Chess960;
            }
        }
    };
}

/// Something to be done with one game, whichever it is.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Game>(self, game: G) -> Self::Output;
}

macro_rules! games {
    (
        games { $($name:ident: $type:ty = $game:expr;)+ }
        unlisted { $($other:ident: $other_type:ty = $other_game:expr;)+ }
    ) => {
        /// A game that this build plays.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum GameId {
            $(#[doc = concat!("`", stringify!($game), "`.")] $name,)+
            $(#[doc = concat!("`", stringify!($other_game), "`, an [unlisted](GameId::UNLISTED) one.")] $other,)+
        }

        impl GameId {
            /// All games, the default first.
            pub const ALL: &[GameId] = &[$(GameId::$name),+];

            /// What is found by its name but is no game of its own: Chess960, which is chess, and offered as a
            /// way to play it.
            pub const UNLISTED: &[GameId] = &[$(GameId::$other),+];

            /// Does something with the game.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self {
                    $(GameId::$name => visitor.visit::<$type>($game),)+
                    $(GameId::$other => visitor.visit::<$other_type>($other_game),)+
                }
            }
        }
    };
}

with_games!(games);

impl GameId {
    /// The game that is played when none is asked for.
    pub const DEFAULT: GameId = GameId::Chess;

    /// The facts about the game.
    pub fn info(self) -> &'static Info {
        struct Facts;
        impl Visitor for Facts {
            type Output = &'static Info;

            fn visit<G: Game>(self, game: G) -> &'static Info {
                game.info()
            }
        }
        self.visit(Facts)
    }

    /// The game's name on the wire.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The game of a name, in any case of letters; Chess960 by both of its names.
    pub fn named(name: &str) -> Option<GameId> {
        let is_called = |game: &GameId| game.name().eq_ignore_ascii_case(name);
        let chess960 = || name.eq_ignore_ascii_case("chess960").then_some(GameId::Fischerandom);
        Self::ALL.iter().chain(Self::UNLISTED).copied().find(is_called).or_else(chess960)
    }

    /// Whether it is chess, from whatever start.
    pub fn is_chess(self) -> bool {
        matches!(self, GameId::Chess | GameId::Fischerandom)
    }

    /// The line that lists the game: name, board, start position.
    pub fn summary(self) -> String {
        let Info { name, files, ranks, start, .. } = self.info();
        format!("{name} {files}x{ranks} {start}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_words_and_chess_is_the_default() {
        let names: HashSet<&str> = GameId::ALL.iter().map(|game| game.name()).collect();
        assert_eq!(names.len(), GameId::ALL.len());
        for name in names {
            let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(name.chars().all(is_plain), "{name}");
        }
        assert_eq!(GameId::ALL.first(), Some(&GameId::DEFAULT));
        assert_eq!(GameId::DEFAULT.name(), "chess");
    }

    #[test]
    fn games_are_found_by_name() {
        for &game in GameId::ALL {
            assert_eq!(GameId::named(&game.name().to_uppercase()), Some(game));
        }
        assert_eq!(GameId::named("shogi"), None);
        for name in ["fischerandom", "Chess960"] {
            assert_eq!(GameId::named(name), Some(GameId::Fischerandom));
        }
        assert_eq!(GameId::UNLISTED, [GameId::Fischerandom]);
        assert!(!GameId::ALL.contains(&GameId::Fischerandom));
    }
}
