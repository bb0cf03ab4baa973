//! The figures of a study in sentences. A sentence is there only where its figure carries it.

use super::facts::StudyFacts;
use super::interval::Share;
use super::paths::DescribedMove;
use super::play::{LONGEST, STRONGER};
use super::promotions::is_form_of_others;
use super::report::StudyReport;
use super::unused::{never_made, never_promoted};
use super::worth::WorthUnit;
use helgi_rules::{Outcome, Reason};
use helgi_words::{TextMessage, Value, ends, names};

/// An interval that is wider than this on one side says too little. Unit: percent.
const WIDE: f64 = 8.0;

/// Below this part of all games the unfinished ones say nothing of the rules. Unit: percent.
const FEW_UNFINISHED: f64 = 1.0;

/// Below so many games nothing is said about what never happens.
const FEW_GAMES: u64 = 8;

/// The sentences, those about the whole game first.
pub fn of(report: &StudyReport, facts: &StudyFacts) -> Vec<TextMessage> {
    let mut found = Vec::new();
    found.push(first_move(report, facts));
    draws(report, facts, &mut found);
    found.extend(depth(report));
    leads(report, &mut found);
    course(report, &mut found);
    if report.games.count >= FEW_GAMES {
        pieces(report, facts, &mut found);
        rules(report, &mut found);
    }
    found
}

/// A message with its texts, which pages do not have.
fn text(id: &'static str) -> TextMessage {
    TextMessage::new(id).with_texts()
}

/// `in 120 games`.
fn in_games(report: &StudyReport) -> TextMessage {
    TextMessage::new("games.in").with("count", report.games.count)
}

/// `61 % (58 to 64 %)`.
fn percent(share: &Share) -> TextMessage {
    let [percent, low, high] = [share.percent, share.low, share.high].map(|number| format!("{number:.0}"));
    text("study.share").with("percent", percent).with("low", low).with("high", high)
}

fn is_wide(share: &Share) -> bool {
    share.high - share.percent > WIDE || share.percent - share.low > WIDE
}

fn first_move(report: &StudyReport, facts: &StudyFacts) -> TextMessage {
    let share = &report.scores.first_score;
    // Where the interval is wide the size of an effect may be anything.
    let id = if share.low > 55.0 {
        "study.first.large-advantage"
    } else if share.low > 50.0 {
        if is_wide(share) { "study.first.some-advantage" } else { "study.first.small-advantage" }
    } else if share.high < 45.0 {
        "study.first.large-disadvantage"
    } else if share.high < 50.0 {
        if is_wide(share) { "study.first.some-disadvantage" } else { "study.first.small-disadvantage" }
    } else if is_wide(share) {
        "study.first.unknown"
    } else {
        "study.first.even"
    };
    text(id)
        .with("first", names::side(facts.first))
        .with("second", names::side(!facts.first))
        .with("score", percent(share))
}

fn draws(report: &StudyReport, facts: &StudyFacts, found: &mut Vec<TextMessage>) {
    let Some(strong) = report.scores.by_players.get(1) else { return };
    let drawn = &strong.drawn;
    // Games that were broken off are counted as drawn, and told of for themselves.
    if drawn.low > 50.0 && report.games.unfinished * 10 < report.games.count {
        let often = facts.ends.values().max_by_key(|end| end.results.draws);
        let sentence = match often.filter(|end| end.results.draws > 0) {
            Some(end) => text("study.drawn.often-by").with("by", drawn_by(end.reason)),
            None => text("study.drawn.often"),
        };
        found.push(sentence.with("share", percent(drawn)));
    } else if drawn.high < 5.0 && !is_wide(drawn) {
        found.push(text("study.drawn.hardly").with("share", percent(drawn)));
    }
    let unfinished = report.games.unfinished;
    // One game in six hundred asks for no rule.
    if let Some(share) =
        Share::of_part(unfinished, report.games.count).filter(|share| share.low >= FEW_UNFINISHED)
    {
        let sentence = text("study.unfinished")
            .with("unfinished", unfinished)
            .with("games", TextMessage::new("games.of").with("count", report.games.count))
            .with("share", percent(&share))
            .with("longest", LONGEST);
        found.push(sentence);
    }
}

