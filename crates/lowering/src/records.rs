//! Classes: what they consist of and where it lies (Itanium C++ ABI 2.4).

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_il::{Code, Field, FieldKind, Integer, Quals, Record, Type};
use cleave_typing::class::layout::{direct_primary_base, virtual_bases};
use cleave_typing::class::{ClassInfo, Layout, class_info, has_wrapper_data, layout};
use cleave_typing::{Ty, TyKind};

use crate::refusal::{Refusal, Res, refuse};
use crate::unit::{References, Unit};

/// A class as a record, and the classes that it holds or points to.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub struct LoweredRecord<'db> {
    /// The record.
    pub record: std::sync::Arc<Record>,
    /// What it refers to.
    pub references: References<'db>,
}

/// The number of a direct base among the fields of a class's record.
pub(crate) fn base_number<'db>(db: &'db dyn Db, class: Ty<'db>, base: usize) -> Option<u32> {
    let info = class_info(db, class.unqualified(db))?;
    let before = info.bases.get(..base)?.iter().filter(|b| !b.is_virtual);
    if info.bases.get(base)?.is_virtual {
        return None;
    }
    Some((usize::from(has_own_table(db, info)) + before.count()) as u32)
}

/// The number of a data member among the fields of a class's record.
pub(crate) fn member_number<'db>(db: &'db dyn Db, class: Ty<'db>, member: u32) -> Option<u32> {
    let info = class_info(db, class.unqualified(db))?;
    let before = info.bases.iter().filter(|b| !b.is_virtual).count();
    Some((usize::from(has_own_table(db, info)) + before) as u32 + member)
}

/// The number of a virtual base, direct or not, among the fields of a class's record.
pub(crate) fn virtual_base_number<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    base: Ty<'db>,
) -> Option<u32> {
    let class = class.unqualified(db);
    let members = class_info(db, class)?.fields.len() as u32;
    let before = virtual_bases(db, class.id())
        .iter()
        .position(|b| *b == base)?;
    Some(member_number(db, class, members)? + before as u32)
}

/// Whether the pointer to the virtual table is the class's own: no base gives it.
pub(crate) fn has_own_table<'db>(db: &'db dyn Db, info: &ClassInfo<'db>) -> bool {
    info.is_dynamic && direct_primary_base(db, info).is_none()
}

/// A class as a record.
#[salsa::tracked(returns(ref))]
pub fn lowered_record<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    options: HostOptions,
    class: Ty<'db>,
) -> Result<LoweredRecord<'db>, Refusal<'db>> {
    let mut unit = Unit::new(db, file, options);
    let record = lower(&mut unit, class)?;
    Ok(LoweredRecord {
        record: std::sync::Arc::new(record),
        references: unit.references,
    })
}

fn lower<'db>(unit: &mut Unit<'db>, class: Ty<'db>) -> Res<'db, Record> {
    let db = unit.db;
    let name = unit.record(class)?;
    let mut code = Code::default();
    let (Some(info), Some(layout)) = (class_info(db, class), layout(db, class)) else {
        // Declared only: there are pointers to it and nothing more.
        return Ok(Record {
            name,
            is_union: false,
            size: 0,
            align: 1,
            fields: Vec::new(),
            code,
        });
    };
    let mut fields = Vec::new();
    if has_own_table(db, info) {
        let long = code.types.integer(Integer::Long);
        let ty = code.types.pointer(
            long,
            Quals {
                is_const: true,
                is_volatile: false,
            },
        );
        fields.push(Field {
            name: "".into(),
            kind: FieldKind::VirtualTable,
            ty,
            quals: Quals::default(),
            offset: 0,
            width: None,
            size: 8,
        });
    }
    for (base, offset) in info.bases.iter().zip(&layout.bases) {
        if !base.is_virtual {
            let kind = FieldKind::Base;
            fields.push(part(unit, &mut code, base.ty, kind, *offset)?);
        }
    }
    for (field, offset) in info.fields.iter().zip(&layout.fields) {
        let ty = unit.ty(&mut code.types, field.ty)?;
        fields.push(Field {
            name: field.name.clone(),
            kind: FieldKind::Member,
            ty,
            quals: Quals {
                is_const: false,
                is_volatile: field.ty.top_quals(db).is_volatile,
            },
            offset: *offset,
            width: field.width,
            size: match own_layout(db, field.ty) {
                Some(layout) => layout.size,
                None if matches!(code.types[ty], Type::Array { len: None, .. }) => 0,
                None => return refuse("the size of a member is not known"),
            },
        });
    }
    if let TyKind::Closure(closure) = class.kind(db)
        && has_wrapper_data(db, *closure)
    {
        let void = code.types.intern(Type::Void);
        fields.push(Field {
            name: "".into(),
            kind: FieldKind::Member,
            ty: code.types.pointer(void, Quals::default()),
            quals: Quals::default(),
            offset: (layout.size - 8) * 8,
            width: None,
            size: 8,
        });
    }
    for (base, offset) in virtual_bases(db, class.id())
        .iter()
        .zip(&layout.virtual_bases)
    {
        let kind = FieldKind::VirtualBase;
        fields.push(part(unit, &mut code, *base, kind, *offset)?);
    }
    Ok(Record {
        name,
        is_union: info.is_union,
        size: layout.size,
        align: layout.align,
        fields,
        code,
    })
}

/// The layout of an object of a type; of a reference that of a pointer.
fn own_layout<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<&'db Layout> {
    match ty.is_reference(db) {
        true => layout(db, ty.strip_reference(db).pointer(db)),
        false => layout(db, ty),
    }
}

/// A base.
fn part<'db>(
    unit: &mut Unit<'db>,
    code: &mut Code,
    base: Ty<'db>,
    kind: FieldKind,
    offset: u64,
) -> Res<'db, Field> {
    let Some(layout) = layout(unit.db, base) else {
        return refuse("the size of a base is not known");
    };
    Ok(Field {
        name: "".into(),
        kind,
        ty: unit.ty(&mut code.types, base.unqualified(unit.db))?,
        quals: Quals::default(),
        offset: offset * 8,
        width: None,
        size: layout.base_size,
    })
}
