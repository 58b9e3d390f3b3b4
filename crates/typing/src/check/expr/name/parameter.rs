//! Template parameters that are values, named in an expression.

use cleave_hir::{Path, TemplateParamKind};

use crate::check::expr::name::Named;
use crate::code::params::ParamRef;
use crate::convert::quietly;
use crate::lookup::Found;
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

    /// Whether what a path names in a template's definition, where a value is wanted, is a type parameter.
    pub(super) fn is_type_parameter(&mut self, named: &Named<'db>, path: &Path) -> bool {
        let Named::Value(e) = *named else {
            return false;
        };
        if !self.is_dependent(e) || matches!(self.node(e).kind, ExprKind::Param { .. }) {
            return false;
        }
        let plain = path.is_unqualified() && path.args.is_none();
        if !plain || !self.is_users_own() {
            return false;
        }
        let Found::Param { level, index, .. } = quietly(self, |cx| cx.lookup_path(path)) else {
            return false;
        };
        let levels = crate::code::params::levels(self.db, self.owner.decl(self.db));
        let Some(level) = levels.get(level as usize) else {
            return false;
        };
        let Some(ParamRef::Written(param)) = level.params(self.db).get(index as usize).copied()
        else {
            return false;
        };
        !param.pack && matches!(param.kind, TemplateParamKind::Type { .. })
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
