//! The letters before an atom, or those of one leg, and the contradictions among them.

use super::shape::Atom;
use crate::finding::phrases;
use helgi_rules::Phrase;
use helgi_rules::internals::board::path::{Mode, Passing, Taken};

pub(super) const VERTICAL: &str = "fbvh";
pub(super) const HORIZONTAL: &str = "rlsh";

/// The letters before an atom, or those of one leg.
#[derive(Clone, Default, Debug)]
pub(super) struct Modifiers {
    pub quiet: bool,
    pub capture: bool,
    pub shot: bool,
    pub own: bool,
    pub king: bool,
    pub unloads: bool,
    pub hops: bool,
    pub hops_several: bool,
    pub near: bool,
    pub lame: bool,
    pub jumps: bool,
    pub initial: bool,
    pub crooked: bool,
    pub circular: bool,
    pub toggles: bool,
    pub wraps: bool,
    pub directions: Vec<[char; 2]>,
}

impl Modifiers {
    /// The mode that `m` and `c` ask for, if one of them does.
    pub fn mode(&self) -> Option<Mode> {
        match (self.quiet, self.capture) {
            (true, false) => Some(Mode::Move),
            (false, true) => Some(Mode::Capture),
            _ => None,
        }
    }

    /// Returns true if it names other prey than enemies, or another fate of it than being taken.
    pub fn has_rare_prey(&self) -> bool {
        self.own || self.king || self.unloads
    }

    /// The occasions of a move, with the pieces that are taken on them; `default` is the mode where no letter names one.
    pub fn occasions(&self, default: Mode) -> Vec<(Mode, Taken)> {
        let common = self.common_mode(default).map(|mode| (mode, Taken::Enemies));
        let rare = self.rare_prey().into_iter().map(|taken| (Mode::Capture, taken));
        common.into_iter().chain(rare).collect()
    }

    /// The pieces that are taken on the occasions beside the [common](Self::common_mode) one.
    pub fn rare_prey(&self) -> Vec<Taken> {
        let occasions = [
            (self.king, Taken::Kings),
            (self.own && !self.unloads, Taken::Own),
            (self.own && self.unloads, Taken::OwnInExchange),
            (self.capture && self.unloads, Taken::EnemiesInExchange),
        ];
        occasions.into_iter().filter_map(|(is_named, taken)| is_named.then_some(taken)).collect()
    }

    /// The occasion on which enemies are taken or the piece just moves; `None` if the letters name only others.
    pub fn common_mode(&self, default: Mode) -> Option<Mode> {
        match (self.quiet, self.capture && !self.unloads) {
            (true, true) => Some(Mode::Both),
            (true, false) => Some(Mode::Move),
            (false, true) => Some(Mode::Capture),
            (false, false) => (!self.has_rare_prey()).then_some(default),
        }
    }

    /// The passing of a ride that hops.
    pub fn hop(&self) -> Option<Passing> {
        match self {
            _ if self.near => Some(Passing::NearHurdle),
            _ if self.hops_several => Some(Passing::Several),
            _ if self.hops => Some(Passing::Hurdle),
            _ => None,
        }
    }
}

/// Returns true if a single leg is made of several: a turning ride, one that leaves out its first square, or one of lame
/// leaps.
pub(super) fn needs_routes(modifiers: &Modifiers, atom: &Atom, range: Option<u8>) -> bool {
    let rides = range.is_some();
    let leaps_far = atom.leaps.iter().any(|&(along, _)| along > 1);
    modifiers.crooked || modifiers.circular || rides && (modifiers.jumps || modifiers.lame && leaps_far)
}

/// Finds what contradicts itself in the modifiers of one leg.
pub(super) fn check(modifiers: &Modifiers, atom: &Atom, range: Option<u8>) -> Result<(), Phrase> {
    let is_short = atom.leaps.iter().any(|&(along, _)| along == 1);
    match modifiers {
        _ if modifiers.initial && modifiers.has_rare_prey() => Err(phrases::FIRST_PREY),
        _ if modifiers.shot
            && (modifiers.quiet || modifiers.capture || modifiers.initial || modifiers.has_rare_prey()) =>
        {
            Err(phrases::SHOT)
        }
        _ if modifiers.unloads && !modifiers.own && !modifiers.capture => Err(phrases::EXCHANGED),
        _ if atom.is_exact
            && (modifiers.near || modifiers.crooked || modifiers.circular || modifiers.jumps) =>
        {
            Err(phrases::NO_EXACT)
        }
        _ if modifiers.lame && modifiers.hops => Err(phrases::LAME_HOP),
        _ if modifiers.lame && modifiers.jumps => Err(phrases::LAME_JUMP),
        _ if modifiers.jumps && modifiers.hops => Err(phrases::JUMP_HOP),
        _ if modifiers.crooked && modifiers.circular => Err(phrases::ONE_TURN),
        _ if (modifiers.crooked || modifiers.circular)
            && (modifiers.hops || modifiers.jumps || modifiers.lame) =>
        {
            Err(phrases::PLAIN_TURN)
        }
        _ if (modifiers.crooked || modifiers.circular) && range.is_none() => Err(phrases::TURNED_RIDE),
        _ if modifiers.jumps && range.is_none() && is_short => Err(phrases::SHORT_JUMP),
        _ if modifiers.toggles => Err(phrases::TOGGLED_LEG),
        _ => Ok(()),
    }
}
