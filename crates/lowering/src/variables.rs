//! Variables and virtual tables.

use std::sync::Arc;

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_cuda::{MemorySpace, memory_space};
use cleave_il::{Code, ConstantKind, Integer, Linkage, Memory, Quals, Type, Variable};
use cleave_names::decl::Spec;
use cleave_needed::{Emitted, Variant, is_pure_virtual};
use cleave_typing::class::layout::declared_alignment;
use cleave_typing::function::{definition, variable_type};
use cleave_typing::linkage::is_internal;
use cleave_typing::thir::{ExprKind, Implicit};
use cleave_typing::{Entity, Ty, Value, check, eval};

use crate::constants::is_zero;
use crate::refusal::{Refusal, Res, refuse};
use crate::tables::{Entry, tables};
use crate::unit::{Key, References, Unit};

/// A variable as IL, and what it refers to.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub struct LoweredVariable<'db> {
    /// The variable.
    pub variable: Arc<Variable>,
    /// What it refers to.
    pub references: References<'db>,
}

/// A variable or a virtual table. `is_defined`: with what it holds.
#[salsa::tracked(returns(ref))]
pub fn lowered_variable<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    options: HostOptions,
    what: Emitted<'db>,
    is_defined: bool,
) -> Result<LoweredVariable<'db>, Refusal<'db>> {
    let mut unit = Unit::new(db, file, options);
    let relocatable = options.settings(db).relocatable;
    let variable = match what {
        Emitted::Variable(entity) => one(&mut unit, entity, is_defined, relocatable)?,
        Emitted::Vtable(class) => table(&mut unit, class, relocatable)?,
        _ => return refuse("something that is no variable"),
    };
    Ok(LoweredVariable {
        variable: Arc::new(variable),
        references: unit.references,
    })
}

fn memory(space: MemorySpace) -> Memory {
    let has = |other| space.has(other);
    if has(MemorySpace::SHARED) {
        Memory::Shared
    } else if has(MemorySpace::CONSTANT) {
        Memory::Constant
    } else if has(MemorySpace::MANAGED) {
        Memory::Managed
    } else {
        Memory::Device
    }
}

fn one<'db>(
    unit: &mut Unit<'db>,
    entity: Entity<'db>,
    is_defined: bool,
    relocatable: bool,
) -> Res<'db, Variable> {
    let db = unit.db;
    let name = unit.symbol(Emitted::Variable(entity))?;
    let space = memory_space(db, entity);
    let declared = variable_type(db, entity);
    let is_open = declared.is_array(db) && declared.length(db).is_none();
    let defined = definition(db, entity).unwrap_or(entity);
    let is_local = entity.decl(db).code(db).body.is_some();
    // Without relocatable device code there is nobody else who could define it, and the static variables of a function are its own.
    let is_static = is_local && defined.hir(db).is_some_and(|h| h.spec.any(Spec::STATIC));
    let is_seen = !relocatable && !space.is_host() && !space.has(MemorySpace::SHARED) && !is_open;
    let is_defined = is_defined || is_seen || is_static;
    let ty = variable_type(db, defined);
    let ty = match ty.is_array(db) && ty.length(db).is_none() {
        true => variable_type(db, entity),
        false => ty,
    };
    let memory = match cleave_cuda::has_attribute(db, entity, "device_builtin") {
        true => Memory::Builtin,
        false => memory(space),
    };
    let mut code = Code::default();
    let il = unit.ty(&mut code.types, ty)?;
    let mut value = None;
    let has_initializer = has_initializer(db, defined);
    if is_defined && memory != Memory::Shared {
        match &eval::variable(db, defined).value {
            Ok(constant) if !is_zero(constant.value(db)) => {
                value = Some(unit.constant(&mut code, ty, constant.value(db))?);
            }
            Ok(constant) if has_initializer => {
                // Written zeros are kept: the reference writes them too.
                value = match constant.value(db) {
                    Value::Int(_) | Value::Float(_) | Value::Pointer(_) => {
                        Some(unit.constant(&mut code, ty, constant.value(db))?)
                    }
                    _ => None,
                };
            }
            Ok(_) => {}
            Err(_) if !has_initializer => {
                if let Some(made) = default_value(unit, &mut code, defined, ty)? {
                    value = Some(made);
                }
            }
            Err(_) => return refuse("an initialiser that is no constant"),
        }
    }
    let is_extern_shared = memory == Memory::Shared && ty.is_array(db) && ty.length(db).is_none();
    let linkage = match (is_defined && !is_extern_shared, relocatable) {
        (false, _) => Linkage::External,
        (true, false) => Linkage::Internal,
        (true, true) => {
            let weak = entity.env(db).is_some()
                || entity.hir(db).is_some_and(|h| {
                    h.spec.any(Spec::INLINE.with(Spec::CONSTEXPR)) && h.parent.is_some()
                });
            match is_internal(db, entity) || is_local {
                true => Linkage::Internal,
                false if weak => Linkage::Weak,
                false => Linkage::External,
            }
        }
    };
    Ok(Variable {
        name,
        linkage,
        memory,
        ty: il,
        quals: crate::types::quals(ty.top_quals(db)),
        align: declared_alignment(db, defined),
        is_kept: !is_local && !space.is_host(),
        is_declaration: !is_defined || is_extern_shared,
        value,
        place: None,
        code,
    })
}

