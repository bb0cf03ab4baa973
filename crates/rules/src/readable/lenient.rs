//! Moves as people type them and as other programs write them on the wire: in any case, with other signs between their
//! parts, with a number, in brackets.
//!
//! A text that is a move as it stands stays that move. Any other is compared with the texts of all legal moves, first in
//! lower case alone and then without the signs between their parts, and means the one move that it fits. If it fits
//! several it is refused, and they are named. The marks that make a move of another kind stay: the `@` of a drop, the `x`
//! of a shot, the `+` of a promotion.

use super::board::{Board, Letter};
use super::reading::origins;
use super::{Style, read};
use crate::AnyPosition;
use crate::board::{Action, Move, Outline, Square};
use crate::info::PieceMark;
use crate::notation::{self, MoveError, Notation};
use crate::spelling::with_usual_letters;
use helgi_notation::{excerpt, is_invisible, without_numbers};
use std::borrow::Cow;
use std::fmt;

/// The longest text in bytes that is compared: longer ones are no moves.
const LONGEST: usize = 60;

/// The most moves that an error names.
const NAMED: usize = 6;

/// A move that was read otherwise than it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveNotice {
    /// Its text, cut where it is long.
    pub value: String,
    /// The move that was read.
    pub read_as: String,
}

impl fmt::Display for MoveNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`, read as `{}`", self.value, self.read_as)
    }
}

/// Reads a move of a position where somebody types it, or as other programs write it, if it can mean one legal move only.
///
/// In [`Style::Uci`] a text is first one of the wire, in the other styles it is first [read](super::read()) as people write
/// moves. A notice says what was made of any other text.
///
/// ```
/// use helgi_rules::readable::{Style, read_lenient};
/// use helgi_rules::{Game, GameId};
///
/// let start = GameId::CHESS.start();
/// let notice = |text, style| read_lenient(&start, text, style).unwrap().1.map(|notice| notice.to_string());
/// assert_eq!(notice("Nf3", Style::San), None);
/// assert_eq!(notice("1.nf3", Style::San).as_deref(), Some("`1.nf3`, read as `Nf3`"));
/// assert_eq!(notice("E2-E4", Style::Uci).as_deref(), Some("`E2-E4`, read as `e2e4`"));
///
/// let two = GameId::CHESS.parse("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1")?;
/// let error = read_lenient(&two, "BC3", Style::San).unwrap_err();
/// assert_eq!(error.to_string(), "`BC3`, expected one move: it can mean Bxc3 bxc3");
/// # Ok::<(), helgi_rules::FenError>(())
/// ```
///
/// # Errors
///
/// When the text is no legal move in any spelling, or can be several.
pub fn read_lenient(
    position: &AnyPosition,
    text: &str,
    style: Style,
) -> Result<(Move, Option<MoveNotice>), MoveError> {
    let exact = match style {
        Style::Uci => notation::read(position, text),
        Style::San | Style::Lan => read(position, text),
    };
    match exact {
        // What is in another case than it is written may be another move in that case.
        Ok(legal) if style != Style::Uci => {
            let others = rivals(position, text, legal);
            return if others.is_empty() {
                Ok((legal, None))
            } else {
                Err(several(position, text, &others, style))
            };
        }
        Ok(legal) => return Ok((legal, None)),
        Err(MoveError::Ambiguous(text)) => return Err(MoveError::Ambiguous(text)),
        Err(_) => {}
    }
    let legal = match guess(position, text, style == Style::Uci) {
        // A number and brackets leave nothing to guess where people write moves.
        Ok((legal, false)) if style != Style::Uci => return Ok((legal, None)),
        // Who writes a capital letter before small ones means a piece.
        Ok((legal, _)) if begins_with_capital(text) && is_of_other_piece(position, text, legal) => {
            return Err(exact.err().unwrap_or_else(|| MoveError::Illegal(excerpt(text))));
        }
        Ok((legal, _)) => legal,
        Err(Unread::Several(moves)) => return Err(several(position, text, &moves, style)),
        Err(Unread::Ambiguous) => return Err(MoveError::Ambiguous(excerpt(text))),
        Err(Unread::Nothing) => return Err(exact.err().unwrap_or_else(|| MoveError::Illegal(excerpt(text)))),
    };
    let read_as = super::write(position, legal, style);
    Ok((legal, Some(MoveNotice { value: excerpt(text), read_as })))
}

