//! Which definitions the module id may be named after (spec 6-host D6, D7): those that only one translation unit of a program
//! can have, and that leave code or data of their own in it.

use std::rc::Rc;
use std::sync::Arc;

use cleave_mangle::{Name, Type, Unqualified};
use cleave_names::decl::{Body, Decl, DeclKind, Spec};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::skeleton::{Flags, ItemKind};
use cleave_syntax::tree::SyntaxNode;

use crate::entity::{Declared, Place};
use crate::env::Env;
use crate::index::NamedItem;
use crate::resolver::Resolver;
use crate::tree::{attribute_name, child, children, declarators, declared_name, has, squeezed};
use crate::types::{is_internal, is_internal_name};

/// The attributes that make a definition replaceable.
const REPLACEABLE: &[&str] = &[
    "weak",
    "weakref",
    "gnu_inline",
    "selectany",
    "alias",
    "ifunc",
];

/// How deep class members are followed to find out whether constructing one does something.
const MAX_MEMBERS: u32 = 24;

impl<'db> Resolver<'db> {
    /// Whether the module id may be named after it.
    pub(crate) fn is_eligible(
        &self,
        decl: &Decl,
        declared: &Declared<'db>,
        place: &Place<'db>,
    ) -> bool {
        let inline = Spec::INLINE
            .with(Spec::CONSTEXPR)
            .with(Spec::CONSTEVAL)
            .with(Spec::FRIEND)
            .with(Spec::TYPEDEF);
        if decl.spec.any(inline)
            || decl.spec.any(Spec::STATIC)
            || !decl.heads.is_empty()
            || decl.instantiation
            || REPLACEABLE.iter().any(|a| decl.has_attribute(a))
            || is_internal_name(&declared.name, 0)
        {
            return false;
        }
        match decl.kind {
            DeclKind::Function => self.is_eligible_function(decl, declared, place),
            DeclKind::Variable => self.is_eligible_variable(decl, declared, place),
            _ => false,
        }
    }

    fn is_eligible_function(
        &self,
        decl: &Decl,
        declared: &Declared<'db>,
        place: &Place<'db>,
    ) -> bool {
        let Some(function) = &decl.function else {
            return false;
        };
        if !matches!(function.body, Body::Block(_) | Body::Try(_)) || decl.has_deduced_return() {
            return false;
        }
        let inline = match &declared.class {
            Some(class) => self.is_inline_member(decl, declared, class),
            None => self.was_inline(declared, place),
        };
        if inline {
            return false;
        }
        if let Some(ty) = declared.function(self) {
            let internal = is_internal(&ty.ret) || ty.params.iter().any(is_internal);
            // A parameter of placeholder type makes a template.
            let template = ty.params.iter().any(|p| mentions_auto(p, 0));
            return !internal && !template;
        }
        true
    }

    /// Whether an earlier or later declaration of the same function makes it inline, static or replaceable.
    fn was_inline(&self, declared: &Declared<'db>, place: &Place<'db>) -> bool {
        let plain = Flags::INLINE | Flags::CONSTEXPR | Flags::STATIC;
        self.redeclarations(declared, place, |item| {
            item.flags.any(plain) || self.mentions_replaceable(item)
        })
    }

    fn mentions_replaceable(&self, item: &NamedItem<'db>) -> bool {
        let text = self.head_text(item);
        REPLACEABLE.iter().any(|a| text.contains(a))
    }

    /// Whether an earlier declaration of the same function gave it C language linkage.
    pub(crate) fn was_declared_c(&self, declared: &Declared<'db>, place: &Place<'db>) -> bool {
        declared.class.is_none()
            && self.redeclarations(declared, place, |item| item.flags.has(Flags::EXTERN_C))
    }

