//! Specialisations of what has been instantiated before them ([temp.expl.spec]/7).
//!
//! Only uses that name the template and stand in code that is no template are looked for: what templates use is instantiated for
//! whom they are.

use crate::code::around::template_depth;
use cleave_base_db::{Db, SourceFile};
use cleave_codes::codes;
use cleave_hir::{Code, Decl, DeclKind, TypeRef, item_hir};
use cleave_names::decl::Spec;
use cleave_names::{ItemId, ItemNode, Word, item_id_of_node, item_index, lexed, user_items_with};
use cleave_syntax::SyntaxKind::IDENT;
use cleave_syntax::skeleton::Flags;
use rustc_hash::FxHashMap;

use crate::class::specialization::chosen;
use crate::declarations::template_heads::at_name;
use crate::function::specialized::{instantiated, specialized};
use crate::function::{canonical, variable_type};
use crate::program::bodies;
use crate::thir::ExprKind;
use crate::{CodeRef, DeclRef, Entity, Fill, Problem, Site, Ty, TyKind, check, display, function};

/// What is said of a specialisation behind the first use of what it specialises.
pub(crate) fn check<'db>(db: &'db dyn Db, own: DeclRef<'db>, decl: &Decl) -> Option<Problem<'db>> {
    let entity = specialized(db, own).filter(|e| e.env(db).is_some())?;
    if canonical(db, own) != own {
        return None;
    }
    let item = own.code(db).item;
    let position = item_index(db, item)?;
    let word = Word::new(db, template_name(db, entity)?);
    let (user, at) = *first_uses(db, item.file(db), word).get(&entity)?;
    if item_index(db, user).is_none_or(|i| i >= position) {
        return None;
    }
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
        codes::SPECIALIZATION_AFTER_USE {
            entity: shown,
            written: Fill::Line(at),
        },
        own.site(db),
    );
    let mut problem = at_name(problem, decl);
    // GNU's compilers take it of static data members.
    problem.soft =
        matches!(decl.kind, DeclKind::Variable(_)) && entity.decl(db).parent_class(db).is_some();
    Some(problem)
}

/// What is said of a partial specialisation behind the first use of an instance that it would have made: the last of those is
/// named ([temp.spec.partial.general]/1).
pub(crate) fn partial<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    template: Entity<'db>,
) -> Option<Problem<'db>> {
    if canonical(db, own) != own || !matches!(template.kind(db), Some(DeclKind::Class(_))) {
        return None;
    }
    // What is not defined is not instantiated.
    function::definition(db, template)?;
    let item = own.code(db).item;
    let position = item_index(db, item)?;
    let word = Word::new(db, template_name(db, template)?);
    let used = first_uses(db, item.file(db), word).iter();
    let would = used.filter(|(class, (user, _))| {
        class.decl(db) == template.decl(db)
            && item_index(db, *user).is_some_and(|i| i < position)
            && chosen(db, **class).is_some_and(|c| canonical(db, c.decl(db)) == own)
    });
    // Several may be used in one place: their names tell them apart.
    let place = |(class, (user, at)): &(&Entity<'db>, &(ItemId<'db>, Site<'db>))| {
        let name = display::template_text(db, **class);
        (item_index(db, *user), at.index, at.is_type, name)
    };
    let class = *would.max_by_key(place)?.0;
    let class = match class.decl(db).parent_class(db) {
        Some(_) => Fill::Kind("class", display::template_text(db, class).into()),
        None => Fill::Entity(class),
    };
    let message = codes::SPECIALIZATION_AFTER_INSTANTIATION { class };
    Some(Problem::new(message, own.site(db)))
}

/// What is said of a function template of a namespace that is declared again with default arguments: it has been used, or it
/// has not ([dcl.fct.default]/4).
pub(crate) fn default_arguments<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    first: DeclRef<'db>,
) -> Option<Problem<'db>> {
    if decl.heads.is_empty()
        || first.parent_class(db).is_some()
        || !has_default(own.code(db).code(db)?, decl)
    {
        return None;
    }
    let item = own.code(db).item;
    let position = item_index(db, item)?;
    let word = Word::new(db, template_name(db, Entity::new(db, first, None))?);
    let mut used = first_uses(db, item.file(db), word).iter();
    let before = used.any(|(function, (user, _))| {
        function.decl(db) == first && item_index(db, *user).is_some_and(|i| i < position)
    });
    let code = match before {
        true => codes::DEFAULT_ARGUMENT_ON_USED_TEMPLATE,
        false => codes::DEFAULT_ARGUMENT_ON_REDECLARED_TEMPLATE,
    };
    Some(Problem::new(code, own.site(db)))
}