/// The reason for a draw within a sentence: `by repetition`.
fn drawn_by(reason: Reason) -> TextMessage {
    let id = match reason {
        Reason::Stalemate => "study.by.stalemate",
        Reason::NoLegalMove => "study.by.no-legal-move",
        Reason::BothKingsGone => "study.by.both-kings-gone",
        Reason::Points { .. } => "study.by.points",
        Reason::Repetition => "study.by.repetition",
        Reason::MoveCount => "study.by.move-count",
        Reason::InsufficientMaterial => "study.by.insufficient-material",
        // The words of a reason of its own are a sentence: "Draw by the counting rule".
        _ => return text("study.by.other").with("end", ends::outcome(Outcome::draw(reason))),
    };
    text(id)
}

fn depth(report: &StudyReport) -> Option<TextMessage> {
    let scores = &report.scores;
    let share = &scores.strong;
    let sentence = if share.low > 50.0 {
        let much = text(if share.low > 65.0 { "study.depth.much" } else { "study.depth.something" });
        match scores.strong_elo {
            [Some(elo), Some(low), Some(high)] => {
                let [elo, low, high] = [elo, low, high].map(|number| format!("{number:+.0}"));
                let sentence = text("study.depth.elo").with("much", much);
                sentence.with("elo", elo).with("low", low).with("high", high)
            }
            _ => text("study.depth").with("much", much),
        }
    } else if is_wide(share) {
        return None;
    } else {
        text("study.depth.none")
    };
    Some(sentence.with("times", STRONGER).with("score", percent(share)))
}

fn leads(report: &StudyReport, found: &mut Vec<TextMessage>) {
    for lead in &report.leads {
        let Some(score) = lead.score else { continue };
        if lead.centipawns == 100 && score.low > 95.0 {
            found.push(text("study.lead.decides").with("score", percent(&score)));
        } else if lead.centipawns == 400 && score.high < 75.0 {
            found.push(text("study.lead.slips").with("score", percent(&score)));
        }
    }
}

fn course(report: &StudyReport, found: &mut Vec<TextMessage>) {
    let games = &report.games;
    if games.different * 10 < games.count * 9 {
        let all = TextMessage::new("games.of").with("count", games.count);
        found.push(text("study.alike").with("different", games.different).with("games", all));
    }
    if report.choices.forced >= 20.0 {
        found.push(text("study.forced").with("percent", format!("{:.0}", report.choices.forced)));
    }
    let median = report.choices.moves.median;
    if median <= 3 {
        found.push(
            text("study.few-moves").with("moves", TextMessage::new("moves.at-most").with("count", median)),
        );
    }
}

