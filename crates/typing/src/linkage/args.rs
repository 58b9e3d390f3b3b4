//! Template arguments, and values as expressions (Itanium C++ ABI 5.1.6.2 and 5.1.6.3).

use cleave_hir::{TemplateParam, TemplateParamKind};
use cleave_lang::Builtin;
use cleave_mangle as m;
use cleave_mangle::{LiteralValue, TemplateArg, TemplateName};

use crate::code::params::ParamRef;
use crate::linkage::names::Names;
use crate::{Arg, Pointer, PointerBase, Ty, TyKind, Value};

/// Elements of a class or array value; larger ones have no name.
const MAX_ELEMENTS: usize = 1 << 12;

impl<'db> Names<'db> {
    /// The arguments of a specialisation.
    pub(super) fn args(&mut self, args: &[Arg<'db>]) -> Option<Vec<TemplateArg>> {
        let mut out = Vec::with_capacity(args.len());
        for arg in args {
            out.push(self.arg(arg)?);
        }
        Some(out)
    }

    /// One argument.
    pub(super) fn arg(&mut self, arg: &Arg<'db>) -> Option<TemplateArg> {
        self.nested(|n| n.arg_of(arg))
    }

    fn arg_of(&mut self, arg: &Arg<'db>) -> Option<TemplateArg> {
        let db = self.db;
        Some(match arg {
            Arg::Type(ty) => TemplateArg::Type(self.ty(*ty)?),
            Arg::Value(value) => into_arg(self.value(value.ty(db), value.value(db))?),
            Arg::Template(template) => {
                let name = self.entity_name(*template)?;
                TemplateArg::Template(TemplateName::Template(name))
            }
            Arg::Pack(args) => TemplateArg::Pack(self.args(args)?),
            Arg::Param { level, index, .. } => {
                let param = self.template_param(*level, *index)?;
                match self.is_template_template(*level, *index) {
                    true => TemplateArg::Template(TemplateName::Param(param)),
                    false => TemplateArg::Expr(Box::new(m::Expr::TemplateParam(param))),
                }
            }
            Arg::Dependent(site, env) => {
                TemplateArg::Expr(Box::new(self.dependent_expr(*site, *env)?))
            }
            Arg::Expansion(of) => match self.arg(of)? {
                TemplateArg::Type(ty) => TemplateArg::Type(m::Type::PackExpansion(ty.into())),
                TemplateArg::Expr(e) => TemplateArg::Expr(Box::new(m::Expr::PackExpansion(e))),
                TemplateArg::Literal(_) | TemplateArg::Template(_) | TemplateArg::Pack(_) => {
                    return None;
                }
            },
            Arg::Error => return None,
        })
    }

    /// The parameters of a template template parameter of the pattern at hand.
    fn params_of(&self, level: u32, index: u32) -> Option<&'db [TemplateParam]> {
        let levels = crate::code::params::levels(self.db, self.prototype?.decl(self.db));
        let params = levels.get(level as usize)?.params(self.db);
        match params.get(index as usize)? {
            ParamRef::Written(p) => match &p.kind {
                TemplateParamKind::Template { params, .. } => Some(params),
                _ => None,
            },
            ParamRef::Invented(..) => None,
        }
    }

    /// Whether a parameter of the pattern at hand is a template template parameter.
    fn is_template_template(&self, level: u32, index: u32) -> bool {
        self.params_of(level, index).is_some()
    }

    /// Arguments of a template template parameter: those that its pack takes are one.
    pub(super) fn packed(
        &self,
        level: u32,
        index: u32,
        mut args: Vec<TemplateArg>,
    ) -> Vec<TemplateArg> {
        let params = self.params_of(level, index).unwrap_or_default();
        let pack = params.iter().position(|p| p.pack);
        if let Some(at) = pack
            && at <= args.len()
            && !matches!(args.get(at), Some(TemplateArg::Pack(_)))
        {
            let rest = args.split_off(at);
            args.push(TemplateArg::Pack(rest));
        }
        args
    }

    /// A value of a type.
    pub(super) fn value(&mut self, ty: Ty<'db>, value: &Value<'db>) -> Option<m::Expr> {
        self.nested(|n| n.value_of(ty, value))
    }

