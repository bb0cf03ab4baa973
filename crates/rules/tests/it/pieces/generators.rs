//! The generators against the interpreter: the moves of random positions of every game, read from
//! their text with the table of pieces. The rules pages' exceptions are repeated here, in
//! [`may_take`] and [`View::moves`]; castling, drops and passes are left out.

use super::interpreter::{At, Cell, Grid, reached};
use fastrand::Rng;
use helgi_rules::board::{Action, Extra, Move, Outline, Square};
use helgi_rules::fen::Fields;
use helgi_rules::games::{GameId, GameVisitor};
use helgi_rules::internals::fen::{Token, stack_pieces, tokens};
use helgi_rules::{Game, GenMode, Info, PieceInfo, Position};
use std::collections::{BTreeMap, BTreeSet};
use std::thread;

/// The content of one square, as the text of a position gives it.
struct Stack {
    white: bool,
    /// The top piece's text in upper case, and its descriptor.
    top: String,
    movement: &'static str,
    height: usize,
}

/// The content of a position's text.
struct View<'a> {
    info: &'static Info,
    outline: &'a Outline,
    grid: Grid,
    stacks: BTreeMap<At, Stack>,
    white: bool,
    castling: String,
    /// The square passed over, and that of a frozen general.
    en_passant: Option<At>,
    frozen: Option<At>,
}

/// Returns true if the piece may take the other one.
fn may_take(game: &str, mover: &str, victim: &str) -> bool {
    match game {
        "tactical" if mover == "J" => ["K", "I"].contains(&victim),
        "tactical" => victim != "J" || ["F", "C", "D"].contains(&mover),
        "chessbattle" | "chessbattle144" => victim != "T" || !["M", "C", "S"].contains(&mover),
        "tavreli" => victim != "K",
        _ => true,
    }
}

/// The piece that must not be left attacked.
fn royal(game: &str) -> Option<&'static str> {
    match game {
        "tactical" => None,
        name if name.starts_with("operational2") => None,
        name if name.starts_with("chessbattle") => Some("H"),
        _ => Some("K"),
    }
}

impl<'a> View<'a> {
    fn new(info: &'static Info, outline: &'a Outline, text: &str) -> Self {
        let fields = Fields::split(text).unwrap();
        let rows = tokens(fields.board, info.files, info.ranks).unwrap();
        let row = vec![Cell::Missing; info.files.into()];
        let mut grid = Grid(vec![row; info.ranks.into()]);
        let mut stacks = BTreeMap::new();
        let texts: Vec<String> = info.pieces.iter().map(PieceInfo::text).collect();
        for (rank, row) in (0..info.ranks).rev().zip(rows) {
            for (file, token) in (0..info.files).zip(row) {
                let pieces = match token {
                    Token::Piece(piece) => vec![piece],
                    Token::Stack(text) => stack_pieces(text).unwrap(),
                    Token::Empty | Token::Block => Vec::new(),
                };
                let cell = &mut grid.0[rank as usize][file as usize];
                *cell = match pieces.last() {
                    _ if outline.square(file, rank).is_none() => Cell::Missing,
                    None if token == Token::Block => Cell::Obstacle,
                    None => Cell::Empty,
                    Some(top) if *top == top.to_uppercase() => Cell::White,
                    Some(_) => Cell::Black,
                };
                if let Some(top) = pieces.last() {
                    let top = top.to_uppercase();
                    let kind = texts.iter().position(|text| *text == top).unwrap();
                    let (white, height) = (*cell == Cell::White, pieces.len());
                    let stack = Stack { white, top, movement: info.pieces[kind].movement, height };
                    stacks.insert((file.into(), rank.into()), stack);
                }
            }
        }
        let (jump, frozen) = fields.en_passant.split_once('!').unwrap_or((fields.en_passant, ""));
        let end = jump
            .char_indices()
            .skip(1)
            .find(|(_, c)| c.is_ascii_alphabetic())
            .map_or(jump.len(), |(at, _)| at);
        let at = |name| {
            outline.named(name).map(|square| (outline.file(square).into(), outline.rank(square).into()))
        };
        let (en_passant, frozen) = (at(&jump[..end]), at(frozen));
        let castling = fields.castling.to_owned();
        let white = text.split(' ').nth(1) == Some("w");
        View { info, outline, grid, stacks, white, castling, en_passant, frozen }
    }

    fn square(&self, (file, rank): At) -> Square {
        self.outline.square(file as u8, rank as u8).unwrap()
    }

    fn reached(&self, from: At, occasion: char) -> BTreeSet<At> {
        let Stack { white, movement, .. } = self.stacks[&from];
        reached(&self.grid, movement, white, from, occasion)
    }

