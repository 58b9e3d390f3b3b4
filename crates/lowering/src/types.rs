//! Types: from the semantic core's to the IL's.

use std::sync::Arc;

use cleave_base_db::Db;
use cleave_hir::NameId;
use cleave_il::{Floating, Integer, Quals, Symbol, Type, TypeId, Types};
use cleave_lang::{Builtin, Qualifiers};
use cleave_mangle::SpecialName;
use cleave_typing::class::{class_info, underlying};
use cleave_typing::function::class_of;
use cleave_typing::linkage::mangle_type;
use cleave_typing::{Bound, Entity, FnTy, Ty, TyKind};

use crate::passing::is_passed_by_reference;
use crate::refusal::{Res, refuse};
use crate::unit::Unit;

/// How deep unnamed classes may lie.
const DEPTH: u32 = 64;
/// The prefix of the name of a type's string.
const TYPE_NAME: &str = "_ZTS";

/// The qualifiers of a type.
pub(crate) fn quals(quals: Qualifiers) -> Quals {
    Quals {
        is_const: quals.is_const,
        is_volatile: quals.is_volatile,
    }
}

/// The parameters and the result of a function type.
pub(crate) struct Shape {
    pub(crate) ret: TypeId,
    pub(crate) params: Vec<TypeId>,
}

impl<'db> Unit<'db> {
    /// A type.
    pub(crate) fn ty(&mut self, types: &mut Types, ty: Ty<'db>) -> Res<'db, TypeId> {
        let db = self.db;
        let made = match ty.kind(db) {
            TyKind::Builtin(builtin) => match fundamental(*builtin) {
                Some(ty) => ty,
                None if *builtin == Builtin::Nullptr => {
                    let to = types.intern(Type::Void);
                    pointer(to, Quals::default(), false)
                }
                None => return refuse("a fundamental type that the device does not have"),
            },
            TyKind::Complex(builtin) => match fundamental(*builtin) {
                Some(Type::Floating(part)) => Type::Complex(part),
                _ => return refuse("a complex type"),
            },
            TyKind::Pointer(to) | TyKind::LvalueReference(to) | TyKind::RvalueReference(to) => {
                let is_restrict = ty.quals(db).is_restrict;
                let to_quals = to.top_quals(db);
                let to = self.ty(types, *to)?;
                pointer(to, quals(to_quals), is_restrict)
            }
            TyKind::MemberPointer { member, .. } => match member.is_function(db) {
                true => Type::MemberFunction,
                false => Type::Integer(Integer::Long),
            },
            TyKind::Array(element, bound) => Type::Array {
                element: self.ty(types, *element)?,
                len: match bound {
                    Bound::Known(n) => Some(*n),
                    Bound::Unknown => None,
                    _ => return refuse("an array of variable length"),
                },
            },
            TyKind::Vector(element, len) => Type::Vector {
                element: self.ty(types, *element)?,
                len: *len,
            },
            TyKind::Function(function) => {
                let function = function.clone();
                let shape = self.shape(types, &function, None)?;
                Type::Function {
                    ret: shape.ret,
                    params: shape.params.into(),
                    variadic: function.variadic,
                }
            }
            TyKind::Class(_) | TyKind::Closure(_) => Type::Record(self.record(ty)?),
            TyKind::Enum(_) => match underlying(db, ty) {
                Some(under) => return self.ty(types, under),
                None => return refuse("an enumeration without a type"),
            },
            TyKind::VaListTag => Type::VaList,
            _ => return refuse("a type that is not known"),
        };
        Ok(types.intern(made))
    }

    /// The parameters of a function: the return slot, `this`, then the declared ones. `this`: the class as the function sees it.
    pub(crate) fn shape(
        &mut self,
        types: &mut Types,
        function: &FnTy<'db>,
        this: Option<Ty<'db>>,
    ) -> Res<'db, Shape> {
        let db = self.db;
        let mut params = Vec::new();
        let has_return_slot = is_passed_by_reference(db, function.ret);
        let ret = match has_return_slot {
            true => {
                let to = self.ty(types, function.ret.unqualified(db))?;
                params.push(types.pointer(to, Quals::default()));
                types.intern(Type::Void)
            }
            false => self.ty(types, function.ret)?,
        };
        if let Some(class) = this {
            let to = self.ty(types, class)?;
            params.push(types.pointer(to, quals(class.top_quals(db))));
        }
        for &param in &function.params {
            params.push(self.parameter(types, param)?);
        }
        Ok(Shape { ret, params })
    }

