//! Annotated lambdas: the flag that they need, and the restrictions on extended ones that syntax decides (reference: lambdas,
//! Restrictions; lambdas, Enclosing functions).

use cleave_codes::codes;
use cleave_cuda::ExecutionSpace;
use cleave_hir::Access;
use cleave_names::decl::{Spec, Tokens};
use cleave_names::item_id_of_node;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;
use cleave_typing::function::canonical;
use cleave_typing::{DeclRef, Entity, program};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::Finding;
use crate::cuda::attributes::known::{bare, gnu_words, is_grid_constant};
use crate::cuda::lambdas::captures::{self, Capture};
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
    captures::parents(w, l);
    let captured = captures::captures(w.s, l.node);
    captures::check(w, l, parent, &captured);
    capture_list(w, l, &captured);
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
    let hidden_class = parent.hidden_class.clone().or(outside.1);
    // Each is said for itself.
    let said = [
        (
            parent.local,
            codes::EXTENDED_LAMBDA_ENCLOSING_FUNCTION_LOCAL,
        ),
        (
            parent.makes_or_destroys,
            codes::EXTENDED_LAMBDA_CANT_TAKE_FUNCTION_ADDRESS,
        ),
        (
            parent.deduced,
            codes::EXTENDED_LAMBDA_ENCLOSING_FUNCTION_DEDUCIBLE,
        ),
        (
            parent.unnamed_class,
            codes::EXTENDED_LAMBDA_PARENT_CLASS_UNNAMED,
        ),
        (
            parent.hidden || outside.0,
            codes::EXTENDED_LAMBDA_INACCESSIBLE_PARENT,
        ),
    ];
    for (_, code) in said.into_iter().filter(|(is_so, _)| *is_so) {
        let finding = Finding::new(code, l.next).name(&*parent.name);
        w.out.push(finding.text(l.shown()));
    }
    if let Some(class) = hidden_class {
        let class = match class.is_empty() {
            true => "<unknown>".to_owned(),
            false => class,
        };
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
fn capture_list(w: &mut Walk<'_, '_>, l: &Lambda<'_>, captured: &[Capture]) {
    let s = w.s;
    let Some(introducer) = l.node.child(LAMBDA_INTRODUCER) else {
        return;
    };
    let implicit = || captured.iter().filter(|c| !c.is_explicit);
    for at in implicit().filter(|c| c.is_pack).filter_map(|c| c.used) {
        w.out
            .push(Finding::new(codes::EXTENDED_LAMBDA_PACK_CAPTURE, at).text(l.shown()));
    }
    let packs = captured.iter().filter(|c| c.is_pack);
    let packs: FxHashSet<&str> = packs.map(|c| c.name.as_str()).collect();
    let is_pack = |at: u32| packs.contains(s.word(at));
    for capture in introducer.children().filter(|n| n.kind() == LAMBDA_CAPTURE) {
        let t = s.tokens(capture);
        let name = (t.start..t.end).find(|&i| s.kind(i) == IDENT);
        let initializer = capture.children().next();
        let Some(at) = name else {
            if s.kind(t.start) == AMP {
                w.out.push(
                    Finding::new(codes::EXTENDED_LAMBDA_REFERENCE_CAPTURE, l.next).text(l.shown()),
                );
                for at in implicit().filter_map(|c| c.used) {
                    w.out.push(
                        Finding::new(codes::EXTENDED_LAMBDA_REFERENCE_CAPTURE, at).text(l.shown()),
                    );
                }
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
            if initializer.is_none() && is_pack(at) {
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
            None if is_pack(at) => {
                w.out
                    .push(Finding::new(codes::EXTENDED_LAMBDA_PACK_CAPTURE, at).text(l.shown()));
            }
            None => {}
        }
    }
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

/// Structured bindings that are captured, which C++20 allows.
fn structured_bindings(w: &mut Walk<'_, '_>, l: &Lambda<'_>, c: &Context<'_>) {
    let s = w.s;
    if !w.binds || s.settings.standard >= 202002 || c.parent.is_none() {
        return;
    }
    let introducer = l.node.child(LAMBDA_INTRODUCER);
    let list = introducer.iter().flat_map(|n| n.children());
    // An entry with an initialiser names what is new.
    let names = list.filter(|n| n.kind() == LAMBDA_CAPTURE && n.children().next().is_none());
    let names: FxHashMap<&str, u32> = names
        .filter_map(|n| n.tokens().find(|t| s.kind(*t) == IDENT))
        .map(|t| (s.word(t), t))
        .collect();
    let captured = captures::captures(s, l.node);
    for capture in captured.iter().filter(|c| c.is_binding) {
        let at = match capture.is_explicit {
            true => names.get(capture.name.as_str()).copied(),
            false => capture.used,
        };
        // A use in a lambda within captures it for both.
        if let Some(at) = at.filter(|at| w.bindings.insert(*at)) {
            w.out
                .push(Finding::new(codes::STRUCTURED_BINDING_CAPTURE_IS_CPP20, at));
        }
    }
}
