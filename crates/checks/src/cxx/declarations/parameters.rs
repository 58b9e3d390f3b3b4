//! Parameters of functions and of templates ([dcl.fct], [dcl.fct.default], [temp.param]).

use cleave_codes::{Code, codes};
use cleave_cuda::function_facts;
use cleave_names::decl::{Body, Decl, DeclKind, Param, Spec, TemplateHead};
use cleave_names::{Word, named_items};
use cleave_syntax::SyntaxKind::{self, *};
use cleave_typing::function::canonical;

use crate::Finding;
use crate::cxx::declarations::words;
use crate::engine::entities::entity;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let Some(f) = &decl.function else { return };
    let explicit = decl.heads.last().is_some_and(|h| h.params.is_empty());
    for (i, p) in f.params.iter().enumerate() {
        if explicit && decl.parent.is_none() && !p.default.is_empty() {
            out.push(Finding::new(
                codes::DEFAULT_ARGUMENT_NOT_ALLOWED,
                p.default.start,
            ));
        }
        if let Some(name) = &p.name
            && f.params[..i].iter().any(|q| q.name.as_ref() == Some(name))
        {
            out.push(Finding::new(codes::DUPLICATE_PARAMETER_NAME, p.name_at));
        }
        let words = words(s, p.specifiers);
        for &(i, kind) in &words {
            out.extend(specifier(kind).map(|code| Finding::new(code, i)));
        }
        let is_void = matches!(words[..], [(_, VOID_KW)]) && p.shape.is_empty() && !p.pack;
        let alone = f.params.len() == 1 && p.name.is_none() && p.default.is_empty();
        if is_void && !alone {
            out.push(Finding::new(codes::PARAMETER_OF_VOID_TYPE, p.tokens.start));
        }
    }
    defaults(s, decl, &f.params, out);
    hiding(s, decl, out);
}

/// What is said of a specifier that no parameter has ([dcl.stc]/1, [dcl.fct.spec]).
pub(crate) fn specifier(kind: SyntaxKind) -> Option<Code> {
    match kind {
        STATIC_KW | EXTERN_KW | MUTABLE_KW | THREAD_LOCAL_KW | THREAD_KW => {
            Some(codes::INVALID_PARAMETER_STORAGE_CLASS)
        }
        VIRTUAL_KW | INLINE_KW | FRIEND_KW | EXPLICIT_KW | CONSTEXPR_KW | CONSTEVAL_KW
        | CONSTINIT_KW => Some(codes::INVALID_SPECIFIER_ON_PARAMETER),
        TYPEDEF_KW => Some(codes::TYPEDEF_NOT_ALLOWED),
        _ => None,
    }
}

/// The names of the parameters of the templates around a declaration.
fn around<'s>(s: &'s Source<'_>, decl: &Decl) -> Vec<&'s str> {
    let mut out = Vec::new();
    let mut at = decl.parent;
    while let Some(class) = at.and_then(|i| s.decls.get(i as usize)) {
        let params = class.heads.iter().flat_map(|h| h.params.iter());
        out.extend(params.filter_map(|p| p.name.as_deref()));
        at = class.parent;
    }
    out
}

/// Parameters with the names of template parameters ([temp.local]/6): in a definition they may not be declared again.
fn hiding<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let Some(f) = &decl.function else { return };
    let outer = around(s, decl);
    let own: Vec<&TemplateHead> = decl.heads.iter().collect();
    let heads = own.iter().flat_map(|h| h.params.iter());
    let own: Vec<&str> = heads.clone().filter_map(|p| p.name.as_deref()).collect();
    for p in heads {
        if let Some(name) = p.name.as_deref().filter(|n| outer.contains(n)) {
            out.push(Finding::new(
                codes::TEMPLATE_PARAMETER_HIDDEN {
                    name: Arg::Name(name.to_owned()),
                },
                p.name_at,
            ));
        }
    }
    let defined = matches!(f.body, Body::Block(_) | Body::Try(_));
    for p in &f.params {
        let Some(name) = p.name.as_deref() else {
            continue;
        };
        if !own.contains(&name) && !outer.contains(&name) {
            continue;
        }
        out.push(Finding::new(
            codes::TEMPLATE_PARAMETER_HIDDEN {
                name: Arg::Name(name.to_owned()),
            },
            p.name_at,
        ));
        if defined {
            out.push(Finding::new(
                codes::TEMPLATE_PARAMETER_REDECLARED {
                    name: Arg::Name(name.to_owned()),
                },
                p.name_at,
            ));
        }
    }
}

