//! Types and declarators in C.

use crate::c::{Writer, names};
use crate::{Code, Floating, Integer, Quals, Type, TypeId};

/// The name of an integer type.
pub(crate) fn integer(integer: Integer) -> &'static str {
    match integer {
        Integer::Char => "char",
        Integer::SignedChar => "signed char",
        Integer::UnsignedChar => "unsigned char",
        Integer::Short => "short",
        Integer::UnsignedShort => "unsigned short",
        Integer::Int => "int",
        Integer::UnsignedInt => "unsigned int",
        Integer::Long => "long",
        Integer::UnsignedLong => "unsigned long",
        Integer::LongLong => "long long",
        Integer::UnsignedLongLong => "unsigned long long",
        Integer::Int128 => "__int128",
        Integer::UnsignedInt128 => "unsigned __int128",
    }
}

fn floating(floating: Floating) -> &'static str {
    match floating {
        Floating::Half => "_Float16",
        Floating::BFloat16 => "__bf16",
        Floating::Float => "float",
        Floating::Double => "double",
        Floating::LongDouble => "long double",
        Floating::Float128 => "__float128",
    }
}

impl Writer<'_> {
    /// A declaration of something of a type.
    pub(crate) fn declarator(&self, code: &Code, ty: TypeId, quals: Quals, name: &str) -> String {
        let mut text = name.to_owned();
        let mut at = ty;
        let mut quals = quals;
        // What stands before a list in brackets must be in parentheses if it is a pointer.
        let mut is_pointer = false;
        let base = loop {
            match &code.types[at] {
                Type::Pointer {
                    to,
                    quals: to_quals,
                    restrict,
                } => {
                    let own = qualifiers(quals, *restrict);
                    text = format!("*{own}{text}");
                    is_pointer = true;
                    quals = *to_quals;
                    at = *to;
                }
                Type::Array { element, len } => {
                    if is_pointer {
                        text = format!("({text})");
                    }
                    text = match len {
                        Some(n) => format!("{text}[{n}]"),
                        None => format!("{text}[]"),
                    };
                    is_pointer = false;
                    at = *element;
                }
                Type::Function {
                    ret,
                    params,
                    variadic,
                } => {
                    if is_pointer {
                        text = format!("({text})");
                    }
                    let mut all: Vec<String> = params
                        .iter()
                        .map(|p| self.declarator(code, *p, Quals::default(), ""))
                        .collect();
                    if *variadic {
                        all.push("...".to_owned());
                    }
                    if all.is_empty() {
                        all.push("void".to_owned());
                    }
                    text = format!("{text}({})", all.join(", "));
                    is_pointer = false;
                    quals = Quals::default();
                    at = *ret;
                }
                Type::Vector { element, len } => {
                    let element = self.declarator(code, *element, Quals::default(), "");
                    break format!(
                        "__attribute__((__vector_size__({len} * sizeof({element})))) {element}"
                    );
                }
                Type::Void => break "void".to_owned(),
                Type::Bool => break "__nv_bool".to_owned(),
                Type::Integer(i) => break integer(*i).to_owned(),
                Type::Floating(f) => break floating(*f).to_owned(),
                Type::Complex(f) => break format!("_Complex {}", floating(*f)),
                Type::Record(name) => {
                    let keyword = self.shapes.keyword(name);
                    break format!("{keyword} {}", names::tag(name));
                }
                Type::MemberFunction => break "struct __nv_member_function".to_owned(),
                Type::VaList => break "__builtin_va_list".to_owned(),
            }
        };
        let before = qualifiers(quals, false);
        match text.is_empty() {
            true => format!("{before}{base}"),
            false => format!("{before}{base} {text}"),
        }
    }

    /// A type without a name.
    pub(crate) fn type_name(&self, code: &Code, ty: TypeId) -> String {
        self.declarator(code, ty, Quals::default(), "")
    }
}

fn qualifiers(quals: Quals, restrict: bool) -> String {
    let mut out = String::new();
    for (is_set, word) in [
        (quals.is_const, "const "),
        (quals.is_volatile, "volatile "),
        (restrict, "__restrict__ "),
    ] {
        if is_set {
            out.push_str(word);
        }
    }
    out
}
