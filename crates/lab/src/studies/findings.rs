//! The figures of a study in sentences. A sentence is there only where its figure carries it.

use super::facts::StudyFacts;
use super::interval::Share;
use super::play::{LONGEST, STRONGER};
use super::promotions::is_form_of_others;
use super::report::{StudyReport, other_side};
use super::tables;
use super::worth::WorthUnit;

/// An interval that is wider than this on one side says too little. Unit: percent.
const WIDE: f64 = 8.0;

/// Below this part of all games the unfinished ones say nothing of the rules. Unit: percent.
const FEW_UNFINISHED: f64 = 1.0;

/// Below so many games nothing is said about what never happens.
const FEW_GAMES: u64 = 8;

/// The sentences, those about the whole game first.
pub fn of(report: &StudyReport, facts: &StudyFacts) -> Vec<String> {
    let mut found = Vec::new();
    first_move(report, &mut found);
    draws(report, &mut found);
    depth(report, &mut found);
    lead(report, &mut found);
    course(report, &mut found);
    if report.games.count >= FEW_GAMES {
        pieces(report, facts, &mut found);
        rules(report, &mut found);
    }
    found
}

fn is_wide(share: &Share) -> bool {
    share.high - share.percent > WIDE || share.percent - share.low > WIDE
}

/// The article and the size of an effect that reaches near to nothing.
fn size(share: &Share) -> &'static str {
    // Where the interval is wide it may be anything.
    if is_wide(share) { "a small or large" } else { "a small" }
}

fn first_move(report: &StudyReport, found: &mut Vec<String>) {
    let (first, share) = (&report.scores.first, &report.scores.first_score);
    let text = share.text();
    let second = other_side(first);
    if share.low > 55.0 {
        found.push(format!(
            "{first} moves first and scores {text}: the first move is a large advantage. Consider a start that gives \
             {second} something, or a first turn of fewer moves."
        ));
    } else if share.low > 50.0 {
        found.push(format!("{first} moves first and scores {text}: {} advantage.", size(share)));
    } else if share.high < 45.0 {
        found.push(format!(
            "{first} moves first and scores {text}: who moves first is at a large disadvantage. Consider another start."
        ));
    } else if share.high < 50.0 {
        found.push(format!("{first} moves first and scores {text}: {} disadvantage.", size(share)));
    } else if is_wide(share) {
        found.push(format!(
            "{first} moves first and scores {text}: too few games to tell whether that is an advantage."
        ));
    } else {
        found.push(format!("{first} moves first and scores {text}: no advantage of either side was seen."));
    }
}

fn draws(report: &StudyReport, found: &mut Vec<String>) {
    let Some(strong) = report.scores.by_players.get(1) else { return };
    let drawn = &strong.drawn;
    // Games that were broken off are counted as drawn, and told of for themselves.
    if drawn.low > 50.0 && report.games.unfinished * 10 < report.games.count {
        let often = report.ends.iter().max_by_key(|end| end.results[1]).filter(|end| end.results[1] > 0);
        let why = often.map_or(String::new(), |end| format!(", most often by {}", end.reason));
        found.push(format!(
            "Of the games between strong players {} are drawn{why}: consider another verdict for that end, or a goal that is \
             easier to reach.",
            drawn.text()
        ));
    } else if drawn.high < 5.0 && !is_wide(drawn) {
        found.push(format!("Hardly a game between strong players is drawn: {}.", drawn.text()));
    }
    let unfinished = report.games.unfinished;
    // One game in six hundred asks for no rule.
    if let Some(share) =
        Share::of_part(unfinished, report.games.count).filter(|share| share.low >= FEW_UNFINISHED)
    {
        found.push(format!(
            "{unfinished} of {} games, {}, had not ended after {LONGEST} half-moves: consider a rule that counts moves without \
             progress, or repetitions.",
            report.games.count,
            share.text()
        ));
    }
}

fn depth(report: &StudyReport, found: &mut Vec<String>) {
    let share = &report.scores.strong;
    let text = share.text();
    if share.low > 50.0 {
        let elo = tables::elo(&report.scores);
        let words = if share.low > 65.0 { "there is much to see" } else { "there is something to see" };
        found.push(format!(
            "A player who looks at {STRONGER} times as many positions scores {text} against the weaker one{elo}: {words}."
        ));
    } else if !is_wide(share) {
        found.push(format!(
            "A player who looks at {STRONGER} times as many positions scores {text}: looking further gains nothing that could \
             be seen. The game may be too simple, too wild, or already decided at the start."
        ));
    }
}

