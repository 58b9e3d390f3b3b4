//! Textures and surfaces, which device code may not reach through pointers and references (reference: spaces, Textures).

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_cuda::has_attribute;
use cleave_hir::Expr;
use cleave_lang::Operator;
use cleave_names::item_id_of_node;
use cleave_odr_use::{Piece, used};
use cleave_typing::function::variable_type;
use cleave_typing::thir::{ExprId, ExprKind, Typed};
use cleave_typing::{Arg as Argument, Env, PointerBase, Ty, Value, check, display, program};
use rustc_hash::FxHashSet;

use crate::Finding;
use crate::cuda::launches::bound_values::based_on;
use crate::engine::chain::chain;
use crate::engine::entities::execution_space;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};

/// Whether a type is what textures and surfaces are made of.
pub(crate) fn is_texture<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    let words = ["device_builtin_texture_type", "device_builtin_surface_type"];
    let class = ty.unqualified(db).class_entity(db);
    class.is_some_and(|c| words.iter().any(|word| has_attribute(db, c, word)))
}

/// `*p` in device code.
pub(super) fn indirections<'db>(s: &Source<'db>, piece: &Piece<'db>, out: &mut Sink<'db>) {
    let (db, typed) = (s.db, piece.typed);
    let item = item_id_of_node(db, s.item);
    for expr in typed.exprs.iter().filter(|x| x.site.code.item == item) {
        let ExprKind::Unary(Operator::Dereference, pointer) = expr.kind else {
            continue;
        };
        // Elements and members of what a pointer points to are let pass.
        let is_written = || {
            matches!(
                expr.site.expr(db),
                Some(Expr::Prefix(Operator::Dereference, _))
            )
        };
        if !expr.ty.is_class(db) || !is_texture(db, expr.ty) || !is_written() {
            continue;
        }
        let Some((tokens, _)) = program::place(db, expr.site) else {
            continue;
        };
        let at = tokens.start;
        let mut finding = match variable(db, typed, pointer) {
            Some(name) => {
                Finding::new(codes::INDIR_INTO_TEXT_SURF_VAR_IN_DEVICE_FUNC, at).name(name)
            }
            None => Finding::new(codes::INDIR_INTO_TEXT_SURF_EXPR_IN_DEVICE_FUNC, at),
        };
        finding.contexts = chain(db, &piece.chain(db));
        out.push(finding);
    }
}

/// The name of the variable that a pointer is read from.
fn variable<'db>(db: &'db dyn Db, typed: &Typed<'db>, pointer: ExprId) -> Option<String> {
    let mut at = pointer;
    for _ in 0..typed.exprs.len() {
        match &typed.exprs.get(at.0 as usize)?.kind {
            ExprKind::Full(e) | ExprKind::Convert(_, e) => at = *e,
            ExprKind::Local(l) => return Some(typed.locals.get(l.0 as usize)?.name.to_string()),
            ExprKind::Static(v) => return Some(display::qualified_name(db, *v)),
            _ => return None,
        }
    }
    None
}

/// Instances of functions of the device that the item's code names, whose templates get a texture for an argument.
pub(crate) fn arguments<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let db = s.db;
    let item = item_id_of_node(db, s.item);
    let mut seen = FxHashSet::default();
    for body in program::bodies(db, item) {
        if display::template_depth(db, body) > 0 {
            continue;
        }
        let Some(typed) = check::body(db, body).filter(|t| !t.dependent) else {
            continue;
        };
        for expr in typed.exprs.iter().filter(|x| x.site.code.item == item) {
            let (ExprKind::Function(f) | ExprKind::Call { callee: f, .. }) = expr.kind else {
                continue;
            };
            let Some(env) = f.env(db).filter(|env| has_texture(db, *env)) else {
                continue;
            };
            let own = display::template_depth(db, f) == f.depth(db);
            if !own || f.decl(db).parent_class(db).is_some() || !execution_space(s, f).on_device() {
                continue;
            }
            // An instance is made where it is first named.
            let first = used(db, s.file).site(db, f);
            if first.is_some_and(|site| site.code.item != item) {
                continue;
            }
            let place = program::place(db, expr.site).filter(|_| seen.insert(f));
            if let Some((tokens, _)) = place {
                let at = tokens.start;
                let mut finding = Finding::new(codes::DEVICE_FUNC_TEX_ARG, at);
                finding.contexts = [(Arg::Text(based_on(db, f, env)), item, at)].into();
                out.push(finding);
            }
        }
    }
}

/// Whether a texture is among template arguments.
fn has_texture<'db>(db: &'db dyn Db, env: Env<'db>) -> bool {
    env.args(db).iter().any(|arg| {
        let Argument::Value(value) = arg else {
            return false;
        };
        match value.value(db) {
            Value::Pointer(p) => match p.base {
                PointerBase::Static(v) => {
                    !v.is_function(db) && is_texture(db, variable_type(db, v))
                }
                _ => false,
            },
            _ => false,
        }
    })
}
