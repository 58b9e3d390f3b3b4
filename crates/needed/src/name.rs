//! The linker's names of what is emitted (Itanium C++ ABI 5.1).

use std::sync::Arc;

use cleave_base_db::Db;
use cleave_cuda::annotations;
use cleave_hir::DeclKind;
use cleave_lang::{Operator, Qualifiers};
use cleave_mangle::{
    ConstructorVariant, DestructorVariant, Function, FunctionType, Mangler, Name, Scope, Type,
    Unqualified,
};
use cleave_names::decl::Special as Written;
use cleave_typing::class::{Special, has_virtual_bases, has_virtual_destructor};
use cleave_typing::function::class_of;
use cleave_typing::linkage::{
    Special as Table, constructor_name, destructor_name, is_internal, linkage_name,
    mangle_function, mangle_type, special_name,
};
use cleave_typing::{Entity, Ty, TyKind};

use crate::emitted::Emitted;

/// How things are named.
pub struct Naming {
    mangler: Mangler,
    module_id: String,
    /// Whether other translation units may link to kernels and variables.
    relocatable: bool,
}

impl Naming {
    /// The names of a translation unit with a module id. `relocatable`: for relocatable device code.
    pub fn new(module_id: &str, relocatable: bool) -> Naming {
        Naming {
            mangler: Mangler::cuda(module_id),
            module_id: module_id.to_owned(),
            relocatable,
        }
    }

    /// The linker's name of a function as it is in one translation unit.
    pub fn plain<'db>(&self, db: &'db dyn Db, function: Entity<'db>) -> Option<String> {
        linkage_name(db, function, &self.mangler)
    }

    /// A name of internal linkage is made unique where others are linked (reference: device-half, Linkage and names).
    fn unique<'db>(&self, db: &'db dyn Db, entity: Entity<'db>, name: String) -> String {
        match self.relocatable && is_internal(db, entity) {
            true => format!(
                "__nv_static_{}_{}_{name}",
                self.module_id.len(),
                self.module_id
            ),
            false => name,
        }
    }
}

/// The names that something is emitted under: a constructor for complete objects and for bases, a destructor likewise and, if it
/// is virtual, with the storage freed. Empty where the name is not known.
pub fn symbols<'db>(db: &'db dyn Db, what: Emitted<'db>, naming: &Naming) -> Vec<String> {
    let mangler = &naming.mangler;
    match what {
        Emitted::Function(function) => {
            let special = match function.kind(db) {
                Some(DeclKind::Function(f)) => f.special,
                _ => Written::None,
            };
            match special {
                Written::Constructor => (constructors(db, class_of(db, function)).into_iter())
                    .filter_map(|v| constructor_name(db, function, v, mangler))
                    .collect(),
                Written::Destructor => {
                    let class = class_of(db, function);
                    destructors(db, class)
                        .into_iter()
                        .filter_map(|v| destructor_name(db, function, v, mangler))
                        .collect()
                }
                _ if naming.relocatable && annotations(db, function).is_kernel() => {
                    let name = linkage_name(db, function, mangler);
                    name.map(|name| naming.unique(db, function, name))
                        .into_iter()
                        .collect()
                }
                _ => linkage_name(db, function, mangler).into_iter().collect(),
            }
        }
        Emitted::Variable(variable) => {
            let name = match is_plain(db, variable) {
                true => Some(variable.decl(db).ident(db)),
                false => linkage_name(db, variable, mangler),
            };
            name.map(|name| naming.unique(db, variable, name))
                .into_iter()
                .collect()
        }
        Emitted::Vtable(class) => special_name(db, Table::Vtable(class), mangler)
            .into_iter()
            .collect(),
        Emitted::Implicit(class, which) => implicit(db, class, which, mangler),
        Emitted::Inherited(constructor, class) => inherited(db, constructor, class, mangler),
        Emitted::Invoker(operator) => invoker(db, operator, mangler).into_iter().collect(),
    }
}

/// A variable of the global namespace has its own name, even if it is internal.
fn is_plain<'db>(db: &'db dyn Db, variable: Entity<'db>) -> bool {
    let (decl, env) = (variable.decl(db), variable.env(db));
    let code = decl.code(db);
    let is_member = decl.hir(db).is_none_or(|h| h.parent.is_some());
    env.is_none() && code.body.is_none() && !is_member && code.item.scope(db).is_global(db)
}

