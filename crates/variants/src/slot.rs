//! The kinds of pieces that a file can name: 36 with known moves, 25 of the author's own, and the king.

/// A kind of piece by its key: `knight`, `customPiece3`, `king`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(pub u8);

/// The keys with the moves that they stand for, in XBetza.
const NAMED: [(&str, &str); 37] = [
    // In Fairy-Stockfish's order, which is also that of the letters in a hand.
    ("pawn", "fmWfceF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("janggiCannon", "pR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
    ("king", "K"),
];

impl Slot {
    /// The pawn of chess.
    pub const PAWN: Slot = Slot(0);
    /// The knight.
    pub const KNIGHT: Slot = Slot(1);
    /// The bishop.
    pub const BISHOP: Slot = Slot(2);
    /// The rook.
    pub const ROOK: Slot = Slot(3);
    /// The queen.
    pub const QUEEN: Slot = Slot(4);
    /// One step diagonally, the adviser of xiangqi.
    pub const FERS: Slot = Slot(5);
    /// Rook and one step diagonally, the dragon of shogi.
    pub const BERS: Slot = Slot(10);
    /// The silver general.
    pub const SILVER: Slot = Slot(8);
    /// The pawn of shogi.
    pub const SHOGI_PAWN: Slot = Slot(18);
    /// The cannon of xiangqi.
    pub const CANNON: Slot = Slot(26);
    /// The cannon of janggi.
    pub const JANGGI_CANNON: Slot = Slot(27);
    /// The soldier of xiangqi.
    pub const SOLDIER: Slot = Slot(28);
    /// The horse of xiangqi.
    pub const HORSE: Slot = Slot(29);
    /// The elephant of xiangqi.
    pub const ELEPHANT: Slot = Slot(30);
    /// A step along ranks and files.
    pub const WAZIR: Slot = Slot(33);
    /// The elephant of janggi.
    pub const JANGGI_ELEPHANT: Slot = Slot(31);
    /// A king that is not royal.
    pub const COMMONER: Slot = Slot(34);
    /// The royal piece.
    pub const KING: Slot = Slot(36);
    /// The number of kinds with moves of the author's own.
    pub const CUSTOM: u8 = 25;
    /// The number of kinds.
    pub const COUNT: usize = NAMED.len() + Slot::CUSTOM as usize;

    /// All kinds.
    pub fn all() -> impl DoubleEndedIterator<Item = Slot> {
        (0..Slot::COUNT as u8).map(Slot)
    }

    /// The kind as an array index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The place in a hand as Fairy-Stockfish writes it, from the last one up: the king is written first, then the kinds of
    /// the author's own, then the others from the last key to the pawn.
    #[must_use]
    pub fn rank_in_hand(self) -> (bool, u8) {
        (self == Slot::KING, self.0)
    }

    /// Returns true if its moves are the author's own.
    #[must_use]
    pub const fn is_custom(self) -> bool {
        self.index() >= NAMED.len()
    }

    /// The key.
    #[must_use]
    pub fn key(self) -> String {
        match NAMED.get(self.index()) {
            Some((key, _)) => (*key).to_owned(),
            None => format!("customPiece{}", self.index() + 1 - NAMED.len()),
        }
    }

    /// The moves of a named kind; none of a custom one.
    #[must_use]
    pub fn betza(self) -> &'static str {
        NAMED.get(self.index()).map_or("", |(_, betza)| betza)
    }

    /// The kind of a key.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Slot> {
        // Each line of a file asks.
        if let Some(number) = key.strip_prefix("customPiece") {
            let is_plain = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
            let number: u8 = number.parse().ok().filter(|number| (1..=Slot::CUSTOM).contains(number))?;
            return is_plain.then_some(Slot(NAMED.len() as u8 + number - 1));
        }
        NAMED.iter().position(|(named, _)| *named == key).map(|index| Slot(index as u8))
    }

    /// The name for people: `shogi pawn` for `shogiPawn`.
    #[must_use]
    pub fn words(self) -> String {
        let mut words = String::new();
        for c in self.key().chars() {
            if c.is_ascii_uppercase()
                || (c.is_ascii_digit() && !words.ends_with(|c: char| c.is_ascii_digit()))
            {
                words.push(' ');
            }
            words.push(c.to_ascii_lowercase());
        }
        words
    }
}

/// A set of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Types(pub u64);

impl Types {
    /// No kind.
    pub const EMPTY: Types = Types(0);
    /// Every kind, and all pieces taken together.
    // 62 slots leave the highest bit for `*`.
    pub const ALL: Types = Types(((1 << Slot::COUNT) - 1) | Types::TOGETHER);

    /// The bit that stands for all pieces taken together, as `*` does.
    const TOGETHER: u64 = 1 << 63;

    /// Returns true if it means all pieces taken together.
    #[must_use]
    pub const fn is_together(self) -> bool {
        self.0 & Types::TOGETHER != 0
    }

    /// The set of these kinds.
    #[must_use]
    pub const fn of(slots: &[Slot]) -> Types {
        let mut set = Types::EMPTY;
        let mut index = 0;
        while index < slots.len() {
            set.0 |= 1 << slots[index].0;
            index += 1;
        }
        set
    }

    /// Returns true if a kind is in it.
    #[must_use]
    pub const fn has(self, slot: Slot) -> bool {
        self.0 >> slot.0 & 1 != 0
    }

    /// Adds a kind.
    pub fn insert(&mut self, slot: Slot) {
        self.0 |= 1 << slot.0;
    }

    /// Takes a kind out.
    pub fn remove(&mut self, slot: Slot) {
        self.0 &= !(1 << slot.0);
    }

    /// The kinds in it.
    pub fn iter(self) -> impl Iterator<Item = Slot> {
        Slot::all().filter(move |&slot| self.has(slot))
    }

    /// Returns true if no kind is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_found_by_their_keys() {
        for slot in Slot::all() {
            assert_eq!(Slot::of_key(&slot.key()), Some(slot));
        }
        assert_eq!(Slot::of_key("king"), Some(Slot::KING));
        assert_eq!(Slot::of_key("customPiece25"), Some(Slot(61)));
        assert_eq!(
            (Slot::of_key("customPiece26"), Slot::SHOGI_PAWN.words()),
            (None, "shogi pawn".to_owned())
        );
        for key in ["customPiece", "customPiece0", "customPiece01", "customPiece+1", "customPiece257", ""] {
            assert_eq!(Slot::of_key(key), None, "{key}");
        }
        assert_eq!(Slot::of_key("soldier"), Some(Slot::SOLDIER));
        assert_eq!(Slot::of_key("fers"), Some(Slot::FERS));
        assert_eq!(Slot::of_key("cannon"), Some(Slot::CANNON));
        assert_eq!(Slot::of_key("horse"), Some(Slot::HORSE));
        assert_eq!(Slot::of_key("elephant"), Some(Slot::ELEPHANT));
        assert_eq!(Slot::of_key("silver"), Some(Slot::SILVER));
        assert_eq!(Slot::of_key("bers"), Some(Slot::BERS));
        assert_eq!(Slot::of_key("wazir"), Some(Slot::WAZIR));
        assert_eq!(Slot::of_key("janggiElephant"), Some(Slot::JANGGI_ELEPHANT));
        assert_eq!(Slot::of_key("janggiCannon"), Some(Slot::JANGGI_CANNON));
    }
}
