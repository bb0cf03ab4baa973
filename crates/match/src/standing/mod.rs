//! The standing of a match: wins, draws and losses, and the faults of each engine.
//!
//! The order in which games are added makes no difference. [`Display`](std::fmt::Display) is the table of
//! all engines; the lines about two of them are in cutechess's wording, which scripts look for.

use super::ending::{Ending, Termination};
use super::schedule::{Fixture, Schedule};
use super::settings::MatchSettings;
use super::sprt::{Sprt, SprtVerdict};
use super::statistics::{Difference, MatchScore, Pairs};
use helgi_rules::board::Side;
use std::collections::{BTreeMap, HashMap};

mod lines;

/// The counts of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    names: Vec<String>,
    meetings: Vec<Meeting>,
    faults: Vec<Faults>,
    /// The games of each engine with White and with Black.
    colours: Vec<[MatchScore; 2]>,
    /// The endings of the games of each engine, and how often there was each.
    outcomes: Vec<BTreeMap<String, usize>>,
    /// True if both games of a pair begin alike, so that pairs may be counted.
    in_pairs: bool,
    sprt: Option<Sprt>,
    finished: usize,
}

/// The games of two engines, from the first one's side.
#[derive(Clone, PartialEq, Debug)]
pub struct Meeting {
    /// The engines, by their place in the settings.
    pub engines: [usize; 2],
    /// The games.
    pub score: MatchScore,
    /// The pairs of games with the same opening of which both are finished.
    pub pairs: Pairs,
    /// The half points of pairs of which one game is finished.
    open: HashMap<usize, usize>,
}

/// A line of the table of all engines.
#[derive(Clone, PartialEq, Debug)]
pub struct StandingRow {
    /// The engine, by its place in the settings.
    pub engine: usize,
    /// Its games.
    pub score: MatchScore,
    /// Its advantage over those it has played; `None` before its first game.
    pub difference: Option<Difference>,
}

/// The state of the sequential test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SequentialTest {
    /// The log-likelihood ratio of H1 to H0.
    pub llr: f64,
    /// The bound at which H0 is accepted.
    pub lower: f64,
    /// The bound at which H1 is accepted.
    pub upper: f64,
}

/// Number of games that an engine has lost other than on the board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Faults {
    /// It has ended or hung.
    pub crashes: usize,
    /// It was late.
    pub time_losses: usize,
    /// It has made an illegal move or a false claim.
    pub illegal_moves: usize,
}

impl Standing {
    /// The standing before the first game.
    pub(super) fn new(settings: &MatchSettings) -> Self {
        let meeting = |&engines: &[usize; 2]| Meeting {
            engines,
            score: MatchScore::default(),
            pairs: Pairs::default(),
            open: HashMap::new(),
        };
        Standing {
            names: settings.engines.iter().map(|engine| engine.name.clone()).collect(),
            meetings: Schedule::new(settings).pairings().iter().map(meeting).collect(),
            faults: vec![Faults::default(); settings.engines.len()],
            colours: vec![[MatchScore::default(); 2]; settings.engines.len()],
            outcomes: vec![BTreeMap::new(); settings.engines.len()],
            in_pairs: settings.are_pairs(),
            // Where the test is that of all parts, one of them decides nothing.
            sprt: settings.sprt.filter(|_| settings.pool.is_none()),
            finished: 0,
        }
    }

    /// The standing of all parts of a match before the first game.
    pub(super) fn of_all(settings: &MatchSettings) -> Self {
        Standing { sprt: settings.sprt, ..Standing::new(settings) }
    }

    /// Adds a game.
    pub(super) fn add(&mut self, fixture: &Fixture, ending: &Ending) {
        self.finished += 1;
        let reason = ending.kind_in(fixture.variant);
        for side in Side::BOTH {
            let engine = fixture.players[side.index()];
            let score = &mut self.colours[engine][side.index()];
            let (count, text) = match ending.winner() {
                None => (&mut score.draws, reason.clone()),
                Some(winner) if winner == side => (&mut score.wins, format!("Win: {reason}")),
                Some(_) => (&mut score.losses, format!("Loss: {reason}")),
            };
            *count += 1;
            *self.outcomes[engine].entry(text).or_default() += 1;
        }
        let meeting = &mut self.meetings[fixture.pairing];
        let winner = ending.winner().map(|side| fixture.players[side.index()]);
        let half_points = match winner {
            None => {
                meeting.score.draws += 1;
                1
            }
            Some(engine) if engine == meeting.engines[0] => {
                meeting.score.wins += 1;
                2
            }
            Some(_) => {
                meeting.score.losses += 1;
                0
            }
        };
        if self.in_pairs {
            match meeting.open.remove(&fixture.pair) {
                Some(other) => meeting.pairs.add(other + half_points),
                None => {
                    meeting.open.insert(fixture.pair, half_points);
                }
            }
        }
        if let Some(winner) = ending.winner() {
            let faults = &mut self.faults[fixture.players[(!winner).index()]];
            match ending.termination() {
                Termination::Abandoned | Termination::Stalled => faults.crashes += 1,
                Termination::TimeForfeit => faults.time_losses += 1,
                Termination::IllegalMove => faults.illegal_moves += 1,
                Termination::Normal | Termination::Adjudication => {}
            }
        }
    }

