//! Declarators that make no type ([dcl.ref], [dcl.array]): arrays of references and of `void`, pointers to references.

use cleave_codes::codes;
use cleave_names::decl::{Decl, DeclKind, Param, Shape, Tokens};
use cleave_syntax::SyntaxKind::*;

use crate::Finding;
use crate::cxx::declarations::words;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    if !matches!(decl.kind, DeclKind::Variable | DeclKind::Function) {
        return;
    }
    declarator(
        s,
        decl.specifiers,
        &decl.shape,
        decl.declarator,
        decl.name_tokens.start,
        out,
    );
    for Param {
        specifiers,
        shape,
        tokens,
        name_at,
        ..
    } in decl.function.iter().flat_map(|f| f.params.iter())
    {
        declarator(s, *specifiers, shape, *tokens, *name_at, out);
    }
}

fn declarator<'db>(
    s: &Source<'db>,
    specifiers: Tokens,
    shape: &[Shape],
    tokens: Tokens,
    name: u32,
    out: &mut Sink<'db>,
) {
    let reference =
        |shape: &Shape| matches!(shape, Shape::LvalueReference | Shape::RvalueReference);
    let array = |shape: &Shape| matches!(shape, Shape::Array { .. });
    for pair in shape.windows(2) {
        if array(&pair[0]) && reference(&pair[1]) {
            out.push(Finding::new(codes::ARRAY_OF_REFERENCES, name));
            return;
        }
        if pair[0] == Shape::Pointer && reference(&pair[1]) {
            let star = (tokens.start..tokens.end.saturating_sub(1))
                .find(|&i| matches!(s.kind(i), AMP | AMP2) && s.kind(i + 1) == STAR);
            if let Some(i) = star {
                out.push(Finding::new(codes::POINTER_TO_REFERENCE, i + 1));
            }
            return;
        }
    }
    let words = words(s, specifiers);
    let plain = |k| matches!(k, VOID_KW | CONST_KW | VOLATILE_KW | EXTERN_KW | STATIC_KW);
    let is_void = words.iter().any(|w| w.1 == VOID_KW) && words.iter().all(|w| plain(w.1));
    if is_void && !shape.is_empty() && shape.iter().all(array) {
        out.push(Finding::new(codes::ARRAY_OF_VOID_TYPE, name));
    }
}
