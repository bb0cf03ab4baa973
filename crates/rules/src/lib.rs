#![doc = include_str!("../README.md")]
//!
//! # Design
//!
//! A game is a module that reads like its rules page. It keeps to two traits: [`Game`] for its
//! facts and its text, [`Position`] for what is on the board. Shared parts stand once: in
//! [`board`] the parts that know no game at all (squares, movement tables, stacks, packed moves), beside the
//! games the rules that several have in common. The one list of games is in [`games`].
//!
//! * A position is a small value of at most 512 bytes that is copied, never unmade. The past that
//!   repetition needs is beside it, in [`History`].
//! * A [`board::Move`] has four bytes and one form for all games.
//! * A result is a value, [`Outcome`].
//! * No text from outside makes it panic: errors name the field, the value and what was expected.
//!
//! # Stability
//!
//! These pages show the public interface; `docs/api` in the repository lists it, so no change of it goes unnoticed. The hidden
//! module `internals` and other hidden items are for helgi's own crates and may change in any release.

#![deny(clippy::print_stdout, clippy::print_stderr, clippy::must_use_candidate)]

pub mod actions;
mod advice;
pub mod board;
pub mod chess;
mod chessbattle;
mod crazyhouse;
mod declaration;
mod describe;
mod diagram;
mod extras;
pub mod fen;
pub mod games;
mod hints;
mod history;
mod info;
#[doc(hidden)]
pub mod internals;
mod kit;
mod line;
mod nearest;
pub mod notation;
mod operational2;
mod outcome;
mod perft;
mod phrase;
mod popular10;
pub mod readable;
mod short_list;
mod spelling;
mod symmetry;
mod tactical;
mod tavreli;
#[cfg(test)]
mod testing;
mod turn;

pub use extras::Extras;
pub use fen::FenError;
pub(crate) use fen::FenFault;
pub use fen::notice::FenNotice;
pub use games::AnyPosition;
pub use games::GameId;
pub(crate) use hints::EvalHints;
pub(crate) use history::MOVE_LIMIT;
pub use history::{History, verdict};
pub(crate) use info::OtherSpelling;
pub use info::{Captives, Info, Obstacle, PieceInfo, PieceMark, Promotion, Royalty, Symmetry};
pub use line::Line;
pub(crate) use nearest::nearest_name;
pub use outcome::{ChasedPiece, Outcome, Reason};
pub use phrase::Phrase;
pub use turn::Turn;

use crate::board::any_sink::visit_for;
use crate::board::{
    AnyMove, Find, Move, MoveCounter, MoveSink, Outline, Piece, Reserve, Side, Square, ZobristKey,
};
use std::any::Any;
use std::fmt::Debug;
use thiserror::Error;

/// The moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GenMode {
    /// Every legal move.
    All,
    /// The legal moves of which [`Position::is_noisy`] holds.
    Noisy,
}

/// A move that is not legal in the position that was to play it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
#[error("the move is not legal here: expected one of `legal_moves()`")]
pub struct IllegalMove(pub Move);

/// One state of one game: small, copied rather than unmade, without the history.
///
/// The past that repetition and move counts need is in [`History`].
pub trait Position: Clone + Debug + Send + Sync {
    /// The side to move, with the counts of the position text.
    fn turn(&self) -> Turn;

    /// The side to move.
    #[inline]
    fn side(&self) -> Side {
        self.turn().side
    }

    /// The hash key: equal for positions that are the same under the game's repetition rule, and
    /// different, but for chance, for all others.
    fn key(&self) -> ZobristKey;

    /// Hands every legal move to `moves`, once. There are none in a game that has ended on the board.
    fn visit(&self, select: GenMode, moves: &mut impl MoveSink);

    /// Appends the selected legal moves to `moves`, as [`visit`](Self::visit) does.
    #[doc(hidden)]
    // a part of `internals`: the copy of a generator for lists
    // A crate uses the copy of a generic function that an earlier one has, if it is never inlined: so tests and modules for
    // pages have one generator of each kind of position, and not one for each crate.
    #[cfg_attr(any(target_family = "wasm", debug_assertions), inline(never))]
    fn generate(&self, select: GenMode, moves: &mut Vec<Move>) {
        visit_for(self, select, moves);
    }

