//! Which variants of constructors and destructors are emitted: of a class that no other unit can name, the one for bases is only if
//! something uses it (reference: device-half, Linkage and names).
//!
//! Granularity: one value for the file, made of its definitions. It compares equal when an edit leaves the bases as they are.

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_names::decl::Special as Written;
use cleave_typing::class::{Special, class_info, has_virtual_bases};
use cleave_typing::function::{class_of, special_of};
use cleave_typing::{Ty, linkage};
use rustc_hash::FxHashSet;

use crate::definitions::definitions;
use crate::emitted::Emitted;
use crate::name::{Naming, Variant, forwards, symbol, variants};

/// The variants of something that are emitted.
pub fn emitted_variants<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    options: HostOptions,
    what: Emitted<'db>,
) -> Vec<Variant> {
    let mut all = variants(db, what);
    if let Some(class) = class_of_special(db, what)
        && all.contains(&Variant::Complete)
        && all.contains(&Variant::Base)
        && !has_virtual_bases(db, class)
        && is_own(db, class)
        && !used_as_bases(db, file, options).contains(&class)
    {
        all.retain(|variant| *variant != Variant::Base);
    }
    all
}

/// The names of what is emitted. Of a class with virtual bases the list leaves out the functions for complete objects, which only forward:
/// so does the reference's (reference: device-half, Linkage and names).
pub fn emitted_symbols<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    options: HostOptions,
    what: Emitted<'db>,
    naming: &Naming,
) -> Vec<String> {
    let forwards = forwards(db, what);
    (emitted_variants(db, file, options, what).into_iter())
        .filter(|variant| !(forwards && *variant == Variant::Complete))
        .filter_map(|variant| symbol(db, what, variant, naming))
        .collect()
}

/// The bases of classes whose constructors or destructors are defined.
#[salsa::tracked(returns(ref))]
fn used_as_bases<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    options: HostOptions,
) -> FxHashSet<Ty<'db>> {
    let defined = definitions(db, file, options).iter().filter(|d| d.defined);
    let classes: FxHashSet<Ty<'db>> = defined
        .filter_map(|d| class_of_special(db, d.what))
        .collect();
    let infos = classes
        .into_iter()
        .filter_map(|class| class_info(db, class));
    infos
        .flat_map(|info| info.bases.iter().map(|base| base.ty.unqualified(db)))
        .collect()
}

/// The class that a constructor or destructor is of.
fn class_of_special<'db>(db: &'db dyn Db, what: Emitted<'db>) -> Option<Ty<'db>> {
    let class = match what {
        Emitted::Function(f) => match special_of(db, f) {
            Written::Constructor | Written::Destructor => class_of(db, f)?,
            _ => return None,
        },
        Emitted::Implicit(_, Special::CopyAssign | Special::MoveAssign) => return None,
        Emitted::Implicit(class, _) | Emitted::Inherited(_, class) => class,
        _ => return None,
    };
    Some(class.unqualified(db))
}

/// Whether no other unit can name a class: it is local to a function or has internal linkage.
fn is_own<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    class.class_entity(db).is_some_and(|c| {
        let code = c.decl(db).code(db);
        code.body.is_some() || code.scope(db).is_internal(db) || linkage::is_internal(db, c)
    })
}
