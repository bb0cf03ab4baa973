//! The page about files of games has the table of keys that the program reads by, and prints by `helgi variants --keys`.

use helgi_variants::reference;

const PAGE: &str = include_str!("../../../../docs/games-file.md");

#[test]
fn the_page_has_the_tables_of_keys() {
    let (_, tables) = PAGE.split_once("`helgi variants --keys` prints it.\n\n").unwrap();
    let made = reference::tables();
    for (here, there) in tables.lines().zip(made.lines()) {
        assert_eq!(here, there);
    }
    assert_eq!(tables, made.trim_end().to_owned() + "\n");
}

#[test]
fn its_example_plays() {
    let example = PAGE.split("```ini\n").nth(1).unwrap().split("```").next().unwrap();
    let loaded = helgi_variants::load(example);
    assert_eq!((loaded.findings.len(), loaded.games.len()), (0, 1));
}

/// Each family names the module that carries it out.
#[test]
fn the_modules_of_the_keys_exist() {
    for family in helgi_variants::keys::FAMILIES {
        let path = format!("{}/src/{}.rs", env!("CARGO_MANIFEST_DIR"), family.read_by);
        assert!(std::path::Path::new(&path).exists(), "{path}");
    }
}
