//! Virtual tables of classes without virtual bases: which function is at which place (Itanium C++ ABI 2.5).

use cleave_base_db::Db;
use cleave_names::decl::Special as Written;
use cleave_needed::Emitted;
use cleave_typing::class::layout::direct_primary_base;
use cleave_typing::class::{
    Special, class_info, has_virtual_bases, layout, overrides, own_functions, special,
};
use cleave_typing::function::{signature, special_of};
use cleave_typing::{Entity, Ty};

use crate::refusal::{Res, refuse};

/// How deep bases may lie.
const DEPTH: u32 = 64;

/// A function of a virtual table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry<'db> {
    /// A virtual function, as it was declared first, and its final overrider.
    Function(Entity<'db>, Entity<'db>),
    /// The destructor for complete objects; the place behind has the deleting one.
    Destructor(Emitted<'db>),
    /// The deleting destructor.
    Deleting(Emitted<'db>),
}

/// A virtual table of a group: of the class itself, or of a base that has a pointer of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table<'db> {
    /// The numbers of the bases on the way to what holds the pointer.
    pub(crate) path: Vec<usize>,
    /// Where that lies in the object, in bytes.
    pub(crate) offset: u64,
    /// The number of the first function in the group: where the pointer points to.
    pub(crate) address_point: u64,
    /// The functions.
    pub(crate) entries: Vec<Entry<'db>>,
}

/// The virtual tables of a class, its own first.
pub(crate) fn tables<'db>(db: &'db dyn Db, class: Ty<'db>) -> Res<'db, Vec<Table<'db>>> {
    if has_virtual_bases(db, class) {
        return refuse("a class with virtual bases");
    }
    let mut out = vec![Table {
        path: Vec::new(),
        offset: 0,
        address_point: 0,
        entries: entries(db, class, 0)?,
    }];
    secondary(db, class, class, &mut Vec::new(), 0, &mut out)?;
    let mut at = 0;
    for table in &mut out {
        // The offset to the top and the type information stand before the functions.
        table.address_point = at + 2;
        at += 2 + table.entries.len() as u64;
    }
    Ok(out)
}

/// The tables of bases that have a pointer of their own.
fn secondary<'db>(
    db: &'db dyn Db,
    whole: Ty<'db>,
    class: Ty<'db>,
    path: &mut Vec<usize>,
    offset: u64,
    out: &mut Vec<Table<'db>>,
) -> Res<'db, ()> {
    let (Some(info), Some(layout)) = (class_info(db, class), layout(db, class)) else {
        return refuse("a class that is not known");
    };
    if path.len() > DEPTH as usize {
        return refuse("bases that lie too deep");
    }
    let primary = direct_primary_base(db, info);
    for (n, base) in info.bases.iter().enumerate() {
        let ty = base.ty.unqualified(db);
        if !class_info(db, ty).is_some_and(|i| i.is_dynamic) {
            continue;
        }
        let at = offset + layout.bases.get(n).copied().unwrap_or(0);
        path.push(n);
        if primary != Some(n) {
            let mut entries = entries(db, ty, 0)?;
            entries.iter_mut().try_for_each(|e| finally(db, whole, e))?;
            out.push(Table {
                path: path.clone(),
                offset: at,
                address_point: 0,
                entries,
            });
        }
        secondary(db, whole, ty, path, at, out)?;
        path.pop();
    }
    Ok(())
}

/// An entry as it is in a class that derives from the one whose table it is in.
fn finally<'db>(db: &'db dyn Db, class: Ty<'db>, entry: &mut Entry<'db>) -> Res<'db, ()> {
    match entry {
        Entry::Function(first, last) => {
            match cleave_typing::class::final_overrider(db, class, *first) {
                Some((function, _)) => *last = function,
                None => return refuse("a virtual function without a final overrider"),
            }
        }
        Entry::Destructor(what) | Entry::Deleting(what) => {
            if let Some(own) = destructor(db, class) {
                *what = own;
            }
        }
    }
    Ok(())
}

/// The destructor of a class.
fn destructor<'db>(db: &'db dyn Db, class: Ty<'db>) -> Option<Emitted<'db>> {
    Some(match special(db, class, Special::Destructor)?.declared {
        Some(function) => Emitted::of(db, function),
        None => Emitted::Implicit(class, Special::Destructor),
    })
}

fn is_destructor<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    special_of(db, function) == Written::Destructor
}

/// The functions of a class's own virtual table: those of the primary base, then what the class adds.
pub(crate) fn entries<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    depth: u32,
) -> Res<'db, Vec<Entry<'db>>> {
    let Some(info) = class_info(db, class).filter(|_| depth < DEPTH) else {
        return refuse("a class that is not known");
    };
    let mut out = match direct_primary_base(db, info) {
        Some(base) => entries(db, info.bases[base].ty.unqualified(db), depth + 1)?,
        None => Vec::new(),
    };
    for entry in &mut out {
        finally(db, class, entry)?;
    }
    for function in own_functions(db, class) {
        if !signature(db, function).is_some_and(|s| s.is_virtual) {
            continue;
        }
        if is_destructor(db, function) {
            let has = out.iter().any(|e| matches!(e, Entry::Destructor(_)));
            if !has {
                let what = Emitted::of(db, function);
                out.extend([Entry::Destructor(what), Entry::Deleting(what)]);
            }
            continue;
        }
        let has = out.iter().any(|entry| match entry {
            Entry::Function(first, _) => overrides(db, function, *first),
            _ => false,
        });
        if !has {
            out.push(Entry::Function(function, function));
        }
    }
    // A destructor that nobody declares overrides those of bases; in the primary base's table it has its place.
    Ok(out)
}

/// The number of a virtual function in the virtual table of the class that declares it.
pub(crate) fn slot<'db>(db: &'db dyn Db, class: Ty<'db>, function: Entity<'db>) -> Res<'db, u32> {
    if has_virtual_bases(db, class) {
        return refuse("a class with virtual bases");
    }
    let found = entries(db, class, 0)?.iter().position(|entry| match entry {
        Entry::Function(first, last) => {
            *last == function || *first == function || overrides(db, function, *first)
        }
        Entry::Destructor(_) => is_destructor(db, function),
        Entry::Deleting(_) => false,
    });
    match found {
        Some(n) => Ok(n as u32),
        None => refuse("a virtual function that is in no table"),
    }
}

/// The number of the deleting destructor in a class's virtual table.
pub(crate) fn deleting_slot<'db>(db: &'db dyn Db, class: Ty<'db>) -> Res<'db, u32> {
    if has_virtual_bases(db, class) {
        return refuse("a class with virtual bases");
    }
    let found = (entries(db, class, 0)?.iter()).position(|e| matches!(e, Entry::Deleting(_)));
    match found {
        Some(n) => Ok(n as u32),
        None => refuse("a virtual destructor that is in no table"),
    }
}
