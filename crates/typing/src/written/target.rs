//! What is being initialised, as its declaration writes its type. It is noted before each initialisation and asked for when one fails.

use cleave_base_db::Db;
use cleave_hir::{Decl, DeclId, DeclKind, TypeId};

use crate::class::specialization::specialization;
use crate::code::params::function_ref;
use crate::function;
use crate::thir::ExprId;
use crate::written::Written;
use crate::written::bound::BoundTo;
use crate::{Context, DeclRef, Entity, Ty};

/// What is being initialised ([dcl.init]).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Target<'db> {
    /// Nobody has said so.
    #[default]
    Unknown,
    /// An object of a type that stands in the code at hand.
    Type(TypeId),
    /// A variable that the code at hand declares.
    Local(DeclId),
    /// A variable whose declaration does not stand there.
    Variable(Entity<'db>),
    /// A data member of a class, by its declaration.
    Field(DeclRef<'db>, Ty<'db>),
    /// A template parameter of a type that stands in the head of a declaration.
    Argument(DeclRef<'db>, TypeId),
    /// A parameter of a function by its number, called with an object.
    Parameter(Entity<'db>, u32, Option<ExprId>),
    /// A parameter of a function that is called through a pointer.
    Indirect(ExprId, u32),
    /// What the function at hand returns.
    Result,
    /// What an expression denotes.
    Operand(ExprId),
}

impl<'db> Context<'db> {
    /// Initialises something.
    pub(crate) fn for_target<R>(
        &mut self,
        target: Target<'db>,
        make: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let around = std::mem::replace(&mut self.target, target);
        let made = make(self);
        self.target = around;
        made
    }

    /// The declaration of the variable that is being initialised.
    pub(super) fn target_declaration(&self) -> Option<&'db Decl> {
        match self.target {
            Target::Local(decl) => Some(&self.code[decl]),
            Target::Variable(variable) => variable.hir(self.db),
            _ => None,
        }
    }

    /// The type of what is being initialised, as it is written.
    pub(super) fn written_target(&mut self) -> Option<Written<'db>> {
        let db = self.db;
        let none = BoundTo::default();
        match self.target {
            Target::Unknown => None,
            Target::Type(id) => Some(self.written_type(id, &none)),
            Target::Local(decl) => match &self.code[decl].kind {
                DeclKind::Variable(v) => Some(self.written_type(v.ty, &none)),
                _ => None,
            },
            // Its initialiser is being typed: a placeholder is what it is.
            Target::Variable(variable) => declared(db, variable),
            Target::Field(decl, class) => {
                let class = class.unqualified(db).class_entity(db)?;
                let env = specialization(db, class)?.env(db);
                declared(db, Entity::new(db, decl, env))
            }
            Target::Argument(template, id) => {
                let mut cx = Context::of(db, Entity::new(db, template, None))?;
                cx.modes.in_head = true;
                Some(cx.written_type(id, &none))
            }
            Target::Parameter(function, number, object) => {
                let class = object.map(|o| self.written_of(o));
                let bound = class.map_or(none, |c| c.members_see(self));
                self.written_parameter(function, number as usize, &bound)
            }
            Target::Indirect(callee, number) => self.written_of(callee).parameter(db, number),
            Target::Result => {
                let f = function_ref(db, self.owner.decl(db))?;
                let mut cx = function::signature_context(db, self.owner)?;
                Some(cx.written_type(f.ret, &none))
            }
            Target::Operand(e) => Some(self.written_of(e)),
        }
    }
}

/// The type of a variable or member as its declaration writes it.
pub(crate) fn declared<'db>(db: &'db dyn Db, variable: Entity<'db>) -> Option<Written<'db>> {
    let DeclKind::Variable(v) = &variable.hir(db)?.kind else {
        return None;
    };
    let mut cx = Context::of(db, variable)?;
    cx.scopes.this = function::class_of(db, variable);
    Some(cx.written_type(v.ty, &BoundTo::default()))
}
