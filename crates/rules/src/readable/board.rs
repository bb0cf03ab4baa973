//! A position as readable moves see it, and what both ways need to know of its moves.

use super::{LONG_CASTLING, SHORT_CASTLING};
use crate::board::{Action, Extra, Kind, Move, Outline, Piece, Side, Square};
use crate::{AnyPosition, PieceInfo, PieceMark, Position};

pub(super) const KING: char = 'K';

/// A position as readable moves see it.
pub(super) struct Board<'a> {
    pub(super) position: &'a AnyPosition,
    pub(super) outline: &'static Outline,
    pub(super) pieces: &'static [PieceInfo],
    pub(super) side: Side,
    pub(super) legal: Vec<Move>,
    /// By square: the piece on top.
    pub(super) tops: [Option<Piece>; 256],
    /// Worth its making where all moves are written.
    arrivals: Option<Arrivals>,
}

/// The legal moves by the square that they go to.
struct Arrivals {
    moves: Vec<Move>,
    /// By square: the place of the first of its moves. They end where those of the next square begin.
    firsts: [u32; 257],
}

impl Arrivals {
    fn of(legal: &[Move]) -> Self {
        let arriving = || legal.iter().filter_map(|&played| Some((played, played.to()?.index())));
        // A counting sort: two passes over the moves, and no list for each square.
        let mut firsts = [0_u32; 257];
        arriving().for_each(|(_, to)| firsts[to + 1] += 1);
        for square in 0..256 {
            firsts[square + 1] += firsts[square];
        }
        let mut next = firsts;
        let mut moves = vec![Move::PASS; firsts[256] as usize];
        for (played, to) in arriving() {
            moves[next[to] as usize] = played;
            next[to] += 1;
        }
        Arrivals { moves, firsts }
    }

    fn at(&self, to: Square) -> &[Move] {
        let place = |square: usize| self.firsts[square] as usize;
        &self.moves[place(to.index())..place(to.index() + 1)]
    }
}

/// The letter of a kind before a move, behind a `+` if it has that mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Letter {
    pub(super) has_plus: bool,
    pub(super) letter: char,
}

impl Letter {
    pub(super) const PAWN: Letter = Letter { has_plus: false, letter: 'P' };

    /// As [`PieceInfo::move_text`].
    pub(super) fn of(info: &PieceInfo) -> Letter {
        Letter { has_plus: info.mark == PieceMark::Plus, letter: info.letter }
    }

    pub(super) fn push_to(self, text: &mut String) {
        if self.has_plus {
            text.push('+');
        }
        text.push(self.letter);
    }

    /// The text behind the letter; `None` if it does not begin with it.
    pub(super) fn strip(self, text: &str) -> Option<&str> {
        if self.has_plus { text.strip_prefix('+') } else { Some(text) }?.strip_prefix(self.letter)
    }
}

impl<'a> Board<'a> {
    pub(super) fn new(position: &'a AnyPosition) -> Self {
        let mut tops = [None; 256];
        position.for_each_piece(|square, depth, piece| {
            if depth == 0 {
                tops[square.index()] = Some(piece);
            }
        });
        Board {
            position,
            outline: position.outline(),
            pieces: position.info().pieces,
            side: position.side(),
            legal: position.legal_moves(),
            tops,
            arrivals: None,
        }
    }

    /// The same, for many questions about other moves to the same square.
    pub(super) fn with_arrivals(self) -> Self {
        Board { arrivals: Some(Arrivals::of(&self.legal)), ..self }
    }

    /// The legal moves that go to a square.
    pub(super) fn arriving(&self, to: Square) -> impl Iterator<Item = Move> {
        let moves = self.arrivals.as_ref().map_or(&self.legal[..], |arrivals| arrivals.at(to));
        moves.iter().copied().filter(move |other| other.to() == Some(to))
    }

