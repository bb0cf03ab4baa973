//! Moves between their text and their packed form.
//!
//! The text of a move is made from the move alone. A text that is read must equal, as a
//! [`WireMove`], one of the legal moves of the position; the few liberties that readers have are
//! taken here, one function each.

// Documented where they are defined: the same types serve crates that know no rules.
#[doc(no_inline)]
pub use helgi_notation::{NotationError, Victims, WireMove, WireSquare};

use crate::board::side_effects::SideEffect;
use crate::board::{Action, Extra, Kind, Move, Outline, Piece, Square};
use crate::{AnyPosition, Game, GameId, PieceInfo, PieceMark, Position};
use helgi_notation::excerpt;
use std::fmt;
use thiserror::Error;

/// The reason why a text is not a move of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// It is not a move of any position.
    #[error("{0}")]
    Notation(#[from] NotationError),
    /// It is not legal here.
    #[error("`{0}`, expected a legal move")]
    Illegal(String),
    /// Several legal moves fit it.
    #[error("`{0}`, expected more of the square that the piece leaves: several can go there")]
    Ambiguous(String),
    /// In another spelling it is one legal move, and in yet another one a second.
    #[error("`{text}`, expected one move: it can mean {moves}")]
    Several {
        /// The text.
        text: String,
        /// The moves, with blanks between them.
        moves: String,
    },
}

/// The notation of one game's moves.
#[derive(Clone, Copy, Debug)]
pub struct Notation {
    outline: &'static Outline,
    pieces: &'static [PieceInfo],
}

impl Notation {
    /// The notation of a game.
    pub fn of(game: &impl Game) -> Self {
        Notation { outline: game.outline(), pieces: game.info().pieces }
    }

    /// Returns the move as it is written.
    ///
    /// # Panics
    ///
    /// If a square of the move is not on the board. No legal move has such a square;
    /// [`display`](GameId::display) takes any move.
    #[must_use]
    pub fn write(&self, played: Move) -> WireMove {
        let square = |square| self.square(square);
        match played.action() {
            Action::Pass => WireMove::Pass,
            Action::Drop { kind, to } => {
                let (letter, promoted) = (self.letter(kind), self.is_turned(kind));
                WireMove::Drop { letter, to: square(to), promoted }
            }
            Action::Wall { at } => WireMove::Wall { at: square(at) },
            Action::Shoot { from, target, second } => WireMove::Shot {
                from: square(from),
                victims: self.victims([target].into_iter().chain(second)),
            },
            Action::Split { from, to, count } => WireMove::Step {
                from: square(from),
                to: square(to),
                count: Some(count),
                promotion: None,
                hostile_at: None,
                removed: None,
                promoted: None,
                wall: None,
            },
            // As Fairy-Stockfish and XBoard write it: the letter stands where that of a promotion does. A piece that comes
            // to the rook's square is named by the rook's way to the king.
            Action::Step { from, to, extra: Extra::Gate { kind, on }, .. } => WireMove::Step {
                from: square(on),
                to: square(if on == from { to } else { from }),
                count: None,
                promotion: Some(self.letter(kind).to_ascii_lowercase()),
                hostile_at: None,
                removed: None,
                promoted: None,
                wall: None,
            },
            Action::Step { from, to, promote, extra } => {
                let (mut hostile_at, mut removed, mut promoted, mut wall) = (None, None, None, None);
                match extra {
                    Extra::None | Extra::Gate { .. } => {}
                    Extra::Remove(victim) => removed = Some(self.victims([victim])),
                    Extra::Numbered(_) => {
                        let effect = played.numbered(self.outline);
                        let SideEffect { mut taken, set_down } =
                            effect.unwrap_or_else(|| panic!("{played:?} is no move of the game"));
                        // A piece that takes and comes back is written like one that shoots.
                        if from == to && set_down.is_none() {
                            return WireMove::Shot { from: square(from), victims: self.victims(taken) };
                        }
                        if let Some([piece, place]) = set_down {
                            // A piece that does not stand where the move ends is named before the square where it goes.
                            taken.extend((piece != to).then_some(piece));
                            hostile_at = Some(square(place));
                        }
                        removed = Victims::new(taken.into_iter().map(square));
                    }
                    Extra::Reward(own) => promoted = Some(square(own)),
                    Extra::Place(place) => hostile_at = Some(square(place)),
                    Extra::Wall(built) => wall = Some(square(built)),
                }
                let promotion = promote.map(|kind| self.promotion(kind));
                let (from, to) = (square(from), square(to));
                WireMove::Step { from, to, count: None, promotion, hostile_at, removed, promoted, wall }
            }
        }
    }

