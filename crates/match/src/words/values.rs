//! The values of the words, as settings: games, openings, tests and files.

use super::super::openings::{Format, OpeningOrder, UnknownWord};
use super::super::processors::ranges;
use super::super::setting_error::SettingError;
use super::super::settings::{DrawRule, OpeningPolicy, Openings, PgnDetails};
use super::super::sprt::{EloModel, Sprt};
use super::Draft;
use super::group::Group;
use helgi_files::at_home;
use helgi_rules::games::GameId;
use std::path::PathBuf;
use std::thread;

pub(super) fn variants(group: &Group) -> Result<Vec<GameId>, SettingError> {
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
    let games: Result<Vec<Vec<GameId>>, SettingError> = group.words.iter().map(of_word).collect();
    Ok(games?.concat())
}

fn variant(name: &str) -> Result<GameId, SettingError> {
    name.parse().map_err(|error| {
        SettingError::said("-variant", format!("{error}; `helgi variants` lists all games"), "")
    })
}

/// The facts about moves for the PGN, in fastchess' words; returns remarks on those that are not told.
pub(super) fn pgn_details(group: &mut Group, details: &mut PgnDetails) -> Result<Vec<String>, SettingError> {
    let mut notes = Vec::new();
    details.nodes = group.take_or("nodes", details.nodes)?;
    details.seldepth = group.take_or("seldepth", details.seldepth)?;
    details.nps = group.take_or("nps", details.nps)?;
    // cutechess's word has no value.
    let is_min = group.words.iter().any(|word| word == "min");
    group.words.retain(|word| word != "min");
    details.is_minimal = group.take_or("min", is_min)?;
    for name in ["hashfull", "tbhits", "timeleft", "latency", "pv"] {
        if group.take_or(name, false)? {
            notes.push(format!("known, without effect: {} {name}=true (not told in the PGN)", group.word));
        }
    }
    if let Some(line) = group.take_text("match_line").filter(|line| !line.is_empty()) {
        let word = &group.word;
        notes.push(format!(
            "known, without effect: {word} match_line={line} (-log keeps lines of engines, the PGN does not)"
        ));
    }
    Ok(notes)
}

/// Files, of which some may be named by patterns: not every shell expands them.
pub(super) fn files(group: &Group) -> Result<Vec<PathBuf>, SettingError> {
    let mut files = Vec::new();
    for word in &group.words {
        let path = PathBuf::from(word);
        if path.exists() || !word.contains(['*', '?', '[']) {
            files.push(path);
            continue;
        }
        let found = glob::glob(word)
            .map_err(|error| SettingError::said(&group.word, format!("`{word}`, {error}"), ""))?;
        let before = files.len();
        files.extend(found.filter_map(Result::ok));
        if files.len() == before {
            return Err(SettingError::value(&group.word, word, "a pattern that finds files"));
        }
    }
    if files.is_empty() {
        return Err(SettingError::said(&group.word, "no files", "the saved matches of the parts"));
    }
    Ok(files)
}

pub(super) fn openings(mut group: Group) -> Result<Openings, SettingError> {
    if group.words.first().is_some_and(|word| word == "random") {
        group.words.remove(0);
        let plies = group.take_or("plies", 8)?;
        group.finish()?;
        return Ok(Openings::Random { plies });
    }
    let named = |key: &str, error: UnknownWord| SettingError::said(format!("-openings {key}"), error, "");
    if group.words.first().is_some_and(|word| word == "starts") {
        group.words.remove(0);
        let order = group.take_word("order").map_or(Ok(OpeningOrder::Sequential), |name| name.parse());
        let number: usize = group.take_or("start", 0)?;
        group.finish()?;
        return Ok(Openings::Starts {
            order: order.map_err(|error| named("order", error))?,
            first: number.saturating_add(1),
        });
    }
    // The file may stand alone.
    let alone = group.words.iter().position(|word| !word.contains('=') && at_home(word).is_file());
    let path = match alone.map(|place| group.words.remove(place)) {
        Some(file) => at_home(&file),
        None => at_home(&group.take::<String>("file")?),
    };
    let format = match group.take_word("format") {
        Some(name) => name.parse().map_err(|error| named("format", error))?,
        None if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn")) => Format::Pgn,
        None => Format::Epd,
    };
    let order = group.take_word("order").map_or(Ok(OpeningOrder::Sequential), |name| name.parse());
    let order = order.map_err(|error| named("order", error))?;
    let plies = group.take_optional("plies")?;
    let first = group.take_or("start", 1)?;
    group.finish()?;
    Ok(Openings::File { path, format, order, plies, first })
}

