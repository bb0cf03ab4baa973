//! Invitations and dismissals, by the page on this machine.
//!
//! | address | |
//! |---|---|
//! | `GET /api/boards/NAME/guests` | the address of the guests' server, and the seats as a list of [`ListedSeat`]; no address, and no seats, if it listens to this machine only |
//! | `POST /api/boards/NAME/guests` | a [`HostOrder`]; answers with the same |

use crate::boards::Boards;
use crate::guests::{GuestSeat, ListedSeat};
use crate::response::{apart, failed, malformed, missing, refused};
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use helgi_desk::plan::{Refusal, SeatPlan};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// An order about the guests of a game.
#[derive(Clone, Copy, Deserialize, Debug)]
#[serde(rename_all = "lowercase", tag = "do", deny_unknown_fields)]
pub enum HostOrder {
    /// Makes a link to a seat.
    Invite {
        /// The seat.
        seat: GuestSeat,
    },
    /// Ends the link to a seat; guests who have one stay.
    Withdraw {
        /// The seat.
        seat: GuestSeat,
    },
    /// Ends the seat of a guest, or of all guests in it, and its link.
    Dismiss {
        /// The seat.
        seat: GuestSeat,
        /// The guest; all for `None`.
        #[serde(default)]
        number: Option<u64>,
    },
}

/// The guests of a game, and the address at which they find the server.
#[derive(Clone, Serialize, Debug)]
pub struct GuestList {
    /// The address; `None` if the server listens to this machine only.
    pub address: Option<String>,
    /// True if the way to it is encrypted.
    pub encrypted: bool,
    /// The seats.
    pub seats: Vec<ListedSeat>,
}

/// The addresses.
pub fn routes(boards: Arc<Boards>) -> Router {
    Router::new().route("/api/boards/{id}/guests", get(list).post(carry_out)).with_state(boards)
}

async fn list(State(boards): State<Arc<Boards>>, Path(id): Path<String>) -> Response {
    apart(move || if boards.read(&id, |_| ()).is_none() { missing() } else { listed(&boards, &id) })
        .await
        .unwrap_or_else(failed)
}

fn listed(boards: &Boards, id: &str) -> Response {
    let guests = boards.guests();
    let list = GuestList {
        address: guests.origin().map(ToString::to_string),
        encrypted: guests.origin().is_some_and(|origin| origin.is_encrypted()),
        seats: if guests.origin().is_some() { guests.list(id) } else { Vec::new() },
    };
    // The links in the list open seats to whoever has them, and must not lie in the cache of a browser.
    ([(header::CACHE_CONTROL, "no-store")], Json(list)).into_response()
}

async fn carry_out(
    State(boards): State<Arc<Boards>>,
    Path(id): Path<String>,
    order: Result<Json<HostOrder>, JsonRejection>,
) -> Response {
    let Json(order) = match order {
        Ok(order) => order,
        Err(rejection) => return malformed(&rejection),
    };
    apart(move || change(&boards, &id, order)).await.unwrap_or_else(failed)
}

/// Changes the guests of a game as the page on this machine orders.
fn change(boards: &Arc<Boards>, id: &str, order: HostOrder) -> Response {
    let done = match order {
        HostOrder::Invite { seat } => match boards.invite(id, seat) {
            Some(done) => done,
            None => return missing(),
        },
        HostOrder::Withdraw { seat } => boards.guests().withdraw(id, seat),
        HostOrder::Dismiss { seat, number } => boards.guests().dismiss(id, seat, number),
    };
    boards.noted(id);
    match done {
        Ok(()) => listed(boards, id),
        Err(refusal) => refused(&refusal),
    }
}

impl Boards {
    /// Invites somebody to a seat at a game; `None` if there is none of that name.
    ///
    /// # Errors
    ///
    /// When the engine or another guest has the seat, or the server listens to this machine only.
    pub fn invite(self: &Arc<Self>, id: &str, seat: GuestSeat) -> Option<Result<(), Refusal>> {
        let is_engine = |side| self.read(id, |board| board.player(side) != SeatPlan::Person);
        let is_engines = match seat.side() {
            Some(side) => is_engine(side)?,
            // Onlookers take nobody's side, but the game has to be there.
            None => self.read(id, |_| false)?,
        };
        Some(if self.guests().origin().is_none() {
            Err(Refusal::Uninvited(
                "this server listens to this machine only: start `helgi board --listen ADDRESS`",
            ))
        } else if is_engines {
            Err(Refusal::Uninvited("the engine plays this side: begin a game of two people"))
        } else {
            self.guests().invite(id, seat)
        })
    }
}
