//! Messages on standard input and output, in the frames of the protocol's base part. It must not know what messages mean. A message that
//! cannot be read is said to the client, and the next one is read: its frame says where it ends. Nobody knows where a broken frame ends.

use std::io::{self, BufRead, Read};
use std::thread::JoinHandle;

use crossbeam_channel::{Sender, bounded};
use lsp_server::{Connection, Message, Notification};
use lsp_types::notification::{LogMessage, Notification as _};
use lsp_types::{LogMessageParams, MessageType};

/// The longest message that is read, in bytes. A text that a client sends is not longer.
const MOST: u64 = 1 << 30;

/// What reads and what writes.
pub(crate) struct Threads {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

impl Threads {
    /// Waits until nobody sends any more and nothing comes in.
    ///
    /// # Errors
    /// A frame is broken, or nothing can be written.
    pub(crate) fn join(self) -> io::Result<()> {
        let gone = |_| Err(io::Error::other("a thread has panicked"));
        self.reader.join().unwrap_or_else(gone)?;
        self.writer.join().unwrap_or_else(gone)
    }
}

/// A client on standard input and output.
pub(crate) fn stdio() -> (Connection, Threads) {
    let (sender, outgoing) = bounded::<Message>(0);
    let (incoming, receiver) = bounded::<Message>(0);
    let complaints = sender.clone();
    let writer = std::thread::spawn(move || {
        let mut out = io::stdout().lock();
        outgoing.into_iter().try_for_each(|m| m.write(&mut out))
    });
    let reader =
        std::thread::spawn(move || read_all(&mut io::stdin().lock(), &incoming, &complaints));
    (Connection { sender, receiver }, Threads { reader, writer })
}

/// Reads messages until there are no more, or until the client says that it is over.
fn read_all(
    input: &mut dyn BufRead,
    incoming: &Sender<Message>,
    complaints: &Sender<Message>,
) -> io::Result<()> {
    while let Some(body) = frame(input)? {
        let (to, message) = match serde_json::from_slice(&body) {
            Ok(message) => (incoming, message),
            Err(error) => (complaints, complaint(&error)),
        };
        let is_last = matches!(&message, Message::Notification(n) if n.method == "exit");
        // Nobody listens when the server is over.
        if to.send(message).is_err() || is_last {
            break;
        }
    }
    Ok(())
}

/// What is said of a message that cannot be read.
fn complaint(error: &serde_json::Error) -> Message {
    let params = LogMessageParams {
        typ: MessageType::ERROR,
        message: format!("a message cannot be read: {error}"),
    };
    Notification::new(LogMessage::METHOD.to_owned(), params).into()
}

/// The next body; none if nothing comes any more. (LSP, Base Protocol, Header Part.)
fn frame(input: &mut dyn BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        (&mut *input).take(MOST).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        let broken = || io::Error::other(format!("a header cannot be read: {line}"));
        let (name, value) = line.split_once(':').ok_or_else(broken)?;
        if name.eq_ignore_ascii_case("Content-Length") {
            let value = value.trim().parse::<u64>().ok();
            length = Some(value.filter(|value| *value <= MOST).ok_or_else(broken)?);
        }
    }
    let length = length.ok_or_else(|| io::Error::other("a message has no Content-Length"))?;
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body)?;
    // The client is gone in the middle of a message.
    Ok((body.len() as u64 == length).then_some(body))
}

#[cfg(test)]
mod tests {
    use crossbeam_channel::unbounded;

    use super::*;

    /// What is read of some bytes: methods, complaints in parentheses, and the error at the end.
    fn read(bytes: &[u8]) -> String {
        let (incoming, messages) = unbounded();
        let (complaints, said) = unbounded();
        let end = read_all(&mut &bytes[..], &incoming, &complaints);
        let method = |message| match message {
            Message::Notification(n) => n.method,
            other => format!("{other:?}"),
        };
        let mut out: Vec<String> = messages.try_iter().map(method).collect();
        out.extend(said.try_iter().map(|m| format!("({})", method(m))));
        out.extend(end.err().map(|error| error.to_string()));
        out.join(" ")
    }

    fn framed(bodies: &[&str]) -> Vec<u8> {
        let frames = bodies
            .iter()
            .map(|body| format!("Content-Length: {}\r\n\r\n{body}", body.len()));
        frames.collect::<String>().into_bytes()
    }

    #[test]
    fn what_cannot_be_read_does_not_end_the_server() {
        let bytes = framed(&[r#"{"method":"a"}"#, "{nonsense", "[]", r#"{"method":"b"}"#]);
        assert_eq!(read(&bytes), "a b (window/logMessage) (window/logMessage)");
        let mut bytes = framed(&[r#"{"method":"a"}"#]);
        bytes.extend(b"Content-Length: 2\r\n\r\n\xff\xfe");
        bytes.extend(framed(&[r#"{"method":"b"}"#]));
        assert_eq!(read(&bytes), "a b (window/logMessage)");
    }

    #[test]
    fn headers_are_read_as_they_may_be_written() {
        let bytes = b"Content-Type: x\r\ncontent-length:14\n\n{\"method\":\"a\"}";
        assert_eq!(read(bytes), "a");
    }

    #[test]
    fn a_broken_frame_ends_it() {
        let long = "Content-Length: 18446744073709551615\r\n\r\n";
        assert!(read(long.as_bytes()).starts_with("a header cannot be read"));
        assert_eq!(read(b"\r\n"), "a message has no Content-Length");
        assert_eq!(read(b"Content-Length: 9\r\n\r\n{"), "");
    }

    #[test]
    fn nothing_is_read_behind_the_end() {
        let bytes = framed(&[r#"{"method":"exit"}"#, r#"{"method":"b"}"#]);
        assert_eq!(read(&bytes), "exit");
    }
}
