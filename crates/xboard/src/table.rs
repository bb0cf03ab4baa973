//! The letters by which XBoard knows the pieces of one game, and positions as XBoard reads and writes
//! them. Nothing is sent from here.

use super::figures::{self, Figure, Figures, NotShown, Parent, slot};
use helgi_rules::board::{Kind, Piece, Side, Square};
use helgi_rules::fen;
use helgi_rules::internals::board::movement::Term;
use helgi_rules::internals::fen::reserve_text;
use helgi_rules::{AnyPosition, Info, PieceInfo, PieceMark, Position};
use std::fmt::Display;

/// The letter by which a piece takes its other form, where XBoard knows both.
pub const PROMOTED: char = '+';

/// The letters of one game on XBoard's board.
#[derive(Clone, Debug)]
pub struct LetterTable {
    info: &'static Info,
    figures: Figures,
    /// Each letter once, with the moves of the first piece it stands for.
    letters: Vec<(Figure, Vec<Term>)>,
}

impl LetterTable {
    /// The letters of a game.
    ///
    /// # Errors
    ///
    /// If XBoard cannot show it.
    pub fn new(info: &'static Info) -> Result<Self, NotShown> {
        let figures = figures::of(info)?;
        let mut letters: Vec<(Figure, Vec<Term>)> = Vec::new();
        for (piece, figures) in info.pieces.iter().zip(&figures.pieces) {
            for &figure in figures {
                if letters.iter().all(|(other, _)| other.letter != figure.letter) {
                    // XBoard is not told of moves that helgi's notation cannot say.
                    letters.push((figure, piece.terms().unwrap_or_default()));
                }
            }
        }
        if let (Some(letter), Some(slot)) = (figures.obstacle, figures.wall) {
            // Walls have no moves of their own.
            letters.push((Figure { letter, slot }, Vec::new()));
        }
        Ok(LetterTable { info, figures, letters })
    }

