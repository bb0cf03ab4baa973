//! The tables and sentences that the pages of a study share, as plain text.

use super::interval::Share;
use super::keys::TriedKeys;
use super::play::{LONGEST, OPENING, STRONGER, StudyPairing};
use super::report::{OpeningList, ScoreFigures, Spread, StudyHead, StudyReport};
use helgi_rules::GameId;
use helgi_variants::written::is_written;
use helgi_variants::{is_of_library, spec_of};

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

/// Returns true if a game is one of a file of the user's: the program has none of its name and rules.
fn comes_in_a_file(game: &str) -> bool {
    GameId::named(game).is_some_and(|game| spec_of(game).is_some() && !is_of_library(game))
}

/// The command that makes the same study, and a sentence behind it.
pub fn once_more(head: &StudyHead) -> (String, String) {
    let StudyHead { game, seed, nodes, revision, .. } = head;
    let games = u64::from(head.rounds) * StudyPairing::ROUND.len() as u64;
    // A game that is being written is called by its rules here, and as its author says in the text.
    let (file, name, where_from) = match (comes_in_a_file(game), is_written(game)) {
        (_, true) => (" --games FILE", "NAME", "; FILE is the text of the game, and NAME its name there"),
        (true, false) => (" --games FILE", game.as_str(), "; FILE is the file of the game"),
        (false, false) => ("", game.as_str(), ""),
    };
    (
        format!("helgi{file} variants study {name} --seed {seed} --games {games} --nodes {nodes}"),
        format!(
            "makes the same study, with the program of revision {revision} and the same rules{where_from}."
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_names_the_file_of_a_game_that_has_one() {
        helgi_variants::install_library();
        let loaded = helgi_variants::load("[own-study:chess]\nstalemateValue = loss\n");
        let _ = helgi_variants::register(&loaded.games[0]);
        let command = |game: &str| {
            let (game, title) = (game.to_owned(), String::new());
            let head = StudyHead {
                game,
                title,
                fingerprint: None,
                revision: "1".to_owned(),
                seed: 1,
                nodes: 2,
                rounds: 3,
            };
            once_more(&head).0
        };
        let rest = "--seed 1 --games 12 --nodes 2";
        assert_eq!(command("own-study"), format!("helgi --games FILE variants study own-study {rest}"));
        assert_eq!(command("my-game-w0123abcd"), format!("helgi --games FILE variants study NAME {rest}"));
        for game in ["chess", "makruk", "makruk960"] {
            assert_eq!(command(game), format!("helgi variants study {game} {rest}"));
        }
    }
}
