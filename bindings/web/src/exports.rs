//! The functions that JavaScript calls, and the only file with what the compiler counts as unsafe: names of symbols.
//!
//! JavaScript writes texts at [`input`], calls a function, and reads its answer at [`output`]. A function returns the length
//! of the answer in bytes, and the negative length if the answer is an error.

#![allow(unsafe_code)]

use crate::games;
use crate::texts::{self, Answer};
use std::panic;

/// The result of a call: the length of the text that [`output`] begins.
fn length(answer: Answer) -> i32 {
    // The sign tells an error apart, so that one number is all that a call returns.
    let (text, sign) = match answer {
        Ok(text) => (text, 1),
        Err(error) => (error.json(), -1),
    };
    // Memory of 32 bits has no text of two thirds of it beside what it was made of.
    sign * i32::try_from(texts::keep(text)).unwrap_or(i32::MAX)
}

/// Prepares the module: called once, first.
#[unsafe(no_mangle)]
pub extern "C" fn begin() {
    // A panic ends the module; its text can be read afterwards.
    panic::set_hook(Box::new(|panic| {
        texts::keep(panic.to_string());
    }));
    games::install();
}

/// Makes room for texts of so many bytes in all, and returns its address; 0 if there is no memory.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    texts::room(length)
}

/// The address of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    texts::answer()
}

/// The length of the last answer, for what a panic has left there.
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    texts::answer_length()
}

macro_rules! exports {
    ($($name:ident($($argument:ident: $type:ty),*) = $function:path;)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($argument: $type),*) -> i32 {
            length($function(&texts::Texts::take(), $($argument),*))
        }
    )*};
}

exports! {
    games() = games::games;
    load_games() = games::load;
    check_games() = games::check;
}

/// The functions of `helgi/rules`.
#[cfg(feature = "rules")]
mod rules {
    use super::{length, texts};
    use crate::{board, facts, pgn};

    /// Forgets a board.
    #[unsafe(no_mangle)]
    pub extern "C" fn board_free(board: u32) {
        board::free(board);
    }

    /// Forgets a PGN file.
    #[unsafe(no_mangle)]
    pub extern "C" fn pgn_free(file: u32) {
        pgn::free(file);
    }

    exports! {
        info() = facts::info;
        board_new() = board::new;
        board_restore() = board::restore;
        board_copy(board: u32) = board::copy;
        board_save(board: u32) = board::save;
        board_game(board: u32) = board::game;
        board_turn(board: u32) = board::turn;
        board_ply(board: u32) = board::ply;
        board_moves(board: u32) = board::moves;
        board_fen(board: u32, is_root: u32) = board::fen;
        board_legal_moves(board: u32) = board::legal_moves;
        board_legal_sans(board: u32) = board::legal_sans;
        board_legal_actions(board: u32) = board::legal_actions;
        board_write(board: u32, style: u32) = board::write;
        board_is_legal(board: u32) = board::is_legal;
        board_push(board: u32) = board::push;
        board_push_action(board: u32, first: u32, second: u32, has_second: u32) = board::push_action;
        board_pop(board: u32) = board::pop;
        board_is_check(board: u32) = board::is_check;
        board_checkers(board: u32) = board::checkers;
        board_gives_check(board: u32) = board::gives_check;
        board_is_capture(board: u32) = board::is_capture;
        board_outcome(board: u32) = board::outcome;
        board_cannot_win(board: u32) = board::cannot_win;
        board_pieces(board: u32) = board::pieces;
        board_reserve(board: u32) = board::reserve;
        board_obstacles(board: u32) = board::obstacles;
        board_key(board: u32) = board::key;
        board_perft(board: u32, depth: u32) = board::perft;
        board_describe(board: u32) = board::describe;
        board_advice(board: u32) = board::advice;
        board_svg(board: u32, width: u32, is_flipped: u32, has_last: u32) = board::svg;
        board_diagram(board: u32) = board::diagram;
        board_pgn(board: u32) = pgn::of_board;
        pgn_new() = pgn::new;
        pgn_feed(file: u32, is_last: u32) = pgn::feed;
        pgn_next(file: u32) = pgn::next;
        pgn_check() = pgn::check;
        pgn_board(node: u32) = pgn::board;
        pgn_write() = pgn::write;
    }
}

/// The functions of `helgi/engine`.
#[cfg(feature = "engine")]
mod search {
    use super::{length, texts};
    use crate::engine;

    unsafe extern "C" {
        /// The milliseconds since some moment.
        safe fn now() -> f64;
    }

    /// Makes the engine, with a table of so many megabytes.
    #[unsafe(no_mangle)]
    pub extern "C" fn engine_new(megabytes: u32) -> i32 {
        length(engine::new(megabytes, now))
    }

    exports! {
        engine_without_net() = engine::without_net;
        engine_with_net() = engine::with_net;
        engine_offer_net() = engine::offer_net;
        engine_games_of_net() = engine::games_of_net;
        engine_analyse(nodes: f64, depth: u32, seconds: f64, lines: u32, is_full_width: u32) = engine::analyse;
        engine_play(
            level: u32, elo: u32, nodes: f64, seconds: f64, seed: f64,
            has_clock: u32, remaining: f64, increment: f64, moves_to_go: u32
        ) = engine::play;
        engine_iterate() = engine::iterate;
        engine_stop() = engine::stop;
        engine_forget() = engine::forget;
    }
}

/// The function of the page without a server.
#[cfg(feature = "desk")]
mod page {
    use super::{length, texts};
    use crate::desk;

    exports! {
        desk() = desk::call;
    }
}
