//! Positions that show how a piece moves: alone in the middle of the board, with enemies that it
//! could capture or shoot, and one of its own in the way.
//!
//! The positions are found by trying which ones the game accepts; no rule and no game is known here.

use crate::draft::Draft;
use crate::scene::{MoveMark, Scene, SquareContents, mark_of, royal};
use helgi_rules::board::{Action, Move, Outline, Piece, Side, Square};
use helgi_rules::games::GameId;
use helgi_rules::internals::fen::without;
use helgi_rules::{AnyPosition, Game, PieceInfo, Position, fen};
use serde::Serialize;
use std::collections::BTreeSet;

/// The most enemies in a demonstration.
const VICTIMS: usize = 3;
/// The fields after the side to move in which nothing is special: no rights, and every phase is over.
const PLAIN: &str = "- - 0 50";

/// A square where a piece could go, or whose piece it could shoot.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Debug)]
pub struct ShownReach {
    /// The square on which it stands.
    pub from: String,
    /// The square where it goes, or the first victim of a shot.
    pub to: String,
    /// The mark for it.
    pub mark: MoveMark,
}

/// A position with the possible moves in it.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct ShownPiece {
    /// The name of the game.
    pub variant: &'static str,
    /// The scene, with its text.
    pub scene: Scene,
    /// The square of the piece that is shown, if there is one.
    pub square: Option<String>,
    /// The moves of the pieces of both sides; none for a side that cannot be given the turn.
    pub reach: Vec<ShownReach>,
}

impl ShownPiece {
    /// A position, and perhaps the piece in it to show.
    pub fn new(position: &AnyPosition, square: Option<Square>) -> Self {
        let reach: BTreeSet<ShownReach> =
            reach(position, |_| true).into_iter().chain(others(position)).collect();
        ShownPiece {
            variant: position.game().name(),
            scene: Scene::of(position),
            square: square.map(|square| position.outline().name(square)),
            reach: reach.into_iter().collect(),
        }
    }
}

/// Returns the moves of the side that is not to move, if it were its turn, in check too; none if
/// the turn cannot be given up.
pub fn others(position: &AnyPosition) -> Vec<ShownReach> {
    let Some(turned) = position.flip_turn() else { return Vec::new() };
    let Some(royal) = royal(position).filter(|_| position.in_check()) else {
        return reach(&turned, |_| true);
    };
    // A move that would take the piece in check is never played; some games do not even have such moves.
    let (strikes, plain): (Vec<Move>, Vec<Move>) =
        turned.legal_moves().into_iter().partition(|&legal| strikes(position.outline(), legal, royal));
    let mut reach: BTreeSet<ShownReach> =
        plain.into_iter().filter_map(|legal| reached(&turned, legal, mark_of(&turned, legal))).collect();
    let name = |square| position.outline().name(square);
    for checker in position.checkers() {
        let shoots = |legal: &Move| matches!(legal.action(), Action::Shoot { from, .. } if from == checker);
        let mark = if strikes.iter().any(shoots) { MoveMark::Shot } else { MoveMark::Capture };
        reach.insert(ShownReach { from: name(checker), to: name(royal), mark });
    }
    reach.into_iter().collect()
}

/// Returns true if a move removes the piece on a square where it goes or that it names.
fn strikes(outline: &Outline, legal: Move, square: Square) -> bool {
    match legal.action() {
        Action::Shoot { target, second, .. } => target == square || second == Some(square),
        Action::Step { to, .. } => to == square || legal.removed(outline).any(|victim| victim == square),
        Action::Split { to, .. } => to == square,
        Action::Pass | Action::Drop { .. } | Action::Wall { .. } => false,
    }
}

/// Returns the effects of the wanted moves of a position that begin on a board's square.
fn reach(position: &AnyPosition, wants: impl Fn(&Move) -> bool) -> Vec<ShownReach> {
    let wanted = position.legal_moves().into_iter().filter(wants);
    wanted.filter_map(|legal| reached(position, legal, mark_of(position, legal))).collect()
}

