//! Annotated lambdas: the flag that they need, and the restrictions on extended ones that syntax decides (reference: lambdas,
//! Restrictions; lambdas, Enclosing functions).

use cleave_codes::{Code, codes};
use cleave_cuda::ExecutionSpace;
use cleave_hir::Access;
use cleave_names::decl::{Spec, Tokens};
use cleave_names::item_id_of_node;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::{FlatElement, Node};
use cleave_typing::function::canonical;
use cleave_typing::{DeclRef, Entity, program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Finding;
use crate::cuda::attributes::known::{bare, gnu_words, is_grid_constant};
use crate::engine::context::{Context, Parent};
use crate::engine::entities::name_token;
use crate::engine::source::Source;
use crate::engine::walk::Walk;

/// One lambda expression.
pub(crate) struct Lambda<'t> {
    pub(crate) node: Node<'t>,
    /// What is written where annotations belong.
    pub(crate) space: ExecutionSpace,
    /// Some annotation stands behind the template head or the parameters.
    late: bool,
    pub(crate) generic: bool,
    /// The token behind the annotations.
    pub(crate) next: u32,
    /// The first token of the body.
    body: u32,
}

impl<'t> Lambda<'t> {
    pub(crate) fn new(s: &Source<'_>, node: Node<'t>) -> Lambda<'t> {
        let mut space = ExecutionSpace::default();
        let (mut late, mut declared) = (false, false);
        let mut next = s.tokens(node).start;
        let mut body = s.tokens(node).end;
        let mut generic = false;
        for part in node.children() {
            let t = s.tokens(part);
            match part.kind() {
                LAMBDA_INTRODUCER | LAMBDA_ANNOTATION => next = t.end,
                TEMPLATE_PARAMETER_LIST => {
                    (declared, generic) = (true, true);
                }
                PARAMETER_CLAUSE => {
                    declared = true;
                    generic |= part.children().any(|p| is_placeholder(p));
                }
                ATTRIBUTE_SPECIFIER => {
                    let written = annotations(s, t);
                    // What stands behind standard attributes belongs to the call operator too.
                    let standard = s.kind(t.start) == L_BRACK;
                    declared |= standard;
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
            node,
            space,
            late,
            generic,
            next,
            body,
        }
    }

    pub(crate) fn shown(&self) -> &'static str {
        if self.space.is_host_device() {
            "__host__ __device__"
        } else {
            "__device__"
        }
    }
}

/// Whether a parameter's type is `auto`, whatever its default argument is made of.
fn is_placeholder(param: Node<'_>) -> bool {
    let within = |n: &Node<'_>| n.kind() == LAMBDA_EXPRESSION || n.kind() == EQUAL_INITIALIZER;
    param.descendants_with_tokens().any(|e| {
        e.kind() == AUTO_KW
            && !e.parent().is_some_and(|p| {
                let mut around = p.ancestors().take_while(|n| *n != param);
                around.any(|n| within(&n))
            })
    })
}

