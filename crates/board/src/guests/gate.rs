//! Access control of the guests' server, which anybody on the network may ask.
//!
//! * Requests must name the address that they have reached, or the public one, so that no foreign name can be made to
//!   mean this machine (DNS rebinding).
//! * Everything but the files of the page and the acceptance of an invitation needs the key of a guest, in a header,
//!   which no other site's page can send. There are no cookies.
//! * Requests that change something are JSON from the page's own origin.
//! * Each guest, and each address of clients, may ask so much and no more; bodies are short.
//! * Nothing but the files of the page may be kept by browsers and proxies.

use crate::boards::Boards;
use crate::guard::{HEADER, is_json, is_same_origin, named_host, restrict};
use crate::guests::origin::{PublicOrigin, host_of};
use crate::listen::ServerVisitor;
use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The most time for an order, its arrival included.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most addresses of clients that are remembered.
const PEERS: usize = 1024;

/// The addresses without a key: that of an invitation, and its acceptance. They limit wrong codes only, when they have
/// seen them: behind a proxy all guests have one address, and nobody who tries codes is to keep out others who have one.
const OPEN: [&str; 2] = ["/api/guest/invitation", "/api/guest/join"];

/// A number of requests that may be made at once, and is filled again with time.
#[derive(Clone, Copy, Debug)]
pub struct RequestAllowance {
    left: f64,
    most: f64,
    /// Requests a second.
    rate: f64,
    /// The time when `left` was known.
    at: Instant,
}

impl RequestAllowance {
    fn new(most: f64, rate: f64) -> Self {
        RequestAllowance { left: most, most, rate, at: Instant::now() }
    }

    /// The questions and orders of a guest: a page asks for two things when it is opened, and a move is one order.
    pub fn of_guest() -> Self {
        RequestAllowance::new(40.0, 5.0)
    }

    /// The requests without a key from one address: a page has 80 files, and several people may share an address.
    fn of_peer() -> Self {
        RequestAllowance::new(1200.0, 120.0)
    }

    /// The wrong codes from one address.
    fn of_attempts() -> Self {
        RequestAllowance::new(20.0, 1.0)
    }

    /// Takes one request off; returns false if there is none left.
    fn take(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        // Fills up again with the time that has passed, never above the most.
        self.left = (self.left + passed * self.rate).min(self.most);
        self.at = now;
        let is_left = self.left >= 1.0;
        if is_left {
            self.left -= 1.0;
        }
        is_left
    }
}

/// The allowances of an address of clients.
#[derive(Debug)]
struct Peer {
    requests: RequestAllowance,
    attempts: RequestAllowance,
}

/// The values that every request is compared with.
#[derive(Debug)]
pub struct Gate {
    boards: Arc<Boards>,
    /// The address of the listener.
    address: SocketAddr,
    origin: PublicOrigin,
    peers: Mutex<BTreeMap<IpAddr, Peer>>,
}

/// The reason for a refusal: the status, a name for the page, and words.
type Refused = (StatusCode, &'static str, &'static str);

const BUSY: Refused =
    (StatusCode::TOO_MANY_REQUESTS, "too-many", "too many requests: wait a few seconds, then try again");

fn refuse((status, code, why): Refused) -> Response {
    (status, Json(json!({ "error": why, "code": code }))).into_response()
}

impl Gate {
    /// The gate of a server at an address, which guests find at an origin.
    pub fn new(boards: Arc<Boards>, address: SocketAddr, origin: PublicOrigin) -> Self {
        Gate { boards, address, origin, peers: Mutex::default() }
    }

    /// Returns true if a host is that of this server, as the client has reached it.
    fn is_own_host(&self, host: &str, local: Option<SocketAddr>) -> bool {
        host == self.origin.host() || host == host_of(local.unwrap_or(self.address))
    }

