//! What namespaces declare ([namespace.qual], [namespace.udir], [basic.lookup.unqual]).
//!
//! Granularity: [`namespace_decls`] holds the declarations of one name without their places; [`in_namespaces`] answers a question
//! of an item and compares equal while the answer stays, wherever the items move.

use cleave_base_db::{Db, SourceFile};
use cleave_hir::{ClassKey, Code, Decl, DeclKind, TypeId, TypeRef, item_hir};
use cleave_names::decl::Spec;
use cleave_names::{
    Candidate, ItemId, Role, ScopePath, Word, candidates, is_sole, is_transparent_in, item_index,
    namespaces_named, opened, opened_at, search_order,
};

use cleave_syntax::skeleton::{Flags, ItemKind};

use rustc_hash::FxHashSet;

use crate::code::NameKey;
use crate::lookup::by_name::{self, named_in};
use crate::lookup::paths::{namespace_path, path_decls, qualifier_namespace};
use crate::lookup::same::{
    canonical_types, canonical_values, is_function_by_typedef, is_same_alias, is_type, overloads,
};
use crate::{CodeRef, DeclRef, Entity, Namespace};

/// A declaration at namespace level.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct NsDecl<'db> {
    /// The declaration.
    pub(crate) decl: DeclRef<'db>,
    /// The namespace it stands in.
    pub(crate) scope: ScopePath<'db>,
    /// What lookup makes of it.
    pub(crate) what: What,
}

/// What lookup makes of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum What {
    /// A class or enumeration.
    Tag,
    /// A typedef or alias.
    Alias,
    /// A function, variable, enumerator, or a template of one; a concept.
    Value,
    /// A using-declaration.
    Using,
    /// `using enum`
    UsingEnum,
    /// A namespace alias.
    NamespaceAlias,
    /// A class that an elaborated-type-specifier mentions.
    Mention,
    /// A class that nothing but a friend declaration mentions: ordinary lookup does not see it ([namespace.memdef]/3).
    Friend,
    /// A deduction guide.
    Guide,
    /// A specialisation: found through its template.
    Specialization,
    /// A definition out of its scope: found through what it defines.
    Qualified,
}

/// The spellings of a name as the items know it.
fn words<'db>(db: &'db dyn Db, key: &NameKey) -> Vec<Word<'db>> {
    let word = |text: String| Word::new(db, text);
    match key {
        NameKey::Ident(name) => vec![word(name.as_str().to_owned())],
        // The index knows them by what their spellings have in common.
        NameKey::Operator(op) => vec![word(format!("operator {op}"))],
        NameKey::Literal(name) => vec![word(format!("operator \"\"{name}"))],
        NameKey::Conversion | NameKey::Destructor | NameKey::Constructor => Vec::new(),
    }
}

fn is_qualified(decl: &Decl) -> bool {
    (decl.path.as_ref()).is_some_and(|p| !p.is_unqualified())
}

fn what(decl: &Decl) -> Option<What> {
    let qualified = is_qualified(decl);
    let arguments = decl.path.as_ref().is_some_and(|p| p.args.is_some());
    Some(match &decl.kind {
        DeclKind::Using { .. } => What::Using,
        DeclKind::UsingEnum(_) => What::UsingEnum,
        DeclKind::NamespaceAlias(_) => What::NamespaceAlias,
        _ if qualified => What::Qualified,
        _ if arguments || decl.heads.last().is_some_and(|h| h.params.is_empty()) => {
            What::Specialization
        }
        DeclKind::Class(_) | DeclKind::Enum(_) => What::Tag,
        DeclKind::Alias(_) => What::Alias,
        DeclKind::Function(_)
        | DeclKind::Variable(_)
        | DeclKind::Enumerator(_)
        | DeclKind::Concept(_)
        | DeclKind::Binding(_) => What::Value,
        DeclKind::DeductionGuide(_) => What::Guide,
        _ => return None,
    })
}

