//! Closure types ([expr.prim.lambda.closure]): captures are fields, the code of the call operator sees what its lambda saw.

use cleave_base_db::Db;
use cleave_hir::Access;

use crate::class::{ClassInfo, Field};
use crate::thir::{Category, Expr, ExprId, ExprKind, Local, LocalId, LocalKind};
use crate::{Closure, Context, DeclRef, Declared, Outer, Ty};

/// The class that a closure is.
pub(super) fn info<'db>(db: &'db dyn Db, closure: Closure<'db>) -> ClassInfo<'db> {
    let operator = closure.operator(db);
    let fields = closure.around.captures(db).iter().map(|capture| Field {
        decl: DeclRef::new(db, closure.site.code, closure.site.index, Some(closure)),
        name: capture.name.as_ref().map_or("", |n| n.as_str()).into(),
        ty: capture.ty,
        width: None,
        is_mutable: false,
        has_default: false,
        access: Access::Private,
    });
    ClassInfo {
        definition: Some(operator),
        fields: fields.collect(),
        ..ClassInfo::default()
    }
}

/// Whether the host's wrapper of a closure holds a pointer behind the captures, for which the closure has room everywhere: an extended
/// lambda of both sides that is no pointer to a function ([expr.prim.lambda.closure]/7).
pub fn has_wrapper_data<'db>(db: &'db dyn Db, closure: Closure<'db>) -> bool {
    closure.hir(db).is_some_and(|lambda| {
        let has = |name: &str| lambda.attrs.iter().any(|a| a.name.as_str() == name);
        let introduces = lambda.default.is_some() || !lambda.captures.is_empty();
        introduces && has("host") && has("device")
    })
}

/// Makes visible to the signature of a call operator what its lambda saw.
pub(crate) fn enter<'db>(cx: &mut Context<'db>, closure: Closure<'db>) {
    let db = cx.db;
    cx.scopes.closure = Some(closure);
    cx.scopes.this = closure.around.this(db);
    cx.scopes
        .packs
        .extend(closure.around.packs(db).iter().cloned());
    let mut block = rustc_hash::FxHashMap::default();
    for (i, capture) in closure.around.captures(db).iter().enumerate() {
        let Some(name) = &capture.name else { continue };
        let local = LocalId(cx.out.locals.len() as u32);
        cx.out.locals.push(Local {
            name: name.as_str().into(),
            ty: capture.ty,
            kind: LocalKind::Capture(i as u32),
            site: None,
            is_constexpr: false,
            init: None,
            value: capture.value,
            declared: None,
        });
        match block.get_mut(name) {
            Some(Declared::Locals { locals, .. }) => locals.push(local),
            _ => {
                let declared = Declared::Locals {
                    locals: vec![local],
                    pack: capture.pack,
                };
                block.insert(name.clone(), declared);
            }
        }
    }
    for (name, outer) in closure.around.names(db) {
        let declared = match outer {
            Outer::Entities(set) => Declared::Entities(set.clone()),
            Outer::Type(ty) => Declared::Type(*ty),
            Outer::Pack => crate::check::body::EMPTY_PACK,
            Outer::Unknown => Declared::Unknown,
            Outer::Local(ty, value, _) => {
                let local = LocalId(cx.out.locals.len() as u32);
                let local_var = outside(cx, name.as_str(), *ty, *value);
                cx.out.locals.push(local_var);
                Declared::Locals {
                    locals: vec![local],
                    pack: false,
                }
            }
        };
        block.entry(name.clone()).or_insert(declared);
    }
    cx.scopes.blocks.push(block);
}

fn outside<'db>(
    cx: &mut Context<'db>,
    name: &str,
    ty: Ty<'db>,
    value: Option<crate::Const<'db>>,
) -> Local<'db> {
    let db = cx.db;
    let site = cx.owner_site();
    let init = value.map(|value| {
        let e = ExprId(cx.out.exprs.len() as u32);
        cx.out.exprs.push(Expr {
            kind: ExprKind::Value(value.value(db).clone()),
            ty: value.ty(db),
            category: Category::Prvalue,
            site,
            evaluated: true,
        });
        e
    });
    Local {
        name: name.into(),
        ty,
        kind: LocalKind::Automatic,
        site: None,
        is_constexpr: init.is_some(),
        init,
        value: None,
        declared: None,
    }
}
