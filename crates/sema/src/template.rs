//! Templates: their parameters, the arguments given to them, and what arguments make of them.

use std::sync::Arc;

use cleave_mangle::{
    Entity, Expr, Literal, Name, Operator, TemplateArg, TemplateName, Type, Unqualified, Variable,
};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::skeleton::ItemKind;
use cleave_syntax::tree::SyntaxNode;

use crate::env::{Container, Env, Symbol, Template};
use crate::resolver::Resolver;
use crate::tree::{child, declared_name, expression, expressions, has, innermost, token};

/// A template parameter.
#[derive(Clone)]
pub(crate) struct Parameter {
    pub(crate) name: Option<String>,
    pub(crate) kind: ParameterKind,
    pub(crate) pack: bool,
    /// The default argument: a type-id or an expression.
    pub(crate) default: Option<SyntaxNode>,
    /// The parameter's declaration.
    pub(crate) node: SyntaxNode,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParameterKind {
    Type,
    Value,
    Template,
}

/// The parameters of a template parameter list.
pub(crate) fn parameters(list: &SyntaxNode) -> Vec<Parameter> {
    list.children()
        .filter_map(|node| {
            let kind = match node.kind() {
                TYPE_PARAMETER | CONSTRAINED_PARAMETER => ParameterKind::Type,
                TEMPLATE_TEMPLATE_PARAMETER => ParameterKind::Template,
                PARAMETER_DECLARATION => ParameterKind::Value,
                _ => return None,
            };
            if kind == ParameterKind::Value {
                let declarator = child(&node, DECLARATOR);
                return Some(Parameter {
                    name: declarator.as_ref().and_then(declared_name),
                    kind,
                    pack: declarator.is_some_and(|d| has(&d, ELLIPSIS)),
                    default: child(&node, EQUAL_INITIALIZER).and_then(|i| expression(&i)),
                    node,
                });
            }
            Some(Parameter {
                name: token(&node, IDENT).map(|t| t.text().to_owned()),
                kind,
                pack: has(&node, ELLIPSIS),
                default: child(&node, TYPE_ID),
                node,
            })
        })
        .collect()
}

/// A template argument as given: still to be read, or known.
enum Given<'db> {
    Node(SyntaxNode, Env<'db>),
    Known(TemplateArg),
}

/// The nodes of a template argument list.
fn argument_nodes(list: &SyntaxNode) -> impl Iterator<Item = SyntaxNode> + use<> {
    use cleave_syntax::ast::{AstNode, Expr};
    list.children()
        .filter(|c| c.kind() == TYPE_ID || Expr::can_cast(c.kind()))
}

impl<'db> Resolver<'db> {
    /// The type that a template makes of an argument list.
    pub(crate) fn instantiate(
        &self,
        env: &Env<'db>,
        template: &Template<'db>,
        list: &SyntaxNode,
    ) -> Option<Type> {
        let _level = self.deeper()?;
        let given = self.given(env, list)?;
        let (root, outer) = template.declarations.first()?;
        let (declaration, lists) = innermost(root);
        let mut params = parameters(lists.last()?);
        // A default argument may stand in any declaration.
        for (other, _) in &template.declarations[1..] {
            let (_, lists) = innermost(other);
            for (param, other) in params.iter_mut().zip(parameters(lists.last()?)) {
                if param.default.is_none() && other.default.is_some() {
                    // The names that the default mentions are those of its own declaration.
                    if param.name != other.name {
                        param.name = other.name.or(param.name.take());
                    }
                    param.default = other.default;
                }
            }
        }
        let names = self.all_names(template);
        let (args, inner) = self.arguments(outer, &params, &names, given)?;
        if template.alias {
            return self.type_id(&inner, &child(&declaration, TYPE_ID)?);
        }
        let mut name = (*template.name).clone();
        name.args = Some(args);
        let name = Arc::new(name);
        self.meet(&name, template.source.clone(), outer.clone());
        Some(Type::Named(name))
    }

