//! What is wrong with virtual functions and what they override ([class.virtual], [class.mem]).

use crate::code::around::template_depth;
use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind, Exception, Function, NameId};
use cleave_names::decl::{Body, Spec, Special};
use cleave_syntax::Standard;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::class::bases::bases;
use crate::class::specialization::specialization;
use crate::class::virtuals::{
    all_overridden, has_virtual_destructor, is_declared, matches, overridden, own_by_name,
    own_functions,
};
use crate::code::params::function_ref;
use crate::declarations::hidden_functions::hidden;
use crate::function::result_type;
use crate::linkage::is_templated;
use crate::lookup::current_instantiation::self_type;
use crate::program::Declared;
use crate::{At, Entity, Fill, Problem, Site, Ty, TyKind, display};

/// What stands for the six messages about the spaces of a function and of one that it overrides: whoever knows spaces says which of
/// them it is, if any.
pub const SPACES: codes::Code = codes::DEVICE_OVERRIDES_HOST;

/// When a class is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// It is no template's.
    Class,
    /// A template's as it is written: what overrides a function of a base that does not depend on parameters.
    Template,
    /// With an instance of its template, which says the rest.
    Instance,
}

/// The problems of the virtual functions that an item's classes declare.
pub(crate) fn problems<'db>(db: &'db dyn Db, declared: &[Declared<'db>]) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for &(own, decl, site) in declared {
        let DeclKind::Class(written) = &decl.kind else {
            continue;
        };
        let entity = own.entity(db);
        let stage = match template_depth(db, entity) > 0 || is_templated(db, entity) {
            true => Stage::Template,
            false => Stage::Class,
        };
        if !written.defined || stage == Stage::Template && written.bases.is_empty() {
            continue;
        }
        let class = match stage {
            Stage::Template => self_type(db, entity.decl(db), None),
            _ => {
                let first = crate::function::canonical(db, entity.decl(db));
                Some(Ty::of(db, TyKind::Class(Entity::new(db, first, None))))
            }
        };
        let Some(class) = class else {
            continue;
        };
        let Some(of) = Overriding::of(db, class, stage) else {
            continue;
        };
        for &function in &of.own {
            out.extend(of.function(function));
        }
        if stage == Stage::Class {
            out.extend(of.complete(site).into_iter().map(|p| Problem {
                read: Some(site),
                ..p
            }));
        }
    }
    out
}

/// The functions of a class that may override others, and what they may override.
pub(crate) struct Overriding<'db> {
    db: &'db dyn Db,
    class: Ty<'db>,
    stage: Stage,
    /// The functions that the class itself declares.
    own: Vec<Entity<'db>>,
    /// What each of them would override, whatever it returns.
    overridden: FxHashMap<Entity<'db>, Vec<Entity<'db>>>,
    /// All its bases; `None`: some are not known.
    all: Option<Vec<Ty<'db>>>,
}

