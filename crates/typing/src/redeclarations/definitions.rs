//! What is defined twice ([basic.def.odr]/1): functions, variables, types, templates, members of classes and specialisations; and
//! instantiations that are asked for twice ([temp.spec.general]/5).

use cleave_base_db::{Db, SourceFile};
use cleave_codes::codes;
use cleave_hir::{Code, Decl, DeclKind, Init, Path, TemplateParamKind, item_hir};
use cleave_names::decl::{Body, Spec};
use cleave_names::{ItemId, Word, item_id_of_node, user_items_with};
use rustc_hash::FxHashMap;

use crate::code::params::{function_ref, is_explicit_specialization, levels};
use crate::declarations::template_heads::heads::are_of_one;
use crate::declarations::template_heads::members::has_heads_of_classes;
use crate::function::redeclared::{is_alone, is_same, precedes};
use crate::function::shape::fingerprint;
use crate::function::specialized::{explicit, specialized};
use crate::function::{canonical, redeclarations, variable_type};
use crate::lookup::namespaces::{Among, namespace_decls};
use crate::redeclarations::instantiations;
use crate::redeclarations::kinds::returns_other;
use crate::{At, CodeRef, DeclRef, Entity, Fill, NameKey, Problem};

/// What an item defines or instantiates that something before it has.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    let code_ref = CodeRef { item, body: None };
    let hir = item_hir(db, item);
    let code = &hir.code;
    let named = crate::program::instantiated(code.decls.iter().map(|(_, d)| d));
    for (id, decl) in hir.declarations() {
        // What is instantiated is not defined.
        if named.contains(&id) {
            continue;
        }
        let own = DeclRef::at(db, code_ref, id);
        if let DeclKind::Instantiation {
            is_extern: false,
            decl: named,
        } = decl.kind
        {
            out.extend(instantiations::problem(db, own, &code[named]));
            continue;
        }
        let defines = is_definition(decl) || is_defined_friend(db, own, decl);
        if !defines || is_function_by_its_type(db, own, decl) {
            continue;
        }
        let earlier = match is_explicit_specialization(code, decl) {
            true => specialization(db, own, decl),
            false => template(db, own, decl).filter(|_| !decl.spec.any(Spec::FRIEND)),
        };
        let earlier = earlier.or_else(|| friend_definition(db, own, decl));
        if let Some((entity, earlier)) = earlier {
            let what = match decl.kind {
                DeclKind::Variable(_) => Fill::Instantiated(entity),
                _ => Fill::Entity(entity),
            };
            // A template begins at its head.
            let is_template = |d: &Decl| d.heads.iter().any(|h| !h.params.is_empty());
            let previous = match earlier.hir(db).is_some_and(is_template) {
                true => Fill::HeadLine(earlier.site(db)),
                false => Fill::Line(earlier.site(db)),
            };
            let fills = vec![what, previous];
            let problem = Problem::new((codes::ALREADY_DEFINED, fills), own.site(db));
            // A class is reported at its qualifier.
            let words = decl.path.as_ref().map_or(0, |p| words_before(p));
            out.push(match decl.kind {
                DeclKind::Class(_) if words > 0 && !has_arguments(decl) => {
                    problem.at(At::Before(words))
                }
                _ => problem,
            });
        } else if let Some(entity) = initialized_before(db, own, decl) {
            out.push(Problem::new(
                codes::ENTITY_ALREADY_INITIALIZED {
                    entity: Fill::Instantiated(entity),
                },
                own.site(db),
            ));
        }
    }
    out
}

fn is_definition(decl: &Decl) -> bool {
    // An inline definition of GNU's sort stands beside the one that is linked.
    let beside = |a: &cleave_hir::Attr| a.name.as_str().contains("gnu_inline");
    if decl.spec.any(Spec::FRIEND) || decl.attrs.iter().any(beside) {
        return false;
    }
    match &decl.kind {
        DeclKind::Function(f) => !matches!(f.body, Body::None),
        DeclKind::Class(class) => class.defined,
        DeclKind::Variable(v) => {
            let bare = matches!(v.init, Init::None);
            match decl.parent {
                // A constexpr member may be declared again ([depr.static.constexpr]).
                Some(_) => {
                    decl.spec.any(Spec::STATIC)
                        && decl.spec.any(Spec::INLINE)
                        && !decl.spec.any(Spec::CONSTEXPR)
                }
                None => {
                    let member = decl.path.as_ref().is_some_and(|p| !p.is_unqualified());
                    let again = member && decl.spec.any(Spec::CONSTEXPR);
                    !(bare && (again || !member && decl.spec.any(Spec::EXTERN)))
                }
            }
        }
        DeclKind::Enum(e) => e.enumerators.is_some(),
        _ => false,
    }
}