    /// The victims of a move, of which there is one at least.
    fn victims(&self, squares: impl IntoIterator<Item = Square>) -> Victims {
        let victims = Victims::new(squares.into_iter().map(|square| self.square(square)));
        victims.unwrap_or_else(|| panic!("a move takes from 1 to {} pieces", Victims::MOST))
    }

    pub(crate) fn square(&self, square: Square) -> WireSquare {
        WireSquare { file: self.outline.file(square), rank: self.outline.rank(square).saturating_add(1) }
    }

    /// The text of a promotion: its letter, or `+` if it is the promoted state of a piece, or `-` if it is the
    /// plain state of one that turns back.
    fn promotion(&self, kind: Kind) -> char {
        match self.pieces.get(kind.index()).map(|info| info.mark) {
            Some(PieceMark::Plus) => '+',
            Some(PieceMark::None) if self.turns_back(kind) => '-',
            _ => self.letter(kind).to_ascii_lowercase(),
        }
    }

    /// Returns true if a kind is the promoted state of another one.
    fn is_turned(&self, kind: Kind) -> bool {
        self.pieces.get(kind.index()).is_some_and(|info| info.mark == PieceMark::Plus)
    }

    /// Returns true if a kind has a promoted state, so that it comes about on the board only by turning back.
    fn turns_back(&self, kind: Kind) -> bool {
        let letter = self.letter(kind);
        self.pieces.iter().any(|info| info.mark == PieceMark::Plus && info.letter == letter)
    }

    fn letter(&self, kind: Kind) -> char {
        self.pieces.get(kind.index()).map_or('?', |info| info.letter)
    }
}

impl GameId {
    /// Returns the text of a move of this game: as it is [written](Notation::write) if its squares are on the
    /// board, otherwise its parts for a programmer to look at.
    ///
    /// ```
    /// use helgi_rules::board::{Move, Square};
    /// use helgi_rules::GameId;
    ///
    /// let played = Move::split(Square(0), Square(1), 2);
    /// assert_eq!(GameId::TAVRELI.display(played).to_string(), "a1b1:2");
    /// let nowhere = Move::shot(Square(0), Square(200));
    /// assert_eq!(GameId::TAVRELI.display(nowhere).to_string(), "#0x#200");
    /// ```
    #[must_use]
    pub fn display(self, played: Move) -> impl fmt::Display {
        DisplayedMove { notation: Notation::of(&self), played }
    }
}

/// A move together with the notation of its game.
struct DisplayedMove {
    notation: Notation,
    played: Move,
}

impl fmt::Display for DisplayedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares = self.notation.outline.len();
        let is_on = |square: Square| square.index() < squares;
        let are_on = match self.played.action() {
            Action::Pass => true,
            Action::Drop { to, .. } => is_on(to),
            Action::Wall { at } => is_on(at),
            Action::Shoot { from, target, second } => {
                is_on(from) && is_on(target) && second.is_none_or(is_on)
            }
            Action::Split { from, to, .. } => is_on(from) && is_on(to),
            Action::Step { from, to, extra, .. } => {
                let others_are_on = || match extra {
                    Extra::None => true,
                    Extra::Numbered(_) => self.played.numbered(self.notation.outline).is_some(),
                    Extra::Remove(square)
                    | Extra::Reward(square)
                    | Extra::Place(square)
                    | Extra::Wall(square)
                    | Extra::Gate { on: square, .. } => is_on(square),
                };
                is_on(from) && is_on(to) && others_are_on()
            }
        };
        if are_on { self.notation.write(self.played).fmt(f) } else { write!(f, "{:?}", self.played) }
    }
}

