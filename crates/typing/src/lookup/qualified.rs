//! Qualified names ([basic.lookup.qual]): what a nested-name-specifier means, and names in it.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{DeclKind, NameId, Path, PathSegment};
use cleave_names::ScopePath;
use cleave_syntax::is_implementation_name;

use crate::class::specialization::{is_made_of_nothing, is_undefined};
use crate::code::NameKey;
use crate::lookup::Found;
use crate::lookup::members::{in_definition, member};
use crate::lookup::namespaces::{InNamespace, Place, Want, Way, in_namespaces, root};
use crate::lookup::same::is_type;
use crate::{At, Context, Entity, Fill, Problem, Site, Ty, TyKind};

/// What a nested-name-specifier means.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Scope<'db> {
    /// A namespace.
    Namespace(ScopePath<'db>),
    /// A class or enumeration, or a type that has no members.
    Type(Ty<'db>),
    /// Not to be known.
    Unknown,
    /// There is no such thing; a problem was recorded.
    Nothing,
}

pub(crate) fn namespace_found<'db>(db: &'db dyn Db, found: &InNamespace<'db>) -> Found<'db> {
    if found.ambiguous {
        // What one namespace declares in two ways is reported where it is declared.
        let mut scopes = found.decls.iter().map(|d| d.code(db).scope(db));
        let first = scopes.next();
        return match scopes.all(|scope| Some(scope) == first) {
            true => Found::Unknown,
            false => Found::Ambiguous,
        };
    }
    if !found.decls.is_empty() {
        return Found::Entities {
            set: found.set.to_vec(),
            class: None,
        };
    }
    match found.namespace {
        Some(namespace) => Found::Namespace(namespace),
        None => Found::Nothing,
    }
}

/// Names of `std` that a compiler may declare by itself.
const PREDECLARED: [&str; 3] = ["align_val_t", "type_info", "nullptr_t"];

/// A name as messages spell it, if only declarations declare it: no special member function, no conversion function, no allocation or
/// deallocation function ([special], [basic.stc.dynamic.general]/2).
pub(crate) fn declared_name(name: &NameId) -> Option<String> {
    use cleave_lang::Operator as O;
    match name {
        NameId::Operator(O::Assign | O::New | O::NewArray | O::Delete | O::DeleteArray) => None,
        name => name.text(),
    }
}

/// What is said of a name that a namespace lacks.
pub(crate) fn lacking<'db>(
    db: &'db dyn Db,
    namespace: ScopePath<'db>,
    name: &str,
    site: Site<'db>,
) -> Problem<'db> {
    let name = Fill::Name(name.into());
    match namespace.parent(db) {
        None => Problem::new(codes::NO_SUCH_GLOBAL_NAME { name }, site),
        Some(_) => Problem::new(
            codes::NO_SUCH_MEMBER {
                class: Fill::Kind("namespace", spelled(db, namespace)),
                name,
            },
            site,
        ),
    }
}

/// A namespace by its whole name.
pub(crate) fn spelled<'db>(db: &'db dyn Db, namespace: ScopePath<'db>) -> Box<str> {
    let names: Vec<&str> = (namespace.path(db).iter())
        .map(|s| match s.name(db) {
            "" => "<unnamed>",
            name => name,
        })
        .collect();
    names.join("::").into()
}

/// Whether an enumeration's enumerators are known.
fn is_defined_enum<'db>(db: &'db dyn Db, e: Entity<'db>) -> bool {
    let defined = |d: &crate::DeclRef<'db>| matches!(d.hir(db).map(|d| &d.kind), Some(DeclKind::Enum(e)) if e.enumerators.is_some());
    crate::function::redeclarations(db, e.decl(db))
        .iter()
        .any(defined)
}

