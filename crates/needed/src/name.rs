//! The linker's names of what is emitted (Itanium C++ ABI 5.1).

use std::sync::Arc;

use cleave_base_db::Db;
use cleave_cuda::annotations;
use cleave_lang::{Operator, Qualifiers};
use cleave_mangle::{
    ConstructorVariant, DestructorVariant, Function, FunctionType, Mangler, Name, Scope, Type,
    Unqualified,
};
use cleave_names::decl::Special as Written;
use cleave_typing::class::layout::is_empty;
use cleave_typing::class::tables::{
    Group, Shift, Table as VirtualTable, Thunk, Way, virtual_tables,
};
use cleave_typing::class::{Special, class_info, has_virtual_bases, has_virtual_destructor};
use cleave_typing::function::{class_of, signature, special_of};
use cleave_typing::linkage::{
    Special as Table, constructor_name, destructor_name, is_internal, linkage_name,
    mangle_function, mangle_type, special_name,
};
use cleave_typing::{Entity, Ty, TyKind};

use crate::emitted::Emitted;
use crate::passing::is_passed_by_reference;

/// The prefix of the names of virtual tables.
const VTABLE: &str = "_ZTV";

/// What stands in the name of a delegating constructor for objects of either sort.
const UNIFIED: char = '9';
/// What stands behind the name of a constructor that is called with its default arguments. The reference numbers these functions.
const DEFAULT: &str = "__by_default";

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

    /// How entities and types are mangled.
    pub fn mangler(&self) -> &Mangler {
        &self.mangler
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

/// Which of the functions that one constructor or destructor is emitted as (Itanium C++ ABI 5.1.4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, salsa::SalsaValue)]
pub enum Variant {
    /// Of everything else: the only one.
    Only,
    /// For complete objects.
    Complete,
    /// For bases.
    Base,
    /// Destroys a complete object and frees its storage.
    Deleting,
    /// Of a constructor with default arguments: it takes the object alone. Arrays are made by it.
    Default,
    /// A delegating constructor of a class with virtual bases: for bases with a table of tables, for complete objects without one.
    Unified,
    /// The function as the virtual table of a base calls it (Itanium C++ ABI 5.1.4.2).
    Thunk(Thunk),
    /// The same of a destructor for complete objects.
    CompleteThunk(Thunk),
    /// The same of a deleting destructor.
    DeletingThunk(Thunk),
    /// Of virtual tables: the table of tables (Itanium C++ ABI 2.6.2).
    Vtt,
    /// Of virtual tables: one of a base under construction, by the numbers of the base and of the table.
    Construction(u32, u32),
}

impl Variant {
    /// What a thunk calls, and what it does on the way.
    pub fn behind(self) -> Option<(Variant, Thunk)> {
        match self {
            Variant::Thunk(thunk) => Some((Variant::Only, thunk)),
            Variant::CompleteThunk(thunk) => Some((Variant::Complete, thunk)),
            Variant::DeletingThunk(thunk) => Some((Variant::Deleting, thunk)),
            _ => None,
        }
    }

    /// The thunk that calls a variant; itself where there is nothing to do on the way.
    pub fn with(self, thunk: Thunk) -> Variant {
        match self {
            _ if thunk.is_none() => self,
            Variant::Complete => Variant::CompleteThunk(thunk),
            Variant::Deleting => Variant::DeletingThunk(thunk),
            _ => Variant::Thunk(thunk),
        }
    }
}

/// The names that something may be emitted under: a constructor for complete objects and for bases, a destructor likewise and, if it
/// is virtual, with the storage freed. Empty where the name is not known. Which of them a file has is another question
/// ([`crate::emitted_symbols`]).
pub fn symbols<'db>(db: &'db dyn Db, what: Emitted<'db>, naming: &Naming) -> Vec<String> {
    let forwards = forwards(db, what);
    (variants(db, what).into_iter())
        .filter(|variant| !(forwards && *variant == Variant::Complete))
        .filter_map(|variant| symbol(db, what, variant, naming))
        .collect()
}

/// Whether something is a constructor or destructor of a class with virtual bases: the one for complete objects forwards.
pub(crate) fn forwards<'db>(db: &'db dyn Db, what: Emitted<'db>) -> bool {
    let class = match what {
        Emitted::Function(f) => match special_of(db, f) {
            Written::Constructor | Written::Destructor => class_of(db, f),
            _ => None,
        },
        Emitted::Implicit(class, _) | Emitted::Inherited(_, class) => Some(class),
        _ => None,
    };
    class.is_some_and(|c| has_virtual_bases(db, c))
        && !matches!(
            what,
            Emitted::Implicit(_, Special::CopyAssign | Special::MoveAssign)
        )
}

/// Whether a constructor has a parameter that is an empty object, or one that is passed by reference. What is inherited of it is emitted for
/// bases alone (reference: device-half, Linkage and names).
fn takes_no_copy<'db>(db: &'db dyn Db, constructor: Entity<'db>) -> bool {
    signature(db, constructor).is_some_and(|s| {
        (s.ty.params.iter()).any(|ty| is_passed_by_reference(db, *ty) || is_empty(db, *ty))
    })
}

