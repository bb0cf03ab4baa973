//! Connections: how many there may be, and how long a request may take to arrive.
//!
//! `axum::serve` waits for ever for the end of a request; a page that is half gone would keep its
//! connection, and enough of them all. Nor does it tell clients that have shown the key from strangers, of
//! whom each new one takes the place of the oldest here once there are too many.

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::AbortHandle;

/// The most connections of strangers that are open at once, and of clients that have shown the key.
pub const CONNECTIONS: usize = 256;

/// The most time for the head of a request.
pub const PATIENCE: Duration = Duration::from_secs(10);

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
    places: Arc<Mutex<Places>>,
}

/// The open connections.
#[derive(Default, Debug)]
struct Places {
    /// The connections that have not shown both secrets, the first to be dropped first.
    strangers: BTreeMap<(ShownSecrets, u64), AbortHandle>,
    /// The connections that have. Nobody takes their places.
    known: BTreeSet<u64>,
}

impl ServerVisitor {
    /// Takes note of the secrets that a request of the connection has shown.
    pub(crate) fn shows(&self, shown: ShownSecrets) {
        let mut places = self.places();
        let Some(place) = places.of(self.number).filter(|(before, _)| *before < shown) else { return };
        if shown == ShownSecrets::Both && places.known.len() < CONNECTIONS {
            places.strangers.remove(&place);
            places.known.insert(self.number);
        } else if shown >= ShownSecrets::Cookie
            && place.0 < ShownSecrets::Cookie
            && let Some(handle) = places.strangers.remove(&place)
        {
            places.strangers.insert((ShownSecrets::Cookie, self.number), handle);
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
        let stream = loop {
            match listener.accept().await {
                Ok((stream, _)) => break stream,
                // Out of files, perhaps: some are closed in a while.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        };
        // Small answers are not to wait for more.
        let _ = stream.set_nodelay(true);
        let visitor = ServerVisitor { number, places: places.clone() };
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
        places.strangers.insert((ShownSecrets::Nothing, number), connection.abort_handle());
        if places.strangers.len() > CONNECTIONS
            && let Some((_, oldest)) = places.strangers.pop_first()
        {
            oldest.abort();
        }
    }
}
