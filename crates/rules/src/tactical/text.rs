//! Positions of Tactical chess in text, and which of them are refused.

use super::{
    ARMY, BATTLE, INFO, KING, OBSTACLE, PIECES, PROMOTED, Phase, Set, TABLES, Tactical, TacticalPosition,
    promote_on, promotion,
};
use crate::board::{Cells, Kind, Outline, Piece, Side};
use crate::fen::{self, Cell, Fields};
use crate::{FenError, FenFault, Game, Info, Turn};

impl Game for Tactical {
    type Position = TacticalPosition;

    fn info(&self) -> &'static Info {
        &INFO
    }

    fn outline(&self) -> &'static Outline {
        TABLES.pieces.geometry.outline()
    }

    fn parse(&self, text: &str) -> Result<TacticalPosition, FenError> {
        self.read(&Fields::split(text)?)
    }

    /// The number of the turn is the given one, or the nearest that the position allows.
    fn parse_shown(&self, text: &str) -> Result<TacticalPosition, FenError> {
        let fields = Fields::split(text)?;
        // In the battle anything goes that is a position at all.
        // Read as of the battle, which allows every army.
        let turn = fields.turn;
        let battle = self.read(&Fields { turn: Turn { fullmove: BATTLE, ..turn }, ..fields.clone() })?;
        let last = battle.last_turn()?;
        let fullmove = turn.fullmove.max(battle.first_turn()).min(last);
        // The clock belongs to a battle with this number.
        let keeps_clock = fullmove == turn.fullmove && fullmove >= BATTLE;
        let halfmove = if keeps_clock { turn.halfmove } else { 0 };
        self.read(&Fields { turn: Turn { fullmove, halfmove, ..turn }, ..fields })
    }
}

impl Tactical {
    fn read(&self, fields: &Fields) -> Result<TacticalPosition, FenError> {
        let outline = self.outline();
        let mut position = TacticalPosition {
            cells: Cells::default(),
            obstacles: Set::EMPTY,
            obstacle_key: 0,
            reserve: fen::reserve(fields.reserve, PIECES)?,
            turn: fields.turn,
            reversible: fields.turn.halfmove,
        };
        for (square, cell) in fen::board(fields.board, outline, PIECES)? {
            let refuse =
                |expected: &str, fault| FenError::new("board", outline.name(square), expected).of(fault);
            match cell {
                Cell::Block => position.put_obstacle(square),
                Cell::Pieces(stack) => match stack[..] {
                    [piece] if piece.kind == OBSTACLE => {
                        return Err(refuse("`*` for an obstacle; `O` is one in reserve", FenFault::Square));
                    }
                    [piece] if promote_on(square, piece) != piece => {
                        let name = PIECES[piece.kind.index()].name;
                        return Err(refuse(
                            &format!("no unpromoted {name} on its last rank"),
                            FenFault::LastRank,
                        ));
                    }
                    [piece] => position.cells.put(square, piece),
                    _ => return Err(refuse("one piece on a square", FenFault::Square)),
                },
            }
        }
        fields.without_rights()?;
        if fields.turn.halfmove != 0 && position.phase() != Phase::Battle {
            let expected = format!("0 before full move {BATTLE}");
            return Err(FenError::new("halfmove", fields.turn.halfmove.to_string(), expected));
        }
        position.check_obstacles()?;
        for side in Side::BOTH {
            position.check_army(side)?;
            position.check_king(side)?;
        }
        Ok(position)
    }
}

impl TacticalPosition {
    /// Returns the number of the first turn in which this board and these reserves are possible: by
    /// the drops so far, and in the battle once a piece has moved or is gone.
    pub(super) fn first_turn(&self) -> u16 {
        let [Some(white), Some(black)] = Side::BOTH.map(|side| self.turns_for_drops(side)) else {
            return BATTLE;
        };
        let turn = match self.turn.side {
            // With Black to move White has had its turn of this full move, Black has not.
            Side::White => white.max(black) + 1,
            Side::Black => white.max(black + 1),
        };
        turn.min(BATTLE)
    }

    /// Returns the number of the last turn in which these reserves are possible: kings are dropped
    /// in the third, before every other piece, even if pieces are missing in a position that was
    /// set up.
    fn last_turn(&self) -> Result<u16, FenError> {
        let in_reserve = Side::BOTH.map(|side| self.reserve.count(Piece { kind: KING, side }) > 0);
        let on_board = Side::BOTH.map(|side| self.cells.side(side).len());
        match (in_reserve, on_board, self.turn.side) {
            ([false, false], ..) => Ok(u16::MAX),
            ([true, true], [0, 0], Side::White) | ([false, true], [1, 0], Side::Black) => Ok(3),
            ([true, true], [0, 0], Side::Black) => Ok(2),
            ([white, _], ..) => {
                let side = if white { Side::White } else { Side::Black };
                let king = side.cased(PIECES[KING.index()].letter);
                Err(FenError::new("reserve", king, "no king once another piece is on the board"))
            }
        }
    }

