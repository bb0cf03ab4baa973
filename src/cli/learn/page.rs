//! The page about a run: what each round has brought, in a file that any browser shows.

use super::super::place::write_file;
use super::Learner;
use super::folder::RoundReport;
use helgi_drawing::chart::Chart;
use helgi_drawing::plot::escaped;
use helgi_files::read_ordinary;
use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

/// The most bytes of a picture.
const MOST_BYTES: u64 = 1 << 20;

/// Number of lines across a plot.
const LINES: i32 = 5;

const STYLE: &str = "
:root { color-scheme: light dark; --line: #ccc; --faint: #666; }
@media (prefers-color-scheme: dark) { :root { --line: #444; --faint: #aaa; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; white-space: nowrap; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); text-align: right; }
th:nth-child(2), td:nth-child(2) { text-align: left; }
th { font-weight: 600; }
svg { width: 100%; height: auto; border: 1px solid var(--line); border-radius: .3rem; }
pre { padding: .8rem; border: 1px solid var(--line); border-radius: .3rem; overflow-x: auto; }
p.faint { color: var(--faint); }
";

/// Writes the page, and returns its file.
pub fn write(learner: &Learner<'_>) -> io::Result<PathBuf> {
    let reports = learner.folder.reports()?;
    let pictures =
        reports.iter().filter(|report| report.is_better).map(|report| picture(learner, report.number));
    let pictures = pictures.collect::<io::Result<Vec<String>>>()?;
    let path = learner.folder.path().join("index.html");
    write_file(&path, text(learner, &reports, &pictures)?.as_bytes())?;
    Ok(path)
}

/// The picture of the errors of a round's net.
fn picture(learner: &Learner<'_>, round: usize) -> io::Result<String> {
    let path = learner.folder.of_round(round, "net.svg");
    read_ordinary(&path, MOST_BYTES).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

fn text(learner: &Learner<'_>, reports: &[RoundReport], pictures: &[String]) -> io::Result<String> {
    let plan = learner.plan;
    let title = escaped(learner.game.info().title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} learns</title>\n<style>{STYLE}</style>\n<h1>{title} learns</h1>\n"
    );
    // Writing to a string does not fail.
    let mut put = |text: &str| {
        let _ = writeln!(page, "{text}");
    };
    put(&format!(
        "<p>In each round the game plays against itself with its best net, about {} nodes a move, until {} positions have \
         been searched. A net learns from them, and plays the best one, {} nodes a move. It is kept if a sequential test \
         (0 against 20 normalized Elo, 5 % of error) finds it better.</p>",
        plan.nodes, plan.positions, plan.trial_nodes
    ));
    if reports.is_empty() {
        put("<p>No round is over yet.</p>");
    } else {
        put(
            "<div class=\"table\"><table>\n<tr><th>round</th><th>net</th><th>Elo</th><th>games</th><th>units</th>\
             <th>positions</th><th>error before</th><th>error</th><th>minutes</th></tr>",
        );
        reports.iter().for_each(|report| put(&row(report)));
        put("</table></div>");
        put(
            "<p class=\"faint\">Elo beside the best net before, at equal nodes, with the interval of 95 %. The error is the \
             mean squared one of expected results on games that were held out; the positions are those learned from.</p>",
        );
        put("<h2>Strength by round</h2>");
        put(&chart("Elo gained since the beginning", &gained(reports)));
    }
    if let Some(last) = reports.iter().rev().find(|report| report.is_better) {
        put("<h2>Errors of the nets that were kept</h2>");
        pictures.iter().for_each(|picture| put(picture));
        put("<h2>The card of the best net</h2>");
        put(&format!("<pre>{}</pre>", escaped(&String::from_utf8_lossy(&learner.folder.card(last.number)?))));
    }
    put("<h2>Once more</h2>");
    put(&format!(
        "<p>This command makes the same nets, with the program of revision {}, if the game has the same net at the \
         beginning:</p>\n<pre>{} --folder FOLDER</pre>",
        escaped(&plan.revision),
        escaped(&plan.command())
    ));
    put("</html>");
    Ok(page)
}

fn row(report: &RoundReport) -> String {
    let RoundReport { number, is_better, seconds, trained, .. } = report;
    let before = trained.error_before.map_or("-".to_owned(), |error| format!("{error:.6}"));
    format!(
        "<tr><td>{number}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{before}</td><td>{:.6}</td>\
         <td>{:.0}</td></tr>",
        if *is_better { "kept" } else { "not better" },
        report.elo(),
        report.trial_games(),
        trained.hidden,
        trained.learned_from,
        trained.error,
        *seconds as f64 / 60.0,
    )
}

/// The strength after each round beside that at the beginning, round 0; differences of single steps, summed up.
fn gained(reports: &[RoundReport]) -> Vec<(f64, f64)> {
    let mut elo = 0.0;
    let mut points = vec![(0.0, elo)];
    for report in reports {
        if report.is_better {
            elo += report.difference().and_then(|difference| difference.elo.value).unwrap_or(0.0);
        }
        points.push((report.number as f64, elo));
    }
    points
}

fn chart(title: &str, points: &[(f64, f64)]) -> String {
    let last = points.last().map_or(1.0, |(round, _)| round.max(1.0));
    let most = points.iter().map(|(_, elo)| *elo).fold(20.0, f64::max) * 1.1;
    let mut chart = Chart::new(title, (0.0, last), (0.0, most));
    for line in 0..=LINES {
        let elo = most * f64::from(line) / f64::from(LINES);
        chart.line(elo, &format!("{elo:.0}"));
    }
    points.iter().for_each(|(round, _)| chart.below(*round, &format!("{round:.0}")));
    chart.curve(points, "#1668b8");
    if let Some(&(_, elo)) = points.last() {
        chart.name(chart.y(elo), "#1668b8", &format!("{elo:+.0}"));
    }
    chart.finish()
}
