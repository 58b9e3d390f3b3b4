//! The type specifiers of one declaration ([dcl.type.simple]): which of them may stand together. Plain rules over the tree.

use cleave_codes::{Code, codes};
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::source::{Sink, Source};

/// Whether a node among specifiers is a whole type.
fn names_type(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        CLASS_SPECIFIER
            | ENUM_SPECIFIER
            | ELABORATED_TYPE_SPECIFIER
            | NAMED_TYPE
            | TYPENAME_SPECIFIER
            | DECLTYPE_SPECIFIER
            | TYPEOF_SPECIFIER
            | TYPE_TRANSFORM
            | PLACEHOLDER_TYPE_SPECIFIER
    )
}

/// What has been read.
#[derive(Default)]
struct Read {
    base: Option<SyntaxKind>,
    sign: Option<SyntaxKind>,
    short: bool,
    long: u32,
    first: Option<u32>,
}

/// The types of a decl-specifier-seq.
pub(crate) fn check<'db>(s: &Source<'db>, seq: Node<'_>, out: &mut Sink<'db>) {
    let mut read = Read::default();
    let mut qualifiers = Vec::new();
    let mut complex = false;
    for element in seq.children_with_tokens() {
        let (kind, i) = match element.into_token() {
            Some(token) => (token.kind(), token.number()),
            None => match element.into_node() {
                Some(node) => (node.kind(), s.tokens(node).start),
                None => continue,
            },
        };
        match kind {
            CONST_KW | VOLATILE_KW => {
                if qualifiers.contains(&kind) {
                    out.push(Finding::new(codes::REPEATED_TYPE_QUALIFIER, i));
                }
                qualifiers.push(kind);
                continue;
            }
            STATIC_KW | EXTERN_KW | INLINE_KW | CONSTEXPR_KW | TYPEDEF_KW | FRIEND_KW
            | VIRTUAL_KW | REGISTER_KW | MUTABLE_KW | ATTRIBUTE_SPECIFIER | ALIGNAS_SPECIFIER
            | EXPLICIT_SPECIFIER => continue,
            k if k.is_trivia() => continue,
            COMPLEX_KW => {
                complex = true;
                continue;
            }
            INT_KW | CHAR_KW | BOOL_KW | FLOAT_KW | DOUBLE_KW | VOID_KW | WCHAR_T_KW | AUTO_KW
            | UNSIGNED_KW | SIGNED_KW | SHORT_KW | LONG_KW => {}
            k if names_type(k) => {}
            // Nothing here says what it is together with others.
            _ => return,
        }
        read.first.get_or_insert(i);
        if let Some(code) = read.add(kind) {
            out.push(Finding::new(code, i));
            return;
        }
    }
    if complex {
        let code = match read.base {
            Some(FLOAT_KW | DOUBLE_KW) => return,
            None if !read.short && read.sign.is_none() => codes::COMPLEX_WITHOUT_FLOATING_TYPE,
            _ => codes::COMPLEX_OF_NON_FLOATING_TYPE,
        };
        out.push(Finding::new(code, s.tokens(seq).start));
        return;
    }
    if let (false, Some(first)) = (read.is_type(), read.first) {
        out.push(Finding::new(
            codes::BAD_COMBINATION_OF_TYPE_SPECIFIERS,
            first,
        ));
    }
}

impl Read {
    /// Takes one more word; a number if it cannot follow.
    fn add(&mut self, kind: SyntaxKind) -> Option<Code> {
        // What has a type of its own is alone.
        if self.base.is_some_and(names_type) || names_type(kind) && self.has_words() {
            return Some(codes::BAD_COMBINATION_OF_TYPE_SPECIFIERS);
        }
        match kind {
            UNSIGNED_KW | SIGNED_KW => match self.sign.replace(kind) {
                Some(before) if before == kind => return Some(codes::DUPLICATE_SPECIFIER),
                Some(_) => return Some(codes::BAD_COMBINATION_OF_TYPE_SPECIFIERS),
                None => {}
            },
            SHORT_KW if self.short => return Some(codes::DUPLICATE_SPECIFIER),
            SHORT_KW if self.long > 0 => return Some(codes::BAD_COMBINATION_OF_TYPE_SPECIFIERS),
            SHORT_KW => self.short = true,
            LONG_KW => {
                if self.short || self.long >= 2 {
                    return Some(codes::BAD_COMBINATION_OF_TYPE_SPECIFIERS);
                }
                self.long += 1;
            }
            _ if self.base.is_some() => return Some(codes::BAD_COMBINATION_OF_TYPE_SPECIFIERS),
            _ => self.base = Some(kind),
        }
        None
    }

    /// Whether any word of a type has been read.
    fn has_words(&self) -> bool {
        self.base.is_some() || self.sign.is_some() || self.short || self.long > 0
    }

    /// Whether the words are one type.
    fn is_type(&self) -> bool {
        let sized = self.short || self.long > 0;
        match self.base {
            None | Some(INT_KW) => true,
            Some(CHAR_KW) => !sized,
            Some(DOUBLE_KW) => self.sign.is_none() && !self.short && self.long < 2,
            Some(_) => self.sign.is_none() && !sized,
        }
    }
}
