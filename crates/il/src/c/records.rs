//! Records in C: fields in the order of their offsets, padding where C would put a field elsewhere. What overlaps, and empty bases,
//! are no fields: they are reached by their offset.

use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;

use crate::c::{Writer, names};
use crate::{Code, Field, FieldKind, Floating, Module, Record, Symbol, Type, TypeId};

pub(crate) fn keyword(record: &Record) -> &'static str {
    match record.is_union {
        true => "union",
        false => "struct",
    }
}

/// How the records of a module are written.
pub(crate) struct Shapes<'m> {
    records: FxHashMap<Symbol, &'m Record>,
    /// The fields that are reached by their offset.
    by_offset: FxHashSet<(Symbol, u32)>,
    /// The data members whose names C cannot have: their number is a part of their name there.
    numbered: FxHashSet<(Symbol, u32)>,
}

/// Words of the device compiler's C that are names in C++, beside those that are reserved ([lex.name]/3).
const WORDS_OF_C: [&str; 2] = ["restrict", "typeof"];

fn is_word_of_c(name: &str) -> bool {
    let is_reserved = name.contains("__")
        || (name.strip_prefix('_'))
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase()));
    is_reserved || WORDS_OF_C.contains(&name)
}

impl<'m> Shapes<'m> {
    pub(crate) fn new(module: &'m Module) -> Shapes<'m> {
        let mut shapes = Shapes {
            records: module
                .records
                .iter()
                .map(|r| (r.name.clone(), &**r))
                .collect(),
            by_offset: FxHashSet::default(),
            numbered: FxHashSet::default(),
        };
        for record in &module.records {
            let hidden = shapes.hidden(record);
            shapes
                .by_offset
                .extend(hidden.into_iter().map(|n| (record.name.clone(), n)));
            let mut seen: FxHashSet<&str> = FxHashSet::default();
            for (n, field) in record.fields.iter().enumerate() {
                if is_word_of_c(&field.name) || !seen.insert(&field.name) {
                    shapes.numbered.insert((record.name.clone(), n as u32));
                }
            }
        }
        shapes
    }

    pub(crate) fn keyword(&self, name: &Symbol) -> &'static str {
        self.records.get(name).map_or("struct", |r| keyword(r))
    }

    pub(crate) fn get(&self, name: &Symbol) -> Option<&'m Record> {
        self.records.get(name).copied()
    }

    /// Whether a field is reached by its offset.
    pub(crate) fn is_by_offset(&self, record: &Symbol, field: u32) -> bool {
        self.by_offset.contains(&(record.clone(), field))
    }

    /// The name of a field. The compiler of the device knows the members of `threadIdx` and its like by name, so a member keeps its own
    /// where C can have it.
    pub(crate) fn field_name(&self, record: &Record, number: u32, field: &Field) -> String {
        match field.kind {
            FieldKind::VirtualTable => "__vptr".to_owned(),
            FieldKind::Base | FieldKind::VirtualBase => format!("__b{number}"),
            FieldKind::Member if field.name.is_empty() => format!("__a{number}"),
            FieldKind::Member if self.numbered.contains(&(record.name.clone(), number)) => {
                format!("{}__{number}", field.name)
            }
            FieldKind::Member => field.name.to_string(),
        }
    }

    /// Size and alignment of a type in bytes.
    pub(crate) fn layout(&self, code: &Code, ty: TypeId) -> (u64, u64) {
        match &code.types[ty] {
            Type::Void | Type::Function { .. } => (1, 1),
            Type::Bool => (1, 1),
            Type::Integer(i) => (i.size(), i.size()),
            Type::Floating(f) => both(floating(*f)),
            Type::Complex(f) => (floating(*f) * 2, floating(*f)),
            Type::Pointer { .. } => (8, 8),
            Type::Array { element, len } => {
                let (size, align) = self.layout(code, *element);
                (size.saturating_mul(len.unwrap_or(0)), align)
            }
            Type::Vector { element, len } => {
                let size = self.layout(code, *element).0.saturating_mul(*len);
                both(size.max(1).next_power_of_two())
            }
            Type::Record(name) => match self.records.get(name) {
                Some(record) => (record.size, record.align.max(1)),
                None => (0, 1),
            },
            Type::MemberFunction => (16, 8),
            Type::VaList => (24, 8),
        }
    }

    /// The fields that C cannot have where they are.
    fn hidden(&self, record: &Record) -> Vec<u32> {
        let mut order: Vec<usize> = (0..record.fields.len()).collect();
        order.sort_by_key(|n| record.fields[*n].offset);
        let mut out = Vec::new();
        for (at, &n) in order.iter().enumerate() {
            let field = &record.fields[n];
            if record.is_union || field.kind == FieldKind::Member && field.width.is_some() {
                continue;
            }
            let (size, _) = self.layout(&record.code, field.ty);
            // Empty bases have no bytes of their own.
            let is_empty = is_empty_base(field);
            let overlaps = order[at + 1..].iter().any(|later| {
                let later = &record.fields[*later];
                !is_empty_base(later) && later.offset / 8 < field.offset / 8 + size
            });
            // The reference has the members of a base with tail padding in the class itself.
            let is_padded = field.kind != FieldKind::Member && field.size < size;
            if is_empty || is_padded || overlaps || field.offset / 8 + size > record.size {
                out.push(n as u32);
            }
        }
        out
    }
}

fn is_empty_base(field: &Field) -> bool {
    field.kind != FieldKind::Member && field.size == 0
}

fn both(n: u64) -> (u64, u64) {
    (n, n)
}

