//! No circle of imports: between the modules of the page, and between the files of a crate. And no file too long.
//!
//! Between Rust's modules the parents are left out: a `mod.rs` that has its children's items in view, and children
//! that use what their parent has, are one room in several files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The imports of each file.
type Graph = BTreeMap<String, BTreeSet<String>>;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files below a folder whose names end like this.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, end));
        } else if path.to_string_lossy().ends_with(end) {
            found.push(path);
        }
    }
    found
}

/// A circle, as the names along it; the first one again at its end.
fn circle(graph: &Graph) -> Option<Vec<String>> {
    fn walk(graph: &Graph, way: &mut Vec<String>, done: &mut BTreeSet<String>) -> Option<Vec<String>> {
        let last = way.last()?.clone();
        for next in graph.get(&last).into_iter().flatten() {
            if let Some(start) = way.iter().position(|name| name == next) {
                let mut found = way[start..].to_vec();
                found.push(next.clone());
                return Some(found);
            }
            if !done.contains(next) {
                way.push(next.clone());
                if let Some(found) = walk(graph, way, done) {
                    return Some(found);
                }
                way.pop();
            }
        }
        done.insert(last);
        None
    }
    let mut done = BTreeSet::new();
    graph.keys().find_map(|name| {
        if done.contains(name) { None } else { walk(graph, &mut vec![name.clone()], &mut done) }
    })
}

/// The imports of the page's modules; types, which are comments, are left out.
fn page() -> Graph {
    let folder = root().join("crates/board/page");
    let mut graph = Graph::new();
    for file in files(&folder, ".js") {
        let text = fs::read_to_string(&file).unwrap();
        let name = |path: &Path| path.strip_prefix(&folder).unwrap().to_string_lossy().into_owned();
        let imports = text.lines().filter(|line| !line.trim_start().starts_with("/")).filter_map(|line| {
            let address = line.split_once(" from \"")?.1.split('"').next()?;
            let path = file.parent()?.join(address).canonicalize().unwrap();
            Some(name(
                &path.strip_prefix(folder.canonicalize().unwrap()).map(|path| folder.join(path)).unwrap(),
            ))
        });
        graph.insert(name(&file), imports.collect());
    }
    graph
}

#[test]
fn the_page_has_no_circle_of_imports() {
    let graph = page();
    assert!(graph.len() > 40 && graph.values().map(BTreeSet::len).sum::<usize>() > 100, "{graph:?}");
    assert_eq!(circle(&graph), None);
}

/// The path of a module in its crate, such as `search::node`.
fn module(source: &Path, file: &Path) -> String {
    let inner = file.strip_prefix(source).unwrap().with_extension("");
    let mut parts: Vec<String> =
        inner.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    if parts.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        parts.pop();
    }
    parts.join("::")
}

/// The paths that a file's `use` declarations name, groups taken apart.
fn uses(code: &str) -> Vec<String> {
    fn take(prefix: &str, tree: &str, found: &mut Vec<String>) {
        let tree = tree.trim();
        let Some((head, rest)) = tree.split_once('{') else {
            let path = tree.split(" as ").next().unwrap().trim();
            if !path.is_empty() {
                found.push(format!("{prefix}{path}"));
            }
            return;
        };
        let inner = rest.rsplit_once('}').map_or(rest, |(inner, _)| inner);
        let prefix = format!("{prefix}{}", head.trim());
        let (mut depth, mut start) = (0, 0);
        for (at, letter) in inner.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    take(&prefix, &inner[start..at], found);
                    start = at + 1;
                }
                _ => {}
            }
        }
        take(&prefix, &inner[start..], found);
    }
    let mut found = Vec::new();
    for part in code.split("\nuse ").skip(1).chain(code.split("\npub use ").skip(1)) {
        take("", part.split(';').next().unwrap(), &mut found);
    }
    found
}

