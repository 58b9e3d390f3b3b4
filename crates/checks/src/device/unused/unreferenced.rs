//! What a file declares for itself alone and never names again (177; reference: diagnostics, Unused entities): functions and
//! variables with internal linkage [basic.link]; static variables that it only sets (550). The host pass has remarks for this, which
//! nobody sees; the device pass warns.

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind, item_hir};
use cleave_names::decl::{Body, Spec, Special};
use cleave_names::{
    ItemNode, ScopePath, Word, declarations, item_id_of_node, user_items, user_items_with,
};
use cleave_typing::class::{self, special};
use cleave_typing::function::{canonical, redeclarations, variable_type};
use cleave_typing::thir::ExprKind;
use cleave_typing::{CodeRef, DeclRef, Entity, check};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Finding;
use crate::device::unused::attributes;
use crate::device::unused::counted::counted;
use crate::device::unused::mentions::{Mentions, spelled};
use crate::device::unused::only_set::only_set;
use crate::device::unused::silent::Code;
use crate::engine::entities::name_token;
use crate::engine::finding::Arg;

/// A function or a variable that no other file can name, and that does nothing by being there.
struct Candidate<'db> {
    name: &'db str,
    /// Where it is reported: its definition, or else its first declaration.
    node: ItemNode<'db>,
    own: DeclRef<'db>,
    entity: Entity<'db>,
    /// How many declarations it has.
    declarations: usize,
    /// The namespace that it is a member of.
    scope: ScopePath<'db>,
    /// Code names it, and only gives it values.
    is_set: bool,
}

/// The unreferenced functions and variables of the user's own code, in the order in which the reference reports them: those of
/// the global namespace first, of the others namespace by namespace.
pub fn unreferenced<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    _options: HostOptions,
) -> Vec<(ItemNode<'db>, Finding<'db>)> {
    let mut candidates: Vec<Candidate<'db>> = Vec::new();
    for &node in user_items(db, file) {
        candidates.extend(declared(db, node));
    }
    if candidates.is_empty() {
        return Vec::new();
    }
    let names = candidates.iter().map(|e| e.name);
    let names: FxHashSet<&str> = names.chain(templates(db, file)).collect();
    let mentioned = counted(db, file, &names);
    let count = |name: &str| mentioned.get(name).copied();
    // Every place that has the name declares it.
    let alone = |e: &Candidate<'db>| count(e.name) == Some(e.declarations);
    // What each mention of a name means decides where it stands for something elsewhere than in its declarations.
    let others: FxHashSet<&'db str> = candidates
        .iter()
        .filter(|e| !alone(e))
        .map(|e| e.name)
        .collect();
    if !others.is_empty() {
        let idle = |name: &str| is_idle(db, file, name, &mentioned);
        let all = Mentions::of(db, file, others, &idle);
        let elsewhere = |e: &Candidate<'db>| {
            let count = count(e.name)?.checked_sub(e.declarations)?;
            (count > 0).then_some((e.entity.decl(db), (e.name, count)))
        };
        let variables = candidates.iter().filter(|e| may_be_only_set(db, e));
        let set = only_set(db, file, &variables.filter_map(elsewhere).collect());
        for e in &mut candidates {
            e.is_set = set.contains(&e.entity.decl(db));
        }
        candidates.retain(|e| {
            let met = all.met.get(e.name).copied();
            let unnamed = met == count(e.name) && !all.refers(e.entity.decl(db), e.name);
            e.is_set || alone(e) || unnamed
        });
    }
    let mut scopes: Vec<ScopePath<'db>> = Vec::new();
    for item in user_items(db, file) {
        if !scopes.contains(&item.scope(db)) {
            scopes.push(item.scope(db));
        }
    }
    // Within a namespace they are in order already.
    candidates.sort_by_key(|e| {
        let scope = scopes.iter().position(|s| *s == e.scope);
        (!e.scope.is_global(db), scope)
    });
    candidates
        .iter()
        .filter_map(|e| {
            let kind = match e.entity.is_function(db) {
                true => "function",
                false => "variable",
            };
            let name = spelled(db, e.entity);
            let at = name_token(db, e.own)?;
            let entity = Arg::Entity { kind, name };
            let finding = match e.is_set {
                true => Finding::new(codes::SET_BUT_NOT_USED, at).arg(entity),
                false => Finding::new(codes::DECLARED_BUT_NOT_REFERENCED { entity }, at),
            };
            Some((e.node, finding))
        })
        .collect()
}

/// Whether something is a static variable that code may give another value. What unnamed namespaces have is not looked at.
fn may_be_only_set<'db>(db: &'db dyn Db, e: &Candidate<'db>) -> bool {
    let ty = variable_type(db, e.entity);
    let is_static = || {
        let all = redeclarations(db, e.entity.decl(db)).iter();
        let mut all = all.filter_map(|d| d.hir(db));
        all.any(|d| d.spec.any(Spec::STATIC))
    };
    !e.entity.is_function(db)
        && !ty.is_reference(db)
        && !ty.innermost_element(db).top_quals(db).is_const
        && !e.scope.is_internal(db)
        && is_static()
}