/// Which items of a name are wanted, as far as that can be said without looking into them: headers declare some names
/// hundreds of times, and an item that is not wanted need not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub(crate) enum Among<'db> {
    /// What stands in a namespace, or in one whose names are its own.
    In(ScopePath<'db>),
    /// What is declared by a qualified name where members of a namespace, or of classes in it, may be ([dcl.meaning]/1).
    Defining(ScopePath<'db>),
    /// What may be a specialisation, or declared by a qualified name.
    Special,
}

impl<'db> Among<'db> {
    pub(super) fn wants(self, db: &'db dyn Db, candidate: &Candidate<'db>) -> bool {
        // Only a first name's qualifier and arguments are known to the skeleton.
        let qualified = candidate.flags.has(Flags::QUALIFIED);
        match self {
            Among::In(scope) => {
                candidate.scope == scope || is_transparent_in(db, candidate.scope, scope)
            }
            Among::Defining(scope) => {
                let mut at = Some(scope);
                while at.is_some_and(|s| s != candidate.scope) {
                    at = at.and_then(|s| s.parent(db));
                }
                qualified && at.is_some()
            }
            Among::Special => {
                qualified || candidate.arguments || candidate.flags.has(Flags::SPECIALIZATION)
            }
        }
    }
}

/// Whether a declaration of an item's signature level declares something in the namespace: enumerators of unscoped enumerations do.
pub(crate) fn is_of_namespace(code: &Code, decl: &Decl) -> bool {
    let Some(parent) = decl.parent else {
        return true;
    };
    match &code[parent].kind {
        DeclKind::Enum(e) => !e.scoped && code[parent].parent.is_none(),
        _ => matches!(decl.kind, DeclKind::Binding(_)),
    }
}

/// Whether a declaration of a namespace is the only one of its name in all of the file, as most are.
pub(crate) fn is_declared_once<'db>(db: &'db dyn Db, item: ItemId<'db>, decl: &Decl) -> bool {
    let plain = decl.path.is_none() && !decl.spec.any(Spec::FRIEND);
    plain && (decl.name.ident()).is_some_and(|name| is_sole(db, item, name.as_str()))
}

/// What items declare at namespace level by a name, in source order.
#[salsa::tracked(returns(deref))]
pub(crate) fn namespace_decls<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    key: NameKey,
    among: Among<'db>,
) -> Box<[NsDecl<'db>]> {
    let _level = crate::engine::depth::Level::enter();
    let mut out: Vec<NsDecl<'db>> = Vec::new();
    let mut seen: FxHashSet<ItemId<'db>> = FxHashSet::default();
    for word in words(db, &key) {
        for candidate in by_name::among(db, file, word, among) {
            let item = candidate.item;
            let scope = candidate.scope;
            let code_ref = CodeRef::signature(item);
            let code = &item_hir(db, item).code;
            if candidate.role == Role::Tag
                && let Some((ty, what)) = class_mention(code, &key)
            {
                out.push(NsDecl {
                    decl: DeclRef::elaborated(db, code_ref, ty),
                    scope,
                    what,
                });
            }
            // `template class A<int>;` declares nothing.
            if item.kind(db) == ItemKind::ExplicitInstantiation || !seen.insert(item) {
                continue;
            }
            for (id, decl) in named_in(db, item, code, &key) {
                let mut member = decl.parent.is_some();
                let mut what = what(decl);
                if let Some(parent) = decl.parent
                    && let DeclKind::Enum(e) = &code[parent].kind
                {
                    member = e.scoped || code[parent].parent.is_some();
                    if is_qualified(&code[parent]) {
                        what = Some(What::Qualified);
                    }
                } else if let DeclKind::Binding(_) = decl.kind {
                    member = false;
                }
                if member || NameKey::of(&decl.name).as_ref() != Some(&key) {
                    continue;
                }
                if let Some(what) = what {
                    out.push(NsDecl {
                        decl: DeclRef::at(db, code_ref, id),
                        scope,
                        what,
                    });
                }
            }
        }
    }
    out.into()
}

