//! What the definitions of a module say to each other: names, signatures, layouts. Types of several definitions are compared as
//! *bare* types: without the qualifiers of what is pointed to and without `restrict`.

use la_arena::{Idx, RawIdx};
use rustc_hash::FxHashMap;

use crate::code::Code;
use crate::module::{Definition, FunctionKind, Module};
use crate::structure::{self, raw};
use crate::types::{Quals, Type, TypeId, Types};
use crate::walk;

/// The names of a module, and what their declarations say.
#[derive(Debug, Default)]
pub struct Names<'a> {
    types: Types,
    named: FxHashMap<&'a str, Named>,
}

/// What a declaration says to others. Types are bare ones.
#[derive(Debug)]
pub(crate) enum Named {
    /// A record.
    Record {
        fields: Box<[TypeId]>,
        size: u64,
        align: u64,
        is_union: bool,
        /// Its place among the records.
        at: usize,
    },
    /// A variable.
    Variable { ty: TypeId },
    /// A function.
    Function { ty: TypeId, kind: FunctionKind },
    /// A function of the runtime: back ends know its type.
    Runtime,
}

impl<'a> Names<'a> {
    /// The names of a module. Of names that stand twice the first counts. Definitions whose indices make no trees say nothing.
    pub fn of(module: &'a Module) -> Names<'a> {
        let mut names = Names::default();
        for name in &module.runtime {
            names.named.insert(name.as_ref(), Named::Runtime);
        }
        for (at, definition) in module.definitions().enumerate() {
            if names.named.contains_key(definition.name().as_ref())
                || !structure::check(definition).is_empty()
            {
                continue;
            }
            let mut table = Vec::with_capacity(definition.code().types.len());
            for (_, ty) in definition.code().types.iter() {
                let id = names.types.intern(bare(ty, &table));
                table.push(id);
            }
            let of = |id: TypeId| table[raw(id)];
            let named = match definition {
                Definition::Record(record) => Named::Record {
                    fields: record.fields.iter().map(|field| of(field.ty)).collect(),
                    size: record.size,
                    align: record.align,
                    is_union: record.is_union,
                    at,
                },
                Definition::Variable(variable) => Named::Variable {
                    ty: of(variable.ty),
                },
                Definition::Function(function) => {
                    let params = function.params.iter();
                    let ty = Type::Function {
                        ret: of(function.ret),
                        params: params.map(|&p| of(function.code.locals[p].ty)).collect(),
                        variadic: function.variadic,
                    };
                    Named::Function {
                        ty: names.types.intern(ty),
                        kind: function.kind,
                    }
                }
            };
            names.named.insert(definition.name(), named);
        }
        names
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Named> {
        self.named.get(name)
    }

    /// A bare type.
    pub(crate) fn ty(&self, id: TypeId) -> &Type {
        &self.types[id]
    }

    /// The bytes and the alignment of a record.
    pub(crate) fn layout(&self, name: &str) -> Option<(u64, u64)> {
        match self.named.get(name)? {
            Named::Record { size, align, .. } => Some((*size, *align)),
            _ => None,
        }
    }

    /// The bare types of a definition, by the index of its own. Types that the module does not have get indices of their own, which
    /// [`Names::ty`] does not take.
    pub(crate) fn table(&self, code: &Code) -> Vec<TypeId> {
        let mut own: FxHashMap<Type, TypeId> = FxHashMap::default();
        let mut table = Vec::with_capacity(code.types.len());
        for (_, ty) in code.types.iter() {
            let ty = bare(ty, &table);
            let next = Idx::from_raw(RawIdx::from(u32::MAX - own.len() as u32));
            let id = match self.types.find(&ty) {
                Some(id) => id,
                None => *own.entry(ty).or_insert(next),
            };
            table.push(id);
        }
        table
    }
}

/// A type made of bare types. The table has those of the types before it.
fn bare(ty: &Type, table: &[TypeId]) -> Type {
    let mut ty = ty.clone();
    walk::ty_mut(&mut ty, &mut |part| *part = table[raw(*part)]);
    if let Type::Pointer {
        quals, restrict, ..
    } = &mut ty
    {
        *quals = Quals::default();
        *restrict = false;
    }
    ty
}
