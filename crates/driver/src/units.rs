//! From the pieces of a unit to those of a database. Pieces at the beginning and at the end that stay as they were are copied and not
//! looked at. Knows nothing of how a unit is preprocessed.

use std::sync::Arc;

use cleave_base_db::{Cut, Db, Interface, SourceFile, SourceText, decode, join_lines};
use cleave_preprocessor::{UnitPiece, UnitText};

/// A unit's text as a database has it.
pub(crate) struct Decoded {
    pub(crate) text: SourceText,
    /// The pieces and where they lie; nothing if lines may be joined over the end of one.
    pieces: Option<Vec<(Arc<[u8]>, Cut)>>,
}

impl Decoded {
    /// The text of a unit.
    pub(crate) fn new(unit: &UnitText) -> Decoded {
        Decoded::build(unit, None).0
    }

    /// Makes a file of it that is divided into the same pieces.
    pub(crate) fn divide(
        &self,
        db: &mut dyn Db,
        file: SourceFile,
        interface: impl Fn(&dyn Db, SourceFile) -> Option<Interface>,
    ) {
        match &self.pieces {
            Some(pieces) => file.divide_at(db, &cuts(pieces), interface),
            None => file.divide(db, interface),
        }
    }

    /// Gives a file that was divided so the text of the unit after an edit.
    pub(crate) fn edit(
        &mut self,
        db: &mut dyn Db,
        file: SourceFile,
        unit: &UnitText,
        interface: impl Fn(&dyn Db, SourceFile) -> Option<Interface>,
    ) {
        let was_divided = self.pieces.is_some();
        let (now, same) = Decoded::build(unit, Some(self));
        *self = now;
        let text = self.text.clone();
        match &self.pieces {
            Some(pieces) if was_divided => {
                file.edit_pieces(db, text, &cuts(pieces), same, interface);
            }
            _ => file.edit(db, text, interface),
        }
    }

    /// The text of a unit, and how many pieces at the beginning and at the end are those of the text before.
    fn build(unit: &UnitText, before: Option<&Decoded>) -> (Decoded, (usize, usize)) {
        let new = &unit.pieces[..];
        let old = before.and_then(|b| b.pieces.as_deref()).unwrap_or_default();
        let same = |(a, b): &(&UnitPiece, &(Arc<[u8]>, Cut))| {
            let included = a.included == b.1.included;
            included && (Arc::ptr_eq(&a.text, &b.0) || a.text == b.0)
        };
        let first = new.iter().zip(old).take_while(same).count();
        let rest = new.len().min(old.len()) - first;
        let last = new.iter().rev().zip(old.iter().rev());
        let last = last.take(rest).take_while(same).count();
        let fresh = &new[first..new.len() - last];
        if !unit.divided || fresh.iter().any(|p| may_join(&p.text)) {
            let bytes: Vec<u8> = new.iter().flat_map(|p| p.text.to_vec()).collect();
            let text = join_lines(decode(bytes)).into();
            return (Decoded { text, pieces: None }, (0, 0));
        }
        let mut text = String::with_capacity(new.iter().map(|p| p.text.len()).sum());
        let mut pieces = Vec::with_capacity(new.len());
        for (nth, piece) in new.iter().enumerate() {
            let start = text.len();
            let kept = match () {
                () if nth < first => old.get(nth),
                () if nth >= new.len() - last => old.get(nth + old.len() - new.len()),
                () => None,
            };
            match (kept, before) {
                (Some((_, cut)), Some(before)) => text.push_str(&before.text[cut.range.clone()]),
                _ => text.push_str(&decode(piece.text.to_vec())),
            }
            let cut = Cut {
                range: start..text.len(),
                included: piece.included,
            };
            pieces.push((Arc::clone(&piece.text), cut));
        }
        let decoded = Decoded {
            text: text.into(),
            pieces: Some(pieces),
        };
        (decoded, (first, last))
    }
}

#[cfg(test)]
mod tests;

fn cuts(pieces: &[(Arc<[u8]>, Cut)]) -> Vec<Cut> {
    pieces.iter().map(|p| p.1.clone()).collect()
}

/// Whether a line may end with a backslash, blanks behind it left out.
fn may_join(text: &[u8]) -> bool {
    memchr::memchr_iter(b'\\', text).any(|at| {
        let rest = text[at + 1..].iter();
        let mut behind = rest.skip_while(|b| matches!(b, b' ' | b'\t' | b'\r' | 0x0b | 0x0c));
        matches!(behind.next(), Some(b'\n') | None)
    })
}
