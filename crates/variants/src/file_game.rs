//! Games as they are read, and as they are played.
//!
//! A game that is read is plain data, and is gone when it is dropped. One that is played is kept for the life of the
//! process, since its positions hold on to its tables; the same words are kept once, however often they are read.

use crate::board_size::{HUGE, LARGE, MEDIUM, SMALL, capacity, on_board};
use crate::game::DescribedGame;
use crate::position::FilePosition;
use crate::spec::Spec;
use crate::standing::squares;
use crate::tables::Rules;
use helgi_rules::board::Move;
use helgi_rules::games::GameId;
use helgi_rules::{AnyPosition, FenError, Game, History, Info, Outcome, Position, verdict};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// A game that was read from a file and can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadGame {
    spec: Arc<Spec>,
}

/// A game from a file that is played, with a board of any size.
#[derive(Clone, Copy, Debug)]
pub enum AnyFileGame {
    /// On at most 64 squares.
    Small(DescribedGame<SMALL, { capacity(SMALL) }>),
    /// On at most 128 squares.
    Medium(DescribedGame<MEDIUM, { capacity(MEDIUM) }>),
    /// On at most 192 squares.
    Large(DescribedGame<LARGE, { capacity(LARGE) }>),
    /// On more.
    Huge(DescribedGame<HUGE, { capacity(HUGE) }>),
}

/// Evaluates an expression with a [game from a file](AnyFileGame) in the type of its size.
///
/// ```
/// use helgi_rules::Game;
/// use helgi_variants::{load, with_file_game};
///
/// let played = load("[quiet:chess]\ncastling = false\n").games[0].played();
/// assert_eq!(with_file_game!(played, game => game.info().name), "quiet");
/// ```
#[macro_export]
macro_rules! with_file_game {
    ($any:expr, $game:ident => $run:expr) => {
        match $any {
            $crate::AnyFileGame::Small($game) => $run,
            $crate::AnyFileGame::Medium($game) => $run,
            $crate::AnyFileGame::Large($game) => $run,
            $crate::AnyFileGame::Huge($game) => $run,
        }
    };
}

/// A game that is kept, and its handle once it is registered.
pub(crate) struct KeptGame {
    spec: Arc<Spec>,
    pub game: AnyFileGame,
    pub id: Option<GameId>,
}

/// The games that are played, by their names.
#[derive(Default)]
pub(crate) struct KeptGames(HashMap<String, Vec<KeptGame>>);

static KEPT: LazyLock<Mutex<KeptGames>> = LazyLock::new(Mutex::default);

impl KeptGames {
    /// The games of the process.
    pub fn lock() -> MutexGuard<'static, KeptGames> {
        KEPT.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game of these words, which is kept from now on.
    pub fn keep(&mut self, game: &ReadGame) -> &mut KeptGame {
        let spec = &game.spec;
        let same_name = self.0.entry(spec.name.clone()).or_default();
        let at = same_name.iter().position(|kept| kept.spec == *spec).unwrap_or_else(|| {
            let game = match squares(spec) {
                0..=64 => AnyFileGame::Small(DescribedGame::new(Arc::clone(spec))),
                65..=128 => AnyFileGame::Medium(DescribedGame::new(Arc::clone(spec))),
                129..=192 => AnyFileGame::Large(DescribedGame::new(Arc::clone(spec))),
                _ => AnyFileGame::Huge(DescribedGame::new(Arc::clone(spec))),
            };
            // Other words under the same name are another game; positions of the first stay with it.
            same_name.push(KeptGame { spec: Arc::clone(spec), game, id: None });
            same_name.len() - 1
        });
        &mut same_name[at]
    }

    /// The handle of the game that was registered last under a name.
    pub fn id_of(&self, name: &str) -> Option<GameId> {
        self.0.get(name)?.iter().rev().find_map(|kept| kept.id)
    }
}

impl ReadGame {
    /// The game of a specification that has been checked.
    pub(crate) fn new(spec: Arc<Spec>) -> Self {
        ReadGame { spec }
    }

    /// The game as plain data.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The name of the game.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// The game in the form in which it is played. It is kept for the life of the process, once for the same words.
    #[must_use]
    pub fn played(&self) -> AnyFileGame {
        KeptGames::lock().keep(self).game
    }

    /// Counts the move paths of a length from a position, with tables that are made for it and dropped: for a game that
    /// is looked at once. Of a [played](Self::played) game they are kept.
    ///
    /// # Errors
    ///
    /// If the text is no position of the game.
    pub fn perft(&self, fen: &str, depth: u32) -> Result<u64, FenError> {
        on_board!(squares(&self.spec), self.perft_on(fen, depth))
    }

    /// Reads a position of the game with as few tables as that needs, which are dropped again: for the check of a file.
    ///
    /// # Errors
    ///
    /// If the text is no position of the game.
    pub(crate) fn check_position(&self, fen: &str) -> Result<(), FenError> {
        on_board!(squares(&self.spec), self.check_on(fen))
    }

