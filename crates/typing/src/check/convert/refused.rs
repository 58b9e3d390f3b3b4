//! What is said of casts that cannot be ([expr.static.cast], [expr.const.cast], [expr.dynamic.cast]).

use cleave_codes::codes;
use cleave_hir::NamedCast;

use crate::check::convert::is_subset;
use crate::code::source::first_token;
use crate::convert::is_base_of;
use crate::convert::standard::adds_deep_qualifiers;
use crate::thir::{Category, ExprId};
use crate::{At, Context, Fill, Problem, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// A pointer as an integer that does not hold it.
    /// By a cast in C's notation it is compared with null as a `bool`, not so by a `named` one.
    pub(crate) fn check_small_integer(
        &mut self,
        to: Ty<'db>,
        e: ExprId,
        named: bool,
        site: Site<'db>,
    ) {
        let db = self.db;
        let from = self.ty(e).decayed(db);
        let pointer = from.is_pointer(db) || from.is_nullptr(db);
        let small = to.is_integral(db)
            && (!to.is_bool(db) || named)
            && crate::class::layout(db, to.unqualified(db)).is_some_and(|l| l.size < 8);
        if pointer && small && !self.is_instantiation() {
            let at = first_token(db, site);
            self.warnings
                .push(Problem::new(codes::POINTER_TO_SMALLER_INTEGER, at).at(At::First));
        }
    }

    /// A pointer to a member as one to a function or to `void`, by a C-style cast: GNU's compilers take it.
    pub(crate) fn member_as_function(
        &mut self,
        to: Ty<'db>,
        e: ExprId,
        site: Site<'db>,
    ) -> Option<ExprId> {
        let db = self.db;
        let target = to.pointee(db)?;
        if !self.ty(e).is_member_pointer(db)
            || !(target.is_void(db) || target.is_function(db))
            || self.is_substitution()
        {
            return None;
        }
        if !self.is_instantiation() {
            let at = first_token(db, site);
            self.warnings
                .push(Problem::new(codes::MEMBER_POINTER_TO_FUNCTION_POINTER, at).at(At::First));
        }
        let value = self.rvalue(e);
        let how = crate::thir::Conversion::Reinterpret;
        Some(self.convert(how, value, to.unqualified(db)))
    }

    /// `static_cast<void *>(f)` and the way back, which GNU's compilers take, and `static_cast<const int **>(q)` of an `int **`.
    pub(crate) fn cast_with_warning(
        &mut self,
        to: Ty<'db>,
        e: ExprId,
        site: Site<'db>,
    ) -> Option<ExprId> {
        let db = self.db;
        let from = self.ty(e).decayed(db);
        let (to_what, from_what) = (to.pointee(db)?, from.pointee(db)?);
        let fits = to_what.is_void(db) && from_what.is_function(db)
            || to_what.is_function(db)
                && from_what.is_void(db)
                && !from_what.top_quals(db).is_const
            || adds_deep_qualifiers(db, from, to);
        if !fits || self.is_substitution() {
            return None;
        }
        if !self.is_instantiation() {
            let mut problem = Problem::new(codes::INVALID_TYPE_CONVERSION, site);
            problem.soft = true;
            self.warnings.push(problem);
        }
        let value = self.rvalue(e);
        let how = crate::thir::Conversion::Reinterpret;
        Some(self.convert(how, value, to.unqualified(db)))
    }

    /// Says so of a cast of a pointer from a virtual base to a class derived from it ([expr.static.cast]/11).
    pub(crate) fn is_virtual_downcast(
        &mut self,
        to: Ty<'db>,
        e: ExprId,
        site: Site<'db>,
        at: At<'db>,
    ) -> bool {
        let db = self.db;
        let pointees = to.pointee(db).zip(self.ty(e).decayed(db).pointee(db));
        let Some((derived, base)) = pointees else {
            return false;
        };
        let (derived, base) = (derived.unqualified(db), base.unqualified(db));
        let wrong = derived.is_class(db)
            && base.is_class(db)
            && derived != base
            && is_base_of(db, base, derived)
            && is_virtually(db, base, derived, 0)
            && !self.is_instantiation()
            && !self.in_template();
        if wrong {
            self.problems.push(
                Problem::new(
                    codes::DOWNCAST_FROM_VIRTUAL_BASE {
                        base: Fill::Type(base),
                        class: Fill::Type(derived),
                    },
                    site,
                )
                .at(at),
            );
        }
        wrong
    }

    /// What stands against a named cast, where there are words of its own for it.
    pub(crate) fn refused_cast(
        &self,
        cast: NamedCast,
        to: Ty<'db>,
        e: ExprId,
        site: Site<'db>,
    ) -> Option<Problem<'db>> {
        let db = self.db;
        let from = self.ty(e);
        let operand = |number| {
            let at = first_token(db, self.site_of(e));
            Some(Problem::new(number, at).at(At::First))
        };
        let operand_with = |code: codes::QUALIFIERS_DROPPED_BY_REFERENCE<Fill<'db>>| {
            let at = first_token(db, self.site_of(e));
            Some(Problem::new(code, at).at(At::First))
        };
        match cast {
            NamedCast::Dynamic => {
                let target = match to.is_reference(db) {
                    true => to.strip_reference(db),
                    false => to.pointee(db).unwrap_or(to),
                };
                let is_complete = target.is_class(db) && !self.lacks_definition(target);
                let wanted = to.is_reference(db) && is_complete
                    || to.is_pointer(db) && (is_complete || target.is_void(db));
                if !wanted {
                    return Some(
                        Problem::new(codes::INVALID_DYNAMIC_CAST_TYPE, site).at(At::Inside),
                    );
                }
                let source = match to.is_reference(db) {
                    true => Some(from),
                    false => from.decayed(db).pointee(db),
                };
                let lvalue = matches!(to.kind(db), TyKind::LvalueReference(_));
                let temporary = self.category(e) == Category::Prvalue;
                match source {
                    _ if to.is_reference(db) && !lvalue && !from.is_class(db) => {
                        operand(codes::DYNAMIC_CAST_OPERAND_NOT_A_CLASS)
                    }
                    _ if to.is_reference(db) && !from.is_class(db) || lvalue && temporary => {
                        operand(codes::DYNAMIC_CAST_OPERAND_NOT_AN_LVALUE)
                    }
                    None => operand(codes::DYNAMIC_CAST_OPERAND_NOT_A_POINTER),
                    Some(s) if s.is_unknown(db) => None,
                    Some(s) if !s.is_class(db) || self.lacks_definition(s) => {
                        operand(codes::DYNAMIC_CAST_OPERAND_NOT_A_POINTER)
                    }
                    Some(s) if !is_subset(s, target, db) => {
                        Some(drops_qualifiers("dynamic_cast", site))
                    }
                    Some(s) => {
                        let known = crate::class::class_info(db, s.unqualified(db));
                        let plain = known.is_some_and(|i| !i.is_polymorphic);
                        plain
                            .then(|| operand(codes::DYNAMIC_CAST_OPERAND_NOT_POLYMORPHIC))
                            .flatten()
                    }
                }
            }
            NamedCast::Const => {
                let referent = match to.is_reference(db) {
                    true => Some(to.strip_reference(db)),
                    false => to.pointee(db),
                };
                let function = referent.is_some_and(|t| t.is_function(db));
                if function || !to.is_pointer_like(db) && !to.is_reference(db) {
                    return Some(Problem::new(codes::INVALID_CONST_CAST_TYPE, site).at(At::Inside));
                }
                let lvalue = matches!(to.kind(db), TyKind::LvalueReference(_));
                let is_temporary = self.category(e) == Category::Prvalue;
                match from.is_function(db) && to.is_reference(db) {
                    true if lvalue => operand(codes::NOT_AN_LVALUE),
                    true => Some(Problem::new(codes::CONST_CAST_OF_PRVALUE, site).at(At::Inside)),
                    false if lvalue && !from.is_void(db) && is_temporary => {
                        operand(codes::NOT_AN_LVALUE)
                    }
                    false if is_temporary && to.is_reference(db) && !from.is_class(db) => {
                        operand(codes::CONST_CAST_OF_PRVALUE)
                    }
                    false if from.is_void(db) || lvalue && self.category(e) != Category::Lvalue => {
                        None
                    }
                    false => operand(codes::CONST_CAST_CHANGES_TYPE),
                }
            }
            NamedCast::Static
                if matches!(to.kind(db), TyKind::LvalueReference(_))
                    && !to.is_unknown(db)
                    && !from.is_void(db)
                    && self.category(e) == Category::Prvalue =>
            {
                operand(codes::NOT_AN_LVALUE)
            }
            NamedCast::Static if to.is_reference(db) => {
                let referent = to.strip_reference(db);
                let (own, wanted) = (from.unqualified(db), referent.unqualified(db));
                let related = own == wanted || is_base_of(db, wanted, own);
                if !related || is_subset(from, referent, db) {
                    return None;
                }
                match to.kind(db) {
                    TyKind::RvalueReference(_) => {
                        operand_with(codes::QUALIFIERS_DROPPED_BY_REFERENCE {
                            to: Fill::Type(to),
                            from: Fill::Type(from),
                        })
                    }
                    _ => Some(drops_qualifiers("static_cast", site)),
                }
            }
            NamedCast::Static => {
                let (p, q) = (from.decayed(db).pointee(db)?, to.pointee(db)?);
                let related = p.unqualified(db) == q.unqualified(db)
                    || is_base_of(db, p, q)
                    || is_base_of(db, q, p);
                (related && !is_subset(p, q, db)).then(|| drops_qualifiers("static_cast", site))
            }
            NamedCast::Reinterpret
                if to.is_reference(db)
                    && !to.is_unknown(db)
                    && !from.is_void(db)
                    && self.category(e) == Category::Prvalue =>
            {
                operand(codes::NOT_AN_LVALUE)
            }
            NamedCast::Reinterpret if casts_away(db, from, to) => {
                Some(drops_qualifiers("reinterpret_cast", site))
            }
            _ => None,
        }
    }
}

