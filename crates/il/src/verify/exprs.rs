//! The rules of expressions. Each is looked at by itself: what it is made of, and whether its type follows.

use super::code::Walk;
use super::names::Named;
use super::{Context, FaultKind};
use crate::code::{Conversion, ExprId, ExprKind, MemberPart};
use crate::module::FunctionKind;
use crate::structure::raw;
use crate::types::{Integer, Type, TypeId};

impl<'a> Context<'a, '_> {
    pub(super) fn kind(&self, id: ExprId) -> &'a ExprKind {
        &self.definition.code().exprs[id].kind
    }

    pub(super) fn type_of(&self, id: ExprId) -> TypeId {
        self.definition.code().exprs[id].ty
    }

    pub(super) fn written_type(&self, id: ExprId) -> &'a Type {
        self.ty(self.type_of(id))
    }

    pub(super) fn want_place(&mut self, id: ExprId, what: &str) {
        self.want(self.kind(id).is_place(), FaultKind::PlaceExpected, || {
            what.to_owned()
        });
    }

    pub(super) fn want_value(&mut self, id: ExprId, what: &str) {
        let array = matches!(
            self.written_type(id),
            Type::Array { .. } | Type::Function { .. }
        );
        let value = !self.kind(id).is_place() && !array;
        self.want(value, FaultKind::ValueExpected, || what.to_owned());
    }

    pub(super) fn want_truth(&mut self, id: ExprId) {
        self.want_value(id, "a condition");
        let truth = matches!(self.written_type(id), Type::Bool);
        if !truth {
            let shown = self.show(self.type_of(id));
            self.fault(FaultKind::Truth, shown);
        }
    }

    pub(super) fn want_pointer(&mut self, id: ExprId, what: &str) {
        let pointer = matches!(self.written_type(id), Type::Pointer { .. });
        self.want(pointer, FaultKind::Operand, || {
            format!("{what} is no pointer")
        });
    }

    fn want_integer(&mut self, id: ExprId, what: &str) {
        self.want_value(id, what);
        let integer = matches!(self.written_type(id), Type::Integer(_));
        self.want(integer, FaultKind::Operand, || {
            format!("{what} is no integer")
        });
    }

    /// A fault unless the expression has a type of some kind.
    fn want_type(&mut self, id: ExprId, holds: bool, wanted: &str) {
        if !holds {
            let detail = format!("{} instead of {wanted}", self.show(self.type_of(id)));
            self.fault(FaultKind::TypeMismatch, detail);
        }
    }

    fn want_void(&mut self, id: ExprId) {
        let void = matches!(self.written_type(id), Type::Void);
        self.want_type(id, void, "void");
    }

    fn want_long(&mut self, id: ExprId) {
        let long = matches!(self.written_type(id), Type::Integer(Integer::Long));
        self.want_type(id, long, "long");
    }

    pub(super) fn expr(&mut self, id: ExprId, walk: &Walk<'a>) {
        let code = self.definition.code();
        let ty = self.type_of(id);
        match self.kind(id) {
            ExprKind::Local(local) => {
                self.want_agree(ty, code.locals[*local].ty, "a local");
            }
            ExprKind::Global(name) => self.global(id, name),
            ExprKind::Text(text) => {
                let ty_of_text = self.ty(code.constants[*text].ty);
                let holds = matches!(ty_of_text, Type::Array { .. } | Type::Record(_));
                self.want(holds, FaultKind::Operand, || {
                    "a literal that is no array and no record".to_owned()
                });
                self.want_agree(ty, code.constants[*text].ty, "a literal");
            }
            ExprKind::Constant(constant) => {
                self.want_agree(ty, code.constants[*constant].ty, "a constant");
            }
            ExprKind::Deref(e) => {
                self.want_value(*e, "a pointer");
                match self.written_type(*e) {
                    Type::Pointer { to, .. } => self.want_agree(ty, *to, "what is pointed to"),
                    _ => self.want_pointer(*e, "what is dereferenced"),
                }
            }
            ExprKind::Field(e, number) => self.field_access(id, *e, *number),
            ExprKind::Element(e, index) => {
                self.want_place(*e, "an array");
                self.want_integer(*index, "an index");
                match self.written_type(*e) {
                    Type::Array { element, .. } => self.want_agree(ty, *element, "an element"),
                    _ => self.fault(FaultKind::Operand, "an element of no array"),
                }
            }
            ExprKind::Lane(e, index) => {
                self.want_place(*e, "a vector");
                self.want_integer(*index, "an index");
                match self.written_type(*e) {
                    Type::Vector { element, .. } => self.want_agree(ty, *element, "an element"),
                    _ => self.fault(FaultKind::Operand, "an element of no vector"),
                }
            }
            ExprKind::Part(e, _) => {
                self.want_place(*e, "a complex number");
                match self.written_type(*e) {
                    Type::Complex(floating) => {
                        let part = *self.ty(ty) == Type::Floating(*floating);
                        self.want_type(id, part, "the type of a part");
                    }
                    _ => self.fault(FaultKind::Operand, "a part of no complex number"),
                }
            }
            ExprKind::Load(e) => {
                self.want_place(*e, "what is loaded");
                self.want_agree(ty, self.type_of(*e), "what is loaded");
                self.want_loadable(*e);
            }
            ExprKind::Address(e) => {
                self.want_place(*e, "what has an address");
                match self.ty(ty) {
                    Type::Pointer { to, .. } => {
                        self.want_agree(*to, self.type_of(*e), "what has an address");
                    }
                    _ => self.want_type(id, false, "a pointer"),
                }
            }
            ExprKind::Function(name) => self.function_address(id, name),
            ExprKind::LabelAddress(label) => {
                self.known_label(label, walk);
                let pointer = matches!(self.ty(ty), Type::Pointer { .. });
                self.want_type(id, pointer, "a pointer");
            }
            ExprKind::Convert(conversion, e) => {
                self.want_value(*e, "what is converted");
                self.conversion(*conversion, *e, ty);
            }
            ExprKind::Unary(operator, e) => self.unary(id, *operator, *e),
            ExprKind::Binary(operator, a, b) => {
                self.want_value(*a, "an operand");
                self.want_value(*b, "an operand");
                self.binary(*operator, self.type_of(*a), self.type_of(*b), Some(ty));
            }
            ExprKind::Logical(_, a, b) => {
                self.want_truth(*a);
                self.want_truth(*b);
                let truth = matches!(self.ty(ty), Type::Bool);
                self.want_type(id, truth, "bool");
            }
            ExprKind::Conditional(condition, a, b) => {
                self.want_truth(*condition);
                for e in [a, b] {
                    self.want_value(*e, "an alternative");
                    self.want_agree(self.type_of(*e), ty, "an alternative");
                }
            }
            ExprKind::Comma(a, b) => {
                self.want_value(*a, "the first expression");
                self.want_value(*b, "the second expression");
                self.want_agree(ty, self.type_of(*b), "the value of a comma");
            }
            ExprKind::Store(place, value) => {
                self.want_place(*place, "what is stored into");
                self.want_value(*value, "what is stored");
                self.want_agree(self.type_of(*value), self.type_of(*place), "what is stored");
                self.want_agree(ty, self.type_of(*place), "the value of a store");
                self.want_loadable(*place);
            }
            ExprKind::Compound(operator, place, value, within) => {
                self.want_place(*place, "what is changed");
                self.want_value(*value, "an operand");
                self.want_agree(ty, self.type_of(*place), "the value of a compound store");
                self.want_loadable(*place);
                self.binary(*operator, *within, self.type_of(*value), None);
            }
            ExprKind::Step { place, .. } => {
                self.want_place(*place, "what is changed");
                self.want_agree(ty, self.type_of(*place), "the value of a step");
                let good = matches!(
                    self.written_type(*place),
                    Type::Bool
                        | Type::Integer(_)
                        | Type::Floating(_)
                        | Type::Pointer { .. }
                        | Type::Complex(_)
                );
                self.want(good, FaultKind::Operand, || {
                    "a step of no number".to_owned()
                });
            }
            ExprKind::Clear(place) => {
                self.want_place(*place, "what is cleared");
                self.want_void(id);
            }
            ExprKind::Copy(to, from) => self.copy(id, *to, *from),
            ExprKind::Call(name, args) => self.call(id, name, args),
            ExprKind::CallPointer(callee, args) => {
                self.want_value(*callee, "what is called");
                self.call_pointer(id, *callee, args);
            }
            ExprKind::Builtin(..) => {}
            ExprKind::VirtualFunction(object, _) => {
                self.want_value(*object, "an object");
                self.want_pointer(*object, "an object");
                let pointer = self.is_function_pointer(ty);
                self.want_type(id, pointer, "a pointer to a function");
            }
            ExprKind::VirtualOffset(object, _) => {
                self.want_value(*object, "an object");
                self.want_pointer(*object, "an object");
                self.want_long(id);
            }
            ExprKind::MemberPart(e, part) => {
                self.want_value(*e, "a pointer to a member");
                let member = matches!(self.written_type(*e), Type::MemberFunction);
                self.want(member, FaultKind::Operand, || {
                    "a part of no pointer to a member".to_owned()
                });
                match part {
                    MemberPart::Function => {
                        let pointer = self.is_function_pointer(ty);
                        self.want_type(id, pointer, "a pointer to a function");
                    }
                    MemberPart::Adjustment => self.want_long(id),
                }
            }
            ExprKind::Statements(block, value) => {
                let is_block = matches!(code.stmts[*block].kind, crate::StmtKind::Block(_));
                self.want(is_block, FaultKind::Body, || {
                    "no block in an expression".to_owned()
                });
                match value {
                    Some(value) => {
                        self.want_value(*value, "the value of a block");
                        self.want_agree(ty, self.type_of(*value), "the value of a block");
                    }
                    None => self.want_void(id),
                }
            }
            ExprKind::NextArgument(list) => {
                self.want_value(*list, "an argument list");
                self.want_pointer(*list, "an argument list");
            }
        }
    }

    /// What is loaded and stored is an object, and no array.
    fn want_loadable(&mut self, place: ExprId) {
        let good = !matches!(
            self.written_type(place),
            Type::Void | Type::Array { .. } | Type::Function { .. }
        );
        self.want(good, FaultKind::ValueExpected, || {
            "a value of no object type".to_owned()
        });
    }

    fn is_function_pointer(&self, ty: TypeId) -> bool {
        match self.ty(ty) {
            Type::Pointer { to, .. } => matches!(self.ty(*to), Type::Function { .. }),
            _ => false,
        }
    }

    /// What an expression that is a pointer to a function points to.
    fn pointed_function(&self, e: ExprId) -> Option<(TypeId, &'a [TypeId], bool)> {
        let Type::Pointer { to, .. } = self.written_type(e) else {
            return None;
        };
        match self.ty(*to) {
            Type::Function {
                ret,
                params,
                variadic,
            } => Some((*ret, params, *variadic)),
            _ => None,
        }
    }

    fn global(&mut self, id: ExprId, name: &str) {
        let Some(names) = self.names else {
            return;
        };
        match names.get(name) {
            Some(Named::Variable { ty, .. }) => {
                let here = self.bare(self.type_of(id));
                // A declaration need not know how long an array is, and neither need who uses it.
                let open = matches!(
                    (names.ty(*ty), self.written_type(id)),
                    (Type::Array { element: a, len: x }, Type::Array { element: b, len: y })
                        if *a == self.bare(*b) && (x.is_none() || y.is_none())
                );
                self.want_type(id, here == *ty || open, "the declared type of a variable");
            }
            Some(_) => self.fault(FaultKind::NameKind, format!("@{name:.200} is no variable")),
            None => self.fault(FaultKind::UnknownName, format!("@{name:.200}")),
        }
    }

    /// A function may be taken as one of another type: the pointer is converted.
    fn function_address(&mut self, id: ExprId, name: &str) {
        let pointer = self.is_function_pointer(self.type_of(id));
        self.want_type(id, pointer, "a pointer to a function");
        match self.names.map(|names| names.get(name)) {
            None | Some(Some(Named::Function { .. } | Named::Runtime)) => {}
            Some(Some(_)) => {
                self.fault(FaultKind::NameKind, format!("@{name:.200} is no function"))
            }
            Some(None) => self.fault(FaultKind::UnknownName, format!("@{name:.200}")),
        }
    }

    fn field_access(&mut self, id: ExprId, e: ExprId, number: u32) {
        self.want_place(e, "a record");
        let Type::Record(record) = self.written_type(e) else {
            return self.fault(FaultKind::Operand, "a field of no record");
        };
        let Some(names) = self.names else {
            return;
        };
        match names.get(record) {
            Some(Named::Record { fields, .. }) => match fields.get(number as usize) {
                Some(&wanted) => {
                    let good = self.bare(self.type_of(id)) == wanted;
                    self.want_type(id, good, "the type of a field");
                }
                None => self.fault(
                    FaultKind::FieldNumber,
                    format!("field {number} of @{record:.200}"),
                ),
            },
            Some(_) => {}
            None => self.fault(FaultKind::UnknownName, format!("@{record:.200}")),
        }
    }

    fn copy(&mut self, id: ExprId, to: ExprId, from: ExprId) {
        self.want_place(to, "what is copied into");
        self.want_void(id);
        let source = self.kind(from).is_place() || matches!(self.kind(from), ExprKind::Constant(_));
        self.want(source, FaultKind::PlaceExpected, || {
            "what is copied".to_owned()
        });
        let element = |ty| match self.ty(ty) {
            Type::Array { element, .. } => self.bare(*element),
            _ => self.bare(ty),
        };
        let good = element(self.type_of(to)) == element(self.type_of(from));
        self.want_type(from, good, "the type of what is copied into");
    }

    fn call(&mut self, id: ExprId, name: &str, args: &'a [ExprId]) {
        let found = self.names.map(|names| (names, names.get(name)));
        let (names, found) = match found {
            Some((names, found)) if !matches!(found, Some(Named::Runtime)) => (names, found),
            _ => {
                for e in args {
                    self.want_value(*e, "an argument");
                }
                return;
            }
        };
        match found {
            Some(Named::Function { ty, kind }) => {
                self.want(*kind != FunctionKind::Kernel, FaultKind::Kernel, || {
                    format!("@{name:.200} is called")
                });
                let Type::Function {
                    ret,
                    params,
                    variadic,
                } = names.ty(*ty)
                else {
                    return;
                };
                let good = self.bare(self.type_of(id)) == *ret;
                self.want_type(id, good, "what the function returns");
                self.bare_arguments(args, params, *variadic);
            }
            Some(_) => self.fault(FaultKind::NameKind, format!("@{name:.200} is no function")),
            None => self.fault(FaultKind::UnknownName, format!("@{name:.200}")),
        }
    }

    fn call_pointer(&mut self, id: ExprId, callee: ExprId, args: &'a [ExprId]) {
        match self.pointed_function(callee) {
            Some((ret, params, variadic)) => {
                let good = self.agree(self.type_of(id), ret);
                self.want_type(id, good, "what the function returns");
                self.arguments(args, params, variadic);
            }
            None => self.fault(FaultKind::Operand, "a call of no function"),
        }
    }

    fn arguments(&mut self, args: &'a [ExprId], params: &[TypeId], variadic: bool) {
        let params: Vec<TypeId> = params.iter().map(|&ty| self.bare(ty)).collect();
        self.bare_arguments(args, &params, variadic);
    }

    fn bare_arguments(&mut self, args: &'a [ExprId], params: &[TypeId], variadic: bool) {
        let good = args.len() == params.len() || (variadic && args.len() > params.len());
        self.want(good, FaultKind::Arguments, || {
            format!("{} arguments for {} parameters", args.len(), params.len())
        });
        for (number, e) in args.iter().enumerate() {
            self.want_value(*e, "an argument");
            if let Some(&wanted) = params.get(number)
                && self.bare(self.type_of(*e)) != wanted
            {
                self.want_type(*e, false, &format!("the type of parameter {number}"));
            }
        }
    }

    fn conversion(&mut self, conversion: Conversion, e: ExprId, to: TypeId) {
        let from = self.type_of(e);
        // Vectors are converted element by element.
        let (a, b) = match (self.ty(from), self.ty(to)) {
            (Type::Vector { element: a, len: x }, Type::Vector { element: b, len: y })
                if x == y && conversion != Conversion::Bits =>
            {
                (self.ty(*a), self.ty(*b))
            }
            both => both,
        };
        let integer = |ty: &Type| matches!(ty, Type::Integer(_) | Type::Bool);
        let floating = |ty: &Type| matches!(ty, Type::Floating(_));
        let pointer = |ty: &Type| matches!(ty, Type::Pointer { .. });
        let good = match conversion {
            Conversion::Integer => integer(a) && integer(b),
            Conversion::Truth => {
                let scalar = integer(a)
                    || floating(a)
                    || pointer(a)
                    || matches!(a, Type::Complex(_) | Type::MemberFunction);
                scalar && matches!(b, Type::Bool)
            }
            Conversion::Floating => floating(a) && floating(b),
            Conversion::IntegerToFloating => integer(a) && floating(b),
            Conversion::FloatingToInteger => floating(a) && matches!(b, Type::Integer(_)),
            Conversion::Pointer => pointer(a) && pointer(b),
            Conversion::PointerToInteger => pointer(a) && integer(b),
            Conversion::IntegerToPointer => integer(a) && pointer(b),
            Conversion::Complex => {
                let number = integer(a) || floating(a) || matches!(a, Type::Complex(_));
                number && matches!(b, Type::Complex(_))
            }
            Conversion::Discard => matches!(b, Type::Void),
            Conversion::Bits => match (self.sizes[raw(from)], self.sizes[raw(to)]) {
                (Some((a, _)), Some((b, _))) => a == b,
                _ => !matches!(a, Type::Void) && !matches!(b, Type::Void),
            },
        };
        if !good {
            let detail = format!(
                "{conversion:?} from {} to {}",
                self.show(from),
                self.show(to)
            );
            self.fault(FaultKind::Operand, detail);
        }
    }
}