    /// The type that a parameter has in a call.
    pub(crate) fn parameter(&mut self, types: &mut Types, ty: Ty<'db>) -> Res<'db, TypeId> {
        let made = self.ty(types, ty)?;
        Ok(match is_passed_by_reference(self.db, ty) {
            true => types.pointer(made, Quals::default()),
            false => made,
        })
    }

    /// The name of a class, which is referred to.
    pub(crate) fn record(&mut self, ty: Ty<'db>) -> Res<'db, Symbol> {
        let class = ty.unqualified(self.db);
        let name = self.record_name(class, 0)?;
        self.refer_to(class);
        Ok(Arc::from(name))
    }

    fn record_name(&self, class: Ty<'db>, depth: u32) -> Res<'db, String> {
        let db = self.db;
        if let Some((around, numbers)) = self.unnamed_member(class).filter(|_| depth < DEPTH) {
            let mut name = self.record_name(around, depth + 1)?;
            numbers.iter().for_each(|n| name += &format!("_{n}"));
            return Ok(name);
        }
        let name = mangle_type(db, class)
            .and_then(|ty| self.mangler().special(&SpecialName::TypeinfoName(ty)).ok());
        match name.as_deref().and_then(|n| n.strip_prefix(TYPE_NAME)) {
            Some(name) => Ok(format!("_Z{name}")),
            None => match class.class_entity(db).filter(|e| e.env(db).is_none()) {
                Some(entity) => Ok(self.unnamed(entity)),
                None => refuse("the name of a class is not known"),
            },
        }
    }

    /// A name for a class that has none for the linker.
    fn unnamed(&self, class: Entity<'db>) -> String {
        let db = self.db;
        let code = class.decl(db).code(db);
        let (item, number) = (code.item, class.decl(db).index(db));
        let body = code.body.map_or(0, |b| b + 1);
        format!("_Zu{:x}_{}_{body}_{number}", item.head(db), item.nth(db))
    }

    /// The class around an anonymous union or struct, and the numbers of the members on the way to it.
    fn unnamed_member(&self, class: Ty<'db>) -> Option<(Ty<'db>, Vec<usize>)> {
        let db = self.db;
        let entity = class.class_entity(db)?;
        if entity.hir(db)?.name != NameId::None {
            return None;
        }
        let around = class_of(db, entity)?.unqualified(db);
        let mut numbers = Vec::new();
        way_to(db, around, class, &mut numbers).then_some((around, numbers))
    }
}

/// The numbers of the members that lead from a class to an unnamed one within it.
fn way_to<'db>(db: &'db dyn Db, from: Ty<'db>, to: Ty<'db>, numbers: &mut Vec<usize>) -> bool {
    let Some(info) = class_info(db, from).filter(|_| numbers.len() < DEPTH as usize) else {
        return false;
    };
    for (number, field) in info.fields.iter().enumerate() {
        let class = field.ty.innermost_element(db).unqualified(db);
        numbers.push(number);
        if class == to || field.name.is_empty() && way_to(db, class, to, numbers) {
            return true;
        }
        numbers.pop();
    }
    false
}

fn pointer(to: TypeId, quals: Quals, restrict: bool) -> Type {
    Type::Pointer {
        to,
        quals,
        restrict,
    }
}

/// A fundamental type; `None` for what the device does not have.
fn fundamental(builtin: Builtin) -> Option<Type> {
    let integer = |i| Some(Type::Integer(i));
    let floating = |f| Some(Type::Floating(f));
    match builtin {
        Builtin::Void => Some(Type::Void),
        Builtin::Bool => Some(Type::Bool),
        Builtin::Char => integer(Integer::Char),
        Builtin::SignedChar => integer(Integer::SignedChar),
        Builtin::UnsignedChar | Builtin::Char8 => integer(Integer::UnsignedChar),
        Builtin::Short => integer(Integer::Short),
        Builtin::UnsignedShort | Builtin::Char16 => integer(Integer::UnsignedShort),
        Builtin::Int | Builtin::WChar => integer(Integer::Int),
        Builtin::UnsignedInt | Builtin::Char32 => integer(Integer::UnsignedInt),
        Builtin::Long => integer(Integer::Long),
        Builtin::UnsignedLong => integer(Integer::UnsignedLong),
        Builtin::LongLong => integer(Integer::LongLong),
        Builtin::UnsignedLongLong => integer(Integer::UnsignedLongLong),
        Builtin::Int128 => integer(Integer::Int128),
        Builtin::UnsignedInt128 => integer(Integer::UnsignedInt128),
        Builtin::Half | Builtin::Float16 => floating(Floating::Half),
        Builtin::BFloat16 => floating(Floating::BFloat16),
        Builtin::Float | Builtin::Float32 => floating(Floating::Float),
        Builtin::Double | Builtin::Float64 | Builtin::Float32x => floating(Floating::Double),
        Builtin::LongDouble | Builtin::Float64x => floating(Floating::LongDouble),
        Builtin::Float128 | Builtin::IeeeFloat128 => floating(Floating::Float128),
        _ => None,
    }
}
