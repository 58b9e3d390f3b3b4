//! Integral constant expressions, as far as template arguments, array bounds and enumerators need them.

use cleave_mangle::{Builtin, Literal, LiteralValue, TemplateArg, Type};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::skeleton::{Flags, ItemKind};
use cleave_syntax::tree::{SyntaxElement, SyntaxNode};

use crate::env::{Container, Env};
use crate::resolver::Resolver;
use crate::template::operands;
use crate::tree::{child, children, declared_name, expression, has, id_text, innermost};

/// A value of integral or enumeration type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Value {
    pub(crate) number: i128,
    pub(crate) ty: Type,
}

impl Value {
    fn new(number: i128, ty: Builtin) -> Value {
        Value {
            number,
            ty: Type::Builtin(ty),
        }
    }

    fn truth(value: bool) -> Value {
        Value::new(i128::from(value), Builtin::Bool)
    }

    /// The value of a literal in a template argument.
    pub(crate) fn of(literal: &Literal) -> Option<Value> {
        let LiteralValue::Integer {
            negative,
            magnitude,
        } = literal.value
        else {
            return None;
        };
        let number = i128::try_from(magnitude).ok()?;
        Some(Value {
            number: if negative { -number } else { number },
            ty: literal.ty.clone(),
        })
    }
}

/// Width in bits and signedness of an integral type.
fn shape(ty: &Type) -> Option<(u32, bool)> {
    use Builtin::*;
    let Type::Builtin(b) = ty.unqualified() else {
        return None;
    };
    Some(match b {
        Bool => (1, false),
        Char | SignedChar => (8, true),
        UnsignedChar | Char8 => (8, false),
        Short => (16, true),
        UnsignedShort | Char16 => (16, false),
        Int | WChar => (32, true),
        UnsignedInt | Char32 => (32, false),
        Long | LongLong => (64, true),
        UnsignedLong | UnsignedLongLong => (64, false),
        _ => return None,
    })
}

/// `number` as a value of type `ty`.
pub(crate) fn converted(number: i128, ty: &Type) -> i128 {
    match shape(ty) {
        Some((1, _)) => i128::from(number != 0),
        Some((bits, signed)) => {
            let low = number & ((1i128 << bits) - 1);
            if signed && low >> (bits - 1) & 1 == 1 {
                low - (1i128 << bits)
            } else {
                low
            }
        }
        None => number,
    }
}

/// The common type of two operands after the usual arithmetic conversions.
fn common(a: &Type, b: &Type) -> Type {
    let rank = |ty: &Type| match shape(ty) {
        Some((64, true)) => 3,
        Some((64, false)) => 4,
        Some((32, false)) => 2,
        _ => 1,
    };
    match rank(a).max(rank(b)) {
        4 => Type::Builtin(Builtin::UnsignedLong),
        3 => Type::Builtin(Builtin::Long),
        2 => Type::Builtin(Builtin::UnsignedInt),
        _ => Type::Builtin(Builtin::Int),
    }
}

impl<'db> Resolver<'db> {
    /// The value of a constant expression.
    pub(crate) fn evaluate(&self, env: &Env<'db>, node: &SyntaxNode) -> Option<Value> {
        let _level = self.deeper()?;
        match node.kind() {
            LITERAL => literal(node),
            PAREN_EXPRESSION => self.evaluate(env, &expression(node)?),
            ID_EXPRESSION => self.named_value(env, node),
            PREFIX_EXPRESSION => {
                let value = self.evaluate(env, &expression(node)?)?;
                let ty = common(&value.ty, &value.ty);
                let number = match operator(node)?.as_str() {
                    "+" => value.number,
                    "-" => -value.number,
                    "~" => !value.number,
                    "!" => return Some(Value::truth(value.number == 0)),
                    _ => return None,
                };
                Some(Value {
                    number: converted(number, &ty),
                    ty,
                })
            }
            BINARY_EXPRESSION => self.binary(env, node),
            CONDITIONAL_EXPRESSION => {
                let parts = operands(node);
                let [condition, yes, no] = parts.as_slice() else {
                    return None;
                };
                let chosen = if self.evaluate(env, condition)?.number != 0 {
                    yes
                } else {
                    no
                };
                self.evaluate(env, chosen)
            }
            SIZEOF_EXPRESSION => self.size_expression(env, node),
            TYPE_TRAIT_EXPRESSION => {
                let types: Option<Vec<_>> = children(node, TYPE_ID)
                    .map(|t| self.type_id(env, &t))
                    .collect();
                type_trait(node.first_token()?.text(), &types?)
            }
            CAST_EXPRESSION | NAMED_CAST_EXPRESSION => {
                let ty = self.type_id(env, &child(node, TYPE_ID)?)?;
                self.cast(ty, self.evaluate(env, &expression(node)?)?)
            }
            FUNCTIONAL_CAST_EXPRESSION => {
                let ty = self.specifiers(env, &child(node, DECL_SPECIFIER_SEQ)?)?;
                let args = child(node, ARGUMENT_LIST).or_else(|| child(node, BRACED_INIT_LIST))?;
                match expression(&args) {
                    Some(arg) => self.cast(ty, self.evaluate(env, &arg)?),
                    None => self.cast(ty, Value::new(0, Builtin::Int)),
                }
            }
            _ => None,
        }
    }