impl<'db> Overriding<'db> {
    /// Of an instance of a class template.
    pub(crate) fn of_instance(db: &'db dyn Db, class: Ty<'db>) -> Option<Overriding<'db>> {
        Overriding::of(db, class, Stage::Instance)
    }

    fn of(db: &'db dyn Db, class: Ty<'db>, stage: Stage) -> Option<Overriding<'db>> {
        class.class_entity(db).and_then(|e| specialization(db, e))?;
        let direct = &bases(db, class.id()).all;
        let own = own_functions(db, class);
        if own.is_empty() && direct.len() < 2 || stage == Stage::Template && direct.is_empty() {
            return None;
        }
        let all = bases_of(db, class);
        if all.is_none() && stage != Stage::Template {
            return None;
        }
        // What depends on template parameters is not known where the template is defined.
        let known = |o: &Entity<'db>| {
            stage != Stage::Template || !o.env(db).is_some_and(|e| e.is_dependent(db))
        };
        let overridden = own.iter().map(|&function| {
            let mut others = all_overridden(db, class, function);
            others.retain(known);
            (function, others)
        });
        Some(Overriding {
            db,
            class,
            stage,
            overridden: overridden.collect(),
            own,
            all,
        })
    }

    fn overridden(&self, function: Entity<'db>) -> &[Entity<'db>] {
        self.overridden.get(&function).map_or(&[], Vec::as_slice)
    }

    /// What is wrong with a member where it is declared, if it is a function.
    pub(crate) fn function(&self, function: Entity<'db>) -> Vec<Problem<'db>> {
        let db = self.db;
        let mut out = Vec::new();
        let Some(hir) = function.hir(db) else {
            return out;
        };
        let DeclKind::Function(f) = &hir.kind else {
            return out;
        };
        let site = function.decl(db).site(db);
        if f.special == Special::Constructor {
            return out;
        }
        let whole = self.stage != Stage::Template;
        if hir.spec.any(Spec::STATIC) {
            let overrides = !hir.spec.any(Spec::VIRTUAL)
                && hir.heads.is_empty()
                && f.special == Special::None
                && overridden(db, self.class, function).is_some();
            let code = codes::VIRTUAL_ON_STATIC_OR_NONMEMBER;
            out.extend((whole && overrides).then(|| Problem::new(code, site)));
            return out;
        }
        let others = self.overridden(function);
        let nothing = |out: &mut Vec<Problem<'db>>| {
            if f.is_override {
                out.push(Problem::new(codes::NOTHING_TO_OVERRIDE, site));
            }
            if f.is_final && !hir.spec.any(Spec::VIRTUAL) {
                out.push(Problem::new(codes::FINAL_ON_NONVIRTUAL_FUNCTION, site));
            }
        };
        if others.is_empty() {
            let bases = self.all.as_deref().unwrap_or_default();
            if whole && !(f.is_override && is_destructor_of_virtual(db, function, bases)) {
                nothing(&mut out);
                if self.stage == Stage::Instance && f.is_pure && !hir.spec.any(Spec::VIRTUAL) {
                    let code = codes::PURE_SPECIFIER_ON_NONVIRTUAL;
                    out.push(Problem::new(code, site).at(At::Pure));
                }
            }
            return out;
        }
        let said = self.said_of_template(function);
        let standard = function.decl(db).code(db).file(db).dialect(db).standard;
        if f.special != Special::Destructor
            && hir.spec.any(Spec::CONSTEXPR)
            && !hir.spec.any(Spec::VIRTUAL)
            && standard < Standard::Cpp20
            && said.is_empty()
        {
            out.push(Problem::new(codes::CONSTEXPR_VIRTUAL_FUNCTION, site));
        }
        let mut overrides = false;
        for &other in others {
            if let Some(code) = self.result_differs(function, f, other) {
                if whole {
                    out.push(Problem::new(code, site));
                }
                continue;
            }
            overrides = true;
            if said.contains(&other) {
                continue;
            }
            let shown = match whole {
                true => function,
                false => Entity::new(db, function.decl(db), None),
            };
            let fills = vec![Fill::Entity(other), Fill::Entity(shown)];
            out.push(Problem::new((SPACES, fills), site));
            let is_final = other.hir(db).is_some_and(|h| match &h.kind {
                DeclKind::Function(f) => f.is_final,
                _ => false,
            });
            if is_final {
                let entity = Fill::Declared(other);
                out.push(Problem::new(
                    codes::FINAL_FUNCTION_OVERRIDDEN { entity },
                    site,
                ));
            } else if let Some(code) = deletion_differs(db, function, other) {
                out.push(Problem::new(code, site));
            }
        }
        if whole && !overrides {
            nothing(&mut out);
        }
        out
    }

    /// What has been said of a function of an instance where its template is defined: what it overrides there.
    fn said_of_template(&self, function: Entity<'db>) -> Vec<Entity<'db>> {
        let db = self.db;
        let definition = self.class.class_entity(db);
        let definition = definition.and_then(|e| specialization(db, e));
        let template = definition.filter(|_| self.stage == Stage::Instance);
        let Some(class) = template.and_then(|e| self_type(db, e.decl(db), None)) else {
            return Vec::new();
        };
        let env = class.class_entity(db).and_then(|e| e.env(db));
        let pattern = Entity::new(db, function.decl(db), env);
        let mut others = all_overridden(db, class, pattern);
        let known = |o: &Entity<'db>| !o.env(db).is_some_and(|e| e.is_dependent(db));
        others.retain(|o| known(o) && other_result(db, pattern, *o).is_none());
        others
    }

    /// What is said of a function that does not return what another one does, which it would override.
    fn result_differs(
        &self,
        function: Entity<'db>,
        written: &Function,
        other: Entity<'db>,
    ) -> Option<(codes::Code, Vec<Fill<'db>>)> {
        let db = self.db;
        if !matches!(written.special, Special::None | Special::Operator) {
            return None;
        }
        let theirs = other_result(db, function, other)?;
        let theirs = crate::written::shown_return(db, other, theirs);
        let name = display::function_text(db, other, false);
        let fills = vec![theirs, Fill::Kind("function", name.into())];
        Some((codes::RETURN_TYPE_NOT_COVARIANT, fills))
    }

    /// What is wrong when the class is complete. `site` is the class.
    pub(crate) fn complete(&self, site: Site<'db>) -> Vec<Problem<'db>> {
        let db = self.db;
        let mut out = Vec::new();
        let definition = self.class.class_entity(db);
        let definition = definition.and_then(|e| specialization(db, e));
        let (Some(definition), Some(all)) = (definition, &self.all) else {
            return out;
        };
        if bases(db, self.class.id()).all.len() > 1 {
            ambiguous(db, self.class, site, all, &mut out);
        }
        let mut failed = Vec::new();
        let mut throwing = Vec::new();
        for &function in &self.own {
            let Some(hir) = function.hir(db) else {
                continue;
            };
            let DeclKind::Function(f) = &hir.kind else {
                continue;
            };
            if f.special == Special::Constructor || hir.spec.any(Spec::STATIC) {
                continue;
            }
            // What returns something else overrides nothing and hides nothing.
            let mut others = self.overridden(function).to_vec();
            let (before, result) = (others.len(), f.special != Special::Destructor);
            others.retain(|other| !result || other_result(db, function, *other).is_none());
            if others.len() < before {
                failed.push(function);
            }
            for &other in others.iter().rev() {
                if may_throw(hir, f, function, db) && never_throws(db, other) {
                    let code = codes::OVERRIDER_EXCEPTION_SPECIFICATION {
                        overrider: Fill::Entity(function),
                        overridden: Fill::Entity(other),
                    };
                    throwing.push(Problem {
                        is_detached: true,
                        ..Problem::new(code, function.decl(db).site(db))
                    });
                }
            }
        }
        let own = (&self.own[..], &failed[..]);
        hidden(db, self.class, site, definition, own, all, &mut out);
        out.extend(throwing);
        out
    }
}

/// What another function returns, if a function may not override it because of that ([class.virtual]/8).
fn other_result<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
    other: Entity<'db>,
) -> Option<Ty<'db>> {
    let (own, theirs) = (result_type(db, function)?, result_type(db, other)?);
    (!is_covariant(db, own, theirs)).then_some(theirs)
}

