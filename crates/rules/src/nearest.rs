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
    let length = word.chars().take(LONGEST + 1).count();
    if length > LONGEST {
        return None;
    }
    let lower = word.to_lowercase();
    let limit = 1 + length / 4;
    let distances = known.into_iter().map(|other| (distance(&lower, &other.to_lowercase()), other));
    let (least, other) = distances.min_by_key(|&(distance, _)| distance)?;
    (least <= limit).then_some(other)
}

/// The number of letters to insert, delete or replace to make one word of another.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &to) in b.iter().enumerate() {
            let cost = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
