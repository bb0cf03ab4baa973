//! The page of a study in HTML: one file without scripts, in light and dark colours, with pictures.

use super::plots;
use super::report::StudyReport;
use super::tables::{self, FigureTable};
use helgi_drawing::plot::escaped;
use helgi_drawing::{Pieces, SvgStyle, svg_styled};
use helgi_rules::Game;
use helgi_rules::games::GameId;
use std::fmt::Write;

const STYLE: &str = "
:root { color-scheme: light dark; --line: #ccc; --faint: #666; --bar: #1668b8; --white: #e0ab3c; --draw: #9aa0a6;
  --black: #3f5f8f; --cross: #b33; }
@media (prefers-color-scheme: dark) { :root { --line: #444; --faint: #aaa; --bar: #5ea8ea; --white: #e0b457;
  --draw: #80868b; --black: #6f93c9; --cross: #f08a8a; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
.table { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; }
td { white-space: nowrap; }
svg.wide { min-width: 32rem; }
svg.plot { width: 100%; height: auto; display: block; margin: .5rem 0; font: 13px system-ui, sans-serif;
  fill: currentColor; }
.white { fill: var(--white); } .draw { fill: var(--draw); } .black { fill: var(--black); } .bar { fill: var(--bar); }
.line { stroke: var(--line); fill: none; } .curve { stroke: var(--bar); stroke-width: 2; fill: none; }
.ring { stroke: var(--white); stroke-width: 2; fill: none; } .cross { stroke: var(--cross); stroke-width: 2; fill: none; }
.square { fill: none; stroke: var(--line); } .heat { fill: var(--bar); }
pre { padding: .8rem; border: 1px solid var(--line); border-radius: .3rem; overflow-x: auto; white-space: pre-wrap; }
.faint { color: var(--faint); }
.board svg { width: 100%; max-width: 22rem; height: auto; }
";

/// The page of a report about a game.
#[must_use]
pub fn html(report: &StudyReport, game: GameId) -> String {
    let mut page = HtmlPage::default();
    page.head(report);
    page.results(report);
    page.course(report);
    page.pieces(report);
    page.board(report);
    page.openings(report);
    page.keys(report);
    page.games(report, game);
    page.put("</html>");
    page.0
}

#[derive(Default)]
struct HtmlPage(String);

impl HtmlPage {
    fn put(&mut self, text: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "{text}");
    }

    /// A paragraph of plain text.
    fn words(&mut self, text: &str) {
        self.put(&format!("<p>{}</p>", escaped(text)));
    }

    fn note(&mut self, text: &str) {
        self.put(&format!("<p class=\"faint\">{}</p>", escaped(text)));
    }

    /// A table; none without rows.
    fn table(&mut self, table: &FigureTable) {
        if table.rows.is_empty() {
            return;
        }
        let cells = |tag: &str, cells: &[String]| {
            cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect::<String>()
        };
        self.put("<div class=\"table\"><table>");
        self.put(&format!("<tr>{}</tr>", cells("th", &table.head)));
        table.rows.iter().for_each(|row| self.put(&format!("<tr>{}</tr>", cells("td", row))));
        self.put("</table></div>");
    }

    fn head(&mut self, report: &StudyReport) {
        let head = &report.head;
        let title = escaped(&format!("A study of {}", head.title));
        self.put(&format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>"
        ));
        self.words(&tables::players(report, &head.game));
        self.put("<h2>What the games say</h2>\n<ul>");
        report.findings.iter().for_each(|finding| self.put(&format!("<li>{}</li>", escaped(finding))));
        self.put("</ul>");
    }

    fn results(&mut self, report: &StudyReport) {
        let scores = &report.scores;
        self.put("<h2>Results</h2>");
        let bars: Vec<_> = scores.by_players.iter().map(|row| (row.players.clone(), row.results)).collect();
        self.put(&plots::bars("results by players", &bars));
        let mut rows: Vec<Vec<String>> = scores
            .by_players
            .iter()
            .map(|row| vec![row.players.clone(), row.first_score.text(), row.drawn.text()])
            .collect();
        rows.push(vec!["all".to_owned(), scores.first_score.text(), scores.drawn.text()]);
        self.table(&FigureTable::new(&["players", &tables::first_score(scores), "drawn"], rows));
        self.words(&tables::strong_score(scores));
        self.table(&tables::leads(report));
    }

    fn course(&mut self, report: &StudyReport) {
        self.put("<h2>Ends and lengths</h2>");
        let broken = tables::broken_off(report);
        let mut bars: Vec<_> = report.ends.iter().map(|end| (end.reason.clone(), end.results)).collect();
        bars.extend(broken.iter().map(|(name, count, _)| (name.clone(), [0, *count, 0])));
        self.put(&plots::bars("games by their ends", &bars));
        let ends = report.ends.iter().map(|end| vec![end.reason.clone(), end.share.text()]);
        let broken = broken.map(|(name, _, share)| vec![name, share.text()]);
        self.table(&FigureTable::new(&["end", "of all games"], ends.chain(broken).collect()));
        self.put(&plots::histogram("games by half-moves", &report.length));
        if report.choices.by_ply.len() > 1 {
            self.put(&plots::curve("legal moves, by half-moves played", &report.choices.by_ply));
        }
        self.table(&tables::spreads(report));
        self.words(&tables::events(report));
    }

    fn pieces(&mut self, report: &StudyReport) {
        self.put("<h2>Pieces</h2>");
        if let Some(picture) = plots::worths(&report.pieces) {
            self.put(&picture);
            self.note(&format!(
                "The worth of the pieces with its interval. {} Rings are the worths that the author gave.",
                report.worth_unit.words()
            ));
        }
        self.table(&tables::pieces(report));
        self.table(&tables::promotions(report));
    }

    fn board(&mut self, report: &StudyReport) {
        self.put("<h2>Squares</h2>");
        self.put(&plots::squares(&report.squares));
        self.note(
            "The stronger the colour of a square, the more pieces arrived on it. Nothing ever stood on those with a cross.",
        );
    }

    fn openings(&mut self, report: &StudyReport) {
        self.put("<h2>Openings</h2>");
        report.openings.iter().for_each(|list| self.table(&tables::openings(list, &report.scores)));
    }

    fn keys(&mut self, report: &StudyReport) {
        let Some(keys) = &report.keys else { return };
        self.put("<h2>Keys of the file</h2>");
        self.note(tables::KEYS_TRIED);
        tables::keys(keys).iter().for_each(|words| self.words(words));
    }

    fn games(&mut self, report: &StudyReport, game: GameId) {
        self.put("<h2>Games to replay</h2>");
        for replay in &report.replays {
            self.words(&format!("Game {}, {}; its last position:", replay.number + 1, replay.why));
            if let Ok(last) = game.parse(&replay.last) {
                let style = SvgStyle { pieces: Pieces::Pictures, flipped: false, width: None };
                self.put(&format!("<div class=\"board\">{}</div>", svg_styled(&last, &[], style)));
            }
            self.put(&format!("<pre>{}</pre>", escaped(replay.pgn.trim_end())));
        }
        self.put("<h2>Once more</h2>");
        let (command, words) = tables::once_more(&report.head);
        self.put(&format!("<pre>{}</pre>", escaped(&command)));
        self.words(&words);
    }
}
