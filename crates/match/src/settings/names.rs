//! Names that do not change, in saved matches.

use helgi_rules::games::GameId;
use helgi_rules::readable::Style;
use serde::{Deserialize, Deserializer, Serializer};

/// Games by their names, which do not change.
pub(super) mod game_names {
    use super::*;
    use serde::de::Error;

    pub fn serialize<S: Serializer>(games: &[GameId], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(games.iter().map(|game| game.name()))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<GameId>, D::Error> {
        let names = Vec::<String>::deserialize(deserializer)?;
        let game = |name: &String| {
            GameId::named(name).ok_or_else(|| D::Error::custom(format!("variant `{name}`, expected a game")))
        };
        names.iter().map(game).collect()
    }
}

/// A style by its name, which does not change.
pub(super) mod style_name {
    use super::*;
    use serde::de::Error;

    pub fn serialize<S: Serializer>(style: &Style, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match style {
            Style::San => "san",
            Style::Lan => "lan",
            Style::Uci => "uci",
        })
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Style, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(|error| D::Error::custom(format!("notation {error}")))
    }

    pub fn before_there_was_a_choice() -> Style {
        Style::Uci
    }

    pub fn was_before_there_was_a_choice(style: &Style) -> bool {
        *style == before_there_was_a_choice()
    }
}