    /// Reads positions of the game with one set of tables, which is dropped again. Returns the first that is none.
    pub(crate) fn check_positions<'a>(&self, fens: &'a [String]) -> Result<(), (&'a str, FenError)> {
        on_board!(squares(&self.spec), self.check_all_on(fens))
    }

    fn check_all_on<'a, const W: usize, const N: usize>(
        &self,
        fens: &'a [String],
    ) -> Result<(), (&'a str, FenError)> {
        let rules = Rules::<W>::new(&self.spec, Vec::new(), None);
        fens.iter().try_for_each(|fen| match FilePosition::<W, N>::read(&rules, fen) {
            Ok(_) => Ok(()),
            Err(error) => Err((fen.as_str(), error)),
        })
    }

    fn check_on<const W: usize, const N: usize>(&self, fen: &str) -> Result<(), FenError> {
        let rules = Rules::<W>::for_position(&self.spec, fen);
        FilePosition::<W, N>::read(&rules, fen).map(|_| ())
    }

    fn perft_on<const W: usize, const N: usize>(&self, fen: &str, depth: u32) -> Result<u64, FenError> {
        let rules = Rules::<W>::new(&self.spec, Vec::new(), None);
        Ok(FilePosition::<W, N>::read(&rules, fen)?.perft(depth))
    }

    /// Returns true if the game has the same texts of positions, moves, checks and ends as a game of the program, in all
    /// positions of some games that are played in a haphazard way.
    pub(crate) fn agrees_with(&self, id: GameId) -> bool {
        on_board!(squares(&self.spec), self.agrees_on(id))
    }

    fn agrees_on<const W: usize, const N: usize>(&self, id: GameId) -> bool {
        const GAMES: usize = 12;
        const PLIES: usize = 150;
        let rules = Rules::<W>::new(&self.spec, Vec::new(), None);
        let agrees = |position: &AnyPosition, legal: &[Move]| {
            FilePosition::<W, N>::read(&rules, &position.fen()).is_ok_and(|own| {
                own.count_moves() == legal.len()
                    && own.in_check() == position.in_check()
                    && own.outcome() == position.outcome()
                    && own.no_moves() == position.no_moves()
                    && own.repetition_limit() == position.repetition_limit()
                    && own.extras().checks_left == position.extras().checks_left
            })
        };
        // Games end by their counts too late to be played so far.
        let counts_alike = |halfmove: u32| {
            let text = id.info().start.replace(" 0 1", &format!(" {halfmove} 100"));
            let verdict = id.parse(&text).map(|position| position.count_verdict());
            FilePosition::<W, N>::read(&rules, &text).map(|own| own.count_verdict()) == verdict
        };
        (0..GAMES).all(|game| {
            let mut position = id.start();
            (0..PLIES).all(|_| {
                let legal = position.legal_moves();
                if !agrees(&position, &legal) {
                    return false;
                }
                // The keys are as good as random numbers.
                if let Some(at) = (position.key() as usize).wrapping_add(game).checked_rem(legal.len()) {
                    position.play(legal[at]);
                }
                true
            })
        }) && FilePosition::<W, N>::read(&rules, &self.spec.start)
            .is_ok_and(|start| start.perft(1) == id.start().perft(1))
            && (0..=200).all(counts_alike)
    }
}

impl AnyFileGame {
    /// The facts about the game.
    #[must_use]
    pub fn info(&self) -> &'static Info {
        with_file_game!(self, game => game.info())
    }

    /// The game as plain data.
    #[must_use]
    pub fn spec(&self) -> &'static Spec {
        with_file_game!(self, game => game.spec())
    }

    /// Plays a line from a position, and shows the legal moves and the verdict before each move and at the end. Returns
    /// false as soon as `see` does. A move must be legal in the position for which `see` returned true.
    ///
    /// # Errors
    ///
    /// If the text is no position of the game.
    ///
    /// ```
    /// let loaded = helgi_variants::load("[quiet:chess]\ncastling = false\n");
    /// let game = loaded.games[0].played();
    /// let mut counts = Vec::new();
    /// let start = game.info().start;
    /// game.follow(start, &[], &mut |legal, verdict| {
    ///     counts.push((legal.len(), verdict));
    ///     true
    /// })?;
    /// assert_eq!(counts, [(20, None)]);
    /// # Ok::<(), helgi_rules::FenError>(())
    /// ```
    pub fn follow(
        &self,
        fen: &str,
        moves: &[Move],
        see: &mut dyn FnMut(Vec<Move>, Option<Outcome>) -> bool,
    ) -> Result<bool, FenError> {
        with_file_game!(self, game => follow(game, fen, moves, see))
    }

    /// Counts the move paths of a length from a position.
    ///
    /// # Errors
    ///
    /// If the text is no position of the game.
    pub fn perft(&self, fen: &str, depth: u32) -> Result<u64, FenError> {
        Ok(with_file_game!(self, game => game.parse(fen)?.perft(depth)))
    }
}

fn follow<G: Game>(
    game: &G,
    fen: &str,
    moves: &[Move],
    see: &mut dyn FnMut(Vec<Move>, Option<Outcome>) -> bool,
) -> Result<bool, FenError> {
    let mut position = game.parse(fen)?;
    let mut history = History::starting_with(&position);
    for &next in moves {
        if !see(position.legal_moves(), verdict(&position, &history)) {
            return Ok(false);
        }
        position.play(next);
        history.push(position.key());
    }
    Ok(see(position.legal_moves(), verdict(&position, &history)))
}
