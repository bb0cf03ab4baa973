//! The name under which a game is announced to XBoard.
//!
//! Where XBoard finds the name of one of its own games, it plays that: everywhere in the text for the early ones, at
//! the beginning for the later ones (`StringToVariant` in its `backend.c`). It has other letters, another board
//! and other rules then, and lets no piece be dropped to put the board right. Its dialog also has buttons for its
//! own games, and takes one for ours if its name is found anywhere.

use std::borrow::Cow;

/// XBoard's games, and numbers by which chess servers call one of them.
const OWN: [&str; 42] = [
    "normal",
    "wildcastle",
    "nocastle",
    "fischerandom",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
    "shogi",
    "chu",
    "courier",
    "gothic",
    "capablanca",
    "knightmate",
    "fairy",
    "cylinder",
    "falcon",
    "caparandom",
    "berolina",
    "janus",
    "super",
    "great",
    "twilight",
    "makruk",
    "seirawan",
    "grand",
    "spartan",
    "xiangqi",
    "asean",
    "lion",
    "elven",
    "janggi",
    "wild",
    "frc",
    "960",
    // In a version to come.
    "duck",
];

/// Returns the name of a game, parted by a dash wherever XBoard would find a game of its own: `s-hogi` for shogi.
pub fn foreign(name: &'static str) -> Cow<'static, str> {
    let mut foreign = Cow::Borrowed(name);
    while let Some(place) = found_by_xboard(&foreign) {
        foreign.to_mut().insert(place + 1, '-');
    }
    foreign
}

/// The place of one of XBoard's games in a name, or of `w` with a number, which is one of them too.
fn found_by_xboard(name: &str) -> Option<usize> {
    let lower = name.to_ascii_lowercase();
    let is_numbered = |pair: &[u8]| matches!(pair, [b'w', b'0'..=b'9']);
    let own = OWN.iter().find_map(|own| lower.find(own));
    own.or_else(|| lower.as_bytes().windows(2).position(is_numbered))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xboard_finds_none_of_its_games_in_a_name() {
        for (name, parted) in [
            ("tavreli", "tavreli"),
            ("shogi", "s-hogi"),
            ("Minishogi", "Minis-hogi"),
            ("nocheckatomic", "nochecka-tomic"),
            ("atomic-crazyhouse", "a-tomic-c-razyhouse"),
            ("w17", "w-17"),
        ] {
            let found = foreign(name);
            assert_eq!(found, parted);
            assert_eq!(found_by_xboard(&found), None, "{found}");
        }
    }
}