/// The variants that something is emitted as.
pub fn variants<'db>(db: &'db dyn Db, what: Emitted<'db>) -> Vec<Variant> {
    match what {
        Emitted::Function(function) => match special_of(db, function) {
            Written::Constructor => constructors(),
            Written::Destructor => destructors(db, class_of(db, function)),
            _ => vec![Variant::Only],
        },
        Emitted::Implicit(class, which) => match which {
            Special::Default | Special::Copy | Special::Move => constructors(),
            Special::CopyAssign | Special::MoveAssign => vec![Variant::Only],
            Special::Destructor => match class.kind(db) {
                TyKind::Closure(_) => vec![Variant::Complete],
                _ => destructors(db, Some(class)),
            },
        },
        Emitted::Inherited(function, class) => {
            match !has_virtual_bases(db, class) && takes_no_copy(db, function) {
                true => vec![Variant::Base],
                false => constructors(),
            }
        }
        Emitted::Invoker(_) | Emitted::Variable(_) | Emitted::Vtable(_) => vec![Variant::Only],
    }
}

/// The name of a variant; nothing where it is not known.
pub fn symbol<'db>(
    db: &'db dyn Db,
    what: Emitted<'db>,
    variant: Variant,
    naming: &Naming,
) -> Option<String> {
    if let Some((target, thunk)) = variant.behind() {
        let name = symbol(db, what, target, naming)?;
        return Some(format!(
            "_ZT{}{}",
            adjustments(thunk),
            name.strip_prefix("_Z")?
        ));
    }
    let mangler = &naming.mangler;
    match what {
        Emitted::Function(function) => match special_of(db, function) {
            Written::Constructor if variant == Variant::Unified => {
                // The same name with another digit: there is none in the ABI for it.
                let plain = |v| constructor_name(db, function, v, mangler);
                let (one, two) = (
                    plain(ConstructorVariant::Complete)?,
                    plain(ConstructorVariant::Base)?,
                );
                let at = one.bytes().zip(two.bytes()).position(|(a, b)| a != b)?;
                Some(format!("{}{UNIFIED}{}", one.get(..at)?, one.get(at + 1..)?))
            }
            Written::Constructor => {
                let name = constructor_name(db, function, constructor(variant), mangler)?;
                Some(match variant {
                    Variant::Default => format!("{name}{DEFAULT}"),
                    _ => name,
                })
            }
            Written::Destructor => destructor_name(db, function, destructor(variant), mangler),
            _ if naming.relocatable && annotations(db, function).is_kernel() => {
                let name = linkage_name(db, function, mangler)?;
                Some(naming.unique(db, function, name))
            }
            _ => linkage_name(db, function, mangler),
        },
        Emitted::Variable(variable) => {
            let name = match is_plain(db, variable) {
                true => variable.decl(db).ident(db),
                false => linkage_name(db, variable, mangler)?,
            };
            Some(naming.unique(db, variable, name))
        }
        Emitted::Vtable(class) => table(db, class, variant, mangler),
        Emitted::Implicit(class, which) => implicit(db, class, which, variant, mangler),
        Emitted::Inherited(function, class) => inherited(db, function, class, variant, mangler),
        Emitted::Invoker(operator) => invoker(db, operator, mangler),
    }
}

/// What a thunk's name says that it does (Itanium C++ ABI 5.1.4.2).
fn adjustments(thunk: Thunk) -> String {
    let number = |n: i64| match n < 0 {
        true => format!("n{}", n.unsigned_abs()),
        false => n.to_string(),
    };
    let one = |shift: Shift| match shift.entry {
        0 => format!("h{}_", number(shift.bytes)),
        entry => format!("v{}_{}_", number(shift.bytes), number(entry)),
    };
    match thunk.result.is_none() {
        true => one(thunk.this),
        false => format!("c{}{}", one(thunk.this), one(thunk.result)),
    }
}

/// The names of virtual tables, of tables of tables, and of the tables of bases under construction. The latter are no others' business:
/// they are called as the reference calls them, after the way to the base.
fn table<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    variant: Variant,
    mangler: &Mangler,
) -> Option<String> {
    let Variant::Construction(group, table) = variant else {
        let which = match variant {
            Variant::Vtt => Table::Vtt(class),
            _ => Table::Vtable(class),
        };
        return special_name(db, which, mangler);
    };
    let all = &virtual_tables(db, class.id())?.constructions;
    let (group, table) = (group as usize, table as usize);
    let name = |group: &Group<'db>, table: &VirtualTable<'db>| {
        let base = way_name(db, class, &group.way, mangler)?;
        let own = match table.way == Way::default() {
            true => String::new(),
            false => way_name(db, group.class, &table.way, mangler)? + "__",
        };
        Some((own, base))
    };
    let (of, at) = (all.get(group)?, all.get(group)?.tables.get(table)?);
    let own = name(of, at)?;
    // A base and a virtual base of one class are called alike.
    let same = (all.iter().enumerate().take(group + 1))
        .filter(|(_, g)| g.class == of.class)
        .flat_map(|(n, g)| g.tables.iter().enumerate().map(move |(m, t)| (n, m, g, t)))
        .filter(|(n, m, _, t)| (*n, *m) < (group, table) && t.bases.first() == at.bases.first())
        .filter(|(.., g, t)| name(g, t).as_ref() == Some(&own))
        .count();
    let number = match same {
        0 => String::new(),
        n => format!("A{n}__"),
    };
    let whole = encoding(db, class, mangler)?;
    Some(format!("{VTABLE}{}{number}{}__{whole}", own.0, own.1))
}