    /// The number of games that are finished.
    pub fn finished(&self) -> usize {
        self.finished
    }

    /// The games of each two engines.
    pub fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    /// The number of engines.
    pub fn engines(&self) -> usize {
        self.names.len()
    }

    /// The name of an engine.
    pub fn name(&self, engine: usize) -> &str {
        &self.names[engine]
    }

    /// The faults of an engine.
    pub fn faults(&self, engine: usize) -> Faults {
        self.faults[engine]
    }

    /// The finding of the sequential test; `None` while it goes on, or if there is none.
    pub fn verdict(&self) -> Option<SprtVerdict> {
        // A match with a test has two engines, and so one meeting.
        let meeting = self.meetings.first()?;
        self.sprt?.verdict(&meeting.score, &meeting.pairs)
    }

    /// The state of the sequential test; `None` without a test.
    pub fn test(&self) -> Option<SequentialTest> {
        let (sprt, meeting) = (self.sprt?, self.meetings.first()?);
        let (lower, upper) = sprt.bounds();
        Some(SequentialTest { llr: sprt.llr(&meeting.score, &meeting.pairs), lower, upper })
    }

    /// All engines, the best first.
    pub fn table(&self) -> Vec<StandingRow> {
        let row = |engine| {
            let (score, pairs) = self.total(engine);
            StandingRow { engine, score, difference: Difference::of(&score, &pairs) }
        };
        let mut rows: Vec<StandingRow> = (0..self.names.len()).map(row).collect();
        let ratio = |row: &StandingRow| row.score.ratio().unwrap_or(0.0);
        // Engines with equal shares stay in the order of the settings.
        rows.sort_by(|one, other| ratio(other).total_cmp(&ratio(one)));
        rows
    }

