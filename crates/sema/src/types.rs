//! From type-specifiers and declarators to types as the linker sees them.

use std::sync::Arc;

use cleave_mangle::{
    Bound, Builtin, ExceptionSpec, FunctionType, Name, Qualifiers, RefQualifier, TemplateArg, Type,
    Unqualified,
};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::ast::{AstNode, Declarator, DeclaratorPart};
use cleave_syntax::tree::{SyntaxElement, SyntaxNode};

use crate::constant::{literal_type, size_of};
use crate::env::{Container, Env, Symbol};
use crate::resolver::Resolver;
use crate::tree::{
    attribute_name, attributes, child, children, declarators, declared_name, expression, has,
    id_text, innermost, squeezed,
};

/// The keywords of a decl-specifier-seq that make up a fundamental type, counted.
#[derive(Default)]
struct Words {
    base: Option<Builtin>,
    long: u32,
    short: bool,
    signed: bool,
    unsigned: bool,
    complex: bool,
}

impl Words {
    fn is_empty(&self) -> bool {
        self.base.is_none()
            && self.long == 0
            && !(self.short || self.signed || self.unsigned || self.complex)
    }

    /// [dcl.type.simple], table 11.
    fn builtin(&self) -> Builtin {
        use Builtin::*;
        match self.base {
            Some(Char) if self.unsigned => UnsignedChar,
            Some(Char) if self.signed => SignedChar,
            Some(Int128) if self.unsigned => UnsignedInt128,
            Some(Double) if self.long > 0 => LongDouble,
            Some(Int) | None => {
                if self.complex && self.base.is_none() && self.long == 0 {
                    return Double;
                }
                match (self.short, self.long, self.unsigned) {
                    (true, _, false) => Short,
                    (true, _, true) => UnsignedShort,
                    (_, 0, false) => Int,
                    (_, 0, true) => UnsignedInt,
                    (_, 1, false) => Long,
                    (_, 1, true) => UnsignedLong,
                    (_, _, false) => LongLong,
                    (_, _, true) => UnsignedLongLong,
                }
            }
            Some(other) => other,
        }
    }
}

impl<'db> Resolver<'db> {
    /// The type of a decl-specifier-seq.
    pub(crate) fn specifiers(&self, env: &Env<'db>, seq: &SyntaxNode) -> Option<Type> {
        self.specifiers_named(env, seq, None)
    }

    /// The same for a typedef: `linkage_name` names a class without a name of its own.
    pub(crate) fn specifiers_named(
        &self,
        env: &Env<'db>,
        seq: &SyntaxNode,
        linkage_name: Option<&str>,
    ) -> Option<Type> {
        let _level = self.deeper()?;
        let mut words = Words::default();
        let mut quals = Qualifiers::NONE;
        let mut ty = None;
        for element in seq.children_with_tokens() {
            match element {
                SyntaxElement::Token(token) => match token.kind() {
                    CONST_KW => quals.is_const = true,
                    VOLATILE_KW => quals.is_volatile = true,
                    RESTRICT_KW => quals.is_restrict = true,
                    LONG_KW => words.long += 1,
                    SHORT_KW => words.short = true,
                    SIGNED_KW => words.signed = true,
                    UNSIGNED_KW => words.unsigned = true,
                    COMPLEX_KW => words.complex = true,
                    AUTO_KW => ty = Some(Type::Auto),
                    VOID_KW => words.base = Some(Builtin::Void),
                    BOOL_KW => words.base = Some(Builtin::Bool),
                    CHAR_KW => words.base = Some(Builtin::Char),
                    CHAR8_T_KW => words.base = Some(Builtin::Char8),
                    CHAR16_T_KW => words.base = Some(Builtin::Char16),
                    CHAR32_T_KW => words.base = Some(Builtin::Char32),
                    WCHAR_T_KW => words.base = Some(Builtin::WChar),
                    INT_KW => words.base = Some(Builtin::Int),
                    FLOAT_KW => words.base = Some(Builtin::Float),
                    DOUBLE_KW => words.base = Some(Builtin::Double),
                    INT128_KW => words.base = Some(Builtin::Int128),
                    FLOAT128_KW => words.base = Some(Builtin::Float128),
                    FLOAT80_KW => words.base = Some(Builtin::LongDouble),
                    FLOAT16_KW => words.base = Some(Builtin::Float16),
                    BF16_KW => {
                        ty = Some(Type::Vendor {
                            name: "__bf16".into(),
                            args: None,
                        })
                    }
                    _ => {}
                },
                SyntaxElement::Node(node) => match node.kind() {
                    NAMED_TYPE | TYPENAME_SPECIFIER => ty = Some(self.named_type(env, &node)?),
                    ELABORATED_TYPE_SPECIFIER => ty = Some(self.elaborated(env, &node)?),
                    CLASS_SPECIFIER | ENUM_SPECIFIER => {
                        ty = Some(self.defined_here(env, &node, linkage_name))
                    }
                    DECLTYPE_SPECIFIER => ty = Some(self.decltype(env, &node)?),
                    TYPEOF_SPECIFIER => ty = Some(self.typeof_type(env, &node)?),
                    PLACEHOLDER_TYPE_SPECIFIER => ty = Some(Type::Auto),
                    TYPE_TRANSFORM => ty = Some(self.transformed(env, &node)?),
                    _ => {}
                },
            }
        }
        let ty = match ty {
            Some(ty) => ty,
            None if words.is_empty() => return None,
            None => {
                let builtin = Type::Builtin(words.builtin());
                if words.complex {
                    Type::Complex(Arc::new(builtin))
                } else {
                    builtin
                }
            }
        };
        Some(self.with_attributes(env, qualified(ty, quals), seq))
    }

