//! The page's server: what is answered to whom. It must not know how views are made.

use std::io::Read;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use cleave_ptx::{Resources, Tools, resources};
use serde::Serialize;

use crate::access::{Access, Denied};
use crate::engine::Engine;
use crate::http::{
    Answer, BAD_REQUEST, CONFLICT, FORBIDDEN, NOT_ALLOWED, NOT_FOUND, OK, Request, Status,
    TOO_LARGE, UNAVAILABLE, Unread, read, write,
};
use crate::panes::{Row, ptx};
use crate::view::lines;

/// The most connections at once.
const MOST: usize = 32;
/// What is read of a request that is refused, so that the client sees the answer and not a broken connection.
const DRAINED: u64 = 16 << 20;

/// The parts of the page: path, kind, text.
const ASSETS: [(&str, &str, &str); 4] = [
    (
        "",
        "text/html; charset=utf-8",
        include_str!("assets/page.html"),
    ),
    (
        "page.css",
        "text/css; charset=utf-8",
        include_str!("assets/page.css"),
    ),
    (
        "page.js",
        "text/javascript; charset=utf-8",
        include_str!("assets/page.js"),
    ),
    ("page.svg", "image/svg+xml", include_str!("assets/page.svg")),
];

/// What the server needs to answer.
pub(crate) struct Server {
    pub(crate) access: Access,
    pub(crate) engine: Engine,
    pub(crate) source: PathBuf,
    /// The tools, or why there are none.
    pub(crate) tools: Result<Tools, String>,
    pub(crate) stop: AtomicBool,
    pub(crate) connections: AtomicUsize,
}

/// The source, when the page is opened.
#[derive(Serialize)]
struct Source {
    name: String,
    text: String,
}

/// The PTX of a version.
#[derive(Serialize)]
struct PtxView {
    rows: Vec<Row>,
    /// Why there is none.
    refused: Option<String>,
    /// What the assembler says of the kernels, in their order.
    resources: Vec<Option<Resources>>,
}

/// Answers until the server is to stop. Each connection has a thread.
pub(crate) fn accept(server: &Arc<Server>, listener: &TcpListener) {
    for stream in listener.incoming() {
        if server.stop.load(Ordering::SeqCst) {
            return;
        }
        let Ok(stream) = stream else {
            // Too many files are open, say: the next moment may be better.
            std::thread::sleep(Duration::from_millis(10));
            continue;
        };
        if server.connections.fetch_add(1, Ordering::SeqCst) >= MOST {
            server.connections.fetch_sub(1, Ordering::SeqCst);
            let _ = write(&stream, &Answer::text(UNAVAILABLE, "too many connections"));
            continue;
        }
        let served = Arc::clone(server);
        let thread = std::thread::Builder::new().name("cleave-page".into());
        let started = thread.spawn(move || {
            serve(&served, &stream);
            served.connections.fetch_sub(1, Ordering::SeqCst);
        });
        if started.is_err() {
            server.connections.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

fn serve(server: &Server, stream: &TcpStream) {
    let answer = match read(stream) {
        Ok(request) => server.answer(request),
        Err(Unread::Gone) => return,
        Err(Unread::Refused(status)) => Answer::text(status, status.1),
    };
    // A client that is gone needs no answer.
    let _ = write(stream, &answer);
    let _ = stream.shutdown(Shutdown::Write);
    if answer.status != OK {
        let _ = stream.set_read_timeout(Some(Duration::from_secs(1)));
        let _ = std::io::copy(&mut stream.take(DRAINED), &mut std::io::sink());
    }
}

impl Server {
    fn answer(&self, request: Request) -> Answer {
        let (host, origin) = (request.host.as_deref(), request.origin.as_deref());
        let path = match self.access.check(host, origin, &request.path) {
            Ok(path) => path,
            Err(Denied::Host | Denied::Origin) => {
                return Answer::text(FORBIDDEN, "open the page by the address that was printed");
            }
            Err(Denied::Token) => return Answer::text(NOT_FOUND, "not found"),
        };
        if let Some((_, kind, text)) = ASSETS.iter().find(|(name, ..)| *name == path) {
            return match &*request.method {
                "GET" => Answer {
                    status: OK,
                    kind,
                    body: text.as_bytes().to_vec(),
                },
                _ => Answer::text(NOT_ALLOWED, "GET only"),
            };
        }
        match (&*request.method, path) {
            ("GET", "source") => source(&self.source),
            ("POST", "halves") => self.halves(request.body),
            ("POST", "ptx") => self.ptx(&request.body),
            (_, "source" | "halves" | "ptx") => Answer::text(NOT_ALLOWED, "another method"),
            _ => Answer::text(NOT_FOUND, "not found"),
        }
    }

    /// The view of a version.
    fn halves(&self, body: Vec<u8>) -> Answer {
        let Ok(text) = String::from_utf8(body) else {
            return Answer::text(BAD_REQUEST, "the source is not UTF-8");
        };
        match self.engine.view(text) {
            Some(json) => Answer {
                status: OK,
                kind: JSON,
                body: json.into_bytes(),
            },
            None => Answer::text(UNAVAILABLE, "busy"),
        }
    }

    /// The PTX of a version that is the newest.
    fn ptx(&self, body: &[u8]) -> Answer {
        let number = std::str::from_utf8(body)
            .ok()
            .and_then(|n| n.trim().parse().ok());
        let Some(number) = number else {
            return Answer::text(BAD_REQUEST, "name a version by its number");
        };
        let newer = || Answer::text(CONFLICT, "there is a newer version, or no device half");
        let Some(latest) = self.engine.latest(number) else {
            return newer();
        };
        let refused = |why: String| PtxView {
            rows: Vec::new(),
            refused: Some(why),
            resources: Vec::new(),
        };
        let tools = match &self.tools {
            Ok(tools) => tools,
            Err(why) => return json(&refused(why.clone())),
        };
        let is_newest = || self.engine.latest(number).is_some();
        let made = match tools.ptx(&latest.code, is_newest) {
            None => return newer(),
            Some(Ok(made)) => made,
            Some(Err(why)) => return json(&refused(why)),
        };
        let said = resources(&made.said);
        let meant = |file: &str| is_source(file, &self.source);
        let kernels = latest.kernels.iter();
        json(&PtxView {
            rows: ptx(&made.text, meant, &lines(&latest.kernels)),
            refused: None,
            resources: kernels.map(|k| said.get(&k.symbol).copied()).collect(),
        })
    }
}

const JSON: &str = "application/json; charset=utf-8";

fn json(value: &impl Serialize) -> Answer {
    Answer {
        status: OK,
        kind: JSON,
        // Strings and numbers only: writing them cannot fail.
        body: serde_json::to_vec(value).unwrap_or_default(),
    }
}

/// Whether a file that PTX names is the source: cicc writes paths from the root.
fn is_source(file: &str, source: &Path) -> bool {
    let file = Path::new(file);
    file == source
        || file
            .canonicalize()
            .ok()
            .is_some_and(|f| source.canonicalize().ok() == Some(f))
}

/// The source as it is on disk.
fn source(path: &Path) -> Answer {
    let name = path.to_string_lossy().into_owned();
    let refused = |status: Status, why: String| Answer::text(status, &why);
    match std::fs::read(path) {
        Err(e) => refused(NOT_FOUND, format!("{name}: {e}")),
        Ok(bytes) if bytes.len() > crate::http::MOST_BODY => refused(
            TOO_LARGE,
            format!("{name} is too large to be edited in a page"),
        ),
        Ok(bytes) => json(&Source {
            text: String::from_utf8_lossy(&bytes).into_owned(),
            name,
        }),
    }
}