    /// Returns true if a side's royal piece could be taken.
    fn is_attacked(&self, white: bool) -> bool {
        let Some(royal) = royal(self.info.name) else { return false };
        let king = self.stacks.iter().find(|(_, stack)| stack.top == royal && stack.white == white);
        let &king = king.expect("a royal piece").0;
        let mut enemies = self.stacks.iter().filter(|(_, stack)| stack.white != white);
        enemies.any(|(&at, _)| self.reached(at, 'c').contains(&king) || self.reached(at, 'x').contains(&king))
    }

    fn last_rank(&self) -> i32 {
        if self.white { i32::from(self.info.ranks) - 1 } else { 0 }
    }

    /// Every move that the table gives to a piece, whether or not it leaves the king attacked.
    fn moves(&self, from: At) -> Vec<Move> {
        let stack = &self.stacks[&from];
        let (game, mover) = (self.info.name, stack.top.as_str());
        let is_enemy = |at: &At| {
            self.stacks.get(at).is_some_and(|it| it.white != self.white && may_take(game, mover, &it.top))
        };
        let is_free = |at: &At| match self.stacks.get(at) {
            Some(it) => game == "tavreli" && it.white == self.white && it.top != "K",
            None => self.grid.at(*at) == Cell::Empty,
        };
        let mut steps = self.reached(from, 'm');
        steps.retain(|to| is_free(to));
        if game == "tavreli" && !self.may_jump(from, stack) {
            steps
                .retain(|to| mover.starts_with('+') || "KQRBN".contains(mover) || (to.1 - from.1).abs() == 1);
        }
        steps.extend(self.reached(from, 'c').into_iter().filter(is_enemy));
        steps.extend(self.reached(from, 'e').into_iter().filter(|to| self.en_passant == Some(*to)));
        let mut moves = Vec::new();
        for to in steps {
            if game.starts_with("chessbattle") && mover == "S" && to.1 == self.last_rank() {
                moves.extend(self.arrivals(from, to));
                continue;
            }
            moves.push(Move::step(self.square(from), self.square(to)));
            let parts = 1..stack.height;
            moves.extend(parts.map(|count| Move::split(self.square(from), self.square(to), count as u8)));
        }
        if game == "tactical" && mover == "D" {
            moves.extend(self.double_shots(from));
        } else {
            let victims = self.reached(from, 'x').into_iter().filter(is_enemy);
            moves.extend(victims.map(|victim| Move::shot(self.square(from), self.square(victim))));
        }
        moves
    }

    /// Tavreli: whether a soldier stands alone where it has always stood.
    fn may_jump(&self, from: At, soldier: &Stack) -> bool {
        let file = (b'a' + from.0 as u8) as char;
        let right = if self.white { file.to_ascii_uppercase() } else { file };
        let initial = from.1 == if self.white { 1 } else { 6 };
        // `K` and `Q` are not files.
        initial && soldier.height == 1 && self.castling.contains(right)
    }

    /// Chess-Battle: a soldier that arrives takes an enemy along.
    fn arrivals(&self, from: At, to: At) -> Vec<Move> {
        let (from, arrival) = (self.square(from), self.square(to));
        let is_choice =
            |(at, stack): &(&At, &Stack)| **at != to && stack.white != self.white && stack.top != "H";
        let choice = self.stacks.iter().filter(is_choice);
        let moves: Vec<Move> =
            choice.map(|(&at, _)| Move::step_removing(from, arrival, self.square(at))).collect();
        if moves.is_empty() { vec![Move::step(from, arrival)] } else { moves }
    }

    /// Tactical chess: a dragon's shots, each at everything in reach on a diagonal.
    fn double_shots(&self, from: At) -> Vec<Move> {
        let hit = self.reached(from, 'x');
        let mut shots = Vec::new();
        for (files, ranks) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let places = (1..).map(|count| (from.0 + count * files, from.1 + count * ranks)).take(8);
            let victims: Vec<At> =
                places.filter(|at| hit.contains(at) && self.stacks.contains_key(at)).collect();
            assert!(victims.len() <= 2, "{victims:?}");
            if let Some(&first) = victims.first() {
                let second = victims.get(1).map(|&second| self.square(second));
                shots.push(
                    Action::Shoot { from: self.square(from), target: self.square(first), second }.into(),
                );
            }
        }
        shots
    }
}

/// Returns a move without its further choices; `None` for those that are left out.
fn bare(view: &View, legal: Move) -> Option<Move> {
    match legal.action() {
        Action::Pass | Action::Drop { .. } | Action::Wall { .. } => None,
        // A general put elsewhere may interpose, where the step alone is not legal.
        Action::Step { extra: Extra::Place(_), .. } => None,
        Action::Step { from, to, extra, .. } => {
            let at = (view.outline.file(from).into(), view.outline.rank(from).into());
            let files = view.outline.file(from).abs_diff(view.outline.file(to));
            let castles = view.stacks[&at].top == "K" && files > 1;
            let bare = match extra {
                Extra::Remove(_) => legal,
                _ => Move::step(from, to),
            };
            (!castles).then_some(bare)
        }
        Action::Shoot { .. } | Action::Split { .. } => Some(legal),
    }
}

