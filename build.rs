//! Tells the program which revision it is built from, for the records it keeps.

use std::env;
use std::process::Command;

fn main() {
    // Outside a checkout the version has to do.
    let version = format!("version {}", env::var("CARGO_PKG_VERSION").unwrap_or_default());
    let revision = git(&["rev-parse", "--short=12", "HEAD"]).unwrap_or(version);
    println!("cargo::rustc-env=HELGI_REVISION={revision}");
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", name]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    println!("cargo::rerun-if-changed=build.rs");
    // They are compiled in, which Cargo does not notice by itself.
    println!("cargo::rerun-if-changed=puzzles");
}

/// Returns the output of git, if there is a git and the command succeeds.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
