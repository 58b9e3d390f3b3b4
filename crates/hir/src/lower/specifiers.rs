//! Decl-specifier-seqs ([dcl.spec]).

use cleave_attributes::bare;
use cleave_lang::{Builtin, Qualifiers};
use cleave_names::decl::Spec;

use super::attributes::Attributes;
use super::*;

/// What a decl-specifier-seq says.
#[derive(Clone, Default)]
pub(super) struct Specifiers {
    /// The type without the attributes that shape it; none is written for constructors and their like.
    pub(super) ty: Option<TypeId>,
    /// The qualifiers among them, which `ty` has already.
    pub(super) quals: Qualifiers,
    /// There is anything but a type among them.
    pub(super) has_other: bool,
    pub(super) spec: Spec,
    pub(super) attributes: Attributes,
    pub(super) explicit_if: Option<ExprId>,
    pub(super) is_mutable: bool,
    /// The class or enumeration defined among them.
    pub(super) defined: Option<DeclId>,
    /// The class whose member is declared.
    pub(super) class: Option<DeclId>,
}

/// The keywords that make up a fundamental type, counted.
#[derive(Default)]
struct Words {
    base: Option<Builtin>,
    long: u32,
    short: bool,
    signed: bool,
    unsigned: bool,
    complex: bool,
}

impl Words {
    fn is_empty(&self) -> bool {
        self.base.is_none()
            && self.long == 0
            && !(self.short || self.signed || self.unsigned || self.complex)
    }

    /// [dcl.type.simple], table 11.
    fn builtin(&self) -> Builtin {
        use Builtin::*;
        match self.base {
            Some(Char) if self.unsigned => UnsignedChar,
            Some(Char) if self.signed => SignedChar,
            Some(Int128) if self.unsigned => UnsignedInt128,
            Some(Double) if self.long > 0 => LongDouble,
            None if self.complex && self.long == 0 && !self.short && !self.unsigned => Double,
            Some(Int) | None => match (self.short, self.long, self.unsigned) {
                (true, _, false) => Short,
                (true, _, true) => UnsignedShort,
                (_, 0, false) => Int,
                (_, 0, true) => UnsignedInt,
                (_, 1, false) => Long,
                (_, 1, true) => UnsignedLong,
                (_, _, false) => LongLong,
                (_, _, true) => UnsignedLongLong,
            },
            Some(other) => other,
        }
    }

    fn add(&mut self, kind: SyntaxKind) -> bool {
        let base = match kind {
            LONG_KW => {
                self.long += 1;
                return true;
            }
            SHORT_KW => {
                self.short = true;
                return true;
            }
            SIGNED_KW => {
                self.signed = true;
                return true;
            }
            UNSIGNED_KW => {
                self.unsigned = true;
                return true;
            }
            COMPLEX_KW => {
                self.complex = true;
                return true;
            }
            VOID_KW => Builtin::Void,
            BOOL_KW => Builtin::Bool,
            CHAR_KW => Builtin::Char,
            CHAR8_T_KW => Builtin::Char8,
            CHAR16_T_KW => Builtin::Char16,
            CHAR32_T_KW => Builtin::Char32,
            WCHAR_T_KW => Builtin::WChar,
            INT_KW => Builtin::Int,
            FLOAT_KW => Builtin::Float,
            DOUBLE_KW => Builtin::Double,
            INT128_KW => Builtin::Int128,
            FLOAT128_KW => Builtin::Float128,
            FLOAT80_KW => Builtin::LongDouble,
            FLOAT16_KW => Builtin::Float16,
            BF16_KW => Builtin::BFloat16,
            FP16_KW => Builtin::Half,
            _ => return false,
        };
        self.base = Some(base);
        true
    }
}