/// What namespaces have by a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct InNamespace<'db> {
    /// The declarations that the name denotes, first declared first; types stand behind what hides them.
    pub(crate) decls: Box<[DeclRef<'db>]>,
    /// They under no arguments: an overload set of hundreds is looked up by each call.
    pub(crate) set: Box<[Entity<'db>]>,
    /// Whether they are several, and all of them functions.
    pub(crate) functions: bool,
    /// The namespace that it denotes.
    pub(crate) namespace: Option<Namespace<'db>>,
    /// Different entities in different namespaces.
    pub(crate) ambiguous: bool,
}

impl<'db> InNamespace<'db> {
    /// What declarations of one name are.
    pub(crate) fn of(db: &'db dyn Db, decls: Box<[DeclRef<'db>]>) -> Self {
        InNamespace {
            set: decls.iter().map(|d| Entity::new(db, *d, None)).collect(),
            functions: decls.len() > 1 && decls.iter().all(|d| overloads(db, *d)),
            decls,
            namespace: None,
            ambiguous: false,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.decls.is_empty() && self.namespace.is_none()
    }
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Want {
    /// Anything.
    Any,
    /// Types and namespaces only: what stands before `::`.
    Scope,
    /// Classes and enumerations only: after a class key.
    Tag,
    /// Namespaces only ([basic.lookup.udir]).
    Namespace,
}

/// From where a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place<'db> {
    /// The item that asks; `None`: everything in the file is visible.
    pub(crate) item: Option<ItemId<'db>>,
    /// The item's own declarations are visible.
    pub(crate) inclusive: bool,
}

/// How a question looks through namespaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Way {
    /// Outwards from the namespace.
    Unqualified,
    /// In the namespace, then in those that its directives name.
    Qualified,
    /// In the namespace and its inline ones only: argument-dependent lookup.
    Own,
}

/// Looks a name up from a namespace.
pub(crate) fn in_namespaces<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    place: Place<'db>,
    scope: ScopePath<'db>,
    key: &NameKey,
    want: Want,
    way: Way,
) -> &'db InNamespace<'db> {
    question(
        db,
        file,
        place.item,
        place.inclusive,
        scope,
        key.clone(),
        want,
        way,
    )
}

/// Looks a name up outwards from a namespace, in a block where using-directives nominate namespaces.
pub(crate) fn from_block<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    place: Place<'db>,
    scope: ScopePath<'db>,
    key: &NameKey,
    want: Want,
    nominated: Box<[Namespace<'db>]>,
) -> &'db InNamespace<'db> {
    let inclusive = place.inclusive;
    question_of_block(
        db,
        file,
        place.item,
        inclusive,
        scope,
        key.clone(),
        want,
        nominated,
    )
}

#[allow(clippy::too_many_arguments, reason = "they are the key of the query")]
#[salsa::tracked(returns(ref), cycle_initial = |_, _, _, _, _, _, _, _, _| InNamespace::default(), cycle_fn = |_, cycle, _, new, _, _, _, _, _, _, _| crate::engine::cycles::settle(cycle, new, InNamespace::default))]
fn question_of_block<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: Option<ItemId<'db>>,
    inclusive: bool,
    scope: ScopePath<'db>,
    key: NameKey,
    want: Want,
    nominated: Box<[Namespace<'db>]>,
) -> InNamespace<'db> {
    let _level = crate::engine::depth::Level::enter();
    let ask = Question {
        db,
        file,
        before: before(db, item, inclusive),
        key: &key,
        want,
        is_direct: false,
    };
    ask.outwards(scope, &nominated)
}

