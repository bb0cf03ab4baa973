//! Games that are played as Chess960 is, against the moves, texts and starts of other programs.
//!
//! Each row of `rows/chess960.tsv` has a position of a random game from a shuffled start, its legal moves with their SAN,
//! one of them, and the position after it, as pyffish 0.0.90 has them with its argument `chess960`. `rows/chess960-perft.tsv`
//! has castlings at the corners of the rule: a king or a rook that stays, a rook that alone shields the king, a king beside
//! its rook, an enemy on the target.

use helgi_rules::readable::{self, Style};
use helgi_rules::{Game, GameId, Position, notation};
use helgi_variants::{RegisteredFile, install_library, load, register};
use std::collections::{BTreeSet, HashSet};

const ROWS: &str = include_str!("../rows/chess960.tsv");
const PERFT: &str = include_str!("../rows/chess960-perft.tsv");

fn named(name: &str) -> GameId {
    install_library();
    GameId::named(name).unwrap_or_else(|| panic!("{name}"))
}

/// A position's text with the letters in hand in one order.
fn sorted_hand(fen: &str) -> String {
    let Some((board, rest)) = fen.split_once('[') else { return fen.to_owned() };
    let (hand, rest) = rest.split_once(']').unwrap();
    let mut letters: Vec<char> = hand.chars().collect();
    letters.sort_unstable();
    format!("{board}[{}]{rest}", letters.into_iter().collect::<String>())
}

/// Compares moves, their SAN and positions with those of another program, and returns the games and the number of rows. The
/// marks of check and mate are not compared: helgi marks every win as mate, that program none but mate. Of xiangqi and its
/// kin moves alone are compared, because that program's SAN has letters of its own there; its SAN is read all the same.
pub fn compare(rows: &str) -> (BTreeSet<&str>, usize) {
    let mut games = BTreeSet::new();
    for row in rows.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [name, fen, moves, played, after] = fields[..] else { panic!("{row}") };
        let game = named(name);
        let position = game.parse(fen).unwrap_or_else(|error| panic!("{name} {fen}: {error}"));
        assert_eq!(sorted_hand(&position.fen()), sorted_hand(fen), "{name}");
        let without_mark = |text: &str| text.trim_end_matches(['+', '#']).to_owned();
        let writes_alike = game.info().pieces.iter().all(|piece| piece.name != "cannon");
        let both = |legal| {
            let write = |style| readable::write(&position, legal, style);
            format!("{}={}", write(Style::Uci), without_mark(&write(Style::San)))
        };
        // Of moves that bring a piece from the hand that program does not say which of two pieces makes them.
        let sans: Vec<&str> =
            moves.split(' ').filter_map(|pair| pair.split_once('=')).map(|(_, san)| san).collect();
        let is_open = |san: &str| san.contains('/') && sans.iter().filter(|&&other| other == san).count() > 1;
        let open: HashSet<&str> = moves
            .split(' ')
            .filter_map(|pair| pair.split_once('='))
            .filter(|(_, san)| is_open(san))
            .map(|(uci, _)| uci)
            .collect();
        let compared = |pair: String| match pair.split_once('=') {
            Some((uci, _)) if open.contains(uci) || !writes_alike => uci.to_owned(),
            _ => pair,
        };
        let found: BTreeSet<String> = position.legal_moves().into_iter().map(both).map(compared).collect();
        let expected: BTreeSet<String> = moves.split(' ').map(without_mark).map(compared).collect();
        assert_eq!(found, expected, "{name} {fen}");
        for (uci, san) in moves.split(' ').filter_map(|pair| pair.split_once('=')) {
            if open.contains(uci) {
                assert!(readable::read(&position, san).is_err(), "{name} {fen} {san}");
                continue;
            }
            assert_eq!(readable::read(&position, san), notation::read(&position, uci), "{name} {fen} {san}");
        }
        let legal = notation::read(&position, played).unwrap();
        assert_eq!(sorted_hand(&position.after(legal).fen()), sorted_hand(after), "{name} {fen} {played}");
        games.insert(name);
    }
    (games, rows.lines().skip(1).count())
}

#[test]
fn moves_and_texts_are_those_of_another_program() {
    let (games, _) = compare(ROWS);
    assert_eq!(games.len(), 11, "{games:?}");
}

#[test]
fn castlings_at_the_corners_of_the_rule() {
    let mut counted = 0;
    for row in PERFT.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [name, fen, depth, nodes, _] = fields[..] else { panic!("{row}") };
        let position = named(name).parse(fen).unwrap();
        assert_eq!(position.fen(), fen, "{name}");
        assert_eq!(position.perft(depth.parse().unwrap()).to_string(), nodes, "{name} {fen} depth {depth}");
        counted += 1;
    }
    assert_eq!(counted, 38);
}

/// `KQkq` names the outermost rooks, and a file's letter any of them; helgi writes files.
#[test]
fn rights_are_read_in_both_forms() {
    let game = named("kingofthehill960");
    for (read, written) in [
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"),
        ("4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1"),
        ("4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR w HA - 0 1"),
    ] {
        assert_eq!(game.parse(read).unwrap().fen(), written);
    }
    assert!(game.parse("4k3/8/8/8/8/8/8/RR2K1RR w C - 0 1").is_err());
    // Of several kings the one that castles is named.
    let several = named("giveaway960");
    for fen in ["4k3/8/8/8/8/8/8/R1K1K2R w EHA - 0 1", "4k3/8/8/8/8/8/8/R1K1K2R w CHA - 0 1"] {
        assert_eq!(several.parse(fen).unwrap().fen(), fen);
    }
}

