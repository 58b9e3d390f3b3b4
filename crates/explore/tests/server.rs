//! The server as a browser, and others, meet it: one page for all tests, on a program without headers of others.
#![allow(clippy::print_stderr, reason = "a test that skips says so")]

use std::ffi::OsString;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::LazyLock;

use cleave_driver::halves::Command;
use cleave_explore::{OPTIONS, Running};
use serde_json::Value;

const PROGRAM: &str = "\
template <class T> __device__ T twice(T v) {
    return v + v;
}
__global__ void __launch_bounds__(64) k(int n, double *p) {
    if (n > 3)
        p[threadIdx.x] = twice(p[0]);
}
void launch(double *p) {
    k<<<1, 64>>>(3, p);
}
";

struct Page {
    running: Running,
    /// The source stays for as long as the page.
    _folder: tempfile::TempDir,
}

/// A page of its own.
fn page() -> Page {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("a.cu");
    std::fs::write(&source, PROGRAM).unwrap();
    let args: Vec<OsString> = vec![source.into(), "--own-headers".into(), "-arch=sm_80".into()];
    let command = Command::parse(&args, OPTIONS).unwrap().unwrap();
    Page {
        running: Running::start(command, &args, 0).unwrap(),
        _folder: folder,
    }
}

static PAGE: LazyLock<Page> = LazyLock::new(page);

/// The port and the path of the page.
fn place() -> (u16, String) {
    let address = PAGE.running.address();
    let rest = address.strip_prefix("http://127.0.0.1:").unwrap();
    let (port, path) = rest.split_once('/').unwrap();
    (port.parse().unwrap(), format!("/{path}"))
}

/// Sends bytes, and gives what comes back.
fn send(bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", place().0)).unwrap();
    // The server may refuse before all is sent.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(Shutdown::Write);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn request(method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
    let port = place().0;
    let length = body.len();
    let host = match headers.contains("Host:") {
        true => String::new(),
        false => format!("Host: 127.0.0.1:{port}\r\n"),
    };
    let answer = send(
        format!(
            "{method} {path} HTTP/1.1\r\n{host}{headers}Content-Length: {length}\r\n\r\n{body}"
        )
        .as_bytes(),
    );
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    (status(head), body.to_owned())
}

/// The status of an answer; 0 where there is none.
fn status(answer: &str) -> u16 {
    answer.get(9..12).and_then(|s| s.parse().ok()).unwrap_or(0)
}

fn view(text: &str) -> Value {
    let (status, body) = request("POST", &format!("{}halves", place().1), "", text);
    assert_eq!(status, 200, "{body}");
    serde_json::from_str(&body).unwrap()
}

/// The lines of a pane that come from a line of the source.
fn from(pane: &Value, line: u64) -> Vec<&str> {
    let rows = pane.as_array().unwrap().iter();
    rows.filter(|row| row[1] == line)
        .map(|row| row[0].as_str().unwrap().trim())
        .collect()
}

#[test]
fn the_page_and_its_source() {
    let (_, path) = place();
    for (name, part) in [
        ("", "<title>"),
        ("page.css", "prefers-color-scheme"),
        ("page.js", "fetch("),
        ("page.svg", "<svg"),
    ] {
        let (status, body) = request("GET", &format!("{path}{name}"), "", "");
        assert_eq!(status, 200);
        assert!(body.contains(part), "{name}");
        // The name of a namespace is no place.
        let body = body.replace("http://www.w3.org/2000/svg", "");
        assert!(
            !body.contains("http://") && !body.contains("https://"),
            "{name} names another place"
        );
    }
    let (status, body) = request("GET", &format!("{path}source"), "", "");
    assert_eq!(status, 200);
    let source: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(source["text"], PROGRAM);
}

#[test]
fn halves_are_linked_by_lines() {
    let view = view(PROGRAM);
    assert_eq!(view["messages"], Value::Array(Vec::new()));
    let halves = &view["halves"];
    assert_eq!(from(&halves["host"], 9).len(), 1);
    assert!(from(&halves["host"], 9)[0].contains("__cudaPushCallConfiguration"));
    assert_eq!(from(&halves["il"], 2), ["return add(load(%v), load(%v))"]);
    assert!(from(&halves["il"], 5)[0].starts_with("if "));
    assert!(
        from(&halves["stub"], 4)
            .iter()
            .any(|l| l.contains("__cudaLaunch("))
    );
    let kernel = &halves["kernels"][0];
    assert_eq!(kernel["name"], "k(int, double *)");
    assert_eq!((&kernel["line"], &kernel["bytes"]), (&4.into(), &16.into()));
    assert_eq!(kernel["launch"], "__launch_bounds__(64)");
}

#[test]
fn edits_are_followed_and_errors_said() {
    let edited = view(&PROGRAM.replace("v + v", "v * v"));
    assert_eq!(
        from(&edited["halves"]["il"], 2),
        ["return multiply(load(%v), load(%v))"]
    );
    let wrong = view(&PROGRAM.replace("twice(p[0])", "nowhere(p[0])"));
    let message = &wrong["messages"][0];
    assert_eq!(
        (&message["line"], &message["code"]),
        (&6.into(), &"20".into())
    );
    assert!(!wrong["halves"]["host"].as_array().unwrap().is_empty());
    assert!(wrong["halves"]["has_device"] == false);
    let called = view(
        &PROGRAM
            .replace("__global__", "int host_only();\n__global__")
            .replace("twice(p[0])", "host_only()"),
    );
    let message = &called["messages"][0];
    assert_eq!(message["code"], "20018", "{called}");
    assert!(
        message["explained"]
            .as_str()
            .unwrap()
            .contains("What to do")
    );
    let missing = view("#include \"nowhere.h\"\n");
    assert_eq!(missing["halves"], Value::Null);
    assert_eq!(
        (
            &missing["messages"][0]["line"],
            &missing["messages"][0]["severity"]
        ),
        (&1.into(), &"error".into())
    );
    // What went wrong does not stay.
    assert_eq!(view(PROGRAM)["messages"], Value::Array(Vec::new()));
}

