//! Entry of the moves of a game on XBoard's board, by its user and by the engine.
//!
//! | move | half-move of XBoard |
//! |---|---|
//! | step, drop, pass | the same |
//! | shot | to the victims and back: `d1d6,d6d1` |
//! | piece that takes its other form, where XBoard knows both | with `+`: `c7c8+` |
//! | piece that becomes another, by promotion or on a taller stack | with the new letter: `e7e8q` |
//! | king that castles onto its own rook | the same: XBoard castles by itself |
//! | with a piece that comes to the square left | with its letter, and in castling onto the king where it is the rook's: `h1e1h` |
//! | mover leaves the board | with the letter that is in no slot: `e5f6z` |
//! | with one more piece removed, promoted, or placed, or with a wall | on to that square: `e11e12,e12g10z` |
//! | with two more pieces removed | on to both squares: `d4g5,g5e5,e5f5` |
//! | with more of them | on to the first two: XBoard has no more legs, and its board is put right afterwards |
//! | with a wall, by the engine | over that square: `e2d5,d5e4` |
//! | wall alone | dropped by its letter: `O@a1` |
//!
//! The squares have their letters before and after; no rules are known here.

use super::screen::XBoardModel;
use super::table::{LetterTable, PROMOTED};
use helgi_protocol::notation::{Victims, WireMove, WireSquare};
use helgi_protocol::xboard::XBoardPly;
use helgi_rules::board::{Move, Side};
use helgi_rules::notation::Notation;
use helgi_rules::{AnyPosition, Position};
use std::collections::HashSet;

/// The most squares of a half-move: XBoard moves a piece by three legs.
const MOST_SQUARES: usize = 4;

/// A legal move and how it is entered.
#[derive(Clone, Debug)]
pub struct EnteredMove {
    /// The move.
    pub played: Move,
    /// The move as it is written.
    pub wire: WireMove,
    /// The position after it.
    pub position: AnyPosition,
    /// The user's clicks.
    pub entered: XBoardPly,
    /// The engine's half-move; the same, except where one half-move is as good as two.
    pub sent: XBoardPly,
    /// The board afterwards.
    pub after: XBoardModel,
}

/// All legal moves of a position.
pub fn entries(position: &AnyPosition, table: &LetterTable) -> Vec<EnteredMove> {
    let before = XBoardModel::of(position, table);
    let notation = Notation::of(&position.game());
    let moves: Vec<(Move, WireMove)> =
        position.legal_moves().into_iter().map(|played| (played, notation.write(played))).collect();
    // The beginnings of longer ways: there may be thousands of moves.
    let begun: HashSet<Vec<WireSquare>> = moves
        .iter()
        .map(|&(_, wire)| way(wire))
        .flat_map(|way| (2..way.len()).map(move |length| way.iter().take(length).copied().collect()))
        .collect();
    let entry = |(played, wire)| {
        let position = position.after(played);
        let after = XBoardModel::of(&position, table);
        let sent = sent(wire, &before, &after, table);
        let own = way(wire);
        let could_go_on = begun.contains(&own);
        let entered = entered(wire, &before, &after, table, could_go_on);
        EnteredMove { played, wire, position, entered, sent, after }
    };
    moves.into_iter().map(entry).collect()
}

/// The entries that a half-move may stand for: more than one if it leaves something open, none
/// if it is not a legal move.
pub fn matching<'a>(
    entries: &'a [EnteredMove],
    ply: &XBoardPly,
    before: &XBoardModel,
) -> Vec<&'a EnteredMove> {
    let all = |holds: &dyn Fn(&EnteredMove) -> bool| -> Vec<&'a EnteredMove> {
        entries.iter().filter(|entry| holds(entry)).collect()
    };
    let arrives = |made: &XBoardPly| made == ply || is_garbled_to(made, ply, before);
    let mut found = all(&|entry| arrives(&entry.entered));
    if found.is_empty() {
        found = all(&|entry| arrives(&entry.sent));
    }
    let XBoardPly::Path { squares, letter } = ply else { return found };
    let own = squares.first().and_then(|&from| before.letter(from)).map(|(_, own)| own.to_ascii_lowercase());
    if found.is_empty() && letter.is_some() && *letter == own {
        // The user had a choice, and the piece stays the same.
        let plain = XBoardPly::path(squares.clone(), None);
        found = all(&|entry| entry.entered == plain);
    }
    if found.is_empty() && letter.is_none() {
        // There is nothing to choose, so nothing was chosen.
        found =
            all(&|entry| matches!(&entry.entered, XBoardPly::Path { squares: way, .. } if way == squares));
        // Of several, the letter that was left out would have told which.
        found.truncate(if found.len() == 1 { 1 } else { 0 });
    }
    found
}

/// Returns true if XBoard garbles the half-move `made` to this one, which may read like another one.
pub fn is_garbled_to(made: &XBoardPly, ply: &XBoardPly, before: &XBoardModel) -> bool {
    let handed_on = before.handed_on(made);
    handed_on != *made && handed_on.to_string() == ply.to_string()
}