/// The virtual functions of virtual bases that have no final overrider, as several bases override them and none of those bases is
/// derived from the others ([class.virtual]/2).
fn ambiguous<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    class_site: Site<'db>,
    all: &[Ty<'db>],
    out: &mut Vec<Problem<'db>>,
) {
    // Who has each of them as a direct base, and whether virtually.
    let mut holders: FxHashMap<Ty<'db>, Vec<(Ty<'db>, bool)>> = FxHashMap::default();
    for &of in std::iter::once(&class).chain(all) {
        for base in &bases(db, of.id()).all {
            let of_base = holders.entry(base.ty).or_default();
            of_base.push((of, base.is_virtual));
        }
    }
    // One object, which several bases may have. A class may be its own base where that is an error.
    let is_shared = |mut base: Ty<'db>| {
        for _ in 0..holders.len() {
            match holders.get(&base).map(Vec::as_slice) {
                Some([(of, false)]) => base = *of,
                Some(all) => return all.iter().all(|(_, is_virtual)| *is_virtual),
                None => return false,
            }
        }
        false
    };
    let derives = |from: Ty<'db>, of: Ty<'db>| {
        from != of && crate::class::derives(db, from, of) == Some(true)
    };
    for base in bases_first(db, class) {
        if !is_shared(base) {
            continue;
        }
        for function in own_functions(db, base) {
            let named = function.hir(db).map(|h| &h.name);
            let is_virtual =
                || is_declared(db, function) || overridden(db, base, function).is_some();
            if matches!(named, Some(NameId::Destructor(_)) | None) || !is_virtual() {
                continue;
            }
            let Some(key) = function.decl(db).key(db) else {
                continue;
            };
            let overrides = |of: Ty<'db>| {
                let own = own_by_name(db, of, &key);
                own.into_iter().any(|f| matches(db, f, function))
            };
            if overrides(class) {
                continue;
            }
            let by = |of: &&Ty<'db>| derives(**of, base) && overrides(**of);
            let overriders: Vec<Ty<'db>> = all.iter().filter(by).copied().collect();
            let last = |of: &&Ty<'db>| !overriders.iter().any(|other| derives(*other, **of));
            let last: Vec<Ty<'db>> = overriders.iter().filter(last).copied().collect();
            // A base that has all of them has said so.
            let said = |of: &Ty<'db>| last.iter().all(|l| derives(*of, *l));
            if last.len() > 1 && !all.iter().any(said) {
                let function = Fill::Entity(function);
                out.push(Problem::new(
                    codes::AMBIGUOUS_OVERRIDE { function },
                    class_site,
                ));
            }
        }
    }
}

/// What is said of a function that is deleted and overrides one that is not, or the other way round ([class.virtual]/16).
fn deletion_differs<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
    other: Entity<'db>,
) -> Option<(codes::Code, Vec<Fill<'db>>)> {
    let deleted = |f: Entity<'db>| match f.kind(db) {
        Some(DeclKind::Function(f)) => Some(f.body == Body::Delete),
        _ => None,
    };
    let (own, theirs) = (deleted(function)?, deleted(other)?);
    let code = match (own, theirs) {
        (true, false) => codes::DELETED_OVERRIDES_NONDELETED,
        (false, true) => codes::NONDELETED_OVERRIDES_DELETED,
        _ => return None,
    };
    // Whether one that is defaulted is deleted is another question.
    let plain = |f: Entity<'db>| matches!(f.kind(db), Some(DeclKind::Function(f)) if f.body != Body::Default);
    (plain(function) && plain(other)).then(|| (code, vec![Fill::Entity(other)]))
}

