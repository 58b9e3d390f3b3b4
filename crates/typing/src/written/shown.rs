//! Written types as what fills the holes of messages.

use cleave_base_db::Db;

use crate::display::written::written_text;
use crate::thir::ExprId;
use crate::written::Written;
use crate::{Context, Fill, Ty};

impl<'db> Context<'db> {
    /// The type of an expression, or one that is made of it, for a message.
    pub(crate) fn shown(&mut self, e: ExprId, ty: Ty<'db>) -> Fill<'db> {
        if self.is_substitution() || ty.is_unknown(self.db) {
            return Fill::Type(ty);
        }
        let written = self.written_of(e);
        fill(self.db, Some(written), ty)
    }

    /// The types of operands or arguments, for a message.
    pub(crate) fn shown_all(&mut self, es: &[ExprId]) -> Vec<Fill<'db>> {
        (es.iter()).map(|&e| self.shown(e, self.ty(e))).collect()
    }

    /// The type of what is being initialised, or one that is made of it, for a message.
    pub(crate) fn shown_target(&mut self, ty: Ty<'db>) -> Fill<'db> {
        if self.is_substitution() || ty.is_unknown(self.db) {
            return Fill::Type(ty);
        }
        let db = self.db;
        let mut written = self.written_target();
        // An element of an array, however deep.
        while let Some(array) = &written
            && array.fitted(db, ty).is_none()
        {
            written = array.element(db);
        }
        fill(db, written, ty)
    }
}

/// A type for a message: as something is written, if it is made of that.
fn fill<'db>(db: &'db dyn Db, written: Option<Written<'db>>, ty: Ty<'db>) -> Fill<'db> {
    match written.and_then(|w| w.fitted(db, ty)) {
        Some(written) if !written.is_plain() => {
            let (name, meaning) = written_text(db, &written);
            Fill::Written {
                name: name.into(),
                meaning: meaning.map(Into::into),
            }
        }
        _ => Fill::Type(ty),
    }
}