/// The number of the first item that a question does not see.
fn before<'db>(db: &'db dyn Db, item: Option<ItemId<'db>>, inclusive: bool) -> u32 {
    match item {
        Some(item) => item_index(db, item).unwrap_or(u32::MAX - 1) + u32::from(inclusive),
        None => u32::MAX,
    }
}

#[allow(clippy::too_many_arguments, reason = "they are the key of the query")]
#[salsa::tracked(returns(ref), cycle_initial = |_, _, _, _, _, _, _, _, _| InNamespace::default(), cycle_fn = |_, cycle, _, new, _, _, _, _, _, _, _| crate::engine::cycles::settle(cycle, new, InNamespace::default))]
fn question<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: Option<ItemId<'db>>,
    inclusive: bool,
    scope: ScopePath<'db>,
    key: NameKey,
    want: Want,
    way: Way,
) -> InNamespace<'db> {
    let _level = crate::engine::depth::Level::enter();
    let before = before(db, item, inclusive);
    let ask = Question {
        db,
        file,
        before,
        key: &key,
        want,
        is_direct: false,
    };
    match way {
        Way::Unqualified => ask.outwards(scope, &[]),
        // Names of using-directives, and so of unnamed namespaces, count if the namespace has no such name itself.
        Way::Qualified => {
            let direct = Question {
                is_direct: true,
                ..ask
            };
            let own = direct.group(&[scope]);
            if !own.is_empty() {
                return own;
            }
            let nominated = opened(db, file, scope, before);
            let (within, beyond) = (ask.group(&[scope]), direct.group(&nominated));
            match (within.is_empty(), beyond.is_empty()) {
                (false, true) => within,
                (true, false) => beyond,
                (true, true) => ask.group(&nominated),
                (false, false) => ask.group(&[&[scope], &*nominated].concat()),
            }
        }
        Way::Own => ask.group(&[scope]),
    }
}

struct Question<'a, 'db> {
    db: &'db dyn Db,
    file: SourceFile,
    before: u32,
    key: &'a NameKey,
    want: Want,
    /// What unnamed namespaces declare is left out.
    is_direct: bool,
}

