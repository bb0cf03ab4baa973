//! Files of Fairy-Max: `fmax.ini` and its kin.

use super::draft::{Draft, DraftPiece};
use super::{ExchangeError, ImportedGame, LineFate, Place, numbered, phrases, rays, section_name};
use crate::finding::FindingText;

/// A line that describes a piece.
struct PieceLine {
    line: usize,
    letter: char,
    value: i32,
    rays: Vec<String>,
}

/// Reads all games of a file.
pub(super) fn read(text: &str) -> Result<Vec<ImportedGame>, ExchangeError> {
    let lines: Vec<&str> = text.lines().collect();
    let starts: Vec<usize> = (0..lines.len()).filter(|&index| lines[index].starts_with("Game:")).collect();
    let mut names: Vec<String> = Vec::new();
    let mut games = Vec::new();
    for (index, &start) in starts.iter().enumerate() {
        let end = starts.get(index + 1).copied().unwrap_or(lines.len());
        let said = lines[start].trim_start_matches("Game:").split('#').next().unwrap_or("").trim();
        let name = section_name(said);
        let same = names.iter().filter(|other| **other == name).count();
        games.push(game(&numbered(&name, same + 1), said, &lines[start..end], start)?);
        names.push(name);
    }
    Ok(games)
}

fn game(name: &str, title: &str, lines: &[&str], start: usize) -> Result<ImportedGame, ExchangeError> {
    let number_of = |index: usize| start + index + 1;
    let wrong = |index: usize, expected| ExchangeError {
        line: number_of(index),
        found: lines.get(index).map_or(String::new(), |line| line.trim().to_owned()),
        expected,
    };
    let size = lines.get(1).and_then(|line| board(line)).ok_or_else(|| wrong(1, phrases::BOARD))?;
    let (files, ranks, zone) = size;
    let row = |index: usize| -> Option<Vec<usize>> {
        let row: Option<Vec<usize>> =
            lines.get(index)?.split_whitespace().map(|word| word.parse().ok()).collect();
        row.filter(|row| row.len() == usize::from(files))
    };
    let rows = [2, 3].map(|index| row(index).ok_or_else(|| wrong(index, phrases::ROW)));
    let [white, black] = rows;
    let rows = [white?, black?];
    let pieces: Vec<PieceLine> = lines
        .iter()
        .enumerate()
        .skip(4)
        .map_while(|(index, line)| piece_line(number_of(index), line))
        .collect();
    if pieces.len() < 3 {
        return Err(wrong(4, phrases::PIECE_LINES));
    }
    let mut draft = Draft {
        name: name.to_owned(),
        title: title.to_owned(),
        origin: "Read from a file of Fairy-Max.",
        files,
        ranks,
        pieces: Vec::new(),
        zone: if zone > 0 { zone as u8 } else { 1 },
        choices: Vec::new(),
        holes: Vec::new(),
        drops: false,
        stalemate_wins: false,
        shuffle: None,
        notes: Vec::new(),
    };
    // The first four lines are the name, the board and the pieces of White and of Black.
    draft.note(number_of(0), lines[0].trim(), LineFate::Taken);
    draft.note(number_of(1), lines[1].trim(), LineFate::Taken);
    draft.note(number_of(2), lines[2].trim(), LineFate::Taken);
    draft.note(number_of(3), lines[3].trim(), LineFate::Taken);
    // Pawns stand on the second rank, with a zone of three on the third, with a negative number as far as that says.
    let pawn_rank = match zone {
        3 => 2,
        zone if zone < 0 => zone.unsigned_abs(),
        _ => 1,
    };
    let places = |side: usize, number: usize| -> Vec<Place> {
        let rank = |from_own: u8| if side == 0 { from_own } else { ranks - 1 - from_own };
        // The first two pieces are White's and Black's pawn.
        if number <= 2 {
            let is_own = number == side + 1;
            return (0..files)
                .filter(|_| is_own && pawn_rank < ranks)
                .map(|file| (file, rank(pawn_rank)))
                .collect();
        }
        let files = (0..files).filter(|&file| rows[side].get(usize::from(file)) == Some(&number));
        files.map(|file| (file, rank(0))).collect()
    };
    for (index, piece) in pieces.iter().enumerate() {
        let number = index + 1;
        let squares = [places(0, number), places(1, number)];
        let used = squares.iter().any(|places| !places.is_empty());
        // The seventh piece is the one to which pawns promote.
        if !used && number != 7 {
            continue;
        }
        let is_black = squares[0].is_empty() && !squares[1].is_empty();
        let rays: Vec<&str> = piece.rays.iter().map(String::as_str).collect();
        let read = rays::moves(&rays, is_black);
        let text = format!("{}: {}", piece.letter, piece.rays.join(" "));
        let fate = match &read.lost[..] {
            [] => LineFate::Taken,
            lost => LineFate::Approximated(FindingText::from(phrases::NO_RAYS).with("rays", lost.join(" "))),
        };
        draft.note(piece.line, text, fate);
        let promotes = number <= 2;
        let is_royal = piece.value < 0;
        // The two sides may have lines of their own for the same piece.
        let same = draft.pieces.iter_mut().find(|other| {
            other.moves == read.text && other.promotes == promotes && other.is_royal == is_royal && used
        });
        match same {
            Some(other) => {
                for (side, places) in squares.into_iter().enumerate() {
                    other.squares[side].extend(places);
                }
            }
            None => draft.pieces.push(DraftPiece {
                line: piece.line,
                name: name_of(&read.text, piece.letter, promotes),
                letter: Some(piece.letter),
                moves: read.text,
                squares,
                promotes,
                is_royal,
                ..DraftPiece::default()
            }),
        }
    }
    draft.note(number_of(4), "promotion", LineFate::Approximated(phrases::PROMOTION.into()));
    // A value that ends in 3 is never chosen.
    let values: Vec<(char, i32)> = pieces.iter().map(|piece| (piece.letter, piece.value)).collect();
    draft.choices = (0..draft.pieces.len())
        .filter(|&place| {
            let piece = &draft.pieces[place];
            let value = values
                .iter()
                .find(|(letter, _)| Some(*letter) == piece.letter)
                .map_or(0, |(_, value)| *value);
            !piece.promotes && !piece.is_royal && value % 10 != 3
        })
        .collect();
    Ok(draft.section())
}