    fn cast(&self, ty: Type, value: Value) -> Option<Value> {
        let ty = ty.unqualified().clone();
        matches!(ty, Type::Builtin(_) | Type::Named(_)).then(|| Value {
            number: converted(value.number, &ty),
            ty,
        })
    }

    fn binary(&self, env: &Env<'db>, node: &SyntaxNode) -> Option<Value> {
        let parts = operands(node);
        let [left, right] = parts.as_slice() else {
            return None;
        };
        let a = self.evaluate(env, left)?;
        let op = operator(node)?;
        match (op.as_str(), a.number != 0) {
            ("&&", false) => return Some(Value::truth(false)),
            ("||", true) => return Some(Value::truth(true)),
            _ => {}
        }
        let b = self.evaluate(env, right)?;
        let ty = match op.as_str() {
            "<<" | ">>" => common(&a.ty, &a.ty),
            _ => common(&a.ty, &b.ty),
        };
        let (x, y) = (converted(a.number, &ty), converted(b.number, &ty));
        let truth = match op.as_str() {
            "&&" | "||" => y != 0,
            "==" => x == y,
            "!=" => x != y,
            "<" => x < y,
            ">" => x > y,
            "<=" => x <= y,
            ">=" => x >= y,
            _ => {
                let number = match op.as_str() {
                    "+" => x.checked_add(y)?,
                    "-" => x.checked_sub(y)?,
                    "*" => x.checked_mul(y)?,
                    "/" => x.checked_div(y)?,
                    "%" => x.checked_rem(y)?,
                    "&" => x & y,
                    "|" => x | y,
                    "^" => x ^ y,
                    "<<" if (0..64).contains(&b.number) => x << b.number,
                    ">>" if (0..64).contains(&b.number) => x >> b.number,
                    _ => return None,
                };
                return Some(Value {
                    number: converted(number, &ty),
                    ty,
                });
            }
        };
        Some(Value::truth(truth))
    }

    fn size_expression(&self, env: &Env<'db>, node: &SyntaxNode) -> Option<Value> {
        let size = |n: u64| Some(Value::new(i128::from(n), Builtin::UnsignedLong));
        if has(node, ELLIPSIS) {
            let name = crate::tree::token(node, IDENT)?;
            return match env.bindings.get(name.text())? {
                TemplateArg::Pack(args) => size(args.len() as u64),
                _ => None,
            };
        }
        if let Some(ty) = child(node, TYPE_ID) {
            return size(size_of(&self.type_id(env, &ty)?)?);
        }
        let operand = expression(node)?;
        size(size_of(&self.evaluate(env, &operand)?.ty)?)
    }

    /// The value of a template parameter, enumerator, constant variable or constant data member.
    pub(crate) fn named_value(&self, env: &Env<'db>, node: &SyntaxNode) -> Option<Value> {
        let _level = self.deeper()?;
        let name = id_text(node)?;
        if child(node, TEMPLATE_ID).is_some() {
            return None;
        }
        match child(node, NESTED_NAME_SPECIFIER) {
            Some(path) => match self.container(env, &path)? {
                Container::Namespace(scope) => self.value_in(scope, &name, env.before),
                Container::Type(ty) => self.member_value(&ty, &name),
            },
            None => {
                if let Some(arg) = env.bindings.get(&name) {
                    return match arg {
                        TemplateArg::Literal(literal) => Value::of(literal),
                        _ => None,
                    };
                }
                let mut class = env.class.clone();
                while let Some(c) = class {
                    if let Some(value) = self.member_value(&Type::Named(c.clone()), &name) {
                        return Some(value);
                    }
                    class = c.scope.as_name().cloned().map(Into::into);
                }
                let mut at = Some(env.scope);
                while let Some(scope) = at {
                    if let Some(value) = self.value_in(scope, &name, env.before) {
                        return Some(value);
                    }
                    at = scope.parent(self.db);
                }
                None
            }
        }
    }

