//! Unions: one member at most has an initialiser ([class.union.general]/1), and the object of an anonymous one can be made and
//! destroyed ([class.union.anon]/1).

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{ClassKey, Code, DeclId, DeclKind, Init, NameId, item_hir};
use cleave_names::ItemId;
use cleave_names::decl::Spec;

use crate::class::members::is_anonymous;
use crate::class::{Special, special};
use crate::program::Declared;
use crate::{At, Entity, Fill, Problem, Site, Ty, TyKind, display};

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
        let Some(code) = entity.code(db) else {
            continue;
        };
        // Members of anonymous classes are members of the unions around as well, until one of those has something against them.
        for union in unions_around(code, parent) {
            match first.iter().find(|f| f.0 == union) {
                Some((_, other)) => {
                    let member = member_of(db, code, union, *other);
                    let message = codes::SEVERAL_FIELD_INITIALIZERS_IN_UNION { member };
                    out.push(Problem::new(message, site));
                    break;
                }
                None => first.push((union, entity)),
            }
        }
    }
    out
}

/// The unions that a member of a class is a member of: the class itself, and those around anonymous classes, inner ones first.
fn unions_around(code: &Code, class: DeclId) -> Vec<DeclId> {
    let mut out = Vec::new();
    let mut at = class;
    loop {
        let DeclKind::Class(c) = &code[at].kind else {
            return out;
        };
        if c.key == ClassKey::Union {
            out.push(at);
        }
        let Some(outer) = code[at].parent.filter(|_| code[at].name == NameId::None) else {
            return out;
        };
        let DeclKind::Class(around) = &code[outer].kind else {
            return out;
        };
        if !is_anonymous(code, at, &around.members) {
            return out;
        }
        at = outer;
    }
}

/// A member as it is called within a union: the classes from the union on that have no name are said.
fn member_of<'db>(db: &'db dyn Db, code: &Code, union: DeclId, member: Entity<'db>) -> Fill<'db> {
    let classes = std::iter::successors(Some(union), |at| code[*at].parent);
    let unnamed = classes
        .take_while(|at| code[*at].name == NameId::None)
        .count();
    let name = display::qualified_name(db, member);
    let last = name.rfind("::").map_or(0, |colons| colons + 2);
    if unnamed == 0 || !name.is_char_boundary(last) {
        return Fill::DeclaredMember(member);
    }
    let (outer, own) = name.split_at(last);
    let name = format!("{outer}{}{own}", "<unnamed>::".repeat(unnamed));
    Fill::Local("member", name.into(), Some(member.decl(db).site(db)))
}
