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

/// A stretch of a text. Two are equal if their bytes are.
#[derive(Clone, Debug)]
pub struct PieceText {
    whole: Whole,
    start: u32,
    end: u32,
    lasts: bool,
}

#[derive(Clone, Debug)]
enum Whole {
    Source(SourceText),
    Own(Arc<str>),
}

impl PieceText {
    /// A stretch of a text that is there already.
    ///
    /// # Panics
    /// If the text has no such stretch.
    pub fn of(whole: SourceText, range: Range<usize>) -> PieceText {
        assert!(whole.get(range.clone()).is_some(), "a stretch of the text");
        PieceText {
            whole: Whole::Source(whole),
            start: range.start as u32,
            end: range.end as u32,
            lasts: true,
        }
    }

    /// The same as a text that is not expected to change.
    pub fn lasting(self) -> PieceText {
        PieceText {
            lasts: true,
            ..self
        }
    }

    /// A stretch of it that may be kept: of a text that lasts it is shared, of any other it is a copy, so that who keeps some lines does not
    /// keep an old version of the whole.
    ///
    /// # Panics
    /// If the text has no such stretch.
    pub fn stretch(&self, range: Range<usize>) -> PieceText {
        let stretch = &self[range.clone()];
        match self.lasts {
            true => PieceText {
                whole: self.whole.clone(),
                start: self.start + range.start as u32,
                end: self.start + range.end as u32,
                lasts: true,
            },
            false => stretch.into(),
        }
    }

    /// Whether both are the same bytes in memory.
    pub fn is_same(&self, other: &PieceText) -> bool {
        let same = match (&self.whole, &other.whole) {
            (Whole::Source(a), Whole::Source(b)) => Arc::ptr_eq(&a.0, &b.0),
            (Whole::Own(a), Whole::Own(b)) => Arc::ptr_eq(a, b),
            _ => false,
        };
        same && (self.start, self.end) == (other.start, other.end)
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
        PieceText {
            start: 0,
            end: text.len() as u32,
            whole: Whole::Own(text),
            lasts: false,
        }
    }
}

impl Deref for PieceText {
    type Target = str;

    fn deref(&self) -> &str {
        let whole: &str = match &self.whole {
            Whole::Source(text) => text,
            Whole::Own(text) => text,
        };
        &whole[self.start as usize..self.end as usize]
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
    fn a_stretch_is_shared_if_the_text_lasts() {
        let text = PieceText::from("int a;\nint b;\n");
        let copy = text.stretch(7..13);
        let shared = text.clone().lasting().stretch(7..13);
        assert_eq!((&*copy, &*shared), ("int b;", "int b;"));
        assert_eq!(copy, shared);
        let is_within = |part: &str| text.as_bytes().as_ptr_range().contains(&part.as_ptr());
        assert!(!is_within(&copy) && is_within(&shared));
        assert!(shared.is_same(&text.lasting().stretch(0..13).stretch(7..13)));
    }

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
