//! Declarations of a name that the scope has given to something else ([basic.scope.scope]/4): at namespace level, where it may be
//! a header's, and in classes; and declarations of one variable or function that differ in its type. Whether two declarations of one sort agree with each other is not asked here.

use std::collections::hash_map::Entry;

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Code, DeclId, DeclKind, Init, NameId, item_hir};
use cleave_names::decl::Spec;
use cleave_names::{ItemId, ScopePath, Word, item_index, namespaces_named, opened_at};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::class::members::is_anonymous;
use crate::lookup::namespaces::{
    Among, NsDecl, What, is_declared_once, is_of_namespace, namespace_decls,
};
use crate::program::Declared;
use crate::redeclarations::used_names;
use crate::{
    At, Bound, CodeRef, DeclRef, Entity, Fill, NameKey, Problem, Site, Ty, TyKind, display,
    function,
};

/// What a declaration declares, as far as others of the name are compatible with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// A function, or a function template.
    Function { template: bool },
    /// A variable.
    Variable,
    /// A variable template.
    VariableTemplate,
    /// An enumerator.
    Enumerator,
    /// A typedef or alias.
    Alias,
    /// An alias template.
    AliasTemplate,
    /// A class or enumeration, which functions and variables hide.
    Tag,
    /// A class template.
    ClassTemplate,
    /// A concept.
    Concept,
}

impl Sort {
    /// What a declaration at namespace level is; nothing of one whose type is not known.
    fn of<'db>(db: &'db dyn Db, decl: &NsDecl<'db>) -> Option<Sort> {
        if !matches!(decl.what, What::Value | What::Tag | What::Alias) {
            return None;
        }
        Sort::of_entity(db, Entity::new(db, decl.decl, None))
    }

    pub(crate) fn of_entity<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<Sort> {
        let template = entity.is_template(db);
        Some(match entity.kind(db)? {
            DeclKind::Function(_) => Sort::Function { template },
            DeclKind::Variable(_) if template => Sort::VariableTemplate,
            DeclKind::Variable(_) => {
                // A typedef may make a function of it.
                let ty = function::variable_type(db, entity);
                match ty.is_function(db) {
                    true => Sort::Function { template },
                    false if ty.is_unknown(db) => return None,
                    false => Sort::Variable,
                }
            }
            DeclKind::Enumerator(_) => Sort::Enumerator,
            DeclKind::Alias(_) if template => Sort::AliasTemplate,
            DeclKind::Alias(_) => Sort::Alias,
            DeclKind::Class(_) if template => Sort::ClassTemplate,
            DeclKind::Class(_) | DeclKind::Enum(_) => Sort::Tag,
            DeclKind::Concept(_) => Sort::Concept,
            _ => return None,
        })
    }

    /// What is said of a declaration after one of another sort.
    pub(crate) fn after(self, earlier: Sort) -> Option<codes::Code> {
        use Sort as S;
        let hides = |a: S| matches!(a, S::Function { .. } | S::Variable | S::Enumerator);
        match (self, earlier) {
            (S::Enumerator, S::Enumerator) => Some(codes::ALREADY_DECLARED_IN_SCOPE),
            (S::Function { .. }, S::Function { .. }) => None,
            (a, b) if a == b => None,
            (S::Tag, b) if hides(b) => None,
            (a, S::Tag) if hides(a) => None,
            // Types are compared by what they are, not by what declares them.
            (S::Tag, S::Alias) | (S::Alias, S::Tag) => None,
            (S::Variable, S::Function { .. }) | (S::Function { .. }, S::Variable) => {
                Some(codes::NOT_COMPATIBLE_WITH_PREVIOUS_DECL)
            }
            // The reference ends in an internal error, or lets the one hide the other.
            (S::VariableTemplate, S::Tag) | (S::Tag, S::VariableTemplate) => None,
            _ => Some(codes::ALREADY_DECLARED_IN_SCOPE),
        }
    }
}

