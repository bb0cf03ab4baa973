//! Games as pyffish's functions see them: `helgi._helgi.FairyPosition`, of which `helgi.pyffish` is made.
//!
//! Fairy-Stockfish's spelling lives here and nowhere else: the rules know nothing of it.
//!
//! | module | has |
//! |---|---|
//! | `game` | the kinds of a game's pieces, its start in Fairy-Stockfish's words |
//! | `fen` | positions: rights by files, `~`, hands from the king down, counts, SFEN, fog |
//! | `notation` | moves in nine notations |
//! | `validate` | the numbers of faults in a position's text |

mod fen;
mod game;
mod notation;
mod validate;

use crate::arguments::{self, Text, Truth};
use crate::errors;
use game::FairyGame;
use helgi_notation::excerpt;
use helgi_rules::board::{Action, Move, Piece, Side, Square};
use helgi_rules::notation::{MoveError, Notation};
use helgi_rules::{AnyPosition, FenError, Game, GameId, Line, Outcome, PieceMark, Position, Reason};
use notation::FairyNotation;
use pyo3::prelude::*;
use pyo3::types::PyList;

/// The value of a won game.
const MATE: i32 = 32_000;
/// The value of a drawn one, and of one that goes on.
const DRAW: i32 = 0;

/// A position after moves, as the functions of `helgi.pyffish` ask about it.
#[pyclass(module = "helgi", frozen)]
pub struct FairyPosition {
    game: FairyGame,
    line: Line,
    /// The squares of promoted pieces.
    promoted: Vec<Square>,
    /// The piece that the last move captured, and whether it was promoted.
    captured: Option<(Piece, bool)>,
}

/// Reads a position, mending what Fairy-Stockfish mends: missing fields, rights without their pieces.
fn read(game: GameId, text: &str) -> Result<AnyPosition, FenError> {
    let mended = |error| game.parse_lenient(text).map(|(position, _)| position).map_err(|_| error);
    game.parse(text).or_else(mended)
}

