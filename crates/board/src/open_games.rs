//! The games that are open, each behind a lock of its own.
//!
//! The lock of a game is held while its file is read or written, so that nobody sees a change that is not on disk yet.
//! The lock of their list is never held while one waits for the disk, or for a game.

use crate::open_game::OpenGame;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The most games that are open at once; the one opened first is closed then.
const MOST: usize = 200;

/// The games by their names.
#[derive(Debug, Default)]
pub(crate) struct OpenGames(Mutex<GameList>);

#[derive(Debug, Default)]
struct GameList {
    places: BTreeMap<String, Arc<GamePlace>>,
    /// The names of those that were read or begun, in that order.
    order: Vec<String>,
}

/// The place of a game, whether it has been read yet or not.
#[derive(Debug)]
pub(crate) struct GamePlace {
    state: Mutex<PlaceState>,
    /// A number that grows with every change of the game.
    version: watch::Sender<u64>,
}

#[derive(Debug)]
enum PlaceState {
    /// Whoever has the lock reads it.
    Unread,
    Open(Box<OpenGame>),
    /// It is no longer in the list: who waits for it asks the list again.
    Closed,
}

/// A game's place, with its lock.
pub(crate) struct HeldPlace<'a> {
    place: &'a GamePlace,
    state: MutexGuard<'a, PlaceState>,
}

impl OpenGames {
    /// The place of a name, a new one if there is none.
    fn place(&self, id: &str) -> Arc<GamePlace> {
        let mut list = self.lock();
        if let Some(place) = list.places.get(id) {
            return place.clone();
        }
        let place = Arc::new(GamePlace {
            state: Mutex::new(PlaceState::Unread),
            version: watch::Sender::new(fastrand::u32(..).into()),
        });
        list.places.insert(id.to_owned(), place.clone());
        place
    }

    /// Runs `act` with the place of a name, which it may fill. One that stays empty is removed.
    pub(crate) fn hold<T>(&self, id: &str, act: impl FnOnce(&mut HeldPlace<'_>) -> T) -> T {
        loop {
            let place = self.place(id);
            let mut held = HeldPlace { place: &place, state: place.lock() };
            if matches!(*held.state, PlaceState::Closed) {
                drop(held);
                // Whoever has closed it may not have removed it yet.
                self.remove(id, &place);
                continue;
            }
            let was_open = held.game().is_some();
            let done = act(&mut held);
            let is_open = held.game().is_some();
            if !is_open {
                *held.state = PlaceState::Closed;
            }
            drop(held);
            match (was_open, is_open) {
                (_, false) => self.remove(id, &place),
                (false, true) => self.enter(id, &place),
                (true, true) => {}
            }
            return done;
        }
    }

    /// Announces a change of something that is shown with a game, without waiting for the game.
    pub(crate) fn announce(&self, id: &str) {
        let place = self.lock().places.get(id).cloned();
        if let Some(place) = place {
            place.version.send_modify(|version| *version += 1);
        }
    }

    /// Closes a game.
    pub(crate) fn close(&self, id: &str) {
        let place = self.lock().places.get(id).cloned();
        if let Some(place) = place {
            *place.lock() = PlaceState::Closed;
            self.remove(id, &place);
        }
    }

    /// Takes note that a game is open; the one opened first is closed if there are too many.
    fn enter(&self, id: &str, place: &Arc<GamePlace>) {
        let mut list = self.lock();
        // The name may have another place by now.
        if list.places.get(id).is_some_and(|known| Arc::ptr_eq(known, place)) {
            list.order.push(id.to_owned());
        }
        let first = if list.order.len() > MOST { Some(list.order.remove(0)) } else { None };
        let first = first.and_then(|first| list.places.remove(&first));
        drop(list);
        if let Some(first) = first {
            *first.lock() = PlaceState::Closed;
        }
    }

    fn remove(&self, id: &str, place: &Arc<GamePlace>) {
        let mut list = self.lock();
        if list.places.get(id).is_some_and(|known| Arc::ptr_eq(known, place)) {
            list.places.remove(id);
            list.order.retain(|name| name != id);
        }
    }

    fn lock(&self) -> MutexGuard<'_, GameList> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl GamePlace {
    fn lock(&self) -> MutexGuard<'_, PlaceState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HeldPlace<'_> {
    /// The game, if it is open.
    pub(crate) fn game(&mut self) -> Option<&mut OpenGame> {
        match &mut *self.state {
            PlaceState::Open(board) => Some(board),
            PlaceState::Unread | PlaceState::Closed => None,
        }
    }

    /// Puts a game here that was begun, or was read: those who look at the one before look at it.
    pub(crate) fn put(&mut self, mut board: OpenGame) {
        match std::mem::replace(&mut *self.state, PlaceState::Unread) {
            PlaceState::Open(old) => board.follow(*old),
            PlaceState::Unread | PlaceState::Closed => board.version = self.place.version.clone(),
        }
        *self.state = PlaceState::Open(Box::new(board));
    }
}
