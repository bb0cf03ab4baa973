//! The page of a study in HTML: one file without scripts, in light and dark colours, with pictures.

use super::interval::Share;
use super::page::once_more;
use super::play::{LONGEST, OPENING, STRONGER};
use super::plots;
use super::report::{Spread, StudyReport};
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

    /// A table of plain texts; none without rows.
    fn table(&mut self, head: &[&str], rows: &[Vec<String>]) {
        if rows.is_empty() {
            return;
        }
        let cells = |tag: &str, cells: &mut dyn Iterator<Item = &str>| {
            cells.map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect::<String>()
        };
        self.put("<div class=\"table\"><table>");
        self.put(&format!("<tr>{}</tr>", cells("th", &mut head.iter().copied())));
        for row in rows {
            self.put(&format!("<tr>{}</tr>", cells("td", &mut row.iter().map(String::as_str))));
        }
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
        let strong = head.nodes.saturating_mul(STRONGER);
        self.words(&format!(
            "{} games of {} by the engine against itself: a weak player looks at {} positions for each move, a strong one at \
             {strong}. The first {OPENING} half-moves of a game are drawn among the best ones. Intervals are those of 95 %.",
            report.games.count, head.game, head.nodes
        ));
        self.put("<h2>What the games say</h2>\n<ul>");
        report.findings.iter().for_each(|finding| self.put(&format!("<li>{}</li>", escaped(finding))));
        self.put("</ul>");
    }

    fn results(&mut self, report: &StudyReport) {
        let scores = &report.scores;
        self.put("<h2>Results</h2>");
        let bars: Vec<_> = scores.by_players.iter().map(|row| (row.players.clone(), row.results)).collect();
        self.put(&plots::bars("results by players", &bars));
        let first = format!("{}'s score", scores.first);
        let mut rows: Vec<Vec<String>> = scores
            .by_players
            .iter()
            .map(|row| vec![row.players.clone(), row.first_score.text(), row.drawn.text()])
            .collect();
        rows.push(vec!["all".to_owned(), scores.first_score.text(), scores.drawn.text()]);
        self.table(&["players", &first, "drawn"], &rows);
        let elo = match scores.strong_elo {
            [Some(elo), Some(low), Some(high)] => format!(", {elo:+.0} Elo ({low:+.0} to {high:+.0})"),
            _ => String::new(),
        };
        self.words(&format!("The strong player scores {} against the weak one{elo}.", scores.strong.text()));
        let leads = report.leads.iter().filter_map(|lead| {
            Some(vec![format!("{:.0}", f64::from(lead.centipawns) / 100.0), lead.score?.text()])
        });
        self.table(
            &["first ahead by so many pawns in the engine's eyes", "score"],
            &leads.collect::<Vec<_>>(),
        );
    }

    fn course(&mut self, report: &StudyReport) {
        self.put("<h2>Ends and lengths</h2>");
        let mut bars: Vec<_> = report.ends.iter().map(|end| (end.reason.clone(), end.results)).collect();
        if report.games.unfinished > 0 {
            let name = format!("broken off after {LONGEST} half-moves");
            bars.push((name, [0, report.games.unfinished, 0]));
        }
        self.put(&plots::bars("games by their ends", &bars));
        let share = |name: &str, share: &Share| vec![name.to_owned(), share.text()];
        let mut rows: Vec<Vec<String>> =
            report.ends.iter().map(|end| share(&end.reason, &end.share)).collect();
        if let Some(broken) = Share::of_part(report.games.unfinished, report.games.count)
            && report.games.unfinished > 0
        {
            rows.push(share(&format!("broken off after {LONGEST} half-moves"), &broken));
        }
        self.table(&["end", "of all games"], &rows);
        self.put(&plots::histogram("games by half-moves", &report.length));
        if report.choices.by_ply.len() > 1 {
            self.put(&plots::curve("legal moves, by half-moves played", &report.choices.by_ply));
        }
        let spread = |name: &str, spread: &Spread| {
            let Spread { least, quarter, median, three_quarters, most, mean, .. } = spread;
            let mut row = vec![name.to_owned(), format!("{mean:.1}")];
            row.extend([least, quarter, median, three_quarters, most].map(u64::to_string));
            row
        };
        self.table(
            &["", "mean", "least", "a quarter to", "half to", "three quarters to", "most"],
            &[
                spread("half-moves of a game", &report.length),
                spread("legal moves of a turn", &report.choices.moves),
            ],
        );
        let events = &report.events;
        self.words(&format!(
            "{:.1} % of the half-moves take something, {:.1} % of the turns begin in check, {:.1} % have one legal move. In a \
             game the lead of a pawn changes sides {:.1} times. Castlings: {}.",
            events.captures, events.checks, report.choices.forced, events.turns, events.castlings
        ));
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
        let rows = report.pieces.iter().map(|piece| {
            let worth = piece.worth.map_or("-".to_owned(), |worth| worth.text());
            vec![
                format!("{} {}", piece.letter, piece.name),
                format!("{:.0} %", piece.present),
                format!("{:.0} %", piece.movable),
                piece.moves.to_string(),
                piece.captures.to_string(),
                piece.drops.to_string(),
                piece.promoted_to.to_string(),
                worth,
                piece.given.map_or("-".to_owned(), |given| given.to_string()),
            ]
        });
        self.table(
            &[
                "piece",
                "there",
                "can move",
                "moves",
                "captures",
                "drops",
                "promotions to it",
                "worth",
                "as given",
            ],
            &rows.collect::<Vec<_>>(),
        );
        let promotions: Vec<Vec<String>> = report
            .pieces
            .iter()
            .flat_map(|piece| {
                let all = piece.all_promotions();
                all.map(|(goal, count)| vec![format!("{} to {goal}", piece.name), count.to_string()])
            })
            .collect();
        self.table(&["promotion", "times"], &promotions);
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
        let score = format!("{}'s score", report.scores.first);
        for list in &report.openings {
            let row = |opening: &super::report::OpeningFigures| {
                let score = &opening.first_score;
                vec![opening.moves.clone(), score.of.to_string(), score.text()]
            };
            let rows: Vec<Vec<String>> = list.openings.iter().map(row).collect();
            self.table(&[&list.heading(), "games", &score], &rows);
        }
    }

    fn keys(&mut self, report: &StudyReport) {
        let Some(keys) = &report.keys else { return };
        self.put("<h2>Keys of the file</h2>");
        self.note(
            "Each rule of the file was left out in turn, so that its default applies, and all games were played again: a key \
             that changed neither a legal move nor a verdict is idle.",
        );
        let list = |keys: &[String]| if keys.is_empty() { "none".to_owned() } else { keys.join("; ") };
        self.words(&format!("Tried: {}.", list(&keys.tried)));
        self.words(&format!("Idle: {}.", list(&keys.idle)));
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
        let (command, words) = once_more(&report.head);
        self.put(&format!("<pre>{}</pre>", escaped(&command)));
        self.words(&words);
    }
}
