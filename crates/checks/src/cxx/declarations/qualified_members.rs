//! Members declared by a qualified name inside of their class ([dcl.meaning]/1): `struct S { void S::f(); };`.

use cleave_codes::codes;
use cleave_names::decl::{Decl, DeclKind, Spec};

use crate::Finding;
use crate::cxx::declarations::class_of;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    if decl.qualifier.is_empty()
        || decl.spec.any(Spec::FRIEND)
        || !matches!(decl.kind, DeclKind::Function | DeclKind::Variable)
        || class_of(s, decl).is_none_or(|class| class.kind != DeclKind::Class)
    {
        return;
    }
    out.push(Finding::new(
        codes::QUALIFIED_NAME_IN_MEMBER_DECLARATION,
        decl.qualifier.start,
    ));
}
