//! Types in messages as they are written: with the names of typedefs, and with what these mean beside it. What a typedef with
//! `const` in front means is not spelled out, as the reference has it.

use cleave_hir::{FunctionRef, NameId, Path, TypeId, TypeRef};
use cleave_lang::{Qualifiers, RefQualifier};
use cleave_typing::{Context, TyKind, display};

use crate::engine::finding::Arg;

/// How deep types may be nested.
const DEPTH: u32 = 64;

/// What spells types of one piece of code.
pub(crate) struct Written<'c, 'db> {
    cx: &'c mut Context<'db>,
    /// Typedefs are replaced by what they mean.
    expanded: bool,
}

/// A type around the place of a declarator.
struct Spelled {
    left: String,
    right: String,
}

impl Spelled {
    fn with(self, sign: &str, around: bool) -> Spelled {
        if around {
            return Spelled {
                left: format!("{} ({sign}", self.left.trim_end()),
                right: format!("){}", self.right),
            };
        }
        let blank = match self.left.ends_with(['*', '&', '(']) {
            true => "",
            false => " ",
        };
        Spelled {
            left: format!("{}{blank}{sign}", self.left),
            right: self.right,
        }
    }
}

impl<'c, 'db> Written<'c, 'db> {
    pub(crate) fn new(cx: &'c mut Context<'db>) -> Self {
        Written {
            cx,
            expanded: false,
        }
    }

    /// A type for a message.
    pub(crate) fn argument<'a>(mut self, ty: TypeId) -> Arg<'a> {
        let mut spell = |expanded| {
            self.expanded = expanded;
            let spelled = self.spell(ty, DEPTH);
            spelled.left + &spelled.right
        };
        let (name, meaning) = (spell(false), spell(true));
        match name == meaning {
            true => Arg::Type(name),
            false => Arg::Named { name, meaning },
        }
    }

    fn plain(text: String) -> Spelled {
        Spelled {
            left: text,
            right: String::new(),
        }
    }

    fn resolved(&mut self, ty: TypeId) -> Spelled {
        let ty = self.cx.resolve_type(ty);
        Self::plain(display::type_text(self.cx.db, ty))
    }

    fn spell(&mut self, ty: TypeId, depth: u32) -> Spelled {
        let Some(depth) = depth.checked_sub(1) else {
            return self.resolved(ty);
        };
        let code = self.cx.code;
        let around =
            |inner: &TypeRef| matches!(inner, TypeRef::Function(_) | TypeRef::Array { .. });
        match &code[ty] {
            TypeRef::Path { path, .. } if !self.expanded && self.is_alias(ty, path) => {
                Self::plain(name(path))
            }
            TypeRef::Qualified(quals, inner) => {
                let alias = match &code[*inner] {
                    TypeRef::Path { path, .. } => self.is_alias(*inner, path).then(|| name(path)),
                    _ => None,
                };
                let spelled = match alias {
                    Some(alias) => Self::plain(alias),
                    None => self.spell(*inner, depth),
                };
                let words = words(*quals);
                match &code[*inner] {
                    TypeRef::Pointer(_) => Spelled {
                        left: format!("{}{}", spelled.left, words.trim_end()),
                        ..spelled
                    },
                    _ => Spelled {
                        left: format!("{words}{}", spelled.left),
                        ..spelled
                    },
                }
            }
            TypeRef::Pointer(inner) => self.spell(*inner, depth).with("*", around(&code[*inner])),
            TypeRef::LvalueReference(inner) => {
                self.spell(*inner, depth).with("&", around(&code[*inner]))
            }
            TypeRef::RvalueReference(inner) => {
                self.spell(*inner, depth).with("&&", around(&code[*inner]))
            }
            TypeRef::Array { element, bound } => {
                let whole = self.cx.resolve_type(ty);
                let bound = match whole.kind(self.cx.db) {
                    TyKind::Array(_, cleave_typing::Bound::Known(n)) if bound.is_some() => {
                        n.to_string()
                    }
                    _ => String::new(),
                };
                let element = self.spell(*element, depth);
                let inner = element.right.is_empty() || element.right.starts_with(' ');
                let blank = if inner { " " } else { "" };
                let blank = if element.left.ends_with('(') {
                    ""
                } else {
                    blank
                };
                Spelled {
                    right: format!("{blank}[{bound}]{}", element.right.trim_start()),
                    ..element
                }
            }
            TypeRef::Function(f) => self.function(f, depth),
            _ => self.resolved(ty),
        }
    }

    fn function(&mut self, f: &FunctionRef, depth: u32) -> Spelled {
        let code = self.cx.code;
        let mut params = Vec::new();
        for param in &f.params {
            let written = code[*param].ty;
            // What a parameter is made of an array, and what is const of it alone, is not part of the type.
            let spelled = match &code[written] {
                TypeRef::Array { element, .. } => self.spell(*element, depth).with("*", false),
                TypeRef::Qualified(_, inner) => self.spell(*inner, depth),
                _ => self.spell(written, depth),
            };
            params.push(spelled.left + &spelled.right);
        }
        if f.variadic {
            params.push("...".into());
        }
        let mut right = format!("({})", params.join(", "));
        if f.quals.is_const {
            right.push_str(" const");
        }
        if f.quals.is_volatile {
            right.push_str(" volatile");
        }
        right.push_str(match f.ref_qualifier {
            Some(RefQualifier::Lvalue) => " &",
            Some(RefQualifier::Rvalue) => " &&",
            _ => "",
        });
        if matches!(code[f.ret], TypeRef::Missing) {
            return Spelled {
                left: "void ".into(),
                right,
            };
        }
        let ret = self.spell(f.ret, depth);
        if f.trailing {
            return Spelled {
                left: "auto ".into(),
                right: format!("{right}->{}{}", ret.left, ret.right),
            };
        }
        let blank = if ret.left.ends_with(['*', '&']) {
            ""
        } else {
            " "
        };
        Spelled {
            left: format!("{}{blank}", ret.left),
            right: format!("{right}{}", ret.right),
        }
    }

    /// Whether a name is that of a typedef: what it means is something else.
    fn is_alias(&mut self, ty: TypeId, path: &Path) -> bool {
        let db = self.cx.db;
        let meant = self.cx.resolve_type(ty).unqualified(db);
        let NameId::Ident(written) = &path.name else {
            return false;
        };
        if path.is_unqualified() && self.cx.env.is_some() {
            return false;
        }
        match meant.kind(db) {
            TyKind::Error | TyKind::Param { .. } | TyKind::Auto(_) | TyKind::Dependent(..) => false,
            TyKind::Class(e) | TyKind::Enum(e) => e.decl(db).ident(db) != written.as_str(),
            _ => true,
        }
    }
}

/// A name as it is written, without template arguments.
fn name(path: &Path) -> String {
    let mut out = String::new();
    for segment in &path.qualifiers {
        out.push_str(segment.name.as_str());
        out.push_str("::");
    }
    if let Some(ident) = path.name.ident() {
        out.push_str(ident.as_str());
    }
    out
}

fn words(quals: Qualifiers) -> String {
    let mut out = String::new();
    if quals.is_const {
        out.push_str("const ");
    }
    if quals.is_volatile {
        out.push_str("volatile ");
    }
    out
}
