//! Types that depend on template parameters, as they are written: `typename T::x`, `decltype(f(T()))`, dependent template-ids
//! (Itanium C++ ABI 5.1.5.1 and 5.1.3). Names in them are looked up where they stand.

use std::sync::Arc;

use cleave_hir::{Expr, ExprId, NameId, Path, PathParts, TemplateArgRef, TypeId, TypeRef};
use cleave_mangle as m;
use cleave_mangle::{Name, TemplateArg, Unqualified};

use crate::code::params::function_ref;
use crate::code::regions;
use crate::code::{idx, unexpanded};
use crate::function::parameters;
use crate::linkage::args::into_arg;
use crate::linkage::names::Names;
use crate::lookup::Found;
use crate::lookup::qualified::Scope;
use crate::resolve::packs::{Element, Expansion};
use crate::{Context, Entity, Env, Site};

impl<'db> Names<'db> {
    /// A type that depends on template parameters.
    pub(super) fn dependent_type(&mut self, site: Site<'db>, env: Env<'db>) -> Option<m::Type> {
        self.bound?;
        if !site.is_type {
            return None;
        }
        let mut cx = self.place(site, env)?;
        let id: TypeId = idx(site.index);
        match &cx.code[id] {
            TypeRef::Path { path, .. } => self.dependent_path(&mut cx, path),
            TypeRef::Decltype(e) => {
                let id_expression = matches!(&cx.code[*e], Expr::Path(_) | Expr::Member { .. });
                Some(m::Type::Decltype {
                    id_expression,
                    expr: Arc::new(self.as_constant(false, |n| n.expr(&mut cx, *e))?),
                })
            }
            // The class that the member is of.
            TypeRef::MemberPointer { class, .. } => self.dependent_path(&mut cx, class),
            _ => None,
        }
    }

    /// An expression that depends on template parameters.
    pub(super) fn dependent_expr(&mut self, site: Site<'db>, env: Env<'db>) -> Option<m::Expr> {
        self.bound?;
        if site.is_type {
            // A lone name where the grammar could not tell.
            let mut cx = self.place(site, env)?;
            let TypeRef::Path { path, .. } = &cx.code[idx::<TypeRef>(site.index)] else {
                return None;
            };
            return self.path_expr(&mut cx, path);
        }
        let mut cx = self.place(site, env)?;
        let id: ExprId = idx(site.index);
        self.as_constant(true, |n| n.expr(&mut cx, id))
    }

