//! The tables and sentences that the pages of a study share, as plain text.

use super::interval::Share;
use super::keys::TriedKeys;
use super::play::{LONGEST, OPENING, STRONGER, StudyPairing};
use super::report::{OpeningList, ScoreFigures, Spread, StudyHead, StudyReport};

/// A table of plain texts: the first column is text, the others are numbers.
pub struct FigureTable {
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl FigureTable {
    pub fn new(head: &[&str], rows: Vec<Vec<String>>) -> FigureTable {
        FigureTable { head: head.iter().map(|&cell| cell.to_owned()).collect(), rows }
    }
}

/// The games and their players. `game` is the name of the game as the page writes it.
pub fn players(report: &StudyReport, game: &str) -> String {
    let nodes = report.head.nodes;
    let strong = nodes.saturating_mul(STRONGER);
    format!(
        "{} games of {game} by the engine against itself: a weak player looks at {nodes} positions for each move, a strong one \
         at {strong}. The first {OPENING} half-moves of a game are drawn among the best ones. Intervals are those of 95 %.",
        report.games.count
    )
}

/// The score of the strong player.
pub fn strong_score(scores: &ScoreFigures) -> String {
    format!("The strong player scores {} against the weak one{}.", scores.strong.text(), elo(scores))
}

/// `, +200 Elo (+150 to +250)`; nothing where one would be infinite.
pub fn elo(scores: &ScoreFigures) -> String {
    match scores.strong_elo {
        [Some(elo), Some(low), Some(high)] => format!(", {elo:+.0} Elo ({low:+.0} to {high:+.0})"),
        _ => String::new(),
    }
}

/// The score of the side that moves first, as the head of a column.
pub fn first_score(scores: &ScoreFigures) -> String {
    format!("{}'s score", scores.first)
}

/// The scores of the sides that were first ahead.
pub fn leads(report: &StudyReport) -> FigureTable {
    let rows = report.leads.iter().filter_map(|lead| {
        Some(vec![format!("{:.0}", f64::from(lead.centipawns) / 100.0), lead.score?.text()])
    });
    FigureTable::new(&["first ahead by so many pawns in the engine's eyes", "score"], rows.collect())
}

/// The name, the number and the share of the games that were broken off, if there are any.
pub fn broken_off(report: &StudyReport) -> Option<(String, u64, Share)> {
    let unfinished = report.games.unfinished;
    let share = Share::of_part(unfinished, report.games.count).filter(|_| unfinished > 0)?;
    Some((format!("broken off after {LONGEST} half-moves"), unfinished, share))
}

/// The lengths of games and the numbers of legal moves.
pub fn spreads(report: &StudyReport) -> FigureTable {
    let row = |name: &str, spread: &Spread| {
        let Spread { least, quarter, median, three_quarters, most, mean, .. } = spread;
        let mut row = vec![name.to_owned(), format!("{mean:.1}")];
        row.extend([least, quarter, median, three_quarters, most].map(u64::to_string));
        row
    };
    FigureTable::new(
        &["", "mean", "least", "a quarter to", "half to", "three quarters to", "most"],
        vec![
            row("half-moves of a game", &report.length),
            row("legal moves of a turn", &report.choices.moves),
        ],
    )
}

/// The captures, checks and changes of the lead.
pub fn events(report: &StudyReport) -> String {
    let events = &report.events;
    format!(
        "{:.1} % of the half-moves take something, {:.1} % of the turns begin in check, {:.1} % have one legal move. In a \
         game the lead of a pawn changes sides {:.1} times. Castlings: {}.",
        events.captures, events.checks, report.choices.forced, events.lead_changes, events.castlings
    )
}

/// The pieces.
pub fn pieces(report: &StudyReport) -> FigureTable {
    let rows = report.pieces.iter().map(|piece| {
        vec![
            format!("{} {}", piece.letter, piece.name),
            format!("{:.0} %", piece.present),
            format!("{:.0} %", piece.movable),
            piece.moves.to_string(),
            piece.captures.to_string(),
            piece.drops.to_string(),
            piece.promoted_to.to_string(),
            piece.worth.map_or("-".to_owned(), |worth| worth.text()),
            piece.given.map_or("-".to_owned(), |given| given.to_string()),
        ]
    });
    let head =
        ["piece", "there", "can move", "moves", "captures", "drops", "promotions to it", "worth", "as given"];
    FigureTable::new(&head, rows.collect())
}

/// The promotions that are possible or have happened.
pub fn promotions(report: &StudyReport) -> FigureTable {
    let rows = report.pieces.iter().flat_map(|piece| {
        let all = piece.all_promotions();
        all.map(|(goal, count)| vec![format!("{} to {goal}", piece.name), count.to_string()])
    });
    FigureTable::new(&["promotion", "times"], rows.collect())
}

/// The most frequent openings of a length.
pub fn openings(list: &OpeningList, scores: &ScoreFigures) -> FigureTable {
    let rows = list.openings.iter().map(|opening| {
        let score = &opening.first_score;
        vec![opening.moves.clone(), score.of.to_string(), score.text()]
    });
    FigureTable::new(&[&list.heading(), "games", &first_score(scores)], rows.collect())
}

/// The way in which the keys of the file were tried.
pub const KEYS_TRIED: &str = "Each rule of the file was left out in turn, so that the rule of the game that this one starts \
    from applies, or else the default, and all games were played again: a key that changed neither a legal move nor a verdict \
    is idle.";

/// The keys of the file, a sentence each.
pub fn keys(keys: &TriedKeys) -> Vec<String> {
    let list = |keys: &[String]| if keys.is_empty() { "none".to_owned() } else { keys.join("; ") };
    let mut sentences =
        vec![format!("Tried: {}.", list(&keys.tried)), format!("Idle: {}.", list(&keys.idle))];
    if !keys.repeated.is_empty() {
        sentences.push(format!("The same without them: {}.", list(&keys.repeated)));
    }
    sentences
}

/// The command that makes the same study, and a sentence behind it.
pub fn once_more(head: &StudyHead) -> (String, String) {
    let StudyHead { game, seed, nodes, revision, .. } = head;
    let games = u64::from(head.rounds) * StudyPairing::ROUND.len() as u64;
    (
        format!("helgi variants study {game} --seed {seed} --games {games} --nodes {nodes}"),
        format!("makes the same study, with the program of revision {revision} and the same rules."),
    )
}
