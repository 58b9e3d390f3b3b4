//! The type that a name in a type stands for: looked up, refused where it is no type, specialised.

use cleave_codes::codes;
use cleave_hir::{ClassKey, DeclKind, Path, TemplateArgRef, TypeId, TypeRef};
use cleave_syntax::Standard;

use crate::code::params::levels;
use crate::lookup::Found;
use crate::lookup::namespaces::{Among, Want, What, class_mention, namespace_decls};
use crate::lookup::qualified::Scope;
use crate::lookup::unseen::first_mention;
use crate::thir::LocalKind;
use crate::{Arg, Bound, Context, Entity, NameKey, Ty, TyKind};

impl<'db> Context<'db> {
    /// Whether what a name means may be members of the classes around: bases may have several of one template's name, which stands
    /// for the template then ([temp.local]/4).
    fn may_be_members(&mut self, path: &Path) -> bool {
        let db = self.db;
        let owner = self.owner.decl(db);
        let first = match owner.is_class(db) {
            true => Some(owner),
            false => owner.parent_class(db),
        };
        let (Some(first), true) = (first, path.is_unqualified()) else {
            return false;
        };
        let plain = self.owner.env(db).is_none() && levels(db, first).is_empty();
        let mut around = std::iter::successors(Some(first), |d| d.parent_class(db));
        !plain
            || around.any(|class| {
                let ty = Ty::of(db, TyKind::Class(Entity::new(db, class, None)));
                self.lookup_member(ty, &path.name) != Found::Nothing
            })
    }

