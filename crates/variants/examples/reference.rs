//! Prints the tables of keys for `docs/games-file.md`; with the word `names`, the table of names for
//! `docs/game-names.md`.

use helgi_variants::{install_library, reference};

fn main() {
    install_library();
    let is_names = std::env::args().nth(1).is_some_and(|word| word == "names");
    let tables = if is_names { reference::names() } else { reference::tables() };
    println!("{}", tables.trim_end());
}
