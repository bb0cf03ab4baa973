//! The parameters of diagrams that speak of pieces: royal ones, promotions, pieces in hand, shuffled starts. They are read when all
//! pieces are known.

use super::diagram::{Line, Reader, Symmetry};
use super::draft::{DraftPiece, DraftShuffle};
use super::{LineFate, Place, phrases};
use crate::finding::FindingText;

impl<'a> Reader<'a> {
    /// Reads the parameters that speak of pieces.
    pub(super) fn finish(&mut self) {
        let late = std::mem::take(&mut self.late);
        let count = self.draft.pieces.len();
        let (mut most, mut offset, mut has_royal) = (1, 0, false);
        let (mut shuffle, mut holdings, mut listed) = (None, None, None);
        for (key, (line, text), value) in late {
            let number = value.parse::<usize>().ok().filter(|&number| number <= count);
            let fate = match (key, number) {
                ("maxPromote", Some(number)) => {
                    most = number;
                    LineFate::Taken
                }
                ("promoOffset", Some(number)) => {
                    offset = number;
                    LineFate::Taken
                }
                ("shuffle", _) => {
                    shuffle = Some((line, text, value));
                    continue;
                }
                ("holdingsType", _) => {
                    holdings = Some((line, text, value));
                    continue;
                }
                ("promoChoice", _) => {
                    listed = Some((line, text, value));
                    continue;
                }
                ("royal", _) => {
                    let place = number
                        .filter(|&number| number > 0)
                        .map(|number| number - 1)
                        .or_else(|| self.named(&value));
                    match place.and_then(|place| self.draft.pieces.get_mut(place)) {
                        Some(piece) => {
                            piece.is_royal = true;
                            has_royal = true;
                            LineFate::Taken
                        }
                        None => LineFate::Lost(phrases::NO_PIECE.into()),
                    }
                }
                _ => LineFate::Lost(phrases::NO_NUMBER.into()),
            };
            self.draft.note(line, text, fate);
        }
        if !has_royal {
            let is_king = |piece: &DraftPiece| piece.name.eq_ignore_ascii_case("king");
            if let Some(king) = self.draft.pieces.iter_mut().find(|piece| is_king(piece)) {
                king.is_royal = true;
                let line = king.line;
                self.draft.note(line, "royal", LineFate::Approximated(phrases::KING_IS_ROYAL.into()));
            } else {
                self.draft.note(1, "royal", LineFate::Approximated(phrases::NO_ROYAL.into()));
            }
        }
        if let Some((line, text, list)) = shuffle {
            self.shuffle((line, text), &list);
        }
        if self.draft.zone == 0 {
            most = 0;
        }
        let choice = listed.map(|(line, text, list)| self.chosen((line, text), &list, most));
        self.hands(holdings);
        // The first `maxPromote` pieces promote; with `promoOffset` each becomes the piece so many places
        // behind it.
        let promoting = |place: usize| place < most;
        for place in 0..count.min(most) {
            match offset {
                0 => self.draft.pieces[place].promotes = true,
                offset if place + offset < count => self.draft.pieces[place].becomes = Some(place + offset),
                _ => {}
            }
        }
        let pieces = &self.draft.pieces;
        let all = || (0..count).filter(|&place| !promoting(place) && !pieces[place].is_royal).collect();
        let mut choices: Vec<usize> = choice.unwrap_or_else(all);
        // Of kinds that never were on the board there is none to come back.
        choices.retain(|&place| pieces[place].limit != Some(0));
        self.draft.choices = choices;
    }

