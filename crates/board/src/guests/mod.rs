//! Guests: people at other devices, each with a seat at one game.
//!
//! An invitation is a link with a code, for a seat at a game. The first device that accepts one to White or Black has
//! the seat, with a key of its own, and nobody else gets it; several devices may watch. A guest's key opens that game
//! and nothing else, until the guest is dismissed, the game is deleted, or later games have taken its place. Codes and
//! keys are kept on disk, so that a server that is started again knows its guests.
//!
//! | module | |
//! |---|---|
//! | [`origin`] | the address at which guests find the server |
//! | [`service`] | the addresses of the guests' server |
//! | [`gate`] | access control of that server, with its limits |
//! | [`host`] | invitations and dismissals by the page on this machine |
//! | [`code`] | links as QR codes |

pub mod code;
pub mod gate;
pub mod host;
pub mod origin;
pub mod service;

use crate::guard::same;
use crate::key::{is_private, random, write_private};
use gate::RequestAllowance;
use helgi_desk::plan::{Refusal, SpokenSides};
use helgi_files::{FileLock, read_ordinary};
use helgi_rules::board::Side;
use origin::PublicOrigin;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// The most guests that watch a game.
pub const WATCHERS: usize = 16;

/// The most games with guests; those of the game that was shared first are dismissed for another one.
pub const SHARED_GAMES: usize = 50;

/// The most streams of events of a guest; the first ends when another one begins.
const STREAMS: u64 = 3;

/// The largest file with guests. Unit: bytes.
const LARGEST: u64 = 1 << 20;

/// The number that ends all streams of a guest.
const DISMISSED: u64 = u64::MAX;

/// The longest wait for another server that holds the file.
const PATIENCE: Duration = Duration::from_secs(2);

/// A seat at a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum GuestSeat {
    /// The player of White.
    White,
    /// The player of Black.
    Black,
    /// Somebody who watches.
    Watch,
}

impl GuestSeat {
    /// All of them.
    pub const ALL: [GuestSeat; 3] = [GuestSeat::White, GuestSeat::Black, GuestSeat::Watch];

    /// The side that is played, if one is.
    pub fn side(self) -> Option<Side> {
        match self {
            GuestSeat::White => Some(Side::White),
            GuestSeat::Black => Some(Side::Black),
            GuestSeat::Watch => None,
        }
    }

    /// The sides for which somebody in this seat speaks.
    pub fn sides(self) -> SpokenSides {
        self.side().map_or(SpokenSides::NEITHER, SpokenSides::one)
    }

    /// The number of guests that can have this seat at a game.
    fn room(self) -> usize {
        if self == GuestSeat::Watch { WATCHERS } else { 1 }
    }
}

/// A link to a seat, by its code.
#[derive(Clone, Serialize, Deserialize)]
struct Invitation {
    game: String,
    seat: GuestSeat,
    code: String,
}

/// A guest as the file has it.
#[derive(Clone, Serialize, Deserialize)]
struct Guest {
    number: u64,
    game: String,
    seat: GuestSeat,
    key: String,
    #[serde(skip, default = "Presence::new")]
    presence: Arc<Presence>,
}

/// A guest at the door: the requests that are allowed, and the streams that are open.
#[derive(Debug)]
struct Presence {
    allowance: Mutex<RequestAllowance>,
    /// The number of the last stream.
    last: watch::Sender<u64>,
    /// Held once more by each open stream.
    open: Arc<()>,
}

impl Presence {
    fn new() -> Arc<Presence> {
        let allowance = Mutex::new(RequestAllowance::of_guest());
        Arc::new(Presence { allowance, last: watch::Sender::new(0), open: Arc::new(()) })
    }
}

/// A guest who has shown the key.
#[derive(Clone, Debug)]
pub struct GuestPass {
    number: u64,
    game: String,
    seat: GuestSeat,
    presence: Arc<Presence>,
}

impl GuestPass {
    /// The name of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The seat.
    pub fn seat(&self) -> GuestSeat {
        self.seat
    }

    /// Begins a stream of events.
    fn stream(&self) -> GuestStream {
        let mut number = 0;
        self.presence.last.send_if_modified(|last| {
            let goes_on = *last != DISMISSED;
            // A dismissed guest's number stays, which ends this stream, too.
            *last = last.saturating_add(1);
            number = *last;
            goes_on
        });
        GuestStream { number, last: self.presence.last.subscribe(), _open: self.presence.open.clone() }
    }
}

/// A stream of events of a guest.
#[derive(Debug)]
struct GuestStream {
    number: u64,
    last: watch::Receiver<u64>,
    _open: Arc<()>,
}

impl GuestStream {
    /// Waits until the guest is dismissed, or has begun too many others.
    async fn ended(&mut self) {
        let number = self.number;
        let _ = self.last.wait_for(|&last| last == DISMISSED || last >= number.saturating_add(STREAMS)).await;
    }
}

/// The reason why a link leads to no seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoSeat {
    /// No invitation has this code, or not any more.
    Unknown,
    /// Somebody has the seat.
    Taken,
    /// No more guests may watch.
    Full,
}

