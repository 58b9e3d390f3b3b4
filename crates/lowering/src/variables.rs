//! Variables and virtual tables.

use std::sync::Arc;

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_cuda::{MemorySpace, memory_space};
use cleave_il::{Code, ConstantKind, Integer, Linkage, Memory, Quals, Type, Variable};
use cleave_names::decl::Spec;
use cleave_needed::{Emitted, Variant, is_pure_virtual, virtual_destructor_runs};
use cleave_typing::class::layout::declared_alignment;
use cleave_typing::class::tables::{ENTRY, Entry, VirtualTables, VttEntry};
use cleave_typing::class::{Special, class_info, special};
use cleave_typing::function::{definition, variable_type};
use cleave_typing::linkage::is_internal;
use cleave_typing::thir::{ExprKind, Implicit};
use cleave_typing::{Entity, Ty, Value, check, eval};

use crate::constants::is_zero;
use crate::refusal::{Refusal, Res, refuse};
use crate::tables::tables;
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
    variant: Variant,
    is_defined: bool,
) -> Result<LoweredVariable<'db>, Refusal<'db>> {
    let mut unit = Unit::new(db, file, options);
    let relocatable = options.settings(db).relocatable;
    let variable = match what {
        Emitted::Variable(entity) => one(&mut unit, entity, is_defined, relocatable)?,
        Emitted::Vtable(class) => table(&mut unit, class, variant, relocatable)?,
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
            Ok(constant) if !is_zero(constant.value(db)) || is_dynamic(db, ty) => {
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
                    let is_member = h.parent.is_some();
                    h.spec.any(Spec::INLINE) || is_member && h.spec.any(Spec::CONSTEXPR)
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
    if !class.is_class(db) || cleave_needed::default_value(db, class).is_none() {
        return Ok(None);
    }
    match eval::default_object(db, variable) {
        // A virtual table is never zero.
        Some(value) if !is_zero(value.value(db)) || is_dynamic(db, class) => {
            Ok(Some(unit.constant(code, ty, value.value(db))?))
        }
        _ => Ok(None),
    }
}

/// Whether objects of a class refer to virtual tables.
fn is_dynamic<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    let class = class.innermost_element(db).unqualified(db);
    class_info(db, class).is_some_and(|info| info.is_dynamic)
}

/// The virtual tables of a class or of a base under construction, one behind the other, or the table of tables.
fn table<'db>(
    unit: &mut Unit<'db>,
    class: Ty<'db>,
    variant: Variant,
    relocatable: bool,
) -> Res<'db, Variable> {
    let db = unit.db;
    let what = Emitted::Vtable(class);
    let name = unit.variant(Key { what, variant })?;
    let tables = tables(db, class)?;
    let mut code = Code::default();
    let long = code.types.integer(Integer::Long);
    let quals = Quals {
        is_const: true,
        is_volatile: false,
    };
    let (element, entries) = match variant {
        Variant::Vtt => {
            let element = code.types.pointer(long, quals);
            let mut entries = Vec::new();
            for entry in &tables.vtt {
                let kind = table_address(unit, class, tables, *entry)?;
                entries.push(code.constant(kind, element));
            }
            (element, entries)
        }
        _ => {
            let all = match variant {
                Variant::Construction(group, table) => {
                    let group = tables.constructions.get(group as usize);
                    let table = table as usize;
                    group
                        .and_then(|g| g.tables.get(table..=table))
                        .unwrap_or_default()
                }
                _ => &tables.own.tables,
            };
            let mut entries = Vec::new();
            for entry in all.iter().flat_map(|t| &t.entries) {
                let kind = entry_value(unit, entry)?;
                entries.push(code.constant(kind, long));
            }
            (long, entries)
        }
    };
    let len = Some(entries.len() as u64);
    let ty = code.types.intern(Type::Array { element, len });
    let value = code.constant(ConstantKind::Array(entries.into()), ty);
    Ok(Variable {
        name,
        linkage: match relocatable {
            true => Linkage::Weak,
            false => Linkage::Internal,
        },
        memory: Memory::Device,
        ty,
        quals,
        align: None,
        is_kept: false,
        is_declaration: false,
        value: Some(value),
        place: None,
        code,
    })
}

/// The address point of a table that stands in a class's table of tables.
fn table_address<'db>(
    unit: &mut Unit<'db>,
    class: Ty<'db>,
    tables: &VirtualTables<'db>,
    entry: VttEntry,
) -> Res<'db, ConstantKind> {
    let at = entry.table as usize;
    let (variant, group, before) = match entry.group {
        None => {
            let before = tables.own.tables.iter().take(at);
            let before: usize = before.map(|t| t.entries.len()).sum();
            (Variant::Only, Some(&tables.own), before)
        }
        // Those of bases under construction stand alone.
        Some(n) => {
            let variant = Variant::Construction(n, entry.table);
            (variant, tables.constructions.get(n as usize), 0)
        }
    };
    let Some(table) = group.and_then(|g| g.tables.get(at)) else {
        return refuse("a virtual table that is not there");
    };
    let symbol = unit.variant(Key {
        what: Emitted::Vtable(class),
        variant,
    })?;
    let entries = before as i64 + i64::from(table.address_point);
    Ok(ConstantKind::Address(symbol, entries * ENTRY))
}

/// The destructor of a class.
fn destructor<'db>(db: &'db dyn Db, class: Ty<'db>) -> Emitted<'db> {
    match special(db, class, Special::Destructor).and_then(|s| s.declared) {
        Some(function) => Emitted::of(db, function),
        None => Emitted::Implicit(class, Special::Destructor),
    }
}

fn entry_value<'db>(unit: &mut Unit<'db>, entry: &Entry<'db>) -> Res<'db, ConstantKind> {
    let db = unit.db;
    let (what, variant, thunk) = match *entry {
        Entry::CallOffset(n) | Entry::BaseOffset(n) | Entry::ToTop(n) => {
            return Ok(ConstantKind::Integer(n.into()));
        }
        // There is no type information on the device.
        Entry::TypeInfo | Entry::Unused => return Ok(ConstantKind::Integer(0)),
        Entry::Function(function, thunk) => (Emitted::of(db, function), Variant::Only, thunk),
        Entry::Destructor(class, thunk) => (destructor(db, class), Variant::Complete, thunk),
        Entry::Deleting(class, thunk) => (destructor(db, class), Variant::Deleting, thunk),
    };
    // What is not on the device has no place in its tables.
    if virtual_destructor_runs(db, what) == Some(false) {
        return Ok(ConstantKind::Integer(0));
    }
    if let Some(function) = what.entity() {
        if is_pure_virtual(db, function) {
            return Ok(ConstantKind::Integer(0));
        }
        let space = cleave_cuda::execution_space(db, function, true);
        if !space.on_device() && !space.is_unannotated() {
            return Ok(ConstantKind::Integer(0));
        }
    }
    let variant = variant.with(thunk);
    let symbol = unit.variant(Key { what, variant })?;
    Ok(ConstantKind::Address(symbol, 0))
}
