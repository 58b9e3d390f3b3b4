//! What stands where in the binary form: one list for the writer, the reader and the tables of docs/device-il.md.

use std::sync::Arc;

use la_arena::{Arena, Idx, RawIdx};

use super::reader::{Reader, Result};
use super::writer::Writer;
use crate::code::{
    Asm, AsmOperand, Binary, Code, Conversion, Expr, ExprKind, Local, MemberPart, Stmt, StmtKind,
    Unary, Unroll,
};
use crate::constant::{Constant, ConstantKind};
use crate::module::{
    Attributes, Field, FieldKind, Function, FunctionKind, Launch, Linkage, Memory, Module, Place,
    Record, Variable,
};
use crate::structure::raw;
use crate::types::{Floating, Integer, Quals, Type, Types};
use crate::words::Words;

/// What is written and read.
trait Form: Sized {
    fn put(&self, w: &mut Writer);
    fn take(r: &mut Reader<'_>) -> Result<Self>;
}

/// The fields of a struct, or of a kind of an enumeration with its number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// The type.
    pub(crate) of: &'static str,
    /// The kind; of a struct none.
    pub(crate) kind: &'static str,
    /// Its number; of a struct 0.
    pub(crate) number: u8,
    /// The fields, in the order in which they are written.
    pub(crate) fields: &'static [&'static str],
}

macro_rules! structs {
    ($shapes:ident: $($ty:ident { $($field:ident)* })*) => {
        const $shapes: &[Shape] = &[$(Shape {
            of: stringify!($ty),
            kind: "",
            number: 0,
            fields: &[$(stringify!($field)),*],
        }),*];
        $(impl Form for $ty {
            fn put(&self, w: &mut Writer) {
                let $ty { $($field),* } = self;
                $($field.put(w);)*
            }

            fn take(r: &mut Reader<'_>) -> Result<Self> {
                $(let $field = Form::take(r)?;)*
                Ok($ty { $($field),* })
            }
        })*
    };
}

macro_rules! enums {
    ($shapes:ident: $($ty:ident {
        $($number:literal $kind:ident $(($($part:ident)*))? $({$($field:ident)*})?,)*
    })*) => {
        const $shapes: &[Shape] = &[$($(Shape {
            of: stringify!($ty),
            kind: stringify!($kind),
            number: $number,
            fields: &[$($(stringify!($part)),*)? $($(stringify!($field)),*)?],
        }),*),*];
        $(impl Form for $ty {
            fn put(&self, w: &mut Writer) {
                match self {
                    $($ty::$kind $(($($part),*))? $({$($field),*})? => {
                        w.byte($number);
                        $($($part.put(w);)*)?
                        $($($field.put(w);)*)?
                    })*
                }
            }

            fn take(r: &mut Reader<'_>) -> Result<Self> {
                match r.byte()? {
                    $($number => {
                        $($(let $part = Form::take(r)?;)*)?
                        $($(let $field = Form::take(r)?;)*)?
                        Ok($ty::$kind $(($($part),*))? $({$($field),*})?)
                    })*
                    other => r.error(format!("{} has no kind {other}", stringify!($ty))),
                }
            }
        })*
    };
}

macro_rules! words {
    ($($ty:ident)*) => {
        $(impl Form for $ty {
            fn put(&self, w: &mut Writer) {
                w.byte(self.number());
            }

            fn take(r: &mut Reader<'_>) -> Result<Self> {
                let number = r.byte()?;
                match $ty::of_number(number) {
                    Some(value) => Ok(value),
                    None => r.error(format!("{} has no value {number}", stringify!($ty))),
                }
            }
        })*
    };
}

macro_rules! numbers {
    ($put:ident: $($ty:ident)*) => {
        $(impl Form for $ty {
            fn put(&self, w: &mut Writer) {
                w.$put((*self).into());
            }

            fn take(r: &mut Reader<'_>) -> Result<Self> {
                match r.$put()?.try_into() {
                    Ok(value) => Ok(value),
                    Err(_) => r.error("a number is out of range"),
                }
            }
        })*
    };
}

numbers!(unsigned: u32 u64);
numbers!(signed: i32 i64 i128);
words!(Integer Floating Conversion Unary Binary MemberPart FieldKind Linkage FunctionKind Memory);

structs! { STRUCTS:
    Code { types constants locals exprs stmts }
    Quals { is_const is_volatile }
    Constant { ty kind }
    Local { name ty quals align grid_constant }
    Expr { ty kind }
    Stmt { line kind }
    Asm { template is_volatile is_extended outputs inputs clobbers }
    AsmOperand { name constraint value }
    Place { file line }
    Field { kind name ty quals offset width size }
    Launch { bounds registers local_registers cluster block }
    Attributes { inline always_inline never_inline kept align nothrow noreturn pure constant launch }
    Record { name is_union size align code fields }
    Variable { name linkage memory is_kept is_declaration quals align place code ty value }
    Function { name linkage kind attributes has_return_slot variadic place code ret params body }
}

