//! Static exchange evaluation (SEE): the gain of a capture with the possible recaptures on its
//! square counted in.
//!
//! The sides capture alternately, each with the least of its pieces, and each stops as soon as going on
//! is worse for it. Donald Michie called the outcome the swap-off value. The series is followed
//! forwards with a window of what the sides have for certain, which H. G. Muller derived from
//! alpha-beta: it ends early where the rest cannot matter. A game tells which piece captures next
//! and its gain.

use helgi_rules::board::{Bitboard, Kind, Side, Square};

/// A side's answer to the enemy piece that has just captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExchangeReply {
    /// Nothing.
    Nothing,
    /// It captures the piece and wins this many centipawns; its own piece stands there now.
    Capture(i32),
    /// It removes the piece and wins this many centipawns; the square is empty now.
    Removal(i32),
}

/// Returns the gain of `mover` from a capture that wins `first` centipawns at once.
///
/// `reply` makes the next capture of the series for the side that it is called with, first for the
/// enemy, and has to come to [`ExchangeReply::Nothing`] eventually.
#[inline]
pub fn static_exchange(mover: Side, first: i32, mut reply: impl FnMut(Side) -> ExchangeReply) -> i32 {
    // The least for the mover and the most that the enemy allows it, for both could stop.
    let (mut least, mut most) = (i32::MIN, i32::MAX);
    let (mut balance, mut side) = (first, mover);
    loop {
        side = !side;
        let (stopped, bound) = if side == mover {
            least = least.max(balance);
            (least, most)
        } else {
            most = most.min(balance);
            (most, least)
        };
        // What is still to come lies outside what both sides can have for certain.
        if least >= most {
            return bound;
        }
        let sign = if side == mover { 1 } else { -1 };
        match reply(side) {
            ExchangeReply::Nothing => return stopped,
            ExchangeReply::Capture(won) => balance += sign * won,
            // The square is empty now, so the exchange ends.
            ExchangeReply::Removal(won) => return (balance + sign * won).clamp(least, most),
        }
    }
}

/// Returns the first square that `of` gives for one of these kinds, which are in the order of their worth.
#[inline]
pub fn least_piece<const W: usize>(
    kinds: &[Kind],
    of: impl Fn(Kind) -> Bitboard<W>,
) -> Option<(Square, Kind)> {
    kinds.iter().find_map(|&kind| of(kind).first().map(|square| (square, kind)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// The value of a series in which the captures alternately win this.
    fn value(captures: &[i32], ends_with_removal: bool) -> i32 {
        let mut rest = captures[1..].iter().peekable();
        let mut side = Side::White;
        static_exchange(Side::White, captures[0], |asked| {
            side = !side;
            assert_eq!(asked, side);
            match rest.next() {
                None => ExchangeReply::Nothing,
                Some(&won) if rest.peek().is_none() && ends_with_removal => ExchangeReply::Removal(won),
                Some(&won) => ExchangeReply::Capture(won),
            }
        })
    }

    #[test]
    fn exchanges_stop_where_they_hurt() {
        // A pawn is taken by a rook, which is taken back.
        assert_eq!(value(&[100, 500], false), -400);
        // A protected rook is taken by a pawn.
        assert_eq!(value(&[500, 100], false), 400);
        // The second capture would lose a queen for a pawn, so it is not made.
        assert_eq!(value(&[100, 100, 900], false), 100);
        // A knight takes a pawn, a pawn takes back, a rook would fall for the pawn.
        assert_eq!(value(&[100, 320, 100, 500], false), -220);
        assert_eq!(value(&[0], false), 0);
    }

    /// The gain of a side that may go on or stop: the definition, from the end of the series.
    fn by_definition(captures: &[i32]) -> i32 {
        match captures {
            [] => 0,
            [won, rest @ ..] => (won - by_definition(rest)).max(0),
        }
    }

    #[test]
    fn any_series_is_worth_what_the_definition_says() {
        let mut random = Rng::with_seed(5);
        for _ in 0..20_000 {
            let count = random.usize(1..9);
            let captures: Vec<i32> = (0..count).map(|_| random.i32(-300..=900)).collect();
            let expected = captures[0] - by_definition(&captures[1..]);
            assert_eq!(value(&captures, random.bool()), expected, "{captures:?}");
        }
    }
}
