//! The folder of a run: its plan, and of each round the games, the net, the trial and the report.
//!
//! | file | contents |
//! |---|---|
//! | `plan.json` | the settings, which every machine has to share |
//! | `start.net` | the net that the game had when the run began; empty if it had none |
//! | `round-N/games-K.games` | a block of games; `.part` until it is whole |
//! | `round-N/net.net`, `.md`, `.svg`, `.json` | the net, its card, the picture of its errors, and facts about it |
//! | `round-N/trial-K.json` | a block of pairs of games between two nets |
//! | `round-N/report.json` | the result of the round |
//! | `index.html` | all of it for people |

use super::super::place::write_file;
use super::super::{about, invalid};
use helgi_engine::internals::net::Net;
use helgi_files::{FileLock, LockError, RenewedLock, read_ordinary};
use helgi_match::statistics::{Difference, MatchScore, Pairs};
use helgi_rules::games::GameId;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// The form of the files, which a later one would change.
const FORM: u32 = 1;

/// The most bytes of a file of facts.
pub const MOST_BYTES: u64 = 1 << 24;

/// The settings on which the nets depend.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LearnPlan {
    form: u32,
    /// The game's name on the wire.
    pub game: String,
    /// About so many nodes for each move of the games to learn from.
    pub nodes: u64,
    /// The least number of searched positions in the games of a round.
    pub positions: u32,
    /// The nodes for each move of a trial.
    pub trial_nodes: u64,
    /// The most hidden units of a net.
    pub most_hidden: usize,
    /// The seed of everything.
    pub seed: u64,
    /// The program: its version or commit.
    pub revision: String,
}

impl LearnPlan {
    pub fn new(
        game: GameId,
        nodes: u64,
        positions: u32,
        trial_nodes: u64,
        most_hidden: usize,
        seed: u64,
    ) -> LearnPlan {
        let revision = env!("HELGI_REVISION").to_owned();
        let game = game.name().to_owned();
        LearnPlan { form: FORM, game, nodes, positions, trial_nodes, most_hidden, seed, revision }
    }

    /// The seed of a round.
    pub fn seed_of(&self, round: usize) -> u64 {
        // Far apart, so that runs with neighbouring seeds share no games.
        self.seed.wrapping_mul(1_000).wrapping_add(round as u64)
    }

    /// The first setting in which another plan differs: its name, and both values.
    fn difference(&self, other: &LearnPlan) -> Option<(&'static str, String, String)> {
        let both = self.settings().into_iter().zip(other.settings());
        both.map(|((name, one), (_, other))| (name, one, other)).find(|(_, one, other)| one != other)
    }

    /// The names and values of the settings.
    fn settings(&self) -> [(&'static str, String); 8] {
        [
            ("form", self.form.to_string()),
            ("game", self.game.clone()),
            ("--nodes", self.nodes.to_string()),
            ("--positions", self.positions.to_string()),
            ("--trial-nodes", self.trial_nodes.to_string()),
            ("--most-hidden", self.most_hidden.to_string()),
            ("--seed", self.seed.to_string()),
            ("revision of helgi", self.revision.clone()),
        ]
    }

    /// The command that begins such a run, without its folder.
    pub fn command(&self) -> String {
        let LearnPlan { game, nodes, positions, trial_nodes, most_hidden, seed, .. } = self;
        format!(
            "helgi learn {game} --nodes {nodes} --positions {positions} --trial-nodes {trial_nodes} --most-hidden \
             {most_hidden} --seed {seed}"
        )
    }
}

/// The facts about a net that was trained.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainedNet {
    /// Number of games.
    pub games: usize,
    /// Number of positions learned from.
    pub learned_from: usize,
    /// Number of positions held out.
    pub held_out: usize,
    /// Hidden units.
    pub hidden: usize,
    /// The error held out of the net that it began as, if there was one.
    pub error_before: Option<f64>,
    /// The error held out.
    pub error: f64,
    /// That of the hand-written evaluation.
    pub hand_written: f64,
    /// The errors of all epochs: the number, the error while learning, the one held out.
    pub epochs: Vec<(usize, f64, f64)>,
}