    fn value_of(&mut self, ty: Ty<'db>, value: &Value<'db>) -> Option<m::Expr> {
        let db = self.db;
        let bare = ty.unqualified(db);
        Some(match value {
            Value::Int(n) => {
                let written = self.ty(bare)?;
                let literal = match is_u128(self, bare) {
                    true => m::Literal {
                        ty: written,
                        value: LiteralValue::Integer {
                            negative: false,
                            magnitude: *n as u128,
                        },
                    },
                    false => m::Literal::integer(written, *n),
                };
                m::Expr::Literal(literal)
            }
            Value::Float(bits) => {
                let TyKind::Builtin(b) = bare.kind(db) else {
                    return None;
                };
                m::Expr::Literal(m::Literal {
                    ty: self.ty(bare)?,
                    value: LiteralValue::Float(float_bytes(*b, *bits)?),
                })
            }
            Value::Complex(real, imaginary) => {
                let TyKind::Complex(b) = bare.kind(db) else {
                    return None;
                };
                let (re, im) = (float_bytes(*b, *real)?, float_bytes(*b, *imaginary)?);
                m::Expr::Literal(m::Literal {
                    ty: self.ty(bare)?,
                    value: LiteralValue::Complex(re, im),
                })
            }
            Value::Pointer(pointer) => self.pointer(bare, pointer)?,
            Value::Member(None) => m::Expr::Literal(m::Literal::integer(self.ty(bare)?, 0)),
            Value::Member(Some(member)) => address(self.entity(*member)?),
            Value::Class { bases, fields } => {
                let info = crate::class::class_info(db, bare)?;
                if info.bases.len() != bases.len() || info.fields.len() != fields.len() {
                    return None;
                }
                let types =
                    (info.bases.iter().map(|b| b.ty)).chain(info.fields.iter().map(|f| f.ty));
                let mut elements = Vec::new();
                for (ty, value) in types.zip(bases.iter().chain(fields)) {
                    elements.push(self.value(ty, value)?);
                }
                m::Expr::ClassValue(Box::new(self.ty(bare)?), elements)
            }
            Value::Union(active) => {
                let mut elements = Vec::new();
                if let Some((number, value)) = active {
                    let info = crate::class::class_info(db, bare)?;
                    let field = info.fields.get(*number as usize)?;
                    let value = self.value(field.ty, value)?;
                    elements.push(m::Expr::ActiveMember(field.name.to_string(), value.into()));
                }
                m::Expr::ClassValue(Box::new(self.ty(bare)?), elements)
            }
            Value::Array {
                elements,
                filler,
                len,
            } => {
                let element = bare.element(db)?;
                let len = usize::try_from(*len).ok().filter(|l| *l <= MAX_ELEMENTS)?;
                let mut out = Vec::with_capacity(len);
                for i in 0..len {
                    out.push(self.value(element, elements.get(i).unwrap_or(filler))?);
                }
                m::Expr::ClassValue(Box::new(self.ty(bare)?), out)
            }
            Value::Indeterminate => return None,
        })
    }

    fn pointer(&mut self, ty: Ty<'db>, pointer: &Pointer<'db>) -> Option<m::Expr> {
        if !pointer.path.is_empty() {
            return None;
        }
        match pointer.base {
            PointerBase::Null(n) if ty.is_nullptr(self.db) && n == 0 => {
                Some(m::Expr::Literal(m::Literal {
                    ty: m::Type::Builtin(Builtin::Nullptr),
                    value: LiteralValue::Nullptr,
                }))
            }
            PointerBase::Null(n) => Some(m::Expr::Literal(m::Literal::integer(
                self.ty(ty)?,
                n.into(),
            ))),
            PointerBase::Static(entity) => {
                let named = self.entity(entity)?;
                // The referent of a reference has the type of what it refers to.
                Some(match ty.is_pointer(self.db) {
                    true => address(named),
                    false => named,
                })
            }
            PointerBase::String(..)
            | PointerBase::Temporary(..)
            | PointerBase::Parameter(_)
            | PointerBase::Object(_) => None,
        }
    }

    /// A function or variable, or a member of a class, as an operand.
    pub(super) fn entity(&mut self, entity: crate::Entity<'db>) -> Option<m::Expr> {
        let named = match entity.is_function(self.db) {
            true => m::Entity::Function(self.function(entity)?),
            false => m::Entity::Variable(self.variable(entity)?),
        };
        Some(m::Expr::Entity(Box::new(named)))
    }
}

fn address(named: m::Expr) -> m::Expr {
    m::Expr::Unary(cleave_lang::Operator::AddressOf, Box::new(named))
}

fn is_u128<'db>(names: &Names<'db>, ty: Ty<'db>) -> bool {
    ty.is_builtin(names.db, Builtin::UnsignedInt128)
}

/// An expression as an argument: literals stand alone.
pub(super) fn into_arg(expr: m::Expr) -> TemplateArg {
    match expr {
        m::Expr::Literal(literal) => TemplateArg::Literal(literal),
        other => TemplateArg::Expr(Box::new(other)),
    }
}

/// The bits of a floating value, most significant byte first; nothing for formats that a double does not hold exactly.
pub(super) fn float_bytes(b: Builtin, bits: u64) -> Option<Vec<u8>> {
    match b {
        Builtin::Double | Builtin::Float64 | Builtin::Float32x => Some(bits.to_be_bytes().into()),
        Builtin::Float | Builtin::Float32 => {
            Some((f64::from_bits(bits) as f32).to_be_bytes().into())
        }
        _ => None,
    }
}