/// Returns the effect of a move that begins on a board's square.
fn reached(position: &AnyPosition, legal: Move, mark: MoveMark) -> Option<ShownReach> {
    let (from, to) = legal.from().zip(legal.to())?;
    let name = |square| position.outline().name(square);
    Some(ShownReach { from: name(from), to: name(to), mark })
}

/// The demonstration of every kind of piece of a game; `None` for those that never stand on the board.
pub fn all(game: GameId) -> Vec<Option<ShownPiece>> {
    let ground = Ground::of(game);
    game.info().pieces.iter().map(|piece| ground.as_ref()?.show(piece)).collect()
}

/// The pieces that must be on the board besides the one that is shown.
struct Ground {
    game: GameId,
    outline: &'static Outline,
    /// The pieces on the board: as few as possible.
    cells: SquareContents,
    /// The pieces from the most frequent one on, as positions write White's.
    common: Vec<String>,
}

impl Ground {
    fn of(game: GameId) -> Option<Self> {
        let start = game.start();
        let pieces = game.info().pieces;
        let outline = game.outline();
        let standing = outline.squares().flat_map(|square| start.pieces_on(square));
        let waiting = start.reserve().into_iter().flat_map(|reserve| {
            let of = move |kind| Piece { kind, side: Side::White };
            let many = move |kind| usize::from(reserve.count(of(kind)));
            reserve.kinds(Side::White).flat_map(move |kind| std::iter::repeat_n(of(kind), many(kind)))
        });
        let all: Vec<String> = standing
            .chain(waiting)
            .filter(|piece| piece.side == Side::White)
            .map(|piece| fen::piece_text(piece, pieces))
            .collect();
        let mut common: Vec<String> = pieces.iter().map(PieceInfo::text).collect();
        common.sort_by_key(|text| usize::MAX - all.iter().filter(|other| *other == text).count());
        let mut ground = Ground { game, outline, cells: SquareContents::new(), common };
        ground.cells = ground.left_of(&start).or_else(|| ground.in_corners())?;
        Some(ground)
    }

    /// Returns the pieces of the start without all those that the game can do without.
    fn left_of(&self, start: &AnyPosition) -> Option<SquareContents> {
        let left = emptied(start, None);
        let cells = Scene::of(&left).cells;
        (!cells.is_empty()).then_some(cells)
    }

    /// Returns one piece of each side in opposite corners, of the first kind with which a game goes on.
    fn in_corners(&self) -> Option<SquareContents> {
        let squares: Vec<String> = self.outline.squares().map(|square| self.outline.name(square)).collect();
        let (first, last) = (squares.first()?, squares.last()?);
        self.game.info().pieces.iter().map(PieceInfo::text).find_map(|text| {
            let cells = SquareContents::from([
                (first.clone(), vec![text.clone()]),
                (last.clone(), vec![text.to_lowercase()]),
            ]);
            self.position(&cells).map(|_| cells)
        })
    }

    /// The position with these pieces and White to move, if the game can go on from there.
    fn position(&self, cells: &SquareContents) -> Option<AnyPosition> {
        let draft = Draft {
            variant: self.game.name().to_owned(),
            fen: None,
            cells: cells.clone(),
            blocks: Vec::new(),
            reserve: String::new(),
            side: "w".to_owned(),
            rest: PLAIN.to_owned(),
        };
        self.quiet(&draft.text(self.game).ok()?)
    }

    /// The position of a text, if the game goes on there without a check.
    fn quiet(&self, text: &str) -> Option<AnyPosition> {
        self.game.parse(text).ok().filter(goes_on)
    }