    /// Reads what happens with captured pieces, and with those in hand at the start.
    ///
    /// With the type 1 captured pieces stay their owner's, as choices of promotion: the author of the diagrams says so. No
    /// description of other types is known.
    fn hands(&mut self, holdings: Option<(usize, &'a str, String)>) {
        let are_promoted_to = self.draft.pieces.iter().any(|piece| piece.limit.is_some());
        let mut starts = self.draft.pieces.iter().filter(|piece| piece.in_hand != [0; 2]);
        let in_hand = starts.next().map(|piece| (piece.line, piece.name.clone()));
        let has_holdings = holdings.as_ref().is_some_and(|(.., value)| value == "1");
        if let Some((line, text, value)) = holdings {
            let fate = match value.as_str() {
                "0" => LineFate::Taken,
                "1" if are_promoted_to => LineFate::Taken,
                "1" => LineFate::Approximated(phrases::CAPTURED_LEAVE.into()),
                _ => LineFate::Lost(phrases::HOLDINGS.into()),
            };
            self.draft.note(line, text, fate);
        }
        if are_promoted_to {
            // They wait there for promotions alone, which the limit says.
            self.draft.pieces.iter_mut().for_each(|piece| piece.in_hand = [0; 2]);
            if !has_holdings {
                let line = in_hand.map_or(1, |(line, _)| line);
                self.draft.note(line, "promoChoice", LineFate::Approximated(phrases::STAR_ALONE.into()));
            }
        } else if let Some((line, name)) = in_hand {
            self.draft.drops = true;
            self.draft.note(line, name, LineFate::Approximated(phrases::DROPPED.into()));
        }
    }

    /// Notes which pieces are shuffled: lists of IDs with commas between them, one shuffle after the other. Pieces behind a
    /// `!` are spread over the colours of squares, or stay on the colour that they stand on if there is one of them.
    fn shuffle(&mut self, (line, text): Line<'a>, list: &str) {
        let mut count = 0;
        for (number, stage) in list.split(',').enumerate() {
            count = number + 1;
            let mut is_spread = false;
            for letter in stage.chars().filter(|letter| !letter.is_whitespace()) {
                if matches!(letter, '!' | '#') {
                    is_spread = true;
                    continue;
                }
                let Some(place) = self.named(&letter.to_string()) else {
                    let why = FindingText::from(phrases::NAMES_NO_PIECE).with("letter", letter);
                    self.draft.note(line, text, LineFate::Lost(why));
                    return;
                };
                self.draft.pieces[place].shuffles.push((number, std::mem::take(&mut is_spread)));
            }
        }
        let follows = |of: fn(&Self, Place) -> Place| {
            self.draft.pieces.iter().all(|piece| {
                let mut opposite: Vec<Place> =
                    piece.squares[0].iter().map(|&place| of(self, place)).collect();
                let mut black = piece.squares[1].clone();
                opposite.sort_unstable();
                black.sort_unstable();
                opposite == black
            })
        };
        let mirrored = follows(|reader, (file, rank)| (file, reader.draft.ranks - 1 - rank));
        let turned =
            follows(|reader, (file, rank)| (reader.draft.files - 1 - file, reader.draft.ranks - 1 - rank));
        // Of an army that is both the parameter says which.
        let is_turned = turned && (!mirrored || self.symmetry == Symmetry::Rotate);
        let is_symmetric = mirrored || turned;
        self.draft.shuffle =
            Some(DraftShuffle { line, text: text.to_owned(), count, is_symmetric, is_turned });
    }

    /// The piece of an ID.
    fn named(&self, id: &str) -> Option<usize> {
        let letter = id.chars().next()?;
        self.draft.pieces.iter().position(|piece| piece.letter == Some(letter))
    }

    /// The pieces that may be chosen, of which the first `most` of the diagram promote. Marks stand before IDs:
    ///
    /// * `*`: one of the kind has to be in hand, where captured ones go back to their side. So there are never more of them than
    ///   at the start.
    /// * `!`: not on the last rank. It is known of the promoting piece itself, which stays what it is by that choice.
    fn chosen(&mut self, (line, text): Line<'a>, list: &str, most: usize) -> Vec<usize> {
        let (mut places, mut unread) = (Vec::new(), String::new());
        let (mut is_held, mut is_early, mut stays) = (false, false, None);
        for letter in list.chars().filter(|letter| !matches!(letter, ',' | ' ')) {
            match (letter, self.named(&letter.to_string())) {
                ('*', _) => is_held = true,
                ('!', _) => is_early = true,
                (_, Some(0)) if most == 1 => {
                    stays = Some(std::mem::take(&mut is_early));
                    is_held = false;
                }
                (_, Some(place)) => {
                    if std::mem::take(&mut is_early) {
                        unread.push('!');
                    }
                    let piece = &mut self.draft.pieces[place];
                    if std::mem::take(&mut is_held) {
                        piece.limit = Some(piece.squares[0].len() + piece.in_hand[0] as usize);
                    }
                    if !places.contains(&place) {
                        places.push(place);
                    }
                }
                (_, None) => unread.push(letter),
            }
        }
        let fate = match (unread.is_empty(), stays) {
            (false, _) => LineFate::Approximated(FindingText::from(phrases::UNREAD).with("letters", unread)),
            // Within a deeper zone promotion is a choice everywhere but on the last rank.
            (true, Some(is_early)) if !is_early || self.draft.zone < 2 => {
                LineFate::Approximated(phrases::LAST_RANK.into())
            }
            (true, _) => LineFate::Taken,
        };
        self.draft.note(line, text, fate);
        places
    }
}
