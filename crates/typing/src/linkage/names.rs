//! Names of entities: their scopes, last components, template arguments.

use std::sync::Arc;

use cleave_base_db::Db;
use cleave_hir::{Decl, DeclKind, NameId};
use cleave_lang::Operator;
use cleave_mangle as m;
use cleave_mangle::{
    ConstructorVariant, DestructorVariant, Name, Scope, Unqualified, implied_abi_tags,
};
use cleave_names::ScopePath;
use cleave_names::decl::{Spec, Special};
use rustc_hash::FxHashMap;
use salsa::plumbing::AsId as _;

use crate::code::params::is_explicit_specialization;
use crate::function::Signature;
use crate::linkage::language;
use crate::{Closure, DeclRef, Entity, Env, Ty};

/// How deep types and names nest; what is deeper has no name.
const MAX_DEPTH: u32 = 200;

/// Types that were made already: under which levels bound, in how many prototypes.
type Types<'db> = FxHashMap<(Ty<'db>, Option<u32>, u32), Option<m::Type>>;

/// One name in the making.
pub(super) struct Names<'db> {
    pub(super) db: &'db dyn Db,
    /// In a pattern, how many levels of template parameters are bound; the others stand for themselves.
    pub(super) bound: Option<u32>,
    /// The function whose parameters expressions may name.
    pub(super) prototype: Option<Entity<'db>>,
    /// How many parameter lists are around.
    pub(super) prototypes: u32,
    /// In an expression that has to be a constant.
    pub(super) is_constant: bool,
    pub(super) types: Types<'db>,
    entities: FxHashMap<(Entity<'db>, Option<u32>), Option<Arc<Name>>>,
    depth: u32,
}

/// What changes with the pattern that is read.
struct Pattern<'db> {
    bound: Option<u32>,
    prototype: Option<Entity<'db>>,
    prototypes: u32,
}

impl<'db> Names<'db> {
    pub(super) fn new(db: &'db dyn Db) -> Names<'db> {
        Names {
            db,
            bound: None,
            prototype: None,
            prototypes: 0,
            is_constant: false,
            types: FxHashMap::default(),
            entities: FxHashMap::default(),
            depth: 0,
        }
    }

    /// Runs `f` one level deeper.
    pub(super) fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let out = stacker::maybe_grow(128 << 10, 2 << 20, || f(self));
        self.depth -= 1;
        out
    }

    /// Runs `f` in the pattern of another declaration.
    fn within<T>(
        &mut self,
        pattern: Pattern<'db>,
        f: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let outer = Pattern {
            bound: std::mem::replace(&mut self.bound, pattern.bound),
            prototype: std::mem::replace(&mut self.prototype, pattern.prototype),
            prototypes: std::mem::replace(&mut self.prototypes, pattern.prototypes),
        };
        let out = self.nested(f);
        self.bound = outer.bound;
        self.prototype = outer.prototype;
        self.prototypes = outer.prototypes;
        out
    }

    /// A function: name, signature and linkage. A specialisation of a template has the template's signature.
    pub(super) fn function(&mut self, function: Entity<'db>) -> Option<m::Function> {
        let db = self.db;
        let entity = first(db, function)?;
        let pattern = entity.template(db);
        let read = pattern.unwrap_or(entity);
        let signature = crate::function::signature(db, read)?;
        let mut name = self.name_with(entity, Some((read, signature)))?;
        let is_constructor_or_destructor = matches!(
            name.id,
            Unqualified::Constructor(_) | Unqualified::Destructor(_) | Unqualified::Conversion(_)
        );
        let shows_return = name.args.is_some() && !is_constructor_or_destructor;
        let ty = self.within(prototype_of(db, read, pattern.is_some()), |n| {
            let ret = match shows_return {
                true => n.ty(signature.ty.ret)?,
                // Counts for implied tags only.
                false => n.ty(signature.ty.ret).unwrap_or(m::Type::VOID),
            };
            n.prototypes = 1;
            let mut params = Vec::new();
            for param in &signature.ty.params {
                params.push(n.ty(*param)?);
            }
            Some(m::FunctionType {
                ret,
                params,
                variadic: signature.ty.variadic,
                quals: signature.ty.quals,
                ref_qual: signature.ty.ref_qualifier.unwrap_or_default(),
                exceptions: m::ExceptionSpec::None,
            })
        })?;
        if name.args.is_none() && !is_constructor_or_destructor {
            let implied = implied_abi_tags(&name, &ty.ret, &ty.params);
            name.abi_tags.extend(implied);
        }
        let linkage = language::linkage(db, entity);
        let template = pattern.map(|template| template.decl(db).as_id().as_bits());
        Some(m::Function {
            name,
            ty,
            linkage,
            template,
        })
    }