/// The entries that reach the other engine of a match as this half-move when they are sent.
pub fn said<'a>(entries: &'a [EnteredMove], ply: &XBoardPly, before: &XBoardModel) -> Vec<&'a EnteredMove> {
    entries.iter().filter(|entry| before.handed_on(&entry.sent) == *ply).collect()
}

/// Returns the half-move that the engine sends for a move.
pub fn sent(wire: WireMove, before: &XBoardModel, after: &XBoardModel, table: &LetterTable) -> XBoardPly {
    match wire {
        WireMove::Step { from, to, wall: Some(wall), .. } => {
            let letter = becomes(wire, before, after, table);
            let way = if wall == from { vec![from, to] } else { vec![from, wall, to] };
            XBoardPly::path(way, letter)
        }
        WireMove::Step { from, to, promoted: Some(_), .. } => {
            // The reward is put right afterwards. A letter shows that there is one, even if the
            // mover stays the same.
            let letter = becomes(wire, before, after, table).or(before.letter(from).map(|(_, own)| own));
            XBoardPly::path([from, to], letter)
        }
        _ => entered(wire, before, after, table, false),
    }
}

/// Returns the user's half-move for a move; `could_go_on` if XBoard leads the user on from the
/// square of arrival, since another move goes on from there: with a reward, or to where the
/// opponent's piece is placed.
fn entered(
    wire: WireMove,
    before: &XBoardModel,
    after: &XBoardModel,
    table: &LetterTable,
    could_go_on: bool,
) -> XBoardPly {
    match wire {
        WireMove::Pass => XBoardPly::Pass,
        WireMove::Drop { letter, to, .. } => XBoardPly::Drop { letter, to },
        // XBoard has no move that builds a wall alone, but drops of any letter.
        WireMove::Wall { at } => XBoardPly::Drop { letter: table.obstacle().unwrap_or('*'), to: at },
        WireMove::Shot { from, victims } => {
            let shown = victims.iter().take(MOST_SQUARES - 2);
            let way: Vec<WireSquare> = [from].into_iter().chain(shown).chain([from]).collect();
            XBoardPly::path(way, None)
        }
        WireMove::Step { from, wall, .. } => {
            let mut way = way(wire);
            if could_go_on && wall.is_some() {
                way.push(from);
            } else if could_go_on {
                // Choosing the same square again declines the next leg.
                way.extend(way.last().copied());
            }
            XBoardPly::path(way, becomes(wire, before, after, table))
        }
    }
}

/// The new letter of the mover, if it changes.
fn becomes(wire: WireMove, before: &XBoardModel, after: &XBoardModel, table: &LetterTable) -> Option<char> {
    let WireMove::Step { from, to, promotion, .. } = wire else { return None };
    match promotion {
        Some('+' | '-') if table.has_forms() => return Some(PROMOTED),
        // The form has a letter of its own.
        Some('+' | '-') | None => {}
        letter => return letter,
    }
    let (side, letter) = before.letter(from)?;
    match after.letter(to) {
        Some((owner, new)) if owner == side => (new != letter).then_some(new),
        // XBoard castles by itself.
        _ if before.castles_together(from, to, table) => None,
        // It turns into a wall.
        None if after.is_obstacle(to) => table.obstacle(),
        _ => Some(table.vanish()),
    }
}

/// Returns the squares by which a step is entered, of departure, of arrival and of its effects; none of other moves.
fn way(wire: WireMove) -> Vec<WireSquare> {
    let WireMove::Step { from, to, hostile_at, removed, promoted, wall, .. } = wire else {
        return Vec::new();
    };
    let victims = removed.iter().flat_map(Victims::iter);
    // A wall where the piece stood is built by itself, if there is no other place for it.
    let others = promoted.or(wall.filter(|&wall| wall != from)).filter(|_| removed.is_none());
    let others = hostile_at.or(others);
    [from, to].into_iter().chain(victims).chain(others).take(MOST_SQUARES).collect()
}

