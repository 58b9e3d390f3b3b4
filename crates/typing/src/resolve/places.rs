//! Where something is written, what is recorded as wrong there, and whether template parameters are bound there.

use cleave_codes::codes;
use cleave_hir::TypeId;

use crate::{Context, Env, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// The site of a type.
    pub(crate) fn type_site(&self, ty: TypeId) -> Site<'db> {
        Site {
            code: self.code_ref,
            index: ty.into_raw().into(),
            is_type: true,
        }
    }

    /// The site of an expression.
    pub(crate) fn expr_site(&self, e: cleave_hir::ExprId) -> Site<'db> {
        Site {
            code: self.code_ref,
            index: e.into_raw().into(),
            is_type: false,
        }
    }

    /// The site of the owner's declaration, for problems without a better one.
    pub(crate) fn owner_site(&self) -> Site<'db> {
        Site {
            code: self.code_ref,
            index: 0,
            is_type: true,
        }
    }

    /// Records that something is ill-formed, in a substitution a failure.
    pub(crate) fn fail(&mut self) {
        let site = self.owner_site();
        self.failed(codes::TEMPLATE_ARGUMENTS_MISSING, site);
    }

    /// The same with a number and a place. Where template parameters are not bound nothing is certain.
    pub(crate) fn failed(&mut self, number: codes::Code, site: Site<'db>) {
        match self.is_dependent_place() {
            true => self.unknown = true,
            false => self.problem(number, site),
        }
    }

    /// Reads a type for the names in it that nothing declares or that are no types. What else is wrong with it is found where it is used.
    pub(crate) fn undefined_in(&mut self, ty: TypeId) -> Ty<'db> {
        let (problems, warnings) = (self.problems.len(), self.warnings.len());
        let read = self.resolve_type(ty);
        let found = self.problems.split_off(problems);
        let is_type = |p: &crate::Problem<'db>| {
            let codes = [
                codes::NOT_A_TYPE_NAME,
                codes::NOT_A_CLASS_OR_NAMESPACE_NAME,
                codes::QUALIFIED_NAME_REQUIRED,
            ];
            p.site.is_type && (p.is_undefined_name() || codes.contains(&p.code))
        };
        self.problems.extend(found.into_iter().filter(is_type));
        self.warnings.truncate(warnings);
        read
    }

    /// Whether template parameters are not bound here.
    pub(crate) fn is_dependent_place(&self) -> bool {
        let env = crate::code::params::full_env(self.db, self.owner.decl(self.db), self.env);
        env.is_some_and(|e| e.is_dependent(self.db))
            || self.scopes.packs.iter().any(|p| p.1.is_dependent(self.db))
    }

    /// A dependent type written at a site.
    pub(crate) fn dependent(&mut self, site: Site<'db>) -> Ty<'db> {
        match self.dependent_env() {
            Some(env) => Ty::of(self.db, TyKind::Dependent(site, env)),
            None => self.unknown_type(),
        }
    }

    /// All bindings here; packs that are being expanded are bound to their elements.
    pub(crate) fn dependent_env(&self) -> Option<Env<'db>> {
        let db = self.db;
        let env = crate::code::params::full_env(db, self.owner.decl(db), self.env)?;
        if self.scopes.packs.is_empty() {
            return Some(env);
        }
        let mut out = None;
        for (level, env) in env.levels(db).into_iter().enumerate() {
            let mut args = env.args(db).to_vec();
            for ((at, index), arg) in &self.scopes.packs {
                if *at == level as u32
                    && let Some(slot) = args.get_mut(*index as usize)
                {
                    *slot = arg.clone();
                }
            }
            out = Some(Env::make(db, out, args));
        }
        out
    }
}
