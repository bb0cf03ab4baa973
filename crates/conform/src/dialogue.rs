//! One check in progress: the engine, the things said and heard, and the search that is looked at.

use crate::facts::Facts;
use crate::tested::{NoLine, Tested};
use crate::track::Track;
use helgi_match::settings::EngineSettings;
use helgi_protocol::client::cecp;
use helgi_protocol::dialect::ucci;
use helgi_protocol::suite::SuiteProtocol;
use helgi_protocol::transcript::{DEFAULT_LIMIT, Pattern};
use helgi_rules::board::Side;
use helgi_rules::{AnyPosition, Position};
use serde::Serialize;
use std::io;
use std::time::{Duration, Instant};

/// The most lines of a dialogue that are kept for the report.
const MOST_LINES: usize = 400;

/// The longest line in a report, in characters.
const LONGEST: usize = 400;

/// The most bytes of an engine that are read in one check. The reports of the longest search are a small part of it.
const MOST_BYTES: usize = 16 << 20;

/// The most lines of an engine that are read in one check.
const MOST_HEARD: usize = 300_000;

/// A line of a dialogue.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DialogueLine {
    /// The time since the engine was started, in milliseconds.
    pub milliseconds: u64,
    /// True if the engine wrote it, and false if it was sent to the engine.
    pub from_engine: bool,
    /// The text; long ones are cut.
    pub text: String,
}

/// The reason why a check has failed.
pub(crate) type Failure = String;

/// A search that an engine was asked for.
#[derive(Default)]
pub(crate) struct Asked {
    /// The position, if it is known.
    pub position: Option<AnyPosition>,
    /// The reports of the search, as they came.
    pub infos: Vec<String>,
    /// The answer: the move of `bestmove` or `move`, and the words behind it.
    pub answer: Option<Vec<String>>,
    /// The line of the answer and when it came.
    pub answered: Option<(Instant, String)>,
    /// The reason why a move is illegal, for protocols in which it is played at once.
    pub illegal: Option<String>,
}

/// A dialogue with an engine.
pub(crate) struct Dialogue {
    pub engine: Tested,
    pub protocol: SuiteProtocol,
    pub facts: Facts,
    pub track: Track,
    pub asked: Asked,
    /// The searches ordered and the answers received since the beginning.
    pub orders: usize,
    pub answers: usize,
    /// The last line that was waited for.
    pub awaited: Option<(Instant, String)>,
    pub sent_at: Instant,
    pub limit: Duration,
    /// The time after which no line is waited for any more.
    pub deadline: Option<Instant>,
    pub slow: f64,
    pub crlf: bool,
    pub pings: u32,
    /// The memory when its growth was last asked for.
    pub memory: Option<u64>,
    pub forbidden: Vec<Pattern>,
    pub allowed: Vec<Pattern>,
    pub lines: Vec<DialogueLine>,
    omitted: usize,
    /// The lines and the bytes that the engine has written.
    heard: (usize, usize),
    started: Instant,
}

impl Dialogue {
    pub fn start(settings: &EngineSettings, protocol: SuiteProtocol, slow: f64) -> io::Result<Dialogue> {
        let now = Instant::now();
        Ok(Dialogue {
            engine: Tested::start(settings)?,
            protocol,
            facts: Facts::default(),
            track: Track::new(protocol),
            asked: Asked::default(),
            orders: 0,
            answers: 0,
            awaited: None,
            sent_at: now,
            limit: DEFAULT_LIMIT,
            deadline: None,
            slow,
            crlf: false,
            pings: 0,
            memory: None,
            forbidden: Vec::new(),
            allowed: Vec::new(),
            lines: Vec::new(),
            omitted: 0,
            heard: (0, 0),
            started: now,
        })
    }

    /// A time of the suite on this machine.
    pub fn scaled(&self, time: Duration) -> Duration {
        time.mul_f64(self.slow)
    }