impl TrainedNet {
    /// The part by which the error fell below that of the net before.
    pub fn fall(&self) -> Option<f64> {
        let before = self.error_before.filter(|before| *before > 0.0)?;
        Some(1.0 - self.error / before)
    }
}

/// The result of a round.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RoundReport {
    /// The number of the round, from 1.
    pub number: usize,
    /// True if the net is better than the one before.
    pub is_better: bool,
    /// The round of the net that it was compared with; 0 for that at the beginning.
    pub beside: usize,
    /// Pairs of games by the new net's points: 0, ½, 1, 1½ and 2.
    pub pairs: [u64; 5],
    /// The seconds that the machine which finished it has spent on it since it began there.
    pub seconds: u64,
    /// The net.
    pub trained: TrainedNet,
}

impl RoundReport {
    /// The difference from the net before.
    pub fn difference(&self) -> Option<Difference> {
        Difference::of(&MatchScore::default(), &Pairs(self.pairs))
    }

    /// The difference from the net before, in words.
    pub fn elo(&self) -> String {
        self.difference().map_or("-".to_owned(), |difference| difference.elo.to_string())
    }

    /// The number of games of the trial.
    pub fn trial_games(&self) -> u64 {
        2 * self.pairs.iter().sum::<u64>()
    }

    /// The report as a line.
    pub fn line(&self) -> String {
        let RoundReport { number, is_better, trained, .. } = self;
        let verdict = if *is_better { "better" } else { "not better" };
        format!(
            "round {number}: {verdict}, Elo {} in {} games; {} units, error {:.6}{}",
            self.elo(),
            self.trial_games(),
            trained.hidden,
            trained.error,
            trained.error_before.map_or(String::new(), |before| format!(" (before {before:.6})")),
        )
    }
}

/// The folder of a run.
#[derive(Debug)]
pub struct LearnFolder(PathBuf);

