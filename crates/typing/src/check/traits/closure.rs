//! Traits that ask whether a type is the closure of a lambda-expression with annotations that a host compiler has to wrap
//! (reference: lambdas, Traits).
//!
//! Qualifiers do not count; references and arrays of closures are none. Such a lambda stands in a function that the host runs:
//! in code of the device, in another annotated lambda and at namespace scope there is nothing to wrap.

use cleave_base_db::Db;
use cleave_hir::{Attr, TypeRef};

use crate::function::{canonical, redeclarations};
use crate::{Closure, DeclRef, Ty, TyKind};

/// How many lambdas may be nested.
const DEPTH: usize = 64;

/// The answer of a trait; `None`: it is none of these, or where the lambda stands is not looked at.
pub(crate) fn closure_trait<'db>(db: &'db dyn Db, name: &str, ty: Ty<'db>) -> Option<bool> {
    let kind = name.strip_prefix("__nv_is_extended_")?;
    let TyKind::Closure(closure) = ty.unqualified(db).kind(db) else {
        return Some(false);
    };
    let lambda = closure.hir(db)?;
    let (host, device) = (has(&lambda.attrs, "host"), has(&lambda.attrs, "device"));
    if !device || !is_wrapped(db, *closure)? {
        return Some(false);
    }
    match kind {
        "device_lambda_closure_type" => Some(!host),
        "host_device_lambda_closure_type" => Some(host),
        "device_lambda_with_preserved_return_type" => {
            let code = closure.site.code.code(db)?;
            let TypeRef::Function(function) = &code.types[lambda.ty] else {
                return None;
            };
            Some(!host && function.trailing)
        }
        _ => None,
    }
}

fn has(attrs: &[Attr], name: &str) -> bool {
    attrs.iter().any(|a| a.name.as_str() == name)
}

/// Whether an annotated lambda stands where it is wrapped; `None`: it is in no function.
fn is_wrapped<'db>(db: &'db dyn Db, closure: Closure<'db>) -> Option<bool> {
    let mut owner = closure.owner;
    for depth in 0..DEPTH {
        if let Some(outer) = owner.decl(db).closure(db) {
            if has(&outer.hir(db)?.attrs, "device") {
                return Some(false);
            }
            owner = outer.owner;
            continue;
        }
        if !owner.is_function(db) {
            let plain = depth == 0 && owner.decl(db).parent_class(db).is_none();
            return plain.then_some(false);
        }
        let all = redeclarations(db, canonical(db, owner.decl(db)));
        let says = |name: &str| {
            let of = |d: &DeclRef<'db>| d.hir(db).is_some_and(|d| has(&d.attrs, name));
            all.iter().any(of)
        };
        return Some(!says("global") && (!says("device") || says("host")));
    }
    None
}
