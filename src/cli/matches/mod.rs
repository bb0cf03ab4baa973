//! `helgi match`: engines play each other.

mod joining;

use super::command_files::CommandFiles;
use super::plain_text::tell;
use super::progress::CommandProgress;
#[cfg(feature = "board")]
use super::watching::ShownMatch;
use crossbeam_channel::{Receiver, bounded};
use helgi_files::NewFile;
use helgi_match::schedule::Schedule;
use helgi_match::settings::{MatchSettings, Openings};
use helgi_match::standing::Standing;
use helgi_match::{End, Error, Match, MatchEvent, MatchReport, MatchStop, PoolStanding, words};
use helgi_session::game_files;
use helgi_study::BalanceJudge;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Arguments of `helgi match`.
#[derive(clap::Args, Debug)]
#[command(disable_help_flag = true)]
pub struct Arguments {
    /// Arguments as for cutechess-cli and fastchess; `helgi match --help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// Plays the match.
///
/// # Errors
///
/// Of the output, when the words make no sense, and when something goes wrong on the way.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<ExitCode> {
    let is_help = |word: &String| ["-h", "-help", "--help", "help"].contains(&word.as_str());
    if arguments.words.is_empty() || arguments.words.iter().any(is_help) {
        return writeln!(out, "{}", words::HELP).map(|()| ExitCode::SUCCESS);
    }
    let is_one_of = |names: &[&str]| arguments.words.iter().any(|word| names.contains(&word.as_str()));
    if is_one_of(&["-version", "--version", "-v"]) {
        return writeln!(out, "helgi {}", env!("CARGO_PKG_VERSION")).map(|()| ExitCode::SUCCESS);
    }
    if is_one_of(&["-engines", "--engines"]) {
        let names = words::configured_engines().map_err(super::invalid)?;
        names.iter().try_for_each(|name| writeln!(out, "{name}"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let (words, file) = game_file(&arguments.words)?;
    let mut request = words::read(&words).map_err(super::invalid)?;
    if let Some(join) = &request.join {
        return joining::run(join, request.config.as_deref(), request.output, out);
    }
    check_files(&request, file.as_deref())?;
    request.notes.iter().try_for_each(|note| writeln!(out, "Warning: {note}"))?;
    if let (Some(file), Some(settings)) = (file, &mut request.settings) {
        // Each engine reads the games, too, before it is told which of them is played.
        for engine in &mut settings.engines {
            engine.options.insert(0, ("VariantPath".to_owned(), file.clone()));
        }
    }
    let to_play = prepare(&request)?;
    to_play.open_outputs().map_err(failure)?;
    let stop = MatchStop::new();
    let has_begun = Arc::new(AtomicBool::new(false));
    let signals = on_signals(&stop, Arc::clone(&has_begun))?;
    let settings = to_play.settings().clone();
    if to_play.finished() > 0 {
        writeln!(out, "Continuing after {}", super::counted(to_play.finished(), "game"))?;
    }
    let shown = request.board.map(|board| ShownMatch::begin(board, &to_play, out)).transpose()?;
    let mut printer = Printer::new(&settings, request.output, out);
    let mut judge = BalanceJudge::new().map_err(io::Error::other)?;
    let report = to_play.run(&stop, &mut |line| judge.advantage(line), &mut |event| {
        if matches!(event, MatchEvent::Started { .. }) {
            has_begun.store(true, Ordering::Relaxed);
        }
        shown.iter().for_each(|shown| shown.update(event));
        if let Err(error) = printer.print(event) {
            // Nobody reads any more.
            printer.error.get_or_insert(error);
            stop.stop();
        }
    });
    // A page that stays is left by a signal, whether there was a game or not.
    has_begun.store(true, Ordering::Relaxed);
    printer.finish(&report)?;
    match &report.end {
        End::Complete | End::Decided(_) => writeln!(out, "Finished match")?,
        End::Stopped => writeln!(out, "Stopped match")?,
        End::Failed(_) => {}
    }
    let is_stopped = matches!(report.end, End::Stopped);
    let stays = shown.filter(|shown| shown.end(&report));
    let mut failed = match report.end {
        End::Failed(error) => Some(failure(error)),
        _ => None,
    };
    if let Some(shown) = stays {
        // The error must be visible without closing the page.
        failed = failed.map(super::print_error);
        shown.stay(&signals, out)?;
    }
    // Scripts and schedulers must not take it for one that is finished.
    let status = if is_stopped { ExitCode::from(super::INTERRUPTED) } else { ExitCode::SUCCESS };
    failed.map_or(Ok(status), Err)
}

/// The words of a match without `-variants FILE`, of which the games are known from then on, and the whole name of
/// that file.
fn game_file(words: &[String]) -> io::Result<(Vec<String>, Option<String>)> {
    let Some(at) = words.iter().position(|word| matches!(word.as_str(), "-variants" | "--variants")) else {
        return Ok((words.to_vec(), None));
    };
    let path = words.get(at + 1).ok_or_else(|| super::invalid("-variants: expected a file of games"))?;
    let report = game_files::read(Path::new(path))?;
    report.lines.iter().for_each(tell);
    let whole = std::fs::canonicalize(path)?.display().to_string();
    let rest = words.iter().enumerate().filter(|(index, _)| *index != at && *index != at + 1);
    Ok((rest.map(|(_, word)| word.clone()).collect(), Some(whole)))
}

/// Makes sure that no output replaces an input or another output. Joining begins new files only.
fn check_files(request: &words::Request, file_of_games: Option<&str>) -> io::Result<()> {
    let mut files = CommandFiles::reading(file_of_games);
    let settings = request.settings.as_ref();
    if let Some(Openings::File { path, .. }) = settings.and_then(|settings| settings.openings.as_ref()) {
        files.read(path);
    }
    request.config.iter().try_for_each(|path| files.write("-config", path))?;
    let Some(MatchSettings { pgn, epd, log, .. }) = settings else { return Ok(()) };
    for (option, path) in [("-pgnout", pgn), ("-epdout", epd), ("-log", log)] {
        path.iter().try_for_each(|path| files.write(option, path))?;
    }
    Ok(())
}

/// The requested match: a new one, or one to be resumed.
fn prepare(request: &words::Request) -> io::Result<Match> {
    match (&request.config, &request.settings) {
        (Some(path), None) if request.is_new => Err(super::invalid(format!(
            "-config file={}: a match that begins anew needs engines, expected -engine cmd=… at least twice",
            path.display()
        ))),
        (Some(path), None) => Match::resume(path).map_err(failure),
        (Some(path), Some(settings)) if path.exists() && !request.is_new => {
            let saved = Match::resume(path).map_err(failure)?;
            let mut settings = settings.clone();
            if request.is_seed_drawn {
                settings.seed = saved.settings().seed;
            }
            if saved.settings().with_absolute_paths()? == settings.with_absolute_paths()? {
                return Ok(saved);
            }
            Err(super::invalid(format!(
                "-config file={}: another match is saved there; give no other arguments, the same ones, or a new file",
                path.display()
            )))
        }
        (config, Some(settings)) => {
            let new = Match::new(settings.clone()).map_err(failure)?;
            for path in &request.emptied {
                NewFile::create(path)?.finish()?;
            }
            config.iter().try_fold(new, |new, path| new.save_in(path)).map_err(failure)
        }
        (None, None) => Err(super::invalid("no engines: expected -engine cmd=… at least twice")),
    }
}

fn failure(error: Error) -> io::Error {
    match error {
        Error::Settings(_) => super::invalid(error),
        // A file that makes no sense, such as a saved match that ends in the middle.
        Error::File { error: ref cause, .. }
            if matches!(cause.kind(), io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof) =>
        {
            super::invalid(error)
        }
        error => io::Error::other(error),
    }
}

/// The first signal ends the match, or the page after it, the second the program.
fn on_signals(stop: &MatchStop, has_begun: Arc<AtomicBool>) -> io::Result<Receiver<()>> {
    let stop = stop.clone();
    let (sender, signals) = bounded(1);
    let again = AtomicBool::new(false);
    let on_signal = move || {
        // Before the first game the match may wait for its openings: for whoever was to write a pipe.
        if again.swap(true, Ordering::Relaxed) || !has_begun.load(Ordering::Relaxed) {
            helgi_match::kill_all();
            std::process::exit(super::INTERRUPTED.into());
        }
        stop.stop();
        // One is enough.
        let _ = sender.try_send(());
    };
    ctrlc::set_handler(on_signal).map_err(io::Error::other)?;
    Ok(signals)
}

/// Prints the events, in the wording of cutechess-cli.
struct Printer<'a, W> {
    out: &'a mut W,
    names: Vec<String>,
    /// Number of games of the match, and of those that are played here.
    games: usize,
    own: usize,
    output: words::OutputWords,
    progress: CommandProgress,
    error: Option<io::Error>,
}

impl<'a, W: Write> Printer<'a, W> {
    fn new(settings: &MatchSettings, output: words::OutputWords, out: &'a mut W) -> Self {
        let schedule = Schedule::new(settings);
        let (games, own) = (schedule.len(), schedule.own().count());
        let progress = CommandProgress::new("{bar:40} {pos} of {len} games, {eta} to go");
        let names = settings.engines.iter().map(|engine| engine.name.clone()).collect();
        Printer { out, names, games, own, output, progress, error: None }
    }

    fn print(&mut self, event: &MatchEvent) -> io::Result<()> {
        let text = match event {
            MatchEvent::Warning(text) => format!("Warning: {text}"),
            MatchEvent::Pooled(pool) => {
                let lines: Vec<String> =
                    [pool_line(pool)].into_iter().chain(pool.standing.sprt_line()).collect();
                lines.join("\n")
            }
            MatchEvent::Moved { .. } => return Ok(()),
            MatchEvent::Started { fixture, .. } => {
                let [white, black] = fixture.players.map(|engine| &self.names[engine]);
                format!("Started game {} of {} ({white} vs {black})", fixture.number + 1, self.games)
            }
            MatchEvent::Finished { fixture, record, standing } => {
                let [white, black] = fixture.players.map(|engine| &self.names[engine]);
                let (number, ending) = (fixture.number + 1, record.ending.text_in(fixture.variant));
                let mut lines = vec![format!("Finished game {number} ({white} vs {black}): {ending}")];
                let meeting = &standing.meetings()[fixture.pairing];
                let is_time = |interval: usize| interval > 0 && standing.finished().is_multiple_of(interval);
                if is_time(self.output.score_interval) {
                    lines.push(standing.score_line(meeting));
                    lines.extend(standing.sprt_line());
                }
                if is_time(self.output.interval) {
                    lines.extend(rating(standing, self.output));
                }
                if is_time(self.output.outcome_interval) {
                    lines.extend(standing.outcome_lines());
                }
                self.progress.set(standing.finished() as u64, self.own as u64);
                lines.join("\n")
            }
        };
        // The bar gives way to the text.
        let out = &mut self.out;
        self.progress.suspend(|| writeln!(out, "{text}").and_then(|()| out.flush()))
    }

    fn finish(mut self, report: &MatchReport) -> io::Result<()> {
        self.progress.finish();
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let mut lines = summary(&report.standing, self.output);
        if let Some(pool) = &report.pool {
            lines.push(pool_line(pool));
            lines.extend(summary(&pool.standing, self.output));
        }
        lines.iter().try_for_each(|line| writeln!(self.out, "{line}"))
    }
}

/// The rating table of games.
fn rating(standing: &Standing, output: words::OutputWords) -> Vec<String> {
    let [meeting] = standing.meetings() else { return vec![standing.to_string()] };
    let mut lines = standing.colour_lines(meeting);
    lines.extend(standing.elo_line(meeting));
    if output.pairs {
        lines.extend(standing.pairs_line(meeting));
    }
    lines
}

/// Everything about the games of a match.
fn summary(standing: &Standing, output: words::OutputWords) -> Vec<String> {
    let mut lines = Vec::new();
    if let [meeting] = standing.meetings() {
        lines.push(standing.score_line(meeting));
    }
    lines.extend(rating(standing, output));
    lines.extend(standing.sprt_line());
    lines.extend(standing.outcome_lines());
    lines.extend((0..standing.engines()).filter_map(|engine| standing.faults_line(engine)));
    lines
}

/// The parts and their games.
fn pool_line(pool: &PoolStanding) -> String {
    let (parts, games) = (super::counted(pool.parts, "part"), pool.standing.finished());
    format!("Pool of {parts}: {}", super::counted(games, "game"))
}

/// Without the page, nothing can be shown.
#[cfg(not(feature = "board"))]
struct ShownMatch;

#[cfg(not(feature = "board"))]
impl ShownMatch {
    fn begin(_: words::BoardWords, _: &Match, _: &mut impl Write) -> io::Result<ShownMatch> {
        Err(super::invalid("-board: this program was built without the feature `board`"))
    }

    fn update(&self, _: &MatchEvent) {}

    fn end(&self, _: &MatchReport) -> bool {
        false
    }

    fn stay(&self, _: &Receiver<()>, _: &mut impl Write) -> io::Result<()> {
        Ok(())
    }
}
