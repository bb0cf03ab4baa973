//! Engines from cutechess' file of configured engines, `engines.json`.

use super::super::setting_error::SettingError;
use super::super::settings::{EngineSettings, Protocol};
use helgi_files::read_ordinary;
use helgi_notation::decode_text;
use serde::Deserialize;
use serde_json::Value;
use std::env;
use std::path::{Path, PathBuf};

/// The largest file of engines. Unit: bytes.
const LARGEST: u64 = 16 << 20;

/// An engine of the file, as far as its fields matter here.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Configured {
    name: String,
    command: String,
    arguments: Vec<String>,
    working_directory: String,
    stderr_file: String,
    protocol: String,
    init_strings: Vec<String>,
    whitepov: bool,
    ponder: bool,
    debug: bool,
    restart: String,
    timeout_scale_factor: Option<f64>,
    options: Vec<ConfiguredOption>,
}

#[derive(Clone, Default, Debug, Deserialize)]
#[serde(default)]
struct ConfiguredOption {
    name: String,
    value: Value,
}

/// The file: one in the present folder, or else the person's own.
fn place() -> PathBuf {
    let here = PathBuf::from("engines.json");
    let folder = |variable: &str| env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    let own = if cfg!(windows) {
        folder("APPDATA")
    } else {
        folder("XDG_CONFIG_HOME").or_else(|| Some(folder("HOME")?.join(".config")))
    };
    match own.map(|own| own.join("cutechess").join(&here)) {
        Some(own) if !here.exists() => own,
        _ => here,
    }
}

fn read(path: &Path) -> Result<Vec<Configured>, SettingError> {
    let fail = |error: String, expected| SettingError::said(path.display().to_string(), error, expected);
    let bytes = read_ordinary(path, LARGEST).map_err(|error| fail(error.to_string(), ""))?;
    let (text, _) = decode_text(&bytes).map_err(|error| fail(error.to_string(), ""))?;
    serde_json::from_str(&text).map_err(|error| fail(error.to_string(), "cutechess' engines"))
}

/// The names of the configured engines.
///
/// # Errors
///
/// When there is no file of engines, or it makes no sense.
pub fn names() -> Result<Vec<String>, SettingError> {
    Ok(read(&place())?.into_iter().map(|engine| engine.name).collect())
}

/// The configured engine of a name, and its command as it stands there.
pub(super) fn find(name: &str) -> Result<(EngineSettings, String), SettingError> {
    find_in(&place(), name)
}

fn find_in(path: &Path, name: &str) -> Result<(EngineSettings, String), SettingError> {
    let engines =
        read(path).map_err(|error| SettingError::said("-engine conf", format!("`{name}`, {error}"), ""))?;
    // Capital letters do not count where only one name fits.
    let mut alike = engines.iter().filter(|engine| engine.name.eq_ignore_ascii_case(name));
    let only = alike.next().filter(|_| alike.next().is_none());
    let Some(found) = engines.iter().find(|engine| engine.name == name).or(only) else {
        let names: Vec<String> = engines.into_iter().map(|engine| engine.name).collect();
        let expected = format!("an engine of {}: {}", path.display(), names.join(", "));
        return Err(SettingError::value("-engine conf", name, expected));
    };
    settings(found.clone()).map_err(|problem| {
        SettingError::said("-engine conf", format!("`{name}`, {}: {problem}", path.display()), "")
    })
}

fn settings(found: Configured) -> Result<(EngineSettings, String), SettingError> {
    let file = |text: String| Some(PathBuf::from(text)).filter(|path| !path.as_os_str().is_empty());
    let mut engine = EngineSettings {
        name: found.name,
        arguments: found.arguments,
        folder: file(found.working_directory),
        errors: file(found.stderr_file),
        greeting: found.init_strings.iter().flat_map(|text| text.split('\n')).map(str::to_owned).collect(),
        white_view: found.whitepov,
        ponder: found.ponder,
        debug: found.debug,
        restart: found.restart == "on",
        time_scale: found.timeout_scale_factor.unwrap_or(1.0),
        ..EngineSettings::new(&found.command)
    };
    engine.protocol = match found.protocol.as_str() {
        "uci" => Protocol::Uci,
        "usi" => Protocol::Usi,
        "ucci" => Protocol::Ucci,
        "xboard" => Protocol::Xboard,
        other => return Err(SettingError::value("protocol", other, "uci, usi, ucci or xboard")),
    };
    for option in found.options {
        let value = match option.value {
            // A button.
            Value::Null => continue,
            Value::String(text) => text,
            value => value.to_string(),
        };
        engine.options.push((option.name, value));
    }
    Ok((engine, found.command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_of_cutechess_are_read() {
        let path = env::temp_dir().join(format!("helgi-engines-{}.json", std::process::id()));
        let text = r#"[
            { "name": "Sloppy", "command": "sloppy", "protocol": "xboard" },
            { "name": "Big", "command": "./big --uci", "workingDirectory": "/engines", "stderrFile": "big.err",
              "protocol": "uci", "initStrings": ["one", "two\nthree"], "whitepov": true, "ponder": true,
              "restart": "on", "timeoutScaleFactor": 2.5, "variants": ["standard"], "validateClaims": true,
              "options": [
                { "alias": "", "default": 16, "max": 1024, "min": 1, "name": "Hash", "type": "spin", "value": 64 },
                { "name": "Style", "type": "combo", "value": "Solid" }, { "name": "Own", "type": "check", "value": false },
                { "name": "Clear", "type": "button" } ] }
        ]"#;
        std::fs::write(&path, text).unwrap();
        let (sloppy, command) = find_in(&path, "Sloppy").unwrap();
        assert_eq!(
            (sloppy.protocol, command.as_str(), sloppy.name.as_str()),
            (Protocol::Xboard, "sloppy", "Sloppy")
        );
        let (big, command) = find_in(&path, "Big").unwrap();
        assert_eq!(command, "./big --uci");
        assert_eq!((big.folder, big.errors), (Some("/engines".into()), Some("big.err".into())));
        assert_eq!(big.greeting, ["one", "two", "three"]);
        assert!(big.white_view && big.ponder && big.restart && !big.debug);
        assert_eq!(big.time_scale, 2.5);
        let options = [("Hash", "64"), ("Style", "Solid"), ("Own", "false")];
        assert_eq!(big.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
        let error = find_in(&path, "Fruit").unwrap_err().to_string();
        assert!(
            error.starts_with("-engine conf: `Fruit`, expected an engine of ")
                && error.ends_with("Sloppy, Big")
        );
        std::fs::write(&path, "{").unwrap();
        assert!(find_in(&path, "Big").unwrap_err().to_string().contains("expected cutechess' engines"));
        std::fs::remove_file(&path).unwrap();
        assert!(find_in(&path, "Big").is_err());
    }
}