    /// A possibly qualified name of a type.
    pub(crate) fn named_type(&self, env: &Env<'db>, node: &SyntaxNode) -> Option<Type> {
        let _level = self.deeper()?;
        let Some((symbol, arguments)) = self.named_symbol(env, node) else {
            let name = squeezed(node);
            return match node.kind() {
                NAMED_TYPE => builtin_name(&name).or_else(|| self.undeclared(env, &name)),
                _ => None,
            };
        };
        match (symbol, arguments) {
            (Symbol::Type(ty), None) => Some(ty),
            (Symbol::Template(template), Some(list)) => self.instantiate(env, &template, &list),
            (Symbol::Argument(TemplateArg::Template(template)), Some(list)) => {
                self.apply_template_name(env, &template, &list)
            }
            _ => None,
        }
    }

    /// A class that no declaration of its own declares: some `struct S *` did, in another item.
    fn undeclared(&self, env: &Env<'db>, name: &str) -> Option<Type> {
        let word = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        (word && env.bindings.is_empty()).then(|| Type::named(Name::global(name)))
    }

    /// `struct S`, which declares S in the nearest namespace if nothing else does ([basic.scope.pdecl]).
    fn elaborated(&self, env: &Env<'db>, node: &SyntaxNode) -> Option<Type> {
        if let Some(ty) = self.named_type(env, node) {
            return Some(ty);
        }
        if child(node, NESTED_NAME_SPECIFIER).is_some() || child(node, TEMPLATE_ID).is_some() {
            return None;
        }
        let id = Unqualified::Identifier(id_text(node)?);
        Some(Type::named(Name::new(self.namespace_scope(env.scope), id)))
    }

    /// The type that `decltype` gives, for operands that need no overload resolution.
    pub(crate) fn decltype(&self, env: &Env<'db>, node: &SyntaxNode) -> Option<Type> {
        if has(node, AUTO_KW) {
            return Some(Type::DecltypeAuto);
        }
        let operand = expression(node)?;
        match operand.kind() {
            ID_EXPRESSION => self.declared_type(env, &operand),
            PAREN_EXPRESSION => {
                let inner = expression(&operand)?;
                match inner.kind() {
                    ID_EXPRESSION => Some(reference(self.declared_type(env, &inner)?, false)),
                    _ => self.prvalue_type(env, &inner),
                }
            }
            _ => self.prvalue_type(env, &operand),
        }
    }

    fn prvalue_type(&self, env: &Env<'db>, node: &SyntaxNode) -> Option<Type> {
        match node.kind() {
            LITERAL => literal_type(node),
            SIZEOF_EXPRESSION => Some(Type::Builtin(Builtin::UnsignedLong)),
            CAST_EXPRESSION => self.type_id(env, &child(node, TYPE_ID)?),
            FUNCTIONAL_CAST_EXPRESSION => self.specifiers(env, &child(node, DECL_SPECIFIER_SEQ)?),
            _ => self.evaluate(env, node).map(|v| v.ty),
        }
    }