#[pymethods]
impl FairyPosition {
    #[new]
    #[pyo3(
        signature = (variant, fen, moves, chess960 = Truth(false)),
        text_signature = "(variant, fen, moves, chess960=False)"
    )]
    fn new(
        py: Python<'_>,
        variant: Text<'_>,
        fen: Text<'_>,
        moves: &Bound<'_, PyList>,
        chess960: Truth,
    ) -> PyResult<Self> {
        let game = FairyGame::new(arguments::game(py, variant)?, chess960.0);
        let (start, promoted) = match fen.0 {
            "startpos" => (game.id.start(), Vec::new()),
            text => {
                let start = read(game.id, text).map_err(|error| errors::fen(py, &error))?;
                (start, fen::marked(&game, text))
            }
        };
        let mut here = FairyPosition { game, line: Line::new(start), promoted, captured: None };
        for text in moves.iter() {
            let legal = here.find(py, text.extract()?)?;
            here.play(legal);
        }
        Ok(here)
    }

    /// The legal moves.
    fn legal_moves(&self) -> Vec<String> {
        let wire = self.wire();
        self.line.present().legal_moves().into_iter().map(|legal| wire(legal).to_string()).collect()
    }

    /// The position as Fairy-Stockfish writes it.
    fn fen(&self, show_promoted: Truth, count_started: i64) -> String {
        self.write_fen(show_promoted.0, count_started, false)
    }

    /// The position as programs for shogi write it.
    fn sfen(&self) -> String {
        self.write_sfen()
    }

    /// The position with `*` on the squares that the side to move does not see.
    fn fog_fen(&self) -> String {
        self.write_fen(false, 0, true)
    }

    /// A legal move in the notation of a number.
    fn san(&self, py: Python<'_>, r#move: Text<'_>, notation: i64) -> PyResult<String> {
        let notation = self.numbered(py, notation)?;
        Ok(self.write_move(self.find(py, r#move)?, notation))
    }

    /// Moves that follow each other in the notation of a number.
    fn sans(&self, py: Python<'_>, moves: &Bound<'_, PyList>, notation: i64) -> PyResult<Vec<String>> {
        let notation = self.numbered(py, notation)?;
        let mut here = FairyPosition {
            // The form of Chess960, if it was asked for, is what `id` names already.
            game: FairyGame::new(self.game.id, false),
            line: self.line.clone(),
            promoted: self.promoted.clone(),
            captured: None,
        };
        let mut texts = Vec::new();
        for text in moves.iter() {
            let legal = here.find(py, text.extract()?)?;
            texts.push(here.write_move(legal, notation));
            here.play(legal);
        }
        Ok(texts)
    }

    /// True if the side to move is in check.
    fn is_check(&self) -> bool {
        self.line.present().in_check()
    }

    /// True if a legal move captures.
    fn is_capture(&self, py: Python<'_>, r#move: Text<'_>) -> PyResult<bool> {
        Ok(self.line.present().is_capture(self.find(py, r#move)?))
    }

    /// The letter of the piece that the last move captured, as its captor has it in hand; empty if it captured none.
    fn captured(&self) -> String {
        let Some((piece, is_promoted)) = self.captured else { return String::new() };
        let letter = match self.game.piece(piece.kind) {
            Some(info) if info.mark == PieceMark::Plus => info.letter,
            Some(_) if is_promoted => self.game.letter_of(self.game.pawn(piece.side)),
            Some(info) => info.letter,
            None => '?',
        };
        piece.side.cased(letter).to_string()
    }

    /// The value of the game for the side to move where it is over, otherwise that of a draw.
    fn result(&self) -> i32 {
        self.line.verdict().map_or(DRAW, |outcome| self.value(outcome))
    }

    /// True if the game is over by what is on the board, other than by lack of moves, with its value.
    fn immediate_end(&self) -> (bool, i32) {
        let by_rule = |outcome: &Outcome| {
            !matches!(
                outcome.reason,
                Reason::Mate | Reason::Stalemate | Reason::NoLegalMove | Reason::InsufficientMaterial
            )
        };
        self.ended(self.line.present().outcome().filter(by_rule))
    }

    /// True if the game is over by repetition or by a count, with its value.
    fn optional_end(&self, count_started: i64) -> (bool, i32) {
        let present = self.line.present();
        let counted = match self.count(count_started).filter(|_| count_started != 0) {
            Some(count) => {
                // A mate on the last ply of the count comes before the draw.
                let is_over = count.plies > count.limit && (!present.in_check() || present.has_moves());
                is_over.then(|| Outcome::draw(Reason::MoveCount))
            }
            None => present.count_verdict(),
        };
        self.ended(counted.or_else(|| self.line.history().repetition(present)))
    }

    /// True for White, and for Black, if the side can no longer win.
    fn cannot_win(&self) -> (bool, bool) {
        let present = self.line.present();
        (present.cannot_win(Side::White), present.cannot_win(Side::Black))
    }

    /// The start of a game as Fairy-Stockfish writes it.
    #[staticmethod]
    fn start(py: Python<'_>, variant: Text<'_>) -> PyResult<String> {
        Ok(FairyGame::new(arguments::game(py, variant)?, false).start())
    }

    /// True for a game on two boards.
    #[staticmethod]
    fn two_boards(py: Python<'_>, variant: Text<'_>) -> PyResult<bool> {
        let game = FairyGame::new(arguments::game(py, variant)?, false);
        Ok(game.spec().is_some_and(|spec| spec.two_boards))
    }

    /// True if captured pieces come into the captor's hand, not into a partner's.
    #[staticmethod]
    fn captures_to_hand(py: Python<'_>, variant: Text<'_>) -> PyResult<bool> {
        Ok(arguments::game(py, variant)?.info().captures_to_hand())
    }

    /// 1 for a position of a game, otherwise the number of the fault of its text.
    #[staticmethod]
    fn validate(py: Python<'_>, fen: Text<'_>, variant: Text<'_>, chess960: Truth) -> PyResult<i32> {
        Ok(validate::validate(&FairyGame::new(arguments::game(py, variant)?, chess960.0), fen.0))
    }
}

impl FairyPosition {
    fn numbered(&self, py: Python<'_>, notation: i64) -> PyResult<FairyNotation> {
        FairyNotation::numbered(notation, self.game.is_shogi()).ok_or_else(|| {
            errors::argument(py, "notation", &notation.to_string(), "one of the constants NOTATION_…, 0 to 9")
        })
    }

    /// The legal move of a text.
    fn find(&self, py: Python<'_>, text: Text<'_>) -> PyResult<Move> {
        let position = self.line.present();
        let lowered = text.0.to_ascii_lowercase();
        // A move that does not promote may say so, and a letter of a promotion may be a capital one.
        let (plain, lowered) =
            (text.0.strip_suffix('=').unwrap_or(text.0), lowered.strip_suffix('=').unwrap_or(&lowered));
        let is_it = |wire: &str| wire == plain || wire == lowered;
        let wire = self.wire();
        let found = position.legal_moves().into_iter().find(|&legal| is_it(&wire(legal).to_string()));
        found.map_or_else(
            || {
                // Other spellings of a legal move are read as helgi reads them.
                helgi_rules::notation::read(position, plain)
                    .map_err(|_| errors::played(py, text.0, &MoveError::Illegal(excerpt(text.0))))
            },
            Ok,
        )
    }

    fn play(&mut self, legal: Move) {
        let before = self.line.present().clone();
        self.line.play(legal);
        let after = self.line.present();
        self.captured = captured_piece(&before, after, legal)
            .map(|(square, piece)| (piece, self.was_promoted(&before, square)));
        // A piece that has left its square, or was replaced there, is not the promoted one any more.
        let stays = |&square: &Square| before.piece_at(square, 0) == after.piece_at(square, 0);
        let mut promoted: Vec<Square> = self.promoted.iter().copied().filter(stays).collect();
        if let Action::Step { from, to, promote, .. } = legal.action() {
            promoted.retain(|&square| square != from && square != to);
            let turns_back = Notation::of(&self.game.id).write(legal).to_string().ends_with('-');
            let is_new = promote.is_some_and(|kind| !self.game.has_plus(kind));
            let is_promoted = (is_new || self.promoted.contains(&from)) && !turns_back;
            if is_promoted && after.piece_at(to, 0).is_some() {
                promoted.push(to);
            }
        }
        self.promoted = promoted;
    }

    fn was_promoted(&self, position: &AnyPosition, square: Square) -> bool {
        let has_tilde =
            |piece: Piece| self.game.piece(piece.kind).is_some_and(|info| info.mark == PieceMark::Tilde);
        self.promoted.contains(&square) || position.piece_at(square, 0).is_some_and(has_tilde)
    }

    /// True for the square of a promoted piece.
    fn is_promoted(&self, square: Square) -> bool {
        self.was_promoted(self.line.present(), square)
    }

    /// The value of an outcome for the side to move.
    fn value(&self, outcome: Outcome) -> i32 {
        match outcome.winner {
            None => DRAW,
            Some(winner) if winner == self.line.present().side() => MATE,
            Some(_) => -MATE,
        }
    }

    fn ended(&self, outcome: Option<Outcome>) -> (bool, i32) {
        outcome.map_or((false, DRAW), |outcome| (true, self.value(outcome)))
    }
}

/// The piece that a move has taken, with its square.
fn captured_piece(before: &AnyPosition, after: &AnyPosition, legal: Move) -> Option<(Square, Piece)> {
    let enemy = |square: Square| {
        let piece = before.piece_at(square, 0).filter(|piece| piece.side != before.side())?;
        Some((square, piece))
    };
    // The captured piece stands where the move ends, or elsewhere, as with en passant.
    // A pass is written as a move onto the own square, where nothing is taken.
    let at_arrival = legal.to().filter(|_| legal.from() != legal.to()).and_then(enemy);
    let is_gone = |square: &Square| after.piece_at(*square, 0).is_none();
    at_arrival.or_else(|| before.outline().squares().filter(is_gone).find_map(enemy))
}
