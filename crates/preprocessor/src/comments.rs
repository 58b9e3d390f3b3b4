//! Comments where they are kept (`-C`). Knows nothing of where they go.

use crate::engine::Preprocessor;
use crate::token::Token;

impl Preprocessor<'_> {
    /// What would go on to the end of its line is closed: more may come to stand behind it.
    pub(crate) fn close_comment(&mut self, t: &mut Token) {
        if let Some(text) = closed(self.spelling(t)) {
            (t.pos, t.len) = self.sources.make(&text);
        }
    }
}

/// A comment that goes on to the end of its line as one that does not; nothing if it is none.
pub(crate) fn closed(comment: &[u8]) -> Option<Vec<u8>> {
    let mut text = [b"/*", comment.strip_prefix(b"//")?, b"*/"].concat();
    // What would close it before its time must not.
    for at in 2..text.len() - 2 {
        if text[at] == b'/' && (text[at - 1] == b'*' || text[at + 1] == b'*') {
            text[at] = b'|';
        }
    }
    Some(text)
}
