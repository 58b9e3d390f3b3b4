//! Virtual functions of bases that a class hides, all or some of a name ([class.virtual]).

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::NameId;
use cleave_names::decl::Spec;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::class::members::members;
use crate::class::virtuals::{is_declared, matches, own_by_name};
use crate::declarations::overriding::bases_first;
use crate::{Entity, Fill, NameKey, Problem, Site, Ty, display};

/// Functions by their names, and the names in order.
fn by_name<'db>(
    db: &'db dyn Db,
    functions: impl IntoIterator<Item = Entity<'db>>,
) -> (FxHashMap<NameKey, Vec<Entity<'db>>>, Vec<NameKey>) {
    let mut out: FxHashMap<NameKey, Vec<Entity<'db>>> = FxHashMap::default();
    let mut names = Vec::new();
    for function in functions {
        let Some(key) = function.decl(db).key(db) else {
            continue;
        };
        let of_name = out.entry(key.clone()).or_default();
        if of_name.is_empty() {
            names.push(key);
        }
        of_name.push(function);
    }
    (out, names)
}

/// Virtual functions that a class hides, all of a name or some.
pub(super) fn hidden<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    class_site: Site<'db>,
    definition: Entity<'db>,
    (own, failed): (&[Entity<'db>], &[Entity<'db>]),
    all: &[Ty<'db>],
    out: &mut Vec<Problem<'db>>,
) {
    if all.is_empty() {
        return;
    }
    let (mine_by_name, mut names) = by_name(db, own.iter().copied());
    names.retain(|key| {
        let mine = mine_by_name.get(key).map_or(&[][..], Vec::as_slice);
        let named = mine.first().and_then(|f| f.hir(db)).map(|h| &h.name);
        // A using-declaration brings the others back.
        let among = members(db, definition.decl(db)).get(key);
        matches!(named, Some(NameId::Ident(_) | NameId::Operator(_)))
            && among.len() == mine.len()
            && !mine.iter().all(|f| failed.contains(f))
    });
    // Of several bases the innermost one with such functions is reported.
    let mut reported = FxHashSet::default();
    let bases = bases_first(db, class);
    for (base, key) in bases
        .iter()
        .flat_map(|base| names.iter().map(move |key| (base, key)))
    {
        let Some(mine) = mine_by_name.get(key).filter(|_| !reported.contains(key)) else {
            continue;
        };
        let mine: Vec<_> = (mine.iter().copied())
            .filter(|f| !failed.contains(f))
            .collect();
        let mut theirs = own_by_name(db, *base, key);
        theirs.retain(|f| is_declared(db, *f));
        let overrides = |other: &Entity<'db>| mine.iter().any(|f| matches(db, *f, *other));
        let kept = theirs.iter().filter(|f| overrides(f)).count();
        let Some(&first) = theirs.first().filter(|_| kept < theirs.len()) else {
            continue;
        };
        reported.insert(key);
        if kept == 0 {
            let hidden = match theirs.len() {
                1 => Fill::Signature(first),
                _ => Fill::Overloaded(first),
            };
            for function in mine {
                let is_static = function.hir(db).is_some_and(|h| h.spec.any(Spec::STATIC));
                let decl = function.decl(db);
                let name = display::function_text(db, function, false);
                if !is_static {
                    let site = decl.site(db);
                    let fills = vec![hidden.clone(), Fill::Kind("", name.into())];
                    out.push(Problem::new(
                        (codes::VIRTUAL_FUNCTION_DECL_HIDDEN, fills),
                        site,
                    ));
                }
            }
        } else {
            let name = display::function_text(db, first, false);
            out.push(Problem::new(
                codes::PARTIALLY_OVERRIDDEN {
                    function: Fill::Name(name.into()),
                    class: Fill::Kind("class", display::type_text(db, class).into()),
                },
                class_site,
            ));
        }
    }
}
