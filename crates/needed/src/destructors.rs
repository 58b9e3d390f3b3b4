//! Whether a virtual destructor that nobody wrote runs on the device (reference: device-half, Virtual tables).

use cleave_base_db::Db;
use cleave_cuda::execution_space;
use cleave_names::decl::Special as Written;
use cleave_typing::Ty;
use cleave_typing::class::{Special, class_info, has_virtual_destructor, special};
use cleave_typing::function::{class_of, definition, special_of};
use rustc_hash::FxHashSet;

use crate::emitted::Emitted;
use crate::implicit::defaulted;

/// Of a virtual destructor that is implicit or defaulted: whether it runs on the device. It does if it is annotated for that, or if one
/// that it overrides does. `None`: it is another function.
pub fn virtual_destructor_runs<'db>(db: &'db dyn Db, what: Emitted<'db>) -> Option<bool> {
    let class = match what {
        Emitted::Implicit(class, Special::Destructor) => class,
        Emitted::Function(function) if special_of(db, function) == Written::Destructor => {
            defaulted(db, function, definition(db, function)?)?;
            class_of(db, function)?
        }
        _ => return None,
    };
    let class = class.unqualified(db);
    has_virtual_destructor(db, class).then(|| runs(db, class))
}

/// Whether a virtual destructor runs on the device: one that nobody wrote and nothing annotates does where an overridden one does.
fn runs<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    let mut seen = FxHashSet::default();
    let mut tasks = vec![class];
    while let Some(class) = tasks.pop() {
        if !seen.insert(class) || !has_virtual_destructor(db, class) {
            continue;
        }
        if let Some(declared) = special(db, class, Special::Destructor).and_then(|s| s.declared) {
            let space = execution_space(db, declared, true);
            if space.on_device() && !space.is_unannotated() {
                return true;
            }
            let is_made = (definition(db, declared))
                .is_some_and(|defined| defaulted(db, declared, defined).is_some());
            if !is_made || !space.is_unannotated() {
                continue;
            }
        }
        let bases = class_info(db, class).map(|info| &info.bases);
        tasks.extend(bases.into_iter().flatten().map(|b| b.ty.unqualified(db)));
    }
    false
}
