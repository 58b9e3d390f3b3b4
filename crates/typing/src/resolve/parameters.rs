//! What a template parameter stands for as a type, and the parameters that `auto` invents.

use cleave_codes::codes;
use cleave_hir::{TemplateArgRef, TemplateParamKind, TypeId, TypeRef};

use crate::code::params::ParamRef;
use crate::{Arg, At, Context, Entity, Fill, Problem, Ty, TyKind};

impl<'db> Context<'db> {
    /// The type of a value template parameter that is not bound, by its place; an error where it is no value.
    pub fn parameter_type(&mut self, level: u32, index: u32) -> Ty<'db> {
        let db = self.db;
        let levels = crate::code::params::levels(db, self.owner.decl(db));
        let Some(level) = levels.get(level as usize) else {
            return Ty::error(db);
        };
        let Some(crate::code::params::ParamRef::Written(param)) =
            level.params(db).get(index as usize).copied()
        else {
            return Ty::error(db);
        };
        let cleave_hir::TemplateParamKind::Value { ty, .. } = param.kind else {
            return Ty::error(db);
        };
        let depth = crate::code::params::levels(db, level.decl).len() as u32;
        let env = self.env.and_then(|e| e.truncated(db, depth));
        let Some(mut cx) = Context::of(db, Entity::new(db, level.decl, env)) else {
            return Ty::error(db);
        };
        cx.modes.in_head = true;
        cx.resolve_type(ty).decayed(db)
    }

    /// `auto` in a parameter is an invented template parameter; elsewhere it is deduced later.
    pub(super) fn placeholder(&mut self, id: TypeId) -> Ty<'db> {
        let db = self.db;
        let raw: u32 = id.into_raw().into();
        let levels = crate::code::params::levels(db, self.owner.decl(db));
        for (level, l) in levels.iter().enumerate().rev() {
            if l.decl.code(db) != self.code_ref {
                continue;
            }
            if let Some(at) = l.invented.iter().position(|i| *i == raw) {
                let written = l.written(db).map_or(0, |h| h.params.len());
                let index = (written + at) as u32;
                let pack = l
                    .params(db)
                    .get(index as usize)
                    .is_some_and(|p| p.is_pack());
                return self.param_type(level as u32, index, pack, None);
            }
        }
        if self.modes.in_argument {
            self.misplaced_placeholder(id);
        }
        Ty::of(db, TyKind::Auto(false))
    }

    /// A placeholder where nothing is deduced: in a template argument ([dcl.spec.auto]/5).
    fn misplaced_placeholder(&mut self, id: TypeId) {
        if self.is_users_own() {
            let site = self.type_site(id);
            self.problems
                .push(Problem::new(codes::AUTO_NOT_ALLOWED, site).at(At::First));
        }
    }

    /// The same in the parameters of a function type that a pointer or reference is made of.
    pub(super) fn check_pointee(&mut self, pointee: TypeId) {
        let code = self.code;
        let TypeRef::Function(f) = &code[pointee] else {
            return;
        };
        for &param in &f.params {
            let mut at = code[param].ty;
            while let TypeRef::Qualified(_, t)
            | TypeRef::Pointer(t)
            | TypeRef::LvalueReference(t)
            | TypeRef::RvalueReference(t)
            | TypeRef::Pack(t) = &code[at]
            {
                at = *t;
            }
            if let TypeRef::Auto(None) = code[at] {
                self.misplaced_placeholder(at);
            }
        }
    }

    /// What is said of more arguments than a template template parameter has parameters ([temp.arg]/1); the reference counts an
    /// expansion as one.
    fn too_many_for_parameter(
        &self,
        (level, index): (u32, u32),
        args: &[TemplateArgRef],
    ) -> Option<Problem<'db>> {
        let db = self.db;
        let levels = crate::code::params::levels(db, self.owner.decl(db));
        let level = levels.get(level as usize)?;
        let Some(ParamRef::Written(param)) = level.params(db).get(index as usize).copied() else {
            return None;
        };
        let TemplateParamKind::Template { params, .. } = &param.kind else {
            return None;
        };
        let extra = args.get(params.len())?;
        if params.iter().any(|p| p.pack) || !self.is_users_own() || self.is_substitution() {
            return None;
        }
        let name = param.name.as_ref()?.as_str();
        let fills = vec![Fill::Kind("template template parameter", name.into())];
        let code = codes::TOO_MANY_TEMPLATE_ARGUMENTS;
        let first_is_open = args[..params.len()]
            .iter()
            .any(|a| matches!(a, TemplateArgRef::Pack(_)));
        (!first_is_open).then(|| Problem::new((code, fills), self.arg_site(extra)).at(At::First))
    }

    /// What a template parameter stands for as a type.
    pub(crate) fn param_type(
        &mut self,
        level: u32,
        index: u32,
        pack: bool,
        args: Option<&[TemplateArgRef]>,
    ) -> Ty<'db> {
        let db = self.db;
        match (self.binding(level, index), args) {
            (Some(Arg::Type(ty)), _) => ty,
            (Some(Arg::Template(template)), Some(args)) => self.specialization_type(template, args),
            (Some(Arg::Template(template)), None) => self.entity_type(template, None),
            (None, Some(args)) => {
                if let Some(problem) = self.too_many_for_parameter((level, index), args) {
                    self.problems.push(problem);
                    return Ty::error(db);
                }
                let args = self.loose_args(args).into();
                Ty::of(db, TyKind::ParamSpecialization { level, index, args })
            }
            (Some(Arg::Param { level, index, .. }), Some(args)) => {
                if let Some(problem) = self.too_many_for_parameter((level, index), args) {
                    self.problems.push(problem);
                    return Ty::error(db);
                }
                let args = self.loose_args(args).into();
                Ty::of(db, TyKind::ParamSpecialization { level, index, args })
            }
            (Some(Arg::Pack(all)), None) => match &*all {
                // A pack that stands for itself, named without an expansion around.
                [Arg::Expansion(of)] => match &**of {
                    Arg::Type(ty) => *ty,
                    _ => self.unknown_type(),
                },
                _ => self.unknown_type(),
            },
            (None, None) => {
                let levels = crate::code::params::levels(db, self.owner.decl(db));
                let param = (levels.get(level as usize))
                    .and_then(|l| l.params(db).get(index as usize).copied());
                match param.is_none_or(|p| p.is_type()) {
                    true => Ty::of(db, TyKind::Param { level, index, pack }),
                    false => Ty::of(
                        db,
                        TyKind::ParamSpecialization {
                            level,
                            index,
                            args: Box::default(),
                        },
                    ),
                }
            }
            _ => self.unknown_type(),
        }
    }
}
