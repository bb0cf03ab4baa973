//! Position texts with faults in them: each is refused with an error, or read as a position that can
//! be printed, read again, played and searched like any other.

use fastrand::Rng;
use helgi_engine::search::{Control, Engine, Limits};
use helgi_rules::games::GameId;
use helgi_rules::{AnyPosition, Game, GenMode, History, Position, verdict};
use std::time::Instant;

/// Number of garbled texts for each game, spread over its written positions.
const TEXTS: usize = 8_000;

/// The written positions of a game: its start and those of the perft files.
fn written(game: GameId) -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let family = game.name().split('-').next().unwrap_or_default().trim_end_matches("144");
    let file = folder.join(format!("{family}.perft"));
    let mut texts = vec![game.info().start.to_owned()];
    if let Ok(text) = std::fs::read_to_string(file) {
        let lines: Vec<&str> = text.lines().collect();
        let of_game = |pair: &[&str]| pair[0].strip_prefix("variant ") == Some(game.name());
        let fens =
            lines.windows(2).filter(|pair| of_game(pair)).filter_map(|pair| pair[1].strip_prefix("fen "));
        texts.extend(fens.map(str::to_owned));
    } else {
        let rows = include_str!("../perft/chess.tsv").lines().skip(1).step_by(20);
        texts.extend(rows.filter_map(|row| row.split('\t').nth(1)).map(str::to_owned));
    }
    texts
}

/// Changes a few characters, mostly into ones that such texts have.
fn garble(text: &str, random: &mut Rng) -> String {
    const LETTERS: &[u8] = b"KQRBNPkqrbnpSTAHVCDIFJGMOUXEWYZLsmgte*/()[]+-!0123456789 wbx@\xFF";
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..random.usize(1..5) {
        let at = random.usize(..bytes.len());
        let byte = LETTERS[random.usize(..LETTERS.len())];
        match random.u8(..4) {
            0 => bytes.insert(at, byte),
            1 if bytes.len() > 1 => drop(bytes.remove(at)),
            2 => {
                let other = random.usize(..bytes.len());
                bytes.swap(at, other);
            }
            _ => bytes[at] = byte,
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns the numbers of texts that were read and that were refused.
fn read_garbled(game: GameId, texts: &[String]) -> (usize, usize) {
    let mut random = Rng::with_seed(5);
    let mut engine = Engine::new(1, 1).expect("memory for a small table");
    let (mut accepted, mut refused) = (0, 0);
    let share = TEXTS / texts.len();
    for text in texts {
        for _ in 0..share {
            let garbled = garble(text, &mut random);
            let Ok(position) = game.parse(&garbled) else {
                refused += 1;
                continue;
            };
            accepted += 1;
            let printed = position.fen();
            let again = game.parse(&printed).unwrap_or_else(|error| panic!("{error}: {garbled}"));
            assert_eq!(game.format(&again), printed, "{garbled}");
            assert_eq!(again.key(), position.key(), "{garbled}");
            play_on(&position, &mut random);
            if accepted % 20 == 0 {
                let history = History::starting_with(&position);
                let control = Control::new(Instant::now());
                engine.search_any(&position, &history, &Limits::to_depth(2), &control, |_| ());
            }
        }
    }
    (accepted, refused)
}

/// Some random moves, with all that is asked of positions on the way.
fn play_on(start: &AnyPosition, random: &mut Rng) {
    let mut position = start.clone();
    let mut history = History::starting_with(&position);
    for _ in 0..6 {
        let mut legal = Vec::new();
        position.generate(GenMode::All, &mut legal);
        assert_eq!(legal.len(), position.count_moves(), "{}", position.fen());
        let over = verdict(&position, &history);
        assert!(over.is_some() || !legal.is_empty(), "{}", position.fen());
        let _ = (position.checkers(), position.pass());
        let Some(&chosen) = random.choice(&legal) else { return };
        position.play(chosen);
        history.push(position.key());
        if position.outcome().is_none() {
            let again = position.game().parse(&position.fen()).unwrap();
            assert_eq!(position.key(), again.key(), "{chosen:?} leads to {}", position.fen());
        }
    }
}

#[test]
fn garbled_positions_are_refused_or_played() {
    for &game in GameId::BUILT_IN {
        let (accepted, refused) = read_garbled(game, &written(game));
        assert!(accepted > 50 && refused > 500, "{}: {accepted} read, {refused} refused", game.name());
    }
}
