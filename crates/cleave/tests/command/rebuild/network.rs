//! Redis as a shared cache, where it is installed.
#![allow(clippy::print_stderr, reason = "a test that skips says so")]

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{Machine, TEXT, compile, expected, info, is_shared};

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
    let Some(redis) = Redis::start(Some("secret")) else {
        return;
    };
    let address = format!("redis://:secret@127.0.0.1:{}/2", redis.port);
    is_shared(&address);
    let machine = Machine::new();
    let said = info(&machine, &address);
    assert!(said.contains(" answers in "), "{said}");
    drop(redis);
    let (ran, said, written) = compile(&machine, &address, TEXT, 1);
    assert!(!said.trouble.is_empty());
    assert_eq!((ran, written), (1, expected(TEXT)));
    let said = info(&machine, &address);
    assert!(
        said.contains("left alone") && !said.contains("secret"),
        "{said}"
    );
}
