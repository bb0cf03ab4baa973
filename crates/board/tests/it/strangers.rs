//! Strangers who hold on do not keep the user out.

use crate::asking::{COOKIE, KEY, guard_at};
use helgi_board::api::router;
use helgi_board::assets::Assets;
use helgi_board::boards::Boards;
use helgi_board::listen;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Asks again and again on one connection, and on another one when that is closed.
async fn hold_on(place: SocketAddr, head: String, answered: Arc<AtomicUsize>) {
    let mut is_answered = false;
    loop {
        let Ok(mut stream) = TcpStream::connect(place).await else { continue };
        while stream.write_all(head.as_bytes()).await.is_ok() {
            let mut answer = [0; 64 << 10];
            match stream.read(&mut answer).await {
                Ok(0) | Err(_) => break,
                Ok(_) if is_answered => {}
                Ok(_) => {
                    is_answered = true;
                    answered.fetch_add(1, Ordering::Relaxed);
                }
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

/// The answer to a request that is the only one of its connection.
async fn ask(place: SocketAddr, path: &str, more: &str) -> String {
    let mut stream = TcpStream::connect(place).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {place}\r\n{more}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answered = String::new();
    stream.read_to_string(&mut answered).await.unwrap();
    answered
}

#[tokio::test]
async fn three_hundred_who_are_refused_do_not_keep_the_user_out() {
    for (host, path) in [("evil.example", "/"), ("", "/api/variants"), ("", "/main.js")] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let place = listener.local_addr().unwrap();
        let router = router(Arc::new(Boards::default()), guard_at(place.port()), Assets::default());
        let server = tokio::spawn(listen::serve(listener, router, listen::PATIENCE));
        let answered = Arc::new(AtomicUsize::new(0));
        let host = if host.is_empty() { place.to_string() } else { host.to_owned() };
        let head = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        let strangers: Vec<_> =
            (0..300).map(|_| tokio::spawn(hold_on(place, head.clone(), answered.clone()))).collect();
        while answered.load(Ordering::Relaxed) < listen::CONNECTIONS {
            tokio::task::yield_now().await;
        }
        let own = format!("Cookie: helgi-{}={COOKIE}\r\nhelgi-key: {KEY}\r\n", place.port());
        for path in ["/main.js", "/api/variants"] {
            let served = tokio::time::timeout(Duration::from_secs(20), ask(place, path, &own)).await;
            let served = served.unwrap_or_else(|_| panic!("{host}: {path} is not answered"));
            assert!(served.starts_with("HTTP/1.1 200 OK"), "{served}");
        }
        strangers.iter().for_each(tokio::task::JoinHandle::abort);
        server.abort();
    }
}
