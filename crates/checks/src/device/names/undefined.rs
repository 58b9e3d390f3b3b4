//! Functions that only this file could define, that nothing defines and that code refers to (114). Where the device has them
//! this is an error: it links what it is given, and nothing else.

use cleave_codes::codes;
use cleave_cuda::annotations;
use cleave_diagnostics::{Pass, Severity};
use cleave_names::decl::{Body, Decl, Spec};
use cleave_odr_use::referenced;
use cleave_typing::function::{canonical, redeclarations};
use cleave_typing::{DeclRef, Entity};

use crate::Finding;
use crate::engine::entities::entity;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let db = s.db;
    for decl in s.decls {
        let Some(own) = Some(decl)
            .filter(|d| may_be(s, d))
            .and_then(|d| entity(s, d))
        else {
            continue;
        };
        let at = decl.name_tokens.start;
        let reported = out.iter().position(|f| {
            let host = f.only == Some(Pass::Host);
            f.code == codes::NEVER_DEFINED && f.at == at && !host
        });
        let here = own.decl(db);
        let first = canonical(db, here);
        let all = redeclarations(db, first);
        let defined = |d: &DeclRef<'db>| match d.hir(db).map(|d| &d.kind) {
            Some(cleave_hir::DeclKind::Function(f)) => f.body != Body::None,
            _ => true,
        };
        // Templates of this name are reported with their instances.
        let first_of_all = first == here && !all.iter().any(defined);
        let used = referenced(db, s.file).contains(db, Entity::new(db, first, None));
        if reported.is_none() && !(first_of_all && used) {
            continue;
        }
        let device = annotations(db, own).on_device();
        let severity = match device {
            true => Severity::Error,
            false => Severity::Warning,
        };
        match reported.and_then(|i| out.get_mut(i)) {
            Some(f) => f.severity = Some(severity),
            None => out.push(
                Finding::new(codes::NEVER_DEFINED, at)
                    .severity(severity)
                    .arg(Arg::Entity {
                        kind: "function",
                        name: crate::cuda::spaces::redeclared::qualified(s, &decl.name),
                    }),
            ),
        }
    }
}

/// A function of a namespace that is declared for this file alone, and not here defined.
fn may_be(s: &Source<'_>, decl: &Decl) -> bool {
    let internal = decl.spec.any(Spec::STATIC) || s.item.scope(s.db).is_internal(s.db);
    let function = decl.function.as_ref();
    internal
        && function.is_some_and(|f| f.body == Body::None)
        && decl.parent.is_none()
        && decl.qualifier.is_empty()
        && decl.heads.is_empty()
        && !decl.instantiation
        && !(decl.spec).any(Spec::EXTERN.with(Spec::INLINE).with(Spec::FRIEND))
}
