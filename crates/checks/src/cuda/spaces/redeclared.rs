//! What a declaration may not say differently from an earlier one (reference: spaces, Redeclarations; attributes, Grid constants).

use cleave_codes::codes;
use cleave_cuda::ExecutionSpace;
use cleave_names::decl::{Decl, DeclKind, Param};
use cleave_names::declarations;
use cleave_syntax::SyntaxKind;

use crate::Finding;
use crate::cuda::attributes::known::is_grid_constant;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};
use crate::tokens::index::{Entry, only_mine};

/// All rules about redeclarations.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let said = crate::tokens::index::before(s.db, s.file, s.item);
    for (i, decl) in s.decls.iter().enumerate() {
        if decl.kind == DeclKind::Function {
            let space = said
                .iter()
                .find(|b| b.0 as usize == i)
                .map_or(ExecutionSpace::default(), |b| b.1.space);
            spaces(decl, space, out);
            let first = said.iter().find(|b| b.0 as usize == i).and_then(|b| b.2);
            grid_constants(s, decl, space.is_kernel(), first, out);
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
fn grid_constants<'db>(
    s: &Source<'db>,
    decl: &Decl,
    kernel_before: bool,
    first: crate::tokens::index::First<'db>,
    out: &mut Sink<'db>,
) {
    let Some(f) = &decl.function else { return };
    let name = decl.name_tokens.start;
    let kernel = kernel_before || decl.has_attribute("global") || decl.has_attribute("tile_global");
    if !decl.instantiation && !decl.is_specialization() && !kernel {
        for _ in f.params.iter().filter(|p| is_grid_constant(s, p.tokens)) {
            out.push(Finding::new(codes::GRID_CONSTANT_NON_KERNEL, name));
        }
    }
    let (code, at, item, index) = if decl.instantiation || decl.is_specialization() {
        let Some(template) = template_of(s, decl) else {
            return;
        };
        if decl.instantiation {
            (
                codes::GRID_CONSTANT_INCOMPAT_INSTANTIATION_DIRECTIVE,
                after_annotations(s, decl),
                template.item,
                template.decl,
            )
        } else {
            (
                codes::GRID_CONSTANT_INCOMPAT_SPECIALIZATION,
                name,
                template.item,
                template.decl,
            )
        }
    } else {
        let Some((item, index)) = first else { return };
        let code = if decl.is_template() {
            codes::GRID_CONSTANT_INCOMPAT_TEMPL_REDECL
        } else {
            codes::GRID_CONSTANT_INCOMPAT_REDECL
        };
        (code, name, item, index)
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

/// The one template that a specialisation or instantiation can mean.
fn template_of<'db>(s: &Source<'db>, decl: &Decl) -> Option<&'db Entry<'db>> {
    if !decl.qualifier.is_empty() || decl.parent.is_some() {
        return None;
    }
    let scope = s.item.scope(s.db);
    let mut candidates = only_mine(s.db, s.file, &decl.name)
        .iter()
        .filter(|e| e.kind == DeclKind::Function && !e.specialization);
    let first = candidates.next()?;
    let certain = first.template
        && first.scope == scope
        && first.class.is_none()
        && first.item != s.item
        && candidates.all(|e| e.key == first.key && e.scope == scope);
    certain.then_some(first)
}

/// Whether an explicit instantiation certainly is one of a kernel template.
pub(crate) fn of_kernel(s: &Source<'_>, decl: &Decl) -> bool {
    template_of(s, decl).is_some_and(|e| e.space.is_kernel())
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