    /// For each parameter, every name that some declaration gives it.
    fn all_names(&self, template: &Template<'db>) -> Vec<Vec<String>> {
        let mut out: Vec<Vec<String>> = Vec::new();
        for (root, _) in &template.declarations {
            let (_, lists) = innermost(root);
            let Some(list) = lists.last() else { continue };
            for (i, param) in parameters(list).into_iter().enumerate() {
                if out.len() <= i {
                    out.push(Vec::new());
                }
                if let Some(name) = param.name
                    && !out[i].contains(&name)
                {
                    out[i].push(name);
                }
            }
        }
        out
    }

    /// The arguments in full, one for each parameter, and the environment in which the parameters stand for them.
    fn arguments(
        &self,
        env: &Env<'db>,
        params: &[Parameter],
        names: &[Vec<String>],
        given: Vec<Given<'db>>,
    ) -> Option<(Vec<TemplateArg>, Env<'db>)> {
        let mut inner = env.clone();
        let mut out = Vec::with_capacity(params.len());
        let mut given = given.into_iter();
        for (i, param) in params.iter().enumerate() {
            let arg = if param.pack {
                let rest: Option<Vec<_>> = given
                    .by_ref()
                    .map(|g| self.converted(&inner, param, g))
                    .collect();
                TemplateArg::Pack(rest?)
            } else {
                let next = given.next().or_else(|| {
                    let default = param.default.clone()?;
                    Some(Given::Node(default, inner.clone()))
                })?;
                self.converted(&inner, param, next)?
            };
            for name in names.get(i).into_iter().flatten() {
                inner = inner.with(name, arg.clone());
            }
            out.push(arg);
        }
        Some((out, inner))
    }

