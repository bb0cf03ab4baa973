//! Every transcript that comes with the crate can be read and makes sense.

use std::fs;
use std::path::Path;

use helgi_protocol::transcript::{TranscriptEntry, TranscriptStep, parse};

/// The names and steps of all transcripts.
fn transcripts() -> Vec<(String, Vec<TranscriptEntry>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("transcripts");
    fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .map(|path| {
            let name = path.display().to_string();
            let text = fs::read_to_string(&path).unwrap();
            let entries = parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            (name, entries)
        })
        .collect()
}

#[test]
fn every_dialogue_ends_with_an_exit() {
    let transcripts = transcripts();
    assert!(!transcripts.is_empty());
    for (name, entries) in transcripts {
        let last = entries.last().map(|entry| &entry.step);
        assert!(matches!(last, Some(TranscriptStep::Exit(_))), "{name}");
    }
}

/// A `!` or `=` that nothing follows up would never be looked at.
#[test]
fn every_condition_has_its_expectation() {
    for (name, entries) in transcripts() {
        let mut open = None;
        for entry in entries {
            match entry.step {
                TranscriptStep::Forbid(_) | TranscriptStep::Allow(_) => open = Some(entry.line),
                TranscriptStep::Expect { .. } | TranscriptStep::Exit(_) => open = None,
                _ => {}
            }
        }
        assert_eq!(open, None, "{name}");
    }
}
