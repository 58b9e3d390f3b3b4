//! Words of the language that code of the device may not contain (reference: attributes, Device bodies).

use std::collections::BTreeSet;

use cleave_codes::codes;
use cleave_names::decl::{Body, Decl, Function, Tokens};
use cleave_names::item_id_of_node;
use cleave_syntax::SyntaxKind::*;

use crate::Finding;
use crate::device::types::long_double;
use crate::device::unused::emitted::instantiated;
use crate::engine::source::{Sink, Source};

/// What device code may not contain, wherever in a body it stands. Templates are looked at when they are instantiated.
pub(super) fn check<'db>(
    s: &Source<'db>,
    index: usize,
    decl: &Decl,
    f: &Function,
    out: &mut Sink<'db>,
) {
    let space = s.merged(index).space;
    let device = space.on_device();
    let Some(tokens) = f.body.tokens().filter(|_| device) else {
        return;
    };
    let before = out.len();
    in_body(s, decl, f, tokens, out);
    let waits = out.len() > before && (decl.is_template() || s.in_template(decl));
    let item = item_id_of_node(s.db, s.item);
    if waits && !instantiated(s.db, item, s.decls, &[decl]).contains(&decl.name_tokens.start) {
        out.truncate(before);
    }
}

/// What a body of device code may not contain.
fn in_body<'db>(s: &Source<'db>, decl: &Decl, f: &Function, tokens: Tokens, out: &mut Sink<'db>) {
    if matches!(f.body, Body::Try(_)) {
        out.push(Finding::new(
            codes::EXCEPTION_HANDLING_IN_DEVICE_CODE,
            tokens.start,
        ));
        return;
    }
    long_double::words(s, tokens, out);
    let mut start = tokens.start;
    // Reported once for a function, and at its name.
    let mut returned = false;
    for i in tokens.start..tokens.end {
        match s.kind(i) {
            SEMICOLON | L_BRACE | R_BRACE => start = i + 1,
            // An exception specification: no operand is an empty list.
            THROW_KW if s.kind(i + 1) == L_PAREN && s.kind(i + 2) == R_PAREN => {}
            THROW_KW | TRY_KW => {
                out.push(Finding::new(codes::EXCEPTION_HANDLING_IN_DEVICE_CODE, i))
            }
            THREAD_LOCAL_KW => out.push(Finding::new(codes::THREAD_LOCAL_IN_DEVICE_CODE, start)),
            DYNAMIC_CAST_KW | TYPEID_KW => out.push(
                Finding::new(codes::CUDA_DEVICE_CODE_UNSUPPORTED_OPERATOR, i).text(s.word(i)),
            ),
            CO_AWAIT_KW | CO_YIELD_KW => out.push(Finding::new(codes::NO_COROUTINE_ON_DEVICE, i)),
            CO_RETURN_KW if !returned => {
                returned = true;
                out.push(Finding::new(
                    codes::NO_COROUTINE_ON_DEVICE,
                    decl.name_tokens.start,
                ));
                out.push(Finding::new(codes::NO_COROUTINE_ON_DEVICE, i));
            }
            AMP2 if is_label_address(s, tokens, i) => {
                out.push(Finding::new(codes::ADDR_OF_LABEL_IN_DEVICE_FUNC, i))
            }
            _ => {}
        }
    }
}

/// Leaves out what is wrong with casts that device code may not have.
pub(super) fn silence<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let unsupported = codes::CUDA_DEVICE_CODE_UNSUPPORTED_OPERATOR;
    let words = out.iter().filter(|f| f.code == unsupported);
    let words: BTreeSet<u32> = words.map(|f| f.at).collect();
    if words.is_empty() {
        return;
    }
    let casts = [
        codes::INVALID_DYNAMIC_CAST_TYPE,
        codes::DYNAMIC_CAST_OPERAND_NOT_A_CLASS,
        codes::DYNAMIC_CAST_OPERAND_NOT_AN_LVALUE,
        codes::DYNAMIC_CAST_OPERAND_NOT_A_POINTER,
        codes::DYNAMIC_CAST_OPERAND_NOT_POLYMORPHIC,
    ];
    // In the same statement as the next word in front.
    let is_in = |at: u32| {
        let word = words.range(..=at).next_back();
        word.is_some_and(|&word| !(word..at).any(|i| s.kind(i) == SEMICOLON))
    };
    out.retain(|f| !(casts.contains(&f.code) && is_in(f.at)));
}

/// `&&label` where an operand is expected, with such a label in the body.
fn is_label_address(s: &Source<'_>, body: Tokens, at: u32) -> bool {
    let before = at.checked_sub(1).map(|i| s.kind(i));
    let operand = matches!(
        before,
        Some(EQ | L_PAREN | L_BRACE | COMMA | RETURN_KW | STAR | QUESTION)
    );
    if !operand || s.kind(at + 1) != IDENT {
        return false;
    }
    let name = s.word(at + 1);
    (body.start + 1..body.end.saturating_sub(1)).any(|i| {
        s.kind(i) == IDENT
            && s.word(i) == name
            && s.kind(i + 1) == COLON
            && matches!(s.kind(i - 1), SEMICOLON | L_BRACE | R_BRACE | COLON)
    })
}
