//! How the moves of a game are entered on XBoard's board, by its user and by the engine.
//!
//! | move | half-move of XBoard |
//! |---|---|
//! | step, drop, pass | the same |
//! | shot | to the victims and back: `d1d6,d6d1` |
//! | piece that becomes another, by promotion or on a taller stack | with the new letter: `e7e8q` |
//! | mover leaves the board | with the letter that is in no slot: `e5f6z` |
//! | with one more piece removed, promoted, or placed | on to that square: `e11e12,e12g10z` |
//!
//! The squares show which letters stand there before and after; no rules are known here.

use super::screen::Screen;
use super::setup::Table;
use crate::board::Side;
use crate::rules::FenError;
use crate::session::playing::AnyGame;
use helgi_protocol::notation::{WireMove, WireSquare};
use helgi_protocol::xboard::Ply;

/// A legal move and how it is entered.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The move.
    pub wire: WireMove,
    /// What the user does.
    pub entered: Ply,
    /// What the engine sends; the same, but where one half-move is as good as two.
    pub sent: Ply,
    /// What the board has to look like afterwards.
    pub after: Screen,
}

/// What XBoard should show of a position.
///
/// # Errors
///
/// When the text is no position of the game.
pub fn truth(game: &dyn AnyGame, text: &str, table: &Table) -> Result<Screen, FenError> {
    let info = game.info();
    let text = table.position_text(text, game.outline())?;
    Screen::read(&text, info.files, info.ranks, table)
}

/// All legal moves of the position that looks like `before`.
pub fn entries(game: &dyn AnyGame, before: &Screen, table: &Table) -> Vec<Entry> {
    let successors = game.successors();
    let rewards: Vec<WireMove> = successors.iter().filter_map(|&(wire, _)| without_reward(wire)).collect();
    let entry = |(wire, text): (WireMove, String)| {
        let after = truth(game, &text, table).ok()?;
        let sent = sent(wire, before, &after, table);
        let entered = entered(wire, before, &after, table, rewards.contains(&wire));
        Some(Entry { wire, entered, sent, after })
    };
    successors.into_iter().filter_map(entry).collect()
}

/// The entries that a half-move may stand for: more than one where it leaves something open, none
/// where it is no legal move.
pub fn matching<'a>(entries: &'a [Entry], ply: &Ply, before: &Screen) -> Vec<&'a Entry> {
    let all = |holds: &dyn Fn(&Entry) -> bool| -> Vec<&'a Entry> {
        entries.iter().filter(|entry| holds(entry)).collect()
    };
    let mut found = all(&|entry| entry.entered == *ply);
    if found.is_empty() {
        found = all(&|entry| entry.sent == *ply);
    }
    let Ply::Path { squares, letter } = ply else { return found };
    let own = squares.first().and_then(|&from| before.letter(from)).map(|(_, own)| own.to_ascii_lowercase());
    if found.is_empty() && letter.is_some() && *letter == own {
        // The user was asked what it becomes, and it stays what it is.
        let plain = Ply::path(squares.clone(), None);
        found = all(&|entry| entry.entered == plain);
    }
    if found.is_empty() && letter.is_none() {
        // There is nothing to choose, so nothing was chosen.
        found = all(&|entry| matches!(&entry.entered, Ply::Path { squares: way, .. } if way == squares));
        found.truncate(if found.len() == 1 { 1 } else { 0 });
    }
    found
}

/// What the engine sends for a move.
pub fn sent(wire: WireMove, before: &Screen, after: &Screen, table: &Table) -> Ply {
    match wire {
        WireMove::Step { from, to, promoted: Some(_), .. } => {
            // The reward is put right afterwards. That there is one is said by a letter, even if the
            // mover stays what it is.
            let letter = becomes(wire, before, after, table).or(before.letter(from).map(|(_, own)| own));
            Ply::path([from, to], letter)
        }
        _ => entered(wire, before, after, table, false),
    }
}

/// What the user does for a move; `could_reward` if there is the same move with a reward besides.
fn entered(wire: WireMove, before: &Screen, after: &Screen, table: &Table, could_reward: bool) -> Ply {
    match wire {
        WireMove::Pass => Ply::Pass,
        WireMove::Drop { letter, to } => Ply::Drop { letter, to },
        WireMove::Shot { from, victims } => {
            let way: Vec<WireSquare> = [from].into_iter().chain(victims.iter()).chain([from]).collect();
            Ply::path(way, None)
        }
        WireMove::Step { from, to, hostile_at, removed, promoted, .. } => {
            let mut way = vec![from, to];
            way.extend(removed.or(hostile_at).or(promoted));
            if could_reward {
                // To go on nowhere is to do without.
                way.push(to);
            }
            Ply::path(way, becomes(wire, before, after, table))
        }
    }
}

/// The letter of what the mover becomes, if it does not stay what it is.
fn becomes(wire: WireMove, before: &Screen, after: &Screen, table: &Table) -> Option<char> {
    let WireMove::Step { from, to, promotion, .. } = wire else { return None };
    if promotion.is_some() {
        return promotion;
    }
    let (side, letter) = before.letter(from)?;
    match after.letter(to) {
        Some((owner, new)) if owner == side => (new != letter).then_some(new),
        _ => Some(table.vanish()),
    }
}

/// The move without the own piece that is promoted besides, if it has one.
fn without_reward(wire: WireMove) -> Option<WireMove> {
    match wire {
        WireMove::Step { from, to, count, promotion, hostile_at, removed, promoted: Some(_) } => {
            Some(WireMove::Step { from, to, count, promotion, hostile_at, removed, promoted: None })
        }
        _ => None,
    }
}

/// Whether a move takes a piece where it arrives.
pub fn captures(to: WireSquare, mover: Side, before: &Screen) -> bool {
    before.letter(to).is_some_and(|(side, _)| side != mover)
}
