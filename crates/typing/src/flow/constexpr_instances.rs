//! Which instances of constexpr templates are constexpr: one that does not meet the requirements is an ordinary function
//! ([dcl.constexpr]/7). This module must not know a diagnostic.

use cleave_base_db::Db;
use cleave_syntax::Standard;

use crate::class::{Special, class_info, has_virtual_bases, special};
use crate::flow::constexpr_bodies::is_uninitialized;
use crate::function::{class_of, definition, signature};
use crate::thir::{ExprId, ExprKind, Implicit, LocalKind, Stmt, Typed};
use crate::{Context, Entity, Step, Ty, check};

/// Whether a function is constexpr. Of an instance the types, the body and what initialises bases and members are looked at.
pub fn is_constexpr<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    let says = signature(db, function).is_some_and(|s| s.is_constexpr);
    says && (function.env(db).is_none() || meets_requirements(db, function))
}

/// Whether the call operator of a closure may be constexpr without a word ([expr.prim.lambda.closure]/4), as far as its types and
/// variables go. Its statements do not count.
pub fn may_be_constexpr<'db>(db: &'db dyn Db, operator: Entity<'db>) -> bool {
    meets_requirements(db, operator)
}

/// Whether an instance of a constexpr template meets the requirements of a constexpr function. A constructor that needs itself, by way of
/// those of its parts, does not fail for that.
#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| true, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || true))]
fn meets_requirements<'db>(db: &'db dyn Db, instance: Entity<'db>) -> bool {
    let _level = crate::engine::depth::Level::enter();
    let (Some(signature), Some(cx)) = (signature(db, instance), Context::of(db, instance)) else {
        return true;
    };
    let mut types = (signature.ty.params.iter()).chain([&signature.ty.ret]);
    if types.any(|ty| is_no_literal(&cx, *ty)) {
        return false;
    }
    let Some(defined) = definition(db, instance).filter(|_| !signature.is_defaulted) else {
        return true;
    };
    let Some(typed) = check::body(db, defined).filter(|typed| !typed.dependent) else {
        return true;
    };
    // The result may be deduced.
    if typed.ret.is_some_and(|ty| is_no_literal(&cx, ty)) {
        return false;
    }
    let standard = instance.decl(db).code(db).file(db).dialect(db).standard;
    let code = Instance {
        db,
        cx,
        typed,
        standard,
    };
    // C++23 takes the requirements back (P2448).
    standard > Standard::Cpp20 || code.has_literals() && code.makes_parts(instance)
}

/// Code of an instance.
struct Instance<'db> {
    db: &'db dyn Db,
    cx: Context<'db>,
    typed: &'db Typed<'db>,
    standard: Standard,
}

impl<'db> Instance<'db> {
    /// Whether its variables are of literal types and initialised.
    fn has_literals(&self) -> bool {
        self.typed.stmts.iter().all(|stmt| {
            let Stmt::Local(l, value) = stmt else {
                return true;
            };
            let local = self.typed.locals.get(l.0 as usize);
            let Some(local) = local.filter(|l| l.kind == LocalKind::Automatic) else {
                return !local.is_some_and(|l| matches!(l.kind, LocalKind::Static(_)));
            };
            let lacks_value = self.standard < Standard::Cpp20
                && local.declared.is_some_and(|declared| {
                    is_uninitialized(self.db, self.typed, local, declared, *value)
                });
            !lacks_value && !is_no_literal(&self.cx, local.ty)
        })
    }

    /// Whether a constructor initialises all bases and members, by constexpr constructors.
    fn makes_parts(&self, function: Entity<'db>) -> bool {
        let db = self.db;
        let class = class_of(db, function);
        let info = class.and_then(|c| class_info(db, c.unqualified(db)));
        let (Some(class), Some(info), false) = (class, info, self.typed.inits.is_empty()) else {
            return true;
        };
        if has_virtual_bases(db, class.unqualified(db)) {
            return false;
        }
        self.typed.inits.iter().all(|init| {
            // Of an anonymous union one member is enough.
            let is_anonymous = match init.target {
                Some(Step::Field(n)) => {
                    (info.fields.get(n as usize)).is_some_and(|f| f.name.is_empty())
                }
                _ => false,
            };
            is_anonymous || self.makes(init.value)
        })
    }

    /// Whether an expression makes an object in a constant.
    fn makes(&self, e: ExprId) -> bool {
        let Some(x) = self.typed.exprs.get(e.0 as usize) else {
            return true;
        };
        match &x.kind {
            ExprKind::Uninitialized => {
                self.standard >= Standard::Cpp20
                    || !x.ty.innermost_element(self.db).is_scalar(self.db)
            }
            ExprKind::Full(of) | ExprKind::Array(_, Some(of)) => self.makes(*of),
            ExprKind::Construct(constructor, _) => {
                let sig = signature(self.db, *constructor);
                sig.is_none_or(|s| s.is_defaulted) || is_constexpr(self.db, *constructor)
            }
            // An inherited constructor: the class is no aggregate, and a constructor of a base makes the base.
            ExprKind::Aggregate(parts) => {
                class_info(self.db, x.ty.unqualified(self.db)).is_none_or(|i| i.is_aggregate)
                    || parts.iter().flatten().all(|part| self.makes(*part))
            }
            ExprKind::ConstructImplicit(how, _) => {
                let which = match how {
                    Implicit::Default => Special::Default,
                    Implicit::Copy => Special::Copy,
                    Implicit::Move => Special::Move,
                };
                let class = x.ty.innermost_element(self.db).unqualified(self.db);
                let state = special(self.db, class, which);
                state.is_none_or(|s| s.constexpr || s.trivial)
            }
            _ => true,
        }
    }
}

/// Whether a type certainly is no literal type ([basic.types.general]/10).
fn is_no_literal<'db>(cx: &Context<'db>, ty: Ty<'db>) -> bool {
    ty.innermost_element(cx.db).is_class(cx.db) && cx.is_literal(ty) == Some(false)
}
