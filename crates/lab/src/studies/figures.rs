//! The figures of a report, made of the counts of its games.

use super::facts::{EndCount, LEADS, OPENING_LENGTHS, ResultCount, StudyFacts, StudyGameError};
use super::findings;
use super::interval::{Share, tenths};
use super::keys::TriedKeys;
use super::play::{STRONGER, StudyGame};
use super::replays;
use super::report::{
    ChoiceFigures, EndFigures, EventFigures, GameFigures, LeadFigures, OpeningFigures, OpeningList,
    PieceFigures, PlayersFigures, RecordedStudyGame, ScoreFigures, Spread, SquareFigures, StudyHead,
    StudyReport, VERSION,
};
use super::unused::{never_made, never_promoted};
use super::worth::{self, PieceWorth};
use helgi_rules::games::GameId;
use helgi_rules::{Game, Position};
use helgi_words::{Catalogue, TextMessage};
use std::collections::BTreeMap;

/// The openings of a length that are listed, at most.
const LISTED: usize = 12;

impl StudyReport {
    /// The report about some games of a study, which are put in the order of their numbers; `None` without games.
    ///
    /// # Errors
    ///
    /// If a game is not legal.
    pub fn new(
        head: StudyHead,
        game: GameId,
        games: Vec<StudyGame>,
        keys: Option<TriedKeys>,
    ) -> Result<Option<StudyReport>, StudyGameError> {
        Ok(Self::with_messages(head, game, games, keys)?.map(|(report, _)| report))
    }

    /// The same, and its findings as messages for people of any language.
    ///
    /// # Errors
    ///
    /// If a game is not legal.
    pub fn with_messages(
        head: StudyHead,
        game: GameId,
        mut games: Vec<StudyGame>,
        keys: Option<TriedKeys>,
    ) -> Result<Option<(StudyReport, Vec<TextMessage>)>, StudyGameError> {
        // The pages of a study are the same whatever the order in which its threads were done.
        games.sort_by_key(|played| played.number);
        let mut facts = StudyFacts::new(game);
        games.iter().try_for_each(|played| facts.add(played))?;
        let record = games.iter().map(|played| RecordedStudyGame::new(game, played)).collect();
        let replays = replays::choose(&facts, &games, &head)?;
        let Some(scores) = scores(&facts, head.nodes) else { return Ok(None) };
        let (worths, worth_unit) = worth::worths(&facts);
        let mut report = StudyReport {
            version: VERSION,
            head,
            findings: Vec::new(),
            games: GameFigures {
                count: facts.games.len() as u64,
                different: facts.different as u64,
                unfinished: facts.unfinished,
            },
            scores,
            ends: ends(&facts),
            length: Spread::of(count(facts.games.iter().map(|game| game.plies as u64))),
            choices: choices(&facts),
            events: events(&facts),
            leads: leads(&facts),
            pieces: pieces(&facts, &worths),
            worth_unit,
            squares: squares(&facts),
            openings: openings(&facts),
            keys,
            replays,
            record,
        };
        let messages = findings::of(&report, &facts);
        report.findings = messages.iter().map(|message| Catalogue::english().write(message)).collect();
        Ok(Some((report, messages)))
    }
}

fn count(numbers: impl Iterator<Item = u64>) -> BTreeMap<u64, u64> {
    let mut counts = BTreeMap::new();
    numbers.for_each(|number| *counts.entry(number).or_default() += 1);
    counts
}

