//! Template parameters that are values, named in an expression.

use crate::check::expr::name::Named;
use crate::thir::{Category, ExprId, ExprKind};
use crate::{Arg, Context, Site};

impl<'db> Context<'db> {
    /// A template parameter: its argument, or itself.
    pub(super) fn parameter(&mut self, level: u32, index: u32, site: Site<'db>) -> Named<'db> {
        let db = self.db;
        let element = self
            .scopes
            .packs
            .iter()
            .rev()
            .find(|p| p.0 == (level, index))
            .map(|p| p.1.clone());
        let bound = element.or_else(|| self.env?.arg(db, level, index).cloned());
        match bound {
            Some(Arg::Type(ty)) => Named::Type(ty),
            Some(Arg::Value(value)) => Named::Value(self.constant(value, site)),
            Some(Arg::Template(template)) => Named::Template(template),
            Some(Arg::Error) => Named::Unknown,
            Some(Arg::Param { level, index, .. }) => {
                Named::Value(self.unbound_parameter(level, index, site))
            }
            Some(_) => Named::Dependent,
            None => Named::Value(self.unbound_parameter(level, index, site)),
        }
    }

    fn unbound_parameter(&mut self, level: u32, index: u32, site: Site<'db>) -> ExprId {
        let ty = self.parameter_type(level, index);
        self.out.dependent = true;
        match ty.is_unknown(self.db) || ty.has_auto(self.db) {
            true => {
                // `auto N`: not even its type is known.
                let ty = self.dependent_type(site);
                self.dependent_of(ty, Category::Prvalue, site)
            }
            false => {
                let (ty, category) = crate::check::call::result(self.db, ty);
                self.push(ExprKind::Param { level, index }, ty, category, site)
            }
        }
    }
}