    /// The arguments of a list, packs expanded.
    fn given(&self, env: &Env<'db>, list: &SyntaxNode) -> Option<Vec<Given<'db>>> {
        let mut out = Vec::new();
        for node in argument_nodes(list) {
            if node.kind() == PACK_EXPANSION {
                let pattern = child(&node, TYPE_ID).or_else(|| expression(&node))?;
                for env in self.expanded(env, &pattern)? {
                    out.push(Given::Node(pattern.clone(), env));
                }
            } else {
                out.push(Given::Node(node, env.clone()));
            }
        }
        Some(
            out.into_iter()
                .map(|given| match given {
                    // A parameter that stands for an argument of its own kind needs no reading.
                    Given::Node(node, env) => match self.bound(&env, &node) {
                        Some(arg) => Given::Known(arg),
                        None => Given::Node(node, env),
                    },
                    known => known,
                })
                .collect(),
        )
    }

    /// The argument that a node stands for if it is no more than a template parameter's name.
    fn bound(&self, env: &Env<'db>, node: &SyntaxNode) -> Option<TemplateArg> {
        let mut at = node.clone();
        while at.kind() != ID_EXPRESSION && at.kind() != NAMED_TYPE {
            let mut inner = at.children();
            let (only, None) = (inner.next()?, inner.next()) else {
                return None;
            };
            if at
                .children_with_tokens()
                .any(|e| e.as_token().is_some_and(|t| !t.kind().is_trivia()))
            {
                return None;
            }
            at = only;
        }
        if at.children().next().is_some() {
            return None;
        }
        env.bindings.get(token(&at, IDENT)?.text()).cloned()
    }

    /// One environment for each element of the packs that `pattern` mentions.
    pub(crate) fn expanded(&self, env: &Env<'db>, pattern: &SyntaxNode) -> Option<Vec<Env<'db>>> {
        let mut packs: Vec<(String, Vec<TemplateArg>)> = Vec::new();
        for token in pattern
            .descendants_with_tokens()
            .filter_map(|e| e.into_token())
            .filter(|t| t.kind() == IDENT)
        {
            if let Some(TemplateArg::Pack(args)) = env.bindings.get(token.text())
                && packs.iter().all(|p| p.0 != token.text())
            {
                packs.push((token.text().to_owned(), args.clone()));
            }
        }
        let count = packs.first()?.1.len();
        (0..count)
            .map(|i| {
                packs.iter().try_fold(env.clone(), |env, (name, args)| {
                    Some(env.with(name, args.get(i)?.clone()))
                })
            })
            .collect()
    }

    /// An argument as what the parameter wants.
    fn converted(
        &self,
        env: &Env<'db>,
        param: &Parameter,
        given: Given<'db>,
    ) -> Option<TemplateArg> {
        let (node, at) = match given {
            Given::Node(node, at) => (node, at),
            Given::Known(TemplateArg::Literal(literal)) if param.kind == ParameterKind::Value => {
                let value = crate::constant::Value::of(&literal)?;
                return self.value_argument(env, param, value);
            }
            Given::Known(arg) => return Some(arg),
        };
        match param.kind {
            ParameterKind::Type => self.type_argument(&at, &node).map(TemplateArg::Type),
            ParameterKind::Value => {
                if let Some(address) = self.address(&at, &node) {
                    return Some(address);
                }
                let value = self.value_of(&at, &node)?;
                self.value_argument(env, param, value)
            }
            ParameterKind::Template => self.template_argument(&at, &node),
        }
    }

    fn value_argument(
        &self,
        env: &Env<'db>,
        param: &Parameter,
        value: crate::constant::Value,
    ) -> Option<TemplateArg> {
        let ty = child(&param.node, DECL_SPECIFIER_SEQ).and_then(|s| {
            let base = self.specifiers(env, &s)?;
            match child(&param.node, DECLARATOR) {
                Some(declarator) => self.declare(env, base, &declarator),
                None => Some(base),
            }
        })?;
        let ty = match ty.unqualified() {
            Type::Auto | Type::DecltypeAuto => value.ty.clone(),
            ty => ty.clone(),
        };
        let number = crate::constant::converted(value.number, &ty);
        Some(TemplateArg::Literal(Literal::integer(ty, number)))
    }

    /// `&C::member` or `&variable` as an argument.
    fn address(&self, env: &Env<'db>, node: &SyntaxNode) -> Option<TemplateArg> {
        if node.kind() != PREFIX_EXPRESSION || !has(node, AMP) {
            return None;
        }
        let id = expression(node).filter(|e| e.kind() == ID_EXPRESSION)?;
        let word = crate::tree::id_text(&id)?;
        let name = match child(&id, NESTED_NAME_SPECIFIER) {
            None => {
                let item = self
                    .items_named(&word)
                    .iter()
                    .find(|i| i.kind == ItemKind::Variable && i.scope == env.scope)?;
                let id = Unqualified::Identifier(word);
                Name::new(self.namespace_scope(item.scope), id)
            }
            Some(path) => match self.container(env, &path)? {
                Container::Type(Type::Named(class)) => (*class).clone().member(&word),
                _ => return None,
            },
        };
        let entity = Entity::Variable(Variable::new(name));
        Some(TemplateArg::Expr(Box::new(Expr::Unary(
            Operator::AddressOf,
            Box::new(Expr::Entity(Box::new(entity))),
        ))))
    }

    fn type_argument(&self, env: &Env<'db>, node: &SyntaxNode) -> Option<Type> {
        match node.kind() {
            TYPE_ID => self.type_id(env, node),
            ID_EXPRESSION => self.named_type(env, node),
            _ => None,
        }
    }

    fn template_argument(&self, env: &Env<'db>, node: &SyntaxNode) -> Option<TemplateArg> {
        let named = if node.kind() == TYPE_ID {
            child(&child(node, DECL_SPECIFIER_SEQ)?, NAMED_TYPE)?
        } else {
            node.clone()
        };
        match self.named_symbol(env, &named)? {
            (Symbol::Template(template), None) => Some(TemplateArg::Template(
                TemplateName::Template(template.name.clone()),
            )),
            (Symbol::Argument(arg @ TemplateArg::Template(_)), None) => Some(arg),
            (Symbol::Type(Type::Named(name)), None) => {
                // The injected name of a class template.
                let mut template = (*name).clone();
                template.args = None;
                Some(TemplateArg::Template(TemplateName::Template(
                    template.into(),
                )))
            }
            _ => None,
        }
    }

    /// The arguments of a list without a template to say what each should be.
    pub(crate) fn plain_arguments(
        &self,
        env: &Env<'db>,
        list: &SyntaxNode,
    ) -> Option<Vec<TemplateArg>> {
        self.given(env, list)?
            .into_iter()
            .map(|given| match given {
                Given::Known(arg) => Some(arg),
                Given::Node(node, env) => {
                    if let Some(ty) = self.type_argument(&env, &node) {
                        return Some(TemplateArg::Type(ty));
                    }
                    if let Some(value) = self.value_of(&env, &node) {
                        return Some(TemplateArg::Literal(Literal::integer(
                            value.ty,
                            value.number,
                        )));
                    }
                    self.template_argument(&env, &node)
                }
            })
            .collect()
    }

    /// The value of a template argument that the grammar may have taken for a type.
    fn value_of(&self, env: &Env<'db>, node: &SyntaxNode) -> Option<crate::constant::Value> {
        if node.kind() != TYPE_ID {
            return self.evaluate(env, node);
        }
        let specifiers = child(node, DECL_SPECIFIER_SEQ)?;
        let named = specifiers
            .children()
            .find(|c| matches!(c.kind(), NAMED_TYPE | TYPENAME_SPECIFIER))?;
        // `f()` and `T()`: read as a function type, meant as a call, which is a trait's at most.
        if let Some(declarator) = child(node, DECLARATOR) {
            let name = crate::tree::id_text(&named)?;
            let suffix = child(&declarator, PARAMETERS_AND_QUALIFIERS)?;
            let clause = child(&suffix, PARAMETER_CLAUSE)?;
            return crate::constant::type_trait(&name, &self.plain_parameters(env, &clause)?);
        }
        self.named_value(env, &named)
    }

    /// A specialisation of a template template parameter's argument.
    pub(crate) fn apply_template_name(
        &self,
        env: &Env<'db>,
        template: &TemplateName,
        list: &SyntaxNode,
    ) -> Option<Type> {
        match template {
            TemplateName::Param(param) => Some(Type::TemplateTemplate(
                *param,
                self.plain_arguments(env, list)?,
            )),
            TemplateName::Template(name) => {
                let template = self.template_by_name(name)?;
                self.instantiate(env, &template, list)
            }
        }
    }

    /// Finds a template again by the name that the linker would use.
    fn template_by_name(&self, name: &Arc<cleave_mangle::Name>) -> Option<Template<'db>> {
        let cleave_mangle::Unqualified::Identifier(id) = &name.id else {
            return None;
        };
        let symbol = match name.scope.as_name() {
            Some(outer) if self.classes.borrow().contains_key(outer) => {
                self.member(&Arc::new(outer.clone()), id)?
            }
            outer => {
                let mut scope = self.root;
                let mut path: Vec<&cleave_mangle::Name> = outer.into_iter().collect();
                while let Some(next) = path.last().and_then(|n| n.scope.as_name()) {
                    path.push(next);
                }
                for part in path.iter().rev() {
                    let word = match &part.id {
                        cleave_mangle::Unqualified::Identifier(word)
                        | cleave_mangle::Unqualified::InlineNamespace { name: word, .. } => word,
                        _ => return None,
                    };
                    scope =
                        *self.namespaces.all.iter().find(|n| {
                            n.name(self.db) == word && n.parent(self.db) == Some(scope)
                        })?;
                }
                self.in_namespace(scope, id, u32::MAX)?
            }
        };
        match symbol {
            Symbol::Template(template) => Some(template),
            _ => None,
        }
    }
}

/// The operands of an expression.
pub(crate) fn operands(node: &SyntaxNode) -> Vec<SyntaxNode> {
    expressions(node).collect()
}
