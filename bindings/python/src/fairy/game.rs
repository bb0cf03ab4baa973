//! The facts of a game that Fairy-Stockfish's spelling asks for.

use helgi_rules::board::{Kind, Piece, Side, Square};
use helgi_rules::{AnyPosition, Game, GameId, PieceInfo, PieceMark};
use helgi_variants::{Slot, Spec};

/// Start positions of Fairy-Stockfish's own games in its words, where these are not helgi's: a line each, the name and
/// the text, as pyffish 0.0.90 gives them by `start_fen`.
const STARTS: &str = include_str!("starts.txt");

/// A game, with the kinds that its pieces have in Fairy-Stockfish.
pub(super) struct FairyGame {
    pub(super) id: GameId,
    /// True if castling is written by the files of rooks, and moved by the king onto its rook.
    pub(super) is_chess960: bool,
    spec: Option<&'static Spec>,
    /// By kind.
    slots: Vec<Option<Slot>>,
}

impl FairyGame {
    /// The game as it is, or as Chess960 has it where it has such a form.
    pub(super) fn new(named: GameId, chess960: bool) -> FairyGame {
        let id = if chess960 { named.chess960().unwrap_or(named) } else { named };
        let spec = helgi_variants::spec_of(id);
        let slots = id.info().pieces.iter().map(|piece| match spec {
            Some(spec) => slot_in(spec, piece),
            None => slot_in_chess(piece),
        });
        FairyGame { id, is_chess960: id.info().chess960.is_some(), spec, slots: slots.collect() }
    }

    /// True for a game whose pieces are of Fairy-Stockfish's kinds: chess, crazyhouse, and games from files.
    pub(super) fn is_spelt(&self) -> bool {
        let is_orthodox = [GameId::CHESS, GameId::FISCHERANDOM, GameId::CRAZYHOUSE].contains(&self.id);
        self.spec.is_some() || is_orthodox
    }

    /// The facts of a game from a file.
    pub(super) fn spec(&self) -> Option<&'static Spec> {
        self.spec
    }

    /// The kind of a piece in Fairy-Stockfish.
    pub(super) fn slot(&self, kind: Kind) -> Option<Slot> {
        self.slots.get(kind.index()).copied().flatten()
    }

    /// The facts about a piece.
    pub(super) fn piece(&self, kind: Kind) -> Option<&'static PieceInfo> {
        self.id.info().pieces.get(kind.index())
    }

    /// The upper-case letter of a piece, promoted or not: a promoted one of shogi has that of what it moves as.
    pub(super) fn letter(&self, kind: Kind) -> char {
        match (self.spec, self.slot(kind)) {
            (Some(spec), Some(slot)) => spec.letter(slot),
            _ => self.piece(kind).map_or('?', |piece| piece.letter),
        }
    }

    /// The letter by which SAN names a piece: `H` for the horse of xiangqi, whose letter in positions is `N`.
    pub(super) fn san_letter(&self, kind: Kind) -> char {
        let other = self.spec.zip(self.slot(kind)).and_then(|(spec, slot)| {
            spec.synonyms.iter().find(|(of, _)| *of == slot).map(|&(_, letter)| letter)
        });
        other.unwrap_or_else(|| self.letter(kind)).to_ascii_uppercase()
    }

    /// True for a piece that is written with a `+`.
    pub(super) fn has_plus(&self, kind: Kind) -> bool {
        self.piece(kind).is_some_and(|piece| piece.mark == PieceMark::Plus)
    }

    /// True for a game whose moves pyffish writes in shogi's notation where none is asked for: by its template.
    pub(super) fn is_shogi(&self) -> bool {
        self.spec.is_some_and(|spec| spec.template == "shogi")
    }

    /// True if a `~` stands behind promoted pieces also where nobody asks for it: they turn back when they are captured.
    pub(super) fn has_tildes(&self) -> bool {
        match self.spec {
            Some(spec) => spec.remembers_pawns(),
            None => self.id == GameId::CRAZYHOUSE,
        }
    }

    /// True for a game with kings.
    pub(super) fn has_kings(&self) -> bool {
        self.slots.contains(&Some(Slot::KING))
    }

    /// The kind that a side's promoted pawn is captured as.
    pub(super) fn pawn(&self, side: Side) -> Slot {
        self.spec.map_or(Slot::PAWN, |spec| spec.main_pawn[side.index()])
    }

    /// The letter of a kind.
    pub(super) fn letter_of(&self, slot: Slot) -> char {
        let kind = (0u8..).zip(&self.slots).find(|(_, own)| **own == Some(slot));
        self.spec
            .map_or_else(|| kind.map_or('?', |(kind, _)| self.letter(Kind(kind))), |spec| spec.letter(slot))
    }

    /// True if a piece stands on a square that is of this kind and side.
    pub(super) fn has(&self, position: &AnyPosition, square: Square, side: Side, slot: Slot) -> bool {
        let is_it = |piece: Piece| piece.side == side && self.slot(piece.kind) == Some(slot);
        helgi_rules::Position::piece_at(position, square, 0).is_some_and(is_it)
    }

    /// The start position as Fairy-Stockfish writes it.
    pub(super) fn start(&self) -> String {
        let name = self.id.name();
        let own = STARTS.lines().filter_map(|line| line.split_once(' ')).find(|(game, _)| *game == name);
        // A user's game of the name may begin otherwise.
        let is_it = |text: &&str| self.id.parse(text).is_ok_and(|position| position == self.id.start());
        let known = own.map(|(_, text)| text).filter(is_it);
        match (known, self.spec) {
            (Some(text), _) => text.to_owned(),
            (None, Some(spec)) => spec.start.clone(),
            (None, None) => self.id.start().fen(),
        }
    }
}

/// The kind of a piece of a game from a file. Letters tell kinds apart; a `+` stands before the letter of what promoted.
fn slot_in(spec: &Spec, piece: &PieceInfo) -> Option<Slot> {
    let base = Slot::all()
        .find(|&slot| spec.pieces[slot.index()].as_ref().is_some_and(|own| own.letter == piece.letter))?;
    match piece.mark {
        PieceMark::Plus => spec.promoted[base.index()],
        _ => Some(base),
    }
}

fn slot_in_chess(piece: &PieceInfo) -> Option<Slot> {
    Some(match piece.letter {
        'P' => Slot::PAWN,
        'N' => Slot::KNIGHT,
        'B' => Slot::BISHOP,
        'R' => Slot::ROOK,
        'Q' => Slot::QUEEN,
        'K' => Slot::KING,
        _ => return None,
    })
}
