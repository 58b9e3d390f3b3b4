//! The current instantiation ([temp.dep.type]): the classes whose code is around a place, what they and the parameters of the heads
//! around it stand for there, and the class that a declared name is qualified with.

use cleave_hir::Path;
use cleave_lang::Qualifiers;

use crate::class::specialization::specialization;
use crate::code::params::{full_env, levels};
use crate::lookup::unqualified::DEPTH;
use crate::{Arg, Context, DeclRef, Entity, Env, Ty, TyKind};

impl<'db> Context<'db> {
    /// The bindings of a declaration around the owner.
    pub(crate) fn env_of(&self, decl: DeclRef<'db>) -> Option<Env<'db>> {
        let depth = levels(self.db, decl).len() as u32;
        let env = self.env.and_then(|e| e.truncated(self.db, depth));
        full_env(self.db, decl, env)
    }

    /// What a template parameter stands for here; `None` if it stands for itself.
    pub fn binding(&self, level: u32, index: u32) -> Option<Arg<'db>> {
        let element = self
            .scopes
            .packs
            .iter()
            .rev()
            .find(|p| p.0 == (level, index));
        if let Some((_, arg)) = element {
            return Some(arg.clone());
        }
        self.env?.arg(self.db, level, index).cloned()
    }

    /// Whether a template parameter is not bound, or bound to something that depends on parameters itself.
    pub(crate) fn is_open(&self, level: u32, index: u32) -> bool {
        self.binding(level, index)
            .is_none_or(|arg| arg.is_dependent(self.db))
    }

    /// The definition that members of a class are looked up in: of a class whose code this is, the code itself.
    pub(crate) fn definition_of(&self, class: Ty<'db>) -> Option<Entity<'db>> {
        let db = self.db;
        if class.is_dependent(db) {
            let mut at = Some(self.owner.decl(db));
            for _ in 0..DEPTH {
                let Some(decl) = at else { break };
                if decl.class(db).is_some() {
                    let env = self.env_of(decl);
                    if self_type(db, decl, env) == Some(class) {
                        return Some(Entity::new(db, decl, env));
                    }
                } else if qualified_in(db, decl, self.env_of(decl)) == Some(class)
                    && !self.modes.in_qualifier
                {
                    return specialization(db, class.class_entity(db)?);
                }
                at = decl.parent(db);
            }
        }
        specialization(db, class.class_entity(db)?)
    }

    /// Whether members of a class can be looked up: it does not depend on template parameters, or its code is around.
    pub(crate) fn is_current(&self, class: Ty<'db>) -> bool {
        let db = self.db;
        let mut at = Some(self.owner.decl(db));
        for _ in 0..DEPTH {
            let Some(decl) = at else { break };
            let env = self.env_of(decl);
            if decl.class(db).is_some() && self_type(db, decl, env) == Some(class) {
                return true;
            }
            if decl.hir(db).is_some_and(|d| d.path.is_some())
                && !self.modes.in_qualifier
                && qualified_in(db, decl, env) == Some(class)
            {
                return true;
            }
            at = decl.parent(db);
        }
        false
    }

    /// The class that the owner's name is qualified with.
    pub(crate) fn qualifying_class(&mut self) -> Option<Ty<'db>> {
        let hir = self.owner.hir(self.db)?;
        let path = hir.path.as_deref().filter(|p| is_qualified(p))?;
        let scope = self.with_mode(|m| &mut m.in_qualifier, true, |cx| cx.scope_of(path));
        match scope {
            crate::lookup::qualified::Scope::Type(ty) => Some(ty),
            _ => None,
        }
    }
}

/// The class that the name of a declaration is qualified with, under bindings.
pub(crate) fn qualified_in<'db>(
    db: &'db dyn cleave_base_db::Db,
    decl: DeclRef<'db>,
    env: Option<Env<'db>>,
) -> Option<Ty<'db>> {
    // Nearly all are not.
    let path = decl.hir(db)?.path.as_deref()?;
    is_qualified(path).then(|| qualifier_of(db, decl, env))?
}

pub(super) fn is_qualified(path: &Path) -> bool {
    !path.qualifiers.is_empty() || path.decltype.is_some()
}

#[salsa::tracked(returns(copy), cycle_initial = |_, _, _, _| None, cycle_fn = |_, cycle, _, new, _, _| crate::engine::cycles::settle(cycle, new, || None))]
fn qualifier_of<'db>(
    db: &'db dyn cleave_base_db::Db,
    decl: DeclRef<'db>,
    env: Option<Env<'db>>,
) -> Option<Ty<'db>> {
    let _level = crate::engine::depth::Level::enter();
    Context::of(db, Entity::new(db, decl, env))?.qualifying_class()
}

/// The type of a class inside of its own code.
#[salsa::tracked(returns(copy), cycle_initial = |_, _, _, _| None, cycle_fn = |_, cycle, _, new, _, _| crate::engine::cycles::settle(cycle, new, || None))]
pub(crate) fn self_type<'db>(
    db: &'db dyn cleave_base_db::Db,
    decl: DeclRef<'db>,
    env: Option<Env<'db>>,
) -> Option<Ty<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let hir = decl.hir(db)?;
    let env = full_env(db, decl, env);
    let arguments = hir.path.as_ref().and_then(|p| p.args.as_ref());
    // A member template of a specialisation of its class: the levels around the template are bound by that.
    let around = crate::class::specialization::specialized_around(db, decl);
    let around = around.and_then(|class| class.class_entity(db));
    let entity = match (arguments, around) {
        (None, None) => {
            let first = crate::function::canonical(db, decl);
            Entity::new(db, first, env)
        }
        (None, Some(class)) => {
            let template = crate::function::redeclared::primary(db, decl)?;
            Entity::new(db, template, class.env(db)).specialize(db, env?.args(db))
        }
        (Some(written), around) => {
            let template = crate::function::redeclared::primary(db, decl)?;
            let outer = match around {
                Some(class) => class.env(db),
                None => {
                    let around = crate::code::params::outer_depth(db, template);
                    env.and_then(|e| e.truncated(db, around))
                }
            };
            let template = Entity::new(db, template, outer);
            let mut cx = Context::of(db, Entity::new(db, decl, env))?;
            cx.modes.in_head = true;
            template.specialize(db, cx.template_args(template, written)?)
        }
    };
    Some(Ty::new(db, TyKind::Class(entity), Qualifiers::NONE))
}
