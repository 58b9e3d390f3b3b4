//! Unions: one member at most has an initialiser ([class.union.general]/1), and the object of an anonymous one can be made and
//! destroyed ([class.union.anon]/1).

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{ClassKey, DeclId, DeclKind, Init, NameId, item_hir};
use cleave_names::ItemId;
use cleave_names::decl::Spec;

use crate::class::members::is_anonymous;
use crate::class::{Special, special};
use crate::program::Declared;
use crate::{At, Entity, Fill, Problem, Site, Ty, TyKind};

/// Whether a class without a name is an anonymous union: nothing is declared with it.
fn is_object<'db>(db: &'db dyn Db, item: ItemId<'db>, class: DeclId) -> bool {
    let hir = item_hir(db, item);
    let among: Vec<_> = hir
        .declarations()
        .filter(|(_, d)| d.parent.is_none())
        .map(|(id, _)| id)
        .collect();
    is_anonymous(&hir.code, class, &among)
}

/// Why the object of an anonymous union cannot be made, or cannot go away ([class.default.ctor]/2, [class.dtor]/7).
pub(crate) fn unmade<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    site: Site<'db>,
) -> impl Iterator<Item = Problem<'db>> {
    let deleted = move |which| special(db, class, which).is_some_and(|s| s.deleted);
    let constructor = deleted(Special::Default).then(|| {
        let ty = Fill::Type(class);
        Problem::new(codes::DELETED_DEFAULT_CONSTRUCTOR { ty }, site)
    });
    let destructor = deleted(Special::Destructor).then(|| {
        let entity = Fill::Implicit("<unnamed>::~<unnamed>()".into());
        Problem::new(codes::DELETED_FUNCTION_REFERENCED { entity }, site)
    });
    constructor.into_iter().chain(destructor)
}

/// The members of an item's unions that have an initialiser where another one has.
pub(crate) fn problems<'db>(db: &'db dyn Db, declared: &[Declared<'db>]) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    let mut first: Vec<(cleave_hir::DeclId, Entity<'db>)> = Vec::new();
    for &(own, decl, site) in declared {
        if let DeclKind::Class(c) = &decl.kind
            && c.key == ClassKey::Union
            && decl.parent.is_none()
            && decl.name == NameId::None
            && own.code().body.is_none()
            && is_object(db, own.code().item, own.id())
        {
            let class = Ty::of(db, TyKind::Class(own.entity(db)));
            out.extend(unmade(db, class, site).map(|p| p.at(At::Start)));
        }
        let initialized = matches!(&decl.kind, DeclKind::Variable(v) if !matches!(v.init, Init::None))
            && !decl.spec.any(Spec::STATIC.with(Spec::FRIEND));
        let Some(parent) = decl.parent.filter(|_| initialized) else {
            continue;
        };
        let entity = own.entity(db);
        let code = entity.code(db);
        let union = code.is_some_and(
            |code| matches!(&code[parent].kind, DeclKind::Class(c) if c.key == ClassKey::Union),
        );
        if !union {
            continue;
        }
        match first.iter().find(|f| f.0 == parent) {
            Some((_, other)) => out.push(Problem::new(
                codes::SEVERAL_FIELD_INITIALIZERS_IN_UNION {
                    member: Fill::DeclaredMember(*other),
                },
                site,
            )),
            None => first.push((parent, entity)),
        }
    }
    out
}
