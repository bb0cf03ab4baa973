//! Moves as Fairy-Stockfish writes them, in its nine notations.

use super::FairyPosition;
use helgi_rules::board::{Action, Extra, Kind, Move, Outline, Side, Square};
use helgi_rules::internals::notation::InPlace;
use helgi_rules::notation::{Notation, WireMove, WireSquare};
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Position};
use helgi_variants::Slot;

/// A notation, numbered as pyffish numbers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FairyNotation {
    San,
    Lan,
    /// `P76`, `S'34`.
    Hosking,
    /// `P-7f`, `S*3d`.
    Hodges,
    /// `P-76`, `S*34`.
    HodgesNumber,
    Janggi,
    /// `H2+3`.
    Wxf,
    ThaiSan,
    ThaiLan,
}

use FairyNotation::{Hodges, HodgesNumber, Hosking, Janggi, Lan, San, ThaiLan, ThaiSan, Wxf};

/// The most files and ranks that have a name in Thai.
const THAI_FILES: [&str; 12] = ["ก", "ข", "ค", "ง", "จ", "ฉ", "ช", "ญ", "ต", "ถ", "ธ", "น"];
const THAI_RANKS: [&str; 12] = ["๑", "๒", "๓", "๔", "๕", "๖", "๗", "๘", "๙", "๑๐", "๑๑", "๑๒"];

impl FairyNotation {
    /// The notation of a number; 0 is the usual one of a game.
    pub(super) fn numbered(number: i64, is_shogi: bool) -> Option<FairyNotation> {
        Some(match number {
            0 if is_shogi => HodgesNumber,
            0 | 1 => San,
            2 => Lan,
            3 => Hosking,
            4 => Hodges,
            5 => HodgesNumber,
            6 => Janggi,
            7 => Wxf,
            8 => ThaiSan,
            9 => ThaiLan,
            _ => return None,
        })
    }

    const fn is_shogi(self) -> bool {
        matches!(self, Hosking | Hodges | HodgesNumber)
    }

    const fn is_thai(self) -> bool {
        matches!(self, ThaiSan | ThaiLan)
    }
}

/// As much of the square that a piece leaves as a notation writes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    Nothing,
    File,
    Rank,
    Whole,
}

/// A position, and the notation in which its moves are written.
struct Writer<'a> {
    here: &'a FairyPosition,
    position: &'a AnyPosition,
    outline: &'static Outline,
    legal: Vec<Move>,
    /// The move to be written, as it is on the wire.
    wire: WireMove,
    notation: FairyNotation,
}

/// The way of a piece on the board, of a pass as well: from a square to itself.
struct Step {
    from: Square,
    to: Square,
}

impl FairyPosition {
    /// The writer of legal moves on the wire: where Fairy-Stockfish has the game, with its passes and walls.
    pub(super) fn wire(&self) -> impl Fn(Move) -> WireMove + '_ {
        let theirs = self.game.is_spelt().then(|| InPlace::of(self.line.present()));
        let own = Notation::of(&self.game.id);
        move |legal| theirs.map_or_else(|| own.write(legal), |writer| writer.write(legal))
    }

    /// A legal move in a notation. Games of which Fairy-Stockfish has nothing are written in helgi's own SAN, or LAN.
    pub(super) fn write_move(&self, legal: Move, notation: FairyNotation) -> String {
        let position = self.line.present();
        if !self.game.is_spelt() {
            let is_long = matches!(notation, Lan | ThaiLan | Janggi);
            return readable::write(position, legal, if is_long { Style::Lan } else { Style::San });
        }
        let writer = Writer {
            here: self,
            position,
            outline: position.outline(),
            legal: position.legal_moves(),
            wire: (self.wire())(legal),
            notation,
        };
        writer.text(legal)
    }

    /// True if the last of the moves before a position attacks the king of the side to move. Pieces that stand for a king
    /// (pseudo-royal ones) are not looked at.
    fn is_king_checked(&self, after: &AnyPosition) -> bool {
        let has_king = |square| self.game.has(after, square, after.side(), Slot::KING);
        after.in_check() && after.outline().squares().any(has_king)
    }
}

