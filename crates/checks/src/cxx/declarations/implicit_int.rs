//! Functions without a return type that are no constructors ([dcl.spec]/2): an error, and `int` is assumed. `main` may be without.

use cleave_codes::codes;
use cleave_names::decl::{Decl, Function, Special};
use cleave_typing::TyKind;
use cleave_typing::function::class_of;

use crate::Finding;
use crate::engine::entities;
use crate::engine::order::behind_declarator;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let Some(f) = &decl.function else {
        return;
    };
    if !f.implicit_int && !is_named_otherwise(s, decl, f) {
        return;
    }
    let is_main =
        decl.name == "main" && decl.parent.is_none() && s.item.scope(s.db).is_global(s.db);
    let code = match is_main {
        true => codes::MAIN_RETURN_TYPE_OMITTED,
        false => codes::MISSING_TYPE_SPECIFIER,
    };
    let at = decl.name_tokens.start;
    out.push(behind_declarator(Finding::new(code, at), f));
}

/// Whether what is defined outside of its class as constructors are has another name than the class: `S::f() {}`. The qualifier may
/// be a typedef's name, so that it says nothing.
fn is_named_otherwise<'db>(s: &Source<'db>, decl: &Decl, f: &Function) -> bool {
    if f.special != Special::Constructor
        || decl.qualifier.is_empty()
        || decl.parent.is_some()
        || s.word(decl.qualifier.end - 2) == decl.name
    {
        return false;
    }
    let class = entities::entity(s, decl).and_then(|own| class_of(s.db, own));
    let Some(TyKind::Class(class)) = class.map(|ty| ty.kind(s.db)) else {
        return false;
    };
    let name = class.hir(s.db).and_then(|c| c.name.ident());
    name.is_some_and(|name| name.as_str() != decl.name)
}