impl<'db> Question<'_, 'db> {
    fn visible(&self, item: ItemId<'db>) -> bool {
        self.before == u32::MAX || item_index(self.db, item).is_some_and(|i| i < self.before)
    }

    /// The first that something is found in of a namespace and those around it.
    fn outwards(&self, scope: ScopePath<'db>, nominated: &[Namespace<'db>]) -> InNamespace<'db> {
        search_order(self.db, self.file, scope, self.before, nominated)
            .into_iter()
            .map(|group| self.group(&group))
            .find(|found| !found.is_empty())
            .unwrap_or_default()
    }

    fn group(&self, group: &[ScopePath<'db>]) -> InNamespace<'db> {
        let (db, file) = (self.db, self.file);
        let mut types: Vec<DeclRef<'db>> = Vec::new();
        let mut values: Vec<DeclRef<'db>> = Vec::new();
        let mut mentions: Vec<DeclRef<'db>> = Vec::new();
        let mut namespace = None;
        let transparent = |inner: ScopePath<'db>| {
            let mut within = group.iter().filter(|&&s| is_transparent_in(db, inner, s));
            within.any(|&s| !self.is_direct || !is_through_unnamed(db, inner, s))
        };
        let declared = self.declared(group);
        for decl in &declared {
            match decl.what {
                What::Tag => types.push(decl.decl),
                What::Alias => {
                    if self.want != Want::Tag {
                        types.push(decl.decl);
                    }
                }
                What::Value => values.push(decl.decl),
                What::Mention => mentions.push(decl.decl),
                What::Friend => {
                    if self.want == Want::Tag {
                        mentions.push(decl.decl);
                    }
                }
                What::Using => {
                    let used = self.used(decl.decl, decl.scope);
                    namespace = namespace.or(used.namespace);
                    for decl in used.decls {
                        match is_type(db, decl) {
                            true => types.push(decl),
                            false => values.push(decl),
                        }
                    }
                }
                What::NamespaceAlias => {
                    if let Some(DeclKind::NamespaceAlias(path)) = decl.decl.hir(db).map(|d| &d.kind)
                    {
                        let item = decl.decl.code(db).item;
                        namespace =
                            namespace.or_else(|| namespace_path(db, item, decl.scope, path, false));
                    }
                }
                What::UsingEnum | What::Guide | What::Specialization | What::Qualified => {}
            }
        }
        if types.is_empty() {
            types = mentions;
        }
        if types.is_empty() && values.is_empty() && self.want == Want::Any {
            values = self.enumerators_outside(group);
            if values.is_empty() {
                let visible = |item| self.visible(item);
                values = crate::lookup::using_enums::brought(db, file, group, self.key, &visible);
            }
        }
        let types = canonical_types(db, &types);
        if values.iter().any(|d| overloads(db, *d)) {
            values.retain(|d| overloads(db, *d) || !is_function_by_typedef(db, *d));
        }
        let unhidden = self.want == Want::Any && is_unhidden(db, &declared);
        let decls = match self.want {
            Want::Any if unhidden => {
                let mut decls = canonical_values(db, values);
                decls.extend(types);
                decls
            }
            // A function or variable hides a class of the same name ([basic.scope.hiding]).
            Want::Any if !values.is_empty() => canonical_values(db, values),
            Want::Any | Want::Scope | Want::Tag => types,
            Want::Namespace => Vec::new(),
        };
        if decls.is_empty() && namespace.is_none() && self.want != Want::Tag {
            namespace = self.namespace(&transparent);
        }
        let found = InNamespace::of(db, decls.into());
        let ambiguous =
            found.decls.len() > 1 && !found.functions && !is_same_alias(db, &found.decls);
        InNamespace {
            namespace,
            ambiguous,
            ..found
        }
    }

    /// What the namespaces of a group declare by the name where it is visible, in source order.
    fn declared(&self, group: &[ScopePath<'db>]) -> Vec<&'db NsDecl<'db>> {
        let (db, file) = (self.db, self.file);
        let mut all: Vec<&NsDecl<'db>> = Vec::new();
        let mut lists = 0;
        for &scope in group {
            let own = namespace_decls(db, file, self.key.clone(), Among::In(scope));
            // They are in source order.
            let visible = match self.before {
                u32::MAX => own.len(),
                _ => own.partition_point(|d| self.visible(d.decl.code(db).item)),
            };
            let direct =
                |d: &&NsDecl<'db>| !self.is_direct || !is_through_unnamed(db, d.scope, scope);
            all.extend(own[..visible].iter().filter(direct));
            lists += usize::from(visible > 0);
        }
        if lists > 1 {
            all.sort_by_cached_key(|d| item_index(db, d.decl.code(db).item));
            all.dedup();
        }
        all
    }

    /// Enumerators of the name whose enumeration a namespace declares and something around it defines ([dcl.enum]/1).
    fn enumerators_outside(&self, group: &[ScopePath<'db>]) -> Vec<DeclRef<'db>> {
        let (db, file) = (self.db, self.file);
        let is_outside =
            |c: &Candidate<'db>| c.role == Role::Enumerator && c.flags.has(Flags::QUALIFIED);
        let mut named = words(db, self.key).into_iter();
        if !named.any(|word| candidates(db, file, word).iter().any(is_outside)) {
            return Vec::new();
        }
        let mut out = Vec::new();
        for &scope in group {
            for other in namespace_decls(db, file, self.key.clone(), Among::Defining(scope)) {
                let (code, decl) = (other.decl.code(db), other.decl.hir(db));
                let Some(tag) = decl.and_then(|d| d.parent) else {
                    continue;
                };
                let tag = DeclRef::at(db, code, tag).hir(db);
                let path = tag.filter(|tag| matches!(tag.kind, DeclKind::Enum(_)));
                let path = path.and_then(|tag| tag.path.as_deref());
                let target = path.and_then(|p| {
                    qualifier_namespace(db, code.item, other.scope, p.global, &p.qualifiers)
                });
                if target == Some(scope) && self.visible(code.item) {
                    out.push(other.decl);
                }
            }
        }
        out
    }

    /// A namespace of the name that is open before the place that asks.
    pub(super) fn namespace(
        &self,
        transparent: &dyn Fn(ScopePath<'db>) -> bool,
    ) -> Option<Namespace<'db>> {
        let word = words(self.db, self.key).into_iter().next()?;
        let all = namespaces_named(self.db, self.file, word);
        let is_open = |n: &Namespace<'db>| {
            self.before == u32::MAX
                || opened_at(self.db, self.file, word, *n).is_none_or(|i| i < self.before)
        };
        (all.iter().copied()).find(|n| n.parent(self.db).is_some_and(transparent) && is_open(n))
    }

    /// What a using-declaration names.
    fn used(&self, decl: DeclRef<'db>, scope: ScopePath<'db>) -> InNamespace<'db> {
        let item = decl.code(self.db).item;
        match decl.hir(self.db).map(|d| &d.kind) {
            Some(DeclKind::Using { target, .. }) => {
                path_decls(self.db, item, scope, target).unwrap_or_default()
            }
            _ => InNamespace::default(),
        }
    }
}

/// Whether an unnamed namespace is on the way from a namespace to one within.
fn is_through_unnamed<'db>(db: &'db dyn Db, inner: ScopePath<'db>, outer: ScopePath<'db>) -> bool {
    inner.is_internal(db)
        && std::iter::successors(Some(inner), |at| at.parent(db))
            .take_while(|at| *at != outer)
            .any(|at| at.name(db).is_empty() && !at.inline(db))
}

