//! Conditions for a package to be published by itself.

use std::fs;
use std::path::Path;

#[test]
fn every_package_says_what_it_is_and_has_its_licences() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for package in [
        "",
        "protocol",
        "crates/notation",
        "crates/rules",
        "crates/drawing",
        "crates/xboard",
        "crates/variants",
        "crates/engine",
        "crates/lab",
        "crates/study",
        "crates/records",
        "crates/matches",
        "crates/conform",
        "crates/board",
    ] {
        let read = |name: &str| {
            let path = root.join(package).join(name);
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        };
        let manifest = read("Cargo.toml");
        for key in ["description", "documentation", "keywords", "categories", "version", "license"] {
            let is_said = manifest.lines().any(|line| line.starts_with(key) && line.contains('='));
            assert!(is_said, "{package}: {key}");
        }
        for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert_eq!(read(name), fs::read_to_string(root.join(name)).unwrap(), "{package}");
        }
        // A package contains only files below its folder.
        assert!(!read("README.md").contains("](../"), "{package}");
    }
}