/// The specifier that is this keyword.
fn spec_bit(kind: SyntaxKind) -> Option<Spec> {
    Some(match kind {
        STATIC_KW => Spec::STATIC,
        EXTERN_KW => Spec::EXTERN,
        INLINE_KW => Spec::INLINE,
        CONSTEXPR_KW => Spec::CONSTEXPR,
        CONSTEVAL_KW => Spec::CONSTEVAL,
        CONSTINIT_KW => Spec::CONSTINIT,
        FRIEND_KW => Spec::FRIEND,
        TYPEDEF_KW => Spec::TYPEDEF,
        VIRTUAL_KW => Spec::VIRTUAL,
        CONST_KW => Spec::CONST,
        VOLATILE_KW => Spec::VOLATILE,
        AUTO_KW => Spec::AUTO,
        THREAD_LOCAL_KW => Spec::THREAD,
        THREAD_KW => Spec::THREAD.with(Spec::GNU_THREAD),
        EXPLICIT_KW => Spec::EXPLICIT,
        _ => return None,
    })
}

/// Fundamental types whose names are no keywords here.
fn named_builtin(text: &str) -> Option<Builtin> {
    Some(match text {
        "_Float32" => Builtin::Float32,
        "_Float64" => Builtin::Float64,
        "_Float128" => Builtin::IeeeFloat128,
        "_Float32x" => Builtin::Float32x,
        "_Float64x" => Builtin::Float64x,
        "_Decimal32" => Builtin::Decimal32,
        "_Decimal64" => Builtin::Decimal64,
        "_Decimal128" => Builtin::Decimal128,
        "__int128_t" => Builtin::Int128,
        "__uint128_t" => Builtin::UnsignedInt128,
        _ => return None,
    })
}

impl<'t> Lowering<'t> {
    /// `context` is for a class or enumeration that the specifiers define.
    pub(super) fn specifiers(&mut self, seq: &Node<'t>, context: &Context) -> Specifiers {
        let mut out = Specifiers::default();
        let mut words = Words::default();
        let mut quals = Qualifiers::NONE;
        let mut types = 0;
        // The class or enumeration that stands right before.
        let mut before = None;
        for element in seq.elements() {
            let behind: Option<DeclId> = before.take();
            match element {
                Element::Token(token) => {
                    let kind = token.kind();
                    if words.add(kind) {
                        continue;
                    }
                    out.has_other |= kind != EXTENSION_KW;
                    if let Some(bit) = spec_bit(kind) {
                        out.spec = out.spec.with(bit);
                    }
                    match kind {
                        CONST_KW => quals.is_const = true,
                        VOLATILE_KW => quals.is_volatile = true,
                        RESTRICT_KW => quals.is_restrict = true,
                        MUTABLE_KW => out.is_mutable = true,
                        NOINLINE_KW | REGISTER_PARAMS_KW => {
                            let name = self.name(bare(token.text()));
                            out.attributes.plain.push(Attr {
                                name,
                                args: Box::default(),
                            });
                        }
                        AUTO_KW => {
                            let span = self.token_span(&token);
                            out.ty = Some(self.alloc_type(TypeRef::Auto(None), span));
                        }
                        _ => {}
                    }
                }
                Element::Node(node) => match node.kind() {
                    ATTRIBUTE_SPECIFIER => {
                        out.has_other = true;
                        before = behind;
                        self.specifier_attributes(&node, behind, &mut out.attributes);
                    }
                    ALIGNAS_SPECIFIER => {
                        let alignas = self.alignas(&node);
                        out.attributes.plain.push(alignas);
                    }
                    EXPLICIT_SPECIFIER => {
                        out.spec = out.spec.with(Spec::EXPLICIT);
                        out.explicit_if = exprs(&node).next().map(|e| self.expr(&e));
                    }
                    CLASS_SPECIFIER | ENUM_SPECIFIER => {
                        let span = self.span(&node);
                        let decl = match node.kind() {
                            CLASS_SPECIFIER => self.class(&node, context),
                            _ => self.enumeration(&node, context),
                        };
                        out.defined = Some(decl);
                        before = Some(decl);
                        out.ty = Some(self.alloc_type(TypeRef::Defined(decl), span));
                    }
                    kind => {
                        if let Some(ty) = self.type_specifier(&node) {
                            out.ty = Some(ty);
                            types += 1;
                        }
                        let placeholder = kind == PLACEHOLDER_TYPE_SPECIFIER
                            || kind == DECLTYPE_SPECIFIER && has(&node, AUTO_KW);
                        if placeholder {
                            out.spec = out.spec.with(Spec::AUTO);
                        }
                    }
                },
            }
        }
        if out.ty.is_none() && !words.is_empty() {
            let ty = match words.complex {
                true => TypeRef::Complex(words.builtin()),
                false => TypeRef::Builtin(words.builtin()),
            };
            let span = self.span(seq);
            out.ty = Some(self.alloc_type(ty, span));
        }
        // `S int x;`: a rule reports it, and nothing follows from it.
        if types > 1 || types > 0 && !words.is_empty() {
            let span = self.span(seq);
            out.ty = Some(self.alloc_type(TypeRef::Missing, span));
        }
        out.quals = quals;
        if let Some(ty) = out.ty {
            out.ty = Some(self.qualified(quals, ty));
        }
        out
    }