/// Whether a function is declared with default arguments.
fn has_default(code: &Code, decl: &Decl) -> bool {
    let DeclKind::Function(f) = &decl.kind else {
        return false;
    };
    let TypeRef::Function(ty) = &code[f.ty] else {
        return false;
    };
    ty.params.iter().any(|p| code[*p].default.is_some())
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

/// What the items use so that it is instantiated that mention a template's name, up to its last specialisation: where that is
/// first, by what is used.
#[salsa::tracked(returns(ref))]
fn first_uses<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    template: Word<'db>,
) -> FxHashMap<Entity<'db>, (ItemId<'db>, Site<'db>)> {
    let _level = crate::engine::depth::Level::enter();
    let mut out = FxHashMap::default();
    let all = user_items_with(db, file, template);
    let special = |n: &ItemNode<'db>| {
        n.flags(db).has(Flags::SPECIALIZATION) || concerns_uses(db, item_id_of_node(db, *n))
    };
    let last = all.iter().rposition(special).unwrap_or_default();
    let before = all[..last]
        .iter()
        .filter(|n| mentions(db, **n, template.text(db)))
        .map(|n| item_id_of_node(db, *n));
    for item in before {
        let mut used = |entity: Entity<'db>, at| {
            out.entry(entity).or_insert((item, at));
        };
        values_used(db, item, &mut used);
        declared_uses(db, item, &mut used);
    }
    out
}

/// Whether an item specialises a template for some arguments, or declares one with default arguments.
fn concerns_uses<'db>(db: &'db dyn Db, item: ItemId<'db>) -> bool {
    let hir = item_hir(db, item);
    let has_arguments = |d: &Decl| d.path.as_ref().is_some_and(|p| p.args.is_some());
    (hir.declarations())
        .any(|(_, d)| !d.heads.is_empty() && (has_arguments(d) || has_default(&hir.code, d)))
}

/// The functions and variables that the code of an item names.
fn values_used<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    used: &mut impl FnMut(Entity<'db>, Site<'db>),
) {
    let bodies = bodies(db, item).into_iter();
    let plain = bodies.filter(|e| template_depth(db, *e) == 0);
    for typed in plain.filter_map(|e| check::body(db, e)) {
        for e in typed.exprs.iter().filter(|e| e.evaluated) {
            if let ExprKind::Function(entity)
            | ExprKind::Static(entity)
            | ExprKind::Call { callee: entity, .. } = e.kind
            {
                used(entity, e.site);
            }
        }
    }
}

/// What the declarations of an item instantiate and specialise, and the classes that it needs to be complete: for an object, a
/// base, a member.
fn declared_uses<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    used: &mut impl FnMut(Entity<'db>, Site<'db>),
) {
    let class_of = |ty: Ty<'db>| match ty.innermost_element(db).kind(db) {
        TyKind::Class(class) => Some(*class),
        _ => None,
    };
    let code_ref = CodeRef { item, body: None };
    for (id, decl) in item_hir(db, item).declarations() {
        let own = DeclRef::at(db, code_ref, id);
        let entity = Entity::new(db, own, None);
        if let DeclKind::Instantiation {
            is_extern: false, ..
        } = decl.kind
            && let Some((entity, _)) = instantiated(db, own)
        {
            used(entity, own.site(db));
        }
        if let DeclKind::Function(_) = decl.kind
            && let Some(special) = specialized(db, own)
        {
            used(special, own.site(db));
        }
        if template_depth(db, entity) > 0 {
            continue;
        }
        match &decl.kind {
            DeclKind::Variable(_) => {
                let declares = decl.spec.any(Spec::EXTERN)
                    || decl.parent.is_some() && decl.spec.any(Spec::STATIC);
                if !declares {
                    let class = class_of(variable_type(db, entity)).into_iter();
                    class.for_each(|class| used(class, own.site(db)));
                }
            }
            DeclKind::Class(c) => {
                if let Some(mut cx) = crate::Context::of(db, entity) {
                    for base in &c.bases {
                        let class = class_of(cx.resolve_type(base.ty)).into_iter();
                        class.for_each(|class| used(class, own.site(db)));
                    }
                }
            }
            _ => {}
        }
    }
    let bodies = bodies(db, item).into_iter();
    let plain = bodies.filter(|e| template_depth(db, *e) == 0);
    for typed in plain.filter_map(|e| check::body(db, e)) {
        for e in typed.exprs.iter().filter(|e| e.evaluated) {
            let class = class_of(e.ty).into_iter();
            class.for_each(|class| used(class, e.site));
        }
    }
}
