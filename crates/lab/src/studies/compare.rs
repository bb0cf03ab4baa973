//! Two studies side by side: the figures that differ by more than chance.

use super::interval::{Share, tenths};
use super::page::MarkdownPage;
use super::report::{PieceFigures, StudyHead, StudyReport};
use helgi_notation::escaped_markdown;
use std::collections::BTreeSet;

/// A difference of two shares, in percent.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Change {
    percent: f64,
    /// Half the width of its interval of 95 %.
    error: f64,
}

impl Change {
    /// The second share less the first one. The intervals of both need not be symmetrical: each counts on the side of the
    /// other share.
    fn of(before: &Share, after: &Share) -> Change {
        let is_more = after.percent >= before.percent;
        let side = |share: &Share, is_upper: bool| {
            if is_upper { share.high - share.percent } else { share.percent - share.low }
        };
        let (one, other) = (side(before, is_more), side(after, !is_more));
        Change {
            percent: tenths(after.percent - before.percent),
            // The errors of independent shares add as squares.
            error: tenths((one * one + other * other).sqrt()),
        }
    }

    /// True if chance alone would not make it in 95 of 100 pairs of studies.
    fn is_sure(self) -> bool {
        self.percent.abs() > self.error
    }

    fn text(self) -> String {
        let mark = if self.is_sure() { " **changed**" } else { "" };
        format!("{:+.0} ± {:.0} %{mark}", self.percent, self.error)
    }
}

/// The page that compares two reports, in Markdown. They may be of different games.
///
/// A difference is marked if it is larger than its interval of 95 %. Of many figures that have not changed, one in twenty
/// is marked so by chance.
#[must_use]
pub fn compare(before: &StudyReport, after: &StudyReport) -> String {
    let mut page = MarkdownPage::default();
    let title = |report: &StudyReport| escaped_markdown(&report.head.title);
    page.line(&format!("# {} and {}\n", title(before), title(after)));
    heads(&mut page, before, after);
    shares(&mut page, before, after);
    means(&mut page, before, after);
    pieces(&mut page, before, after);
    lists(&mut page, before, after);
    page.into_text()
}

fn heads(page: &mut MarkdownPage, before: &StudyReport, after: &StudyReport) {
    let cell = |text: &str| escaped_markdown(text);
    let row = |name: &str, of: fn(&StudyHead) -> String| {
        vec![name.to_owned(), cell(&of(&before.head)), cell(&of(&after.head))]
    };
    let games = |report: &StudyReport| report.games.count.to_string();
    page.table(
        &["", "first study", "second study"],
        &[
            row("game", |head| head.game.clone()),
            row("rules", |head| head.fingerprint.clone().unwrap_or_else(|| "built in".to_owned())),
            row("nodes a move", |head| head.nodes.to_string()),
            row("seed", |head| head.seed.to_string()),
            vec!["games".to_owned(), games(before), games(after)],
        ],
    );
    if before.head.nodes != after.head.nodes {
        page.line("The players are not the same: what differs may come from their strength.\n");
    }
    if before.head.fingerprint == after.head.fingerprint && before.head.game == after.head.game {
        page.line(
            "Both studies are of the same rules: what differs comes from chance or from the players.\n",
        );
    }
}

fn shares(page: &mut MarkdownPage, before: &StudyReport, after: &StudyReport) {
    let mut rows = Vec::new();
    let mut add = |name: String, one: Option<Share>, other: Option<Share>| {
        let text = |share: &Option<Share>| share.map_or("-".to_owned(), |share| share.text());
        let change = one.zip(other).map_or("-".to_owned(), |(one, other)| Change::of(&one, &other).text());
        rows.push(vec![escaped_markdown(&name), text(&one), text(&other), change]);
    };
    let (one, other) = (&before.scores, &after.scores);
    add("score of the side that moves first".to_owned(), Some(one.first_score), Some(other.first_score));
    add("drawn".to_owned(), Some(one.drawn), Some(other.drawn));
    let strong =
        |report: &StudyReport| report.scores.by_players.get(1).map(|row| (row.first_score, row.drawn));
    let [(first, drawn), (other_first, other_drawn)] = [before, after]
        .map(|report| strong(report).map_or((None, None), |(first, drawn)| (Some(first), Some(drawn))));
    add("the same between strong players".to_owned(), first, other_first);
    add("drawn between strong players".to_owned(), drawn, other_drawn);
    add("score of the strong player against the weak one".to_owned(), Some(one.strong), Some(other.strong));
    for lead in &before.leads {
        let same = after.leads.iter().find(|other| other.centipawns == lead.centipawns);
        let pawns = f64::from(lead.centipawns) / 100.0;
        add(
            format!("score of the side first ahead by {pawns:.0}"),
            lead.score,
            same.and_then(|same| same.score),
        );
    }
    let broken = |report: &StudyReport| Share::of_part(report.games.unfinished, report.games.count);
    add("broken off".to_owned(), broken(before), broken(after));
    let reasons: BTreeSet<&str> =
        before.ends.iter().chain(&after.ends).map(|end| end.reason.as_str()).collect();
    for reason in reasons {
        let share = |report: &StudyReport| {
            let end = report.ends.iter().find(|end| end.reason == reason);
            // A reason that a study has not met has a share of nought.
            end.map_or_else(|| Share::of_part(0, report.games.count), |end| Some(end.share))
        };
        add(format!("end: {reason}"), share(before), share(after));
    }
    page.heading("Results and ends");
    page.table(&["", "first study", "second study", "difference"], &rows);
}

