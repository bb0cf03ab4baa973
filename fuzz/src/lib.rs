//! The checks for each input of the fuzzer. `tests/it/fuzz_corpus.rs` does the same with the inputs
//! that are kept.
//!
//! Nothing may panic. Also, an accepted input must print back to the same value, and a refused one
//! must leave everything as it was.

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
use helgi_rules::{Game, History, Position, verdict};
use helgi_session::{SessionBudget, converse};
use helgi_study::book::{Book, BookChoice};

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
