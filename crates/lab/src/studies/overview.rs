//! The main figures of several studies in one table.

use super::page::MarkdownPage;
use super::report::StudyReport;
use super::tables::FigureTable;

/// A table in Markdown with a row for each report, in their order.
#[must_use]
pub fn overview(reports: &[StudyReport]) -> String {
    let mut page = MarkdownPage::default();
    let rows = reports.iter().map(row).collect();
    let head = [
        "game",
        "games",
        "nodes",
        "first move's score",
        "drawn",
        "stronger player's score",
        "half-moves",
        "legal moves",
        "most frequent end",
    ];
    page.plain_table(&FigureTable::new(&head, rows));
    page.into_text()
}

fn row(report: &StudyReport) -> Vec<String> {
    let (scores, games) = (&report.scores, &report.games);
    let unfinished = games.unfinished;
    // Games that were broken off are no end of their own, but there may be more of them than of any.
    let most_frequent = report.ends.iter().find(|end| end.results.iter().sum::<u64>() >= unfinished);
    vec![
        report.head.title.clone(),
        games.count.to_string(),
        report.head.nodes.to_string(),
        scores.first_score.text(),
        scores.drawn.text(),
        scores.strong.text(),
        report.length.median.to_string(),
        report.choices.moves.median.to_string(),
        most_frequent
            .map_or("broken off".to_owned(), |end| format!("{}, {:.0} %", end.reason, end.share.percent)),
    ]
}
