//! The typed code of an item, body by body, each with whose code it is: functions and initialisers in their order, and behind
//! each the closures and the members of local classes in it. Of a template it is the definition, whose parameters stand for
//! themselves.

use cleave_base_db::Db;
use cleave_cuda::ExecutionSpace;
use cleave_names::item_id_of_node;
use cleave_typing::thir::{ExprKind, Typed};
use cleave_typing::{Closure, Entity, check, display, program};

use crate::engine::entities::execution_space;
use crate::engine::source::Source;

/// How deep lambdas and local classes may be nested.
const DEPTH: usize = 64;

/// One function, closure or initialiser.
#[derive(Clone)]
pub(crate) struct Body<'db> {
    /// What has the code; the call operator of a closure.
    pub(crate) entity: Entity<'db>,
    pub(crate) typed: &'db Typed<'db>,
    /// Where it runs. Nobody's code has none: an initialiser outside of functions.
    pub(crate) space: Option<ExecutionSpace>,
    /// It is looked at before the arguments of its template are known.
    pub(crate) template: bool,
    /// The lambdas whose code it is, outermost first.
    pub(crate) lambdas: Vec<Closure<'db>>,
    /// The function that is in no other, and the one whose lambdas these are.
    pub(crate) functions: Option<(Entity<'db>, Entity<'db>)>,
}

impl Body<'_> {
    /// Whether the host compiles it.
    pub(crate) fn is_host(&self) -> bool {
        self.space.is_some_and(ExecutionSpace::on_host)
    }

    /// Whether the device compiles it.
    pub(crate) fn is_device(&self) -> bool {
        self.space.is_some_and(ExecutionSpace::on_device)
    }
}

/// Those of an item, of the functions and variables that are wanted.
pub(crate) fn bodies<'db>(s: &Source<'db>, wanted: impl Fn(Entity<'db>) -> bool) -> Vec<Body<'db>> {
    let db = s.db;
    let mut out = Vec::new();
    for entity in program::bodies(db, item_id_of_node(db, s.item)) {
        if !wanted(entity) {
            continue;
        }
        let Some(typed) = check::body(db, entity) else {
            continue;
        };
        let function = entity.is_function(db);
        let body = Body {
            entity,
            typed,
            space: function.then(|| execution_space(s, entity)),
            template: display::template_depth(db, entity) > 0,
            lambdas: Vec::new(),
            functions: function.then_some((entity, entity)),
        };
        within(s, body, 0, &mut out);
    }
    out
}

/// A body and those in it.
fn within<'db>(s: &Source<'db>, body: Body<'db>, depth: usize, out: &mut Vec<Body<'db>>) {
    let db = s.db;
    out.push(body.clone());
    if depth > DEPTH {
        return;
    }
    let mut seen = Vec::new();
    for expr in &body.typed.exprs {
        let ExprKind::Lambda(closure, _) = expr.kind else {
            continue;
        };
        let entity = closure.operator(db);
        // Code that is typed twice has one closure.
        let (false, Some(typed)) = (seen.contains(&expr.site), check::body(db, entity)) else {
            continue;
        };
        seen.push(expr.site);
        let mut lambdas = body.lambdas.clone();
        lambdas.push(closure);
        let inner = Body {
            entity,
            typed,
            space: Some(execution_space(s, entity)),
            template: body.template || entity.is_template(db),
            lambdas,
            functions: body.functions,
        };
        within(s, inner, depth + 1, out);
    }
    for entity in program::local_members(db, body.entity) {
        let Some(typed) = check::body(db, entity) else {
            continue;
        };
        let inner = Body {
            entity,
            typed,
            space: Some(execution_space(s, entity)),
            template: body.template || entity.is_template(db),
            lambdas: Vec::new(),
            functions: body.functions.map(|(outer, _)| (outer, entity)),
        };
        within(s, inner, depth + 1, out);
    }
}

/// The functions that code names where it is evaluated, in order and as often as it names them, lambdas in it included.
pub(crate) fn named_functions<'db>(db: &'db dyn Db, typed: &'db Typed<'db>) -> Vec<Entity<'db>> {
    let mut out = Vec::new();
    add_named(db, typed, 0, &mut out);
    out
}

fn add_named<'db>(
    db: &'db dyn Db,
    typed: &'db Typed<'db>,
    depth: usize,
    out: &mut Vec<Entity<'db>>,
) {
    if depth > DEPTH {
        return;
    }
    for x in typed.exprs.iter().filter(|x| x.evaluated) {
        match &x.kind {
            ExprKind::Call { callee: f, .. }
            | ExprKind::Function(f)
            | ExprKind::Construct(f, _) => out.push(*f),
            ExprKind::Lambda(closure, _) => {
                if let Some(typed) = check::body(db, closure.operator(db)) {
                    add_named(db, typed, depth + 1, out);
                }
            }
            _ => {}
        }
    }
}
