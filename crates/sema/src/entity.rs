//! The linker's name of a declared function or variable, and the entity that the module id is named after.

use std::cell::OnceCell;
use std::sync::Arc;

use cleave_base_db::{Db, SourceFile};
use cleave_mangle::{
    ConstructorVariant, DestructorVariant, Function, FunctionType, Name, Operator, Scope, Type,
    Unqualified, Variable, implied_abi_tags, mangle_function, mangle_variable,
};
use cleave_names::ItemNode;
use cleave_names::ScopePath;
use cleave_names::decl::{Decl, DeclKind, Special};
use cleave_names::parse_as;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::skeleton::Flags;
use cleave_syntax::tree::SyntaxNode;

use crate::env::{Container, Env};
use crate::index::{candidate_head, candidates};
use crate::resolver::Resolver;
use crate::tree::{abi_tags, child, declarator_id, declarators, innermost};

/// The linker's name of the first entity that no other module can define: what the module id is named after. Nothing if the
/// file defines no such entity.
///
/// The bodies of functions and the values of variables do not matter to it.
#[salsa::tracked(returns(as_deref))]
pub fn module_entity(db: &dyn Db, file: SourceFile) -> Option<String> {
    let candidates = candidates(db, file);
    if candidates.is_empty() {
        return None;
    }
    let resolver = Resolver::new(db, file);
    candidates
        .iter()
        .find_map(|&(item, index)| item_entity(&resolver, item, index))
}

fn item_entity<'db>(resolver: &Resolver<'db>, item: ItemNode<'db>, index: u32) -> Option<String> {
    let db = resolver.db;
    let head = candidate_head(db, item).as_ref()?;
    let scope = item.scope(db);
    if scope.is_internal(db) {
        return None;
    }
    let root = parse_as(db, item.file(db), index, head.as_str());
    let decls = cleave_names::declarations_in(head.as_str(), &root);
    decls
        .iter()
        .filter(|d| d.parent.is_none())
        .find_map(|decl| {
            let place = Place {
                scope,
                index,
                flags: item.flags(db),
            };
            let declared = resolver.declared(decl, &root, &place)?;
            resolver
                .is_eligible(decl, &declared, &place)
                .then(|| declared.linker_name(resolver, &place))
                .filter(|name| !name.is_empty())
        })
}

/// Where a declaration stands.
#[derive(Clone, Copy)]
pub(crate) struct Place<'db> {
    pub(crate) scope: ScopePath<'db>,
    pub(crate) index: u32,
    pub(crate) flags: Flags,
}

/// A declared function or variable.
pub(crate) struct Declared<'db> {
    /// Its name with its scope.
    pub(crate) name: Name,
    /// The class that it is a member of.
    pub(crate) class: Option<Arc<Name>>,
    /// The namespace that it, or its class, belongs to.
    pub(crate) scope: ScopePath<'db>,
    /// How many parameters a function has.
    pub(crate) arity: usize,
    /// It is a function.
    pub(crate) is_function: bool,
    /// It has C language linkage.
    pub(crate) linkage_c: bool,
    written: Written<'db>,
    ty: OnceCell<Option<Type>>,
    mangled: OnceCell<Option<String>>,
}

/// What a declared type is read from, when somebody asks for it.
struct Written<'db> {
    outside: Env<'db>,
    inside: Env<'db>,
    declaration: SyntaxNode,
    declarator: SyntaxNode,
}