    /// Calls `found` with each legal move by which a piece of some kinds comes to a square; `wanted` has a bit for each kind.
    /// A game for which that is no faster passes others as well.
    #[doc(hidden)] // a part of `internals`: a shortcut that few games need
    fn generate_to(&self, wanted: u32, to: Square, found: &mut dyn FnMut(Move)) {
        let _ = (wanted, to);
        let mut moves = Vec::new();
        self.generate(GenMode::All, &mut moves);
        moves.into_iter().for_each(found);
    }

    /// Returns the legal moves.
    ///
    /// ```
    /// use helgi_rules::chess::Chess;
    /// use helgi_rules::{Game, Position};
    ///
    /// assert_eq!(Chess.start().legal_moves().len(), 20);
    /// ```
    #[must_use]
    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.generate(GenMode::All, &mut moves);
        moves
    }

    /// The number of legal moves.
    #[doc(hidden)] // a part of `internals`: `perft(1)` as a count of moves
    #[cfg_attr(any(target_family = "wasm", debug_assertions), inline(never))]
    fn count_moves(&self) -> usize {
        let mut count = MoveCounter::default();
        visit_for(self, GenMode::All, &mut count);
        count.0
    }

    /// The number of paths of `depth` moves; 1 for depth 0. The last ply is counted, not played.
    ///
    /// ```
    /// use helgi_rules::chess::Chess;
    /// use helgi_rules::{Game, Position};
    ///
    /// assert_eq!(Chess.start().perft(3), 8_902);
    /// ```
    #[must_use]
    fn perft(&self, depth: u32) -> u64 {
        perft::perft(self, depth)
    }

    /// Returns true if there is a legal move, without generating more of them than it takes.
    #[cfg_attr(any(target_family = "wasm", debug_assertions), inline(never))]
    fn has_moves(&self) -> bool {
        let mut any = AnyMove::new(|_| true);
        visit_for(self, GenMode::All, &mut any);
        any.is_found
    }

    /// Returns true if the candidate, possibly garbage from a hash table, is a legal move here.
    #[cfg_attr(any(target_family = "wasm", debug_assertions), inline(never))]
    fn is_legal(&self, candidate: Move) -> bool {
        let mut find = Find::new(candidate);
        visit_for(self, GenMode::All, &mut find);
        find.found
    }

    /// Returns true if a legal move changes the material or wins by where it leads: captures, shots, promotions, steps to a
    /// goal.
    fn is_noisy(&self, legal: Move) -> bool;

    /// Plays a legal move, without checking that it is one.
    ///
    /// # Panics
    ///
    /// An illegal move may panic, or may make a position on which other methods panic or answer nonsense. Play
    /// moves from outside by [`try_play`](Self::try_play).
    fn play(&mut self, legal: Move);

    /// Plays a move if it is legal. It takes as long as generating the legal moves.
    ///
    /// ```
    /// use helgi_rules::board::{Move, Square};
    /// use helgi_rules::{Game, GameId, IllegalMove, Position};
    ///
    /// let mut position = GameId::CHESS.start();
    /// let (e1, e8) = (Square(4), Square(60));
    /// assert_eq!(position.try_play(Move::step(e1, e8)), Err(IllegalMove(Move::step(e1, e8))));
    /// assert_eq!(position, GameId::CHESS.start());
    /// ```
    ///
    /// # Errors
    ///
    /// If the move is not legal; nothing changes then.
    fn try_play(&mut self, candidate: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(candidate) {
            return Err(IllegalMove(candidate));
        }
        self.play(candidate);
        Ok(())
    }

    /// Returns the outcome, where it is visible without generating moves: a king captured, points
    /// with bare kings. Not mate, stalemate, repetition or counts.
    fn outcome(&self) -> Option<Outcome> {
        None
    }

    /// The verdict when the side to move has no legal move: mate, stalemate, a loss.
    fn no_moves(&self) -> Outcome;

    /// The enemy pieces that give check; none in games without check.
    fn checkers(&self) -> Vec<Square> {
        Vec::new()
    }

    /// Returns true if the side to move is in check.
    fn in_check(&self) -> bool {
        false
    }

    /// Returns true if the rules leave the side to move nothing but captures because it has one; false in games in which
    /// it may decline. Where the game is over it means nothing.
    fn must_capture(&self) -> bool {
        false
    }

    /// Returns a function that tells which legal moves give check; none in games without check. The
    /// part that does not depend on the move is computed once.
    fn gives_check(&self) -> impl Fn(Move) -> bool + '_ {
        |_| false
    }

    /// The position with the other side to move, as if the turn had been passed, whether or not the
    /// game allows it; `None` in check, and where the turn cannot be given up.
    #[inline]
    fn pass(&self) -> Option<Self> {
        if self.in_check() { None } else { self.flip_turn() }
    }

    /// Like [`pass`](Self::pass), but in check too: for the moves that the other side's pieces
    /// could make. Never play one of them that captures the royal piece in check.
    fn flip_turn(&self) -> Option<Self>;

    /// Returns the piece this many pieces below the top of a square; the top has depth 0. Off the board there is none.
    fn piece_at(&self, square: Square, depth: usize) -> Option<Piece>;

    /// The pieces of a square from the top down.
    fn pieces_on(&self, square: Square) -> impl Iterator<Item = Piece> {
        (0..).map_while(move |depth| self.piece_at(square, depth))
    }

    /// Returns true if an obstacle that belongs to neither side is on a square.
    fn is_obstacle(&self, _square: Square) -> bool {
        false
    }

    /// The pieces in hand; `None` in games without reserves.
    fn reserve(&self) -> Option<&Reserve> {
        None
    }

    /// The facts that few games have: counted checks, gates, a frozen piece, a phase.
    fn extras(&self) -> Extras {
        Extras::default()
    }

    /// Returns how many of the last half-moves could be undone by later ones: no position before
    /// them can occur again. Never too low; it bounds the look-back for repetitions.
    fn reversible_plies(&self) -> u32;

    /// The keys of earlier positions of which this one is an occurrence: its own, and another one where the key tells
    /// positions apart that are the same for repetition, as those behind a pass.
    #[doc(hidden)] // a part of `internals`: a shortcut that few games need
    #[inline]
    fn recurring_keys(&self) -> [ZobristKey; 2] {
        [self.key(); 2]
    }

    /// Returns the verdict of the move-count rule, if its count is full and the position is not
    /// decided on the board.
    fn count_verdict(&self) -> Option<Outcome>;

    /// Returns true if no play of both sides lets `side` win, as far as the pieces show. Never wrongly true; false
    /// where the game has no such rule. A side that runs out of time does not lose against one that cannot win.
    #[inline]
    fn cannot_win(&self, _side: Side) -> bool {
        false
    }

    /// Returns true if neither side can win any more, as far as the pieces show: the game is drawn at once. Like
    /// repetition that is a verdict, and changes no legal move.
    ///
    /// ```
    /// use helgi_rules::board::Side;
    /// use helgi_rules::{Game, GameId, Position};
    ///
    /// let chess = |fen| GameId::CHESS.parse(fen);
    /// assert!(chess("8/8/3k4/8/8/3KN3/8/8 w - - 0 1")?.is_dead());
    /// let rook = chess("8/8/3k4/8/8/3KR3/8/8 w - - 0 1")?;
    /// assert!(!rook.is_dead() && rook.cannot_win(Side::Black) && !rook.cannot_win(Side::White));
    /// # Ok::<(), helgi_rules::FenError>(())
    /// ```
    #[inline]
    fn is_dead(&self) -> bool {
        self.cannot_win(Side::White) && self.cannot_win(Side::Black)
    }

    /// The occurrence of a position that ends the game; `None` in games that repetition does not end.
    #[inline]
    fn repetition_limit(&self) -> Option<usize> {
        Some(3)
    }

    /// The verdict when this position has occurred that often. The first of these occurrences is so many plies ago: in
    /// some games it depends on what was played in between.
    #[inline]
    fn repetition_verdict(&self, _plies: usize) -> Outcome {
        Outcome::draw(Reason::Repetition)
    }
}

