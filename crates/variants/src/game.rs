//! A game from a file as a game of the rules: its pieces, its facts, and the size of its board.

use crate::ends::REASONS;
use crate::piece_moves::{descriptor, imitates, paths_with_en_passant};
use crate::position::FilePosition;
use crate::rare::{numbered_outline, rare_types};
use crate::shuffle;
use crate::slot::Slot;
use crate::spec::{FileTranslation, Spec, TranslatedText, Walling, first_sentence};
use crate::standing::{Standing, pieces_of, pocket, sign};
use crate::tables::Rules;
use helgi_rules::board::{Kind, Outline, Side};
use helgi_rules::internals::{Declaration, OtherSpelling};
use helgi_rules::internals::{EvalHints, Translation, sort_short};
use helgi_rules::{Captives, FenError, Game, Info, Obstacle, Phrase, PieceInfo, PieceMark, Royalty};
use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A game from a file that can be played, on a board of up to `N` squares in `W` words. It is kept for the life of the
/// process; its tables are made when its first position is.
#[derive(Clone, Copy)]
pub struct DescribedGame<const W: usize, const N: usize> {
    kept: &'static Kept<W>,
}

/// A game that is kept: what a file says of it, its facts, and its tables once it is played.
struct Kept<const W: usize> {
    spec: Arc<Spec>,
    info: Info,
    outline: Outline,
    tables: OnceLock<Rules<W>>,
}

impl<const W: usize, const N: usize> DescribedGame<W, N> {
    /// The game of a specification that has been checked.
    pub(crate) fn new(spec: Arc<Spec>) -> Self {
        let (info, outline) = (info(&spec), numbered_outline(&spec));
        // Positions hold references to the tables, so a game that is kept is never freed.
        DescribedGame { kept: Box::leak(Box::new(Kept { spec, info, outline, tables: OnceLock::new() })) }
    }

    /// The game as plain data.
    #[must_use]
    pub fn spec(&self) -> &'static Spec {
        &self.kept.spec
    }

    fn tables(&self) -> &'static Rules<W> {
        let kept = self.kept;
        kept.tables.get_or_init(|| {
            let spec = &kept.spec;
            let phases = (1..).zip(&spec.beyond.phases).map(|(number, phase): (usize, _)| {
                Phrase::new(leak(number.to_string()), leak(phase.words(spec)))
            });
            Rules::new(spec, phases.collect(), Some(&kept.info))
        })
    }
}

impl<const W: usize, const N: usize> fmt::Debug for DescribedGame<W, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kept.spec.name)
    }
}

impl<const W: usize, const N: usize> Game for DescribedGame<W, N> {
    type Position = FilePosition<'static, W, N>;

    fn info(&self) -> &'static Info {
        &self.kept.info
    }

    fn outline(&self) -> &'static Outline {
        &self.kept.outline
    }

    fn fingerprint(&self) -> Option<String> {
        Some(self.kept.spec.fingerprint())
    }

    fn source(&self) -> Option<&(dyn Any + Send + Sync)> {
        Some(&*self.kept.spec)
    }

    /// The start position was read together with the game.
    fn check_start(&self) -> Result<(), FenError> {
        Ok(())
    }

    fn starts(&self) -> Vec<String> {
        shuffle::starts(&self.kept.spec)
    }

    fn hints(&self) -> EvalHints {
        self.tables().hints()
    }

    fn other_spelling(&self) -> OtherSpelling {
        let rules = self.tables();
        let is_promoted = |kind: &Kind| rules.signs[kind.index()].mark == PieceMark::Plus;
        let letter = |kind: Kind| (kind, rules.spec.letter(rules.facts(kind).slot));
        let is_pseudo_royal = |kind: &Kind| {
            rules.signs[kind.index()].royalty != Royalty::None && rules.facts(*kind).slot != Slot::KING
        };
        OtherSpelling {
            pieces: rules.spec.other_letters(),
            promotions: rules.all_kinds().filter(is_promoted).map(letter).collect(),
            pseudo_royals: rules.all_kinds().filter(is_pseudo_royal).collect(),
            walls_alone: rules.spec.walling != Walling::None && rules.spec.wall_or_move,
        }
    }

    fn parse(&self, fen: &str) -> Result<Self::Position, FenError> {
        FilePosition::read(self.tables(), fen)
    }

    fn format(&self, position: &Self::Position) -> String {
        position.text()
    }
}

/// A text that is kept for the life of the process, with a game that is.
fn leak(text: impl Into<String>) -> &'static str {
    Box::leak(text.into().into_boxed_str())
}

