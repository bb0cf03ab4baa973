//! A list of findings that stays short, whatever the text.

use std::ops::Deref;
use std::slice::Iter;
use std::vec::IntoIter;

/// The most findings of a kind that are kept for a game or a file.
pub const MOST_FINDINGS: usize = 100;

/// The first hundred findings about a text, and the number of those left out.
///
/// A text of ten megabytes may have a fault in every character. Nobody reads a list of ten million faults, and keeping
/// it takes gigabytes.
///
/// ```
/// use helgi_record::Findings;
///
/// let findings: Findings<u32> = (0..250).collect();
/// assert_eq!((findings.len(), findings.left_out(), findings.count()), (100, 150, 250));
/// assert_eq!(findings.last(), Some(&99));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings<T> {
    listed: Vec<T>,
    left_out: usize,
}

impl<T> Findings<T> {
    /// Adds a finding at the end, or counts it if the list is full.
    pub fn push(&mut self, finding: T) {
        if self.listed.len() < MOST_FINDINGS {
            self.listed.push(finding);
        } else {
            self.left_out += 1;
        }
    }

    /// Adds a finding in the order of a key, behind those of the same key. The list keeps those that come first.
    pub fn insert_by<K: Ord>(&mut self, finding: T, key: impl Fn(&T) -> K) {
        let own = key(&finding);
        let place = self.listed.partition_point(|other| key(other) <= own);
        if place < MOST_FINDINGS {
            self.listed.insert(place, finding);
        }
        // Left out is the finding itself, or the last one of the list, which it has pushed over the end.
        if place >= MOST_FINDINGS || self.listed.len() > MOST_FINDINGS {
            self.listed.truncate(MOST_FINDINGS);
            self.left_out += 1;
        }
    }

    /// The number of findings that are not in the list.
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// The number of all findings.
    #[must_use]
    pub fn count(&self) -> usize {
        self.listed.len() + self.left_out
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Findings::default();
    }
}

impl<T> Default for Findings<T> {
    fn default() -> Self {
        Findings { listed: Vec::new(), left_out: 0 }
    }
}

/// The listed findings.
impl<T> Deref for Findings<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.listed
    }
}

/// Equal if these are all findings.
impl<T: PartialEq, const N: usize> PartialEq<[T; N]> for Findings<T> {
    fn eq(&self, all: &[T; N]) -> bool {
        self.listed == all && self.left_out == 0
    }
}

impl<T> Extend<T> for Findings<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, findings: I) {
        findings.into_iter().for_each(|finding| self.push(finding));
    }
}

impl<T> FromIterator<T> for Findings<T> {
    fn from_iter<I: IntoIterator<Item = T>>(findings: I) -> Self {
        let mut list = Findings::default();
        list.extend(findings);
        list
    }
}

impl<T> IntoIterator for Findings<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        self.listed.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a Findings<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.listed.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_in_order_are_kept() {
        let mut findings = Findings::default();
        (0..300_u32).rev().for_each(|number| findings.insert_by(number / 2, |&key| key));
        assert_eq!((findings.len(), findings.left_out()), (MOST_FINDINGS, 200));
        assert!(findings.iter().copied().eq((0..100).map(|number| number / 2)));
        findings.insert_by(7, |&key| key);
        assert_eq!((findings.last(), findings.count()), (Some(&49), 301));
        findings.clear();
        assert!(findings.is_empty() && findings.left_out() == 0);
    }
}
