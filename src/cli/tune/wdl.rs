//! `helgi tune --wdl`: how results follow from scores.

use super::{Weights, names, target, write_or_print};
use helgi_engine::WdlModel;
use helgi_engine::internals::wdl::WdlCurves;
use helgi_lab::tune;
use helgi_lab::tune::wdl::{self, Quality, ReliabilityRow, Tallies};
use std::io::{self, Write};

/// Fits the numbers of the game, prints their quality, and prints or writes their source file.
pub fn fit(arguments: &Weights, out: &mut impl Write) -> io::Result<()> {
    let name = tune::fitting(arguments.game).name();
    let file = target(arguments, wdl::path(name))?;
    let mut tallies = Tallies::default();
    crate::cli::read_games(&arguments.files, out, |path| tallies.read(arguments.game, path))?;
    if tallies.fitted.positions() == 0 || tallies.held_out.positions() == 0 {
        return Err(crate::cli::invalid("too few positions to fit to and to hold out; use more games"));
    }
    let curves = wdl::fit(&tallies);
    report(out, helgi_engine::internals::wdl_curves(arguments.game), curves, &tallies)?;
    let text = wdl::write(name, curves, &origin(arguments, &tallies, curves));
    write_or_print(file.as_deref(), &text, out)
}

fn report(out: &mut impl Write, present: WdlCurves, fitted: WdlCurves, tallies: &Tallies) -> io::Result<()> {
    for (name, WdlCurves { full, bare }) in [("in the program", present), ("fitted", fitted)] {
        for (board, WdlModel { slope, draw_width }) in [("full", full), ("bare", bare)] {
            writeln!(out, "{name}, {board} board: slope {slope:.1}, draw width {draw_width:.1} centipawns")?;
        }
    }
    writeln!(out)?;
    writeln!(out, "                     positions   games  log-loss   Brier")?;
    let mut row = |name, positions, games, log_loss: f64, brier: f64| {
        writeln!(out, "{name:20} {positions:>9} {games:>7}  {log_loss:>8.4} {brier:>7.4}")
    };
    let held_out = wdl::quality(fitted, &tallies.held_out);
    let fitted = wdl::quality(fitted, &tallies.fitted);
    let present = wdl::quality(present, &tallies.held_out);
    row("fitted to", fitted.positions, fitted.games, fitted.log_loss, fitted.brier)?;
    let Quality { positions, games, .. } = held_out;
    row("held out", positions, games, held_out.log_loss, held_out.brier)?;
    row("  in the program", positions, games, present.log_loss, present.brier)?;
    row("  without the score", positions, games, held_out.log_loss_of_guess, held_out.brier_of_guess)?;
    writeln!(out, "\nheld out, by tenths of the expectation:\n\npositions  expected   found")?;
    for ReliabilityRow { positions, expected, found } in
        held_out.parts.iter().filter(|part| part.positions > 0)
    {
        let percent = |share: f64| 100.0 * share;
        writeln!(out, "{positions:>9} {:>8.1}% {:>6.1}%", percent(*expected), percent(*found))?;
    }
    writeln!(out)
}

/// The origin of the numbers, for readers of the file.
fn origin(arguments: &Weights, tallies: &Tallies, curves: WdlCurves) -> String {
    let quality = wdl::quality(curves, &tallies.held_out);
    let Quality { positions, games, log_loss, log_loss_of_guess, .. } = quality;
    format!(
        "`helgi tune {} --wdl {}`: fitted to {} positions of {} games; on the {positions} of {games} games that \
         were held out the log-loss is {log_loss:.4}, and {log_loss_of_guess:.4} without the score.",
        arguments.game.name(),
        names(&arguments.files),
        tallies.fitted.positions(),
        tallies.fitted.games,
    )
}
