//! The rules of records, variables, signatures and types.

use super::names::Named;
use super::{Context, FaultKind};
use crate::code::Local;
use crate::module::{Definition, Function, FunctionKind, Linkage, Memory, Record, Variable};
use crate::structure::raw;
use crate::types::{Type, TypeId};
use crate::{Field, Launch};

impl<'a> Context<'a, '_> {
    /// Looks at the whole definition, which is the module's so many-th.
    pub(super) fn definition(&mut self, at: Option<usize>) {
        self.types();
        match self.definition {
            Definition::Record(record) => self.record(record, at),
            Definition::Variable(variable) => self.variable(variable),
            Definition::Function(function) => self.function(function),
        }
    }

    /// What is said in general of all types of the definition.
    fn types(&mut self) {
        for (id, ty) in self.definition.code().types.iter() {
            let good = match ty {
                Type::Array { element, .. } => self.is_sized(*element),
                Type::Vector { element, len } => {
                    *len > 0
                        && matches!(
                            self.ty(*element),
                            Type::Bool | Type::Integer(_) | Type::Floating(_)
                        )
                }
                Type::Function { ret, params, .. } => {
                    self.is_returned(*ret) && params.iter().all(|&param| self.is_passed(param))
                }
                Type::Record(name) => {
                    if let Some(names) = self.names {
                        match names.get(name) {
                            Some(Named::Record { .. }) => {}
                            Some(_) => self
                                .fault(FaultKind::NameKind, format!("@{name:.200} is no record")),
                            // What only pointers point to need not be known.
                            None => {}
                        }
                    }
                    true
                }
                _ => true,
            };
            if !good {
                let shown = self.show(id);
                self.fault(FaultKind::BadType, shown);
            }
        }
    }

    /// Whether a type is one of objects whose size is known.
    fn is_sized(&self, ty: TypeId) -> bool {
        !matches!(
            self.ty(ty),
            Type::Void | Type::Function { .. } | Type::Array { len: None, .. }
        )
    }

    fn is_returned(&self, ty: TypeId) -> bool {
        !matches!(self.ty(ty), Type::Array { .. } | Type::Function { .. })
    }

    fn is_passed(&self, ty: TypeId) -> bool {
        self.is_returned(ty) && !matches!(self.ty(ty), Type::Void)
    }

    /// An object needs a type with a size, and a record that is declared.
    fn object(&mut self, ty: TypeId, may_be_open: bool, what: &str) {
        let open = may_be_open && matches!(self.ty(ty), Type::Array { len: None, .. });
        if !open && !self.is_sized(ty) {
            let detail = format!("{what}: {}", self.show(ty));
            self.fault(FaultKind::BadType, detail);
        }
        if let Some(name) = self.held(ty)
            && self.names.is_some_and(|names| names.get(name).is_none())
        {
            self.fault(FaultKind::UnknownName, format!("@{name:.200}, of {what}"));
        }
    }

    /// The record that an object of a type holds.
    fn held(&self, mut ty: TypeId) -> Option<&'a str> {
        loop {
            match self.ty(ty) {
                Type::Array { element, .. } | Type::Vector { element, .. } => ty = *element,
                Type::Record(name) => return Some(name),
                _ => return None,
            }
        }
    }

    fn alignment(&mut self, align: Option<u64>, what: &str) {
        self.want(
            align.is_none_or(u64::is_power_of_two),
            FaultKind::Alignment,
            || format!("{what}: {}", align.unwrap_or_default()),
        );
    }

    fn record(&mut self, record: &'a Record, at: Option<usize>) {
        let (size, align) = (record.size, record.align);
        let sound = align.is_power_of_two() && size.is_multiple_of(align);
        let sound = sound && (size > 0 || record.is_incomplete());
        self.want(sound, FaultKind::RecordLayout, || {
            format!("{size} bytes aligned to {align}")
        });
        for (number, field) in record.fields.iter().enumerate() {
            let what = match field.name.is_empty() {
                true => format!("field {number}"),
                false => format!("field {}", field.name),
            };
            let last = number + 1 == record.fields.len();
            self.object(field.ty, last || record.is_union, &what);
            if let (Some(name), Some(at)) = (self.held(field.ty), at)
                && let Some(Named::Record { at: other, .. }) = self.names.and_then(|n| n.get(name))
                && *other >= at
            {
                self.fault(FaultKind::RecordOrder, format!("{what} holds @{name:.200}"));
            }
            if let Some(problem) = self.field(record, field) {
                self.fault(FaultKind::FieldLayout, format!("{what} {problem}"));
            }
        }
    }

    /// What is wrong with where a field lies.
    fn field(&self, record: &Record, field: &Field) -> Option<&'static str> {
        let bits = u128::from(record.size) * 8;
        let offset = u128::from(field.offset);
        let type_size = self.sizes[raw(field.ty)].map(|(size, _)| size);
        let length = match field.width {
            Some(width) => {
                let widest = match self.ty(field.ty) {
                    Type::Bool => 8,
                    Type::Integer(integer) => integer.size() * 8,
                    _ => return Some("is a bit-field of no integer type"),
                };
                if width == 0 || u64::from(width) > widest {
                    return Some("has a width that its type does not have");
                }
                u128::from(width)
            }
            None if offset % 8 != 0 => return Some("does not start at a byte"),
            None if type_size.is_some_and(|size| field.size > size) => {
                return Some("has more bytes than its type");
            }
            None => u128::from(field.size) * 8,
        };
        if record.is_union && offset != 0 {
            return Some("of a union does not start at 0");
        }
        (offset + length > bits).then_some("does not lie within the record")
    }

    fn variable(&mut self, variable: &'a Variable) {
        let shared = variable.memory == Memory::Shared;
        self.object(
            variable.ty,
            variable.is_declaration || shared,
            "the variable",
        );
        self.alignment(variable.align, "the variable");
        let weak = matches!(variable.linkage, Linkage::Weak | Linkage::LinkOnce);
        self.want(!(shared && weak), FaultKind::SharedVariable, || {
            "it is weak".to_owned()
        });
        let builtin = variable.memory == Memory::Builtin && !variable.is_declaration;
        self.want(!builtin, FaultKind::DeclaredVariable, || {
            "it is built in and defined".to_owned()
        });
        if let Some(value) = variable.value {
            self.want(!shared, FaultKind::SharedVariable, || {
                "it has a value".to_owned()
            });
            self.want(
                !variable.is_declaration,
                FaultKind::DeclaredVariable,
                || "it has a value".to_owned(),
            );
            self.want_agree(variable.code.constants[value].ty, variable.ty, "the value");
            self.constant(value);
        }
    }

    fn function(&mut self, function: &'a Function) {
        let void = matches!(self.ty(function.ret), Type::Void);
        self.want(self.is_returned(function.ret), FaultKind::BadType, || {
            "what it returns".to_owned()
        });
        let kernel = function.kind == FunctionKind::Kernel;
        if kernel {
            let plain = void && !function.variadic && !function.has_return_slot;
            self.want(plain, FaultKind::Kernel, || "its signature".to_owned());
        }
        self.alignment(function.attributes.align, "the function");
        let own = Launch {
            local_registers: None,
            ..function.attributes.launch.clone()
        };
        self.want(
            kernel || own == Launch::default(),
            FaultKind::KernelOnly,
            || "launch attributes".to_owned(),
        );
        let launch = &function.attributes.launch;
        let few = launch.bounds.len() <= 3 && launch.cluster.len() <= 3 && launch.block.len() <= 6;
        self.want(few, FaultKind::LaunchBounds, || {
            "too many numbers".to_owned()
        });
        if function.has_return_slot {
            let first = function
                .params
                .first()
                .map(|&p| self.ty(function.code.locals[p].ty));
            let pointer = matches!(first, Some(Type::Pointer { .. }));
            self.want(pointer && void, FaultKind::Signature, || {
                "the return slot".to_owned()
            });
        }
        let mut seen = vec![false; function.code.locals.len()];
        for (number, &param) in function.params.iter().enumerate() {
            let local = &function.code.locals[param];
            let what = format!("parameter {number}");
            if std::mem::replace(&mut seen[raw(param)], true) {
                self.fault(FaultKind::Signature, format!("{what} stands twice"));
            }
            self.want(self.is_passed(local.ty), FaultKind::BadType, || {
                what.clone()
            });
            // Who only declares a function need not know what it takes.
            if function.body.is_some() {
                self.local(local, &what);
            }
            self.want(
                kernel || !local.grid_constant,
                FaultKind::KernelOnly,
                || format!("{what} is grid_constant"),
            );
        }
        self.body(function, &seen);
    }

    /// What is said of parameters and other locals.
    pub(super) fn local(&mut self, local: &'a Local, what: &str) {
        self.object(local.ty, false, what);
        self.alignment(local.align, what);
    }
}