    /// Where something is written, its parameters standing for `env`.
    fn place(&mut self, site: Site<'db>, env: Env<'db>) -> Option<Context<'db>> {
        let db = self.db;
        let code = site.code.code(db)?;
        let len = match site.is_type {
            true => code.types.len(),
            false => code.exprs.len(),
        };
        if site.index as usize >= len {
            return None;
        }
        let owner = regions::owner(db, site)?;
        let owner = Entity::new(db, owner, Some(env));
        let mut cx = Context::new(db, owner, site.code, code, Some(env));
        // A type within an expression may mention parameters of its function.
        if site.code.body.is_none()
            && let Some(function) = function_ref(db, owner.decl(db))
            && let Some(parameters) = parameters(db, owner)
        {
            cx.declare_parameters(function, &parameters.types, &parameters.from);
        }
        cx.modes.unevaluated = true;
        Some(cx)
    }

    /// A type as written, dependent or not.
    pub(super) fn written_type(&mut self, cx: &mut Context<'db>, ty: TypeId) -> Option<m::Type> {
        let ty = cx.resolve_type(ty);
        self.ty(ty)
    }

    fn dependent_path(&mut self, cx: &mut Context<'db>, path: &Path) -> Option<m::Type> {
        let scope = self.qualifier(cx, path, path.qualifiers.len())?;
        let NameId::Ident(name) = &path.name else {
            return None;
        };
        let mut name = Name::new(scope, Unqualified::Identifier(name.as_str().into()));
        if let Some(args) = &path.args {
            name.args = Some(self.written_args(cx, args)?);
        }
        Some(m::Type::named(name))
    }

    /// What the first `count` components of a path mean, as a scope. Nothing without any.
    pub(super) fn qualifier(
        &mut self,
        cx: &mut Context<'db>,
        path: &Path,
        count: usize,
    ) -> Option<m::Scope> {
        let Some(last) = count.checked_sub(1) else {
            let ty = self.written_type(cx, path.decltype?)?;
            return Some(type_scope(ty));
        };
        let segment = path.qualifiers.get(last)?;
        match self.prefix(cx, path, count) {
            Scope::Type(ty) => Some(type_scope(self.ty(ty)?)),
            Scope::Namespace(namespace) => {
                let decl = cx.owner.decl(self.db);
                self.namespace_scope(decl, namespace)
            }
            Scope::Unknown => {
                let outer = self.nested(|n| n.qualifier(cx, path, last))?;
                let id = Unqualified::Identifier(segment.name.as_str().into());
                let mut name = Name::new(outer, id);
                if let Some(args) = &segment.args {
                    name.args = Some(self.written_args(cx, args)?);
                }
                Some(m::Scope::In(Arc::new(name)))
            }
            Scope::Nothing => None,
        }
    }

    /// What the first `count` components of a path mean.
    pub(super) fn prefix(
        &mut self,
        cx: &mut Context<'db>,
        path: &Path,
        count: usize,
    ) -> Scope<'db> {
        let Some(segment) = count.checked_sub(1).and_then(|i| path.qualifiers.get(i)) else {
            return Scope::Unknown;
        };
        cx.path_scope(&Path::new(
            NameId::Ident(segment.name.clone()),
            PathParts {
                global: path.global,
                decltype: path.decltype,
                qualifiers: path.qualifiers[..count - 1].into(),
                args: segment.args.clone(),
            },
        ))
    }

    /// Arguments of a template that is not known.
    pub(super) fn written_args(
        &mut self,
        cx: &mut Context<'db>,
        args: &[TemplateArgRef],
    ) -> Option<Vec<TemplateArg>> {
        let mut out = Vec::with_capacity(args.len());
        for arg in args {
            let elements = match arg {
                TemplateArgRef::Pack(pattern) => {
                    let mut names = Vec::new();
                    unexpanded::arg_names(cx.code, pattern, &mut |n| names.push(n.clone()));
                    elements_of(cx, &names).map(|elements| (pattern, elements))
                }
                _ => None,
            };
            let Some((pattern, elements)) = elements else {
                out.push(self.written_arg(cx, arg)?);
                continue;
            };
            for element in &elements {
                let before = cx.enter(element);
                let arg = self.written_arg(cx, pattern);
                cx.leave(before);
                out.push(match element.expansion {
                    true => expansion(arg?)?,
                    false => arg?,
                });
            }
        }
        Some(out)
    }

    fn written_arg(&mut self, cx: &mut Context<'db>, arg: &TemplateArgRef) -> Option<TemplateArg> {
        match arg {
            TemplateArgRef::Type(ty) => {
                if let TypeRef::Path {
                    path,
                    elaborated: None,
                    ..
                } = &cx.code[*ty]
                    && let Some(arg) = self.name_arg(cx, path)
                {
                    return Some(arg);
                }
                Some(TemplateArg::Type(self.written_type(cx, *ty)?))
            }
            TemplateArgRef::Expr(e) => Some(into_arg(self.as_constant(true, |n| n.expr(cx, *e))?)),
            TemplateArgRef::Pack(of) => expansion(self.nested(|n| n.written_arg(cx, of))?),
        }
    }

    /// A lone name as an argument, if it is a value or a template.
    fn name_arg(&mut self, cx: &mut Context<'db>, path: &Path) -> Option<TemplateArg> {
        if path.args.is_some() {
            return None;
        }
        let arg = match cx.lookup_path(path) {
            Found::Param { level, index, .. } => {
                let env = cx.env?;
                let arg = env.arg(self.db, level, index)?.clone();
                match arg {
                    crate::Arg::Type(_) | crate::Arg::Pack(_) | crate::Arg::Error => return None,
                    arg => arg,
                }
            }
            Found::Entities { set, .. } => {
                let [only] = set[..] else { return None };
                if crate::lookup::same::is_type(self.db, only.decl(self.db)) {
                    match only.is_template(self.db) {
                        true => crate::Arg::Template(only),
                        false => return None,
                    }
                } else {
                    return Some(into_arg(self.path_expr(cx, path)?));
                }
            }
            _ => return None,
        };
        self.arg(&arg)
    }
}

/// An argument as the pattern of an expansion.
fn expansion(pattern: TemplateArg) -> Option<TemplateArg> {
    Some(match pattern {
        TemplateArg::Type(ty) => TemplateArg::Type(m::Type::PackExpansion(ty.into())),
        TemplateArg::Expr(e) => TemplateArg::Expr(Box::new(m::Expr::PackExpansion(e))),
        TemplateArg::Literal(_) | TemplateArg::Template(_) | TemplateArg::Pack(_) => return None,
    })
}

/// What the packs of a pattern are bound to, one element after the other: those of an alias are. Nothing where a pack stands for
/// itself.
pub(super) fn elements_of<'db>(
    cx: &mut Context<'db>,
    names: &[cleave_hir::Name],
) -> Option<Vec<Element<'db>>> {
    match cx.expansion_of(names) {
        Expansion::Elements(elements) => {
            let stands_for_itself = matches!(&elements[..], [only] if only.expansion);
            (!stands_for_itself).then_some(elements)
        }
        Expansion::Open | Expansion::Mismatch => None,
    }
}

/// A type as what encloses a name.
fn type_scope(ty: m::Type) -> m::Scope {
    match ty {
        m::Type::Named(name) => m::Scope::In(name),
        other => m::Scope::Dependent(Arc::new(other)),
    }
}