/// Whether a class that is no template's defines a function of the namespace as its friend ([class.friend]/6).
fn is_defined_friend<'db>(db: &'db dyn Db, decl: DeclRef<'db>, hir: &Decl) -> bool {
    let has_body = matches!(&hir.kind, DeclKind::Function(f) if matches!(f.body, Body::Block(_)));
    has_body && hir.spec.any(Spec::FRIEND) && levels(db, decl).is_empty()
}

/// The earlier definition of a function, one of the two standing in a class that makes it its friend.
fn friend_definition<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    hir: &Decl,
) -> Option<(Entity<'db>, DeclRef<'db>)> {
    let is_block =
        |d: &Decl| matches!(&d.kind, DeclKind::Function(f) if matches!(f.body, Body::Block(_)));
    if !is_block(hir) || !hir.heads.is_empty() || is_constrained(db, own, hir) {
        return None;
    }
    let before = || {
        let first = canonical(db, own);
        let earlier = redeclarations(db, first).iter().find(|d| {
            d.hir(db).is_some_and(|h| {
                let either = h.spec.any(Spec::FRIEND) || hir.spec.any(Spec::FRIEND);
                let defines = is_block(h) && (is_definition(h) || is_defined_friend(db, **d, h));
                either && defines && h.heads.is_empty() && precedes(db, **d, own)
            })
        })?;
        Some((Entity::new(db, first, None), *earlier))
    };
    let found = match is_alone(db, own) {
        true => None,
        false => before(),
    };
    found.or_else(|| defined_as_friend(db, own, hir))
}

/// The earlier definition of a function of a namespace in a class that makes it its friend.
fn defined_as_friend<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    hir: &Decl,
) -> Option<(Entity<'db>, DeclRef<'db>)> {
    let of_namespace = hir.parent.is_none() || hir.spec.any(Spec::FRIEND);
    let qualified = (hir.path.as_ref()).is_some_and(|p| !p.is_unqualified());
    if !of_namespace || qualified || own.code(db).body.is_some() {
        return None;
    }
    let code = own.code(db);
    let key = own.key(db)?;
    let all = friends_with_bodies(db, code.file(db)).get(&key)?;
    let alike = match all.len() > MANY {
        true => friends_by_parameters(db, code.file(db), key).get(&fingerprint(db, own)?)?,
        false => all,
    };
    let mut before = alike.iter().take_while(|d| precedes(db, **d, own));
    let earlier =
        *before.find(|d| d.code(db).scope(db) == code.scope(db) && is_same(db, **d, own))?;
    Some((Entity::new(db, earlier, None), earlier))
}

/// Of fewer friends of a name each is compared.
const MANY: usize = 32;

/// The many functions of a name that classes define as their friends, by the fingerprints of their parameter types, in source order.
/// One whose types are not known is the same as no other.
#[salsa::tracked(returns(ref), cycle_initial = |_, _, _, _| FxHashMap::default(), cycle_fn = |_, cycle, _, new, _, _| crate::engine::cycles::settle(cycle, new, FxHashMap::default))]
fn friends_by_parameters<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    key: NameKey,
) -> FxHashMap<u64, Vec<DeclRef<'db>>> {
    let _level = crate::engine::depth::Level::enter();
    let mut out: FxHashMap<_, Vec<_>> = FxHashMap::default();
    for &decl in friends_with_bodies(db, file)
        .get(&key)
        .into_iter()
        .flatten()
    {
        if let Some(types) = fingerprint(db, decl) {
            out.entry(types).or_default().push(decl);
        }
    }
    out
}

/// The functions that classes of the user's, no templates, define as their friends, by their names, in source order. A firewall:
/// hardly any name has one.
#[salsa::tracked(returns(ref))]
pub(crate) fn friends_with_bodies<'db>(
    db: &'db dyn Db,
    file: SourceFile,
) -> FxHashMap<NameKey, Vec<DeclRef<'db>>> {
    let mut out: FxHashMap<_, Vec<_>> = FxHashMap::default();
    for &node in user_items_with(db, file, Word::new(db, "friend")) {
        let item = item_id_of_node(db, node);
        let code = CodeRef { item, body: None };
        for (id, decl) in item_hir(db, item).declarations() {
            if !decl.spec.any(Spec::FRIEND) || !decl.heads.is_empty() {
                continue;
            }
            let own = DeclRef::at(db, code, id);
            if let (true, Some(key)) = (is_defined_friend(db, own, decl), own.key(db)) {
                out.entry(key).or_default().push(own);
            }
        }
    }
    out
}

