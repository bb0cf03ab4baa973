//! The keys of walls.

use super::{Key, Setter, key, key_in_words, words};
use crate::spec::Walling;
use helgi_rules::Obstacle;

pub(super) const WALLS: &[Key] = &[
    key(
        "wallingRule",
        "none",
        Setter::Word(&["none", "arrow", "duck", "edge", "past", "static"], |spec, number| {
            spec.walling = match number {
                1 => Walling::Arrow,
                2 => Walling::Duck,
                3 => Walling::Edge,
                4 => Walling::Past,
                5 => Walling::Static,
                _ => Walling::None,
            };
        }),
        "Where a wall is built after every step: where the piece could go next without capturing (`arrow`), on any empty \
         square in place of the wall before it (`duck`), at the edge of the board or beside a wall along a rank or file \
         (`edge`), on the square that the piece has left (`past`), on any empty square of the region (`static`). Squares \
         that the step has emptied are empty for it, those of an explosion too. A step after which no wall can be built is \
         illegal; who passes builds none. A wall may shut out a check; Fairy-Stockfish does not let it.",
    ),
    key_in_words(
        "wallName",
        words::BUILDER,
        Setter::Word(&["wall", "duck", "arrow", "hole", "water"], |spec, number| {
            use Obstacle::{Arrow, Duck, Hole, Wall, Water};
            spec.obstacle = [Wall, Duck, Arrow, Hole, Water].get(number).copied();
        }),
        "The thing that closes squares, as boards draw and call it. Otherwise it is a duck or an arrow with a `wallingRule` of \
         that name, and a wall with others.",
    ),
    key_in_words(
        "wallingRegion",
        words::ALL,
        Setter::Region(|spec, region| spec.walling_region = [region; 2]),
        "The squares on which walls are built.",
    ),
    key_in_words(
        "wallingRegionWhite",
        words::ALL,
        Setter::Region(|spec, region| spec.walling_region[0] = region),
        "The squares on which White builds walls.",
    ),
    key_in_words(
        "wallingRegionBlack",
        words::ALL,
        Setter::Region(|spec, region| spec.walling_region[1] = region),
        "The squares on which Black builds walls.",
    ),
    key(
        "wallOrMove",
        "false",
        Setter::Flag(|spec, on| spec.wall_or_move = on),
        "Whether a wall is built instead of a move, not after it; also as an answer to a check, which Fairy-Stockfish \
         refuses.",
    ),
];
