//! For modules and packages that are downloaded: the texts of all languages but those that only pages and the terminal need.

use std::error::Error;

#[cfg(not(feature = "library-languages"))]
fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}

#[cfg(feature = "library-languages")]
fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = std::env::var_os("OUT_DIR").ok_or("OUT_DIR: expected the folder of Cargo")?;
    let languages = library::languages()?;
    Ok(std::fs::write(std::path::Path::new(&out).join("languages.rs"), format!("{languages:?}"))?)
}

#[cfg(feature = "library-languages")]
mod library {
    use serde_json::{Map, Value};
    use std::error::Error;
    use std::fs;
    use std::path::Path;

    /// The codes of the languages in their order, each with those of its texts that the library writes, as JSON.
    pub fn languages() -> Result<Vec<(String, String)>, Box<dyn Error>> {
        let kinds = object(Path::new("apart.json"))?;
        let kinds = kinds["library"].as_array().ok_or("apart.json: library: expected a list")?;
        let is_kept = |id: &String| kinds.iter().any(|kind| kind.as_str() == id.split('.').next());
        println!("cargo::rerun-if-changed=languages");
        let mut languages = Vec::new();
        for file in fs::read_dir("languages")? {
            let file = file?.path();
            let code = file.file_stem().and_then(|code| code.to_str()).ok_or("languages: expected codes")?;
            let texts: Map<_, _> = object(&file)?.into_iter().filter(|(id, _)| is_kept(id)).collect();
            languages.push((code.to_owned(), Value::Object(texts).to_string()));
        }
        languages.sort_unstable();
        Ok(languages)
    }

    /// The object in a file of JSON.
    fn object(path: &Path) -> Result<Map<String, Value>, Box<dyn Error>> {
        println!("cargo::rerun-if-changed={}", path.display());
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?)
    }
}
