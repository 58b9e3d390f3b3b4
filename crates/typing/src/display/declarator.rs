//! Types inside out: what stands left of a declarator's name, and what stands right of it.

use cleave_base_db::Db;
use cleave_hir::TypeRef;
use cleave_lang::{Builtin, Qualifiers, RefQualifier};

use crate::display::Speller;
use crate::display::entity::{arg_text, closure_text, param_name, type_name};
use crate::{Arg, Bound, FnTy, Ty, TyKind};

/// Deeper types are cut off.
pub(super) const DEPTH: u32 = 256;

/// A type as a diagnostic spells it.
pub fn type_text<'db>(db: &'db dyn Db, ty: Ty<'db>) -> String {
    nested(&Speller::for_message(db), ty, DEPTH)
}

/// A name as it is declared with a type: `int (*f)(int)`.
pub(super) fn with_name<'db>(sp: &Speller<'db>, ty: Ty<'db>, name: &str) -> String {
    Spelling::of(sp, ty, DEPTH).with_name(name)
}

pub(super) fn nested<'db>(sp: &Speller<'db>, ty: Ty<'db>, depth: u32) -> String {
    Spelling::of(sp, ty, depth).joined()
}

/// The two sides of a declarator.
pub(super) struct Spelling {
    /// What stands left of the name.
    pub(super) left: String,
    /// What stands right of it.
    pub(super) right: String,
}

impl Spelling {
    pub(super) fn plain(left: String) -> Spelling {
        Spelling {
            left,
            right: String::new(),
        }
    }

    /// With a name at its place.
    pub(super) fn with_name(self, name: &str) -> String {
        let Spelling { left, right } = self;
        let space = if left.ends_with(['*', '&', '(']) {
            ""
        } else {
            " "
        };
        format!("{left}{space}{name}{right}")
    }

    pub(super) fn joined(self) -> String {
        let open = self.right.starts_with(['(', '[']);
        let space = if open && !self.left.ends_with(['*', '&', '(']) {
            " "
        } else {
            ""
        };
        format!("{}{space}{}", self.left, self.right)
    }

    pub(super) fn of<'db>(sp: &Speller<'db>, ty: Ty<'db>, depth: u32) -> Spelling {
        let Some(depth) = depth.checked_sub(1) else {
            return Spelling::plain("...".into());
        };
        let quals = ty.quals(sp.db);
        match ty.kind(sp.db) {
            TyKind::Pointer(to) => Spelling::of(sp, *to, depth).operator(sp.db, *to, "*", quals),
            TyKind::LvalueReference(to) => {
                Spelling::of(sp, *to, depth).operator(sp.db, *to, "&", quals)
            }
            TyKind::RvalueReference(to) => {
                Spelling::of(sp, *to, depth).operator(sp.db, *to, "&&", quals)
            }
            TyKind::MemberPointer { class, member } => {
                let operator = format!("{}::*", nested(sp, *class, depth));
                Spelling::of(sp, *member, depth).operator(sp.db, *member, &operator, quals)
            }
            TyKind::Array(element, bound) => {
                let mut s = Spelling::of(sp, *element, depth);
                s.right.insert_str(0, &bound_text(sp, bound));
                s
            }
            TyKind::Function(f) => {
                let mut s = Spelling::of(sp, f.ret, depth);
                s.right.insert_str(0, &parameters_text(sp, f, depth));
                s
            }
            TyKind::Pack(of) => {
                let mut s = Spelling::of(sp, *of, depth);
                s.left.push_str("...");
                s
            }
            _ => Spelling::plain(prefixed(quals, &atom(sp, ty, depth))),
        }
    }

    /// Adds a pointer or reference to `of`.
    fn operator<'db>(
        mut self,
        db: &'db dyn Db,
        of: Ty<'db>,
        operator: &str,
        quals: Qualifiers,
    ) -> Spelling {
        let grouped = matches!(of.kind(db), TyKind::Array(..) | TyKind::Function(_));
        if !self.left.ends_with(['*', '&', '(']) {
            self.left.push(' ');
        }
        if grouped {
            self.left.push('(');
            self.right.insert(0, ')');
        }
        self.left.push_str(operator);
        let words = qualifier_words(quals);
        self.left.push_str(words.trim_end());
        self
    }
}

/// `(int, char) const &`
pub(super) fn parameters_text<'db>(sp: &Speller<'db>, f: &FnTy<'db>, depth: u32) -> String {
    let params = (f.params.iter()).map(|p| nested(sp, *p, depth));
    parameters_of(params.collect(), f)
}

/// The same of parameters that are spelled already.
pub(super) fn parameters_of(mut params: Vec<String>, f: &FnTy<'_>) -> String {
    if f.variadic {
        params.push("...".into());
    }
    let mut out = format!("({})", params.join(", "));
    let words = qualifier_words(f.quals);
    if !words.is_empty() {
        out.push(' ');
        out.push_str(words.trim_end());
    }
    match f.ref_qualifier {
        Some(RefQualifier::Lvalue) => out.push_str(" &"),
        Some(RefQualifier::Rvalue) => out.push_str(" &&"),
        Some(RefQualifier::None) | None => {}
    }
    if f.noexcept {
        out.push_str(" noexcept");
    }
    out
}

