//! Classes without constructors whose members need a value: no object of such a class can be made but by a list, and a class
//! that is no aggregate takes none ([class.default.ctor]/2, [dcl.init.aggr]/1).
//!
//! Of a template it is reported where the template is defined; of an instance only where the template leaves it open.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Access, Class, ClassKey, Code, DeclKind, NameId};
use cleave_names::decl::Special;

use crate::check::init::missing::{NESTING, is_needed};
use crate::class::members::members;
use crate::class::{ClassInfo, class_info, special};
use crate::code::NameKey;
use crate::code::around::template_depth;
use crate::lookup::current_instantiation::self_type;
use crate::program::Declared;
use crate::{Detail, Entity, Fill, Problem, Ty, class, display, function};

/// The classes of an item that no constructor can make.
pub(crate) fn problems<'db>(db: &'db dyn Db, declared: &[Declared<'db>]) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for &(own, decl, site) in declared {
        let entity = own.entity(db);
        let DeclKind::Class(class) = &decl.kind else {
            continue;
        };
        let code = own.code().code(db);
        if class.key == ClassKey::Union || !code.is_some_and(|code| may_be_unmade(code, class)) {
            continue;
        }
        // A local class of a template is made with what is around it.
        if own.code().body.is_some() && template_depth(db, entity) > 0 {
            continue;
        }
        let template = decl.heads.iter().any(|h| !h.params.is_empty());
        let Some(ty) = self_type(db, entity.decl(db), None) else {
            continue;
        };
        let name = || match template {
            true => {
                let name = display::template_text(db, Entity::new(db, entity.decl(db), None));
                Fill::Kind("class template", name.into())
            }
            false => Fill::Entity(entity),
        };
        out.extend(unmade(db, ty, name).map(|details| Problem {
            details: details.1,
            ..Problem::new(
                codes::NO_CTOR_BUT_CONST_OR_REF_MEMBER { entity: details.0 },
                site,
            )
        }));
    }
    out
}

/// Whether a class declares no constructor, and something that an aggregate has not ([dcl.init.aggr]/1).
fn may_be_unmade(code: &Code, class: &Class) -> bool {
    let mut is_aggregate = class.bases.is_empty();
    for &id in &class.members {
        let member = &code[id];
        match &member.kind {
            DeclKind::Function(f) if f.special == Special::Constructor => return false,
            DeclKind::Function(f) => is_aggregate &= !f.is_virtual,
            DeclKind::Class(_) if member.name != NameId::None => {}
            DeclKind::Variable(_) | DeclKind::Class(_) => {
                is_aggregate &= member.access == Access::Public
            }
            _ => {}
        }
    }
    class.defined && !is_aggregate
}

/// The same of an instance of a class template.
pub(crate) fn of_instance<'db>(db: &'db dyn Db, class: Ty<'db>) -> Option<Problem<'db>> {
    let definition = class_info(db, class)?.definition?;
    let pattern = self_type(db, definition.decl(db), None)?;
    let said = || unmade(db, pattern, || Fill::Type(pattern)).is_some();
    let (entity, details) = unmade(db, class, || {
        Fill::Kind("class", display::type_text(db, class).into())
    })?;
    if said() {
        return None;
    }
    let message = codes::NO_CTOR_BUT_CONST_OR_REF_MEMBER { entity };
    let mut problem = Problem::new(message, definition.decl(db).site(db));
    problem.details = details;
    Some(problem)
}

/// The members that need a value in a class that gives them none, behind its name.
fn unmade<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    name: impl FnOnce() -> Fill<'db>,
) -> Option<(Fill<'db>, Vec<Detail<'db>>)> {
    let info = class_info(db, class)?;
    let definition = info.definition?;
    let declared = members(db, definition.decl(db)).get(&NameKey::Constructor);
    if info.is_aggregate || !declared.is_empty() {
        return None;
    }
    let mut out = Vec::new();
    needing(db, info, NESTING, &mut out);
    (!out.is_empty()).then(|| (name(), out))
}

fn needing<'db>(db: &'db dyn Db, info: &ClassInfo<'db>, depth: u32, out: &mut Vec<Detail<'db>>) {
    for field in info.fields.iter().filter(|f| !f.has_default) {
        if field.name.is_empty() {
            let inner = class_info(db, field.ty.unqualified(db));
            if let (Some(inner), Some(depth)) = (inner, depth.checked_sub(1)) {
                needing(db, inner, depth, out);
            }
            continue;
        }
        let element = field.ty.innermost_element(db);
        let is_const = element.top_quals(db).is_const;
        let kind = match field.ty.is_reference(db) {
            true => "reference",
            false
                if is_const
                    && (is_needed(db, field.ty, false)
                        || element.is_dependent(db)
                        || element.is_class(db) && !is_made(db, element.unqualified(db))) =>
            {
                "const"
            }
            false => continue,
        };
        let env = info
            .definition
            .and_then(|d| d.env(db))
            .filter(|e| !e.is_dependent(db));
        let member = Entity::new(db, field.decl, env);
        let name = display::name_and_bindings(db, member);
        out.push(Detail::Text(format!("{kind} member \"{name}\"").into()));
    }
}

/// Whether a constant object of a class has a default constructor of the user's that makes it ([dcl.init.general]/8).
fn is_made<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    let state = special(db, class, class::Special::Default);
    let declared = state.and_then(|s| s.declared);
    declared.is_some_and(|f| !function::signature(db, f).is_some_and(|s| s.is_defaulted))
}
