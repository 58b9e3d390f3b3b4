//! What is instantiated explicitly twice ([temp.spec.general]/5).

use cleave_base_db::{Db, SourceFile};
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind};
use cleave_names::{Word, item_id_of_node, user_items, user_items_with};
use rustc_hash::FxHashMap;

use crate::function::specialized::{instantiated, instantiations};
use crate::redeclarations::definitions::{has_arguments, words_before};
use crate::{At, DeclRef, Entity, Fill, NameKey, Problem, Site};

/// An explicit instantiation of what has been instantiated explicitly before.
pub(super) fn problem<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    named: &Decl,
) -> Option<Problem<'db>> {
    let (entity, _) = instantiated(db, own)?;
    let file = own.code(db).item.file(db);
    let first = *first_instantiations(db, file, NameKey::of(&named.name)?).get(&entity)?;
    if first == own.site(db) {
        return None;
    }
    let DeclKind::Instantiation { decl, .. } = own.hir(db)?.kind else {
        return None;
    };
    let at = DeclRef::at(db, own.code(db), decl).site(db);
    let is_member = entity.decl(db).parent_class(db).is_some();
    let shown = match entity.is_function(db) && !is_member {
        true => Fill::Signature(entity),
        false => Fill::Entity(entity),
    };
    let problem = Problem::new(codes::INSTANTIATED_MORE_THAN_ONCE { entity: shown }, at);
    // A class is reported at its key.
    let DeclKind::Class(_) = named.kind else {
        return Some(problem);
    };
    if has_arguments(named) {
        return Some(problem);
    }
    let words = named.path.as_ref().map_or(0, |p| words_before(p));
    Some(problem.at(At::Before(words + 1)))
}

/// Where each entity is instantiated explicitly first, among the items that mention a name.
#[salsa::tracked(returns(ref))]
fn first_instantiations<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    key: NameKey,
) -> FxHashMap<Entity<'db>, Site<'db>> {
    let word = key.ident().map(|n| Word::new(db, n.as_str().to_owned()));
    let items = word.map_or_else(|| user_items(db, file), |w| user_items_with(db, file, w));
    let mut out = FxHashMap::default();
    for &node in items {
        for (entity, site, is_extern) in instantiations(db, item_id_of_node(db, node)) {
            if !is_extern {
                out.entry(entity).or_insert(site);
            }
        }
    }
    out
}
