//! Faults of a position's text, by the numbers that pyffish has for them.

use super::game::FairyGame;
use helgi_rules::internals::FenFault;
use helgi_rules::{FenError, Game, Info, PieceMark};
use helgi_variants::{Counting, Slot, Spec};

/// A position of the game.
pub(super) const OK: i32 = 1;
const EMPTY: i32 = 0;
const MOVE_COUNTER: i32 = -1;
const HALF_MOVES: i32 = -2;
const KINGS: i32 = -3;
const EN_PASSANT: i32 = -4;
const CASTLING: i32 = -5;
const SIDE: i32 = -6;
const HAND: i32 = -7;
const GEOMETRY: i32 = -8;
const PARTS: i32 = -11;
const CHARACTER: i32 = -10;
const PROMOTED: i32 = -12;
const CHECKS: i32 = -13;
const COUNTING: i32 = -14;

/// The number of the fault of a text, [`OK`] for none.
pub(super) fn validate(game: &FairyGame, text: &str) -> i32 {
    if text.is_empty() {
        return EMPTY;
    }
    let fault = match game.is_spelt() {
        true => fields(game, text),
        false => Ok(()),
    };
    match fault {
        Err(number) => number,
        Ok(()) => match super::read(game.id, text) {
            Ok(_) => OK,
            Err(error) => number_of(&error),
        },
    }
}

/// Looks at the fields one by one, as pyffish does, which does not ask for what can be on a board.
fn fields(game: &FairyGame, text: &str) -> Result<(), i32> {
    let refuse = |is_wrong: bool, number: i32| if is_wrong { Err(number) } else { Ok(()) };
    let (spec, info) = (game.spec(), game.id.info());
    let counts_checks = spec.is_some_and(|spec| spec.check_counting);
    let words: Vec<&str> = text.split(' ').collect();
    refuse(words.len() > 6 + usize::from(counts_checks), PARTS)?;
    let word = |index: usize| words.get(index).copied().unwrap_or("-");
    board(game, info, words.first().copied().unwrap_or_default())?;
    refuse(!words.get(1).is_none_or(|side| side.starts_with(['w', 'b'])), SIDE)?;
    let has_castling = spec.is_none_or(|spec| spec.castling);
    let is_number = |word: &str| word == "-" || word.bytes().all(|byte| byte.is_ascii_digit());
    // Counts may follow the side at once.
    let is_short = (4..=5).contains(&words.len()) && word(2).starts_with(|c: char| c.is_ascii_digit());
    let between = if is_short { 0 } else { 2 };
    if !is_short && has_castling {
        refuse(!word(2).chars().all(|c| c == '-' || c.is_ascii_alphabetic()), CASTLING)?;
        rights(game, text, word(2))?;
    }
    if !is_short && words.len() > 3 {
        let passed = word(3);
        if spec.is_none_or(|spec| spec.double_step && spec.pieces[Slot::PAWN.index()].is_some()) {
            let mut letters = passed.chars();
            let is_square = passed.len() == 2
                && letters.next().is_some_and(|c| c.is_ascii_alphabetic())
                && letters.next().is_some_and(|c| c.is_ascii_digit());
            refuse(passed != "-" && !is_square, EN_PASSANT)?;
        } else if spec.is_some_and(|spec| spec.counting != Counting::None) {
            refuse(!is_number(passed), COUNTING)?;
        }
    }
    let mut last = words.len();
    let mut first = 2 + between;
    if counts_checks && words.len() % 2 == 1 && words.len() > first {
        let is_pair = |word: &str| {
            let pair = word.split_once('+');
            pair.is_some_and(|(white, black)| {
                [white, black].iter().all(|count| count.len() == 1 && is_number(count) && *count != "-")
            })
        };
        if is_pair(word(first)) {
            first += 1;
        } else {
            let given = word(last - 1);
            let are_few = given.bytes().all(|byte| byte == b'+' || (b'0'..=b'3').contains(&byte));
            let is_given = given.strip_prefix('+').is_some_and(is_pair) && are_few;
            refuse(!is_given, CHECKS)?;
            last -= 1;
        }
    }
    refuse(last > first && !is_number(word(first)), HALF_MOVES)?;
    refuse(last > first + 1 && !is_number(word(first + 1)), MOVE_COUNTER)
}

