//! From types as HIR has them to written types ([dcl.type], [dcl.decl]).

use cleave_hir::{
    DeclKind, FunctionRef, NameId, Path, PathParts, TemplateArgRef, TemplateParamKind, TypeId,
    TypeRef,
};

use cleave_lang::Builtin;

use crate::convert::quietly;
use crate::lookup::Found;
use crate::lookup::qualified::Scope;
use crate::written::bound::{BoundTo, injected};
use crate::written::{Alias, DEPTH, Form, Written, WrittenArg, WrittenFunction};
use crate::{Arg, Context, Entity, Ty, TyKind};

impl<'db> Context<'db> {
    /// A type of the code at hand as it is written, its template parameters standing for what is given.
    pub(crate) fn written_type(&mut self, id: TypeId, bound: &BoundTo<'db>) -> Written<'db> {
        self.written_type_within(id, bound, DEPTH)
    }

    pub(super) fn written_type_within(
        &mut self,
        id: TypeId,
        bound: &BoundTo<'db>,
        depth: u32,
    ) -> Written<'db> {
        let ty = quietly(self, |cx| cx.resolve_type(id));
        let Some(depth) = depth.checked_sub(1) else {
            return Written::plain(ty);
        };
        let made = self.type_form(id, ty, bound, depth);
        made.filter(|w| w.ty == ty)
            .unwrap_or_else(|| Written::plain(ty))
    }

