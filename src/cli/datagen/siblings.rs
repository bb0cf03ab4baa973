//! `helgi datagen --siblings`.

use super::{Arguments, CommandProgress, NetChoice, Path, about, check_missing, open, read_net};
use helgi_engine::internals::bench::per_second;
use helgi_files::open_ordinary;
use helgi_lab::selfplay::SelfPlayPlan;
use helgi_lab::selfplay::file::{Head as GamesHead, Reader, SelfPlayGame};
use helgi_lab::selfplay::siblings::file::{Head, SiblingsFile};
use helgi_lab::selfplay::siblings::{self, Bases, Drawing};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::time::Instant;

/// Draws and keeps siblings.
///
/// # Errors
///
/// Of the files and the output, and for want of memory.
pub fn run(arguments: &Arguments, each: u16, out: &mut impl Write) -> io::Result<()> {
    let &Arguments { game, seed, label, .. } = arguments;
    let path = arguments.path("siblings");
    let revision = env!("HELGI_REVISION").to_owned();
    let given = arguments.from.as_deref().map(|from| Given::open(from, arguments)).transpose()?;
    let plan = SelfPlayPlan {
        nodes: arguments.nodes,
        seed,
        threads: super::super::threads(arguments.threads),
        clock: None,
    };
    let played =
        GamesHead { game: game.name().to_owned(), revision: revision.clone(), seed, nodes: plan.nodes };
    // The head tells the games by their settings, whether they are played now or were read.
    let games = given.as_ref().map_or_else(|| played.to_string(), |given| given.head.to_string());
    let head = Head { game: game.name().to_owned(), games, revision, seed, each, label: label.to_string() };
    let (mut store, there) = open::<SiblingsFile>(&path, &head, arguments.resume)?;
    let net = arguments.net.as_deref().map_or(Ok(NetChoice::BuiltIn), read_net)?;
    let stop = super::super::set_by_ctrl_c()?;

    let own = arguments.own(arguments.games, &there, &path)?;
    let all = given.as_ref().map_or(own.len(), |given| given.games);
    let missing: Vec<u32> = own.into_iter().filter(|number| !there.contains(number)).collect();
    let mut numbers = missing.into_iter();
    let mut reader = given.map(|given| given.games(&there)).transpose()?;
    let bases = match &mut reader {
        Some(games) => Bases::Played(games),
        None => Bases::Play(plan, &mut numbers),
    };
    let drawing = Drawing { each, label, seed };
    let started = Instant::now();
    let (mut families, mut positions) = (0, 0);
    let mut bar = CommandProgress::new(
        "{bar:30} {pos} of {len} games, {msg} positions per second, {eta_precise} to go",
    );
    siblings::draw(game, &net, bases, drawing, plan.threads, &stop, &mut |family| {
        families += 1;
        positions += family.siblings.len();
        bar.set((there.len() + families) as u64, all as u64);
        bar.set_message(per_second(positions as u64, started.elapsed()).to_string());
        store.add(&family).map_err(|error| about(&path, &error))
    })?;
    bar.finish();
    let rate = per_second(positions as u64, started.elapsed());
    writeln!(
        out,
        "{}: {positions} positions beside {families} games, {rate} positions per second",
        path.display()
    )?;
    check_missing(all.saturating_sub(there.len() + families))
}

/// A file of games that has been read once.
struct Given<'a> {
    path: &'a Path,
    arguments: &'a Arguments,
    head: GamesHead,
    /// Number of those of the part.
    games: usize,
}

impl<'a> Given<'a> {
    /// Counts the games of a file, so that damage is known before the work begins.
    fn open(path: &'a Path, arguments: &'a Arguments) -> io::Result<Self> {
        let game = arguments.game.name();
        let mut reader = read(path)?;
        let head = reader.head().clone();
        if head.game != game {
            return Err(super::super::invalid(format!(
                "{}: games of {}: expected those of {game}; name that game or another file",
                path.display(),
                head.game
            )));
        }
        let mut games = 0;
        for played in &mut reader {
            let played =
                played.map_err(|damage| super::super::invalid(format!("{}: {damage}", path.display())))?;
            games += usize::from(arguments.is_own(played.number));
        }
        // The reader keeps the last head it has met.
        if *reader.head() != head {
            return Err(super::super::invalid(format!(
                "{}: games of several runs; draw the siblings of each file alone",
                path.display()
            )));
        }
        Ok(Given { path, arguments, head, games })
    }

    /// The games that are not there yet.
    fn games(
        self,
        there: &HashSet<u32>,
    ) -> io::Result<impl Iterator<Item = io::Result<SelfPlayGame>> + Send + 'a> {
        let (there, arguments) = (there.clone(), self.arguments);
        let is_open = move |number| arguments.is_own(number) && !there.contains(&number);
        let games = read(self.path)?;
        Ok(games
            .map(|played| played.map_err(io::Error::other))
            .filter(move |played| played.as_ref().map_or(true, |played| is_open(played.number))))
    }
}

fn read(path: &Path) -> io::Result<Reader<BufReader<File>>> {
    // It is read twice.
    let file = open_ordinary(path, u64::MAX).map_err(|error| about(path, &error))?;
    Reader::new(BufReader::with_capacity(1 << 20, file))
        .map_err(|damage| super::super::invalid(format!("{}: {damage}", path.display())))
}
