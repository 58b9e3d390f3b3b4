//! What the functions use that the language defines: special member functions, inherited constructors, virtual tables
//! ([special], [class.inhctor.init], Itanium C++ ABI 2.5).

use cleave_base_db::Db;
use cleave_hir::DeclKind;
use cleave_typing::class::layout::virtual_bases;
use cleave_typing::class::{
    Special, chosen_special, class_info, has_virtual_destructor, special, virtual_functions,
};
use cleave_typing::function::{definition, signature};
use cleave_typing::thir::{ExprId, ExprKind, Typed};
use cleave_typing::{Entity, Ty};

use crate::edges::{Found, is_defaulted};
use crate::emitted::Emitted;

/// The special member functions that a declared function may be.
const ALL: [Special; 6] = [
    Special::Default,
    Special::Copy,
    Special::Move,
    Special::CopyAssign,
    Special::MoveAssign,
    Special::Destructor,
];

/// Whether a function is a trivial special member function: a call of it calls nothing.
pub fn is_trivial<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    if definition(db, function).is_none_or(|d| !is_defaulted(db, d)) {
        return false;
    }
    let Some(class) = signature(db, function).and_then(|s| s.class) else {
        return false;
    };
    let own = Emitted::of(db, function);
    ALL.into_iter()
        .filter_map(|which| special(db, class.unqualified(db), which))
        .any(|s| s.trivial && s.declared.is_some_and(|d| Emitted::of(db, d) == own))
}

/// The special member function of a type, or of an array's elements, that has code.
pub fn special_member<'db>(db: &'db dyn Db, ty: Ty<'db>, which: Special) -> Option<Emitted<'db>> {
    let (member, is_trivial) = member_of(db, ty, which)?;
    (!is_trivial).then_some(member)
}

/// The same of one that is called though it may be trivial: by its name, or for a base.
pub fn called_member<'db>(db: &'db dyn Db, ty: Ty<'db>, which: Special) -> Option<Emitted<'db>> {
    Some(member_of(db, ty, which)?.0)
}

/// A special member function, and whether it is trivial.
fn member_of<'db>(db: &'db dyn Db, ty: Ty<'db>, which: Special) -> Option<(Emitted<'db>, bool)> {
    let class = ty.innermost_element(db).unqualified(db);
    if !class.is_class(db) {
        return None;
    }
    let (which, state) = chosen_special(db, class, which)?;
    if state.deleted || !state.exists {
        return None;
    }
    let member = match state.declared {
        Some(function) => Emitted::of(db, function),
        None => Emitted::Implicit(class, which),
    };
    Some((member, state.trivial))
}

/// Which special member function of which class a defaulted function is.
pub fn defaulted<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
    defined: Entity<'db>,
) -> Option<(Ty<'db>, Special)> {
    if !is_defaulted(db, defined) {
        return None;
    }
    let class = signature(db, function)?.class?.unqualified(db);
    let own = Emitted::of(db, function);
    let which = ALL.into_iter().find(|which| {
        special(db, class, *which)
            .and_then(|s| s.declared)
            .is_some_and(|d| Emitted::of(db, d) == own)
    })?;
    Some((class, which))
}

/// What an implicitly-defined special member function uses.
pub(crate) fn member<'db>(found: &mut Found<'db>, class: Ty<'db>, which: Special) {
    let Some(info) = class_info(found.db, class) else {
        return;
    };
    // Whoever makes a complete object makes the virtual bases of its bases too.
    let assigns = matches!(which, Special::CopyAssign | Special::MoveAssign);
    let of_bases: &[Ty<'db>] = match assigns {
        true => &[],
        false => virtual_bases(found.db, class.id()),
    };
    let direct = info.bases.iter().map(|b| b.ty);
    let bases = direct.chain(of_bases.iter().copied());
    match which {
        Special::Default => {
            bases.for_each(|ty| found.special(ty, which, None));
            for (number, field) in info.fields.iter().enumerate() {
                match field.has_default {
                    true => found.default_member(class, number as u32),
                    false => found.special(field.ty, which, None),
                }
            }
        }
        Special::Destructor => {
            subobjects(found, class);
            // The deleting variant frees the object.
            if has_virtual_destructor(found.db, class) {
                found.freed(class, false, false, None);
            }
        }
        _ => {
            let parts = bases.chain(info.fields.iter().map(|f| f.ty));
            for ty in parts.filter(|ty| !ty.is_reference(found.db)) {
                found.special(ty, which, None);
            }
        }
    }
    if !matches!(which, Special::CopyAssign | Special::MoveAssign) {
        table(found, class);
    }
}

