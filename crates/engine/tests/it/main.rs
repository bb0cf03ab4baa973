//! Tests through the public surface. They are one program, since each program is linked against everything.

mod expected_answers;
mod search_limits;
mod search_tree;
#[path = "../searches/mod.rs"]
mod searches;
mod whole_games;
