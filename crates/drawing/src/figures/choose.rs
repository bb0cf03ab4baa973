//! The figures that fit a piece, the best first.

use super::atoms::{CAPTURE, DIRECTIONS, QUIET, Reached, at, hops, lame};
use super::{FigureKind, FigureSign, PieceFigure, Second};
use helgi_rules::PieceMark;
use helgi_rules::board::{Bitboard, Side};
use helgi_rules::games::GameId;
use helgi_rules::internals::board::path::Path;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// The moves that are known.
struct Known {
    /// The pieces of chess, with their letters and all their moves.
    chess: Vec<(char, Reached)>,
    /// Pieces that move and capture alike, with the letters of their figures.
    single: Vec<(char, Reached)>,
    /// Pieces with figures of their own.
    special: Vec<(PieceFigure, Reached)>,
    /// Single steps in each direction.
    steps: Vec<Reached>,
}

/// Pairs that are shown as two figures, the main one first; then those that stand alone.
const PAIRS: [[char; 2]; 10] = [
    ['Q', 'N'],
    ['R', 'N'],
    ['B', 'N'],
    ['K', 'N'],
    ['R', 'K'],
    ['B', 'K'],
    ['J', 'N'],
    ['E', 'N'],
    ['R', 'E'],
    ['R', 'J'],
];

static KNOWN: LazyLock<Known> = LazyLock::new(|| {
    let pieces = GameId::CHESS.info().pieces.iter();
    let chess = pieces.map(|piece| (piece.letter, Reached::of_paths(&piece.paths(Side::White))));
    let single = [('Q', "Q"), ('R', "R"), ('B', "B"), ('N', "N"), ('K', "K"), ('E', "A"), ('J', "C")];
    let figure = PieceFigure::plain;
    let written = [
        (figure('N').signed(FigureSign::Ride), "N0"),
        (figure('C'), "mRcpR"),
        (figure('C').signed(FigureSign::Hop), "pR"),
        (figure('C').with('B'), "mBcpB"),
        (figure('C').with('B').signed(FigureSign::Hop), "pB"),
        (figure('C').with('Q'), "mQcpQ"),
        (figure('C').with('Q').signed(FigureSign::Hop), "pQ"),
        (figure('R').with('C'), "RcpR"),
        (figure('B').with('C'), "BcpB"),
        (figure('R').signed(FigureSign::Ahead), "fR"),
        (figure('B').signed(FigureSign::Ahead), "fB"),
        (figure('N').signed(FigureSign::Ahead), "fN"),
    ];
    let lines = |from: usize, by: usize| DIRECTIONS.into_iter().skip(from).step_by(by).collect::<Vec<_>>();
    let hopping = |letter, ways: Vec<(i8, i8)>| {
        let reached = Reached::by(|square, others| hops(square, others, &ways));
        (figure(letter).signed(FigureSign::Hop), reached)
    };
    let diagonal = |square, others: Bitboard<1>| {
        let twice = lines(1, 2).into_iter().filter_map(|way| {
            let next = at(square, way).filter(|&next| !others.has(next))?;
            at(next, way)
        });
        twice.collect()
    };
    // Of the knight's leaps, those of shogi's knight.
    let narrow =
        |square, _: Bitboard<1>| [(-1, 2), (1, 2)].into_iter().filter_map(|way| at(square, way)).collect();
    let walked = [
        (figure('N').signed(FigureSign::Ahead), Reached::by(narrow)),
        hopping('Q', lines(0, 1)),
        hopping('R', lines(0, 2)),
        hopping('B', lines(1, 2)),
        (figure('N').signed(FigureSign::Lame), Reached::by(|square, others| lame(square, others, 1))),
        (figure('E').signed(FigureSign::Lame), Reached::by(diagonal)),
        // Janggi's elephant goes a step farther than a knight.
        (
            figure('E').with('N').signed(FigureSign::Lame),
            Reached::by(|square, others| lame(square, others, 2)),
        ),
    ];
    let step = |way| Reached::by(move |square, _| at(square, way).into_iter().collect());
    Known {
        chess: chess.collect(),
        single: single.map(|(letter, movement)| (letter, Reached::of(movement))).into(),
        special: written
            .map(|(figure, movement)| (figure, Reached::of(movement)))
            .into_iter()
            .chain(walked)
            .collect(),
        steps: DIRECTIONS.map(step).into(),
    }
});

/// Returns the figures that fit a kind, the best first.
pub(super) fn fitting(kind: &FigureKind<'_>) -> Vec<PieceFigure> {
    // It is drawn as the plain one, with a star.
    if kind.mark == PieceMark::Tilde {
        return Vec::new();
    }
    let (chess, by_moves) = of_paths(&kind.paths);
    let mut found = Vec::new();
    found.extend(chess.or_else(|| by_name(kind.name)).map(PieceFigure::plain));
    found.extend(by_moves);
    found.extend(kin(kind.name).map(PieceFigure::plain));
    found
}

/// The piece of chess that moves alike, and the figures for the moves of a piece.
type Found = (Option<char>, Vec<PieceFigure>);

/// The findings about paths: most games share most of their pieces.
static FOUND: LazyLock<Mutex<HashMap<Vec<Path>, Found>>> = LazyLock::new(Mutex::default);