    /// All games of an engine, from its side.
    fn total(&self, engine: usize) -> (MatchScore, Pairs) {
        let (mut score, mut pairs) = (MatchScore::default(), Pairs::default());
        for meeting in &self.meetings {
            let (of_score, of_pairs) = match meeting.engines.iter().position(|&own| own == engine) {
                Some(0) => (meeting.score, meeting.pairs),
                Some(_) => (meeting.score.reversed(), meeting.pairs.reversed()),
                None => continue,
            };
            score.wins += of_score.wins;
            score.draws += of_score.draws;
            score.losses += of_score.losses;
            pairs.0.iter_mut().zip(of_pairs.0).for_each(|(sum, count)| *sum += count);
        }
        (score, pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ending::LossReason;
    use super::super::settings::EngineSettings;
    use super::*;
    use helgi_rules::board::Side;

    fn settings() -> MatchSettings {
        let engine = |name: &str| EngineSettings { name: name.to_owned(), ..EngineSettings::new("engine") };
        MatchSettings { rounds: 4, games: 2, repeat: 2, ..MatchSettings::new(vec![engine("A"), engine("B")]) }
    }

    /// An ending with this result.
    fn ending(score: &str) -> Ending {
        let loss = |loser| Ending::Loss { loser, reason: LossReason::Resignation };
        match score {
            "1-0" => loss(Side::Black),
            "0-1" => loss(Side::White),
            _ => Ending::Agreement,
        }
    }

    /// The results of the games of A and B, by number.
    const RESULTS: [&str; 7] = ["1-0", "0-1", "1/2-1/2", "1/2-1/2", "1-0", "1-0", "0-1"];

    fn standing(order: impl Iterator<Item = usize>) -> Standing {
        let settings = settings();
        let schedule = Schedule::new(&settings);
        let mut standing = Standing::new(&settings);
        for number in order {
            let ending = ending(RESULTS[number]);
            standing.add(&schedule.fixture(number), &ending);
        }
        standing
    }

    #[test]
    fn games_and_pairs_are_counted_in_any_order() {
        let standing = standing(0..7);
        assert_eq!(standing, self::standing((0..7).rev()));
        let meeting = &standing.meetings()[0];
        assert_eq!(meeting.score, MatchScore { wins: 3, draws: 2, losses: 2 });
        assert_eq!(meeting.pairs, Pairs([0, 0, 2, 0, 1]));
    }

    #[test]
    fn lines_are_worded_as_scripts_expect() {
        let standing = standing(0..7);
        let meeting = &standing.meetings()[0];
        assert_eq!(standing.score_line(meeting), "Score of A vs B: 3 - 2 - 2  [0.571] 7");
        let elo = standing.elo_line(meeting).unwrap();
        assert!(elo.starts_with("Elo difference: ") && elo.ends_with("DrawRatio: 28.6 %"), "{elo}");
        let pairs = standing.pairs_line(meeting).unwrap();
        assert!(pairs.starts_with("Ptnml(0-2): 0, 0, 2, 0, 1, nElo: "), "{pairs}");
        assert_eq!(standing.sprt_line(), None);
        assert_eq!(
            standing.colour_lines(meeting),
            [
                "...      A playing White: 2 - 1 - 1  [0.625] 4",
                "...      A playing Black: 1 - 1 - 1  [0.500] 3",
                "...      White vs Black: 3 - 2 - 2  [0.571] 7"
            ]
        );
        assert_eq!(
            standing.outcome_lines(),
            [
                "Player: A",
                "   \"Draw by agreement\": 2",
                "   \"Loss: Black resigns\": 1",
                "   \"Loss: White resigns\": 1",
                "   \"Win: Black resigns\": 2",
                "   \"Win: White resigns\": 1",
                "Player: B",
                "   \"Draw by agreement\": 2",
                "   \"Loss: Black resigns\": 2",
                "   \"Loss: White resigns\": 1",
                "   \"Win: Black resigns\": 1",
                "   \"Win: White resigns\": 1"
            ]
        );
        let table = standing.to_string();
        let rows: Vec<&str> = table.lines().collect();
        assert!(rows[1].starts_with("   1 A ") && rows[1].ends_with("57.1%   28.6%"), "{table}");
        assert!(rows[2].starts_with("   2 B ") && rows[2].ends_with("42.9%   28.6%"), "{table}");
    }

    #[test]
    fn every_line_has_the_numbers_of_other_runners() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Default::default()).unwrap();
        let settings = MatchSettings { sprt: Some(sprt), ..settings() };
        let schedule = Schedule::new(&settings);
        // Both colours of A: won, won and drawn, drawn, won by White, drawn and lost, lost.
        for (results, elo, normalized) in [
            (["1-0", "0-1"], "inf +/- nan", "inf +/- nan"),
            (["1-0", "1/2-1/2"], "190.8 +/- nan", "inf +/- nan"),
            (["1/2-1/2", "1/2-1/2"], "0.0 +/- 0.0", "0.0 +/- 0.0"),
            (["1-0", "1-0"], "0.0 +/- nan", "0.0 +/- nan"),
            (["1/2-1/2", "1-0"], "-190.8 +/- nan", "-inf +/- nan"),
            (["0-1", "1-0"], "-inf +/- nan", "-inf +/- nan"),
        ] {
            let mut standing = Standing::new(&settings);
            for number in 0..schedule.len() {
                let ending = ending(results[number % 2]);
                standing.add(&schedule.fixture(number), &ending);
                let meeting = &standing.meetings()[0];
                let lines = [
                    Some(standing.score_line(meeting)),
                    standing.elo_line(meeting),
                    standing.pairs_line(meeting),
                    standing.sprt_line(),
                    Some(standing.to_string()),
                ];
                for line in lines.into_iter().flatten() {
                    let mut words = line.split(|c: char| c.is_whitespace() || "(),%".contains(c));
                    let no_number = ["NaN", "-nan", "-0.0", "-0.00"];
                    assert!(!words.any(|word| no_number.contains(&word)), "{line}");
                }
            }
            let meeting = &standing.meetings()[0];
            let line = standing.elo_line(meeting).unwrap();
            assert!(line.starts_with(&format!("Elo difference: {elo}, LOS: ")), "{line}");
            let line = standing.pairs_line(meeting).unwrap();
            assert!(line.ends_with(&format!(", nElo: {normalized}")), "{line}");
        }
        let none = Standing::new(&settings);
        let meeting = &none.meetings()[0];
        assert_eq!(none.score_line(meeting), "Score of A vs B: 0 - 0 - 0  [0.000] 0");
        assert_eq!((none.elo_line(meeting), none.pairs_line(meeting)), (None, None));
        assert_eq!(none.sprt_line().unwrap(), "SPRT: llr 0.00 (0.0%), lbound -2.94, ubound 2.94");
        let table = none.to_string();
        let row: Vec<&str> = table.lines().nth(1).unwrap().split_whitespace().collect();
        assert_eq!(row, ["1", "A", "-", "-", "0", "-", "-"]);
    }

    #[test]
    fn faults_are_counted_for_the_loser() {
        let settings = settings();
        let fixture = Schedule::new(&settings).fixture(1);
        let mut standing = Standing::new(&settings);
        for reason in [LossReason::Stall, LossReason::Disconnection, LossReason::LossOnTime] {
            standing.add(&fixture, &Ending::Loss { loser: Side::Black, reason });
        }
        // B has White in the second game.
        assert_eq!(standing.faults_line(0).unwrap(), "A: 2 crashes, 1 loss on time");
        assert_eq!(standing.faults_line(1), None);
    }
}