/// A destructor destroys members and bases ([class.dtor]/9).
pub(crate) fn subobjects<'db>(found: &mut Found<'db>, class: Ty<'db>) {
    let Some(info) = class_info(found.db, class) else {
        return;
    };
    // The members of a union are destroyed by whoever knows which one is active.
    if !info.is_union {
        info.fields
            .iter()
            .rev()
            .for_each(|f| found.destroyed(f.ty, None));
    }
    info.bases
        .iter()
        .rev()
        .for_each(|b| found.destroyed(b.ty, None));
    virtual_bases(found.db, class.id())
        .iter()
        .for_each(|ty| found.destroyed(*ty, None));
}

/// A constructor or destructor stores the address of the class's virtual table, if it has one.
pub(crate) fn table<'db>(found: &mut Found<'db>, class: Ty<'db>) {
    if class_info(found.db, class).is_some_and(|info| info.is_dynamic) {
        found.add(Emitted::Vtable(class), None);
    }
}

/// The call of an inherited constructor that makes an object of a class which is no aggregate: typed code has it in a base, or in a base
/// of it, beside what everything else is made by. It is given an argument at least: otherwise a default constructor makes the object.
pub fn inherited_constructor<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    class: Ty<'db>,
    parts: &[Option<ExprId>],
) -> Option<(Entity<'db>, ExprId)> {
    let (mut class, mut parts) = (class.unqualified(db), parts);
    let get = |e: ExprId| typed.exprs.get(e.0 as usize);
    loop {
        let info = class_info(db, class).filter(|info| !info.is_aggregate)?;
        let mut inner = None;
        for (base, part) in info.bases.iter().zip(parts) {
            let Some(part) = *part else { continue };
            match &get(part)?.kind {
                ExprKind::Construct(constructor, args)
                    if args.first().is_some_and(|a| {
                        get(*a).is_some_and(|a| !matches!(a.kind, ExprKind::DefaultArgument(..)))
                    }) || !args.is_empty() && !has_default(db, class) =>
                {
                    return Some((*constructor, part));
                }
                ExprKind::Aggregate(parts) => inner = Some((base.ty.unqualified(db), &**parts)),
                _ => {}
            }
        }
        (class, parts) = inner?;
    }
}

/// Whether a class has a default constructor of its own. If not, an inherited constructor with default arguments makes an object
/// without arguments.
fn has_default<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    special(db, class, Special::Default).is_some_and(|state| state.exists)
}

/// An inherited constructor initialises its base by the base's constructor, and everything else as if by a defaulted default
/// constructor.
pub(crate) fn inherited<'db>(found: &mut Found<'db>, constructor: Entity<'db>, class: Ty<'db>) {
    let db = found.db;
    let Some(info) = class_info(db, class) else {
        return;
    };
    let of = signature(db, constructor)
        .and_then(|s| s.class)
        .map(|c| c.unqualified(db));
    for base in &info.bases {
        let ty = base.ty.unqualified(db);
        match of {
            Some(of) if of == ty => found.add(Emitted::of(db, constructor), None),
            Some(of) if cleave_typing::class::derives(db, ty, of) == Some(true) => {
                found.add(Emitted::Inherited(constructor, ty), None);
            }
            _ => found.special(ty, Special::Default, None),
        }
    }
    for base in virtual_bases(db, class.id()) {
        if info.bases.iter().all(|b| b.ty.unqualified(db) != *base) {
            found.special(*base, Special::Default, None);
        }
    }
    for (number, field) in info.fields.iter().enumerate() {
        match field.has_default {
            true => found.default_member(class, number as u32),
            false => found.special(field.ty, Special::Default, None),
        }
    }
    table(found, class);
}

/// Whether a virtual function is pure and has no definition: no table names it ([class.abstract]).
pub fn is_pure_virtual<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    match function.kind(db) {
        Some(DeclKind::Function(f)) => f.is_pure && definition(db, function).is_none(),
        _ => false,
    }
}

/// A virtual table names the final overriders of the class's virtual functions; of a destructor the deleting variant too, which
/// frees the storage.
pub(crate) fn vtable<'db>(found: &mut Found<'db>, class: Ty<'db>) {
    let db = found.db;
    for function in virtual_functions(db, class) {
        if !is_pure_virtual(db, function) {
            found.add(Emitted::of(db, function), None);
        }
    }
    let destructor = special(db, class, Special::Destructor);
    if destructor.is_some_and(|d| d.declared.is_none() && !d.trivial && !d.deleted)
        && has_virtual_destructor(db, class)
    {
        found.add(Emitted::Implicit(class, Special::Destructor), None);
    }
}