    /// A constant variable or enumerator of a namespace.
    fn value_in(
        &self,
        scope: cleave_names::ScopePath<'db>,
        name: &str,
        before: u32,
    ) -> Option<Value> {
        let _level = self.deeper()?;
        for item in self.items_named(name) {
            if item.index >= before
                || item.flags.any(Flags::QUALIFIED | Flags::TEMPLATE)
                || !self.is_transparent_in(item.scope, scope)
            {
                continue;
            }
            let env = Env::namespace(item.scope, item.index);
            match item.kind {
                ItemKind::Variable => {
                    return self.variable_value(&env, &innermost(&self.head(item)).0, name);
                }
                ItemKind::UsingDeclaration => {
                    let (declaration, _) = innermost(&self.head(item));
                    let id = children(&declaration, USING_DECLARATOR)
                        .filter_map(|u| child(&u, DECLARATOR_ID))
                        .find(|id| id_text(id).as_deref() == Some(name));
                    if let Some(value) = id.and_then(|id| self.named_value(&env, &id)) {
                        return Some(value);
                    }
                }
                _ => {}
            }
        }
        // An enumerator: the skeleton does not know its name, but that of a file's enumerations.
        for &index in crate::index::enumerations_with(
            self.db,
            self.file,
            crate::index::Word::new(self.db, name),
        ) {
            let item = self.item_at(index);
            if item.scope.is_some_and(|s| self.is_transparent_in(s, scope)) && index < before {
                let env = Env::namespace(item.scope?, index);
                let (declaration, _) = innermost(&item.root);
                let specifiers = child(&declaration, DECL_SPECIFIER_SEQ)?;
                let node = child(&specifiers, ENUM_SPECIFIER)?;
                if has(&node, CLASS_KW) || has(&node, STRUCT_KW) {
                    continue;
                }
                let hint = children(&declaration, INIT_DECLARATOR)
                    .next()
                    .and_then(|i| child(&i, DECLARATOR))
                    .and_then(|d| declared_name(&d));
                let ty = self.defined_here(&env, &node, hint.as_deref());
                if let Some(value) = self.enumerator(&env, &node, &ty, name) {
                    return Some(value);
                }
            }
        }
        self.directives_in(scope)
            .into_iter()
            .find_map(|target| self.value_in(target, name, before))
    }

    /// The value that a declaration gives to a constant.
    fn variable_value(
        &self,
        env: &Env<'db>,
        declaration: &SyntaxNode,
        name: &str,
    ) -> Option<Value> {
        let specifiers = child(declaration, DECL_SPECIFIER_SEQ)?;
        if !has(&specifiers, CONST_KW) && !has(&specifiers, CONSTEXPR_KW) {
            return None;
        }
        for init in children(declaration, INIT_DECLARATOR) {
            let declarator = child(&init, DECLARATOR)?;
            if declared_name(&declarator).as_deref() != Some(name) {
                continue;
            }
            let value = init.children().find_map(|c| match c.kind() {
                EQUAL_INITIALIZER | BRACED_INIT_LIST | ARGUMENT_LIST => expression(&c),
                _ => None,
            })?;
            let value = if value.kind() == BRACED_INIT_LIST {
                expression(&value)?
            } else {
                value
            };
            let value = self.evaluate(env, &value)?;
            let base = self.specifiers(env, &specifiers)?;
            let ty = self.declare(env, base, &declarator)?.unqualified().clone();
            let ty = if ty == Type::Auto { value.ty } else { ty };
            return Some(Value {
                number: converted(value.number, &ty),
                ty,
            });
        }
        None
    }