fn lead(report: &StudyReport, found: &mut Vec<String>) {
    for lead in &report.leads {
        let (pawns, Some(score)) = (f64::from(lead.centipawns) / 100.0, lead.score) else { continue };
        let noun = if lead.centipawns == 100 { "pawn" } else { "pawns" };
        if lead.centipawns == 100 && score.low > 95.0 {
            found.push(format!(
                "The side that is first ahead by a pawn in the engine's eyes scores {}: there is no way back.",
                score.text()
            ));
        } else if lead.centipawns == 400 && score.high < 75.0 {
            found.push(format!(
                "The side that is first ahead by {pawns:.0} {noun} in the engine's eyes scores only {}: a lead is hard to turn \
                 into a win, or hard to judge.",
                score.text()
            ));
        }
    }
}

fn course(report: &StudyReport, found: &mut Vec<String>) {
    let games = &report.games;
    if games.different * 10 < games.count * 9 {
        found.push(format!(
            "Only {} of {} games differ, so that the intervals are narrower than they should be: there are few good openings.",
            games.different, games.count
        ));
    }
    if report.choices.forced >= 20.0 {
        found.push(format!("In {:.0} % of the turns there is one legal move.", report.choices.forced));
    }
    if report.choices.moves.median <= 3 {
        found.push(format!(
            "In half of the turns there are at most {} legal moves.",
            report.choices.moves.median
        ));
    }
}

fn pieces(report: &StudyReport, facts: &StudyFacts, found: &mut Vec<String>) {
    let games = report.games.count;
    for (index, (piece, kind)) in report.pieces.iter().zip(&facts.kinds).enumerate() {
        let name = &piece.name;
        if kind.present > 0 && piece.moves == 0 {
            if kind.movable == 0 {
                found.push(format!("The {name} never had a legal move in {games} games."));
            } else {
                found.push(format!("The {name} never moved in {games} games, though it could."));
            }
        }
        let is_form = is_form_of_others(facts.game, index);
        if kind.present == 0 && piece.drops == 0 && !is_form {
            found.push(format!("No {name} was ever there in {games} games."));
        }
        match &piece.never_made[..] {
            [] => {}
            [words] => found.push(format!("The {name} never used this move: {words}.")),
            several => {
                let words = several.join("; ");
                found.push(format!("The {name} never used these moves: {words}."));
            }
        }
        let promoted: u64 = piece.promotions.values().sum();
        if !piece.never_promoted_to.is_empty() && kind.present > 0 {
            let list = piece.never_promoted_to.join(", ");
            found.push(if promoted == 0 {
                format!("The {name} never promoted in {games} games.")
            } else {
                format!("In {promoted} promotions, the {name} never became: {list}.")
            });
        }
        if let (Some(worth), Some(given), WorthUnit::Author) = (piece.worth, piece.given, report.worth_unit) {
            let gap = (worth.fitted - f64::from(given)).abs();
            // Twice the interval: the other worths that make up the unit are not exact either.
            if gap > 2.0 * worth.error && gap > 0.25 * f64::from(given).abs() {
                found.push(format!(
                    "By the results of the games the {name} is worth {:.0} ± {:.0}, where its author gave {given}.",
                    worth.fitted, worth.error
                ));
            }
        }
    }
}

fn rules(report: &StudyReport, found: &mut Vec<String>) {
    let games = report.games.count;
    match report.keys.as_ref().map_or(&[][..], |keys| &keys.idle) {
        [] => {}
        [line] => found.push(format!("This line of the file changed nothing in {games} games: {line}.")),
        lines => {
            let lines = lines.join("; ");
            found.push(format!("These lines of the file changed nothing in {games} games: {lines}."));
        }
    }
    match report.keys.as_ref().map_or(&[][..], |keys| &keys.repeated) {
        [] => {}
        [line] => found.push(format!("This line of the file says what holds without it: {line}.")),
        lines => {
            let lines = lines.join("; ");
            found.push(format!("These lines of the file say what holds without them: {lines}."));
        }
    }
    let unvisited = &report.squares.unvisited;
    if !unvisited.is_empty() {
        found.push(format!("Nothing ever stood on {}.", unvisited.join(", ")));
    }
}
