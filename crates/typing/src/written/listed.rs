//! Written types in the lists of operands and arguments that messages end with. By observation: such a list names no typedef that is
//! a member of a class template's specialisation, and no specialisation of an alias template, but what they are declared as. A list
//! gives no second spelling, so the one that it gives has to tell the type.

use cleave_base_db::Db;

use crate::written::{Alias, Form, Written, WrittenArg};

impl Alias<'_> {
    /// Whether it hangs on template arguments.
    fn is_of_arguments(&self, db: &dyn Db) -> bool {
        match self {
            Alias::Declared { entity, args, .. } => args.is_some() || entity.env(db).is_some(),
            Alias::Local(_) => false,
        }
    }
}

impl<'db> Written<'db> {
    /// As it is written in a list.
    pub(super) fn listed(&self, db: &'db dyn Db) -> Written<'db> {
        let form = match &*self.form {
            Form::Named(alias, of) if alias.is_of_arguments(db) => return of.listed(db),
            Form::Plain | Form::Signed | Form::Named(..) => return self.clone(),
            Form::Of(of) => return of.listed(db),
            Form::Qualified(quals, of) => Form::Qualified(*quals, of.listed(db)),
            Form::Pointer(of) => Form::Pointer(of.listed(db)),
            Form::Array(of) => Form::Array(of.listed(db)),
            Form::MemberPointer(class, member) => {
                Form::MemberPointer(class.listed(db), member.listed(db))
            }
            Form::Function(function) => {
                let mut function = function.clone();
                function.ret = function.ret.listed(db);
                for param in &mut function.params {
                    *param = param.listed(db);
                }
                Form::Function(function)
            }
            Form::Specialization(args) => {
                Form::Specialization(args.iter().map(|arg| arg.listed(db)).collect())
            }
        };
        let is_plain = match &form {
            Form::Qualified(_, of) | Form::Pointer(of) | Form::Array(of) => of.is_plain(),
            Form::MemberPointer(class, member) => class.is_plain() && member.is_plain(),
            Form::Function(f) => f.ret.is_plain() && f.params.iter().all(Written::is_plain),
            Form::Specialization(args) => args.iter().all(WrittenArg::is_plain),
            _ => false,
        };
        match is_plain {
            true => Written::plain(self.ty),
            false => Written::new(self.ty, form),
        }
    }
}

impl<'db> WrittenArg<'db> {
    fn listed(&self, db: &'db dyn Db) -> WrittenArg<'db> {
        match self {
            WrittenArg::Type(written) => WrittenArg::Type(written.listed(db)),
            WrittenArg::Pack(all) => WrittenArg::Pack(all.iter().map(|a| a.listed(db)).collect()),
            WrittenArg::Other(_) => self.clone(),
        }
    }
}
