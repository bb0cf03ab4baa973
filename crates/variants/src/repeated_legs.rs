//! Moves with legs that are repeated, read once more when the board of a game is known: that of its own, or of a game that
//! starts from another one on another board.

use crate::betza;
use crate::finding::Finding;
use crate::ini::Section;
use crate::slot::Slot;
use crate::spec::{MoveDialect, Spec};

/// Reads the moves with repeated legs of a game for its board.
pub(crate) fn read(spec: &mut Spec, section: &Section, findings: &mut Vec<Finding>) {
    let room = (spec.files, spec.ranks);
    for slot in spec.slots().collect::<Vec<Slot>>() {
        let piece = spec.pieces[slot.index()].as_mut();
        let Some(moves) = piece.and_then(|piece| piece.moves.as_mut()) else { continue };
        if !matches!(moves.dialect, MoveDialect::XBetza(_)) || !betza::repeats(&moves.text) {
            continue;
        }
        match betza::read_on(room, &moves.text) {
            Ok(read) => moves.dialect = MoveDialect::XBetza(read),
            Err(error) => {
                // On the board of another game there was room for it.
                let (name, key) = (&section.name, slot.key());
                let place = section.entry(&key).map_or(name.place, |entry| entry.value.place);
                findings.push(Finding::error(place, &name.text, &key, &moves.text, error.expected));
            }
        }
    }
}
