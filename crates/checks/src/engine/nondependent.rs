//! The calls of a template that do not depend on its parameters ([temp.nondep]): they are the same ones in all instances.

use std::cell::OnceCell;

use cleave_names::decl::Tokens;
use cleave_names::item_id_of_node;
use cleave_typing::thir::{ExprId, ExprKind};
use cleave_typing::{Entity, Site, check, program};

use crate::engine::source::Source;

/// Those of the template of an instance, once somebody has asked.
pub(crate) struct Nondependent<'s, 'db> {
    s: &'s Source<'db>,
    instance: Entity<'db>,
    calls: OnceCell<Vec<Tokens>>,
}

impl<'s, 'db> Nondependent<'s, 'db> {
    /// What is no instance has none.
    pub(crate) fn of(s: &'s Source<'db>, instance: Entity<'db>) -> Nondependent<'s, 'db> {
        Nondependent {
            s,
            instance,
            calls: OnceCell::new(),
        }
    }

    /// Whether a token of the template's item stands in one.
    pub(crate) fn contain(&self, token: u32) -> bool {
        let calls = self.calls.get_or_init(|| calls(self.s, self.instance));
        calls.iter().any(|call| call.contains(token))
    }
}

fn calls<'db>(s: &Source<'db>, instance: Entity<'db>) -> Vec<Tokens> {
    let db = s.db;
    let pattern = Entity::new(db, instance.decl(db), None);
    let Some(typed) = check::body(db, pattern).filter(|_| instance.env(db).is_some()) else {
        return Vec::new();
    };
    let item = item_id_of_node(db, s.item);
    let place = |site: Site<'db>| Some(program::place(db, site)?.0);
    let is_open = |e: &ExprId| {
        let x = typed.exprs.get(e.0 as usize);
        x.is_none_or(|x| x.ty.is_dependent(db) || matches!(x.kind, ExprKind::Error))
    };
    let params = typed
        .exprs
        .iter()
        .filter(|x| matches!(x.kind, ExprKind::Param { .. }));
    let params: Vec<Tokens> = params.filter_map(|x| place(x.site)).collect();
    let calls = typed.exprs.iter().filter(|x| match &x.kind {
        ExprKind::Call { callee, args, .. } => {
            let env = callee.env(db);
            !env.is_some_and(|env| env.is_dependent(db)) && !args.iter().any(is_open)
        }
        _ => false,
    });
    let places = calls
        .filter(|x| x.site.code.item == item)
        .filter_map(|x| place(x.site));
    places
        .filter(|call| !params.iter().any(|param| call.contains(param.start)))
        .collect()
}
