//! EPD, Extended Position Description: a position on a line, and opcodes with operands behind it.
//!
//! The standard wants four fields of a position, and a semicolon behind each operation. The reader also takes what
//! programs and people write: fewer fields, all six of FEN, missing semicolons, commas between moves. What the moves
//! mean, only a game knows: this module knows none.

/// Opcodes whose operands are text and go on to the semicolon, whatever words they hold.
const TEXTS: [&str; 4] = ["id", "eco", "nic", "variant"];

/// All other opcodes of the standard, and those of helgi's puzzles. One of them ends the operation before it even
/// where the semicolon is missing.
const OPCODES: [&str; 21] = [
    "acd",
    "acn",
    "acs",
    "am",
    "bm",
    "ce",
    "dm",
    "draw_accept",
    "draw_claim",
    "draw_offer",
    "draw_reject",
    "fmvn",
    "hmvc",
    "noop",
    "pm",
    "pv",
    "rc",
    "resign",
    "sm",
    "difficulty",
    "effort",
];

/// A line of EPD, taken apart.
///
/// ```
/// use helgi_record::EpdLine;
///
/// let line = EpdLine::read("6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8#, Re7; fmvn 12; id \"a; b\"").expect("a position");
/// assert_eq!(line.fen(), "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 12");
/// assert_eq!(line.moves("bm").collect::<Vec<_>>(), ["Re8#,", "Re7"]);
/// assert_eq!(line.operand("id"), Some("a; b"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdLine {
    /// The fields of the position as they are written, without the counts.
    fields: Vec<String>,
    operations: Vec<(String, String)>,
}

impl EpdLine {
    /// Takes a line apart; `None` if nothing is on it.
    ///
    /// Fields that are missing from behind are those of a position in which White moves and nobody may castle. Two
    /// numbers after the fields, as in FEN, are read as the opcodes `hmvc` and `fmvn`, unless those are there as well.
    #[must_use]
    pub fn read(line: &str) -> Option<EpdLine> {
        let mut rest = line.trim_start_matches('\u{feff}').trim();
        let mut fields = vec![take_word(&mut rest)?];
        let is_field: [fn(&str) -> bool; 4] = [is_side, is_rights, is_square, is_checks];
        for is_it in is_field {
            let word = first_word(rest);
            if !is_it(word) {
                // Checks that are left or given are no field of most games.
                break;
            }
            fields.extend(
                take_word(&mut rest).map(|word| if fields.len() == 1 { word.to_lowercase() } else { word }),
            );
        }
        let mut counts = Vec::new();
        for name in ["hmvc", "fmvn"] {
            let word = first_word(rest);
            if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
                break;
            }
            counts.extend(take_word(&mut rest).map(|word| (name.to_owned(), word)));
        }
        let mut operations = operations(rest);
        operations.extend(counts);
        Some(EpdLine { fields, operations })
    }

    /// The number of fields of the position that are on the line, without the counts; the standard wants four.
    #[must_use]
    pub fn fields(&self) -> usize {
        self.fields.len()
    }

    /// The position as FEN, with the counts of the opcodes `hmvc` and `fmvn`, wherever they stand.
    #[must_use]
    pub fn fen(&self) -> String {
        let mut fields: Vec<&str> = self.fields.iter().map(String::as_str).collect();
        let defaults = ["w", "-", "-"];
        fields.extend(defaults.iter().skip(self.fields.len().saturating_sub(1)));
        let count = |name, default| self.operand(name).filter(|count| !count.is_empty()).unwrap_or(default);
        format!("{} {} {}", fields.join(" "), count("hmvc", "0"), count("fmvn", "1"))
    }

    /// The operand of an opcode, without its quotes; of several operations of the name the first counts.
    #[must_use]
    pub fn operand(&self, opcode: &str) -> Option<&str> {
        let found = self.operations.iter().find(|(own, _)| own.eq_ignore_ascii_case(opcode));
        found.map(|(_, operand)| operand.as_str())
    }

    /// The words of an opcode's operand, for opcodes that hold moves. A comma between moves stays with the word before
    /// it: there are games whose moves have one.
    pub fn moves(&self, opcode: &str) -> impl Iterator<Item = &str> {
        self.operand(opcode).unwrap_or_default().split_whitespace()
    }
}

/// The lines of a file that are not empty and do not begin with `#`, each with its number from 1. Lines may end in any
/// way.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'));
    (1..).zip(lines).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
}

fn first_word(text: &str) -> &str {
    text.split(|c: char| c.is_whitespace() || c == ';').next().unwrap_or_default()
}

/// Takes the first word away, if there is one.
fn take_word(rest: &mut &str) -> Option<String> {
    let word = first_word(rest);
    if word.is_empty() {
        return None;
    }
    *rest = rest.get(word.len()..)?.trim_start();
    Some(word.to_owned())
}

fn is_side(word: &str) -> bool {
    matches!(word, "w" | "b" | "W" | "B")
}

/// Returns true if a word is a castling field, and no opcode: `ce` could be both, and is one.
fn is_rights(word: &str) -> bool {
    !word.is_empty()
        && !is_opcode(word)
        && word.bytes().all(|byte| byte == b'-' || byte.is_ascii_alphabetic())
        && (word.starts_with('-') || word.bytes().all(|byte| b"KQkq".contains(&byte) || is_file(byte)))
}

fn is_file(letter: u8) -> bool {
    (b'a'..=b'p').contains(&letter.to_ascii_lowercase())
}

