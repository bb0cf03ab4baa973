//! The helgi program.
fn main() {}