    /// As [`castling`].
    pub(super) fn castling(&self, played: Move) -> Option<&'static str> {
        castling(self.position, |square| self.top(square), played)
    }

    /// As [`is_king`].
    pub(super) fn is_king(&self, piece: Piece) -> bool {
        is_king(self.pieces, piece)
    }

    /// Returns true if the move captures an enemy piece by going somewhere: the piece there, or
    /// another one *en passant*.
    pub(super) fn captures(&self, played: Move) -> bool {
        let Some(to) = played.to() else { return false };
        let is_enemy = |piece: Piece| piece.side != self.side();
        if let Some(there) = self.top(to) {
            let is_displaced = played.set_down(self.outline).is_some_and(|[piece, _]| piece == to);
            return is_enemy(there) && !is_displaced;
        }
        // A quiet move takes nothing, so it need not be played to see.
        if !self.position.is_noisy(played) {
            return false;
        }
        let removed: Vec<Square> = played.removed(self.outline).collect();
        let after = self.position.after(played);
        self.outline().squares().filter(|&square| !removed.contains(&square)).any(|square| {
            let before = self.top(square).filter(|&piece| is_enemy(piece));
            before.is_some() && after.piece_at(square, 0) != before
        })
    }

    pub(super) fn can_shoot(&self, from: Square, to: Square) -> bool {
        self.legal
            .iter()
            .any(|&other| self.is_shot(other) && (other.from(), other.to()) == (Some(from), Some(to)))
    }

    pub(super) fn is_shot(&self, played: Move) -> bool {
        // What takes several pieces and comes back is no shot to the machine.
        let comes_back = |from, to| from == to && played.set_down(self.outline).is_none();
        match played.action() {
            Action::Shoot { .. } => true,
            Action::Step { from, to, extra: Extra::Numbered(_), .. } => comes_back(from, to),
            _ => false,
        }
    }

    pub(super) fn side(&self) -> Side {
        self.side
    }

    pub(super) fn outline(&self) -> &'static Outline {
        self.outline
    }

    /// The piece on top of a square.
    pub(super) fn top(&self, square: Square) -> Option<Piece> {
        self.tops.get(square.index()).copied().flatten()
    }

    pub(super) fn whole(&self, square: Square) -> String {
        self.outline().name(square)
    }

    /// The letter of the piece that moves.
    pub(super) fn letter(&self, played: Move) -> Option<Letter> {
        self.mover(played).map(Letter::of)
    }

    /// The piece that moves.
    pub(super) fn mover(&self, played: Move) -> Option<&'static PieceInfo> {
        self.top(played.from()?).and_then(|piece| self.pieces.get(piece.kind.index()))
    }

    /// The text of what a promotion makes.
    pub(super) fn becomes(&self, kind: Kind) -> String {
        self.pieces.get(kind.index()).map(PieceInfo::move_text).unwrap_or_default()
    }
}

/// The name of a castling: a king's step after which another piece of its side, the rook or what stands for it, is
/// elsewhere as well, or the king beside the square it was sent to. `top` tells the piece on top of a square.
pub(super) fn castling(
    position: &AnyPosition,
    top: impl Fn(Square) -> Option<Piece>,
    played: Move,
) -> Option<&'static str> {
    // A piece that comes from the hand does not change what the king has done.
    let played = played.without_gate();
    let Action::Step { from, to, promote: None, extra: Extra::None | Extra::Wall(_) } = played.action()
    else {
        return None;
    };
    let outline = position.outline();
    let king = top(from)?;
    let is_own = |piece: Piece| piece.side == king.side && piece.kind != king.kind;
    // What goes one file to an empty square is taken for the king's own move.
    let far = outline.file(from).abs_diff(outline.file(to)) > 1;
    if !top(to).map_or(far, is_own) || !is_king(position.info().pieces, king) {
        return None;
    }
    let after = position.after(played);
    let stands = |piece: Piece, square| after.piece_at(square, 0) == Some(piece);
    let goes =
        |piece: Piece| outline.squares().any(|square| top(square) != Some(piece) && stands(piece, square));
    let mut left = outline
        .squares()
        .filter_map(|square| top(square).filter(|&piece| is_own(piece) && !stands(piece, square)));
    let is_castling = left.any(goes) || !stands(king, to);
    is_castling.then(|| if outline.file(to) > outline.file(from) { SHORT_CASTLING } else { LONG_CASTLING })
}

/// Returns true for a piece with the text of a king. A promoted one has another text, and does not castle.
fn is_king(pieces: &[PieceInfo], piece: Piece) -> bool {
    let info = pieces.get(piece.kind.index());
    info.is_some_and(|info| info.letter == KING && info.mark == PieceMark::None)
}

/// A text without what SAN may have or not: checks, opinions, what marks a promotion, as in `e8=Q`,
/// `e8(Q)` and `e8/Q`, or a promoted piece, as in `e8=Q~`.
pub(super) fn without_marks(text: &str) -> String {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let text = text.strip_suffix("e.p.").unwrap_or(text);
    text.replace(['=', '(', ')', '/', '~'], "")
}