    /// A variable, or a data member as an operand.
    pub(super) fn variable(&mut self, variable: Entity<'db>) -> Option<m::Variable> {
        let db = self.db;
        let entity = first(db, variable)?;
        let mut name = self.name_with(entity, None)?;
        if name.args.is_none() {
            let ty = crate::function::variable_type(db, entity);
            if let Some(ty) = self.ty(ty) {
                let implied = implied_abi_tags(&name, &ty, &[]);
                name.abi_tags.extend(implied);
            }
        }
        let linkage = language::linkage(db, entity);
        Some(m::Variable { name, linkage })
    }

    /// The name of an entity, whatever its type.
    pub(super) fn plain_name(&mut self, entity: Entity<'db>) -> Option<Name> {
        self.name_with(first(self.db, entity)?, None)
    }

    /// The name of a class, enumeration or template: shared, so that it is walked once.
    pub(super) fn entity_name(&mut self, entity: Entity<'db>) -> Option<Arc<Name>> {
        let entity = first(self.db, entity)?;
        let key = (entity, self.bound);
        if let Some(known) = self.entities.get(&key) {
            return known.clone();
        }
        let made = self.nested(|n| n.name_with(entity, None)).map(Arc::new);
        self.entities.insert(key, made.clone());
        made
    }

    /// The name of a closure type: shared like that of a class.
    pub(super) fn closure_name(&mut self, closure: Closure<'db>) -> Option<Arc<Name>> {
        let key = (closure.operator(self.db), self.bound);
        if let Some(known) = self.entities.get(&key) {
            return known.clone();
        }
        let made = self.nested(|n| n.closure(closure)).map(Arc::new);
        self.entities.insert(key, made.clone());
        made
    }

    /// The closure's parameters as its own pattern has them. One that stands in the pattern being read shares its levels; where
    /// everything around it is bound, it is a pattern by itself.
    pub(super) fn closure_pattern<T>(
        &mut self,
        operator: Entity<'db>,
        f: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let db = self.db;
        let shares = operator.env(db).is_some_and(|env| env.is_dependent(db));
        let bound = match self.bound.filter(|_| shares) {
            Some(outer) => outer,
            None => operator.depth(db),
        };
        let pattern = Pattern {
            bound: Some(bound),
            prototype: Some(operator),
            prototypes: 1,
        };
        self.within(pattern, f)
    }

