//! The checks for each input of the fuzzer. `tests/it/fuzz_corpus.rs` does the same with the inputs
//! that are kept.
//!
//! Nothing may panic. Also, an accepted input must print back to the same value, and a refused one
//! must leave everything as it was.

use helgi_desk::desk::{
    ChosenText, Desk, EngineFinding, FoundText, Job, JobTask, MemoryShelf, Method, PageRequest, Reply,
};
use helgi_desk::moment::{LocalTime, Moment, Present};
use helgi_engine::net::NetChoice;
use helgi_match::openings::{self, Format};
use helgi_match::{Match, words};
use helgi_protocol::client;
use helgi_protocol::notation::WireMove;
use helgi_protocol::text::decode;
use helgi_protocol::{uci as uci_text, xboard as xboard_text};
use helgi_record::replay::{replay, rewrite};
use helgi_record::{PgnReader, Record};
use helgi_rules::games::GameId;
use helgi_rules::notation::{self, Notation};
use helgi_rules::readable::{self, Style};
use helgi_rules::{Game, History, Line, Position, verdict};
use helgi_session::{SessionBudget, converse};
use helgi_study::book::{Book, BookChoice};
use serde_json::Value;
use std::time::Duration;

/// The longest input of a target that searches, in bytes.
const LONGEST_SESSION: usize = 2000;

/// A session does little for each command: it is the dialogue that is looked at.
const BUDGET: SessionBudget = SessionBudget { nodes: 60, megabytes: 1 };

/// Games from files with moves that the built-in games do not have: drops of many kinds, walls.
const FROM_FILES: [&str; 4] = ["shogi", "duck", "amazons6", "atlantis"];

/// The games by their number, for inputs that begin with one. The last numbers are those of games from files.
fn game(number: u8) -> GameId {
    if let Some(name) = FROM_FILES.get(usize::from(u8::MAX - number)) {
        helgi_variants::install_library();
        return GameId::named(name).expect("a game that comes along");
    }
    GameId::BUILT_IN[usize::from(number) % GameId::BUILT_IN.len()]
}

/// A line for the engine, and a line from it, in UCI.
pub fn uci(input: &[u8]) {
    for line in input.split(|&byte| byte == b'\n') {
        let line = decode(line);
        if let Ok(command) = uci_text::parse(&line) {
            let printed = command.to_string();
            assert!(!printed.contains('\n'), "{printed:?}");
            assert_eq!(uci_text::parse(&printed), Ok(command), "{line:?}");
        }
        client::uci::parse_line(&line);
    }
}

/// A line for the engine, and a line from it, in the protocol of XBoard.
pub fn xboard(input: &[u8]) {
    for line in input.split(|&byte| byte == b'\n') {
        let line = decode(line);
        if let Ok(command) = xboard_text::parse(&line) {
            let printed = command.to_string();
            assert!(!printed.contains('\n'), "{printed:?}");
            assert_eq!(xboard_text::parse(&printed), Ok(command), "{line:?}");
        }
        client::cecp::parse_line(&line);
        if let Ok(ply) = line.parse::<xboard_text::XBoardPly>() {
            assert_eq!(ply.to_string().parse(), Ok(ply), "{line:?}");
        }
    }
}

/// A position of the game that the first byte names.
pub fn fen(input: &[u8]) {
    let Some((&number, text)) = input.split_first() else { return };
    read_fen(game(number), &decode(text));
}

/// A file of games: it loads or is refused, and what has loaded has moves from its start, or has ended there.
pub fn games(input: &[u8]) {
    for game in helgi_variants::load(&decode(input)).games {
        let start = &game.spec().start;
        assert!(game.perft(start, 1).is_ok(), "{}: {start}", game.name());
    }
}

fn read_fen(game: GameId, text: &str) {
    let Ok(position) = game.parse(text) else { return };
    let printed = game.format(&position);
    let again = game.parse(&printed).unwrap_or_else(|error| panic!("{error}: {printed}"));
    assert_eq!(game.format(&again), printed);
    assert_eq!(again.key(), position.key());
    let history = History::starting_with(&position);
    let mut legal = Vec::new();
    position.generate(helgi_rules::GenMode::All, &mut legal);
    assert_eq!(legal.len(), position.count_moves());
    assert!(!legal.is_empty() || verdict(&position, &history).is_some(), "{printed}");
    helgi_engine::evaluate(&position, &NetChoice::BuiltIn);
    let _ = (position.checkers(), position.pass());
    for &played in legal.iter().take(40) {
        let mut after = position.clone();
        after.play(played);
        // A game may go on without end, but not every count can be written.
        let text = after.fen();
        let reread = game.parse(&text).unwrap_or_else(|error| panic!("{error}: {text}, after {printed}"));
        assert_eq!(reread.fen(), text);
        // A win that only the last move shows is in the key, but not in the text.
        assert!(reread.key() == after.key() || after.outcome().is_some(), "{printed} {played:?}");
    }
}