    /// Returns the number of turns that a side needed for its drops; `None` if it has also done
    /// something else.
    fn turns_for_drops(&self, side: Side) -> Option<u16> {
        let own = self.cells.side(side);
        let reserved = |kind| self.reserve.count(Piece { kind, side });
        let is_there = |(kind, &most): (Kind, &u8)| {
            self.cells.of(side, kind).len() + reserved(kind) as usize == most as usize
        };
        let is_whole = (0..).map(Kind).zip(&ARMY).skip(1).all(is_there);
        if !is_whole || !own.is_subset(TABLES.piece_zone[side.index()]) {
            return None;
        }
        let dropped = own.len() as u16;
        match reserved(KING) {
            // The first two turns are for obstacles.
            0 => Some(2 + dropped).filter(|&turns| turns < BATTLE),
            _ if dropped > 0 => None,
            _ => Some(ARMY[OBSTACLE.index()].saturating_sub(reserved(OBSTACLE)).into()),
        }
    }

    /// Refuses more obstacles than there are.
    pub(super) fn check_obstacles(&self) -> Result<(), FenError> {
        let reserved = Side::BOTH.map(|side| self.reserve.count(Piece { kind: OBSTACLE, side }));
        let board = self.obstacles.len();
        let total = board + reserved.iter().map(|&count| count as usize).sum::<usize>();
        if total > 4 {
            let expected = "at most 4 on the board and in reserve together";
            let fault = FenFault::Obstacles { most: 4 };
            return Err(FenError::new("board", format!("{total} obstacles"), expected).of(fault));
        }
        Ok(())
    }

    /// Refuses more pieces than the reserve held at the start. Promoted pieces beyond those that
    /// it held are charged to the kind they were promoted from.
    pub(super) fn check_army(&self, side: Side) -> Result<(), FenError> {
        let letter = |kind: Kind| side.cased(PIECES[kind.index()].letter);
        for (kind, &most) in (0..).map(Kind).zip(&ARMY) {
            // A reserve never grows.
            let reserved = self.reserve.count(Piece { kind, side });
            if reserved > most {
                let value = format!("{reserved} {}", letter(kind));
                let (count, most) = (reserved.into(), most.into());
                let fault = FenFault::TooMany { letter: letter(kind), count, most };
                return Err(FenError::new("reserve", value, format!("at most {most}")).of(fault));
            }
        }
        let count =
            |kind| self.cells.of(side, kind).len() + self.reserve.count(Piece { kind, side }) as usize;
        for (kind, &most) in (0..).map(Kind).zip(&ARMY).skip(1) {
            let (counted, most) = (count(kind), most as usize);
            if let Some(promoted) = promotion(kind) {
                // One promoted piece of each kind is in the army from the start.
                let surplus = count(promoted).saturating_sub(ARMY[promoted.index()] as usize);
                if counted + surplus > most {
                    let value =
                        format!("{counted} {} and {} {}", letter(kind), count(promoted), letter(promoted));
                    let expected = format!(
                        "at most {most} {}, less one for each {} but the first",
                        letter(kind),
                        letter(promoted)
                    );
                    return Err(FenError::new("board", value, expected).of(FenFault::Promoted(side)));
                }
            } else if counted > most && !PROMOTED.contains(&kind) {
                let value = format!("{counted} {}", letter(kind));
                let expected = format!("at most {most} on the board and in reserve together");
                let fault = FenFault::TooMany { letter: letter(kind), count: counted, most };
                return Err(FenError::new("board", value, expected).of(fault));
            }
        }
        Ok(())
    }

    /// Refuses a king on the board before it is dropped, and one missing before the battle.
    pub(super) fn check_king(&self, side: Side) -> Result<(), FenError> {
        let dropped = match self.phase() {
            Phase::Obstacles => false,
            Phase::Kings => side == Side::White && self.turn.side == Side::Black,
            Phase::Pieces => true,
            Phase::Battle => return Ok(()),
        };
        let on_board = self.cells.of(side, KING).len();
        let reserved = self.reserve.count(Piece { kind: KING, side });
        let name = side.name();
        if on_board != dropped as usize {
            let value = format!("{on_board} {name} kings");
            let expected = format!("{} at full move {}", dropped as u8, self.turn.fullmove);
            return Err(FenError::new("board", value, expected).of(FenFault::Kings { side, count: on_board }));
        }
        if reserved != !dropped as u8 {
            let expected = format!("{} {name} king at full move {}", !dropped as u8, self.turn.fullmove);
            return Err(FenError::new("reserve", reserved.to_string(), expected));
        }
        Ok(())
    }
}
