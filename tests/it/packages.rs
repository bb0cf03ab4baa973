//! Packages: each crate can be published by itself, and the files of `packaging/` agree with the program.

use pulldown_cmark::{Event, Options, Parser, Tag};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a file of the repository.
fn text(name: &str) -> String {
    let path = root().join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_package_says_what_it_is_and_has_its_licences() {
    for package in [
        "",
        "protocol",
        "crates/files",
        "crates/notation",
        "crates/rules",
        "crates/session",
        "crates/drawing",
        "crates/words",
        "crates/xboard",
        "crates/variants",
        "crates/engine",
        "crates/lab",
        "crates/study",
        "crates/record",
        "crates/match",
        "crates/conform",
        "crates/board",
        "crates/desk",
        "bindings/python",
        "bindings/web",
    ] {
        let read = |name: &str| {
            let path = root().join(package).join(name);
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        };
        let manifest = read("Cargo.toml");
        for key in ["description", "documentation", "keywords", "categories", "version", "license"] {
            let is_said = manifest.lines().any(|line| line.starts_with(key) && line.contains('='));
            assert!(is_said, "{package}: {key}");
        }
        for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert_eq!(read(name), text(name), "{package}");
        }
        // A package contains only files below its folder.
        assert!(!read("README.md").contains("](../"), "{package}");
    }
}

/// The value of a line `KEY=VALUE` or `KEY = VALUE`, the first one of a text.
fn value<'a>(text: &'a str, key: &str) -> &'a str {
    let of_line = |line: &'a str| line.trim_start().strip_prefix(key)?.trim_start().strip_prefix('=');
    text.lines().find_map(of_line).unwrap_or_else(|| panic!("no line {key}=")).trim()
}

/// The names of the archives that `packaging/build` makes.
fn archives() -> Vec<String> {
    let script = text("packaging/build");
    let version = env!("CARGO_PKG_VERSION");
    let targets = value(&script, "TARGETS").trim_matches(['(', ')']);
    targets.split(' ').map(|target| format!("helgi-{version}-{target}")).collect()
}

#[test]
fn recipes_have_the_version_of_the_program_and_archives_that_are_built() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(value(&text("packaging/aur/PKGBUILD"), "pkgver"), version);
    let scoop: serde_json::Value = serde_json::from_str(&text("packaging/scoop/helgi.json")).unwrap();
    assert_eq!(scoop["version"], version);
    let windows = &scoop["architecture"]["64bit"];
    let archives = archives();
    let folder = windows["extract_dir"].as_str().unwrap();
    assert!(archives.iter().any(|name| name == folder), "{folder}: {archives:?}");
    assert_eq!(windows["url"], format!("@ADDRESS@/{folder}.zip"));
    assert!(
        text("packaging/homebrew/helgi.rb").contains(&format!("\"@ADDRESS@/helgi-{version}-source.tar.gz\""))
    );
    assert!(archives.contains(&format!("helgi-{version}-source")));
    // `packaging/recipes` fills in these, and would leave any other.
    for recipe in ["aur/PKGBUILD", "homebrew/helgi.rb", "scoop/helgi.json"] {
        let recipe = text(&format!("packaging/{recipe}"));
        for placeholder in recipe.split('@').skip(1).step_by(2) {
            let is_known =
                ["ADDRESS", "SHA256_SOURCE", "SHA256_X86_64_PC_WINDOWS_GNU"].contains(&placeholder);
            assert!(is_known, "@{placeholder}@");
        }
    }
    let page = text("docs/packaging.md");
    archives.iter().for_each(|name| {
        let target = name.trim_start_matches(&format!("helgi-{version}-"));
        assert!(page.contains(&format!("`{target}`")), "docs/packaging.md does not name {target}");
    });
}

#[test]
fn the_menu_entry_starts_a_command_of_the_program() {
    let entry = text("packaging/helgi.desktop");
    let mut words = value(&entry, "Exec").split(' ');
    assert_eq!(words.next(), Some("helgi"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_helgi"));
    let output = command.args(words).arg("--help").output().unwrap();
    assert!(output.status.success(), "{entry}");
    // A server without a window could not be ended.
    assert_eq!(value(&entry, "Terminal"), "true");
}

#[test]
fn xboard_can_read_the_description_of_the_engine() {
    let description = text("packaging/helgi.eng");
    let lines: Vec<&str> = description.lines().collect();
    assert_eq!(lines, ["plugin spec 0.0", "helgi", "chess,dropchess,fairychess"]);
    assert!(description.ends_with('\n'), "XBoard skips a description whose last line has no end");
    let logo = fs::read(root().join("packaging/logo.png")).unwrap();
    let side = |at: usize| u32::from_be_bytes(logo[at..at + 4].try_into().unwrap());
    assert_eq!((side(16), side(20)), (130, 65), "XBoard draws logos twice as wide as high");
}

/// Runs a program that checks a file of the packages. Only CI has to have it.
fn validate(program: &str, arguments: &[&str]) {
    match Command::new(program).args(arguments).current_dir(root()).output() {
        Ok(output) => {
            let printed = [output.stdout, output.stderr].concat();
            assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&printed));
        }
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "{program}: {error}; see tests/install");
            eprintln!("SKIPPED {program}: {error}");
        }
    }
}