/// The candidates that are reported in an item.
fn declared<'db>(db: &'db dyn Db, node: ItemNode<'db>) -> Vec<Candidate<'db>> {
    let item = item_id_of_node(db, node);
    let code = CodeRef { item, body: None };
    let mut out = Vec::new();
    for (id, hir) in item_hir(db, item).code.decls.iter() {
        if !is_candidate(hir) {
            continue;
        }
        let Some(name) = hir.name.ident() else {
            continue;
        };
        let own = DeclRef::at(db, code, id);
        let first = canonical(db, own);
        let all = redeclarations(db, first);
        let entity = Entity::new(db, first, None);
        if reported(db, all) == Some(own) && is_internal(db, own, entity, all) {
            out.push(Candidate {
                name: name.as_str(),
                node,
                own,
                entity,
                declarations: all.len(),
                scope: first.code(db).scope(db),
                is_set: false,
            });
        }
    }
    out
}

/// Whether a declaration is one of a function or variable of a namespace that is no template.
fn is_candidate(decl: &Decl) -> bool {
    let kind = match &decl.kind {
        DeclKind::Function(f) => f.special == Special::None,
        DeclKind::Variable(_) => true,
        _ => false,
    };
    kind && decl.parent.is_none() && decl.heads.is_empty() && !decl.spec.any(Spec::FRIEND)
}

/// Of all declarations of something the one where it is reported: the definition, or else the first. None if it has two.
fn reported<'db>(db: &'db dyn Db, all: &[DeclRef<'db>]) -> Option<DeclRef<'db>> {
    let mut defined = all.iter().filter(|d| {
        d.hir(db).is_some_and(|d| match &d.kind {
            DeclKind::Function(f) => f.body != Body::None,
            _ => !d.spec.any(Spec::EXTERN),
        })
    });
    let first = defined.next();
    let own = first.or(all.iter().find(|d| d.hir(db).is_some_and(is_candidate)));
    own.copied().filter(|_| defined.next().is_none())
}

/// Whether only this file can name something, and it does nothing by being there.
fn is_internal<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    entity: Entity<'db>,
    all: &[DeclRef<'db>],
) -> bool {
    let each = || all.iter().filter_map(|d| d.hir(db));
    let scope = all.first().unwrap_or(&own).code(db).scope(db);
    let is_static = each().any(|d| d.spec.any(Spec::STATIC));
    // A member's declaration stands in its class.
    let member = each().any(|d| d.parent.is_some() && !d.spec.any(Spec::FRIEND));
    let is_extern = |d: &Decl| d.spec.any(Spec::EXTERN) || d.linkage_c && !is_static;
    let external = own.hir(db).is_some_and(is_extern);
    let variable = !entity.is_function(db);
    // `extern` on any declaration of a constant gives it external linkage ([basic.link]/3).
    let constant = variable
        && !each().any(|d| d.spec.any(Spec::INLINE) || is_extern(d))
        && variable_type(db, entity)
            .innermost_element(db)
            .top_quals(db)
            .is_const;
    let is_constexpr = each().any(|d| d.spec.any(Spec::CONSTEXPR));
    let internal = scope.is_internal(db) || constant || is_static;
    let deleted = |d: &Decl| matches!(&d.kind, DeclKind::Function(f) if matches!(f.body, Body::Delete | Body::Default));
    internal
        && !external
        && !member
        && !each().any(deleted)
        && each().all(|d| attributes::allow_reports(&d.attrs))
        && (!variable || is_silent(db, entity, is_constexpr))
}

/// Whether making and dropping a variable does nothing. A constant expression does nothing, whatever it calls.
fn is_silent<'db>(db: &'db dyn Db, variable: Entity<'db>, is_constexpr: bool) -> bool {
    let ty = variable_type(db, variable);
    if ty.innermost_element(db).top_quals(db).is_volatile {
        return false;
    }
    let Some(typed) = check::body(db, variable) else {
        // Nothing is written that initialises it.
        let object = ty.innermost_element(db).unqualified(db);
        let made = class::Special::Default;
        let trivial = !object.is_class(db) || special(db, object, made).is_some_and(|s| s.trivial);
        let dropped = class::Special::Destructor;
        return !ty.is_unknown(db)
            && trivial
            && (!object.is_class(db) || special(db, object, dropped).is_some_and(|s| s.trivial));
    };
    let makes_closure = || (typed.exprs.iter()).any(|e| matches!(e.kind, ExprKind::Lambda(..)));
    if is_constexpr && !makes_closure() {
        return true;
    }
    let code = Code {
        db,
        typed,
        owner: variable,
        host: cleave_cuda::memory_space(db, variable).is_host(),
    };
    !typed.dependent && code.is_silent(typed.ret.unwrap_or(ty), typed.value)
}

/// The names of the user's own function templates.
fn templates(db: &dyn Db, file: SourceFile) -> impl Iterator<Item = &str> {
    let all = user_items(db, file).iter();
    let all = all.flat_map(move |node| declarations(db, *node).iter());
    all.filter(|d| d.function.is_some() && d.is_template() && d.parent.is_none())
        .map(|d| d.name.as_str())
}

/// Whether a name is that of function templates of the user's, and nothing names them. `mentioned` is how often names stand in the text,
/// those of all templates among them.
fn is_idle(db: &dyn Db, file: SourceFile, name: &str, mentioned: &FxHashMap<&str, usize>) -> bool {
    let mut declared = 0;
    for &node in user_items_with(db, file, Word::new(db, name)) {
        for d in declarations(db, node).iter().filter(|d| d.name == name) {
            let template = d.function.is_some() && d.is_template() && d.parent.is_none();
            if !template || d.instantiation || d.is_specialization() {
                return false;
            }
            declared += 1;
        }
    }
    declared > 0 && mentioned.get(name) == Some(&declared)
}
