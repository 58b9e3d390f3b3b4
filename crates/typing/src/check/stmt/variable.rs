//! Declarations of variables: their types and initialisers, structured bindings ([dcl.struct.bind]).

use cleave_attributes::is_memory_space;
use cleave_codes::codes;
use cleave_hir::{DeclId, DeclKind, Init, Name, NameId, Node, TypeId};
use cleave_names::decl::Spec;
use cleave_syntax::Standard;

use crate::check::init::{Mode, Purpose};
use crate::declarations::alignments;
use crate::lookup::Found;
use crate::lookup::namespaces::Want;
use crate::thir::{ExprId, ExprKind, LocalKind, Stmt, StmtId};
use crate::written::Target;
use crate::{At, Bound, Context, DeclRef, Declared, Entity, Fill, Problem, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// The entity of a declaration of this code.
    pub(crate) fn local_entity(&self, decl: DeclId) -> Entity<'db> {
        Entity::new(self.db, DeclRef::at(self.db, self.code_ref, decl), self.env)
    }

    /// An alias in a block. Its own code does not know the locals around it: where the type mentions them, it is what it is here.
    fn local_alias(&mut self, decl: DeclId, name: &NameId, ty: TypeId) {
        let entity = self.local_entity(decl);
        let elsewhere = crate::resolve::alias_type(self.db, entity);
        let here = self.undefined_in(ty);
        if elsewhere != Some(here)
            && !here.is_unknown(self.db)
            && let (Some(name), Some(block)) = (name.ident(), self.scopes.blocks.last_mut())
        {
            block.insert(name.clone(), Declared::Type(here));
            return;
        }
        self.declare_entity(name, entity);
    }

    pub(crate) fn declare_entity(&mut self, name: &NameId, entity: Entity<'db>) {
        let (Some(name), Some(block)) = (name.ident(), self.scopes.blocks.last_mut()) else {
            return;
        };
        match block.get_mut(name) {
            Some(Declared::Entities(all)) => all.push(entity),
            // A variable hides a class of its scope, whichever comes first ([basic.scope.hiding]/2).
            Some(Declared::Locals { .. }) if entity.decl(self.db).is_class(self.db) => {}
            _ => {
                block.insert(name.clone(), Declared::Entities(vec![entity]));
            }
        }
    }

    /// Names in the expressions of a type that is not typed before its template is instantiated.
    fn check_mentioned_in_pattern(&mut self, ty: TypeId) {
        if self.in_template() {
            self.check_mentioned(vec![Node::Type(ty)], []);
        }
    }

    /// Whether the path to a type begins with a name that nothing declares: what was read as a declaration is none.
    fn is_of_no_scope(&mut self, ty: TypeId) -> bool {
        let site = self.type_site(ty);
        let cleave_hir::TypeRef::Path { path, .. } = &self.code[ty] else {
            return false;
        };
        (self.no_such_scope(path, false, site)).is_some_and(|p| {
            p.code == codes::NOT_A_CLASS_OR_NAMESPACE_NAME && p.at == crate::At::First
        })
    }

    /// A declaration in a block.
    pub(crate) fn local_decl(&mut self, decl: DeclId, out: &mut Vec<StmtId>) {
        let code = self.code;
        let d = &code[decl];
        let (from, first) = (self.out.exprs.len(), self.out.locals.len());
        match &d.kind {
            DeclKind::Variable(v) => {
                self.check_mentioned_in_pattern(v.ty);
                let s = self.local_variable(decl, v.ty, &v.init);
                out.push(s);
                self.note_dependent_values(&v.init, from, first);
            }
            DeclKind::StructuredBinding { ty, bindings, init } => {
                let names = self.binding_names(bindings);
                let e = self.initializer_operand(init);
                let site = self.decl_site(decl);
                let e = e.unwrap_or_else(|| self.error_expr(site));
                self.check_bindings(bindings, &names);
                self.bind_structure(decl, *ty, &names, e, out);
                self.note_dependent_values(init, from, first);
            }
            DeclKind::Enum(e) => {
                self.check_named_type(decl);
                let entity = self.local_entity(decl);
                self.declare_entity(&d.name, entity);
                if !self.in_template() {
                    let mut found = Vec::new();
                    let mut required = Vec::new();
                    crate::eval::enumerators(self.db, entity, &mut found, &mut required);
                    self.out.required.extend(required);
                    self.problems.extend(found);
                }
                if !e.scoped {
                    for &enumerator in e.enumerators.iter().flatten() {
                        let entity = self.local_entity(enumerator);
                        self.declare_entity(&code[enumerator].name, entity);
                    }
                }
            }
            DeclKind::Alias(ty) if d.heads.is_empty() => {
                self.check_mentioned(vec![Node::Type(*ty)], []);
                self.check_qualified_types(vec![Node::Type(*ty)]);
                self.check_named_type(decl);
                self.local_alias(decl, &d.name, *ty);
            }
            DeclKind::Class(_) | DeclKind::Alias(_) | DeclKind::Function(_) => {
                if let DeclKind::Class(_) = d.kind {
                    self.check_named_type(decl);
                }
                if let (DeclKind::Function(_), Some(name)) = (&d.kind, d.name.ident()) {
                    let problem = self.linked(decl, name);
                    self.problems.extend(problem);
                }
                let entity = self.local_entity(decl);
                self.declare_entity(&d.name, entity);
            }
            DeclKind::Using { target, .. } => {
                let site = self.decl_site(decl);
                let problem = crate::declarations::using::introduced(self, target, site);
                self.problems.extend(problem);
                match self.lookup_path(target) {
                    Found::Entities { set, .. } => {
                        if !self.is_instantiation()
                            && let Some(name) = d.name.ident()
                            && self.is_taken(name, &set)
                        {
                            let name = Fill::Name(name.as_str().into());
                            let message = codes::ALREADY_DECLARED_IN_SCOPE { name };
                            self.problems.push(Problem::new(message, site));
                        }
                        for entity in set {
                            self.declare_entity(&d.name, entity);
                        }
                    }
                    // Of a scope that depends on template parameters.
                    Found::Unknown => {
                        let block = self.scopes.blocks.last_mut();
                        if let (Some(name), Some(block)) = (d.name.ident(), block) {
                            block.insert(name.clone(), Declared::Unknown);
                        }
                    }
                    _ => {}
                }
            }
            DeclKind::UsingEnum(path) => {
                let ty = crate::convert::quietly(self, |cx| cx.path_type(path));
                if let Some(TyKind::Enum(e)) = ty.map(|t| t.kind(self.db)) {
                    self.declare_enumerators(*e);
                } else if let (Some(key), false) = (self.lone(path), self.in_template())
                    && self.code_ref.item.file(self.db).dialect(self.db).standard >= Standard::Cpp20
                    && self.lookup_key(&key, Want::Any) == Found::Nothing
                    && let Some(name) = path.name.ident()
                {
                    let name = Fill::Name(name.as_str().into());
                    let code = codes::UNDEFINED_IDENTIFIER { name };
                    self.problem(code, self.decl_site(decl));
                }
            }
            DeclKind::UsingDirective(path) => {
                if crate::declarations::using::is_no_namespace(self, path) {
                    let site = self.decl_site(decl);
                    let problem = Problem::new(codes::NOT_A_NAMESPACE_NAME, site);
                    let back = crate::declarations::using::length(path);
                    self.problems.push(problem.at(At::Before(back)));
                } else if let Found::Namespace(n) = self.lookup_path(path) {
                    self.scopes.directives.push((self.scopes.blocks.len(), n));
                    self.forget_found();
                }
            }
            DeclKind::NamespaceAlias(path) => {
                if crate::declarations::using::is_no_namespace(self, path) {
                    let site = self.decl_site(decl);
                    let problem = Problem::new(codes::NOT_A_NAMESPACE_NAME, site);
                    self.problems.push(problem.at(At::Nth(2)));
                } else if let (Found::Namespace(n), Some(name)) =
                    (self.lookup_path(path), d.name.ident())
                    && let Some(block) = self.scopes.blocks.last_mut()
                {
                    let before = block.insert(name.clone(), Declared::Namespace(n));
                    if matches!(before, Some(Declared::Namespace(other)) if other != n) {
                        let namespace = Fill::Name(name.as_str().into());
                        let site = self.decl_site(decl);
                        let said = codes::NAMESPACE_ALREADY_DEFINED { namespace };
                        self.problems.push(Problem::new(said, site).at(At::First));
                    }
                }
            }
            DeclKind::StaticAssert(written) => {
                let from = self.out.exprs.len();
                let e = self.expr(*written);
                let e = self.condition(e);
                if self.env.is_none() {
                    self.check_always_constant(*written);
                }
                if !self.is_bad(e) && (!self.in_template() || self.is_fixed(*written, e, from)) {
                    let mut found = Vec::new();
                    let site = self.site(*written);
                    crate::eval::static_assertion(self.db, &self.out, e, site, &mut found);
                    self.problems.extend(found);
                }
            }
            _ => {}
        }
    }

    /// Makes the enumerators of an enumeration visible in the block.
    pub(crate) fn declare_enumerators(&mut self, enumeration: Entity<'db>) {
        let db = self.db;
        let defined = crate::function::definition(db, enumeration).unwrap_or(enumeration);
        let (Some(DeclKind::Enum(e)), Some(code)) = (defined.kind(db), defined.code(db)) else {
            return;
        };
        let code_ref = defined.decl(db).code(db);
        for &id in e.enumerators.iter().flatten() {
            let entity = Entity::new(db, DeclRef::at(db, code_ref, id), defined.env(db));
            self.declare_entity(&code[id].name, entity);
        }
    }

    pub(crate) fn binding_names(&self, bindings: &[DeclId]) -> Vec<Name> {
        let name = |&d: &DeclId| self.code[d].name.ident().cloned();
        let unnamed = || Name::new("");
        bindings
            .iter()
            .map(|d| name(d).unwrap_or_else(unnamed))
            .collect()
    }

    pub(crate) fn decl_site(&self, decl: DeclId) -> Site<'db> {
        Site::declaration(self.code_ref, u32::from(decl.into_raw()))
    }

    pub(crate) fn local_variable(&mut self, decl: DeclId, ty: TypeId, init: &'db Init) -> StmtId {
        let db = self.db;
        let written = ty;
        let d = &self.code[decl];
        let is_constexpr = d.spec.any(Spec::CONSTEXPR);
        let is_static = d
            .spec
            .any(Spec::STATIC.with(Spec::EXTERN).with(Spec::THREAD))
            || (d.attrs.iter()).any(|a| is_memory_space(a.name.as_str()));
        let kind = match is_static {
            true => LocalKind::Static(self.local_entity(decl)),
            false => LocalKind::Automatic,
        };
        let name = d.name.ident().cloned();
        let extern_only = d.spec.any(Spec::EXTERN) && *init == Init::None;
        let before_type = self.problems.len();
        let (mut pattern, template) = self.declared_pattern(ty);
        if *init == Init::None
            && !d.spec.any(Spec::EXTERN)
            && let Some(name) = &name
            && self.problems[before_type..]
                .iter()
                .any(|p| p.code == codes::UNDEFINED_IDENTIFIER)
        {
            let fill = Fill::Kind("variable", name.as_str().into());
            let site = self.decl_site(decl);
            let constexpr = d.spec.any(Spec::CONSTEXPR);
            self.missing_for_undefined(self.code, ty, constexpr, fill, site);
        }
        if self.check_placeholder_component(ty, *init != Init::None) {
            pattern = Ty::error(self.db);
        }
        self.check_declared_typename(ty);
        if self.in_template() && self.is_users_own() {
            crate::declarations::open_expressions::of_local(self, ty);
        }
        if !d.attrs.is_empty() && !self.in_template() {
            let before = std::mem::take(&mut self.problems);
            let found = alignments::of_declaration(self, d);
            self.problems = before;
            self.problems.extend(found);
        }
        if is_static
            && !d.spec.any(Spec::CONSTEXPR)
            && !self.is_instantiation()
            && self.is_of_variable_length(ty)
        {
            let site = self.decl_site(decl);
            self.problem(codes::STATIC_VARIABLE_LENGTH_ARRAY, site);
        }
        if !d.spec.any(Spec::EXTERN)
            && let Some(name) = &name
            && let Some(number) = self.redeclares(name).or_else(|| self.is_brought(name))
        {
            let site = self.decl_site(decl);
            let problem =
                crate::Problem::new((number, vec![Fill::Name(name.as_str().into())]), site);
            match number {
                codes::HANDLER_PARAMETER_HIDDEN | codes::PARAMETER_REDECLARED_IN_HANDLER => {
                    self.warnings.push(problem);
                }
                _ => self.problems.push(problem),
            }
        }
        if extern_only && let Some(name) = &name {
            let problem = self.linked(decl, name);
            self.problems.extend(problem);
        }
        // The name is visible in its own initialiser, with the type as far as it is known.
        let declares = !(pattern.is_error(db) && self.is_of_no_scope(written));
        let l = self.declare(name.as_ref().filter(|_| declares), pattern, kind);
        let from = self.out.exprs.len();
        let site = self.decl_site(decl);
        self.out.locals[l.0 as usize].site = Some(site);
        // In its own initialiser a variable has no value.
        let scalar =
            pattern.is_arithmetic(db) || pattern.is_enum(db) || pattern.is_pointer_like(db);
        let own = *init != Init::None && !d.spec.any(Spec::EXTERN) && scalar;
        if own {
            self.body.uninitialized.insert(l);
        }
        let reported = self.problems.len();
        let (ty, mut value) = self.for_target(Target::Local(decl), |cx| {
            cx.initialize_declared(pattern, template, init, extern_only, site)
        });
        if let Some(name) = &name {
            let fill = Fill::Kind("variable", name.as_str().into());
            self.name_unbound_references(reported, &fill, site);
        }
        if own {
            self.body.uninitialized.remove(&l);
        }
        if pattern.is_reference(self.db) && !self.is_instantiation() {
            self.check_bound_to_itself(l, value);
        }
        self.agreed_placeholder(decl, pattern, ty, site);
        // A type that is deduced is not looked at by the reference.
        if !pattern.has_auto(db)
            && let Some(problem) = crate::class::abstract_object(db, ty, site)
        {
            self.problems.push(problem);
        }
        if !d.spec.any(Spec::EXTERN) {
            self.check_variable_destructor(ty, (init, value), site);
            if let (Init::None, Some(name)) = (init, &name) {
                let fill = Fill::Kind("variable", name.as_str().into());
                if self.missing_initializer(ty, is_constexpr, fill, site) {
                    value = Some(self.error_expr(site));
                }
            }
        }
        // No argument gives an array a size that nothing is written of.
        let endless = matches!(ty.kind(db), TyKind::Array(_, Bound::Unknown));
        let open = self.in_template() && ty.is_dependent(db) && !endless;
        if !d.spec.any(Spec::EXTERN) && !open {
            let listed = *init != Init::None;
            let at = match self.owner.env(db) {
                Some(_) => crate::class::Place::Template,
                None => crate::class::Place::Body(site.code.item),
            };
            let found = crate::class::incomplete_object(db, ty, listed, site, at);
            self.problems.extend(found);
        }
        if is_constexpr && self.is_of_user() && !self.is_instantiation() {
            let at = self.type_site(written);
            let found = crate::declarations::literal_types::wrong_variable(self, ty, at);
            self.problems.extend(found);
        }
        let ty = match is_constexpr && !ty.is_reference(db) {
            true => ty.qualified(db, cleave_lang::Qualifiers::CONST),
            false => ty,
        };
        let value = value.map(|e| match ty.is_reference(db) {
            true => e,
            false => self.full(e, from),
        });
        let constant = is_constexpr
            || ty.is_reference(db)
            || ty.top_quals(db).is_const
                && !ty.top_quals(db).is_volatile
                && (ty.is_arithmetic(db) || ty.is_enum(db) || ty.is_pointer_like(db));
        let local = &mut self.out.locals[l.0 as usize];
        local.declared = Some(site);
        local.ty = ty;
        local.is_constexpr = is_constexpr;
        local.init = value.filter(|_| constant);
        self.remember_value(l);
        self.declared_uninitialized(l, ty, init, value);
        self.comes_to_life(decl, l, value, *init != Init::None);
        self.push_stmt(Stmt::Local(l, value))
    }

    /// Remembers the value of a constant that is a number.
    fn remember_value(&mut self, l: crate::thir::LocalId) {
        let db = self.db;
        let local = &self.out.locals[l.0 as usize];
        let (ty, Some(init)) = (local.ty, local.init) else {
            return;
        };
        let number = ty.is_arithmetic(db) || ty.is_enum(db);
        if number && !self.in_template() && !self.is_bad(init) {
            let value = crate::eval::plain_value(db, &self.out, ty, init);
            self.out.locals[l.0 as usize].value = value;
        }
    }

    /// What is said of a variable of this name in the block at hand: the block has one already, or it is the outermost one of a
    /// function that has such a parameter, or of a statement that declares it ([basic.scope.block]).
    pub(crate) fn redeclares(&self, name: &Name) -> Option<codes::Code> {
        let local = |declared: Option<&Declared<'db>>| {
            matches!(declared, Some(Declared::Locals { pack: false, .. }))
        };
        let outer = self.scopes.blocks.len().checked_sub(1)?;
        if let Some(guard) = self.body.guard.filter(|g| g.block == outer)
            && local(self.scopes.blocks.get(guard.head).and_then(|b| b.get(name)))
        {
            return Some(guard.number);
        }
        if let Some(guard) = self.body.guard.filter(|g| g.block == outer)
            && guard.number == codes::HANDLER_PARAMETER_HIDDEN
            && self.hides_parameter(guard.head, name)
        {
            return Some(codes::PARAMETER_REDECLARED_IN_HANDLER);
        }
        let own = self.scopes.blocks.get(outer)?.get(name);
        // A class or enumeration may share its name with a variable ([basic.scope.hiding]).
        let other = |e: &Entity<'db>| {
            matches!(
                e.kind(self.db),
                Some(DeclKind::Alias(_) | DeclKind::Function(_) | DeclKind::Enumerator(_))
            ) && e.decl(self.db).code(self.db) == self.code_ref
        };
        let taken = local(own)
            || matches!(own, Some(Declared::Type(_)))
            || matches!(own, Some(Declared::Entities(all)) if all.iter().any(other));
        // In front of a lambda's parameters stands what it sees of the blocks around it.
        let parameters = usize::from(self.scopes.closure.is_some());
        let parameter = outer == parameters + 1
            && local(self.scopes.blocks.get(parameters).and_then(|b| b.get(name)));
        (taken || parameter).then_some(codes::ALREADY_DECLARED_IN_SCOPE)
    }

    /// The operand of an initialiser: an expression or a list.
    pub(crate) fn initializer_operand(&mut self, init: &'db Init) -> Option<ExprId> {
        match init {
            Init::Equal(e) | Init::Brace(e) => Some(self.expr(*e)),
            Init::Paren(args) => {
                let es = self.arguments(args)?;
                match es[..] {
                    [e] => Some(e),
                    _ => None,
                }
            }
            Init::None | Init::Elsewhere => None,
        }
    }

    /// Initialises a variable as declared: its type, deduced if need be, and what initialises it.
    pub(crate) fn initialize_declared(
        &mut self,
        pattern: Ty<'db>,
        template: Option<Entity<'db>>,
        init: &'db Init,
        extern_only: bool,
        site: Site<'db>,
    ) -> (Ty<'db>, Option<ExprId>) {
        let db = self.db;
        if let Some(template) = template {
            let (ty, value) = self.initialize_deduced_class(template, init, site);
            // The declared type is `cv T` ([dcl.type.class.deduct]/1).
            return match ty.is_unknown(db) {
                true => (ty, value),
                false => (ty.qualified(db, pattern.top_quals(db)), value),
            };
        }
        if pattern.has_auto(db) {
            return self.initialize_auto(pattern, init, site);
        }
        let value = match init {
            Init::None if extern_only => return (pattern, None),
            Init::None => match pattern.is_reference(db) {
                // Who declares it reports that.
                true => self.error_expr(site),
                false => {
                    let made = self.default_initialize(pattern, site);
                    self.uninitialized_members(pattern, site);
                    made
                }
            },
            Init::Elsewhere => return (pattern, None),
            Init::Equal(e) => {
                let e = self.expr(*e);
                self.initialize(pattern, e, Mode::Copy, Purpose::Variable)
            }
            Init::Brace(e) => {
                let list = self.expr(*e);
                self.list_initialize(pattern, list, Mode::Direct, Purpose::Variable)
            }
            Init::Paren(args) => {
                let Some(es) = self.arguments(args) else {
                    let bad = self.dependent_expr(site);
                    return (pattern, Some(bad));
                };
                match pattern.is_void(self.db) {
                    // That there are no such objects has been said.
                    true => self.error_expr(site),
                    false => self.direct_initialize(pattern, &es, site),
                }
            }
        };
        let completed = match pattern.kind(db) {
            TyKind::Array(_, Bound::Unknown) if self.ty(value).length(db).is_some() => {
                let quals = pattern.top_quals(db);
                self.ty(value).unqualified(db).qualified(db, quals)
            }
            // How many elements a pack gives is not known before it is expanded ([temp.dep.expr]).
            TyKind::Array(_, Bound::Unknown) if self.in_template() && *init != Init::None => {
                self.dependent_type(site)
            }
            _ => pattern,
        };
        (completed, Some(value))
    }

    /// That a variable's default constructor is deleted for want of a value for a constant member is said of the variable.
    fn uninitialized_members(&mut self, ty: Ty<'db>, site: Site<'db>) {
        let db = self.db;
        let (Some(decl), Some(last)) = (site.as_declaration(), self.problems.last()) else {
            return;
        };
        if last.code != codes::DELETED_DEFAULT_CONSTRUCTOR || last.site != site {
            return;
        }
        let lacks = |f: &crate::class::Field<'db>| {
            !f.has_default
                && f.ty.innermost_element(db).top_quals(db).is_const
                && !f.ty.is_class(db)
        };
        // No other class could be given values in a list.
        let class = crate::class::class_info(db, ty.unqualified(db)).filter(|c| c.is_aggregate);
        let constant = class.is_some_and(|c| {
            c.fields.iter().any(lacks) && !c.fields.iter().any(|f| f.ty.is_reference(db))
        });
        let id = DeclId::from_raw(la_arena::RawIdx::from_u32(decl));
        let name = self.owner.decl(db).code(db).code(db).or(Some(self.code));
        let code = match site.code == self.code_ref {
            true => Some(self.code),
            false => name,
        };
        let name = code.and_then(|c| c[id].name.ident());
        if let (true, Some(name), Some(last)) = (constant, name, self.problems.last_mut()) {
            last.code = codes::UNINITIALIZED_CONST_OR_REFERENCE_MEMBER;
            last.fills = vec![Fill::Kind("variable", name.as_str().into())];
        }
    }

    /// `T x(args)`
    pub(crate) fn direct_initialize(
        &mut self,
        ty: Ty<'db>,
        es: &[ExprId],
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        if ty.is_unknown(db) {
            let bad = self.infect(es, site);
            self.out.dependent |= ty.is_dependent(db);
            self.out.exprs[bad.0 as usize].ty = ty.strip_reference(db);
            return bad;
        }
        match *es {
            [] => self.value_initialize(ty, site),
            // Since C++20 the list is the first element's (P0960).
            [e] if self.is_first_element(ty, e) => self.aggregate_initialize(ty, &[e], None, site),
            [e] if !ty.is_class(db) => self.initialize(ty, e, Mode::Direct, Purpose::Variable),
            _ if ty.is_class(db) => {
                if let [e] = *es
                    && let ExprKind::List(_) = self.node(e).kind
                {
                    return self.class_from_list_argument(ty, e, site);
                }
                self.class_initialize(ty, es, Mode::Direct, Purpose::Variable, site)
            }
            _ if ty.is_array(db) => self.aggregate_initialize(ty, es, None, site),
            [_, extra, ..] => self.wrong_operand(codes::TOO_MANY_INITIALIZERS, extra),
            _ => self.error_expr(site),
        }
    }

    /// Whether what stands in parentheses is the first element of an array, and not the array: `A a[1]({{1, 2}})`, `int a[1](x)`.
    fn is_first_element(&self, ty: Ty<'db>, e: ExprId) -> bool {
        let db = self.db;
        let TyKind::Array(element, _) = ty.kind(db) else {
            return false;
        };
        let standard = self.code_ref.item.file(db).dialect(db).standard;
        standard >= cleave_syntax::Standard::Cpp20
            && match self.node(e).kind {
                ExprKind::List(_) => element.is_class(db),
                _ => !self.ty(e).is_array(db) && !self.is_bad(e),
            }
    }

    /// `T x({…})`: the list is a constructor's argument.
    pub(crate) fn class_from_list_argument(
        &mut self,
        ty: Ty<'db>,
        list: ExprId,
        site: Site<'db>,
    ) -> ExprId {
        self.class_initialize(ty, &[list], Mode::Direct, Purpose::Variable, site)
    }

    /// The variable of a range-based `for`.
    pub(crate) fn range_variable(&mut self, decl: DeclId, element: ExprId, out: &mut Vec<StmtId>) {
        let db = self.db;
        let code = self.code;
        let d = &code[decl];
        let site = self.decl_site(decl);
        let outside = self.surroundings();
        match &d.kind {
            DeclKind::StructuredBinding { ty, bindings, .. } => {
                let names = self.binding_names(bindings);
                self.bind_structure(decl, *ty, &names, element, out);
            }
            DeclKind::Variable(v) => {
                let mut pattern = self.type_of(v.ty);
                if pattern.is_void(db) && !self.is_instantiation() {
                    let ty = Fill::Type(pattern);
                    let said = codes::INCOMPLETE_TYPE_NOT_ALLOWED { ty };
                    self.problems.push(Problem::new(said, site));
                    pattern = Ty::error(db);
                }
                let (ty, value) = if self.is_bad(element) {
                    let ty = match pattern.has_auto(db) {
                        true if self.is_dependent(element) => self.dependent_type(site),
                        true => Ty::error(db),
                        false => pattern,
                    };
                    let bad = self.infect(&[element], site);
                    (ty, bad)
                } else {
                    let ty = match pattern.has_auto(db) {
                        true => {
                            let operand = self.operand(element);
                            let ty = crate::template::deduce_auto(self, pattern, &operand)
                                .unwrap_or(Ty::error(db));
                            let written = self.type_site(v.ty);
                            self.check_constraint(written, pattern, ty);
                            ty
                        }
                        false => pattern,
                    };
                    let from = self.problems.len();
                    let value = self.initialize(ty, element, Mode::Copy, Purpose::Variable);
                    // What does not convert is reported behind the range.
                    for problem in &mut self.problems[from..] {
                        if matches!(
                            problem.code,
                            codes::BAD_INITIALIZER_TYPE
                                | codes::QUALIFIERS_DROPPED_BY_REFERENCE
                                | codes::NONCONST_REFERENCE_TO_OTHER_TYPE
                                | codes::NONCONST_REFERENCE_TO_RVALUE
                                | codes::RVALUE_REFERENCE_TO_LVALUE
                        ) {
                            problem.site = self.out.exprs[element.0 as usize].site;
                            problem.at = crate::At::After;
                        }
                    }
                    (ty, value)
                };
                let l = self.declare(d.name.ident(), ty, LocalKind::Automatic);
                let site = self.decl_site(decl);
                self.out.locals[l.0 as usize].declared = Some(site);
                out.push(self.push_stmt(Stmt::Local(l, Some(value))));
                self.comes_to_life(decl, l, Some(value), true);
            }
            _ => {}
        }
        self.are_of_range(outside);
    }
}
