//! The text of an Interactive Diagram: parameters `key=value` and lines `name:ID:XBetza:picture:squares`.

use super::draft::{Draft, DraftPiece, DraftShuffle};
use super::{ExchangeError, ImportedGame, LineFate, Place};

/// The pieces that a diagram knows by name: the words of the name, the ID, the moves.
const KNOWN: [(&str, &str, &str); 40] = [
    ("pawn", "P", "fmWfceFifmnD"),
    ("knight", "N", "N"),
    ("bishop", "B", "B"),
    ("rook", "R", "R"),
    ("queen", "Q", "Q"),
    ("king", "K", "KisO2"),
    ("archbishop", "A", "BN"),
    ("cardinal", "A", "BN"),
    ("princess", "A", "BN"),
    ("chancellor", "C", "RN"),
    ("marshall", "M", "RN"),
    ("marshal", "M", "RN"),
    ("empress", "E", "RN"),
    ("amazon", "A", "QN"),
    ("ferz", "F", "F"),
    ("wazir", "W", "W"),
    ("alfil", "A", "A"),
    ("dabbaba", "D", "D"),
    ("camel", "C", "C"),
    ("zebra", "Z", "Z"),
    ("giraffe", "G", "(4,1)"),
    ("nightrider", "N", "NN"),
    ("commoner", "M", "K"),
    ("man", "M", "K"),
    ("guard", "G", "K"),
    ("centaur", "C", "KN"),
    ("champion", "C", "WAD"),
    ("wizard", "W", "FC"),
    ("elephant", "E", "FA"),
    ("cannon", "C", "mRcpR"),
    ("vao", "V", "mBcpB"),
    ("grasshopper", "G", "gQ"),
    ("griffon", "G", "FyafsF"),
    ("gryphon", "G", "FyafsF"),
    ("manticore", "M", "WyafsW"),
    ("silver", "S", "FfW"),
    ("gold", "G", "WfF"),
    ("lance", "L", "fR"),
    ("horse", "H", "afsW"),
    ("dragonking", "D", "RF"),
];

/// The parameters that say how a diagram looks or is worked with.
const LOOKS: [&str; 26] = [
    "graphicsDir",
    "graphicsType",
    "squareSize",
    "whitePrefix",
    "blackPrefix",
    "lightShade",
    "darkShade",
    "rimColor",
    "coordColor",
    "borders",
    "startShade",
    "useMarkers",
    "oddShade",
    "satellite",
    "firstRank",
    "newClick",
    "theme",
    "trackPieces",
    "flag",
    "blackFen",
    "hideRim",
    "fileNames",
    "highlights",
    "scale",
    "zoom",
    "showMoves",
];

/// The way in which Black's squares follow from White's.
#[derive(Clone, Copy, PartialEq)]
enum Symmetry {
    Mirror,
    Rotate,
    None,
}

/// A place of the source.
type Line<'a> = (usize, &'a str);

struct Reader<'a> {
    draft: Draft,
    symmetry: Symmetry,
    /// The parameters that can be read only when all pieces are known.
    late: Vec<(&'static str, Line<'a>, String)>,
}

/// Reads the lines of a diagram.
pub(super) fn read(lines: &[(usize, String)], name: &str) -> Result<ImportedGame, ExchangeError> {
    let draft = Draft {
        name: name.to_owned(),
        title: String::new(),
        origin: "Read from an Interactive Diagram.",
        files: 8,
        ranks: 8,
        pieces: Vec::new(),
        zone: 1,
        choices: Vec::new(),
        holes: Vec::new(),
        drops: false,
        captures: false,
        shuffle: None,
        notes: Vec::new(),
    };
    let mut reader = Reader { draft, symmetry: Symmetry::Mirror, late: Vec::new() };
    let is_comment = |text: &str| text.starts_with("//") || text.starts_with('#');
    let parameter = |text: &'_ str| -> Option<(String, String)> {
        // A colon before the first `=` makes the line one of a piece.
        let (key, value) = text.split_once('=').filter(|(key, _)| !key.contains(':'))?;
        Some((key.trim().to_owned(), value.trim().to_owned()))
    };
    for (line, text) in lines {
        if is_comment(text) {
            reader.draft.note(*line, text, LineFate::Looks);
        } else if let Some((key, value)) = parameter(text) {
            reader.parameter((*line, text), &key, &value)?;
        } else if !text.contains(':') {
            reader.draft.note(*line, text, LineFate::Lost("neither a parameter nor a piece".to_owned()));
        }
    }
    // The squares of pieces need the size of the board, which may stand behind them.
    for (line, text) in lines {
        if !is_comment(text) && parameter(text).is_none() && text.contains(':') {
            reader.piece((*line, text))?;
        }
    }
    if reader.draft.pieces.is_empty() {
        let (line, found) = lines.first().cloned().unwrap_or((1, String::new()));
        return Err(ExchangeError {
            line,
            found,
            expected: "lines of pieces such as `Pawn:P:fmWfceFifmnD:pawn:a2-h2`",
        });
    }
    reader.finish();
    Ok(reader.draft.section())
}

