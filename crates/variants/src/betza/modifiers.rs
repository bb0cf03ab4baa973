//! The letters before an atom, or those of one leg, and the contradictions among them.

use super::shape::Atom;
use crate::finding::phrases;
use helgi_rules::Phrase;
use helgi_rules::internals::board::path::{Mode, Passing, Taken};

pub(super) const VERTICAL: &str = "fbvh";
pub(super) const HORIZONTAL: &str = "rlsh";

/// The letters before an atom, or those of one leg.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Modifiers {
    pub quiet: bool,
    pub capture: bool,
    pub shot: bool,
    pub own: bool,
    pub king: bool,
    pub unloads: bool,
    pub tame: bool,
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
    /// Returns true if it names other prey than enemies, or another fate of it than being taken.
    pub fn has_rare_prey(&self) -> bool {
        self.own || self.king || self.unloads || self.spares_kings()
    }

    /// Returns true if what it takes are enemies but kings: `ck`, or `t` where nothing is leapt over.
    pub fn spares_kings(&self) -> bool {
        self.capture && self.king && !self.unloads || self.tame && !self.hops
    }

    /// Returns true if the letters say more of what it does where it ends than that it moves and takes.
    pub fn names_occasions(&self) -> bool {
        self.quiet != self.capture || self.has_rare_prey()
    }

    /// The pieces that a leg takes on its way, if the letters name any.
    pub fn prey_on_the_way(&self) -> Vec<Taken> {
        let enemies = if self.spares_kings() { Taken::Commoners } else { Taken::Enemies };
        let named =
            [(self.capture, enemies), (self.king && !self.capture, Taken::Kings), (self.own, Taken::Own)];
        named.into_iter().filter_map(|(is_named, taken)| is_named.then_some(taken)).collect()
    }

    /// The occasions of a move, with the pieces that are taken on them; `default` is the mode where no letter names one.
    pub fn occasions(&self, default: Mode) -> Vec<(Mode, Taken)> {
        let mut occasions = match self.common_mode(default) {
            // What spares kings is a path of its own, which gives no check.
            Some(mode) if self.spares_kings() => match mode {
                Mode::Both => vec![(Mode::Move, Taken::Enemies), (Mode::Capture, Taken::Commoners)],
                Mode::Capture => vec![(mode, Taken::Commoners)],
                Mode::Move | Mode::Shoot => vec![(mode, Taken::Enemies)],
            },
            common => common.map(|mode| (mode, Taken::Enemies)).into_iter().collect(),
        };
        let rare = [
            (self.king && !self.spares_kings(), Taken::Kings),
            (self.own && !self.unloads, Taken::Own),
            (self.own && self.unloads, Taken::OwnInExchange),
            (self.capture && self.unloads, Taken::EnemiesInExchange),
        ];
        let named = rare.into_iter().filter_map(|(is_named, taken)| is_named.then_some(taken));
        occasions.extend(named.map(|taken| (Mode::Capture, taken)));
        occasions
    }

    /// The occasion on which enemies are taken or the piece just moves; `None` if the letters name only others.
    fn common_mode(&self, default: Mode) -> Option<Mode> {
        match (self.quiet, self.capture && !self.unloads) {
            (true, true) => Some(Mode::Both),
            (true, false) => Some(Mode::Move),
            (false, true) => Some(Mode::Capture),
            (false, false) => (!self.own && !self.king && !self.unloads).then_some(default),
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
    modifiers.crooked
        || modifiers.circular
        || modifiers.tame && modifiers.hops
        || rides && (modifiers.jumps || modifiers.lame && leaps_far)
}

/// Finds what contradicts `t` in the modifiers of a leg: it needs kings to spare, or one piece to leap over.
pub(super) fn check_tame(modifiers: &Modifiers, is_last: bool) -> Result<(), Phrase> {
    let takes_by_default = is_last && !modifiers.quiet && !modifiers.own && !modifiers.king;
    let takes_enemies = (modifiers.capture || takes_by_default) && !modifiers.unloads;
    match modifiers {
        _ if !modifiers.tame => Ok(()),
        _ if modifiers.hops_several => Err(phrases::TAME_SEVERAL),
        _ if !modifiers.hops && !takes_enemies => Err(phrases::TAME),
        _ => Ok(()),
    }
}

/// Finds what contradicts itself in the modifiers of one leg.
pub(super) fn check(modifiers: &Modifiers, atom: &Atom, range: Option<u8>) -> Result<(), Phrase> {
    let is_short = atom.leaps.iter().any(|&(along, _)| along == 1);
    check_tame(modifiers, true)?;
    match modifiers {
        _ if modifiers.initial && modifiers.has_rare_prey() => Err(phrases::FIRST_PREY),
        _ if modifiers.shot
            && (modifiers.quiet || modifiers.capture || modifiers.initial || modifiers.has_rare_prey()) =>
        {
            Err(phrases::SHOT)
        }
        _ if modifiers.initial && modifiers.tame => Err(phrases::FIRST_PREY),
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
