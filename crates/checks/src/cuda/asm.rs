//! Asm statements: constraints and clobbers that one side alone has (reference: diagnostics, Asm statements).
//!
//! In device code an operand is a register of PTX, and its one constraint letter says of which size. What the size of an operand
//! is follows from the types of variables, literals and casts.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use cleave_cuda::ExecutionSpace;
use cleave_names::decl::Shape;

use crate::Finding;
use crate::engine::context::Context;
use crate::engine::walk::Walk;
use crate::tokens::operands;
use crate::tokens::types;
use crate::tokens::types::Base;

/// Which part of an asm statement a colon begins: operands come in two, clobbers after them.
const CLOBBERS: u32 = 3;

/// `asm("…" : outputs : inputs : clobbers)`
pub(crate) fn check(w: &mut Walk<'_, '_>, node: Node<'_>, c: &Context<'_>) {
    let s = w.s;
    let Some(caller) = &c.caller else { return };
    let on_host = caller.on_host();
    let t = s.tokens(node);
    let mut depth = 0i32;
    let mut part = 0;
    let mut operands = node.children().filter(|n| n.kind() == ASM_OPERAND);
    for i in t.range().map(|i| i as u32) {
        match s.kind(i) {
            // Part of the string that the token before begins.
            STRING_LITERAL if i > t.start && s.kind(i - 1) == STRING_LITERAL => {}
            L_PAREN | L_BRACK => depth += 1,
            R_PAREN | R_BRACK => depth -= 1,
            COLON if depth == 1 => part += 1,
            COLON2 if depth == 1 => part += 2,
            STRING_LITERAL
                if depth == 1 && part == CLOBBERS && !on_host && s.word(i) == "\"cc\"" =>
            {
                w.out.push(Finding::new(codes::CC_CLOBBER_IN_DEVICE, i));
            }
            STRING_LITERAL if depth == 1 && (part == 1 || part == 2) => {
                let constraint: String = (i..t.end)
                    .take_while(|&i| s.kind(i) == STRING_LITERAL)
                    .map(|i| s.word(i).trim_matches('"'))
                    .collect();
                let constraint = constraint.as_str();
                if on_host && constraint.trim_start_matches(['=', '+', '&']) == "C" {
                    w.out
                        .push(Finding::new(codes::ASM_C_CONSTRAINT_IN_HOST_CODE, i));
                }
                let operand = operands.find(|n| s.tokens(*n).contains(i));
                let in_device =
                    !caller.space.is_unannotated() && caller.space != ExecutionSpace::HOST;
                constraint_of(w, i, constraint, part == 1, in_device, operand);
            }
            _ => {}
        }
    }
}

/// Letters that mean something to some processor, but nothing to PTX.
const FOREIGN: &str = "abcdefghlnopqrtuxyACDEFGHIJKLMNQRSVXYZ0123456789<>%*,#!?";

/// What is wrong with one operand's constraint, the string at `at`.
fn constraint_of(
    w: &mut Walk<'_, '_>,
    at: u32,
    constraint: &str,
    output: bool,
    in_device: bool,
    operand: Option<Node<'_>>,
) {
    let letters = constraint.trim_start_matches(['=', '+', '&']);
    let modified = constraint.starts_with(['=', '+']);
    if output && !constraint.contains(['=', '+']) {
        return w
            .out
            .push(Finding::new(codes::ASM_OUTPUT_WITHOUT_MODIFIER, at));
    }
    if !output && modified && letters != "C" {
        if letters.is_empty() {
            w.out
                .push(Finding::new(codes::ASM_OPERAND_WITHOUT_CONSTRAINT, at));
        } else {
            w.out
                .push(Finding::new(codes::ASM_INPUT_WITH_OUTPUT_MODIFIER, at));
        }
        return;
    }
    let mut rest = letters.chars();
    let Some(first) = rest.next() else {
        return w
            .out
            .push(Finding::new(codes::ASM_OPERAND_WITHOUT_CONSTRAINT, at));
    };
    if !in_device {
        return;
    }
    if rest.clone().next().is_some() {
        w.out.push(Finding::new(
            codes::ASM_CONSTRAINT_MUST_HAVE_SINGLE_LETTER,
            at,
        ));
    }
    // Behind `#` nothing is read up to the next comma.
    for letter in letters.split('#').next().unwrap_or("").chars() {
        let code = match letter {
            'i' | 'm' | 's' => codes::ASM_CONSTRAINT_LETTER_NOT_ALLOWED_IN_DEVICE,
            _ if FOREIGN.contains(letter) => continue,
            _ if letter.is_ascii_alphabetic() => codes::UNKNOWN_ASM_CONSTRAINT,
            '&' => continue,
            _ => codes::UNKNOWN_ASM_MODIFIER,
        };
        w.out.push(Finding::new(code, at).text(letter));
    }
    if rest.next().is_some() || !FOREIGN.contains(first) {
        return;
    }
    if first == 'C' && modified {
        w.out
            .push(Finding::new(codes::ASM_C_CONSTRAINT_WITH_MODIFIER, at));
    }
    let Some(operand) = operand.and_then(|o| o.children().last()) else {
        return;
    };
    match kind_of(w, operand) {
        Some(Kind::Class) => w.out.push(Finding::new(codes::ASM_OPERAND_NOT_SCALAR, at)),
        Some(Kind::Scalar { size, sort }) => {
            let fits = match first {
                'h' => sort == Sort::Integral && size == 2,
                'r' => sort == Sort::Integral && size == 4,
                'l' => sort != Sort::Floating && size == 8,
                'f' => sort == Sort::Floating && size == 4,
                'd' => sort == Sort::Floating && size == 8,
                'n' => sort == Sort::Integral,
                'C' => sort == Sort::Pointer,
                _ => false,
            };
            // The reference mixes these up.
            let shown = match first {
                'E' => 'F',
                '<' => '>',
                '>' => '<',
                letter => letter,
            };
            if !fits {
                let size =
                    Finding::new(codes::ASM_OPERAND_SIZE_MISMATCH, at).text(size.to_string());
                w.out.push(size.text(shown));
            } else if first == 'n' && is_variable(w, operand) {
                w.out
                    .push(Finding::new(codes::ASM_OPERAND_NOT_INTEGRAL_CONSTANT, at));
            }
        }
        None => {}
    }
    if first == 'C' && operand.kind() == STRING_EXPRESSION {
        w.out
            .push(Finding::new(codes::ASM_C_CONSTRAINT_NOT_AN_ADDRESS, at));
    }
}

