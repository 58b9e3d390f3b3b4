//! Stores behind a network: a real Redis where one is installed, and a web server that is good or hostile. Whatever it does, the time
//! is bounded.
#![cfg(feature = "network")]
#![allow(clippy::print_stderr, reason = "a test that skips says so")]

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use cleave_remote::{Address, Settings, Shared};

/// How long a process waits for what it asks for.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long that may take on a machine that has much to do.
const BOUND: Duration = Duration::from_secs(4);
/// How large a value may be.
const MOST: u64 = 1 << 20;

fn shared(folder: &Path, address: &str) -> Shared {
    let settings = Settings {
        patience: PATIENCE,
        rest: Duration::from_secs(60),
        most: MOST,
        marker: folder.join("off"),
    };
    Shared::new(Address::parse(address).unwrap(), settings)
}

/// One process sends a value, another one gets it.
fn is_shared(address: &str) {
    let folder = tempfile::tempdir().unwrap();
    let one = shared(folder.path(), address);
    assert!(one.probe().is_ok());
    assert_eq!(one.get("abcd"), None);
    let large: Vec<u8> = (0..MOST).map(|n| ((n * n) >> 7) as u8).collect();
    let values = [
        ("abcd", vec![]),
        ("bcde", b"value".to_vec()),
        ("cdef", large),
    ];
    for (name, value) in &values {
        one.put(name, value.clone());
        assert_eq!(one.trouble(), None, "{name}");
    }
    one.put("bcde", b"another".to_vec());
    // A process has one store, and one pool of connections.
    drop(one);
    let other = shared(folder.path(), address);
    assert_eq!(other.get("bcde").as_deref(), Some(&b"another"[..]));
    assert_eq!(other.get("cdef").as_ref(), Some(&values[2].1));
    assert_eq!(other.get("defg"), None);
    assert_eq!(other.trouble(), None);
}

/// A redis-server on a port of its own.
struct Redis {
    child: Child,
    port: u16,
    _folder: tempfile::TempDir,
}

impl Redis {
    /// Starts one; `None` where none is installed. A password is wanted if one is given.
    fn start(password: Option<&str>) -> Option<Redis> {
        let folder = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = port.local_addr().unwrap().port();
        let mut command = Command::new("redis-server");
        command
            .args(["--port", &port.to_string(), "--bind", "127.0.0.1"])
            .args(["--save", "", "--appendonly", "no", "--dir"])
            .arg(folder.path())
            .stdout(Stdio::null());
        if let Some(password) = password {
            command.args(["--requirepass", password]);
        }
        let Ok(child) = command.spawn() else {
            eprintln!("skipped: redis-server is not installed");
            return None;
        };
        let begin = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(begin.elapsed() < Duration::from_secs(20), "Redis starts");
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(Redis {
            child,
            port,
            _folder: folder,
        })
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn redis_is_shared() {
    if let Some(redis) = Redis::start(None) {
        is_shared(&format!("redis://127.0.0.1:{}", redis.port));
        is_shared(&format!("redis://127.0.0.1:{}/2", redis.port));
    }
}

#[test]
fn redis_may_want_a_password_and_may_be_gone() {
    let Some(redis) = Redis::start(Some("secret")) else {
        return;
    };
    let port = redis.port;
    is_shared(&format!("redis://:secret@127.0.0.1:{port}"));
    is_left_alone(&format!("redis://127.0.0.1:{port}"));
    is_left_alone(&format!("redis://:wrongsecret@127.0.0.1:{port}"));
    drop(redis);
    is_left_alone(&format!("redis://:secret@127.0.0.1:{port}"));
}

/// Such a store costs a bounded time once, and nothing after that.
fn is_left_alone(address: &str) {
    let folder = tempfile::tempdir().unwrap();
    let begin = Instant::now();
    let one = shared(folder.path(), address);
    assert_eq!(one.get("abcd"), None);
    let trouble = one.trouble().expect("there is trouble");
    assert!(!trouble.contains("secret"), "{trouble}");
    one.put("abcd", b"value".to_vec());
    assert!(begin.elapsed() < BOUND, "{:?}", begin.elapsed());
    let begin = Instant::now();
    let other = shared(folder.path(), address);
    assert_eq!(other.get("abcd"), None);
    assert!(begin.elapsed() < PATIENCE / 2);
    let (why, left) = other.probe().unwrap_err();
    assert_eq!((Some(why), left.is_some()), (other.trouble(), true));
}

/// What a web server does with a request.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Manner {
    /// Keeps what is put, and gives it back.
    Good,
    /// Says nothing.
    Hangs,
    /// Says a byte from time to time.
    Trickles,
    /// Has an error inside.
    Fails,
    /// Forbids everything.
    Forbids,
    /// Says something to every request.
    Garbage,
    /// Promises more than it sends.
    Truncates,
    /// Says so much that nobody can keep it.
    Floods,
    /// Is no web server.
    Nonsense,
    /// Sends to itself for ever.
    Redirects,
    /// Ends the connection.
    Closes,
}

const HOSTILE: [Manner; 10] = [
    Manner::Hangs,
    Manner::Trickles,
    Manner::Fails,
    Manner::Forbids,
    Manner::Garbage,
    Manner::Truncates,
    Manner::Floods,
    Manner::Nonsense,
    Manner::Redirects,
    Manner::Closes,
];

/// What a server was asked, and what it keeps.
#[derive(Default)]
struct Kept {
    values: HashMap<String, Vec<u8>>,
    /// Headers of requests.
    headers: Vec<String>,
}

/// Starts a server; its threads end with the test.
fn server(manner: Manner) -> (u16, Arc<Mutex<Kept>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let kept = Arc::new(Mutex::new(Kept::default()));
    let all = Arc::clone(&kept);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let kept = Arc::clone(&kept);
            std::thread::spawn(move || {
                while answer(&stream, manner, &kept).is_some() && manner == Manner::Good {}
            });
        }
    });
    (port, all)
}