pub(super) fn bound_text<'db>(sp: &Speller<'db>, bound: &Bound<'db>) -> String {
    match bound {
        Bound::Known(n) => format!("[{n}]"),
        Bound::Unknown => "[]".into(),
        Bound::Param { level, index } => format!("[{}]", param_name(sp, *level, *index)),
        Bound::Dependent(..) => "[<expression>]".into(),
        Bound::Variable => "[*]".into(),
    }
}

/// `const volatile `, with the space.
pub(super) fn qualifier_words(quals: Qualifiers) -> String {
    let mut out = String::new();
    for (set, word) in [
        (quals.is_const, "const "),
        (quals.is_volatile, "volatile "),
        (quals.is_restrict, "__restrict__ "),
    ] {
        if set {
            out.push_str(word);
        }
    }
    out
}

pub(super) fn prefixed(quals: Qualifiers, text: &str) -> String {
    format!("{}{text}", qualifier_words(quals))
}

/// A type that is no declarator.
fn atom<'db>(sp: &Speller<'db>, ty: Ty<'db>, depth: u32) -> String {
    match ty.kind(sp.db) {
        TyKind::Builtin(b) => builtin_text(*b).into(),
        TyKind::Complex(b) => format!("{} __complex__", builtin_text(*b)),
        TyKind::Vector(element, n) => {
            let bytes = crate::class::layout(sp.db, *element).map_or(0, |l| l.size) * n;
            format!(
                "__attribute((vector_size({bytes}))) {}",
                nested(sp, *element, depth)
            )
        }
        TyKind::Class(entity) | TyKind::Enum(entity) => type_name(sp, *entity, depth),
        TyKind::Closure(closure) => closure_text(sp, closure, depth),
        TyKind::VaListTag => "__va_list_tag".into(),
        TyKind::Auto(false) => "auto".into(),
        TyKind::Auto(true) => "decltype(auto)".into(),
        TyKind::Param { level, index, .. } => param_name(sp, *level, *index),
        TyKind::ParamSpecialization { level, index, args } => {
            let args: Vec<String> = args
                .iter()
                .map(|a: &Arg<'db>| arg_text(sp, a, depth))
                .collect();
            format!("{}<{}>", param_name(sp, *level, *index), args.join(", "))
        }
        TyKind::Dependent(site, _) => {
            written_path(sp, *site).unwrap_or_else(|| "<dependent type>".into())
        }
        TyKind::Unique(n) => format!("<unique {n}>"),
        TyKind::Overloaded => "<unknown-type>".into(),
        TyKind::List => "{...}".into(),
        _ => {
            sp.is_nameless();
            "<error-type>".into()
        }
    }
}

/// A dependent type as it is written, if it is a name without template arguments: `T::type`.
fn written_path(sp: &Speller<'_>, site: crate::Site<'_>) -> Option<String> {
    let code = site.code.code(sp.db).filter(|_| site.is_type)?;
    let TypeRef::Path { path, .. } = &code[crate::code::source::index(&code.types, site.index)?]
    else {
        return None;
    };
    let plain = path.decltype.is_none() && path.args.is_none();
    let mut parts = Vec::new();
    for segment in path.qualifiers.iter().filter(|_| plain) {
        match segment.args {
            None => parts.push(segment.name.as_str()),
            Some(_) => return None,
        }
    }
    parts.push(path.name.ident()?.as_str());
    (parts.len() > 1).then(|| parts.join("::"))
}

/// The name of a fundamental type.
pub(super) fn builtin_text(b: Builtin) -> &'static str {
    use Builtin::*;
    match b {
        Void => "void",
        Bool => "bool",
        Char => "char",
        SignedChar => "signed char",
        UnsignedChar => "unsigned char",
        Short => "short",
        UnsignedShort => "unsigned short",
        Int => "int",
        UnsignedInt => "unsigned int",
        Long => "long",
        UnsignedLong => "unsigned long",
        LongLong => "long long",
        UnsignedLongLong => "unsigned long long",
        Int128 => "__int128",
        UnsignedInt128 => "unsigned __int128",
        Float => "float",
        Double => "double",
        LongDouble => "long double",
        Float128 => "__float128",
        Float16 => "_Float16",
        Half => "__fp16",
        Float32 => "_Float32",
        Float64 => "_Float64",
        IeeeFloat128 => "_Float128",
        Float32x => "_Float32x",
        Float64x => "_Float64x",
        BFloat16 => "__bf16",
        Decimal32 => "_Decimal32",
        Decimal64 => "_Decimal64",
        Decimal128 => "_Decimal128",
        WChar => "wchar_t",
        Char8 => "char8_t",
        Char16 => "char16_t",
        Char32 => "char32_t",
        Nullptr => "std::nullptr_t",
        Ellipsis => "...",
    }
}
