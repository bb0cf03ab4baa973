#![doc = include_str!("../README.md")]
//!
//! # How it is built
//!
//! [`ini`] takes a text apart, [`keys`] is the one table of keys, [`read`] makes a [`Spec`] of each section: plain
//! data, no tables. What does not go together is found then; the start position is read with tables that are dropped
//! again. Nothing of a [`ReadGame`] outlives it. Tables that stay are made when a game is first played, once for the same
//! words, and are kept for the life of the process. Each rule of the format is carried out in one module, which the table of keys names.

#![deny(clippy::print_stdout, clippy::print_stderr, clippy::must_use_candidate)]

mod attack;
pub mod betza;
mod beyond;
mod board_size;
mod castling;
mod castling_text;
mod chase;
mod check;
mod check_changes;
mod doubtful;
mod effects;
mod enclose;
mod ends;
pub mod exchange;
mod facing;
mod file_game;
mod filter;
mod finding;
mod first_leaps;
mod first_moves;
mod forward;
mod game;
mod gates;
mod goals;
mod grid;
mod grid_tables;
mod imitation;
mod in_place;
pub mod ini;
mod insufficient;
mod key;
pub mod keys;
mod kind_facts;
mod king_castling;
mod left_out;
pub mod library;
mod library_texts;
mod material_tables;
mod mating_checks;
mod movement;
mod moves;
mod must;
mod passed;
mod past;
mod phrase_table;
mod piece_moves;
mod position;
mod prey;
mod rare;
pub mod read;
pub mod reference;
mod region;
mod registry;
mod repeated_legs;
mod rights;
mod royal_kings;
mod section;
mod section_base;
mod shak;
mod shuffle;
mod shuttle;
pub mod sketch;
mod slot;
mod spec;
mod standing;
mod tables;
mod text;
mod threats;
mod wall_set;
mod wall_tables;
mod walls;
pub mod written;

pub use file_game::{AnyFileGame, ReadGame};
pub use finding::{FINDING_PHRASES, Finding, FindingText, FindingValue, Place, Severity, nearest};
pub use game::DescribedGame;
pub use left_out::{LeftOutLine, each_left_out};
pub use position::FilePosition;
pub use region::{KindRegions, Region};
pub use registry::{
    RegisteredFile, install_library, is_of_library, lender_of, net_of, register, register_apart, rules_page,
    spec_of, taken_apart,
};
pub use section::section_of;
pub use slot::{Slot, Types};
pub use spec::{
    BeyondSpec, BlackRows, Counting, Enclosing, FileTranslation, MaterialCount, MoveDialect, PieceMoves,
    PieceSpec, RegionalSpec, RoyalKings, Spec, TranslatedText, TurnPhase, Verdict, Walling,
};

use finding::phrases;
use std::sync::Arc;

/// The games of a text, and all that is to be said about it.
#[derive(Debug)]
pub struct LoadedFile {
    /// The games that can be played, in the order of the text.
    pub games: Vec<ReadGame>,
    /// All games that other games may start from; also those that cannot be played, which the others fall with.
    pub specs: Vec<Arc<Spec>>,
    /// The mistakes, refusals and hints, in the order of the text.
    pub findings: Vec<Finding>,
}

impl LoadedFile {
    /// [Registers](register) the games, and returns the names of those that are known now with all findings. A game that
    /// differs from a built-in game of its name is a mistake: whoever asks for it would get the other.
    #[must_use]
    pub fn register(self) -> (Vec<&'static str>, Vec<Finding>) {
        let LoadedFile { games, mut findings, .. } = self;
        let mut names = Vec::new();
        for game in &games {
            let name = game.name();
            let mistake = |expected: FindingText| Finding::error(Place::default(), name, "", name, expected);
            match register(game) {
                Ok(RegisteredFile::Plays(id) | RegisteredFile::BuiltIn(id, true)) => names.push(id.name()),
                Ok(RegisteredFile::BuiltIn(_, false)) => {
                    findings.push(mistake(phrases::NAME_BUILT_IN.into()));
                }
                Err(error) => findings.push(mistake(error.into())),
            }
        }
        (names, findings)
    }
}

/// Reads the games of a text. They may start from the [bases](library::bases) that come along and from those before them.
///
/// ```
/// let loaded = helgi_variants::load("[my-game:chess]\nstalemateValue = loss\ncasteling = false\n");
/// assert_eq!(loaded.games.len(), 0);
/// assert_eq!(
///     loaded.findings[0].to_string(),
///     "3:1: error: [my-game] `casteling`, expected a key of this format; did you mean `castling`?"
/// );
/// ```
#[must_use]
pub fn load(text: &str) -> LoadedFile {
    load_with(text, &library::bases())
}

/// Reads the games of a text, which may start from these games besides those before them.
#[must_use]
pub fn load_with(text: &str, bases: &[Arc<Spec>]) -> LoadedFile {
    let mut findings = Vec::new();
    let sections = ini::sections(text, &mut findings);
    read::repeats(&sections, &mut findings);
    load_sections(&sections, bases, findings)
}

/// Reads sections. `findings` are those about their form.
fn load_sections(sections: &[ini::Section], bases: &[Arc<Spec>], mut findings: Vec<Finding>) -> LoadedFile {
    let mut games = Vec::new();
    let mut specs = bases.to_vec();
    for (index, section) in sections.iter().enumerate() {
        // What is wrong with its form has been found already.
        let is_own = |finding: &Finding| finding.section == section.name.text;
        let (mut own, others) = findings.into_iter().partition(is_own);
        findings = others;
        let read = read::spec(section, &specs, &mut own).map(Arc::new);
        // What does not go together may be set right by a game that starts from this one; what could not be read is lost.
        let is_whole = !own.iter().any(|finding| finding.severity == Severity::Error);
        if let Some(spec) = &read {
            games.extend(check::game(spec, section, &mut own));
        }
        let unread = || Arc::new(read::unread(section, &specs));
        let spec = read.filter(|_| is_whole).unwrap_or_else(unread);
        let names_another = |earlier: &ini::Section| earlier.name.text == spec.name;
        if !section.is_broken || !sections[..index].iter().any(names_another) {
            specs.retain(|earlier| earlier.name != spec.name);
            specs.push(spec);
        }
        findings.append(&mut own);
    }
    findings.sort_by_key(|finding| finding.place);
    LoadedFile { games, specs, findings }
}