/// Reads a request and answers it; `None` when the other side is gone.
fn answer(mut stream: &TcpStream, manner: Manner, kept: &Mutex<Kept>) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut first = String::new();
    reader.read_line(&mut first).ok().filter(|n| *n > 0)?;
    let (mut length, mut headers) = (0usize, Vec::new());
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|n| *n > 0)?;
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        headers.push(line);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let mut words = first.split(' ');
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut say = |status: &str, body: &[u8]| {
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(&[head.as_bytes(), body].concat()).ok()
    };
    match manner {
        Manner::Good => {
            let mut kept = kept.lock().unwrap();
            kept.headers.extend(headers);
            match (&*method, kept.values.get(&path)) {
                ("PUT", _) => {
                    kept.values.insert(path, body);
                    say("201 Created", b"")
                }
                ("GET", Some(value)) => say("200 OK", value),
                ("GET", None) => say("404 Not Found", b"no"),
                _ => say("405 Method Not Allowed", b""),
            }
        }
        Manner::Hangs => {
            std::thread::sleep(Duration::from_secs(60));
            None
        }
        Manner::Trickles => {
            stream
                .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
                .ok()?;
            for _ in 0..1000 {
                std::thread::sleep(Duration::from_millis(200));
                stream.write_all(b"x").ok()?;
            }
            Some(())
        }
        Manner::Fails => say("500 Internal Server Error", b"secret stack trace"),
        Manner::Forbids => say("403 Forbidden", b""),
        Manner::Garbage => say("200 OK", b"<html>log in first</html>"),
        Manner::Truncates => {
            let head = b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf";
            stream.write_all(head).ok()
        }
        Manner::Floods => {
            stream
                .write_all(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                .ok()?;
            let chunk = [&b"100000\r\n"[..], &vec![b'x'; 1 << 20], b"\r\n"].concat();
            while stream.write_all(&chunk).is_ok() {}
            None
        }
        Manner::Nonsense => stream.write_all(b"220 mail.example ESMTP\r\n").ok(),
        Manner::Redirects => {
            let head =
                format!("HTTP/1.1 302 Found\r\nLocation: {path}x\r\nContent-Length: 0\r\n\r\n");
            stream.write_all(head.as_bytes()).ok()
        }
        Manner::Closes => None,
    }
}

#[test]
fn a_web_server_is_shared() {
    let (port, kept) = server(Manner::Good);
    is_shared(&format!("http://user:secret@127.0.0.1:{port}/cache/cleave"));
    let kept = kept.lock().unwrap();
    assert!(kept.values.keys().all(|k| k.starts_with("/cache/cleave/")));
    // user:secret
    let basic = "basic dxnlcjpzzwnyzxq=";
    assert!(
        kept.headers
            .iter()
            .any(|h| h.to_lowercase().contains(basic))
    );
}

#[test]
fn s3_is_shared() {
    let (port, kept) = server(Manner::Good);
    let endpoint = format!("http%3A%2F%2F127.0.0.1%3A{port}");
    is_shared(&format!(
        "s3://bucket/prefix?region=us-east-1&endpoint={endpoint}&anonymous"
    ));
    let kept = kept.lock().unwrap();
    assert!(kept.values.keys().all(|k| k.starts_with("/bucket/prefix/")));
}

#[test]
fn whatever_a_server_does_the_time_is_bounded() {
    for manner in HOSTILE {
        let (port, _) = server(manner);
        let address = format!("http://user:secret@127.0.0.1:{port}/");
        if !matches!(manner, Manner::Garbage | Manner::Floods) {
            is_left_alone(&address);
            continue;
        }
        // What is no value is for somebody else to find out; what is too large is none.
        let folder = tempfile::tempdir().unwrap();
        let begin = Instant::now();
        let one = shared(folder.path(), &address);
        let expected = (manner == Manner::Garbage).then(|| b"<html>log in first</html>".to_vec());
        assert_eq!(one.get("abcd"), expected, "{manner:?}");
        one.put("abcd", b"value".to_vec());
        assert!(begin.elapsed() < BOUND, "{manner:?}: {:?}", begin.elapsed());
    }
}

#[test]
fn a_server_that_cannot_be_found_is_left_alone() {
    // Nobody routes this (RFC 5737), and nobody has that name (RFC 6761).
    for host in ["192.0.2.1", "cache.invalid"] {
        for scheme in ["http", "redis"] {
            is_left_alone(&format!("{scheme}://{host}"));
        }
    }
}