    /// A constant data member or enumerator of a class, or an enumerator of an enumeration.
    fn member_value(&self, ty: &Type, name: &str) -> Option<Value> {
        let _level = self.deeper()?;
        let Type::Named(class) = ty.unqualified() else {
            return None;
        };
        let Some(definition) = self.definition(class) else {
            return self.enumeration_value(class, name);
        };
        let env = &definition.env;
        let body = child(&definition.node, MEMBER_SPECIFICATION)?;
        for member in children(&body, SIMPLE_DECLARATION) {
            let enumeration = child(&member, DECL_SPECIFIER_SEQ)
                .and_then(|s| child(&s, ENUM_SPECIFIER))
                .filter(|e| !has(e, CLASS_KW) && !has(e, STRUCT_KW));
            if let Some(node) = enumeration {
                let ty = self.defined_here(env, &node, None);
                if let Some(value) = self.enumerator(env, &node, &ty, name) {
                    return Some(value);
                }
            }
            if let Some(value) = self.variable_value(env, &member, name) {
                return Some(value);
            }
        }
        self.bases(&definition)
            .iter()
            .find_map(|base| self.member_value(base, name))
    }

    /// An enumerator of the enumeration that the linker calls `name`.
    fn enumeration_value(
        &self,
        enumeration: &std::sync::Arc<cleave_mangle::Name>,
        name: &str,
    ) -> Option<Value> {
        let cleave_mangle::Unqualified::Identifier(id) = &enumeration.id else {
            return None;
        };
        let ty = Type::Named(enumeration.clone());
        if let Some(class) = enumeration.scope.as_name() {
            let class = std::sync::Arc::new(class.clone());
            if let Some(definition) = self.definition(&class) {
                let body = child(&definition.node, MEMBER_SPECIFICATION)?;
                let node = children(&body, SIMPLE_DECLARATION)
                    .filter_map(|m| child(&m, DECL_SPECIFIER_SEQ))
                    .filter_map(|s| child(&s, ENUM_SPECIFIER))
                    .find(|e| id_text(e).as_deref() == Some(id))?;
                return self.enumerator(&definition.env, &node, &ty, name);
            }
        }
        self.items_named(id)
            .iter()
            .filter(|i| matches!(i.kind, ItemKind::Enum | ItemKind::Typedef))
            .filter(|i| self.namespace_scope(i.scope) == enumeration.scope)
            .find_map(|item| {
                let (declaration, _) = innermost(&self.head(item));
                let specifiers = child(&declaration, DECL_SPECIFIER_SEQ)?;
                let node = child(&specifiers, ENUM_SPECIFIER)?;
                let env = Env::namespace(item.scope, item.index);
                self.enumerator(&env, &node, &ty, name)
            })
    }

    /// The value of an enumerator in an enum-specifier.
    fn enumerator(
        &self,
        env: &Env<'db>,
        node: &SyntaxNode,
        ty: &Type,
        name: &str,
    ) -> Option<Value> {
        let list = child(node, ENUMERATOR_LIST)?;
        let mut env = env.clone();
        let mut next = 0i128;
        for enumerator in children(&list, ENUMERATOR) {
            let own = crate::tree::token(&enumerator, IDENT)?;
            let number = match expression(&enumerator) {
                Some(value) => self.evaluate(&env, &value)?.number,
                None => next,
            };
            if own.text() == name {
                return Some(Value {
                    number,
                    ty: ty.clone(),
                });
            }
            let literal = Literal::integer(Type::Builtin(Builtin::Int), number);
            env = env.with(own.text(), TemplateArg::Literal(literal));
            next = number + 1;
        }
        None
    }
}

/// The size in bytes of a type whose layout needs no lookup, on a 64-bit target.
pub(crate) fn size_of(ty: &Type) -> Option<u64> {
    Some(match ty.unqualified() {
        Type::Builtin(b) => match b {
            Builtin::Float => 4,
            Builtin::Double => 8,
            Builtin::LongDouble | Builtin::Int128 | Builtin::UnsignedInt128 => 16,
            Builtin::Float128 => 16,
            Builtin::Nullptr => 8,
            Builtin::Bool => 1,
            _ => u64::from(shape(ty)?.0) / 8,
        },
        Type::Pointer(_) => 8,
        Type::Array(cleave_mangle::Bound::Known(n), element) => n.checked_mul(size_of(element)?)?,
        _ => return None,
    })
}

/// The builtin traits that compare types or look at their outside only.
pub(crate) fn type_trait(name: &str, types: &[Type]) -> Option<Value> {
    match (name, types) {
        ("__is_same" | "__is_same_as", [a, b]) => Some(Value::truth(a == b)),
        ("__is_reference", [ty]) => Some(Value::truth(matches!(
            ty,
            Type::LvalueReference(_) | Type::RvalueReference(_)
        ))),
        ("__is_pointer", [ty]) => Some(Value::truth(matches!(ty.unqualified(), Type::Pointer(_)))),
        ("__is_const", [ty]) => Some(Value::truth(
            matches!(ty, Type::Qualified(quals, _) if quals.is_const),
        )),
        _ => None,
    }
}

