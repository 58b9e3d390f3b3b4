//! Conversion functions ([class.conv.fct]): they have neither a return type nor parameters.

use cleave_codes::codes;
use cleave_names::decl::{Decl, Spec, Special};
use cleave_syntax::SyntaxKind::*;

use crate::Finding;
use crate::cxx::declarations::words;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let Some(f) = &decl.function else { return };
    if f.special != Special::Conversion || decl.parent.is_none() {
        return;
    }
    // What is no member is said to be none.
    let is_member = !decl.spec.any(Spec::STATIC.with(Spec::FRIEND));
    let words = words(s, decl.specifiers);
    let typed = words.iter().find(|w| {
        crate::cxx::declarations::operators::is_builtin(w.1)
            || matches!(
                w.1,
                VOID_KW
                    | CONST_KW
                    | VOLATILE_KW
                    | AUTO_KW
                    | DECLTYPE_KW
                    | TYPENAME_KW
                    | CLASS_KW
                    | STRUCT_KW
                    | UNION_KW
                    | ENUM_KW
                    | COLON2
                    | IDENT
            )
    });
    let first = words.iter().find(|w| w.1 != ATTRIBUTE_KW);
    if let (Some(_), Some(first), true) = (typed, first, is_member) {
        out.push(Finding::new(
            codes::RETURN_TYPE_ON_CONVERSION_FUNCTION,
            first.0,
        ));
    }
    // Of a type that ends in a parameter list the tree does not tell whose it is.
    let plain = (decl.name_tokens.start..decl.name_tokens.end).all(|i| s.kind(i) != L_PAREN);
    if plain && (!f.params.is_empty() || f.variadic) {
        out.push(Finding::new(
            codes::CONVERSION_FUNCTION_WITH_PARAMETERS,
            decl.name_tokens.start,
        ));
    }
}
