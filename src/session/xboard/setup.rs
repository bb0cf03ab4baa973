//! How a game is announced to XBoard: its letters, the board it starts from, how its pieces move.
//!
//! Everything is made from what the games say of themselves; nothing is sent from here.
//!
//! ```text
//! setup (table) WxH+H_parent FEN     letters by slots, size of the board and the hands, start
//! piece N& N                         for each letter its movement, in XBoard's Betza notation
//! ```
//!
//! XBoard's notation cannot say everything: lines that pass own pieces become ordinary ones, lines
//! over any pieces are said for three squares, a dragon's double shot as two single ones, and *en
//! passant* is left out. The marks that the session sends when a piece is lifted tell the truth.

use helgi_rules::board::movement::{self, Atom, Mode, Special, Term};
use helgi_rules::board::{Piece, Side, Square};
use helgi_rules::fen;
use helgi_rules::xboard::{Figure, XBoard, slot};
use helgi_rules::{AnyPosition, Info, Position};

/// The letters of one game on XBoard's board.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    info: &'static Info,
    xboard: &'static XBoard,
}

/// What XBoard shows on one square: the top piece, and how high its stack is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shown {
    /// The piece, of a stack the top one.
    pub piece: Piece,
    /// The number of pieces on the square, from 1.
    pub height: usize,
}

impl From<Piece> for Shown {
    fn from(piece: Piece) -> Self {
        Shown { piece, height: 1 }
    }
}

impl Table {
    /// The letters of a game; `None` if XBoard cannot show it.
    pub fn new(info: &'static Info) -> Option<Self> {
        info.xboard.as_ref().map(|xboard| Table { info, xboard })
    }