/// Returns true if a word is an en-passant field: `-`, or squares.
fn is_square(word: &str) -> bool {
    word.starts_with('-') && word.bytes().all(|byte| byte == b'-')
        || word.bytes().any(|byte| byte.is_ascii_digit())
            && word.bytes().next().is_some_and(|byte| byte.is_ascii_lowercase())
            && !is_opcode(word)
}

/// Returns true if a word is the field of checks in three-check: `3+3`, or `+1+0`.
fn is_checks(word: &str) -> bool {
    word.contains('+') && word.bytes().all(|byte| byte == b'+' || byte.is_ascii_digit())
}

/// Returns true if a word is an opcode that is known, `c0` to `v9` included.
fn is_opcode(word: &str) -> bool {
    is_text(word) || OPCODES.iter().any(|opcode| opcode.eq_ignore_ascii_case(word))
}

/// Returns true if an opcode's operand is a text.
fn is_text(opcode: &str) -> bool {
    let is_numbered = matches!(opcode.as_bytes(), [b'c' | b'C' | b'v' | b'V', b'0'..=b'9']);
    is_numbered || TEXTS.iter().any(|text| text.eq_ignore_ascii_case(opcode))
}

/// The opcodes with their operands, in their order.
fn operations(text: &str) -> Vec<(String, String)> {
    let mut operations = Vec::new();
    // A quote without a partner quotes nothing.
    let has_quotes = text.matches('"').count().is_multiple_of(2);
    let mut is_quoted = false;
    let is_end = |letter| {
        is_quoted ^= letter == '"' && has_quotes;
        letter == ';' && !is_quoted
    };
    for operation in text.split(is_end).map(str::trim).filter(|operation| !operation.is_empty()) {
        let mut rest = operation;
        while let Some(opcode) = take_word(&mut rest) {
            let (operand, behind) = rest.split_at(operand_length(&opcode, rest));
            operations.push((opcode, operand.trim().trim_matches('"').to_owned()));
            rest = behind.trim_start();
        }
    }
    operations
}

/// The length of an opcode's operand. It may end before the next opcode, where a semicolon is missing.
fn operand_length(opcode: &str, rest: &str) -> usize {
    if let Some(quoted) = rest.strip_prefix('"') {
        return quoted.find('"').map_or(rest.len(), |end| end + 2);
    }
    if is_text(opcode) {
        return rest.len();
    }
    let mut behind = rest;
    while !behind.is_empty() && !is_opcode(first_word(behind)) {
        behind = behind.trim_start_matches(|c: char| !c.is_whitespace()).trim_start();
    }
    rest.len() - behind.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "4k3/8/8/8/8/8/8/4K2R";

    fn fen(line: &str) -> String {
        EpdLine::read(line).unwrap().fen().replace(START, "B")
    }

    #[test]
    fn positions_have_as_many_fields_as_people_write() {
        for (line, expected) in [
            (format!("{START} w K - bm Rh8#;"), "B w K - 0 1"),
            (format!("{START} w K - 3 12 bm Rh8#;"), "B w K - 3 12"),
            (format!("{START} w K - 3"), "B w K - 3 1"),
            (format!("{START} b - bm Kd8;"), "B b - - 0 1"),
            (format!("{START} b bm Kd8;"), "B b - - 0 1"),
            (format!("{START} bm Rh8#;"), "B w - - 0 1"),
            (START.to_owned(), "B w - - 0 1"),
            (format!("\u{feff}{START} W; fmvn 7"), "B w - - 0 7"),
            (format!("{START} w K e3 ce 30; hmvc 4; id \"x\"; fmvn 9;"), "B w K e3 4 9"),
            (format!("{START} w ce 30;"), "B w - - 0 1"),
            (format!("{START} w K - 3+3 0 1"), "B w K - 3+3 0 1"),
            (format!("{START} w HAha -- pv Rh8"), "B w HAha -- 0 1"),
        ] {
            assert_eq!(fen(&line), expected, "{line}");
        }
        assert_eq!(EpdLine::read(" \t"), None);
    }

    #[test]
    fn operations_end_where_they_should() {
        let line = |operations: &str| EpdLine::read(&format!("{START} w K - {operations}")).unwrap();
        let all = line("bm Ba2 Nxf7; am Nf3+!; id \"a;b bm c\"; c0 text am of words;DM 3");
        assert_eq!(all.moves("bm").collect::<Vec<_>>(), ["Ba2", "Nxf7"]);
        assert_eq!(all.operand("am"), Some("Nf3+!"));
        assert_eq!((all.operand("id"), all.operand("dm")), (Some("a;b bm c"), Some("3")));
        assert_eq!(all.operand("c0"), Some("text am of words"));
        // Without semicolons.
        let bare = line("bm Qg6 Nh5 id \"WAC.001\" am Nf3");
        assert_eq!(bare.moves("bm").collect::<Vec<_>>(), ["Qg6", "Nh5"]);
        assert_eq!((bare.operand("id"), bare.operand("am")), (Some("WAC.001"), Some("Nf3")));
        let odd = line("id \"WAC; bm Qg6");
        assert_eq!((odd.operand("id"), odd.operand("bm")), (Some("WAC"), Some("Qg6")));
        assert_eq!(line("noop; bm").operand("bm"), Some(""));
    }

    #[test]
    fn lines_end_in_any_way_and_keep_their_numbers() {
        let text = "\u{feff}# head\r\na\r\n\r\nb\rc\n";
        assert_eq!(lines(text).collect::<Vec<_>>(), [(2, "a"), (4, "b"), (5, "c")]);
    }
}