impl<'db> Context<'db> {
    /// What stands against `__builtin_bit_cast` of `e`, written at `operand`, to the type `to`, written at `at` ([bit.cast]).
    pub(crate) fn refused_bit_cast(
        &self,
        to: Ty<'db>,
        at: Site<'db>,
        e: ExprId,
        operand: Site<'db>,
    ) -> Option<Problem<'db>> {
        let db = self.db;
        let from = self.ty(e);
        if from.is_unknown(db) || to.is_dependent(db) || from.is_dependent(db) {
            return None;
        }
        let operand = first_token(db, operand);
        let places = [(to, at), (from.strip_reference(db), operand)];
        for (ty, place) in places {
            let ty = ty.innermost_element(db).unqualified(db);
            if self.is_trivially_copyable(ty) == Some(false) {
                return Some(Problem::new(codes::NOT_TRIVIALLY_COPYABLE, place).at(At::First));
            }
        }
        let size = |ty: Ty<'db>| crate::class::layout::size_of(db, ty.unqualified(db));
        let (own, other) = (size(to)?, size(from)?);
        let code = codes::BIT_CAST_SIZE_MISMATCH {
            from: Fill::Type(from.unqualified(db)),
            to: Fill::Type(to),
        };
        (own != other).then(|| Problem::new(code, operand).at(At::First))
    }
}

