//! Matching template arguments against the pattern of a partial specialisation ([temp.class.spec.match]).

use cleave_mangle::{
    Expr, FunctionType, LiteralValue, TemplateArg, TemplateName, TemplateParam, Type,
};
use cleave_syntax::tree::SyntaxNode;

use crate::env::Env;
use crate::resolver::Resolver;
use crate::template::{Parameter, ParameterKind};

impl<'db> Resolver<'db> {
    /// `env` with the parameters of a partial specialisation deduced from `args`, if `pattern` matches them.
    pub(crate) fn matched(
        &self,
        env: &Env<'db>,
        params: &[Parameter],
        pattern: &SyntaxNode,
        args: &[TemplateArg],
    ) -> Option<Env<'db>> {
        // Each parameter stands for itself while the pattern is read.
        let mut open = env.clone();
        for (i, param) in params.iter().enumerate() {
            let Some(name) = &param.name else { continue };
            let position = TemplateParam::new(i as u32);
            let arg = match param.kind {
                ParameterKind::Type if param.pack => {
                    let ty = Type::TemplateParam(position);
                    TemplateArg::Pack(vec![TemplateArg::Type(Type::PackExpansion(ty.into()))])
                }
                ParameterKind::Type => TemplateArg::Type(Type::TemplateParam(position)),
                ParameterKind::Template => TemplateArg::Template(TemplateName::Param(position)),
                ParameterKind::Value if param.pack => {
                    let value = Expr::TemplateParam(position);
                    TemplateArg::Pack(vec![TemplateArg::Expr(Box::new(Expr::PackExpansion(
                        Box::new(value),
                    )))])
                }
                ParameterKind::Value => TemplateArg::Expr(Box::new(Expr::TemplateParam(position))),
            };
            open = open.with(name, arg);
        }
        let pattern = self.plain_arguments(&open, pattern)?;
        let mut found = vec![None; params.len()];
        if !match_args(&pattern, args, &mut found) {
            return None;
        }
        let mut env = env.clone();
        for (param, arg) in params.iter().zip(found) {
            let arg = match arg {
                Some(arg) => arg,
                None if param.pack => TemplateArg::Pack(Vec::new()),
                None => return None,
            };
            if let Some(name) = &param.name {
                env = env.with(name, arg);
            }
        }
        Some(env)
    }
}

type Found = Vec<Option<TemplateArg>>;

fn set(param: TemplateParam, arg: TemplateArg, found: &mut Found) -> bool {
    match found.get_mut(param.index as usize) {
        Some(Some(old)) => equal(old, &arg),
        Some(slot) => {
            *slot = Some(arg);
            true
        }
        None => false,
    }
}

fn flatten(args: &[TemplateArg]) -> Vec<TemplateArg> {
    args.iter()
        .flat_map(|arg| match arg {
            TemplateArg::Pack(inner) => inner.clone(),
            arg => vec![arg.clone()],
        })
        .collect()
}

fn match_args(pattern: &[TemplateArg], args: &[TemplateArg], found: &mut Found) -> bool {
    let (pattern, args) = (flatten(pattern), flatten(args));
    for (i, p) in pattern.iter().enumerate() {
        let rest = args.get(i..).unwrap_or_default();
        match p {
            TemplateArg::Type(Type::PackExpansion(inner)) => {
                return match **inner {
                    Type::TemplateParam(param) => {
                        set(param, TemplateArg::Pack(rest.to_vec()), found)
                    }
                    _ => false,
                };
            }
            TemplateArg::Expr(e) => {
                if let Expr::PackExpansion(inner) = &**e {
                    return match **inner {
                        Expr::TemplateParam(param) => {
                            set(param, TemplateArg::Pack(rest.to_vec()), found)
                        }
                        _ => false,
                    };
                }
            }
            _ => {}
        }
        let Some(arg) = rest.first() else {
            return false;
        };
        if !match_arg(p, arg, found) {
            return false;
        }
    }
    pattern.len() == args.len()
}