fn piece_info(spec: &Spec, kind: &Standing) -> PieceInfo {
    let movement = descriptor(spec, kind.slot);
    // Notation, which needs no translation.
    let note = movement
        .is_none()
        .then(|| Phrase::new("xbetza", leak(format!("moves as `{}` in XBetza", spec.betza(kind.slot)))));
    let own = spec.piece_names.iter().rev().find(|(slot, _)| *slot == kind.base);
    let name = own.map_or_else(|| kind.base.words(), |(_, name)| name.to_lowercase());
    let name = if kind.mark == PieceMark::None { name } else { format!("promoted {name}") };
    let own_paths = Side::BOTH.map(|side| &*paths_with_en_passant(spec, kind.slot, side).leak());
    PieceInfo {
        name: leak(name),
        movement: leak(movement.unwrap_or_default()),
        own_paths: Some(own_paths),
        imitates: imitates(spec, kind.slot),
        note,
        ..sign(spec, kind)
    }
}

/// The fate of captured pieces.
fn captives(spec: &Spec) -> Captives {
    let keeps_marks = spec.drop_promoted || spec.drop_loop && spec.promoted.iter().any(Option::is_some);
    let takes_others = spec.blast
        || !spec.petrify.is_empty()
        || spec.beyond.changes_moves()
        || spec.captures_to_hand && !rare_types(spec).is_empty();
    match (spec.captures_to_hand, keeps_marks || takes_others) {
        _ if spec.two_boards && !spec.captures_to_hand => Captives::Partner,
        (false, _) => Captives::Gone,
        (true, false) => Captives::Unmarked,
        (true, true) => Captives::Otherwise,
    }
}

/// The words of a game in other languages.
fn translations(spec: &Spec, kinds: &[Standing]) -> Vec<Translation> {
    let mut found = Vec::new();
    for FileTranslation { text, language, words } in &spec.translations {
        let (what, words) = match *text {
            TranslatedText::Title => ("title".to_owned(), words.clone()),
            TranslatedText::Rules => ("summary".to_owned(), first_sentence(words)),
            TranslatedText::Piece(slot) => {
                let is_plain = |kind: &&Standing| kind.base == slot && kind.mark == PieceMark::None;
                let Some(kind) = kinds.iter().find(is_plain) else { continue };
                (format!("piece.{}", sign(spec, kind).text()), words.to_lowercase())
            }
            TranslatedText::Phase(number) => (format!("phase.{number}"), words.clone()),
        };
        found.push(Translation { what: leak(what), language: leak(language.clone()), words: leak(words) });
    }
    found
}

/// The rectangles that kinds never leave.
pub(crate) fn zones(spec: &Spec, kinds: &[Standing]) -> Vec<[(u8, u8); 2]> {
    let regions = kinds.iter().flat_map(|kind| spec.mobility.iter().map(|mobility| &mobility[kind.slot]));
    let mut zones: Vec<_> = regions.filter_map(|region| region.rectangle(spec.files, spec.ranks)).collect();
    sort_short(&mut zones);
    zones.dedup();
    zones
}

/// The rule by which a win may be declared.
fn declaration(spec: &Spec, kinds: &[Standing]) -> Option<Declaration> {
    let is_large = |standing: &Standing| matches!(standing.base, Slot::ROOK | Slot::BISHOP);
    let large =
        kinds.iter().zip(0..).filter(|(standing, _)| is_large(standing)).map(|(_, index)| Kind(index));
    spec.beyond.declares.then(|| Declaration::csa(Box::leak(large.collect::<Box<[Kind]>>())))
}

/// The kind of obstacle that closes squares.
pub(crate) fn obstacle(spec: &Spec) -> Obstacle {
    spec.obstacle.unwrap_or(match spec.walling {
        Walling::Duck => Obstacle::Duck,
        Walling::Arrow => Obstacle::Arrow,
        _ => Obstacle::Wall,
    })
}

fn info(spec: &Spec) -> Info {
    let kinds = pieces_of(spec);
    let pieces: Vec<PieceInfo> = kinds.iter().map(|kind| piece_info(spec, kind)).collect();
    let (translations, zones) = (translations(spec, &kinds), zones(spec, &kinds));
    let mut info = Info::new(
        leak(spec.name.clone()),
        leak(spec.title.clone()),
        (spec.files, spec.ranks),
        leak(spec.start.clone()),
        Box::leak(pieces.into_boxed_slice()),
    );
    info.summary = leak(spec.summary());
    info.pocket = pocket(spec);
    info.captives = captives(spec);
    // The key counts moves of each side, the facts half-moves.
    info.move_limit = u16::try_from(2 * spec.move_rule).ok().filter(|&limit| limit > 0);
    info.reasons = REASONS;
    info.walls = spec.walling != Walling::None || !spec.petrify.is_empty();
    info.obstacle = obstacle(spec);
    info.gates = spec.hand_gating;
    info.translations = Box::leak(translations.into_boxed_slice());
    info.zones = Box::leak(zones.into_boxed_slice());
    info.chess960 = spec.chess960_name().map(leak);
    info.declaration = declaration(spec, &kinds);
    info
}
