//! The rays of Fairy-Max's pieces, and the same moves in XBetza.
//!
//! A ray is a step, as a difference of squares on a board of 16 files, and a mode: a number of 16 bits or more. In its last
//! digit 1 is a capture, 2 a move without one, 4 a leap, 8 a hop. The digit before toggles these bits further on: behind a
//! hop, or behind one step and as many more as the upper two bits of the third digit say; its lowest bit is a cylinder. The
//! bits above toggle the bits of the step. Before a 4 that toggles 1 or 2 there are two steps of a piece that has not moved: a
//! double step, a castling, or a leap over whatever stands between.

use crate::betza::shape::{length, letters_for, name};
use helgi_rules::internals::board::path::Step;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The moves of a piece.
pub(super) struct RayMoves {
    /// In XBetza.
    pub text: String,
    /// The rays that cannot be said.
    pub lost: Vec<String>,
}

/// The step of a difference of squares, with the black pieces at the larger numbers.
fn step(difference: i32) -> Option<Step> {
    // Boards have 16 ranks at most; sums of two such steps fit into their numbers.
    if difference.unsigned_abs() > 16 * 16 {
        return None;
    }
    let ranks = (difference + 8).div_euclid(16);
    let files = difference - 16 * ranks;
    Some((i8::try_from(files).ok()?, i8::try_from(-ranks).ok()?))
}

/// The way in which rays of the same kind go.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Manner {
    /// Modifiers before the atom, and the range behind it: 0 to the edge.
    Single(String, u8),
    /// One step, where the piece may stop or not, then steps of another length: 1 or 0, to the edge.
    Bent(&'static str, (i8, i8), u8),
    /// Slides to the last square before a piece, then half a right angle to the side; the modifiers of that slide.
    Collision(&'static str),
}

/// The falcon's moves, each by three ways.
const FALCON: &str = "afsafKafafsKaflafrKafraflK";

/// The modifiers of the last digit of a mode.
fn modes(bits: u32) -> Option<&'static str> {
    match bits & 3 {
        1 => Some("c"),
        2 => Some("m"),
        3 => Some(""),
        _ => None,
    }
}

/// The manner of a ray; `None` if it cannot be said.
fn manner(step_of: Step, mode: u32, other: Step) -> Option<Manner> {
    let (low, toggle, third) = (mode & 15, mode >> 4 & 15, mode >> 8 & 15);
    let wraps = if third & 1 != 0 { "o" } else { "" };
    let is_straight_on = step_of == other;
    let count = (third >> 2) as u8;
    if third & 2 != 0 {
        return None;
    }
    let single = |modifiers: String, range: u8| Some(Manner::Single(wraps.to_owned() + &modifiers, range));
    match (low, toggle) {
        (1..=3, 0) if is_straight_on => single(modes(low)?.to_owned(), 0),
        (5..=7, 0) if is_straight_on => single(modes(low)?.to_owned(), 1),
        // A slide that becomes a leap ends with it.
        (1..=3, 4) if is_straight_on => single(modes(low)?.to_owned(), count + 2),
        (8, 15) if is_straight_on && count == 0 => single(modes(7)?.to_owned() + "g", 0),
        // The toggled bits behind the hop: a slide that captures, or does both.
        (8, 9..=11) if is_straight_on && count == 0 => single(modes(toggle)?.to_owned() + "p", 0),
        // Behind the hop, or on the last square before the piece that is not hopped over, the slide turns.
        (8 | 10, 11) if !is_straight_on && wraps.is_empty() => match (low, count) {
            (8, 0) => Some(Manner::Bent("p?-", length(other), 0)),
            (8, 1) => Some(Manner::Collision("")),
            (10, 1) => Some(Manner::Collision("c")),
            _ => None,
        },
        (0, 5..=7) if is_straight_on && count == 0 => single(format!("n{}", modes(toggle)?), 1),
        (0, 5..=7) if count == 0 && wraps.is_empty() && toggle == 7 => {
            Some(Manner::Bent("-", length(other), 1))
        }
        (3, 0) if !is_straight_on && count == 0 && wraps.is_empty() => {
            Some(Manner::Bent("?", length(other), 0))
        }
        _ => None,
    }
}