impl<'a> Reader<'a> {
    fn parameter(&mut self, (line, text): Line<'a>, key: &str, value: &str) -> Result<(), ExchangeError> {
        let number = |most: u8| value.parse::<u8>().ok().filter(|&number| (1..=most).contains(&number));
        let wrong = |expected| ExchangeError { line, found: text.to_owned(), expected };
        let fate = match key {
            "files" => {
                self.draft.files = number(26).ok_or_else(|| wrong("files from 1 to 26"))?;
                LineFate::Taken
            }
            "ranks" => {
                self.draft.ranks = number(32).ok_or_else(|| wrong("ranks from 1 to 32"))?;
                LineFate::Taken
            }
            "promoZone" => match number(32) {
                Some(zone) => {
                    self.draft.zone = zone;
                    LineFate::Taken
                }
                None => LineFate::Lost("no depth of a zone".to_owned()),
            },
            "symmetry" => {
                self.symmetry = match value {
                    "rotate" => Symmetry::Rotate,
                    "none" => Symmetry::None,
                    _ => Symmetry::Mirror,
                };
                if matches!(value, "mirror" | "rotate" | "none") {
                    LineFate::Taken
                } else {
                    LineFate::Approximated(
                        "helgi knows `mirror`, `rotate` and `none`; it is read as `mirror`".to_owned(),
                    )
                }
            }
            "holdingsType" => return self.postpone("holdingsType", (line, text), value),
            "holes" => {
                let holes = self.places((line, text), value)?;
                self.draft.holes.extend(holes);
                LineFate::Taken
            }
            "maxPromote" => return self.postpone("maxPromote", (line, text), value),
            "promoOffset" => return self.postpone("promoOffset", (line, text), value),
            "promoChoice" => return self.postpone("promoChoice", (line, text), value),
            "royal" => return self.postpone("royal", (line, text), value),
            "shuffle" => return self.postpone("shuffle", (line, text), value),
            "variant" | "title" => {
                self.draft.title = value.to_owned();
                LineFate::Taken
            }
            _ if LOOKS.contains(&key) => LineFate::Looks,
            _ => LineFate::Lost("helgi does not know this parameter".to_owned()),
        };
        self.draft.note(line, text, fate);
        Ok(())
    }

    fn postpone(&mut self, key: &'static str, line: Line<'a>, value: &str) -> Result<(), ExchangeError> {
        self.late.push((key, line, value.to_owned()));
        Ok(())
    }