/// The imports between the modules of a crate, without those between a module and what is below it.
fn modules(source: &Path) -> Graph {
    let files = files(source, ".rs");
    let known: BTreeSet<String> = files.iter().map(|file| module(source, file)).collect();
    let mut graph = Graph::new();
    for file in &files {
        let own = module(source, file);
        if own.ends_with("tests") || own.contains("tests::") {
            continue;
        }
        let text = fs::read_to_string(file).unwrap();
        let text = format!("\n{}", text.split("#[cfg(test)]\nmod tests").next().unwrap());
        let mut imports = BTreeSet::new();
        for path in uses(&text) {
            let Some(mut target) = absolute(&own, &path) else { continue };
            // An item is in the longest module that its path names.
            while !known.contains(&target) {
                target = target.rsplit_once("::").map_or(String::new(), |(parent, _)| parent.to_owned());
            }
            let is_below =
                |one: &str, other: &str| other.is_empty() || one.starts_with(&format!("{other}::"));
            if target != own && !is_below(&own, &target) && !is_below(&target, &own) {
                imports.insert(target);
            }
        }
        graph.entry(own).or_default().extend(imports);
    }
    graph
}

/// A path from the crate's root; `None` for one of another crate.
fn absolute(own: &str, path: &str) -> Option<String> {
    if let Some(path) = path.strip_prefix("crate::") {
        return Some(path.to_owned());
    }
    let (mut base, mut path) = (own.to_owned(), path);
    if let Some(rest) = path.strip_prefix("self::") {
        return Some(format!("{base}::{rest}"));
    }
    let mut is_inside = false;
    while let Some(rest) = path.strip_prefix("super::") {
        is_inside = true;
        path = rest;
        base = base.rsplit_once("::").map_or(String::new(), |(parent, _)| parent.to_owned());
    }
    is_inside.then(|| if base.is_empty() { path.to_owned() } else { format!("{base}::{path}") })
}

/// The folders with the sources of the crates.
fn sources() -> Vec<PathBuf> {
    let mut sources = vec![root().join("src"), root().join("protocol/src")];
    sources
        .extend(fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path().join("src")));
    assert!(sources.len() >= 8);
    sources
}

#[test]
fn no_crate_has_a_circle_of_modules() {
    let mut circles = Vec::new();
    for source in sources() {
        let mut graph = modules(&source);
        assert!(graph.len() > 1, "{}", source.display());
        while let Some(way) = circle(&graph) {
            let [.., from, to] = way.as_slice() else { unreachable!("a circle has two ends") };
            graph.get_mut(from).unwrap().remove(to);
            circles.push(format!("{}: {}", source.display(), way.join(" -> ")));
        }
    }
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

#[test]
fn a_module_with_a_folder_is_in_the_folder() {
    let mut outside = Vec::new();
    for source in sources() {
        for file in files(&source, ".rs") {
            if file.with_extension("").is_dir() {
                outside.push(format!("{}: expected {0}/mod.rs", file.with_extension("").display()));
            }
        }
    }
    assert!(outside.is_empty(), "{}", outside.join("\n"));
}

/// CONTRIBUTING.md names the most lines of a file.
#[test]
fn no_file_is_longer_than_promised() {
    const MOST: usize = 650;
    let promise = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    assert!(promise.contains(&format!("none has more than {MOST}")));
    let lines = |file: &PathBuf| fs::read_to_string(file).unwrap().lines().count();
    let folders = sources()
        .into_iter()
        .chain(["tests", "bindings/python/src", "bindings/web/src"].map(|name| root().join(name)));
    let long: Vec<PathBuf> =
        folders.flat_map(|folder| files(&folder, ".rs")).filter(|file| lines(file) > MOST).collect();
    assert!(long.is_empty(), "{long:?}");
}

#[test]
fn a_circle_is_found() {
    let graph = |edges: &[(&str, &[&str])]| -> Graph {
        let own = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        edges.iter().map(|&(name, imports)| (name.to_owned(), own(imports))).collect()
    };
    assert_eq!(circle(&graph(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])])), None);
    let way = circle(&graph(&[("a", &["b"]), ("b", &["c"]), ("c", &["d"]), ("d", &["b"])])).unwrap();
    assert_eq!(way, ["b", "c", "d", "b"]);
    assert_eq!(absolute("search::node", "super::table::Table").unwrap(), "search::table::Table");
    assert_eq!(uses("\nuse a::{b, c::{D, e as f}};\n"), ["a::b", "a::c::D", "a::c::e"]);
}