/// Moves of the game that the first byte names, played as far as they are legal.
pub fn moves(input: &[u8]) {
    let Some((&number, text)) = input.split_first() else { return };
    play_moves(game(number), &decode(text));
}

fn play_moves(game: GameId, text: &str) {
    let mut position = game.start();
    let notation = Notation::of(&game);
    for word in text.split_ascii_whitespace().take(60) {
        if let Ok(wire) = word.parse::<WireMove>() {
            assert_eq!(wire.to_string().parse(), Ok(wire), "{word}");
        }
        let Ok(played) = readable::read(&position, word) else { continue };
        assert!(position.is_legal(played), "{word}");
        for style in [Style::San, Style::Lan, Style::Uci] {
            let text = readable::write(&position, played, style);
            assert_eq!(readable::read(&position, &text), Ok(played), "{word}: {text}");
        }
        let wire = notation.write(played).to_string();
        assert_eq!(notation::read(&position, &wire.to_lowercase()), Ok(played), "{wire}");
        position.play(played);
    }
}

/// A PGN file.
pub fn pgn(input: &[u8]) {
    for located in PgnReader::new(input).take(20).flatten() {
        check_record(&located.record);
        let mut record = located.record;
        let replayed = rewrite(&mut record, Style::San);
        check_record(&record);
        assert_eq!(replay(&record).moves.len(), replayed.moves.len());
    }
}

/// A file of an opening book, whose checksum is corrected so that the rest is looked at.
pub fn book(input: &[u8]) {
    let _ = Book::read(input);
    let summed = [input, &crc32(input).to_le_bytes()].concat();
    let Ok(book) = Book::read(&summed[..]) else { return };
    let mut written = Vec::new();
    book.write(&mut written).expect("a book that was read can be written");
    assert_eq!(written, summed);
    let position = book.game().start();
    for choice in [BookChoice::Best, BookChoice::Weighted { seed: input.len() as u64 }] {
        if let Some(answer) = book.answer(&position, choice) {
            assert!(position.is_legal(answer.entry.played) && answer.share() > 0.0);
        }
    }
}

/// The sum at the end of a book.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| (sum >> 1) ^ (0xEDB8_8320 * (sum & 1)))
    })
}

/// Checks that a record is written so that it reads back as the same.
fn check_record(record: &Record) {
    let printed = record.to_string();
    let mut again = PgnReader::new(printed.as_bytes());
    let first = again.next().expect("a game").unwrap_or_else(|error| panic!("{error}: {printed}"));
    assert_eq!(first.errors, [], "{printed}");
    assert_eq!(first.record.to_string(), printed);
    assert_eq!(&first.record, record, "{printed}");
    assert!(again.next().is_none(), "{printed}");
}

/// Reads the parts of a match: by the first byte a command line, a saved match, or a file of openings.
pub fn matches(input: &[u8]) {
    let Some((&kind, text)) = input.split_first() else { return };
    let text = decode(text);
    match kind % 4 {
        0 => {
            let Some(list) = shlex::split(&text) else { return };
            let Ok(request) = words::read(&list) else { return };
            let Some(settings) = request.settings else { return };
            check_match(Match::new(settings).expect("settings that have been checked"));
        }
        1 => {
            if let Ok(read) = Match::read(&text) {
                check_match(read);
            }
        }
        format => {
            let Some((number, text)) = text.split_at_checked(1) else { return };
            let game = game(number.as_bytes()[0]);
            let format = if format == 2 { Format::Epd } else { Format::Pgn };
            for opening in openings::read(game, text, "file", format, Some(20)).into_iter().flatten() {
                play_opening(game, &opening);
            }
        }
    }
}

