//! Descriptions of moves, for every game, as facts: sentences in any language are made from them.
//!
//! The facts come from the position before the move and the one after it; no rules are needed here.

use crate::board::{Action, Kind, Move, Piece, Side, Square};
use crate::readable;
use crate::{AnyPosition, Position};

/// One thing that a move does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveFact {
    /// A side gives up its turn.
    Pass(Side),
    /// A side castles.
    Castling {
        /// The side.
        side: Side,
        /// True if it castles short.
        is_short: bool,
    },
    /// A piece comes from the reserve.
    Drop {
        /// Its kind.
        kind: Kind,
        /// The square of arrival.
        to: Square,
    },
    /// A piece shoots, and stays where it is.
    Shot {
        /// The piece that shoots.
        by: PlacedKind,
        /// Its victims, in the order of the move.
        victims: Vec<PlacedKind>,
    },
    /// A side does nothing but build a wall.
    Wall {
        /// The side.
        side: Side,
        /// The square of the wall.
        on: Square,
    },
    /// A wall is built besides.
    WallBesides {
        /// Its square.
        on: Square,
    },
    /// A piece or a stack goes somewhere.
    Arrival {
        /// The part of the stack on the square of departure that goes.
        mover: MovingPart,
        /// The square of departure.
        from: Square,
        /// The square of arrival.
        to: Square,
        /// The piece that was on top there before.
        met: Option<MetPiece>,
        /// The change of the mover.
        fate: MoverFate,
    },
    /// Pieces leave another square.
    Loss {
        /// Their kinds, from the top down.
        kinds: Vec<Kind>,
        /// The square.
        on: Square,
    },
    /// A piece appears on another square, which was empty, or which the move has left.
    Appearance {
        /// Its kind.
        kind: Kind,
        /// True if it is not the mover's.
        is_hostile: bool,
        /// The square.
        on: Square,
    },
    /// A piece is set down on another square than its own, by no move of its own.
    Displacement {
        /// The piece.
        piece: PlacedKind,
        /// The square where it stands then.
        to: Square,
    },
    /// A piece on another square becomes another one.
    Change {
        /// The old piece.
        old: PlacedKind,
        /// The kind that it has now.
        new: Kind,
        /// The side that has it now, if that has changed.
        new_side: Option<Side>,
    },
}

/// The piece on top of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedKind {
    /// Its kind; `None` for an obstacle.
    pub kind: Option<Kind>,
    /// The square.
    pub on: Square,
}

/// The part of a stack that moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MovingPart {
    /// All that it can take with it.
    Piece {
        /// The kind on top.
        kind: Kind,
        /// True if it carries other pieces along.
        has_stack: bool,
    },
    /// Some of the pieces from the top; the others stay.
    Top(u8),
}

/// A piece on the square where a move ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MetPiece {
    /// Its kind.
    pub kind: Kind,
    /// The treatment of it.
    pub treatment: MetTreatment,
}

/// The treatment of a piece on the square where a move ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MetTreatment {
    /// A piece of the mover's own side is covered.
    Mounted,
    /// A piece is gone, nearly always an enemy one.
    Taken,
    /// A piece of either side stands where the mover came from.
    Exchanged,
    /// An enemy piece is covered.
    TakenPrisoner,
}

/// The change of a piece by its own move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoverFate {
    /// None.
    Same,
    /// It is gone.
    Gone,
    /// It turns into a wall.
    Petrified,
    /// It becomes another piece.
    Becomes {
        /// The kind that it has now.
        kind: Kind,
        /// True if it belongs to the other side now.
        is_hostile: bool,
    },
}

/// Returns the facts about a legal move of a position: the main one, then those about other squares.
///
/// ```
/// use helgi_rules::internals::describe::{self, MoveFact};
/// use helgi_rules::{Game, GameId, readable};
///
/// let position = GameId::CHESS.start();
/// let played = readable::read(&position, "e4").unwrap();
/// assert!(matches!(describe::facts(&position, played)[..], [MoveFact::Arrival { met: None, .. }]));
/// ```
#[must_use]
pub fn facts(before: &AnyPosition, legal: Move) -> Vec<MoveFact> {
    let scene = Scene { before, after: &before.after(legal) };
    let mut facts = Vec::new();
    match legal.action() {
        Action::Pass => facts.push(MoveFact::Pass(before.side())),
        Action::Drop { kind, to } => facts.push(MoveFact::Drop { kind, to }),
        Action::Wall { at } => facts.push(MoveFact::Wall { side: before.side(), on: at }),
        Action::Shoot { from, target, second } => {
            let victims = [Some(target), second].into_iter().flatten();
            let victims = victims.map(|square| scene.piece(square)).collect();
            facts.push(MoveFact::Shot { by: scene.piece(from), victims });
        }
        Action::Split { from, to, count } => {
            let (mover, met) = (MovingPart::Top(count), scene.met(from, to));
            facts.push(MoveFact::Arrival { mover, from, to, met, fate: MoverFate::Same });
        }
        Action::Step { from, to, .. } => match readable::castling(before, legal) {
            Some(castling) => {
                let is_short = castling == readable::SHORT_CASTLING;
                let castling = MoveFact::Castling { side: before.side(), is_short };
                // The king and the rook move both: other facts would repeat it.
                return [castling].into_iter().chain(gate(legal)).chain(wall_besides(legal)).collect();
            }
            None => facts.extend(scene.shot_by_step(from).or_else(|| scene.step(from, to))),
        },
    }
    let set_down = legal.set_down(before.outline());
    if let Some([on, place]) = set_down {
        // What is set down is not taken where it stood.
        if let Some(MoveFact::Arrival { met, to, .. }) = facts.first_mut()
            && *to == on
        {
            *met = None;
        }
        facts.push(MoveFact::Displacement { piece: scene.piece(on), to: place });
    }
    let is_displaced = |square: Square| set_down.is_some_and(|squares| squares.contains(&square));
    let (from, to) = (legal.from(), legal.to());
    // A shot's victims have been named.
    let is_shot = matches!(facts.first(), Some(MoveFact::Shot { .. }));
    for square in before
        .outline()
        .squares()
        .filter(|&square| Some(square) != from && Some(square) != to && !is_displaced(square))
    {
        facts.extend(scene.loss(square).filter(|_| !is_shot));
        facts.extend(scene.change(square));
    }
    facts.extend(gate(legal));
    facts.extend(wall_besides(legal));
    facts
}

