//! Annotated lambdas: the flag that they need, and the restrictions on extended ones that syntax decides (spec 4-lambda 5).

use cleave_cuda::ExecutionSpace;
use cleave_names::decl::Tokens;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::tree::{SyntaxElement, SyntaxNode};
use rustc_hash::FxHashSet;

use crate::Finding;
use crate::attributes::{bare, child, gnu_words};
use crate::bodies::{Context, Parent, Walk, has};
use crate::source::Source;

/// One lambda expression.
pub(crate) struct Lambda {
    node: SyntaxNode,
    /// What is written where annotations belong.
    pub(crate) space: ExecutionSpace,
    /// Some annotation stands behind the template head or the parameters.
    late: bool,
    pub(crate) generic: bool,
    /// The token behind the annotations.
    next: u32,
    /// The first token of the body.
    body: u32,
}

impl Lambda {
    pub(crate) fn new(s: &Source<'_>, node: &SyntaxNode) -> Lambda {
        let mut space = ExecutionSpace::default();
        let (mut late, mut declared) = (false, false);
        let mut next = s.tokens(node).start;
        let mut body = s.tokens(node).end;
        let mut generic = false;
        for part in node.children() {
            let t = s.tokens(&part);
            match part.kind() {
                LAMBDA_INTRODUCER => next = t.end,
                TEMPLATE_PARAMETER_LIST => {
                    (declared, generic) = (true, true);
                }
                PARAMETER_CLAUSE => {
                    declared = true;
                    generic |= part.descendants_with_tokens().any(|e| e.kind() == AUTO_KW);
                }
                ATTRIBUTE_SPECIFIER => {
                    let written = annotations(s, t);
                    if declared {
                        late |= !written.is_unannotated();
                    } else {
                        space = space.with(written);
                        next = t.end;
                    }
                }
                COMPOUND_STATEMENT => body = t.start,
                _ => {}
            }
        }
        Lambda {
            node: node.clone(),
            space,
            late,
            generic,
            next,
            body,
        }
    }

    fn shown(&self) -> &'static str {
        if self.space.is_host_device() {
            "__host__ __device__"
        } else {
            "__device__"
        }
    }
}

fn annotations(s: &Source<'_>, t: Tokens) -> ExecutionSpace {
    let mut space = ExecutionSpace::default();
    for i in gnu_words(s, t) {
        space = space.with(match bare(s.word(i)) {
            "host" => ExecutionSpace::HOST,
            "device" => ExecutionSpace::DEVICE,
            _ => continue,
        });
    }
    space
}

pub(crate) fn check(w: &mut Walk<'_, '_>, l: &Lambda, c: &Context) {
    returns_without_parameters(w, l);
    if l.late {
        w.out.push(Finding::new(3621, l.body));
    }
    if l.space.is_unannotated() {
        return;
    }
    if !w.s.settings.extended_lambda {
        w.out.push(Finding::new(3612, l.next));
        return;
    }
    if l.space == ExecutionSpace::HOST {
        return;
    }
    let Some(parent) = &c.parent else {
        if !c.lambdas.is_empty() {
            w.out.push(Finding::new(3617, l.next).text(l.shown()));
        }
        return;
    };
    // In device code, and in lambdas of the device, a lambda is no more than a lambda.
    let on_host = !parent.space.is_device_only() && !parent.space.is_kernel();
    if !on_host || c.lambdas.iter().any(|e| e.device) {
        return;
    }
    places(w, l, parent, c);
    captures(w, l, parent);
    operator(w, l);
}

/// Where an extended lambda may stand.
fn places(w: &mut Walk<'_, '_>, l: &Lambda, parent: &Parent, c: &Context) {
    let mut around = |number| {
        w.out.push(
            Finding::new(number, l.next)
                .text(l.shown())
                .name("operator()"),
        )
    };
    if c.lambdas.iter().any(|e| e.generic) {
        return around(3618);
    }
    if c.lambdas.iter().any(|e| e.host_device) {
        return around(3619);
    }
    let mut of = |number: u16, name: &str| {
        w.out
            .push(Finding::new(number, l.next).name(name).text(l.shown()));
    };
    if parent.local {
        of(3592, &parent.name);
    } else if parent.structor {
        of(3600, &parent.name);
    } else if parent.unnamed_class {
        of(3601, &parent.name);
    } else if parent.hidden {
        of(3608, &parent.name);
    } else if parent.deduced {
        of(3613, &parent.name);
    } else if let Some(class) = &parent.hidden_class {
        w.out.push(
            Finding::new(3609, l.next)
                .text(l.shown())
                .name(class.clone()),
        );
    }
}

