//! What a declaration may not say differently from an earlier one (reference: spaces, Redeclarations; attributes, Grid constants).

use cleave_codes::codes;
use cleave_cuda::{ExecutionSpace, annotated, annotations, tile};
use cleave_names::decl::{Decl, DeclKind, Param};
use cleave_names::{declarations, item_index};
use cleave_syntax::SyntaxKind;
use cleave_typing::function::friend_declarations;
use cleave_typing::{DeclRef, Entity};

use crate::Finding;
use crate::cuda::attributes::known::is_grid_constant;
use crate::engine::entities;
use crate::engine::finding::Arg;
use crate::engine::problems::is_in_own_file;
use crate::engine::source::{Sink, Source};

/// All rules about redeclarations.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    for (i, decl) in s.decls.iter().enumerate() {
        if decl.kind == DeclKind::Function {
            // Libraries are large and kernels are few: who is none by any declaration need not be looked up.
            let annotated = !ExecutionSpace::written(decl, tile(s.db, s.file)).is_unannotated();
            let own = annotated && is_in_own_file(s.db, s.item);
            if own || s.merged(i).space.is_kernel() || decl.instantiation {
                let space = said_before(s, decl);
                spaces(decl, space, out);
                grid_constants(s, decl, space.is_kernel(), out);
            } else {
                grid_constants_of_none(s, decl, out);
            }
        }
    }
}

/// What the declarations before this one say of a function together, and the template that it specialises.
fn said_before(s: &Source<'_>, decl: &Decl) -> ExecutionSpace {
    let tile = tile(s.db, s.file);
    let earlier = entities::earlier(s, decl)
        .iter()
        .filter_map(|d| d.hir(s.db));
    // A friend that nothing has declared before is no member of its namespace's names ([namespace.memdef]/3).
    let own_decl = entities::declaration(s, decl);
    let friends = own_decl.into_iter().flat_map(|own| {
        let index = |d: DeclRef<'_>| item_index(s.db, d.code(s.db).item);
        friend_declarations(s.db, own)
            .filter(move |f| index(*f) < index(own))
            .filter_map(|f| f.hir(s.db))
    });
    let own = earlier
        .chain(friends)
        .map(|d| annotated(d, tile))
        .fold(ExecutionSpace::default(), ExecutionSpace::with);
    let template = entities::template_of(s, decl);
    template.map_or(own, |t| own.with(annotations(s.db, t)))
}

/// `__grid_constant__` is for kernels.
fn grid_constants_of_none<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let params = decl.function.iter().flat_map(|f| &f.params);
    if !decl.is_specialization() {
        for _ in params.filter(|p| is_grid_constant(s, p.tokens)) {
            let name = decl.name_tokens.start;
            out.push(Finding::new(codes::GRID_CONSTANT_NON_KERNEL, name));
        }
    }
}

/// A kernel is nothing else, whichever declaration says so.
fn spaces(decl: &Decl, before: ExecutionSpace, out: &mut Sink<'_>) {
    let mut space = before;
    for a in &decl.attributes {
        let (new, clash) = match a.name.as_str() {
            "global" | "tile_global" => (
                ExecutionSpace::GLOBAL,
                !space.is_unannotated() && space != ExecutionSpace::GLOBAL,
            ),
            "host" => (ExecutionSpace::HOST, space.is_kernel()),
            "device" => (ExecutionSpace::DEVICE, space.is_kernel()),
            _ => continue,
        };
        if clash {
            out.push(Finding::new(
                codes::ILLEGAL_MEMORY_SPACE_COMBINATION,
                a.tokens.start,
            ));
        }
        space = space.with(new);
    }
}

/// Both or none of two declarations annotate a parameter with `__grid_constant__`.
fn grid_constants<'db>(s: &Source<'db>, decl: &Decl, kernel_before: bool, out: &mut Sink<'db>) {
    let Some(f) = &decl.function else { return };
    let name = decl.name_tokens.start;
    let kernel = kernel_before || decl.has_attribute("global") || decl.has_attribute("tile_global");
    if !decl.instantiation && !kernel {
        grid_constants_of_none(s, decl, out);
    }
    let special = decl.instantiation || decl.is_specialization();
    let other = match special {
        true => entities::template_of(s, decl),
        false => (entities::earlier(s, decl).first()).map(|d| Entity::new(s.db, *d, None)),
    };
    let Some((item, index)) = other.and_then(|e| entities::node(s, e)) else {
        return;
    };
    let (code, at) = match () {
        () if decl.instantiation => (
            codes::GRID_CONSTANT_INCOMPAT_INSTANTIATION_DIRECTIVE,
            after_annotations(s, decl),
        ),
        () if special => (codes::GRID_CONSTANT_INCOMPAT_SPECIALIZATION, name),
        () if decl.is_template() => (codes::GRID_CONSTANT_INCOMPAT_TEMPL_REDECL, name),
        () => (codes::GRID_CONSTANT_INCOMPAT_REDECL, name),
    };
    let theirs = Source::new(s.db, s.file, item, s.settings);
    let Some(other) = declarations(s.db, item).get(index as usize) else {
        return;
    };
    let Some(params) = other.function.as_ref().map(|f| &f.params) else {
        return;
    };
    if !other.has_attribute("global") || params.len() != f.params.len() {
        return;
    }
    for (mine, their) in f.params.iter().zip(params) {
        let same = |p: &Param, s: &Source<'_>| is_grid_constant(s, p.tokens);
        if same(mine, s) != same(their, &theirs) {
            out.push(
                Finding::new(code, at)
                    .text(mine.name.clone().unwrap_or_default())
                    .arg(Arg::Line {
                        item,
                        token: other.name_tokens.start,
                    }),
            );
        }
    }
}

/// The first token of an explicit instantiation's declaration behind its attributes.
fn after_annotations(s: &Source<'_>, decl: &Decl) -> u32 {
    let mut i = decl.specifiers.start;
    while s.kind(i) == SyntaxKind::ATTRIBUTE_KW {
        i = crate::cuda::kernels::form::group_end(s, i + 1, decl.specifiers.end);
    }
    i
}

/// A name with the namespaces around the item.
pub(crate) fn qualified(s: &Source<'_>, name: &str) -> String {
    let mut out = String::new();
    for scope in s.item.scope(s.db).path(s.db) {
        let segment = scope.name(s.db);
        out.push_str(if segment.is_empty() {
            "<unnamed>"
        } else {
            segment
        });
        out.push_str("::");
    }
    out.push_str(name);
    out
}
