//! The variables that an item declares, by the tokens of their names: what types they have. In bodies as typed code has them, of
//! templates as their definitions do.

use std::cell::OnceCell;

use cleave_hir::{DeclKind, item_hir};
use cleave_names::item_id_of_node;
use cleave_typing::function::variable_type;
use cleave_typing::thir::Local;
use cleave_typing::{CodeRef, DeclRef, Entity, Ty, TyKind, program};
use rustc_hash::FxHashMap;

use crate::engine::entities::name_token;
use crate::engine::source::Source;
use crate::engine::typed;

/// Types by the tokens of names.
type ByName<'db> = FxHashMap<u32, Ty<'db>>;

/// The types of an item's variables. An item may declare thousands: each kind is read once.
#[derive(Default)]
pub(crate) struct Types<'db> {
    outside: OnceCell<ByName<'db>>,
    in_bodies: OnceCell<ByName<'db>>,
}

impl<'db> Source<'db> {
    /// The type of the variable or data member that the item declares by the name at a token. Bodies are typed only for a name that
    /// nothing outside of them declares.
    pub(crate) fn variable(&self, name: u32) -> Option<Ty<'db>> {
        let outside = self.types.outside.get_or_init(|| outside(self));
        let known = outside.get(&name);
        let in_bodies = || self.types.in_bodies.get_or_init(|| in_bodies(self));
        known.or_else(|| in_bodies().get(&name)).copied()
    }
}

fn in_bodies<'db>(s: &Source<'db>) -> ByName<'db> {
    cleave_typing::outermost(s.db, ByName::default, || {
        let item = item_id_of_node(s.db, s.item);
        let mut out = ByName::default();
        for body in typed::bodies(s, |_| true) {
            let declared = |l: &Local<'db>| l.declared.or(l.site);
            for (local, site) in (body.typed.locals.iter()).filter_map(|l| Some((l, declared(l)?)))
            {
                let place = program::place(s.db, site).filter(|_| site.code.item == item);
                out.extend(place.map(|(_, at)| (at, local.ty)));
            }
        }
        out
    })
}

fn outside<'db>(s: &Source<'db>) -> ByName<'db> {
    let item = item_id_of_node(s.db, s.item);
    let code = CodeRef { item, body: None };
    let variables = item_hir(s.db, item).code.decls.iter();
    variables
        .filter(|(_, decl)| matches!(decl.kind, DeclKind::Variable(_)))
        .filter_map(|(id, _)| {
            let decl = DeclRef::at(s.db, code, id);
            let ty = variable_type(s.db, Entity::new(s.db, decl, None));
            Some((name_token(s.db, decl)?, ty))
        })
        .collect()
}

/// Whether what is declared with a type may be a function: it is one, or nothing is known of it. What depends on template
/// parameters is none where the template is defined.
pub(crate) fn may_be_function<'db>(s: &Source<'db>, ty: Option<Ty<'db>>) -> bool {
    ty.is_none_or(|ty| match ty.kind(s.db) {
        TyKind::Param { .. } | TyKind::Dependent(..) => false,
        _ => ty.is_function(s.db) || ty.is_error(s.db) || ty.is_unknown(s.db),
    })
}
