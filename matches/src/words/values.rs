//! What stands behind the words, as settings: games, openings, tests and engines.

use super::super::openings::{Format, Order};
use super::super::settings::{EngineSettings, Openings, Protocol};
use super::super::sprt::{Model, Sprt};
use super::super::time::{Period, read_seconds};
use super::facts::Facts;
use helgi_rules::games::GameId;
use std::path::PathBuf;
use std::time::Duration;

pub(super) fn variants(facts: &Facts) -> Result<Vec<GameId>, String> {
    let names: Vec<&str> = facts.words.iter().flat_map(|word| word.split(',')).collect();
    if names == ["all"] {
        return Ok(GameId::ALL.to_vec());
    }
    let game = |name: &&str| match *name {
        // cutechess's word.
        "standard" => Ok(GameId::DEFAULT),
        name => GameId::named(name).ok_or_else(|| unknown_variant(name)),
    };
    names.iter().map(game).collect()
}

fn unknown_variant(name: &str) -> String {
    let names: Vec<&str> = GameId::ALL.iter().map(|game| game.name()).collect();
    format!("-variant: `{name}`, expected one of: {}", names.join(", "))
}

pub(super) fn openings(mut facts: Facts) -> Result<Openings, String> {
    if facts.words.first().is_some_and(|word| word == "random") {
        facts.words.remove(0);
        let plies = facts.take_or("plies", 8)?;
        facts.finish()?;
        return Ok(Openings::Random { plies });
    }
    let path = PathBuf::from(facts.take::<String>("file")?);
    let named = |error| format!("-openings: {error}");
    let format = match facts.take_text("format") {
        Some(name) => name.parse().map_err(named)?,
        None if path.extension().is_some_and(|end| end == "pgn") => Format::Pgn,
        None => Format::Epd,
    };
    let order = facts.take_text("order").map_or(Ok(Order::Sequential), |name| name.parse()).map_err(named)?;
    let plies = facts.take_optional("plies")?;
    let first = facts.take_or("start", 1)?;
    facts.finish()?;
    Ok(Openings::File { path, format, order, plies, first })
}

pub(super) fn sprt(mut facts: Facts) -> Result<Sprt, String> {
    let model: Model = match facts.take_text("model") {
        Some(name) => name.parse().map_err(|error| format!("{error}"))?,
        None => Model::default(),
    };
    let (elo0, elo1) = (facts.take("elo0")?, facts.take("elo1")?);
    let (alpha, beta) = (facts.take_or("alpha", 0.05)?, facts.take_or("beta", 0.05)?);
    facts.finish()?;
    Sprt::new(elo0, elo1, alpha, beta, model).map_err(|error| error.to_string())
}

pub(super) fn engine(mut facts: Facts) -> Result<EngineSettings, String> {
    let mut engine = EngineSettings::new(facts.take::<String>("cmd")?);
    if let Some(name) = facts.take_text("name") {
        engine.name = name;
    }
    if let Some(text) = facts.take_text("args") {
        let arguments = shlex::split(&text);
        engine.arguments =
            arguments.ok_or_else(|| format!("-engine args: `{text}`, expected closed quotes"))?;
    }
    engine.folder = facts.take_text("dir").map(PathBuf::from);
    engine.protocol = match facts.take_or("proto", "uci".to_owned())?.as_str() {
        "uci" => Protocol::Uci,
        "xboard" | "cecp" => Protocol::Xboard,
        other => return Err(format!("-engine proto: `{other}`, expected uci or xboard")),
    };
    if let Some(text) = facts.take_text("tc") {
        engine.control.clock = Period::read(&text).map_err(|error| format!("-engine tc: {error}"))?;
    }
    if let Some(text) = facts.take_text("st") {
        let time = read_seconds(&text).filter(|time| !time.is_zero());
        engine.control.move_time =
            Some(time.ok_or_else(|| format!("-engine st: `{text}`, expected seconds"))?);
    }
    engine.control.nodes = facts.take_optional("nodes")?;
    engine.control.depth = match facts.take_optional("depth")? {
        // cutechess's old word.
        None => facts.take_optional("plies")?,
        depth => depth,
    };
    engine.margin = Duration::from_millis(facts.take_or("timemargin", 0)?);
    engine.restart = match facts.take_or("restart", "auto".to_owned())?.as_str() {
        "on" => true,
        "off" | "auto" => false,
        other => return Err(format!("-engine restart: `{other}`, expected on, off or auto")),
    };
    for word in std::mem::take(&mut facts.words) {
        match word.strip_prefix("option.").and_then(|option| option.split_once('=')) {
            Some((name, value)) => {
                engine.options.retain(|(other, _)| other != name);
                engine.options.push((name.to_owned(), value.to_owned()));
            }
            None => facts.words.push(word),
        }
    }
    facts.finish()?;
    Ok(engine)
}