#[test]
fn the_menu_entry_and_the_description_for_software_centres_are_valid() {
    validate("desktop-file-validate", &["packaging/helgi.desktop"]);
    // A name below a domain has to wait for a domain.
    let arguments = [
        "validate",
        "--no-net",
        "--override=cid-desktopapp-is-not-rdns=info",
        "packaging/helgi.metainfo.xml",
    ];
    validate("appstreamcli", &arguments);
    let description = text("packaging/helgi.metainfo.xml");
    for name in ["<id>helgi.desktop</id>", "<binary>helgi</binary>", "<icon type=\"stock\">helgi</icon>"] {
        assert!(description.contains(name), "{name}");
    }
}

/// All files below a folder, by their paths from there.
#[cfg(unix)]
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path.strip_prefix(folder).unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

/// The relative targets of the links and pictures of a page.
#[cfg(unix)]
fn targets(page: &str) -> Vec<String> {
    let links = Parser::new_ext(page, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url.to_string()),
        _ => None,
    });
    let relative = links.filter(|target| !target.contains("://") && !target.starts_with('#'));
    relative.map(|target| target.split('#').next().unwrap_or_default().to_owned()).collect()
}

#[cfg(unix)]
#[test]
fn all_files_of_an_installation_are_laid_out() {
    let folder = tempfile::tempdir().unwrap();
    let share = folder.path().join("share");
    let mut script = Command::new(root().join("packaging/share"));
    let output = script.arg(&share).arg(env!("CARGO_BIN_EXE_helgi")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found = files(&share);
    for name in [
        "applications/helgi.desktop",
        "bash-completion/completions/helgi",
        "doc/helgi/LICENSE-APACHE",
        "doc/helgi/LICENSE-MIT",
        "fish/vendor_completions.d/helgi.fish",
        "games/plugins/logos/helgi.png",
        "games/plugins/xboard/helgi.eng",
        "icons/hicolor/scalable/apps/helgi.svg",
        "man/man1/helgi.1",
        "man/man1/helgi-board.1",
        "metainfo/helgi.metainfo.xml",
        "zsh/site-functions/_helgi",
    ] {
        let length = fs::metadata(share.join(name)).map(|data| data.len()).unwrap_or_default();
        assert!(length > 0, "{name} is missing: {found:?}");
    }
    // Everything but the source can be read where it is installed.
    let documents = share.join("doc/helgi");
    for page in ["README.md", "docs/README.md"] {
        let page = documents.join(page);
        let beside = page.parent().unwrap();
        for target in targets(&fs::read_to_string(&page).unwrap()) {
            assert!(beside.join(&target).exists(), "{}: {target}", page.display());
        }
    }
}

/// The programs would not be made of the source in the archive.
#[test]
fn packages_are_not_built_from_changed_files() {
    let folder = tempfile::tempdir().unwrap();
    let run = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).current_dir(folder.path()).args(arguments).output().unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    fs::create_dir(folder.path().join("packaging")).unwrap();
    for name in ["packaging/build", "Cargo.toml", ".gitignore"] {
        fs::copy(root().join(name), folder.path().join(name)).unwrap();
    }
    assert!(run("git", &["init", "--quiet"]).0);
    assert!(run("git", &["add", "."]).0);
    let names =
        ["-c", "user.name=tester", "-c", "user.email=tester@example.org", "-c", "commit.gpgsign=false"];
    assert!(run("git", &[&names[..], &["commit", "--quiet", "-m", "first"]].concat()).0);
    assert_eq!(run("packaging/build", &["source"]), (true, String::new()));
    fs::write(folder.path().join("notes"), "").unwrap();
    let (is_built, error) = run("packaging/build", &["source"]);
    assert!(!is_built);
    assert!(error.starts_with("packaging/build: the files differ from the commit"), "{error}");
    assert!(error.ends_with("?? notes\n"), "{error}");
}
