//! Warnings about keys that can be read and yet do not do what their author most likely meant: squares that are not on the
//! board, and castling that no position allows.
//!
//! Only keys of the section itself are looked at: files of other programs build small games on larger ones.

use crate::file_game::ReadGame;
use crate::finding::{Finding, FindingText, phrases};
use crate::ini::{Entry, Section};
use crate::keys::{self, Setter};
use crate::king_castling;
use crate::read;
use crate::region::Region;
use crate::spec::Spec;
use helgi_rules::board::Side;

/// Reports what is doubtful in the section of a game that can be played.
pub(crate) fn report(game: &ReadGame, section: &Section, findings: &mut Vec<Finding>) {
    let spec = game.spec();
    let warn = |entry: &Entry, text: FindingText| {
        let (name, key) = (&section.name.text, &entry.key.text);
        Finding::warning(entry.value.place, name, key, &entry.value.text, text)
    };
    let board = format!("{}x{}", spec.files, spec.ranks);
    let beside = section.entries.iter().filter(|entry| is_beside(entry, spec));
    let beside: Vec<Finding> = beside
        .map(|entry| warn(entry, FindingText::from(phrases::OFF_BOARD).with("board", board.as_str())))
        .collect();
    findings.extend(beside);
    if let Some((entry, rights)) = section.entry("startFen").zip(missing_rights(game)) {
        findings.push(warn(entry, FindingText::from(phrases::NO_RIGHTS).with("rights", rights)));
    }
}

/// Returns true if a key names squares, a rank or a file, and nothing of it is on the board.
fn is_beside(entry: &Entry, spec: &Spec) -> bool {
    let text = entry.value.text.as_str();
    let is_off = |region: &Region| {
        let mut squares = (0..spec.ranks).flat_map(|rank| (0..spec.files).map(move |file| (file, rank)));
        !region.is_empty() && !squares.any(|(file, rank)| region.has(file, rank))
    };
    match keys::named(&entry.key.text).map(|key| &key.value) {
        Some(Setter::Rank(_)) => text.parse().is_ok_and(|rank: u8| rank > spec.ranks),
        Some(Setter::File(_)) => read::file(text).is_some_and(|file| file >= spec.files),
        Some(Setter::Region(_)) => Region::read(text).is_ok_and(|region| is_off(&region)),
        Some(_) => false,
        None => {
            let is_region = keys::piece_region(&entry.key.text).is_some();
            is_region && Region::read(text).is_ok_and(|region| is_off(&region))
        }
    }
}

/// The castling rights that the start position could have and lacks: all of them, where it has none though kings stand on their
/// own squares, and rooks where they castle.
fn missing_rights(game: &ReadGame) -> Option<String> {
    let spec = game.spec();
    if !spec.castling || spec.gating {
        return None;
    }
    let fields: Vec<&str> = spec.start.split_ascii_whitespace().collect();
    let [board, side, "-", rest @ ..] = &fields[..] else { return None };
    let letters = king_castling::letters_of(spec);
    let is_home = |side: Side| {
        let is_white = side == Side::White;
        let rank =
            if is_white { spec.castling_rank } else { spec.ranks.wrapping_sub(1 + spec.castling_rank) };
        letters.iter().any(|&(letter, file, on)| {
            let is_king = spec.slot_of(letter) == Some(spec.castling_king[side.index()]);
            is_king
                && letter.is_ascii_uppercase() == is_white
                && (file, on) == (spec.castling_king_file, rank)
        })
    };
    let is_right = |right: &char| {
        if !is_home(if right.is_ascii_uppercase() { Side::White } else { Side::Black }) {
            return false;
        }
        let text = format!("{board} {side} {right} {}", rest.join(" "));
        game.check_position(text.trim_end()).is_ok()
    };
    let rights: String = "KQkq".chars().filter(is_right).collect();
    (!rights.is_empty()).then_some(rights)
}