/// A match can be saved and read, and has its first and its last game.
fn check_match(read: Match) {
    let text = read.text().expect("text");
    let again = Match::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(again.settings(), read.settings());
    assert_eq!(again.text().expect("text"), text);
    let schedule = helgi_match::schedule::Schedule::new(read.settings());
    for number in [0, schedule.len() - 1] {
        assert_eq!(schedule.fixture(number).number, number);
    }
    let _ = (read.standing().to_string(), read.standing().sprt_line());
    for engine in &read.settings().engines {
        let _ = engine.control.to_string();
    }
}

fn play_opening(game: GameId, opening: &openings::Opening) {
    let mut position = game.parse(&opening.fen).expect("a position that was printed");
    for text in &opening.moves {
        let played = notation::read(&position, text).expect("a move that was printed");
        position.play(played);
    }
    assert!(verdict(&position, &History::starting_with(&position)).is_none());
}

/// A whole session, which begins in UCI.
pub fn uci_session(input: &[u8]) {
    if input.len() > LONGEST_SESSION {
        return;
    }
    let said = converse(&[input, b"\nstop\nisready\nquit\n"].concat(), BUDGET).expect("a session");
    let said = String::from_utf8(said).expect("text");
    let Some(searches) = searches_of(input) else { return };
    let answers = said.lines().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!(answers, searches, "{}\n{said}", decode(input));
    assert_eq!(said.lines().next_back(), Some("readyok"), "{said}");
}

/// Returns the number of searches that a session asks for; `None` if it ends early or turns to another language.
fn searches_of(input: &[u8]) -> Option<usize> {
    let mut searches = 0;
    for line in input.split(|&byte| byte == b'\n') {
        match uci_text::parse(&decode(line)) {
            Ok(
                uci_text::Command::Quit
                | uci_text::Command::XBoard
                | uci_text::Command::Usi
                | uci_text::Command::Ucci
                | uci_text::Command::Cyclone,
            ) => return None,
            Ok(uci_text::Command::Go(go)) if go.perft.is_none() => searches += 1,
            // Without a position, `go perft` is answered as well.
            Ok(uci_text::Command::Go(_)) => return None,
            Err(error) if error.command() == "go" => searches += 1,
            _ => {}
        }
    }
    Some(searches)
}

/// A whole session in the protocol of XBoard.
pub fn xboard_session(input: &[u8]) {
    if input.len() > LONGEST_SESSION {
        return;
    }
    let last = b"\n.\nforce\nping 4711\nquit\n";
    let said = converse(&[b"xboard\n", input, last].concat(), BUDGET).expect("a session");
    let said = String::from_utf8(said).expect("text");
    let quits = input.split(|&byte| byte == b'\n').any(|line| decode(line).starts_with("quit"));
    assert!(quits || said.ends_with("pong 4711\n"), "{}\n{said}", decode(input));
}

/// A page without a server: a line for each request, moment and finding.
///
/// | line | |
/// |---|---|
/// | `GET ADDRESS` | a question; `$` is the name of the last game, `@` that of its last move, `~` that of its start |
/// | `POST ADDRESS BODY` | an order; `^` is its first legal move on the wire, `#` the number of its moves |
/// | `wait MILLISECONDS` | time passes |
/// | `think NUMBER` | the first job is done with the legal move of that number |
/// | `found JSON` | the first job is answered with that |
/// | `close NUMBER` | nobody listens to a stream any more |
pub fn desk(input: &[u8]) {
    if input.len() > LONGEST_SESSION {
        return;
    }
    helgi_variants::install_library();
    let mut page = FuzzedPage::new();
    for line in input.split(|&byte| byte == b'\n').take(60) {
        let line = decode(line);
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "GET" => page.ask(Method::Get, rest, ""),
            "POST" => {
                let (path, body) = rest.split_once(' ').unwrap_or((rest, ""));
                page.ask(Method::Post, path, body);
            }
            "wait" => {
                let time = rest.parse().map_or(Duration::ZERO, Duration::from_millis);
                page.present.moment += time;
            }
            "think" => page.think(rest.parse().unwrap_or_default()),
            "found" => {
                if let (Ok(thought), Some(job)) = (serde_json::from_str(rest), page.jobs.first()) {
                    page.desk.answered(job.id, thought, page.present);
                    page.jobs.remove(0);
                }
            }
            "close" => {
                if let Ok(stream) = serde_json::from_str(rest) {
                    page.desk.close(stream);
                }
            }
            _ => {}
        }
        page.poll();
    }
    page.check_shelf();
}

