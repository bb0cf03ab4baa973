//! Glyphs: opinions on moves and positions by number, as PGN has them.

use std::fmt;

/// A numeric annotation glyph, in PGN `$` and the number: `$1` is `!`.
///
/// ```
/// use helgi_record::Glyph;
///
/// assert_eq!(Glyph::named("?!"), Some(Glyph::DUBIOUS));
/// assert_eq!(Glyph::DUBIOUS.to_string(), "$6");
/// assert_eq!(Glyph::DUBIOUS.symbol(), Some("?!"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Glyph(pub u16);

impl Glyph {
    /// `!`
    pub const GOOD: Glyph = Glyph(1);
    /// `?`
    pub const MISTAKE: Glyph = Glyph(2);
    /// `!!`
    pub const BRILLIANT: Glyph = Glyph(3);
    /// `??`
    pub const BLUNDER: Glyph = Glyph(4);
    /// `!?`
    pub const INTERESTING: Glyph = Glyph(5);
    /// `?!`
    pub const DUBIOUS: Glyph = Glyph(6);
    /// A move that was not played before.
    pub const NOVELTY: Glyph = Glyph(146);
    /// A diagram belongs here, as `(D)` says in print.
    pub const DIAGRAM: Glyph = Glyph(220);

    /// Returns true for the opinions on the move itself, of which it can have one: `!` to `?!`.
    pub const fn is_on_move(self) -> bool {
        matches!(self.0, 1..=6)
    }

    /// The glyph of a symbol as it is printed in books: `!?`, `+-`, `±`.
    pub fn named(symbol: &str) -> Option<Glyph> {
        SYMBOLS.iter().find(|(_, names)| names.contains(&symbol)).map(|&(number, _)| Glyph(number))
    }

    /// Returns its customary symbol, if it has one.
    pub fn symbol(self) -> Option<&'static str> {
        let (_, names) = SYMBOLS.iter().find(|&&(number, _)| number == self.0)?;
        names.first().copied()
    }
}

/// The number with its `$`.
impl fmt::Display for Glyph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

/// Numbers and their symbols, the usual one first.
const SYMBOLS: [(u16, &[&str]); 20] = [
    // Section 10 of the PGN standard has the numbers up to 139; those above are customary in other programs.
    (1, &["!"]),
    (2, &["?"]),
    (3, &["!!", "‼"]),
    (4, &["??", "⁇"]),
    (5, &["!?", "⁉"]),
    (6, &["?!", "⁈"]),
    (7, &["□"]),
    (10, &["="]),
    (13, &["∞"]),
    (14, &["⩲", "+="]),
    (15, &["⩱", "=+"]),
    (16, &["±", "+/-"]),
    (17, &["∓", "-/+"]),
    (18, &["+-", "+−"]),
    (19, &["-+", "−+"]),
    (22, &["⨀"]),
    (36, &["→"]),
    (132, &["⇆"]),
    (140, &["∆"]),
    (146, &["N"]),
];