    /// Sends a line.
    pub fn send_line(&mut self, line: &str) {
        let end = if self.crlf { "\r\n" } else { "\n" };
        self.send(format!("{line}{end}").into_bytes());
    }

    /// Sends bytes. A move of XBoard's protocol loses its word if the engine wants none, and the side to move is
    /// named before `go` unless the engine wants none of that.
    pub fn send(&mut self, bytes: Vec<u8>) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let is_go = self.protocol == SuiteProtocol::Xboard && text.trim_end() == "go";
        if is_go
            && self.facts.feature("colors") != Some("0")
            && let Some(side) = self.track.position().map(Position::side)
        {
            self.send_line(if side == Side::White { "white" } else { "black" });
        }
        let is_bare = self.protocol == SuiteProtocol::Xboard
            && text.starts_with("usermove ")
            && !self.facts.has_feature("usermove");
        let bytes = if is_bare { bytes.get(9..).unwrap_or_default().to_vec() } else { bytes };
        // Bytes may hold several lines at once, as a GUI may send them.
        for line in text.lines() {
            self.track.sent(line);
            self.order(line);
        }
        self.keep(false, String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']));
        self.sent_at = Instant::now();
        self.engine.send(bytes);
    }

    /// Begins another search if the line orders one.
    fn order(&mut self, line: &str) {
        let mut words = line.split_ascii_whitespace();
        let begins = match (self.protocol, words.next(), words.next()) {
            (SuiteProtocol::Xboard, Some("go" | "usermove" | "analyze" | "playother"), _) => true,
            (SuiteProtocol::Xboard, ..) => false,
            // `go perft` is no search: it has no answer.
            (_, Some("go"), next) => next != Some("perft"),
            _ => false,
        };
        if begins {
            self.orders += 1;
            self.asked = Asked { position: self.track.position().cloned(), ..Asked::default() };
        }
    }

    /// Keeps a line for the report. Of a long dialogue the beginning and the end are kept.
    fn keep(&mut self, from_engine: bool, text: &str) {
        let milliseconds = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let mut kept: String = text.chars().take(LONGEST).collect();
        if kept.len() < text.len() {
            kept.push_str(&format!(" … ({} bytes)", text.len()));
        }
        if self.lines.len() >= MOST_LINES {
            // The middle of a long dialogue is left out.
            self.lines.remove(MOST_LINES / 2);
            self.omitted += 1;
        }
        self.lines.push(DialogueLine { milliseconds, from_engine, text: kept });
    }

    /// The lines for the report, with a note about those left out.
    pub fn into_lines(mut self) -> Vec<DialogueLine> {
        if self.omitted > 0 {
            let note = format!("({} lines left out)", self.omitted);
            let at = self.lines.get(MOST_LINES / 2).map_or(0, |line| line.milliseconds);
            self.lines
                .insert(MOST_LINES / 2, DialogueLine { milliseconds: at, from_engine: true, text: note });
        }
        self.lines
    }

    /// The next line of the engine. One that has written too much is not listened to any more.
    pub fn next(&mut self, until: Instant) -> Result<(Instant, String), NoLine> {
        if self.excess().is_some() {
            return Err(NoLine::Closed);
        }
        let (at, line) = self.engine.line(self.deadline.map_or(until, |deadline| until.min(deadline)))?;
        self.take(at, &line);
        Ok((at, line))
    }

    /// The lines that are here already, but none of those that come meanwhile.
    pub fn take_ready(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        // Their number is taken once: an engine that writes all the time would keep this from ending.
        for _ in 0..self.engine.ready_lines() {
            let Some((at, line)) = self.engine.ready_line().filter(|_| self.excess().is_none()) else {
                break;
            };
            self.take(at, &line);
            lines.push(line);
        }
        lines
    }