/// What the declarations of an item at namespace level clash with.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let code = CodeRef::signature(item);
    let hir = item_hir(db, item);
    let scope = item.scope(db);
    let mut out = Vec::new();
    for (id, decl) in hir.declarations() {
        let Some(key @ NameKey::Ident(_)) = NameKey::of(&decl.name) else {
            continue;
        };
        if !is_of_namespace(&hir.code, decl) {
            continue;
        }
        // What nothing else is called has nothing to clash with, no namespace either.
        if !is_declared_once(db, item, decl) {
            let own = DeclRef::at(db, code, id);
            let all = namespace_decls(db, item.file(db), key.clone(), Among::In(scope));
            // They are in source order.
            let index = |d: &NsDecl<'db>| item_index(db, d.decl.code(db).item);
            let from = all.partition_point(|d| index(d) < item_index(db, item));
            let here = all[from..].iter();
            let Some(position) = here
                .take_while(|d| d.decl.code(db).item == item)
                .position(|d| d.decl == own && d.scope == scope)
                .map(|position| from + position)
            else {
                continue;
            };
            let before = &all[..position];
            if let DeclKind::NamespaceAlias(_) = decl.kind {
                let taken = before.iter().any(|d| {
                    d.scope == scope && matches!(d.what, What::Value | What::Tag | What::Alias)
                });
                out.extend(taken.then(|| declared(db, own, &key).at(At::First)));
                continue;
            }
            let Some(sort) = Sort::of(db, &all[position]) else {
                continue;
            };
            let clash = clash(db, own, sort, before, scope);
            let clash = clash.or_else(|| namespace(db, own, before, scope));
            let clash = clash.or_else(|| used_names::behind(db, own, sort, before, scope));
            out.extend(clash);
        }
        if let DeclKind::Class(_) = decl.kind {
            // Classes in classes come with those around them.
            members(db, code, id, 0, &mut out);
        }
    }
    out
}

/// What the members of local classes clash with.
pub(crate) fn of_local_classes<'db>(
    db: &'db dyn Db,
    declared: &[Declared<'db>],
) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for &(own, decl, _) in declared {
        let local = own.code().body.is_some() && decl.parent.is_none();
        if let DeclKind::Class(_) = decl.kind
            && local
        {
            members(db, own.code(), own.id(), 0, &mut out);
        }
    }
    out
}

/// How deep classes may be nested.
const DEPTH: u32 = 64;

/// The members of a class that clash with each other ([class.mem.general]/3).
fn members<'db>(
    db: &'db dyn Db,
    code_ref: CodeRef<'db>,
    class: DeclId,
    depth: u32,
    out: &mut Vec<Problem<'db>>,
) {
    let Some(code) = code_ref.code(db) else {
        return;
    };
    let class_name = code[class].name.clone();
    let DeclKind::Class(class) = &code[class].kind else {
        return;
    };
    if depth > DEPTH {
        return;
    }
    let mut seen: FxHashMap<NameKey, Sort> = FxHashMap::default();
    // Names that an anonymous union brought.
    let mut brought: FxHashSet<NameKey> = FxHashSet::default();
    let mut add = |id: DeclId, inner: bool| {
        let decl = &code[id];
        let own = DeclRef::at(db, code_ref, id);
        let plain = decl
            .path
            .as_ref()
            .is_none_or(|p| p.is_unqualified() && p.args.is_none())
            && !decl.spec.any(Spec::FRIEND)
            && !decl.heads.last().is_some_and(|h| h.params.is_empty());
        let key = NameKey::of(&decl.name).filter(|k| plain && matches!(k, NameKey::Ident(_)))?;
        let sort = Sort::of_entity(db, Entity::new(db, own, None))?;
        let earlier = match seen.entry(key.clone()) {
            Entry::Vacant(free) => {
                free.insert(sort);
                if inner {
                    brought.insert(key);
                }
                return None;
            }
            Entry::Occupied(mut taken) => {
                let earlier = *taken.get();
                if sort != Sort::Tag {
                    taken.insert(sort);
                }
                earlier
            }
        };
        let twice = sort == Sort::Variable && earlier == sort;
        (twice || sort.after(earlier).is_some()).then(|| declared(db, own, &key))
    };
    // What has the name of the class is another rule's, but for enumerators.
    let alike = |id: DeclId| {
        code[id].name == class_name && matches!(class_name, cleave_hir::NameId::Ident(_))
    };
    for &id in &class.members {
        if !alike(id) {
            out.extend(add(id, false));
        }
        for inner in members_of_unnamed(code, id, &class.members) {
            out.extend(add(inner, true));
        }
        if let DeclKind::Enum(list) = &code[id].kind
            && !list.scoped
        {
            for &enumerator in list.enumerators.iter().flatten() {
                out.extend(match alike(enumerator) {
                    true => {
                        let own = DeclRef::at(db, code_ref, enumerator);
                        Some(Problem::new(
                            codes::MEMBER_NAMED_LIKE_ITS_CLASS,
                            at(db, own),
                        ))
                    }
                    false => add(enumerator, false),
                });
            }
        }
    }
    for &id in &class.members {
        members(db, code_ref, id, depth + 1, out);
    }
}

