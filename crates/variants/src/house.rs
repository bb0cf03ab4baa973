//! Moves of pieces in the dialect that the rest of the program reads, for pictures, words and XBoard.

use crate::betza::{self, BetzaPath, BetzaTerm};
use crate::region::Region;
use crate::slot::Slot;
use crate::spec::Spec;

/// A shape of steps with what else is the same of them.
struct Group {
    long: i8,
    short: i8,
    sample: BetzaTerm,
    steps: Vec<(i8, i8)>,
}

/// The moves of a kind in a game that writes them in helgi's own dialect; those of named pieces are put into it.
pub(crate) fn own_descriptor(spec: &Spec, slot: Slot) -> Option<String> {
    if let Some(own) = spec.pieces[slot.index()].as_ref().and_then(|piece| piece.betza.clone()) {
        return Some(own);
    }
    let read = betza::read(slot.betza()).ok()?;
    let board = (spec.files, spec.ranks);
    descriptor(&read.terms, read.en_passant, &spec.double_step_region[0], board)
}

/// The moves as a descriptor of [`helgi_rules::board::movement`]; nothing if it has no words for them.
pub(crate) fn descriptor(
    terms: &[BetzaTerm],
    en_passant: bool,
    double_steps: &Region,
    (files, ranks): (u8, u8),
) -> Option<String> {
    let mut groups: Vec<Group> = Vec::new();
    for term in terms {
        let (x, y) = (term.files.abs(), term.ranks.abs());
        let (long, short) = (x.max(y), x.min(y));
        let is_like = |group: &&mut Group| {
            let other = &group.sample;
            (group.long, group.short) == (long, short)
                && (other.path, other.quiet, other.capture, other.initial, other.shot)
                    == (term.path, term.quiet, term.capture, term.initial, term.shot)
        };
        match groups.iter_mut().find(is_like) {
            Some(group) => group.steps.push((term.files, term.ranks)),
            None => {
                groups.push(Group { long, short, sample: *term, steps: vec![(term.files, term.ranks)] });
            }
        }
    }
    let mut text = String::new();
    for group in &groups {
        text.push_str(&group_text(group, double_steps, (files, ranks))?);
    }
    if en_passant {
        let pawns =
            groups.iter().find(|group| !group.sample.quiet && group.sample.path == BetzaPath::Leap)?;
        text.push_str(&format!("{}ce{}", directions(pawns)?, atom(pawns)?));
    }
    Some(text)
}

/// The moves of a group, once for each rank from which a first step starts.
fn group_text(group: &Group, double_steps: &Region, (files, ranks): (u8, u8)) -> Option<String> {
    let BetzaTerm { path, quiet, capture, initial, shot, .. } = group.sample;
    let mode = match (quiet, capture) {
        (true, true) => "",
        (true, false) => "m",
        _ if shot => "x",
        _ => "c",
    };
    let is_even = group.long % 2 == 0 && group.short % 2 == 0 && group.long <= 2;
    let way = match path {
        BetzaPath::Leap => atom(group)?,
        BetzaPath::Lame if group.long == 1 => atom(group)?,
        BetzaPath::Lame if is_even => format!("n{}", atom(group)?),
        BetzaPath::Ride(range) => line(group, range)?,
        BetzaPath::Hop(0) => format!("p{}", line(group, 0)?),
        BetzaPath::Hop(_) | BetzaPath::Lame => return None,
    };
    let directions = directions(group)?;
    if !initial {
        return Some(format!("{directions}{mode}{way}"));
    }
    let whole = double_steps.whole_ranks(files, ranks)?;
    Some(whole.iter().map(|rank| format!("{directions}{mode}i{}{way}", rank + 1)).collect())
}

/// The letter of a leap.
fn atom(group: &Group) -> Option<String> {
    Some(match (group.short, group.long) {
        (0, 1) => "W".to_owned(),
        (1, 1) => "F".to_owned(),
        (0, 2) => "D".to_owned(),
        (1, 2) => "N".to_owned(),
        (2, 2) => "A".to_owned(),
        (0, 3) => "H".to_owned(),
        (1, 3) => "C".to_owned(),
        (2, 3) => "Z".to_owned(),
        (3, 3) => "G".to_owned(),
        _ => return None,
    })
}

fn line(group: &Group, range: u8) -> Option<String> {
    match (group.short, group.long, range) {
        (_, _, 1) => atom(group),
        (0, 1, 0) => Some("R".to_owned()),
        (1, 1, 0) => Some("B".to_owned()),
        _ => Some(format!("{}{range}", atom(group)?)),
    }
}

/// The letters of the directions of a group, which may be any of several.
fn directions(group: &Group) -> Option<String> {
    let (long, short) = (group.long, group.short);
    let all = [
        (long, short),
        (short, long),
        (-long, short),
        (-short, long),
        (long, -short),
        (short, -long),
        (-long, -short),
        (-short, -long),
    ];
    const LETTERS: [char; 6] = ['f', 'b', 'l', 'r', 'v', 's'];
    let has = |letter: char, (files, ranks): (i8, i8)| match letter {
        'f' => ranks > 0,
        'b' => ranks < 0,
        'l' => files < 0,
        'r' => files > 0,
        'v' => files == 0,
        _ => ranks == 0,
    };
    let fits = |letters: u8| {
        all.iter().all(|&step| {
            let chosen =
                LETTERS.iter().enumerate().any(|(bit, &letter)| letters >> bit & 1 != 0 && has(letter, step));
            (letters == 0 || chosen) == group.steps.contains(&step)
        })
    };
    let letters = (0..64u8).filter(|&letters| fits(letters)).min_by_key(|letters| letters.count_ones())?;
    let chosen = LETTERS.iter().enumerate().filter(|(bit, _)| letters >> bit & 1 != 0);
    Some(chosen.map(|(_, letter)| letter).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::betza;
    use helgi_rules::board::movement;

    #[test]
    fn descriptors_say_what_xbetza_does() {
        for (xbetza, expected) in [
            ("K", Some("WF")),
            ("fmWfceF", Some("fmWfcFfceF")),
            ("RN", Some("RN")),
            ("mRcpR", Some("mRcpR")),
            ("FfW", Some("FfW")),
            ("fsW", Some("fsW")),
            ("W3", Some("W3")),
            ("NN", Some("N0")),
            ("nA", Some("nA")),
            ("fN", None),
            ("nN", None),
            ("gQ", None),
            ("ifmnD", Some("fmi2nD")),
        ] {
            let moves = betza::read(xbetza).unwrap();
            let text = descriptor(&moves.terms, moves.en_passant, &Region::rank(1), (8, 8));
            assert_eq!(text.as_deref(), expected, "{xbetza}");
            if let Some(text) = text {
                movement::parse(&text).unwrap();
            }
        }
    }

    #[test]
    fn a_first_step_may_start_from_several_ranks() {
        let moves = betza::read("fmWfceFifmnD").unwrap();
        let ranks = Region::read("*1 *2").unwrap();
        let text = descriptor(&moves.terms, moves.en_passant, &ranks, (8, 8)).unwrap();
        assert_eq!(text, "fmWfcFfmi1nDfmi2nDfceF");
        movement::parse(&text).unwrap();
    }
}