/// Reads a move of a position as it is on the wire, and in no other way.
///
/// # Errors
///
/// When the text is not a move, or the move is not legal.
#[doc(hidden)] // a part of `internals`: strict, where `readable::read` takes all that it takes
pub fn read(position: &AnyPosition, text: &str) -> Result<Move, MoveError> {
    let wanted: WireMove = text.parse()?;
    let notation = Notation::of(&position.game());
    let legal = position.legal_moves();
    // Reading is the inverse of writing: a text means the legal move that is written so.
    let find = |wire: WireMove| legal.iter().copied().find(|&candidate| notation.write(candidate) == wire);
    find(wanted)
        // The liberties follow in order: an exact text is never read as anything else.
        .or_else(|| find(as_pass(position.outline(), wanted)?))
        .or_else(|| find(at_home(wanted)?))
        .or_else(|| find(as_shot(wanted)?))
        .or_else(|| find(as_wall_alone(wanted)?))
        .or_else(|| find(without_wall(wanted).filter(|_| builds_alone(position))?))
        .or_else(|| {
            let rook = arrival(position.outline(), wanted)?;
            // What does not move the rook is another move of the king to where castling would take it.
            find(onto_rook(position, wanted)?)
                .filter(|&played| position.after(played).piece_at(rook, 0) != position.piece_at(rook, 0))
        })
        .or_else(|| by_two_steps(position, &legal, wanted))
        .or_else(|| find(with_own_letter(position, wanted)?))
        .or_else(|| only_promotion(&legal, &notation, wanted))
        .or_else(|| {
            let (plain, letter) = without_letter(wanted)?;
            find(plain).filter(|&played| promotes_to(position, played, letter))
        })
        .ok_or_else(|| MoveError::Illegal(excerpt(text)))
}

/// A move from a square of the board to itself stands for a pass.
fn as_pass(outline: &Outline, wire: WireMove) -> Option<WireMove> {
    match wire {
        WireMove::Step { from, to, .. } if from == to && wire == WireMove::step(from, to) => {
            outline.named(&from.to_string()).map(|_| WireMove::Pass)
        }
        _ => None,
    }
}

/// A way to a square and back, as `c2d3,d3c2`, stands for a shot: so XBoard writes them.
fn as_shot(wire: WireMove) -> Option<WireMove> {
    let (from, first, _) = step_and_wall(wire).filter(|(from, _, wall)| from == wall)?;
    Some(WireMove::Shot { from, victims: Victims::new([first])? })
}

/// A piece that goes nowhere before a wall is built, as `a1a1,a1e4`, stands for the wall alone: so Fairy-Stockfish
/// writes it.
fn as_wall_alone(wire: WireMove) -> Option<WireMove> {
    let (_, _, at) = step_and_wall(wire).filter(|(from, to, _)| from == to)?;
    Some(WireMove::Wall { at })
}

/// The move that another one with a wall on the first square stands for, as `f2f4,f4a1`, where a wall is built instead of a
/// move: so Fairy-Stockfish writes it.
fn without_wall(wire: WireMove) -> Option<WireMove> {
    match wire {
        WireMove::Step {
            from,
            to,
            count,
            promotion,
            hostile_at,
            removed,
            promoted,
            wall: Some(FIRST_SQUARE),
        } => Some(WireMove::Step { from, to, count, promotion, hostile_at, removed, promoted, wall: None }),
        _ => None,
    }
}

/// The square that is a wall's in the moves that build none.
pub(crate) const FIRST_SQUARE: WireSquare = WireSquare { file: 0, rank: 1 };

/// Returns true if a wall is built instead of a move in a game, whether or not it can be just now.
pub(crate) fn builds_alone(position: &AnyPosition) -> bool {
    position.info().walls && position.game().other_spelling().walls_alone
}

/// The squares of a step with a wall and nothing else: of departure, of arrival, of the wall.
fn step_and_wall(wire: WireMove) -> Option<(WireSquare, WireSquare, WireSquare)> {
    match wire {
        WireMove::Step {
            from,
            to,
            count: None,
            promotion: None,
            hostile_at: None,
            removed: None,
            promoted: None,
            wall: Some(wall),
        } => Some((from, to, wall)),
        _ => None,
    }
}

/// A king that goes from the e-file onto its own rook castles with it, as engines write that know
/// Chess960. Two files away the king has no other move.
fn onto_rook(position: &AnyPosition, wire: WireMove) -> Option<WireMove> {
    let WireMove::Step { from, to, .. } = wire else { return None };
    let is_own = |square: WireSquare, letter| {
        let square = position.outline().named(&square.to_string())?;
        let piece = position.piece_at(square, 0).filter(|piece| piece.side == position.side())?;
        let info = position.info().pieces.get(piece.kind.index())?;
        (info.letter == letter && !info.is_promoted()).then_some(())
    };
    // From other files a king's step onto its rook is how castling is written anyway.
    if wire != WireMove::step(from, to) || from.rank != to.rank || from.file != 4 {
        return None;
    }
    is_own(from, 'K').and(is_own(to, 'R'))?;
    let file = if to.file > from.file { 6 } else { 2 };
    Some(WireMove::step(from, WireSquare { file, rank: from.rank }))
}