/// The members of an anonymous union or struct, which are names of the class around ([class.union.anon]/1).
fn members_of_unnamed(code: &Code, class: DeclId, among: &[DeclId]) -> Vec<DeclId> {
    let mut out = Vec::new();
    let mut open = vec![(class, among, 0)];
    while let Some((id, among, depth)) = open.pop() {
        let DeclKind::Class(class) = &code[id].kind else {
            continue;
        };
        if code[id].name != NameId::None || depth > DEPTH || !is_anonymous(code, id, among) {
            continue;
        }
        let fields = |m: &&DeclId| matches!(code[**m].kind, DeclKind::Variable(_));
        out.extend(class.members.iter().filter(fields));
        open.extend(
            class
                .members
                .iter()
                .map(|&m| (m, &class.members[..], depth + 1)),
        );
    }
    out
}

/// What is said of the first declaration of a name that is a namespace's.
fn namespace<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    before: &[NsDecl<'db>],
    scope: ScopePath<'db>,
) -> Option<Problem<'db>> {
    if before.iter().any(|d| d.scope == scope) {
        return None;
    }
    let item = own.code(db).item;
    let key = own.key(db)?;
    let word = Word::new(db, key.ident()?.as_str().to_owned());
    let namespaces = namespaces_named(db, item.file(db), word);
    let taken = namespaces.iter().find(|n| n.parent(db) == Some(scope))?;
    let position = item_index(db, item)?;
    let opened = opened_at(db, item.file(db), word, *taken)?;
    (opened < position).then(|| declared(db, own, &key))
}

/// What is said of a declaration because of the last one before it of another sort.
fn clash<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    sort: Sort,
    before: &[NsDecl<'db>],
    scope: ScopePath<'db>,
) -> Option<Problem<'db>> {
    let here = before.iter().rev().filter(|d| d.scope == scope);
    let mut sorts = here.clone().filter_map(|d| Some((d, Sort::of(db, d)?)));
    // What a class is hidden by counts, not the class.
    let (decl, earlier) = sorts
        .clone()
        .find(|(_, s)| *s != Sort::Tag)
        .or_else(|| sorts.next())?;
    if let (Sort::Variable, Sort::Variable) = (sort, earlier)
        && !is_another(db, own, decl.decl)
        && let Some(problem) = thread_locality(db, own, decl.decl)
    {
        return Some(problem);
    }
    if let (Sort::Concept, Sort::Concept) = (sort, earlier) {
        let name = display::qualified_name(db, Entity::new(db, decl.decl, None));
        let concept = Fill::Local("concept template", name.into(), Some(at(db, decl.decl)));
        let code = codes::CONCEPT_REDECLARED { concept };
        return Some(Problem::new(code, at(db, own)));
    }
    let number = match (sort, earlier) {
        (Sort::Variable, Sort::Variable) if disagree(db, own, decl.decl) => {
            codes::NOT_COMPATIBLE_WITH_PREVIOUS_DECL
        }
        (Sort::Function { template: false }, Sort::Function { .. }) => {
            let first = function::canonical(db, own);
            // The first of an overload: none of the others before is asked.
            let mut declared = here.clone().filter(|_| first != own);
            let same = declared.find(|d| function::canonical(db, d.decl) == first)?;
            return returns_other(db, own, same.decl)
                .then(|| Problem::new(codes::OVERLOADS_DIFFER_IN_RETURN_TYPE_ONLY, at(db, own)));
        }
        _ => sort.after(earlier)?,
    };
    if number == codes::ALREADY_DECLARED_IN_SCOPE {
        let named = matches!(earlier, Sort::ClassTemplate | Sort::AliasTemplate);
        let is_class = matches!(own.hir(db)?.kind, DeclKind::Class(_));
        if sort == Sort::Tag && named && is_class {
            let first = Entity::new(db, function::canonical(db, decl.decl), None);
            let fills = vec![Fill::Entity(first)];
            return Some(Problem::new(
                (codes::TEMPLATE_ARGUMENTS_MISSING, fills),
                at(db, own),
            ));
        }
        return Some(declared(db, own, &own.key(db)?));
    }
    let first = function::canonical(db, decl.decl);
    let entity = Entity::new(db, first, None);
    let shown = function::definition(db, entity).map_or(first, |d| d.decl(db));
    let kind = match earlier {
        Sort::Function { .. } if display::is_overloaded(db, entity) => {
            let name = display::qualified_name(db, entity);
            let what = Fill::Local("overloaded function", name.into(), Some(at(db, first)));
            return Some(Problem::new((number, vec![what]), at(db, own)));
        }
        Sort::Function { template: true } => "function template",
        _ => "",
    };
    let text = display::declared_text(db, entity);
    let what = Fill::Local(kind, text.into(), Some(at(db, shown)));
    Some(Problem::new((number, vec![what]), at(db, own)))
}

