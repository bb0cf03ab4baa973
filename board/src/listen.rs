//! Connections: how many there may be, and how long a request may take to arrive.
//!
//! `axum::serve` waits for ever for the end of a request; a page that is half gone would keep its
//! connection, and enough of them all.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// No more connections are open at once; others wait.
pub const CONNECTIONS: usize = 256;

/// How long the head of a request may take.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// Serves every connection until the task is dropped. The head of a request may take so long; `patience`
/// is [`PATIENCE`] but in tests.
pub async fn serve(listener: TcpListener, router: Router, patience: Duration) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            // Out of files, perhaps: some are closed in a while.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Small answers are not to wait for more.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(patience);
            // That a client goes away is no fault.
            let _ = builder.serve_connection(TokioIo::new(stream), service).await;
            drop(place);
        });
    }
}
