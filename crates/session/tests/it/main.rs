//! Tests through the public surface. They are one program, since each program is linked against everything.

mod sessions;
mod ucci;
mod usi;
mod xboard;
