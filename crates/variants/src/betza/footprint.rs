//! The squares on which the legs of a route end, whatever stands on the board.

use helgi_rules::internals::board::path::RouteLeg;

/// The squares on which the legs of a route end, seen from where it begins: for routes of repeated legs, of which few fit on a
/// board.
pub(super) struct Footprint {
    ends: Vec<(i16, i16)>,
}

impl Footprint {
    /// The ends of the legs; `None` if they are not on the same squares each time.
    pub fn of(legs: &[RouteLeg]) -> Option<Footprint> {
        let mut at = (0, 0);
        let mut ends = vec![at];
        for leg in legs {
            if leg.least != leg.most {
                return None;
            }
            let steps = i16::from(leg.most);
            at = (at.0 + steps * i16::from(leg.step.0), at.1 + steps * i16::from(leg.step.1));
            ends.push(at);
        }
        Some(Footprint { ends })
    }

    /// Returns true if a board of so many files and ranks has room for it.
    pub fn fits(&self, (files, ranks): (u8, u8)) -> bool {
        let width = |along: fn(&(i16, i16)) -> i16| {
            let (least, most) = (self.ends.iter().map(along).min(), self.ends.iter().map(along).max());
            most.unwrap_or(0) - least.unwrap_or(0)
        };
        width(|end| end.0) < i16::from(files) && width(|end| end.1) < i16::from(ranks)
    }

    /// Returns true if its last leg ends where it has been.
    pub fn comes_back(&self) -> bool {
        self.ends.split_last().is_some_and(|(last, before)| before.contains(last))
    }
}