fn drops_qualifiers<'db>(cast: &'static str, site: Site<'db>) -> Problem<'db> {
    let cast = Fill::Text(cast.into());
    Problem::new(codes::CAST_DROPS_QUALIFIERS { cast }, site).at(At::First)
}

/// Whether a cast between pointers or pointers to members, or to a reference, casts away qualifiers: no conversion leads from the
/// ones of one type to those of the other ([expr.const.cast]/7).
pub(crate) fn casts_away<'db>(db: &'db dyn cleave_base_db::Db, from: Ty<'db>, to: Ty<'db>) -> bool {
    let pointee = |t: Ty<'db>| match t.kind(db) {
        TyKind::Pointer(of) | TyKind::MemberPointer { member: of, .. } => Some(*of),
        _ => None,
    };
    // Functions have no qualifiers, and pointers to members are no pointers.
    let is_function = |t: Option<Ty<'db>>| t.is_some_and(|t| t.is_function(db));
    if is_function(pointee(to)) || is_function(Some(to.strip_reference(db))) {
        return false;
    }
    if !to.is_reference(db) && to.is_member_pointer(db) != from.is_member_pointer(db) {
        return false;
    }
    let mut pair = match to.is_reference(db) {
        true => Some((from, to.strip_reference(db))),
        false => pointee(from.decayed(db).unqualified(db)).zip(pointee(to.unqualified(db))),
    };
    // Where a qualifier is added, all levels above must be constant.
    let mut above = true;
    while let Some((a, b)) = pair {
        let quals = |t: Ty<'db>| t.innermost_element(db).top_quals(db);
        let (x, y) = (quals(a), quals(b));
        let (drops, same) = (
            x.is_const && !y.is_const || x.is_volatile && !y.is_volatile,
            x.is_const == y.is_const && x.is_volatile == y.is_volatile,
        );
        if drops || !same && !above {
            return true;
        }
        above &= y.is_const;
        pair = pointee(a.unqualified(db)).zip(pointee(b.unqualified(db)));
    }
    false
}

/// Whether the way from a class to a base of it leads through a virtual base.
fn is_virtually<'db>(
    db: &'db dyn cleave_base_db::Db,
    base: Ty<'db>,
    derived: Ty<'db>,
    depth: u32,
) -> bool {
    let Some(info) = crate::class::class_info(db, derived).filter(|_| depth < 64) else {
        return false;
    };
    info.bases.iter().any(|b| {
        let ty = b.ty.unqualified(db);
        let leads = ty == base || is_base_of(db, base, ty);
        leads && (b.is_virtual || is_virtually(db, base, ty, depth + 1))
    })
}