/// The most paths that are remembered, which is more than all games that come along have.
const REMEMBERED: usize = 1000;

fn of_paths(paths: &[Path]) -> Found {
    let remembered = || FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = remembered().get(paths) {
        return found.clone();
    }
    let own = Reached::of_paths(paths);
    let found = (chess(&own), by_moves(&own));
    let mut all = remembered();
    // Somebody who writes games makes ever new pieces.
    if all.len() >= REMEMBERED {
        all.clear();
    }
    all.insert(paths.to_vec(), found.clone());
    found
}

/// The piece of chess that moves alike.
fn chess(own: &Reached) -> Option<char> {
    KNOWN.chess.iter().find(|(_, reached)| reached == own).map(|&(letter, _)| letter)
}

/// The letter of the piece of chess of a name.
fn by_name(name: &str) -> Option<char> {
    match name {
        "pawn" | "berolina pawn" => Some('P'),
        "knight" => Some('N'),
        "bishop" => Some('B'),
        "rook" => Some('R'),
        "queen" => Some('Q'),
        "king" => Some('K'),
        _ => None,
    }
}

/// The letter of an animal or a cannon that moves as none of those that are known.
fn kin(name: &str) -> Option<char> {
    match name {
        "elephant" => Some('E'),
        "camel" => Some('J'),
        "cannon" => Some('C'),
        _ => None,
    }
}

/// The figures for the moves of a piece.
fn by_moves(own: &Reached) -> Vec<PieceFigure> {
    let mut found = Vec::new();
    if is_pawn(own) {
        found.extend([
            PieceFigure::plain('P'),
            PieceFigure::plain('P').signed(FigureSign::Steps(steps(own, QUIET))),
        ]);
    }
    if own.has_more || own.is_empty(QUIET) {
        return found;
    }
    let special = KNOWN.special.iter().find(|(_, reached)| reached == own);
    found.extend(special.map(|&(figure, _)| figure).or_else(|| joined(own)).or_else(|| divided(own)));
    // A piece that moves as the king beside it.
    let all = FigureSign::Steps(u8::MAX);
    if chess(own) == Some('K') {
        found.push(PieceFigure { main: None, second: None, sign: Some(all) });
    }
    found
}

/// Returns true if a piece moves as another one, and captures so unless it never captures.
fn is(own: &Reached, other: &Reached) -> bool {
    own.is(other, QUIET) && (own.is_empty(CAPTURE) || own.is(other, CAPTURE))
}

/// A figure for a piece that moves and captures as one or two that are known, and perhaps steps in some directions.
fn joined(own: &Reached) -> Option<PieceFigure> {
    let single = |letter: char| KNOWN.single.iter().find(|(one, _)| *one == letter);
    let pairs = PAIRS.iter().filter_map(|&[main, small]| {
        let figure = PieceFigure::plain(main).with(small);
        Some((figure, single(main)?.1.and(&single(small)?.1)))
    });
    let alone = KNOWN.single.iter().map(|(letter, reached)| (PieceFigure::plain(*letter), reached.clone()));
    let nothing = (PieceFigure { main: None, second: None, sign: None }, Reached::nothing());
    let (moves_only, mut all) = (own.is_empty(CAPTURE), pairs.chain(alone).chain([nothing]));
    all.find_map(|(figure, reached)| {
        let is_part = |part: &Reached, whole: &Reached| {
            part.is_in(whole, QUIET) && (moves_only || part.is_in(whole, CAPTURE))
        };
        if !is_part(&reached, own) {
            return None;
        }
        let more =
            KNOWN.steps.iter().enumerate().filter(|(_, step)| is_part(step, own) && !is_part(step, &reached));
        let (mut directions, mut all) = (0u8, reached.clone());
        for (direction, step) in more {
            directions |= 1 << direction;
            all = all.and(step);
        }
        let sign = (directions != 0).then_some(FigureSign::Steps(directions));
        is(own, &all).then_some(PieceFigure { sign, ..figure })
    })
}

/// A figure for a piece that moves as one that is known, and captures as another.
fn divided(own: &Reached) -> Option<PieceFigure> {
    let alike =
        |what| KNOWN.single.iter().find(|(_, reached)| reached.is(own, what)).map(|(letter, _)| *letter);
    let (main, small) = (alike(QUIET)?, alike(CAPTURE)?);
    Some(PieceFigure { second: Some((Second::Captures, small)), ..PieceFigure::plain(main) })
}

/// The directions in which a piece steps.
fn steps(own: &Reached, what: usize) -> u8 {
    let there = KNOWN.steps.iter().enumerate().filter(|(_, step)| step.is_in(own, what));
    there.fold(0, |found, (direction, _)| found | 1 << direction)
}

/// Returns true if a piece goes ahead step by step and never back, as pawns and soldiers do.
fn is_pawn(own: &Reached) -> bool {
    let ahead = 1 << 7 | 1 | 1 << 1;
    let fits = |(files, ranks): (i8, i8)| match ranks {
        0 | 1 => files.abs() <= 1,
        // The first step of some may be a double one.
        2 => files == 0 || files.abs() == 2,
        _ => false,
    };
    steps(own, QUIET) & ahead != 0 && own.ways().all(fits)
}