impl Writer<'_> {
    fn text(&self, legal: Move) -> String {
        let mut text = match readable::castling(self.position, legal) {
            Some(name) => {
                let gate = legal
                    .gate()
                    .map(|(kind, on)| format!("/{}{}", self.here.game.letter(kind), self.square(on)));
                format!("{name}{}", gate.unwrap_or_default())
            }
            None => self.plain(legal),
        };
        if let WireMove::Step { wall: Some(wall), .. } = self.wire
            && let Some(wall) = self.named(wall)
        {
            text.push(',');
            text.push_str(&self.square(wall));
        }
        if !self.notation.is_shogi() && self.notation != Wxf {
            let after = self.position.after(legal);
            if self.here.is_king_checked(&after) {
                text.push(if after.has_moves() { '+' } else { '#' });
            }
        }
        text
    }

    fn plain(&self, legal: Move) -> String {
        let mut text = self.piece(legal);
        if self.notation == ThaiLan {
            text.push(' ');
        }
        let Some(Step { from, to }) = self.step(legal) else {
            if let Action::Drop { to, .. } = legal.action() {
                text.push(match self.notation {
                    Hosking => '\'',
                    Hodges | HodgesNumber => '*',
                    _ => '@',
                });
                text.push_str(&self.square(to));
            }
            return text;
        };
        let origin = self.origin(legal, from, to);
        match origin {
            Origin::Nothing => {}
            Origin::File => text.push_str(&self.file(from)),
            Origin::Rank => text.push_str(&self.rank(from)),
            Origin::Whole => text.push_str(&self.square(from)),
        }
        text.push_str(self.separator(legal, from, to, origin));
        let ranks = self.outline.rank(to).abs_diff(self.outline.rank(from));
        if self.notation == Wxf && self.outline.file(from) == self.outline.file(to) {
            text.push_str(&ranks.to_string());
        } else if self.notation == Wxf {
            text.push_str(&self.file(to));
        } else {
            text.push_str(&self.square(to));
        }
        text.push_str(&self.suffix(legal, from, to));
        text
    }

    /// The squares that a move goes from and to; none for a drop.
    fn step(&self, legal: Move) -> Option<Step> {
        match (legal.from(), legal.to()) {
            (Some(from), Some(to)) => Some(Step { from, to }),
            _ if matches!(legal.action(), Action::Drop { .. }) => None,
            // A pass, or a wall alone: the move of a piece to where it stands.
            _ => match self.wire {
                WireMove::Step { from, to, .. } => {
                    Some(Step { from: self.named(from)?, to: self.named(to)? })
                }
                _ => None,
            },
        }
    }

    /// The letter of what moves, or what stands for it.
    fn piece(&self, legal: Move) -> String {
        let game = &self.here.game;
        if let Action::Drop { kind, .. } = legal.action() {
            let letter = game.piece(kind).map_or('?', |piece| piece.letter);
            return match game.has_plus(kind) {
                true if self.notation.is_shogi() => format!("+{letter}"),
                true => game.letter(kind).to_string(),
                false if self.notation.is_thai() => thai_piece(game.slot(kind), false).to_owned(),
                false => game.san_letter(kind).to_string(),
            };
        }
        let Some(from) = self.step(legal).map(|step| step.from) else { return String::new() };
        let Some(mover) = self.position.piece_at(from, 0) else { return String::new() };
        let slot = game.slot(mover.kind);
        if slot == Some(Slot::PAWN) && matches!(self.notation, San | Lan | ThaiSan) {
            return String::new();
        }
        if self.notation == Wxf {
            // Where one file has several pieces, three or more are told apart by numbers; with two such files,
            // two already are.
            let fewest = if self.has_several_tandems(slot) { 2 } else { 3 };
            let in_file: Vec<Square> =
                self.alike(slot).filter(|&square| self.is_in_file(square, from)).collect();
            if in_file.len() >= fewest {
                let before = in_file.iter().filter(|&&other| self.is_before(other, from)).count();
                return (before + 1).to_string();
            }
        }
        if self.notation.is_shogi() && game.has_plus(mover.kind) {
            let letter = game.piece(mover.kind).map_or('?', |piece| piece.letter);
            return format!("+{letter}");
        }
        if self.notation.is_thai() {
            return thai_piece(slot, self.here.is_promoted(from)).to_owned();
        }
        game.san_letter(mover.kind).to_string()
    }

    fn origin(&self, legal: Move, from: Square, to: Square) -> Origin {
        let game = &self.here.game;
        if matches!(self.notation, Lan | ThaiLan | Janggi) {
            return Origin::Whole;
        }
        let Some(mover) = self.position.piece_at(from, 0) else { return Origin::Nothing };
        let slot = game.slot(mover.kind);
        if self.notation == Wxf {
            return self.origin_in_tandem(slot, from, to);
        }
        if slot == Some(Slot::PAWN) && matches!(self.notation, San | ThaiSan) {
            if self.position.is_capture(legal) {
                return Origin::File;
            }
            let promotes = matches!(legal.action(), Action::Step { promote: Some(_), .. });
            let is_aside = game.spec().is_some_and(|spec| spec.regional.sittuyin_promotion);
            if promotes && is_aside && from != to {
                return Origin::Whole;
            }
        }
        // In shogi a promoted knight and a promoted pawn have texts of their own, though both move as golds.
        let before = |kind: Kind| {
            let letter = game.piece(kind).map(|piece| piece.letter);
            letter.filter(|_| self.notation.is_shogi() && game.has_plus(kind))
        };
        let is_rival = |other: &&Move| {
            let Some(start) = other.from().filter(|&start| start != from) else { return false };
            // The same move from the square of this piece: it would have the same text.
            let Some(piece) = self.position.piece_at(start, 0) else { return false };
            game.slot(piece.kind) == slot
                && moved_to(**other, from) == Some(legal)
                && readable::castling(self.position, **other).is_none()
                && before(piece.kind) == before(mover.kind)
        };
        let rivals: Vec<Square> =
            self.legal.iter().filter(is_rival).filter_map(|other| other.from()).collect();
        if rivals.is_empty() {
            Origin::Nothing
        } else if self.notation.is_shogi() {
            Origin::Whole
        } else if !rivals.iter().any(|&rival| self.is_in_file(rival, from)) {
            Origin::File
        } else if !rivals.iter().any(|&rival| self.outline.rank(rival) == self.outline.rank(from)) {
            Origin::Rank
        } else {
            Origin::Whole
        }
    }

    /// In xiangqi `+` and `-` tell two pieces of a file apart, where both could make such a move.
    fn origin_in_tandem(&self, slot: Option<Slot>, from: Square, to: Square) -> Origin {
        let others: Vec<Square> =
            self.alike(slot).filter(|&other| other != from && self.is_in_file(other, from)).collect();
        let [other] = others[..] else { return Origin::File };
        if self.has_several_tandems(slot) {
            return Origin::File;
        }
        let difference =
            |of: fn(&Outline, Square) -> u8| of(self.outline, to) as i8 - of(self.outline, from) as i8;
        // The move of the other piece, by the same way.
        let there = self.outline.offset(other, difference(Outline::file), difference(Outline::rank));
        let has_place = there.is_some_and(|square| self.can_stand(slot, square));
        if has_place { Origin::Rank } else { Origin::File }
    }

    /// True if the side to move can have a piece of this kind on a square.
    fn can_stand(&self, slot: Option<Slot>, square: Square) -> bool {
        let (Some(spec), Some(slot)) = (self.here.game.spec(), slot) else { return true };
        let region = &spec.mobility[self.position.side().index()][slot];
        region.is_empty() || region.has(self.outline.file(square), self.outline.rank(square))
    }

    /// The squares of the pieces of this kind of the side to move.
    fn alike(&self, slot: Option<Slot>) -> impl Iterator<Item = Square> + '_ {
        let side = self.position.side();
        self.outline.squares().filter(move |&square| {
            slot.is_some_and(|slot| self.here.game.has(self.position, square, side, slot))
        })
    }

    /// True if two files or more have several pieces of this kind.
    fn has_several_tandems(&self, slot: Option<Slot>) -> bool {
        let files: Vec<u8> = self.alike(slot).map(|square| self.outline.file(square)).collect();
        let count = |file: u8| files.iter().filter(|&&other| other == file).count();
        (0..self.outline.files()).filter(|&file| count(file) > 1).count() > 1
    }

    fn is_in_file(&self, one: Square, other: Square) -> bool {
        self.outline.file(one) == self.outline.file(other)
    }

    /// True if a square lies before another one, seen from the side to move.
    fn is_before(&self, square: Square, other: Square) -> bool {
        let side = self.position.side();
        self.outline.rank_of(side, square) > self.outline.rank_of(side, other)
    }

    fn separator(&self, legal: Move, from: Square, to: Square, origin: Origin) -> &'static str {
        if self.notation == Wxf {
            return match self.outline.rank(from) == self.outline.rank(to) {
                true => "=",
                false if self.is_before(to, from) => "+",
                false => "-",
            };
        }
        let is_pawn = self
            .position
            .piece_at(from, 0)
            .is_some_and(|piece| self.here.game.slot(piece.kind) == Some(Slot::PAWN));
        // A dash stands between the squares where the square of departure is written, and in some notations
        // always.
        let has_dash = match self.notation {
            Lan | ThaiLan | Hodges | HodgesNumber | Janggi => true,
            Hosking => origin == Origin::Whole,
            ThaiSan => !is_pawn,
            San | Wxf => false,
        };
        match has_dash {
            _ if legal != Move::PASS && self.position.is_capture(legal) => "x",
            true => "-",
            false => "",
        }
    }

    /// The part behind the square of arrival: what the piece becomes, and what comes from the hand.
    fn suffix(&self, legal: Move, from: Square, to: Square) -> String {
        let game = &self.here.game;
        match legal.action() {
            Action::Step { extra: Extra::Gate { kind, .. }, .. } => format!("/{}", game.letter(kind)),
            Action::Step { promote: Some(kind), .. } => {
                let mark = Notation::of(&game.id).write(legal).to_string().chars().last();
                match mark {
                    Some(mark @ ('+' | '-')) if self.notation.is_shogi() => mark.to_string(),
                    _ => format!("={}", game.letter(kind)),
                }
            }
            _ if self.notation.is_shogi() && self.could_promote(from, to) => "=".to_owned(),
            _ => String::new(),
        }
    }

    /// True if the piece may become its promoted form by the same way.
    fn could_promote(&self, from: Square, to: Square) -> bool {
        let promotes = |other: &Move| match other.action() {
            Action::Step { from: start, to: end, promote: Some(kind), .. } => {
                (start, end) == (from, to) && self.here.game.has_plus(kind)
            }
            _ => false,
        };
        self.legal.iter().any(promotes)
    }

    fn file(&self, square: Square) -> String {
        let (file, files) = (self.outline.file(square), self.outline.files());
        match self.notation {
            // Shogi counts files from the right and ranks from the top.
            Hosking | Hodges | HodgesNumber => (files - file).to_string(),
            Janggi => (file + 1).to_string(),
            // Each side counts the files from its own right.
            Wxf if self.position.side() == Side::White => (files - file).to_string(),
            Wxf => (file + 1).to_string(),
            ThaiSan | ThaiLan => THAI_FILES.get(usize::from(file)).unwrap_or(&"?").to_string(),
            San | Lan => ((b'a' + file) as char).to_string(),
        }
    }

    fn rank(&self, square: Square) -> String {
        let (rank, ranks) = (self.outline.rank(square), self.outline.ranks());
        match self.notation {
            Hosking | HodgesNumber => (ranks - rank).to_string(),
            Hodges => ((b'a' + (ranks - 1 - rank)) as char).to_string(),
            // The tenth rank is written as 0.
            Janggi => ((ranks - rank) % 10).to_string(),
            Wxf => match self.position.piece_at(square, 0) {
                Some(piece) => {
                    let slot = self.here.game.slot(piece.kind);
                    let is_behind = self
                        .alike(slot)
                        .any(|other| self.is_in_file(other, square) && self.is_before(other, square));
                    if is_behind { "-" } else { "+" }.to_owned()
                }
                None => (self.outline.rank_of(self.position.side(), square) + 1).to_string(),
            },
            ThaiSan | ThaiLan => THAI_RANKS.get(usize::from(rank)).unwrap_or(&"?").to_string(),
            San | Lan => (rank + 1).to_string(),
        }
    }

    /// The square that has a name on the wire.
    fn named(&self, square: WireSquare) -> Option<Square> {
        self.outline.named(&square.to_string())
    }

    fn square(&self, square: Square) -> String {
        match self.notation {
            Janggi => self.rank(square) + &self.file(square),
            _ => self.file(square) + &self.rank(square),
        }
    }
}

/// A move as if it had begun on another square.
fn moved_to(other: Move, from: Square) -> Option<Move> {
    let moved = match other.action() {
        Action::Step { to, promote, extra, .. } => Action::Step { from, to, promote, extra },
        Action::Shoot { target, second, .. } => Action::Shoot { from, target, second },
        Action::Split { to, count, .. } => Action::Split { from, to, count },
        Action::Pass | Action::Drop { .. } | Action::Wall { .. } => return None,
    };
    Some(moved.into())
}

/// The name of a piece in Thai. A met that was a pawn has one of its own.
fn thai_piece(slot: Option<Slot>, is_promoted: bool) -> &'static str {
    // Aiwok, knight, rook and met in one.
    const AIWOK: Slot = Slot(9);
    match slot {
        Some(Slot::KING) => "ข",
        Some(Slot::SILVER) => "ค",
        Some(Slot::FERS) if is_promoted => "ง",
        Some(Slot::FERS) => "ม็",
        Some(Slot::KNIGHT) => "ม",
        Some(Slot::ROOK) => "ร",
        Some(Slot::PAWN) => "บ",
        Some(AIWOK) => "ว",
        _ => "X",
    }
}
