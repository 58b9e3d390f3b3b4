//! Placeholders: what `auto` stands for ([dcl.type.auto.deduct]).

use cleave_base_db::Db;
use cleave_lang::Qualifiers;

use crate::lookup::namespaces::{Place, Want, Way, in_namespaces};
use crate::template::Operand;
use crate::template::call::Arguments;
use crate::template::deduce::Deducer;
use crate::thir::Category;
use crate::{Arg, Context, Entity, NameKey, Ty, TyKind};

/// The level of the parameter that `auto` stands for while it is deduced.
const AUTO: u32 = 1 << 20;

/// The type that a placeholder type becomes by its initializer.
pub(super) fn deduce_auto<'db>(
    cx: &mut Context<'db>,
    pattern: Ty<'db>,
    init: &Operand<'db>,
) -> Option<Ty<'db>> {
    let db = cx.db;
    if init.list.is_none() && init.ty.is_error(db) {
        return None;
    }
    if let TyKind::Auto(true) = pattern.kind(db) {
        return Some(match init.category {
            Category::Lvalue => init.ty.lvalue_reference(db),
            Category::Xvalue => init.ty.rvalue_reference(db),
            Category::Prvalue => init.ty,
        });
    }
    let param = Ty::of(
        db,
        TyKind::Param {
            level: AUTO,
            index: 0,
            pack: false,
        },
    );
    let p = replace_auto(db, pattern, param);
    let call = Arguments {
        forwards: Some(AUTO),
    };
    if init.list.is_none() && init.ty.is_dependent(db) {
        // It depends on what is not bound: so does the type.
        return dependent(db, p, init);
    }
    let deduced = match &init.list {
        Some(items) => {
            // `auto x = {1, 2}` is an initializer_list, `auto *x = {…}` nothing.
            let bare = pattern.strip_reference(db).unqualified(db);
            if bare != Ty::of(db, TyKind::Auto(false)) || items.is_empty() {
                return None;
            }
            let mut d = Deducer::lone(db, AUTO);
            for item in items {
                call.operand(&mut d, param, item).ok()?;
            }
            initializer_list(cx, only(&mut d)?)?
        }
        None => {
            let mut d = Deducer::lone(db, AUTO);
            call.operand(&mut d, p, init).ok()?;
            only(&mut d)?
        }
    };
    Some(replace_param(db, p, deduced))
}

fn only<'db>(d: &mut Deducer<'db>) -> Option<Ty<'db>> {
    d.slot(AUTO, 0)?.value.as_ref()?.as_type()
}

/// From an initializer of a dependent type, as far as it is certain: `auto x = t` has its type.
fn dependent<'db>(db: &'db dyn Db, p: Ty<'db>, init: &Operand<'db>) -> Option<Ty<'db>> {
    let mut d = Deducer::lone(db, AUTO);
    let forwarding = matches!(p.kind(db), TyKind::RvalueReference(_));
    let a = match p.is_reference(db) {
        true if forwarding && init.category == Category::Lvalue => init.ty.lvalue_reference(db),
        true => init.ty,
        false => init.ty.decayed(db),
    };
    let way = crate::template::deduce::Way {
        more_qualified: true,
        pointers: true,
        derived: false,
        referred: p.is_reference(db),
    };
    d.ty(p.strip_reference(db).unqualified(db), a, way).ok()?;
    Some(replace_param(db, p, only(&mut d)?))
}

/// A type with its placeholder replaced.
pub(crate) fn replace_auto<'db>(db: &'db dyn Db, ty: Ty<'db>, by: Ty<'db>) -> Ty<'db> {
    map(db, ty, &|t| match t.kind(db) {
        TyKind::Auto(_) => Some(by.qualified(db, t.quals(db))),
        _ => None,
    })
}

fn replace_param<'db>(db: &'db dyn Db, ty: Ty<'db>, by: Ty<'db>) -> Ty<'db> {
    map(db, ty, &|t| match t.kind(db) {
        TyKind::Param { level: AUTO, .. } => Some(by.qualified(db, t.quals(db))),
        _ => None,
    })
}

fn map<'db>(db: &'db dyn Db, ty: Ty<'db>, f: &dyn Fn(Ty<'db>) -> Option<Ty<'db>>) -> Ty<'db> {
    if let Some(ty) = f(ty) {
        return ty;
    }
    let again = |t: Ty<'db>| map(db, t, f);
    match ty.kind(db) {
        TyKind::Pointer(t) => again(*t).pointer(db).qualified(db, ty.quals(db)),
        TyKind::LvalueReference(t) => again(*t).lvalue_reference(db),
        TyKind::RvalueReference(t) => again(*t).rvalue_reference(db),
        TyKind::Array(t, bound) => again(*t).array(db, bound.clone()),
        TyKind::MemberPointer { class, member } => Ty::new(
            db,
            TyKind::MemberPointer {
                class: *class,
                member: again(*member),
            },
            ty.quals(db),
        ),
        TyKind::Function(function) => {
            let mut function = function.clone();
            function.ret = again(function.ret);
            Ty::of(db, TyKind::Function(function))
        }
        _ => ty,
    }
}

/// Whether a class is a specialisation of `std::initializer_list`.
pub fn is_initializer_list<'db>(db: &'db dyn Db, class: Entity<'db>) -> bool {
    let decl = class.decl(db);
    let scope = decl.code(db).scope(db);
    decl.ident(db) == "initializer_list" && scope.is_std(db) && decl.parent(db).is_none()
}

/// `std::initializer_list<of>`, if the header is there.
pub(crate) fn initializer_list<'db>(cx: &Context<'db>, of: Ty<'db>) -> Option<Ty<'db>> {
    let db = cx.db;
    let item = cx.code_ref.item;
    let root = crate::lookup::namespaces::root(db, item.scope(db));
    let std = cleave_names::ScopePath::new(db, Some(root), "std", false);
    let key = NameKey::Ident(cleave_hir::Name::new("initializer_list"));
    let place = Place {
        item: Some(item),
        inclusive: true,
    };
    let found = in_namespaces(db, item.file(db), place, std, &key, Want::Tag, Way::Own);
    let template = Entity::new(db, *found.decls.first()?, None);
    let entity = template.specialize(db, vec![Arg::Type(of)]);
    Some(Ty::new(db, TyKind::Class(entity), Qualifiers::NONE))
}