impl Spread {
    fn of(counts: BTreeMap<u64, u64>) -> Spread {
        let all: u64 = counts.values().sum();
        let at = |part: u64| {
            let mut before = 0;
            let found = counts.iter().find(|(_, count)| {
                before += *count;
                // Whole numbers: the first number at which the count reaches so many quarters.
                before * 4 >= all * part
            });
            found.map_or(0, |(number, _)| *number)
        };
        let sum: u64 = counts.iter().map(|(number, count)| number * count).sum();
        Spread {
            least: counts.keys().next().copied().unwrap_or(0),
            quarter: at(1),
            median: at(2),
            three_quarters: at(3),
            most: counts.keys().next_back().copied().unwrap_or(0),
            mean: tenths(sum as f64 / all.max(1) as f64),
            counts,
        }
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    tenths(100.0 * part as f64 / whole.max(1) as f64)
}

fn scores(facts: &StudyFacts, nodes: u64) -> Option<ScoreFigures> {
    let all: ResultCount = facts.results.iter().copied().sum();
    let strong = nodes.saturating_mul(STRONGER);
    let names = [
        format!("{nodes} nodes a move on both sides"),
        format!("{strong} nodes a move on both sides"),
        format!("{strong} against {nodes} nodes a move"),
    ];
    let by_players = facts.results.iter().zip(names).filter_map(|(results, players)| {
        Some(PlayersFigures {
            players,
            results: results.in_order(),
            first_score: Share::of(results.of(facts.first))?,
            drawn: Share::of_part(results.draws, results.games())?,
        })
    });
    let strong = Share::of(facts.strong)?;
    Some(ScoreFigures {
        first: facts.first.name().to_owned(),
        first_score: Share::of(all.of(facts.first))?,
        drawn: Share::of_part(all.draws, all.games())?,
        by_players: by_players.collect(),
        strong,
        strong_elo: strong.elo(),
    })
}

fn ends(facts: &StudyFacts) -> Vec<EndFigures> {
    let all = facts.games.len() as u64;
    let figures = |(reason, count): (&&str, &EndCount)| {
        let (reason, results) = ((*reason).to_owned(), count.results.in_order());
        Some(EndFigures { reason, results, share: Share::of_part(count.results.games(), all)? })
    };
    let mut ends: Vec<EndFigures> = facts.ends.iter().filter_map(figures).collect();
    ends.sort_by_key(|end| std::cmp::Reverse(end.results.iter().sum::<u64>()));
    ends
}

fn choices(facts: &StudyFacts) -> ChoiceFigures {
    let counts: BTreeMap<u64, u64> =
        facts.choices.iter().map(|(moves, count)| (*moves as u64, *count)).collect();
    let forced = counts.get(&1).copied().unwrap_or(0);
    let turns = counts.values().sum();
    // Means of fewer than ten games jump about.
    let by_ply = facts.choices_by_ply.iter().take_while(|[count, _]| *count >= 10);
    ChoiceFigures {
        forced: percent(forced, turns),
        by_ply: by_ply.map(|[count, sum]| tenths(*sum as f64 / *count as f64)).collect(),
        moves: Spread::of(counts),
    }
}

fn events(facts: &StudyFacts) -> EventFigures {
    let turns = facts.choices.values().sum();
    let lead_changes: usize = facts.games.iter().map(|game| game.lead_changes).sum();
    EventFigures {
        checks: percent(facts.checks, turns),
        captures: percent(facts.captures, turns),
        castlings: facts.castlings,
        lead_changes: tenths(lead_changes as f64 / facts.games.len().max(1) as f64),
    }
}

fn leads(facts: &StudyFacts) -> Vec<LeadFigures> {
    let both = LEADS.iter().zip(&facts.leads);
    both.map(|(&centipawns, counts)| LeadFigures { centipawns, score: Share::of(*counts) }).collect()
}

fn pieces(facts: &StudyFacts, worths: &[Option<PieceWorth>]) -> Vec<PieceFigures> {
    let turns = facts.choices.values().sum();
    let info = facts.game.info();
    let given = facts.game.hints().worths;
    let name = |kind: usize| info.pieces.get(kind).map_or("piece", |piece| piece.name).to_owned();
    let figures = |(kind, count): (usize, &super::facts::KindCount)| {
        let piece = info.pieces.get(kind)?;
        Some(PieceFigures {
            letter: piece.text(),
            name: piece.name.to_owned(),
            present: percent(count.present, turns),
            movable: percent(count.movable, turns),
            moves: count.moves,
            captures: count.captures,
            drops: count.drops,
            promoted_to: count.promoted_to,
            promotions: count.promotions.iter().map(|(goal, count)| (name(*goal), *count)).collect(),
            never_promoted_to: never_promoted(facts, kind).iter().map(|goal| goal.name.to_owned()).collect(),
            never_made: never_made(facts, kind).map(|described| described.words.clone()).collect(),
            worth: worths.get(kind).copied().flatten(),
            given: given.get(kind).copied().flatten(),
        })
    };
    facts.kinds.iter().enumerate().filter_map(figures).collect()
}

fn squares(facts: &StudyFacts) -> SquareFigures {
    let outline = facts.game.outline();
    let start = facts.game.start();
    let arrivals = outline.squares().map(|square| (outline.name(square), facts.squares[square.index()][0]));
    let is_empty = |square: &helgi_rules::board::Square| {
        facts.squares[square.index()] == [0, 0] && !start.is_obstacle(*square)
    };
    let unvisited = outline.squares().filter(is_empty).map(|square| outline.name(square));
    SquareFigures { unvisited: unvisited.collect(), arrivals: arrivals.collect() }
}

fn openings(facts: &StudyFacts) -> Vec<OpeningList> {
    let lists = facts.openings.iter().zip(OPENING_LENGTHS);
    lists
        .map(|(counts, plies)| {
            let mut all: Vec<(&String, &ResultCount)> = counts.iter().collect();
            all.sort_by_key(|(_, count)| std::cmp::Reverse(count.games()));
            let figures = |&(moves, count): &(&String, &ResultCount)| {
                let first_score = Share::of(count.of(facts.first))?;
                Some(OpeningFigures { moves: moves.clone(), first_score })
            };
            let openings = all.iter().take(LISTED).filter_map(figures).collect();
            OpeningList { plies, different: all.len(), openings }
        })
        .collect()
}