    /// The facts about the game.
    pub(crate) fn info(&self) -> &'static Info {
        self.info
    }

    /// The look of the game.
    pub(crate) fn figures(&self) -> &Figures {
        &self.figures
    }

    /// The name of the game in XBoard's list of variants.
    pub fn variant(&self) -> &str {
        &self.figures.variant
    }

    /// The game whose further rules XBoard takes over; `None` if XBoard knows this one by itself.
    pub(crate) fn parent(&self) -> Option<Parent> {
        self.figures.parent
    }

    /// True if XBoard knows the game by itself, so that nothing has to be announced.
    pub fn is_known(&self) -> bool {
        self.figures.parent.is_none()
    }

    /// The reason why the game cannot be played on XBoard's board to its end; `None` if it can. A program that
    /// only speaks the protocol is not concerned.
    pub fn fault(&self) -> Option<NotShown> {
        self.figures.fault
    }

    /// Puts the letters that a piece may become into the order in which it is likely to; those of which nothing is known
    /// stay behind the others.
    pub(crate) fn sort_likely(&self, letters: &str) -> String {
        if !self.figures.is_automatic || letters.len() < 2 {
            return letters.to_owned();
        }
        let likely = figures::likely(self.info);
        let place = |letter: &char| likely.iter().position(|other| other == letter).unwrap_or(likely.len());
        let mut letters: Vec<char> = letters.chars().collect();
        letters.sort_by_key(place);
        letters.into_iter().collect()
    }

    /// The number of kinds of pieces in a hand, at most 16.
    pub fn holdings(&self) -> u8 {
        self.figures.holdings
    }

    /// The letter of a piece's other form, promoted or plain, that XBoard knows as such; upper case.
    pub(crate) fn other_form(&self, letter: char) -> Option<char> {
        let forms = self.figures.promoted.iter();
        forms
            .flat_map(|&(plain, promoted)| [(plain, promoted), (promoted, plain)])
            .find(|(one, _)| *one == letter)
            .map(|(_, other)| other)
    }

    /// The letter of the plain form of a promoted piece that XBoard knows as such; upper case.
    pub(crate) fn plain_form(&self, letter: char) -> Option<char> {
        let forms = &self.figures.promoted;
        forms.iter().find(|(_, promoted)| *promoted == letter).map(|(plain, _)| *plain)
    }

    /// True if XBoard knows promoted forms, to which pieces are promoted by `+`.
    pub(crate) fn has_forms(&self) -> bool {
        !self.figures.promoted.is_empty()
    }

    /// True if XBoard puts captured pieces into the hand.
    pub fn fills_hands(&self) -> bool {
        self.figures.parent == Some(Parent::Fairy) && self.figures.holdings > 0
    }

    /// True if a letter behind the move of a piece, other than a pawn, is that of a piece which comes to the square that it
    /// leaves.
    pub(crate) fn has_gates(&self) -> bool {
        self.info.gates && (self.is_known() || self.figures.parent == Some(Parent::Seirawan))
    }

    /// Returns true if these are the letters of a king and of a rook that XBoard takes for castling where one goes onto the
    /// other, upper case.
    pub(crate) fn castles_together(&self, king: char, rook: char) -> bool {
        Some(king) == self.castler() && Some(rook) == self.in_slot(slot::ROOK)
    }

    /// A letter as it is on the wire, in the case of its side: `+p` for a promoted form.
    pub(crate) fn wire_text(&self, letter: char) -> String {
        match self.plain_form(letter.to_ascii_uppercase()) {
            Some(plain) => format!("+{}", Side::of_letter(letter).cased(plain)),
            None => letter.to_string(),
        }
    }

    /// The slots of pieces with a [shadow](figures::SHADOW).
    pub(crate) fn shadowed(&self) -> impl Iterator<Item = u8> + '_ {
        let has_shadow = |figure: &Figure| self.figures.shadows.contains(&figure.letter);
        self.letters.iter().map(|(figure, _)| *figure).filter(has_shadow).map(|figure| figure.slot)
    }

    /// Every letter once, and the moves of the piece it stands for.
    pub(crate) fn letters(&self) -> &[(Figure, Vec<Term>)] {
        &self.letters
    }

    /// The letter that keeps the king's slot free of any piece.
    pub(crate) fn dummy_king(&self) -> Option<char> {
        self.figures.dummy_king
    }

    /// The castling of XBoard's king, in XBoard's notation.
    pub(crate) fn castling(&self) -> &'static str {
        self.figures.castling
    }

    /// The letter for a piece on top of a stack of this height, itself counted, in the case of its side.
    pub(crate) fn letter(&self, piece: Piece, height: usize) -> char {
        let class = self.figures.heights.iter().filter(|&&least| least <= height).count();
        let figures = self.figures.pieces.get(piece.kind.index());
        // The last letter stands for all stacks that are higher still.
        let figure = figures.and_then(|figures| figures.get(class).or(figures.last()));
        piece.side.cased(figure.map_or('?', |figure| figure.letter))
    }

    /// The letter for what stands on a square, in the case of its side.
    pub(crate) fn shown(&self, position: &AnyPosition, square: Square) -> Option<char> {
        let piece = position.piece_at(square, 0)?;
        // Only few games tell stacks of different heights apart.
        let is_flat = self.figures.heights.is_empty();
        let height = if is_flat { 1 } else { position.pieces_on(square).count() };
        Some(self.letter(piece, height))
    }

    /// The letter to which a piece is promoted that shall disappear, lower case.
    pub(crate) fn vanish(&self) -> char {
        self.figures.vanish.to_ascii_lowercase()
    }

    /// True if walls are built.
    pub fn has_walls(&self) -> bool {
        self.figures.wall.is_some()
    }

    /// The letter of an obstacle or a wall, in games that have them; either case may be on XBoard's board.
    pub(crate) fn obstacle(&self) -> Option<char> {
        self.figures.obstacle
    }

    /// The letter of the piece in hand that XBoard shows in the row of rank `rank`, counted from 1 at the
    /// bottom: White's from the bottom up, Black's from the top down, in the order of the slots.
    pub(crate) fn in_hand(&self, rank: usize, side: Side) -> Option<char> {
        let rows = usize::from(self.figures.holdings.max(self.info.ranks));
        let row = match side {
            Side::White => rank.checked_sub(1)?,
            Side::Black => rows.checked_sub(rank)?,
        };
        let is_plain = |figure: &Figure| self.plain_form(figure.letter).is_none();
        let mut figures: Vec<Figure> =
            self.letters.iter().map(|(figure, _)| *figure).filter(is_plain).collect();
        figures.sort_by_key(|figure| figure.slot);
        figures.get(row).map(|figure| figure.letter)
    }

    /// The letter of the king that castles, in games with a piece in the king's slot; upper case.
    pub(crate) fn castler(&self) -> Option<char> {
        self.in_slot(slot::KING)
    }

    /// The letter in a slot, upper case.
    pub(crate) fn in_slot(&self, slot: u8) -> Option<char> {
        self.letters.iter().find(|(figure, _)| figure.slot == slot).map(|(figure, _)| figure.letter)
    }

    /// Returns true if XBoard shows a piece as a [shadow](figures::SHADOW): it was a pawn.
    pub(crate) fn is_shadow(&self, piece: &PieceInfo) -> bool {
        piece.mark == PieceMark::Tilde && self.figures.shadows.contains(&piece.letter)
    }

    /// Returns true if a shadow stands on a square.
    pub(crate) fn has_shadow(&self, position: &AnyPosition, square: Square) -> bool {
        let piece = position.piece_at(square, 0).and_then(|piece| self.info.pieces.get(piece.kind.index()));
        piece.is_some_and(|piece| self.is_shadow(piece))
    }

    /// A position as XBoard reads it: of stacks the top, the reserve in brackets, no castling rights
    /// but for gates.
    pub(crate) fn position_text(&self, position: &AnyPosition) -> String {
        let outline = position.outline();
        let letter = |file, rank| match outline.square(file, rank) {
            None => Some("*".to_owned()),
            Some(square) if position.is_obstacle(square) => {
                Some(self.figures.obstacle.map_or('*', |letter| letter.to_ascii_lowercase()).to_string())
            }
            Some(square) => {
                let text = self.wire_text(self.shown(position, square)?);
                Some(if self.has_shadow(position, square) { text + "~" } else { text })
            }
        };
        let rank = |rank| {
            let letters: Vec<Option<String>> = (0..outline.files()).map(|file| letter(file, rank)).collect();
            with_runs(&letters)
        };
        let ranks: Vec<String> = (0..outline.ranks()).rev().map(rank).collect();
        let reserve = position.reserve();
        let reserve =
            reserve.map_or(String::new(), |reserve| format!("[{}]", reserve_text(reserve, self.info.pieces)));
        // The gates are in the castling field. Castling itself needs no rights where XBoard does not test moves.
        let fen = position.fen();
        let mut fields = fen.split_ascii_whitespace().skip(1);
        let side = fields.next().unwrap_or("w");
        let gates = fields.next().filter(|_| self.has_gates()).unwrap_or("-");
        format!("{}{reserve} {side} {gates} - 0 1", ranks.join("/"))
    }

    /// A position's text in the dialect from XBoard's: obstacles are `*` again. Other letters are left.
    pub(crate) fn dialect_text(&self, text: &str) -> String {
        let Some(obstacle) = self.figures.obstacle else { return text.to_owned() };
        let (board, rest) = board_and_rest(text);
        let is_obstacle = |letter: char| letter.eq_ignore_ascii_case(&obstacle);
        board.replace(is_obstacle, "*") + rest
    }

    /// The text with pieces for letters that stand for several: the first of which the side has not as many as in
    /// `start`. `None` if there is a letter that no piece has that stands alone.
    pub(crate) fn likely_text(&self, text: &str, start: &AnyPosition) -> Option<String> {
        let (board, rest) = board_and_rest(text);
        let begin_with = |piece: Piece| {
            start.outline().squares().filter(|&square| start.piece_at(square, 0) == Some(piece)).count()
        };
        let mut used: Vec<Piece> = Vec::new();
        let mut likely = String::new();
        for letter in board.chars() {
            if !letter.is_ascii_alphabetic() {
                likely.push(letter);
                continue;
            }
            let pieces = self.alone(letter);
            let is_left =
                |piece: &&Piece| used.iter().filter(|other| other == piece).count() < begin_with(**piece);
            let piece = *pieces.iter().find(is_left).or(pieces.last())?;
            used.push(piece);
            likely += &fen::piece_text(piece, self.info.pieces);
        }
        Some(likely + rest)
    }

    /// The pieces that a letter of XBoard's stands for where nothing is below them.
    fn alone(&self, letter: char) -> Vec<Piece> {
        let side = Side::of_letter(letter);
        let kinds = (0..).map(Kind).zip(&self.figures.pieces);
        let is_shown = |figures: &[Figure]| {
            figures.first().is_some_and(|figure| figure.letter == letter.to_ascii_uppercase())
        };
        kinds.filter(|(_, figures)| is_shown(figures)).map(|(kind, _)| Piece { kind, side }).collect()
    }
}

