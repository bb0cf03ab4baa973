//! The words that begin a group, and what they set.

use super::super::pool_settings::PoolSettings;
use super::super::setting_error::SettingError;
use super::super::settings::{DrawRule, ResignRule, Tournament};
use super::group::Group;
use super::values::{self, openings, sprt, variants};
use super::{BoardWords, Draft};
use helgi_record::time::read_seconds;
use std::time::Duration;

/// A function that reads the words after a word.
pub(super) type Read = fn(&mut Draft, Group) -> Result<(), SettingError>;

/// The words, and the functions that read the words after them.
pub(super) const WORDS: [(&str, Read); 39] = [
    ("-engine", |draft, group| {
        draft.engines.push(group);
        Ok(())
    }),
    ("-each", |draft, group| {
        draft.each.words.extend(group.words);
        Ok(())
    }),
    ("-variant", |draft, group| {
        draft.settings.variants = variants(&group)?;
        Ok(())
    }),
    ("-rounds", |draft, group| group.into_one(&mut draft.settings.rounds)),
    ("-games", |draft, group| group.into_one(&mut draft.settings.games)),
    ("-repeat", |draft, group| {
        draft.settings.repeat = 2;
        if group.words.is_empty() { Ok(()) } else { group.into_one(&mut draft.settings.repeat) }
    }),
    ("-noswap", |draft, group| {
        draft.settings.same_colours = true;
        group.finish()
    }),
    ("-reverse", |draft, group| {
        draft.settings.reverse = true;
        group.finish()
    }),
    ("-concurrency", |draft, group| {
        draft.settings.concurrency = values::concurrency(&group)?;
        Ok(())
    }),
    ("-use-affinity", |draft, group| {
        draft.settings.processors = Some(values::processors(&group)?);
        Ok(())
    }),
    ("-srand", |draft, group| group.into_one(&mut draft.settings.seed)),
    // A word of earlier versions of fastchess.
    ("-randomseed", |draft, group| {
        draft.settings.seed = fastrand::u64(..);
        draft.is_seed_drawn = true;
        draft.notes.push(format!("-randomseed: -srand {} plays the same openings", draft.settings.seed));
        group.finish()
    }),
    ("-compliance", |_, _| {
        Err(SettingError::missing("-compliance", "no such word; `helgi conform` checks an engine"))
    }),
    ("-quick", |draft, group| values::quick(draft, group)),
    ("-seeds", |draft, group| {
        draft.seeds = Some(group.one()?);
        Ok(())
    }),
    ("-tournament", |draft, group| {
        draft.settings.tournament = match group.text()?.to_ascii_lowercase().as_str() {
            "round-robin" | "roundrobin" => Tournament::RoundRobin,
            "gauntlet" => Tournament::Gauntlet { seeds: 1 },
            "pyramid" => Tournament::Pyramid,
            "knockout" => {
                return Err(SettingError::said(
                    "-tournament",
                    "`knockout`, whose pairings depend on results, is not played",
                    "roundrobin, gauntlet or pyramid",
                ));
            }
            other => {
                return Err(SettingError::value("-tournament", other, "roundrobin, gauntlet or pyramid"));
            }
        };
        Ok(())
    }),
    ("-openings", |draft, mut group| {
        if let Some(policy) = group.take_text("policy") {
            draft.settings.policy = values::policy(&policy)?;
        }
        draft.settings.openings = Some(openings(group)?);
        Ok(())
    }),
    ("-sprt", |draft, group| {
        draft.settings.sprt = Some(sprt(group)?);
        Ok(())
    }),
    ("-draw", |draft, mut group| {
        group.has_words("movenumber=N movecount=N score=CP")?;
        let move_number = group.take_or("movenumber", 0)?;
        // Those of fastchess, where they are not given.
        let (move_count, score) = (group.take_or("movecount", 1)?, values::adjudicated_score(&mut group)?);
        draft.settings.draw = Some(DrawRule { move_number, move_count, score });
        group.finish()
    }),
    ("-resign", |draft, mut group| {
        group.has_words("movecount=N score=CP")?;
        let two_sided = group.take_or("twosided", false)?;
        let (move_count, score) = (group.take_or("movecount", 1)?, values::adjudicated_score(&mut group)?);
        draft.settings.resign = Some(ResignRule { move_count, score, two_sided });
        group.finish()
    }),
    ("-maxmoves", |draft, group| {
        // 0 is no limit, as in cutechess.
        draft.settings.max_moves = Some(group.one()?).filter(|&most| most > 0);
        Ok(())
    }),
    ("-recover", |draft, group| {
        draft.settings.recover = true;
        group.finish()
    }),
    ("-patience", |draft, group| {
        draft.settings.patience = group.seconds()?;
        Ok(())
    }),
    ("-wait", |draft, group| {
        draft.settings.wait = Duration::from_millis(group.one()?);
        Ok(())
    }),
    ("-pgnout", |draft, mut group| {
        if let Some(name) = group.take_word("notation") {
            draft.settings.notation =
                name.parse().map_err(|error| SettingError::said("-pgnout notation", error, ""))?;
        }
        draft.notes.extend(values::pgn_details(&mut group, &mut draft.settings.pgn_details)?);
        // Only whole games are ever written.
        group.words.retain(|word| word != "fi");
        let is_emptied = !group.take_or("append", true)?;
        let file = group.file()?;
        draft.emptied.extend(Some(file.clone()).filter(|_| is_emptied));
        draft.settings.pgn = Some(file);
        Ok(())
    }),
    ("-epdout", |draft, mut group| {
        let is_emptied = !group.take_or("append", true)?;
        let file = group.file()?;
        draft.emptied.extend(Some(file.clone()).filter(|_| is_emptied));
        draft.settings.epd = Some(file);
        Ok(())
    }),
    ("-event", |draft, group| {
        draft.settings.event = group.text()?;
        Ok(())
    }),
    ("-site", |draft, group| {
        draft.settings.site = group.text()?;
        Ok(())
    }),
    ("-log", |draft, group| values::log(draft, group)),
    ("-config", |draft, group| values::config(draft, group)),
    ("-part", |draft, group| {
        let text = group.text()?;
        draft.settings.part = Some(text.parse().map_err(|error| SettingError::said("-part", error, ""))?);
        Ok(())
    }),
    ("-pool", |draft, mut group| {
        let seconds = group.take_text("every").map(|text| {
            read_seconds(&text).ok_or_else(|| SettingError::value("-pool every", &text, "seconds"))
        });
        let pause = seconds.transpose()?;
        let mut pool = PoolSettings::new(group.file()?);
        pool.pause = pause.unwrap_or(pool.pause);
        draft.settings.pool = Some(pool);
        Ok(())
    }),
    ("-join", |draft, group| {
        draft.join = Some(values::files(&group)?);
        Ok(())
    }),
    ("-ratinginterval", |draft, group| group.into_one(&mut draft.output.interval)),
    ("-scoreinterval", |draft, group| group.into_one(&mut draft.output.score_interval)),
    ("-outcomeinterval", |draft, group| group.into_one(&mut draft.output.outcome_interval)),
    ("-report", |draft, mut group| {
        draft.output.pairs = group.take("penta")?;
        group.finish()
    }),
    ("-board", |draft, mut group| {
        let (port, keep) = (group.take_optional("port")?, group.take_optional("keep")?);
        draft.board = Some(BoardWords { port, open: group.take_or("open", true)?, keep });
        group.finish()
    }),
    ("-output", |draft, mut group| {
        match group.take::<String>("format")?.as_str() {
            "cutechess" => {}
            "fastchess" => draft.note_idle("-output format=fastchess", "the form is that of cutechess"),
            other => return Err(SettingError::value("-output format", other, "cutechess or fastchess")),
        }
        group.finish()
    }),
];

/// Words of cutechess-cli and fastchess that change nothing here, and why.
pub(super) const IDLE: [(&str, &str); 17] = [
    ("-tb", "no tablebases are read"),
    ("-tbpieces", "no tablebases are read"),
    ("-tbignore50", "no tablebases are read"),
    ("-tbadjudicate", "no tablebases are read"),
    ("-debug", "-log FILE keeps all lines"),
    ("-bookmode", "books are read whole"),
    ("-resultformat", "the table has one form"),
    ("-autosaveinterval", "-config saves after every game"),
    ("-show-latency", ""),
    ("-check-mate-pvs", ""),
    ("-strict", ""),
    ("-crc32", ""),
    ("-force-concurrency", "-concurrency has no limit"),
    ("-startup-ms", "tscale= of an engine changes its times"),
    ("-ucinewgame-ms", "tscale= of an engine changes its times"),
    ("-ping-ms", "tscale= of an engine changes its times"),
    // fastchess' word for a run by a testing framework.
    ("-testEnv", ""),
];

/// These are not about the match.
pub(super) const ABOUT_OUTPUT: [&str; 7] =
    ["-config", "-ratinginterval", "-scoreinterval", "-outcomeinterval", "-report", "-output", "-board"];
