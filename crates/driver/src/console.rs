//! What a run prints: at once, or kept until it is known that anybody is to see it. Knows nothing of what is printed.

use std::io::{self, Write};

/// One of the two streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Error,
}

/// Where a run prints to.
#[derive(Debug, Default)]
pub(crate) struct Console {
    /// What is kept, in order; nothing where printing is done at once.
    kept: Option<Vec<(Stream, Vec<u8>)>>,
}

impl Console {
    /// Prints at once.
    pub(crate) fn direct() -> Console {
        Console::default()
    }

    /// Prints when it is shown.
    pub(crate) fn keeping() -> Console {
        Console {
            kept: Some(Vec::new()),
        }
    }

    /// Whether what is printed is kept.
    pub(crate) fn keeps(&self) -> bool {
        self.kept.is_some()
    }

    /// Prints to standard error, however it takes it.
    pub(crate) fn error(&mut self, bytes: &[u8]) {
        let _ = self.print(Stream::Error, bytes);
    }

    /// Standard output.
    pub(crate) fn out(&mut self) -> impl Write + '_ {
        Out(self)
    }

    fn print(&mut self, stream: Stream, bytes: &[u8]) -> io::Result<()> {
        match &mut self.kept {
            Some(kept) => {
                kept.push((stream, bytes.to_vec()));
                Ok(())
            }
            None => print(stream, bytes),
        }
    }

    /// What was kept of standard error.
    pub(crate) fn kept_errors(&self) -> Vec<u8> {
        let kept = self.kept.iter().flatten();
        let errors = kept.filter(|(stream, _)| *stream == Stream::Error);
        errors.flat_map(|(_, bytes)| bytes).copied().collect()
    }

    /// Prints what was kept, and from here on at once.
    pub(crate) fn show(&mut self) {
        for (stream, bytes) in self.kept.take().into_iter().flatten() {
            let _ = print(stream, &bytes);
        }
    }
}

fn print(stream: Stream, bytes: &[u8]) -> io::Result<()> {
    match stream {
        Stream::Out => io::stdout().write_all(bytes),
        Stream::Error => io::stderr().write_all(bytes),
    }
}

struct Out<'a>(&'a mut Console);

impl Write for Out<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.print(Stream::Out, bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.0.keeps() {
            true => Ok(()),
            false => io::stdout().flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_in_order() {
        let mut console = Console::keeping();
        console.error(b"one\n");
        console.out().write_all(b"two\n").expect("kept");
        console.error(b"three\n");
        assert_eq!(
            console.kept,
            Some(vec![
                (Stream::Error, b"one\n".to_vec()),
                (Stream::Out, b"two\n".to_vec()),
                (Stream::Error, b"three\n".to_vec()),
            ])
        );
        assert_eq!(console.kept_errors(), b"one\nthree\n");
    }
}
