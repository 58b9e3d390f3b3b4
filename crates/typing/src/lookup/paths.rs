//! Qualified names of namespaces and of what they declare, component by component.

use cleave_base_db::Db;
use cleave_hir::{Path, PathParts, PathSegment};
use cleave_names::{ItemId, ScopePath};

use crate::Namespace;
use crate::code::NameKey;
use crate::lookup::by_name::enumerator;
use crate::lookup::namespaces::{InNamespace, Place, Want, Way, in_namespaces, root};

/// What a path without template arguments denotes from before an item; used where declarations of namespaces name others.
pub(crate) fn path_decls<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    scope: ScopePath<'db>,
    path: &Path,
) -> Option<InNamespace<'db>> {
    let file = item.file(db);
    let place = Place {
        item: Some(item),
        inclusive: false,
    };
    let key = NameKey::of(&path.name)?;
    if !path.global && path.qualifiers.is_empty() {
        return Some(
            in_namespaces(db, file, place, scope, &key, Want::Any, Way::Unqualified).clone(),
        );
    }
    if let Some(namespace) = qualifier_namespace(db, item, scope, path.global, &path.qualifiers) {
        return Some(
            in_namespaces(db, file, place, namespace, &key, Want::Any, Way::Qualified).clone(),
        );
    }
    // `using E::enumerator;`
    let (last, rest) = path.qualifiers.split_last()?;
    let of = Path::new(
        cleave_hir::NameId::Ident(last.name.clone()),
        PathParts {
            global: path.global,
            qualifiers: rest.into(),
            ..Default::default()
        },
    );
    let tag = *path_decls(db, item, scope, &of)?.decls.first()?;
    let tag = crate::function::canonical(db, tag);
    let decls = enumerator(db, tag, &key).into_iter().collect();
    Some(InNamespace::of(db, decls))
}

/// The namespace that a path names, from before an item.
pub(crate) fn namespace_path<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    scope: ScopePath<'db>,
    path: &Path,
    inclusive: bool,
) -> Option<Namespace<'db>> {
    let name = path.name.ident()?;
    let mut segments = path.qualifiers.to_vec();
    segments.push(PathSegment {
        name: name.clone(),
        args: None,
    });
    let _ = inclusive;
    namespace_of(db, item, scope, path.global, &segments, Want::Namespace)
}

/// The namespace that a nested-name-specifier of namespaces names.
pub(crate) fn qualifier_namespace<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    scope: ScopePath<'db>,
    global: bool,
    segments: &[PathSegment],
) -> Option<Namespace<'db>> {
    namespace_of(db, item, scope, global, segments, Want::Scope)
}

/// The namespace that names of namespaces lead to; the last one is looked up as `last` says.
fn namespace_of<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    scope: ScopePath<'db>,
    global: bool,
    segments: &[PathSegment],
    last: Want,
) -> Option<Namespace<'db>> {
    let file = item.file(db);
    let place = Place {
        item: Some(item),
        inclusive: true,
    };
    let mut at = global.then(|| root(db, scope));
    for (i, segment) in segments.iter().enumerate() {
        let key = NameKey::Ident(segment.name.clone());
        let want = match i + 1 == segments.len() {
            true => last,
            false => Want::Scope,
        };
        let found = match at {
            None => in_namespaces(db, file, place, scope, &key, want, Way::Unqualified),
            Some(at) => in_namespaces(db, file, place, at, &key, want, Way::Qualified),
        };
        if !found.decls.is_empty() {
            return None;
        }
        at = Some(found.namespace?);
    }
    at
}