/// Reads the rays of a piece. `is_black` turns the board round.
pub(super) fn moves(rays: &[&str], is_black: bool) -> RayMoves {
    let mut groups: BTreeMap<(Manner, (i8, i8)), Vec<Step>> = BTreeMap::new();
    let mut read = RayMoves { text: String::new(), lost: Vec::new() };
    let (mut double, mut triple) = (Vec::new(), Vec::new());
    let mut castling: Vec<(i8, &str)> = Vec::new();
    let mut leaps: BTreeMap<(&str, (i8, i8)), Vec<Step>> = BTreeMap::new();
    let mut falcon: Vec<(Step, &str)> = Vec::new();
    let seen = |(files, ranks): Step| if is_black { (-files, -ranks) } else { (files, ranks) };
    let mut ends: BTreeMap<(Manner, (i8, i8)), Vec<&str>> = BTreeMap::new();
    for ray in rays {
        let mut parts = ray.split(',');
        let difference = parts.next().and_then(|part| part.parse::<i32>().ok());
        let mode = parts.next().and_then(|part| u32::from_str_radix(part, 16).ok());
        let (Some(difference), Some(mode)) = (difference, mode) else {
            read.lost.push((*ray).to_owned());
            continue;
        };
        let other = match parts.next() {
            Some(part) => part.parse::<i32>().ok(),
            None => Some(difference ^ ((mode as i32) >> 12)),
        };
        let (Some(first), Some(other)) = (step(difference).map(seen), other.and_then(step).map(seen)) else {
            read.lost.push((*ray).to_owned());
            continue;
        };
        match mode & 0xFFF {
            0x24 => double.push(first),
            0x424 => triple.push(first),
            // Castling by both steps together, as White sees the board.
            0x34 if first.1 == 0 && other.1 == 0 => {
                castling.push((if is_black { -first.0 - other.0 } else { first.0 + other.0 }, ray));
            }
            0x034..=0xFFF if mode & 0xFF == 0x34 => read.lost.push((*ray).to_owned()),
            0xE4 | 0xF4 => {
                let leap = (first.0 + other.0, first.1 + other.1);
                let modifiers = if mode & 0x10 == 0 { "im" } else { "i" };
                leaps.entry((modifiers, length(leap))).or_default().push(leap);
            }
            0x207 => falcon.push((first, ray)),
            _ => {
                // A cannon's first part moves and its second captures: two manners of one ray.
                let manners = match (mode & 15, mode >> 4 & 15) {
                    (10, 11) if first == other => {
                        vec![
                            Some(Manner::Single("m".to_owned(), 0)),
                            Some(Manner::Single("cp".to_owned(), 0)),
                        ]
                    }
                    _ => vec![manner(first, mode, other)],
                };
                for manner in manners {
                    match manner {
                        Some(manner @ Manner::Single(..)) => {
                            groups.entry((manner, length(first))).or_default().push(first);
                        }
                        Some(manner) => {
                            // A slide without a capture comes before the collision of those that do nothing else.
                            if manner == Manner::Collision("c") {
                                let quiet = Manner::Single("m".to_owned(), 0);
                                groups.entry((quiet, length(first))).or_default().push(first);
                            }
                            ends.entry((manner, length(first))).or_default().push(ray);
                        }
                        None => read.lost.push((*ray).to_owned()),
                    }
                }
            }
        }
    }
    for ((manner, length), mut steps) in groups {
        steps.sort_unstable();
        steps.dedup();
        let Manner::Single(modifiers, range) = manner else { continue };
        let range = match range {
            1 => String::new(),
            range => range.to_string(),
        };
        // A lame leap is written with its whole length.
        let length = if modifiers.contains('n') { (2 * length.0, 2 * length.1) } else { length };
        let hops = modifiers.contains(['g', 'p']);
        let range = if hops { "0".to_owned() } else { range };
        let text = format!("{}{modifiers}{}{range}", letters_for(&steps), name(length));
        read.text.push_str(&short(&text));
    }
    for ((manner, first), ways) in ends {
        let is_king_step = |length: (i8, i8)| matches!(length, (1, 0 | 1));
        let text = match manner {
            Manner::Bent(operator, other, range) if is_king_step(other) && other != first => {
                let range = if range == 0 { "0" } else { "" };
                let hops = operator.strip_prefix("p?");
                let (before, operator) = (if hops.is_some() { "p" } else { "" }, hops.unwrap_or(operator));
                let first_range = if hops.is_some() { "0" } else { "" };
                Some(format!("[{before}{}{first_range}{operator}{}{range}]", name(first), name(other)))
            }
            Manner::Collision(modifiers) => Some(format!("gabya{modifiers}bs{}0", name(first))),
            _ => None,
        };
        match text.filter(|_| is_king_step(first) && ways.len() == 8) {
            Some(text) => read.text.push_str(&short(&text)),
            None => read.lost.extend(ways.into_iter().map(str::to_owned)),
        }
    }
    if !double.is_empty() || !triple.is_empty() {
        let captures = read.text.contains("cF");
        let straight = double.iter().chain(&triple).all(|&step| step == (0, 1));
        match (straight, captures) {
            (true, true) => {
                read.text = read.text.replace("cF", "ceF");
                read.text.push_str(if double.is_empty() { "" } else { "ifmnD" });
                read.text.push_str(if triple.is_empty() { "" } else { "ifmnH" });
            }
            _ => {
                let of_steps: Vec<Step> = double.iter().map(|&(x, y)| (2 * x, 2 * y)).collect();
                let length = of_steps.first().map_or((2, 0), |&step| length(step));
                let _ = write!(read.text, "imn{}{}", letters_for(&of_steps), name(length));
            }
        }
    }
    for ((modifiers, length), mut steps) in leaps {
        steps.sort_unstable();
        steps.dedup();
        let _ = write!(read.text, "{modifiers}{}{}", letters_for(&steps), name(length));
    }
    let mut ends: Vec<Step> = falcon.iter().map(|(step, _)| *step).collect();
    ends.sort_unstable();
    ends.dedup();
    match ends.len() == 16 && ends.iter().all(|&step| matches!(length(step), (3, 1 | 2))) {
        true => read.text.push_str(FALCON),
        false => read.lost.extend(falcon.iter().map(|(_, ray)| (*ray).to_owned())),
    }
    let by = |side: i8| {
        let mut steps = castling.iter().map(|&(files, _)| files * side).filter(|&files| files > 0);
        steps.next().filter(|&first| steps.all(|other| other == first))
    };
    match (by(1), by(-1)) {
        (Some(right), Some(left)) if left == right => {
            let _ = write!(read.text, "isO{right}");
        }
        (Some(right), Some(left)) => {
            let _ = write!(read.text, "irO{right}ilO{left}");
        }
        _ => read.lost.extend(castling.iter().map(|(_, ray)| (*ray).to_owned())),
    }
    read
}

