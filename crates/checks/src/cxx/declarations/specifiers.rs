//! The type specifiers of one declaration ([dcl.type.simple]): which of them may stand together. Plain rules over tokens.

use cleave_codes::{Code, codes};
use cleave_names::decl::Tokens;
use cleave_syntax::SyntaxKind::{self, *};

use crate::Finding;
use crate::engine::source::{Sink, Source};

/// What has been read.
#[derive(Default)]
struct Read {
    base: Option<SyntaxKind>,
    sign: Option<SyntaxKind>,
    short: bool,
    long: u32,
    first: Option<u32>,
}

/// The words of a decl-specifier-seq or type-specifier-seq.
pub(crate) fn check<'db>(s: &Source<'db>, specifiers: Tokens, out: &mut Sink<'db>) {
    let mut read = Read::default();
    let mut qualifiers = Vec::new();
    let mut complex = false;
    for i in specifiers.start..specifiers.end {
        let kind = s.kind(i);
        match kind {
            CONST_KW | VOLATILE_KW => {
                if qualifiers.contains(&kind) {
                    out.push(Finding::new(codes::REPEATED_TYPE_QUALIFIER, i));
                }
                qualifiers.push(kind);
                continue;
            }
            STATIC_KW | EXTERN_KW | INLINE_KW | CONSTEXPR_KW | TYPEDEF_KW | FRIEND_KW
            | VIRTUAL_KW | REGISTER_KW | MUTABLE_KW => continue,
            COMPLEX_KW => {
                complex = true;
                continue;
            }
            INT_KW | CHAR_KW | BOOL_KW | FLOAT_KW | DOUBLE_KW | VOID_KW | WCHAR_T_KW | AUTO_KW
            | UNSIGNED_KW | SIGNED_KW | SHORT_KW | LONG_KW => {}
            // A name, attributes, a class: nothing here says what they are together with.
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
        out.push(Finding::new(code, specifiers.start));
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
