//! The page of a study in Markdown.

use super::interval::Share;
use super::play::{LONGEST, OPENING, STRONGER, StudyPairing};
use super::report::{Spread, StudyHead, StudyReport, other_side};
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

/// A text of others in Markdown, where it is nothing but text.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
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

    fn head(&mut self, report: &StudyReport) {
        let head = &report.head;
        self.line(&format!("# A study of {}\n", escaped(&head.title)));
        let strong = head.nodes.saturating_mul(STRONGER);
        self.line(&format!(
            "{} games of `{}` by the engine against itself: a weak player looks at {} positions for each move, a strong one \
             at {strong}. The first {OPENING} half-moves of a game are drawn among the best ones. Intervals are those of 95 %.\n",
            report.games.count, head.game, head.nodes
        ));
        self.heading("What the games say");
        report.findings.iter().for_each(|finding| self.line(&format!("* {}", escaped(finding))));
    }

    fn results(&mut self, report: &StudyReport) {
        let scores = &report.scores;
        self.heading("Results");
        let first = format!("{}'s score", scores.first);
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
        self.table(&["players", "White wins", "draws", "Black wins", &first, "drawn"], &rows);
        let elo = match scores.strong_elo {
            [Some(elo), Some(low), Some(high)] => format!(", {elo:+.0} Elo ({low:+.0} to {high:+.0})"),
            _ => String::new(),
        };
        self.line(&format!("The strong player scores {} against the weak one{elo}.\n", scores.strong.text()));
        let leads = report.leads.iter().filter_map(|lead| {
            Some(vec![format!("{:.0}", f64::from(lead.centipawns) / 100.0), lead.score?.text()])
        });
        self.table(
            &["first ahead by so many pawns in the engine's eyes", "score"],
            &leads.collect::<Vec<_>>(),
        );
    }

    fn course(&mut self, report: &StudyReport) {
        self.heading("Ends and lengths");
        let ends = report.ends.iter().map(|end| {
            let [white, draws, black] = end.results.map(|count| count.to_string());
            vec![escaped(&end.reason), white, draws, black, end.share.text()]
        });
        let mut rows: Vec<Vec<String>> = ends.collect();
        if let Some(share) = Share::of_part(report.games.unfinished, report.games.count)
            && report.games.unfinished > 0
        {
            let none = || "0".to_owned();
            let count = report.games.unfinished.to_string();
            rows.push(vec![
                format!("broken off after {LONGEST} half-moves"),
                none(),
                count,
                none(),
                share.text(),
            ]);
        }
        self.table(&["end", "White wins", "draws", "Black wins", "of all games"], &rows);
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
        self.line(&format!(
            "{:.1} % of the half-moves take something, {:.1} % of the turns begin in check, {:.1} % have one legal move. In a \
             game the lead of a pawn changes sides {:.1} times. Castlings: {}.",
            events.captures, events.checks, report.choices.forced, events.turns, events.castlings
        ));
    }

    fn pieces(&mut self, report: &StudyReport) {
        self.heading("Pieces");
        let rows = report.pieces.iter().map(|piece| {
            let worth = piece
                .worth
                .map_or("-".to_owned(), |worth| format!("{:.0} ± {:.0}", worth.fitted, worth.error));
            vec![
                format!("{} {}", escaped(&piece.letter), escaped(&piece.name)),
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
        self.line(&format!(
            "*There*: of all turns. *Can move*: of all turns, with one of the side to move. *Worth*: {}",
            report.worth_unit.words()
        ));
        let promotions: Vec<Vec<String>> = report
            .pieces
            .iter()
            .flat_map(|piece| {
                let all = piece.all_promotions();
                all.map(|(goal, count)| {
                    vec![format!("{} to {}", escaped(&piece.name), escaped(goal)), count.to_string()]
                })
            })
            .collect();
        if !promotions.is_empty() {
            self.line("");
            self.table(&["promotion", "times"], &promotions);
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
        let first = &report.scores.first;
        for list in &report.openings {
            let rows: Vec<Vec<String>> = list
                .openings
                .iter()
                .map(|opening| {
                    let score = &opening.first_score;
                    vec![escaped(&opening.moves), score.of.to_string(), score.text()]
                })
                .collect();
            let score = format!("{first}'s score");
            self.table(&[&list.heading(), "games", &score], &rows);
        }
        self.line(&format!("What is left to 100 % is the score of {}.", other_side(first)));
    }

    fn keys(&mut self, report: &StudyReport) {
        let Some(keys) = &report.keys else { return };
        self.heading("Keys of the file");
        self.line(
            "Each rule of the file was left out in turn, so that its default applies, and all games were played again: a key \
             that changed neither a legal move nor a verdict is idle.\n",
        );
        let list = |keys: &[String]| match keys {
            [] => "none".to_owned(),
            keys => keys.iter().map(|key| escaped(key)).collect::<Vec<_>>().join("; "),
        };
        self.line(&format!("Tried: {}.\n\nIdle: {}.", list(&keys.tried), list(&keys.idle)));
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
        let (command, words) = once_more(&report.head);
        self.line(&format!("    {command}\n\n{}", escaped(&words)));
    }
}

/// The command that makes the same study, and a sentence behind it.
pub(super) fn once_more(head: &StudyHead) -> (String, String) {
    let StudyHead { game, seed, nodes, revision, .. } = head;
    let games = u64::from(head.rounds) * StudyPairing::ROUND.len() as u64;
    (
        format!("helgi variants study {game} --seed {seed} --games {games} --nodes {nodes}"),
        format!("makes the same study, with the program of revision {revision} and the same rules."),
    )
}
