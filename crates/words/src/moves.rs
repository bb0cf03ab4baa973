//! The effects of a move, from the facts about it.

use crate::message::TextMessage;
use crate::names;
use helgi_rules::board::{Kind, Move, Side, Square};
use helgi_rules::internals::describe::{
    self, MetPiece, MetTreatment, MoveFact, MoverFate, MovingPart, PlacedKind,
};
use helgi_rules::{AnyPosition, Obstacle};

/// Describes a legal move of a position as a part of a sentence, without its full stop: `the airborne takes the helicopter
/// on g1`.
///
/// ```
/// use helgi_rules::{Game, GameId, readable};
/// use helgi_words::{Catalogue, moves};
///
/// let position = GameId::CHESS.parse("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
/// let played = readable::read(&position, "exd5").unwrap();
/// let described = moves::describe(&position, played);
/// assert_eq!(Catalogue::english().write(&described), "the pawn takes the pawn on d5");
/// assert_eq!(Catalogue::named("ru").unwrap().write(&described), "пешка берёт пешку на d5");
/// ```
#[must_use]
pub fn describe(before: &AnyPosition, legal: Move) -> TextMessage {
    let words = FactWords { position: before };
    let mut facts: Vec<TextMessage> =
        describe::facts(before, legal).iter().map(|fact| words.fact(fact)).collect();
    match (facts.pop(), facts.is_empty()) {
        (Some(only), true) => only,
        (last, _) => {
            TextMessage::new("facts").with("facts", facts.into_iter().chain(last).collect::<Vec<_>>())
        }
    }
}

/// The messages for facts about moves of a position.
struct FactWords<'a> {
    position: &'a AnyPosition,
}

impl FactWords<'_> {
    fn fact(&self, fact: &MoveFact) -> TextMessage {
        match fact {
            MoveFact::Pass(side) => self.of_side("fact.pass", *side),
            MoveFact::Castling { side, is_short } => {
                self.of_side(if *is_short { "fact.castles.short" } else { "fact.castles.long" }, *side)
            }
            MoveFact::Drop { kind, to } => {
                TextMessage::new("fact.drop").with("kind", self.kind(*kind)).with("to", self.square(*to))
            }
            MoveFact::Wall { side, on } => {
                self.of_side(self.obstacle_ids()[0], *side).with("on", self.square(*on))
            }
            MoveFact::WallBesides { on } => {
                TextMessage::new(self.obstacle_ids()[1]).with("on", self.square(*on))
            }
            MoveFact::Shot { by, victims } => {
                let victims: Vec<TextMessage> = victims.iter().map(|&victim| self.placed(victim)).collect();
                TextMessage::new("fact.shot").with("by", self.placed(*by)).with("victims", victims)
            }
            MoveFact::Arrival { mover, from, to, met, fate } => {
                self.arrival(*mover, [*from, *to], *met, *fate)
            }
            // The verb agrees with their number, as `count` tells the catalogue.
            MoveFact::Loss { kinds, on } => {
                let count = kinds.len();
                let gone: Vec<TextMessage> = kinds
                    .iter()
                    .map(|&kind| TextMessage::new("fact.the").with("kind", self.kind(kind)))
                    .collect();
                TextMessage::new("fact.loss")
                    .with("gone", gone)
                    .with("on", self.square(*on))
                    .with("count", count)
            }
            MoveFact::Appearance { kind, is_hostile, on } => TextMessage::new("fact.appears")
                .with("kind", self.owned(*kind, *is_hostile))
                .with("on", self.square(*on)),
            MoveFact::Displacement { piece, to } => TextMessage::new("fact.displaced")
                .with("piece", self.placed(*piece))
                .with("to", self.square(*to)),
            MoveFact::Change { old, new, new_side } => {
                let change = match new_side {
                    None => TextMessage::new("fact.changes"),
                    Some(side) => self.of_side("fact.changes.side", *side),
                };
                change.with("old", self.placed(*old)).with("new", self.kind(*new))
            }
        }
    }

    fn arrival(
        &self,
        mover: MovingPart,
        [from, to]: [Square; 2],
        met: Option<MetPiece>,
        fate: MoverFate,
    ) -> TextMessage {
        let (who, count) = match mover {
            MovingPart::Piece { kind, has_stack: false } => {
                (TextMessage::new("mover.piece").with("kind", self.kind(kind)), 1)
            }
            // A whole stack is one thing to the verb; of a part of it, each piece counts.
            MovingPart::Piece { kind, has_stack: true } => {
                (TextMessage::new("mover.stack").with("kind", self.kind(kind)), 1)
            }
            MovingPart::Top(count) => {
                let count = u32::from(count);
                (TextMessage::new("mover.top").with("count", count).with("from", self.square(from)), count)
            }
        };
        let id = match met.map(|met| met.treatment) {
            None => "fact.goes",
            Some(MetTreatment::Mounted) => "fact.mounts",
            Some(MetTreatment::Taken) => "fact.takes",
            Some(MetTreatment::Exchanged) => "fact.exchanges",
            Some(MetTreatment::TakenPrisoner) => "fact.takes.prisoner",
        };
        let mut fact = TextMessage::new(id).with("who", who).with("to", self.square(to)).with("count", count);
        if let Some(MetPiece { kind, .. }) = met {
            fact = fact.with("met", self.kind(kind));
        }
        let becomes = |new: TextMessage| TextMessage::new("fate.becomes").with("new", new);
        let fate = match fate {
            // The other fates are clauses around what the mover did.
            MoverFate::Same => return fact,
            MoverFate::Gone => TextMessage::new("fate.gone"),
            MoverFate::Petrified => TextMessage::new("fate.petrified"),
            MoverFate::Becomes { kind, is_hostile } => becomes(self.owned(kind, is_hostile)),
        };
        fate.with("fact", fact)
    }

    /// The messages for an obstacle of this game that is put up instead of a move, and after one.
    fn obstacle_ids(&self) -> [&'static str; 2] {
        match self.position.info().obstacle {
            Obstacle::Duck => ["fact.wall.duck", "fact.wall.duck.besides"],
            Obstacle::Arrow => ["fact.wall.arrow", "fact.wall.arrow.besides"],
            Obstacle::Hole => ["fact.wall.hole", "fact.wall.hole.besides"],
            Obstacle::Water => ["fact.wall.water", "fact.wall.water.besides"],
            Obstacle::Wall => ["fact.wall", "fact.wall.besides"],
        }
    }

    fn of_side(&self, id: &'static str, side: Side) -> TextMessage {
        TextMessage::new(id).with("side", names::side(side))
    }

    /// A piece, which may be the other side's: `hostile rook`.
    fn owned(&self, kind: Kind, is_hostile: bool) -> TextMessage {
        let name = self.kind(kind);
        if is_hostile { TextMessage::new("piece-hostile").with("piece", name) } else { name }
    }

    /// The piece on top of a square: `the pawn on e4`.
    fn placed(&self, piece: PlacedKind) -> TextMessage {
        let name = piece.kind.map_or_else(|| TextMessage::new("piece.obstacle"), |kind| self.kind(kind));
        TextMessage::new("piece-placed").with("piece", name).with("on", self.square(piece.on))
    }

    fn kind(&self, kind: Kind) -> TextMessage {
        names::kind(self.position.info(), kind)
    }

    fn square(&self, square: Square) -> String {
        self.position.outline().name(square)
    }
}
