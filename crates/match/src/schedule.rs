//! The games to be played, and their order.

use super::part::Part;
use super::settings::{MatchSettings, OpeningPolicy, Tournament};
use helgi_rules::games::GameId;

/// One game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// The number of the game, from 0.
    pub number: usize,
    /// The engines of White and of Black, by their place in the settings.
    pub players: [usize; 2],
    /// The two engines that meet: the first player is the one that is first in the settings.
    pub pairing: usize,
    /// The number of the pair of games of this pairing that it is one of.
    pub pair: usize,
    /// The number of the opening among those of the same game.
    pub opening: usize,
    /// The game.
    pub variant: GameId,
    /// The number of the round, from 0.
    pub round: usize,
}

/// All games of a match. A part of it plays some, under the numbers that they have in the whole.
#[derive(Clone, Debug)]
pub struct Schedule {
    part: Part,
    pairings: Vec<[usize; 2]>,
    rounds: usize,
    games: usize,
    repeat: usize,
    policy: OpeningPolicy,
    same_colours: bool,
    reverse: bool,
    /// The number of rounds that one part plays together.
    together: usize,
    variants: Vec<GameId>,
}

impl Schedule {
    /// The games of a match.
    pub fn new(settings: &MatchSettings) -> Self {
        let engines = settings.engines.len();
        let gauntlet = |seeds: usize| {
            let others = if seeds < engines { seeds..engines } else { 0..0 };
            (0..seeds).flat_map(|first| others.clone().map(move |other| [first, other])).collect()
        };
        let pairings: Vec<[usize; 2]> = match settings.tournament {
            Tournament::Gauntlet { seeds } => gauntlet(seeds),
            Tournament::RoundRobin => {
                (0..engines).flat_map(|first| (first + 1..engines).map(move |other| [first, other])).collect()
            }
            Tournament::Pyramid => {
                (0..engines).flat_map(|first| (0..first).map(move |other| [first, other])).collect()
            }
        };
        let MatchSettings { rounds, games, repeat, policy, same_colours, reverse, variants, part, .. } =
            settings.clone();
        let part = part.unwrap_or(Part::WHOLE);
        let together = settings.rounds_together();
        Schedule { part, pairings, rounds, games, repeat, policy, same_colours, reverse, together, variants }
    }

    /// The part that is played.
    pub(super) fn part(&self) -> Part {
        self.part
    }

    /// The same games, as another part of them.
    pub(super) fn of_part(&self, part: Part) -> Schedule {
        Schedule { part, ..self.clone() }
    }