/// After a parameter with a default argument all have one, from this declaration or an earlier one ([dcl.fct.default]/4).
fn defaults<'db>(s: &Source<'db>, decl: &Decl, params: &[Param], out: &mut Sink<'db>) {
    let required = |p: &&Param| p.default.is_empty() && !p.pack;
    let Some(last) = params.iter().rposition(|p| required(&p)) else {
        return;
    };
    let Some(first) = params[..last].iter().find(|p| !p.default.is_empty()) else {
        return;
    };
    let index = s.decls.iter().position(|d| std::ptr::eq(d, decl));
    let redeclared = || {
        let own = entity(s, decl).map(|e| e.decl(s.db));
        own.is_some_and(|own| canonical(s.db, own) != own)
    };
    let known = decl.parent.is_none() && (!decl.qualifier.is_empty() || redeclared());
    let friend = decl.spec.any(Spec::FRIEND);
    let seen = function_facts(s.db, s.item)
        .iter()
        .any(|f| Some(f.decl as usize) == index);
    if !known && !friend && seen {
        out.push(Finding::new(
            codes::DEFAULT_ARGUMENT_NOT_AT_END,
            first.default.start + 1,
        ));
    }
}

/// Template parameters: each name once, and default arguments at the end.
pub(crate) fn heads<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    for decl in s.decls {
        for head in &decl.heads {
            for (i, p) in head.params.iter().enumerate() {
                let Some(name) = &p.name else { continue };
                let same = |q: &cleave_names::decl::TemplateParam| q.name.as_ref() == Some(name);
                if head.params[..i].iter().any(same) {
                    out.push(Finding::new(
                        codes::TEMPLATE_PARAMETER_REDECLARED {
                            name: Arg::Name(name.clone()),
                        },
                        p.name_at,
                    ));
                }
            }
        }
        // Those of functions may be deduced, those of later declarations of a class be given by the first.
        let lone = |head: &TemplateHead| {
            let last = head
                .params
                .iter()
                .rposition(|p| p.default.is_empty() && !p.pack)?;
            let before = head.params[..last]
                .iter()
                .rfind(|p| !p.default.is_empty())?;
            Some(before.name_at)
        };
        if matches!(decl.kind, DeclKind::Class | DeclKind::Type)
            && decl.arguments.is_empty()
            && !is_redeclared(s, decl)
            && let Some(at) = decl.heads.last().and_then(lone)
        {
            out.push(Finding::new(codes::DEFAULT_ARGUMENT_NOT_AT_END, at));
        }
        let Some(class) = decl.parent.and_then(|p| s.decls.get(p as usize)) else {
            continue;
        };
        // A member has another name than the parameters of its class.
        let hidden = class.heads.iter().flat_map(|h| h.params.iter());
        if !decl.name.is_empty()
            && matches!(
                decl.kind,
                DeclKind::Variable | DeclKind::Function | DeclKind::Type
            )
            && decl.qualifier.is_empty()
            && !decl.spec.any(Spec::FRIEND)
            && hidden.clone().any(|p| p.name.as_ref() == Some(&decl.name))
        {
            let name = Arg::Name(decl.name.clone());
            out.push(Finding::new(
                codes::TEMPLATE_PARAMETER_REDECLARED { name },
                decl.name_tokens.start,
            ));
        }
    }
}

/// Whether other items declare something of the same name: a class may have been declared before.
fn is_redeclared(s: &Source<'_>, decl: &Decl) -> bool {
    named_items(s.db, s.file, Word::new(s.db, decl.name.as_str())).len() > 1
}
