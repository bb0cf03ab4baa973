//! Nobody waits for the disk, or for a game that somebody else has, but those who ask for that game.

use crate::asking::{guard, request};
use axum::Router;
use axum::body::{Body, BodyDataStream, to_bytes};
use axum::http::StatusCode;
use futures_util::StreamExt;
use helgi_board::api::router;
use helgi_board::assets::Assets;
use helgi_board::boards::Boards;
use helgi_board::keep::Keep;
use helgi_board::moment;
use helgi_desk::plan::{GamePlan, Refusal};
use helgi_record::files::GameFolder;
use helgi_rules::games::GameId;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;
use tokio::runtime::Handle;
use tower::ServiceExt;

/// The longest that a game is kept from others, so that a test fails and does not hang.
const LONGEST: Duration = Duration::from_secs(30);

fn boards(folder: &Path) -> Arc<Boards> {
    Arc::new(Boards::new(Some(Keep::new(GameFolder::new(folder.to_owned())).unwrap())))
}

fn two(clock: Option<&str>) -> GamePlan {
    GamePlan { clock: clock.map(str::to_owned), ..GamePlan::of_two(GameId::CHESS) }
}

async fn ask(server: &Router, path: &str, order: Option<Value>) -> (StatusCode, Value) {
    let method = if order.is_some() { "POST" } else { "GET" };
    let body = order.map_or_else(Body::empty, |order| Body::from(order.to_string()));
    let response = server.clone().oneshot(request(method, path, body)).await.unwrap();
    let status = response.status();
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or_default())
}

async fn events(server: &Router, path: &str) -> BodyDataStream {
    let asked = request("GET", &format!("{path}/events"), Body::empty());
    server.clone().oneshot(asked).await.unwrap().into_body().into_data_stream()
}

fn play(text: &str, ply: usize) -> Value {
    json!({ "do": "play", "move": text, "ply": ply })
}

/// A game whose order has not come back from the disk, as a slow one keeps it.
struct Kept {
    release: mpsc::Sender<()>,
    was_in_time: Arc<AtomicBool>,
    thread: thread::JoinHandle<()>,
}

impl Kept {
    fn new(boards: &Arc<Boards>, id: &str) -> Kept {
        let ((begun, begins), (release, released)) = (mpsc::channel(), mpsc::channel());
        let was_in_time = Arc::new(AtomicBool::new(false));
        let (boards, id, in_time, runtime) =
            (boards.clone(), id.to_owned(), was_in_time.clone(), Handle::current());
        let thread = thread::spawn(move || {
            let _inside = runtime.enter();
            let done = boards.with(&id, |board| {
                begun.send(()).unwrap();
                let waited = released.recv_timeout(LONGEST);
                in_time.store(waited != Err(RecvTimeoutError::Timeout), Ordering::Relaxed);
                board.name("kept for a while")
            });
            done.unwrap().unwrap();
        });
        begins.recv().unwrap();
        Kept { release, was_in_time, thread }
    }

    fn release(self) {
        self.release.send(()).unwrap();
        self.thread.join().unwrap();
        assert!(self.was_in_time.load(Ordering::Relaxed), "others have waited for this game");
    }
}

#[tokio::test]
async fn a_game_that_waits_for_the_disk_keeps_no_other_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let boards = boards(folder.path());
    let server = router(boards.clone(), guard(), Assets::default());
    let [slow, other] = [(); 2].map(|()| boards.begin(&two(Some("60"))).unwrap());
    let [slow_path, path] = [&slow, &other].map(|id| format!("/api/boards/{id}"));
    let mut watched = events(&server, &path).await;
    assert!(watched.next().await.is_some());
    let kept = Kept::new(&boards, &slow);
    // Two wait for the slow game: a page that looks at it, and one that moves in it.
    let waiting: Vec<_> = [None, Some(play("e4", 0))]
        .into_iter()
        .map(|order| {
            let (server, path) = (server.clone(), slow_path.clone());
            tokio::spawn(async move { ask(&server, &path, order).await })
        })
        .collect();
    let slow_watched = events(&server, &slow_path);
    let mut slow_watched = std::pin::pin!(slow_watched);
    for (ply, text) in ["e4", "e5"].into_iter().enumerate() {
        assert_eq!(ask(&server, &path, Some(play(text, ply))).await.0, StatusCode::OK);
        assert!(watched.next().await.is_some());
    }
    for asked in ["/", "/api/variants", "/api/boards", &format!("{path}/pgn"), &path] {
        assert_eq!(ask(&server, asked, None).await.0, StatusCode::OK, "{asked}");
    }
    boards.begin(&two(None)).unwrap();
    assert!(waiting.iter().all(|request| !request.is_finished()));
    let soon = tokio::time::timeout(Duration::from_millis(20), &mut slow_watched).await;
    assert!(soon.is_err(), "nothing is shown that is not on disk");
    kept.release();
    for request in waiting {
        let (status, answer) = request.await.unwrap();
        assert_eq!(status, StatusCode::OK, "{answer}");
    }
    assert!(slow_watched.await.next().await.is_some());
    let (_, seen) = ask(&server, &slow_path, None).await;
    assert_eq!(seen["line"].as_array().unwrap().len(), 1);
}

