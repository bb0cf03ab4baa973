//! The one list of games, and how the rest of the program reaches them.
//!
//! A game is added by one line in `games!` below: its name in code, its value (variants of one
//! game are values of one type) and the evaluator that goes with it. Whoever wants to do something
//! with a game that is known only at run time writes a [`Visitor`]; nowhere else is there a choice
//! between games.

use crate::eval::{self, Tunable};
use crate::rules::chessbattle::{ChessBattle128, ChessBattle144};
use crate::rules::operational2::Operational2;
use crate::rules::popular10::Popular10;
use crate::rules::{Game, Info, chess, tactical, tavreli};

/// Something to be done with one game, whichever it is.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Game, E: Tunable<G::Position>>(self, game: G, evaluator: E) -> Self::Output;
}

macro_rules! games {
    ($($name:ident => $game:expr, $evaluator:expr;)+) => {
        /// A game that this build plays.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum GameId {
            $(#[doc = concat!("`", stringify!($game), "`.")] $name,)+
        }

        impl GameId {
            /// All games, the default first.
            pub const ALL: &[GameId] = &[$(GameId::$name),+];

            /// Does something with the game.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self {
                    $(GameId::$name => visitor.visit($game, $evaluator),)+
                }
            }
        }
    };
}

games! {
    Chess => chess::Chess, eval::chess::ChessEval::default();
    Tavreli => tavreli::Tavreli, eval::tavreli::TavreliEval::default();
    Tactical => tactical::Tactical, eval::tactical::TacticalEval::default();
    ChessBattle => ChessBattle128::default(), eval::chessbattle::ChessBattleEval::default();
    ChessBattle144 => ChessBattle144::default(), eval::chessbattle::ChessBattleEval::default();
    Popular10 => Popular10::Standard, eval::popular10::Popular10Eval::default();
    Popular10Drop => Popular10::Drop, eval::popular10::Popular10Eval::default();
    Popular10Both => Popular10::Both, eval::popular10::Popular10Eval::default();
    Popular10Wizard => Popular10::Wizard, eval::popular10::Popular10Eval::default();
    Popular10Caliph => Popular10::Caliph, eval::popular10::Popular10Eval::default();
    Popular10WizardCaliph => Popular10::WizardCaliph, eval::popular10::Popular10Eval::default();
    Popular10Citadel => Popular10::Citadel, eval::popular10::Popular10Eval::default();
    Operational2 => Operational2::Range2, eval::operational2::Operational2Eval::default();
    Operational2Range1 => Operational2::Range1, eval::operational2::Operational2Eval::default();
}

impl GameId {
    /// The game that is played when none is asked for.
    pub const DEFAULT: GameId = GameId::Chess;

    /// The facts about the game.
    pub fn info(self) -> &'static Info {
        struct Facts;
        impl Visitor for Facts {
            type Output = &'static Info;

            fn visit<G: Game, E: Tunable<G::Position>>(self, game: G, _: E) -> &'static Info {
                game.info()
            }
        }
        self.visit(Facts)
    }

    /// The game's name on the wire.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The game of a name, in any case of letters.
    pub fn named(name: &str) -> Option<GameId> {
        Self::ALL.iter().copied().find(|game| game.name().eq_ignore_ascii_case(name))
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
    }
}
