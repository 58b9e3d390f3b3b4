//! Explicit specialisations of what has been instantiated before them ([temp.expl.spec]/7).
//!
//! Only uses that name the template and stand in code that is no template are looked for: what templates use is instantiated for
//! whom they are.

use crate::code::around::template_depth;
use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind, item_hir};
use cleave_names::decl::Spec;
use cleave_names::{ItemId, ItemNode, Word, item_id_of_node, item_index, lexed, user_items_with};
use cleave_syntax::SyntaxKind::IDENT;

use crate::declarations::template_heads::{at_name, site};
use crate::function::specialized::{instantiated, specialized};
use crate::function::{canonical, variable_type};
use crate::program::bodies;
use crate::thir::ExprKind;
use crate::{CodeRef, DeclRef, Entity, Fill, Problem, Site, Ty, TyKind, check, display};

/// What is said of a specialisation behind the first use of what it specialises.
pub(crate) fn check<'db>(db: &'db dyn Db, own: DeclRef<'db>, decl: &Decl) -> Option<Problem<'db>> {
    let entity = specialized(db, own).filter(|e| e.env(db).is_some())?;
    if canonical(db, own) != own {
        return None;
    }
    let item = own.code(db).item;
    let position = item_index(db, item)?;
    let name = template_name(db, entity)?;
    let word = Word::new(db, name.clone());
    let before = user_items_with(db, item.file(db), word)
        .iter()
        .take_while(|n| {
            let index = item_index(db, item_id_of_node(db, **n));
            index.is_some_and(|i| i < position)
        });
    let at = before
        .filter(|n| mentions(db, **n, &name))
        .find_map(|n| used(db, item_id_of_node(db, *n), entity))?;
    let shown = match decl.kind {
        DeclKind::Function(_) if entity.decl(db).parent_class(db).is_none() => {
            Fill::Signature(entity)
        }
        DeclKind::Variable(_) => Fill::Instantiated(entity),
        DeclKind::Class(_) if entity.decl(db).parent_class(db).is_some() => {
            Fill::Kind("class", display::template_text(db, entity).into())
        }
        _ => Fill::Entity(entity),
    };
    let problem = Problem::new(
        codes::SPECIALIZATION_AFTER_USE,
        site(db, own),
        vec![shown, Fill::Line(at)],
    );
    let mut problem = at_name(problem, decl);
    // GNU's compilers take it of static data members.
    problem.soft =
        matches!(decl.kind, DeclKind::Variable(_)) && entity.decl(db).parent_class(db).is_some();
    Some(problem)
}

/// The name that who uses a specialisation must write: the template's, or of a member its class's.
fn template_name<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<String> {
    let mut at = entity.decl(db);
    while let Some(class) = at.parent_class(db) {
        at = class;
    }
    Some(at.key(db)?.ident()?.as_str().to_owned())
}

fn mentions<'db>(db: &'db dyn Db, node: ItemNode<'db>, name: &str) -> bool {
    let text = node.text(db).as_str();
    let lexed = lexed(db, node);
    (0..lexed.len()).any(|i| lexed.kind(i) == IDENT && lexed.text(text, i) == name)
}

/// Where an item uses something so that it is instantiated.
fn used<'db>(db: &'db dyn Db, item: ItemId<'db>, entity: Entity<'db>) -> Option<Site<'db>> {
    match entity.kind(db)? {
        DeclKind::Class(_) => class_used(db, item, entity),
        _ => value_used(db, item, entity),
    }
}

fn value_used<'db>(db: &'db dyn Db, item: ItemId<'db>, entity: Entity<'db>) -> Option<Site<'db>> {
    let is = |kind: &ExprKind<'db>| {
        matches!(kind, ExprKind::Function(e) | ExprKind::Static(e) | ExprKind::Call { callee: e, .. }
            if *e == entity)
    };
    bodies(db, item)
        .into_iter()
        .filter(|e| template_depth(db, *e) == 0)
        .filter_map(|e| check::body(db, e))
        .find_map(|typed| typed.exprs.iter().find(|e| e.evaluated && is(&e.kind)))
        .map(|e| e.site)
}

/// Where an item needs a class to be complete: for an object, a base, a member.
fn class_used<'db>(db: &'db dyn Db, item: ItemId<'db>, class: Entity<'db>) -> Option<Site<'db>> {
    let is =
        |ty: Ty<'db>| matches!(ty.innermost_element(db).kind(db), TyKind::Class(e) if *e == class);
    let code_ref = CodeRef { item, body: None };
    let code = &item_hir(db, item).code;
    for (id, decl) in code.decls.iter() {
        let own = DeclRef::at(db, code_ref, id);
        let entity = Entity::new(db, own, None);
        if let DeclKind::Instantiation {
            is_extern: false, ..
        } = decl.kind
            && instantiated(db, own).is_some_and(|(e, _)| e == class)
        {
            return Some(site(db, own));
        }
        if template_depth(db, entity) > 0 {
            continue;
        }
        let needed = match &decl.kind {
            DeclKind::Variable(_) => {
                let declares = decl.spec.any(Spec::EXTERN)
                    || decl.parent.is_some() && decl.spec.any(Spec::STATIC);
                !declares && is(variable_type(db, entity))
            }
            DeclKind::Class(c) => (c.bases.iter()).any(|b| {
                let mut cx = crate::Context::of(db, entity);
                cx.as_mut().is_some_and(|cx| is(cx.resolve_type(b.ty)))
            }),
            _ => false,
        };
        if needed {
            return Some(site(db, own));
        }
    }
    let bodies = bodies(db, item).into_iter();
    let plain = bodies.filter(|e| template_depth(db, *e) == 0);
    plain.filter_map(|e| check::body(db, e)).find_map(|typed| {
        let object = |e: &&crate::thir::Expr<'db>| is(e.ty) && e.evaluated;
        typed.exprs.iter().find(object).map(|e| e.site)
    })
}
