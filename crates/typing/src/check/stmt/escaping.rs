//! References and pointers that a function returns to what ends with it: its variables, parameters and temporary objects
//! ([basic.stc.auto], [class.temporary]).

use cleave_codes::codes;
use cleave_lang::Operator;

use crate::class::class_info;
use crate::thir::{Conversion, ExprId, ExprKind, LocalId, LocalKind};
use crate::{At, Context, Problem, Ty};

/// Whose storage it is.
enum Storage {
    Local(LocalId),
    Temporary,
}

impl<'db> Context<'db> {
    /// Warns of a returned reference or pointer to what ends with the function. Of a template it is said where it is defined.
    pub(super) fn check_escape(&mut self, ret: Ty<'db>, value: ExprId) {
        let db = self.db;
        let (reference, pointer) = (ret.is_reference(db), ret.is_pointer(db));
        if self.is_instantiation() || !reference && !pointer {
            return;
        }
        let dies = |l: LocalId| {
            (self.out.locals.get(l.0 as usize)).is_some_and(|l| {
                let is_own = matches!(l.kind, LocalKind::Automatic | LocalKind::Param(_));
                is_own && !l.ty.is_reference(db)
            })
        };
        let number = match self.storage(value, pointer) {
            Some(Storage::Local(local)) if !dies(local) => return,
            Some(Storage::Local(_)) if reference => codes::RETURNING_REF_TO_LOCAL_VARIABLE,
            Some(Storage::Local(_)) => codes::RETURNING_PTR_TO_LOCAL_VARIABLE,
            Some(Storage::Temporary) if reference => codes::RETURNING_REFERENCE_TO_TEMPORARY,
            Some(Storage::Temporary) => codes::RETURNING_POINTER_TO_TEMPORARY,
            None => return,
        };
        let site = self.start_of(value);
        self.warnings.push(Problem::new(number, site).at(At::First));
    }

    /// The storage that a glvalue lies in, or that a pointer points into, as far as the expression shows it.
    fn storage(&self, value: ExprId, mut pointer: bool) -> Option<Storage> {
        let db = self.db;
        let mut at = value;
        loop {
            at = match &self.node(at).kind {
                ExprKind::Full(e) => *e,
                ExprKind::Convert(
                    Conversion::Noop
                    | Conversion::ToBase(_)
                    | Conversion::ToDerived(_)
                    | Conversion::VoidPointer
                    | Conversion::Reinterpret,
                    e,
                ) if !pointer || self.ty(*e).is_pointer(db) => *e,
                ExprKind::Unary(Operator::AddressOf, e)
                | ExprKind::Convert(Conversion::Decay, e)
                    if pointer =>
                {
                    pointer = false;
                    *e
                }
                ExprKind::Binary(Operator::Plus | Operator::Minus, a, b) if pointer => {
                    match self.ty(*a).is_pointer(db) {
                        true => *a,
                        false => *b,
                    }
                }
                ExprKind::Unary(Operator::Dereference, e) if !pointer => {
                    pointer = true;
                    *e
                }
                ExprKind::Index(base, _) if !pointer => {
                    pointer = self.ty(*base).is_pointer(db);
                    *base
                }
                // What a member that is a reference refers to lies elsewhere.
                ExprKind::Field(object, n) if !pointer && !self.is_reference(*object, *n) => {
                    *object
                }
                ExprKind::Local(l) if !pointer => return Some(Storage::Local(*l)),
                ExprKind::Materialize(_) if !pointer => return Some(Storage::Temporary),
                _ => return None,
            };
        }
    }

    /// Whether a class declares a member, by its number, as a reference.
    fn is_reference(&self, object: ExprId, member: u32) -> bool {
        let class = class_info(self.db, self.ty(object).unqualified(self.db));
        let field = class.and_then(|c| c.fields.get(member as usize));
        field.is_none_or(|f| f.ty.is_reference(self.db))
    }
}
