//! Connections: how many there may be, and how long a request may take to arrive.
//!
//! `axum::serve` waits for ever for the end of a request; a page that is half gone would keep its
//! connection, and enough of them all. Nor does it tell clients that have shown the key from strangers, of
//! whom each new one takes the place of another here once there are too many: the oldest of the address that
//! has the most.

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::AbortHandle;

/// The most connections of strangers that are open at once, and of clients that have shown the key.
pub const CONNECTIONS: usize = 256;

/// The most time for the head of a request.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// The most connections of one client that has shown a key whose places nobody else takes.
const OF_ONE: usize = 8;

/// The secrets that a request shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ShownSecrets {
    /// None, or not the right ones.
    Nothing,
    /// The cookie, which other servers of this machine may have been sent.
    Cookie,
    /// The cookie and the key of the page.
    Both,
}

/// A connection, as its requests know it.
#[derive(Clone, Debug)]
pub struct ServerVisitor {
    number: u64,
    /// The address of the client, and the one that it has reached.
    peer: IpAddr,
    local: Option<SocketAddr>,
    places: Arc<Mutex<Places>>,
}

/// A connection that can be dropped for another.
#[derive(Debug)]
struct Stranger {
    peer: IpAddr,
    handle: AbortHandle,
}

/// The open connections.
#[derive(Default, Debug)]
struct Places {
    /// The connections that have not shown both secrets, the first to be dropped first.
    strangers: BTreeMap<(ShownSecrets, u64), Stranger>,
    /// The connections that have, with the numbers of the guests, if they are theirs. Nobody takes their places.
    known: BTreeMap<u64, Option<u64>>,
}

impl ServerVisitor {
    /// The address of the client.
    pub(crate) fn peer(&self) -> IpAddr {
        self.peer
    }

    /// The address of this machine that the client has reached.
    pub(crate) fn local(&self) -> Option<SocketAddr> {
        self.local
    }

    /// Takes note of the secrets that a request of the connection has shown.
    pub(crate) fn shows(&self, shown: ShownSecrets) {
        let mut places = self.places();
        let Some(place) = places.of(self.number).filter(|(before, _)| *before < shown) else { return };
        if shown == ShownSecrets::Both && places.known.len() < CONNECTIONS {
            places.strangers.remove(&place);
            places.known.insert(self.number, None);
        } else if shown >= ShownSecrets::Cookie
            && place.0 < ShownSecrets::Cookie
            && let Some(stranger) = places.strangers.remove(&place)
        {
            places.strangers.insert((ShownSecrets::Cookie, self.number), stranger);
        }
    }

    /// Takes note that a request of the connection has shown the key of a guest.
    pub(crate) fn is_of_guest(&self, guest: u64) {
        let mut places = self.places();
        let own = places.known.values().filter(|&&known| known == Some(guest)).count();
        if let Some(place) = places.of(self.number)
            && own < OF_ONE
            && places.known.len() < CONNECTIONS
        {
            places.strangers.remove(&place);
            places.known.insert(self.number, Some(guest));
        }
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Places {
    /// The place of a stranger.
    fn of(&self, number: u64) -> Option<(ShownSecrets, u64)> {
        [ShownSecrets::Nothing, ShownSecrets::Cookie]
            .map(|shown| (shown, number))
            .into_iter()
            .find(|place| self.strangers.contains_key(place))
    }

    /// Drops a stranger: of those that have shown least, the oldest of the address with the most connections, so that
    /// one address does not keep out the others.
    fn drop_one(&mut self) {
        let Some(least) = self.strangers.keys().next().map(|(shown, _)| *shown) else { return };
        let candidates = || self.strangers.iter().take_while(|((shown, _), _)| *shown == least);
        let mut counts: BTreeMap<IpAddr, usize> = BTreeMap::new();
        for (_, stranger) in candidates() {
            *counts.entry(stranger.peer).or_default() += 1;
        }
        let crowded = counts.into_iter().max_by_key(|(_, count)| *count).map(|(peer, _)| peer);
        let oldest = candidates().find(|(_, stranger)| Some(stranger.peer) == crowded);
        if let Some(dropped) = oldest.map(|(place, _)| *place).and_then(|place| self.strangers.remove(&place))
        {
            dropped.handle.abort();
        }
    }
}

/// Gives the place of a connection back in the end.
struct Leaving(ServerVisitor);

impl Drop for Leaving {
    fn drop(&mut self) {
        let mut places = self.0.places();
        if let Some(place) = places.of(self.0.number) {
            places.strangers.remove(&place);
        }
        places.known.remove(&self.0.number);
    }
}

/// Serves every connection until the task is dropped. The head of a request may take so long; `patience`
/// is [`PATIENCE`] but in tests.
pub async fn serve(listener: TcpListener, router: Router, patience: Duration) {
    let places = Arc::new(Mutex::new(Places::default()));
    for number in 0.. {
        let (stream, client) = loop {
            match listener.accept().await {
                Ok(accepted) => break accepted,
                // Out of files, perhaps: some are closed in a while.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        };
        // Small answers are not to wait for more.
        let _ = stream.set_nodelay(true);
        let (peer, local) = (client.ip().to_canonical(), stream.local_addr().ok());
        let visitor = ServerVisitor { number, peer, local, places: places.clone() };
        let service = TowerToHyperService::new(router.clone().layer(Extension(visitor.clone())));
        let leaving = Leaving(visitor.clone());
        // It is registered before it can end.
        let mut places = visitor.places();
        let connection = tokio::spawn(async move {
            let _leaving = leaving;
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(patience);
            // It is not a fault if a client goes away.
            let _ = builder.serve_connection(TokioIo::new(stream), service).await;
        });
        let stranger = Stranger { peer, handle: connection.abort_handle() };
        places.strangers.insert((ShownSecrets::Nothing, number), stranger);
        if places.strangers.len() > CONNECTIONS {
            places.drop_one();
        }
    }
}
