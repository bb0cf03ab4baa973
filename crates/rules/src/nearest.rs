//! The word that was probably meant.

/// The longest word, in letters, for which a near one is looked for: longer ones are no slips.
const LONGEST: usize = 64;

/// Returns the one of `known` that a misspelt word most likely means, if one is near.
///
/// ```
/// use helgi_rules::internals::nearest;
///
/// assert_eq!(nearest("tavrely", ["chess", "tavreli"]), Some("tavreli"));
/// assert_eq!(nearest("draughts", ["chess", "tavreli"]), None);
/// ```
#[must_use]
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    within(word, known, |length| 1 + length / 4)
}

/// Returns the one of many `known` names that a misspelt one most likely means, if it is quite near: among hundreds of names
/// one is a few letters away from any word.
///
/// ```
/// use helgi_rules::internals::nearest_name;
///
/// let games = ["checkless", "3check", "antichess", "xiangqi"];
/// assert_eq!(nearest_name("xianqgi", games), Some("xiangqi"));
/// assert_eq!(nearest_name("checkers", games), None);
/// assert_eq!(nearest_name("3", games), None);
/// ```
#[must_use]
pub fn nearest_name<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // One slip, two in ten letters.
    within(word, known, |length| if length < 3 { 0 } else { (length / 5).max(1) })
}

fn within<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
    limit: impl Fn(usize) -> usize,
) -> Option<&'a str> {
    let length = word.chars().take(LONGEST + 1).count();
    if length > LONGEST {
        return None;
    }
    let lower = word.to_lowercase();
    let limit = limit(length);
    let distances = known.into_iter().map(|other| (distance(&lower, &other.to_lowercase()), other));
    let (least, other) = distances.min_by_key(|&(distance, _)| distance)?;
    (least <= limit).then_some(other)
}

/// The number of letters to insert, delete or replace, and of neighbours to exchange, to make one word of another.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before = vec![0; b.len() + 1];
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, &from) in a.iter().enumerate() {
        let mut next = vec![i + 1; b.len() + 1];
        for (j, &to) in b.iter().enumerate() {
            let cost = row[j] + usize::from(from != to);
            next[j + 1] = cost.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && from == b[j - 1] && a[i - 1] == to {
                next[j + 1] = next[j + 1].min(before[j - 1] + 1);
            }
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}
