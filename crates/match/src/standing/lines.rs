//! The standing as text: the lines are in cutechess's wording, which scripts look for.

use super::super::sprt::SprtVerdict;
use super::super::statistics::{Difference, Estimate, MatchScore, rounded};
use super::{Meeting, SequentialTest, Standing, StandingRow};
use std::fmt;

impl Standing {
    /// `Score of A vs B: 10 - 5 - 20  [0.571] 35`: wins, losses, draws, share of the points, games.
    pub fn score_line(&self, meeting: &Meeting) -> String {
        let [first, second] = meeting.engines.map(|engine| self.name(engine));
        format!("Score of {first} vs {second}: {}", score_text(&meeting.score))
    }

    /// The games of the first of two engines by colour, and those of White against Black: a line each, in cutechess'
    /// words.
    pub fn colour_lines(&self, meeting: &Meeting) -> Vec<String> {
        let [first, second] = meeting.engines;
        let [white, black] = self.colours[first];
        let (name, other) = (self.name(first), self.colours[second]);
        let sum = |one: MatchScore, two: MatchScore| MatchScore {
            wins: one.wins + two.wins,
            draws: one.draws + two.draws,
            losses: one.losses + two.losses,
        };
        let lines = [
            (format!("{name} playing White"), white),
            (format!("{name} playing Black"), black),
            ("White vs Black".to_owned(), sum(white, other[0])),
        ];
        let told = lines.into_iter().filter(|(_, score)| score.games() > 0);
        told.map(|(head, score)| format!("...      {head}: {}", score_text(&score))).collect()
    }

    /// The endings of the games of each engine and how often there was each, in cutechess' words; nothing without games.
    pub fn outcome_lines(&self) -> Vec<String> {
        let played = (0..self.engines()).filter(|&engine| !self.outcomes[engine].is_empty());
        played
            .flat_map(|engine| {
                let counts = self.outcomes[engine].iter();
                let head = format!("Player: {}", self.name(engine));
                [head].into_iter().chain(counts.map(|(text, count)| format!("   \"{text}\": {count}")))
            })
            .collect()
    }

    /// `Elo difference: 49.9 +/- 73.2, LOS: 90.2 %, DrawRatio: 57.1 %`, with `inf` and `nan` as other runners write
    /// them; nothing without games.
    pub fn elo_line(&self, meeting: &Meeting) -> Option<String> {
        let difference = Difference::of(&meeting.score, &meeting.pairs)?;
        let (elo, superiority) = (estimate(difference.elo, &meeting.score), difference.superiority);
        let (superiority, draws) = (100.0 * superiority, 100.0 * meeting.score.draw_ratio()?);
        Some(format!("Elo difference: {elo}, LOS: {superiority:.1} %, DrawRatio: {draws:.1} %"))
    }

    /// `Ptnml(0-2): 1, 2, 3, 4, 5, nElo: 12.3 +/- 45.6`; nothing without pairs.
    pub fn pairs_line(&self, meeting: &Meeting) -> Option<String> {
        if meeting.pairs.count() == 0 {
            return None;
        }
        let counts = meeting.pairs.0.map(|count| count.to_string()).join(", ");
        let normalized = Difference::of(&meeting.score, &meeting.pairs)?.normalized;
        let normalized = estimate(normalized, &meeting.score);
        Some(format!("Ptnml(0-2): {counts}, nElo: {normalized}"))
    }

    /// `SPRT: llr 2.95 (100.2%), lbound -2.94, ubound 2.94 - H1 was accepted`; nothing without a test.
    pub fn sprt_line(&self) -> Option<String> {
        let SequentialTest { llr, lower, upper } = self.test()?;
        // The share of the way to the bound on that side, with the sign of the ratio.
        let done = rounded(Some(100.0 * llr / if llr < 0.0 { -lower } else { upper }), 1);
        let llr = rounded(Some(llr), 2);
        let verdict = match self.verdict() {
            Some(SprtVerdict::AcceptH0) => " - H0 was accepted",
            Some(SprtVerdict::AcceptH1) => " - H1 was accepted",
            None => "",
        };
        Some(format!("SPRT: llr {llr} ({done}%), lbound {lower:.2}, ubound {upper:.2}{verdict}"))
    }

    /// `A: 1 crash, 2 losses on time, 3 illegal moves`; nothing without faults.
    pub fn faults_line(&self, engine: usize) -> Option<String> {
        let faults = self.faults(engine);
        let count = |count: usize, one: &str, many: &str| {
            (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { many }))
        };
        let parts: Vec<String> = [
            count(faults.crashes, "crash", "crashes"),
            count(faults.time_losses, "loss on time", "losses on time"),
            count(faults.illegal_moves, "illegal move", "illegal moves"),
        ]
        .into_iter()
        .flatten()
        .collect();
        (!parts.is_empty()).then(|| format!("{}: {}", self.name(engine), parts.join(", ")))
    }
}

/// `10 - 5 - 20  [0.571] 35`: wins, losses, draws, share of the points, games.
fn score_text(score: &MatchScore) -> String {
    let MatchScore { wins, draws, losses } = score;
    let (ratio, games) = (score.ratio().unwrap_or(0.0), score.games());
    format!("{wins} - {losses} - {draws}  [{ratio:.3}] {games}")
}

/// `49.9 +/- 73.2`; `inf +/- nan` where all games are won, and no error of 0.0 but after nothing but draws.
fn estimate(estimate: Estimate, score: &MatchScore) -> String {
    format!("{} +/- {}", value(estimate, score, 1), error(estimate, score, 1))
}

/// An estimated value; infinite if there is none, for the better side.
fn value(estimate: Estimate, score: &MatchScore, decimals: usize) -> String {
    match estimate.value {
        None if score.ratio().unwrap_or(0.5) < 0.5 => "-inf".to_owned(),
        None => "inf".to_owned(),
        value => rounded(value, decimals),
    }
}

/// The error of an estimate: not a number if there is none, or 0 after nothing but draws, as other runners write it.
fn error(estimate: Estimate, score: &MatchScore, decimals: usize) -> String {
    match estimate.error {
        None if score.wins + score.losses == 0 => rounded(Some(0.0), decimals),
        None => "nan".to_owned(),
        error => rounded(error, decimals),
    }
}

/// The table of all engines, the best first.
impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(25);
        write!(
            f,
            "Rank {:width$} {:>7} {:>7} {:>7} {:>7} {:>7}",
            "Name", "Elo", "+/-", "Games", "Score", "Draw"
        )?;
        for (rank, StandingRow { engine, score, difference }) in self.table().into_iter().enumerate() {
            write!(f, "\n{:>4} {:width$} ", rank + 1, self.names[engine])?;
            let Some(difference) = difference else {
                write!(f, "{:>7} {:>7} {:>7} {:>7} {:>7}", "-", "-", 0, "-", "-")?;
                continue;
            };
            let draws = 100.0 * score.draw_ratio().unwrap_or(0.0);
            write!(
                f,
                "{:>7} {:>7} {:>7} {:>6.1}% {draws:>6.1}%",
                value(difference.elo, &score, 0),
                error(difference.elo, &score, 0),
                score.games(),
                100.0 * score.ratio().unwrap_or(0.0),
            )?;
        }
        Ok(())
    }
}
