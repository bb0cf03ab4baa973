//! Layers that Cargo cannot enforce: which crate is above which, that the search knows no game, and that standard output
//! has one writer.

use std::fs;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The sources below a folder: the path, and the code without comments and without the unit tests
/// at its end.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]\nmod ").next().unwrap();
            let text = text.split("#[cfg(all(test, unix))]\nmod ").next().unwrap();
            let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap()).collect();
            found.push((path.display().to_string(), code.join("\n")));
        }
    }
    found
}

/// The crates, the lowest first: each may use those of the rows before its own.
const FLOORS: [&[&str]; 7] = [
    &["files", "notation"],
    &["rules", "protocol"],
    &["engine", "record", "drawing", "variants", "words"],
    &["xboard", "match", "study", "lab"],
    &["conform", "desk", "session"],
    &["board"],
    &[""],
];

#[test]
fn crates_use_only_what_is_below_them() {
    let floor_of = |name: &str| {
        let floor = FLOORS.iter().position(|floor| floor.contains(&name));
        floor.unwrap_or_else(|| panic!("`{name}`, expected a crate of the floors in tests/it/layers.rs"))
    };
    let crates = fs::read_dir(folder("crates")).unwrap().map(|entry| entry.unwrap().path());
    let mut count = 0;
    for package in crates.chain([folder("protocol"), folder("")]) {
        let manifest = fs::read_to_string(package.join("Cargo.toml")).unwrap();
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"helgi")).unwrap();
        let name = name.trim_end_matches('"').trim_start_matches('-');
        let dependencies = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
        let dependencies = dependencies.split("\n[").next().unwrap();
        for line in dependencies.lines().filter_map(|line| line.strip_prefix("helgi-")) {
            let used = line.split(['.', ' ', '=']).next().unwrap();
            assert!(floor_of(used) < floor_of(name), "{name} uses {used}");
            count += 1;
        }
    }
    assert!(count > 15, "{count} dependencies");
}

/// The functions of `helgi-files` wait for no pipe and read no device; those of the standard library do. A name that is new
/// (`create_new`) leads to nothing of the kind.
#[test]
fn files_are_opened_by_one_door() {
    const OTHER_DOORS: [&str; 7] = [
        "File::open(",
        "File::create(",
        "File::options(",
        "OpenOptions",
        "fs::read(",
        "fs::read_to_string(",
        "fs::write(",
    ];
    // The figures of processes and processors are the system's; the model of XBoard is for tests.
    const EXCEPTIONS: [&str; 3] = [
        "crates/conform/src/tested.rs",
        "crates/match/src/processors.rs",
        "crates/xboard/src/board/testing/mod.rs",
    ];
    let crates = fs::read_dir(folder("crates")).unwrap().map(|entry| entry.unwrap().path());
    let crates = crates.filter(|path| !path.ends_with("files")).map(|path| path.join("src"));
    let mut count = 0;
    for (file, code) in crates.chain([folder("protocol/src"), folder("src")]).flat_map(|path| sources(&path))
    {
        let is_test =
            Path::new(&file).file_name().is_some_and(|name| name == "tests.rs") || file.contains("/tests/");
        if is_test || EXCEPTIONS.iter().any(|exception| file.ends_with(exception)) {
            continue;
        }
        // `NewFile::create` is the door's own.
        let is_other = |place: usize| !code[..place].ends_with(|c: char| c.is_alphanumeric());
        let door =
            OTHER_DOORS.iter().find(|door| code.match_indices(**door).any(|(place, _)| is_other(place)));
        assert_eq!(door, None, "{file}: expected a function of helgi-files");
        count += 1;
    }
    assert!(count > 300, "{count} files");
}

/// Text of others never steers the terminal.
#[test]
fn standard_error_has_one_door() {
    let main = folder("src/main.rs");
    let main = [(main.display().to_string(), fs::read_to_string(&main).unwrap())];
    for (file, code) in sources(&folder("src/cli")).into_iter().chain(main) {
        let is_door = file.ends_with("cli/plain_text.rs");
        let passes_by = ["eprint", "io::stderr()"].iter().find(|way| code.contains(*way));
        assert!(
            is_door || passes_by.is_none(),
            "{file}: expected `plain_text::tell` or `plain_text::stderr`"
        );
    }
}

/// `Local::now` panics before 1970, to which clocks of machines without a battery are set.
#[test]
fn the_time_of_day_is_asked_for_in_one_place() {
    let crates = fs::read_dir(folder("crates")).unwrap().map(|entry| entry.unwrap().path().join("src"));
    for (file, code) in crates.chain([folder("src")]).flat_map(|path| sources(&path)) {
        let asks = ["Local::now", "Utc::now"].iter().find(|way| code.contains(*way));
        assert_eq!(asks, None, "{file}: expected `helgi_record::time::local_now`");
    }
}

#[test]
fn the_search_knows_no_game() {
    let games: Vec<String> = fs::read_dir(folder("crates/engine/src/eval"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir() || fs::read_to_string(path).unwrap().contains("HasEvaluation for"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert!(games.iter().any(|game| game == "chess"), "{games:?}");
    let search = sources(&folder("crates/engine/src/search"));
    assert!(search.len() > 10, "{} files", search.len());
    for (file, code) in search {
        let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
        let named = words.find(|word| games.iter().any(|game| game == word) || *word == "games");
        assert_eq!(named, None, "{file}");
    }
}

#[test]
fn standard_output_has_one_writer() {
    for (file, code) in sources(&folder("crates/session/src")) {
        assert!(!code.contains("print!") && !code.contains("println!"), "{file}: prints by itself");
        let is_door = file.ends_with("session/src/lib.rs");
        assert!(is_door || !code.contains("stdout"), "{file}: only the session's door opens it");
    }
}