/// One game, or one variant of one: its facts and its text. Two variants of a game are two values
/// of one type.
pub trait Game: Clone + Send + Sync + 'static {
    /// The states of the game.
    type Position: Position + 'static;

    /// Names, start position, pieces.
    fn info(&self) -> &'static Info;

    /// The squares of the board and their names.
    fn outline(&self) -> &'static Outline;

    /// Reads a position.
    ///
    /// # Errors
    ///
    /// When the text is not a position of the game; the error names the field, its value and what was
    /// expected.
    fn parse(&self, fen: &str) -> Result<Self::Position, FenError>;

    /// Reads a position as other programs write it: what cannot be but has a clear meaning is mended, and each change
    /// is returned with the position.
    ///
    /// ```
    /// use helgi_rules::{Game, GameId};
    ///
    /// let text = "7k/5K2/4R3/8/8/8/8/8 w KQkq -- 0 1";
    /// assert!(GameId::CHESS.parse(text).is_err());
    /// let (position, notices) = GameId::CHESS.parse_lenient(text)?;
    /// assert_eq!(position.fen(), "7k/5K2/4R3/8/8/8/8/8 w - - 0 1");
    /// let texts: Vec<String> = notices.iter().map(ToString::to_string).collect();
    /// assert_eq!(
    ///     texts,
    ///     [
    ///         "FEN field en-passant: `--`, read as `-`",
    ///         "FEN field castling: `KQkq`, read as `-`, without rights that have no pieces"
    ///     ]
    /// );
    /// # Ok::<(), helgi_rules::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the text is not a position of the game, or could be more than one.
    fn parse_lenient(&self, fen: &str) -> Result<(Self::Position, Vec<FenNotice>), FenError> {
        fen::lenient::read(self, fen)
    }

    /// Reads a position from a client that keeps the board, the reserves and the side to move and knows
    /// nothing else of the game. Counts that do not go with these are taken from them instead.
    ///
    /// # Errors
    ///
    /// When the board is not one of the game; the error is that of [`parse`](Self::parse).
    #[doc(hidden)] // a part of `internals`, for XBoard's `edit`
    fn parse_shown(&self, fen: &str) -> Result<Self::Position, FenError> {
        self.parse(fen)
    }

    /// The hints to an evaluation that is not made for the game.
    #[doc(hidden)] // a part of `internals`, for games from files
    fn hints(&self) -> EvalHints {
        EvalHints::default()
    }

    /// The fingerprint of the rules, in a game whose rules may be others elsewhere under the same name.
    #[doc(hidden)] // a part of `internals`, for games from files
    fn fingerprint(&self) -> Option<String> {
        None
    }

    /// The words of other programs for it, for readers and writers of moves.
    #[doc(hidden)] // a part of `internals`, for games from files
    fn other_spelling(&self) -> OtherSpelling {
        OtherSpelling::default()
    }

    /// The description that the game was made of, for the crate that made it; `None` for a game that is written in
    /// code.
    #[doc(hidden)] // a part of `internals`, for games from files
    fn source(&self) -> Option<&(dyn Any + Send + Sync)> {
        None
    }

    /// Checks that the game accepts its own start position. A game of which this is known beforehand need not read it
    /// again.
    ///
    /// # Errors
    ///
    /// The error of [`parse`](Self::parse).
    #[doc(hidden)] // a part of `internals`, for games from files
    fn check_start(&self) -> Result<(), FenError> {
        self.parse(self.info().start).map(drop)
    }

    /// The castling field that [`format`](Self::format) writes, where a game has no `format` of its own.
    fn castling_field(&self, _position: &Self::Position) -> String {
        "-".to_owned()
    }

    /// The en passant field that it writes then.
    fn en_passant_field(&self, _position: &Self::Position) -> String {
        "-".to_owned()
    }

    /// The canonical text of a position; [`parse`](Self::parse) reads it back to the same position.
    fn format(&self, position: &Self::Position) -> String {
        let board = fen::write_position(position, self.outline(), self.info().pieces);
        let side = fen::side_letter(position.side());
        let (castling, en_passant) = (self.castling_field(position), self.en_passant_field(position));
        format!("{board} {side} {castling} {en_passant} {}", position.turn())
    }

    /// The texts of the positions that a game can begin with, by their numbers from 0: of a game that is played [as
    /// Chess960](Info::chess960) is, all shuffled ones; of one in which each side chooses its first rank, all choices; of any
    /// other its one start position.
    ///
    /// ```
    /// use helgi_rules::{Game, GameId};
    ///
    /// assert_eq!(GameId::FISCHERANDOM.starts().len(), 960);
    /// assert_eq!(GameId::CRAZYHOUSE.starts(), [GameId::CRAZYHOUSE.info().start]);
    /// ```
    fn starts(&self) -> Vec<String> {
        vec![self.info().start.to_owned()]
    }

    /// The start position.
    fn start(&self) -> Self::Position {
        match self.parse(self.info().start) {
            Ok(position) => position,
            Err(error) => unreachable!("the start position of {} is refused: {error}", self.info().name),
        }
    }
}