/// The names of a constructor that a class inherits: `CI1` and `CI2` with the base that declares it (Itanium C++ ABI 5.1.4.3).
fn inherited<'db>(
    db: &'db dyn Db,
    constructor: Entity<'db>,
    class_type: Ty<'db>,
    mangler: &Mangler,
) -> Vec<String> {
    let made = || -> Option<(Function, Arc<Name>, Type)> {
        let function = mangle_function(db, constructor)?;
        let base = mangle_type(db, class_of(db, constructor)?.unqualified(db))?;
        match mangle_type(db, class_type)? {
            Type::Named(name) => Some((function, name, base)),
            _ => None,
        }
    };
    let Some((function, class, base)) = made() else {
        return Vec::new();
    };
    let variants = constructors(db, Some(class_type));
    let named = |variant| {
        let mut function = function.clone();
        function.name.scope = Scope::In(class.clone());
        function.name.id = Unqualified::InheritedConstructor(variant, Box::new(base.clone()));
        mangler.function(&function).ok()
    };
    variants.into_iter().filter_map(named).collect()
}

/// The name of the function that a closure is converted to a pointer to: the static member function `_FUN` with the call
/// operator's parameters.
fn invoker<'db>(db: &'db dyn Db, operator: Entity<'db>, mangler: &Mangler) -> Option<String> {
    let mut function = mangle_function(db, operator)?;
    function.name.id = Unqualified::Identifier("_FUN".into());
    function.ty.quals = Qualifiers::default();
    mangler.function(&function).ok()
}

/// The variants of a class's constructors. Of a class with virtual bases there is the one for bases alone: whoever makes a complete
/// object constructs the virtual bases first (reference: device-half, Linkage and names).
fn constructors<'db>(db: &'db dyn Db, class: Option<Ty<'db>>) -> Vec<ConstructorVariant> {
    if class.is_some_and(|c| has_virtual_bases(db, c)) {
        return vec![ConstructorVariant::Base];
    }
    match class.is_some_and(|c| is_unnamed(db, c)) {
        true => vec![ConstructorVariant::Complete],
        false => vec![ConstructorVariant::Complete, ConstructorVariant::Base],
    }
}

/// Whether a class stands in an unnamed namespace: what nobody uses of it is not emitted.
fn is_unnamed<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    class
        .class_entity(db)
        .is_some_and(|c| c.decl(db).code(db).scope(db).is_internal(db))
}

/// The variants of a class's destructor.
fn destructors<'db>(db: &'db dyn Db, class: Option<Ty<'db>>) -> Vec<DestructorVariant> {
    let mut out = match class.is_some_and(|c| has_virtual_bases(db, c)) {
        true => vec![DestructorVariant::Base],
        false => vec![DestructorVariant::Complete, DestructorVariant::Base],
    };
    if class.is_some_and(|c| has_virtual_destructor(db, c)) {
        out.push(DestructorVariant::Deleting);
    }
    out
}

/// The names of an implicitly-declared special member function.
fn implicit<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    which: Special,
    mangler: &Mangler,
) -> Vec<String> {
    let Some(Type::Named(name)) = mangle_type(db, class) else {
        return Vec::new();
    };
    let own = Type::Named(name.clone());
    let copied = || {
        let quals = Qualifiers::CONST;
        Type::LvalueReference(Arc::new(Type::Qualified(quals, Arc::new(own.clone()))))
    };
    let moved = || Type::RvalueReference(Arc::new(own.clone()));
    let params = match which {
        Special::Default | Special::Destructor => Vec::new(),
        Special::Copy | Special::CopyAssign => vec![copied()],
        Special::Move | Special::MoveAssign => vec![moved()],
    };
    let ids: Vec<Unqualified> = match which {
        Special::Default | Special::Copy | Special::Move => (constructors(db, Some(class))
            .into_iter())
        .map(Unqualified::Constructor)
        .collect(),
        Special::CopyAssign | Special::MoveAssign => vec![Unqualified::Operator(Operator::Assign)],
        Special::Destructor => match class.kind(db) {
            TyKind::Closure(_) => vec![Unqualified::Destructor(DestructorVariant::Complete)],
            _ => (destructors(db, Some(class)).into_iter())
                .map(Unqualified::Destructor)
                .collect(),
        },
    };
    let named = |id: Unqualified| {
        let ty = FunctionType::new(Type::VOID, params.clone());
        let function = Function::new(Name::new(Scope::In(name.clone()), id), ty);
        mangler.function(&function).ok()
    };
    ids.into_iter().filter_map(named).collect()
}
