//! What placeholders and template parameters stand for where they are deduced from something written ([dcl.type.auto.deduct],
//! [temp.deduct.call]).

use std::rc::Rc;

use cleave_base_db::Db;
use cleave_hir::{Code, Expr, NameId, Path, TemplateArgRef, TypeId, TypeRef};

use crate::code::params::{Level, function_ref, levels};
use crate::thir::ExprId;
use crate::written::bound::BoundTo;
use crate::written::{DEPTH, Form, Written, WrittenArg};
use crate::{Context, Entity};

impl<'db> Context<'db> {
    /// A type with a placeholder that is deduced from a value: `const auto *` of `ul *` is `const ul *`.
    pub(super) fn with_placeholder(
        &mut self,
        id: TypeId,
        value: &Written<'db>,
        depth: u32,
    ) -> Option<Written<'db>> {
        let db = self.db;
        let depth = depth.checked_sub(1)?;
        Some(match &self.code[id] {
            TypeRef::Auto(_) => value.referred(db).decayed(db).unqualified(db),
            TypeRef::DecltypeAuto(_) => value.clone(),
            TypeRef::Qualified(quals, of) => self
                .with_placeholder(*of, value, depth)?
                .qualified(db, *quals),
            TypeRef::Pointer(of) => {
                let to = value.referred(db).decayed(db).pointee(db)?;
                let to = self.with_kept_placeholder(*of, &to, depth)?;
                to.pointer(db)
            }
            TypeRef::LvalueReference(of) => {
                let of = self.with_kept_placeholder(*of, &value.referred(db), depth)?;
                of.wrapped(of.ty.lvalue_reference(db))
            }
            TypeRef::RvalueReference(of) => {
                let of = self.with_kept_placeholder(*of, &value.referred(db), depth)?;
                of.wrapped(of.ty.rvalue_reference(db))
            }
            _ => return None,
        })
    }

    /// The same below a pointer or reference, where nothing decays and qualifiers stay.
    fn with_kept_placeholder(
        &mut self,
        id: TypeId,
        value: &Written<'db>,
        depth: u32,
    ) -> Option<Written<'db>> {
        match &self.code[id] {
            TypeRef::Auto(_) => Some(value.clone()),
            TypeRef::Qualified(quals, of) => {
                let depth = depth.checked_sub(1)?;
                let made = self.with_kept_placeholder(*of, value, depth)?;
                Some(made.qualified(self.db, *quals))
            }
            _ => self.with_placeholder(id, value, depth),
        }
    }

    /// What the parameters of a called function template stand for: what is given at its name, and what its arguments are.
    pub(super) fn called_with(
        &mut self,
        function: Entity<'db>,
        name: Option<&Path>,
        args: &[ExprId],
        bound: &mut BoundTo<'db>,
        depth: u32,
    ) {
        let db = self.db;
        let Some(own) = function.own_args(db) else {
            return;
        };
        let Some(level) = (levels(db, function.decl(db)).last()).filter(|l| l.head.is_some())
        else {
            return;
        };
        let mut out: Vec<WrittenArg<'db>> = own.iter().map(WrittenArg::plain).collect();
        let explicit = name.and_then(|p| p.args.as_deref()).unwrap_or_default();
        for (out, arg) in out.iter_mut().zip(explicit) {
            if let (TemplateArgRef::Type(id), WrittenArg::Type(w)) = (arg, &*out) {
                let given = self.written_type_within(*id, &BoundTo::default(), depth);
                if given.ty == w.ty {
                    *out = WrittenArg::Type(given);
                }
            }
        }
        let (Some(f), Some(code)) = (
            function_ref(db, function.decl(db)),
            function.decl(db).code(db).code(db),
        ) else {
            return;
        };
        for (param, arg) in f.params.iter().zip(args) {
            let Some(arg) = self.written_expr(*arg, depth) else {
                continue;
            };
            take_apart(db, code, level, (code[*param].ty, arg), &mut out);
        }
        let at = function.depth(db).saturating_sub(1) as usize;
        bound.set(at, Rc::from(out));
    }

    /// The name that a call is written with.
    pub(super) fn called_name(&self, call: &'db Expr) -> Option<&'db Path> {
        let Expr::Call(callee, _) = call else {
            return None;
        };
        let mut at = *callee;
        while let Expr::Paren(inner) = &self.code[at] {
            at = *inner;
        }
        match &self.code[at] {
            Expr::Path(path) => Some(path),
            Expr::Member { member, .. } => Some(member),
            _ => None,
        }
    }
}