    /// The declared type of a variable.
    fn declared_type(&self, env: &Env<'db>, node: &SyntaxNode) -> Option<Type> {
        let name = id_text(node)?;
        let scopes = match child(node, NESTED_NAME_SPECIFIER) {
            Some(path) => match self.container(env, &path)? {
                Container::Namespace(scope) => vec![scope],
                Container::Type(_) => return self.evaluate(env, node).map(|v| v.ty),
            },
            None => std::iter::successors(Some(env.scope), |s| s.parent(self.db)).collect(),
        };
        for scope in scopes {
            let found = self.items_named(&name).iter().find(|i| {
                i.kind == cleave_syntax::skeleton::ItemKind::Variable
                    && i.index < env.before
                    && self.is_transparent_in(i.scope, scope)
            });
            if let Some(item) = found {
                let (declaration, _) = innermost(&self.head(item));
                let declarator = declarators(&declaration)
                    .into_iter()
                    .find(|d| declared_name(d).as_deref() == Some(&name))?;
                let env = Env::namespace(item.scope, item.index);
                let base = self.specifiers(&env, &child(&declaration, DECL_SPECIFIER_SEQ)?)?;
                return self.declare(&env, base, &declarator);
            }
        }
        None
    }

    fn typeof_type(&self, env: &Env<'db>, node: &SyntaxNode) -> Option<Type> {
        match child(node, TYPE_ID) {
            Some(ty) => self
                .type_id(env, &ty)
                .or_else(|| self.declared_type(env, &ty)),
            None => {
                let operand = expression(node)?;
                match operand.kind() {
                    ID_EXPRESSION => self.declared_type(env, &operand),
                    _ => self.prvalue_type(env, &operand),
                }
            }
        }
    }

    /// The builtin traits that yield a type and need nothing but the type given.
    fn transformed(&self, env: &Env<'db>, node: &SyntaxNode) -> Option<Type> {
        let ty = self.type_id(env, &child(node, TYPE_ID)?)?;
        let trait_name = crate::tree::token(node, IDENT)?;
        Some(match trait_name.text() {
            "__remove_cv" => ty.unqualified().clone(),
            "__remove_reference" => referred(&ty).clone(),
            "__remove_cvref" => referred(&ty).unqualified().clone(),
            "__remove_pointer" => match ty.unqualified() {
                Type::Pointer(to) => (**to).clone(),
                _ => ty,
            },
            "__add_pointer" => referred(&ty).clone().pointer(),
            "__add_lvalue_reference" => reference(ty, false),
            "__add_rvalue_reference" => reference(ty, true),
            _ => return None,
        })
    }

    /// The type of a type-id.
    pub(crate) fn type_id(&self, env: &Env<'db>, node: &SyntaxNode) -> Option<Type> {
        let _level = self.deeper()?;
        let base = self.specifiers(env, &child(node, DECL_SPECIFIER_SEQ)?)?;
        match child(node, DECLARATOR) {
            Some(declarator) => self.declare(env, base, &declarator),
            None => Some(base),
        }
    }

    /// The type that a declarator makes of `base`. Names in it are looked up in `env`.
    pub(crate) fn declare(
        &self,
        env: &Env<'db>,
        base: Type,
        declarator: &SyntaxNode,
    ) -> Option<Type> {
        let _level = self.deeper()?;
        let parts = Declarator::cast(declarator.clone())?.parts();
        let mut ty = base;
        for part in parts.iter().rev() {
            ty = match part {
                DeclaratorPart::Pointer(operator) => self.pointed(env, ty, operator.syntax())?,
                DeclaratorPart::Array(suffix) => {
                    Type::Array(self.array_bound(env, suffix.syntax())?, Arc::new(ty))
                }
                DeclaratorPart::Function(suffix) => {
                    Type::Function(Arc::new(self.function(env, ty, suffix.syntax())?))
                }
            };
        }
        Some(ty)
    }

    fn pointed(&self, env: &Env<'db>, ty: Type, operator: &SyntaxNode) -> Option<Type> {
        if has(operator, AMP2) {
            return Some(reference(ty, true));
        }
        if has(operator, AMP) {
            return Some(reference(ty, false));
        }
        let quals = Qualifiers {
            is_const: has(operator, CONST_KW),
            is_volatile: has(operator, VOLATILE_KW),
            is_restrict: has(operator, RESTRICT_KW),
        };
        let path = child(operator, NESTED_NAME_SPECIFIER)
            .or_else(|| has(operator, COLON2).then(|| operator.clone()));
        let pointer = match path {
            None => ty.pointer(),
            Some(path) => match self.container(env, &path)? {
                Container::Type(class) => Type::MemberPointer {
                    class: Arc::new(class),
                    member: Arc::new(ty),
                },
                Container::Namespace(_) => return None,
            },
        };
        Some(qualified(pointer, quals))
    }

