//! Sizes and alignments of types (Itanium C++ ABI 2.4), for x86-64 Linux, and what a layout asks of a class.

mod primary;
pub(crate) mod record;

pub use primary::{Primary, direct_primary_base, primary_base, virtual_bases};

use cleave_base_db::Db;
use cleave_hir::{Attr, DeclKind, ExprId, TypeId, TypeRef};
use cleave_lang::Builtin;

use crate::class::{ClassInfo, Layout, class_info};
use crate::lookup::Found;
use crate::lookup::namespaces::{Among, namespace_decls};
use crate::{Arg, Bound, Context, DeclRef, Entity, Ty, TyKind};

/// Size and alignment of a complete object type (Itanium C++ ABI 2.4).
pub fn layout<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<&'db Layout> {
    crate::engine::depth::outermost(db, || None, || of(db, ty.unqualified(db)))
}

/// The size of a type, if it is known.
pub fn size_of<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<u64> {
    layout(db, ty).map(|l| l.size)
}

/// How many bytes an assignment that only copies bytes copies: those behind may be another object's (Itanium C++ ABI 2.2, dsize). Of a
/// union that is no POD the largest member counts, though nobody uses what is behind that.
pub fn assigned_size<'db>(db: &'db dyn Db, class: Ty<'db>) -> Option<u64> {
    let class = class.unqualified(db);
    let (info, layout) = (class_info(db, class)?, layout(db, class)?);
    if !info.is_union || is_pod(db, class, info) {
        return Some(layout.data_size);
    }
    let sizes = info.fields.iter().filter_map(|f| size_of(db, f.ty));
    Some(sizes.max().unwrap_or(layout.size))
}

/// The width of a bit-field.
pub(super) fn width<'db>(db: &'db dyn Db, field: Entity<'db>, e: ExprId) -> Option<u32> {
    let mut cx = Context::of(db, field)?;
    match cx.value_arg(e, None)? {
        Arg::Value(c) => u32::try_from(c.as_int(db)?).ok(),
        _ => None,
    }
}

fn plain(size: u64, align: u64) -> Option<Layout> {
    Some(Layout {
        size,
        align,
        base_align: align,
        data_size: size,
        base_size: size,
        ..Layout::default()
    })
}

fn builtin(db: &dyn Db, b: Builtin) -> Option<u64> {
    if let Some((size, _)) = crate::ty::classify::integer(db, b) {
        return Some(size.into());
    }
    use Builtin::*;
    Some(match b {
        Half | Float16 | BFloat16 => 2,
        Float | Float32 | Decimal32 => 4,
        Double | Float64 | Float32x | Decimal64 => 8,
        Nullptr => db.target().pointer.into(),
        LongDouble | Float64x | Float128 | IeeeFloat128 | Decimal128 => 16,
        _ => return None,
    })
}

#[salsa::tracked(returns(as_ref), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
fn of<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<Layout> {
    let _level = crate::engine::depth::Level::enter();
    let word = u64::from(db.target().pointer);
    match ty.kind(db) {
        TyKind::Builtin(b) => builtin(db, *b).and_then(|s| plain(s, s)),
        TyKind::Complex(b) => builtin(db, *b).and_then(|s| plain(s * 2, s)),
        TyKind::Pointer(_) => plain(word, word),
        TyKind::MemberPointer { member, .. } => match member.is_function(db) {
            true => plain(2 * word, word),
            false => plain(word, word),
        },
        TyKind::Array(element, Bound::Known(n)) => {
            let element = layout(db, *element)?;
            plain(element.size.checked_mul(*n)?, element.align)
        }
        TyKind::Vector(element, n) => {
            let size = layout(db, *element)?.size.checked_mul(*n)?;
            plain(size, size.next_power_of_two())
        }
        TyKind::VaListTag => plain(24, 8),
        TyKind::Enum(_) => layout(db, crate::class::underlying(db, ty)?).cloned(),
        TyKind::Class(_) | TyKind::Closure(_) => record::layout_of_class(db, ty),
        _ => None,
    }
}

/// The alignment that attributes ask for. The outer `None`: not known.
fn asked<'db>(db: &'db dyn Db, of: Entity<'db>, attrs: &[Attr]) -> Option<Option<u64>> {
    let mut align: Option<u64> = None;
    for attr in attrs {
        let name = attr.name.as_str();
        if !matches!(name, "alignas" | "aligned" | "gnu::aligned" | "align") {
            continue;
        }
        let mut cx = Context::of(db, of)?;
        // `alignas(T)` and a bare `aligned` are not told apart here.
        let n = match attr.args.first() {
            Some(e) => match cx.value_arg(*e, None)? {
                Arg::Value(c) => u64::try_from(c.as_int(db)?).ok()?,
                _ => return None,
            },
            None if name == "alignas" => return None,
            None => 16,
        };
        align = Some(align.map_or(n, |a| a.max(n)));
    }
    Some(align)
}

/// The alignment that the declaration of a variable asks for, by attributes or by an alias that it is declared with; `None` where
/// it asks for none, or for one that is not known.
pub fn declared_alignment<'db>(db: &'db dyn Db, variable: Entity<'db>) -> Option<u64> {
    let attrs = &variable.hir(db)?.attrs;
    let own = asked(db, variable, attrs).flatten();
    let by_alias = asked_of(db, variable).flatten();
    own.max(by_alias)
}

