//! Types ([`Ty`]) as the mangler's.

use std::sync::Arc;

use cleave_mangle as m;

use crate::linkage::names::Names;
use crate::{Bound, FnTy, Ty, TyKind};

impl<'db> Names<'db> {
    /// A type.
    pub(super) fn ty(&mut self, ty: Ty<'db>) -> Option<m::Type> {
        let key = (ty, self.bound, self.prototypes);
        if let Some(known) = self.types.get(&key) {
            return known.clone();
        }
        let made = self.nested(|n| n.type_of(ty));
        self.types.insert(key, made.clone());
        made
    }

    /// The same as a shared node.
    pub(super) fn shared(&mut self, ty: Ty<'db>) -> Option<Arc<m::Type>> {
        self.ty(ty).map(Arc::new)
    }

    fn type_of(&mut self, ty: Ty<'db>) -> Option<m::Type> {
        let db = self.db;
        let made = match ty.kind(db) {
            TyKind::Error | TyKind::Unique(_) | TyKind::Overloaded | TyKind::List => return None,
            TyKind::Builtin(b) => m::Type::Builtin(*b),
            TyKind::Complex(b) => m::Type::Complex(Arc::new(m::Type::Builtin(*b))),
            TyKind::Pointer(t) => m::Type::Pointer(self.shared(*t)?),
            TyKind::LvalueReference(t) => m::Type::LvalueReference(self.shared(*t)?),
            TyKind::RvalueReference(t) => m::Type::RvalueReference(self.shared(*t)?),
            TyKind::MemberPointer { class, member } => m::Type::MemberPointer {
                class: self.shared(*class)?,
                member: self.shared(*member)?,
            },
            TyKind::Array(element, bound) => {
                m::Type::Array(self.bound_of(bound)?, self.shared(*element)?)
            }
            TyKind::Vector(element, n) => {
                m::Type::Vector(m::Bound::Known(*n), self.shared(*element)?)
            }
            TyKind::Function(f) => {
                self.prototypes += 1;
                let function = self.function_type(f);
                self.prototypes -= 1;
                m::Type::Function(Arc::new(function?))
            }
            TyKind::Class(e) | TyKind::Enum(e) => m::Type::Named(self.entity_name(*e)?),
            TyKind::Closure(c) => m::Type::Named(self.closure_name(*c)?),
            TyKind::VaListTag => m::Type::Named(Arc::new(m::Name::global("__va_list_tag"))),
            TyKind::Auto(false) => m::Type::Auto,
            TyKind::Auto(true) => m::Type::DecltypeAuto,
            TyKind::Param { level, index, .. } => {
                m::Type::TemplateParam(self.template_param(*level, *index)?)
            }
            TyKind::ParamSpecialization { level, index, args } => {
                let param = self.template_param(*level, *index)?;
                let args = self.args(args)?;
                m::Type::TemplateTemplate(param, self.packed(*level, *index, args))
            }
            TyKind::Dependent(site, env) => self.dependent_type(*site, *env)?,
            TyKind::Pack(t) => m::Type::PackExpansion(self.shared(*t)?),
        };
        let quals = ty.quals(db);
        Some(match quals.is_empty() {
            true => made,
            false => made.qualified(quals),
        })
    }

    fn bound_of(&mut self, bound: &Bound<'db>) -> Option<m::Bound> {
        Some(match bound {
            Bound::Known(n) => m::Bound::Known(*n),
            Bound::Unknown => m::Bound::Unknown,
            Bound::Param { level, index } => {
                let param = self.template_param(*level, *index)?;
                m::Bound::Dependent(Arc::new(m::Expr::TemplateParam(param)))
            }
            Bound::Dependent(site, env) => {
                m::Bound::Dependent(Arc::new(self.dependent_expr(*site, *env)?))
            }
            Bound::Variable => return None,
        })
    }

    /// A function type behind a pointer or as an argument.
    pub(super) fn function_type(&mut self, f: &FnTy<'db>) -> Option<m::FunctionType> {
        let mut params = Vec::with_capacity(f.params.len());
        for param in &f.params {
            params.push(self.ty(*param)?);
        }
        Some(m::FunctionType {
            ret: self.ty(f.ret)?,
            params,
            variadic: f.variadic,
            quals: f.quals,
            ref_qual: f.ref_qualifier.unwrap_or_default(),
            exceptions: match f.noexcept {
                true => m::ExceptionSpec::Noexcept,
                false => m::ExceptionSpec::None,
            },
        })
    }

    /// A template parameter as the ABI counts: levels whose arguments are known are gone.
    pub(super) fn template_param(&self, level: u32, index: u32) -> Option<m::TemplateParam> {
        let level = level.checked_sub(self.bound?)?;
        Some(m::TemplateParam { level, index })
    }
}