/// Whether a function is declared without any exception specification ([except.spec]/4); what has one that nobody wrote, or that
/// must be computed, is left alone.
fn may_throw<'db>(hir: &Decl, f: &Function, function: Entity<'db>, db: &'db dyn Db) -> bool {
    let attributed = hir
        .attrs
        .iter()
        .any(|a| a.name.as_str().contains("nothrow"));
    let written = matches!(f.special, Special::None | Special::Operator)
        && matches!(f.body, Body::None | Body::Block(_));
    written
        && !attributed
        && function_ref(db, function.decl(db))
            .is_some_and(|f| matches!(f.exception, Exception::None))
}

/// Whether a function is declared not to throw in so many words.
fn never_throws<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    function_ref(db, function.decl(db))
        .is_some_and(|f| matches!(f.exception, Exception::Noexcept | Exception::ThrowNothing))
}

/// All bases of a class; `None`: some are not known.
fn bases_of<'db>(db: &'db dyn Db, class: Ty<'db>) -> Option<Vec<Ty<'db>>> {
    let mut seen = vec![class];
    let mut known = FxHashSet::from_iter([class]);
    let mut next = 0;
    while let Some(&at) = seen.get(next) {
        next += 1;
        let found = bases(db, at.id());
        let incomplete = at
            .class_entity(db)
            .is_none_or(|e| specialization(db, e).is_none());
        if found.unknown || incomplete || seen.len() > 1_000 {
            return None;
        }
        for base in &found.all {
            if known.insert(base.ty) {
                seen.push(base.ty);
            }
        }
    }
    seen.remove(0);
    Some(seen)
}

/// The bases of a class, each behind its own, in the order of the base clauses.
pub(super) fn bases_first<'db>(db: &'db dyn Db, class: Ty<'db>) -> Vec<Ty<'db>> {
    let (mut out, mut seen) = (Vec::new(), FxHashSet::default());
    let mut open = vec![(class, 0)];
    while let Some((of, next)) = open.pop() {
        if let Some(base) = bases(db, of.id()).all.get(next) {
            open.push((of, next + 1));
            if seen.insert(base.ty) {
                open.push((base.ty, 0));
            }
        } else if of != class {
            out.push(of);
        }
    }
    out
}

/// Whether a destructor overrides one that is virtual by way of what a base declares implicitly.
fn is_destructor_of_virtual<'db>(db: &'db dyn Db, function: Entity<'db>, all: &[Ty<'db>]) -> bool {
    let destructor = matches!(
        function.hir(db).map(|h| &h.name),
        Some(NameId::Destructor(_))
    );
    destructor && all.iter().any(|base| has_virtual_destructor(db, *base))
}

/// Whether a return type may stand for another ([class.virtual]/8).
fn is_covariant<'db>(db: &'db dyn Db, own: Ty<'db>, theirs: Ty<'db>) -> bool {
    if own == theirs
        || own.is_unknown(db)
        || theirs.is_unknown(db)
        || own.has_auto(db)
        || theirs.has_auto(db)
    {
        return true;
    }
    let (p, q) = match (own.kind(db), theirs.kind(db)) {
        (TyKind::Pointer(p), TyKind::Pointer(q))
        | (TyKind::LvalueReference(p), TyKind::LvalueReference(q))
        | (TyKind::RvalueReference(p), TyKind::RvalueReference(q)) => (*p, *q),
        _ => return false,
    };
    let (a, b) = (p.top_quals(db), q.top_quals(db));
    let fewer = (!a.is_const || b.is_const) && (!a.is_volatile || b.is_volatile);
    let (p, q) = (p.unqualified(db), q.unqualified(db));
    let class = p.is_class(db) && q.is_class(db);
    class && fewer && (p == q || crate::convert::is_base_of(db, q, p) || may_be_derived(db, p))
}

/// Whether a class is not known, and nothing says that it has no bases: one that is declared only has none.
fn may_be_derived<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    let declared = class.class_entity(db).is_some_and(|e| {
        let plain = e.env(db).is_none() && e.decl(db).code(db).body.is_none();
        plain && !e.is_template(db) && crate::function::definition(db, e).is_none()
    });
    is_incomplete(db, class) && !declared
}

fn is_incomplete<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    class
        .class_entity(db)
        .is_none_or(|e| specialization(db, e).is_none())
}
