//! Expressions in C. Everything is in parentheses: no precedence is relied on.

use std::fmt::Write as _;

use crate::c::constants::{literal, member_function};
use crate::c::names;
use crate::c::stmt::Code;
use crate::{
    Binary, ConstantId, ConstantKind, Conversion, ExprId, ExprKind, Field, FieldKind, Integer,
    MemberPart, Quals, Record, Type, TypeId, Unary,
};

impl<'m> Code<'_, 'm> {
    /// An expression whose value nobody wants. The last operand of a comma is cast: else the compiler reads again what is stored there
    /// in something volatile.
    pub(crate) fn effect(&mut self, e: ExprId) -> String {
        let code = &self.function.code;
        let ExprKind::Comma(a, b) = code.exprs[e].kind else {
            return self.expr(e);
        };
        let cast = match code.types[code.exprs[b].ty] {
            Type::Void => "",
            _ => "(void)",
        };
        let (a, b) = (self.effect(a), self.effect(b));
        format!("({a}, {cast}{b})")
    }

    /// A truth value where C asks whether a number or pointer is zero. C compares what is narrower than `int` there without promoting it.
    pub(crate) fn condition(&mut self, e: ExprId) -> String {
        let code = &self.function.code;
        match code.exprs[e].kind {
            ExprKind::Load(place) if self.is_truth_in_bits(place) => self.expr(place),
            ExprKind::Convert(Conversion::Truth | Conversion::Integer, value)
                if code.types[code.exprs[e].ty] == Type::Bool =>
            {
                match code.types[code.exprs[value].ty] {
                    Type::Integer(_) | Type::Floating(_) | Type::Pointer { .. } => self.expr(value),
                    Type::Bool => self.condition(value),
                    _ => self.expr(e),
                }
            }
            _ => self.number(e),
        }
    }

    /// An expression whose truth value is wanted as a number, or as a condition. Where a condition chooses between what operators ask,
    /// no truth value is made before.
    fn number(&mut self, e: ExprId) -> String {
        let code = &self.function.code;
        match code.exprs[e].kind {
            ExprKind::Conditional(condition, a, b) if self.is_int(e) => {
                let condition = self.condition(condition);
                let (a, b) = (self.number(a), self.number(b));
                format!("({condition} ? {a} : {b})")
            }
            ExprKind::Comma(before, value) if self.is_int(e) => {
                let (before, value) = (self.effect(before), self.number(value));
                format!("({before}, {value})")
            }
            _ => self.expr(e),
        }
    }

    /// Whether a truth value is an `int` where nobody wants it as a truth value: what operators ask, as in C.
    fn is_int(&self, e: ExprId) -> bool {
        let code = &self.function.code;
        let (mut todo, mut found) = (vec![e], true);
        while let (Some(e), true) = (todo.pop(), found) {
            match code.exprs[e].kind {
                ExprKind::Unary(Unary::Not, _) | ExprKind::Logical(..) => {}
                ExprKind::Binary(..)
                | ExprKind::Convert(Conversion::Truth | Conversion::Integer, _) => {
                    found = code.types[code.exprs[e].ty] == Type::Bool;
                }
                ExprKind::Comma(_, value) => todo.push(value),
                ExprKind::Conditional(_, a, b) => todo.extend([a, b]),
                _ => found = false,
            }
        }
        found
    }

    /// An expression.
    pub(crate) fn expr(&mut self, e: ExprId) -> String {
        let code = &self.function.code;
        let (kind, ty) = (&code.exprs[e].kind, code.exprs[e].ty);
        match kind {
            ExprKind::Local(local) => names::local(code, *local),
            ExprKind::Global(symbol) => self.writer.named(symbol),
            ExprKind::Text(constant) => self.text(*constant),
            ExprKind::Deref(pointer) => {
                let pointer = self.expr(*pointer);
                format!("(*{pointer})")
            }
            ExprKind::Field(object, n) => self.field(*object, *n, ty),
            ExprKind::Element(array, index) => {
                let (array, index) = (self.expr(*array), self.expr(*index));
                format!("({array})[{index}]")
            }
            ExprKind::Lane(vector, index) => {
                let element = self.writer.type_name(code, ty);
                let (vector, index) = (self.expr(*vector), self.expr(*index));
                format!("(({element} *)&{vector})[{index}]")
            }
            ExprKind::Part(number, imaginary) => {
                let word = match imaginary {
                    true => "__imag__",
                    false => "__real__",
                };
                let number = self.expr(*number);
                format!("({word} {number})")
            }
            ExprKind::Constant(constant) => self.constant(*constant, false),
            ExprKind::Load(place) => match self.is_truth_in_bits(*place) {
                true => format!("({} != 0)", self.expr(*place)),
                false => self.expr(*place),
            },
            ExprKind::Address(place) => self.address(*place, ty),
            ExprKind::Function(symbol) => {
                let to = self.writer.type_name(code, ty);
                format!("(({to}){})", self.writer.names.symbol(symbol))
            }
            ExprKind::LabelAddress(label) => format!("(&&{label})"),
            ExprKind::Convert(conversion, value) => self.convert(*conversion, *value, ty),
            ExprKind::Unary(op, value) => {
                let value = match op {
                    Unary::Not => self.condition(*value),
                    Unary::Negate | Unary::Complement => self.expr(*value),
                };
                let op = match op {
                    Unary::Negate => "-",
                    Unary::Complement => "~",
                    Unary::Not => "!",
                };
                format!("({op}({value}))")
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.expr(*a), self.right(*a, *b));
                format!("({a} {} {b})", infix(*op))
            }
            ExprKind::Logical(and, a, b) => {
                let (a, b) = (self.condition(*a), self.condition(*b));
                let op = match and {
                    true => "&&",
                    false => "||",
                };
                format!("({a} {op} {b})")
            }
            ExprKind::Conditional(condition, a, b) => {
                let condition = self.condition(*condition);
                let (a, b) = (self.expr(*a), self.expr(*b));
                // C promotes the operands of a conditional operator, and C++ does not.
                match code.types[ty] {
                    Type::Bool
                    | Type::Integer(
                        Integer::Char
                        | Integer::SignedChar
                        | Integer::UnsignedChar
                        | Integer::Short
                        | Integer::UnsignedShort,
                    ) => {
                        let value = self.writer.declarator(code, ty, Quals::default(), "__v");
                        format!("({{ {value}; if ({condition}) __v = {a}; else __v = {b}; __v; }})")
                    }
                    _ => format!("({condition} ? {a} : {b})"),
                }
            }
            ExprKind::Comma(a, b) => {
                let (a, b) = (self.effect(*a), self.expr(*b));
                format!("({a}, {b})")
            }
            ExprKind::Store(place, value) => {
                let to = code.exprs[*place].ty;
                let place = self.expr(*place);
                let value = self.passed(*value, Some(to));
                format!("({place} = {value})")
            }
            ExprKind::Compound(op, place, value, _) => {
                let (place, value) = (self.expr(*place), self.right(*place, *value));
                format!("({place} {}= {value})", infix(*op))
            }
            ExprKind::Step {
                increment,
                prefix,
                place,
            } => {
                let place = self.expr(*place);
                let op = match increment {
                    true => "++",
                    false => "--",
                };
                match prefix {
                    true => format!("({op}{place})"),
                    false => format!("({place}{op})"),
                }
            }
            ExprKind::Clear(place) => self.clear(*place),
            ExprKind::Copy(to, from) => self.copy(*to, *from),
            ExprKind::Call(symbol, args) => {
                let callee = self.writer.names.functions.get(&**symbol).copied();
                let mut all = Vec::new();
                for (n, &arg) in args.iter().enumerate() {
                    let param = callee.and_then(|f| {
                        let local = *f.params.get(n)?;
                        let ty = f.code.locals[local].ty;
                        Some(self.writer.type_name(&f.code, ty))
                    });
                    all.push(self.argument(arg, param));
                }
                format!("{}({})", self.writer.names.symbol(symbol), all.join(", "))
            }
            ExprKind::CallPointer(callee, args) => {
                let callee = self.expr(*callee);
                let args: Vec<String> = args.iter().map(|a| self.expr(*a)).collect();
                format!("({callee})({})", args.join(", "))
            }
            ExprKind::Builtin(name, args) => {
                let args: Vec<String> = args.iter().map(|a| self.expr(*a)).collect();
                format!("{name}({})", args.join(", "))
            }
            ExprKind::VirtualFunction(object, slot) => {
                let table = self.table_pointer(*object);
                let entry = self
                    .writer
                    .declarator(code, ty, crate::Quals::default(), "*");
                format!("(*(({entry})({table} + {slot})))")
            }
            ExprKind::VirtualOffset(object, bytes) => {
                let table = self.table_pointer(*object);
                format!("({table}[{}])", bytes / 8)
            }
            ExprKind::MemberPart(value, part) => self.member_part(*value, *part),
            ExprKind::Statements(block, value) => {
                let mut inner = String::new();
                std::mem::swap(&mut self.out, &mut inner);
                self.statement(*block, 0);
                std::mem::swap(&mut self.out, &mut inner);
                let value = match value {
                    Some(value) => format!("{};", self.expr(*value)),
                    None => String::new(),
                };
                format!("({{ {inner} {value} }})")
            }
            ExprKind::NextArgument(list) => {
                let list = self.expr(*list);
                let to = self.writer.type_name(code, ty);
                format!("__builtin_va_arg(*{list}, {to})")
            }
        }
    }

    /// A value for something of a type: pointers are converted.
    fn passed(&mut self, e: ExprId, to: Option<TypeId>) -> String {
        let code = &self.function.code;
        let name = to
            .filter(|to| *to != code.exprs[e].ty)
            .map(|to| self.writer.type_name(code, to));
        self.argument(e, name)
    }

    fn argument(&mut self, e: ExprId, param: Option<String>) -> String {
        let code = &self.function.code;
        let own = code.exprs[e].ty;
        let text = self.expr(e);
        let is_pointer = matches!(code.types[own], Type::Pointer { .. });
        match param {
            Some(to) if is_pointer && to != self.writer.type_name(code, own) => {
                format!("(({to}){text})")
            }
            _ => text,
        }
    }

    /// The pointer to the virtual table of what a pointer points to: by the field that it is, which tells it from those of other
    /// records.
    fn table_pointer(&mut self, object: ExprId) -> String {
        let code = &self.function.code;
        let record_of = |code: &crate::Code, ty: TypeId| match &code.types[ty] {
            Type::Record(name) => Some(name.clone()),
            _ => None,
        };
        let mut name = match code.types[code.exprs[object].ty] {
            Type::Pointer { to, .. } => record_of(code, to),
            _ => None,
        };
        let object = self.expr(object);
        let mut place = format!("(*{object})");
        // A record cannot hold itself: there are fewer steps than records.
        while let Some(record) = name.as_ref().and_then(|n| self.writer.shapes.get(n)) {
            let is_first =
                |f: &crate::Field| f.kind == FieldKind::Base && f.offset == 0 && f.size > 0;
            let own = (record.fields.iter()).position(|f| f.kind == FieldKind::VirtualTable);
            let base = || record.fields.iter().position(is_first);
            let Some(number) = own.or_else(base) else {
                break;
            };
            let ty = record.fields[number].ty;
            place = match self.writer.shapes.is_by_offset(&record.name, number as u32) {
                true => {
                    let quals = crate::Quals::default();
                    let to = self.writer.declarator(&record.code, ty, quals, "*");
                    format!("(*({to})&{place})")
                }
                false => {
                    let field = (self.writer.shapes).field_name(
                        record,
                        number as u32,
                        &record.fields[number],
                    );
                    format!("({place}.{field})")
                }
            };
            if own.is_some() {
                return place;
            }
            name = record_of(&record.code, ty);
        }
        format!("(*(const long **){object})")
    }

    /// The record that an object is, and a field of it.
    fn field_of(&self, object: ExprId, n: u32) -> Option<(&'m Record, &'m Field)> {
        let code = &self.function.code;
        let Type::Record(name) = &code.types[code.exprs[object].ty] else {
            return None;
        };
        let record = self.writer.shapes.get(name)?;
        Some((record, record.fields.get(n as usize)?))
    }

    fn field(&mut self, object: ExprId, n: u32, ty: TypeId) -> String {
        let code = &self.function.code;
        let found = self.field_of(object, n);
        let text = self.expr(object);
        let Some((record, field)) = found else {
            return format!("{text}.__none");
        };
        if self.writer.shapes.is_by_offset(&record.name, n) {
            let to = self.writer.declarator(code, ty, field.quals, "*");
            let bytes = field.offset / 8;
            return match bytes {
                0 => format!("(*({to})&{text})"),
                _ => format!("(*({to})((char *)&{text} + {bytes}))"),
            };
        }
        let name = self.writer.shapes.field_name(record, n, field);
        format!("({text}.{name})")
    }

    fn address(&mut self, place: ExprId, ty: TypeId) -> String {
        let code = &self.function.code;
        let to = self.writer.type_name(code, ty);
        // An array is its first element's address.
        if let ExprKind::Element(array, index) = code.exprs[place].kind
            && let ExprKind::Constant(constant) = code.exprs[index].kind
            && code.constants[constant].kind == ConstantKind::Integer(0)
        {
            let array = self.expr(array);
            return format!("(({to})({array}))");
        }
        let place = self.expr(place);
        format!("(({to})&{place})")
    }

    /// Whether a place is a bit-field of `bool`. C has a number in its place, and several bits of it may be set.
    fn is_truth_in_bits(&self, place: ExprId) -> bool {
        let ExprKind::Field(object, n) = self.function.code.exprs[place].kind else {
            return false;
        };
        let is_truth =
            |r: &Record, f: &Field| f.width.is_some() && r.code.types[f.ty] == Type::Bool;
        (self.field_of(object, n)).is_some_and(|(record, field)| is_truth(record, field))
    }

    /// The right operand of a binary operator. What is added to a pointer has its own type: C gives truth values and bit-fields another one.
    fn right(&mut self, left: ExprId, e: ExprId) -> String {
        let code = &self.function.code;
        let ty = code.exprs[e].ty;
        let is_offset = matches!(code.types[code.exprs[left].ty], Type::Pointer { .. })
            && matches!(code.types[ty], Type::Bool | Type::Integer(_));
        let is_other_in_c = match code.exprs[e].kind {
            ExprKind::Load(place) => self.is_bit_field(place),
            _ => code.types[ty] == Type::Bool,
        };
        match is_offset && is_other_in_c {
            true => {
                let name = self.writer.type_name(code, ty);
                let text = match code.exprs[e].kind {
                    ExprKind::Load(place) => self.expr(place),
                    _ => self.expr(e),
                };
                format!("(({name}){text})")
            }
            false => match code.exprs[e].kind {
                // A truth value is not wanted as a number there.
                ExprKind::Convert(Conversion::Integer, value)
                    if is_offset && code.types[code.exprs[value].ty] == Type::Bool =>
                {
                    let (to, text) = (self.writer.type_name(code, ty), self.expr(value));
                    format!("(({to}){text})")
                }
                _ => self.expr(e),
            },
        }
    }

    fn is_bit_field(&self, place: ExprId) -> bool {
        let ExprKind::Field(object, n) = self.function.code.exprs[place].kind else {
            return false;
        };
        (self.field_of(object, n)).is_some_and(|(_, field)| field.width.is_some())
    }

    fn convert(&mut self, conversion: Conversion, value: ExprId, ty: TypeId) -> String {
        let code = &self.function.code;
        let text = match code.exprs[value].kind {
            // A conversion to a number takes the number that a bit-field has.
            ExprKind::Load(place) if self.is_truth_in_bits(place) => {
                format!("((__nv_bool){})", self.expr(place))
            }
            _ => self.number(value),
        };
        let to_bool = matches!(code.types[ty], Type::Bool);
        match conversion {
            Conversion::Truth => format!("({text} != 0)"),
            Conversion::Integer if to_bool => format!("({text} != 0)"),
            Conversion::Discard => format!("((void){text})"),
            _ => {
                let to = self.writer.type_name(code, ty);
                format!("(({to}){text})")
            }
        }
    }

    fn member_part(&mut self, value: ExprId, part: MemberPart) -> String {
        let code = &self.function.code;
        if let ExprKind::Constant(constant) = code.exprs[value].kind {
            let (function, adjustment) = self.member_function(constant);
            return match part {
                MemberPart::Function => function,
                MemberPart::Adjustment => adjustment,
            };
        }
        let value = self.expr(value);
        match part {
            MemberPart::Function => format!("({value}.f)"),
            MemberPart::Adjustment => format!("({value}.d)"),
        }
    }

    fn member_function(&self, constant: ConstantId) -> (String, String) {
        member_function(&self.function.code.constants[constant].kind)
    }

    /// A string literal or another constant without a name.
    fn text(&mut self, constant: ConstantId) -> String {
        let code = &self.function.code;
        let made = &code.constants[constant];
        if let ConstantKind::Text(units) = &made.kind
            && let Some(text) = literal(code, made.ty, units)
        {
            return text;
        }
        if self.names_droppable(constant) {
            // A static object cannot begin with what a function says.
            let to = self.writer.type_name(code, made.ty);
            let value = self.constant(constant, true);
            return format!("(({to}){value})");
        }
        let name = format!("__T{}", self.writer.text_count);
        self.writer.text_count += 1;
        let declared = self
            .writer
            .declarator(code, made.ty, crate::Quals::default(), &name);
        let value = self.constant(constant, true);
        let _ = write!(self.head, " static {declared} = {value};");
        name
    }

    /// Whether a constant refers to what the compiler may drop, whose place a function says.
    fn names_droppable(&self, constant: ConstantId) -> bool {
        let code = &self.function.code;
        let mut todo = vec![constant];
        while let Some(constant) = todo.pop() {
            match &code.constants[constant].kind {
                ConstantKind::Address(name, _) if self.writer.names.group(name).is_some() => {
                    return true;
                }
                ConstantKind::Record(parts) => todo.extend(parts.iter().map(|part| part.1)),
                ConstantKind::Array(parts) => todo.extend(parts.iter()),
                _ => {}
            }
        }
        false
    }

    /// A constant: in an initialiser with braces.
    pub(crate) fn constant(&mut self, constant: ConstantId, in_initializer: bool) -> String {
        let code = &self.function.code;
        self.writer.constant(code, constant, in_initializer)
    }
}

fn infix(op: Binary) -> &'static str {
    match op {
        Binary::Add => "+",
        Binary::Subtract => "-",
        Binary::Multiply => "*",
        Binary::Divide => "/",
        Binary::Remainder => "%",
        Binary::ShiftLeft => "<<",
        Binary::ShiftRight => ">>",
        Binary::And => "&",
        Binary::Or => "|",
        Binary::Xor => "^",
        Binary::Equal => "==",
        Binary::NotEqual => "!=",
        Binary::Less => "<",
        Binary::LessEqual => "<=",
        Binary::Greater => ">",
        Binary::GreaterEqual => ">=",
    }
}
