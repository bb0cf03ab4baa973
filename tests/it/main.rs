//! Tests of the program, of the library and of the tree. They are one program, since each is linked against everything:
//! `cargo test --test it words::` runs those of a file. Five need a process of their own: `builds` runs Cargo, `floods`
//! measures its memory, `met_games` and `registered` change the list of games, and `nets` offers the nets of games before
//! any of them is searched.

mod analyze;
mod board_page;
mod book;
mod circles;
mod cli;
mod conform;
mod contract;
mod descriptions;
mod documents;
mod encodings;
mod faults;
mod foreign_text;
mod full_disk;
mod fuzz_corpus;
mod game_files;
mod garbled_fens;
mod layers;
mod learn;
mod limits;
#[path = "../match_common/mod.rs"]
mod match_common;
mod match_faults;
mod match_files;
mod match_parts;
mod match_play;
mod match_words;
mod matches;
mod odd_files;
mod openbench;
mod other_programs;
mod packages;
mod parts;
mod pauses;
mod perft;
mod pgn;
mod play;
#[path = "../program/mod.rs"]
mod program;
mod protocol;
mod puzzles;
mod readable;
mod reports;
mod round_trips;
mod rulings;
mod same_files;
mod search_tuning;
mod siblings;
#[path = "../side_by_side/mod.rs"]
mod side_by_side;
#[cfg(unix)]
mod signals;
mod studies;
mod training;
mod tuning;
mod walls;
mod wins;
mod words;
