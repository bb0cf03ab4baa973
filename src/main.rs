//! The helgi program.
fn main() {
    let _ = helgi::session::run();
}