fn check<G: Game>(game: &G, position: &G::Position) {
    if position.outcome().is_some() {
        return;
    }
    let text = game.format(position);
    let view = View::new(game.info(), game.outline(), &text);
    let mut legal = Vec::new();
    position.generate(GenMode::All, &mut legal);
    let found: BTreeSet<Move> = legal.into_iter().filter_map(|legal| bare(&view, legal)).collect();
    let mut expected = BTreeSet::new();
    if game.info().name != "tactical" || position.turn().fullmove >= 8 {
        let movable = |(at, stack): &(&At, &Stack)| stack.white == view.white && view.frozen != Some(**at);
        for (&from, _) in view.stacks.iter().filter(movable) {
            expected.extend(view.moves(from).into_iter().filter(|&candidate| {
                let mut after = position.clone();
                after.play(candidate);
                !View::new(view.info, view.outline, &game.format(&after)).is_attacked(view.white)
            }));
        }
    }
    let names = |moves: &BTreeSet<Move>| -> Vec<String> {
        let notation = helgi_rules::notation::Notation::of(game);
        moves.iter().map(|&it| notation.write(it).to_string()).collect()
    };
    let missing = names(&(&expected - &found));
    let surplus = names(&(&found - &expected));
    assert!(
        missing.is_empty() && surplus.is_empty(),
        "{}: {text}\nthe table gives, the generator does not: {missing:?}\nthe other way round: {surplus:?}",
        game.info().name
    );
}

/// Returns the text of a position with pieces anywhere; often it is not legal in the game.
fn random_text(info: &Info, outline: &Outline, random: &mut Rng) -> String {
    let royals = royal(info.name).or((info.name == "tactical").then_some("K"));
    let mut pieces: Vec<String> = Vec::new();
    for _ in 0..random.usize(4..outline.len() / 6 + 4) {
        let piece = info.pieces[random.usize(..info.pieces.len())].text();
        let piece = if random.bool() { piece } else { piece.to_lowercase() };
        if royals.is_none_or(|royal| !piece.eq_ignore_ascii_case(royal)) {
            pieces.push(if piece.eq_ignore_ascii_case("O") && info.pocket > 0 {
                "*".to_owned()
            } else {
                piece
            });
        }
    }
    if info.name == "tavreli" {
        let coverable = |piece: &String| !piece.starts_with('+');
        for _ in 0..random.usize(..4) {
            let Some(top) = pieces.pop() else { break };
            let Some(under) = pieces.iter().position(coverable) else { break };
            let under = pieces.swap_remove(under);
            pieces.push(format!("({under}{top})"));
        }
    }
    pieces.extend(royals.into_iter().flat_map(|royal| [royal.to_owned(), royal.to_lowercase()]));
    let mut squares: Vec<Square> = outline.squares().collect();
    random.shuffle(&mut squares);
    let placed: BTreeMap<Square, String> = squares.into_iter().zip(pieces).collect();
    let board = helgi_rules::fen::write_board(outline, |square, text| {
        text.extend(placed.get(&square).map(String::as_str))
    });
    let reserve = if info.pocket > 0 { "[]" } else { "" };
    let side = if random.bool() { "w" } else { "b" };
    format!("{board}{reserve} {side} - - 0 20")
}

struct Check {
    placements: u64,
    games: u64,
    plies: usize,
}

impl GameVisitor for Check {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let mut checked = 0;
        for seed in 0.. {
            let mut random = Rng::with_seed(seed);
            let text = random_text(game.info(), game.outline(), &mut random);
            if let Ok(position) = game.parse(&text) {
                check(&game, &position);
                checked += 1;
            }
            if checked == self.placements {
                break;
            }
            assert!(seed < 10_000, "{}: too few positions, such as {text}", game.info().name);
        }
        for seed in 0..self.games {
            let mut random = Rng::with_seed(seed);
            let mut position = game.start();
            let mut legal = Vec::new();
            for ply in 0..self.plies {
                if ply % 8 == seed as usize % 8 {
                    check(&game, &position);
                }
                legal.clear();
                position.generate(GenMode::All, &mut legal);
                let Some(&chosen) = random.choice(&legal) else { break };
                position.play(chosen);
            }
        }
    }
}

#[test]
fn generators_and_tables_agree() {
    thread::scope(|scope| {
        for &game in GameId::BUILT_IN {
            let main = ["chess", "tavreli", "tactical", "chessbattle", "popular10", "operational2"]
                .contains(&game.name());
            let many = if main { 2 } else { 1 };
            scope.spawn(move || game.visit(Check { placements: 100 * many, games: 4 * many, plies: 160 }));
        }
    });
}
