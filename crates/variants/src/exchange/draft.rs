//! A game as other programs describe it, and the section of a file that says the same.

use super::{ExchangeNote, LineFate, Place, phrases, squares};
use crate::betza::{self, BetzaMoves};
use crate::finding::FindingText;
use crate::slot::Slot;
use helgi_rules::internals::board::path::Step;
use std::collections::BTreeMap;
use std::fmt::Write;

/// One piece of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct DraftPiece {
    /// The line of the source.
    pub line: usize,
    pub name: String,
    pub letter: Option<char>,
    /// The moves in XBetza.
    pub moves: String,
    /// The squares where White has it, and Black.
    pub squares: [Vec<Place>; 2],
    /// The numbers in hand at the start.
    pub in_hand: [u32; 2],
    /// The shuffles that it takes part in, by number, each with whether the pieces of its kind are spread over the colours of
    /// squares.
    pub shuffles: Vec<(usize, bool)>,
    /// The most pieces of its kind that a side may have by promotion, if it has to have lost one before.
    pub limit: Option<usize>,
    /// True if it promotes on the last ranks, with a choice.
    pub promotes: bool,
    /// The place among the pieces of what it becomes, where there is no choice.
    pub becomes: Option<usize>,
    pub is_royal: bool,
}

/// A game.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub name: String,
    pub title: String,
    pub origin: &'static str,
    pub files: u8,
    pub ranks: u8,
    pub pieces: Vec<DraftPiece>,
    /// The depth of the zone of promotion; nothing promotes where it is 0.
    pub zone: u8,
    /// The places of the pieces that may be chosen.
    pub choices: Vec<usize>,
    pub holes: Vec<Place>,
    /// True if pieces in hand are dropped.
    pub drops: bool,
    /// True if a side wins whose opponent cannot move, and not only if it is in check.
    pub stalemate_wins: bool,
    /// The shuffles of the start, one after the other: their number, and the line that asks for them.
    pub shuffle: Option<DraftShuffle>,
    pub notes: Vec<ExchangeNote>,
}

/// The shuffles of a start.
#[derive(Clone, Debug)]
pub(super) struct DraftShuffle {
    pub line: usize,
    pub text: String,
    pub count: usize,
    /// True if Black's army is White's, opposite or turned round.
    pub is_symmetric: bool,
    /// True if it is turned round.
    pub is_turned: bool,
}

/// The parts of a section that each piece has a share in.
#[derive(Default)]
struct PieceLines {
    /// The lines of the kinds.
    kinds: String,
    /// The names, as the key `pieceName` has them.
    names: String,
    /// The lines of the squares from which pieces other than pawns make first moves.
    regions: String,
    /// The letters of the pieces that have first moves until they have moved.
    first: String,
    /// The letters of the pieces that promote by choice.
    pawns: String,
    castles: bool,
    /// The squares of White's and of Black's double steps of pawns, if there are such.
    double: Option<[String; 2]>,
    triple: Option<[String; 2]>,
}

impl PieceLines {
    /// The lines about first moves.
    fn first_moves(&self) -> String {
        let mut text = "# First moves.\n".to_owned();
        let [white, black] =
            self.double.as_ref().map_or(["-"; 2], |squares| squares.each_ref().map(|text| &**text));
        if white == "-" && self.regions.is_empty() && self.first.is_empty() {
            text.push_str("doubleStep = false\n");
        } else {
            let _ = writeln!(text, "doubleStepRegionWhite = {white}\ndoubleStepRegionBlack = {black}");
            text.push_str(&self.regions);
        }
        if !self.first.is_empty() {
            let _ = writeln!(text, "firstMoveTypes = {}", self.first);
        }
        if let Some([white, black]) = &self.triple {
            let _ = writeln!(text, "tripleStepRegionWhite = {white}\ntripleStepRegionBlack = {black}");
        }
        text
    }
}

/// The moves without the castlings among them.
fn without_castling(text: &str, moves: &BetzaMoves) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    // The last one first, so that the places of the others stay right.
    for castling in moves.castlings.iter().rev() {
        let is_end = |letter: &char| {
            letter.is_ascii_uppercase() || letter.is_ascii_digit() || matches!(letter, ']' | ')')
        };
        // All modifiers between the atom before it and the `O` belong to the castling.
        let start = letters[..castling.at].iter().rposition(is_end).map_or(0, |end| end + 1);
        let digits = letters[castling.at + 1..].iter().take_while(|letter| letter.is_ascii_digit()).count();
        letters.drain(start..=castling.at + digits);
    }
    letters.into_iter().collect()
}

