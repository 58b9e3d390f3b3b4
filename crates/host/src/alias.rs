//! What names of types stand for, as far as the namespaces of the file say it: where they are declared, and whether they are
//! aliases of functions, of const types, of classes that need a value.
//!
//! Granularity: [`class_scopes`] is small, one row for each name asked about.

use cleave_base_db::{Db, SourceFile};
use cleave_names::decl::{Decl, Shape, Special};
use cleave_names::{ItemNode, ScopePath, Word, all_items, declarations_at, item_text, named_items};
use cleave_syntax::blanks;
use cleave_syntax::skeleton::ItemKind;

use crate::item::type_name;
use crate::source::Source;

/// Where types called `name` are declared: classes, class templates, enumerations and aliases. And whether it is a class.
#[salsa::tracked(returns(deref))]
pub(crate) fn class_scopes<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    name: String,
) -> Box<[(ScopePath<'db>, bool)]> {
    let mut out = Vec::new();
    for item in named_items(db, file, Word::new(db, name)) {
        let is_type = matches!(
            item.kind,
            ItemKind::Class | ItemKind::Alias | ItemKind::Typedef | ItemKind::Enum
        );
        let entry = (item.scope, item.kind == ItemKind::Class);
        if is_type && item.first && !out.contains(&entry) {
            out.push(entry);
        }
    }
    out.into()
}

/// The nearest enclosing namespace that declares `name`, and whether as a class.
fn nearest<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    from: ScopePath<'db>,
    name: &str,
) -> Option<(ScopePath<'db>, bool)> {
    let all = class_scopes(db, file, name.to_owned());
    let mut at = Some(from);
    while let Some(scope) = at {
        let inside = |s: ScopePath<'db>| {
            s == scope || s.parent(db) == Some(scope) && (s.inline(db) || s.name(db).is_empty())
        };
        if let Some(&found) = all.iter().find(|(s, _)| inside(*s)) {
            return Some(found);
        }
        at = scope.parent(db);
    }
    None
}

/// Whether what reads as a variable is a function declared through a typedef of a function type.
pub(crate) fn names_function_type<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    source: &Source<'_>,
    decl: &Decl,
) -> bool {
    if !decl.shape.is_empty() || !decl.initializer.is_empty() {
        return false;
    }
    let Some(name) = type_name(source, decl) else {
        return false;
    };
    let Some((scope, false)) = nearest(db, file, item.scope(db), &name) else {
        return false;
    };
    function_types(db, file).contains(&(scope, name))
}

/// The typedefs and aliases of function types. Only what looks like one is parsed.
#[salsa::tracked(returns(deref))]
pub(crate) fn function_types<'db>(
    db: &'db dyn Db,
    file: SourceFile,
) -> Box<[(ScopePath<'db>, String)]> {
    let candidates = all_items(db, file).filter(|found| {
        let (i, text) = (found.item, found.text);
        matches!(i.kind, ItemKind::Alias | ItemKind::Typedef) && !i.name.is_empty() && {
            // `typedef R name(…)` or `using name = R(…)`; a pointer to function has its name in parentheses.
            let after = &text[i.name.end as usize..i.span.end as usize];
            blanks::trim_start(after).starts_with('(')
                || i.kind == ItemKind::Alias && after.contains('(') && !after.contains("(*")
        }
    });
    candidates
        .map(|i| (i.scope, i.item.name.of(i.text).to_owned()))
        .collect()
}

/// Whether `name` is, seen from an item, that of a class or alias in an unnamed namespace.
pub(crate) fn is_internal_type<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    name: &str,
) -> bool {
    nearest(db, file, item.scope(db), name).is_some_and(|(scope, _)| scope.is_internal(db))
}

/// Whether a variable's type, as written, is the name of a const type.
pub(crate) fn names_const_type<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    source: &Source<'_>,
    decl: &Decl,
) -> bool {
    let Some(name) = type_name(source, decl) else {
        return false;
    };
    let Some((scope, false)) = nearest(db, file, item.scope(db), &name) else {
        return false;
    };
    const_types(db, file).contains(&(scope, name))
}

/// The typedefs and aliases of const types that are neither pointers, functions nor templates.
#[salsa::tracked(returns(deref))]
pub(crate) fn const_types<'db>(
    db: &'db dyn Db,
    file: SourceFile,
) -> Box<[(ScopePath<'db>, String)]> {
    let candidates = all_items(db, file).filter(|found| {
        let (i, text) = (found.item, found.text);
        matches!(i.kind, ItemKind::Alias | ItemKind::Typedef) && !i.name.is_empty() && {
            let own = i.span.of(text);
            let mut words = own.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            words.any(|w| w == "const") && !own.contains(['*', '&', '(', '<', '{'])
        }
    });
    candidates
        .map(|i| (i.scope, i.item.name.of(i.text).to_owned()))
        .collect()
}

/// Whether a variable's type, as written, is the name of a class that has constructors, none of which takes nothing.
pub(crate) fn names_class_without_default<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    source: &Source<'_>,
    decl: &Decl,
) -> bool {
    let arrays = |s: &Shape| matches!(s, Shape::Array { .. });
    if !decl.shape.iter().all(arrays) {
        return false;
    }
    let Some(name) = type_name(source, decl) else {
        return false;
    };
    let class = nearest(db, file, item.scope(db), &name).filter(|n| n.1);
    class.is_some_and(|(scope, _)| *lacks_default_constructor(db, file, scope, name))
}

/// Whether the definition of a class declares constructors, and every one of them wants arguments.
#[salsa::tracked]
fn lacks_default_constructor<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    scope: ScopePath<'db>,
    name: String,
) -> bool {
    let all = named_items(db, file, Word::new(db, name));
    let mut classes = all
        .iter()
        .filter(|i| i.first && i.kind == ItemKind::Class && i.scope == scope)
        .filter(|i| item_text(db, file, i.index).as_str().contains('{'));
    classes.any(|item| {
        let decls = declarations_at(db, file, item.index);
        let mut some = false;
        for d in decls.iter().filter(|d| d.parent == Some(0)) {
            let Some(f) = d
                .function
                .as_ref()
                .filter(|f| f.special == Special::Constructor)
            else {
                continue;
            };
            some = true;
            if f.params.iter().all(|p| p.pack || !p.default.is_empty()) {
                return false;
            }
        }
        some
    })
}

/// The nearest enclosing namespace that declares `name` as a type, as a qualifier; none for an unnamed one.
pub(crate) fn namespace_of<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    from: ScopePath<'db>,
    name: &str,
) -> Option<String> {
    let (scope, _) = nearest(db, file, from, name)?;
    let path = scope.path(db);
    if path.iter().any(|s| s.name(db).is_empty()) {
        return None;
    }
    let names: Vec<&str> = path.iter().map(|s| s.name(db)).collect();
    Some(match names.is_empty() {
        true => "::".to_owned(),
        false => format!("::{}::", names.join("::")),
    })
}