/// The piece of the reserve that comes with a move.
fn gate(legal: Move) -> Option<MoveFact> {
    legal.gate().map(|(kind, on)| MoveFact::Appearance { kind, is_hostile: false, on })
}

/// The wall that a move of a piece builds.
fn wall_besides(legal: Move) -> Option<MoveFact> {
    let is_alone = matches!(legal.action(), Action::Wall { .. });
    legal.built().filter(|_| !is_alone).map(|on| MoveFact::WallBesides { on })
}

/// The two positions.
struct Scene<'a> {
    before: &'a AnyPosition,
    after: &'a AnyPosition,
}

impl Scene<'_> {
    /// The move of a piece, alone or with the pieces below it.
    fn step(&self, from: Square, to: Square) -> Option<MoveFact> {
        let mover = self.before.piece_at(from, 0)?;
        let height = self.before.pieces_on(from).count() - self.after.pieces_on(from).count();
        let fate = match self.after.piece_at(to, 0) {
            None if self.after.is_obstacle(to) => MoverFate::Petrified,
            None => MoverFate::Gone,
            Some(piece) if piece == mover => MoverFate::Same,
            Some(piece) => MoverFate::Becomes { kind: piece.kind, is_hostile: piece.side != mover.side },
        };
        let part = MovingPart::Piece { kind: mover.kind, has_stack: height > 1 };
        Some(MoveFact::Arrival { mover: part, from, to, met: self.met(from, to), fate })
    }

    /// The capture of a piece that stays on its square, although the move is written as a step.
    fn shot_by_step(&self, from: Square) -> Option<MoveFact> {
        let mover = self.before.piece_at(from, 0)?;
        if self.after.piece_at(from, 0) != Some(mover) {
            return None;
        }
        let outline = self.before.outline();
        let count = |position: &AnyPosition, square| position.pieces_on(square).count();
        let is_gone = |&square: &Square| count(self.after, square) < count(self.before, square);
        let victims: Vec<PlacedKind> =
            outline.squares().filter(is_gone).map(|square| self.piece(square)).collect();
        (!victims.is_empty()).then(|| MoveFact::Shot { by: self.piece(from), victims })
    }

    /// The piece on the square where a move ends.
    fn met(&self, from: Square, to: Square) -> Option<MetPiece> {
        let there = self.before.piece_at(to, 0)?;
        let count = |position: &AnyPosition| position.pieces_on(to).filter(|&piece| piece == there).count();
        let stays = count(self.after) >= count(self.before);
        // Only a single piece can change places; of a stack some would stay behind.
        let is_exchanged =
            self.before.pieces_on(from).count() == 1 && self.after.piece_at(from, 0) == Some(there);
        let treatment = match (there.side == self.before.side(), stays) {
            _ if is_exchanged => MetTreatment::Exchanged,
            (true, true) => MetTreatment::Mounted,
            (true, false) => MetTreatment::Taken,
            (false, true) => MetTreatment::TakenPrisoner,
            (false, false) => MetTreatment::Taken,
        };
        Some(MetPiece { kind: there.kind, treatment })
    }

    /// The pieces that are gone from another square.
    fn loss(&self, square: Square) -> Option<MoveFact> {
        let mut left: Vec<Piece> = self.after.pieces_on(square).collect();
        // A square that holds more than before has lost nothing.
        if left.len() >= self.before.pieces_on(square).count() {
            return None;
        }
        let mut kinds = Vec::new();
        for piece in self.before.pieces_on(square) {
            // Each piece that is still there is matched once, since a stack may have several alike.
            match left.iter().position(|&other| other == piece) {
                Some(index) => drop(left.remove(index)),
                None => kinds.push(piece.kind),
            }
        }
        Some(MoveFact::Loss { kinds, on: square })
    }

    /// The piece that has appeared on another square, or become something else there.
    fn change(&self, square: Square) -> Option<MoveFact> {
        let height = |position: &AnyPosition| position.pieces_on(square).count();
        match (self.before.piece_at(square, 0), self.after.piece_at(square, 0)) {
            (None, Some(new)) => Some(MoveFact::Appearance {
                kind: new.kind,
                is_hostile: new.side != self.before.side(),
                on: square,
            }),
            // With another height something has left or come, which is another fact.
            (Some(old), Some(new)) if old != new && height(self.before) == height(self.after) => {
                let new_side = (old.side != new.side).then_some(new.side);
                Some(MoveFact::Change { old: self.piece(square), new: new.kind, new_side })
            }
            _ => None,
        }
    }

    /// The piece on top of a square before the move.
    fn piece(&self, on: Square) -> PlacedKind {
        PlacedKind { kind: self.before.piece_at(on, 0).map(|piece| piece.kind), on }
    }
}