    fn array_bound(&self, env: &Env<'db>, suffix: &SyntaxNode) -> Option<Bound> {
        let Some(size) = expression(suffix) else {
            return Some(Bound::Unknown);
        };
        if let Some(value) = self.evaluate(env, &size) {
            return u64::try_from(value.number).ok().map(Bound::Known);
        }
        // A parameter of a partial specialisation stands for itself.
        match env.bindings.get(&squeezed(&size))? {
            TemplateArg::Expr(e) => Some(Bound::Dependent(Arc::new((**e).clone()))),
            _ => None,
        }
    }

    fn function(&self, env: &Env<'db>, ret: Type, suffix: &SyntaxNode) -> Option<FunctionType> {
        let ret = match child(suffix, TRAILING_RETURN_TYPE) {
            Some(trailing) => self.type_id(env, &child(&trailing, TYPE_ID)?)?,
            None => ret,
        };
        let clause = child(suffix, PARAMETER_CLAUSE)?;
        let exceptions = match child(suffix, NOEXCEPT_SPECIFIER) {
            None => ExceptionSpec::None,
            Some(spec) => match expression(&spec) {
                None => ExceptionSpec::Noexcept,
                Some(e) => match self.evaluate(env, &e) {
                    Some(v) if v.number == 0 => ExceptionSpec::None,
                    _ => ExceptionSpec::Noexcept,
                },
            },
        };
        let exceptions = match child(suffix, DYNAMIC_EXCEPTION_SPECIFICATION) {
            Some(spec) if spec.children().next().is_none() && !has(&spec, ELLIPSIS) => {
                ExceptionSpec::Noexcept
            }
            _ => exceptions,
        };
        Some(FunctionType {
            ret,
            params: self.parameters(env, &clause)?,
            variadic: has(&clause, ELLIPSIS),
            quals: Qualifiers {
                is_const: has(suffix, CONST_KW),
                is_volatile: has(suffix, VOLATILE_KW),
                is_restrict: false,
            },
            ref_qual: if has(suffix, AMP2) {
                RefQualifier::Rvalue
            } else if has(suffix, AMP) {
                RefQualifier::Lvalue
            } else {
                RefQualifier::None
            },
            exceptions,
        })
    }

    /// The types of a parameter clause, adjusted ([dcl.fct]/5).
    pub(crate) fn parameters(&self, env: &Env<'db>, clause: &SyntaxNode) -> Option<Vec<Type>> {
        let mut out = Vec::new();
        for param in children(clause, PARAMETER_DECLARATION) {
            let declarator = child(&param, DECLARATOR);
            let pack = declarator.as_ref().is_some_and(|d| has(d, ELLIPSIS));
            if pack && let Some(envs) = self.expanded(env, &param) {
                for env in envs {
                    out.push(self.parameter(&env, &param)?);
                }
                continue;
            }
            let ty = self.parameter(env, &param)?;
            if ty == Type::VOID && declarator.is_none() {
                continue;
            }
            out.push(ty);
        }
        Some(out)
    }

    /// The types of a parameter clause as written.
    pub(crate) fn plain_parameters(
        &self,
        env: &Env<'db>,
        clause: &SyntaxNode,
    ) -> Option<Vec<Type>> {
        children(clause, PARAMETER_DECLARATION)
            .map(|p| self.unadjusted(env, &p))
            .collect()
    }

    fn parameter(&self, env: &Env<'db>, param: &SyntaxNode) -> Option<Type> {
        Some(adjusted(self.unadjusted(env, param)?))
    }

    fn unadjusted(&self, env: &Env<'db>, param: &SyntaxNode) -> Option<Type> {
        let base = self.specifiers(env, &child(param, DECL_SPECIFIER_SEQ)?)?;
        let ty = match child(param, DECLARATOR) {
            Some(declarator) => self.declare(env, base, &declarator)?,
            None => base,
        };
        Some(self.with_attributes(env, ty, param))
    }

    /// `vector_size` and the attributes like it, written on `node`.
    pub(crate) fn with_attributes(&self, env: &Env<'db>, ty: Type, node: &SyntaxNode) -> Type {
        let find =
            |node: &SyntaxNode| attributes(node).find(|a| attribute_name(a) == "vector_size");
        let found = find(node).or_else(|| child(node, DECLARATOR).and_then(|d| find(&d)));
        let bytes = found
            .and_then(|a| child(&a, ATTRIBUTE_ARGUMENT_CLAUSE))
            .and_then(|c| expression(&c))
            .and_then(|e| self.evaluate(env, &e));
        let count = bytes
            .and_then(|v| u64::try_from(v.number).ok())
            .and_then(|bytes| bytes.checked_div(size_of(&ty)?));
        match count {
            Some(count) => Type::Vector(Bound::Known(count), Arc::new(ty.unqualified().clone())),
            None => ty,
        }
    }
}

