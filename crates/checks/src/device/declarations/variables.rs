//! What only the device pass says of variables in memory of the device.

use cleave_codes::codes;
use cleave_cuda::{MemorySpace, tile};
use cleave_hir::{DeclKind, Init};
use cleave_names::decl::{Decl, Shape, Spec};
use cleave_syntax::SyntaxKind::*;
use cleave_typing::{DeclRef, Entity};

use crate::Finding;
use crate::cuda::kernels::form::group_end;
use crate::cuda::spaces::redeclared::qualified;
use crate::device::declarations::redeclared;
use crate::device::types::arrays;
use crate::engine::entities;
use crate::engine::source::{Sink, Source};

/// What a variable in GPU memory may not be.
pub(in crate::device) fn variable<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let space = MemorySpace::written(decl, tile(s.db, s.file));
    if decl.parent.is_none() && decl.heads.is_empty() {
        redeclared::memory_again(s, decl, space, out);
    }
    if decl.heads.is_empty() {
        extern_only(s, decl, out);
    }
    if space.is_host() || !decl.heads.is_empty() {
        return;
    }
    arrays::declared(s, decl, out);
    let thread_local = decl
        .specifiers
        .range()
        .any(|i| s.kind(i as u32) == THREAD_LOCAL_KW);
    if thread_local {
        let at = after_attributes(s, decl);
        out.push(Finding::new(codes::THREAD_LOCAL_FOR_DEVICE_VARS, at).text(space.name()));
    }
}

/// A variable of the device that is declared and never defined is defined all the same where nothing is linked to the program.
fn extern_only<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let incomplete = decl
        .shape
        .iter()
        .any(|shape| matches!(shape, Shape::Array { unbounded: true }));
    let declared = decl.spec.any(Spec::EXTERN) || decl.linkage_c;
    if s.settings.relocatable
        || !declared
        || !decl.initializer.is_empty()
        || decl.parent.is_some()
        || incomplete
    {
        return;
    }
    let Some(own) = entities::declaration(s, decl) else {
        return;
    };
    let all = entities::all(s, decl);
    if all.first() != Some(&own) || all.iter().any(|d| is_definition(s, *d)) {
        return;
    }
    let space = entities::memory_space(s, Entity::new(s.db, own, None));
    if space.is_host() || space.has(MemorySpace::SHARED) {
        return;
    }
    // What has C language linkage is in no namespace ([dcl.link]/6).
    let name = match decl.linkage_c {
        true => decl.name.clone(),
        false => qualified(s, &decl.name),
    };
    out.push(
        Finding::new(codes::EXTERN_TREATED_AS_STATIC, decl.name_tokens.start)
            .text(name)
            .reported_at_end(),
    );
}

/// Whether a declaration of a variable is its definition ([basic.def]).
fn is_definition<'db>(s: &Source<'db>, decl: DeclRef<'db>) -> bool {
    decl.hir(s.db).is_none_or(|d| {
        let initialized = matches!(&d.kind, DeclKind::Variable(v) if v.init != Init::None);
        !(d.spec.any(Spec::EXTERN) || d.linkage_c) || initialized
    })
}

/// The first token of a declaration behind the attributes before it.
fn after_attributes(s: &Source<'_>, decl: &Decl) -> u32 {
    let mut i = decl.specifiers.start;
    while s.kind(i) == ATTRIBUTE_KW {
        i = group_end(s, i + 1, decl.specifiers.end);
    }
    i
}
