//! What a `__global__` function may look like (spec 3-attrs 3).

use cleave_base_db::StubLinkage;
use cleave_names::decl::{Attribute, Body, Decl, Function, Shape, Spec, Special, Tokens};
use cleave_syntax::SyntaxKind::{self, *};

use crate::Finding;
use crate::source::{Sink, Source};

/// The rules for each kernel that the item declares.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    for decl in s.decls {
        let Some(function) = &decl.function else {
            continue;
        };
        let global = decl
            .attributes
            .iter()
            .find(|a| matches!(a.name.as_str(), "global" | "tile_global"));
        if let Some(global) = global {
            if decl.instantiation {
                instantiation(s, decl, out);
            } else {
                kernel(s, decl, function, global, out);
            }
        }
        register_params(s, decl, function, out);
        main(s, decl, out);
        defaulted(decl, function, out);
    }
}

fn kernel<'db>(
    s: &Source<'db>,
    decl: &Decl,
    f: &Function,
    global: &Attribute,
    out: &mut Sink<'db>,
) {
    let at = global.tokens.start;
    let mut say = |number| out.push(Finding::new(number, at));
    if decl.has_deduced_return() && f.special == Special::None {
        say(3506);
    } else if returns_something(s, decl, f) {
        say(3505);
    }
    if f.variadic {
        say(3503);
    }
    if f.special == Special::Operator {
        say(3644);
    }
    let friend = decl.spec.any(Spec::FRIEND);
    if decl.parent.is_some() && !friend {
        say(3688);
    }
    if !f.exception.is_empty() {
        say(3647);
    }
    let defined_friend = friend && f.body.tokens().is_some();
    let inline = Spec::INLINE.with(Spec::CONSTEXPR).with(Spec::CONSTEVAL);
    if decl.spec.any(inline) || defined_friend {
        out.push(Finding::new(3507, at).name("__global__"));
    }
    if defined_friend {
        out.push(Finding::new(3643, decl.specifiers.start));
    }
    packs(s, decl, out);
    if let Some(body) = f.body.tokens()
        && !decl.has_attribute("launch_bounds")
    {
        out.push(Finding::new(3695, body.start));
    }
}

/// Whether the return type, as written, is certainly something else than void.
pub(crate) fn returns_something(s: &Source<'_>, decl: &Decl, f: &Function) -> bool {
    if matches!(
        f.special,
        Special::Constructor | Special::Destructor | Special::Conversion
    ) {
        return false;
    }
    if !f.trailing.is_empty() {
        let ty = Tokens {
            start: f.trailing.start + 1,
            end: f.trailing.end,
        };
        return builtin(s, ty) == Some(false);
    }
    if matches!(
        decl.shape.get(1),
        Some(Shape::Pointer | Shape::LvalueReference)
    ) {
        return true;
    }
    decl.shape.len() == 1 && builtin(s, decl.specifiers) == Some(false)
}

/// For specifiers that name a fundamental type and nothing else: whether it is void.
pub(crate) fn builtin(s: &Source<'_>, t: Tokens) -> Option<bool> {
    let mut void = None;
    let mut i = t.start;
    while i < t.end {
        match s.kind(i) {
            ATTRIBUTE_KW => {
                i = group_end(s, i + 1, t.end);
                continue;
            }
            L_BRACK if s.kind(i + 1) == L_BRACK => {
                i = group_end(s, i, t.end);
                continue;
            }
            VOID_KW => void = Some(true),
            kind if is_fundamental(kind) => void = Some(false),
            INLINE_KW | STATIC_KW | EXTERN_KW | CONST_KW | VOLATILE_KW | FRIEND_KW
            | CONSTEXPR_KW | VIRTUAL_KW => {}
            _ => return None,
        }
        i += 1;
    }
    void
}

/// A keyword that names a fundamental type other than void, or a part of its name.
pub(crate) fn is_fundamental(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        INT_KW
            | UNSIGNED_KW
            | SIGNED_KW
            | LONG_KW
            | SHORT_KW
            | CHAR_KW
            | BOOL_KW
            | FLOAT_KW
            | DOUBLE_KW
    )
}

/// The token after the bracket that closes the one at `open`, at most `end`.
pub(crate) fn group_end(s: &Source<'_>, open: u32, end: u32) -> u32 {
    let mut depth = 0i32;
    for i in open..end {
        match s.kind(i) {
            L_PAREN | L_BRACK | L_BRACE => depth += 1,
            R_PAREN | R_BRACK | R_BRACE => {
                depth -= 1;
                if depth <= 0 {
                    return i + 1;
                }
            }
            _ => {}
        }
    }
    end
}

/// Template parameter packs: one at most, and the last one.
fn packs<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let [head] = &*decl.heads else { return };
    let last = head.params.len().saturating_sub(1);
    let mut before = false;
    for (i, p) in head.params.iter().enumerate() {
        if !p.pack {
            continue;
        }
        let at = if s.kind(p.name_at) == ELLIPSIS {
            p.name_at + 1
        } else {
            p.name_at
        };
        if i != last {
            out.push(Finding::new(3573, at));
        }
        if before {
            out.push(Finding::new(3574, at));
        }
        before = true;
    }
}

/// `extern template` of a kernel whose host function is static.
fn instantiation<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let stubs = s.settings.stub_linkage == StubLinkage::Static && !s.settings.relocatable;
    if stubs && s.kind(decl.tokens.start) == EXTERN_KW {
        out.push(Finding::new(3735, decl.name_tokens.start));
    }
}

fn register_params<'db>(s: &Source<'db>, decl: &Decl, f: &Function, out: &mut Sink<'db>) {
    let keyword = decl
        .specifiers
        .range()
        .map(|i| i as u32)
        .find(|&i| s.kind(i) == REGISTER_PARAMS_KW);
    let attribute = decl
        .attributes
        .iter()
        .find(|a| a.name == "nv_register_params")
        .map(|a| a.tokens.start);
    if let Some(at) = keyword.or(attribute) {
        out.push(Finding::new(3659, at));
        if f.variadic {
            out.push(Finding::new(3662, at));
        }
    }
}

/// `main` is an ordinary host function that returns int.
fn main<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let global_scope = s.item.scope(s.db).is_global(s.db) && decl.parent.is_none();
    if decl.name != "main" || !global_scope || !decl.qualifier.is_empty() || !decl.heads.is_empty()
    {
        return;
    }
    if decl.shape.len() == 1 && builtin(s, decl.specifiers) == Some(true) {
        out.push(Finding::new(951, decl.name_tokens.start));
    }
    if let Some(a) = decl
        .attributes
        .iter()
        .find(|a| matches!(a.name.as_str(), "global" | "device"))
    {
        out.push(Finding::new(3538, a.tokens.start));
    }
}

/// Execution spaces of a function that is defaulted where it is first declared follow from its class.
fn defaulted(decl: &Decl, f: &Function, out: &mut Sink<'_>) {
    let certain = decl.parent.is_some() && f.body == Body::Default && !f.is_virtual;
    // A base may make these virtual.
    let inherited = f.special == Special::Destructor || decl.name == "operator=";
    if !certain || inherited {
        return;
    }
    for a in &decl.attributes {
        if matches!(a.name.as_str(), "host" | "device") {
            out.push(
                Finding::new(3469, a.tokens.start)
                    .text(crate::attributes::shown(&a.name))
                    .name(decl.name.clone()),
            );
        }
    }
}
