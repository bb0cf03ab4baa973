//! Processors to which the workers of a match are bound, each with its engines.

use super::setting_error::SettingError;
use std::ops::RangeInclusive;

/// Systems count no more processors than that.
const MOST: usize = 1024;

/// The ranges of a list of processors such as `3,5,7-11`; `None` for another text.
pub(super) fn ranges(list: &str) -> Option<Vec<RangeInclusive<usize>>> {
    let range = |range: &str| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        (first <= last && last < MOST).then_some(first..=last)
    };
    list.split(',').map(range).collect()
}

/// Chooses a processor for each worker: of those wanted, or of all that this process may use, first one of each core.
///
/// # Errors
///
/// When there are not enough of them.
pub(super) fn choose(wanted: &[usize], workers: usize) -> Result<Vec<usize>, SettingError> {
    let all = system::usable();
    let Some(all) = all else { return Ok(Vec::new()) };
    if let Some(other) = wanted.iter().find(|number| !all.contains(number)) {
        let found = format!("processor {other}");
        return Err(SettingError::said("use-affinity", found, format!("one of {all:?}")));
    }
    let mut chosen = if wanted.is_empty() { all } else { wanted.to_vec() };
    if wanted.is_empty() {
        // Two processors of one core share its speed: the second ones come last.
        chosen.sort_by_key(|&number| (system::place_in_core(number), number));
    }
    if chosen.len() < workers {
        return Err(SettingError::too_few_processors(chosen.len(), workers));
    }
    chosen.truncate(workers);
    Ok(chosen)
}

pub(super) use system::bind;

#[cfg(target_os = "linux")]
mod system {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    use std::fs;
    use std::io;

    /// The processors that this process may use; `None` where threads cannot be bound.
    pub fn usable() -> Option<Vec<usize>> {
        let set = sched_getaffinity(None).ok()?;
        Some((0..CpuSet::MAX_CPU).filter(|&number| set.is_set(number)).collect())
    }

    /// The place of a processor among those of its core, from 0.
    pub fn place_in_core(number: usize) -> usize {
        let path = format!("/sys/devices/system/cpu/cpu{number}/topology/thread_siblings_list");
        place_among(&fs::read_to_string(path).unwrap_or_default(), number)
    }

    /// The place of a processor in a list of the kernel: `0,4`, `0-3` or both.
    pub fn place_among(siblings: &str, number: usize) -> usize {
        let siblings = super::ranges(siblings.trim()).unwrap_or_default();
        siblings.into_iter().flatten().filter(|&other| other < number).count()
    }

    /// Binds the calling thread.
    pub fn bind(number: usize) -> io::Result<()> {
        let mut set = CpuSet::new();
        if number < CpuSet::MAX_CPU {
            set.set(number);
        }
        Ok(sched_setaffinity(None, &set)?)
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::io;

    pub fn usable() -> Option<Vec<usize>> {
        None
    }

    pub fn place_in_core(_number: usize) -> usize {
        0
    }

    pub fn bind(_number: usize) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_place_in_a_core_counts_all_of_a_range() {
        for (siblings, number, place) in
            [("0,4\n", 4, 1), ("0-1\n", 0, 0), ("0-3\n", 3, 3), ("0-1,64-65\n", 65, 3), ("", 2, 0)]
        {
            assert_eq!(system::place_among(siblings, number), place, "{siblings}");
        }
    }

    #[test]
    fn each_worker_gets_a_processor_of_its_own() {
        let all = system::usable().unwrap();
        let one = choose(&[], 1).unwrap();
        assert!(one.len() == 1 && all.contains(&one[0]), "{one:?}");
        let last = *all.last().unwrap();
        assert_eq!(choose(&[last], 1), Ok(vec![last]));
        assert!(choose(&[last], 2).unwrap_err().to_string().contains("1 processor, expected 2"));
        assert!(
            choose(&[100_000], 1)
                .unwrap_err()
                .to_string()
                .starts_with("use-affinity: processor 100000, expected one of")
        );
        // A thread of its own, so that no other test is bound.
        let bound =
            std::thread::spawn(move || bind(last).map(|()| system::usable())).join().unwrap().unwrap();
        assert_eq!(bound, Some(vec![last]));
    }
}
