//! Tests through the public surface. They are one program, since each program is linked against everything.
//! `import_memory` measures its whole process, and is a program of its own.

#[path = "../asking/mod.rs"]
mod asking;
mod entry;
mod exploring;
mod guests;
mod harsh;
mod keep;
mod learning;
mod puzzles;
mod resources;
mod server;
mod strangers;
mod two_servers;
mod waiting;
mod wall;
