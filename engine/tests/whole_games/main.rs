//! What the engine makes of whole games, through its public surface: here and not beside the code, since
//! unit tests compile whatever they call once more, and this calls the search of every game.

mod bench;
mod player;
mod puzzles;
mod review;