    fn is_own_origin(&self, headers: &HeaderMap, local: Option<SocketAddr>) -> bool {
        let origin = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok()).unwrap_or_default();
        origin == self.origin.to_string()
            || origin == format!("http://{}", host_of(local.unwrap_or(self.address)))
    }

    /// Takes one request off an address.
    fn takes(&self, peer: Option<IpAddr>, allowance: fn(&mut Peer) -> &mut RequestAllowance) -> bool {
        let Some(peer) = peer else { return true };
        let mut peers = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if peers.len() >= PEERS && !peers.contains_key(&peer) {
            // The one that has not asked for the longest time.
            let oldest = peers.iter().min_by_key(|(_, known)| known.requests.at).map(|(peer, _)| *peer);
            oldest.map(|oldest| peers.remove(&oldest));
        }
        let known = peers.entry(peer).or_insert_with(|| Peer {
            requests: RequestAllowance::of_peer(),
            attempts: RequestAllowance::of_attempts(),
        });
        allowance(known).take(now)
    }

    /// Takes note of a wrong code from a client; the answer if there were too many.
    pub(crate) fn failed_code(&self, visitor: Option<&ServerVisitor>) -> Option<Response> {
        let peer = visitor.map(ServerVisitor::peer);
        (!self.takes(peer, |peer| &mut peer.attempts)).then(|| {
            let mut response = refuse(BUSY);
            // A closed connection costs whoever tries codes a new one each time.
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            response
        })
    }

    /// Lets a request through, with the guest who makes it.
    ///
    /// # Errors
    ///
    /// The reason for a refusal.
    fn check(&self, request: &mut Request) -> Result<(), Refused> {
        let visitor = request.extensions().get::<ServerVisitor>().cloned();
        let (peer, local) =
            (visitor.as_ref().map(ServerVisitor::peer), visitor.as_ref().and_then(ServerVisitor::local));
        let headers = request.headers();
        if !named_host(headers).is_some_and(|host| self.is_own_host(host, local)) {
            return Err((
                StatusCode::MISDIRECTED_REQUEST,
                "host",
                "Host: expected this server's own address",
            ));
        }
        let path = request.uri().path().to_owned();
        let is_question = path.starts_with("/api/");
        if is_question && !is_same_origin(headers) {
            return Err((StatusCode::FORBIDDEN, "site", "Sec-Fetch-Site: expected this server's own page"));
        }
        if request.method() == Method::POST {
            if !self.is_own_origin(headers, local) {
                return Err((StatusCode::FORBIDDEN, "origin", "Origin: expected this server's own page"));
            }
            if !is_json(headers) {
                let why = "Content-Type: expected application/json";
                return Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type", why));
            }
        } else if request.method() != Method::GET && request.method() != Method::HEAD {
            return Err((StatusCode::METHOD_NOT_ALLOWED, "method", "expected GET or POST"));
        }
        let key = headers.get(HEADER).and_then(|key| key.to_str().ok());
        // A guest is counted by the seat: behind a proxy all have one address.
        if let Some(pass) = key.filter(|_| is_question).and_then(|key| self.boards.guests().find(key)) {
            if let Some(visitor) = visitor {
                visitor.is_of_guest(pass.number);
            }
            let mut allowance = pass.presence.allowance.lock().unwrap_or_else(PoisonError::into_inner);
            if !allowance.take(Instant::now()) {
                return Err(BUSY);
            }
            drop(allowance);
            request.extensions_mut().insert(pass);
            return Ok(());
        }
        if request.method() == Method::POST && OPEN.contains(&path.as_str()) {
            return Ok(());
        }
        if !self.takes(peer, |peer| &mut peer.requests) {
            return Err(BUSY);
        }
        if is_question {
            let why = "this device has no seat here: ask for a new link";
            return Err((StatusCode::FORBIDDEN, "no-seat", why));
        }
        Ok(())
    }
}

/// Lets a request through or refuses it, and adds to every answer the restrictions for the browser.
pub async fn watch(State(gate): State<Arc<Gate>>, mut request: Request, next: Next) -> Response {
    let is_question = request.uri().path().starts_with("/api/");
    let checked = gate.check(&mut request);
    let is_refused = checked.is_err();
    let mut response = match checked {
        Err(refused) => refuse(refused),
        Ok(()) if request.method() == Method::POST => tokio::time::timeout(PATIENCE, next.run(request))
            .await
            .unwrap_or_else(|_| (StatusCode::REQUEST_TIMEOUT, "this has taken too long\n").into_response()),
        Ok(()) => next.run(request).await,
    };
    let headers = response.headers_mut();
    if is_refused {
        // A client that was refused does not keep a connection that others need.
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    if is_question || is_refused {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    restrict(headers);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_is_used_up_and_filled_again() {
        let mut allowance = RequestAllowance::new(3.0, 2.0);
        let start = allowance.at;
        let taken = |allowance: &mut RequestAllowance, at: u64| {
            (0..10).filter(|_| allowance.take(start + Duration::from_millis(at))).count()
        };
        assert_eq!([0, 400, 500, 1000, 60_000].map(|at| taken(&mut allowance, at)), [3, 0, 1, 1, 3]);
    }
}