/// A seat at a game, as the page on this machine lists it.
#[derive(Clone, Serialize, Debug)]
pub struct ListedSeat {
    /// The seat.
    pub seat: GuestSeat,
    /// The link to it, where there is room.
    pub link: Option<String>,
    /// The link as a QR code: rows of `#` and spaces.
    pub code: Option<Vec<String>>,
    /// The guests who have it.
    pub guests: Vec<ListedGuest>,
}

/// A guest, as the page on this machine lists it.
#[derive(Clone, Copy, Serialize, Debug)]
pub struct ListedGuest {
    /// The number by which the guest is dismissed.
    pub number: u64,
    /// True if the guest looks at the game now.
    pub present: bool,
}

#[derive(Default, Serialize, Deserialize)]
struct Seats {
    invitations: Vec<Invitation>,
    guests: Vec<Guest>,
    /// The number of the last guest.
    last: u64,
}

impl Seats {
    fn at(&self, game: &str, seat: GuestSeat) -> impl Iterator<Item = &Guest> {
        self.guests.iter().filter(move |guest| guest.game == game && guest.seat == seat)
    }

    fn invited(&self, code: &str) -> Result<Invitation, NoSeat> {
        let known = |invitation: &&Invitation| same(invitation.code.as_bytes(), code.as_bytes());
        let invitation = self.invitations.iter().find(known).ok_or(NoSeat::Unknown)?;
        if self.at(&invitation.game, invitation.seat).count() < invitation.seat.room() {
            return Ok(invitation.clone());
        }
        Err(if invitation.seat == GuestSeat::Watch { NoSeat::Full } else { NoSeat::Taken })
    }

    /// Dismisses the guests for whom `is_dismissed` holds.
    fn dismiss(&mut self, is_dismissed: impl Fn(&Guest) -> bool) {
        self.guests.retain(|guest| {
            let stays = !is_dismissed(guest);
            if !stays {
                guest.presence.last.send_replace(DISMISSED);
            }
            stays
        });
    }

    fn forget(&mut self, game: &str) {
        self.invitations.retain(|invitation| invitation.game != game);
        self.dismiss(|guest| guest.game == game);
    }

    /// Makes room for the guests of one more game.
    fn make_room(&mut self, game: &str) {
        let names = self.invitations.iter().map(|invitation| &invitation.game);
        let names: Vec<&String> = names.chain(self.guests.iter().map(|guest| &guest.game)).collect();
        if names.iter().any(|name| *name == game)
            || names.iter().copied().collect::<BTreeSet<_>>().len() < SHARED_GAMES
        {
            return;
        }
        if let Some(oldest) = names.first().map(|name| (*name).clone()) {
            self.forget(&oldest);
        }
    }
}

/// The guests of all games.
#[derive(Default)]
pub struct Guests {
    /// Never held while one waits for the disk: every request of a guest looks here.
    seats: Mutex<Seats>,
    /// The address at which they find the server, if it listens to others.
    origin: Option<PublicOrigin>,
    /// Held from a change until it is on disk.
    file: Mutex<Option<(PathBuf, FileLock)>>,
}

impl std::fmt::Debug for Guests {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Keys are shown nowhere.
        f.write_str("Guests")
    }
}

impl Guests {
    /// The guests of a server at an address, with those that are kept in a folder, if there is one.
    ///
    /// # Errors
    ///
    /// If another server has the folder's guests, or their file cannot be read.
    pub fn new(origin: PublicOrigin, folder: Option<&Path>) -> io::Result<Guests> {
        let Some(folder) = folder else { return Ok(Guests { origin: Some(origin), ..Guests::default() }) };
        let path = folder.join("guests.json");
        let lock = FileLock::take(&path, PATIENCE).map_err(|error| {
            let error = io::Error::from(error);
            io::Error::new(error.kind(), format!("--listen: {error}; --data DIR keeps guests elsewhere"))
        })?;
        let seats = match read_ordinary(&path, LARGEST) {
            // Others could have read the keys.
            Ok(_) if !is_private(&path) => Seats::default(),
            Ok(text) => serde_json::from_slice(&text).map_err(|error| {
                let why = format!(
                    "{}: {error}; remove the file, which ends the seats of all guests",
                    path.display()
                );
                io::Error::new(io::ErrorKind::InvalidData, why)
            })?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Seats::default(),
            Err(error) => {
                return Err(io::Error::new(error.kind(), format!("{}: {error}", path.display())));
            }
        };
        let file = Mutex::new(Some((path, lock)));
        Ok(Guests { seats: Mutex::new(seats), origin: Some(origin), file })
    }

    /// The address at which guests find the server; `None` if it listens to this machine only.
    pub fn origin(&self) -> Option<&PublicOrigin> {
        self.origin.as_ref()
    }