impl<'db> Context<'db> {
    /// What the nested-name-specifier of a path means.
    pub(crate) fn scope_of(&mut self, path: &Path) -> Scope<'db> {
        let mut scope = match path.decltype {
            Some(ty) => Some(self.type_scope(ty)),
            None => {
                (path.global).then(|| Scope::Namespace(root(self.db, self.code_ref.scope(self.db))))
            }
        };
        for segment in &path.qualifiers {
            // What stands in nothing is nothing.
            if scope == Some(Scope::Nothing) {
                break;
            }
            scope = Some(self.segment(scope, segment));
        }
        scope.unwrap_or(Scope::Unknown)
    }

    /// What a whole path means as a nested-name-specifier.
    pub(crate) fn path_scope(&mut self, path: &Path) -> Scope<'db> {
        let outer = match path.is_unqualified() {
            true => None,
            false => Some(self.scope_of(path)),
        };
        let NameId::Ident(name) = &path.name else {
            return Scope::Unknown;
        };
        let segment = PathSegment {
            name: name.clone(),
            args: path.args.clone(),
        };
        self.segment(outer, &segment)
    }

    fn type_scope(&mut self, ty: cleave_hir::TypeId) -> Scope<'db> {
        let ty = self.resolve_type(ty);
        if ty.is_error(self.db) {
            return Scope::Unknown;
        }
        Scope::Type(ty.unqualified(self.db))
    }

    fn segment(&mut self, scope: Option<Scope<'db>>, segment: &PathSegment) -> Scope<'db> {
        let name = NameId::Ident(segment.name.clone());
        let found = match &scope {
            None => self.lookup_key(&NameKey::Ident(segment.name.clone()), Want::Scope),
            Some(scope) => self.lookup_in(scope, &name, Want::Scope),
        };
        match found {
            Found::Namespace(namespace) => Scope::Namespace(namespace),
            Found::Unknown => Scope::Unknown,
            Found::Nothing => {
                let site = self.owner_site();
                let at = self.at.unwrap_or(site);
                match self.predefined_template(&segment.name, segment.args.as_deref(), at) {
                    Some(ty) if !ty.is_error(self.db) => Scope::Type(ty.unqualified(self.db)),
                    Some(_) => Scope::Unknown,
                    None => {
                        self.failed(codes::UNDEFINED_IDENTIFIER, site);
                        Scope::Nothing
                    }
                }
            }
            found => {
                if segment.args.is_none() && self.is_bare_scope(&found) {
                    return Scope::Unknown;
                }
                let ty = self.found_type(found, segment.args.as_deref());
                match ty {
                    Some(ty) if !ty.is_error(self.db) => {
                        let ty = self.partial_named(ty.unqualified(self.db));
                        self.require(ty);
                        Scope::Type(ty)
                    }
                    _ => Scope::Unknown,
                }
            }
        }
    }

    /// A class that qualifies a declaration, as its partial specialisation has it.
    fn partial_named(&self, ty: Ty<'db>) -> Ty<'db> {
        let db = self.db;
        let class = ty.class_entity(db).filter(|_| self.modes.in_qualifier);
        let named = class.and_then(|class| {
            let special =
                crate::class::specialization::named_partial(db, class, self.owner.decl(db))?;
            let outer = class.env(db).and_then(|e| e.parent(db));
            crate::lookup::current_instantiation::self_type(db, special, outer)
        });
        named.unwrap_or(ty)
    }

    /// Remembers that a specialisation of a class template must be complete here ([temp.inst]/2).
    fn require(&mut self, ty: Ty<'db>) {
        let db = self.db;
        if let (TyKind::Class(entity), Some(at)) = (ty.kind(db), self.at)
            && entity.env(db).is_some()
            && !self.modes.substitution
            && !ty.is_dependent(db)
        {
            self.out.required.push((*entity, at));
            self.problems.extend(self.ambiguous_class(*entity, at));
        }
    }

    /// What is said of a class that no partial specialisation is the best one for.
    pub(crate) fn ambiguous_class(
        &self,
        class: Entity<'db>,
        site: Site<'db>,
    ) -> Option<Problem<'db>> {
        let found = crate::class::specialization::ambiguous(self.db, class);
        if found.is_empty() {
            return None;
        }
        let mut problem = Problem::new(
            codes::AMBIGUOUS_PARTIAL_SPECIALIZATION {
                entity: Fill::Entity(class),
            },
            site,
        );
        for special in found {
            problem = problem.detail(crate::Detail::Pattern(special));
        }
        Some(problem)
    }

    /// What is said of a qualified name that its scope, a type, has no member of. `None` where it is not certain.
    pub(crate) fn no_such_member(
        &mut self,
        scope: &Scope<'db>,
        path: &Path,
        site: Site<'db>,
    ) -> Option<Problem<'db>> {
        let db = self.db;
        let name = declared_name(&path.name)?;
        let ty = match scope {
            Scope::Type(ty) => ty,
            Scope::Namespace(namespace) => {
                let key = NameKey::of(&path.name)?;
                return self.not_in_namespace(*namespace, &key, &name, site);
            }
            Scope::Unknown | Scope::Nothing => return None,
        };
        // In a template those are known that have nothing to do with its parameters ([temp.nondep]).
        let plain = |e: Entity<'db>| crate::code::params::levels(db, e.decl(db)).is_empty();
        let open = self.is_dependent_place() && !ty.class_entity(db).is_some_and(plain);
        if open || ty.is_unknown(db) || ty.has_auto(db) {
            return None;
        }
        match ty.kind(db) {
            TyKind::Class(entity) if is_made_of_nothing(db, *entity) && !self.is_substitution() => {
                let ty = Fill::Type(*ty);
                Some(Problem::new(codes::INCOMPLETE_TYPE_NOT_ALLOWED { ty }, site).at(At::First))
            }
            TyKind::Class(entity) => {
                crate::class::class_info(db, *ty)?;
                let class = self.shown_scope(path, *entity);
                let name = Fill::Name(name.into());
                Some(Problem::new(codes::NO_SUCH_MEMBER { class, name }, site))
            }
            TyKind::Enum(e) if is_defined_enum(db, *e) => Some(Problem::new(
                codes::NO_SUCH_MEMBER {
                    class: Fill::Entity(*e),
                    name: Fill::Name(name.into()),
                },
                site,
            )),
            // What a template's parameter turned out to be: anything else would be a syntax error.
            TyKind::Builtin(_)
            | TyKind::Pointer(_)
            | TyKind::LvalueReference(_)
            | TyKind::RvalueReference(_)
                if !site.is_type =>
            {
                Some(Problem::new(codes::NOT_A_CLASS_OR_NAMESPACE_NAME, site).at(At::First))
            }
            _ => None,
        }
    }

    /// What is said of a name that a namespace lacks, as far as it is seen from here. Names that the language keeps for the
    /// implementation may be the compiler's own.
    fn not_in_namespace(
        &self,
        namespace: ScopePath<'db>,
        key: &NameKey,
        name: &str,
        site: Site<'db>,
    ) -> Option<Problem<'db>> {
        let db = self.db;
        if is_implementation_name(name) || PREDECLARED.contains(&name) {
            return None;
        }
        let item = self.code_ref.item;
        // What the item itself declares further on is left alone.
        let place = Place {
            item: Some(item),
            inclusive: true,
        };
        let file = item.file(db);
        let found = in_namespaces(db, file, place, namespace, key, Want::Any, Way::Qualified);
        let nothing = namespace_found(db, found) == Found::Nothing;
        if !nothing || crate::lookup::unseen::is_unseen(db, item, namespace, name) {
            return None;
        }
        Some(lacking(db, namespace, name, site))
    }

    /// What is said of a path whose nested-name-specifier names something that a namespace lacks: `n::none::x`. A first name
    /// that is not declared is reported in an expression, elsewhere it is the parser's to report.
    pub(crate) fn no_such_scope(
        &mut self,
        path: &Path,
        is_expression: bool,
        site: Site<'db>,
    ) -> Option<Problem<'db>> {
        if path.decltype.is_some() {
            return None;
        }
        let global = u32::from(path.global);
        let mut scope = match path.global {
            true => Some(Scope::Namespace(root(
                self.db,
                self.code_ref.scope(self.db),
            ))),
            false => None,
        };
        for (i, segment) in path.qualifiers.iter().enumerate() {
            let next = crate::convert::quietly(self, |cx| cx.segment(scope.clone(), segment));
            let named = next == Scope::Nothing || next == Scope::Unknown && segment.args.is_some();
            let is_value = named && self.is_value_in(scope.as_ref(), segment);
            if is_value && (scope.is_some() || is_expression || self.is_users_own()) {
                let at = match scope {
                    Some(_) => At::Nth(global + 2 * u32::try_from(i).ok()?),
                    None => At::First,
                };
                return Some(Problem::new(codes::NOT_A_CLASS_OR_NAMESPACE_NAME, site).at(at));
            }
            if next == Scope::Unknown && scope.is_none() && self.is_users_own() {
                let key = NameKey::Ident(segment.name.clone());
                let found = crate::convert::quietly(self, |cx| cx.lookup_key(&key, Want::Scope));
                if found == Found::Ambiguous {
                    let name = Fill::Name(segment.name.as_str().into());
                    let problem = Problem::new(codes::AMBIGUOUS_NAME { name }, site);
                    return Some(problem.at(At::First));
                }
            }
            if next == Scope::Nothing && scope.is_none() {
                let found = self.no_first_scope(path, segment, site);
                return found.filter(|_| is_expression || self.is_users_own());
            }
            if next == Scope::Nothing {
                let Some(Scope::Namespace(namespace)) = scope else {
                    return None;
                };
                let key = NameKey::Ident(segment.name.clone());
                self.not_in_namespace(namespace, &key, segment.name.as_str(), site)?;
                let nth = global + 2 * u32::try_from(i).ok()?;
                return Some(
                    Problem::new(codes::NOT_A_CLASS_OR_NAMESPACE_NAME, site).at(At::Nth(nth)),
                );
            }
            if segment.args.is_some() {
                return None;
            }
            scope = Some(next);
        }
        None
    }

    /// Whether a name in a nested-name-specifier is one of functions or variables alone ([basic.lookup.qual]/1).
    fn is_value_in(&mut self, scope: Option<&Scope<'db>>, segment: &PathSegment) -> bool {
        let db = self.db;
        let key = NameKey::Ident(segment.name.clone());
        let found = crate::convert::quietly(self, |cx| match scope {
            None => cx.lookup_key(&key, Want::Any),
            Some(scope) => cx.lookup_key_in(scope, &key, Want::Any),
        });
        let value = |e: &Entity<'db>| {
            matches!(
                e.kind(db),
                Some(DeclKind::Variable(_) | DeclKind::Function(_))
            )
        };
        matches!(found, Found::Entities { set, .. } if !set.is_empty() && set.iter().all(value))
    }

    /// What is said of the first name of a nested-name-specifier that nothing declares. `std` is known without a declaration.
    fn no_first_scope(
        &self,
        path: &Path,
        segment: &PathSegment,
        site: Site<'db>,
    ) -> Option<Problem<'db>> {
        let name = segment.name.as_str();
        let own = self.code_ref.scope(self.db);
        let mut around = own.path(self.db);
        around.push(root(self.db, own));
        let item = self.code_ref.item;
        let unseen = |s: &ScopePath<'db>| crate::lookup::unseen::is_unseen(self.db, item, *s, name);
        if around.iter().any(unseen) {
            return None;
        }
        if is_implementation_name(name) || segment.args.is_some() {
            return None;
        }
        if name == "std" {
            let only = path.qualifiers.len() == 1;
            let name = path.name.ident().filter(|_| only)?.as_str();
            if PREDECLARED.contains(&name) || is_implementation_name(name) {
                return None;
            }
            let name = Fill::Name(name.into());
            return Some(Problem::new(
                codes::NO_SUCH_MEMBER {
                    class: Fill::Kind("namespace", "std".into()),
                    name,
                },
                site,
            ));
        }
        Some(Problem::new(codes::NOT_A_CLASS_OR_NAMESPACE_NAME, site).at(At::First))
    }

    /// A name in a scope.
    pub(crate) fn lookup_in(
        &mut self,
        scope: &Scope<'db>,
        name: &NameId,
        want: Want,
    ) -> Found<'db> {
        match NameKey::of(name) {
            Some(key) => self.lookup_key_in(scope, &key, want),
            None => Found::Unknown,
        }
    }

    /// The same by a key.
    pub(crate) fn lookup_key_in(
        &mut self,
        scope: &Scope<'db>,
        key: &NameKey,
        want: Want,
    ) -> Found<'db> {
        let db = self.db;
        match scope {
            Scope::Namespace(namespace) => {
                let item = self.code_ref.item;
                let place = Place {
                    item: Some(item),
                    inclusive: self.code_ref.body.is_some() || self.is_in_class(),
                };
                let file = item.file(db);
                let found = in_namespaces(db, file, place, *namespace, key, want, Way::Qualified);
                match namespace_found(db, found) {
                    Found::Nothing if want == Want::Any => self
                        .in_anonymous_union(*namespace, key)
                        .unwrap_or(Found::Nothing),
                    found => found,
                }
            }
            Scope::Type(ty) => self.lookup_in_type(ty.unqualified(db), key.clone(), want),
            Scope::Unknown => Found::Unknown,
            Scope::Nothing => Found::Unknown,
        }
    }

    fn is_in_class(&self) -> bool {
        let mut decl = self.owner.decl(self.db);
        for _ in 0..64 {
            if decl.is_class(self.db) {
                return true;
            }
            match decl.parent(self.db) {
                Some(parent) => decl = parent,
                None => break,
            }
        }
        false
    }

    fn lookup_in_type(&mut self, ty: Ty<'db>, key: NameKey, want: Want) -> Found<'db> {
        let db = self.db;
        match ty.kind(db) {
            TyKind::Enum(e) => match crate::lookup::by_name::enumerator(db, e.decl(db), &key) {
                Some(found) => Found::Entities {
                    set: vec![Entity::new(db, found, e.env(db))],
                    class: None,
                },
                None if ty.is_dependent(db) => Found::Unknown,
                None => Found::Nothing,
            },
            TyKind::Class(entity) => {
                // `A<T>::B::f`: the arguments of the owner's own qualifiers are its parameters; not so in what these are given.
                let is_own = self.modes.in_qualifier && !self.modes.in_type;
                let open = ty.is_dependent(db) && !is_own;
                let found = if open && !entity.is_template(db) {
                    match self
                        .is_current(ty)
                        .then(|| self.definition_of(ty))
                        .flatten()
                    {
                        Some(definition) => in_definition(db, definition, ty, &key, false),
                        None => return Found::Unknown,
                    }
                } else {
                    member(db, ty, key.clone()).clone()
                };
                // `A::A`: the constructors, unless a type is meant.
                if found.ty == Some(ty) && want == Want::Any {
                    let own = match ty.is_dependent(db) {
                        true => self
                            .definition_of(ty)
                            .map(|d| in_definition(db, d, ty, &NameKey::Constructor, false)),
                        false => Some(member(db, ty, NameKey::Constructor).clone()),
                    };
                    if let Some(own) = own.filter(|o| !o.set.is_empty())
                        && !self.modes.in_type
                    {
                        return own.found();
                    }
                }
                match found.found() {
                    // In a substitution, what an incomplete class has not makes it fail ([temp.deduct]/8).
                    Found::Unknown
                        if self.is_substitution()
                            && !ty.is_dependent(db)
                            && is_undefined(db, *entity) =>
                    {
                        Found::Nothing
                    }
                    Found::Entities { set, class } if want != Want::Any => {
                        let types: Vec<_> = set
                            .into_iter()
                            .filter(|e| is_type(db, e.decl(db)))
                            .collect();
                        match types.is_empty() {
                            true => Found::Nothing,
                            false => Found::Entities { set: types, class },
                        }
                    }
                    found => found,
                }
            }
            TyKind::Closure(_) => member(db, ty, key).found(),
            _ if ty.is_dependent(db) || ty.is_error(db) => Found::Unknown,
            _ => Found::Nothing,
        }
    }

    /// The type that something found denotes, with these template arguments written after the name. `None`: it is no type.
    pub(crate) fn found_type(
        &mut self,
        found: Found<'db>,
        args: Option<&[cleave_hir::TemplateArgRef]>,
    ) -> Option<Ty<'db>> {
        let db = self.db;
        match found {
            Found::Type(ty) => match (args, ty.class_entity(db).and_then(|e| e.template(db))) {
                (Some(args), Some(template)) => Some(self.specialization_type(template, args)),
                _ => Some(ty),
            },
            Found::Entities { set, .. } => {
                let entity = set.iter().copied().find(|e| is_type(db, e.decl(db)))?;
                Some(self.entity_type(entity, args))
            }
            Found::Param { level, index, pack } => Some(self.param_type(level, index, pack, args)),
            _ => None,
        }
    }

    /// An alias template stands for no type under its arguments: what is wrong is said where it was written, if the user's own code
    /// asked for it outside of any deduction.
    fn substitution_failed(&mut self, alias: Entity<'db>) {
        let db = self.db;
        let known = alias.env(db).is_some_and(|env| !env.is_dependent(db));
        if known && self.is_of_user() && !self.modes.substitution {
            let at = self.at.unwrap_or(self.owner_site());
            self.out.required.push((alias, at));
        }
    }

    /// The type that a class, enumeration or alias is.
    pub(crate) fn entity_type(
        &mut self,
        entity: Entity<'db>,
        args: Option<&[cleave_hir::TemplateArgRef]>,
    ) -> Ty<'db> {
        let db = self.db;
        if let Some(args) = args
            && entity.is_template(db)
        {
            return self.specialization_type(entity, args);
        }
        match entity.hir(db).map(|d| &d.kind) {
            Some(DeclKind::Enum(_)) => Ty::of(db, TyKind::Enum(entity)),
            Some(DeclKind::Alias(_)) => match crate::resolve::alias_type(db, entity) {
                Some(ty) => ty,
                None => {
                    self.substitution_failed(entity);
                    self.fail();
                    Ty::error(db)
                }
            },
            _ => Ty::of(db, TyKind::Class(entity)),
        }
    }
}
