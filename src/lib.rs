//! The program helgi: an engine for chess and for games beyond it, with drops, shots, explosions and
//! stacks. Here are its dialogues with clients and the code that the command line shares with them; the rest
//! is in crates of their own.
//!
//! # Data flow
//!
//! ```text
//! stdin  -> helgi-protocol (text to values) -> session -> helgi-engine -> helgi-rules
//! stdout <- helgi-protocol (values to text) <- session <- events, reports, outcomes
//! ```
//!
//! Data goes down as commands and comes back as values. The dependencies of the crates
//! enforce the layers; nothing below this crate prints or reads a terminal.
//!
//! | crate | knows | never |
//! |---|---|---|
//! | `helgi-protocol` | the text of UCI and XBoard, squares, moves, options | a rule, an engine |
//! | `helgi-rules` | the games: what is legal, how it ends, how it is written | an opinion on who stands better |
//! | `helgi-variants` | games from files: keys, mistakes, rules as data | a terminal, an opinion on who stands better |
//! | `helgi-engine` | the search, an evaluation for each game | a protocol, a terminal |
//! | `helgi-lab` | self-play, training of nets, tuning | a protocol, a terminal |
//! | `helgi-study` | reviews of games, puzzles, opening books | a file, a protocol |
//! | `helgi-record` | recorded games: moves with variations and comments, PGN, kept on disk | a process |
//! | `helgi-files` | files opened by name, replaced as a whole, locked | a game |
//! | `helgi-match` | matches of engines: processes, referee, openings, statistics | an engine of its own |
//! | `helgi-xboard` | what XBoard shows of a game, its saved games | a session, an engine |
//! | `helgi-drawing` | pictures of positions and games, plots | a rule, a file |
//! | `helgi-board` | the board in the browser: a local server and its page | a terminal, a game's rules |
//! | `helgi` | the sessions of both protocols, the command line | the rules of a game |
//!
//! # Invariants
//!
//! * Code that serves all games alike uses [`helgi_rules::AnyPosition`], and is compiled once. The
//!   search alone is compiled once for each game.
//! * On standard output there is one writer.
//! * No `unsafe`. No panic on input: in [`session`], `helgi-xboard` and the protocol crate the ways to panic are denied.
//! * A search that panics all the same is caught, and its `go` answered.

pub mod books;
pub mod game_files;
pub mod nets;
pub mod openings;
pub mod session;