pub(crate) fn annotations(s: &Source<'_>, t: Tokens) -> ExecutionSpace {
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

pub(crate) fn check(w: &mut Walk<'_, '_>, l: &Lambda<'_>, c: &Context<'_>) {
    structured_bindings(w, l, c);
    grid_constants(w, l, c);
    if l.late {
        w.out
            .push(Finding::new(codes::LAMBDA_OPERATOR_ANNOTATED, l.body));
    }
    if l.space.is_unannotated() {
        return;
    }
    if !w.s.settings.extended_lambda {
        w.out
            .push(Finding::new(codes::EXTENDED_LAMBDA_DISALLOWED, l.next));
        return;
    }
    if l.space == ExecutionSpace::HOST {
        return;
    }
    let Some(parent) = &c.parent else {
        if !c.lambdas.is_empty() {
            w.out.push(
                Finding::new(codes::EXTENDED_LAMBDA_ENCLOSING_FUNCTION_NOT_FOUND, l.next)
                    .text(l.shown()),
            );
        }
        return;
    };
    // In device code, and in lambdas of the device, a lambda is no more than a lambda.
    let on_host = !parent.space.is_device_only() && !parent.space.is_kernel();
    if !on_host || c.lambdas.iter().any(|e| e.device) {
        return;
    }
    places(w, l, parent, c);
    crate::cuda::lambdas::captures::parents(w, l);
    crate::cuda::lambdas::captures::check(w, l, parent);
    captures(w, l, parent);
    operator(w, l);
}

/// `__grid_constant__` on a parameter: a lambda is no kernel.
fn grid_constants(w: &mut Walk<'_, '_>, l: &Lambda<'_>, c: &Context<'_>) {
    let s = w.s;
    let clause = l
        .node
        .child(PARAMETER_CLAUSE)
        .filter(|_| !l.generic && !c.dependent);
    for param in clause.iter().flat_map(|c| c.children()) {
        if is_grid_constant(s, s.tokens(param)) {
            w.out
                .push(Finding::new(codes::GRID_CONSTANT_NON_KERNEL, l.next));
        }
    }
}

/// Where an extended lambda may stand.
fn places(w: &mut Walk<'_, '_>, l: &Lambda<'_>, parent: &Parent<'_>, c: &Context<'_>) {
    let mut around = |code| {
        w.out.push(
            Finding::new(code, l.next)
                .text(l.shown())
                .name("operator()"),
        )
    };
    if c.lambdas.iter().any(|e| e.generic) {
        return around(codes::EXTENDED_LAMBDA_ENCLOSING_FUNCTION_GENERIC_LAMBDA);
    }
    if c.lambdas.iter().any(|e| e.host_device) {
        return around(codes::EXTENDED_LAMBDA_ENCLOSING_FUNCTION_HD_LAMBDA);
    }
    let outside = match parent.local || parent.hidden || parent.hidden_class.is_some() {
        true => (false, None),
        false => outside(w.s, parent),
    };
    let mut of = |code: Code, name: &str| {
        w.out
            .push(Finding::new(code, l.next).name(name).text(l.shown()));
    };
    if parent.local {
        of(
            codes::EXTENDED_LAMBDA_ENCLOSING_FUNCTION_LOCAL,
            &parent.name,
        );
    } else if parent.makes_or_destroys {
        of(
            codes::EXTENDED_LAMBDA_CANT_TAKE_FUNCTION_ADDRESS,
            &parent.name,
        );
    } else if parent.unnamed_class {
        of(codes::EXTENDED_LAMBDA_PARENT_CLASS_UNNAMED, &parent.name);
    } else if parent.hidden || outside.0 {
        of(codes::EXTENDED_LAMBDA_INACCESSIBLE_PARENT, &parent.name);
    } else if parent.deduced {
        of(
            codes::EXTENDED_LAMBDA_ENCLOSING_FUNCTION_DEDUCIBLE,
            &parent.name,
        );
    } else if let Some(class) = parent.hidden_class.clone().or(outside.1) {
        w.out.push(
            Finding::new(codes::EXTENDED_LAMBDA_INACCESSIBLE_ANCESTOR, l.next)
                .text(l.shown())
                .name(class),
        );
    }
}

/// Whether a function is a private or protected member, and the innermost class around it that is one, which what is defined
/// outside of its class does not show.
fn outside<'db>(s: &Source<'db>, parent: &Parent<'_>) -> (bool, Option<String>) {
    let db = s.db;
    let item = item_id_of_node(db, s.item);
    let all = program::functions(db, item);
    let named = |e: &&Entity<'db>| name_token(db, e.decl(db)) == parent.name_at;
    let Some(function) = all.iter().find(named) else {
        return (false, None);
    };
    let is_hidden = |d: DeclRef<'db>| {
        d.hir(db)
            .is_some_and(|d| d.parent.is_some() && d.access != Access::Public)
    };
    let decl = canonical(db, function.decl(db));
    if decl.hir(db).is_none_or(|d| d.spec.any(Spec::FRIEND)) {
        return (false, None);
    }
    let mut around = decl.parent_class(db);
    for _ in 0..CLASSES {
        match around {
            Some(class) if is_hidden(class) => break,
            Some(class) => around = class.parent_class(db),
            None => break,
        }
    }
    let class = around.map(|class| class.ident(db).to_string());
    (is_hidden(decl), class)
}

