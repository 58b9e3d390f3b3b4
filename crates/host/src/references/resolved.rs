//! Which of several kernels of one name is meant: typed code knows what overload resolution chose.
//!
//! Granularity: [`resolved`] is a query of each item, asked only where a name has kernels that the arrays tell apart, which hardly
//! ever happens; it reads the typed code of the item's functions and initialisers.

use cleave_base_db::Db;
use cleave_names::decl::{Spec, Tokens};
use cleave_names::{ItemNode, item_id_of_node};
use cleave_typing::function::{canonical, redeclarations};
use cleave_typing::thir::{ExprKind, Typed};
use cleave_typing::{Entity, check, display, program};

/// How deep lambdas may be nested.
const DEPTH: u32 = 64;

/// A function that is named, as far as the arrays tell functions apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct Chosen {
    /// An instance of a template.
    pub template: bool,
    /// Declared `static`.
    pub internal: bool,
}

/// The functions that an item's code names outside of templates, with the tokens of their names.
#[salsa::tracked(returns(deref))]
pub(super) fn resolved<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> Box<[(Tokens, Chosen)]> {
    let mut out = Vec::new();
    for entity in program::bodies(db, item_id_of_node(db, item)) {
        if display::template_depth(db, entity) == 0
            && let Some(typed) = check::body(db, entity)
        {
            named(db, typed, 0, &mut out);
        }
    }
    out.into()
}

fn named<'db>(db: &'db dyn Db, typed: &Typed<'db>, depth: u32, out: &mut Vec<(Tokens, Chosen)>) {
    if depth > DEPTH {
        return;
    }
    for expr in &typed.exprs {
        match &expr.kind {
            ExprKind::Function(function) => {
                if let Some((tokens, _)) = program::place(db, expr.site) {
                    out.push((tokens, chosen(db, *function)));
                }
            }
            ExprKind::Lambda(closure, _) => {
                let operator = closure.operator(db);
                if !operator.is_template(db)
                    && let Some(typed) = check::body(db, operator)
                {
                    named(db, typed, depth + 1, out);
                }
            }
            _ => {}
        }
    }
}

fn chosen<'db>(db: &'db dyn Db, function: Entity<'db>) -> Chosen {
    let all = redeclarations(db, canonical(db, function.decl(db)));
    let is_static =
        |d: &cleave_typing::DeclRef<'db>| d.hir(db).is_some_and(|h| h.spec.any(Spec::STATIC));
    Chosen {
        template: function.env(db).is_some(),
        internal: all.iter().any(is_static),
    }
}

/// What the name at a token was resolved to.
pub(super) fn at(all: &[(Tokens, Chosen)], token: u32) -> Option<Chosen> {
    let around = |t: &Tokens| (t.start..t.end).contains(&token);
    all.iter()
        .filter(|(t, _)| around(t))
        .min_by_key(|(t, _)| t.end - t.start)
        .map(|(_, chosen)| *chosen)
}
