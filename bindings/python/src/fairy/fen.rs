//! Positions as Fairy-Stockfish writes them.

use super::FairyPosition;
use super::game::FairyGame;
use helgi_rules::board::{Kind, Piece, Side, Square};
use helgi_rules::internals::fen::{Token, tokens};
use helgi_rules::internals::sort_short_by_key;
use helgi_rules::{AnyPosition, Position, fen};
use helgi_variants::{Counting, Slot};

/// A text of a position by its fields, the castling and the squares passed over as helgi has them.
struct CanonicalFields {
    castling: String,
    en_passant: String,
    checks: Option<String>,
    halfmove: u16,
    fullmove: u16,
}

impl CanonicalFields {
    fn of(position: &AnyPosition) -> CanonicalFields {
        let text = position.fen();
        let mut words = text.split(' ').skip(2).map(str::to_owned);
        let mut next = || words.next().unwrap_or_else(|| "-".to_owned());
        let (castling, en_passant) = (next(), next());
        CanonicalFields {
            castling,
            en_passant,
            checks: Some(next()).filter(|word| word.contains('+')),
            halfmove: position.turn().halfmove,
            fullmove: position.turn().fullmove,
        }
    }
}

/// The limit and the present number of a count of plies, as makruk has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PlyCount {
    pub(super) limit: i64,
    pub(super) plies: i64,
}

impl FairyPosition {
    /// The position after the moves.
    pub(super) fn write_fen(&self, show_promoted: bool, count_started: i64, is_fogged: bool) -> String {
        let position = self.line.present();
        if !self.game.is_spelt() {
            return position.fen();
        }
        let fields = CanonicalFields::of(position);
        let tildes = show_promoted || self.game.has_tildes();
        let board = self.board_field(tildes, is_fogged.then(|| self.fog()).as_deref());
        let hand = match position.reserve() {
            Some(_) => format!("[{}]", self.hand(|letter, count| letter.to_string().repeat(count.into()))),
            None => String::new(),
        };
        let side = if position.side() == Side::White { 'w' } else { 'b' };
        let castling = self.castling(&fields.castling);
        let (passed, halfmove) = match self.count(count_started) {
            Some(PlyCount { limit, plies }) => (limit.to_string(), plies.to_string()),
            None => (fields.en_passant, fields.halfmove.to_string()),
        };
        let checks = fields.checks.map_or(String::new(), |checks| format!("{checks} "));
        format!("{board}{hand} {side} {castling} {passed} {checks}{halfmove} {}", fields.fullmove)
    }

    /// The position in the form of programs for shogi: the hand behind the side, which is `b` for the first player, and
    /// the number of the ply.
    pub(super) fn write_sfen(&self) -> String {
        let position = self.line.present();
        let board = self.board_field(self.game.has_tildes(), None);
        let side = if position.side() == Side::White { 'b' } else { 'w' };
        let hand = self.hand(|letter, count| match count {
            1 => letter.to_string(),
            _ => format!("{count}{letter}"),
        });
        let hand = if hand.is_empty() { "-".to_owned() } else { hand };
        format!("{board} {side} {hand} {}", self.plies() + 1)
    }

    /// The plies since the beginning by the number of the move.
    fn plies(&self) -> i64 {
        let position = self.line.present();
        2 * (i64::from(position.turn().fullmove) - 1) + i64::from(position.side() == Side::Black)
    }

    fn board_field(&self, tildes: bool, fog: Option<&[Square]>) -> String {
        let (position, pieces) = (self.line.present(), self.game.id.info().pieces);
        fen::write_board(position.outline(), |square, text| {
            if position.is_obstacle(square) || fog.is_some_and(|fog| fog.contains(&square)) {
                text.push('*');
            } else if let Some(piece) = position.piece_at(square, 0) {
                text.push_str(fen::piece_text(piece, pieces).trim_end_matches('~'));
                if tildes && !self.game.has_plus(piece.kind) && self.is_promoted(square) {
                    text.push('~');
                }
            }
        })
    }

    /// The pieces in hand, from the king down in the order of Fairy-Stockfish's kinds, White's first.
    fn hand(&self, write: impl Fn(char, u8) -> String) -> String {
        let mut text = String::new();
        let Some(reserve) = self.line.present().reserve() else { return text };
        for side in Side::BOTH {
            let mut kinds: Vec<Kind> = reserve.kinds(side).collect();
            sort_short_by_key(&mut kinds, |&kind| {
                self.game.slot(kind).map_or((false, 0), Slot::rank_in_hand)
            });
            for kind in kinds.into_iter().rev() {
                let letter = self.game.piece(kind).map_or('?', |piece| piece.letter);
                text.push_str(&write(side.cased(letter), reserve.count(Piece { kind, side })));
            }
        }
        text
    }