/// Reads a move of a record: as [`read`](super::read()) does, and what that refuses in spellings that can mean one move
/// alone, with a notice.
///
/// ```
/// use helgi_rules::internals::readable::read_recorded;
/// use helgi_rules::{Game, GameId};
///
/// let start = GameId::CHESS.start();
/// let (_, notice) = read_recorded(&start, "nf3")?;
/// assert_eq!(notice.unwrap().to_string(), "`nf3`, read as `Nf3`");
/// assert_eq!(read_recorded(&start, "Nf3")?.1, None);
/// # Ok::<(), helgi_rules::notation::MoveError>(())
/// ```
///
/// # Errors
///
/// When the text is no legal move in any spelling, or can be several.
pub fn read_recorded(position: &AnyPosition, text: &str) -> Result<(Move, Option<MoveNotice>), MoveError> {
    // Nearly all texts are moves as they stand.
    match read(position, text) {
        Ok(legal) => Ok((legal, None)),
        Err(refused) => read_refused(position, text, refused).map(|(legal, notice)| (legal, Some(notice))),
    }
}

/// Reads a move that [`read`](super::read()) has refused, and the notice of it.
///
/// # Errors
///
/// The error of `read`, or that the text can be several moves.
fn read_refused(
    position: &AnyPosition,
    text: &str,
    refused: MoveError,
) -> Result<(Move, MoveNotice), MoveError> {
    if matches!(refused, MoveError::Ambiguous(_)) {
        return Err(refused);
    }
    match guess(position, text, false) {
        // In a record `bxc3` is no move of a bishop, nor `Bxc3` one of a pawn.
        Ok((legal, _)) if is_of_other_piece(position, text, legal) => Err(refused),
        Ok((legal, _)) => {
            let read_as = super::write(position, legal, Style::San);
            Ok((legal, MoveNotice { value: excerpt(text), read_as }))
        }
        Err(Unread::Several(moves)) => Err(several(position, text, &moves, Style::San)),
        Err(Unread::Ambiguous | Unread::Nothing) => Err(refused),
    }
}

/// Returns the legal moves that a text can mean in one spelling or another, if they are several.
pub(crate) fn meanings(position: &AnyPosition, text: &str) -> Vec<Move> {
    match read(position, text) {
        Ok(legal) => rivals(position, text, legal),
        Err(_) => match guess(position, text, false) {
            Err(Unread::Several(moves)) => moves,
            _ => Vec::new(),
        },
    }
}

/// The reason why a text is no move in another spelling either.
enum Unread {
    Nothing,
    /// It is a move, but of several pieces.
    Ambiguous,
    Several(Vec<Move>),
}

/// The error of a text that can be several moves.
fn several(position: &AnyPosition, text: &str, moves: &[Move], style: Style) -> MoveError {
    let mut names: Vec<String> =
        moves.iter().take(NAMED).map(|&legal| super::write(position, legal, style)).collect();
    names.extend((moves.len() > NAMED).then(|| "…".to_owned()));
    MoveError::Several { text: excerpt(text), moves: names.join(" ") }
}

/// The moves that a text can mean in another case, with the one that it means as it stands; none if it is that one's own
/// text, or there is no other.
fn rivals(position: &AnyPosition, text: &str, legal: Move) -> Vec<Move> {
    let unjudged = text.trim_end_matches(['!', '?']);
    let unmarked = unjudged.trim_end_matches(['+', '#']);
    if unmarked.len() > LONGEST || !unmarked.is_ascii() {
        return Vec::new();
    }
    let board = Board::new(position).with_arrivals();
    let wire = Notation::of(&position.game()).write(legal).to_string();
    let own = [board.text(legal, Style::San), board.text(legal, Style::Lan), wire];
    // The last `+` is the sign of a promotion or a mark of check.
    if own.iter().any(|own| *own == unjudged || *own == unmarked) {
        return Vec::new();
    }
    let wanted = unmarked.to_ascii_lowercase();
    let is_it = |spelt: &Spelt| spelt.texts.iter().any(|own| own.eq_ignore_ascii_case(&wanted));
    let mut found: Vec<Move> =
        spellings(&board).iter().filter(|spelt| is_it(spelt)).map(|spelt| spelt.legal).collect();
    if !found.contains(&legal) {
        found.push(legal);
    }
    if found.len() > 1 { found } else { Vec::new() }
}

