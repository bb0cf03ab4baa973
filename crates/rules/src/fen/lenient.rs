//! Position text as other programs write it, for every game alike.
//!
//! [`Game::parse`] is strict: it says what is wrong. Here that is mended whose meaning is beyond doubt, and each change
//! is a [`FenNotice`]: fields that are missing at the end, rights without their pieces, an en passant square that cannot
//! be, more pieces than the set has. What is still refused is spelt anew by `loose`, and read again. What could mean two
//! things, and what means nothing, stays an error. No game has a rule of its own for it.

use super::notice::{FenNotice, FenNoticeKind};
use super::{Token, loose, tokens};
use crate::board::Side;
use crate::turn::LARGEST_COUNT;
use crate::{Captives, FenError, Game, Info, PieceMark, Position};
use helgi_notation::excerpt;

/// Ways to write a field that is empty.
const DASHES: [&str; 5] = ["--", "\u{2013}", "\u{2014}", "\u{2212}", "\u{2010}"];

/// A position, and what was mended in its text.
pub type ReadPosition<G> = (<G as Game>::Position, Vec<FenNotice>);

/// Reads a position as [`Game::parse_lenient`] does.
///
/// # Errors
///
/// When the text is not a position of the game, or could be more than one.
pub fn read<G: Game>(game: &G, text: &str) -> Result<ReadPosition<G>, FenError> {
    let error = match complete(game, text) {
        Err(error) => error,
        read => return read,
    };
    // What is spelt anew is read further, so that the error that is left is the one to mend.
    let loose::Respelt { text, mut notices } = loose::respelt(game.info(), text).ok_or(error)?;
    let (position, further) = complete(game, &text)?;
    notices.extend(further);
    Ok((position, notices))
}

/// The notice that a position's text is missing, so that the game begins at its start.
pub fn missing<G: Game>(game: &G, text: &str) -> FenNotice {
    FenNotice::new(FenNoticeKind::Spelling, "position", text, game.info().start)
}

/// Reads a position whose fields are spelt as they should be, but need not be complete or possible.
fn complete<G: Game>(game: &G, text: &str) -> Result<ReadPosition<G>, FenError> {
    let info = game.info();
    // The strict reader says what is wrong.
    let Some(mut draft) = Draft::split(info, text) else { return Ok((game.parse(text)?, Vec::new())) };
    draft.mark_promoted(game);
    let position = draft.read(game)?;
    let mut notices = draft.notices;
    for notice in &mut notices {
        if notice.kind == FenNoticeKind::Missing && !draft.has_counts {
            // The counts that the position allows.
            notice.read_as = notice.read_as.replace(COUNTS, &position.turn().to_string());
        }
    }
    Ok((position, notices))
}

/// Returns the side to move and the number of the move that a text gives, whatever else is in it: White and 1 where it
/// gives none; `None` if another word stands in the place of the side.
#[must_use]
pub fn turn(text: &str) -> Option<(Side, u32)> {
    if text.len() > loose::LONGEST {
        return None;
    }
    let text = loose::with_blanks(text);
    let text = loose::without_surroundings(&text);
    let mut words = text.split(' ').skip(1).filter(|word| !word.starts_with('['));
    let is = |word: &str, names: [&str; 2]| names.iter().any(|name| name.eq_ignore_ascii_case(word));
    let side = match words.next() {
        None => Side::White,
        Some(word) if is(word, ["w", "white"]) => Side::White,
        Some(word) if is(word, ["b", "black"]) => Side::Black,
        Some(_) => return None,
    };
    // Checks stand before the counts or behind them.
    let rest: Vec<&str> = words.filter(|word| !word.contains('+')).collect();
    let number = match rest[..] {
        [.., halfmove, fullmove] if halfmove.parse::<u16>().is_ok() => {
            fullmove.parse().ok().map(|number: u32| number.min(LARGEST_COUNT.into()))
        }
        _ => None,
    };
    Some((side, number.unwrap_or(1).max(1)))
}

/// The counts where none are given.
const COUNTS: &str = "0 1";

/// The fields of a text, which may be incomplete.
struct Draft {
    board: String,
    side: &'static str,
    castling: String,
    en_passant: String,
    /// The checks still to give, in games that count them, and the half-move clock and the move number.
    counts: String,
    has_counts: bool,
    notices: Vec<FenNotice>,
}

