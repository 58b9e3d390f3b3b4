//! What a declaration by a qualified name declares a member of: a namespace's, or a class's that is defined out of it
//! ([class.mfct]/1, [class.static.data], [temp.spec.partial.member]).

use cleave_base_db::{Db, SourceFile};
use cleave_hir::Path;
use cleave_names::ScopePath;
use rustc_hash::FxHashMap;

use crate::code::NameKey;
use crate::function::sibling::FEW;
use crate::lookup::by_name::around;
use crate::lookup::namespaces::{Among, What, namespace_decls};
use crate::lookup::paths::qualifier_namespace;
use crate::{CodeRef, Context, DeclRef, Entity, Ty};

/// The declarations out of a class that define its members of a name.
#[salsa::tracked(returns(deref), cycle_initial = |_, _, _, _| Box::default(), cycle_fn = |_, cycle, _, new, _, _| crate::engine::cycles::settle(cycle, new, Box::default))]
fn outside_of<'db>(db: &'db dyn Db, class: DeclRef<'db>, key: NameKey) -> Box<[DeclRef<'db>]> {
    let _level = crate::engine::depth::Level::enter();
    let file = class.code(db).file(db);
    // Constructors, destructors and conversion functions are listed by other names.
    let listed = match &key {
        NameKey::Constructor => class.key(db),
        NameKey::Destructor | NameKey::Conversion => None,
        key => Some(key.clone()),
    };
    let Some(listed) = listed else {
        return outside_by_class(db, class, &key);
    };
    let scope = class.code(db).scope(db);
    let all = namespace_decls(db, file, listed, Among::Defining(scope));
    // Constructors are listed by their class already.
    if all.len() > FEW && key != NameKey::Constructor {
        let by_class = by_class(db, file, scope, key);
        return by_class.get(&class).cloned().unwrap_or_default();
    }
    all.iter()
        .filter(|d| d.what == What::Qualified && d.decl.key(db).as_ref() == Some(&key))
        .filter(|d| is_member_of(db, d.decl, class))
        .map(|d| d.decl)
        .collect()
}

/// The declarations by qualified names where members of a namespace's classes may be defined, by their class: for names that
/// many classes have, each of which would look at the definitions of all others.
#[salsa::tracked(returns(ref), cycle_initial = |_, _, _, _, _| FxHashMap::default(), cycle_fn = |_, cycle, _, new, _, _, _| crate::engine::cycles::settle(cycle, new, FxHashMap::default))]
fn by_class<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    scope: ScopePath<'db>,
    key: NameKey,
) -> FxHashMap<DeclRef<'db>, Box<[DeclRef<'db>]>> {
    let _level = crate::engine::depth::Level::enter();
    let mut out = FxHashMap::<_, Vec<_>>::default();
    for found in namespace_decls(db, file, key.clone(), Among::Defining(scope)) {
        if found.what == What::Qualified
            && found.decl.key(db).as_ref() == Some(&key)
            && let Some(path) = found.decl.hir(db).and_then(|d| d.path.as_deref())
            && let Some(Target::Class(class)) = qualified_scope(db, found.decl, path)
        {
            out.entry(class).or_default().push(found.decl);
        }
    }
    out.into_iter()
        .map(|(c, found)| (c, found.into()))
        .collect()
}

/// [`outside_of`] by a reference to the name.
pub(super) fn outside<'db>(
    db: &'db dyn Db,
    class: DeclRef<'db>,
    key: &NameKey,
) -> &'db [DeclRef<'db>] {
    outside_of(db, class, key.clone())
}

/// Definitions of destructors and conversion functions: the skeleton lists a destructor by its class's name, and the index all
/// conversion functions by one.
fn outside_by_class<'db>(
    db: &'db dyn Db,
    class: DeclRef<'db>,
    key: &NameKey,
) -> Box<[DeclRef<'db>]> {
    let file = class.code(db).file(db);
    let scope = class.code(db).scope(db);
    let mut out = Vec::new();
    let spellings: Vec<String> = match key {
        NameKey::Destructor => vec![class.ident(db), format!("~{}", class.ident(db))],
        _ => vec![cleave_names::CONVERSION.to_owned()],
    };
    for text in spellings {
        let word = cleave_names::Word::new(db, text);
        // A definition stands in a namespace around its class ([class.mfct]/1).
        for candidate in around(db, file, word, scope) {
            let code = CodeRef::signature(candidate.item);
            for (id, decl) in cleave_hir::item_hir(db, candidate.item).code.decls.iter() {
                if decl.parent.is_some() || NameKey::of_decl(decl).as_ref() != Some(key) {
                    continue;
                }
                let other = DeclRef::at(db, code, id);
                if is_member_of(db, other, class) && !out.contains(&other) {
                    out.push(other);
                }
            }
        }
    }
    out.into()
}

/// What the qualifiers of a declared name mean.
pub(super) enum Target<'db> {
    Namespace(ScopePath<'db>),
    Class(DeclRef<'db>),
}

/// The namespace or class that the qualifiers of a declared name lead to.
pub(super) fn qualified_scope<'db>(
    db: &'db dyn Db,
    decl: DeclRef<'db>,
    path: &Path,
) -> Option<Target<'db>> {
    let code = decl.code(db);
    let (item, scope) = (code.item, code.scope(db));
    if let Some(namespace) = qualifier_namespace(db, item, scope, path.global, &path.qualifiers) {
        return Some(Target::Namespace(namespace));
    }
    let class = qualifier_class(db, decl)?;
    let definition = crate::class::specialization::specialization(db, class.class_entity(db)?)?;
    Some(Target::Class(definition.decl(db)))
}

/// The class that a definition out of its class is of, template parameters standing for themselves.
#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
pub(crate) fn qualifier_class<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Option<Ty<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let mut cx = Context::of(db, Entity::new(db, decl, None))?;
    cx.qualifying_class()
}

/// Whether a declaration by a qualified name declares a member of a class.
fn is_member_of<'db>(db: &'db dyn Db, decl: DeclRef<'db>, class: DeclRef<'db>) -> bool {
    let Some(path) = decl.hir(db).and_then(|d| d.path.as_deref()) else {
        return false;
    };
    // The class's name, or a typedef's: only the last one is looked at before types are.
    let Some(last) = path.qualifiers.last() else {
        return false;
    };
    if last.name.as_str() != class.ident(db) && last.args.is_some() {
        return false;
    }
    matches!(qualified_scope(db, decl, path), Some(Target::Class(c)) if c == class)
}