/// Rides by their own letters.
fn short(text: &str) -> String {
    text.replace("W0", "R").replace("F0", "B")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(rays: &str) -> String {
        let read = moves(&rays.split(' ').collect::<Vec<_>>(), false);
        assert_eq!(read.lost, Vec::<String>::new(), "{rays}");
        read.text
    }

    #[test]
    fn rays_are_told_in_xbetza() {
        assert_eq!(text("1,3 16,3 -1,3 -16,3"), "R");
        assert_eq!(text("14,7 31,7 33,7 18,7 -14,7 -31,7 -33,7 -18,7"), "N");
        assert_eq!(text("1,443 16,443 -1,443 -16,443"), "W3");
        assert_eq!(text("15,C43 17,C43 -15,C43 -17,C43"), "F5");
        assert_eq!(text("-16,24 -16,6 -15,5 -17,5"), "fceFfmWifmnD");
        assert_eq!(text("-16,6 -15,5 -17,5"), "fcFfmW");
        assert_eq!(text("15,7 17,7 -15,7 -17,7 -16,7"), "fWF");
        assert_eq!(text("1,F8 16,F8 -1,F8 -16,F8"), "gR");
        assert_eq!(text("1,BA 16,BA -1,BA -16,BA"), "cpRmR");
        assert_eq!(text("15,70 17,70 -15,70 -17,70"), "nA");
        let horse = "16,1070 16,1F070 1,10070 1,FFFF0070 -16,1070 -16,1F070 -1,10070 -1,FFFF0070";
        assert_eq!(text(horse), "[W-F]");
        let griffon = "17,1003 15,1F003 -15,1003 -17,1F003 17,10003 -15,FFFF0003 -17,10003 15,FFFF0003";
        assert_eq!(text(griffon), "[F?R]");
        assert_eq!(moves(&["17,2003"], false).lost, ["17,2003"]);
        let dimachaer = "16,14B8 16,1F4B8 -16,14B8 -16,1F4B8 1,104B8 1,FFFF04B8 -1,104B8 -1,FFFF04B8";
        assert_eq!(text(dimachaer), "gabyabsR");
        assert_eq!(text(&dimachaer.replace("4B8", "4BA")), "mRgabyacbsR");
        assert_eq!(text(&dimachaer.replace("4B8", "0B8")), "[pR-B]");
    }

    /// Castlings by two and by more squares, leaps of pieces that have not moved, the falcon.
    #[test]
    fn first_moves_and_rare_rays_are_told() {
        let step = "1,7 -1,7 16,7 15,7 17,7 -1,7 -16,7 -15,7 -17,7 ";
        assert_eq!(text(&format!("{step}1,34 -1,34")), "WFisO2");
        assert_eq!(text(&format!("{step}1,3034 -1,1034")), "WFisO3");
        assert_eq!(text(&format!("{step}1,2034 -1,1034")), "WFirO4ilO3");
        assert_eq!(text(&format!("{step}1,34,2 -1,34,-2")), "WFisO3");
        let black: Vec<&str> = "1,34 -1,1034".split(' ').collect();
        assert_eq!(moves(&black, true).text, "irO2ilO3");
        assert_eq!(moves(&["1,34"], false).lost, ["1,34"]);
        assert_eq!(text(&format!("{step}-16,10F4 -16,1F0F4 -1,100F4 1,FFFF00F4")), "WFifllfrffrN");
        assert_eq!(text("15,7 17,7 -15,7 -17,7 16,E4 -16,E4"), "FimvD");
        let falcon = "13,FFFFF207 29,F207 46,F207 47,10207 49,10207 50,11207 35,11207 19,1207 -13,1207 \
                      -29,FFFF1207 -46,FFFF1207 -47,FFFF0207 -49,FFFF0207 -50,FFFEF207 -35,FFFEF207 -19,FFFFF207";
        assert_eq!(text(falcon), FALCON);
        assert_eq!(moves(&["13,FFFFF207"], false).lost, ["13,FFFFF207"]);
    }
}
