//! The values of launch attributes that hang on the arguments of a kernel template (reference: attributes, Launch bounds;
//! attributes, Other launch attributes), which are looked at when a declaration is instantiated. Both passes do that as soon as an
//! instance is named; what only the instances of functions name is the device pass's business.

use cleave_base_db::Db;
use cleave_codes::{Code, codes};
use cleave_hir::ExprId;
use cleave_names::decl::Attribute;
use cleave_names::{ItemId, item_id_of_node};
use cleave_syntax::skeleton::ItemKind;
use cleave_typing::eval::Argument;
use cleave_typing::function::redeclarations;
use cleave_typing::function::specialized::specialized;
use cleave_typing::thir::ExprKind;
use cleave_typing::{DeclRef, Entity, Env, Problem, check, display, program};
use rustc_hash::FxHashSet;

use crate::Finding;
use crate::cuda::launches::arguments::{of_attribute, value, written};
use crate::engine::chain::Chain;
use crate::engine::entities::{name_token, node};
use crate::engine::finding::Arg;
use crate::engine::problems::{self, is_in_own_file};
use crate::engine::source::{Sink, Source};

/// The largest value of a launch attribute.
const MAX: i128 = 0x7fff_ffff;

/// The kernels that an item declares, and those that it makes instances of.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let db = s.db;
    if !is_in_own_file(db, s.item) {
        return;
    }
    let item = item_id_of_node(db, s.item);
    let mut seen: FxHashSet<Entity<'db>> = FxHashSet::default();
    for body in program::bodies(db, item) {
        if display::template_depth(db, body) > 0 {
            continue;
        }
        let Some(typed) = check::body(db, body).filter(|t| !t.dependent) else {
            continue;
        };
        for expr in &typed.exprs {
            let (ExprKind::Function(entity) | ExprKind::Call { callee: entity, .. }) = expr.kind
            else {
                continue;
            };
            let values = is_own(db, entity);
            let sized = crate::cuda::kernels::zero_size::is_worth_it(db, entity);
            let reported = expr.site.code.item != item || seen.contains(&entity);
            if reported || !values && !sized {
                continue;
            }
            seen.insert(entity);
            let Some((tokens, _)) = program::place(db, expr.site) else {
                continue;
            };
            named(s, entity, item, tokens.start, out);
        }
    }
    // What an explicit instantiation declares is among the functions too.
    for function in program::functions(db, item) {
        if !may_specialize(db, function) {
            continue;
        }
        let Some(entity) = specialized(db, function.decl(db)) else {
            continue;
        };
        if seen.contains(&entity) || !is_own(db, entity) {
            continue;
        }
        seen.insert(entity);
        if let Some(at) = name_token(db, function.decl(db)) {
            named(s, entity, item, at, out);
        }
    }
}

/// What is said of an instance that is made because a token of the item names it.
fn named<'db>(
    s: &Source<'db>,
    entity: Entity<'db>,
    item: ItemId<'db>,
    at: u32,
    out: &mut Sink<'db>,
) {
    if let Some(env) = entity.env(s.db) {
        let what = Arg::Text(based_on(s.db, entity, env));
        let contexts = [(what, item, at)];
        instance(s, entity, &contexts, out);
        crate::cuda::kernels::zero_size::instance(s, entity, &contexts, out);
    }
}

/// Whether something is a specialisation of a kernel template with launch attributes, under its own arguments.
fn is_own<'db>(db: &'db dyn Db, entity: Entity<'db>) -> bool {
    let Some(env) = entity.env(db) else {
        return false;
    };
    !env.is_dependent(db)
        && redeclarations(db, entity.decl(db))
            .iter()
            .any(|d| has_values(db, *d))
        && display::template_depth(db, entity) == entity.depth(db)
        && entity.decl(db).parent_class(db).is_none()
}

fn has_values<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    decl.hir(db)
        .is_some_and(|d| d.attrs.iter().any(|a| limits(a.name.as_str()).is_some()))
}

/// Of a launch attribute the number of its first argument that is looked at, the codes for a negative and for a large value, and
/// whether zero will do.
fn limits(attribute: &str) -> Option<(usize, Code, Code, bool)> {
    Some(match attribute {
        "launch_bounds" => (
            2,
            codes::MAX_BLOCKS_PER_CLUSTER_NEGATIVE,
            codes::MAX_BLOCKS_PER_CLUSTER_TOO_LARGE,
            true,
        ),
        "cluster_dims" => (
            0,
            codes::CLUSTER_DIMS_MUST_BE_POSITIVE,
            codes::CLUSTER_DIMS_TOO_LARGE,
            false,
        ),
        "maxnreg" => (0, codes::MAXNREG_NEGATIVE, codes::MAXNREG_TOO_LARGE, false),
        "local_maxnreg" => (
            0,
            codes::LOCAL_MAXNREG_NEGATIVE,
            codes::LOCAL_MAXNREG_TOO_LARGE,
            false,
        ),
        "block_size" => (
            0,
            codes::BLOCK_SIZE_MUST_BE_POSITIVE,
            codes::BLOCK_SIZE_TOO_LARGE,
            false,
        ),
        _ => return None,
    })
}

