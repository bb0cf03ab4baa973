//! Moves in the spellings of other programs, books and keyboards, put into that of SAN.
//!
//! Only texts that are no moves as they stand are spelt anew, so that nothing here can change the meaning of a move. In
//! games whose letters collide with a spelling, the exact text wins.

use crate::board::Side;
use crate::board::movement;
use crate::board::path::Path;
use crate::{AnyPosition, PieceInfo, PieceMark};
use helgi_notation::{is_dash, is_invisible};

/// The figurines of both colours, the names of the pieces that they show, and their letters, which are their moves as
/// well; a pawn's are not.
const FIGURINES: [([char; 2], &str, char); 6] = [
    (['♔', '♚'], "king", 'K'),
    (['♕', '♛'], "queen", 'Q'),
    (['♖', '♜'], "rook", 'R'),
    (['♗', '♝'], "bishop", 'B'),
    (['♘', '♞'], "knight", 'N'),
    (['♙', '♟'], "pawn", 'P'),
];

/// Remarks behind a move that only repeat it.
const REMARKS: [&str; 9] = ["e.p.", "e.p", "e/p", "ep", "mate", "dis.ch", "dbl.ch", "ch.", "ch"];

/// Other ways to write a pass.
const PASSES: [&str; 4] = ["–", "—", "null", "pass"];

/// Returns true if a text is a pass, in whatever way it is written, and whether it is legal or not.
#[must_use]
pub fn is_pass(text: &str) -> bool {
    let text = text.trim_end_matches(['+', '#']);
    matches!(text, "--" | "Z0" | "0000" | "@@@@")
        || is_other_pass(text)
        || with_usual_letters(text).is_some_and(|text| text == "--")
}

fn is_other_pass(text: &str) -> bool {
    PASSES.iter().any(|pass| pass.eq_ignore_ascii_case(text))
}

/// Spells a move of a position as SAN has it; `None` if it is spelt so already, or has signs that stand for nothing
/// in the game.
pub(crate) fn respelt(position: &AnyPosition, text: &str) -> Option<String> {
    if is_other_pass(text) {
        return Some("--".to_owned());
    }
    let letters = match with_usual_letters(text) {
        Some(plain) => with_piece_letters(position, &plain)?,
        None => text.to_owned(),
    };
    let whole = without_remark(&letters);
    let spelt = castling(whole).unwrap_or_else(|| with_capital_promotion(&with_captures(position, whole)));
    (spelt != text).then_some(spelt)
}

/// The text with the signs of a keyboard in place of dashes, crosses and daggers, and without invisible characters;
/// `None` if it has none of them.
pub(crate) fn with_usual_letters(text: &str) -> Option<String> {
    // The usual case costs one look.
    if text.is_ascii() {
        return None;
    }
    let usual = |c: char| match c {
        '×' | '✕' | '✖' | '⨯' | '╳' => 'x',
        '†' => '+',
        '‡' | '≠' => '#',
        // Cyrillic letters and noughts in castlings.
        'О' | 'о' => 'O',
        '＝' => '=',
        '：' => ':',
        _ if is_dash(c) => '-',
        _ => c,
    };
    Some(text.chars().filter(|&c| !is_invisible(c)).map(usual).collect())
}

/// The text with the letters of the game in place of figurines; `None` if it has another sign, or one of a piece that
/// the game does not have.
fn with_piece_letters(position: &AnyPosition, text: &str) -> Option<String> {
    let letter = |c: char| {
        if c.is_ascii() {
            return Some(c);
        }
        let (_, name, letter) = FIGURINES.iter().find(|(signs, ..)| signs.contains(&c))?;
        let mut plain = position.info().pieces.iter().filter(|piece| piece.mark == PieceMark::None);
        let is_it = |piece: &&PieceInfo| piece.name == *name;
        // In some games the pieces of chess have other names.
        let is_like_it = |piece: &&PieceInfo| piece.letter == *letter && moves_as(piece, *letter);
        let found = plain.clone().find(is_it).or_else(|| plain.find(is_like_it));
        found.map(|piece| piece.letter)
    };
    text.chars().map(letter).collect()
}

/// Returns true if a piece has the moves that the notation of movement calls by a letter.
fn moves_as(piece: &PieceInfo, letter: char) -> bool {
    let terms = movement::parse(letter.encode_utf8(&mut [0; 4]));
    terms.is_ok_and(|terms| {
        let paths: Vec<Path> = terms.iter().map(|term| term.path(Side::White)).collect();
        *piece.paths(Side::White) == paths
    })
}

/// The text without the words that repeat what it says, as in `exd6ep` and `Qh7 mate`.
fn without_remark(text: &str) -> &str {
    let mut whole = text.trim_end_matches(['.', ',', ';']);
    loop {
        let unmarked = whole.trim_end_matches(['+', '#', '!', '?', ')']);
        let ends = |remark: &str| {
            let begin = unmarked.len().saturating_sub(remark.len());
            unmarked.get(begin..).is_some_and(|end| end.eq_ignore_ascii_case(remark))
        };
        match REMARKS.iter().find(|remark| ends(remark)) {
            Some(remark) => {
                whole = unmarked[..unmarked.len() - remark.len()].trim_end_matches(['.', '(', ' '])
            }
            None => return whole,
        }
    }
}