    /// The pairings of engines.
    pub(super) fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.pairings.len() * self.rounds * self.games
    }

    /// The numbers of the games of this part: all, if the match is not played in parts.
    pub fn own(&self) -> impl Iterator<Item = usize> + '_ {
        let unit = self.unit();
        (0..self.len()).filter(move |number| self.part.has(number / unit))
    }

    /// Returns true if a game is of this part.
    pub fn is_own(&self, number: usize) -> bool {
        self.part.has(number / self.unit())
    }

    /// The number of games that one part plays together.
    fn unit(&self) -> usize {
        let round = self.games * self.pairings.len();
        round.saturating_mul(self.together)
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of openings of a game that the match uses: 0 if none of its games is of this one.
    pub(super) fn openings(&self, game: GameId) -> usize {
        let slots = match self.policy {
            OpeningPolicy::Repeat => (self.rounds * self.games).div_ceil(self.repeat),
            OpeningPolicy::Encounter if self.pairings.len() == 1 => 1,
            OpeningPolicy::Encounter | OpeningPolicy::Round => self.rounds,
        };
        // As in `fixture`: the games take the slots in turn, and each turn has an opening for each pairing.
        let turns_of = |place| slots.saturating_sub(place).div_ceil(self.variants.len());
        let places = (0..self.variants.len()).filter(|&place| self.variants[place] == game);
        places.map(turns_of).max().map_or(0, |turns| turns * self.openings_together())
    }

    /// The number of openings that the pairings of a round use at once.
    fn openings_together(&self) -> usize {
        if self.policy == OpeningPolicy::Round { 1 } else { self.pairings.len() }
    }

    /// A game by its number, which is less than [`len`](Self::len).
    pub fn fixture(&self, number: usize) -> Fixture {
        let encounter = number / self.games;
        let (round, pairing) = (encounter / self.pairings.len(), encounter % self.pairings.len());
        // The number of the game among those of these two.
        let meeting = round * self.games + number % self.games;
        let [first, second] = self.pairings[pairing];
        let slot = match self.policy {
            OpeningPolicy::Repeat => meeting / self.repeat,
            OpeningPolicy::Encounter if self.pairings.len() == 1 => 0,
            OpeningPolicy::Encounter | OpeningPolicy::Round => round,
        };
        let (variant, turn) = (slot % self.variants.len(), slot / self.variants.len());
        let has_swapped = !self.same_colours && !meeting.is_multiple_of(2);
        Fixture {
            number,
            players: if has_swapped == self.reverse { [first, second] } else { [second, first] },
            pairing,
            pair: meeting / 2,
            opening: turn * self.openings_together()
                + if self.policy == OpeningPolicy::Round { 0 } else { pairing },
            variant: self.variants[variant],
            round,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::part::rounds_together;
    use super::super::settings::EngineSettings;
    use super::*;
    use std::collections::HashMap;

    fn settings(engines: usize) -> MatchSettings {
        let engine =
            |index| EngineSettings { name: format!("engine {index}"), ..EngineSettings::new("engine") };
        MatchSettings {
            rounds: 3,
            games: 2,
            repeat: 2,
            ..MatchSettings::new((0..engines).map(engine).collect())
        }
    }

    #[test]
    fn everybody_plays_everybody_with_both_colours_and_the_same_opening() {
        let schedule = Schedule::new(&settings(4));
        assert_eq!(schedule.len(), 6 * 3 * 2);
        let mut pairs: HashMap<_, Vec<Fixture>> = HashMap::new();
        for number in 0..schedule.len() {
            let fixture = schedule.fixture(number);
            pairs.entry((fixture.pairing, fixture.pair)).or_default().push(fixture);
        }
        assert_eq!(pairs.len(), 18);
        let mut openings: Vec<usize> = Vec::new();
        for games in pairs.values() {
            let [first, second] = games[..] else { panic!("{games:?}") };
            assert_eq!(first.players, [second.players[1], second.players[0]]);
            assert_eq!(first.opening, second.opening);
            openings.push(first.opening);
        }
        openings.sort_unstable();
        assert_eq!(openings, (0..18).collect::<Vec<_>>());
    }

    #[test]
    fn in_a_gauntlet_the_seeds_play_all_others() {
        let tournament = Tournament::Gauntlet { seeds: 2 };
        let schedule = Schedule::new(&MatchSettings { tournament, ..settings(4) });
        assert_eq!(schedule.pairings(), [[0, 2], [0, 3], [1, 2], [1, 3]]);
    }

    #[test]
    fn in_a_pyramid_everybody_plays_those_before_and_begins() {
        let schedule = Schedule::new(&MatchSettings { tournament: Tournament::Pyramid, ..settings(4) });
        assert_eq!(schedule.pairings(), [[1, 0], [2, 0], [2, 1], [3, 0], [3, 1], [3, 2]]);
        assert_eq!(schedule.fixture(0).players, [1, 0]);
    }

    #[test]
    fn colours_may_stay_or_begin_the_other_way() {
        let whites = |same_colours, reverse| {
            let schedule = Schedule::new(&MatchSettings { same_colours, reverse, ..settings(2) });
            (0..4).map(|number| schedule.fixture(number).players[0]).collect::<Vec<_>>()
        };
        assert_eq!(whites(false, false), [0, 1, 0, 1]);
        assert_eq!(whites(false, true), [1, 0, 1, 0]);
        assert_eq!(whites(true, false), [0, 0, 0, 0]);
        assert_eq!(whites(true, true), [1, 1, 1, 1]);
    }

    #[test]
    fn openings_change_by_the_policy() {
        let openings = |engines, policy| {
            let schedule = Schedule::new(&MatchSettings { policy, games: 4, rounds: 2, ..settings(engines) });
            let fixtures = (0..schedule.len()).map(|number| schedule.fixture(number));
            let openings: Vec<usize> = fixtures.map(|fixture| fixture.opening).collect();
            assert_eq!(schedule.openings(GameId::CHESS), openings.iter().max().unwrap() + 1, "{openings:?}");
            openings
        };
        assert_eq!(openings(2, OpeningPolicy::Repeat), [0, 0, 1, 1, 2, 2, 3, 3]);
        assert_eq!(openings(2, OpeningPolicy::Encounter), [0; 8]);
        assert_eq!(openings(2, OpeningPolicy::Round), [0, 0, 0, 0, 1, 1, 1, 1]);
        let three = [0, 1, 2, 3, 4, 5].map(|opening| [opening; 4]).concat();
        assert_eq!(openings(3, OpeningPolicy::Encounter), three);
        assert_eq!(openings(3, OpeningPolicy::Round), [[0; 12], [1; 12]].concat());
    }

    #[test]
    fn games_are_dealt_in_turn() {
        let variants = GameId::BUILT_IN[..3].to_vec();
        let schedule = Schedule::new(&MatchSettings { variants: variants.clone(), ..settings(2) });
        let dealt: Vec<GameId> = (0..6).map(|number| schedule.fixture(number).variant).collect();
        assert_eq!(dealt, [variants[0], variants[0], variants[1], variants[1], variants[2], variants[2]]);
    }

    #[test]
    fn openings_are_counted_as_they_are_dealt() {
        for (engines, rounds, games, repeat, count) in [
            (2, 1, 2, 2, 2),
            (3, 1, 2, 2, 3),
            (2, 5, 3, 2, 4),
            (4, 7, 1, 1, 3),
            (2, 2, 2, 4, 2),
            (2, 9, 1, 1, 1),
        ] {
            let mut variants = GameId::BUILT_IN[..count].to_vec();
            variants.push(variants[0]);
            let schedule =
                Schedule::new(&MatchSettings { rounds, games, repeat, variants, ..settings(engines) });
            for &game in &GameId::BUILT_IN[..=count] {
                let fixtures = (0..schedule.len()).map(|number| schedule.fixture(number));
                let last =
                    fixtures.filter(|fixture| fixture.variant == game).map(|fixture| fixture.opening).max();
                let expected = last.map_or(0, |last| last + 1);
                assert_eq!(schedule.openings(game), expected, "{} of {schedule:?}", game.name());
            }
        }
    }

    #[test]
    fn colours_change_also_from_round_to_round() {
        let schedule = Schedule::new(&MatchSettings { games: 1, ..settings(2) });
        let whites: Vec<usize> = (0..3).map(|number| schedule.fixture(number).players[0]).collect();
        assert_eq!(whites, [0, 1, 0]);
    }

    #[test]
    fn parts_share_the_games_and_split_no_pair() {
        for (engines, rounds, games, repeat, of) in [
            (2, 6, 2, 2, 3),
            (2, 12, 1, 2, 4),
            (3, 9, 3, 2, 2),
            (2, 5, 2, 1, 5),
            (2, 8, 2, 4, 2),
            (2, 7, 1, 1, 2),
        ] {
            let whole = MatchSettings { rounds, games, repeat, ..settings(engines) };
            let schedule = Schedule::new(&whole);
            assert_eq!(schedule.own().count(), schedule.len());
            let mut owners: HashMap<usize, usize> = HashMap::new();
            for number in 1..=of {
                let part = schedule.of_part(Part::new(number, of).unwrap());
                assert!(part.own().count() > 0, "{number} of {schedule:?}");
                for game in part.own() {
                    assert_eq!(owners.insert(game, number), None);
                }
            }
            assert_eq!(owners.len(), schedule.len());
            let of_game = |number: usize| (schedule.fixture(number), owners[&number]);
            for (one, owner) in (0..schedule.len()).map(of_game) {
                for (other, other_owner) in (0..schedule.len()).map(of_game) {
                    let is_pair = (one.pairing, one.pair) == (other.pairing, other.pair);
                    let is_repeated = repeat > 1 && one.opening == other.opening;
                    assert!(owner == other_owner || !is_pair && !is_repeated, "{one:?} {other:?}");
                }
            }
        }
        let most = |rounds: usize, games, repeat| rounds.div_ceil(rounds_together(games, repeat));
        assert_eq!([most(6, 2, 2), most(12, 1, 2), most(9, 3, 2), most(1, 2, 2)], [6, 6, 5, 1]);
        assert_eq!(most(usize::MAX / 8, 2, usize::MAX), 1);
    }

    #[test]
    fn many_games_can_be_counted() {
        let many = MatchSettings { rounds: 25_000_000, games: 1, ..settings(2) };
        assert_eq!(Schedule::new(&many).len(), 25_000_000);
    }
}