#[test]
fn whoever_does_not_know_the_address_is_refused() {
    let (port, path) = place();
    let status = |path: &str, headers: &str| request("POST", path, headers, PROGRAM).0;
    let halves = format!("{path}halves");
    assert_eq!(status(&halves, "Host: evil.example\r\n"), 403);
    assert_eq!(
        status(&halves, &format!("Host: evil.example:{port}\r\n")),
        403
    );
    assert_eq!(status(&halves, "Origin: http://evil.example\r\n"), 403);
    assert_eq!(
        status(&halves, &format!("Origin: http://127.0.0.1:{port}\r\n")),
        200
    );
    let wrong = format!("/{}/halves", "0".repeat(32));
    for path in [
        "/",
        "/halves",
        &wrong,
        "/../halves",
        "//",
        &format!("{path}nothing"),
    ] {
        assert_eq!(status(path, ""), 404, "{path}");
    }
}

#[test]
fn requests_that_are_none() {
    let (port, path) = place();
    let head = |line: &str, rest: &str| {
        status(&send(
            format!("{line}\r\nHost: 127.0.0.1:{port}\r\n{rest}\r\n").as_bytes(),
        ))
    };
    let post = format!("POST {path}halves HTTP/1.1");
    assert_eq!(status(&send(b"")), 0);
    assert_eq!(status(&send(b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n")), 400);
    assert_eq!(head("nonsense", ""), 400);
    assert_eq!(head(&format!("GET {path} HTTP/1.1"), ""), 200);
    assert_eq!(head(&format!("DELETE {path} HTTP/1.1"), ""), 405);
    assert_eq!(head(&format!("GET {path}halves HTTP/1.1"), ""), 405);
    assert_eq!(head(&post, ""), 411);
    assert_eq!(head(&post, "Transfer-Encoding: chunked\r\n"), 411);
    assert_eq!(head(&post, "Content-Length: -1\r\n"), 400);
    assert_eq!(
        head(&post, "Content-Length: 1\r\nContent-Length: 2\r\n"),
        400
    );
    assert_eq!(
        head(&post, "Content-Length: 99999999999999999999999\r\n"),
        413
    );
    assert_eq!(head(&post, &format!("X: {}\r\n", "x".repeat(20_000))), 431);
    assert_eq!(head(&post, &"X: x\r\n".repeat(100)), 431);
    // A body that does not arrive whole, and bytes that are no text.
    assert_eq!(head(&post, "Content-Length: 10\r\n"), 0);
    let bytes = [
        format!("{post}\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 2\r\n\r\n").as_bytes(),
        b"\xff\xfe",
    ]
    .concat();
    assert_eq!(status(&send(&bytes)), 400);
    let large = format!(
        "{post}\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 5000000\r\n\r\n{}",
        "x".repeat(5_000_000)
    );
    assert_eq!(status(&send(large.as_bytes())), 413);
    for number in ["", "x", "-1"] {
        assert_eq!(request("POST", &format!("{path}ptx"), "", number).0, 400);
    }
    assert_eq!(request("POST", &format!("{path}ptx"), "", "999999").0, 409);
}

#[test]
fn each_of_many_edits_at_once_gets_its_own_halves() {
    std::thread::scope(|scope| {
        for nth in 0..8 {
            scope.spawn(move || {
                let text = PROGRAM.replace("n > 3", &format!("n > {nth}"));
                let view = view(&text);
                let line = from(&view["halves"]["il"], 5).join("\n");
                assert!(line.contains(&format!("int {nth}")), "{line}");
            });
        }
    });
}

#[test]
fn silent_connections_do_not_block_the_page_for_good() {
    let page = page();
    let address = page.running.address();
    let port: u16 = address.split([':', '/']).nth(4).unwrap().parse().unwrap();
    let get = || {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let path = address.rsplit_once(&format!(":{port}")).unwrap().1;
        let _ = write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
        );
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        status(&answer)
    };
    let silent: Vec<TcpStream> = (0..40)
        .map(|_| TcpStream::connect(("127.0.0.1", port)).unwrap())
        .collect();
    // A client that is refused at the door may find the connection reset.
    assert_ne!(get(), 200);
    drop(silent);
    let again = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        get() == 200
    });
    assert!(again);
}

#[test]
fn a_page_ends() {
    let page = page();
    let address = page.running.address();
    drop(page);
    let port: u16 = address.split([':', '/']).nth(4).unwrap().parse().unwrap();
    assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
}

/// With a toolkit there is PTX, linked as well.
#[test]
fn ptx_where_there_is_a_toolkit() {
    let page = page();
    let address = page.running.address();
    let (port, path) = address
        .strip_prefix("http://127.0.0.1:")
        .unwrap()
        .split_once('/')
        .unwrap();
    let port: u16 = port.parse().unwrap();
    let post = |name: &str, body: &str| -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let length = body.len();
        write!(stream, "POST /{path}{name} HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Length: {length}\r\n\r\n{body}").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    };
    let number = post("halves", PROGRAM)["number"].to_string();
    let view = post("ptx", &number);
    if let Some(why) = view["refused"].as_str() {
        eprintln!("skipped, there is no PTX: {why}");
        assert!(std::env::var_os("CUDA_PATH").is_none(), "{why}");
        return;
    }
    assert!(
        from(&view["rows"], 2).iter().any(|l| l.starts_with("add")),
        "{view}"
    );
    assert!(view["resources"][0]["registers"].as_u64() > Some(0));
}
