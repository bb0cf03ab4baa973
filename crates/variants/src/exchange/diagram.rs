//! The text of an Interactive Diagram: parameters `key=value` and lines `name:ID:XBetza:picture:squares`.

use super::draft::{Draft, DraftPiece};
use super::{ExchangeError, ImportedGame, LineFate, Place, phrases};
use crate::finding::FindingText;

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
const LOOKS: [&str; 27] = [
    "enableAI",
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
pub(super) enum Symmetry {
    Mirror,
    Rotate,
    None,
}

/// A place of the source.
pub(super) type Line<'a> = (usize, &'a str);

/// The text between White's squares and Black's, where a line has both.
pub(super) const BLACK_BEHIND: &str = ",,";

/// The most pieces of a kind in hand.
const MOST_OF_A_KIND: u32 = 127;

pub(super) struct Reader<'a> {
    pub draft: Draft,
    pub symmetry: Symmetry,
    /// The parameters that can be read only when all pieces are known.
    pub late: Vec<(&'static str, Line<'a>, String)>,
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
        stalemate_wins: false,
        shuffle: None,
        notes: Vec::new(),
    };
    // Where some line has Black's squares, all have them, and none follow from White's.
    let lists_black = lines.iter().any(|(_, text)| text.contains(':') && text.contains(BLACK_BEHIND));
    let symmetry = if lists_black { Symmetry::None } else { Symmetry::Mirror };
    let mut reader = Reader { draft, symmetry, late: Vec::new() };
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
            reader.draft.note(*line, text, LineFate::Lost(phrases::NEITHER.into()));
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
        return Err(ExchangeError { line, found, expected: phrases::DIAGRAM_PIECES });
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
                self.draft.files = number(26).ok_or_else(|| wrong(phrases::FILES))?;
                LineFate::Taken
            }
            "ranks" => {
                self.draft.ranks = number(32).ok_or_else(|| wrong(phrases::RANKS))?;
                LineFate::Taken
            }
            "promoZone" => match value.parse::<u8>().ok().filter(|zone| *zone <= 32) {
                Some(zone) => {
                    self.draft.zone = zone;
                    LineFate::Taken
                }
                None => LineFate::Lost(phrases::ZONE.into()),
            },
            "stalemate" => match value {
                "win" | "draw" => {
                    self.draft.stalemate_wins = value == "win";
                    LineFate::Taken
                }
                _ => LineFate::Lost(phrases::STALEMATE.into()),
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
                    LineFate::Approximated(phrases::SYMMETRY.into())
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
            _ => LineFate::Lost(phrases::PARAMETER.into()),
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
        let wrong = || ExchangeError { line, found: text.to_owned(), expected: phrases::SQUARES };
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
        let both = field(4).unwrap_or("");
        if matches!(name.to_lowercase().as_str(), "hole" | "holes") {
            let holes = self.places((line, text), both)?;
            self.draft.holes.extend(holes);
            self.draft.note(line, text, LineFate::Taken);
            return Ok(());
        }
        let plain: String = name.to_lowercase().chars().filter(char::is_ascii_alphabetic).collect();
        let known = KNOWN.iter().find(|(known, ..)| *known == plain);
        let Some(moves) = field(2).or(known.map(|(.., moves)| *moves)) else {
            self.draft.note(line, text, LineFate::Lost(phrases::NO_MOVES.into()));
            return Ok(());
        };
        let (white, listed) = match both.split_once(BLACK_BEHIND) {
            Some((white, black)) => (white, Some(black)),
            None => (both, None),
        };
        let white = self.places((line, text), white)?;
        // The sixth field is a number in hand, or Black's squares as they are written too.
        let hand = field(5).filter(|field| field.bytes().all(|byte| byte.is_ascii_digit()));
        let black = match listed.or(field(5).filter(|_| hand.is_none())) {
            Some(list) => self.places((line, text), list)?,
            None => white.iter().filter_map(|&place| self.reflected(place)).collect(),
        };
        let hand = hand.map_or(0, |digits| digits.parse().unwrap_or(u32::MAX));
        let fate = match field(1) {
            Some(id) if id.chars().count() > 1 => {
                LineFate::Approximated(FindingText::from(phrases::ONE_LETTER).with("name", id))
            }
            _ if hand > MOST_OF_A_KIND => {
                let most = u64::from(MOST_OF_A_KIND);
                LineFate::Approximated(FindingText::from(phrases::IN_HAND).with("most", most))
            }
            _ => LineFate::Taken,
        };
        let letter = field(1).unwrap_or_else(|| known.map_or(&name, |(_, id, _)| id)).chars().next();
        self.draft.note(line, text, fate);
        let in_hand = [hand.min(MOST_OF_A_KIND); 2];
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
}
