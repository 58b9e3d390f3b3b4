//! Bases and data members of a complete class under its bindings, and what follows from them.

use cleave_base_db::Db;
use cleave_hir::{Access, ClassKey, Code, DeclId, DeclKind, NameId};
use cleave_names::decl::{Spec, Special};
use cleave_syntax::Standard;

use crate::class::bases::bases;
use crate::class::members::{is_anonymous, members};
use crate::class::specialization::specialization;
use crate::class::{ClassInfo, Field, virtuals};
use crate::code::NameKey;
use crate::{DeclRef, Entity, Ty, TyId, TyKind};

/// The complete class that `ty` (class or closure) is; `None` where it is incomplete or not to be known.
pub fn class_info<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<&'db ClassInfo<'db>> {
    crate::engine::depth::outermost(db, || None, || info(db, ty.unqualified(db).id()))
}

#[salsa::tracked(returns(as_ref), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
fn info<'db>(db: &'db dyn Db, ty: TyId<'db>) -> Option<ClassInfo<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let ty = ty.ty(db);
    let entity = match *ty.kind(db) {
        TyKind::Class(entity) => entity,
        TyKind::Closure(closure) => return Some(crate::class::closure::info(db, closure)),
        _ => return None,
    };
    let definition = specialization(db, entity)?;
    let decl = definition.decl(db);
    let class = decl.class(db)?;
    let code = decl.code(db).code(db)?;
    let bases = bases(db, ty.id());
    if bases.unknown || bases.incomplete {
        return None;
    }
    let mut fields = Vec::new();
    for &id in &class.members {
        field(db, definition, code, id, &class.members, &mut fields);
    }
    let mut out = ClassInfo {
        definition: Some(definition),
        is_union: class.key == ClassKey::Union,
        bases: bases.all.clone(),
        fields,
        is_polymorphic: false,
        is_dynamic: false,
        is_abstract: false,
        is_aggregate: false,
    };
    let base_infos: Vec<_> = (out.bases.iter()).map(|b| info(db, b.ty.id())).collect();
    out.is_polymorphic = virtuals::declares_virtual(db, definition)
        || base_infos.iter().flatten().any(|b| b.is_polymorphic);
    out.is_dynamic = out.is_polymorphic
        || out.bases.iter().any(|b| b.is_virtual)
        || base_infos.iter().flatten().any(|b| b.is_dynamic);
    out.is_abstract = out.is_polymorphic && virtuals::is_abstract(db, ty);
    out.is_aggregate = is_aggregate(db, definition, &out);
    Some(out)
}

/// A data member, if a declaration is one.
fn field<'db>(
    db: &'db dyn Db,
    definition: Entity<'db>,
    code: &Code,
    id: DeclId,
    among: &[DeclId],
    out: &mut Vec<Field<'db>>,
) {
    let decl = &code[id];
    let named = || {
        let reference = DeclRef::at(db, definition.decl(db).code(db), id);
        (reference, definition.env(db))
    };
    match &decl.kind {
        DeclKind::Variable(v) if !decl.spec.any(Spec::STATIC.with(Spec::FRIEND)) => {
            if decl.name == NameId::None && v.width.is_some() {
                return;
            }
            if decl.path.as_ref().is_some_and(|p| !p.is_unqualified()) {
                return;
            }
            let (reference, env) = named();
            let entity = Entity::new(db, reference, env);
            // What holds itself has no size: it is an error, and nothing is made of it.
            let mut ty = crate::function::variable_type(db, entity);
            let place = crate::class::Place::Declaration(reference);
            let class = ty.innermost_element(db).unqualified(db).class_entity(db);
            // What arguments an instance has is known where it is made.
            let is_plain = |c: &Entity<'db>| env.is_none() && c.env(db).is_none();
            if !ty.is_reference(db)
                && class
                    .filter(is_plain)
                    .is_some_and(|c| crate::class::is_defined_later(db, c, place))
            {
                ty = Ty::error(db);
            }
            let width = v.width.map(|e| crate::class::layout::width(db, entity, e));
            out.push(Field {
                decl: reference,
                name: decl.name.ident().map_or("", |n| n.as_str()).into(),
                ty,
                width: width.flatten(),
                is_mutable: v.is_mutable,
                has_default: v.init != cleave_hir::Init::None,
                access: decl.access,
            });
        }
        DeclKind::Class(_) if is_anonymous(code, id, among) => {
            let (reference, env) = named();
            let entity = Entity::new(db, reference, env);
            out.push(Field {
                decl: reference,
                name: "".into(),
                ty: Ty::of(db, TyKind::Class(entity)),
                width: None,
                is_mutable: false,
                has_default: false,
                access: decl.access,
            });
        }
        _ => {}
    }
}

/// Whether a class is an anonymous union or struct of the class around it.
pub(crate) fn is_anonymous_member<'db>(db: &'db dyn Db, class: DeclRef<'db>) -> bool {
    let (Some(parent), Some(code)) = (class.parent_class(db), class.code(db).code(db)) else {
        return false;
    };
    let crate::Node::Decl(id) = class.node(db) else {
        return false;
    };
    parent
        .class(db)
        .is_some_and(|p| is_anonymous(code, id, &p.members))
}

/// Whether a class is an aggregate of the dialect's standard ([dcl.init.aggr]/1).
fn is_aggregate<'db>(db: &'db dyn Db, definition: Entity<'db>, info: &ClassInfo<'db>) -> bool {
    let decl = definition.decl(db);
    let standard = decl.code(db).file(db).dialect(db).standard;
    if info.is_dynamic || info.fields.iter().any(|f| f.access != Access::Public) {
        return false;
    }
    let members = members(db, decl);
    let declared = members.get(&NameKey::Constructor).iter().any(|c| {
        let Some(DeclKind::Function(f)) = c.hir(db).map(|d| &d.kind) else {
            return false;
        };
        let provided = !matches!(
            f.body,
            cleave_names::decl::Body::Default | cleave_names::decl::Body::Delete
        );
        let explicit = c.hir(db).is_some_and(|d| d.spec.any(Spec::EXPLICIT));
        f.special == Special::Constructor && (standard >= Standard::Cpp20 || provided || explicit)
    });
    if declared || !crate::lookup::members::inherited_constructors(db, definition).is_empty() {
        return false;
    }
    match standard >= Standard::Cpp17 {
        true => info.bases.iter().all(|b| b.access == Access::Public),
        false if standard >= Standard::Cpp14 => info.bases.is_empty(),
        false => info.bases.is_empty() && info.fields.iter().all(|f| !f.has_default),
    }
}
