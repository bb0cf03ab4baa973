//! Lays out the files of the page for the program: scripts without the lines that are comments only, every text
//! compressed, and a tag for the content of each.
//!
//! It runs again only when a file of the page changes, and takes three seconds, nearly all of them in Brotli.

use brotli::CompressorWriter;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The quality of Brotli, the best. Without optimisation, as libraries are compiled, 5 takes a tenth of a second and gives a
/// tenth more.
const QUALITY: u32 = 11;

/// The size of Brotli's window as a power of two: no file of the page is larger. Unit: bytes.
const WINDOW: u32 = 18;

/// The files that a page does not name by their content: the manifest's own addresses begin at its folder.
const UNPINNED: [&str; 1] = ["manifest.webmanifest"];

fn main() -> Result<(), Box<dyn Error>> {
    // A folder is watched with all that is in it.
    println!("cargo::rerun-if-changed=page");
    let page = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("page");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let mut files = BTreeMap::new();
    collect(&page, "", &mut files)?;
    for (name, bytes) in &mut files {
        if name.ends_with(".js") && !name.starts_with("vendor/") {
            *bytes = without_comments(name, std::str::from_utf8(bytes)?)?.into_bytes();
        }
    }
    let version = format!("{:016x}", hash(&files));
    let names: Vec<String> = files.keys().cloned().collect();
    for (_, bytes) in files.iter_mut().filter(|(name, _)| name.ends_with(".html")) {
        *bytes = pinned(std::str::from_utf8(bytes)?, &names, &version).into_bytes();
    }
    let mut table = format!("pub(super) const VERSION: &str = \"{version}\";\n");
    table.push_str("pub(super) static FILES: &[PageFile] = &[\n");
    for (number, (name, bytes)) in files.iter().enumerate() {
        write!(table, "PageFile {{ name: {name:?}, tag: \"W/\\\"{:016x}\\\"\"", hash(bytes))?;
        for (field, coded) in
            [("plain", Some(bytes.clone())), ("brotli", brotli(bytes)?), ("gzip", gzip(bytes)?)]
        {
            let file = format!("{number}.{field}");
            fs::write(out.join(&file), coded.unwrap_or_default())?;
            write!(table, ", {field}: include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{file}\"))")?;
        }
        table.push_str(" },\n");
    }
    table.push_str("];\n");
    fs::write(out.join("page.rs"), table)?;
    Ok(())
}

/// Reads the files below a folder, by their names below the page's: `pieces/sets.js`.
fn collect(folder: &Path, place: &str, files: &mut BTreeMap<String, Vec<u8>>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            collect(&path, &format!("{place}{name}/"), files)?;
        } else {
            files.insert(format!("{place}{name}"), fs::read(&path)?);
        }
    }
    Ok(())
}

/// A script with empty lines in place of those that are comments only, so that errors name the lines of the source. The
/// page is a fifth shorter by that.
fn without_comments(name: &str, text: &str) -> Result<String, String> {
    let mut shorter = String::with_capacity(text.len());
    let mut is_inside = false;
    for (number, line) in (1..).zip(text.lines()) {
        let bare = line.trim();
        let begins = !is_inside && bare.starts_with("/*");
        let end = bare.find("*/").map(|at| at + 2);
        match end {
            // Code stands behind the comment.
            Some(end) if begins && end < bare.len() => shorter.push_str(line),
            Some(end) if is_inside && end < bare.len() => {
                return Err(format!(
                    "{name}, line {number}: code behind the end of a comment of several lines"
                ));
            }
            Some(_) if begins || is_inside => is_inside = false,
            None if begins || is_inside => is_inside = true,
            _ if bare.starts_with("//") => {}
            _ => shorter.push_str(line),
        }
        shorter.push('\n');
    }
    Ok(shorter)
}

/// A page with its files named below the version, where they never change.
fn pinned(page: &str, names: &[String], version: &str) -> String {
    let mut page = page.to_owned();
    for name in names.iter().filter(|name| !UNPINNED.contains(&name.as_str())) {
        for attribute in ["href", "src"] {
            let (plain, new) =
                (format!("{attribute}=\"{name}\""), format!("{attribute}=\"/{version}/{name}\""));
            page = page.replace(&plain, &new);
        }
    }
    page
}

fn brotli(bytes: &[u8]) -> io::Result<Option<Vec<u8>>> {
    let mut coded = Vec::new();
    let mut writer = CompressorWriter::new(&mut coded, 4096, QUALITY, WINDOW);
    writer.write_all(bytes)?;
    drop(writer);
    Ok(Some(coded).filter(|coded| coded.len() < bytes.len()))
}

fn gzip(bytes: &[u8]) -> io::Result<Option<Vec<u8>>> {
    let mut writer = GzEncoder::new(Vec::new(), Compression::best());
    writer.write_all(bytes)?;
    Ok(Some(writer.finish()?).filter(|coded| coded.len() < bytes.len()))
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
