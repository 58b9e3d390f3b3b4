//! Conversion functions ([class.conv.fct]): they have neither a return type nor parameters.

use cleave_codes::codes;
use cleave_names::decl::{Decl, Special};
use cleave_syntax::SyntaxKind::*;

use crate::Finding;
use crate::cxx::declarations::words;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let Some(f) = &decl.function else { return };
    if f.special != Special::Conversion || decl.parent.is_none() {
        return;
    }
    let typed = words(s, decl.specifiers).into_iter().find(|w| {
        crate::cxx::declarations::operators::is_builtin(w.1)
            || matches!(w.1, VOID_KW | CONST_KW | VOLATILE_KW)
    });
    if typed.is_some() {
        out.push(Finding::new(
            codes::RETURN_TYPE_ON_CONVERSION_FUNCTION,
            decl.specifiers.start,
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
