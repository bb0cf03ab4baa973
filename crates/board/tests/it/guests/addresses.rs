//! Guests who come from the same address.

use super::*;

/// The guests' server at a port of this machine.
async fn at_a_port(boards: Arc<Boards>) -> (SocketAddr, tokio::task::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let place = listener.local_addr().unwrap();
    let gate = Gate::new(boards.clone(), place, PublicOrigin::of(place));
    let server = service::router(boards, gate, Assets::default(), Pages::default());
    (place, tokio::spawn(listen::serve(listener, server, listen::PATIENCE)))
}

/// A request as it is sent.
fn sent(place: SocketAddr, path: &str, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: {place}\r\nOrigin: http://{place}\r\nContent-Type: application/json\r\n\
        Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// The first bytes of the answer to a request, from an address of this machine.
async fn asked_from(client: &str, place: SocketAddr, request: &str) -> String {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::new(client.parse().unwrap(), 0)).unwrap();
    let mut stream = socket.connect(place).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = vec![0; 4096];
    let length = stream.read(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer[..length]).into_owned()
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn one_address_tries_so_many_links_and_does_not_keep_others_out() {
    let (place, server) = at_a_port(Arc::default()).await;
    let attempt = sent(place, "/api/guest/join", &json!({ "code": "0".repeat(32) }).to_string());
    let mut refused = 0;
    for _ in 0..60 {
        let answer = asked_from("127.0.0.1", place, &attempt).await;
        let is_refused = answer.starts_with("HTTP/1.1 429 ");
        assert!(is_refused || answer.starts_with("HTTP/1.1 404 "), "{answer}");
        assert_eq!(answer.contains("connection: close"), is_refused, "{answer}");
        refused += usize::from(is_refused);
    }
    assert!(refused > 0);
    assert!(asked_from("127.0.0.9", place, &attempt).await.starts_with("HTTP/1.1 404 "));
    // Strangers of one address that hold more connections than there are lose their own.
    let first = TcpSocket::new_v4().unwrap();
    first.bind("127.0.0.9:0".parse().unwrap()).unwrap();
    let mut first = first.connect(place).await.unwrap();
    let mut crowd = Vec::new();
    for _ in 0..listen::CONNECTIONS + 50 {
        crowd.push(TcpStream::connect(place).await.unwrap());
    }
    let look = format!("GET /guest.js HTTP/1.1\r\nHost: {place}\r\n\r\n");
    assert!(asked_from("127.0.0.8", place, &look).await.starts_with("HTTP/1.1 200 "));
    first.write_all(look.as_bytes()).await.unwrap();
    let mut answer = [0; 64];
    let length = first.read(&mut answer).await.unwrap();
    assert!(answer[..length].starts_with(b"HTTP/1.1 200 "), "the one that came before them is dropped");
    server.abort();
}

/// Behind a proxy all guests have one address.
#[tokio::test]
async fn a_right_code_is_let_in_while_somebody_tries_wrong_ones_from_the_same_address() {
    let whole = Whole::new().await;
    let (white, black) = (whole.invite("white").await, whole.invite("black").await);
    let (place, server) = at_a_port(whole.boards.clone()).await;
    let ask = async |path: &str, body: String| {
        let answer = asked_from("127.0.0.1", place, &sent(place, path, &body)).await;
        answer.split(' ').nth(1).unwrap().to_owned()
    };
    let code = |code: &str| json!({ "code": code }).to_string();
    let (join, invitation) = ("/api/guest/join", "/api/guest/invitation");
    let mut statuses = BTreeMap::new();
    for number in 0..60 {
        let (path, body) = match number % 4 {
            0 => (join, code(&"0".repeat(32))),
            1 => (invitation, code(&white[1..])),
            2 => (invitation, code("")),
            _ => (join, "{}".to_owned()),
        };
        *statuses.entry(ask(path, body).await).or_insert(0) += 1;
    }
    // Twenty at once, and one a second.
    assert!(statuses["429"] > 10 && statuses["404"] >= 10 && statuses["422"] >= 4, "{statuses:?}");
    assert_eq!(statuses.len(), 3, "{statuses:?}");
    for (path, body, expected) in [
        (invitation, code(&white), "200"),
        (join, code(&white), "200"),
        (join, code(&white), "409"),
        (join, code(&black), "200"),
    ] {
        let mut wrong = String::new();
        while wrong != "429" {
            wrong = ask(join, code(&"f".repeat(32))).await;
        }
        assert_eq!(ask(path, body.clone()).await, expected, "{path}: {body}");
    }
    // They do not keep the page from others either.
    let look = format!("GET /guest.js HTTP/1.1\r\nHost: {place}\r\n\r\n");
    assert!(asked_from("127.0.0.1", place, &look).await.starts_with("HTTP/1.1 200 "));
    server.abort();
}