    fn show(&self, piece: &PieceInfo) -> Option<ShownPiece> {
        let text = piece.text();
        let center = self.centers().into_iter().filter_map(|square| self.alone(&text, square));
        let first = self.firsts(&text).into_iter().map(|(square, position)| {
            let cells = Scene::of(&position).cells;
            Stage { ground: self, square, cells, position }
        });
        let mut stage = richest(center.chain(first))?;
        if piece.imitates.is_some() {
            stage = stage.imitating();
        }
        stage.add_victims();
        stage.add_own();
        let mut shown = ShownPiece::new(&stage.position, Some(stage.square));
        shown.reach.retain(|reach| Some(&reach.from) == shown.square.as_ref());
        Some(shown)
    }

    /// The squares in the middle of the board.
    fn centers(&self) -> Vec<Square> {
        let (files, ranks) = (self.outline.files() / 2, self.outline.ranks() / 2);
        let places = [(1, 1), (0, 1), (1, 0), (0, 0)];
        places
            .iter()
            .filter_map(|(left, down)| {
                self.outline.square(files.saturating_sub(*left), ranks.saturating_sub(*down))
            })
            .collect()
    }

    /// A white piece on a square, with only the necessary other pieces.
    fn alone(&self, text: &str, square: Square) -> Option<Stage<'_>> {
        let mut cells = self.cells.clone();
        // It may be one of those itself.
        cells.retain(|_, stack| stack.first().map(String::as_str) != Some(text));
        let with = |mut cells: SquareContents| {
            let name = self.outline.name(square);
            cells.insert(name, vec![text.to_owned()]).is_none().then_some(())?;
            let position = self.position(&cells)?;
            Some(Stage { ground: self, square, cells, position })
        };
        with(cells).or_else(|| with(self.cells.clone()))
    }

    /// The start without all but a piece that stands where it begins, with its rights, once for every file.
    fn firsts(&self, text: &str) -> Vec<(Square, AnyPosition)> {
        let start = self.game.start();
        let pieces = self.game.info().pieces;
        let is_one = |square: &Square| {
            start.piece_at(*square, 0).is_some_and(|top| fen::piece_text(top, pieces) == text)
        };
        let mut squares: Vec<Square> = self.outline.squares().filter(is_one).collect();
        let middle = i32::from(self.outline.files()) / 2;
        squares.sort_by_key(|&square| (i32::from(self.outline.file(square)) - middle).abs());
        squares.truncate(2);
        squares.into_iter().map(|square| (square, emptied(&start, Some(square)))).collect()
    }
}

/// Returns true if a game goes on in a position, without a check.
fn goes_on(position: &AnyPosition) -> bool {
    position.outcome().is_none() && !position.in_check()
}

/// The stage on which there is most to see; of equally good ones the first.
fn richest<'a>(stages: impl Iterator<Item = Stage<'a>>) -> Option<Stage<'a>> {
    stages.reduce(|best, stage| if stage.targets().len() > best.targets().len() { stage } else { best })
}

/// A position without all pieces that the game can do without, except for one.
fn emptied(start: &AnyPosition, keeps: Option<Square>) -> AnyPosition {
    let mut left = start.clone();
    for square in start.outline().squares().filter(|&square| Some(square) != keeps) {
        if left.piece_at(square, 0).is_none() {
            continue;
        }
        if let Some(less) = without(&left, square).filter(goes_on) {
            left = less;
        }
    }
    left
}

/// The piece that is shown, and the pieces around it so far.
#[derive(Clone)]
struct Stage<'a> {
    ground: &'a Ground,
    square: Square,
    cells: SquareContents,
    position: AnyPosition,
}