    /// Whether some other declaration of the same function satisfies `test`.
    fn redeclarations(
        &self,
        declared: &Declared<'db>,
        place: &Place<'db>,
        test: impl Fn(&NamedItem<'db>) -> bool,
    ) -> bool {
        let Unqualified::Identifier(word) = &declared.name.id else {
            return self.operator_redeclarations(declared, place, test);
        };
        self.same_function(self.items_named(word), declared, place, test)
    }

    /// The same for operators, whose names the skeleton keeps as they are spelled.
    fn operator_redeclarations(
        &self,
        declared: &Declared<'db>,
        place: &Place<'db>,
        test: impl Fn(&NamedItem<'db>) -> bool,
    ) -> bool {
        let Unqualified::Operator(operator) = &declared.name.id else {
            return false;
        };
        let word = format!("operator{}", operator.spelling());
        self.same_function(self.items_named(&word), declared, place, test)
    }

    fn same_function(
        &self,
        items: &[NamedItem<'db>],
        declared: &Declared<'db>,
        place: &Place<'db>,
        test: impl Fn(&NamedItem<'db>) -> bool,
    ) -> bool {
        items
            .iter()
            .filter(|i| i.index != place.index && i.scope == declared.scope)
            .filter(|i| {
                matches!(
                    i.kind,
                    ItemKind::FunctionDeclaration | ItemKind::FunctionDefinition
                )
            })
            .filter(|i| {
                !i.flags
                    .any(Flags::TEMPLATE | Flags::SPECIALIZATION | Flags::QUALIFIED)
            })
            .filter(|i| test(i))
            .any(|item| {
                self.functions_of(item).iter().any(|other| {
                    other.name.id == declared.name.id
                        && other.arity == declared.arity
                        && other.mangled(self) == declared.mangled(self)
                })
            })
    }

    /// The functions that an item declares, kept: overloads ask for one another's again and again.
    fn functions_of(&self, item: &NamedItem<'db>) -> Rc<[Declared<'db>]> {
        if let Some(found) = self.functions.borrow().get(&item.index) {
            return found.clone();
        }
        let head = self.head(item);
        let place = Place {
            scope: item.scope,
            index: item.index,
            flags: item.flags,
        };
        let found: Rc<[Declared<'db>]> = cleave_names::declarations_in(self.head_text(item), &head)
            .iter()
            .filter(|d| d.parent.is_none() && d.function.is_some())
            .filter_map(|d| self.declared(d, &head, &place))
            .collect();
        self.functions
            .borrow_mut()
            .insert(item.index, found.clone());
        found
    }

    /// Whether the declaration of a member function in its class makes it inline or replaceable.
    fn is_inline_member(&self, decl: &Decl, declared: &Declared<'db>, class: &Arc<Name>) -> bool {
        let Some(definition) = self.definition(class) else {
            return false;
        };
        let Some(body) = child(&definition.node, MEMBER_SPECIFICATION) else {
            return false;
        };
        let wanted: String = decl.name.split_whitespace().collect();
        let same: Vec<_> = body
            .children()
            .filter(|m| matches!(m.kind(), SIMPLE_DECLARATION | FUNCTION_DEFINITION))
            .flat_map(|m| declarators(&m).into_iter().map(move |d| (m.clone(), d)))
            .filter(|(_, d)| declared_name(d).is_some_and(|n| n == wanted))
            .collect();
        let inline = |member: &SyntaxNode, declarator: &SyntaxNode| {
            child(member, DECL_SPECIFIER_SEQ).is_some_and(|s| {
                has(&s, INLINE_KW)
                    || has(&s, CONSTEXPR_KW)
                    || has(&s, CONSTEVAL_KW)
                    || is_replaceable(&s)
            }) || declarator.parent().is_some_and(|p| is_replaceable(&p))
                || is_replaceable(declarator)
        };
        // Overloads are told apart only where it makes a difference.
        let (yes, no): (Vec<_>, Vec<_>) = same.iter().partition(|(m, d)| inline(m, d));
        if yes.is_empty() || no.is_empty() {
            return !yes.is_empty();
        }
        let env = &definition.env;
        yes.iter().any(|(member, declarator)| {
            match (
                self.whole_type(env, env, member, declarator),
                declared.function(self),
            ) {
                (Some(Type::Function(a)), Some(b)) => {
                    a.params == b.params && a.quals == b.quals && a.ref_qual == b.ref_qual
                }
                _ => false,
            }
        })
    }

    fn is_eligible_variable(
        &self,
        decl: &Decl,
        declared: &Declared<'db>,
        place: &Place<'db>,
    ) -> bool {
        let initialized = !decl.initializer.is_empty();
        if decl.spec.any(Spec::EXTERN) && !initialized || decl.name.is_empty() {
            return false;
        }
        if let Some(ty) = declared.ty(self) {
            // Not so for `decltype(auto)`.
            if matches!(ty.unqualified(), Type::DecltypeAuto) {
                return initialized;
            }
            if mentions_auto(ty, 0) || is_internal(ty) {
                return false;
            }
            let external = decl.spec.any(Spec::EXTERN)
                || declared.class.is_some()
                || self.was_extern(declared, place);
            if is_constant(ty) && !external {
                return false;
            }
        } else if decl.spec.any(Spec::AUTO) {
            return false;
        }
        if self.was_replaceable_variable(declared, place) {
            return false;
        }
        initialized
            || self.has_value_in_class(declared)
            || declared
                .ty(self)
                .is_some_and(|ty| self.constructs(ty, MAX_MEMBERS))
    }

    fn other_variables(
        &self,
        declared: &Declared<'db>,
        place: &Place<'db>,
        test: impl Fn(&NamedItem<'db>) -> bool,
    ) -> bool {
        let (Unqualified::Identifier(word), None) = (&declared.name.id, &declared.class) else {
            return false;
        };
        self.items_named(word)
            .iter()
            .filter(|i| i.index != place.index && i.scope == declared.scope)
            .any(|i| i.kind == ItemKind::Variable && test(i))
    }

    /// A constant that was declared `extern` before has external linkage.
    fn was_extern(&self, declared: &Declared<'db>, place: &Place<'db>) -> bool {
        self.other_variables(declared, place, |i| {
            i.flags.has(Flags::EXTERN) && i.index < place.index
        })
    }

    fn was_replaceable_variable(&self, declared: &Declared<'db>, place: &Place<'db>) -> bool {
        self.other_variables(declared, place, |i| {
            i.flags.any(Flags::STATIC | Flags::INLINE) || self.mentions_replaceable(i)
        })
    }

    /// Whether a static data member got its value where it was declared.
    fn has_value_in_class(&self, declared: &Declared<'db>) -> bool {
        let (Some(class), Unqualified::Identifier(name)) = (&declared.class, &declared.name.id)
        else {
            return false;
        };
        let Some(definition) = self.definition(class) else {
            return false;
        };
        let Some(body) = child(&definition.node, MEMBER_SPECIFICATION) else {
            return false;
        };
        children(&body, SIMPLE_DECLARATION)
            .flat_map(|m| children(&m, INIT_DECLARATOR).collect::<Vec<_>>())
            .any(|init| {
                let own = child(&init, DECLARATOR).and_then(|d| declared_name(&d));
                own.as_deref() == Some(name)
                    && init
                        .children()
                        .any(|c| matches!(c.kind(), EQUAL_INITIALIZER | BRACED_INIT_LIST))
            })
    }

    /// Whether an object of this type without an initializer runs code, or has a value other than zero.
    fn constructs(&self, ty: &Type, left: u32) -> bool {
        let Some(left) = left.checked_sub(1) else {
            return false;
        };
        let Some(_level) = self.deeper() else {
            return false;
        };
        match ty {
            Type::Qualified(_, of) | Type::Array(_, of) => self.constructs(of, left),
            Type::Named(class) => self.class_constructs(class, left),
            _ => false,
        }
    }

    fn class_constructs(&self, class: &Arc<Name>, left: u32) -> bool {
        let Some(definition) = self.definition(class) else {
            return false;
        };
        let Unqualified::Identifier(own) = &class.id else {
            return false;
        };
        let bases = child(&definition.node, BASE_CLAUSE);
        let virtual_base = bases
            .iter()
            .flat_map(|c| children(c, BASE_SPECIFIER))
            .any(|b| has(&b, VIRTUAL_KW));
        if virtual_base
            || self
                .bases(&definition)
                .iter()
                .any(|b| self.constructs(b, left))
        {
            return true;
        }
        let union = has(&definition.node, UNION_KW);
        let body = child(&definition.node, MEMBER_SPECIFICATION);
        body.iter()
            .flat_map(|b| b.children())
            .any(|member| self.member_constructs(&definition.env, own, &member, union, left))
    }

    fn member_constructs(
        &self,
        env: &Env<'db>,
        class: &str,
        member: &SyntaxNode,
        union: bool,
        left: u32,
    ) -> bool {
        let specifiers = child(member, DECL_SPECIFIER_SEQ);
        let has_specifier = |kind| specifiers.as_ref().is_some_and(|s| has(s, kind));
        if has_specifier(TYPEDEF_KW) || has_specifier(FRIEND_KW) {
            return false;
        }
        if has_specifier(VIRTUAL_KW) {
            return true;
        }
        if !matches!(member.kind(), SIMPLE_DECLARATION | FUNCTION_DEFINITION) {
            return false;
        }
        let defaulted = child(member, DEFAULTED_BODY).is_some();
        for declarator in declarators(member) {
            let name = declared_name(&declarator).unwrap_or_default();
            let Some(d) = cleave_syntax::ast::AstNode::cast(declarator.clone()) else {
                continue;
            };
            let d: cleave_syntax::ast::Declarator = d;
            if let Some(function) = d.function() {
                let destructor = name.starts_with('~');
                let constructor = name == class && takes_nothing(&function);
                if (destructor || constructor)
                    && !defaulted
                    && child(member, DELETED_BODY).is_none()
                {
                    return true;
                }
                continue;
            }
            if has_specifier(STATIC_KW) {
                continue;
            }
            let initialized = declarator
                .parent()
                .iter()
                .flat_map(|i| i.children())
                .any(|c| matches!(c.kind(), EQUAL_INITIALIZER | BRACED_INIT_LIST));
            if initialized {
                return true;
            }
            if union {
                continue;
            }
            let ty = self.whole_type(env, env, member, &declarator);
            if ty.is_some_and(|ty| self.constructs(&ty, left)) {
                return true;
            }
        }
        false
    }
}

/// Whether a function can be called without arguments.
fn takes_nothing(function: &cleave_syntax::ast::ParametersAndQualifiers) -> bool {
    let Some(clause) = child(
        cleave_syntax::ast::AstNode::syntax(function),
        PARAMETER_CLAUSE,
    ) else {
        return false;
    };
    children(&clause, PARAMETER_DECLARATION)
        .all(|p| child(&p, EQUAL_INITIALIZER).is_some() || squeezed(&p) == "void")
}

fn is_replaceable(node: &SyntaxNode) -> bool {
    crate::tree::attributes(node).any(|a| REPLACEABLE.contains(&attribute_name(&a).as_str()))
}

/// Whether the type is `const` at the top, and not `volatile`; that of an array is that of its elements.
fn is_constant(ty: &Type) -> bool {
    match ty {
        Type::Qualified(quals, _) => quals.is_const && !quals.is_volatile,
        Type::Array(_, element) => is_constant(element),
        _ => false,
    }
}

fn mentions_auto(ty: &Type, depth: u32) -> bool {
    match ty {
        _ if depth > 64 => false,
        Type::Auto | Type::DecltypeAuto => true,
        Type::Qualified(_, of)
        | Type::Pointer(of)
        | Type::LvalueReference(of)
        | Type::RvalueReference(of)
        | Type::PackExpansion(of)
        | Type::Array(_, of) => mentions_auto(of, depth + 1),
        _ => false,
    }
}
