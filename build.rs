//! Tells the program which revision it is built from, for the records it keeps.
//!
//! The revision is that of helgi's own checkout, with `-dirty` where the sources differ from it; in an unpacked source
//! archive it is the commit that the archive was made of. Anywhere else, such as a copy inside another project's
//! checkout, only the version is known.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A file whose one line `git archive` replaces by the commit, because `.gitattributes` says so.
const ARCHIVED: &str = "packaging/revision";

/// The parts of a package that are not compiled into the program.
const NOT_COMPILED: [&str; 3] = ["tests", "benches", "examples"];

fn main() {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let revision = revision(&package).unwrap_or_else(|| format!("version {version}"));
    println!("cargo::rustc-env=HELGI_REVISION={revision}");
    for path in watched(&package) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

/// Returns the first 12 digits of the commit that the sources of a package are, if that can be known, followed by
/// `-dirty` where they differ from it.
pub fn revision(package: &Path) -> Option<String> {
    if !is_own_checkout(package) {
        let line = fs::read_to_string(package.join(ARCHIVED)).ok()?;
        let digits: String = line.trim().chars().take(12).collect();
        return (digits.len() == 12 && digits.chars().all(|c| c.is_ascii_hexdigit())).then_some(digits);
    }
    let commit = git(package, &["rev-parse", "--short=12", "HEAD"])?;
    // Without the lock of the index, which another program may hold.
    let mut status = vec!["--no-optional-locks", "status", "--porcelain", "--"];
    let sources: Vec<String> = sources(package).iter().map(|path| path.display().to_string()).collect();
    status.extend(sources.iter().map(String::as_str));
    let is_dirty = git(package, &status).is_none_or(|changes| !changes.is_empty());
    Some(if is_dirty { format!("{commit}-dirty") } else { commit })
}

/// Returns the files and folders after whose changes the revision may be another. All of them exist: Cargo runs a
/// script anew at each build if one that it names does not.
pub fn watched(package: &Path) -> Vec<PathBuf> {
    let mut watched = sources(package);
    watched.push(package.join(ARCHIVED));
    if is_own_checkout(package) {
        let of_git = |name| git(package, &["rev-parse", "--git-path", name]).map(|path| package.join(path));
        watched.extend(["HEAD", "logs/HEAD"].into_iter().filter_map(of_git));
    }
    watched.retain(|path| path.exists());
    watched
}

/// Returns what the program is made of: the files and folders of all packages, without their tests.
fn sources(package: &Path) -> Vec<PathBuf> {
    let of_top = ["build.rs", "Cargo.toml", "Cargo.lock", "src", "docs/rules"].map(|name| package.join(name));
    let libraries = entries(&package.join("crates")).into_iter().chain([package.join("protocol")]);
    let is_compiled =
        |path: &PathBuf| NOT_COMPILED.iter().all(|name| !path.ends_with(name)) && !path.ends_with("target");
    let of_libraries = libraries.flat_map(|library| entries(&library)).filter(is_compiled);
    of_top.into_iter().chain(of_libraries).filter(|path| path.exists()).collect()
}

/// Returns what a folder holds, in the order of the names; nothing if it cannot be read.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let found = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = found.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// Returns true if the package is the top of a checkout, and not a folder in that of another project.
fn is_own_checkout(package: &Path) -> bool {
    let top = git(package, &["rev-parse", "--show-toplevel"]).map(PathBuf::from);
    let real = |path: &Path| path.canonicalize().ok();
    top.is_some_and(|top| real(&top).is_some() && real(&top) == real(package))
}

/// Returns the output of git in a folder, if there is a git and the command succeeds.
fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new("git");
    // A hook of git sets these for the checkout that it belongs to.
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(variable);
    }
    let output = command.current_dir(folder).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