/// `ty` with qualifiers, which references and functions do not take.
fn qualified(ty: Type, quals: Qualifiers) -> Type {
    if quals.is_empty() {
        return ty;
    }
    match ty {
        Type::LvalueReference(_) | Type::RvalueReference(_) | Type::Function(_) => ty,
        Type::Qualified(inner, of) => Type::Qualified(inner.union(quals), of),
        Type::Array(bound, element) => {
            Type::Array(bound, Arc::new(qualified((*element).clone(), quals)))
        }
        ty => ty.qualified(quals),
    }
}

/// A reference to `ty`, collapsed ([dcl.ref]/6).
fn reference(ty: Type, rvalue: bool) -> Type {
    match ty {
        Type::LvalueReference(_) => ty,
        Type::RvalueReference(of) if !rvalue => Type::LvalueReference(of),
        Type::RvalueReference(_) => ty,
        ty if rvalue => ty.rvalue_reference(),
        ty => ty.lvalue_reference(),
    }
}

fn referred(ty: &Type) -> &Type {
    match ty {
        Type::LvalueReference(to) | Type::RvalueReference(to) => to,
        ty => ty,
    }
}

/// A parameter's type after decay and without qualifiers at the top.
fn adjusted(ty: Type) -> Type {
    match ty {
        Type::Array(_, element) => Type::Pointer(element),
        Type::Function(_) => ty.pointer(),
        Type::Qualified(_, of) => adjusted((*of).clone()),
        ty => ty,
    }
}

/// The type names that no header declares.
fn builtin_name(name: &str) -> Option<Type> {
    Some(match name {
        "__builtin_va_list" => Type::Array(
            Bound::Known(1),
            Arc::new(Type::named(Name::global("__va_list_tag"))),
        ),
        "_Float32" => Type::Builtin(Builtin::Float32),
        "_Float64" => Type::Builtin(Builtin::Float64),
        "_Float128" => Type::Builtin(Builtin::IeeeFloat128),
        "_Float32x" => Type::Builtin(Builtin::Float32x),
        "_Float64x" => Type::Builtin(Builtin::Float64x),
        _ => return None,
    })
}

/// Whether a type leads to an unnamed namespace, so that no other translation unit can name it.
pub(crate) fn is_internal(ty: &Type) -> bool {
    internal(ty, 0)
}

fn internal(ty: &Type, depth: u32) -> bool {
    if depth > 64 {
        return false;
    }
    let depth = depth + 1;
    match ty {
        Type::Qualified(_, of)
        | Type::Pointer(of)
        | Type::LvalueReference(of)
        | Type::RvalueReference(of)
        | Type::Array(_, of)
        | Type::Vector(_, of)
        | Type::Complex(of)
        | Type::Imaginary(of)
        | Type::PackExpansion(of) => internal(of, depth),
        Type::Function(f) => internal(&f.ret, depth) || f.params.iter().any(|p| internal(p, depth)),
        Type::MemberPointer { class, member } => internal(class, depth) || internal(member, depth),
        Type::Named(name) => is_internal_name(name, depth),
        Type::TemplateTemplate(_, args) => internal_args(args, depth),
        _ => false,
    }
}

/// Whether a name leads through an unnamed namespace or has an argument that does.
pub(crate) fn is_internal_name(name: &Name, depth: u32) -> bool {
    if depth > 64 {
        return false;
    }
    name.id == Unqualified::UnnamedNamespace
        || internal_args(name.args.as_deref().unwrap_or_default(), depth + 1)
        || name
            .scope
            .as_name()
            .is_some_and(|outer| is_internal_name(outer, depth + 1))
}

fn internal_args(args: &[TemplateArg], depth: u32) -> bool {
    if depth > 64 {
        return false;
    }
    args.iter().any(|arg| match arg {
        TemplateArg::Type(ty) => internal(ty, depth + 1),
        TemplateArg::Pack(args) => internal_args(args, depth + 1),
        TemplateArg::Literal(literal) => internal(&literal.ty, depth + 1),
        TemplateArg::Template(cleave_mangle::TemplateName::Template(name)) => {
            is_internal_name(name, depth + 1)
        }
        TemplateArg::Expr(_) | TemplateArg::Template(_) => false,
    })
}
