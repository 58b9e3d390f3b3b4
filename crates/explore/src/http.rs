//! Requests and answers on a connection: HTTP/1.1 without what the page does not need. Each connection carries one request. It must not
//! know who may ask, nor what is answered.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The most bytes of a request's line and headers.
const MOST_HEAD: usize = 16 << 10;
/// The most headers.
const MOST_HEADERS: usize = 64;
/// The most bytes of a request's body. A source that is larger is not edited by hand.
pub(crate) const MOST_BODY: usize = 4 << 20;
/// How long a request may take to arrive, and an answer to be read.
const PATIENCE: Duration = Duration::from_secs(10);

/// A request.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) host: Option<String>,
    pub(crate) origin: Option<String>,
    pub(crate) body: Vec<u8>,
}

/// A status, and the words that go with it (RFC 9110, section 15).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Status(pub(crate) u16, pub(crate) &'static str);

pub(crate) const OK: Status = Status(200, "OK");
pub(crate) const BAD_REQUEST: Status = Status(400, "Bad Request");
pub(crate) const FORBIDDEN: Status = Status(403, "Forbidden");
pub(crate) const NOT_FOUND: Status = Status(404, "Not Found");
pub(crate) const NOT_ALLOWED: Status = Status(405, "Method Not Allowed");
pub(crate) const CONFLICT: Status = Status(409, "Conflict");
pub(crate) const NO_LENGTH: Status = Status(411, "Length Required");
pub(crate) const TOO_LARGE: Status = Status(413, "Content Too Large");
pub(crate) const HEAD_TOO_LARGE: Status = Status(431, "Request Header Fields Too Large");
pub(crate) const UNAVAILABLE: Status = Status(503, "Service Unavailable");

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: Status,
    pub(crate) kind: &'static str,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// A sentence.
    pub(crate) fn text(status: Status, text: &str) -> Answer {
        Answer {
            status,
            kind: "text/plain; charset=utf-8",
            body: format!("{text}\n").into_bytes(),
        }
    }
}

/// Why there is no request.
#[derive(Debug)]
pub(crate) enum Unread {
    /// The client is gone, or too slow: nobody is answered.
    Gone,
    /// What to answer.
    Refused(Status),
}

/// What a client sends so slowly that it takes longer than allowed counts as gone.
struct Timed<'a> {
    stream: &'a TcpStream,
    until: Instant,
}

impl Timed<'_> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize, Unread> {
        let rest = self.until.saturating_duration_since(Instant::now());
        if rest.is_zero() || self.stream.set_read_timeout(Some(rest)).is_err() {
            return Err(Unread::Gone);
        }
        match self.stream.read(into) {
            Ok(0) | Err(_) => Err(Unread::Gone),
            Ok(read) => Ok(read),
        }
    }
}

/// Reads the request of a connection.
pub(crate) fn read(stream: &TcpStream) -> Result<Request, Unread> {
    let until = Instant::now() + PATIENCE;
    let mut timed = Timed { stream, until };
    let mut bytes = Vec::new();
    let mut chunk = vec![0; 8 << 10];
    // Each round reads something, so a head is parsed at most as often as it has bytes; its size is bounded.
    loop {
        let read = timed.read(&mut chunk)?;
        bytes.extend_from_slice(&chunk[..read]);
        if let Some(head) = head(&bytes)? {
            let (mut request, end, length) = head;
            request.body = bytes.split_off(end);
            while request.body.len() < length {
                let read = timed.read(&mut chunk)?;
                request.body.extend_from_slice(&chunk[..read]);
            }
            request.body.truncate(length);
            return Ok(request);
        }
        if bytes.len() > MOST_HEAD {
            return Err(Unread::Refused(HEAD_TOO_LARGE));
        }
    }
}

/// The request of a head, where the head ends, and how long the body is; nothing where the head is not complete.
fn head(bytes: &[u8]) -> Result<Option<(Request, usize, usize)>, Unread> {
    let refused = |status| Err(Unread::Refused(status));
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let end = match parsed.parse(bytes) {
        Ok(httparse::Status::Complete(end)) if end <= MOST_HEAD => end,
        Ok(httparse::Status::Complete(_)) => return refused(HEAD_TOO_LARGE),
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return refused(HEAD_TOO_LARGE),
        Err(_) => return refused(BAD_REQUEST),
    };
    // A header that stands twice is read by each side as it likes: it is refused.
    let value = |name: &str| -> Result<Option<String>, Unread> {
        let mut found = (parsed.headers.iter()).filter(|h| h.name.eq_ignore_ascii_case(name));
        match (found.next(), found.next()) {
            (None, _) => Ok(None),
            (Some(header), None) => match std::str::from_utf8(header.value) {
                Ok(text) => Ok(Some(text.trim().to_owned())),
                Err(_) => Err(Unread::Refused(BAD_REQUEST)),
            },
            _ => Err(Unread::Refused(BAD_REQUEST)),
        }
    };
    let method = parsed.method.unwrap_or_default().to_owned();
    if value("transfer-encoding")?.is_some() {
        return refused(NO_LENGTH);
    }
    let length = match value("content-length")? {
        None if method == "POST" => return refused(NO_LENGTH),
        None => 0,
        Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) && !digits.is_empty() => {
            match digits.parse::<usize>() {
                Ok(length) if length <= MOST_BODY => length,
                _ => return refused(TOO_LARGE),
            }
        }
        Some(_) => return refused(BAD_REQUEST),
    };
    let path = parsed.path.unwrap_or_default();
    let request = Request {
        method,
        path: path
            .split_once('?')
            .map_or(path, |(path, _)| path)
            .to_owned(),
        host: value("host")?,
        origin: value("origin")?,
        body: Vec::new(),
    };
    Ok(Some((request, end, length)))
}

/// What goes with each answer: nothing is fetched from elsewhere, nothing is kept, no other page may frame or read it.
const HEADERS: &str = "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
X-Content-Type-Options: nosniff\r\n\
Referrer-Policy: no-referrer\r\n\
Cross-Origin-Resource-Policy: same-origin\r\n\
Cache-Control: no-store\r\n\
Connection: close\r\n";

/// Answers.
///
/// # Errors
/// The client is gone.
pub(crate) fn write(mut stream: &TcpStream, answer: &Answer) -> io::Result<()> {
    stream.set_write_timeout(Some(PATIENCE))?;
    let Status(code, words) = answer.status;
    let (kind, length) = (answer.kind, answer.body.len());
    let head = format!(
        "HTTP/1.1 {code} {words}\r\n{HEADERS}Content-Type: {kind}\r\nContent-Length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(&answer.body)?;
    stream.flush()
}
