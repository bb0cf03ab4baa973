//! Tests through the public surface. They are one program, since each program is linked against everything.
//! `memory` and `registry` change or measure their whole process, and are programs of their own.

mod castling;
mod changes;
mod chases;
mod chess960;
mod exchange;
mod first_moves;
mod gates;
mod insufficient;
mod keys;
mod large;
mod legality;
mod lenient;
mod mistakes;
mod names;
mod page;
mod plain_xiangqi;
mod rare;
mod replays;
mod rows;
mod sections;
mod texts;
mod twins;
mod two_boards;
mod walls;
mod xbetza;