    /// Reads squares such as `a2-h2,d1`.
    fn places(&self, (line, text): Line<'_>, list: &str) -> Result<Vec<Place>, ExchangeError> {
        let wrong = || ExchangeError {
            line,
            found: text.to_owned(),
            expected: "squares of the board such as `a2-h2,d1`; `files` and `ranks` say how large it is",
        };
        let mut places = Vec::new();
        for part in list.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (self.place(first).ok_or_else(wrong)?, self.place(last).ok_or_else(wrong)?);
            for rank in first.1.min(last.1)..=first.1.max(last.1) {
                places.extend((first.0.min(last.0)..=first.0.max(last.0)).map(|file| (file, rank)));
            }
        }
        Ok(places)
    }

    fn place(&self, text: &str) -> Option<Place> {
        let text = text.trim();
        let file = text.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
        let rank: u8 = text.get(1..)?.parse().ok()?;
        (file < self.draft.files && (1..=self.draft.ranks).contains(&rank)).then(|| (file, rank - 1))
    }

    fn piece(&mut self, (line, text): Line<'a>) -> Result<(), ExchangeError> {
        let fields: Vec<&str> = text.split(':').map(str::trim).collect();
        let field = |index: usize| fields.get(index).copied().filter(|field| !field.is_empty());
        let name = field(0).unwrap_or("piece").to_owned();
        let white = self.places((line, text), field(4).unwrap_or(""))?;
        if matches!(name.to_lowercase().as_str(), "hole" | "holes") {
            self.draft.holes.extend(white);
            self.draft.note(line, text, LineFate::Taken);
            return Ok(());
        }
        let plain: String = name.to_lowercase().chars().filter(char::is_ascii_alphabetic).collect();
        let known = KNOWN.iter().find(|(known, ..)| *known == plain);
        let Some(moves) = field(2).or(known.map(|(.., moves)| *moves)) else {
            self.draft.note(
                line,
                text,
                LineFate::Lost("no moves, and no piece of a name that has some".to_owned()),
            );
            return Ok(());
        };
        // The sixth field is Black's squares, or a number in hand.
        let hand = field(5).and_then(|field| field.parse::<u32>().ok());
        let black = match field(5).filter(|_| hand.is_none()) {
            Some(list) => self.places((line, text), list)?,
            None => white.iter().filter_map(|&place| self.reflected(place)).collect(),
        };
        let fate = match (field(1), field(2)) {
            (Some(id), _) if id.chars().count() > 1 => {
                LineFate::Approximated(format!("helgi's pieces have one letter, not `{id}`"))
            }
            _ => LineFate::Taken,
        };
        let letter = field(1).unwrap_or_else(|| known.map_or(&name, |(_, id, _)| id)).chars().next();
        self.draft.note(line, text, fate);
        let in_hand = [hand.unwrap_or(0); 2];
        self.draft.pieces.push(DraftPiece {
            line,
            name,
            letter,
            moves: moves.to_owned(),
            squares: [white, black],
            in_hand,
            ..DraftPiece::default()
        });
        Ok(())
    }

    /// Black's square beside one of White's.
    fn reflected(&self, (file, rank): Place) -> Option<Place> {
        let rank = self.draft.ranks - 1 - rank;
        match self.symmetry {
            Symmetry::Mirror => Some((file, rank)),
            Symmetry::Rotate => Some((self.draft.files - 1 - file, rank)),
            Symmetry::None => None,
        }
    }

    /// Reads the parameters that speak of pieces.
    fn finish(&mut self) {
        let late = std::mem::take(&mut self.late);
        let count = self.draft.pieces.len();
        let (mut most, mut offset, mut choice, mut has_royal) = (1, 0, None, false);
        let (mut shuffle, mut holdings) = (None, None);
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
                    let (places, unread) = self.chosen(&value.replace('*', ""));
                    choice = Some(places);
                    self.limit(&value);
                    match unread.is_empty() {
                        true => LineFate::Taken,
                        false => LineFate::Approximated(format!(
                            "`{unread}` names no piece, or a rule that helgi has not"
                        )),
                    }
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
                        None => LineFate::Lost("no piece of this number or letter".to_owned()),
                    }
                }
                _ => LineFate::Lost("no number of pieces".to_owned()),
            };
            self.draft.note(line, text, fate);
        }
        if !has_royal {
            let is_king = |piece: &DraftPiece| piece.name.eq_ignore_ascii_case("king");
            if let Some(king) = self.draft.pieces.iter_mut().find(|piece| is_king(piece)) {
                king.is_royal = true;
                let line = king.line;
                self.draft.note(
                    line,
                    "royal",
                    LineFate::Approximated("no parameter says it; the King is".to_owned()),
                );
            } else {
                let why = "no piece is royal: the section says no way to win but stalemate".to_owned();
                self.draft.note(1, "royal", LineFate::Approximated(why));
            }
        }
        if let Some((line, text, list)) = shuffle {
            self.shuffle((line, text), &list);
        }
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

    /// Pieces behind a `*` are promoted to only if one of their kind is in hand, where captured ones go back to their side:
    /// so there are never more of them than at the start.
    fn limit(&mut self, list: &str) {
        let letters: Vec<char> = list.chars().collect();
        for pair in letters.windows(2).filter(|pair| pair[0] == '*') {
            let Some(place) = self.named(&pair[1].to_string()) else { continue };
            let piece = &mut self.draft.pieces[place];
            piece.limit = Some(piece.squares[0].len() + piece.in_hand[0] as usize);
        }
    }

    /// Reads what happens with captured pieces, and with those in hand at the start.
    fn hands(&mut self, holdings: Option<(usize, &'a str, String)>) {
        let are_promoted_to = self.draft.pieces.iter().any(|piece| piece.limit.is_some());
        let mut starts = self.draft.pieces.iter().filter(|piece| piece.in_hand != [0; 2]);
        let in_hand = starts.next().map(|piece| (piece.line, piece.name.clone()));
        let has_captures = holdings.as_ref().is_some_and(|(.., value)| value == "1");
        if let Some((line, text, value)) = holdings {
            let fate = match value.as_str() {
                "0" => LineFate::Taken,
                "1" if are_promoted_to => LineFate::Approximated(
                    "captured pieces are not in hand: `promotionLimit` keeps their number, as `*` in `promoChoice` asks"
                        .to_owned(),
                ),
                "1" => {
                    (self.draft.drops, self.draft.captures) = (true, true);
                    LineFate::Approximated(
                        "captured pieces go to the captor's hand, and are dropped anywhere".to_owned(),
                    )
                }
                _ => LineFate::Lost("only the types 0 and 1 can be said".to_owned()),
            };
            self.draft.note(line, text, fate);
        }
        if are_promoted_to {
            // They wait there for promotions alone, which the limit says.
            self.draft.pieces.iter_mut().for_each(|piece| piece.in_hand = [0; 2]);
        } else if let Some((line, name)) = in_hand.filter(|_| !has_captures) {
            self.draft.drops = true;
            let how = "pieces in hand are dropped anywhere, and captured ones do not come there".to_owned();
            self.draft.note(line, name, LineFate::Approximated(how));
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
                    self.draft.note(line, text, LineFate::Lost(format!("`{letter}` names no piece")));
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

    /// The pieces of a list of IDs, and the letters that name none.
    fn chosen(&self, list: &str) -> (Vec<usize>, String) {
        let (mut places, mut unread) = (Vec::new(), String::new());
        for letter in list.chars().filter(|letter| !matches!(letter, ',' | ' ')) {
            match self.named(&letter.to_string()) {
                Some(place) if !places.contains(&place) => places.push(place),
                Some(_) => {}
                None => unread.push(letter),
            }
        }
        (places, unread)
    }
}
