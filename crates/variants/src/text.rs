//! Positions in text, in Fairy-Stockfish's form: a hand in brackets, `~` behind a promoted pawn and `+` before other
//! promoted pieces, walls as `*`, and checks still to give as in `3+3` before the counts.

use crate::passed::Passed;
use crate::position::FilePosition;
use crate::prey::Chased;
use crate::rights::Castlings;
use crate::shuttle::Shuttle;
use crate::spec::{Counting, Walling};
use crate::standing::MOST_IN_HAND;
use crate::tables::Rules;
use helgi_rules::FenError;
use helgi_rules::board::{Bitboard, Cells, Outline, Piece, Reserve, Side, Square};
use helgi_rules::fen::board as read_board;
use helgi_rules::fen::{self, Cell, Fields};
use helgi_rules::internals::FenFault;
use helgi_rules::internals::fen::piece as read_piece;

impl<'r, const W: usize, const N: usize> FilePosition<'r, W, N> {
    /// Reads a position of the game with these tables.
    pub(crate) fn read(rules: &'r Rules<W>, text: &str) -> Result<Self, FenError> {
        let outline = rules.geometry.outline();
        // Authors begin from the start position of another game, with rights that theirs does not have.
        let is_start = text == rules.spec.start;
        let (text, checks) = split_checks(text, &rules.spec.start, rules.spec.check_counting)?;
        // A `~` says nothing where promoted pawns are not told from other pieces.
        let has_tildes = rules.signs.iter().any(|piece| piece.mark == helgi_rules::PieceMark::Tilde);
        let text = if has_tildes { text } else { text.replace('~', "") };
        let text = with_all_fields(&text, rules.pocket > 0, rules.spec.ranks);
        let text = with_own_letters(&text, &rules.spec.other_letters());
        let fields = Fields::split(&text)?;
        let mut cells: Cells<W, N, 5> = Cells::default();
        let mut walls = Bitboard::EMPTY;
        for (square, cell) in read_board(fields.board, outline, &rules.signs)? {
            match cell {
                Cell::Block => walls.insert(square),
                Cell::Pieces(stack) if stack.len() == 1 => {
                    if rules.beyond.as_ref().is_some_and(|beyond| beyond.obstacle == Some(stack[0].kind)) {
                        let expected = "`*` for an obstacle on the board";
                        return Err(FenError::new("board", outline.name(square), expected));
                    }
                    // Refused where it stands, and not only when it is captured and has no place to go.
                    let in_hand = rules.facts(stack[0].kind).in_hand[stack[0].side.index()];
                    let is_king = rules.king == Some(stack[0].kind);
                    if rules.spec.captures_to_hand && !is_king && in_hand.index() >= MOST_IN_HAND {
                        let expected =
                            format!("a piece of the first {MOST_IN_HAND} kinds, which fit in a hand");
                        return Err(FenError::new("board", outline.name(square), expected));
                    }
                    cells.put(square, stack[0]);
                }
                Cell::Pieces(_) => {
                    let expected = "one piece, `*` or nothing";
                    return Err(FenError::new("board", outline.name(square), expected).of(FenFault::Square));
                }
            }
        }
        let reserve = match fields.reserve {
            Some(hand) if rules.pocket > 0 => read_hand(rules, hand)?,
            _ => {
                fields.without_reserve()?;
                Reserve::default()
            }
        };
        check_kings(rules, &cells, &reserve)?;
        if rules.spec.walling == Walling::Duck && walls.has_several() {
            let found = format!("{} `*`", walls.len());
            return Err(FenError::new("board", found, "one `*` at most, the wall that moves about"));
        }
        let mut position = FilePosition {
            rules,
            game: rules,
            cells,
            reserve,
            walls: walls.into(),
            passed: Passed::NONE,
            castlings: Castlings::NONE,
            unmoved: Bitboard::EMPTY,
            checks,
            passes: 0,
            checking: [0; 2],
            shak: [false; 2],
            given: [0; 2],
            chased: Chased::default(),
            count_limit: 0,
            frozen: None,
            shuttles: [Shuttle::NONE; 2],
            has_shuttled: false,
            has_bonus_win: false,
            turn: fields.turn,
        };
        position.read_rights(fields.castling, is_start)?;
        let behind = position.read_imitated(fields.en_passant)?;
        match behind.parse() {
            // A count of moves stands in the place of the squares.
            Ok(limit) if rules.spec.counting != Counting::None => position.count_limit = limit,
            _ => {
                let (passed, frozen) = match behind.split_once('!') {
                    Some((passed, frozen)) => (passed, Some(frozen)),
                    None => (behind, None),
                };
                position.read_frozen(fields.en_passant, frozen)?;
                position.read_passed(passed)?;
            }
        }
        position.refuse_open_check(fields.board)?;
        // The text does not tell how many checks came before: the one on the board is counted.
        position.checking[(!fields.turn.side).index()] = position.is_king_attacked().into();
        position.end_checked_first_moves();
        if rules.spec.regional.shatar_mate {
            position.note_shak();
        }
        Ok(position)
    }
}