enums! { ENUMS:
    Type {
        0 Void,
        1 Bool,
        2 Integer(integer),
        3 Floating(floating),
        4 Complex(floating),
        5 Pointer{to quals restrict},
        6 Array{element len},
        7 Vector{element len},
        8 Record(name),
        9 Function{ret params variadic},
        10 MemberFunction,
        11 VaList,
    }
    ConstantKind {
        0 Undefined,
        1 Zero,
        2 Integer(value),
        3 Floating(bits),
        4 Complex(real imaginary),
        5 Address(name offset),
        6 AddressOfText(text offset),
        7 Text(units),
        8 Record(fields),
        9 Array(elements),
        10 MemberFunction(name adjustment),
        11 VirtualMemberFunction(at adjustment),
    }
    ExprKind {
        0 Local(local),
        1 Global(name),
        2 Text(constant),
        3 Deref(pointer),
        4 Field(place field),
        5 Element(place index),
        6 Lane(place index),
        7 Part(place imaginary),
        8 Constant(constant),
        9 Load(place),
        10 Address(place),
        11 Function(name),
        12 LabelAddress(label),
        13 Convert(conversion value),
        14 Unary(operator value),
        15 Binary(operator left right),
        16 Logical(both left right),
        17 Conditional(condition then otherwise),
        18 Comma(first second),
        19 Store(place value),
        20 Compound(operator place value within),
        21 Step{increment prefix place},
        22 Clear(place),
        23 Copy(place from),
        24 Call(name arguments),
        25 CallPointer(pointer arguments),
        26 Builtin(name arguments),
        27 VirtualFunction(object number),
        28 VirtualOffset(object offset),
        29 MemberPart(value part),
        30 Statements(block value),
        31 NextArgument(list),
    }
    StmtKind {
        0 Expr(expr),
        1 Declare(local),
        2 Block(stmts),
        3 If(condition then otherwise),
        4 Loop{condition step body test_after unroll},
        5 Switch(value body),
        6 Case(first last),
        7 Default,
        8 Label(name),
        9 Goto(name),
        10 GotoPointer(pointer),
        11 Break,
        12 Continue,
        13 Return(value),
        14 Asm(asm),
        15 Taken(body),
    }
    Unroll {
        0 Full,
        1 By(times),
    }
}

/// All shapes.
pub(crate) fn shapes() -> impl Iterator<Item = Shape> {
    STRUCTS.iter().chain(ENUMS).copied()
}

pub(super) fn put_module(w: &mut Writer, module: &Module) {
    let Module {
        records,
        variables,
        functions,
        runtime,
    } = module;
    records.put(w);
    variables.put(w);
    functions.put(w);
    runtime.put(w);
}

pub(super) fn take_module(r: &mut Reader<'_>) -> Result<Module> {
    Ok(Module {
        records: Form::take(r)?,
        variables: Form::take(r)?,
        functions: Form::take(r)?,
        runtime: Form::take(r)?,
    })
}

impl Form for bool {
    fn put(&self, w: &mut Writer) {
        w.byte((*self).into());
    }

    fn take(r: &mut Reader<'_>) -> Result<Self> {
        match r.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => r.error("a truth value is 0 or 1"),
        }
    }
}

impl Form for Arc<str> {
    fn put(&self, w: &mut Writer) {
        w.string(self);
    }

    fn take(r: &mut Reader<'_>) -> Result<Self> {
        r.string()
    }
}

// Only strings that are shared in memory have numbers: a short number must not stand for much memory.
impl Form for Box<str> {
    fn put(&self, w: &mut Writer) {
        w.text(self);
    }

    fn take(r: &mut Reader<'_>) -> Result<Self> {
        r.text().map(Into::into)
    }
}

impl<T: Form> Form for Option<T> {
    fn put(&self, w: &mut Writer) {
        self.is_some().put(w);
        if let Some(value) = self {
            value.put(w);
        }
    }

    fn take(r: &mut Reader<'_>) -> Result<Self> {
        match bool::take(r)? {
            true => T::take(r).map(Some),
            false => Ok(None),
        }
    }
}

impl<T: Form> Form for Vec<T> {
    fn put(&self, w: &mut Writer) {
        w.count(self.len());
        for value in self {
            value.put(w);
        }
    }

    fn take(r: &mut Reader<'_>) -> Result<Self> {
        let count = r.count("entries")?;
        (0..count).map(|_| T::take(r)).collect()
    }
}

impl<T: Form> Form for Box<[T]> {
    fn put(&self, w: &mut Writer) {
        w.count(self.len());
        for value in self {
            value.put(w);
        }
    }

    fn take(r: &mut Reader<'_>) -> Result<Self> {
        Vec::take(r).map(Vec::into)
    }
}

impl<T: Form> Form for Arc<T> {
    fn put(&self, w: &mut Writer) {
        T::put(self, w);
    }

    fn take(r: &mut Reader<'_>) -> Result<Self> {
        T::take(r).map(Arc::new)
    }
}

impl<A: Form, B: Form> Form for (A, B) {
    fn put(&self, w: &mut Writer) {
        self.0.put(w);
        self.1.put(w);
    }

    fn take(r: &mut Reader<'_>) -> Result<Self> {
        Ok((A::take(r)?, B::take(r)?))
    }
}

impl<T> Form for Idx<T> {
    fn put(&self, w: &mut Writer) {
        w.count(raw(*self));
    }

    fn take(r: &mut Reader<'_>) -> Result<Self> {
        u32::take(r).map(|number| Idx::from_raw(RawIdx::from(number)))
    }
}

impl<T: Form> Form for Arena<T> {
    fn put(&self, w: &mut Writer) {
        w.count(self.len());
        for (_, value) in self.iter() {
            value.put(w);
        }
    }

    fn take(r: &mut Reader<'_>) -> Result<Self> {
        let count = r.count("entries")?;
        let mut arena = Arena::default();
        for _ in 0..count {
            arena.alloc(T::take(r)?);
        }
        Ok(arena)
    }
}

impl Form for Types {
    fn put(&self, w: &mut Writer) {
        w.count(self.len());
        for (_, ty) in self.iter() {
            ty.put(w);
        }
    }

    fn take(r: &mut Reader<'_>) -> Result<Self> {
        let count = r.count("types")?;
        let mut types = Types::default();
        for _ in 0..count {
            let ty = Type::take(r)?;
            types.intern(ty);
        }
        match types.len() == count {
            true => Ok(types),
            false => r.error("a type stands twice"),
        }
    }
}