    /// The castling field: wings outside Chess960, files of rooks in it.
    fn castling(&self, own: &str) -> String {
        let has_gates = self.game.spec().is_some_and(|spec| spec.gating || spec.regional.first_leaps);
        if own == "-" || has_gates {
            return own.to_owned();
        }
        own.chars().map(|letter| self.castling_letter(letter)).collect()
    }

    fn castling_letter(&self, letter: char) -> char {
        let (position, side) = (self.line.present(), Side::of_letter(letter));
        let is_wing = matches!(letter.to_ascii_uppercase(), 'K' | 'Q');
        if is_wing != self.game.is_chess960 {
            return letter;
        }
        let outline = position.outline();
        let (king_slot, rooks, rank) = match self.game.spec() {
            Some(spec) => {
                // Nobody castles where the rank is not on the board, whatever a file says of it.
                let rank = match side {
                    Side::White => spec.castling_rank,
                    Side::Black => spec.ranks.saturating_sub(1).saturating_sub(spec.castling_rank),
                };
                (spec.castling_king[side.index()], spec.castling_rooks[side.index()], rank)
            }
            None => {
                let rank = if side == Side::White { 0 } else { outline.ranks() - 1 };
                (Slot::KING, helgi_variants::Types::of(&[Slot::ROOK]), rank)
            }
        };
        let on_rank = |file: u8| outline.square(file, rank);
        let is_king =
            |file: &u8| on_rank(*file).is_some_and(|square| self.game.has(position, square, side, king_slot));
        let Some(king) = (0..outline.files()).find(is_king) else { return letter };
        if !is_wing {
            let file = (letter.to_ascii_lowercase() as u32).saturating_sub('a' as u32);
            return side.cased(if file > king.into() { 'K' } else { 'Q' });
        }
        let is_rook = |file: &u8| {
            let piece = on_rank(*file).and_then(|square| position.piece_at(square, 0));
            piece.is_some_and(|piece| {
                piece.side == side && self.game.slot(piece.kind).is_some_and(|slot| rooks.has(slot))
            })
        };
        let rook = match letter.to_ascii_uppercase() {
            'K' => (king + 1..outline.files()).rev().find(is_rook),
            _ => (0..king).find(is_rook),
        };
        rook.map_or(letter, |file| side.cased((b'A' + file) as char))
    }

    /// The count of plies that runs, as if it had been begun at a ply: at none for a negative number, as the rules have it
    /// for 0.
    pub(super) fn count(&self, started: i64) -> Option<PlyCount> {
        let spec = self.game.spec().filter(|spec| spec.counting != Counting::None)?;
        let position = self.line.present();
        let limit: i64 = CanonicalFields::of(position).en_passant.parse().ok()?;
        let plies = i64::from(position.turn().halfmove);
        let by_board = match started {
            0 => plies,
            ..0 => 0,
            _ => (1 + self.plies() - started).max(0),
        };
        // Cambodian chess counts by what ends sooner.
        let is_sooner = spec.counting == Counting::Cambodian && 126 - by_board < limit - plies;
        if is_sooner {
            return Some(PlyCount { limit: 126, plies: by_board });
        }
        let mut pieces = [0; 2];
        let mut has_pawns = false;
        position.for_each_piece(|_, _, piece| {
            pieces[piece.side.index()] += 1;
            has_pawns |= self.game.slot(piece.kind) == Some(Slot::PAWN);
        });
        let is_by_pieces = !has_pawns && pieces.iter().any(|&count| count <= 1);
        Some(PlyCount { limit, plies: if is_by_pieces { plies } else { by_board } })
    }

    /// The squares that the side to move neither stands on nor can go to.
    fn fog(&self) -> Vec<Square> {
        let position = self.line.present();
        let targets: Vec<Square> = position.legal_moves().iter().filter_map(|legal| legal.to()).collect();
        let is_seen = |square: &Square| {
            targets.contains(square)
                || position.piece_at(*square, 0).is_some_and(|piece| piece.side == position.side())
        };
        position.outline().squares().filter(|square| !is_seen(square)).collect()
    }
}

/// The squares of the promoted pieces that a text marks with `~`.
pub(super) fn marked(game: &FairyGame, text: &str) -> Vec<Square> {
    let outline = helgi_rules::Game::outline(&game.id);
    let board = text.split([' ', '[']).next().unwrap_or_default();
    let Ok(rows) = tokens(board, outline.files(), outline.ranks()) else { return Vec::new() };
    let mut squares = Vec::new();
    for (rank, row) in (0..outline.ranks()).rev().zip(rows) {
        for (file, token) in (0u8..).zip(row) {
            if matches!(token, Token::Piece(piece) if piece.ends_with('~')) {
                squares.extend(outline.square(file, rank));
            }
        }
    }
    squares
}