/// How deep classes are looked for around a function.
const CLASSES: usize = 64;

/// What an extended lambda may capture, as far as its introducer and its body tell.
fn captures(w: &mut Walk<'_, '_>, l: &Lambda<'_>, parent: &Parent<'_>) {
    let s = w.s;
    let Some(introducer) = l.node.child(LAMBDA_INTRODUCER) else {
        return;
    };
    let packs = packs(s, parent.node);
    used_packs(w, l, introducer, &packs);
    for capture in introducer.children().filter(|n| n.kind() == LAMBDA_CAPTURE) {
        let t = s.tokens(capture);
        let name = (t.start..t.end).find(|&i| s.kind(i) == IDENT);
        let initializer = capture.children().next();
        let Some(at) = name else {
            if s.kind(t.start) == AMP {
                w.out.push(
                    Finding::new(codes::EXTENDED_LAMBDA_REFERENCE_CAPTURE, l.next).text(l.shown()),
                );
                by_reference(w, l, parent, introducer);
            }
            continue;
        };
        if initializer.is_some() && l.space.is_host_device() {
            let pack = s.kind(t.start) == ELLIPSIS;
            w.out.push(Finding::new(
                codes::EXTENDED_LAMBDA_HD_INIT_CAPTURE,
                if pack { t.start } else { at },
            ));
        }
        if s.kind(t.start) == AMP {
            w.out
                .push(Finding::new(codes::EXTENDED_LAMBDA_REFERENCE_CAPTURE, at).text(l.shown()));
            if initializer.is_none() && packs.contains(s.word(at)) {
                w.out
                    .push(Finding::new(codes::EXTENDED_LAMBDA_PACK_CAPTURE, at).text(l.shown()));
            }
            continue;
        }
        match &initializer {
            Some(i) => {
                let i = s.tokens(*i);
                let list = s.kind(i.start) == EQ && s.kind(i.start + 1) == L_BRACE;
                if list && !l.space.is_host_device() {
                    w.out.push(
                        Finding::new(codes::EXTENDED_LAMBDA_INIT_CAPTURE_INITLIST, at)
                            .text(l.shown()),
                    );
                }
            }
            None if packs.contains(s.word(at)) => {
                w.out
                    .push(Finding::new(codes::EXTENDED_LAMBDA_PACK_CAPTURE, at).text(l.shown()));
            }
            None => {}
        }
    }
}

/// The packs that a lambda with a capture default captures by using their elements.
fn used_packs(
    w: &mut Walk<'_, '_>,
    l: &Lambda<'_>,
    introducer: Node<'_>,
    packs: &FxHashSet<String>,
) {
    let s = w.s;
    let mut default = false;
    let mut known: FxHashSet<&str> = FxHashSet::default();
    for capture in introducer.children().filter(|n| n.kind() == LAMBDA_CAPTURE) {
        let t = s.tokens(capture);
        default |= t.end == t.start + 1 && matches!(s.kind(t.start), EQ | AMP);
        known.extend(t.range().map(|i| s.word(i as u32)));
    }
    // What the lambda declares itself hides a pack of that name.
    let declared = l.node.descendants().filter(|n| n.kind() == DECLARATOR_ID);
    known.extend(declared.map(|id| s.word(s.tokens(id).start)));
    let body = l
        .node
        .child(COMPOUND_STATEMENT)
        .filter(|_| default && !packs.is_empty());
    for id in body.iter().flat_map(|b| b.descendants()) {
        let t = s.tokens(id);
        let name = s.word(t.start);
        let unevaluated = || {
            let mut around = id.ancestors().take_while(|n| *n != l.node);
            around.any(|n| {
                matches!(
                    n.kind(),
                    SIZEOF_EXPRESSION | DECLTYPE_SPECIFIER | NOEXCEPT_EXPRESSION
                )
            })
        };
        let named = id.kind() == ID_EXPRESSION && t.end == t.start + 1;
        if named && packs.contains(name) && !unevaluated() && known.insert(name) {
            w.out
                .push(Finding::new(codes::EXTENDED_LAMBDA_PACK_CAPTURE, t.start).text(l.shown()));
        }
    }
}

