//! The opening explorer: what was played from a position in the user's own games, and what a book has for it.
//!
//! | address | |
//! |---|---|
//! | `GET /api/boards/NAME/at/MOVE/explorer` | the moves after a move of the tree, as [`ExploredPosition`] |
//!
//! The games are counted when somebody asks, and again when one of their files has changed.

use crate::boards::Boards;
use crate::keep::FolderState;
use crate::response::{apart, found};
use axum::Router;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use helgi_desk::explorer::{self, ExploredPosition};
use helgi_rules::AnyPosition;
use helgi_rules::games::GameId;
use helgi_study::book::Book;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The own games by game, with the state of the folder then.
type Counted = BTreeMap<GameId, (FolderState, Arc<Book>)>;

/// The own games that were counted.
#[derive(Debug)]
pub struct Explorer {
    boards: Arc<Boards>,
    counted: Mutex<Counted>,
}

impl Explorer {
    /// An explorer of the games that are kept, and of the engines' books.
    pub fn new(boards: Arc<Boards>) -> Arc<Self> {
        Arc::new(Explorer { boards, counted: Mutex::default() })
    }

    /// The own games of one game; `None` if games are not kept.
    fn own(&self, game: GameId) -> Option<Arc<Book>> {
        let keep = self.boards.keep()?;
        // Before the games are counted: if one changes meanwhile, the next look differs and counts them again.
        let state = keep.state();
        // Held while the games are counted, so that two pages do not have the same ones counted twice.
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, book)) = counted.get(&game).filter(|(known, _)| *known == state) {
            return Some(book.clone());
        }
        let book = Arc::new(keep.book(game));
        counted.insert(game, (state, book.clone()));
        Some(book)
    }

    fn explore(&self, position: &AnyPosition) -> ExploredPosition {
        let game = position.game();
        let book = self.boards.engines().books().iter().find(|book| book.game() == game);
        explorer::explore(position, self.own(game).as_deref(), book)
    }
}

/// The addresses.
pub fn routes(explorer: Arc<Explorer>) -> Router {
    Router::new().route("/api/boards/{id}/at/{at}/explorer", get(explore)).with_state(explorer)
}

async fn explore(State(explorer): State<Arc<Explorer>>, Path((id, at)): Path<(String, String)>) -> Response {
    found(apart(move || Some(explorer.explore(explorer.boards.line_to(&id, &at)?.present()))).await)
}