/// The square where a step ends, if it is one of the board.
fn arrival(outline: &Outline, wire: WireMove) -> Option<Square> {
    let WireMove::Step { to, .. } = wire else { return None };
    outline.named(&to.to_string())
}

/// A king of chess that goes two files from the e-file castles, also where that is written as its move
/// onto the rook. So does one of any other game as Chess960 that goes two files or more to where castling takes it.
fn by_two_steps(position: &AnyPosition, legal: &[Move], wire: WireMove) -> Option<Move> {
    let WireMove::Step { from, to, .. } = wire else { return None };
    let is_chess = position.game().is_chess();
    let steps = from.file.abs_diff(to.file);
    // Elsewhere kings of a game as Chess960 may stand on any file, and one step may be a plain move.
    let is_far = if is_chess { from.file == 4 && steps == 2 } else { steps >= 2 };
    let may_castle = is_chess || position.info().chess960.is_some();
    if !is_far || !may_castle || from.rank != to.rank || wire != WireMove::step(from, to) {
        return None;
    }
    let outline = position.outline();
    let king = outline.named(&from.to_string())?;
    // Only castling goes onto an own piece.
    let castles = |played: &&Move| {
        let rook = played.to().filter(|_| played.from() == Some(king));
        rook.is_some_and(|rook| {
            let is_own = position.piece_at(rook, 0).is_some_and(|piece| piece.side == position.side());
            is_own && (outline.file(rook) > from.file) == (to.file > from.file)
        })
    };
    let arrives = |played: &Move| {
        let to = outline.named(&to.to_string());
        to.is_some_and(|to| position.after(*played).piece_at(to, 0) == position.piece_at(king, 0))
    };
    legal.iter().find(castles).copied().filter(|played| is_chess || arrives(played))
}

/// A hostile promotion that names its own square of arrival is an ordinary one.
fn at_home(wire: WireMove) -> Option<WireMove> {
    match wire {
        WireMove::Step { from, to, count, promotion, hostile_at, removed, promoted, wall }
            if hostile_at == Some(to) =>
        {
            Some(WireMove::Step { from, to, count, promotion, hostile_at: None, removed, promoted, wall })
        }
        _ => None,
    }
}

/// A drop or a promotion with the letter that [other programs](crate::OtherSpelling) have for the piece.
fn with_own_letter(position: &AnyPosition, wire: WireMove) -> Option<WireMove> {
    let others = position.game().other_spelling().pieces;
    let own = |letter: char| {
        let found = others.iter().find(|(other, _)| other.eq_ignore_ascii_case(&letter));
        found.map(|&(_, own)| own)
    };
    match wire {
        WireMove::Drop { letter, to, promoted } => {
            Some(WireMove::Drop { letter: own(letter)?, to, promoted })
        }
        WireMove::Step { from, to, count, promotion, hostile_at, removed, promoted, wall } => {
            let promotion = Some(own(promotion?)?.to_ascii_lowercase());
            Some(WireMove::Step { from, to, count, promotion, hostile_at, removed, promoted, wall })
        }
        _ => None,
    }
}

/// A promotion without its letter, where the piece can do nothing else on its way there.
fn only_promotion(legal: &[Move], notation: &Notation, wire: WireMove) -> Option<Move> {
    // The letter of a piece that comes from the hand is never left out.
    let is_it = |played: &&Move| {
        played.gate().is_none()
            && without_letter(notation.write(**played)).is_some_and(|(plain, _)| plain == wire)
    };
    let ends = |played: Move| (played.from(), played.to(), played.built());
    let found = *legal.iter().find(is_it)?;
    // With a second promotion, or with the choice not to promote, the letter is needed.
    let is_alone = legal.iter().filter(|&&other| ends(other) == ends(found)).count() == 1;
    is_alone.then_some(found)
}

