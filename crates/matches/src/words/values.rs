//! The values of the words, as settings: games, openings, tests and engines.

use super::super::openings::{Format, OpeningOrder};
use super::super::settings::{EngineSettings, Openings, PgnDetails, Protocol};
use super::super::sprt::{EloModel, Sprt};
use super::group::Group;
use helgi_record::time::{Period, read_seconds};
use helgi_rules::games::GameId;
use std::path::PathBuf;
use std::time::Duration;

pub(super) fn variants(group: &Group) -> Result<Vec<GameId>, String> {
    // A name may be several words, and a title may have a comma.
    let whole = group.words.join(" ");
    if whole == "all" {
        return Ok(GameId::all());
    }
    if let Some(game) = GameId::named(&whole) {
        return Ok(vec![game]);
    }
    let of_word = |word: &String| match GameId::named(word) {
        Some(game) => Ok(vec![game]),
        None => word.split(',').map(variant).collect(),
    };
    let games: Result<Vec<Vec<GameId>>, String> = group.words.iter().map(of_word).collect();
    Ok(games?.concat())
}

fn variant(name: &str) -> Result<GameId, String> {
    GameId::find(name).map_err(|error| format!("-variant: {error}; `helgi variants` lists all games"))
}

/// The facts about moves for the PGN, in fastchess' words; returns remarks on those that are not told.
pub(super) fn pgn_details(group: &mut Group, details: &mut PgnDetails) -> Result<Vec<String>, String> {
    let mut notes = Vec::new();
    details.nodes = group.take_or("nodes", details.nodes)?;
    details.seldepth = group.take_or("seldepth", details.seldepth)?;
    details.nps = group.take_or("nps", details.nps)?;
    // cutechess's word has no value.
    let is_min = group.words.iter().any(|word| word == "min");
    group.words.retain(|word| word != "min");
    details.is_minimal = group.take_or("min", is_min)?;
    if !group.take_or("append", true)? {
        return Err(format!("{} append: `false`, expected true: games are always appended", group.word));
    }
    for name in ["hashfull", "tbhits", "timeleft", "latency", "pv"] {
        if group.take_or(name, false)? {
            notes.push(format!("{} {name}=true: not told in the PGN", group.word));
        }
    }
    if let Some(line) = group.take_text("match_line").filter(|line| !line.is_empty()) {
        let word = &group.word;
        notes.push(format!("{word} match_line={line}: lines of engines are kept by -log, not in the PGN"));
    }
    Ok(notes)
}

/// Files, of which some may be named by patterns: not every shell expands them.
pub(super) fn files(group: &Group) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for word in &group.words {
        let path = PathBuf::from(word);
        if path.exists() || !word.contains(['*', '?', '[']) {
            files.push(path);
            continue;
        }
        let found = glob::glob(word).map_err(|error| format!("{}: `{word}`, {error}", group.word))?;
        let before = files.len();
        files.extend(found.filter_map(Result::ok));
        if files.len() == before {
            return Err(format!("{}: `{word}`, expected a pattern that finds files", group.word));
        }
    }
    if files.is_empty() {
        return Err(format!("{}: no files, expected the saved matches of the parts", group.word));
    }
    Ok(files)
}

pub(super) fn openings(mut group: Group) -> Result<Openings, String> {
    if group.words.first().is_some_and(|word| word == "random") {
        group.words.remove(0);
        let plies = group.take_or("plies", 8)?;
        group.finish()?;
        return Ok(Openings::Random { plies });
    }
    let named = |error| format!("-openings: {error}");
    if group.words.first().is_some_and(|word| word == "starts") {
        group.words.remove(0);
        let order = group.take_text("order").map_or(Ok(OpeningOrder::Sequential), |name| name.parse());
        let number: usize = group.take_or("start", 0)?;
        group.finish()?;
        return Ok(Openings::Starts { order: order.map_err(named)?, first: number.saturating_add(1) });
    }
    let path = PathBuf::from(group.take::<String>("file")?);
    let format = match group.take_text("format") {
        Some(name) => name.parse().map_err(named)?,
        None if path.extension().is_some_and(|end| end == "pgn") => Format::Pgn,
        None => Format::Epd,
    };
    let order =
        group.take_text("order").map_or(Ok(OpeningOrder::Sequential), |name| name.parse()).map_err(named)?;
    let plies = group.take_optional("plies")?;
    let first = group.take_or("start", 1)?;
    group.finish()?;
    Ok(Openings::File { path, format, order, plies, first })
}

pub(super) fn sprt(mut group: Group) -> Result<Sprt, String> {
    let model: EloModel = match group.take_text("model") {
        Some(name) => name.parse().map_err(|error| format!("{error}"))?,
        None => EloModel::default(),
    };
    let (elo0, elo1) = (group.take("elo0")?, group.take("elo1")?);
    let (alpha, beta) = (group.take_or("alpha", 0.05)?, group.take_or("beta", 0.05)?);
    group.finish()?;
    Sprt::new(elo0, elo1, alpha, beta, model).map_err(|error| error.to_string())
}

pub(super) fn engine(mut group: Group) -> Result<EngineSettings, String> {
    let mut engine = EngineSettings::new(group.take::<String>("cmd")?);
    if let Some(name) = group.take_text("name") {
        engine.name = name;
    }
    if let Some(text) = group.take_text("args") {
        let arguments = shlex::split(&text);
        engine.arguments =
            arguments.ok_or_else(|| format!("-engine args: `{text}`, expected closed quotes"))?;
    }
    engine.folder = group.take_text("dir").map(PathBuf::from);
    engine.protocol = match group.take_or("proto", "uci".to_owned())?.as_str() {
        "uci" => Protocol::Uci,
        "xboard" | "cecp" => Protocol::Xboard,
        other => return Err(format!("-engine proto: `{other}`, expected uci or xboard")),
    };
    if let Some(text) = group.take_text("tc") {
        engine.control.clock = Period::read(&text).map_err(|error| format!("-engine tc: {error}"))?;
    }
    if let Some(text) = group.take_text("st") {
        let time = read_seconds(&text).filter(|time| !time.is_zero());
        engine.control.move_time =
            Some(time.ok_or_else(|| format!("-engine st: `{text}`, expected seconds"))?);
    }
    engine.control.nodes = group.take_optional("nodes")?;
    engine.control.depth = match group.take_optional("depth")? {
        // cutechess's old word.
        None => group.take_optional("plies")?,
        depth => depth,
    };
    engine.margin = Duration::from_millis(group.take_or("timemargin", 0)?);
    engine.restart = match group.take_or("restart", "auto".to_owned())?.as_str() {
        "on" => true,
        "off" | "auto" => false,
        other => return Err(format!("-engine restart: `{other}`, expected on, off or auto")),
    };
    for word in std::mem::take(&mut group.words) {
        match word.strip_prefix("option.").and_then(|option| option.split_once('=')) {
            Some((name, value)) => {
                engine.options.retain(|(other, _)| other != name);
                engine.options.push((name.to_owned(), value.to_owned()));
            }
            None => group.words.push(word),
        }
    }
    group.finish()?;
    Ok(engine)
}
