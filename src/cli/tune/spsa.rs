//! The run of SPSA of `helgi tune search`, its file and its picture.
//!
//! The file has lines of words with tabs between: a head with the settings of the run, the names,
//! and the values at intervals. The run resumes from the last line.

use super::super::place::write_file;
use super::super::{about, invalid};
use helgi_drawing::chart::Chart;
use helgi_engine::internals::search::Params;
use helgi_files::read_ordinary;
use helgi_lab::tune::spsa::Spsa;
use std::fmt::Write as _;
use std::io;
use std::path::Path;

/// The largest file of a run. Unit: bytes.
const LARGEST: u64 = 256 << 20;

/// A run with the lines of its file.
pub struct Run {
    /// Its settings, as the first line of the file gives them.
    pub head: String,
    /// Its present state.
    pub spsa: Spsa,
    /// Its values after each number of pairs.
    pub rows: Vec<(u32, Vec<f64>)>,
}

impl Run {
    /// The run of a file if there is one, else a new one.
    ///
    /// # Errors
    ///
    /// If the file is that of another run, or of none.
    pub fn open(path: &Path, head: String, spsa: Spsa) -> io::Result<Run> {
        let mut run = Run { head, spsa, rows: Vec::new() };
        if !path.exists() {
            run.snapshot();
            return Ok(run);
        }
        let bytes = read_ordinary(path, LARGEST).map_err(|error| about(path, &error))?;
        run.read(&String::from_utf8_lossy(&bytes))
            .map_err(|error| invalid(format!("{}: {error}", path.display())))?;
        Ok(run)
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        let mut lines = text.lines();
        let head = lines.next().unwrap_or_default();
        if head != self.head {
            let other = "the file belongs to a run with other settings; use the same settings, or -o to choose another file";
            return Err(format!("`{head}`, expected `{}`: {other}", self.head));
        }
        if lines.next() != Some(&self.names()) {
            return Err(
                "line 2: these are not the parameters to be tuned now; use -o to choose another file"
                    .to_owned(),
            );
        }
        for (number, line) in lines.enumerate() {
            let row = read_row(line, self.spsa.values.len());
            self.rows.push(row.ok_or_else(|| {
                format!("line {}: `{line}`, expected {} numbers", number + 3, self.spsa.values.len() + 1)
            })?);
        }
        let Some((done, values)) = self.rows.last() else {
            return Err("expected at least one line of values".to_owned());
        };
        self.spsa.done = *done;
        for ((_, value), read) in self.spsa.values.iter_mut().zip(values) {
            *value = *read;
        }
        Ok(())
    }

    /// Adds a line with where the run stands.
    pub fn snapshot(&mut self) {
        self.rows.push((self.spsa.done, self.spsa.values.iter().map(|&(_, value)| value).collect()));
    }

    /// Writes the file, and the picture next to it.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let mut text = format!("{}\n{}\n", self.head, self.names());
        for (pairs, values) in &self.rows {
            let values: Vec<String> = values.iter().map(|value| format!("{value:.4}")).collect();
            // Writing to a string does not fail.
            let _ = writeln!(text, "{pairs}\t{}", values.join("\t"));
        }
        write_file(path, text.as_bytes())?;
        write_file(&path.with_extension("svg"), self.draw().as_bytes())
    }

    fn names(&self) -> String {
        let names: Vec<&str> = self.spsa.values.iter().map(|&(name, _)| name).collect();
        format!("pairs\t{}", names.join("\t"))
    }

    /// An SVG of where each number went, in hundredths of its range, the farthest with their names.
    fn draw(&self) -> String {
        const NAMED: usize = 12;
        let start = |name| f64::from(Params::DEFAULT.get(name).unwrap_or_default());
        let range = |name: &str| {
            let range = Params::RANGES.iter().find(|(known, _)| *known == name);
            // At least 1, to divide by.
            range.map_or(1.0, |(_, range)| f64::from(range.end() - range.start()).max(1.0))
        };
        let moved = |place: usize, value: f64| {
            let name = self.spsa.values[place].0;
            100.0 * (value - start(name)) / range(name)
        };
        let all = self.rows.iter().flat_map(|(_, row)| row.iter().enumerate());
        let most = all.map(|(place, &value)| moved(place, value).abs()).fold(1.0, f64::max);

        let title = "Search parameters by pairs of games, in percent of their ranges";
        let mut chart = Chart::new(title, (0.0, f64::from(self.spsa.pairs)), (-most, most));
        for line in [-most, 0.0, most] {
            chart.line(line, &format!("{line:.0}"));
        }
        let mut places: Vec<usize> = (0..self.spsa.values.len()).collect();
        places.sort_by(|&one, &other| {
            let far = |place: usize| moved(place, self.spsa.values[place].1).abs();
            far(other).total_cmp(&far(one))
        });
        // The farthest are drawn last, above the others.
        for (rank, &place) in places.iter().enumerate().rev() {
            let points = self.rows.iter().map(|(pairs, row)| (f64::from(*pairs), moved(place, row[place])));
            let colour =
                if rank < NAMED { format!("hsl({},65%,38%)", rank * 360 / NAMED) } else { "#bbb".into() };
            chart.curve(&points.collect::<Vec<_>>(), &colour);
            if rank < NAMED {
                let (name, value) = self.spsa.values[place];
                chart.name(50.0 + 25.0 * rank as f64, &colour, &format!("{name} {value:.1}"));
            }
        }
        chart.finish()
    }
}

fn read_row(line: &str, values: usize) -> Option<(u32, Vec<f64>)> {
    let (pairs, rest) = line.split_once('\t')?;
    let read = rest.split('\t').map(|value| value.parse().ok()).collect::<Option<Vec<f64>>>()?;
    (read.len() == values).then_some((pairs.parse().ok()?, read))
}
