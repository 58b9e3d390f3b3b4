//! A text as the database holds it: shared, never copied. It may be many megabytes long.

use std::ops::{Deref, Range};
use std::sync::{Arc, OnceLock};

/// A whole source text. One that was made of pieces is put together when somebody reads the whole of it.
#[derive(Clone, Debug, Default)]
pub struct SourceText(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    /// What it is made of, if it was given so.
    pieces: Box<[PieceText]>,
    whole: OnceLock<String>,
}

impl SourceText {
    /// The text that some pieces are together.
    pub fn of_pieces(pieces: Vec<PieceText>) -> SourceText {
        SourceText(Arc::new(Shared {
            pieces: pieces.into(),
            whole: OnceLock::new(),
        }))
    }

    /// Whether it has no letter.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many bytes it has; nothing is put together for that.
    pub fn len(&self) -> usize {
        match self.0.whole.get() {
            Some(whole) => whole.len(),
            None => self.0.pieces.iter().map(|piece| piece.len()).sum(),
        }
    }
}

impl Deref for SourceText {
    type Target = str;

    fn deref(&self) -> &str {
        let whole = || self.0.pieces.iter().map(|piece| &**piece).collect();
        self.0.whole.get_or_init(whole)
    }
}

impl PartialEq for SourceText {
    fn eq(&self, other: &SourceText) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}

impl Eq for SourceText {}

impl From<String> for SourceText {
    /// Takes the text over without moving it, as an `Arc<str>` could not.
    fn from(text: String) -> Self {
        SourceText(Arc::new(Shared {
            pieces: Box::default(),
            whole: OnceLock::from(text),
        }))
    }
}

impl From<&str> for SourceText {
    fn from(text: &str) -> Self {
        SourceText::from(text.to_owned())
    }
}

/// A stretch of a text, or a text by itself. Two are equal if their bytes are.
#[derive(Clone, Debug)]
pub struct PieceText(Stretch);

#[derive(Clone, Debug)]
enum Stretch {
    Of(SourceText, Range<usize>),
    Own(Arc<str>),
}

impl PieceText {
    /// A stretch of a text that is there already.
    ///
    /// # Panics
    /// If the text has no such stretch.
    pub fn of(whole: SourceText, range: Range<usize>) -> PieceText {
        assert!(whole.get(range.clone()).is_some(), "a stretch of the text");
        PieceText(Stretch::Of(whole, range))
    }

    /// Whether both are the same bytes in memory.
    pub fn is_same(&self, other: &PieceText) -> bool {
        match (&self.0, &other.0) {
            (Stretch::Of(a, range), Stretch::Of(b, other)) => {
                Arc::ptr_eq(&a.0, &b.0) && range == other
            }
            (Stretch::Own(a), Stretch::Own(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl From<String> for PieceText {
    fn from(text: String) -> PieceText {
        Arc::<str>::from(text).into()
    }
}

impl From<&str> for PieceText {
    fn from(text: &str) -> PieceText {
        Arc::<str>::from(text).into()
    }
}

impl From<Arc<str>> for PieceText {
    /// Shares the text.
    fn from(text: Arc<str>) -> PieceText {
        PieceText(Stretch::Own(text))
    }
}

impl Deref for PieceText {
    type Target = str;

    fn deref(&self) -> &str {
        match &self.0 {
            Stretch::Of(whole, range) => &whole[range.clone()],
            Stretch::Own(text) => text,
        }
    }
}

impl PartialEq for PieceText {
    fn eq(&self, other: &PieceText) -> bool {
        self.is_same(other) || **self == **other
    }
}

impl Eq for PieceText {}

#[cfg(test)]
mod tests {
    use super::{PieceText, SourceText};

    #[test]
    fn pieces_are_put_together_when_somebody_reads_the_whole() {
        let first = SourceText::from("int a;\nint b;\n");
        let pieces = vec![
            PieceText::of(first.clone(), 0..7),
            PieceText::from("int c;\n"),
        ];
        let text = SourceText::of_pieces(pieces);
        assert!(text.0.whole.get().is_none());
        assert_eq!(text.len(), 14);
        assert!(text.0.whole.get().is_none());
        assert_eq!(&*text, "int a;\nint c;\n");
        assert_eq!(text, SourceText::from("int a;\nint c;\n"));
        assert_ne!(text, first);
    }
}
