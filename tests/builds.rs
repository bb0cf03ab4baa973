//! Builds: nothing is compiled twice, the revision that a program records is helgi's own, and the top folder holds what
//! belongs there.

// Its own `main` is not used here.
#[allow(dead_code)]
#[path = "../build.rs"]
mod script;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs git in a folder, as somebody.
fn git(folder: &Path, arguments: &[&str]) -> String {
    let identity =
        ["-c", "user.name=tester", "-c", "user.email=tester@example.org", "-c", "commit.gpgsign=false"];
    let output = Command::new("git").current_dir(folder).args(identity).args(arguments).output().unwrap();
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// A checkout with the files of a small package, in one commit.
fn checkout(folder: &Path) -> PathBuf {
    let package = folder.join("helgi");
    for (name, text) in [
        ("src/main.rs", "fn main() {}\n"),
        ("crates/study/puzzles/chess.epd", "\n"),
        ("crates/study/tests/all.rs", "\n"),
        ("packaging/revision", "$Format:%H$\n"),
        (".gitattributes", "packaging/revision export-subst\n"),
        ("README.md", "\n"),
    ] {
        let path = package.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    git(&package, &["init", "--quiet"]);
    git(&package, &["add", "."]);
    git(&package, &["commit", "--quiet", "-m", "first"]);
    package
}

#[test]
fn the_revision_is_the_commit_and_says_where_the_sources_differ() {
    let folder = tempfile::tempdir().unwrap();
    let package = checkout(folder.path());
    let commit = git(&package, &["rev-parse", "--short=12", "HEAD"]);
    assert_eq!(script::revision(&package), Some(commit.clone()));
    // Neither a document nor a test is in the program.
    fs::write(package.join("README.md"), "more\n").unwrap();
    fs::write(package.join("crates/study/tests/all.rs"), "// more\n").unwrap();
    assert_eq!(script::revision(&package), Some(commit.clone()));
    let dirty = Some(format!("{commit}-dirty"));
    fs::write(package.join("src/main.rs"), "fn main() { main() }\n").unwrap();
    assert_eq!(script::revision(&package), dirty);
    git(&package, &["checkout", "--quiet", "src/main.rs"]);
    // A file that git does not know yet is compiled in as well.
    fs::write(package.join("crates/study/puzzles/new.epd"), "\n").unwrap();
    assert_eq!(script::revision(&package), dirty);
    git(&package, &["add", "."]);
    git(&package, &["commit", "--quiet", "-m", "second"]);
    let next = git(&package, &["rev-parse", "--short=12", "HEAD"]);
    assert_ne!(next, commit);
    assert_eq!(script::revision(&package), Some(next));
}

#[test]
fn the_revision_of_another_checkout_is_not_helgis() {
    let folder = tempfile::tempdir().unwrap();
    let package = checkout(folder.path());
    let commit = git(&package, &["rev-parse", "--short=12", "HEAD"]);
    // The source archive, unpacked in another project's checkout, as `makepkg` does.
    let other = folder.path().join("other");
    fs::create_dir(&other).unwrap();
    git(&other, &["init", "--quiet"]);
    git(&other, &["commit", "--quiet", "--allow-empty", "-m", "other"]);
    let archive = other.join("helgi.tar");
    git(&package, &["archive", "--prefix=helgi/", "--output", archive.to_str().unwrap(), "HEAD"]);
    tar::Archive::new(fs::File::open(&archive).unwrap()).unpack(&other).unwrap();
    let unpacked = other.join("helgi");
    assert_eq!(script::revision(&unpacked), Some(commit));
    // A copy of the files has no commit of its own, and never takes the other's.
    fs::write(unpacked.join("packaging/revision"), "$Format:%H$\n").unwrap();
    assert_eq!(script::revision(&unpacked), None);
    fs::remove_file(unpacked.join("packaging/revision")).unwrap();
    assert_eq!(script::revision(&unpacked), None);
}

#[test]
fn every_watched_path_exists_and_everything_that_is_compiled_is_watched() {
    let watched = script::watched(root());
    for path in &watched {
        assert!(path.exists(), "{}", path.display());
    }
    for name in [
        "src",
        "docs/rules",
        "protocol/src",
        "crates/study/puzzles",
        "crates/board/page",
        "crates/engine/nets",
    ] {
        assert!(watched.contains(&root().join(name)), "{name}: {watched:?}");
    }
    assert!(!watched.contains(&root().join("crates/study/tests")));
    // The scripts of the libraries name folders, too.
    for library in fs::read_dir(root().join("crates")).unwrap() {
        let library = library.unwrap().path();
        let Ok(text) = fs::read_to_string(library.join("build.rs")) else { continue };
        let names = text.split("cargo::rerun-if-changed=").skip(1);
        for name in names.filter_map(|rest| rest.split(['"', '{']).next()).filter(|name| !name.is_empty()) {
            assert!(library.join(name).exists(), "{}: {name}", library.display());
        }
    }
}

/// Runs Cargo's build of the program in the folder of this test's build, and returns the units that it worked on.
fn build() -> Vec<String> {
    let program = Path::new(env!("CARGO_BIN_EXE_helgi"));
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(root()).args(["build", "--offline", "--verbose", "--bin", "helgi"]);
    command.arg("--target-dir").arg(program.parent().unwrap().parent().unwrap());
    if !cfg!(debug_assertions) {
        command.arg("--release");
    }
    let output = command.output().unwrap();
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{printed}");
    let is_work = |line: &&str| {
        let line = line.trim_start();
        line.starts_with("Compiling ") || line.starts_with("Dirty ")
    };
    printed.lines().filter(is_work).map(str::to_owned).collect()
}

/// The tests have built the program. A build in which nothing has changed compiles nothing again, which it did for
/// every program as long as the script named a folder that was gone.
#[test]
fn a_build_without_a_change_compiles_nothing() {
    build();
    assert_eq!(build(), Vec::<String>::new());
}

/// The files and folders at the top, as `git ls-files` knows them.
#[test]
fn the_top_folder_holds_what_belongs_there() {
    const EXPECTED: [&str; 29] = [
        ".ci",
        ".gitattributes",
        ".github",
        ".gitignore",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "SECURITY.md",
        "benches",
        "bindings",
        "build.rs",
        "contrib",
        "crates",
        "data",
        "deny.toml",
        "docs",
        "fuzz",
        "openbench",
        "packaging",
        "protocol",
        "rustfmt.toml",
        "src",
        "tests",
        "tools",
    ];
    let names: Vec<String> = if root().join(".git").exists() {
        git(root(), &["ls-files"]).lines().map(str::to_owned).collect()
    } else {
        // In a source archive, everything but what builds make.
        let entries =
            fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        entries.filter(|name| name != "target").collect()
    };
    let mut found: Vec<&str> = names.iter().map(|path| path.split('/').next().unwrap_or_default()).collect();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found, EXPECTED);
}

/// Reads a section of a manifest: the keys of its lines.
fn keys<'a>(manifest: &'a str, section: &str) -> Vec<&'a str> {
    let lines = manifest.lines().skip_while(|line| *line != section).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    lines.filter_map(|line| Some(line.split_once([' ', '.', '='])?.0)).filter(|key| *key != "#").collect()
}