    /// The class or enumeration of a declaration in the code at hand.
    pub(super) fn declared_type(&mut self, decl: crate::DeclRef<'db>) -> Ty<'db> {
        let db = self.db;
        let first = crate::function::canonical(db, decl);
        let entity = Entity::new(db, first, self.env_of(decl));
        match first.hir(db).map(|d| &d.kind) {
            Some(DeclKind::Enum(_)) => Ty::of(db, TyKind::Enum(entity)),
            _ => Ty::of(db, TyKind::Class(entity)),
        }
    }

    /// Whether a value template parameter is found in its own type: it is declared behind its declarator ([basic.scope.pdecl]/1).
    fn is_declared_by(&self, found: &Found<'db>, id: TypeId) -> bool {
        let Found::Param { level, index, .. } = *found else {
            return false;
        };
        let db = self.db;
        let levels = crate::code::params::levels(db, self.owner.decl(db));
        let Some(level) = levels.get(level as usize) else {
            return false;
        };
        let Some(ty) = level
            .value_type(index)
            .filter(|_| level.decl.code(db) == self.code_ref)
        else {
            return false;
        };
        let mut at = ty;
        loop {
            match &self.code[at] {
                _ if at == id => return true,
                TypeRef::Qualified(_, t)
                | TypeRef::Pointer(t)
                | TypeRef::LvalueReference(t)
                | TypeRef::RvalueReference(t)
                | TypeRef::Pack(t) => at = *t,
                _ => return false,
            }
        }
    }

    /// Whether a type is the specifier of a declaration whose declarator-id is qualified: `T` in `T A::f()`.
    fn stands_before_declarator(&self, id: TypeId) -> bool {
        let decl = self.owner.decl(self.db);
        if decl.code(self.db) != self.code_ref {
            return false;
        }
        let qualified =
            |d: &&cleave_hir::Decl| d.path.as_deref().is_some_and(|p| !p.qualifiers.is_empty());
        let declared = match decl.hir(self.db).filter(qualified).map(|d| &d.kind) {
            Some(DeclKind::Function(function)) => function.ty,
            Some(DeclKind::Variable(variable)) => variable.ty,
            _ => return false,
        };
        self.code.specified_type(declared) == id
    }

    pub(super) fn named_type(&mut self, id: TypeId, path: &Path, elaborated: bool) -> Ty<'db> {
        if !self.modes.before_declarator && self.stands_before_declarator(id) {
            return self.with_mode(
                |m| &mut m.before_declarator,
                true,
                |cx| cx.named_type(id, path, elaborated),
            );
        }
        let db = self.db;
        let want = if elaborated { Want::Tag } else { Want::Any };
        let Some(key) = NameKey::of(&path.name) else {
            return self.unknown_type();
        };
        // The class that the name is looked up in, written or not ([class.access.base]/5).
        let mut naming = self.scopes.this.filter(|_| path.is_unqualified());
        let found = match path.is_unqualified() {
            true => {
                let found = self.lookup_key(&key, want);
                if elaborated && let Some(mention) = self.mentioned_again(&found, &key) {
                    return Ty::of(db, TyKind::Class(Entity::new(db, mention, None)));
                }
                if !elaborated && self.hides_base(id, &found) {
                    self.lookup_key(&key, Want::Tag)
                } else if !elaborated
                    && (self.is_declared_later(&found) || self.is_declared_by(&found, id))
                {
                    self.lookup_key(&key, Want::Scope)
                } else {
                    found
                }
            }
            false => {
                let problems = self.problems.len();
                let scope = self.scope_of(path);
                if scope == Scope::Nothing {
                    let site = self.type_site(id);
                    if let Some(mut problem) = self.no_such_scope(path, false, site) {
                        let is_first = problem.at == crate::At::First;
                        if problem.code == codes::NOT_A_CLASS_OR_NAMESPACE_NAME && is_first {
                            problem = self.unqualified_typename(id).unwrap_or(problem);
                        }
                        self.problems.truncate(problems);
                        self.problems.push(problem);
                    }
                    return Ty::error(db);
                }
                if let Scope::Type(ty) = scope {
                    naming = Some(ty);
                }
                let mut found = self.lookup_in(&scope, &path.name, want);
                if !elaborated && self.hides_base(id, &found) {
                    found = self.lookup_in(&scope, &path.name, Want::Tag);
                }
                if let Found::Entities { set, .. } = &found
                    && let [only] = set[..]
                    && self.is_substitution()
                {
                    self.check_access(only, naming, self.type_site(id));
                }
                if let (Scope::Type(ty), true) = (&scope, self.is_substitution()) {
                    self.check_scope_access(path, *ty, self.type_site(id));
                }
                if let (Found::Nothing, Scope::Type(ty)) = (&found, &scope)
                    && let Some(problem) = self.no_scope(id, *ty)
                {
                    self.problems.push(problem);
                    return Ty::error(db);
                }
                if found == Found::Nothing
                    && elaborated
                    && let Scope::Namespace(namespace) = scope
                    && self.is_users_own()
                    && let Some(name) = key.ident()
                    && let Found::Entities { .. } = self.lookup_in(&scope, &path.name, Want::Any)
                {
                    let site = self.type_site(id);
                    let problem =
                        crate::lookup::qualified::lacking(db, namespace, name.as_str(), site);
                    self.problems.push(self.of_class(problem, id, elaborated));
                    return Ty::error(db);
                }
                if found == Found::Nothing
                    && let Some(problem) = self.no_such_member(&scope, path, self.type_site(id))
                {
                    self.problems.push(self.of_class(problem, id, elaborated));
                    return Ty::error(db);
                }
                if let (Found::Nothing, Scope::Type(ty)) = (&found, &scope)
                    && ty.is_dependent(db)
                {
                    Found::Unknown
                } else {
                    found
                }
            }
        };
        if !elaborated {
            self.check_path_access(path, self.type_site(id));
        }
        self.check_type_access(&found, naming, self.type_site(id));
        if found == Found::Nothing
            && let Some(name) = key.ident()
            && let site = self.type_site(id)
            && let Some(ty) = self.predefined_template(name, path.args.as_deref(), site)
        {
            return ty;
        }
        if found == Found::Unknown
            && !path.is_unqualified()
            && self.is_users_own()
            && !self.is_substitution()
            && let Some(problem) = self.incomplete_scope(path, self.type_site(id))
        {
            self.problems.push(problem);
            return Ty::error(db);
        }
        match found {
            Found::Unknown if self.is_dependent_place() => self.dependent(self.type_site(id)),
            Found::Unknown => self.unknown_type(),
            Found::Nothing if elaborated => {
                if let Some(problem) = self.elaborated_alias(id, path, &key) {
                    self.problems.push(problem);
                    return Ty::error(db);
                }
                let is_enum = matches!(
                    self.code[id],
                    TypeRef::Path {
                        elaborated: Some(ClassKey::Enum),
                        ..
                    }
                );
                if is_enum && path.is_unqualified() && self.is_users_own() {
                    let site = self.type_site(id);
                    let problem = crate::Problem::new(codes::FORWARD_DECLARED_ENUM, site);
                    self.problems.push(problem);
                    return Ty::error(db);
                }
                self.mentioned(id, &key)
            }
            Found::Nothing
                if key
                    .ident()
                    .is_some_and(|n| n.as_str() == "__builtin_va_list") =>
            {
                Ty::of(db, TyKind::VaListTag).array(db, Bound::Known(1))
            }
            // A type of the compiler's own, of which nothing more is known here.
            Found::Nothing
                if key
                    .ident()
                    .is_some_and(|n| cleave_syntax::is_implementation_name(n.as_str())) =>
            {
                self.unknown_type()
            }
            Found::Nothing => {
                let site = self.type_site(id);
                let number = match path.is_unqualified() {
                    true => codes::UNDEFINED_IDENTIFIER,
                    false => codes::NO_SUCH_MEMBER,
                };
                let item = self.code_ref.item;
                if let (true, Some(name)) = (path.is_unqualified(), key.ident())
                    && cleave_names::is_of_user(db, item)
                    && crate::lookup::unseen::is_unseen(db, item, item.scope(db), name.as_str())
                {
                    return self.unknown_type();
                }
                let is_named_so = path.is_unqualified()
                    && !self.is_substitution()
                    && self.env.is_none()
                    && cleave_names::is_of_user(db, self.code_ref.item);
                // A name that does not depend on a template parameter is looked up where it stands ([temp.res.general]/1).
                let is_dependent = path.is_unqualified() && self.is_dependent_place();
                match key.ident().filter(|_| is_named_so) {
                    Some(name) => {
                        let fill = crate::Fill::Name(name.as_str().into());
                        self.problems
                            .push(crate::Problem::new((number, vec![fill]), site));
                    }
                    None if is_dependent => {}
                    None => self.failed(number, site),
                }
                match is_dependent {
                    true => self.dependent(site),
                    false => Ty::error(db),
                }
            }
            Found::Namespace(namespace) if !self.is_substitution() => {
                let name = crate::lookup::qualified::spelled(db, namespace);
                let site = self.type_site(id);
                self.problems.push(crate::Problem::new(
                    codes::NOT_A_TYPE_NAME {
                        entity: crate::Fill::Kind("namespace", name),
                    },
                    site,
                ));
                Ty::error(db)
            }
            Found::Entities { set, .. }
                if path.args.is_some()
                    && self.is_users_own()
                    && !self.is_dependent_place()
                    && matches!(set[..], [only] if self.takes_no_arguments(only)) =>
            {
                let entity = crate::Fill::Entity(set[0]);
                let site = self.type_site(id);
                self.problem(codes::TEMPLATE_ARGUMENTS_NOT_ALLOWED { entity }, site);
                Ty::error(db)
            }
            // A member's class would be named as well.
            Found::Ambiguous if self.is_users_own() && !self.may_be_members(path) => {
                self.ambiguous_name(path, None, self.type_site(id));
                Ty::error(db)
            }
            found => {
                if elaborated && let Some(problem) = self.other_key(id, &found) {
                    self.problems.push(problem);
                    return Ty::error(db);
                }
                if !elaborated && let Some(template) = self.bare_variable_template(&found, path) {
                    let fill = crate::Fill::Entity(template);
                    let problem = crate::Problem::new(
                        codes::TEMPLATE_ARGUMENTS_MISSING { entity: fill },
                        self.type_site(id),
                    );
                    self.problems.push(problem.at(crate::At::First));
                    return Ty::error(db);
                }
                if !elaborated && let Some(fill) = self.no_type(&found, path) {
                    let at = match path.is_unqualified() {
                        true => crate::At::Point,
                        false => crate::At::First,
                    };
                    let site = self.type_site(id);
                    self.problems.push(
                        crate::Problem::new(codes::NOT_A_TYPE_NAME { entity: fill }, site).at(at),
                    );
                    return Ty::error(db);
                }
                if let Some(template) = self.lacks_arguments(&found, path, elaborated) {
                    let site = self.type_site(id);
                    let at = match elaborated {
                        // Behind the class key.
                        true => crate::At::Nth(1),
                        false => crate::At::First,
                    };
                    let fills = vec![crate::Fill::Entity(template)];
                    self.misfit(codes::TEMPLATE_ARGUMENTS_MISSING, site, at, fills);
                    return Ty::error(db);
                }
                match self.found_type(found, path.args.as_deref()) {
                    Some(ty) => ty,
                    None => self.ill_formed(id),
                }
            }
        }
    }

