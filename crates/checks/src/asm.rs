//! Asm statements: constraints and clobbers that one side alone has (spec 8-diag 9).

use cleave_syntax::SyntaxKind::*;
use cleave_syntax::tree::SyntaxNode;

use crate::Finding;
use crate::bodies::{Context, Walk};

/// Which part of an asm statement a colon begins: operands come in two, clobbers after them.
const CLOBBERS: u32 = 3;

/// `asm("…" : outputs : inputs : clobbers)`
pub(crate) fn check(w: &mut Walk<'_, '_>, node: &SyntaxNode, c: &Context) {
    let s = w.s;
    let Some(caller) = &c.caller else { return };
    let on_host = caller.on_host();
    let t = s.tokens(node);
    let mut depth = 0i32;
    let mut part = 0;
    for i in t.range().map(|i| i as u32) {
        match s.kind(i) {
            L_PAREN | L_BRACK => depth += 1,
            R_PAREN | R_BRACK => depth -= 1,
            COLON if depth == 1 => part += 1,
            COLON2 if depth == 1 => part += 2,
            STRING_LITERAL
                if depth == 1 && part == CLOBBERS && !on_host && s.word(i) == "\"cc\"" =>
            {
                w.out.push(Finding::new(3622, i));
            }
            STRING_LITERAL if depth == 1 && (part == 1 || part == 2) => {
                let constraint = s.word(i).trim_matches('"');
                if on_host && constraint.trim_start_matches(['=', '+', '&']) == "C" {
                    w.out.push(Finding::new(3720, i));
                }
            }
            _ => {}
        }
    }
}