/// Cargo warns of each package in a profile that a build does not have, and `cargo install` leaves out those of tests.
#[test]
fn profiles_of_the_program_name_no_package_of_the_tests() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let of_tests = keys(&manifest, "[dev-dependencies]");
    assert!(of_tests.contains(&"shakmaty"), "{of_tests:?}");
    // The tests may name what the program has by one of its own packages.
    let own = keys(&manifest, "[dependencies]");
    let folders = own.iter().filter_map(|name| name.strip_prefix("helgi-"));
    let below: String = folders
        .filter_map(|folder| fs::read_to_string(root().join("crates").join(folder).join("Cargo.toml")).ok())
        .map(|manifest| keys(&manifest, "[dependencies]").join("\n") + "\n")
        .collect();
    let is_of_program = |name: &str| own.contains(&name) || below.lines().any(|known| known == name);
    for name in of_tests.iter().filter(|name| !is_of_program(name)) {
        for profile in ["release", "dist", "dev"] {
            let section = format!("[profile.{profile}.package.{name}]");
            assert!(!manifest.contains(&section), "{section}");
        }
    }
}

/// Without `--locked`, Cargo builds newer libraries than those that were tested.
#[test]
fn documents_install_the_tested_libraries() {
    for name in ["README.md", "CONTRIBUTING.md", "docs/packaging.md", "packaging/homebrew/helgi.rb"] {
        let text = fs::read_to_string(root().join(name)).unwrap();
        for line in text.lines().filter(|line| line.contains("cargo install ")) {
            assert!(line.contains("--locked"), "{name}: {line}");
        }
    }
}

/// A tag of an action can be moved to other code, and what a workflow may write, its actions may write.
#[test]
fn workflows_name_actions_by_commit_and_have_the_least_rights() {
    let mut count = 0;
    for entry in fs::read_dir(root().join(".github/workflows")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("\npermissions:\n  contents: read\n"), "{}", path.display());
        for action in text.lines().filter_map(|line| line.split_once("uses: ")).map(|(_, action)| action) {
            let name = action.split(" # ").next().unwrap();
            let (owner, commit) = name.split_once('@').unwrap();
            assert!(owner.starts_with("actions/"), "{action}: expected an action of GitHub's own");
            let is_commit = commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
            assert!(is_commit && action.contains(" # v"), "{action}: expected a commit, and its tag behind");
            count += 1;
        }
    }
    assert!(count > 5, "{count} actions");
}