/// The board of a position's text, and what follows it.
fn board_and_rest(text: &str) -> (&str, &str) {
    text.split_at(text.find(['[', ' ']).unwrap_or(text.len()))
}

/// A rank of a position text.
pub(crate) fn with_runs(squares: &[Option<impl Display>]) -> String {
    let mut text = String::new();
    for run in squares.chunk_by(|one, other| one.is_none() && other.is_none()) {
        match run {
            [Some(piece)] => text += &piece.to_string(),
            empty => text.push_str(&empty.len().to_string()),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::Game;
    use helgi_rules::games::GameId;
    use helgi_rules::internals::board::movement;
    use helgi_rules::internals::fen::piece;
    use std::collections::HashSet;

    fn table(game: GameId) -> LetterTable {
        LetterTable::new(game.info()).unwrap()
    }

    fn all_tables() -> Vec<LetterTable> {
        let tables: Vec<_> =
            GameId::BUILT_IN.iter().filter_map(|game| LetterTable::new(game.info()).ok()).collect();
        assert!(tables.len() >= 12, "{} games", tables.len());
        tables
    }

    #[test]
    fn boards_of_17_files_are_not_shown() {
        for game in [GameId::OPERATIONAL2, GameId::OPERATIONAL2_RANGE1] {
            assert_eq!(LetterTable::new(game.info()).err(), Some(NotShown::Files(17)));
        }
    }

    #[test]
    fn every_piece_has_a_letter_and_letters_stand_for_one_picture() {
        for LetterTable { info, figures, .. } in all_tables() {
            let Figures { pieces, heights, vanish, dummy_king, .. } = figures;
            assert_eq!(pieces.len(), info.pieces.len(), "{}", info.name);
            let different: HashSet<Figure> = pieces.iter().flatten().copied().collect();
            let mut letters: Vec<char> = different.iter().map(|figure| figure.letter).collect();
            letters.extend(dummy_king);
            letters.push(vanish);
            assert!(letters.iter().all(char::is_ascii_uppercase), "{letters:?}");
            let distinct: HashSet<char> = letters.iter().copied().collect();
            assert_eq!(distinct.len(), letters.len(), "{}: {letters:?}", info.name);
            let slots: HashSet<u8> = different.iter().map(|figure| figure.slot).collect();
            assert_eq!(slots.len(), different.len(), "{}: a slot used twice", info.name);
            assert!(pieces.iter().all(|figures| figures.len() == heights.len() + 1), "{}", info.name);
        }
    }

    #[test]
    fn slots_with_behaviour_hold_kings_or_nothing() {
        for table in all_tables().into_iter().filter(|table| !table.is_known()) {
            let name = table.info.name;
            for (figure, terms) in table.letters() {
                assert!(![0, 17, 18, 19].contains(&figure.slot), "{name}: {figure:?}");
                if figure.slot == slot::KING {
                    assert_eq!(*terms, movement::parse("K").unwrap(), "{name}: {figure:?}");
                }
            }
            let kings = table.letters().iter().filter(|(figure, _)| figure.slot == slot::KING).count();
            assert_eq!(kings + usize::from(table.dummy_king().is_some()), 1, "{name}");
        }
    }

    #[test]
    fn names_are_none_that_xboard_mistakes_for_its_own() {
        let early = "normal wildcastle nocastle fischerandom bughouse crazyhouse losers suicide giveaway \
                     twokings kriegspiel atomic 3check shatranj frc 960";
        for table in all_tables().into_iter().filter(|table| !table.is_known()) {
            let name = table.variant();
            assert!(early.split(' ').all(|word| !name.contains(word)), "{name}");
            let wild = name.as_bytes().windows(2).any(|pair| matches!(pair, [b'w', b'0'..=b'9']));
            assert!(!wild && !name.contains([' ', ',']), "{name}");
            assert_eq!(GameId::named(name).map(GameId::name), Some(table.info.name));
        }
    }

    #[test]
    fn stacks_show_their_top_by_three_heights() {
        let position = GameId::TAVRELI.parse("4k3/8/(nQ)7/8/3(dtR)4/(TMAt)7/+E3D3/4K3 b - - 3 9").unwrap();
        let text = table(GameId::TAVRELI).position_text(&position);
        assert_eq!(text, "4k3/8/U7/8/3W4/s7/H3D3/4K3 b - - 0 1");
    }

    #[test]
    fn letters_that_stand_for_several_pieces_are_read_as_the_likeliest() {
        let (tavreli, start) = (table(GameId::TAVRELI), GameId::TAVRELI.start());
        let likely = |text| tavreli.likely_text(text, &start);
        for (shown, text) in [
            (
                "rnbqkbnr/tmadeamt/8/8/8/8/TMADEAMT/RNBQKBNR w",
                "rnbqkbnr/tmadeamt/8/8/8/8/TMADEAMT/RNBQKBNR w",
            ),
            // There are two Warriors; a third was a soldier.
            ("4k3/8/8/8/3D4/8/3R4/H2RR1K1 w", "4k3/8/8/8/3D4/8/3R4/+E2R+T1K1 w"),
        ] {
            assert_eq!(likely(shown).as_deref(), Some(text));
        }
        // Only the top of a stack is known.
        assert_eq!(likely("4k3/8/8/8/3S4/8/8/4K3 w"), None);
        let (battle, start) = (table(GameId::CHESS_BATTLE), GameId::CHESS_BATTLE.start());
        let text = battle.position_text(&start);
        assert_eq!(battle.likely_text(&text, &start), Some(text));
    }

    #[test]
    fn obstacles_are_pieces_and_missing_squares_are_holes() {
        let tactical = table(GameId::TACTICAL);
        let position = GameId::TACTICAL.parse("4k3/8/8/3*4/8/8/8/4K3[OOo] w - - 0 4").unwrap();
        assert_eq!(tactical.position_text(&position), "4k3/8/8/3o4/8/8/8/4K3[OOo] w - - 0 1");
        let cross = table(GameId::CHESS_BATTLE).position_text(&GameId::CHESS_BATTLE.start());
        assert!(cross.starts_with("**gcmbhmcg**/**sssstsss**/"), "{cross}");
        let king = piece("k", tactical.info.pieces).unwrap();
        assert_eq!(king.side, Side::Black);
        assert_eq!((tactical.letter(king, 1), tactical.vanish()), ('k', 'z'));
    }
}
