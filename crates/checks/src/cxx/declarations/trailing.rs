//! Trailing return types ([dcl.fct]/2): in front of them stands `auto`, and nothing else.

use cleave_codes::codes;
use cleave_names::decl::{Decl, DeclKind, Special};
use cleave_syntax::SyntaxKind::*;

use crate::Finding;
use crate::cxx::declarations::words;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let Some(f) = decl.function.as_ref().filter(|f| !f.trailing.is_empty()) else {
        return;
    };
    if decl.kind != DeclKind::Function || s.kind(f.trailing.start) != ARROW {
        return;
    }
    let words = words(s, decl.specifiers);
    let plain = matches!(f.special, Special::None | Special::Operator);
    let types = words.iter().filter(|w| {
        crate::cxx::declarations::operators::is_builtin(w.1)
            || matches!(w.1, VOID_KW | AUTO_KW | IDENT)
    });
    let auto = words.iter().any(|w| w.1 == AUTO_KW);
    // A guide has no type, and what other words mean is not known.
    let typed = types.clone().count() > 0
        && types.clone().all(|w| w.1 != IDENT)
        && words.iter().all(|w| w.1 != DECLTYPE_KW);
    if plain && typed && !auto || f.special == Special::Conversion {
        out.push(Finding::new(
            codes::TRAILING_RETURN_NEEDS_AUTO,
            f.trailing.start,
        ));
    } else if plain && auto {
        let cv = words.iter().any(|w| matches!(w.1, CONST_KW | VOLATILE_KW));
        let first = decl.declarator.start;
        if cv || matches!(s.kind(first), STAR | AMP | AMP2) {
            out.push(Finding::new(
                codes::TRAILING_RETURN_NEEDS_SIMPLE_AUTO,
                first,
            ));
        }
    }
}
