//! Names the puzzles, which are compiled in: Cargo does not see by itself that they have changed.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=puzzles");
}
