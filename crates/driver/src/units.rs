//! From the pieces of a unit to those of a database. Pieces at the beginning and at the end that stay as they were are copied and not
//! looked at. Knows nothing of how a unit is preprocessed.

use std::sync::Arc;

use cleave_base_db::{
    Db, Interface, NewPiece, PieceText, SourceFile, SourceText, decode, join_lines,
    may_hold_stray_bytes,
};
use cleave_preprocessor::{PieceBytes, UnitText};

/// A unit's text as a database has it. The whole is put together when somebody reads it.
pub(crate) struct Decoded {
    pub(crate) text: SourceText,
    /// The pieces, each beside that of the unit; nothing if lines may be joined over the end of one.
    pieces: Option<Pieces>,
}

struct Pieces {
    of_unit: Vec<PieceBytes>,
    decoded: Vec<NewPiece>,
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
            Some(pieces) => file.divide_at(db, &pieces.decoded, interface),
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
                file.edit_pieces(db, text, &pieces.decoded, same, interface);
            }
            _ => file.edit(db, text, interface),
        }
    }

    /// The text of a unit, and how many pieces at the beginning and at the end are those of the text before.
    fn build(unit: &UnitText, before: Option<&Decoded>) -> (Decoded, (usize, usize)) {
        let new = &unit.pieces[..];
        let before = before.and_then(|b| b.pieces.as_ref());
        let old = before.map_or(0, |b| b.of_unit.len());
        let same = |of_new: usize, of_old: usize| {
            let (a, Some(before)) = (&new[of_new], before) else {
                return false;
            };
            let b = &before.of_unit[of_old];
            a.included == before.decoded[of_old].included && a.text == *b
        };
        let shorter = new.len().min(old);
        let first = (0..shorter).take_while(|&n| same(n, n)).count();
        let from_end = |n: &usize| same(new.len() - 1 - n, old - 1 - n);
        let last = (0..shorter - first).take_while(from_end).count();
        let fresh = &new[first..new.len() - last];
        if !unit.divided || fresh.iter().any(|p| may_join(&p.text)) {
            let bytes: Vec<u8> = new.iter().flat_map(|p| p.text.to_vec()).collect();
            let text = join_lines(decode(bytes)).into();
            return (Decoded { text, pieces: None }, (0, 0));
        }
        let decoded = new.iter().enumerate().map(|(nth, piece)| {
            let kept = match () {
                () if nth < first => Some(nth),
                () if nth >= new.len() - last => Some(nth + old - new.len()),
                () => None,
            };
            match (kept, before) {
                (Some(nth), Some(before)) => before.decoded[nth].clone(),
                _ => NewPiece {
                    text: text_of(&piece.text),
                    included: piece.included,
                },
            }
        });
        let decoded: Vec<NewPiece> = decoded.collect();
        let text = SourceText::of_pieces(decoded.iter().map(|p| p.text.clone()).collect());
        let of_unit = new.iter().map(|p| p.text.clone()).collect();
        let pieces = Some(Pieces { of_unit, decoded });
        (Decoded { text, pieces }, (first, last))
    }
}

mod session;

pub(crate) use session::{Create, Session, kept};

#[cfg(test)]
mod tests;

/// The text of a piece: the same bytes in memory if they are text.
fn text_of(piece: &PieceBytes) -> PieceText {
    match piece {
        PieceBytes::Text(text) if !may_hold_stray_bytes(text) => Arc::clone(text).into(),
        _ => decode(piece.to_vec()).into(),
    }
}

/// Whether a line may end with a backslash, blanks behind it left out.
fn may_join(text: &[u8]) -> bool {
    memchr::memchr_iter(b'\\', text).any(|at| {
        let rest = text[at + 1..].iter();
        let mut behind = rest.skip_while(|b| matches!(b, b' ' | b'\t' | b'\r' | 0x0b | 0x0c));
        matches!(behind.next(), Some(b'\n') | None)
    })
}
