//! Arithmetic conversions that nobody asks for by a cast and that may change a value, whatever its sign: `--lossy_conversion_warning`.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_lang::Builtin;

use crate::eval::int_type;
use crate::thir::ExprId;
use crate::{Context, Ty};

impl<'db> Context<'db> {
    /// A conversion that initialises or assigns. Of constants the reference looks at the value ([`Context::check_conversion`]).
    pub(crate) fn check_lossy(&mut self, e: ExprId, to: Ty<'db>) {
        let db = self.db;
        let from = self.ty(e);
        if from == to || !is_lossy(db, from.decayed(db), to.strip_reference(db)) {
            return;
        }
        let is_read = !self.is_instantiation() || self.is_of_user();
        let is_asked = self.code_ref.item.file(db).lossy_conversions(db);
        if !is_asked || !is_read || self.modes.substitution {
            return;
        }
        if self.is_written_constant(e, 0) {
            let read = self.rvalue(e);
            if self.written_constant(read).is_some() {
                return;
            }
        }
        self.tell_constant(codes::LOSSY_CONVERSION, e);
    }

    /// The standard conversion before a user-defined one is not reported ([over.best.ics]). `from`: the warnings before it.
    pub(crate) fn forget_lossy(&mut self, from: usize) {
        let mut number = 0;
        self.warnings.retain(|warning| {
            number += 1;
            number <= from || warning.code != codes::LOSSY_CONVERSION
        });
    }
}

/// Whether a type has no room for all values of another: less bytes, a significand that is too short, no fractions. Signs do not count,
/// and what is true or false loses nothing.
fn is_lossy<'db>(db: &'db dyn Db, from: Ty<'db>, to: Ty<'db>) -> bool {
    let to = to.unqualified(db);
    if to.is_bool(db) || to.is_enum(db) {
        return false;
    }
    let integer = |ty: Ty<'db>| int_type(db, ty).map(|(bits, _)| bits);
    match (
        integer(from),
        significand(db, from),
        integer(to),
        significand(db, to),
    ) {
        (Some(from), _, Some(to), _) => to.max(BYTE) < from,
        (Some(from), _, _, Some(to)) => to < from,
        (_, Some(_), Some(_), _) => true,
        (_, Some(from), _, Some(to)) => to < from,
        _ => false,
    }
}

/// A value that is true or false takes as many bits as a character.
const BYTE: u32 = 8;

/// How many binary digits a number of a floating type has.
fn significand<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<u32> {
    match ty.as_builtin(db)? {
        Builtin::Float => Some(24),
        Builtin::Double => Some(53),
        Builtin::LongDouble => Some(64),
        _ => None,
    }
}