/// The same folder read by another server has all that was answered.
#[tokio::test]
async fn an_order_is_on_disk_when_it_is_answered_and_when_it_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let boards_here = boards(folder.path());
    let server = router(boards_here.clone(), guard(), Assets::default());
    let id = boards_here.begin(&two(None)).unwrap();
    let path = format!("/api/boards/{id}");
    let mut watched = events(&server, &path).await;
    assert!(watched.next().await.is_some());
    let on_disk = |id: &str| boards(folder.path()).read(id, |board| board.snapshot(moment::now()).line.len());
    for (ply, text) in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"].into_iter().enumerate() {
        let order = ask(&server, &path, Some(play(text, ply)));
        let shown = async {
            let event = watched.next().await.unwrap().unwrap();
            (String::from_utf8_lossy(&event).contains(&format!("\"san\":\"{text}\"")), on_disk(&id))
        };
        let (answer, shown) = tokio::join!(order, shown);
        assert_eq!((answer.0, on_disk(&id)), (StatusCode::OK, Some(ply + 1)));
        assert_eq!(shown, (true, Some(ply + 1)));
    }
}

#[tokio::test]
async fn a_game_has_one_timer_whatever_is_ordered() {
    let boards = Arc::new(Boards::default());
    let id = boards.begin(&two(Some("60+1"))).unwrap();
    let act = |act: &dyn Fn(usize), count: usize| (0..count).for_each(act);
    let tasks = || Handle::current().metrics().num_alive_tasks();
    // Tasks that were ended are gone once the others have run.
    let settled = async || {
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        tasks()
    };
    let none = settled().await;
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let play = |ply: usize| {
        boards.with(&id, |board| board.play(moves[ply % 4], ply, moment::now())).unwrap().unwrap();
    };
    play(0);
    assert_eq!(settled().await, none + 1, "the clock runs");
    act(&|number| boards.with(&id, |board| board.name(&format!("name {number}"))).unwrap().unwrap(), 400);
    assert_eq!(settled().await, none + 1, "after 400 names");
    act(&|number| play(number + 1), 5);
    assert_eq!(settled().await, none + 1, "after five more moves");
    boards
        .with(&id, |board| {
            board.check_flag(moment::now() + Duration::from_secs(100));
            Ok::<_, Refusal>(())
        })
        .unwrap()
        .unwrap();
    assert_eq!(settled().await, none, "the game is over");
}

#[tokio::test]
async fn a_flag_falls_by_the_timer() {
    let boards = Arc::new(Boards::default());
    let id = boards.begin(&two(Some("1.5"))).unwrap();
    let mut watched = boards.watch(&id).unwrap();
    for (ply, text) in ["e4", "e5", "d4"].into_iter().enumerate() {
        boards.with(&id, |board| board.play(text, ply, moment::now())).unwrap().unwrap();
    }
    watched.mark_unchanged();
    tokio::time::timeout(LONGEST, watched.changed()).await.unwrap().unwrap();
    let ending = boards.snapshot(&id).unwrap().ending.unwrap();
    assert_eq!((ending.score, &*ending.text), ("1-0", "Black loses on time"));
}

/// Several threads that find a game closed read it once, and look at the same one.
#[tokio::test]
async fn threads_that_open_a_game_at_once_have_the_same_one() {
    let folder = tempfile::tempdir().unwrap();
    let first = boards(folder.path());
    let games: Vec<String> = (0..25).map(|_| first.begin(&two(None)).unwrap()).collect();
    drop(first);
    let boards = boards(folder.path());
    let runtime = Handle::current();
    for id in &games {
        let texts = ["a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3"];
        let opened = thread::scope(|scope| {
            let open = |text: &'static str| {
                let _inside = runtime.enter();
                let watched = boards.watch(id).unwrap();
                let played = boards.with(id, |board| board.play(text, 0, moment::now())).unwrap();
                (watched, played.is_ok().then_some(text))
            };
            let threads: Vec<_> = texts.map(|text| scope.spawn(move || open(text))).into_iter().collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        let played: Vec<&str> = opened.iter().filter_map(|(_, played)| *played).collect();
        let snapshot = boards.snapshot(id).unwrap();
        let snapshot = serde_json::to_value(&snapshot).unwrap();
        assert_eq!(json!(played), json!([snapshot["tree"][0]["san"]]));
        // All of them hear of the next change.
        boards.with(id, |board| board.name("a name")).unwrap().unwrap();
        let last = boards.snapshot(id).unwrap().version;
        let heard: BTreeSet<u64> = opened.iter().map(|(watched, _)| *watched.borrow()).collect();
        assert_eq!(heard, BTreeSet::from([last]));
        assert!(opened.iter().all(|(watched, _)| watched.has_changed().is_ok()));
    }
}

/// The game that was opened first is closed for another one, and read again when somebody asks for it.
#[tokio::test]
async fn games_are_closed_for_others_and_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let boards = boards(folder.path());
    let id = boards.begin(&two(None)).unwrap();
    boards.with(&id, |board| board.play("e4", 0, moment::now())).unwrap().unwrap();
    let mut watched = boards.watch(&id).unwrap();
    watched.mark_unchanged();
    for _ in 0..200 {
        boards.begin_unkept(&two(None)).unwrap();
    }
    assert!(watched.changed().await.is_err(), "its pages have to ask again");
    for missing in ["nothing", "no/name", ""] {
        assert!(boards.snapshot(missing).is_none() && boards.watch(missing).is_none());
    }
    assert_eq!(boards.snapshot(&id).unwrap().line.len(), 1);
    boards.with(&id, |board| board.play("e5", 1, moment::now())).unwrap().unwrap();
    assert_eq!(boards.snapshot(&id).unwrap().line.len(), 2);
}
