//! Types as they are written: with the names of typedefs and aliases in them. Messages spell types so; for everything else a type is
//! what these names mean. A written type is made when something is wrong, from the expressions and declarations at hand, and is never
//! kept.
//!
//! It must not know which rule asks. What it cannot follow is the type itself.

mod bound;
mod declarations;
mod deduced;
mod expression;
mod listed;
mod named;
mod shown;
mod target;

use std::rc::Rc;

use cleave_base_db::Db;
use cleave_hir::Name;
use cleave_lang::Qualifiers;

pub(crate) use crate::written::bound::BoundTo;
pub(crate) use crate::written::declarations::{parameters, returned};
pub(crate) use crate::written::shown::{shown_declaration, shown_return};
pub(crate) use crate::written::target::{Target, declared};
use crate::{Arg, Entity, Ty, TyKind};

/// How deep written types, and the expressions that they come from, are looked into.
const DEPTH: u32 = 48;

/// A type with the way in which it is written.
#[derive(Clone, Debug)]
pub(crate) struct Written<'db> {
    /// The type.
    pub(crate) ty: Ty<'db>,
    /// How it is written.
    pub(crate) form: Rc<Form<'db>>,
}

/// How a type is written.
#[derive(Clone, Debug)]
pub(crate) enum Form<'db> {
    /// As the type itself is spelled.
    Plain,
    /// By the name of a typedef or alias ([dcl.typedef]), and what that is declared as.
    Named(Alias<'db>, Written<'db>),
    /// As an integer type with the keyword `signed`.
    Signed,
    /// By `decltype` or `typeof`: what that stands for.
    Of(Written<'db>),
    /// With qualifiers in front of another type, or behind a pointer.
    Qualified(Qualifiers, Written<'db>),
    /// As a pointer or reference to another type.
    Pointer(Written<'db>),
    /// As a pointer to a member: the class, the member.
    MemberPointer(Written<'db>, Written<'db>),
    /// As an array of another type.
    Array(Written<'db>),
    /// As a function type.
    Function(WrittenFunction<'db>),
    /// As a class template with arguments.
    Specialization(Box<[WrittenArg<'db>]>),
}

/// The name of a typedef or alias.
#[derive(Clone, Debug)]
pub(crate) enum Alias<'db> {
    /// That of a declaration.
    Declared {
        /// The declaration.
        entity: Entity<'db>,
        /// The class that it is a member of, if that is written with arguments.
        scope: Option<Written<'db>>,
        /// The arguments of an alias template.
        args: Option<Box<[WrittenArg<'db>]>>,
    },
    /// One that only its block knows.
    Local(Name),
}

/// A function type.
#[derive(Clone, Debug)]
pub(crate) struct WrittenFunction<'db> {
    /// What it returns.
    pub(crate) ret: Written<'db>,
    /// The parameters, decayed and without qualifiers.
    pub(crate) params: Vec<Written<'db>>,
    /// The return type trails.
    pub(crate) trailing: bool,
}

/// A template argument.
#[derive(Clone, Debug)]
pub(crate) enum WrittenArg<'db> {
    /// A type.
    Type(Written<'db>),
    /// What a pack stands for.
    Pack(Vec<WrittenArg<'db>>),
    /// Anything else.
    Other(Arg<'db>),
}

impl<'db> WrittenArg<'db> {
    /// An argument as it is.
    fn plain(arg: &Arg<'db>) -> WrittenArg<'db> {
        match arg {
            Arg::Type(ty) => WrittenArg::Type(Written::plain(*ty)),
            Arg::Pack(all) => WrittenArg::Pack(all.iter().map(WrittenArg::plain).collect()),
            _ => WrittenArg::Other(arg.clone()),
        }
    }

    /// Whether the names of typedefs occur in it.
    fn is_plain(&self) -> bool {
        match self {
            WrittenArg::Type(w) => w.is_plain(),
            WrittenArg::Pack(all) => all.iter().all(WrittenArg::is_plain),
            WrittenArg::Other(_) => true,
        }
    }
}

impl<'db> Written<'db> {
    /// A type as it is.
    pub(crate) fn plain(ty: Ty<'db>) -> Written<'db> {
        Written::new(ty, Form::Plain)
    }

    fn new(ty: Ty<'db>, form: Form<'db>) -> Written<'db> {
        Written {
            ty,
            form: Rc::new(form),
        }
    }

    /// Whether it is spelled as the type is.
    pub(crate) fn is_plain(&self) -> bool {
        matches!(*self.form, Form::Plain)
    }

    /// What the names that stand for it as a whole mean.
    fn meant(&self) -> Written<'db> {
        let mut at = self.clone();
        loop {
            let next = match &*at.form {
                Form::Named(_, of) | Form::Of(of) => of.clone(),
                _ => return at,
            };
            at = next;
        }
    }

    fn pointer(&self, db: &'db dyn Db) -> Written<'db> {
        self.wrapped(self.ty.pointer(db))
    }

    /// A pointer or reference to it.
    fn wrapped(&self, ty: Ty<'db>) -> Written<'db> {
        match self.is_plain() {
            true => Written::plain(ty),
            false => Written::new(ty, Form::Pointer(self.clone())),
        }
    }

    /// With more qualifiers.
    fn qualified(&self, db: &'db dyn Db, quals: Qualifiers) -> Written<'db> {
        let ty = self.ty.qualified(db, quals);
        if ty == self.ty {
            return self.clone();
        }
        match &*self.form {
            Form::Plain => Written::plain(ty),
            Form::Array(of) => Written::new(ty, Form::Array(of.qualified(db, quals))),
            Form::Qualified(own, of) => {
                Written::new(ty, Form::Qualified(own.union(quals), of.clone()))
            }
            _ => Written::new(ty, Form::Qualified(quals, self.clone())),
        }
    }

    /// Without qualifiers. A typedef that means a qualified type is replaced by what it means.
    fn unqualified(&self, db: &'db dyn Db) -> Written<'db> {
        let mut at = self.clone();
        loop {
            let ty = at.ty.unqualified(db);
            if ty == at.ty {
                return at;
            }
            let next = match &*at.form {
                Form::Named(_, of) | Form::Of(of) | Form::Qualified(_, of) => of.clone(),
                Form::Array(of) => return Written::new(ty, Form::Array(of.unqualified(db))),
                _ => return Written::plain(ty),
            };
            at = next;
        }
    }

    /// What a pointer points to.
    fn pointee(&self, db: &'db dyn Db) -> Option<Written<'db>> {
        let to = self.ty.pointee(db)?;
        Some(match &*self.unqualified(db).meant().form {
            Form::Pointer(of) => of.clone(),
            _ => Written::plain(to),
        })
    }

    /// What a reference refers to; anything else is itself.
    fn referred(&self, db: &'db dyn Db) -> Written<'db> {
        if !self.ty.is_reference(db) {
            return self.clone();
        }
        match &*self.meant().form {
            Form::Pointer(of) => of.clone(),
            _ => Written::plain(self.ty.strip_reference(db)),
        }
    }

    /// An element of an array, which has its qualifiers.
    fn element(&self, db: &'db dyn Db) -> Option<Written<'db>> {
        let element = self.ty.element(db)?;
        let mut quals = Qualifiers::NONE;
        let mut at = self.clone();
        loop {
            let next = match &*at.form {
                Form::Named(_, of) | Form::Of(of) => of.clone(),
                Form::Qualified(own, of) => {
                    quals = quals.union(*own);
                    of.clone()
                }
                Form::Array(of) => return Some(of.qualified(db, quals)),
                _ => return Some(Written::plain(element)),
            };
            at = next;
        }
    }

    /// As an argument or value: arrays and functions are pointers ([conv.array], [conv.func]).
    fn decayed(&self, db: &'db dyn Db) -> Written<'db> {
        match self.ty.kind(db) {
            TyKind::Array(..) => self.element(db).map_or_else(
                || Written::plain(self.ty.decayed(db)),
                |element| element.pointer(db),
            ),
            TyKind::Function(_) => self.pointer(db),
            _ => self.clone(),
        }
    }

    /// As a parameter, which is decayed ([dcl.fct]/5). Of a typedef that means a qualified type the qualifiers are left.
    fn as_parameter(&self, db: &'db dyn Db) -> Written<'db> {
        let decayed = self.decayed(db);
        match *decayed.form {
            Form::Named(..) => {
                let quals = decayed.ty.top_quals(db);
                decayed.unqualified(db).qualified(db, quals)
            }
            _ => decayed,
        }
    }

    /// What a function, or a pointer to one, returns.
    fn returned(&self, db: &'db dyn Db) -> Option<Written<'db>> {
        let function = match self.ty.is_pointer(db) {
            true => self.pointee(db)?,
            false => self.referred(db),
        };
        match &*function.unqualified(db).meant().form {
            Form::Function(f) => Some(f.ret.clone()),
            _ => None,
        }
    }

    /// A parameter of a function, or of one that a pointer points to, by its number.
    fn parameter(&self, db: &'db dyn Db, number: u32) -> Option<Written<'db>> {
        let function = match self.ty.is_pointer(db) {
            true => self.pointee(db)?,
            false => self.referred(db),
        };
        match &*function.unqualified(db).meant().form {
            Form::Function(f) => f.params.get(number as usize).cloned(),
            _ => None,
        }
    }

    /// What a pointer to a member points to.
    fn member(&self, db: &'db dyn Db) -> Option<Written<'db>> {
        match &*self.unqualified(db).meant().form {
            Form::MemberPointer(_, member) => Some(member.clone()),
            _ => None,
        }
    }

    /// The same as another type that is made of this one: without a reference, as a value, without or with more qualifiers. `None`:
    /// it is not made of it.
    pub(crate) fn fitted(&self, db: &'db dyn Db, ty: Ty<'db>) -> Option<Written<'db>> {
        if self.ty == ty {
            return Some(self.clone());
        }
        let object = self.referred(db);
        let made = [
            object.clone(),
            object.decayed(db),
            object.unqualified(db),
            object.decayed(db).unqualified(db),
            object.unqualified(db).qualified(db, ty.top_quals(db)),
            object.qualified(db, ty.top_quals(db)),
        ];
        made.into_iter().find(|w| w.ty == ty)
    }
}