/// Returns true if the moves of a piece never go back, so that it never comes to a square twice.
fn only_forward(moves: &BetzaMoves) -> bool {
    let forward = |&(_, ranks): &Step| ranks > 0;
    !moves.terms.is_empty()
        && moves.imitates.is_none()
        && moves.terms.iter().all(|term| !term.path.steps.is_empty() && term.path.steps.iter().all(forward))
}

/// Returns true if pieces move alike, in whatever order their moves are written.
fn are_same(one: &BetzaMoves, other: &BetzaMoves) -> bool {
    one.en_passant == other.en_passant
        && one.castlings == other.castlings
        && one.imitates == other.imitates
        && one.terms.len() == other.terms.len()
        && one.terms.iter().all(|term| other.terms.contains(term))
}

/// The kind with a name whose moves these are, among those that are free.
fn named_kind(moves: &BetzaMoves, taken: &BTreeMap<Slot, usize>) -> Option<Slot> {
    let is_same = |slot: &Slot| {
        // These kinds do more than their letters say: royalty, first steps, a hop over none of its own kind.
        !slot.is_custom()
            && *slot != Slot::KING
            && *slot != Slot::PAWN
            && *slot != Slot::JANGGI_CANNON
            && !taken.contains_key(slot)
            && betza::read(slot.betza()).is_ok_and(|named| are_same(&named, moves))
    };
    Slot::all().find(is_same)
}

impl Draft {
    pub fn note(&mut self, line: usize, text: impl Into<String>, fate: LineFate) {
        self.notes.push(ExchangeNote { line, text: text.into(), fate });
    }

    fn approximate(&mut self, piece: usize, how: FindingText) {
        let DraftPiece { line, name, .. } = self.pieces[piece].clone();
        self.note(line, name, LineFate::Approximated(how));
    }

    /// Gives every piece a letter of its own.
    fn letters(&mut self) -> Vec<char> {
        let mut letters: Vec<char> = Vec::new();
        for index in 0..self.pieces.len() {
            let piece = &self.pieces[index];
            let wanted = piece.letter.map(|letter| letter.to_ascii_uppercase());
            let of_name = piece.name.to_ascii_uppercase();
            let free = |letter: &char| letter.is_ascii_uppercase() && !letters.contains(letter);
            let letter = wanted
                .filter(free)
                .or_else(|| of_name.chars().find(free))
                // More than 26 pieces have no letters left; the reader of files then names the `?`.
                .or_else(|| ('A'..='Z').find(free))
                .unwrap_or('?');
            if wanted.is_some_and(|wanted| wanted != letter) {
                self.approximate(index, FindingText::from(phrases::LETTER).with("letter", letter));
            }
            letters.push(letter);
        }
        letters
    }

    /// The section that says the game. Pieces that cannot be said are left out and told of.
    pub fn section(mut self) -> super::ImportedGame {
        self.sayable_pieces();
        let letters = self.letters();
        let pieces = self.piece_lines(&letters);
        let mut text = String::new();
        let Draft { name, title, origin, files, ranks, holes, .. } = &self;
        let _ = writeln!(text, "[{name}]\n# {origin}");
        if !title.is_empty() {
            let _ = writeln!(text, "title = {title}");
        }
        let _ = writeln!(text, "# The board.\nmaxFile = {files}\nmaxRank = {ranks}");
        if !holes.is_empty() {
            let _ = writeln!(text, "holes = {}", squares(holes, " "));
        }
        let _ = writeln!(text, "startFen = {}", self.start(&letters, pieces.castles));
        let _ = write!(text, "# The pieces.\n{}pieceName = {}\n", pieces.kinds, pieces.names.trim_end());
        text.push_str(&self.promotion(&letters, &pieces.pawns));
        text.push_str(&pieces.first_moves());
        let _ = writeln!(text, "castling = {}", pieces.castles);
        if self.drops {
            let _ = writeln!(text, "# Pieces in hand.\npieceDrops = true");
        }
        if self.stalemate_wins {
            let _ = writeln!(text, "# The end.\nstalemateValue = loss");
        }
        if let Some(shuffle) = self.shuffle.take() {
            let (lines, fate) = self.shuffled(&shuffle, &letters, &text, pieces.castles);
            text.push_str(&lines);
            self.note(shuffle.line, shuffle.text, fate);
        }
        self.notes.sort_by_key(|note| note.line);
        super::ImportedGame { section: text, notes: self.notes }
    }