    /// The name of the game in XBoard's list of variants.
    pub fn variant(&self) -> &'static str {
        self.xboard.variant
    }

    /// Whether XBoard knows the game by itself, so that nothing has to be announced.
    pub fn is_orthodox(&self) -> bool {
        self.xboard.variant == "normal"
    }

    /// The letter for what a square shows, in the case of its side.
    pub fn letter(&self, shown: Shown) -> char {
        let letter = self.figure(shown).map_or('?', |figure| figure.letter);
        shown.piece.side.cased(letter)
    }

    /// The letter to which a piece is promoted that shall disappear, lower case.
    pub fn vanish(&self) -> char {
        self.xboard.vanish.to_ascii_lowercase()
    }

    /// The letter of an obstacle, in games that have them; either case may be on XBoard's board.
    pub fn obstacle(&self) -> Option<char> {
        self.xboard.obstacle
    }

    /// The letter of the piece in hand that XBoard shows in the row of rank `rank`, counted from 1 at the
    /// bottom: White's from the bottom up, Black's from the top down, in the order of the slots.
    pub fn in_hand(&self, rank: usize, side: Side) -> Option<char> {
        let rows = usize::from(self.xboard.holdings.max(self.info.ranks));
        let row = match side {
            Side::White => rank.checked_sub(1)?,
            Side::Black => rows.checked_sub(rank)?,
        };
        let mut letters: Vec<Figure> = self.letters().into_iter().map(|(figure, _)| figure).collect();
        letters.sort_by_key(|figure| figure.slot);
        letters.get(row).map(|figure| figure.letter)
    }

    /// The letter of the king that castles, in games in which one does; upper case.
    pub fn castler(&self) -> Option<char> {
        let letters = self.letters();
        letters.iter().find(|(figure, _)| figure.slot == slot::KING).map(|(figure, _)| figure.letter)
    }

    fn figure(&self, shown: Shown) -> Option<Figure> {
        let figures = self.xboard.figures.get(shown.piece.kind.index())?;
        let class = self.xboard.heights.iter().filter(|&&height| height <= shown.height).count();
        figures.get(class).or(figures.last()).copied()
    }

    /// All letters with the descriptor of the piece they stand for, each letter once.
    fn letters(&self) -> Vec<(Figure, &'static str)> {
        let mut letters: Vec<(Figure, &'static str)> = Vec::new();
        for (piece, figures) in self.info.pieces.iter().zip(self.xboard.figures) {
            for &figure in *figures {
                if letters.iter().all(|(other, _)| other.letter != figure.letter) {
                    letters.push((figure, piece.movement));
                }
            }
        }
        letters
    }

    /// What XBoard is told after `variant NAME`: the `setup` line, then the `piece` lines. Nothing for
    /// a game that it knows by itself.
    pub fn lines(&self, start: &AnyPosition) -> Vec<String> {
        if self.is_orthodox() {
            return Vec::new();
        }
        let Info { files, ranks, .. } = self.info;
        let XBoard { holdings, parent, castling, .. } = self.xboard;
        let (table, parent) = (self.table(), parent.name());
        let start = self.position_text(start);
        let mut lines = vec![format!("setup ({table}) {files}x{ranks}+{holdings}_{parent} {start}")];
        for (Figure { letter, slot }, descriptor) in self.letters() {
            let castling = if slot == slot::KING { castling } else { "" };
            let betza = format!("{}{castling}", betza(descriptor));
            if !betza.is_empty() {
                lines.push(format!("piece {letter}& {betza}"));
            }
        }
        lines
    }

    /// The letters in the order of their slots, White's and then Black's, `.` for an empty slot.
    fn table(&self) -> String {
        let letters = self.letters();
        let in_slot = |wanted: u8| letters.iter().find(|(figure, _)| figure.slot == wanted);
        let king = in_slot(slot::KING).map(|(figure, _)| figure.letter).or(self.xboard.dummy_king);
        let slots = letters.iter().map(|(figure, _)| figure.slot).filter(|&number| number != slot::KING);
        let end = slots.max().map_or(0, |highest| highest + 1);
        let white: String = (0..end)
            .map(|number| in_slot(number).map_or('.', |(figure, _)| figure.letter))
            .chain([king.unwrap_or('.')])
            .collect();
        let black = white.to_ascii_lowercase();
        white + &black
    }

    /// A position as XBoard reads it: of stacks the top, the reserve in brackets, no castling rights.
    pub fn position_text(&self, position: &AnyPosition) -> String {
        let outline = position.outline();
        let letter = |file, rank| match outline.square(file, rank) {
            None => Some('*'),
            Some(square) if position.is_obstacle(square) => {
                Some(self.xboard.obstacle.map_or('*', |letter| letter.to_ascii_lowercase()))
            }
            Some(square) => self.shown(position, square),
        };
        let rank = |rank| {
            let letters: Vec<Option<char>> = (0..outline.files()).map(|file| letter(file, rank)).collect();
            with_runs(&letters)
        };
        let ranks: Vec<String> = (0..outline.ranks()).rev().map(rank).collect();
        let reserve = position.reserve();
        let reserve = reserve
            .map_or(String::new(), |reserve| format!("[{}]", fen::reserve_text(reserve, self.info.pieces)));
        format!("{}{reserve} {} - - 0 1", ranks.join("/"), fen::side_letter(position.side()))
    }

    /// The letter for what stands on a square, in the case of its side.
    pub fn shown(&self, position: &AnyPosition, square: Square) -> Option<char> {
        let piece = position.piece_at(square, 0)?;
        Some(self.letter(Shown { piece, height: position.pieces_on(square).count() }))
    }

    /// A position's text in the dialect from XBoard's: obstacles are `*` again. Other letters that stand for
    /// more than one thing are left, to be refused or read as what they are in the dialect.
    pub fn dialect_text(&self, text: &str) -> String {
        let Some(obstacle) = self.xboard.obstacle else { return text.to_owned() };
        let end = text.find(['[', ' ']).unwrap_or(text.len());
        let (board, rest) = text.split_at(end);
        let is_obstacle = |letter: char| letter.eq_ignore_ascii_case(&obstacle);
        board.replace(is_obstacle, "*") + rest
    }
}