impl Draft {
    /// Takes a text apart; `None` if it is not clear which fields it has.
    fn split(info: &Info, text: &str) -> Option<Draft> {
        let mut words = text.split_ascii_whitespace();
        let board = words.next()?.to_owned();
        let mut notices = Vec::new();
        let side = words.next();
        let colour = match side {
            None | Some("w") => "w",
            Some("b") => "b",
            Some(capital @ ("W" | "B")) => {
                let small = if capital == "W" { "w" } else { "b" };
                notices.push(FenNotice::new(FenNoticeKind::Spelling, "side", capital, small));
                small
            }
            Some(_) => return None,
        };
        let mut rest: Vec<&str> = words.collect();
        let checks_of_start = info.start.split_ascii_whitespace().skip(2).find(|word| word.contains('+'));
        let checks = checks_of_start.and_then(|_| {
            let at = rest.iter().position(|word| word.contains('+'))?;
            Some(rest.remove(at))
        });
        let is_count = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let (castling, en_passant, counts) = match rest[..] {
            [] => (None, None, &[][..]),
            [white, black] if is_count(white) && is_count(black) => (None, None, &rest[..]),
            [castling, halfmove, fullmove] if is_count(halfmove) && is_count(fullmove) => {
                (Some(castling), None, &rest[1..])
            }
            [first, ..] if is_count(first) => return None,
            [castling] => (Some(castling), None, &[][..]),
            // A count where the en passant square would be may be either.
            [_, second] if is_count(second) => return None,
            [castling, en_passant, ..] if rest.len() <= 4 => (Some(castling), Some(en_passant), &rest[2..]),
            _ => return None,
        };
        let spelt = |field: &'static str, word: Option<&str>, notices: &mut Vec<FenNotice>| match word {
            Some(word) if DASHES.contains(&word) => {
                notices.push(FenNotice::new(FenNoticeKind::Spelling, field, word, "-"));
                "-".to_owned()
            }
            Some(word) => word.to_owned(),
            None => "-".to_owned(),
        };
        let (castling_text, en_passant_text) =
            (spelt("castling", castling, &mut notices), spelt("en-passant", en_passant, &mut notices));
        let missing_checks = checks_of_start.filter(|_| checks.is_none()).map(|checks| format!("{checks} "));
        let (given_checks, missing_checks) = (
            checks.map(|checks| format!("{checks} ")).unwrap_or_default(),
            missing_checks.unwrap_or_default(),
        );
        let counts_text = match counts {
            [] => COUNTS.to_owned(),
            [halfmove] => format!("{halfmove} 1"),
            [halfmove, fullmove, ..] => format!("{halfmove} {fullmove}"),
        };
        let tail = match counts {
            [] => format!("{missing_checks}{COUNTS}"),
            [_] => format!("{missing_checks}1"),
            _ => missing_checks.trim().to_owned(),
        };
        let missing = |field: &'static str, read_as: String| {
            Some(FenNotice::new(FenNoticeKind::Missing, field, "", read_as))
        };
        notices.extend(match (side, castling, en_passant, counts) {
            (None, ..) => missing("side", format!("w - - {tail}")),
            (_, None, ..) => missing("castling", format!("- - {tail}").trim().to_owned()),
            (_, _, None, _) => missing("en-passant", format!("- {tail}").trim().to_owned()),
            (.., []) => missing("halfmove", tail),
            (.., [_]) => missing("fullmove", tail),
            _ if !tail.is_empty() => missing("checks", tail),
            _ => None,
        });
        Some(Draft {
            board,
            side: colour,
            castling: castling_text,
            en_passant: en_passant_text,
            counts: format!("{given_checks}{missing_checks}{counts_text}"),
            has_counts: !counts.is_empty(),
            notices,
        })
    }

    fn text(&self, castling: &str, en_passant: &str) -> String {
        let Draft { board, side, counts, .. } = self;
        format!("{board} {side} {castling} {en_passant} {counts}")
    }

    fn parse<G: Game>(&self, game: &G, castling: &str, en_passant: &str) -> Result<G::Position, FenError> {
        let text = self.text(castling, en_passant);
        let read = game.parse(&text);
        // Counts that nobody gave need not be those of a start.
        if self.has_counts { read } else { read.or_else(|error| game.parse_shown(&text).map_err(|_| error)) }
    }

    /// Reads the position, without rights that cannot be.
    fn read<G: Game>(&mut self, game: &G) -> Result<G::Position, FenError> {
        let (castling, en_passant) = (self.castling.clone(), self.en_passant.clone());
        let read = self.parse(game, &castling, &en_passant);
        if let Ok(position) = &read
            && (castling == "-" || rights(&game.format(position)).len() == castling.len())
        {
            return read;
        }
        if castling != "-" {
            // Without these two fields the rest has to be right.
            self.parse(game, "-", "-")?;
            let kept = self.possible_rights(game)?;
            if kept != castling {
                let read_as = if kept.is_empty() { "-".to_owned() } else { kept };
                self.notices.push(FenNotice::new(FenNoticeKind::Rights, "castling", &castling, &read_as));
                self.castling = read_as;
            }
        }
        match self.parse(game, &self.castling, &en_passant) {
            Err(error) if error.field == "en-passant" && are_squares(game, &en_passant) => {
                let position = self.parse(game, &self.castling, "-")?;
                self.notices.push(FenNotice::new(FenNoticeKind::EnPassant, "en-passant", &en_passant, "-"));
                self.en_passant = "-".to_owned();
                Ok(position)
            }
            read => read,
        }
    }

    /// The parts of the castling field that stand for rights: letters, and squares of pieces that have not moved.
    fn possible_rights<G: Game>(&self, game: &G) -> Result<String, FenError> {
        let files = u32::from(game.info().files);
        let is_right = |part: &&str| {
            let letter = part.chars().next().unwrap_or('-');
            let file = (letter.to_ascii_uppercase() as u32).wrapping_sub('A' as u32);
            let is_letter = file < files || matches!(letter, 'K' | 'Q' | 'k' | 'q');
            letter.is_ascii_alphabetic() && if part.len() == 1 { is_letter } else { are_squares(game, part) }
        };
        let parts = names(&self.castling);
        if !parts.iter().all(is_right) {
            // The game says what it expects, if it expects anything.
            let expected = "`-`, letters of `KQkq`, or the files of rooks";
            let error = || FenError::new("castling", excerpt(&self.castling), expected);
            return Err(self.parse(game, &self.castling, "-").err().unwrap_or_else(error));
        }
        // Some games leave out what cannot be without a word.
        let stays = |position: G::Position| !rights(&game.format(&position)).is_empty();
        let mut known: Vec<(&str, bool)> = Vec::new();
        for &part in &parts {
            if known.iter().all(|(other, _)| *other != part) {
                known.push((part, self.parse(game, part, "-").is_ok_and(stays)));
            }
        }
        let is_possible = |part: &&str| known.contains(&(*part, true));
        Ok(parts.into_iter().filter(is_possible).collect())
    }

    /// Marks pieces on the board as promoted of which there are more than the set has, in games whose captured pieces
    /// come back; as many as other pieces are missing, first those that are not where they stand at the start, and of
    /// these the most advanced ones.
    fn mark_promoted<G: Game>(&mut self, game: &G) {
        let info = game.info();
        let is_promoted = |letter: char| {
            move |piece: &crate::PieceInfo| piece.mark == PieceMark::Tilde && piece.letter == letter
        };
        if info.captives != Captives::Unmarked
            || !info.pieces.iter().any(|piece| piece.mark == PieceMark::Tilde)
        {
            return;
        }
        let start = info.start.split(' ').next().unwrap_or_default();
        let (Some(set), Some(army)) = (Army::of(info, start), Army::of(info, &self.board)) else { return };
        let letters = ('A'..='Z').filter(|letter| set.count(*letter) + army.count(*letter) > 0);
        let missing: usize =
            letters.clone().map(|letter| set.count(letter).saturating_sub(army.count(letter))).sum();
        let mut missing = missing.saturating_sub(army.marked);
        for letter in letters {
            let beyond = army.count(letter).saturating_sub(set.count(letter));
            if beyond == 0 {
                continue;
            }
            let count = format!("{} `{letter}`", army.count(letter));
            let mut candidates: Vec<&Standing> =
                army.standing.iter().filter(|standing| standing.letter == letter).collect();
            candidates.sort_by_key(|standing| {
                // False sorts first: a piece on its own square of the start is hardly a promoted one.
                let is_at_home = set.standing.iter().any(|home| home.name == standing.name);
                (is_at_home, std::cmp::Reverse(standing.advance))
            });
            let can_be = info.pieces.iter().any(is_promoted(letter));
            let number = if can_be { beyond.min(missing).min(candidates.len()) } else { 0 };
            missing -= number;
            let mut marked: Vec<&Standing> = candidates.into_iter().take(number).collect();
            // Back in the order of the text, in which the marks are put.
            marked.sort_by_key(|standing| standing.place);
            if number > 0 {
                let names: Vec<String> = marked.iter().map(|standing| standing.name.clone()).collect();
                let notice = FenNotice::new(FenNoticeKind::Promoted, "board", &count, names.join(" and "));
                self.notices.push(notice);
                let places: Vec<usize> = marked.iter().map(|standing| standing.place).collect();
                self.board = with_tildes(&self.board, &places);
            }
            if beyond > number {
                self.notices.push(FenNotice::new(FenNoticeKind::Beyond, "reserve", &count, "it stands"));
            }
        }
    }
}