    /// Whether a type is certainly no template ([temp.names]/1).
    fn takes_no_arguments(&self, entity: Entity<'db>) -> bool {
        let db = self.db;
        let is_type = matches!(
            entity.kind(db),
            Some(DeclKind::Class(_) | DeclKind::Enum(_) | DeclKind::Alias(_))
        );
        is_type
            && !entity.is_template(db)
            && crate::code::params::levels(db, entity.decl(db)).is_empty()
    }

    /// Whether a name that stands for a base class found what is no type: that does not count ([class.derived]/2).
    pub(crate) fn hides_base(&self, id: TypeId, found: &Found<'db>) -> bool {
        let db = self.db;
        let Found::Entities { set, .. } = found else {
            return false;
        };
        let is_value = |e: &Entity<'db>| {
            let kind = e.kind(db);
            matches!(
                kind,
                Some(DeclKind::Variable(_) | DeclKind::Function(_) | DeclKind::Enumerator(_))
            )
        };
        set.iter().all(is_value) && self.is_base(id)
    }

    /// Whether a type stands for a base of the class whose code this is.
    pub(super) fn is_base(&self, id: TypeId) -> bool {
        let owner = self.owner.decl(self.db);
        owner.code(self.db) == self.code_ref
            && (owner.class(self.db)).is_some_and(|c| c.bases.iter().any(|b| b.ty == id))
    }

    /// Whether what is wrong with a name is certain: it stands in the user's own code, where nothing is substituted.
    pub(crate) fn is_users_own(&self) -> bool {
        !self.is_substitution()
            && self.env.is_none()
            && cleave_names::is_of_user(self.db, self.code_ref.item)
    }

    /// Whether the language has placeholders for what is deduced from a class or alias template ([dcl.type.class.deduct]).
    pub(crate) fn may_be_placeholder(&self, template: Entity<'db>) -> bool {
        let standard = self.code_ref.item.file(self.db).dialect(self.db).standard;
        match template.kind(self.db) {
            Some(DeclKind::Class(_)) => standard >= Standard::Cpp17,
            Some(DeclKind::Alias(_)) => standard >= Standard::Cpp20,
            _ => false,
        }
    }

    /// The variable template of a namespace that a name without arguments found where a type has to stand.
    fn bare_variable_template(&self, found: &Found<'db>, path: &Path) -> Option<Entity<'db>> {
        let Found::Entities { set, .. } = found else {
            return None;
        };
        let [only] = set[..] else { return None };
        let decl = only.hir(self.db)?;
        let is_it = path.args.is_none()
            && matches!(decl.kind, DeclKind::Variable(_))
            && !decl.heads.is_empty()
            && only.decl(self.db).parent_class(self.db).is_none();
        (is_it && self.is_users_own()).then_some(only)
    }

    /// What a name found that is certainly no type, in code where that is no failure to substitute.
    pub(crate) fn no_type(&self, found: &Found<'db>, path: &Path) -> Option<crate::Fill<'db>> {
        let db = self.db;
        let set = match found {
            Found::Entities { set, .. } => &set[..],
            Found::Local(locals) if path.args.is_none() && self.is_users_own() => {
                let [local] = locals[..] else { return None };
                let local = self.out.locals.get(local.0 as usize)?;
                let what = match local.kind {
                    LocalKind::Param(_) => "parameter",
                    LocalKind::Automatic | LocalKind::Static(_) => "variable",
                    _ => return None,
                };
                return Some(crate::Fill::Kind(what, path.name.ident()?.as_str().into()));
            }
            _ => return None,
        };
        if !self.is_users_own() {
            return None;
        }
        // A member may be declared behind the place that names a type: it hides what is around its class from there on.
        let may_be_later = path.is_unqualified() && self.code_ref.body.is_none();
        let plain = |e: &Entity<'db>| {
            e.hir(db).is_some_and(|d| {
                let value = match d.kind {
                    DeclKind::Function(_) => path.args.is_none() || d.heads.is_empty(),
                    DeclKind::Variable(_) | DeclKind::Enumerator(_) => d.heads.is_empty(),
                    DeclKind::Concept(_) => path.args.is_none(),
                    _ => false,
                };
                value && !(may_be_later && e.decl(db).parent_class(db).is_some())
            })
        };
        let (first, more) = set.split_first().filter(|_| set.iter().all(plain))?;
        let name = || crate::display::qualified_name(db, *first).into();
        let is_function = first.is_function(db);
        Some(match () {
            () if first.is_concept(db) => crate::Fill::Kind("concept template", name()),
            () if is_function && !more.is_empty() => {
                crate::Fill::Kind("overloaded function", name())
            }
            () if is_function && first.is_template(db) => {
                crate::Fill::Kind("function template", name())
            }
            () if !is_function && crate::function::class_of(db, *first).is_some() => {
                crate::Fill::Kind("member", name())
            }
            () => crate::Fill::Entity(*first),
        })
    }

    /// Whether a block may declare a class by mentioning it. One that a variable of the block hides is not found again.
    fn may_declare_here(&self, key: &NameKey) -> bool {
        let blocks = &self.scopes.blocks;
        let hides = |name| {
            let mut declared = blocks.iter().filter_map(|b| b.get(name));
            declared.any(|d| matches!(d, crate::context::scopes::Declared::Locals { .. }))
        };
        !blocks.is_empty() && self.is_users_own() && !key.ident().is_some_and(hides)
    }

    /// A class that elaborated-type-specifiers declare before anything else does.
    fn mentioned(&mut self, id: TypeId, key: &NameKey) -> Ty<'db> {
        let db = self.db;
        if self.code_ref.body.is_some() {
            return match self.defined_later(key) {
                Some(class) => Ty::of(db, TyKind::Class(Entity::new(db, class, None))),
                // In a block it declares a class of that ([basic.scope.pdecl]/7).
                None if self.may_declare_here(key) => {
                    let class = crate::DeclRef::elaborated(db, self.code_ref, id);
                    let class = Entity::new(db, class, None);
                    if let Some(name) = key.ident() {
                        self.declare_entity(&cleave_hir::NameId::Ident(name.clone()), class);
                    }
                    Ty::of(db, TyKind::Class(class))
                }
                None => self.unknown_type(),
            };
        }
        let first = key
            .ident()
            .and_then(|name| first_mention(db, self.code_ref.item, name.as_str()));
        let decl = first.unwrap_or_else(|| crate::DeclRef::elaborated(db, self.code_ref, id));
        let first = crate::function::canonical(db, decl);
        Ty::of(db, TyKind::Class(Entity::new(db, first, None)))
    }

    /// The class that the declaration of a member in its class has mentioned, where the definition out of the class finds nothing but
    /// its own mention of it ([basic.scope.pdecl]/7).
    fn mentioned_again(&self, found: &Found<'db>, key: &NameKey) -> Option<crate::DeclRef<'db>> {
        let db = self.db;
        let item = self.code_ref.item;
        let own = match found {
            Found::Nothing => true,
            Found::Entities { set, .. } => set.iter().all(|e| {
                e.decl(db).code(db).item == item && e.decl(db).elaborated_key(db).is_some()
            }),
            _ => false,
        };
        if !own {
            return None;
        }
        let class = crate::function::class_of(db, self.owner)?;
        let definition = crate::class::class_info(db, class.unqualified(db))?.definition?;
        let code = definition.decl(db).code(db);
        if code.item == item || code.body.is_some() {
            return None;
        }
        let (ty, what) = class_mention(code.code(db)?, key)?;
        let first = || {
            let first = first_mention(db, code.item, key.ident()?.as_str());
            let mention = first.unwrap_or_else(|| crate::DeclRef::elaborated(db, code, ty));
            Some(crate::function::canonical(db, mention))
        };
        (what == What::Mention).then(first)?
    }

    /// The class that the initializer of a variable declares in the namespace around ([basic.scope.pdecl]/7), if that is where
    /// it is defined: `constexpr bool b = A<struct S>::value; struct S {};`.
    fn defined_later(&self, key: &NameKey) -> Option<crate::DeclRef<'db>> {
        let db = self.db;
        let is_initializer = matches!(self.owner.kind(db), Some(DeclKind::Variable(_)));
        let item = self.code_ref.item;
        let among = Among::In(item.scope(db));
        (namespace_decls(db, item.file(db), key.clone(), among).iter())
            .find(|d| is_initializer && d.decl.is_class(db))
            .map(|d| crate::function::canonical(db, d.decl))
    }

    /// A specialisation of a class or alias template.
    pub(crate) fn specialization_type(
        &mut self,
        template: Entity<'db>,
        written: &[TemplateArgRef],
    ) -> Ty<'db> {
        let db = self.db;
        match self.template_args(template, written) {
            Some(args) => self.specialized(template, args),
            None => Ty::error(db),
        }
    }

    pub(crate) fn specialized(&mut self, template: Entity<'db>, args: Vec<Arg<'db>>) -> Ty<'db> {
        let db = self.db;
        if args.iter().any(|a| a.has_error(db)) {
            return self.unknown_type();
        }
        let constrained = crate::template::constraints::is_constrained(db, template.decl(db));
        let dependent = args.iter().any(|a| a.is_dependent(db));
        let entity = template.specialize(db, args);
        // A template-id whose constraints are not satisfied is ill-formed ([temp.names]/8).
        if constrained && crate::template::constraints::satisfied(db, entity) == Some(false) {
            match self.at {
                Some(site) if !dependent => {
                    let code = codes::CONSTRAINT_NOT_SATISFIED;
                    self.misfit(code, site, crate::At::Last, Vec::new());
                }
                _ => self.fail(),
            }
            return Ty::error(db);
        }
        self.entity_type(entity, None)
    }
}