    /// Invites somebody to a seat, if there is no open invitation to it yet.
    ///
    /// # Errors
    ///
    /// If the seat is taken, there are no random numbers, or the file cannot be written.
    pub fn invite(&self, game: &str, seat: GuestSeat) -> Result<(), Refusal> {
        let (invited, saved) = self.change(|seats| {
            if seats.at(game, seat).count() >= seat.room() {
                return Err(Refusal::Uninvited("it is taken: dismiss its guest first"));
            }
            if !seats.invitations.iter().any(|known| known.game == game && known.seat == seat) {
                seats.make_room(game);
                let code = random().map_err(|_| Refusal::Uninvited("the system gives no random numbers"))?;
                seats.invitations.push(Invitation { game: game.to_owned(), seat, code });
            }
            Ok(())
        });
        invited.and(saved)
    }

    /// Returns the game and the seat of an invitation.
    ///
    /// # Errors
    ///
    /// If there is none of this code, or nobody else may accept it.
    pub fn invited(&self, code: &str) -> Result<(String, GuestSeat), NoSeat> {
        self.lock().invited(code).map(|invitation| (invitation.game, invitation.seat))
    }

    /// Accepts an invitation; returns the guest and the key.
    ///
    /// # Errors
    ///
    /// If there is none of this code, or nobody else may accept it.
    pub fn join(&self, code: &str) -> Result<(GuestPass, String), NoSeat> {
        // A wrong code is no reason to write anything, nor to wait for others who do.
        self.invited(code)?;
        // A seat that is not on disk lasts until the server ends.
        let (joined, _) = self.change(|seats| {
            let Invitation { game, seat, .. } = seats.invited(code)?;
            let key = random().map_err(|_| NoSeat::Unknown)?;
            seats.last += 1;
            let guest = Guest { number: seats.last, game, seat, key: key.clone(), presence: Presence::new() };
            let pass = guest.pass();
            seats.guests.push(guest);
            Ok((pass, key))
        });
        joined
    }

    /// The guest with a key.
    pub fn find(&self, key: &str) -> Option<GuestPass> {
        let seats = self.lock();
        seats.guests.iter().find(|guest| same(guest.key.as_bytes(), key.as_bytes())).map(Guest::pass)
    }

    /// Ends the invitation to a seat.
    ///
    /// # Errors
    ///
    /// If the file cannot be written: the link would lead to the seat again after the next start.
    pub fn withdraw(&self, game: &str, seat: GuestSeat) -> Result<(), Refusal> {
        self.change(|seats| seats.invitations.retain(|known| known.game != game || known.seat != seat)).1
    }

    /// Dismisses a guest of a game, or all in a seat, together with the invitation to the seat: its link may be in other
    /// hands.
    ///
    /// # Errors
    ///
    /// If the file cannot be written: the guests are dismissed, but would be back after the next start.
    pub fn dismiss(&self, game: &str, seat: GuestSeat, number: Option<u64>) -> Result<(), Refusal> {
        let is_meant = |guest: &Guest| number.is_none_or(|number| guest.number == number);
        let dismiss = |seats: &mut Seats| {
            seats.invitations.retain(|known| known.game != game || known.seat != seat);
            seats.dismiss(|guest| guest.game == game && guest.seat == seat && is_meant(guest));
        };
        self.change(dismiss).1
    }

    /// Dismisses all guests of a game.
    pub fn forget(&self, game: &str) {
        let _ = self.change(|seats| seats.forget(game));
    }

    /// The sides of a game that no guest has.
    pub fn left(&self, game: &str) -> SpokenSides {
        let seats = self.lock();
        let guests = seats.guests.iter().filter(|guest| guest.game == game);
        guests.filter_map(|guest| guest.seat.side()).fold(SpokenSides::BOTH, SpokenSides::without)
    }

    /// The seats of a game.
    pub fn list(&self, game: &str) -> Vec<ListedSeat> {
        let seats = self.lock();
        let list = |seat: GuestSeat| {
            let known = |known: &&Invitation| known.game == game && known.seat == seat;
            let has_room = seats.at(game, seat).count() < seat.room();
            let invitation = seats.invitations.iter().find(known).filter(|_| has_room);
            let link = self.origin.as_ref().zip(invitation);
            let link = link.map(|(origin, invitation)| origin.link(&invitation.code));
            let code = link.as_deref().and_then(code::rows);
            let guests = seats.at(game, seat).map(|guest| ListedGuest {
                number: guest.number,
                present: Arc::strong_count(&guest.presence.open) > 1,
            });
            ListedSeat { seat, guests: guests.collect(), link, code }
        };
        GuestSeat::ALL.map(list).into()
    }

    /// Changes the seats and writes them; returns the outcome of the change, and of the writing.
    fn change<T>(&self, change: impl FnOnce(&mut Seats) -> T) -> (T, Result<(), Refusal>) {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let mut seats = self.lock();
        let done = change(&mut seats);
        let Some((path, _)) = &*file else { return (done, Ok(())) };
        let text = serde_json::to_string_pretty(&*seats).unwrap_or_default();
        drop(seats);
        let written = write_private(path, &text).map_err(|error| Refusal::Unkept(error.to_string()));
        (done, written)
    }

    fn lock(&self) -> MutexGuard<'_, Seats> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Guest {
    fn pass(&self) -> GuestPass {
        GuestPass {
            number: self.number,
            game: self.game.clone(),
            seat: self.seat,
            presence: self.presence.clone(),
        }
    }
}
