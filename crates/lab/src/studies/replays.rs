//! Three games of a study to replay.

use super::facts::{SeenGame, StudyFacts, StudyGameError};
use super::play::{STRONGER, StudyGame, StudyPairing};
use super::report::{StudyHead, StudyReplay};
use helgi_record::Record;
use helgi_rules::board::Side;

/// The shortest won game, the one in which the lead changed most often, and one of usual length, as far as there are such.
pub fn choose(
    facts: &StudyFacts,
    games: &[StudyGame],
    head: &StudyHead,
) -> Result<Vec<StudyReplay>, StudyGameError> {
    let mut lengths: Vec<usize> = facts.games.iter().map(|game| game.plies).collect();
    lengths.sort_unstable();
    let usual = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
    let is_won = |game: &&SeenGame| game.outcome.is_some_and(|outcome| outcome.winner.is_some());
    let is_of_strong = |game: &&SeenGame| StudyPairing::of(game.number) == StudyPairing::Strong;
    let finished = || facts.games.iter().filter(|game| game.outcome.is_some());
    // The number decides between equals, so that the same games always give the same choice.
    let shortest = finished().filter(is_won).min_by_key(|game| (game.plies, game.number));
    let mut chosen: Vec<(&SeenGame, String)> = Vec::new();
    chosen.extend(shortest.map(|game| (game, "the shortest game that somebody won".to_owned())));
    let is_new = |chosen: &[(&SeenGame, String)], game: &SeenGame| {
        chosen.iter().all(|(other, _)| other.number != game.number)
    };
    let dramatic = finished().filter(|game| game.lead_changes > 0 && is_new(&chosen, game));
    let dramatic =
        dramatic.max_by_key(|game| (game.lead_changes, std::cmp::Reverse((game.plies, game.number))));
    let reason = |lead_changes: usize| match lead_changes {
        1 => "the game in which the lead changed once".to_owned(),
        count => format!("the game in which the lead changed most often, {count} times"),
    };
    chosen.extend(dramatic.map(|game| (game, reason(game.lead_changes))));
    let typical = finished().filter(is_of_strong).filter(|game| is_new(&chosen, game));
    let typical = typical.min_by_key(|game| (game.plies.abs_diff(usual), game.number));
    chosen.extend(typical.map(|game| (game, "a game of usual length between the strong players".to_owned())));

    let replay = |(game, why): (&SeenGame, String)| {
        let played = games.iter().find(|played| played.number == game.number)?;
        Some((played, why))
    };
    chosen
        .into_iter()
        .filter_map(replay)
        .map(|(played, why)| {
            let line = facts.line(played)?;
            let mut record = Record::of_line(&line);
            let pairing = StudyPairing::of(played.number);
            let name = |side: Side| {
                let factor = if pairing.is_strong(side) { STRONGER } else { 1 };
                format!("helgi, {} nodes a move", head.nodes.saturating_mul(factor))
            };
            record.tags.set("Event", format!("Study of {}", head.title));
            record.tags.set("Round", (played.number + 1).to_string());
            record.tags.set("White", name(Side::White));
            record.tags.set("Black", name(Side::Black));
            let (number, last) = (played.number, line.present().fen());
            Ok(StudyReplay { number, why, pgn: record.to_string(), last })
        })
        .collect()
}