impl LearnFolder {
    /// Opens a folder, which is made if there is none.
    pub fn open(path: PathBuf) -> io::Result<LearnFolder> {
        std::fs::create_dir_all(&path).map_err(|error| about(&path, &error))?;
        Ok(LearnFolder(path))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The path of a file of a round.
    pub fn of_round(&self, round: usize, name: &str) -> PathBuf {
        self.0.join(format!("round-{round}")).join(name)
    }

    /// Makes the folder of a round.
    pub fn begin_round(&self, round: usize) -> io::Result<()> {
        let folder = self.of_round(round, "");
        std::fs::create_dir_all(&folder).map_err(|error| about(&folder, &error))
    }

    /// Begins a run with the net that the game has, or joins the one that is there.
    ///
    /// # Errors
    ///
    /// When the run that is there has another plan.
    pub fn begin(&self, plan: &LearnPlan, net: Option<Vec<u8>>) -> io::Result<()> {
        let (path, start) = (self.0.join("plan.json"), self.0.join("start.net"));
        // Two machines may begin a run at once, and only one of them writes its plan.
        let _lock = FileLock::take_across_machines(&path, Duration::from_secs(60))?;
        if let Some(there) = read_json::<LearnPlan>(&path)? {
            return match there.difference(plan) {
                None => Ok(()),
                Some((name, there, here)) => Err(invalid(format!(
                    "{}: {name} {here}, expected {there}, with which this run began; choose another --folder",
                    self.0.display()
                ))),
            };
        }
        // The plan comes last: a run that has one is whole.
        write_file(&start, &net.unwrap_or_default())?;
        write_json(&path, plan)
    }

    /// The net of a round; of round 0 that at the beginning, if there was one.
    pub fn net(&self, round: usize) -> io::Result<Option<Net>> {
        let bytes = self.net_bytes(round)?;
        if round == 0 && bytes.is_empty() {
            return Ok(None);
        }
        let refuse = |error| invalid(format!("{}: round {round}: {error}", self.0.display()));
        Net::from_bytes(&bytes).map(Some).map_err(refuse)
    }

    pub fn net_bytes(&self, round: usize) -> io::Result<Vec<u8>> {
        let path = if round == 0 { self.0.join("start.net") } else { self.of_round(round, "net.net") };
        helgi_session::nets::read(&path).map_err(|error| about(&path, &error))
    }

    /// The card of a round's net.
    pub fn card(&self, round: usize) -> io::Result<Vec<u8>> {
        let path = self.of_round(round, "net.md");
        read_ordinary(&path, MOST_BYTES).map_err(|error| about(&path, &error))
    }

    /// The report of a round that is over.
    pub fn report(&self, round: usize) -> io::Result<Option<RoundReport>> {
        read_json(&self.of_round(round, "report.json"))
    }

    /// The reports of all rounds that are over.
    pub fn reports(&self) -> io::Result<Vec<RoundReport>> {
        (1..).map_while(|round| self.report(round).transpose()).collect()
    }

    /// Writes the report of a round, if there is none.
    pub fn finish(&self, report: &RoundReport) -> io::Result<()> {
        // The report of the machine that was first stays.
        let path = self.of_round(report.number, "report.json");
        let _lock = FileLock::take_across_machines(&path, Duration::from_secs(60))?.tidy();
        if path.exists() { Ok(()) } else { write_json(&path, report) }
    }
}

/// Reads a file of facts; `None` if there is none.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> io::Result<Option<T>> {
    match read_ordinary(path, MOST_BYTES) {
        Ok(bytes) => {
            let refuse = |error| invalid(format!("{}: {error}: expected a file of this run", path.display()));
            serde_json::from_slice(&bytes).map(Some).map_err(refuse)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(about(path, &error)),
    }
}

/// Writes a file of facts, whole or not at all.
pub fn write_json(path: &Path, facts: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_vec_pretty(facts).map_err(io::Error::other)?;
    text.push(b'\n');
    write_file(path, &text)
}

/// The right to write a file, which no other machine has.
pub struct FileClaim {
    lock: RenewedLock,
    /// Set when another machine has taken the file over, and soon after the run is stopped.
    halt: Arc<AtomicBool>,
}

impl FileClaim {
    /// Claims a file; `None` if another machine has it.
    pub fn of(path: &Path) -> io::Result<Option<FileClaim>> {
        let lock = match FileLock::take_across_machines(path, Duration::ZERO) {
            Ok(lock) => lock.tidy(),
            Err(LockError::InUse { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let halt = Arc::new(AtomicBool::new(false));
        let lost = Arc::clone(&halt);
        let lock = RenewedLock::new(lock, move || lost.store(true, Ordering::Relaxed))?;
        Ok(Some(FileClaim { lock, halt }))
    }

    /// Does the work on the file. It is handed a flag, which is set when it has to end early.
    ///
    /// # Errors
    ///
    /// When another machine has taken the file over.
    pub fn work<T>(&self, stop: &AtomicBool, work: impl FnOnce(&AtomicBool) -> T) -> io::Result<T> {
        const LOOK: Duration = Duration::from_millis(50);
        // Nothing is sent: the end of the channel tells the thread that the work is done.
        let (done, ended) = channel::<Infallible>();
        let result = thread::scope(|scope| {
            scope.spawn(move || {
                while matches!(ended.recv_timeout(LOOK), Err(RecvTimeoutError::Timeout)) {
                    if stop.load(Ordering::Relaxed) {
                        self.halt.store(true, Ordering::Relaxed);
                    }
                }
            });
            let result = work(&self.halt);
            drop(done);
            result
        });
        // Work on a file that another machine has taken over does not count.
        self.lock.check()?;
        Ok(result)
    }
}
