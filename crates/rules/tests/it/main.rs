//! Tests through the public surface. They are one program, since each program is linked against everything.

mod any_move;
mod descriptions;
mod oracle;
mod pieces;
