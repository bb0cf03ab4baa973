//! Sorting of short lists.

/// Sorts a short list by a key; elements with the same key keep their order. The time grows with the square of the length.
///
/// For lists of a few dozen elements that are sorted rarely. The sort of the standard library is compiled for each type anew, to 5 to 20 kB of
/// code; this one takes a few hundred bytes.
///
/// ```
/// use helgi_rules::internals::sort_short_by_key;
///
/// let mut words = ["rook", "king", "pawn", "queen", "bishop"];
/// sort_short_by_key(&mut words, |word| word.len());
/// assert_eq!(words, ["rook", "king", "pawn", "queen", "bishop"]);
/// sort_short_by_key(&mut words, |word| std::cmp::Reverse(word.len()));
/// assert_eq!(words, ["bishop", "queen", "rook", "king", "pawn"]);
/// ```
pub fn sort_short_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && key(&list[at]) < key(&list[at - 1]) {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// Sorts a short list, as [`sort_short_by_key`] does.
///
/// ```
/// use helgi_rules::internals::sort_short;
///
/// let mut numbers = [3, 1, 2, 1];
/// sort_short(&mut numbers);
/// assert_eq!(numbers, [1, 1, 2, 3]);
/// ```
pub fn sort_short<T: Ord + Copy>(list: &mut [T]) {
    sort_short_by_key(list, |&element| element);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_as_by_the_standard_library() {
        let mut random = fastrand::Rng::with_seed(9);
        for length in 0..50 {
            let list: Vec<(u8, usize)> = (0..length).map(|index| (random.u8(..8), index)).collect();
            let (mut short, mut expected) = (list.clone(), list);
            sort_short_by_key(&mut short, |&(key, _)| key);
            expected.sort_by_key(|&(key, _)| key);
            assert_eq!(short, expected);
            random.shuffle(&mut short);
            sort_short(&mut short);
            assert_eq!(short, expected);
        }
    }
}
