//! From the sections of a file to games as plain data.

use crate::betza;
use crate::finding::{Finding, FindingText, Place, nearest, phrases};
use crate::ini::{Entry, Section};
use crate::keys::{self, Key, Setter};
use crate::king_castling;
use crate::region::Region;
use crate::repeated_legs;
use crate::section_base::{self, SectionBase};
use crate::slot::{Slot, Types};
use crate::spec::{
    MoveDialect, PhaseError, PieceMoves, Spec, TranslatedText, TurnPhase, Verdict, key_and_language,
};
use helgi_rules::board::Side;
use helgi_rules::internals::board::movement;
use std::cell::LazyCell;
use std::sync::Arc;

/// Reads one section. `bases` are the games that it may start from.
///
/// Returns nothing if its first line or its base cannot be read, or the base is unknown: then nothing of it is a game.
/// What is wrong is appended to `findings`, all of it.
pub fn spec(section: &Section, bases: &[Arc<Spec>], findings: &mut Vec<Finding>) -> Option<Spec> {
    if section.is_broken {
        return None;
    }
    let mut spec = match &section.base {
        None => Spec::default(),
        Some(base) => match section_base::find(&base.text, bases) {
            Some(SectionBase { spec, renamed }) => {
                if let Some(origin) = &spec.unread {
                    let why = FindingText::from(phrases::BASE_FAULTY).with("game", origin.as_str());
                    findings.push(Finding::refusal(base.place, &section.name.text, "", &base.text, why));
                    unknown_keys(section, findings);
                    return None;
                }
                if let Some(game) = renamed {
                    let text = FindingText::from(phrases::BASE_RENAMED).with("game", game);
                    findings.push(Finding::warning(base.place, &section.name.text, "", &base.text, text));
                }
                // A game that starts from another inherits everything but its name.
                let mut spec = Spec { title: String::new(), ..spec.into_owned() };
                spec.forget_translations("title");
                spec
            }
            None => {
                let expected = phrases::BASE_UNKNOWN;
                let near = nearest(&base.text, bases.iter().map(|spec| spec.name.as_str()));
                let name = &section.name.text;
                let error = Finding::error(base.place, name, "", &base.text, expected);
                findings.push(error.with_suggestion(near));
                return None;
            }
        },
    };
    spec.name.clone_from(&section.name.text);
    unknown_keys(section, findings);
    let mut reader = Reader { section, spec, findings };
    reader.pieces();
    // The table has the keys in the order in which they take effect, whatever the order of the lines.
    for (key, entry) in keys::in_order(&section.entries) {
        reader.key(key, entry);
    }
    repeated_legs::read(&mut reader.spec, section, reader.findings);
    reader.king_castlings();
    reader.first_captures();
    reader.translations();
    if reader.spec.title.is_empty() {
        reader.spec.title = reader.spec.name.clone();
    }
    for entry in &section.entries {
        if !keys::named(&entry.key.text).is_some_and(|key| matches!(key.value, Setter::Noted(_))) {
            // Runs of blanks become one, so that they do not change the fingerprint.
            let value = entry.value.text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
            reader.spec.said.insert(entry.key.text.clone(), value);
        }
    }
    Some(reader.spec)
}

/// The place of a section that cannot be read whole among the games that others may start from: they fall with it.
#[must_use]
pub fn unread(section: &Section, bases: &[Arc<Spec>]) -> Spec {
    let name = section.name.text.clone();
    let base = section.base.as_ref().and_then(|base| section_base::find(&base.text, bases));
    let origin = base.and_then(|base| base.spec.unread.clone()).unwrap_or_else(|| name.clone());
    Spec { name, unread: Some(origin), ..Spec::default() }
}

