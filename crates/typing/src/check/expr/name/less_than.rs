//! `x.m<int>(1)` where `x` depends on template parameters: without `template` the name is no template's, and `<` compares
//! ([temp.names]/3).

use cleave_codes::codes;
use cleave_hir::{Expr as H, ExprId, NameId, Path, TemplateArgRef, TypeRef};

use crate::check::expr::name::Named;
use crate::convert::quietly;
use crate::lookup::Found;
use crate::{Arg, At, Context, NameKey, Problem, Site};

impl<'db> Context<'db> {
    /// Says what is wrong with template arguments that are operands of comparisons, behind the name of a member that is not known.
    /// `call`: the call that has the name for its callee.
    pub(crate) fn check_compared_arguments(
        &mut self,
        found: &Named<'db>,
        (member, at): (&'db Path, Site<'db>),
        call: Option<(&[ExprId], Site<'db>)>,
    ) {
        let Some(args) = member.args.as_deref() else {
            return;
        };
        let Some(H::Member {
            template: false, ..
        }) = self.written(at)
        else {
            return;
        };
        if !matches!(found, Named::Dependent | Named::Unknown)
            || !self.in_template()
            || !self.is_users_own()
            || !member.is_unqualified()
            || self.may_be_own_template(&member.name)
        {
            return;
        }
        for (i, arg) in args.iter().enumerate() {
            let TemplateArgRef::Type(ty) = arg else {
                continue;
            };
            let meant = quietly(self, |cx| cx.loose_args(&args[i..=i]));
            if !matches!(meant[..], [Arg::Type(_)]) {
                continue;
            }
            let site = self.type_site(*ty);
            let mut inner = *ty;
            while let TypeRef::Pointer(to)
            | TypeRef::LvalueReference(to)
            | TypeRef::RvalueReference(to) = self.code[inner]
            {
                inner = to;
            }
            let begins = !matches!(
                &self.code[inner],
                TypeRef::Qualified(..)
                    | TypeRef::Path {
                        elaborated: Some(_),
                        ..
                    }
            );
            let ends = inner != *ty;
            if begins {
                let problem = Problem::new(codes::TYPE_NAME_NOT_ALLOWED, site);
                self.problems.push(problem.at(At::First));
            }
            if ends || !begins {
                let at = if begins { At::After } else { At::First };
                self.problems
                    .push(Problem::new(codes::EXP_PRIMARY_EXPR, site).at(at));
            }
        }
        if let Some(([], at)) = call {
            self.problems
                .push(Problem::new(codes::EXP_PRIMARY_EXPR, at).at(At::Last));
        }
    }

    /// Whether a class around has something of a name itself: of the class at hand members are known.
    fn may_be_own_template(&mut self, name: &NameId) -> bool {
        let db = self.db;
        let Some(key) = NameKey::of(name) else {
            return true;
        };
        if let Some(this) = self.scopes.this {
            let this = this.unqualified(db);
            let found = quietly(self, |cx| cx.lookup_member(this, name));
            // What depends on template parameters is no base yet.
            if let Found::Entities { class, .. } = found
                && class.is_none_or(|c| c.unqualified(db) == this || !c.is_dependent(db))
            {
                return true;
            }
        }
        let own = self.scopes.this.and_then(|t| t.class_entity(db));
        let own = own.and_then(|c| crate::class::specialization::specialization(db, c));
        let around = (own.map(|c| c.decl(db))).or_else(|| self.owner.decl(db).parent_class(db));
        std::iter::successors(around, |class| class.parent_class(db))
            .take(16)
            .any(|class| {
                let declared = crate::class::members::members(db, class);
                !declared.get(&key).is_empty()
            })
    }
}