/// A class as it stands in the name of its virtual table.
fn encoding<'db>(db: &'db dyn Db, class: Ty<'db>, mangler: &Mangler) -> Option<String> {
    let name = special_name(db, Table::Vtable(class), mangler)?;
    Some(name.strip_prefix(VTABLE)?.to_owned())
}

/// The bases on a way, the last one first.
fn way_name<'db>(
    db: &'db dyn Db,
    from: Ty<'db>,
    way: &Way<'db>,
    mangler: &Mangler,
) -> Option<String> {
    let mut at = way.virtual_base.unwrap_or(from);
    let mut out = match way.virtual_base {
        Some(base) => encoding(db, base, mangler)?,
        None => String::new(),
    };
    for &number in &way.path {
        at = class_info(db, at)?.bases.get(number)?.ty.unqualified(db);
        out = encoding(db, at, mangler)? + &out;
    }
    Some(out)
}

fn constructor(variant: Variant) -> ConstructorVariant {
    match variant {
        Variant::Base => ConstructorVariant::Base,
        _ => ConstructorVariant::Complete,
    }
}

fn destructor(variant: Variant) -> DestructorVariant {
    match variant {
        Variant::Base => DestructorVariant::Base,
        Variant::Deleting => DestructorVariant::Deleting,
        _ => DestructorVariant::Complete,
    }
}

/// A variable of the global namespace has its own name, even if it is internal.
fn is_plain<'db>(db: &'db dyn Db, variable: Entity<'db>) -> bool {
    let (decl, env) = (variable.decl(db), variable.env(db));
    let code = decl.code(db);
    let is_member = decl.hir(db).is_none_or(|h| h.parent.is_some());
    env.is_none() && code.body.is_none() && !is_member && code.item.scope(db).is_global(db)
}

/// The name of a constructor that a class inherits: `CI1` or `CI2` with the base that declares it (Itanium C++ ABI 5.1.4.3).
fn inherited<'db>(
    db: &'db dyn Db,
    from: Entity<'db>,
    class: Ty<'db>,
    variant: Variant,
    mangler: &Mangler,
) -> Option<String> {
    let mut function = mangle_function(db, from)?;
    let base = mangle_type(db, class_of(db, from)?.unqualified(db))?;
    let Type::Named(name) = mangle_type(db, class)? else {
        return None;
    };
    function.name.scope = Scope::In(name);
    function.name.id = Unqualified::InheritedConstructor(constructor(variant), Box::new(base));
    mangler.function(&function).ok()
}

/// The name of the function that a closure is converted to a pointer to: the static member function `_FUN` with the call
/// operator's parameters.
fn invoker<'db>(db: &'db dyn Db, operator: Entity<'db>, mangler: &Mangler) -> Option<String> {
    let mut function = mangle_function(db, operator)?;
    function.name.id = Unqualified::Identifier("_FUN".into());
    function.ty.quals = Qualifiers::default();
    mangler.function(&function).ok()
}

/// The variants of a constructor.
fn constructors() -> Vec<Variant> {
    vec![Variant::Complete, Variant::Base]
}

/// The variants of a class's destructor.
fn destructors<'db>(db: &'db dyn Db, class: Option<Ty<'db>>) -> Vec<Variant> {
    let mut out = vec![Variant::Complete, Variant::Base];
    if class.is_some_and(|c| has_virtual_destructor(db, c)) {
        out.push(Variant::Deleting);
    }
    out
}

/// The name of an implicitly-declared special member function.
fn implicit<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    which: Special,
    variant: Variant,
    mangler: &Mangler,
) -> Option<String> {
    let Type::Named(name) = mangle_type(db, class)? else {
        return None;
    };
    let own = Type::Named(name.clone());
    let quals = Qualifiers::CONST;
    let params = match which {
        Special::Default | Special::Destructor => Vec::new(),
        Special::Copy | Special::CopyAssign => vec![Type::LvalueReference(Arc::new(
            Type::Qualified(quals, Arc::new(own)),
        ))],
        Special::Move | Special::MoveAssign => vec![Type::RvalueReference(Arc::new(own))],
    };
    let id = match which {
        Special::Default | Special::Copy | Special::Move => {
            Unqualified::Constructor(constructor(variant))
        }
        Special::CopyAssign | Special::MoveAssign => Unqualified::Operator(Operator::Assign),
        Special::Destructor => Unqualified::Destructor(destructor(variant)),
    };
    let ty = FunctionType::new(Type::VOID, params);
    let function = Function::new(Name::new(Scope::In(name), id), ty);
    mangler.function(&function).ok()
}
