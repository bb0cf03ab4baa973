//! Prints the tables of keys for `docs/games-file.md`.

fn main() {
    println!("{}", helgi_variants::reference::tables().trim_end());
}
