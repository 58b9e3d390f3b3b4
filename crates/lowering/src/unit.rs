//! What the lowering of one definition shares: the database, how things are named, and what the definition refers to.

use std::sync::Arc;

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_hir::DeclKind;
use cleave_il::{Symbol, Variable};
use cleave_mangle::Mangler;
use cleave_names::decl::Body;
use cleave_needed::{Emitted, Naming, Variant, symbol, variants};
use cleave_typing::function::definition;
use cleave_typing::{Entity, Ty};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::refusal::{Res, refuse};

/// A function, variable or table that is emitted, in one of its variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct Key<'db> {
    /// What.
    pub what: Emitted<'db>,
    /// Which variant.
    pub variant: Variant,
}

/// What a definition refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub struct References<'db> {
    /// Functions and variables, each once, in order.
    pub keys: Vec<Key<'db>>,
    /// Classes whose layout it needs or that it points to, each once, in order.
    pub records: Vec<Ty<'db>>,
    /// Functions of the device's runtime, by name.
    pub runtime: Vec<Runtime>,
    /// The arrays with the function's own names that it uses ([dcl.fct.def.general]/8), each once.
    pub names: Vec<Arc<Variable>>,
}

/// Functions that the compiler of the device calls for arrays of objects and to free storage (Itanium C++ ABI 3.3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, salsa::SalsaValue)]
pub enum Runtime {
    /// `__cxa_vec_ctor`
    Construct,
    /// `__cxa_vec_cctor`
    Copy,
    /// `__cxa_vec_dtor`
    Destroy,
    /// `__cxa_vec_new3`
    New,
    /// `__cxa_vec_delete3`
    Delete,
    /// `__cxa_vec_new2`
    NewUnsized,
    /// `__cxa_vec_delete2`
    DeleteUnsized,
    /// `operator new(unsigned long)`
    Allocate,
    /// `operator new[](unsigned long)`
    AllocateArray,
    /// `operator delete(void *, unsigned long)`
    Free,
    /// `operator delete[](void *, unsigned long)`
    FreeArray,
    /// `operator delete(void *)`
    FreeUnsized,
    /// `operator delete[](void *)`
    FreeArrayUnsized,
    /// `operator new(unsigned long, std::align_val_t)`
    AllocateAligned,
    /// `operator new[](unsigned long, std::align_val_t)`
    AllocateArrayAligned,
    /// `operator delete(void *, unsigned long, std::align_val_t)`
    FreeAligned,
    /// `operator delete[](void *, std::align_val_t)`
    FreeArrayAligned,
}

impl Runtime {
    /// Its linker name.
    pub fn name(self) -> &'static str {
        match self {
            Runtime::Construct => "__cxa_vec_ctor",
            Runtime::Copy => "__cxa_vec_cctor",
            Runtime::Destroy => "__cxa_vec_dtor",
            Runtime::New => "__cxa_vec_new3",
            Runtime::Delete => "__cxa_vec_delete3",
            Runtime::NewUnsized => "__cxa_vec_new2",
            Runtime::DeleteUnsized => "__cxa_vec_delete2",
            Runtime::Allocate => "_Znwm",
            Runtime::AllocateArray => "_Znam",
            Runtime::Free => "_ZdlPvm",
            Runtime::FreeArray => "_ZdaPvm",
            Runtime::FreeUnsized => "_ZdlPv",
            Runtime::FreeArrayUnsized => "_ZdaPv",
            Runtime::AllocateAligned => "_ZnwmSt11align_val_t",
            Runtime::AllocateArrayAligned => "_ZnamSt11align_val_t",
            Runtime::FreeAligned => "_ZdlPvmSt11align_val_t",
            Runtime::FreeArrayAligned => "_ZdaPvSt11align_val_t",
        }
    }
}

/// The name of a function that the compiler of the device knows: it has no other one.
fn builtin_name<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<String> {
    let is_builtin = cleave_cuda::has_attribute(db, function, "device_builtin");
    let defined = || {
        definition(db, function).is_some_and(|d| match d.kind(db) {
            Some(DeclKind::Function(f)) => !matches!(f.body, Body::None),
            _ => true,
        })
    };
    (is_builtin && !defined()).then(|| function.decl(db).ident(db))
}

/// What all parts of the lowering of one definition share.
pub(crate) struct Unit<'db> {
    pub(crate) db: &'db dyn Db,
    pub(crate) file: SourceFile,
    naming: Naming,
    names: FxHashMap<Key<'db>, Symbol>,
    records: FxHashSet<Ty<'db>>,
    pub(crate) references: References<'db>,
}

impl<'db> Unit<'db> {
    pub(crate) fn new(db: &'db dyn Db, file: SourceFile, options: HostOptions) -> Unit<'db> {
        let module_id = cleave_host::module_id(db, file, options);
        Unit {
            db,
            file,
            naming: Naming::new(module_id, options.settings(db).relocatable),
            names: FxHashMap::default(),
            records: FxHashSet::default(),
            references: References::default(),
        }
    }

    /// How types are named.
    pub(crate) fn mangler(&self) -> &Mangler {
        self.naming.mangler()
    }

    /// The name of something that is emitted in one variant, or in the variant for complete objects.
    pub(crate) fn symbol(&mut self, what: Emitted<'db>) -> Res<'db, Symbol> {
        let all = variants(self.db, what);
        let variant = all.first().copied().unwrap_or(Variant::Only);
        self.variant(Key { what, variant })
    }

    /// The name of a constructor or destructor for a base: the one for complete objects where there is no other.
    pub(crate) fn base_symbol(&mut self, what: Emitted<'db>) -> Res<'db, Symbol> {
        let has_base = variants(self.db, what).contains(&Variant::Base);
        let variant = match has_base {
            true => Variant::Base,
            false => Variant::Complete,
        };
        self.variant(Key { what, variant })
    }

    /// The name of a variant, which is referred to.
    pub(crate) fn variant(&mut self, key: Key<'db>) -> Res<'db, Symbol> {
        if let Some(name) = self.names.get(&key) {
            return Ok(name.clone());
        }
        let builtin = match key.what {
            Emitted::Function(function) => builtin_name(self.db, function),
            _ => None,
        };
        let Some(name) = builtin.or_else(|| symbol(self.db, key.what, key.variant, &self.naming))
        else {
            return refuse("a linker name is not known");
        };
        let name: Symbol = Arc::from(name);
        self.names.insert(key, name.clone());
        self.references.keys.push(key);
        Ok(name)
    }

    /// The linker name of a function, which is not referred to.
    pub(crate) fn linker_name(&self, function: Entity<'db>) -> Option<String> {
        let what = Emitted::Function(function);
        let variant = variants(self.db, what).first().copied()?;
        symbol(self.db, what, variant, &self.naming)
    }

    /// The name of a function of the device's runtime.
    pub(crate) fn runtime(&mut self, which: Runtime) -> Symbol {
        if !self.references.runtime.contains(&which) {
            self.references.runtime.push(which);
        }
        Arc::from(which.name())
    }

    /// Notes that a class is referred to.
    pub(crate) fn refer_to(&mut self, class: Ty<'db>) {
        if self.records.insert(class) {
            self.references.records.push(class);
        }
    }
}
