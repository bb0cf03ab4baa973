use super::*;
use helgi_rules::{Game, GameId, notation};
