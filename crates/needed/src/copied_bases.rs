//! Bases that a member initializer copies or moves ([class.base.init]): whether a function is called for that, though it may be trivial
//! (reference: device-half, Uses). This module must not know how code is walked.

use cleave_base_db::Db;
use cleave_hir::{BodyRoot, Expr as Written, Init, body_hir};
use cleave_lang::Operator;
use cleave_typing::class::{Special, class_info, has_constructor, special};
use cleave_typing::thir::{Category, Expr, ExprId, ExprKind, Implicit, MemberInit, Typed};
use cleave_typing::{Site, Step, Ty};
use rustc_hash::FxHashSet;

use crate::emitted::Emitted;
use crate::implicit::{called_member, inherited_constructor, is_trivial};

/// The trivial constructor that is called to copy or move a base, and the object that it copies: an initializer in parentheses says so, and
/// an object of the class may take a constructor to make.
pub fn copied_base<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    init: &MemberInit<'db>,
) -> Option<(Emitted<'db>, ExprId)> {
    let (Some(Step::Base(_)), Some(site)) = (init.target, init.written) else {
        return None;
    };
    let mut value = init.value;
    while let ExprKind::Full(inner) = typed.exprs.get(value.0 as usize)?.kind {
        value = inner;
    }
    let x = typed.exprs.get(value.0 as usize)?;
    let class = x.ty.unqualified(db);
    let is_made = x.category == Category::Prvalue && class.is_class(db);
    if is_made && !constructs_base(db, typed, x) && is_argument(db, site, x.site) {
        let moved = called_member(db, class, Special::Move)?;
        return takes_constructor(db, class).then_some((moved, value));
    }
    let (copied, args) = match &x.kind {
        ExprKind::Construct(constructor, args) if is_trivial(db, *constructor) => {
            (Emitted::of(db, *constructor), args)
        }
        ExprKind::ConstructImplicit(how @ (Implicit::Copy | Implicit::Move), args) => {
            let which = match how {
                Implicit::Move => Special::Move,
                _ => Special::Copy,
            };
            let state = special(db, class, which)?;
            if !state.trivial {
                return None;
            }
            let copied = match state.declared {
                Some(declared) => Emitted::of(db, declared),
                None => Emitted::Implicit(class, which),
            };
            (copied, args)
        }
        _ => return None,
    };
    let [source] = **args else {
        return None;
    };
    (takes_constructor(db, class) && !is_in_braces(db, site)).then_some((copied, source))
}

/// Whether a prvalue is what the constructor of a base makes of what is written: it copies or moves an object, the written argument is
/// that of the constructor, or the base inherits the constructor.
fn constructs_base<'db>(db: &'db dyn Db, typed: &Typed<'db>, x: &Expr<'db>) -> bool {
    match &x.kind {
        ExprKind::Aggregate(parts) => inherited_constructor(db, typed, x.ty, parts).is_some(),
        ExprKind::ConstructImplicit(how, _) => *how != Implicit::Default,
        ExprKind::Construct(_, args) => {
            let class = x.ty.unqualified(db);
            let first = args.first().and_then(|a| typed.exprs.get(a.0 as usize));
            first.is_some_and(|a| {
                let copies = a.category != Category::Prvalue && a.ty.unqualified(db) == class;
                let is_written = !matches!(a.kind, ExprKind::DefaultArgument(..));
                copies || is_written && a.site == x.site
            })
        }
        _ => false,
    }
}

/// Whether an expression is all that the parentheses of a member initializer hold. The object that it makes is not made in the place of the
/// base.
fn is_argument<'db>(db: &'db dyn Db, written: Site<'db>, e: Site<'db>) -> bool {
    let code = written.code;
    if e.code != code || e.is_type {
        return false;
    }
    let body = code.body.and_then(|body| body_hir(db, code.item, body));
    let Some(body) = body else { return false };
    let BodyRoot::Function { inits, .. } = &body.root else {
        return false;
    };
    let is_it = |mut at: cleave_hir::ExprId| {
        loop {
            if u32::from(at.into_raw()) == e.index {
                return true;
            }
            at = match body.code[at] {
                Written::Paren(inner) | Written::Binary(Operator::Comma, _, inner) => inner,
                _ => return false,
            };
        }
    };
    inits.iter().any(|i| match &i.init {
        Init::Paren(all) => matches!(**all, [only] if is_it(only)),
        _ => false,
    })
}

/// Whether making an object of a class may take a constructor: the class, or that of a base or of a member, declares one, or there is a
/// member that is a reference or has a default initializer.
fn takes_constructor<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    let mut seen = FxHashSet::default();
    let mut tasks = vec![class];
    while let Some(class) = tasks.pop() {
        if !seen.insert(class) {
            continue;
        }
        if has_constructor(db, class) {
            return true;
        }
        let Some(info) = class_info(db, class) else {
            continue;
        };
        for field in &info.fields {
            if field.ty.is_reference(db) || field.has_default {
                return true;
            }
            let element = field.ty.innermost_element(db);
            if element.is_class(db) {
                tasks.push(element.unqualified(db));
            }
        }
        tasks.extend(info.bases.iter().map(|base| base.ty.unqualified(db)));
    }
    false
}

/// Whether the member initializer whose value stands at a place has a list in braces.
fn is_in_braces<'db>(db: &'db dyn Db, site: Site<'db>) -> bool {
    let code = site.code;
    let body = code.body.and_then(|body| body_hir(db, code.item, body));
    let Some(BodyRoot::Function { inits, .. }) = body.map(|b| &b.root) else {
        return false;
    };
    inits.iter().any(|i| match i.init {
        Init::Brace(list) => [list, i.at]
            .map(|e| u32::from(e.into_raw()))
            .contains(&site.index),
        _ => false,
    })
}