/// A page without a server, and the last game that it has begun.
struct FuzzedPage {
    desk: Desk<MemoryShelf>,
    present: Present,
    jobs: Vec<Job>,
    game: String,
}

impl FuzzedPage {
    fn new() -> Self {
        let present = Present { moment: Moment::default(), local: LocalTime::since_1970(1_795_795_205) };
        FuzzedPage {
            desk: Desk::new(MemoryShelf::default(), 1),
            present,
            jobs: Vec::new(),
            game: String::new(),
        }
    }

    fn poll(&mut self) {
        let news = self.desk.poll(self.present);
        for event in &news.events {
            assert!(serde_json::from_str::<Value>(&event.data).is_ok(), "{event:?}");
        }
        self.jobs.retain(|job| !news.stopped.contains(&job.id));
        self.jobs.extend(news.jobs);
    }

    fn handle(&mut self, method: Method, path: &str, body: &str) -> Reply {
        self.desk.handle(&PageRequest { method, path: path.to_owned(), body: body.to_owned() }, self.present)
    }

    /// The last game as it stands.
    fn state(&mut self) -> Value {
        match self.handle(Method::Get, &format!("/api/boards/{}", self.game), "") {
            Reply::Json { status: 200, body } => serde_json::from_str(&body).expect("a snapshot"),
            _ => Value::Null,
        }
    }

    fn ask(&mut self, method: Method, path: &str, body: &str) {
        // The lists of all games are long, and the same each time.
        if path.starts_with("/api/variants") && path.split('/').count() < 5 {
            return;
        }
        let before = self.state();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let last = before["line"].as_array().and_then(|line| line.last()).map(text).unwrap_or_default();
        let path = path.replace('$', &self.game).replace('@', &last).replace('~', &text(&before["root"]));
        let plies = before["line"].as_array().map_or(0, Vec::len).to_string();
        let body = body.replace('^', &text(&before["moves"][0]["wire"])).replace('#', &plies);
        let reply = self.handle(method, &path, &body);
        if let Reply::Json { status, body } = &reply {
            let value: Value = serde_json::from_str(body).expect("a value");
            match value["id"].as_str().filter(|_| *status == 200 && method == Method::Post) {
                Some(id) => self.game = id.to_owned(),
                // What is refused has changed nothing.
                None if *status >= 400 => {
                    assert_eq!(self.state()["line"], before["line"], "{path} {value}");
                }
                None => {}
            }
        }
    }

    /// Does the first job with a legal move.
    fn think(&mut self, number: usize) {
        if self.jobs.is_empty() {
            return;
        }
        let Job { id, board, task } = self.jobs.remove(0);
        let game: GameId = board.game.parse().expect("a game");
        let mut line = Line::new(game.parse(&board.start).expect("a start"));
        for text in &board.moves {
            line.play(notation::read(line.present(), text).expect("a legal move"));
        }
        let moves = line.present().legal_moves();
        let chosen = moves
            .get(number % moves.len().max(1))
            .map(|&played| Notation::of(&game).write(played).to_string());
        let score = i32::try_from(number).unwrap_or_default();
        let thought = match task {
            JobTask::Move { .. } | JobTask::Advice { .. } => {
                EngineFinding::Chosen(chosen.map(|played| ChosenText {
                    played,
                    score: Some(score),
                    depth: 1,
                    line: Vec::new(),
                }))
            }
            JobTask::Analysis { .. } => EngineFinding::Lines(Vec::new()),
            JobTask::Search { nodes, .. } => {
                EngineFinding::Found(FoundText { best: chosen, score, depth: 1, nodes, lines: Vec::new() })
            }
        };
        self.desk.answered(id, thought, self.present);
    }

    /// All games that are kept are read again as they were.
    fn check_shelf(&mut self) {
        let kept = self.desk.shelf_mut().take_changes();
        let games = kept.iter().filter_map(|(name, now)| {
            let (pgn, when) = now.as_ref()?;
            Some((name.clone(), pgn.clone(), *when))
        });
        let mut other = FuzzedPage::new();
        other.desk = Desk::new(MemoryShelf::new(games), 2);
        for (name, now) in kept {
            if now.is_none() {
                continue;
            }
            (self.game, other.game) = (name.clone(), name);
            let [own, read] = [self.state(), other.state()];
            assert!(!read.is_null(), "{own}");
            assert_eq!((&own["scene"], &own["ending"]), (&read["scene"], &read["ending"]));
        }
    }
}
