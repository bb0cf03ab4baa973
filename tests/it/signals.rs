//! Long commands that a signal stops: what is done is kept, and the status is 130.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("helgi-signals-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Starts a command, waits until a file holds so many bytes, and stops it. The status, the output, the errors.
fn stopped(folder: &Path, words: &str, file: &str, bytes: u64) -> (Option<i32>, String, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_helgi"));
    program.args(words.split_whitespace()).current_dir(folder).env("XDG_DATA_HOME", folder);
    let mut child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while fs::metadata(folder.join(file)).map_or(0, |data| data.len()) < bytes {
        assert_eq!(child.try_wait().unwrap(), None, "{words}: ended before anything was kept");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let ended = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (ended.status.code(), text(ended.stdout), text(ended.stderr))
}

#[test]
fn self_play_says_what_is_missing() {
    let folder = folder("datagen");
    let words = "datagen crazyhouse --games 1000000 --nodes 50 --threads 1 -o a.games";
    let (status, out, errors) = stopped(&folder, words, "a.games", 2000);
    assert_eq!(status, Some(130), "{errors}");
    assert!(out.starts_with("a.games: ") && out.contains(" games ("), "{out}");
    assert!(
        errors.contains("helgi: stopped: ")
            && errors.ends_with(" missing; run the same command with --resume\n"),
        "{errors}"
    );
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_study_is_written_and_its_hours_are_no_signal() {
    let folder = folder("study");
    let words = "variants study crazyhouse --nodes 20 --games 1000000 --threads 1 --json a.json -o a.html";
    let (status, _, errors) = stopped(&folder, words, "a.json.part", 2000);
    assert_eq!(status, Some(130), "{errors}");
    assert!(errors.contains("helgi: stopped after "), "{errors}");
    assert!(folder.join("a.json").exists() && folder.join("a.html").exists());
    let mut program = Command::new(env!("CARGO_BIN_EXE_helgi"));
    let words = "variants study crazyhouse --nodes 20 --hours 0.002 --threads 1 -o b.html";
    let status = program.args(words.split(' ')).current_dir(&folder).output().unwrap().status;
    assert_eq!(status.code(), Some(0));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn learning_goes_on_later() {
    let folder = folder("learn");
    let words = "learn crazyhouse --nodes 20 --positions 100000000 --threads 1 --folder in";
    let (status, out, errors) = stopped(&folder, words, "in/round-1", 1);
    assert_eq!(status, Some(130), "{errors}");
    assert!(out.contains("the page about it: "), "{out}");
    assert!(errors.ends_with("helgi: stopped; the same command goes on\n"), "{errors}");
    fs::remove_dir_all(&folder).unwrap();
}
