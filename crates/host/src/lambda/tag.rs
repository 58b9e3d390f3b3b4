//! How a tag names the function around a lambda: its type and its address, spelled so that both mean the same inside of it.

use cleave_names::decl::{Decl, Function, Spec, Special, TemplateHead, Tokens};
use cleave_syntax::SyntaxKind::*;

use crate::edit::Edit;
use crate::source::Source;

/// The template arguments `type, address` for a function that is a member of `class`, or of the namespaces that `namespaces`
/// gives. Nothing for a function without an address.
pub(crate) fn tag(
    source: &Source<'_>,
    decl: &Decl,
    function: &Function,
    class: Option<(&str, bool)>,
    namespaces: impl FnOnce() -> Vec<String>,
) -> Option<String> {
    let special = matches!(function.special, Special::Constructor | Special::Destructor);
    let unnamed = class.is_some_and(|c| c.0.is_empty());
    if special || unnamed || decl.has_deduced_return() {
        return None;
    }
    let pointer = match class {
        Some((name, false)) => format!("({name}::*)"),
        _ => "(*)".to_owned(),
    };
    let path = match class {
        Some((name, _)) => format!("{name}::"),
        None => {
            let mut path = namespaces();
            let own = source.path(decl.qualifier);
            path.extend(own.iter().map(|&s| s.to_owned()));
            let mut text = String::from(" ::");
            for segment in &path {
                text += segment;
                text += "::";
            }
            text
        }
    };
    let name = source.render(decl.name_tokens);
    let arguments = arguments(source, decl);
    let function_type = function_type(source, decl, function, &pointer);
    Some(format!("{function_type}, (&{path}{name}{arguments})"))
}

/// The function's type with `pointer` where the name was.
fn function_type(source: &Source<'_>, decl: &Decl, function: &Function, pointer: &str) -> String {
    let mut edits = Vec::new();
    let name_start = if decl.qualifier.is_empty() {
        decl.name_tokens.start
    } else {
        decl.qualifier.start
    };
    let name_end = decl.name_tokens.end.max(decl.arguments.end);
    edits.push(Edit::replace(
        name_start as usize..name_end as usize,
        pointer,
    ));
    for p in function.params.iter().filter(|p| !p.default.is_empty()) {
        edits.push(Edit::replace(p.default.range(), ""));
    }
    let suffix = function.suffix;
    if let Some(at) = (suffix.start..suffix.end).find(|&i| source.kind(i) == REQUIRES_KW) {
        edits.push(Edit::replace(at as usize..suffix.end as usize, ""));
    }
    attributes(source, decl.declarator, &mut edits);
    let declarator = source.render_with(decl.declarator, &ordered(edits));
    let result = if function.special == Special::Conversion {
        source.render(Tokens {
            start: decl.name_tokens.start + 1,
            end: decl.name_tokens.end,
        })
    } else {
        specifiers(source, decl)
    };
    format!("{result} {declarator}")
}

/// The decl-specifiers that belong to the type.
fn specifiers(source: &Source<'_>, decl: &Decl) -> String {
    let range = decl.specifiers;
    let mut edits = Vec::new();
    attributes(source, range, &mut edits);
    for i in range.start..range.end {
        let gone = match source.kind(i) {
            STATIC_KW | EXTERN_KW | INLINE_KW | CONSTEXPR_KW | CONSTEVAL_KW | VIRTUAL_KW
            | FRIEND_KW | NOINLINE_KW | REGISTER_PARAMS_KW => true,
            _ => source.word(i) == "__extension__",
        };
        if gone {
            edits.push(Edit::replace(i as usize..i as usize + 1, ""));
        }
    }
    source.render_with(range, &ordered(edits))
}

/// Takes attributes out: they are no part of a type.
fn attributes(source: &Source<'_>, range: Tokens, edits: &mut Vec<Edit>) {
    let mut i = range.start;
    while i < range.end {
        let end = match (source.kind(i), source.kind(i + 1)) {
            (ATTRIBUTE_KW, L_PAREN) => source.group_end(i + 1),
            (L_BRACK, L_BRACK) => source.group_end(i),
            _ => {
                i += 1;
                continue;
            }
        };
        edits.push(Edit::replace(i as usize..end as usize, ""));
        i = end;
    }
}

/// Edits as rendering wants them: in order, and without those that lie in another one.
fn ordered(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|e| (e.start, std::cmp::Reverse(e.end)));
    let mut end = 0;
    edits.retain(|e| {
        let keep = e.start >= end;
        end = end.max(e.end);
        keep
    });
    edits
}

/// The function's own template head: not that of a class whose member it is.
pub(crate) fn own_head<'d>(source: &Source<'_>, decl: &'d Decl) -> Option<&'d TemplateHead> {
    let mut classes = 0;
    let mut depth = 0u32;
    for i in decl.qualifier.start..decl.qualifier.end {
        match source.kind(i) {
            LT => {
                classes += usize::from(depth == 0);
                depth += 1;
            }
            GT => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    let friend = decl.spec.any(Spec::FRIEND);
    (friend || decl.heads.len() > classes)
        .then(|| decl.heads.last())
        .flatten()
}

/// What an unnamed parameter of a template is called where it has to be named.
pub(crate) fn made_name(index: usize) -> String {
    format!("__nv_T{index}")
}

/// The template arguments that mean the function's own instance.
fn arguments(source: &Source<'_>, decl: &Decl) -> String {
    let Some(head) = own_head(source, decl) else {
        return String::new();
    };
    if head.params.is_empty() {
        // The specialisation follows from the type if it is not written.
        return match decl.arguments.is_empty() {
            true => "<>".to_owned(),
            false => format!("{} ", source.render(decl.arguments)),
        };
    }
    let names: Vec<String> = head
        .params
        .iter()
        .enumerate()
        .map(|(i, p)| {
            let name = p.name.clone().unwrap_or_else(|| made_name(i));
            if p.pack { format!("{name}...") } else { name }
        })
        .collect();
    format!("< {}> ", names.join(", "))
}

/// Names the unnamed parameters of the head of a function template that a tag must name.
pub(crate) fn name_parameters(source: &Source<'_>, decl: &Decl, out: &mut Vec<Edit>) {
    for (i, p) in own_head(source, decl)
        .iter()
        .flat_map(|h| h.params.iter().enumerate())
    {
        if p.name.is_none() {
            out.push(Edit::insert(
                p.name_at as usize + usize::from(p.pack && source.kind(p.name_at) == ELLIPSIS),
                format!(" {} ", made_name(i)),
            ));
        }
    }
}