/// Returns true if the first letter of a text is a capital one, and others are not.
fn begins_with_capital(text: &str) -> bool {
    let letters = without_surroundings(text);
    letters.starts_with(|c: char| c.is_ascii_uppercase())
        && letters.bytes().any(|byte| byte.is_ascii_lowercase() && byte != b'x')
}

/// Returns true if a text differs from a move in the case of a first letter that is that of a file and that of a piece.
fn is_of_other_piece(position: &AnyPosition, text: &str, legal: Move) -> bool {
    let plain = without_surroundings(text);
    let san = super::write(position, legal, Style::San);
    let mut letters = plain.bytes();
    let (Some(first), Some(own)) = (letters.next(), san.bytes().next()) else { return false };
    let is_of_file =
        first.to_ascii_lowercase().checked_sub(b'a').is_some_and(|file| file < position.info().files);
    let is_square = letters.next().is_some_and(|second| second.is_ascii_digit());
    first != own && first.eq_ignore_ascii_case(&own) && is_of_file && !is_square
}

/// The square that a text without signs names first, if it begins with two whole squares: then that is the square that a piece
/// leaves, and no letter of a piece with a rank.
fn first_of_two(outline: &Outline, folded: &str) -> Option<Square> {
    let square = |text: &str| {
        let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        (2..=1 + digits).rev().find_map(|end| Some((outline.named(text.get(..end)?)?, end)))
    };
    let (first, end) = square(folded)?;
    let rest = folded.get(end..)?;
    square(rest.strip_prefix('x').unwrap_or(rest)).map(|_| first)
}

/// Finds the one legal move that a text fits that is no move as it stands; true if more than its surroundings was changed. On the
/// wire a `+` at the end is no mark of check where it is the sign of a promotion.
fn guess(position: &AnyPosition, text: &str, is_wire: bool) -> Result<(Move, bool), Unread> {
    if text.len() > LONGEST {
        return Err(Unread::Nothing);
    }
    let plain = without_surroundings(text);
    if plain.is_empty() {
        return Err(Unread::Nothing);
    }
    let has_plus = position.info().pieces.iter().any(|piece| piece.mark == PieceMark::Plus);
    let promotes = is_wire && has_plus && plain.ends_with('+');
    // On the wire a move as people write it comes here, too.
    match read(position, &plain) {
        _ if promotes => {}
        Ok(legal) => {
            let others = rivals(position, &plain, legal);
            return if others.is_empty() { Ok((legal, false)) } else { Err(Unread::Several(others)) };
        }
        Err(MoveError::Ambiguous(_)) => return Err(Unread::Ambiguous),
        Err(_) => {}
    }
    let board = Board::new(position).with_arrivals();
    let spellings = spellings(&board);
    let unjudged = plain.trim_end_matches(['!', '?']).to_ascii_lowercase();
    let unmarked = if promotes { &unjudged } else { unjudged.trim_end_matches(['+', '#']) };
    let first = first_of_two(board.outline(), &without_signs(unmarked));
    let spellings: Vec<&Spelt> = spellings
        .iter()
        .filter(|spelt| first.is_none_or(|first| spelt.legal.from() == Some(first)))
        .collect();
    for fold in [Fold::Case, Fold::Signs] {
        // The last `+` is the sign of a promotion or a mark of check.
        for wanted in [&*unjudged, unmarked] {
            let found: Vec<Move> =
                spellings.iter().filter(|spelt| spelt.fits(wanted, fold)).map(|spelt| spelt.legal).collect();
            match found[..] {
                [] => {}
                [only] => return Ok((only, true)),
                _ => return Err(Unread::Several(found)),
            }
        }
    }
    // A pawn that promotes by choice, without the choice.
    let found: Vec<Move> =
        spellings.iter().filter(|spelt| spelt.fits_unpromoted(unmarked)).map(|spelt| spelt.legal).collect();
    match found[..] {
        [] => Err(Unread::Nothing),
        [only] => Ok((only, true)),
        _ => Err(Unread::Several(found)),
    }
}