/// What an extended lambda may capture, as far as its introducer and its body tell.
fn captures(w: &mut Walk<'_, '_>, l: &Lambda, parent: &Parent) {
    let s = w.s;
    let Some(introducer) = child(&l.node, LAMBDA_INTRODUCER) else {
        return;
    };
    let packs = packs(s, &parent.node);
    for capture in introducer.children().filter(|n| n.kind() == LAMBDA_CAPTURE) {
        let t = s.tokens(&capture);
        let name = (t.start..t.end).find(|&i| s.kind(i) == IDENT);
        let initializer = capture.children().next();
        let Some(at) = name else {
            if s.kind(t.start) == AMP {
                w.out.push(Finding::new(3593, l.next).text(l.shown()));
                by_reference(w, l, parent, &introducer);
            }
            continue;
        };
        if initializer.is_some() && l.space.is_host_device() {
            w.out.push(Finding::new(3615, at));
        }
        if s.kind(t.start) == AMP {
            w.out.push(Finding::new(3593, at).text(l.shown()));
            continue;
        }
        match &initializer {
            Some(i) => {
                let i = s.tokens(i);
                let list = s.kind(i.start) == EQ && s.kind(i.start + 1) == L_BRACE;
                if list && !l.space.is_host_device() {
                    w.out.push(Finding::new(3616, at).text(l.shown()));
                }
            }
            None if packs.contains(s.word(at)) => {
                w.out.push(Finding::new(3594, at).text(l.shown()));
            }
            None => {}
        }
    }
}

/// The names of the function's parameter packs.
fn packs(s: &Source<'_>, function: &SyntaxNode) -> FxHashSet<String> {
    let mut out = FxHashSet::default();
    let clause = child(function, DECLARATOR)
        .and_then(|d| child(&d, PARAMETERS_AND_QUALIFIERS))
        .and_then(|p| child(&p, PARAMETER_CLAUSE));
    for p in clause.iter().flat_map(|c| c.children()) {
        if let Some(d) = child(&p, DECLARATOR).filter(|d| has(d, ELLIPSIS))
            && let Some(id) = child(&d, DECLARATOR_ID)
        {
            out.insert(s.word(s.tokens(&id).start).to_owned());
        }
    }
    out
}

/// The first use of each local of the function in a lambda that captures by reference.
fn by_reference(w: &mut Walk<'_, '_>, l: &Lambda, parent: &Parent, introducer: &SyntaxNode) {
    let s = w.s;
    let here = s.tokens(&l.node);
    let inside = |node: &SyntaxNode| here.contains(s.tokens(node).start);
    let names = |node: &SyntaxNode| -> Option<String> {
        let t = s.tokens(node);
        (t.end == t.start + 1 && s.kind(t.start) == IDENT).then(|| s.word(t.start).to_owned())
    };
    let mut outer: FxHashSet<String> = FxHashSet::default();
    let mut own: FxHashSet<String> = FxHashSet::default();
    for id in parent
        .node
        .descendants()
        .filter(|n| n.kind() == DECLARATOR_ID)
    {
        let Some(name) = names(&id) else { continue };
        if inside(&id) {
            own.insert(name);
        } else if s.tokens(&id).start < here.start && is_local(&id, &parent.node) {
            outer.insert(name);
        }
    }
    for token in introducer
        .descendants_with_tokens()
        .filter_map(SyntaxElement::into_token)
        .filter(|t| t.kind() == IDENT)
    {
        own.insert(token.text().to_owned());
    }
    let Some(body) = child(&l.node, COMPOUND_STATEMENT) else {
        return;
    };
    let mut seen = FxHashSet::default();
    for id in body.descendants().filter(|n| n.kind() == ID_EXPRESSION) {
        let Some(name) = names(&id) else { continue };
        if outer.contains(&name) && !own.contains(&name) && seen.insert(name) {
            w.out
                .push(Finding::new(3593, s.tokens(&id).start).text(l.shown()));
        }
    }
}

/// Whether a declarator names a variable with automatic storage, or a parameter, of the function itself.
fn is_local(id: &SyntaxNode, function: &SyntaxNode) -> bool {
    for node in id.ancestors().take_while(|n| n != function) {
        match node.kind() {
            SIMPLE_DECLARATION => {
                let fixed = child(&node, DECL_SPECIFIER_SEQ).is_some_and(|seq| {
                    has(&seq, STATIC_KW)
                        || has(&seq, EXTERN_KW)
                        || has(&seq, CONSTEXPR_KW)
                        || has(&seq, CONST_KW)
                        || has(&seq, TYPEDEF_KW)
                });
                if fixed {
                    return false;
                }
            }
            LAMBDA_EXPRESSION | CLASS_SPECIFIER => return false,
            _ => {}
        }
    }
    let declarator = child(function, DECLARATOR).and_then(|d| child(&d, DECLARATOR_ID));
    declarator.as_ref() != Some(id)
}

/// What the call operator may look like.
fn operator(w: &mut Walk<'_, '_>, l: &Lambda) {
    for word in ["constexpr", "consteval"] {
        if crate::bodies::has_text(&l.node, word) {
            w.out
                .push(Finding::new(3620, l.body).text(word).text(l.shown()));
        }
    }
    if l.generic && l.space.is_host_device() {
        w.out.push(Finding::new(3614, w.s.tokens(&l.node).start));
    }
}

/// `[] -> T { }`, which C++23 allows.
fn returns_without_parameters(w: &mut Walk<'_, '_>, l: &Lambda) {
    let cpp23 = w.s.settings.standard >= 202302;
    if cpp23 || child(&l.node, PARAMETER_CLAUSE).is_some() {
        return;
    }
    if let Some(arrow) = child(&l.node, TRAILING_RETURN_TYPE) {
        w.out.push(Finding::new(3216, w.s.tokens(&arrow).start));
    }
}