/// What the parameters of a partial specialisation stand for, as the arguments of the class are written
/// ([temp.spec.partial.match]).
pub(super) fn of_partial<'db>(
    db: &'db dyn Db,
    special: Entity<'db>,
    args: &[WrittenArg<'db>],
) -> Option<Rc<[WrittenArg<'db>]>> {
    let decl = special.decl(db);
    let level = levels(db, decl).last().filter(|l| l.head.is_some())?;
    let pattern = special.hir(db)?.path.as_ref()?.args.as_deref()?;
    let code = decl.code(db).code(db)?;
    let own = special.env(db)?.args(db);
    let mut out: Vec<WrittenArg<'db>> = own.iter().map(WrittenArg::plain).collect();
    for (pattern, arg) in pattern.iter().zip(args) {
        if let (TemplateArgRef::Type(id), WrittenArg::Type(arg)) = (pattern, arg) {
            take_apart(db, code, level, (*id, arg.clone()), &mut out);
        }
    }
    Some(out.into())
}

/// Takes apart a pattern and what it stands for as far as pointers, references and qualifiers go.
fn take_apart<'db>(
    db: &'db dyn Db,
    code: &Code,
    level: &Level<'db>,
    mut at: (TypeId, Written<'db>),
    out: &mut [WrittenArg<'db>],
) {
    for _ in 0..DEPTH {
        let (id, value) = &at;
        at = match &code[*id] {
            TypeRef::Qualified(_, of) => (*of, value.unqualified(db)),
            TypeRef::LvalueReference(of) | TypeRef::RvalueReference(of) => {
                (*of, value.referred(db))
            }
            TypeRef::Pointer(of) => match value.referred(db).decayed(db).pointee(db) {
                Some(to) => (*of, to),
                None => return,
            },
            TypeRef::Path { path, .. } => return deduce(db, code, level, path, value, out),
            _ => return,
        };
    }
}

/// Takes what a template parameter, or arguments of a class template, stand for from an argument. What was deduced first stays.
fn deduce<'db>(
    db: &'db dyn Db,
    code: &Code,
    level: &Level<'db>,
    path: &Path,
    value: &Written<'db>,
    out: &mut [WrittenArg<'db>],
) {
    let mut bind = |name: &NameId, value: &Written<'db>| {
        let Some((index, false)) = name.ident().and_then(|n| level.find(n)) else {
            return;
        };
        let value = value.referred(db);
        let made = [
            value.clone(),
            value.decayed(db),
            value.unqualified(db),
            value.decayed(db).unqualified(db),
        ];
        if let Some(WrittenArg::Type(own)) = out.get(index as usize)
            && own.is_plain()
            && let Some(w) = made.into_iter().find(|w| w.ty == own.ty)
        {
            out[index as usize] = WrittenArg::Type(w);
        }
    };
    if path.is_unqualified() && path.args.is_none() {
        bind(&path.name, value);
        return;
    }
    // `X<T>` of `X<ul>`.
    let class = value.referred(db).unqualified(db).meant();
    let (Some(args), Form::Specialization(given)) = (&path.args, &*class.form) else {
        return;
    };
    for (arg, given) in args.iter().zip(given.iter()) {
        if let (TemplateArgRef::Type(id), WrittenArg::Type(given)) = (arg, given)
            && let TypeRef::Path { path, .. } = &code[*id]
            && path.is_unqualified()
            && path.args.is_none()
        {
            bind(&path.name, given);
        }
    }
}