fn board(game: &FairyGame, info: &Info, field: &str) -> Result<(), i32> {
    let refuse = |is_wrong: bool, number: i32| if is_wrong { Err(number) } else { Ok(()) };
    let spec = game.spec();
    let has_plus = info.pieces.iter().any(|piece| piece.mark == PieceMark::Plus);
    let has_tildes = spec.is_none_or(|spec| spec.promotions.iter().any(|types| !types.is_empty()));
    let has_hand = info.pocket > 0;
    let others = spec.map(Spec::other_letters).unwrap_or_default();
    let is_letter = |c: char| {
        let letter = c.to_ascii_uppercase();
        info.pieces.iter().any(|piece| piece.letter == letter)
            || others.iter().any(|(other, _)| *other == letter)
    };
    let is_known = |c: char| match c {
        '/' | '*' => true,
        '+' => has_plus,
        '~' => has_tildes,
        '[' | ']' | '-' => has_hand,
        _ => c.is_ascii_digit() || is_letter(c),
    };
    refuse(!field.chars().all(is_known), CHARACTER)?;
    let promotes = |letter: char| {
        info.pieces
            .iter()
            .any(|piece| piece.mark == PieceMark::Plus && piece.letter == letter.to_ascii_uppercase())
    };
    let pairs = field.chars().zip(field.chars().skip(1));
    let is_wrong = |(mark, letter): (char, char)| mark == '+' && is_letter(letter) && !promotes(letter);
    refuse(pairs.into_iter().any(is_wrong), PROMOTED)?;
    let (rows, hand) = match field.split_once('[') {
        Some((rows, rest)) => (rows, Some(rest.strip_suffix(']').ok_or(HAND)?)),
        None if has_hand && field.matches('/').count() == usize::from(info.ranks) => {
            field.rsplit_once('/').map_or((field, None), |(rows, hand)| (rows, Some(hand)))
        }
        None => (field, None),
    };
    refuse(helgi_rules::internals::fen::tokens(rows, info.files, info.ranks).is_err(), GEOMETRY)?;
    refuse(!hand.unwrap_or_default().chars().all(|c| c == '-' || is_letter(c)), HAND)?;
    let start = game.id.info().start;
    let start = start.split(' ').next().unwrap_or_default();
    if !game.has_kings() {
        return Ok(());
    }
    let king = game.letter_of(Slot::KING);
    let count = |field: &str, letter: char| field.matches(letter).count();
    let is_off = |letter: char| count(field, letter) > 1 || count(field, letter) != count(start, letter);
    refuse(is_off(king) || is_off(king.to_ascii_lowercase()), KINGS)
}

/// Refuses rights whose pieces are not where they castle: helgi's reader mends such a text.
fn rights(game: &FairyGame, text: &str, castling: &str) -> Result<(), i32> {
    let has_gates = game.spec().is_some_and(|spec| spec.gating || spec.regional.first_leaps);
    let Ok((_, notices)) = game.id.parse_lenient(text) else { return Ok(()) };
    let is_lost = notices.iter().any(|notice| notice.field == "castling" && notice.value == castling);
    if is_lost {
        return Err(CASTLING);
    }
    if !has_gates {
        return Ok(());
    }
    // A letter of a file asks for a piece on it.
    let position = super::read(game.id, text).map_err(|error| number_of(&error))?;
    let kept = position.fen();
    let kept = kept.split(' ').nth(2).unwrap_or_default();
    let is_kept =
        |letter: char| letter == '-' || matches!(letter, 'K' | 'Q' | 'k' | 'q') || kept.contains(letter);
    if castling.chars().all(is_kept) { Ok(()) } else { Err(CASTLING) }
}

/// The number of an error of helgi's reader.
fn number_of(error: &FenError) -> i32 {
    match (error.fault, error.field) {
        (FenFault::Kings { .. }, _) => KINGS,
        (FenFault::Rights, _) | (_, "castling") => CASTLING,
        (_, "board" | "obstacles") => GEOMETRY,
        (_, "reserve") => HAND,
        (_, "side") => SIDE,
        (_, "en-passant") => EN_PASSANT,
        (_, "checks") => CHECKS,
        (_, "halfmove") => HALF_MOVES,
        (_, "fullmove") => MOVE_COUNTER,
        _ => PARTS,
    }
}