/// The operator of a prefix or binary expression.
fn operator(node: &SyntaxNode) -> Option<String> {
    let text: String = node
        .children_with_tokens()
        .filter_map(SyntaxElement::into_token)
        .filter(|t| !t.kind().is_trivia())
        .map(|t| t.text().to_owned())
        .collect();
    Some(match text.as_str() {
        "and" => "&&".to_owned(),
        "or" => "||".to_owned(),
        "not" => "!".to_owned(),
        "" => return None,
        _ => text,
    })
}

fn literal(node: &SyntaxNode) -> Option<Value> {
    let token = node.first_token()?;
    match token.kind() {
        TRUE_KW => Some(Value::truth(true)),
        FALSE_KW => Some(Value::truth(false)),
        INT_LITERAL => integer(token.text()),
        CHAR_LITERAL => character(token.text()),
        _ => None,
    }
}

/// An integer literal ([lex.icon]).
pub(crate) fn integer(text: &str) -> Option<Value> {
    let digits: String = text.chars().filter(|&c| c != '\'').collect();
    let lower = digits.to_ascii_lowercase();
    let body = lower.trim_end_matches(['u', 'l', 'z']);
    let suffix = &lower[body.len()..];
    let (radix, body) = if let Some(hex) = body.strip_prefix("0x") {
        (16, hex)
    } else if let Some(binary) = body.strip_prefix("0b") {
        (2, binary)
    } else if body.len() > 1 && body.starts_with('0') {
        (8, &body[1..])
    } else {
        (10, body)
    };
    let number = i128::from_str_radix(body, radix).ok()?;
    let unsigned = suffix.contains('u');
    let long = suffix.matches('l').count();
    let ty = match (long, unsigned) {
        (2, false) => Builtin::LongLong,
        (2, true) => Builtin::UnsignedLongLong,
        (1, true) => Builtin::UnsignedLong,
        (1, false) if number <= i128::from(i64::MAX) => Builtin::Long,
        (_, true) if number <= i128::from(u32::MAX) => Builtin::UnsignedInt,
        (_, true) => Builtin::UnsignedLong,
        (0, false) if number <= i128::from(i32::MAX) => Builtin::Int,
        (0, false) if radix != 10 && number <= i128::from(u32::MAX) => Builtin::UnsignedInt,
        _ if number <= i128::from(i64::MAX) => Builtin::Long,
        _ => Builtin::UnsignedLong,
    };
    Some(Value::new(number, ty))
}

/// A character literal of one character, plain or with the commonest escapes.
fn character(text: &str) -> Option<Value> {
    let (prefix, rest) = text.split_once('\'')?;
    let body = rest.strip_suffix('\'')?;
    let number = match body.strip_prefix('\\') {
        None => {
            let mut chars = body.chars();
            let (c, None) = (chars.next()?, chars.next()) else {
                return None;
            };
            i128::from(u32::from(c))
        }
        Some(escape) => match escape {
            "n" => 10,
            "t" => 9,
            "r" => 13,
            "0" => 0,
            "\\" | "'" | "\"" => i128::from(escape.as_bytes()[0]),
            _ => match escape.strip_prefix('x') {
                Some(hex) => i128::from_str_radix(hex, 16).ok()?,
                None => i128::from_str_radix(escape, 8).ok()?,
            },
        },
    };
    let ty = match prefix {
        "L" => Builtin::WChar,
        "u" => Builtin::Char16,
        "U" => Builtin::Char32,
        _ => Builtin::Char,
    };
    Some(Value {
        number: converted(number, &Type::Builtin(ty)),
        ty: Type::Builtin(ty),
    })
}

/// The type of a literal, for `decltype`.
pub(crate) fn literal_type(node: &SyntaxNode) -> Option<Type> {
    let token = node.first_token()?;
    match token.kind() {
        NULLPTR_KW => Some(Type::Builtin(Builtin::Nullptr)),
        FLOAT_LITERAL => {
            let text = token.text().to_ascii_lowercase();
            Some(Type::Builtin(match text.as_bytes().last() {
                Some(b'f') => Builtin::Float,
                Some(b'l') => Builtin::LongDouble,
                _ => Builtin::Double,
            }))
        }
        _ => literal(node).map(|v| v.ty),
    }
}