impl<'db> Resolver<'db> {
    /// What a declaration of namespace scope declares.
    pub(crate) fn declared(
        &self,
        decl: &Decl,
        root: &SyntaxNode,
        place: &Place<'db>,
    ) -> Option<Declared<'db>> {
        if !matches!(decl.kind, DeclKind::Function | DeclKind::Variable) {
            return None;
        }
        let (declaration, _) = innermost(root);
        let declarator = declarators(&declaration)
            .into_iter()
            .nth(decl.place.index as usize)?;
        let id = declarator_id(&declarator)?;
        let outside = Env::namespace(place.scope, place.index);
        let (env, class, scope) = match child(&id, NESTED_NAME_SPECIFIER) {
            None => (outside.clone(), None, place.scope),
            Some(path) => match self.container(&outside, &path)? {
                Container::Namespace(scope) => (Env::namespace(scope, place.index), None, scope),
                Container::Type(ty) => match ty.unqualified() {
                    Type::Named(class) => {
                        let info = self.classes.borrow().get(class).cloned();
                        let mut env = match self.definition(class) {
                            Some(definition) => definition.env,
                            None => info
                                .map_or_else(|| outside.clone(), |i| i.env)
                                .inside(class.clone()),
                        };
                        env.before = place.index;
                        let scope = env.scope;
                        (env, Some(class.clone()), scope)
                    }
                    _ => return None,
                },
            },
        };
        let enclosing = match &class {
            Some(class) => Scope::In(class.clone()),
            None => self.namespace_scope(scope),
        };
        let mut name = Name::new(
            enclosing,
            self.unqualified(&env, decl, &id, class.is_some())?,
        );
        name.abi_tags = [&declaration, &declarator, &id]
            .into_iter()
            .chain(declarator.parent().as_ref())
            .flat_map(abi_tags)
            .chain(
                child(&declaration, DECL_SPECIFIER_SEQ)
                    .iter()
                    .flat_map(abi_tags),
            )
            .collect();
        name.abi_tags.sort();
        name.abi_tags.dedup();
        Some(Declared {
            name,
            linkage_c: class.is_none() && (decl.linkage_c || place.flags.has(Flags::EXTERN_C)),
            is_function: decl.function.is_some(),
            arity: decl.function.as_ref().map_or(0, |f| f.params.len()),
            class,
            scope,
            ty: OnceCell::new(),
            mangled: OnceCell::new(),
            written: Written {
                outside,
                inside: env,
                declaration,
                declarator,
            },
        })
    }

    /// The declared type. The decl-specifiers are outside of the class whose member is declared, the declarator inside.
    pub(crate) fn whole_type(
        &self,
        outside: &Env<'db>,
        inside: &Env<'db>,
        declaration: &SyntaxNode,
        declarator: &SyntaxNode,
    ) -> Option<Type> {
        let base =
            child(declaration, DECL_SPECIFIER_SEQ).and_then(|seq| self.specifiers(outside, &seq));
        if let Some(ty) = self.declare(inside, base.clone().unwrap_or(Type::VOID), declarator) {
            // Constructors, destructors and conversion functions have no type of their own to return.
            return (base.is_some() || matches!(ty, Type::Function(_))).then_some(ty);
        }
        // A function's name does not show what it returns: an arrow that cannot be followed does not matter.
        let function = cleave_syntax::ast::AstNode::cast(declarator.clone())
            .and_then(|d: cleave_syntax::ast::Declarator| d.function())?;
        let suffix = cleave_syntax::ast::AstNode::syntax(&function);
        child(suffix, TRAILING_RETURN_TYPE)?;
        let clause = child(suffix, PARAMETER_CLAUSE)?;
        let mut ty = FunctionType::new(Type::VOID, self.parameters(inside, &clause)?);
        ty.variadic = crate::tree::has(&clause, ELLIPSIS);
        ty.quals.is_const = crate::tree::has(suffix, CONST_KW);
        ty.quals.is_volatile = crate::tree::has(suffix, VOLATILE_KW);
        Some(Type::Function(Arc::new(ty)))
    }

    /// The last component of a declared name.
    fn unqualified(
        &self,
        env: &Env<'db>,
        decl: &Decl,
        id: &SyntaxNode,
        member: bool,
    ) -> Option<Unqualified> {
        let special = decl.function.as_ref().map_or(Special::None, |f| f.special);
        Some(match special {
            Special::Constructor if member => {
                Unqualified::Constructor(ConstructorVariant::Complete)
            }
            Special::Destructor => Unqualified::Destructor(DestructorVariant::Complete),
            Special::Conversion => {
                let conversion = child(id, CONVERSION_FUNCTION_ID)?;
                let ty = self.type_id(env, &child(&conversion, TYPE_ID)?)?;
                Unqualified::Conversion(Box::new(ty))
            }
            Special::Literal => {
                let suffix = decl.name.rsplit('"').next()?.trim();
                Unqualified::LiteralOperator(suffix.to_owned())
            }
            Special::Operator => {
                let operands = decl.function.as_ref()?.params.len() + usize::from(member);
                Unqualified::Operator(operator(&decl.name, operands)?)
            }
            Special::Constructor | Special::None => Unqualified::Identifier(decl.name.clone()),
        })
    }
}

