//! What names mean that depend on template parameters, as far as the primary template tells: a specialisation may say otherwise, and is not
//! known before it is instantiated.

use cleave_base_db::Db;
use cleave_hir::{Class, DeclKind, NameId, Path, PathParts};
use cleave_names::decl::Spec;
use cleave_typing::class::class_info;
use cleave_typing::function::definition;
use cleave_typing::{DeclRef, Entity, Ty, TyKind};

use super::{Symbol, guess, lookup};
use crate::piece::Piece;

/// How deep bases are followed.
const DEPTH: usize = 16;

/// Whether something is known of a name: an entity, or a type that is no more than a name.
pub(super) fn is_known<'db>(db: &'db dyn Db, named: &[Symbol<'db>]) -> bool {
    let is_open = |symbol: &Symbol<'db>| match symbol {
        Symbol::Type(ty) => matches!(ty.kind(db), TyKind::Dependent(..)),
        _ => false,
    };
    named.iter().any(|symbol| !is_open(symbol))
}

/// What a path means whose qualifier depends on template parameters, or whose name a base may have that does.
pub(super) fn of_path<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    path: &Path,
) -> Option<Vec<Symbol<'db>>> {
    let class = match path.qualifiers.split_last() {
        Some((last, before)) => {
            let shorter = Path::new(
                NameId::Ident(last.name.clone()),
                PathParts {
                    qualifiers: before.into(),
                    args: last.args.clone(),
                    ..path.parts().clone()
                },
            );
            let classes = lookup(db, piece, &shorter);
            classes
                .iter()
                .find_map(|symbol| class_of_symbol(db, symbol))?
        }
        None => return None,
    };
    let members = of_primary(db, class, &path.name, DEPTH);
    (!members.is_empty()).then_some(members)
}

/// A member of an object whose class depends on template parameters.
pub(super) fn member<'db>(db: &'db dyn Db, class: Ty<'db>, name: &NameId) -> Vec<Symbol<'db>> {
    match class.class_entity(db) {
        Some(class) => of_primary(db, class, name, DEPTH),
        None => Vec::new(),
    }
}

/// The class that a name means.
pub(super) fn class_of_symbol<'db>(db: &'db dyn Db, symbol: &Symbol<'db>) -> Option<Entity<'db>> {
    let entity = match symbol {
        Symbol::Entity(e) => *e,
        Symbol::Type(ty) => return ty.class_entity(db),
        _ => return None,
    };
    match entity.kind(db)? {
        DeclKind::Class(_) => Some(entity),
        DeclKind::Alias(_) => cleave_typing::alias_type(db, entity)?.class_entity(db),
        _ => None,
    }
}

/// The members by a name of the template that a class is a specialisation of, or of the templates of its bases.
fn of_primary<'db>(
    db: &'db dyn Db,
    class: Entity<'db>,
    name: &NameId,
    depth: usize,
) -> Vec<Symbol<'db>> {
    let defined = definition(db, class).unwrap_or(class);
    let mut out = Vec::new();
    own_members(db, defined, name, depth, &mut out);
    if !out.is_empty() || depth == 0 {
        return out;
    }
    let known = class_info(db, Ty::of(db, TyKind::Class(class)));
    let known = known.map_or(&[][..], |info| &info.bases);
    let mut bases: Vec<Entity<'db>> = known
        .iter()
        .filter_map(|base| base.ty.class_entity(db))
        .collect();
    if let Some(DeclKind::Class(own)) = defined.kind(db).filter(|_| bases.is_empty()) {
        let code = defined.decl(db).code(db);
        let written = own.bases.iter();
        let classes = written.filter_map(|base| guess::of_base(db, code, base.ty));
        bases.extend(classes.filter_map(|ty| ty.class_entity(db)));
    }
    let mut inherited = bases
        .into_iter()
        .map(|base| of_primary(db, base, name, depth - 1));
    inherited
        .find(|members| !members.is_empty())
        .unwrap_or_default()
}

/// The members that a class declares by a name, those of its anonymous unions among them ([class.union.anon]).
fn own_members<'db>(
    db: &'db dyn Db,
    class: Entity<'db>,
    name: &NameId,
    depth: usize,
    out: &mut Vec<Symbol<'db>>,
) {
    let Some(DeclKind::Class(Class { members, .. })) = class.kind(db) else {
        return;
    };
    for &member in members {
        let decl = DeclRef::at(db, class.decl(db).code(db), member);
        let Some(hir) = decl.hir(db) else { continue };
        let entity = Entity::new(db, decl, class.env(db));
        let is_anonymous = hir.name == NameId::None && matches!(hir.kind, DeclKind::Class(_));
        if is_anonymous && depth > 0 {
            own_members(db, entity, name, depth - 1, out);
        } else if hir.name == *name && !hir.spec.any(Spec::FRIEND) {
            out.push(Symbol::Entity(entity));
        }
    }
}
