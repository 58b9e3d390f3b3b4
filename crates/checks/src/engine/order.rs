//! The order in which the findings of an item are reported: that of the text, but for what a class is complete in ([class.mem]/6).
//! Default arguments and exception specifications of members are read behind the outermost class, then default member initializers,
//! then bodies. Must not know any rule.

use cleave_names::decl::{Decl, DeclKind, Function, Spec, Tokens};
use cleave_syntax::SyntaxKind::R_BRACE;

use crate::Finding;
use crate::engine::source::Source;

/// Tokens that are read when a class is complete.
struct Region {
    tokens: Tokens,
    /// The brace at the end of the outermost class around.
    end: u32,
    /// What is read first has the lower number.
    turn: u8,
}

/// A finding that is reported when the declarator of a function has been read: then its type is complete, and its attributes are
/// applied.
pub(crate) fn behind_declarator<'db>(finding: Finding<'db>, function: &Function) -> Finding<'db> {
    finding.reported_at(function.suffix.end)
}

/// The same of what an attribute of any declaration means: a variable's is applied where it stands.
pub(crate) fn where_applied<'db>(finding: Finding<'db>, decl: &Decl) -> Finding<'db> {
    match &decl.function {
        Some(function) => behind_declarator(finding, function),
        None => finding,
    }
}

/// Sorts the findings of an item, and says of those that are reported behind a class that they are.
pub(crate) fn arrange(s: &Source<'_>, out: &mut [Finding<'_>]) {
    let regions = match out.len() {
        0 | 1 => Vec::new(),
        _ => regions(s),
    };
    for f in out.iter_mut() {
        f.behind_class = region(&regions, f).map(|region| (region.end, region.turn));
    }
    out.sort_by_key(|f| {
        let at = f.reported_at.unwrap_or(f.at);
        let (first, turn) = f.behind_class.unwrap_or((at, 0));
        // What is instantiated is, before anything is said of what needs it.
        let of_instance = f.of_instance || !f.contexts.is_empty();
        (first, turn, at, f.while_right, !of_instance)
    });
}

/// The region that a finding is reported in.
fn region<'r>(regions: &'r [Region], f: &Finding<'_>) -> Option<&'r Region> {
    if f.item.is_some() || f.while_right || f.reported_last || f.at_end {
        return None;
    }
    let at = f.reported_at.unwrap_or(f.at);
    let next = regions.partition_point(|region| region.tokens.start <= at);
    let before = regions.get(next.checked_sub(1)?)?;
    before.tokens.contains(at).then_some(before)
}

/// All such tokens of an item, in order: none lies in another. Local classes are not looked into.
fn regions(s: &Source<'_>) -> Vec<Region> {
    let mut out = Vec::new();
    for decl in s.decls {
        let Some(end) = end_of_outermost(s, decl) else {
            continue;
        };
        let mut add = |tokens: Tokens, turn| {
            if !tokens.is_empty() {
                out.push(Region { tokens, end, turn });
            }
        };
        match &decl.function {
            Some(f) => {
                f.params.iter().for_each(|p| add(p.default, 1));
                add(f.exception, 1);
                // What is said at the opening brace is about the declarator.
                let inside = |t: Tokens| Tokens {
                    start: t.start + 1,
                    ..t
                };
                add(inside(f.ctor_initializer), 3);
                f.body.tokens().into_iter().for_each(|t| add(inside(t), 3));
            }
            None if decl.kind == DeclKind::Variable && !decl.spec.any(Spec::STATIC) => {
                add(decl.initializer, 2);
            }
            None => {}
        }
    }
    out.sort_unstable_by_key(|region: &Region| region.tokens.start);
    out
}

/// The brace at the end of the outermost class that a declaration is a member of.
fn end_of_outermost(s: &Source<'_>, decl: &Decl) -> Option<u32> {
    let mut class = None;
    let mut around = decl.parent;
    while let Some(parent) = around.map(|p| &s.decls[p as usize]) {
        if parent.kind == DeclKind::Class {
            class = Some(parent);
        }
        around = parent.parent;
    }
    let end = class?.declarator.end.checked_sub(1)?;
    (s.kind(end) == R_BRACE).then_some(end)
}