fn pieces(report: &StudyReport, facts: &StudyFacts, found: &mut Vec<TextMessage>) {
    let info = facts.game.info();
    let name = |kind: usize| {
        info.pieces.get(kind).map_or(TextMessage::new("piece"), |piece| names::piece(info, piece))
    };
    for (index, (piece, kind)) in report.pieces.iter().zip(&facts.kinds).enumerate() {
        let about = |id: &'static str| text(id).with("piece", name(index));
        if kind.present > 0 && piece.moves == 0 {
            let id = if kind.movable == 0 { "study.piece.no-move" } else { "study.piece.unmoved" };
            found.push(about(id).with("games", in_games(report)));
        }
        let is_form = is_form_of_others(facts.game, index);
        if kind.present == 0 && piece.drops == 0 && !is_form {
            found.push(about("study.piece.absent").with("games", in_games(report)));
        }
        let unused: Vec<&DescribedMove> = never_made(facts, index).collect();
        if !unused.is_empty() {
            let id = if unused.len() == 1 { "study.piece.unused-move" } else { "study.piece.unused-moves" };
            let moves: Vec<TextMessage> = unused.iter().flat_map(|unused| unused.said.clone()).collect();
            found.push(about(id).with("moves", moves));
        }
        let never = never_promoted(facts, index);
        if !never.is_empty() && kind.present > 0 {
            found.push(match piece.promotions.values().sum::<u64>() {
                0 => about("study.piece.unpromoted").with("games", in_games(report)),
                promoted => {
                    let goals = never.iter().filter_map(|promotion| promotion.goals.first());
                    about("study.piece.never-became")
                        .with("promotions", TextMessage::new("promotions.in").with("count", promoted))
                        .with("goals", goals.map(|goal| name(*goal)).collect::<Vec<_>>())
                }
            });
        }
        if let (Some(worth), Some(given), WorthUnit::Author) = (piece.worth, piece.given, report.worth_unit) {
            let gap = (worth.fitted - f64::from(given)).abs();
            // Twice the interval: the other worths that make up the unit are not exact either.
            if gap > 2.0 * worth.error && gap > 0.25 * f64::from(given).abs() {
                let sentence = about("study.piece.worth")
                    .with("worth", format!("{:.0}", worth.fitted))
                    .with("error", format!("{:.0}", worth.error));
                found.push(sentence.with("given", given.to_string()));
            }
        }
    }
}

fn rules(report: &StudyReport, found: &mut Vec<TextMessage>) {
    let joined = |lines: &[String]| Value::from(lines.join("; "));
    match report.keys.as_ref().map_or(&[][..], |keys| &keys.idle) {
        [] => {}
        lines => {
            let id = if lines.len() == 1 { "study.idle-line" } else { "study.idle-lines" };
            found.push(text(id).with("lines", joined(lines)).with("games", in_games(report)));
        }
    }
    match report.keys.as_ref().map_or(&[][..], |keys| &keys.repeated) {
        [] => {}
        lines => {
            let id = if lines.len() == 1 { "study.repeated-line" } else { "study.repeated-lines" };
            found.push(text(id).with("lines", joined(lines)));
        }
    }
    let unvisited = &report.squares.unvisited;
    if !unvisited.is_empty() {
        found.push(text("study.unvisited").with("squares", unvisited.join(", ")));
    }
}

#[cfg(test)]
mod tests {
    use crate::studies::{StudyHead, StudyPlan, StudyReport, play};
    use helgi_rules::games::GameId;
    use helgi_words::Catalogue;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn findings_are_said_in_russian() {
        let text = include_str!("../../../../tests/studies/games.ini");
        let _ = helgi_variants::load(text).register();
        let game = GameId::named("first-wins").unwrap();
        let plan = StudyPlan { nodes: 200, seed: 1, threads: 1 };
        let mut games = Vec::new();
        play(game, &plan, &mut (0..4), &AtomicBool::new(false), &mut |played| {
            games.extend(played);
            Ok::<(), std::io::Error>(())
        })
        .unwrap();
        let head = StudyHead::new(game, &plan, 4, "0");
        let (report, messages) = StudyReport::with_messages(head, game, games, None).unwrap().unwrap();
        assert_eq!(report.findings.len(), messages.len());
        let russian = Catalogue::named("ru").unwrap();
        let said: Vec<String> = messages.iter().map(|message| russian.write(message)).collect();
        for expected in [
            "Начинают белые и набирают 100 % (77–100 %) очков: первый ход даёт большое преимущество.",
            "Фигура «пешка» за 16 партий ни разу не превратилась.",
            "Фигура «конь» за 16 партий ни разу не появилась на доске.",
            "У фигуры «неподвижная фигура» за 16 партий не было ни одного возможного хода.",
            "Никогда и ничего не стояло на",
        ] {
            assert!(said.iter().any(|sentence| sentence.starts_with(expected)), "{expected}: {said:#?}");
        }
        assert!(said.iter().all(|sentence| !sentence.contains(['{', '}'])), "{said:#?}");
    }
}