/// A castling in noughts or letters of either case, with dashes or without: `o-o`, `OO`, `0-0-0`. Anything may follow
/// it that may follow a castling.
fn castling(text: &str) -> Option<String> {
    let end = text.find(|c| !"Oo0-".contains(c)).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if !rest.is_empty() && !rest.starts_with([',', '/', '+', '#', '!', '?']) {
        return None;
    }
    let rings = name.bytes().filter(|&byte| byte != b'-').count();
    // Noughts, letters and dashes are all one byte.
    let dashes = name.len() - rings;
    let is_in_order = dashes == 0 || dashes + 1 == rings && !name.contains("--") && !name.starts_with('-');
    let name = match rings {
        2 => "O-O",
        3 => "O-O-O",
        _ => return None,
    };
    (is_in_order && !text.ends_with('-')).then(|| format!("{name}{rest}"))
}

/// The text with `x` for captures: `e:d5` and `NXf3`, and `ed5:` without any sign.
fn with_captures(position: &AnyPosition, text: &str) -> String {
    let has_piece = position.info().pieces.iter().any(|piece| piece.letter == 'X');
    let unmarked = text.trim_end_matches(['+', '#', '!', '?']);
    let marks = &text[unmarked.len()..];
    let unmarked = unmarked.strip_suffix(':').unwrap_or(unmarked);
    let mut spelt = String::with_capacity(text.len());
    let mut letters = unmarked.chars().peekable();
    while let Some(c) = letters.next() {
        // A colon before anything but a square is a mark of its own, such as that of a stack.
        let is_before_file = letters.peek().is_some_and(char::is_ascii_lowercase);
        let is_capture = c == ':' || c == 'X' && !has_piece && !spelt.is_empty();
        spelt.push(if is_capture && is_before_file { 'x' } else { c });
    }
    spelt + marks
}

/// The text with a capital letter for the piece that a pawn becomes: `e8=q`, `e8(q)`, `e8q`.
fn with_capital_promotion(text: &str) -> String {
    let unmarked = text.trim_end_matches(['+', '#', '!', '?', ')']);
    let mut spelt = text.to_owned();
    let mut last = unmarked.char_indices().rev();
    if let (Some((at, letter)), Some((_, before))) = (last.next(), last.next())
        && letter.is_ascii_lowercase()
        && (before.is_ascii_digit() || "=(/".contains(before))
    {
        spelt.replace_range(at..=at, &letter.to_ascii_uppercase().to_string());
    }
    spelt
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{MoveError, Notation};
    use crate::{Game, GameId, readable};

    fn read(fen: &str, text: &str) -> Result<String, MoveError> {
        let position = GameId::CHESS.parse(fen).unwrap();
        let played = readable::read(&position, text)?;
        Ok(Notation::of(&GameId::CHESS).write(played).to_string())
    }

    const CASTLES: &str = "4k3/P7/8/2pP4/4p3/3P4/8/R3K2R w KQ c6 0 1";

    #[test]
    fn spellings_of_others_are_read() {
        for (text, wire) in [
            ("o-o", "e1g1"),
            ("OOO!", "e1c1"),
            ("0‒0", "e1g1"),
            ("d:e4", "d3e4"),
            ("DXe4", ""),
            ("dXe4+", "d3e4"),
            ("de4:", "d3e4"),
            ("d:e", ""),
            ("dxc6ep", "d5c6"),
            ("dxc6 e.p.", "d5c6"),
            ("d:c6e.p", "d5c6"),
            ("dxc6+ep", "d5c6"),
            ("dxc6(ep)", "d5c6"),
            ("dxe4ep", "d3e4"),
            ("a8=q", "a7a8q"),
            ("a8(n)+", "a7a8n"),
            ("a8♕", "a7a8q"),
            ("a7–a8=♜", "a7a8r"),
            ("♔e2", "e1e2"),
            ("♚\u{fe0f}e2", "e1e2"),
            ("R×a7", ""),
            ("♖b1.", "a1b1"),
            ("e1−e2", "e1e2"),
            ("o-o-", ""),
            ("-oo", ""),
            ("o--o", ""),
            ("oooo", ""),
            ("", ""),
            ("♔", ""),
            ("é2", ""),
        ] {
            match read(CASTLES, text) {
                Ok(found) => assert_eq!(found, wire, "{text}"),
                Err(error) => assert!(wire.is_empty(), "{text}: {error}"),
            }
        }
        assert_eq!(
            read("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "♘e4"),
            Err(MoveError::Ambiguous("♘e4".to_owned()))
        );
        let long = "e".repeat(1_000_000);
        assert!(read(CASTLES, &long).unwrap_err().to_string().len() < 120);
    }

    #[test]
    fn passes_have_names() {
        for text in ["--", "Z0", "0000", "@@@@", "—", "––", "NULL", "pass", "--+"] {
            assert!(is_pass(text), "{text}");
        }
        for text in ["-", "", "+", "e4", "0-0", "passed"] {
            assert!(!is_pass(text), "{text}");
        }
        assert!(readable::read(&GameId::CHESS.start(), "—").is_err());
    }

    #[test]
    fn figurines_are_those_of_the_game() {
        let tavreli = GameId::TAVRELI.start();
        assert_eq!(readable::read(&tavreli, "♘f3"), readable::read(&tavreli, "Nf3"));
        assert!(readable::read(&tavreli, "♘f3").is_ok());
        assert_eq!(respelt(&tavreli, "é"), None);
        // There is a piece of the letter, and it is no knight.
        assert_eq!(respelt(&GameId::named("operational2").unwrap().start(), "♘f3"), None);
    }
}