/// A piece on the board.
struct Standing {
    letter: char,
    /// The ranks that it has come from its own side.
    advance: usize,
    /// The place among all pieces in the text.
    place: usize,
    /// The piece with its square.
    name: String,
}

/// The pieces of a position's text, those in hand as well.
struct Army {
    standing: Vec<Standing>,
    in_hand: Vec<char>,
    /// The number of pieces that are marked as promoted.
    marked: usize,
}

impl Army {
    /// Counts the pieces of a board field with its hand; `None` if it is not to be understood.
    fn of(info: &Info, field: &str) -> Option<Army> {
        let (board, hand) = board_and_hand(info, field);
        let rows = tokens(board, info.files, info.ranks).ok()?;
        let mut army = Army { standing: Vec::new(), in_hand: Vec::new(), marked: 0 };
        let mut place = 0;
        for (rank, row) in rows.into_iter().enumerate() {
            for (file, token) in (0u8..).zip(row) {
                let Token::Piece(text) = token else { continue };
                place += 1;
                let letter = text.chars().next().filter(|_| text.len() == 1);
                let Some(letter) = letter else {
                    army.marked += 1;
                    continue;
                };
                let height = usize::from(info.ranks) - 1 - rank;
                army.standing.push(Standing {
                    letter: letter.to_ascii_uppercase(),
                    advance: if Side::of_letter(letter) == Side::White { height } else { rank },
                    place: place - 1,
                    name: format!("`{letter}` on {}{}", (b'a' + file) as char, height + 1),
                });
            }
        }
        army.in_hand = hand
            .chars()
            .filter(char::is_ascii_alphabetic)
            .map(|letter| letter.to_ascii_uppercase())
            .collect();
        Some(army)
    }