fn match_arg(pattern: &TemplateArg, arg: &TemplateArg, found: &mut Found) -> bool {
    match (pattern, arg) {
        (TemplateArg::Type(p), TemplateArg::Type(a)) => match_type(p, a, found),
        (TemplateArg::Expr(p), a) => match **p {
            Expr::TemplateParam(param) => set(param, a.clone(), found),
            _ => false,
        },
        (TemplateArg::Template(TemplateName::Param(param)), TemplateArg::Template(_)) => {
            set(*param, arg.clone(), found)
        }
        (p, a) => equal(p, a),
    }
}

fn match_type(pattern: &Type, ty: &Type, found: &mut Found) -> bool {
    match (pattern, ty) {
        (Type::TemplateParam(param), ty) => set(*param, TemplateArg::Type(ty.clone()), found),
        (Type::Qualified(p, inner), Type::Qualified(q, of)) => {
            let left = cleave_mangle::Qualifiers {
                is_const: q.is_const && !p.is_const,
                is_volatile: q.is_volatile && !p.is_volatile,
                is_restrict: q.is_restrict && !p.is_restrict,
            };
            if p.union(*q) != *q {
                return false;
            }
            if left.is_empty() {
                match_type(inner, of, found)
            } else {
                match_type(inner, &Type::Qualified(left, of.clone()), found)
            }
        }
        (Type::Pointer(p), Type::Pointer(t))
        | (Type::LvalueReference(p), Type::LvalueReference(t))
        | (Type::RvalueReference(p), Type::RvalueReference(t)) => match_type(p, t, found),
        (Type::Array(p_bound, p), Type::Array(bound, t)) => {
            let bounds = match (p_bound, bound) {
                (cleave_mangle::Bound::Dependent(e), cleave_mangle::Bound::Known(n)) => match **e {
                    Expr::TemplateParam(param) => {
                        let size = Type::Builtin(cleave_mangle::Builtin::UnsignedLong);
                        let n = cleave_mangle::Literal::integer(size, i128::from(*n));
                        set(param, TemplateArg::Literal(n), found)
                    }
                    _ => false,
                },
                (p, b) => p == b,
            };
            bounds && match_type(p, t, found)
        }
        (Type::Function(p), Type::Function(t)) => match_function(p, t, found),
        (
            Type::MemberPointer {
                class: pc,
                member: pm,
            },
            Type::MemberPointer { class, member },
        ) => match_type(pc, class, found) && match_type(pm, member, found),
        (Type::TemplateTemplate(param, p), Type::Named(name)) => {
            let Some(args) = &name.args else { return false };
            let mut template = (**name).clone();
            template.args = None;
            let template = TemplateName::Template(template.into());
            set(*param, TemplateArg::Template(template), found) && match_args(p, args, found)
        }
        (Type::Named(p), Type::Named(t)) => match (&p.args, &t.args) {
            (Some(pa), Some(ta)) => p.scope == t.scope && p.id == t.id && match_args(pa, ta, found),
            _ => p == t,
        },
        (p, t) => p == t,
    }
}

fn match_function(p: &FunctionType, t: &FunctionType, found: &mut Found) -> bool {
    let args = |f: &FunctionType| -> Vec<TemplateArg> {
        f.params.iter().cloned().map(TemplateArg::Type).collect()
    };
    p.variadic == t.variadic
        && p.quals == t.quals
        && p.ref_qual == t.ref_qual
        && match_type(&p.ret, &t.ret, found)
        && match_args(&args(p), &args(t), found)
}

/// Whether two arguments are the same, numbers by value whatever type they were given.
pub(crate) fn equal(a: &TemplateArg, b: &TemplateArg) -> bool {
    match (a, b) {
        (TemplateArg::Literal(x), TemplateArg::Literal(y)) => match (&x.value, &y.value) {
            (LiteralValue::Integer { .. }, LiteralValue::Integer { .. }) => x.value == y.value,
            _ => x == y,
        },
        (TemplateArg::Pack(x), TemplateArg::Pack(y)) => {
            x.len() == y.len() && x.iter().zip(y).all(|(x, y)| equal(x, y))
        }
        (a, b) => a == b,
    }
}