/// Castling is written onto the rook, and read where the king arrives, too, as far as it has no move there.
#[test]
fn castling_is_written_onto_the_rook_and_read_both_ways() {
    let game = named("atomic960");
    let position = game.parse("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1").unwrap();
    let read = |text: &str| notation::read(&position, text).map(|legal| game.display(legal).to_string());
    for (text, written) in [("e1h1", "e1h1"), ("e1g1", "e1h1"), ("e1a1", "e1a1"), ("e1c1", "e1a1")] {
        assert_eq!(read(text).as_deref(), Ok(written));
    }
    let wide = named("capablanca960").parse("4k5/10/10/10/10/10/10/R5K2R w JA - 0 1").unwrap();
    let read = |text: &str| notation::read(&wide, text).map(|legal| wide.game().display(legal).to_string());
    assert_eq!(read("g1i1").as_deref(), Ok("g1j1"));
    assert_eq!(read("g1c1").as_deref(), Ok("g1a1"));
    assert!(read("g1d1").is_err());
    let next = game.parse("4k3/8/8/8/8/8/8/5KR1 w G - 0 1").unwrap();
    let castles = notation::read(&next, "f1g1").unwrap();
    assert_eq!(next.after(castles).fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    assert_eq!(readable::write(&next, castles, Style::San), "O-O");
}

/// The number of starts of each game, as pychess and the page of Capablanca Random Chess have them, and of chess's pieces
/// the order that is known.
#[test]
fn starts_are_numbered() {
    for (name, count) in [
        ("crazyhouse960", 960),
        ("atomic960", 960),
        ("horde960", 960),
        ("antichess960", 960),
        ("racingkings960", 1440),
        ("capablanca960", 48_000),
        ("caparandom", 48_000),
        ("grand", 1),
    ] {
        let game = named(name);
        let starts = game.starts();
        assert_eq!(starts.len(), count, "{name}");
        assert_eq!(starts.iter().collect::<HashSet<_>>().len(), count, "{name}");
        for text in starts.iter().step_by(count.div_ceil(480)) {
            assert_eq!(game.parse(text).unwrap().fen(), *text, "{name}");
        }
    }
    let rank = |text: &str| text.split(['/', '[', ' ']).nth(7).unwrap().to_owned();
    let of_chess = GameId::FISCHERANDOM.starts();
    for (number, text) in named("kingofthehill960").starts().iter().enumerate() {
        assert_eq!(rank(text), rank(&of_chess[number]), "{number}");
    }
    let start = |name: &str, number: usize| named(name).starts()[number].clone();
    assert_eq!(start("3check960", 0), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 3+3 0 1");
    assert_eq!(
        start("horde960", 518),
        "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w ha - 0 1"
    );
    // White's king stands on the outer two files, Black's pieces opposite.
    for text in named("racingkings960").starts() {
        let rows: Vec<&str> = text.split([' ', '/']).skip(6).take(2).collect();
        for row in &rows {
            let mirrored: String = row
                .chars()
                .rev()
                .map(|c| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() })
                .collect();
            assert_eq!(*row, mirrored, "{text}");
        }
        assert!(rows.iter().any(|row| row[6..].contains('K')), "{text}");
    }
}

/// Every game with castling has such a form, also one from a user's file, whose newest rules it has.
#[test]
fn forms_are_found_by_the_name_with_960_behind_it() {
    for (name, found) in [
        ("Atomic960", "atomic960"),
        ("King of the Hill 960", "kingofthehill960"),
        ("crazyhouse 960", "crazyhouse960"),
        ("knightmate960", "knightmate960"),
        ("Berolina chess 960", "berolina960"),
    ] {
        assert_eq!(named(name).name(), found);
    }
    assert_eq!(GameId::CRAZYHOUSE.chess960(), Some(named("crazyhouse960")));
    assert_eq!(named("crazyhouse960").info().chess960, Some("crazyhouse"));
    assert_eq!(named("caparandom").chess960(), Some(named("caparandom")));
    assert_eq!(named("shogi").chess960(), None);
    let register = |rules: &str| {
        let loaded = load(&format!("[own-shuffle:chess]\n{rules}"));
        assert_eq!(loaded.findings, []);
        match register(&loaded.games[0]) {
            Ok(RegisteredFile::Plays(id)) => id,
            other => panic!("{other:?}"),
        }
    };
    install_library();
    let first = register("stalemateValue = loss\n").chess960().unwrap();
    assert_eq!((first.name(), first.starts().len()), ("own-shuffle960", 960));
    let second = register("stalemateValue = win\n").chess960().unwrap();
    assert_ne!(first, second);
    assert_eq!(helgi_variants::spec_of(second).unwrap().stalemate, helgi_variants::Verdict::Win);
}

/// In janggi each side places its horses and elephants as it likes.
#[test]
fn sides_choose_their_first_ranks() {
    let game = named("janggi");
    let starts = game.starts();
    assert_eq!(starts.len(), 16);
    assert_eq!(starts[0], game.info().start);
    assert_eq!(starts[6], "rbna1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ANBR w - - 0 1");
    assert_eq!(starts.iter().collect::<HashSet<_>>().len(), 16);
    assert_eq!(game.new_start(6), game.start());
    let wrong = load("[t:chess]\nstartRows = rnbqkbnr rnbq1bnr\n");
    let [finding] = &wrong.findings[..] else { panic!("{:?}", wrong.findings) };
    let text = finding.to_string();
    assert!(
        text.starts_with("2:13: error: [t] startRows: `rnbqkbnr rnbq1bnr`, expected ranks with which"),
        "{text}"
    );
}
