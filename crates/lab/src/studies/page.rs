//! The page of a study in Markdown.

use super::interval::Share;
use super::report::{StudyReport, other_side};
use super::tables::{self, FigureTable};
use helgi_notation::escaped_markdown;
use std::fmt::Write;

/// The page of a report: sentences first, then the figures, then three games.
#[must_use]
pub fn markdown(report: &StudyReport) -> String {
    let mut page = MarkdownPage::default();
    page.head(report);
    page.results(report);
    page.course(report);
    page.pieces(report);
    page.board(report);
    page.openings(report);
    page.keys(report);
    page.games(report);
    page.into_text()
}

/// A page that grows line by line.
#[derive(Default)]
pub(super) struct MarkdownPage(String);

impl MarkdownPage {
    /// The text so far.
    pub(super) fn into_text(self) -> String {
        self.0
    }

    pub(super) fn line(&mut self, text: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "{text}");
    }

    pub(super) fn heading(&mut self, text: &str) {
        self.line(&format!("\n## {text}\n"));
    }

    /// A table, whose cells are Markdown; none without rows.
    pub(super) fn table(&mut self, head: &[&str], rows: &[Vec<String>]) {
        if rows.is_empty() {
            return;
        }
        self.line(&format!("| {} |", head.join(" | ")));
        // The first column is text, the others are numbers.
        self.line(&format!("|---|{}", "---:|".repeat(head.len() - 1)));
        rows.iter().for_each(|row| self.line(&format!("| {} |", row.join(" | "))));
        self.line("");
    }

    /// A table of plain texts.
    pub(super) fn plain_table(&mut self, table: &FigureTable) {
        let head: Vec<String> = table.head.iter().map(|cell| escaped_markdown(cell)).collect();
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        let row = |row: &Vec<String>| row.iter().map(|cell| escaped_markdown(cell)).collect();
        self.table(&head, &table.rows.iter().map(row).collect::<Vec<Vec<String>>>());
    }

    fn head(&mut self, report: &StudyReport) {
        let head = &report.head;
        self.line(&format!("# A study of {}\n", escaped_markdown(&head.title)));
        self.line(&format!("{}\n", tables::players(report, &format!("`{}`", head.game))));
        self.heading("What the games say");
        report.findings.iter().for_each(|finding| self.line(&format!("* {}", escaped_markdown(finding))));
    }

    fn results(&mut self, report: &StudyReport) {
        let scores = &report.scores;
        self.heading("Results");
        let mut rows: Vec<Vec<String>> = scores
            .by_players
            .iter()
            .map(|row| {
                let [white, draws, black] = row.results.map(|count| count.to_string());
                vec![row.players.clone(), white, draws, black, row.first_score.text(), row.drawn.text()]
            })
            .collect();
        let all =
            |index: usize| scores.by_players.iter().map(|row| row.results[index]).sum::<u64>().to_string();
        rows.push(vec![
            "all".to_owned(),
            all(0),
            all(1),
            all(2),
            scores.first_score.text(),
            scores.drawn.text(),
        ]);
        let first = tables::first_score(scores);
        let head = ["players", "White wins", "draws", "Black wins", &first, "drawn"];
        self.plain_table(&FigureTable::new(&head, rows));
        self.line(&format!("{}\n", tables::strong_score(scores)));
        self.plain_table(&tables::leads(report));
    }

    fn course(&mut self, report: &StudyReport) {
        self.heading("Ends and lengths");
        let row = |name: &str, results: [u64; 3], share: &Share| {
            let [white, draws, black] = results.map(|count| count.to_string());
            vec![name.to_owned(), white, draws, black, share.text()]
        };
        let ends = report.ends.iter().map(|end| row(&end.reason, end.results, &end.share));
        let broken = tables::broken_off(report);
        let broken = broken.map(|(name, count, share)| row(&name, [0, count, 0], &share));
        let head = ["end", "White wins", "draws", "Black wins", "of all games"];
        self.plain_table(&FigureTable::new(&head, ends.chain(broken).collect()));
        self.plain_table(&tables::spreads(report));
        self.line(&tables::events(report));
    }

    fn pieces(&mut self, report: &StudyReport) {
        self.heading("Pieces");
        self.plain_table(&tables::pieces(report));
        self.line(&format!(
            "*There*: of all turns. *Can move*: of all turns, with one of the side to move. *Worth*: {}",
            report.worth_unit.words()
        ));
        let promotions = tables::promotions(report);
        if !promotions.rows.is_empty() {
            self.line("");
            self.plain_table(&promotions);
        }
    }

    fn board(&mut self, report: &StudyReport) {
        self.heading("Squares");
        let mut squares: Vec<(&String, &u64)> = report.squares.arrivals.iter().collect();
        squares.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let list: Vec<String> =
            squares.iter().take(8).map(|(name, count)| format!("{name} ({count})")).collect();
        self.line(&format!("Most pieces arrived on {}.", list.join(", ")));
        if !report.squares.unvisited.is_empty() {
            self.line(&format!("\nNothing ever stood on {}.", report.squares.unvisited.join(", ")));
        }
    }

    fn openings(&mut self, report: &StudyReport) {
        self.heading("Openings");
        let lists = report.openings.iter();
        lists.for_each(|list| self.plain_table(&tables::openings(list, &report.scores)));
        self.line(&format!("What is left to 100 % is the score of {}.", other_side(&report.scores.first)));
    }

    fn keys(&mut self, report: &StudyReport) {
        let Some(keys) = &report.keys else { return };
        self.heading("Keys of the file");
        self.line(tables::KEYS_TRIED);
        tables::keys(keys).iter().for_each(|words| self.line(&format!("\n{}", escaped_markdown(words))));
    }

    fn games(&mut self, report: &StudyReport) {
        self.heading("Games to replay");
        for replay in &report.replays {
            self.line(&format!("Game {}, {}:\n", replay.number + 1, replay.why));
            // Indented text is shown as it is, whatever is in it.
            replay.pgn.trim_end().lines().for_each(|line| self.line(&format!("    {line}")));
            self.line("");
        }
        self.heading("Once more");
        let (command, words) = tables::once_more(&report.head);
        self.line(&format!("    {command}\n\n{}", escaped_markdown(&words)));
    }
}
