//! From types as written to types: [`Context::resolve_type`].

mod aliased;
pub(crate) mod args;
pub(crate) mod constant;
pub(crate) mod functions;
pub(crate) mod packs;
pub(crate) mod predefined;
pub(crate) mod transform;

pub(crate) use crate::resolve::args::{
    declared_param_type, default_arg, default_type, has_default, param_type_problems,
    value_param_type,
};

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Attr, DeclKind, Path, TemplateArgRef, TypeId, TypeRef};

use crate::code::source::first_token;
use crate::lookup::Found;
use crate::lookup::namespaces::{Among, Want, namespace_decls};
use crate::lookup::qualified::Scope;
use crate::{Arg, Bound, Context, Entity, Env, NameKey, Site, Ty, TyKind, check};

/// Types nest no deeper than this.
const DEPTH: u32 = 400;

impl<'db> Context<'db> {
    /// The type written at `ty`. Template parameters stand for their arguments in `env`, or for themselves where it lacks
    /// their level.
    pub fn resolve_type(&mut self, ty: TypeId) -> Ty<'db> {
        if self.depth >= DEPTH {
            self.unknown = true;
            return Ty::error(self.db);
        }
        self.depth += 1;
        let (in_type, in_head) = (self.in_type, self.in_head);
        self.in_type = true;
        let around = self.at.replace(self.type_site(ty));
        let resolved = self.resolve(ty);
        self.at = around;
        self.in_type = in_type;
        self.in_head = in_head;
        self.depth -= 1;
        resolved
    }

    fn resolve(&mut self, id: TypeId) -> Ty<'db> {
        let db = self.db;
        let code = self.code;
        match &code[id] {
            TypeRef::Missing => {
                self.unknown = true;
                Ty::error(db)
            }
            TypeRef::Builtin(b) => Ty::builtin(db, *b),
            TypeRef::Complex(b) => Ty::of(db, TyKind::Complex(*b)),
            TypeRef::Path { path, elaborated } => {
                let required = self.out.required.len();
                let ty = self.named_type(id, path, elaborated.is_some());
                if path.args.is_some() || self.in_argument || path.qualifiers.len() > 1 {
                    self.name_type(id, ty, required);
                }
                ty
            }
            TypeRef::Defined(decl) if self.is_of_generic_lambda(*decl) => self.unknown_type(),
            TypeRef::Defined(decl) => {
                let decl = crate::DeclRef::at(db, self.code_ref, *decl);
                self.declared_type(decl)
            }
            TypeRef::Decltype(e) => {
                if self.is_dependent_expr(*e) {
                    return self.dependent(self.type_site(id));
                }
                let ty = check::decltype(self, *e);
                if self.in_argument {
                    self.name_type(id, ty, self.out.required.len());
                }
                match ty.is_error(db) && self.is_dependent_place() {
                    true => self.dependent(self.type_site(id)),
                    false => ty,
                }
            }
            TypeRef::TypeofExpr(e) => {
                if self.is_dependent_expr(*e) {
                    return self.dependent(self.type_site(id));
                }
                let unevaluated = std::mem::replace(&mut self.unevaluated, true);
                let operand = check::operand(self, *e);
                self.unevaluated = unevaluated;
                operand.ty
            }
            TypeRef::TypeofType(t) => self.resolve_type(*t),
            TypeRef::DecltypeAuto(_) => Ty::of(db, TyKind::Auto(true)),
            TypeRef::Auto(_) => self.placeholder(id),
            TypeRef::Transform(name, of) => {
                let of = self.resolve_type(*of);
                if of.is_dependent(db) {
                    return self.dependent(self.type_site(id));
                }
                self.transform(name, of)
            }
            TypeRef::Qualified(quals, t) => {
                let ty = self.resolve_type(*t);
                ty.qualified(db, *quals)
            }
            TypeRef::Pointer(t) => {
                let to = self.resolve_type(*t);
                if to.is_reference(db) || self.is_substitution() && to.is_qualified_function(db) {
                    return self.ill_formed(id);
                }
                match to.is_error(db) {
                    true => to,
                    false => to.pointer(db),
                }
            }
            TypeRef::LvalueReference(t) => {
                let to = self.resolve_type(*t);
                match to.is_void(db) || self.is_substitution() && to.is_qualified_function(db) {
                    true => self.ill_formed(id),
                    false => to.lvalue_reference(db),
                }
            }
            TypeRef::RvalueReference(t) => {
                let to = self.resolve_type(*t);
                match to.is_void(db) || self.is_substitution() && to.is_qualified_function(db) {
                    true => self.ill_formed(id),
                    false => to.rvalue_reference(db),
                }
            }
            TypeRef::MemberPointer { class, member } => {
                let class = match self.path_scope(class) {
                    Scope::Type(ty) => ty,
                    _ if self.is_dependent_place() => self.dependent(self.type_site(id)),
                    _ => return self.unknown_type(),
                };
                let can = class.is_class(db) || class.is_dependent(db);
                let member = self.resolve_type(*member);
                if member.is_error(db) {
                    return member;
                }
                if !can || member.is_reference(db) || member.is_void(db) {
                    return self.ill_formed(id);
                }
                Ty::of(db, TyKind::MemberPointer { class, member })
            }
            TypeRef::Array { element, bound } => {
                let element = self.resolve_type(*element);
                if element.is_error(db) {
                    return element;
                }
                if element.is_reference(db) || element.is_void(db) || element.is_function(db) {
                    return self.ill_formed(id);
                }
                let bound = match bound {
                    None => Bound::Unknown,
                    Some(e) => match self.bound(*e) {
                        Some(bound) => bound,
                        None => return Ty::error(db),
                    },
                };
                element.array(db, bound)
            }
            TypeRef::Function(f) => self.function_type(id, f),
            TypeRef::Pack(t) => Ty::of(db, TyKind::Pack(self.resolve_type(*t))),
            TypeRef::Attributed(t, attrs) => {
                let ty = self.resolve_type(*t);
                self.attributed(ty, attrs)
            }
        }
    }

    /// The type that a path names in an expression, template arguments applied: the callee of `T(x)`, `A<int>{}`. `None`: none.
    pub fn path_type(&mut self, path: &Path) -> Option<Ty<'db>> {
        let in_type = std::mem::replace(&mut self.in_type, true);
        let found = match path.is_unqualified() {
            true => self.lookup(&path.name),
            false => self.lookup_path(path),
        };
        let ty = self.found_type(found, path.args.as_deref());
        self.in_type = in_type;
        ty
    }

    /// The type of a value template parameter that is not bound, by its place; an error where it is no value.
    pub fn parameter_type(&mut self, level: u32, index: u32) -> Ty<'db> {
        let db = self.db;
        let levels = crate::code::params::levels(db, self.owner.decl(db));
        let Some(level) = levels.get(level as usize) else {
            return Ty::error(db);
        };
        let Some(crate::code::params::ParamRef::Written(param)) =
            level.params(db).get(index as usize).copied()
        else {
            return Ty::error(db);
        };
        let cleave_hir::TemplateParamKind::Value { ty, .. } = param.kind else {
            return Ty::error(db);
        };
        let depth = crate::code::params::levels(db, level.decl).len() as u32;
        let env = self.env.and_then(|e| e.truncated(db, depth));
        let Some(mut cx) = Context::of(db, Entity::new(db, level.decl, env)) else {
            return Ty::error(db);
        };
        cx.in_head = true;
        cx.resolve_type(ty).decayed(db)
    }

    /// The site of a type.
    pub(crate) fn type_site(&self, ty: TypeId) -> Site<'db> {
        Site {
            code: self.code_ref,
            index: ty.into_raw().into(),
            is_type: true,
        }
    }

    /// The site of an expression.
    pub(crate) fn expr_site(&self, e: cleave_hir::ExprId) -> Site<'db> {
        Site {
            code: self.code_ref,
            index: e.into_raw().into(),
            is_type: false,
        }
    }

    /// The site of the owner's declaration, for problems without a better one.
    pub(crate) fn owner_site(&self) -> Site<'db> {
        Site {
            code: self.code_ref,
            index: 0,
            is_type: true,
        }
    }

    /// Records that something is ill-formed, in a substitution a failure.
    pub(crate) fn fail(&mut self) {
        let site = self.owner_site();
        self.failed(codes::TEMPLATE_ARGUMENTS_MISSING, site);
    }

    /// The same with a number and a place. Where template parameters are not bound nothing is certain.
    pub(crate) fn failed(&mut self, number: codes::Code, site: Site<'db>) {
        match self.is_dependent_place() {
            true => self.unknown = true,
            false => self.problem(number, site, Vec::new()),
        }
    }

    fn ill_formed(&mut self, ty: TypeId) -> Ty<'db> {
        let site = self.type_site(ty);
        self.failed(codes::TYPE_NAME_NOT_ALLOWED, site);
        Ty::error(self.db)
    }

    fn unknown_type(&mut self) -> Ty<'db> {
        self.unknown = true;
        Ty::error(self.db)
    }

    /// Whether template parameters are not bound here.
    pub(crate) fn is_dependent_place(&self) -> bool {
        let env = crate::code::params::full_env(self.db, self.owner.decl(self.db), self.env);
        env.is_some_and(|e| e.is_dependent(self.db))
            || self.packs.iter().any(|p| p.1.is_dependent(self.db))
    }

    /// A dependent type written at a site.
    pub(crate) fn dependent(&mut self, site: Site<'db>) -> Ty<'db> {
        match self.dependent_env() {
            Some(env) => Ty::of(self.db, TyKind::Dependent(site, env)),
            None => self.unknown_type(),
        }
    }

    /// All bindings here; packs that are being expanded are bound to their elements.
    pub(crate) fn dependent_env(&self) -> Option<Env<'db>> {
        let db = self.db;
        let env = crate::code::params::full_env(db, self.owner.decl(db), self.env)?;
        if self.packs.is_empty() {
            return Some(env);
        }
        let mut out = None;
        for (level, env) in env.levels(db).into_iter().enumerate() {
            let mut args = env.args(db).to_vec();
            for ((at, index), arg) in &self.packs {
                if *at == level as u32
                    && let Some(slot) = args.get_mut(*index as usize)
                {
                    *slot = arg.clone();
                }
            }
            out = Some(Env::make(db, out, args));
        }
        out
    }

    /// The class or enumeration of a declaration in the code at hand.
    fn declared_type(&mut self, decl: crate::DeclRef<'db>) -> Ty<'db> {
        let db = self.db;
        let first = crate::function::canonical(db, decl);
        let entity = Entity::new(db, first, self.env_of(decl));
        match first.hir(db).map(|d| &d.kind) {
            Some(DeclKind::Enum(_)) => Ty::of(db, TyKind::Enum(entity)),
            _ => Ty::of(db, TyKind::Class(entity)),
        }
    }

    /// `auto` in a parameter is an invented template parameter; elsewhere it is deduced later.
    fn placeholder(&mut self, id: TypeId) -> Ty<'db> {
        let db = self.db;
        let raw: u32 = id.into_raw().into();
        let levels = crate::code::params::levels(db, self.owner.decl(db));
        for (level, l) in levels.iter().enumerate().rev() {
            if l.decl.code(db) != self.code_ref {
                continue;
            }
            if let Some(at) = l.invented.iter().position(|i| *i == raw) {
                let written = l.written(db).map_or(0, |h| h.params.len());
                let index = (written + at) as u32;
                let pack = l
                    .params(db)
                    .get(index as usize)
                    .is_some_and(|p| p.is_pack());
                return self.param_type(level as u32, index, pack, None);
            }
        }
        Ty::of(db, TyKind::Auto(false))
    }

    fn named_type(&mut self, id: TypeId, path: &Path, elaborated: bool) -> Ty<'db> {
        let db = self.db;
        let want = if elaborated { Want::Tag } else { Want::Any };
        let Some(key) = NameKey::of(&path.name) else {
            return self.unknown_type();
        };
        let found = match path.is_unqualified() {
            true => self.lookup_key(&key, want),
            false => {
                let problems = self.problems.len();
                let scope = self.scope_of(path);
                if scope == Scope::Nothing {
                    let site = self.type_site(id);
                    if let Some(problem) = self.no_such_scope(path, false, site) {
                        self.problems.truncate(problems);
                        self.problems.push(problem);
                    }
                    return Ty::error(db);
                }
                let found = self.lookup_in(&scope, &path.name, want);
                if let Found::Entities { set, .. } = &found
                    && let [only] = set[..]
                    && self.is_substitution()
                {
                    let class = match &scope {
                        Scope::Type(ty) => Some(*ty),
                        _ => None,
                    };
                    self.check_access(only, class, self.type_site(id));
                }
                if found == Found::Nothing
                    && let Some(problem) = self.no_such_member(&scope, path, self.type_site(id))
                {
                    self.problems.push(problem);
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
        self.check_type_access(&found, self.type_site(id));
        if found == Found::Nothing
            && let Some(name) = key.ident()
            && let site = self.type_site(id)
            && let Some(ty) = self.predefined_template(name, path.args.as_deref(), site)
        {
            return ty;
        }
        match found {
            Found::Unknown if self.is_dependent_place() => self.dependent(self.type_site(id)),
            Found::Unknown => self.unknown_type(),
            Found::Nothing if elaborated => self.mentioned(id, &key),
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
                    .is_some_and(|n| n.as_str().starts_with("__builtin_")) =>
            {
                self.unknown_type()
            }
            Found::Nothing => {
                if path.is_unqualified() && self.is_dependent_place() {
                    // A name of a dependent base, or one that is not known.
                    return self.dependent(self.type_site(id));
                }
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
                match key.ident().filter(|_| is_named_so) {
                    Some(name) => {
                        let fill = crate::Fill::Name(name.as_str().into());
                        self.problems
                            .push(crate::Problem::new(number, site, vec![fill]));
                    }
                    None => self.failed(number, site),
                }
                Ty::error(db)
            }
            Found::Namespace(namespace) if !self.is_substitution() => {
                let name = crate::lookup::qualified::spelled(db, namespace);
                let fills = vec![crate::Fill::Kind("namespace", name)];
                let site = self.type_site(id);
                self.problems
                    .push(crate::Problem::new(codes::NOT_A_TYPE_NAME, site, fills));
                Ty::error(db)
            }
            found => {
                if !elaborated && let Some(template) = self.bare_variable_template(&found, path) {
                    let fill = crate::Fill::Entity(template);
                    let problem = crate::Problem::new(
                        codes::TEMPLATE_ARGUMENTS_MISSING,
                        self.type_site(id),
                        vec![fill],
                    );
                    self.problems.push(problem.at(crate::At::First));
                    return Ty::error(db);
                }
                if !elaborated && let Some(entity) = self.no_type(&found, path.is_unqualified()) {
                    let fill = match crate::function::class_of(db, entity).is_some()
                        && !entity.is_function(db)
                    {
                        true => {
                            let name = crate::display::qualified_name(db, entity);
                            crate::Fill::Kind("member", name.into())
                        }
                        false => crate::Fill::Entity(entity),
                    };
                    let at = match path.is_unqualified() {
                        true => crate::At::Point,
                        false => crate::At::First,
                    };
                    let site = self.type_site(id);
                    self.problems
                        .push(crate::Problem::new(codes::NOT_A_TYPE_NAME, site, vec![fill]).at(at));
                    return Ty::error(db);
                }
                match self.found_type(found, path.args.as_deref()) {
                    Some(ty) => ty,
                    None => self.ill_formed(id),
                }
            }
        }
    }

    /// Whether what is wrong with a name is certain: it stands in the user's own code, where nothing is substituted.
    fn is_users_own(&self) -> bool {
        !self.is_substitution()
            && self.env.is_none()
            && cleave_names::is_of_user(self.db, self.code_ref.item)
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
    fn no_type(&self, found: &Found<'db>, unqualified: bool) -> Option<Entity<'db>> {
        let Found::Entities { set, .. } = found else {
            return None;
        };
        let db = self.db;
        let certain = self.is_users_own();
        // A member may be declared behind the place that names a type: it hides what is around its class from there on.
        let may_be_later = unqualified && self.code_ref.body.is_none();
        let plain = |e: &Entity<'db>| {
            e.hir(db).is_some_and(|d| {
                let value = matches!(
                    d.kind,
                    DeclKind::Variable(_) | DeclKind::Function(_) | DeclKind::Enumerator(_)
                );
                value
                    && d.heads.is_empty()
                    && !(may_be_later && e.decl(db).parent_class(db).is_some())
            })
        };
        (certain && set.iter().all(plain)).then(|| set.first().copied())?
    }

    /// A class that elaborated-type-specifiers declare before anything else does.
    fn mentioned(&mut self, id: TypeId, key: &NameKey) -> Ty<'db> {
        let db = self.db;
        if self.code_ref.body.is_some() {
            return match self.defined_later(key) {
                Some(class) => Ty::of(db, TyKind::Class(Entity::new(db, class, None))),
                None => self.unknown_type(),
            };
        }
        let decl = crate::DeclRef::elaborated(db, self.code_ref, id);
        let first = crate::function::canonical(db, decl);
        Ty::of(db, TyKind::Class(Entity::new(db, first, None)))
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

    /// What a template parameter stands for as a type.
    pub(crate) fn param_type(
        &mut self,
        level: u32,
        index: u32,
        pack: bool,
        args: Option<&[TemplateArgRef]>,
    ) -> Ty<'db> {
        let db = self.db;
        match (self.binding(level, index), args) {
            (Some(Arg::Type(ty)), _) => ty,
            (Some(Arg::Template(template)), Some(args)) => self.specialization_type(template, args),
            (Some(Arg::Template(template)), None) => self.entity_type(template, None),
            (None, Some(args)) => {
                let args = self.loose_args(args).into();
                Ty::of(db, TyKind::ParamSpecialization { level, index, args })
            }
            (Some(Arg::Param { level, index, .. }), Some(args)) => {
                let args = self.loose_args(args).into();
                Ty::of(db, TyKind::ParamSpecialization { level, index, args })
            }
            (Some(Arg::Pack(all)), None) => match &*all {
                // A pack that stands for itself, named without an expansion around.
                [Arg::Expansion(of)] => match &**of {
                    Arg::Type(ty) => *ty,
                    _ => self.unknown_type(),
                },
                _ => self.unknown_type(),
            },
            (None, None) => {
                let levels = crate::code::params::levels(db, self.owner.decl(db));
                let param = (levels.get(level as usize))
                    .and_then(|l| l.params(db).get(index as usize).copied());
                match param.is_none_or(|p| p.is_type()) {
                    true => Ty::of(db, TyKind::Param { level, index, pack }),
                    false => Ty::of(
                        db,
                        TyKind::ParamSpecialization {
                            level,
                            index,
                            args: Box::default(),
                        },
                    ),
                }
            }
            _ => self.unknown_type(),
        }
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
        let entity = template.specialize(db, args);
        // A template-id whose constraints are not satisfied is ill-formed ([temp.names]/8).
        if constrained && crate::template::constraints::satisfied(db, entity) == Some(false) {
            self.fail();
            return Ty::error(db);
        }
        self.entity_type(entity, None)
    }

    fn bound(&mut self, e: cleave_hir::ExprId) -> Option<Bound<'db>> {
        let size = Ty::builtin(self.db, crate::ty::classify::size_type(self.db));
        if let Some(problem) = self.wrong_bound(e, size) {
            self.problems.push(problem);
            return None;
        }
        let problems = self.problems.len();
        let arg = self.value_arg(e, Some(size));
        if arg.is_none() && self.is_negative_bound(e, problems) {
            self.problems.truncate(problems);
            let site = first_token(self.db, self.expr_site(e));
            self.problems.push(
                crate::Problem::new(codes::ARRAY_SIZE_NOT_POSITIVE, site, Vec::new())
                    .at(crate::At::First),
            );
            return None;
        }
        if arg.is_none() && self.code_ref.body.is_some() && !self.is_substitution() {
            // An array of variable length.
            self.problems.truncate(problems);
            self.unknown = true;
        }
        match arg? {
            Arg::Value(c) => match c.as_int(self.db) {
                Some(n) => match u64::try_from(n) {
                    Ok(n) => Some(Bound::Known(n)),
                    Err(_) => {
                        self.fail();
                        None
                    }
                },
                None => {
                    self.unknown = true;
                    None
                }
            },
            Arg::Param { level, index, .. } => Some(Bound::Param { level, index }),
            Arg::Dependent(site, env) => Some(Bound::Dependent(site, env)),
            _ => {
                self.unknown = true;
                None
            }
        }
    }

    /// What is said of a bound that is no integer ([dcl.array]/1). Of what libraries declare nothing is.
    fn wrong_bound(&mut self, e: cleave_hir::ExprId, size: Ty<'db>) -> Option<crate::Problem<'db>> {
        use cleave_hir::{Expr as H, Literal};
        let db = self.db;
        let plain = matches!(
            &self.code[e],
            H::Literal(Literal::Int { .. } | Literal::Char { .. })
        );
        if plain
            || self.is_substitution()
            || self.env.is_some()
            || !cleave_names::is_of_user(db, self.code_ref.item)
            || self.is_dependent_expr(e)
        {
            return None;
        }
        let ty = crate::convert::quietly(self, |cx| {
            let in_type = std::mem::replace(&mut cx.in_type, false);
            let e = cx.unevaluated(e);
            cx.in_type = in_type;
            match cx.is_bad(e) {
                true => Ty::error(db),
                false => cx.ty(e).decayed(db).unqualified(db),
            }
        });
        let wrong = ty.is_class(db) && self.converts_to_nothing(ty)
            || ty.is_pointer(db)
            || ty.is_nullptr(db)
            || ty.is_arithmetic(db) && !ty.is_integral(db)
            || crate::convert::is_scoped(db, ty);
        let site = first_token(db, self.expr_site(e));
        let problem = match self.code_ref.body.is_some() {
            true => crate::Problem::new(codes::NOT_INTEGRAL_OR_UNSCOPED_ENUM, site, Vec::new()),
            false => {
                let fills = vec![crate::Fill::Type(ty), crate::Fill::Type(size)];
                crate::Problem::new(codes::CONSTANT_OF_WRONG_TYPE, site, fills)
            }
        };
        wrong.then(|| problem.at(crate::At::First))
    }

    /// Whether the bound of an array, which was not taken, is a negative number. `from`: the problems since it was read.
    fn is_negative_bound(&mut self, e: cleave_hir::ExprId, from: usize) -> bool {
        let number = self.problems.get(from).map(|p| p.code);
        if !matches!(
            number,
            Some(codes::NARROWING_VALUE_DOES_NOT_FIT | codes::TEMPLATE_ARGUMENTS_MISSING)
        ) {
            return false;
        }
        match crate::convert::quietly(self, |cx| cx.value_arg(e, None)) {
            Some(Arg::Value(value)) => value.as_int(self.db).is_some_and(|n| n < 0),
            _ => false,
        }
    }

    /// Attributes that make another type.
    fn attributed(&mut self, ty: Ty<'db>, attrs: &[Attr]) -> Ty<'db> {
        let db = self.db;
        let mut ty = ty;
        for attr in attrs {
            let size = |cx: &mut Self, attr: &Attr| {
                let e = *attr.args.first()?;
                match cx.value_arg(e, Some(Ty::builtin(db, crate::ty::classify::size_type(db))))? {
                    Arg::Value(c) => u64::try_from(c.as_int(db)?).ok(),
                    _ => None,
                }
            };
            match attr.name.as_str() {
                "vector_size" | "gnu::vector_size" => {
                    let bytes = size(self, attr);
                    let element = crate::class::layout::size_of(db, ty);
                    ty = match (bytes, element) {
                        (Some(bytes), Some(of)) if of > 0 && !ty.is_dependent(db) => {
                            Ty::of(db, TyKind::Vector(ty, bytes / of))
                        }
                        _ => self.unknown_type(),
                    };
                }
                "mode" | "gnu::mode" => ty = self.unknown_type(),
                _ => {}
            }
        }
        ty
    }
}

/// The type that a typedef or alias, with its arguments, stands for. `None`: substitution into it fails.
pub fn alias_type<'db>(db: &'db dyn Db, alias: Entity<'db>) -> Option<Ty<'db>> {
    crate::engine::depth::outermost(db, || None, || alias_target(db, alias))
}

#[salsa::tracked(returns(copy), cycle_initial = |db, _, _| Some(Ty::error(db)), cycle_fn = |db, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || Some(Ty::error(db))))]
fn alias_target<'db>(db: &'db dyn Db, alias: Entity<'db>) -> Option<Ty<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let hir = alias.hir(db)?;
    let DeclKind::Alias(ty) = hir.kind else {
        return Some(Ty::error(db));
    };
    let mut cx = Context::of(db, alias)?;
    let resolved = cx.resolve_type(ty);
    // `typedef int a[sizeof(b)] __attribute__((…))` keeps its type; alignment is the layout's business.
    match cx.problems.is_empty() {
        true => Some(resolved),
        false => None,
    }
}
