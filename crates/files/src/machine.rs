//! Machines: whether two programs run under the same system, whose locks hold for both.

use std::fmt;

/// A machine, from its start to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Machine {
    name: String,
    /// A number that the system has drawn at its start, where there is one: names need not be different.
    start: String,
}

/// Stands for a number that is not known.
const UNKNOWN: &str = "-";

impl Machine {
    /// The machine of this program.
    pub fn own() -> Machine {
        // The line of a lock is split at its first blank: the name must not have one.
        let name: String = own_name().chars().filter(|c| !c.is_whitespace()).collect();
        let start = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
        let start = start.trim();
        Machine {
            name: if name.is_empty() { "localhost".to_owned() } else { name },
            start: if start.is_empty() { UNKNOWN } else { start }.to_owned(),
        }
    }

    /// Reads the line that [`Display`](fmt::Display) writes.
    pub fn read(line: &str) -> Option<Machine> {
        let (name, start) = line.split_once(' ')?;
        let is_plain =
            |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c));
        (is_plain(name) && is_plain(start))
            .then(|| Machine { name: name.to_owned(), start: start.to_owned() })
    }

    /// The name that people know it by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns true if both are the same one: programs in different containers of a machine are told its
    /// names differently.
    pub fn is(&self, other: &Machine) -> bool {
        self.start == other.start && (self.start != UNKNOWN || self.name == other.name)
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.start)
    }
}

#[cfg(unix)]
fn own_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

#[cfg(not(unix))]
fn own_name() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_reads_its_own_line() {
        let own = Machine::own();
        assert_eq!(Machine::read(&own.to_string()), Some(own.clone()));
        let read = |line| Machine::read(line).unwrap();
        assert!(read("a 1").is(&read("b 1")) && !read("a 1").is(&read("a 2")));
        assert!(read("a -").is(&read("a -")) && !read("a -").is(&read("b -")));
        assert_eq!(Machine::read("a\u{1b}[1m 1"), None);
    }
}