    fn name_with(
        &mut self,
        entity: Entity<'db>,
        function: Option<(Entity<'db>, &'db Signature<'db>)>,
    ) -> Option<Name> {
        let db = self.db;
        let decl = entity.decl(db);
        if let Some(closure) = decl.closure(db) {
            let scope = Scope::In(self.closure_name(closure)?);
            let mut name = Name::new(scope, Unqualified::Operator(Operator::Call));
            if entity.template(db).is_some() {
                name.args = Some(self.args(entity.env(db)?.args(db))?);
            }
            return Some(name);
        }
        let Some(hir) = decl.hir(db) else {
            // A class that is only mentioned.
            let code = decl.code(db);
            if code.body.is_some() || decl.ident(db).is_empty() {
                return None;
            }
            let scope = self.namespace_scope(decl, code.item.scope(db))?;
            return Some(Name::new(scope, Unqualified::Identifier(decl.ident(db))));
        };
        let scope = self.scope(decl, entity.env(db))?;
        let id = match function {
            Some((read, signature)) => self.function_id(entity, read, signature, hir)?,
            None => self.plain_id(entity, hir)?,
        };
        let mut name = Name::new(scope, id);
        name.abi_tags = language::abi_tags(db, decl);
        if entity.template(db).is_some() {
            name.args = Some(self.args(entity.env(db)?.args(db))?);
        }
        Some(name)
    }

    /// The last component of a name that is no function's.
    fn plain_id(&mut self, entity: Entity<'db>, hir: &'db Decl) -> Option<Unqualified> {
        let identifier = |name: &cleave_hir::Name| Unqualified::Identifier(name.as_str().into());
        if let NameId::Ident(name) = &hir.name {
            return Some(identifier(name));
        }
        match &hir.kind {
            DeclKind::Class(c) => match &c.typedef_name {
                Some(name) => Some(identifier(name)),
                None => self.unnamed_type(entity),
            },
            DeclKind::Enum(e) => match &e.typedef_name {
                Some(name) => Some(identifier(name)),
                None => self.unnamed_type(entity),
            },
            DeclKind::StructuredBinding { bindings, .. } => {
                let code = entity.code(self.db)?;
                let names = bindings
                    .iter()
                    .map(|b| Some(code[*b].name.ident()?.to_string()));
                Some(Unqualified::StructuredBinding(
                    names.collect::<Option<_>>()?,
                ))
            }
            // A function template as an argument or scope is named by its signature.
            _ => None,
        }
    }

    fn function_id(
        &mut self,
        entity: Entity<'db>,
        read: Entity<'db>,
        signature: &'db Signature<'db>,
        hir: &'db Decl,
    ) -> Option<Unqualified> {
        let DeclKind::Function(function) = &hir.kind else {
            return None;
        };
        if function.special == Special::Constructor {
            return Some(Unqualified::Constructor(ConstructorVariant::Complete));
        }
        Some(match &hir.name {
            NameId::Ident(name) => Unqualified::Identifier(name.as_str().into()),
            NameId::Operator(op) => {
                let operands = signature.ty.params.len() + usize::from(signature.has_object);
                Unqualified::Operator(operator(*op, operands))
            }
            NameId::Conversion(_) => {
                let is_pattern = entity.template(self.db).is_some();
                let prototype = prototype_of(self.db, read, is_pattern);
                let ty = self.within(prototype, |n| n.ty(signature.ty.ret))?;
                Unqualified::Conversion(Box::new(ty))
            }
            NameId::Literal(suffix) => Unqualified::LiteralOperator(suffix.as_str().into()),
            NameId::Destructor(_) => Unqualified::Destructor(DestructorVariant::Complete),
            NameId::None => return None,
        })
    }

    /// What encloses a declaration whose arguments, and those around it, are `env`.
    fn scope(&mut self, decl: DeclRef<'db>, env: Option<Env<'db>>) -> Option<Scope> {
        let db = self.db;
        let (hir, code_ref) = (decl.hir(db)?, decl.code(db));
        let code = code_ref.code(db)?;
        let mut parent = hir.parent;
        if hir.spec.any(Spec::FRIEND) {
            // A friend belongs to the namespace around its class.
            while let Some(p) = parent
                && matches!(code[p].kind, DeclKind::Class(_))
            {
                parent = code[p].parent;
            }
        }
        if let Some(parent) = parent {
            let around = DeclRef::at(db, code_ref, parent);
            return match &code[parent].kind {
                DeclKind::Class(_) => {
                    // Members of anonymous unions are named as compilers please.
                    if crate::class::is_anonymous_member(db, around) {
                        return None;
                    }
                    let class = crate::function::class_of(db, Entity::new(db, decl, env))?;
                    Some(Scope::In(self.entity_name(class.class_entity(db)?)?))
                }
                DeclKind::Enum(_) => {
                    let env = env.and_then(|e| e.truncated(db, level_count(db, around)));
                    Some(Scope::In(self.entity_name(Entity::new(db, around, env))?))
                }
                DeclKind::Namespace { .. } => {
                    let id = match &code[parent].name {
                        NameId::Ident(name) => Unqualified::Identifier(name.as_str().into()),
                        _ => Unqualified::UnnamedNamespace,
                    };
                    let outer = self.scope(around, None)?;
                    Some(Scope::In(Arc::new(Name::new(outer, id))))
                }
                DeclKind::StructuredBinding { .. } => self.scope(around, env),
                _ => None,
            };
        }
        let is_extern = matches!(hir.kind, DeclKind::Function(_)) || hir.spec.any(Spec::EXTERN);
        match code_ref.body {
            // A function or variable declared in a block is one of the namespace.
            Some(_) if is_extern => {}
            Some(_) => return self.local_scope(decl, env),
            None => {}
        }
        self.namespace_scope(decl, code_ref.item.scope(db))
    }

    /// A namespace as a scope.
    pub(super) fn namespace_scope(
        &mut self,
        decl: DeclRef<'db>,
        scope: ScopePath<'db>,
    ) -> Option<Scope> {
        self.namespaces(decl, scope.path(self.db))
    }

    /// A namespace as a qualifier of what is looked up later: without the inline ones around it, as the reference has it.
    pub(super) fn written_namespace(
        &mut self,
        decl: DeclRef<'db>,
        scope: ScopePath<'db>,
    ) -> Option<Scope> {
        let db = self.db;
        let mut path = scope.path(db);
        path.retain(|namespace| *namespace == scope || !namespace.inline(db));
        self.namespaces(decl, path)
    }

    fn namespaces(&mut self, decl: DeclRef<'db>, path: Vec<ScopePath<'db>>) -> Option<Scope> {
        let db = self.db;
        let file = decl.code(db).item.file(db);
        let mut out = Scope::Global;
        for namespace in path {
            let word = namespace.name(db);
            let id = match language::namespace_tags(db, file, namespace) {
                _ if word.is_empty() => Unqualified::UnnamedNamespace,
                [] => Unqualified::Identifier(word.to_owned()),
                tags => Unqualified::InlineNamespace {
                    name: word.to_owned(),
                    abi_tags: tags.to_vec(),
                },
            };
            out = Scope::In(Arc::new(Name::new(out, id)));
        }
        Some(out)
    }
}

/// A prototype as expressions in its types see it.
fn prototype_of<'db>(db: &'db dyn Db, read: Entity<'db>, is_pattern: bool) -> Pattern<'db> {
    Pattern {
        bound: is_pattern.then(|| read.depth(db)),
        prototype: Some(read),
        prototypes: 0,
    }
}

/// An operator, told apart by the number of operands.
fn operator(op: Operator, operands: usize) -> Operator {
    if operands > 1 {
        return op;
    }
    match op {
        Operator::Plus => Operator::UnaryPlus,
        Operator::Minus => Operator::Negate,
        Operator::Multiply => Operator::Dereference,
        Operator::BitAnd => Operator::AddressOf,
        other => other,
    }
}

/// All declarations of what `decl` declares first.
pub(super) fn declarations<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Vec<DeclRef<'db>> {
    match decl.closure(db).is_some() || decl.code(db).body.is_some() {
        true => vec![decl],
        false => crate::function::redeclarations(db, decl).to_vec(),
    }
}

/// The entity by its first declaration: of an explicit specialisation what it specialises.
fn first<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<Entity<'db>> {
    let decl = entity.decl(db);
    if decl.closure(db).is_some() || decl.code(db).body.is_some() {
        return Some(entity);
    }
    let decl = crate::function::canonical(db, decl);
    let special = decl.hir(db).zip(decl.code(db).code(db));
    if entity.env(db).is_none() && special.is_some_and(|(h, c)| is_explicit_specialization(c, h)) {
        return crate::function::specialized::specialized(db, decl);
    }
    Some(Entity::new(db, decl, entity.env(db)))
}

/// How many levels of parameters are around a declaration, its own included.
pub(super) fn level_count<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> u32 {
    crate::code::params::levels(db, decl).len() as u32
}