    fn count(&self, letter: char) -> usize {
        let standing = self.standing.iter().filter(|standing| standing.letter == letter).count();
        standing + self.in_hand.iter().filter(|other| **other == letter).count()
    }
}

/// The ranks of a board field, and its hand, which may stand in brackets or as one more rank.
fn board_and_hand<'a>(info: &Info, field: &'a str) -> (&'a str, &'a str) {
    if let Some((board, hand)) = field.split_once('[') {
        return (board, hand);
    }
    match field.rsplit_once('/') {
        Some((board, hand)) if board.matches('/').count() + 1 == usize::from(info.ranks) => (board, hand),
        _ => (field, ""),
    }
}

/// A board field with a `~` behind the pieces of these numbers.
fn with_tildes(field: &str, places: &[usize]) -> String {
    let mut text = String::with_capacity(field.len() + places.len());
    let mut place = 0;
    for letter in field.chars() {
        text.push(letter);
        // The hand stands behind the board, so that its letters have higher numbers.
        if letter.is_ascii_alphabetic() {
            text.extend(places.contains(&place).then_some('~'));
            place += 1;
        }
    }
    text
}

/// The letters in the castling field of a position's canonical text.
fn rights(text: &str) -> &str {
    text.split(' ').nth(2).filter(|&rights| rights != "-").unwrap_or("")
}

/// Returns true if a text is one or several names of squares.
fn are_squares<G: Game>(game: &G, text: &str) -> bool {
    let outline = game.outline();
    !text.is_empty() && names(text).into_iter().all(|name| outline.named(name).is_some())
}

/// The characters of a text, each with the digits behind it.
fn names(text: &str) -> Vec<&str> {
    let starts = text.char_indices().filter(|&(at, letter)| at == 0 || !letter.is_ascii_digit());
    let starts: Vec<usize> = starts.map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect()
}