/// A text without the number of the move, brackets, quotes and characters that nobody sees, in the signs of a keyboard.
fn without_surroundings(text: &str) -> String {
    let usual = with_usual_letters(text);
    let visible: String = usual.as_deref().unwrap_or(text).chars().filter(|&c| !is_invisible(c)).collect();
    let mut plain = visible.as_str();
    loop {
        let before = plain;
        plain = plain.trim_matches(|c: char| c.is_whitespace() || "\"'`«»“”„‘’;,.".contains(c));
        for (open, close) in [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>')] {
            let inner = plain.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
            plain = inner.unwrap_or(plain);
        }
        plain = without_numbers(plain);
        if plain == before {
            return plain.to_owned();
        }
    }
}

/// The part of a spelling that does not count.
#[derive(Clone, Copy)]
enum Fold {
    /// The case of letters.
    Case,
    /// The signs between parts as well.
    Signs,
}

/// A legal move and the texts that it may have, in lower case.
struct Spelt {
    legal: Move,
    texts: Vec<String>,
    /// The texts of a shot without the way back, which a capture may have as well.
    without_way_back: Vec<String>,
    /// An `x` says more than that it captures.
    keeps_x: bool,
}

impl Spelt {
    /// Returns true if a text is the move but for the letter of what the piece becomes.
    fn fits_unpromoted(&self, wanted: &str) -> bool {
        let promotes = matches!(self.legal.action(), Action::Step { promote: Some(_), .. });
        let folded = |text: &str| without_captures(&without_signs(text)).into_owned();
        promotes
            && self
                .texts
                .iter()
                .filter_map(|own| without_promotion(own))
                .any(|own| folded(own) == folded(wanted))
    }

    fn fits(&self, wanted: &str, fold: Fold) -> bool {
        match fold {
            Fold::Case => self.texts.iter().any(|own| own == wanted),
            Fold::Signs => {
                let folded = without_signs(wanted);
                let folded = if self.keeps_x { folded } else { without_captures(&folded).into_owned() };
                // A pass consists of signs, and is no move that signs alone could mean.
                !folded.is_empty()
                    && self.texts.iter().chain(&self.without_way_back).any(|own| {
                        let own = without_signs(own);
                        folded == if self.keeps_x { own } else { without_captures(&own).into_owned() }
                    })
            }
        }
    }
}

/// A text in lower case without the letter of what a piece becomes: `a8` of `a8=q`, `a7a8` of `a7a8q`.
fn without_promotion(text: &str) -> Option<&str> {
    let bare = text.split_once('=').map(|(before, _)| before);
    let bare = bare.or_else(|| text.strip_suffix(|c: char| c.is_ascii_alphabetic()));
    bare.filter(|bare| bare.ends_with(|c: char| c.is_ascii_digit()))
}

/// The texts of all legal moves in lower case: those that helgi writes, and those with more of the square that is left.
fn spellings(board: &Board<'_>) -> Vec<Spelt> {
    let notation = Notation::of(&board.position.game());
    let spell = |&legal: &Move| {
        let mut texts = vec![
            board.text(legal, Style::San),
            board.text(legal, Style::Lan),
            notation.write(legal).to_string(),
        ];
        let mut without_way_back = Vec::new();
        if let Action::Drop { to, .. } = legal.action() {
            let is_pawn = texts.iter().any(|text| text.starts_with(Letter::PAWN.letter));
            texts.extend(is_pawn.then(|| format!("@{}", board.whole(to))));
        }
        // A king that goes onto its rook has no other text than the name of the castling.
        let is_named =
            legal.to().is_some_and(|to| board.top(to).is_some()) && board.castling_text(legal).is_some();
        if let (Some(from), Some(letter), false) = (legal.from(), board.letter(legal), is_named) {
            let tail = board.tail(legal);
            let way_back = format!("-{}", board.whole(from));
            let short = tail.strip_suffix(&way_back).filter(|_| board.is_shot(legal));
            let mut with_letter = String::new();
            letter.push_to(&mut with_letter);
            let letters = [Some(&*with_letter), (letter == Letter::PAWN).then_some("")];
            for letter in letters.into_iter().flatten() {
                for origin in origins(board.outline(), from) {
                    without_way_back.extend(short.map(|short| format!("{letter}{origin}{short}")));
                    texts.push(format!("{letter}{origin}{tail}"));
                }
            }
        }
        texts.iter_mut().chain(&mut without_way_back).for_each(|text| text.make_ascii_lowercase());
        let is_shot = board.is_shot(legal);
        let keeps_x = is_shot || legal.removed(board.outline()).next().is_some();
        Spelt { legal, texts, without_way_back, keeps_x }
    };
    board.legal.iter().map(spell).collect()
}