    /// A type-specifier that is a node and defines nothing.
    fn type_specifier(&mut self, node: &Node<'t>) -> Option<TypeId> {
        let span = self.span(node);
        let ty = match node.kind() {
            NAMED_TYPE | TYPENAME_SPECIFIER => {
                let path = self.path(node);
                let builtin = path.name.ident().and_then(|n| named_builtin(n.as_str()));
                match builtin {
                    Some(builtin) if path.is_unqualified() => TypeRef::Builtin(builtin),
                    _ => TypeRef::Path {
                        path,
                        elaborated: None,
                        typename: node.kind() == TYPENAME_SPECIFIER,
                    },
                }
            }
            ELABORATED_TYPE_SPECIFIER => TypeRef::Path {
                path: self.path(node),
                elaborated: Some(class_key(node)),
                typename: false,
            },
            DECLTYPE_SPECIFIER => return Some(self.decltype(node)),
            TYPEOF_SPECIFIER => match child(node, TYPE_ID) {
                Some(ty) => TypeRef::TypeofType(self.type_id(&ty)),
                None => match exprs(node).next() {
                    Some(operand) => TypeRef::TypeofExpr(self.expr(&operand)),
                    None => TypeRef::Missing,
                },
            },
            TYPE_TRANSFORM => {
                let name = token(node, IDENT);
                let name = self.name(name.as_ref().map_or("", |t| t.text()));
                let of = self.type_child(node);
                TypeRef::Transform(name, of)
            }
            PLACEHOLDER_TYPE_SPECIFIER => {
                let constraint = child(node, TYPE_CONSTRAINT).map(|c| self.path(&c));
                match child(node, DECLTYPE_SPECIFIER) {
                    Some(_) => TypeRef::DecltypeAuto(constraint),
                    None => TypeRef::Auto(constraint),
                }
            }
            _ => return None,
        };
        let point = match ty {
            TypeRef::Path { .. } => self.name_span(node).start,
            _ => span.start,
        };
        Some(self.alloc_type_at(ty, span, point))
    }

    pub(super) fn decltype(&mut self, node: &Node<'t>) -> TypeId {
        let span = self.span(node);
        let ty = if has(node, AUTO_KW) {
            TypeRef::DecltypeAuto(None)
        } else {
            match exprs(node).next() {
                Some(operand) => TypeRef::Decltype(self.expr(&operand)),
                None => TypeRef::Missing,
            }
        };
        self.alloc_type(ty, span)
    }

    pub(super) fn qualified(&mut self, quals: Qualifiers, ty: TypeId) -> TypeId {
        if quals.is_empty() {
            return ty;
        }
        let span = self.type_span(ty);
        self.alloc_type(TypeRef::Qualified(quals, ty), span)
    }

    pub(super) fn type_span(&self, ty: TypeId) -> Tokens {
        let at = u32::from(ty.into_raw()) as usize;
        self.spans.types.get(at).copied().unwrap_or_default()
    }
}

/// The key of a class or enumeration.
pub(super) fn class_key<'t>(node: &Node<'t>) -> ClassKey {
    let key = all_tokens(node).find_map(|t| match t.kind() {
        STRUCT_KW => Some(ClassKey::Struct),
        CLASS_KW => Some(ClassKey::Class),
        UNION_KW => Some(ClassKey::Union),
        ENUM_KW => Some(ClassKey::Enum),
        _ => None,
    });
    key.unwrap_or(ClassKey::Class)
}
