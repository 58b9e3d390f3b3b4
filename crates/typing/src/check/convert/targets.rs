//! What no cast may be to, and the casts that the reference takes though the standard does not ([expr.cast], [expr.static.cast],
//! [expr.reinterpret.cast]).

use cleave_codes::codes;
use cleave_hir::NamedCast;
use cleave_syntax::Standard;

use crate::code::source::first_token;
use crate::thir::{Category, Conversion, ExprId, ExprKind};
use crate::{At, Bound, Context, Problem, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// A cast to what no value is of, written at `at`: to an abstract or incomplete class, to an array or a function, and by
    /// `reinterpret_cast` to any class but the operand's own. `named`: the keyword, if it is not a cast in C's notation.
    pub(crate) fn is_no_target(
        &mut self,
        named: Option<NamedCast>,
        ty: Ty<'db>,
        e: ExprId,
        at: Site<'db>,
    ) -> bool {
        let db = self.db;
        if self.is_abstract_cast(ty, at) || self.check_made(ty, at) {
            return true;
        }
        let initializes = matches!(named, None | Some(NamedCast::Static));
        let from_own = |cx: &Self| cx.ty(e) == ty;
        let wrong = match ty.is_array(db) {
            true => !initializes || !self.initializes_arrays(),
            false if ty.is_function(db) => true,
            false => {
                named == Some(NamedCast::Reinterpret)
                    && ty.is_class(db)
                    && !from_own(self)
                    && !self.is_bad(e)
                    && !self.is_dependent(e)
            }
        };
        if wrong && !ty.is_unknown(db) {
            let code = match ty.kind(db) {
                TyKind::Array(_, Bound::Unknown) => codes::CAST_TO_INCOMPLETE_ARRAY,
                _ => codes::CAST_NOT_ALLOWED,
            };
            let code = (code, vec![self.shown_target(ty)]);
            let at = self.innermost_written(at);
            self.problems.push(Problem::new(code, at).at(At::First));
            return true;
        }
        false
    }

    /// Where a type begins: a compound type with what it is made of.
    fn innermost_written(&self, at: Site<'db>) -> Site<'db> {
        use cleave_hir::TypeRef as T;
        let Some(mut id) = crate::code::source::index(&self.code.types, at.index) else {
            return at;
        };
        if at.code != self.code_ref || !at.is_type {
            return at;
        }
        for _ in 0..crate::check::DEPTH {
            id = match &self.code[id] {
                T::Array { element, .. } => *element,
                T::Function(f) => f.ret,
                T::Pointer(inner) | T::LvalueReference(inner) | T::RvalueReference(inner) => *inner,
                T::Qualified(_, inner)
                    if !matches!(self.code[*inner], T::Path { .. } | T::Builtin(_)) =>
                {
                    *inner
                }
                _ => break,
            };
        }
        self.type_site(id)
    }

    /// Warns of qualifiers of a type that a value is cast to and that no object has ([expr.type]/2).
    pub(crate) fn check_cast_qualifiers(&mut self, ty: Ty<'db>, at: Site<'db>) {
        let db = self.db;
        let quals = ty.top_quals(db);
        let plain = ty.is_arithmetic(db) || ty.is_enum(db) || ty.is_pointer_like(db);
        // Those of an alias are not looked at.
        let written = crate::code::source::index(&self.code.types, at.index);
        let is_written = at.code == self.code_ref
            && written
                .is_some_and(|id| matches!(self.code[id], cleave_hir::TypeRef::Qualified(..)));
        if plain
            && is_written
            && (quals.is_const || quals.is_volatile)
            && !self.in_template()
            && !self.is_instantiation()
        {
            let at = self.innermost_written(at);
            self.warnings
                .push(Problem::new(codes::QUALIFIER_OF_CAST_TYPE, at).at(At::First));
        }
    }

    /// A type and expressions in parentheses ([expr.type.conv]): one expression makes it a cast.
    pub(crate) fn is_no_construction(&mut self, ty: Ty<'db>, es: &[ExprId], at: Site<'db>) -> bool {
        match *es {
            [e] => self.is_no_target(None, ty, e, at),
            _ => self.is_abstract_cast(ty, at) || self.check_made(ty, at),
        }
    }

    /// Whether a value in parentheses initialises an array (C++20, [dcl.init]/17.5).
    pub(crate) fn initializes_arrays(&self) -> bool {
        self.code_ref.item.file(self.db).dialect(self.db).standard >= Standard::Cpp20
    }

    /// `reinterpret_cast` to the operand's own type where that is no pointer, integer or enumeration: the reference takes it.
    pub(super) fn reinterpreted_as_itself(
        &mut self,
        ty: Ty<'db>,
        e: ExprId,
        site: Site<'db>,
    ) -> Option<ExprId> {
        let db = self.db;
        let own = self.ty(e) == ty;
        let usual = ty.is_pointer_like(db) || ty.is_integral(db) || ty.is_enum(db);
        if !own || usual || ty.is_reference(db) || self.is_substitution() {
            return None;
        }
        if !self.is_instantiation() {
            let at = first_token(db, site);
            let problem = Problem::new(codes::NONSTANDARD_REINTERPRET_CAST, at);
            self.warnings.push(problem.at(At::First));
        }
        let lvalue = self.category(e) != Category::Prvalue;
        Some(match ty.is_class(db) && lvalue {
            true => self.push(
                ExprKind::Convert(Conversion::Noop, e),
                ty,
                Category::Prvalue,
                site,
            ),
            false => self.rvalue(e),
        })
    }
}