fn floating(floating: Floating) -> u64 {
    match floating {
        Floating::Half | Floating::BFloat16 => 2,
        Floating::Float => 4,
        // On the host's side of the interface it has sixteen.
        Floating::Double => 8,
        Floating::LongDouble | Floating::Float128 => 16,
    }
}

/// Bytes that stand for nothing.
struct Padding {
    count: u32,
}

impl Padding {
    fn write(&mut self, out: &mut String, bytes: u64) {
        if bytes > 0 {
            let _ = write!(out, " char __p{}[{bytes}];", self.count);
            self.count += 1;
        }
    }
}

impl<'m> Writer<'m> {
    /// The definition of a record.
    pub(crate) fn record(&mut self, record: &'m Record) {
        if record.is_incomplete() {
            return;
        }
        let mut body = String::new();
        // The size of what is written as fields, in bits; none where flattened bases stand.
        let mut padding = Padding { count: 0 };
        let mut members = Vec::new();
        self.flatten(record, 0, &mut Vec::new(), &mut members);
        if record.is_union {
            for member in &members {
                let _ = write!(body, " {};", member.text);
            }
            if members.is_empty() {
                padding.write(&mut body, record.size);
            }
        } else {
            members.sort_by_key(|m| m.offset);
            self.struct_body(record, &members, &mut body, &mut padding);
        }
        let keyword = keyword(record);
        let natural = members.iter().map(|m| m.align).max().unwrap_or(1);
        let mut attributes = String::new();
        if natural > record.align {
            attributes.push_str(" __attribute__((__packed__))");
        }
        if natural != record.align {
            let _ = write!(
                attributes,
                " __attribute__((__aligned__({})))",
                record.align
            );
        }
        let tag = names::tag(&record.name);
        let _ = writeln!(self.out, "{keyword}{attributes} {tag} {{{body} }};");
    }

    fn struct_body(
        &self,
        record: &Record,
        members: &[Member],
        body: &mut String,
        padding: &mut Padding,
    ) {
        // Where the next field would stand, in bits. What C pads at the end by itself is no member, and so is not copied as one.
        let mut at = 0u64;
        for (n, member) in members.iter().enumerate() {
            let is_bits = member.width.is_some();
            let align = match record.align < member.align {
                true => 1,
                false => member.align,
            };
            let next = match is_bits {
                true => at,
                false => at.div_ceil(8).next_multiple_of(align.max(1)) * 8,
            };
            if let Some(width) = member.width {
                let unit = member.size * 8;
                let fits = at / unit == (at + u64::from(width) - 1) / unit;
                let next = match fits {
                    true => at,
                    false => at.next_multiple_of(unit),
                };
                if member.offset > next {
                    let gap = member.offset - at;
                    // A field without a name moves the next one.
                    let after_bits = n > 0 && members[n - 1].width.is_some();
                    if gap < 8 || after_bits && member.offset / 8 == at / 8 {
                        let _ = write!(body, " unsigned char : {gap};");
                    } else {
                        let start = at.div_ceil(8);
                        let bytes = member.offset / 8 - start;
                        padding.write(body, bytes);
                        let rest = member.offset % 8;
                        if rest > 0 {
                            let _ = write!(body, " unsigned char : {rest};");
                        }
                    }
                }
                let _ = write!(body, " {};", member.text);
                at = member.offset + u64::from(width);
                continue;
            }
            if member.offset > next {
                let start = at.div_ceil(8);
                padding.write(body, member.offset / 8 - start);
            }
            let _ = write!(body, " {};", member.text);
            at = member.offset + member.size * 8;
        }
        let end = at.div_ceil(8);
        if members.is_empty() {
            padding.write(body, record.size);
        } else if end.next_multiple_of(record.align.max(1)) < record.size {
            padding.write(body, record.size - end);
        }
    }

    /// The fields of a record that C has, those of bases that overlap in their place.
    fn flatten(&self, record: &Record, offset: u64, path: &mut Vec<u32>, out: &mut Vec<Member>) {
        for (n, field) in record.fields.iter().enumerate() {
            let n = n as u32;
            // The virtual bases of a base lie where the complete object has them.
            if !path.is_empty() && field.kind == FieldKind::VirtualBase {
                continue;
            }
            let (size, align) = self.shapes.layout(&record.code, field.ty);
            if self.shapes.is_by_offset(&record.name, n) {
                // What overlaps is written field by field.
                if let Type::Record(name) = &record.code.types[field.ty]
                    && field.size > 0
                    && path.len() < 64
                    && let Some(inner) = self.shapes.get(name)
                    && !inner.is_union
                {
                    path.push(n);
                    self.flatten(inner, offset + field.offset, path, out);
                    path.pop();
                }
                continue;
            }
            let mut name = String::new();
            for at in path.iter() {
                let _ = write!(name, "__i{at}_");
            }
            name += &self.shapes.field_name(record, n, field);
            let declared = || self.declarator(&record.code, field.ty, field.quals, &name);
            let text = match field.width {
                // `__nv_bool` is signed: its only bit would be the sign.
                Some(1) if record.code.types[field.ty] == Type::Bool => {
                    let word = match field.quals.is_volatile {
                        true => "volatile ",
                        false => "",
                    };
                    format!("{word}unsigned char {name} : 1")
                }
                Some(width) => format!("{} : {width}", declared()),
                None => declared(),
            };
            out.push(Member {
                text,
                offset: offset + field.offset,
                size,
                align,
                width: field.width,
            });
        }
    }
}

/// A field as C has it.
struct Member {
    text: String,
    /// In bits.
    offset: u64,
    /// In bytes, of the type.
    size: u64,
    align: u64,
    width: Option<u32>,
}