/// What an operand is.
enum Kind {
    Class,
    Scalar { size: u64, sort: Sort },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Integral,
    Floating,
    Pointer,
}

/// The kind of an operand, where variables, literals and casts to fundamental types decide.
fn kind_of(w: &Walk<'_, '_>, node: Node<'_>) -> Option<Kind> {
    let s = w.s;
    let fundamental = |f: types::Fundamental| Kind::Scalar {
        size: u64::from(f.bits / 8),
        sort: match f.floating {
            true => Sort::Floating,
            false => Sort::Integral,
        },
    };
    match node.kind() {
        PAREN_EXPRESSION => return kind_of(w, node.children().next()?),
        LITERAL => {
            let t = s.tokens(node);
            let word = s.word(t.start);
            let floating = |size| Kind::Scalar {
                size,
                sort: Sort::Floating,
            };
            return match s.kind(t.start) {
                INT_LITERAL if word.bytes().all(|b| b.is_ascii_digit()) => {
                    let small = word.parse::<i32>().is_ok();
                    small.then_some(Kind::Scalar {
                        size: 4,
                        sort: Sort::Integral,
                    })
                }
                FLOAT_LITERAL if word.ends_with(['f', 'F']) && !word.starts_with("0x") => {
                    Some(floating(4))
                }
                FLOAT_LITERAL if word.ends_with(|c: char| c.is_ascii_digit() || c == '.') => {
                    Some(floating(8))
                }
                _ => None,
            };
        }
        CAST_EXPRESSION => {
            let to = node.children().find(|n| n.kind() == TYPE_ID)?;
            let t = s.tokens(to);
            let words: Vec<&str> = t.range().map(|i| s.word(i as u32)).collect();
            let plain = t.range().all(|i| types::is_arithmetic(s.kind(i as u32)));
            return types::arithmetic(&words).filter(|_| plain).map(fundamental);
        }
        _ => {}
    }
    let mut ty = operands::of(w, node)?;
    if ty.is_reference() {
        ty.shape.remove(0);
    }
    match (ty.shape.first(), &ty.base) {
        (Some(Shape::Pointer), _) => Some(Kind::Scalar {
            size: 8,
            sort: Sort::Pointer,
        }),
        (Some(_), _) => None,
        (None, Base::Fundamental(f)) => Some(fundamental(*f)),
        (None, Base::Class(_)) => Some(Kind::Class),
        (None, _) => None,
    }
}

/// The name of a variable that is no constant, or an operation on one.
fn is_variable(w: &Walk<'_, '_>, node: Node<'_>) -> bool {
    let constant = |n: &Node<'_>| {
        let t = w.s.tokens(*n);
        operands::declaration_of(w, w.s.word(t.start), *n).is_none_or(|(seq, _)| {
            // A parameter of a template is a constant in its instances.
            let of_template = |a: Node<'_>| a.kind() == TEMPLATE_PARAMETER_LIST;
            seq.has(CONST_KW) || seq.has(CONSTEXPR_KW) || seq.ancestors().any(of_template)
        })
    };
    node.kind() == ID_EXPRESSION && !constant(&node)
}
