//! Execution spaces of virtual functions and of what they override (spec 2-spaces 1), where the base class is certain.

use cleave_cuda::ExecutionSpace;
use cleave_names::decl::{Body, Decl, DeclKind, Function, Special, Tokens};
use cleave_names::{ItemNode, declarations};
use cleave_syntax::SyntaxKind::*;

use crate::Finding;
use crate::finding::Arg;
use crate::index::only_mine;
use crate::source::{Sink, Source};

/// The three spaces that a virtual function may have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Host,
    Device,
    Both,
}

fn side(space: ExecutionSpace) -> Option<Side> {
    match space {
        s if s.is_kernel() => None,
        s if s.is_host_device() => Some(Side::Both),
        s if s.is_device_only() => Some(Side::Device),
        _ => Some(Side::Host),
    }
}

/// `execution space mismatch: overridden entity … is …, but overriding entity … is …`
fn mismatch(overridden: Side, overrider: Side) -> Option<u16> {
    Some(match (overridden, overrider) {
        (Side::Host, Side::Device) => 3542,
        (Side::Host, Side::Both) => 3543,
        (Side::Device, Side::Both) => 3544,
        (Side::Device, Side::Host) => 3545,
        (Side::Both, Side::Host) => 3546,
        (Side::Both, Side::Device) => 3547,
        _ => return None,
    })
}

/// Every member function of the item's classes against the bases that are classes of the user's own.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    for (index, decl) in s.decls.iter().enumerate() {
        let (Some(f), Some(class)) = (&decl.function, decl.parent) else {
            continue;
        };
        let class = &s.decls[class as usize];
        let plain = match f.special {
            Special::None => f.body != Body::Default && !f.params_pack(),
            Special::Destructor => true,
            _ => false,
        };
        if !plain || !decl.heads.is_empty() || !class.heads.is_empty() || class.parent.is_some() {
            continue;
        }
        let Some(mine) = side(s.merged(index).space) else {
            continue;
        };
        let mut visited = 0;
        for base in bases(s, class) {
            let Some((item, number, theirs)) = find(s, base, decl, f, &mut visited) else {
                continue;
            };
            let other = &declarations(s.db, item)[number];
            let Some(number) = mismatch(theirs, mine) else {
                continue;
            };
            let base = other
                .parent
                .map(|p| declarations(s.db, item)[p as usize].name.clone())
                .unwrap_or_default();
            let entity = |class: &str, name: &str| Arg::Entity {
                kind: "function",
                name: crate::redeclared::qualified(s, &format!("{class}::{name}")),
            };
            out.push(
                Finding::new(number, decl.name_tokens.start)
                    .arg(entity(&base, &other.name))
                    .arg(entity(&class.name, &decl.name)),
            );
        }
    }
}

/// Whether the parameters include a pack; asked of functions that are no templates, so rarely true.
trait Packs {
    fn params_pack(&self) -> bool;
}

impl Packs for Function {
    fn params_pack(&self) -> bool {
        self.params.iter().any(|p| p.pack)
    }
}

/// The names of a class's direct bases that are plain identifiers.
fn bases<'s>(s: &Source<'s>, class: &Decl) -> Vec<&'s str> {
    let mut out = Vec::new();
    let mut i = class.declarator.start;
    let end = class.declarator.end;
    while i < end && !matches!(s.kind(i), COLON | L_BRACE) {
        i += 1;
    }
    if s.kind(i) != COLON {
        return out;
    }
    let mut last = None;
    let mut plain = true;
    i += 1;
    while i < end {
        match s.kind(i) {
            IDENT => {
                plain &= last.is_none();
                last = Some(s.word(i));
            }
            PUBLIC_KW | PROTECTED_KW | PRIVATE_KW | VIRTUAL_KW => {}
            COMMA | L_BRACE => {
                if let (Some(name), true) = (last, plain) {
                    out.push(name);
                }
                (last, plain) = (None, true);
                if s.kind(i) == L_BRACE {
                    break;
                }
            }
            _ => plain = false,
        }
        i += 1;
    }
    out
}

