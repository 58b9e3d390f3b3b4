//! The template arguments of functions around extended lambdas: a lambda of the device is known to the host's compiler by the
//! instance that it stands in, which has to be one that can be named anywhere (reference: lambdas, Enclosing functions).

use cleave_codes::{Code, codes};
use cleave_cuda::annotations;
use cleave_names::item_id_of_node;
use cleave_odr_use::referenced;
use cleave_syntax::SyntaxKind::{
    DECLARATOR, DECLARATOR_ID, FUNCTION_DEFINITION, LAMBDA_EXPRESSION,
};
use cleave_syntax::flat::Node;
use cleave_syntax::skeleton::Flags;
use cleave_typing::function::definition;
use cleave_typing::{Closure, Entity, Ty, check, display, program};

use crate::Finding;
use crate::cuda::lambdas::annotated::Lambda;
use crate::cuda::lambdas::types;
use crate::cuda::memory::locals::innermost;
use crate::device::types::instances::{Part, first_part, hidden};
use crate::engine::chain::chain;
use crate::engine::entities::name_token;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};

/// How deep classes are looked for around a class.
const DEPTH: usize = 64;

/// The arguments of the instances that the program makes of an item's templates.
pub(crate) fn check<'db>(s: &Source<'db>, root: Node<'_>, out: &mut Sink<'db>) {
    if !s.settings.extended_lambda || !s.item.flags(s.db).has(Flags::LAMBDA) {
        return;
    }
    let db = s.db;
    let used = referenced(db, s.file);
    for instance in used.instances(item_id_of_node(db, s.item)) {
        let decl = instance.decl(db);
        let space = annotations(db, instance);
        if decl.closure(db).is_some()
            || !instance.is_function(db)
            || instance.depth(db) != display::template_depth(db, instance)
            || !space.on_host()
        {
            continue;
        }
        let own = decl.hir(db).is_some_and(|d| !d.heads.is_empty());
        let (true, Some(env), Some(code)) = (own, instance.env(db), definition(db, instance))
        else {
            continue;
        };
        let Some(token) = name_token(db, code.decl(db)) else {
            continue;
        };
        let lambdas = lambdas(s, root, token);
        if lambdas.is_empty() {
            continue;
        }
        let contexts = chain(db, &used.chain(db, instance));
        let typed = check::body(db, code).filter(|typed| !typed.dependent);
        let mut own = typed.map_or(Vec::new(), |typed| types::each(s, typed));
        for l in &lambdas {
            for arg in env.args(db) {
                let all = match arg {
                    cleave_typing::Arg::Pack(elements) => &elements[..],
                    one => std::slice::from_ref(one),
                };
                for arg in all {
                    let found = first_part(db, arg, false, |part| wrong(s, part));
                    for (number, text) in found.into_iter().flatten() {
                        let mut found = Finding::new(number, l.next);
                        found = match text {
                            Some(text) => found.arg(Arg::Type(text)),
                            None => found.text(l.shown()),
                        };
                        found.contexts = contexts.clone();
                        found.reported_last = true;
                        out.push(found);
                    }
                }
            }
            // What its captures and its call operator are depends on the instance as well.
            let start = s.tokens(l.node).start;
            let is_it = |closure: &Closure<'db>| {
                program::place(db, closure.site).is_some_and(|p| p.0.start == start)
            };
            for (_, found) in own.extract_if(.., |(closure, _)| is_it(closure)) {
                out.extend(found.into_iter().map(|mut found| {
                    found.contexts = contexts.clone();
                    found.reported_last = true;
                    found
                }));
            }
        }
    }
}

/// The extended lambdas that stand in a function and in no other lambda, of the function that a token names.
fn lambdas<'t>(s: &Source<'_>, root: Node<'t>, name: u32) -> Vec<Lambda<'t>> {
    let is_own = |f: &Node<'_>| {
        let declarator = f.child(DECLARATOR);
        let id = declarator.and_then(innermost);
        let id = id.and_then(|d| d.child(DECLARATOR_ID));
        id.is_some_and(|id| s.tokens(id).contains(name))
    };
    let function = root
        .descendants()
        .filter(|n| n.kind() == FUNCTION_DEFINITION)
        .find(is_own);
    let Some(function) = function else {
        return Vec::new();
    };
    let around = |n: Node<'t>| {
        n.ancestors()
            .skip(1)
            .find(|a| matches!(a.kind(), FUNCTION_DEFINITION | LAMBDA_EXPRESSION))
    };
    function
        .descendants()
        .filter(|n| n.kind() == LAMBDA_EXPRESSION && around(*n) == Some(function))
        .map(|n| Lambda::new(s, n))
        .filter(|l| l.space.is_device_only() || l.space.is_host_device())
        .collect()
}

/// What is wrong with a part of an argument: numbers, and the types that they name. Of a class in a local class both are reported.
fn wrong<'db>(s: &Source<'db>, part: Part<'db>) -> Option<Vec<(Code, Option<String>)>> {
    let db = s.db;
    let text = |ty: Ty<'db>| display::type_text(db, ty.unqualified(db));
    match part {
        Part::Template(t) => {
            hidden(db, t).map(|_| vec![(codes::EXTENDED_LAMBDA_PARENT_PRIVATE_TEMPLATE_ARG, None)])
        }
        Part::Closure(closure, ty) => is_plain_local(s, closure)
            .then(|| vec![(codes::EXTENDED_LAMBDA_PARENT_LOCAL_TYPE, Some(text(ty)))]),
        Part::Declared(e, ty) => {
            if e.decl(db).code(db).body.is_some() {
                let mut out = vec![(codes::EXTENDED_LAMBDA_PARENT_LOCAL_TYPE, Some(text(ty)))];
                let mut around = e.decl(db).parent_class(db);
                while let (Some(class), true) = (around, out.len() < DEPTH) {
                    let name = display::qualified_name(db, Entity::new(db, class, None));
                    out.push((codes::EXTENDED_LAMBDA_PARENT_LOCAL_TYPE, Some(name)));
                    around = class.parent_class(db);
                }
                return Some(out);
            }
            let class = hidden(db, e)?;
            let text = match class.decl(db) == e.decl(db) {
                true => text(ty),
                false => display::qualified_name(db, class),
            };
            Some(vec![(
                codes::EXTENDED_LAMBDA_PARENT_PRIVATE_TYPE,
                Some(text),
            )])
        }
    }
}

/// Whether a lambda stands in a function and is no extended one.
fn is_plain_local<'db>(s: &Source<'db>, closure: Closure<'db>) -> bool {
    let db = s.db;
    let extended = match closure.site.expr(db) {
        Some(cleave_hir::Expr::Lambda(l)) => l.attrs.iter().any(|a| a.name.as_str() == "device"),
        _ => true,
    };
    !extended && (closure.owner.is_function(db) || closure.owner.decl(db).closure(db).is_some())
}
