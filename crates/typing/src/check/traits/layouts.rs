//! Layout-compatible types ([basic.types.general], [class.mem.general], [dcl.enum]).

use crate::class::{Field, class_info, underlying};
use crate::{Context, Ty};

/// Classes nested deeper are not compared.
const DEPTH: u32 = 64;

impl<'db> Context<'db> {
    /// Whether two types without qualifiers are layout-compatible; `None`: not known.
    pub(crate) fn is_layout_compatible(&self, a: Ty<'db>, b: Ty<'db>, depth: u32) -> Option<bool> {
        let db = self.db;
        if a == b {
            return Some(true);
        }
        if a.is_enum(db) && b.is_enum(db) {
            return Some(underlying(db, a)? == underlying(db, b)?);
        }
        if !a.is_class(db) || !b.is_class(db) {
            return Some(false);
        }
        let depth = (depth < DEPTH).then_some(depth + 1)?;
        if !self.is_standard_layout(a, 0)? || !self.is_standard_layout(b, 0)? {
            return Some(false);
        }
        let (x, y) = (class_info(db, a)?, class_info(db, b)?);
        if x.is_union != y.is_union {
            return Some(false);
        }
        // Bases are compared one by one, whatever their members are.
        if x.bases.len() != y.bases.len() {
            return Some(false);
        }
        for (base, other) in x.bases.iter().zip(&y.bases) {
            let (base, other) = (base.ty.unqualified(db), other.ty.unqualified(db));
            if !self.is_layout_compatible(base, other, depth)? {
                return Some(false);
            }
        }
        let mut ours: Vec<&Field<'db>> = x.fields.iter().collect();
        let mut theirs: Vec<&Field<'db>> = y.fields.iter().collect();
        if ours.len() != theirs.len() {
            return Some(false);
        }
        if x.is_union {
            // In any order: each member finds one of the other side.
            while let Some(field) = ours.pop() {
                let mut found = None;
                for (i, other) in theirs.iter().enumerate() {
                    if self.fields_agree(field, other, depth)? {
                        found = Some(i);
                        break;
                    }
                }
                match found {
                    Some(i) => theirs.swap_remove(i),
                    None => return Some(false),
                };
            }
            return Some(true);
        }
        for (field, other) in ours.into_iter().zip(theirs) {
            if !self.fields_agree(field, other, depth)? {
                return Some(false);
            }
        }
        Some(true)
    }

    fn fields_agree(&self, a: &Field<'db>, b: &Field<'db>, depth: u32) -> Option<bool> {
        let db = self.db;
        if a.width != b.width {
            return Some(false);
        }
        self.is_layout_compatible(a.ty.unqualified(db), b.ty.unqualified(db), depth)
    }
}