/// Refuses more kings of a side than at the start of the game, and a board without any where the game has some.
///
/// One side alone may lack its king: such positions are in other programs' tests of movements.
fn check_kings<const W: usize, const N: usize>(
    rules: &Rules<W>,
    cells: &Cells<W, N, 5>,
    reserve: &Reserve,
) -> Result<(), FenError> {
    let Some(king) = rules.king else { return Ok(()) };
    let mut missing = None;
    let mut all = 0;
    for side in Side::BOTH {
        let count = cells.of(side, king).len();
        let in_hand = usize::from(reserve.count(Piece { kind: king, side }));
        let most = kings_of_start(rules, side);
        let refuse = |expected: &str| {
            let fault = FenFault::Kings { side, count };
            FenError::new("board", format!("{count} {} kings", side.name()), expected).of(fault)
        };
        // Kings that come about by moves have no limit but the board.
        let is_limited = !rules.has_several_kings;
        if is_limited && count > 1 {
            return Err(refuse("one king of each side at most"));
        }
        if is_limited && count + in_hand > most {
            return Err(refuse(&format!("{most}, as at the start of the game")));
        }
        all += count + in_hand;
        missing = missing.or((most > 0).then(|| refuse(&format!("{most}, as at the start of the game"))));
    }
    missing.filter(|_| all == 0).map_or(Ok(()), Err)
}

/// The number of kings that a side has at the start, in hand or on the board.
fn kings_of_start<const W: usize>(rules: &Rules<W>, side: Side) -> usize {
    let Some(king) = rules.king else { return 0 };
    let pieces = rules.spec.start.split(' ').next().unwrap_or_default();
    let letter = fen::piece_text(Piece { kind: king, side }, &rules.signs);
    let mut before = ' ';
    let is_king = |&c: &char| {
        // A promoted piece may bear the king's letter.
        let is_plain = before != '+' && letter.chars().eq([c]);
        before = c;
        is_plain
    };
    pieces.chars().filter(is_king).count()
}

fn read_hand<const W: usize>(rules: &Rules<W>, text: &str) -> Result<Reserve, FenError> {
    let mut reserve = Reserve::default();
    for letter in text.chars().filter(|letter| *letter != '-') {
        let piece = read_piece(&letter.to_string(), &rules.signs)
            .map_err(|error| FenError::new("reserve", letter, error.expected))?;
        if !reserve.add(piece) {
            let expected = format!("at most {} of a kind, of the first 16 kinds", Reserve::MOST);
            return Err(FenError::new("reserve", letter, expected));
        }
    }
    Ok(reserve)
}

/// The text with the fields that other programs leave out: the side, counts that follow the side or the castling at
/// once, and a hand that stands as one more rank.
fn with_all_fields(text: &str, has_hand: bool, ranks: u8) -> String {
    let mut words: Vec<String> = text.split_ascii_whitespace().map(str::to_owned).collect();
    let is_count = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
    if words.len() == 1 {
        words.push("w".to_owned());
    }
    if words.get(2).is_some_and(is_count) {
        // Counts directly behind the side: castling and en passant are missing.
        words.splice(2..2, ["-".to_owned(), "-".to_owned()]);
    } else if words.len() == 5 && words.get(3).is_some_and(is_count) {
        words.insert(3, "-".to_owned());
    } else if words.len() == 4 && words.get(3).is_some_and(is_count) {
        words.splice(3..3, ["-".to_owned(), "0".to_owned()]);
    }
    if has_hand
        && let Some(board) = words.first_mut()
        && board.matches('/').count() == usize::from(ranks)
        && let Some((rows, hand)) = board.rsplit_once('/')
    {
        *board = format!("{rows}[{hand}]");
    }
    words.join(" ")
}