/// Returns true if a move takes a piece where it arrives.
pub fn captures(to: WireSquare, mover: Side, before: &XBoardModel) -> bool {
    before.letter(to).is_some_and(|(side, _)| side != mover)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use helgi_rules::Game;
    use helgi_rules::games::GameId;
    use std::sync::Once;

    /// The entries of a position of a game, and the board before.
    fn all(game: GameId, text: &str) -> (Vec<EnteredMove>, XBoardModel) {
        let table = LetterTable::new(game.info()).unwrap();
        let position = game.parse(text).unwrap();
        (entries(&position, &table), XBoardModel::of(&position, &table))
    }

    fn check(game: GameId, text: &str, cases: &[(&str, &str, &str)]) {
        let (entries, _) = all(game, text);
        for (wire, entered, sent) in cases {
            let entry = entries.iter().find(|entry| entry.wire.to_string() == *wire).expect(wire);
            assert_eq!(
                (entry.entered.to_string(), entry.sent.to_string()),
                (entered.to_string(), sent.to_string())
            );
        }
    }

    #[test]
    fn every_kind_of_move_is_entered_by_one_half_move() {
        check(
            GameId::TACTICAL,
            "4k3/1P6/5r2/4p3/3pF3/2D2f2/4P3/4K3[R] w - - 0 9",
            &[
                ("R@a2", "R@a2", "R@a2"),
                ("0000", "@@@@", "@@@@"),
                ("c3xd4xe5", "c3d4,d4e5,e5c3", "c3d4,d4e5,e5c3"),
                ("b7b8", "b7b8j", "b7b8j"),
                ("e2f3", "e2f3z", "e2f3z"),
                ("e4e5", "e4e5z", "e4e5z"),
                ("e4e3", "e4e3", "e4e3"),
            ],
        );
        check(
            GameId::CHESS_BATTLE,
            "**4h3**/**2S5**/6g5/12/12/12/12/12/12/12/**8**/**4H3** w - - 0 9",
            &[("e11e12xg10", "e11e12,e12g10z", "e11e12,e12g10z")],
        );
        check(
            GameId::TAVRELI,
            "4k3/8/8/8/3(DtN)4/8/8/4K3 w - - 0 9",
            &[("d4e6:1", "d4e6n", "d4e6n"), ("d4e6:2", "d4e6", "d4e6"), ("d4e6", "d4e6", "d4e6")],
        );
        check(
            GameId::POPULAR10,
            "12/*7k2*/*2y7*/*10*/*10*/*10*/*10*/*10*/*R4K4*/3Q8 w - - 0 1",
            &[("d1d8", "d1d8,d8d8", "d1d8"), ("d1d8+b2", "d1d8,d8b2", "d1d8q")],
        );
        check(
            GameId::POPULAR10_DROP,
            "12/*3P6*/*10*/*10*/*10*/*5K4*/*10*/*10*/*k2r6*/12 w - - 0 1",
            &[("e9e10r", "e9e10,e10e10r", "e9e10r"), ("e9e10f@c5", "e9e10,e10c5f", "e9e10,e10c5f")],
        );
    }

    #[test]
    fn a_half_move_may_leave_something_open() {
        let (entries, before) = all(GameId::TAVRELI, "4k3/8/8/8/3(DtMTN)4/8/8/4K3 w - - 0 9");
        let found = |text: &str| -> Vec<String> {
            let found = matching(&entries, &text.parse().unwrap(), &before);
            found.iter().map(|entry| entry.wire.to_string()).collect()
        };
        assert_eq!(found("d4e6n"), ["d4e6:1"]);
        assert!(found("d4e6").len() > 1, "{:?}", found("d4e6"));
        assert!(found("d4d5").is_empty());

        let (entries, before) = all(GameId::TACTICAL, "4k3/1P6/8/8/8/8/8/4K3[] w - - 0 9");
        let found = |text: &str| matching(&entries, &text.parse().unwrap(), &before).len();
        // A letter without a choice may be left out, and no other is accepted.
        assert_eq!([found("b7b8j"), found("b7b8"), found("b7b8q"), found("b7b8p")], [1, 1, 0, 0]);
    }

    /// Adds the games with pieces that take two on their way. Tests of one program share its games, so a test of lists
    /// asks for them too.
    pub(crate) fn add_games_of_two_victims() {
        static ADDED: Once = Once::new();
        ADDED.call_once(|| {
            let loaded = helgi_variants::load(include_str!("../../variants/tests/rows/lions.ini"));
            for game in loaded.games.iter().filter(|game| ["lion-dogs", "hunters"].contains(&game.name())) {
                helgi_variants::register(game).unwrap();
            }
        });
    }

    /// Dogs and hunters that take two pieces on their way, in positions with many of those moves.
    #[test]
    fn two_victims_are_entered_one_after_the_other() {
        add_games_of_two_victims();
        for (name, fen, least) in [
            ("lion-dogs", "rhhd1r1/2hh2h/3k2d/7/2d2H1/DHHH1K1/R1H2RD b - - 0 1", 20),
            ("hunters", "2pp2k/p6/3H1D1/4pp1/5p1/1p1p1K1/pH5 w - - 0 1", 10),
        ] {
            are_entered(GameId::named(name).unwrap(), fen, least);
        }
    }

    fn are_entered(game: GameId, fen: &str, least: usize) {
        let (entries, before) = all(game, fen);
        let longest = entries.iter().filter(|entry| way(entry.wire).len() == 4).count();
        assert!(longest >= least, "{longest}");
        for entry in &entries {
            let found = matching(&entries, &entry.entered, &before);
            assert_eq!(found.len(), 1, "{} by {}", entry.wire, entry.entered);
            assert_eq!(found[0].played, entry.played);
        }
    }
}