    /// The excess of what the engine has written, if there is one.
    fn excess(&self) -> Option<String> {
        let (lines, bytes) = self.heard;
        if lines > MOST_HEARD {
            Some(format!("the engine has written more than {MOST_HEARD} lines"))
        } else if bytes > MOST_BYTES {
            Some(format!("the engine has written more than {} MiB", MOST_BYTES >> 20))
        } else {
            None
        }
    }

    fn take(&mut self, at: Instant, line: &str) {
        self.heard = (self.heard.0 + 1, self.heard.1 + line.len());
        self.keep(true, line);
        match self.protocol {
            SuiteProtocol::Uci | SuiteProtocol::Usi | SuiteProtocol::Ucci => {
                if line.split_ascii_whitespace().next() == Some("info") {
                    self.asked.infos.push(line.trim().to_owned());
                } else if let Some(words) = answer_words(self.protocol, line) {
                    self.answers += 1;
                    self.asked.answer = Some(words);
                    self.asked.answered = Some((at, line.to_owned()));
                }
            }
            SuiteProtocol::Xboard => match cecp::parse_line(line) {
                // What comes after the answer is thinking about another position.
                cecp::EngineLine::Thinking(_) if self.asked.answer.is_none() => {
                    self.asked.infos.push(line.to_owned());
                }
                cecp::EngineLine::Move { text, .. } => {
                    self.answers += 1;
                    self.asked.illegal = self.track.play(&text).err().map(|error| error.to_string());
                    self.asked.answer = Some(vec![text]);
                    self.asked.answered = Some((at, line.to_owned()));
                }
                _ => {}
            },
        }
    }

    /// Waits for a line; those before it are held against what is forbidden and allowed.
    pub fn wait_for(&mut self, name: &str, fits: impl Fn(&str) -> bool) -> Result<(), Failure> {
        let until = Instant::now() + self.scaled(self.limit);
        loop {
            let (at, line) = match self.next(until) {
                Ok(heard) => heard,
                Err(NoLine::Late) => {
                    let limit = self.scaled(self.limit).as_millis();
                    return Err(format!("{name} does not come within {limit} ms"));
                }
                Err(NoLine::Closed) => return Err(format!("{name} does not come: {}", self.end())),
            };
            if fits(&line) {
                self.awaited = Some((at, line));
                self.forbidden.clear();
                self.allowed.clear();
                return Ok(());
            }
            self.check_between(&line)?;
        }
    }

    /// Holds a line that was not waited for against what is forbidden and allowed.
    pub fn check_between(&self, line: &str) -> Result<(), Failure> {
        if let Some(pattern) = self.forbidden.iter().find(|pattern| pattern.matches(line)) {
            return Err(format!("`{line}` comes, which `{}` forbids", pattern.as_str()));
        }
        if !self.allowed.is_empty() && !self.allowed.iter().any(|pattern| pattern.matches(line)) {
            return Err(format!("`{line}` comes, which nothing allows"));
        }
        Ok(())
    }

    /// The way in which the engine has ended.
    pub fn end(&mut self) -> String {
        if let Some(excess) = self.excess() {
            return excess;
        }
        // Half a second for an engine that has closed its output to end.
        let until = Instant::now() + self.scaled(Duration::from_millis(500));
        match self.engine.exit_status(until) {
            Some(status) => format!("the engine has ended ({status})"),
            None => "the engine has closed its output".to_owned(),
        }
    }
}

/// The words of an answer to a search in a language of UCI's family: those behind `bestmove`; in USI `checkmate` and those behind
/// it, too, and in UCCI `nobestmove`.
pub(crate) fn answer_words(protocol: SuiteProtocol, line: &str) -> Option<Vec<String>> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let answer = match (protocol, words.as_slice()) {
        (_, ["bestmove", rest @ ..]) => rest,
        (SuiteProtocol::Usi, ["checkmate", ..]) | (SuiteProtocol::Ucci, [ucci::NO_MOVE, ..]) => &words,
        _ => return None,
    };
    Some(answer.iter().map(|&word| word.to_owned()).collect())
}