/// A rank of a position text.
pub(super) fn with_runs(squares: &[Option<char>]) -> String {
    let mut text = String::new();
    for run in squares.chunk_by(|one, other| one.is_none() && other.is_none()) {
        match run {
            [Some(letter)] => text.push(*letter),
            empty => text.push_str(&empty.len().to_string()),
        }
    }
    text
}

/// A movement descriptor in XBoard's notation. What XBoard cannot say is left out or simplified, see
/// the module's documentation.
pub fn betza(descriptor: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for term in movement::parse(descriptor).unwrap_or_default() {
        for part in term_parts(&term) {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
    }
    parts.concat()
}

fn term_parts(term: &Term) -> Vec<String> {
    if term.specials.contains(&Special::EnPassant) {
        return Vec::new();
    }
    let mut modifiers = term.directions.clone();
    for special in &term.specials {
        modifiers.push_str(match special {
            Special::Lame => "n",
            Special::Initial => "i",
            Special::Hop => "p",
            Special::OverOwn | Special::OverAny | Special::EnPassant => "",
        });
    }
    modifiers.push_str(match term.mode {
        Mode::Both => "",
        Mode::Move => "m",
        Mode::Capture => "c",
        // There by capturing, then again: back, as far as it came.
        Mode::Shoot if term.range == 1 => "cab",
        Mode::Shoot => "caib",
    });
    if term.specials.contains(&Special::OverAny) {
        return leaps_of_line(term, &modifiers);
    }
    let part = match (term.atom, term.range) {
        (Atom::Gryphon, _) => format!("{modifiers}FyafsF"),
        (Atom::Dragon, _) => format!("{modifiers}WyafsW"),
        (Atom::King, 1) => format!("{modifiers}K"),
        (Atom::King, range) => format!("{modifiers}Q{}", number(range)),
        (Atom::Leap(0, 1), range) => ride(&modifiers, 'W', 'R', range),
        (Atom::Leap(1, 1), range) => ride(&modifiers, 'F', 'B', range),
        (Atom::Leap(x, y), range) => match leaper(x, y) {
            Some(letter) if range == 1 => format!("{modifiers}{letter}"),
            Some(letter) => format!("{modifiers}{letter}{range}"),
            None => return Vec::new(),
        },
    };
    // A gryphon's first step may be its last.
    match term.atom {
        Atom::Gryphon => vec![format!("{modifiers}F"), part],
        Atom::Dragon => vec![format!("{modifiers}W"), part],
        _ => vec![part],
    }
}

/// A line over any pieces: each of its first three squares by a leap; an endless one goes on as an
/// ordinary line.
fn leaps_of_line(term: &Term, modifiers: &str) -> Vec<String> {
    let (leaps, line) = match term.atom {
        Atom::Leap(1, 1) => (['F', 'A', 'G'], 'B'),
        _ => (['W', 'D', 'H'], 'R'),
    };
    let reach = if term.range == 0 { leaps.len() } else { term.range.into() };
    let mut parts: Vec<String> =
        leaps.into_iter().take(reach).map(|letter| format!("{modifiers}{letter}")).collect();
    if term.range == 0 {
        parts.push(format!("{modifiers}{line}"));
    }
    parts
}

fn ride(modifiers: &str, step: char, line: char, range: u8) -> String {
    if range == 1 { format!("{modifiers}{step}") } else { format!("{modifiers}{line}{}", number(range)) }
}

fn number(range: u8) -> String {
    if range == 0 { String::new() } else { range.to_string() }
}

/// The letter of a leap.
fn leaper(x: u8, y: u8) -> Option<char> {
    Some(match (x, y) {
        (0, 2) => 'D',
        (1, 2) => 'N',
        (2, 2) => 'A',
        (0, 3) => 'H',
        (1, 3) => 'C',
        (2, 3) => 'Z',
        (3, 3) => 'G',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::Game;
    use helgi_rules::board::Side;
    use helgi_rules::games::GameId;
    use std::collections::HashSet;

    /// Its table, and the lines that announce it.
    fn announced(game: GameId) -> Option<(Table, Vec<String>)> {
        let table = Table::new(game.info())?;
        Some((table, table.lines(&game.start())))
    }

    fn all_tables() -> Vec<(Table, Vec<String>)> {
        let tables: Vec<_> = GameId::ALL.iter().filter_map(|&game| announced(game)).collect();
        assert!(tables.len() >= 12, "{} games", tables.len());
        tables
    }

    #[test]
    fn boards_of_17_files_are_not_shown() {
        assert!(announced(GameId::Operational2).is_none());
        assert!(announced(GameId::Operational2Range1).is_none());
    }

    #[test]
    fn chess_needs_no_announcement() {
        let (table, lines) = announced(GameId::Chess).unwrap();
        assert_eq!((table.variant(), lines.len()), ("normal", 0));
    }

    #[test]
    fn every_piece_has_a_letter_and_letters_stand_for_one_picture() {
        for (table, _) in all_tables() {
            let XBoard { figures, heights, vanish, dummy_king, .. } = table.xboard;
            assert_eq!(figures.len(), table.info.pieces.len(), "{}", table.info.name);
            assert!(figures.iter().all(|figures| figures.len() == heights.len() + 1), "{}", table.info.name);
            let different: HashSet<Figure> = figures.iter().copied().flatten().copied().collect();
            let mut letters: Vec<char> = different.iter().map(|figure| figure.letter).collect();
            letters.extend(dummy_king);
            letters.push(*vanish);
            assert!(letters.iter().all(char::is_ascii_uppercase), "{letters:?}");
            let distinct: HashSet<char> = letters.iter().copied().collect();
            assert_eq!(distinct.len(), letters.len(), "{}: {letters:?}", table.info.name);
            let slots: HashSet<u8> = different.iter().map(|figure| figure.slot).collect();
            assert_eq!(slots.len(), different.len(), "{}: a slot used twice", table.info.name);
        }
    }

    #[test]
    fn slots_with_behaviour_hold_kings_or_nothing() {
        for (table, _) in all_tables().into_iter().filter(|(table, _)| !table.is_orthodox()) {
            for (figure, descriptor) in table.letters() {
                assert!(![0, 17, 18, 19].contains(&figure.slot), "{}: {figure:?}", table.info.name);
                if figure.slot == slot::KING {
                    assert_eq!(descriptor, "K", "{}: {figure:?}", table.info.name);
                }
            }
            let kings = table.letters().iter().filter(|(figure, _)| figure.slot == slot::KING).count();
            assert_eq!(kings + usize::from(table.xboard.dummy_king.is_some()), 1, "{}", table.info.name);
        }
    }

    #[test]
    fn names_are_none_that_xboard_mistakes_for_its_own() {
        let early = "normal wildcastle nocastle fischerandom bughouse crazyhouse losers suicide giveaway \
                     twokings kriegspiel atomic 3check shatranj frc 960";
        for (table, _) in all_tables().into_iter().filter(|(table, _)| !table.is_orthodox()) {
            let name = table.variant();
            assert!(early.split(' ').all(|word| !name.contains(word)), "{name}");
            let wild = name.as_bytes().windows(2).any(|pair| matches!(pair, [b'w', b'0'..=b'9']));
            assert!(!wild && !name.contains([' ', ',']), "{name}");
            assert_eq!(GameId::named(name).map(GameId::name), Some(table.info.name));
        }
    }

    #[test]
    fn setup_lines_are_well_formed() {
        for (table, lines) in all_tables() {
            let Info { files, ranks, .. } = table.info;
            let Some(setup) = lines.first() else { continue };
            let words: Vec<&str> = setup.split(' ').collect();
            assert_eq!((words[0], words.len()), ("setup", 9), "{setup}");
            let letters = words[1].trim_matches(['(', ')']);
            let (white, black) = letters.split_at(letters.len() / 2);
            assert_eq!(white.to_ascii_lowercase(), black, "{setup}");
            // Slots and the king's.
            assert!(white.len() > 5 && white.len() <= 66, "{setup}");
            assert!(words[2].starts_with(&format!("{files}x{ranks}+")), "{setup}");
            assert!(*files <= if words[2].contains("+0_") { 16 } else { 12 }, "{setup}");
            let board = words[3].split('[').next().unwrap();
            let mut shown = board.chars().filter(char::is_ascii_alphabetic);
            assert!(shown.all(|letter| letters.contains(letter)), "{setup}");
            assert!(lines[1..].iter().all(|line| line.starts_with("piece ")), "{lines:?}");
        }
    }

    #[test]
    fn the_lines_of_each_game() {
        let first = |game| announced(game).unwrap().1.swap_remove(0);
        assert_eq!(
            first(GameId::ChessBattle),
            "setup (.C.........G..................B..M...S......TH.c.........g..................b..m...s......th) \
             12x12+0_fairy **gcmbhmcg**/**sssstsss**/2ssssssss2/12/12/12/12/12/12/2SSSSSSSS2/**SSSSTSSS**/\
             **GCMBHMCG** w - - 0 1"
        );
        let tactical = first(GameId::Tactical);
        assert!(
            tactical.contains(" 8x8+16_bughouse 8/8/8/8/8/8/8/8[OOKQRBNPPPPPPPPTAHVVCCDDIFJookqrbn"),
            "{tactical}"
        );
        let tavreli = first(GameId::Tavreli);
        assert!(
            tavreli.contains("8x8+0_bughouse rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"),
            "{tavreli}"
        );
        let popular = first(GameId::Popular10Citadel);
        assert!(
            popular.contains("12x10+0_bughouse jcvewgdwevcj/*rnbmkqabnr*/*sssssppppp*/*10*/"),
            "{popular}"
        );
    }

    #[test]
    fn movements_in_xboard_s_notation() {
        for (ours, theirs) in [
            ("K", "K"),
            ("Q", "Q"),
            ("NCZ", "NCZ"),
            ("QoQ", "Q"),
            ("W2", "R2"),
            ("mKxfsK5", "mKfscaibQ5"),
            ("mKxK3", "mKcaibQ3"),
            ("mRxWxD", "mRcabWcabD"),
            ("mRcpR", "mRpcR"),
            ("fmWfcFifmnDfceF", "fmWfcFfinmD"),
            ("mN0cN", "mN0cN"),
            ("mjW2fcF", "mWmDfcF"),
            ("mjBxB2", "mFmAmGmBcaibB2"),
            ("t[FR]", "FFyafsF"),
            ("t[FR]t[WB]", "FFyafsFWWyafsW"),
            ("", ""),
        ] {
            assert_eq!(betza(ours), theirs, "{ours}");
        }
    }

    #[test]
    fn stacks_show_their_top_by_three_heights() {
        let (table, _) = announced(GameId::Tavreli).unwrap();
        let position = GameId::Tavreli.parse("4k3/8/(nQ)7/8/3(dtR)4/(TMAt)7/+E3D3/4K3 b - - 3 9").unwrap();
        let text = table.position_text(&position);
        assert_eq!(text, "4k3/8/U7/8/3T4/i7/H3P3/4K3 b - - 0 1");
    }

    #[test]
    fn obstacles_are_pieces_and_missing_squares_are_holes() {
        let (table, _) = announced(GameId::Tactical).unwrap();
        let position = GameId::Tactical.parse("4k3/8/8/3*4/8/8/8/4K3[OOo] w - - 0 4").unwrap();
        assert_eq!(table.position_text(&position), "4k3/8/8/3o4/8/8/8/4K3[OOo] w - - 0 1");
        let (cross, _) = announced(GameId::ChessBattle).unwrap();
        assert!(cross.position_text(&GameId::ChessBattle.start()).starts_with("**gcmbhmcg**/**sssstsss**/"));
        let king = fen::piece("k", table.info.pieces).unwrap();
        assert_eq!(king.side, Side::Black);
        assert_eq!((table.letter(king.into()), table.vanish()), ('k', 'z'));
    }
}
