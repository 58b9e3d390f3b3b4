//! What must have one name: a template and its specialisations, a class with its constructors and its destructor, virtual functions and
//! those that override them.

use cleave_base_db::Db;
use cleave_hir::{Class, DeclKind, NameId, Path, PathParts, PathSegment, item_hir};
use cleave_names::decl::Special;
use cleave_names::{Word, item_id_of_node, user_items_with};
use cleave_typing::class::{overrides, own_functions};
use cleave_typing::function::{canonical, class_of, definition};
use cleave_typing::{CodeRef, DeclRef, Entity, function_ref};

use crate::analysis::Analysis;
use crate::hierarchy::{classes, overridden};
use crate::meaning::{Symbol, lookup};
use crate::navigation::Denoted;
use crate::piece::Piece;
use crate::places::FilePosition;

/// The template that a specialisation or a deduction guide is of, as far as the user's own code declares it; `None` of what is neither.
pub(crate) fn primary<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Option<Option<DeclRef<'db>>> {
    let hir = decl.hir(db)?;
    let code = decl.code(db);
    if !is_special(db, decl) || code.body.is_some() {
        return None;
    }
    let count = function_ref(db, decl).map(|f| f.params.len());
    let is_it = |other: DeclRef<'db>| {
        let Some(theirs) = other.hir(db) else {
            return false;
        };
        let same = match (&hir.kind, &theirs.kind) {
            (DeclKind::Class(_) | DeclKind::DeductionGuide(_), DeclKind::Class(_)) => true,
            (DeclKind::Variable(_), DeclKind::Variable(_)) => true,
            (DeclKind::Function(_), DeclKind::Function(_)) => {
                function_ref(db, other).map(|f| f.params.len()) == count
            }
            _ => false,
        };
        same && canonical(db, other) != canonical(db, decl) && !is_special(db, other)
    };
    let qualifiers = hir.path.iter().flat_map(|p| p.qualifiers.iter());
    let qualifiers: Box<[PathSegment]> = qualifiers
        .map(|q| PathSegment {
            name: q.name.clone(),
            args: None,
        })
        .collect();
    if !qualifiers.is_empty() {
        let path = Path::new(
            hir.name.clone(),
            PathParts {
                global: hir.path.as_ref().is_some_and(|p| p.global),
                qualifiers,
                ..Default::default()
            },
        );
        let piece = Piece::signature(db, code.item);
        let found = lookup(db, &piece, &path).into_iter();
        let mut found = found.filter_map(|symbol| match symbol {
            Symbol::Entity(e) => Some(e.decl(db)),
            _ => None,
        });
        return Some(found.find(|&d| is_it(d)).map(|d| canonical(db, d)));
    }
    let name = hir.name.ident()?;
    let scope = code.item.scope(db);
    for &node in user_items_with(db, code.item.file(db), Word::new(db, name.as_str())) {
        let item = item_id_of_node(db, node);
        if item.scope(db) != scope {
            continue;
        }
        for &root in &item_hir(db, item).roots {
            let other = DeclRef::at(db, CodeRef::signature(item), root);
            let is_named = other.hir(db).is_some_and(|d| d.name == hir.name);
            if is_named && is_it(other) {
                return Some(Some(canonical(db, other)));
            }
        }
    }
    Some(None)
}

/// Whether a declaration is a specialisation or a deduction guide.
fn is_special<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    let (Some(hir), Some(code)) = (decl.hir(db), decl.code(db).code(db)) else {
        return false;
    };
    match &hir.kind {
        DeclKind::Class(_) | DeclKind::Variable(_) => {
            hir.path.as_ref().is_some_and(|p| p.args.is_some())
        }
        DeclKind::Function(_) => cleave_typing::is_explicit_specialization(code, hir),
        DeclKind::DeductionGuide(_) => true,
        _ => false,
    }
}

impl Analysis {
    /// What the name at a place denotes, with all that must be renamed with it.
    pub fn renamed(&self, at: &FilePosition) -> Option<Denoted> {
        let db = &self.db;
        let mut denoted = self.denoted(at)?;
        if denoted.is_macro {
            return Some(denoted);
        }
        let text = self.text();
        let here = self.here(&text, at)?;
        let Some(Symbol::Entity(entity)) = here.symbols.first() else {
            return Some(denoted);
        };
        // The template is a library's: nobody can rename it here.
        if primary(db, canonical(db, entity.decl(db))) == Some(None) {
            denoted.declared.push(FilePosition {
                column: 0,
                ..at.clone()
            });
        }
        for other in together(db, *entity) {
            for place in self.declared(&text, &Symbol::Entity(other)) {
                if !denoted.declared.contains(&place) {
                    denoted.declared.push(place);
                }
            }
        }
        Some(denoted)
    }
}

/// What has the same name as an entity, and must have it.
fn together<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Vec<Entity<'db>> {
    let special = match entity.kind(db) {
        Some(DeclKind::Function(f)) => f.special,
        Some(DeclKind::Class(_)) => return with_class(db, entity),
        _ => return Vec::new(),
    };
    if matches!(special, Special::Constructor | Special::Destructor) {
        let class = class_of(db, entity).and_then(|class| class.class_entity(db));
        return class.map_or(Vec::new(), |class| with_class(db, class));
    }
    virtually_the_same(db, entity)
}

/// A class with its constructors and its destructor.
fn with_class<'db>(db: &'db dyn Db, class: Entity<'db>) -> Vec<Entity<'db>> {
    let defined = definition(db, class).unwrap_or(class);
    let mut out = vec![class];
    let Some(DeclKind::Class(Class { members, .. })) = defined.kind(db) else {
        return out;
    };
    for &member in members {
        let decl = DeclRef::at(db, defined.decl(db).code(db), member);
        let names_class = decl.hir(db).is_some_and(|d| {
            matches!(d.name, NameId::Destructor(_))
                || matches!(&d.kind, DeclKind::Function(f) if f.special == Special::Constructor)
        });
        if names_class {
            out.push(Entity::new(db, decl, None));
        }
    }
    out
}

/// The functions that a virtual function overrides, directly or not, and all that override those ([class.virtual]).
fn virtually_the_same<'db>(db: &'db dyn Db, function: Entity<'db>) -> Vec<Entity<'db>> {
    if class_of(db, function).is_none() {
        return Vec::new();
    }
    let mut known = vec![function];
    let mut next = 0;
    while let Some(&below) = known.get(next) {
        next += 1;
        for above in overridden(db, below) {
            if !known.contains(&above) {
                known.push(above);
            }
        }
    }
    let file = function.decl(db).code(db).item.file(db);
    for derived in classes(db, file) {
        for own in own_functions(db, derived) {
            if !known.contains(&own) && known.iter().any(|&f| overrides(db, own, f)) {
                known.push(own);
            }
        }
    }
    known
}
