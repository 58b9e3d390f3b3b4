//! Types that the compiler makes of types: `__underlying_type` and its kin.

use cleave_hir::Name;
use cleave_lang::{Builtin, Qualifiers};

use crate::ty::classify::to_unsigned;
use crate::{Context, Ty, TyKind};

impl<'db> Context<'db> {
    /// What a type transformation makes of a type that depends on nothing.
    pub(super) fn transform(&mut self, name: &Name, of: Ty<'db>) -> Ty<'db> {
        let db = self.db;
        if of.is_error(db) {
            return of;
        }
        let quals = |is_const: bool, is_volatile: bool| Qualifiers {
            is_const: of.top_quals(db).is_const && !is_const,
            is_volatile: of.top_quals(db).is_volatile && !is_volatile,
            is_restrict: of.top_quals(db).is_restrict,
        };
        match name.as_str() {
            "__underlying_type" => match crate::class::underlying(db, of) {
                Some(ty) => ty,
                None => {
                    self.fail();
                    Ty::error(db)
                }
            },
            "__remove_const" => of.with_quals(db, quals(true, false)),
            "__remove_volatile" => of.with_quals(db, quals(false, true)),
            "__remove_cv" => of.with_quals(db, quals(true, true)),
            "__remove_reference" | "__remove_reference_t" => of.strip_reference(db),
            "__remove_cvref" => of.strip_reference(db).unqualified(db),
            "__remove_pointer" => match of.kind(db) {
                TyKind::Pointer(to) => *to,
                _ => of,
            },
            "__add_pointer" => match of.kind(db) {
                TyKind::Function(f)
                    if !f.quals.is_empty() || f.ref_qualifier.is_some_and(is_written) =>
                {
                    of
                }
                _ => of.strip_reference(db).pointer(db),
            },
            "__add_lvalue_reference" => match of.is_void(db) {
                true => of,
                false => of.lvalue_reference(db),
            },
            "__add_rvalue_reference" => match of.is_void(db) {
                true => of,
                false => of.rvalue_reference(db),
            },
            "__remove_extent" => match of.kind(db) {
                TyKind::Array(element, _) => *element,
                _ => of,
            },
            "__remove_all_extents" => of.innermost_element(db),
            "__decay" => match of.strip_reference(db) {
                t if t.is_array(db) || t.is_function(db) => t.decayed(db),
                t => t.unqualified(db),
            },
            "__make_unsigned" => self.signedness(of, false),
            "__make_signed" => self.signedness(of, true),
            _ => {
                self.unknown = true;
                Ty::error(db)
            }
        }
    }

    /// The integer type of the same size with the other signedness ([meta.trans.sign]).
    fn signedness(&mut self, of: Ty<'db>, signed: bool) -> Ty<'db> {
        let db = self.db;
        let underlying = match of.is_enum(db) {
            true => crate::class::underlying(db, of),
            false => Some(of),
        };
        let Some(b) = underlying.and_then(|t| t.as_builtin(db)) else {
            self.fail();
            return Ty::error(db);
        };
        use Builtin::*;
        let unsigned = match (b, of.is_enum(db)) {
            (Bool, _) => {
                self.fail();
                return Ty::error(db);
            }
            (WChar | Char32, _) => UnsignedInt,
            (Char16, _) => UnsignedShort,
            (Char8, _) => UnsignedChar,
            (b, _) => to_unsigned(b),
        };
        let made = match (signed, unsigned) {
            (false, b) => b,
            (true, UnsignedChar) => SignedChar,
            (true, UnsignedShort) => Short,
            (true, UnsignedInt) => Int,
            (true, UnsignedLong) => Long,
            (true, UnsignedLongLong) => LongLong,
            (true, UnsignedInt128) => Int128,
            (true, b) => b,
        };
        Ty::builtin(db, made).qualified(db, of.quals(db))
    }
}

fn is_written(r: cleave_lang::RefQualifier) -> bool {
    r != cleave_lang::RefQualifier::None
}
