//! The words of `helgi match`, which are those of cutechess-cli and fastchess.
//!
//! A word with one dash begins a group; the words up to the next such word belong to it.

mod group;
mod values;

use super::pool::PoolSettings;
use super::settings::{DrawRule, EngineSettings, MatchSettings, ResignRule, Tournament};
use group::{Group, groups};
use helgi_record::time::read_seconds;
use helgi_rules::readable::Style;
use std::path::PathBuf;
use std::time::Duration;
use values::{engine, openings, sprt, variants};

/// The text of `helgi match --help`.
pub const HELP: &str = include_str!("help.txt").trim_ascii_end();

/// A parsed command line.
#[derive(Debug)]
pub struct Request {
    /// The match; `None` if no engine was named.
    pub settings: Option<MatchSettings>,
    /// The file in which it is saved.
    pub config: Option<PathBuf>,
    /// The output.
    pub output: OutputWords,
    /// The view in the browser, if there is one.
    pub board: Option<BoardWords>,
    /// The saved parts of a match that are to be joined, instead of a match.
    pub join: Option<JoinWords>,
}

/// Parts of a match to be joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JoinWords {
    /// Their files.
    pub files: Vec<PathBuf>,
    /// The file for their games.
    pub pgn: Option<PathBuf>,
}

/// The view of a match in the browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardWords {
    /// The port; one that is free for `None`.
    pub port: Option<u16>,
    /// True if the browser is opened.
    pub open: bool,
    /// True if the page stays when the match is over; the caller decides for `None`.
    pub keep: Option<bool>,
}

/// The output of a match.
#[derive(Clone, Copy, Debug)]
pub struct OutputWords {
    /// After how many games the ratings are; never if 0.
    pub interval: usize,
    /// True if there is a line about pairs of games.
    pub pairs: bool,
}

/// The settings read so far.
struct Draft {
    engines: Vec<Group>,
    each: Group,
    settings: MatchSettings,
    seeds: Option<usize>,
    config: Option<PathBuf>,
    output: OutputWords,
    board: Option<BoardWords>,
    join: Option<Vec<PathBuf>>,
    /// The words that are about a match, other than what it prints.
    about_match: Vec<String>,
}

type Read = fn(&mut Draft, Group) -> Result<(), String>;