/// The files, the ranks and the number behind them of a line such as `10x8=3`.
fn board(line: &str) -> Option<(u8, u8, i8)> {
    let (size, zone) = line.trim().split_once('=').unwrap_or((line.trim(), "0"));
    let (files, ranks) = size.split_once('x')?;
    let (files, ranks): (u8, u8) = (files.trim().parse().ok()?, ranks.trim().parse().ok()?);
    let zone: i8 = zone.trim().parse().ok()?;
    ((1..=16).contains(&files) && (2..=16).contains(&ranks) && zone.unsigned_abs() < ranks)
        .then_some((files, ranks, zone))
}

/// The parts of a line such as `R:444 1,3 16,3 -1,3 -16,3`.
fn piece_line(line: usize, text: &str) -> Option<PieceLine> {
    let (letter, rest) = text.split_once(':')?;
    let mut letters = letter.chars();
    let letter =
        letters.next().filter(|letter| letter.is_ascii_alphabetic() && letters.as_str().is_empty())?;
    let mut words = rest.split_whitespace();
    let value = words.next()?.parse().ok()?;
    Some(PieceLine { line, letter, value, rays: words.map(str::to_owned).collect() })
}

/// A name for a piece of these moves.
fn name_of(moves: &str, letter: char, promotes: bool) -> String {
    let known = [("N", "Knight"), ("B", "Bishop"), ("R", "Rook"), ("FB", "Bishop"), ("BR", "Queen")];
    match known.iter().find(|(known, _)| *known == moves) {
        _ if promotes => "Pawn".to_owned(),
        Some((_, name)) => (*name).to_owned(),
        None => letter.to_string(),
    }
}
