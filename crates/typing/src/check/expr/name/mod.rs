//! What a name in an expression denotes ([expr.prim.id]).

pub(crate) mod access;
pub(crate) mod ambiguous;
mod called;
mod destroyed;
mod destructor;
pub(crate) mod friends;
mod function_set;
mod less_than;
pub(crate) mod member;
pub(crate) mod object;
mod parameter;
mod pattern_members;
pub(crate) mod template_arguments;
mod this;
mod uncalled;

use cleave_attributes::is_memory_space;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind, Expr as H, NameId, Path, PathParts, TemplateArgRef};
use cleave_names::decl::Spec;

use crate::convert::quietly;
use crate::function::variable_type;
use crate::lookup::Found;
use crate::thir::{Category, ExprId, ExprKind, LocalId, LocalKind};
use crate::{Context, Entity, Env, Site, Ty};

/// Sets of fewer are looked through by each use.
const FEW: usize = 16;

/// What a name denotes, as far as a call must tell.
pub(crate) enum Named<'db> {
    /// Functions.
    Functions {
        /// The set.
        set: Vec<Entity<'db>>,
        /// `*this` or the object of a member access.
        object: Option<ExprId>,
        /// There may be more.
        unknown: bool,
    },
    /// A type.
    Type(Ty<'db>),
    /// A class template whose arguments are to be deduced.
    Template(Entity<'db>),
    /// A value.
    Value(ExprId),
    /// A destructor of an object, none for a scalar.
    Destructor(ExprId, Option<Entity<'db>>),
    /// It was not found.
    Nothing,
    /// It depends on template parameters.
    Dependent,
    /// Not to be known, or reported.
    Unknown,
}

impl<'db> Context<'db> {
    /// Whether template arguments are bound: an instantiation, not a definition.
    pub(crate) fn is_instantiation(&self) -> bool {
        self.env.is_some()
    }

    /// Template arguments written at the name of an overload set.
    pub(crate) fn written_args(&self, site: Site<'db>) -> Option<&'db [TemplateArgRef]> {
        match self.written(site)? {
            H::Path(path) => path.args.as_deref(),
            H::Member { member, .. } => member.args.as_deref(),
            _ => None,
        }
    }

    /// What a path in an expression denotes.
    pub(crate) fn name(&mut self, path: &'db Path, site: Site<'db>) -> Named<'db> {
        let problems = self.problems.len();
        let mut found = self.lookup_path(path);
        if self.problems.len() > problems {
            if let Some(problem) = self.no_such_scope(path, true, site) {
                self.problems.truncate(problems);
                self.problems.push(problem);
            }
            return Named::Unknown;
        }
        if matches!(found, Found::Nothing) && path.is_unqualified() {
            found = self.lookup_nominated(path);
        }
        // A nested-name-specifier that depends on nothing is looked up in a template as well ([temp.nondep]).
        if matches!(found, Found::Nothing | Found::Unknown)
            && !path.is_unqualified()
            && self.is_dependent_place()
            && !self.is_substitution()
            && self.is_users_own()
            && let Some(problem) = self.no_such_scope(path, true, site)
        {
            self.problems.push(problem);
            return Named::Unknown;
        }
        if let (Found::Unknown, false) = (&found, path.is_unqualified())
            && let Some(problem) = self.incomplete_scope(path, site)
        {
            self.problems.push(problem);
            return Named::Unknown;
        }
        self.check_path_access(path, site);
        self.denoted(found, path, None, site)
    }

    /// Looks a name up in the namespaces that using-directives of blocks nominate.
    pub(crate) fn lookup_nominated(&mut self, path: &Path) -> Found<'db> {
        let nominated: Vec<_> = self.scopes.directives.iter().map(|d| d.1).collect();
        for namespace in nominated.into_iter().rev() {
            let scopes = namespace.path(self.db);
            let named: Vec<_> = scopes
                .iter()
                .filter(|s| !s.name(self.db).is_empty())
                .collect();
            let qualified = Path::new(
                path.name.clone(),
                PathParts {
                    global: true,
                    qualifiers: named
                        .iter()
                        .map(|s| cleave_hir::PathSegment {
                            name: cleave_hir::Name::new(s.name(self.db)),
                            args: None,
                        })
                        .collect(),
                    args: path.args.clone(),
                    ..Default::default()
                },
            );
            match quietly(self, |cx| cx.lookup_path(&qualified)) {
                Found::Nothing => {}
                found => return found,
            }
        }
        Found::Nothing
    }

    /// From what lookup found to what is meant. `object` is that of a member access.
    pub(crate) fn denoted(
        &mut self,
        found: Found<'db>,
        path: &'db Path,
        object: Option<ExprId>,
        site: Site<'db>,
    ) -> Named<'db> {
        let db = self.db;
        match found {
            Found::Nothing => Named::Nothing,
            Found::Unknown => match self.in_template() {
                true => Named::Dependent,
                false => Named::Unknown,
            },
            Found::Ambiguous => {
                self.ambiguous_name(path, object, site);
                Named::Unknown
            }
            Found::Namespace(_) => {
                self.reject(codes::NAMESPACE_NAME_NOT_ALLOWED, site);
                Named::Unknown
            }
            Found::Type(ty) => match path.args.as_deref() {
                None => Named::Type(ty),
                // `Sub<T, N - 1>(x)` within `Sub<T, N>`: the injected-class-name names the template ([temp.local]/1).
                args => match quietly(self, |cx| cx.found_type(Found::Type(ty), args)) {
                    Some(ty) => Named::Type(ty),
                    None => Named::Unknown,
                },
            },
            Found::Local(locals) => match locals[..] {
                [l] => match self.in_own_initializer(l, site) {
                    Some(bad) => Named::Value(bad),
                    None if !self.body.out_of_reach.contains_key(&l) && self.is_out_of_reach(l) => {
                        self.reject(codes::VARIABLE_NOT_IN_CAPTURE_LIST, site);
                        Named::Unknown
                    }
                    None => Named::Value(self.local_expr(l, site)),
                },
                _ => Named::Dependent,
            },
            Found::Param { level, index, .. } => match self.parameter(level, index, site) {
                // A specialisation of the template that a template template parameter stands for.
                Named::Template(_) if path.args.is_some() => {
                    let args = path.args.as_deref();
                    match quietly(self, |cx| cx.found_type(found, args)) {
                        Some(ty) if ty.is_dependent(db) => Named::Dependent,
                        Some(ty) => Named::Type(ty),
                        None => Named::Unknown,
                    }
                }
                named => named,
            },
            Found::Entities { mut set, class } => {
                // Where a value is wanted, the members of one name hide a class or enumeration of it ([basic.scope.hiding]).
                let is_type = |e: &Entity<'db>| crate::lookup::same::is_type(db, e.decl(db));
                // Those of a namespace stand behind the values: the last of many tells.
                let mixed = match class.is_none() && set.len() > FEW {
                    true => set.last().is_some_and(is_type) && !set.first().is_some_and(is_type),
                    false => set.len() > 1 && !set.iter().all(is_type),
                };
                if mixed {
                    set.retain(|e| !is_type(e));
                }
                let Some(&first) = set.first() else {
                    return Named::Unknown;
                };
                if path.is_unqualified() && self.is_in_several(&set, class, object) {
                    self.ambiguous_name(path, object, site);
                    return Named::Unknown;
                }
                if first.is_function(db) {
                    let object = object.or_else(|| self.implicit_object(&set, class));
                    let Some(set) = self.converting(set, class, path) else {
                        return Named::Dependent;
                    };
                    if set.is_empty() {
                        self.no_conversion_member(class, path, site);
                        return Named::Unknown;
                    }
                    return Named::Functions {
                        set,
                        object,
                        unknown: false,
                    };
                }
                self.entity(first, class, path, object, site)
            }
        }
    }

    /// Whether a local is one of a function around the lambda at hand that the lambda does not capture, and is needed for more
    /// than its type ([expr.prim.id.unqual]/3).
    fn is_out_of_reach(&self, l: LocalId) -> bool {
        let db = self.db;
        let Some(local) = self.out.locals.get(l.0 as usize) else {
            return false;
        };
        // With a capture-default it would be captured; what has to be a constant is not evaluated.
        let closure = self.scopes.closure;
        closure.is_some_and(|c| c.hir(db).is_some_and(|l| l.default.is_none()))
            && !self.modes.unevaluated
            && !self.in_template()
            && !self.is_instantiation()
            && matches!(local.kind, LocalKind::Automatic)
            && local.name.is_empty()
            && local.site.is_none()
            && local.init.is_none()
            && !local.is_constexpr
            && !local.ty.is_unknown(db)
            && !local.ty.is_reference(db)
            && !local.ty.top_quals(db).is_const
    }

    /// Whether this code is a template's definition, or otherwise not bound.
    pub(crate) fn in_template(&self) -> bool {
        let db = self.db;
        self.out.dependent
            || *(self.unbound).get_or_init(|| self.owner_is_unbound())
            || self.env.is_some_and(|e| e.is_dependent(db))
            || self.scopes.this.is_some_and(|t| t.is_dependent(db))
    }

    /// Whether the owner lacks arguments of its own, or of what is around it.
    fn owner_is_unbound(&self) -> bool {
        let db = self.db;
        // A lambda stands in what is around it.
        let is_closure = self.owner.decl(db).closure(db).is_some();
        self.owner.is_template(db)
            || is_closure && crate::code::params::is_unbound(db, self.owner)
            || self.owner.hir(db).is_some_and(|d| {
                let code = self.owner.code(db);
                let mut at = d.parent;
                let mut levels = 0;
                while let (Some(p), Some(code)) = (at, code) {
                    levels += code[p]
                        .heads
                        .iter()
                        .filter(|h| !h.params.is_empty())
                        .count();
                    at = code[p].parent;
                }
                (self.owner.depth(db) as usize) < levels
            })
    }

    /// A local as an expression.
    pub(crate) fn local_expr(&mut self, l: LocalId, site: Site<'db>) -> ExprId {
        let db = self.db;
        let Some(local) = self.out.locals.get(l.0 as usize) else {
            return self.error_expr(site);
        };
        let ty = local.ty;
        if let Some(reach) = self.body.out_of_reach.get(&l).copied()
            && !self.modes.unevaluated
        {
            return self.not_captured(reach, site);
        }
        match local.kind {
            LocalKind::Static(entity) => {
                let ty = ty.strip_reference(db);
                self.push(ExprKind::Static(entity), ty, Category::Lvalue, site)
            }
            LocalKind::Binding(e) => {
                let (ty, category) = (self.ty(e), self.category(e));
                match category {
                    Category::Lvalue => e,
                    _ => self.push(ExprKind::Local(l), ty, Category::Lvalue, site),
                }
            }
            LocalKind::Capture(_) if !ty.is_reference(db) => {
                // Captured copies are members of the closure: const unless the lambda is mutable.
                let mutable = (self.scopes.closure)
                    .and_then(|c| c.hir(db))
                    .is_none_or(|l| l.is_mutable);
                let ty = match mutable {
                    true => ty,
                    false => ty.qualified(db, cleave_lang::Qualifiers::CONST),
                };
                self.push(ExprKind::Local(l), ty, Category::Lvalue, site)
            }
            _ => {
                if ty.has_auto(db) && matches!(local.kind, LocalKind::Automatic) {
                    // Its type is not known before its initialiser is.
                    let declares = local.site.is_some_and(|s| s.as_declaration().is_some());
                    if declares && !self.in_template() && !self.is_instantiation() {
                        return self.reject(codes::AUTO_VARIABLE_IN_OWN_INITIALIZER, site);
                    }
                }
                if ty.is_dependent(db) || ty.has_auto(db) {
                    self.out.dependent |= ty.is_dependent(db);
                }
                let ty = ty.strip_reference(db);
                self.push(ExprKind::Local(l), ty, Category::Lvalue, site)
            }
        }
    }

    /// An entity that is no function.
    pub(crate) fn entity(
        &mut self,
        entity: Entity<'db>,
        class: Option<Ty<'db>>,
        path: &'db Path,
        object: Option<ExprId>,
        site: Site<'db>,
    ) -> Named<'db> {
        let db = self.db;
        let Some(decl) = entity.hir(db) else {
            return Named::Unknown;
        };
        match &decl.kind {
            DeclKind::Variable(_) => self.variable(entity, class, path, object, site),
            DeclKind::StructuredBinding { .. } | DeclKind::Binding(_) => {
                let ty = variable_type(db, entity).strip_reference(db);
                Named::Value(self.static_expr(entity, ty, site))
            }
            DeclKind::Enumerator(_) => {
                self.check_enumerator_access(entity, site);
                if crate::eval::is_within_enumeration(db, self.owner, entity) {
                    // Before the closing brace an enumerator has the type of its own value.
                    return Named::Value(match crate::eval::enumerator_value(db, entity) {
                        Some(value) => {
                            let kind = ExprKind::Value(value.value(db).clone());
                            self.prvalue(kind, value.ty(db), site)
                        }
                        None => self.error_expr(site),
                    });
                }
                let ty = variable_type(db, entity);
                if ty.is_unknown(db) {
                    self.out.dependent |= ty.is_dependent(db);
                    return Named::Value(self.dependent_of(ty, Category::Prvalue, site));
                }
                Named::Value(match crate::eval::constant_value(db, entity) {
                    Some(value) => {
                        let value = value.value(db).clone();
                        self.prvalue(ExprKind::Value(value), ty, site)
                    }
                    // Its value is not known, its type is.
                    None => self.prvalue(ExprKind::Error, ty, site),
                })
            }
            DeclKind::Class(_) | DeclKind::Enum(_) | DeclKind::Alias(_) => {
                if path.args.is_none() && entity.is_template(db) {
                    return match self.injected(entity) {
                        Some(ty) => Named::Type(ty),
                        None => Named::Template(entity),
                    };
                }
                let from = self.problems.len();
                let ty = self.path_type(path);
                let found = self.problems.split_off(from);
                self.problems
                    .extend(found.into_iter().filter(crate::Problem::is_misfit));
                match ty {
                    Some(ty) => Named::Type(ty),
                    None => Named::Unknown,
                }
            }
            DeclKind::Concept(_) => self.concept(entity, path, site),
            _ => Named::Unknown,
        }
    }

    /// The class that a template's own name means within it.
    pub(crate) fn injected(&self, template: Entity<'db>) -> Option<Ty<'db>> {
        let db = self.db;
        let this = self.scopes.this?.unqualified(db);
        let entity = this.class_entity(db)?;
        (entity.decl(db) == template.decl(db)).then_some(this)
    }

    /// The name of a template alone where a value is wanted ([temp.names]).
    fn without_arguments(&mut self, template: Entity<'db>, site: Site<'db>) {
        let problem = crate::Problem::new(
            codes::TEMPLATE_ARGUMENTS_MISSING {
                entity: crate::Fill::Entity(template),
            },
            site,
        );
        self.problems.push(problem.at(crate::At::First));
    }

    fn concept(&mut self, concept: Entity<'db>, path: &'db Path, site: Site<'db>) -> Named<'db> {
        let db = self.db;
        let written = path.args.as_deref().unwrap_or_default();
        let args = quietly(self, |cx| cx.template_args(concept, written));
        let Some(args) = args else {
            return Named::Unknown;
        };
        let bool_ty = self.builtin(cleave_lang::Builtin::Bool);
        if args.iter().any(|a| a.is_dependent(db)) {
            return Named::Value(self.dependent_of(bool_ty, Category::Prvalue, site));
        }
        match crate::template::concept_holds(db, concept, &args) {
            Some(holds) => Named::Value(self.bool(holds, site)),
            None => {
                let bad = self.error_expr(site);
                self.out.exprs[bad.0 as usize].ty = bool_ty;
                Named::Value(bad)
            }
        }
    }

    fn static_expr(&mut self, entity: Entity<'db>, ty: Ty<'db>, site: Site<'db>) -> ExprId {
        self.push(ExprKind::Static(entity), ty, Category::Lvalue, site)
    }

    fn variable(
        &mut self,
        entity: Entity<'db>,
        class: Option<Ty<'db>>,
        path: &'db Path,
        object: Option<ExprId>,
        site: Site<'db>,
    ) -> Named<'db> {
        let db = self.db;
        let mut entity = entity;
        if entity.is_template(db) {
            let Some(written) = path.args.as_deref() else {
                self.without_arguments(entity, site);
                return Named::Unknown;
            };
            let Some(args) = self.template_args(entity, written) else {
                return Named::Unknown;
            };
            if args.iter().any(|a| a.is_dependent(db)) {
                return Named::Dependent;
            }
            let env = Env::make(db, entity.env(db), args);
            entity = Entity::new(db, entity.decl(db), Some(env));
            // [temp.names]/8
            if crate::template::constraints::holds(db, entity) == Some(false) {
                let problem = crate::Problem::new(codes::CONSTRAINT_NOT_SATISFIED, site);
                self.problems.push(problem.at(crate::At::Last));
                return Named::Unknown;
            }
        }
        if entity.decl(db) == self.owner.decl(db)
            && !self.in_template()
            && crate::function::declared_type(db, entity).is_some_and(|t| t.has_auto(db))
        {
            self.reject(codes::AUTO_VARIABLE_IN_OWN_INITIALIZER, site);
            return Named::Unknown;
        }
        let ty = variable_type(db, entity);
        let member = entity
            .hir(db)
            .is_some_and(|d| d.parent.is_some() && !d.spec.any(Spec::STATIC.with(Spec::CONSTEXPR)))
            && entity.decl(db).code(db).body.is_none()
            || entity.hir(db).is_some_and(|d| {
                d.parent.is_some() && !d.spec.any(Spec::STATIC.with(Spec::CONSTEXPR))
            });
        if member && !crate::is_anonymous_union_member(db, entity) {
            return Named::Value(self.field(entity, class, object, site));
        }
        self.check_data_access(entity, class, site);
        if object.is_none() {
            self.check_access_in_naming_class(entity, path, site);
        }
        if ty.is_unknown(db) || ty.has_auto(db) {
            self.out.dependent |= ty.is_dependent(db);
            return Named::Value(self.dependent_of_maybe(ty, site));
        }
        if self.is_of_enclosing_function(entity, ty) {
            return Named::Value(self.reject(codes::LOCAL_OF_ENCLOSING_FUNCTION, site));
        }
        Named::Value(self.static_expr(entity, ty.strip_reference(db), site))
    }

    /// Whether a member of a local class uses a variable of the function around ([class.local]/1) that may be no constant.
    fn is_of_enclosing_function(&self, variable: Entity<'db>, ty: Ty<'db>) -> bool {
        let db = self.db;
        let lasts = (Spec::STATIC.with(Spec::EXTERN))
            .with(Spec::CONSTEXPR)
            .with(Spec::THREAD);
        let has_space = |d: &Decl| d.attrs.iter().any(|a| is_memory_space(a.name.as_str()));
        let is_automatic = variable
            .hir(db)
            .is_some_and(|d| d.parent.is_none() && !d.spec.any(lasts) && !has_space(d));
        variable.decl(db).code(db).body.is_some()
            && is_automatic
            && !self.modes.unevaluated
            && !self.in_template()
            && !ty.is_reference(db)
            && !ty.top_quals(db).is_const
            && variable.decl(db).closure(db).is_none()
    }

    fn dependent_of_maybe(&mut self, ty: Ty<'db>, site: Site<'db>) -> ExprId {
        self.unknown = true;
        self.push(
            ExprKind::Error,
            ty.strip_reference(self.db),
            Category::Lvalue,
            site,
        )
    }

    /// A path as an expression.
    pub(crate) fn path_expr(&mut self, path: &'db Path, site: Site<'db>) -> ExprId {
        let named = self.name(path, site);
        if self.is_type_parameter(&named, path) {
            return self.reject(codes::TYPE_NAME_NOT_ALLOWED, site);
        }
        self.check_form_of_member(&named, path, site);
        if let Named::Functions { set, .. } = &named {
            self.check_named_access(set, path, site);
        }
        self.named_expr(named, path, site)
    }

    /// What a name denotes, where a value is wanted.
    pub(crate) fn named_expr(
        &mut self,
        named: Named<'db>,
        path: &'db Path,
        site: Site<'db>,
    ) -> ExprId {
        match named {
            Named::Value(e) => e,
            Named::Functions { .. } | Named::Nothing if self.is_destructor(path) => {
                let at = self.with_parentheses(site);
                let code = codes::ADDRESS_OF_CONSTRUCTOR_OR_DESTRUCTOR;
                self.report(crate::Problem::new(code, at).at(crate::At::First))
            }
            Named::Functions { set, object, .. } => {
                self.function_set(set, path.args.is_some(), object, site)
            }
            Named::Type(_) => self.reject(codes::TYPE_NAME_NOT_ALLOWED, site),
            Named::Template(template) => {
                self.without_arguments(template, site);
                self.error_expr(site)
            }
            Named::Destructor(..) | Named::Unknown => self.error_expr(site),
            Named::Dependent => {
                self.undefined_in_arguments(path);
                self.dependent_expr(site)
            }
            Named::Nothing => match &path.name {
                NameId::Ident(name) if path.is_unqualified() => {
                    match self.builtin_name(name.as_str(), site) {
                        Some(e) => e,
                        None => self.undefined(path, site),
                    }
                }
                _ => self.undefined(path, site),
            },
        }
    }

    /// Whether a qualified name is that of a class's own destructor.
    fn is_destructor(&mut self, path: &'db Path) -> bool {
        let NameId::Destructor(_) = path.name else {
            return false;
        };
        if path.is_unqualified() || self.is_substitution() {
            return false;
        }
        let scope = quietly(self, |cx| cx.scope_of(path));
        matches!(scope, crate::lookup::qualified::Scope::Type(ty)
            if ty.is_class(self.db) && !ty.is_dependent(self.db))
    }
}