/// The virtual function that `decl` overrides in the class `base` or one of its bases: item, declaration and space.
fn find<'db>(
    s: &Source<'db>,
    base: &str,
    decl: &Decl,
    f: &Function,
    visited: &mut u32,
) -> Option<(ItemNode<'db>, usize, Side)> {
    *visited += 1;
    // A chain this long is a cycle or a program that no rule need judge.
    if *visited > 64 {
        return None;
    }
    let found = only_mine(s.db, s.file, base);
    let mut classes = found.iter().filter(|e| e.kind == DeclKind::Class);
    let class = classes.next()?;
    let certain = classes.next().is_none()
        && found.len() == 1
        && class.class.is_none()
        && !class.template
        && class.scope == s.item.scope(s.db);
    if !certain {
        return None;
    }
    let theirs = Source::new(s.db, s.file, class.item, s.settings);
    let mut named = theirs.decls.iter().enumerate().filter(|(_, d)| {
        d.parent == Some(class.decl)
            && (d.name == decl.name || f.special == Special::Destructor)
            && d.function
                .as_ref()
                .is_some_and(|g| g.special == f.special && same(s, f, &theirs, g))
    });
    if let Some((index, other)) = named.next() {
        let virtual_here = other.function.as_ref().is_some_and(|g| g.is_virtual);
        let space = theirs.merged(index).space;
        return virtual_here
            .then(|| side(space))
            .flatten()
            .map(|side| (class.item, index, side));
    }
    bases(&theirs, &theirs.decls[class.decl as usize])
        .iter()
        .find_map(|b| find(&theirs, b, decl, f, visited))
}

/// Whether two functions have the same parameters and qualifiers as written.
fn same(s: &Source<'_>, f: &Function, t: &Source<'_>, g: &Function) -> bool {
    let text = |s: &Source<'_>, f: &Function| -> Vec<String> {
        f.params
            .iter()
            .map(|p| {
                let part = |t: Tokens| {
                    t.range()
                        .map(|i| s.word(i as u32))
                        .collect::<Vec<_>>()
                        .join(" ")
                };
                let end = if p.default.is_empty() {
                    p.tokens.end
                } else {
                    p.default.start
                };
                let before = Tokens {
                    start: p.tokens.start,
                    end: p.name_at.min(end),
                };
                let after = Tokens {
                    start: p.name_end.min(end),
                    end,
                };
                format!("{} {}", part(before), part(after))
            })
            .collect()
    };
    f.is_const == g.is_const && f.variadic == g.variadic && text(s, f) == text(t, g)
}

/// Whether some base of a class may declare a virtual function of a name, or a virtual destructor; certain only of the user's
/// own classes.
pub(crate) fn may_have_virtual(s: &Source<'_>, class: &Decl, name: &str, special: Special) -> bool {
    let plain = bases(s, class);
    plain.len() != class.bases.len()
        || plain
            .iter()
            .any(|base| base_may_have_virtual(s, base, name, special, 0))
}

fn base_may_have_virtual(
    s: &Source<'_>,
    base: &str,
    name: &str,
    special: Special,
    depth: u32,
) -> bool {
    let found = only_mine(s.db, s.file, base);
    let [class] = found else { return true };
    let certain = class.kind == DeclKind::Class
        && class.class.is_none()
        && !class.template
        && class.scope == s.item.scope(s.db);
    if !certain || depth > 32 {
        return true;
    }
    let theirs = Source::new(s.db, s.file, class.item, s.settings);
    let here = theirs.decls.iter().any(|d| {
        d.parent == Some(class.decl)
            && d.function.as_ref().is_some_and(|f| {
                f.is_virtual
                    && (d.name == name || special == f.special && special == Special::Destructor)
            })
    });
    let decl = &theirs.decls[class.decl as usize];
    let plain = bases(&theirs, decl);
    here || plain.len() != decl.bases.len()
        || plain
            .iter()
            .any(|b| base_may_have_virtual(&theirs, b, name, special, depth + 1))
}