/// Whether something is written that initialises a variable. A constructor of a variable of the device does nothing.
fn has_initializer<'db>(db: &'db dyn Db, variable: Entity<'db>) -> bool {
    let Some((typed, value)) = check::body(db, variable).and_then(|t| Some((t, t.value?))) else {
        return false;
    };
    let mut at = value;
    loop {
        at = match typed.exprs.get(at.0 as usize).map(|x| &x.kind) {
            Some(ExprKind::Array(elements, Some(rest))) if elements.is_empty() => *rest,
            Some(ExprKind::Full(inner)) => *inner,
            Some(ExprKind::Construct(_, args)) => return !args.is_empty(),
            Some(ExprKind::Uninitialized | ExprKind::ConstructImplicit(Implicit::Default, _)) => {
                return false;
            }
            _ => return true,
        };
    }
}

/// What an object of a class holds that nothing initialises.
fn default_value<'db>(
    unit: &mut Unit<'db>,
    code: &mut Code,
    variable: Entity<'db>,
    ty: Ty<'db>,
) -> Res<'db, Option<cleave_il::ConstantId>> {
    let db = unit.db;
    let class = ty.innermost_element(db).unqualified(db);
    if !class.is_class(db) || !cleave_needed::is_constant_default(db, class) {
        return Ok(None);
    }
    match eval::default_object(db, variable) {
        Some(value) if !is_zero(value.value(db)) => {
            Ok(Some(unit.constant(code, ty, value.value(db))?))
        }
        _ => Ok(None),
    }
}

/// The virtual tables of a class, one behind the other.
fn table<'db>(unit: &mut Unit<'db>, class: Ty<'db>, relocatable: bool) -> Res<'db, Variable> {
    let db = unit.db;
    let name = unit.symbol(Emitted::Vtable(class))?;
    let mut code = Code::default();
    let long = code.types.integer(Integer::Long);
    let mut entries = Vec::new();
    for table in tables(db, class)? {
        let top = ConstantKind::Integer(-i128::from(table.offset));
        entries.push(code.constant(top, long));
        // There is no type information on the device.
        entries.push(code.constant(ConstantKind::Integer(0), long));
        for entry in &table.entries {
            let kind = entry_value(unit, class, table.offset, entry)?;
            entries.push(code.constant(kind, long));
        }
    }
    let len = Some(entries.len() as u64);
    let ty = code.types.intern(Type::Array { element: long, len });
    let value = code.constant(ConstantKind::Array(entries.into()), ty);
    Ok(Variable {
        name,
        linkage: match relocatable {
            true => Linkage::Weak,
            false => Linkage::Internal,
        },
        memory: Memory::Device,
        ty,
        quals: Quals {
            is_const: true,
            is_volatile: false,
        },
        align: None,
        is_kept: false,
        is_declaration: false,
        value: Some(value),
        place: None,
        code,
    })
}

fn entry_value<'db>(
    unit: &mut Unit<'db>,
    class: Ty<'db>,
    offset: u64,
    entry: &Entry<'db>,
) -> Res<'db, ConstantKind> {
    let db = unit.db;
    let (what, variant) = match *entry {
        Entry::Function(_, last) => (Emitted::of(db, last), Variant::Only),
        Entry::Destructor(what) => (what, Variant::Complete),
        Entry::Deleting(what) => (what, Variant::Deleting),
    };
    if let Some(function) = what.entity() {
        if is_pure_virtual(db, function) {
            return Ok(ConstantKind::Integer(0));
        }
        // What is not on the device has no place in its tables.
        let space = cleave_cuda::execution_space(db, function, true);
        if !space.on_device() && !space.is_unannotated() {
            return Ok(ConstantKind::Integer(0));
        }
    }
    // The function expects the object that declares it.
    let of = match what {
        Emitted::Function(function) => cleave_typing::function::class_of(db, function),
        Emitted::Implicit(of, _) => Some(of),
        _ => None,
    };
    let own = of.and_then(|of| crate::constants::base_offset(db, class, of.unqualified(db), 0));
    match own {
        Some(own) if own == offset => {
            let symbol = unit.variant(Key { what, variant })?;
            Ok(ConstantKind::Address(symbol, 0))
        }
        Some(own) if own < offset => {
            if let Entry::Function(first, last) = *entry
                && check::return_type(db, first) != check::return_type(db, last)
            {
                return refuse("a virtual function with a covariant result");
            }
            let bytes = (offset - own) as u32;
            let variant = match variant {
                Variant::Complete => Variant::CompleteThunk(bytes),
                Variant::Deleting => Variant::DeletingThunk(bytes),
                _ => Variant::Thunk(bytes),
            };
            let symbol = unit.variant(Key { what, variant })?;
            Ok(ConstantKind::Address(symbol, 0))
        }
        _ => refuse("a virtual function of another base"),
    }
}
