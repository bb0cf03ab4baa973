//! A bad text of games costs little memory. The test is alone in its program, whose memory it reads.
#![cfg(target_os = "linux")]

mod asking;

use asking::{guard, request};
use axum::body::to_bytes;
use helgi_board::api::router;
use helgi_board::assets::Assets;
use helgi_board::boards::Boards;
use serde_json::json;
use std::sync::Arc;
use tower::ServiceExt;

/// The most memory that the program has had. Unit: megabytes.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() / 1024
}

#[tokio::test]
async fn four_megabytes_of_stray_signs_cost_a_few_times_their_size() {
    let server = router(Arc::new(Boards::default()), guard(), Assets::default());
    for sign in ["}", ")", "(", "$", "{", "1. e4 *\n"] {
        let line = format!("{}\n", sign.repeat(99 / sign.len()));
        let text = format!("1. e4 e5 2. Nf3 *\n{}", line.repeat(4_100_000 / line.len()));
        let body = json!({ "pgn": text }).to_string();
        drop(text);
        let before = peak();
        let asked = request("POST", "/api/boards/pgn", body);
        let response = server.clone().oneshot(asked).await.unwrap();
        let status = response.status();
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        // The kernel adds up the pages of threads with a delay, by which the peak may seem smaller.
        let grown = peak().saturating_sub(before);
        let answer = String::from_utf8_lossy(&bytes).chars().take(200).collect::<String>();
        assert!(grown < 100, "`{}`: {grown} MB more, {status}: {answer}", sign.trim());
    }
}