/// An operator by what follows `operator` in its name, and how many operands it takes, the object included.
fn operator(name: &str, operands: usize) -> Option<Operator> {
    let symbol = name.strip_prefix("operator")?.trim();
    let unary = operands <= 1;
    Some(match (symbol, unary) {
        ("+", true) => Operator::UnaryPlus,
        ("-", true) => Operator::Negate,
        ("*", true) => Operator::Dereference,
        ("&", true) => Operator::AddressOf,
        ("+", false) => Operator::Plus,
        ("-", false) => Operator::Minus,
        ("*", false) => Operator::Multiply,
        ("&", false) => Operator::BitAnd,
        _ => *Operator::ALL.iter().find(|o| o.spelling() == symbol)?,
    })
}

impl<'db> Declared<'db> {
    /// Its type; nothing if some name in it could not be resolved.
    pub(crate) fn ty(&self, resolver: &Resolver<'db>) -> Option<&Type> {
        let w = &self.written;
        self.ty
            .get_or_init(|| {
                resolver.whole_type(&w.outside, &w.inside, &w.declaration, &w.declarator)
            })
            .as_ref()
    }

    /// The function's type.
    pub(crate) fn function(&self, resolver: &Resolver<'db>) -> Option<&FunctionType> {
        match self.ty(resolver) {
            Some(Type::Function(ty)) => Some(ty),
            _ => None,
        }
    }

    /// The name that the C++ ABI gives a function, whatever its language linkage; nothing where its type is not known.
    pub(crate) fn mangled(&self, resolver: &Resolver<'db>) -> Option<&str> {
        self.mangled
            .get_or_init(|| {
                let ty = self.function(resolver)?.clone();
                let mut name = self.name.clone();
                let implied = implied_abi_tags(&name, &ty.ret, &ty.params);
                name.abi_tags.extend(implied);
                mangle_function(&Function::new(name, ty)).ok()
            })
            .as_deref()
    }

    /// The name that counts for the module id (spec 6-host D8).
    fn linker_name(&self, resolver: &Resolver<'db>, place: &Place<'db>) -> String {
        let identifier = match &self.name.id {
            Unqualified::Identifier(id) => id.as_str(),
            _ => "",
        };
        let global = self.class.is_none() && self.scope.is_global(resolver.db);
        if self.is_function {
            if self.linkage_c
                || global && identifier == "main"
                || resolver.was_declared_c(self, place)
            {
                return identifier.to_owned();
            }
            // Without the types, the name alone must do: it is stable, and no other entity of the file comes before it.
            return match self.mangled(resolver) {
                Some(name) => name.to_owned(),
                None => self.nested_name(),
            };
        }
        if global {
            return identifier.to_owned();
        }
        self.nested_name()
    }

    /// The name as a variable's.
    fn nested_name(&self) -> String {
        let mut name = self.name.clone();
        name.abi_tags.clear();
        mangle_variable(&Variable::new(name)).unwrap_or_default()
    }
}