/// Reports the keys of a section that this format does not have.
fn unknown_keys(section: &Section, findings: &mut Vec<Finding>) {
    let names = LazyCell::new(keys::names);
    for Entry { key, .. } in &section.entries {
        if keys::is_name(&key.text) || key_and_language(&key.text).is_some() {
            continue;
        }
        let near = nearest(&key.text, names.iter().map(String::as_str));
        let error = Finding::error(key.place, &section.name.text, "", &key.text, phrases::KEY_UNKNOWN);
        findings.push(error.with_suggestion(near));
    }
}

/// Reports the keys that sections have twice with different values: mistakes where a key shows that the text was written
/// for helgi. Elsewhere the last counts, as in Fairy-Stockfish.
pub fn repeats(sections: &[Section], findings: &mut Vec<Finding>) {
    let entries = || sections.iter().flat_map(|section| &section.entries);
    // Files of Fairy-Stockfish are read as it reads them, the last line counts. Those with helgi's own keys are held to more.
    let is_own = entries().any(|entry| keys::is_own(&entry.key.text));
    for section in sections.iter().filter(|section| !section.is_broken) {
        for (key, earlier) in &section.repeats {
            let line = earlier.key.place.line;
            let (name, last) =
                (&section.name.text, section.entry(&key.text).map_or("", |entry| &entry.value.text));
            findings.push(if is_own {
                let expected = FindingText::from(phrases::KEY_ONCE).with("line", line);
                Finding::error(key.place, name, &key.text, last, expected)
            } else {
                let text = FindingText::from(phrases::KEY_AGAIN).with("line", line);
                Finding::warning(key.place, name, &key.text, last, text)
            });
        }
    }
}

struct Reader<'a> {
    section: &'a Section,
    spec: Spec,
    findings: &'a mut Vec<Finding>,
}