/// The names of the function's parameter packs.
fn packs(s: &Source<'_>, function: Node<'_>) -> FxHashSet<String> {
    let mut out = FxHashSet::default();
    let clause = function
        .child(DECLARATOR)
        .and_then(|d| d.child(PARAMETERS_AND_QUALIFIERS))
        .and_then(|p| p.child(PARAMETER_CLAUSE));
    for p in clause.iter().flat_map(|c| c.children()) {
        if let Some(d) = p.child(DECLARATOR).filter(|d| d.has(ELLIPSIS))
            && let Some(id) = d.child(DECLARATOR_ID)
        {
            out.insert(s.word(s.tokens(id).start).to_owned());
        }
    }
    out
}

/// The first use of each local of the function in a lambda that captures by reference.
fn by_reference(w: &mut Walk<'_, '_>, l: &Lambda<'_>, parent: &Parent<'_>, introducer: Node<'_>) {
    let s = w.s;
    let here = s.tokens(l.node);
    let inside = |node: &Node<'_>| here.contains(s.tokens(*node).start);
    let names = |node: &Node<'_>| -> Option<String> {
        let t = s.tokens(*node);
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
        } else if s.tokens(id).start < here.start && is_local(id, parent.node) {
            outer.insert(name);
        }
    }
    for token in introducer
        .descendants_with_tokens()
        .filter_map(FlatElement::into_token)
        .filter(|t| t.kind() == IDENT)
    {
        own.insert(token.text().to_owned());
    }
    let Some(body) = l.node.child(COMPOUND_STATEMENT) else {
        return;
    };
    let mut seen = FxHashSet::default();
    for id in body.descendants().filter(|n| n.kind() == ID_EXPRESSION) {
        let Some(name) = names(&id) else { continue };
        if outer.contains(&name) && !own.contains(&name) && seen.insert(name) {
            w.out.push(
                Finding::new(codes::EXTENDED_LAMBDA_REFERENCE_CAPTURE, s.tokens(id).start)
                    .text(l.shown()),
            );
        }
    }
}

/// The locals and parameters that the function declares before a token, by name, with their specifiers.
pub(crate) fn locals<'t>(
    s: &Source<'_>,
    parent: &Parent<'t>,
    before: u32,
) -> FxHashMap<String, Node<'t>> {
    let mut out = FxHashMap::default();
    for id in parent
        .node
        .descendants()
        .filter(|n| n.kind() == DECLARATOR_ID)
    {
        let t = s.tokens(id);
        if t.start >= before || t.end != t.start + 1 || !is_variable(id, parent.node) {
            continue;
        }
        let holder = id
            .ancestors()
            .find(|n| matches!(n.kind(), SIMPLE_DECLARATION | PARAMETER_DECLARATION));
        if let Some(seq) = holder.and_then(|h| h.child(DECL_SPECIFIER_SEQ)) {
            out.insert(s.word(t.start).to_owned(), seq);
        }
    }
    out
}
/// Whether a declarator names a variable or a parameter of the function itself, whatever its storage.
fn is_variable(id: Node<'_>, function: Node<'_>) -> bool {
    let inner = id.ancestors().take_while(|n| *n != function).any(|n| {
        matches!(n.kind(), LAMBDA_EXPRESSION | CLASS_SPECIFIER)
            || n.kind() == SIMPLE_DECLARATION
                && n.child(DECL_SPECIFIER_SEQ)
                    .is_some_and(|seq| seq.has(STATIC_KW) || seq.has(TYPEDEF_KW))
    });
    let own = function
        .child(DECLARATOR)
        .and_then(|d| d.child(DECLARATOR_ID));
    !inner && own != Some(id)
}

/// Whether a declarator names a variable with automatic storage, or a parameter, of the function itself.
fn is_local(id: Node<'_>, function: Node<'_>) -> bool {
    for node in id.ancestors().take_while(|n| *n != function) {
        match node.kind() {
            SIMPLE_DECLARATION => {
                let fixed = node.child(DECL_SPECIFIER_SEQ).is_some_and(|seq| {
                    seq.has(STATIC_KW)
                        || seq.has(EXTERN_KW)
                        || seq.has(CONSTEXPR_KW)
                        || seq.has(CONST_KW)
                        || seq.has(TYPEDEF_KW)
                });
                if fixed {
                    return false;
                }
            }
            LAMBDA_EXPRESSION | CLASS_SPECIFIER => return false,
            _ => {}
        }
    }
    let declarator = function
        .child(DECLARATOR)
        .and_then(|d| d.child(DECLARATOR_ID));
    declarator != Some(id)
}

