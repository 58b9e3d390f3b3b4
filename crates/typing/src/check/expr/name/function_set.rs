//! Names of functions that are not called: the one that is meant, or the set that a target chooses from ([over.over]). It must not
//! know the targets.

use cleave_codes::codes;

use crate::code::source::first_token;
use crate::convert::quietly;
use crate::function::{named_type, signature};
use crate::thir::{Category, ExprId, ExprKind};
use crate::{At, Context, Entity, Env, Fill, Problem, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// A function as an lvalue.
    pub(crate) fn function_expr(&mut self, f: Entity<'db>, site: Site<'db>) -> ExprId {
        let db = self.db;
        let Some(sig) = signature(db, f) else {
            return self.error_expr(site);
        };
        let mut ty = named_type(db, f, sig);
        if ty.ret.has_auto(db) {
            if !self.modes.unevaluated && self.is_undeduced(f) {
                let entity = Fill::Declared(f);
                let code = codes::RETURN_TYPE_NOT_YET_DEDUCED { entity };
                let at = first_token(db, site);
                return self.report(Problem::new(code, at).at(At::First));
            }
            ty.ret = crate::check::return_type(db, f);
        }
        let ty = Ty::of(db, TyKind::Function(ty));
        self.push(ExprKind::Function(f), ty, Category::Lvalue, site)
    }

    /// A set of functions that is not called: the only one it can mean, or all.
    pub(super) fn function_set(
        &mut self,
        set: Vec<Entity<'db>>,
        explicit: bool,
        object: Option<ExprId>,
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        if let ([f], false) = (&set[..], explicit)
            && !f.is_template(db)
            && signature(db, *f).is_some_and(|s| !s.has_object)
        {
            let function = self.function_expr(*f, site);
            return self.behind_object(object, function, site);
        }
        if explicit && let Some(written) = self.written_args(site) {
            // Arguments that leave nothing to deduce name one function.
            let mut found = Vec::new();
            let mut open = Vec::new();
            for &f in set.iter().filter(|f| f.is_template(db)) {
                let unknown = self.unknown;
                let given = quietly(self, |cx| cx.explicit_args(f, written));
                let is_given = given.is_some();
                if given.is_some_and(|g| g.iter().any(|a| a.is_dependent(db))) {
                    // A template-id with dependent arguments is type-dependent ([temp.dep.expr]/3).
                    self.unknown = unknown;
                    return self.dependent_expr(site);
                }
                let all = quietly(self, |cx| cx.template_args(f, written));
                // What the arguments leave open is deduced from a target.
                let level = crate::code::params::own_level(db, f.decl(db));
                let has_pack = level.is_some_and(|l| l.kinds.iter().any(|k| k.pack));
                if is_given && (all.is_none() || has_pack && set.len() > 1) {
                    open.push(f);
                }
                if let Some(args) = all {
                    let env = Env::make(db, f.env(db), args);
                    let special = Entity::new(db, f.decl(db), Some(env));
                    let fits = crate::template::constraints::holds(db, special) != Some(false);
                    if let Some(signature) = signature(db, special).filter(|_| fits) {
                        found.push((special, signature.has_object));
                    }
                }
                self.unknown = unknown;
            }
            match found[..] {
                [] => {}
                [(f, false)] if open.is_empty() => {
                    let function = self.function_expr(f, site);
                    return self.behind_object(object, function, site);
                }
                // Functions by now, of which a target tells one, and templates of which it may tell more arguments.
                _ => {
                    let explicit = (!open.is_empty()).then_some(site);
                    let set = found.into_iter().map(|f| f.0).chain(open).collect();
                    return self.overload_set(set, explicit, object, site);
                }
            }
        }
        self.overload_set(set, explicit.then_some(site), object, site)
    }

    /// An overload set that nothing has chosen from yet.
    fn overload_set(
        &mut self,
        set: Vec<Entity<'db>>,
        explicit: Option<Site<'db>>,
        object: Option<ExprId>,
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        let ty = Ty::of(db, TyKind::Overloaded);
        let kind = ExprKind::Overloaded {
            set: set.into(),
            explicit,
            object,
        };
        self.push(kind, ty, Category::Lvalue, site)
    }
}