/// Whether a class or enumeration is declared in a namespace where no function or variable hides it, and another namespace declares
/// one of the name ([namespace.udir]/6). What using-declarations name is left alone.
fn is_unhidden<'db>(db: &'db dyn Db, declared: &[&NsDecl<'db>]) -> bool {
    let of = |what: What| move |d: &&&NsDecl<'db>| d.what == what;
    if !declared.iter().any(|d| d.what == What::Value)
        || declared.iter().any(|d| d.what == What::Using)
    {
        return false;
    }
    declared.iter().filter(of(What::Tag)).any(|tag| {
        !declared.iter().filter(of(What::Value)).any(|value| {
            is_transparent_in(db, value.scope, tag.scope)
                || is_transparent_in(db, tag.scope, value.scope)
        })
    })
}

/// The global namespace.
pub(crate) fn root<'db>(db: &'db dyn Db, scope: ScopePath<'db>) -> ScopePath<'db> {
    let mut at = scope;
    while let Some(parent) = at.parent(db) {
        at = parent;
    }
    at
}

/// The elaborated-type-specifier of some code that names a class, and what it is: a mention if one is no friend declaration.
pub(crate) fn class_mention(code: &Code, key: &NameKey) -> Option<(TypeId, What)> {
    let is_friend = |ty| {
        (code.decls.iter()).any(|(_, d)| matches!(d.kind, DeclKind::FriendType(of) if of == ty))
    };
    let is_mention = |ty: &TypeRef| match ty {
        TypeRef::Path {
            path,
            elaborated: Some(kind),
            ..
        } => {
            *kind != ClassKey::Enum
                && path.is_unqualified()
                && path.args.is_none()
                && NameKey::of(&path.name).as_ref() == Some(key)
        }
        _ => false,
    };
    let all = || code.types.iter().filter(|(_, ty)| is_mention(ty));
    match all().find(|(ty, _)| !is_friend(*ty)) {
        Some((ty, _)) => Some((ty, What::Mention)),
        None => all().next().map(|(ty, _)| (ty, What::Friend)),
    }
}