/// What the call operator may look like.
fn operator(w: &mut Walk<'_, '_>, l: &Lambda<'_>) {
    for word in ["constexpr", "consteval"] {
        if crate::engine::nodes::has_text(l.node, word) {
            w.out.push(
                Finding::new(codes::EXTENDED_LAMBDA_CONSTEXPR, l.body)
                    .text(word)
                    .text(l.shown()),
            );
        }
    }
    if l.generic && l.space.is_host_device() {
        w.out.push(Finding::new(
            codes::EXTENDED_HOST_DEVICE_GENERIC_LAMBDA,
            w.s.tokens(l.node).start,
        ));
    }
}

/// Structured bindings that are captured by name, which C++20 allows.
fn structured_bindings(w: &mut Walk<'_, '_>, l: &Lambda<'_>, c: &Context<'_>) {
    let s = w.s;
    let asked = w.binds && s.settings.standard < 202002;
    let Some(parent) = c.parent.as_ref().filter(|_| asked) else {
        return;
    };
    let start = l.node.tokens().start;
    let in_scope = |n: &Node<'_>| {
        let block = n.ancestors().find(|a| {
            matches!(
                a.kind(),
                COMPOUND_STATEMENT
                    | FOR_STATEMENT
                    | RANGE_FOR_STATEMENT
                    | IF_STATEMENT
                    | SWITCH_STATEMENT
                    | WHILE_STATEMENT
            )
        });
        n.tokens().end <= start && block.is_some_and(|b| s.tokens(b).contains(start))
    };
    fn named(n: Node<'_>) -> impl Iterator<Item = String> {
        let names = n.own_tokens().filter(|t| t.kind() == IDENT);
        names.map(|t| t.text().to_owned())
    }
    let mut bound: FxHashSet<String> = FxHashSet::default();
    // What is declared later hides what was declared before.
    for n in parent.node.descendants() {
        match n.kind() {
            STRUCTURED_BINDING if in_scope(&n) => bound.extend(named(n)),
            DECLARATOR_ID if in_scope(&n) => {
                bound.remove(s.word(s.tokens(n).start));
            }
            _ => {}
        }
    }
    let Some(introducer) = l
        .node
        .child(LAMBDA_INTRODUCER)
        .filter(|_| !bound.is_empty())
    else {
        return;
    };
    let mut seen: FxHashSet<String> = FxHashSet::default();
    let mut implicit = false;
    for capture in introducer.children().filter(|n| n.kind() == LAMBDA_CAPTURE) {
        let t = s.tokens(capture);
        implicit |= t.end == t.start + 1 && matches!(s.kind(t.start), EQ | AMP);
        if let Some(at) = (t.start..t.end).find(|&i| s.kind(i) == IDENT)
            && seen.insert(s.word(at).to_owned())
            && capture.children().next().is_none()
            && bound.contains(s.word(at))
        {
            w.out
                .push(Finding::new(codes::STRUCTURED_BINDING_CAPTURE_IS_CPP20, at));
        }
    }
    let Some(body) = l.node.child(COMPOUND_STATEMENT).filter(|_| implicit) else {
        return;
    };
    for own in body.descendants() {
        match own.kind() {
            DECLARATOR_ID => {
                seen.insert(s.word(s.tokens(own).start).to_owned());
            }
            STRUCTURED_BINDING => seen.extend(named(own)),
            _ => {}
        }
    }
    for id in body.descendants().filter(|n| n.kind() == ID_EXPRESSION) {
        let t = s.tokens(id);
        let name = s.word(t.start);
        if t.end == t.start + 1 && bound.contains(name) && seen.insert(name.to_owned()) {
            w.out.push(Finding::new(
                codes::STRUCTURED_BINDING_CAPTURE_IS_CPP20,
                t.start,
            ));
        }
    }
}