pub(super) fn sprt(mut group: Group) -> Result<Sprt, SettingError> {
    let model: EloModel = match group.take_word("model") {
        Some(name) => name.parse().map_err(|error| SettingError::said("", error, ""))?,
        None => EloModel::default(),
    };
    let (elo0, elo1) = (group.take("elo0")?, group.take("elo1")?);
    let (alpha, beta) = (group.take_or("alpha", 0.05)?, group.take_or("beta", 0.05)?);
    group.finish()?;
    Sprt::new(elo0, elo1, alpha, beta, model).map_err(|error| SettingError::said("", error, ""))
}

pub(super) fn policy(text: &str) -> Result<OpeningPolicy, SettingError> {
    match text.to_ascii_lowercase().as_str() {
        "default" => Ok(OpeningPolicy::Repeat),
        "encounter" => Ok(OpeningPolicy::Encounter),
        "round" => Ok(OpeningPolicy::Round),
        _ => Err(SettingError::value("-openings policy", text, "default, encounter or round")),
    }
}

/// A score of a rule of adjudication, in hundredths of a pawn; 0 as in fastchess where none is given.
pub(super) fn adjudicated_score(group: &mut Group) -> Result<i32, SettingError> {
    let score = group.take_or("score", 0)?;
    if score < 0 {
        return Err(SettingError::value(format!("{} score", group.word), score, "a number, not negative"));
    }
    Ok(score)
}

/// The number of games at once. None or a negative one counts down from the processors, as in fastchess.
pub(super) fn concurrency(group: &Group) -> Result<usize, SettingError> {
    let wanted: i32 = group.one()?;
    match usize::try_from(wanted) {
        Ok(number) if number > 0 => Ok(number),
        _ => Ok(processors_but(wanted.unsigned_abs() as usize)),
    }
}

/// The number of processors without some of them; at least one.
fn processors_but(others: usize) -> usize {
    let all = thread::available_parallelism().map_or(1, |number| number.get());
    all.saturating_sub(others).max(1)
}

/// Processors as `3,5,7-11,13`; none for all.
pub(super) fn processors(group: &Group) -> Result<Vec<usize>, SettingError> {
    let text = group.words.join(" ");
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let mut numbers: Vec<usize> = ranges(&text)
        .ok_or_else(|| SettingError::value(&group.word, &text, "processors such as 3,5,7-11"))?
        .into_iter()
        .flatten()
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}

/// A match of two engines with fastchess' settings for a quick one.
pub(super) fn quick(draft: &mut Draft, mut group: Group) -> Result<(), SettingError> {
    let book = group.take_text("book").ok_or_else(|| SettingError::missing("-quick", "book=FILE"))?;
    let is_program = |word: &String| word.starts_with("cmd=");
    let programs: Vec<String> = group.words.extract_if(.., |word| is_program(word)).collect();
    group.finish()?;
    if programs.len() != 2 {
        return Err(SettingError::said("-quick", format!("{} programs", programs.len()), "two of cmd=…"));
    }
    for program in programs {
        let words = vec![program, "tc=10+0.1".to_owned()];
        draft.engines.push(Group::new("-engine", words));
    }
    draft.settings.openings =
        Some(openings(Group::new("-openings", vec![format!("file={book}"), "order=random".to_owned()]))?);
    draft.settings.draw = Some(DrawRule { move_number: 30, move_count: 8, score: 8 });
    (draft.settings.rounds, draft.settings.games, draft.settings.repeat) = (25_000, 2, 2);
    draft.settings.concurrency = processors_but(2);
    draft.settings.recover = true;
    Ok(())
}

/// The file for the lines of engines, in fastchess' words, too.
pub(super) fn log(draft: &mut Draft, mut group: Group) -> Result<(), SettingError> {
    for name in ["level", "compress", "realtime", "engine"] {
        if let Some(value) = group.take_text(name).filter(|value| value != "false") {
            // The lines of engines are all that is logged.
            if name != "engine" {
                draft.note_idle(&format!("-log {name}={value}"), "");
            }
        }
    }
    let is_emptied = !group.take_or("append", true)?;
    if group.words.is_empty() {
        draft.note_idle("-log", "no file, expected file=…");
        return Ok(());
    }
    let file = group.file()?;
    draft.emptied.extend(Some(file.clone()).filter(|_| is_emptied));
    draft.settings.log = Some(file);
    Ok(())
}

/// The file of the saved match, in fastchess' words, too.
pub(super) fn config(draft: &mut Draft, mut group: Group) -> Result<(), SettingError> {
    draft.is_new = group.take_or("discard", false)?;
    if !group.take_or("stats", true)? {
        draft.is_new = true;
    }
    let outname = group.take_text("outname");
    let file = match outname {
        Some(outname) if group.words.is_empty() => PathBuf::from(outname),
        Some(outname) => {
            let file = group.file()?;
            if file.as_os_str() != outname.as_str() {
                let expected = format!("{}: a match is saved where it was read", file.display());
                return Err(SettingError::value("-config outname", outname, expected));
            }
            file
        }
        None => group.file()?,
    };
    draft.config = Some(file);
    Ok(())
}