/// How many aliases of aliases are followed.
const ALIASES: u32 = 64;

/// The alignment that an attribute of an alias gives the type that it names ([dcl.align], GNU's `aligned`): it belongs to the name,
/// not to the type. The outer `None`: not known.
pub(crate) fn asked_by_alias<'db>(cx: &mut Context<'db>, ty: TypeId) -> Option<Option<u64>> {
    let db = cx.db;
    let mut alias = match named_alias(cx, ty) {
        Some(alias) => alias,
        None => return Some(None),
    };
    for _ in 0..ALIASES {
        let hir = alias.hir(db)?;
        if let Some(align) = asked(db, alias, &hir.attrs)? {
            return Some(Some(align));
        }
        let DeclKind::Alias(of) = hir.kind else {
            return None;
        };
        let mut inner = Context::of(db, alias)?;
        alias = match named_alias(&mut inner, of) {
            Some(next) => next,
            None => return Some(None),
        };
    }
    None
}

/// The alignment that an alias gives itself or a variable, if it is declared by one. The outer `None`: not known.
pub(crate) fn asked_of<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<Option<u64>> {
    let Some(hir) = entity.hir(db) else {
        return Some(None);
    };
    let written = match &hir.kind {
        DeclKind::Alias(ty) => {
            if let Some(align) = asked(db, entity, &hir.attrs)? {
                return Some(Some(align));
            }
            *ty
        }
        DeclKind::Variable(v) if !entity.is_template(db) => v.ty,
        _ => return Some(None),
    };
    match Context::of(db, entity) {
        Some(mut cx) => asked_by_alias(&mut cx, written),
        None => Some(None),
    }
}

/// The alias that a type is written as, element types of arrays and qualifiers aside.
fn named_alias<'db>(cx: &mut Context<'db>, ty: TypeId) -> Option<Entity<'db>> {
    let mut at = ty;
    let path = loop {
        match &cx.code[at] {
            TypeRef::Attributed(inner, _) | TypeRef::Qualified(_, inner) => at = *inner,
            TypeRef::Array { element, .. } => at = *element,
            TypeRef::Path {
                path,
                elaborated: None,
                ..
            } => break path,
            _ => return None,
        }
    };
    let db = cx.db;
    match crate::convert::quietly(cx, |cx| cx.lookup_path(path)) {
        Found::Entities { set, .. } => match set[..] {
            [only] if matches!(only.kind(db), Some(DeclKind::Alias(_))) => Some(only),
            // `typedef struct S S;`: lookup finds the class.
            [only] if only.decl(db).is_class(db) && only.env(db).is_none() => {
                let item = only.decl(db).code(db).item;
                let among = Among::In(item.scope(db));
                (namespace_decls(db, item.file(db), only.decl(db).key(db)?, among).iter())
                    .map(|d| Entity::new(db, d.decl, None))
                    .find(|e| matches!(e.kind(db), Some(DeclKind::Alias(_))))
            }
            _ => None,
        },
        _ => None,
    }
}

fn has(attrs: &[Attr], names: &[&str]) -> bool {
    attrs.iter().any(|a| names.contains(&a.name.as_str()))
}

/// Whether a class is empty ([meta.unary.prop], Itanium ABI 1.1).
pub fn is_empty<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    let Some(info) = class_info(db, ty) else {
        return false;
    };
    !info.is_union
        && !info.is_dynamic
        && info.fields.iter().all(|f| {
            f.takes_no_room(db)
                || no_unique_address(db, f.decl) && f.ty.is_class(db) && is_empty(db, f.ty)
        })
        && info
            .bases
            .iter()
            .all(|b| !b.is_virtual && is_empty(db, b.ty))
}

/// Whether objects of a class hold no data: an empty class, or a union without members.
fn is_without_data<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    let is_empty_union = |i: &ClassInfo<'db>| i.is_union && i.fields.is_empty();
    is_empty(db, ty) || class_info(db, ty).is_some_and(is_empty_union)
}

/// Whether a member is declared as one that may share its address with others ([dcl.attr.nouniqueaddr]).
pub(crate) fn no_unique_address<'db>(db: &'db dyn Db, field: DeclRef<'db>) -> bool {
    field.closure(db).is_none()
        && field
            .hir(db)
            .is_some_and(|h| has(&h.attrs, &["no_unique_address", "::no_unique_address"]))
}

/// POD for the purpose of layout (Itanium ABI 1.1): as C++03 had it.
fn is_pod<'db>(db: &'db dyn Db, ty: Ty<'db>, info: &ClassInfo<'db>) -> bool {
    use crate::class::{Special, special};
    if info.is_dynamic || !info.bases.is_empty() || !info.is_aggregate {
        return false;
    }
    let trivial =
        |which: Special| special(db, ty, which).is_none_or(|s| s.declared.is_none() || s.trivial);
    let simple = [Special::Copy, Special::CopyAssign, Special::Destructor]
        .into_iter()
        .all(trivial);
    simple
        && info.fields.iter().all(|f| {
            let element = f.ty.innermost_element(db);
            // A default member initializer makes the default constructor one that is not trivial.
            if f.ty.is_reference(db) || f.has_default {
                return false;
            }
            match element.is_class(db) {
                true => {
                    class_info(db, element).is_some_and(|i| is_pod(db, element.unqualified(db), i))
                }
                false => true,
            }
        })
}
