//! How the storage of objects on the heap is freed, and what stands before the elements of an array there ([expr.delete], Itanium C++
//! ABI 2.7).

use cleave_base_db::Db;
use cleave_hir::NameId;
use cleave_lang::Operator;
use cleave_syntax::Standard;

use crate::class::{Special, layout, special};
use crate::lookup::Found;
use crate::ty::classify::size_type;
use crate::{Context, Entity, Ty, TyKind};

/// `__STDCPP_DEFAULT_NEW_ALIGNMENT__`, in bytes.
pub(crate) const DEFAULT_NEW_ALIGNMENT: u64 = 16;

/// What frees the storage of an object or of the elements of an array. It is given the address, then what the flags say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deallocation<'db> {
    /// The class's own function; none if it is the replaceable one of the global namespace.
    pub function: Option<Entity<'db>>,
    /// It is given the size, that of a cookie included.
    pub sized: bool,
    /// It is given the alignment.
    pub aligned: bool,
    /// How many bytes stand before the first element, the last of which hold the number of elements; 0: none do.
    pub cookie: u64,
}

/// What frees an object of a type, or an array of such elements; `global`: by `::delete`. A virtual destructor's deleting variant frees
/// with what holds for its own class. The same function frees what `new` has allocated and could not make. `None`: not to be known.
pub fn deallocation<'db>(
    db: &'db dyn Db,
    standard: Standard,
    ty: Ty<'db>,
    array: bool,
    global: bool,
) -> Option<Deallocation<'db>> {
    let element = ty.innermost_element(db).unqualified(db);
    let align = layout(db, element)?.align;
    let trivial = !element.is_class(db) || special(db, element, Special::Destructor)?.trivial;
    let own = match *element.kind(db) {
        TyKind::Class(class) if !global => member(db, element, class, array, align)?,
        _ => None,
    };
    Some(match own {
        None => replaceable(array, align, !trivial, standard),
        Some(found) => Deallocation {
            cookie: match array && (!trivial || found.sized) {
                true => cookie(align),
                false => 0,
            },
            ..found
        },
    })
}

/// The number of elements stands before the first of them, which is aligned.
fn cookie(align: u64) -> u64 {
    align.max(8)
}

/// That of the global namespace: the size is given if it is known when the storage is freed.
fn replaceable<'db>(
    array: bool,
    align: u64,
    destroyed: bool,
    standard: Standard,
) -> Deallocation<'db> {
    Deallocation {
        function: None,
        sized: standard >= Standard::Cpp14 && (!array || destroyed),
        aligned: standard >= Standard::Cpp17 && align > DEFAULT_NEW_ALIGNMENT,
        cookie: match array && destroyed {
            true => cookie(align),
            false => 0,
        },
    }
}

/// The member function: one that is given the alignment of a type that needs it, then one that is not given the size. Outer `None`: not
/// to be known; inner: the class has none.
fn member<'db>(
    db: &'db dyn Db,
    element: Ty<'db>,
    class: Entity<'db>,
    array: bool,
    align: u64,
) -> Option<Option<Deallocation<'db>>> {
    let name = NameId::Operator(match array {
        true => Operator::DeleteArray,
        false => Operator::Delete,
    });
    let mut cx = Context::of(db, class)?;
    let set = match cx.lookup_member(element, &name) {
        Found::Entities { set, .. } => set,
        Found::Nothing => return Some(None),
        _ => return None,
    };
    let wants = align > DEFAULT_NEW_ALIGNMENT;
    let all = set.into_iter().map(|f| usual(db, f)).collect::<Vec<_>>();
    // One that destroys, or that is not understood.
    if all.contains(&Usual::Unclear) {
        return None;
    }
    let best = all
        .into_iter()
        .filter_map(|u| match u {
            Usual::Yes(found) => Some(found),
            _ => None,
        })
        .min_by_key(|d| (d.aligned != wants, d.sized));
    best.map(Some)
}

/// Whether a function is a usual deallocation function ([basic.stc.dynamic.deallocation]/3).
#[derive(PartialEq)]
enum Usual<'db> {
    Yes(Deallocation<'db>),
    No,
    Unclear,
}

fn usual<'db>(db: &'db dyn Db, function: Entity<'db>) -> Usual<'db> {
    if function.is_template(db) {
        return Usual::No;
    }
    let Some(signature) = crate::function::signature(db, function) else {
        return Usual::Unclear;
    };
    let mut found = Deallocation {
        function: Some(function),
        sized: false,
        aligned: false,
        cookie: 0,
    };
    let params = signature.ty.params.iter();
    let mut rest = params.map(|p| p.unqualified(db)).skip(1).peekable();
    let is_size = |ty: &Ty<'db>| *ty == Ty::builtin(db, size_type(db));
    found.sized = rest.next_if(is_size).is_some();
    found.aligned = rest
        .next_if(|ty| is_named(db, *ty, "align_val_t"))
        .is_some();
    match rest.next() {
        None => Usual::Yes(found),
        Some(ty) if ty.is_unknown(db) || is_named(db, ty, "destroying_delete_t") => Usual::Unclear,
        Some(_) => Usual::No,
    }
}

/// Whether a class or enumeration has a name.
fn is_named<'db>(db: &'db dyn Db, ty: Ty<'db>, name: &str) -> bool {
    match *ty.kind(db) {
        TyKind::Class(entity) | TyKind::Enum(entity) => entity
            .hir(db)
            .and_then(|d| d.name.ident())
            .is_some_and(|n| n.as_str() == name),
        _ => false,
    }
}