/// The words, and the functions that read the words after them.
const WORDS: [(&str, Read); 31] = [
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
    ("-concurrency", |draft, group| group.into_one(&mut draft.settings.concurrency)),
    ("-srand", |draft, group| group.into_one(&mut draft.settings.seed)),
    ("-seeds", |draft, group| {
        draft.seeds = Some(group.one()?);
        Ok(())
    }),
    ("-tournament", |draft, group| {
        draft.settings.tournament = match group.text()?.as_str() {
            "round-robin" | "roundrobin" => Tournament::RoundRobin,
            "gauntlet" => Tournament::Gauntlet { seeds: 1 },
            other => return Err(format!("-tournament: `{other}`, expected roundrobin or gauntlet")),
        };
        Ok(())
    }),
    ("-openings", |draft, group| {
        draft.settings.openings = Some(openings(group)?);
        Ok(())
    }),
    ("-sprt", |draft, group| {
        draft.settings.sprt = Some(sprt(group)?);
        Ok(())
    }),
    ("-draw", |draft, mut group| {
        let move_number = group.take_or("movenumber", 0)?;
        let (move_count, score) = (group.take("movecount")?, group.take("score")?);
        draft.settings.draw = Some(DrawRule { move_number, move_count, score });
        group.finish()
    }),
    ("-resign", |draft, mut group| {
        let two_sided = group.take_or("twosided", false)?;
        let (move_count, score) = (group.take("movecount")?, group.take("score")?);
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
        if let Some(name) = group.take_text("notation") {
            draft.settings.notation = name.parse().map_err(|error| format!("-pgnout notation: {error}"))?;
        }
        draft.settings.pgn = Some(group.file()?);
        Ok(())
    }),
    ("-epdout", |draft, group| {
        draft.settings.epd = Some(group.file()?);
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
    ("-log", |draft, group| {
        draft.settings.log = Some(group.file()?);
        Ok(())
    }),
    ("-config", |draft, group| {
        draft.config = Some(group.file()?);
        Ok(())
    }),
    ("-part", |draft, group| {
        let text = group.text()?;
        draft.settings.part = Some(text.parse().map_err(|error| format!("-part: {error}"))?);
        Ok(())
    }),
    ("-pool", |draft, mut group| {
        let seconds = group.take_text("every").map(|text| {
            read_seconds(&text).ok_or_else(|| format!("-pool every: `{text}`, expected seconds"))
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
    ("-report", |draft, mut group| {
        draft.output.pairs = group.take("penta")?;
        group.finish()
    }),
    ("-board", |draft, mut group| {
        let (port, keep) = (group.take_optional("port")?, group.take_optional("keep")?);
        draft.board = Some(BoardWords { port, open: group.take_or("open", true)?, keep });
        group.finish()
    }),
    // The output of fastchess always has this form.
    ("-output", |_, mut group| match group.take::<String>("format")?.as_str() {
        "cutechess" => group.finish(),
        other => Err(format!("-output format: `{other}`, expected cutechess")),
    }),
];

/// These are not about the match.
const ABOUT_OUTPUT: [&str; 5] = ["-config", "-ratinginterval", "-report", "-output", "-board"];

/// Reads the words.
pub fn read(words: &[String]) -> Result<Request, String> {
    let mut draft = Draft {
        engines: Vec::new(),
        each: Group { word: "-each".to_owned(), words: Vec::new() },
        settings: MatchSettings::new(Vec::new()),
        seeds: None,
        config: None,
        output: OutputWords { interval: 0, pairs: true },
        board: None,
        join: None,
        about_match: Vec::new(),
    };
    for group in groups(words)? {
        let word = group.word.clone();
        let Some((_, read)) = WORDS.iter().find(|(name, _)| *name == word) else {
            let names: Vec<&str> = WORDS.iter().map(|(name, _)| *name).collect();
            return Err(format!("`{word}`, expected one of: {}", names.join(" ")));
        };
        if !ABOUT_OUTPUT.contains(&word.as_str()) {
            draft.about_match.push(word);
        }
        read(&mut draft, group)?;
    }
    draft.finish()
}

/// Reads the words of one engine, as those behind `-engine`.
///
/// # Errors
///
/// If a word is not known or has no such value; the error says what was expected.
pub fn read_engine(words: &[String]) -> Result<EngineSettings, String> {
    values::engine(Group { word: "-engine".to_owned(), words: words.to_vec() })
}

impl Draft {
    fn finish(mut self) -> Result<Request, String> {
        if let Some(files) = self.join.take() {
            return self.finish_join(files);
        }
        if self.engines.is_empty() {
            return match self.about_match.first() {
                Some(word) => Err(format!("{word}: no engines, expected at least two of -engine cmd=…")),
                None => Ok(Request {
                    settings: None,
                    config: self.config,
                    output: self.output,
                    board: self.board,
                    join: None,
                }),
            };
        }
        if let Some(wanted) = self.seeds {
            match &mut self.settings.tournament {
                Tournament::Gauntlet { seeds } => *seeds = wanted,
                Tournament::RoundRobin => {
                    return Err("-seeds: expected -tournament gauntlet with it".to_owned());
                }
            }
        }
        for group in self.engines {
            // Settings of one engine take precedence over those of all.
            let words = self.each.words.iter().chain(&group.words).cloned().collect();
            self.settings.engines.push(engine(Group { word: group.word, words })?);
        }
        number_names(&mut self.settings.engines);
        self.settings.check()?;
        let Draft { settings, config, output, board, .. } = self;
        if let Some(pool) = &settings.pool {
            let saved =
                config.as_ref().ok_or("-pool: no -config, expected a file that the other parts can read")?;
            pool.check_own(saved)?;
        }
        Ok(Request { settings: Some(settings), config, output, board, join: None })
    }

    /// The files decide everything about a joined match.
    fn finish_join(self, files: Vec<PathBuf>) -> Result<Request, String> {
        let is_known = |word: &&String| ["-join", "-pgnout"].contains(&word.as_str());
        if let Some(word) = self.about_match.iter().find(|word| !is_known(word)) {
            return Err(format!(
                "{word}: not with -join, expected only -config, -pgnout and words about output"
            ));
        }
        if self.settings.notation != Style::San {
            return Err("-pgnout notation: not with -join, which keeps that of the parts".to_owned());
        }
        if self.board.is_some() {
            return Err("-board: not with -join, which plays no games".to_owned());
        }
        let join = Some(JoinWords { files, pgn: self.settings.pgn });
        Ok(Request { settings: None, config: self.config, output: self.output, board: None, join })
    }
}

/// Two engines of one name become `helgi` and `helgi 2`.
fn number_names(engines: &mut [EngineSettings]) {
    for index in 1..engines.len() {
        let (before, rest) = engines.split_at_mut(index);
        let Some(engine) = rest.first_mut() else { return };
        let name = engine.name.clone();
        let mut number = 1;
        while before.iter().any(|other| other.name == engine.name) {
            number += 1;
            engine.name = format!("{name} {number}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::openings::OpeningOrder;
    use super::super::settings::{Openings, Protocol};
    use super::super::sprt::EloModel;
    use super::*;
    use helgi_rules::games::GameId;

    fn order(text: &str) -> Result<Request, String> {
        read(&shlex::split(text).unwrap())
    }

    fn settings(text: &str) -> MatchSettings {
        order(text).unwrap().settings.unwrap()
    }

    const TWO: &str = "-engine cmd=a -engine cmd=a -each nodes=5 ";
    const PARTS: &str = "-rounds 8 -sprt elo0=0 elo1=5 -part 1/4 ";

    #[test]
    fn engines_and_what_is_common_to_them() {
        let settings = settings(
            "-engine cmd=./one args='-x \"a b\"' tc=40/60+0.5 option.Hash=16 -engine cmd=two proto=xboard st=1.5 name=B \
             -each option.Hash=8 option.Threads=2 timemargin=20 dir=/tmp -variant tavreli,chess -rounds 3 -games 2 \
             -repeat -srand 7 -maxmoves 200 -recover",
        );
        let [one, two] = settings.engines.as_slice() else { panic!() };
        assert_eq!(
            (one.name.as_str(), one.arguments.as_slice()),
            ("one", ["-x".to_owned(), "a b".to_owned()].as_slice())
        );
        assert_eq!(one.control.clock, Some("40/60+0.5".parse().unwrap()));
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(one.options, [pair("Threads", "2"), pair("Hash", "16")]);
        assert_eq!((two.name.as_str(), two.protocol), ("B", Protocol::Xboard));
        assert_eq!(two.control.move_time, Some(Duration::from_millis(1500)));
        assert_eq!(two.margin, Duration::from_millis(20));
        assert_eq!(settings.variants.len(), 2);
        assert_eq!((settings.rounds, settings.games, settings.repeat, settings.seed), (3, 2, 2, 7));
        assert_eq!((settings.max_moves, settings.recover), (Some(200), true));
    }

    #[test]
    fn engines_of_one_name_are_numbered() {
        let names: Vec<String> = settings(TWO).engines.into_iter().map(|engine| engine.name).collect();
        assert_eq!(names, ["a", "a 2"]);
    }

    #[test]
    fn rules_of_the_match() {
        let text = "-draw movenumber=40 movecount=8 score=10 -resign movecount=3 score=500 twosided=true \
                    -sprt elo0=0 elo1=5 model=logistic -tournament gauntlet -openings random plies=4";
        let settings = settings(&format!("{TWO}{text}"));
        assert_eq!(settings.draw, Some(DrawRule { move_number: 40, move_count: 8, score: 10 }));
        assert_eq!(settings.resign, Some(ResignRule { move_count: 3, score: 500, two_sided: true }));
        assert_eq!(settings.sprt.map(|sprt| sprt.model), Some(EloModel::Logistic));
        assert_eq!(settings.tournament, Tournament::Gauntlet { seeds: 1 });
        assert_eq!(settings.openings, Some(Openings::Random { plies: 4 }));
    }

    #[test]
    fn chess960_begins_with_its_starts_by_number() {
        let one = settings(&format!("{TWO}-variant fischerandom -openings starts start=518"));
        assert_eq!(one.variants, [GameId::FISCHERANDOM]);
        assert_eq!(one.openings, Some(Openings::Starts { order: OpeningOrder::Sequential, first: 519 }));
        let any = settings(&format!("{TWO}-variant chess960 -openings starts order=random"));
        assert_eq!(any.openings, Some(Openings::Starts { order: OpeningOrder::Random, first: 1 }));
    }

    #[test]
    fn a_saved_match_needs_no_engines() {
        let order = order("-config file=x.json -ratinginterval 5 -board port=8000 open=false").unwrap();
        assert_eq!((order.settings, order.output.interval), (None, 5));
        assert_eq!(order.board, Some(BoardWords { port: Some(8000), open: false, keep: None }));
        assert_eq!(order.config, Some(PathBuf::from("x.json")));
    }

    #[test]
    fn parts_and_their_union() {
        let part = order(&format!("{TWO}{PARTS}-pool run/p-*.json every=0.5 -config run/p-1.json")).unwrap();
        let settings = part.settings.unwrap();
        assert_eq!(settings.part, super::super::part::Part::new(1, 4));
        let pause = Duration::from_millis(500);
        assert_eq!(settings.pool, Some(PoolSettings { pause, ..PoolSettings::new("run/p-*.json") }));
        let joined = order("-join a.json b.json -config all.json -pgnout all.pgn").unwrap();
        let files = ["a.json", "b.json"].map(PathBuf::from).to_vec();
        assert_eq!(joined.join, Some(JoinWords { files, pgn: Some(PathBuf::from("all.pgn")) }));
        assert_eq!(joined.config, Some(PathBuf::from("all.json")));
    }

    #[test]
    fn errors_say_what_was_expected() {
        for (text, problem) in [
            ("engine", "`engine`, expected a word with a dash, such as -engine"),
            ("-rounds 5", "-rounds: no engines, expected at least two of -engine cmd=…"),
            ("-engine cmd=a nodes=1", "engines: 1, expected at least 2"),
            ("-engine cmd=a -engine cmd=b", "a: no limit, expected at least one of tc, st, nodes and depth"),
            (
                "-engine cmd=a tc=x",
                "-engine tc: `x`, expected MOVES/MINUTES:SECONDS+INCREMENT such as 60+0.6, 1:30 or 40/60, or `inf`",
            ),
            ("-engine name=a", "-engine: expected cmd=…"),
            ("-engine cmd=a nodes=many", "-engine nodes: `many`, expected a whole number, not negative"),
            ("-engine cmd=a foo=1", "-engine: `foo=1` is not known here"),
            ("-engine cmd=a proto=usi", "-engine proto: `usi`, expected uci or xboard"),
            (&format!("{TWO}-rounds x"), "-rounds: `x`, expected a whole number, not negative"),
            (&format!("{TWO}-rounds 0"), "rounds: 0, expected at least 1"),
            (&format!("{TWO}-pgnout"), "-pgnout: no file, expected file=…"),
            (
                &format!("{TWO}-part 5/4"),
                "-part: `5/4`, expected a part and the number of parts, such as 3/16",
            ),
            (&format!("{TWO}-part 1/4"), "part: 1/4 of 1 rounds, expected at most 1 parts"),
            (&format!("{TWO}-pool x-*"), "pool: `x-*`, expected a part with it"),
            (
                &format!("{TWO}{PARTS}-pool x-* every=11"),
                "pool: 11 s between two looks, expected at most 10 s",
            ),
            (
                &format!("{TWO}{PARTS}-pool x-*"),
                "-pool: no -config, expected a file that the other parts can read",
            ),
            (
                &format!("{TWO}{PARTS}-pool x-* -config y-1"),
                "pool: `x-*` does not find `y-1`, expected a pattern of the saved matches of all parts",
            ),
            ("-join", "-join: no files, expected the saved matches of the parts"),
            (
                "-join a.json -rounds 3",
                "-rounds: not with -join, expected only -config, -pgnout and words about output",
            ),
            (&format!("{TWO}-draw score=1"), "-draw: expected movecount=…"),
            (&format!("{TWO}-board port=99999"), "-board port: `99999`, expected a number from 0 to 65535"),
            (&format!("{TWO}-board noopen"), "-board: `noopen` is not known here"),
            (&format!("{TWO}-seeds 1"), "-seeds: expected -tournament gauntlet with it"),
            (
                &format!("{TWO}-sprt elo0=5 elo1=0"),
                "sprt elo1: `0`, expected a number greater than elo0, up to 4000",
            ),
            (&format!("{TWO}-openings file=x format=san"), "-openings: `san`, expected epd or pgn"),
            (
                &format!("{TWO}-resign movecount=1 score=1 twosided=maybe"),
                "-resign twosided: `maybe`, expected true or false",
            ),
        ] {
            assert_eq!(order(text).unwrap_err(), problem, "{text}");
        }
        assert!(order("-foo").unwrap_err().starts_with("`-foo`, expected one of: -engine "));
        assert!(
            order(&format!("{TWO}-variant shogi"))
                .unwrap_err()
                .starts_with("-variant: `shogi`, expected one of: chess")
        );
    }
}