fn means(page: &mut MarkdownPage, before: &StudyReport, after: &StudyReport) {
    let row = |name: &str, of: fn(&StudyReport) -> f64| {
        let (one, other) = (of(before), of(after));
        vec![
            name.to_owned(),
            format!("{one:.1}"),
            format!("{other:.1}"),
            format!("{:+.1}", tenths(other - one)),
        ]
    };
    page.heading("Course");
    page.table(
        &["", "first study", "second study", "difference"],
        &[
            row("half-moves of a game, mean", |report| report.length.mean),
            row("half-moves of a game, median", |report| report.length.median as f64),
            row("legal moves of a turn, mean", |report| report.choices.moves.mean),
            row("turns with one legal move, %", |report| report.choices.forced),
            row("turns in check, %", |report| report.events.checks),
            row("half-moves that take something, %", |report| report.events.captures),
            row("changes of the lead in a game", |report| report.events.lead_changes),
        ],
    );
}

fn pieces(page: &mut MarkdownPage, before: &StudyReport, after: &StudyReport) {
    let key = |piece: &PieceFigures| (piece.letter.clone(), piece.name.clone());
    let mut keys: Vec<_> = before.pieces.iter().map(key).collect();
    let new: Vec<_> = after.pieces.iter().map(key).filter(|piece| !keys.contains(piece)).collect();
    keys.extend(new);
    let rows = keys.iter().map(|piece| {
        let of = |report: &StudyReport| report.pieces.iter().find(|other| key(other) == *piece).cloned();
        let (one, other) = (of(before), of(after));
        let moves = |report: &StudyReport, found: &Option<PieceFigures>| {
            let all: u64 = report.pieces.iter().map(|piece| piece.moves).sum();
            found.as_ref().map_or("-".to_owned(), |found| {
                format!("{:.1} %", 100.0 * found.moves as f64 / all.max(1) as f64)
            })
        };
        let worth = |found: &Option<PieceFigures>| {
            found.as_ref().and_then(|found| found.worth).map_or("-".to_owned(), |worth| worth.text())
        };
        vec![
            format!("{} {}", escaped_markdown(&piece.0), escaped_markdown(&piece.1)),
            moves(before, &one),
            moves(after, &other),
            worth(&one),
            worth(&other),
        ]
    });
    page.heading("Pieces");
    page.table(
        &["piece", "of all moves, first", "of all moves, second", "worth, first", "worth, second"],
        &rows.collect::<Vec<_>>(),
    );
    if before.worth_unit != after.worth_unit {
        page.line("The worths have different units, and cannot be compared.\n");
    }
}

/// Lists of which something is in one study alone.
fn lists(page: &mut MarkdownPage, before: &StudyReport, after: &StudyReport) {
    let idle = |report: &StudyReport| report.keys.as_ref().map_or(Vec::new(), |keys| keys.idle.clone());
    let of_pieces = |report: &StudyReport, of: fn(&PieceFigures) -> &Vec<String>| {
        let each = report
            .pieces
            .iter()
            .flat_map(move |piece| of(piece).iter().map(move |words| format!("{}: {words}", piece.name)));
        each.collect::<Vec<String>>()
    };
    let unmoved = |report: &StudyReport| {
        let still = report.pieces.iter().filter(|piece| piece.present > 0.0 && piece.moves == 0);
        still.map(|piece| piece.name.clone()).collect::<Vec<String>>()
    };
    let repeated =
        |report: &StudyReport| report.keys.as_ref().map_or(Vec::new(), |keys| keys.repeated.clone());
    let both: [(&str, Vec<String>, Vec<String>); 6] = [
        ("lines of the file that changed nothing", idle(before), idle(after)),
        ("lines of the file that say what holds without them", repeated(before), repeated(after)),
        ("pieces that never moved", unmoved(before), unmoved(after)),
        (
            "moves that were never made",
            of_pieces(before, |piece| &piece.never_made),
            of_pieces(after, |piece| &piece.never_made),
        ),
        (
            "promotions that never happened",
            of_pieces(before, |piece| &piece.never_promoted_to),
            of_pieces(after, |piece| &piece.never_promoted_to),
        ),
        (
            "squares on which nothing ever stood",
            before.squares.unvisited.clone(),
            after.squares.unvisited.clone(),
        ),
    ];
    let mut lines = Vec::new();
    for (what, one, other) in both {
        for (name, own, others) in [("first", &one, &other), ("second", &other, &one)] {
            let alone: Vec<String> = own
                .iter()
                .filter(|found| !others.contains(found))
                .map(|found| escaped_markdown(found))
                .collect();
            if !alone.is_empty() {
                lines.push(format!("* In the {name} study alone, {what}: {}.", alone.join("; ")));
            }
        }
    }
    if !lines.is_empty() {
        page.heading("Idle in one study alone");
        lines.iter().for_each(|line| page.line(line));
    }
}
