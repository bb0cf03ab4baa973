//! Shuffled starts of diagrams, in the keys that say them: `chess960` where it makes the same starts, `startRows` where there
//! are few.

use super::draft::{Draft, DraftShuffle, EMPTY, rank_text};
use super::{LineFate, Place, phrases};
use crate::finding::FindingText;
use crate::shuffle;
use std::collections::BTreeSet;

/// The most starts that are compared.
const MOST: usize = 50_000;

/// The most first ranks that are written into a section.
const MOST_ROWS: usize = 300;

/// The lines that shuffle the start as Chess960 does.
const CHESS960: &str = "# The starts.\nchess960 = true\n";

/// The letters of White's first rank, with [`EMPTY`] for empty squares.
type Row = Vec<char>;

impl Draft {
    /// The lines that shuffle the start, behind a section without them, and the fate of the line that asks for it.
    pub(super) fn shuffled(
        &self,
        shuffle: &DraftShuffle,
        letters: &[char],
        section: &str,
        castles: bool,
    ) -> (String, LineFate) {
        let lost = |why: FindingText| (String::new(), LineFate::Lost(why));
        let is_first = |&(_, rank): &Place| rank == 0;
        let mut shuffled = self.pieces.iter().filter(|piece| !piece.shuffles.is_empty());
        if !shuffle.is_symmetric {
            return lost(phrases::ARMIES_DIFFER.into());
        }
        if let Some(piece) = shuffled.find(|piece| !piece.squares[0].iter().all(is_first)) {
            return lost(FindingText::from(phrases::ELSEWHERE).with("piece", &*piece.name));
        }
        let rows = self.rows(shuffle, letters, castles);
        let starts = |lines: String| Some((starts_with(&format!("{section}{lines}"))?, lines));
        let known: Vec<(BTreeSet<Row>, String)> =
            self.random_lines(letters).into_iter().filter_map(starts).collect();
        if let Some((_, lines)) = known.iter().find(|(own, _)| rows.as_ref() == Some(own)) {
            return (lines.clone(), LineFate::Taken);
        }
        let corners = self.corners(letters);
        let moves_castlers = castles
            && self.pieces.iter().zip(letters).any(|(piece, letter)| {
                !piece.shuffles.is_empty() && (piece.is_royal || corners.contains(letter))
            });
        match rows {
            Some(rows) if rows.len() <= MOST_ROWS && !moves_castlers => {
                let rows: Vec<String> = rows.iter().map(|row| rank_text(row).to_lowercase()).collect();
                let black = if shuffle.is_turned { "turned" } else { "same" };
                let lines =
                    format!("# The starts.\nstartRows = {}\nstartRowsBlack = {black}\n", rows.join(" "));
                (lines, LineFate::Taken)
            }
            rows => {
                // Chess960 shuffles the same pieces at least, but for the colours of their squares.
                let is_whole = self.pieces.iter().all(|piece| {
                    piece.shuffles.iter().any(|(number, _)| *number == shuffle.count - 1)
                        || !piece.squares[0].iter().any(is_first)
                });
                if is_whole && known.iter().any(|(_, lines)| lines == CHESS960) {
                    return (CHESS960.to_owned(), LineFate::Approximated(phrases::AS_CHESS960.into()));
                }
                let many = || FindingText::from(phrases::MANY_ROWS).with("most", MOST);
                let count = |rows: BTreeSet<Row>| FindingText::from(phrases::ROWS).with("count", rows.len());
                lost(rows.map_or_else(many, count))
            }
        }
    }

    /// The letters in the corners of White's first rank.
    fn corners(&self, letters: &[char]) -> Vec<char> {
        let row = self.first_row(letters);
        row.first().into_iter().chain(row.last()).copied().collect()
    }

    fn first_row(&self, letters: &[char]) -> Row {
        let mut row = vec![EMPTY; self.files.into()];
        self.holes.iter().filter(|(_, rank)| *rank == 0).for_each(|&(file, _)| row[usize::from(file)] = '*');
        for (piece, letter) in self.pieces.iter().zip(letters) {
            let on_first = piece.squares[0].iter().filter(|(_, rank)| *rank == 0);
            on_first.for_each(|&(file, _)| row[usize::from(file)] = *letter);
        }
        row
    }

