//! Announcement of a game to XBoard: its letters, the board it starts from, the movements of its pieces.
//!
//! ```text
//! setup (table) WxH+H_parent FEN     letters by slots, size of the board and the hands, start
//! piece N& N                         for each letter its movement, in XBoard's notation
//! ```
//!
//! Everything is made from the games' own facts; nothing is sent from here.

use super::betza::betza;
use super::figures::{Figure, SHADOW, slot};
use super::table::LetterTable;
use helgi_rules::internals::board::movement::Term;
use helgi_rules::{AnyPosition, Info};

/// Returns the lines for XBoard after `variant NAME`: the `setup` line, then the `piece` lines. Empty for
/// a game that it knows by itself.
pub fn lines(table: &LetterTable, start: &AnyPosition) -> Vec<String> {
    let Some(parent) = table.parent() else { return Vec::new() };
    let Info { files, ranks, .. } = table.info();
    let (letters, holdings, parent) = (letters_by_slot(table), table.holdings(), parent.name());
    let start = table.position_text(start);
    let mut lines = vec![format!("setup ({letters}) {files}x{ranks}+{holdings}_{parent} {start}")];
    lines.extend(movements(table).map(|(piece, movement)| format!("piece {piece}& {movement}")));
    lines
}

/// The letters of the pieces that move, and how they do, in XBoard's notation.
pub fn movements(table: &LetterTable) -> impl Iterator<Item = (String, String)> + '_ {
    let movement = |(Figure { letter, slot }, terms): &(Figure, Vec<Term>)| {
        let castling = if *slot == slot::KING { table.castling() } else { "" };
        (table.wire_text(*letter), format!("{}{castling}", betza(terms)))
    };
    table.letters().iter().map(movement).filter(|(_, movement)| !movement.is_empty())
}

/// The letters in the order of their slots, White's and then Black's, `.` for an empty slot, `^P` for the promoted form of
/// another piece, `~` for the shadow of one.
fn letters_by_slot(table: &LetterTable) -> String {
    // The king's slot is the last one of the text, whatever its number: see `slot::KING`.
    let king = table.castler().or(table.dummy_king());
    let shadows: Vec<u8> = table.shadowed().map(|slot| slot + SHADOW).collect();
    let slots = table.letters().iter().map(|(figure, _)| figure.slot).filter(|&number| number != slot::KING);
    let end = slots.chain(shadows.iter().copied()).max().map_or(0, |highest| highest + 1);
    let text = |number: u8| match table.in_slot(number) {
        Some(letter) => table.plain_form(letter).map_or(letter.to_string(), |plain| format!("^{plain}")),
        None if shadows.contains(&number) => "~".to_owned(),
        None => ".".to_owned(),
    };
    let white: String = (0..end).map(text).chain(king.map(String::from)).collect();
    let black = white.to_ascii_lowercase();
    white + &black
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::changed;
    use helgi_rules::Game;
    use helgi_rules::games::GameId;

    fn announced(game: GameId) -> Vec<String> {
        lines(&LetterTable::new(game.info()).unwrap(), &game.start())
    }

    #[test]
    fn chess_needs_no_announcement() {
        assert!(announced(GameId::CHESS).is_empty());
    }

    #[test]
    fn setup_lines_are_well_formed() {
        let tables =
            GameId::BUILT_IN.iter().filter_map(|game| Some((game, LetterTable::new(game.info()).ok()?)));
        for (game, table) in tables.filter(|(_, table)| !table.is_known()) {
            let Info { files, ranks, .. } = table.info();
            let lines = lines(&table, &game.start());
            let setup = &lines[0];
            let words: Vec<&str> = setup.split(' ').collect();
            assert_eq!((words[0], words.len()), ("setup", 9), "{setup}");
            let letters = words[1].trim_matches(['(', ')']);
            let (white, black) = letters.split_at(letters.len() / 2);
            assert_eq!(white.to_ascii_lowercase(), black, "{setup}");
            // Slots and the king's.
            assert!(white.len() > 5 && white.len() <= 66, "{setup}");
            assert!(words[2].starts_with(&format!("{files}x{ranks}+")), "{setup}");
            assert!(*files <= if words[2].contains("+0_") { 16 } else { 12 }, "{setup}");
            let board = words[3].split('[').next().unwrap();
            let mut shown = board.chars().filter(char::is_ascii_alphabetic);
            assert!(shown.all(|letter| letters.contains(letter)), "{setup}");
            assert!(lines[1..].iter().all(|line| line.starts_with("piece ")), "{lines:?}");
        }
    }

    #[test]
    fn the_lines_of_each_game() {
        let first = |game| announced(game).swap_remove(0);
        assert_eq!(
            first(GameId::CHESS_BATTLE),
            "setup (.C.........G..................B..M...S......TH.c.........g..................b..m...s......th) \
             12x12+0_fairy **gcmbhmcg**/**sssstsss**/2ssssssss2/12/12/12/12/12/12/2SSSSSSSS2/**SSSSTSSS**/\
             **GCMBHMCG** w - - 0 1"
        );
        let tactical = first(GameId::TACTICAL);
        assert!(
            tactical.contains(" 8x8+16_bughouse 8/8/8/8/8/8/8/8[OOKQRBNPPPPPPPPTAHVVCCDDIFJookqrbn"),
            "{tactical}"
        );
        let tavreli = first(GameId::TAVRELI);
        assert!(
            tavreli.contains("8x8+0_bughouse rnbqkbnr/tmadeamt/8/8/8/8/TMADEAMT/RNBQKBNR w - - 0 1"),
            "{tavreli}"
        );
        let popular = first(GameId::POPULAR10_CITADEL);
        assert!(
            popular.contains("12x10+0_bughouse jcvewgdwevcj/*rnbmkqabnr*/*sssssppppp*/*10*/"),
            "{popular}"
        );
    }

    /// Chess as if it were another game: its pictures, and the start that everybody knows.
    #[test]
    fn a_game_without_figures_of_its_own_is_announced_as_well() {
        let renamed = Box::leak(Box::new(changed(*GameId::CHESS.info(), |info| info.name = "new-chess")));
        let lines = lines(&LetterTable::new(renamed).unwrap(), &GameId::CHESS.start());
        assert_eq!(
            lines,
            [
                "setup (.NBRQ................................PK.nbrq................................pk) \
                 8x8+0_bughouse rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
                "piece K& K",
                "piece Q& Q",
                "piece R& R",
                "piece B& B",
                "piece N& N",
                "piece P& fmWfcFfinmD",
            ]
        );
    }
}