    fn type_form(
        &mut self,
        id: TypeId,
        ty: Ty<'db>,
        bound: &BoundTo<'db>,
        depth: u32,
    ) -> Option<Written<'db>> {
        let db = self.db;
        let code = self.code;
        Some(match &code[id] {
            TypeRef::Path {
                path,
                elaborated: None,
                ..
            } => self.written_name(path, ty, bound, depth)?,
            TypeRef::Builtin(Builtin::Short | Builtin::Int | Builtin::Long | Builtin::LongLong)
                if crate::program::says_signed(db, self.type_site(id)) =>
            {
                Written::new(ty, Form::Signed)
            }
            TypeRef::Decltype(e) | TypeRef::TypeofExpr(e) => {
                let of = self.written_operand(*e, depth)?;
                if ty.is_reference(db) {
                    return Some(of.referred(db).wrapped(ty));
                }
                let of = of.fitted(db, ty)?;
                match of.is_plain() {
                    true => of,
                    false => Written::new(ty, Form::Of(of)),
                }
            }
            TypeRef::TypeofType(of) => {
                let of = self.written_type_within(*of, bound, depth);
                Written::new(ty, Form::Of(of))
            }
            TypeRef::Qualified(quals, of) => {
                (self.written_type_within(*of, bound, depth)).qualified(db, *quals)
            }
            TypeRef::Pointer(of) | TypeRef::LvalueReference(of) | TypeRef::RvalueReference(of) => {
                let of = self.written_type_within(*of, bound, depth);
                // A reference to a reference is one ([dcl.ref]/6).
                let of = match ty.is_reference(db) {
                    true => of.referred(db),
                    false => of,
                };
                of.wrapped(ty)
            }
            TypeRef::MemberPointer { class, member } => {
                let TyKind::MemberPointer { class: of, .. } = *ty.kind(db) else {
                    return None;
                };
                let member = self.written_type_within(*member, bound, depth);
                let class = self.written_name(class, of, bound, depth);
                // A typedef of the class is what it means.
                let class = class.map_or_else(|| Written::plain(of), |c| c.meant());
                match member.is_plain() && class.is_plain() {
                    true => Written::plain(ty),
                    false => Written::new(ty, Form::MemberPointer(class, member)),
                }
            }
            TypeRef::Array { element, .. } => {
                let element = self.written_type_within(*element, bound, depth);
                match element.is_plain() {
                    true => Written::plain(ty),
                    false => Written::new(ty, Form::Array(element)),
                }
            }
            TypeRef::Function(f) => self.written_function_type(f, ty, bound, depth)?,
            TypeRef::Attributed(of, _) => self.written_type_within(*of, bound, depth),
            _ => return None,
        })
    }

    fn written_function_type(
        &mut self,
        f: &FunctionRef,
        ty: Ty<'db>,
        bound: &BoundTo<'db>,
        depth: u32,
    ) -> Option<Written<'db>> {
        let db = self.db;
        let TyKind::Function(meant) = ty.kind(db) else {
            return None;
        };
        let ret = match &self.code[f.ret] {
            TypeRef::Missing => Written::plain(meant.ret),
            _ => self.written_type_within(f.ret, bound, depth),
        };
        let mut params = Vec::with_capacity(meant.params.len());
        for (i, &param) in meant.params.iter().enumerate() {
            let written = (f
                .params
                .get(i)
                .filter(|_| f.params.len() == meant.params.len()))
            .map(|&p| self.written_type_within(self.code[p].ty, bound, depth));
            let written = written.and_then(|w| w.decayed(db).unqualified(db).fitted(db, param));
            params.push(written.unwrap_or_else(|| Written::plain(param)));
        }
        let plain = ret.is_plain() && params.iter().all(Written::is_plain) && !f.trailing;
        Some(match plain {
            true => Written::plain(ty),
            false => Written::new(
                ty,
                Form::Function(WrittenFunction {
                    ret,
                    params,
                    trailing: f.trailing,
                }),
            ),
        })
    }

    /// The type that a name stands for, which is known, as the name says it.
    pub(super) fn written_name(
        &mut self,
        path: &Path,
        ty: Ty<'db>,
        bound: &BoundTo<'db>,
        depth: u32,
    ) -> Option<Written<'db>> {
        let db = self.db;
        if path.decltype.is_some() {
            return None;
        }
        let found = quietly(self, |cx| cx.lookup_path(path));
        match found {
            Found::Param { level, index, .. } => match bound.get(level, index)? {
                WrittenArg::Type(w) => Some(w.clone()),
                _ => None,
            },
            Found::Type(of) => match of.class_entity(db) {
                Some(class) if class.hir(db).is_some_and(|d| d.name == path.name) => {
                    match &path.args {
                        None => Some(injected(self, class, bound)),
                        Some(args) => self.written_specialization(args, ty, bound, depth),
                    }
                }
                _ => Some(Written::new(
                    ty,
                    Form::Named(Alias::Local(path.name.ident()?.clone()), Written::plain(ty)),
                )),
            },
            Found::Entities { set, .. } => {
                let named = set.iter().copied().find(|e| {
                    matches!(
                        e.kind(db),
                        Some(DeclKind::Alias(_) | DeclKind::Class(_) | DeclKind::Enum(_))
                    )
                })?;
                match named.kind(db)? {
                    DeclKind::Alias(_) => self.written_alias(path, named, ty, bound, depth),
                    _ => match &path.args {
                        Some(args) => self.written_specialization(args, ty, bound, depth),
                        None => None,
                    },
                }
            }
            _ => None,
        }
    }

    /// What a path is qualified with, as it is written, if that is a class.
    pub(super) fn written_scope(
        &mut self,
        path: &Path,
        bound: &BoundTo<'db>,
        depth: u32,
    ) -> Option<Written<'db>> {
        let (last, around) = path.qualifiers.split_last()?;
        let Scope::Type(ty) = quietly(self, |cx| cx.scope_of(path)) else {
            return None;
        };
        let scope = Path::new(
            NameId::Ident(last.name.clone()),
            PathParts {
                global: path.global,
                qualifiers: around.into(),
                args: last.args.clone(),
                ..Default::default()
            },
        );
        let written = self.written_name(&scope, ty, bound, depth.checked_sub(1)?)?;
        (written.ty == ty).then(|| written.meant())
    }

    fn written_alias(
        &mut self,
        path: &Path,
        alias: Entity<'db>,
        ty: Ty<'db>,
        bound: &BoundTo<'db>,
        depth: u32,
    ) -> Option<Written<'db>> {
        let db = self.db;
        let scope = self.written_scope(path, bound, depth);
        let mut seen = match &scope {
            Some(scope) => scope.members_see(self),
            None => bound.clone(),
        };
        let scope = scope.or_else(|| {
            let class = alias.decl(db).parent_class(db)?;
            let depth = crate::code::params::levels(db, class).len() as u32;
            let env = alias.env(db).and_then(|e| e.truncated(db, depth));
            env?;
            Some(injected(self, Entity::new(db, class, env), bound))
        });
        let scope = scope.filter(|s| {
            s.ty.class_entity(db)
                .is_some_and(|e| e.own_args(db).is_some())
        });
        let (entity, args) = match &path.args {
            Some(written) if alias.is_template(db) => {
                let args = quietly(self, |cx| cx.template_args(alias, written))?;
                let all = self.written_arguments(alias, written, &args, bound, depth);
                let has_pack = args.iter().any(|a| matches!(a, Arg::Pack(_)));
                let mut given = all.clone();
                if !has_pack {
                    given.truncate(written.len());
                }
                seen.set(alias.depth(db) as usize, all.into());
                (alias.specialize(db, args), Some(given.into()))
            }
            _ => (alias, None),
        };
        let DeclKind::Alias(target) = alias.kind(db)? else {
            return None;
        };
        let mut there = Context::of(db, entity)?;
        let of = there.written_type_within(*target, &seen, depth);
        // What it means may not be known without the block around it.
        let of = match of.ty == ty {
            true => of,
            false => Written::plain(ty),
        };
        let named = Alias::Declared {
            entity: alias,
            scope,
            args,
        };
        Some(Written::new(ty, Form::Named(named, of)))
    }

    /// A class by a template-id.
    fn written_specialization(
        &mut self,
        written: &[TemplateArgRef],
        ty: Ty<'db>,
        bound: &BoundTo<'db>,
        depth: u32,
    ) -> Option<Written<'db>> {
        let db = self.db;
        let class = ty.class_entity(db)?;
        let (template, own) = (class.template(db)?, class.own_args(db)?);
        let args = self.written_arguments(template, written, own, bound, depth);
        match args.iter().all(WrittenArg::is_plain) {
            true => None,
            false => Some(Written::new(ty, Form::Specialization(args.into()))),
        }
    }

    /// The arguments of a template as they are written; those that are not are default arguments.
    fn written_arguments(
        &mut self,
        template: Entity<'db>,
        written: &[TemplateArgRef],
        own: &[Arg<'db>],
        bound: &BoundTo<'db>,
        depth: u32,
    ) -> Vec<WrittenArg<'db>> {
        let expands = written.iter().any(|w| matches!(w, TemplateArgRef::Pack(_)));
        let mut rest = written.iter().filter(|_| !expands);
        let mut out: Vec<WrittenArg<'db>> = Vec::with_capacity(own.len());
        for (index, arg) in own.iter().enumerate() {
            let made = match arg {
                Arg::Pack(all) => {
                    let all = (all.iter()).map(|arg| match rest.next() {
                        Some(w) => self.written_arg(w, arg, bound, depth),
                        None => WrittenArg::plain(arg),
                    });
                    WrittenArg::Pack(all.collect())
                }
                _ => match rest.next() {
                    Some(w) => self.written_arg(w, arg, bound, depth),
                    None if expands => WrittenArg::plain(arg),
                    None => self.written_default(template, index as u32, arg, &out, depth),
                },
            };
            out.push(made);
        }
        out
    }

    fn written_arg(
        &mut self,
        written: &TemplateArgRef,
        arg: &Arg<'db>,
        bound: &BoundTo<'db>,
        depth: u32,
    ) -> WrittenArg<'db> {
        match (written, arg) {
            (TemplateArgRef::Type(id), Arg::Type(ty)) => {
                let mut w = self.written_type_within(*id, bound, depth);
                // What a template calls a type is not what the argument is written as.
                while w.ty.is_class(self.db)
                    && let Form::Named(Alias::Declared { scope: Some(_), .. }, of) = &*w.form
                {
                    w = of.clone();
                }
                match w.ty == *ty {
                    true => WrittenArg::Type(w),
                    false => WrittenArg::plain(arg),
                }
            }
            _ => WrittenArg::plain(arg),
        }
    }

    /// The default argument of a template parameter, under the arguments before it.
    fn written_default(
        &mut self,
        template: Entity<'db>,
        index: u32,
        arg: &Arg<'db>,
        before: &[WrittenArg<'db>],
        depth: u32,
    ) -> WrittenArg<'db> {
        let db = self.db;
        let Arg::Type(ty) = arg else {
            return WrittenArg::plain(arg);
        };
        let made = || {
            let (decl, param) = crate::resolve::defaulted(db, template.decl(db), index)?;
            let TemplateParamKind::Type {
                default: Some(default),
                ..
            } = &param.kind
            else {
                return None;
            };
            let so_far = before.iter().map(WrittenArg::meant).collect::<Vec<_>>();
            let env = crate::Env::make(db, template.env(db), so_far);
            let mut cx = Context::of(db, Entity::new(db, decl, Some(env)))?;
            cx.modes.in_head = true;
            let mut bound = BoundTo::default();
            bound.set(template.depth(db) as usize, before.into());
            let w = cx.written_type_within(*default, &bound, depth);
            (w.ty == *ty).then_some(WrittenArg::Type(w))
        };
        made().unwrap_or_else(|| WrittenArg::plain(arg))
    }
}

impl<'db> WrittenArg<'db> {
    /// The argument itself.
    fn meant(&self) -> Arg<'db> {
        match self {
            WrittenArg::Type(w) => Arg::Type(w.ty),
            WrittenArg::Pack(all) => Arg::Pack(all.iter().map(WrittenArg::meant).collect()),
            WrittenArg::Other(arg) => arg.clone(),
        }
    }
}