impl Reader<'_> {
    /// Reports a mistake in a value, so many characters behind its beginning.
    fn wrong(&mut self, entry: &Entry, offset: usize, found: &str, expected: impl Into<FindingText>) {
        let Place { line, column } = entry.value.place;
        let place = Place { line, column: column + offset };
        let (name, key) = (&self.section.name.text, &entry.key.text);
        self.findings.push(Finding::error(place, name, key, found, expected));
    }

    /// Reads the keys of pieces, and of the squares that they are confined to.
    fn pieces(&mut self) {
        let section = self.section;
        // The dialect of the moves comes before the moves.
        let dialect = section.entry("movement");
        if let (Some(key), Some(entry)) = (keys::named("movement"), dialect) {
            let before = self.findings.len();
            self.key(key, entry);
            // What is wrong with it is said when its turn comes.
            self.findings.truncate(before);
        }
        let mut given: Vec<(char, String)> = Vec::new();
        let entries = section.entries.iter();
        let mut pieces: Vec<(Slot, &Entry)> =
            entries.filter_map(|entry| Some((Slot::of_key(&entry.key.text)?, entry))).collect();
        pieces.sort_by_key(|(slot, _)| *slot);
        for (slot, entry) in pieces {
            let key = slot.key();
            if let Some(letter) = self.piece(slot, entry) {
                // Only letters of this section are compared: those of the base may be given away by it.
                if let Some((_, other)) = given.iter().find(|(other, _)| *other == letter) {
                    let expected = FindingText::from(phrases::LETTER_TAKEN).with("key", other.as_str());
                    self.wrong(entry, 0, &letter.to_string(), expected);
                }
                given.push((letter, key));
            }
        }
        for entry in &section.entries {
            let Some((kind, side, slot)) = keys::piece_region(&entry.key.text) else { continue };
            if let Some(region) = self.region(entry) {
                kind.of(&mut self.spec, side)[slot] = region;
            }
        }
    }

    /// Reads `letter` or `letter:moves`, and returns the letter.
    fn piece(&mut self, slot: Slot, entry: &Entry) -> Option<char> {
        let text = entry.value.text.as_str();
        let (letter, moves) = match text.split_once(':') {
            Some((letter, moves)) => (letter.trim_end(), Some(moves)),
            None => (text, None),
        };
        if letter == "-" {
            self.spec.remove_piece(slot);
            return None;
        }
        let mut letters = letter.chars();
        let Some(first) =
            letters.next().filter(char::is_ascii_alphabetic).filter(|_| letters.as_str().is_empty())
        else {
            self.wrong(entry, 0, letter, phrases::LETTER);
            return None;
        };
        let own = self.spec.moves(slot).cloned();
        let own_dialect = self.spec.beyond.own_dialect;
        let as_data = |text: &str, dialect| Some(PieceMoves { text: text.trim().to_owned(), dialect });
        let moves = match moves {
            Some(moves) if own_dialect => {
                // Columns are counted in characters, as editors show them.
                let offset = text.chars().count() - moves.trim_start().chars().count();
                match movement::parse(moves.trim()) {
                    Ok(terms) => as_data(moves, MoveDialect::Own(terms)),
                    Err(error) => {
                        let expected =
                            FindingText::from(phrases::OWN_DIALECT).with("expected", error.expected());
                        self.wrong(entry, offset + error.at(), error.found(), expected);
                        return None;
                    }
                }
            }
            Some(moves) if slot.is_custom() || slot == Slot::KING => {
                let offset = text.chars().count() - moves.trim_start().chars().count();
                // Legs that are repeated are read again when the board is known, for as many of them as it has room.
                match betza::read_on((4, 4), moves.trim()) {
                    Err(error) => {
                        self.wrong(entry, offset + error.at, &error.found, error.expected);
                        return None;
                    }
                    Ok(read) => {
                        if let Some(castling) = read.castlings.first().filter(|_| slot != Slot::KING) {
                            self.wrong(entry, offset + castling.at, "O", phrases::CASTLING_OF_KING);
                            return None;
                        }
                        if read.en_passant && slot.is_custom() {
                            self.spec.en_passant_types.iter_mut().for_each(|types| types.insert(slot));
                        }
                        as_data(moves, MoveDialect::XBetza(read))
                    }
                }
            }
            Some(moves) => {
                let expected = phrases::LETTER_ONLY;
                self.wrong(entry, 0, moves, expected);
                None
            }
            None if slot.is_custom() && own.is_none() => {
                self.wrong(entry, 0, text, phrases::LETTER_AND_MOVES);
                None
            }
            // A letter alone keeps the moves that the base gives to a piece of the author's own.
            None => own.filter(|_| slot.is_custom() || own_dialect),
        };
        self.spec.add_piece(slot, first, moves);
        Some(first.to_ascii_uppercase())
    }

    fn region(&mut self, entry: &Entry) -> Option<Region> {
        match Region::read(&entry.value.text) {
            Ok(region) => Some(region),
            Err((at, found)) => {
                let offset = entry.value.text[..at].chars().count();
                self.wrong(entry, offset, &found, Setter::Region(|_, _| ()).expected());
                None
            }
        }
    }

    /// Reads letters of pieces, the last of them too.
    fn types(&mut self, key: &Key, entry: &Entry) -> Option<(Types, Option<Slot>)> {
        let (mut types, mut last) = (Types::EMPTY, None);
        if entry.value.text == "-" {
            return Some((types, last));
        }
        for (at, letter) in entry.value.text.chars().enumerate().filter(|(_, letter)| *letter != ' ') {
            match self.spec.slot_of(letter) {
                _ if letter == '*' => types = Types::ALL,
                Some(slot) => {
                    types.insert(slot);
                    last = Some(slot);
                }
                None => {
                    self.wrong(entry, at, &letter.to_string(), key.value.expected());
                    return None;
                }
            }
        }
        if types.is_empty() {
            self.wrong(entry, 0, "", key.value.expected());
            return None;
        }
        Some((types, last))
    }

    /// Reads parts `letter:something`, and hands each to `take`, which says whether it is one.
    fn parts(&mut self, key: &Key, entry: &Entry, mut take: impl FnMut(&mut Spec, Slot, &str) -> Option<()>) {
        let mut at = 0;
        for part in entry.value.text.split(' ') {
            if !part.is_empty() && entry.value.text != "-" {
                let read = part.split_once(':').and_then(|(letter, value)| {
                    let mut letters = letter.chars();
                    let slot = self.spec.slot_of(letters.next()?).filter(|_| letters.as_str().is_empty())?;
                    take(&mut self.spec, slot, value)
                });
                if read.is_none() {
                    self.wrong(entry, at, part, key.value.expected());
                }
            }
            at += part.chars().count() + 1;
        }
    }

    fn key(&mut self, key: &Key, entry: &Entry) {
        let text = entry.value.text.as_str();
        // A comment behind a value is refused; the word before it becomes the suggestion.
        let plain = text.split([' ', '#', ';']).next().unwrap_or("");
        let mut refuse = |suggestion: Option<String>| {
            self.findings.push(
                Finding::error(
                    entry.value.place,
                    &self.section.name.text,
                    key.name,
                    text,
                    key.value.expected(),
                )
                .with_suggestion(suggestion),
            );
        };
        let result = |word: &str| match word {
            "win" => Some(Verdict::Win),
            "loss" => Some(Verdict::Loss),
            "draw" => Some(Verdict::Draw),
            _ => None,
        };
        match key.value {
            Setter::Flag(set) => match text.to_ascii_lowercase().as_str() {
                word @ ("true" | "false") => {
                    let is_on = word == "true";
                    set(&mut self.spec, is_on);
                    if word != text {
                        let words = FindingText::from(phrases::READ_AS).with("value", word);
                        let (place, section) = (entry.value.place, &self.section.name.text);
                        self.findings.push(Finding::warning(place, section, key.name, text, words));
                    }
                }
                _ => {
                    let lower = plain.to_lowercase();
                    let near = match lower.as_str() {
                        "yes" | "on" | "1" => Some("true".to_owned()),
                        "no" | "off" | "0" => Some("false".to_owned()),
                        _ => nearest(plain, ["true", "false"]),
                    };
                    refuse(near);
                }
            },
            Setter::Number(most, set) => match number(text).filter(|&number| number <= most) {
                Some(number) => set(&mut self.spec, number),
                None => refuse(number(plain).filter(|_| plain != text).map(|number| number.to_string())),
            },
            Setter::Rank(set) => {
                match number(text).filter(|rank| (1..=Region::RANKS.into()).contains(rank)) {
                    Some(rank) => set(&mut self.spec, (rank - 1) as u8),
                    None => refuse(None),
                }
            }
            Setter::File(set) => match file(text) {
                Some(file) => set(&mut self.spec, file),
                None => refuse(file(plain).map(|_| plain.to_owned())),
            },
            Setter::Region(set) => {
                if let Some(region) = self.region(entry) {
                    set(&mut self.spec, region);
                }
            }
            Setter::Types(set) => {
                if let Some((types, last)) = self.types(key, entry) {
                    set(&mut self.spec, types, last);
                }
            }
            Setter::Type(set) => match self.types(key, entry) {
                Some((_, _)) if text.trim().chars().count() > 1 => {
                    self.wrong(entry, 0, text, key.value.expected());
                }
                Some((_, slot)) => set(&mut self.spec, slot),
                None => {}
            },
            Setter::Verdict(set) => match result(text) {
                Some(value) => set(&mut self.spec, value),
                None => refuse(nearest(plain, ["win", "loss", "draw"])),
            },
            Setter::VerdictOrNone(set) => match (text, result(text)) {
                ("none", _) => set(&mut self.spec, None),
                (_, Some(value)) => set(&mut self.spec, Some(value)),
                _ => refuse(nearest(plain, ["win", "loss", "draw", "none"])),
            },
            Setter::Counts(set) => self.parts(key, entry, |spec, slot, value| {
                set(spec, slot, number(value).filter(|&count| count < 100_000)?);
                Some(())
            }),
            Setter::Pairs(set) => self.parts(key, entry, |spec, slot, value| {
                let mut letters = value.chars();
                let letter = letters.next().filter(|_| letters.as_str().is_empty())?;
                let promoted = if letter == '-' { None } else { Some(spec.slot_of(letter)?) };
                set(spec, slot, promoted);
                Some(())
            }),
            Setter::Names(set) => self.parts(key, entry, |spec, slot, value| {
                set(spec, slot, value.replace('_', " "));
                (!value.is_empty()).then_some(())
            }),
            Setter::Sets(set) => self.parts(key, entry, |spec, slot, value| {
                let types = if value == "-" { Types::EMPTY } else { spec.types_of(value).ok()? };
                set(spec, slot, types);
                (!value.is_empty()).then_some(())
            }),
            Setter::Leaps(set) => self.parts(key, entry, |spec, slot, value| {
                let terms = movement::parse(value).ok()?;
                let are_leaps = !terms.is_empty() && terms.iter().all(|term| term.range == 1 && !term.lame);
                set(spec, slot, terms.iter().map(|term| term.path(Side::White)).collect());
                are_leaps.then_some(())
            }),
            Setter::Numbers(most, set) => {
                let numbers: Option<Vec<u8>> = text
                    .split_ascii_whitespace()
                    .map(|word| number(word).filter(|&number| (1..=most.into()).contains(&number)))
                    .map(|number| u8::try_from(number?).ok())
                    .collect();
                match numbers.filter(|numbers| !numbers.is_empty()) {
                    Some(numbers) => set(&mut self.spec, numbers),
                    None => refuse(None),
                }
            }
            Setter::Phase => {
                // The keys are `phase1` to `phase5`: the last character is the number.
                let place = key.name.bytes().last().map_or(0, |digit| usize::from(digit.wrapping_sub(b'1')));
                match TurnPhase::read(text, &self.spec) {
                    // A game may change one phase of its base.
                    Ok(phase) if place < self.spec.beyond.phases.len() => {
                        self.spec.beyond.phases[place] = phase;
                    }
                    Ok(phase) if place == self.spec.beyond.phases.len() => {
                        self.spec.beyond.phases.push(phase);
                    }
                    Ok(_) => {
                        let expected = FindingText::from(phrases::PHASE_BEFORE).with("number", place);
                        self.wrong(entry, 0, text, expected);
                    }
                    Err(PhaseError(found)) => self.wrong(entry, 0, &found, key.value.expected()),
                }
            }
            Setter::Word(words, set) => match words.iter().position(|word| *word == text) {
                Some(number) => set(&mut self.spec, number),
                None => refuse(nearest(plain, words.iter().copied())),
            },
            Setter::Synonyms(set) => {
                let mut synonyms = Vec::new();
                self.parts(key, entry, |spec, slot, letters| {
                    let is_free =
                        |letter: char| letter.is_ascii_alphabetic() && spec.slot_of(letter).is_none();
                    for letter in letters.chars() {
                        let is_new = !synonyms.iter().any(|&(_, other)| letter.eq_ignore_ascii_case(&other));
                        (is_free(letter) && is_new).then_some(())?;
                        synonyms.push((slot, letter.to_ascii_uppercase()));
                    }
                    (!letters.is_empty()).then_some(())
                });
                set(&mut self.spec, synonyms);
            }
            Setter::Rights(set) => {
                let bit = |letter: char| "KQkq".find(letter).map(|at| 1 << at);
                let letters = text.strip_prefix('-').filter(|rest| rest.is_empty()).unwrap_or(text);
                match letters.chars().try_fold(0, |rights, letter| Some(rights | bit(letter)?)) {
                    Some(rights) if !text.is_empty() => set(&mut self.spec, rights),
                    _ => refuse(None),
                }
            }
            Setter::Text(set) => set(&mut self.spec, text.to_owned()),
            Setter::Noted(why) => {
                let (place, name) = (entry.key.place, &self.section.name.text);
                self.findings.push(Finding::note(place, name, key.name, text, why));
            }
        }
    }

    /// Refuses first moves that capture, but of pieces that have them until they have moved: a capture from certain squares
    /// alone would be an attack from there alone.
    fn first_captures(&mut self) {
        let section = self.section;
        let movers = self.spec.beyond.first_movers;
        for slot in Slot::all().filter(|&slot| !movers.has(slot)) {
            let Some(PieceMoves { dialect: MoveDialect::XBetza(moves), text }) =
                self.spec.moves(slot).cloned()
            else {
                continue;
            };
            let Some(at) = moves.first_capture else { continue };
            let letter = self.spec.letter(slot).to_ascii_lowercase();
            let expected = FindingText::from(phrases::FIRST_CAPTURE).with("letter", letter);
            match (section.entry(&slot.key()), section.entry("firstMoveTypes")) {
                (Some(entry), _) => {
                    let offset = entry.value.text.chars().count() - text.chars().count();
                    let found = text.chars().nth(at).map_or(String::new(), String::from);
                    self.wrong(entry, offset + at, &found, expected);
                }
                (None, Some(entry)) => self.wrong(entry, 0, &entry.value.text, expected),
                // The game that this one starts from has the piece, and the mistake.
                (None, None) => {}
            }
        }
    }

    /// Puts the castlings among the king's moves in the place of the keys of castling.
    fn king_castlings(&mut self) {
        let Some(PieceMoves { dialect: MoveDialect::XBetza(moves), text }) =
            self.spec.moves(Slot::KING).cloned()
        else {
            return;
        };
        if moves.castlings.is_empty() {
            return;
        }
        for key in ["castlingKingsideFile", "castlingQueensideFile", "castlingSteps", "castlingRank"] {
            if let Some(entry) = self.section.entry(key) {
                let expected = phrases::CASTLING_KEY;
                self.wrong(entry, 0, &entry.value.text, expected);
            }
        }
        let Err(fault) = king_castling::apply(&mut self.spec, &moves.castlings) else { return };
        let section = self.section;
        match (section.entry("king"), section.entry("startFen")) {
            (Some(entry), _) => {
                let offset = entry.value.text.chars().count() - text.chars().count();
                self.wrong(entry, offset + fault.at, "O", fault.expected);
            }
            (None, Some(entry)) => self.wrong(entry, 0, &entry.value.text, fault.expected),
            (None, None) => {
                let (place, name) = (section.name.place, section.name.text.clone());
                self.findings.push(Finding::error(place, &name, "king", "O", fault.expected));
            }
        }
    }

    /// Reads the texts in other languages. Where a game has a text of its own, those of its base do not hold.
    fn translations(&mut self) {
        let section = self.section;
        for Entry { key, .. } in &section.entries {
            self.spec.forget_translations(&key.text);
        }
        for entry in &section.entries {
            let Some((text, language)) = key_and_language(&entry.key.text) else { continue };
            match keys::named(text) {
                Some(names @ Key { value: Setter::Names(_), .. }) => {
                    self.parts(names, entry, |spec, slot, name| {
                        spec.translate(TranslatedText::Piece(slot), language, &name.replace('_', " "));
                        (!name.is_empty()).then_some(())
                    });
                }
                _ => {
                    let phase = text.strip_prefix("phase").and_then(|number| number.parse().ok());
                    let of = match (phase, text) {
                        (Some(number), _) => TranslatedText::Phase(number),
                        (None, "title") => TranslatedText::Title,
                        (None, _) => TranslatedText::Rules,
                    };
                    self.spec.translate(of, language, &entry.value.text);
                }
            }
        }
    }
}

/// A number without sign or leading zeros.
fn number(text: &str) -> Option<u32> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// A file by letter or number, from 0.
pub(crate) fn file(text: &str) -> Option<u8> {
    let file = match number(text) {
        Some(number) => u8::try_from(number).ok()?.checked_sub(1)?,
        None => {
            let [letter] = text.as_bytes() else { return None };
            letter.to_ascii_lowercase().checked_sub(b'a')?
        }
    };
    (file < Region::FILES).then_some(file)
}