/// Whether a definition of a variable is a second one, or is of another type than the declaration before: then nothing else is said.
fn is_another<'db>(db: &'db dyn Db, own: DeclRef<'db>, other: DeclRef<'db>) -> bool {
    let defines = |decl| function::redeclared::defines(db, decl);
    defines(own) && (defines(other) || disagree(db, own, other))
}

/// What is said of a variable that one of two declarations makes thread-local ([dcl.stc]/3). `__thread` is said so of as such.
fn thread_locality<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    other: DeclRef<'db>,
) -> Option<Problem<'db>> {
    let (mine, theirs) = (own.hir(db)?.spec, other.hir(db)?.spec);
    if mine.any(Spec::THREAD) == theirs.any(Spec::THREAD) {
        return None;
    }
    let line = Fill::Line(at(db, other));
    let (code, fill) = if mine.any(Spec::GNU_THREAD) || theirs.any(Spec::GNU_THREAD) {
        let first = Entity::new(db, function::canonical(db, other), None);
        (codes::THREAD_LOCALITY_DIFFERS, Fill::Declared(first))
    } else if mine.any(Spec::THREAD) {
        (codes::THREAD_LOCAL_AFTER_OTHER, line)
    } else {
        (codes::OTHER_AFTER_THREAD_LOCAL, line)
    };
    Some(Problem::new((code, vec![fill]), at(db, own)))
}

/// Whether two declarations of a variable, of which one at least defines nothing, have different types ([basic.link]/11).
fn disagree<'db>(db: &'db dyn Db, own: DeclRef<'db>, other: DeclRef<'db>) -> bool {
    let only_declares = |decl: DeclRef<'db>| {
        decl.hir(db).is_some_and(|d| {
            let bare = matches!(&d.kind, DeclKind::Variable(v) if matches!(v.init, Init::None));
            d.spec.any(Spec::EXTERN) && bare
        })
    };
    let ty = |decl: DeclRef<'db>| function::variable_type(db, Entity::new(db, decl, None));
    let (a, b) = (ty(own), ty(other));
    (only_declares(own) || only_declares(other))
        && !a.is_unknown(db)
        && !b.is_unknown(db)
        && !a.has_auto(db)
        && !b.has_auto(db)
        && !is_completed(db, a, b)
}

/// Whether two types are the same but for the bound of an array that one of them leaves out.
pub(crate) fn is_completed<'db>(db: &'db dyn Db, a: Ty<'db>, b: Ty<'db>) -> bool {
    match (a.kind(db), b.kind(db)) {
        (TyKind::Array(x, m), TyKind::Array(y, n)) => {
            x == y && (m == n || *m == Bound::Unknown || *n == Bound::Unknown)
        }
        _ => a == b,
    }
}

/// Whether two declarations of a function return different types ([over.load]/2).
pub(crate) fn returns_other<'db>(db: &'db dyn Db, own: DeclRef<'db>, other: DeclRef<'db>) -> bool {
    let ret = |decl: DeclRef<'db>| {
        let signature = function::signature(db, Entity::new(db, decl, None))?;
        Some(signature.ty.ret).filter(|t| !t.is_unknown(db))
    };
    match (ret(own), ret(other)) {
        (Some(a), Some(b)) => a != b,
        (None, Some(_)) => super::members::is_ill_written(db, own),
        _ => false,
    }
}

fn declared<'db>(db: &'db dyn Db, own: DeclRef<'db>, key: &NameKey) -> Problem<'db> {
    let name = key.ident().map_or("", |n| n.as_str());
    Problem::new(
        codes::ALREADY_DECLARED_IN_SCOPE {
            name: Fill::Name(name.into()),
        },
        at(db, own),
    )
}

fn at<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Site<'db> {
    decl.site(db)
}