    /// The parts of the section that each piece has a share in.
    fn piece_lines(&mut self, letters: &[char]) -> PieceLines {
        let mut lines = PieceLines::default();
        let mut taken: BTreeMap<Slot, usize> = BTreeMap::new();
        let mut custom = 0;
        for (index, letter) in letters.iter().map(char::to_ascii_lowercase).enumerate() {
            let piece = &self.pieces[index];
            let Ok(moves) = betza::read(&piece.moves) else { continue };
            let pawn = piece.promotes.then(|| pawn_steps(&moves)).flatten();
            let slot = match &pawn {
                Some(_) if !taken.contains_key(&Slot::PAWN) => Slot::PAWN,
                _ if piece.is_royal => Slot::KING,
                _ => named_kind(&moves, &taken).unwrap_or_else(|| {
                    custom += 1;
                    Slot::of_key(&format!("customPiece{custom}")).unwrap_or(Slot::KING)
                }),
            };
            let key = slot.key();
            let is_king = betza::read("K").is_ok_and(|king| are_same(&king, &moves));
            let has_own_moves = slot.is_custom() || slot == Slot::KING && !is_king;
            let own = if has_own_moves { format!(":{}", piece.moves) } else { String::new() };
            let _ = writeln!(lines.kinds, "{key} = {letter}{own}");
            lines.castles |= !moves.castlings.is_empty();
            if piece.promotes {
                lines.pawns.push(letter);
            }
            // `pieceName` divides its pairs by blanks, and each pair by a colon.
            let name = piece.name.to_lowercase().replace([' ', ':', '='], "_");
            let _ = write!(lines.names, "{letter}:{name} ");
            let starts = [0, 1].map(|side: usize| region(&piece.squares[side]));
            let mut first = moves.terms.iter().filter(|term| term.initial).peekable();
            let has_first = first.peek().is_some();
            let captures_first = first.any(|term| term.path.attacks());
            match pawn {
                Some(steps) if slot == Slot::PAWN => {
                    lines.double = steps.double.then(|| starts.clone());
                    lines.triple = steps.triple.then_some(starts);
                }
                // Squares are enough for a piece that never comes back to them; for others the position has to
                // know.
                _ if has_first && (!only_forward(&moves) || captures_first) => lines.first.push(letter),
                _ if has_first => {
                    let name = key[..1].to_ascii_uppercase() + &key[1..];
                    for (side, text) in ["White", "Black"].iter().zip(starts) {
                        let _ = writeln!(lines.regions, "doubleStepRegion{side}{name} = {text}");
                    }
                }
                _ => {}
            }
            taken.insert(slot, index);
        }
        lines
    }

    /// The lines about promotion, of pieces that may choose and of those that become a certain other one.
    fn promotion(&self, letters: &[char], pawns: &str) -> String {
        let lower = |index: usize| letters[index].to_ascii_lowercase();
        let turned: Vec<String> = (0..self.pieces.len())
            .filter_map(|index| Some(format!("{}:{}", lower(index), lower(self.pieces[index].becomes?))))
            .collect();
        let mut text = String::new();
        if !pawns.is_empty() {
            let _ = writeln!(text, "# Promotion.\npawnTypes = {pawns}");
        }
        if !pawns.is_empty() || !turned.is_empty() {
            let zones = |ranks: std::ops::Range<u8>| {
                ranks.map(|rank| format!("*{}", rank + 1)).collect::<Vec<_>>().join(" ")
            };
            let (ranks, zone) = (self.ranks, self.zone.min(self.ranks));
            let _ = writeln!(text, "promotionRegionWhite = {}", zones(ranks - zone..ranks));
            let _ = writeln!(text, "promotionRegionBlack = {}", zones(0..zone));
        }
        if !pawns.is_empty() {
            let choices: String = self.choices.iter().map(|&choice| lower(choice)).collect();
            let choices = if choices.is_empty() { "-" } else { &choices };
            let _ = writeln!(text, "promotionPieceTypes = {choices}");
            let limits: Vec<String> = (0..self.pieces.len())
                .filter_map(|index| {
                    let limit = self.pieces[index].limit.filter(|limit| *limit > 0)?;
                    Some(format!("{}:{limit}", lower(index)))
                })
                .collect();
            if !limits.is_empty() {
                let _ = writeln!(text, "promotionLimit = {}", limits.join(" "));
            }
            // Before the last rank of the zone promotion is a choice; on it a pawn could not move, so it is
            // none.
            if self.zone > 1 {
                let _ = writeln!(text, "mandatoryPawnPromotion = false\nimmobilityIllegal = true");
            }
        }
        if !turned.is_empty() {
            let _ = writeln!(text, "promotedPieceType = {}\nimmobilityIllegal = true", turned.join(" "));
        }
        text
    }