    /// The first ranks that the shuffles make, one shuffle after the other; `None` if there are too many.
    fn rows(&self, shuffle: &DraftShuffle, letters: &[char], castles: bool) -> Option<BTreeSet<Row>> {
        let mut rows = BTreeSet::from([self.first_row(letters)]);
        for number in 0..shuffle.count {
            let of_stage =
                |index: &usize| self.pieces[*index].shuffles.iter().any(|(other, _)| *other == number);
            let stage: Vec<usize> = (0..self.pieces.len()).filter(of_stage).collect();
            let spread: Vec<char> = stage
                .iter()
                .filter(|&&index| self.pieces[index].shuffles.contains(&(number, true)))
                .map(|&index| letters[index])
                .collect();
            let king = stage.iter().find(|&&index| self.pieces[index].is_royal).map(|&index| letters[index]);
            let corners = self.corners(letters);
            let rook = corners.first().copied().filter(|letter| {
                // Where no partners stand in the corners, nothing says between what the king belongs.
                castles && king.is_some() && *letter != EMPTY && corners.last() == Some(letter)
            });
            let stage: Vec<char> = stage.into_iter().map(|index| letters[index]).collect();
            let mut next = BTreeSet::new();
            for row in &rows {
                let places: Vec<usize> = (0..row.len()).filter(|&at| stage.contains(&row[at])).collect();
                let mut left: Vec<char> = places.iter().map(|&at| row[at]).collect();
                left.sort_unstable();
                let fits = |new: &Row| {
                    spread.iter().all(|&letter| is_spread(letter, row, new))
                        && king.zip(rook).is_none_or(|(king, rook)| is_between(king, rook, new))
                };
                arrange(&places, &mut left, &mut row.clone(), &mut |new| {
                    if fits(new) {
                        next.insert(new.clone());
                    }
                    next.len() <= MOST
                });
                if next.len() > MOST {
                    return None;
                }
            }
            rows = next;
        }
        Some(rows)
    }

    /// Keys with which helgi shuffles the first rank as Chess960 does; the pieces that the shuffles keep on squares of different
    /// colours may be a pair.
    fn random_lines(&self, letters: &[char]) -> Vec<String> {
        let plain = CHESS960.to_owned();
        let is_single = |index: &usize| {
            let piece = &self.pieces[*index];
            piece.squares[0].len() == 1 && piece.shuffles.iter().any(|(_, is_spread)| *is_spread)
        };
        let singles: Vec<usize> = (0..self.pieces.len()).filter(is_single).collect();
        match singles[..] {
            [one, other] => {
                let [one, other] = [one, other].map(|index| letters[index].to_ascii_lowercase());
                let pair = format!("{plain}shuffleColours = {one}:{other}\n");
                vec![plain, pair]
            }
            _ => vec![plain],
        }
    }
}

/// White's first ranks in the starts of the game of a section that is shuffled; `None` if it cannot be played, or is not shuffled.
fn starts_with(section: &str) -> Option<BTreeSet<Row>> {
    let loaded = crate::load(section);
    let [game] = &loaded.games[..] else { return None };
    let starts = shuffle::starts(game.spec());
    let row = |start: &String| -> Row {
        let board = start.split([' ', '[']).next().unwrap_or_default();
        spelt(board.rsplit('/').next().unwrap_or_default())
    };
    (starts.len() > 1).then(|| starts.iter().map(row).collect())
}

/// The letters of a rank in text.
fn spelt(rank: &str) -> Row {
    let (mut row, mut empty) = (Row::new(), 0);
    for letter in rank.chars() {
        match letter.to_digit(10) {
            Some(digit) => empty = 10 * empty + digit as usize,
            None => {
                row.extend(std::iter::repeat_n(EMPTY, std::mem::take(&mut empty)));
                row.push(letter);
            }
        }
    }
    row.extend(std::iter::repeat_n(EMPTY, empty));
    row
}

/// Hands on each different way to put the letters on the places, until `take` returns false. The letters are in order.
fn arrange(
    places: &[usize],
    left: &mut Vec<char>,
    row: &mut Row,
    take: &mut impl FnMut(&Row) -> bool,
) -> bool {
    let Some((&place, rest)) = places.split_first() else { return take(row) };
    for at in 0..left.len() {
        // Equal letters stand beside each other: the first of them is enough.
        if at > 0 && left[at] == left[at - 1] {
            continue;
        }
        let letter = left.remove(at);
        row[place] = letter;
        let goes_on = arrange(rest, left, row, take);
        left.insert(at, letter);
        if !goes_on {
            return false;
        }
    }
    true
}

/// Returns true if pieces of a kind stand on squares of both colours alike, or a single one on the colour on which it stood.
fn is_spread(letter: char, before: &Row, row: &Row) -> bool {
    let light = |row: &Row| -> Vec<bool> {
        row.iter().enumerate().filter(|(_, other)| **other == letter).map(|(at, _)| at % 2 == 1).collect()
    };
    let now = light(row);
    match now[..] {
        [is_light] => light(before) == [is_light],
        _ => {
            now.iter().filter(|is_light| **is_light).count().abs_diff(now.len().div_ceil(2)) <= now.len() % 2
        }
    }
}

/// Returns true if a king stands between two rooks.
fn is_between(king: char, rook: char, row: &Row) -> bool {
    let rooks: Vec<usize> = (0..row.len()).filter(|&at| row[at] == rook).collect();
    let king = row.iter().position(|&letter| letter == king);
    matches!((&rooks[..], king), (&[left, right], Some(king)) if left < king && king < right)
}