/// The text with the pieces' own letters on the board and in hand in place of those of other programs.
fn with_own_letters(text: &str, others: &[(char, char)]) -> String {
    let (board, rest) = text.split_at(text.find(' ').unwrap_or(text.len()));
    let own = |letter: char| {
        let found = others.iter().find(|(other, _)| letter.eq_ignore_ascii_case(other));
        found.map_or(letter, |&(_, own)| Side::of_letter(letter).cased(own))
    };
    board.chars().map(own).collect::<String>() + rest
}

/// Takes the checks still to give out of a position's text: `3+3` before the counts, or `+0+0` behind them, which
/// counts those given of the number that `start` has.
fn split_checks(text: &str, start: &str, are_counted: bool) -> Result<(String, [u8; 2]), FenError> {
    if !are_counted {
        return Ok((text.to_owned(), [0; 2]));
    }
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let number = |word: &str| word.parse::<u8>().ok().filter(|_| word.len() == 1);
    let pair = |word: &str| {
        let (white, black) = word.split_once('+')?;
        Some([number(white)?, number(black)?])
    };
    // The board may have a `+` too.
    let is_checks = |word: &&str| word.contains('+');
    let Some(at) = words.iter().skip(2).position(is_checks).map(|at| at + 2) else {
        return Ok((text.to_owned(), [1; 2]));
    };
    let of_start = start.split_ascii_whitespace().skip(2).find_map(pair).unwrap_or([3; 2]);
    let left = |given: [u8; 2]| {
        let [white, black] = [0, 1].map(|side| of_start[side].checked_sub(given[side]));
        Some([white?, black?])
    };
    let checks = match words[at].strip_prefix('+') {
        Some(given) => pair(given).and_then(left),
        None => pair(words[at]),
    };
    let checks = checks.ok_or_else(|| {
        let [white, black] = of_start;
        let expected = format!(
            "checks still to give, as `{white}+{black}`, or those given, as `+0+0`, which are no more than these"
        );
        FenError::new("position", words[at], expected)
    })?;
    let rest: Vec<&str> =
        words.iter().enumerate().filter(|(index, _)| *index != at).map(|(_, word)| *word).collect();
    Ok((rest.join(" "), checks))
}

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// The text of the position.
    pub(crate) fn text(&self) -> String {
        let rules = self.rules;
        let outline = rules.geometry.outline();
        let mut text = fen::write_board(outline, |square, text| {
            if self.walls.squares().has(square) {
                text.push('*');
            } else if let Some(piece) = self.cells.at(square) {
                text.push_str(&fen::piece_text(piece, &rules.signs));
            }
        });
        if rules.pocket > 0 {
            text.push('[');
            for side in Side::BOTH {
                for &kind in &rules.hand_order {
                    let piece = Piece { kind, side };
                    let count = self.reserve.count(piece);
                    text.push_str(&fen::piece_text(piece, &rules.signs).repeat(count.into()));
                }
            }
            text.push(']');
        }
        let side = if self.turn.side == Side::White { 'w' } else { 'b' };
        let rights = self.rights_field();
        let en_passant = self.en_passant_field() + &self.imitated_field();
        let checks = match rules.spec.check_counting {
            true => format!("{}+{} ", self.checks[0], self.checks[1]),
            false => String::new(),
        };
        format!("{text} {side} {rights} {en_passant} {checks}{}", self.turn)
    }

    /// Reads the squares passed over, and perhaps that of the piece that passed them; without it the piece is the
    /// nearest one behind.
    fn read_passed(&mut self, field: &str) -> Result<(), FenError> {
        if field == "-" || field.is_empty() {
            return Ok(());
        }
        let rules = self.rules;
        let outline = rules.geometry.outline();
        let refuse = || {
            FenError::new(
                "en-passant",
                field,
                "`-`, or squares of the board that a piece has just passed over",
            )
        };
        let squares = squares(outline, field).ok_or_else(refuse)?;
        let theirs = self.cells.side(!self.turn.side);
        let standing = squares.iter().copied().find(|&square| theirs.has(square));
        let forward = if self.turn.side == Side::White { -1 } else { 1 };
        let Some(&first) = squares.first() else { return Ok(()) };
        let behind =
            std::iter::successors(outline.offset(first, 0, forward), |&at| outline.offset(at, 0, forward));
        let nearest = behind.into_iter().find(|&square| self.occupied().has(square));
        let victim = standing.or(nearest.filter(|&square| theirs.has(square))).ok_or_else(refuse)?;
        let passed: Bitboard<W> = squares.into_iter().filter(|&square| square != victim).collect();
        // Whoever names the piece itself knows the form that helgi writes.
        if standing.is_none() && !self.can_have_passed(passed, victim) {
            return Err(refuse());
        }
        self.set_passed(Passed::over(passed, victim).ok_or_else(refuse)?);
        Ok(())
    }

    /// Returns true if the last move of the piece on a square can have passed over others, of which none has a piece.
    fn can_have_passed(&self, passed: Bitboard<W>, victim: Square) -> bool {
        let Some(mover) = self.cells.at(victim) else { return false };
        let movement = self.rules.movement(mover);
        let pieces = Side::BOTH
            .map(|side| self.cells.side(side))
            .into_iter()
            .fold(Bitboard::EMPTY, |all, side| all | side);
        let from_there = |from: &Square| {
            let way = match movement.own_passed(&self.rules.geometry, *from, victim) {
                Some(square) => Bitboard::from(square),
                None => match &movement.initial_range {
                    Some(range) if range[from.index()].has(victim) => {
                        self.rules.geometry.between(*from, victim)
                    }
                    _ => return false,
                },
            };
            !pieces.has(*from) && !way.meets(pieces) && passed.is_subset(way)
        };
        !passed.is_empty() && self.rules.geometry.outline().squares().any(|from| from_there(&from))
    }

    /// Reads the square of a piece that may not move in this turn.
    fn read_frozen(&mut self, field: &str, name: Option<&str>) -> Result<(), FenError> {
        let Some(name) = name else { return Ok(()) };
        let own = self.cells.side(self.turn.side);
        let square = self.rules.geometry.outline().named(name).filter(|&square| own.has(square));
        if square.is_none() || !self.rules.spec.beyond.enemy_frozen {
            let expected = "`!` and the square of an own piece, in a game with `promotionForEnemyFrozen`";
            return Err(FenError::new("en-passant", field, expected));
        }
        self.frozen = square;
        Ok(())
    }

    fn en_passant_field(&self) -> String {
        let passed = self.passed_field();
        match self.frozen.map(|square| self.rules.geometry.outline().name(square)) {
            None => passed,
            Some(frozen) if passed == "-" => format!("!{frozen}"),
            Some(frozen) => format!("{passed}!{frozen}"),
        }
    }

    fn passed_field(&self) -> String {
        let outline = self.rules.geometry.outline();
        if self.count_limit > 0 {
            return self.count_limit.to_string();
        }
        if self.passed.is_empty() {
            return "-".to_owned();
        }
        let (passed, victim) = (self.passed.squares::<W>(), self.passed.victim());
        let mut text: String = passed.into_iter().map(|square| outline.name(square)).collect();
        let forward = if self.turn.side == Side::White { -1 } else { 1 };
        let first = passed.first();
        // A pawn that has passed two squares is the first piece behind either of them.
        let steps = if self.rules.spec.has_triple_steps() { 2 } else { 1 };
        let behind = |steps: i8| first.and_then(|first| outline.offset(first, 0, steps * forward));
        let is_behind = (1..=steps).any(|steps| behind(steps) == Some(victim));
        if !is_behind || passed.has_several() && steps == 1 {
            text.push_str(&outline.name(victim));
        }
        text
    }

    /// Refuses a position in which the side that is not to move stands in check.
    fn refuse_open_check(&self, board: &str) -> Result<(), FenError> {
        let waiting = !self.turn.side;
        if self.has_attacked_king(waiting, self.rules.spec.flying_general) {
            return Err(FenError::in_check(board, waiting));
        }
        Ok(())
    }
}

/// The squares whose names follow each other in a text.
fn squares(outline: &Outline, text: &str) -> Option<Vec<Square>> {
    let mut squares = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end =
            rest.char_indices().skip(1).find(|(_, c)| !c.is_ascii_digit()).map_or(rest.len(), |(at, _)| at);
        squares.push(outline.named(&rest[..end])?);
        rest = &rest[end..];
    }
    Some(squares)
}