impl Stage<'_> {
    /// Returns the squares that the piece could reach.
    fn targets(&self) -> BTreeSet<ShownReach> {
        reach(&self.position, |legal| legal.from() == Some(self.square)).into_iter().collect()
    }

    /// The same after a move of the piece, of those that can be imitated, with whose moves there is most to see.
    fn imitating(self) -> Self {
        let text = self.position.fen();
        let fields: Vec<&str> = text.split(' ').collect();
        let [board, side, rights, _, rest @ ..] = &fields[..] else { return self };
        let after = |piece: &PieceInfo| {
            let passed = format!("-={}", piece.letter);
            let fields = [&[*board, *side, *rights, &passed][..], rest].concat().join(" ");
            Some(Stage { position: self.ground.quiet(&fields)?, ..self.clone() })
        };
        richest(self.ground.game.info().pieces.iter().filter_map(after)).unwrap_or_else(|| self.clone())
    }

    /// The steps to a square: files to the right and ranks forward.
    fn offset(&self, square: Square) -> (i32, i32) {
        let outline = self.ground.outline;
        let of = |square| (i32::from(outline.file(square)), i32::from(outline.rank(square)));
        let ((file, rank), (own_file, own_rank)) = (of(square), of(self.square));
        (file - own_file, rank - own_rank)
    }

    /// The free squares, those first that are two steps away, and of these those ahead.
    fn around(&self) -> Vec<Square> {
        let outline = self.ground.outline;
        let is_free = |square: &Square| !self.cells.contains_key(&outline.name(*square));
        let mut squares: Vec<Square> = outline.squares().filter(is_free).collect();
        squares.sort_by_key(|&square| {
            let (right, ahead) = self.offset(square);
            ((right.abs().max(ahead.abs()) - 2).abs(), -ahead, right.abs())
        });
        squares
    }

    /// The same with more on the board, if that is a position.
    fn with(&self, more: &[(Square, String)]) -> Option<Self> {
        let mut cells = self.cells.clone();
        for (square, text) in more {
            cells.insert(self.ground.outline.name(*square), vec![text.clone()]);
        }
        // A piece that stands where it begins keeps its rights.
        let rest = self.position.fen();
        let position = self.with_rights(&cells, &rest).or_else(|| self.ground.position(&cells))?;
        Some(Stage { ground: self.ground, square: self.square, cells, position })
    }

    fn with_rights(&self, cells: &SquareContents, text: &str) -> Option<AnyPosition> {
        let plain = self.ground.position(cells)?.fen();
        let (board, _) = plain.split_once(' ')?;
        let (_, fields) = text.split_once(' ')?;
        self.ground.quiet(&format!("{board} {fields}"))
    }

    /// Returns true if the piece could capture or shoot the piece on a square.
    fn hits(&self, square: Square) -> bool {
        let ways = [MoveMark::Capture, MoveMark::Shot, MoveMark::Burst];
        let is_there = |legal: &Move| legal.from() == Some(self.square) && legal.to() == Some(square);
        reach(&self.position, is_there).iter().any(|reach| ways.contains(&reach.mark))
    }

    /// The squares where the piece could go and nothing else happens.
    fn plain(&self) -> BTreeSet<String> {
        let plain = self.targets().into_iter().filter(|reach| reach.mark == MoveMark::Quiet);
        plain.map(|reach| reach.to).collect()
    }

    /// Returns how much there is to see: the number of kinds of marks, then of squares.
    fn worth(&self) -> (usize, usize) {
        let targets = self.targets();
        let kinds: BTreeSet<MoveMark> = targets.iter().map(|reach| reach.mark).collect();
        (kinds.len(), targets.len())
    }

    /// Puts enemies where the piece could capture or shoot them: of the possible kinds the one with
    /// which there is most to see. Some take squares from a piece that must not be attacked.
    fn add_victims(&mut self) {
        /// The most kinds that are tried.
        const TRIED: usize = 4;
        let enemies: Vec<String> = self.ground.common.iter().map(|text| text.to_lowercase()).collect();
        let mut best: Option<Self> = None;
        for stage in enemies.iter().filter_map(|enemy| self.clone().with_victims(enemy)).take(TRIED) {
            // Of equally good ones the most common.
            if best.as_ref().is_none_or(|best| stage.worth() > best.worth()) {
                best = Some(stage);
            }
        }
        if let Some(best) = best {
            *self = best;
        }
    }

    /// The same with enemies of one kind, in different directions; `None` if they cannot be struck.
    fn with_victims(mut self, enemy: &str) -> Option<Self> {
        let has_plain = !self.plain().is_empty();
        let mut taken: Vec<Square> = Vec::new();
        for square in self.around() {
            let aside = |other: &Square| direction(self.offset(*other)) == direction(self.offset(square));
            if taken.len() == VICTIMS || taken.iter().any(aside) {
                continue;
            }
            let Some(more) = self.with_victim(square, enemy) else { continue };
            let keeps_plain = !has_plain || !more.plain().is_empty();
            if keeps_plain && taken.iter().all(|&other| more.hits(other)) {
                self = more;
                taken.push(square);
            }
        }
        if taken.is_empty() {
            return None;
        }
        self.add_other_way(enemy, &taken);
        Some(self)
    }

    /// Puts one more enemy where something else can be done to it than to the others.
    fn add_other_way(&mut self, enemy: &str, taken: &[Square]) {
        let marks = |stage: &Stage<'_>| -> BTreeSet<MoveMark> {
            let targets = stage.targets().into_iter().map(|reach| reach.mark);
            targets.filter(|mark| !matches!(mark, MoveMark::Quiet | MoveMark::Mount)).collect()
        };
        let known = marks(self);
        let found = self.around().into_iter().find_map(|square| {
            let more = self.with(&[(square, enemy.to_owned())])?;
            let is_new = marks(&more).len() > known.len();
            (is_new && taken.iter().all(|&other| more.hits(other))).then_some(more)
        });
        if let Some(found) = found {
            *self = found;
        }
    }

    /// The same with an enemy that could be captured or shot, if need be over a piece between.
    fn with_victim(&self, square: Square, enemy: &str) -> Option<Self> {
        let victim = (square, enemy.to_owned());
        let direct = self.with(std::slice::from_ref(&victim)).filter(|stage| stage.hits(square));
        direct.or_else(|| {
            let (right, ahead) = self.offset(square);
            let is_even = right.abs().max(ahead.abs()) == 4 && [0, 4].contains(&right.abs().min(ahead.abs()));
            let half = |steps: i32| i8::try_from(steps / 2).ok();
            let (files, ranks) = half(right).zip(half(ahead)).filter(|_| is_even)?;
            let between = self.ground.outline.offset(self.square, files, ranks)?;
            let screen = (between, self.ground.common.first()?.clone());
            self.with(&[screen, victim]).filter(|stage| stage.hits(square))
        })
    }

    /// Puts an own piece where the piece could go, if it can still do enough: to show whether it
    /// stops there, passes it or stands on it.
    fn add_own(&mut self) {
        let now = self.plain();
        let before = self.targets();
        let outline = self.ground.outline;
        let Some(own) = self.ground.common.first().cloned() else { return };
        let is_aside = |square: &Square| {
            let (right, ahead) = self.offset(*square);
            right < 0 && ahead <= 0
        };
        let places = self.around().into_iter().filter(is_aside);
        let found = places.filter(|square| now.contains(&outline.name(*square))).find_map(|square| {
            let stage = self.with(&[(square, own.clone())])?;
            let after = stage.targets();
            // The effects on enemies stay.
            let keeps = before.iter().filter(|reach| reach.mark != MoveMark::Quiet);
            let is_fine = 2 * stage.plain().len() >= now.len() && now.len() >= 4;
            (is_fine && keeps.into_iter().all(|reach| after.contains(reach))).then_some(stage)
        });
        if let Some(stage) = found {
            *self = stage;
        }
    }
}

/// The direction of steps, as one of eight.
fn direction((right, ahead): (i32, i32)) -> (i32, i32) {
    // What goes less than half as far aside as ahead counts as straight.
    let straight = |one: i32, other: i32| if 2 * one.abs() < other.abs() { 0 } else { one.signum() };
    (straight(right, ahead), straight(ahead, right))
}

#[cfg(test)]
mod tests;