/// What is wrong with the launch attributes of an instance of a kernel template.
pub(crate) fn instance<'db>(
    s: &Source<'db>,
    entity: Entity<'db>,
    contexts: &Chain<'db>,
    out: &mut Sink<'db>,
) {
    let db = s.db;
    let pattern = Entity::new(db, entity.decl(db), None);
    let (Some(hir), Some(code), Some((item, index))) = (
        entity.hir(db),
        entity.decl(db).code(db).code(db),
        node(s, entity),
    ) else {
        return;
    };
    let theirs = Source::new(db, s.file, item, s.settings);
    let Some(written) = theirs.decls.get(index as usize) else {
        return;
    };
    for attr in &hir.attrs {
        let Some((first, negative, large, zero)) = limits(attr.name.as_str()) else {
            continue;
        };
        let mut same = written
            .attributes
            .iter()
            .filter(|a| a.name == attr.name.as_str());
        let (Some(a), None) = (same.next(), same.next()) else {
            continue;
        };
        let args = of_attribute(code, attr);
        let of_template: Vec<_> = args.iter().map(|&e| value(db, pattern, e)).collect();
        let depends = of_template.contains(&Argument::Dependent);
        if depends
            && failed(
                &theirs,
                entity,
                (&args[..], &of_template[..]),
                a,
                contexts,
                out,
            )
        {
            continue;
        }
        for (&arg, of_template) in args.iter().zip(&of_template).skip(first) {
            // Known without the template's arguments, and where none hangs on these, it is reported of the template, once.
            if !depends && of_template.integer().is_some() {
                continue;
            }
            let code = match value(db, entity, arg).integer() {
                Some(v) if v < 0 || v == 0 && !zero => negative,
                Some(v) if v > MAX => large,
                _ => continue,
            };
            let mut found = Finding::new(code, a.tokens.start);
            found.item = Some(item_id_of_node(db, item));
            found.contexts = contexts.into();
            found.reported_at = contexts.last().map(|c| c.2);
            out.push(found);
        }
    }
}

/// Reports arguments that the template's arguments make no integral constants of. Whether there are any.
fn failed<'db>(
    s: &Source<'db>,
    entity: Entity<'db>,
    (args, of_template): (&[ExprId], &[Argument<'db>]),
    attribute: &Attribute,
    contexts: &Chain<'db>,
    out: &mut Sink<'db>,
) -> bool {
    let from = out.len();
    let written = written(s, attribute.arguments);
    let open = (0..).zip(args).zip(of_template);
    for ((n, &arg), _) in open.filter(|(_, of)| **of == Argument::Dependent) {
        let Argument::Wrong(problems) = value(s.db, entity, arg) else {
            continue;
        };
        out.extend(
            problems
                .iter()
                .filter_map(|p| problems::with_notes(s.db, p)),
        );
        // A constant of another type is one.
        let is_constant = |p: &Problem<'db>| p.code == codes::CONSTANT_NOT_INTEGRAL_OR_ENUM;
        let here = written.get(n).filter(|_| written.len() == args.len());
        if let Some(here) = here.filter(|_| !problems.iter().all(is_constant)) {
            let code = codes::BAD_ATTRIBUTE_ARGUMENT_SUBSTITUTION;
            out.push(Finding::new(code, here.tokens.start));
            break;
        }
    }
    for found in &mut out[from..] {
        found.item = Some(item_id_of_node(s.db, s.item));
        found.contexts = contexts.into();
        found.reported_at = contexts.last().map(|c| c.2);
    }
    out.len() > from
}

/// `"k" based on template arguments <int, 3>`
pub(crate) fn based_on<'db>(db: &'db dyn Db, entity: Entity<'db>, env: Env<'db>) -> String {
    let name = display::qualified_name(db, without_arguments(db, entity));
    let args = display::arguments_text(db, env.args(db));
    let plural = if env.args(db).len() == 1 { "" } else { "s" };
    format!("\"{name}\" based on template argument{plural} {args}")
}

/// The template of a specialisation.
pub(crate) fn without_arguments<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Entity<'db> {
    Entity::new(db, entity.decl(db), None)
}

/// Whether a declaration may be of a specialisation or an instantiation: to find what it would be of costs a lookup.
fn may_specialize<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    let decl = function.decl(db);
    decl.code(db).item.kind(db) == ItemKind::ExplicitInstantiation
        || decl.hir(db).is_some_and(|d| {
            let arguments = d.path.as_ref().is_some_and(|p| p.args.is_some());
            // `template <>`
            arguments || d.heads.iter().any(|head| head.params.is_empty())
        })
}