/// A text in lower case without the signs between its parts; `@` and `x` in place of the signs that stand for them.
fn without_signs(text: &str) -> String {
    let mut letters = text.chars().peekable();
    let mut folded = String::with_capacity(text.len());
    while let Some(c) = letters.next() {
        match c {
            '*' | '\'' => folded.push('@'),
            // Before the number of a part of a stack it is one more sign.
            ':' if letters.peek().is_some_and(char::is_ascii_lowercase) => folded.push('x'),
            c if r"-=()[]{}/\|.,;:_>~→".contains(c) || c.is_whitespace() => {}
            c => folded.push(c),
        }
    }
    folded
}

/// A text without the `x` before squares, except at its beginning.
fn without_captures(text: &str) -> Cow<'_, str> {
    if !text.contains('x') {
        return text.into();
    }
    let bytes = text.as_bytes();
    let is_capture = |at: usize| {
        at > 0
            && bytes[at] == b'x'
            && bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase)
            && bytes.get(at + 2).is_some_and(u8::is_ascii_digit)
    };
    text.char_indices().filter(|&(at, _)| !is_capture(at)).map(|(_, c)| c).collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, GameId};

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const CASTLES: &str = "r3k2r/P7/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    const TAVRELI: &str = "4k3/8/8/8/3(dR)4/8/4E3/4K3 w - - 0 1";
    const TACTICAL: &str = "4k3/8/8/8/3p4/8/3C4/4K3[NP] w - - 0 9";
    const DRAGON: &str = "4k3/8/8/4p3/3n4/2D5/8/4K3[] w - - 0 9";
    const SOLDIER: &str = "**7h**/**2S2g2**/12/12/12/12/12/12/12/12/**8**/**4H3** w - - 0 1";
    const PAWNS: &str = "8k3/*3P6*/*10*/*10*/*10*/*10*/*10*/*10*/*R4K3R*/12 w KQ - 0 1";
    const RANGE: &str =
        "runbsxhmouxhsnbur/2q1c2g3cgq3/17/17/17/3p13/2PPP12/4P12/17/2Q1C2G3CGQ3/RUNBSXHMOUXHSNBUR w - - 0 1";
    const PROMOTES: &str = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
    const PINNED: &str = "1r2k3/8/8/2p5/1P1B4/8/8/1K6 w - - 0 1";
    const PINNED_PAWN: &str = "4k3/8/8/8/1r6/2p5/1P1B4/1K6 w - - 0 1";
    const PINNED_BISHOP: &str = "3rk3/8/8/8/8/2p5/1P1B4/3K4 w - - 0 1";
    const HAND: &str = "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1";

    /// A game, a position, texts, and the move that each of them is on the wire.
    const READ: &[(&str, &str, &[&str], &str)] = &[
        (
            "chess",
            START,
            &["nf3", "NF3", "Ng1-f3", "ng1f3", "1.nf3", "1. Nf3", "(Nf3)", "\"nf3\"", "Nf3;", "N-f3"],
            "g1f3",
        ),
        (
            "chess",
            START,
            &["G1-F3", "g1 f3", "g1_f3", "g1>f3", "g1->f3", "g1→f3", "[g1f3]", "g1,f3", "Ngf3", "nG1F3"],
            "g1f3",
        ),
        (
            "chess",
            START,
            &["e4", "E4", "1.e4", "1.E4", "e4!", "E4!?", "e2-e4", "E2-E4", "E2E4", "pe4", "Pe2-e4", "e2:e4"],
            "e2e4",
        ),
        ("chess", AFTER_E4, &["1...e5", "1... e5", "…e5", "1…E5", "...E7-E5"], "e7e5"),
        (
            "chess",
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            &["a7a8=Q", "A7A8Q", "A7A8=Q", "a8Q", "A8=q", "a8(q)", "A8/Q", "a7-a8=q", "PA8=Q", "a8 = Q"],
            "a7a8q",
        ),
        (
            "chess",
            CASTLES,
            &["O-O", "0-0", "o-o", "oo", "1.O-O", "(0-0)", "E1-G1", "e1 g1", "O–O", "kg1"],
            "e1g1",
        ),
        ("chess", CASTLES, &["O-O-O", "0-0-0", "ooo", "12. o-o-o", "E1-C1"], "e1c1"),
        (
            "tavreli",
            TAVRELI,
            &["rd4d8:1", "D4D8:1", "d4-d8:1", "d4d8(1)", "Rd4-d8/1", "d4d8=1", "rd4 d8 : 1"],
            "d4d8:1",
        ),
        (
            "tactical",
            TACTICAL,
            &["cxd4", "Cxd4", "CXD4-D2", "c:d4", "D2XD4", "d2-x-d4", "d2:d4", "Cd2xd4", "(Cxd4-d2)"],
            "d2xd4",
        ),
        ("tactical", TACTICAL, &["n@b3", "N@B3", "N*b3", "n'b3", "(N)@b3", "N @ b3", "[n]@b3"], "N@b3"),
        ("tactical", TACTICAL, &["p@b3", "P@B3", "@b3", "P*b3"], "P@b3"),
        ("tactical", TACTICAL, &["--", "pass", "PASS"], "0000"),
        ("tactical", DRAGON, &["dxd4xe5", "DXD4XE5-C3", "c3:d4:e5", "Dxd4xe5", "c3xd4-x-e5"], "c3xd4xe5"),
        (
            "chessbattle",
            SOLDIER,
            &["se12xh11", "SE12XH11", "E11E12XH11", "e11-e12:h11", "Se11-e12xh11"],
            "e11e12xh11",
        ),
        ("popular10", PAWNS, &["E10=F", "e10f", "E9-E10=F", "e9e10(f)", "pe10=f"], "e9e10f"),
        ("operational2", RANGE, &["cxd6", "CXD6", "C5-D6", "c5d6", "C5D6", "c5 d6"], "c5d6"),
        ("operational2", RANGE, &["c5xd6", "pxd6-c5", "PXD6-C5", "C5XD6", "c5:d6-c5"], "c5xd6"),
        ("crazyhouse", HAND, &["p@e4", "P@E4", "P*e4", "@e4", "@E4", "(p@e4)"], "P@e4"),
    ];

    #[test]
    fn moves_are_read_in_any_case_and_with_other_signs() {
        let mut wrong = Vec::new();
        for (game, fen, texts, wire) in READ {
            let position = GameId::named(game).unwrap().parse(fen).unwrap();
            let written = Notation::of(&position.game());
            for text in *texts {
                for style in [Style::San, Style::Uci] {
                    let read = read_lenient(&position, text, style);
                    let found = read.as_ref().map(|(legal, _)| written.write(*legal).to_string());
                    if found.as_deref().unwrap_or_default() != *wire {
                        wrong.push(format!("{game} {text} {style:?}: {read:?}, not {wire}"));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
    /// A position, a text, and the moves that it can mean; none if it is no move at all.
    const REFUSED: &[(&str, &str, &str, &str)] = &[
        ("chess", "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "BC3", "Bxc3 bxc3"),
        ("chess", "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "bc3", "Bxc3 bxc3"),
        ("chess", "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "bXc3", "Bxc3 bxc3"),
        ("chess", "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "ne4", "Nce4 Nge4"),
        ("chess", "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "1.NE4", "Nce4 Nge4"),
        ("chess", "1k6/4P3/8/8/8/8/8/4K3 w - - 0 1", "E8", "e8=Q+ e8=R+ e8=B e8=N"),
        ("chess", "1k6/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7-e8", "e8=Q+ e8=R+ e8=B e8=N"),
        ("chess", START, "nf4", ""),
        ("chess", START, "e2e5", ""),
        ("chess", START, "hello", ""),
        ("chess", START, "", ""),
        ("chess", START, "1.", ""),
        ("chess", START, "()", ""),
        ("chess", START, "o-o", ""),
        ("chess", START, "--", ""),
        ("chess", START, "ё4", ""),
        // The marks of drops and shots make another kind of move.
        ("crazyhouse", HAND, "nb3", ""),
        ("tactical", TACTICAL, "cd4", ""),
        ("tactical", TACTICAL, "-", ""),
        ("tactical", TACTICAL, "(=)", ""),
        ("tactical", TACTICAL, "d2-d4", ""),
        // Two whole squares are those of the move, and no bishop of the fourth rank.
        ("chess", PINNED, "b4c5", ""),
        ("chess", PINNED, "b4xc5", ""),
        ("chess", PINNED, "B4-C5", ""),
        ("tavreli", "rnbqkbnr/tmadeamt/8/8/8/8/TMADEAMT/RNBQKBNR w KQkqABCDEFGHabcdefgh - 0 1", "a2c4", ""),
        // A capital letter before small ones is that of a piece.
        ("chess", PINNED_BISHOP, "Bxc3", ""),
    ];

    #[test]
    fn texts_with_two_meanings_or_none_are_refused() {
        for (game, fen, text, moves) in REFUSED {
            let position = GameId::named(game).unwrap().parse(fen).unwrap();
            let error = read_lenient(&position, text, Style::San).unwrap_err();
            match (&error, moves.is_empty()) {
                (MoveError::Several { moves: found, .. }, false) => assert_eq!(found, moves, "{text}"),
                (MoveError::Illegal(_) | MoveError::Notation(_), true) => {}
                _ => panic!("{text}: {error:?}"),
            }
        }
        let start = GameId::CHESS.start();
        let error = read_lenient(&start, &"(e4".repeat(1_000_000), Style::San).unwrap_err();
        assert!(error.to_string().len() < 200);
    }

    #[test]
    fn a_promotion_without_its_letter_names_the_choices() {
        let position = GameId::CHESS.parse(PROMOTES).unwrap();
        let error = |text, style| read_lenient(&position, text, style).unwrap_err().to_string();
        let san = "a8=Q a8=R a8=B a8=N";
        for (text, style, moves) in [
            ("a7a8", Style::Uci, "a7a8q a7a8r a7a8b a7a8n"),
            ("A7-A8", Style::Uci, "a7a8q a7a8r a7a8b a7a8n"),
            ("a8", Style::San, san),
            ("a7-a8", Style::San, san),
            ("axb8", Style::San, "axb8=Q+ axb8=R+ axb8=B axb8=N"),
            ("ab8+", Style::San, "axb8=Q+ axb8=R+ axb8=B axb8=N"),
        ] {
            let expected = format!("`{text}`, expected one move: it can mean {moves}");
            assert_eq!(error(text, style), expected);
        }
        assert_eq!(error("a9", Style::San), "`a9`, expected a legal move");
        let refused = read_refused(&position, "a8", MoveError::Illegal("a8".to_owned()));
        assert_eq!(refused.unwrap_err().to_string(), format!("`a8`, expected one move: it can mean {san}"));
    }

    #[test]
    fn records_and_the_wire_keep_pieces_and_promotions() {
        let refused = |fen: &str, text: &str| {
            let position = GameId::CHESS.parse(fen).unwrap();
            read_refused(&position, text, MoveError::Illegal(text.to_owned())).unwrap_err().to_string()
        };
        assert!(refused(PINNED_PAWN, "bxc3").contains("expected a legal move"));
        assert!(refused(PINNED_BISHOP, "Bxc3").contains("expected a legal move"));
        let start = GameId::CHESS.start();
        assert!(read_refused(&start, "nf3", MoveError::Illegal("nf3".to_owned())).is_ok());
    }

    #[test]
    fn own_texts_are_read_without_a_word() {
        let takes = GameId::CHESS.parse("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1").unwrap();
        for (text, wire) in
            [("bxc3", "b2c3"), ("Bxc3", "d2c3"), ("b2c3", "b2c3"), ("Bd2xc3", "d2c3"), ("bxc3!", "b2c3")]
        {
            let (legal, notice) = read_lenient(&takes, text, Style::San).unwrap();
            assert_eq!(Notation::of(&GameId::CHESS).write(legal).to_string(), wire);
            assert_eq!(notice, None, "{text}");
        }
        assert_eq!(read_lenient(&takes, "B2C3", Style::Uci).unwrap().1, None);
    }
}