    /// Takes the pieces out whose moves cannot be read, and those beside the first royal one.
    fn sayable_pieces(&mut self) {
        let mut index = 0;
        let mut has_king = false;
        while index < self.pieces.len() {
            let DraftPiece { line, name, moves, is_royal, .. } = self.pieces[index].clone();
            let read = betza::read(&moves);
            let stands_alone = self.pieces[index].squares.iter().any(Vec::is_empty);
            if let Ok(read) = read.clone()
                && !read.castlings.is_empty()
                && (!is_royal || has_king || stands_alone)
            {
                self.approximate(index, phrases::NO_CASTLING.into());
                self.pieces[index].moves = without_castling(&moves, &read);
            }
            let fault = match read {
                Err(error) => Some(
                    FindingText::from(phrases::MOVES)
                        .with("moves", moves)
                        .with("found", error.found)
                        .with("expected", error.expected),
                ),
                Ok(_) if is_royal && has_king => Some(phrases::SECOND_ROYAL.into()),
                Ok(_) => None,
            };
            match fault {
                Some(why) if is_royal && has_king => {
                    self.note(line, name, LineFate::Approximated(why));
                    self.pieces[index].is_royal = false;
                }
                Some(why) => {
                    self.note(line, name, LineFate::Lost(why));
                    self.pieces.remove(index);
                    let behind = |place: usize| if place > index { place - 1 } else { place };
                    self.choices.retain(|&place| place != index);
                    self.choices.iter_mut().for_each(|place| *place = behind(*place));
                    for piece in &mut self.pieces {
                        piece.becomes = piece.becomes.filter(|&place| place != index).map(behind);
                    }
                    continue;
                }
                None => {}
            }
            has_king |= self.pieces[index].is_royal;
            index += 1;
        }
    }

    /// The start position.
    fn start(&self, letters: &[char], castles: bool) -> String {
        let mut standing: BTreeMap<Place, char> = self.holes.iter().map(|&place| (place, '*')).collect();
        for (piece, letter) in self.pieces.iter().zip(letters) {
            for (side, places) in piece.squares.iter().enumerate() {
                let letter = if side == 0 { *letter } else { letter.to_ascii_lowercase() };
                standing.extend(places.iter().map(|&place| (place, letter)));
            }
        }
        let row = |rank: u8| -> Vec<char> {
            (0..self.files).map(|file| standing.get(&(file, rank)).copied().unwrap_or(EMPTY)).collect()
        };
        let board: Vec<String> = (0..self.ranks).rev().map(|rank| rank_text(&row(rank))).collect();
        let mut hand = String::new();
        for side in 0..2 {
            for (piece, letter) in self.pieces.iter().zip(letters) {
                let letter = if side == 0 { *letter } else { letter.to_ascii_lowercase() };
                hand.extend(std::iter::repeat_n(letter, piece.in_hand[side] as usize));
            }
        }
        let hand = if self.drops || !hand.is_empty() { format!("[{hand}]") } else { String::new() };
        format!("{}{hand} w {} - 0 1", board.join("/"), if castles { "KQkq" } else { "-" })
    }
}

/// The sign of an empty square in a rank that is not yet text.
pub(super) const EMPTY: char = '1';

/// The text of a rank in positions.
pub(super) fn rank_text(row: &[char]) -> String {
    let mut text = String::new();
    for part in row.chunk_by(|one, other| *one == EMPTY && *other == EMPTY) {
        match part {
            [EMPTY, ..] => text.push_str(&part.len().to_string()),
            letters => text.extend(letters),
        }
    }
    text
}

/// The first steps of a pawn.
pub(super) struct PawnSteps {
    pub double: bool,
    pub triple: bool,
}

/// The first steps of a piece that moves as a pawn otherwise.
pub(super) fn pawn_steps(moves: &BetzaMoves) -> Option<PawnSteps> {
    let plain = betza::read("fmWfcF").ok()?;
    let known = ["ifmnD", "ifmnH"].map(|text| betza::read(text).map(|read| read.terms).unwrap_or_default());
    let (initial, other): (Vec<_>, Vec<_>) = moves.terms.iter().cloned().partition(|term| term.initial);
    let [double, triple] = known.map(|terms| terms.iter().all(|term| initial.contains(term)));
    let count = usize::from(double) + usize::from(triple);
    let is_plain = other.len() == plain.terms.len() && plain.terms.iter().all(|term| other.contains(term));
    (is_plain && initial.len() == count && (moves.en_passant || count == 0))
        .then_some(PawnSteps { double, triple })
}

/// Squares as a key has them: whole ranks where the pieces of a game that starts usually stand.
fn region(places: &[Place]) -> String {
    let mut ranks: Vec<u8> = places.iter().map(|&(_, rank)| rank).collect();
    ranks.sort_unstable();
    ranks.dedup();
    match &ranks[..] {
        [] => "-".to_owned(),
        [rank] if places.len() > 2 => format!("*{}", rank + 1),
        _ => squares(places, " "),
    }
}
