//! `helgi board` as other users of the machine see it: on command lines, and in files.
#![cfg(all(unix, feature = "board"))]

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server with a folder of its own, and with a browser that writes down how it was started.
struct Server {
    child: Child,
    address: String,
    folder: tempfile::TempDir,
}

impl Server {
    fn new() -> Server {
        let folder = tempfile::tempdir().unwrap();
        let browser = folder.path().join("xdg-open");
        fs::write(&browser, "#!/bin/sh\necho \"$*\" > \"$HOME/opened\"\n").unwrap();
        fs::set_permissions(&browser, Permissions::from_mode(0o755)).unwrap();
        // A key that a backup has brought back.
        let board = folder.path().join("data/board");
        fs::create_dir_all(&board).unwrap();
        fs::write(board.join("key"), "0123456789abcdef0123456789abcdef").unwrap();
        fs::set_permissions(board.join("key"), Permissions::from_mode(0o644)).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_helgi"))
            .args(["board", "tavreli", "--data"])
            .arg(folder.path().join("data"))
            .env("PATH", folder.path())
            .env("HOME", folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("The board is at ").unwrap().to_owned();
        Server { child, address, folder }
    }

    /// The words that the browser was started with.
    fn opened(&self) -> String {
        loop {
            let text = fs::read_to_string(self.folder.path().join("opened")).unwrap_or_default();
            if text.ends_with('\n') {
                return text.trim_end().to_owned();
            }
            std::thread::yield_now();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o777
}

#[test]
fn the_key_stands_on_no_command_line_and_in_no_file_that_others_can_read() {
    let server = Server::new();
    let (_, rest) = server.address.split_once("/enter/").unwrap();
    let (key, game) = rest.split_once('#').unwrap();
    assert_eq!((key.len(), game), (32, "tavreli"));
    let opened = server.opened();
    assert!(!opened.contains(key), "{opened}");
    let file = Path::new(&opened);
    assert_eq!(mode(file), 0o600, "{opened}");
    let page = fs::read_to_string(file).unwrap();
    assert!(page.contains(&format!("content=\"0; url={}\"", server.address)), "{page}");
    let kept = server.folder.path().join("data/board/key");
    assert_eq!(mode(&kept), 0o600);
    assert_ne!(key, "0123456789abcdef0123456789abcdef");
    for entry in fs::read_dir(server.folder.path().join("data/board")).unwrap() {
        let path = entry.unwrap().path();
        let says_it = fs::read_to_string(&path).unwrap().contains(key);
        assert!(!says_it || mode(&path) == 0o600, "{}", path.display());
    }
}

#[test]
fn the_entrance_is_not_cached_and_its_cookie_alone_opens_nothing() {
    let server = Server::new();
    let (host, rest) = server.address.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let key = rest.strip_prefix("enter/").unwrap().split('#').next().unwrap();
    let ask = |path: &str, more: &str| {
        let mut stream = TcpStream::connect(host).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}Connection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let entered = ask(&format!("/enter/{key}"), "").to_ascii_lowercase();
    assert!(
        entered.starts_with("http/1.1 200 ok") && entered.contains("\r\ncache-control: no-store\r\n"),
        "{entered}"
    );
    let cookie = entered.split("set-cookie: ").nth(1).unwrap().split(';').next().unwrap();
    let cookie = format!("Cookie: {cookie}\r\n");
    assert!(ask("/enter.js", "").starts_with("HTTP/1.1 200"));
    let key = format!("helgi-key: {key}\r\n");
    for (shown, status) in
        [(String::new(), "403"), (cookie.clone(), "403"), (key.clone(), "403"), (cookie + &key, "200")]
    {
        let answer = ask("/api/boards", &shown);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{shown}: {answer}");
    }
}