/// `F f;` where `F` is a function type.
fn is_function_by_its_type<'db>(db: &'db dyn Db, decl: DeclRef<'db>, hir: &Decl) -> bool {
    matches!(hir.kind, DeclKind::Variable(_)) && hir.parent.is_none() && {
        let ty = variable_type(db, Entity::new(db, decl, None));
        ty.is_function(db) || ty.is_unknown(db)
    }
}

/// Whether concepts tell a template from others of its name: they are not compared here.
fn is_constrained<'db>(db: &'db dyn Db, decl: DeclRef<'db>, hir: &Decl) -> bool {
    let constrained = |kind: &TemplateParamKind| {
        matches!(
            kind,
            TemplateParamKind::Type {
                constraint: Some(_),
                ..
            }
        )
    };
    hir.heads
        .iter()
        .any(|h| h.requires.is_some() || h.params.iter().any(|p| constrained(&p.kind)))
        || function_ref(db, decl).is_some_and(|f| f.requires.is_some())
}

/// The template or member of one that a declaration defines, and its definition before.
fn template<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    hir: &Decl,
) -> Option<(Entity<'db>, DeclRef<'db>)> {
    // `template<> template<class U> void A<1>::f(U) {}`: a member template of one specialisation, which others define as well.
    let specialized = hir.heads.iter().any(|head| head.params.is_empty());
    let first = canonical(db, own);
    if specialized || first == own || is_constrained(db, own, hir) {
        return None;
    }
    // Two functions that differ in what they return are another mistake.
    if matches!(hir.kind, DeclKind::Function(_)) && returns_other(db, own, first) {
        return None;
    }
    let before = redeclarations(db, first).iter();
    let earlier = before.take_while(|d| **d != own).find(|d| {
        d.hir(db).is_some_and(|h| {
            // Two functions of one class are another mistake.
            let members = h.parent.is_some()
                && hir.parent.is_some()
                && matches!(hir.kind, DeclKind::Function(_));
            is_definition(h)
                && !is_function_by_its_type(db, **d, h)
                && !members
                && !is_constrained(db, **d, h)
        })
    })?;
    // Heads that differ are reported by themselves.
    let alike = || are_of_one(db, *earlier, own) && are_of_one(db, first, own);
    if !has_heads_of_classes(db, own) {
        return None;
    }
    let comparable = matches!(hir.kind, DeclKind::Function(_)) || alike();
    comparable.then(|| (Entity::new(db, first, None), *earlier))
}

/// The static data member that a definition gives a value, where its class has given it one ([class.static.data]/3).
fn initialized_before<'db>(db: &'db dyn Db, own: DeclRef<'db>, hir: &Decl) -> Option<Entity<'db>> {
    let has_value =
        |d: &Decl| matches!(&d.kind, DeclKind::Variable(v) if !matches!(v.init, Init::None));
    let first = canonical(db, own);
    let class = first.parent_class(db).filter(|_| first != own)?;
    let again = has_value(hir) && class.is_class(db) && first.hir(db).is_some_and(has_value);
    again.then(|| Entity::new(db, first, None))
}

/// What an explicit specialisation defines, and its definition before.
fn specialization<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    hir: &Decl,
) -> Option<(Entity<'db>, DeclRef<'db>)> {
    if !levels(db, own).is_empty() || is_constrained(db, own, hir) {
        return None;
    }
    let entity = specialized(db, own)?;
    // The first of many is known: nothing stands before it.
    if explicit(db, entity).is_some_and(|first| first.decl(db) == own) {
        return None;
    }
    let special = |code: &Code, d: &Decl| is_explicit_specialization(code, d) && is_definition(d);
    let file = own.code(db).file(db);
    let all = namespace_decls(db, file, own.key(db)?, Among::Special);
    // They are in source order. Nearly all are of other arguments.
    let mut before = all.iter().map(|d| d.decl).take_while(|d| *d != own);
    let earlier = before.find(|d| {
        specialized(db, *d) == Some(entity)
            && precedes(db, *d, own)
            && d.hir(db).is_some_and(|h| {
                d.code(db).code(db).is_some_and(|code| special(code, h))
                    && std::mem::discriminant(&h.kind) == std::mem::discriminant(&hir.kind)
            })
            && levels(db, *d).is_empty()
    })?;
    Some((entity, earlier))
}

/// How many tokens of a qualified name without template arguments stand before its last one.
pub(crate) fn words_before(path: &Path) -> u32 {
    2 * path.qualifiers.len() as u32 + u32::from(path.global)
}

/// Whether a declared name has template arguments in its qualifiers.
pub(crate) fn has_arguments(decl: &Decl) -> bool {
    let path = decl.path.as_ref();
    path.is_some_and(|p| p.qualifiers.iter().any(|q| q.args.is_some()))
}
