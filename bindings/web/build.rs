//! The stack of the module with the engine: lines of a search are hundreds of plies long, on copied positions.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_ENGINE").is_some() {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size=8388608");
    }
}