/// The move without its promotion's letter, and the letter.
fn without_letter(wire: WireMove) -> Option<(WireMove, char)> {
    let mut plain = wire;
    let WireMove::Step { promotion, hostile_at: None, .. } = &mut plain else { return None };
    let letter = promotion.take()?;
    Some((plain, letter))
}

/// Returns true if the piece that moves becomes, by the rules alone, one of the given letter.
fn promotes_to(position: &AnyPosition, played: Move, letter: char) -> bool {
    let (Some(from), Some(to)) = (played.from(), played.to()) else { return false };
    let before = position.piece_at(from, 0);
    let arrived = position.after(played).piece_at(to, 0);
    let is_named = |piece: Piece| {
        let info = position.info().pieces.get(piece.kind.index());
        info.is_some_and(|info| info.letter.eq_ignore_ascii_case(&letter))
    };
    before != arrived && arrived.is_some_and(is_named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Chess;
    use crate::games::GameId;

    fn read_in(fen: &str, text: &str) -> Result<String, String> {
        let position = GameId::CHESS.parse(fen).unwrap();
        match read(&position, text) {
            Ok(played) => Ok(Notation::of(&Chess).write(played).to_string()),
            Err(error) => Err(error.to_string()),
        }
    }

    const PROMOTION: &str = "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1";

    #[test]
    fn moves_are_read_in_any_case() {
        assert_eq!(read_in(Chess.info().start, "E2E4"), Ok("e2e4".to_owned()));
        assert_eq!(read_in(PROMOTION, "E7E8N"), Ok("e7e8n".to_owned()));
    }

    #[test]
    fn a_choice_must_be_made_and_a_letter_must_mean_something() {
        assert_eq!(read_in(PROMOTION, "e7e8").unwrap_err(), "`e7e8`, expected a legal move");
        assert_eq!(read_in(PROMOTION, "e7e8k").unwrap_err(), "`e7e8k`, expected a legal move");
        assert_eq!(read_in(Chess.info().start, "e2e4q").unwrap_err(), "`e2e4q`, expected a legal move");
    }

    #[test]
    fn the_king_onto_its_rook_castles() {
        const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!(read_in(CASTLES, "e1h1"), Ok("e1g1".to_owned()));
        assert_eq!(read_in(CASTLES, "e1a1"), Ok("e1c1".to_owned()));
        assert!(read_in("3k4/8/8/8/8/8/8/R3Q2K w - - 0 1", "e1a1").is_err());
        assert!(read_in("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "e1h1").is_err());
    }

    #[test]
    fn passing_is_for_the_games_that_have_it() {
        assert_eq!(read_in(Chess.info().start, "e2e2").unwrap_err(), "`e2e2`, expected a legal move");
        assert_eq!(read_in(Chess.info().start, "0000").unwrap_err(), "`0000`, expected a legal move");
    }

    #[test]
    fn errors_in_moves_name_the_place() {
        let error = read_in(Chess.info().start, "e2e9z9").unwrap_err();
        assert_eq!(error, "`e2e9z9`, character 6: expected the end of the move");
    }

    #[test]
    fn the_forms_that_stand_for_others() {
        let wire = |text: &str| text.parse::<WireMove>().unwrap();
        let pass = |text| as_pass(Chess.outline(), wire(text));
        assert_eq!(pass("e2e2"), Some(WireMove::Pass));
        assert_eq!([pass("e2e3"), pass("e2e2:1"), pass("z9z9")], [None; 3]);
        assert_eq!(at_home(wire("e9e10f@e10")), Some(wire("e9e10f")));
        assert_eq!(at_home(wire("e9e10f@c5")), None);
        assert_eq!(without_letter(wire("e7e8j")), Some((wire("e7e8"), 'j')));
        assert_eq!(without_letter(wire("d9e10z+b2")), Some((wire("d9e10+b2"), 'z')));
        assert_eq!(without_letter(wire("e7e8")), None);
        assert_eq!(as_shot(wire("c2d3,d3c2")), Some(wire("c2xd3")));
        assert_eq!([as_shot(wire("c2d3,d3c3")), as_shot(wire("c2d3:2,d3c2"))], [None; 2]);
        assert_eq!(as_wall_alone(wire("a1a1,a1e4")), Some(wire("*@e4")));
        assert_eq!([as_wall_alone(wire("a1a2,a2e4")), as_wall_alone(wire("a1a1q,a1e4"))], [None; 2]);
    }
}
