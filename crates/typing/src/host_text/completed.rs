//! Whether the code of a translation unit that is no template makes a specialisation of a class template complete
//! ([temp.inst]/2): directly, or by way of other specialisations that it is an argument of.
//!
//! Bodies of function templates are not followed: NVIDIA's front end does not instantiate them for the host text.

use crate::code::around::template_depth;
use cleave_base_db::{Db, SourceFile};
use cleave_hir::{DeclId, DeclKind};
use cleave_names::decl::Spec;
use cleave_names::{ItemId, item_id_of_node, user_items};
use rustc_hash::FxHashSet;

use crate::class::specialization::specialization;
use crate::thir::{ExprKind, Typed};
use crate::{Arg, Context, DeclRef, Entity, Ty, TyKind, check, function, program};

/// The most specialisations that are looked into for one.
const MOST: usize = 400;
/// How deep types are looked into.
const DEPTH: u32 = 64;

/// Whether the user's code makes a class complete.
#[salsa::tracked(returns(copy))]
pub(crate) fn is_completed<'db>(db: &'db dyn Db, file: SourceFile, class: Entity<'db>) -> bool {
    let mut seen = FxHashSet::default();
    let mut queue = Vec::new();
    for &item in user_items(db, file) {
        queue.extend_from_slice(required_by(db, item_id_of_node(db, item)));
    }
    while let Some(next) = queue.pop() {
        if next == class {
            return true;
        }
        let concerned = next
            .own_args(db)
            .is_some_and(|args| mentions(db, args, class, DEPTH));
        if concerned && seen.len() < MOST && seen.insert(next) {
            crate::engine::depth::outermost(db, || (), || of_instance(db, next, &mut queue));
        }
    }
    false
}

/// The specialisations that the code of an item makes complete which is no template.
#[salsa::tracked(returns(deref))]
fn required_by<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Box<[Entity<'db>]> {
    let mut out = Vec::new();
    for entity in program::bodies(db, item) {
        for entity in program::plain(db, entity) {
            if let Some(typed) = check::body(db, entity) {
                crate::engine::depth::outermost(db, || (), || code(db, typed, &mut out));
            }
        }
    }
    for (own, decl, _) in program::user_declarations(db, item) {
        let entity = own.entity(db);
        if template_depth(db, entity) == 0 {
            let find = || {
                declaration(db, entity, own.id(), &mut out);
                if let DeclKind::Class(_) = decl.kind {
                    bases(db, entity, &mut out);
                }
            };
            crate::engine::depth::outermost(db, || (), find);
        }
    }
    let mut seen = FxHashSet::default();
    out.retain(|e| seen.insert(*e));
    out.into()
}

/// What typed code needs complete.
fn code<'db>(db: &'db dyn Db, typed: &Typed<'db>, out: &mut Vec<Entity<'db>>) {
    out.extend(typed.required.iter().map(|r| r.0));
    for local in &typed.locals {
        complete(db, local.ty, out);
    }
    for x in &typed.exprs {
        match &x.kind {
            ExprKind::Call { callee: f, .. } | ExprKind::Function(f) => {
                if let Some(class) = function::signature(db, *f).and_then(|s| s.class) {
                    complete(db, class, out);
                }
            }
            ExprKind::Static(v) => {
                if let Some(class) = function::class_of(db, *v) {
                    complete(db, class, out);
                }
            }
            ExprKind::Construct(..)
            | ExprKind::ConstructImplicit(..)
            | ExprKind::Aggregate(_)
            | ExprKind::Zero
            | ExprKind::Uninitialized => complete(db, x.ty, out),
            _ => {}
        }
    }
}

fn complete<'db>(db: &'db dyn Db, ty: Ty<'db>, out: &mut Vec<Entity<'db>>) {
    if let TyKind::Class(entity) = ty.innermost_element(db).kind(db)
        && entity.env(db).is_some_and(|e| !e.is_dependent(db))
    {
        out.push(*entity);
    }
}

/// What the instantiation of a class needs complete: for its bases, and for the declarations of its members ([temp.inst]/3).
fn of_instance<'db>(db: &'db dyn Db, class: Entity<'db>, out: &mut Vec<Entity<'db>>) {
    let Some(definition) = specialization(db, class) else {
        return;
    };
    bases(db, definition, out);
    let decl = definition.decl(db);
    let (Some(class), Some(code)) = (decl.class(db), decl.code(db).code(db)) else {
        return;
    };
    for &id in &class.members {
        let member = Entity::new(db, DeclRef::at(db, decl.code(db), id), definition.env(db));
        if code[id].heads.iter().all(|h| h.params.is_empty()) {
            declaration(db, member, id, out);
        }
    }
}

fn bases<'db>(db: &'db dyn Db, class: Entity<'db>, out: &mut Vec<Entity<'db>>) {
    let Some(hir) = class.decl(db).class(db) else {
        return;
    };
    let Some(mut cx) = Context::of(db, class) else {
        return;
    };
    cx.modes.in_head = true;
    for base in &hir.bases {
        let ty = cx.resolve_type(base.ty);
        complete(db, ty, out);
    }
    out.extend(cx.out.required.iter().map(|r| r.0));
}

/// What a declaration needs complete, its body apart.
fn declaration<'db>(db: &'db dyn Db, entity: Entity<'db>, id: DeclId, out: &mut Vec<Entity<'db>>) {
    let Some(mut cx) = Context::of(db, entity) else {
        return;
    };
    let decl = &cx.code[id];
    match &decl.kind {
        DeclKind::Alias(ty) => drop(cx.resolve_type(*ty)),
        DeclKind::Function(f) => drop(cx.resolve_type(f.ty)),
        DeclKind::Variable(v) => {
            cx.scopes.this = function::class_of(db, entity);
            let ty = cx.resolve_type(v.ty);
            let elsewhere = match decl.parent {
                Some(_) => Spec::STATIC,
                None => Spec::EXTERN,
            };
            if !decl.spec.any(elsewhere) {
                complete(db, ty, out);
            }
        }
        DeclKind::StaticAssert(condition) => drop(cx.expr(*condition)),
        _ => return,
    }
    out.extend(cx.out.required.iter().map(|r| r.0));
}

/// Whether a class is, or is part of, one of some template arguments.
fn mentions<'db>(db: &'db dyn Db, args: &[Arg<'db>], class: Entity<'db>, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    args.iter().any(|arg| match arg {
        Arg::Type(ty) => match ty.kind(db) {
            TyKind::Class(entity) => {
                *entity == class
                    || (entity.own_args(db)).is_some_and(|args| mentions(db, args, class, depth))
            }
            _ => false,
        },
        Arg::Pack(elements) => mentions(db, elements, class, depth),
        _ => false,
    })
}
