//! Member functions of local classes that nothing can define, as they have no body in their class ([class.local]/2), if the program uses
//! them or they are virtual.
//!
//! Other code is looked at only for an item with such a function. Virtual ones are known where a template is defined, others with its
//! instances, which the device pass makes.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_diagnostics::Pass;
use cleave_hir::DeclKind;
use cleave_names::decl::{Body, Spec, Special};
use cleave_names::item_id_of_node;
use cleave_odr_use::pieces::local_members;
use cleave_odr_use::program::referenced;
use cleave_syntax::SyntaxKind::{L_BRACE, R_BRACE};
use cleave_typing::function::signature;
use cleave_typing::{Entity, check, class, display, program};
use rustc_hash::FxHashSet;

use crate::Finding;
use crate::device::calls::host_functions::asked;
use crate::engine::entities::name_token;
use crate::engine::finding::Arg;
use crate::engine::problems::is_in_own_file;
use crate::engine::source::{Sink, Source};
use crate::engine::typed::named_functions;

/// The members of local classes of an item's functions that are no templates, and of the instances of those that are.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let db = s.db;
    if !is_in_own_file(db, s.item) {
        return;
    }
    let item = item_id_of_node(db, s.item);
    let mut in_templates = false;
    for function in program::bodies(db, item) {
        let undefined = undefined(db, function);
        if undefined.is_empty() {
            continue;
        }
        match cleave_typing::is_within_template(db, function) {
            true => {
                in_templates = true;
                let own = undefined.into_iter().filter(|m| is_virtual(db, *m));
                out.extend(own.filter_map(|m| finding(s, m, true)));
            }
            false => out.extend(needed(s, function, undefined)),
        }
    }
    if !in_templates {
        return;
    }
    let program = referenced(db, s.file);
    for instance in program.instances(item).filter(|e| e.is_function(db)) {
        // What its template says itself is not said again.
        let mut own = undefined(db, instance);
        own.retain(|m| !is_virtual(db, Entity::new(db, m.decl(db), None)));
        let mut found = needed(s, instance, own);
        asked(s, program, instance, &mut found);
        for mut found in found {
            found.only = Some(Pass::Device);
            out.push(found);
        }
    }
}

/// The member functions of a function's classes that have no body, and could have one.
fn undefined<'db>(db: &'db dyn Db, function: Entity<'db>) -> Vec<Entity<'db>> {
    let mut members = local_members(db, function);
    members.retain(|m| is_undefined(db, *m));
    members
}

/// Those of them that are used, or virtual.
fn needed<'db>(
    s: &Source<'db>,
    function: Entity<'db>,
    undefined: Vec<Entity<'db>>,
) -> Vec<Finding<'db>> {
    let db = s.db;
    let typed = check::body(db, function).filter(|t| !t.dependent && !undefined.is_empty());
    let Some(typed) = typed else {
        return Vec::new();
    };
    let program = referenced(db, s.file);
    // What nobody calls is read as well.
    let members = local_members(db, function).into_iter();
    let bodies = std::iter::once(typed).chain(members.filter_map(|m| check::body(db, m)));
    let named: FxHashSet<Entity<'db>> = bodies
        .flat_map(|typed| named_functions(db, typed))
        .collect();
    let found = undefined.into_iter().filter_map(|m| {
        let is_used = || named.contains(&m) || program.contains(db, m);
        match is_virtual(db, m) {
            // That it is declared is enough.
            true => finding(s, m, true),
            false => is_used().then(|| finding(s, m, false))?,
        }
    });
    found.collect()
}

/// Whether a function is virtual: `override` alone does not make it so.
fn is_virtual<'db>(db: &'db dyn Db, member: Entity<'db>) -> bool {
    let written = || member.hir(db).is_some_and(|d| d.spec.any(Spec::VIRTUAL));
    let class = || signature(db, member).and_then(|sig| sig.class);
    written() || class().is_some_and(|class| class::overridden(db, class, member).is_some())
}

/// Whether a function has no body, and could have one.
fn is_undefined<'db>(db: &'db dyn Db, member: Entity<'db>) -> bool {
    matches!(member.kind(db), Some(DeclKind::Function(f)) if f.body == Body::None && !f.is_pure)
        && member.hir(db).is_some_and(|d| d.heads.is_empty())
}

/// `at_class`: it is said at the end of the class, and not of the block around it.
fn finding<'db>(s: &Source<'db>, member: Entity<'db>, at_class: bool) -> Option<Finding<'db>> {
    let db = s.db;
    let at = name_token(db, member.decl(db))?;
    let hir = member.hir(db)?;
    let DeclKind::Function(f) = &hir.kind else {
        return None;
    };
    let own = class::own_functions(db, signature(db, member)?.class?);
    let named = own
        .iter()
        .filter(|f| f.hir(db).is_some_and(|f| f.name == hir.name));
    // Which constructor or overload it is its parameters tell.
    let parameters = f.special == Special::Constructor || named.count() > 1;
    let name = Arg::Entity {
        kind: "member function",
        name: display::function_text(db, member, parameters),
    };
    let around = std::iter::successors(Some(member.decl(db)), |c| c.parent_class(db));
    let classes = around.count() - 1 - usize::from(at_class);
    let found = Finding::new(codes::LOCAL_CLASS_FUNCTION_DEF_MISSING, at).arg(name);
    Some(found.reported_at(brace(s, at, classes)?))
}

/// The closing brace behind a token that has so many others before it.
fn brace(s: &Source<'_>, at: u32, others: usize) -> Option<u32> {
    let (mut depth, mut left) = (0usize, others);
    for i in at..s.lexed.len() as u32 {
        match s.kind(i) {
            L_BRACE => depth += 1,
            R_BRACE if depth > 0 => depth -= 1,
            R_BRACE if left > 0 => left -= 1,
            R_BRACE => return Some(i),
            _ => {}
        }
    }
    None
}
